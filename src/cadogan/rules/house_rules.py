"""House rules: the choices of a game, the changes that answers make, and their combined meaning.

A single disputed rule is an option of the kind ``choice``. Each answer changes a few keys of the
definition, as a variant does. The changes for several choices apply in the order in which the
choices are written. The default answer changes nothing, because the definition itself describes it.
Only in a variant may the default answer change keys. A variant inherits the choices. With
``options.NAME = "ANSWER"`` it *fixes* a choice, so that the variant no longer offers it. It may
also give a choice a different default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from cadogan.core.errors import InvalidOptionError, did_you_mean
from cadogan.rules.definition import OVER, OWN, Answer, Combination, Option
from cadogan.rules.location import Where, checked, convert, known_keys
from cadogan.rules.options import check_option
from cadogan.rules.types import ID_PATTERN, keys
from cadogan.rules.vocabulary import phrase

_NAME = r"[a-z][a-z0-9_]*"  # so that an option's name is also a valid keyword argument in Python
_LONGEST = 40  # the maximum length of a key, in letters


def merge(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with another table's changes applied; merge nested tables.

    >>> merge({"tableau": {"piles": 7, "deal": 1}}, {"tableau": {"piles": 8}})
    {'tableau': {'piles': 8, 'deal': 1}}
    """
    merged = dict(base)
    for key, value in change.items():
        old = merged.get(key)
        merged[key] = (
            merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
        )
    return merged


# --- reading -------------------------------------------------------------------------------------


def read_options(raw: Mapping[str, Any], where: Where) -> dict[str, Option]:
    """Read and validate the options of a game.

    Raises:
        InvalidDefinitionError: if one is invalid; the message gives the file, the key and a remedy.
    """
    tables = raw.get("options", {})
    if not isinstance(tables, dict):
        raise where.at("options").error("expected tables, each written [options.NAME]")
    return {name: _option(name, table, where.at("options")) for name, table in tables.items()}


def _option(name: str, table: object, where: Where) -> Option:
    there = where.at(name)
    if not re.fullmatch(_NAME, name) or len(name) > _LONGEST:
        raise where.error(
            f"{name!r} is not a valid option name: use lower-case letters, digits and"
            " underscores, with a letter first"
        )
    if not isinstance(table, dict):
        raise there.error("this must be a table")
    known_keys(table, [*keys(Option)], there)
    answers = table.get("answers", {})
    if not isinstance(answers, dict):
        raise there.at("answers").error("expected tables, one for each answer")
    for key, answer in answers.items():
        if not re.fullmatch(ID_PATTERN, key) or len(key) > _LONGEST:
            raise there.at("answers").error(
                f"{key!r} is not a valid name for an answer: use lower-case letters, digits"
                " and hyphens"
            )
        if not isinstance(answer, dict):
            raise there.at("answers", key).error("this must be a table")
        convert(answer, Answer, there.at("answers", key))
        known_keys(answer.get("over", {}), OVER, there.at("answers", key, "over"))
    option = convert(table, Option, there)
    checked(there.at("kind"), phrase, option.kind, keys(Option)["kind"].words or "")
    if option.kind == "choice":
        _check_choice(table, option, there)
    elif option.answers:
        raise there.at("answers").error("only an option of the kind 'choice' may have answers")
    try:
        check_option(name, option, option.default, example="")
    except InvalidOptionError as error:
        raise there.at("default").error(str(error)) from None
    return option


def _check_choice(table: Mapping[str, Any], option: Option, where: Where) -> None:
    if "length" in table:
        raise where.at("length").error("a choice has no digits: leave this out")
    if len(option.answers) < 2:
        raise where.at("answers").error("a choice needs at least two answers")
    names: dict[str, str] = {}
    for key, answer in option.answers.items():
        if not answer.name.strip():
            raise where.at("answers", key, "name").error(
                "this must not be empty: write the answer in a few words"
            )
        if names.setdefault(answer.name.lower(), key) != key:
            raise where.at("answers", key, "name").error(
                f"the answer {names[answer.name.lower()]!r} already has this name"
            )


def check_written(options: Mapping[str, Option], written: Mapping[str, Any], where: Where) -> None:
    """Refuse a default answer that changes the rules, and another answer that does not.

    The function checks only choices that the table itself contains; the default of a variant may
    change the rules.
    """
    for name, option in options.items():
        table = written.get(name)
        if not isinstance(table, dict) or "kind" not in table:
            continue
        for key, answer in option.answers.items():
            there = where.at("options", name, "answers", key)
            if key == option.default and any(leaves(answer.over)):
                raise there.at("over").error(
                    "the default answer must not change keys: write its rules into the"
                    " definition itself"
                )
            if key != option.default and not any(leaves(answer.over)):
                raise there.error(
                    "this answer changes nothing, so it is the same as the default: the key 'over'"
                    " is missing"
                )


def check_asked(options: Mapping[str, Option], tables: Iterable[object], where: Where) -> None:
    """Refuse a digits or suits option if no phrase of the game or of its variants uses it."""
    text = str([*tables])
    for name, option in options.items():
        if option.kind != "choice" and f"{{{name}}}" not in text:
            raise where.at("options", name).error(
                f"nothing uses this option: leave it out, or write {{{name}}} in a 'start'"
            )


# --- laying over ---------------------------------------------------------------------------------


