"""Names for the parts of a game, and what its conditions, builds and routes mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cadogan.cards import RANK_NAMES, rank_of
from cadogan.language import words
from cadogan.language.builds import (
    LOWER,
    OR_EQUAL,
    Build,
    build_mask,
    parse_build,
    parse_sequence,
)
from cadogan.language.changes import runs, taken
from cadogan.language.definition import Group, ever, references
from cadogan.language.words import StockDeal
from cadogan.prose.english import a, cards, listed
from cadogan.tables import ONTO, Rules

__all__ = ["Speaker", "built_up", "cards_of", "english", "rank_name"]

_STEPS = {2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}


def cards_of(mask: int) -> list[int]:
    """Return the cards of a set.

    >>> cards_of(0b101)
    [0, 2]
    """
    return [card for card in range(52) if mask >> card & 1]


def rank_name(rank: int) -> str:
    """Name a rank, 1 to 13.

    >>> rank_name(12)
    'queen'
    """
    return RANK_NAMES[rank - 1]


def built_up(build: Build, sequence: Sequence[int], text: str) -> str:
    """Say a build phrase in a word, and what it does at the ends of the rank order.

    >>> built_up(parse_build("up in suit, wrapping"), range(1, 14), "up in suit, wrapping")
    'up in suit, going on from king to ace'
    """
    told = english(text)
    low, high = rank_name(sequence[0]), rank_name(sequence[-1])
    if build.wrap and build.direction == "up or down":
        told += f", {a(low)} and {a(high)} being neighbours"
    elif build.wrap:
        first, last = (low, high) if build.direction == "down" else (high, low)
        told += f", going on from {first} to {last}"
    if build.one_way:
        told += ", the second card fixing the direction"
    return told


def english(text: str) -> str:
    """Turn a build phrase into what one would say after "built".

    >>> english("up by 2 any suit, wrapping")
    'up by twos regardless of suit'
    >>> english("up or down in suit, wrapping, one way")
    'up or down in suit'
    """
    phrase = text.partition(",")[0].replace(" any suit", " regardless of suit")
    for step, name in _STEPS.items():
        phrase = phrase.replace(f"by {step} ", f"by {name} ")
    if phrase.startswith("up then down"):
        return phrase.replace("up then down", "up") + " and then down again"
    if phrase == "same suit or rank":
        return "in cards of the same suit or rank"
    if phrase == LOWER:
        return "in cards that are lower and lower"
    if phrase.endswith(OR_EQUAL):
        return phrase.replace(OR_EQUAL, " or in cards of one rank")
    return phrase.replace("same rank", "in cards of one rank")


class Speaker:
    """Names the parts of one game as the rules page does.

    Attributes:
        rules: the compiled game.
        dealt: cards dealt to each pile at the start, foundations excepted.
        dealt_out: how many cards the start lays out. left: how many that leaves for the stock.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.definition = rules.definition
        self.tables = rules.tables
        self.groups = rules.groups
        kinds = ("tableau", "reserve", "cell")
        self.dealt = [
            n if rules.of[p].kind in kinds else 0 for p, n in enumerate(self.tables.redeal_deal)
        ]
        bases = sum(
            g.piles if g.start == "any card" else 1
            for g in self.groups
            if g.kind == "foundation" and g.deal
        )
        early = sum(self.early(g) for g in self.groups)
        self.dealt_out = len(rules.placed) + sum(self.dealt) + bases + early
        if self.tables.weave or any(g.order == "by rank" for g in self.groups):
            self.dealt_out = self.tables.total
        self.left = self.tables.total - self.dealt_out

    # -- groups and piles ------------------------------------------------------------------------

    def of_kind(self, kind: str) -> list[Group]:
        """Return the groups of a kind."""
        return [g for g in self.groups if g.kind == kind]

    def named(self, ref: str) -> list[Group]:
        """Return the groups that a name or a kind refers to."""
        return [g for g in self.groups if ref in (g.name, g.kind)]

    def piles(self, group: Group) -> range:
        """Return the piles of a group."""
        first = self.rules.first[group.name]
        return range(first, first + group.piles)

    def counts(self, group: Group) -> list[int]:
        """Return how many cards are dealt to each pile of a group."""
        return [self.dealt[p] for p in self.piles(group)]

    def early(self, group: Group) -> int:
        """Return how many of the first cards met in the deal go to the group."""
        return int(group.placed.split()[1]) if isinstance(group.placed, str) else 0

    def adjective(self, group: Group) -> str:
        """Return what tells a group from the others of its kind, with a space after it.

        Foundations are called by the rank that begins them, where that is an ace or a court card;
        all others by the name that the definition gives them, as a name.
        """
        peers = self.of_kind(group.kind)
        if len(peers) == 1:
            return ""
        starts = [g.start for g in peers]
        if group.kind == "foundation" and len({*map(str, starts)} & {*"AJQK"}) == len(starts):
            return f"{words.rank_word(str(group.start))} "
        return f"*{group.name.partition('.')[2].replace('-', ' ')}* "

    def pile(self, group: Group, count: int = 1) -> str:
        """Name one pile, or several, of a group."""
        noun = group.kind
        if noun in ("tableau", "reserve") or (noun == "waste" and group.piles > 1):
            noun += " pile"
        return self.adjective(group) + noun + ("" if count == 1 else "s")

    def the(self, ref: str | Group) -> str:
        """Name a group, or all groups of a kind, with the article."""
        if isinstance(ref, str):
            named = self.named(ref)
            if len(named) > 1:
                return f"the {ref}" + ("s" if ref in ("foundation", "cell") else "")
            ref = named[0]
        if ref.kind in ("foundation", "cell"):
            return f"the {self.pile(ref, ref.piles)}"
        return f"the {self.adjective(ref)}{ref.kind}"

    def these(self, refs: Iterable[str | Group], joint: str = "or") -> str:
        """Name several groups."""
        return listed(dict.fromkeys(map(self.the, refs)), joint)

    def title(self, group: Group) -> str:
        """Name a group at the head of a paragraph."""
        name = self.the(group).removeprefix("the ").replace("*", "")
        return f"*{name[0].upper()}{name[1:]}*"

    def on_a_clock(self, group: Group) -> bool:
        """Say whether the piles of a group lie like the hours of a clock, the first at one."""
        spots = self.definition.layout
        alone = self.of_kind(group.kind) == [group]
        spot = spots.get(group.name, spots.get(group.kind) if alone else None)
        if not isinstance(spot, dict) or "clock" not in spot:
            return False
        return group.piles == 12 and spot.get("first", 1) == 1

    def ends(self, group: Group) -> list[int]:
        """Return the rank that completes each foundation of a group, or [] when not settled."""
        found: list[int] = []
        for p in self.piles(group):
            begin = {rank_of(c) for c in self.beginning(group, p)}
            found += self.course(group, p, begin.pop())[-1:] if len(begin) == 1 else []
        return found if len(found) == group.piles else []

    def beginning(self, group: Group, p: int) -> list[int]:
        """Return the cards that may begin a foundation of a group; those it may wait with, too."""
        T = self.tables
        # one that waits for a pile takes the same on whatever lies there
        return cards_of(T.accept[T.rule_at[p * (T.room + 1)] * 53 + (0 if group.awaits else 52)])

    def emptied(self, group: Group) -> str:
        """Name an emptied pile; one that is empty from the start is called empty."""
        if group.bare:
            return "a bare pile" if group.piles > 1 else f"{self.the(group)}, when it is bare,"
        at_first = 0 in self.counts(group) and group.order != "by rank"
        word = "empty" if at_first else "emptied"
        if group.piles > 1:
            return f"an {word} pile"
        return self.the(group).replace("the ", f"the {word} ", 1)

    # -- conditions ------------------------------------------------------------------------------

    def clause(self, text: str, holds: bool = True) -> str:
        """Turn a condition into the clause that says when it holds, or when it does not."""
        condition = words.parse_condition(text, references(self.groups))
        refs = condition.group.split(" and ")
        names = [self.the(ref) for ref in refs if ref]
        several = len(names) > 1 or (names[0].endswith("s") if names else False)
        once = "once" if "stock" in refs and not self.definition.redeal else "when"
        return condition.clause(holds, listed(names), several, once)

    # -- builds ----------------------------------------------------------------------------------

    def sequence(self, group: Group) -> tuple[int, ...]:
        """Return the order of ranks by which a group is built."""
        return parse_sequence(group.sequence) if group.sequence else self.rules.ranks

    def order(self, group: Group) -> str:
        """Say the order of ranks where it is the group's own."""
        if not group.sequence:
            return ""
        names = listed(rank_name(r) for r in self.sequence(group))
        return f"the order of the ranks here, the lowest first, is {names}"

    def built(self, build: Build, sequence: tuple[int, ...], text: str) -> str:
        """Say what a build phrase means, with an example."""
        plain = replace(build, wrap=False, one_way=False).explained
        told = f"built {english(text).replace(' regardless of suit', '')}: {plain}"
        if shown := _example(build, sequence):
            told += f", so {shown}" if told.endswith(")") else f" ({shown})"
        ends = _ends(build, sequence)
        return f"{told}; {ends}" if ends else told

    def course(self, group: Group, p: int, start: int) -> list[int]:
        """Return the ranks of a foundation from ``start`` on, or [] when they are not settled."""
        build, found = self.rules.builds[p], [start]
        while len(found) < self.tables.full[p]:
            after = build_mask(build, found[-1] - 1, self.sequence(group))
            following = {rank_of(c) for c in cards_of(after)}
            if len(following) != 1 or build.direction == "up then down":
                return []
            found.append(following.pop())
        return found

    # -- who plays where -------------------------------------------------------------------------

    def way(self, source: Group, target: Group) -> int:
        """Return the route from one group to another, all phases of the play taken together."""
        T = self.tables
        names = [g.name for g in self.groups]
        a_, b = names.index(source.name), names.index(target.name)
        flags = 0
        for phase in range(1 << T.phase_conditions):
            flags |= T.route[(phase * T.groups + a_) * T.groups + b]
        return flags

    def destinations(self, source: Group) -> str:
        """Say where the cards of a group may be played, or return ""."""
        told: list[str] = []
        foundations = self.of_kind("foundation")
        takers = [g for g in foundations if self.way(source, g)]
        if source.kind == "foundation":
            if any(g is not source or g.piles > 1 for g in takers):
                told.append("to another foundation on which it fits")
        elif takers and len(takers) == len(foundations):
            told.append(f"to {self.the('foundation')}")
        else:
            told += [f"to {self.the(g)}" for g in takers]
        every = [
            g
            for g in self.of_kind("tableau")
            if self.way(source, g) & ONTO and not self.bare_alone(g)
        ]
        whole = len(every) > 1 and len(every) == len(self.of_kind("tableau"))
        if whole:
            own = source.kind == "tableau"
            told.append("to another tableau pile" if own else "to the tableau")
        for target in self.groups:
            if target.kind != "foundation" and not (whole and target.kind == "tableau"):
                told.append(self.destination(source, target))
        return listed(filter(None, told), "or")

    def destination(self, source: Group, target: Group) -> str:
        """Say how the cards of one group may be played to another, or return ""."""
        way = self.way(source, target)
        if not way or (target is source and target.piles == 1):
            return ""
        if target.kind == "cell":
            return f"into {'a free' if target.piles > 1 else 'the'} {self.pile(target)}"
        if self.bare_alone(target):
            return f"to {self.emptied(target)}".replace(" pile", f" {self.pile(target)}")
        if target is source and way & ONTO:
            return f"to another {self.pile(target)}"
        if target.kind == "waste" or way & ONTO:
            return f"to {self.the(target)}"
        empty = self.emptied(target)
        if target.piles > 1:
            empty = empty.replace("pile", self.pile(target))
        when = self.space_when(target)
        when = f" {self.clause(when)}" if when else ""
        return f"into {empty}{when}"

    def bare_alone(self, group: Group) -> bool:
        """Say whether only bare piles of a group take cards, for there is no building on others."""
        return group.bare and all(build == "none" for build in ever(group, "build"))

    def space_when(self, group: Group) -> str:
        """Return the condition under which a group's spaces are filled by hand, or ""."""
        whens = [then.when for then in group.then if then.space not in (None, "none")]
        return whens[0] if group.space == "none" and len(whens) == 1 else ""

    def coming(self, group: Group) -> list[str]:
        """Say which cards may come to a group, where that is not left to their own rules."""
        told, the = [], self.the(group)
        later = [(self.clause(then.when), then) for then in group.then if then.from_ is not None]
        first = [self.clause(then.when, False) for _, then in later if then.from_ == ["usual"]][:1]
        alone = group.from_ == [] and bool(first)
        if alone and group.kind == "foundation" and group.space_from:
            these = self.these(group.space_from)
            told.append(
                f"{first[0]}, cards of {these} may begin a foundation, and nothing else may be"
                f" played to {the}"
            )
        elif alone:
            told.append(f"nothing may be played to {the} {first[0]}")
        elif group.from_ is not None and group.from_ != ["usual"]:
            until = f"{first[0]}, " if first else ""
            told.append(f"{until}{self.only(group.from_)} may be played to {the}")
        if group.kind == "foundation":
            told += self._beginning_from(group, said=alone)
        for clause, then in later:
            if then.from_ != ["usual"] or not first:
                told.append(f"{clause}, {self.only(then.from_ or [])} may be played to {the}")
        return told

    def _beginning_from(self, group: Group, *, said: bool) -> list[str]:
        """Say whose cards may begin a foundation, where not all may; or only what comes later."""
        begins = f"may begin {'a foundation' if group.piles > 1 else self.the(group)}"
        later = [then for then in group.then if then.space_from is not None]
        told = []
        if group.space_from and not said:
            until = f"{self.clause(later[0].when, False)}, " if later else ""
            told.append(f"{until}only cards of {self.these(group.space_from)} {begins}")
        for then in later:
            who = f"only cards of {self.these(then.space_from)}" if then.space_from else "any card"
            told.append(f"{self.clause(then.when)}, {who} {begins}")
        return told

    def only(self, refs: Sequence[str]) -> str:
        """Say of which groups the cards are that may come."""
        named = [ref for ref in refs if ref != "usual"]
        if "usual" in refs:
            return f"the usual cards{' and those of ' + self.these(named, 'and') if named else ''}"
        return f"only cards of {self.these(named)}" if named else "no cards"

    def leaving(self, group: Group, every: str = "") -> list[str]:
        """Say what keeps cards in a group, or in ``every`` group of which this is one."""
        told = []
        the = every or self.the(group)
        if group.run:
            ways = [
                built_up(replace(parse_build(run), one_way=False), self.sequence(group), run)
                for run in runs(group)
            ]
            alone = ", from its first card to its last" * (len(ways) > 1)
            moved = taken(group) in ("run", "run as single cards")
            which = "a run that is moved must be" if moved else f"a run on {the} is"
            told.append(f"{which} built {' or '.join(ways)}{alone}")
        for then in group.then:
            if then.take not in (None, group.take):
                clause = self.clause(then.when, holds=then.take == "none")
                told.append(f"nothing may be taken from {the} {clause}")
            if then.to is not None:
                for clause, refs in (
                    (self.clause(then.when, False), group.to),
                    (self.clause(then.when), then.to),
                ):
                    where = "wherever they are taken"
                    if refs is not None and "usual" not in refs:
                        where = f"only to {self.these(refs)}" if refs else "nowhere"
                    told.append(f"{clause}, cards of {the} may go {where}")
        return told + self.kept(group, every)

    def kept(self, group: Group, every: str = "") -> list[str]:
        """Say which cards of a group, or of ``every`` group of which this is one, stay below."""
        if not group.keep:
            return []
        lowest = "the lowest card" if group.keep == 1 else f"the lowest {cards(group.keep)}"
        pile = every.removeprefix("the ").removesuffix("s") or self.pile(group)
        of = a(pile) if every or group.piles > 1 else f"the {pile}"
        return [f"{lowest} of {of} may not be taken"]

    # -- the stock -------------------------------------------------------------------------------

    def stock_deal(self, text: str) -> StockDeal:
        """Read a deal phrase of this game."""
        return words.parse_stock_deal(text, references(self.groups))

    def stock_reaches(self, group: Group) -> bool:
        """Say whether deals from the stock go to a group, and may fill its spaces."""
        waits = {f"not {ref} has a space" for ref in (group.name, group.kind)}
        if any(
            g.when in waits or g.next_at or g.skips == "empty piles" for g in self.of_kind("stock")
        ):
            return False  # where 'next_at' says which pile is dealt to, that is all
        texts = [text for g in self.of_kind("stock") for text in (str(g.deal), g.last) if text]
        return any(self.stock_deal(text).group in (group.name, group.kind) for text in texts)


