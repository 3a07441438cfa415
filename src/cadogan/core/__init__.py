"""Cards, errors, and what every other package needs; nothing of Cadogan's is imported here."""
