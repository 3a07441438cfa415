"""Parts of the search, run interpreted and compared with simpler versions."""

from __future__ import annotations

import random

import pytest

import cadogan
from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate
from cadogan.engine.winning import won
from cadogan.model.position import Position
from cadogan.solver import codes
from cadogan.solver.analysis import analysis
from cadogan.solver.codes import Weight
from cadogan.solver.host import packed
from cadogan.solver.prunings import relaxation
from cadogan.solver.search import (
    dominance,
    encoding,
    heuristic,
    lookahead,
    slide_symmetry,
    steps,
    tail_symmetry,
    transposition,
)
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.records import changed
from cadogan.state.snapshot import MOST_MOVES, Snapshot, freeze, new_state, thaw
from cadogan.state.state import NOTHING, encode
from tests.brute import winnable
from tests.covering import few
from tests.plays import compare, random_play, searched
from tests.relaxed import dead_slowly
from tests.tiny import load

GAMES = (
    "bakers-dozen", "bisley", "bisley-twelve", "canfield", "carthage", "forty-thieves", "freecell",
    "klondike", "klondike-draw-3-no-worrying-back", "la-belle-lucie", "yukon",
    "yukon-worrying-back",
)  # fmt: skip


@pytest.mark.parametrize("game_id", ["klondike", "british-square", "tournament", "la-belle-lucie"])
def test_packed_positions_are_unpacked_unchanged(game_id: str) -> None:
    start = cadogan.game(game_id).deal(3)
    R = start.game.compiled_rules
    S = new_state(R)
    encoding.reset(R, S)
    for p in random_play(start, random.Random(game_id)):
        row = packed(R, p.snapshot)
        encoding.unpack(R, S, row[:])
        S.num[Num.KEY] = p.snapshot.key  # the key is not packed, because it never changes
        assert freeze(R, S) == Snapshot(*p.snapshot)
        out = [0] * len(row)
        encoding.pack(R, S, out)
        assert out == list(row)


def test_a_table_keeps_its_entries() -> None:
    rng = random.Random(1)
    table = [0] * (64 * 8)
    pairs = [(rng.getrandbits(62), rng.getrandbits(62) | 1 << 62) for _ in range(400)]
    assert all(transposition.probe(table, 64, *pair) == 1 for pair in pairs)
    assert not any(transposition.probe(table, 64, *pair) for pair in pairs)
    while (answer := transposition.probe(table, 64, 5, rng.getrandbits(62) | 1 << 62)) == 1:
        pass
    assert answer == -1, "eight buckets are full"


@pytest.mark.parametrize("larger", [8, 64])
def test_an_enlarged_table_keeps_its_entries(larger: int) -> None:
    rng = random.Random(2)
    old = [0] * (8 * codes.GROWING)
    pairs = [(rng.getrandbits(62), rng.getrandbits(62) | 1 << 62) for _ in range(10_000)]
    assert all(transposition.probe(old, codes.GROWING, *pair) == 1 for pair in pairs)
    buckets = larger * codes.GROWING
    table = [0] * (8 * buckets)
    assert transposition.spread(old, codes.GROWING, table, buckets)
    assert sum(map(bool, table)) == len(pairs)
    assert not any(transposition.probe(table, buckets, *pair) for pair in pairs)
    more = [(rng.getrandbits(62), rng.getrandbits(62) | 1 << 62) for _ in range(1000)]
    assert all(transposition.probe(table, buckets, *pair) == 1 for pair in more)


def test_rounds_of_the_stock_are_one_position() -> None:
    game = cadogan.game("klondike-draw-3")
    R = game.compiled_rules
    A = analysis.analyse(game)
    assert A.dominance.round
    S = new_state(R)
    p = game.deal(1)
    keys = set()
    for _ in range(12):
        thaw(R, S, p.snapshot)
        transposition.know(R, S, A, 0)
        keys.add((A.work.keys[0], A.work.checks[0]))
        p = p.play("redeal" if "redeal" in p.move_texts() else "s-wx3")
    assert len(keys) == 1


