"""Proofs that a position is lost, one file each; compiled as part of the kernels.

:mod:`cadogan.solver.search` says what the letters mean.
"""
