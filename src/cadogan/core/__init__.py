"""Core: cards, errors and other basics, which import nothing else from Cadogan."""