@pytest.mark.parametrize(
    "game_id",
    ["accordion", "canfield", "freecell", "good-measure", "klondike", "sir-tommy", "yukon"],
)
def test_the_cache_of_scores_keeps_its_results(game_id: str) -> None:
    """A cached score is also right for other positions with the same key."""
    start = cadogan.game(game_id).deal(1)
    R, S, A = searched(start)
    rng = random.Random(game_id)
    again = 0
    # three plays, so that different cards end up under the same card
    for p in (p for _ in range(3) for p in random_play(start, rng, 19)):
        thaw(R, S, p.snapshot)
        for wanted in (0, dominance.takeable(R, S, A)):
            for pile in range(R.foundations, R.piles):
                before = [*A.work.told_of]
                found = heuristic.pile_score(R, S, A, pile, wanted)
                assert heuristic.told_score(R, S, A, pile, wanted) == found, p.to_line()
                again += before == A.work.told_of
    assert again > 60


def outlook_slowly(p: Position, R: CompiledRules) -> tuple[int, int]:
    """Return how late heap cards go up in total, and how many never do, with plain lists."""
    piles = [list(pile) for pile in p.snapshot.piles]
    heaps = [
        piles[q] for q in range(R.foundations, R.piles) if q not in (R.stock.pile, R.stock.waste)
    ]
    apart = list(piles[R.stock.waste]) if R.stock.waste >= 0 else []
    stock = piles[R.stock.pile]
    late = turned = 0

    def takers(card: int) -> list[int]:
        """Return the foundations that take a card, the shortest first."""
        found = []
        for f in range(R.foundations):
            rule = R.accept.rule_at[f * (R.room + 1) + len(piles[f])]
            top = piles[f][-1] if piles[f] else NOTHING
            if R.accept.sets[rule * STRIDE + top] >> card & 1:
                found.append(f)
        return sorted(found, key=lambda f: len(piles[f]))

    while True:
        free = sorted({heap[-1] for heap in heaps if heap and takers(heap[-1])})
        if free:
            heap = next(heap for heap in heaps if heap and heap[-1] == free[0])
            piles[takers(free[0])[0]].append(heap.pop())
            late += turned
        elif free := sorted({card for card in apart if takers(card)}):
            apart.remove(free[0])
            piles[takers(free[0])[0]].append(free[0])
        elif stock:
            apart.append(stock.pop())
            turned += 1
        else:
            return late, sum(map(len, heaps)) + len(apart)


@pytest.mark.parametrize(
    "game_id",
    ["calculation", "colorado", "fly", "lady-betty", "sir-tommy", "sly-fox", "strategy-plus"],
)
@pytest.mark.parametrize("deals", few([range(1, 2), range(1, 20)], 1), ids=str)
def test_the_lookahead(game_id: str, deals: range) -> None:
    game, rng = cadogan.game(game_id), random.Random(game_id)
    R, S, A = searched(game.deal(1))
    found = set()
    assert A.heuristic.weight[Weight.STUCK] > 0, "the score asks for it"
    A.heuristic.weight[Weight.LATE], A.heuristic.weight[Weight.STUCK] = 1, 1 << 20
    for deal in deals:
        for p in random_play(game.deal(deal), rng, 500):
            if rng.random() < 0.2 and p.move_texts():
                thaw(R, S, p.snapshot)
                late, stuck = outlook_slowly(p, R)
                assert lookahead.look_ahead(R, S, A) == late + (stuck << 20), p.to_line()
                found.add((late > 0, stuck > 0))
    assert len(found) > 2, "cards that go at once, late and never"


@pytest.mark.parametrize("game_id", ["klondike", "freecell", "puss-in-the-corner", "zodiac"])
def test_the_lookahead_is_off_without_heaps_or_where_they_are_gathered(game_id: str) -> None:
    assert analysis.analyse(cadogan.game(game_id)).heuristic.weight[Weight.STUCK] == 0


@pytest.mark.parametrize("game_id", ["good-measure", "yukon"])
def test_card_places_are_known_during_a_step(game_id: str) -> None:
    game = cadogan.game(game_id)
    R = game.compiled_rules
    A = analysis.analyse(game)
    S = new_state(R)
    out = [0] * MOST_MOVES
    rng = random.Random(game_id)
    long = 0
    for deal in range(1, 6):
        thaw(R, S, game.deal(deal).snapshot)
        for _ in range(20):
            n = steps.steps(R, S, A, out)
            if not n:
                break
            S.num[Num.LOG] = 0
            if A.dominance.slides:
                slide_symmetry.slide(R, S, A, rng.choice(out[:n]))
            else:
                tail_symmetry.leave(R, S, A, rng.choice(out[:n]))
            long += A.work.made[0] > 1
            A.work.made[0] = 0
            for p in range(R.foundations, R.piles):
                for at in range(p * R.room, p * R.room + S.height[p]):
                    assert (A.work.lies_in[S.cards[at]], A.work.lies_at[S.cards[at]]) == (p, at)
    assert long > 5


