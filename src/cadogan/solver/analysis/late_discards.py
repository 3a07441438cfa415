"""Facts for the pruning *late*: games in which a proof may decide late what has left play.

The section *late* in docs/explanation/prunings.md gives the argument.
"""

from __future__ import annotations

from collections.abc import Collection

from cadogan.compiler.features import Proof
from cadogan.model.position import Game
from cadogan.solver.facts import LateFacts
from cadogan.solver.reach import may_go, rules_ever, taken_by
from cadogan.state.codes import Lift, Route
from cadogan.state.compiled import STRIDE, CompiledRules
from cadogan.state.state import NOTHING

# Single cards leave play if a higher card of their suit is on top of another pile. The only other
# moves are deals to all piles, and moves of top cards to empty piles.
PROOF = Proof.of(
    """
    other suits, lifts nothing, lifts a card, deals to piles, discard pile, leave one by one,
    some may stay, won: out of play
    """
)


def late_facts(game: Game, without: Collection[str] = ()) -> LateFacts:
    """Return whether a proof may decide late which cards have left play.

    >>> from cadogan.model.position import game
    >>> aces, none, golf = (
    ...     late_facts(game(name)) for name in ("aces-up", "aces-up-no-spaces", "golf")
    ... )
    >>> aces.used, aces.spaces.bit_count(), none, golf.used
    (1, 52, LateFacts(used=1, spaces=0), 0)
    """
    R = game.compiled_rules
    columns = range(R.tableau_first, R.tableau_end)
    if "late" in without or not PROOF.covers(game.features) or not _simple(R, columns):
        return LateFacts(used=0, spaces=0)
    return LateFacts(used=1, spaces=_spaces(R, R.tableau_first))


def _simple(R: CompiledRules, columns: range) -> bool:
    """Return whether cards leave, move and are dealt only in the ways that the proof covers."""
    deal, group = R.deal, R.group[R.tableau_first]
    return (
        R.single_discard.used > 0
        and not R.single_discard.leaves
        and all(R.removal.piles[p] == (p in columns) for p in range(R.piles))
        and {R.group[p] for p in columns} == {group}
        and R.lift.take[group] == Lift.CARD
        and not any(may_go(R, group, g) for g in range(R.groups) if g != group)
        and not any(R.face.hidden[p] for p in columns)
        and (deal.cards, deal.first, deal.end) == (1, columns.start, columns.stop)
        and not (R.last_deal.cards or R.redeal.times or any(deal.misses))
        and len({_spaces(R, p) for p in columns}) == 1
        and all(_takes_nothing(R, p) for p in columns)
    )


def _spaces(R: CompiledRules, p: int) -> int:
    """Return the cards that may go into a pile of the tableau when it is empty."""
    group = R.group[p]
    rule = R.accept.rule_at[p * (R.room + 1)]
    if not rule or not may_go(R, group, group) & Route.INTO:
        return 0
    return R.accept.sets[rule * STRIDE + NOTHING]


def _takes_nothing(R: CompiledRules, p: int) -> bool:
    """Return whether no card may be laid on the cards of a pile."""
    rules = rules_ever(R, p, range(1, R.room + 1))
    return not any(any(taken_by(R, rule)) for rule in rules)
