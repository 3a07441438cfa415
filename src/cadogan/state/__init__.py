"""Compiled rules and positions as integers, and queries on them."""
