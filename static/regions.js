// Regions: elements that carry data-region="name" and are patched in place, so that focus stays where it is.

const shownHtml = new Map(); // by region: the HTML it was last given
const elements = new Map(); // by region: its element, since it was first shown

/** Gives a region its HTML: one element with all that is in it. */
export function showRegion(name, html) {
  if (shownHtml.get(name) === html) return;
  shownHtml.set(name, html);
  if (!elements.has(name)) elements.set(name, document.querySelector(`[data-region="${name}"]`));
  const region = elements.get(name);
  patch(region, elementOf(html));
  restoreSelects(region);
}

/** A select shows what its region says, whatever the reader chose in it before. */
export function restoreSelects(within) {
  for (const select of within.querySelectorAll("select[data-value]")) select.value = select.dataset.value;
}

export function elementOf(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content.firstElementChild;
}

/** Text as it stands in HTML. */
export function escaped(text) {
  const element = document.createElement("p");
  element.textContent = text;
  return element.innerHTML;
}

// These stay on an element: which region it is, and what the reader did to it, folded it open, chose or pressed it.
const KEPT = new Set(["data-region", "open", "aria-pressed", "id"]);

// Makes `live` equal to `wanted` and touches only what differs.
function patch(live, wanted) {
  if (live.nodeType !== wanted.nodeType || live.nodeName !== wanted.nodeName) return live.replaceWith(wanted);
  if (live.nodeType !== Node.ELEMENT_NODE) {
    if (live.data !== wanted.data) live.data = wanted.data;
    return;
  }
  for (const { name } of [...live.attributes]) if (!wanted.hasAttribute(name) && !KEPT.has(name)) live.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (live.getAttribute(name) !== value && !KEPT.has(name)) live.setAttribute(name, value);
  const wantedChildren = [...wanted.childNodes];
  while (live.childNodes.length > wantedChildren.length) live.lastChild.remove();
  wantedChildren.forEach((child, index) => {
    if (index < live.childNodes.length) patch(live.childNodes[index], child);
    else live.append(child);
  });
}
