"""Strict loading of a definition file: a game, its variants and its combinations of answers.

The loader refuses unknown, missing and mistyped keys, and phrases that are not in
:mod:`cadogan.rules.vocabulary`. Each error is one sentence with the file and the key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import msgspec

from cadogan.core.errors import InvalidDefinitionError, InvalidOptionError, did_you_mean
from cadogan.core.input_limits import definition_excess, forms_excess
from cadogan.core.printable import hidden
from cadogan.rules import house_rules, vocabulary
from cadogan.rules.checks import check_alone, check_definition
from cadogan.rules.definition import (
    ACTION_TABLES,
    DEFAULTS,
    FILE,
    OWN,
    TABLES,
    TOP,
    Combination,
    Definition,
)
from cadogan.rules.group import GROUP_KEYS, Group, keys_of, then_keys
from cadogan.rules.location import Where, convert, known_keys
from cadogan.rules.types import ID_PATTERN, MOST_LETTERS, is_id

_TRIED_TOGETHER = 2  # the search for contradictory answers tries at most this many together

# keys from an older version of the language, now replaced by ``then``
_WRITTEN_NOW = {
    "take_when": "take = 'none' and then = {{ when = {}, take = 'top card' }}",
    "space_when": "space = 'none' and then = {{ when = {}, space = 'any card' }}",
    "fill_when": "fill = [] and then = {{ when = {}, fill = [...] }}",
    "from_until": "then = {{ when = {}, from = ['usual'] }}",
    "when": "from = [] and then = {{ when = {}, from = ['usual'] }}",
}


def _missing(where: Where, key: str) -> InvalidDefinitionError:
    error = where.error(f"the key {key!r} is missing")
    error.missing = key
    return error


def _groups(raw: Mapping[str, Any], where: Where) -> Iterator[Group]:
    for kind, table in raw.items():
        if kind not in vocabulary.KINDS:
            continue
        if not isinstance(table, dict):
            raise where.at(kind).error(f"this must be a table, written [{kind}]")
        known = keys_of(kind)
        named = [
            key
            for key, value in table.items()
            if isinstance(value, dict)
            and key not in known
            and (kind == "stock" or "when" not in value)
        ]
        if named and len(named) < len(table):
            stray = next(key for key in table if key not in named)
            raise where.at(kind, stray).error(
                f"[{kind}] has named groups, so each key must be in one of them"
            )
        parts = {f"{kind}.{key}": table[key] for key in named} if named else {kind: table}
        for key in named:
            if not is_id(key):
                raise where.at(kind).error(
                    f"{key!r} is not a valid group name: use lower-case letters, digits and"
                    f" hyphens, {MOST_LETTERS} at most"
                )
        for name, keys in parts.items():
            yield _group(kind, name, keys, where.at(name))


def _group(kind: str, name: str, keys: dict[str, Any], where: Where) -> Group:
    known = keys_of(kind)
    for key, now in _WRITTEN_NOW.items():
        if key in keys and key not in known:
            raise where.at(key).error(f"write {now.format(repr(keys[key]))} instead")
    known_keys(keys, known, where)
    for key in GROUP_KEYS[kind][0]:
        if key not in keys:
            raise _missing(where, key)
    whole = {**DEFAULTS.get(kind, {}), **keys, "kind": kind, "name": name}
    if "then" in keys:
        whole["then"] = _thens(keys["then"], kind, where.at("then"))
    return convert(whole, Group, where)


def _thens(written: Any, kind: str, where: Where) -> list[Any]:
    tables = written if isinstance(written, list) else [written]
    known = ["when", *then_keys(kind)]
    for table in tables:
        if not isinstance(table, dict):
            raise where.error('this must be a table such as { when = "stock empty", ... }')
        for key in table:
            if key not in known and key in keys_of(kind):
                raise where.at(key).error(
                    f"this key cannot change; these can: {', '.join(known[1:])}"
                )
        known_keys(table, known, where)
        if "when" not in table:
            raise _missing(where, "when")
        if len(table) == 1:
            raise where.error(f"nothing changes; add one or more of: {', '.join(known[1:])}")
    return tables


def define(
    raw: Mapping[str, Any],
    game_id: str,
    parent: str,
    where: Where,
    answers: Mapping[str, str] | None = None,
) -> Definition:
    """Build and validate the definition of one game, with the changes of its variant.

    ``answers`` contains the answers that differ from the defaults.

    Raises:
        InvalidDefinitionError: if it is invalid; the message gives the file, the key and a remedy.
    """
    known_keys(raw, [*TOP, *TABLES], where)
    for key in ("name", "family", "decks"):
        if key not in raw:
            raise _missing(where, key)
    options = house_rules.read_options(raw, where)
    in_force = house_rules.in_force(options, answers or {})
    raw, written = house_rules.lay_over(raw, options, in_force), raw if in_force else {}
    table: dict[str, Any] = {k: v for k, v in raw.items() if k not in vocabulary.KINDS}
    for key, kind in ACTION_TABLES.items():
        if key in table:
            if not isinstance(table[key], dict):
                raise where.at(key).error(f"this must be a table, written [{key}]")
            table[key] = convert(table[key], kind, where.at(key))
    if not isinstance(table.get("layout", {}), dict):
        raise where.at("layout").error("this must be a table, written [layout]")
    table |= {"id": game_id, "parent": parent, "groups": tuple(_groups(raw, where))}
    table |= {"options": options, "answers": in_force, "written": written, "file": where.file}
    definition = convert(table, Definition, where)
    check_definition(definition, where)
    return definition


def resolve(definition: Definition, answers: Mapping[str, str]) -> Definition:
    """Return a game with the given answers, and with the defaults for all other choices.

    Raises:
        InvalidOptionError: if answers contradict each other; the message names them.

    >>> from cadogan.rules.catalogue import catalogue
    >>> resolve(catalogue()["klondike"], {"turn": "three"}).name
    'Klondike, draw three'
    """
    options = definition.options
    wanted = house_rules.in_force(options, answers)
    if wanted == definition.answers:
        return definition
    chosen = house_rules.differing(options, wanted)
    names, key = house_rules.clash(options, chosen)
    if names:
        both = {name: chosen[name] for name in names}
        raise contradiction(definition, both, f"both set {key}")
    found = _resolved(definition, chosen)
    if isinstance(found, Definition):
        return found
    # find the smallest set of answers that is invalid
    for n in range(1, min(len(chosen), _TRIED_TOGETHER + 1)):
        for some in combinations(chosen, n):
            fewer = {name: chosen[name] for name in some}
            if isinstance(error := _resolved(definition, fewer), str):
                raise contradiction(definition, fewer, error)
    raise contradiction(definition, chosen, found)


def contradiction(
    definition: Definition, answers: Mapping[str, str], why: str
) -> InvalidOptionError:
    """Return the error for contradictory answers, or for a single invalid one."""
    verb = "is invalid" if len(answers) == 1 else "contradict each other"
    game, why = definition.written["name"], why.removeprefix(f"{definition.file}: ")
    why = why.removeprefix(f"variants.{definition.id}").removeprefix(".").removeprefix(": ")
    text = " and ".join(f"{name}={answer}" for name, answer in answers.items())
    return InvalidOptionError(f"{text} {verb} in {game}: {why}")


def _resolved(definition: Definition, chosen: Mapping[str, str]) -> Definition | str:
    raw, options = definition.written, definition.options
    try:
        found = define(raw, definition.id, definition.parent, Where(definition.file), chosen)
    except InvalidDefinitionError as error:
        return str(error)
    about = (
        house_rules.texts(raw, options, chosen, definition.combinations.values()) if chosen else {}
    )
    return msgspec.structs.replace(found, combinations=definition.combinations, **about)


# --- files ---------------------------------------------------------------------------------------


def load_text(text: str, file: str) -> dict[str, Definition]:
    """Load the text of a definition file: main game, variants and named combinations.

    The loader tries every answer to every choice. The id of the main game is the file's name
    without its suffix.

    Raises:
        InvalidDefinitionError: if a definition is invalid; the message gives the file, the key and
            a remedy.
    """
    return load_table(read_toml(text, file), file)


def read_toml(text: str, file: str) -> dict[str, Any]:
    """Parse the text of a definition file.

    Raises:
        InvalidDefinitionError: if it is not TOML, or exceeds a limit for definitions.
    """
    if excess := definition_excess(text):
        raise Where(file).error(excess)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # either TOMLDecodeError, or an int that has too many digits
        message = f"{str(error)[:1].lower()}{str(error)[1:]}"
        message = f"this is not TOML: {_unquoted(text, _twice(message))}"
        raise Where(file).error(message) from None


_VALUE_AT = re.compile(r" \(at line (\d+), column \d+\)$")
_BARE = re.compile(r"\s*[\w.\"'-]+\s*=\s*([^\s\"'\[\]{}#,][^\"'\[\]{}#,]*?)\s*(?:#.*)?")
_BARE_IN = re.compile(r"[=,\[]\s*([A-Za-z][^\"'\[\]{}#,=]*?)\s*(?=[,\]}]|$)")


def _unquoted(text: str, message: str) -> str:
    """Add a hint to a syntax error if its line contains unquoted text.

    >>> print(_unquoted("start = A", "invalid value (at line 1, column 9)"))
    invalid value; write text in quotes: "A" (at line 1, column 9)
    >>> print(_unquoted("turned = True", "invalid value (at line 1, column 10)"))
    invalid value; write true (at line 1, column 10)
    >>> print(_unquoted("start = \u201cA\u201d", "invalid value (at line 1, column 9)"))
    invalid value; write text in quotes: "A" (at line 1, column 9)
    """
    if message.startswith("exceeds the limit"):
        return "a number has too many digits"
    found = _VALUE_AT.search(message)
    if not found or not message.startswith(("invalid value", "expected newline")):
        return message
    line = text.split("\n")[int(found[1]) - 1]
    value = _BARE.fullmatch(line) or _BARE_IN.search(line)
    if not value or not re.search("[A-Za-z]", value[1]):
        return message
    # typographic quotes, which TOML does not accept
    word = value[1].strip("\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb")
    truth = {"yes": "true", "no": "false"}.get(word.casefold(), word.casefold())
    hint = f"write {truth}" if truth in ("true", "false") else f'write text in quotes: "{word}"'
    return f"{message[: found.start()]}; {hint}{found[0]}"


def _twice(message: str) -> str:
    """Rewrite the TOML parser's message about a repeated key in plain words.

    >>> _twice("cannot declare ('tableau', 'left') twice (at line 9, column 14)")
    '[tableau.left] is written twice (at line 9, column 14)'
    """
    message = re.sub(
        r"cannot (overwrite a value|mutate .*\))(?= \()", "this is written twice", message
    )
    if found := re.match(r"cannot declare \((.*?),?\) twice", message):
        name = ".".join(re.findall(r"'([^']*)'", found[1]))
        names = f"; name two groups, as in [{name}.left]" if name in vocabulary.KINDS else ""
        message = f"[{name}] is written twice{names}{message[found.end() :]}"
    return message


def load_table(raw: Mapping[str, Any], file: str) -> dict[str, Definition]:
    """Load the definitions of a parsed file, as :func:`load_text` does."""
    found = load_games(raw, file, thorough=True)
    for definition in list(found.values()):
        for name, combination in definition.combinations.items():
            try:
                found[name] = resolve(definition, combination.options)
            except InvalidOptionError as error:
                raise Where(file, f"combinations.{name}.options").error(str(error)) from None
    return found


def _try_answers(definition: Definition, where: Where) -> None:
    """Try every answer to a game's choices; refuse invalid answers and answers without effect."""
    for name, option in definition.options.items():
        games = {definition.answers.get(name, ""): definition}
        for key, answer in option.answers.items():
            if key != definition.answers[name]:
                there = where.at("options", name, "answers", key, "over")
                answers = {name: key}
                found = define(definition.written, definition.id, definition.parent, there, answers)
                check_alone(answer.over, found, there)
                games[key] = msgspec.structs.replace(found, answers=definition.answers)
                same = next(other for other, game in games.items() if game == games[key])
                if same != key:
                    raise there.error(
                        f"this makes no difference: the answer is the same as {same!r}"
                    )


