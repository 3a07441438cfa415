"""Refusals: sentences that explain why a move is illegal.

The engine returns a code for the rule that forbids the move. This module turns the code into a
sentence, using the game's definition. A sentence may begin with a lower-case letter, which
:class:`~cadogan.model.position.Position` capitalizes.
"""

from __future__ import annotations

from collections.abc import Callable

from cadogan.core.cards import RANKS, parse_card, rank_of, suit_of
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    a,
    card_name,
    cards,
    listed,
    noun_phrase,
    number,
    rank,
    rank_of_letter,
    ranks,
    suit,
)
from cadogan.mechanics.counting.text import explain_no_hit
from cadogan.mechanics.exchange.text import explain_right, explain_wrong
from cadogan.mechanics.paired_start.text import explain_alone
from cadogan.mechanics.round_robin.moves import pile_to_redeal, place_of
from cadogan.mechanics.round_robin.text import explain_no_reach
from cadogan.mechanics.rows.compile import left_place, right_place
from cadogan.mechanics.rows.text import explain_fixed, explain_gap, explain_reach
from cadogan.mechanics.skipping.moves import may_now
from cadogan.mechanics.skipping.text import explain_skipped
from cadogan.mechanics.text import explain_forced, explain_mechanic
from cadogan.mechanics.weaving.moves import playable
from cadogan.mechanics.whole_runs.text import explain_not_whole
from cadogan.rules.build_names import as_told, space_cards
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import ranks_dealt
from cadogan.rules.group import Group, ever, group_now, references
from cadogan.rules.phases import runs
from cadogan.rules.phrases import Direction, Space, Start, Take
from cadogan.rules.vocabulary import parse_condition
from cadogan.state import state
from cadogan.state.codes import Num, Refusal, Route
from cadogan.state.compiled import CompiledGame
from cadogan.state.queries import phase
from cadogan.state.snapshot import Snapshot, new_state, thaw
from cadogan.state.special_moves import Counter, action, counter
from cadogan.text.names import clause, either, kind_title, owner_title, pile_title, waits
from cadogan.text.notation import ParsedMove
from cadogan.text.run_refusals import explain_kept_cards


def _thawed(rules: CompiledGame, snapshot: Snapshot) -> state.State:
    S = new_state(rules.compiled_rules, 0)
    thaw(rules.compiled_rules, S, snapshot)
    return S


def _holds(rules: CompiledGame, snapshot: Snapshot, text: str) -> bool:
    """Return whether a condition on moves holds in a position; True without a condition."""
    if not text:
        return True
    wanted = parse_condition(text, references(rules.groups))
    known = [(c.kind, c.group) for c in rules.conditions]
    at = known.index((wanted.kind, wanted.group)) + 1
    return may_now(rules.compiled_rules, _thawed(rules, snapshot), -at if wanted.negated else at)


class _Refused:
    """A refused move, with the groups and names of its piles in the current position.

    Attributes:
        a, b: the numbers of the source and the target.
        source, target: the groups of both piles, with the rules of the current phase.
        pile, onto: the cards on the source and the target.
        here, there: the names of the source and the target.
        deep: the number of cards from the top of the source down to the deepest card that moves.
        card: the deepest card that moves, or -1 if the source has too few cards.
        base: the base rank, or 0.
    """

    def __init__(self, rules: CompiledGame, snapshot: Snapshot, move: ParsedMove) -> None:
        self.rules, self.snapshot, self.move = rules, snapshot, move
        self.R = rules.compiled_rules
        self.a, self.b = a, b = move.source, move.target
        self.source, self.target = (
            group_now(rules.of[p], lambda text: _holds(rules, snapshot, text)) for p in (a, b)
        )
        self.pile, self.onto = snapshot.piles[a], snapshot.piles[b]
        self.here, self.there = pile_title(rules, a), pile_title(rules, b)
        self.deep = max(move.count, move.depth)
        self.card = self.pile[-self.deep] if 0 < self.deep <= len(self.pile) else -1
        if self.card >= 0 and self.source.take == Take.WHOLE_PILE_BY_ITS_TOP_CARD:
            self.card = self.pile[-1]
        self.base = rank_of(snapshot.base - 1) if snapshot.base else 0


