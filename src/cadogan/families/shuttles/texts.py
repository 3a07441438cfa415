"""The clause of the rules page on shuttles."""

from __future__ import annotations

from cadogan.language.definition import Definition, Group

__all__ = ["shuttle_clauses"]


def _piles(group: Group) -> str:
    name = group.name.partition(".")[2].replace("-", " ")
    return f"*{name}* {group.kind}" if name else group.kind


def shuttle_clauses(definition: Definition) -> list[str]:
    """Return the clauses of the rules page."""
    groups = {g.name: g for g in definition.groups}
    told = []
    for group in definition.groups:
        if not group.opens:
            continue
        here, there = _piles(group), _piles(groups[group.opens])
        if group.piles == 1:
            told.append(
                f"a card that comes to the {here} is pushed face up under the {there} pile, whose"
                " top card is turned up"
            )
        else:
            told.append(
                f"a card that comes to one of the {here}s is pushed face up under the {there} pile"
                " of the same place, whose top card is turned up"
            )
    if told:
        told.append("it goes on from there; no other card is turned up")
    return told
