"""Facts for the pruning *dead*: which cards could ever lie on which, if moves took nothing away.

The section *dead* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in
from cadogan.model.position import Game
from cadogan.solver.codes import Loose
from cadogan.solver.facts import RelaxationFacts
from cadogan.solver.reach import in_play, may_go, rules_ever, taken_by
from cadogan.state.codes import Lift, Route
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.special_moves import upsetting
from cadogan.state.state import NOTHING, NUMBERS

_LIFTED = {Loose.ONE_RUN, Loose.ONE_BLOCK}

# The test for dead positions assumes that every condition may be true or false. Cards that the
# stock deals, or that fill piles, count as available anywhere. The search tests no position while a
# move may still draw buried cards, shift piles or gather them.
PROOF = Proof.of(
    """
    two packs, base card, base by play, changing rules, least height, limited by another,
    one way, lifts nothing, lifts a card, lifts a run, lifts a run card by card, lifts a block,
    lifts a pile, lifts a card or a pile, lifts any card, keeps bottom cards, cells,
    carrying waits, turned up last, never turned up, gives back, plays from the stock, phases,
    waits: empty, waits: no gaps, waits: complete, waits: redealt, waits: chosen,
    waits: no redeal, waits: an empty pile, waits: can be filled, fills, filling waits, refills,
    deals to waste, deals several to waste, deals to piles, dealing waits, last deal,
    redeals the waste, redeals the tableau, redeals shuffled, redealing waits, shifts,
    draws buried cards, won: on foundations
    """
)
# If a game is won by whole runs in the tableau, the last part of the proof differs.
JOINED_PROOF = Proof.of("lifts a block, deals to piles, won: runs")


def relaxation_facts(game: Game, base: int, without: Collection[str]) -> RelaxationFacts:
    """Return the facts about the places where each card could ever lie.

    >>> from cadogan.model.position import game
    >>> facts = relaxation_facts(game("freecell"), 0, ())
    >>> facts.used, facts.exact, facts.lifted
    (1, 1, 1)
    """
    R = game.compiled_rules
    n = R.groups
    laid, starts, followers = _relaxed(game, base)
    upset = upsetting(R)
    # lists of the rows that are not empty, by source group and then by target group
    targets = [
        [b for b in range(n) if any(laid[(a * n + b) * STRIDE :][:STRIDE])] for a in range(n)
    ]
    into = [[a for a in range(n) if b in targets[a]] for b in range(n)]
    # Cards that may go from one group to another become places there, even if they may go only into
    # empty piles. The two conditions below only save time. Cards already become places within their
    # own group, and groups without building need no places.
    built = {b for b in range(n) if any(any(laid[(a * n + b) * STRIDE :][:52]) for a in into[b])}
    crossings = [(a, b) for b in range(n) for a in into[b] if a != b and b in built]
    loose = _loose(game)
    exact = _exact(game, loose)
    buries = _buries(R, loose)
    # all cards of the other groups are available from the start
    apart = {a for a in range(n) if Loose.NO_CARD < loose[a] < Loose.AT_HAND}
    apart |= {R.group[R.stock.waste]} if buries else set()
    frees = [(a, b) for b in range(n) for a in into[b] if a in apart]
    joined = _joined(game)
    return RelaxationFacts(
        used=int((joined or _applies(game, loose)) and "dead" not in without),
        exact=int(exact),
        lifted=next(g for g in range(n) if loose[g] in _LIFTED) if exact else -1,
        joined=int(joined),
        # the counter of an unlimited move never reaches a maximum
        upset=[n if n >= 0 else 1 << 32 for n in (upset.get(slot, 0) for slot in range(NUMBERS))],
        starts=starts,
        followers=followers,
        loose=loose,
        buries=int(buries),
        laid=laid,
        onto=_inverted(laid),
        freed=_offsets(frees, n),
        free_row=[(a * n + b) * STRIDE for a, b in frees] or [0],
        free_from=[a for a, _ in frees] or [0],
        crossings=len(crossings),
        crossed=_offsets(crossings, n),
        cross_row=[(a * n + b) * STRIDE for a, b in crossings] or [0],
        cross_from=[a for a, _ in crossings] or [0],
        cross_to=[b for _, b in crossings] or [0],
    )


def _offsets(ways: Sequence[tuple[int, int]], groups: int) -> list[int]:
    """Return the index in ``ways`` where each target's entries begin, and the total."""
    return [sum(to < b for _, to in ways) for b in range(groups + 1)]


