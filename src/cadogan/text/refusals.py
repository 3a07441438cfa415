"""Why a move is refused, in the game's own words.

The engine says which rule forbids the move; this module says it as a sentence, from the same
definition that the tables come from. It may begin with a small letter where a name comes first:
:class:`~cadogan.model.position.Position` puts the capital.
"""

from __future__ import annotations

from cadogan.core.cards import RANKS, SUITS, rank_of, suit_of
from cadogan.i18n import translate
from cadogan.i18n.grammar import (
    a,
    card_name,
    cards,
    listed,
    noun_phrase,
    number,
    of_them,
    rank,
    rank_of_letter,
    ranks,
    space_cards,
    suit,
)
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.moves import may_now, pile_to_redeal, playable
from cadogan.mechanics.round_robin.moves import place_of
from cadogan.mechanics.rows.compile import left_place, right_place
from cadogan.mechanics.text import (
    explain_alone,
    explain_fixed,
    explain_forced,
    explain_gap,
    explain_mechanic,
    explain_no_hit,
    explain_no_reach,
    explain_not_whole,
    explain_reach,
    explain_right,
    explain_skipped,
    explain_wrong,
)
from cadogan.rules.build_names import as_told
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import ranks_dealt
from cadogan.rules.group import Group, ever, group_now, references
from cadogan.rules.phases import runs
from cadogan.rules.phrases import Direction, Space, Start, Take
from cadogan.rules.vocabulary import parse_condition
from cadogan.state.codes import Num, Refusal, Route
from cadogan.state.compiled import CompiledGame
from cadogan.state.queries import phase
from cadogan.state.snapshot import Snapshot, new_state, thaw
from cadogan.state.special_moves import Counter, action, counter
from cadogan.state.state import DRAWN
from cadogan.text.names import clause, either, kind_title, owner_title, pile_title, waits
from cadogan.text.notation import ParsedMove
from cadogan.text.run_refusals import explain_kept_cards

__all__ = ["explain_action", "explain_refusal"]


def _phase(rules: CompiledGame, snapshot: Snapshot) -> int:
    """Return which conditions that routes depend on hold here, one bit each."""
    state = new_state(rules.compiled_rules, 0)
    thaw(rules.compiled_rules, state, snapshot)
    return phase(rules.compiled_rules, state)


def _holds(rules: CompiledGame, snapshot: Snapshot, text: str) -> bool:
    """Say whether a condition on moves holds here; none always does."""
    if not text:
        return True
    wanted = parse_condition(text, references(rules.groups))
    known = [(c.kind, c.group) for c in rules.conditions]
    number = known.index((wanted.kind, wanted.group)) + 1
    state = new_state(rules.compiled_rules, 0)
    thaw(rules.compiled_rules, state, snapshot)
    return may_now(rules.compiled_rules, state, -number if wanted.negated else number)


def _group_now(rules: CompiledGame, snapshot: Snapshot, p: int) -> Group:
    """Return a pile's group as its rules are here."""
    return group_now(rules.of[p], lambda text: _holds(rules, snapshot, text))


def _fills(rules: CompiledGame, a: int, b: int) -> bool:
    """Say whether cards of a pile may ever fill another."""
    R = rules.compiled_rules
    pair = R.group[a] * R.groups + R.group[b]
    return any(
        R.routes.ways[phase * R.groups**2 + pair] & Route.INTO
        for phase in range(1 << R.routes.phase_conditions)
    )


def _condition_of(rules: CompiledGame, snapshot: Snapshot, a: int, b: int) -> str:
    """Name the condition for which cards of one pile may not go to another now.

    It is the one that opens the way when it changes; where it takes several, the fewest.
    """
    R = rules.compiled_rules
    source, target, side = R.group[a], R.group[b], 1 if snapshot.piles[b] else 2

    def is_open(phase: int) -> int:
        if a == b:  # a card that comes to the front of its pile must be free to go somewhere
            return R.routes.gives[phase * R.groups + source]
        return R.routes.ways[(phase * R.groups + source) * R.groups + target] & side

    now = _phase(rules, snapshot)
    changes = [phase ^ now for phase in range(1 << R.routes.phase_conditions) if is_open(phase)]
    if not changes:
        return translate("yet")
    change = min(changes, key=lambda bits: (bits.bit_count(), bits))
    return translate(", and ").join(
        clause(condition, holds=bool(now >> k & 1) != condition.negated)
        for k, condition in enumerate(rules.conditions[: R.routes.phase_conditions])
        if change >> k & 1
    )


