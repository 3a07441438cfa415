"""Can this position be won? Searches over the one engine, for every game of the rules language.

:func:`cadogan.solver.portfolio.solve` answers; what it answers is a
:class:`cadogan.solver.result.Verdict`.
"""
