"""Random definitions with small packs, all keys and all phrases of the vocabulary.

Each seed gives one definition. It starts as a game from the catalogue, with a smaller pack. The
seed selects two words of the language in turn, and a few more at random. If the loader refuses the
definition, its error names the conflicting keys. The generator then drops, redraws or adds one of
them.
"""

from __future__ import annotations

import copy
import functools
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from cadogan.core.cards import RANKS
from cadogan.core.errors import CadoganError
from cadogan.model.position import Game
from cadogan.rules import vocabulary
from cadogan.rules.definition import ACTION_TABLES, OVER
from cadogan.rules.house_rules import merge
from cadogan.rules.json_schema import json_schema
from cadogan.rules.loading import load_table
from tests.fuzz.language import Language, Setting, Table, Word, groups_of
from tests.written import FILES

__all__ = ["ACCEPTED", "ASKED", "FILE", "Table", "asked_by", "draw", "language", "refusal"]

FILE = "fuzz.toml"
# a table, a key and its value; None drops the key, and "draw" draws a value
Change = tuple[Table, str, Any]
ASKED: Counter[Word] = Counter()  # how often a seed selected a word
ACCEPTED: Counter[Word] = Counter()  # how often an accepted definition had a selected word
_ATTEMPTS, _MENDS = 5, 30
_SIZES = (2, 3, 3, 4, 4, 5)  # numbers of ranks in most packs, so that brute force can decide deals
# Numbers of ranks in other packs, for rules about poker hands, digits and kings.
_LARGE = (7, 13, 13)
# errors that name no key; each has a key and a value that resolve it
_HINTS = (
    ("comes to the waste", "waste", None), ("comes to the waste", "from", ["tableau"]),
    ("must go there", "win", "foundations complete"), ("nothing counts", "card", 1),
    ("won by its score", "score", "draw"), ("one grid", "stock", None),
    ("one grid", "tableau", "draw"), ("begins with a base card", "start", "base rank"),
)  # fmt: skip
_CHOICES = 0.1  # share of the definitions that have choices
_ONE_CARD = {"row", "wrong", "exchange"}  # keys for piles that get at most one card in the deal


@functools.cache
def language() -> Language:
    """Return the current rules language."""
    return Language(json_schema())


@functools.cache
def _games() -> list[Table]:
    """Return the rules of every catalogue game, its variants and its other answers."""
    found: list[Table] = []
    for raw in FILES.values():
        choices = raw.get("options", {}).values()
        overs = [each.get("over", {}) for c in choices for each in c.get("answers", {}).values()]
        changes = [*raw.get("variants", {}).values(), *overs]
        found += [raw, *(merge(raw, change) for change in changes)]
    return [_rules_of(raw) for raw in found]


def _rules_of(raw: Table) -> Table:
    options = {
        name: {key: value for key, value in option.items() if key != "sources"}
        for name, option in raw.get("options", {}).items()
        if isinstance(option, dict) and option.get("kind") != "choice"
    }
    head = {"name": "Fuzz", "family": "Fuzz", "decks": 1}
    rules = {key: raw[key] for key in OVER if key in raw and key != "layout"}
    order = {key: raw[key] for key in raw if key in vocabulary.KINDS}
    return head | rules | order | ({"options": options} if options else {})


@functools.cache
def _games_with(word: Word) -> list[Table]:
    """Return the games that use a word, otherwise those that have its table of special moves."""
    table = word.path.partition(".")[0]
    having = [game for game in _games() if word in _words(id(game))]
    return having or [game for game in _games() if table in game and table in ACTION_TABLES]


@functools.cache
def _words(table_id: int) -> frozenset[Word]:
    table = next(table for table in _games() if id(table) == table_id)
    return frozenset(language().words_of(table))


def asked_by(seed: int) -> list[Word]:
    """Return the two words of a seed; consecutive seeds reach every word, and later every pair."""
    words = language().words
    turn, at = divmod(seed, len(words))
    return [words[at], words[(at + turn + 1) % len(words)]]


