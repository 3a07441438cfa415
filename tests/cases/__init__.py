"""Test cases written as text: positions, definitions, and the results to expect."""
