"""Certificates: files that prove that a deal cannot be won, and an independent checker for them."""
