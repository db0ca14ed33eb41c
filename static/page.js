// Plays tapes and passes on what the reader does. It knows no rule of the week: a tape holds, for every
// event, the HTML of each region of the page, and Python (static/python.js) makes a new tape when asked.

import { startPython } from "./python.js";

const EVENT_MS = 600; // how long Play shows each event

const main = document.querySelector("main");
const find = (selector) => main.querySelector(selector);
const slider = find("[data-slider]");
const playButton = find('[data-do="play"]');
const log = find("[data-log]");
const status = find("[data-status]");
const lateDay = find("[data-late-day]");
const lateHours = find("[data-late-hours]");
const lateButton = find('button[data-do="late"]');
const words = json("page-words");

let tape = json("tape");
let event = Number(main.dataset.event);
let playing = 0; // the timer's number while playing, else 0
let python = null; // the functions of app/worker.py, once Python is ready
let asking = false;
const waiting = []; // what the reader did that the shown tape does not hold yet

function json(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// One of the tape's strings, of the event that is shown.
function text(places) {
  return tape.strings[places[event]];
}

// Spoken by screen readers. Where it only repeats the sentence above the board it need not be seen.
function say(sentence) {
  status.textContent = sentence;
  status.toggleAttribute("data-repeats", sentence === text(tape.sentences));
}

// Showing an event of the tape.

function show(wanted) {
  event = Math.max(0, Math.min(wanted, tape.frames.length - 1));
  tape.regions.forEach((name, place) => showRegion(name, tape.strings[tape.frames[event][place]]));
  showLog(tape.lines.slice(0, event + 1).map((place) => tape.strings[place]));
  main.dataset.event = event;
  main.dataset.minute = tape.minutes[event];
  const last = tape.frames.length - 1;
  slider.max = last;
  slider.value = event;
  slider.setAttribute("aria-valuetext", fill(words.slider, { event, time: text(tape.times), sentence: text(tape.sentences) }));
  find("[data-position]").textContent = fill(words.position, { event, last });
  showLate();
}

const shownHtml = new Map(); // by region: the HTML it was last given

function showRegion(name, html) {
  if (shownHtml.get(name) === html) return;
  shownHtml.set(name, html);
  const region = find(`[data-region="${name}"]`);
  patch(region, elementOf(html));
  for (const select of region.querySelectorAll("select[data-value]")) select.value = select.dataset.value;
}

function elementOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

// Makes `live` equal to `wanted` and touches only what differs, so that focus stays where it is.
function patch(live, wanted) {
  if (live.nodeType !== wanted.nodeType || live.nodeName !== wanted.nodeName) return live.replaceWith(wanted);
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.data !== wanted.data) live.data = wanted.data;
    return;
  }
  for (const { name } of [...live.attributes]) if (!wanted.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (live.getAttribute(name) !== value) live.setAttribute(name, value);
  const wantedChildren = [...wanted.childNodes];
  while (live.childNodes.length > wantedChildren.length) live.lastChild.remove();
  wantedChildren.forEach((child, place) => {
    if (place < live.childNodes.length) patch(live.childNodes[place], child);
    else live.append(child);
  });
}

let shownLines = null; // the HTML of each line of the log, oldest first

