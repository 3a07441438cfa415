"""Conditions of safe moves: each small change of a game bears on one of them.

What follows for the game is told in words: "nothing" is safe; cards of some piles never leave these
safely ("barred", by the letter of their names); what could lie on a card must be on foundations
already ("strict"); nothing is safe while the tableau will be gathered ("gathered") or while the
stock holds cards ("covered"); foundations that differ could take some card ("choices"); all that
can go up is safe ("chains").
"""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.core.cards import card_text, parse_card
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.solver.safe_cards import look
from cadogan.solver.safe_moves import CHAINS_PROOF, PROOF, safe_moves, safety_rules
from cadogan.state.snapshot import new_state, thaw
from tests.brute import decide
from tests.tiny import made

Change = dict[str, Any]
FIVE: Change = {"piles": 1, "deal": 5}
LAID_ON: Change = FIVE | {"from": ["tableau"], "space": "any card", "build": "down any suit"}
ANY = "down any suit"


def once(when: str, **changes: Any) -> Change:
    """Return a change of the tableau under a condition."""
    return {"then": {"when": when, **changes}}


# why; of which game; what is changed; what follows
CASES: list[tuple[str, str, Change, str]] = [
    ("as the rules are", "klondike", {}, ""),
    ("not in suit", "klondike", {"foundation": {"build": "up in alternating colours"}}, "nothing"),
    ("either way", "klondike", {"foundation": {"build": "up or down in suit"}}, "nothing"),
    (
        "a rule waits for empty foundations",
        "klondike",
        {"tableau": once("foundation empty", build=ANY)},
        "nothing",
    ),
    (
        "a rule waits for piles to be empty on which cards are laid",
        "klondike",
        {"tableau": once("tableau empty", build=ANY)},
        "nothing",
    ),
    (
        "a rule waits for other piles to be empty",
        "klondike",
        {"reserve": {"piles": 2, "deal": 1}, "tableau": once("reserve empty", build=ANY)},
        "barred r",
    ),
    (
        "a rule waits for a redeal",
        "klondike",
        {"tableau": once("redealt", build=ANY), "redeal": {"times": 2}},
        "barred w",
    ),
    (
        "a rule waits for the last redeal",
        "klondike",
        {"tableau": once("no redeal left", build=ANY), "redeal": {"times": 2}},
        "barred w",
    ),
    (
        "a card laid on the waste changes what is turned",
        "klondike-draw-3",
        {"waste": {"from": ["tableau"]}},
        "nothing",
    ),
    (
        "the waste is not turned over again",
        "klondike-draw-3",
        {"waste": {"from": ["tableau"]}, "redeal": {"times": 0}},
        "barred w",
    ),
    ("the waste is turned card by card", "klondike", {"waste": {"from": ["tableau"]}}, ""),
    ("piles are refilled", "klondike", {"tableau": {"refill": 3}}, "nothing"),
    ("low piles are not built on", "klondike", {"tableau": {"least": 2}}, "barred t"),
    (
        "a reserve fills spaces until it is empty",
        "klondike",
        {"tableau": {"fill": ["reserve"], "space": "any card"}, "reserve": FIVE},
        "barred r",
    ),
    (
        "... and cards are laid on it",
        "klondike",
        {"tableau": {"fill": ["reserve"], "space": "any card"}, "reserve": LAID_ON},
        "nothing",
    ),
    (
        "... and the stock deals on it",
        "gypsy",
        {
            "tableau": {"fill": ["reserve"], "space": "any card"},
            "reserve": {"piles": 1, "deal": 1},
            "stock": {"deal": "1 to each reserve"},
        },
        "nothing",
    ),
    (
        "... under a condition",
        "klondike",
        {
            "reserve": FIVE,
            "tableau": {"space": "any card", **once("stock empty", fill=["reserve"])},
        },
        "nothing",
    ),
    (
        "the waste fills spaces",
        "klondike",
        {"tableau": {"fill": ["waste"], "space": "any card"}, "redeal": {"times": 0}},
        "nothing",
    ),
    (
        "stock and waste fill spaces",
        "klondike",
        {"tableau": {"fill": ["stock", "waste"], "space": "any card"}},
        "barred w",
    ),
    (
        "the stock fills spaces, and the waste becomes the stock",
        "klondike",
        {"tableau": {"fill": ["stock"], "space": "any card"}},
        "nothing",
    ),
    ("a buried card may be drawn", "klondike", {"merci": {"times": 1}}, "strict"),
    ("blocks are lifted", "klondike", {"tableau": {"take": "block"}}, "strict"),
    ("whole piles are lifted", "klondike", {"tableau": {"take": "whole pile"}}, "strict"),
    (
        "cards or whole piles are lifted",
        "klondike",
        {"tableau": {"take": "top card or whole pile"}},
        "strict",
    ),
    ("any card is lifted", "klondike", {"tableau": {"take": "any card"}}, "strict"),
    (
        "blocks could be lifted from foundations, which keep what they have",
        "klondike",
        {"foundation": {"take": "block", "to": []}},
        "",
    ),
    (
        "cards of the tableau may not always go up",
        "klondike",
        {
            "foundation": {
                "from": ["waste"],
                "then": {"when": "stock empty", "from": ["waste", "tableau"]},
            }
        },
        "strict",
    ),
    (
        "cards are dealt on blocks",
        "gypsy",
        {"tableau": {"take": "block"}},
        "covered gathered strict",
    ),
    (
        "cards are dealt on blocks at last, after a redeal",
        "klondike",
        {"stock": {"last": "1 to each tableau", "last_at": 3}, "tableau": {"take": "block"}},
        "nothing",
    ),
    (
        "at last several cards are turned",
        "klondike",
        {"stock": {"last": "3 to waste", "last_at": 3}},
        "barred w",
    ),
    ("neighbours of the suit", "bisley", {}, "chains gathered"),
    (
        "neighbours of any suit, and two ways up",
        "bisley",
        {"tableau": {"build": "up or down any suit"}},
        "choices gathered",
    ),
    ("the next lower of the suit", "la-belle-lucie", {}, "chains gathered"),
    (
        "foundations begin in the middle",
        "la-belle-lucie",
        {"foundation": {"start": "5", "build": "up in suit, wrapping"}},
        "gathered",
    ),
    ("five rows", "osmosis", {"foundation": {"piles": 5}}, "nothing"),
    ("rows", "osmosis", {}, "rows barred w"),
    ("any card is lifted beside rows", "osmosis", {"reserve": {"take": "any card"}}, "nothing"),
    ("cards are laid on others", "osmosis", {"reserve": {"build": ANY}}, "nothing"),
    (
        "nothing goes on kings in rows",
        "osmosis",
        {"foundation": {"start": "A", "deal": 0, "ends": "K"}},
        "nothing",
    ),
    (
        "of suits of two cards rows need no order",
        "osmosis",
        {
            "ranks": "A 2",
            "foundation": {"start": "A", "deal": 0, "build": "up or down in suit"},
            "reserve": {"piles": 2, "deal": 2},
            "stock": {"deal": "1 to waste"},
        },
        "nothing",
    ),
    (
        "piles on which nothing is laid are refilled",
        "klondike",
        {"tableau": {"refill": 2, "build": "none", "space": "none"}},
        "barred t",
    ),
    (
        "a rule waits for a redeal of the tableau",
        "klondike",
        {
            "tableau": once("redealt", build=ANY),
            "redeal": {"times": 1, "from": "tableau", "order": "first pile first"},
        },
        "gathered",
    ),
    (
        "cards go up from a reserve alone",
        "la-belle-lucie",
        {
            "tableau": {"to": ["tableau", "reserve"]},
            "reserve": {"piles": 2, "deal": 0, "space": "any card"},
        },
        "gathered strict",
    ),
    ("cards are dealt on runs", "gypsy", {}, "gathered"),
    (
        "several cards are dealt at a time, but one is turned",
        "gypsy",
        {
            "stock": {"deal": "2 to each tableau", "last": "1 to waste", "last_at": 3},
            "waste": {},
        },
        "gathered",
    ),
    ("what a pile takes depends on its height", "gypsy", {"tableau": {"least": 2}}, "nothing"),
    (
        "... once a condition holds",
        "gypsy",
        {"tableau": {"least": 2, "build": "none", **once("stock empty", build=ANY)}},
        "nothing",
    ),
    (
        "... until a condition holds",
        "gypsy",
        {"tableau": {"least": 2, **once("stock empty", build="none")}},
        "nothing",
    ),
    (
        "cards are dealt on blocks at last, and never again",
        "klondike",
        {
            "stock": {"last": "1 to each tableau", "last_at": 3},
            "tableau": {"take": "block"},
            "redeal": {"times": 0},
        },
        "covered strict",
    ),
    (
        "cards are dealt on blocks until the tableau is gathered",
        "gypsy",
        {
            "tableau": {"take": "block"},
            "redeal": {"times": 1, "from": "tableau", "order": "first pile first"},
        },
        "covered gathered strict",
    ),
    (
        "blocks are lifted, and a buried card may be drawn",
        "klondike",
        {"merci": {"times": 1}, "tableau": {"take": "block"}},
        "nothing",
    ),
    (
        "the waste alone fills spaces",
        "klondike",
        {"tableau": {"fill": ["waste"], "space": "none"}},
        "barred w",
    ),
    (
        "... and no card goes to the tableau",
        "klondike",
        {"tableau": {"fill": ["waste"], "space": "any card", "from": []}},
        "barred w",
    ),
    (
        "... and is given cards by hand from the stock",
        "klondike",
        {
            "stock": {"deal": "", "turned": True},
            "tableau": {"fill": ["waste"], "space": "any card"},
            "redeal": {"times": 0},
        },
        "nothing",
    ),
    (
        "the stock fills spaces, and comes to an end",
        "klondike",
        {"tableau": {"fill": ["stock"], "space": "any card"}, "redeal": {"times": 0}},
        "",
    ),
    (
        "short piles are refilled, and take cards for a time",
        "klondike",
        {
            "tableau": {
                "refill": 2,
                "build": "none",
                "space": "none",
                **once("stock empty", build=ANY),
            }
        },
        "nothing",
    ),
    (
        "... or for another",
        "klondike",
        {"tableau": {"refill": 2, "space": "none", **once("stock empty", build="none")}},
        "nothing",
    ),
    (
        "a rule waits for piles to be empty to which the stock alone gives cards",
        "klondike",
        {
            "stock": {"deal": "", "turned": True},
            "reserve": {"piles": 2, "deal": 1, "space": "any card", "from": ["stock"]},
            "tableau": once("reserve empty", build=ANY),
            "redeal": {"times": 0},
        },
        "barred r",
    ),
    (
        "stock and waste fill spaces, and the tableau is gathered",
        "klondike",
        {
            "tableau": {"fill": ["stock", "waste"], "space": "any card"},
            "redeal": {"times": 1, "from": "tableau", "order": "first pile first"},
        },
        "gathered barred w",
    ),
    (
        "cards of the tableau begin no foundation",
        "klondike",
        {"foundation": {"space_from": ["waste"]}},
        "strict",
    ),
    (
        "cards of a reserve go into spaces alone",
        "klondike",
        {
            "reserve": {"piles": 1, "deal": 1, "to": ["tableau"]},
            "tableau": {
                "from": ["waste", "tableau"],
                "space_from": ["reserve"],
                "space": "any card",
            },
        },
        "",
    ),
    (
        "cards of the tableau only begin foundations",
        "klondike",
        {"foundation": {"from": ["waste"], "space_from": ["tableau", "waste"]}},
        "strict",
    ),
]


