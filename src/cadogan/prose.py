"""The rules of a game as a page of English, written from its definition.

Nothing here is told twice: who may play where is read from the compiled tables, what a phrase means
from :mod:`cadogan.words`. So the page says what the engine does, for games of the catalogue and for
games that somebody has just invented.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cadogan import words
from cadogan.cards import RANK_NAMES, RANKS, SUIT_NAMES, card_name, rank_of, suit_of
from cadogan.game import Group, catalogue
from cadogan.tables import Rules
from cadogan.words import Build, StockDeal, build_mask, count_word, parse_build

__all__ = ["rules_page"]

_ONTO, _INTO = 1, 2  # the two bits of Tables.route: on to cards, into a space
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
_TIMES = {1: "once", 2: "twice"}


def rules_page(rules: Rules) -> str:
    """Write the rules of a game as a page of English.

    Args:
        rules: the compiled game; its options are named on the page.

    Returns:
        Markdown of few means: ``# Name``, ``## Section``, paragraphs, ``- `` lists, ``*emphasis*``.

    >>> from cadogan.game import find
    >>> from cadogan.tables import compile_rules
    >>> page = rules_page(compile_rules(find("bakers-dozen"), {}))
    >>> print(page.split("## The layout")[1].split("##")[0].strip())
    - *Tableau*: thirteen piles of four cards, face up; deal one card to each pile in turn, row \
after row. Before play every king goes to the bottom of its pile; where a pile has several, they \
keep their order among themselves.
    <BLANKLINE>
    Leave room for the four foundations, which are empty at first.
    """
    return _Page(rules).text()


# --- small grammar -------------------------------------------------------------------------------


def _listed(items: Iterable[str], joint: str = "and") -> str:
    """Join words as a sentence does.

    >>> _listed(["a", "b", "c"]), _listed(["a", "b"], "or")
    ('a, b and c', 'a or b')
    """
    *first, last = list(items)
    return f"{', '.join(first)} {joint} {last}" if first else last


def _a(noun: str) -> str:
    """Put the indefinite article before a noun.

    >>> _a("ace"), _a("eight"), _a("two")
    ('an ace', 'an eight', 'a two')
    """
    return f"a{'n' if noun[0] in 'aeiou' else ''} {noun}"


def _some(number: int, noun: str) -> str:
    """Count things.

    >>> _some(1, "card"), _some(6, "card"), _some(48, "card")
    ('one card', 'six cards', '48 cards')
    """
    return f"{count_word(number)} {noun}{'' if number == 1 else 's'}"


def _ranks(name: str) -> str:
    """Put the name of a rank in the plural.

    >>> _ranks("six"), _ranks("ace")
    ('sixes', 'aces')
    """
    return name + ("es" if name.endswith("x") else "s")


def _ordinal(number: int) -> str:
    """Name a place in a row.

    >>> _ordinal(3), _ordinal(13), _ordinal(22)
    ('third', '13th', '22nd')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    last = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else last}"


def _sentence(text: str) -> str:
    """Make a sentence of a clause.

    >>> _sentence("the game is won")
    'The game is won.'
    """
    return text[0].upper() + text[1:] + ("" if text.endswith((".", ":")) else ".")


def _join(clauses: Iterable[str]) -> str:
    return " ".join(_sentence(clause) for clause in clauses if clause)


def _piece(count: int, at: int, left: int) -> str:
    """Name ``count`` neighbours in a row of which ``at`` come before and ``left`` after."""
    word = "last" if not left else "next" if at else "first"
    return f"the {word}" + (f" {count_word(count)}" if count > 1 else "")


def _by_pile(values: Sequence[int], say: Callable[[int], str]) -> str:
    """Say a number for every pile of a row, equal neighbours together.

    >>> _by_pile([3, 3, 3, 1], lambda n: f"of {_some(n, 'card')}")
    'the first three of three cards and the last of one card'
    """
    runs = [(value, len(list(same))) for value, same in itertools.groupby(values)]
    told, at = [], 0
    for value, count in runs:
        told.append(f"{_piece(count, at, len(values) - at - count)} {say(value)}")
        at += count
    return _listed(told)


def _suit_name(card: int) -> str:
    return SUIT_NAMES[suit_of(card)]


