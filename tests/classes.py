"""Classes of positions that a search treats as equal, found by legal moves and by its steps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from cadogan import engine
from cadogan.model.position import Game, Position
from cadogan.solver.analysis.analysis import SWITCHES, analyse, searched_rules
from cadogan.solver.search import steps, transposition
from cadogan.state.codes import Num
from cadogan.state.snapshot import MOST_MOVES, Snapshot, freeze, new_state, thaw

__all__ = ["compare", "count_classes"]

Classes = dict[tuple[int, int], set[Snapshot]]
Edges = dict[Snapshot, set[Snapshot]]


def _by_moves(position: Position, on: Collection[str], most: int) -> tuple[Classes, Edges] | None:
    """Return all reachable positions by class, and the successors of each position.

    Return None if more than ``most`` positions are reachable. Only the prunings in ``on`` are
    switched on.
    """
    game = position.game
    without = {*SWITCHES} - {*on}
    R, A = searched_rules(game, without), analyse(game, without=without)
    S = new_state(R)
    todo = [position.snapshot]
    classes: Classes = defaultdict(set)
    edges: Edges = {position.snapshot: set()}
    while todo:
        snapshot = todo.pop()
        thaw(R, S, snapshot)
        transposition.know(R, S, A, 0)
        classes[A.work.keys[0], A.work.checks[0]].add(snapshot)
        out = [0] * MOST_MOVES
        for move in out[: engine.generate(R, S, out)]:
            S.num[Num.LOG] = 0
            engine.make(R, S, move)
            after = freeze(R, S)
            edges[snapshot].add(after)
            if after not in edges:
                edges[after] = set()
                todo.append(after)
            steps.retreat(R, S, 0)
        if len(edges) > most:
            return None
    return classes, edges


def _by_steps(position: Position, on: Collection[str]) -> set[tuple[int, int]]:
    """Return the classes that the search's steps reach, exploring each class once."""
    game = position.game
    without = {*SWITCHES} - {*on}
    R, A = searched_rules(game, without), analyse(game, without=without)
    S = new_state(R)
    thaw(R, S, position.snapshot)
    transposition.know(R, S, A, 0)
    seen = {(A.work.keys[0], A.work.checks[0])}
    todo = [position.snapshot]
    while todo:
        thaw(R, S, todo.pop())
        out = [0] * MOST_MOVES
        for step in out[: steps.steps(R, S, A, out)]:
            S.num[Num.LOG] = 0
            steps.advance(R, S, A, step)
            transposition.know(R, S, A, 0)
            if (A.work.keys[0], A.work.checks[0]) not in seen:
                seen.add((A.work.keys[0], A.work.checks[0]))
                todo.append(freeze(R, S))
            steps.retreat(R, S, 0)
    return seen


def count_classes(game: Game, *boards: str) -> int:
    """Return the number of classes among positions written with a space between piles."""
    R, A = game.compiled_rules, analyse(game)
    S = new_state(R)
    seen = set()
    for board in boards:
        thaw(R, S, game.parse("/".join(board.split())).snapshot)
        transposition.know(R, S, A, 0)
        seen.add((A.work.keys[0], A.work.checks[0]))
    return len(seen)


def _hang_together(some: set[Snapshot], edges: Edges) -> bool:
    """Return whether moves within a set of positions connect all of them.

    Every such move must be reversible.
    """
    first = next(iter(some))
    seen, todo = {first}, [first]
    while todo:
        at = todo.pop()
        near = edges[at] & some
        if any(at not in edges[other] for other in near):
            return False
        todo += near - seen
        seen |= near
    return seen == some


def compare(
    position: Position, switch: str, most: int, *, together: bool = True
) -> tuple[int, int]:
    """Compare the classes that the search's steps reach with those that legal moves reach.

    With ``together``, positions of a class must be reachable from each other.

    Returns:
        The numbers of classes and positions; both are zero if there are more than ``most``
        positions.
    """
    looked = positions = 0
    for on in ({switch}, {switch, "symmetry"}):
        found = _by_moves(position, on, most)
        if found is not None:
            classes, edges = found
            assert _by_steps(position, on) == {*classes}, position.to_line()
            if "symmetry" not in on:
                if together:
                    assert all(_hang_together(some, edges) for some in classes.values())
                looked, positions = len(classes), len(edges)
    return looked, positions
