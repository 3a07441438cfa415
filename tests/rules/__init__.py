"""Tests of rules on which books disagree, with positions made by hand, by kind of game."""