def _build_of(rules: CompiledGame, group: Group, p: int) -> str:
    """Return the phrase by which a pile of a group is built, as its rules are now."""
    if isinstance(group.build, str):
        return group.build
    return group.build[p - rules.first[group.name]]


def _build_text(rules: CompiledGame, group: Group, b: int) -> str:
    text = _build_of(rules, group, b)
    build = parse_build(text)
    piles = kind_title(group)
    if build.direction in (Direction.NONE, Direction.ANY_CARD):
        if group.kind == "tableau":
            return translate("{piles} takes no cards by building", piles=piles)
        return translate("{piles} take no cards by building", piles=piles)
    if build.direction == Direction.SAME_SUIT_OR_RANK:
        text = "{piles} {piles:is/are} built in cards of the same suit or rank"
        return translate(text, piles=piles)
    if build.direction == Direction.ANY_LOWER_CARD:
        text = "{piles} {piles:is/are} built down by any number of ranks"
        return translate(text, piles=piles)
    if build.direction == Direction.ANY_ORDER:
        return translate("{piles} {piles:is/are} filled in suit, in any order", piles=piles)
    return translate("{piles} {piles:is/are} built {how}", piles=piles, how=as_told(text))


def explain_refusal(rules: CompiledGame, snapshot: Snapshot, move: ParsedMove, code: int) -> str:
    """Return the sentence for one of the engine's refusals.

    It is one long function because it is a list: a line or two for each code.
    """
    a, b = move.source, move.target
    source, target = _group_now(rules, snapshot, a), _group_now(rules, snapshot, b)
    here, there = pile_title(rules, a), pile_title(rules, b)
    height = len(snapshot.piles[a])
    loose = height - max(snapshot.down[a], source.keep)
    deep = max(move.count, move.depth)
    lowest = snapshot.piles[a][-deep] if 0 < deep <= height else -1
    if lowest >= 0 and source.take == Take.WHOLE_PILE_BY_ITS_TOP_CARD:
        lowest = snapshot.piles[a][-1]
    if code == Refusal.MUST_LEAVE:
        return explain_forced(rules, snapshot)
    if code == Refusal.TOO_FAR and target.leftmost and deep > 1:
        code = Refusal.NOT_TAKEN if move.depth > 1 else Refusal.TOO_MANY
    if code == Refusal.SAME_PILE:
        if lowest < 0 or move.count > 1:
            return translate("The cards already lie on {pile}.", pile=there)
        text = "The {card} already lies on {pile}."
        return translate(text, card=card_name(lowest), pile=there)
    if code == Refusal.NO_CARD:
        return translate("There is no card on {pile}.", pile=here)
    if code == Refusal.COVERED:
        return translate("Cards of other piles lie on {pile}.", pile=here)
    if code == Refusal.COVERED_THERE:
        return translate("Cards of other piles lie on {pile}: nothing goes there.", pile=there)
    if code in (Refusal.NOT_TAKEN, Refusal.NOT_YET_TAKEN):
        if move.depth > 1 and source.take == Take.TOP_OR_BOTTOM_CARD:
            text = "Only the top card and the bottom card of {pile} may be taken."
            return translate(text, pile=here)
        if move.depth > 1:
            return _no_draw(rules, snapshot, here, code)
        if rules.compiled_rules.removal.used and rules.compiled_rules.removal.piles[move.source]:
            return translate(
                "Cards of {pile} go to no other pile: they only leave play.", pile=here
            )
        return translate("Nothing may be taken from {pile}.", pile=here)
    if code == Refusal.TOO_MANY:
        if deep > height:
            text = "There {cards:is/are} only {cards} on {pile}."
            return translate(text, cards=cards(height), pile=here)
        return translate("Cards are moved one at a time from {piles}.", piles=kind_title(source))
    if code == Refusal.KEPT and rules.compiled_rules.exchange.begins[a]:
        return explain_right(source, here)
    if code == Refusal.KEPT and rules.compiled_rules.rows.fixed and source.row:
        return explain_fixed(here)
    if code == Refusal.KEPT:
        return explain_kept_cards(source.keep, here)
    if code == Refusal.FACE_DOWN:
        up = height - snapshot.down[a]
        if up == 0:
            return translate("The cards on {pile} lie face down.", pile=here)
        if up != loose:  # some of those that lie face up are kept
            text = "Only {n} of the cards on {pile} lie face up."
            if up == 1:
                text = "Only {n} of the cards on {pile} lies face up."
            return translate(text, n=of_them(up), pile=here)
        text = "Only {n} of the cards on {pile} may be taken; the rest lie face down."
        return translate(text, n=of_them(max(0, loose)), pile=here)
    if code == Refusal.WHOLE_ONLY:
        text = "Only the whole pile may be taken from {pile}."
        if source.take.startswith("top"):
            text = "Only the top card or the whole pile may be taken from {pile}."
        return translate(text, pile=here)
    if code == Refusal.NOT_A_RUN:
        return _no_run(rules, snapshot, move)
    if code == Refusal.NO_WAY:
        return _no_way(rules, snapshot, a, b)
    if code == Refusal.NOT_YET:
        why = _condition_of(rules, snapshot, a, b)
        text = "Cards of {piles} may not go to {pile} {why}."
        return translate(text, piles=kind_title(source), pile=there, why=why)
    if code == Refusal.NO_SPACE:
        return _no_space(rules, snapshot, a, b)
    if code == Refusal.TOO_FAR:
        return explain_reach(target if target.leftmost else source)
    if code == Refusal.NOT_WHOLE:
        return explain_not_whole(target, rules.compiled_rules.accept.full[b])
    if code == Refusal.PART_OF_RUN:
        under = card_name(snapshot.piles[a][-deep - 1])
        text = "Only the whole run may be moved from {pile}: the {card} under it could not go up."
        return translate(text, pile=here, card=under)
    if code == Refusal.SINGLE_ONLY and target.kind == "tableau":
        return translate("Cards go on others one at a time here; only an empty pile takes a run.")
    if code == Refusal.SINGLE_ONLY:
        return translate("Cards go to {piles} one at a time.", piles=kind_title(target))
    if code == Refusal.FULL:
        if target.kind == "foundation":
            return translate("{pile} is complete.", pile=there)
        return translate("{pile} cannot hold more cards.", pile=there)
    if code == Refusal.TOO_SHORT:
        return translate(
            "A pile with fewer than {cards} may not be built on; {pile} has {n}.",
            cards=cards(target.least),
            pile=there,
            n=of_them(len(snapshot.piles[b])),
        )
    if code == Refusal.NOT_HERE:
        place = place_of(rules.compiled_rules, snapshot.counted)
        return explain_no_reach(rules, snapshot.piles[a][-1], place)
    if code == Refusal.EQUAL_BESIDE:
        return translate(
            "An equal card lies beside it on {pile}: that one is taken instead.", pile=here
        )
    if code == Refusal.TWIN:
        text = "{pile} is like an earlier one: the card goes to the earlier one first."
        return translate(text, pile=there)
    if code == Refusal.NO_ROOM_TO_CARRY:
        text = "There are not enough free cells and empty piles to move {cards}."
        return translate(text, cards=cards(move.count))
    return _wrong_card(rules, snapshot, b, lowest)


