"""Counting: ranks are called one after another, and a card that is called leaves play."""
