"""Layout of the piles, computed for the page from the ``[layout]`` table of a definition.

A layout gives each group of piles a place. Its x is in card widths and its y in card heights; the
page scales the layout to any window. Keys are names of groups, such as ``tableau.top``. A key that
names a kind applies to all its groups that have no key of their own. Values have one of

- ``row = [x, y]``: side by side; ``column = [x, y]``: one below another;
- ``grid = [x, y, n]``: rows of at most n, evenly filled;
- ``clock = [x, y, r]``: the hours of a clock face around a centre, one o'clock first, clockwise;
- ``places = [[x, y], ...]``: one by one;
- ``heap = [x, y]``: piles that overlap according to ``covered_by``;

and options: ``grow``, ``spread``, ``gap``, ``align``, ``min``, ``labels``, ``rot``, ``first`` (see
:class:`Spot`). ``[layout.portrait]`` has the same keys for tall screens, and ``[layout.low]`` for a
phone in landscape. Keys that these tables omit keep their values. Groups without a place get a
default one (:mod:`cadogan.layout.defaults`). ::

    [layout]
    foundation = { column = [7.3, 0] }
    tableau    = { row = [0, 0], min = 13 }
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidDefinitionError, InvalidOptionError
from cadogan.layout.defaults import LOW, TALL, WIDE, Room, size, usual
from cadogan.layout.places import Arrangement, Layout, PilePlace, arrange
from cadogan.layout.spots import OTHERS, Pile, check, is_placed, key_of, override, read_spots, wrong
from cadogan.model.position import Game
from cadogan.rules.catalogue import faults, find, in_line, own_games
from cadogan.rules.definition import Definition, Spot
from cadogan.rules.house_rules import differing
from cadogan.rules.loading import load_text
from cadogan.rules.phrases import Hands
from cadogan.rules.user_games import Edition, edition, user_games_folder
from cadogan.state.compiled import CompiledGame

__all__ = ["Arrangement", "Layout", "PilePlace", "load_whole", "own_faults", "place"]
_SIGNS = "♣♦♥♠"
_ROOMS = {"portrait": TALL, "low": LOW}


def load_whole(text: str, file: str) -> dict[str, Definition]:
    """Load the definitions in one file's text, and check the parts that only the page reads.

    Raises:
        InvalidDefinitionError: as :func:`cadogan.rules.loading.load_text` and :func:`place` do.
    """
    found = load_text(text, file)
    _check_whole(found.values())
    return found


def own_faults() -> list[str]:
    """Return the errors in the files of a user's own games, each as a sentence.

    The list includes errors that occur only when a game is dealt and laid out, which
    :func:`cadogan.rules.catalogue.faults` omits.

    >>> own_faults()
    []
    """
    folder = user_games_folder()
    return [*faults().values(), *_faults_of_whole(folder, edition(folder))]


@functools.lru_cache(maxsize=8)
def _faults_of_whole(_folder: Path, look: Edition) -> list[str]:
    if not look:  # the user has no files
        return []
    files: dict[str, list[Definition]] = {}
    for definition in own_games().values():
        some = [definition, *(find(name) for name in definition.combinations)]
        files.setdefault(definition.file, []).extend(some)
    found = []
    for definitions in files.values():
        try:
            _check_whole(definitions)
        except InvalidDefinitionError as error:
            found.append(str(in_line(definitions[0], error)))
    return found


def _check_whole(definitions: Collection[Definition]) -> None:
    for definition in definitions:
        place(Game(definition))
    for definition in [d for d in definitions if not differing(d.options, d.answers)]:
        for name, option in definition.options.items():
            for answer in option.answers:
                try:
                    game = Game(definition, {name: answer})
                except InvalidOptionError as error:
                    raise definition.error("", str(error)) from None
                place(game)


def place(game: Game) -> Layout:
    """Compute the place of every pile of a game.

    Raises:
        InvalidDefinitionError: if the layout is invalid; the message names the key.

    >>> import cadogan
    >>> layout = place(cadogan.game("klondike"))
    >>> [(p.name, p.x) for p in layout.piles if p.kind == "tableau"][:2]
    [('t1', 0.0), ('t2', 1.0)]
    """
    rules, definition = game.compiled, game.definition
    piles = [
        Pile(name, group, _label(rules, p))
        for p, (name, group) in enumerate(zip(rules.names, rules.of, strict=True))
    ]
    try:
        return _placed(definition, piles, f"{definition.file}: layout")
    except InvalidDefinitionError as error:
        raise in_line(definition, error) from None


def _placed(definition: Definition, piles: Sequence[Pile], where: str) -> Layout:
    raw = dict(definition.layout)
    others = {name: raw.pop(name, None) for name in OTHERS}
    spots = read_spots(raw, piles, where)
    check(spots, piles, where)
    across = _across(definition)
    wide = _arranged(piles, spots, WIDE, where, across)
    found = {name: _other(name, keys, spots, piles, where, across) for name, keys in others.items()}
    if not all(is_placed(spots.get(key_of(spots, pile.group), Spot())) for pile in piles):
        for name, room in _ROOMS.items():
            other = _arranged(piles, spots, room, where, across)
            if found[name] is None and size(other, room) > size(wide, room):
                found[name] = other
    return Layout(wide.width, wide.height, wide.piles, **found)


def _across(definition: Definition) -> dict[str, int]:
    """Return the number of piles in a row, for each group whose rules mention rows."""
    groups, row = definition.of_kind("tableau"), 0
    if definition.score and definition.score.hands != Hands.NONE:
        row = math.isqrt(sum(group.piles for group in groups))
    elif definition.remove:
        row = definition.remove.touching
    return {group.name: row or group.row for group in groups if row or group.row}


def _arranged(
    piles: Sequence[Pile], spots: Mapping[str, Spot], room: Room, where: str,
    across: Mapping[str, int],
) -> Arrangement:  # fmt: skip
    """Arrange the piles for a screen; piles without a place in the layout get a default place."""
    whole = usual(piles, spots, room, across)
    found = arrange(piles, whole)
    _check_apart(found, whole, piles, where)
    return found


def _other(
    name: str, changes: object, spots: Mapping[str, Spot], piles: Sequence[Pile], where: str,
    across: Mapping[str, int],
) -> Arrangement | None:  # fmt: skip
    """Arrange the piles for another screen; return None if the layout has no table for it."""
    if changes is None:
        return None
    there = f"{where}.{name}"
    if not isinstance(changes, Mapping):
        raise wrong(there, f"this must be a table, written [layout.{name}]")
    changed = override(spots, read_spots(changes, piles, there))
    check(changed, piles, there)
    return _arranged(piles, changed, _ROOMS[name], there, across)


def _label(rules: CompiledGame, p: int) -> str:
    """Return the label of an empty foundation: the rank and suit that begin it."""
    group = rules.of[p]
    if group.kind != "foundation":
        return ""
    starts = group.start
    start = starts[p - rules.first[group.name]] if isinstance(starts, list) else starts
    suit = "" if rules.owner[p] < 0 else _SIGNS[rules.owner[p]]
    rank = start[0] if start[:1] in RANKS and len(start) <= 2 else ""
    return ("10" if rank == "T" else rank) + suit


def _check_apart(
    found: Arrangement, spots: Mapping[str, Spot], piles: Sequence[Pile], where: str
) -> None:
    """Check that no two piles have the same place, because one would hide the other."""
    there: dict[tuple[float, float], str] = {}
    for pile, at in zip(piles, found.piles, strict=True):
        key = key_of(spots, pile.group)
        other = there.setdefault((round(at.x, 2), round(at.y, 2)), key)
        if other != key:
            raise wrong(
                f"{where}.{key}", f"one of its piles has the same place as one of {other!r}"
            )
    if len(there) < len(piles):
        keys = Counter(key_of(spots, pile.group) for pile in piles)
        key = next(key for key, n in keys.items() if n > [*there.values()].count(key))
        raise wrong(f"{where}.{key}", "two of its piles have the same place")
