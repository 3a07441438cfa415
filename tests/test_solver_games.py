"""Solver on whole games: it accepts every game, its lines replay, and its verdicts agree.

Whole games are too large for brute force, so other checks replace it:

- the reference implementation replays lines;
- stricter and looser games are compared on the same cards;
- games without a choice are played out;
- losses are proved again without any pruning.
"""

from __future__ import annotations

import functools
import random

import pytest

import cadogan
from cadogan.model.position import Position
from cadogan.rules.catalogue import find
from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.portfolio import solve
from cadogan.solver.result import Verdict
from tests import reference
from tests.brute import decide
from tests.covering import each, few
from tests.test_against_reference import _shuffled_order, _shuffled_start
from tests.test_solver_brute import check_line

# Every play of a game is also possible in the games after it in the chain, with the same cards.
LOOSER = (
    "bakers-dozen > portuguese-solitaire > spanish-patience > spanish-patience-runs",
    "bakers-dozen > bakers-dozen-worrying-back",
    "portuguese-solitaire-kings-stay > spanish-patience-kings-stay",
    "spanish-patience-kings-stay > spanish-patience-worrying-back",
    "good-measure > good-measure-worrying-back",
    "castles-in-spain > castles-in-spain-runs-as-single > castles-in-spain-runs",
    "klondike-no-worrying-back > klondike",
    "klondike-one-pass > klondike",
    "klondike-draw-3-no-worrying-back > klondike-draw-3",
    "klondike-draw-3-three-passes > klondike-draw-3",
    "freecell-single > freecell",
    "canfield-whole-pile > canfield-card-or-pile > canfield",
    "yukon > yukon-worrying-back",
    "scorpion > wasp",
    "forty-thieves > josephine",
    "algerian-no-transfer > algerian",
    "algerian-closed > algerian > algerian-open",
    "algerian-tarbart-closed > algerian-tarbart",
    "carthage-closed > carthage > carthage-worrying-back",
    "aces-and-kings-strict > aces-and-kings",
    "big-ben-inner-only > big-ben > big-ben-redeal",
    "big-ben > big-ben-free-turning",
    "tournament-no-transfer > tournament > tournament-unlimited",
    "tournament > tournament-whole-transfer",
    "la-nivernaise > la-nivernaise-two-redeals",
    "la-belle-lucie > three-shuffles-and-a-draw",
    "birthday > birthday-five-passes",
    "birthday-unshuffled > birthday-five-passes-unshuffled",
)
# Pairs of games that can be won on the same deals, though perhaps by different lines.
EQUAL = (
    ("osmosis", "peek"),
    ("freecell-single", "freecell"),
    ("spanish-patience", "spanish-patience-runs"),
    ("castles-in-spain", "castles-in-spain-runs-as-single"),
    ("castles-in-spain", "castles-in-spain-closed"),
)
OFTEN_WON = (
    "bisley", "castles-in-spain", "grandfathers-clock", "la-belle-lucie", "spanish-patience",
    "yukon",
)  # fmt: skip
OFTEN_LOST = ("bisley-twelve", "canfield", "osmosis", "scorpion", "wasp")
ONE_PACK = [g for g in cadogan.games() if find(g).decks == 1]


# --- every game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_every_game_is_accepted(game_id: str) -> None:
    position = cadogan.game(game_id).deal(1)
    verdict = solve(position, nodes=800)
    assert verdict.result in {"won", "lost", "unknown"}
    assert verdict.limit == ("nodes" if verdict.result == "unknown" else "")
    assert verdict.nodes < 1800  # a search counts its positions in whole steps
    assert verdict.method
    if verdict.result != "unknown":
        check_line(position, verdict, game_id)
    assert (verdict.line != ()) == (verdict.result == "won")


@functools.cache
def check_with_referee(game_id: str, seed: int, nodes: int) -> bool:
    """Solve a shuffled deal and replay a win with the reference; return whether it was won."""
    ours, theirs = _shuffled_start(game_id, random.Random(f"{game_id} won {seed}"))
    verdict = solve(ours, nodes=nodes)
    if verdict.result != "won":
        return False
    for text in verdict.line:
        assert text in reference.moves(theirs), f"{game_id}, seed {seed}: {text}\n{ours}"
        after = ours.play(text)
        shuffled = _shuffled_order(ours, after) if text == "redeal" else None
        theirs = reference.play(theirs, text, shuffled)
        ours = after
    assert ours.won, f"{game_id}, seed {seed}"
    assert reference.won(theirs), f"{game_id}, seed {seed}"
    return True


@pytest.mark.parametrize("game_id", each(reference.GAMES))
@pytest.mark.parametrize(("seeds", "nodes"), few([(range(1, 2), 3000), (range(1, 33), 100_000)], 1))
def test_the_reference_accepts_the_lines(game_id: str, seeds: range, nodes: int) -> None:
    for seed in seeds:
        check_with_referee(game_id, seed, nodes)


def test_some_deals_are_won() -> None:
    assert sum(check_with_referee(game_id, 1, 3000) for game_id in OFTEN_WON) >= 4


def test_beams_deal_in_spider() -> None:
    """The score values a stock card as if it were already dealt on a run."""
    verdict = solve(cadogan.game("spider").deal(6), nodes=400_000)
    assert (verdict.result, verdict.method) == ("won", "beam of width 64")


