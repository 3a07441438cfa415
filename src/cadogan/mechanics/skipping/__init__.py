"""Skipping: a stock that passes some piles over when it deals."""
