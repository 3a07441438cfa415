"""How often can a game be won? Many deals solved, or played, and how sure the answer is."""

from cadogan.figures.interval import interval
from cadogan.odds.crew import Crew
from cadogan.odds.file import Results, combine
from cadogan.odds.measure import measure, sharded
from cadogan.odds.policy import PlayCrew, crew_for
from cadogan.odds.study import NO_LIMITS, Limits, Result, Study, Tally

__all__ = [
    "NO_LIMITS",
    "Crew",
    "Limits",
    "PlayCrew",
    "Result",
    "Results",
    "Study",
    "Tally",
    "combine",
    "crew_for",
    "interval",
    "measure",
    "sharded",
]
