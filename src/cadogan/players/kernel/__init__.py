"""Plays by a policy, over the engine: plain Python inside the subset that Numba compiles.

Written as the search is (:mod:`cadogan.solver.search` says what the letters mean; here ``P`` is the
:class:`~cadogan.players.player.Player`), and compiled on an engine that takes nothing back
(:mod:`cadogan.players.lean`). Lowest first:

    ========== =====================================================================
    sight      laying out; what can be seen, and what of it counts as a gain
    choosing   which of the legal moves a policy makes
    errands    a short way for games where nothing is built but foundations
    running    whole plays, many of them
    ========== =====================================================================
"""
