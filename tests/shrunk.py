"""Comparison of every form of the catalogue, shrunk to a few cards, with brute force.

Brute force explores all reachable positions of a deal, without any pruning. The solver must give
the same verdicts with all prunings on, with each one off, with only one on and with all off. The
comparison covers deals and positions in mid-play. A safe move, which the page plays automatically,
must keep a won position won.

``python -m tests.shrunk --deals 100 --sizes 3`` compares all forms, which takes hours.
"""

from __future__ import annotations

import argparse
import functools
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from cadogan.core.errors import InvalidDealError, TooLargeError
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import SWITCHES, unproved
from cadogan.solver.portfolio import solve
from cadogan.solver.safe_moves import safe_moves
from tests.brute import Explored, explore
from tests.shrink import Form, Shape, forms, games_of, shrunk

__all__ = ["Contradiction", "compare", "main", "settings", "start_of"]

NODES = 100_000  # limit of a search; beyond it the verdict stays open
MOST = 5000  # positions that brute force explores
_MID = 6  # the solver also judges this many won and this many lost positions in mid-play
_SENT = 10  # positions from which safe moves are played


class Contradiction(NamedTuple):
    """Claim of the solver that brute force refutes.

    Attributes:
        form, shape, deal: the deal.
        setting: the setting of the solver, or the safe moves that were made.
        said: the verdict of the solver.
        truth: the result of brute force.
        position: the position, in line notation.
    """

    form: Form
    shape: Shape
    deal: int
    setting: str
    said: str
    truth: str
    position: str

    @property
    def again(self) -> str:
        """Command that reproduces the contradiction."""
        form, shape = shlex.quote(str(self.form)), self.shape
        return f"python -m tests.shrunk --form {form} --shape {shape} --deal {self.deal}"

    def __str__(self) -> str:
        return (
            f"{self.form} {self.shape} deal {self.deal}, {self.setting}: {self.said}, but brute"
            f" force says {self.truth}\n  {self.position}\n  {self.again}"
        )


