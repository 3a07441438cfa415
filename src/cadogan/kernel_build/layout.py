"""Memory layout of the records that kernels use: compiled rules, states, analyses and players.

A record is a named tuple of integers, flat lists of integers and other records. In memory, an
integer takes eight bytes, and a list takes the space of its capacity. The fields of a record follow
one another, and a nested record takes the place of its field. So all games share one layout, and
the kernels are compiled only once.
"""

from __future__ import annotations

from typing import Any

from cadogan.core.sizes import MOST_GROUPS, MOST_PILES
from cadogan.kernels.manifest import Field, Layout
from cadogan.players.player import MOST_MET, Player
from cadogan.solver.facts import Analysis
from cadogan.state.compiled import MOST_CONDITIONS, MOST_RULES, STRIDE, CompiledRules
from cadogan.state.records import fields_of
from cadogan.state.snapshot import MOST_MOVES
from cadogan.state.state import State

SIZE = 8  # size of an integer in bytes
RECORDS: tuple[type[Any], ...] = (CompiledRules, State, Analysis, Player)
"""The kinds of record: named tuples, with comments that explain their fields."""

_PILES, _ROOM, _GROUPS, _PHASES = MOST_PILES, 208, MOST_GROUPS, 1 << MOST_CONDITIONS
_CAPACITIES = (
    (MOST_RULES * STRIDE, "accept.sets"),
    (_PILES * (_ROOM + 1), "accept.rule_at accept.rule_then roll"),
    (_PHASES * _GROUPS * _GROUPS, "routes.ways"),
    (_PHASES * _GROUPS, "routes.gives"),
    (_PILES * _PILES, "fill.sources removal.touching"),
    (_PILES * _ROOM, "cards"),
    (_ROOM, "pack laid order cells guess"),
    (_ROOM, "work.kin_pile work.kin_at work.kin_with work.kin_place"),
    (_ROOM + 1, "scratch work.heap_rung work.heap_below"),
    (_GROUPS * _GROUPS, "relaxation.cross_from relaxation.cross_to relaxation.cross_row"),
    (_GROUPS * _GROUPS, "relaxation.free_row relaxation.free_from work.taking"),
    (_GROUPS * _GROUPS * STRIDE, "relaxation.laid relaxation.onto"),
    (MOST_MOVES, "work.keys work.checks liked tried worth"),
    (1 << 20, "log"),
    (1 << 10, "work.made work.told work.told_of"),
    (1 << 8, "work.hung_of work.hung work.hung_part work.hung_part2 work.turned_of work.turned"),
    (53 * STRIDE, "heuristic.order"),
    (_PILES * STRIDE, "heuristic.fits"),
    (_PILES + 1, "overlap.starts"),
    (4 * _PILES, "overlap.above"),
    (52, "removal.mates removal.between removal.links single_discard.beats counting.called"),
    (3 * 16, "removal.trio"),
    (4 * 16, "removal.quad"),
    (9, "score.pay"),
    (3 * _PILES + 16 + _ROOM, "kept"),
    (MOST_MET, "met"),
)  # lists not named here have one entry for each pile, group or condition
_CAPACITY = {name: room for room, names in _CAPACITIES for name in names.split()}


def layout_of(kind: Any) -> Layout:
    """Return the layout of one kind of record, which must be in :data:`RECORDS`.

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
