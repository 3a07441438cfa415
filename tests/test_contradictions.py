"""Definitions whose parts contradict each other or say nothing: refused where it is written."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.core.errors import InvalidDealError, InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_text

HEAD = """
name = "Small"
family = "Tests"
decks = 1
"""
FOUNDATION = """
[foundation]
piles = 4
start = "A"
build = "up in suit"
"""
TABLEAU = """
[tableau]
piles = 8
deal = 3
build = "down any suit"
take = "top card"
space = "none"
"""
STOCK = """
[waste]
[stock]
deal = "1 to waste"
"""
SOUND = HEAD + FOUNDATION + TABLEAU + STOCK


def small(text: str) -> Game:
    """Load and compile a definition."""
    return Game(load_text(text, "small.toml")["small"])


def refused(text: str) -> str:
    """Return with which sentence a definition is refused, without the file's name."""
    with pytest.raises(InvalidDefinitionError) as error:
        small(text)
    return str(error.value).removeprefix("small.toml: ")


def test_the_sound_one_is_taken() -> None:
    assert small(SOUND).deal(1).move_texts() is not None


# --- the base card and the cards that a group must hold ------------------------------------------

BASE = SOUND.replace('start = "A"', 'start = "base rank"\ndeal = 1').replace(
    "up in suit", "up in suit, wrapping"
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            BASE.replace("deal = 1\n", "deal = 3\n"),
            "foundation.deal: a foundation is dealt its base card, 1, or none, 0",
        ),
        (
            BASE.replace("base rank", "A"),
            (
                "foundation.deal: only a foundation that starts with the 'base rank' or with"
                " 'any card' gets one"
            ),
        ),
        (
            BASE.replace("[foundation]", "[foundation.a]")
            + '[foundation.b]\npiles = 4\nstart = "base rank"\nbuild = "up in suit"\ndeal = 1\n',
            "foundation.b.deal: the base card is dealt to one group of foundations",
        ),
        (
            SOUND + '[reserve]\npiles = 2\ndeal = 1\nmust_hold = ["A"]\n'
            '[cell]\npiles = 1\ndeal = 1\nmust_hold = ["K"]\n',
            "cell.must_hold: only one group of a game may be held to that",
        ),
        (
            SOUND + '[reserve]\npiles = 2\ndeal = 1\nmust_hold = ["A"]\n'
            'order = "rows across groups"\n',
            "reserve.must_hold: this group is not dealt to at one time",
        ),
    ],
)
def test_what_the_deal_cannot_do(text: str, told: str) -> None:
    assert refused(text) == told


def test_the_base_card_is_dealt() -> None:
    position = small(BASE).deal(1)
    assert sum(map(len, position.snapshot.piles[:4])) == 1
    assert len(position.piles["s"]) == 52 - 24 - 1


def test_a_card_that_was_dealt_before_is_swapped_in() -> None:
    cells = '[cell]\npiles = 4\ndeal = 1\nmust_hold = ["A"]\nmust_hold_way = "swapped in"\n'
    game = small(SOUND + cells)
    order = "AC AD AH AS " + " ".join(r + s for s in "CDHS" for r in "KQJT98765432")
    position = game.deal_from(order)
    assert position.piles["t1"][0] == "2D", "what was the last of the cells"
    assert position.piles["c4"] == ("AC",)


def test_ranks_that_a_base_card_lacks_go_under_the_pack() -> None:
    """So Doublets has no king as its base card, on which nothing could be laid."""
    text = SOUND.replace('start = "A"', 'start = "base rank"\ndeal = 1\nlacks = ["K", "Q"]')
    text = text.replace('build = "up in suit"', 'build = "up in suit, wrapping"')
    game = small(text)
    order = [r + s for r in "KQA23456789TJ" for s in "CDHS"]
    position = game.deal_from(order)
    assert position.piles["f1"] == ("AC",)
    assert position.piles["s"][0] == "QS", "what was met lies under the pack"
    for number in range(1, 100):
        assert game.deal(number).piles[f"f{'CDHS'.index(_base(game, number)[1]) + 1}"]
        assert _base(game, number)[0] not in "KQ"
    assert "A king or a queen that comes up in the deal goes under the pack" in game.rules()


