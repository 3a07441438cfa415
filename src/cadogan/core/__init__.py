"""Cards, errors and other basics for every package; imports nothing else from Cadogan."""
