/** Web worker that answers the page's requests (`cadogan.site.backend`). */

import { startPython } from "./python.js";
import { Storage } from "./storage.js";

const FOLDER = "/cadogan";
/** Bytes that should stay free, and saves between two looks at them. */
const ROOM = 8 << 20;
const LOOKS = 50;

/** Requests that arrived before Python was ready. @type {any[]} */
const early = [];
/** @type {(request: any) => void} */
let receive = (request) => void early.push(request);

addEventListener("message", ({ data }) => {
  if (data.files)
    begin(data).catch((error) =>
      postMessage({ failed: reason(error), text: `${error?.stack ?? error}` }),
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
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ files, runtime, module });
  return {
    send: (/** @type {string} */ line) => worker.postMessage({ line }),
    end: () => worker.terminate(),
    listen(
      /** @type {(line: string) => void} */ heard,
      /** @type {(canRest: boolean) => void} */ ready,
      /** @type {(why: string) => void} */ failed,
    ) {
      // Python frees these functions when this call returns, unless they are copied.
      const keep = [heard, ready, failed].map((one) => /** @type {any} */ (one).copy());
      worker.onmessage = ({ data }) => {
        if (data.line !== undefined) keep[0](data.line);
        else if (data.ready) keep[1](data.canRest);
        else if (data.failed) keep[2](data.failed);
      };
      worker.onerror = (event) => keep[2](event.message);
    },
  };
};

/** Return a function that stores the changes, and returns what the player must know: a key of the warnings in `cadogan.site.backend`. @param {Storage} storage */
function keeper(storage) {
  let saves = 0;
  let low = false;
  return async () => {
    if (!storage.db) return "refused";
    try {
      await storage.save();
      if (saves++ % LOOKS === 0) {
        const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
        low = quota - usage < ROOM;
      }
      return low ? "low" : "";
    } catch (error) {
      if (storage.taken) throw error;
      console.warn(error);
      saves = 0;
      return /** @type {any} */ (error)?.name === "QuotaExceededError" ? "full" : "failed";
    }
  };
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
