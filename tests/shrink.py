"""Games of the catalogue shrunk to packs of a few cards, with all other rules unchanged.

Brute force can decide a game of sixteen cards, so one function shrinks every form of the
catalogue. A form is a game, a game with one answer changed, or a named combination. A shrunk form
has fewer ranks or packs, with piles and cards in proportion. The meaning of a number or rank in
the large game decides its value in the small one. If the loader refuses the result, the next shape
is tried.
"""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidDealError, InvalidDefinitionError, TooLargeError
from cadogan.model.position import Game
from cadogan.rules import vocabulary
from cadogan.rules.builds import parse_build
from cadogan.rules.catalogue import catalogue, combinations, find
from cadogan.rules.definition import ACTION_TABLES, DEFAULTS, Definition
from cadogan.rules.group import GROUP_KEYS, Group, laid_out, taken_out
from cadogan.rules.loading import define
from cadogan.rules.location import Where

__all__ = ["Form", "Shape", "forms", "games_of", "shapes", "shrunk", "table_of"]

Table = dict[str, Any]

FEWEST, MOST = 8, 24  # cards in the pack; two packs of three ranks have 24
_DEALS_TRIED = 4
_LAID = ("tableau", "reserve", "cell")  # kinds of group to which cards are dealt
_PYRAMIDS = (3, 6, 10, 15)
# three peaks of one pile each, above a row of four
_PEAKS = [[4, 5], [5, 6], [6, 7], [], [], [], []]


_KEYS = [(field.name, field.encode_name) for field in msgspec.structs.fields(Group)]


class Form(NamedTuple):
    """Game of the catalogue, with the answers to its choices that differ from the default."""

    id: str
    answers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join((self.id, *(f"{name}={answer}" for name, answer in self.answers)))

    @property
    def definition(self) -> Definition:
        """Definition of the form in the catalogue."""
        return find(self.id, dict(self.answers))


class Shape(NamedTuple):
    """Shape to which a form is shrunk.

    Attributes:
        ranks: the number of ranks to keep.
        decks: the number of packs.
        spread: how far piles become fewer rather than shorter. At 1 their number shrinks in
            proportion to the cards; at 0 it stays the same.
    """

    ranks: int
    decks: int
    spread: float

    def __str__(self) -> str:
        return f"{self.ranks}x{self.decks}/{self.spread:g}"

    @classmethod
    def parse(cls, text: str) -> Shape:
        """Return the shape that a text describes.

        >>> Shape.parse("4x1/0.5")
        Shape(ranks=4, decks=1, spread=0.5)
        """
        ranks, decks, spread = re.split("[x/]", text)
        return cls(int(ranks), int(decks), float(spread))


@functools.cache
def forms() -> tuple[Form, ...]:
    """Return every form of the catalogue once.

    >>> Form("klondike", (("turn", "three"),)) in forms()
    True
    """
    found: dict[Form, None] = {}
    for game_id, definition in catalogue().items():
        found[Form(game_id)] = None
        for name, option in definition.options.items():
            for answer in option.answers:
                if answer != definition.answers[name]:
                    found[Form(game_id, ((name, answer),))] = None
    for name, game_id in combinations().items():
        chosen = catalogue()[game_id].combinations[name].options
        found[Form(game_id, tuple(sorted(chosen.items())))] = None
    return tuple(found)


def games_of(form: Form) -> Iterator[tuple[Shape, Game]]:
    """Yield the playable shapes of a form with their games, those with all its features first."""
    definition = form.definition
    features = Game(definition).features
    later = []
    for shape in shapes(definition):
        game = shrunk(definition, shape)
        if game is None:
            continue
        if features <= game.features:
            yield shape, game
        else:
            later.append((shape, game))
    yield from sorted(later, key=lambda some: len(features - some[1].features))


def shapes(definition: Definition) -> Iterator[Shape]:
    """Yield the shapes to try, best first: few cards, but still with choices to make.

    >>> [str(shape) for shape in itertools.islice(shapes(find("klondike")), 3)]
    ['4x1/1', '3x1/0.5', '5x1/1']
    """
    full, suits = len(definition.ranks.split()), len(definition.suits.split())
    if definition.decks > 1:
        sizes = [(2, 2), (4, 1), (3, 2), (3, 1), (5, 1)]
    else:
        sizes = [(4, 1), (3, 1), (5, 1), (6, 1)]
        sizes += [(n, 1) for n in range(7, 14) if n * suits <= MOST]
    spreads = [1.0, 0.5, 1.0, 0.7, 0.7]  # with few piles, more deals are lost and more moves matter
    first = list(zip(sizes, spreads, strict=False))
    rest = [(size, spread) for spread in (0.5, 0.7, 0.35, 1.0) for size in sizes]
    for (ranks, decks), spread in dict.fromkeys([*first, *rest]):
        if ranks <= full and FEWEST <= ranks * decks * suits + definition.jokers <= MOST:
            yield Shape(ranks, decks, spread)


