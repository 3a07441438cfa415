"""Why a move is refused, in the game's own words.

The engine says which rule forbids the move; this module says it as a sentence, from the same
definition that the tables come from.
"""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.actions import Counter, action, counter
from cadogan.board import Snapshot, new_state, thaw
from cadogan.cards import RANK_NAMES, RANKS, SUIT_NAMES, card_name, rank_of
from cadogan.families.code import pile_to_redeal, playable
from cadogan.families.texts import (
    told_alone,
    told_exchange,
    told_forced,
    told_gap,
    told_marriage,
    told_no_hit,
    told_no_match,
    told_no_reach,
    told_not_whole,
    told_of_family,
    told_reach,
    told_right,
    told_skipped,
    told_wrong,
)
from cadogan.language.builds import LOWER, parse_build
from cadogan.language.changes import runs
from cadogan.language.definition import Group, ever, group_now, references
from cadogan.language.words import an, count_word, parse_condition, rank_word, space_cards
from cadogan.notation import ParsedMove
from cadogan.reading import holds, phase
from cadogan.state import (
    COVERED,
    COVERED_THERE,
    DRAWN,
    EQUAL_BESIDE,
    FACE_DOWN,
    FULL,
    KEPT,
    MUST_LEAVE,
    NO_CARD,
    NO_ROOM_TO_CARRY,
    NO_SPACE,
    NO_WAY,
    NONE,
    NOT_A_RUN,
    NOT_HERE,
    NOT_TAKEN,
    NOT_WHOLE,
    NOT_YET,
    NOT_YET_TAKEN,
    REDEALS,
    SAME_PILE,
    SHIFTS,
    SINGLE_ONLY,
    TOO_FAR,
    TOO_MANY,
    TOO_SHORT,
    TWIN,
    WHOLE_ONLY,
)
from cadogan.tables import INTO, Rules, Tables

__all__ = ["explain_action", "explain_exchange", "explain_refusal", "explain_removal", "pile_title"]


def pile_title(rules: Rules, p: int) -> str:
    """Name a pile for people.

    >>> from cadogan.language.catalogue import find
    >>> from cadogan.compiling import compile_rules
    >>> pile_title(compile_rules(find("klondike"), {}), 6)
    'tableau pile 3'
    """
    kind = rules.of[p].kind
    number = rules.names[p][1:]
    if not number:
        return "the reserve" if kind == "reserve" else f"the {kind}"
    return {"cell": f"cell {number}", "foundation": f"foundation {number}"}.get(
        kind, f"{kind} pile {number}"
    )


def _phase(rules: Rules, snapshot: Snapshot) -> int:
    """Return which conditions that routes depend on hold here, one bit each."""
    state = new_state(rules.tables, 0)
    thaw(rules.tables, state, snapshot)
    return phase(rules.tables, state)


def _holds(rules: Rules, snapshot: Snapshot, text: str) -> bool:
    """Say whether a condition on moves holds here; none always does."""
    if not text:
        return True
    wanted = parse_condition(text, references(rules.groups))
    known = [(c.kind, c.group) for c in rules.conditions]
    number = known.index((wanted.kind, wanted.group)) + 1
    state = new_state(rules.tables, 0)
    thaw(rules.tables, state, snapshot)
    return holds(rules.tables, state, -number if wanted.negated else number)


def _group_now(rules: Rules, snapshot: Snapshot, p: int) -> Group:
    """Return a pile's group as its rules are here."""
    return group_now(rules.of[p], lambda text: _holds(rules, snapshot, text))


def _many(group: Group) -> str:
    return {"foundation": "the foundations", "cell": "the cells", "tableau": "the tableau"}.get(
        group.kind, f"the {group.kind}"
    )


def _lie(count: int) -> str:
    return "lies" if count == 1 else "lie"


def _whose(rules: Rules, p: int) -> str:
    """Name all piles of a kind where they share their rules, else the pile."""
    group = rules.of[p]
    alone = len(rules.definition.of_kind(group.kind)) == 1
    return _many(group) if alone else pile_title(rules, p)


