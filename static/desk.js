// The desk between the reader and those who answer: the answers that were drawn ahead, and Python. What the reader
// does to the week is kept here until a tape that holds it has come back, so nothing is lost and nothing is done
// twice, whenever Python starts or stops.

import { answerAhead, arrived, digestOf } from "./ahead.js";
import { startPython } from "./python.js";
import { restoreSelects } from "./regions.js";
import { insert, pause, rest, setCanAct, week } from "./week.js";
import { fill, say, words } from "./words.js";

const AHEAD_MS = 5_000; // Python, a hundred times as large, waits no longer for the answers drawn ahead

const main = document.querySelector("main");
const pythonStatus = main.querySelector("[data-python-status]");
const tryAgain = main.querySelector('[data-do="try-again"]');

let python = null; // the functions of app/worker.py, once Python is ready
let asking = false;
const waiting = []; // what the reader did that the shown tape does not hold yet
let wanted = null; // another week that is to be shown, once that has come back
const readers = []; // who wants to know when Python is ready

// Tapes that the build has drawn, until Python has made the same, and from then on.
const unconfirmed = new Set([week.tape]);
const confirmed = new WeakSet();

// The weeks that Undo and Redo go through, oldest first, each as it would be saved.
const stops = [savedWeek()];
let shown = 0; // which of them the page shows

export const pythonIsReady = () => python !== null;

/** Calls a function of app/worker.py, which must be ready. */
export const askPython = (name, ...texts) => python[name](...texts);

/** The parsed answer to a question, drawn ahead or Python's; undefined as long as nobody can answer it. */
export async function askAnyone(name, ...texts) {
  return answerAhead(name, ...texts) ?? (python ? JSON.parse(await python[name](...texts)) : undefined);
}

/** Calls back whenever Python has become ready. */
export function onReady(reader) {
  readers.push(reader);
}

/** A week as it is saved: its history, and the event to stand at. */
export function savedWeek(history = week.tape.history, event = week.event) {
  return { ...history, event };
}

/** Does something to the week: {do: "press" or "start-over", press: its wire form or null}. */
export function act(action) {
  waiting.push({ at: week.event, ...action });
  showUndo();
  ask();
  if (waiting.length > 0) sayMeanwhile(words.saved);
}

/** Says that something is kept until Python is there, unless it is. */
export function sayMeanwhile(sentence) {
  if (!python) say(main.dataset.python === "failed" ? words.kept : sentence);
}

/**
 * Opens another week: `name` is the function of app/worker.py that makes it of `text`. When it has come
 * and is shown, `andThen` is told the whole answer.
 */
export function open(name, text, meanwhile, andThen = () => {}) {
  want({ name, text, andThen }, meanwhile);
}

/** Whether a week that was asked for is still to come. */
export const isAwaited = () => wanted !== null;

function want(other, meanwhile) {
  wanted = other;
  showUndo();
  ask();
  if (wanted) sayMeanwhile(meanwhile);
}

export function undo() {
  if (waiting.length > 0) {
    waiting.pop();
    restoreSelects(main);
    showUndo();
    say(words.taken_back);
  } else if (goal() > 0) goTo(goal() - 1, words.undone);
  else say(words.nothing_to_undo);
}

export function redo() {
  if (canRedo()) goTo(goal() + 1, words.redone);
  else say(words.nothing_to_redo);
}

// Where Undo and Redo have got to, though the week may not be here yet.
const goal = () => wanted?.stop ?? shown;
const canRedo = () => waiting.length === 0 && goal() < stops.length - 1;

function goTo(stop, done) {
  want({ name: "open_week", text: JSON.stringify(stops[stop]), stop, done }, words.on_its_way);
}

function showUndo() {
  setCanAct("undo", waiting.length > 0 || goal() > 0);
  setCanAct("redo", canRedo());
}

async function ask() {
  if (asking) return;
  asking = true;
  try {
    for (;;) {
      while (takeAhead());
      if (!python) break;
      if (waiting.length > 0) await askForPresses();
      else if (wanted) await askForWanted();
      else if (unconfirmed.size > 0) await confirm(python);
      else break;
    }
  } catch (cause) {
    fail(cause.message === words.digest_differs ? cause : new Error(words.python_stopped, { cause }));
  } finally {
    asking = false;
  }
}

