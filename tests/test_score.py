"""Games with a score: the values of hands and cards, and when the score wins."""

from __future__ import annotations

import itertools
import random

import pytest

import cadogan
from cadogan.core.cards import parse_card
from cadogan.mechanics.score import moves
from cadogan.model.position import Game, Position
from cadogan.state.snapshot import new_state
from cadogan.state.state import push
from tests.reference.wide import AMERICAN, poker
from tests.small import small_game

RANKS = "A23456789TJQK"


def value(card: str) -> int:
    return min(RANKS.index(card[0]) + 1, 10)


def cribbage(four: list[str], starter: str) -> int:
    """Score a cribbage hand by the book, slowly."""
    five = [*four, starter]
    some = [c for n in range(2, 6) for c in itertools.combinations(five, n)]
    points = 2 * sum(sum(map(value, cards)) == 15 for cards in some)
    points += 2 * sum(a[0] == b[0] for a, b in itertools.combinations(five, 2))
    for length in (5, 4, 3):
        runs = 0
        for cards in itertools.combinations(five, length):
            ranks = sorted(RANKS.index(c[0]) for c in cards)
            runs += ranks == [*range(ranks[0], ranks[0] + length)]
        points += runs * length
        if runs:
            break
    if len({c[1] for c in four}) == 1:
        points += 5 if starter[1] == four[0][1] else 4
    return points + (f"J{starter[1]}" in four)


ENGLISH = {
    "nothing": 0, "pair": 1, "two pairs": 3, "three": 6, "straight": 12, "flush": 5,
    "full house": 10, "four": 16, "straight flush": 30, "royal flush": 30,
}  # fmt: skip


def filled(game: Game, cards: list[str], starter: str = "") -> Position:
    """Return a position with these cards on the square, row by row, and no others."""
    side = 5 if game.compiled_rules.score.side == 5 else 4
    rest = [c for c in (r + s for r in RANKS for s in "CDHS") if c not in cards]
    stock = [c for c in rest if c != starter] + ([starter] if starter else [])
    lines = [f"t{i + 1} {card}" for i, card in enumerate(cards)]
    lines += [f"t{i + 1} -" for i in range(len(cards), side * side)]
    shown = stock[-1]
    return game.parse("\n".join([*lines, f"s [{' '.join(stock[:-1])}] {shown}"]))


def test_well_known_cribbage_hands() -> None:
    assert cribbage(["5C", "5D", "5H", "JS"], "5S") == 29
    assert cribbage(["4C", "5D", "5H", "6S"], "6C") == 24
    assert cribbage(["2C", "4C", "6C", "QC"], "8D") == 4


@pytest.mark.parametrize("seed", range(12))
def test_the_score_of_a_cribbage_square(seed: int) -> None:
    """Half of the squares are dealt from few ranks, so that their hands score."""
    rng = random.Random(seed)
    pack = [r + s for r in (RANKS if seed % 2 else "3456JQK") for s in "CDHS"]
    *cards, starter = rng.sample(pack, 17)
    position = filled(cadogan.game("cribbage-square"), cards, starter)
    rows = [cards[i : i + 4] for i in range(0, 16, 4)]
    hands = rows + [cards[i::4] for i in range(4)]
    points = sum(cribbage(hand, starter) for hand in hands) + 2 * (starter[0] == "J")
    assert position.score == points
    assert position.won == (points >= 61)
    assert position.over


@pytest.mark.parametrize(
    ("game", "table"), [("poker-square", AMERICAN), ("poker-square-english", ENGLISH)]
)
@pytest.mark.parametrize("seed", range(8))
def test_the_score_of_a_poker_square(game: str, table: dict[str, int], seed: int) -> None:
    rng = random.Random(seed)
    pack = [r + s for r in (RANKS, "9TJQKA8", "A2345TJQK")[seed % 3] for s in "CDHS"]
    cards = rng.sample(pack, 25)
    position = filled(cadogan.game(game), cards)
    hands = [cards[i : i + 5] for i in range(0, 25, 5)] + [cards[i::5] for i in range(5)]
    assert position.score == sum(table[poker(hand)] for hand in hands)


@pytest.mark.parametrize("seed", range(4))
def test_diagonals_count_as_hands(seed: int) -> None:
    cards = random.Random(seed).sample([r + s for r in "9TJQKA8" for s in "CDHS"], 25)
    hands = [cards[i : i + 5] for i in range(0, 25, 5)] + [cards[i::5] for i in range(5)]
    hands += [[cards[6 * i] for i in range(5)], [cards[4 * i] for i in range(1, 6)]]
    points = sum(ENGLISH[poker(hand)] for hand in hands)
    position = filled(cadogan.game("poker-square", count="diagonals"), cards)
    assert (position.score, position.won) == (points, points >= 75)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("TC JC QC KC AC", "royal flush"),
        ("AC 2C 3C 4C 5C", "straight flush"),
        ("KC AC 2C 3C 4C", "flush"),
        ("KC AC 2D 3C 4C", "nothing"),
        ("TC JD QC KC AC", "straight"),
        ("7C 7D 7H 7S 2C", "four"),
        ("7C 7D 7H 2S 2C", "full house"),
    ],
)
def test_hands_of_poker(text: str, name: str) -> None:
    hand = text.split()
    assert poker(hand) == name
    position = filled(cadogan.game("poker-square"), hand)
    assert position.score == AMERICAN[name]
    assert not position.won


