"""The interpreted and compiled engines, which agree on every move, hash and undo."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cadogan
from cadogan import engine
from cadogan.core.errors import TooLargeError
from cadogan.kernels import kernel
from cadogan.model.position import Game
from cadogan.solver.host import search_kernel
from cadogan.state.codes import MoveKind
from cadogan.state.records import changed
from cadogan.state.snapshot import MOST_MOVES, freeze, new_state, thaw
from cadogan.state.state import MASK, State, kind_of, mix, reorder, shuffle, times
from tests.covering import each, few

INTEGERS = st.integers(min_value=0, max_value=MASK)


def same_state(slow: State, fast: State) -> bool:
    """Return whether two working states are equal in all parts that are in use."""
    whole = ("height", "down", "mark", "part")
    if any(list(getattr(slow, f)) != list(getattr(fast, f)[: len(slow.height)]) for f in whole):
        return False
    return slow.num == [int(n) for n in fast.num[: len(slow.num)]]


def check_play(game: Game, deal: int, steps: int) -> None:
    """Play at random with both engines, compare their refusals, and undo all moves with both."""
    rng = random.Random(f"{game.text} {deal}")
    position = game.deal(deal)
    R = game.compiled_rules
    compiled = search_kernel(R)
    S = new_state(R, 1 << 16)
    thaw(R, S, position.snapshot)
    quick_tables, quick = compiled.record(R), compiled.record(S)
    out = [0] * MOST_MOVES
    fast_out = compiled.array(MOST_MOVES)
    made = 0
    for step in range(steps):
        where = f"{game.text}, deal {deal}, step {step}"
        n = engine.generate(R, S, out)
        assert compiled.generate(quick_tables, quick, fast_out) == n, where
        assert fast_out[:n] == out[:n], where
        assert bool(compiled.won(quick_tables, quick)) == engine.won(R, S), where
        for _ in range(20):
            kind = rng.choice((MoveKind.MOVE, MoveKind.MOVE, MoveKind.PICK, MoveKind.MERCI))
            a, b = rng.randrange(R.piles), rng.randrange(R.piles)
            k = rng.randint(1, max(1, S.height[a]) + 1)
            asked = engine.refusal(R, S, kind, a, b, k)
            assert compiled.refusal(quick_tables, quick, kind, a, b, k) == asked, where
        if not n:
            break
        cards = [m for m in out[:n] if kind_of(m) <= MoveKind.MERCI]
        move = rng.choice(cards if cards and rng.random() < 0.6 else out[:n])
        engine.make(R, S, move)
        compiled.make(quick_tables, quick, move)
        made += 1
        assert same_state(S, quick), where
    for _ in range(made):
        engine.unmake(R, S)
        compiled.unmake(quick_tables, quick)
        assert same_state(S, quick), game.text
    assert freeze(R, S) == position.snapshot


@pytest.mark.parametrize("game_id", each(cadogan.games()))
@pytest.mark.parametrize(("deals", "steps"), few([(range(1, 2), 30), (range(1, 22), 250)], 1))
def test_both_engines_agree(game_id: str, deals: range, steps: int) -> None:
    for deal in deals:
        check_play(cadogan.game(game_id), deal, steps)


@given(INTEGERS, INTEGERS)
@example(MASK, MASK)
@example(0, MASK)
@example(1 << 61, 2)
def test_a_product_has_62_bits(a: int, b: int) -> None:
    assert times(a, b) == a * b % (1 << 62)


@given(INTEGERS)
@example(MASK)
@example(0)
@example(1 << 61)
def test_mixing_is_equal(x: int) -> None:
    mixed = mix(x)
    assert kernel("plain").mix(x) == mixed
    assert 0 <= mixed < 1 << 62


@given(INTEGERS, st.integers(min_value=1, max_value=104))
def test_shuffles_are_equal(key: int, count: int) -> None:
    slow = list(range(104))
    fast = kernel("plain").array(104)
    fast[:] = slow
    shuffle(slow, count, key)
    kernel("plain").shuffle(fast, count, key)
    assert fast[:] == slow
    assert sorted(slow[:count]) == list(range(count))
    assert slow[count:] == list(range(count, 104))


@given(INTEGERS, st.lists(st.integers(0, 51), min_size=1, max_size=104), st.data())
def test_fewer_cards_keep_the_same_relative_order(
    key: int, cards: list[int], data: st.DataObject
) -> None:
    slow = list(cards)
    fast = kernel("plain").array(len(cards))
    fast[:] = cards
    reorder(slow, len(cards), key)
    kernel("plain").reorder(fast, len(cards), key)
    assert fast[:] == slow
    assert sorted(slow) == sorted(cards)
    fewer = data.draw(st.permutations(cards))[: data.draw(st.integers(0, len(cards)))]
    reorder(fewer, len(fewer), key)
    rest = iter(slow)
    assert all(card in rest for card in fewer), "the remaining cards keep their order"


def test_every_order_is_equally_likely() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for key in range(2400):
        cards = [7, 20, 33, 46]
        reorder(cards, 4, mix(key))
        counts[tuple(cards)] += 1
    assert len(counts) == 24
    assert all(60 <= n <= 140 for n in counts.values()), "four standard deviations"


def test_a_record_freezes_to_the_same_position() -> None:
    position = cadogan.game("klondike").deal(1)
    R = position.game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    assert freeze(R, kernel("plain").record(S)) == position.snapshot


def test_a_game_too_large_for_the_records_is_refused() -> None:
    R = cadogan.game("klondike").compiled_rules
    with pytest.raises(
        TooLargeError,
        match=r"too large for the search: accept.sets has .* entries, but the maximum is",
    ):
        kernel("plain").record(changed(R, {"accept.sets": [0] * 10**6}))
