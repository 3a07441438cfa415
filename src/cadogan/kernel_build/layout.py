"""How records lie in memory: the tables, working states, guides and players that kernels work on.

A record is a named tuple of integers and flat lists of integers. In memory every integer takes
eight bytes and every list as many as its capacity has room for, one field after the other. So all
games share one layout, and one compilation serves them all.
"""

from __future__ import annotations

from typing import Any, get_type_hints

from cadogan.kernels.manifest import Field, Layout
from cadogan.players.player import MOST_MET, Player
from cadogan.rules.definition import MOST_GROUPS, MOST_PILES
from cadogan.solver.analysis.analysis import Analysis
from cadogan.state.compiled import MOST_CONDITIONS, MOST_RULES, STRIDE, CompiledRules
from cadogan.state.snapshot import MOST_MOVES
from cadogan.state.state import State

__all__ = ["RECORDS", "SIZE", "layout_of"]

SIZE = 8  # bytes of an integer
RECORDS: tuple[type[Any], ...] = (CompiledRules, State, Analysis, Player)
"""The kinds of record, named tuples whose fields are explained where they are written."""

_PILES, _ROOM, _GROUPS, _PHASES = MOST_PILES, 208, MOST_GROUPS, 1 << MOST_CONDITIONS
_CAPACITY = {
    "accept": MOST_RULES * STRIDE,
    "rule_at": _PILES * (_ROOM + 1),
    "rule_then": _PILES * (_ROOM + 1),
    "route": _PHASES * _GROUPS * _GROUPS,
    "gives": _PHASES * _GROUPS,
    "fill_from": _PILES * _PILES,
    "cards": _PILES * _ROOM,
    "roll": _PILES * (_ROOM + 1),
    "log": 1 << 20,
    "scratch": _ROOM + 1,
    "cross_from": _GROUPS * _GROUPS,
    "cross_to": _GROUPS * _GROUPS,
    "cross_row": _GROUPS * _GROUPS,
    "free_row": _GROUPS * _GROUPS,
    "free_from": _GROUPS * _GROUPS,
    "taking": _GROUPS * _GROUPS,
    "keys": MOST_MOVES,
    "checks": MOST_MOVES,
    "made": 1 << 10,
    "laid": _GROUPS * _GROUPS * STRIDE,
    "onto": _GROUPS * _GROUPS * STRIDE,
    "order": 53 * STRIDE,
    "fits": _PILES * STRIDE,
    "cover_at": _PILES + 1,
    "cover": 4 * _PILES,
    "touching": _PILES * _PILES,
    "mates": 52,
    "between": 52,
    "links": 52,
    "beats": 52,
    "called": 52,
    "trio": 3 * 16,
    "quad": 4 * 16,
    "score_pay": 9,
    "pack": _ROOM,
    "kept": 3 * _PILES + 16 + _ROOM,
    "met": MOST_MET,
    "liked": MOST_MOVES,
    "tried": MOST_MOVES,
    "worth": MOST_MOVES,
    **dict.fromkeys(("hung_of", "hung", "hung_part", "hung_part2"), 1 << 8),
    **dict.fromkeys(("turned_of", "turned"), 1 << 8),
    "told": 1 << 10,
    "told_of": 1 << 10,
    **dict.fromkeys(("kin_pile", "kin_at", "kin_with", "kin_place"), _ROOM),
    **dict.fromkeys(("heap_rung", "heap_below"), _ROOM + 1),
    "cells": _ROOM,
    "guess": _ROOM,
}  # every other list has one entry a pile, a group or a condition


def layout_of(kind: type[Any]) -> Layout:
    """Return how records of a kind lie in memory.

    Args:
        kind: one of :data:`RECORDS`.

    >>> layout_of(State).fields[:2]
    (Field(name='cards', at=0, room=13312, scalar=False),
     Field(name='height', at=106496, room=64, scalar=False))
    """
    hints = get_type_hints(kind)
    fields, at = [], 0
    for name in kind._fields:
        scalar = hints[name] is int
        room = 1 if scalar else _CAPACITY.get(name, _PILES)
        fields.append(Field(name, at, room, scalar))
        at += SIZE * room
    return Layout(kind.__module__, at, tuple(fields))
