// The experiments: each brings a week, plays it to the event that tells, and says what is to be seen there. What was
// seen is ticked for as long as the page is open, and the button above the board offers the next.

import { open } from "./desk.js";
import { go, playTo, week } from "./week.js";
import { fill, say, words } from "./words.js";

const FEW_EVENTS = 12; // so few can be watched one by one

const board = document.querySelector(".board");
const simulator = document.querySelector(".simulator");
const buttons = [...document.querySelectorAll("[data-experiment]")];
const lead = document.querySelector("[data-lead]");
const which = document.querySelector("[data-lead-which]");
const still = matchMedia("(prefers-reduced-motion: reduce)");

const seen = new Set();
let next = buttons[0];

/** Sets an experiment up and plays it; before Python is ready it is kept like a press. */
export function tryOut(button) {
  open("experiment", button.dataset.experiment, words.saved, (answer) => watch(button, answer));
}

export const tryNext = () => tryOut(next);

async function watch(button, { telling, look_at: lookAt }) {
  bringBoardIntoView();
  if (still.matches) go(telling);
  else if (!(await playTo(telling, telling - week.event > FEW_EVENTS ? "fast" : "normal"))) return;
  say(lookAt);
  seen.add(button);
  button.querySelector(".number").textContent = "\u2713";
  button.querySelector(".hidden").textContent = words.experiment_seen;
  offerNext(button);
}

// The buttons of all seven lie below the board.
function bringBoardIntoView() {
  const { top, bottom } = board.getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) simulator.scrollIntoView({ behavior: still.matches ? "auto" : "smooth" });
}

const label = (button) => button.querySelector("[data-label]").textContent;

/** Offers the first that was not seen yet, of those after this one if there is one. */
function offerNext(button) {
  const after = buttons.slice(buttons.indexOf(button) + 1);
  const unseen = [...after, ...buttons].filter((each) => !seen.has(each));
  next = unseen[0] ?? buttons[0];
  lead.textContent = label(next);
  const later = buttons[buttons.indexOf(next) + 1];
  const told = unseen.length === 0 ? words.lead_over : later ? words.lead : words.lead_last;
  which.textContent = fill(told, {
    number: buttons.indexOf(next) + 1,
    of: buttons.length,
    after: later && label(later),
  });
}