def explain_refusal(rules: CompiledGame, snapshot: Snapshot, move: ParsedMove, code: int) -> str:
    """Return the sentence for one of the engine's refusal codes."""
    m = _Refused(rules, snapshot, move)
    if code == Refusal.TOO_FAR and m.target.leftmost and m.deep > 1:
        code = Refusal.NOT_TAKEN if move.depth > 1 else Refusal.TOO_MANY
    return _SENTENCES.get(code, _wrong_card)(m)


# --- the source ----------------------------------------------------------------------------------


def _not_taken(m: _Refused, *, yet: bool = False) -> str:
    """Return why a card may not be taken; ``yet`` means that it may be taken later."""
    if m.move.depth > 1 and m.source.take == Take.TOP_OR_BOTTOM_CARD:
        text = msgid("Only the top card and the bottom card of {pile} may be taken.")
        return translate(text, pile=m.here)
    if m.move.depth > 1:
        counted = counter(state.DRAWN)
        allowed = getattr(m.rules.definition, counted.table)
        if not (yet and allowed and allowed.times):
            return translate("You cannot draw a buried card from {pile}.", pile=m.here)
        if getattr(m.snapshot, counted.name) >= allowed.times:
            return _used(counted, allowed.times)
        why = waits(m.rules, allowed.when)
        return translate("You cannot draw a buried card from {pile} {why}.", pile=m.here, why=why)
    if m.R.removal.used and m.R.removal.piles[m.a]:
        text = msgid("Cards from {pile} do not go to other piles: they only leave play.")
        return translate(text, pile=m.here)
    return translate("Nothing may be taken from {pile}.", pile=m.here)


def _same_pile(m: _Refused) -> str:
    if m.card < 0 or m.move.count > 1:
        return translate("The cards already lie on {pile}.", pile=m.there)
    text = msgid("The {card} already lies on {pile}.")
    return translate(text, card=card_name(m.card), pile=m.there)


def _too_many(m: _Refused) -> str:
    if m.deep > len(m.pile):
        text = msgid("There {cards:is/are} only {cards} on {pile}.")
        return translate(text, cards=cards(len(m.pile)), pile=m.here)
    return translate("Cards are moved one at a time from {piles}.", piles=kind_title(m.source))


def _kept(m: _Refused) -> str:
    if m.R.exchange.begins[m.a]:
        return explain_right(m.source, m.here)
    if m.R.rows.fixed and m.source.row:
        return explain_fixed(m.here)
    return explain_kept_cards(m.source.keep, m.here)


def _face_down(m: _Refused) -> str:
    down = m.snapshot.down[m.a]
    up = len(m.pile) - down
    if up == 0:
        return translate("The cards on {pile} lie face down.", pile=m.here)
    text = msgid("Only {n} of the cards on {pile} may be taken; the rest lie face down.")
    if m.source.keep > down:  # some face-up cards must stay in the pile
        text = msgid("Only {n} of the cards on {pile} lie face up.")
        if up == 1:
            text = msgid("Only {n} of the cards on {pile} lies face up.")
    return translate(text, n=number(up), pile=m.here)


def _only_whole(m: _Refused) -> str:
    text = msgid("Only the whole pile may be taken from {pile}.")
    if m.source.take.startswith("top"):
        text = msgid("Only the top card or the whole pile may be taken from {pile}.")
    return translate(text, pile=m.here)


def _not_a_run(m: _Refused) -> str:
    """Return why the top cards of a pile do not form a run."""
    many = cards(m.move.count)
    for below in map(rank_of, m.pile[-m.move.count : -1]) if m.source.ends else ():
        if _ends(m.source, below, m.base):
            text = msgid("The top {cards} of {pile} are not a run: {rank} ends a run.")
            return translate(text, cards=many, pile=m.here, rank=a(rank(below)))
    builds = runs(m.source) or [_build_of(m.rules, m.source, m.a)]
    builds = [build for build in builds if build != Direction.NONE]
    if not builds:
        return _too_many(m)
    text = msgid("The top {cards} of {pile} are not a run built {how}.")
    built = listed(map(as_told, builds), "or")
    return translate(text, cards=many, pile=m.here, how=built)


