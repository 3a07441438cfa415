"""Mechanics: special rules of a few games, each in its own folder.

    =========== ====================================================================
    compile     checks for contradictory definitions; the keys as integers
    moves       its moves: generation, refusal and application
    text        refusals, clauses of the rules page, counters
    =========== ====================================================================

The ``__init__`` of each folder offers one :class:`~cadogan.mechanics.mechanic.Mechanic`, which
:mod:`~cadogan.mechanics.registry` lists. The engine calls the moves of mechanics through
:mod:`~cadogan.mechanics.moves`. The package :mod:`cadogan.solver.search` explains the variable
names of all ``moves`` modules.
"""
