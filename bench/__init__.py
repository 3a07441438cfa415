"""Benchmarks: speed is stated only with a command that anyone can run."""
