"""Shrunk forms of the catalogue: a fixed set of small games compared with brute force.

``python -m tests.shrunk`` compares all forms and more deals.
"""

from __future__ import annotations

import re

import pytest

import cadogan
from cadogan.model.position import Game, Position
from cadogan.solver.portfolio import solve
from tests import brute, shrunk
from tests.covering import each
from tests.shrink import Form, forms
from tests.shrunk import compare, main, start_of

# Together these have all the features that occur in shrunk forms.
FIRST = """
    accordion dealing=singly
    bakers-dozen faces=top kings=as-exposed
    big-ben
    blue-moon kept=fixed
    braid
    canfield base=lowest emptied=waste-first moves=whole-pile
    casino-canfield
    clock-patience watch=exchanged
    counting-patience
    crescent
    duchess emptied=any
    eagle-wing
    easthaven deals=barred
    eight-off
    four-corners
    grand-duchess redeals=shuffled
    harp worrying=yes
    intelligence
    interregnum
    irmgard
    knockout deals=four
    la-nivernaise
    late-binding-solitaire
    leonis-own
    louis
    maze
    osmosis
    perseverance gathered=top
    queens-audience
    royal-marriage
    royal-parade reversing=yes
    saratoga parts=freeing
    scorpion
    sly-fox
    suits-up
    ten-across complete=leaves
    the-clock redeals=one suits=layers
    the-plot
    thieves
    three-shuffles-and-a-draw
    tower-of-hanoy
    treize covers=yes
    wandering-card
    weddings
    zudecken
""".strip().split("\n    ")
# These add every combination of a pruning with a feature that it supports. Two prunings once
# contradicted each other.
REST = """
    acme
    agnes-bernauer emptied=any
    algerian
    archway
    auld-lang-syne
    aunt-mary passes=unlimited
    bakers-dozen
    baroness emptied=none
    belvedere
    box-kite
    british-square
    canfield moves=card-or-pile
    canfield moves=whole-pile
    casket
    chessboard
    chinese-solitaire
    corona
    courtyard
    double-canfield
    double-golf
    elevator corner=closed
    farmers-wife
    following
    fortunes
    gargantua passes=unlimited
    gate
    giant
    kings
    la-belle-lucie
    lady-of-the-manor
    osmosis passes=three turn=one
    par-pyramid passes=three
    puss-in-the-corner
    pyramid object=pyramid
    pyramid stock=no
    quadrille
    queen-of-italy
    rushdike
    rushdike worrying=yes
    sir-tommy dealt=four
    stalactites
    sultan redeals=shuffled
    tvetes-grandfather worrying=yes
    usk
    windmill
    yukon
    zodiac
""".strip().split("\n    ")
FIXED = FIRST + REST
# Hands need sixteen or twenty-five cards from a whole pack; Musical's steps need thirteen ranks.
UNSHRUNK = {
    "cribbage-square",
    "musical",
    "poker-shuffle",
    "poker-square",
    "poker-square count=diagonals",
    "poker-square count=english",
}
# Elevens needs three court cards, more than a small pack has. Brute force cannot decide any small
# deal of Perpetual Motion, Curds and Whey or Scorpion Towers.
UNSEEN = {"threes", "leftmost", "runs of two kinds", "waits: kings lowest"}


def form_of(name: str) -> Form:
    game_id, *answers = name.split()
    pairs = [tuple(answer.split("=")) for answer in answers]
    return Form(game_id, tuple((key, value) for key, value in pairs))


@pytest.mark.parametrize("name", each(FIXED, FIRST))
@pytest.mark.parametrize("deals", [(1,), pytest.param((2, 3), marks=pytest.mark.slow)], ids=str)
def test_a_shrunk_form_agrees_with_brute_force(name: str, deals: tuple[int, ...]) -> None:
    form = form_of(name)
    ((shape, game),) = start_of(form, 1)
    found = []
    verdicts = 0
    for deal in deals:
        contradictions, seen = compare(form, shape, game, deal)
        found += contradictions
        verdicts += seen["verdicts compared"]
    assert not found, "\n".join(map(str, found))
    assert verdicts > 0, "nothing was compared"


def test_compiled_and_interpreted_brute_force_agree() -> None:
    lost = 0
    for name in FIXED[::4]:
        ((_, game),) = start_of(form_of(name), 1)
        position = game.deal(1)
        truth, looked = brute.search(position, shrunk.MOST)
        explored = brute.explore(position, shrunk.MOST)
        if truth is not None:
            assert explored.start is truth, name
        if truth is False:
            lost += 1
            assert len(explored) == looked, name
        for where in explored.known(True, 2) + explored.known(False, 2):
            assert brute.decide(where, 10 * shrunk.MOST) in {explored.can(where), None}, name
    assert lost > 2


def test_unsafe_moves_are_reported_with_a_command_that_repeats_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def all_up(position: Position) -> list[str]:
        return [move for move in position.move_texts() if re.match(r"[^fs][^x]*-f", move)]

    monkeypatch.setattr(shrunk, "safe_moves", all_up)
    assert main(["--only", "chinese-solitaire", "--deals", "15"]) == 1
    told = capsys.readouterr().out
    again = next(line for line in told.splitlines() if "python -m tests.shrunk" in line)
    found = re.search(r"--form (\S+) --shape (\S+) --deal (\d+)", again)
    assert found, again
    words = ["--form", found[1], "--shape", found[2], "--deal", found[3]]
    assert main(words) == 1
    assert again in capsys.readouterr().out
    monkeypatch.undo()
    assert main(words) == 0


def test_a_wrong_verdict_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(brute.Explored, "start", False)
    assert main(["--form", "freecell", "--deal", "1"]) == 1
    assert "won, but brute force says lost" in capsys.readouterr().out


def test_it_fails_when_nothing_is_compared() -> None:
    assert main(["--form", "no-such-game"]) == 1


@pytest.mark.slow
def test_every_form_can_be_shrunk_but_for_a_few() -> None:
    assert {str(form) for form in forms() if not start_of(form, 1)} == UNSHRUNK


@pytest.mark.slow
def test_the_fixed_set_has_every_feature() -> None:
    every = set[str]()
    for form in forms():
        if str(form) not in UNSHRUNK:
            every |= Game(form.definition).features
    fixed = set[str]().union(*(start_of(form_of(name), 1)[0][1].features for name in FIXED))
    assert every - fixed == UNSEEN


RUSHDIKE = (23, 108, 115, 129)


@pytest.mark.parametrize("number", RUSHDIKE)
def test_rushdike_is_won_in_spite_of_cards_dealt_on_blocks(number: int) -> None:
    """The win lifts a block together with the cards that were dealt on it."""
    deal = cadogan.game("rushdike").deal(number)
    verdict = solve(deal, nodes=1_000_000, line="found")
    assert verdict.result == "won"
    for move in verdict.line:
        deal = deal.play(move)
    assert deal.won


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(10))
def test_winnable_rushdike_deals_are_not_called_lost(hundred: int) -> None:
    game = cadogan.game("rushdike")
    decided = 0
    for number in range(max(1, 100 * hundred), 100 * hundred + 100):
        deal = game.deal(number)
        verdict = solve(deal, nodes=300_000, line="counted").result
        without = solve(deal, nodes=1_000_000, without=["safe"], line="counted").result
        assert {verdict, without} != {"won", "lost"}, f"deal {number}: {verdict}, {without}"
        decided += "unknown" not in {verdict, without}
    assert decided > 50
