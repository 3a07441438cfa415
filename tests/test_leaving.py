"""Discards, counting and shuttles: positions made by hand, and what contradicts itself."""

from __future__ import annotations

import tomllib
from importlib import resources

import msgspec
import pytest

import cadogan
from cadogan.cli.output import move_words
from cadogan.core.cards import parse_card
from cadogan.core.errors import InvalidDefinitionError
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Game, Position
from cadogan.rules.digest import rules_digest
from cadogan.rules.loading import load_table, load_text
from cadogan.session.announce import describe_move, describe_step
from cadogan.session.view import counters
from tests.hand import lay


def small(text: str) -> Game:
    """Load a small game."""
    head = 'name = "Small"\nfamily = "Small"\ndecks = 1\n'
    return Game(load_text(head + text, "small.toml")["small"])


# --- Aces Up ------------------------------------------------------------------------------------


def test_a_card_leaves_while_another_pile_shows_a_higher_one_of_its_suit() -> None:
    p = lay("aces-up", "s", t1="9C", t2="5C", t3="AD", t4="KD")
    assert p.move_texts() == ["t2-d", "t4-d", "deal"]
    assert p.why_not("t1-d") == (
        "The nine of clubs does not leave play: no other pile shows a higher card of its suit."
    )
    assert p.play("t4-d").piles["d"] == ("KD",)


def test_a_pile_on_which_another_lies_beats_no_card() -> None:
    game = small(
        'ranks = "A 2"\nwin = "all out of play but A"\n'
        '[tableau]\npiles = 4\ndeal = 2\nbuild = "none"\ntake = "top card"\nspace = "none"\n'
        "covered_by = [[2], [], [], []]\n"
        '[discard]\nleaves = "lower in suit"\n'
    )
    p = game.parse("AH 2S/AD 2D/AC 2C/2H AS/-".replace(" ", ""))
    assert p.why_not("t4-d") == (
        "The ace of spades does not leave play: no other pile that is not covered shows a higher"
        " card of its suit."
    )
    assert "the top card of another pile that is not covered is a higher" in game.rules()


def test_a_card_that_stays_in_its_pile_beats_others_all_the_same() -> None:
    game = small(
        'ranks = "A 2"\nwin = "all out of play but 2"\n'
        '[tableau]\npiles = 4\ndeal = 2\nkeep = 1\nbuild = "none"\n'
        'take = "top card"\nspace = "none"\n'
        '[discard]\nleaves = "lower in suit"\n'
    )
    p = game.parse("2S/2HAS/2DAD/2CAC/AH")
    assert p.move_texts() == ["t2-d"]
    assert p.why_not("t3-d") == (
        "The ace of diamonds does not leave play: no other pile shows a higher card of its suit."
    )


def test_an_ace_is_high_and_a_card_below_it_on_its_own_pile_stays() -> None:
    p = lay("aces-up", "s", t1="5C AC", t2="2D", t3="3H", t4="4S")
    assert p.move_texts() == ["deal"]
    assert p.play("deal").piles["t1"][:2] == ("5C", "AC")


def test_only_aces_need_be_left() -> None:
    left = "AC/AD/AH/AS"
    out = "".join(f"{r}{s}" for s in "CDHS" for r in "23456789TJQK")
    game = cadogan.game("aces-up")
    assert game.parse(f"{left}/-/{out}").won
    one_more = game.parse(f"AC/AD/AH/2S AS/-/{out.replace('2S', '')}")
    assert not one_more.won
    assert one_more.over


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("aces-up", ["t1-t4", "t2-t4", "t3-t4"]),
        ("aces-up-aces", ["t2-t4"]),
        ("aces-up-no-spaces", []),
    ],
)
def test_what_goes_to_an_emptied_pile(game: str, moves: list[str]) -> None:
    p = lay(game, "s", t1="9C", t2="AD", t3="KH")
    assert p.move_texts() == [*moves, "deal"]


def test_the_cards_out_of_play_may_be_written_in_any_order() -> None:
    left, out = "AC/AD/AH/AS", [f"{r}{s}" for s in "CDHS" for r in "23456789TJQK"]
    game = cadogan.game("aces-up")
    assert game.parse(f"{left}/-/{''.join(reversed(out))}") == game.parse(
        f"{left}/-/{''.join(out)}"
    )


