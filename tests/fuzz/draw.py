"""Definitions drawn at random: small packs, every key and phrase, every pair of them in turn.

One number gives one definition, for ever. Each is asked for two words of the language (a key, or a
key with a phrase), so that counting up reaches every pair; the rest is chance.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, TypeVar

from cadogan.core.cards import RANKS
from cadogan.mechanics.removal.compile import SETS
from cadogan.rules import vocabulary
from cadogan.rules.group import GROUP_KEYS, then_keys
from cadogan.rules.phrases import RedealOrder
from cadogan.rules.vocabulary import NEIGHBOURS
from tests.fuzz.choose import add_choices

__all__ = ["KEYS", "PAIRS_OF_KEYS", "PAIRS_OF_WORDS", "WORDS", "Table", "draw", "words_of"]

Table = dict[str, Any]
T = TypeVar("T")

_KINDS = list(vocabulary.KINDS)
_NEXT = dict(zip(_KINDS, [*_KINDS[1:], "none"], strict=True))
_PLAIN = [c for c in vocabulary.CONDITIONS if "GROUP" not in c]
_STARTS = [*vocabulary.STARTS, "rank", "card", "list"]
_BUILDS = [
    "none", "any card", "any order", "same rank", "up then down", "up", "down", "up or down",
    "by", "wrapping", "one way",
    "in suit", "in alternating colours", "in colour", "any suit", "in another suit",
    "in suit rotation", "any lower card", "or same rank", "list",
]  # fmt: skip
_LAST = ("last", "last_at", "last_when", "last_to")
_LATER = [c for c in vocabulary.CONDITIONS if c != "GROUP can be filled"]  # for more than deals
_OWN_SPACES = ("rank", "its own rank", *vocabulary.NEIGHBOURS)  # drawn with other keys
# the phrases of a key, as coverage counts them; a key that is not here counts as one word
_PHRASES: dict[str, list[str]] = {
    "take": list(vocabulary.TAKES),
    "space": [*(space for space in vocabulary.SPACES if len(space) > 1), "rank"],
    "start": _STARTS,
    "placed": ["true", "list", "first"],
    "build": _BUILDS,
    "run": [*_BUILDS[:-1], "two"],
    "face": [*vocabulary.FACES, "list"],
    "order": list(vocabulary.ORDERS),
    "sink_way": list(vocabulary.SINKS),
    "must_hold_way": list(vocabulary.MUST_HOLD_WAYS),
    "refill_order": ["rows", "piles"],
    "turned": ["true"],
    "met_in_dealing": list(vocabulary.MET_IN_DEALING),
    "closes": ["true"],
    "exchange": ["true"],
    "ring": ["true"],
    "fixed": ["true"],
    "same_suits": ["true"],
    "in_lines": ["true"],
    "same_way": ["true"],
    "last_reversed": ["true"],
    "leftmost": ["true"],
    "unlike": ["true"],
    "whole": list(vocabulary.WHOLES),
    "wrong": list(vocabulary.WRONG),
    "paired": ["true"],
    "bare": ["true"],
    "must": ["true"],
    "replaced": ["true"],
    "space_in_turn": ["true"],
    "covered_by": [*vocabulary.COVERS, "GROUP", "list"],
    "when": list(vocabulary.CONDITIONS),
    "skips": list(vocabulary.SKIPS),
    "last_when": _LATER,
}
_OTHERS: dict[str, list[str]] = {
    "decks": ["2"],
    "ranks": ["not from the ace", "gaps"],
    "suits": ["twice", "fewer"],
    "jokers": [],
    "win": [*vocabulary.WINS, "GROUP empty"],
    "remove.sets": list(SETS),
    "remove.between": list(vocabulary.BETWEEN),
    "remove.between_most": [],
    "remove.from": [],
    "remove.touching": [],
    "remove.covering": [],
    "count.of": ["waste", "tableau"],
    "count.ranks": [],
    "count.passes": [],
    "count.again": [],
    "redeal.from": [*vocabulary.REDEALT_FROM],
    "redeal.times": ["number", "unlimited"],
    "redeal.order": list(vocabulary.REDEAL_ORDERS),
    "redeal.when": _LATER,
    "shift.times": [],
    "shift.group": [],
    "merci.times": [],
    "merci.when": _LATER,
    "options": ["digits", "suits", "choice"],
    "weave": [],
    "weave.exiles": [],
    "weave.hand": [],
    "score.target": [],
    "score.start": [],
    "score.card": [],
    "score.hands": [word for word in vocabulary.HANDS if word != "none"],
}


def _vocabulary() -> Iterable[tuple[str, str]]:
    for kind, (needed, optional) in GROUP_KEYS.items():
        for key in [*needed, *optional]:
            phrases = _PHRASES.get(key, [])
            if kind == "stock" and key in ("deal", "last"):
                phrases = ["waste", "each", "two", "next"][: 4 if key == "deal" else 3]
            if key == "then":
                phrases = [*then_keys(kind), *_LATER]
            yield from ((f"{kind}.{key}", phrase) for phrase in phrases or [""])
        if kind not in ("waste", "stock", "discard"):
            yield f"two {kind}s", ""
    for key, phrases in _OTHERS.items():
        yield from ((key, phrase) for phrase in phrases or [""])


WORDS = list(_vocabulary())
KEYS = list(dict.fromkeys(key for key, _ in WORDS))
PAIRS_OF_KEYS = list(combinations(KEYS, 2))
PAIRS_OF_WORDS = list(combinations(WORDS, 2))
random.Random("pairs").shuffle(PAIRS_OF_KEYS)
random.Random("pairs").shuffle(PAIRS_OF_WORDS)


def draw(seed: int) -> Table:
    """Return the definition of a number, as TOML would give it.

    >>> draw(7) == draw(7), draw(7) == draw(8)
    (True, False)
    """
    drawing, rng = _Draw(seed), random.Random(f"choices {seed}")
    asked = ("options", "choice") in drawing.asked
    table = drawing.table()
    if asked or rng.random() < 0.1:
        add_choices(table, rng, lambda number: _Draw(number).table())
    return table


def _drop(group: Table, keys: Iterable[str]) -> None:
    for key in keys:
        group.pop(key, None)


class _Draw:
    """One definition in the making."""

    REFILL = ("refill", "refill_below", "refill_first", "refill_order")
    ONES = frozenset(("row", "wrong", "exchange"))  # dealt one card a pile at the most

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"spar {seed}")
        n = len(PAIRS_OF_KEYS)
        pair: Iterable[tuple[str, str]]
        if (
            seed // n % 8 == 0
        ):  # first all pairs of keys, then pairs of words for seven times as long
            of = {key: [p for k, p in WORDS if k == key] for key in KEYS}
            pair = [(key, self.rng.choice(of[key])) for key in PAIRS_OF_KEYS[seed % n]]
        else:
            pair = PAIRS_OF_WORDS[(seed - n) % len(PAIRS_OF_WORDS)]
        self.asked = list(pair)
        self.density = self.rng.choice((0.02, 0.06, 0.12, 0.25))
        self.jokers_asked = self.asks("jokers")
        self.out: Table = {}
        self.groups: dict[str, Table] = {}

    # -- small choices -----------------------------------------------------------------------------

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def asks(self, key: str) -> bool:
        return any(asked == key for asked, _ in self.asked)

    def told(self, key: str) -> str:
        """Return the phrase that is asked for with a key, and ask no more."""
        for word in self.asked:
            if word[0] == key:
                self.asked.remove(word)
                return word[1]
        return ""

    def rank(self) -> str:
        return self.rng.choice(self.ranks)

    def card(self) -> str:
        return self.rank() + self.rng.choice("CDHS")

    def some(self, choices: list[T], most: int = 3) -> list[T]:
        return self.rng.sample(choices, min(len(choices), self.rng.randint(1, most)))

    def condition(self, told: str = "") -> str:
        plain = [c for c in _PLAIN if "king" not in c or "K" in self.ranks]
        kind = told or self.rng.choice([*["GROUP empty"] * 3, "GROUP has a space", *plain])
        text = kind
        if kind == "GROUP can be filled":
            text = f"{self.rng.choice(list(self.groups))} can be filled"
        if kind == "GROUP face down":
            text = f"{self.rng.choice(list(self.groups))} face down"
        if kind == "GROUP has a space":
            text = f"{self.rng.choice(list(self.groups))} has a space"
        if kind == "GROUP empty":
            names = list(self.groups)
            at = self.rng.randrange(len(names))
            text = f"{names[at]} empty"
            beside = [n for n in names if _NEXT[names[at].partition(".")[0]] in n]
            if beside and self.chance(0.25):
                text = f"{names[at]} and {beside[0]} empty"
        return f"not {text}" if self.chance(0.35) else text

    def build(self, told: str = "", piles: int = 0) -> str | list[str]:
        if told == "list" or (piles > 1 and not told and self.chance(0.06)):
            return [str(self.build(self.rng.choice(_BUILDS[5:8]))) for _ in range(max(piles, 1))]
        if not told and self.chance(0.12):
            told = self.rng.choice([*_BUILDS[:4], "any lower card"])
        if told in ("none", "any card", "any lower card"):
            return told
        if told == "any order":
            return "any order in suit"
        directions = ["up", "down", "down", "up or down", "same rank", "up then down"]
        direction = told if told in directions else self.rng.choice(directions[:4])
        if not told and self.chance(0.1):
            direction = self.rng.choice(directions)
        suits = told if told in _BUILDS[11:17] else self.rng.choice(_BUILDS[11:17])
        text = direction
        if direction in ("up", "down", "up or down"):
            if told == "or same rank" or (not told and suits != "any suit" and self.chance(0.06)):
                return f"{direction} {suits.replace('any suit', 'in suit')} or same rank"
            if told == "by" or self.chance(0.1):
                text += f" by {self.rng.randint(2, 3)}"
            text += f" {suits}"
            if told == "wrapping" or self.chance(0.25):
                text += ", wrapping"
            if told == "one way" or self.chance(0.25):
                text = text.replace("up or", "\0").replace("down", "up or down", 1)
                text = text.replace("\0", "up or").replace("up or up or", "up or")
                text = text if text.startswith("up or down") else "up or down" + text[2:]
                text += ", one way"
            return text
        return f"{text} {suits}"

    # -- the whole ---------------------------------------------------------------------------------

    def table(self) -> Table:
        self.pack()
        self.piles()
        for name, group in self.groups.items():
            self.fill_in(name.partition(".")[0], name, group)
        self.others()
        for name, group in self.groups.items():
            self.complete(name.partition(".")[0], group)
        self.mostly_refused()
        self.rotation()
        self.weaving()
        self.scoring()
        self.deal()
        self.gathering()
        self.laying_aside()
        if self.jokers_asked or self.chance(0.02):
            return self.with_jokers()
        if "win" not in self.out and not self.holds_all():
            self.out["win"] = "foundations complete"
        for name, group in self.groups.items():
            kind, _, part = name.partition(".")
            if part:
                self.out.setdefault(kind, {})[part] = group
            else:
                self.out[kind] = group
        for key in ("redeal", "shift", "merci", "count", "weave", "score", "options"):
            if key in self.out:
                self.out[key] = self.out.pop(key)
        return self.out

    def with_jokers(self) -> Table:
        """Return a game of the same pack with jokers, which asks for no rank or suit."""
        rng = self.rng
        n = rng.choice((1, 2, 2, 3))
        out: Table = {
            k: self.out[k] for k in ("name", "family", "decks", "ranks", "suits") if k in self.out
        }
        out["jokers"] = n
        cards = self.of_a_rank * len(self.ranks) + n
        piles = rng.randint(2, 5)
        each = rng.randint(1, max(1, (cards - 4) // piles))
        builds = [f"{way} any suit" for way in ("up", "down", "up or down", "same rank")]
        builds += [f"{way} any suit, wrapping" for way in ("up", "down", "up or down")]
        builds += ["any lower card", "any card"]
        homes = rng.randint(1, 2)
        begun = self.chance(0.6)
        waste = self.chance(0.3)
        space = rng.choice(["none", "any card"])
        out["foundation"] = {
            "piles": homes,
            "start": "any card",
            "build": rng.choice(builds),
            "cards": cards,
            **({"deal": 1} if begun else {}),
        }
        out["tableau"] = {
            "piles": piles,
            "deal": each,
            "build": rng.choice(["none", *builds]),
            "take": "top card",
            "space": space,
            **({"face": rng.choice(["top up", "up"])} if self.chance(0.3) else {}),
        }
        if waste:
            out["waste"] = {}
        out["stock"] = {"deal": "1 to waste" if waste else "1 to each foundation"}
        if waste and self.chance(0.5):
            out["redeal"] = {
                "times": rng.choice([1, 2]),
                "order": rng.choice(["turned", "shuffled"]),
            }
        if self.chance(0.3):
            out["tableau"]["fill"] = ["waste", "stock"] if waste else ["stock"]
        elif self.chance(0.3):
            out["reserve"] = {"piles": rng.randint(1, 2), "deal": 1}
            out["tableau"] |= {"space": "any card", "space_from": ["reserve"]}
        if not waste and self.chance(0.3):
            out["stock"] = {"deal": "1 to each tableau"}
            if self.chance(0.5):
                out["stock"]["skips"] = rng.choice(["empty piles", "piles with cards"])
        if self.chance(0.3):
            changed = rng.choice(
                [{"take": "none"}, {"build": rng.choice(builds)}, {"space": "any card"}]
            )
            out["tableau"]["then"] = {"when": rng.choice(["stock empty", "dealt"]), **changed}
        out["win"] = rng.choice(["tableau empty", "tableau empty", "all on foundations"])
        if self.chance(0.1):
            out["tableau"]["build"] = "down in suit"  # refused
        return out

    def gathering(self) -> None:
        """Lay nothing out where cards are gathered that are not laid out again."""
        if self.out.get("redeal", {}).get("from") == "tableau and reserve" and self.chance(0.95):
            for name, group in self.groups.items():
                if name.startswith("reserve"):
                    group["deal"] = 0
                    _drop(group, ("order", "must_hold", "must_hold_way", "lacks", "unlike"))
                    group.pop("met_in_dealing", None)

    def laying_aside(self) -> None:
        """Give cards that are laid aside in dealing a place, and each pile a rank, mostly."""
        for group in [g for g in self.groups.values() if "laid_aside" in g]:
            there = self.groups.pop(group["laid_aside"], None)
            if there is None or self.chance(0.05):
                group.pop("laid_aside")
                group.pop("laid_aside_from", None)
                if there is not None:
                    self.groups["reserve"] = there
                continue
            self.groups[group["laid_aside"]] = there  # behind the group
            there.update(piles=1, deal=0)
            group.update(piles=len(self.ranks), deal=self.rng.randint(1, 3))
            for key in ("order", "must_hold", "must_hold_way", "lacks", "unlike", "met_in_dealing"):
                there.pop(key, None)
                group.pop(key, None)
            _drop(group, ("row", "row_start", "closes", "covered_by", "ring", "fixed", "exchange"))
            if group["deal"] == 1:
                group.pop("laid_aside_from", None)
            for some in (there, group):
                if isinstance(some.get("face"), list):
                    some["face"] = "down"
                if isinstance(some.get("build"), list):
                    some["build"] = "none"

    def holds_all(self) -> bool:
        """Say whether the foundations are surely such that all the cards can go there."""
        if any("keep" in g for n, g in self.groups.items() if not n.startswith("foundation")):
            return False
        some = [g for name, g in self.groups.items() if name.startswith("foundation")]
        plain = all(
            g["build"] in ("up in suit", "up in suit, wrapping")
            and not {"cards", "goal", "sequence", "limited_by"} & {*g}
            and (
                g["start"] == self.ranks[0]
                or (g["start"], g["build"][-8:]) == ("base rank", "wrapping")
            )
            for g in some
        )
        return plain and sum(g["piles"] for g in some) >= self.of_a_rank

    def pack(self) -> None:
        rng = self.rng
        order = list(RANKS)
        decks = 2 if self.told("decks") or self.chance(0.12) else 1
        count = rng.choice((2, 3, 3, 4, 4, 5) if decks == 1 else (2, 2, 3))
        if self.chance(0.04):
            count = rng.choice((7, 13))
        told = self.told("ranks")
        digits = any(phrase.startswith("one above") for _, phrase in self.asked)
        if digits or any(key == "options" and kind != "choice" for key, kind in self.asked):
            count = 13
        first = rng.randrange(14 - count) if told == "not from the ace" or self.chance(0.1) else 0
        if any("king" in phrase for _, phrase in self.asked):
            first = 13 - count
        self.ranks = order[first : first + count]
        if count < 13 and (told == "gaps" or self.chance(0.15)):
            self.ranks = sorted(rng.sample(order, count), key=order.index)
        if self.chance(0.05):
            rng.shuffle(self.ranks)
        suits = self.told("suits")
        if suits or self.chance(0.05):
            some = ["S S S S", "H H S S", "C D H H"], ["S", "H S", "D H S"]
            self.out["suits"] = rng.choice(some[suits == "fewer" or self.chance(0.2)])
        self.of_a_rank = decks * len(self.out.get("suits", "C D H S").split())
        self.decks = decks
        self.out.update(name="Spar", family="Spar", decks=decks)
        if count < 13 or told:
            self.out["ranks"] = " ".join(self.ranks)

    def piles(self) -> None:
        """Choose the groups and how many piles they have."""
        rng = self.rng
        likely = {
            "foundation": 0.97, "tableau": 0.95, "reserve": 0.3, "cell": 0.25, "waste": 0.4,
            "stock": 0.6, "discard": 0.1,
        }  # fmt: skip
        kinds = []
        for kind, p in likely.items():
            asked = sum(
                key.startswith(f"{kind}.") or key == f"two {kind}s" for key, _ in self.asked
            )
            if asked or self.chance(p):
                kinds.append(kind)
        spoken = " ".join(f"{key} {phrase}" for key, phrase in self.asked)
        for word, kind in (
            ("redeal", "waste"), ("refill", "stock"), ("dealt", "stock"), ("waste", "stock"),
            ("no gaps", "tableau"), ("no gaps", "stock"), ("merci", "tableau"),
            ("above the reserve", "reserve"), ("waste", "waste"), ("count", "discard"),
            ("count", "waste"), ("tableau and stock", "stock"), ("tableau and stock", "tableau"),
            ("tableau and reserve", "tableau"), ("tableau and reserve", "reserve"),
            (".deal two", "tableau"), (".deal two", "reserve"), ("stock is empty", "stock"),
            ("no deal left", "stock"), ("remove", "discard"), ("kings", "tableau"),
        ):  # fmt: skip
            if word in spoken and kind not in kinds:
                kinds.append(kind)
        if "waste" in kinds and "stock" not in kinds:
            kinds.append("stock")
        if self.chance(0.25):
            rng.shuffle(kinds)
        for kind in kinds:
            keys = [key for key, _ in self.asked if key.startswith(f"{kind}.")]
            twice = kind not in ("waste", "stock", "discard") and (
                self.told(f"two {kind}s") != ""
                or any(key == f"two {kind}s" for key, _ in self.asked)
                or len(keys) > len(set(keys))
                or self.chance(0.1)
            )
            names = [f"{kind}.left", f"{kind}.right"] if twice else [kind]
            for name in names:
                self.groups[name] = {}
            self.told(f"two {kind}s")

    def fill_in(self, kind: str, name: str, group: Table) -> None:
        needed, optional = GROUP_KEYS[kind]
        for key in needed:
            group[key] = self.value(kind, key, group, self.told(f"{kind}.{key}"))
        for key in optional:
            if key == "deal" and kind == "discard":
                if (self.asks("discard.deal") or self.chance(0.3)) and "stock" not in self.groups:
                    group[key] = "the rest"
                self.told("discard.deal")
            elif key == "deal" and kind != "stock":
                self.told(f"{kind}.{key}")
                group[key] = 0
            elif self.asks(f"{kind}.{key}") or self.chance(self.density):
                group[key] = self.value(kind, key, group, self.told(f"{kind}.{key}"))

    def value(self, kind: str, key: str, group: Table, told: str) -> Any:
        """Draw a value for a key of a group."""
        rng = self.rng
        refs = [*self.groups, *dict.fromkeys(name.partition(".")[0] for name in self.groups)]
        piles = int(group.get("piles", 1))
        draws: dict[str, Callable[[], Any]] = {
            "piles": lambda: self.how_many(kind),
            "deal": lambda: 0 if kind != "stock" else self.stock_deal(told),
            "last": lambda: self.stock_deal(told).replace("the next", "each"),
            "start": lambda: self.start(told, piles),
            "build": lambda: self.build_of(kind, told, piles),
            "run": lambda: self.run(told),
            "when": lambda: self.condition(told),
            "last_when": lambda: self.condition(told),
            "then": lambda: self.then(kind, group, told),
            "holds": lambda: [
                f"{self.card()} on {rng.randint(1, max(1, piles))}" for _ in range(3)
            ],
            "placed": lambda: self.placing(told, piles),
            "covered_by": lambda: self.covered(told, group),
        }
        if key in draws:
            return draws[key]()
        if key == "space" and told in ("", "rank"):
            ranks = [self.rank()]
            return rng.choice(
                ranks
                if told
                else ["any card", *ranks, *(s for s in _PHRASES["space"] if s not in _OWN_SPACES)]
            )
        if key in _PHRASES and _PHRASES[key] == ["true"]:
            return True
        if key == "face":
            told = told or rng.choice(_PHRASES["face"])
            return [rng.randint(0, 3) for _ in range(piles)] if told == "list" else told
        if key == "order":
            return told or rng.choice(
                list(vocabulary.ORDERS)[: 6 if kind in ("tableau", "reserve") else 3]
            )
        if key in _PHRASES:
            return told or rng.choice(_PHRASES[key])
        return self.plain(key, piles, refs)

    def build_of(self, kind: str, told: str, piles: int) -> str | list[str]:
        """Draw how piles of a kind are built; most foundations are built up."""
        if kind == "foundation" and not told and self.chance(0.7):
            return self.rng.choice(("up in suit", "up in suit", "up in suit, wrapping"))
        return self.build(told, piles)

    def run(self, told: str) -> str | list[str]:
        """Draw by what a run is built: one phrase, or one of two."""
        if told == "two" or (not told and self.chance(0.15)):
            both = [self.build(word) for word in self.rng.sample(["up", "down", "same rank"], 2)]
            return [str(build).removesuffix(", one way") for build in both]
        return self.build(told)

    def placing(self, told: str, piles: int) -> bool | str | list[str]:
        """Draw which cards lie on foundations before the deal."""
        told = told or self.rng.choice(("true", "list", "first"))
        if told == "true":
            return True
        return [] if told == "list" else f"first {self.rng.randint(1, max(1, piles))} dealt"

    def then(self, kind: str, group: Table, told: str) -> Table | list[Table]:
        """Draw what changes: mostly one table, and not what the group says in any case."""
        tables = []
        for _ in range(2 if self.chance(0.2) else 1):
            table: Table = {"when": self.condition(told if told in vocabulary.CONDITIONS else "")}
            parts = [told] if told in then_keys(kind) else []
            parts += [key for key in then_keys(kind) if key not in parts and self.chance(0.2)]
            for part in parts or [self.rng.choice(then_keys(kind))]:
                if part == "build":
                    table[part] = self.build()
                elif part == "take":
                    group.setdefault("take", "top card")
                    table[part] = "none" if self.chance(0.5) else group["take"]
                    if table[part] != "none":
                        group["take"] = "none"
                elif part in ("from", "to"):
                    table[part] = self.rng.choice([[], ["usual"], self.some([*self.groups])])
                    if self.chance(0.6):
                        group[part] = [] if table[part] else self.some([*self.groups])
                elif part == "fill":
                    some = self.some([*self.groups], 2)
                    table[part], group[part] = (some, []) if self.chance(0.5) else ([], some)
                else:
                    table[part] = self.value(kind, part, group, "")
            told = ""
            tables.append(table)
        return tables if len(tables) > 1 else tables[0]

    def plain(self, key: str, piles: int, refs: list[str]) -> Any:
        """Draw a value for a key that takes a number, a rank or references."""
        rng = self.rng
        numbers: dict[str, Callable[[], Any]] = {
            "from": lambda: self.some(refs),
            "to": lambda: self.some(refs),
            "fill": lambda: self.some(refs, 2),
            "space_from": lambda: self.some(list(self.groups), 2),
            "goal": lambda: [self.card() for _ in range(piles)],
            "sequence": lambda: " ".join(rng.sample(self.ranks, len(self.ranks))),
            "limited_by": lambda: "the row above",
            "apart": lambda: "base rank",
            "falls_on": lambda: [sorted(self.some([1, 2, 3])) for _ in range(piles)],
            "ends": lambda: rng.choice(["base rank", self.rank()]),
            "sink": self.rank,
            "must_hold": lambda: self.some(self.ranks, 2),
            "lacks": lambda: self.some(self.ranks, 2),
            "cards": lambda: rng.randint(1, 2 * len(self.ranks)),
            "keep": lambda: rng.choice((1, 1, 2)),
            "least": lambda: rng.randint(1, 3),
            "most": lambda: rng.randint(2, 6),
            "refill": lambda: rng.randint(1, 3),
            "refill_below": lambda: rng.randint(1, 3),
            "refill_first": lambda: rng.randint(1, piles),
            "fill_cards": lambda: rng.randint(1, 3),
            "last_at": lambda: rng.randint(1, 6),
            "deal_to": lambda: sorted(self.some([1, 2, 3], 2)),
            "last_to": lambda: sorted(self.some([1, 2, 3], 2)),
            "reach": lambda: rng.choice([[1], [1, 3], [2], [1, 2]]),
            "row": lambda: rng.randint(2, 4),
            "row_start": self.rank,
            "leaves": lambda: rng.choice(["lower in suit", rng.choice("CDHS"), self.rank()]),
            "times": lambda: rng.randint(1, 3),
            "next_at": self.rank,
            "batch": lambda: rng.randint(1, 4),
            "awaits": lambda: rng.choice([n for n in self.groups if n[0] in "trc"] or ["tableau"]),
            "opens": lambda: rng.choice([n for n in self.groups if n[0] in "trc"] or ["tableau"]),
            "chances": lambda: rng.randint(1, 2),
            "begins_at": lambda: rng.randint(1, 3),
            "squared": lambda: rng.choice(list(self.groups)),
            "laid_aside": lambda: next((n for n in self.groups if n[0] == "r"), "reserve"),
            "laid_aside_from": lambda: rng.randint(1, 2),
        }
        return numbers[key]()

    def how_many(self, kind: str) -> int:
        if kind == "foundation":
            several = sum(name.startswith(kind) for name in self.groups) > 1
            usual = self.of_a_rank if not several else 4
            return usual if self.chance(0.8) else self.rng.randint(1, 5)
        if kind == "waste":
            return self.rng.choice((1, 1, 1, 2))
        return self.rng.choice((1, 2, 2, 3, 3, 4) if kind == "tableau" else (1, 2, 2, 3))

    def start(self, told: str, piles: int) -> str | list[str]:
        if not told:
            told = "rank" if self.chance(0.75) else self.rng.choice(_STARTS)
            if told.startswith("one above") and len(self.ranks) < 13:
                told = "base rank"
        if told == "rank":
            return self.ranks[0] if self.chance(0.8) else self.rank()
        if told == "card":
            return self.card()
        if told == "list":
            cards = [rank + suit for suit in "CDHS" for rank in self.ranks]
            self.rng.shuffle(cards)
            return (cards * (1 + piles // len(cards)))[:piles]
        if told.startswith("one above"):
            self.out["options"] = {
                "target": {
                    "kind": "digits", "about": "The number", "default": "1956"[:piles],
                    "length": min(piles, 4),
                },
                "suits": {"kind": "suits", "about": "The suits", "default": "SHCD"},
            }  # fmt: skip
        return told

    def stock_deal(self, told: str) -> str:
        each = [n for n in self.groups if n.partition(".")[0] in ("tableau", "reserve")]
        each += [n.partition(".")[0] for n in each]
        count = self.rng.choice((1, 1, 1, 2, 3))
        by_pile = ("each", "two", "next")
        if (
            "waste" in self.groups
            and told not in by_pile
            and (told or not each or self.chance(0.7))
        ):
            return f"{count} to waste"
        how = told if told in by_pile else "next" if self.chance(0.1) else "each"
        both = {"tableau", "reserve"} <= {*each}
        if how == "two" or (how == "each" and both and self.chance(0.15)):
            if both:
                return f"{count} to each tableau and reserve"
            how = "each"
        how = how.replace("next", "the next")
        return f"{count} to {how} {self.rng.choice(each)}" if each else ""

    def named_piles(self, stock: Table) -> None:
        """Leave the numbers of piles that a deal goes to only where they say something."""
        for key, text in (("deal_to", "deal"), ("last_to", "last")):
            if key not in stock:
                continue
            found = re.fullmatch(r"\d+ to each (\S+)", stock.get(text, ""))
            ref = found[1] if found else ""
            piles = sum(
                int(g.get("piles", 1))
                for name, g in self.groups.items()
                if ref in (name, name.partition(".")[0])
            )
            stock[key] = [n for n in stock[key] if n <= piles]
            if "skips" in stock or not 0 < len(stock[key]) < piles:
                del stock[key]

    def others(self) -> None:
        """Draw what is no group: redeal, shift, merci, options, the object."""
        rng = self.rng
        if not any(name.startswith("foundation") for name in self.groups):
            self.out["win"] = self.chance(0.5) * self.cleared() or "tableau in runs"
        elif self.asks("win") or self.chance(0.08):
            told = self.told("win") or rng.choice([*vocabulary.WINS, "GROUP empty"])
            if told == "N cards left":
                told = f"{rng.randint(2, 8)} cards left"
            known = vocabulary.kind_of_win(told) in vocabulary.WINS
            self.out["win"] = (known and told) or self.cleared() or "tableau in runs"
        tableaus = [g for name, g in self.groups.items() if name.startswith("tableau")]
        if self.out.get("win") == "rows in order" and tableaus:
            tableaus[0]["row"] = 2
        text = str(self.groups)
        waits = "redealt" in text or "no redeal left" in text
        if waits or self.chance(0.25) or any(k.startswith("redeal.") for k, _ in self.asked):
            times = self.told("redeal.times")
            from_ = self.told("redeal.from") or (
                "waste" if "waste" in self.groups and self.chance(0.7) else "tableau"
            )
            orders = (
                ["turned", "shuffled"] if from_ == "waste" else list(vocabulary.REDEAL_ORDERS)[1:]
            )
            order = self.told("redeal.order") or rng.choice(orders)
            together = from_ == "tableau and reserve" and {"stock", from_[-7:]} <= {*self.groups}
            if together:
                order = rng.choice(["first pile first", "last pile first", "shuffled"])
            elif order.endswith("pile first") or order == RedealOrder.PILE_BY_PILE:
                from_ = "tableau"
            unlimited = times == "unlimited" or (not times and self.chance(0.2))
            if order == RedealOrder.PILE_BY_PILE:
                unlimited = False
            self.out["redeal"] = {
                "times": "unlimited" if unlimited else rng.randint(1, 2),
                "from": from_,
                "order": order,
            }
            if self.asks("redeal.when") or self.chance(0.3):
                self.out["redeal"]["when"] = self.condition(self.told("redeal.when"))
        self.counting()
        self.removal()
        if self.asks("shift.times") or self.asks("shift.group") or self.chance(0.05):
            self.told("shift.times")
            self.out["shift"] = {"times": rng.randint(1, 2)}
            if self.asks("shift.group") or self.chance(0.4):
                some = [name for name in self.groups if not name.startswith("foundation")]
                self.out["shift"]["group"] = rng.choice(some or ["tableau"])
        if self.asks("merci.times") or self.asks("merci.when") or self.chance(0.06):
            self.told("merci.times")
            self.out["merci"] = {"times": rng.randint(1, 2)}
            if self.asks("merci.when") or self.chance(0.3):
                self.out["merci"]["when"] = self.condition(self.told("merci.when"))

    def cleared(self) -> str:
        """Draw an object of the kind "GROUP empty", or "" when there is no group to name."""
        some = self.some([n for n in self.groups if not n.startswith("foundation")], 2)
        return f"{' and '.join(some)} empty" if some else ""

    def covered(self, told: str, group: Table) -> str | list[list[int]]:
        """Draw what lies on the piles of a group, and how many of them make the figure."""
        rng = self.rng
        others = [name for name in self.groups if name.startswith(("tableau", "reserve"))]
        others = [name for name in others if self.groups[name] is not group]
        told = told or rng.choice(["list"] * 5 + ["GROUP", "pyramid", "pyramid", "three peaks"])
        if told in vocabulary.COVERS:
            group["piles"] = 28 if told == "three peaks" else rng.choice((3, 6, 6, 10))
            return told
        if told == "GROUP" and others:
            return rng.choice(others)
        piles = group["piles"]
        later = [range(at + 1, piles + 1) for at in range(1, piles + 1)]
        return [rng.sample(some, min(len(some), rng.randint(0, 2))) for some in later]

    def removal(self) -> None:
        """Draw which cards leave play together, where they have a place to go to."""
        asked = any(key.startswith("remove.") for key, _ in self.asked)
        if "discard" not in self.groups or not (asked or self.chance(0.3)):
            return
        rng = self.rng
        told, sets = self.told("remove.sets"), []
        for kind in [told, *self.some([*SETS], 2)] if told else self.some([*SETS], 3):
            if kind == "N":
                values = [RANKS.index(rank) + 1 for rank in self.ranks]
                sets.append(str(rng.choice(values) + rng.choice(values)))
            elif kind == "any N":
                sets.append(f"any {rng.randint(3, 26)}")
            elif kind.isupper():
                sets.append(" ".join(self.rank() for _ in kind.split()))
            else:
                sets.append(kind)
            if (kind == "N" or (" " in kind and kind.isupper())) and self.chance(0.2):
                sets[-1] += " in suit"
        self.out["remove"] = {"sets": sets}
        shown = [
            name for name in self.groups if name.startswith(("tableau", "reserve", "cell", "waste"))
        ]
        if shown and (self.asks("remove.from") or "tableau" not in self.groups or self.chance(0.4)):
            self.out["remove"]["from"] = self.some(shown)
        self.told("remove.from")
        groups = [name for name in self.groups if name.startswith("tableau")]
        alone = "from" not in self.out["remove"] and len(groups) == 1
        large = any(len(text.split()) > 2 for text in sets if text.isupper())
        large |= any(text.startswith(("any ", "agreeing", "four ")) for text in sets)
        pairs = any(text not in RANKS for text in sets)
        if alone and pairs and not large and (self.asks("remove.touching") or self.chance(0.3)):
            piles = self.groups[groups[0]]["piles"]
            self.out["remove"]["touching"] = rng.randint(1, piles)
        self.told("remove.touching")
        shown = self.out["remove"].get("from", groups)
        named = [g for n, g in self.groups.items() if {n, n.partition(".")[0]} & {*shown}]
        for group in named if large else []:
            if group.get("take") == "top or bottom card":
                group["take"] = "top card"
        lying = [g for g in named if "covered_by" in g]
        wants = self.asks("remove.covering")
        if wants and groups and not lying:
            lying = [self.groups[groups[0]]]
            lying[0].update(covered_by="pyramid", piles=3)
            self.out["remove"]["from"] = [*shown, groups[0]]
        if lying and pairs and (wants or self.chance(0.4)):
            self.out["remove"]["covering"] = True
        self.told("remove.covering")
        if self.asks("remove.between") or self.asks("remove.between_most") or self.chance(0.15):
            self.between()

    def between(self) -> None:
        """Let cards leave play that lie between two others, mostly in a row of their own."""
        rng, remove = self.rng, self.out["remove"]
        groups = [name for name in self.groups if name.startswith("tableau")]
        remove["between"] = self.told("remove.between") or rng.choice([*vocabulary.BETWEEN])
        if self.asks("remove.between_most") or self.chance(0.7):
            remove["between_most"] = rng.randint(1, 6)
        self.told("remove.between_most")
        if not groups or self.chance(0.05):
            return
        name = rng.choice(groups)
        row = self.groups[name]
        row.update(closes=True, piles=max(rng.randint(3, 14), remove.get("between_most", 1) + 2))
        for key in ("row", "row_start", "ring", "fixed", "wrong", "exchange", "covered_by", "bare"):
            row.pop(key, None)
        for key in ("leftmost", "deal", "order", "face", "sink", "sink_way"):
            row.pop(key, None)
        remove["from"] = list(dict.fromkeys([*remove.get("from", []), name]))
        if self.chance(0.6):
            for key in ("touching", "covering"):
                remove.pop(key, None)
            del remove["sets"]
            remove["from"] = [name]
            if self.out.get("win") == "all out of play" or self.chance(0.5):
                self.out["win"] = f"{rng.randint(2, 6)} cards left"

    def counting(self) -> None:
        """Draw the counting of cards, where they have a place to go to."""
        asked = any(key.startswith("count.") for key, _ in self.asked)
        if "discard" not in self.groups or not (asked or self.chance(0.3)):
            return
        rng = self.rng
        kinds = {name.partition(".")[0] for name in self.groups}
        likely = [kind for kind in ("waste", "tableau") if kind in kinds]
        of = self.told("count.of") or rng.choice(likely or ["tableau"])
        count: Table = {"of": of}
        for key in ("ranks", "passes", "again"):
            asks = self.asks(f"count.{key}") or self.chance(0.3)
            self.told(f"count.{key}")
            if asks and key == "ranks":
                count[key] = " ".join(rng.sample(self.ranks, rng.randint(2, len(self.ranks))))
            elif asks and of == "waste":
                count[key] = rng.randint(1, 3) if key == "passes" else True
        self.out["count"] = count
        if of == "waste" and "waste" in kinds:
            self.groups["stock"] = {"deal": "1 to waste"}
            self.groups.setdefault("waste", {}).pop("piles", None)

    def complete(self, kind: str, group: Table) -> None:
        """Give keys that say nothing alone what they need."""
        refs = [name for name in self.groups if self.groups[name] is not group]
        keys = {*group}
        self.complete_spaces(kind, group, refs)
        if kind == "tableau":
            self.complete_row(group)
            self.complete_wrong(group)
            self.complete_bare(group)
            self.complete_exchange(group)
        self.complete_face(kind, group)
        if group.get("sink_way") == "out of play" and "discard" not in self.groups:
            group["sink_way"] = "swapped"
        if "sink_way" in group and "sink" not in group:
            group["sink"] = self.rank()
        if "must_hold_way" in group and "must_hold" not in group:
            group["must_hold"] = self.some(self.ranks, 2)
        nowhere = not {"remove", "count"} & {*self.out} and "deal" not in group
        if kind == "discard" and (keys & {"must", "replaced"} or (nowhere and self.chance(0.95))):
            group.setdefault("leaves", self.rng.choice(["lower in suit", *"CDHS"]))
        if kind == "stock":
            self.complete_stock(group, keys)
        if "run" in group and self.chance(0.8):
            group["take"] = "run"
        self.complete_asked(group)
        if kind == "waste" and "build" in group and self.chance(0.9):
            self.complete_waste(group, refs)
        if kind == "foundation":
            self.complete_beginning(group, refs)
        text = str(self.groups) + str(self.out)
        if "no gaps" in text and "refill'" not in text and kind == "tableau" and "row" not in group:
            group["refill"] = self.rng.randint(1, 3)
        based = any(word in text for word in ("base chosen", "apart", "base rank"))
        if based and kind == "foundation" and group["start"] == self.ranks[0]:
            group["start"] = "base rank"

    def complete_spaces(self, kind: str, group: Table, refs: list[str]) -> None:
        """Let spaces be filled from somewhere, and with cards that may come."""
        rng, keys = self.rng, {*group}
        then = group.get("then", [])
        for table in [group, *(then if isinstance(then, list) else [then])]:
            if "stock" in table.get("to", []) and self.chance(0.97):
                table["to"] = [r for r in table["to"] if r != "stock"] or ["foundation"]
            if table.get("fill"):  # most cannot fill a space
                some = [r for r in table["fill"] if r in refs and not r.startswith(("fo", "di"))]
                table["fill"] = some or table["fill"]
        if "fill_cards" in keys and "fill" not in group:
            group["fill"] = [rng.choice(refs or [*self.groups])]
        if keys & {"refill_below", "refill_first", "refill_order"} and "refill" not in group:
            group["refill"] = rng.randint(1, 3)
        if "space_in_turn" in group and self.chance(0.9):
            group["space_from"] = self.some(refs or [*self.groups])
        if kind == "foundation" and not self.groups.get("stock", {}).get("turned"):
            for table in [group, *(then if isinstance(then, list) else [then])]:
                if "stock" in table.get("space_from", []):
                    table["space_from"] = [r for r in table["space_from"] if r != "stock"]
        if kind == "foundation":
            group.pop("space_in_turn", None)
        elif "space_from" in group and group.get("space", "none") == "none" and self.chance(0.9):
            group["space"] = "any card"
        if "refill_below" in group:
            group["refill"] = max(group["refill"], group["refill_below"])

    def complete_face(self, kind: str, group: Table) -> None:
        """Leave of squared piles, and of those that lie face down, what agrees with it."""
        if "squared" in group and self.chance(0.9):
            group.pop("face", None)
            group.pop("most", None)
        if str(group.get("face", "")).startswith("down until"):
            if (kind != "reserve" or "stock" not in self.groups) and self.chance(0.95):
                group["face"] = "down"
            elif self.chance(0.95):
                spaces = "space space_from space_in_turn fill fill_cards"
                _drop(group, ("build", *spaces.split(), "then"))

    def complete_stock(self, group: Table, keys: set[str]) -> None:
        """Give the deals of the stock that ``keys`` speak of, or another way for its cards."""
        rng = self.rng
        if "times" in group:
            group.setdefault("deal", self.stock_deal(""))
            if "count" in self.out:
                del group["times"]
        if "deal_to" in keys:
            group["deal"] = self.stock_deal("each")
        if keys & {"last", "last_at", "last_when", "last_to"}:
            group.setdefault("deal", self.stock_deal(""))
            group["deal"] = group["deal"].replace("the next", "each")
            group.setdefault("last", self.stock_deal("").replace("the next", "each"))
            if "last_when" not in keys:
                group.setdefault("last_at", rng.randint(1, 6))
        if "last_to" in keys:
            group["last"] = self.stock_deal("each")
        if "skips" in keys:
            texts = ["deal", "last"] if "last" in group else ["deal"]
            group.update({key: self.stock_deal("each") for key in texts})
            if not all(" to each " in group[key] for key in texts):
                del group["skips"]
        self.complete_reversed(group)
        if "deal" not in group and "turned" not in group and self.chance(0.85):
            group["deal"] = self.stock_deal("")
        by_hand = [g for name, g in self.groups.items() if name == "waste" and "from" not in g]
        if group.get("turned") and ("waste" in str(group.get("deal", "")) or by_hand):
            for key in rng.choice((["turned"], ["deal", *_LAST, "skips", "deal_to"])):
                group.pop(key, None)
        self.named_piles(group)
        for key in ("deal", "last"):
            if not group.get(key, "x"):
                del group[key]

    def complete_reversed(self, group: Table) -> None:
        """Let rows be reversed at the end only where each deal is a row."""
        if "last_reversed" in group and self.chance(0.95):
            group["deal"] = re.sub(r"^\d+", "1", self.stock_deal("each"))
            _drop(group, (*_LAST, "skips", "times", "batch", "deal_to"))
            if " to each " not in group["deal"] or {"count", "weave"} & {*self.out}:
                del group["last_reversed"]

    def complete_asked(self, group: Table) -> None:
        """Ask only one group of a game for ranks that it must hold or lack."""
        if any("must_hold" in g for g in self.groups.values() if g is not group):
            group.pop("must_hold", None)
            group.pop("must_hold_way", None)
            group.pop("lacks", None)
        if "must_hold" in group:
            group.pop("lacks", None)
        if any({"must_hold", "lacks"} & {*g} for g in self.groups.values()):
            group.pop("unlike", None)
            group.pop("met_in_dealing", None)
        if "unlike" in group:
            group.pop("met_in_dealing", None)

    def complete_waste(self, group: Table, refs: list[str]) -> None:
        """Let cards be laid by hand on a waste with a build."""
        by_hand = [ref for ref in group.get("from", []) if ref not in ("usual", "stock")]
        group["from"] = by_hand or [
            self.rng.choice([n for n in self.groups if n[0] in "tr"] or refs)
        ]
        builds = group["build"] if isinstance(group["build"], list) else [group["build"]]
        plain = [str(build).removesuffix(", one way") for build in builds]
        group["build"] = plain if isinstance(group["build"], list) else plain[0]

    def complete_beginning(self, group: Table, refs: list[str]) -> None:
        """Give foundations what begins them and comes to them."""
        if "from" in group and not self.groups.get("stock", {}).get("turned"):
            some = [ref for ref in group["from"] if ref != "stock"]
            others = [r for r in refs if r != "stock"]
            group["from"] = some or [self.rng.choice(others or ["stock"])]
        self.complete_foundation(group)
        if "unlike" in group and self.chance(0.9):
            suits = len({*self.out.get("suits", "C D H S").split()})
            group.update(start="any card", deal=1, piles=min(group["piles"], suits))
            _drop(group, ("placed", "goal", "cards", "lacks"))

    def complete_row(self, group: Table) -> None:
        """Make a grid, or a row that closes up, of a group that is asked to be one."""
        rng = self.rng
        spaces = [
            *("space_from", "space_in_turn", "fill", "fill_cards", "face", "least", "then"),
            *("refill", "refill_below", "refill_first", "refill_order"),
        ]
        grid = {"row", "row_start", "ring", "fixed"} & {*group} or group.get("space") in NEIGHBOURS
        if group.get("closes") and not grid:
            group["space"] = "none"
            _drop(group, spaces)
        if not grid:
            return
        row, rows = group.get("row", rng.randint(2, 4)), rng.randint(1, 4)
        group.update(row=row, piles=row * rows, most=1, take="top card")
        if group.get("space") not in NEIGHBOURS:
            group["space"] = rng.choice(NEIGHBOURS)
        start = group.get("row_start", self.rank())
        group["row_start"] = [self.card() for _ in range(rows)] if self.chance(0.3) else start
        if "fixed" in group:
            group.pop("keep", None)
        if "ring" in group and "fixed" in group and self.chance(0.9):
            del group[self.rng.choice(["ring", "fixed"])]
        if "ring" in group:
            group["row_start"] = start
            step, suits = rng.choice(["", "by 2 "]), rng.choice(["in suit", "any suit"])
            group["build"] = f"{rng.choice(['up', 'down'])} {step}{suits}"
        _drop(group, (*spaces, "closes", "apart", "ends"))
        if "reach" in group and row * rows < 4:
            del group["reach"]

    def complete_bare(self, group: Table) -> None:
        """Give piles that count as spaces when they are bare what they need."""
        if "bare" not in group or self.chance(0.05):
            return
        group.setdefault("keep", 1)
        space = group.get("space", "none")
        if space != "any card" and not vocabulary.space_ranks(space):
            group["space"] = "any card"
        _drop(group, ("space_from", "space_in_turn", "fill", "fill_cards", "least", "row", "then"))
        _drop(group, ("row_start", "closes", "wrong", "covered_by", *self.REFILL))
        if "one way" in str(group["build"]):
            group["build"] = "down any suit"
        for other in self.groups.values():
            if other.get("take") == "run as single cards":
                other["take"] = "run"

    def complete_wrong(self, group: Table) -> None:
        """Give piles with wrong cards what they need, and mostly others to exchange them with."""
        if "wrong" not in group:
            return
        if "remove" in self.out or any("must" in g for g in self.groups.values()):
            del group["wrong"]
            return
        ranks = [g["space"] for g in self.groups.values() if "wrong" in g and g is not group]
        free = [rank for rank in self.ranks if rank not in ranks] or self.ranks
        group["space"] = self.rng.choice(free)
        _drop(group, ("face", "order", "keep", "row", "row_start", "closes", "covered_by", "then"))
        for name, other in self.groups.items():
            if name.startswith("tableau") and other is not group and self.chance(0.5):
                other.setdefault("wrong", group["wrong"])

    def complete_exchange(self, group: Table) -> None:
        """Give piles whose cards change places freely what they need."""
        if "exchange" not in group or self.chance(0.05):
            return
        free = not any("wrong" in g or "must" in g for g in self.groups.values())
        if "remove" in self.out or "row" in group or not free:
            del group["exchange"]
            return
        group.update(most=1, deal=1)
        _drop(group, ("face", "order", "closes", "covered_by", "leftmost", "reach", "bare"))

    def mostly_refused(self) -> None:
        """Take back most of what would be refused in any case."""
        if self.chance(0.05):
            return
        text = str(self.groups)
        if "'whole'" in text or "by its top card" in text or "top or bottom card" in text:
            self.out.pop("merci", None)
        leaves = "'leaves'" in text or {"remove", "count"} & {*self.out}
        win = vocabulary.kind_of_win(str(self.out.get("win")))
        if win in ("all out of play", "N cards left") and not leaves:
            del self.out["win"]
            if not any(name.startswith("foundation") for name in self.groups):
                self.out["win"] = self.cleared() or "tableau in runs"
        stock, waste = self.groups.get("stock", {}), self.groups.get("waste")
        dealt = stock.get("turned") or " waste" in f"{stock.get('deal')} {stock.get('last')}"
        if waste is not None and not dealt and not waste.get("from"):
            waste["from"] = [
                next((n for n in self.groups if n.startswith("tableau")), "foundation")
            ]
        for name, group in self.groups.items():
            if group.get("fill") and not [r for r in group["fill"] if r[:2] not in ("fo", "di")]:
                group.pop("fill"), group.pop("fill_cards", None)
            if "one way" in str(group):
                group.pop("ends", None)
            if group.get("space") in NEIGHBOURS and not name.startswith("tableau"):
                group["space"] = "any card"
            placed = name.startswith(("tableau", "reserve"))
            if placed and group.get("order") == "by rank" and self.chance(0.4):
                group["space"] = "its own rank"
            if group.get("space") == "its own rank" and group.get("order") != "by rank":
                group["space"] = "any card"
            if name.startswith("foundation") and "'take'" in str(group.get("then")):
                group.setdefault("to", ["foundation"])

    def rotation(self) -> None:
        """Give dealing to the next pile, and what it reaches, what they need."""
        self.rows_of_places()
        if "batch" in self.groups.get("stock", {}):
            if "waste" not in self.groups or "count" in self.out:
                del self.groups["stock"]["batch"]
            else:
                self.groups["stock"] = {"batch": self.groups["stock"]["batch"]}
                self.groups["stock"]["deal"] = "1 to waste"
                self.groups["waste"].pop("piles", None)
        stock = self.groups.get("stock", {})
        reaching = [g for g in self.groups.values() if "falls_on" in g]
        tableau = [g for name, g in self.groups.items() if name.startswith("tableau")]
        if reaching and stock and tableau and not {"last", "last_at", "last_when"} & {*stock}:
            stock.update(deal="1 to the next tableau", turned=True)
        ref = str(stock.get("deal", "")).rpartition(" the next ")[2]
        if " the next " not in str(stock.get("deal", "")):
            for group in reaching:
                del group["falls_on"]
            if "next_at" not in stock or not tableau or {"last", "last_at", "last_when"} & {*stock}:
                stock.pop("next_at", None)
                return
            reaching, ref = [], "tableau"
            stock["deal"] = "1 to the next tableau"
        stock.pop("times", None)
        stock.pop("skips", None)
        targets = [g for name, g in self.groups.items() if ref in (name, name.partition(".")[0])]
        for group in targets:
            group.pop("most", None)
        piles = sum(g["piles"] for g in targets)
        if reaching:
            stock.pop("next_at", None)
        for group in reaching:
            some = (group["falls_on"] * group["piles"])[: group["piles"]]
            group["falls_on"] = [sorted({min(n, piles) for n in places}) for places in some]
        waste = self.groups.get("waste")
        if waste is not None and stock.get("turned") and "from" not in waste:
            waste["from"] = ["tableau"] if tableau else ["foundation"]

    def rows_of_places(self) -> None:
        """Give rows of which only the leftmost takes a card, and that move up, what they need."""
        if any("leftmost" in g for g in self.groups.values()):
            for name, group in self.groups.items():
                if name.startswith("tableau") and "leftmost" in group:
                    _drop(group, ("reach", "closes", "row", "row_start", "wrong", "bare", "then"))
                    _drop(group, ("space_from", "space_in_turn", "fill", "fill_cards"))
                    group["space"] = "none"
                    group["build"] = self.rng.choice(["same rank any suit", "down any suit"])
                if "take" in group and group["take"] != "none":
                    group["take"] = "top card"
                group.pop("run", None)
                if "'take'" in str(group.get("then")):
                    group.pop("then")
            self.out.pop("merci", None)
        redeal = self.out.get("redeal", {})
        if redeal.get("order") != RedealOrder.STRAIGHT_UP:
            return
        tableau = [name for name in self.groups if name.startswith("tableau")]
        if len(tableau) != 1 or "stock" not in self.groups or "row" in self.groups[tableau[0]]:
            redeal["order"] = "shuffled"
            return
        self.groups.setdefault("discard", {})
        self.out["remove"] = {"sets": ["same rank"], "touching": 2}
        self.groups[tableau[0]]["piles"] = 4
        redeal["from"] = "tableau and stock"

    def weaving(self) -> None:
        """Make it a game of exiles, now and then: a pile for each rank, and no stock."""
        asked = any(key.partition(".")[0] == "weave" for key, _ in self.asked)
        if not (asked or self.chance(0.03)):
            return
        rng, taken = self.rng, ["top card", "any card"]
        foundations = {n: g for n, g in self.groups.items() if n.startswith("foundation")}
        if not foundations:
            return
        for group in foundations.values():
            _drop(group, ("from", "then", "falls_on", "opens", "chances", "awaits"))
            if "to" in group:
                group["to"] = ["foundation"]
            if group["start"] == "above the reserve":
                group["start"] = self.rank()
        last = rng.randint(1, len(self.ranks) - 1)
        plain = {"deal": 0, "build": "none", "space": "none"}
        self.groups = {
            **foundations,
            "tableau.left": {"piles": len(self.ranks) - last, "take": rng.choice(taken), **plain},
            "tableau.right": {"piles": last, "take": rng.choice(taken), **plain},
            "reserve": {"piles": 1, "deal": 0, "face": "down", "take": "none"},
            "cell": {"piles": 1, "from": []},
        }
        weave: Table = {}
        if self.asks("weave.exiles") or self.chance(0.3):
            more = {"piles": 2, "deal": 0, "build": "none", "space": "any card"}
            self.groups |= {"reserve.left": self.groups.pop("reserve"), "reserve.right": more}
            weave["exiles"] = "reserve.left"
        if self.asks("weave.hand") or self.chance(0.3):
            self.groups |= {"cell.left": self.groups.pop("cell"), "cell.right": {"piles": 1}}
            weave["hand"] = "cell.left"
        for key in ("shift", "merci", "redeal", "count", "remove"):
            self.out.pop(key, None)
        self.out["weave"] = weave
        if self.chance(0.6):
            orders = ["first pile first", "last pile first", "shuffled"]
            self.out["redeal"] = {"times": 1, "from": "tableau", "order": rng.choice(orders)}
            if self.chance(0.5):
                self.out["redeal"]["when"] = "reserve and cell empty"

    def scoring(self) -> None:
        """Play for a score, now and then: of cards on foundations, or of the hands of a square."""
        asked = any(key.startswith("score.") for key, _ in self.asked)
        if "weave" in self.out or not (asked or self.chance(0.05)):
            return
        rng = self.rng
        start = rng.choice((-20, -5, 3)) if self.asks("score.start") or self.chance(0.4) else 0
        founded = any(name.startswith("foundation") for name in self.groups)
        hands = self.told("score.hands")
        if not hands and (not founded or (self.chance(0.25) and not self.asks("score.card"))):
            hands = rng.choice([word for word in vocabulary.HANDS if word != "none"])
        score: Table = {"target": start + rng.choice((3, 5, 10, 30)), "hands": hands}
        if hands:
            self.square(hands)
        else:
            card = rng.choice((1, 2, 5))
            cards = rng.randint(1, self.of_a_rank * len(self.ranks))
            score = {"target": start + card * cards, "card": card}
        if start:
            score["start"] = start
        self.out.update(win="score", score=score)

    def square(self, hands: str) -> None:
        """Make it a game of one square of cards, whose rows and columns count as hands."""
        rng, piles = self.rng, 16 if hands == "cribbage" else 25
        if len(self.ranks) < 7:
            self.ranks = list(RANKS)[:7]
            self.out["ranks"] = " ".join(self.ranks)
        turned: Table = {"turned": True}
        square: Table = {
            "piles": piles,
            "build": "none",
            "space": "any card",
            "most": 1,
            "from": ["stock"],
            "take": rng.choice(("none", "top card")),
            "deal": sorted((int(i < piles - 2) for i in range(piles)), reverse=self.chance(0.7)),
        }
        for key in ("redeal", "shift", "merci", "count", "remove", "options"):
            self.out.pop(key, None)
        self.groups = {"tableau": square, "stock": turned}
        if self.chance(0.3):
            self.groups["cell"] = {"piles": 1}
            square["from"].append("cell")
        if hands != "cribbage" and self.chance(0.4):
            self.groups |= {"stock": {"deal": "1 to waste"}, "waste": {}}
            square["from"] = ["waste"]
            if self.chance(0.5):
                self.out["redeal"] = {"times": 1, "from": "waste", "order": "turned"}

    def shuttle(self, group: Table) -> None:
        """Give cards that change places for want of others a group to turn up, mostly."""
        lying = [n for n in self.groups if n[0] in "trc" and n != "stock"]
        if "whole" in group or not lying or self.chance(0.05):
            return
        if group.get("opens", "") not in lying:
            group["opens"] = self.rng.choice(lying)
        if self.chance(0.7):  # cards of one rank, which lie hidden in piles of their own
            group.update(build="same rank any suit", start=self.rank())

    def complete_foundation(self, group: Table) -> None:
        """Give the special keys of foundations what they need."""
        if "whole" in group:
            _drop(
                group,
                (
                    "deal",
                    "placed",
                    "goal",
                    "limited_by",
                    "to",
                    "opens",
                    "chances",
                    "then",
                    "cards",
                    "paired",
                ),
            )
            group.update(start=self.ranks[-1], build="down in suit")
        self.complete_same(group)
        if "in_lines" in group and self.chance(0.95):
            others = "placed deal whole awaits limited_by goal paired opens chances same_way"
            _drop(group, (*others.split(), "same_suits"))
            group["piles"] = len(self.out.get("suits", "C D H S").split())
            group.update(start=self.rank(), build=self.rng.choice(["up in suit", "down in suit"]))
        piles = group["piles"]
        if "awaits" in group:
            self.complete_awaits(group, piles)
        if "chances" in group:
            self.shuttle(group)
        if (opened := group.get("opens", "")) in self.groups:
            self.groups[opened]["piles"] = piles
            self.groups[opened]["face"] = self.rng.choice(["down", "top up", [0, 1, 1, 0]])
        elif opened:
            del group["opens"]
        if "goal" in group:
            self.complete_goal(group, piles)
        self.complete_placed(group)
        if group["start"] == "above the reserve":
            reserves = [g["piles"] for n, g in self.groups.items() if n.startswith("reserve")]
            group["piles"] = min(group["piles"], sum(reserves) or 9)
        if group.get("paired"):
            _drop(group, ("placed", "deal", "limited_by", "cards", "goal"))
            start = group["start"]
            if not isinstance(start, list) and len(start) > 1 and start != "any card":
                group["start"] = self.rank()
        if group["start"] == "base suit":
            group["piles"] = min(group["piles"], len(self.ranks))
        if "options" in self.out and str(group["start"]).startswith("one above"):
            group["piles"] = 4
            self.out["options"]["target"].update(default="1956", length=4)

    def complete_same(self, group: Table) -> None:
        """Give several foundations that keep to one direction, or to their suits, such a build."""
        if "same_way" in group and self.chance(0.95):
            group["build"] = "up or down in suit, wrapping, one way"
            if group["piles"] == 1 or "whole" in group:
                del group["same_way"]
        if "same_suits" in group and self.chance(0.95):
            group["build"] = rng_build = self.build(self.rng.choice(_BUILDS[12:15]))
            if group["piles"] == 1 or "whole" in group or "in suit" in str(rng_build):
                del group["same_suits"]

    def complete_awaits(self, group: Table, piles: int) -> None:
        """Give each foundation that waits for a pile one to wait for."""
        _drop(group, ("placed", "deal", "whole", "paired"))
        if group["start"] in [*vocabulary.STARTS] and group["start"] != "any card":
            group["start"] = self.rank()
        if group["awaits"] in self.groups:
            waited = self.groups[group["awaits"]]
            waited["piles"] = max(waited["piles"], piles)
        else:
            del group["awaits"]

    def complete_goal(self, group: Table, piles: int) -> None:
        """Let foundations be built up from a rank to their goals."""
        if not isinstance(group["start"], list):
            group["start"] = (["2C", "2D", "2H", "2S"] * 3)[:piles]
            group["start"] = [self.ranks[0] + word[1] for word in group["start"]]
        group["build"] = "up in suit"
        cards = [c for c in group["start"] if c]
        group["goal"] = [self.ranks[-1] + card[-1] for card in cards]

    def complete_placed(self, group: Table) -> None:
        """Let cards that lie there before the deal be those that begin the foundations."""
        if group.get("placed") == []:
            start = group["start"]
            named = start if isinstance(start, list) else [start]
            cards = [w if len(w) == 2 else w + self.rng.choice("CDHS") for w in named if len(w) < 3]
            group["placed"] = list(dict.fromkeys(self.some(cards))) if cards else True
        if (
            group.get("placed") is True
            and group["start"] in [*vocabulary.STARTS]
            and self.chance(0.9)
        ):
            group["start"] = self.rank()
        if isinstance(group.get("placed"), str) and len(group["start"]) > 1 and self.chance(0.9):
            group["start"] = self.rank()
        if group.get("placed") is True and not isinstance(group["start"], list):
            all_suits = self.of_a_rank // self.decks
            group["piles"] = all_suits * (1 + self.chance(0.2) * (self.decks - 1))
            group["build"] = "up in suit"

    def placed(self) -> list[str]:
        """Return the cards, or their ranks, that lie on foundations before the deal."""
        placed: list[str] = []
        for name, group in self.groups.items():
            if name.startswith("foundation") and group.get("placed"):
                starts = group["start"]
                starts = starts if isinstance(starts, list) else [starts] * group["piles"]
                placed += {list: group["placed"], bool: starts}.get(type(group["placed"]), [])
        return placed

    def ranks_dealt(self) -> int:
        """Return how many ranks do not lie on foundations as a whole before the deal."""
        placed = self.placed()
        return sum(sum(word[0] == rank for word in placed) < self.of_a_rank for rank in self.ranks)

    def kings_dealt(self) -> int:
        """Return how many kings begin piles, or 0 where none may."""
        found = [g for n, g in self.groups.items() if n.startswith("foundation")]
        if "K" not in self.ranks or any(
            g.get("deal") or isinstance(g.get("placed"), str) for g in found
        ):
            return 0
        return self.of_a_rank - sum(word[0] == "K" for word in self.placed())

    def king_by_king(self) -> list[str]:
        """Return the group that is dealt king by king; others keep another order."""
        named = [
            n
            for n, g in self.groups.items()
            if g.get("order") == "a king begins each" and n.startswith(("tableau", "reserve"))
        ]
        for name in named:
            if name != named[0] or self.kings_dealt() < 1:
                self.groups[name]["order"] = "rows"
        if not named or self.groups[named[0]]["order"] == "rows":
            return []
        for other in self.groups.values():
            if other.get("order") == "by rank":
                other["order"] = "rows"
        group = self.groups[named[0]]
        group["piles"] = self.kings_dealt() + self.rng.randint(0, 1)
        _drop(group, ("most", "must_hold", "must_hold_way", "lacks", "unlike", "met_in_dealing"))
        if isinstance(group.get("face"), list):
            group["face"] = "down"
        return named[:1]

    def hold(self, group: Table, deals: list[int]) -> None:
        """Leave of the cards with which piles begin those that are dealt to, one of each card."""
        others = [other for other in self.groups.values() if other is not group]
        held = [text for other in others for text in other.get("holds", [])]
        taken = {*self.placed(), *(text.partition(" ")[0] for text in held)}
        kept: list[str] = []
        for text in group["holds"]:
            card, _, number = text.partition(" on ")
            dealt = int(number) <= len(deals) and deals[int(number) - 1] > 0
            once = not any(other.endswith(f" on {number}") for other in kept)
            alone = {card, card[0]}.isdisjoint(taken)
            of_pack = card[1] in self.out.get("suits", "C D H S")
            if (dealt and alone and of_pack and once) or self.chance(0.05):
                kept.append(text)
                taken.add(card)
        group["holds"] = kept
        beside = {"unlike", "met_in_dealing", "laid_aside"} & {*group}
        dealt_out = group.get("order") in (*vocabulary.DEALT_OUT, "rows across groups")
        if not kept or ((beside or dealt_out) and self.chance(0.95)):
            del group["holds"]

    def deal(self) -> None:
        """Lay the cards out, so that none is left over and none is missing."""
        rng = self.rng
        left = self.of_a_rank * len(self.ranks)
        for name, group in self.groups.items():
            if name.startswith("foundation"):
                left -= self.founded(name, group)
        dealt = [n for n in self.groups if n.partition(".")[0] in ("tableau", "reserve", "cell")]
        piles = [(name, i) for name in dealt for i in range(self.groups[name]["piles"])]
        by_rank = [n for n in dealt if self.groups[n].get("order") == "by rank"]
        stock = "stock" in self.groups
        if kings := self.king_by_king():
            by_rank = kings
        elif by_rank:
            self.groups[by_rank[-1]]["piles"] = max(1, self.ranks_dealt())
        if "weave" in self.out or "hands" in self.out.get("score", {}):
            return
        share = left if not stock else rng.randint(0, max(0, left - 1)) if piles else 0
        counts = self.shared(0 if by_rank else share, piles)
        for name in dealt:
            some = [n for (of, _), n in counts.items() if of == name]
            group = self.groups[name]
            if name in by_rank:
                some = []
            if name.startswith("cell"):
                group.pop("deal", None)
                if stock and not kings and self.chance(0.2):
                    group["deal"] = 1
            elif len(set(some)) <= 1:
                group["deal"] = some[0] if some else 0
            else:
                group["deal"] = some
            self.fit(group, some)

    def founded(self, name: str, group: Table) -> int:
        """Settle what a group of foundations is dealt; return how many cards it has at first."""
        if "lacks" in group and "placed" not in group and self.chance(0.8):
            group.update(deal=1, start="base rank")
        if "deal" in group:
            based = group["start"] == "base rank" and "placed" not in group
            based &= not any(g.get("deal") for n, g in self.groups.items() if n < name)
            group["deal"] = int(based or self.chance(0.02))
            if not group["deal"]:
                del group["deal"]
        if "deal" not in group and self.chance(0.95):
            group.pop("lacks", None)
        placed: bool | str | list[str] = group.get("placed", False)
        dealt: int = group.get("deal", 0)
        if isinstance(placed, str):
            return dealt + int(placed.split()[1])
        return dealt + (len(placed) if isinstance(placed, list) else placed * int(group["piles"]))

    def shared(self, share: int, piles: list[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """Share cards out among piles, cells last; return how many each is dealt."""
        counts = dict.fromkeys(piles, 0)
        likely = [place for place in piles if not place[0].startswith("cell")] or piles
        even = self.chance(0.5)
        for i in range(max(share, 0) if likely else 0):
            place = likely[i % len(likely)] if even else self.rng.choice(likely)
            one = place[0].startswith("cell") or self.ONES & {*self.groups[place[0]]}
            if one and counts[place]:
                continue
            counts[place] += 1
        return counts

    def fit(self, group: Table, dealt: list[int]) -> None:
        """Make the other keys of a group agree with what its piles are dealt."""
        if not group.get("deal") and "must_hold" in group:
            group.pop("must_hold")
            group.pop("must_hold_way", None)
        if not group.get("deal"):
            group.pop("lacks", None)
        if "holds" in group:
            self.hold(group, dealt)
        if "most" in group:
            group["most"] = max([group["most"], *dealt])
        for key in ("build", "face"):
            if isinstance(group.get(key), list):
                group[key] = (group[key] * group["piles"])[: group["piles"]]


# --- what a definition says ----------------------------------------------------------------------


def words_of(table: Table) -> set[tuple[str, str]]:
    """Return the words of the language that a definition uses, as ``WORDS`` has them."""
    found: set[tuple[str, str]] = set()
    for kind in vocabulary.KINDS:
        some = table.get(kind)
        if some is None:
            continue
        parts = (
            list(some.values())
            if some and all(isinstance(v, dict) and k != "then" for k, v in some.items())
            else [some]
        )
        if len(parts) > 1:
            found.add((f"two {kind}s", ""))
        for group in parts:
            for key, value in group.items():
                found |= {(f"{kind}.{key}", phrase) for phrase in _phrases_of(kind, key, value)}
    found |= {("decks", "2")} if table["decks"] > 1 else set()
    found |= {("jokers", "")} if table.get("jokers") else set()
    suits = table.get("suits", "C D H S").split()
    found |= {("suits", "twice")} if len({*suits}) < len(suits) else set()
    found |= {("suits", "fewer")} if len(suits) < 4 else set()
    ranks = table.get("ranks", "A").split()
    order = "A23456789TJQK"
    places = [order.index(rank) for rank in ranks]
    found |= {("ranks", "not from the ace")} if ranks[0] != "A" else set()
    found |= (
        {("ranks", "gaps")} if places != list(range(places[0], places[0] + len(places))) else set()
    )
    if "win" in table:
        win = vocabulary.kind_of_win(table["win"])
        found.add(("win", win if win in vocabulary.WINS else "GROUP empty"))
    for name in ("redeal", "shift", "merci", "count"):
        for key, value in table.get(name, {}).items():
            phrase = str(value) if _OTHERS.get(f"{name}.{key}") else ""
            if key == "times" and name == "redeal":
                phrase = "number" if isinstance(value, int) else value
            if key in ("when", "last_when"):
                phrase = _condition_word(value)
            found.add((f"{name}.{key}", phrase))
    found |= {("weave", "")} if "weave" in table else set()
    found |= {(f"weave.{key}", "") for key in table.get("weave", {})}
    for key, value in table.get("score", {}).items():
        found.add((f"score.{key}", value if key == "hands" else ""))
    for text in table.get("remove", {}).get("sets", []):
        plain = text.removesuffix(" in suit")
        shape = "N" if plain.isdigit() else re.sub(r"\b[A2-9TJQK]\b", "R", plain)
        shape = "any N" if plain.startswith("any ") else shape
        found.add(("remove.sets", shape))
    remove = table.get("remove", {})
    found |= {(f"remove.{key}", "") for key in {*remove} - {"sets", "between"}}
    found |= {("remove.between", remove["between"])} if "between" in remove else set()
    found |= {("options", option["kind"]) for option in table.get("options", {}).values()}
    return found


def _condition_word(text: str) -> str:
    rest = text.removeprefix("not ")
    for word in vocabulary.CONDITIONS:
        if "GROUP" in word and rest.endswith(word.removeprefix("GROUP")):
            return word
    return rest


def _phrases_of(kind: str, key: str, value: Any) -> set[str]:
    if key in ("when", "last_when"):
        return {_condition_word(value)}
    if key == "then":
        tables = value if isinstance(value, list) else [value]
        found = {part for table in tables for part in table if part != "when"}
        return found | {_condition_word(table["when"]) for table in tables}
    if kind == "stock" and key in ("deal", "last"):
        return {next((word for word in ("each", "next") if f" {word} " in value), "waste")}
    if key in ("build", "run"):
        texts = value if isinstance(value, list) else [value]
        found = {"list"} if isinstance(value, list) else set()
        for text in texts:
            words_ = [*_BUILDS[:8], "any lower card"]
            found.add(max((d for d in words_ if text.startswith(d)), key=len))
            more = ("by", "wrapping", "one way", "or same rank")
            found |= {word for word in more if f" {word}" in text}
            found |= {suits for suits in _BUILDS[11:17] if f" {suits}" in text}
        if key == "run" and len(texts) > 1:
            found = found - {"list"} | {"two"}
        return found
    if key == "start":
        if isinstance(value, list):
            return {"list"}
        return {value if value in vocabulary.STARTS else "rank" if len(value) == 1 else "card"}
    if key == "placed":
        return {"true" if value is True else "list" if isinstance(value, list) else "first"}
    if key == "space":
        return {"rank" if len(value) == 1 else value}
    if key == "covered_by":
        return {
            "list" if isinstance(value, list) else value if value in vocabulary.COVERS else "GROUP"
        }
    if key == "face" and isinstance(value, list):
        return {"list"}
    if key in _PHRASES:
        return {"true" if value is True else str(value)}
    return {""}