def test_foundations_that_lack_ranks_are_dealt_a_base_card() -> None:
    told = refused(SOUND.replace('start = "A"', 'start = "A"\nlacks = ["K"]'))
    assert told == "foundation.lacks: no card is dealt to this group: write deal = 1"


def _base(game: cadogan.Game, number: int) -> str:
    piles = game.deal(number).piles
    (card,) = [piles[f"f{i}"][0] for i in (1, 2, 3, 4) if piles[f"f{i}"]]
    return card


def test_cards_that_a_group_lacks_go_under_the_pack() -> None:
    game = small(SOUND + '[cell]\npiles = 4\ndeal = 1\nlacks = ["A", "K"]\n')
    tableau = 52 - len(game.deal(1).piles["s"]) - 4
    ranks = "23456789TJQKA"
    order = [r + s for r in ranks for s in "CDHS"]
    met = ["AC", "3C", "KC", "KD", "4C", "5C", "AD", "6C", "AH"]
    order = [c for c in order if c not in met]
    order[tableau:tableau] = met
    position = game.deal_from(order)
    assert [position.piles[f"c{i}"] for i in (1, 2, 3, 4)] == [("3C",), ("4C",), ("5C",), ("6C",)]
    assert position.piles["s"][::-1][-4:] == ("AC", "KC", "KD", "AD"), "in the order in which met"
    assert position.piles["s"][-1] == "AH", "what comes later stays where it is"


def test_no_two_cards_of_a_rank_are_dealt_to_one_pile() -> None:
    game = cadogan.game("nestor")
    order = [r + s for r in "23456789TJQKA" for s in "CDHS"]
    p = game.deal_from(order)
    for i in range(1, 9):
        ranks = [card[0] for card in p.piles[f"t{i}"]]
        assert len({*ranks}) == len(ranks) == 6
    # twos and threes fill the first row; of all that follows nothing is passed over by order alone
    assert [p.piles[f"t{i}"][0] for i in range(1, 9)] == order[:8]
    met = ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "AD"]  # a second ace for the first pile
    p = game.deal_from(met + [card for card in order if card not in met])
    assert [p.piles[f"t{i}"][:2] for i in (1, 2)] == [("AC", "2D"), ("2C", "3D")]
    p = game.deal_from([*met, "9C", *(card for card in order if card not in {*met, "9C"})])
    assert [p.piles[f"t{i}"][:2] for i in (1, 2)] == [("AC", "9C"), ("2C", "3D")]
    assert "AD" not in p.piles["t1"]


def test_no_two_foundations_are_dealt_cards_of_one_suit() -> None:
    game = cadogan.game("corners")
    order = [r + s for s in "CDHS" for r in "A23456789TJQK"]
    p = game.deal_from(order)
    assert [p.piles[f"t{i}"] for i in range(1, 6)] == [("AC",), ("2C",), ("3C",), ("4C",), ("5C",)]
    assert [p.piles[f"f{i}"] for i in range(1, 5)] == [("6C",), ("AD",), ("AH",), ("AS",)]
    under = [c for c in order if c[1] in "CDH" and c not in {*order[:6], "AD", "AH"}]
    assert p.piles["s"][::-1] == (*order[-12:], *under), "what is passed over goes under the pack"


def test_foundations_of_too_few_suits_are_dealt_again() -> None:
    text = f"{HEAD}suits = 'C D'\nranks = 'A 2 3'\n[reserve]\npiles = 1\ndeal = 2\n"
    text += (
        "[foundation]\npiles = 2\nstart = 'any card'\nbuild = 'up in suit, wrapping'\ndeal = 1\n"
    )
    game = small(
        f"{text}unlike = true\n{TABLEAU.replace('8', '2').replace('deal = 3', 'deal = 1')}"
    )
    for number in range(1, 30):
        piles = game.deal(number).piles
        assert piles["f1"][0][1] != piles["f2"][0][1]


