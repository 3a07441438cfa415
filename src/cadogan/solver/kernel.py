"""The search, over the engine: plain Python inside the subset that Numba compiles.

Like :mod:`cadogan.engine` this file is written once and runs at two speeds; nothing here knows a
game. A *step* is one integer: a move of the engine in its low bits and, where the stock may be
gone round freely, the waste's height to turn to first. Making a step (:func:`advance`) makes all
moves that are safe after it as well, so a step leads from one position with a choice to the next.

Two searches share this: :func:`dive` (depth first; restarted with other noise it finds wins, left
alone it proves losses) and :func:`sweep` (a beam, layer by layer; one that never had to drop a
position is a proof too). Both return after a number of positions and go on where they were.
"""

from __future__ import annotations

from cadogan.engine import (
    BASE,
    CARD,
    CHECK,
    HASH,
    LOG,
    MASK,
    MERCIES,
    MOVE,
    REDEAL,
    REDEALS,
    SALT,
    SHIFTS,
    TURN,
    State,
    count_of,
    encode,
    generate,
    kind_of,
    make,
    mix,
    phase,
    push,
    refusal,
    seal,
    set_number,
    source_of,
    target_of,
    times,
    unmake,
    wants,
    won,
)
from cadogan.solver.guide import Guide
from cadogan.tables import Tables

__all__ = [
    "advance",
    "children",
    "dead",
    "dive",
    "pack",
    "probe",
    "reset",
    "retreat",
    "safe_move",
    "sweep",
    "unpack",
    "unroll",
]

ENTRIES = ("advance", "dive", "pack", "reset", "sweep", "unpack")
EVERY_CARD = (1 << 52) - 1
JUMP = 32  # a step is a move and, from this bit on, the waste's height before it, plus 1
LOW = (1 << JUMP) - 1
_TURNING = 0x0A4093822299F31D

# what a search says when it returns
MORE, WON, DONE, FULL, NO_ROOM = 0, 1, 2, 3, 4

# places in a search's control numbers
NODES, DEPTH, TOP, SEED, NOISE, LOSSY, ASKED, DEAD, STEP = 0, 1, 2, 3, 4, 5, 6, 7, 8
LAYER, AT, NEXT, CUT, LOGGED, WINNER, DEPTHS = 9, 10, 11, 12, 13, 14, 15
CONTROLS = 16

# places in Guide.sets: what foundations take, and what this was told from
_TOLD, _TAKEABLE = 0, 1

# weights of the score, see pile_score
LOWER, OWN, BROKEN, FOUNDED, DOWN, CELL, SPACE, WAITING, BURIED = 0, 1, 2, 3, 4, 5, 6, 7, 8


# --- steps ---------------------------------------------------------------------------------------


