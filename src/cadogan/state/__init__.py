"""Compiled rules and positions in integers, and queries on them."""
