"""Terminal interface, with the same plays, layouts and sentences as the page, drawn as text."""
