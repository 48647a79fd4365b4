// Keeps the whole site on the device: every file is taken when this edition is installed, and none is asked for after that.
// Another edition is another worker. It waits until the pages of the old one are closed, or are told to go over to it.
const VERSION = "VERSION", FILES = "FILES";
const SCOPE = self.registration.scope;
const OURS = `pirate-code ${SCOPE} `;  // other sites of one host have caches of their own
const CACHE = OURS + VERSION;

const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, {cache: "reload"})));
};

const clean = async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
};

const answer = async (request) => {
  const address = new URL(request.url);
  const bare = address.origin + address.pathname;
  const cache = await caches.open(CACHE);
  const found = await cache.match(bare === SCOPE + "index.html" ? SCOPE : bare);
  return found ?? fetch(request);
};

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean()));
self.addEventListener("message", (event) => { if (event.data === "take over") self.skipWaiting(); });
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && event.request.url.startsWith(SCOPE)) event.respondWith(answer(event.request));
});
