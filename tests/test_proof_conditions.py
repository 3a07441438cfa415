"""Conditions of prunings: each definition breaks one of them, so the pruning is off.

Features say what a game may do; these conditions say where. Each case is a small change to a game
that has the pruning. It breaks just one step of the argument in docs/explanation/prunings.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.solver.analysis import equal_parents
from cadogan.solver.analysis.analysis import SWITCHES, analyse, unproved
from cadogan.solver.analysis.hole_order import hole_facts
from cadogan.solver.codes import Loose
from cadogan.solver.prunings import relaxation
from cadogan.state.snapshot import new_state, thaw
from tests.brute import decide
from tests.covering import covering
from tests.small import small_game
from tests.tiny import made

GATHERED: dict[str, Any] = {"times": 1, "from": "tableau", "order": "first pile first"}
# the pruning; game; change; the feature that it adds, which the proof of the pruning does not cover
BESIDE: list[tuple[str, str, dict[str, Any], str]] = [
    ("follow", "golf", {"foundation": {"to": ["tableau"]}, "tableau": {"space": "any card"}},
     "gives back"),
    ("follow", "golf", {"tableau": {"build": "down any suit", "take": "block"}}, "lifts a block"),
    ("follow", "golf", {"tableau": {"take": "any card"}}, "lifts any card"),
    ("follow", "black-hole", {"redeal": GATHERED}, "redeals the tableau"),
    ("stock", "klondike", {"waste": {"piles": 2}}, "deals to piles"),
    ("stock", "klondike", {"redeal": {"order": "shuffled"}}, "redeals shuffled"),
    ("stock", "klondike", {"redeal": {"from": "tableau", "order": "last pile first"}},
     "redeals the tableau"),
    ("stock", "klondike", {"tableau": {"then": {"when": "redealt", "build": "down any suit"}}},
     "waits: redealt"),
    ("stock", "klondike", {"stock": {"deal": "", "turned": True}}, "plays from the stock"),
    ("stock", "klondike", {"stock": {"last": "1 to each tableau", "last_at": 3}}, "last deal"),
    ("late", "aces-up", {"tableau": {"take": "block"}}, "lifts a block"),
    ("late", "aces-up", {"stock": {"skips": "piles with cards"}}, "deals skip"),
    ("late", "aces-up", {"discard": {"must": True}}, "must leave"),
    ("late", "aces-up", {"discard": {"replaced": True}}, "replaced"),
    ("late", "aces-up", {"decks": 2}, "two packs"),
    ("timely", "contradance", {"redeal": {"order": "shuffled"}}, "redeals shuffled"),
    ("timely", "tam-o-shanter", {"redeal": GATHERED}, "redeals the tableau"),
    ("timely", "tam-o-shanter", {"cell": {"piles": 1}}, "cells"),
    ("timely", "tam-o-shanter", {"tableau": {"take": "any card"}}, "lifts any card"),
    ("timely", "auld-lang-syne", {"stock": {"deal": "1 to each foundation"}},
     "deals to foundations"),
]  # fmt: skip


@pytest.mark.parametrize(("pruning", "of", "change", "feature"), BESIDE)
def test_features_alone_switch_a_pruning_off(
    pruning: str, of: str, change: dict[str, Any], feature: str
) -> None:
    """The code need not check these features, because no game has them yet."""
    assert pruning not in unproved(cadogan.game(of).features)
    features = Game(made("broken", of, change)).features
    assert feature in features
    assert pruning in unproved(features)


def test_no_equal_parents_where_the_stock_deals_on_them() -> None:
    """The pruning is off, because a card dealt on one of two equal cards leaves the other open."""
    to_waste = {"stock": {"deal": "1 to waste"}, "waste": {}}
    assert any(analyse(Game(made("waste", "agnes-sorel", to_waste))).dominance.parents)
    assert not any(analyse(cadogan.game("agnes-sorel")).dominance.parents)


def test_no_equal_parents_where_piles_take_one_card_at_a_time() -> None:
    """The pruning is off if a reserve's runs may be lifted whole but are taken card by card."""
    reserve = {"piles": 2, "deal": 1, "build": "down any suit", "space": "any card", "take": "run"}
    reserve |= {"from": ["reserve"], "to": ["foundation", "reserve"]}
    change = {"tableau": {"take": "top card"}, "reserve": reserve}
    game = Game(made("singly", "klondike", change))
    assert "parents" not in unproved(game.features)
    assert not any(analyse(game).dominance.parents)


