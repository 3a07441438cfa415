"""Fuzzing: random definitions that use the whole rules language, and checks for each of them.

``pytest -m fuzz`` and ``python -m tests.fuzz`` draw and check definitions for a given time. They
print their seed, shrink each fault, and print the command that repeats it.
"""
