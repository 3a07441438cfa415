"""Jokers: cards without rank and suit, which fit everything."""
