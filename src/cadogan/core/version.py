"""Version of the program, the one that its metadata names."""

__all__ = ["__version__"]

__version__ = "0.1.0"
