/** Web worker that answers the page's requests (`cadogan.site.backend`). */

import { startPython } from "./python.js";
import { Storage } from "./storage.js";

const FOLDER = "/cadogan";

/** Requests that arrived before Python was there. @type {any[]} */
const early = [];
/** @type {(request: any) => void} */
let receive = (request) => void early.push(request);

addEventListener("message", ({ data }) => {
  if (data.files)
    begin(data.files, data.store).catch((error) =>
      postMessage({ failed: `${error?.stack ?? error}` }),
    );
  else receive(data);
});

/** Start a web worker for Python's side of `WebWorker`. @param {any} files */
const spawner = (files) => (/** @type {string} */ module) => {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.postMessage({ files, module });
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

/** @param {any} files @param {string} store the name of the database */
async function begin(files, store) {
  const [python, storage] = await Promise.all([
    startPython(files, (share) => postMessage({ share })),
    Storage.open(store),
  ]);
  await storage.mount(python.FS, FOLDER);
  const backend = python.pyimport("cadogan.site.backend").start(FOLDER, spawner(files));
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
      // The page must not show what would be lost.
      if (method !== "GET") await storage.save(python.FS, FOLDER);
      postMessage({ id, status, content }, { transfer: [content.buffer] });
    } catch (error) {
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
