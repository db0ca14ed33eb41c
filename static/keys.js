// What the keys do. static/early.js knows which are the simulator's: they act while focus is in it and not in a field.

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

simulator.addEventListener("keydown", (pressed) => {
  const key = window.early.keyOf(pressed);
  if (!key) return;
  pressed.preventDefault();
  if (KEYS[key]) KEYS[key]();
  else simulator.querySelectorAll("[data-choose]")[key - 1]?.click(); // 1 chooses the first day
});