@pytest.mark.parametrize(
    "game_id", few([*GAMES, "birthday", "klondike", "tournament", "good-measure"], 5)
)
def test_dead_positions_agree(game_id: str) -> None:
    answers = compare(cadogan.game(game_id), relaxation.is_dead, dead_slowly, range(1, 6), most=40)
    if game_id in {"bakers-dozen", "good-measure", "bisley"}:
        assert {*answers} == {True, False}


@pytest.mark.parametrize(
    ("game_id", "settled"),
    [("la-belle-lucie-undealt", True), ("trefoil", True), ("good-measure", False)],
)
@pytest.mark.parametrize("enough", few([5, 500], 1))
def test_the_remaining_steps_can_win_a_winnable_position(
    game_id: str, settled: bool, enough: int
) -> None:
    """Settling cards does no harm, and a win exists in which bottom cards stay in place."""
    game = load(game_id)
    R = game.compiled_rules
    # without these prunings each step is a single move
    A = analysis.analyse(game, without=("slide", "tails"))
    assert any(A.dominance.rests)
    assert A.dominance.settles == settled
    S = new_state(R)
    out = [0] * MOST_MOVES
    counted = {"settled": 0, "rested": 0}
    for deal in range(1, 30):
        answers = winnable(game.deal(deal), 3000)
        for snapshot, can_be in answers.items():
            if not can_be:
                continue
            thaw(R, S, snapshot)
            if won(R, S):
                continue
            move = dominance.settling_move(R, S, A)
            if move >= 0:
                make(R, S, move)
                assert answers[freeze(R, S)], f"{game.deal(deal).to_line()}\n{snapshot}"
                unmake(R, S)
                counted["settled"] += 1
            every = generate(R, S, out)
            kept = steps.steps(R, S, A, out)
            counted["rested"] += kept < every
            found = False
            for step in out[:kept]:
                make(R, S, step)
                found |= answers[freeze(R, S)]
                unmake(R, S)
            assert found, f"{game.deal(deal).to_line()}\n{snapshot}"
        if counted["rested"] > enough and counted["settled"] > enough * settled:
            break
    assert counted["rested"]
    assert (counted["settled"] > 0) == settled


def test_a_redeal_of_the_same_cards_is_recognized_in_any_arrangement() -> None:
    game = cadogan.game("la-belle-lucie")
    R = game.compiled_rules
    A = analysis.analyse(game)
    assert A.dominance.gathers
    S = new_state(R)
    table = [0] * (64 * 8)
    p = game.deal(1)
    seen: dict[tuple[object, ...], object] = {}
    for _ in range(40):
        thaw(R, S, p.snapshot)
        up = p.snapshot.piles[: R.foundations]
        assert transposition.gathered_before(R, S, table, 64) == (up in seen)
        after = p.play("redeal").snapshot
        assert seen.setdefault(up, after) == after
        moves = [text for text in p.move_texts() if text != "redeal"]
        if not moves:
            break
        p = p.play(moves[-1])
    assert 1 < len(seen) < 30


def test_heaps_have_separate_weights() -> None:
    assert analysis.analyse(cadogan.game("calculation")).heuristic.weight == [
        *analysis.PLANNED.values()
    ]
    again = analysis.HEAPED | {Weight.AGAIN: 1000}
    assert analysis.analyse(cadogan.game("jubilee-1")).heuristic.weight == [*again.values()]
    assert analysis.analyse(cadogan.game("klondike")).heuristic.weight == [
        *analysis.WEIGHTS.values()
    ]


def test_beams_walk_further_where_runs_are_built_in_the_tableau() -> None:
    walks = {"mrs-mop": 8192, "simple-simon": 8192, "spider": 8192, "forty-thieves": 2048}
    for game_id, walk in walks.items():
        assert analysis.analyse(cadogan.game(game_id)).heuristic.walk == walk, game_id


def test_cards_deep_in_a_waste_count_twice_if_there_is_one_pass() -> None:
    game = cadogan.game("forty-thieves")
    R, p = game.compiled_rules, game.deal(1)
    for _ in range(20):
        p = p.play("s-w")
    S = new_state(R)
    thaw(R, S, p.snapshot)
    A = analysis.analyse(game)
    assert (A.heuristic.weight, A.heuristic.by_one) == ([*analysis.ONCE.values()], 0)
    light = changed(A, {"heuristic.weight": [*(analysis.ONCE | {Weight.IN_WASTE: 1}).values()]})
    for pile in range(R.foundations, R.piles):
        times = 2 if pile == R.stock.waste else 1
        found = heuristic.pile_score(R, S, light, pile, 0)
        assert heuristic.pile_score(R, S, A, pile, 0) == times * found
    assert analysis.analyse(cadogan.game("little-forty")).heuristic.weight == [
        *analysis.WEIGHTS.values()
    ]


