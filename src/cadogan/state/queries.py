"""What is asked of a position, and what follows of itself.

Which conditions hold, what a pile takes, how much may be lifted from it; filling, turning up and
sinking. Below the rules (:mod:`cadogan.engine.engine`) and the families (:mod:`cadogan.mechanics`),
above :mod:`cadogan.state.state`, with whose habits it is written.
"""

from __future__ import annotations

from cadogan.state.compiled import STRIDE, TURNED_LATE, Tables
from cadogan.state.state import (
    ALL_DOWN,
    BASE,
    BATCH_OPEN,
    CAN_BE_FILLED,
    CHOSEN,
    COMPLETE,
    COUNT,
    DEALS,
    DEALT,
    EMPTY,
    FAMILIES,
    HAS_SPACE,
    KINGS_LOWEST,
    LOG_SUNK,
    NO_DEAL,
    NO_GAPS,
    NOTHING,
    REDEALS,
    REDEALT,
    State,
    carry,
    note,
    push,
    reseal,
    set_down,
    set_mark,
)

__all__ = [
    "batch_open",
    "begun",
    "begun_by",
    "carried_singly",
    "covered",
    "deals_last",
    "fill_all",
    "frees",
    "gaps",
    "goes_up",
    "holds",
    "is_twin",
    "liftable",
    "no_deal_left",
    "phase",
    "right_there",
    "rotate",
    "run_length",
    "settle",
    "settle_all",
    "sink_exposed",
    "suit_at",
    "takes",
    "unseen",
    "wants",
]


# --- what follows of itself ----------------------------------------------------------------------


def sink_exposed(T: Tables, S: State, p: int) -> None:
    """Put an exposed card that sinks (an old form of Baker's Dozen) under its pile."""
    while True:
        h = S.height[p]
        if h < 2 or S.down[p] == h or not T.sinks[p] >> S.cards[p * T.room + h - 1] & 1:
            return
        other = 0
        for i in range(h):
            if not T.sinks[p] >> S.cards[p * T.room + i] & 1:
                other = 1
        if not other:
            return
        note(S, LOG_SUNK, p, S.down[p], 0)
        rotate(T, S, p, 1)
        # under face-down cards it lies face down too; the next card, now on top, is turned up
        S.down[p] = min(S.down[p] + 1, h - 1) if S.down[p] else 0
        if T.marks[p]:
            set_mark(S, p, min(S.mark[p] + 1, h))
        reseal(T, S, p)


def rotate(T: Tables, S: State, p: int, to_bottom: int) -> None:
    """Put a pile's top card to its bottom, or its bottom card to its top."""
    h = S.height[p]
    base = p * T.room
    for i in range(h):
        S.scratch[i] = S.cards[base + i]
    S.height[p] = 0
    for i in range(h):
        push(T, S, p, S.scratch[(i + h - 1) % h if to_bottom else (i + 1) % h])


def settle(T: Tables, S: State, p: int) -> None:
    """Turn up, and sink, the cards that a change has laid bare on a pile."""
    h = S.height[p]
    if FAMILIES and T.covers and covered(T, S, p):
        return
    if h and S.down[p] == h and (T.turns[p] == 1 or (T.turns[p] == 2 and h == 1)):
        set_down(S, p, h - 1)
        reseal(T, S, p)
    if FAMILIES and T.turns[p] == TURNED_LATE and S.down[p] and S.height[T.stock] == 0:
        set_down(S, p, 0)
        reseal(T, S, p)
    if T.sinks[p]:
        sink_exposed(T, S, p)


def _fill(T: Tables, S: State, p: int) -> None:
    for k in range(T.fill_ways):
        q = T.fill_from[p * T.fill_ways + k]
        if q < 0:
            return
        if S.height[q] and S.height[p] == 0:
            if FAMILIES and T.met[p]:
                while S.height[q] and S.height[p] < T.fill_cards[p]:
                    f = begun_by(T, S, S.cards[q * T.room + S.height[q] - 1])
                    carry(T, S, q, f if f >= 0 else p, 1, 1)
            else:
                carry(T, S, q, p, min(T.fill_cards[p], S.height[q]), 1)
            settle(T, S, q)
            settle(T, S, p)


def begun_by(T: Tables, S: State, card: int) -> int:
    """Return the first empty foundation that a card may begin, or -1."""
    for p in range(T.foundations):
        if S.height[p] == 0 and wants(T, S, p) >> card & 1:
            return p
    return -1