def _ends(group: Group, below: int, base: int) -> bool:
    """Return whether a rank ends the runs of a group."""
    return group.ends in (RANKS[below - 1], Start.BASE_RANK * (below == base))


def _part_of_run(m: _Refused) -> str:
    text = msgid(
        "Only the whole run may be moved from {pile}: the {card} under it could not go up."
    )
    return translate(text, pile=m.here, card=card_name(m.pile[-m.deep - 1]))


# --- the route and the target --------------------------------------------------------------------


def _no_way(m: _Refused) -> str:
    """Return why cards from one pile may never go to another pile."""
    if m.source.kind == "foundation" and not any(ever(m.rules.of[m.a], "to")):
        return translate("Cards on foundations stay there.")
    if m.target.kind == "foundation" and len(m.onto) >= m.R.accept.full[m.b]:
        return translate("{pile} is complete.", pile=m.there)
    if m.target.kind == "stock":
        return translate("You cannot move a card to the stock.")
    if m.onto and m.target.kind == "cell":
        return translate("{pile} already holds a card.", pile=m.there)
    if m.onto and m.target.kind in ("tableau", "reserve") and m.target.build == "none":
        return translate("There is no building on {piles}.", piles=kind_title(m.target))
    if m.source.kind == "stock" and m.R.deal.first <= m.b < m.R.deal.end:
        return translate("Only a deal moves cards from the stock to {there}.", there=m.there)
    text = msgid("Cards from {piles} may not go to {there}.")
    if m.onto and _fills(m.rules, m.a, m.b):
        text = msgid("Cards from {piles} may go to {there} only if it is empty.")
    return translate(text, piles=owner_title(m.rules, m.a), there=owner_title(m.rules, m.b))


def _fills(rules: CompiledGame, a: int, b: int) -> bool:
    """Return whether cards from one pile may ever fill another pile."""
    R = rules.compiled_rules
    pair = R.group[a] * R.groups + R.group[b]
    return any(
        R.routes.ways[phase * R.groups**2 + pair] & Route.INTO
        for phase in range(1 << R.routes.phase_conditions)
    )


def _not_yet(m: _Refused) -> str:
    text = msgid("Cards from {piles} may not go to {pile} {why}.")
    return translate(text, piles=kind_title(m.source), pile=m.there, why=_condition_of(m))


def _condition_of(m: _Refused) -> str:
    """Return a clause for the condition that currently closes the route between two piles.

    If the condition changed, the route would open. If several conditions must change, the clause
    names the smallest set of them.
    """
    R = m.R
    source, target, side = R.group[m.a], R.group[m.b], 1 if m.onto else 2

    def is_open(phase: int) -> int:
        if m.a == m.b:  # for a move within a pile, any route that leads out of the pile is enough
            return R.routes.gives[phase * R.groups + source]
        return R.routes.ways[(phase * R.groups + source) * R.groups + target] & side

    now = phase(R, _thawed(m.rules, m.snapshot))
    changes = [phase ^ now for phase in range(1 << R.routes.phase_conditions) if is_open(phase)]
    if not changes:
        return translate("yet")
    change = min(changes, key=lambda bits: (bits.bit_count(), bits))
    return translate(", and ").join(
        clause(condition, holds=bool(now >> k & 1) != condition.negated)
        for k, condition in enumerate(m.rules.conditions[: R.routes.phase_conditions])
        if change >> k & 1
    )


def _single_only(m: _Refused) -> str:
    if m.target.kind == "tableau":
        return translate("Only an empty pile takes a run; on other cards, move one at a time.")
    return translate("Cards go to {piles} one at a time.", piles=kind_title(m.target))