def told(game: Game) -> str:
    """Return what of the argument depends on the game, in words."""
    R, rules = game.compiled_rules, safety_rules(game)
    if not rules.used:
        return "nothing"
    words = {
        "chains": rules.chains,
        "choices": rules.choices,
        "covered": rules.covered,
        "gathered": rules.gathered[R.foundations],
        "rows": rules.rows,
        "strict": rules.strict,
    }
    piles = [p for p in range(R.foundations, R.piles) if p != R.stock.pile and rules.barred[p]]
    letters = "".join(sorted({game.pile_names[p][0] for p in piles}))
    found = [word for word, holds in words.items() if holds]
    return " ".join([*found, "barred", letters] if letters else found)


@pytest.mark.parametrize(("why", "of", "change", "follows"), CASES, ids=[c[0] for c in CASES])
def test_what_follows_from_the_rules(why: str, of: str, change: Change, follows: str) -> None:
    game = Game(made("changed", of, change))
    assert PROOF.covers(game.features) or of == "osmosis", "else the features would tell it"
    assert told(game) == follows, why
    if game.compiled_rules.stock.pile >= 0:
        assert safety_rules(game).barred[game.compiled_rules.stock.pile]


@pytest.mark.parametrize(
    ("of", "tableau", "some"),
    [
        ("klondike", {"build": "none", "run": "down in suit", "space": "none"}, "6H"),
        ("freecell", {"build": "none", "run": "down in suit"}, "6H"),
        (
            "klondike",
            {"build": "down in suit", "from": [], **once("stock empty", build="none")},
            "6H",
        ),
        (
            "klondike",
            {"build": "none", "from": [], **once("stock empty", build="down in suit")},
            "6H",
        ),
        (
            "klondike",
            {"build": "down in suit", "take": "top card", **once("stock empty", build=ANY)},
            "6C 6D 6H 6S",
        ),
        (
            "klondike",
            {"build": ANY, "take": "top card", **once("stock empty", build="down in suit")},
            "6C 6D 6H 6S",
        ),
        ("klondike", {"least": 2, "take": "top card"}, "6C 6S"),
        ("klondike", {"piles": 13, "deal": 2, "most": 2, "take": "top card"}, "6C 6S"),
        ("klondike", {"from": [], "space_from": ["waste"], "take": "top card"}, ""),
    ],
)
def test_what_is_lifted_with_a_card_could_lie_on_it(of: str, tableau: Change, some: str) -> None:
    """As it was dealt there, though nothing is laid on anything."""
    mask = safety_rules(Game(made("lifted", of, {"tableau": tableau}))).wanters[parse_card("7H")]
    assert " ".join(card_text(c) for c in range(52) if mask >> c & 1) == some