SCORPION = """
win = "tableau in runs"
[tableau.left]
piles = 3
deal = 7
build = "down in suit"
take = "block"
space = "K"
[tableau.right]
piles = 4
deal = 7
build = "down in suit"
take = "block"
space = "K"
[stock]
deal = "1 to each tableau.left"
"""


def test_dead_runs_need_a_tableau_of_one_group() -> None:
    assert analyse(cadogan.game("scorpion")).relaxation.used
    reserve = {"reserve": {"piles": 1, "deal": 1, "take": "block"}}
    beside = made("beside", "scorpion", {"tableau": {"deal": [*[7] * 6, 6]}, **reserve})
    for game in (Game(beside), small_game(SCORPION)):
        assert "dead" not in unproved(game.features)
        assert not analyse(game).relaxation.used


BLOCKS = {
    "piles": 4, "deal": 13, "build": "down in alternating colours", "take": "block", "space": "K",
}  # fmt: skip


def test_a_reserve_takes_one_card_at_a_time() -> None:
    """A reserve that takes one card at a time has no tail symmetry, and its cards never rest."""
    tails = {}
    for kind in ("tableau", "reserve"):
        game = small_game("[foundation]", **{kind: BLOCKS | {"from": [kind]}})
        assert "tails" not in unproved(game.features)
        tails[kind] = analyse(game).dominance.tails
    assert tails == {"tableau": 1, "reserve": 0}
    reserve = {"piles": 2, "deal": 1, "build": "down in suit", "from": ["reserve", "tableau"]}
    change = {"tableau": {"deal": [*[3] * 16, 2, 0]}, "reserve": reserve | {"space": "none"}}
    assert analyse(Game(made("reserve", "la-belle-lucie", change))).dominance.rests == [0, 1, 0]


@pytest.mark.parametrize("wrapping", ["", ", wrapping"])
def test_no_equal_runs_while_the_base_card_is_unknown(wrapping: str) -> None:
    """The pruning waits for the base card, which decides how runs wrap."""
    change = {"tableau": {"build": f"down in alternating colours{wrapping}"}}
    game = Game(made("base", "canfield-base-lowest", change))
    assert not analyse(game).dominance.runs
    assert any(analyse(game).dominance.parents) == (not wrapping)
    assert analyse(game, 1).dominance.runs


TWO_GROUPS = """
[foundation]
[tableau.left]
deal = 6
build = "down in alternating colours"
space = "any card"
[tableau.right]
deal = 7
build = "down in alternating colours"
take = "run"
space = "any card"
from = ["tableau.right"]
"""


@pytest.mark.parametrize(
    ("take", "sources", "on"),
    [
        ("top card", ["tableau.left"], True),
        ("run", ["tableau.left"], False),  # runs move in two groups
        # the cards may leave the group for another group
        ("top card", ["tableau.left", "tableau.right"], False),
    ],
)
def test_runs_move_within_one_group_only(take: str, sources: list[str], on: bool) -> None:
    game = small_game(TWO_GROUPS, tableau={"left": {"take": take, "from": sources}})
    assert "runs" not in unproved(game.features)
    A = analyse(game)
    assert (A.dominance.runs > 0, any(A.dominance.parents)) == (on, on)


@pytest.mark.parametrize(
    ("change", "bears"),
    [
        ({}, 1),
        ({"redeal": {"times": 1}}, 0),  # with one redeal, a stock card is not always available
        ({"tableau": {"build": "down in alternating colours, wrapping"}}, 0),  # runs wrap round
        ({"waste": {"to": ["tableau"]}}, 0),  # cards go up only from the tableau
    ],
)
def test_stock_cards_wait_until_they_bear_others(change: dict[str, Any], bears: int) -> None:
    game = Game(made("bears", "klondike", change))
    assert "bear" not in unproved(game.features)
    A = analyse(game)
    assert (A.dominance.bears, any(A.dominance.parents)) == (bears, True)


