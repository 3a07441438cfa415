"""Facts about a game that the search relies on, each with the features it is proved for."""
