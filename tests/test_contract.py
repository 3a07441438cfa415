"""Contract for every game in the catalogue, tested by random play.

Every move can be undone exactly, and no two listed moves lead to the same position. Moves conserve
the cards, and texts can be parsed again. The engine refuses moves that are not listed, with a
reason. Deals are the same on every machine. Neither the names of the suits nor the order of equal
piles matters.
"""

from __future__ import annotations

import functools
import itertools
import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

import cadogan
from cadogan import engine
from cadogan.core.cards import JOKER
from cadogan.model.perft import perft
from cadogan.model.position import Game, Position
from cadogan.rules.catalogue import find
from cadogan.state.automatic import settle_all
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.snapshot import MOST_MOVES, Snapshot, freeze, new_state, thaw
from cadogan.state.state import State, encode, kind_of
from cadogan.text.notation import Move
from tests.covering import each, few, representative

GAMES = cadogan.games()
ACTIONS = ("deal", "refill", "redeal", "shift", "weave", "reverse")
LONG_LOG = 1 << 18

# Renaming the suits must not matter in games whose rules name no card. This table lists the other
# games, with a renaming that keeps the named cards, or None. A separate test renames Birthday's
# suits together with its option.
RENAMED = {
    "big-ben": None,
    "sundial": None,
    "grandfathers-clock": None,
    "matrimony": None,
    "four-corners": None,  # each suit has a line of its own
    "birthday": None,
    "clover-leaf": "SHDC",
    "alexander-the-great": "SHDC",
    "windmill": "HDCS",
    "windmill-king": "HDCS",
    "sultan": None,  # each suit has foundations in fixed places
    "sultan-plus": None,
    "house-on-the-hill": None,
    "rouge-et-noir": None,  # each foundation begins with a fixed suit
    "black-hole": "HDCS",
    "worm-hole": "HDCS",
    "calculation": "CHDS",
    "musical": "CDSH",
    "good-measure": "CDSH",
    "good-measure-worrying-back": "CDSH",
    "spider-two-suits": "CDSH",
}
COLOURS_CHANGED = "HCSD"  # clubs become hearts, diamonds clubs, hearts spades, spades diamonds


def choose(rng: random.Random, moves: list[str]) -> str:
    """Choose a move, but rarely a special one, because special moves soon end a play."""
    cards = [move for move in moves if "-" in move and move != "s-w"]
    return rng.choice(cards if cards and rng.random() < 0.8 else moves)


def played(game: Game, deal: int, steps: int) -> Iterator[Position]:
    """Yield the positions in one random play, beginning with the deal."""
    rng = random.Random(f"{game.text} {deal}")
    position = game.deal(deal)
    yield position
    for _ in range(steps):
        moves = position.move_texts()
        if not moves:
            return
        position = position.play(choose(rng, moves))
        yield position


@functools.cache
def one_play(game_id: str, deal: int) -> tuple[Position, ...]:
    """Return the first sixty positions of a random play, which several tests share."""
    return tuple(played(cadogan.game(game_id), deal, 60))


# --- making and undoing moves --------------------------------------------------------------------


def rolls(R: CompiledRules, S: State) -> list[list[int]]:
    """Return for each pile the hashes of its bottom cards, which equal piles have in common."""
    width = R.room + 1
    return [S.roll[p * width : p * width + S.height[p] + 1] for p in range(R.piles)]


