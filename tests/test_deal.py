"""Numbered deals: stable and evenly distributed; an invalid number is an error."""

from __future__ import annotations

import tomllib
from collections import Counter

import pytest

import cadogan
from cadogan.core.cards import card_text, pack
from cadogan.model.deal_numbers import MOST_DEALS, greenfelt_order, microsoft_order, read_number
from cadogan.model.dealing import deal_key
from cadogan.model.position import Game
from cadogan.rules.catalogue import find, written
from cadogan.rules.loading import load_table
from tests.cases.messages import refused
from tests.cases.reading import changed
from tests.small import small_game

# The published first deal and the unwinnable one, row by row in their usual printed form.
MICROSOFT_1 = """
JD 2D 9H JC 5D 7H 7C 5H
KD KC 9S 5S AD QC KH 3H
2S KS 9D QD JS AS AH 3C
4C 5C TS QH 4H AC 4D 7S
3S TD 4S TH 8H 2C JH 7D
6D 8S 8D QS 6C 3D 8C TC
6S 9C 2H 6H
"""
MICROSOFT_11982 = """
AH AS 4H AC 2D 6S TS JS
3D 3H QS QC 8S 7H AD KS
KD 6H 5S 4D 9H JH 9S 3C
JC 5D 5C 8C 9D TD KH 7C
6C 2C TH QH 6D TC 4S 7S
JD 7D 8H 9C 2H QD 4C 5H
KC 8D 2S 3S
"""


@pytest.mark.parametrize(("number", "rows"), [(1, MICROSOFT_1), (11982, MICROSOFT_11982)])
def test_microsofts_deals(number: int, rows: str) -> None:
    printed = rows.split()
    assert [card_text(c) for c in microsoft_order(number)] == printed
    p = cadogan.game("freecell").deal(f"ms:{number}")
    for column in range(8):
        assert p.piles[f"t{column + 1}"] == tuple(printed[column::8])
    assert p.deal_number == f"ms:{number}"


def test_microsofts_deals_need_one_pack() -> None:
    assert cadogan.game("klondike").deal("ms:5").piles["t1"] == (card_text(microsoft_order(5)[0]),)
    for game_id in ("forty-thieves", "big-ben"):
        with refused(cadogan.InvalidDealError, f"deals.one-full-pack-{game_id}"):
            cadogan.game(game_id).deal("ms:5")


@pytest.mark.parametrize(
    ("given", "number"),
    [(7, "7"), ("7", "7"), (" 007 ", "7"), (MOST_DEALS, str(MOST_DEALS)), ("MS:12", "ms:12")],
)
def test_numbers_have_one_form(given: int | str, number: str) -> None:
    assert read_number(given) == number


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (0, "out of range"),
        (-3, "out of range"),
        (MOST_DEALS + 1, "out of range"),
        ("ms:0", "out of range"),
        ("ms:8589934592", "out of range"),
        (
            "ms:-3",
            "to 8589934591, and also -1, -2; the cards of Windows Vista's deal -3 are not known",
        ),
        ("ms:-5", "to 8589934591, and also -1, -2$"),
        ("pysol:0", "out of range"),
        ("greenfelt:2147483647", "out of range"),
        ("seven", "is not a deal number"),
        ("", "is not a deal number"),
        ("1.5", "is not a deal number"),
        (True, "is not a deal number"),
        ("٣", "is not a deal number"),
        ("9" * 4000, "is not a deal number"),
    ],
)
def test_numbers_that_are_invalid(given: int | str, words: str) -> None:
    with pytest.raises(cadogan.InvalidDealError, match=words) as caught:
        cadogan.game("klondike").deal(given)
    assert len(str(caught.value)) < 250