@pytest.mark.parametrize(
    ("old", "new"), [("'any card'", "'A'"), ("piles = 4\nstart", "piles = 5\nstart")]
)
def test_foundations_unlike_each_other_begin_with_any_card_and_are_not_too_many(
    old: str, new: str
) -> None:
    text = "[foundation]\npiles = 4\nstart = 'any card'\nbuild = 'up in suit, wrapping'\ndeal = 1\n"
    told = refused(f"{HEAD}{text.replace(old, new)}unlike = true\n{TABLEAU}{STOCK}")
    assert (
        told == "foundation.unlike: the foundations must begin with any card, and be 4 at the most"
    )


def test_a_deal_in_which_equal_ranks_must_meet_is_dealt_again() -> None:
    tableau = TABLEAU.replace("8", "6").replace("deal = 3", 'deal = 2\norder = "piles"')
    game = small(f'{HEAD}ranks = "A 2 3"\n{FOUNDATION}{tableau}unlike = true\n')
    for number in range(1, 30):
        piles = [game.deal(number).piles[f"t{i}"] for i in range(1, 7)]
        assert all(one[0] != two[0] for one, two in piles)
    order = ["AC", "2C", "AD", "2D", "AH", "2H", "AS", "2S", "3C", "3D", "3H", "3S"]
    with pytest.raises(InvalidDealError, match="keeps the cards of each pile of different ranks"):
        game.deal_from(order)
    assert game.deal_from([*order[::2], *order[1::2]]).piles["t1"] == ("AC", "3C")


@pytest.mark.parametrize(
    ("keys", "reserve", "told"),
    [
        ("", "piles = 2\ndeal = 0", "[reserve] must be one pile to which nothing is dealt"),
        ("", "piles = 1\ndeal = 1", "[reserve] must be one pile to which nothing is dealt"),
        (
            "",
            "piles = 1\ndeal = 0\nmost = 1",
            "[reserve] gets as many cards as the deal brings: leave out 'most'",
        ),
        ('order = "piles"', "", "the piles must be dealt row after row: order = 'rows'"),
        ("unlike = true", "", "it does not agree with 'unlike'"),
        ("laid_aside_from = 3", "", "the deal has 2 rows"),
        ("piles = 12", "", "there must be 13 piles, one for each rank, and no jokers"),
    ],
)
def test_what_is_laid_aside_in_dealing_has_a_place(keys: str, reserve: str, told: str) -> None:
    piles = "" if "piles = 12" in keys else "piles = 13\n"
    tableau = TABLEAU.replace("piles = 8\n", piles).replace("deal = 3", "deal = 2")
    text = f'{HEAD}{FOUNDATION}{tableau}laid_aside = "reserve"\n{keys}\n'
    text += f"[reserve]\n{reserve or 'piles = 1' + chr(10) + 'deal = 0'}\n{STOCK}"
    assert refused(text).endswith(told)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (
            'piles = 4\ndeal = 1\nlacks = ["A"]\n[reserve]\npiles = 2\ndeal = 2\nunlike = true',
            (
                "reserve.unlike: a game in which a group must hold or lacks some rank has no such"
                " piles"
            ),
        ),
        (
            "piles = 4\n[reserve]\npiles = 2\ndeal = 1\nunlike = true",
            "reserve.deal: with 'unlike' each pile is dealt 2 to 13 cards, of as many ranks",
        ),
        ('piles = 4\nlacks = ["A"]', "cell.lacks: no card is dealt to this group"),
        (
            'piles = 4\ndeal = 1\nlacks = ["A"]\nmust_hold = ["K"]',
            "cell.lacks: a game in which a group must hold some rank has none that lacks others",
        ),
        (
            'piles = 4\ndeal = 1\nlacks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]',
            "cell.lacks: 28 cards are laid out with this group, but only 12 are of other ranks",
        ),
    ],
)
def test_a_group_that_could_not_lack_some_ranks(table: str, told: str) -> None:
    assert refused(f"{SOUND}[cell]\n{table}\n").endswith(told)


def test_the_dealt_base_card_is_none_of_the_cards_that_must_be_held() -> None:
    text = BASE.replace("[tableau]", '[cell]\npiles = 1\ndeal = 1\nmust_hold = ["A"]\n[tableau]')
    game = small(text)
    for number in range(1, 20):
        assert game.deal(number).piles["c"][0][0] == "A"


