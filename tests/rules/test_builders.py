"""The rules that books dispute: the Baker's Dozen family, Bisley, Tournament and its kin.

Positions made by hand, results by the rule text; see ``rules/test_rules.py``.
"""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules.loading import load_table
from cadogan.session.announce import describe_step
from cadogan.session.view import dealt
from tests.hand import between, down, lay, order_for, up

# --- Baker's Dozen and its kin -------------------------------------------------------------------


def first_column(game_id: str, cards: str) -> str:
    """Return the first column after a deal (by rows of thirteen) that puts ``cards`` there."""
    places = [(13 * i, card) for i, card in enumerate(cards.split())]
    # no other column matters, but its kings must not hide what happens here
    return (
        str(cadogan.game(game_id).deal_from(order_for(places))).splitlines()[4].removeprefix("t1 ")
    )


@pytest.mark.parametrize(
    ("game_id", "dealt", "lies"),
    [
        ("bakers-dozen", "3S KC 7H KD", "KC KD 3S 7H"),
        ("bakers-dozen", "KS 3S 4S KD", "KS KD 3S 4S"),
        ("bakers-dozen", "KD KS KH KC", "KD KS KH KC"),
        ("bakers-dozen-kings-reversed", "3S KC 7H KD", "KD KC 3S 7H"),
        ("bakers-dozen-kings-swapped", "3S KC 7H KD", "KC KD 7H 3S"),
        ("bakers-dozen-kings-swapped", "3S 5D 7H KD", "KD 5D 7H 3S"),
        ("bakers-dozen-exposed-kings", "3S KC 7H KD", "KD 3S KC 7H"),
        ("bakers-dozen-exposed-kings", "5C KC 7H 2D", "KC 5C 7H 2D"),
        ("bakers-dozen-exposed-kings", "3S KC 7H 2D", "3S KC 7H 2D"),
        ("bakers-dozen-closed", "3S KC 7H 2D", "[3S KC 7H] 2D"),
        ("bakers-dozen-closed", "3S KC 7H KD", "[KD 3S KC] 7H"),
        ("spanish-patience", "3S KC 7H KD", "KC KD 3S 7H"),
        ("spanish-patience-kings-stay", "3S KC 7H KD", "3S KC 7H KD"),
        ("castles-in-spain", "3S KC 7H KD", "KC KD 3S 7H"),
        ("castles-in-spain-kings-stay", "3S KC 7H KD", "3S KC 7H KD"),
        ("castles-in-spain-closed", "3S KC 7H KD", "[KC KD 3S] 7H"),
        ("portuguese-solitaire", "3S KC 7H KD", "KC KD 3S 7H"),
        ("portuguese-solitaire-kings-stay", "3S KC 7H KD", "3S KC 7H KD"),
    ],
)
def test_kings_sink_or_stay(game_id: str, dealt: str, lies: str) -> None:
    assert first_column(game_id, dealt) == lies


def test_closed_bakers_dozen_sinks_a_king_when_it_is_exposed() -> None:
    p = lay("bakers-dozen-closed", "t12", t1="[3S KC] 7H", t2="8D")
    assert str(p.play("t1-t2")).splitlines()[4] == "t1 [KC] 3S"


@pytest.mark.parametrize(
    ("game_id", "king", "other"),
    [
        ("bakers-dozen", False, False),
        ("spanish-patience", True, True),
        ("spanish-patience-any-suit", False, False),
        ("spanish-patience-alternating", False, False),
        ("castles-in-spain", True, True),
        ("castles-in-spain-closed", True, True),
        ("portuguese-solitaire", True, False),
        ("portuguese-solitaire-kings-stay", True, False),
        ("good-measure", False, False),
    ],
)
def test_who_fills_an_emptied_column(game_id: str, *, king: bool, other: bool) -> None:
    bases = {"f3": "AH", "f4": "AS"} if game_id == "good-measure" else {}
    p = lay(game_id, "t10", **bases, t1="", t2="5S KC", t3="5D 7H", t10="QD")
    assert between(p, "t2 t3", "t1") == {*["t2-t1"] * king, *["t3-t1"] * other}