def test_no_card_that_the_pack_lacks_could_lie_on_any() -> None:
    change = {
        "ranks": "A 2 3",
        "tableau": {"piles": 2, "deal": 3, "build": "any card", "space": "2"},
    }
    wanters = safety_rules(Game(made("short", "klondike", change))).wanters
    assert wanters[parse_card("2H")].bit_count() == 12


@pytest.mark.parametrize(
    "game_id", ["backbone", "casino-klondike", "crescent", "intelligence", "thieves"]
)
def test_features_alone_keep_moves_from_being_safe(game_id: str) -> None:
    """All else that the proof asks for holds there."""
    game = cadogan.game(game_id)
    assert not PROOF.covers(game.features)
    assert told(game) == "nothing"


def test_whether_foundations_give_cards_back() -> None:
    games = ("klondike", "klondike-no-worrying-back")
    assert [safety_rules(cadogan.game(name)).gives_back for name in games] == [True, False]


def test_not_all_may_go_up_where_runs_are_lifted() -> None:
    """Neighbours of the suit alone lie on each other there, too."""
    change = {"tableau": {"build": "none", "run": "down in suit"}}
    game = Game(made("runs", "freecell", change))
    assert PROOF.covers(game.features)
    assert not CHAINS_PROOF.covers(game.features)
    assert not safety_rules(game).chains