@pytest.mark.parametrize(
    ("over", "decks", "on"),
    [
        ([0b0011, 0b0011, 0b1100, 0], 1, True),
        # two piles take one card in common, and each takes another card
        ([0b0011, 0b0011, 0b0110], 1, False),
        ([0b0011, 0b0011, 0b0001], 1, False),  # one pile takes fewer cards than the others
        ([0b0001, 0b0010], 1, False),  # no two piles take the same cards
        ([0b0001, 0b0010], 2, True),
        ([0, 0], 1, False),
    ],
)
def test_cards_with_one_follower_in_common_must_share_all(
    over: list[int], decks: int, on: bool
) -> None:
    assert equal_parents._in_classes(over, decks) is on


@pytest.mark.parametrize(
    "change",
    [
        {"stock": {"deal": ""}},
        {"stock": {"deal": "", "turned": True, "to": ["cell"]}, "cell": {"piles": 1, "from": []}},
        {"stock": None},
    ],
)
def test_stock_cards_must_have_a_way_out(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidDefinitionError, match="stock"):
        Game(made("broken", "klondike", change))


@pytest.mark.parametrize("take", ["run", "block"])
def test_no_proof_covers_foundations_that_give_back_several_cards(take: str) -> None:
    """Several cards come down together, one of them to a place that would not take it alone."""
    rules = {
        "ranks": "A 2 3 4",
        "foundation": {"to": ["tableau"]},
        "tableau": {"piles": 4, "deal": [1, 2, 3, 4], "space": "A"},
        "redeal": {"times": 0},
    }
    board = "AC2C3C/-/-/-/-/-/4S4D3S2SAS3D2DAD3H/4C4HAH2H/-/-"
    singly = Game(made("singly", "klondike", rules))
    assert "dead" not in unproved(singly.features)
    assert decide(singly.parse(board)) is False
    game = Game(
        made("several", "klondike", rules | {"foundation": {"to": ["tableau"], "take": take}})
    )
    assert decide(game.parse(board)) is True
    assert game.features - singly.features == {"gives back several"}
    assert unproved(game.features) == SWITCHES.keys()


def test_cards_that_enter_play_through_spaces_count_as_parents() -> None:
    """The four of clubs goes from the waste into a space, then the three of hearts goes on it."""
    tableau = {"piles": 4, "deal": [1, 2, 3, 4], "space": "4", "from": ["tableau"]}
    change = {"tableau": tableau | {"space_from": ["tableau", "waste"]}}
    assert not dead_though_won(change, "-/-/-/-/-/4DADAH3H/4H2H3D2D2CACAS2S3S/-/3C4S/4C")


def test_stock_cards_that_fill_piles_count_as_parents() -> None:
    """The line turns the four of clubs, which fills the pile of the ace that goes up."""
    change = {"tableau": {"piles": 3, "deal": [1, 2, 3], "space": "none", "fill": ["waste"]}}
    assert not dead_though_won(change, "-/-/-/-/AC/4S4DADAH3H/4H2H3D2D2CAS2S3S/3C/4C")


@pytest.mark.parametrize("source", ["cell", "tableau"])
def test_relaxation_is_off_where_a_reserve_passes_on_cards_from_elsewhere(source: str) -> None:
    """The four of clubs goes from the cell to the reserve, which then fills the ace's pile."""
    change: dict[str, Any] = {
        "ranks": "A 2 3 4",
        "tableau": {"piles": 3, "deal": [1, 2, 3], "space": "none", "fill": ["reserve"]},
        "reserve": {"piles": 1, "deal": 1, "space": "any card", "from": [source]},
        "cell": {"piles": 1, "from": [], "deal": 1, "to": ["foundation", "reserve"]},
    }
    game = Game(made("by way", "klondike-no-worrying-back", change))
    assert "dead" not in unproved(game.features)
    assert bool(analyse(game).relaxation.used) is (source == "tableau")
    if source == "cell":
        board = "-/-/-/-/AC/4S4DADAH3H/4H2H3D2D3S2SAS3C2C/-/4C/-/-"
        assert decide(game.parse(board)) is True


