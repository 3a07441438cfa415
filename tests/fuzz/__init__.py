"""Fuzzing: random definitions over the whole rules language, and the checks that each must pass.

``pytest -m fuzz`` and ``python -m tests.fuzz`` draw and check definitions for a given time. They
print their seed, shrink each fault, and print the command that repeats it.
"""
