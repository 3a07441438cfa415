"""Cards, errors and other basics of every package; imports nothing else from Cadogan."""