SMALL = """
name = "Small"
family = "Tests"
decks = 1
ranks = "A 2 3"
sources = ["made for a test"]
[foundation.left]
piles = 4
start = "A"
build = "up in suit"
{left}
[foundation.right]
piles = 4
start = "A"
build = "up in suit"
{right}
[tableau]
piles = 2
deal = 3
build = "{build}"
take = "top card"
space = "none"
[waste]
[stock]
deal = "1 to waste"
[redeal]
times = "unlimited"
"""
DOORS = SMALL.format(
    left='from = ["tableau"]', right='from = ["waste", "cell"]\n[cell]\npiles = 1', build="none"
)
BACK = """
name = "Back"
family = "Tests"
decks = 1
ranks = "A 2 3 4"
sources = ["made for a test"]
[foundation.left]
piles = 4
start = "A"
build = "up in suit"
to = ["tableau"]
[foundation.right]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 2
deal = 8
build = "down any suit"
take = "top card"
space = "none"
"""
SHORT = SMALL.format(left="", right="cards = 2", build="down in suit")
TURNED = str.maketrans("A23", "KQJ")
SHORT_DOWN = (
    SHORT.replace("A 2 3", "J Q K")
    .replace('"A"', '"K"')
    .replace("down in", "DOWN IN")
    .replace("up in", "down in")
    .replace("DOWN IN", "up in")
)
BLOCKS: Change = {
    "ranks": "A 2 3",
    "foundation": {"to": []},
    "tableau": {"piles": 2, "deal": 2, "build": ANY, "space": "none", "from": ["waste", "tableau"]},
    "waste": {"take": "block"},
    "redeal": {"times": 1},
}


