"""Version of the program, as in its package metadata."""

__version__ = "0.2.0"
