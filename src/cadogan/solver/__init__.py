"""Can this position be won? Searches over the one engine, for every game of the rules language."""

from cadogan.solver.guide import SWITCHES
from cadogan.solver.machine import prepared, unkept
from cadogan.solver.search import METHODS, hopeless, prepare, solve
from cadogan.solver.verdict import Progress, Verdict

__all__ = [
    "METHODS",
    "SWITCHES",
    "Progress",
    "Verdict",
    "hopeless",
    "prepare",
    "prepared",
    "solve",
    "unkept",
]
