"""What the keys of the families mean in integers, and which of them contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.counting.compile import check_counting, counting_fields
from cadogan.mechanics.exchange.compile import check_exchange, exchange_fields
from cadogan.mechanics.jokers.compile import check_jokers
from cadogan.mechanics.overlap.compile import check_covers, cover_fields
from cadogan.mechanics.paired_start.compile import check_paired_start, paired_start_fields
from cadogan.mechanics.removal.compile import check_removal, removal_fields
from cadogan.mechanics.reversal.compile import check_reversal, reversal_fields
from cadogan.mechanics.round_robin.compile import (
    check_falls,
    check_kings,
    check_rotation,
    check_turns,
    rotation_fields,
)
from cadogan.mechanics.rows.compile import (
    BY_TOP,
    ENDS,
    FREEING,
    TO_SPACES,
    check_closes,
    check_drawing,
    check_grid,
    check_in_order,
    check_leftmost,
    check_reach,
    check_redeal,
    row_fields,
    row_piles,
)
from cadogan.mechanics.score.compile import check_score, score_fields
from cadogan.mechanics.shuttles.compile import check_aside, check_shuttles, shuttle_fields
from cadogan.mechanics.single_discard.compile import check_discards, check_stay, discard_fields
from cadogan.mechanics.skipping.compile import check_skips, skip_fields
from cadogan.mechanics.weaving.compile import check_weave, weaving_fields
from cadogan.mechanics.whole_runs.compile import check_in_built_runs, check_whole, whole_fields
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group, ever, references
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Face, Hands, RedealFrom, Space, SuitRule, WinWay
from cadogan.rules.vocabulary import cards_left, parse_stock_deal

__all__ = ["CHECKS", "deals_to_foundations", "mechanic_fields", "overlap_classes", "placed_piles"]


def _check_stock(definition: Definition) -> None:
    check_turns(definition)
    check_skips(definition)
    check_reversal(definition)


def _check_foundations(definition: Definition) -> None:
    check_shuttles(definition)
    check_aside(definition)
    check_falls(definition)
    check_paired_start(definition)
    _check_same_way(definition)
    _check_same_suits(definition)
    _check_lines(definition)


def _check_same_way(definition: Definition) -> None:
    for group in definition.of_kind("foundation"):
        if not group.same_way:
            continue
        key = group.within("same_way")
        if not isinstance(group.build, str) or not parse_build(group.build).one_way:
            raise InvalidKeyError(
                key, "such foundations are built 'up or down ..., one way', all alike"
            )
        _check_several(group, key)


def _check_same_suits(definition: Definition) -> None:
    for group in definition.of_kind("foundation"):
        if not group.same_suits:
            continue
        key = group.within("same_suits")
        builds = [group.build] if isinstance(group.build, str) else group.build
        if any(
            parse_build(build).suits in (SuitRule.IN_SUIT, SuitRule.IN_SUIT_ROTATION)
            for build in builds
        ):
            raise InvalidKeyError(key, "foundations that are built by suit are each of another")
        if group.deal or group.placed:
            raise InvalidKeyError(
                key, "cards that are dealt to foundations need not be of one suit"
            )
        _check_several(group, key)


def _check_lines(definition: Definition) -> None:
    suits = len(definition.suits.split())
    for group in definition.of_kind("foundation"):
        if not group.in_lines:
            continue
        key = group.within("in_lines")
        if isinstance(group.start, list) or group.start not in RANKS:
            raise InvalidKeyError(
                key, "such foundations all begin with one rank: write start = 'A'"
            )
        if not isinstance(group.build, str) or parse_build(group.build).suits != SuitRule.IN_SUIT:
            raise InvalidKeyError(key, "such foundations are built in suit, all alike")
        if group.deal or group.placed:
            raise InvalidKeyError(key, "cards that are dealt to foundations need not come in order")
        for other in ("limited_by", "awaits", "goal", "paired", "opens"):
            if getattr(group, other):
                raise InvalidKeyError(key, f"this does not agree with {other!r}")
        if group.piles != suits:
            told = f"{group.piles} piles for {suits} suits"
            raise InvalidKeyError(key, f"each suit has one line: {told}")
        _check_several(group, key)


def _check_several(group: Group, key: str) -> None:
    """Check that a key which compares foundations has several that are built card by card."""
    if group.piles == 1 or group.whole:
        other = "whole runs" if group.whole else "one foundation alone"
        raise InvalidKeyError(key, f"this says nothing of {other}")


def _check_game(definition: Definition) -> None:
    """Check what is of no table alone."""
    _check_late(definition)
    _check_squared(definition)
    check_covers(definition)
    check_kings(definition)
    check_drawing(definition)
    check_stay(definition)
    check_jokers(definition)


def _check_squared(definition: Definition) -> None:
    """Check that squared piles have cards that would otherwise be seen."""
    for group in definition.groups:
        if group.squared and (group.face != Face.UP or group.most == 1):
            told = "squared piles are of several cards that lie face up"
            raise InvalidKeyError(f"{group.name}.squared", told)


def _check_late(definition: Definition) -> None:
    """Check that cards which lie down until the stock is empty have come to lie so."""
    for group in definition.groups:
        if group.face != Face.DOWN_UNTIL_THE_STOCK_IS_EMPTY:
            continue
        key = f"{group.name}.face"
        if not definition.of_kind("stock"):
            raise InvalidKeyError(key, "there is no [stock]")
        spaces = any(ever(group, "fill")) or {*ever(group, "space")} != {Space.NONE}
        if group.kind != "reserve" or spaces or {*ever(group, "build")} != {"none"}:
            told = "only a reserve lies so to which cards are dealt and none are played"
            raise InvalidKeyError(key, told)


def _check_win(definition: Definition) -> None:
    check_in_order(definition)
    check_in_built_runs(definition)


# By the key of a definition that they judge; "" where that is the whole.
CHECKS: Mapping[str, Callable[[Definition], None]] = {
    "remove": check_removal,
    "stock": _check_stock,
    "foundation": _check_foundations,
    "redeal": check_rotation,
    "score": check_score,
    "weave": check_weave,
    "": _check_game,
    "discard": check_discards,
    "count": check_counting,
    "foundation.whole": check_whole,
    "tableau": check_exchange,
    "tableau.row": check_grid,
    "tableau.reach": check_reach,
    "tableau.closes": check_closes,
    "tableau.leftmost": check_leftmost,
    "redeal.order": check_redeal,
    "win": _check_win,
}

# the fields that say of a game that it needs the families' moves, beside how it is won
_SWITCHES = (
    *(
        "overlap.used",
        "removal.used",
        "single_discard.used",
        "counting.way",
        "shuttles.used",
        "round_robin.deal_times",
        "round_robin.redeal_stock",
    ),
    "round_robin.batch",
    *(
        "whole_runs.used",
        "rows.closing",
        "rows.length",
        "paired_start.used",
        "weaving.used",
        "round_robin.piles",
        "round_robin.redeal_by_pile",
    ),
    "skipping.way",
    "reversal.used",
)


def placed_piles(definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]) -> set[int]:
    """Return the piles that no other stands for, because it matters where they lie.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.

    >>> from cadogan.rules.catalogue import find
    >>> piles = ("tableau",) * 16 + ("stock",)
    >>> placed_piles(find("cribbage-square"), piles, piles) == {*range(16)}
    True
    """
    opens = shuttle_fields(definition, of)["shuttles.opens"]
    found = {p for pair in enumerate(opens) if pair[1] >= 0 for p in pair}
    squared = definition.score is not None and definition.score.hands != Hands.NONE
    in_rows = definition.count is not None and definition.count.of == "tableau"
    if squared or in_rows or definition.weave is not None:
        found |= {p for p, kind in enumerate(kinds) if kind == "tableau"}
    if definition.remove is not None and definition.remove.touching:
        found |= {p for p, name in enumerate(of) if {name, kinds[p]} & {*definition.remove.from_}}
    if any(group.falls_on or group.in_lines for group in definition.of_kind("foundation")):
        found |= {p for p, kind in enumerate(kinds) if kind == "foundation"}
    return found | row_piles(definition, of)


def mechanic_fields(
    definition: Definition, of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields of :class:`~cadogan.state.compiled.CompiledRules` that belong to families.

    Args:
        definition: the game's.
        of: the name of each pile's group.
        kinds: the kind of each pile.
    """
    named = {group.name: group for group in definition.groups}
    fields = {
        "mechanics.discard_pile": kinds.index("discard") if "discard" in kinds else -1,
        **cover_fields([named[name] for name in dict.fromkeys(of)]),
        **removal_fields(definition, of, kinds),
        **score_fields(definition),
        **discard_fields(definition, kinds),
        **counting_fields(definition, kinds),
        **shuttle_fields(definition, of),
        **paired_start_fields(definition, of),
        **exchange_fields(definition, of),
        **rotation_fields(definition, of, kinds),
        **weaving_fields(definition, of),
        **whole_fields(definition, of),
        **row_fields(definition, of),
        **skip_fields(definition),
        **reversal_fields(definition),
        **_squared(named, of, kinds),
    }
    stock = next(iter(definition.of_kind("stock")), None)
    fields["round_robin.deal_times"] = stock.times if stock else 0
    fields["round_robin.batch"] = stock.batch if stock else 0
    batch = fields["round_robin.batch"] + 1 if fields["round_robin.batch"] else 0
    in_turn = max(0, fields["round_robin.piles"] - 1)
    row = len(of) if fields["reversal.used"] else 0
    fields["single_discard.must"] |= int(fields["shuttles.chances"] > 0)
    others = (
        fields["shuttles.chances"] or fields["round_robin.deal_times"] or batch or in_turn or row
    )
    fields["mechanics.most_counted"] = fields["mechanics.most_counted"] or others
    together = (
        definition.redeal is not None and definition.redeal.from_ == RedealFrom.TABLEAU_AND_STOCK
    )
    fields["round_robin.redeal_stock"] = int(together)
    fields["mechanics.holes"] = [int(_is_hole(named[name])) for name in of]
    fields["mechanics.forgets"] = 0
    needed: list[Any] = [definition.score, definition.jokers, deals_to_foundations(definition)]
    needed += [
        any(fields["mechanics.holes"]),
        fields["face.squared"],
        *(fields[name] for name in _SWITCHES),
    ]
    needed += [
        any(fields["exchange.begins"]),
        any(fields["rows.reach"]),
        max(fields["rows.leftmost"]) >= 0,
    ]
    needed += [
        definition.win
        in (WinWay.ONE_PILE, WinWay.TABLEAU_IN_BUILT_RUNS, WinWay.ONE_OF_EACH_SUIT_LEFT)
    ]
    needed += [cards_left(definition.win) > 0]
    needed += [any(taken(g) in (BY_TOP, ENDS, FREEING, TO_SPACES) for g in definition.groups)]
    return {"mechanics.needed": int(any(needed)), **fields}