def _no_run(rules: CompiledGame, snapshot: Snapshot, move: ParsedMove) -> str:
    """Say why the top cards of a pile are no run."""
    p = move.source
    source, here = _group_now(rules, snapshot, p), pile_title(rules, p)
    run = snapshot.piles[p][-move.count :]
    many = cards(move.count)
    base = rank_of(snapshot.base - 1) if snapshot.base else 0
    for below in map(rank_of, run[:-1]) if source.ends else ():
        if source.ends in (RANKS[below - 1], "base rank" * (below == base)):
            text = "The top {cards} of {pile} are no run: {rank} ends one."
            return translate(text, cards=many, pile=here, rank=a(rank(below)))
    text = "The top {cards} of {pile} are not a run built {how}."
    built = listed(map(as_told, runs(source) or [_build_of(rules, source, p)]), "or")
    return translate(text, cards=many, pile=here, how=built)


def _no_way(rules: CompiledGame, snapshot: Snapshot, a: int, b: int) -> str:
    """Say why cards of one pile never go to another."""
    source, target = _group_now(rules, snapshot, a), _group_now(rules, snapshot, b)
    there = pile_title(rules, b)
    if source.kind == "foundation" and not any(ever(rules.of[a], "to")):
        return translate("Foundations keep their cards.")
    if (
        target.kind == "foundation"
        and len(snapshot.piles[b]) >= rules.compiled_rules.accept.full[b]
    ):
        return translate("{pile} is complete.", pile=there)
    if target.kind == "stock":
        return translate("No card goes back to the stock by hand.")
    if snapshot.piles[b] and target.kind == "cell":
        return translate("{pile} is taken.", pile=there)
    if snapshot.piles[b] and target.kind in ("tableau", "reserve") and target.build == "none":
        return translate("There is no building on {piles}.", piles=kind_title(target))
    if (
        source.kind == "stock"
        and rules.compiled_rules.deal.first <= b < rules.compiled_rules.deal.end
    ):
        return translate("Cards of the stock come to {there} only by a deal.", there=there)
    text = "Cards of {piles} may not go to {there}."
    if snapshot.piles[b] and _fills(rules, a, b):
        text = "Cards of {piles} may go to {there} only where it is empty."
    return translate(text, piles=owner_title(rules, a), there=owner_title(rules, b))


