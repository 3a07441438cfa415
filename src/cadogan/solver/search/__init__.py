"""The search, over the engine: plain Python inside the subset that Numba compiles.

Like :mod:`cadogan.engine` these files are written once and run at two speeds; nothing here
knows a game. :mod:`cadogan.solver.host` compiles them, lowest first, each with the compiled
functions of those below it, :mod:`cadogan.engine` and
:mod:`cadogan.solver.safe_cards` being the lowest:

    ========== =====================================================================
    names      statuses, control numbers, weights: what stands in integers
    packing    positions as bytes
    safe       moves that can do no harm
    sliding    cards in sequence that slide among their equals
    tails      blocks in sequence that may hang on either of two equal cards
    bearing    cards of the stock that are laid only to bear another at once
    runs       runs that may hang on any of several equal cards
    known      what a position is known by, and the table of known ones
    score      how far a pile is from being played
    outlook    when its cards would go up if those still to be turned lay apart
    following  positions in which cards lack others that they could follow into a hole
    pairing    cards that leave play in pairs, and what must still find a mate
    parting    piles that never come together
    placing    cards that have no place in their rows
    timing     cards of heaps that cannot go up in time
    relaxation positions that are lost even if moves took nothing away
    steps      the steps from a position: writing them out, making them, taking back
    children   one step on, in every way
    dive       the search depth first
    sweep      the search in layers
    best       the search best first
    line       a winning line made shorter
    ========== =====================================================================

:func:`~cadogan.solver.search.dfs.depth_first`, :func:`~cadogan.solver.search.beam.beam_search` and
:func:`~cadogan.solver.search.best_first.best_first` return after a number of positions and go on
where they were.

The letters of the hot loops, in all these files as in those three:

    ========== =====================================================================
    T          the tables of the game (``cadogan.state.compiled.CompiledRules``), never changed
    S          the position at hand (``cadogan.state.state.State``), changed in place
    G          the guide of the search (``cadogan.solver.analysis.analysis.Analysis``)
    C          a search's control numbers, at the places in ``names``
    p, q       piles, 0 to ``T.piles - 1``; the foundations come first
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
A pile's cards are ``S.cards[p * T.room]`` (the bottom) to ``S.cards[p * T.room + h - 1]``.
``0 * x`` is zero as a number of x's type: where a literal is handed on or a variable begins with
one, Numba would compile once more for the literal.
"""