# --- Knockout -----------------------------------------------------------------------------------


def test_a_gap_is_filled_at_once_and_nothing_is_done_before_the_clubs_are_out() -> None:
    p = lay("knockout", "s", t1="7C", t2="8D", t3="9C", s="[KS QS]")
    assert p.move_texts() == ["t1-d", "t3-d"]
    assert p.why_not("deal") == "A card can leave play, and must do so first."
    p = p.play("t1-d")
    assert (p.piles["t1"], p.piles["s"][-1]) == (("QS",), "KS")
    assert p.play("t3-d").move_texts() == ["deal"]


def test_in_hope_a_gap_stays_and_the_card_below_shows() -> None:
    p = cadogan.game("hope").deal(1)
    while not any(move.endswith("-d") for move in p.move_texts()):
        p = p.play("deal")
    pile = next(move for move in p.move_texts() if move.endswith("-d"))[:2]
    after = p.play(f"{pile}-d")
    assert after.piles[pile] == p.piles[pile][:-1]
    assert after.piles["s"] == p.piles["s"]


@pytest.mark.parametrize("suit", ["clubs", "diamonds", "hearts", "spades"])
def test_in_knockout_any_suit_may_be_knocked_out(suit: str) -> None:
    game = cadogan.game("knockout", suit=suit, gaps="open")
    letter = suit[0].upper()
    out = [f"{rank}{letter}" for rank in "789TJQKA"]
    others = [f"{rank}{s}" for s in "CDHS" if s != letter for rank in "789TJQKA"]
    before = f"{others[0]}/{others[1]}/{others[2]} AX/[{' '.join(others[3:])}]/{' '.join(out[:-1])}"
    p = game.parse(before.replace("AX", out[-1]))
    assert (p.won, p.move_texts()) == (False, ["t3-d"])
    after = p.play("t3-d")
    assert after.won
    assert after.piles["t3"] == (others[2],), "the gap stays"


@pytest.mark.parametrize(
    ("deals", "pack", "seen", "cards"),
    [("four", "short", 12, 32), ("eight", "short", 24, 32), ("eight", "full", 24, 52)],
)
def test_in_knockout_a_round_has_as_many_deals_as_are_chosen(
    deals: str, pack: str, seen: int, cards: int
) -> None:
    game = cadogan.game("knockout", gaps="open", deals=deals, pack=pack)
    assert len(through(game.deal(1)).piles["s"]) == cards - seen


def test_knockouts_relatives_are_answers_and_the_suit_of_hope_is_named() -> None:
    def rules(name: str, **options: str) -> str:
        definition = cadogan.game(name, **options).definition
        return rules_digest(msgspec.structs.replace(definition, id=""))

    assert rules("hope") == rules("knockout", gaps="open")
    assert rules("herz-zu-herz") == rules("hope", suit="hearts")
    assert rules("abandon-hope") == rules("knockout", gaps="open", deals="eight", pack="full")
    with pytest.raises(cadogan.CadoganError, match="suit"):
        cadogan.game("herz-zu-herz", suit="spades")


def through(p: Position) -> Position:
    """Play to the end of a round."""
    while (moves := p.move_texts()) and moves != ["redeal"]:
        p = p.play(moves[0])
    return p


@pytest.mark.parametrize(("game", "seen"), [("hope", 15), ("herz-zu-herz-four", 12)])
def test_a_round_sees_so_many_cards_and_all_others_are_gathered(game: str, seen: int) -> None:
    start = cadogan.game(game).deal(3)
    p = through(start)
    out = len(p.piles["d"])
    assert len(p.piles["s"]) == 32 - seen
    assert p.why_not("deal") == "All deals until the next redeal have been made."
    again = p.play("redeal")
    assert len(again.piles["s"]) == 32 - out - 3
    assert again.counters["counted"] == 0
    last = through(through(again).play("redeal"))
    assert last.over
    assert last.why_not("redeal") == (
        "All deals until the next redeal have been made."
        if last.won
        else "Both redeals have been used."
    )


# --- counting -----------------------------------------------------------------------------------