def settings(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the sets of prunings to switch off, by name: none, one, all but one, and all.

    >>> import cadogan
    >>> len(settings(cadogan.game("poker-square")))
    2
    """
    able = [name for name in SWITCHES if name not in unproved(game.features)]
    return {
        "all prunings": (),
        **{f"without {name}": (name,) for name in able},
        **{f"{name} alone": tuple({*SWITCHES} - {name}) for name in able},
        "no pruning": tuple(SWITCHES),
    }


def compare(
    form: Form, shape: Shape, game: Game, deal: int, most: int = MOST
) -> tuple[list[Contradiction], Counter[str]]:
    """Compare the solver's verdicts and safe moves for one deal with brute force.

    Args:
        form: a form of the catalogue.
        shape: the shape to which the form is shrunk.
        game: the shrunk game.
        deal: the number of the deal.
        most: the most positions that brute force explores.

    Returns:
        The contradictions, and counts of what was compared.
    """
    seen: Counter[str] = Counter()
    try:
        position = game.deal(deal)
    except InvalidDealError:
        seen["not dealt"] = 1
        return [], seen
    explored = explore(position, most)
    truth = explored.start
    seen[{True: "won", False: "lost", None: "beyond the bound"}[truth]] = 1
    found: list[Contradiction] = []

    def wrong(setting: str, said: str, truth: bool, where: Position) -> None:
        word = "won" if truth else "lost"
        found.append(Contradiction(form, shape, deal, setting, said, word, where.to_line()))

    def judge(where: Position, truth: bool | None, *labels: str) -> None:
        verdicts = _verdicts(where, {label: ways[label] for label in labels}, seen)
        if truth is None and "won" in verdicts.values():
            truth = True  # `solve` has replayed its winning line
        if truth is None:
            seen["not compared"] += len(verdicts)
            return
        seen["verdicts compared"] += len(verdicts)
        for label, result in verdicts.items():
            if result != ("won" if truth else "lost"):
                wrong(label if where is position else f"{label}, in mid-play", result, truth, where)

    ways = settings(game)
    judge(position, truth, *ways)
    for can in (True, False):
        for where in explored.known(can, _MID, deal):
            judge(where, can, "all prunings")
    for where in explored.known(True, _SENT, deal):
        for path in _harmful(where, explored, seen):
            wrong(f"safe moves {' '.join(path)}", "safe", False, where)
    return found, seen


def _verdicts(
    where: Position, ways: Mapping[str, tuple[str, ...]], seen: Counter[str]
) -> dict[str, str]:
    """Return the solver's verdict under each setting that decides the position."""
    verdicts: dict[str, str] = {}
    for label, without in ways.items():
        try:
            result = solve(where, nodes=NODES, without=without, line="counted").result
        except TooLargeError:
            seen["too large"] += 1
            continue
        if result == "unknown":
            seen["open"] += 1
        else:
            verdicts[label] = result
    return verdicts


def _harmful(where: Position, explored: Explored, seen: Counter[str]) -> Iterator[list[str]]:
    """Yield paths of safe moves that lead from a winnable position to a lost one."""
    path: list[str] = []
    at = where
    while texts := safe_moves(at):
        after = [at.play(text) for text in texts]
        seen["safe moves compared"] += len(texts)
        for text, reached in zip(texts, after, strict=True):
            if explored.can(reached) is False:
                yield [*path, text]
        if explored.can(after[0]) is False:
            break
        path.append(texts[0])
        at = after[0]


@functools.cache
def _shapes(form: Form, sizes: int) -> tuple[Shape, ...]:
    return tuple(shape for shape, _ in start_of(form, sizes))


def start_of(form: Form, sizes: int) -> list[tuple[Shape, Game]]:
    """Return the first playable shapes of a form, each with its game."""
    return [some for some, _ in zip(games_of(form), range(sizes), strict=False)]


def _all(
    some: Sequence[Form], deals: int, sizes: int
) -> Iterator[tuple[Form, Shape, Game, Sequence[int]]]:
    """Yield all deals in batches: one batch of every form and shape before the next batch."""
    # With smaller batches, preparing the games would take most of the time.
    step = max(10, -(-deals // 5))
    for first in range(1, deals + 1, step):
        for size in range(sizes):
            for form in some:
                for shape in _shapes(form, sizes)[size : size + 1]:
                    game = shrunk(form.definition, shape)
                    assert game is not None, (form, shape)
                    yield form, shape, game, range(first, min(first + step, deals + 1))


def _one(form: str, shape: str, deal: int) -> Iterator[tuple[Form, Shape, Game, Sequence[int]]]:
    """Yield the one deal that the command below a contradiction names."""
    for some in forms():
        if str(some) == form and (game := shrunk(some.definition, Shape.parse(shape))):
            yield some, Shape.parse(shape), game, [deal]


def main(words: Sequence[str] | None = None) -> int:
    """Compare all forms; return 1 if a claim is refuted or if nothing was compared."""
    parser = argparse.ArgumentParser(prog="python -m tests.shrunk", description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="deals of each form in each shape")
    parser.add_argument("--sizes", type=int, default=1, help="shapes of each form")
    parser.add_argument("--most", type=int, default=MOST, help="limit of positions for brute force")
    parser.add_argument("--only", default="", help="only forms whose names begin with this")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="limit of CPU time")
    parser.add_argument("--form", help="only this form, with --shape and --deal")
    parser.add_argument("--shape", default="4x1/0.5")
    parser.add_argument("--deal", type=int, default=1)
    given = parser.parse_args(words)
    if given.form:
        parts = _one(given.form, given.shape, given.deal)
    else:
        some = [form for form in forms() if str(form).startswith(given.only)]
        parts = _all(some, given.deals, given.sizes)
    begun = told = time.process_time()
    tally: Counter[str] = Counter()
    seen: set[Form] = set()
    shapes: set[tuple[Form, Shape]] = set()
    wrong: list[Contradiction] = []
    for form, shape, game, deals in parts:
        seen.add(form)
        shapes.add((form, shape))
        for deal in deals:
            found, counts = compare(form, shape, game, deal, given.most)
            tally["deals"] += 1
            tally += counts
            for one in found:
                print(f"\n{one}", flush=True)
            wrong += found
        now = time.process_time()
        if now - told > 30:
            told = now
            print(f"... {form} {shape} deal {deals[-1]}: {_told(tally)}", flush=True)
        if now - begun > given.seconds:
            print("time limit reached")
            break
    print(
        f"{len(seen)} forms, {len(shapes)} shapes, {_told(tally)}, {len(wrong)} contradictions"
        f" in {time.process_time() - begun:.0f} s"
    )
    return 1 if wrong or not tally["verdicts compared"] else 0


def _told(tally: Counter[str]) -> str:
    first = ("deals", "verdicts compared", "safe moves compared")
    counts = [f"{tally[what]:,} {what}" for what in first]
    rest = [f"{n:,} {what}" for what, n in sorted(tally.items()) if what not in first]
    return f"{', '.join(counts)} ({', '.join(rest)})"


if __name__ == "__main__":
    sys.exit(main())
