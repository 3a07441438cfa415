"""The catalogue against brute force: every form, shrunk to a pack of a few cards.

Of each deal all positions that can be reached are explored with the interpreted engine, without
any pruning. Then the verdicts of the solver must be true: with everything on, with each pruning
that the game allows off, with each alone on and with all off; from the deal and from positions in
mid-play. And whatever the page would send up by itself must keep a won position won.

``python -m tests.shrunk --deals 100 --sizes 3`` compares all forms, for as long as that takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cadogan import engine
from cadogan.board import MOST_MOVES, Snapshot, freeze, new_state, thaw
from cadogan.errors import BadDeal, TooLarge
from cadogan.play.session import _go_up
from cadogan.position import Game, Position
from cadogan.safety import safe_moves
from cadogan.solver import SWITCHES, solve
from cadogan.solver.guide import unproved
from cadogan.state import LOG, MERCI, kind_of, target_of
from tests.shrink import Form, Shape, forms, games_of

__all__ = ["Contradiction", "Explored", "compare", "explore", "main", "settings", "start_of"]

NODES = 500_000  # far more than any of these deals has positions
_ENTRIES = 10_000  # of the undo log: more than one move writes
_MID = 3  # positions in mid-play from which the solver is asked as well
_SENT = 25  # positions from which cards are sent up


class Contradiction(NamedTuple):
    """What is not true, and where.

    Attributes:
        form, shape, deal: what was dealt.
        setting: of the solver, or what was sent up.
        said: the verdict. truth: what brute force says.
        position: in line form.
    """

    form: str
    shape: str
    deal: int
    setting: str
    said: str
    truth: str
    position: str

    def __str__(self) -> str:
        return (
            f"{self.form} {self.shape} deal {self.deal}, {self.setting}: {self.said} is said of"
            f" what is {self.truth}\n  {self.position}"
        )


class Explored:
    """What can be reached from a position.

    Attributes:
        positions: each with whether it can be won: None where that is not known, for not all that
            can be reached from it has been looked at.
    """

    def __init__(self, positions: dict[Snapshot, bool | None]) -> None:
        self.positions = positions

    def known(self, won: bool | None) -> list[Snapshot]:
        """Return the positions of which this is true."""
        return [snapshot for snapshot, can in self.positions.items() if can is won]


def explore(position: Position, most: int) -> Explored:
    """Look at all that can be reached from a position, or at so many positions.

    Won positions are not played on from. Moves to foundations are tried first.

    >>> from tests.tiny import load
    >>> some = explore(load("klondike").deal(1), 2000)
    >>> some.positions[load("klondike").deal(1).snapshot]
    True
    """
    T = position.game.tables
    S = new_state(T, 2 * _ENTRIES)
    out = [0] * MOST_MOVES
    thaw(T, S, position.snapshot)
    ids = {position.snapshot: 0}
    before: list[list[int]] = [[]]  # [position] those from which a move leads there
    wins = [0] if engine.won(T, S) else []
    path, stack = [0], [[] if wins else _moves(T, S, out)]
    complete = True
    while stack:
        if not stack[-1]:
            stack.pop()
            path.pop()
            if stack:
                engine.unmake(T, S)
            continue
        if S.num[LOG] + _ENTRIES > len(S.log):
            S.log.extend([0] * len(S.log))
        engine.make(T, S, stack[-1].pop())
        snapshot = freeze(T, S)
        at = ids.setdefault(snapshot, len(ids))
        if at < len(before):
            before[at].append(path[-1])
            engine.unmake(T, S)
            continue
        before.append([path[-1]])
        if engine.won(T, S):
            wins.append(at)
            engine.unmake(T, S)
            continue
        if len(ids) > most:
            complete = False
            break
        path.append(at)
        stack.append(_moves(T, S, out))
    can: list[bool | None] = [False if complete else None] * len(ids)
    while wins:
        at = wins.pop()
        if not can[at]:
            can[at] = True
            wins += before[at]
    return Explored(dict(zip(ids, can, strict=True)))


def _moves(T: engine.Tables, S: engine.State, out: list[int]) -> list[int]:
    """Return the legal moves, those to a foundation last: they are tried first."""
    moves = out[: engine.generate(T, S, out)]
    moves.reverse()
    moves.sort(key=lambda m: kind_of(m) <= MERCI and target_of(m) < T.foundations)
    return moves


def settings(game: Game) -> dict[str, tuple[str, ...]]:
    """Return what the solver is asked without: each pruning that a game allows, alone and not.

    >>> import cadogan
    >>> len(settings(cadogan.game("poker-square")))
    3
    """
    able = [name for name in SWITCHES if name not in unproved(game.features)]
    return {
        "all prunings": (),
        **{f"without {name}": (name,) for name in able},
        **{f"{name} alone": tuple({*SWITCHES} - {name}) for name in able},
        "no pruning": tuple(SWITCHES),
    }


def compare(
    form: Form, shape: Shape, game: Game, deal: int, most: int, asked: Sequence[str] | None = None
) -> tuple[list[Contradiction], Counter[str]]:
    """Hold the solver and what is sent up to brute force on one deal.

    Args:
        form: a form of the catalogue.
        shape: how it is shrunk.
        game: the result.
        deal: its number.
        most: positions that brute force looks at.
        asked: the settings of the solver; by default all.

    Returns:
        The contradictions, and how many of what was compared.
    """
    seen: Counter[str] = Counter()
    try:
        position = game.deal(deal)
    except BadDeal:
        seen["not dealt"] = 1
        return [], seen
    explored = explore(position, most)
    truth = explored.positions[position.snapshot]
    seen[{True: "won", False: "lost", None: "beyond the bound"}[truth]] = 1
    found: list[Contradiction] = []

    def wrong(setting: str, said: str, truth: bool | None, where: Position) -> None:
        words = {True: "won", False: "lost", None: "not known"}[truth]
        found.append(Contradiction(str(form), str(shape), deal, setting, said, words, where.line))

    def judge(where: Position, truth: bool, label: str, without: tuple[str, ...]) -> None:
        try:
            said = solve(where, nodes=NODES, without=without, line="counted").result
        except TooLarge:
            seen["too large"] += 1
            return
        seen["verdicts"] += 1
        if said == "unknown":
            seen["open"] += 1
        elif said != ("won" if truth else "lost"):
            wrong(label, said, truth, where)

    for label, without in settings(game).items():
        if truth is not None and (asked is None or label in asked):
            judge(position, truth, label, without)
    if asked is None:
        decided = explored.known(True)[:: len(explored.positions) // _MID + 1]
        decided += explored.known(False)[:: len(explored.positions) // _MID + 1]
        for snapshot in decided:
            can = explored.positions[snapshot]
            judge(Position(game, snapshot), bool(can), "all prunings, in mid-play", ())
    winnable = explored.known(True)
    for snapshot in winnable[:: len(winnable) // _SENT + 1]:
        path, moves = [Position(game, snapshot)], list[str]()
        _go_up(path, moves, frozenset(), safe_moves)
        for after in path[1:]:
            seen["sent up"] += 1
            if explored.positions.get(after.snapshot) is False:
                wrong(f"sent up: {' '.join(moves)}", "safe", False, path[0])
                break
    return found, seen


def start_of(form: Form, sizes: int) -> list[tuple[Shape, Game]]:
    """Return a form in the first shapes in which it can be played."""
    return [some for some, _ in zip(games_of(form), range(sizes), strict=False)]


def _all(some: Sequence[Form], deals: int, sizes: int) -> Iterator[tuple[Form, Shape, Game, int]]:
    """Yield all deals, the first of all forms before the second of any."""
    step = max(1, deals // 10)
    for size in range(sizes):
        for first in range(1, deals + 1, step):
            for form in some:
                shapes = start_of(form, size + 1)
                for shape, game in shapes[size:]:
                    for deal in range(first, min(first + step, deals + 1)):
                        yield form, shape, game, deal


def main(words: Sequence[str] | None = None) -> int:
    """Compare all forms; return 1 when something is not true."""
    parser = argparse.ArgumentParser(prog="python -m tests.shrunk", description=__doc__)
    parser.add_argument("--deals", type=int, default=100, help="of each form in each size")
    parser.add_argument("--sizes", type=int, default=1, help="shapes of each form")
    parser.add_argument("--most", type=int, default=1000, help="positions for brute force")
    parser.add_argument("--only", default="", help="forms whose name begins so")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="then stop")
    given = parser.parse_args(words)
    some = [form for form in forms() if str(form).startswith(given.only)]
    begun, told = time.monotonic(), time.monotonic()
    tally: Counter[str] = Counter()
    wrong: list[Contradiction] = []
    for form, shape, game, deal in _all(some, given.deals, given.sizes):
        found, seen = compare(form, shape, game, deal, given.most)
        tally["deals"] += 1
        tally += seen
        for one in found:
            print(f"\n{one}", flush=True)
        wrong += found
        now = time.monotonic()
        if now - told > 30:
            told = now
            print(f"... {form} {shape} deal {deal}: {_told(tally, wrong)}", flush=True)
        if now - begun > given.seconds:
            print("the time is over")
            break
    print(_told(tally, wrong))
    return 1 if wrong else 0


def _told(tally: Counter[str], wrong: Sequence[Contradiction]) -> str:
    counts = ", ".join(f"{n:,} {what}" for what, n in sorted(tally.items()))
    return f"{counts}; {len(wrong)} contradictions"


if __name__ == "__main__":
    sys.exit(main())