def test_liftable_runs_are_not_always_complete() -> None:
    """Black Widow lifts any run but removes only runs in suit; the score distinguishes the two."""
    verdict = solve(cadogan.game("black-widow", suits="two").deal(1006), nodes=80_000)
    assert (verdict.result, verdict.method) == ("won", "beam of width 8")


@pytest.mark.parametrize(
    ("game_id", "deal"),
    [
        ("perpetual-motion", 1001),  # removed cards count in favour of a position
        # A redeal counts against a position, and available cards count in its favour.
        ("grand-duchess", 1001),
        ("parisienne", 1001),
        ("poker-square", 1001),  # incomplete hands count as the hands that they may become
        ("lady-of-the-manor", 1003),  # suits do not matter
    ],
)
def test_the_heuristic_finds_these_wins(game_id: str, deal: int) -> None:
    assert solve(cadogan.game(game_id).deal(deal), nodes=400_000).result == "won"


# --- stricter and looser games -------------------------------------------------------------------


def check_chain(chain: str, deal: int, nodes: int) -> None:
    """Solve a deal in each game of a chain; once it is won, all later games must win too."""
    wins: list[tuple[str, Verdict]] = []
    for game_id in chain.split(" > "):
        position = cadogan.game(game_id).deal(deal)
        verdict = solve(position, nodes=nodes)
        for stricter, win in wins:
            where = f"deal {deal}: {stricter} is won, and so {game_id} is"
            assert position.piles == cadogan.game(stricter).deal(deal).piles, where
            assert verdict.result != "lost", where
            check_line(position, win, where)
        if verdict.result == "won":
            wins.append((game_id, verdict))


@pytest.mark.parametrize("chain", few(LOOSER, 5))
@pytest.mark.parametrize(("deals", "nodes"), few([(range(1, 2), 5000), (range(1, 44), 200_000)], 1))
def test_a_win_is_also_a_win_in_looser_games(chain: str, deals: range, nodes: int) -> None:
    for deal in deals:
        check_chain(chain, deal, nodes)


@pytest.mark.parametrize("pair", EQUAL)
@pytest.mark.parametrize(
    ("deals", "nodes"), few([(range(1, 5), 20_000), (range(1, 105), 200_000)], 1)
)
def test_equivalent_games_have_the_same_verdict(
    pair: tuple[str, str], deals: range, nodes: int
) -> None:
    for deal in deals:
        verdicts = [solve(cadogan.game(game_id).deal(deal), nodes=nodes) for game_id in pair]
        results = {verdict.result for verdict in verdicts} - {"unknown"}
        assert len(results) < 2, f"{pair}, deal {deal}: {verdicts}"


# --- games without a choice ----------------------------------------------------------------------


def forward(move: str) -> tuple[bool, bool, str]:
    """Sort foundation moves first and redeals last."""
    return move[:3] != "w-f", move == "redeal", move


def played_out(position: Position) -> Position:
    """Play a card if possible, otherwise turn the stock, otherwise redeal.

    Holding a card back cannot help, even if the waste is shuffled, because the others come in the
    same order without it.
    """
    while moves := position.move_texts():
        position = position.play(min(moves, key=forward))
    return position


def check_without_choice(game_id: str, deal: int, **options: str) -> bool:
    """Solve a deal of a game without a real choice, and return whether it is won."""
    game = cadogan.game(game_id, **options)
    position = game.deal(deal)
    verdict = solve(position, nodes=50_000)
    won = played_out(position).won
    assert verdict.result == ("won" if won else "lost"), f"{game_id}, deal {deal}\n{position}"
    check_line(position, verdict, f"{game_id}, deal {deal}")
    return won


BIRTHDAYS = [game_id for game_id in cadogan.games() if game_id.startswith("birthday")]


@pytest.mark.parametrize("game_id", few(BIRTHDAYS, 1))
@pytest.mark.parametrize("deals", few([9, 1000], 1))
def test_playing_out_gives_the_verdict_without_a_choice(game_id: str, deals: int) -> None:
    assert sum(check_without_choice(game_id, deal) for deal in range(1, deals + 1)) < deals
    for deal, target in enumerate(("1111", "9999", "2468", "5285"), 1):
        check_without_choice(game_id, deal, target=target)


# --- losses proved again -------------------------------------------------------------------------


def check_losses(game_id: str, deals: range, nodes: int, again: int) -> int:
    """Prove losses again without prunings, and return how many could be proved within the limit."""
    proved = 0
    for deal in deals:
        position = cadogan.game(game_id).deal(deal)
        if solve(position, nodes=nodes).result != "lost":
            continue
        where = f"{game_id}, deal {deal}, proved lost"
        for methods in (("proof",), ("quick", "beam", "proof")):
            verdict = solve(position, nodes=again, without=tuple(SWITCHES), methods=methods)
            assert verdict.result != "won", where
            proved += methods == ("proof",) and verdict.result == "lost"
        assert decide(position, 100) is not True, where
    return proved


def test_losses_are_losses_without_any_pruning() -> None:
    assert sum(check_losses(game_id, range(6, 9), 20_000, 20_000) for game_id in OFTEN_LOST) >= 3


@pytest.mark.slow
@pytest.mark.parametrize("game_id", ONE_PACK)
def test_many_losses_are_losses_without_any_pruning(game_id: str) -> None:
    check_losses(game_id, range(4, 34), 100_000, 1_000_000)
