"""How records lie in memory: the tables, working states, guides and players that kernels work on.

A record is a named tuple of integers, flat lists of integers and other records. In memory every
integer takes eight bytes and every list as many as its capacity has room for, one field after the
other; a record within a record lies in its place. So all games share one layout, and one
compilation serves them all.
"""

from __future__ import annotations

from typing import Any

from cadogan.kernels.manifest import Field, Layout
from cadogan.players.player import MOST_MET, Player
from cadogan.rules.definition import MOST_GROUPS, MOST_PILES
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import MOST_CONDITIONS, MOST_RULES, STRIDE, CompiledRules
from cadogan.state.records import fields_of
from cadogan.state.snapshot import MOST_MOVES
from cadogan.state.state import State

SIZE = 8  # bytes of an integer
RECORDS: tuple[type[Any], ...] = (CompiledRules, State, Analysis, Player)
"""The kinds of record, named tuples whose fields are explained where they are written."""

_PILES, _ROOM, _GROUPS, _PHASES = MOST_PILES, 208, MOST_GROUPS, 1 << MOST_CONDITIONS
_CAPACITY = {
    "accept.sets": MOST_RULES * STRIDE,
    "accept.rule_at": _PILES * (_ROOM + 1),
    "accept.rule_then": _PILES * (_ROOM + 1),
    "routes.ways": _PHASES * _GROUPS * _GROUPS,
    "routes.gives": _PHASES * _GROUPS,
    "fill.sources": _PILES * _PILES,
    "cards": _PILES * _ROOM,
    "roll": _PILES * (_ROOM + 1),
    "log": 1 << 20,
    "scratch": _ROOM + 1,
    "relaxation.cross_from": _GROUPS * _GROUPS,
    "relaxation.cross_to": _GROUPS * _GROUPS,
    "relaxation.cross_row": _GROUPS * _GROUPS,
    "relaxation.free_row": _GROUPS * _GROUPS,
    "relaxation.free_from": _GROUPS * _GROUPS,
    "work.taking": _GROUPS * _GROUPS,
    "work.keys": MOST_MOVES,
    "work.checks": MOST_MOVES,
    "work.made": 1 << 10,
    "relaxation.laid": _GROUPS * _GROUPS * STRIDE,
    "relaxation.onto": _GROUPS * _GROUPS * STRIDE,
    "heuristic.order": 53 * STRIDE,
    "heuristic.fits": _PILES * STRIDE,
    "overlap.starts": _PILES + 1,
    "overlap.above": 4 * _PILES,
    "removal.touching": _PILES * _PILES,
    "removal.mates": 52,
    "removal.between": 52,
    "removal.links": 52,
    "single_discard.beats": 52,
    "counting.called": 52,
    "removal.trio": 3 * 16,
    "removal.quad": 4 * 16,
    "score.pay": 9,
    "pack": _ROOM,
    "kept": 3 * _PILES + 16 + _ROOM,
    "met": MOST_MET,
    "laid": _ROOM,
    "order": _ROOM,
    "liked": MOST_MOVES,
    "tried": MOST_MOVES,
    "worth": MOST_MOVES,
    **dict.fromkeys(("work.hung_of", "work.hung", "work.hung_part", "work.hung_part2"), 1 << 8),
    **dict.fromkeys(("work.turned_of", "work.turned"), 1 << 8),
    "work.told": 1 << 10,
    "work.told_of": 1 << 10,
    **dict.fromkeys(("work.kin_pile", "work.kin_at", "work.kin_with", "work.kin_place"), _ROOM),
    **dict.fromkeys(("work.heap_rung", "work.heap_below"), _ROOM + 1),
    "cells": _ROOM,
    "guess": _ROOM,
}  # every other list has one entry a pile, a group or a condition


def layout_of(kind: Any) -> Layout:
    """Return how records of a kind lie in memory.

    Args:
        kind: one of :data:`RECORDS`.

    >>> layout_of(State).fields[:2]
    (Field(name='cards', at=0, room=13312, scalar=False),
     Field(name='height', at=106496, room=64, scalar=False))
    """
    fields, at = [], 0
    for name, is_list in fields_of(kind):
        room = _CAPACITY.get(name, _PILES) if is_list else 1
        fields.append(Field(name, at, room, not is_list))
        at += SIZE * room
    return Layout(kind.__module__, at, tuple(fields))
