"""Generator of the reference part of docs/reference/language.md, from the code.

python scripts/build_reference.py          # write the page
python scripts/build_reference.py --check  # report whether the page is current
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from cadogan.mechanics.removal.compile import SETS
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS
from cadogan.rules.definition import ACTION_TABLES, Answer, Combination, Definition, Option, Spot
from cadogan.rules.group import GROUP_KEYS, USES, Group, then_keys
from cadogan.rules.json_schema import TABLE_PARTS, json_schema
from cadogan.rules.loading import load_table
from cadogan.rules.parts import Part
from cadogan.rules.types import keys
from renew import renew

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "language.md"
MARK = "<!-- from here on written by scripts/build_reference.py -->"
_SUITS = ("in suit", "in alternating colours", "in colour", "any suit", "in another suit")


def _plain(text: str) -> str:
    return text.replace("``", "`").replace("|", "\\|")


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ("---",) * len(head), *rows)]
    return "\n".join(lines)


def _list(*items: str) -> str:
    return "\n".join(f"- {item}" for item in items)


def _phrases(known: Mapping[str, str]) -> str:
    rows = [(f"`{phrase}`", _plain(text)) for phrase, text in known.items() if phrase]
    return _table(("phrase", "meaning"), rows)


def _builds() -> str:
    shown = ["none", "any card", "any order in suit", "up then down in suit"]
    shown += [f"down {suits}" for suits in (*_SUITS, "in suit rotation")]
    shown += ["up in suit", "up or down in suit", "up by 2 any suit, wrapping"]
    shown += ["down in suit, wrapping", "up or down in suit, one way", "same rank any suit"]
    shown += ["same suit or rank", "down in suit or same rank", "any lower card"]
    rows = [(f"`{text}`", _plain(BUILDS[text].explained)) for text in shown]
    return _table(("phrase", "meaning"), rows)


def _toml(value: object) -> str:
    """Return a default value as Markdown; return "" for an empty text."""
    if isinstance(value, list):
        return "`[]`"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int):
        return f"`{value}`"
    return f'`"{value}"`' if value else ""


def _defaults() -> dict[str, dict[str, str]]:
    """Return the default of every optional key, by kind, as the loader sets it."""
    small: dict[str, Any] = {"name": "Small", "family": "Small", "decks": 1}
    some = {"piles": 1, "deal": 0, "start": "A", "build": "none"}
    some |= {"take": "top card", "space": "none"}
    for kind, (needed, _) in GROUP_KEYS.items():
        small[kind] = {key: some[key] for key in needed}
    small["stock"] = {"deal": "1 to waste"}
    small["discard"] = {"leaves": "C"}
    found: dict[str, dict[str, str]] = {}
    for group in load_table(small, "small.toml")["small"].groups:
        for key in GROUP_KEYS[group.kind][1]:
            value = getattr(group, {"from": "from_"}.get(key, key))
            if key not in small[group.kind]:
                found.setdefault(key, {})[group.kind] = _toml(value)
    return found


def _default(defaults: Mapping[str, str]) -> str:
    """Return the default of one key, with the kinds that have a different one."""
    usual = max(defaults.values(), key=list(defaults.values()).count, default="")
    own = [f"{kind} {text}" for kind, text in defaults.items() if text != usual]
    return "; ".join(filter(None, [usual, *own]))


def _group_keys(part: str = "") -> str:
    """Return the group keys that belong to the core, or to an advanced part."""
    fields, defaults = keys(Group), _defaults()
    rows = []
    for key, use in USES.items():
        if use.part == part:
            kinds = (f"**{kind}**" if kind in use.needed else kind for kind in use.of)
            default = _default(defaults.get(key, {}))
            rows.append((f"`{key}`", ", ".join(kinds), default, _plain(fields[key].meaning)))
    return _table(("key", "of", "default", "meaning"), rows) if rows else ""


def _needed(table: type[msgspec.Struct]) -> str:
    """Return a sentence that lists the keys that a table must have."""
    names = [f"`{f.encode_name}`" for f in msgspec.structs.fields(table) if f.required]
    return f"Required: {', '.join(names)}." if names else ""


def _thens() -> str:
    """Return the table of the keys that may change, by kind."""
    rows = [
        (f"`[{kind}]`", ", ".join(f"`{key}`" for key in then_keys(kind)))
        for kind, keys in GROUP_KEYS.items()
        if "then" in keys[1]
    ]
    return _table(("of", "keys that may change"), rows)


def _top() -> str:
    """Return the keys at the top of the file."""
    schema = json_schema()
    rows = []
    for key, value in schema["properties"].items():
        if (
            key in {f.name for f in msgspec.structs.fields(Definition)}
            and "properties" not in value
        ):
            needed = "**required**" if key in schema["required"] else ""
            meaning = {"win": "when the game is won", "options": "", "layout": ""}.get(
                key, value.get("description", "").rstrip(".")
            )
            rows += [(f"`{key}`", needed, _plain(meaning))] * bool(meaning)
    return _table(("key", "", "meaning"), rows)


def _keys(table: type[msgspec.Struct]) -> str:
    return _table(
        ("key", "meaning"),
        [(f"`{k}`", _plain(field.meaning)) for k, field in keys(table).items() if field.meaning],
    )


# the phrases for keys in the tables of special moves
_PHRASES = {
    "redeal": [("Orders", vocabulary.REDEAL_ORDERS)],
    "remove": [("The sets", SETS), ("What cards must lie between (`between`)", vocabulary.BETWEEN)],
    "score": [("The hands", vocabulary.HANDS)],
}
# phrases for the advanced keys of groups
_ADVANCED_PHRASES = {
    Part.DEALING: ("Refused deals (`must_hold_way`)", vocabulary.MUST_HOLD_WAYS),
    Part.SKIPPING: ("Piles that a deal skips (`skips`)", vocabulary.SKIPS),
    Part.EXCHANGE: ("Wrong first cards (`wrong`)", vocabulary.WRONG),
}


def _special_move(key: str) -> str:
    """Return the section on a special move: its effect, its keys, and their phrases."""
    table = ACTION_TABLES[key]
    parts = [_plain(table.__doc__ or ""), _needed(table), _keys(table)]
    for title, phrases in _PHRASES.get(key, []):
        parts += [f"{title}:", _phrases(phrases)]
    return "\n\n".join(filter(None, parts))


def _advanced(part: Part) -> str:
    """Return the section on an advanced part: its group keys, phrases and special moves."""
    sections = [f"### {part.title}", _group_keys(part.title)]
    if part in _ADVANCED_PHRASES:
        title, phrases = _ADVANCED_PHRASES[part]
        sections += [f"{title}:", _phrases(phrases)]
    for key in part.tables:
        sections += [f"#### `[{key}]`", _special_move(key)]
    return "\n\n".join(filter(None, sections))


def reference() -> str:
    """Return the reference: every key and every phrase."""
    kinds = _table(("table", "meaning"), [(f"`[{k}]`", t) for k, t in vocabulary.KINDS.items()])
    takes = _phrases(vocabulary.TAKES)
    parts = [
        ("The top of the file", _top()),
        ("Kinds of group", kinds),
        (
            "Keys of a group",
            "A kind in bold must have the key. A rule does not apply if its key is absent and has"
            " no default, or if its number of cards is 0. These keys are the core;"
            " [advanced keys](#advanced-keys) serve a few games each.\n\n" + _group_keys(),
        ),
        (
            "What goes on what (`build`, `run`)",
            f"{len(BUILDS)} phrases have these parts, in this order:\n\n"
            + _list(
                "a direction: `up`, `down`, `up or down`, `up then down` or `same rank`;",
                "`by 2` to `by 6` for greater steps;",
                "the suits;",
                "`, wrapping` if the lowest rank follows the highest;",
                "`, one way` if the first card built on a pile fixes that pile's direction.",
            )
            + "\n\nSome of them:\n\n"
            + _builds(),
        ),
        ("What may be lifted (`take`)", takes),
        ("What fills an empty pile (`space`)", _phrases(vocabulary.SPACES)),
        (
            "How foundations start (`start`)",
            "A rank (`A`), a card (`2C`), a list with one of them for each pile, or a phrase:\n\n"
            + _phrases(vocabulary.STARTS),
        ),
        ("Whole runs (`whole`)", _phrases(vocabulary.WHOLES)),
        (
            "Faces (`face`)",
            "One phrase for all piles, or a list with the number of cards face down in each pile:"
            " `face = [0, 1, 2]` for three piles.\n\n" + _phrases(vocabulary.FACES),
        ),
        ("Dealing orders (`order`)", _phrases(vocabulary.ORDERS)),
        ("Sinking cards (`sink_way`)", _phrases(vocabulary.SINKS)),
        ("Cards met during the deal (`met_in_dealing`)", _phrases(vocabulary.MET_IN_DEALING)),
        ("Overlapping piles (`covered_by`)", _phrases(vocabulary.COVERS)),
        (
            "Conditions (`when`)",
            "Any condition may be preceded by `not`.\n\n"
            + _phrases({text: use.meaning for text, use in vocabulary.CONDITIONS.items()}),
        ),
        (
            "Changing rules (`then`)",
            "`then = { when = CONDITION, ... }`, or a list of such tables, gives other values to"
            " keys of the group while a condition holds.\n\n" + _thens(),
        ),
        (
            "The object of the game (`win`)",
            "One of the phrases below, or one of these:\n\n"
            + _list(
                "`GROUP empty`, `GROUP and GROUP empty`, ...: all piles of these groups or kinds"
                " are empty;",
                "`all out of play but A`, or with other ranks and suits;",
                "`2 cards left`, or another number.",
            )
            + "\n\n"
            + _phrases(vocabulary.WINS),
        ),
        *((f"`[{key}]`", _special_move(key)) for key, part in TABLE_PARTS.items() if not part),
        ("`[options.NAME]`", f"{_needed(Option)}\n\n{_keys(Option)}"),
        ("`[options.NAME.answers.ANSWER]`", f"{_needed(Answer)}\n\n{_keys(Answer)}"),
        ("`[combinations.ID]`", f"{_needed(Combination)}\n\n{_keys(Combination)}"),
        (
            "`[layout]`",
            "Most games need no layout. By default:\n\n"
            + _list(
                "The stock and its waste lie on the left, the foundations on the right, and the"
                " tableau below them.",
                "Cells lie between the stock and the foundations. So does a reserve, but one of"
                " at most three piles lies below the stock.",
                "A row that is too long for the screen becomes several rows. Fans, and piles that"
                " remain short, lie in whatever number of rows makes the cards largest. If the"
                " rules mention rows (`row`, `touching`, hands that are scored), they mean these"
                " rows.",
                "Several groups of tableau piles lie one below another, or side by side if that"
                " makes the cards much larger.",
                "On a tall screen the foundations lie above the row of the stock. On a phone held"
                " upright the row of the stock lies below all others. On a phone held sideways"
                " foundations and cells lie beside the tableau.",
            )
            + "\n\nA layout gives a group one place (`row`, `column`, `grid`, `clock`, `places` or"
            " `heap`), or only describes how its cards lie (`tableau = { min = 13 }`). Groups"
            " without a place are arranged around those that have one:\n\n"
            + _list(
                "cells, foundations and reserves above them;",
                "the stock and its waste on the left, the discard pile on the right; on a tall"
                " screen all of them below;",
                "the tableau below them, or beside them, on the side where x = 0, if that makes the"
                " cards much larger.",
            )
            + "\n\n`[layout.portrait]` gives the differences for a tall screen, `[layout.low]`"
            " those for a phone held sideways.\n\n" + _keys(Spot),
        ),
        (
            "Advanced keys",
            "Each part serves a few games. Write its keys and tables like those of the core.\n\n"
            + "\n\n".join(map(_advanced, Part)),
        ),
    ]
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in parts) + "\n"


def main(arguments: list[str]) -> int:
    """Write the page, or with --check compare it; return the exit status."""
    text = PAGE.read_text("utf-8").partition(MARK)[0] + MARK + "\n\n" + reference()
    return renew(PAGE, text, __file__, check=arguments == ["--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
