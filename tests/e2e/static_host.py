"""Plain static server, as sites have: it serves a folder below a path, and 404.html elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any


@contextmanager
def hosting(
    folder: Path, base: str, instead: Mapping[str, bytes] = MappingProxyType({}), port: int = 0
) -> Iterator[str]:
    """Serve a folder; yield the address of the site.

    Args:
        folder: the built site.
        base: the path of the site.
        instead: scripts to serve in place of those with the same names.
        port: the port, or 0 for any free port.
    """

    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def translate_path(self, path: str) -> str:
            inside = path.startswith(base)
            return super().translate_path(path[len(base) - 1 :] if inside else "/nothing")

        def do_GET(self) -> None:
            script = instead.get(self.path.rpartition("/")[2])
            if script is None:
                super().do_GET()
            else:
                self.answer(200, "text/javascript", script)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self.send_error(404)

        do_PUT = do_POST  # noqa: N815  # the base class names them so

        def send_error(self, code: int, *_: Any) -> None:
            content = (folder / "404.html").read_bytes() if code == 404 else b""
            self.answer(code, "text/html", content)

        def answer(self, code: int, kind: str, content: bytes) -> None:
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def handle(self) -> None:
            with suppress(ConnectionError):  # the page no longer wants the file
                super().handle()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