function showLog(lines) {
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

function showLate() {
  lateButton.textContent = lateDay.selectedOptions[0].dataset.label;
  find("[data-late-unit]").textContent = lateHours.value === "1" ? words.hour : words.hours;
}

// Playing.

function play() {
  if (event === tape.frames.length - 1) show(0);
  playing = setInterval(() => {
    show(event + 1);
    if (event === tape.frames.length - 1) pause();
  }, EVENT_MS);
  playButton.textContent = words.pause;
}

function pause() {
  clearInterval(playing);
  playing = 0;
  playButton.textContent = words.play;
}

function go(wanted) {
  pause();
  show(wanted);
  say(text(tape.sentences));
}

// What the reader does to the week. It is kept until a tape that holds it has come back.

function act(action) {
  waiting.push({ at: event, ...action });
  if (python) ask();
  else say(main.dataset.python === "failed" ? words.kept : words.saved);
}

async function ask() {
  if (asking || !python) return;
  asking = true;
  try {
    while (waiting.length > 0) {
      const sent = waiting.length;
      const answer = JSON.parse(await python.act(JSON.stringify(tape.history), JSON.stringify(waiting)));
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

function take(answer) {
  if (answer.tape) {
    tape = answer.tape;
    show(answer.event);
  } else {
    restoreSelects();
  }
  const said = [...answer.refused];
  if (answer.tape) said.push(text(tape.sentences));
  if (answer.set_aside > 0) said.push(words.set_aside);
  say(said.join(" "));
}

// A refused press changes nothing, so a select must show again what holds.
function restoreSelects() {
  for (const select of main.querySelectorAll("select[data-value]")) select.value = select.dataset.value;
}

function makeLate() {
  const hours = Number(lateHours.value);
  if (!Number.isInteger(hours) || hours < 1 || hours > 24) return say(words.hours_out_of_bounds);
  const press = `late:${lateDay.value}:${hours * 60}`;
  act({ do: lateDay.selectedOptions[0].dataset.do === "late" ? "press" : "start-over", press });
}

// The hunt, in a second Python so that the board stays alive.

let hunter = null;
let hunting = false;
let hunt = null; // what the hunt has found so far, as Python wants it back

async function startHunt() {
  const button = find('[data-do="hunt"]');
  if (hunting) return void (hunting = false);
  if (!python) return say(words.hunt_needs_python);
  hunting = true;
  button.textContent = words.hunt_stop;
  say(words.hunt_starting);
  const chosen = [...main.querySelectorAll("[data-hunt]")].map((select) => [select.dataset.hunt, select.value]);
  hunt = Object.fromEntries(chosen);
  try {
    hunter ??= await startPython({ downloaded: true });
    for (let done = false; hunting && !done; ) {
      const answer = JSON.parse(await hunter.hunt_on(JSON.stringify(hunt)));
      ({ state: hunt, done } = answer);
      showRegion("hunt", answer.html);
    }
    say(find('[data-region="hunt"]').textContent);
  } catch (error) {
    console.warn(error.message, error.cause ?? "");
    hunter = null;
    say(error.message);
  }
  hunting = false;
  button.textContent = words.hunt_start;
}

async function showFirst() {
  pause();
  take(JSON.parse(await hunter.show_first(JSON.stringify(hunt))));
  main.scrollIntoView();
}

// Python.

async function connect() {
  showPython("loading", words.python_starting);
  try {
    const functions = await startPython({
      onProgress: (loaded, total) =>
        showPython(
          "loading",
          loaded < total ? fill(words.python_loading, { loaded: mb(loaded), total: mb(total) }) : words.python_starting,
        ),
    });
    const drawn = document.getElementById("tape").dataset.digest;
    if ((await functions.opening_digest()) !== drawn) throw new Error(words.digest_differs);
    python = functions;
  } catch (error) {
    return fail(error);
  }
  showPython("ready", words.python_ready);
  ask();
}

const mb = (bytes) => (bytes / 1e6).toFixed(1);

function fail(error) {
  console.warn(error.message, error.cause ?? "");
  python = null;
  showPython("failed", words.python_failed);
  say(`${error.message} ${waiting.length > 0 ? words.kept : words.still_plays}`);
}

function showPython(state, sentence) {
  main.dataset.python = state;
  find("[data-python-status]").textContent = sentence;
  find('[data-do="try-again"]').hidden = state !== "failed";
}

// Wiring.

const doings = {
  play: () => (playing ? pause() : play()),
  step: () => (event < tape.frames.length - 1 ? go(event + 1) : say(words.at_last_event)),
  back: () => (event > 0 ? go(event - 1) : say(words.at_first_event)),
  "start-over": () => act({ do: "start-over", press: null }),
  late: makeLate,
  "try-again": connect,
  hunt: startHunt,
  "show-first": showFirst,
};

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.press) act({ do: "press", press: button.dataset.press });
  else if (button.dataset.goto) go(Number(button.dataset.goto));
  else doings[button.dataset.do]?.();
});

main.addEventListener("change", ({ target }) => {
  if (target.dataset.set) act({ do: "press", press: `${target.dataset.set}:${target.value}` });
  if (target === lateDay) showLate();
});

lateHours.addEventListener("input", showLate);
slider.addEventListener("input", () => go(Number(slider.value)));
document.addEventListener("visibilitychange", () => document.hidden && pause());

connect();
