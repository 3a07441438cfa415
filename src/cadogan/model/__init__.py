"""Games and positions as people use them, their text forms and records: the public API."""
