/** Web worker that answers the page's requests (`cadogan.site.backend`). */

import { startPython } from "./python.js";
import { Storage } from "./storage.js";

const FOLDER = "/cadogan";
/** Bytes that should stay free, and saves between two looks at them. */
const ROOM = 8 << 20;
const LOOKS = 50;
/** Milliseconds until a save that has failed is tried again. */
const PAUSE = 5000;

/** How many web workers the program has asked for. */
let workers = 0;
/** Requests that arrived before Python was ready. @type {any[]} */
const early = [];
/** Called when a web worker cannot be started, by its number. @type {Map<number, (why: string) => void>} */
const failures = new Map();
/** @type {(request: any) => void} */
let receive = (request) => void early.push(request);

addEventListener("message", ({ data }) => {
  if (data.number !== undefined) failures.get(data.number)?.(data.failed);
  else if (data.files)
    begin(data).catch((error) =>
      postMessage({ failed: reason(error), text: `${error}\n${error?.stack ?? ""}` }),
    );
  else receive(data);
});

/** Return why the program cannot start: a key of `WHY` in client.js. @param {any} error */
function reason(error) {
  if (error?.name === "VersionError") return "newer";
  if (typeof WebAssembly === "undefined" || /webassembly|wasm/i.test(`${error}`))
    return "forbidden";
  return error instanceof TypeError || error?.name === "Missing" ? "missing" : "start";
}

/** Return a function that starts a web worker, for Python's side of `WebWorker`. @param {any} files @param {WebAssembly.Module} runtime */
const spawner = (files, runtime) => (/** @type {string} */ module) => {
  const { port1, port2: port } = new MessageChannel();
  const number = ++workers;
  // The page starts the worker (`helpers` in client.js).
  postMessage({ help: { number, port, files, runtime, module } }, { transfer: [port] });
  return {
    send: (/** @type {string} */ line) => port1.postMessage(line),
    end() {
      failures.delete(number);
      port1.close();
      postMessage({ end: number });
    },
    listen(
      /** @type {(line: string) => void} */ heard,
      /** @type {(canRest: boolean) => void} */ ready,
      /** @type {(why: string) => void} */ failed,
    ) {
      // Python frees these functions when this call returns, unless they are copied.
      const keep = [heard, ready, failed].map((one) => /** @type {any} */ (one).copy());
      port1.onmessage = ({ data }) => {
        if (data.line !== undefined) keep[0](data.line);
        else if (data.ready) keep[1](data.canRest);
        else if (data.failed) keep[2](data.failed);
      };
      failures.set(number, keep[2]);
    },
  };
};

/** Return a function that stores the changes, and returns what the player must know: a key of the warnings in `cadogan.site.backend`. @param {Storage} storage */
function keeper(storage) {
  let saves = 0;
  let low = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  const tryAgain = () => {
    clearTimeout(pause);
    if (!storage.taken) pause = setTimeout(() => storage.save().catch(tryAgain), PAUSE);
  };
  return async () => {
    if (!storage.db) return "refused";
    try {
      await storage.save();
      if (saves++ % LOOKS === 0) low = (await room()) < ROOM;
      return low ? "low" : "";
    } catch (error) {
      if (storage.taken) throw error;
      console.warn(error);
      tryAgain();
      saves = 0;
      return /** @type {any} */ (error)?.name === "QuotaExceededError" ? "full" : "failed";
    }
  };
}

/** Return how many bytes are free, or infinity if the browser does not say. */
async function room() {
  try {
    const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
    return quota - usage;
  } catch {
    return Infinity;
  }
}

/** @param {{files: any, store: string, life: string}} data the program, the name of the database, and that of a lock */
async function begin({ files, store, life }) {
  // The page notices by the lock that this worker has ended.
  navigator.locks
    .request(life, () => {
      postMessage({ alive: true });
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
  const [{ python, runtime }, db] = await Promise.all([
    startPython(files, (share) => postMessage({ share })),
    Storage.open(store),
  ]);
  // After a fatal error Python answers nothing. The page starts another program when this one ends.
  python._api.on_fatal = () => close();
  const storage = new Storage(db, python.FS, FOLDER);
  await storage.mount();
  const backend = python
    .pyimport("cadogan.site.backend")
    .start(FOLDER, spawner(files, runtime), keeper(storage));
  const Event = python.pyimport("asyncio").Event;
  await backend.begin();
  /** @type {Map<number, any>} */
  const open = new Map();
  receive = async ({ id, method, path, language, body, gone }) => {
    if (gone) {
      open.get(id)?.set();
      return;
    }
    const event = Event();
    open.set(id, event);
    try {
      const bytes = python.toPy(body ?? new Uint8Array());
      const answer = await backend.answer(method, path, language, bytes, event);
      const [status, content] = answer.toJs();
      answer.destroy();
      postMessage({ id, status, content }, { transfer: [content.buffer] });
    } catch (error) {
      // The tab that has taken the plays answers this request again.
      if (storage.taken) return;
      postMessage({
        id,
        status: 500,
        content: new TextEncoder().encode(JSON.stringify({ error: `${error}` })),
      });
    } finally {
      open.delete(id);
    }
  };
  postMessage({ ready: true });
  for (const request of early.splice(0)) receive(request);
}