def _used(counted: Counter, times: int) -> str:
    """Say that all is used of what a game allows a few times."""
    if times == 1:
        return translate(f"The only {counted.one} has been used.")
    text = f"Both {counted.many} have been used."
    if times > 2:
        text = f"All {{n}} {counted.many} have been used."
    return translate(text, n=number(times))


def _no_draw(rules: CompiledGame, snapshot: Snapshot, here: Phrase, code: int) -> str:
    counted = counter(DRAWN)
    allowed = getattr(rules.definition, counted.table)
    if code == Refusal.NOT_YET_TAKEN and allowed and allowed.times:
        if getattr(snapshot, counted.name) >= allowed.times:
            return _used(counted, allowed.times)
        why = waits(rules, allowed.when)
        return translate("A buried card may not be drawn from {pile} {why}.", pile=here, why=why)
    return translate("A buried card may not be drawn from {pile}.", pile=here)


def _no_space(rules: CompiledGame, snapshot: Snapshot, a: int, b: int) -> str:
    """Say why cards of one pile never go into the space of another."""
    source, target, spaces = rules.of[a], rules.of[b], kind_title(rules.of[b])
    pile = noun_phrase(
        f"{target.kind} pile" if target.kind in ("tableau", "reserve") else target.kind
    )
    if target.paired:
        return explain_alone(rules, target)
    filling = [*dict.fromkeys(ref for refs in ever(target, "fill") for ref in refs)]
    by_hand = [*dict.fromkeys(ref for refs in ever(target, "space_from") for ref in refs)]
    if target.kind == "foundation" and by_hand:
        if {source.name, source.kind} & {*by_hand}:
            text = "Cards of {piles} may not begin {pile}."
            return translate(text, piles=owner_title(rules, a), pile=pile_title(rules, b))
        text = "Only cards of {piles} may begin {pile}."
        return translate(text, piles=either(by_hand), pile=pile_title(rules, b))
    left = any(snapshot.piles[p] for p, g in enumerate(rules.of) if {g.name, g.kind} & {*filling})
    if {source.name, source.kind} & {*filling}:
        text = "Cards of {piles} fill an empty {pile} by themselves, not by hand."
        return translate(text, piles=owner_title(rules, a), pile=pile)
    may_not = translate(
        "Cards of {piles} may not fill an empty {pile}.",
        piles=owner_title(rules, a),
        pile=pile,
    )
    if {source.name, source.kind} & {*by_hand}:  # but then nothing may go there, or none comes
        return may_not
    if filling and (left or not by_hand):
        text = "An empty {pile} is filled only from {piles}."
        return translate(text, pile=pile, piles=either(filling))
    if by_hand:
        text = "An empty {pile} may be filled only from {piles}."
        return translate(text, pile=pile, piles=either(by_hand))
    if {*ever(target, "space")} == {Space.NONE}:
        if target.refill:
            text = "Gaps in {spaces} are filled only by a refill from the stock."
            return translate(text, spaces=spaces)
        return translate("An emptied pile of {spaces} is never filled.", spaces=spaces)
    return may_not