@pytest.mark.parametrize(
    ("game_id", "expected"),
    [
        ("bakers-dozen", {"t2-t1", "t3-t1"}),
        ("castles-in-spain", {"t2-t1"}),
        ("spanish-patience", {"t2-t1", "t3-t1"}),
        ("portuguese-solitaire", {"t2-t1", "t3-t1"}),
    ],
)
def test_columns_are_built_down_without_wrapping(game_id: str, expected: set[str]) -> None:
    # a red seven takes six of clubs and six of hearts in all but Castles; nothing takes a king
    p = lay(game_id, "t13", t1="7D", t2="6C", t3="6H", t4="8H", t5="KH", t6="AC", t13="KS")
    assert between(p, "t2 t3 t4 t5 t6", "t1 t5 t6") == expected


def test_spanish_foundations_regardless_of_suit() -> None:
    p = lay("spanish-patience-any-suit", "t13", f1="AC", t1="2H", t2="2C", t13="KS")
    assert between(p, "t1 t2", "f") == {"t1-f1", "t2-f1"}
    q = lay("spanish-patience-alternating", "t13", f1="AC", t1="2H", t2="2C", t13="KS")
    assert between(q, "t1 t2", "f") == {"t1-f1"}


def test_good_measure_takes_aces_of_spades_and_hearts_out() -> None:
    order = [c for c in order_for([]) if c not in ("AS", "AH")]
    p = cadogan.game("good-measure").deal_from(order)
    assert (p.piles["f3"], p.piles["f4"]) == (("AH",), ("AS",))
    assert {len(p.piles[f"t{i}"]) for i in range(1, 11)} == {5}


def test_good_measure_with_the_first_two_aces_met() -> None:
    order = order_for(
        [(0, "9H"), (1, "AD"), (2, "8S"), (3, "7C"), (4, "AC"), (5, "2H"), (30, "AS"), (31, "AH")]
    )
    p = cadogan.game("good-measure-first-aces").deal_from(order)
    assert (p.piles["f1"], p.piles["f2"], p.piles["f3"], p.piles["f4"]) == (
        ("AC",),
        ("AD",),
        (),
        (),
    )
    # the deal goes on in the same place: the eight goes to the second column, not the third
    assert [p.piles[f"t{i}"][0] for i in range(1, 5)] == ["9H", "8S", "7C", "2H"]


def test_worrying_back_is_a_variant() -> None:
    p = lay("bakers-dozen", "t13", f1="AC 2C", t1="3D", t13="KS")
    q = lay("bakers-dozen-worrying-back", "t13", f1="AC 2C", t1="3D", t13="KS")
    assert between(p, "f", "t") == set()
    assert between(q, "f", "t") == {"f1-t1"}


# --- Bisley --------------------------------------------------------------------------------------


def test_bisley_is_laid_out_as_in_the_book() -> None:
    order = [c for c in order_for([]) if c[0] != "A"]
    p = cadogan.game("bisley").deal_from(order)
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("AC",), ("AD",), ("AH",), ("AS",)]
    # the aces stand at the head of columns 1 to 4, so the first row has nine cards
    assert [p.piles[f"t{i}"][0] for i in range(5, 14)] == order[:9]
    assert [p.piles[f"t{i}"][0] for i in range(1, 5)] == order[9:13]
    assert [len(p.piles[f"t{i}"]) for i in range(1, 14)] == [3] * 4 + [4] * 9
    assert p.piles["t13"][-1] == order[-1]
    twelve = cadogan.game("bisley-twelve").deal(1)
    assert [len(twelve.piles[f"t{i}"]) for i in range(1, 13)] == [4] * 12


def test_bisley_builds_both_ways_in_suit_without_wrapping() -> None:
    aces = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS"}
    p = lay(
        "bisley",
        "t13",
        **aces,
        t1="9C",
        t2="TC",
        t3="8C",
        t4="9D",
        t5="KH",
        t6="2H",
        t7="",
        t13="QS",
    )
    assert between(p, "t1 t2 t3 t4 t5 t6", "t") == {"t1-t2", "t2-t1", "t1-t3", "t3-t1"}
    assert between(p, "t1 t5 t6", "f") == {"t5-f7", "t6-f3"}, "a king begins, a two follows the ace"


