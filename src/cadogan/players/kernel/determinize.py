"""Laying out a deal, keeping a position, what a player can see of it, and what counts as a gain."""

from __future__ import annotations

from cadogan.mechanics.moves import of_itself
from cadogan.mechanics.score.moves import score
from cadogan.players.player import Player
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.queries import settle_all, unseen
from cadogan.state.state import (
    BASE,
    DRAWN,
    KEY,
    MASK,
    NUMBERS,
    ONE_PILE,
    REDEAL,
    REDEALS,
    SCORED,
    SHIFTS,
    State,
    kind_of,
    mix,
    push,
    shuffle,
)

__all__ = [
    "digest",
    "draw",
    "gains",
    "guess",
    "lay",
    "linked",
    "load",
    "look",
    "notice",
    "save",
    "value",
]

# places in Player.best
_HOME = 0
_TURNED = 1
_JOINED = 2
_USED = 3
_STOCK = 4


def draw(key: int, n: int) -> int:
    """Return the n-th number that is drawn from a key."""
    return mix((key + n + 1) & MASK)


# --- positions -----------------------------------------------------------------------------------


def lay(T: Tables, S: State, P: Player, key: int) -> None:
    """Deal, where the place of a card depends on nothing but the order."""
    for which in range(NUMBERS):
        S.num[which] = 0
    for i in range(T.total):
        S.scratch[i] = P.pack[i]
    shuffle(S.scratch, T.total, key)
    n = 0 * key
    for card in range(STRIDE):
        P.seen[card] = P.placed[card]
    for i in range(T.total):
        card = S.scratch[i]
        if P.seen[card]:
            P.seen[card] -= 1  # it lies on a foundation already
        else:
            P.guess[n] = card
            n += 1
    n = 0 * key
    for p in range(T.piles):
        S.height[p] = 0
        for _ in range(P.laid[p]):
            i = P.order[n]
            push(T, S, p, -1 - i if i < 0 else P.guess[i])
            n += 1
        S.down[p] = P.face[p]
        S.mark[p] = S.height[p] if T.marks[p] else 0
    S.num[KEY] = key if T.redeal_shuffled else 0
    of_itself(T, S)
    settle_all(T, S)


def save(T: Tables, S: State, row: list[int]) -> None:
    """Keep a position."""
    n = 3 * T.piles
    for which in range(NUMBERS):
        row[n + which] = S.num[which]
    n += NUMBERS
    for p in range(T.piles):
        row[3 * p] = S.height[p]
        row[3 * p + 1] = S.down[p]
        row[3 * p + 2] = S.mark[p]
        for i in range(S.height[p]):
            row[n] = S.cards[p * T.room + i]
            n += 1


def load(T: Tables, S: State, row: list[int]) -> None:
    """Set the state to a position that was kept."""
    n = 3 * T.piles
    for which in range(BASE, NUMBERS):
        S.num[which] = row[n + which]
    n += NUMBERS
    for p in range(T.piles):
        S.height[p] = 0
        for _ in range(row[3 * p]):
            push(T, S, p, row[n])
            n += 1
        S.down[p] = row[3 * p + 1]
        S.mark[p] = row[3 * p + 2]


# --- what is seen --------------------------------------------------------------------------------


def _unseen(T: Tables, S: State, P: Player, p: int) -> int:
    """Return how many cards of a pile, from the bottom, cannot be seen."""
    n = unseen(T, S, p)
    if P.open[p] and n and n == S.height[p]:
        n -= 1
    return n


def notice(T: Tables, S: State, P: Player, move: int) -> None:
    """Take note of what lies open after a move; a shuffle makes forget what went into it."""
    forgets = kind_of(move) == REDEAL and T.redeal_shuffled > 0
    for card in range(STRIDE):
        P.shown[card] = 0
    for p in range(T.piles):
        for i in range(_unseen(T, S, P, p), S.height[p]):
            P.shown[S.cards[p * T.room + i]] += 1
    for card in range(STRIDE):
        if forgets or P.shown[card] > P.seen[card]:
            P.seen[card] = P.shown[card]


