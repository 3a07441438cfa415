"""Games, positions, their text forms, and records: the public API."""
