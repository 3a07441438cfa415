"""Solver: one program that searches all games of the rules language.

:func:`cadogan.solver.portfolio.solve` decides whether a position can be won and returns a
:class:`cadogan.solver.result.Verdict`.
"""
