"""The user's plays: undo and redo, automatic moves, statistics and storage."""
