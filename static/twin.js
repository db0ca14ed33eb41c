// The same week, twice: two boards that are made of the shown week when they are asked for, and that follow the
// page's own event.

import { askAnyone, onReady, sayMeanwhile } from "./desk.js";
import { showReel } from "./reel.js";
import { elementOf } from "./regions.js";
import { onShow, onTape, week } from "./week.js";
import { say, words } from "./words.js";

const main = document.querySelector("main");
const button = main.querySelector('[data-do="twin"]');
const place = main.querySelector("[data-twin]");

let isOpen = false;
let twin = null; // what Python made of the shown tape, once it has come

export function openOrCloseTwin() {
  isOpen = !isOpen;
  button.setAttribute("aria-expanded", isOpen);
  button.textContent = isOpen ? words.twin_close : words.twin_open;
  place.hidden = !isOpen;
  if (isOpen) askAnew(() => sayMeanwhile(words.saved));
}

async function askAnew(orElse = () => {}) {
  twin = null;
  if (!isOpen) return;
  place.toggleAttribute("data-waits", true);
  const { tape } = week;
  try {
    const answer = await askAnyone("twin", JSON.stringify(tape.history));
    if (tape !== week.tape) return; // that one was asked for when it came
    if (!answer) return orElse();
    twin = answer;
    place.toggleAttribute("data-waits", false);
    if (!place.hasChildNodes()) place.append(elementOf(twin.table));
    showTwin();
  } catch (error) {
    console.warn(error.message, error.cause ?? "");
    say(error.message);
  }
}

function showTwin() {
  if (twin) showReel(twin, week.event);
}

onShow(showTwin);
onTape(() => askAnew());
onReady(() => askAnew());
