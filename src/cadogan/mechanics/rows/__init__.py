"""Piles that stand in rows: rows that pack leftwards (Accordion), grids with gaps (Gaps)."""
