/**
 * Compiler of the site's bundles: it runs Python for the browser in Node, because compiled modules
 * depend on the version of Python.
 *
 *     node compile.mjs PYODIDE FOLDER
 *
 * The script replaces each `.py` file in FOLDER by a `.pyc` file. PYODIDE is the folder of the
 * runtime.
 */

import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({
  indexURL: pyodide,
  // Tracebacks in a browser give lines. Without columns, the program is a third smaller.
  env: { PYTHONNODEBUGRANGES: "1" },
});
python.mountNodeFS("/sources", folder);
python.runPython(`
import os
from importlib._bootstrap_external import _code_to_hash_pyc

for folder, folders, names in os.walk("/sources"):
    folders.sort()
    for name in sorted(names):
        if not name.endswith(".py"):
            continue
        path = f"{folder}/{name}"
        with open(path, "rb") as file:
            source = file.read()
        # Nobody reads docstrings in a browser. Assertions are for tests.
        place = os.path.relpath(path, "/sources")
        code = compile(source, place, "exec", dont_inherit=True, optimize=2)
        with open(f"{path}c", "wb") as file:
            file.write(_code_to_hash_pyc(code, bytes(8), checked=False))
        os.remove(path)
`);
process.exit(0);
