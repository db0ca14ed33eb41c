// The week that the page shows: a tape, and the event it stands at. A tape holds, for every event, the time, what
// happened and the HTML of each region, so that any event can be shown at once, forwards or backwards.

import { showReel } from "./reel.js";
import { elementOf, escaped, showRegion } from "./regions.js";
import { fill, hush, say, sayInTime, showSentence, words } from "./words.js";

const EVENT_MS = { slow: 1600, normal: 600, fast: 120 }; // how long Play shows each event

const main = document.querySelector("main");
const slider = main.querySelector("[data-slider]");
const position = main.querySelector("[data-position]");
const playButton = main.querySelector('[data-do="play"]');
const speedSelect = main.querySelector("[data-speed]");
const log = main.querySelector("[data-log]");
const templates = JSON.parse(document.getElementById("templates").textContent);

/** The tape that is shown and the event it stands at; only this file changes them. */
export const week = {
  tape: JSON.parse(document.getElementById("tape").textContent),
  event: Number(main.dataset.event),
  get last() {
    return this.tape.minutes.length - 1;
  },
  /** What happened at the event, in words. */
  get sentence() {
    return this.text("sentences");
  },
  /** What is worth saying of the event while the week plays, or undefined. */
  get news() {
    return this.text("news");
  },
  get nextFailure() {
    return this.tape.failures.find((event) => event > this.event);
  },
  text(kind) {
    return this.tape.strings[this.tape[kind][this.event]];
  },
};

const watchers = [];
const tapeWatchers = [];
const restWatchers = [];

/** Calls back after an event has been shown. */
export function onShow(watcher) {
  watchers.push(watcher);
}

/** Calls back after another tape has been inserted, before its event is shown. */
export function onTape(watcher) {
  tapeWatchers.push(watcher);
}

/** Calls back when the reader has come to rest at an event: after a pause, a step, a scrub, a press. */
export function onRest(watcher) {
  restWatchers.push(watcher);
}

export function rest() {
  for (const watcher of restWatchers) watcher();
}

export function show(wanted) {
  const { tape, last } = week;
  week.event = Math.max(0, Math.min(wanted, last));
  const { event } = week;
  showReel(tape, event);
  showRegion("sentence", drawn("sentence", tape, event));
  showSentence();
  showLog(event);
  main.dataset.event = event;
  main.dataset.minute = tape.minutes[event];
  slider.max = last;
  slider.value = event;
  slider.setAttribute("aria-valuetext", fill(words.slider, { event, time: week.text("times"), sentence: week.sentence }));
  position.textContent = fill(words.position, { event, last });
  for (const watcher of watchers) watcher();
}

/** Shows another tape. Play goes on in it; to play to an event of the old one has lost its sense. */
export function insert(tape, event) {
  week.tape = tape;
  if (until < Infinity) stop();
  showRegion("marks", tape.marks);
  for (const watcher of tapeWatchers) watcher();
  show(event);
}

/** What happened at an event, as HTML: the sentence above the board, or a line of the log. */
function drawn(template, tape, event) {
  const [time, sentence] = ["times", "sentences"].map((kind) => tape.strings[tape[kind][event]]);
  return fill(templates[template], { event, time, sentence: escaped(sentence) });
}

const linesOf = (tape) => tape.sentences.map((_, event) => drawn("line", tape, event));

const opening = week.tape;
let ofTape = null;
let allLines = []; // the HTML of each line of its log, oldest first
let shownLines = null; // those that stand in the log

function showLog(event) {
  shownLines ??= linesOf(opening).slice(0, log.children.length);
  if (ofTape !== week.tape) [ofTape, allLines] = [week.tape, linesOf(week.tape)];
  const lines = allLines.slice(0, event + 1);
  while (shownLines.length > lines.length || shownLines.some((line, index) => line !== lines[index])) {
    shownLines.pop();
    log.firstElementChild.remove();
  }
  for (const line of lines.slice(shownLines.length)) {
    shownLines.push(line);
    log.prepend(elementOf(line));
  }
}

// Playing.

let playing = 0; // the timer's number while playing, else 0
let until = Infinity; // the event that Play stops at, if it is not the last
let arrived = () => {}; // told whether Play got there

export function play() {
  if (week.event === week.last) show(0);
  start(speedSelect.value);
}

/** Plays on to an event, and says at the end whether it got there: whatever else is done stops it. */
export function playTo(event, speed = speedSelect.value) {
  stop();
  if (event <= week.event) {
    show(event);
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    until = event;
    arrived = resolve;
    start(speed);
  });
}

function start(speed) {
  clearInterval(playing);
  playing = setInterval(playOne, EVENT_MS[speed]);
  playButton.textContent = words.pause;
}

function playOne() {
  show(week.event + 1);
  if (week.news) sayInTime(week.news);
  if (week.event >= Math.min(until, week.last)) pause();
}

function stop() {
  clearInterval(playing);
  playing = 0;
  playButton.textContent = words.play;
  arrived(week.event === until);
  until = Infinity;
  arrived = () => {};
}

export function pause() {
  stop();
  rest();
}

export function playOrPause() {
  if (playing) pause();
  else play();
}

/** Stops and shows an event, and says what happened at it. */
export function go(wanted) {
  stop();
  show(wanted);
  say(week.sentence);
  rest();
}

export function step() {
  if (week.event < week.last) go(week.event + 1);
  else say(words.at_last_event);
}

export function back() {
  if (week.event > 0) go(week.event - 1);
  else say(words.at_first_event);
}

export function nextFailure() {
  if (week.nextFailure) go(week.nextFailure);
  else say(words.no_later_failure);
}

// The slider says itself where it stands, so the status line does not.
slider.addEventListener("input", () => {
  stop();
  hush();
  show(Number(slider.value));
});
slider.addEventListener("change", rest);
speedSelect.addEventListener("change", () => playing && start(speedSelect.value));
document.addEventListener("visibilitychange", () => document.hidden && pause());

/** A button that cannot act now keeps its place and its focus, and says why when it is pressed. */
export function setCanAct(name, can) {
  const button = main.querySelector(`[data-do="${name}"]`);
  if (can) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

onShow(() => {
  setCanAct("back", week.event > 0);
  setCanAct("step", week.event < week.last);
  setCanAct("next-failure", week.nextFailure !== undefined);
});