def fans(
    ranks: str, build: str, space: str, deal: int, *, to: list[str] | None = None, **changes: Any
) -> tuple[str, Change]:
    """Return La Belle Lucie with few cards in few fans, of which changes say more."""
    change: Change = {
        "ranks": ranks,
        "foundation": {"to": to or [], **changes.pop("foundation", {})},
        "tableau": {"piles": 4, "deal": deal, "build": build, "space": space},
        "redeal": {"times": 0},
    }
    change["tableau"] |= changes.pop("tableau", {})
    return "la-belle-lucie", change | changes


def thieves(ranks: str, build: str, space: str, piles: int, to: list[str]) -> tuple[str, Change]:
    """Return Klondike of two short packs, whose stock is turned once."""
    tableau = {"piles": piles, "deal": 3, "build": build, "space": space, "take": "top card"}
    foundation = {"piles": 8, "to": to}
    change = {"decks": 2, "ranks": ranks, "foundation": foundation, "tableau": tableau}
    return "klondike", change | {"redeal": {"times": 0}}


COLOURS = "up in alternating colours"
LOWEST: Change = {"start": "base rank", "build": "up in suit, wrapping"}
# why; the game; a position that can be won; a move to a foundation by which it is lost
LOSING: list[tuple[str, str | tuple[str, Change], str, str]] = [
    (
        "foundations differ in who may play to them",
        DOORS,
        "-/-/-/-/-/-/-/AS..3S/3CAD/3DAC/AH/-/[2H2D3H2C]",
        "t1-f2",
    ),
    (
        "foundations differ in whether they give cards back",
        BACK,
        "-/-/-/-/-/-/-/-/4DAS3C2CAC/4C4H4S3S3H3D2DADAH2H2S",
        "t1-f5",
    ),
    (
        "foundations differ in what they hold, though neighbours of the suit alone lie on cards",
        SHORT,
        "-/-/-/-/-/-/-/-/3CAD3S/3DAC2SAS/2C3H2D2HAH/-",
        "t2-f8",
    ),
    (
        "... and they are built down",
        SHORT_DOWN,
        "-/-/-/-/-/-/-/-/3CAD3S/3DAC2SAS/2C3H2D2HAH/-".translate(TURNED),
        "t2-f8",
    ),
    (
        "cards are dealt on blocks of the waste",
        ("klondike", BLOCKS),
        "-/-/-/AS2S/2CAC/[AH]2H/3H3D3C2DAD/[3S]/redeals=1",
        "w-f2",
    ),
    (
        "the other copy could not go up as well",
        thieves("A 2", "down in suit", "none", 4, ["tableau"]),
        "AC2C/AD/AH2H/AS2S/AC/-/-/AS/AD2D/AH/2C2H2D/-/2S/-",
        "t3-f2",
    ),
    (
        "one copy of what could lie on it is up",
        thieves("A 2 3", "down in another suit", "none", 5, []),
        "AC..3C/AD..3D/AH..3H/AS..3S/AC2C/-/AH/-/-/-/3C/-/-/-/[3S3H2S2HAD3DAS2D]",
        "t3-f5",
    ),
    (
        "what could lie on it cannot go up",
        (
            "freecell",
            {"ranks": "A 2 3 4", "cell": {"piles": 1}, "tableau": {"piles": 4, "deal": 4}},
        ),
        "AC/-/-/AS..3S/2D4C/AH3C2H4D/AD4H4S/2C3D/3H",
        "t3-f4",
    ),
    (
        "what could lie on that could not go up at once",
        fans("A 2 3 4", "down any suit, wrapping", "none", 4, foundation=LOWEST),
        "-/4D/4H/-/4CAS4S2S/3DAH3SAD/3H2D2H/AC2C3C/base=4D",
        "t2-f2",
    ),
    (
        "cards of other ranks could begin the foundation",
        fans("A 2 3 4", "none", "any card", 4, foundation=LOWEST, to=["tableau"]),
        "-/-/-/-/ACAD3HAS/4D4H4S3C/2DAH4C2S/2C2H3D3S",
        "t1-f4",
    ),
    (
        "what could lie on it would go up only alone, and is lifted with others",
        fans("A 2 3", ANY, "none", 4, tableau={"piles": 3, "take": "block"}),
        "AC/AD2D/AH..3H/AS/-/3S2C2S3C/3D",
        "t3-f2",
    ),
    (
        "what is up could come down, and want cards that could come down",
        fans("A 2 3", COLOURS, "none", 3, to=["tableau"]),
        "AC2C/AD/-/AS..3S/3H2D3D/-/2H3C/AH",
        "t4-f3",
    ),
]