def check_undo(game: Game, deal: int, steps: int, every: int) -> None:
    """Play on one working state, then undo all moves; at intervals make and undo every move."""
    rng = random.Random(f"undo {game.text} {deal}")
    position = game.deal(deal)
    R = game.compiled_rules
    S, fresh = new_state(R, LONG_LOG), new_state(R)
    bare = new_state(R, LONG_LOG, hashed=False)
    thaw(R, S, position.snapshot)
    thaw(R, bare, position.snapshot)
    pack = Counter(game.compiled.cards)
    out = [0] * MOST_MOVES
    past: list[tuple[Snapshot, int, list[int]]] = []
    for step in range(steps):
        here = freeze(R, S)
        thaw(R, fresh, here)
        state = S.num[Num.HASH]
        assert fresh.num[Num.HASH] == state, f"{game.text} {deal} step {step}"
        assert freeze(R, bare) == here, "play without a hash differs"
        assert rolls(R, bare) == rolls(R, fresh)
        assert Counter(itertools.chain(*here.piles)) == pack
        past.append((here, state, [*S.part, *S.part2]))
        n = engine.generate(R, S, out)
        moves = out[:n]
        assert len(set(moves)) == n
        if not n:
            break
        if step % every == 0:
            for move in moves:
                engine.make(R, S, move)
                engine.unmake(R, S)
                assert freeze(R, S) == here, f"{game.text} {deal} step {step} move {move}"
                assert (S.num[Num.HASH], [*S.part, *S.part2]) == (state, past[-1][2])
        cards = [m for m in moves if kind_of(m) <= MoveKind.MERCI]
        move = rng.choice(cards if cards and rng.random() < 0.8 else moves)
        engine.make(R, S, move)
        engine.make(R, bare, move)
        log = S.num[Num.LOG]
        settle_all(R, S)
        assert S.num[Num.LOG] == log, "a move left something undone"
        # gathering and dealing by fours changes nothing if redeals are not counted
        assert freeze(R, S) != here or kind_of(move) == MoveKind.REDEAL
    else:
        past.append((freeze(R, S), S.num[Num.HASH], [*S.part, *S.part2]))
    for before in reversed(past[:-1]):
        engine.unmake(R, S)
        engine.unmake(R, bare)
        assert (freeze(R, S), S.num[Num.HASH], [*S.part, *S.part2]) == before
        assert freeze(R, bare) == before[0]
    assert S.num[Num.LOG] == bare.num[Num.LOG] == 0
    thaw(R, bare, past[-1][0])  # without a hash, piles that are the same are kept
    thaw(R, fresh, past[-1][0])
    assert (freeze(R, bare), rolls(R, bare)) == (past[-1][0], rolls(R, fresh))


@pytest.mark.parametrize("game_id", each(GAMES))
@pytest.mark.parametrize(("deals", "steps"), few([(range(1, 2), 30), (range(1, 51), 200)], 1))
def test_every_move_is_undone_exactly(game_id: str, deals: range, steps: int) -> None:
    for deal in deals:
        check_undo(cadogan.game(game_id), deal, steps, 20)


# --- texts and moves -----------------------------------------------------------------------------


def check_texts(position: Position) -> None:
    """Parse both forms of a position; compare positions, hashes and texts."""
    game, block, line = position.game, str(position), position.to_line()
    for text in (block, line):
        again = game.parse(text)
        assert again == position, text
        assert hash(again) == hash(position), text
        assert (str(again), again.to_line()) == (block, line)
    if game.id in GAMES:
        assert eval(repr(position), {"cadogan": cadogan}) == position


def is_chance(position: Position, move: Move, other: str) -> bool:
    """Return whether two moves may lead to the same position by coincidence.

    One plays a card from the stock or the waste. The other plays an equal card from a pile, which
    the first card then fills automatically.
    """
    a, b = move.source, other.partition("-")[0]
    filled = any(group.fill for group in position.game.definition.groups)
    same = position.piles[a][-1:] == position.piles.get(b, ())[-1:]
    return filled and same and bool({a, b} & {"s", "w"})


def check_moves(position: Position) -> None:
    """Check every listed move: its text, its place in the order, and the position after it."""
    game = position.game
    legal = position.legal_moves
    where = f"{game.text}\n{position}"
    texts = [move.text for move in legal]
    assert texts == position.move_texts()
    assert len(set(texts)) == len(texts), where
    cards = [m for m in legal if m.kind == "move"]
    assert cards == list(legal[: len(cards)]), f"actions come last: {where}"
    names = game.pile_names
    order = [(names.index(m.source), names.index(m.target), m.count, m.depth) for m in cards]
    assert order == sorted(order), where
    reached: dict[str, str] = {} if "redeal" in texts else {position.to_line(): "no move at all"}
    for move in legal:
        line = position.play(move.text).to_line()
        other = reached.setdefault(line, move.text)
        told = f"{move.text} and {other} lead to one position: {where}"
        assert other == move.text or is_chance(position, move, other), told
        assert position.why_not(move.text) is None


