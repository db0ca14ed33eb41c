// The week that the page shows: a tape, and the event it stands at. A tape holds, for every event, the
// HTML of each region, so that any event can be shown at once, forwards or backwards.

import { elementOf, showRegion } from "./regions.js";
import { fill, say, words } from "./words.js";

const EVENT_MS = 600; // how long Play shows each event

const main = document.querySelector("main");
const slider = main.querySelector("[data-slider]");
const position = main.querySelector("[data-position]");
const playButton = main.querySelector('[data-do="play"]');
const log = main.querySelector("[data-log]");

/** The tape that is shown and the event it stands at; only this file changes them. */
export const week = {
  tape: JSON.parse(document.getElementById("tape").textContent),
  event: Number(main.dataset.event),
  get last() {
    return this.tape.frames.length - 1;
  },
  /** What happened at the event, in words. */
  get sentence() {
    return this.text("sentences");
  },
  text(kind) {
    return this.tape.strings[this.tape[kind][this.event]];
  },
};

const watchers = [];

/** Calls back after an event has been shown. */
export function onShow(watcher) {
  watchers.push(watcher);
}

export function show(wanted) {
  const { tape, last } = week;
  week.event = Math.max(0, Math.min(wanted, last));
  const { event } = week;
  tape.regions.forEach((name, place) => showRegion(name, tape.strings[tape.frames[event][place]]));
  showLog(tape.lines.slice(0, event + 1).map((place) => tape.strings[place]));
  main.dataset.event = event;
  main.dataset.minute = tape.minutes[event];
  slider.max = last;
  slider.value = event;
  slider.setAttribute("aria-valuetext", fill(words.slider, { event, time: week.text("times"), sentence: week.sentence }));
  position.textContent = fill(words.position, { event, last });
  for (const watcher of watchers) watcher();
}

/** Shows another tape. */
export function insert(tape, event) {
  week.tape = tape;
  show(event);
}

let shownLines = null; // the HTML of each line of the log, oldest first

function showLog(lines) {
  const { tape } = week;
  shownLines ??= tape.lines.slice(0, log.children.length).map((place) => tape.strings[place]);
  while (shownLines.length > lines.length || shownLines.some((line, place) => line !== lines[place])) {
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

export function play() {
  if (week.event === week.last) show(0);
  playing = setInterval(() => {
    show(week.event + 1);
    if (week.event === week.last) pause();
  }, EVENT_MS);
  playButton.textContent = words.pause;
}

export function pause() {
  clearInterval(playing);
  playing = 0;
  playButton.textContent = words.play;
}

export function playOrPause() {
  if (playing) pause();
  else play();
}

/** Stops and shows an event, and says what happened at it. */
export function go(wanted) {
  pause();
  show(wanted);
  say(week.sentence);
}

export function step() {
  if (week.event < week.last) go(week.event + 1);
  else say(words.at_last_event);
}

export function back() {
  if (week.event > 0) go(week.event - 1);
  else say(words.at_first_event);
}

slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("visibilitychange", () => document.hidden && pause());
