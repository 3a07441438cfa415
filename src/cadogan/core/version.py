"""Version of the program, the one that its metadata names."""

__version__ = "0.1.0"
