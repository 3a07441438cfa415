"""Text about a game: notation, names of piles, refusals and the rules page."""
