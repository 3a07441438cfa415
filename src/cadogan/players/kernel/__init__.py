"""Plays by policies, on the engine, in the subset of Python that Numba compiles.

These modules are written like the search (:mod:`cadogan.solver.search` explains the single letters;
``P`` is the :class:`~cadogan.players.player.Player`), and compiled with an engine that never undoes
moves (:mod:`cadogan.kernel_build.lean`).
"""
