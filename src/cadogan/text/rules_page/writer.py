"""Names of the parts of a game, and explanations of its conditions, builds and routes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from cadogan.core.cards import cards_in, rank_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    capitalized,
    cards,
    cleared,
    counted,
    empty,
    group_label,
    listed,
    noun_phrase,
    phrase,
    rank,
    the,
)
from cadogan.i18n.phrase import Phrase, fixed
from cadogan.rules import vocabulary
from cadogan.rules.build_names import beyond, ends, example, explained, how
from cadogan.rules.builds import Build, build_mask, parse_build, parse_sequence
from cadogan.rules.group import Group, ever, references
from cadogan.rules.phases import runs, taken
from cadogan.rules.phrases import Direction, RedealFrom, RedealOrder, Skip, Space, Start, Take
from cadogan.rules.vocabulary import StockDeal
from cadogan.state.codes import Route
from cadogan.state.compiled import STRIDE, CompiledGame

# Clauses that state which cards may be taken from a pile.
_LIFTED = {
    Take.NONE: msgid("its cards stay where they are"),
    Take.TOP_CARD: msgid("only the top card of {pile} may be taken"),
    Take.RUN: msgid("the top card, or any properly built run of cards at the top, may be taken"),
    Take.RUN_AS_SINGLE_CARDS: msgid(
        "cards are moved one at a time. But a built run may be moved as a unit if its cards"
        " could be moved one by one through free cells and empty piles"
    ),
    Take.BLOCK: msgid(
        "any face-up card may be taken, together with all the cards on it, whether or not they"
        " are in order"
    ),
    Take.WHOLE_PILE: msgid(
        "{pile} may be moved to another pile only as a whole; its top card may go to a foundation"
        " or a cell"
    ),
    Take.TOP_CARD_OR_WHOLE_PILE: msgid(
        "the top card of {pile}, or all its cards together, may be taken"
    ),
    Take.ANY_CARD: msgid("any card in {pile} may be taken, wherever it lies"),
    Take.WHOLE_PILE_BY_ITS_TOP_CARD: msgid(
        "{pile} may be moved to another pile only as a whole, and its top card must fit there"
    ),
    Take.TOP_OR_BOTTOM_CARD: msgid("the top card and the bottom card of {pile} may be taken"),
    Take.TOP_CARD_RUNS_TO_SPACES: msgid(
        "the top card of {pile} may be taken; a properly built run may be moved only into an"
        " empty pile"
    ),
    Take.RUN_WHOLE_OR_FREEING_A_CARD: msgid(
        "a properly built run may be taken only as a whole, unless taking part of it uncovers a"
        " card that can go to a foundation. The top card may go to a foundation or a cell"
    ),
}
# Clauses of the same kind that differ in games without cells.
_LIFTED_WITHOUT_CELLS = {
    Take.WHOLE_PILE: msgid(
        "{pile} may be moved to another pile only as a whole; its top card may go to a foundation"
    ),
    Take.RUN_WHOLE_OR_FREEING_A_CARD: msgid(
        "a properly built run may be taken only as a whole, unless taking part of it uncovers a"
        " card that can go to a foundation. The top card may go to a foundation"
    ),
}


class RulesWriter:
    """Writer of names and clauses for the rules page of one game.

    Attributes:
        rules: the compiled game.
        dealt: the number of cards dealt to each pile at the start; 0 for foundations.
        dealt_out: the number of cards laid out at the start.
        left: the number of cards that remain for the stock.
    """

    def __init__(self, rules: CompiledGame) -> None:
        self.rules = rules
        self.definition = rules.definition
        self.tables = rules.compiled_rules
        self.groups = rules.groups
        kinds = ("tableau", "reserve", "cell")
        self.dealt = [
            n if rules.of[p].kind in kinds else 0 for p, n in enumerate(self.tables.redeal.dealt)
        ]
        bases = sum(
            g.piles if g.start == Start.ANY_CARD else 1
            for g in self.groups
            if g.kind == "foundation" and g.deal
        )
        early = sum(self.early(g) for g in self.groups)
        placed = sum(p < self.tables.foundations for p in rules.placed)
        self.dealt_out = placed + sum(self.dealt) + bases + early
        if self.tables.weaving.used or any(g.order in vocabulary.DEALT_OUT for g in self.groups):
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
        """Return how many cards go to a foundation group because they turn up in the deal."""
        return int(group.placed.split()[1]) if isinstance(group.placed, str) else 0

    def _adjective(self, group: Group) -> tuple[str, str]:
        """Return the rank or the name that distinguishes a group from other groups of its kind.

        Foundations are named after their first rank if that is an ace or a court card. All other
        groups have the name from the definition.
        """
        peers = self.of_kind(group.kind)
        if len(peers) == 1:
            return "", ""
        starts = [g.start for g in peers]
        if group.kind == "foundation" and len({*map(str, starts)} & {*"AJQK"}) == len(starts):
            return f"{vocabulary.rank_word(str(group.start))} ", ""
        return "", group_label(group.name)

    def pile(self, group: Group, count: int = 1, *, plain: bool = False) -> Phrase:
        """Name one or more piles of a group; with ``plain``, omit the group's own name."""
        noun = group.kind
        if noun in ("tableau", "reserve") or (noun == "waste" and group.piles > 1):
            noun += " pile"
        rank, name = ("", "") if plain else self._adjective(group)
        return noun_phrase(rank + noun, plural=count != 1, name=name)

    def counted(self, group: Group, count: int) -> Phrase:
        """Count the piles of a group at its first mention, and introduce its name."""
        noun = self.named_pile(group, count)
        return counted(count, noun)

    def pile_of(self, ref: str) -> Phrase:
        """Name one pile of a group, or of all groups of a kind."""
        groups = self.named(ref)
        return self.pile(groups[0], plain=len(groups) > 1)

    def named_pile(self, group: Group, count: int = 1) -> Phrase:
        """Name piles of a group; name foundations as at their first mention on the page."""
        _, name = self._adjective(group)
        if not name or group.kind != "foundation":
            return self.pile(group, count)
        piles = self.pile(group, count, plain=True)
        return phrase(msgid("{piles} called {name}"), piles=piles, name=fixed(name))

    def bare(self, ref: str | Group) -> Phrase:
        """Name a group, or all groups of a kind, without an article."""
        if isinstance(ref, str):
            named = self.named(ref)
            if len(named) > 1:
                return noun_phrase(ref, plural=ref in ("foundation", "cell"))
            ref = named[0]
        if ref.kind in ("foundation", "cell"):
            return self.pile(ref, ref.piles)
        return noun_phrase(ref.kind, name=self._adjective(ref)[1])

    def the(self, ref: str | Group) -> Phrase:
        """Name a group, or all groups of a kind, with the article."""
        return the(self.bare(ref))

    def these(self, refs: Iterable[str | Group], joint: str = "or") -> Phrase:
        """Name several groups, joined by "or" or another word."""
        return listed(dict.fromkeys(map(self.the, refs)), joint)

    def title(self, group: Group) -> str:
        """Name a group at the beginning of a paragraph."""
        return f"*{capitalized(self.bare(group).replace('*', ''))}*"

    def on_a_clock(self, group: Group) -> bool:
        """Return whether the piles of a group lie like the hours of a clock, from one on."""
        spots = self.definition.layout
        alone = self.of_kind(group.kind) == [group]
        spot = spots.get(group.name, spots.get(group.kind) if alone else None)
        if not isinstance(spot, dict) or "clock" not in spot:
            return False
        return group.piles == 12 and spot.get("first", 1) == 1

    def ends(self, group: Group) -> list[int]:
        """Return the rank that completes each foundation of a group, or [] if it is not fixed."""
        found: list[int] = []
        for p in self.piles(group):
            begin = {rank_of(c) for c in self.beginning(group, p)}
            found += self.course(group, p, begin.pop())[-1:] if len(begin) == 1 else []
        return found if len(found) == group.piles else []

    def beginning(self, group: Group, p: int) -> list[int]:
        """Return the cards that may begin a foundation, even one that waits for another pile."""
        R = self.tables
        # If the group awaits cards on other piles, any of these cards allows the same first cards.
        return cards_in(
            R.accept.sets[R.accept.rule_at[p * (R.room + 1)] * STRIDE + (0 if group.awaits else 52)]
        )

    def emptied(self, group: Group, *, in_full: bool = False) -> Phrase:
        """Name an emptied pile; with ``in_full``, also name its group."""
        several = group.piles > 1
        name = noun_phrase("pile") if several else self.bare(group)
        if in_full and several:
            name = self.pile(group)
        if group.bare:
            return cleared(name, one_of_several=several)
        at_first = 0 in self.counts(group) and group.order not in vocabulary.DEALT_OUT
        return empty(name, one_of_several=several, at_first=at_first)

    def refilled_by_redeal(self, group: Group) -> bool:
        """Return whether a redeal puts cards into the emptied piles of a group."""
        redeal = self.definition.redeal
        if not redeal or redeal.times == 0 or redeal.order == RedealOrder.PILE_BY_PILE:
            return False
        return group.kind in vocabulary.refs_of(redeal.from_)

    # -- conditions ------------------------------------------------------------------------------

    def clause(self, text: str, holds: bool = True) -> str:
        """Return a clause for a condition; without ``holds``, negate it."""
        condition = vocabulary.parse_condition(text, references(self.groups))
        refs = vocabulary.refs_of(condition.group)
        returns = "stock" not in refs or bool(self.definition.redeal)
        return condition.clause(holds, listed(self.the(ref) for ref in refs), returns=returns)

    def whenever(self, text: str) -> str:
        """Return a clause that states when a condition holds; "at any time" without a condition."""
        return f"{self.clause(text)}," if text else translate("at any time")

    # -- builds ----------------------------------------------------------------------------------

    def sequence(self, group: Group) -> tuple[int, ...]:
        """Return the order of ranks in which a group is built."""
        return parse_sequence(group.sequence) if group.sequence else self.rules.ranks

    def order(self, group: Group) -> str:
        """State the order of the ranks, if the group has its own order."""
        if not group.sequence:
            return ""
        names = listed(map(rank, self.sequence(group)))
        return translate("the ranks here, from the lowest to the highest, are {names}", names=names)

    def built(self, named: str, build: Build, sequence: tuple[int, ...], wished: int = 10) -> str:
        """Return the clause ``named``, followed by an explanation of a build and an example.

        The example uses the rank ``wished`` if the sequence contains it.
        """
        means, shown = explained(build), example(build, sequence, wished)
        if shown and means.endswith(")"):
            means = translate("{means}, for example {example}", means=means, example=shown)
        elif shown:
            means = f"{means} ({shown})"
        clause = f"{named}: {means}"
        meet = ends(build, sequence)
        return f"{clause}; {meet}" if meet else clause

    def course(self, group: Group, p: int, start: int) -> list[int]:
        """Return the ranks of a foundation from ``start`` on, or [] if they are not fixed."""
        build, found = self.rules.builds[p], [start]
        while len(found) < self.tables.accept.full[p]:
            after = build_mask(build, found[-1] - 1, self.sequence(group))
            following = {rank_of(c) for c in cards_in(after)}
            if len(following) != 1 or build.direction == Direction.UP_THEN_DOWN:
                return []
            found.append(following.pop())
        return found

    # -- where cards may be played ----------------------------------------------------------------

    def way(self, source: Group, target: Group) -> int:
        """Return the route from one group to another, combined over all phases of the play."""
        R, names = self.tables, [g.name for g in self.groups]
        pair = names.index(source.name) * R.groups + names.index(target.name)
        return reduce(or_, R.routes.ways[pair :: R.groups**2])

    def destinations(self, source: Group) -> str:
        """Return a clause on where the cards of a group may be played, or ""."""
        places: list[str] = []
        later: list[str] = []
        foundations = self.of_kind("foundation")
        takers = [g for g in foundations if self.way(source, g)]
        if source.kind == "foundation":
            if any(g is not source or g.piles > 1 for g in takers):
                places.append(translate("to another foundation on which it fits"))
        elif takers and len(takers) == len(foundations):
            places.append(translate("to {pile}", pile=self.the("foundation")))
        else:
            places += [translate("to {pile}", pile=self.the(g)) for g in takers]
        every = [
            g
            for g in self.of_kind("tableau")
            if self.way(source, g) & Route.ONTO and not self.bare_alone(g)
        ]
        whole = len(every) > 1 and len(every) == len(self.of_kind("tableau"))
        if whole and source.kind == "tableau":
            places.append(translate("to another {pile}", pile=noun_phrase("tableau pile")))
        elif whole:
            places.append(translate("to {pile}", pile=the(noun_phrase("tableau"))))
        for target in self.groups:
            if target.kind != "foundation" and not (whole and target.kind == "tableau"):
                (later if self._waits(source, target) else places).append(
                    self.destination(source, target)
                )
        there, at_times = listed(filter(None, places), "or"), listed(later, "or")
        if there and at_times:
            return translate("{there} or, {later}", there=there, later=at_times)
        return str(there or at_times)

    def _waits(self, source: Group, target: Group) -> bool:
        """Return whether a group takes cards only into empty piles, and only under a condition."""
        onto = target.kind == "waste" or self.way(source, target) & Route.ONTO
        return not onto and not self.bare_alone(target) and bool(self.space_when(target))

    def destination(self, source: Group, target: Group) -> str:
        """Return a clause on how the cards of one group may be played to another, or ""."""
        way, pile = self.way(source, target), self.pile(target)
        if not way or (target is source and target.piles == 1):
            return ""
        if target.kind == "cell":
            return translate(
                msgid("into a free {cell}") if target.piles > 1 else msgid("into the {cell}"),
                cell=pile,
            )
        gap = self.emptied(target, in_full=True)
        if self.bare_alone(target):
            return translate("to {pile}", pile=gap)
        if target is source and way & Route.ONTO:
            return translate("to another {pile}", pile=pile)
        if target.kind == "waste" or way & Route.ONTO:
            return translate("to {pile}", pile=self.the(target))
        if when := self.space_when(target):
            return translate("{when}, into {empty}", empty=gap, when=self.clause(when))
        return translate("into {empty}", empty=gap)

    def lifting(self, way: str, pile: Phrase) -> str:
        """Explain which cards may be lifted from a pile."""
        take = Take(way)
        text = _LIFTED[take]
        if not self.of_kind("cell"):
            text = _LIFTED_WITHOUT_CELLS.get(take, text)
        return translate(text, pile=pile)

    def bare_alone(self, group: Group) -> bool:
        """Return whether a group takes cards only on piles that hold just their permanent cards."""
        return group.bare and all(build == "none" for build in ever(group, "build"))

    def space_when(self, group: Group) -> str:
        """Return the condition under which the player may fill a group's empty piles, or ""."""
        whens = [then.when for then in group.then if then.space not in (None, Space.NONE)]
        return whens[0] if group.space == Space.NONE and len(whens) == 1 else ""

    def coming(self, group: Group) -> list[str]:
        """State which cards may be played to a group, if its definition limits them."""
        clauses, there = [], self.the(group)
        later = [(self.clause(then.when), then) for then in group.then if then.from_ is not None]
        first = [self.clause(then.when, False) for _, then in later if then.from_ == ["usual"]][:1]
        alone = group.from_ == [] and bool(first)
        then_from = (later[0][1].from_ or []) if len(later) == 1 else []
        if group.from_ == [] and then_from and "usual" not in then_from:
            clause = later[0][0]
            text = msgid("{when}, but not before, {what} may be played to {pile}")
            what = translate("cards from {groups}", groups=self.these(then_from))
            return [translate(text, when=clause, what=what, pile=there)]
        if alone and group.kind == "foundation" and group.space_from:
            text = msgid(
                "{when}, only cards from {piles} may be played to {there}, and only to begin a"
                " foundation"
            )
            these = self.these(group.space_from)
            clauses.append(translate(text, when=first[0], piles=these, there=there))
        elif alone:
            text = msgid("nothing may be played to {pile} {when}")
            clauses.append(translate(text, pile=there, when=first[0]))
        elif group.from_ is not None and group.from_ != ["usual"]:
            clauses.append(self._only("".join(first), group.from_, there))
        if group.kind == "foundation":
            clauses += self._beginning_from(group, known=alone)
        for clause, then in later:
            if then.from_ != ["usual"] or not first:
                clauses.append(self._only(clause, then.from_ or [], there))
        return clauses

    def _beginning_from(self, group: Group, *, known: bool) -> list[str]:
        """State which groups may begin foundations; with ``known``, only later changes."""
        pile = a(noun_phrase("foundation")) if group.piles > 1 else self.the(group)
        later = [then for then in group.then if then.space_from is not None]
        rules = [(self.clause(then.when), then.space_from) for then in later]
        if group.space_from and not known:
            until = self.clause(later[0].when, False) if later else ""
            rules.insert(0, (until, group.space_from))
        clauses = []
        for when, refs in rules:
            text = msgid("{when}, any card may begin {pile}")
            if refs:
                text = msgid("only cards from {groups} may begin {pile}")
                if when:
                    text = msgid("{when}, only cards from {groups} may begin {pile}")
            clauses.append(translate(text, when=when, groups=self.these(refs or []), pile=pile))
        return clauses

    def _only(self, when: str, refs: Sequence[str], there: Phrase) -> str:
        """State which groups supply cards that may be played to a pile."""
        named = [ref for ref in refs if ref != "usual"]
        groups = self.these(named, "and" if "usual" in refs else "or")
        if "usual" in refs:
            text = (
                msgid("the usual cards and those from {groups}")
                if named
                else msgid("the usual cards")
            )
        else:
            text = msgid("only cards from {groups}") if named else msgid("no cards")
        what = translate(text, groups=groups)
        text = msgid("{what} may be played to {pile}")
        if when:
            text = msgid("{when}, {what} may be played to {pile}")
        return translate(text, when=when, what=what, pile=there)

    def leaving(self, group: Group, *, every: bool = False) -> list[str]:
        """Explain why cards may have to stay in a group or, with ``every``, in all foundations."""
        rules = []
        here = the(noun_phrase(group.kind, plural=True)) if every else self.the(group)
        if group.run:
            ways, ends_of = [how(run) for run in runs(group)], self._beyond(group)
            built, more = ways[0], ends_of[0]
            if len(ways) > 1:
                built = listed((way + end for way, end in zip(ways, ends_of, strict=True)), "or")
                more = translate(", from its first card to its last")
            text = msgid("a run that is moved must be built {how}{more}")
            if taken(group) not in vocabulary.MOVED_RUNS:
                text = msgid("a run on {pile} is built {how}{more}")
            rules.append(translate(text, pile=here, how=built, more=more))
        opened = [
            then
            for then in group.then
            if group.take == Take.NONE and then.take not in (Take.NONE, None)
        ]
        if len(opened) > 1:
            text = msgid("cards may be taken from {pile} only {when}")
            clauses = listed([self.clause(then.when) for then in opened], "or")
            rules.append(translate(text, pile=here, when=clauses))
        for then in group.then:
            if then.take not in (None, group.take) and len(opened) < 2:
                clause = self.clause(then.when, holds=then.take == Take.NONE)
                text = msgid("nothing may be taken from {pile} {when}")
                rules.append(translate(text, pile=here, when=clause))
            if then.to is not None:
                rules.append(self._going(self.clause(then.when, False), here, group.to))
                rules.append(self._going(self.clause(then.when), here, then.to))
        return rules + self.staying(group, every=every)

    def _beyond(self, group: Group) -> list[str]:
        """Return, for each build of a group's runs, a clause on the ends of the rank order."""
        builds = [replace(parse_build(run), one_way=False) for run in runs(group)]
        return [beyond(build, self.sequence(group)) for build in builds]

    def _going(self, when: str, here: Phrase, refs: Sequence[str] | None) -> str:
        """State where cards from some piles may go while a clause holds."""
        if refs is None or "usual" in refs:
            text = msgid("{when}, cards from {piles} may go wherever they fit")
            return translate(text, when=when, piles=here)
        if not refs:
            return translate("{when}, cards on {piles} may not be moved", when=when, piles=here)
        text = msgid("{when}, cards from {piles} may go only to {there}")
        return translate(text, when=when, piles=here, there=self.these(refs))

    def staying(self, group: Group, *, every: bool = False) -> list[str]:
        """State which bottom cards must stay in a group or, with ``every``, in all foundations."""
        if not group.keep:
            return []
        pile = noun_phrase(group.kind) if every else self.pile(group)
        pile = a(pile) if every or group.piles > 1 else the(pile)
        text = msgid("the bottom {cards} of {pile} may not be taken")
        if group.keep == 1:
            text = msgid("the bottom card of {pile} may not be taken")
        return [translate(text, cards=cards(group.keep), pile=pile)]

    # -- the stock -------------------------------------------------------------------------------

    def stock_deal(self, text: str) -> StockDeal:
        """Parse a deal phrase of this game."""
        return vocabulary.parse_stock_deal(text, references(self.groups))

    def laid_out_again(self, group: Group) -> bool:
        """Return whether a redeal deals cards to the piles of a group again."""
        redeal = self.definition.redeal
        if not redeal or not redeal.times or redeal.from_ == RedealFrom.WASTE:
            return False
        in_order = self.tables.rows.redeal_kept
        return group.kind == "tableau" and not in_order and any(self.tables.redeal.dealt)

    def stock_reaches(self, group: Group) -> bool:
        """Return whether deals from the stock go to a group and may fill its empty piles."""
        names = {group.name, group.kind}
        waits = {f"not {ref} has a space" for ref in names}
        for stock in self.of_kind("stock"):
            if stock.when in waits or stock.next_at or stock.skips == Skip.EMPTY_PILES:
                return False  # the key 'next_at' already states which pile gets the dealt card
        return any(names.intersection(self.stock_deal(text).groups) for text in self.stock_deals())

    def stock_deals(self) -> list[str]:
        """Return the phrases for all deals from the stock."""
        return [text for g in self.of_kind("stock") for text in (str(g.deal), g.last) if text]

    def closes_up(self) -> bool:
        """Return whether a redeal only closes gaps between single cards, and uses the stock."""
        redeal = self.definition.redeal
        return (
            redeal is not None
            and redeal.order == RedealOrder.FIRST_PILE_FIRST
            and redeal.when == "tableau has a space"
            and redeal.from_ == RedealFrom.TABLEAU_AND_STOCK
            and all(g.build == "none" and g.most == 1 for g in self.of_kind("tableau"))
        )
