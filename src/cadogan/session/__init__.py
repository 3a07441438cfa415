"""Plays of the user: undo and redo, automatic moves, statistics and storage."""
