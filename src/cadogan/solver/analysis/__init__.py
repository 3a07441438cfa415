"""Facts about a game on which the search relies, each with the features for which it is proved."""