def test_bisley_foundations_meet_anywhere_and_keep_their_cards() -> None:
    aces = {"f2": "AD", "f3": "AH", "f4": "AS"}
    p = lay("bisley", "t13", **aces, f1=up("AC", "6C"), f5=down("KC", "8C"), t1="7C", t13="QS")
    assert between(p, "t1", "f") == {"t1-f1", "t1-f5"}
    assert between(p, "f", "f") == set()
    ends = {f"f{i + 1}": up("A" + s, "K" + s) for i, s in enumerate("CDHS")}
    ends |= {"f2": up("AD", "4D"), "f6": down("KD", "5D"), "f4": "AS", "f8": down("KS", "2S")}
    assert lay("bisley", "t1", **ends).won


# --- Tournament, La Nivernaise -------------------------------------------------------------------

CELLS = {f"c{i}": c for i, c in enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "QS"], 1)}


def test_tournament_fills_an_emptied_pile_with_four_at_once() -> None:
    cells = {**CELLS, "c8": ""}
    p = lay("tournament", "s", **cells, t1="9C", t2="5D 6D", s="2H 3H 4H 5H")
    q = p.play("t1-c8")
    assert q.piles["t1"] == ("5H", "4H", "3H", "2H")
    assert q.piles["c8"] == ("9C",)


@pytest.mark.parametrize("left", [3, 1, 0])
def test_tournament_fills_with_what_is_left(left: int) -> None:
    cells = {**CELLS, "c8": ""}
    stock = " ".join(["2H", "3H", "4H"][:left])
    p = lay("tournament", "t2", **cells, t1="9C", t2="6D", s=stock)
    q = p.play("t1-c8")
    assert q.piles["t1"] == tuple(reversed(stock.split()))
    assert q.piles["s"] == ()
    if not left:
        assert between(q, "t c s", "t1") == set()


def test_tournament_cells_and_piles() -> None:
    p = lay(
        "tournament",
        "s",
        **{**CELLS, "c1": "AC", "c7": "", "c8": ""},
        f5="KC",
        t1="9D QC",
        t2="9S TS",
        t3="AH",
    )
    assert between(p, "t1", "c f t") == {"t1-c7", "t1-c8", "t1-f5"}
    assert between(p, "c", "t c") == set(), "what lies in a cell goes to a foundation only"
    assert between(p, "c", "f") == {"c1-f1", "c2-f5"}
    assert between(p, "t", "t") == set(), "no building"
    assert between(p, "s", "c") == set()


def test_tournament_deals_four_to_each_pile_in_turn() -> None:
    p = cadogan.game("tournament").deal(1)
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    for i in range(6):
        assert q.piles[f"t{i + 1}"] == p.piles[f"t{i + 1}"] + coming[4 * i : 4 * i + 4]


def test_tournament_rejects_a_deal_without_ace_or_king_in_the_cells() -> None:
    bad = order_for(list(enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "QS"])), decks=2)
    good = order_for(list(enumerate(["QC", "QC", "QD", "QD", "QH", "QH", "QS", "AS"])), decks=2)
    game = cadogan.game("tournament")
    with pytest.raises(cadogan.InvalidDealError, match="must hold A or K"):
        game.deal_from(bad)
    assert game.deal_from(good).piles["c8"] == ("AS",)
    assert cadogan.game("tournament-any-deal").deal_from(bad).piles["c8"] == ("QS",)
    assert cadogan.game("la-nivernaise").deal_from(bad).piles["c8"] == ("QS",)
    for number in range(1, 60):
        p = game.deal(number)
        assert {p.piles[f"c{i}"][0][0] for i in range(1, 9)} & {"A", "K"}