def _fills(rules: Rules, a: int, b: int) -> bool:
    """Say whether cards of a pile may ever fill another."""
    T = rules.tables
    pair = T.group[a] * T.groups + T.group[b]
    return any(
        T.route[phase * T.groups**2 + pair] & INTO for phase in range(1 << T.phase_conditions)
    )


def _waits(rules: Rules, text: str) -> str:
    """Say of a condition that fails what is waited for."""
    return parse_condition(text, references(rules.groups)).clause(holds=False)


def _condition_of(rules: Rules, snapshot: Snapshot, a: int, b: int) -> str:
    """Name the condition for which cards of one pile may not go to another now.

    It is the one that opens the way when it changes; where it takes several, the fewest.
    """
    T = rules.tables
    source, target, side = T.group[a], T.group[b], 1 if snapshot.piles[b] else 2

    def is_open(phase: int) -> int:
        if a == b:  # a card that comes to the front of its pile must be free to go somewhere
            return T.gives[phase * T.groups + source]
        return T.route[(phase * T.groups + source) * T.groups + target] & side

    now = _phase(rules, snapshot)
    changes = [phase ^ now for phase in range(1 << T.phase_conditions) if is_open(phase)]
    if not changes:
        return "yet"
    change = min(changes, key=lambda bits: (bits.bit_count(), bits))
    return ", and ".join(
        condition.clause(holds=bool(now >> k & 1) != condition.negated)
        for k, condition in enumerate(rules.conditions[: T.phase_conditions])
        if change >> k & 1
    )


def _build_of(rules: Rules, group: Group, p: int) -> str:
    """Return the phrase by which a pile of a group is built, as its rules are now."""
    if isinstance(group.build, str):
        return group.build
    return group.build[p - rules.first[group.name]]


def _build_text(rules: Rules, group: Group, b: int) -> str:
    text = _build_of(rules, group, b)
    build = parse_build(text)
    if build.direction in ("none", "any card"):
        return (
            f"{_many(group)} {'takes' if group.kind == 'tableau' else 'take'} no cards by building"
        )
    verb = "are" if group.kind in ("foundation", "cell") else "is"
    if build.direction == "same suit or rank":
        return f"{_many(group)} {verb} built in cards of the same suit or rank"
    if build.direction == LOWER:
        return f"{_many(group)} {verb} built in cards that are lower and lower"
    if build.direction == "any order":
        return f"{_many(group)} {verb} filled in suit, in any order"
    return f"{_many(group)} {verb} built {text}"


