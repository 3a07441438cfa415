"""Reversal: the row of a stock's last deal, which may be turned end for end."""
