"""Compilation of the table ``[remove]``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from cadogan.core.cards import (
    CARDS,
    EVERY_CARD,
    RANK_NAMES,
    RANKS,
    of_rank,
    of_suit,
    rank_of,
    suit_of,
)
from cadogan.core.errors import InvalidKeyError, in_key
from cadogan.i18n.grammar import count_word
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.rows.compile import ENDS
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition, Remove
from cadogan.rules.group import Group, references
from cadogan.rules.phases import taken
from cadogan.rules.phrases import WinWay
from cadogan.rules.vocabulary import BETWEEN, COVERS, phrase
from cadogan.state.compiled import RemovalRules

_BY_RANK = {"same rank", "agreeing"}
_BY_SUIT = {"same suit", "agreeing"}
_DIFFER = {"four different ranks", "four different suits"}
_LARGE = {"agreeing", "four of a rank", *_DIFFER}
_RANK = f"[{RANKS}]"
# limit that the search's arrays impose on the sets of three, and on the sets of four
_MOST_TRIOS = 16
_RED = (1, 2)  # suits of the red cards, diamonds and hearts
_FROM = ("tableau", "reserve", "cell", "waste")

# Phrases for cards that leave play together; N stands for a number and R for a rank.
SETS = {
    "N": "two cards whose ranks add up to the number, an ace being one, a jack eleven, a queen"
    " twelve and a king thirteen",
    "any N": "two or more cards, however many, whose ranks add up to the number",
    "R": "a card of the rank, by itself",
    "R R": "a card of each of these two ranks, or two cards if the rank is the same",
    "R R R": "a card of each of these three ranks",
    "R R R R": "a card of each of these four ranks",
    "same rank": "two cards of one rank",
    "same suit": "two cards of one suit",
    "four of a rank": "all four cards of one rank",
    "four different ranks": "four cards of different ranks",
    "four different suits": "four cards, one of each suit",
    "agreeing": "two, three or four cards, each of which has the suit or the rank of another of"
    " them",
}


_SUCH_AS = ("13", "any 15", "K", "J J", "J Q K", "T J Q K", "K Q in suit")


class Set(NamedTuple):
    """Meaning of one phrase of ``sets``."""

    total: int = 0  # the number to which the ranks add up
    ranks: tuple[int, ...] = ()  # the rank of each card
    word: str = ""  # the phrase itself, if it gives neither a total nor ranks
    in_suit: bool = False  # whether all cards have the same suit
    many: bool = False  # whether any number of cards may add up to the total, instead of two

    @property
    def large(self) -> bool:
        """Return whether the set may have more than two cards."""
        return len(self.ranks) > 2 or self.word in _LARGE or self.many


def parse_set(text: str) -> Set:
    """Parse a phrase for the cards that leave play together.

    Raises:
        ValueError: if the phrase is not allowed; the message lists the phrases that are.

    >>> parse_set("13").total, parse_set("J Q K").ranks, parse_set("K Q in suit").in_suit
    (13, (11, 12, 13), True)
    >>> parse_set("any 15")
    Set(total=15, ranks=(), word='', in_suit=False, many=True)
    """
    rest = text.removesuffix(" in suit")
    in_suit = rest != text
    if re.fullmatch(r"\d{1,2}", rest) and 2 <= int(rest) <= 26:
        return Set(total=int(rest), in_suit=in_suit)
    if (found := re.fullmatch(r"any (\d{1,2})", text)) and int(found[1]) >= 2:
        return Set(total=int(found[1]), many=True)
    if re.fullmatch(rf"{_RANK}( {_RANK}){{0,3}}", rest) and not (in_suit and len(rest) == 1):
        ranks = tuple(RANKS.index(letter) + 1 for letter in rest.split())
        return Set(ranks=ranks, in_suit=in_suit)
    words = [word for word in SETS if word.islower()]
    return Set(word=phrase(text, [*words, *_SUCH_AS]))


def check_removal(definition: Definition) -> None:
    """Check the table ``[remove]`` of a definition."""
    remove = definition.remove
    if remove is None:
        return
    if not definition.of_kind("discard"):
        raise ValueError("cards that leave play need a place: [discard] is missing")
    shown = [g for g in definition.groups if g.kind in _FROM or g.turned]
    known = dict.fromkeys(ref for g in shown for ref in (g.name, g.kind))
    for ref in remove.from_:
        in_key("from", phrase, ref, known)
    if not remove.sets and not remove.between:
        raise InvalidKeyError(
            "sets", "this must name sets of cards that leave play together, such as '13'"
        )
    _check_between(definition, remove)
    ranks = parse_sequence(definition.ranks)
    for text in remove.sets:
        in_key("sets", _check_set, text, ranks)
    sets = [parse_set(text) for text in remove.sets]
    for n, name in ((3, "threes"), (4, "fours")):
        if len(_of_ranks(sets, n)) > _MOST_TRIOS:
            raise InvalidKeyError(
                "sets", f"there are too many {name}; at most {count_word(_MOST_TRIOS)} are possible"
            )
    if sum(some.many for some in sets) > 1:
        raise InvalidKeyError("sets", "only one set may have the form 'any N'")
    linked = [some.word for some in sets if some.word in _LARGE]
    for word in [word for word in linked if word in _DIFFER]:
        if other := next((other for other in linked if other != word), ""):
            raise InvalidKeyError(
                "sets", f"{word!r} cannot be combined with {other!r}: keep one of them"
            )
    shown = shown_by(definition, remove)
    large = any(some.large for some in sets)
    if remove.touching:
        _check_touching(remove, shown, sets)
    # a move cannot say which end of a pile the third card leaves
    if large and any(taken(g) == ENDS for g in shown):
        raise InvalidKeyError(
            "sets", f"at most two cards may leave play together from piles with take = {ENDS!r}"
        )
    if remove.covering:
        _check_covering(shown, sets)
    if definition.win == WinWay.ALL_OUT_OF_PLAY and not remove.between:
        _check_all_leave(sets, ranks)


def _check_between(definition: Definition, remove: Remove) -> None:
    """Check the key ``between``, which lets cards between two others leave a row that closes up."""
    shown = shown_by(definition, remove)
    rows = [g for g in shown if g.closes]
    if not remove.between:
        if remove.between_most > 1:
            problem = f"this needs 'between', with one of: {', '.join(BETWEEN)}"
            raise InvalidKeyError("between_most", problem)
        return
    if not rows:
        problem = "this needs a row without gaps: write closes = true in"
        raise InvalidKeyError("between", f"{problem} [{(shown or definition.groups)[0].name}]")
    if others := [g.name for g in shown if not g.closes and not remove.sets]:
        raise InvalidKeyError(
            "from", f"{others[0]!r} is not a row without gaps: closes = true is missing"
        )
    most = max(g.piles for g in rows) - 2
    if most < 1:
        raise InvalidKeyError("between", "this needs a row of at least three piles")
    if remove.between_most > most:
        problem = f"in a row of {most + 2} piles only {count_word(most)} can lie between two others"
        raise InvalidKeyError("between_most", problem)
    if remove.between_most > 2 and any(taken(g) == ENDS for g in shown):
        problem = f"at most two cards may leave play together from piles with take = {ENDS!r}"
        raise InvalidKeyError("between_most", problem)
    if definition.win == WinWay.ALL_OUT_OF_PLAY and not remove.sets:
        problem = (
            "the cards at the ends of a row never lie between others: write win = '2 cards left'"
        )
        raise InvalidKeyError("between", problem)


def _check_touching(remove: Remove, shown: Sequence[Group], sets: Sequence[Set]) -> None:
    """Check that the positions of the piles determine whether two cards touch."""
    if len(shown) != 1:
        raise InvalidKeyError("touching", "'from' must name cards of a single group")
    if remove.touching > shown[0].piles:
        problem = f"{count_word(shown[0].piles)} piles do not fill a row of this length"
        raise InvalidKeyError("touching", problem)
    if any(some.large for some in sets):
        problem = "this needs sets of two cards"
        raise InvalidKeyError("touching", problem)
    if all(len(some.ranks) == 1 for some in sets):
        raise InvalidKeyError("touching", "this has no effect on cards that leave one by one")


def _check_covering(shown: Sequence[Group], sets: Sequence[Set]) -> None:
    """Check that a card can cover its partner in some group whose cards leave play."""
    names = {*COVERS, *references(shown)}
    if not any(isinstance(g.covered_by, list) or g.covered_by in names for g in shown):
        raise InvalidKeyError("covering", "no pile in 'from' is covered by another")
    if all(len(some.ranks) in (1, 3, 4) for some in sets):
        raise InvalidKeyError("covering", "this needs sets of two cards")


def shown_by(definition: Definition, remove: Remove) -> list[Group]:
    """Return the groups whose cards leave play together."""
    return [g for g in definition.groups if {g.name, g.kind} & {*remove.from_}]


def _check_all_leave(sets: Sequence[Set], ranks: Sequence[int]) -> None:
    """Check that every rank of the pack can leave play."""
    for rank in ranks:
        if not any(
            some.word
            or rank in some.ranks
            or some.total - rank in ranks
            or (some.many and _adds_up(some.total - rank, ranks))
            for some in sets
        ):
            problem = f"no {RANK_NAMES[rank - 1]} ever leaves play, but all must leave to win"
            raise InvalidKeyError("sets", problem)


def _check_set(text: str, ranks: Sequence[int]) -> None:
    """Check that a phrase is valid and that the pack has the cards for it."""
    some = parse_set(text)
    if lacking := [rank for rank in some.ranks if rank not in ranks]:
        raise ValueError(f"{text!r} is impossible: the pack has no {RANK_NAMES[lacking[0] - 1]}")
    if some.many:
        if not any(_adds_up(some.total - rank, ranks) for rank in ranks):
            raise ValueError(f"{text!r} is impossible: no cards in the pack add up to it")
    elif some.total and not any(some.total - rank in ranks for rank in ranks):
        raise ValueError(f"{text!r} is impossible: no two cards in the pack add up to it")


def _adds_up(total: int, ranks: Sequence[int]) -> bool:
    """Return whether one or more ranks, possibly repeated, add up to a number."""
    reached = {0}
    for part in range(1, total + 1):
        if any(part - rank in reached for rank in ranks):
            reached.add(part)
    return total > 0 and total in reached


def _mates(some: Set, card: int) -> int:
    """Return the cards that form a pair with a card."""
    mask = 0
    for other in range(CARDS):
        if some.in_suit and suit_of(card) != suit_of(other):
            continue
        ranks = (rank_of(card), rank_of(other))
        if (
            sum(ranks) == some.total
            or (len(some.ranks) == 2 and ranks in {some.ranks, some.ranks[::-1]})
            or (some.word in _BY_RANK and ranks[0] == ranks[1])
            or (some.word in _BY_SUIT and suit_of(card) == suit_of(other))
        ):
            mask |= 1 << other
    return mask


def _beside(word: str, card: int) -> int:
    """Return the cards that match ``card``, so that the cards between the two leave play.

    >>> _beside("same rank", 0) == of_rank(1), _beside("", 0)
    (True, 0)
    """
    mine = suit_of(card)
    if word == "same colour":
        return sum(of_suit(suit) for suit in range(4) if (suit in _RED) == (mine in _RED))
    rank = of_rank(rank_of(card)) if "rank" in word else 0
    return rank | (of_suit(mine) if "suit" in word else 0)


def _of_ranks(sets: Sequence[Set], n: int) -> list[tuple[int, ...]]:
    """Return the sets of ``n`` given ranks, as tuples of the cards possible for each place."""
    return [
        tuple(of_rank(rank) & of_suit(suit) for rank in some.ranks)
        for some in sets
        if len(some.ranks) == n
        for suit in (range(4) if some.in_suit else [-1])
    ]


def _links(words: set[str], card: int) -> int:
    """Return the cards that may leave play together with a card in a set of three or four."""
    rank, suit = of_rank(rank_of(card)), of_suit(suit_of(card))
    if "four different ranks" in words:
        return EVERY_CARD & ~rank
    if "four different suits" in words:
        return EVERY_CARD & ~suit
    linked = words & _LARGE
    return (rank if linked else 0) | (suit if "agreeing" in linked else 0)


def _touching(piles: Piles, remove: Remove) -> list[int]:
    """Return, for each pair of piles, whether their top cards may form a pair."""
    if not remove.touching:
        return [1] * len(piles.of) ** 2
    first = min(p for ref in remove.from_ for p in piles.named(ref))
    at = [divmod(p - first, remove.touching) for p in range(len(piles.of))]
    return [int(max(abs(row - i), abs(place - j)) <= 1) for row, place in at for i, j in at]


def _leave_alone(piles: Piles) -> bool:
    """Return whether cards leave play one by one (:mod:`cadogan.mechanics.single_discard`)."""
    return any(group.leaves for group in piles.definition.of_kind("discard"))


def removal_rules(piles: Piles) -> RemovalRules:
    """Return the compiled rules for cards that leave play together, including their piles."""
    remove = piles.definition.remove or Remove(sets=[])
    sets = [parse_set(text) for text in remove.sets]
    words = {some.word for some in sets}
    trios, quads = _of_ranks(sets, 3), _of_ranks(sets, 4)
    linked = 1 if "agreeing" in words else 2 if words & _LARGE else 0
    total = next((some.total for some in sets if some.many), 0)
    most = 4 if linked or quads or total else 3 if trios else 2
    used = bool(sets or remove.between)
    shown = {*remove.from_} if used else {"tableau"} if _leave_alone(piles) else set()
    return RemovalRules(
        used=int(used),
        piles=[int(bool({g.name, g.kind} & shown)) for g in piles.of],
        ends_leave=int(any(taken(g) == ENDS for g in shown_by(piles.definition, remove))),
        alone=sum(of_rank(some.ranks[0]) for some in sets if len(some.ranks) == 1),
        mates=[reduce(or_, (_mates(some, card) for some in sets), 0) for card in range(CARDS)],
        touching=_touching(piles, remove),
        covering=int(remove.covering),
        linked=linked,
        links=[_links(words, card) for card in range(CARDS)],
        differ=int(bool(words & _DIFFER)),
        set_most=most if sets or not remove.between else 0,
        trios=len(trios),
        trio=[cards for three in trios for cards in three] or [0],
        quads=len(quads),
        quad=[cards for four in quads for cards in four] or [0],
        adds_to=total,
        between=[_beside(remove.between, card) for card in range(CARDS)],
        between_most=remove.between_most if remove.between else 0,
    )