def guess(T: Tables, S: State, P: Player, key: int) -> int:
    """Put the cards that are not known in an order that is drawn, and return how many they are.

    A card that lies face down is known where it lies when all of its kind have been seen: so are
    those of a stock that was gone through. Shuffles to come are drawn anew too.
    """
    n = 0 * key
    for card in range(STRIDE):
        P.shown[card] = 0
    for p in range(T.piles):
        for i in range(_unseen(T, S, P, p)):
            at = p * T.room + i
            card = S.cards[at]
            if P.seen[card] < P.copies[card]:
                P.cells[n] = at
                P.shown[card] += 1
                n += 1
    if T.redeal_shuffled:
        S.num[KEY] = draw(key, -1)
    if n < 2:
        return T.redeal_shuffled  # shuffles to come are unknown too
    n = 0 * key
    for card in range(STRIDE):  # in order, so that nothing is left of how they lie
        for _ in range(P.shown[card]):
            P.guess[n] = card
            n += 1
    shuffle(P.guess, n, key)
    k = 0 * key
    for p in range(T.piles):
        if k == n or P.cells[k] >= (p + 1) * T.room:
            continue
        h = S.height[p]
        for i in range(h):
            S.scratch[i] = S.cards[p * T.room + i]
        while k < n and P.cells[k] < (p + 1) * T.room:
            S.scratch[P.cells[k] - p * T.room] = P.guess[k]
            k += 1
        S.height[p] = 0
        for i in range(h):
            push(T, S, p, S.scratch[i])
    return n


def digest(T: Tables, S: State, P: Player) -> int:
    """Return a hash of what is seen of a position."""
    key = S.num[BASE]
    for which in range(BASE + 1, KEY):
        key = (key * 53 + S.num[which]) & MASK >> 8
    key = mix(key)
    for p in range(T.piles):
        dark = _unseen(T, S, P, p)
        for i in range(dark, S.height[p]):
            key = mix(key ^ (S.cards[p * T.room + i] + 1))
        key = mix(key ^ (64 + dark * 512))
    return key


# --- what is gained ------------------------------------------------------------------------------


def linked(T: Tables, S: State, p: int, i: int, card: int) -> bool:
    """Say whether a card fits on card ``i`` of a pile as its runs, or else its cards, are built."""
    rule = T.link[p]
    if rule == 0:
        rule = T.rule_at[p * (T.room + 1) + i + 1]
    if rule >= T.based:
        rule += S.num[BASE]
    return T.accept[rule * STRIDE + S.cards[p * T.room + i]] >> card & 1 > 0


def _home(T: Tables, S: State) -> int:
    n = S.height[T.discard] if T.discard >= 0 else 0
    for p in range(T.foundations):
        n += S.height[p]
    return n


def _hidden(T: Tables, S: State) -> int:
    n = 0 * T.piles
    for p in range(T.piles):
        if p != T.stock:
            n += S.down[p]
    return n


def _joined(T: Tables, S: State) -> int:
    n = 0 * T.piles
    for p in range(T.tableau_first, T.tableau_end):
        for i in range(S.down[p] + 1, S.height[p]):
            if linked(T, S, p, i - 1, S.cards[p * T.room + i]):
                n += 1
    return n


def value(T: Tables, S: State) -> int:
    """Return how good a position looks."""
    n = 64 * _home(T, S) - 40 * _hidden(T, S) + 12 * _joined(T, S)
    if T.win == ONE_PILE:
        for p in range(T.piles):
            if S.height[p]:
                n -= 64
    elif T.win == SCORED and T.score_hands:
        n += 16 * score(T, S)
    return n


def gains(T: Tables, S: State, P: Player, first: int) -> bool:
    """Say whether something is better than it ever was in this play, and note it."""
    used = S.num[REDEALS] + S.num[SHIFTS] + S.num[DRAWN]
    stock = S.height[T.stock] if T.stock >= 0 else 0
    if first or used > P.best[_USED]:
        P.best[_STOCK] = stock + 1
    now = (_home(T, S), -_hidden(T, S), _joined(T, S), used)
    better = stock < P.best[_STOCK]
    if better:
        P.best[_STOCK] = stock
    for i in range(4):
        if first or now[i] > P.best[i]:
            P.best[i] = now[i]
            better = True
    return better


def look(T: Tables, S: State, P: Player) -> None:
    """Forget all that was seen, and see what lies open."""
    for card in range(STRIDE):
        P.seen[card] = 0
    notice(T, S, P, 0)
