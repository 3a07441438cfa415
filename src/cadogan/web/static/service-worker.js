/**
 * Keeps the page's own files, so that the page opens even while the program does not run.
 *
 * The server writes three lines before this text: STAMP, the hash of all files; LANGUAGE, the language
 * of the page; and FILES, the addresses of scripts and style sheets. Answers about games, rules and
 * plays are never kept: the server alone has the current ones.
 */

const scope = /** @type {any} */ (self);
const NAME = `cadogan-${STAMP}-${LANGUAGE}`;

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  const page = new Request("/", { headers: { "Accept-Language": LANGUAGE } });
  event.waitUntil(
    caches.open(NAME).then(async (kept) => {
      // One after the other, so that a loading page finds a connection free; the page last, since it needs the others.
      for (const each of [...FILES, page]) await kept.add(each);
    }),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(scope.clients.claim());
  // Not awaited: every loading page waits until the worker is active.
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

/** Return the server's page, or the kept one if there is no server. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { ignoreVary: true, cacheName: NAME });
    if (kept) return kept;
    throw error;
  }
}

/** Return a file of this version, which never changes. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  // Without a server a picture that was never fetched is missing, which is no error.
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
