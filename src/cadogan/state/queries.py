"""Queries on a position: conditions, the cards that piles take, and the cards that may be lifted.

The queries do not change the position. This module may import :mod:`cadogan.state.state`, whose
conventions it follows, but not the mechanics or the engine.
"""

from __future__ import annotations

from cadogan.state.codes import Num, When
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import MECHANICS, NOTHING, State


def holds(R: CompiledRules, S: State, condition: int) -> bool:
    """Return whether a condition is true; 0 is always true, and a negative number means "not"."""
    if condition == 0:
        return True
    k = abs(condition) - 1
    if R.conditions.kind[k] == When.CAN_BE_FILLED:
        return True  # deals test this condition themselves, because it depends on the legal moves
    return _is_met(R, S, k) == (condition > 0)


def _is_met(R: CompiledRules, S: State, k: int) -> bool:
    """Return whether condition ``k`` is true, ignoring negation."""
    kind = R.conditions.kind[k]
    if kind == When.EMPTY:
        for p in range(R.conditions.first[k], R.conditions.end[k]):
            if S.height[p]:
                return False
        return True
    if kind == When.NO_GAPS:
        return not gaps(R, S)
    if kind == When.COMPLETE:
        return S.height[0] >= R.accept.full[0]
    if kind == When.REDEALT:
        return S.num[Num.REDEALS] > 0
    if kind == When.DEALT:
        return S.num[Num.DEALS] > 0
    if kind == When.CHOSEN:
        return S.num[Num.BASE] > 0
    if MECHANICS and kind != When.NO_REDEAL:
        return _is_met_in_families(R, S, k)
    return S.num[Num.REDEALS] >= R.redeal.times


def _is_met_in_families(R: CompiledRules, S: State, k: int) -> bool:
    """Return whether condition ``k`` is true, if its kind occurs only in games with mechanics."""
    kind = R.conditions.kind[k]
    if kind == When.NO_DEAL:
        return no_deal_left(R, S)
    if kind == When.KINGS_LOWEST:
        return _kings_lowest(R, S)
    if kind == When.BATCH_OPEN:
        return batch_open(R, S)
    if kind == When.ALL_DOWN:
        for p in range(R.conditions.first[k], R.conditions.end[k]):
            if S.height[p] > S.down[p]:
                return False
        return True
    for p in range(R.conditions.first[k], R.conditions.end[k]):  # HAS_SPACE
        if S.height[p] == 0:
            return True
    return False


def _kings_lowest(R: CompiledRules, S: State) -> bool:
    """Return whether every king lies face up at the bottom of a tableau pile."""
    n = 0
    for p in range(R.tableau_first, R.tableau_end):
        if S.height[p] and S.down[p] == 0 and S.cards[p * R.room] % 13 == 12:
            n += 1
    return n == R.mechanics.kings


def no_deal_left(R: CompiledRules, S: State) -> bool:
    """Return whether the stock cannot deal again before a redeal."""
    if R.stock.pile < 0 or S.height[R.stock.pile] == 0:
        return True
    return R.round_robin.deal_times > 0 and S.num[Num.COUNT] >= R.round_robin.deal_times


def deals_last(R: CompiledRules, S: State) -> bool:
    """Return whether the next deal from the stock is the last one."""
    if R.last_deal.cards == 0:
        return False
    if R.last_deal.when and holds(R, S, R.last_deal.when):
        return True
    return S.height[R.stock.pile] <= R.last_deal.at


def batch_open(R: CompiledRules, S: State) -> bool:
    """Return whether a batch is being placed; COUNT is then 1 plus the number of placed cards."""
    if S.num[Num.COUNT] == 0 or S.num[Num.COUNT] > R.round_robin.batch:
        return False
    return S.height[R.stock.pile] > 0 or S.height[R.stock.waste] > 0


def gaps(R: CompiledRules, S: State) -> bool:
    """Return whether some pile is short, that is, may be refilled."""
    for i in range(R.refill.piles):
        p = R.refill.order[i]
        if S.height[p] < R.refill.below[p]:
            return True
    return False


def phase(R: CompiledRules, S: State) -> int:
    """Return the phase, which has one bit for each condition that routes depend on."""
    bits = 0
    for k in range(R.routes.phase_conditions):
        if holds(R, S, k + 1):
            bits |= 1 << k
    return bits


def wants(R: CompiledRules, S: State, p: int) -> int:
    """Return the set of cards that pile ``p`` takes, by its build or as an empty pile."""
    if MECHANICS and _takes_none(R, S, p):
        return 0
    h = S.height[p]
    rule, lock = _rule_now(R, S, p, h)
    if rule == 0:
        return 0
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    if MECHANICS and R.rows.beyond[p] >= 0 and h == 0:
        return _wants_between(R, S, p, rule)
    top = _card_to_follow(R, S, p, h)
    if top < 0:
        return 0
    mask = R.accept.sets[rule * STRIDE + top]
    if lock:
        mask = _in_direction(R, S, p, lock, top, mask)
    if R.accept.above[p] >= 0:
        mask &= _ranks_shown(R, S, R.accept.above[p])
    if MECHANICS and R.accept.same_suits[p] >= 0:
        mask &= suit_at(R, S, p)
    if MECHANICS and R.accept.line[p] >= 0 and h == 0:
        mask &= suits_of_line(R, S, p)
    return mask


