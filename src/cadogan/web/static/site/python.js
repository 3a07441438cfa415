/** Python in a web worker: the runtime, its standard library and the program, from the site's bundles. */

/** @param {string} url @returns {Promise<ReadableStream<Uint8Array>>} */
async function opened(url) {
  // The page's own files come first.
  const answer = await fetch(url, { priority: "low" });
  if (!answer.ok || !answer.body)
    throw Object.assign(new Error(`${url}: ${answer.status}`), { name: "Missing" });
  return answer.body;
}

/** Return a stream of the original bytes of a file that the build has compressed. @param {ReadableStream<Uint8Array>} body */
const unzipped = (body) => body.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")));

/**
 * Count the bytes that arrive.
 *
 * @param {ReadableStream<Uint8Array>} body
 * @param {(bytes: number) => void} report
 */
function counted(body, report) {
  return body.pipeThrough(
    new TransformStream({
      transform(chunk, control) {
        report(chunk.byteLength);
        control.enqueue(chunk);
      },
    }),
  );
}

/**
 * Write the files of a bundle: a header of four bytes and JSON, then all contents.
 *
 * @param {any} FS
 * @param {ArrayBuffer} bundle
 * @param {string} folder
 */
function unpack(FS, bundle, folder) {
  const size = new DataView(bundle).getUint32(0, true);
  const names = JSON.parse(new TextDecoder().decode(new Uint8Array(bundle, 4, size)));
  let at = 4 + size;
  let last = "";
  for (const [name, length] of names) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (parent !== last) FS.mkdirTree(parent);
    last = parent;
    FS.writeFile(path, new Uint8Array(bundle, at, length), { canOwn: false });
    at += length;
  }
}

/**
 * Start Python with the program, and return it with its compiled runtime.
 *
 * @param {any} files the site's files by their names
 * @param {(share: number) => void} report receives the share of the files that has arrived
 * @param {WebAssembly.Module} [compiled] the runtime, if another worker has compiled it already
 * @returns {Promise<{python: any, runtime: WebAssembly.Module}>}
 */
export async function startPython(files, report, compiled) {
  const names = ["stdlib.zip", "app.bundle", ...(compiled ? [] : ["pyodide.asm.wasm"])];
  const whole = names.reduce((sum, name) => sum + files[name].size, 0);
  let there = 0;
  /** @param {string} name */
  const load = async (name) =>
    counted(await opened(files[name].url), (bytes) => {
      there += bytes;
      report(there / whole);
    });
  const stdlib = load("stdlib.zip").then((body) => new Response(unzipped(body)).arrayBuffer());
  const bundle = load("app.bundle").then((body) => new Response(unzipped(body)).arrayBuffer());
  const wasm = { headers: { "Content-Type": "application/wasm" } };
  const runtime = Promise.resolve(
    compiled ??
      WebAssembly.compileStreaming(
        load("pyodide.asm.wasm").then((body) => new Response(unzipped(body), wasm)),
      ),
  );
  const own = { fetch, instantiate: WebAssembly.instantiateStreaming };
  // Pyodide waits forever for a runtime that does not arrive or cannot start.
  const failed = new Promise((_, reject) => {
    for (const file of [stdlib, bundle, runtime]) file.catch(reject);
    WebAssembly.instantiateStreaming = async (_, imports) => {
      const module = await runtime;
      const begun = WebAssembly.instantiate(module, imports);
      begun.catch(reject);
      return { module, instance: await begun };
    };
  });
  failed.catch(() => undefined);
  // Pyodide fetches two files under names of its own.
  globalThis.fetch = async (input, init) => {
    const name = String(input instanceof Request ? input.url : input).replace(/^.*\//, "");
    if (name === "pyodide.asm.wasm") return new Response(null, wasm);
    if (name === "python_stdlib.zip") return new Response(await stdlib);
    return own.fetch(input, init);
  };
  const { loadPyodide } = await import(files["pyodide.mjs"].url);
  const begun = loadPyodide({
    indexURL: files["pyodide.asm.mjs"].url.replace(/[^/]*$/, ""),
    lockFileContents: { info: files["pyodide.mjs"].info, packages: {} },
    env: { HOME: "/", PYTHONHASHSEED: "0", CADOGAN_HOME: "/cadogan" },
    checkAPIVersion: false,
  });
  const python = await Promise.race([begun, failed]);
  globalThis.fetch = own.fetch;
  WebAssembly.instantiateStreaming = own.instantiate;
  unpack(python.FS, await bundle, "/app");
  python.runPython("import sys; sys.path.insert(0, '/app'); sys.dont_write_bytecode = True");
  return { python, runtime: await runtime };
}