def shrunk(definition: Definition, shape: Shape) -> Game | None:
    """Return the game of a form in a shape, or None if it is not playable.

    A game is playable if it loads and one of its first deals can be dealt and has a legal move.
    """
    table = _Shrinker(definition, shape).table()
    if table is None:
        return None
    where = Where(f"{definition.id}-{shape}.toml")
    try:
        game = Game(define(table, f"{definition.id}-{shape}", definition.id, where))
    except InvalidDefinitionError:
        return None
    for number in range(1, _DEALS_TRIED + 1):
        try:
            position = game.deal(number)
        except (InvalidDealError, InvalidDefinitionError, TooLargeError):
            continue
        if not position.over:
            return game
    return None


def table_of(definition: Definition) -> Table:
    """Return a definition, with its answers applied, as a table of the keys of its file.

    >>> table = table_of(find("klondike", {"turn": "three"}))
    >>> table["stock"], table["tableau"]["space"]
    ({'deal': '3 to waste'}, 'K')
    """
    table: Table = {key: getattr(definition, key) for key in ("name", "family", "decks")}
    table |= {key: getattr(definition, key) for key in ("ranks", "suits", "jokers", "win")}
    for group in definition.groups:
        needed, optional = GROUP_KEYS[group.kind]
        usual = Group(kind=group.kind, name=group.name)
        part: Table = {}
        for name, key in _KEYS:
            value = getattr(group, name)
            default = DEFAULTS.get(group.kind, {}).get(key, getattr(usual, name))
            if key in needed or (key in optional and value != default):
                part[key] = msgspec.to_builtins(value)
        if group.then:
            part["then"] = [
                {key: some for key, some in then.items() if some is not None}
                for then in part["then"]
            ]
        kind, _, name = group.name.partition(".")
        if name:
            table.setdefault(kind, {})[name] = part
        else:
            table[kind] = part
    for key in ACTION_TABLES:
        if (action := getattr(definition, key)) is not None:
            table[key] = msgspec.to_builtins(action)
    return table


def _spaced(count: int, among: int) -> list[int]:
    """Return `count` indices, evenly spaced over a range of length `among`.

    >>> _spaced(3, 7), _spaced(1, 4)
    ([0, 3, 6], [0])
    """
    if count <= 1:
        return [0] * count
    return [round(i * (among - 1) / (count - 1)) for i in range(count)]


def _shared(total: int, weights: Sequence[int]) -> list[int]:
    """Distribute cards in proportion to weights, at least one for each positive weight.

    >>> _shared(6, [1, 4, 7]), _shared(2, [3, 0, 3])
    ([1, 2, 3], [1, 0, 1])
    """
    least = [int(w > 0) for w in weights]
    left = max(0, total - sum(least))
    whole = sum(weights) - sum(least) or 1
    exact = [left * (w - least[i]) / whole for i, w in enumerate(weights)]
    found = [least[i] + math.floor(x) for i, x in enumerate(exact)]
    by_rest = sorted(range(len(weights)), key=lambda i: (math.floor(exact[i]) - exact[i], -i))
    some = [i for i in by_rest if weights[i] > 0]
    for i in itertools.islice(itertools.cycle(some or [0]), max(0, total - sum(found))):
        found[i] += 1
    return found


