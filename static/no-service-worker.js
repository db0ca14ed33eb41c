// Published in place of service-worker.js, this takes it away again from every browser that has it.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));

async function leave() {
  const names = await caches.keys();
  const ours = `backfill ${registration.scope} `;
  await Promise.all(names.filter((name) => name.startsWith(ours)).map((name) => caches.delete(name)));
  await registration.unregister();
}
