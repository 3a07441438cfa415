"""Search over the engine, in the subset of Python that Numba compiles.

Like :mod:`cadogan.engine`, these files are written once, and are interpreted or compiled. They
contain nothing specific to a game. The module :mod:`cadogan.kernel_build.sources` lists them in
order of dependency. Each is compiled together with the functions of the files before it.

:func:`~cadogan.solver.search.dfs.depth_first`, :func:`~cadogan.solver.search.beam.beam_search` and
:func:`~cadogan.solver.search.best_first.best_first` return after a number of positions and continue
when called again.

All these files and those of :mod:`cadogan.solver.prunings` use the same short names in hot loops:

    ========== =====================================================================
    R          the compiled rules (``cadogan.state.compiled.CompiledRules``), never changed
    S          the current position (``cadogan.state.state.State``), changed in place
    A          the analysis of the game (``cadogan.solver.facts.Analysis``)
    C          a search's control numbers, at the indices in ``codes.Control``
    p, q       piles, 0 to ``R.piles - 1``; the foundations come first
    a, b       source and target pile of a move
    f, w       a foundation; the waste
    g, to      groups of piles; the target group
    h          number of cards in a pile
    n          a count, mostly of steps or moves in ``out``
    i, j, k    counters; k also for the number of cards in a move
    at         an index into a flat array, or a position within a run
    bit        a set of one card
    card       0 to 51: 13 times the suit plus the rank, with ace = 0
    out        steps or moves, written from index 0
    key, check the two hashes of a position
    row        first index of a row in a flattened table
    ========== =====================================================================

A card *goes up* when it goes to a foundation. Sets of cards are integers, bit ``card``:
``some >> card & 1`` tests membership, ``some & -some`` is the lowest card. The cards of a pile are
``S.cards[p * R.room]`` (the bottom) to ``S.cards[p * R.room + h - 1]``. ``0 * x`` is zero with the
type of x. For a literal argument, or a variable initialised with a literal, Numba would compile a
function again.
"""
