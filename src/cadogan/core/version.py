"""Version of the program, taken from the metadata of its package."""

__version__ = "0.2.0"
