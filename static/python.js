// Starts Python in a worker and hands back the functions of app/worker.py, each as an async function.
//
// The page has painted before this runs, and stays usable if it fails: every failure is an Error whose
// message is one sentence for the reader, with what lay behind it as its cause.

const STALLED_MS = 30_000; // nothing arrives
const START_MS = 60_000; // everything has arrived, and Python still does not answer

// The build writes the names and sizes of the runtime's files into the page.
const runtime = JSON.parse(document.getElementById("runtime").textContent);

/**
 * May be called again, after a failure or for a second Python.
 * @param {{onProgress?: (loaded: number, total: number) => void, downloaded?: boolean}} options
 *   told the bytes so far and in all; whether the files are in the browser's cache already
 * @returns {Promise<Record<string, (...args: string[]) => Promise<string>>>}
 */
export async function startPython({ onProgress = () => {}, downloaded = false } = {}) {
  if (typeof WebAssembly === "undefined")
    throw new Error("Python cannot start: this browser has WebAssembly switched off.");
  if (!(await storageWorks()))
    throw new Error("Python cannot start: this browser blocks storage (IndexedDB) for this page.");
  const stop = new AbortController();
  try {
    const [PyWorker] = await Promise.all([loadPyScript(), downloaded || download(onProgress, stop.signal)]);
    return functionsOf(await startWorker(PyWorker));
  } finally {
    stop.abort(); // after a failure the other files would still be counted
  }
}

async function loadPyScript() {
  try {
    const { PyWorker } = await import(absolute(runtime.core));
    // PyScript finishes its set-up after its module has loaded; a worker made sooner lacks `pyscript`.
    await customElements.whenDefined("py-script");
    return PyWorker;
  } catch (cause) {
    throw new Error("Python cannot start: PyScript did not load.", { cause });
  }
}

// The worker would fetch these files unseen. Fetched here first, their bytes can be counted, and the
// worker finds them in the browser's cache.
async function download(onProgress, stopped) {
  const files = Object.entries(runtime.files);
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  let loaded = 0;
  const count = (size) => stopped.aborted || onProgress((loaded += size), total);
  count(0);
  await Promise.all(files.map(([file]) => downloadOne(file, count, stopped)));
}

async function downloadOne(file, count, stopped) {
  const sentence = `Python cannot start: ${file.split("/").at(-1)} did not load.`;
  try {
    const response = await withLimit(fetch(absolute(file), { signal: stopped }), STALLED_MS, sentence);
    if (!response.ok) throw new Error(`status ${response.status}`);
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

async function startWorker(PyWorker) {
  const starting = PyWorker(runtime.worker, {
    version: absolute(runtime.interpreter),
    config: { files: { [runtime.archive]: "./*" } },
  });
  try {
    return await withLimit(
      // A worker whose Python has failed counts as started too: only an answer shows that it works.
      starting.then(async (worker) => ({ worker, names: JSON.parse(await worker.sync.ping()) })),
      START_MS,
      `It did not answer within ${START_MS / 1000} seconds.`,
    );
  } catch (cause) {
    starting.then((worker) => worker.terminate(), () => {}); // however late it comes
    throw new Error("Python cannot start: its worker does not answer.", { cause });
  }
}

// A plain object: `worker.sync` answers to every name, `then` too, and so must not be awaited.
function functionsOf({ worker, names }) {
  return Object.fromEntries(names.map((name) => [name, async (...args) => worker.sync[name](...args)]));
}

const absolute = (path) => new URL(path, document.baseURI).href;

async function withLimit(promise, limitMs, sentence) {
  let timer;
  const limit = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(sentence)), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
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
