// The foot of the board: it says of the lamp or the number that was pressed last why it is as it is. The whole story
// of that day opens below. The board is one stop for the keyboard, and the arrow keys go from cell to cell.

import { chooseDay, isShown, onStory } from "./story.js";
import { onShow } from "./week.js";
import { fill, say, words } from "./words.js";

const table = document.querySelector(".board .chain");
const foot = document.querySelector("[data-foot]");
const clear = document.querySelector("[data-foot-clear]");
const hint = foot.textContent;
const CELLS = "td[data-step], td.count";

let cell = null; // the lamp or the number that was pressed last

const rowOf = (each) => each.closest("tr");
const nameOf = (each) => rowOf(each).querySelector("th").textContent.trim();
const chooseOf = (each) => rowOf(each).querySelector("[data-choose]");
const stepOf = (each) => table.tHead.rows[0].cells[each.cellIndex].textContent.trim();
const told = (selector) => document.querySelector(selector)?.textContent.trim() ?? "";

function press(pressed) {
  cell?.removeAttribute("id");
  if (pressed === cell) return release();
  cell = pressed;
  cell.id = "pressed";
  table.setAttribute("aria-activedescendant", "pressed");
  const choose = chooseOf(cell);
  if (choose) chooseDay(choose.dataset.choose);
  showFoot();
  say(foot.textContent);
}

/** A cell that is pressed again is let go. */
function release() {
  cell = null;
  table.removeAttribute("aria-activedescendant");
  foot.textContent = hint;
  clear.hidden = true;
}

function showFoot() {
  if (!cell?.isConnected) return;
  const { step } = cell.dataset;
  foot.textContent = (step ? ofLamp(step) : ofCount()).trim();
  clear.hidden = !step;
  if (step) {
    clear.dataset.press = `clear:${rowOf(cell).dataset.day}:${step}`;
    clear.setAttribute("aria-label", `${clear.textContent}: ${nameOf(cell)} \u00b7 ${stepOf(cell)}`);
  }
}

// Why is told by the story of the day, as soon as it is the one that is shown.
function ofLamp(step) {
  const reasons = isShown() ? told(`[data-region="story:${step}"] .reasons`) : "";
  const says = cell.querySelector(".hidden").textContent;
  return fill(words.foot_lamp, { name: nameOf(cell), step: stepOf(cell), says, reasons });
}

function ofCount() {
  const counted = chooseOf(cell) && isShown() ? told(".ledger > p") : cell.textContent.replace(/\s+/g, " ").trim();
  return fill(words.foot_count, { name: nameOf(cell), says: counted });
}

/** The next cell in a direction, or the cell itself at the edge. */
function next(from, down, right) {
  const rows = [...table.rows].filter((row) => row.querySelector(CELLS));
  const row = rows[rows.indexOf(rowOf(from)) + down] ?? rowOf(from);
  const cells = [...row.querySelectorAll(CELLS)];
  const column = rowOf(from) === row ? cells.indexOf(from) + right : cells.findIndex((each) => sameColumn(each, from));
  return cells[column] ?? (row === rowOf(from) ? from : cells.at(-1));
}

const sameColumn = (one, other) => one.dataset.step === other.dataset.step;

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

table.addEventListener("keydown", (pressed) => {
  const arrow = ARROWS[pressed.key];
  if (pressed.target !== table || !arrow) return;
  pressed.preventDefault();
  const wanted = cell?.isConnected ? next(cell, ...arrow) : table.querySelector(CELLS);
  if (wanted === cell) say(foot.textContent);
  else press(wanted);
});

table.addEventListener("click", ({ target }) => {
  const pressed = target.closest(CELLS);
  if (pressed) press(pressed);
});

onShow(showFoot);
onStory(showFoot);
