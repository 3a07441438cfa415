"""Search for winning lines, in the subset of Python that Numba compiles.

Each file of this package is written once and either interpreted or compiled, like
:mod:`cadogan.engine`. No file contains anything specific to one game. The module
:mod:`cadogan.kernel_build.sources` lists the files in dependency order. Each file is compiled
together with the functions of the files before it.

The searches :func:`~cadogan.solver.search.dfs.depth_first`,
:func:`~cadogan.solver.search.beam.beam_search` and
:func:`~cadogan.solver.search.best_first.best_first` return after a given number of positions. A
search that is called again continues where it stopped.

The files of this package and of :mod:`cadogan.solver.prunings` use the same short names in hot
loops:

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

A card *goes up* when it goes to a foundation. A set of cards is an integer with one bit per card:
``some >> card & 1`` tests membership, and ``some & -some`` is the lowest card. The cards of a pile
are ``S.cards[p * R.room]`` (the bottom) to ``S.cards[p * R.room + h - 1]``. The expression
``0 * x`` is a zero with the type of x. The code uses it instead of a literal, because Numba would
compile a function again for each literal argument or initial value.
"""
