"""Odds of winning a game: many deals solved or played, and the uncertainty of the result."""

from cadogan.odds.executor import DaskWorkers, ProcessWorkers, Workers
from cadogan.odds.experiment import NO_LIMITS, Limits, Result, Study, Tally
from cadogan.odds.run import measure, sharded
from cadogan.odds.store import Results, combine
from cadogan.odds_data.interval import interval

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
