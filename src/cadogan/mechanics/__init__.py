"""Mechanics: special rules of a few games, a folder each.

    =========== ====================================================================
    compile     which definitions contradict themselves; the keys as integers
    moves       its moves: which are legal, why others are not, how they are made
    text        refusals, clauses of the rules page, counters
    =========== ====================================================================

Each folder's ``__init__`` offers one :class:`~cadogan.mechanics.mechanic.Mechanic`, which
:mod:`~cadogan.mechanics.registry` lists. The engine calls their moves through
:mod:`~cadogan.mechanics.moves`. :mod:`cadogan.solver.search` explains the letters and conventions
of all ``moves`` modules.
"""
