"""Solver and brute force: equal verdicts on tiny games of every mechanism.

The tests switch every pruning on, then each off, then each on alone, then all off. Every part of
the portfolio must also decide on its own. The tests would expose a pruning that loses wins, or two
positions mistaken for one.
"""

from __future__ import annotations

import functools

import pytest

import cadogan
from cadogan.model.position import Position
from cadogan.solver.portfolio import solve
from cadogan.solver.result import Verdict
from tests.brute import decide, search
from tests.covering import covering_tiny, each, few
from tests.shrunk import settings
from tests.tiny import NAMES, load

MOST = 1500  # positions for brute force; the slow tests try more deals and more positions
NODES = 500_000  # far more positions than any of these games has

EACH = each(NAMES, covering_tiny())

PORTFOLIOS: dict[str, tuple[str, ...]] = {
    "proof": ("proof",),
    "quick and proof": ("quick", "proof"),
    "best": ("best",),
    "beam": ("beam",),
}


@functools.cache
def truth(name: str, deal: int, most: int) -> bool | None:
    """Return the verdict of brute force on a deal."""
    return decide(load(name).deal(deal), most)


def known(name: str, deals: int, most: int) -> list[tuple[Position, bool]]:
    """Return the deals that brute force can decide, with its verdicts."""
    answers = [(number, truth(name, number, most)) for number in range(1, deals + 1)]
    return [(load(name).deal(number), won) for number, won in answers if won is not None]


def check(position: Position, won: bool, where: str, verdict: Verdict) -> None:
    """Compare a verdict with the truth, and replay its line."""
    assert verdict.result == ("won" if won else "lost"), f"{where}, {verdict}\n{position}"
    assert verdict.limit == ""
    check_line(position, verdict, where)


def check_line(position: Position, verdict: Verdict, where: str) -> None:
    """Replay the line of a verdict: that of a win ends in a won position, the others are empty."""
    end = played(position, verdict.line)
    assert end.won == (verdict.result == "won"), f"{where}, {verdict}\n{position}"


@functools.lru_cache(maxsize=1000)
def played(position: Position, line: tuple[str, ...]) -> Position:
    """Play moves with the interpreted engine; the cache serves settings that find the same line."""
    for text in line:
        position = position.play(text)
    return position


@pytest.mark.parametrize("name", few(EACH, 8))
@pytest.mark.parametrize(("deals", "most"), few([(2, MOST), (60, 50_000)], 1))
def test_verdicts_are_those_of_brute_force(name: str, deals: int, most: int) -> None:
    for position, won in known(name, deals, most):
        where = f"{name}, deal {position.deal_number}"
        for label, without in settings(position.game).items():
            verdict = solve(position, nodes=NODES, without=without)
            check(position, won, f"{where}, {label}", verdict)
        for label, methods in PORTFOLIOS.items():
            verdict = solve(position, nodes=NODES, methods=methods)
            # beams drop positions, and best first forgets those that its memory cannot hold
            if label not in {"beam", "best"} or verdict.result != "unknown":
                check(position, won, f"{where}, {label}", verdict)


@pytest.mark.parametrize("name", few(EACH, 15))
def test_positions_in_mid_play(name: str) -> None:
    position = load(name).deal(3)
    for step in range(5):
        moves = position.move_texts()
        if not moves:
            break
        position = position.play(moves[step * 7 % len(moves)])
        won, _ = search(position, 300)
        if won is not None:
            check(position, won, f"{name}, step {step}", solve(position, nodes=NODES))


@pytest.mark.parametrize("name", few(EACH, 22))
def test_the_last_positions_of_a_winning_line_are_won(name: str) -> None:
    """The last positions include some from which safe moves alone win."""
    for position, won in known(name, 2, MOST):
        if won:
            line = solve(position, nodes=NODES).line
            p = played(position, line[:-8])
            for text in line[-8:]:
                p = p.play(text)
                check(p, True, f"{name}, after {text}", solve(p, nodes=NODES))
            return


@pytest.mark.parametrize("name", EACH)
def test_a_search_is_repeatable(name: str) -> None:
    position = load(name).deal(1)
    for seed in (0, 5):
        first, again = (solve(position, nodes=NODES, seed=seed) for _ in range(2))
        assert (first.result, first.line, first.nodes, first.method) == (
            again.result,
            again.line,
            again.nodes,
            again.method,
        )


@pytest.mark.parametrize("name", EACH)
def test_a_seed_changes_no_verdict(name: str) -> None:
    for position, won in known(name, 2, MOST):
        for seed in (1, 2):
            verdict = solve(position, nodes=NODES, seed=seed)
            check(position, won, f"{name}, seed {seed}", verdict)


@pytest.mark.parametrize(
    ("name", "deal"),
    [
        # a card from the waste takes others once it lies in the tableau
        ("klondike-no-worrying-back", 2),
        ("klondike-draw-3", 1),
        ("big-ben-redeal", 21),  # a redeal brings a waste card back, which then refills a pile
        ("archway", 20),  # safe moves alone win this deal
        ("spanish-patience-runs", 16),
        ("forty-thieves", 1),  # the notation names the first of several equal foundations
        ("yukon", 33),  # a block may be built on a card that lies above the block's own target
        ("yukon", 235),
        ("yukon-worrying-back", 958),
        ("round-with-merci", 3),  # going round the stock is not the only special move
        ("round-with-any-card", 1),
        ("round-with-shift", 2),
        ("spaces-after-a-redeal", 10),  # an empty waste cannot be redealt
        ("cells-until-a-foundation", 11),
        ("spaces-in-turn", 143),
    ],
)
def test_deals_that_a_bug_once_called_lost(name: str, deal: int) -> None:
    position = load(name).deal(deal)
    for label, without in settings(position.game).items():
        verdict = solve(position, nodes=NODES, without=without)
        check(position, True, f"{name}, deal {deal}, {label}", verdict)


def test_a_beam_alone_ends_when_memory_is_full() -> None:
    """With beams only, the search stops at a limit: it cannot prove that this deal is lost."""
    position = cadogan.game("canfield").deal(13)
    verdict = solve(position, methods=("beam",), memory=1 << 24, seconds=2)
    assert verdict.result == "unknown"
    assert verdict.limit in {"memory", "seconds"}


# --- brute force and the tiny games themselves ---------------------------------------------------


@pytest.mark.slow
def test_tiny_games_are_sometimes_won_and_sometimes_lost() -> None:
    """Most tiny games have wins and losses, because only such games can reveal a wrong verdict."""
    deals = range(1, 6)
    answers = {name: [truth(name, deal, MOST) for deal in deals] for name in NAMES}
    decided = [a for some in answers.values() for a in some if a is not None]
    assert len(decided) >= 0.8 * len(deals) * len(NAMES)
    assert 0.3 < sum(decided) / len(decided) < 0.7
    assert all(any(a is not None for a in some) for some in answers.values())
    mixed = [name for name, some in answers.items() if True in some and False in some]
    assert len(mixed) > 0.55 * len(NAMES)


def test_brute_force_finds_a_win_and_keeps_its_limit() -> None:
    game = load("freecell")
    p = game.parse("AC2C3C4C/AD2D3D4D/AH2H3H4H/AS2S3S/4S/-/-/-")
    assert search(p) == (True, 2)
    assert search(p.play("t1-f4")) == (True, 1)
    assert search(game.deal(1), most=3)[0] is None