def _squared(
    named: Mapping[str, Group], of: tuple[str, ...], kinds: tuple[str, ...]
) -> dict[str, Any]:
    """Return the fields that say which cards may be looked at."""
    first, end = [0] * len(of), [0] * len(of)
    for p, name in enumerate(of):
        ref = named[name].squared
        if ref:
            there = [q for q in range(len(of)) if ref in (of[q], kinds[q])]
            first[p], end[p] = there[0], there[-1] + 1
    return {"face.squared": int(any(end)), "face.look_first": first, "face.look_end": end}


def _is_hole(group: Group) -> bool:
    """Say whether only the top card of a foundation matters, while others may lie in any order."""
    if group.kind != "foundation" or group.piles > 1 or group.to or group.then or group.opens:
        return False
    build = group.build if isinstance(group.build, str) else group.build[0]
    return build.startswith("up or down ") and not build.endswith("one way")


def overlap_classes(at: Sequence[int], over: Sequence[int]) -> list[tuple[object, ...]]:
    """Return for each pile what tells it from others: on which it lies, what lies on it.

    Args:
        at: ``CompiledRules.cover_at``.
        over: ``CompiledRules.cover``.
    """
    piles = len(at) - 1
    above = [tuple(over[at[p] : at[p + 1]]) for p in range(piles)]
    return [(above[p], tuple(q for q in range(piles) if p in above[q])) for p in range(piles)]


def deals_to_foundations(definition: Definition) -> list[str]:
    """Return the foundations, by group or kind, on which the stock deals whatever comes."""
    texts = [text for g in definition.of_kind("stock") for text in (g.deal, g.last)]
    known = references(definition.groups)
    deals = [parse_stock_deal(text, known) for text in texts if isinstance(text, str) and text]
    return [ref for deal in deals for ref in deal.groups if ref.startswith("foundation")]