# --- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "x empty", "a\\nb", "Kings", "a--b", "ä", "a.b", "-"])
def test_names_that_a_group_may_not_have(name: str) -> None:
    told = refused(SOUND.replace("[tableau]", f'[tableau."{name}"]'))
    shown = repr(name.replace("\\n", "\n"))
    assert told == (
        f"tableau: {shown} will not do for the name of a group: it is written in small letters,"
        " digits and hyphens, 60 at most"
    )
    assert "\n" not in told


def test_the_stock_deals_to_a_group_with_a_digit() -> None:
    text = SOUND.replace("[tableau]", "[tableau.row-1]").replace("[waste]\n", "")
    game = small(text.replace("1 to waste", "2 to each tableau.row-1"))
    assert len(game.deal(1).play("deal").piles["t1"]) == 5
    told = refused(text.replace("1 to waste", "2 to each stock"))
    assert told == "stock.deal: a deal goes to the waste, a tableau, a reserve or a foundation"


# --- nonsense ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'start = "A"\n',
            'start = "A"\ncards = 12\n',
            (
                "foundation.piles: the foundations hold 48 cards in all (4 of 12), but all 52"
                " cards are to go there"
            ),
        ),
        (
            'start = "A"\n',
            'start = "2"\ncards = 13\n',
            (
                "foundation.build: no foundation ever takes the ace of clubs, but all"
                " cards are to go there"
            ),
        ),
        (
            "up in suit",
            "up by 2 in suit",
            (
                "foundation.build: no foundation ever takes the two of clubs, but all"
                " cards are to go there"
            ),
        ),
        (
            'start = "A"\n',
            'start = ["AC", "AC", "AH", "AS"]\n',
            (
                "foundation.build: no foundation ever takes the ace of diamonds, but all"
                " cards are to go there"
            ),
        ),
        (
            "decks = 1\n",
            "decks = 2\n",
            (
                "foundation.piles: the foundations hold 52 cards in all (4 of 13), but all 104"
                " cards are to go there"
            ),
        ),
        (
            '[foundation]\npiles = 4\nstart = "A"\n',
            '[foundation]\npiles = 4\nstart = "base rank"\ndeal = 1\n',
            (
                "foundation.build: no foundation ever takes the ace of clubs, but all"
                " cards are to go there"
            ),
        ),
        (
            "[waste]\n",
            '[waste]\ntake = "none"\n',
            "waste.take: no card of the waste would ever be played",
        ),
        (
            'start = "A"\n',
            'start = "A"\nfrom = ["tableau", "stock"]\n',
            (
                "foundation.from: the stock is not turned, so its cards are not played here; leave"
                " it out, or write turned = true in [stock]"
            ),
        ),
        (
            'space = "none"\n',
            'space = "none"\nfill = ["waste"]\nfill_cards = 0\n',
            "tableau.fill_cards: this must be 1 or more, not 0",
        ),
    ],
)
def test_nonsense_is_refused(old: str, new: str, told: str) -> None:
    assert old in SOUND
    assert refused(SOUND.replace(old, new, 1)) == told


def test_of_two_packs_both_copies_have_a_place() -> None:
    starts = ["AC", "AD", "AH", "AS", "AC", "AD", "AH", "AH"]
    text = SOUND.replace("decks = 1", "decks = 2").replace("piles = 4", "piles = 8", 1)
    assert refused(text.replace('start = "A"', f"start = {starts}")) == (
        "foundation.build: of the card AS the foundations take 1, but all 2 are to go there"
    )


def test_what_need_not_hold_all_cards() -> None:
    few = SOUND.replace('start = "A"\n', 'start = "A"\ncards = 7\n')
    small(few.replace("decks = 1", 'decks = 1\nwin = "foundations complete"'))
    fed = SOUND.replace("[waste]\n", '[waste]\ntake = "none"\n')
    small(fed.replace('space = "none"', 'space = "none"\nfill = ["waste"]'))


