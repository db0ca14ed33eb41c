// Does what the reader did before the page's scripts ran, once and in order, as if it were done now.

import { hush } from "./words.js";

const main = document.querySelector("main");

export function handOver() {
  const done = window.early.end();
  if (done.length > 0) hush(); // that it is kept is no longer so
  for (const deed of done) redo(deed);
}

function redo({ type, element, value, key }) {
  // What was done before it may have taken the element away, such as a line of what happened.
  const isGone = !element.isConnected;
  if (isGone) main.append(element);
  if (type === "click") element.click();
  else {
    if (type !== "keydown") element.value = value;
    const options = { bubbles: true, cancelable: true };
    element.dispatchEvent(type === "keydown" ? new KeyboardEvent(type, { ...options, key }) : new Event(type, options));
  }
  if (isGone) element.remove();
}
