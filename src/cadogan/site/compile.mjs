/**
 * Compiler of the site's bundles: it runs Python for the browser in Node, because compiled modules
 * depend on the version of Python.
 *
 *     node compile.mjs PYODIDE FOLDER
 *
 * FOLDER has two folders of sources, `app` and `stdlib`. The script replaces each `.py` file by a
 * `.pyc` file. PYODIDE is the folder of the runtime.
 */

import { pathToFileURL } from "node:url";

const [pyodide, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
python.mountNodeFS("/sources", folder);
python.runPython(`
import os
from importlib._bootstrap_external import _code_to_hash_pyc

for top in ("/sources/app", "/sources/stdlib"):
    for folder, folders, names in os.walk(top):
        folders.sort()
        for name in sorted(names):
            if not name.endswith(".py"):
                continue
            path = f"{folder}/{name}"
            with open(path, "rb") as file:
                source = file.read()
            # Nobody reads docstrings in a browser. Assertions are for tests.
            code = compile(source, os.path.relpath(path, top), "exec", dont_inherit=True, optimize=2)
            with open(f"{path}c", "wb") as file:
                file.write(_code_to_hash_pyc(code, bytes(8), checked=False))
            os.remove(path)
`);
process.exit(0);
