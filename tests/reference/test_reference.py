"""The referee against expectations worked out by hand from the rule book."""

import random

import pytest

from tests.covering import each

from . import GAMES, State, gathered, moves, play, start, walk, won
from .cards import RANKS, numbered, pack
from .table import find

REFERENCE = (
    "JS3D9H7C/TCJDJCAD/QH8S8HQD/TD9S4C3S/3C9D6D5H/KH2S2D3H/7DAS5D6H/KCQC6S8C/THQSAC4D/"
    "6C7H2H5C/4H8D4STS/KSKD2CJH/5SAH7S9C"
)
REFERENCE_PATHS = [13, 171, 2268, 30222, 403471]
REFERENCE_FIRSTS = [13, 105, 664, 3581, 17116, 74134]


def run(text: str) -> list[str]:
    """Write out a foundation run: AC..5C up, KC..8C down."""
    first, last = RANKS.index(text[0]), RANKS.index(text[-2])
    step = 1 if last >= first else -1
    return [RANKS[index] + text[-1] for index in range(first, last + step, step)]


def piles(**texts: str) -> dict[str, list[str]]:
    """Read piles written as `t1="5H 9D"`, with runs such as `AC..5C`."""
    return {
        name: [card for word in text.split() for card in (run(word) if ".." in word else [word])]
        for name, text in texts.items()
    }


def rows_first(decks: int, places: dict[int, str]) -> list[str]:
    """Make a pack that has certain cards at certain places of the dealing order."""
    rest = pack(decks)
    for card in places.values():
        rest.remove(card)
    return [places[i] if i in places else rest.pop(0) for i in range(52 * decks)]


def to(state: State, letter: str) -> set[str]:
    """List the legal moves whose target is a pile of one kind."""
    return {text for text in moves(state) if f"-{letter}" in text}


def shuffled_start(game_id: str, seed: int) -> State:
    """Deal a shuffled pack, again and again until the game accepts it."""
    source = random.Random(f"{game_id} {seed}")
    while True:
        cards = find(game_id).pack()
        source.shuffle(cards)
        try:
            return start(game_id, cards)
        except ValueError:
            assert game_id == "tournament"


# Every game


def test_the_catalogue_is_whole() -> None:
    assert len(GAMES) == len(set(GAMES)) > 150


@pytest.mark.parametrize("game_id", each(GAMES))
def test_random_play_keeps_the_pack_together(game_id: str) -> None:
    whole = sorted(find(game_id).pack())
    for seed in range(2):
        source = random.Random(seed)
        state = shuffled_start(game_id, seed)
        for _ in range(40):
            assert sorted(card for cards in state.piles.values() for card in cards) == whole
            for name, cards in state.piles.items():
                dark = name in find(game_id).dark
                assert 0 <= state.down[name] <= max(len(cards) - (not dark), 0), name
            texts = sorted(moves(state))
            if not texts:
                break
            text, before = source.choice(texts), state.copy()
            order = gathered(state) if text == "redeal" and find(game_id).shuffles else None
            after = play(state, text, order)
            assert state == before, "play must not touch the state it is given"
            state = after


@pytest.mark.parametrize("game_id", each(GAMES))
def test_what_is_not_listed_is_refused(game_id: str) -> None:
    state = shuffled_start(game_id, 1)
    for text in ("t1-t1", "f1-s", "nonsense", "", "deal again"):
        with pytest.raises(ValueError, match="not a legal move"):
            play(state, text)


def test_a_pack_must_be_whole() -> None:
    with pytest.raises(ValueError, match="whole pack"):
        start("klondike", pack(1)[1:])
    with pytest.raises(ValueError, match="whole pack"):
        start("big-ben", pack(1))
    with pytest.raises(ValueError, match="does not know"):
        start("snap", pack(1))
    with pytest.raises(ValueError, match="no options"):
        start("klondike", pack(1), {"target": "1956"})
    with pytest.raises(ValueError, match="has no pile"):
        State.from_piles("klondike", {"c1": ["5H"]})


@pytest.mark.parametrize(
    ("game_id", "stock"),
    [
        ("birthday", 48),
        ("algerian", 80),
        ("algerian-tarbart", 56),
        ("algerian-kings", 56),
        ("algerian-doubled", 68),
        ("carthage", 60),
        ("tournament", 72),
        ("la-nivernaise", 72),
        ("big-ben", 56),
        ("klondike", 24),
        ("canfield", 34),
        ("forty-thieves", 64),
        ("scorpion", 3),
        ("calculation", 48),
        ("sir-tommy", 52),
        ("osmosis", 35),
        ("aces-and-kings", 74),
        ("british-square", 88),
        ("british-square-american", 88),
    ],
)
def test_stock_left_by_the_layout(game_id: str, stock: int) -> None:
    assert len(shuffled_start(game_id, 2).piles["s"]) == stock


