// The words that scripts choose. They are written in app/words.py and come with the page.

export const words = JSON.parse(document.getElementById("page-words").textContent);

/** A sentence with its {names} filled in. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const status = document.querySelector("[data-status]");

// Where else a reader sees what is said: in the sentence above the board, or in the line under the Try row.
const seenIn = {
  sentence: document.querySelector('[data-region="sentence"]'),
  "look-at": document.querySelector("[data-look-at]"),
};

const QUIET_MS = 5_000; // while the week plays, at most one message in this time

let saidAt = -QUIET_MS;
let later = 0; // the timer of what is said when the time has come
let unsaid = ""; // and what that is

/** Says a sentence to screen readers. Where it only repeats what the page shows it need not be seen. */
export function say(sentence) {
  hush();
  saidAt = performance.now();
  status.textContent = sentence;
  status.dataset.repeats = Object.keys(seenIn).find((place) => seenIn[place].textContent.endsWith(sentence)) ?? "";
}

/** Says nothing, and drops what was still to be said. */
export function hush() {
  clearTimeout(later);
  unsaid = "";
  status.textContent = "";
}

/** Says a sentence as soon as the last message is old enough, with all that came meanwhile. */
export function sayInTime(sentence) {
  clearTimeout(later);
  unsaid = unsaid ? `${unsaid} ${sentence}` : sentence;
  const waitMs = saidAt + QUIET_MS - performance.now();
  if (waitMs <= 0) say(unsaid);
  else later = setTimeout(() => say(unsaid), waitMs);
}
