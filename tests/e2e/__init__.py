"""Tests for the page in a real browser."""
