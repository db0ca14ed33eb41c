// The address of the page: after its '#' it holds the week and the event that are shown, so that it can be sent.

import { isAwaited, open } from "./desk.js";
import { onRest, week } from "./week.js";
import { fill, say, words } from "./words.js";

const REST_MS = 250; // a held key would write the address more often than browsers allow

const main = document.querySelector("main");
const byHand = main.querySelector("[data-by-hand]");
const field = byHand.querySelector("input");

const opening = { link: week.tape.link, event: week.event };

/** The part of the address that begins with #: empty where the page opens without one. */
function fragment() {
  const { link } = week.tape;
  return link === opening.link && week.event === opening.event ? "" : `#${link}&event=${week.event}`;
}

const address = () => location.href.split("#")[0] + fragment();

let writing = 0;

function writeSoon() {
  clearTimeout(writing);
  // Until the week of a link has come, the address is all that tells of it.
  writing = setTimeout(() => isAwaited() || history.replaceState(null, "", address()), REST_MS);
}

// Another event has another link than the one that stands there to be copied.
function hideLink() {
  if (document.activeElement !== field) byHand.hidden = true;
}

function openLink(hash) {
  clearTimeout(writing);
  if (hash !== fragment()) open("open_link", hash.slice(1), words.link_on_its_way);
}

export async function copyLink() {
  try {
    await navigator.clipboard.writeText(address());
    byHand.hidden = true;
    say(fill(words.link_copied, { event: week.event }));
  } catch {
    field.value = address();
    byHand.hidden = false;
    say(words.link_by_hand);
  }
}

field.addEventListener("focus", () => field.select());
onRest(writeSoon);
onRest(hideLink);
// The address that the reader gave, which writeSoon may have overwritten already.
addEventListener("hashchange", ({ newURL }) => openLink(new URL(newURL).hash));
if (location.hash) openLink(location.hash);