def _full(m: _Refused) -> str:
    if m.target.kind == "foundation":
        return translate("{pile} is complete.", pile=m.there)
    return translate("{pile} cannot hold more cards.", pile=m.there)


def _too_short(m: _Refused) -> str:
    text = msgid("A pile with fewer than {cards} may not be built on; {pile} has {n}.")
    return translate(text, cards=cards(m.target.least), pile=m.there, n=number(len(m.onto)))


def _no_space(m: _Refused) -> str:
    """Return why cards from one pile may never fill another, empty pile."""
    rules, source, target = m.rules, m.rules.of[m.a], m.rules.of[m.b]
    if target.paired:
        return explain_alone(rules, target)
    filling = [*dict.fromkeys(ref for refs in ever(target, "fill") for ref in refs)]
    by_hand = [*dict.fromkeys(ref for refs in ever(target, "space_from") for ref in refs)]
    named = {source.name, source.kind}
    piles = owner_title(rules, m.a)
    if target.kind == "foundation" and by_hand:
        if named & {*by_hand}:
            return translate("Cards from {piles} may not begin {pile}.", piles=piles, pile=m.there)
        text = msgid("Only cards from {piles} may begin {pile}.")
        return translate(text, piles=either(by_hand), pile=m.there)
    pile = noun_phrase(target.kind + " pile" * (target.kind in ("tableau", "reserve")))
    left = any(m.snapshot.piles[p] for p, g in enumerate(rules.of) if {g.name, g.kind} & {*filling})
    if named & {*filling}:
        text = msgid("Cards from {piles} fill an empty {pile} automatically, not by hand.")
        return translate(text, piles=piles, pile=pile)
    if filling and (left or not by_hand) and not named & {*by_hand}:
        text = msgid("An empty {pile} is filled only from {piles}.")
        return translate(text, pile=pile, piles=either(filling))
    if by_hand and not named & {*by_hand}:
        text = msgid("An empty {pile} may be filled only from {piles}.")
        return translate(text, pile=pile, piles=either(by_hand))
    if not by_hand and {*ever(target, "space")} == {Space.NONE}:
        text = msgid("An empty pile of {spaces} is never filled.")
        if target.refill:
            text = msgid("Gaps in {spaces} are filled only by a refill from the stock.")
        return translate(text, spaces=kind_title(target))
    # Either the source may fill the pile at another time, or no pile may fill it.
    return translate("Cards from {piles} may not fill an empty {pile}.", piles=piles, pile=pile)


# --- the card and the card below -----------------------------------------------------------------


def _wrong_card(m: _Refused) -> str:
    """Return why a card may not go to a pile."""
    target, card = m.target, card_name(m.card)
    if target.same_suits and (shown := _suit_shown(m)) not in (-1, suit_of(m.card)):
        text = msgid("The {card} may not go to {pile}: the others have {suit} at this height.")
        return translate(text, card=card, pile=m.there, suit=suit(shown))
    if m.onto:
        return _wrong_on_cards(m)
    i = m.b - m.rules.first[target.name]
    if target.row:
        beside = [
            m.snapshot.piles[m.rules.first[target.name] + place] if place >= 0 else None
            for place in (left_place(target, i), right_place(target, i))
        ]
        return explain_gap(target, i, card, beside, m.rules.ranks)
    if target.kind != "foundation":
        text = msgid("The {card} may not fill the empty pile: only {cards} may.")
        some = space_cards(target.space)
        if target.space == Space.ITS_OWN_RANK:
            some = a(rank(ranks_dealt(m.rules.definition)[i]))
        return translate(text, card=card, cards=some)
    return _wrong_beginning(m, target.start if isinstance(target.start, str) else target.start[i])