def test_won_when_all_cards_are_on_foundations() -> None:
    full = {f"f{n}": run(f"A{suit}..K{suit}") for n, suit in enumerate("CDHS", start=1)}
    assert won(State.from_piles("bakers-dozen", full))
    short = full | {"f4": run("AS..QS"), "t9": ["KS"]}
    assert not won(State.from_piles("bakers-dozen", short))
    assert won(play(State.from_piles("bakers-dozen", short), "t9-f4"))


# Walks


def reference() -> State:
    columns = REFERENCE.split("/")
    return State.from_piles(
        "bakers-dozen",
        {
            f"t{number}": [column[i : i + 2] for i in range(0, len(column), 2)]
            for number, column in enumerate(columns, start=1)
        },
    )


def test_reference_walk() -> None:
    assert walk(reference(), 4) == (REFERENCE_PATHS[:4], REFERENCE_FIRSTS[:4])


@pytest.mark.slow
def test_reference_walk_deep() -> None:
    paths, firsts = walk(reference(), 6)
    assert paths[:5] == REFERENCE_PATHS
    assert firsts == REFERENCE_FIRSTS


# Birthday


def test_birthday_founds_each_digit_one_higher() -> None:
    state = start("birthday", pack(1))
    assert [state.piles[name] for name in numbered("f", 4)] == [["2S"], ["TH"], ["6C"], ["7D"]]
    other = start("birthday", pack(1), {"target": "1119", "suits": "CDHS"})
    assert [other.piles[name] for name in numbered("f", 4)] == [["2C"], ["2D"], ["2H"], ["TS"]]
    assert state.piles["s"][-1] == "AC", "the next card is the first not taken out"
    for options in ({"target": "1905"}, {"target": "195"}, {"suits": "SSCD"}, {"digits": "1"}):
        with pytest.raises(ValueError, match=r"target|suits|options"):
            start("birthday", pack(1), options)


def test_birthday_builds_round_the_king_and_stops_after_thirteen() -> None:
    state = State.from_piles("birthday", piles(f1="TH JH QH KH", w="2H AH"))
    assert moves(state) == {"w-f1", "redeal"}
    state = play(play(state, "w-f1"), "w-f1")
    assert state.piles["f1"][-2:] == ["AH", "2H"]
    full = State.from_piles("birthday", piles(f1="TH..KH AH..9H", w="TH"))
    assert moves(full) == {"redeal"}


def test_birthday_redeal() -> None:
    state = State.from_piles("birthday", piles(f1="2S", w="5C 9D 4H"), counters={"redeals": 2})
    with pytest.raises(ValueError, match="new order"):
        play(state, "redeal")
    with pytest.raises(ValueError, match="new order"):
        play(state, "redeal", ["5C", "9D", "9D"])
    state = play(state, "redeal", ["4H", "5C", "9D"])
    assert (state.piles["s"], state.counters) == (["9D", "5C", "4H"], {"redeals": 3})
    for card in ("4H", "5C", "9D"):
        assert moves(state) == {"s-w"}
        state = play(state, "s-w")
        assert state.piles["w"][-1] == card
    assert moves(state) == set(), "four passes are made"
    five = State.from_piles("birthday-five-passes", piles(w="4H"), counters={"redeals": 3})
    assert moves(five) == {"redeal"}


def test_birthday_unshuffled_turns_the_waste_over() -> None:
    state = State.from_piles("birthday-unshuffled", piles(f1="2S", w="5C 9D 4H"))
    with pytest.raises(ValueError, match="does not shuffle"):
        play(state, "redeal", ["5C", "9D", "4H"])
    state = play(play(state, "redeal"), "s-w")
    assert state.piles["w"] == ["5C"], "the card turned first comes first again"


# Algerian and Carthage


@pytest.mark.parametrize(
    ("game_id", "heights"),
    [
        ("algerian", "00000000 444444"),
        ("algerian-tarbart", "22222222 444444"),
        ("algerian-kings", "11111111 666666"),
        ("algerian-doubled", "22221111 444444"),
        ("carthage", "11111111 666666"),
    ],
)
def test_algerian_layouts(game_id: str, heights: str) -> None:
    state = shuffled_start(game_id, 3)
    depots, reserves = heights.split()
    assert "".join(str(len(state.piles[n])) for n in numbered("t", 8)) == depots
    assert "".join(str(len(state.piles[n])) for n in numbered("r", 6)) == reserves
    if game_id != "carthage":
        assert start(f"{game_id}-closed", pack(2)).piles == start(game_id, pack(2)).piles


