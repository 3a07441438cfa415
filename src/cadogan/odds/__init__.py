"""How often can a game be won? Many deals solved by many workers, and how sure the answer is."""

from cadogan.figures.interval import interval
from cadogan.odds.crew import Crew
from cadogan.odds.file import Results, combine
from cadogan.odds.measure import measure, sharded
from cadogan.odds.study import Limits, Result, Study, Tally

__all__ = [
    "Crew",
    "Limits",
    "Result",
    "Results",
    "Study",
    "Tally",
    "combine",
    "interval",
    "measure",
    "sharded",
]