ALONE = {
    "tableau": {
        "fill_cards": ("2", "fill"),
        "must_hold_way": ('"swapped in"', "must_hold"),
        "refill_below": ("2", "refill"),
        "refill_first": ("2", "refill"),
        "refill_order": ('"piles"', "refill"),
        "sink_way": ('"swapped"', "sink"),
        "space_in_turn": ("true", "space_from"),
    },
    "stock": {
        "last_at": ("4", "last"),
        "last_when": ('"stock empty"', "last"),
        "last_to": ("[1]", "last"),
    },
}


@pytest.mark.parametrize(
    ("kind", "key"), [(kind, key) for kind, keys in ALONE.items() for key in keys]
)
def test_keys_that_say_nothing_alone(kind: str, key: str) -> None:
    value, other = ALONE[kind][key]
    text = SOUND.replace(f"[{kind}]\n", f"[{kind}]\n{key} = {value}\n")
    assert refused(text) == f"{kind}.{key}: this says nothing where {other!r} is not given"
    variant = f'[variants.other]\nname = "Other"\n{kind}.{key} = {value}\n'
    assert refused(SOUND + variant) == (
        f"variants.other.{kind}.{key}: this says nothing where {other!r} is not given"
    )


@pytest.mark.parametrize(("key", "value"), [("space_from", '["waste"]')])
def test_keys_that_say_nothing_where_no_space_is_filled(key: str, value: str) -> None:
    text = SOUND.replace('space = "none"\n', f'space = "none"\n{key} = {value}\n')
    told = f"tableau.{key}: this says nothing where 'space' is 'none'"
    assert refused(text) == told
    then = 'then = { when = "stock empty", space = "any card" }\n'
    small(text.replace('space = "none"\n', f'space = "none"\n{then}'))


def test_a_variant_may_take_away_what_another_key_needs() -> None:
    fed = SOUND.replace('space = "none"\n', 'space = "none"\nfill = ["waste"]\nfill_cards = 2\n')
    variant = '[variants.other]\nname = "Other"\ntableau.fill = []\ntableau.space = "any card"\n'
    assert load_text(fed + variant, "small.toml")["other"].groups[1].fill_cards == 2


# --- play that leads nowhere ---------------------------------------------------------------------

DEALT_OUT = HEAD + FOUNDATION + TABLEAU.replace("piles = 8\ndeal = 3", "piles = 4\ndeal = 13")
NO_FOUNDATION = HEAD + 'win = "one pile"\n' + DEALT_OUT.removeprefix(HEAD + FOUNDATION)
NOWHERE = (
    "discard: no card ever goes there: write a [remove], a [count] or 'leaves', or leave it out"
)
NEVER = "never come to the foundations, where all cards are to go"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'take = "top card"',
            'take = "none"',
            f"tableau.take: the cards of 'tableau' {NEVER}",
        ),
        (
            'space = "none"',
            'space = "none"\nto = ["tableau"]',
            f"tableau.to: the cards of 'tableau' {NEVER}",
        ),
        (
            'space = "none"\n',
            'space = "none"\nto = ["discard"]\n[discard]\n',
            NOWHERE,
        ),
        (
            'space = "none"\n',
            'space = "none"\n[discard]\n',
            NOWHERE,
        ),
    ],
)
def test_cards_that_can_never_win(old: str, new: str, told: str) -> None:
    assert old in DEALT_OUT
    assert refused(DEALT_OUT.replace(old, new, 1)) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'start = "A"\nbuild = "up',
            'start = "K"\nwhole = "by choice"\nbuild = "down',
            f"tableau.take: the cards of 'tableau' {NEVER}",
        ),
        (
            "decks = 1\n",
            'decks = 1\nwin = "foundations complete"\n',
            "tableau.take: the cards of 'tableau' never come to a foundation",
        ),
        (
            "decks = 1\n",
            'decks = 1\nwin = "score"\nscore = { card = 5, target = 20 }\n',
            "tableau.take: the cards of 'tableau' never come to a foundation",
        ),
    ],
)
def test_foundations_to_which_no_card_comes(old: str, new: str, told: str) -> None:
    text = DEALT_OUT.replace(old, new, 1)
    assert small(text) is not None
    assert refused(text.replace('take = "top card"', 'take = "none"')) == told