def test_algerian_tarbart_takes_the_earlier_copy_of_a_base_out() -> None:
    state = start("algerian-tarbart", pack(2))
    assert [state.piles[f"f{n}"] for n in (1, 4, 5, 8)] == [["AC"], ["AS"], ["KC"], ["KS"]]
    assert state.piles["t1"] == ["2C", "TC"], "by rows: the first and the ninth of what is left"
    assert state.piles["s"][0] == "KS", "the later king of spades was the last card"


def test_algerian_deals_two_to_each_reserve_then_the_last_eight_to_the_depots() -> None:
    state = start("algerian", pack(2))
    stock = state.piles["s"]
    first_twelve, last_eight = stock[::-1][:12], stock[::-1][-8:]
    state = play(state, "deal")
    assert state.piles["r1"][-2:] == first_twelve[:2]
    assert state.piles["r6"][-2:] == first_twelve[10:]
    for _ in range(5):
        state = play(state, "deal")
    assert len(state.piles["s"]) == 8
    state = play(state, "deal")
    assert [state.piles[name][-1] for name in numbered("t", 8)] == last_eight
    assert [len(state.piles[name]) for name in numbered("r", 6)] == [16] * 6
    assert "deal" not in moves(state)


def test_algerian_emptied_reserves() -> None:
    layout = piles(r1="3C", r3="8D 9H", t1="5S", s="2D 4D 6D 8D TD QD 3H 5H")
    with_stock = State.from_piles("algerian", layout)
    assert to(with_stock, "r") == set()
    gone = layout | {"s": []}
    expected = {f"{source}-{r}" for source in ("r1", "r3", "t1") for r in ("r2", "r4", "r5", "r6")}
    assert to(State.from_piles("algerian", gone), "r") == expected
    assert to(State.from_piles("algerian-closed", gone), "r") == set()
    assert to(State.from_piles("algerian-kings", layout), "r") == expected
    assert to(State.from_piles("algerian-kings-closed", gone), "r") == set()


def test_algerian_packs_both_ways_and_round() -> None:
    layout = piles(t1="AD", t2="KD", t3="QD", t4="QD", t5="QH", t6="2C", t7="2C", t8="2C")
    state = State.from_piles("algerian", layout)
    assert to(state, "t") == {"t1-t2", "t2-t1", "t2-t3", "t2-t4", "t3-t2", "t4-t2"}
    assert to(state, "f") == {"t1-f2", "t2-f6"}


def test_algerian_transfer_leaves_the_base() -> None:
    met = State.from_piles("algerian", piles(f1="AC..6C", f5="KC..7C"))
    assert moves(met) == {"f1-f5", "f5-f1"}
    base = State.from_piles("algerian", piles(f1="AC", f5="KC..2C"))
    assert moves(base) == {"f5-f1"}
    apart = State.from_piles("algerian", piles(f1="AC..6C", f6="KD..7D"))
    assert moves(apart) == set()
    whole = State.from_piles("algerian", piles(f1="AC..KC"))
    assert moves(whole) == {"f1-f5"}


def test_carthage() -> None:
    state = State.from_piles(
        "carthage",
        piles(f1="AC 2C", f5="AC 2C", t1="3C", t2="4C", t3="5D", t4="4D", r1="3C", s="9H TH"),
    )
    assert to(state, "f") == {"t1-f1", "r1-f1"}, "of two equal foundations the first"
    packed = {"t1-t2", "r1-t2", "t4-t3"}
    tops = ("t1", "t2", "t3", "t4", "r1")
    spaces = {f"{source}-t{n}" for source in tops for n in (5, 6, 7, 8)}
    assert to(state, "t") == packed | spaces
    assert to(state, "r") == {f"{source}-r{n}" for source in tops for n in range(2, 7)}
    assert "deal" in moves(state)


# Tournament and La Nivernaise


def test_tournament_needs_an_ace_or_a_king_among_the_cells() -> None:
    low = dict(enumerate(run("2C..9C")))
    with pytest.raises(ValueError, match="deal again"):
        start("tournament", rows_first(2, low))
    assert start("la-nivernaise", rows_first(2, low)).piles["c8"] == ["9C"]
    cards = pack(2)
    assert start("tournament", cards).piles["t1"] == cards[8:12], "dealt pile by pile"
    assert start("la-nivernaise", cards).piles["t1"] == cards[8:32:6], "dealt by rows"


