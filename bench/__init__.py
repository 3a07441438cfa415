"""Benchmarks: the commands that produce the published speed figures."""
