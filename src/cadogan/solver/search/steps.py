"""Steps: which there are from a position, but for those that another stands for; making them.

A *step* is one integer: a move of the engine in its low bits and, where the stock may be gone
round freely, the waste's height to turn to first, or, of a run that goes to an equal card, the pile
to which the card that it lay on goes next; where cards slide among their equals it is what
:mod:`cadogan.solver.search.slide_symmetry` says, where blocks hang on either of two cards what
:mod:`cadogan.solver.search.tail_symmetry` does. Making a step (:func:`advance`) makes all moves
that are safe after it as well, so a step leads from one position with a choice to the next.

Letters and other habits of these files: :mod:`cadogan.solver.search`.
"""

from __future__ import annotations

from cadogan.engine.engine import generate, make, unmake
from cadogan.solver.analysis.analysis import Guide
from cadogan.solver.prunings.matching import lone_move
from cadogan.solver.search.constants import JUMP, LOW, MOST_MADE
from cadogan.solver.search.dominance import may_be_safe, safe_move, settling_move
from cadogan.solver.search.slide_symmetry import exits, slide
from cadogan.solver.search.stock_moves import bearers, laid_pile, note_laid
from cadogan.solver.search.tail_symmetry import hang, leave
from cadogan.state.compiled import STRIDE, Tables
from cadogan.state.queries import phase
from cadogan.state.state import (
    BASE,
    FAMILIES,
    LOG,
    MOVE,
    REDEAL,
    TURN,
    State,
    count_of,
    encode,
    kind_of,
    source_of,
    target_of,
)

__all__ = ["advance", "retreat", "steps", "trace"]


def advance(T: Tables, S: State, G: Guide, step: int) -> None:
    """Make a step (none for -1) and all moves that are safe then; these are noted in ``G.made``.

    To go round the stock until the waste has a given height is one change: turning n cards at
    once leaves the same order as turning them in several goes, and taking n back is what a redeal
    and fewer turns come to.
    """
    G.made[0] = 0
    note_laid(T, G, step)
    then = -1 + 0 * step
    move = -1 + 0 * step
    if step >= 0 and G.slides:
        slide(T, S, G, step)
    elif step >= 0 and G.tails:
        leave(T, S, G, step)
    elif step >= 0:
        move = step & LOW
        then = _goes_on(T, step)
        if then < 0 and step >> JUMP:
            n = (step >> JUMP) - 1 - S.height[T.waste]
            if n:
                then = move
            if n > 0:
                move = encode(TURN, T.stock, T.waste, n)
            elif n < 0:
                move = encode(TURN, T.waste, T.stock, -n)
    last = -1 + 0 * step
    while True:  # one place for every call of make, which is large
        if move < 0:
            if G.safe and (last < 0 or may_be_safe(T, S, G, last)):
                move = safe_move(T, S, G)
            if move < 0 and G.settles:
                move = settling_move(T, S, G)
            if FAMILIES and move < 0 and G.lone:
                move = lone_move(T, S, G)
            if move < 0:
                return
            G.made[0] += 1
            G.made[G.made[0]] = move
        make(T, S, move)
        last = move
        move = then
        then = -1 + 0 * step


def _goes_on(T: Tables, step: int) -> int:
    """Return the second move of a step, of the card that a run has left; -1 if it has none."""
    a = source_of(step & LOW)
    if step >> JUMP <= 0 or a == T.waste:
        return -1 + 0 * step
    return encode(MOVE, a, (step >> JUMP) - 1, 1)


def retreat(T: Tables, S: State, mark: int) -> None:
    """Take moves back until the log is as short as it was."""
    while S.num[LOG] > mark:
        unmake(T, S)


def _takes(T: Tables, S: State, q: int, card: int, row: int) -> bool:
    """Say whether a pile takes a card from the group whose ways out begin at ``row``.

    Needs ``generate`` just before, for the cards that each pile wants.
    """
    way = 1 if S.height[q] else 2
    return S.want[q] >> card & 1 > 0 and T.route[row + T.group[q]] & way > 0


def _from_waste(
    T: Tables, S: State, G: Guide, out: list[int], n: int, laid: int, bearing: int
) -> int:
    """Add the plays of every card that going round the stock brings to the top of the waste.

    The plays of the card that lies there now stand in ``out`` already. ``laid`` and ``bearing``
    are what ``laid_pile`` and ``bearers`` return.
    """
    w = T.waste
    height = S.height[w]
    left = S.height[T.stock]
    total = height + left
    row = (phase(T, S) * T.groups + T.group[w]) * T.groups
    wanted = 0 * height
    for b in range(T.piles):
        wanted |= S.want[b]
    for again in range(2):
        at = height if again == 0 else 0
        while at < total:
            at = min(at + T.deal_count, total)
            if again and (at >= height and (at - height) % T.deal_count == 0):
                return n  # from here on it is the first round once more
            if at == height:
                continue
            card = (
                S.cards[w * T.room + at - 1]
                if at <= height
                else S.cards[T.stock * T.room + left - (at - height)]
            )
            if not wanted >> card & 1:
                continue
            for b in range(T.piles):
                if (
                    _takes(T, S, b, card, row)
                    and b != w
                    and b != T.stock
                    and (laid < 0 or laid == b)
                    and (bearing >> card & 1 or not G.run_first <= b < G.run_end)
                    and not _has_equal(T, S, G, w, b)
                ):
                    out[n] = encode(MOVE, w, b, 1) | at + 1 << JUMP
                    n += 1
    return n