def load_games(
    raw: Mapping[str, Any], file: str, *, thorough: bool = False
) -> dict[str, Definition]:
    """Load the games of one file, main game and variants, with their default answers.

    If ``thorough`` is true, it also tries every answer to every choice.

    Raises:
        InvalidDefinitionError: if a definition is invalid; the message gives the file, the key and
            a remedy.
    """
    where = Where(file)
    stem = re.sub(r"\.toml$", "", file.replace("\\", "/").rsplit("/", 1)[-1])
    if not re.fullmatch(ID_PATTERN, stem):
        raise where.error("the file's name must consist of lower-case letters, digits and hyphens")
    known_keys(raw, [*TOP, *TABLES, *FILE], where)
    for place, text in _texts_in(raw):
        if signs := hidden(text):
            raise where.at(place).error(
                f"the character {signs[0]!r} is not allowed in text: leave it out"
            )
    place, excess = forms_excess(raw)
    if excess:
        raise where.at(place).error(excess)
    raw = dict(raw)
    variants, named = raw.pop("variants", {}), raw.pop("combinations", {})
    if not isinstance(variants, dict):
        raise where.at("variants").error("expected tables, each written [variants.ID]")
    found = {stem: define(raw, stem, stem, where)}
    options = found[stem].options
    house_rules.check_written(options, raw.get("options", {}), where)
    house_rules.check_asked(options, [raw, variants], where)
    check_alone(raw, found[stem], where)
    if thorough:
        _try_answers(found[stem], where)
    base = {k: v for k, v in raw.items() if k not in OWN}
    for game_id, change in variants.items():
        there = where.at("variants", game_id)
        _check_id(game_id, there)
        if game_id in found:
            raise there.error("the main game already has this id")
        if not isinstance(change, dict):
            raise there.error("this must be a table")
        if "variants" in change:
            raise there.at("variants").error("a variant cannot have variants")
        known_keys(change, [*TOP, *TABLES], there)
        if "name" not in change:
            raise there.error("the key 'name' is missing")
        ground, rest = house_rules.fix(base, change, options, there)
        table = house_rules.merge(ground, rest)
        if thorough:  # first with the main game's default answers, then with the changed defaults
            usual = {name: option.default for name, option in options.items()}
            _try_answers(define(table, game_id, stem, there, usual), there)
        found[game_id] = define(table, game_id, stem, there)
        house_rules.check_written(found[game_id].options, rest.get("options", {}), there)
        house_rules.check_asked(
            {k: found[game_id].options[k] for k in rest.get("options", {})}, [table], there
        )
        house_rules.check_inherited(
            rest, {k: v for k, v in options.items() if k in ground["options"]}, there
        )
        check_alone(rest, found[game_id], there)
    return _with_names(found, named, where.at("combinations"))


