"""Policies: their plays match a simple implementation, ignore hidden cards, and always end."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import cadogan
from cadogan import engine
from cadogan.core.errors import InvalidDealError, InvalidPolicyError
from cadogan.kernels import kernel
from cadogan.model.dealing import deal_key
from cadogan.model.position import Game
from cadogan.players import POLICIES, version_of
from cadogan.players.host import play
from cadogan.players.kernel.choose import choose
from cadogan.players.kernel.determinize import guess, lay, look, notice
from cadogan.players.kernel.rollout import run
from cadogan.players.player import Player, new_player
from cadogan.state.codes import MoveKind, Num
from cadogan.state.snapshot import MOST_MOVES, freeze, new_state, thaw
from cadogan.state.state import MASK, State, kind_of, mix
from tests.covering import each, few
from tests.policy_twin import twin

# short games in which the player seldom has a choice
SHORT = ("quadrat", "good-thirteen", "eight-cards", "zudecken")


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_the_layout_equals_the_deal(game_id: str) -> None:
    game = cadogan.game(game_id)
    player = new_player(game.compiled, POLICIES["greedy"])
    S = new_state(game.compiled_rules)
    for deal in (1, 2, 3) if player.plain else ():
        lay(game.compiled_rules, S, player, deal_key(str(deal)))
        assert freeze(game.compiled_rules, S) == game.deal(deal).snapshot


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=7))
def test_compiled_plays_equal_the_twin(game_id: str) -> None:
    game = cadogan.game(game_id)
    errands = new_player(game.compiled, POLICIES["greedy"]).errands
    for policy in ("random", "greedy"):
        [one] = play(game, [2], policy, seed=3)
        won, moves, forced = twin(game, 2, policy, seed=3)
        if errands and policy == "greedy":
            forced = 0
        assert tuple(one) == (won, moves, forced), policy


@pytest.mark.parametrize("game_id", ["birthday", "the-clock", "quadrille", "black-hole", "musical"])
def test_the_shortcut_plays_like_the_twin(game_id: str) -> None:
    game = cadogan.game(game_id)
    for one, deal in zip(play(game, range(1, 21), "greedy"), range(1, 21), strict=True):
        assert (one.won, one.moves) == twin(game, deal, "greedy")[:2]


@pytest.mark.parametrize("game_id", few(SHORT, 1))
def test_careful_plays_alike_when_interpreted(game_id: str) -> None:
    """The interpreted engine, which has undo, chooses the same moves as the compiled one."""
    game = cadogan.game(game_id)
    R = game.compiled_rules
    careful = POLICIES["careful"]
    for deal, one in zip((1, 2), play(game, [1, 2], "careful"), strict=True):
        S = new_state(R)
        thaw(R, S, game.deal(deal).snapshot)
        key = mix((deal_key(str(deal)) + mix(mix(1) + careful)) & MASK)
        forced = [0]
        result = run(R, S, new_player(game.compiled, careful), [0] * MOST_MOVES, key, forced, 0)
        assert tuple(one) == (bool(result & 1), result >> 1, forced[0])


@pytest.mark.parametrize("game_id", SHORT)
def test_a_paused_play_continues_unchanged(game_id: str) -> None:
    game = cadogan.game(game_id)
    for policy in POLICIES:
        asked = iter([False] * 10_000)
        assert play(game, [1, 2], policy, stop=asked.__next__) == play(game, [1, 2], policy)
        assert policy == "greedy" or len(list(asked)) < 10_000, "it was asked whether to stop"


def test_a_stopped_play_is_left_out_completely() -> None:
    game = cadogan.game("klondike")
    whole = play(game, [1, 2], "careful")
    asked = [False] * (whole[0].moves // 4 + 2) + [True]
    assert play(game, [1, 2], "careful", stop=lambda: asked.pop(0)) == whole[:1]
    assert not asked
    assert play(game, [2], "careful", stop=lambda: False) == whole[1:]


def test_clock_patience_by_hand() -> None:
    """In a game without choices, the fourth king ends the play under every policy."""
    game = cadogan.game("clock-patience")
    plays = {policy: play(game, range(1, 41), policy) for policy in POLICIES}
    for i in range(40):
        piles = [list(cards) for name, cards in game.deal(i + 1).piles.items() if name[0] == "t"]
        at = 12
        count = 0
        while piles[at]:
            at = "A23456789TJQK".index(piles[at].pop()[0])
            count += 1
        assert {plays[policy][i].won for policy in POLICIES} == {count == 52}
        assert plays["random"][i].moves == plays["random"][i].forced == count


# --- hidden cards --------------------------------------------------------------------------------


def hidden(R: Any, S: State, player: Player) -> list[int]:
    """Return the places of the cards that the player cannot see."""
    dark = list(S.down)
    for p in range(R.piles):
        if R.face.look_end[p]:
            free = sum(S.height[q] == 0 for q in range(R.face.look_first[p], R.face.look_end[p]))
            dark[p] = max(0, S.height[p] - 1 - free)
    return [
        p * R.room + i
        for p in range(R.piles)
        for i in range(dark[p])
        if not (player.open[p] and i == S.height[p] - 1)
    ]


def chosen_by(game: Game, S: State, player: Player, last: int, key: int) -> tuple[list[int], int]:
    """Return the legal moves and the one that the compiled kernel chooses."""
    code = kernel("players")
    out = code.array(MOST_MOVES)
    plain = [0] * MOST_MOVES
    legal = engine.generate(game.compiled_rules, S, plain)
    out[:legal] = plain[:legal]
    records = code.record(game.compiled_rules), code.record(S), code.record(player)
    return plain[:legal], int(code.choose(*records, out, legal, last, key, 0))


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=7))
def test_hidden_cards_stay_hidden(game_id: str) -> None:
    """Different hidden cards or a different next shuffle do not change the player's choice."""
    game = cadogan.game(game_id)
    R = game.compiled_rules
    rng = random.Random(game_id)
    players = [new_player(game.compiled, which) for which in POLICIES.values()]
    S = new_state(R)
    thaw(R, S, game.deal(5).snapshot)
    for player in players:
        look(R, S, player)
    last = -1
    for step in range(24):
        out = [0] * MOST_MOVES
        legal = engine.generate(R, S, out)
        if not legal or engine.won(R, S):
            return
        if step in (0, 5, 23):
            before = [chosen_by(game, S, player, last, 7 * step) for player in players]
            kept = freeze(R, S)
            places = hidden(R, S, players[0])
            cards = [S.cards[at] for at in places]
            rng.shuffle(cards)
            other = [list(pile) for pile in kept.piles]
            for at, card in zip(places, cards, strict=True):
                other[at // R.room][at % R.room] = card
            piles = tuple(map(tuple, other))
            key = rng.getrandbits(60) if R.redeal.shuffled else 0
            thaw(R, S, kept._replace(piles=piles, key=key))
            assert before == [chosen_by(game, S, player, last, 7 * step) for player in players]
            thaw(R, S, kept)
        under = Counter(S.cards[at] for at in hidden(R, S, players[0]))
        last = rng.choice(out[:legal])
        engine.make(R, S, last)
        S.num[Num.LOG] = 0
        if not Counter(S.cards[at] for at in hidden(R, S, players[0])) <= under:
            return  # a known card lies face down again
        for player in players:
            notice(R, S, player, last)


def test_guesses_keep_known_cards() -> None:
    """The player guesses only cards that never lay face up and a stock whose order is unknown."""
    for game_id, known in (("birthday", False), ("birthday-unshuffled", True), ("klondike", True)):
        game = cadogan.game(game_id)
        R = game.compiled_rules
        player = new_player(game.compiled, POLICIES["careful"])
        S = new_state(R)
        thaw(R, S, game.deal(1).snapshot)
        look(R, S, player)
        under = sum(S.down[p] for p in range(R.piles) if p != R.stock.pile)
        stock = S.height[R.stock.pile]
        assert guess(R, S, player, 9) == under + stock
        out = [0] * MOST_MOVES
        kind = -1
        while kind != MoveKind.REDEAL:
            n = engine.generate(R, S, out)
            kind = kind_of(out[n - 1])  # a turn, or a redeal after the last turn
            engine.make(R, S, out[n - 1])
            S.num[Num.LOG] = 0
            notice(R, S, player, out[n - 1])
        before = freeze(R, S)
        there = 0 if known else stock
        assert guess(R, S, player, 10) == under + there
        after = freeze(R, S)
        assert (before.piles[R.stock.pile] == after.piles[R.stock.pile]) == known
        assert sorted(sum(before.piles, ())) == sorted(sum(after.piles, ()))
        if R.redeal.shuffled:
            assert S.num[Num.KEY] != before.key


# --- ends and refusals ---------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=7))
def test_plays_end(game_id: str) -> None:
    """Every play ends, even if cards could go round forever, and can be repeated."""
    game = cadogan.game(game_id)
    for policy in POLICIES:
        deals = range(1, 2) if policy == "careful" else range(1, 9)
        plays = play(game, deals, policy)
        assert all(0 <= one.forced <= one.moves for one in plays)
        if policy != "careful":
            assert play(game, [*reversed(deals)], policy) == plays[::-1]


def test_another_seed_makes_other_plays() -> None:
    game = cadogan.game("klondike")
    first = play(game, range(1, 30), "random")
    assert play(game, range(1, 30), "random", seed=1) != first


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(
        InvalidPolicyError, match="no policy 'lucky'; choose random, greedy or careful"
    ):
        version_of("lucky")
    with pytest.raises(InvalidPolicyError):
        play(cadogan.game("birthday"), [1], "lucky")
    with pytest.raises(InvalidDealError, match="out of range"):
        play(cadogan.game("birthday"), [1, 0], "greedy")
    assert play(cadogan.game("birthday"), [], "greedy") == []


def test_choices_are_legal_moves() -> None:
    game = cadogan.game("freecell")
    S = new_state(game.compiled_rules)
    thaw(game.compiled_rules, S, game.deal(1).snapshot)
    out = [0] * MOST_MOVES
    for which in POLICIES.values():
        legal = engine.generate(game.compiled_rules, S, out)
        moves = out[:legal]
        player = new_player(game.compiled, which)
        if which != POLICIES["careful"]:
            assert choose(game.compiled_rules, S, player, out, legal, -1, 11, 0) in moves
