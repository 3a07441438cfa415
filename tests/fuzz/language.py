"""Words of the rules language and random values of its keys, from the JSON Schema.

The schema follows from the annotations in :mod:`cadogan.rules` and from the vocabulary. Any key or
phrase added there becomes a word here, and :mod:`tests.fuzz.draw` draws it.
"""

from __future__ import annotations

import dataclasses
import functools
import importlib
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, NamedTuple

from cadogan.core.cards import RANKS
from cadogan.mechanics.removal.compile import SETS
from cadogan.rules import vocabulary
from cadogan.rules.builds import BUILDS
from cadogan.rules.definition import OVER
from cadogan.rules.types import GROUP_PATTERN

__all__ = ["Language", "Setting", "Table", "Word", "groups_of"]

Table = dict[str, Any]
Node = dict[str, Any]

_tree = functools.cache(importlib.import_module("re._parser").parse)  # parses a pattern
_RANK, _LIST, _NUMBER, _TRUE, _SEVERAL = "RANK", "list", "number", "true", "several groups"
# texts that the schema does not restrict: phrases of two mechanics, with placeholders
_FREE = {
    "remove.sets": {word: re.sub(r"\bR\b", "[RANKS]", word) for word in SETS},
    "discard.leaves": {"lower in suit": "lower in suit", "RANKS": "[RANKS]", "SUITS": "[CDHS]"},
}


class Word(NamedTuple):
    """Key of the language with one of its phrases, or with a form of its value."""

    path: str  # such as "tableau.take" or "win"
    phrase: str = ""

    @property
    def key(self) -> str:
        """The path without the kind of group."""
        kind, _, key = self.path.partition(".")
        return key if kind in vocabulary.KINDS and key else self.path


@dataclasses.dataclass
class Setting:
    """Pack and piles for which values are drawn."""

    rng: random.Random
    ranks: list[str]
    suits: list[str]
    groups: list[str]
    piles: int = 1

    @property
    def refs(self) -> list[str]:
        """The references to groups, by name or by kind."""
        return [*dict.fromkeys([*self.groups, *(name.partition(".")[0] for name in self.groups)])]

    def text(self, pattern: str) -> str:
        """Return a random text that matches a pattern, with cards and groups of the game."""
        groups = "|".join(map(re.escape, self.refs or ["tableau"]))
        pattern = pattern.replace(GROUP_PATTERN, f"({groups})")
        for letters in (RANKS, "RANKS"):
            pattern = pattern.replace(f"[{letters}", f"[{''.join(self.ranks)}")
        pattern = pattern.replace("[CDHS]", f"[{''.join(dict.fromkeys(self.suits))}]")
        texts = ("".join(self._parts(_tree(pattern))) for _ in range(20))
        return next(filter(None, texts), "")

    def _parts(self, tree: Iterable[tuple[Any, Any]]) -> Iterator[str]:
        for name, value in tree:
            op = str(name)
            if op == "LITERAL":
                yield chr(value)
            elif op == "ANY" or (op == "IN" and str(value[0][0]) == "NEGATE"):
                yield "x"
            elif op == "IN":
                yield self.rng.choice([*self._letters(value)])
            elif op == "BRANCH":
                yield from self._parts(self.rng.choice(value[1]))
            elif op == "SUBPATTERN":
                yield from self._parts(value[3])
            elif op == "MAX_REPEAT":
                least, most, part = value
                times = least + sum(self.rng.random() < 0.25 for _ in range(min(most - least, 2)))
                for _ in range(times):
                    yield from self._parts(part)

    def _letters(self, parts: Iterable[tuple[Any, Any]]) -> Iterator[str]:
        """Yield the characters of a class, the low digits several times."""
        for name, value in parts:
            op = str(name)
            if op == "LITERAL":
                yield chr(value)
            elif op == "RANGE":
                letters = [chr(code) for code in range(value[0], value[1] + 1)]
                yield from letters[:3] * 9 if "1" in letters else letters
            elif op == "CATEGORY":
                yield from "123"

    def number(self, node: Node) -> int:
        """Return a small number in the range of a key, rarely the smallest."""
        least, most = node.get("minimum", 0), node.get("maximum", 10**6)
        if least < 0:
            return self.rng.choice((-5, 1, 1, 2, 3, 10, 30))
        steps = (0, 1, 1, 1, 2, 2, 3, 5) if least else (1, 1, 1, 2, 2, 3, 3, 6)
        return int(min(most, least + self.rng.choice(steps)))


