"""Size of the largest game that the engine and the search have room for."""

MOST_PILES = 64
MOST_GROUPS = 16
