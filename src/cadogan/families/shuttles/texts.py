"""The clause of the rules page on shuttles."""

from __future__ import annotations

from cadogan.grammar import thing, told_name
from cadogan.language.definition import Definition, Group
from cadogan.tongues import said
from cadogan.tongues.phrases import Phrase

__all__ = ["shuttle_clauses"]


def _place(group: Group, noun: str = "", *, plural: bool = False) -> Phrase:
    name = told_name(group.name)
    return thing(noun or group.kind, plural=plural, after=f" {name}" if name else "")


def shuttle_clauses(definition: Definition) -> list[str]:
    """Return the clauses of the rules page."""
    groups = {g.name: g for g in definition.groups}
    told = []
    for group in definition.groups:
        if not group.opens:
            continue
        opened = groups[group.opens]
        there = _place(opened, f"{opened.kind} pile")
        text = (
            "a card that comes to the {here} is pushed face up under the {there}, whose top card is"
            " turned up"
        )
        if group.piles > 1:
            text = (
                "a card that comes to one of the {here} is pushed face up under the {there} of the"
                " same place, whose top card is turned up"
            )
        told.append(said(text, here=_place(group, plural=group.piles > 1), there=there))
    if told:
        told.append(said("it goes on from there; no other card is turned up"))
    return told