/** Takes an answer that was drawn ahead to what comes next, if there is one. Says whether there was. */
function takeAhead() {
  const [first] = waiting;
  const answer = first
    ? answerAhead("act", JSON.stringify(week.tape.history), JSON.stringify([first]))
    : wanted && answerAhead(wanted.name, wanted.text);
  if (!answer) return false;
  if (answer.tape && !confirmed.has(answer.tape)) unconfirmed.add(answer.tape);
  if (first) {
    waiting.shift();
    for (const later of waiting) later.at = atAfter(first, answer, later);
    take(answer, first.at);
  } else showWanted(answer);
  return true;
}

// What was done later was done while the old week was still to be seen. Unless the reader had gone back in it, it
// belongs after what the first led to; of a week that was started over the events seen in the old one say nothing.
const atAfter = (first, { event }, { at }) =>
  first.do === "start-over" ? event : at >= first.at ? Math.max(at, event) : at;

/** Compares what the build has drawn with what this Python makes. Throws where they differ. */
async function confirm(functions) {
  for (const tape of unconfirmed) {
    if ((await functions.digest(JSON.stringify(tape.history))) !== digestOf(tape)) throw new Error(words.digest_differs);
    unconfirmed.delete(tape);
    confirmed.add(tape);
  }
}

async function askForPresses() {
  const sent = JSON.stringify(waiting);
  const answer = JSON.parse(await python.act(JSON.stringify(week.tape.history), sent));
  if (JSON.stringify(waiting) !== sent) return; // more was done meanwhile, or some taken back: ask anew
  const [{ at }] = waiting.splice(0);
  take(answer, at);
}

async function askForWanted() {
  const asked = wanted;
  let text;
  try {
    text = await python[asked.name](asked.text);
  } finally {
    // What Python did not survive must not be asked for again once it has started anew.
    if (wanted === asked && text === undefined) wanted = null;
  }
  if (wanted === asked) showWanted(JSON.parse(text)); // else yet another was asked for
}

function showWanted(answer) {
  const asked = wanted;
  wanted = null;
  pause();
  if (asked.stop === undefined) {
    take(answer);
    asked.andThen(answer);
    return;
  }
  shown = asked.stop;
  insert(answer.tape, answer.event);
  showUndo();
  say(fill(asked.done, { event: week.event }));
  rest();
}

/**
 * Shows the week that Python answers with, and says what came of the reader's doing.
 * Undo goes back to the week before it, as it was left.
 */
export function take(answer, leftAt = week.event) {
  if (answer.tape) {
    remember(answer, leftAt);
    insert(answer.tape, answer.event);
  } else restoreSelects(main); // a refused press changes nothing, so a select must show again what holds
  showUndo();
  const said = [...new Set(answer.refused)]; // of many presses each reason once
  if (said.length === 0) said.push(week.sentence);
  if (answer.notice) said.push(answer.notice);
  if (answer.set_aside > 0) said.push(words.set_aside);
  say(said.join(" "));
  rest();
}

function remember(answer, leftAt) {
  const between = answer.between ?? [];
  if (between.length === 0 && JSON.stringify(answer.tape.history) === JSON.stringify(week.tape.history)) return;
  stops[shown].event = leftAt;
  stops.splice(shown + 1, Infinity, ...between, savedWeek(answer.tape.history, answer.event));
  shown = stops.length - 1;
}

export async function connect() {
  showPython("loading", words.python_starting);
  await Promise.race([arrived, new Promise((resolve) => setTimeout(resolve, AHEAD_MS))]);
  try {
    const functions = await startPython({ onProgress: showBytes });
    await confirm(functions);
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
  say(`${error.message} ${waiting.length > 0 || wanted ? words.kept : words.still_plays}`);
}

function showPython(state, sentence) {
  main.dataset.python = state;
  pythonStatus.textContent = sentence;
  tryAgain.hidden = state !== "failed";
}

arrived.then(ask);
