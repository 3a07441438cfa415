/**
 * Cache for the whole site, so that it works without a network after the first visit.
 *
 * The build inserts three lines before this text. STAMP is the hash of the site. BASE is its path.
 * FILES lists the addresses to fetch immediately. The addresses contain hashes, so a cached file
 * never changes. A new version takes over when no page of the old one is open, or when the player
 * reloads the pages.
 */

const worker = /** @type {any} */ (self);
const CACHE = `cadogan ${BASE} ${STAMP}`;
const START = `${BASE}/index.html`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      // Fetch one file at a time, to leave a connection for a page that is loading.
      for (const file of [...FILES, START]) {
        const old = file === START ? undefined : await caches.match(file);
        if (old) await cache.put(file, old);
        else await cache.add(new Request(file, { cache: file === START ? "reload" : "default" }));
      }
    }),
  );
});

// The player reloads all pages of the old version at once.
worker.addEventListener("message", () => worker.skipWaiting());

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    Promise.all([
      worker.clients.claim(),
      caches
        .keys()
        .then((names) =>
          Promise.all(
            names
              .filter((name) => name.startsWith(`cadogan ${BASE} `) && name !== CACHE)
              .map((name) => caches.delete(name)),
          ),
        ),
    ]),
  );
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const path = url.pathname.slice(BASE.length);
  if (request.mode === "navigate") {
    if (/^\/(index\.html)?$|^\/(play|desk)(\/|$)/.test(path))
      event.respondWith(cached(START, request));
  } else if (/^\/(static|program|data)\//.test(path)) event.respondWith(cached(request, request));
});

/** Return a file from the cache, or fetch and cache it. @param {Request | string} key @param {Request} request */
async function cached(key, request) {
  const kept = await caches.match(key, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && key === request) {
    const copy = answer.clone();
    caches
      .open(CACHE)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}
