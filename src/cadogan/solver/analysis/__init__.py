"""Facts about a game that the search uses, with the features for which they are proved."""
