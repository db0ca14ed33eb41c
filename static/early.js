// What the reader does before the page's scripts run. The build writes this script into the head of the page, so
// that it listens before the first button is there. It keeps what is done, in order, and confirms it;
// static/hand-over.js does it. It also knows which keys are the simulator's, for static/keys.js as well.

window.early = (() => {
  const KEYS = /^([ n?1-7]|Arrow(Left|Right)|Home|End)$/;
  const FIELD = 'select, textarea, input:not([type="range"]), [contenteditable]';
  // What a key does by itself, and must go on doing: a button takes the space bar, the slider the arrows.
  const OWN_KEYS = [
    ["button, summary", /^ $/],
    ['input[type="range"]', /^(Arrow(Left|Right)|Home|End)$/],
    [".chain", /^Arrow(Left|Right)$/],
  ];
  const TYPES = ["click", "input", "change", "keydown"];
  const done = [];
  let sentence = "";

  /** The key, if it was pressed in the simulator and is the simulator's, else undefined. */
  function keyOf({ key, target, ctrlKey, altKey, metaKey }) {
    const name = key.length === 1 ? key.toLowerCase() : key;
    const isElsewhere = ctrlKey || altKey || metaKey || !target.closest(".simulator") || target.matches(FIELD);
    const isOwn = OWN_KEYS.some(([selector, keys]) => target.matches(selector) && keys.test(name));
    return !isElsewhere && !isOwn && KEYS.test(name) ? name : undefined;
  }

  function keep(event) {
    const { type, target } = event;
    const main = target.closest?.("main");
    const element = type === "click" ? target.closest?.("button") : target;
    if (!main || !element) return;
    const deed = { type, element, value: element.value };
    if (type === "keydown") {
      deed.key = keyOf(event);
      if (!deed.key) return;
      event.preventDefault();
    }
    // Only the last of what is typed into a field, or pulled on the slider, counts.
    if (type === "input" && done.at(-1)?.type === type && done.at(-1).element === element) done.pop();
    done.push(deed);
    if (type !== "input") say(main.dataset.early);
  }

  function say(text) {
    sentence = text;
    const status = document.querySelector("[data-status]");
    if (status) status.textContent = sentence;
    else arrival.observe(document, { childList: true, subtree: true });
  }

  // The first buttons may be there before the place in which the page speaks.
  const arrival = new MutationObserver(() => {
    if (!document.querySelector("[data-status]")) return;
    arrival.disconnect();
    say(sentence);
  });

  // The page's scripts are modules: before this event they have run, and ended the keeping, or have failed.
  function fail() {
    const main = document.querySelector("main");
    main.dataset.early = main.dataset.noScripts;
    main.dataset.python = "failed";
    main.querySelector("[data-python-status]").textContent = main.dataset.noPython;
    say(main.dataset.noScripts);
  }

  for (const type of TYPES) addEventListener(type, keep, true);
  document.addEventListener("DOMContentLoaded", fail);

  /** Ends the keeping, and hands out what was done: its type, element, and the value or key. */
  function end() {
    for (const type of TYPES) removeEventListener(type, keep, true);
    document.removeEventListener("DOMContentLoaded", fail);
    return done.splice(0);
  }

  return { keyOf, end };
})();
