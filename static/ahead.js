// The answers that were drawn ahead (app/ahead.py): what Python says to all that can be done first on the opening
// week. They come in one file long before Python does, so that the first press need not wait.

import { week } from "./week.js";
import { words } from "./words.js";

const link = document.querySelector("[data-answers]");
const opening = week.tape;
const openingEvent = week.event;

let strings = [];
let tapes = []; // each week once: packed, and whole since it was first asked for
let answers = new Map(); // by the question as text
const digests = new WeakMap([[opening, document.getElementById("tape").dataset.digest]]);

/** Settles when the answers are there, or it is clear that they never will be: then Python is asked all. */
export const arrived = fetchAnswers().catch((cause) => console.warn(words.answers_missing, cause));

async function fetchAnswers() {
  const response = await fetch(link.href);
  const bytes = await response.arrayBuffer();
  if ((await sha256(bytes)) !== link.dataset.answers) throw new Error(words.answers_missing);
  const file = JSON.parse(new TextDecoder().decode(bytes));
  strings = [...opening.strings, ...file.strings];
  tapes = file.tapes;
  answers = new Map(file.answers.map(([question, answer]) => [JSON.stringify(question), answer]));
}

async function sha256(bytes) {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What Python would answer to a question, parsed, or undefined where that was not drawn ahead. */
export function answerAhead(...question) {
  const [name, text] = question;
  const found = answers.get(JSON.stringify(question)) ?? (name in OPENED ? opened(name, text) : undefined);
  if (!found) return undefined;
  if (found.tape === undefined) return whole(found);
  return { ...found, tape: found.tape === null ? null : tapeAt(found.tape) };
}

// A link, and a week as the page saves it for Undo: what stands before the number of the event. Whatever is
// written otherwise is Python's to judge.
const OPENED = {
  open_link: ({ link }) => `${link}&event=`,
  open_week: ({ history }) => `${JSON.stringify(history).slice(0, -1)},"event":`,
};

function opened(name, text) {
  const saved = name === "open_link" && text === "" ? `${OPENED.open_link(opening)}${openingEvent}` : text;
  const index = tapes.findIndex((tape) => saved.startsWith(OPENED[name](tape)));
  if (index < 0) return undefined;
  const [, event] = /^(\d{1,4})\}?$/.exec(saved.slice(OPENED[name](tapes[index]).length)) ?? [];
  if (event === undefined || Number(event) >= tapeAt(index).minutes.length) return undefined;
  return { tape: index, event: Number(event), refused: [], set_aside: 0, notice: "", between: [] };
}

function tapeAt(index) {
  if (tapes[index].link === opening.link) return opening;
  if (!tapes[index].strings) {
    const { digest, ...tape } = tapes[index];
    tapes[index] = whole(tape);
    digests.set(tapes[index], digest);
  }
  return tapes[index];
}

/** The digest that the build has found for a tape that it drew. */
export const digestOf = (tape) => digests.get(tape);

/** A tape or a comparison as Python gives it, but that all share their strings. */
const whole = (packed) => ({ ...packed, strings });
