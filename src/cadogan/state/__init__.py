"""State: compiled rules, positions as integers, and queries on both."""
