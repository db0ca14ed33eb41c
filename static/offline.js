// Lets the page work without a network on later visits. It waits until Python has run for a while, because the
// first visit needs the line and the machine for itself, and so do the first presses. Where the browser
// refuses, the page works as before.

import { onReady } from "./desk.js";

const LATER_MS = 3_000;

function register() {
  navigator.serviceWorker?.register("./service-worker.js", { updateViaCache: "none" }).catch(() => {});
}

onReady(() => setTimeout(register, LATER_MS));
