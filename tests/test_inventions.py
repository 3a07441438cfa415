"""Rules that no catalogue game uses yet, compared with the reference and with brute force."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator
from itertools import combinations

import pytest

import cadogan
from cadogan.compiler.features import FEATURES
from cadogan.core.cards import card_text
from cadogan.core.errors import InvalidDefinitionError
from cadogan.i18n import in_language
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import PROOFS, SWITCHES, unproved
from cadogan.solver.portfolio import solve
from tests.brute import decide
from tests.cases.messages import check_sentence
from tests.reference import inventions, rows, table
from tests.reference.removals import Display
from tests.small import small_game

DISPLAY = """
win = "all out of play"
[tableau]
deal = 1
build = "none"
fill = ["stock"]
[discard]
[stock]
"""
DEALT_OUT = """
ranks = "A 2 3 4 5"
win = "all out of play"
[tableau]
deal = 4
build = "none"
[discard]
"""
NEW = {
    "sets of any size": ["any 15"],
    "fours": ["T J Q K", "same suit"],
    "sets that differ": ["four different ranks"],
}


def display(piles: int, sets: Collection[str], rules: str = DISPLAY, **more: object) -> Game:
    """Return a game whose player removes the given sets of cards from a display."""
    return small_game(rules, tableau={"piles": piles}, remove={"sets": [*sets]}, **more)


def plays(
    ours: Game, theirs: table.Game, seed: object, choose: Callable[[random.Random, list[str]], str]
) -> Iterator[str]:
    """Yield the moves of a random play, and compare both implementations at each step."""
    rng = random.Random(f"{theirs.id} {seed}")
    order = [card_text(card) for card in ours.compiled.cards]
    rng.shuffle(order)
    position, state = ours.deal_from(order), theirs.start(order)
    for _ in range(80):
        moves = position.move_texts()
        assert {name: [*cards] for name, cards in position.piles.items()} == state.piles
        assert len(moves) == len({*moves})
        assert {*moves} == theirs.moves(state)
        assert position.won == theirs.won(state)
        assert ours.parse(str(position)) == position
        if not moves:
            return
        text = choose(rng, moves)
        yield text
        position, state = position.play(text), theirs.play(state, text, None)


def results(game: Game, deals: range) -> set[bool]:
    """Compare solver and brute force on some deals; return the results of brute force."""
    found = set()
    for number in deals:
        position = game.deal(number)
        truth = decide(position)
        if truth is None:
            continue
        verdict = solve(position, nodes=300_000)
        assert verdict.result == ("won" if truth else "lost"), number
        for text in verdict.line:
            position = position.play(text)
        assert position.won == truth
        found.add(truth)
    return found


BUILT_WASTE = """
[foundation]
[tableau]
piles = 6
deal = 3
[waste]
from = ["tableau"]
build = "down in suit"
[stock]
"""


def test_a_built_waste_agrees_with_the_reference() -> None:
    def choose(rng: random.Random, moves: list[str]) -> str:
        return rng.choice([move for move in moves if re.fullmatch("t.-w", move)] or moves)

    game, theirs = small_game(BUILT_WASTE), inventions.BuiltWaste()
    moves = [move for seed in range(6) for move in plays(game, theirs, seed, choose)]
    assert sum(bool(re.fullmatch("t.-w", move)) for move in moves) > 3


def test_no_proof_covers_a_built_waste() -> None:
    game = small_game(BUILT_WASTE)
    assert "waste with a build" in game.features
    assert unproved(game.features) == SWITCHES.keys()
    plain = small_game(BUILT_WASTE, waste={"build": "none"})
    assert "waste with a build" not in plain.features


def test_texts_about_a_built_waste() -> None:
    game = small_game(BUILT_WASTE)
    assert "The waste is built down in suit" in game.rules()
    assert "cards dealt there are not subject to this rule" in game.rules().lower()
    order = "2C 3C 4C 5C 6C 7C 8D 9D TD JD QD KD AH 3D 5S 7H 9S JS KS".split()  # noqa: SIM905
    rest = [card for card in map(card_text, game.compiled.cards) if card not in order]
    position = game.deal_from([*order, *rest]).play("s-w")
    told = position.why_not("t1-w")
    assert told is not None
    assert "waste" in told.lower()


@pytest.mark.parametrize(
    ("ranks", "tableau", "deals"),
    [
        ("A 2 3", {"piles": 3, "deal": 2, "build": "none"}, range(1, 61)),
        ("A 2 3 4", {"piles": 4}, range(29, 37)),  # only deal 34 is lost
    ],
)
def test_the_solver_agrees_with_brute_force_on_a_built_waste(
    ranks: str, tableau: dict[str, object], deals: range
) -> None:
    game = small_game(BUILT_WASTE, ranks=ranks, tableau=tableau)
    assert results(game, deals) == {True, False}


@pytest.mark.parametrize("name", NEW)
def test_no_proof_covers_the_new_features(name: str) -> None:
    game = display(9, NEW[name])
    assert name in game.features
    assert FEATURES[name]
    assert all(name not in proof.features for proofs in PROOFS.values() for proof in proofs)
    assert unproved(game.features) == SWITCHES.keys()


@pytest.mark.parametrize(
    "sets",
    [["any 8"], ["any 9", "A 2 3 4"], ["four different suits", "5"], ["four different ranks"]],
)
def test_the_solver_agrees_with_brute_force(sets: list[str]) -> None:
    assert results(display(5, sets, DEALT_OUT), range(1, 13))


def test_refusals_of_large_sets() -> None:
    game = display(8, ["any 15"])
    order = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "KC"]
    rest = [card for card in map(card_text, game.compiled.cards) if card not in order]
    position = game.deal_from([*order, *rest])
    assert "t1+t2+t3+t4+t5" in position.move_texts()
    assert position.why_not("t5+t4+t3+t2+t1") is None
    told = position.why_not("t1+t2+t3+t4+t6")
    assert told is not None
    assert told.endswith("leave play together; two or more cards that add up to fifteen can.")
    after = position.play("t1+t2+t3+t4+t5")
    assert after.piles["d"] == ("AC", "2C", "3C", "4C", "5C")
    assert position.why_not("t1+t2+t3+t4+d") == "There is no card on the discard."
    told = cadogan.game("elevens").deal(1).why_not("t1+t2+t3+t4+t5")
    assert told is not None
    assert "cannot leave play together" in told
    assert "two or more cards that add up to fifteen" in game.rules()


ROW = """
win = "2 cards left"
[tableau]
piles = 52
deal = 1
build = "none"
closes = true
[discard]
"""
MARRIAGE = {"between": "same suit or rank", "between_most": 2}
WEDDED = {"holds": ["QH on 1", "KH on 52"]}


def between(cards: str, most: int = 0) -> dict[str, object]:
    """Return the rule that a given number of cards between two matching cards may leave play."""
    return {"between": cards} | ({"between_most": most} if most else {})


def row(remove: dict[str, object] = MARRIAGE, **changes: object) -> Game:
    """Return a game with one row, in which cards between two others leave play."""
    return small_game(ROW, remove=remove, **changes)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (inventions.Fifteens(), display(12, ["any 15", "T J Q K"])),
        (inventions.FourRanks(), display(7, ["four different ranks"])),
        (inventions.FourSuits(), display(7, ["four different suits"])),
        (inventions.PushPin(), row()),
        (rows.RoyalMarriage(), row(tableau=WEDDED)),
        (inventions.SameSuitApart(52, 5), row(between("same suit", 5))),
        (inventions.SameRankApart(52, 28), row(between("same rank", 28))),
        (inventions.SameColourApart(52, 1), row(between("same colour"))),
        (
            inventions.Thirteens(),
            row(
                {"sets": ["13", "K"]} | between("same suit", 2),
                tableau={"piles": 13, "deal": 4},
                win="3 cards left",
            ),
        ),
    ],
    ids=lambda some: getattr(some, "id", ""),
)
def test_plays_agree_with_the_reference(theirs: Display | rows.Between, ours: Game) -> None:
    def choose(rng: random.Random, moves: list[str]) -> str:
        return max(rng.sample(moves, min(3, len(moves))), key=len)

    moves = [move for seed in range(2) for move in plays(ours, theirs, seed, choose)]
    limit = theirs.largest if isinstance(theirs, Display) else theirs.most
    assert min(limit, 5) <= max(move.count("+") + 1 for move in moves) <= limit


def test_refusals_in_a_row_agree_with_the_reference() -> None:
    game = row(between("same suit", 6), tableau={"piles": 12}, ranks="A 2 3")
    theirs = inventions.SameSuitApart(12, 6, "A23")
    for seed in range(6):
        order = [card_text(card) for card in game.compiled.cards]
        random.Random(seed).shuffle(order)
        position, moves = game.deal_from(order), theirs.moves(theirs.start(order))
        names = [f"t{n}" for n in range(1, 13)]
        asked = ["+".join(some) for n in range(2, 9) for some in combinations(names, n)]
        asked += [f"{name}-d" for name in names]
        for text in asked if seed == 0 else [*random.Random(seed).sample(asked, 80), *moves]:
            assert (position.why_not(text) is None) == (text in moves), text


@pytest.mark.parametrize(
    ("ranks", "remove", "changes"),
    [
        ("A 2 3", MARRIAGE, {"tableau": {"piles": 12}}),
        ("A 2 3", between("same suit", 3), {"tableau": {"piles": 12}}),
        ("A 2 3 4", between("same rank", 6), {"tableau": {"piles": 16}}),
        ("A 2 3", between("same colour", 2), {"tableau": {"piles": 12}}),
        ("A 2 3 4", {"sets": ["5", "any 9"]} | MARRIAGE, {"tableau": {"piles": 8, "deal": 2}}),
        (
            "A 2 3 4",
            {"sets": ["4"]} | MARRIAGE,
            {"tableau": {"piles": 9}, "discard": {"deal": "the rest"}},
        ),
    ],
)
def test_the_solver_agrees_with_brute_force_on_rows(
    ranks: str, remove: dict[str, object], changes: dict[str, object]
) -> None:
    expected = {True} if "sets" in remove else {True, False}
    assert results(row(remove, ranks=ranks, **changes), range(1, 16)) == expected


def test_no_proof_covers_cards_between_others() -> None:
    game = row()
    for name in ("leave between", "won: cards left"):
        assert name in game.features
        assert all(name not in proof.features for proofs in PROOFS.values() for proof in proofs)
    assert unproved(game.features) == SWITCHES.keys()
    assert "leave between" not in display(9, ["any 15"]).features


def test_refusals_of_cards_between_others() -> None:
    game = row(tableau={"piles": 12}, ranks="A 2 3")
    position = game.deal_from("AC 2D 3H 2S 3C AD 2H 3S AH 2C 3D AS".split())  # noqa: SIM905
    moves = "t3-d t4-d t5+t6 t6+t7 t7+t8 t8-d t8+t9 t9+t10 t10+t11"
    assert position.move_texts() == moves.split()
    for move in ("t1-d", "t12-d", "t3+t4", "t2+t4", "t2+t3+t4", "t1-t2"):
        check_sentence(f"between.{move}", str(position.why_not(move)))
    after = position.play("t5+t6")
    assert after.piles["t5"] == ("2H",)
    assert after.piles["d"] == ("3C", "AD")
    assert not after.piles["t11"]
    single = row(between("same rank")).deal(1)
    check_sentence("between.single", str(single.why_not("t2+t3")))
    both = row({"sets": ["13"]} | MARRIAGE).deal(1)
    check_sentence("between.both", str(both.why_not("t1+t30+t40")))
    with in_language("de"):
        check_sentence("between.german", str(position.why_not("t1-d")))


@pytest.mark.parametrize(
    ("remove", "key"),
    [
        (MARRIAGE, "one-or-two"),
        (between("same colour"), "one"),
        (between("same suit", 5), "up-to-five"),
    ],
)
def test_the_rules_page_explains_cards_between_others(remove: dict[str, object], key: str) -> None:
    game = row(remove)
    for code, titles in (
        ("en", ("Leaving play", "The object")),
        ("de", ("Ausscheiden", "Das Ziel")),
    ):
        with in_language(code):
            sections = dict(re.findall(r"## (.+)\n\n(.+)\n", game.rules()))
        check_sentence(f"rules.{key}-{code}", " ".join(sections[title] for title in titles))


def test_piles_begin_with_their_fixed_cards() -> None:
    game = row(tableau=WEDDED)
    others: list[str] = []
    for number in range(1, 6):
        piles = game.deal(number).piles
        assert (piles["t1"], piles["t52"]) == (("QH",), ("KH",))
        others = [card for cards in row().deal(number).piles.values() for card in cards]
        others = [card for card in others if card not in ("QH", "KH")]
        assert [piles[f"t{n}"][0] for n in range(2, 52)] == others
    assert game.deal_from(others) == game.deal_from(["KH", *others, "QH"]) == game.deal(5)
    told = (
        "Before shuffling, take these cards out of the pack and lay them out: the queen of hearts"
        " on tableau pile 1 and the king of hearts on tableau pile 52."
    )
    assert told in game.rules()
    with in_language("de"):
        assert "die Herz-Dame auf Tableaustapel 1 und der Herz-König auf" in game.rules()


def test_the_deal_fills_up_a_pile_with_a_fixed_card() -> None:
    rules = """
    decks = 2
    [foundation]
    piles = 8
    placed = true
    [tableau]
    deal = [3, 2, 1, 3]
    face = "top up"
    holds = ["KS on 2", "KS on 3"]
    [reserve]
    piles = 2
    deal = 1
    holds = ["QD on 1"]
    [stock]
    [waste]
    """
    game = small_game(rules)
    position = game.deal(3)
    piles = position.piles
    assert [len(piles[f"t{n}"]) for n in range(1, 5)] == [3, 2, 1, 3]
    assert (piles["t2"][0], piles["t3"], piles["r1"]) == ("KS", ("KS",), ("QD",))
    assert position.snapshot.down[game.pile_names.index("t2")] == 1
    assert len(piles["s"]) == 104 - 8 - 9 - 2
    assert "the queen of diamonds on reserve pile 1" in game.rules()
    rest = [card_text(card) for card in game.compiled.cards]
    for card in [*[c for f in range(8) for c in piles[f"f{f + 1}"]], "KS", "KS", "QD"]:
        rest.remove(card)
    piles = game.deal_from(rest).piles
    dealt = [
        piles[f"t{n}"][row] for row in range(3) for n in range(1, 5) if len(piles[f"t{n}"]) > row
    ]
    assert dealt == [rest[0], "KS", "KS", *rest[1:7]]
    assert piles["r2"] == (rest[7],)
    assert piles["s"][-1] == rest[8]


def test_one_card_left_has_a_singular_form() -> None:
    sets = ["same rank", "K"]
    game = display(9, sets, win="1 card left")
    assert "The game is won when only one card is left in play." in game.rules()
    with pytest.raises(InvalidDefinitionError, match="did you mean '1 card left'"):
        display(9, sets, win="1 cards left")