def test_a_card_leaves_when_its_rank_is_called() -> None:
    order = ["2C", "2D", "4H", "3S"]  # called ace, two, three, four
    rest = [r + s for s in "CDHS" for r in "A23456789TJQK" if r + s not in order]
    p = cadogan.game("hit-or-miss").deal_from(order + rest)
    p = p.play("s-w").play("s-w")
    assert (p.piles["w"], p.piles["d"]) == (("2C",), ("2D",))
    p = p.play("s-w").play("s-w")
    assert p.piles["w"] == ("2C", "4H", "3S")


def test_two_passes_without_a_hit_end_the_game_and_a_hit_begins_anew() -> None:
    game = cadogan.game("hit-or-miss")
    out = "".join(f"{r}{s}" for s in "CDHS" for r in "A23456789TJQK" if r + s not in ("2C", "3C"))
    p = game.parse(f"-/[3C 2C]/{out}")  # the two is turned first, and called ace
    p = p.play("s-w").play("s-w").play("redeal")
    p = p.play("s-w")  # called three
    p = p.play("s-w")  # called four
    assert p.over
    assert p.why_not("redeal") == "There are no more passes: too many in a row were without a hit."
    p = game.parse(f"-/[3C 2C]/{out}/counted=1")  # two and three are called, and there they are
    assert p.play("s-w").play("s-w").won


def _in_pack(card: str) -> int:
    return "CDHS".index(card[1]) * 13 + "A23456789TJQK".index(card[0])


def test_rows_are_counted_on_past_the_gaps() -> None:
    game = cadogan.game("counting-patience")
    others = [r + s for s in "CDHS" for r in "789TJQKA" if r + s not in ("8C", "9D")]
    piles = {"t1": "8C", "t3": "9D", "d": " ".join(sorted(others, key=_in_pack))}
    text = "\n".join(f"{name} {piles.get(name, '-')}" for name in game.pile_names)
    p = game.parse(text)  # 8C is called seven, nine, jack, king: never; so is 9D eight, ten, queen
    assert p.over
    assert p.why_not("count") == (
        "However long counting goes on, no card will be called by its own rank."
    )
    p = game.parse(f"{text}\ncounted 1")  # it begins with eight
    p = p.play("count")
    assert p.piles["t1"] == ()
    assert p.play("count").won  # 9D is called nine


def test_what_will_never_be_hit_ends_the_count() -> None:
    game = cadogan.game("counting-patience")
    others = [r + s for s in "CDHS" for r in "789TJQKA" if r + s not in ("8C", "8D")]
    piles = {"t1": "8C", "t2": "8D", "d": " ".join(sorted(others, key=_in_pack))}
    text = "\n".join(f"{name} {piles.get(name, '-')}" for name in game.pile_names)
    p = game.parse(text)  # 8C is called seven, 8D eight
    p = p.play("count")
    assert p.piles["t2"] == ()
    assert p.play("count").won  # alone, it is called every rank in turn


def test_what_is_called_is_shown_and_said() -> None:
    before = p = cadogan.game("hit-or-miss").deal(1)
    assert counters(p) == [{"label": "Next called", "value": "A"}]
    while not p.piles["d"]:
        before, p = p, p.play("s-w")
    card = card_name(parse_card(p.piles["d"][0]))
    assert describe_step([before, p], [before.parse_move("s-w")]) == (
        f"Turned {card}; the {card} is called and leaves play."
    )


def test_of_the_clock_the_base_suit_is_shown() -> None:
    p = lay("the-clock", "s", w="7H").play("w-f7")
    assert counters(p)[0] == {"label": "Base suit", "value": "hearts"}


# --- shuttles -----------------------------------------------------------------------------------


def test_a_card_that_comes_home_turns_up_the_next_there() -> None:
    p = lay("clock-patience", "t1", t13="[QC] 5C", t5="[AD]", t1="[2H]")
    after = p.play("t13-f5")
    assert after.piles["f5"] == ("5C",)
    assert (after.down["t5"], after.down["t13"]) == (0, 1)
    assert after.move_texts() == ["t5-f1"]
    assert after.why_not("t13-f12") == "The cards on tableau pile 13 lie face down."


