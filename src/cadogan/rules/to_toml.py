"""Export of a game as a TOML file, from which an author can make another game."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules.catalogue import find, written
from cadogan.rules.definition import FILE, OWN, Definition
from cadogan.rules.group import NEEDS
from cadogan.rules.house_rules import fix, leaves, merge, read_options
from cadogan.rules.loading import load_text, read_toml
from cadogan.rules.location import Where
from cadogan.rules.source_map import fault_in
from cadogan.rules.user_games import id_of

_LONG = 78  # the maximum length of a line, in letters
_LONGEST = 50  # the maximum length of a name, leaving room for a number after it
_BARE = re.compile("[A-Za-z0-9_-]+")
_SECTIONS = 2  # tables nested more deeply are written inline


def copy_of(game_id: str, answers: Mapping[str, str], name: str) -> str:
    """Return a definition file with the rules of one game or combination, under another name.

    Answers that differ from the default become part of the rules, and the file omits their choices.
    The other choices stay, unless they no longer have an effect. The copy leaves out published odds
    and the game's other names.

    Raises:
        UnknownGameError: if no game has this id.

    >>> text = copy_of("klondike", {"turn": "three"}, "Mine")
    >>> 'deal = "3 to waste"' in text, "[options.turn]" in text, "[options.passes]" in text
    (True, False, True)
    """
    definition = find(game_id, answers)
    raw = _table_of(definition)
    where = Where(definition.file)
    options = read_options(raw, where)
    in_force = dict(definition.answers)
    laid = {
        key: answer
        for key, answer in in_force.items()
        if any(leaves(options[key].answers[answer].over))
    }
    file = f"{id_of(name)}.toml"
    fixed = laid
    while True:
        table, _ = fix(raw, {"options": fixed}, options, where)
        text = _text(table, definition, name)
        try:
            load_text(text, file)
        except InvalidDefinitionError as error:
            key = fault_in(text, file, error).key
            # an answer has removed a key that this key depends on
            if key.rpartition(".")[2] in NEEDS:
                raw = _without(raw, key.split("."))
            elif fixed is not in_force:
                fixed = in_force
            else:
                raise
        else:
            return text


def _without(table: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    first, *rest = path
    if not rest:
        return {key: value for key, value in table.items() if key != first}
    return {**table, first: _without(table[first], rest)}


def _table_of(definition: Definition) -> dict[str, Any]:
    """Return a game's keys: those of its main game, with the variant's changes."""
    raw = read_toml(written(definition), definition.file)
    variants: dict[str, dict[str, Any]] = raw.get("variants", {})
    base = {key: value for key, value in raw.items() if key not in FILE}
    if definition.id == definition.parent:
        return base
    where = Where(definition.file)
    base = {key: value for key, value in base.items() if key not in OWN}
    ground, rest = fix(base, variants[definition.id], read_options(raw, where), where)
    return merge(ground, rest)


def _text(table: Mapping[str, Any], definition: Definition, name: str) -> str:
    own: dict[str, Any] = {"name": name, "family": "My own games"}
    own |= {"about": table["about"]} if table.get("about") else {}
    own |= {"decks": table["decks"], "sources": [f"after {definition.name}"]}
    left = {key: value for key, value in table.items() if key not in {*own, "aliases", "odds"}}
    plain = {key: value for key, value in left.items() if not isinstance(value, dict)}
    return toml_text({**own, **plain, **{k: v for k, v in left.items() if k not in plain}})


def free_name(name: str, taken: Collection[str]) -> str:
    """Return a name whose id is not yet in use.

    >>> free_name("My Klondike", {"my-klondike"})
    'My Klondike 2'
    """
    name = name[:_LONGEST].strip()
    number = 2
    found = name
    while id_of(found) in taken:
        found = f"{name} {number}"
        number += 1
    return found


# --- writing -------------------------------------------------------------------------------------


def toml_text(table: Mapping[str, Any]) -> str:
    """Write a table as TOML, in the style used for definitions.

    >>> print(toml_text({"name": "Mine", "tableau": {"piles": 2, "then": {"when": "stock empty"}}}))
    name = "Mine"
    <BLANKLINE>
    [tableau]
    piles = 2
    then = { when = "stock empty" }
    <BLANKLINE>
    """
    return "\n".join(_section((), table)).lstrip("\n") + "\n"


def _section(path: tuple[str, ...], table: Mapping[str, Any]) -> Iterable[str]:
    inner = {key: value for key, value in table.items() if _is_section((*path, key), value)}
    plain = {key: value for key, value in table.items() if key not in inner}
    if path and (plain or not inner):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for key, value in plain.items():
        if key == "over":
            for some in leaves(value):
                found = value
                for part in some:
                    found = found[part]
                yield f"{'.'.join(map(_key, ('over', *some)))} = {_value(found)}"
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        yield from _section((*path, key), value)


def _is_section(path: tuple[str, ...], value: object) -> bool:
    """Return whether a table gets a heading, as groups, options, answers and layouts do."""
    if not isinstance(value, dict):
        return False
    if path[0] == "options":
        return path[-1] != "over"
    if path[0] == "layout":
        return len(path) == 1 or path[1:] in {("portrait",), ("low",)}
    # a named group has only tables and keys; a table of rules also has a phrase
    if len(path) == _SECTIONS:
        return path[-1] != "then" and "when" not in value
    return len(path) < _SECTIONS


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: object) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(some)}" for key, some in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        parts = [_value(some) for some in value]
        line = f"[{', '.join(parts)}]"
        if len(line) <= _LONG or not any(isinstance(some, str | dict) for some in value):
            return line
        return "[\n" + "".join(f"    {part},\n" for part in parts) + "]"
    return json.dumps(value, ensure_ascii=False)
