"""Steps from a position, without those made unnecessary by other steps, and how to make them.

A *step* is an integer that holds a move of the engine in its low bits. If the player may go round
the stock freely, the step also holds the height to which the waste must be turned first. If a run
moves to an equal card, the step holds the pile to which the uncovered card goes next. In games with
slide symmetry, the module :mod:`cadogan.solver.search.slide_symmetry` defines the steps; with tail
symmetry, :mod:`cadogan.solver.search.tail_symmetry` does. The function :func:`advance` makes a step
and then all safe moves. So a step leads from one position where the player has a choice to the
next.
"""

from __future__ import annotations

from cadogan.engine.apply import make, unmake
from cadogan.engine.legal import generate
from cadogan.solver.codes import JUMP, LOW, MOST_MADE
from cadogan.solver.facts import Analysis
from cadogan.solver.prunings.matching import lone_move
from cadogan.solver.search.dominance import may_be_safe, safe_move, settling_move
from cadogan.solver.search.slide_symmetry import exits, slide
from cadogan.solver.search.stock_moves import bearers, laid_pile, note_laid
from cadogan.solver.search.tail_symmetry import hang, leave
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.queries import phase
from cadogan.state.state import MECHANICS, State, count_of, encode, kind_of, source_of, target_of


def advance(R: CompiledRules, S: State, A: Analysis, step: int) -> None:
    """Make a step (none for -1) and all safe moves after it; write these moves to ``A.work.made``.

    To bring the waste to a given height, the function turns the stock in a single move. Turning n
    cards together leaves them in the same order as turning them in several moves. Turning n cards
    back has the same effect as a redeal followed by fewer turns.
    """
    A.work.made[0] = 0
    note_laid(R, A, step)
    then = -1 + 0 * step
    move = -1 + 0 * step
    if step >= 0 and A.dominance.slides:
        slide(R, S, A, step)
    elif step >= 0 and A.dominance.tails:
        leave(R, S, A, step)
    elif step >= 0:
        move = step & LOW
        then = _goes_on(R, step)
        if then < 0 and step >> JUMP:
            n = (step >> JUMP) - 1 - S.height[R.stock.waste]
            if n:
                then = move
            if n > 0:
                move = encode(MoveKind.TURN, R.stock.pile, R.stock.waste, n)
            elif n < 0:
                move = encode(MoveKind.TURN, R.stock.waste, R.stock.pile, -n)
    last = -1 + 0 * step
    # the loop contains a single call to ``make``, since inlining two calls would be expensive
    while True:
        if move < 0:
            if A.safe.used and (last < 0 or may_be_safe(R, S, A, last)):
                move = safe_move(R, S, A)
            if move < 0 and A.dominance.settles:
                move = settling_move(R, S, A)
            if MECHANICS and move < 0 and A.matching.lone:
                move = lone_move(R, S, A)
            if move < 0:
                return
            A.work.made[0] += 1
            A.work.made[A.work.made[0]] = move
        make(R, S, move)
        last = move
        move = then
        then = -1 + 0 * step


def _goes_on(R: CompiledRules, step: int) -> int:
    """Return the second move of a step, which moves the uncovered card, or -1 if there is none."""
    a = source_of(step & LOW)
    if step >> JUMP <= 0 or a == R.stock.waste:
        return -1 + 0 * step
    return encode(MoveKind.MOVE, a, (step >> JUMP) - 1, 1)


def retreat(R: CompiledRules, S: State, mark: int) -> None:
    """Undo moves until the undo log has the length ``mark``."""
    while S.num[Num.LOG] > mark:
        unmake(R, S)


def _takes(R: CompiledRules, S: State, q: int, card: int, row: int) -> bool:
    """Return whether pile ``q`` takes a card from the group whose routes begin at ``row``.

    The caller must have called ``generate`` in this position, which records the cards that each
    pile wants.
    """
    way = 1 if S.height[q] else 2
    return S.want[q] >> card & 1 > 0 and R.routes.ways[row + R.group[q]] & way > 0


