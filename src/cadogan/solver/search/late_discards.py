"""Depth-first search of games such as Aces Up, which decides late whether a card has left play.

A card that may leave play need not leave at once. The search marks it as *doubtful*. It decides
when the card should beat another one, or when a card below it is needed. So one row of this search
stands for many positions. The section *late* in docs/explanation/prunings.md proves that the search
misses no win.

A row begins with the height of each pile and the number of cards left in the stock. Then come the
entries of each pile from the bottom up. The entry of a certain card is its number. The entry of a
doubtful card also holds, from bit DOUBT on, the height of its pile when the card became doubtful.
Such a card may have left play if all cards have left that lay above it at that time.
"""

from __future__ import annotations

from cadogan.solver.codes import CROWDED, WINS, Control, Outcome
from cadogan.solver.facts import Analysis
from cadogan.solver.search.transposition import probe
from cadogan.state.compiled import CompiledRules
from cadogan.state.state import SALT, State, mix, times

DOUBT = 6  # first bit of an entry that holds the height of the pile
CARD = (1 << DOUBT) - 1

# A step holds its kind in the lowest bits, then a pile, an index in the pile, and a target pile.
DEAL = 0  # the stock deals
HOLD = 1  # the cards above this one have left play, and this one has not
CARRY = 2  # the same, and then the card goes to an empty pile
PILE = 2  # first bit of the pile
INDEX = 8  # first bit of the index
TARGET = 18  # first bit of the target pile
FIELD = 63
LONG = 1023

_TOO_LONG = -3  # value of _examine if an array is too short
_ROLL = 0x1851F42D4C957F2D
_NEXT_PILE = 0x243F6A8885A308D3


def first_row(R: CompiledRules, S: State, row: list[int]) -> None:
    """Write a position to a row."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    for p in range(piles):
        q = R.tableau_first + p
        row[p] = S.height[q]
        for i in range(S.height[q]):
            row[piles + 1 + p * room + i] = S.cards[q * R.room + i]
    row[piles] = S.height[R.stock.pile]


def _last_certain(row: list[int], at: int, height: int) -> int:
    """Return the index in its pile of the highest certain card, or -1."""
    i = height - 1
    while i >= 0 and row[at + i] > CARD:
        i -= 1
    return i


def doubt(R: CompiledRules, row: list[int]) -> None:
    """Mark all cards as doubtful that a certain top card beats."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    again = True
    while again:
        again = False
        shown = 0 * R.total
        for p in range(piles):
            at = piles + p * room + row[p]
            if row[p] and row[at] <= CARD:
                shown |= 1 << row[at]
        for p in range(piles):
            at = piles + 1 + p * room
            i = _last_certain(row, at, 0 + row[p])
            if i >= 0 and R.single_discard.beats[row[at + i]] & shown:
                row[at + i] |= row[p] << DOUBT
                again = True


def note_later(R: CompiledRules, S: State, later: list[int]) -> None:
    """Write to ``later``, for each size of the stock, the cards that beat one of its cards."""
    later[0] = 0
    for i in range(S.height[R.stock.pile]):
        card = S.cards[R.stock.pile * R.room + i]
        later[i + 1] = later[i] | R.single_discard.beats[card]


def drop(R: CompiledRules, row: list[int], later: list[int]) -> bool:
    """Decide that doubtful cards have left play if they can beat no card that must still leave.

    Return whether there were such cards. Then other cards may be on top, and beat more.

    Only a doubtful card with no other card on it when it became doubtful can be dropped. The other
    doubtful cards may become certain again, so they count as cards that must still leave.
    """
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    again = True
    found = False
    while again:
        again = False
        useful = later[row[piles]]
        for p in range(piles):
            at = piles + 1 + p * room
            for i in range(row[p]):
                entry = 0 + row[at + i]
                if entry >> DOUBT != i + 1:
                    useful |= R.single_discard.beats[entry & CARD]
        for p in range(piles):
            at = piles + 1 + p * room
            n = 0 * useful
            for i in range(row[p]):
                entry = 0 + row[at + i]
                if entry >> DOUBT == n + 1 and not useful >> (entry & CARD) & 1:
                    again = True
                    found = True
                    for j in range(n):
                        if row[at + j] >> DOUBT > n:
                            row[at + j] -= 1 << DOUBT
                    for j in range(i + 1, row[p]):
                        if row[at + j] > CARD:
                            row[at + j] -= 1 << DOUBT
                else:
                    row[at + n] = entry
                    n += 1
            row[p] = n
    return found


def settle_row(R: CompiledRules, row: list[int], later: list[int]) -> None:
    """Mark the cards that may leave play, and drop those whose presence cannot matter."""
    doubt(R, row)
    while drop(R, row, later):
        doubt(R, row)