def test_tournament_fills_an_emptied_column_with_four_at_once() -> None:
    layout = piles(t1="5H", t2="9C 8D", c1="3S", s="2C 4C 6C 8C TC")
    state = State.from_piles("tournament", layout)
    assert moves(state) == {"deal"} | {f"t{t}-c{c}" for t in (1, 2) for c in range(2, 9)}
    after = play(state, "t1-c4")
    assert after.piles["t1"] == ["TC", "8C", "6C", "4C"]
    assert after.piles["s"] == ["2C"]
    emptied = play(State.from_piles("tournament", piles(t1="5H")), "t1-c1")
    assert emptied.piles["t1"] == []
    nivernaise = State.from_piles("la-nivernaise", layout)
    assert moves(nivernaise) == moves(state) | {f"s-c{c}" for c in range(2, 9)}
    assert play(nivernaise, "s-c2").piles["c2"] == ["TC"]


def test_tournament_deals_fours() -> None:
    stock = pack(1)[:10]
    state = State.from_piles("tournament", {"s": stock[::-1]})
    after = play(state, "deal")
    assert [after.piles[n] for n in ("t1", "t2", "t3", "t4")] == [
        stock[:4],
        stock[4:8],
        stock[8:],
        [],
    ]
    after = play(State.from_piles("la-nivernaise", {"s": stock[::-1]}), "deal")
    assert [after.piles[n] for n in ("t1", "t4", "t5")] == [
        [stock[0], stock[6]],
        [stock[3], stock[9]],
        [stock[4]],
    ]


def test_tournament_redeal_gathers_the_first_pile_first() -> None:
    cards = pack(1)[:30]
    layout = {"t1": cards[:9], "t3": cards[9:10], "t6": cards[10:], "c1": ["KS"]}
    state = State.from_piles("tournament", layout, counters={"redeals": 1})
    after = play(state, "redeal")
    assert [after.piles[name] for name in numbered("t", 6)] == [
        cards[i : i + 4] for i in range(0, 24, 4)
    ]
    assert after.piles["s"] == cards[24:][::-1]
    assert after.piles["c1"] == ["KS"]
    assert after.counters == {"redeals": 2}
    used = State.from_piles("tournament", layout, counters={"redeals": 2})
    assert "redeal" not in moves(used)
    assert "redeal" not in moves(State.from_piles("la-nivernaise", layout, counters={"redeals": 1}))
    stock = State.from_piles("tournament", layout | {"s": ["AS"]})
    assert "redeal" not in moves(stock)


# Baker's Dozen and kin


def test_sunk_kings_keep_their_order() -> None:
    places = {0: "5H", 13: "KC", 26: "3D", 39: "KS", 1: "KD", 14: "2D", 27: "KH", 40: "9S"}
    cards = rows_first(1, places)
    for game_id in ("bakers-dozen", "spanish-patience", "castles-in-spain", "portuguese-solitaire"):
        state = start(game_id, cards)
        assert state.piles["t1"] == ["KC", "KS", "5H", "3D"]
        assert state.piles["t2"] == ["KD", "KH", "2D", "9S"]


def test_good_measure_takes_two_aces_out_and_sinks_kings() -> None:
    state = start("good-measure", rows_first(1, {0: "AS", 1: "5H", 2: "AH", 12: "KC"}))
    assert (state.piles["f3"], state.piles["f4"]) == (["AH"], ["AS"])
    assert len(state.piles["t10"]) == 5
    assert state.piles["t1"][:2] == ["KC", "5H"], "the eleventh card left is t1's second"


def test_spaces_of_the_bakers_dozen_family() -> None:
    layout = piles(t1="KS", t2="QH", t3="9C JS")
    packed = {"t2-t1", "t3-t2"}
    spaces = {f"{t}-t{n}" for t in ("t1", "t2", "t3") for n in range(4, 14)}
    assert moves(State.from_piles("bakers-dozen", layout)) == packed
    assert moves(State.from_piles("good-measure", layout)) == packed
    assert moves(State.from_piles("spanish-patience", layout)) == packed | spaces
    assert moves(State.from_piles("castles-in-spain", layout)) == packed | spaces
    kings = {move for move in spaces if move.startswith("t1")}
    assert moves(State.from_piles("portuguese-solitaire", layout)) == packed | kings
    same_colour = piles(t1="KS", t2="QC")
    assert "t2-t1" in moves(State.from_piles("spanish-patience", same_colour))
    assert "t2-t1" not in moves(State.from_piles("castles-in-spain", same_colour))


