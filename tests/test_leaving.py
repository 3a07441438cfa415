"""Discards, counting and shuttles in positions made by hand."""

from __future__ import annotations

import msgspec
import pytest

import cadogan
from cadogan.cli.output import move_words
from cadogan.core.cards import parse_card
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Position
from cadogan.rules.digest import rules_digest
from cadogan.session.announce import describe_move, describe_step
from cadogan.session.view import counters
from tests.hand import lay
from tests.small import small_game

# --- Aces Up ------------------------------------------------------------------------------------


def test_a_covered_pile_beats_no_card() -> None:
    rules = """
    ranks = "A 2"
    win = "all out of play but A"
    [tableau]
    deal = 2
    build = "none"
    covered_by = [[2], [], [], []]
    [discard]
    leaves = "lower in suit"
    """
    game = small_game(rules)
    p = game.parse("AH 2S/AD 2D/AC 2C/2H AS/-".replace(" ", ""))
    assert p.why_not("t4-d") == (
        "The ace of spades does not leave play: no other pile that is not covered shows a higher"
        " card of its suit."
    )
    assert "the top card of another pile that is not covered is a higher" in game.rules()


def test_the_cards_out_of_play_may_be_written_in_any_order() -> None:
    left, out = "AC/AD/AH/AS", [f"{r}{s}" for s in "CDHS" for r in "23456789TJQK"]
    game = cadogan.game("aces-up")
    assert game.parse(f"{left}/-/{''.join(reversed(out))}") == game.parse(
        f"{left}/-/{''.join(out)}"
    )


# --- Knockout -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "pack", "seen", "cards"),
    [("four", "short", 12, 32), ("eight", "short", 24, 32), ("eight", "full", 24, 52)],
)
def test_the_number_of_deals_in_a_round_of_knockout_is_a_choice(
    deals: str, pack: str, seen: int, cards: int
) -> None:
    game = cadogan.game("knockout", gaps="open", deals=deals, pack=pack)
    assert len(through(game.deal(1)).piles["s"]) == cards - seen


def test_variants_of_knockout_equal_answers() -> None:
    def rules(name: str, **options: str) -> str:
        definition = cadogan.game(name, **options).definition
        return rules_digest(msgspec.structs.replace(definition, id=""))

    assert rules("hope") == rules("knockout", gaps="open")
    assert rules("herz-zu-herz") == rules("hope", suit="hearts")
    assert rules("abandon-hope") == rules("knockout", gaps="open", deals="eight", pack="full")
    with pytest.raises(cadogan.CadoganError, match="suit"):
        cadogan.game("herz-zu-herz", suit="spades")


def through(p: Position) -> Position:
    """Play the first legal move again and again until the round ends."""
    while (moves := p.move_texts()) and moves != ["redeal"]:
        p = p.play(moves[0])
    return p


@pytest.mark.parametrize(("game", "seen"), [("hope", 15), ("herz-zu-herz-four", 12)])
def test_a_redeal_gathers_all_cards_still_in_play(game: str, seen: int) -> None:
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


def test_the_next_called_rank_is_shown_and_the_move_announced() -> None:
    before = p = cadogan.game("hit-or-miss").deal(1)
    assert counters(p) == [{"label": "Next called", "value": "A"}]
    while not p.piles["d"]:
        before, p = p, p.play("s-w")
    card = card_name(parse_card(p.piles["d"][0]))
    assert describe_step([before, p], [before.parse_move("s-w")]) == (
        f"Turned {card}; the {card} is called and leaves play."
    )


def test_the_clock_shows_its_base_suit() -> None:
    p = lay("the-clock", "s", w="7H").play("w-f7")
    assert counters(p)[0] == {"label": "Base suit", "value": "hearts"}


# --- shuttles -----------------------------------------------------------------------------------


def test_cards_dealt_to_the_pile_of_their_rank_go_to_the_reserve() -> None:
    """The rule applies from the second row on: the ace in the first row stays on its pile."""
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


def test_a_move_in_watch_does_not_name_the_face_down_card() -> None:
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