def safe_move(T: Tables, S: State, G: Guide) -> int:
    """Return a move to a foundation that can do no harm, or -1.

    The fast form of :func:`cadogan.safety.safe_moves`, where the proof stands; the test
    ``test_safe_moves_agree`` holds the two together.
    """
    found = -1
    some = _takeable(T, S, G) & ~G.choices
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        if h > S.down[p] and some >> S.cards[p * T.room + h - 1] & 1 and G.barred[p] == 0:
            found = p
            break
    if found < 0:
        return -1
    redeal = T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times
    if G.chains:
        for p in range(found, T.piles):
            if (
                S.height[p] > S.down[p]
                and not G.barred[p]
                and not (redeal and G.gathered[p])
                and not _fed(T, S, p)
            ):
                move = _up_from(T, S, p)
                if move >= 0:
                    return move
        return -1
    some = 0 * found
    both = 0 * found
    for f in range(T.foundations):
        mask = wants(T, S, f)
        S.want[f] = mask
        both |= some & mask
        some |= mask
    once = 0 * found  # no literals: every literal argument is compiled for itself
    twice = 0 * found
    for f in range(T.foundations):
        for i in range(S.height[f]):
            bit = 1 << S.cards[f * T.room + i]
            twice |= once & bit
            once |= bit
    free = some & ~once
    founded = once
    if G.decks == 2:
        free = (both & ~once) | (some & once & ~twice)
        founded = twice
    gone = _released(T, S, G, founded, free)
    for p in range(found, T.piles):
        h = S.height[p]
        if h <= S.down[p] or G.barred[p] or (redeal and G.gathered[p]):
            continue
        card = S.cards[p * T.room + h - 1]
        if not (free & ~G.choices) >> card & 1 or G.wanters[card] & ~gone or _fed(T, S, p):
            continue
        taker = 0 * card - 1
        fits = True
        for f in range(T.foundations):
            if S.want[f] >> card & 1:
                if S.want[f] & ~(0x8004002001 << card % 13):
                    fits = False  # cards of other ranks could begin it too
                if taker < 0:
                    taker = f
                elif (
                    S.height[f] != S.height[taker]
                    or S.roll[f * (T.room + 1) + S.height[f]]
                    != S.roll[taker * (T.room + 1) + S.height[taker]]
                ):
                    fits = False
                if (
                    G.gives_back
                    and S.height[f]
                    and not gone >> S.cards[f * T.room + S.height[f] - 1] & 1
                ):
                    fits = False
        if fits:
            move = encode(MOVE, p, taker, 1)
            if refusal(T, S, kind_of(move), p, taker, count_of(move)) == 0:
                return move
    return -1


def _up_from(T: Tables, S: State, p: int) -> int:
    card = S.cards[p * T.room + S.height[p] - 1]
    for f in range(T.foundations):
        if wants(T, S, f) >> card & 1:
            move = encode(MOVE, p, f, 1)
            if refusal(T, S, kind_of(move), p, f, count_of(move)) == 0:
                return move
    return -1


def _takeable(T: Tables, S: State, G: Guide) -> int:
    """Return the cards that foundations take.

    Where this depends on the foundations alone it is kept until they change.
    """
    told = S.num[BASE]
    if G.steady:
        for f in range(T.foundations):
            told += S.part[f]
        told &= MASK
        if told == G.sets[_TOLD]:
            return G.sets[_TAKEABLE]
    some = 0 * told
    for f in range(T.foundations):
        some |= wants(T, S, f)
    G.sets[_TOLD] = told
    G.sets[_TAKEABLE] = some
    return some


