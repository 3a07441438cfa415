"""Process that runs one of the editor's long jobs: checking a text or solving a deal.

``python -m cadogan.web.job_process`` reads one line of JSON from its standard input. It writes
lines of JSON to its standard output: its progress (``{"doing": "solving 20 deals"}``), and finally
``{"report": ...}``, ``{"verdict": ...}`` or ``{"error": "a sentence"}``. It ends when its standard
input closes, so it never outlives the server.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from cadogan.core.errors import CadoganError
from cadogan.core.json_lines import leave, read_lines, write_line
from cadogan.layout import load_whole
from cadogan.lint import Report, lint_game
from cadogan.model.position import Game
from cadogan.rules.loading import read_toml
from cadogan.solver.host import allowed_memory
from cadogan.solver.portfolio import solve
from cadogan.solver.worker import TOO_LITTLE_MEMORY
from cadogan.web.jobs import Question

SECONDS = 60.0  # the time limit of the solver, or of the whole check
_MEMORY = 1 << 29  # the memory limit in bytes, since the browser also needs memory


def answer(
    asked: Question, report: Callable[[dict[str, Any]], None] = write_line
) -> dict[str, Any]:
    """Return the answer to a question, and report its progress.

    Raises:
        CadoganError: if the text is invalid or lacks the game.
    """
    found = load_whole(asked.text, asked.file)
    if asked.game not in found:
        raise CadoganError(f"there is no game {asked.game!r} in the text")
    game = Game(found[asked.game])
    if asked.ask == "solve":
        memory = allowed_memory(game, _MEMORY)
        verdict = solve(game.deal(asked.deal), seconds=SECONDS, memory=memory)
        fields = {"result": verdict.result, "moves": len(verdict.line), "limit": verdict.limit}
        return {"verdict": fields}
    raw = read_toml(asked.text, asked.file)
    linted = lint_game(
        *(game, raw),
        plays=asked.plays,
        deals=asked.deals,
        seconds=SECONDS,
        report=lambda text: report({"doing": text}),
    )
    return {"report": _plain(linted)}


def outcome(
    asked: Question, report: Callable[[dict[str, Any]], None] = write_line
) -> dict[str, Any]:
    """Return the answer to a question, or the reason why there is none."""
    try:
        return answer(asked, report)
    except CadoganError as error:
        return {"error": str(error)}
    except MemoryError:
        return {"error": TOO_LITTLE_MEMORY}


def _plain(report: Report) -> dict[str, Any]:
    parts = (
        *("plays", "ended", "won", "circling", "length", "deals", "winnable", "lost", "cut"),
        "unplayed",
    )
    findings = [{"sure": finding.sure, "said": finding.said} for finding in report.findings]
    return {part: getattr(report, part) for part in parts} | {"findings": findings}


def _outlive_nobody(rest: Iterable[bytes]) -> None:
    for _ in rest:
        pass
    leave()


def main() -> None:
    """Read the question from standard input and write the answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server alone handles Ctrl-C
    lines = read_lines()
    asked = msgspec.json.decode(next(lines, b""), type=Question)
    threading.Thread(target=_outlive_nobody, args=(lines,), daemon=True).start()
    write_line(outcome(asked))


if __name__ == "__main__":
    main()
