"""Linter for game definitions: it plays and solves a game, and reports likely mistakes.

- ``sample_plays``: random plays and winning plays, and observations from them.
- ``unused_rules``: rules that make no difference in the plays.
- ``report``: the findings, as sentences.
"""

from cadogan.lint.report import Finding, Report, lint_game
from cadogan.lint.sample_plays import LONGEST

__all__ = ["LONGEST", "Finding", "Report", "lint_game"]