def _may_be_safe(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether there may be a safe move now, if there was none before ``move``.

    What is safe depends on the foundations and on which cards are on top. So a move from pile to
    pile can only make the top cards of these two safe. ``test_what_may_be_safe`` checks this.
    """
    kind = kind_of(move)
    a = source_of(move)
    b = target_of(move)
    if not G.still or (kind != MOVE and kind != TURN) or a < T.foundations or b < T.foundations:
        return True
    some = _takeable(T, S, G) & ~G.choices
    h = S.height[a]
    if h and some >> S.cards[a * T.room + h - 1] & 1:
        return True
    return some >> S.cards[b * T.room + S.height[b] - 1] & 1 == 1


def _released(T: Tables, S: State, G: Guide, founded: int, free: int) -> int:
    """Return the cards that want no place in play any more (``cadogan.safety.released``)."""
    gone = G.missing
    if not G.gives_back:
        gone |= founded
    while True:
        more = 0
        if G.gives_back:
            for f in range(T.foundations):
                for i in range(S.height[f]):
                    card = S.cards[f * T.room + i]
                    if (
                        founded >> card & 1
                        and not gone >> card & 1
                        and G.wanters[card] & ~gone == 0
                        and (i == 0 or gone >> S.cards[f * T.room + i - 1] & 1)
                    ):
                        more |= 1 << card
        if not G.strict:
            for f in range(T.foundations):
                rest = S.want[f] & free & ~gone
                while rest:
                    bit = rest & -rest
                    rest ^= bit
                    if G.wanters[G.place[bit % 67]] & ~gone == 0 and (
                        not G.gives_back
                        or S.height[f] == 0
                        or gone >> S.cards[f * T.room + S.height[f] - 1] & 1
                    ):
                        more |= bit
        if more == 0:
            return gone
        gone |= more


def _fed(T: Tables, S: State, p: int) -> bool:
    if T.fill_cards[p]:
        for k in range(T.fill_ways):
            q = T.fill_from[p * T.fill_ways + k]
            if q >= 0 and S.height[q]:
                return True
    return False


def advance(T: Tables, S: State, G: Guide, step: int) -> None:
    """Make a step (none for -1) and all moves that are safe then; these are noted in ``G.made``.

    To go round the stock until the waste has a given height is one change: turning n cards at
    once leaves the same order as turning them in several goes, and taking n back is what a redeal
    and fewer turns come to.
    """
    G.made[0] = 0
    then = -1 + 0 * step
    move = -1 + 0 * step
    if step >= 0:
        move = step & LOW
        if step >> JUMP:
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
            if G.safe and (last < 0 or _may_be_safe(T, S, G, last)):
                move = safe_move(T, S, G)
            if move < 0:
                return
            G.made[0] += 1
            G.made[G.made[0]] = move
        make(T, S, move)
        last = move
        move = then
        then = -1 + 0 * step


def retreat(T: Tables, S: State, mark: int) -> None:
    """Take moves back until the log is as short as it was."""
    while S.num[LOG] > mark:
        unmake(T, S)


# --- what a position is known by -----------------------------------------------------------------


def _turned_hash(T: Tables, S: State) -> int:
    """Return a hash of stock and waste that is the same wherever one is in going round.

    Every position of the waste that redealing and turning lead to from every other counts as one;
    one that is left for good when the waste is turned over keeps its height.
    """
    rolled = 0
    n = S.height[T.waste]
    at = T.waste * T.room
    for i in range(n):
        rolled = times(rolled + S.cards[at + i] + 1, 0x1851F42D4C957F2D)
    at = T.stock * T.room
    left = S.height[T.stock]
    for i in range(left - 1, -1, -1):
        rolled = times(rolled + S.cards[at + i] + 1, 0x1851F42D4C957F2D)
    where = 0 if left == 0 or n % T.deal_count == 0 else n
    return mix(rolled ^ times(where + 1, _TURNING))


def know(T: Tables, S: State, G: Guide, i: int) -> int:
    """Write the two hashes of a position to ``G.keys[i]`` and ``G.checks[i]``; return the first.

    By the first its place in a table is found, the second is kept there and is never 0.
    """
    key = S.num[HASH]
    check = S.num[CHECK]
    if G.round:
        turned = _turned_hash(T, S)
        key = (key - S.part[T.stock] - S.part[T.waste] + turned) & MASK
        check = (check - S.part2[T.stock] - S.part2[T.waste] + mix(turned ^ SALT)) & MASK
    G.keys[i] = key
    G.checks[i] = check | 1 << 62
    return key


def fetch(table: list[int], buckets: int, key: int) -> None:
    """Ask for a position's bucket before it is needed; only compiled is there anything to ask."""


def probe(table: list[int], buckets: int, key: int, check: int) -> int:
    """Put a position into a table; return 1 if it is new, 0 if not, -1 if there is no room.

    A bucket is eight entries, one line of the processor's cache; ``buckets`` is a power of two. A
    position is known by its bucket and 62 bits more, and compared with at most 32 others.
    """
    at = (key ^ key >> 31) & buckets - 1
    for _ in range(4):
        for i in range(at * 8, at * 8 + 8):
            if table[i] == check:
                return 0
            if table[i] == 0:
                table[i] = check
                return 1
        at = at + 1 & buckets - 1
    return -1


def pack(T: Tables, S: State, out: list[int]) -> None:
    """Write a position as bytes: heights, cards down, marks, counters, cards."""
    n = T.piles
    at = 3 * n + 5
    for p in range(n):
        h = S.height[p]
        out[p] = h
        out[n + p] = S.down[p]
        out[2 * n + p] = S.mark[p]
        for i in range(h):
            out[at + i] = S.cards[p * T.room + i]
        at += h
    for i in range(5):
        out[3 * n + i] = S.num[BASE + i]  # BASE and the counters follow each other


def reset(T: Tables, S: State) -> None:
    """Make a working state empty, whatever game it served before."""
    for i in range(len(S.num)):
        S.num[i] = 0
    for p in range(T.piles):
        S.height[p] = 0
        S.down[p] = 0
        S.mark[p] = 0
        S.part[p] = 0
        S.part2[p] = 0
        S.roll[p * (T.room + 1)] = 0
        seal(T, S, p)


def unpack(T: Tables, S: State, packed: list[int]) -> None:
    """Set a working state to a packed position, changing only what differs."""
    n = T.piles
    at = 3 * n + 5
    for p in range(n):
        h = packed[p]
        same = 0
        most = min(h, S.height[p])
        while same < most and S.cards[p * T.room + same] == packed[at + same]:
            same += 1
        down = packed[n + p]
        mark = packed[2 * n + p]
        if same < h or S.height[p] != h or S.down[p] != down or S.mark[p] != mark:
            S.height[p] = same
            for i in range(same, h):
                push(T, S, p, 0 + packed[at + i])  # widened to 64 bits
            S.down[p] = down
            S.mark[p] = mark
            seal(T, S, p)
        at += h
    for i in range(5):
        which = BASE + i
        if S.num[which] != packed[3 * n + i]:
            set_number(S, which, packed[3 * n + i])
    S.num[LOG] = 0


# --- judging -------------------------------------------------------------------------------------


def pile_score(T: Tables, S: State, G: Guide, p: int, wanted: int) -> int:
    """Return how far a pile is from being played: less is better.

    Counted are cards that lie above one which is wanted earlier, the same within a suit,
    neighbours out of sequence, cards face down, filled cells and (to the good) spaces; and where
    cards leave one by one, those above the lowest of the cards that foundations want next.
    """
    h = S.height[p]
    if p == T.stock or p == T.waste:
        return h * G.weight[WAITING]
    if h == 0:
        return -G.weight[SPACE] if T.any_space[p] else 0
    if T.is_cell[p]:
        return G.weight[CELL]
    base = p * T.room
    row = S.num[BASE] * 52 if G.by_base else 0
    link = T.link[p] * 53
    total = S.down[p] * G.weight[DOWN]
    card = S.cards[base]
    least = G.order[row + card]
    # of each suit the earliest order so far: 15 bits each, 16 apart, for the sign's bit is not used
    own = 0x7FFF7FFF7FFF7FFF ^ 0x7FFF << card // 13 * 16 | least << card // 13 * 16
    for i in range(1, h):
        below = card
        card = S.cards[base + i]
        order = G.order[row + card]
        shift = card // 13 * 16
        if order > least:
            total += G.weight[LOWER]
        else:
            least = order
        if order > (own >> shift & 0x7FFF):
            total += G.weight[OWN]
        else:
            own = own & ~(0x7FFF << shift) | order << shift
        if not T.accept[link + below] >> card & 1:
            total += G.weight[BROKEN]
    if wanted and T.take[T.group[p]] == CARD:
        for i in range(h - 1):
            if wanted >> S.cards[base + i] & 1:
                return total + (h - 1 - i) * G.weight[BURIED]
    return total


def dead(T: Tables, S: State, G: Guide) -> bool:
    """Say whether the foundations could not be filled even if moves never took anything away.

    Every card uncovered stays uncovered and a place for others, every space stays a space, and
    all cards of stock and waste are at hand. What cannot be won so cannot be won.

    ``G.free[group]`` are the cards that places shown so far would take from a group. The simple
    twin is ``tests/relaxed.py``; ``test_dead_positions_agree`` holds the two together.
    """
    if not G.dead:
        return False
    if T.redeal_times and not T.redeal_waste:
        if T.redeal_times < 0 or S.num[REDEALS] < T.redeal_times:
            return False
    if T.merci_times > S.num[MERCIES] or T.shift_times > S.num[SHIFTS]:
        return False
    founded = G.missing
    after = G.starts
    for p in range(T.foundations):
        for i in range(S.height[p]):
            card = S.cards[p * T.room + i]
            founded |= 1 << card
            after |= G.followers[card]
    for g in range(T.groups):
        G.shown[g] = 0
        G.free[g] = 0
    for i in range(G.ways[T.groups]):
        G.taking[i] = 0
    ready = 0 * founded
    anywhere = 0 * founded
    opened = 0 * founded
    spaces = 0 * founded
    closed = 0 * founded
    # where cards of one group go on to cards of that group and nowhere else
    alone = G.ways[T.groups] == 1 and G.crossings == 0 and G.loose[G.way_from[0]] == 0
    only = G.way[0]
    free = 0 * founded
    for p in range(T.foundations, T.piles):
        h = S.height[p]
        g = T.group[p]
        if G.loose[g] >= 3:
            for i in range(h):
                ready |= 1 << S.cards[p * T.room + i]
            if G.loose[g] == 4:
                anywhere |= ready
            h = 0
        G.left[p] = h
        if h == 0:
            spaces |= 1 << g
        else:
            G.open[closed] = p
            closed += 1
    for g in range(T.groups):
        _show(G, g, anywhere | ready if G.loose[g] >= 3 else anywhere)
    for i in range(closed):
        p = G.open[i]
        card = S.cards[p * T.room + G.left[p] - 1]
        ready |= 1 << card
        _show_one(G, T.group[p], card)
    changed = True
    while changed:
        changed = False
        new = ready & after & ~founded
        while new:
            founded |= new
            changed = True
            while new:
                bit = new & -new
                new ^= bit
                after |= G.followers[G.place[bit % 67]]
            new = ready & after & ~founded
        if closed == 0 and founded & EVERY_CARD == EVERY_CARD:
            return False
        new = spaces & ~opened
        opened = spaces
        for to in range(T.groups if new else 0):
            for i in range(G.ways[to], G.ways[to + 1] if new >> to & 1 else 0):
                G.taking[i] |= G.laid[G.way[i] + 52]
                G.free[G.way_from[i]] |= G.laid[G.way[i] + 52]
        for i in range(G.crossings):
            g = G.cross_from[i]
            to = G.cross_to[i]
            rest = founded if G.loose[g] < 0 else G.shown[g]
            if G.loose[g] <= 0 or G.loose[g] >= 3:  # a card in a run goes where its run goes
                rest &= G.taking[G.cross_way[i]]
            if rest & ~G.shown[to]:
                _show(G, to, rest)
                changed = True
        kept = 0 * closed
        free = G.free[G.way_from[0]] | free
        for k in range(closed):
            p = G.open[k]
            g = T.group[p]
            loose = G.loose[g]
            if not alone:
                free = G.free[g]
            top = p * T.room + G.left[p] - 1
            bottom = p * T.room
            while True:
                card = S.cards[top]
                if (free | founded) >> card & 1:
                    changed = True
                elif loose:
                    link = T.link[p] * 53
                    at = top - 1
                    free = G.free[g]
                    while at >= bottom + S.down[p]:
                        below = S.cards[at]
                        if loose == 1 and not T.accept[link + below] >> card & 1:
                            at = bottom - 1
                            break
                        card = below
                        if free >> card & 1:
                            break
                        at -= 1
                    if at < bottom + S.down[p]:
                        break
                    changed = True
                    while top > at:
                        top -= 1
                        ready |= 1 << S.cards[top]
                        _show_one(G, g, S.cards[top])
                else:
                    break
                top -= 1
                if top < bottom:
                    spaces |= 1 << g
                    break
                card = S.cards[top]
                ready |= 1 << card
                if alone:
                    free |= G.onto[only + card]
                else:
                    _show_one(G, g, card)
                    free = G.free[g]
            G.left[p] = top - bottom + 1
            if top >= bottom:
                G.open[kept] = p
                kept += 1
        closed = kept
    return True


def _show_one(G: Guide, g: int, card: int) -> None:
    """Make a card of a group a place for others."""
    G.shown[g] |= 1 << card
    for i in range(G.ways[g], G.ways[g + 1]):
        onto = G.onto[G.way[i] + card]
        G.taking[i] |= onto
        G.free[G.way_from[i]] |= onto


def _show(G: Guide, g: int, cards: int) -> None:
    """Make cards of a group places for others."""
    cards &= ~G.shown[g]
    while cards:
        bit = cards & -cards
        cards ^= bit
        _show_one(G, g, G.place[bit % 67])


def given_up(T: Tables, S: State, G: Guide, C: list[int]) -> bool:
    """Say whether a position is found dead; where few are, only one in sixteen is looked at."""
    C[ASKED] += 1
    if C[DEAD] * 32 < C[ASKED] and C[ASKED] & 15:
        return False
    if dead(T, S, G):
        C[DEAD] += 16 if C[DEAD] * 32 < C[ASKED] else 1
        return True
    return False


# --- going on ------------------------------------------------------------------------------------


def _from_waste(T: Tables, S: State, G: Guide, out: list[int], n: int) -> int:
    """Add the plays of every card that going round the stock brings to the top of the waste.

    The plays of the card that lies there now stand in ``out`` already. Needs ``generate`` just
    before, for the cards that each pile wants.
    """
    w = T.waste
    height = S.height[w]
    left = S.height[T.stock]
    total = height + left
    row = (phase(T, S) * T.groups + T.group[w]) * T.groups
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
            for b in range(T.piles):
                if (
                    S.want[b] >> card & 1
                    and b != w
                    and b != T.stock
                    and not _has_equal(T, S, G, w, b)
                    and T.route[row + T.group[b]] & (1 if S.height[b] else 2)
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


def _can_wait(T: Tables, S: State, G: Guide, move: int) -> bool:
    """Say whether a move only takes a run from one card to its equal, and that card stays.

    It does not stay where another group would take it now, nor where it could go on to the end of
    what lies on it, alone or with cards below it. Needs ``generate`` just before, for the cards
    that each pile wants.
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
    if T.accept[rule * 53 + card] != S.want[b]:
        return False
    taken = T.accept[rule * 53 + S.cards[a * T.room + S.height[a] - 1]]
    below = card
    for i in range(under, S.down[a] - 1, -1):
        above = below
        below = S.cards[a * T.room + i]
        if i < under and not T.accept[rule * 53 + below] >> above & 1:
            break
        if taken >> below & 1:
            return False
    row = (phase(T, S) * T.groups + g) * T.groups
    for q in range(T.piles):
        if (
            S.want[q] >> card & 1
            and T.group[q] != g
            and T.route[row + T.group[q]] & (1 if S.height[q] else 2)
        ):
            return False
    return True


def steps(T: Tables, S: State, G: Guide, out: list[int]) -> int:
    """Write the steps from a position to ``out`` and return how many."""
    n = generate(T, S, out)
    kept = 0 * n
    for i in range(n):
        move = out[i]
        if kind_of(move) != MOVE:
            again = G.round == 1
        else:
            again = _can_wait(T, S, G, move) or _has_equal(
                T, S, G, source_of(move), target_of(move)
            )
        if not again:
            out[kept] = move
            kept += 1
    return _from_waste(T, S, G, out, kept) if G.round else kept


def children(
    T: Tables,
    S: State,
    G: Guide,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
) -> int:
    """Look at every position one step on; write the new ones' steps and scores, return how many.

    A step that wins is written to ``C[STEP]`` and -1 returned; -2 when the table has no room.
    """
    n = steps(T, S, G, out)
    mark = S.num[LOG]
    found = 0
    room = 1
    here = _takeable(T, S, G) if G.by_one else 0 * n
    for p in range(T.piles):
        G.part[p] = S.part[p]
        G.score[p] = -1 << 40
    for i in range(n):
        step = out[i]
        advance(T, S, G, step)
        C[NODES] += 1
        if won(T, S):
            C[STEP] = step
            retreat(T, S, mark)
            return -1
        key = know(T, S, G, i)
        fetch(table, buckets, key)
        total = 0
        for p in range(T.foundations):
            total -= S.height[p] * G.weight[FOUNDED]
        wanted = _takeable(T, S, G) if G.by_one else 0 * n
        for p in range(T.foundations, T.piles):
            if S.part[p] != G.part[p] or wanted != here:
                total += pile_score(T, S, G, p, wanted)
            else:
                if G.score[p] == -1 << 40:
                    G.score[p] = pile_score(T, S, G, p, wanted)
                total += G.score[p]
        if C[NOISE]:
            total = total * 4 + mix(key ^ C[SEED]) % C[NOISE]
        score[i] = total
        retreat(T, S, mark)
    # all in a second loop, for by now the table's lines are at hand
    for i in range(n):
        new = probe(table, buckets, G.keys[i], G.checks[i])
        if new:
            if new < 0:
                room = C[LOSSY]
                C[CUT] = 1
            out[found] = out[i]
            score[found] = score[i]
            found += 1
    return found if room else -2


def dive(
    T: Tables,
    S: State,
    G: Guide,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    path: list[int],
    ahead: list[int],
    frames: list[int],
    budget: int,
) -> int:
    """Search depth first, best step first, for ``budget`` positions more.

    ``ahead`` holds the steps still to be tried, worst first, of every position on the path;
    ``frames`` for each of them where its steps begin and how long the log was. DONE means that
    everything within reach has been seen and nothing was won.
    """
    end = C[NODES] + budget
    fresh = C[DEPTH] < 0
    if fresh:
        C[DEPTH] = 0
    while C[NODES] < end:
        depth = C[DEPTH]
        if fresh:
            if depth + 2 >= len(path) or S.num[LOG] + 20000 > len(S.log):
                return NO_ROOM
            first = C[TOP]
            frames[2 * depth] = first
            frames[2 * depth + 1] = S.num[LOG]
            n = 0
            if not given_up(T, S, G, C):
                n = children(T, S, G, C, table, buckets, out, score)
            if n == -1:
                path[depth] = C[STEP]
                C[DEPTH] = depth + 1
                return WON
            if n == -2:
                return FULL
            if first + n >= len(ahead):
                return NO_ROOM
            for i in range(n):  # sorted in place, the best last
                value = score[i]
                step = out[i]
                j = first + i
                k = i
                while k > 0 and score[k - 1] < value:
                    score[k] = score[k - 1]
                    ahead[j] = ahead[j - 1]
                    k -= 1
                    j -= 1
                score[k] = value
                ahead[j] = step
            C[TOP] = first + n
            fresh = False
        if C[TOP] > frames[2 * depth]:
            C[TOP] -= 1
            step = ahead[C[TOP]]
            retreat(T, S, frames[2 * depth + 1])
            path[depth] = step
            advance(T, S, G, step)
            C[DEPTH] = depth + 1
            fresh = True
        elif depth == 0:
            return DONE
        else:
            C[DEPTH] = depth - 1
            retreat(T, S, frames[2 * depth - 1])
    if fresh:  # this position is looked at again when the search goes on
        C[DEPTH] -= 1
        if C[DEPTH] >= 0:
            ahead[C[TOP]] = path[C[DEPTH]]
            C[TOP] += 1
            retreat(T, S, frames[2 * C[DEPTH] + 1])
    return MORE


def _choose(C: list[int], key: list[int], parent: list[int], step: list[int], width: int) -> None:
    """Keep the ``width`` best candidates, in their order."""
    n = C[NEXT]
    if n <= width:
        return
    C[CUT] = 1
    low = key[0]
    high = key[0]
    for i in range(n):
        low = min(low, key[i])
        high = max(high, key[i])
    while low < high:  # the least bound that keeps enough
        middle = (low + high) >> 1
        kept = 0
        for i in range(n):
            if key[i] <= middle:
                kept += 1
        if kept >= width:
            high = middle
        else:
            low = middle + 1
    below = 0
    for i in range(n):
        if key[i] < low:
            below += 1
    ties = width - below
    kept = 0
    for i in range(n):
        take = key[i] < low
        if key[i] == low and ties > 0:
            ties -= 1
            take = True
        if take:
            key[kept] = key[i]
            parent[kept] = parent[i]
            step[kept] = step[i]
            kept += 1
    C[NEXT] = kept


def sweep(
    T: Tables,
    S: State,
    G: Guide,
    C: list[int],
    table: list[int],
    buckets: int,
    out: list[int],
    score: list[int],
    bank: list[list[list[int]]],
    key: list[int],
    parent: list[int],
    step: list[int],
    parents: list[int],
    walked: list[int],
    width: int,
    budget: int,
) -> int:
    """Search in layers of at most ``width`` positions, for ``budget`` positions more.

    ``bank[0]`` and ``bank[1]`` hold this layer and the next as packed positions; ``key``,
    ``parent`` and ``step`` the candidates for the next. ``parents`` and ``walked`` log how every
    position kept was reached. DONE means that no position is left; it is a proof when C[CUT] is 0.
    """
    end = C[NODES] + budget
    root = 0 * end
    while C[NODES] < end:
        bank_here = bank[C[DEPTHS] & 1]
        while C[AT] < C[LAYER]:
            i = C[AT]
            unpack(T, S, bank_here[i])
            if not given_up(T, S, G, C):
                n = children(T, S, G, C, table, buckets, out, score)
                if n == -1:
                    C[WINNER] = C[LOGGED] - C[LAYER] + i
                    return WON
                if n == -2:
                    return FULL
                for j in range(n):
                    at = C[NEXT]
                    key[at] = score[j]
                    parent[at] = i
                    step[at] = out[j]
                    C[NEXT] = at + 1
                if C[NEXT] + len(out) > len(key):
                    _choose(C, key, parent, step, width)
            C[AT] = i + 1
            if C[NODES] >= end:
                return MORE
        _choose(C, key, parent, step, width)
        n = C[NEXT]
        if n == 0:
            return DONE
        if C[LOGGED] + n > len(parents):
            return NO_ROOM
        first = C[LOGGED] - C[LAYER]
        bank_next = bank[1 - (C[DEPTHS] & 1)]
        last = -1
        for j in range(n):
            if parent[j] != last:
                last = parent[j]
                unpack(T, S, bank_here[last])
            else:
                retreat(T, S, root)
            advance(T, S, G, step[j])
            pack(T, S, bank_next[j])
            parents[C[LOGGED] + j] = first + parent[j]
            walked[C[LOGGED] + j] = step[j]
        C[LOGGED] += n
        C[LAYER] = n
        C[AT] = 0
        C[NEXT] = 0
        C[DEPTHS] += 1
    return MORE


def unroll(T: Tables, S: State, G: Guide, line: list[int]) -> list[int]:
    """Return all moves of a line of steps, safe ones and turns included; only ever interpreted.

    ``S`` is the position that the search began with, before its safe moves.
    """
    moves = []
    for step in [-1, *line]:
        S.num[LOG] = 0  # nothing is taken back, and a line may be long
        height = step >> JUMP
        while height > 0 and S.height[T.waste] != height - 1:
            left = S.height[T.stock]
            if left:
                move = encode(TURN, T.stock, T.waste, min(T.deal_count, left))
            else:
                move = encode(REDEAL, 0, 0, 0)
            make(T, S, move)
            moves.append(move)
        move = step & LOW if step >= 0 else -1
        advance(T, S, G, move)
        if move >= 0:
            moves.append(move)
        moves += G.made[1 : G.made[0] + 1]
    return moves
