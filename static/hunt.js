// The hunt through 3,000 weeks, in Pythons of its own beside the first, so that the board stays alive.

import { pythonIsReady, take } from "./desk.js";
import { startPython } from "./python.js";
import { showRegion } from "./regions.js";
import { pause } from "./week.js";
import { say, words } from "./words.js";

// More would be faster still, but each takes as much memory as the page itself.
const HUNTERS = Math.min(2, navigator.hardwareConcurrency || 1);

const main = document.querySelector("main");
const button = main.querySelector('[data-do="hunt"]');
const choices = [...main.querySelectorAll("[data-hunt]")];

let hunters = null; // each Python's functions
let hunt = null; // what goes on now: {stopped}
let shares = []; // what each has found so far, as Python wants it back

export async function startOrStopHunt() {
  if (hunt) {
    hunt.stopped = true;
    return;
  }
  if (!pythonIsReady()) return say(words.hunt_needs_python);
  hunt = { stopped: false };
  button.textContent = words.hunt_stop;
  say(words.hunt_starting);
  const chosen = Object.fromEntries(choices.map((select) => [select.dataset.hunt, select.value]));
  shares = Array.from({ length: HUNTERS }, (_, share) => ({ ...chosen, share, of: HUNTERS }));
  try {
    hunters ??= await Promise.all(shares.map(() => startPython({ downloaded: true })));
    await Promise.all(hunters.map(huntOn));
    say(main.querySelector("[data-found]").textContent);
  } catch (error) {
    hunt.stopped = true; // the other Pythons too
    fail(error);
  }
  hunt = null;
  button.textContent = words.hunt_start;
}

async function huntOn(hunter, share) {
  while (!hunt.stopped && !shares[share].done) {
    shares[share] = JSON.parse(await hunter.hunt_on(JSON.stringify(shares[share])));
    showRegion("hunt", await hunter.hunt_so_far(JSON.stringify(shares)));
  }
}

export async function showFirst() {
  pause();
  try {
    take(JSON.parse(await hunters[0].show_first(JSON.stringify(shares))));
    main.scrollIntoView();
  } catch (error) {
    fail(error);
  }
}

function fail(error) {
  console.warn(error.message, error.cause ?? "");
  hunters = null; // the next hunt starts others
  say(error.message);
}