def test_a_seven_only_calls_the_next_of_the_reserve_in_spoilt() -> None:
    p = lay("spoilt", "r", r="[8C] 7H", t1="[AS]", t28="[KD]")
    assert p.move_texts() == ["r-f29"]
    assert p.why_not("r-f1") == (
        "The seven of hearts may not begin foundation 1: it begins with the eight of clubs."
    )
    after = p.play("r-f29").play("r-f1")
    assert (after.move_texts(), after.down["t1"]) == (["t1-f28"], 0)
    assert after.play("t1-f28").move_texts() == ["t28-f13"]


def test_a_card_in_its_own_place_spoils_the_deal() -> None:
    p = lay("spoilt", "t2", f29="7C 7D 7S", r="7H", t1="[8C]", t2="[9D]")
    assert p.play("r-f29").over
    assert not p.play("r-f29").won


def test_cards_that_are_called_by_their_rank_are_laid_aside() -> None:
    """From the second row on: the ace of the first row stays on its pile."""
    ranks = "A23456789TJQK"
    first = [f"{r}C" for r in ranks]
    second = ["AD", *(f"{r}D" for r in "3456789TJQK2")]
    third = [f"{r}H" for r in "23456789TJQKA"]
    fourth = [*(f"{r}S" for r in "KA23456789TJ"), "QS"]
    fourth[0], fourth[12] = "QS", "KS"
    p = cadogan.game("wandering-card").deal_from(" ".join([*first, *second, *third, *fourth]))
    assert p.piles["r"] == ("AD", "KS")
    assert p.piles["t1"] == ("AC", "2H", "QS")
    assert p.piles["t13"] == ("KC", "2D", "AH")
    assert p.move_texts() == ["r-f13"]


def test_one_card_wanders_at_a_time() -> None:
    p = lay("wandering-card", "r", r="AD 3S", t1="[2H]", t3="[3C AC]")
    assert p.move_texts() == ["r-f3"]
    on = p.play("r-f3")
    assert on.move_texts() == ["t3-f1"]
    assert on.why_not("r-f1") == (
        "Cards of the reserve may not go to foundation 1 while a card of the tableau lies face up."
    )
    home = on.play("t3-f1").play("t1-f2")
    assert home.move_texts() == ["r-f1"]


def test_the_fourth_king_ends_the_game() -> None:
    p = lay("clock-patience", "t1", f13="KC KD KH", t5="KS", t1="[2H]")
    assert p.play("t5-f13").over


def test_in_watch_the_fourth_king_changes_places_once() -> None:
    p = lay("watch", "t1", f13="KC KD KH", f1="AC AD AH", t5="[2C] KS", t1="[2H]", t7="[3C 5D]")
    assert p.move_texts() == ["t1=t5", "t5=t7"], "with the top card of another pile that has one"
    assert p.why_not("t5-f13") == (
        "First the king of spades changes places with a card that lies face down:"
        " it would turn up none."
    )
    assert p.why_not("t1=t7") == (
        "It is the king of spades that changes places: it would turn up no other."
    )
    assert p.why_not("t5=t9") == "There is no card on tableau pile 9."
    assert p.why_not("f1=t5") == "No card of foundation 1 changes places with another."
    after = p.play("t5=t7")
    assert (after.piles["t7"], after.down["t7"]) == (("3C", "KS"), 2), "the king lies face down"
    assert (after.piles["t5"], after.down["t5"]) == (("2C", "5D"), 1)
    assert after.move_texts() == ["t5-f5"]
    assert after.why_not("t5=t7") == "The only exchange has been used."
    again = lay("watch", "t1", "counted 1", f13="KC KD KH", t5="KS", t1="[2H]")
    assert again.move_texts() == ["t5-f13"], "when it comes again the game is over"
    assert again.play("t5-f13").over


def test_in_watch_no_card_is_told_before_it_is_chosen() -> None:
    p = lay("watch", "t1", f13="KC KD KH", t5="KS", t1="[2H]", t7="[5D]")
    move = p.parse_move("t5=t7")
    told = "King of spades and the card on tableau pile 7 change places"
    assert describe_move(p, move) == told
    assert move_words(p, move) == "KS and ?? change places"
    after = p.play("t5=t7")
    assert (
        describe_step([p, after], [p.parse_move("t5=t7")])
        == f"{told}; revealed five of diamonds on tableau pile 5."
    )


