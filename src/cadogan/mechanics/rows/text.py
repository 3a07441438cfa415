"""Wording for rows: refusals of moves, and clauses for the rules page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from cadogan.core.cards import RANKS, SUITS
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import a, card_name, listed, number, rank_of_letter, the
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.rows.compile import starts_of_rows
from cadogan.rules.build_names import as_told
from cadogan.rules.builds import build_mask, parse_build, parse_sequence
from cadogan.rules.group import Group
from cadogan.rules.vocabulary import NEIGHBOURS
from cadogan.state.compiled import CompiledRules

_LEFT = {
    1: msgid("in each row one place is left empty, immediately after the cards that are in order"),
    2: msgid("the place at the right-hand end of each row is left empty"),
    3: msgid("the places left empty are random as well"),
}
_PLACES = {
    1: msgid("immediately to its left"),
    2: msgid("second to its left"),
    3: msgid("third to its left"),
}


def _reach(group: Group) -> str:
    """Explain how far the piles of a row may move.

    >>> _reach(Group(kind="tableau", name="t", piles=52, reach=[1, 3]))
    'the pile immediately to its left or the third to its left'
    """
    places = [
        translate(_PLACES[n]) if n in _PLACES else translate("{n} places to its left", n=number(n))
        for n in sorted(group.reach)
    ]
    return reduce(
        lambda one, two: translate("{one} or the {two}", one=one, two=two),
        places[1:],
        translate("the pile {there}", there=places[0]),
    )


def row_rules(group: Group) -> list[str]:
    """Return the clauses about a row for the rules page."""
    clauses = (
        [translate("a pile may be moved only onto {there}", there=_reach(group))]
        if group.reach
        else []
    )
    if group.leftmost:
        clauses.append(
            translate(
                "a card moves only to the left; if it fits on several piles, it may go only to"
                " the leftmost"
            )
        )
    if group.closes:
        clauses.append(
            translate("when a pile is gone, the row closes up: all piles to its right move left")
        )
    return clauses


def _begin(start: str) -> Phrase:
    if len(start) == 2:
        return the(card_name(SUITS.index(start[1]) * 13 + RANKS.index(start[0])))
    return a(rank_of_letter(start))


def grid_rules(group: Group) -> list[str]:
    """Return the clauses about a grid for the rules page."""
    starts = starts_of_rows(group)
    places = translate(
        "the places form {rows} rows of {row}; each holds one card at most, and an empty one is a"
        " gap",
        rows=number(len(starts)),
        row=number(group.row),
    )
    if group.ring or group.space != NEIGHBOURS[0]:
        clauses = _both_ways(group, starts)
    else:
        text = msgid(
            "the only card that may fill a gap is the one next in order ({how}) after the card"
            " to the left of the gap. That card may come from any place. If there is no such"
            " card, or if the place to the left is also a gap, the gap cannot be filled"
        )
        clauses = [translate(text, how=_next(group)), _at_left_ends(starts)]
    if group.fixed:
        text = msgid(
            "once a card and all the cards to its left are in order, it may not be moved again"
        )
        clauses.append(translate(text))
    return [places, *clauses]


def explain_fixed(here: Phrase) -> str:
    """State that a card in order stays in its place."""
    return translate(
        "The card on {pile} and all the cards to its left are in order, so it may not be moved.",
        pile=here,
    )


def _at_left_ends(starts: Sequence[str]) -> str:
    """Explain which cards go to gaps at the left ends of rows."""
    if len(set(starts)) == 1:
        text = msgid("a gap at the left end of a row takes {card}")
        return translate(text, card=_begin(starts[0]))
    text = msgid(
        "the gaps at the left ends of the rows take, from the first row to the last, {cards}"
    )
    return translate(text, cards=listed(map(_begin, starts)))


def _both_ways(group: Group, starts: Sequence[str]) -> list[str]:
    """Explain which cards go to gaps in a ring, or in a grid where both neighbours matter."""
    text = msgid(
        "a gap may be filled with the card next in order ({how}) after the card to the left of"
        " the gap. That card may come from any place"
    )
    clauses = [translate(text, how=_next(group))]
    if group.ring:
        text = msgid(
            "the rows form one ring: after the right-hand end of a row comes the next row, and"
            " after the last place the first"
        )
        clauses.insert(0, translate(text))
        text = msgid("if no card can follow the one to its left, a gap may be filled with {card}")
        clauses.append(translate(text, card=_begin(starts[0])))
    else:
        clauses.append(_at_left_ends(starts))
    if group.space == NEIGHBOURS[0]:
        return [*clauses, translate("a gap with another gap to its left cannot be filled")]
    text = msgid(
        "a gap may also be filled with a card that the card to its right follows in order ({how})"
    )
    return [*clauses, translate(text, how=_next(group))]


def _next(group: Group) -> str:
    """State the build by which a card follows the card to its left."""
    builds = [group.build] if isinstance(group.build, str) else group.build
    return listed(dict.fromkeys(map(as_told, builds)), "or")


def explain_kept(R: CompiledRules) -> str:
    """Explain a redeal during which the cards in order stay in place."""
    return translate(
        "the cards that are not in order from the left end of their row may be gathered, shuffled"
        " and dealt again to the rows; {left}",
        left=translate(_LEFT[R.rows.redeal_kept]),
    )


def explain_reach(group: Group) -> str:
    """State that a pile cannot move that far, or that another pile takes the card."""
    if not group.reach:
        return translate(
            "If a card fits on several piles, it may go only to the leftmost, and only from a"
            " pile to the right of that one."
        )
    return translate("A pile in the row may be moved only onto {there}.", there=_reach(group))


def explain_gap(
    group: Group,
    i: int,
    card: Phrase,
    beside: Sequence[Sequence[int] | None],
    ranks: tuple[int, ...],
) -> str:
    """Explain why a gap of a grid does not take a card.

    Args:
        group: the grid.
        i: the index of the gap in its group.
        card: the name of the card that was refused.
        beside: the cards to the left and right of the gap; None at a left end, or if the right side
            does not matter.
        ranks: the ranks of the pack in order.
    """
    left, right = beside
    why = _not_behind(group, i, left, ranks)
    if right is not None:
        there = translate("there is also a gap to its right")
        if right:
            text = msgid("the {right} is not next in order ({how}) after it")
            there = translate(text, right=card_name(right[-1]), how=_next(group))
        why = translate("{one}, and {two}", one=why, two=there)
    return translate("The {card} may not fill the gap: {why}.", card=card, why=why)


def _not_behind(group: Group, i: int, left: Sequence[int] | None, ranks: tuple[int, ...]) -> str:
    """Explain why a card cannot follow the card to the left of a gap."""
    if left is None:
        start = starts_of_rows(group)[i // group.row]
        return translate("the left end of this row takes {start}", start=_begin(start))
    if not left:
        return translate("there is also a gap to its left")
    text = group.build if isinstance(group.build, str) else group.build[i]
    order = parse_sequence(group.sequence) if group.sequence else ranks
    if group.ring and not build_mask(parse_build(text), left[-1], order):
        start = starts_of_rows(group)[0]
        text = msgid("only {start} comes after the {left}")
        return translate(text, left=card_name(left[-1]), start=_begin(start))
    text = msgid("it is not next in order ({how}) after the {left}")
    return translate(text, how=_next(group), left=card_name(left[-1]))
