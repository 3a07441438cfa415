"""Best-first search: its heap and where it is used; and searches that continue after a limit."""

from __future__ import annotations

import functools
import heapq
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cadogan
from cadogan.solver import codes
from cadogan.solver.analysis.analysis import analyse
from cadogan.solver.codes import Control, Outcome
from cadogan.solver.host import packed
from cadogan.solver.open_list import OpenList
from cadogan.solver.portfolio import _Search, solve
from cadogan.solver.search import best_first, encoding
from cadogan.state.codes import Num
from cadogan.state.records import changed
from cadogan.state.snapshot import MOST_MOVES, new_state
from tests.searches import begun, cut_off

LIMITS = {"best": (2_000, 20_000, 200_000, 2_000_000), "proof": (10_000, 80_000, 640_000)}
CUT_OFF = [
    *(("best", *deal) for deal in (
        ("fore-cell", 13), ("raglan", 5), ("freecell-seven-piles", 4), ("good-measure", 14)
    )),
    *(("proof", *deal) for deal in (
        ("canfield", 13), ("golf", 3), ("golf", 16), ("freecell", 2), ("spider", 1)
    )),
]  # fmt: skip


@given(st.lists(st.one_of(st.integers(-(1 << 40), 1 << 40), st.none())))
def test_the_least_key_comes_out_first(plan: list[int | None]) -> None:
    """The test pushes each number and pops for each None, then pops the rest."""
    C, heap, twin = [0] * codes.CONTROLS, [0] * (len(plan) + 1), list[int]()
    for key in plan + [None] * len(plan):
        if key is not None:
            best_first._push(C, heap, key)
            heapq.heappush(twin, key)
        elif twin:
            assert best_first._pop(C, heap) == heapq.heappop(twin)
        assert C[Control.NEXT] == len(twin)


