// The story of the day that the reader chose. Like a tape it holds the HTML of its regions for every event,
// so it plays along without asking Python. Another day, or another week, has another story: until it has
// come, the one that is shown stays as it is.

import { askAnyone, onReady, pythonIsReady } from "./desk.js";
import { showReel } from "./reel.js";
import { onShow, onTape, week } from "./week.js";
import { fill, say, words } from "./words.js";

const main = document.querySelector("main");
const panel = main.querySelector(".story");
const waits = main.querySelector("[data-story-waits]");
const chart = main.querySelector("[data-chart]");

let story = JSON.parse(document.getElementById("story").textContent);
let tapeOfStory = week.tape; // the week that the story is of
let chosen = story.day;

/** Opens the story of a day, by its short name, or of another date. */
export function chooseDay(day) {
  chosen = day;
  showChosen();
  showStory();
  ask();
}

/** Whether the story that is shown is that of the chosen day in the week that is shown. */
export const isShown = () => story.day === chosen && tapeOfStory === week.tape;

const readers = [];

/** Calls back when a story has come. */
export function onStory(reader) {
  readers.push(reader);
}

async function ask() {
  showWaiting();
  if (isShown() || !pythonIsReady()) return;
  const { tape } = week;
  const day = chosen;
  try {
    const answer = await askAnyone("story", JSON.stringify(tape.history), day);
    if (tape !== week.tape || day !== chosen) return; // another was asked for meanwhile
    story = answer;
    tapeOfStory = tape;
    showWaiting();
    showStory();
    for (const reader of readers) reader();
  } catch (error) {
    console.warn(error.message);
  }
}

function showStory() {
  if (!isShown()) return;
  showReel(story, week.event);
  for (const row of chart.querySelectorAll("[data-event]")) row.hidden = Number(row.dataset.event) > week.event;
}

function showChosen() {
  for (const button of main.querySelectorAll("[data-choose]"))
    button.setAttribute("aria-pressed", button.dataset.choose === chosen);
}

// A story of another day or another week is dimmed, and a line says whose comes, and when.
function showWaiting() {
  const late = !isShown() && !pythonIsReady();
  for (const each of [panel, chart]) each.toggleAttribute("data-waits", late);
  waits.textContent = late ? fill(words.story_waits, { name: nameOf(chosen) }) : "";
}

const nameOf = (day) => main.querySelector(`[data-choose="${CSS.escape(day)}"]`)?.textContent ?? day;

onShow(() => {
  showChosen();
  showStory();
  chart.style.setProperty("--event", week.event);
});
onTape(ask);
onReady(ask);

main.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-choose]");
  if (!button) return;
  chooseDay(button.dataset.choose);
  say(fill(isShown() || pythonIsReady() ? words.story_chosen : words.story_waits, { name: nameOf(chosen) }));
});