def refusal(table: Table) -> str:
    """Return the error of the loader, or "" if the definition loads or fails in another way."""
    try:
        Game(load_table(table, FILE)["fuzz"])
    except CadoganError as error:
        return str(error)
    except Exception:  # noqa: BLE001 - a fault, which the loading check reports
        return ""
    return ""


def draw(seed: int, asked: list[Word] | None = None) -> Table:
    """Return the definition of a seed, as TOML would give it.

    >>> draw(7) == draw(7), draw(7) == draw(8)
    (True, False)
    """
    wanted = asked_by(seed) if asked is None else asked
    table = _draw(seed, wanted)
    rng = random.Random(f"choices {seed}")
    if rng.random() < _CHOICES:
        _add_choices(table, rng)
    ASKED.update(wanted)
    ACCEPTED.update(language().words_of(table) & {*wanted})
    return table


def _draw(seed: int, asked: list[Word]) -> Table:
    rng = random.Random(f"fuzz {seed}")
    for attempt in range(_ATTEMPTS):
        wanted = asked if attempt <= _ATTEMPTS // 2 else asked[:1]
        last = attempt == _ATTEMPTS - 1
        games = _games_with(rng.choice(wanted)) if last or rng.random() < 0.8 else []
        pack = rng.choice(_LARGE if rng.random() < 0.04 else _SIZES)
        making = _Making(rng, rng.choice(games or _games()), len(RANKS) if last else pack)
        if making.succeeds(wanted, rng.choice((0, 0, 0, 1, 2, 4)) * (not last)):
            return making.table
    return _Making(rng, _games()[0], len(RANKS)).table


def _add_choices(table: Table, rng: random.Random) -> None:
    """Give a definition two or three choices, whose answers are mostly valid on their own."""
    choices: Table = {}
    for name in ("one", "two", "three")[: rng.randint(2, 3)]:
        answers: Table = {"usual": {"name": "as usual"}}
        for answer in ("this", "that")[: rng.randint(1, 2)]:
            making = _Making(rng, table, len(RANKS))
            works = making.succeeds([], 2)
            over = _difference(table, making.table)
            if over and ((works and not refusal(merge(table, over))) or rng.random() < 0.01):
                answers[answer] = {"name": f"as {answer}", "over": over}
        if len(answers) > 1:
            head = {"kind": "choice", "about": f"Choice {name}", "default": "usual"}
            choices[name] = {**head, "answers": answers}
    if choices:
        table["options"] = {**table.get("options", {}), **choices}


def _difference(table: Table, other: Table) -> Table:
    """Return the keys that another definition changes, or {} if it lacks some."""
    over: Table = {}
    for key in [key for key in OVER if other.get(key) != table.get(key)]:
        mine, value = table.get(key), other.get(key)
        if value is None or key == "ranks":
            return {}
        if isinstance(mine, dict) and isinstance(value, dict):
            if {*mine} - {*value}:
                return {}
            value = {name: part for name, part in value.items() if part != mine.get(name)}
        over[key] = copy.deepcopy(value)
    return over


