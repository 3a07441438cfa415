/**
 * Cache for the whole site, so that it works without a network after the first visit.
 *
 * The build inserts four lines before this text. STAMP is the hash of the site. BASE is its path.
 * FILES lists the addresses to fetch immediately, and LATER those to fetch when a page is open. The
 * addresses contain hashes, so a cached file never changes. A new version takes over when no page of
 * the old one is open, or when the player reloads the pages.
 */

const worker = /** @type {any} */ (self);
const CACHE = `cadogan ${BASE} ${STAMP}`;
const START = `${BASE}/`;
/** The page for all addresses of plays, and for the desk. */
const BOARD = `${BASE}/desk/`;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    store(FILES).then(async () => {
      const cache = await caches.open(CACHE);
      for (const page of [START, BOARD]) await cache.put(page, await whole(page));
    }),
  );
});

/** Store files, two at a time, to leave connections for a page that is loading. @param {string[]} files */
async function store(files) {
  const cache = await caches.open(CACHE);
  const left = [...files];
  const next = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      if (await cache.match(file)) continue;
      const old = await caches.match(file);
      if (old) await cache.put(file, old);
      else await cache.add(file);
    }
  };
  await Promise.all([next(), next()]);
}

/** Fetch a page from the host. A browser shows no stored page that came by a redirect, so copy that. @param {string} page */
async function whole(page) {
  const answer = await fetch(page, { cache: "reload" });
  if (!answer.ok) throw new TypeError(`${page}: ${answer.status}`);
  return answer.redirected ? new Response(answer.body, answer) : answer;
}

worker.addEventListener("message", (/** @type {any} */ event) => {
  // The player reloads all pages of the old version at once.
  if (event.data === "reload") worker.skipWaiting();
  // The next page tries again if the network fails.
  else event.waitUntil(store(LATER).catch(() => undefined));
});

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
  const navigates = request.mode === "navigate";
  if (navigates && /^\/(index\.html)?$/.test(path)) event.respondWith(cached(START, request));
  else if (navigates && /^\/(play|desk)(\/|$)/.test(path))
    event.respondWith(cached(BOARD, request));
  else if (/^\/([a-z]+\/)?games\//.test(path)) event.respondWith(latest(request, true));
  else if (navigates) event.respondWith(latest(request, false));
  else if (/^\/(static|program|data)\//.test(path)) event.respondWith(cached(request, request));
});

/** Return a file from the cache, or fetch and cache it. @param {Request | string} key @param {Request} request */
async function cached(key, request) {
  const kept = await caches.match(key, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && key === request) keep(request, answer);
  return answer;
}

/**
 * Return a page from the host, or without a network the stored one. If there is none, return the
 * board's page, which says so.
 *
 * @param {Request} request
 * @param {boolean} store whether to store the page
 */
async function latest(request, store) {
  try {
    const answer = await fetch(request);
    if (store && answer.ok && !answer.redirected) keep(request, answer);
    return answer;
  } catch (error) {
    const kept =
      (await caches.match(request, { cacheName: CACHE })) ??
      (request.mode === "navigate" && (await caches.match(BOARD, { cacheName: CACHE })));
    if (kept) return kept;
    throw error;
  }
}

/** Store a copy of an answer, if the browser permits it. @param {Request} request @param {Response} answer */
function keep(request, answer) {
  const copy = answer.clone();
  caches
    .open(CACHE)
    .then((cache) => cache.put(request, copy))
    .catch(() => undefined);
}