def _wrong_card(rules: CompiledGame, snapshot: Snapshot, b: int, lowest: int) -> str:
    """Return why a card may not go to a pile."""
    target, there, card = _group_now(rules, snapshot, b), pile_title(rules, b), card_name(lowest)
    if target.same_suits and (shown := _suit_shown(rules, snapshot, b)) not in (
        -1,
        suit_of(lowest),
    ):
        text = "The {card} may not go to {pile}: at its height the others show {suit}."
        return translate(text, card=card, pile=there, suit=suit(shown))
    if snapshot.piles[b]:
        return _wrong_on_cards(rules, snapshot, b, lowest)
    if target.row:
        i = b - rules.first[target.name]
        beside = [
            snapshot.piles[rules.first[target.name] + place] if place >= 0 else None
            for place in (left_place(target, i), right_place(target, i))
        ]
        return explain_gap(target, i, card, beside, rules.ranks)
    if target.kind != "foundation":
        text = "The {card} may not fill the empty pile: only {cards} may."
        some = space_cards(target.space)
        if target.space == Space.ITS_OWN_RANK:
            some = a(rank(ranks_dealt(rules.definition)[b - rules.first[target.name]]))
        return translate(text, card=card, cards=some)
    if target.awaits and not snapshot.piles[waited := rules.compiled_rules.accept.indicator[b]]:
        text = "{pile} may not be begun while {other} is empty."
        return translate(text, pile=there, other=pile_title(rules, waited))
    owner, above = rules.owner[b], rules.compiled_rules.accept.above[b]
    start = (
        target.start
        if isinstance(target.start, str)
        else target.start[b - rules.first[target.name]]
    )
    if target.in_lines and rank_of(lowest) == RANKS.index(start) + 1:
        return _wrong_line(rules, snapshot, b, lowest)
    if owner >= 0 and suit_of(lowest) != owner:
        return translate("{pile} takes only {suit}.", pile=there, suit=suit(owner))
    base = rank_of(snapshot.base - 1) if snapshot.base else 0
    if start == Start.BASE_RANK and rank_of(lowest) != base:
        name = rank(base) if base else noun_phrase("chosen card")
        text = "The {card} may not begin {pile}: each foundation begins with {rank}."
        return translate(text, card=card, pile=there, rank=a(name))
    if above >= 0 and not snapshot.piles[above]:
        return translate("The rows are begun in order: the row above is still empty.")
    if above >= 0 and rank_of(lowest) not in map(rank_of, snapshot.piles[above]):
        text = "The {card} may not begin {pile}: the row above does not show its rank."
        return translate(text, card=card, pile=there)
    if len(start) == 1:
        text = "The {card} may not begin {pile}: it begins with {rank}."
        return translate(text, card=card, pile=there, rank=a(rank_of_letter(start)))
    if len(start) == 2:
        first = card_name(SUITS.index(start[1]) * 13 + RANKS.index(start[0]))
        text = "The {card} may not begin {pile}: it begins with the {first}."
        return translate(text, card=card, pile=there, first=first)
    return translate("The {card} may not begin {pile}.", card=card, pile=there)


def _wrong_line(rules: CompiledGame, snapshot: Snapshot, b: int, lowest: int) -> str:
    """Return why a card may not begin a foundation for its suit, where the line fixes it."""
    lines, card = rules.compiled_rules.accept.line, card_name(lowest)
    suits = {
        lines[p]: suit_of(pile[0])
        for p, pile in enumerate(snapshot.piles)
        if lines[p] >= 0 and pile
    }
    own = suits.get(lines[b], -1)
    if own not in (-1, suit_of(lowest)):
        text = "{pile} lies in the line of the {suit}."
        return translate(text, pile=pile_title(rules, b), suit=suit(own))
    if suit_of(lowest) in suits.values():
        n = next(line for line, of in suits.items() if of == suit_of(lowest))
        places = [p for p, line in enumerate(lines) if line == n]
        text = "The {card} goes to the line of its suit, {piles}."
        return translate(
            text, card=card, piles=listed([pile_title(rules, p) for p in places], "or")
        )
    return translate("The lines are begun in order: one before this is still empty.")


def _suit_shown(rules: CompiledGame, snapshot: Snapshot, b: int) -> int:
    """Return the suit that other foundations show at the height of the next card of one, or -1."""
    first, height = rules.compiled_rules.accept.same_suits[b], len(snapshot.piles[b])
    others = snapshot.piles[first : first + rules.of[b].piles]
    return next((suit_of(pile[height]) for pile in others if len(pile) > height), -1)


