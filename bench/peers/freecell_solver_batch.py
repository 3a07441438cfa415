"""Freecell Solver's library as a process of its own, which solves a batch of boards.

    python -I -S freecell_solver_batch.py JOB

JOB is a JSON file with ``library`` (a path), ``arguments`` (as for ``fc-solve``), ``boards`` and
``seconds``, the limit in CPU seconds for a board. The process imports only the standard library, so
that its memory limit is almost entirely Freecell Solver's. It configures one instance and recycles
it for each board. For each board it prints a line with two fields: the verdict, and the CPU seconds
for recycling, reading the board and the search.
"""

from __future__ import annotations

import ctypes
import json
import sys
import time
from pathlib import Path
from typing import Any

_VERDICTS = {0: "won", 1: "lost", 7: "lost"}  # FCS_STATE_WAS_SOLVED, and two that are unsolvable
_SUSPENDED = 5  # FCS_STATE_SUSPEND_PROCESS: the limit of iterations is reached
_CHECKED = 2000  # the iterations between two looks at the clock
_NESTING = 20  # how deep presets may refer to other presets


def opened(path: str) -> Any:
    """Load the library and declare the functions that return a pointer or take a long number."""
    library = ctypes.CDLL(path)
    library.freecell_solver_user_alloc.restype = ctypes.c_void_p
    library.freecell_solver_user_limit_iterations_long.argtypes = [
        ctypes.c_void_p,
        ctypes.c_ssize_t,
    ]
    return library


def configured(library: Any, arguments: list[str]) -> ctypes.c_void_p:
    """Return an instance with the given arguments; exit with a message if they are invalid."""
    instance = ctypes.c_void_p(library.freecell_solver_user_alloc())
    words = (ctypes.c_char_p * len(arguments))(*(word.encode() for word in arguments))
    error, last = ctypes.c_char_p(), ctypes.c_int()
    code = library.freecell_solver_user_cmd_line_parse_args_with_file_nesting_count(
        instance,
        len(arguments),
        words,
        0,
        None,
        None,
        None,
        ctypes.byref(error),
        ctypes.byref(last),
        _NESTING,
        None,
    )
    if code:
        reason = error.value.decode() if error.value else f"code {code}"
        sys.exit(f"the library rejects {' '.join(arguments)}: {' '.join(reason.split())}")
    return instance


def solved(library: Any, instance: ctypes.c_void_p, board: bytes, seconds: float) -> str:
    """Return the verdict on a board.

    The clock is that of the thread, because a limit on a process makes its clock coarse.
    """
    end = time.thread_time() + seconds
    most = _CHECKED
    library.freecell_solver_user_recycle(instance)
    library.freecell_solver_user_limit_iterations_long(instance, most)
    code = library.freecell_solver_user_solve_board(instance, board)
    while code == _SUSPENDED and time.thread_time() < end:
        most += _CHECKED
        library.freecell_solver_user_limit_iterations_long(instance, most)
        code = library.freecell_solver_user_resume_solution(instance)
    if code != _SUSPENDED and code not in _VERDICTS:
        sys.exit(f"the library cannot solve the board: code {code}")
    return _VERDICTS.get(code, "unknown")


def main(path: str) -> None:
    """Solve the boards of a job."""
    job = json.loads(Path(path).read_text(encoding="utf-8"))
    library = opened(job["library"])
    instance = configured(library, job["arguments"])
    for board in job["boards"]:
        begin = time.thread_time()
        result = solved(library, instance, board.encode(), job["seconds"])
        print(result, time.thread_time() - begin, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
