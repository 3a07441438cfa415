"""Shortened lines: they still win, are never longer, and contain no cycles."""

from __future__ import annotations

import functools
import math

import pytest

import cadogan
from cadogan.model.position import Position
from cadogan.solver import shorten
from cadogan.solver.host import borrowed, packed, records, search_kernel
from cadogan.solver.portfolio import METHODS, _Search
from cadogan.solver.search import encoding
from cadogan.solver.shorten import holds, shortened
from cadogan.state.codes import MoveKind, Num
from cadogan.state.snapshot import new_state, thaw
from cadogan.state.state import count_of, encode, kind_of, source_of, target_of
from cadogan.text.notation import describe
from tests.covering import each, few
from tests.test_contract import played

GAMES = (
    "bakers-dozen", "bisley", "canfield", "freecell", "grandfathers-clock", "klondike",
    "klondike-draw-3", "klondike-draw-3-three-passes", "la-belle-lucie", "big-ben",
    "spanish-patience", "carthage", "wasp", "yukon", "yukon-worrying-back",
)  # fmt: skip


class _Found(_Search):
    """Search that does not shorten its line."""

    def line(self) -> tuple[int, tuple[str, ...]]:
        return 0, ()


@functools.cache
def found(game_id: str, number: int) -> list[int] | None:
    """Return an unshortened winning line for a deal, or None."""
    limits = (40_000, math.inf, 1 << 26)
    position = cadogan.game(game_id).deal(number)
    with borrowed(search_kernel(position.game.compiled_rules)) as lent:
        search = _Found(lent, position, limits, 0, frozenset(), None, None, "found")
        return search.codes if search.decide(METHODS).result == "won" else None


def shorter(position: Position, codes: list[int]) -> list[int]:
    """Shorten a line from a position."""
    _, tables, _ = records(position.game, position.snapshot.base, frozenset())
    with borrowed(search_kernel(tables)) as lent:
        lent.start(
            tables, position.snapshot, packed(position.game.compiled_rules, position.snapshot)
        )
        left = shortened(tables, lent, list(codes))
        assert lent.state.num[Num.LOG] == 0, "the state is as it was before"
        return left


def positions(start: Position, codes: list[int]) -> list[Position]:
    """Return the positions of a line from the interpreted engine; every move must be legal."""
    seen = [start]
    for code in codes:
        assert code in {move.code for move in seen[-1].legal_moves}
        seen.append(seen[-1].play(describe(start.game.compiled, code).text))
    return seen


@pytest.mark.parametrize("game_id", few(GAMES, 5))
@pytest.mark.parametrize("enough", few([1, 10], 1))
def test_a_line_wins_without_cycles(game_id: str, enough: int) -> None:
    solved = 0
    for number in range(1, 20):
        codes = found(game_id, number)
        if codes is None:
            continue
        start = cadogan.game(game_id).deal(number)
        left = shorter(start, codes)
        walked = positions(start, left)
        assert walked[-1].won
        assert len(left) <= len(codes)
        assert len(set(walked)) == len(walked)
        assert shorter(start, codes) == left
        again = shorter(start, left)
        assert len(again) <= len(left)
        solved += 1
        if solved == enough:
            break
    assert solved


def there_and_back(position: Position) -> list[int]:
    """Return a move and its reversal that together change nothing, if there are any."""
    for move in position.legal_moves:
        code = move.code
        if kind_of(code) == MoveKind.MOVE:
            a, b = source_of(code), target_of(code)
            back = encode(MoveKind.MOVE, b, a, count_of(code))
            after = position.play(move.text)
            if back in {m.code for m in after.legal_moves}:
                text = describe(position.game.compiled, back).text
                if after.play(text) == position:
                    return [code, back]
    return []


@pytest.mark.parametrize("game_id", few(["klondike", "freecell", "yukon", "spanish-patience"], 2))
def test_reversed_moves_are_removed(game_id: str) -> None:
    codes = found(game_id, 1)
    assert codes
    start = cadogan.game(game_id).deal(1)
    short = shorter(start, codes)
    longer: list[int] = []
    for position, code in zip(positions(start, short), short, strict=False):
        longer += [*there_and_back(position), code]
    assert len(longer) > len(short) + 4
    assert positions(start, longer)[-1].won
    assert len(shorter(start, longer)) <= len(short)