def _has_equal(T: Tables, S: State, G: Guide, a: int, b: int) -> bool:
    """Say whether cards from pile ``a`` may as well go to an earlier pile as to ``b``."""
    if G.parents[T.group[b]] == 0 or S.height[b] == 0:
        return False
    for q in range(T.foundations, b):
        if S.want[q] == S.want[b] and T.group[q] == T.group[b] and S.height[q] and q != a:
            return True
    return False


def _bears_none(T: Tables, S: State, G: Guide, move: int, bearing: int) -> bool:
    """Say whether a move lays the top card of the waste where it cannot bear one at once."""
    w = source_of(move)
    if w != T.waste or not G.run_first <= target_of(move) < G.run_end:
        return False
    return not bearing >> S.cards[w * T.room + S.height[w] - 1] & 1


def _rests(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether a move only takes the lowest card of a pile to another that is no better."""
    a = source_of(move)
    g = T.group[a]
    return G.rests[g] > 0 and S.height[a] == 1 and T.group[target_of(move)] == g


def _only_hangs(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether a move only takes a run from one card to its equal."""
    a = source_of(move)
    b = target_of(move)
    under = S.height[a] - count_of(move) - 1
    if b < G.run_first or b >= G.run_end or S.height[b] == 0:
        return False
    if a < G.run_first or a >= G.run_end or under < S.down[a]:
        return False
    return T.accept[G.run_rule * STRIDE + S.cards[a * T.room + under]] == S.want[b]


def _after(T: Tables, S: State, move: int, out: list[int], n: int, more: int) -> int:
    """Add a move together with each that takes the card which it uncovers out of the group.

    They are written behind the first ``n`` moves, and the ``more`` written there already.
    """
    a = source_of(move)
    g = T.group[a]
    card = S.cards[a * T.room + S.height[a] - count_of(move) - 1]
    row = (phase(T, S) * T.groups + g) * T.groups
    for q in range(T.piles):
        if T.group[q] != g and _takes(T, S, q, card, row):
            out[n + more] = move | q + 1 << JUMP
            more += 1
    return more


def _can_wait(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether a move only takes a run from one card to its equal, and that card stays.

    It does not stay where another group would take it now, nor where it could go on to the end of
    what lies on it, alone or with cards below it.
    """
    a = source_of(move)
    b = target_of(move)
    g = T.group[a]
    rule = G.parents[g]
    under = S.height[a] - count_of(move) - 1
    if rule == 0 or T.group[b] != g or S.height[b] == 0 or under < S.down[a]:
        return False
    if rule >= T.based:
        rule += S.num[BASE]
    card = S.cards[a * T.room + under]
    if T.accept[rule * STRIDE + card] != S.want[b]:
        return False
    taken = T.accept[rule * STRIDE + S.cards[a * T.room + S.height[a] - 1]]
    below = card
    for i in range(under, S.down[a] - 1, -1):
        above = below
        below = S.cards[a * T.room + i]
        if i < under and not T.accept[rule * STRIDE + below] >> above & 1:
            break
        if taken >> below & 1:
            return False
    row = (phase(T, S) * T.groups + g) * T.groups
    for q in range(T.piles):
        if T.group[q] != g and _takes(T, S, q, card, row):
            return False
    return True


def steps(T: Tables, S: State, G: Guide, out: list[int]) -> int:
    """Write the steps from a position to ``out`` and return how many."""
    if G.slides:
        return exits(T, S, G, out)
    if G.tails:
        return hang(T, S, G, out)
    n = generate(T, S, out)
    kept = 0 * n
    more = 0 * n
    laid = laid_pile(S, G)
    bearing = bearers(T, S, G)
    for i in range(n):
        move = out[i]
        if kind_of(move) != MOVE:
            again = G.round == 1
        elif G.bears and (
            (laid >= 0 and target_of(move) != laid) or _bears_none(T, S, G, move, bearing)
        ):
            again = True
        else:
            again = (
                _rests(T, S, G, move)
                or (G.runs == 0 and _can_wait(T, S, G, move))
                or _has_equal(T, S, G, source_of(move), target_of(move))
            )
            if G.runs and not again and _only_hangs(T, S, G, move):
                more = _after(T, S, move, out, n, more)
                again = True
        if not again:
            out[kept] = move
            kept += 1
    for i in range(more):
        out[kept + i] = out[n + i]
    kept += more
    return _from_waste(T, S, G, out, kept, laid, bearing) if G.round else kept


def trace(T: Tables, S: State, G: Guide, path: list[int], count: int, out: list[int]) -> int:
    """Make the safe moves of a position, then the steps of a line.

    Writes all moves that this comes to, turns included, to ``out`` and returns how many; or returns
    -1 where ``out`` has too little room.
    """
    n = 0 * count
    i = 0 * count - 1
    while i < count:
        step = path[i] if i >= 0 else i
        i += 1
        S.num[LOG] = 0  # nothing is taken back, and a line may be long
        if n + MOST_MADE > len(out):
            return -1
        whole = G.slides + G.tails > 0  # all moves of a step are in G.made
        after = _goes_on(T, step) if not whole else -1 + 0 * step
        height = step >> JUMP if not whole and after < 0 else 0 * step
        if height > 0:
            have = S.height[T.waste]
            left = S.height[T.stock]
            while have != height - 1:
                if left:
                    turned = min(T.deal_count, left)
                    out[n] = encode(TURN, T.stock, T.waste, turned)
                    have += turned
                    left -= turned
                else:
                    out[n] = encode(REDEAL, 0, 0, 0)
                    left = have
                    have = 0 * n
                n += 1
        advance(T, S, G, step)
        if step >= 0 and not whole:
            out[n] = step & LOW
            n += 1
        if after >= 0:
            out[n] = after
            n += 1
        for k in range(G.made[0]):
            out[n] = G.made[k + 1]
            n += 1
    return n
