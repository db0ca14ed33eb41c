// The desk between the reader and Python. What the reader does to the week is kept here until a tape that
// holds it has come back, so nothing is lost and nothing is done twice, whenever Python starts or stops.

import { startPython } from "./python.js";
import { restoreSelects } from "./regions.js";
import { insert, week } from "./week.js";
import { fill, say, words } from "./words.js";

const main = document.querySelector("main");
const pythonStatus = main.querySelector("[data-python-status]");
const tryAgain = main.querySelector('[data-do="try-again"]');

let python = null; // the functions of app/worker.py, once Python is ready
let asking = false;
const waiting = []; // what the reader did that the shown tape does not hold yet
const readers = []; // who wants to know when Python is ready

export const pythonIsReady = () => python !== null;

/** Calls back whenever Python has become ready. */
export function onReady(reader) {
  readers.push(reader);
}

/** Does something to the week: {do: "press" or "start-over", press: its wire form or null}. */
export function act(action) {
  waiting.push({ at: week.event, ...action });
  if (python) ask();
  else say(main.dataset.python === "failed" ? words.kept : words.saved);
}

async function ask() {
  if (asking || !python) return;
  asking = true;
  try {
    while (waiting.length > 0) {
      const sent = waiting.length;
      const answer = JSON.parse(await python.act(JSON.stringify(week.tape.history), JSON.stringify(waiting)));
      if (waiting.length > sent) continue; // more was done meanwhile: ask once more, for all of it
      waiting.length = 0;
      take(answer);
    }
  } catch (error) {
    fail(error);
  } finally {
    asking = false;
  }
}

/** Shows the week that Python answers with, and says what came of the reader's doing. */
export function take(answer) {
  if (answer.tape) insert(answer.tape, answer.event);
  else restoreSelects(main); // a refused press changes nothing, so a select must show again what holds
  const said = [...answer.refused];
  if (answer.tape) said.push(week.sentence);
  if (answer.set_aside > 0) said.push(words.set_aside);
  say(said.join(" "));
}

export async function connect() {
  showPython("loading", words.python_starting);
  try {
    const functions = await startPython({ onProgress: showBytes });
    const drawn = document.getElementById("tape").dataset.digest;
    if ((await functions.opening_digest()) !== drawn) throw new Error(words.digest_differs);
    python = functions;
  } catch (error) {
    return fail(error);
  }
  showPython("ready", words.python_ready);
  for (const reader of readers) reader();
  ask();
}

const mb = (bytes) => (bytes / 1e6).toFixed(1);

function showBytes(loaded, total) {
  const done = loaded >= total;
  showPython("loading", done ? words.python_starting : fill(words.python_loading, { loaded: mb(loaded), total: mb(total) }));
}

function fail(error) {
  console.warn(error.message, error.cause ?? "");
  python = null;
  showPython("failed", words.python_failed);
  say(`${error.message} ${waiting.length > 0 ? words.kept : words.still_plays}`);
}

function showPython(state, sentence) {
  main.dataset.python = state;
  pythonStatus.textContent = sentence;
  tryAgain.hidden = state !== "failed";
}
