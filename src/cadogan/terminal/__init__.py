"""The table in a terminal: the page's plays, layouts and sentences, drawn with letters."""
