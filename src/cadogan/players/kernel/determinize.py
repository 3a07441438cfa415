"""Determinization: deals, stored positions, guesses at hidden cards, and values of positions."""

from __future__ import annotations

from cadogan.mechanics.moves import of_itself
from cadogan.mechanics.score.moves import score
from cadogan.players.player import Player
from cadogan.state.automatic import settle_all
from cadogan.state.codes import MoveKind, Num, Win
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.queries import unseen
from cadogan.state.state import DRAWN, MASK, NUMBERS, State, kind_of, mix, push, shuffle

# indices of the values in Player.best
_HOME = 0
_TURNED = 1
_JOINED = 2
_USED = 3
_STOCK = 4


def draw(key: int, n: int) -> int:
    """Return the ``n``-th random number that belongs to a key."""
    return mix((key + n + 1) & MASK)


# --- positions -----------------------------------------------------------------------------------


def lay(R: CompiledRules, S: State, P: Player, key: int) -> None:
    """Deal a game in which the place of a card depends only on its index in the shuffled pack."""
    for which in range(NUMBERS):
        S.num[which] = 0
    for i in range(R.total):
        S.scratch[i] = P.pack[i]
    shuffle(S.scratch, R.total, key)
    n = 0 * key
    for card in range(STRIDE):
        P.seen[card] = P.placed[card]
    for i in range(R.total):
        card = S.scratch[i]
        if P.seen[card]:
            P.seen[card] -= 1  # this copy of the card already lies on a foundation
        else:
            P.guess[n] = card
            n += 1
    n = 0 * key
    for p in range(R.piles):
        S.height[p] = 0
        for _ in range(P.laid[p]):
            i = P.order[n]
            push(R, S, p, -1 - i if i < 0 else P.guess[i])
            n += 1
        S.down[p] = P.face[p]
        S.mark[p] = S.height[p] if R.accept.marks[p] else 0
    S.num[Num.KEY] = key if R.redeal.shuffled else 0
    of_itself(R, S)
    settle_all(R, S)


def save(R: CompiledRules, S: State, row: list[int]) -> None:
    """Store the position in a row of integers."""
    n = 3 * R.piles
    for which in range(NUMBERS):
        row[n + which] = S.num[which]
    n += NUMBERS
    for p in range(R.piles):
        row[3 * p] = S.height[p]
        row[3 * p + 1] = S.down[p]
        row[3 * p + 2] = S.mark[p]
        for i in range(S.height[p]):
            row[n] = S.cards[p * R.room + i]
            n += 1


def load(R: CompiledRules, S: State, row: list[int]) -> None:
    """Set the state to a position stored by ``save``."""
    n = 3 * R.piles
    for which in range(Num.BASE, NUMBERS):
        S.num[which] = row[n + which]
    n += NUMBERS
    for p in range(R.piles):
        S.height[p] = 0
        for _ in range(row[3 * p]):
            push(R, S, p, row[n])
            n += 1
        S.down[p] = row[3 * p + 1]
        S.mark[p] = row[3 * p + 2]


# --- visible cards -------------------------------------------------------------------------------


def _unseen(R: CompiledRules, S: State, P: Player, p: int) -> int:
    """Return how many bottom cards of a pile the player cannot see."""
    n = unseen(R, S, p)
    if P.open[p] and n and n == S.height[p]:
        n -= 1
    return n


def notice(R: CompiledRules, S: State, P: Player, move: int) -> None:
    """Record the cards visible after a move; after a redeal that shuffles, forget all others."""
    forgets = kind_of(move) == MoveKind.REDEAL and R.redeal.shuffled > 0
    for card in range(STRIDE):
        P.shown[card] = 0
    for p in range(R.piles):
        for i in range(_unseen(R, S, P, p), S.height[p]):
            P.shown[S.cards[p * R.room + i]] += 1
    for card in range(STRIDE):
        if forgets or P.shown[card] > P.seen[card]:
            P.seen[card] = P.shown[card]


