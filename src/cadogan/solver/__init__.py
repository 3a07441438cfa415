"""Can this position be won? Searches over the one engine, for every game of the rules language."""

from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.host import allowed_memory
from cadogan.solver.portfolio import METHODS, hopeless, solve
from cadogan.solver.result import Progress, Verdict

__all__ = [
    "METHODS",
    "SWITCHES",
    "Progress",
    "Verdict",
    "allowed_memory",
    "hopeless",
    "solve",
]