@pytest.mark.parametrize("game_id", each(GAMES))
def test_texts_can_be_parsed_again_and_listed_moves_differ(game_id: str) -> None:
    for position in one_play(game_id, 2)[5::18]:
        check_texts(position)
    for position in one_play(game_id, 2)[::20]:
        check_moves(position)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_texts_and_moves_of_many_plays(game_id: str) -> None:
    for deal in range(1, 51):
        for step, position in enumerate(played(cadogan.game(game_id), deal, 120)):
            if step % 10 == deal % 10:
                check_texts(position)
                check_moves(position)


# --- refusals ------------------------------------------------------------------------------------


def check_sentence(text: str, where: str) -> None:
    """Check that a reason is a well-formed sentence."""
    assert text.endswith("."), where
    assert text[0].isupper(), where
    assert not re.search(r"\b(\w+) \1\b", text), where
    assert not re.search(r" {2}|None\b(?! of)|\{|\}| \.| ,|_", text), where
    assert not re.search(r"\bone (cards|redeals)\b|\bno of\b|\ba (ace|eight)\b", text), where


def counts_tried(height: int, down: int, *, all_of_them: bool) -> list[int]:
    """Return the numbers of cards to try to take from a pile."""
    if all_of_them or height < 5:
        return list(range(1, height + 2))
    return sorted({1, 2, 3, height - down, height - down + 1, height, height + 1} - {0})


def check_refusals(position: Position, rng: random.Random, *, thorough: bool) -> set[str]:
    """Check that the engine refuses exactly the moves that it does not list.

    The check tries every source, target and count.

    Returns:
        The reasons found in a sample of the moves.
    """
    game = position.game
    R = game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    listed = {move.code for move in position.legal_moves}
    kinds = [MoveKind.MOVE]
    if R.merci.times:
        kinds.append(MoveKind.MERCI)
    if any(group.take == "any card" for group in game.definition.groups):
        kinds.append(MoveKind.PICK)
    every: list[str] = []
    for a, b in itertools.product(range(R.piles), repeat=2):
        if (a, b) == (R.stock.pile, R.stock.waste) and R.deal.cards:
            continue  # turning the stock is a special move
        for k in counts_tried(S.height[a], S.down[a], all_of_them=thorough):
            text = f"{game.pile_names[a]}-{game.pile_names[b]}" + (f"x{k}" if k > 1 else "")
            every.append(text)
            for kind in kinds:
                if kind == MoveKind.MOVE or k > 1:
                    refused = engine.refusal(R, S, kind, a, b, k)
                    code = encode(kind, a, b, k)
                    where = f"{game.text} {text}, kind {kind}, refusal {refused}\n{position}"
                    assert (refused == 0) == (code in listed), where
    texts = set(position.move_texts())
    reasons = set()
    for text in rng.sample(every, min(len(every), 500 if thorough else 40)):
        reason = position.why_not(text)
        where = f"{game.text}: {text}: {reason}\n{position}"
        assert (reason is None) == (text in texts or means_listed(position, text)), where
        if reason is not None:
            check_sentence(reason, where)
            reasons.add(reason)
    if R.removal.used:
        reasons |= check_removals(position, rng)
    check_actions(position)
    return reasons


def means_listed(position: Position, text: str) -> bool:
    """Return whether a text is another form of a removal: one card played to its partner."""
    source, _, target = text.partition("-")
    pairs = {f"{source}+{target}", f"{target}+{source}"} if "x" not in text else set()
    return bool(pairs & {*position.move_texts()})


def check_removals(position: Position, rng: random.Random) -> set[str]:
    """Check that exactly the removals that are not listed are refused, from one to four piles."""
    names = position.game.pile_names
    texts = {move.text for move in position.legal_moves if move.kind == "remove"}
    last = names[position.game.compiled_rules.mechanics.discard_pile]
    every = [f"{name}-{last}" for name in names]
    every += ["+".join(some) for some in itertools.combinations(names, 2)]
    for size in (3, 4):
        every += ["+".join(sorted(rng.sample(names, size), key=names.index)) for _ in range(20)]
    reasons = set()
    for text in {*every, *texts}:
        reason = position.why_not(text)
        where = f"{position.game.text}: {text}: {reason}\n{position}"
        assert (reason is None) == (text in texts), where
        if reason is not None:
            check_sentence(reason, where)
            reasons.add(reason)
    return reasons


