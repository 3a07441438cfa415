"""Which games the symmetry of interchangeable piles is proved for.

Which piles are interchangeable is said by :mod:`cadogan.compiler.symmetry`; docs/solver.md gives
the argument, under the name of the switch.
"""

from __future__ import annotations

from cadogan.compiler.features import Proof

# To exchange two interchangeable piles turns each legal move into one with their names exchanged.
PROOF = Proof.of(
    """
    two packs, more packs, jokers, other suits, base card, base by play, changing rules,
    limited by another, one way, same way, uncommon build, hole, lifts nothing, lifts a card,
    lifts a run, lifts a run card by card, lifts a block, lifts a pile, lifts a card or a pile,
    lifts any card, lifts a pile by its top card, lifts runs to empty piles,
    lifts runs that free, keeps bottom cards, runs of two kinds, cells, carrying waits,
    turned up last, never turned up, squared, sinks, gives back, plays from the stock, phases,
    waits: empty, waits: complete, waits: redealt, waits: dealt, waits: chosen,
    waits: an empty pile, waits: kings lowest, waits: batch, fills, filling waits,
    deals to waste, deals several to waste, deals to piles, deals to foundations, dealing waits,
    deals counted, deals limited, batches, reverses, redeals the waste, redeals the tableau,
    redeals shuffled, redealing waits, shifts, won: on foundations, won: complete, won: runs,
    won: out of play, won: score, won: one pile, won: built runs, won: piles empty,
    discard pile, covers, whole runs, reach, closes up, top cards alone, removal, leave alone,
    larger sets, threes, marriage, right places, swaps, some may stay
    """
)
