"""Shuttles: a card that comes home turns up the next one, at its own place."""