class _Part:
    """Group of piles while it is being shrunk.

    Attributes:
        group: the group in the large game.
        keys: the keys of the group in the small game, changed in place.
        kept: the piles of the large game that the small game's piles represent.
        deals: the number of cards dealt to each kept pile.
        before: the number of cards dealt to the same piles in the large game.
    """

    def __init__(self, group: Group, keys: Table) -> None:
        self.group = group
        self.keys = keys
        self._written = {key: value for key, value in keys.items() if isinstance(value, list)}
        dealt = group.deal if isinstance(group.deal, list) else [group.deal] * group.piles
        self._dealt = [n if isinstance(n, int) else 0 for n in dealt]
        self.kept = list(range(group.piles))
        self.before = self.deals = self._dealt

    def keep(self, kept: list[int]) -> None:
        """Keep some piles, and their entries in lists with one entry per pile."""
        self.kept = kept
        self.before = [self._dealt[i] for i in kept]
        self.deals = list(self.before)
        self.keys["piles"] = len(kept)
        for key in ("deal", "face", "start", "build", "goal", "falls_on"):
            value = self._written.get(key)
            if value is not None and len(value) == self.group.piles:
                self.keys[key] = [value[i] for i in kept]

    def change(self, more: bool) -> bool:
        """Keep one more dealt pile, or one fewer; return whether such a pile exists."""
        some = {*self.kept} if not more else {*range(self.group.piles)} - {*self.kept}
        some = {i for i in some if self._dealt[i]}
        least = 2 if self.group.kind == "tableau" else 1
        if not some or (not more and len(some) <= least):
            return False
        self.keep(sorted({*self.kept} ^ {max(some)}))
        return True

    @property
    def single(self) -> bool:
        """True if each pile is dealt at most one card."""
        return max(self._dealt, default=0) <= 1

    @property
    def cards(self) -> int:
        """Number of cards dealt to all kept piles."""
        return sum(self.deals)

    @property
    def cards_before(self) -> int:
        """Number of cards dealt to all piles in the large game."""
        return sum(self._dealt)


