// The words that scripts choose. They are written in app/words and come with the page.

export const words = JSON.parse(document.getElementById("page-words").textContent);

/** A sentence with its {names} filled in. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const status = document.querySelector("[data-status]");

// The line above the board shows what was said last or the sentence of the event, whichever is newer.
const line = status.parentElement;
const sentenceNow = () => line.querySelector('[data-region="sentence"]').textContent;

const QUIET_MS = 5_000; // while the week plays, at most one message in this time

let saidAt = -QUIET_MS;
let later = 0; // the timer of what is said when the time has come
let unsaid = ""; // and what that is

/** Says a sentence: in the line above the board, unless that has it already, and to screen readers. */
export function say(sentence) {
  hush();
  speak(sentence);
  line.dataset.shows = sentenceNow().endsWith(sentence) ? "sentence" : "news";
}

/** Another event is shown, so the line shows its sentence again. */
export function showSentence() {
  line.dataset.shows = "sentence";
}

function speak(sentence) {
  saidAt = performance.now();
  status.textContent = sentence;
}

/** Says nothing, and drops what was still to be said. */
export function hush() {
  clearTimeout(later);
  unsaid = "";
  status.textContent = "";
  showSentence();
}

/** Says to screen readers alone, as soon as the last message is old enough, a sentence and all that came meanwhile. */
export function sayInTime(sentence) {
  clearTimeout(later);
  unsaid = unsaid ? `${unsaid} ${sentence}` : sentence;
  const waitMs = saidAt + QUIET_MS - performance.now();
  if (waitMs <= 0) sayUnsaid();
  else later = setTimeout(sayUnsaid, waitMs);
}

function sayUnsaid() {
  speak(unsaid);
  unsaid = "";
}
