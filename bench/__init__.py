"""Benchmarks: every published figure on speed comes from a command that anyone can run."""