def explain_refusal(rules: Rules, snapshot: Snapshot, move: ParsedMove, code: int) -> str:
    """Return the sentence for one of the engine's refusals.

    It is one long function because it is a list: a line or two for each code.
    """
    a, b = move.source, move.target
    source, target = _group_now(rules, snapshot, a), _group_now(rules, snapshot, b)
    here, there = pile_title(rules, a), pile_title(rules, b)
    height = len(snapshot.piles[a])
    loose = height - max(snapshot.down[a], source.keep)
    deep = max(move.count, move.depth)
    card = card_name(snapshot.piles[a][-deep]) if 0 < deep <= height else ""
    if card and source.take == "whole pile by its top card":
        card = card_name(snapshot.piles[a][-1])
    if code == MUST_LEAVE:
        return told_forced()
    if code == TOO_FAR and target.leftmost and deep > 1:
        code = NOT_TAKEN if move.depth > 1 else TOO_MANY
    several = move.count > 1
    what = f"these {count_word(move.count)} cards" if several else f"the {card}"
    if code == SAME_PILE:
        return (
            f"{what[0].upper()}{what[1:]} already lies on {there}."
            if card and not several
            else (f"The cards already lie on {there}.")
        )
    if code == NO_CARD:
        return f"There is no card on {here}."
    if code in (COVERED, COVERED_THERE):
        where = here if code == COVERED else there
        told = f"Cards of other piles lie on {where}"
        return f"{told}." if code == COVERED else f"{told}: nothing goes there."
    if code in (NOT_TAKEN, NOT_YET_TAKEN):
        if move.depth > 1 and source.take == "top or bottom card":
            return f"Only the top card and the bottom card of {here} may be taken."
        if move.depth > 1:
            return _no_draw(rules, snapshot, here, code)
        return f"Nothing may be taken from {here}."
    if code == TOO_MANY:
        if deep > height:
            return (
                f"There is only one card on {here}."
                if height == 1
                else f"There are only {count_word(height)} cards on {here}."
            )
        return f"Cards are moved one at a time from {_many(source)}."
    if code == KEPT and rules.tables.begins[a]:
        return told_right(source, here)
    if code == KEPT:
        return _kept(source.keep, here)
    if code == FACE_DOWN:
        up = height - snapshot.down[a]
        if up == 0:
            return f"The cards on {here} lie face down."
        if up != loose:  # some of those that lie face up are kept
            return f"Only {count_word(up)} of the cards on {here} {_lie(up)} face up."
        return (
            f"Only {count_word(max(0, loose))} of the cards on {here} may be taken;"
            " the rest lie face down."
        )
    if code == WHOLE_ONLY:
        only = (
            "the top card or the whole pile" if source.take.startswith("top") else "the whole pile"
        )
        return f"Only {only} may be taken from {here}."
    if code == NOT_A_RUN:
        return _no_run(rules, snapshot, move)
    if code == NO_WAY:
        return _no_way(rules, snapshot, a, b)
    if code == NOT_YET:
        why = _condition_of(rules, snapshot, a, b)
        return f"Cards of {_many(source)} may not go to {there} {why}."
    if code == NO_SPACE:
        return _no_space(rules, snapshot, a, b)
    if code == TOO_FAR:
        return told_reach(target if target.leftmost else source)
    if code == NOT_WHOLE:
        return told_not_whole(target, rules.tables.full[b])
    if code == SINGLE_ONLY:
        return f"Cards go to {_many(target)} one at a time."
    if code == FULL:
        if target.kind == "foundation":
            return f"{there[0].upper()}{there[1:]} is complete."
        return f"{there[0].upper()}{there[1:]} cannot hold more cards."
    if code == TOO_SHORT:
        return (
            f"A pile with fewer than {count_word(target.least)} cards may not be built on;"
            f" {there} has {count_word(len(snapshot.piles[b]))}."
        )
    if code == NOT_HERE:
        return told_no_reach(rules, snapshot.piles[a][-1], snapshot.counted)
    if code == EQUAL_BESIDE:
        return f"Its equal lies beside it on {here}: that one is taken."
    if code == TWIN:
        return f"{there[0].upper()}{there[1:]} is like one before it: the card goes there first."
    if code == NO_ROOM_TO_CARRY:
        return (
            f"There are not enough free cells and spaces to carry {count_word(move.count)} cards."
        )
    return _wrong_card(rules, snapshot, b, card)


def _no_run(rules: Rules, snapshot: Snapshot, move: ParsedMove) -> str:
    """Say why the top cards of a pile are no run."""
    a = move.source
    source, here = _group_now(rules, snapshot, a), pile_title(rules, a)
    run = snapshot.piles[a][-move.count :]
    many = count_word(move.count)
    base = rank_of(snapshot.base - 1) if snapshot.base else 0
    for below in map(rank_of, run[:-1]) if source.ends else ():
        if source.ends in (RANKS[below - 1], "base rank" * (below == base)):
            name = an(RANK_NAMES[below - 1])
            return f"The top {many} cards of {here} are no run: {name} ends one."
    text = " or ".join(runs(source)) or _build_of(rules, source, a)
    return f"The top {many} cards of {here} are not a run built {text}."


def _no_way(rules: Rules, snapshot: Snapshot, a: int, b: int) -> str:
    """Say why cards of one pile never go to another."""
    source, target = _group_now(rules, snapshot, a), _group_now(rules, snapshot, b)
    there = pile_title(rules, b)
    if source.kind == "foundation" and not any(ever(rules.of[a], "to")):
        return "Foundations keep their cards."
    if target.kind == "foundation" and len(snapshot.piles[b]) >= rules.tables.full[b]:
        return f"{there[0].upper()}{there[1:]} is complete."
    if target.kind == "stock":
        return "No card goes back to the stock by hand."
    if snapshot.piles[b] and target.kind == "cell":
        return f"{there[0].upper()}{there[1:]} is taken."
    if snapshot.piles[b] and target.kind in ("tableau", "reserve") and target.build == "none":
        return f"There is no building on {_many(target)}."
    whose, whom = _whose(rules, a), _whose(rules, b)
    if snapshot.piles[b] and _fills(rules, a, b):
        return f"Cards of {whose} may go to {whom} only where it is empty."
    return f"Cards of {whose} may not go to {whom}."


