"""Static site: Cadogan as a folder of files that runs in any browser without a server.

``build`` writes the folder. The other modules run in the browser, in Python compiled to WebAssembly
(Pyodide), and ``page`` has their scripts.
"""