def test_bisley_is_laid_in_rows_with_the_aces_first() -> None:
    cards = [card for card in pack(1) if card[0] != "A"]
    state = start("bisley", ["AC", "AD", *cards, "AH", "AS"])
    assert [len(state.piles[name]) for name in numbered("t", 13)] == [3] * 4 + [4] * 9
    assert state.piles["t5"][0] == cards[0]
    assert state.piles["t13"][0] == cards[8]
    assert state.piles["t1"] == [cards[9], cards[22], cards[35]]


def test_bisley_moves() -> None:
    state = State.from_piles(
        "bisley", piles(f1="AC..QC", f2="AD", t1="KC", t2="5H", t3="6H", t4="KD", t5="2D")
    )
    assert moves(state) == {"t1-f1", "t1-f5", "t2-t3", "t3-t2", "t4-f6", "t5-f2"}


# The clocks


def full_circle(**changed: str) -> dict[str, list[str]]:
    """Lay twelve piles of three that nothing can be built on, then change some."""
    return {name: ["2D", "2D", "2D"] for name in numbered("t", 12)} | piles(**changed)


def test_big_ben_layout() -> None:
    state = start("big-ben", pack(2))
    assert [state.piles[f"f{hour}"] for hour in (9, 12, 8, 1)] == [["2C"], ["5D"], ["KD"], ["6C"]]
    rest = pack(2)
    for base in ("2C", "3H", "4S", "5D", "6C", "7H", "8S", "9D", "TC", "JH", "QS", "KD"):
        rest.remove(base)
    assert state.piles["t1"] == [rest[0], rest[12], rest[24]]
    assert state.piles["s"] == rest[36:][::-1]


def test_big_ben_short_piles_take_nothing() -> None:
    layout = full_circle(t1="3H 6S", t2="2D 2D 6S", t3="2D 2D 5S", t4="", w="5S", s="9H")
    state = State.from_piles("big-ben", layout)
    assert moves(state) == {"t3-t2", "w-t2", "refill"}, "no turning while there are gaps"
    full = full_circle(t1="2D 2D 6S", t3="2D 2D 5S", w="5S", s="9H")
    assert moves(State.from_piles("big-ben", full)) == {"t3-t1", "w-t1", "s-w"}
    spent = State.from_piles("big-ben", layout | {"s": []})
    assert moves(spent) == {"t3-t2", "w-t2"}


def test_big_ben_wraps_and_stops_at_the_hour() -> None:
    layout = full_circle(t1="2D 2D AS", t2="2D 2D KS", t3="2D 2D TC", t4="2D 2D 8C")
    layout |= piles(f9="2C..9C", f11="4S..TS", w="JS")
    state = State.from_piles("big-ben", layout)
    assert moves(state) == {"t2-t1", "w-f11"}, "king on ace; nine o'clock is complete"
    assert moves(play(state, "w-f11")) == {"t2-t1"}
    late = State.from_piles("big-ben", full_circle(f1="6C..KC", w="AC"))
    assert moves(late) == {"w-f1"}


def test_big_ben_refills_a_round_at_a_time_clockwise_from_twelve() -> None:
    layout = full_circle(t12="", t3="7H", t11="7H 7H", s="9C 8C 6C 5C 4C 3C 2C")
    after = play(State.from_piles("big-ben", layout), "refill")
    assert after.piles["t12"] == ["2C", "5C", "8C"]
    assert after.piles["t3"] == ["7H", "3C", "6C"]
    assert after.piles["t11"] == ["7H", "7H", "4C"]
    assert after.piles["s"] == ["9C"]
    layout["s"] = ["3C", "2C"]
    short = play(State.from_piles("big-ben", layout), "refill")
    assert [short.piles[name] for name in ("t12", "t3", "t11")] == [
        ["2C"],
        ["7H", "3C"],
        ["7H", "7H"],
    ]


def test_grandfathers_clock() -> None:
    state = State.from_piles(
        "grandfathers-clock",
        piles(f5="2H..4H", f1="TH..KH", t1="5H", t2="AH", t3="4S KS", t4="AD", t5="2C 6D"),
    )
    spaces = {f"t{source}-t{n}" for source in range(1, 6) for n in (6, 7, 8)}
    assert moves(state) == spaces | {"t1-f5", "t2-f1", "t1-t5"}, "no king on an ace"


# Klondike, FreeCell, Canfield


