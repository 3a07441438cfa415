/** Web worker that runs the solver, or one job of the editor (`cadogan.site.worker`). */

import { startPython } from "./python.js";

/** The device's memory in GB, where the browser gives it. @type {number} */
const DEVICE = /** @type {any} */ (navigator).deviceMemory ?? 2;
/** The memory limit of a search: 64 MB, or a 32nd of the device's memory if that is less. */
const MEMORY = Math.max(2 ** 24, Math.min(2 ** 26, DEVICE * 2 ** 25));

addEventListener("message", ({ data }) => {
  begin(data).catch((error) => data.port.postMessage({ failed: String(error) }));
});

/** @param {{port: MessagePort, files: any, runtime: WebAssembly.Module, module: string}} data */
async function begin({ port, files, runtime, module }) {
  const { python } = await startPython(files, () => undefined, runtime);
  const ffi = python.pyimport("pyodide.ffi");
  const suspends = "Suspending" in WebAssembly;
  const channel = new MessageChannel();
  /** @type {(() => void)[]} */
  const waiting = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  // A message arrives after all waiting ones, without the delay of a timer.
  const turn = () =>
    new Promise((done) => {
      waiting.push(/** @type {() => void} */ (done));
      channel.port2.postMessage(0);
    });
  const rest = () => {
    if (suspends && ffi.can_run_sync()) ffi.run_sync(turn());
  };
  const loop = python
    .pyimport("cadogan.site.worker")
    .WorkerLoop(module, MEMORY, (/** @type {string} */ line) => port.postMessage({ line }), rest);
  const call = suspends ? loop.receive.callPromising.bind(loop.receive) : loop.receive;
  port.onmessage = ({ data: line }) => {
    Promise.resolve()
      .then(() => call(line))
      .catch((error) => port.postMessage({ failed: String(error) }));
  };
  port.postMessage({ ready: true, canRest: suspends });
}
