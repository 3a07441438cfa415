"""Cards that leave play one by one: of a suit or rank, or beaten by another top card."""