def _wrong_beginning(m: _Refused, start: str) -> str:
    """Return why a card may not begin a foundation with the given start."""
    if m.target.awaits and not m.snapshot.piles[waited := m.R.accept.indicator[m.b]]:
        text = msgid("You cannot begin {pile} while {other} is empty.")
        return translate(text, pile=m.there, other=pile_title(m.rules, waited))
    card, card_rank = card_name(m.card), rank_of(m.card)
    owner, above = m.rules.owner[m.b], m.R.accept.above[m.b]
    if m.target.in_lines and card_rank == RANKS.index(start) + 1:
        return _wrong_line(m)
    if owner >= 0 and suit_of(m.card) != owner:
        return translate("{pile} takes only {suit}.", pile=m.there, suit=suit(owner))
    if start == Start.BASE_RANK and card_rank != m.base:
        name = rank(m.base) if m.base else noun_phrase("chosen card")
        text = msgid("The {card} may not begin {pile}: each foundation begins with {rank}.")
        return translate(text, card=card, pile=m.there, rank=a(name))
    if above >= 0 and not m.snapshot.piles[above]:
        return translate("Rows must be begun in order, and the row above is still empty.")
    if above >= 0 and card_rank not in map(rank_of, m.snapshot.piles[above]):
        text = msgid("The {card} may not begin {pile}: the row above does not show its rank.")
        return translate(text, card=card, pile=m.there)
    if len(start) == 1:
        text = msgid("The {card} may not begin {pile}: it begins with {rank}.")
        return translate(text, card=card, pile=m.there, rank=a(rank_of_letter(start)))
    if len(start) == 2:
        text = msgid("The {card} may not begin {pile}: it begins with the {first}.")
        return translate(text, card=card, pile=m.there, first=card_name(parse_card(start)))
    return translate("The {card} may not begin {pile}.", card=card, pile=m.there)


def _wrong_line(m: _Refused) -> str:
    """Return why a card may not begin a foundation that belongs to a line of one suit."""
    lines, own_suit = m.R.accept.line, suit_of(m.card)
    suits = {
        lines[p]: suit_of(pile[0])
        for p, pile in enumerate(m.snapshot.piles)
        if lines[p] >= 0 and pile
    }
    here = suits.get(lines[m.b], -1)
    if here not in (-1, own_suit):
        text = msgid("{pile} belongs to the line of {suit}.")
        return translate(text, pile=m.there, suit=suit(here))
    if own_suit in suits.values():
        n = next(line for line, of in suits.items() if of == own_suit)
        places = [pile_title(m.rules, p) for p, line in enumerate(lines) if line == n]
        text = msgid("The {card} must go to the line of its suit: {piles}.")
        return translate(text, card=card_name(m.card), piles=listed(places, "or"))
    return translate("Lines must be begun in order, and an earlier one is still empty.")


def _suit_shown(m: _Refused) -> int:
    """Return the suit that other foundations hold at the height of a pile's next card, or -1."""
    first, height = m.R.accept.same_suits[m.b], len(m.onto)
    others = m.snapshot.piles[first : first + m.rules.of[m.b].piles]
    return next((suit_of(pile[height]) for pile in others if len(pile) > height), -1)


def _wrong_on_cards(m: _Refused) -> str:
    """Return why a card may not go on the cards of a pile."""
    target, R = m.target, m.R
    if m.snapshot.down[m.b] == len(m.onto):
        return translate("The top card of {pile} is face down: no card goes on it.", pile=m.there)
    bottom, under = m.onto[0], m.onto[-1]
    if R.exchange.begins[m.b] and not R.exchange.begins[m.b] >> bottom & 1:
        return explain_wrong(target, bottom)
    card, top, of_top = card_name(m.card), card_name(under), rank_of(under)
    if R.accept.above[m.b] >= 0:
        shown = map(rank_of, m.snapshot.piles[R.accept.above[m.b]])
        if rank_of(m.card) not in shown or suit_of(m.card) != suit_of(under):
            text = msgid(
                "The {card} may not go to {pile}, which takes only its own suit and ranks that the"
                " row above shows."
            )
            return translate(text, card=card, pile=m.there)
    if target.bare and target.space != Space.NONE and len(m.onto) == target.keep:
        text = msgid("The {card} may not go on the {top}: only {cards} may.")
        return translate(text, card=card, top=top, cards=space_cards(target.space))
    if target.ends and _ends(target, of_top, m.base):
        text = msgid("The {card} may not go on the {top}: no card goes on {rank} here.")
        return translate(text, card=card, top=top, rank=a(rank(of_top)))
    if target.apart and m.base in (rank_of(m.card), of_top):
        text = msgid(
            "The {card} may not go on the {top}: here {ranks} do not go on other cards, nor"
            " other cards on them."
        )
        return translate(text, card=card, top=top, ranks=ranks(m.base))
    text = msgid("The {card} may not go on the {top}: {why}.")
    if target.same_way:
        text = msgid(
            "The {card} may not go on the {top}: {why}, and all of them go in the same direction."
        )
    return translate(text, card=card, top=top, why=_build_text(m))