def _from_waste(
    R: CompiledRules, S: State, A: Analysis, out: list[int], n: int, laid: int, bearing: int
) -> int:
    """Append the moves of every card that turning the stock can bring to the top of the waste.

    ``out`` already holds the moves of the current top card. ``laid`` and ``bearing`` are the
    results of ``laid_pile`` and ``bearers``.
    """
    w = R.stock.waste
    height = S.height[w]
    left = S.height[R.stock.pile]
    total = height + left
    row = (phase(R, S) * R.groups + R.group[w]) * R.groups
    wanted = 0 * height
    for b in range(R.piles):
        wanted |= S.want[b]
    for again in range(2):
        at = height if again == 0 else 0
        while at < total:
            at = min(at + R.deal.cards, total)
            if again and (at >= height and (at - height) % R.deal.cards == 0):
                return n  # from here on, the cards of the first round recur
            if at == height:
                continue
            card = (
                S.cards[w * R.room + at - 1]
                if at <= height
                else S.cards[R.stock.pile * R.room + left - (at - height)]
            )
            if not wanted >> card & 1:
                continue
            for b in range(R.piles):
                if (
                    _takes(R, S, b, card, row)
                    and b != w
                    and b != R.stock.pile
                    and (laid < 0 or laid == b)
                    and (
                        bearing >> card & 1 or not A.dominance.run_first <= b < A.dominance.run_end
                    )
                    and not _has_equal(R, S, A, w, b)
                ):
                    out[n] = encode(MoveKind.MOVE, w, b, 1) | at + 1 << JUMP
                    n += 1
    return n


def _has_equal(R: CompiledRules, S: State, A: Analysis, a: int, b: int) -> bool:
    """Return whether a pile before ``b`` is as good a target for cards from pile ``a``."""
    if A.dominance.parents[R.group[b]] == 0 or S.height[b] == 0:
        return False
    for q in range(R.foundations, b):
        if S.want[q] == S.want[b] and R.group[q] == R.group[b] and S.height[q] and q != a:
            return True
    return False


def _bears_none(R: CompiledRules, S: State, A: Analysis, move: int, bearing: int) -> bool:
    """Return whether a move lays the waste's top card where the next step cannot cover it."""
    w = source_of(move)
    if w != R.stock.waste or not A.dominance.run_first <= target_of(move) < A.dominance.run_end:
        return False
    return not bearing >> S.cards[w * R.room + S.height[w] - 1] & 1


def _rests(R: CompiledRules, S: State, A: Analysis, move: int) -> bool:
    """Return whether a move only takes the single card of a pile to a pile that is no better."""
    a = source_of(move)
    g = R.group[a]
    return A.dominance.rests[g] > 0 and S.height[a] == 1 and R.group[target_of(move)] == g


def _only_hangs(R: CompiledRules, S: State, A: Analysis, move: int) -> bool:
    """Return whether a move only takes a run from one card to another card that is equal to it."""
    a = source_of(move)
    b = target_of(move)
    under = S.height[a] - count_of(move) - 1
    if b < A.dominance.run_first or b >= A.dominance.run_end or S.height[b] == 0:
        return False
    if a < A.dominance.run_first or a >= A.dominance.run_end or under < S.down[a]:
        return False
    return R.accept.sets[A.dominance.run_rule * STRIDE + S.cards[a * R.room + under]] == S.want[b]


def _after(R: CompiledRules, S: State, move: int, out: list[int], n: int, more: int) -> int:
    """Append ``move`` combined with each move of the card that it uncovers to another group.

    ``out`` already holds ``n`` moves and ``more`` combined ones; return the new number of combined
    moves.
    """
    a = source_of(move)
    g = R.group[a]
    card = S.cards[a * R.room + S.height[a] - count_of(move) - 1]
    row = (phase(R, S) * R.groups + g) * R.groups
    for q in range(R.piles):
        if R.group[q] != g and _takes(R, S, q, card, row):
            out[n + more] = move | q + 1 << JUMP
            more += 1
    return more


