"""Size limits for games: the largest that the engine and the search have room for."""

MOST_PILES = 64
MOST_GROUPS = 16