def _takes_none(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether a mechanic keeps a pile from taking any single card."""
    if R.whole_runs.used and R.whole_runs.way[p]:
        return True
    if R.overlap.used and covered(R, S, p):
        return True
    return R.exchange.begins[p] != 0 and S.height[p] > 0 and not begun(R, S, p)


def _rule_now(R: CompiledRules, S: State, p: int, h: int) -> tuple[int, int]:
    """Return the rule of a pile at a height, and its "up only" rule, or 0."""
    at = p * (R.room + 1) + h
    if R.accept.then_when[p] and holds(R, S, R.accept.then_when[p]):
        return R.accept.rule_then[at], R.accept.lock_then[p]
    return R.accept.rule_at[at], R.accept.lock[p]


def _card_to_follow(R: CompiledRules, S: State, p: int, h: int) -> int:
    """Return the card on which the next card of a pile must fit, or NOTHING if there is none.

    Return -1 if that card is face down, or if it would be on another pile that is empty.
    """
    if h:
        return S.cards[p * R.room + h - 1] if S.down[p] < h else -1
    q = R.accept.indicator[p]
    if q < 0:
        return NOTHING
    return S.cards[q * R.room + S.height[q] - 1] if S.height[q] else -1


def _in_direction(R: CompiledRules, S: State, p: int, lock: int, top: int, mask: int) -> int:
    """Return the cards of ``mask`` that continue the direction in which the pile is built.

    The rule ``lock`` describes building up, and ``lock + 1`` describes building down.
    """
    leader = p
    if MECHANICS and R.accept.same_way[p] >= 0 and S.height[p]:
        leader = _leader(R, S, p)
    if S.mark[leader] == 0 or S.height[leader] <= S.mark[leader]:
        return mask
    at = leader * R.room + S.mark[leader]
    if R.accept.sets[lock * STRIDE + S.cards[at - 1]] >> S.cards[at] & 1:
        return mask & R.accept.sets[lock * STRIDE + top]
    if R.accept.sets[(lock + 1) * STRIDE + S.cards[at - 1]] >> S.cards[at] & 1:
        return mask & R.accept.sets[(lock + 1) * STRIDE + top]
    return mask


def suits_of_line(R: CompiledRules, S: State, p: int) -> int:
    """Return the cards whose suits may begin an empty foundation of a line.

    If the line has a suit, only cards of that suit may begin the foundation. A line without a suit
    may begin with a suit that no other line has, provided that every earlier line has a suit.
    """
    mine = R.accept.line[p]
    free = (1 << 52) - 1 + 0 * S.num[0]
    begun = 0 * mine
    for q in range(R.foundations):
        if R.accept.line[q] >= 0 and S.height[q]:
            suit = (1 << 13) - 1 << 13 * (S.cards[q * R.room] // 13)
            if R.accept.line[q] == mine:
                return suit
            free &= ~suit
            begun |= 1 << R.accept.line[q]
    earlier = (1 << mine) - 1
    return free if begun & (earlier << 1 | 1) == earlier else 0 * free


def suit_at(R: CompiledRules, S: State, p: int) -> int:
    """Return the suit that a foundation of the group already has at the height of the next card."""
    q = R.accept.same_suits[p]
    while q < R.piles and R.accept.same_suits[q] == R.accept.same_suits[p]:
        if S.height[q] > S.height[p]:
            suit = S.cards[q * R.room + S.height[p]] // 13
            return (1 << 13) - 1 << 13 * suit
        q += 1
    return (1 << 52) - 1


def _wants_between(R: CompiledRules, S: State, p: int, rule: int) -> int:
    """Return the cards that may fill a gap whose two neighbours both matter."""
    mask = 0
    left = R.accept.indicator[p]
    if left < 0:
        mask = R.accept.sets[rule * STRIDE + NOTHING]
    elif S.height[left]:
        mask = R.accept.sets[rule * STRIDE + S.cards[left * R.room]]
    right = R.rows.beyond[p]
    if S.height[right]:
        mask |= R.accept.sets[R.rows.ahead[p] * STRIDE + S.cards[right * R.room]]
    return mask


def _leader(R: CompiledRules, S: State, p: int) -> int:
    """Return the pile whose cards fix the direction of the group, or ``p`` if there is none."""
    q = R.accept.same_way[p]
    while q < R.piles and R.accept.same_way[q] == R.accept.same_way[p]:
        if S.mark[q] and S.height[q] > S.mark[q]:
            return q
        q += 1
    return p


def _ranks_shown(R: CompiledRules, S: State, p: int) -> int:
    mask = 0
    for i in range(S.height[p]):
        mask |= (1 << 0 | 1 << 13 | 1 << 26 | 1 << 39) << S.cards[p * R.room + i] % 13
    return mask


def unseen(R: CompiledRules, S: State, p: int) -> int:
    """Return how many bottom cards of a pile the player may not look at."""
    n = S.down[p]
    if MECHANICS and R.face.squared and R.face.look_end[p] and S.height[p]:
        n = S.height[p] - 1
        for q in range(R.face.look_first[p], R.face.look_end[p]):
            if n and S.height[q] == 0:
                n -= 1
    return n


def is_twin(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether a foundation before ``p`` is identical to it in every respect."""
    at = p * (R.room + 1) + S.height[p]
    for q in range(R.accept.twins[p], p):
        if (
            R.klass[q] == R.klass[p]
            and S.height[q] == S.height[p]
            and S.roll[q * (R.room + 1) + S.height[q]] == S.roll[at]
        ):
            return True
    return False


def run_length(R: CompiledRules, S: State, p: int, most: int) -> int:
    """Return how many cards at the top of pile ``p`` form a built run, at most ``most``."""
    link = R.lift.link[p]
    if R.accept.then_when[p] and holds(R, S, R.accept.then_when[p]):
        link = R.lift.link_then[p]
    if link >= R.accept.based:
        link += S.num[Num.BASE]
    at = p * R.room + S.height[p] - 1
    n = 1
    while n < most and R.accept.sets[link * STRIDE + S.cards[at - n]] >> S.cards[at - n + 1] & 1:
        n += 1
    if MECHANICS and R.lift.link_or[p]:
        link = R.lift.link_or[p] + (S.num[Num.BASE] if R.lift.link_or[p] >= R.accept.based else 0)
        m = 1
        while (
            m < most and R.accept.sets[link * STRIDE + S.cards[at - m]] >> S.cards[at - m + 1] & 1
        ):
            m += 1
        n = max(n, m)
    return n


def carried_singly(R: CompiledRules, S: State, target: int) -> int:
    """Return how many cards single moves could carry to a pile: (cells + 1) * 2^(empty piles)."""
    n = 1
    for p in range(R.piles):
        if R.lift.is_cell[p] and S.height[p] == 0 and p != target:
            n += 1
    for p in range(R.piles):
        if R.lift.any_space[p] and S.height[p] == 0 and p != target:
            if MECHANICS and not holds(R, S, R.lift.any_when[p]):
                continue
            n *= 2
    return n


def takes(R: CompiledRules, S: State, f: int, row: int, card: int) -> bool:
    """Return whether a foundation takes a card from the group whose routes begin at ``row``."""
    way = R.routes.ways[row + R.group[f]] & (1 if S.height[f] else 2)
    return way > 0 and wants(R, S, f) >> card & 1 > 0


def goes_up(R: CompiledRules, S: State, p: int, card: int) -> bool:
    """Return whether some foundation takes a card from pile ``p``."""
    row = (phase(R, S) * R.groups + R.group[p]) * R.groups
    for f in range(R.foundations):
        if takes(R, S, f, row, card):
            return True
    return False


def frees(R: CompiledRules, S: State, a: int, k: int) -> bool:
    """Return whether the card below the top ``k`` cards of ``a`` could go to a foundation now."""
    return goes_up(R, S, a, S.cards[a * R.room + S.height[a] - k - 1])


def covered(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether cards of other piles cover pile ``p``."""
    for i in range(R.overlap.starts[p], R.overlap.starts[p + 1]):
        if S.height[R.overlap.above[i]]:
            return True
    return False


def begun(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether the bottom card of a pile is right, in a game with right and wrong cards."""
    return S.height[p] > 0 and R.exchange.begins[p] >> S.cards[p * R.room] & 1 > 0


def right_there(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether the card in a place in the grid is one that the place would take."""
    at = p * (R.room + 1)
    top = NOTHING
    if R.accept.indicator[p] >= 0:
        q = R.accept.indicator[p]
        # a row that is a ring continues across gaps
        while R.rows.ring and S.height[q] == 0 and q != p:
            q = R.accept.indicator[q]
        if S.height[q] == 0:
            return False
        top = S.cards[q * R.room]
    return R.accept.sets[R.accept.rule_at[at] * STRIDE + top] >> S.cards[p * R.room] & 1 > 0


def _stays_there(R: CompiledRules, S: State, p: int) -> bool:
    """Return whether a place in the grid and all places to its left hold cards in order."""
    if p < R.rows.grid_first or p >= R.rows.grid_end:
        return False
    for q in range(p - (p - R.rows.grid_first) % R.rows.length, p + 1):
        if S.height[q] == 0 or not right_there(R, S, q):
            return False
    return True


def liftable(R: CompiledRules, S: State, p: int) -> int:
    """Return how many cards at the top of a pile may leave it."""
    if R.face.blind[p]:
        return 1 if S.height[p] else 0
    if MECHANICS and R.overlap.used and covered(R, S, p):
        return 0
    if MECHANICS and R.exchange.begins[p] and begun(R, S, p):
        return 0
    if MECHANICS and R.rows.fixed and _stays_there(R, S, p):
        return 0
    return S.height[p] - max(S.down[p], R.lift.keep[R.group[p]])
