"""Matching of cards with mates: the fast test, a plain one, and brute force."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

import cadogan
from cadogan.core.cards import of_rank
from cadogan.core.errors import InvalidDefinitionError
from cadogan.engine.apply import make
from cadogan.engine.winning import won
from cadogan.model.position import Game
from cadogan.rules.house_rules import merge
from cadogan.solver.analysis import analysis
from cadogan.solver.analysis import matching as conditions
from cadogan.solver.analysis.matching import PROOF
from cadogan.solver.codes import MOST_KINS
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings import matching
from cadogan.state.codes import Num
from cadogan.state.compiled import CompiledRules
from cadogan.state.records import changed
from cadogan.state.snapshot import freeze, new_state, thaw
from cadogan.state.state import State
from tests.brute import given_up, winnable
from tests.covering import few
from tests.plays import compare, lost_though_won, random_play, searched
from tests.small import small_game
from tests.tiny import made

WHOLE = (
    "pyramid", "pyramid-three-passes", "pyramid-covered", "treize", "giza", "isabel",
    "baroness-waiting", "nestor", "the-wish", "fourteen-out", "pyramid-dozen",
)  # fmt: skip
SOON = ("pyramid", "nestor", "the-wish")  # games in which some card soon lacks a mate
PAIRS: Changes = {"ranks": "6 7", "remove": {"sets": ["13"], "from": ["tableau", "reserve"]}}
COVERS: dict[str, Changes] = {  # games in which piles cover other piles in unusual ways
    "on an emptied pile": {
        "tableau": {"piles": 5, "deal": [3, 0, 3, 1, 1], "covered_by": [[2], [3], [], [], []]},
        "remove": {"sets": ["13"], "from": ["tableau"]},
    },
    "on a pile that is emptied in play": {
        "tableau": {
            "piles": 3,
            "deal": [2, 1, 0],
            "covered_by": [[2], [3], []],
            "space": "any card",
            "from": ["cell"],
        },
        "reserve": {"piles": 2, "deal": 2},
        "cell": {"piles": 1, "deal": 1},
    },
    "and go into a cell": {
        "tableau": {"piles": 3, "deal": 2, "covered_by": "reserve"},
        "reserve": {"piles": 1, "deal": 2},
        "cell": {"piles": 1},
        "remove": {"sets": ["13"], "from": ["tableau", "reserve", "cell"]},
    },
    "and leave from the bottom": {
        "tableau": {"piles": 3, "deal": 2, "covered_by": "reserve"},
        "reserve": {"piles": 1, "deal": 2, "take": "top or bottom card"},
    },
}

KINGS: Changes = {
    "ranks": "A 6 7 Q K",
    "suits": "C D",
    "remove": {"sets": ["13", "K"], "from": ["tableau", "stock"]},
    "stock": {"deal": "1 to each tableau"},
}
WHOLE_PILES = {"piles": 3, "deal": [2, 1, 1], "face": "top up", "space": "any card"}
STAYING: dict[str, tuple[Changes, str]] = {  # positions in which a king should stay for a while
    "it keeps a pile full": (
        {"tableau": {"piles": 2, "deal": 1, "most": 2}, "remove": {"from": ["tableau"]}},
        "t1 KD\nt2 KC\ns [7C 7D 6D 6C]\nd [AC AD QC QD]",
    ),
    "it is dealt to a pile": (
        {"tableau": {"piles": 3, "deal": [0, 0, 4]}, "stock": {"turned": True}},
        "t1 -\nt2 -\nt3 7C 6C\ns [7D KC 6D] KD\nd [AC AD QC QD]",
    ),
    "it bears another": (
        {
            "tableau": {"piles": 3, "deal": 2, "build": "down any suit", "take": "top card"},
            "remove": {"from": ["tableau"]},
        },
        "QCKC/AC7CQD/AD6D6C/[7D]/KD",
    ),
    "it bears one of the stock": (
        {
            "tableau": {"piles": 3, "deal": 2, "build": "down any suit"},
            "remove": {"from": ["tableau"]},
            "stock": {"deal": "", "turned": True, "to": ["tableau", "waste"]},
            "waste": {},
        },
        "7CKD/6DQD/KC7D6C/-/[ADQC]AC/-",
    ),
    **{
        f"it is lifted with its pile, {take}": (
            {"tableau": WHOLE_PILES | {"take": take}, "remove": {"from": ["tableau"]}},
            "t1 [6C] KC\nt2 AC\nt3 AD\ns [7D 6D QD KD QC 7C]",
        )
        for take in ("whole pile", "whole pile by its top card")
    },
}

Changes = dict[str, Any]
Card = tuple[int, int, int]  # a card's pile, its height in the pile, and its code


def drawn(rng: random.Random) -> Changes:
    """Draw a small game in which cards leave in pairs, from piles of several kinds."""
    piles = rng.randint(2, 5)
    deal = [rng.randint(0, 2) for _ in range(piles)]
    later = [range(p + 2, piles + 1) for p in range(piles)]
    lists = [sorted(rng.sample(some, rng.randint(0, min(2, len(some))))) for some in later]
    takes = ("none", "top card", "whole pile", "whole pile by its top card", "top or bottom card")
    changes: Changes = {
        "ranks": "6 7 K",
        "remove": {"sets": ["13", "K"], "from": ["tableau", "reserve", "cell"]},
        "tableau": {
            "piles": piles,
            "deal": deal,
            "covered_by": rng.choice((lists, lists, "reserve", "")),
            "face": rng.choice(("up", "up", "top up")),
            "take": rng.choice(("none", *takes)),
            "space": rng.choice(("none", "any card", "K")),
            "from": rng.choice((["cell"], ["tableau", "reserve"])),
        },
        "reserve": {"piles": 2, "deal": rng.randint(0, 1), "take": rng.choice(takes)},
        "cell": {"piles": 1, "deal": rng.randint(0, 1)},
    }
    if rng.random() < 0.3:
        changes["tableau"]["most"] = max(deal) + 1
    group = rng.choice(("tableau", "reserve"))
    changes["stock"] = {"deal": f"1 to each {group}", "turned": rng.random() < 0.3}
    if changes["stock"]["turned"]:
        changes["remove"]["from"].append("stock")
    changes["remove"]["covering"] = changes["tableau"]["covered_by"] != "" and rng.random() < 0.2
    return changes


def unpaired_slowly(R: CompiledRules, S: State, A: Analysis) -> bool:
    """Return the answer of `matching.lacks_mates`, checking card by card and mate by mate."""
    piles = [p for p in range(R.piles) if p != R.mechanics.discard_pile]
    cards = [(p, i, S.cards[p * R.room + i]) for p in piles for i in range(S.height[p])]
    on = {p: [*R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]]] for p in piles}

    if any(S.height[q] for p in piles if S.height[p] == 0 for q in on[p]):
        return False  # an empty pile under others: covering does not work as usual

    def above(p: int, q: int) -> bool:
        return any(r == p or above(p, r) for r in on[q])

    def leaves_first(a: Card, b: Card) -> bool:
        """Return whether the first card lies on the second, so that it has to leave first."""
        p, q = a[0], b[0]
        if not (A.matching.lasting[p] and A.matching.lasting[q]):
            return False
        if p == q:
            return a[1] > b[1]
        return above(p, q) and not (R.removal.covering and p in on[q])

    def meet(a: Card, b: Card) -> bool:
        if not R.removal.mates[a[2]] >> b[2] & 1 or leaves_first(a, b) or leaves_first(b, a):
            return False
        last = R.redeal.times >= 0 and S.num[Num.REDEALS] >= R.redeal.times
        if A.matching.in_turn and a[0] == b[0] == R.stock.waste and last:
            return False
        hand = {R.stock.pile, R.stock.waste}
        return not (
            A.matching.in_turn and not R.removal.piles[R.stock.pile] and {a[0], b[0]} <= hand
        )

    mates = {a: {b for b in cards if a != b and meet(a, b)} for a in cards}
    alone = {a for a in cards if R.removal.alone >> a[2] & 1}
    must = {a for a in cards if A.matching.leaving[a[0]] and not R.single_discard.stays >> a[2] & 1}

    for kin in {A.matching.kin[a[2]] for a in must - alone}:
        mine = frozenset(a for a in cards if A.matching.kin[a[2]] == kin)
        if kin < 0 or not _matched(mates, mine & must - alone, mine):
            return True
    return bool(must - _uncovered(R, A, on, mates, alone))


def _matched(mates: dict[Card, set[Card]], left: frozenset[Card], free: frozenset[Card]) -> bool:
    """Return whether each of these cards can have its own mate among the free cards."""

    @cache
    def matched(left: frozenset[Card], free: frozenset[Card]) -> bool:
        if not left:
            return True
        one = min(left)
        return any(matched(left - {one, b}, free - {one, b}) for b in mates[one] & free)

    return matched(left, free)


def _uncovered(
    R: CompiledRules,
    A: Analysis,
    on: dict[int, list[int]],
    mates: dict[Card, set[Card]],
    alone: set[Card],
) -> set[Card]:
    """Return the cards that leave if a card goes as soon as it and a mate are uncovered."""
    gone: set[Card] = set()
    shown: set[Card] = set()
    while True:
        before = len(gone), len(shown)
        for a, partners in mates.items():
            p, i, _ = a
            below = [b for b in mates if b not in gone and b[0] == p and b[1] > i]
            lie_there = {b[0] for b in mates if b not in gone and A.matching.lasting[b[0]]}
            covers = {*on[p]} & lie_there
            if not A.matching.lasting[p]:
                below, covers = [], set()
            if below or len(covers) > R.removal.covering:
                continue
            shown.add(a)
            if not covers and (a in alone or partners & shown):
                gone.add(a)
        if before == (len(gone), len(shown)):
            return gone


@pytest.mark.parametrize("game_id", few(WHOLE, 2))
def test_the_fast_test_agrees_with_the_plain_one(game_id: str) -> None:
    game = cadogan.game(game_id)
    A = analysis.analyse(game)
    assert A.matching.used
    # removed cards are not counted among their kin
    assert not A.matching.lasting[game.compiled_rules.mechanics.discard_pile]
    answers = compare(game, matching.lacks_mates, unpaired_slowly, range(1, 9), every=3)
    assert answers[True] or game_id not in SOON


@pytest.mark.parametrize("how", COVERS)
def test_a_pile_covers_another_while_it_must_leave_first(how: str) -> None:
    """On every position the fast test agrees with brute force and with the plain test."""
    game = Game(made("covers", "fourteen-out", PAIRS | COVERS[how]))
    R, A = game.compiled_rules, analysis.analyse(game)
    assert A.matching.used

    def lost(S: State) -> bool:
        said = matching.lacks_mates(R, S, A)
        assert said == unpaired_slowly(R, S, A)
        return said

    assert {(True, False), (False, True)} <= given_up(game, lost, 40, 3000, 4000)


@pytest.mark.parametrize("games", few([10, 100], 1))
def test_random_games_lose_no_winnable_positions(games: int) -> None:
    """The test checks every position against brute force; a search tests only a few positions."""
    rng = random.Random("lone and pairs")
    seen = Counter[str]()
    while seen["games"] < games:
        changes = drawn(rng)
        seen["drawn"] += 1
        assert seen["drawn"] < 1000, "the prunings are hardly ever on"
        try:
            game = Game(made("drawn", "fourteen-out", changes))
        except InvalidDefinitionError:
            continue
        R, A = game.compiled_rules, analysis.analyse(game)
        S = new_state(R)
        deal = rng.randint(1, 10**6)
        able = winnable(game.deal(deal), 1000) if A.matching.used or A.matching.lone else {}
        if not able:
            continue
        seen["games"] += 1
        for snapshot, can_be in able.items():
            thaw(R, S, snapshot)
            if not won(R, S) and matching.lacks_mates(R, S, A):
                assert not can_be, (changes, snapshot)
                seen["given up"] += 1
            if (move := matching.lone_move(R, S, A)) >= 0:
                make(R, S, move)
                assert able[freeze(R, S)] == can_be, (changes, snapshot)
                seen["left at once"] += 1
            seen["won" if can_be else "lost"] += 1
    assert min(seen["given up"], seen["left at once"], seen["won"], seen["lost"]) > 3 * games, seen


@pytest.mark.parametrize("why", STAYING)
def test_kings_stay_where_removing_them_at_once_could_lose(why: str) -> None:
    changes, board = STAYING[why]
    game = Game(made("staying", "fourteen-out", merge(KINGS, changes)))
    start = game.parse(board)
    R, A = game.compiled_rules, analysis.analyse(game)
    assert not A.matching.lone
    kings = R.removal.alone
    S = new_state(R)
    able = winnable(start, 4000)
    loses = False
    for snapshot, can_be in able.items():
        thaw(R, S, snapshot)
        move = matching.lone_move(R, S, changed(A, {"matching.lone": kings}))
        if move >= 0:
            make(R, S, move)
            loses = loses or can_be > able[freeze(R, S)]
    assert able[start.snapshot]
    assert loses, "else the condition would not be needed"


def test_a_card_with_mates_is_not_removed_alone_at_once() -> None:
    """A queen stays if it may be the only mate of an ace."""
    sets = {"sets": ["13", "K", "Q"], "from": ["tableau"]}
    changes = {"ranks": "A Q K", "tableau": {"piles": 3, "deal": 1}, "remove": sets}
    game = Game(made("mates", "fourteen-out", merge(KINGS, changes)))
    start = game.parse("ACQD/KDQC/ADKC/-/-")
    R, A = game.compiled_rules, analysis.analyse(game)
    assert A.matching.lone == of_rank(13)
    S = new_state(R)
    thaw(R, S, start.snapshot)
    move = matching.lone_move(R, S, changed(A, {"matching.lone": R.removal.alone}))
    make(R, S, move)
    able = winnable(start, 4000)
    assert able[start.snapshot]
    assert not able[freeze(R, S)]


HAND: Changes = {
    "ranks": "6 7",
    "remove": {"sets": ["13"], "from": ["tableau", "waste"]},
    "tableau": {"piles": 2, "deal": 1},
    "waste": {},
    "stock": {"deal": "1 to waste"},
}
BY_HAND: Changes = {"stock": {"deal": "", "turned": True}}
# Games in which two cards of stock and waste can leave together, each with a winnable position.
MEETING: dict[str, tuple[Changes, str]] = {
    "there are two wastes": (BY_HAND | {"waste": {"piles": 2}}, "6H/6C/6S/-/[6D7S7H7C]7D/-"),
    "the lowest card of the waste may leave": (
        {"waste": {"take": "top or bottom card"}},
        "6H/6C/6S/[6D7S7H7C7D]/-",
    ),
    "the waste gives cards to a cell": (
        {"cell": {"piles": 1}, "remove": {"from": ["tableau", "waste", "cell"]}},
        "6H/6C/-/6S/[6D7S7H7C7D]/-",
    ),
    "the waste gives cards to the tableau": (
        {"tableau": {"from": ["waste"], "space": "any card"}},
        "6H/6C/6S/[6D7S7H7C7D]/-",
    ),
    "the stock deals to the tableau": (
        {
            "reserve": {"piles": 1, "deal": 1},
            "remove": {"from": ["tableau", "waste", "reserve"]},
            "stock": {"deal": "1 to each tableau"},
            "tableau": {"take": "top card"},
            "waste": {"from": ["tableau"]},
        },
        "-/6C/6S/6H/[6D7S7H7C7D]/-",
    ),
}


@pytest.mark.parametrize("why", MEETING)
def test_without_a_condition_stock_and_waste_cards_would_seem_to_lack_mates(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes, line = MEETING[why]
    game = Game(made("meeting", "fourteen-out", merge(HAND, changes)))
    assert PROOF.covers(game.features)
    assert not analysis.analyse(game).matching.in_turn
    monkeypatch.setattr(conditions, "_in_turn", lambda _: True)
    assert lost_though_won(game.parse(line), matching.lacks_mates)


def test_a_stock_card_may_leave_with_a_waste_card() -> None:
    changes = BY_HAND | {"remove": {"from": ["tableau", "waste", "stock"]}}
    game = Game(made("meeting", "fourteen-out", merge(HAND, changes)))
    R, A = game.compiled_rules, analysis.analyse(game)
    line = "6H/6C/-/[6D7S7H7C7D]6S/-"
    assert A.matching.in_turn
    assert not lost_though_won(game.parse(line), matching.lacks_mates, A)
    hand = {R.stock.pile, R.stock.waste}
    both = sum(1 << q for q in hand)
    parted = [some | both * (p in hand) for p, some in enumerate(A.matching.parted)]
    assert lost_though_won(
        game.parse(line), matching.lacks_mates, changed(A, {"matching.parted": parted})
    )


REDEALT: Changes = {
    "ranks": "6 7 K",
    "remove": {"sets": ["13", "K"], "from": ["tableau", "reserve", "waste"]},
    "tableau": {"piles": 3, "deal": [1, 2, 0], "covered_by": "reserve"},
    "reserve": {"piles": 2, "deal": 1, "take": "top or bottom card"},
    "stock": {"deal": "1 to waste"},
    "waste": {},
    "redeal": {"times": 2},
}


def test_a_waste_card_may_leave_before_the_cards_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After the waste is turned over, the cards on a waste card come after it."""
    game = Game(made("redealt", "fourteen-out", REDEALT))
    line = "-/6S7H/-/-/-/6H7DKH/-/6C7CKC6DKD7SKS"
    lasting = conditions._lasting
    assert not lost_though_won(game.parse(line), matching.lacks_mates)

    def of_waste_too(R: CompiledRules) -> list[int]:
        return [int(p == R.stock.waste or lasts > 0) for p, lasts in enumerate(lasting(R))]

    monkeypatch.setattr(conditions, "_lasting", of_waste_too)
    assert lost_though_won(game.parse(line), matching.lacks_mates)