ONCE: dict[str, Any] = {"redeal": {"times": 0}}
TWO: dict[str, Any] = {"piles": 2, "deal": 2}
LATER: dict[str, Any] = {"when": "stock empty", "build": "down any suit"}


@pytest.mark.parametrize(
    ("of", "change", "group", "loose"),
    [
        ("klondike", {}, "foundation", Loose.NO_CARD),
        ("klondike", {}, "tableau", Loose.ONE_RUN),
        ("klondike", {"tableau": {"take": "run as single cards"}}, "tableau", Loose.ONE_RUN),
        # cards are loose under either rule
        ("klondike", {"tableau": {"then": LATER}}, "tableau", Loose.ONE_BLOCK),
        ("klondike", {"tableau": {"take": "block"}}, "tableau", Loose.ONE_BLOCK),
        ("klondike", {"tableau": {"take": "whole pile"}}, "tableau", Loose.ONE_BLOCK),
        ("klondike", {"tableau": {"take": "top card or whole pile"}}, "tableau", Loose.ONE_BLOCK),
        ("klondike", {"tableau": {"take": "top card"}}, "tableau", Loose.ONE_CARD),
        ("klondike", {"reserve": TWO | {"take": "any card"}}, "reserve", Loose.AT_LARGE),
        ("klondike", {"reserve": TWO, "tableau": {"fill": ["reserve"]}}, "reserve", Loose.AT_LARGE),
        ("klondike", {}, "stock", Loose.AT_HAND),
        ("klondike", {}, "waste", Loose.AT_HAND),
        ("klondike", {"tableau": {"refill": 3}}, "stock", Loose.AT_LARGE),
        (
            "klondike",
            {"stock": {"last": "1 to each tableau", "last_at": 3}},
            "stock",
            Loose.AT_LARGE,
        ),
        ("klondike", {"waste": {"piles": 2}}, "stock", Loose.AT_LARGE),
        ("gypsy", {}, "stock", Loose.AT_LARGE),
        ("calculation", {}, "stock", Loose.AT_HAND),  # the game does not deal the stock
    ],
)
def test_the_relaxation_lifts_at_least_what_the_game_allows(
    of: str, change: dict[str, Any], group: str, loose: int
) -> None:
    game = Game(made("lifted", of, change))
    A = analyse(game)
    assert A.relaxation.used
    assert A.relaxation.loose[[some.name for some in game.compiled.groups].index(group)] == loose


@pytest.mark.parametrize(
    ("of", "change", "exact"),
    [
        ("klondike", {}, 1),
        ("klondike", {"tableau": {"take": "top card"}}, 0),  # cards are not lifted together
        ("klondike", {"reserve": TWO | {"take": "run"}}, 0),  # runs are lifted from two groups
        ("klondike", {"reserve": TWO}, 1),
        # runs go to the reserve
        ("klondike", {"reserve": TWO | {"from": ["tableau"], "space": "any card"}}, 0),
        ("klondike", {"cell": {"piles": 2}}, 1),  # single cards go to the cells
        ("gypsy", {}, 0),  # two packs
    ],
)
def test_lifted_cards_stay_in_one_group_if_counted_exactly(
    of: str, change: dict[str, Any], exact: int
) -> None:
    A = analyse(Game(made("exact", of, change)))
    assert (A.relaxation.used, A.relaxation.exact, A.relaxation.lifted >= 0) == (
        1,
        exact,
        exact == 1,
    )


@pytest.mark.parametrize(
    ("of", "change", "buries"),
    [
        ("klondike", ONCE, 1),
        ("klondike", {}, 0),  # the number of passes is unlimited
        ("klondike", ONCE | {"waste": {"take": "whole pile"}}, 0),
        ("klondike", ONCE | {"stock": {"last": "1 to each tableau", "last_at": 3}}, 0),
        ("calculation", {}, 0),  # the game has no redeal
    ],
)
def test_a_waste_buries_cards_where_only_its_top_card_is_taken(
    of: str, change: dict[str, Any], buries: int
) -> None:
    A = analyse(Game(made("buries", of, change)))
    assert (A.relaxation.used, A.relaxation.buries) == (1, buries)


