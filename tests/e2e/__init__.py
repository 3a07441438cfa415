"""The page, driven in a real Chromium."""
