"""Facts for the prunings *parents*, *runs* and *bear*, about runs that equal cards can carry.

The section *runs* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import Any

from cadogan.compiler.features import Proof
from cadogan.core.cards import CARDS, cards_in, set_of
from cadogan.model.position import Game
from cadogan.solver.reach import may_go, routes, taken_by
from cadogan.state.codes import Lift

# Runs of any length move within one group, whose piles all take cards by the same rule. All other
# moves take single cards. Conditions depend on which piles are empty, never on which cards lie
# there.
PARENTS_PROOF = Proof.of(
    """
    two packs, base card, lifts a card, lifts a run, cells, gives back, plays from the stock,
    phases, waits: empty, fills, deals to waste, deals several to waste, deals to piles,
    redeals the waste, won: on foundations
    """
)
# In addition to the conditions for PARENTS_PROOF, the player may go round the stock freely, card by
# card.
BEARS_PROOF = Proof.of(
    """
    two packs, lifts a card, lifts a run, gives back, deals to waste, redeals the waste,
    won: on foundations
    """
)


def parent_fields(
    game: Game, base: int, without: Collection[str], goes_round: bool
) -> dict[str, Any]:
    """Return the facts about runs that may lie on any of several equal cards.

    >>> from cadogan.model.position import game
    >>> from cadogan.solver.analysis.analysis import analyse
    >>> [analyse(game(name)).dominance.runs for name in ("klondike", "forty-thieves", "yukon")]
    [1, 0, 0]
    >>> [analyse(game(name), 1).dominance.girth for name in ("klondike", "canfield")]
    [0, 26]
    """
    R = game.compiled_rules
    rules = [_parents(game, g) for g in range(R.groups)]
    rule = sum(rules)
    piles = [p for p in range(R.piles) if rules[R.group[p]]]
    off: dict[str, Any] = dict.fromkeys(
        ("runs", "bears", "run_rule", "run_first", "run_end", "girth"), 0
    )
    off |= {"parents": [0] * R.groups, "alike": [0]}
    if sum(map(bool, rules)) != 1:
        return off
    rows = [rule]
    if rule >= R.accept.based:
        rows = [rule + base] if base else [*range(rule, rule + CARDS + 1)]
    girth = max(_girth(over) for over in {tuple(taken_by(R, row)) for row in rows})
    if girth and len(rows) > 1:
        return off
    over = taken_by(R, rows[0])
    under = [set_of(y for y in range(CARDS) if over[y] >> c & 1) for c in range(CARDS)]
    runs = "runs" not in without and len(rows) == 1 and _in_classes(over, game.definition.decks)
    parents = "parents" not in without
    bears = goes_round and girth == 0 and "bear" not in without and _bears(game, R.group[piles[0]])
    if not runs and not parents and not bears:
        return off
    return {
        "parents": rules if parents else [0] * R.groups,
        "runs": int(runs),
        "bears": int(bears),
        "run_rule": rows[0],
        "run_first": piles[0],
        "run_end": piles[-1] + 1,
        "girth": girth,
        "alike": [set_of(d for d in range(CARDS) if under[d] == cards) for cards in under],
    }


def _bears(game: Game, g: int) -> bool:
    """Return whether a card can stay in the stock without harm until it can take another card.

    The conditions of the pruning *parents* must hold for the group. The player must also be able to
    go round the stock freely. The features of the proof ensure that the stock is turned card by
    card. The section *bear* in docs/explanation/prunings.md gives the argument.
    """
    R = game.compiled_rules
    waste = R.group[R.stock.waste]
    return not any(may_go(R, g, b) & ~may_go(R, waste, b) for b in range(R.groups))


def _parents(game: Game, g: int) -> int:
    """Return the rule of a group's piles if a move to an equal card can wait; otherwise 0.

    The move can wait if runs of any length can move, and if all piles always take cards by the same
    rule. The section *parents* in docs/explanation/prunings.md gives the argument. The features of
    the proof ensure that a redeal gathers only the waste, and that the waste takes one card at a
    time.
    """
    R = game.compiled_rules
    piles = [p for p in range(R.foundations, R.piles) if R.group[p] == g]
    if R.lift.take[g] != Lift.RUN or not piles:
        return 0
    # A pile that can be full before it holds all cards has a separate rule for that case, which
    # takes no card.
    rules = {R.accept.rule_at[p * (R.room + 1) + h] for p in piles for h in range(1, R.room)}
    rule = min(rules)
    if (
        len(rules) > 1
        # the rules are the same for every base card, since equal rows of the table have the same
        # number
        or any(R.lift.link[p] != rule for p in piles)
        or any(R.lift.single[p] for p in piles)
        or any(R.deal.first <= p < R.deal.end for p in piles)
        or not all(routes(R, g, g))  # every phase must allow moves within the group
        or any(q in piles for q in R.fill.sources)
    ):
        return 0
    for b in range(R.piles):  # to and from other groups, cards go one by one
        if R.group[b] != g and not R.lift.single[b] and may_go(R, g, R.group[b]):
            return 0
    return rule


def _in_classes(over: Sequence[int], decks: int) -> bool:
    """Return whether cards take only equal or disjoint sets of cards, and some take equal sets."""
    sets = [cards for cards in over if cards]
    return all(a & b in (0, a) for a in sets for b in sets) and (
        decks > 1 or max(map(sets.count, sets), default=0) > 1
    )


def _girth(over: Sequence[int]) -> int:
    """Return the length of the shortest run that wraps around to its start, or 0 if none does."""
    reached = [*over]  # [first card of a run] set of the possible last cards of the run
    for length in range(1, CARDS + 1):
        if any(last >> card & 1 for card, last in enumerate(reached)):
            return length
        all_over = {last: reduce(or_, (over[c] for c in cards_in(last)), 0) for last in {*reached}}
        reached = [all_over[last] for last in reached]
    return 0
