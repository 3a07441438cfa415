"""Version of the program, as in its package metadata."""

__version__ = "0.1.0"