def _texts_in(raw: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield every string in a table, with its key."""
    if isinstance(raw, str):
        yield path, raw
    elif isinstance(raw, Mapping):
        for key, value in raw.items():
            # another check rejects such keys with a printable message
            yield from _texts_in(value, f"{path}.{key}".lstrip(".") if key.isprintable() else path)
    elif isinstance(raw, list):
        for value in raw:
            yield from _texts_in(value, path)


def _check_id(game_id: str, where: Where) -> None:
    if not is_id(game_id):
        raise where.error(
            f"an id consists of lower-case letters, digits and hyphens, {MOST_LETTERS} at most"
        )


def _with_names(games: dict[str, Definition], named: object, where: Where) -> dict[str, Definition]:
    """Validate the named combinations of answers; return the games with their combinations."""
    if not isinstance(named, dict):
        raise where.error("expected tables, each written [combinations.ID]")
    of_game: dict[str, dict[str, Combination]] = {}
    main = next(iter(games))
    ids = {name.lower(): key for key, g in games.items() for name in (g.name, *g.aliases)}
    for key, table in named.items():
        there = where.at(key)
        _check_id(key, there)
        if key in games:
            raise there.error("a game in this file already has this id")
        some = _combination(table, games, there)
        game = games[some.of or main]
        chosen = _chosen(game, some.options, there.at("options"))
        for name in (some.name, *some.aliases):
            if (other := ids.setdefault(name.lower(), key)) != key:
                raise there.error(f"{other!r} is called {name!r} already")
        others = of_game.setdefault(game.id, {})
        for other, combination in others.items():
            if combination.options == chosen:
                raise there.at("options").error(f"the combination {other!r} has the same answers")
        others[key] = msgspec.structs.replace(some, options=chosen)
    return {
        key: msgspec.structs.replace(game, combinations=of_game[key]) if key in of_game else game
        for key, game in games.items()
    }


def _combination(table: Any, games: Mapping[str, Definition], where: Where) -> Combination:
    if not isinstance(table, dict):
        raise where.error("this must be a table")
    some = convert(table, Combination, where)
    if some.of and some.of not in games:
        raise where.at("of").error(f"there is no game {some.of!r}; {did_you_mean(some.of, games)}")
    return some


def _chosen(game: Definition, answers: Mapping[str, str], where: Where) -> dict[str, str]:
    """Check that a combination's answers are valid and differ from the default; return them."""
    choices = {name: o for name, o in game.options.items() if o.kind == "choice"}
    for name, answer in answers.items():
        if name not in choices:
            hint = did_you_mean(name, choices)
            raise where.at(name).error(f"{game.name} has no such choice; {hint}")
        if answer not in choices[name].answers:
            hint = did_you_mean(answer, choices[name].answers)
            raise where.at(name).error(f"there is no answer {answer!r}; {hint}")
    chosen = house_rules.differing(choices, answers)
    for name in answers:
        if name not in chosen:
            raise where.at(name).error("this is the default: leave it out")
    if not chosen:
        raise where.error("answers are missing: without them this is the game itself")
    return chosen
