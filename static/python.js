// Starts Python in a worker and hands back the functions of app/worker.py, each as an async function.
//
// The page has painted before this runs, and stays usable if it fails: every failure is an Error whose
// message is one sentence for the reader, with what lay behind it as its cause.

import { fill, words } from "./words.js";

const STALLED_MS = 30_000; // nothing arrives
const START_MS = 60_000; // everything has arrived, and Python still does not answer
const CALL_MS = 60_000; // a worker that has died says nothing
const TICK_MS = 1_000;

// The build writes the names and sizes of the runtime's files into the page.
const runtime = JSON.parse(document.getElementById("runtime").textContent);

/**
 * May be called again, after a failure or for a second Python.
 * @param {{onProgress?: (loaded: number, total: number) => void, downloaded?: boolean}} options
 *   told the bytes so far and in all; whether the files are in the browser's cache already
 * @returns {Promise<Record<string, (...args: string[]) => Promise<string>>>}
 */
export async function startPython({ onProgress = () => {}, downloaded = false } = {}) {
  if (typeof WebAssembly === "undefined") throw new Error(words.no_web_assembly);
  const stop = new AbortController();
  try {
    // The worker sets itself up while its files are on their way.
    const arrived = downloaded ? Promise.resolve() : download(onProgress, stop.signal);
    const started = loadPyScript().then((PyWorker) => startWorker(PyWorker, arrived));
    const [, python] = await Promise.all([arrived, started]);
    return functionsOf(python);
  } finally {
    stop.abort(); // after a failure the other files would still be counted
  }
}

async function loadPyScript() {
  if (!(await storageWorks())) throw new Error(words.no_storage);
  try {
    const { PyWorker } = await import(absolute(runtime.core));
    // PyScript finishes its set-up after its module has loaded; a worker made sooner lacks `pyscript`.
    await customElements.whenDefined("py-script");
    return PyWorker;
  } catch (cause) {
    throw new Error(words.pyscript_missing, { cause });
  }
}

// The worker would fetch these files unseen. Fetched here, their bytes can be counted; the browser's cache
// gives the worker what is on its way already.
async function download(onProgress, stopped) {
  const files = Object.entries(runtime.files);
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  let loaded = 0;
  const count = (size) => stopped.aborted || onProgress((loaded += size), total);
  count(0);
  await Promise.all(files.map(([file]) => downloadOne(file, count, stopped)));
}

async function downloadOne(file, count, stopped) {
  const sentence = fill(words.file_missing, { file: file.split("/").at(-1) });
  try {
    const response = await withLimit(fetch(absolute(file), { signal: stopped }), STALLED_MS, sentence);
    if (!response.ok) throw new Error(response.status);
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await withLimit(reader.read(), STALLED_MS, sentence);
      if (done) return;
      count(value.length);
    }
  } catch (cause) {
    throw new Error(sentence, { cause });
  }
}

async function startWorker(PyWorker, arrived) {
  performance.mark("python-asked"); // these two marks are for bench/page.py, and for whoever records a profile
  const starting = PyWorker(runtime.worker, {
    version: absolute(runtime.interpreter),
    config: { files: { [runtime.archive]: "./*" } },
  });
  // A worker whose Python has failed counts as started too: only an answer shows that it works.
  const answering = starting.then(async (worker) => ({ worker, names: JSON.parse(await worker.sync.ping()) }));
  try {
    await Promise.race([answering, arrived]);
    const answered = await withLimit(answering, START_MS, words.worker_silent);
    performance.mark("python-answered");
    return answered;
  } catch (cause) {
    answering.catch(() => {});
    starting.then((worker) => worker.terminate(), () => {}); // however late it comes
    throw new Error(words.worker_silent, { cause });
  }
}

// A plain object: `worker.sync` answers to every name, `then` too, and so must not be awaited.
function functionsOf({ worker, names }) {
  const call = async (name, args) => {
    try {
      return await withLimit(worker.sync[name](...args), CALL_MS, words.python_silent);
    } catch (error) {
      if (error.message === words.python_silent) worker.terminate();
      throw error;
    }
  };
  return Object.fromEntries(names.map((name) => [name, (...args) => call(name, args)]));
}

const absolute = (path) => new URL(path, document.baseURI).href;

// The limit is counted in ticks, so that an hour in which the whole machine slept counts as one of them.
async function withLimit(promise, limitMs, sentence) {
  let timer;
  const limit = new Promise((_, reject) => {
    let left = limitMs / TICK_MS;
    timer = setInterval(() => --left <= 0 && reject(new Error(sentence)), TICK_MS);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearInterval(timer);
  }
}

// PyScript keeps a small database. Where that is blocked it fails without a word.
function storageWorks() {
  return new Promise((resolve) => {
    try {
      const name = "can-store";
      const request = indexedDB.open(name);
      request.onerror = () => resolve(false);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase(name);
        resolve(true);
      };
    } catch {
      resolve(false);
    }
  });
}
