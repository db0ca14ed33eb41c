// Joins the page's buttons and fields to what they do. No script here knows a rule of the week: tapes hold
// strings to show (week.js), and what the reader does goes to Python and comes back as another tape (desk.js).

import { copyLink } from "./address.js";
import { act, connect, redo, undo } from "./desk.js";
import { tryNext, tryOut } from "./experiments.js";
import { chooseFile, saveText, saveWeek } from "./files.js";
import { handOver } from "./hand-over.js";
import { showFirst, startOrStopHunt } from "./hunt.js";
import { hideKeys, showKeys } from "./keys.js";
import "./foot.js";
import "./story.js";
import { openOrCloseTwin } from "./twin.js";
import { back, go, nextFailure, onShow, playOrPause, step } from "./week.js";
import { say, words } from "./words.js";

const main = document.querySelector("main");
const lateDay = main.querySelector("[data-late-day]");
const lateHours = main.querySelector("[data-late-hours]");
const lateUnit = main.querySelector("[data-late-unit]");
const lateButton = main.querySelector('button[data-do="late"]');

function showLate() {
  lateButton.textContent = lateDay.selectedOptions[0].dataset.label;
  lateUnit.textContent = lateHours.value === "1" ? words.hour : words.hours;
}

function makeLate() {
  const hours = Number(lateHours.value);
  if (!Number.isInteger(hours) || hours < 1 || hours > 24) return say(words.hours_out_of_bounds);
  const press = `late:${lateDay.value}:${hours * 60}`;
  act({ do: lateDay.selectedOptions[0].dataset.do === "late" ? "press" : "start-over", press });
}

const doings = {
  play: playOrPause,
  step,
  back,
  "next-failure": nextFailure,
  undo,
  redo,
  "copy-link": copyLink,
  save: saveWeek,
  "save-text": saveText,
  open: chooseFile,
  keys: showKeys,
  "close-keys": hideKeys,
  "start-over": () => act({ do: "start-over", press: null }),
  late: makeLate,
  "next-experiment": tryNext,
  "try-again": connect,
  hunt: startOrStopHunt,
  "show-first": showFirst,
  twin: openOrCloseTwin,
};

main.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.press) act({ do: "press", press: button.dataset.press });
  else if (button.dataset.experiment) tryOut(button);
  else if (button.dataset.goto) go(Number(button.dataset.goto));
  else doings[button.dataset.do]?.();
});

main.addEventListener("change", ({ target }) => {
  if (target.dataset.set) act({ do: "press", press: `${target.dataset.set}:${target.value}` });
  if (target === lateDay) showLate();
});

lateHours.addEventListener("input", showLate);
onShow(showLate);
handOver();
connect();