def test_an_incomplete_hand_scores_nothing() -> None:
    game = cadogan.game("cribbage-square")
    assert filled(game, ["5C", "5D", "5H", "JS"], "5S").score == 0, "the starter is not there yet"
    assert filled(cadogan.game("poker-square"), ["7C", "7D", "7H", "7S"]).score == 0


VEGAS_WON = 6


def test_vegas_is_won_with_eleven_cards() -> None:
    game = cadogan.game("klondike-vegas")
    position = game.deal(VEGAS_WON)
    verdict = cadogan.solve(position, nodes=100_000)
    assert verdict.result == "won"
    for move in verdict.line:
        assert not position.won
        position = position.play(move)
    up = sum(len(position.piles[f"f{i}"]) for i in range(1, 5))
    assert position.won
    assert (up, position.score) == (11, 3)


def test_places_on_a_square_matter() -> None:
    """Two squares differ if two cards have changed places, because their hands differ."""
    game = cadogan.game("cribbage-square")
    cards = ["5C", "5D", "6H", "JS"]
    one, other = (filled(game, some, "5S") for some in (cards, cards[::-1]))
    assert hash(one) != hash(other)
    assert cadogan.solve(game.deal(1), nodes=1_000_000).result != "lost"


def square(side: int, hands: str, pack: str, start: int = 0) -> Game:
    """Return a game of hands with this pack."""
    rules = f"""
    {pack}
    win = "score"
    [tableau]
    piles = {side * side}
    deal = 0
    take = "none"
    build = "none"
    space = "any card"
    from = ["stock"]
    most = 1
    [stock]
    turned = true
    """
    return small_game(rules, score={"start": start, "target": 1, "hands": hands})


def test_hands_are_scored_with_the_smallest_pack() -> None:
    """A pack of only twenty cards leaves the kernel little scratch space."""
    position = square(4, "cribbage", 'decks = 1\nranks = "A 2 3 4 5"').deal(1)
    while position.move_texts():
        position = position.play(position.move_texts()[0])
    rows = [[position.piles[f"t{4 * y + x + 1}"][0] for x in range(4)] for y in range(4)]
    lines = [*rows, *(list(column) for column in zip(*rows, strict=True))]
    starter = position.piles["s"][-1]
    assert position.score == sum(cribbage(line, starter) for line in lines)


def test_five_of_a_kind_scores_as_four() -> None:
    """Two packs have eight cards of each rank, so five of a kind is possible."""
    game = square(5, "poker, American", 'decks = 2\nranks = "2 4 6 8 T Q"')
    row = ["2C", "2C", "2D", "2D", "2H"]
    others = ["4C", "6C", "8D", "TD", "QH", "4S", "6S", "8H", "TH", "QD"]
    others += ["6D", "8C", "4D", "QS", "TC", "8S", "TS", "QC", "4H", "6H"]
    stock = [r + s for r in "2468TQ" for s in "CDHS"] * 2
    for card in (*row, *others):
        stock.remove(card)
    lines = [f"t{i + 1} {card}" for i, card in enumerate([*row, *others])]
    position = game.parse("\n".join([*lines, f"s [{' '.join(stock[:-1])}] {stock[-1]}"]))
    fives = [row, *(others[i : i + 5] for i in range(0, 20, 5))]
    fives += [[line[x] for line in fives] for x in range(5)]
    assert position.score == 50 + sum(AMERICAN[poker(five)] for five in fives[1:])


@pytest.mark.parametrize(("card", "told"), [(1, "one point."), (5, "five points.")])
def test_points_are_written_in_good_english(card: int, told: str) -> None:
    rules = """
    win = "score"
    [foundation]
    [tableau]
    deal = 13
    """
    page = small_game(rules, score={"start": -1, "card": card, "target": 0}).rules()
    assert f"The game costs one point, and each card on a foundation scores {told}" in page


def test_the_codes_of_hands_are_in_order() -> None:
    assert (moves.NO_HANDS, moves.CRIBBAGE, moves.PAIR, moves.ROYAL) == (0, 1, 0, 8)


def test_incomplete_hands_count_towards_the_goal() -> None:
    """Four cards of a flush are closer to the goal than four cards without a hand."""
    game = cadogan.game("poker-square")
    R = game.compiled_rules

    def far(row: str) -> int:
        S = new_state(R)
        for place, card in enumerate(row.split()):
            push(R, S, R.tableau_first + place, parse_card(card))
        return moves.far_from_score(R, S)

    each = 75 * 16 // 36  # a card alone in its column may become part of a straight flush
    nothing = 16 * R.score.target - 4 * each
    assert far("") == 16 * R.score.target
    assert far("2C 7D 9H KS") == nothing
    assert far("2C 7C 9C KC") < far("2C 7C 9C KD") == nothing
    assert far("5C 6D 7H 8S") < nothing
    assert far("2C 2D 9H KS") == nothing - 16 * 2
    # this hand is complete, so its score is final
    assert far("2C 2D 9H 9S 9D") == 16 * (R.score.target - 25) - 5 * each
    assert far("TC JD QH AS") < far("8C JD QH AS") == nothing