def test_a_stock_whose_cards_go_nowhere() -> None:
    turned = DEALT_OUT.replace("deal = 13", "deal = 12") + "[stock]\nturned = true\n"
    small(turned)
    told = "stock.to: no card is played to the stock"
    assert refused(turned + 'to = ["stock"]\n') == told
    told = f"stock.to: the cards of 'stock' {NEVER}"
    assert refused(turned + "to = []\n") == told


@pytest.mark.parametrize("win", ["one pile", "tableau in runs"])
def test_piles_that_are_never_built_on(win: str) -> None:
    text = NO_FOUNDATION.replace("one pile", win)
    assert small(text).deal(1).move_texts() is not None
    still = text.replace("down any suit", "none").replace('"none"\ntake', '"none"\ntake')
    told = "win: no card is ever laid on another in the tableau, and none leaves it"
    assert refused(still) == told
    assert refused(still.replace('space = "none"', 'space = "any card"')) == told
    # others may leave, until one pile is left
    small(still.replace("[tableau]", FOUNDATION + "[tableau]"))


def test_no_card_is_ever_played() -> None:
    text = HEAD + 'win = "rows in order"\n[discard]\n[tableau]\npiles = 52\ndeal = 1\nrow = 13\n'
    text += 'most = 1\nsink = "A"\nsink_way = "out of play"\nbuild = "up in suit"\n'
    text += 'take = "top card"\nspace = "left neighbour"\nrow_start = "2"\n'
    small(text)
    told = "tableau.from: the cards of 'tableau' are never played"
    assert refused(text + "from = []\n") == told.replace("tableau.from", "tableau")
    assert refused(text + "to = []\n") == told.replace("tableau.from", "tableau.to")
    no_gap = "tableau.deal: all 52 places hold a card, and none leaves: there is no gap"
    full = text.replace("[discard]\n", "")
    assert refused(full.replace('sink = "A"\nsink_way = "out of play"\n', "")) == no_gap


ACES = 'start = "A"\nplaced = true\nbuild = "up in suit"\n'
ONE_MORE = f'{ACES}[foundation.b]\npiles = 1\nstart = "A"\nplaced = ["AC"]\nbuild = "up in suit"\n'


@pytest.mark.parametrize(
    ("name", "placed"), [("a", ACES.replace('"A"', '["AC", "AC", "AD", "AH"]')), ("b", ONE_MORE)]
)
def test_more_cards_of_a_kind_placed_than_there_are(name: str, placed: str) -> None:
    """Also where the suits of those in one group follow from its building."""
    told = f"foundation.{name}.placed: the pack has not so many cards of a kind"
    assert refused(f"{HEAD}[foundation.a]\npiles = 4\n{placed}{TABLEAU}{STOCK}") == told


ALL_OUT = (
    HEAD
    + """
win = "score"
[discard]
deal = "the rest"
[score]
target = 20
hands = "poker, American"
[tableau]
piles = 25
deal = 0
most = 1
build = "none"
take = "none"
space = "none"
exchange = true
"""
)


def test_no_card_is_ever_dealt() -> None:
    told = "discard.deal: all the cards are out of play: none is dealt to a pile"
    assert refused(ALL_OUT) == told
    one = ALL_OUT.replace("deal = 0", f"deal = {[1] + [0] * 24}")
    assert refused(one) == "tableau.take: the cards of 'tableau' are never played"
    assert small(one.replace("[1, 0", "[1, 1")).deal(1).move_texts() == ["t1=t2"]
    built = HEAD + 'win = "tableau in runs"\n[discard]\ndeal = "the rest"\n' + TABLEAU
    small(built)
    assert refused(built.replace("deal = 3", "deal = 0")) == told  # it would be won at once


def test_cards_that_lie_face_down_for_good() -> None:
    text = SOUND.replace("deal = 3\n", 'deal = 3\nface = "down but the last"\n')
    small(text)
    told = "tableau.face: these cards lie face down, and nothing turns them up"
    assert refused(text.replace("down but the last", "down")) == told
    reserve = '[reserve]\npiles = 4\ndeal = 2\nface = "down"\n'
    small(SOUND.replace("[foundation]\n", '[foundation]\nopens = "reserve"\n') + reserve)
    small(SOUND.replace('"none"\n', '"none"\nfill = ["reserve"]\n') + reserve)
    assert refused(SOUND + reserve) == told.replace("tableau", "reserve")