def _can_wait(R: CompiledRules, S: State, A: Analysis, move: int) -> bool:
    """Return whether a move only takes a run to an equal card, and the uncovered card stays.

    The uncovered card does not stay if a pile of another group would take it now. Nor does the
    uncovered card stay if it could go to the end of the moved run, alone or with cards below it.
    """
    a = source_of(move)
    b = target_of(move)
    g = R.group[a]
    rule = A.dominance.parents[g]
    under = S.height[a] - count_of(move) - 1
    if rule == 0 or R.group[b] != g or S.height[b] == 0 or under < S.down[a]:
        return False
    if rule >= R.accept.based:
        rule += S.num[Num.BASE]
    card = S.cards[a * R.room + under]
    if R.accept.sets[rule * STRIDE + card] != S.want[b]:
        return False
    taken = R.accept.sets[rule * STRIDE + S.cards[a * R.room + S.height[a] - 1]]
    below = card
    for i in range(under, S.down[a] - 1, -1):
        above = below
        below = S.cards[a * R.room + i]
        if i < under and not R.accept.sets[rule * STRIDE + below] >> above & 1:
            break
        if taken >> below & 1:
            return False
    row = (phase(R, S) * R.groups + g) * R.groups
    for q in range(R.piles):
        if R.group[q] != g and _takes(R, S, q, card, row):
            return False
    return True


def steps(R: CompiledRules, S: State, A: Analysis, out: list[int]) -> int:
    """Write the steps from a position to ``out`` and return the number of steps."""
    if A.dominance.slides:
        return exits(R, S, A, out)
    if A.dominance.tails:
        return hang(R, S, A, out)
    n = generate(R, S, out)
    count = 0 * n
    more = 0 * n
    laid = laid_pile(S, A)
    bearing = bearers(R, S, A)
    for i in range(n):
        move = out[i]
        if kind_of(move) != MoveKind.MOVE:
            again = A.dominance.round == 1
        elif A.dominance.bears and (
            (laid >= 0 and target_of(move) != laid) or _bears_none(R, S, A, move, bearing)
        ):
            again = True
        else:
            again = (
                _rests(R, S, A, move)
                or (A.dominance.runs == 0 and _can_wait(R, S, A, move))
                or _has_equal(R, S, A, source_of(move), target_of(move))
            )
            if A.dominance.runs and not again and _only_hangs(R, S, A, move):
                more = _after(R, S, move, out, n, more)
                again = True
        if not again:
            out[count] = move
            count += 1
    for i in range(more):
        out[count + i] = out[n + i]
    count += more
    return _from_waste(R, S, A, out, count, laid, bearing) if A.dominance.round else count


def trace(
    R: CompiledRules, S: State, A: Analysis, path: list[int], count: int, out: list[int]
) -> int:
    """Make the safe moves of a position, and then the steps of a line.

    Write all moves made, including turns of the stock, to ``out`` and return their number. If
    ``out`` is too short, return -1.
    """
    n = 0 * count
    i = 0 * count - 1
    while i < count:
        step = path[i] if i >= 0 else i
        i += 1
        S.num[Num.LOG] = 0  # no move will be undone, and a long line would fill the undo log
        if n + MOST_MADE > len(out):
            return -1
        # then A.work.made holds all moves of the step
        whole = A.dominance.slides + A.dominance.tails > 0
        after = _goes_on(R, step) if not whole else -1 + 0 * step
        height = step >> JUMP if not whole and after < 0 else 0 * step
        if height > 0:
            have = S.height[R.stock.waste]
            left = S.height[R.stock.pile]
            while have != height - 1:
                if left:
                    turned = min(R.deal.cards, left)
                    out[n] = encode(MoveKind.TURN, R.stock.pile, R.stock.waste, turned)
                    have += turned
                    left -= turned
                else:
                    out[n] = encode(MoveKind.REDEAL, 0, 0, 0)
                    left = have
                    have = 0 * n
                n += 1
        advance(R, S, A, step)
        if step >= 0 and not whole:
            out[n] = step & LOW
            n += 1
        if after >= 0:
            out[n] = after
            n += 1
        for k in range(A.work.made[0]):
            out[n] = A.work.made[k + 1]
            n += 1
    return n