def fill_all(T: Tables, S: State) -> None:
    """Fill spaces at once, where the rules do so of themselves."""
    if T.fill_ways:
        for p in range(T.piles):
            if T.fill_cards[p] and S.height[p] == 0 and holds(T, S, T.fill_when[p]):
                _fill(T, S, p)


def settle_all(T: Tables, S: State) -> None:
    """Do what the rules do of themselves: fill spaces at once, turn up, sink."""
    fill_all(T, S)
    for p in range(T.piles):
        settle(T, S, p)


# --- reading -------------------------------------------------------------------------------------


def holds(T: Tables, S: State, condition: int) -> bool:
    """Say whether a condition holds; 0 always does, a negative one is negated."""
    if condition == 0:
        return True
    k = abs(condition) - 1
    kind = T.cond_kind[k]
    value = True
    if kind == EMPTY:
        for p in range(T.cond_first[k], T.cond_end[k]):
            if S.height[p]:
                value = False
    elif kind == NO_GAPS:
        value = not gaps(T, S)
    elif kind == COMPLETE:
        value = S.height[0] >= T.full[0]
    elif kind == REDEALT:
        value = S.num[REDEALS] > 0
    elif kind == DEALT:
        value = S.num[DEALS] > 0
    elif kind == CHOSEN:
        value = S.num[BASE] > 0
    elif FAMILIES and kind == NO_DEAL:
        value = no_deal_left(T, S)
    elif FAMILIES and kind == KINGS_LOWEST:
        value = _kings_lowest(T, S)
    elif FAMILIES and kind == BATCH_OPEN:
        value = batch_open(T, S)
    elif kind == CAN_BE_FILLED:
        return True  # this is of deals, and is asked there: it needs to know what may be played
    elif FAMILIES and kind == ALL_DOWN:
        for p in range(T.cond_first[k], T.cond_end[k]):
            if S.height[p] > S.down[p]:
                value = False
    elif FAMILIES and kind == HAS_SPACE:
        value = False
        for p in range(T.cond_first[k], T.cond_end[k]):
            if S.height[p] == 0:
                value = True
    else:
        value = S.num[REDEALS] >= T.redeal_times
    return value == (condition > 0)


def _kings_lowest(T: Tables, S: State) -> bool:
    """Say whether every king lies at the bottom of a pile of the tableau, face up."""
    n = 0
    for p in range(T.tableau_first, T.tableau_end):
        if S.height[p] and S.down[p] == 0 and S.cards[p * T.room] % 13 == 12:
            n += 1
    return n == T.kings


def no_deal_left(T: Tables, S: State) -> bool:
    """Say whether the stock deals no more until the cards are used again."""
    if T.stock < 0 or S.height[T.stock] == 0:
        return True
    return T.deal_times > 0 and S.num[COUNT] >= T.deal_times


def deals_last(T: Tables, S: State) -> bool:
    """Say whether the stock's deal is the one that it makes last."""
    if T.last_count == 0:
        return False
    if T.last_when and holds(T, S, T.last_when):
        return True
    return S.height[T.stock] <= T.last_at


def batch_open(T: Tables, S: State) -> bool:
    """Say whether a batch is being placed: COUNT is one more than how many have been."""
    if S.num[COUNT] == 0 or S.num[COUNT] > T.batch:
        return False
    return S.height[T.stock] > 0 or S.height[T.waste] > 0


def gaps(T: Tables, S: State) -> bool:
    """Say whether a pile holds fewer cards than its refill number."""
    for i in range(T.refill_piles):
        p = T.refill_order[i]
        if S.height[p] < T.refill_below[p]:
            return True
    return False


def phase(T: Tables, S: State) -> int:
    """Return which of the conditions that routes depend on hold, one bit each."""
    bits = 0
    for k in range(T.phase_conditions):
        if holds(T, S, k + 1):
            bits |= 1 << k
    return bits