@pytest.mark.parametrize(("why", "of", "line", "move"), LOSING, ids=[c[0] for c in LOSING])
def test_no_move_is_safe_that_loses(
    why: str, of: str | tuple[str, Change], line: str, move: str
) -> None:
    found = made("losing", *of) if isinstance(of, tuple) else load_text(of, "small.toml")["small"]
    game = Game(found)
    assert PROOF.covers(game.features), "else the features would tell it"
    position = game.parse(line)
    assert move not in safe_moves(position), why
    assert decide(position) is True
    assert decide(position.play(move)) is False


@pytest.mark.parametrize("doors", [("", 'from = ["waste"]'), ('from = ["waste"]', "")])
def test_cards_may_go_up_to_all_foundations_or_wanters_must_be_there(
    doors: tuple[str, str],
) -> None:
    left, right = doors
    text = SMALL.format(left=left, right=right, build=ANY)
    assert safety_rules(Game(load_text(text, "small.toml")["small"])).strict
    text = SMALL.format(left="", right="", build=ANY)
    assert not safety_rules(Game(load_text(text, "small.toml")["small"])).strict


def test_where_all_may_go_up_wanters_do_not_matter() -> None:
    position = cadogan.game("bisley").deal(1)
    up = [move for move in position.move_texts() if "-f" in move]
    assert safe_moves(position) == up == ["t1-f5", "t4-f1", "t10-f6"]


