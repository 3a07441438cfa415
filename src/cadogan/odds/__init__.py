"""How often can a game be won? Many deals solved, or played, and how sure the answer is."""

from cadogan.figures.interval import interval
from cadogan.odds.executor import DaskWorkers, ProcessWorkers, Workers
from cadogan.odds.file import Results, combine
from cadogan.odds.measure import measure, sharded
from cadogan.odds.study import NO_LIMITS, Limits, Result, Study, Tally

__all__ = [
    "NO_LIMITS",
    "DaskWorkers",
    "Limits",
    "ProcessWorkers",
    "Result",
    "Results",
    "Study",
    "Tally",
    "Workers",
    "combine",
    "interval",
    "measure",
    "sharded",
]
