"""Prunings: proofs that a position is lost, one a file, compiled as part of the kernels.

:mod:`cadogan.solver.search` explains the single letters.
"""
