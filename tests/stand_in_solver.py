"""Stand-in for the solver's process: its answers take time, but no work.

It reads and writes the same lines as :mod:`cadogan.solver.worker`. Every verdict is an immediate
win, except in the game HARD, which uses up the whole time limit. The search for a winnable deal
takes a tenth of a second per number, and ends at the next multiple of thirty.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from typing import Any

HARD = "forty-thieves"

waiting: queue.SimpleQueue[tuple[int, dict[str, Any]]] = queue.SimpleQueue()
cancelled = [0]  # number of the last request that the client cancelled


def listen() -> None:
    """Take requests until the input ends, then end the process."""
    for number, line in enumerate(sys.stdin, 1):
        request = json.loads(line)
        if request["ask"] == "cancel":
            cancelled[0] = number
        else:
            waiting.put((number, request))
    os._exit(0)


def say(**answer: object) -> None:
    """Write one answer."""
    print(json.dumps(answer), flush=True)


def wait(number: int, seconds: float) -> bool:
    """Let time pass; return whether the client cancelled the request."""
    end = time.monotonic() + seconds
    while number > cancelled[0] and time.monotonic() < end:
        time.sleep(0.01)
    return number <= cancelled[0]


def answer(number: int, request: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a request."""
    hard = request["game"] == HARD
    if request["ask"] == "verdict":
        stopped = wait(number, request["seconds"] if hard else 0)
        result, limit = ("unknown", "stopped" if stopped else "time") if hard else ("won", "")
        return {"result": result, "line": [], "limit": limit}
    deal = request["from"]
    while (hard or deal % 30) and not wait(number, 0.1):
        deal += 1
        say(id=request["id"], tried=deal - request["from"])
    return {"deal": None if number <= cancelled[0] else str(deal), "line": []}


if __name__ == "__main__":
    threading.Thread(target=listen, daemon=True).start()
    while True:
        number, request = waiting.get()
        if request["ask"] != "prepare":
            say(id=request["id"], **answer(number, request))