def guess(R: CompiledRules, S: State, P: Player, key: int) -> int:
    """Randomly rearrange the cards that the player does not know; return their number.

    The player knows a face-down card if all copies of it have been seen. The player also knows the
    cards of a stock once the player has gone through it. Future shuffles are also drawn at random.
    """
    n = 0 * key
    for card in range(STRIDE):
        P.shown[card] = 0
    for p in range(R.piles):
        for i in range(_unseen(R, S, P, p)):
            at = p * R.room + i
            card = S.cards[at]
            if P.seen[card] < P.copies[card]:
                P.cells[n] = at
                P.shown[card] += 1
                n += 1
    if R.redeal.shuffled:
        S.num[Num.KEY] = draw(key, -1)
    if n < 2:
        return R.redeal.shuffled  # the player does not know future shuffles either
    n = 0 * key
    # the cards are sorted, so that the result does not depend on their real order
    for card in range(STRIDE):
        for _ in range(P.shown[card]):
            P.guess[n] = card
            n += 1
    shuffle(P.guess, n, key)
    k = 0 * key
    for p in range(R.piles):
        if k == n or P.cells[k] >= (p + 1) * R.room:
            continue
        h = S.height[p]
        for i in range(h):
            S.scratch[i] = S.cards[p * R.room + i]
        while k < n and P.cells[k] < (p + 1) * R.room:
            S.scratch[P.cells[k] - p * R.room] = P.guess[k]
            k += 1
        S.height[p] = 0
        for i in range(h):
            push(R, S, p, S.scratch[i])
    return n


def digest(R: CompiledRules, S: State, P: Player) -> int:
    """Return a hash of the visible part of a position."""
    key = S.num[Num.BASE]
    for which in range(Num.BASE + 1, Num.KEY):
        key = (key * 53 + S.num[which]) & MASK >> 8
    key = mix(key)
    for p in range(R.piles):
        dark = _unseen(R, S, P, p)
        for i in range(dark, S.height[p]):
            key = mix(key ^ (S.cards[p * R.room + i] + 1))
        key = mix(key ^ (64 + dark * 512))
    return key


# --- progress ------------------------------------------------------------------------------------


def linked(R: CompiledRules, S: State, p: int, i: int, card: int) -> bool:
    """Return whether a card fits on card ``i`` of a pile, by the rule for runs or for building."""
    rule = R.lift.link[p]
    if rule == 0:
        rule = R.accept.rule_at[p * (R.room + 1) + i + 1]
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    return R.accept.sets[rule * STRIDE + S.cards[p * R.room + i]] >> card & 1 > 0


def _home(R: CompiledRules, S: State) -> int:
    n = S.height[R.mechanics.discard_pile] if R.mechanics.discard_pile >= 0 else 0
    for p in range(R.foundations):
        n += S.height[p]
    return n


def _hidden(R: CompiledRules, S: State) -> int:
    n = 0 * R.piles
    for p in range(R.piles):
        if p != R.stock.pile:
            n += S.down[p]
    return n


def _joined(R: CompiledRules, S: State) -> int:
    n = 0 * R.piles
    for p in range(R.tableau_first, R.tableau_end):
        for i in range(S.down[p] + 1, S.height[p]):
            if linked(R, S, p, i - 1, S.cards[p * R.room + i]):
                n += 1
    return n


def value(R: CompiledRules, S: State) -> int:
    """Return the value of a position for a player; higher is better."""
    n = 64 * _home(R, S) - 40 * _hidden(R, S) + 12 * _joined(R, S)
    if R.win.kind == Win.ONE_PILE:
        for p in range(R.piles):
            if S.height[p]:
                n -= 64
    elif R.win.kind == Win.SCORED and R.score.hands:
        n += 16 * score(R, S)
    return n


def gains(R: CompiledRules, S: State, P: Player, first: int) -> bool:
    """Return whether the position improves on the best values of this play, and record them."""
    used = S.num[Num.REDEALS] + S.num[Num.SHIFTS] + S.num[DRAWN]
    stock = S.height[R.stock.pile] if R.stock.pile >= 0 else 0
    if first or used > P.best[_USED]:
        P.best[_STOCK] = stock + 1
    now = (_home(R, S), -_hidden(R, S), _joined(R, S), used)
    better = stock < P.best[_STOCK]
    if better:
        P.best[_STOCK] = stock
    for i in range(4):
        if first or now[i] > P.best[i]:
            P.best[i] = now[i]
            better = True
    return better


def look(R: CompiledRules, S: State, P: Player) -> None:
    """Forget all cards seen so far, and record the visible cards."""
    for card in range(STRIDE):
        P.seen[card] = 0
    notice(R, S, P, 0)
