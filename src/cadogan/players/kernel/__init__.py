"""Plays by a policy, over the engine: plain Python inside the subset that Numba compiles.

Written as the search is (:mod:`cadogan.solver.search` says what the letters mean; here ``P`` is the
:class:`~cadogan.players.player.Player`), and compiled on an engine that takes nothing back
(:mod:`cadogan.kernel_build.lean`).
"""
