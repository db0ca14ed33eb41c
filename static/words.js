// The words that scripts choose. They are written in app/words.py and come with the page.

export const words = JSON.parse(document.getElementById("page-words").textContent);

/** A sentence with its {names} filled in. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const status = document.querySelector("[data-status]");
const repeated = () => document.querySelector('[data-region="sentence"]').textContent;

/** Says a sentence to screen readers. Where it only repeats the one above the board it need not be seen. */
export function say(sentence) {
  status.textContent = sentence;
  status.toggleAttribute("data-repeats", repeated().endsWith(sentence));
}
