"""Whole runs, or sets of one rank, that leave the tableau together: Spider, Beehive."""
