"""Weaving: exiles kept out of the deal, which are laid under the piles of their ranks in turn."""