def test_in_watch_earlier_kings_and_other_cards_go_home_as_ever() -> None:
    third = lay("watch", "t1", f13="KC KD", t13="[9C]", t5="KS", t1="[2H]")
    assert third.move_texts() == ["t5-f13"]
    assert third.why_not("t1=t5") == (
        "A card changes places only when it would come home and turn up no other."
    )
    last = lay("watch", "t5", f13="KC KD KH", t5="[2C] KS")
    assert last.move_texts() == ["t5-f13"], "no other pile has a card face down"


def test_what_contradicts_chances() -> None:
    text = resources.files("cadogan").joinpath("games", "clock-patience.toml").read_text("utf-8")

    def refused(group: str, **keys: object) -> str:
        table = {**tomllib.loads(text), "options": {}, "combinations": {}}
        table["foundation"]["kings"]["chances"] = 1
        table["foundation"][group] |= keys
        with pytest.raises(InvalidDefinitionError) as error:
            load_table(table, "small.toml")
        return str(error.value)

    assert "kings.chances: a card that comes here turns up no other" in refused("kings", opens="")
    assert "'foundation.hours' has it already; only one" in refused("hours", chances=1)


# --- what contradicts itself --------------------------------------------------------------------

TABLE = """
[tableau]
piles = 4
deal = 1
build = "none"
take = "none"
space = "none"
[stock]
deal = "1 to each tableau"
"""
HOMES = """
[foundation]
piles = 4
start = "A"
build = "up in suit"
"""
WASTE = """
win = "all out of play"
[waste]
[stock]
deal = "{}"
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'win = "all out of play but X"' + TABLE + "[discard]\nleaves = 'C'",
            "win: 'X' names no cards; write ranks and suits, such as 'A' or 'D H S'",
        ),
        (
            'win = "all out of play"' + TABLE + "[discard]\nleaves = 'high'",
            (
                "discard.leaves: 'high' names no cards; write ranks and suits, such as 'A' or"
                " 'D H S'; or 'lower in suit'"
            ),
        ),
        (
            'win = "all out of play"' + TABLE + "[discard]\nmust = true",
            "discard.must: this says nothing where 'leaves' is not given",
        ),
        (
            'win = "all out of play"'
            + TABLE
            + "[discard]\nleaves = 'C'\n[remove]\nsets = ['same rank']",
            "discard.leaves: [remove] says already which cards leave play",
        ),
        (
            'win = "all out of play but D"' + TABLE + "[discard]\nleaves = 'C'",
            ("discard.leaves: the ace of hearts never leaves play, but the game asks that it does"),
        ),
        (
            'win = "all out of play but C D H S"' + TABLE + "[discard]\nleaves = 'C'",
            "win: all the cards may stay: the game would be won at once",
        ),
        (
            'ranks = "7 8 9 T"\nwin = "all out of play"'
            + TABLE.replace("deal = 13", "deal = 4")
            + "[discard]\n[count]\nof = 'tableau'\nranks = 'A 2'",
            "count.ranks: the pack has none of these: no card would ever be hit",
        ),
        (
            HOMES + 'opens = "tableau"' + TABLE.replace("piles = 4", "piles = 3"),
            "foundation.opens: each of 4 piles opens one of its own; 'tableau' has 3",
        ),
        (
            HOMES + 'opens = "tableau"' + TABLE,
            "foundation.opens: the cards of 'tableau' lie face up: write 'face' there",
        ),
        (
            HOMES + 'opens = "stock"' + TABLE,
            (
                "foundation.opens: 'stock' is not a phrase of the rules language; it is one of:"
                " tableau"
            ),
        ),
        (
            WASTE.format("1 to waste") + "[count]",
            "count: cards that are called leave play: [discard] is missing",
        ),
        (
            WASTE.format("3 to waste") + "[discard]\n[count]",
            "count.of: cards are turned one by one: stock.deal must be '1 to waste'",
        ),
        (
            'win = "all out of play"' + TABLE + "[discard]\n[count]\nof = 'tableau'\npasses = 2",
            "count.passes: this says something of cards that are turned only",
        ),
    ],
)
def test_contradictions_are_refused_where_they_are_written(text: str, told: str) -> None:
    with pytest.raises(InvalidDefinitionError) as error:
        small(text)
    assert str(error.value).removeprefix("small.toml: ") == told