def in_force(options: Mapping[str, Option], answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answer to every choice: the given one, or else the default."""
    return {
        name: answers.get(name, option.default)
        for name, option in options.items()
        if option.kind == "choice"
    }


def lay_over(
    raw: Mapping[str, Any], options: Mapping[str, Option], answers: Mapping[str, str]
) -> dict[str, Any]:
    """Return a table with the answers' changes applied, in the order of the choices."""
    table = dict(raw)
    for name, option in options.items():
        if name in answers:
            table = merge(table, option.answers[answers[name]].over)
    return table


def leaves(table: Mapping[str, Any], at: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path of every key whose value is not a table.

    >>> list(leaves({"redeal": {"times": 2}, "tableau": {"space": "none"}}))
    [('redeal', 'times'), ('tableau', 'space')]
    """
    for key, value in table.items():
        if isinstance(value, dict):
            yield from leaves(value, (*at, key))
        else:
            yield (*at, key)


def _touch(one: Iterable[tuple[str, ...]], other: Iterable[tuple[str, ...]]) -> str:
    """Return the first key that occurs in two sets of paths, or ""."""
    for a in one:
        for b in other:
            n = min(len(a), len(b))
            if a[:n] == b[:n] and a[0] != "layout":
                return ".".join(a if len(a) > len(b) else b)
    return ""


def _value(table: Mapping[str, Any], path: str) -> object:
    found: object = table
    for key in path.split("."):
        found = found.get(key) if isinstance(found, dict) else None
    return found


def clash(options: Mapping[str, Option], answers: Mapping[str, str]) -> tuple[list[str], str]:
    """Return a key that the answers to two choices set differently, and the choices."""
    for one, other in combinations(answers, 2):
        a, b = (options[name].answers[answers[name]].over for name in (one, other))
        key = _touch(leaves(a), leaves(b))
        if key and _value(a, key) != _value(b, key):
            return [one, other], key
    return [], ""


# --- variants ------------------------------------------------------------------------------------


def fix(
    base: Mapping[str, Any], change: Mapping[str, Any], options: Mapping[str, Option], where: Where
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Apply a variant's fixed answers to the table of its main game.

    Returns:
        The main game's table without the fixed choices, and the variant's table without its
        answers.

    Raises:
        InvalidDefinitionError: if the variant answers a choice that the main game does not have.
    """
    chosen = change.get("options")
    fixed = (
        {k: v for k, v in chosen.items() if isinstance(v, str)} if isinstance(chosen, dict) else {}
    )
    if not fixed:
        return dict(base), dict(change)
    choices = [name for name, option in options.items() if option.kind == "choice"]
    for name, answer in fixed.items():
        there = where.at("options", name)
        if name not in choices:
            raise there.error(f"there is no such choice; {did_you_mean(name, choices)}")
        if answer not in options[name].answers:
            hint = did_you_mean(answer, options[name].answers)
            raise there.error(f"there is no answer {answer!r}; {hint}")
    table = lay_over(base, options, fixed)
    table["options"] = {k: v for k, v in table["options"].items() if k not in fixed}
    rest = {k: v for k, v in change["options"].items() if k not in fixed}
    return table, {**change, "options": rest}


def check_inherited(
    change: Mapping[str, Any], inherited: Mapping[str, Option], where: Where
) -> None:
    """Refuse a variant's key that an inherited choice would override."""
    mine = {key: value for key, value in change.items() if key in OVER}
    own = change.get("options", {})
    for name, option in inherited.items():
        if isinstance(own.get(name), dict) and "answers" in own[name]:
            continue
        for answer in option.answers.values():
            if key := _touch(leaves(mine), leaves(answer.over)):
                raise where.at(key).error(
                    f"the choice {name!r} also changes this: fix it with options.{name} ="
                    ' "...", or give it another default or other answers'
                )


# --- in words ------------------------------------------------------------------------------------


def differing(options: Mapping[str, Option], answers: Mapping[str, str]) -> dict[str, str]:
    """Return the answers that differ from the defaults, in the order of the choices."""
    return {
        name: answers[name]
        for name, option in options.items()
        if name in answers and answers[name] != option.default
    }


def answers_told(answers: Mapping[str, str]) -> str:
    """Write answers as they appear on the command line.

    >>> answers_told({"layout": "tarbart", "reserves": "closed"})
    'layout=tarbart reserves=closed'
    """
    return " ".join(f"{name}={answer}" for name, answer in answers.items())


def texts(
    raw: Mapping[str, Any],
    options: Mapping[str, Option],
    answers: Mapping[str, str],
    together: Iterable[Combination],
    put: Callable[[str], str] = str,
) -> dict[str, Any]:
    """Return the texts about a game with some answers, or those of their named combination.

    ``answers`` are the answers that differ from the defaults. ``put`` translates the name of an
    option, including its colon.
    """
    values = [options[name].answers[answer] for name, answer in answers.items()]
    named = (f"{put(label(name))} {a.name}" for name, a in zip(answers, values, strict=True))
    own: dict[str, Any] = {key: [] for key in OWN}
    sources = [*raw.get("sources", []), *(s for a in values for s in a.sources)]
    own |= {
        "name": f"{raw['name']} ({'; '.join(named)})",
        "about": " ".join(filter(None, [raw.get("about", ""), *(a.about for a in values)])),
        "sources": [*dict.fromkeys(sources)],  # several answers may share one text
        "notes": [note for a in values for note in a.notes],
    }
    for combination in together:
        if combination.options == answers:
            fields = msgspec.structs.asdict(combination)
            own |= {key: fields[key] for key in ("name", *OWN) if fields[key]}
    return own


def label(name: str) -> str:
    """Return the name of an option with a colon, for display before its answer.

    >>> label("falls_on")
    'falls on:'
    """
    return f"{name.replace('_', ' ')}:"