@pytest.mark.parametrize("game_id", GAMES)
def test_steps_end_with_all_safe_moves(game_id: str) -> None:
    game = cadogan.game(game_id)
    R = game.compiled_rules
    rng = random.Random(game_id)
    S = new_state(R, 1 << 16)
    out = [0] * MOST_MOVES
    for number in (1, 2, 3):
        p = game.deal(number)
        A = analysis.analyse(game, p.snapshot.base)
        thaw(R, S, p.snapshot)
        steps.advance(R, S, A, -1)
        for _ in range(60):
            n = steps.steps(R, S, A, out)
            if n == 0 or S.num[Num.LOG] > 40_000:
                break
            steps.advance(R, S, A, out[rng.randrange(n)])
            assert not A.safe.used or dominance.safe_move(R, S, A) == -1


def test_a_line_may_be_longer_than_the_log() -> None:
    game = cadogan.game("klondike")
    R = game.compiled_rules
    A = analysis.analyse(game, without=("safe", "stock"))
    S = new_state(R, 1 << 16)
    start = game.deal(1)
    thaw(R, S, start.snapshot)
    round_the_stock = [encode(MoveKind.TURN, R.stock.pile, R.stock.waste, 1)] * 24 + [
        encode(MoveKind.REDEAL, 0, 0, 0)
    ]
    line = round_the_stock * 300
    out = [0] * 10_000
    assert steps.trace(R, S, A, line, len(line), out) == len(line)
    assert out[: len(line)] == line
    assert freeze(R, S) == start.snapshot
    assert steps.trace(R, S, A, line, len(line), out[:5000]) == -1


def test_removed_and_available_cards_count_as_on_foundations() -> None:
    for game_id, fewest in (("monte-carlo", 1), ("lady-of-the-manor", 12), ("grand-duchess", 2)):
        game = cadogan.game(game_id)
        R = game.compiled_rules
        A = analysis.analyse(game)
        piles = [p for p in range(R.piles) if A.heuristic.as_founded[p]]
        assert len(piles) == fewest
        S = new_state(R)
        thaw(R, S, game.deal(1).snapshot)
        for p in piles:
            assert (
                heuristic.pile_score(R, S, A, p, 0)
                == -S.height[p] * A.heuristic.weight[Weight.FOUNDED]
            )
    # a reserve that also takes cards must not count, or cards would be moved there for good
    assert not any(analysis.analyse(cadogan.game("archway-open-arch")).heuristic.as_founded)


def test_indistinguishable_cards_are_equal() -> None:
    by_rank = analysis.analyse(cadogan.game("lady-of-the-manor"))
    assert by_rank.same[:52] == [card % 13 for card in range(52)]
    assert (by_rank.safe.decks, by_rank.missing) == (8, (1 << 52) - (1 << 13))
    by_colour = analysis.analyse(cadogan.game("puss-in-the-corner")).same
    assert len({*by_colour[:52]}) == 26
    for game_id in ("archway", "klondike", "osmosis", "sir-tommy", "belvedere"):
        assert analysis.analyse(cadogan.game(game_id)).same == [*range(54)]
    off = analysis.analyse(cadogan.game("lady-of-the-manor"), without=("suits",))
    assert (off.safe.decks, off.missing) == (2, 0)


def test_a_card_that_leaves_for_a_higher_one_is_wanted_first() -> None:
    order = analysis.analyse(cadogan.game("aces-up")).heuristic.order
    assert [order[card] for card in range(13)] == [12, *range(12)]


@pytest.mark.parametrize("game_id", ["black-hole", "golf", "accordion"])
def test_dead_is_off_where_the_hash_of_a_pile_leaves_cards_out(game_id: str) -> None:
    """The hash of a pile is the cache key only if it covers all cards of the pile."""
    game = cadogan.game(game_id)
    R = analysis.searched_rules(game)
    assert (R.mechanics.forgets and any(R.mechanics.holes)) or any(R.rows.topped)
    assert not analysis.analyse(game).relaxation.used