def _cards_of(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


class _Page:
    """Writes the page of one game, section by section."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.definition = rules.definition
        self.tables = rules.tables
        self.groups = rules.groups
        dealt = sum(self.tables.redeal_deal[p] for p in self.piles_of_kind("tableau", "reserve", "cell"))
        bases = sum(1 for g in self.groups if g.kind == "foundation" and g.deal)
        early = sum(
            int(g.placed.split()[1]) for g in self.groups if isinstance(g.placed, str)
        )
        self.dealt_out = dealt + bases + early + len(rules.placed)
        self.left = self.tables.total - self.dealt_out

    def text(self) -> str:
        sections = [
            ("", self.heading()),
            ("The cards", self.cards()),
            ("Before the deal", self.choices()),
            ("The layout", self.layout()),
            ("The foundations", self.foundations()),
            ("The tableau", self.of_kind("tableau", self.tableau)),
            ("The reserve", self.of_kind("reserve", self.reserve)),
            ("The cells", self.of_kind("cell", self.cell)),
            ("The stock and the waste", self.stock()),
            ("Redeals", self.redeals()),
            ("Special moves", self.special()),
            ("The object", self.object()),
            ("Variants", self.variants()),
            ("Notes", [_sentence(note) for note in self.definition.notes]),
            ("Odds", [_sentence(odds) for odds in self.definition.odds]),
            ("Sources", self.bullets(map(_sentence, self.definition.sources))),
        ]
        if not self.groups_of("waste"):
            sections = [(t.replace(" and the waste", ""), s) for t, s in sections]
        if sum(g.piles for g in self.groups_of("cell")) == 1:
            sections = [(t.replace("The cells", "The cell"), s) for t, s in sections]
        parts = []
        for title, paragraphs in sections:
            paragraphs = [p for p in paragraphs if p]
            if paragraphs:
                parts += [f"## {title}"] * bool(title) + paragraphs
        return "\n\n".join(parts) + "\n"

    @staticmethod
    def bullets(items: Iterable[str]) -> list[str]:
        lines = [f"- {item}" for item in items]
        return ["\n".join(lines)] if lines else []

    # -- names -----------------------------------------------------------------------------------

    def groups_of(self, kind: str) -> list[Group]:
        return [g for g in self.groups if g.kind == kind]

    def piles(self, group: Group) -> range:
        first = self.rules.first[group.name]
        return range(first, first + group.piles)

    def piles_of_kind(self, *kinds: str) -> list[int]:
        return [p for p, g in enumerate(self.rules.of) if g.kind in kinds]

    def adjective(self, group: Group) -> str:
        """Return the word that tells a group from the others of its kind, with a space after it."""
        peers = self.groups_of(group.kind)
        if len(peers) == 1:
            return ""
        starts = [g.start for g in peers]
        if group.kind == "foundation" and group.start in RANKS and starts.count(group.start) == 1:
            return f"{words.rank_word(str(group.start))} "
        return group.name.partition(".")[2].replace("-", " ") + " "

    def pile(self, group: Group, count: int = 1) -> str:
        noun = {"tableau": "tableau pile", "reserve": "reserve pile"}.get(group.kind, group.kind)
        return self.adjective(group) + noun + ("" if count == 1 else "s")

    def the(self, ref: str | Group) -> str:
        """Name a group, or all groups of a kind, with the article."""
        if isinstance(ref, str):
            named = next((g for g in self.groups if g.name == ref), None)
            if named is None:
                count = sum(g.piles for g in self.groups_of(ref))
                return "the " + (ref if ref in ("tableau", "reserve") or count == 1 else ref + "s")
            ref = named
        if ref.kind in ("foundation", "cell"):
            return f"the {self.pile(ref, ref.piles)}"
        return f"the {self.adjective(ref)}{ref.kind}"

    def these(self, refs: Iterable[str], joint: str = "or") -> str:
        return _listed(map(self.the, dict.fromkeys(refs)), joint)

    # -- conditions ------------------------------------------------------------------------------

    def clause(self, text: str, holds: bool = True) -> str:
        """Turn a condition into the clause that says when it holds, or when it does not."""
        if text.startswith("not "):
            text, holds = text.removeprefix("not "), not holds
        told = {
            "no gaps": ("when there are no gaps", "while there are gaps"),
            "first foundation complete": (
                "once the first foundation is complete",
                "until the first foundation is complete",
            ),
            "redealt": ("after a redeal", "before the first redeal"),
            "dealt": ("after a deal from the stock", "before the first deal from the stock"),
            "base chosen": (
                "once the first card lies on a foundation",
                "until the first card lies on a foundation",
            ),
        }
        if text in told:
            return told[text][0 if holds else 1]
        group = self.the(text.removesuffix(" empty"))
        verb = "are" if group.endswith("s") else "is"
        return f"when {group} {verb} empty" if holds else f"as long as {group} {verb} not empty"

    # -- builds ----------------------------------------------------------------------------------

    def sequence(self, group: Group) -> tuple[int, ...]:
        return words.parse_sequence(group.sequence) if group.sequence else self.rules.ranks

    def built(self, build: Build, sequence: tuple[int, ...], text: str, example: bool = True) -> str:
        """Say what a build phrase means, with an example."""
        phrase = text.replace(", wrapping", "").replace(", one way", "")
        plain = replace(build, wrap=False, one_way=False).explained
        told = f"built {phrase}: {plain}"
        if example and (shown := self.example(build, sequence)):
            told += f" ({shown})"
        low, high = RANK_NAMES[sequence[0] - 1], RANK_NAMES[sequence[-1] - 1]
        if build.wrap:
            if build.step > 1 or build.direction == "up or down":
                told += f"; {_a(low)} and {_a(high)} are neighbours"
            else:
                over, under = (low, high) if build.direction == "up" else (high, low)
                told += f", and {_a(over)} goes on {_a(under)}"
        elif build.direction == "up or down":
            told += f"; {_a(low)} and {_a(high)} are not neighbours"
        return told

    def example(self, build: Build, sequence: tuple[int, ...]) -> str:
        """Show a build by one card and what goes on it."""
        if build.direction in ("none", "any card", "any order"):
            return ""
        ten = sequence.index(10) if 10 in sequence else len(sequence) // 2
        top = 26 + sequence[ten] - 1
        ranks = sorted({rank_of(c) for c in _cards_of(build_mask(build, top, sequence))})
        if not ranks:
            return ""
        here, there = RANK_NAMES[sequence[ten] - 1], _listed((RANK_NAMES[r - 1] for r in ranks), "or")
        return {
            "in suit": f"the {there} of hearts on the {here} of hearts",
            "in alternating colours": f"a black {there} on a red {here}",
            "in colour": f"a red {there} on a red {here}",
            "any suit": f"any {there} on any {here}",
            "in another suit": f"any {there} but that of hearts on the {here} of hearts",
            "in suit rotation": f"the {there} of clubs on the {here} of hearts",
        }[build.suits].replace("any ten on any ten", "any ten on any other")

    def course(self, group: Group, build: Build, rank: int, cap: int) -> list[int]:
        """Return the ranks of a foundation from its first card on, as far as they are settled."""
        found, sequence = [rank], self.sequence(group)
        while len(found) < cap:
            after = {rank_of(c) for c in _cards_of(build_mask(build, found[-1] - 1, sequence))}
            if len(after) != 1 or build.direction == "up then down":
                return []
            found.append(after.pop())
        return found

    def course_text(self, ranks: Sequence[int], step: int) -> str:
        names = [RANK_NAMES[r - 1] for r in ranks]
        if step == 1 and len(names) > 4:
            return f"{', '.join(names[:3])} and so on to the {names[-1]}"
        return ", ".join(names)

    # -- who plays where -------------------------------------------------------------------------

    def way(self, source: Group, target: Group) -> int:
        """Return the route from one group to another, the conditions of all phases taken together."""
        T = self.tables
        a, b = self.groups.index(source), self.groups.index(target)
        flags = 0
        for phase in range(1 << T.phase_conditions):
            flags |= T.route[(phase * T.groups + a) * T.groups + b]
        return flags

    def destinations(self, source: Group) -> str:
        """Say where the cards of a group may be played, or return ""."""
        told: list[str] = []
        takers = [g for g in self.groups_of("foundation") if self.way(source, g)]
        if source.kind == "foundation":
            if takers:
                others = sum(g.piles for g in self.groups_of("foundation")) > 1
                told.append("to another foundation on which it fits" if others else "")
        elif takers and len(takers) == len(self.groups_of("foundation")):
            told.append(f"to {self.the('foundation')}")
        else:
            told += [f"to {self.the(g)}" for g in takers]
        for target in self.groups:
            way = self.way(source, target)
            if target.kind == "foundation" or not way:
                continue
            if target.kind == "cell":
                told.append(f"into {'a free' if target.piles > 1 else 'the'} {self.pile(target)}")
            elif target.kind == "waste" or way & _ONTO and target is not source:
                told.append(f"to {self.the(target)}")
            elif target is source and target.piles == 1:
                continue
            elif way & _ONTO:
                told.append(f"to another {self.pile(target)}")
            else:
                some = "an emptied" if target.piles > 1 else "the emptied"
                when = f" {self.clause(target.space_when)}" if target.space_when else ""
                told.append(f"into {some} {self.pile(target)}{when}")
        return _listed(filter(None, told), "or") if any(told) else ""

    def coming(self, group: Group) -> list[str]:
        """Say which cards may come to a group, where that is not left to their own rules."""
        told = []
        if group.when:
            told.append(
                f"nothing may be played to {self.the(group)} {self.clause(group.when, False)}"
            )
        if group.from_ is not None:
            only = f"only cards of {self.these(group.from_)}" if group.from_ else "no cards"
            until = f", {self.clause(group.from_until, False)}," if group.from_until else ""
            told.append(f"{only} may{until} be played to {self.the(group)}")
        return told

    def leaving(self, group: Group) -> list[str]:
        """Say what keeps cards in a group."""
        told = []
        if group.take_when:
            told.append(f"nothing may be taken from {self.the(group)} {self.clause(group.take_when, False)}")
        if group.keep:
            lowest = "the lowest card" if group.keep == 1 else f"the lowest {_some(group.keep, 'card')}"
            told.append(
                f"{lowest} of {'each' if group.piles > 1 else 'the'} {self.pile(group)} never"
                f" {'leaves' if group.keep == 1 else 'leave'} it"
            )
        return told

    def spaces(self, group: Group) -> list[str]:
        """Say what becomes of an emptied pile."""
        told = []
        each = "a pile that becomes empty" if group.piles > 1 else "when the pile becomes empty it"
        if group.fill:
            first, *more = group.fill
            what = "the top card" if group.fill_cards == 1 else f"the top {_some(group.fill_cards, 'card')}"
            when = f" {self.clause(group.fill_when)}" if group.fill_when else ""
            then = "".join(f" or, when that is empty, of {self.the(ref)}" for ref in more)
            fewer = " (or as many as are left)" if group.fill_cards > 1 else ""
            told.append(f"{each} is filled at once{when} with {what} of {self.the(first)}{then}{fewer}")
        dealt = self.stock_reaches(group)
        apart = []
        if dealt:
            apart.append("a deal from the stock")
        if group.refill:
            apart.append("a refill")
        if group.space == "none":
            if group.fill:
                told.append("when nothing is left to fill it with, it stays empty")
            elif apart:
                told.append(f"an emptied pile is not filled except by {_listed(apart, 'or')}")
            else:
                told.append(words.SPACES["none"] if group.piles > 1 else "when it is empty it stays so")
            return told
        rule = words.SPACES[group.space]
        if group.space == "any card":
            rule = rule.replace("any card", "any available card")
        if group.piles == 1:
            rule = rule.replace("an emptied pile", "the emptied pile")
        if group.fill:
            rule = f"when nothing is left to fill it with, {rule}"
        sources = [
            g for g in self.groups if g.kind != "foundation" and self.way(g, group) & _INTO
        ]
        if group.space_from:
            rule += f" of {self.these(group.space_from)}"
        elif not sources:
            rule = "no card may be moved into an emptied pile"
        if group.space_when:
            rule += f", but only {self.clause(group.space_when)}"
        told.append(rule)
        if dealt:
            told.append("deals from the stock go to emptied piles as well")
        return told

    # -- the sections ----------------------------------------------------------------------------

    def heading(self) -> list[str]:
        definition = self.definition
        lines = [f"# {definition.name}"]
        known = catalogue()
        parent = known.get(definition.parent)
        if definition.parent != definition.id and parent and known.get(definition.id) == definition:
            lines.append(f"*A variant of {parent.name}.*")
        if definition.aliases:
            lines.append(f"*Also called {_listed(definition.aliases)}.*")
        if definition.about:
            lines.append(_sentence(definition.about))
        return lines

    def cards(self) -> list[str]:
        decks, ranks = self.definition.decks, self.rules.ranks
        each = len(ranks) * 4
        text = f"{_some(decks, 'pack')} of {each} cards"
        if decks > 1:
            text += f", shuffled together: {self.tables.total} cards in all"
        if ranks == tuple(range(1, 14)):
            order = "the ace is the lowest card of a suit and the king the highest"
        else:
            names = [RANK_NAMES[r - 1] for r in ranks]
            order = f"the cards of each suit, from the lowest to the highest, are {_listed(names)}"
        return [_join([text, order])]

    def choices(self) -> list[str]:
        items = []
        for name, option in self.definition.options.items():
            what = (
                f"{_some(option.length, 'digit')} from 1 to 9"
                if option.kind == "digits"
                else "the four suits in any order"
            )
            items.append(
                f"*{name}*: {_sentence(option.about)[:-1]} ({what}; this page is written for"
                f" {self.rules.options[name]})."
            )
        return ["The player chooses:", *self.bullets(items)] if items else []

    def layout(self) -> list[str]:
        first = []
        if self.rules.placed:
            cards = self.named_cards(self.rules.placed.values())
            some = "it begins a foundation" if len(self.rules.placed) == 1 else "they begin foundations"
            first.append(
                f"before shuffling, take {cards} out of the"
                f" pack{'s' if self.definition.decks > 1 else ''} and lay"
                f" {'it' if len(self.rules.placed) == 1 else 'them'} out: {some}"
            )
        items = []
        for group in self.definition.groups:
            if group.kind == "foundation":
                items += self.base_dealt(group)
            elif group.kind in ("tableau", "reserve", "cell"):
                items += self.dealt(group)
        if self.groups_of("stock"):
            rest = "the rest" if self.dealt_out else "all the cards"
            left = _some(self.left, "card")
            face = ", face down"
            if self.groups_of("stock")[0].turned:
                face = ", its top card face up"
            items.append(f"*Stock*: {rest}, {left}{face}.")
        room = self.room()
        return [_join(first), *self.bullets(items), room]

    def named_cards(self, cards: Iterable[int]) -> str:
        """Name cards, the four of a rank together."""
        left, told = sorted(cards, key=lambda c: (rank_of(c), suit_of(c))), []
        counts: list[tuple[int, list[int]]] = [
            (rank, list(same)) for rank, same in itertools.groupby(left, key=rank_of)
        ]
        for rank, same in counts:
            name = RANK_NAMES[rank - 1]
            all_of = 4 * self.definition.decks
            if len(same) == all_of:
                told.append(f"the {count_word(all_of)} {_ranks(name)}")
            elif len(same) == 4 == len(set(same)):
                told.append(f"{_a(name)} of each suit")
            else:
                one = "the" if self.definition.decks == 1 else "one"
                told += [f"{one} {card_name(card)}" for card in same]
        return _listed(told)

    def base_dealt(self, group: Group) -> list[str]:
        """Say which cards go to foundations in the course of the deal."""
        title = self.title(group)
        if isinstance(group.placed, str):
            count = int(group.placed.split()[1])
            name = words.rank_word(str(group.start))
            return [
                f"*{title}*: the first {count_word(count)} {_ranks(name)} met in the deal begin"
                " foundations at once, and the next card takes the place of each."
            ]
        if not group.deal:
            return []
        first = self.piles(group)[0]
        where = "the foundation of its suit" if self.rules.owner[first] >= 0 else "the first foundation"
        base = "; its rank is the *base rank* of the game" if group.start == "base rank" else ""
        return [f"*{title}*: one card, face up, which begins {where}{base}."]

    def title(self, group: Group) -> str:
        noun = {"foundation": "foundations", "cell": "cells"}.get(group.kind, group.kind)
        text = self.adjective(group) + noun
        if group.kind in ("foundation", "cell") and group.piles == 1:
            text = self.pile(group)
        return text[0].upper() + text[1:]

    def dealt(self, group: Group) -> list[str]:
        counts = [self.tables.redeal_deal[p] for p in self.piles(group)]
        if not any(counts):
            return []
        noun = "cell" if group.kind == "cell" else "pile"
        if len(counts) == 1:
            text = f"one {noun} of {_some(counts[0], 'card')}"
        elif len(set(counts)) == 1:
            text = f"{_some(len(counts), noun)} of {_some(counts[0], 'card')}"
        elif len(list(itertools.groupby(counts))) <= 3:
            sizes = _by_pile(counts, lambda n: f"of {_some(n, 'card')}")
            text = f"{_some(len(counts), noun)}, {sizes}"
        else:
            text = f"{_some(len(counts), noun)} of {_listed(map(count_word, counts))} cards"
        text += f", {self.face(group, counts)}"
        if max(counts) > 1 and len(counts) > 1:
            order = words.ORDERS[group.order]
            if len(set(counts)) == 1:
                order = order.partition(";")[0]
            text += f"; deal {order}"
        return [f"*{self.title(group)}*: " + _join([text, self.sinking(group), self.shown(group)])]

    def face(self, group: Group, counts: Sequence[int]) -> str:
        if group.face == "top up":
            return words.FACES["top up"] if max(counts) > 1 else "face up"
        if isinstance(group.face, str):
            return words.FACES[group.face].removeprefix("all ")
        down = [min(face, count) for face, count in zip(group.face, counts, strict=True)]
        if not any(down):
            return "face up"
        runs = len(list(itertools.groupby(down)))
        if runs == 1:
            return f"the lowest {_some(down[0], 'card')} of each face down"
        if runs <= 3:
            told = _by_pile(
                down, lambda n: f"with {_some(n, 'card')} face down" if n else "wholly face up"
            )
            return f"{told} (the face-down cards lie undermost)"
        numbers = _listed(count_word(n) if n else "none" for n in down)
        return f"of which {numbers}, the undermost, lie face down"

    def sinking(self, group: Group) -> str:
        if not group.sink:
            return ""
        name = words.rank_word(group.sink)
        if group.sink_way == "as exposed":
            return (
                f"as soon as {_a(name)} lies exposed, in the deal or later, it goes to the bottom of"
                " its pile (face down where cards lie face down there), and the card under it is"
                " turned up"
            )
        if group.sink_way == "swapped":
            return (
                f"before play every {name} changes places with the lowest card under it in its pile"
                f" that is not {_a(name)}"
            )
        if group.sink_way == "exposed or own suit":
            return (
                f"before play {_a(name)} that is exposed goes to the bottom of its pile, and a buried"
                f" {name} goes under the lowest card of its own suit that it covers"
            )
        return (
            f"before play every {name} goes to the bottom of its pile; where a pile has several,"
            f" {words.SINKS[group.sink_way]}"
        )

    def shown(self, group: Group) -> str:
        if not group.must_hold:
            return ""
        names = [_a(words.rank_word(r)) for r in group.must_hold]
        return (
            f"if there is no{' ' if len(names) == 1 else 't '}{_listed(names, 'or')} among these"
            " cards, all the cards are gathered, shuffled and dealt again"
        ).replace("is no a", "is not a")

    def room(self) -> str:
        """Name the piles that are empty at first."""
        told = []
        several = 0
        for group in self.groups:
            empty = [p for p in self.piles(group) if self.starts_empty(group, p)]
            if group.kind == "stock" or not empty:
                continue
            if group.kind == "waste":
                told.append("the waste")
                several += 1
                continue
            some = f"{count_word(len(empty))} " if len(empty) > 1 else ""
            rest = "other " if len(empty) < group.piles else ""
            told.append(f"the {rest}{some}{self.pile(group, len(empty))}")
            several += len(empty)
        if not told:
            return ""
        return f"Leave room for {_listed(told)}, which {'are' if several > 1 else 'is'} empty at first."

    def starts_empty(self, group: Group, p: int) -> bool:
        if group.kind in ("tableau", "reserve", "cell"):
            return self.tables.redeal_deal[p] == 0
        if isinstance(group.placed, str):
            return p - self.piles(group)[0] >= int(group.placed.split()[1])
        if group.deal:
            return p != self.piles(group)[0]
        return p not in self.rules.placed

    # -- foundations -----------------------------------------------------------------------------

    def foundations(self) -> list[str]:
        groups = self.groups_of("foundation")
        paragraphs: list[str] = []
        for group in groups:
            paragraphs += self.foundation(group)
        if groups:
            runs = any(
                self.way(g, f) and g.take not in ("none", "top card", "any card")
                for g in self.groups
                for f in groups
                if g.kind != "foundation"
            )
            told = ["cards go to the foundations one at a time"] if runs else []
            paragraphs.append(_join(told + self.returning(groups)))
        return paragraphs

    def start_of(self, p: int) -> list[int] | None:
        """Return the cards that may begin a foundation, or None when the play settles them."""
        T = self.tables
        rule = T.rule_at[p * (T.room + 1)]
        if rule >= T.based or T.indicator[p] >= 0:
            return None
        return _cards_of(T.accept[rule * 53 + 52])

    def foundation(self, group: Group) -> list[str]:
        piles = self.piles(group)
        builds = [self.rules.builds[p] for p in piles]
        texts = group.build if isinstance(group.build, list) else [group.build]
        owners = {self.rules.owner[p] for p in piles}
        alike = isinstance(group.start, str) and "{" not in group.start
        opening = f"there {'is one' if group.piles == 1 else f'are {count_word(group.piles)}'}"
        opening += f" {self.pile(group, group.piles)}"
        if alike and len(owners) == 4:
            opening += f", {_TIMES_EACH.get(group.piles // 4, 'several')} for each suit"
        told = [opening]
        items: list[str] = []
        if alike and len(set(builds)) == 1 and not group.goal:
            told += [self.beginning(group), self.growing(group, builds[0], texts[0])]
        else:
            told.append(self.beginning(group) if alike else "")
            if len(set(builds)) == 1:
                told.append(f"they are {self.built(builds[0], self.sequence(group), texts[0])}")
            told.append("in detail")
            items = [self.one_foundation(group, i, len(set(builds)) > 1) for i in range(group.piles)]
        if group.sequence:
            names = [RANK_NAMES[r - 1] for r in self.sequence(group)]
            told.insert(1, f"the order of the ranks here, the lowest first, is {_listed(names)}")
        told_after = [self.row_above(group), *self.coming(group)]
        if not items:
            return [_join(told + told_after)]
        text = _join(told)
        return [text.removesuffix(" In detail.") + " In detail:", *self.bullets(items), _join(told_after)]

    def beginning(self, group: Group) -> str:
        """Say what begins each foundation of a group."""
        start, each = str(group.start), "each" if group.piles > 1 else "it"
        first = self.piles(group)[0]
        if start == "base rank":
            rule = f"{each} begins with a card of the base rank"
            if self.tables.base_by_play:
                rule += ", which is the rank of the first card that is put on a foundation"
            return rule
        if start == "base suit":
            return (
                "the first begins with an ace, the second with a two and so on; the first card that"
                " is put out fixes the suit with which all of them begin"
            )
        if start == "above the reserve":
            low, high = (RANK_NAMES[self.rules.ranks[k] - 1] for k in (0, -1))
            return (
                "each begins with a card, of any suit, one rank higher than the top card of the"
                f" reserve pile in the same place ({_a(low)} above {_a(high)})"
            )
        if start == "any card":
            own = " of its suit" if self.rules.owner[first] >= 0 else ""
            return f"any card{own} begins {'a' if group.piles > 1 else 'the'} foundation"
        if len(start) == 2:
            return f"{each} begins with the {card_name(_cards_of(self.mask(start))[0])}"
        name = words.rank_word(start)
        own = "its" if self.rules.owner[first] >= 0 else ""
        some = f"{own} {name}" if own else _a(name)
        out = sum(1 for p in self.piles(group) if p in self.rules.placed)
        early = int(group.placed.split()[1]) if isinstance(group.placed, str) else 0
        if out == group.piles:
            return f"{each} begins with {some}, which lies out from the start"
        if out or early:
            verb = "lies" if out + early == 1 else "lie"
            return (
                f"{each} begins with {some}; {count_word(out + early)} of them {verb} out from the"
                " start, and the others follow as they come into play"
            )
        return f"{each} begins with {some} as it comes into play".replace(
            f"with {_a(name)} as it", f"with {_a(name)} as one"
        )

    @staticmethod
    def mask(card: str) -> int:
        return 1 << "CDHS".index(card[1]) * 13 + RANKS.index(card[0])

    def growing(self, group: Group, build: Build, text: str) -> str:
        """Say how a foundation grows and when it is complete."""
        each = "each" if group.piles > 1 else "it"
        cap = self.tables.full[self.piles(group)[0]]
        sequence = self.sequence(group)
        full = f"{_some(cap, 'card')} complete{'s' if cap == 1 else ''} {'a foundation' if group.piles > 1 else 'it'}"
        if build.direction == "any order":
            return f"{each} then takes the other cards of its suit in any order; {full}"
        if build.direction == "up then down":
            low, high = RANK_NAMES[sequence[0] - 1], RANK_NAMES[sequence[-1] - 1]
            return (
                f"{each} is {self.built(build, sequence, text, False)}: from the {low} to the {high},"
                f" then a second {high} and back to {_a(low)}; {full}"
            ).replace(f"the {low} to the", f"{low} to")
        rank = RANKS.find(str(group.start)) + 1 if str(group.start) in RANKS else 0
        course = self.course(group, build, rank, cap) if rank else []
        if course:
            return f"{each} is {self.built(build, sequence, text, False)}, {self.course_text(course, build.step)}; {full}"
        return f"{each} is {self.built(build, sequence, text)}; {full}"

    def place(self, group: Group, i: int) -> str:
        """Name a foundation of a list: by its hour on a clock, else by its number."""
        spot = self.definition.layout.get(group.name, self.definition.layout.get(group.kind))
        number = self.rules.names[self.piles(group)[i]][1:] or "1"
        if isinstance(spot, dict) and "clock" in spot:
            first = spot.get("first", 1)
            return f"{count_word((first - 1 + i) % 12 + 1)} o'clock (foundation {number})"
        return f"foundation {number}"

    def one_foundation(self, group: Group, i: int, own_build: bool) -> str:
        p = self.piles(group)[i]
        cards = self.start_of(p) or []
        build, cap = self.rules.builds[p], self.tables.full[p]
        name = RANK_NAMES[rank_of(cards[0]) - 1] if cards else ""
        if len(cards) == 1:
            text = f"{self.place(group, i)}: begins with the {card_name(cards[0])}"
        elif len({rank_of(c) for c in cards}) == 1:
            text = f"{self.place(group, i)}: begins with {_a(name)}"
        else:
            text = f"{self.place(group, i)}"
        if p in self.rules.placed:
            text += ", which lies out from the start"
        course = self.course(group, build, rank_of(cards[0]), cap) if name else []
        if own_build:
            phrase = (group.build if isinstance(group.build, list) else [group.build])[i]
            text += f"; {self.built(build, self.sequence(group), phrase, not course)}"
            if course:
                text += f": {self.course_text(course, build.step)}"
        elif course:
            last = RANK_NAMES[course[-1] - 1]
            suit = f" of {_suit_name(cards[0])}" if build.suits == "in suit" and len(cards) == 1 else ""
            text += f"; its last card is the {last}{suit}"
        return f"{text[0].upper()}{text[1:]}; {_some(cap, 'card')} in all."

    def row_above(self, group: Group) -> str:
        if not group.limited_by:
            return ""
        return (
            "but a foundation after the first takes only ranks that the foundation before it, the"
            " row above, already shows, so they are begun in order"
        )

    def returning(self, groups: Sequence[Group]) -> list[str]:
        """Say whether cards may leave the foundations."""
        leaving = [g for g in groups if g.to and self.destinations(g)]
        if not leaving:
            return ["cards that lie on a foundation stay there"]
        told: list[str] = []
        same = len(leaving) == len(groups) and len({(tuple(g.to or ()), g.take, g.keep, g.take_when) for g in groups}) == 1
        for group in leaving[:1] if same else leaving:
            which = "a foundation" if same else _a(self.pile(group))
            if group.take == "top card":
                told.append(f"the top card of {which} may be played {self.destinations(group)}")
            else:
                told.append(f"cards of {which} may be played {self.destinations(group)}")
                told.append(f"from there {words.TAKES[group.take]}")
            both = {self.rules.builds[p].direction for p in self.piles_of_kind("foundation")}
            in_suit = {self.rules.builds[p].suits for p in self.piles_of_kind("foundation")}
            if "to another foundation" in told[0] and both == {"up", "down"} and in_suit == {"in suit"}:
                told.append(
                    "thus, when an ascending and a descending foundation of a suit meet, cards may"
                    " pass from one to the other, one by one"
                )
            if group.keep == 1 and same:
                told.append("the lowest card of a foundation never leaves it")
            else:
                told += self.leaving(group)
            if group.take_when and group.keep == 1 and same:
                told += self.leaving(replace_keep(group))
        if not same:
            rest = [g for g in groups if g not in leaving]
            told += [f"cards that lie on {self.the(g)} stay there" for g in rest]
        return told

    # -- tableau, reserve, cells -----------------------------------------------------------------

    def of_kind(self, kind: str, say: Callable[[Group], list[str]]) -> list[str]:
        groups, paragraphs = self.groups_of(kind), []
        for group in groups:
            told = say(group)
            if len(groups) > 1:
                told[0] = f"*{self.title(group)}.* {told[0]}"
            paragraphs += told
        return paragraphs

    def stock_reaches(self, group: Group) -> bool:
        """Say whether deals from the stock go to a group."""
        for stock in self.groups_of("stock"):
            for text in (str(stock.deal), stock.last):
                if text and self.stock_deal(text).group in (group.name, group.kind):
                    return True
        return False

    def stock_deal(self, text: str) -> StockDeal:
        known = [*dict.fromkeys([g.name for g in self.groups] + [g.kind for g in self.groups])]
        return words.parse_stock_deal(text, known)

    def building(self, group: Group) -> list[str]:
        """Say what may be put on the piles of a group."""
        builds = [self.rules.builds[p] for p in self.piles(group)]
        the, verb = self.the(group), "is"
        if len(set(builds)) > 1 and isinstance(group.build, list):
            told = [
                f"{_ordinal(i + 1)} pile: {self.built(b, self.sequence(group), t)}"
                for i, (b, t) in enumerate(zip(builds, group.build, strict=True))
            ]
            return [f"{the} {verb} built pile by pile as follows; " + "; ".join(told)]
        text = group.build if isinstance(group.build, str) else group.build[0]
        build = builds[0]
        if build.direction == "none":
            return [f"there is no building on {the}"]
        if build.direction == "any card":
            return [f"any card may be put on any other on {the}, whatever its rank and suit"]
        if build.direction == "any order":
            return [f"{the} takes the cards of one suit in any order"]
        told = [f"{the} {verb} {self.built(build, self.sequence(group), text)}"]
        if build.one_way:
            told.append(
                "the first card packed on a pile fixes whether that pile goes up or down, as long as"
                " a packed card lies on it"
            )
        return told

    def limits(self, group: Group) -> list[str]:
        told = []
        if group.sequence:
            names = [RANK_NAMES[r - 1] for r in self.sequence(group)]
            told.append(f"the order of the ranks here, the lowest first, is {_listed(names)}")
        if group.least:
            told.append(f"a pile with fewer than {_some(group.least, 'card')} may not be built on")
        if group.most:
            told.append(f"a pile holds {_some(group.most, 'card')} at most")
        if group.apart:
            told.append(
                "cards of the base rank stand apart: they are not put on other cards here, and no"
                " card is put on them"
            )
        return told

    def taking(self, group: Group) -> list[str]:
        told = []
        where = self.destinations(group)
        take = words.TAKES[group.take]
        if group.kind == "tableau":
            told.append(take)
            if group.take == "run as single cards":
                told.append(self.carrying())
        elif group.take == "top card":
            which = "of each pile" if group.piles > 1 else ""
            top = f"the top card {which}".strip()
            told.append(f"{top} is available; it may be played {where}" if where else "its cards are not played")
        else:
            told.append(take)
        if where and not (group.kind != "tableau" and group.take == "top card"):
            told.append(f"cards of {self.the(group)} may go {where}")
        if group.run:
            run = parse_build(group.run)
            told.append(f"a run that is moved must be {self.built(run, self.sequence(group), group.run, False)}")
        if self.turned_up(group):
            told.append("a face-down card that is uncovered is turned up at once")
        return told + self.leaving(group)

    def turned_up(self, group: Group) -> bool:
        counts = [self.tables.redeal_deal[p] for p in self.piles(group)]
        if isinstance(group.face, str):
            return group.face == "top up" and max(counts) > 1
        return any(group.face)

    def carrying(self) -> str:
        """Say how long a run may be that is moved as single cards."""
        cells, spaces = any(self.tables.is_cell), any(self.tables.any_space)
        if cells and spaces:
            return (
                "with no empty pile that is one card more than there are free cells, and each empty"
                " pile besides the one moved to doubles the number"
            )
        if cells:
            return "that is one card more than there are free cells"
        if spaces:
            return "that is one card, doubled for each empty pile besides the one moved to"
        return "without cells and spaces that is one card"

    def tableau(self, group: Group) -> list[str]:
        return [
            _join(self.building(group) + self.limits(group) + self.coming(group)),
            _join(self.taking(group)),
            _join(self.spaces(group)),
            _join(self.refilling(group)),
        ]

    def refilling(self, group: Group) -> list[str]:
        if not group.refill:
            return []
        stop = "no other play is made until it is done"
        first = f"beginning with the {_ordinal(group.refill_first)} pile"
        round_ = ", then the first and so on in order" if group.refill_first > 1 else " and going on in order"
        how = (
            f"one card to each short pile in turn, {first}{round_}, round after round until no gap is"
            " left"
            if group.refill_order == "rows"
            else f"pile after pile, {first}{round_}, each at once up to its number"
        )
        return [
            f"every pile should hold {_some(group.refill, 'card')}; a shorter pile has gaps, as many as"
            " it lacks cards",
            "while there are gaps the player may, at any time of his choosing, refill them all from"
            f" the stock: {how}",
            f"{stop}; if the stock runs out the other gaps stay",
        ]

    def reserve(self, group: Group) -> list[str]:
        builds = {self.rules.builds[p].direction for p in self.piles(group)}
        built = [f"{self.the(group)} is not built on"] if builds == {"none"} else self.building(group)
        return [
            _join(self.taking(group) + built + self.limits(group) + self.coming(group)),
            _join(self.spaces(group)),
        ]

    def cell(self, group: Group) -> list[str]:
        one = f"{'each' if group.piles > 1 else 'the'} {self.pile(group)} holds one card"
        sources = [
            self.the(g) for g in self.groups if g.kind != "foundation" and self.way(g, group) & _INTO
        ]
        told = [one]
        if group.space == "none" and not group.fill:
            told.append("a cell that has been emptied stays empty")
        elif sources:
            what = {"any card": "a card", "base rank": "a card of the base rank"}.get(
                group.space, _a(words.rank_word(group.space)) if len(group.space) == 1 else "a card"
            )
            if group.space_from or len(sources) < 3:
                what += f" of {_listed(sources, 'or')}"
            when = f", but only {self.clause(group.space_when)}" if group.space_when else ""
            told.append(f"{what} may be put into a free one at any time{when}".replace(" at any time,", ","))
        if group.fill:
            told += self.spaces(group)[:1]
        where = self.destinations(group)
        if group.take != "top card":
            told.append(words.TAKES[group.take])
        told.append(f"from there it may be played {where}" if where else "there it stays")
        if group.run:
            told.append(f"a run that is moved must be built {group.run}")
        told += self.leaving(group)
        if group.when:
            told.append(f"nothing may be put into {self.the(group)} {self.clause(group.when, False)}")
        if group.from_until and group.from_ is not None:
            told += self.coming(group)[-1:]
        return [_join(told)]

    # -- stock, waste, redeals -------------------------------------------------------------------

    def stock(self) -> list[str]:
        told: list[str] = []
        for stock in self.groups_of("stock"):
            told += self.dealing(stock)
        waste = [_join(self.wasting(g)) for g in self.groups_of("waste")]
        return [_join(told), *waste]

    def wasting(self, group: Group) -> list[str]:
        told = []
        where = self.destinations(group)
        if group.take == "top card":
            told.append(
                f"the top card of the waste is available; it may be played {where}"
                if where
                else "cards of the waste are not played"
            )
        else:
            told.append(f"from the waste {words.TAKES[group.take]}")
            if where:
                told.append(f"cards of the waste may go {where}")
        if group.run:
            told.append(f"a run that is moved must be built {group.run}")
        return told + self.leaving(group) + self.coming(group)

    def dealing(self, stock: Group) -> list[str]:
        told: list[str] = []
        free = "at any time" if not stock.when else self.clause(stock.when)
        if stock.deal:
            deal = self.stock_deal(str(stock.deal))
            if not deal.each:
                how = (
                    f"cards are turned from the stock on to {self.the(deal.group)} one at a time"
                    if deal.count == 1
                    else f"cards are turned from the stock on to {self.the(deal.group)}"
                    f" {count_word(deal.count)} at a time, so that the last one turned lies on top"
                    " (fewer when fewer are left)"
                )
                told.append(f"{how}, {free if stock.when else 'whenever the player likes'}")
            else:
                told.append(
                    f"{free} the player may deal from the stock: {self.round(deal, stock.order)}"
                )
        if stock.last:
            last = self.stock_deal(stock.last)
            left = f"when {_some(stock.last_at, 'card')} or fewer are left"
            where = f"{self.round(last, stock.order)}" if last.each else (
                f"{_some(last.count, 'card')} to {self.the(last.group)}"
            )
            told.append(f"{left}, the deal is another one: {where}")
        told += self.count_deals(stock)
        if stock.turned:
            where = self.destinations(stock)
            told.append(
                "the top card of the stock always lies face up"
                + (f"; it may be played {where}, and the next card is turned up" if where else "")
            )
        else:
            where = self.destinations(stock)
            if where:
                told.append(f"the next card of the stock may also be put, unseen, {where}")
        if not told:
            told.append("the stock is not dealt from otherwise than the rules above say")
        return told

    def round(self, deal: StockDeal, order: str) -> str:
        """Say what one deal to all piles of a group is."""
        count = sum(g.piles for g in self.groups if deal.group in (g.name, g.kind))
        group = next(g for g in self.groups if deal.group in (g.name, g.kind))
        noun = self.pile(group) if group.name == deal.group else group.kind + (
            " pile" if group.kind in ("tableau", "reserve") else ""
        )
        each = f"each {noun}" if count > 1 else f"the {noun}"
        if deal.count == 1 or count == 1:
            return f"{_some(deal.count, 'card')} to {each}"
        if order == "piles":
            return f"{_some(deal.count, 'card')} to {each}, pile after pile"
        return f"{_some(deal.count, 'card')} to {each}, one at a time to each in turn"

    def count_deals(self, stock: Group) -> list[str]:
        """Say how many deals there are, where nothing else draws on the stock."""
        others = any(
            g.refill or "stock" in [*g.fill, *g.space_from, *(g.from_ or [])] for g in self.groups
        )
        if not stock.deal or others or stock.turned:
            return []
        deal = self.stock_deal(str(stock.deal))
        if not deal.each:
            return []
        last = self.stock_deal(stock.last) if stock.last else deal
        sizes, left = [], self.left
        while left:
            now = last if stock.last and left <= stock.last_at else deal
            piles = sum(g.piles for g in self.groups if now.group in (g.name, g.kind))
            most = now.count * (piles if now.each else 1)
            sizes.append(min(most, left))
            left -= sizes[-1]
        told = [
            f"{_some(len(list(same)), 'deal')} of {_some(size, 'card')}"
            for size, same in itertools.groupby(sizes)
        ]
        piles = sum(g.piles for g in self.groups if last.group in (g.name, g.kind))
        if not sizes:
            return []
        short = ""
        if sizes[-1] < last.count * piles:
            reach = "the cards of the last deal go" if len(sizes) > 1 else "the cards go"
            short = f"; {reach} as far as they reach"
        return [f"that makes {_listed(told)}{short}"]

    def redeals(self) -> list[str]:
        redeal = self.definition.redeal
        if not redeal:
            return []
        if redeal.times == 0:
            return ["There is no redeal."]
        often = (
            "as often as the player likes"
            if isinstance(redeal.times, str)
            else f"{_TIMES.get(redeal.times, count_word(redeal.times) + ' times')} in the game"
        )
        if redeal.from_ == "waste":
            how = "shuffled" if redeal.order == "shuffled" else words.REDEAL_ORDERS[redeal.order]
            when = f" and {self.clause(redeal.when).removeprefix('when ')}" if redeal.when else ""
            told = [f"when the stock is empty{when}, the waste may be {how}; it becomes the new stock"]
            if isinstance(redeal.times, int):
                told.append(
                    f"this may be done {often}, so that the stock is gone through"
                    f" {_TIMES.get(redeal.times + 1, count_word(redeal.times + 1) + ' times')} in all"
                )
            else:
                told.append(f"this may be done {often}")
            return [_join(told)]
        when = f"{self.clause(redeal.when)} " if redeal.when else "at any time "
        how = (
            "gathered and shuffled"
            if redeal.order == "shuffled"
            else f"{words.REDEAL_ORDERS[redeal.order]}, each pile from its lowest card"
        )
        piles = self.piles_of_kind("tableau")
        counts = [self.tables.redeal_deal[p] for p in piles]
        rows = bool(self.tables.redeal_rows)
        dealt = (
            f"{_some(len(piles), 'pile')} of {_some(counts[0], 'card')}"
            if len(set(counts)) == 1
            else "piles as large as at first"
        )
        order = ""
        if max(counts) > 1 and len(piles) > 1:
            order = f", {words.ORDERS['rows' if rows else 'piles'].partition(';')[0]}"
        told = [
            f"{often}, {when}the cards of the tableau may be {how}, and then be dealt again, face up:"
            f" {dealt}{order}, as far as they go"
        ]
        if self.groups_of("stock"):
            told.append("the cards left over become the stock")
        others = [g for g in self.groups if g.kind in ("reserve", "cell")]
        if others:
            told.append(f"{_listed(self.the(g) for g in others)} stay as they are")
        return [_join(told)]

    # -- the end ---------------------------------------------------------------------------------

    def special(self) -> list[str]:
        told = []
        merci, shift = self.definition.merci, self.definition.shift
        if merci and merci.times:
            when = f", {self.clause(merci.when)}," if merci.when else ""
            often = _TIMES.get(merci.times, f"{count_word(merci.times)} times")
            told.append(
                f"{often} in the game{when} one buried card of the tableau that lies face up may be"
                " drawn out from under the others and played where it fits"
            )
        if shift and shift.times:
            often = _TIMES.get(shift.times, f"{count_word(shift.times)} times")
            told.append(
                f"{often} in the game the player may shift {self.the(shift.group)}: the bottom card of"
                " every pile goes to the top of it"
            )
        return [_join(told)]

    def object(self) -> list[str]:
        if self.definition.win == "all on foundations":
            text = f"the game is won when all {self.tables.total} cards lie on the foundations"
        else:
            text = f"the game is won when {words.WINS[self.definition.win]}"
            if self.groups_of("stock"):
                text += ", and the stock is empty"
        return [_join([text, "it is lost when no move is left before that"])]

    def variants(self) -> list[str]:
        known = catalogue()
        if known.get(self.definition.id) != self.definition:
            return []
        items = []
        for game_id, other in known.items():
            if other.parent == self.definition.id and game_id != other.parent:
                items.append(f"*{other.name}*" + (f": {_sentence(other.about)}" if other.about else "."))
        return self.bullets(items)


_TIMES_EACH = {1: "one", 2: "two", 3: "three", 4: "four"}


def replace_keep(group: Group) -> Group:
    return group