def test_klondike_layout_and_turning_up() -> None:
    cards = pack(1)
    state = start("klondike", cards)
    assert state.piles["t2"] == [cards[1], cards[7]], "the second row begins with t2"
    assert state.piles["t7"][-1] == cards[27]
    assert [state.down[name] for name in numbered("t", 7)] == list(range(7))
    hidden = State.from_piles("klondike", piles(t1="9H 8D 7C", t2="8H"), down={"t1": 2})
    after = play(hidden, "t1-t2")
    assert (after.piles["t1"], after.down["t1"]) == (["9H", "8D"], 1)


def test_klondike_runs_kings_and_foundation_tops() -> None:
    layout = piles(f1="AC 2C", t1="5S KH QS JD", t2="QC", t3="3D", t4="2S", t5="2H", t6="2D")
    state = State.from_piles("klondike", layout, down={"t1": 1})
    assert moves(state) == {"t1-t2", "t1-t7x3", "f1-t3", "t4-t3"}
    covered = State.from_piles("klondike", layout, down={"t1": 2})
    assert moves(covered) == {"t1-t2", "f1-t3", "t4-t3"}


def test_klondike_draw_three_turns_and_turns_over() -> None:
    state = State.from_piles("klondike-draw-3", piles(s="9C 8C 7C 6C 5C"))
    assert moves(state) == {"s-wx3"}
    state = play(state, "s-wx3")
    assert state.piles["w"] == ["5C", "6C", "7C"]
    assert moves(state) & {"s-w", "s-wx2", "s-wx3"} == {"s-wx2"}, "two are left"
    state = play(state, "s-wx2")
    state = play(state, "redeal")
    assert (state.piles["s"], state.counters) == (["9C", "8C", "7C", "6C", "5C"], {})


def test_freecell_carries_as_far_as_single_cards_could() -> None:
    layout = piles(
        t1="KC TS 9D 8S 7D 6S 5D 4S",
        t2="TC",
        t4="KD KH 9S",
        t5="KS",
        t6="KS",
        t7="KS",
        t8="KS",
        c1="QC",
        c2="QS",
    )
    state = State.from_piles("freecell", layout)
    run_moves = {move for move in moves(state) if move.startswith("t1-")}
    # Two cells and one column are empty: (2 + 1) * 2 = 6 cards; into that column only 3.
    assert run_moves == {"t1-t2x6", "t1-t3", "t1-t3x2", "t1-t3x3", "t1-c3", "t1-c4"}
    layout["c3"] = ["QD"]
    fewer = {move for move in moves(State.from_piles("freecell", layout)) if move[:3] == "t1-"}
    assert fewer == {"t1-t3", "t1-t3x2", "t1-c4"}


def test_freecell_cells() -> None:
    state = State.from_piles(
        "freecell",
        piles(f1="AC", c1="2C", c2="9H", t1="TS", **{f"t{n}": "KS" for n in range(2, 9)}),
    )
    tops = {f"t{t}-c{c}" for t in range(1, 9) for c in (3, 4)}
    assert moves(state) == tops | {"c1-f1", "c2-t1"}


def test_canfield() -> None:
    cards = rows_first(1, {12: "9S", 13: "5H", 14: "8D"})
    state = start("canfield", cards)
    assert (state.piles["r"][-1], state.piles["f3"]) == ("9S", ["5H"])
    assert state.piles["t1"] == ["8D"]
    state = State.from_piles(
        "canfield", piles(f3="5H..KH", r="9D 9S", t1="AD KS", t2="AH", t3="5C", t4="3C", s="2C 4C")
    )
    # Base rank five: 5C founds; the king goes on the red ace; the ace follows the king.
    assert moves(state) == {"t2-f3", "t3-f1", "t1-t2", "s-wx2"}
    after = play(state, "t3-f1")
    assert (after.piles["t3"], after.piles["r"]) == (["9S"], ["9D"])
    spent = State.from_piles("canfield", piles(f3="5H", t1="8C 7D", t2="9C", t3="9C", w="2C KD"))
    assert to(spent, "t") == {"w-t4"}, "the reserve is out: only the waste fills a space"


def test_canfield_base_lowest() -> None:
    state = State.from_piles(
        "canfield-base-lowest",
        piles(f3="5H", t1="6H 5S", t2="4H", t3="AD", t4="KS QH", w="4D", s="2C"),
    )
    # The base rank is five: the four goes on no five, the king on the ace, the five on a six.
    assert to(state, "t1") == set()
    assert to(state, "t3") == {"t4-t3x2"}
    spent = State.from_piles(
        "canfield-base-lowest", piles(f3="5H", t1="9H 8S 7D", t2="4H", t3="5S 4D", w="4D")
    )
    # A space takes the waste's card and any part of a run; four on five is none.
    assert to(spent, "t4") == {"t1-t4", "t1-t4x2", "t1-t4x3", "t2-t4", "t3-t4", "w-t4"}


