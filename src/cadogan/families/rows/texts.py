"""What is said of rows: why moves are refused, and their clauses of the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.cards import SUIT_NAMES, SUITS, card_name
from cadogan.families.rows.tables import left_of, starts_of_rows
from cadogan.language.definition import Group
from cadogan.language.words import count_word, rank_word
from cadogan.tables import Tables

__all__ = ["grid_rules", "row_rules", "told_gap", "told_kept", "told_reach"]

_LEFT = {
    1: "behind the cards in order of each row one place is left empty",
    2: "the place at the right end of each row is left empty",
    3: "which places are left empty is drawn by lot as well",
}
_PLACES = {1: "next to it on its left", 2: "second to its left", 3: "third to its left"}


def _reach(group: Group) -> str:
    """Say how far the piles of a row go.

    >>> _reach(Group(kind="tableau", name="t", piles=52, reach=[1, 3]))
    'the pile next to it on its left or the third to its left'
    """
    told = [_PLACES.get(n, f"{count_word(n)} places to its left") for n in sorted(group.reach)]
    return f"the pile {' or the '.join(told)}"


def row_rules(group: Group) -> list[str]:
    """Return the clauses of the rules page on a row."""
    told = [f"a pile goes only on {_reach(group)}"] if group.reach else []
    if group.leftmost:
        told.append(
            "of the piles on which a card fits only the leftmost takes it, and never from its left"
        )
    if group.closes:
        told.append("where a pile has gone the row closes up: all piles to its right move left")
    return told


def _begin(start: str, *, named: bool = True) -> str:
    name = rank_word(start[0])
    if len(start) == 2:
        return f"the {name} of {SUIT_NAMES[SUITS.index(start[1])]}"
    return f"a{'n' * (start in 'A8')} {name}" if named else name


def grid_rules(group: Group) -> list[str]:
    """Return the clauses of the rules page on a grid."""
    starts = starts_of_rows(group)
    rows, row = count_word(len(starts)), count_word(group.row)
    told = [
        (
            f"the places stand in {rows} rows of {row}; each holds one"
            " card at most, and an empty one is a gap"
        ),
        (
            f"a gap takes only the card that is next {group.build} after the card at its left, from"
            " wherever that lies; where there is no such card, or another gap at its left, it takes"
            " none"
        ),
    ]
    if len(set(starts)) == 1:
        return [*told, f"a gap at the left end of a row takes {_begin(starts[0])}"]
    each = ", ".join(_begin(start) for start in starts)
    return [*told, f"a gap at the left end of a row takes, from the first row to the last, {each}"]


def told_kept(T: Tables) -> str:
    """Say what a redeal does that leaves the cards in order."""
    return (
        "the cards that are not in order, from the left end of their row on, may be gathered,"
        f" shuffled and dealt again to the rows; {_LEFT[T.redeal_kept]}"
    )


def told_reach(group: Group) -> str:
    """Say that a pile goes only so far, or that another takes the card."""
    if not group.reach:
        return "Of the piles with such a card only the leftmost takes another, from its right."
    return f"A pile of the row goes only on {_reach(group)}."


def told_gap(group: Group, i: int, card: str, left: Sequence[int]) -> str:
    """Say why a gap of a grid does not take a card.

    Args:
        group: the grid.
        i: the number of the place in it, from 0.
        card: the name of the card.
        left: the cards at its left.
    """
    if not left_of(group, i):
        start = starts_of_rows(group)[i // group.row]
        return f"The {card} may not fill the gap: the left end of this row takes {_begin(start)}."
    if not left:
        return f"The {card} may not fill the gap: at its left there is a gap as well."
    over = card_name(left[-1])
    return f"The {card} may not fill the gap: it is not next {group.build} after the {over}."