def wants(T: Tables, S: State, p: int) -> int:
    """Return the set of cards (bit ``card``) that pile ``p`` takes by its build or space rule."""
    if FAMILIES and T.wholes and T.whole[p]:
        return 0  # it takes no single card
    if FAMILIES and T.covers and covered(T, S, p):
        return 0
    h = S.height[p]
    if FAMILIES and T.begins[p] and h and not begun(T, S, p):
        return 0
    rule = T.rule_at[p * (T.room + 1) + h]
    lock = T.lock[p]
    if T.then_when[p] and holds(T, S, T.then_when[p]):
        rule = T.rule_then[p * (T.room + 1) + h]
        lock = T.lock_then[p]
    if rule == 0:
        return 0
    if rule >= T.based:
        rule += S.num[BASE]
    if FAMILIES and T.beyond[p] >= 0 and h == 0:
        return _wants_between(T, S, p, rule)
    top = NOTHING
    if h:
        if S.down[p] >= h:
            return 0
        top = S.cards[p * T.room + h - 1]
    elif T.indicator[p] >= 0:
        q = T.indicator[p]
        if S.height[q] == 0:
            return 0
        top = S.cards[q * T.room + S.height[q] - 1]
    mask = T.accept[rule * STRIDE + top]
    leader = p
    if FAMILIES and T.same_way[p] >= 0 and h:
        leader = _leader(T, S, p)
    if lock and S.mark[leader] and S.height[leader] > S.mark[leader]:
        # the first card packed fixed the direction: rules lock (up) and lock + 1 (down)
        at = leader * T.room + S.mark[leader]
        if T.accept[lock * STRIDE + S.cards[at - 1]] >> S.cards[at] & 1:
            mask &= T.accept[lock * STRIDE + top]
        elif T.accept[(lock + 1) * STRIDE + S.cards[at - 1]] >> S.cards[at] & 1:
            mask &= T.accept[(lock + 1) * STRIDE + top]
    if T.above[p] >= 0:
        mask &= _ranks_shown(T, S, T.above[p])
    if FAMILIES and T.same_suits[p] >= 0:
        mask &= suit_at(T, S, p)
    if FAMILIES and T.line[p] >= 0 and h == 0:
        mask &= suits_of_line(T, S, p)
    return mask