def _kept(keep: int, here: str) -> str:
    if keep == 1:
        return f"The lowest card of {here} stays there."
    return f"The lowest {count_word(keep)} cards of {here} stay there."


def explain_removal(rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int) -> str:
    """Return why the top cards of some piles do not leave play together."""
    if rules.tables.marriage:
        return _explain_marriage(rules, snapshot, piles, code)
    if rules.tables.discard < 0:
        return f"No cards leave play in {rules.definition.name}."
    for p in piles:
        if not snapshot.piles[p]:
            return f"There is no card on {pile_title(rules, p)}."
    if code == SAME_PILE:
        return "Each of the cards must lie on a pile of its own."
    for p in piles:
        if not rules.tables.removes[p]:
            return f"No card leaves play from {pile_title(rules, p)}."
        T = rules.tables
        if any(snapshot.piles[q] for q in T.cover[T.cover_at[p] : T.cover_at[p + 1]]):
            return f"Cards of other piles lie on {pile_title(rules, p)}."
        if snapshot.down[p] == len(snapshot.piles[p]):
            return f"The cards on {pile_title(rules, p)} lie face down."
        if (keep := rules.of[p].keep) >= len(snapshot.piles[p]):
            return _kept(keep, pile_title(rules, p))
    apart = [*dict.fromkeys(piles)]
    return told_no_match(rules, apart, [snapshot.piles[p][-1] for p in apart])


def explain_exchange(rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int) -> str:
    """Return why the cards of two piles do not change places."""
    T = rules.tables
    if not T.swaps:
        return f"No cards change places in {rules.definition.name}."
    here = [p for p in piles if _stands_in_the_way(T, snapshot, p, code)]
    at = here[0] if here else piles[0]
    cards = [snapshot.piles[p][-1] for p in piles if snapshot.piles[p]]
    return told_exchange(pile_title(rules, at), rules.of[at], cards, code)


def _stands_in_the_way(T: Tables, snapshot: Snapshot, p: int, code: int) -> bool:
    """Say whether a pile is the reason why cards do not change places."""
    pile = snapshot.piles[p]
    if code == NO_WAY:
        return not T.swapped[p]
    if code == NO_CARD:
        return bool(T.swapped[p]) and not pile
    if code == KEPT:
        return bool(pile) and T.begins[p] >> pile[0] & 1 > 0
    return bool(T.swapped[p]) and len(pile) > (code == TOO_MANY)


def _explain_marriage(rules: Rules, snapshot: Snapshot, piles: Sequence[int], code: int) -> str:
    """Return why the top cards of two piles do not begin a foundation together."""
    for p in piles if code in (NO_CARD, NOT_TAKEN) else ():
        here, T = pile_title(rules, p), rules.tables
        if not snapshot.piles[p]:
            return f"There is no card on {here}."
        if snapshot.down[p] == len(snapshot.piles[p]) and not T.blind[p]:
            return f"The cards on {here} lie face down."
        if any(snapshot.piles[q] for q in T.cover[T.cover_at[p] : T.cover_at[p + 1]]):
            return f"The card on {here} is covered."
        if T.take[T.group[p]] == NONE or len(snapshot.piles[p]) <= T.keep[T.group[p]]:
            return f"Nothing may be taken from {here}."
    cards = [snapshot.piles[p][-1] for p in dict.fromkeys(piles) if snapshot.piles[p]]
    return told_marriage(rules, cards, code)


def _used(counted: Counter, times: int) -> str:
    """Say that all is used of what a game allows a few times."""
    if times > 1:
        return f"All {count_word(times)} {counted.many} are used."
    return f"The {counted.one} is used."


