"""A person's session: plays with undo and redo, automatic moves, statistics, storage."""