def dead_though_won(change: dict[str, Any], board: str) -> bool:
    """Return whether the relaxation calls a winnable position of a small Klondike dead."""
    rules = {"ranks": "A 2 3 4", "redeal": {"times": 1}} | change
    game = Game(made("small", "klondike-no-worrying-back", rules))
    position = game.parse(board)
    A, S = analyse(game), new_state(game.compiled_rules)
    thaw(game.compiled_rules, S, position.snapshot)
    assert A.relaxation.used
    assert decide(position) is True
    return relaxation.is_dead(game.compiled_rules, S, A)


def test_the_take_rule_of_foundations_is_irrelevant_while_they_keep_cards() -> None:
    game = Game(made("kept", "klondike", {"foundation": {"take": "run", "to": []}}))
    plain = cadogan.game("klondike-no-worrying-back")
    assert game.features == plain.features
    assert analyse(game).dominance.parents == analyse(plain).dominance.parents


def test_a_rule_may_wait_for_stock_and_waste_to_be_empty_both() -> None:
    """The pruning "stock" allows such a rule, because going round the stock does not affect it."""
    rule = {"when": "stock and waste empty", "build": "down any suit"}
    assert analyse(Game(made("both", "klondike", {"tableau": {"then": rule}}))).dominance.round


def test_no_card_is_played_to_the_stock() -> None:
    with pytest.raises(InvalidDefinitionError, match="cards cannot be played to the stock"):
        made("broken", "golf", {"tableau": {"to": ["foundation", "stock"]}})


@pytest.mark.parametrize(
    "games", [covering(), pytest.param(cadogan.games(), marks=pytest.mark.slow)]
)
def test_full_piles_have_no_build_rule(games: Sequence[str]) -> None:
    """A pile with one rule for all heights is never full before the game ends."""
    full = 0
    for game in map(cadogan.game, games):
        R = game.compiled_rules
        for p in range(R.piles):
            row = p * (R.room + 1)
            for rules in (R.accept.rule_at, R.accept.rule_then):
                assert not any(rules[row + R.accept.full[p] : row + R.room + 1]), (game.id, p)
            full += R.accept.full[p] < R.total
    assert full > 2 * len(games)


@pytest.mark.parametrize("change", [(7 + 13, 12), (7, 2), (7, 11)])
def test_followers_must_be_neighbours_in_all_suits(
    change: tuple[int, int],
) -> None:
    """One card of Golf has only the next higher rank as follower, or ranks two steps away."""
    card, step = change
    every = golf_followers()
    rank = (card + step) % 13 if step != 12 else (card + 1) % 13
    every[card] = sum(1 << rank + 13 * suit for suit in range(4))
    if step != 12:  # the steps are the same in every suit
        for other in range(card % 13, 52, 13):
            every[other] = every[card]
    assert hole_facts(cadogan.game("golf"), every).way == 0


def test_followers_must_not_depend_on_suits() -> None:
    """Ranks determine the followers only if all four suits of a rank may follow."""
    golf = cadogan.game("golf")
    every = golf_followers()
    assert hole_facts(golf, every).way == 2
    red = sum(1 << card for card in range(13, 39))
    assert hole_facts(golf, [cards & red for cards in every]).way == 0
    one = [cards & red if card == 7 else cards for card, cards in enumerate(every)]
    assert hole_facts(golf, one).way == 0


def golf_followers() -> list[int]:
    """Return for each card the set of cards of an adjacent rank."""
    return [
        sum(1 << other for other in range(52) if (other - card) % 13 in {1, 12})
        for card in range(52)
    ]


TWO_HOLES = """
win = "all on foundations"
[foundation.left]
piles = 1
start = "AS"
placed = true
build = "up or down any suit, wrapping"
cards = 52
[foundation.right]
piles = 1
start = "AH"
placed = true
build = "up or down any suit, wrapping"
cards = 52
[tableau]
piles = 10
deal = 5
build = "none"
"""


def test_follow_is_off_for_two_holes() -> None:
    game = small_game(TWO_HOLES)
    assert game.compiled_rules.mechanics.holes[:2] == [1, 1]
    assert analyse(game).holes.way == 0