TWOS: Change = {"ranks": "A 2", "tableau": {"piles": 2, "deal": 2, "space": "2"}}
GATHERED: Change = {"from": "tableau", "order": "first pile first"}
FILLED: Change = {"fill": ["reserve"], "space": "any card"}
# why; of which game; what is changed; a position; which moves are safe there
PLACES: list[tuple[str, str, Change, str, str]] = [
    (
        "from a waste of which several are turned nothing is",
        "klondike-draw-3",
        TWOS,
        "-/-/-/-/2SAS/2DAH/2C2HAC/[AD]",
        "t1-f4 t2-f3",
    ),
    *(
        (
            f"nothing is while the stock deals on blocks: {stock} is left",
            "gypsy",
            {
                "decks": 1,
                "ranks": "A 2",
                "foundation": {"piles": 4},
                "tableau": {"piles": 2, "deal": 3, "take": "block", "space": "2"},
            },
            f"-/-/-/-/2S2HAS/2DAHAD{dealt}/{stock}",
            safe,
        )
        for dealt, stock, safe in (("", "[2CAC]", ""), ("2CAC", "-", "t1-f4 t2-f1"))
    ),
    *(
        (
            f"nothing is that will be gathered, {times} times: {left}",
            "klondike",
            TWOS | {"redeal": GATHERED | {"times": times}},
            f"-/-/-/-/2S2HAS/2DAHAD/2CAC/-{left}",
            safe,
        )
        for times, left, safe in (
            (1, "", ""),
            (1, "/redeals=1", "t1-f4 t2-f2 w-f1"),
            ("unlimited", "", ""),
        )
    ),
    *(
        (
            f"nothing is from piles that {reserve} of the reserve fills",
            "klondike",
            {
                "ranks": "A 2",
                "tableau": {"piles": 2, "deal": 2} | FILLED,
                "reserve": {"piles": 1, "deal": 2},
            },
            f"-/-/-/-/2S2HAS/2DAHAD/{reserve}/{waste}",
            safe,
        )
        for reserve, waste, safe in (
            ("2CAC", "-/-", ""),
            ("-", "AC/[2C]", "t1-f4 t2-f2 w-f1"),
        )
    ),
    (
        "nothing is that begins a row",
        "osmosis",
        {
            "ranks": "A 2",
            "foundation": {"start": "any card", "deal": 0},
            "reserve": {"piles": 2, "deal": 2},
            "stock": {"deal": "1 to waste"},
        },
        "AC/-/-/-/2S2C/2DAD/2HAH/[AS]",
        "r1-f1",
    ),
    (
        "no card goes from foundation to foundation",
        "klondike",
        {
            "decks": 2,
            "ranks": "A 2",
            "foundation": {"piles": 8, "to": ["foundation"]},
            "tableau": {"piles": 2, "deal": 4, "build": "none", "space": "none"},
            "redeal": {"times": 1},
        },
        "AC2C/-/-/-/AC/-/-/-/AD2CASAS/ADAHAH2D/2D2H2H2S2S/-",
        "t1-f4",
    ),
    (
        "nothing is from piles that the waste fills after the stock",
        "klondike",
        TWOS
        | {"tableau": {"piles": 2, "deal": 2, "fill": ["stock", "waste"], "space": "any card"}},
        "-/-/-/-/2S2HAS/2DAHAD/2CAC/-",
        "",
    ),
    (
        "all is up, or could go up in turn, that could lie on it",
        "klondike",
        {
            "ranks": "A 2 3",
            "tableau": {
                "piles": 3,
                "deal": 2,
                "build": "down in another suit",
                "space": "any card",
                "take": "top card",
            },
        },
        "AC..3C/AD..3D/AH/AS2S/2H/3S/-/3H/-",
        "t1-f3 t2-f4",
    ),
    (
        "of two copies one is up",
        *thieves("A 2", ANY, "any card", 4, []),
        "AC2C/AD2D/AH2H/AS2S/AC/-/AH2H/AS/2S/2C/-/2D/AD/-",
        "t1-f8 t2-f5 w-f6",
    ),
    (
        "wanters that are up never come down",
        "klondike",
        {
            "ranks": "A 2 3",
            "foundation": {"to": []},
            "tableau": {"piles": 3, "deal": 2, "take": "block", "space": "3"},
        },
        "AC2C/-/AH2H/AS..3S/3C2D/-/3H/AD3D/-",
        "t3-f3",
    ),
    (
        "where blocks are lifted wanters must be up",
        *fans("A 2 3 4", ANY, "any card", 4, tableau={"take": "block"}),
        "AC..4C/AD..4D/AH/AS..4S/3H/-/4H/2H",
        "t4-f3",
    ),
    (
        "a card that begins a foundation lies on none that could come down",
        *fans("A 2 3 4", "none", "any card", 4, foundation=LOWEST, to=["tableau"]),
        "-/4D/-/-/3C2S4H/4C3D3HAS/3S2CAH2H/4S2DACAD/base=4D",
        "t1-f3 t4-f2",
    ),
    *(
        (why, *fans(ranks, COLOURS, "any card", deal, to=["tableau"]), line, "")
        for why, ranks, deal, line in (
            (
                "wanters that are up could come down with those below them",
                "A 2",
                2,
                "-/AD2D/AH2H/-/AC/AS/2C/2S",
            ),
            (
                "wanters that could go up could not once those below came down",
                "A 2",
                2,
                "-/AD/AH/-/2CAC/2SAS/2D/2H",
            ),
            ("what lies below it could come down and want it", "A 2", 2, "AC/AD/AH/AS/2D/2C/2H/2S"),
        )
    ),
    (
        "of two foundations that take a card one goes up, the other down",
        *fans(
            "A 2",
            ANY,
            "any card",
            4,
            decks=2,
            foundation={"piles": 8, "build": "up then down in suit"},
        ),
        "AC2C/AD2D/AH/AS2S/AC/AD/AH/-/2H/2H/AS/2D2S2C",
        "t1-f3 t2-f3 t3-f8",
    ),
    (
        "what lies below it never comes down, of which not all copies are up",
        *fans(
            "A 2",
            "up any suit",
            "any card",
            4,
            decks=2,
            foundation={"build": "up then down in suit"},
            tableau={"take": "block"},
        ),
        "AC/AD2D/AH2H2H/AS2S/ACAS2C/AH2D/2SAD/2C",
        "t2-f2",
    ),
]


@pytest.mark.parametrize(
    ("why", "of", "change", "line", "safe"), PLACES, ids=[c[0] for c in PLACES]
)
def test_what_is_safe_where(why: str, of: str, change: Change, line: str, safe: str) -> None:
    assert safe_moves(Game(made("places", of, change)).parse(line)) == safe.split(), why


def test_what_was_looked_at_before_does_not_matter() -> None:
    """As in the search, which looks at many positions by one state."""
    of, change = thieves("A 2", ANY, "any card", 4, [])
    game = Game(made("again", of, change))
    position = game.parse("AC2C/AD2D/AH2H/AS2S/AC/-/AH2H/AS/2S/2C/-/2D/AD/-")
    R, S = game.compiled_rules, new_state(game.compiled_rules, 0)
    thaw(R, S, position.snapshot)
    before = look(R, S, safety_rules(game))
    S.scratch[:] = [-1] * len(S.scratch)
    assert look(R, S, safety_rules(game)) == before