def test_a_stock_that_waits_for_itself() -> None:
    small(SOUND + 'when = "not dealt"\n')
    for when in ("dealt", "no deal left", "stock empty"):
        told = f"stock.when: the stock never deals: it waits for {when!r} itself"
        assert refused(f'{SOUND}when = "{when}"\n') == told


@pytest.mark.parametrize(
    ("when", "missing"),
    [
        ("redealt", "there is no [redeal]"),
        ("no redeal left", "there is no [redeal]"),
        ("dealt", "no [stock] deals"),
        ("no deal left", "there is no [stock]"),
        ("no gaps", "no pile has 'refill'"),
        ("base chosen", "no foundation begins with a base card"),
        ("batch open", "no [stock] has 'batch'"),
        ("first foundation complete", "there is no [foundation]"),
    ],
)
@pytest.mark.parametrize("no", ["", "not "])
def test_a_condition_that_never_changes(no: str, when: str, missing: str) -> None:
    text = HEAD + ("" if "foundation" in when else FOUNDATION) + TABLEAU
    text = text.replace("deal = 3", f"deal = {[7] * 4 + [6] * 4}")
    text = text.replace("decks = 1", 'decks = 1\nwin = "one pile"')
    small(text)
    told = f"tableau.then.when: this never changes: {missing}"
    assert refused(f'{text}then = {{ when = "{no}{when}", take = "none" }}\n') == told


def test_a_score_that_is_reached_by_what_is_laid_out() -> None:
    text = DEALT_OUT.replace("decks = 1\n", 'decks = 1\nwin = "score"\n')
    text = text.replace("deal = 13", "deal = 12").replace('"A"\n', '"A"\nplaced = true\n')
    small(text + "[score]\nstart = -10\ncard = 5\ntarget = 15\n")
    told = "score.target: 10 would be reached before a card is played"
    assert refused(text + "[score]\nstart = -10\ncard = 5\ntarget = 10\n") == told


def test_an_option_that_nothing_asks_for() -> None:
    option = '[options.a]\nkind = "digits"\nabout = "A number"\ndefault = "1234"\n'
    told = "options.a: nothing asks for this: leave it out, or write {a} in a 'start'"
    assert refused(SOUND + option) == told
    variant = '[variants.other]\nname = "Other"\n'
    assert refused(SOUND + variant + option.replace("[options", "[variants.other.options")) == (
        f"variants.other.{told}"
    )


def test_as_many_digits_as_foundations() -> None:
    asked = SOUND.replace('start = "A"', 'start = "one above {year} in {suits}"')
    asked = asked.replace("up in suit", "up in suit, wrapping")
    options = '[options.year]\nkind = "digits"\nlength = {}\ndefault = "{}"\nabout = "A year"\n'
    suits = '[options.suits]\nkind = "suits"\ndefault = "SHCD"\nabout = "Their suits"\n'
    assert small(asked + options.format(4, "1956") + suits).deal(1).move_texts() is not None
    assert refused(asked + options.format(2, "56") + suits) == (
        "foundation.start: there are 2 digits and 4 suits for 4 piles:"
        " as many of each must there be"
    )


MET = SOUND.replace("[tableau]", "[tableau]\nmet_in_dealing = 'what begins is always replaced'")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            MET,
            (
                "no emptied pile is filled and no redeal deals to the group: write 'what begins is"
                " replaced'"
            ),
        ),
        (
            MET.replace('start = "A"', 'start = "base rank"\ndeal = 1')
            .replace("up in suit", "up in suit, wrapping")
            .replace("[tableau]", "[tableau]\nfill = ['stock']"),
            "with a base rank write 'what begins is replaced'",
        ),
        (
            MET + "[redeal]\ntimes = 1\nfrom = 'tableau'\n"
            "order = 'first pile first, from the top'\n",
            "a redeal 'first pile first, from the top' has no such deal",
        ),
    ],
)
def test_cards_are_met_in_every_deal_only_where_there_is_another(text: str, told: str) -> None:
    assert refused(text) == f"tableau.met_in_dealing: {told}"
