"""Routes between groups in each phase, which combine the keys "from", "to" and "then"."""

from __future__ import annotations

import functools

from cadogan.compiler.conditions import Conditions
from cadogan.i18n.grammar import count_word
from cadogan.mechanics.piles import Piles, per_pile
from cadogan.rules.group import Group, ever, group_now
from cadogan.rules.phases import MOST_CONDITIONS
from cadogan.rules.phrases import Space, Take
from cadogan.state.codes import Route
from cadogan.state.compiled import RouteRules


def routing(piles: Piles, conditions: Conditions) -> RouteRules:
    """Return the routes between groups in every phase.

    Call this function before other conditions get numbers, because its conditions form the phase.

    Raises:
        InvalidDefinitionError: if the routes depend on too many conditions.
    """
    _number(piles.groups, conditions)
    count = len(conditions.found)
    if count > MOST_CONDITIONS:
        raise conditions.error(
            MOST_CONDITIONS + 1,
            f"the groups of the game wait for {count} different conditions;"
            f" at most {count_word(MOST_CONDITIONS)} are possible",
        )
    usual = {group.name: _usual_sources(piles, group) for group in piles.groups}
    route = []
    for phase in range(1 << count):
        is_now = functools.partial(_is_now, conditions, phase)
        now = [group_now(group, is_now) for group in piles.groups]
        route += [
            _route(conditions, phase, source, target, usual[target.name])
            for source in now
            for target in now
        ]
    groups = len(piles.groups)
    gives = [int(any(route[at : at + groups])) for at in range(0, len(route), groups)]
    return RouteRules(route, gives, phase_conditions=count)


def _number(groups: tuple[Group, ...], conditions: Conditions) -> None:
    """Number the conditions on which routes depend, group by group."""
    for g in groups:
        for then in g.then:
            if {*then.changes} != {"fill"}:  # a condition that changes only 'fill' needs no phase
                conditions.number(then.when, f"{g.name}.then.when")
        for refs in ever(g, "space_from") if g.space_in_turn else []:
            for ref in refs[:-1]:
                conditions.number(f"{ref} empty", f"{g.name}.space_from")


def _usual_sources(piles: Piles, group: Group) -> set[str]:
    """Return the groups whose cards may go to a group that has no key "from"."""
    turned = {"stock"} if any(g.turned for g in piles.groups) else set()
    kinds = {"tableau", "reserve", "cell", "waste"}
    if group.kind == "stock":
        return set()
    if group.kind == "waste":
        stock = piles.one("stock")
        deals = stock is not None and stock.deal
        return set() if deals and piles.stock_deal(str(deals)).group == "waste" else turned
    if group.kind == "cell":
        return kinds - {"cell"}
    if group.kind == "reserve":
        return kinds
    if group.whole:
        return {"tableau"}  # a player builds whole runs only in the tableau
    return kinds | turned | {"foundation"}


def _is_now(conditions: Conditions, phase: int, text: str) -> bool:
    """Return whether a condition is true in a phase."""
    number = conditions.number(text, "then.when")
    return bool(phase >> abs(number) - 1 & 1) == (number > 0)


def _route(
    conditions: Conditions, phase: int, source: Group, target: Group, usual: set[str]
) -> int:
    """Return whether cards may go from one group to another, as the flags ``ONTO`` and ``INTO``.

    The keys of both groups must already have their values for the phase.
    """
    names = {source.name, source.kind}
    to = source.to or []
    if target.kind == "stock" or source.take == Take.NONE:
        return 0
    if source.to is not None and not {target.name, target.kind, "usual"} & {*to}:
        return 0
    if source.kind == "foundation" and not to:
        return 0
    allowed = {*(target.from_ or [])} - {"usual"}
    if target.from_ is None or "usual" in target.from_:
        allowed |= usual
    flags = Route.ONTO | Route.INTO if names & allowed else 0
    if target.space_from:
        flags &= ~Route.INTO
        for ref in target.space_from:
            if ref in names:
                flags |= Route.INTO
                break
            if target.space_in_turn and not _is_now(conditions, phase, f"{ref} empty"):
                break
    no_build = target.kind != "waste" and {*per_pile(target.build, target.piles)} == {"none"}
    no_build = no_build and not (target.bare and target.space != Space.NONE)
    if target.paired:
        # the first two cards go to the foundation together, and later cards one by one
        flags &= ~Route.INTO
    if target.kind == "cell" or no_build:
        flags &= ~Route.ONTO
    if target.kind not in ("foundation", "waste") and target.space == Space.NONE:
        flags &= ~Route.INTO
    return flags
