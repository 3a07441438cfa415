"""HTTP server for the page, reachable only from this machine."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from types import FrameType
from typing import cast

import uvicorn
from starlette.applications import Starlette

from cadogan.core.errors import CadoganError
from cadogan.core.printable import printable
from cadogan.session.repository import Repository
from cadogan.session.solver_client import SolverClient
from cadogan.web.access import Keys
from cadogan.web.preload import Preloader
from cadogan.web.server import create_app

FIRST_LINE = "Cadogan is at "
USUAL_PORT = 5252  # a port not assigned to any service; 52 is the number of cards in a pack
_MOST_AT_ONCE = 128  # the maximum number of connections; a browser opens six


class PortInUseError(CadoganError):
    """Error for a port that the server cannot listen on."""


def _listen_somewhere() -> socket.socket:
    """Listen on the usual port, which keeps bookmarks valid, or on any free port if it is taken."""
    try:
        return _listen(USUAL_PORT)
    except PortInUseError:
        return _listen(0)


def _listen(port: int) -> socket.socket:
    # asyncio sets TCP_NODELAY only on a socket with an explicit protocol. Without it, responses
    # wait 40 ms for acknowledgements.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform != "win32":
            # on Windows, this option would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
    except (OSError, OverflowError) as error:
        listener.close()
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise PortInUseError(
                f"Port {port} is in use by another program, perhaps another Cadogan."
                " Choose another port, or 0 for any free one."
            ) from None
        raise PortInUseError(f"Port {port} cannot be used: {error}") from None
    return listener


class _Server(uvicorn.Server):
    """A server that announces its address, and stops immediately and quietly on an interrupt.

    Args:
        config: Uvicorn's settings.
        announce: a function that is called once the server answers requests and handles signals.
    """

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # Uvicorn would log a traceback for each cancelled request; other code logs real errors.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        state = cast("Starlette", self.config.app).state
        advice: SolverClient = state.advice
        games: Preloader = state.games
        for let_go in (advice.drop, games.stop):
            asyncio.get_running_loop().call_soon_threadsafe(let_go)


def serve(
    port: int | None = None,
    *,
    open_browser: bool = True,
    path: str = "/",
    home: Path | str | None = None,
) -> None:
    """Serve the page until interrupted.

    It prints ``Cadogan is at ADDRESS`` when the server is ready, and then opens the browser.
    Without a browser it also prints the full address of a page other than the start page. Each
    address has a token, without which the page shows nothing (:mod:`cadogan.web.access`).

    Args:
        port: the port on 127.0.0.1; 0 for any free port; by default 5252, if it is free.
        open_browser: whether to open the page in the user's browser.
        path: the path of the page to open, such as ``/play/klondike/7``.
        home: the directory of the user's plays, if it is not the default.

    Raises:
        PortInUseError: if the server cannot listen on that port.
    """
    listener = _listen_somewhere() if port is None else _listen(port)
    with (
        closing(listener),
        closing(Repository.open(home)) as store,
        suppress(KeyboardInterrupt),
    ):
        port = listener.getsockname()[1]
        url = f"http://127.0.0.1:{port}"
        keys = Keys.stored(port, None if home is None else Path(home))

        def announce() -> None:
            print(f"{FIRST_LINE}{url}{keys.address('/', keys.token)}", flush=True)
            if store.notice:
                print(printable(store.notice), file=sys.stderr, flush=True)
            if open_browser:
                # Use a thread, because with some browsers the call blocks until the browser is
                # closed.
                address = url + keys.address(path, keys.once())
                browse = threading.Thread(target=webbrowser.open, args=(address,), daemon=True)
                browse.start()
            elif path != "/":
                print(url + keys.address(path, keys.token), flush=True)

        config = uvicorn.Config(
            create_app(store, port, keys),
            lifespan="on",
            ws="none",
            loop="asyncio",
            http="h11",
            log_level="warning",
            access_log=False,
            server_header=False,
            limit_concurrency=_MOST_AT_ONCE,
            timeout_graceful_shutdown=1,  # seconds until open requests are cancelled
        )
        _Server(config, announce).run(sockets=[listener])
