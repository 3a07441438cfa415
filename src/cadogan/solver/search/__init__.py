"""The search, over the engine: plain Python inside the subset that Numba compiles.

Like :mod:`cadogan.engine` these files are written once and run at two speeds; nothing here
knows a game. :mod:`cadogan.kernel_build.sources` lists them, lowest first: each is compiled with
the functions of those below it.

:func:`~cadogan.solver.search.dfs.depth_first`, :func:`~cadogan.solver.search.beam.beam_search` and
:func:`~cadogan.solver.search.best_first.best_first` return after a number of positions and go on
where they were.

The letters of the hot loops, in all these files and those of :mod:`cadogan.solver.prunings`:

    ========== =====================================================================
    R          the rules of the game (``cadogan.state.compiled.CompiledRules``), never changed
    S          the position at hand (``cadogan.state.state.State``), changed in place
    A          the facts of the game (``cadogan.solver.facts.Analysis``)
    C          a search's control numbers, at the places in ``codes.Control``
    p, q       piles, 0 to ``R.piles - 1``; the foundations come first
    a, b       the piles that a move goes from and to
    f, w       a foundation; the waste
    g, to      groups of piles; the one that cards go to
    h          how many cards a pile holds
    n          how many there are of what is counted, mostly steps or moves in ``out``
    i, j, k    counters; k also how many cards a move takes
    at         a place in a flat array, or where in a run of cards one is
    bit        a set of one card
    card       0 to 51: 13 times the suit plus the rank, the ace being 0
    out        steps or moves, written from the beginning
    key, check the two hashes of a position
    row        where a row of a table of several dimensions begins
    ========== =====================================================================

Sets of cards are integers, bit ``card``: ``some >> card & 1`` asks, ``some & -some`` is the lowest.
A pile's cards are ``S.cards[p * R.room]`` (the bottom) to ``S.cards[p * R.room + h - 1]``.
``0 * x`` is zero as a number of x's type: where a literal is handed on or a variable begins with
one, Numba would compile once more for the literal.
"""
