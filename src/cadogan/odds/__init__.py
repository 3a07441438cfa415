"""How often can a game be won? Many deals solved, or played, and how sure the answer is."""

from cadogan.odds.crew import Crew
from cadogan.odds.experiment import NO_LIMITS, Limits, Result, Study, Tally
from cadogan.odds.policy import PlayCrew, crew_for
from cadogan.odds.run import measure, sharded
from cadogan.odds.store import Results, combine
from cadogan.odds_data.interval import interval

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
