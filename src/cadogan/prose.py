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

_CARD = "card"
_OPTION_START = "one above {target} in {suits}"
_ONTO, _INTO = 1, 2  # the two bits of Tables.route: on to cards, into a space
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
_STEPS = {2: "twos", 3: "threes", 4: "fours", 5: "fives", 6: "sixes"}


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
    - *Tableau*: thirteen piles of four cards, face up. Deal one card to each pile in turn, row \
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


def _times(number: int) -> str:
    """Say how often.

    >>> _times(1), _times(2), _times(3)
    ('once', 'twice', 'three times')
    """
    return {1: "once", 2: "twice"}.get(number, f"{count_word(number)} times")


def _english(text: str) -> str:
    """Turn a build phrase into what one would say after "built".

    >>> _english("up by 2 any suit, wrapping")
    'up by twos regardless of suit'
    >>> _english("up or down in suit, wrapping, one way")
    'up or down in suit'
    """
    phrase = text.partition(",")[0].replace(" any suit", " regardless of suit")
    for step, name in _STEPS.items():
        phrase = phrase.replace(f"by {step} ", f"by {name} ")
    if phrase.startswith("up then down"):
        return phrase.replace("up then down", "up") + " and then down again"
    return phrase.replace("same rank", "in cards of one rank")


def _cards_of(mask: int) -> list[int]:
    return [card for card in range(52) if mask >> card & 1]


