"""What looks wrong with a game: a definition is played at random and solved, and looked over.

plays    random plays and plays that win, and what was seen in them
matters  which rules could be left out without anybody noticing
report   all of it in plain words
"""

from cadogan.lint.report import Finding, Report, lint_game
from cadogan.lint.sample_plays import LONGEST

__all__ = ["LONGEST", "Finding", "Report", "lint_game"]
