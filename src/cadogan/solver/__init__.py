"""Can this position be won? Searches over the one engine, for every game of the rules language."""

from cadogan.solver.guide import SWITCHES
from cadogan.solver.machine import allowed_memory
from cadogan.solver.search import METHODS, hopeless, solve
from cadogan.solver.verdict import Progress, Verdict

__all__ = [
    "METHODS",
    "SWITCHES",
    "Progress",
    "Verdict",
    "allowed_memory",
    "hopeless",
    "solve",
]
