// The hunt through 3,000 weeks, in a second Python beside the first, so that the board stays alive.

import { pythonIsReady, take } from "./desk.js";
import { startPython } from "./python.js";
import { showRegion } from "./regions.js";
import { pause } from "./week.js";
import { say, words } from "./words.js";

const main = document.querySelector("main");
const button = main.querySelector('[data-do="hunt"]');
const choices = [...main.querySelectorAll("[data-hunt]")];

let hunter = null; // the second Python's functions
let hunting = false;
let found = null; // what the hunt has found so far, as Python wants it back

export async function startOrStopHunt() {
  if (hunting) {
    hunting = false;
    return;
  }
  if (!pythonIsReady()) return say(words.hunt_needs_python);
  hunting = true;
  button.textContent = words.hunt_stop;
  say(words.hunt_starting);
  found = Object.fromEntries(choices.map((select) => [select.dataset.hunt, select.value]));
  try {
    hunter ??= await startPython({ downloaded: true });
    for (let done = false; hunting && !done; ) {
      const answer = JSON.parse(await hunter.hunt_on(JSON.stringify(found)));
      ({ state: found, done } = answer);
      showRegion("hunt", answer.html);
    }
    say(main.querySelector("[data-found]").textContent);
  } catch (error) {
    console.warn(error.message, error.cause ?? "");
    hunter = null;
    say(error.message);
  }
  hunting = false;
  button.textContent = words.hunt_start;
}

export async function showFirst() {
  pause();
  take(JSON.parse(await hunter.show_first(JSON.stringify(found))));
  main.scrollIntoView();
}