def test_a_detour_by_a_cell_is_removed() -> None:
    game = cadogan.game("freecell")
    codes = found("freecell", 1)
    assert codes
    start = game.deal(1)
    short = shorter(start, codes)
    at = next(i for i, code in enumerate(short) if count_of(code) == 1)
    move = describe(game.compiled, short[at])
    cell = game.pile_names.index("c4")
    source, target = source_of(short[at]), target_of(short[at])
    assert cell not in {source, target}, move.text
    there, onward = ((source, cell), (cell, target))
    longer = [
        *short[:at],
        encode(MoveKind.MOVE, *there, 1),
        encode(MoveKind.MOVE, *onward, 1),
        *short[at + 1 :],
    ]
    assert positions(start, longer)[-1].won
    assert len(shorter(start, longer)) <= len(short)


def test_idle_rounds_of_the_stock_are_removed() -> None:
    start = cadogan.game("klondike").deal(1)
    codes = found("klondike", 1)
    assert codes
    short = shorter(start, codes)
    around: list[int] = []
    position = start
    for _ in range(3 * 25):
        move = next(m for m in position.legal_moves if m.text in {"s-w", "redeal"})
        around.append(move.code)
        position = position.play(move.text)
    assert position == start
    assert len(shorter(start, around + short)) <= len(short)


def test_a_line_that_does_not_win_is_returned_unchanged() -> None:
    start = cadogan.game("bakers-dozen").deal(1)
    codes = found("bakers-dozen", 1)
    assert codes
    assert shorter(start, codes[:-1]) == codes[:-1]
    assert shorter(start, codes[1:]) == codes[1:]
    assert shorter(start, []) == []


def test_lines_of_klondike_become_much_shorter() -> None:
    before = after = 0
    for number in range(1, 6):
        codes = found("klondike", number)
        if codes:
            before += len(codes)
            after += len(shorter(cadogan.game("klondike").deal(number), codes))
    assert after < 0.7 * before


@pytest.mark.parametrize(("game_id", "looked_at"), [("freecell", 14_000), ("bakers-dozen", 7000)])
def test_failed_attempts_are_not_repeated(
    monkeypatch: pytest.MonkeyPatch, game_id: str, looked_at: int
) -> None:
    """Shortening needs at most half of the moves that all attempts together would make."""
    for number in range(1, 9):
        codes = found(game_id, number)
        start = cadogan.game(game_id).deal(number)
        if codes:
            done = shorter(start, codes)
            with monkeypatch.context() as patch:
                patch.setattr(shorten, "_BUDGET", looked_at)
                assert shorter(start, codes) == done


def test_a_line_that_does_not_win_is_refused() -> None:
    codes = found("bakers-dozen", 1)
    assert codes is not None
    start = cadogan.game("bakers-dozen").deal(1)
    _, tables, _ = records(start.game, start.snapshot.base, frozenset())
    other = next(move.code for move in start.legal_moves if move.code != codes[0])
    wrong = [
        codes[:-1],
        codes[1:],
        [other, *codes],
        [encode(MoveKind.MOVE, 4, 5, 2), *codes],
        [codes[0]] * 9,
    ]
    with borrowed(search_kernel(start.game.compiled_rules)) as lent:

        def held(line: list[int]) -> bool:
            lent.start(tables, start.snapshot, packed(start.game.compiled_rules, start.snapshot))
            return holds(tables, lent, line)

        assert held(codes)
        assert [held(line) for line in wrong] == [False] * len(wrong)


@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.parametrize("deals", few([range(1, 2), range(1, 20)], 1), ids=str)
def test_the_line_may_stay_as_found(game_id: str, deals: range) -> None:
    """An unshortened line is as long as a counted one, and at least as long as a shortened one."""
    for number in deals:
        start = cadogan.game(game_id).deal(number)
        counted, as_found, short = (
            cadogan.solve(start, nodes=20_000, memory=1 << 26, line=line)
            for line in ("counted", "found", "shortened")
        )
        assert counted.result == as_found.result == short.result
        assert counted.nodes == as_found.nodes == short.nodes
        assert counted.moves == as_found.moves == len(as_found.line) >= short.moves
        assert (counted.line, len(short.line)) == ((), short.moves)


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_position_is_packed_as_a_state_is(game_id: str) -> None:
    for position in played(cadogan.game(game_id), 7, 30):
        R = position.game.compiled_rules
        S = new_state(R)
        thaw(R, S, position.snapshot)
        row = packed(R, position.snapshot)
        twin = [0] * len(row)
        encoding.pack(R, S, twin)
        assert row[:] == twin
