// Lets the page work without a network on later visits. It waits until Python runs, because the first visit
// needs the line for itself. Where the browser refuses, the page works as before.

import { onReady } from "./desk.js";

onReady(() => navigator.serviceWorker?.register("./service-worker.js", { updateViaCache: "none" }).catch(() => {}));
