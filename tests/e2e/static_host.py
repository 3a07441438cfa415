"""Plain static server, as sites have: it serves a folder below a path, and 404.html elsewhere."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any

# the part of the pages' policy about scripts, and what Playwright needs in Firefox: eval(), and a
# style of its own for screenshots
SCRIPTS = b"script-src 'self'"
FOR_PLAYWRIGHT = b"style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-eval'"


class _Server(ThreadingHTTPServer):
    """A server whose end also ends its connections, which a browser would go on using."""

    daemon_threads = True

    def __init__(self, *args: Any) -> None:
        self._connections: list[socket.socket] = []
        super().__init__(*args)

    def get_request(self) -> tuple[socket.socket, Any]:
        connection, address = super().get_request()
        self._connections.append(connection)
        return connection, address

    def server_close(self) -> None:
        super().server_close()
        for connection in self._connections:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def hosting(
    folder: Path,
    base: str,
    instead: Mapping[str, bytes] = MappingProxyType({}),
    port: int = 0,
    *,
    evals: bool = False,
) -> Iterator[str]:
    """Serve a folder; yield the address of the site.

    Args:
        folder: the built site.
        base: the path of the site.
        instead: scripts to serve in place of those with the same names.
        port: the port, or 0 for any free port.
        evals: whether pages allow what Playwright needs in Firefox, such as eval().
    """

    def loosened(page: Path) -> bytes:
        content = page.read_bytes()
        return content.replace(SCRIPTS, FOR_PLAYWRIGHT) if evals else content

    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def __init__(self, *args: Any) -> None:
            super().__init__(*args, directory=str(folder))

        def translate_path(self, path: str) -> str:
            inside = path.startswith(base)
            return super().translate_path(path[len(base) - 1 :] if inside else "/nothing")

        def do_GET(self) -> None:
            if self.path.endswith("/index.html"):  # as some hosts do
                self.send_response(308)
                self.send_header("Location", self.path.removesuffix("index.html"))
                self.send_header("Content-Length", "0")
                self.end_headers()
                return
            script = instead.get(self.path.rpartition("/")[2])
            page = Path(self.translate_path(self.path))
            page = page / "index.html" if page.is_dir() else page
            if script is not None:
                self.answer(200, "text/javascript", script)
            elif evals and page.suffix == ".html" and page.is_file():
                self.answer(200, "text/html", loosened(page))
            else:
                super().do_GET()

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", "0")))
            self.send_error(404)

        do_PUT = do_POST  # noqa: N815  # the base class names them so

        def send_error(self, code: int, *_: Any) -> None:
            content = loosened(folder / "404.html") if code == 404 else b""
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

    server = _Server(("127.0.0.1", port), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{base}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
