"""The tests for Cadogan: a package, so that they can import the reference implementation."""
