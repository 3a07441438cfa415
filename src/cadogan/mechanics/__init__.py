"""Mechanics: special rules of a few games, a folder each.

    =========== ====================================================================
    compile     checks for contradictory definitions; the keys as integers
    moves       its moves: generation, refusal and application
    text        refusals, clauses of the rules page, counters
    =========== ====================================================================

Each folder's ``__init__`` offers one :class:`~cadogan.mechanics.mechanic.Mechanic`, which
:mod:`~cadogan.mechanics.registry` lists. The engine calls their moves through
:mod:`~cadogan.mechanics.moves`. :mod:`cadogan.solver.search` explains the letters and conventions
of all ``moves`` modules.
"""
