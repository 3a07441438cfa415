"""Size limits of games: the largest for which the engine and the search have room."""

MOST_PILES = 64
MOST_GROUPS = 16
