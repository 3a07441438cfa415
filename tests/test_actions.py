"""Special moves and counters: their texts, and their entries in the modules that use them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cadogan
from cadogan.cli.output import move_words
from cadogan.model.position import Position
from cadogan.session.announce import describe_move
from cadogan.session.move_order import best_first
from cadogan.state.codes import MoveKind, Num
from cadogan.state.snapshot import Snapshot
from cadogan.state.special_moves import ACTIONS, COUNTERS, Action
from cadogan.state.state import COUNTED, LIFTS, kind_of
from cadogan.text.notation import parse_move
from cadogan.text.refusals import explain_action

SOURCE = Path(cadogan.__file__).parent
# For each action: a game, a deal, and the moves after which the action is legal.
WHERE = {
    "deal": ("algerian", "1", ()),
    "refill": ("big-ben", "1", ("t1-f12",)),
    "redeal": ("la-belle-lucie", "1", ()),
    "count": ("counting-patience", "1", ()),
    "shift": ("crescent", "1", ()),
    "reverse": ("royal-parade-reversed", "1", ("deal",) * 9),
    "weave": ("leonis-own", "1", ("t10-f2", "t13@3-f3", "t13-f8")),
}


def position_with(act: Action) -> Position:
    """Return a position in which an action is legal."""
    game, deal, moves = WHERE[act.word]
    position = cadogan.game(game).deal(deal)
    for move in moves:
        position = position.play(move)
    return position


def test_every_kind_of_move_is_a_lift_a_turn_or_an_action() -> None:
    lifts = {kind for kind in MoveKind if kind <= LIFTS}
    assert lifts == {MoveKind.MOVE, MoveKind.PICK, MoveKind.MERCI}
    rest = {*MoveKind} - lifts - {MoveKind.TURN}
    # moves of these kinds name their cards
    rest -= {MoveKind.MARRY, MoveKind.REMOVE, MoveKind.SWAP}
    assert rest == {each.code for each in ACTIONS}


@pytest.mark.parametrize("act", ACTIONS, ids=lambda act: act.word)
def test_every_action_is_complete(act: Action) -> None:
    for text in (act.word, act.said, act.told, act.label, act.icon):
        assert text
    position = position_with(act)
    rules = position.game.compiled
    move = next(each for each in position.legal_moves if kind_of(each.code) == act.code)
    assert move.text == move.kind == act.word
    assert parse_move(rules, act.word).action == act.word
    assert position.why_not(act.word) is None
    assert position.play(act.word) != position
    assert describe_move(position, move) == act.said
    assert move_words(position, move) == act.told
    assert move in best_first(position)
    # In a game without this action, the refusal names the game or the reason.
    other = cadogan.game("sir-tommy").deal(1)
    assert explain_action(other.game.compiled, other.snapshot, act.word).endswith(".")
    # The page has an icon for its button, and the rules page has a clause for it.
    icons = (SOURCE / "web" / "static" / "dom.js").read_text()
    assert re.search(rf"^  {act.icon}: \"", icons, re.M)
    assert position.game.rules()


def test_counters_and_positions_agree() -> None:
    names = [counter.name for counter in COUNTERS]
    assert names == [name for name in Snapshot._fields if name not in {"piles", "down", "mark"}]
    # packing.pack expects the first counters in consecutive slots
    slots = [counter.slot for counter in COUNTERS if counter.name != "key"]
    assert slots == list(range(Num.BASE, Num.BASE + COUNTED))
    for name in names:
        assert Num[{"counted": "COUNT"}.get(name, name.upper())] == next(
            counter.slot for counter in COUNTERS if counter.name == name
        )
