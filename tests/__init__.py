"""The tests of Cadogan: a package, so that they can share the referee by its name."""
