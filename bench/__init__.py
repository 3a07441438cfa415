"""Benchmarks: the commands that produce the published figures on speed."""