class _Shrinker:
    """Shrinker of one form to one shape."""

    def __init__(self, definition: Definition, shape: Shape) -> None:
        self.definition, self.shape = definition, shape
        self.raw = table_of(definition)
        self.full = definition.ranks.split()
        self.parts = [_Part(group, self._keys(group)) for group in definition.groups]
        self.ranks = self._ranks()
        self.suits = definition.suits.split()
        self.of_a_rank = shape.decks * len(self.suits)
        self.cards = len(self.ranks) * self.of_a_rank + definition.jokers
        self.total = len(definition.pack)

    def _keys(self, group: Group) -> Table:
        kind, _, name = group.name.partition(".")
        found: Table = self.raw[kind][name] if name else self.raw[kind]
        return found

    def table(self) -> Table | None:
        """Return the table of the small game, or None if the shape makes no sense."""
        if not FEWEST <= self.cards <= MOST:
            return None
        raw = self.raw
        for part in self.parts:
            for some in (part.group.must_hold, part.group.lacks):
                if some and not {*some} & {*self.ranks}:
                    return None
        raw["ranks"], raw["decks"] = " ".join(self.ranks), self.shape.decks
        for part in self.parts:
            if part.group.kind == "foundation":
                self._found(part)
        self._lay_out()
        for part in self.parts:
            self._adapt(part)
        self._adapt_actions()
        return raw

    # -- ranks -----------------------------------------------------------------------------------

    def _ranks(self) -> list[str]:
        """Return the ranks to keep, in the order of the pack."""
        wanted, kept = self.shape.ranks, [*dict.fromkeys(self._named())]
        units = [unit for unit in self._units() if not {*unit} <= {*kept}]
        for unit in units:
            new = [rank for rank in unit if rank not in kept]
            if len(kept) + len(new) <= wanted:
                kept += new
        if not self._sums():
            for rank in self._following(kept):
                if len(kept) >= wanted:
                    break
                kept += [rank] if rank not in kept else []
        return [rank for rank in self.full if rank in kept]

    def _named(self) -> Iterator[str]:
        """Yield the ranks that the rules name and therefore need."""
        for part in self.parts:
            group = part.group
            spaces = [group.space, *(then.space or "" for then in group.then)]
            starts = group.start if isinstance(group.start, list) else [group.start]
            own = {word[0] for word in starts if re.fullmatch(r"[A2-9TJQK][CDHS]?", word)}
            placed = group.placed if isinstance(group.placed, list) else []
            ends = [group.ends, group.sink, group.next_at, *spaces, *placed, *group.held.values()]
            rows = group.row_start if isinstance(group.row_start, list) else [group.row_start]
            held = [*group.must_hold[:1], *re.findall(r"\S+", group.leaves)]
            held += ["K"] * (group.order == "a king begins each")
            for word in [*(sorted(own) if len(own) < 6 else []), *ends, *rows, *held]:
                if word in vocabulary.SPACES and len(word) > 1:
                    yield from vocabulary.space_ranks(word)
                elif re.fullmatch(r"[A2-9TJQK][CDHS]?", word):
                    yield word[0]
        if self.definition.win.startswith(vocabulary.BUT):
            yield from (
                w for w in self.definition.win.removeprefix(vocabulary.BUT).split() if w in RANKS
            )

    def _sums(self) -> bool:
        remove = self.definition.remove
        return remove is not None and any(re.match(r"\d", text) for text in remove.sets)

    def _units(self) -> Iterator[list[str]]:
        """Yield sets of ranks that leave play together, alternating between kinds of set."""
        remove = self.definition.remove
        kinds: list[list[list[str]]] = []
        for text in remove.sets if remove else []:
            if found := re.match(r"\d+", text):
                total = int(found[0])
                values = {RANKS.index(rank) + 1: rank for rank in self.full}
                pairs = [
                    [values[a], values[total - a]]
                    for a in sorted(values)
                    if a <= total - a and total - a in values
                ]
                kinds.append(pairs)
            elif all(word in RANKS for word in text.split()):
                kinds.append([text.split()])
        for some in itertools.zip_longest(*kinds):
            yield from (unit for unit in some if unit)

    def _following(self, kept: Sequence[str]) -> Iterator[str]:
        """Yield more ranks to keep: the next ones on each foundation in turn, then neighbours."""
        ways = []
        for part in self.parts:
            group = part.group
            if group.kind != "foundation":
                continue
            if isinstance(group.start, list):
                ways.append([word[0] for word in group.start])
                continue
            order = group.sequence.split() or self.full
            if group.start[:1] not in order:
                continue
            build = parse_build(group.build if isinstance(group.build, str) else group.build[0])
            at, step = order.index(group.start[0]), -1 if build.direction == "down" else 1
            ways.append([order[(at + step * i) % len(order)] for i in range(len(order))])
        for some in itertools.zip_longest(*ways):
            yield from (rank for rank in some if rank)
        near = [self.full.index(rank) for rank in kept] or [0]
        yield from sorted(
            self.full, key=lambda rank: min(abs(self.full.index(rank) - at) for at in near)
        )

    def _nearest(self, rank: str) -> str:
        """Return the kept rank nearest to a rank."""
        at = self.full.index(rank)
        return min(self.ranks, key=lambda some: (abs(self.full.index(some) - at), some))

    # -- foundations -----------------------------------------------------------------------------

    def _found(self, part: _Part) -> None:
        group, keys = part.group, part.keys
        if isinstance(group.start, str) and "{" in group.start:
            digits = [self.ranks[i % len(self.ranks)] for i in range(1, group.piles + 1)]
            keys["start"] = [f"{rank}{suit}" for rank, suit in zip(digits, "CDHS", strict=False)]
        starts = keys["start"]
        if isinstance(starts, list):
            copies: dict[str, int] = {}
            kept = []
            for i, word in enumerate(starts):
                copies[word] = copies.get(word, 0) + 1
                most = self.shape.decks if len(word) > 1 else group.piles
                if word[0] in self.ranks and copies[word] <= most:
                    kept.append(i)
            part.keep(kept)
        else:
            part.keep(_spaced(self._foundations(group), group.piles))
        if isinstance(group.placed, list):
            new: list[str] = []
            for card in group.placed:
                if card[0] in self.ranks and new.count(card) < self.shape.decks:
                    new.append(card)
            keys["placed"] = new[: keys["piles"]]
        if group.goal:
            self._goals(part)
        if group.cards:
            share = group.cards * group.piles / self.total
            keys["cards"] = max(1, round(share * self.cards / keys["piles"]))
            if group.start == "above the reserve":
                keys["cards"] = (self.cards - keys["piles"]) // keys["piles"]
            same = isinstance(group.build, str) and "same rank" in group.build
            if group.paired:
                keys["cards"] = max(2, keys["cards"])
            if same and group.cards == self.definition.of_a_rank:
                keys["cards"] = self.of_a_rank

    def _foundations(self, group: Group) -> int:
        """Return the number of foundations of a group in the small game."""
        before = self.definition.of_a_rank
        if group.piles == 1:
            return 1
        if group.start == "above the reserve" and group.piles == before:
            # One foundation for each suit, with a pile beside it, leaves cards for the stock.
            return len(self.suits)
        if group.piles >= len(self.full) - 1 > before:
            return max(1, group.piles - len(self.full) + len(self.ranks))
        return max(1, round(group.piles * self.of_a_rank / before))

    def _goals(self, part: _Part) -> None:
        """Set goals such that the foundations together hold all the cards."""
        group, keys = part.group, part.keys
        others = [p for p in self.parts if p.group.kind == "foundation" and p.group.goal]
        piles = sum(p.keys["piles"] for p in others)
        order = [rank for rank in group.sequence.split() or self.full if rank in self.ranks]
        builds = keys["build"] if isinstance(keys["build"], list) else [keys["build"]]
        step = -1 if parse_build(builds[0]).direction == "down" else 1
        goals = []
        for i, goal in enumerate(keys["goal"]):
            start = keys["start"][i] if isinstance(keys["start"], list) else keys["start"]
            if start[0] not in order or goal[0] in order:
                goals.append(goal)
                continue
            most = max(0, min(len(order), self.cards // max(1, piles)) - 1)
            goals.append(order[(order.index(start[0]) + step * most) % len(order)] + goal[1])
        keys["goal"] = goals

    # -- how many cards and piles ------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Set the number of piles in each group and the number of cards dealt to each pile."""
        groups = self.definition.groups
        placed = sum(taken_out(group) for group in groups if group.kind == "foundation")
        found = [p for p in self.parts if p.group.kind == "foundation"]
        now = sum(self._placed(p) for p in found)
        scale = max(0.0, (self.cards - now) / max(1, self.total - placed))
        laid = [p for p in self.parts if p.group.kind in _LAID]
        for part in laid:
            self._pile(part, scale)
        out = any(p.group.order in vocabulary.DEALT_OUT for p in laid)
        stock = next((p for p in self.parts if p.group.kind == "stock"), None)
        rest = any(p.group.deal == "the rest" for p in self.parts) or self.definition.weave
        if out:
            return
        left = self.total - sum(map(laid_out, groups))
        based = sum(self._based(p) for p in found)
        over = self.cards - now - based - sum(p.cards for p in laid)
        want = 0
        if rest or (stock and left):
            want = max(1, round(left * scale))
            want = self._evenly(stock, want, left)
        self._settle(laid, over - want)

    def _placed(self, part: _Part) -> int:
        placed = part.keys.get("placed")
        if isinstance(placed, str):
            return int(placed.split()[1])
        return len(placed) if isinstance(placed, list) else part.keys["piles"] * bool(placed)

    def _based(self, part: _Part) -> int:
        if not part.group.deal:
            return 0
        return part.keys["piles"] if part.group.start == "any card" else 1

    def _evenly(self, stock: _Part | None, want: int, left: int) -> int:
        """Return a stock size that deals whole rows, if the stock does so in the large game."""
        found = (
            re.fullmatch(r"(\d+) to each (\S+)( and .*)?", str(stock.group.deal)) if stock else None
        )
        if not found or found[3]:
            return want
        to = [p for p in self.parts if found[2] in (p.group.name, p.group.kind)]
        before = int(found[1]) * sum(p.group.piles for p in to)
        now = int(found[1]) * sum(p.keys["piles"] for p in to)
        if left % before or now > self.cards // 2:
            return want
        return int(max(1, round(want / now)) * now)

    def _pile(self, part: _Part, scale: float) -> None:
        """Reduce the number of piles in a group."""
        group, keys = part.group, part.keys
        suits = self.definition.of_a_rank
        fewer = scale**self.shape.spread
        if (beside := self._beside(group)) is not None:
            part.keep(beside)
            if part.cards and not part.single:
                part.deals = _shared(max(1, round(part.cards_before * scale)), part.before)
            return
        if (
            group.order == "by rank"
            or group.laid_aside
            or (group.kind == "reserve" and group.piles == len(self.full) and not part.single)
        ):
            piles = max(1, group.piles - len(self.full) + len(self.ranks))
            part.keep(_spaced(piles, group.piles))
            return
        if group.order == "a king begins each":
            part.keep(_spaced(group.piles - suits + self.of_a_rank, group.piles))
            return
        if group.row:
            self._grid(part)
            return
        if group.covered_by == "three peaks":
            part.keep(_spaced(len(_PEAKS), group.piles))
            keys["covered_by"] = _PEAKS
            return
        if group.covered_by == "pyramid":
            wanted = group.piles * scale
            piles = min(_PYRAMIDS, key=lambda n: (abs(n - wanted), n))
            part.keep(_spaced(piles, group.piles))
            return
        if part.single and part.cards:
            piles = max(2 if group.piles > 1 else 1, round(group.piles * scale))
            part.keep(_spaced(min(piles, group.piles), group.piles))
            return
        least = 2 if group.kind == "tableau" else 1
        piles = max(min(least, group.piles), round(group.piles * fewer))
        cards = max(1, round(part.cards_before * scale)) if part.cards else 0
        if cards:
            piles = max(1, min(piles, cards))
        part.keep(_spaced(piles, group.piles))
        if cards:
            part.deals = _shared(cards, part.deals)

    def _beside(self, group: Group) -> list[int] | None:
        """Return the piles to keep in a group that has one pile per foundation, or None."""
        for part in self.parts:
            if part.group.kind != "foundation":
                continue
            if group.name in (part.group.opens, part.group.awaits):
                more = range(part.group.piles, group.piles) if part.group.opens else ()
                return [*part.kept, *more]
            if part.group.start == "above the reserve" and group.kind == "reserve":
                return part.kept
        return None

    def _grid(self, part: _Part) -> None:
        """Shorten the rows of a grid by the number of missing ranks."""
        group = part.group
        row = max(2, group.row - len(self.full) + len(self.ranks))
        if group.row < len(self.full):
            row = max(2, round(group.row * len(self.ranks) / len(self.full)))
        rows = group.piles // group.row
        rows = max(1, round(rows * self.of_a_rank / self.definition.of_a_rank))
        across = _spaced(row, group.row)
        part.keep([at * group.row + i for at in range(rows) for i in across])
        part.keys["row"] = row
        if isinstance(group.row_start, list):
            part.keys["row_start"] = group.row_start[:rows]

    def _settle(self, laid: list[_Part], over: int) -> None:
        """Deal `over` more cards, or fewer if negative, where there is the most room."""
        deep = [
            p
            for p in laid
            if p.cards and not p.single and p.group.order not in vocabulary.DEALT_OUT
        ]
        while over:
            step = 1 if over > 0 else -1
            some = [p for p in deep if over > 0 or p.cards > sum(n > 0 for n in p.deals)]
            if not some:
                break
            part = max(some, key=lambda p: p.cards)
            piles = [i for i, n in enumerate(part.deals) if n > (0 if over > 0 else 1)]
            at = (min if over > 0 else max)(piles, key=lambda i: (part.deals[i], i))
            part.deals[at] += step
            over -= step
        flat = [p for p in laid if p.cards and p.single and not p.group.row]
        flat = [p for p in flat if self._beside(p.group) is None]
        while over and flat:
            part = max(flat, key=lambda p: p.cards)
            if part.group.covered_by == "pyramid" or part.keys.get("covered_by"):
                flat.remove(part)
                continue
            if part.change(over > 0):
                over -= 1 if over > 0 else -1
            else:
                flat.remove(part)

    # -- everything else ---------------------------------------------------------------------------

    def _adapt(self, part: _Part) -> None:
        """Adapt the other keys of a group to the size of the small game."""
        group, keys = part.group, part.keys
        if group.kind in _LAID:
            keys["deal"] = part.deals[0] if len({*part.deals}) == 1 else part.deals
            if isinstance(keys.get("face"), list):
                down = zip(keys["face"], part.before, part.deals, strict=True)
                keys["face"] = [_down(face, old, new) for face, old, new in down]
        if group.holds:
            keys["holds"] = self._held(part)
        self._adapt_ranks(group, keys)
        self._adapt_numbers(part)
        if group.falls_on:
            self._falls(part)
        if group.kind == "stock":
            self._deal(part)

    def _adapt_ranks(self, group: Group, keys: Table) -> None:
        """Remove ranks that the small game lacks from the keys of a group."""
        for key in ("must_hold", "lacks"):
            if key in keys:
                keys[key] = [rank for rank in keys[key] if rank in self.ranks]
        if group.sequence:
            some = [rank for rank in group.sequence.split() if rank in self.ranks]
            keys["sequence"] = " ".join(some)
            if len(some) == 1:  # the sequence is complete from the start
                del keys["sequence"]
                keys["build"], keys["cards"] = "none", 1
                keys["start"] = [some[0] + suit for suit in self.suits]

    def _adapt_numbers(self, part: _Part) -> None:
        """Scale the numbers of a group to the size of the small game."""
        group, keys = part.group, part.keys
        share = self.cards / self.total
        if group.most >= len(self.full):
            least = -(-self.cards // keys["piles"])
            keys["most"] = max(len(self.ranks), least, *part.deals)
        elif group.most:
            keys["most"] = max(min(group.most, len(self.ranks)), *part.deals)
        for key in ("refill", "least"):
            if key in keys:
                keys[key] = min(keys[key], max(2, *part.deals))
        if "refill_first" in keys:
            keys["refill_first"] = max(1, round(group.refill_first * keys["piles"] / group.piles))
        if group.last_at:
            keys["last_at"] = max(1, round(group.last_at * share))
        if group.times > 1:
            keys["times"] = max(2, round(group.times * math.sqrt(share)))
        if group.batch:
            keys["batch"] = max(2, round(group.batch * share))
        if group.fill_cards > 1:
            keys["fill_cards"] = 2

    def _held(self, part: _Part) -> list[str]:
        """Give each held card to the kept pile nearest to its own."""
        found: dict[int, str] = {}
        for number, card in part.group.held.items():
            away = [abs(old + 1 - number) for old in part.kept]
            at = away.index(min(away))
            if card[0] in self.ranks and part.deals[at]:
                found.setdefault(at + 1, card)
        return [f"{card} on {number}" for number, card in found.items()]

    def _deal(self, part: _Part) -> None:
        """Limit the number of cards that the stock deals at a time."""
        laid = [p for p in self.parts if p.group.kind in _LAID]
        left = self.cards - sum(p.cards for p in laid)
        for key in ("deal", "last"):
            if (text := part.keys.get(key)) and (found := re.match(r"\d+", text)):
                count = int(found[0])
                most = count if count <= 3 else 3
                if " each " in text and count > 1:
                    most = 2
                elif left < 3 * count:
                    most = min(most, 2)
                part.keys[key] = f"{most}{text[found.end() :]}"
        to = str(part.group.deal).rpartition(" ")[2]
        piles = sum(p.keys["piles"] for p in laid if to in (p.group.name, p.group.kind))
        for key, by in (("deal_to", "deal"), ("last_to", "last")):
            if key in part.keys:
                number = self._numbers(part.keys[by])
                part.keys[key] = [number[at] for at in part.keys[key] if at in number] or [1]
        if "begins_at" in part.keys:
            part.keys["begins_at"] = min(part.group.begins_at, max(1, piles))

    def _falls(self, part: _Part) -> None:
        """Renumber the piles that cards fall on."""
        deal = next(str(p.group.deal) for p in self.parts if p.group.kind == "stock")
        number = self._numbers(deal)
        part.keys["falls_on"] = [
            [number[at] for at in some if at in number] or [1] for some in part.keys["falls_on"]
        ]

    def _numbers(self, deal: str) -> dict[int, int]:
        """Map the numbers of the piles that a deal reaches from the large game to the small one."""
        to = deal.rpartition(" ")[2]
        onto = next(p for p in self.parts if to in (p.group.name, p.group.kind))
        return {old + 1: new for new, old in enumerate(onto.kept, 1)}

    def _adapt_actions(self) -> None:
        """Adapt redeals, sets, counts and scores to the size of the small game."""
        raw, share = self.raw, self.cards / self.total
        if remove := raw.get("remove"):
            remove["sets"] = [text for text in remove["sets"] if self._can_leave(text)]
            if remove["touching"]:
                remove["touching"] = 3
            if remove["between"]:
                row = max(p.keys["piles"] for p in self.parts if p.group.closes)
                remove["between_most"] = min(remove["between_most"], row - 2)
        if count := raw.get("count"):
            count["ranks"] = " ".join(r for r in count["ranks"].split() if r in self.ranks)
        for key in ("redeal", "shift"):
            times = raw.get(key, {}).get("times")
            if isinstance(times, int) and times > 3:
                raw[key]["times"] = 3
        if (score := raw.get("score")) and score["hands"] == "none":
            score["start"] = round(score["start"] * share)

    def _can_leave(self, text: str) -> bool:
        return all(word in self.ranks for word in text.split() if word in RANKS)


def _down(face: int, before: int, now: int) -> int:
    """Return the number of face-down cards for a pile that is dealt fewer cards."""
    if not face or not now:
        return 0
    if face >= before:
        return now
    return max(min(1, now - 1), min(now - 1, round(face * now / before)))