def groups_of(table: Table) -> dict[str, Table]:
    """Return the groups of a definition by name, in order."""
    found: dict[str, Table] = {}
    for kind in [key for key in table if key in vocabulary.KINDS]:
        part: Table = table[kind]
        named = part and all(isinstance(v, dict) and k != "then" for k, v in part.items())
        found |= {f"{kind}.{name}": each for name, each in part.items()} if named else {kind: part}
    return found


class Language:
    """Keys and phrases in the JSON Schema of definitions.

    >>> from cadogan.rules.json_schema import json_schema
    >>> language = Language(json_schema())
    >>> Word("tableau.take", "block") in language.words
    True
    """

    def __init__(self, schema: Node) -> None:
        self.defs: dict[str, Node] = schema["$defs"]
        self.nodes: dict[str, Node] = {}
        for key in [key for key in OVER if key != "layout"]:
            node = schema["properties"][key]
            inner = self.defs[key] if key in vocabulary.KINDS else node
            if key in vocabulary.KINDS or "properties" in inner:
                for name, value in inner["properties"].items():
                    self.nodes[f"{key}.{name}"] = value
            else:
                self.nodes[key] = node
        self.needed = {kind: self.defs[kind].get("required", []) for kind in vocabulary.KINDS}
        self.builds: dict[str, list[str]] = {}
        for text in BUILDS:
            for part in sorted(_parts_of(text)):
                self.builds.setdefault(part, []).append(text)

    @functools.cached_property
    def words(self) -> list[Word]:
        """All words, in an order that mixes the kinds of groups."""
        found = [Word(path, p) for path, node in self.nodes.items() for p in self._all(path, node)]
        found += [Word(kind, _SEVERAL) for kind in vocabulary.KINDS if kind not in _SINGLE]
        random.Random("words").shuffle(found)
        return found

    def phrases(self, path: str) -> list[str]:
        """Return the phrases of a key; for builds, also some that need no other words."""
        builds = ["any card", "up in suit"] if "build" in path or "run" in path else []
        return [*builds, *self._all(path, self.nodes[path])] if path in self.nodes else []

    # -- forms of values --------------------------------------------------------------------------

    def _forms(self, node: Node) -> Iterator[Node]:
        """Yield the forms that the values of a key can take."""
        if "anyOf" in node:
            for part in node["anyOf"]:
                yield from self._forms(part)
        elif "oneOf" in node:
            yield {"enum": [part["const"] for part in node["oneOf"]]}
        elif node.get("$ref", "").rpartition("/")[2] in _PARSED:
            yield node
        elif "$ref" in node:
            yield from self._forms(self.defs[node["$ref"].rpartition("/")[2]])
        else:
            yield node

    def _all(self, path: str, node: Node) -> list[str]:
        """Return the phrases of a key, or the names of the forms of its values."""
        if path in _FREE:
            return [*_FREE[path]]
        forms = [*self._forms(node)]
        labels = [label for form in forms for label in self._labels(form, len(forms) == 1)]
        return [*dict.fromkeys(labels)]

    def _labels(self, form: Node, alone: bool) -> Collection[str]:
        kind, ref = str(form.get("type")), form.get("$ref", "").rpartition("/")[2]
        if ref:
            builds, conditions = [*self.builds], [*vocabulary.CONDITIONS]
            return {"build": builds, "condition": conditions, "deal": [*_DEALS]}.get(ref, [""])
        if "enum" in form:
            return [_phrase(text) for text in form["enum"] if text]
        if "pattern" in form:
            return [_shape(form["pattern"])]
        if kind == "array":
            return self._all("", form["items"]) if alone else (_LIST,)
        if kind == "object":
            return [*form["properties"], *vocabulary.CONDITIONS]
        return ({"boolean": _TRUE, "integer": _NUMBER}.get(kind, ""),)

    def phrases_in(self, path: str, value: Any, node: Node | None = None) -> set[str]:
        """Return the phrases or the forms in the value of a key."""
        node = self.nodes[path] if node is None else node
        if path in _FREE:
            texts = value if isinstance(value, list) else [value]
            return {_free_phrase(path, text) for text in texts}
        forms, found = [*self._forms(node)], set[str]()
        for form in forms:
            kind, ref = form.get("type"), form.get("$ref", "").rpartition("/")[2]
            if isinstance(value, list):
                if kind == "array" and len(forms) == 1:
                    found |= {p for x in value for p in self.phrases_in("", x, form["items"])}
                elif kind == "array":
                    found.add(_LIST)
                    if form["items"] in forms:  # such as then, which is a table or a list of tables
                        found |= {p for x in value for p in self.phrases_in("", x, form["items"])}
            elif isinstance(value, dict):
                if kind == "object":
                    found |= {key for key in value if key != "when"} | {"when"}
                    found.add(_condition(value.get("when", "")))
            elif isinstance(value, bool):
                found |= {_TRUE} if kind == "boolean" else set()
            elif isinstance(value, int):
                found |= {_NUMBER} if kind == "integer" else set()
            elif ref:
                found |= _PARSED[ref](value)
            elif value in form.get("enum", ()):
                found.add(_phrase(value))
            elif "pattern" in form and re.search(form["pattern"], value):
                found.add(_shape(form["pattern"]))
            elif kind == "string" and not {"enum", "pattern"} & {*form}:
                found.add("")
        return found

    def words_of(self, table: Table, only: str = "") -> set[Word]:
        """Return the words that a definition uses, or only those at one path."""
        found: set[Word] = set()
        values: list[tuple[str, Any]] = []
        for name, group in groups_of(table).items():
            kind, _, own_name = name.partition(".")
            found |= {Word(kind, _SEVERAL)} if own_name else set()
            values += [(f"{kind}.{key}", value) for key, value in group.items()]
        for key, value in table.items():
            inner = value if isinstance(value, dict) and key not in vocabulary.KINDS else {}
            values += [(key, value), *((f"{key}.{name}", part) for name, part in inner.items())]
        for path, value in values:
            if path in self.nodes and only in ("", path):
                found |= {Word(path, phrase) for phrase in self.phrases_in(path, value)}
        return found

    # -- drawing ----------------------------------------------------------------------------------

    def value(self, path: str, at: Setting, phrase: str = "", node: Node | None = None) -> Any:
        """Draw a value for a key, with a given phrase if any."""
        rng = at.rng
        if path in _FREE:
            shapes = _FREE[path]
            wanted = phrase or rng.choice([*shapes])
            texts = [_fill(at, shapes[wanted])]
            texts += [_fill(at, rng.choice([*shapes.values()])) for _ in range(rng.choice((0, 1)))]
            return texts if path == "remove.sets" else texts[0]
        forms = [*self._forms(self.nodes[path] if node is None else node)]
        alone = len(forms) == 1
        forms = [form for form in forms if not phrase or phrase in self._labels(form, alone)]
        return self._drawn(rng.choice(forms), at, phrase)

    def _drawn(self, form: Node, at: Setting, phrase: str) -> Any:
        rng, kind, ref = at.rng, form.get("type"), form.get("$ref", "").rpartition("/")[2]
        if ref == "build":
            return rng.choice(self.builds[phrase or rng.choice([*self.builds])])
        if ref == "sequence":
            return " ".join(rng.sample(at.ranks, len(at.ranks)))
        if ref == "deal":
            deals = (at.text(self.defs["deal"]["pattern"]) for _ in range(40))
            return next((deal for deal in deals if phrase in ("", *deal.split())), "1 to waste")
        if ref == "condition":
            word = phrase or rng.choice([*vocabulary.CONDITIONS])
            text = word.replace("GROUP", rng.choice(at.refs or ["stock"]))
            return rng.choice(("", "", "not ")) + text
        if "enum" in form:
            texts = [text for text in form["enum"] if text]
            texts = [text for text in texts if text not in [*RANKS] or text in at.ranks]
            wanted = [text for text in texts if _phrase(text) == phrase] if phrase else []
            return rng.choice(wanted or texts or [""])
        if "pattern" in form:
            return at.text(form["pattern"])
        if kind == "array":
            return self._list(form, at, phrase)
        if kind == "object":
            keys = [key for key in form["properties"] if key != "when"]
            some = {phrase} & {*keys} | {*rng.sample(keys, rng.choice((1, 1, 2)))}
            word = phrase if phrase in vocabulary.CONDITIONS else ""
            when = self.value("", at, word, form["properties"]["when"])
            parts = {key: self.value("", at, "", form["properties"][key]) for key in sorted(some)}
            return {"when": when, **parts}
        return True if kind == "boolean" else at.number(form)

    def _list(self, form: Node, at: Setting, phrase: str) -> list[Any]:
        """Draw a list: one entry for each pile, or a few different entries in order."""
        rng, items = at.rng, form["items"]
        inner = "" if phrase == _LIST else phrase
        many = rng.choice((1, 1, 2, at.piles, at.piles))
        if items.get("items", {}).get("minimum") == 2:  # later piles, which cover the earlier ones
            later = [range(i + 1, at.piles + 1) for i in range(1, at.piles + 1)]
            return [rng.sample(some, min(len(some), rng.randint(0, 2))) for some in later]
        drawn = [self.value("", at, inner, items) for _ in range(many)]
        if many != at.piles or rng.random() < 0.3:
            drawn = [x for i, x in enumerate(drawn) if x not in drawn[:i]]
            if all(isinstance(x, int) for x in drawn):
                drawn.sort()
        return drawn


