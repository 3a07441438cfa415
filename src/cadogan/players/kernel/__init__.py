"""Plays by policies, in the subset of Python that Numba compiles.

These modules follow the conventions of :mod:`cadogan.solver.search`, which explains the one-letter
variables. In addition, ``P`` is the :class:`~cadogan.players.player.Player`. The modules are
compiled with an engine that never undoes moves (:mod:`cadogan.kernel_build.lean`).
"""