def test_a_deal_that_is_rejected_is_shuffled_again_with_the_same_key() -> None:
    """Later shuffles in the same play depend only on the deal number."""
    for number, card in ((4, "4D"), (7, "6D"), (8, "9H"), (13, "AS")):
        assert cadogan.game("tournament").deal(number).piles["c1"] == (card,)
    tournament = tomllib.loads(written(find("tournament")))
    table = changed(
        tournament,
        ["drop combinations", "drop options", "drop variants", 'redeal.order = "shuffled"'],
    )
    position = Game(load_table(table, "shuffled.toml")["shuffled"]).deal(4)
    assert position.piles["c1"] == ("4D",)
    assert position.snapshot.key == deal_key("4")


def test_a_deal_from_the_stock_stops_at_the_limit_of_a_pile() -> None:
    """Each pile should get three cards, but one pile holds at most two and the other four."""
    rules = """
    [foundation]
    [stock]
    deal = "3 to each tableau"
    [tableau.low]
    piles = 1
    deal = 1
    most = 2
    [tableau.high]
    piles = 1
    deal = 1
    most = 4
    """
    game = small_game(rules)
    piles = game.deal(1).play("deal").piles
    assert [len(piles[name]) for name in ("t1", "t2", "s")] == [2, 4, 46]


def test_games_of_one_pack_share_their_cards() -> None:
    spanish, dozen = cadogan.game("spanish-patience"), cadogan.game("bakers-dozen")
    assert spanish.deal(7).piles == dozen.deal(7).piles
    castles = cadogan.game("castles-in-spain-kings-stay").deal(7)
    assert [castles.piles[f"t{i}"][0] for i in (1, 2, 3)] == [
        cadogan.game("freecell").deal(7).piles["t1"][0],
        cadogan.game("freecell").deal(7).piles["t2"][0],
        cadogan.game("freecell").deal(7).piles["t3"][0],
    ]


def test_deals_are_spread_evenly() -> None:
    """Each card is first, or last, about equally often (chi-square, 51 degrees of freedom)."""
    game, deals = cadogan.game("klondike"), 1560
    first: Counter[str] = Counter()
    last: Counter[str] = Counter()
    neighbours = 0
    for number in range(1, deals + 1):
        p = game.deal(number)
        first[p.piles["t1"][0]] += 1
        last[p.piles["s"][0]] += 1
        neighbours += p.piles["t2"][0][1] == p.piles["t2"][1][1]
    for counts in (first, last):
        assert len(counts) == 52
        chi_square = sum((n - deals / 52) ** 2 / (deals / 52) for n in counts.values())
        assert 25 < chi_square < 90  # a random failure has a probability below 1/1000
    # two cards are of the same suit in 12 of 51 cases
    assert abs(neighbours / deals - 12 / 51) < 0.05


def test_arranging_takes_the_whole_pack_in_dealing_order() -> None:
    game = cadogan.game("klondike")
    order = [card_text(c) for c in pack(1)]
    p = game.deal_from(order)
    assert p.piles["t1"] == ("AC",)
    assert p.piles["t7"][0] == "7C"
    assert p.piles["s"][-1] == order[28], "the stock's next card lies on top"
    assert p.piles["s"][0] == order[-1]
    assert p.deal_number is None
    assert game.deal_from([c.lower() for c in order]) == p


def test_arranging_names_missing_and_surplus_cards() -> None:
    game = cadogan.game("klondike")
    order = [card_text(c) for c in pack(1)]
    with refused(cadogan.InvalidDealError, "deals.missing"):
        game.deal_from(order[:-1])
    with refused(cadogan.InvalidDealError, "deals.missing-ac-too"):
        game.deal_from([*order[1:], "KS"])
    with refused(cadogan.InvalidPositionError, "deals.card"):
        game.deal_from(["1X", *order[1:]])
    with pytest.raises(cadogan.InvalidDealError):
        game.deal_from([])


def test_cards_placed_before_the_deal_may_be_omitted() -> None:
    game = cadogan.game("big-ben")
    whole = [card_text(c) for c in pack(2)]
    bases = [game.deal(1).piles[f"f{i}"][0] for i in range(1, 13)]
    short = list(whole)
    for card in bases:
        short.remove(card)
    assert game.deal_from(whole) == game.deal_from(short)


