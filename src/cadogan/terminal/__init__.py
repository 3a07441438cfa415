"""Terminal interface: the same plays, layouts and sentences as on the page, drawn as text."""
