"""Marriages: two cards that begin a foundation go there together, from two piles."""