def _relaxed(game: Game, base: int) -> tuple[list[int], int, list[int]]:
    """Return three facts: where cards may be laid, which cards start foundations, and followers."""
    R = game.compiled_rules
    onto = [0] * (R.groups * STRIDE)
    starts = 0
    followers = [0] * STRIDE
    done = set()
    for p in range(R.piles):
        g = R.group[p]
        for rule in rules_ever(R, p, range(1, R.room + 1), base):
            if (g, rule) in done:
                continue
            done.add((g, rule))
            for top, mask in enumerate(taken_by(R, rule)):
                if p < R.foundations:
                    followers[top] |= mask
                    continue
                for card in cards_in(mask):
                    onto[g * STRIDE + card] |= 1 << top
        for rule in rules_ever(R, p, range(1), base):
            first = 0 if R.accept.indicator[p] >= 0 else NOTHING
            for top in range(first, NOTHING + 1):
                mask = R.accept.sets[rule * STRIDE + top]
                if p < R.foundations:
                    starts |= mask
                else:
                    onto[g * STRIDE + NOTHING] |= mask
    laid = []
    for a in range(R.groups):
        for b in range(R.groups):
            ways = may_go(R, a, b)
            row = b * STRIDE
            laid += onto[row : row + CARDS] if ways & Route.ONTO else [0] * CARDS
            laid += [onto[row + NOTHING] if ways & Route.INTO else 0, 0]
    return laid, starts, followers


def _inverted(laid: list[int]) -> list[int]:
    """Return the inverse of ``laid``, row by row: the cards that may be laid on each card."""
    onto = [0] * len(laid)
    for at in range(0, len(laid), STRIDE):
        for card in range(CARDS):
            for below in cards_in(laid[at + card]):
                onto[at + below] |= 1 << card
    return onto


def _loose(game: Game) -> list[int]:
    """Return a code for the cards that may leave each group (in case of doubt, the laxer one)."""
    R = game.compiled_rules
    fed = {q for q in R.fill.sources if q >= 0}
    spread = (
        R.refill.piles > 0
        or R.last_deal.cards > 0
        or R.stock.waste in fed  # piles to which the stock deals cards
        # this condition only saves time: in other games, cards from the stock only ever go to one
        # waste
        or (R.deal.cards > 0 and R.deal.end != R.stock.waste + 1)
    )
    loose: list[int] = []
    for g, group in enumerate(game.compiled.groups):
        take = R.lift.take[g]
        changing = any(
            R.lift.link[p] != R.lift.link_then[p] for p in range(R.piles) if R.group[p] == g
        )
        if group.kind == "foundation":
            loose.append(Loose.NO_CARD)
        elif any(R.group[q] == g for q in fed):
            loose.append(Loose.AT_LARGE)
        elif group.kind in {"stock", "waste"}:  # a redeal may turn the waste into the stock again
            loose.append(Loose.AT_LARGE if spread else Loose.AT_HAND)
        elif take in {Lift.RUN, Lift.SINGLY}:
            loose.append(Loose.ONE_BLOCK if changing else Loose.ONE_RUN)
        elif take in {Lift.BLOCK, Lift.WHOLE, Lift.CARD_OR_WHOLE}:
            loose.append(Loose.ONE_BLOCK)
        else:
            loose.append(Loose.ONE_CARD if take == Lift.CARD else Loose.AT_LARGE)
    return loose


def _applies(game: Game, loose: Sequence[int]) -> bool:
    """Return whether the proof holds and no foreign cards go to piles that fill others.

    A card is foreign if it comes neither from the pile's own group nor from a group that the pile
    fills. Foreign cards would reach the filled piles although no place there takes them. Cards that
    may move anywhere are exempt, because they already count as lying everywhere.
    """
    R = game.compiled_rules
    fills = {
        (R.group[q], R.group[at // R.fill.ways]) for at, q in enumerate(R.fill.sources) if q >= 0
    }
    return PROOF.covers(game.features) and not any(
        may_go(R, a, b) and loose[a] != Loose.AT_LARGE
        for b, filled in fills
        for a in {*range(R.groups)} - {b, filled}
    )


def _buries(R: CompiledRules, loose: Sequence[int]) -> bool:
    """Return whether the waste is like any other pile after the last redeal."""
    if R.stock.waste < 0 or R.redeal.times < 0:
        return False
    g = R.group[R.stock.waste]
    return R.lift.take[g] == Lift.CARD and loose[g] == Loose.AT_HAND


def _joined(game: Game) -> bool:
    """Return whether the game is won by runs in a tableau where cards move only in sequence.

    No rule lets a player lay a card on the stock. A game that is won by runs always has a tableau.
    So if all piles except the stock are in one group, that group is the tableau.
    """
    R = game.compiled_rules
    piles = [p for p in range(R.piles) if p != R.stock.pile]
    return JOINED_PROOF.covers(game.features) and len({R.group[p] for p in piles}) == 1


def _exact(game: Game, loose: Sequence[int]) -> bool:
    """Return whether runs or blocks of one pack are lifted from one group and stay within it."""
    R = game.compiled_rules
    lifted = [g for g in range(R.groups) if loose[g] in _LIFTED]
    if len(lifted) != 1 or game.definition.decks > 1:
        return False
    g = lifted[0]
    return all(
        R.group[p] == g or R.accept.full[p] == 1 or not may_go(R, g, R.group[p]) for p in in_play(R)
    )
