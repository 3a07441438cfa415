/**
 * Cache for the page's own files, so that the page opens even when the program is not running.
 *
 * The server inserts three lines before this text. STAMP is the hash of all files. LANGUAGE is the
 * language of the page. FILES lists the addresses of scripts and style sheets. The cache never
 * contains answers about games, rules or plays, because only the server can give up-to-date
 * answers.
 */

const scope = /** @type {any} */ (self);
const NAME = `cadogan-${STAMP}-${LANGUAGE}`;

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  const page = new Request("/", { headers: { "Accept-Language": LANGUAGE } });
  event.waitUntil(
    caches.open(NAME).then(async (kept) => {
      // Fetch one file at a time, to leave a connection for a page that is loading. The page itself
      // comes last, because it needs the others.
      for (const each of [...FILES, page]) await kept.add(each);
    }),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(scope.clients.claim());
  // Do not await this, because every loading page waits until the worker is active.
  caches
    .keys()
    .then((names) => names.filter((name) => name !== NAME).map((name) => caches.delete(name)))
    .catch(() => undefined);
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (new URL(request.url).pathname.startsWith(`/static/${STAMP}/`))
    event.respondWith(file(request));
});

/** Return the page from the server, or from the cache if the server is not running. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { ignoreVary: true, cacheName: NAME });
    if (kept) return kept;
    throw error;
  }
}

/** Return a file of this version; such files never change. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  // Without a server, pictures that are not in the cache are missing, which is not an error.
  const answer = await fetch(request).catch(() => Response.error());
  if (answer.ok) {
    const copy = answer.clone();
    caches
      .open(NAME)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined);
  }
  return answer;
}