def suits_of_line(T: Tables, S: State, p: int) -> int:
    """Return the cards of the suits that may begin an empty foundation of a line.

    They are of the line's suit where it has one. Else they are of those of no other line, for the
    first line that has none.
    """
    mine = T.line[p]
    free = (1 << 52) - 1 + 0 * S.num[0]
    begun = 0 * mine
    for q in range(T.foundations):
        if T.line[q] >= 0 and S.height[q]:
            suit = (1 << 13) - 1 << 13 * (S.cards[q * T.room] // 13)
            if T.line[q] == mine:
                return suit
            free &= ~suit
            begun |= 1 << T.line[q]
    earlier = (1 << mine) - 1
    return free if begun & (earlier << 1 | 1) == earlier else 0 * free


def suit_at(T: Tables, S: State, p: int) -> int:
    """Return the suit at the height of a pile's next card where another of its group shows one."""
    q = T.same_suits[p]
    while q < T.piles and T.same_suits[q] == T.same_suits[p]:
        if S.height[q] > S.height[p]:
            suit = S.cards[q * T.room + S.height[p]] // 13
            return (1 << 13) - 1 << 13 * suit
        q += 1
    return (1 << 52) - 1


def _wants_between(T: Tables, S: State, p: int, rule: int) -> int:
    """Return what a gap takes that looks to both its neighbours."""
    mask = 0
    left = T.indicator[p]
    if left < 0:
        mask = T.accept[rule * STRIDE + NOTHING]
    elif S.height[left]:
        mask = T.accept[rule * STRIDE + S.cards[left * T.room]]
    right = T.beyond[p]
    if S.height[right]:
        mask |= T.accept[T.ahead[p] * STRIDE + S.cards[right * T.room]]
    return mask


def _leader(T: Tables, S: State, p: int) -> int:
    """Return the pile whose cards show which way all of its group go, or ``p`` if none does."""
    q = T.same_way[p]
    while q < T.piles and T.same_way[q] == T.same_way[p]:
        if S.mark[q] and S.height[q] > S.mark[q]:
            return q
        q += 1
    return p


def _ranks_shown(T: Tables, S: State, p: int) -> int:
    mask = 0
    for i in range(S.height[p]):
        mask |= (1 << 0 | 1 << 13 | 1 << 26 | 1 << 39) << S.cards[p * T.room + i] % 13
    return mask


def unseen(T: Tables, S: State, p: int) -> int:
    """Return how many cards of a pile, from the bottom, may not be looked at."""
    n = S.down[p]
    if FAMILIES and T.squared and T.look_end[p] and S.height[p]:
        n = S.height[p] - 1
        for q in range(T.look_first[p], T.look_end[p]):
            if n and S.height[q] == 0:
                n -= 1
    return n


def is_twin(T: Tables, S: State, p: int) -> bool:
    """Say whether an earlier foundation is in all respects the same as ``p``."""
    at = p * (T.room + 1) + S.height[p]
    for q in range(T.twins[p], p):
        if (
            T.klass[q] == T.klass[p]
            and S.height[q] == S.height[p]
            and S.roll[q * (T.room + 1) + S.height[q]] == S.roll[at]
        ):
            return True
    return False


def run_length(T: Tables, S: State, p: int, most: int) -> int:
    """Return how many cards at the top of ``p``, ``most`` at the most, form a built run."""
    link = T.link[p]
    if T.then_when[p] and holds(T, S, T.then_when[p]):
        link = T.link_then[p]
    if link >= T.based:
        link += S.num[BASE]
    at = p * T.room + S.height[p] - 1
    n = 1
    while n < most and T.accept[link * STRIDE + S.cards[at - n]] >> S.cards[at - n + 1] & 1:
        n += 1
    if FAMILIES and T.link_or[p]:
        link = T.link_or[p] + (S.num[BASE] if T.link_or[p] >= T.based else 0)
        m = 1
        while m < most and T.accept[link * STRIDE + S.cards[at - m]] >> S.cards[at - m + 1] & 1:
            m += 1
        n = max(n, m)
    return n


def carried_singly(T: Tables, S: State, target: int) -> int:
    """Return how many cards single moves could carry to ``target``: (cells + 1) * 2^spaces."""
    n = 1
    for p in range(T.piles):
        if T.is_cell[p] and S.height[p] == 0 and p != target:
            n += 1
    for p in range(T.piles):
        if T.any_space[p] and S.height[p] == 0 and p != target:
            if FAMILIES and not holds(T, S, T.any_when[p]):
                continue
            n *= 2
    return n


def takes(T: Tables, S: State, f: int, row: int, card: int) -> bool:
    """Say whether a foundation takes a card; ``row``: where its group's routes of now begin."""
    way = T.route[row + T.group[f]] & (1 if S.height[f] else 2)
    return way > 0 and wants(T, S, f) >> card & 1 > 0


def goes_up(T: Tables, S: State, p: int, card: int) -> bool:
    """Say whether a foundation takes a card from where pile ``p`` lies."""
    row = (phase(T, S) * T.groups + T.group[p]) * T.groups
    for f in range(T.foundations):
        if takes(T, S, f, row, card):
            return True
    return False


def frees(T: Tables, S: State, a: int, k: int) -> bool:
    """Say whether the card under the top ``k`` of a pile could go to a foundation as it is now."""
    return goes_up(T, S, a, S.cards[a * T.room + S.height[a] - k - 1])


def covered(T: Tables, S: State, p: int) -> bool:
    """Say whether a pile lies under cards of other piles."""
    for i in range(T.cover_at[p], T.cover_at[p + 1]):
        if S.height[T.cover[i]]:
            return True
    return False


def begun(T: Tables, S: State, p: int) -> bool:
    """Say whether a pile begins with a card that is right there, where a game tells them apart."""
    return S.height[p] > 0 and T.begins[p] >> S.cards[p * T.room] & 1 > 0


def right_there(T: Tables, S: State, p: int) -> bool:
    """Say whether the card at a place of the grid is one that the place would take."""
    at = p * (T.room + 1)
    top = NOTHING
    if T.indicator[p] >= 0:
        q = T.indicator[p]
        while T.ring and S.height[q] == 0 and q != p:  # gaps in a ring part nothing
            q = T.indicator[q]
        if S.height[q] == 0:
            return False
        top = S.cards[q * T.room]
    return T.accept[T.rule_at[at] * STRIDE + top] >> S.cards[p * T.room] & 1 > 0


def _stays_there(T: Tables, S: State, p: int) -> bool:
    """Say whether a place of the grid and all at its left hold cards that are right there."""
    if p < T.grid_first or p >= T.grid_end:
        return False
    for q in range(p - (p - T.grid_first) % T.row, p + 1):
        if S.height[q] == 0 or not right_there(T, S, q):
            return False
    return True


def liftable(T: Tables, S: State, p: int) -> int:
    """Return how many cards at the top of a pile lie face up and are not kept there."""
    if T.blind[p]:
        return 1 if S.height[p] else 0
    if FAMILIES and T.covers and covered(T, S, p):
        return 0
    if FAMILIES and T.begins[p] and begun(T, S, p):
        return 0
    if FAMILIES and T.fixed and _stays_there(T, S, p):
        return 0
    return S.height[p] - max(S.down[p], T.keep[T.group[p]])