def _wrong_on_cards(rules: CompiledGame, snapshot: Snapshot, b: int, lowest: int) -> str:
    """Return why a card may not go on the cards of a pile."""
    target, there, R = _group_now(rules, snapshot, b), pile_title(rules, b), rules.compiled_rules
    if snapshot.down[b] == len(snapshot.piles[b]):
        return translate("The top card of {pile} lies face down: nothing goes on it.", pile=there)
    bottom, under = snapshot.piles[b][0], snapshot.piles[b][-1]
    if R.exchange.begins[b] and not R.exchange.begins[b] >> bottom & 1:
        return explain_wrong(target, bottom)
    card, top = card_name(lowest), card_name(under)
    if R.accept.above[b] >= 0:
        shown = map(rank_of, snapshot.piles[R.accept.above[b]])
        if rank_of(lowest) not in shown or suit_of(lowest) != suit_of(under):
            text = (
                "The {card} may not go to {pile}: it takes its own suit, and only ranks that the"
                " row above shows."
            )
            return translate(text, card=card, pile=there)
    if target.bare and target.space != Space.NONE and len(snapshot.piles[b]) == target.keep:
        text = "The {card} may not go on the {top}: only {cards} may."
        return translate(text, card=card, top=top, cards=space_cards(target.space))
    of_top = rank_of(under)
    base = rank_of(snapshot.base - 1) if snapshot.base else 0
    if target.ends and target.ends in (RANKS[of_top - 1], "base rank" * (of_top == base)):
        text = "The {card} may not go on the {top}: nothing is laid on {rank} here."
        return translate(text, card=card, top=top, rank=a(rank(of_top)))
    if target.apart and base in (rank_of(lowest), of_top):
        text = (
            "The {card} may not go on the {top}: {ranks} are not put on other cards here, nor"
            " other cards on them."
        )
        return translate(text, card=card, top=top, ranks=ranks(base))
    text = "The {card} may not go on the {top}: {why}."
    if target.same_way:
        text = (
            "The {card} may not go on the {top}: {why}, and all of them go in the same direction."
        )
    return translate(text, card=card, top=top, why=_build_text(rules, target, b))


def _no_weaving(rules: CompiledGame, snapshot: Snapshot) -> str:
    """Return why no card may be woven in."""
    R = rules.compiled_rules
    state = new_state(R, 0)
    thaw(R, state, snapshot)
    p = playable(R, state)
    if p >= 0:
        text = "A card of {pile} can still go to a foundation."
        return translate(text, pile=pile_title(rules, p))
    return translate("There is no exile left to weave in.")


def _fills_up(rules: CompiledGame, snapshot: Snapshot) -> bool:
    """Say whether a place of rows can be filled by cards that move up, or from the stock."""
    state = new_state(rules.compiled_rules, 0)
    thaw(rules.compiled_rules, state, snapshot)
    return pile_to_redeal(rules.compiled_rules, state) >= 0


def explain_action(rules: CompiledGame, snapshot: Snapshot, word: str) -> str:
    """Return why the action of a word is not possible here."""
    R = rules.compiled_rules
    act = action(word)
    if act and not act.there(R):
        return act.absent.format(name=translate(rules.definition.name))
    stock = len(snapshot.piles[R.stock.pile]) if R.stock.pile >= 0 else 0
    if R.mechanics.needed and (told := explain_mechanic(rules, snapshot, word)):
        return told
    if word == "deal":
        if not stock:
            return translate("The stock is empty.")
        group = rules.of[R.stock.pile]
        if _holds(rules, snapshot, group.when):
            return explain_skipped(R)
        return translate(
            "No cards may be dealt from the stock {why}.", why=waits(rules, group.when)
        )
    if word == "refill":
        return translate("There are no gaps to refill." if stock else "The stock is empty.")
    if word == "redeal":
        if 0 <= R.redeal.times <= snapshot.redeals:
            return _used(counter(Num.REDEALS), R.redeal.times)
        if R.redeal.waste and stock:
            return translate("The stock is not empty.")
        if R.round_robin.redeal_up and not _fills_up(rules, snapshot):
            return translate("No card can move up, and no place can be filled.")
        if (
            R.round_robin.redeal_by_pile
            and not R.round_robin.redeal_up
            and not any(
                snapshot.piles[p]
                for p in range(R.redeal.end - R.redeal.times, R.redeal.end - snapshot.redeals)
            )
        ):
            return translate("The piles left for redeals are empty.")
        if (
            rules.definition.redeal
            and rules.definition.redeal.when
            and (
                any(snapshot.piles[p] for p in range(R.redeal.first, R.redeal.end))
                or (R.round_robin.redeal_stock and stock)
            )
        ):
            why = waits(rules, rules.definition.redeal.when)
            return translate("There is no redeal {why}.", why=why)
        return translate("There are no cards to redeal.")
    if word == "weave":
        return _no_weaving(rules, snapshot)
    if word == "count":
        return explain_no_hit()
    return _used(counter(Num.SHIFTS), R.shift.times)