# Blocks


def test_yukon() -> None:
    state = start("yukon", pack(1))
    assert [len(state.piles[name]) for name in numbered("t", 7)] == [1, 6, 7, 8, 9, 10, 11]
    assert [state.down[name] for name in numbered("t", 7)] == [0, 1, 2, 3, 4, 5, 6]
    layout = piles(t1="8H 7S KD 2C", t2="8D", t3="3H", t4="9C 9S 9C", t5="5C", t6="5S")
    state = State.from_piles("yukon", layout, down={"t1": 1})
    expected = {"t1-t2x3", "t1-t3", "t1-t7x2", "t2-t4"}
    assert moves(state) == expected
    after = play(state, "t1-t2x3")
    assert (after.piles["t2"], after.down["t1"]) == (["8D", "7S", "KD", "2C"], 0)


def test_scorpion() -> None:
    state = start("scorpion", pack(1))
    assert [state.down[name] for name in numbered("t", 7)] == [3, 3, 3, 3, 0, 0, 0]
    stock = state.piles["s"][::-1]
    dealt = play(state, "deal")
    assert [dealt.piles[name][-1] for name in ("t1", "t2", "t3")] == stock
    assert "deal" not in moves(dealt)
    layout = piles(t1="9H 8S KD 4C", t2="9S", t3="5C", t4="9D", t5="2H", t6="2D")
    state = State.from_piles("scorpion", layout, down={"t1": 1})
    assert moves(state) == {"t1-t2x3", "t1-t3", "t1-t7x2"}


def test_scorpion_is_won_by_four_runs_in_the_columns() -> None:
    suits = piles(t1="KC..AC", t3="KD..AD", t4="KH..AH", t7="KS..AS")
    assert won(State.from_piles("scorpion", suits))
    split = suits | piles(t1="KC..3C", t2="2C AC")
    assert not won(State.from_piles("scorpion", split))
    mixed = suits | piles(t1="KC..2C AD", t3="KD..2D AC")
    assert not won(State.from_piles("scorpion", mixed))


# Fans and builders in suit


def test_forty_thieves_lists_the_first_of_equal_foundations() -> None:
    tall = {f"t{n}": "KS" for n in range(3, 11)}
    state = State.from_piles("forty-thieves", piles(t1="AC", t2="9H 8H", w="7H", **tall))
    assert moves(state) == {"t1-f1", "w-t2"}
    later = State.from_piles("forty-thieves", piles(f1="AC 2C", f5="AC", t1="2C", t2="AD", **tall))
    assert moves(later) == {"t1-f5", "t2-f2"}
    space = State.from_piles("forty-thieves", piles(t1="9H", w="7H", **tall))
    assert {"t1-t2", "w-t2"} <= moves(space)


def test_la_belle_lucie_redeals_in_threes() -> None:
    cards = pack(1)
    state = start("la-belle-lucie", cards)
    assert (state.piles["t1"], state.piles["t18"]) == (cards[:3], cards[51:])
    layout = piles(f1="AC..3C", t1="9H", t5="8H 6C", t6="7S", t9="TS 2D 8S")
    state = State.from_piles("la-belle-lucie", layout)
    assert moves(state) == {"t6-t9", "redeal"}
    order = ["7S", "TS", "2D", "8S", "9H", "8H", "6C"]
    after = play(state, "redeal", order)
    assert [after.piles[n] for n in ("t1", "t2", "t3", "t5")] == [order[:3], order[3:6], ["6C"], []]
    twice = play(after, "redeal", order)
    assert "redeal" not in moves(twice)


def test_british_square_direction_is_fixed_by_the_first_packed_card() -> None:
    state = State.from_piles("british-square", piles(t1="4H 5H", t2="6H", t3="4H", t4="KS 9C"))
    assert moves(state) == {"t1-t2", "t1-t3", "t2-t1", "t3-t1"}, "dealt cards set no direction"
    up = play(state, "t2-t1")
    up.piles["w"] = ["7H"]
    assert {"w-t1", "w-t2"} <= moves(up), "an upward pile, and the space that 6H left"
    up.piles["w"] = ["5H"]
    assert "w-t1" not in moves(up)
    down = play(state, "t3-t1")
    down.piles["w"] = ["3H"]
    assert moves(down) == {"w-t1", "w-t3"}, "6H may no longer go on t1"
    filled = play(down, "w-t3")
    assert moves(filled) == {"t1-t3", "t3-t1"}
    freed = play(filled, "t1-t3")
    assert moves(freed) == {"t1-t2", "t2-t1", "t1-t3", "t3-t1"}, "no packed card is left on t1"