def _build_of(rules: CompiledGame, group: Group, p: int) -> str:
    """Return a pile's build phrase under the rules of the current phase."""
    if isinstance(group.build, str):
        return group.build
    return group.build[p - rules.first[group.name]]


def _build_text(m: _Refused) -> str:
    """Return a clause that states how the target is built."""
    how = _build_of(m.rules, m.target, m.b)
    direction, text = parse_build(how).direction, msgid("{piles} {piles:is/are} built {how}")
    if direction in (Direction.NONE, Direction.ANY_CARD):
        text = msgid("{piles} take no cards by building")
        if m.target.kind == "tableau":
            text = msgid("{piles} takes no cards by building")
    elif direction == Direction.SAME_SUIT_OR_RANK:
        text = msgid("{piles} {piles:is/are} built with cards of the same suit or rank")
    elif direction == Direction.ANY_LOWER_CARD:
        text = msgid("{piles} {piles:is/are} built down by any number of ranks")
    elif direction == Direction.ANY_ORDER:
        text = msgid("{piles} {piles:is/are} filled in suit, in any order")
    return translate(text, piles=kind_title(m.target), how=as_told(how))


_SENTENCES: dict[int, Callable[[_Refused], str]] = {
    Refusal.COVERED: lambda m: translate("Cards from other piles lie on {pile}.", pile=m.here),
    Refusal.COVERED_THERE: lambda m: translate(
        "Cards from other piles lie on {pile}: no card goes there.", pile=m.there
    ),
    Refusal.EQUAL_BESIDE: lambda m: translate(
        "An equal card lies next to it on {pile}: take that card instead.", pile=m.here
    ),
    Refusal.FACE_DOWN: _face_down,
    Refusal.FULL: _full,
    Refusal.KEPT: _kept,
    Refusal.MUST_LEAVE: lambda m: explain_forced(m.rules, m.snapshot),
    Refusal.NOT_A_RUN: _not_a_run,
    Refusal.NOT_HERE: lambda m: explain_no_reach(
        m.rules, m.pile[-1], place_of(m.R, m.snapshot.counted)
    ),
    Refusal.NOT_TAKEN: _not_taken,
    Refusal.NOT_WHOLE: lambda m: explain_not_whole(m.target, m.R.accept.full[m.b]),
    Refusal.NOT_YET: _not_yet,
    Refusal.NOT_YET_TAKEN: lambda m: _not_taken(m, yet=True),
    Refusal.NO_CARD: lambda m: translate("There is no card on {pile}.", pile=m.here),
    Refusal.NO_ROOM_TO_CARRY: lambda m: translate(
        "There are not enough free cells and empty piles to move {cards}.",
        cards=cards(m.move.count),
    ),
    Refusal.NO_SPACE: _no_space,
    Refusal.NO_WAY: _no_way,
    Refusal.PART_OF_RUN: _part_of_run,
    Refusal.SAME_PILE: _same_pile,
    Refusal.SINGLE_ONLY: _single_only,
    Refusal.TOO_FAR: lambda m: explain_reach(m.target if m.target.leftmost else m.source),
    Refusal.TOO_MANY: _too_many,
    Refusal.TOO_SHORT: _too_short,
    Refusal.TWIN: lambda m: translate(
        "{pile} is equivalent to an earlier pile: use the earlier one first.", pile=m.there
    ),
    Refusal.WHOLE_ONLY: _only_whole,
}


