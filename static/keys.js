// The keys. They act while focus is in the simulator and not in a field.

import { back, go, nextFailure, playOrPause, step, week } from "./week.js";

const simulator = document.querySelector(".simulator");
const dialog = document.querySelector("dialog");

export const showKeys = () => dialog.showModal();
export const hideKeys = () => dialog.close();

const KEYS = {
  " ": playOrPause,
  ArrowLeft: back,
  ArrowRight: step,
  Home: () => go(0),
  End: () => go(week.last),
  n: nextFailure,
  "?": showKeys,
};

// What a key does by itself, and must go on doing: a button takes the space bar, the slider the arrows.
const OWN_KEYS = {
  button: [" "],
  'input[type="range"]': ["ArrowLeft", "ArrowRight", "Home", "End"],
};

simulator.addEventListener("keydown", (pressed) => {
  const { key, target } = pressed;
  if (pressed.ctrlKey || pressed.altKey || pressed.metaKey || isField(target) || isOwn(key, target)) return;
  const act = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? dayOf(key);
  if (!act) return;
  pressed.preventDefault();
  act();
});

const isField = (element) => element.matches('select, textarea, input:not([type="range"]), [contenteditable]');
const isOwn = (key, element) =>
  Object.entries(OWN_KEYS).some(([selector, keys]) => element.matches(selector) && keys.includes(key));

/** 1 chooses the first day. */
function dayOf(key) {
  const day = /^[1-7]$/.test(key) && simulator.querySelectorAll("[data-choose]")[key - 1];
  return day && (() => day.click());
}