def test_british_square_spaces_and_switchback() -> None:
    state = State.from_piles("british-square", piles(t1="9H", w="3C", s="4C 5C"))
    assert to(state, "t") == {f"{source}-t{n}" for source in "ws" for n in (2, 3, 4)}
    placed = play(play(state, "s-t2"), "s-t3")
    assert (placed.piles["t2"], placed.piles["t3"]) == (["5C"], ["4C"])
    assert {"t3-t2", "t2-t3", "w-t3"} <= moves(placed)
    kings = State.from_piles("british-square", piles(f1="AC..KC", t1="KC", t2="QC", t3="KD"))
    assert to(kings, "f") == {"t1-f1"}
    assert "t2-f1" in moves(play(kings, "t1-f1"))


# Planners


def test_calculation_counts_by_the_foundation() -> None:
    state = State.from_piles(
        "calculation",
        piles(f1="AC", f2="2C 4D 6H 8S TC QD", f3="3C 6C 9C QC", f4="4C", t1="AS", t2="8C", s="2H"),
    )
    assert to(state, "f") == {"t1-f2", "t2-f4", "s-f1", "s-f3"}
    assert to(state, "t") == {"s-t1", "s-t2", "s-t3", "s-t4"}
    done = State.from_piles("calculation", {"f1": run("AC..KC"), "t1": ["AS"]})
    assert moves(done) == set()


def test_sir_tommy_lists_one_of_the_empty_foundations() -> None:
    state = State.from_piles("sir-tommy", piles(f1="AC 2D", f2="AH", t1="2S", t2="3S", s="5C AD"))
    heaps = {"s-t1", "s-t2", "s-t3", "s-t4"}
    assert moves(state) == heaps | {"t1-f2", "t2-f1", "s-f3"}


def test_osmosis_follows_the_row_above() -> None:
    state = State.from_piles(
        "osmosis",
        piles(
            f1="9H 2H 5H", f2="9C 2C", f3="9S", r1="KH", r2="5C", r3="5S", r4="2S", w="9D", s="3D"
        ),
    )
    # 5C: 5H lies above; 5S: no five in the clubs' row; 2S: 2C lies above; 9D opens the last row.
    assert moves(state) == {"r1-f1", "r2-f2", "r4-f3", "w-f4", "s-w"}
    early = State.from_piles("osmosis", piles(f1="9H", r1="9D", r2="9S", w="3C 4D"))
    assert moves(early) == {"r1-f2", "r2-f2", "redeal"}, "rows are opened in order"
    cards = pack(1)
    dealt = start("osmosis", cards)
    assert (dealt.piles["r1"], dealt.down["r1"]) == ([cards[0], cards[4], cards[8], cards[12]], 3)
    assert dealt.piles["f1"] == [cards[16]]
    spent = State.from_piles("osmosis-draw-1", piles(f1="9H", w="3C"), counters={"redeals": 2})
    assert moves(spent) == set()


def test_aces_and_kings() -> None:
    cards = pack(2)
    dealt = start("aces-and-kings", cards)
    assert (dealt.piles["r2"], dealt.piles["t1"]) == (cards[13:26], [cards[26]])
    state = State.from_piles(
        "aces-and-kings",
        piles(
            f1="AC..5C",
            f2="AD..4D",
            f5="KH..6H",
            r1="9C 7S",
            t1="6D",
            t2="KC",
            t3="2S",
            t4="9S",
            s="8S",
        ),
    )
    # 5C fits on 4D and on 6H; 6H fits on 5C; the king opens f6, the first empty one.
    assert moves(state) == {"f1-f2", "f1-f5", "f5-f1", "t1-f1", "t2-f6", "s-w"}
    filled = play(state, "t1-f1")
    assert (filled.piles["t1"], filled.piles["s"]) == (["8S"], [])
    alone = State.from_piles("aces-and-kings", piles(f1="AC", f5="KD..2D"))
    assert moves(alone) == {"f1-f2", "f1-f5", "f5-f1"}, "every top that fits, bases too"
    empty = play(filled, "t2-f6")
    assert to(empty, "t") == {"r1-t2"}, "the stock is out: waste or reserve may fill, by hand"