def test_first_cards_dealt_begin_foundations_of_two_packs() -> None:
    """With two packs a suit has two foundations, and an ace may open either."""
    rules = """
    decks = 2
    ranks = "A 2"
    foundation = { piles = 8, placed = "first 7 dealt" }
    tableau = { piles = 2, deal = [1, 3], build = "any card", take = "run", space = "A" }
    reserve = { piles = 2, deal = [2, 3] }
    """
    game = small_game(rules)
    for number in range(1, 9):
        piles = game.deal(number).piles
        founded = [cards for name, cards in piles.items() if name[0] == "f" and cards]
        assert len(founded) == 7
        assert all(cards[0][0] == "A" for cards in founded)


# First rows of the boards from pi-make-microsoft-freecell-board and pysol_cards.
FIRST_STACKS = [
    ("freecell", "ms:2147483648", "QH 3H 7D 4D TS QD 6D"),
    ("freecell", "ms:4294967295", "JS QH TC 7S KC 3H QS"),
    ("freecell", "ms:4294967297", "JH KD 3C 6D 9D QC 4H"),
    ("freecell", "ms:8589934591", "TC 8S 8C 6C 5H 5C 9C"),
    ("freecell", "ms:-1", "AC 3C 5C 7C 9C JC KC"),
    ("freecell", "ms:-2", "AS KS QS JS TS 9S 8S"),
    ("freecell", "pysol:24", "4C 2C 9C 8C QS 4S 2H"),
    ("freecell", "pysol:100000", "5C 5S JD 7H QC 3S 3H"),
    ("the-fan", "pysol:100000", "5C 8H 9C"),
    ("black-hole", "pysol:24", "4C 3C 3S"),
    ("klondike", "pysol:24", "5C"),
    ("whitehead", "pysol:100000", "JH"),
]


@pytest.mark.parametrize(("game", "number", "stack"), FIRST_STACKS)
def test_numbers_of_other_programs(game: str, number: str, stack: str) -> None:
    p = cadogan.game(game).deal(number)
    assert " ".join(p.piles["t1"]) == stack
    assert p.deal_number == number


def test_the_second_special_deal_of_microsoft() -> None:
    p = cadogan.game("freecell").deal("ms:-2")
    assert p.piles["t8"] == ("7C", "6C", "5C", "4C", "3C", "2C")


def test_green_felt_draws_by_lehmers_generator() -> None:
    order = greenfelt_order(4)
    assert sorted(order) == list(range(52))
    p = cadogan.game("klondike").deal("greenfelt:4")
    assert p.piles["t1"] == (card_text(order[0]),)
    assert p.piles["s"][-1] == card_text(order[28])


@pytest.mark.parametrize("game", ["simple-simon", "bakers-dozen", "spider"])
def test_pysols_numbers_are_refused_if_its_layout_is_unknown(game: str) -> None:
    with refused(cadogan.InvalidDealError, f"deals.pysol-{game}"):
        cadogan.game(game).deal("pysol:7")


def test_pysols_numbers_are_refused_if_it_deals_the_piles_differently() -> None:
    with refused(cadogan.InvalidDealError, "deals.fan-dealt-otherwise"):
        cadogan.game("the-fan-pairs-worrying-back").deal("pysol:7")


def test_a_redeal_lays_surplus_cards_around_the_piles_in_their_order() -> None:
    """The piles hold three more cards than the deal needs; each pile gets one of the last three."""
    rules = """
    ranks = "A 2 3"
    foundation = { piles = 4 }
    redeal = { times = 1, from = "tableau", order = "first pile first" }
    tableau = { piles = 3, deal = 2, build = "any card", space = "any card" }
    reserve = { piles = 1, deal = 6 }
    """
    position = small_game(rules).deal(1)
    for target in ("t1", "t1", "t3"):
        position = position.play(f"r-{target}")
    gathered = [card for name in ("t1", "t2", "t3") for card in position.piles[name]]
    piles = position.play("redeal").piles
    assert [piles[name][2] for name in ("t1", "t2", "t3")] == gathered[6:]