class _Making:
    """Definition that is still being generated."""

    def __init__(self, rng: random.Random, game: Table, ranks: int) -> None:
        self.rng = rng
        self.table = copy.deepcopy(game)
        self.shrink(ranks)

    # -- the pack and the piles -------------------------------------------------------------------

    @property
    def ranks(self) -> list[str]:
        """The ranks of the pack, lowest first."""
        return list(self.table.get("ranks", " ".join(RANKS)).replace("10", "T").split())

    @property
    def suits(self) -> list[str]:
        """The suits of a pack."""
        return list(self.table.get("suits", "C D H S").split())

    @property
    def of_a_rank(self) -> int:
        """The number of cards of each rank."""
        return int(self.table["decks"]) * len(self.suits)

    def shrink(self, count: int) -> None:
        """Reduce the pack and the rows of piles, and rename cards in the definition."""
        rng, old = self.rng, self.ranks
        if count >= len(old):
            return
        first = rng.choice((0, 0, 0, rng.randrange(len(old) - count + 1)))
        new = old[first : first + count]
        if rng.random() < 0.15:
            new = sorted(rng.sample(old, count), key=old.index)
        last = max(len(old) - 1, 1)
        names = {rank: new[round(i * (count - 1) / last)] for i, rank in enumerate(old)}
        self.table = _renamed(self.table, {rank: names.get(rank, new[0]) for rank in RANKS})
        if len(new) < len(RANKS) or new != [*RANKS]:
            self.table["ranks"] = " ".join(new)
        if self.table["decks"] > 1 and rng.random() < 0.5:
            self.table["decks"] -= 1
        if rng.random() < 0.05:
            self.table["suits"] = rng.choice(("S S S S", "H H S S", "S", "H S", "D H S"))
        for name, group in groups_of(self.table).items():
            self.shorten(name, group)
        self.deal()

    def shorten(self, name: str, group: Table) -> None:
        """Reduce the number of piles in a group, and shorten its lists to match."""
        piles = group.get("piles", 1)
        if name == "foundation":
            group["piles"] = self.of_a_rank if piles >= 4 else piles
        elif "row" in group and len(self.ranks) < len(RANKS):
            rows = min(piles // group["row"], self.of_a_rank)
            group["row"] = len(self.ranks) + self.rng.choice((0, 0, 1))
            group["piles"] = rows * group["row"]
            if isinstance(group.get("row_start"), list):
                group["row_start"] = (group["row_start"] * rows)[:rows]
        elif isinstance(group.get("covered_by"), list):
            group["piles"] = few = self.rng.randint(3, 10)
            group["covered_by"] = [
                [over for over in some if over <= few] for some in group["covered_by"][:few]
            ]
        elif group.get("covered_by") == "pyramid":
            group["piles"] = self.rng.choice((3, 6, 10))
        elif piles > 2 and "covered_by" not in group:
            group["piles"] = self.rng.randint(2, min(piles, 4))
        for key, value in group.items():
            if isinstance(value, list) and len(value) == piles:
                group[key] = value[: group.get("piles", 1)]

    def deal(self) -> None:
        """Adapt the deal to the number of cards and piles."""
        rng, groups = self.rng, groups_of(self.table)
        left = self.of_a_rank * len(self.ranks) + self.table.get("jokers", 0)
        piles: list[tuple[str, int]] = []
        for name, group in groups.items():
            kind, count = name.partition(".")[0], int(group.get("piles", 1))
            if kind == "foundation":
                placed = group.get("placed", 0)
                first = int("0" + re.sub(r"\D", "", placed)) if isinstance(placed, str) else placed
                left -= len(first) if isinstance(first, list) else first * count
                left -= 0 if isinstance(group.get("deal"), list) else group.get("deal", 0)
            elif kind in ("tableau", "reserve"):
                dealt_out = group.get("order") in vocabulary.DEALT_OUT or "weave" in self.table
                piles += [] if dealt_out else [(name, i) for i in range(count)]
                left, group["deal"] = (0, 0) if dealt_out else (left, group.get("deal", 0))
        rest = "stock" in groups or groups.get("discard", {}).get("deal")
        counts = dict.fromkeys(piles, 0)
        even = rng.random() < 0.5
        some = rng.randint(0, max(0, left - 1)) if rest else max(left, 0)
        for i in range(some if piles else 0):
            place = piles[i % len(piles)] if even else rng.choice(piles)
            group = groups[place[0]]
            full = counts[place] >= (group.get("most") or 99)
            if not full and not (_ONE_CARD & {*group} and counts[place]):
                counts[place] += 1
        for name in dict.fromkeys(name for name, _ in piles):
            each = [number for (of, _), number in counts.items() if of == name]
            groups[name]["deal"] = each[0] if len({*each}) == 1 else each

    # -- words ------------------------------------------------------------------------------------

    def succeeds(self, asked: list[Word], more: int) -> bool:
        """Add words to the definition and repair it until it loads; return whether it does.

        ``more`` random words are added first.
        """
        for word in [*(self.rng.choice(language().words) for _ in range(more)), *asked]:
            if not self.has(word):
                self.bring(word)
        if not all(map(self.has, asked)):
            return False
        for _ in range(_MENDS):
            error = refusal(self.table)
            if not error:
                return True
            before = copy.deepcopy(self.table)
            self.mend(error)
            if not all(map(self.has, asked)):
                self.table = before
        return False

    def has(self, word: Word) -> bool:
        """Return whether the definition uses a word."""
        return word in language().words_of(self.table, word.path)

    def bring(self, word: Word) -> None:
        """Add a word to the definition, with a table or a group for it if necessary."""
        kind, _, key = word.path.partition(".")
        whole = kind != "foundation" and _games_with(word) and self.chance(0.4)
        if key and (kind not in self.table or whole):
            self.add(kind, word)
        if word.phrase == "several groups":
            self.split(kind)
        elif not key:
            self.table[word.path] = language().value(word.path, self.setting(), word.phrase)
        elif word not in language().words_of(self.table):
            groups = [g for name, g in groups_of(self.table).items() if name.startswith(kind)]
            group = self.rng.choice(groups or [self.table[kind]])
            group[key] = language().value(word.path, self.setting(group), word.phrase)

    def add(self, kind: str, word: Word | None = None) -> None:
        """Add a table from some game, or one with only its required keys."""
        games = _games_with(word) if word else []
        games = games or [game for game in _games() if kind in game]
        if games and self.rng.random() < 0.8:
            other = _Making(self.rng, self.rng.choice(games), len(self.ranks))
            names = dict(zip(other.ranks, self.ranks, strict=False))
            self.table[kind] = _renamed(other.table[kind], names)
        else:
            needed = language().needed.get(kind, [])
            self.table[kind] = {
                key: language().value(f"{kind}.{key}", self.setting()) for key in needed
            }

    def split(self, kind: str) -> None:
        """Split a group in two."""
        group = self.table.get(kind, {})
        if groups_of({kind: group}).keys() == {kind}:
            self.table[kind] = {"left": group, "right": copy.deepcopy(group)}

    def setting(self, group: Table | None = None) -> Setting:
        """Return the pack and the piles for drawing a value."""
        piles = group.get("piles", 1) if group else 1
        groups = [*groups_of(self.table)]
        return Setting(self.rng, self.ranks, self.suits, groups, piles)

    # -- mending ----------------------------------------------------------------------------------

    def mend(self, error: str) -> None:
        """Change one of the keys that an error names."""
        path, _, text = error.removeprefix(f"{FILE}: ").partition(": ")
        if " " in path:  # the error concerns the definition as a whole
            path, text = "", error
        if re.search(r"laid out|left for it|at the start|dealt|deals?\b", text) and self.chance(
            0.5
        ):
            self.deal()
        if (found := re.search(r"the pack has no (\w+)", text)) and self.chance(0.5):
            self.table["ranks"] = " ".join([*self.ranks[:-1], vocabulary.rank_meant(found[1])])
        nothing: Change = ({}, "", None)
        where, key, value = self.rng.choice([*self.changes(path, text)] or [nothing])
        needed = language().needed.get(self.kind_of(where), [])
        if value == "draw" or (value is None and key in needed):
            self.redraw(where, key)
        elif value is None:
            where.pop(key, None)
        else:
            where[key] = value

    def chance(self, probability: float) -> bool:
        """Return true with this probability."""
        return self.rng.random() < probability

    def changes(self, path: str, text: str) -> Iterator[Change]:
        """Yield tables, keys and values that may resolve the error."""
        place, key = self.table, ""
        for part in path.split(".") if path else []:
            inner = place.get(part)
            if isinstance(inner, dict) and part != "then" and not key:
                place = inner
            else:
                key = key or part
        numbers = [int(number) for number in re.findall(r"\b\d+\b", text)]
        if key:
            yield from [(place, key, None), (place, key, "draw")] * 2
            if isinstance(place.get(key), int) and place[key] is not True:
                yield from ((place, key, number) for number in numbers)
            if isinstance(some := place.get(key), list) and "entr" in text:
                yield from [(place, key, (some * 28)[: place.get("piles", 1)])] * 4
        elif path and "." not in path:
            yield self.table, path, None
        if "piles" in place and re.search("piles|rows|places|foundations", text + key):
            for number in [*numbers, self.of_a_rank, len(self.ranks), self.rng.randint(1, 4)]:
                yield place, "piles", max(1, min(number, 28))
        yield from self.named(place, path.rpartition(".")[2], text)
        if self.chance(0.1):
            yield self.table, self.rng.choice([key for key in OVER if key != "layout"]), "draw"

    def named(self, place: Table, last: str, text: str) -> Iterator[Change]:
        """Yield changes to the tables, keys and phrases that an error names."""
        tables: list[Table] = [place, *groups_of(self.table).values(), self.table]
        for kind in [kind for kind in re.findall(r"\[(\w+)", text) if kind in OVER]:
            yield from [(self.table, kind, None if kind in self.table else "draw")] * 3
        written = re.findall(r"(\w+) = (\d+|true|\['\w+'\]|'[^']*')", text)
        assigned = [(name, json.loads(value.replace("'", '"'))) for name, value in written]
        hints = [(name, value) for sign, name, value in _HINTS if sign in text]
        for name, value in [*assigned, *hints]:
            if (home := self.home(name, place, tables)) is not None:
                yield from [(home, name, value)] * 3
        if last and (known := re.search("use one of: (.+)", text)):
            yield from [(place, last, name) for name in known[1].split(", ")]
        for name in re.findall(r"'([^']+)'", text):
            having = [table for table in tables if name in table]
            for table in having[:3]:
                yield from [(table, name, None), (table, name, "draw")]
            if name not in place and f"{self.kind_of(place)}.{name}" in language().nodes:
                yield from [(place, name, "draw")] * 2
            if not having and (home := self.home(name, place, tables)) is not None:
                yield home, name, "draw"
            elif not having and last not in ("", "then") and isinstance(place.get(last, ""), str):
                yield from [(place, last, name)] * 2  # a phrase that may be compatible

    def home(self, name: str, place: Table, tables: list[Table]) -> Table | None:
        """Return the table that has a key or may have it, if any."""
        if name in OVER:
            return self.table
        homes = [t for t in tables if f"{self.kind_of(t)}.{name}" in language().nodes]
        return place if any(t is place for t in homes) else self.rng.choice(homes or [None])

    def kind_of(self, table: Table) -> str:
        """Return the name of the kind of group, or of the table of special moves."""
        for name, group in groups_of(self.table).items():
            if group is table:
                return name.partition(".")[0]
        return next((key for key, value in self.table.items() if value is table), "")

    def redraw(self, table: Table, key: str) -> None:
        """Draw another value for a key, or another table."""
        if table is self.table and (key in vocabulary.KINDS or key not in language().nodes):
            if key in OVER:
                self.add(key)
            return
        path = key if table is self.table else f"{self.kind_of(table)}.{key}"
        if path not in language().nodes:
            table.pop(key, None)
        elif key == "piles":
            table[key] = self.rng.randint(1, 4)
        elif key == "deal" and path in ("tableau.deal", "reserve.deal"):
            self.deal()
        else:
            table[key] = language().value(path, self.setting(table))


def _renamed(value: Any, names: dict[str, str]) -> Any:
    """Return a value with different ranks in it."""
    if isinstance(value, dict):
        return {key: _renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [_renamed(part, names) for part in value]
    if isinstance(value, str) and re.fullmatch(
        rf"[{RANKS}][CDHS]?( [{RANKS}][CDHS]?| on \d+)*", value
    ):
        words = [names.get(word[0], word[0]) + word[1:] for word in value.split()]
        once = len({*value.split()}) == len(words)
        return " ".join(dict.fromkeys(words) if once else words)
    return copy.deepcopy(value)