EMPTIED = """
ranks = "6 7 9"
suits = "C D"
win = "tableau empty"
[tableau.low]
piles = 2
deal = 1
build = "none"
[tableau.high]
piles = 1
deal = 4
build = "none"
take = "none"
[cell]
piles = 2
[discard]
[remove]
sets = ["13"]
from = ["tableau", "cell"]
"""


def test_cards_that_may_move_to_a_pile_where_they_can_stay_need_no_mates() -> None:
    game = small_game(EMPTIED)
    R, A = game.compiled_rules, analysis.analyse(game)
    line = "9C/7C/6C/9D/-/6D7D"
    assert A.matching.leaving == [0, 0, 1, 0, 0, 0]
    assert not lost_though_won(game.parse(line), matching.lacks_mates, A)
    assert lost_though_won(
        game.parse(line), matching.lacks_mates, changed(A, {"matching.leaving": R.win.empty})
    )


def test_kings_are_not_removed_at_once_where_the_player_builds_on_the_waste() -> None:
    kings = {"remove": {"sets": ["13", "K"]}, "ranks": "6 7 K"}
    changes = kings | {"tableau": {"take": "top card"}, "waste": {"from": ["tableau"]}}
    assert analysis.analyse(Game(made("waste", "fourteen-out", merge(HAND, kings)))).matching.lone
    assert not analysis.analyse(
        Game(made("waste", "fourteen-out", merge(HAND, changes)))
    ).matching.lone