def check_actions(position: Position) -> None:
    """Check that each action is either listed or refused with a reason."""
    for text in ACTIONS:
        reason = position.why_not(text)
        where = f"{position.game.text}: {text}: {reason}\n{position}"
        listed = any(move.kind == text for move in position.legal_moves)
        assert (reason is None) == listed, where
        if reason is not None:
            check_sentence(reason, where)
            with pytest.raises(cadogan.IllegalMoveError) as refused:
                position.play(text)
            assert str(refused.value) == reason


@pytest.mark.parametrize("game_id", each(GAMES, most=5))
def test_unlisted_moves_are_refused_with_a_reason(game_id: str) -> None:
    rng = random.Random(game_id)
    reasons = set()
    play = one_play(game_id, 2)
    for position in (play[len(play) // 2], play[-1]):
        reasons |= check_refusals(position, rng, thorough=False)
    assert len(reasons) > 3


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_refusals_of_many_plays(game_id: str) -> None:
    rng = random.Random(game_id)
    for deal in range(9, 51):
        for step, position in enumerate(played(cadogan.game(game_id), deal, 160)):
            if step % 80 == deal % 80:
                check_refusals(position, rng, thorough=True)


@pytest.mark.parametrize("game_id", each(GAMES))
def test_playing_an_unlisted_move_is_refused(game_id: str) -> None:
    position = cadogan.game(game_id).deal(1)
    names = position.game.pile_names
    listed = set(position.move_texts())
    unlisted = [f"{a}-{b}" for a, b in itertools.product(names, repeat=2)]
    unlisted = [
        text
        for text in unlisted
        if text not in listed and text != "s-w" and not means_listed(position, text)
    ]
    # Games with few piles have few moves to try; Hit or Miss has only two.
    for text in random.Random(game_id).sample(unlisted, min(10, len(unlisted))):
        with pytest.raises(cadogan.IllegalMoveError) as refused:
            position.play(text)
        assert str(refused.value) == position.why_not(text)
    for text in ("t1", "t1_t2", "t99-t1", "x1-t1", "t1-t2x0", "", "t1@0-t2"):
        with pytest.raises(cadogan.InvalidMoveError):
            position.play(text)


# --- deals ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "ids", [representative(GAMES)[::4], pytest.param(GAMES, marks=pytest.mark.slow)]
)
def test_deals_are_the_same_in_every_process(ids: list[str]) -> None:
    program = (
        "import cadogan, json; print(json.dumps({g: [cadogan.game(g).deal(n).to_line()"
        f" for n in (1, 2, 10**12)] for g in {ids}}}))"
    )
    here = {g: [cadogan.game(g).deal(n).to_line() for n in (1, 2, 10**12)] for g in ids}
    for seed in ("1", "2"):
        result = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(result.stdout) == here


@pytest.mark.parametrize("game_id", each(GAMES))
def test_positions_keep_their_deal_number(game_id: str) -> None:
    game = cadogan.game(game_id)
    first = game.deal(12)
    assert first.deal_number == "12"
    assert game.deal("12") == first
    assert len({game.deal(n).snapshot for n in range(1, 21)}) == 20
    # Some games, such as Block Ten, have deals without a move.
    begun = next(deal for n in range(12, 32) if (deal := game.deal(n)).move_texts())
    assert begun.play(begun.move_texts()[0]).deal_number == begun.deal_number
    assert game.parse(str(first)).deal_number is None


# --- names of suits, order of piles --------------------------------------------------------------


def suits_renamed(position: Position, new: str) -> Position:
    """Rename clubs, diamonds, hearts, spades to the suits in ``new``, also as owners of piles."""
    suits = ["CDHS".index(s) for s in new]
    rules, old = position.game.compiled, position.snapshot

    def card(c: int) -> int:
        return c if c == JOKER else suits[c // 13] * 13 + c % 13

    piles = [tuple(map(card, pile)) for pile in old.piles]
    moved, mark = list(piles), list(old.mark)
    for p, owner in enumerate(rules.owner):
        if owner >= 0:
            moved[p + suits[owner] - owner] = piles[p]
            mark[p + suits[owner] - owner] = old.mark[p]
    # cards on the discard pile are sorted by number
    if rules.compiled_rules.mechanics.discard_pile >= 0:
        moved[rules.compiled_rules.mechanics.discard_pile] = tuple(
            sorted(moved[rules.compiled_rules.mechanics.discard_pile])
        )
    base = card(old.base - 1) + 1 if old.base else 0
    return Position(position.game, old._replace(piles=tuple(moved), mark=tuple(mark), base=base))


def renaming(game_id: str) -> str | None:
    """Return a renaming of the suits that does not affect the rules, or None."""
    named = RENAMED.get(game_id, COLOURS_CHANGED)
    for family in ("big-ben", "grandfathers-clock", "birthday", "spoilt"):
        if game_id.startswith(family):
            named = None
    definition = find(game_id)
    redeal = definition.redeal
    if redeal is not None and redeal.order == "shuffled":
        named = None  # a shuffle depends on the cards' numbers, which a renaming changes
    suits = {*definition.suits.split()}
    if named and {named["CDHS".index(suit)] for suit in suits} != suits:
        named = None  # a pack with fewer suits would become another pack
    return named


@pytest.mark.parametrize("game_id", each(g for g in GAMES if renaming(g)))
def test_the_names_of_the_suits_do_not_matter(game_id: str) -> None:
    new = renaming(game_id)
    assert new is not None
    play = one_play(game_id, 2)
    position = play[len(play) // 2]
    renamed = suits_renamed(position, new)
    check_texts(renamed)
    assert renamed.to_line() != position.to_line()
    assert perft(renamed, 2) == perft(position, 2)


def test_birthday_with_its_suits_renamed() -> None:
    one = cadogan.game("birthday-unshuffled", target="1956", suits="SHCD").deal(3)
    new = COLOURS_CHANGED
    suits = "".join(new["CDHS".index(s)] for s in "SHCD")
    two = cadogan.game("birthday-unshuffled", target="1956", suits=suits)
    cards = [c[0] + new["CDHS".index(c[1])] for c in reversed(one.piles["s"])]
    assert perft(two.deal_from(cards), 12) == perft(one, 12)


def piles_permuted(position: Position, rng: random.Random) -> Position:
    """Exchange the contents of interchangeable piles at random.

    Foundations stay in place. The engine lists a move only to the first of equal foundations, so
    their order affects the counts.
    """
    R, old = position.game.compiled_rules, position.snapshot
    where = list(range(R.piles))
    for klass in set(R.klass[R.foundations :]):
        same = [p for p in range(R.foundations, R.piles) if R.klass[p] == klass]
        for p, q in zip(same, rng.sample(same, len(same)), strict=True):
            where[p] = q
    return Position(
        position.game,
        old._replace(
            piles=tuple(old.piles[q] for q in where),
            down=tuple(old.down[q] for q in where),
            mark=tuple(old.mark[q] for q in where),
        ),
    )


def several(game_id: str, kind: str) -> bool:
    """Return whether a game has a group of this kind with several piles."""
    return any(group.piles > 1 for group in find(game_id).of_kind(kind))


def after(position: Position, moves: int) -> set[int]:
    """Return the hashes of the positions after a number of moves."""
    R = position.game.compiled_rules
    S = new_state(R)
    thaw(R, S, position.snapshot)
    out = [0] * MOST_MOVES

    def reached(moves: int) -> Iterator[int]:
        if not moves:
            yield S.num[Num.HASH]
            return
        for move in out[: engine.generate(R, S, out)]:
            engine.make(R, S, move)
            yield from reached(moves - 1)
            engine.unmake(R, S)

    return {*reached(moves)}


@pytest.mark.parametrize("game_id", each(g for g in GAMES if several(g, "tableau")))
@pytest.mark.parametrize("moves", few([1, 2], 1))
def test_the_order_of_equal_piles_does_not_matter(game_id: str, moves: int) -> None:
    rng = random.Random(game_id)
    play = one_play(game_id, 2)
    for position in play[::10]:
        assert hash(piles_permuted(position, rng)) == hash(position)
    position = play[len(play) // 2]
    assert after(piles_permuted(position, rng), moves) == after(position, moves)