def _no_draw(rules: Rules, snapshot: Snapshot, here: str, code: int) -> str:
    counted = counter(DRAWN)
    allowed = getattr(rules.definition, counted.table)
    if code == NOT_YET_TAKEN and allowed and allowed.times:
        if getattr(snapshot, counted.name) >= allowed.times:
            return _used(counted, allowed.times)
        return f"A buried card may not be drawn from {here} {_waits(rules, allowed.when)}."
    return f"A buried card may not be drawn from {here}."


def _no_space(rules: Rules, snapshot: Snapshot, a: int, b: int) -> str:
    """Say why cards of one pile never go into the space of another."""
    source, target, spaces = rules.of[a], rules.of[b], _many(rules.of[b])
    if target.paired:
        return told_alone(rules, target)
    filling = [*dict.fromkeys(ref for refs in ever(target, "fill") for ref in refs)]
    by_hand = [*dict.fromkeys(ref for refs in ever(target, "space_from") for ref in refs)]
    if target.kind == "foundation" and by_hand:
        if {source.name, source.kind} & {*by_hand}:
            return f"Cards of {_whose(rules, a)} may not begin {pile_title(rules, b)}."
        return f"Only cards of the {' or the '.join(by_hand)} may begin {pile_title(rules, b)}."
    left = any(snapshot.piles[p] for p, g in enumerate(rules.of) if {g.name, g.kind} & {*filling})
    if {source.name, source.kind} & {*filling}:
        return f"Cards of {_whose(rules, a)} do not fill a space in {spaces} by hand."
    if {source.name, source.kind} & {*by_hand}:  # but then nothing may go there, or none comes
        return f"Cards of {_whose(rules, a)} may not fill a space in {spaces}."
    if filling and (left or not by_hand):
        return f"A space in {spaces} is filled from the {' or the '.join(filling)} only."
    if by_hand:
        return f"A space in {spaces} may be filled from the {' or the '.join(by_hand)} only."
    if {*ever(target, "space")} == {"none"}:
        if target.refill:
            return f"Gaps in {spaces} are filled only by a refill from the stock."
        return f"An emptied pile of {spaces} is never filled."
    return f"Cards of {_whose(rules, a)} may not fill a space in {spaces}."


def _wrong_card(rules: Rules, snapshot: Snapshot, b: int, card: str) -> str:
    target, there = _group_now(rules, snapshot, b), pile_title(rules, b)
    if snapshot.piles[b]:
        if snapshot.down[b] == len(snapshot.piles[b]):
            return f"The top card of {there} lies face down: nothing goes on it."
        lowest, begins = snapshot.piles[b][0], rules.tables.begins[b]
        if begins and not begins >> lowest & 1:
            return told_wrong(target, lowest)
        top = card_name(snapshot.piles[b][-1])
        rank, _, suit = card.partition(" of ")
        row = snapshot.piles[rules.tables.above[b]] if rules.tables.above[b] >= 0 else ()
        shown = {RANK_NAMES[rank_of(c) - 1] for c in row}
        if rules.tables.above[b] >= 0 and (rank not in shown or not top.endswith(suit)):
            return (
                f"The {card} may not go to {there}: it takes its own suit, and only ranks that the"
                " row above shows."
            )
        if target.bare and target.space != "none" and len(snapshot.piles[b]) == target.keep:
            return f"The {card} may not go on the {top}: only {space_cards(target.space)} may."
        of_top = rank_of(snapshot.piles[b][-1])
        base = rank_of(snapshot.base - 1) if snapshot.base else 0
        if target.ends and target.ends in (RANKS[of_top - 1], "base rank" * (of_top == base)):
            name = an(RANK_NAMES[of_top - 1])
            return f"The {card} may not go on the {top}: nothing is laid on {name} here."
        if target.apart and base:
            name = RANK_NAMES[base - 1]
            if any(each.startswith(f"{name} ") for each in (card, top)):
                many = "sixes" if name == "six" else f"{name}s"
                told = f"{many} are neither packed nor packed upon"
                return f"The {card} may not go on the {top}: {told}."
        return f"The {card} may not go on the {top}: {_build_text(rules, target, b)}."
    if target.row:
        i = b - rules.first[target.name]
        left = snapshot.piles[b - 1] if i % target.row else ()
        return told_gap(target, i, card, left)
    if target.kind != "foundation":
        return f"The {card} may not fill the space: only {space_cards(target.space)} may."
    if target.awaits and not snapshot.piles[waited := rules.tables.indicator[b]]:
        return f"{there[0].upper()}{there[1:]} waits: {pile_title(rules, waited)} is empty."
    owner = rules.owner[b]
    start = (
        target.start
        if isinstance(target.start, str)
        else target.start[b - rules.first[target.name]]
    )
    if owner >= 0 and f"of {SUIT_NAMES[owner]}" not in card:
        return f"{there[0].upper()}{there[1:]} is that of the {SUIT_NAMES[owner]}."
    if rules.tables.above[b] >= 0 and not snapshot.piles[rules.tables.above[b]]:
        return "The rows are begun in order: the row above is still empty."
    if rules.tables.above[b] >= 0:
        above = {RANK_NAMES[rank_of(c) - 1] for c in snapshot.piles[rules.tables.above[b]]}
        if card.partition(" of ")[0] not in above:
            return f"The {card} may not begin {there}: the row above does not show its rank."
    if start == "base rank":
        name = RANK_NAMES[rank_of(snapshot.base - 1) - 1] if snapshot.base else "chosen card"
        return f"The {card} may not begin {there}: each foundation begins with {an(name)}."
    if len(start) == 1:
        return f"The {card} may not begin {there}: it begins with {an(rank_word(start))}."
    return f"The {card} may not begin {there}."


