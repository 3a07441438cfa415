"""Mechanics: special rules of a few games, a folder each.

    =========== ====================================================================
    compile     which definitions contradict themselves; the keys as integers
    moves       its moves: which are legal, why others are not, how they are made
    text        refusals, clauses of the rules page, counters
    =========== ====================================================================

The folder's ``__init__`` hands them to the rest of the program as one
:class:`~cadogan.mechanics.mechanic.Mechanic`, which :mod:`~cadogan.mechanics.registry` lists. The
engine reaches their moves by :mod:`~cadogan.mechanics.moves`. Letters and other habits of all
modules ``moves``: :mod:`cadogan.solver.search`.
"""
