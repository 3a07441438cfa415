"""Prunings of the kernels: each module contains one proof that a position is lost.

The package :mod:`cadogan.solver.search` explains the one-letter variables.
"""
