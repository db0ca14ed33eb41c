// Serves the page and what it loads where there is no network. The build fills in what belongs to it.
//
// The page itself comes from the network where there is one, so that a new build is seen at once. All else
// has its content in its name, so what is kept is right for ever, and two builds never mix: a page asks for
// the files of its own build. A new service worker waits until no page of the old build is open.

const BUILD = {{ build }};
const FILES = {{ files }}; // path -> digest, of all that is kept
const PAGE = "index.html";
const PATIENCE_MS = 4_000; // on a line that is dead without saying so

// Other projects may live on the same origin, and caches are common to all of it.
const { scope } = registration;
const OURS = `backfill ${scope} `;
const CACHE = OURS + BUILD;

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(dropOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  const path = new URL(request.url).href.slice(scope.length).replace(/[?#].*$/, "");
  if (path === "" || path === PAGE) event.respondWith(page(request));
  else if (Object.hasOwn(FILES, path)) event.respondWith(file(request, path));
});

// A file that is not what was built makes the whole fail, and the browser tries again at a later visit.
async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(
    Object.entries(FILES).map(
      ([path, integrity]) => new Request(scope + path, { integrity, cache: path === PAGE ? "no-cache" : "default" }),
    ),
  );
}

async function dropOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

async function page(request) {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (response.status < 500) return response;
  } catch {
    // no network
  }
  return (await kept(PAGE)) ?? fetch(request);
}

async function file(request, path) {
  const found = (path.endsWith(".wasm") && (await loaded(request))) || (await kept(path));
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) keep(path, response.clone());
  return response;
}

// What the browser has in its own cache it may have compiled as well, and does not compile again.
async function loaded(request) {
  try {
    return await fetch(request, { cache: "only-if-cached", mode: "same-origin" });
  } catch {
    return undefined;
  }
}

// The browser may throw away what is kept, or fail to read it. Then the network is asked, and the gap closes.
async function kept(path) {
  try {
    return await (await caches.open(CACHE)).match(scope + path);
  } catch {
    return undefined;
  }
}

async function keep(path, response) {
  try {
    await (await caches.open(CACHE)).put(scope + path, response);
  } catch {
    // the disk is full: the network serves it
  }
}