def _ends(build: Build, sequence: Sequence[int]) -> str:
    """Say whether the two ends of the rank order meet, where that could be in doubt."""
    low, high = rank_name(sequence[0]), rank_name(sequence[-1])
    if not build.wrap:
        return (
            f"{a(low)} and {a(high)} are not neighbours" if build.direction == "up or down" else ""
        )
    if build.step > 1 or build.direction == "up or down":
        return f"{a(low)} and {a(high)} are neighbours"
    over, under = (low, high) if build.direction == "up" else (high, low)
    return f"{a(over)} goes on {a(under)}"


def _example(build: Build, sequence: tuple[int, ...]) -> str:
    """Show a build by one card and what goes on it, or return ""."""
    if build.direction in ("none", "any card", "any order", "up then down", "same suit or rank"):
        return ""
    if build.direction == LOWER or build.equals:
        return ""
    place = sequence.index(10) if 10 in sequence else len(sequence) // 2
    top = 26 + sequence[place] - 1  # of hearts
    over = sorted({rank_of(c) for c in cards_of(build_mask(build, top, sequence))})
    here, there = rank_name(sequence[place]), listed(map(rank_name, over), "or")
    if build.direction == "same rank":
        return {
            "in suit": f"one {here} of hearts on the other",
            "any suit": f"any {here} on any other",
            "in colour": f"a red {here} on a red {here}",
            "in another suit": f"any {here} but another of hearts on the {here} of hearts",
            "in suit rotation": f"the {here} of clubs on the {here} of hearts",
        }.get(build.suits, f"a black {here} on a red {here}")
    if not over:
        return ""
    return {
        "in suit": f"the {there} of hearts on the {here} of hearts",
        "in alternating colours": f"a black {there} on a red {here}",
        "in colour": f"a red {there} on a red {here}",
        "any suit": f"any {there} on any {here}",
        "in another suit": f"any {there} but that of hearts on the {here} of hearts",
        "in suit rotation": f"the {there} of clubs on the {here} of hearts",
    }[build.suits]
