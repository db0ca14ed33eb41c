// The experiments: a Try button brings a week from Python, plays it to the event that tells, and says what
// is to be seen there. What was seen is ticked for as long as the page is open.

import { open } from "./desk.js";
import { go, onTape, playTo, week } from "./week.js";
import { say, words } from "./words.js";

const FEW_EVENTS = 12; // so few can be watched one by one

const board = document.querySelector(".board");
const line = document.querySelector("[data-look-at]");
const hint = line.textContent;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Sets an experiment up and plays it; before Python is ready it is kept like a press. */
export function tryOut(button) {
  open("experiment", button.dataset.experiment, words.saved, (answer) => watch(button, answer));
}

async function watch(button, { telling, look_at: lookAt }) {
  bringBoardIntoView();
  if (still.matches) go(telling);
  else if (!(await playTo(telling, telling - week.event > FEW_EVENTS ? "fast" : "normal"))) return;
  showLine(lookAt, "told");
  say(lookAt);
  button.querySelector(".number").textContent = "\u2713";
  button.querySelector(".hidden").textContent = words.experiment_seen;
}

// On a phone the buttons lie below the board.
function bringBoardIntoView() {
  const { top, bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) board.parentElement.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
}

function showLine(text, state) {
  line.textContent = text;
  line.dataset.lookAt = state;
}

onTape(() => showLine(hint, ""));