def test_tournament_gathers_the_first_pile_first_and_deals_fours() -> None:
    p = lay(
        "tournament", "t3", **CELLS,
        f1=up("AC", "JC"), f2=up("AD", "JD"),
        f3=up("AH", "JH"), f4=up("AS", "JS"),
        t1="2C 3C 4C 5C 6C", t2="7D", t3="TD", t5="9S 8S 7S",
    )  # fmt: skip
    order = [c for i in range(1, 7) for c in p.piles[f"t{i}"]]
    q = p.play("redeal")
    assert [q.piles[f"t{i}"] for i in range(1, 7)] == [
        tuple(order[4 * i : 4 * i + 4]) for i in range(6)
    ]
    assert q.piles["t1"] == ("2C", "3C", "4C", "5C")
    assert q.piles["s"][::-1] == tuple(order[24:])
    assert q.counters["redeals"] == 1


@pytest.mark.parametrize(
    ("game_id", "times"),
    [("tournament", 2), ("la-nivernaise", 1), ("la-nivernaise-two-redeals", 2)],
)
def test_redeals_of_the_tournament_family(game_id: str, times: int) -> None:
    p = cadogan.game(game_id).deal(1)
    assert "redeal" not in p.move_texts(), "not before the stock is out"
    for _ in range(times):
        while "deal" in p.move_texts():
            p = p.play("deal")
        p = p.play("redeal")
    while "deal" in p.move_texts():
        p = p.play("deal")
    assert "redeal" not in p.move_texts()


def test_tournament_transfers() -> None:
    piles = {"f1": up("AC", "QC"), "f5": "KC", "f2": up("AD", "4D"), "f6": down("KD", "5D")}
    assert between(lay("tournament", "s", **piles), "f", "f") == {"f1-f5", "f2-f6", "f6-f2"}
    whole = lay("tournament-whole-transfer", "s", **piles)
    assert between(whole, "f", "f") == {"f1-f5", "f5-f1", "f2-f6", "f6-f2"}
    assert between(lay("tournament-no-transfer", "s", **piles), "f", "f") == set()


def test_in_la_nivernaise_as_many_cards_are_looked_at_as_cells_are_free() -> None:
    squared = "la-nivernaise"
    for free, seen in ((0, 1), (1, 2), (2, 3), (8, 4)):
        cells = CELLS | {f"c{i + 1}": "" for i in range(free)}
        p = lay(squared, "s", **cells, t1="2C 3D 9C 8C", t2="4H 5H")
        assert (p.unseen["t1"], p.down["t1"]) == (4 - seen, 0)
        assert p.unseen["t2"] == max(0, 2 - seen)
        assert dealt(p)["piles"]["t1"] == ["??"] * (4 - seen) + ["2C", "3D", "9C", "8C"][4 - seen :]
        open_piles = lay("la-nivernaise-open", "s", **cells, t1="2C 3D 9C 8C", t2="4H 5H")
        assert not open_piles.unseen["t1"]
        assert p.move_texts() == open_piles.move_texts(), "what may be done is the same"
    p = lay(squared, "s", **{**CELLS, "c2": ""}, t1="2C 3D 9C 8C")
    told = describe_step([p, p.play("t1-c2")], [p.parse_move("t1-c2")])
    assert told == "Eight of clubs to cell 2.", "the nine was seen before"


def test_piles_that_are_squared_lie_face_up() -> None:
    text = resources.files("cadogan").joinpath("games", "tournament.toml").read_text("utf-8")
    table = tomllib.loads(text)
    table["tableau"] |= {"squared": "cell", "face": "top up"}
    with pytest.raises(
        InvalidDefinitionError, match=r"tableau\.squared: squared piles are of several"
    ):
        load_table(table, "tournament.toml")


def test_la_nivernaise_deals_by_rows_and_fills_cells_from_the_stock() -> None:
    p = cadogan.game("la-nivernaise").deal(1)
    coming = p.piles["s"][::-1]
    q = p.play("deal")
    for i in range(6):
        assert q.piles[f"t{i + 1}"] == p.piles[f"t{i + 1}"] + coming[i:24:6]
    r = lay("la-nivernaise", "s", **{**CELLS, "c3": ""}, t1="9C 8C", s="4H")
    assert between(r, "s t", "c") == {"s-c3", "t1-c3"}
    assert r.play("s-c3").piles["c3"] == ("4H",)
    assert between(r, "s", "t f") == set()
