"""Dealing in rotation: a stock laid out card by card, a redeal that goes pile by pile."""