IN_SUIT = [f"{pair} in suit" for pair in ("A 2", "3 4", "5 6", "7 8", "9 T", "J Q")]
# games that exceed the fields for pairs
TOO_LARGE: dict[str, Changes] = {
    "more piles than a set has bits": {"reserve": {"piles": 51, "deal": 0}},
    "more kins": {"remove": {"sets": [*IN_SUIT, "K"]}},
}


@pytest.mark.parametrize("why", TOO_LARGE)
def test_the_test_is_off_for_games_that_exceed_its_fields(why: str) -> None:
    game = Game(made("large", "fourteen-out", TOO_LARGE[why]))
    assert PROOF.covers(game.features)
    assert not analysis.analyse(game).matching.used
    # without the condition, the search would write past the end of its fields
    assert game.compiled_rules.piles > 62 or 4 * len(IN_SUIT) > MOST_KINS


def test_kings_without_a_mate_are_removed_at_once() -> None:
    met = 0
    for number in range(1, 5):
        for position in random_play(cadogan.game("pyramid").deal(number), random.Random(number)):
            move = matching.lone_move(*searched(position))
            kings = [m for m in position.legal_moves if m.kind == "remove" and len(m.spots) == 1]
            assert (move >= 0) == bool(kings)
            assert move < 0 or move in {m.code for m in kings}
            met += move >= 0
    assert met > 4