def hold(R: CompiledRules, row: list[int], p: int, i: int) -> None:
    """Decide that the card at an index of a pile is its top card now."""
    piles = R.tableau_end - R.tableau_first
    at = piles + 1 + p * ((len(row) - piles - 1) // piles)
    row[p] = i + 1
    row[at + i] &= CARD
    for j in range(i):
        if row[at + j] >> DOUBT > i:  # this card was not on top without the one at ``i``
            row[at + j] &= CARD


def change(R: CompiledRules, S: State, row: list[int], step: int) -> None:
    """Make a step without marking the cards that may then leave play."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    kind = step & (1 << PILE) - 1
    if kind == DEAL:
        for p in range(piles):
            if row[piles]:
                row[piles] -= 1
                row[piles + 1 + p * room + row[p]] = S.cards[R.stock.pile * R.room + row[piles]]
                row[p] += 1
    else:
        p = step >> PILE & FIELD
        i = step >> INDEX & LONG
        hold(R, row, p, i)
        if kind == CARRY:
            q = step >> TARGET & FIELD
            row[piles + 1 + q * room] = row[piles + 1 + p * room + i]
            row[q] = 1
            row[p] = i


def all_may_leave(R: CompiledRules, row: list[int]) -> bool:
    """Return whether every card that must leave play may have left it."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    if row[piles]:
        return False
    for p in range(piles):
        at = piles + 1 + p * room
        for i in range(row[p]):
            if row[at + i] <= CARD and not R.single_discard.stays >> row[at + i] & 1:
                return False
    return True


def _steps(R: CompiledRules, S: State, A: Analysis, row: list[int], out: list[int]) -> int:
    """Write all steps that may matter to ``out``; return their number."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    certain = S.scratch  # [pile] index of its highest certain card, or -1
    for p in range(piles):
        certain[p] = _last_certain(row, piles + 1 + p * room, 0 + row[p])
    n = 0 * piles
    for p in range(piles):
        at = piles + 1 + p * room
        for i in range(max(certain[p], 0), row[p]):
            card = row[at + i] & CARD
            place = p << PILE | i << INDEX
            beats = False
            for q in range(piles):
                if q != p and certain[q] >= 0:
                    other = row[piles + 1 + q * room + certain[q]]
                    beats = beats or R.single_discard.beats[other] >> card & 1 > 0
            # A card that is certain and on top has already beaten what it can.
            if beats and (row[at + i] > CARD or i + 1 < row[p]):
                out[n] = HOLD | place
                n += 1
            if A.late.spaces >> card & 1 and (row[piles] or i):
                for q in range(piles):
                    if q != p and certain[q] < 0:
                        out[n] = CARRY | place | q << TARGET
                        n += 1
    if row[piles]:
        out[n] = DEAL + 0 * n
        n += 1
    return n


def _beaten_elsewhere(R: CompiledRules, A: Analysis, p: int, card: int) -> bool:
    """Return whether a card that has been on top of another pile than ``p`` beats a card."""
    for q in range(R.tableau_end - R.tableau_first):
        if q != p and A.work.held[q] & R.single_discard.beats[card]:
            return True
    return False


def _uncover(R: CompiledRules, S: State, A: Analysis, row: list[int]) -> bool:
    """Take the piles apart by the relaxed rules of `_stuck`; return whether cards may then move.

    They may if a pile becomes empty, unless the rules allow no card to go there.
    ``A.work.held`` then has the cards that have been on top of each pile, and ``S.scratch`` the
    number of cards that cannot leave it.
    """
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    left = S.scratch
    for p in range(piles):
        left[p] = row[p]
        A.work.held[p] = 0
        if row[p]:
            A.work.held[p] = 1 << (row[piles + p * room + row[p]] & CARD)
    for i in range(row[piles]):
        card = S.cards[R.stock.pile * R.room + row[piles] - 1 - i]
        A.work.held[i % piles] |= 1 << card
    again = True
    while again:
        again = False
        for p in range(piles):
            at = piles + 1 + p * room
            while left[p]:
                entry = 0 + row[at + left[p] - 1]
                if entry <= CARD and not _beaten_elsewhere(R, A, p, entry):
                    break
                left[p] -= 1
                again = True
                if left[p]:
                    A.work.held[p] |= 1 << (row[at + left[p] - 1] & CARD)
            if left[p] == 0 and A.late.spaces:
                return True
    return False


def _stuck(R: CompiledRules, S: State, A: Analysis, row: list[int]) -> bool:
    """Return whether a card must stay in play because no pile can become empty.

    Relax the rules: a card that has been on top of a pile can beat other cards from then on. No
    card that is dealt covers another. If no pile can become empty even so, no card ever moves to
    another pile. Then each card that must leave play has to be beaten from another pile.
    """
    if _uncover(R, S, A, row):
        return False
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    for p in range(piles):
        for i in range(S.scratch[p]):
            entry = 0 + row[piles + 1 + p * room + i]
            if entry <= CARD and not R.single_discard.stays >> entry & 1:
                return True
    for i in range(row[piles]):
        card = S.cards[R.stock.pile * R.room + row[piles] - 1 - i]
        stays = R.single_discard.stays >> card & 1
        if not stays and not _beaten_elsewhere(R, A, i % piles, card):
            return True
    return False


def _score(R: CompiledRules, row: list[int]) -> int:
    """Return the number of cards that must still leave play, with a bonus for empty piles."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    total = 4 * row[piles]
    for p in range(piles):
        at = piles + 1 + p * room
        n = 0 * total
        for i in range(row[p]):
            if row[at + i] <= CARD:
                n += 1
        total += 4 * n
        if n == 0:
            total -= 6
    return total


def _key(R: CompiledRules, row: list[int]) -> int:
    """Return the hash of a row."""
    piles = R.tableau_end - R.tableau_first
    room = (len(row) - piles - 1) // piles
    key = times(row[piles] + 1, _ROLL)
    for p in range(piles):
        key = times(key ^ _NEXT_PILE, _ROLL)
        at = piles + 1 + p * room
        for i in range(row[p]):
            key = times((key ^ key >> 29) + row[at + i] + 1, _ROLL)
    return mix(key)


def _copy(row: list[int], other: list[int]) -> None:
    """Copy a row."""
    for i in range(len(row)):
        other[i] = row[i]


def _examine(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    bank: list[list[int]],
    ahead: list[int],
) -> int:
    """Examine all rows one step after the last row of the path; return how many are worth trying.

    Append the steps to these rows to ``ahead``, the best one last. If a step wins, set ``C[STEP]``
    to it and return WINS. If the table is full, return CROWDED. If an array is too short, return
    _TOO_LONG.
    """
    depth = C[Control.DEPTH]
    first = C[Control.TOP]
    n = _steps(R, S, A, bank[depth], out)
    if depth + 2 >= len(bank) or first + n >= len(ahead):
        return _TOO_LONG
    after = bank[depth + 1]
    found = 0 * n
    for i in range(n):
        _copy(bank[depth], after)
        change(R, S, after, out[i])
        settle_row(R, after, A.work.been)
        C[Control.NODES] += 1
        if all_may_leave(R, after):
            C[Control.STEP] = out[i]
            return WINS
        key = _key(R, after)
        new = probe(table, buckets, key, mix(key ^ SALT) | 1 << 62)
        if new < 0:
            return CROWDED
        if new and not _stuck(R, S, A, after):
            value = _score(R, after)
            k = found
            while k > 0 and score[k - 1] < value:
                score[k] = score[k - 1]
                ahead[first + k] = ahead[first + k - 1]
                k -= 1
            score[k] = value
            ahead[first + k] = out[i]
            found += 1
    return found


def late_first(
    R: CompiledRules,
    S: State,
    A: Analysis,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    bank: list[list[int]],
    path: list[int],
    ahead: list[int],
    frames: list[int],
    budget: int,
) -> int:
    """Search depth first, trying the best step first, for ``budget`` more rows.

    ``S`` holds the position at which the search begins, and does not change. ``bank`` holds a row
    for each step of the path. ``path``, ``ahead`` and ``frames`` are those of
    :func:`~cadogan.solver.search.dfs.depth_first`, but ``frames`` has one number for each row. The
    outcome DONE means that no position leads to a win.
    """
    end = C[Control.NODES] + budget
    note_later(R, S, A.work.been)
    fresh = C[Control.DEPTH] < 0
    if fresh:
        C[Control.DEPTH] = 0
        first_row(R, S, bank[0])
        settle_row(R, bank[0], A.work.been)
        if all_may_leave(R, bank[0]):
            return Outcome.WON
    while C[Control.NODES] < end:
        depth = C[Control.DEPTH]
        row = bank[depth]
        if fresh:
            first = C[Control.TOP]
            frames[depth] = first
            n = _examine(R, S, A, C, table, buckets, out, score, bank, ahead)
            if n == WINS:
                path[depth] = C[Control.STEP]
                C[Control.DEPTH] = depth + 1
                return Outcome.WON
            if n == CROWDED:
                return Outcome.FULL
            if n == _TOO_LONG:
                return Outcome.NO_ROOM
            C[Control.TOP] = first + n
            fresh = False
        if C[Control.TOP] > frames[depth]:
            C[Control.TOP] -= 1
            path[depth] = ahead[C[Control.TOP]]
            _copy(row, bank[depth + 1])
            change(R, S, bank[depth + 1], path[depth])
            settle_row(R, bank[depth + 1], A.work.been)
            C[Control.DEPTH] = depth + 1
            fresh = True
        elif depth == 0:
            return Outcome.DONE
        else:
            C[Control.FEWEST] = min(C[Control.FEWEST], C[Control.TOP])
            C[Control.DEPTH] = depth - 1
    if fresh:  # the next call makes the last step again and then examines the row
        C[Control.DEPTH] -= 1
        if C[Control.DEPTH] >= 0:
            ahead[C[Control.TOP]] = path[C[Control.DEPTH]]
            C[Control.TOP] += 1
    return Outcome.MORE