_DEALS = ("waste", "each", "next", "and")  # the words in the value of `stock.deal`
_SINGLE = ("waste", "stock", "discard")  # kinds with one group in most games


def _phrase(text: str) -> str:
    return _RANK if text in [*RANKS] else text


def _shape(pattern: str) -> str:
    return pattern.replace(GROUP_PATTERN, "GROUP").strip("^$")


def _parts_of(build: str) -> set[str]:
    """Return the words in a build phrase.

    >>> sorted(_parts_of("up by 2 in suit, wrapping"))
    ['in suit', 'step', 'up', 'wrap']
    """
    found = set()
    for field in dataclasses.fields(BUILDS[build]) if build in BUILDS else ():
        value = getattr(BUILDS[build], field.name)
        if isinstance(value, str):
            found |= {value} if value in build else set()
        elif value != field.default:
            found.add(field.name)
    return found


def _condition(text: str) -> str:
    """Return the entry of the vocabulary for a condition.

    >>> _condition("not waste and stock empty")
    'GROUP empty'
    """
    rest = text.removeprefix("not ")
    ends = [word for word in vocabulary.CONDITIONS if "GROUP" in word]
    return next((word for word in ends if rest.endswith(word.removeprefix("GROUP"))), rest)


# schema references to texts with a grammar, each with a function for the words in such a text
_PARSED: dict[str, Callable[[str], set[str]]] = {
    "build": _parts_of,
    "condition": lambda text: {_condition(text)},
    "deal": lambda text: {*_DEALS} & {*text.split()},
    "sequence": lambda _: {""},
}


def _free_phrase(path: str, text: str) -> str:
    """Return the phrase in a text that the schema does not restrict."""
    plain = text.removesuffix(" in suit") if path == "remove.sets" else text
    for phrase, shape in _FREE[path].items():
        pattern = shape.replace("[RANKS]", f"[{RANKS}]").replace("N", r"\d+")
        if re.fullmatch(pattern, plain):
            return phrase
    return ""


def _fill(at: Setting, shape: str) -> str:
    """Return a phrase with ranks and a number in place of its placeholders."""
    places = [RANKS.index(rank) + 1 for rank in at.ranks]
    number = str(at.rng.choice(places) + at.rng.choice(places))
    text = at.text(re.sub(r"\bN\b", number, shape))
    several = shape.count("RANKS") > 1 or shape == "N"
    return text + " in suit" * (several and at.rng.random() < 0.2)
