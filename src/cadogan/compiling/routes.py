"""Who may play to whom, and when: every "from", "to" and "when" of the groups as one look-up."""

from __future__ import annotations

from cadogan.compiling.conditions import Conditions
from cadogan.compiling.piles import Fields, Piles, per_pile
from cadogan.language import words
from cadogan.language.definition import Group, changed
from cadogan.tables import INTO, MOST_CONDITIONS, ONTO

__all__ = ["routes"]


def routes(piles: Piles, conditions: Conditions) -> Fields:
    """Return the routes of every phase, and when groups change.

    The conditions that make the phase are numbered first of all.

    Raises:
        BadDefinition: when there are too many of them.
    """
    _number(piles.groups, conditions)
    count = len(conditions.found)
    if count > MOST_CONDITIONS:
        raise conditions.error(
            MOST_CONDITIONS + 1,
            f"the groups of the game wait for {count} different conditions;"
            f" {words.count_word(MOST_CONDITIONS)} will do",
        )
    usual = {group.name: _usual_sources(piles, group) for group in piles.groups}
    route = [
        _route(conditions, phase, source, target, usual[target.name])
        for phase in range(1 << count)
        for source in piles.groups
        for target in piles.groups
    ]
    groups = len(piles.groups)
    return {
        "route": route,
        "gives": [int(any(route[at : at + groups])) for at in range(0, len(route), groups)],
        "phase_conditions": count,
        "then_when": [
            conditions.number(g.then.when, f"{g.name}.then.when") if g.then else 0 for g in piles.of
        ],
    }


def _number(groups: tuple[Group, ...], conditions: Conditions) -> None:
    """Number the conditions that routes depend on, group by group."""
    for g in groups:
        if g.kind != "stock":  # its own "when" says when it deals
            conditions.number(g.when, f"{g.name}.when")
        conditions.number(g.take_when, f"{g.name}.take_when")
        conditions.number(g.space_when, f"{g.name}.space_when")
        conditions.number(g.from_until, f"{g.name}.from_until")
        if g.then:
            conditions.number(g.then.when, f"{g.name}.then.when")
        for ref in g.space_from[:-1] if g.space_in_turn else []:
            conditions.number(f"{ref} empty", f"{g.name}.space_from")


def _usual_sources(piles: Piles, group: Group) -> set[str]:
    """Return the groups whose cards may come to a group where its "from" does not say."""
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
    return kinds | turned | {"foundation"}


def _is_now(conditions: Conditions, phase: int, text: str, key: str) -> bool:
    """Say whether a condition holds in a phase; none always does."""
    number = conditions.number(text, key)
    return number == 0 or bool(phase >> abs(number) - 1 & 1) == (number > 0)


def _route(
    conditions: Conditions, phase: int, source: Group, target: Group, usual: set[str]
) -> int:
    """Return in which ways a group may play to another in a phase: ``ONTO``, ``INTO``, both, 0."""

    def now(text: str, key: str) -> bool:
        return _is_now(conditions, phase, text, f"{target.name}.{key}")

    if target.then and now(target.then.when, "then.when"):
        target = changed(target)
    names = {source.name, source.kind}
    if target.kind == "stock" or (source.kind == "foundation" and not source.to):
        return 0
    if source.to is not None and not {target.name, target.kind} & {*source.to}:
        return 0
    if not _is_now(conditions, phase, source.take_when, f"{source.name}.take_when"):
        return 0
    if not now(target.when, "when"):
        return 0
    lifted = bool(target.from_until) and now(target.from_until, "from_until")
    allowed = usual if target.from_ is None or lifted else {*target.from_}
    flags = ONTO | INTO if names & allowed else 0
    if target.space_from:
        flags &= ~INTO
        for ref in target.space_from:
            if ref in names:
                flags |= INTO
                break
            if target.space_in_turn and not now(f"{ref} empty", "space_from"):
                break
    if not now(target.space_when, "space_when"):
        flags &= ~INTO
    no_build = target.kind != "waste" and {*per_pile(target.build, target.piles)} == {"none"}
    if target.kind == "cell" or no_build:
        flags &= ~ONTO
    if target.kind not in ("foundation", "waste") and target.space == "none":
        flags &= ~INTO
    return flags
