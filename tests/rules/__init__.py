"""Hand-made positions for the rules that books dispute, by kind of game."""