# --- special moves -------------------------------------------------------------------------------


# for each counter, the sentences for a limit of one, two, and more moves
_USED: dict[int, tuple[str, str, str]] = {
    Num.REDEALS: (
        msgid("The only redeal has been used."),
        msgid("Both redeals have been used."),
        msgid("All {n} redeals have been used."),
    ),
    Num.SHIFTS: (
        msgid("The only shift has been used."),
        msgid("Both shifts have been used."),
        msgid("All {n} shifts have been used."),
    ),
    Num.MERCIES: (
        msgid("The only draw has been used."),
        msgid("Both draws have been used."),
        msgid("All {n} draws have been used."),
    ),
}


def _used(counted: Counter, times: int) -> str:
    """Return the sentence for a special move that has reached its limit."""
    one, two, more = _USED[counted.slot]
    return translate(one if times == 1 else two if times == 2 else more, n=number(times))


def _no_deal(rules: CompiledGame, snapshot: Snapshot) -> str:
    if not _in_stock(rules, snapshot):
        return translate("The stock is empty.")
    when = rules.of[rules.compiled_rules.stock.pile].when
    if _holds(rules, snapshot, when):
        return explain_skipped(rules.compiled_rules)
    return translate("No cards may be dealt from the stock {why}.", why=waits(rules, when))


def _in_stock(rules: CompiledGame, snapshot: Snapshot) -> int:
    """Return the number of cards in the stock, or 0 in a game without a stock."""
    stock = rules.compiled_rules.stock.pile
    return len(snapshot.piles[stock]) if stock >= 0 else 0


def _no_redeal(rules: CompiledGame, snapshot: Snapshot) -> str:
    R, piles, stock = rules.compiled_rules, snapshot.piles, _in_stock(rules, snapshot)
    if 0 <= R.redeal.times <= snapshot.redeals:
        return _used(counter(Num.REDEALS), R.redeal.times)
    if R.redeal.waste and stock:
        return translate("The stock is not empty.")
    if R.round_robin.redeal_up and pile_to_redeal(R, _thawed(rules, snapshot)) < 0:
        return translate("No card can move up, and no empty pile can be filled.")
    unused = piles[R.redeal.end - R.redeal.times : R.redeal.end - snapshot.redeals]
    if R.round_robin.redeal_by_pile and not R.round_robin.redeal_up and not any(unused):
        return translate("The piles left for redeals are empty.")
    redeal = rules.definition.redeal
    left = any(piles[R.redeal.first : R.redeal.end]) or (R.round_robin.redeal_stock and stock)
    if left and redeal and redeal.when:
        return translate("There is no redeal {why}.", why=waits(rules, redeal.when))
    return translate("There are no cards to redeal.")


def _no_weaving(rules: CompiledGame, snapshot: Snapshot) -> str:
    p = playable(rules.compiled_rules, _thawed(rules, snapshot))
    if p < 0:
        return translate("No exile is left to weave in.")
    return translate("A card from {pile} can still go to a foundation.", pile=pile_title(rules, p))


def explain_action(rules: CompiledGame, snapshot: Snapshot, word: str) -> str:
    """Return why a special move, given by its word, is impossible in a position."""
    R = rules.compiled_rules
    act = action(word)
    if act and not act.there(R):
        return act.absent.format(name=translate(rules.definition.name))
    if R.mechanics.needed and (reason := explain_mechanic(rules, snapshot, word)):
        return reason
    if word == "refill" and _in_stock(rules, snapshot):
        return translate("There are no gaps to refill.")
    if word in ("deal", "refill"):
        return _no_deal(rules, snapshot)
    if word == "redeal":
        return _no_redeal(rules, snapshot)
    if word == "weave":
        return _no_weaving(rules, snapshot)
    if word == "count":
        return explain_no_hit()
    return _used(counter(Num.SHIFTS), R.shift.times)