class _Page:
    """Writes the page of one game, section by section."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.definition = rules.definition
        self.tables = rules.tables
        self.groups = rules.groups
        kinds = ("tableau", "reserve", "cell")
        out = len(rules.placed)
        out += sum(n for p, n in enumerate(self.tables.redeal_deal) if rules.of[p].kind in kinds)
        out += sum(1 for g in self.groups if g.kind == "foundation" and g.deal)
        out += sum(self.early(g) for g in self.groups)
        self.dealt_out = out
        self.left = self.tables.total - out

    def text(self) -> str:
        stock = "The stock and the waste" if self.groups_of("waste") else "The stock"
        cells = "The cells" if sum(g.piles for g in self.groups_of("cell")) > 1 else "The cell"
        definition = self.definition
        sections = [
            ("", self.heading()),
            ("The cards", self.cards()),
            ("Before the deal", self.choices()),
            ("The layout", self.layout()),
            ("The foundations", self.foundations()),
            ("The tableau", self.of_kind("tableau", self.tableau)),
            ("The reserve", self.of_kind("reserve", self.reserve)),
            (cells, self.of_kind("cell", self.cell)),
            (stock, self.stock()),
            ("Redeals", self.redeals()),
            ("Special moves", self.special()),
            ("The object", self.object()),
            ("Variants", self.variants()),
            ("Notes", [_sentence(note) for note in definition.notes]),
            ("Odds", [_sentence(odds) for odds in definition.odds]),
            ("Sources", self.bullets(source + "." for source in definition.sources)),
        ]
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

    def groups_named(self, ref: str) -> list[Group]:
        return [g for g in self.groups if ref in (g.name, g.kind)]

    def piles(self, group: Group) -> range:
        first = self.rules.first[group.name]
        return range(first, first + group.piles)

    def adjective(self, group: Group) -> str:
        """Return what tells a group from the others of its kind, with a space after it."""
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
            named = self.groups_named(ref)
            if len(named) > 1:
                return f"the {ref}" + ("s" if ref in ("foundation", "cell") else "")
            ref = named[0]
        if ref.kind in ("foundation", "cell"):
            return f"the {self.pile(ref, ref.piles)}"
        return f"the {self.adjective(ref)}{ref.kind}"

    def these(self, refs: Iterable[str], joint: str = "or") -> str:
        return _listed(map(self.the, dict.fromkeys(refs)), joint)

    def title(self, group: Group) -> str:
        name = self.the(group).removeprefix("the ")
        return name[0].upper() + name[1:]

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
        ref = text.removesuffix(" empty")
        group = self.the(ref)
        once = "once" if ref == "stock" and not self.definition.redeal else "when"
        if holds:
            return f"{once} {group} {'are' if group.endswith('s') else 'is'} empty"
        return f"as long as there are cards {'in' if ref == 'stock' else 'on'} {group}"

    # -- builds ----------------------------------------------------------------------------------

    def sequence(self, group: Group) -> tuple[int, ...]:
        return words.parse_sequence(group.sequence) if group.sequence else self.rules.ranks

    def order(self, group: Group) -> str:
        if not group.sequence:
            return ""
        names = [RANK_NAMES[r - 1] for r in self.sequence(group)]
        return f"the order of the ranks here, the lowest first, is {_listed(names)}"

    def ends(self, build: Build, sequence: tuple[int, ...]) -> str:
        """Say whether the two ends of the rank order meet, where that could be in doubt."""
        low, high = RANK_NAMES[sequence[0] - 1], RANK_NAMES[sequence[-1] - 1]
        if not build.wrap:
            either = build.direction == "up or down"
            return f"{_a(low)} and {_a(high)} are not neighbours" if either else ""
        if build.step > 1 or build.direction == "up or down":
            return f"{_a(low)} and {_a(high)} are neighbours"
        over, under = (low, high) if build.direction == "up" else (high, low)
        return f"{_a(over)} goes on {_a(under)}"

    def built(self, build: Build, sequence: tuple[int, ...], text: str) -> str:
        """Say what a build phrase means, with an example."""
        plain = replace(build, wrap=False, one_way=False).explained
        told = f"built {_english(text).replace(' regardless of suit', '')}: {plain}"
        if shown := self.example(build, sequence):
            told += f" ({shown})"
        ends = self.ends(build, sequence)
        return f"{told}; {ends}" if ends else told

    def example(self, build: Build, sequence: tuple[int, ...]) -> str:
        """Show a build by one card and what goes on it."""
        if build.direction in ("none", "any card", "any order", "up then down"):
            return ""
        place = sequence.index(10) if 10 in sequence else len(sequence) // 2
        top = 26 + sequence[place] - 1
        ranks = sorted({rank_of(c) for c in _cards_of(build_mask(build, top, sequence))})
        if not ranks:
            return ""
        here = RANK_NAMES[sequence[place] - 1]
        there = _listed((RANK_NAMES[r - 1] for r in ranks), "or")
        if there == here:
            return {
                "in suit": f"the other {here} of hearts on the {here} of hearts",
                "any suit": f"any {here} on any other",
                "in colour": f"a red {here} on a red {here}",
            }.get(build.suits, f"a black {here} on a red {here}")
        return {
            "in suit": f"the {there} of hearts on the {here} of hearts",
            "in alternating colours": f"a black {there} on a red {here}",
            "in colour": f"a red {there} on a red {here}",
            "any suit": f"any {there} on any {here}",
            "in another suit": f"any {there} but that of hearts on the {here} of hearts",
            "in suit rotation": f"the {there} of clubs on the {here} of hearts",
        }[build.suits]

    def course(self, group: Group, p: int, start: int) -> list[int]:
        """Return the ranks of a foundation from ``start`` on, or [] when they are not settled."""
        build, found = self.rules.builds[p], [start]
        while len(found) < self.tables.full[p]:
            after = build_mask(build, found[-1] - 1, self.sequence(group))
            ranks = {rank_of(c) for c in _cards_of(after)}
            if len(ranks) != 1 or build.direction == "up then down":
                return []
            found.append(ranks.pop())
        return found

    def course_text(self, ranks: Sequence[int], step: int) -> str:
        names = [RANK_NAMES[r - 1] for r in ranks]
        if step == 1 and len(names) > 4:
            return f"{', '.join(names[:3])} and so on to the {names[-1]}"
        return ", ".join(names)

    # -- who plays where -------------------------------------------------------------------------

    def way(self, source: Group, target: Group) -> int:
        """Return the route from one group to another, all phases of the play taken together."""
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
            if takers and (len(takers) > 1 or takers[0] is not source or source.piles > 1):
                told.append("to another foundation on which it fits")
        elif takers and len(takers) == len(self.groups_of("foundation")):
            told.append(f"to {self.the('foundation')}")
        else:
            told += [f"to {self.the(g)}" for g in takers]
        for target in self.groups:
            way = self.way(source, target)
            if target.kind == "foundation" or not way or target is source and source.piles == 1:
                continue
            if target.kind == "cell":
                told.append(f"into {'a free' if target.piles > 1 else 'the'} {self.pile(target)}")
            elif target is source and way & _ONTO:
                told.append(f"to another {self.pile(target)}")
            elif target.kind == "waste" or way & _ONTO:
                told.append(f"to {self.the(target)}")
            else:
                some = self.emptied(target)
                if target.piles > 1:
                    some = some.replace("pile", self.pile(target))
                when = f" {self.clause(target.space_when)}" if target.space_when else ""
                told.append(f"into {some}{when}")
        return _listed(told, "or") if told else ""

    def coming(self, group: Group) -> list[str]:
        """Say which cards may come to a group, where that is not left to their own rules."""
        told = []
        if group.when:
            told.append(f"nothing may be played to {self.the(group)} {self.clause(group.when, False)}")
        if group.from_ is not None:
            only = f"only cards of {self.these(group.from_)}" if group.from_ else "no cards"
            until = f", {self.clause(group.from_until, False)}," if group.from_until else ""
            told.append(f"{only} may{until} be played to {self.the(group)}")
        return told

    def leaving(self, group: Group) -> list[str]:
        """Say what keeps cards in a group."""
        told = []
        if group.take_when:
            never = self.clause(group.take_when, False)
            told.append(f"nothing may be taken from {self.the(group)} {never}")
        if group.keep:
            lowest = f"the lowest {'card' if group.keep == 1 else _some(group.keep, 'card')}"
            which = "a" if group.piles > 1 else "the"
            told.append(f"{lowest} of {which} {self.pile(group)} may not be taken")
        return told

    def emptied(self, group: Group) -> str:
        """Name an emptied pile; one that is empty from the start is called empty."""
        at_first = any(self.tables.redeal_deal[p] == 0 for p in self.piles(group))
        word = "empty" if at_first else "emptied"
        return f"an {word} pile" if group.piles > 1 else f"the {word} {self.pile(group)}"

    def spaces(self, group: Group) -> list[str]:
        """Say what becomes of an emptied pile."""
        told, space = [], self.emptied(group)
        if group.fill:
            first, *more = group.fill
            many = group.fill_cards > 1
            what = f"the top {_some(group.fill_cards, _CARD)}" if many else "the top card"
            then = "".join(f" or, when that is empty, of {self.the(ref)}" for ref in more)
            fewer = " (or as many as are left)" if many else ""
            when = f", {self.clause(group.fill_when)}," if group.fill_when else ""
            told.append(f"{space} is{when} filled at once with {what} of {self.the(first)}{then}{fewer}")
        apart = ["a deal from the stock"] * self.stock_reaches(group) + ["a refill"] * bool(group.refill)
        rule = words.SPACES[group.space].replace("an emptied pile", space)
        if group.space == "none":
            if group.fill:
                return [*told, "when nothing is left for that, it stays empty"]
            return [f"{space} is not filled except by {_listed(apart, 'or')}" if apart else rule]
        movers = [g.take for g in self.groups_of("tableau") if self.way(g, group) & _INTO]
        if group.space == "any card":
            rule = rule.replace("any card", "any available card")
        if "block" in movers:
            rule += " (with all that lies on it)"
        elif "run" in movers or "run as single cards" in movers:
            rule += " or run" if group.space == "any card" else " or a run that begins with one"
        if refs := group.space_from or group.from_:
            rule += f" of {self.these(refs)}"
        if not any(self.way(g, group) & _INTO for g in self.groups):
            rule = f"no card may be moved into {space}"
        if group.space_when:
            rule = f"{self.clause(group.space_when)}, {rule}, but not before"
        elif group.fill:
            rule = f"when nothing is left for that, {rule}"
        told.append(rule)
        if apart:
            told.append(f"{_listed(apart)} fills {space} as well")
        return told

    # -- before play -----------------------------------------------------------------------------

    def heading(self) -> list[str]:
        definition = self.definition
        lines = [f"# {definition.name}"]
        known = catalogue()
        if definition.parent != definition.id and known.get(definition.id) == definition:
            lines.append(f"*A variant of {known[definition.parent].name}.*")
        if definition.aliases:
            lines.append(f"*Also called {_listed(definition.aliases)}.*")
        if definition.about:
            lines.append(_sentence(definition.about))
        return lines

    def cards(self) -> list[str]:
        ranks = self.rules.ranks
        text = f"{_some(self.definition.decks, 'pack')} of {len(ranks) * 4} cards"
        if self.definition.decks > 1:
            text += f", shuffled together: {self.tables.total} cards in all"
        if ranks == tuple(range(1, 14)):
            order = "in each suit the ace is low and the king high"
        else:
            names = [RANK_NAMES[r - 1] for r in ranks]
            order = f"the cards of each suit, from the lowest to the highest, are {_listed(names)}"
        return [_join([text, order])]

    def choices(self) -> list[str]:
        items = []
        for name, option in self.definition.options.items():
            digits = f"{_some(option.length, 'digit')}, each from 1 to 9"
            what = digits if option.kind == "digits" else "each of the suits C, D, H and S once"
            now = self.rules.options[name]
            items.append(f"*{name}*: {option.about} ({what}). This page is written for {now}.")
        return ["The player chooses:", *self.bullets(items)] if items else []

    def layout(self) -> list[str]:
        first = []
        if placed := self.rules.placed:
            named = self.named_cards(list(placed.values()))
            cards = "the cards that begin the foundations" if named.count(" of ") > 4 else named
            them = "it" if len(placed) == 1 else "them"
            begins = "" if cards != named else (
                ": it begins a foundation" if len(placed) == 1 else ": they begin foundations"
            )
            pack = "packs" if self.definition.decks > 1 else "pack"
            first.append(f"before shuffling, take {cards} out of the {pack} and lay {them} out{begins}")
        items = []
        for group in self.definition.groups:
            if group.kind == "foundation":
                items += self.base_dealt(group)
            elif group.kind in ("tableau", "reserve", "cell"):
                items += self.dealt(group)
        for stock in self.groups_of("stock"):
            rest = "the rest" if self.dealt_out else "all the cards"
            face = "its top card face up" if stock.turned else "face down"
            items.append(f"*Stock*: {rest}, {_some(self.left, 'card')}, {face}.")
        return [_join(first), *self.bullets(items), self.room()]

    def named_cards(self, cards: Sequence[int]) -> str:
        """Name cards, those of one rank together where all suits are there."""
        decks, told = self.definition.decks, []
        for rank in dict.fromkeys(map(rank_of, cards)):
            same, name = [c for c in cards if rank_of(c) == rank], RANK_NAMES[rank - 1]
            if len(same) == 4 * decks:
                told.append(f"the {count_word(len(same))} {_ranks(name)}")
            elif len(same) == len(set(same)) == 4:
                told.append(f"{_a(name)} of each suit")
            else:
                told += [f"the {card_name(c)}" if decks == 1 else _a(card_name(c)) for c in same]
        return _listed(told)

    def early(self, group: Group) -> int:
        """Return how many of the first cards met in the deal go to the group."""
        return int(group.placed.split()[1]) if isinstance(group.placed, str) else 0

    def base_dealt(self, group: Group) -> list[str]:
        """Say which cards go to foundations in the course of the deal."""
        title = self.title(group)
        if early := self.early(group):
            name = words.rank_word(str(group.start))
            return [
                f"*{title}*: the first {_ranks(name) if early > 1 else name} met in the deal,"
                f" {count_word(early)} of them, go to foundations at once, and the deal goes on in the"
                " same place."
            ]
        if not group.deal:
            return []
        owned = self.rules.owner[self.piles(group)[0]] >= 0
        where = "the foundation of its suit" if owned else f"the first {self.pile(group)}"
        base = "; its rank is the *base rank* of the game" if group.start == "base rank" else ""
        return [f"*{title}*: one card, face up, which begins {where}{base}."]

    def dealt(self, group: Group) -> list[str]:
        counts = [self.tables.redeal_deal[p] for p in self.piles(group)]
        if not any(counts):
            return []
        noun = "cell" if group.kind == "cell" else "pile"
        text = _some(len(counts), noun)
        if len(set(counts)) == 1:
            text += f" of {_some(counts[0], 'card')}"
        elif len(list(itertools.groupby(counts))) <= 3:
            text += f", {_by_pile(counts, lambda n: f'of {_some(n, _CARD)}')}"
        else:
            text += f" of {_listed(map(count_word, counts))} cards"
        if group.kind == "cell" and set(counts) == {1}:
            text = f"one card in each of the {count_word(len(counts))} cells"
        text += f", {self.face(group, counts)}"
        order = ""
        if max(counts) > 1 and len(counts) > 1:
            order = f"deal {words.ORDERS[group.order]}"
            if len(set(counts)) == 1:
                order = order.partition(";")[0]
        after = [order, self.sinking(group), self.shown(group)]
        return [f"*{self.title(group)}*: {text}. {_join(after)}".strip()]

    def face(self, group: Group, counts: Sequence[int]) -> str:
        if isinstance(group.face, str):
            if group.face == "top up" and max(counts) == 1:
                return "face up"
            return words.FACES[group.face].removeprefix("all ")
        down = [min(face, count) for face, count in zip(group.face, counts, strict=True)]
        if not any(down):
            return "face up"
        runs = len(list(itertools.groupby(down)))
        if runs == 1:
            return f"the lowest {_some(down[0], 'card')} of each face down"
        if runs <= 3:
            said = _by_pile(down, lambda n: f"with {_some(n, _CARD)} face down" if n else "all face up")
            return f"{said} (the lowest cards are those face down)"
        numbers = _listed(count_word(n) if n else "none" for n in down)
        return f"of which {numbers}, the lowest of each, lie face down"

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
                f"before play every {name} changes places with the lowest card under it that is not"
                f" {_a(name)}"
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
        names = _listed((_a(words.rank_word(r)) for r in group.must_hold), "or")
        return (
            f"unless {names} is among these cards, all the cards are gathered, shuffled and dealt"
            " again"
        )

    def room(self) -> str:
        """Name the piles that are empty at first."""
        told, several = [], 0
        for group in self.groups:
            empty = sum(1 for p in self.piles(group) if self.starts_empty(group, p))
            if group.kind == "stock" or not empty:
                continue
            some = f"{count_word(empty)} " if empty > 1 else ""
            rest = "other " if empty < group.piles else ""
            noun = self.the(group).removeprefix("the ") if group.piles == 1 else self.pile(group, empty)
            told.append(f"the {rest}{some}{noun}")
            several += empty
        if not told:
            return ""
        verb = "are" if several > 1 else "is"
        return f"Leave room for {_listed(told)}, which {verb} empty at first."

    def starts_empty(self, group: Group, p: int) -> bool:
        if group.kind in ("tableau", "reserve", "cell"):
            return self.tables.redeal_deal[p] == 0
        if group.deal or self.early(group):
            return p - self.piles(group)[0] >= max(1, self.early(group))
        return p not in self.rules.placed

    # -- foundations -----------------------------------------------------------------------------

    def foundations(self) -> list[str]:
        groups = self.groups_of("foundation")
        if not groups:
            return []
        paragraphs = [text for group in groups for text in self.foundation(group)]
        runs = [g for g in self.groups if g.kind == "tableau" and "card" not in g.take.split()[-1]]
        single = "cards go to the foundations one at a time"
        told = [single] if any(self.way(g, f) for g in runs for f in groups) else []
        return [*paragraphs, _join(told + self.returning(groups))]

    def foundation(self, group: Group) -> list[str]:
        piles = self.piles(group)
        builds = {self.rules.builds[p] for p in piles}
        verb = "is one" if group.piles == 1 else f"are {count_word(group.piles)}"
        opening = f"there {verb} {self.pile(group, group.piles)}"
        after = [self.row_above(group), *self.coming(group)]
        alike = isinstance(group.start, str) and "{" not in group.start and len(group.start) != 2
        if alike and len(builds) == 1 and not group.goal:
            if len({self.rules.owner[p] for p in piles}) == 4:
                opening += f", {count_word(group.piles // 4)} for each suit"
            return [_join([opening, self.order(group), *self.one_rule(group), *after])]
        told = [opening, self.order(group)]
        out = sum(1 for p in piles if p in self.rules.placed)
        first = "their first cards" if group.piles > 1 else "its first card"
        if "{" in str(group.start):
            first = f"{words.STARTS[_OPTION_START]} begin them"
            told.append(f"{first} and lie out from the start" if out == group.piles else first)
        elif out == group.piles:
            told.append(f"{first} lie{'' if group.piles > 1 else 's'} out from the start")
        if len(builds) == 1:
            p = piles[0]
            text = group.build if isinstance(group.build, str) else group.build[0]
            each = "each is" if group.piles > 1 else "it is"
            told.append(f"{each} {self.built(self.rules.builds[p], self.sequence(group), text)}")
        items = [self.one_foundation(group, i, len(builds) > 1) for i in range(group.piles)]
        return [_join(told), *self.bullets(items), _join(after)]

    def one_rule(self, group: Group) -> list[str]:
        """Say what begins the foundations of a group and how they grow, alike for all."""
        each = "each" if group.piles > 1 else "it"
        begins, more = self.beginning(group)
        return [f"{each} begins with {begins} and {self.growing(group)}", more]

    def beginning(self, group: Group) -> tuple[str, str]:
        """Return what begins each foundation of a group, and a sentence more or ""."""
        start, piles = str(group.start), self.piles(group)
        own = self.rules.owner[piles[0]] >= 0
        if start == "base rank":
            fixed = "the first card put on a foundation fixes the base rank by its own"
            return "a card of the base rank", fixed if self.tables.base_by_play else ""
        if start == "base suit":
            fixed = (
                "the first foundation begins with an ace, the second with a two and so on; the first"
                " card put on a foundation fixes the base suit by its own"
            )
            return "a card of the base suit", fixed
        if start == "above the reserve":
            low, high = (RANK_NAMES[self.rules.ranks[k] - 1] for k in (0, -1))
            return (
                "a card, of any suit, one rank higher than the top card of the reserve pile in the"
                f" same place ({_a(low)} for {_a(high)})"
            ), ""
        if start == "any card":
            return ("any card of its suit" if own else "any card"), ""
        name = words.rank_word(start)
        out = sum(1 for p in piles if p in self.rules.placed)
        if out == group.piles:
            return f"{'its ' + name if own else _a(name)}, which lies out from the start,", ""
        some = f"its {name} as it comes into play" if own else f"{_a(name)} as one comes into play"
        if out := out or self.early(group):
            count = "one of them is" if out == 1 else f"{count_word(out)} of them are"
            return some, f"{count} out from the start"
        return some, ""

    def growing(self, group: Group) -> str:
        """Say how a foundation grows and when it is complete."""
        p, sequence = self.piles(group)[0], self.sequence(group)
        build, cap = self.rules.builds[p], self.tables.full[p]
        text = group.build if isinstance(group.build, str) else group.build[0]
        until = f"until it holds {_some(cap, 'card')}"
        if build.direction == "any order":
            return f"takes the other cards of its suit in any order, {until}"
        if build.direction == "none":
            return "takes no other card"
        if build.direction == "up then down":
            low, high = RANK_NAMES[sequence[0] - 1], RANK_NAMES[sequence[-1] - 1]
            return (
                f"is built {_english(text)}: from the {low} to the {high}, then with another {high}"
                f" down to another {low}, {until}"
            )
        start = str(group.start)
        course = self.course(group, p, RANKS.index(start) + 1) if start in RANKS else []
        if course:
            return f"is built {_english(text)}: {self.course_text(course, build.step)}"
        if not build.wrap:
            return f"is built {_english(text)} {until}"
        ends = (sequence[0], sequence[-1]) if build.direction == "down" else (sequence[-1], sequence[0])
        last, first = (RANK_NAMES[r - 1] for r in ends)
        return f"is built {_english(text)}, going on from {last} to {first}, {until}"

    def place(self, group: Group, i: int) -> str:
        """Name a foundation of a list: by its number and, on a clock, by its hour."""
        layout = self.definition.layout
        spot = layout.get(group.name, layout.get(group.kind))
        number = self.rules.names[self.piles(group)[i]][1:]
        hour = ""
        if isinstance(spot, dict) and "clock" in spot:
            hour = f" ({count_word((int(spot.get('first', 1)) - 1 + i) % 12 + 1)} o'clock)"
        return f"Foundation {number}{hour}".replace("Foundation  ", "The foundation ")

    def one_foundation(self, group: Group, i: int, own_build: bool) -> str:
        """Say where one foundation begins, how it is built and where it ends."""
        p = self.piles(group)[i]
        T = self.tables
        cards = _cards_of(T.accept[T.rule_at[p * (T.room + 1)] * 53 + 52])
        build, cap = self.rules.builds[p], T.full[p]
        starts = {rank_of(c) for c in cards}
        text = f"{self.place(group, i)}: "
        suit = f" of {SUIT_NAMES[suit_of(cards[0])]}" if len(cards) == 1 else ""
        course = self.course(group, p, rank_of(cards[0])) if len(starts) == 1 else []
        if len(cards) == 1:
            text += f"from the {card_name(cards[0])}"
        elif len(starts) == 1:
            text += f"from {_a(RANK_NAMES[rank_of(cards[0]) - 1])}"
        else:
            text += "from any card"
        if own_build:
            phrase = (group.build if isinstance(group.build, list) else [group.build])[i]
            text += f", {_english(phrase)}"
            if course:
                return f"{text}: {self.course_text(course, build.step)}."
        elif course:
            text += f" to the {RANK_NAMES[course[-1] - 1]}{suit if build.suits == 'in suit' else ''}"
        return f"{text}, {_some(cap, 'card')}."

    def row_above(self, group: Group) -> str:
        if not group.limited_by:
            return ""
        return (
            "but a foundation after the first takes only ranks that the foundation before it, the row"
            " above, already shows; so the foundations are begun in order"
        )

    def returning(self, groups: Sequence[Group]) -> list[str]:
        """Say whether cards may leave the foundations."""
        leaving = [g for g in groups if g.to and self.destinations(g)]
        if not leaving:
            return ["cards that lie on a foundation stay there"]
        alike = {(tuple(g.to or ()), g.take, g.keep, g.take_when) for g in groups}
        same = len(alike) == 1 and len(groups) > 1
        told: list[str] = []
        for group in leaving[:1] if same else leaving:
            which = "a foundation" if same else _a(self.pile(group)) if group.piles > 1 else self.the(group)
            what = "the top card" if group.take == "top card" else "cards"
            told.append(f"{what} of {which} may be played {self.destinations(group)}")
            if group.take != "top card":
                told.append(f"there {words.TAKES[group.take]}")
            told += [t.replace(self.pile(group), "foundation") if same else t for t in self.leaving(group)]
        told += [f"cards that lie on {self.the(g)} stay there" for g in groups if g not in leaving]
        builds = [self.rules.builds[p] for g in groups for p in self.piles(g)]
        opposite = {b.direction for b in builds} == {"up", "down"}
        if opposite and {b.suits for b in builds} == {"in suit"} and "another" in told[0]:
            told.append(
                "thus cards may pass, one by one, between the ascending and the descending foundation"
                " of a suit when they meet"
            )
        return told

    # -- tableau, reserve, cells -----------------------------------------------------------------

    def of_kind(self, kind: str, say: Callable[[Group], list[str]]) -> list[str]:
        groups, paragraphs = self.groups_of(kind), []
        for group in groups:
            told = [text for text in say(group) if text]
            if len(groups) > 1:
                told[0] = f"*{self.title(group)}.* {told[0]}"
            paragraphs += told
        return paragraphs

    def building(self, group: Group) -> list[str]:
        """Say what may be put on the piles of a group."""
        builds = [self.rules.builds[p] for p in self.piles(group)]
        the, sequence = self.the(group), self.sequence(group)
        if len(set(builds)) > 1 and isinstance(group.build, list):
            each = "; ".join(
                f"the {_ordinal(i + 1)} is {self.built(b, sequence, t)}"
                for i, (b, t) in enumerate(zip(builds, group.build, strict=True))
            )
            return [f"the piles of {the} differ: {each}"]
        build, text = builds[0], group.build if isinstance(group.build, str) else group.build[0]
        if build.direction == "none":
            return [f"there is no building on {the}"]
        if build.direction == "any card":
            return [f"on {the} any card may be put on any other, whatever its rank and suit"]
        if build.direction == "any order":
            return [f"a pile of {the} takes the cards of one suit, in any order"]
        told = [f"{the} is {self.built(build, sequence, text)}"]
        if build.one_way:
            told.append(
                "the first card packed on a pile fixes whether that pile goes up or down, as long as"
                " a packed card lies on it; cards that were dealt fix nothing"
            )
        return told

    def limits(self, group: Group) -> list[str]:
        told = [self.order(group)]
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
        """Say what may be lifted from a group, and where it may go."""
        where = self.destinations(group)
        take = words.TAKES[group.take].replace("a pile", self.the(group) if group.piles == 1 else "a pile")
        if group.take == "none" or not where:
            return [f"the cards of {self.the(group)} stay where they are"]
        if group.take == "top card" and group.kind == "tableau":
            told = [f"{take}; it may be played {where}"]
        elif group.take == "top card":
            of = "each pile" if group.piles > 1 else self.the(group)
            told = [f"the top card of {of} may be played {where}"]
        elif group.take == "run as single cards":
            told = [self.carrying(), f"cards of {self.the(group)} may be played {where}"]
        else:
            told = [take, f"cards of {self.the(group)} may be played {where}"]
        if group.run:
            told.append(f"a run that is moved must be built {_english(group.run)}")
        counts = [self.tables.redeal_deal[p] for p in self.piles(group)]
        hidden = group.face == "top up" and max(counts) > 1
        if hidden or isinstance(group.face, list) and any(group.face):
            told.append("a face-down card that is uncovered is turned up at once")
        return told + self.leaving(group)

    def carrying(self) -> str:
        """Say how long a run may be that is moved as single cards."""
        cells, spaces = any(self.tables.is_cell), any(self.tables.any_space)
        if not (cells or spaces):
            return "cards are moved singly"
        helped = _listed(["free cells"] * cells + ["empty piles"] * spaces)
        many = "one card more than there are free cells" if cells else "one card"
        if spaces:
            many += ", doubled for each empty pile besides the one moved to"
        return (
            f"cards are moved singly, but a built run may be moved at once as far as {helped} would let"
            f" its cards go one by one: {many}"
        )

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
        first = f"beginning with the {_ordinal(group.refill_first)} pile and going on in order"
        if group.refill_first > 1:
            first += " from the last to the first" if group.refill_first < group.piles else " with the first"
        how = (
            f"one card to each short pile in turn, {first}, round after round until no gap is left"
            if group.refill_order == "rows"
            else f"pile after pile, {first}, each at once up to its number"
        )
        return [
            f"every pile should hold {_some(group.refill, 'card')}; a shorter pile has as many gaps as"
            " it lacks cards",
            f"while there are gaps, the player may at any time refill them all from the stock: {how}",
            "no other play is made until that is done; if the stock runs out, the other gaps stay",
        ]

    def reserve(self, group: Group) -> list[str]:
        builds = {self.rules.builds[p].direction for p in self.piles(group)}
        built = [f"{self.the(group)} is not built on"] if builds == {"none"} else self.building(group)
        return [
            _join(self.taking(group) + built + self.limits(group) + self.coming(group)),
            _join(self.spaces(group)),
        ]

    def cell(self, group: Group) -> list[str]:
        told = [f"{'each' if group.piles > 1 else 'the'} {self.pile(group)} holds one card"]
        sources = [g for g in self.groups if self.way(g, group) & _INTO]
        if group.fill:
            told += self.spaces(group)[:1]
        if group.space == "none" or not sources:
            told.append(f"no card may be put into an emptied {self.pile(group)}" if not group.fill else "")
        else:
            rank = words.rank_word(group.space) if group.space in RANKS else group.space
            what = "a card" if rank == "any card" else _a(rank) if rank in RANK_NAMES else "a card of the base rank"
            when = f", but only {self.clause(group.space_when)}" if group.space_when else ""
            free = f"into a free {self.pile(group)}" if group.piles > 1 else f"into it while it is free"
            told.append(f"{what} of {_listed(map(self.the, sources), 'or')} may be put {free}{when}")
        where = self.destinations(group)
        if group.take not in ("top card", "none"):
            told.append(words.TAKES[group.take])
        stays = group.take == "none" or not where
        told.append("there it stays" if stays else f"from there it may be played {where}")
        if group.run:
            told.append(f"a run that is moved must be built {_english(group.run)}")
        until = self.coming(group)
        return [_join(told + self.leaving(group) + (until if group.when or group.from_until else []))]

    # -- stock, waste, redeals -------------------------------------------------------------------

    def stock(self) -> list[str]:
        stocks, wastes = self.groups_of("stock"), self.groups_of("waste")
        dealing = [_join(self.dealing(g)) for g in stocks]
        return dealing + [_join(self.taking(g) + self.coming(g)) for g in wastes]

    def stock_deal(self, text: str) -> StockDeal:
        return words.parse_stock_deal(text, {ref for g in self.groups for ref in (g.name, g.kind)})

    def stock_reaches(self, group: Group) -> bool:
        """Say whether deals from the stock go to a group."""
        texts = [text for g in self.groups_of("stock") for text in (str(g.deal), g.last) if text]
        return any(self.stock_deal(text).group in (group.name, group.kind) for text in texts)

    def dealing(self, stock: Group) -> list[str]:
        """Say what the stock is for."""
        told: list[str] = []
        free = self.clause(stock.when) if stock.when else "at any time"
        if stock.deal:
            deal = self.stock_deal(str(stock.deal))
            if deal.each:
                told.append(f"{free} the player may deal from the stock {self.one_deal(deal, stock.order)}")
            else:
                top = ", the last one turned on top (or as many as are left)" if deal.count > 1 else ""
                told.append(
                    f"the cards of the stock are turned on to {self.the(deal.group)}"
                    f" {count_word(deal.count)} at a time{top},"
                    f" {'but only ' + free if stock.when else 'whenever the player likes'}"
                )
        if stock.last:
            last = self.one_deal(self.stock_deal(stock.last), stock.order)
            told.append(f"when {_some(stock.last_at, 'card')} or fewer are left, the deal is {last} instead")
        told.append(self.count_deals(stock))
        if where := self.destinations(stock):
            told.append(
                f"the top card of the stock always lies face up; it may be played {where}, and the next"
                " card is turned up"
                if stock.turned
                else f"the next card of the stock may also be put, unseen, {where}"
            )
        users = [g for g in self.groups if "stock" in g.fill or g.refill]
        if not any(told) and users:
            told.append(f"the stock serves to fill {_listed(self.the(g) for g in users)}")
        return told

    def one_deal(self, deal: StockDeal, order: str) -> str:
        """Say what one deal to a group is."""
        groups = self.groups_named(deal.group)
        if not deal.each:
            return f"{_some(deal.count, 'card')} to {self.the(deal.group)}"
        count = sum(g.piles for g in groups)
        noun = self.pile(groups[0])
        if len(groups) > 1:
            noun = noun.removeprefix(self.adjective(groups[0]))
        told = f"{_some(deal.count, 'card')} to {'each' if count > 1 else 'the'} {noun}"
        if deal.count == 1 or count == 1:
            return told
        return f"{told}, {'pile after pile' if order == 'piles' else 'one to each in turn, round after round'}"

    def count_deals(self, stock: Group) -> str:
        """Say how many deals there are, where nothing else draws on the stock."""
        others = any(
            g.refill or "stock" in [*g.fill, *g.space_from, *(g.from_ or [])] for g in self.groups
        )
        deal = self.stock_deal(str(stock.deal)) if stock.deal else None
        if not deal or not deal.each or others or stock.turned or not self.left:
            return ""
        last = self.stock_deal(stock.last) if stock.last else deal
        sizes, full, left, now = [], 0, self.left, deal
        while left:
            now = last if stock.last and left <= stock.last_at else deal
            piles = sum(g.piles for g in self.groups_named(now.group))
            full = now.count * (piles if now.each else 1)
            sizes.append(min(full, left))
            left -= sizes[-1]
        runs = [(size, len(list(same))) for size, same in itertools.groupby(sizes)]
        told = [f"{_some(count, 'deal')} of {_some(size, 'card')}" for size, count in runs]
        if len(runs) > 1 and runs[-1][1] == 1:
            told[-1] = f"a last one of {count_word(runs[-1][0])}"
        if sizes[-1] == full:
            return f"that makes {_listed(told)}"
        if stock.order == "piles" or now.count == 1:
            reach = f"to {_piece(-(-sizes[-1] // now.count), 0, 1)} piles".replace("first pile", "first pile")
        else:
            reach = "which go as far as they reach"
        return f"that makes {_listed(told)}, {reach}"

    def redeals(self) -> list[str]:
        redeal = self.definition.redeal
        if not redeal:
            return []
        times = redeal.times
        if times == 0:
            return ["There is no redeal."]
        often = "as often as the player likes" if isinstance(times, str) else _times(times)
        if redeal.from_ == "waste":
            how = words.REDEAL_ORDERS[redeal.order]
            when = f" and {self.clause(redeal.when)}" if redeal.when else ""
            told = [f"when the stock is empty{when}, the waste may be {how}; it becomes the new stock"]
            told.append(f"this may be done {often}")
            if isinstance(times, int):
                told[-1] += f", so that the stock is gone through {_times(times + 1)} in all"
            return [_join(told)]
        when = f"{self.clause(redeal.when)}," if redeal.when else "at any time"
        how = (
            "gathered, shuffled and dealt again"
            if redeal.order == "shuffled"
            else f"{words.REDEAL_ORDERS[redeal.order]}, each from its lowest card"
        )
        told = [
            f"{when} the cards of the tableau may be {how}",
            f"they are laid out, face up, as far as they go in {self.laid_again()}",
        ]
        if self.groups_of("stock"):
            told[1] += ", and the cards left over become the stock" if redeal.when == "stock empty" else (
                ", and the cards left over are put on the stock"
            )
        told.append(f"this may be done {often}")
        others = [g for g in self.groups if g.kind in ("reserve", "cell")]
        if others:
            told.append(f"the cards of {_listed(self.the(g) for g in others)} stay where they are")
        return [_join(told)]

    def laid_again(self) -> str:
        piles = [p for g in self.groups_of("tableau") for p in self.piles(g)]
        counts = [self.tables.redeal_deal[p] for p in piles]
        told = f"{_some(len(piles), 'pile')} of {_some(counts[0], 'card')}"
        if len(set(counts)) > 1:
            told = "piles as large as at first"
        if max(counts) > 1 and len(piles) > 1:
            told += f", {words.ORDERS['rows' if self.tables.redeal_rows else 'piles'].partition(';')[0]}"
        return told

    # -- the end ---------------------------------------------------------------------------------

    def special(self) -> list[str]:
        told = []
        merci, shift = self.definition.merci, self.definition.shift
        if merci and merci.times:
            when = f", {self.clause(merci.when)}," if merci.when else ""
            told.append(
                f"{_times(merci.times)} in the game{when} one buried card of the tableau that lies face"
                " up may be drawn out from under the others and played where it fits"
            )
        if shift and shift.times:
            told.append(
                f"{_times(shift.times)} in the game the player may shift {self.the(shift.group)}: the"
                " bottom card of every pile goes to its top"
            )
        return [_join(told)]

    def object(self) -> list[str]:
        if self.definition.win == "all on foundations":
            text = f"the game is won when all {self.tables.total} cards lie on the foundations"
        else:
            text = f"the game is won when {words.WINS[self.definition.win]}"
            if self.groups_of("stock"):
                text += ", and the stock is empty"
        return [_join([text, "if no move is left before that, it is lost"])]

    def variants(self) -> list[str]:
        known = catalogue()
        if known.get(self.definition.id) != self.definition:
            return []
        found = [d for d in known.values() if d.parent == self.definition.id != d.id]
        return self.bullets(
            f"*{d.name}*" + (f": {_sentence(d.about)}" if d.about else ".") for d in found
        )