def _no_weaving(rules: Rules, snapshot: Snapshot) -> str:
    """Return why no card may be woven in."""
    T = rules.tables
    state = new_state(T, 0)
    thaw(T, state, snapshot)
    p = playable(T, state)
    if p >= 0:
        return f"A card of {pile_title(rules, p)} can still go to a foundation."
    return "There is no exile left to weave in."


def _fills_up(rules: Rules, snapshot: Snapshot) -> bool:
    """Say whether a place of rows can be filled by cards that move up, or from the stock."""
    state = new_state(rules.tables, 0)
    thaw(rules.tables, state, snapshot)
    return pile_to_redeal(rules.tables, state) >= 0


def explain_action(rules: Rules, snapshot: Snapshot, word: str) -> str:
    """Return why the action of a word is not possible here."""
    T = rules.tables
    act = action(word)
    if act and not act.there(T):
        return act.absent.format(name=rules.definition.name)
    stock = len(snapshot.piles[T.stock]) if T.stock >= 0 else 0
    if T.families and (told := told_of_family(rules, snapshot, word)):
        return told
    if word == "deal":
        if not stock:
            return "The stock is empty."
        group = rules.of[T.stock]
        if _holds(rules, snapshot, group.when):
            return told_skipped(T)
        return f"The stock may not be dealt from {_waits(rules, group.when)}."
    if word == "refill":
        return "The stock is empty." if not stock else "There are no gaps to refill."
    if word == "redeal":
        if 0 <= T.redeal_times <= snapshot.redeals:
            return _used(counter(REDEALS), T.redeal_times)
        if T.redeal_waste and stock:
            return "The stock is not empty."
        if T.redeal_up and not _fills_up(rules, snapshot):
            return "No card can move up, and no place can be filled."
        if (
            T.redeal_by_pile
            and not T.redeal_up
            and not any(
                snapshot.piles[p]
                for p in range(T.redeal_end - T.redeal_times, T.redeal_end - snapshot.redeals)
            )
        ):
            return "The piles that redeals have still to take up are empty."
        if (
            rules.definition.redeal
            and rules.definition.redeal.when
            and (
                any(snapshot.piles[p] for p in range(T.redeal_first, T.redeal_end))
                or (T.redeal_stock and stock)
            )
        ):
            return f"There is no redeal {_waits(rules, rules.definition.redeal.when)}."
        return "There are no cards to redeal."
    if word == "weave":
        return _no_weaving(rules, snapshot)
    if word == "count":
        return told_no_hit()
    return _used(counter(SHIFTS), T.shift_times)