def searched(
    method: str, game_id: str, number: int, limits: tuple[int, ...]
) -> tuple[int, int, list[int]]:
    """Search under one limit after another, with other searches in between."""
    with begun(game_id, number) as search:

        def prove(limit: int) -> int:
            search.analysis = search.full
            return search.prove(limit)

        if method == "proof":
            return cut_off(search, limits, prove, lambda _limit: None)
        return cut_off(search, limits, search.best, lambda limit: prove(limit // 2))


@functools.cache
def at_a_stretch(method: str, game_id: str, number: int) -> tuple[int, int, list[int]]:
    """Search a deal with the largest limit only."""
    return searched(method, game_id, number, LIMITS[method][-1:])


@pytest.mark.parametrize(("method", "game_id", "number"), CUT_OFF)
def test_it_continues_after_a_limit(method: str, game_id: str, number: int) -> None:
    found = searched(method, game_id, number, LIMITS[method])
    assert found == at_a_stretch(method, game_id, number)


@pytest.mark.parametrize(
    ("method", "outcomes"),
    [
        ("best", {Outcome.WON, Outcome.DONE}),
        ("proof", {Outcome.WON, Outcome.DONE, Outcome.MORE}),
    ],
)
def test_interrupted_searches_have_different_outcomes(method: str, outcomes: set[Outcome]) -> None:
    said = {at_a_stretch(*deal)[:2] for deal in CUT_OFF if deal[0] == method}
    assert {kind for kind, looked in said if looked > LIMITS[method][0]} >= outcomes


def test_the_interpreted_search_visits_the_same_positions() -> None:
    """The compiled search gets more room step by step; the interpreted one starts with enough."""
    game, most = cadogan.game("fore-cell"), 400
    position = game.deal(2)
    plain, plan = game.compiled_rules, analyse(game)
    with begun("fore-cell", 2) as search:
        assert search.best(most) == Outcome.MORE
        assert search.open_list is not None
        front = search.open_list

    S = new_state(changed(search.plain, {"mechanics.forgets": 1}), 1 << 14)
    row = packed(plain, position.snapshot)[:]
    encoding.reset(plain, S)
    S.num[Num.KEY] = position.snapshot.key
    encoding.unpack(plain, S, row)
    C = [0] * codes.CONTROLS
    C[Control.DEPTH] = -1
    C[Control.LOSSY] = C[Control.LOGGED] = C[Control.NEXT] = 1
    out, score = [0] * MOST_MOVES, [0] * MOST_MOVES
    bank = [[0] * len(row) for _ in range(most)]
    owner, depth = [0] * most, [0] * most
    heap, source, walked = ([0] * (2 * most + MOST_MOVES) for _ in range(3))
    walked[0] = -1
    encoding.pack(plain, S, bank[0])
    table = [0] * (front.buckets * 8)
    forgetful = changed(plain, {"mechanics.forgets": 1})
    outcome = best_first.best_first(
        forgetful, S, plan, C, table, front.buckets, out, score, bank, owner, depth,
        heap, source, walked, most,
    )  # fmt: skip
    assert outcome == Outcome.MORE
    assert front.controls[:] == C
    assert [front.bank[i][:] for i in range(C[Control.AT])] == bank[: C[Control.AT]]
    assert front.heap[: C[Control.NEXT]] == heap[: C[Control.NEXT]]
    assert front.walked[: C[Control.LOGGED]] == walked[: C[Control.LOGGED]]
    met = [sum(map(bool, some)) for some in (front.table[:], table)]
    assert met == [C[Control.LOGGED] - 1] * 2


def test_other_methods_continue_when_its_memory_is_full() -> None:
    """The proof takes 400,000 positions, more than best-first search may store."""
    position = cadogan.game("canfield").deal(13)
    alone = solve(position, methods=("best",), memory=1 << 24)
    assert (alone.result, alone.limit, alone.method) == ("unknown", "memory", "best-first search")
    both = solve(position, methods=("best", "proof"), memory=1 << 24)
    assert (both.result, both.method) == ("lost", "exhaustive search")
    assert both.nodes > alone.nodes


def test_its_memory_is_counted() -> None:
    with begun("freecell", 1) as search:
        front = OpenList(search.code, search.light, search.controls(), len(search.root))
        assert front.widen(1)
        front.grow(100)
        small = front.size
        front.controls[Control.AT] = front.controls[Control.LOGGED] = len(front.bank)
        front.grow(100)
        kept = sum(array.nbytes for array in front.arrays) + front.table.nbytes
        assert small < front.size == kept


@pytest.mark.parametrize(
    ("game_id", "roomy"),
    [
        ("freecell", 1),  # empty piles and cells take any card
        ("seahaven-towers", 1),  # cells take any card
        ("king-albert", 1),  # empty piles take any card
        ("bakers-dozen", 0),  # no pile takes any card
        ("worm-hole", 0),  # a cell takes any card, but the game is played to a hole
        ("yukon", 0),  # empty piles take only kings
        ("klondike", 0),  # cards come from the stock
        ("calculation", 0),  # any card can be built on any other
        ("mrs-mop", 0),  # suits are built in the tableau
    ],
)
def test_it_is_used_where_cells_or_spaces_take_any_card(game_id: str, roomy: int) -> None:
    assert analyse(cadogan.game(game_id)).heuristic.roomy == roomy


def test_it_wins_these_deals_instead_of_beams() -> None:
    game = cadogan.game("fore-cell")
    said = {solve(game.deal(n), line="counted").method for n in (2, 9, 13, 17)}
    assert "best-first search" in said
    assert not any(method.startswith("beam") for method in said)


def methods_tried(game_id: str, number: int, **asked: Any) -> set[str]:
    """Return the first word of each method tried within 200,000 positions of a deal."""
    tried = set[str]()
    kept = _Search.sliced

    def sliced(self: _Search, *given: Any) -> int:
        tried.add(self.method.split()[0])
        return kept(self, *given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_Search, "sliced", sliced)
        solve(cadogan.game(game_id).deal(number), nodes=200_000, line="counted", **asked)
    return tried


def test_a_named_method_is_tried_everywhere() -> None:
    everything = {"quick", "beam", "exhaustive"}
    assert methods_tried("canfield", 15) == everything
    assert methods_tried("canfield", 15, methods=("best", "proof")) == {"best-first", "exhaustive"}
    assert methods_tried("canfield", 15, methods=("best",)) == {"best-first"}
    assert methods_tried("fore-cell", 10) == {"quick", "best-first", "exhaustive"}
    assert methods_tried("fore-cell", 10, methods=("quick", "beam")) == {"quick", "beam"}


def test_beams_replace_it_when_its_memory_is_full() -> None:
    assert methods_tried("fore-cell", 10, memory=1 << 24) == {
        "quick", "best-first", "exhaustive", "beam",
    }  # fmt: skip
