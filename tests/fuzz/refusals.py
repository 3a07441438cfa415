"""Truth of refusals: each sentence is parsed and compared with the position.

``SAID`` lists the kinds of sentences. For each, a function decides from the phrases of the
definition whether the sentence is true. Another function removes the keys that cause the refusal:
the move must then be legal, or another sentence must appear. ``LEFT`` counts sentences that remain
undecided.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from cadogan.core.cards import JOKER, RANK_NAMES, RANKS, SUIT_NAMES, card_text, rank_of, suit_of
from cadogan.core.errors import CadoganError
from cadogan.i18n.grammar import card_name, count_word
from cadogan.model.position import Position
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS, parse_sequence
from cadogan.rules.definition import ranks_dealt
from cadogan.rules.group import Group, group_now
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.text.names import pile_title
from tests.fuzz.checks import CheckError, every_text, loaded
from tests.fuzz.draw import Table
from tests.fuzz.refusals_of_mechanics import OF_MECHANICS

__all__ = ["HELD", "LEFT", "fits", "refusals"]

HELD: Counter[str] = Counter()  # sentences verified as true, by kind
LEFT: Counter[str] = Counter()  # sentences that could not be decided

_FOLLOWS = {"H": "C", "C": "D", "D": "S", "S": "H"}  # in suit rotation


def fits(card: int, top: int, phrase: str, order: tuple[int, ...]) -> bool | None:
    """Return whether a build phrase allows a card on another, or None if the height matters too.

    >>> fits(4, 5, "down in suit", tuple(range(1, 14)))
    True
    """
    if phrase in ("none", "any card"):
        return phrase == "any card"
    if JOKER in (card, top):
        return True
    if phrase == "any lower card":
        return {rank_of(card), rank_of(top)} <= {*order} and order.index(
            rank_of(card)
        ) < order.index(rank_of(top))
    if phrase.endswith(" or same rank"):
        either = fits(card, top, phrase.removesuffix(" or same rank"), order)
        return either or (rank_of(card) == rank_of(top) and rank_of(top) in order)
    if phrase == "same suit or rank":
        return suit_of(card) == suit_of(top) or rank_of(card) == rank_of(top)
    if phrase == "any order in suit":
        return suit_of(card) == suit_of(top) and rank_of(card) != rank_of(top)
    found = re.fullmatch(
        r"(up or down|up then down|up|down|same rank)(?: by (\d))? (.+?)(, wrapping)?(, one way)?",
        phrase,
    )
    assert found, phrase
    direction, by, suits, wraps, _ = found.groups()
    a, b = "CDHS"[suit_of(card)], "CDHS"[suit_of(top)]
    beside = {
        "in suit": a == b,
        "any suit": True,
        "in another suit": a != b,
        "in alternating colours": (a in "DH") != (b in "DH"),
        "in colour": (a in "DH") == (b in "DH"),
        "in suit rotation": a == _FOLLOWS[b],
    }[suits]
    if not beside:
        return False
    if direction == "up then down":
        return None
    if direction == "same rank":
        return rank_of(card) == rank_of(top)
    if rank_of(card) not in order or rank_of(top) not in order:
        return False
    step = order.index(rank_of(card)) - order.index(rank_of(top))
    wanted = [int(by or 1)] if "up" in direction else []
    wanted += [-int(by or 1)] if "down" in direction else []
    return any(step == w or (wraps and (step - w) % len(order) == 0) for w in wanted)


@dataclass(frozen=True)
class Case:
    """Refused move from pile ``a`` to ``b``: ``count`` cards, or the card at ``depth``."""

    position: Position
    a: int
    b: int
    count: int
    depth: int

    @property
    def rules(self) -> CompiledGame:
        """The rules of the game, by pile."""
        return self.position.game.compiled

    @property
    def R(self) -> CompiledRules:
        """The compiled rules of the game."""
        return self.position.game.compiled_rules

    @cached_property
    def source(self) -> Group:
        return self.rules.of[self.a]

    @cached_property
    def target(self) -> Group:
        return self.rules.of[self.b]

    @cached_property
    def now(self) -> Group:
        """The target's group under the rules in force at this position."""
        return self.as_now(self.target)

    @property
    def removes(self) -> bool:
        """True if two cards could leave play by moving one to the other."""
        return self.position.game.definition.remove is not None

    @property
    def filling(self) -> list[str]:
        """The groups that at some time automatically fill empty piles of the target."""
        return [r for f in (self.target.fill, *(t.fill for t in self.target.then)) for r in f or []]

    @cached_property
    def giver(self) -> Group:
        """The source's group under the rules in force at this position."""
        return self.as_now(self.source)

    def as_now(self, group: Group) -> Group:
        """Return a group under the rules in force at this position."""
        return group_now(group, self.holds)

    def cards(self, p: int) -> tuple[int, ...]:
        return self.position.snapshot.piles[p]

    def covered(self, p: int) -> bool:
        """Return whether cards of other piles lie on a pile, by the phrase of its group."""
        rules = self.rules
        group, first = rules.of[p], rules.first[rules.of[p].name]
        by, at = group.covered_by, p - first
        if isinstance(by, list):
            return any(self.cards(first + number - 1) for number in by[at])
        if by == "three peaks":  # rows of 3, 6, 9 and 10
            gap = 0 if at >= 9 else at if at < 3 else (at - 3) // 2
            here = range(0) if at >= 18 else range(2)
            step = 9 if at >= 9 else 6 if at >= 3 else 3
            return any(self.cards(first + at + step + gap + q) for q in here)
        if by == "pyramid":
            row = next(r for r in range(1, 9) if at < r * (r + 1) // 2)
            return any(self.cards(first + q) for q in (at + row, at + row + 1) if q < group.piles)
        return bool(by) and not self.empty(by)

    def loose(self, p: int) -> int:
        return len(self.cards(p)) - self.position.snapshot.down[p]

    @property
    def deep(self) -> int:
        return max(self.count, self.depth)

    @property
    def card(self) -> int:
        """The card that would lie directly on the target."""
        by_top = self.giver.take == "whole pile by its top card"
        return self.cards(self.a)[-1 if by_top else -self.deep]

    def order(self, group: Group) -> tuple[int, ...]:
        return parse_sequence(group.sequence or self.position.game.definition.ranks)

    @property
    def whole(self) -> tuple[int, ...]:
        return self.rules.ranks

    def build(self, p: int, group: Group) -> str:
        if isinstance(group.build, str):
            return group.build
        return group.build[p - self.rules.first[group.name]]

    @property
    def runs(self) -> list[str]:
        """The builds of the runs that can be lifted from the source."""
        run = self.source.run or self.build(self.a, self.giver)
        return run if isinstance(run, list) else [run]

    def named(self, title: str) -> int:
        """Return the pile with a title, or -1."""
        rules = self.rules
        titles = [str(pile_title(rules, p)) for p in range(len(rules.names))]
        low = title[:1].lower() + title[1:]
        return titles.index(low) if low in titles else -1

    def piles_of(self, refs: str) -> list[int]:
        """Return the piles of one or two groups or kinds."""
        some = {*refs.split(" and ")}
        return [p for p, g in enumerate(self.rules.of) if {g.name, g.kind} & some]

    def empty(self, refs: str) -> bool:
        return not any(map(self.cards, self.piles_of(refs)))

    def first(self, group: Group) -> int:
        return self.rules.first[group.name]

    @property
    def kings_lie_low(self) -> bool:
        """True if every king lies face up at the bottom of a tableau pile."""
        kings = [c for c in self.rules.cards if rank_of(c) == 13]
        whole = [p for p in self.piles_of("tableau") if self.loose(p) == len(self.cards(p)) > 0]
        return sorted(kings) == sorted(c for p in whole if rank_of(c := self.cards(p)[0]) == 13)

    def holds(self, condition: str) -> bool:
        """Return whether a condition phrase holds in this position."""
        if condition.startswith("not "):
            return not self.holds(condition.removeprefix("not "))
        R, s = self.R, self.position.snapshot
        if condition.endswith(" empty"):
            return self.empty(condition.removesuffix(" empty"))
        if condition.endswith(" has a space"):
            return not all(map(self.cards, self.piles_of(condition.removesuffix(" has a space"))))
        if condition.endswith(" face down"):
            return not any(
                self.loose(p) for p in self.piles_of(condition.removesuffix(" face down"))
            )
        if condition == "no gaps":
            few = ((p, g.refill_below or g.refill) for p, g in enumerate(self.rules.of) if g.refill)
            return not any(len(self.cards(p)) < least for p, least in few)
        return {
            "first foundation complete": len(self.cards(0)) >= R.accept.full[0],
            "redealt": s.redeals > 0,
            "dealt": s.deals > 0,
            "base chosen": s.base > 0,
            "kings at the bottom": self.kings_lie_low,
            "no redeal left": s.redeals >= R.redeal.times,
            "batch open": 0 < s.counted <= R.round_robin.batch
            and not self.empty("stock and waste"),
            "no deal left": self.empty("stock") or 0 < R.round_robin.deal_times <= s.counted,
        }[condition]


# --- sentences and their conditions ---------------------------------------------------------------


def _as_pattern(clause: str) -> str:
    """Return the pattern of a vocabulary clause, with a capture group for the name."""
    text = re.escape(clause).replace(re.escape("{group:is/are}"), "(?:is|are)")
    return text.replace(re.escape("{group}"), "the (.+)")


# the clauses of conditions, with the phrases that they express
_WAITS = [
    (_as_pattern(clause), sign + word.replace("GROUP", "{}"))
    for word, told in vocabulary.CONDITIONS.items()
    for sign, clause in (("", told.holds), ("not ", told.waits), ("", told.returns))
    if clause
]


def _claimed(tail: str) -> str:
    """Return the conditions that a clause such as "before the stock is empty" asserts, or ""."""
    told = []
    for part in tail.replace(" and the ", " and ").split(", and "):
        some = ((re.fullmatch(pattern, part), condition) for pattern, condition in _WAITS)
        told.append(
            next((condition.format(*found.groups()) for found, condition in some if found), "")
        )
    return ", and ".join(told) if all(told) else ""


def _waits(case: Case, tail: str) -> bool | None:
    claimed = _claimed(tail)
    return all(map(case.holds, claimed.split(", and "))) if claimed else None


_IN_WORDS = {
    "same suit or rank": "with cards of the same suit or rank",
    " or same rank": " or with cards of the same rank",
    "same rank any suit": "with cards of the same rank",
    "same rank": "with cards of the same rank",
    "any lower card": "down by any number of ranks",
    " any suit": " regardless of suit",
    **{
        f"by {n} ": f"by {RANK_NAMES[n - 1]}{'es' if RANK_NAMES[n - 1].endswith('x') else 's'} "
        for n in {build.step for build in BUILDS.values()} - {1}
    },
}


def _in_words(phrase: str) -> str:
    """Return the words that a refusal uses for a build phrase."""
    told = phrase.partition(",")[0]
    for written, words in _IN_WORDS.items():
        told = told.replace(written, words)
    if told.startswith("up then down"):
        return told.replace("up then down", "up") + " and then down again"
    return told


def _used(told: str | None, times: int) -> bool:
    """Return whether words such as "All three" give a number, with None for one."""
    return told == {1: None, 2: "Both"}.get(times, f"All {count_word(times)}")


def _not_built(case: Case, card: str, top: str, phrase: str) -> bool | None:
    """Check that the build phrase is in force and does not allow the card on the other."""
    if not case.cards(case.b) or not case.loose(case.b):
        return False
    on = case.cards(case.b)[-1]
    if (card_name(case.card), card_name(on)) != (card, top):
        return False
    told, phrase = phrase, case.build(case.b, case.now)
    if _in_words(phrase) != told:
        return False
    order, marks, shows = case.order(case.now), case.position.snapshot.mark, case.b
    if case.target.same_way:
        first = case.first(case.target)
        own = range(first, first + case.target.piles)
        shows = next((p for p in own if 0 < marks[p] < len(case.cards(p))), case.b)
    mark = marks[shows]
    if phrase.endswith("one way") and 0 < mark < len(case.cards(shows)):
        below, packed = case.cards(shows)[mark - 1 : mark + 1]
        up = fits(packed, below, phrase.replace("up or down", "up"), order)
        phrase = phrase.replace("up or down", "up" if up else "down")
    fit = fits(case.card, on, phrase, order)
    return None if fit is None else not fit


def _no_route(case: Case, source: str, target: str) -> bool | None:
    """Check that no source that the words may mean ever plays to such a target.

    A move into a space counts as well: a sentence about cards that never go there must mention
    spaces.
    """
    rules, R = case.rules, case.R
    ends = []
    for named, title in ((case.a, source), (case.b, target)):
        kind = [p for p, g in enumerate(rules.of) if g.kind == rules.of[named].kind]
        ends.append([named] if case.named(title) == named else kind)
    return not any(
        R.routes.ways[(phase * R.groups + R.group[a]) * R.groups + R.group[b]]
        for phase in range(1 << R.routes.phase_conditions)
        for a in ends[0]
        for b in ends[1]
    )


def _run(case: Case, number: str, phrase: str) -> bool | None:
    """Check that the top cards are not a run with this build."""
    cards = case.cards(case.a)[-case.count :]
    if number != count_word(case.count) or len(cards) < case.count:
        return False
    ways = [way for way in case.runs if way != "none"]
    if phrase != " or ".join(map(_in_words, ways)):
        return False
    order = case.order(case.source)
    all_fit: list[bool | None] = []
    for way in ways:
        answers = [fits(card, under, way, order) for under, card in pairwise(cards)]
        all_fit.append(None if None in answers else all(answers))
    return None if None in all_fit else not any(all_fit)


def _begins(c: Case, card: str, rank: str) -> bool:
    named = card == card_name(c.card) and RANK_NAMES[rank_of(c.card) - 1] != rank
    return named and not c.cards(c.b)


def _from_only(c: Case, refs: str) -> bool:
    return not c.cards(c.b) and not {*refs.split(" or the ")} & {c.source.name, c.source.kind}


def _begins_otherwise(case: Case, card: str, title: str) -> bool | None:
    start = case.target.start
    if isinstance(start, list):
        start = start[case.b - case.first(case.target)]
    if case.cards(case.b) or case.named(title) != case.b or card != card_name(case.card):
        return False
    if len(start) == 2:
        return card_text(case.card) != start
    at = case.R.accept.indicator[case.b]
    if start == "above the reserve" and case.cards(at) and not case.target.limited_by:
        return fits(case.card, case.cards(at)[-1], "up any suit, wrapping", case.whole) is False
    return False if start == "any card" else None


def _beside(case: Case, step: int) -> Sequence[int] | None:
    """Return the cards on one side of a place in a grid, or None at the end of its row."""
    group, first = case.target, case.first(case.target)
    i = case.b - first
    if group.ring:
        return case.cards(first + (i + step) % group.piles)
    return case.cards(case.b + step) if (i + step) // group.row == i // group.row else None


def _gap_told(case: Case, why: str) -> bool:
    """Return whether every clause about a gap that refuses a card is true."""
    if not case.target.row or case.cards(case.b):
        return False
    order, name = case.order(case.target), card_name
    sides = {"left": _beside(case, -1), "right": _beside(case, 1)}
    first = case.first(case.target)
    after = first + (case.b - first + 1) % case.target.piles
    build = {"left": case.build(case.b, case.now), "right": case.build(after, case.now)}
    clauses = why.split(", and ")
    for clause in clauses:
        if clause.startswith("there is also a gap"):
            true = sides["left" if "left" in clause else "right"] == ()
        elif clause.startswith("the left end of this row takes"):
            true = sides["left"] is None
        elif clause.startswith("only "):
            cards = sides["left"] or []
            true = bool(cards) and clause.endswith(f" comes after the {name(cards[-1])}")
            true = true and not any(fits(x, cards[-1], build["left"], order) for x in range(52))
        elif clause.startswith("it is not next"):
            cards = sides["left"] or []
            true = bool(cards) and clause.endswith(f"after the {name(cards[-1])}")
            true = true and not fits(case.card, cards[-1], build["left"], order)
        else:
            cards = sides["right"] or []
            true = bool(cards) and clause.startswith(f"the {name(cards[-1])} is not next")
            true = true and not fits(cards[-1], case.card, build["right"], order)
        if not true:
            return False
    looks = case.target.space == "either neighbour" and sides["right"] is not None
    return len(clauses) == 1 + looks


def _below_base(case: Case) -> bool:
    """Return whether the card ranks just below the base card; the last rank precedes the first."""
    ranks, base = case.rules.ranks, case.position.snapshot.base
    if not base:
        return False
    place = ranks.index(rank_of(base - 1))
    return rank_of(case.card) == ranks[place - 1]


def _names_others(case: Case, named: str) -> bool:
    """Return whether these are exactly the ranks that the space takes, and not the card's."""
    ranks = vocabulary.space_ranks(case.now.space)
    names = [RANK_NAMES[RANKS.index(letter)] for letter in ranks]
    return re.findall(r"\ban? (\w+)", named) == names and RANKS[rank_of(case.card) - 1] not in ranks


def _only_ranks(case: Case, named: str) -> bool:
    """Return whether an empty pile takes several ranks, exactly those named, but not the card's."""
    return not case.cards(case.b) and _names_others(case, named)


def _only_rank(case: Case, rank: str) -> bool:
    space = case.now.space
    if space == "its own rank":
        rules = case.rules
        dealt = ranks_dealt(rules.definition)
        space = RANKS[dealt[case.b - rules.first[case.target.name]] - 1]
    return (
        not case.cards(case.b)
        and space in RANKS
        and RANK_NAMES[RANKS.index(space)] == rank != RANK_NAMES[rank_of(case.card) - 1]
    )


def _in_order_there(case: Case, title: str) -> bool:
    """Return whether a card in a grid and all cards to its left are in order."""
    grid, first = case.source, case.first(case.source)
    at = case.a - first
    start = at - at % grid.row
    begins = grid.row_start if isinstance(grid.row_start, list) else [grid.row_start] * grid.piles
    before = ""
    for i in range(start, at + 1):
        cards = case.cards(first + i)
        if not cards:
            return False
        word = RANKS[rank_of(cards[0]) - 1] + "CDHS"[suit_of(cards[0])]
        if i == start and not word.startswith(begins[start // grid.row]):
            return False
        if before and not fits(
            cards[0], case.cards(first + i - 1)[0], case.build(first + i, grid), case.order(grid)
        ):
            return False
        before = word
    return case.named(title) == case.a and grid.fixed


def _other_suit(case: Case, title: str, name: str) -> bool:
    """Return whether another foundation shows a suit at the height that the card would have."""
    first, height = case.first(case.target), len(case.cards(case.b))
    others = [case.cards(p) for p in range(first, first + case.target.piles)]
    shown = {suit_of(cards[height]) for cards in others if len(cards) > height}
    there = case.target.same_suits and case.named(title) == case.b
    return there and {SUIT_NAMES[s] for s in shown} == {name} and suit_of(case.card) not in shown


def _not_bare(case: Case, named: str) -> bool:
    """Return whether a bare pile takes only the named ranks, but not the card's."""
    alone = len(case.cards(case.b)) == case.target.keep and case.target.bare
    return bool(alone) and _names_others(case, named)


def _twin(case: Case) -> bool:
    cards = case.cards(case.b)
    rules = case.rules
    same = [q for q in range(case.b) if rules.of[q].name == case.target.name]
    return any(case.cards(q) == cards and rules.owner[q] == rules.owner[case.b] for q in same)


def _carried(case: Case) -> bool:
    free = [g for p, g in enumerate(case.rules.of) if p != case.b and not case.cards(p)]
    cells = sum(g.kind == "cell" for g in free)
    spaces = [g for g in free if g.kind == "tableau" and case.as_now(g).space == "any card"]
    return case.count > cells + 1 and not (spaces and case.count <= (cells + 1))


Truth = Callable[..., bool | None]
Lift = Callable[[Table, Table], object]


def _set(which: int, **keys: object) -> Lift:
    def lift(source: Table, target: Table) -> None:
        group = (source, target)[which]
        for key, value in keys.items():
            if value is None:
                group.pop(key, None)
            else:
                group[key] = value

    return lift


def _any_build(source: Table, target: Table) -> None:
    target["build"] = "any card"
    for key in ("apart", "then"):
        target.pop(key, None)


# kind, sentence, condition for its truth, and how to remove its cause
def _kept(c: Case, title: str, keep: int = 0) -> bool:
    """Return whether the moved card is one of those that its pile must keep."""
    p = c.named(title)
    kept = c.rules.of[p].keep
    deep = c.deep if p == c.a else 1  # the top card, which leaves play together with the other
    if p != c.a and not (c.removes and p == c.b):
        return False
    return keep in (0, kept) and deep > len(c.cards(p)) - kept


def _between(c: Case, first: int, many: int) -> bool:
    """Return whether `many` top cards, starting at a pile, lie in a row between two that match."""
    of, remove = c.rules.of, c.position.game.definition.remove
    before, after = first - 1, first + many
    if remove is None or not 0 <= before < after < len(of) or many > remove.between_most:
        return False
    if {of[p].name for p in (before, after)} != {of[first].name} or not of[first].closes:
        return False
    if not (c.cards(before) and c.cards(after)):
        return False
    one, two = (card_text(c.cards(p)[-1]) for p in (before, after))
    suits, red = {one[1], two[1]}, {"D", "H"}
    return {
        "": False,
        "same suit": len(suits) == 1,
        "same rank": one[0] == two[0],
        "same suit or rank": len(suits) == 1 or one[0] == two[0],
        "same colour": suits <= red or not suits & red,
    }[remove.between]


def _pair_leaves(c: Case) -> bool:
    """Return whether the top cards of two piles may leave play together, by the phrases."""
    remove = c.position.game.definition.remove
    cards = (c.cards(c.a)[-1], c.cards(c.b)[-1])
    if abs(c.a - c.b) == 1 and _between(c, min(c.a, c.b), 2):
        return True
    ranks, suits = [rank_of(x) for x in cards], [suit_of(x) for x in cards]
    for text in remove.sets if remove else []:
        plain = text.removesuffix(" in suit")
        if plain != text and suits[0] != suits[1]:
            continue
        alike = {
            "same rank": ranks[0] == ranks[1],
            "same suit": suits[0] == suits[1],
            "agreeing": ranks[0] == ranks[1] or suits[0] == suits[1],
        }
        letters = sorted(RANKS[rank - 1] for rank in ranks)
        if alike.get(plain) or plain == str(sum(ranks)) or sorted(plain.split()) == letters:
            return True
    return False


def _touch(c: Case) -> bool:
    """Return whether two piles are neighbours, in rows of the length that the game defines."""
    remove, first = c.rules.definition.remove, c.piles_of("tableau")[0]
    row = remove.touching if remove else 0
    (y, x), (v, u) = divmod(c.a - first, row), divmod(c.b - first, row)
    return (x - u) ** 2 <= 1 and (y - v) ** 2 <= 1


SAID: list[tuple[str, str, Truth, Lift | None]] = [
    ("covered", r"Cards from other piles lie on ([^:]+)\.",
     lambda c, title: c.named(title) in (c.a, c.b) and c.covered(c.named(title)),
     lambda *groups: [group.pop("covered_by", None) for group in groups]),
    ("covered there", r"Cards from other piles lie on {b}: no card goes there\.",
     lambda c: c.covered(c.b), _set(1, covered_by=None)),
    ("no match", r"The ([^,]+) and the ([^,]+) cannot leave play together; .+ can\.",
     lambda c, one, two: {card_name(c.cards(p)[-1]) for p in (c.a, c.b)} == {one, two}
     and not _pair_leaves(c), None),
    ("not touching", r"The ([^,]+) and the ([^,]+) do not touch: two cards leave play .+\.",
     lambda c, one, two: {card_name(c.cards(p)[-1]) for p in (c.a, c.b)} == {one, two}
     and _pair_leaves(c) and not _touch(c), None),
    ("alone not between", r"The ([^,]+) does not lie between two cards of the same .+\.",
     lambda c, one: card_name(c.cards(c.a)[-1]) == one and not _between(c, c.a, 1), None),
    ("not between", r"The ([^,]+) and the ([^,]+) do not lie between two cards of the same .+\.",
     lambda c, one, two: {card_name(c.cards(p)[-1]) for p in (c.a, c.b)} == {one, two}
     and not _pair_leaves(c), None),
    ("not side by side", r"Only cards side by side leave play together\.",
     lambda c: abs(c.a - c.b) > 1, None),
    ("leaves singly", r"Cards leave play one at a time\.", lambda c: c.a != c.b, None),
    ("none leaves", r"No card leaves play from (.+)\.",
     lambda c, title: c.named(title) in (c.a, c.b), None),
    ("same pile", r"(The .+|The cards) already lies? on (.+)\.",
     lambda c, _, title: c.a == c.b == c.named(title), None),
    ("no card", r"There is no card on (.+)\.",
     lambda c, title: c.named(title) in (c.a, c.b if c.removes else c.a)
     and not c.cards(c.named(title)), None),
    ("nothing taken", r"Nothing may be taken from {a}\.",
     lambda c: c.giver.take == "none", _set(0, take="any card")),
    ("only leaves play", r"Cards from {a} do not go to other piles: they only leave play\.",
     lambda c: c.giver.take == "none", _set(0, take="any card")),
    ("buried waits", r"You cannot draw a buried card .+? ((?:before|once|while|when|after) .+)\.",
     _waits, None),
    ("ends only", r"Only the top card and the bottom card of {a} may be taken\.",
     lambda c: c.giver.take == "top or bottom card" and 1 < c.deep < len(c.cards(c.a)),
     _set(0, take="any card")),
    ("buried", r"You cannot draw a buried card from {a}\.", lambda c: c.depth > 1, None),
    ("only one", r"There is only one card on {a}\.",
     lambda c: len(c.cards(c.a)) == 1 < c.deep, None),
    ("only some", r"There are only (\w+) cards on {a}\.",
     lambda c, n: n == count_word(len(c.cards(c.a))) and len(c.cards(c.a)) < c.deep, None),
    ("one at a time from", r"Cards are moved one at a time from (.+)\.",
     lambda c, _: c.count > 1 and (c.giver.take in ("top card", "any card", "top or bottom card")
     or c.runs == ["none"]), _set(0, take="block")),
    ("bottom stays", r"The bottom card of (.+) stays there\.",
     lambda c, title: _kept(c, title, 1), _set(0, keep=None)),
    ("bottom stay", r"The bottom (\w+) cards of (.+) stay there\.",
     lambda c, n, title: n == count_word(c.rules.of[c.named(title)].keep)
     and _kept(c, title), _set(0, keep=None)),
    ("fixed",
     r"The card on (.+) and all the cards to its left are in order, so it may not be moved\.",
     _in_order_there, None),
    ("other suit", r"The .+ may not go to (.+): the others have (.+) at this height\.", _other_suit,
     None),
    ("face down", r"The cards on (.+) lie face down\.",
     lambda c, title: c.named(title) in (c.a, c.b if c.removes else c.a)
     and c.loose(c.named(title)) == 0, None),
    ("rest face down", r"Only (\w+) of the cards on {a} may be taken; the rest lie face down\.",
     lambda c, n: n == count_word(c.loose(c.a)) and c.deep > c.loose(c.a) >= 0, None),
    ("some face up", r"Only (\w+) of the cards on {a} lies? face up\.",
     lambda c, n: n == count_word(c.loose(c.a)) and c.deep > c.loose(c.a) > 0, None),
    ("whole only", r"Only the whole pile may be taken from {a}\.",
     lambda c: c.giver.take.startswith("whole pile") and c.count < c.loose(c.a),
     _set(0, take="block")),
    ("top or whole only", r"Only the top card or the whole pile may be taken from {a}\.",
     lambda c: c.giver.take == "top card or whole pile" and 1 < c.count < c.loose(c.a),
     _set(0, take="block")),
    ("no run", r"The top (\w+) cards of .+ are not a run built (.+)\.", _run,
     _set(0, take="block")),
    ("no run past its end", r"The top (\w+) cards of .+ are not a run: an? (\w+) ends a run\.",
     lambda c, n, rank: n == count_word(c.count) and c.giver.ends != ""
     and any(RANK_NAMES[rank_of(x) - 1] == rank for x in c.cards(c.a)[-c.count : -1]),
     _set(0, ends=None)),
    ("keep their cards", r"Cards on foundations stay there\.",
     lambda c: c.source.kind == "foundation" and not c.as_now(c.source).to,
     _set(0, then=None, to=["foundation", "tableau", "reserve", "cell", "waste"])),
    ("complete", r"{b} is complete\.",
     lambda c: c.target.kind == "foundation" and len(c.cards(c.b)) >= c.R.accept.full[c.b], None),
    ("stock by hand", r"You cannot move a card to the stock\.",
     lambda c: c.target.kind == "stock", None),
    ("cell taken", r"{b} already holds a card\.",
     lambda c: c.target.kind == "cell" and bool(c.cards(c.b)), None),
    ("no building", r"There is no building on .+\.",
     lambda c: bool(c.cards(c.b)) and c.build(c.b, c.now) == "none", _any_build),
    ("dealt there", r"Only a deal moves cards from the stock to {b}\.",
     lambda c: c.source.kind == "stock" and c.b in range(c.R.deal.first, c.R.deal.end), None),
    ("no route", r"Cards from (.+) may not go to (the [a-z.]+|[a-z ]+\d+)\.", _no_route, None),
    ("waits", r"Cards from .+ may not go to .+? ((?:before|once|while|when|after) .+)\.", _waits,
     None),
    ("filled from", r"An empty .+ (?:is|may be) filled only from the (.+)\.", _from_only,
     _set(1, space_from=None, fill=None, fill_cards=None, space_in_turn=None, then=None)),
    ("not by hand", r"Cards from .+ fill an empty .+ automatically, not by hand\.",
     lambda c: not c.cards(c.b) and bool({c.source.name, c.source.kind} & {*c.filling}), None),
    ("only where empty", r"Cards from .+ may go to .+ only if it is empty\.",
     lambda c: bool(c.cards(c.b)), None),
    ("refill only", r"Gaps in .+ are filled only by a refill from the stock\.",
     lambda c: not c.cards(c.b) and c.now.space == "none" and c.target.refill > 0,
     _set(1, space="any card", then=None)),
    ("never filled", r"An empty pile of .+ is never filled\.",
     lambda c: not c.cards(c.b) and c.now.space == "none" and not c.now.fill,
     _set(1, space="any card", then=None)),
    ("may not fill", r"Cards from .+ may not fill an empty (?:cell|foundation|waste|[a-z]+ pile)\.",
     lambda c: not c.cards(c.b), None),
    ("runs to spaces", r"Only an empty pile takes a run; on other cards, move one at a time\.",
     lambda c: c.count > 1 and c.giver.take == "top card, runs to spaces" and c.cards(c.b),
     _set(0, take="block")),
    ("part of a run", r"Only the whole run may be moved from {a}: the (.+) under it could .*\.",
     lambda c, card: c.giver.take == "run, whole or freeing a card"
     and card == card_name(c.cards(c.a)[-c.count - 1]), _set(0, take="run")),
    ("one at a time to", r"Cards go to .+ one at a time\.", lambda c: c.count > 1, None),
    ("holds no more", r"{b} cannot hold more cards\.",
     lambda c: c.target.most > 0 and len(c.cards(c.b)) + c.count > c.target.most,
     _set(1, most=None)),
    ("too short", r"A pile with fewer than (\w+) cards may not be built on; {b} has (\w+)\.",
     lambda c, least, n: least == count_word(c.target.least) and n == count_word(len(c.cards(c.b)))
     and 0 < len(c.cards(c.b)) < c.target.least, _set(1, least=None)),
    ("equal beside", r"An equal card lies next to it on .+: take that card instead\.",
     lambda c: c.deep > 1 and c.cards(c.a)[-c.deep] == c.cards(c.a)[-c.deep + 1], None),
    ("twin", r"{b} is equivalent to an earlier pile: use the earlier one first\.",
     _twin, None),
    ("carry", r"There are not enough free cells and empty piles to move (\w+) cards\.",
     lambda c, n: n == count_word(c.count) and _carried(c), _set(0, take="run")),
    ("row above", r"The .+ may not go to .+, which takes only its own suit and ranks .+ shows\.",
     lambda c: suit_of(c.cards(c.b)[-1]) != suit_of(c.card)
     or rank_of(c.card) not in map(rank_of, c.cards(c.b - 1) if c.b else ()), None),
    ("takes none", r"The .+ may not go on the .+: .+ takes? no cards by building\.",
     lambda c: c.build(c.b, c.now) == "none", _any_build),
    ("any order", r"The .+ may not go on the .+: .+ filled in suit, in any order\.",
     lambda c: not fits(c.card, c.cards(c.b)[-1], "any order in suit", ()), _any_build),
    ("lower only", r"The .+ may not go on the .+: .+ built down by any number of ranks\.",
     lambda c: not fits(c.card, c.cards(c.b)[-1], "any lower card", c.order(c.now)), _any_build),
    ("built", r"The (.+) may not go on the (.+): .+ (?:is|are) built (.+?)(?:, and all .+)?\.",
     _not_built, _any_build),
    ("on face down", r"The top card of {b} is face down: no card goes on it\.",
     lambda c: bool(c.cards(c.b)) and not c.loose(c.b), None),
    ("whole run", r"A foundation takes only a whole (?:run|set) of .+\.",
     lambda c: bool(c.target.whole), None),
    ("too far", r"A pile in the row may be moved only onto the pile .+\.",
     lambda c: c.a - c.b not in c.source.reach, _set(0, reach=[])),
    ("not leftmost", r"If a card fits on several piles, it may go only to the leftmost, .+\.",
     lambda c: c.target.leftmost and any(
     q == c.a or fits(c.card, c.cards(q)[-1], c.build(q, c.now), c.order(c.target))
     for q in range(c.first(c.target), c.b) if q == c.a or c.cards(q)),
     _set(1, leftmost=None)),
    ("gap", r"The .+ may not fill the gap: (.+)\.", _gap_told, None),
    ("bare takes", r"The .+ may not go on the .+: only (an? \w+(?: or an? \w+)?) may\.", _not_bare,
     _set(1, space="any card", then=None)),
    ("only base rank", r"The .+ may not fill the empty pile: only a card of the base rank may\.",
     lambda c: not c.cards(c.b) and c.now.space == "base rank" and (not c.position.snapshot.base
     or rank_of(c.card) != rank_of(c.position.snapshot.base - 1)),
     _set(1, space="any card", then=None)),
    ("only below base",
     r"The .+ may not fill the empty pile: only a card one rank below the base rank may\.",
     lambda c: not c.cards(c.b) and c.now.space == "one below the base rank" and not _below_base(c),
     _set(1, space="any card", then=None)),
    ("only ranks", r"The .+ may not fill the empty pile: only (an? \w+ or an? \w+) may\.",
     _only_ranks, _set(1, space="any card", then=None)),
    ("only rank", r"The .+ may not fill the empty pile: only an? (\w+) may\.", _only_rank,
     _set(1, space="any card", then=None)),
    ("owned", r"{b} takes only (clubs|diamonds|hearts|spades)\.",
     lambda c, suit: SUIT_NAMES[suit_of(c.card)] != suit, None),
    ("row still empty", r"Rows must be begun in order, and the row above is still empty\.",
     lambda c: not c.cards(c.b - 1), None),
    ("begins from", r"Only cards from the (.+) may begin {b}\.",
     _from_only, _set(1, space_from=None, then=None)),
    ("never begins", r"Cards from .+ may not begin {b}\.", lambda c: not c.cards(c.b), None),
    ("waits for a pile", r"You cannot begin {b} while (.+) is empty\.",
     lambda c, waited: not c.cards(c.named(waited)), _set(1, awaits=None)),
    ("begins, each", r"The (.+) may not begin .+: each foundation begins with an? (.+)\.",
     lambda c, card, rank: rank == "chosen card" or _begins(c, card, rank), None),
    ("begins", r"The (.+) may not begin .+: it begins with an? (.+)\.", _begins, None),
    ("begins below", r"The .+ may not begin .+: the row above does not show its rank\.",
     lambda c: bool(c.cards(c.b - 1))
     and rank_of(c.card) not in {rank_of(x) for x in c.cards(c.b - 1)}, None),
    ("begins with a card", r"The (.+) may not begin (.+): it begins with the (.+)\.",
     lambda c, card, title, first: first != card and _begins_otherwise(c, card, title), None),
    ("begins otherwise", r"The (.+) may not begin (.+)\.", _begins_otherwise, None),
    ("dealt elsewhere", r"The next deal does not go to the waste, but to other piles\.",
     lambda c: c.target.kind == "waste" and any( m.kind == "deal"
     and not m.target for m in c.position.legal_moves), None),
    ("turns", r"The stock turns (\w+) cards? at a time\.",
     lambda c, n: any(m.kind == "deal" and count_word(m.count) == n for m in c.position.legal_moves)
     and (count_word(c.count) != n or c.depth > 1), None),
    ("no deal", r"No cards are dealt from a stock in Fuzz\.", lambda c: not c.R.deal.cards, None),
    ("no refill", r"There is no refilling in Fuzz\.",
     lambda c: not any(g.refill for g in c.position.game.definition.groups), None),
    ("stock empty", r"The stock is empty\.", lambda c: c.empty("stock"), None),
    ("no gaps", r"There are no gaps to refill\.", lambda c: c.holds("no gaps"), None),
    ("deal waits", r"No cards may be dealt from the stock (.+)\.", _waits, None),
    ("no redeal", r"There is no redeal in Fuzz\.", lambda c: c.R.redeal.times == 0, None),
    ("redeal waits", r"There is no redeal (.+)\.", _waits, None),
    ("redeals used", r"(?:(All \w+|Both) redeals have been used|The only redeal has been used)\.",
     lambda c, n: c.holds("no redeal left") and _used(n, c.position.snapshot.redeals), None),
    ("stock left", r"The stock is not empty\.", lambda c: not c.empty("stock"), None),
    ("nothing moves up", r"No card can move up, and no empty pile can be filled\.",
     lambda c: c.empty("stock")
     or all( c.cards(p) for p, g in enumerate(c.rules.of) if g.kind == "tableau"),
     None),
    ("nothing to redeal", r"There are no cards to redeal\.",
     lambda c: c.empty(c.position.game.definition.redeal.from_), None),
    *OF_MECHANICS,
    ("no shift", r"There is no shift in Fuzz\.", lambda c: c.R.shift.times == 0, None),
    ("shifts used", r"(?:(All \w+|Both) shifts have been used|The only shift has been used)\.",
     lambda c, n: c.position.snapshot.shifts >= c.R.shift.times
     and _used(n, c.position.snapshot.shifts), None),
]  # fmt: skip


_MOVE = re.compile(r"([a-z]\d*)(?:@(\d+))?-([a-z]\d*)(?:x(\d+))?")


def refusals(table: Table, position: Position, rng: random.Random) -> None:
    """Verify a sample of the refusals in a position, and remove the cause of two."""
    asked = every_text(position)
    said: dict[str, list[tuple[str, str]]] = {}
    for text in rng.sample(asked, min(len(asked), 60)):
        sentence = position.why_not(text)
        if sentence is not None:
            kind = next((k for k, p, _, _ in SAID if _matched(p, sentence)), "")
            said.setdefault(kind or sentence, []).append((text, sentence))
    for kind, some in said.items():
        entry = next((entry for entry in SAID if entry[0] == kind), None)
        if entry is None:
            LEFT[re.sub(r"\b(\w+ of \w+|[a-z]+ pile \d+|\d+)\b", "_", kind)] += len(some)
            continue
        for text, sentence in some:
            _hold(entry, position, text, sentence)
    lifted = [(k, some[0]) for k, some in said.items() if any(e[0] == k for e in SAID)]
    for kind, (text, sentence) in rng.sample(lifted, min(2, len(lifted))):
        _lift(table, kind, position, text, sentence)


_TITLE = r"[Tt]he [a-z]+|\\w+(?: pile)? \\d+"  # the title of a pile


def _matched(pattern: str, sentence: str) -> re.Match[str] | None:
    """Match a sentence with a pattern, in which {a} and {b} stand for the piles of the move."""
    return re.fullmatch(re.sub(r"\{([ab])\}", rf"(?P<\1>{_TITLE})", pattern), sentence)


def _case(position: Position, text: str, sentence: str = "") -> Case:
    names = position.game.pile_names
    if {*text} & {*"+="}:  # the pile that the sentence names comes first
        rules = position.game.compiled
        piles = sorted(
            (names.index(name) for name in re.split("[+=]", text)),
            key=lambda p: not re.search(rf"{pile_title(rules, p)}\b", sentence),
        )
        return Case(position, piles[0], piles[1], 1, 1)
    found = _MOVE.fullmatch(text)
    if found is None:
        return Case(position, 0, 0, 0, 0)
    a, depth, b, count = found.groups()
    return Case(position, names.index(a), names.index(b), int(count or 1), int(depth or 1))


def _hold(
    entry: tuple[str, str, Truth, Lift | None], position: Position, text: str, sentence: str
) -> None:
    kind, pattern, truth, _ = entry
    found, case = _matched(pattern, sentence), _case(position, text, sentence)
    assert found
    titles, at = found.groupdict(), found.re.groupindex.values()
    rest = [part for i, part in enumerate(found.groups(), 1) if i not in at]
    named = all(case.named(title) == getattr(case, pile) for pile, title in titles.items())
    answer = named and truth(case, *rest)
    if answer is None:
        LEFT[kind] += 1
    elif answer:
        HELD[kind] += 1
    else:
        where = f"{text}: {sentence} at {position.to_line()}"
        raise CheckError(f"an untrue refusal: {kind}", where)


def _lift(table: Table, kind: str, position: Position, text: str, sentence: str) -> None:
    """Remove the cause that a sentence names: the move is then legal, or a new sentence appears."""
    case = _case(position, text, sentence)
    lift = next(entry[3] for entry in SAID if entry[0] == kind)
    other = copy.deepcopy(table)
    if kind in ("waits", "deal waits", "redeal waits"):
        tail = next(w for w in re.finditer(r"(before|once|while|when|after) .+(?=\.)", sentence))[0]
        if not _without(other, _claimed(tail), case, kind):
            return
    elif lift is None:
        return
    else:
        lift(_group(other, case.source.name), _group(other, case.target.name))
    try:
        again = loaded(other).parse(position.to_line())
        after = again.why_not(text)
    except CadoganError:
        return  # the definition is invalid with the key removed
    if after == sentence:
        raise CheckError(f"lifted in vain: {kind}", f"{text}: {sentence} at {position.to_line()}")
    HELD[f"{kind}, lifted"] += 1


def _group(table: Table, name: str) -> Table:
    kind, _, part = name.partition(".")
    found: Table = table[kind][part] if part else table[kind]
    return found


def _without(table: Table, claimed: str, case: Case, kind: str) -> bool:
    """Apply the rules that depend on the named conditions as if these had changed."""
    waited = {part.removeprefix("not ") for part in claimed.split(", and ")}
    if kind in ("deal waits", "redeal waits"):
        place = table["stock" if kind == "deal waits" else "redeal"]
        return str(place.pop("when", "-")).removeprefix("not ") in waited
    dropped = False
    for name in {case.source.name, case.target.name}:
        place = _group(table, name)
        thens = place.pop("then", [])
        for then in thens if isinstance(thens, list) else [thens]:
            if then["when"].removeprefix("not ") not in waited:
                place.setdefault("then", []).append(then)
                continue
            dropped = True
            if then["when"] not in claimed.split(", and "):  # this condition is assumed to hold
                place.update({k: v for k, v in then.items() if k != "when"})
        if place.pop("space_in_turn", False):
            place.pop("space_from", None)
            dropped = True
    return dropped
