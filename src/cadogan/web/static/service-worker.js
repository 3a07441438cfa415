/**
 * Keeps the page's own files, so that the page opens also when the program does not run, and says so.
 *
 * The server writes three lines before this text: STAMP, the hash of all files, LANGUAGE, in which the
 * page is written, and FILES, the addresses of scripts and style sheets. Nothing that the server says of games, rules or plays is
 * ever kept: there is one truth, and it is not here.
 */

const scope = /** @type {any} */ (self);
const NAME = `cadogan-${STAMP}-${LANGUAGE}`;

scope.addEventListener("install", (/** @type {any} */ event) => {
  scope.skipWaiting();
  const page = new Request("/", { headers: { "Accept-Language": LANGUAGE } });
  event.waitUntil(
    caches.open(NAME).then(async (kept) => {
      // One after the other: a page that is loaded meanwhile must find a connection free. The page last, which needs the others.
      for (const each of [...FILES, page]) await kept.add(each);
    }),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(scope.clients.claim());
  // Not waited for: till a worker is active, every page that is loaded waits for it.
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

/** The page as the server has it now; without a server as it was. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { ignoreVary: true, cacheName: NAME });
    if (kept) return kept;
    throw error;
  }
}

/** A file of this version: what lies at its address never changes. @param {Request} request */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  // Without a program a picture that was never fetched is missing, which is no mistake.
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
