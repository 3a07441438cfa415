"""Exchange: piles whose first card may be the wrong one, and wrong cards that change places."""
