"""Robust parsing of foreign formats: any text is either read or refused."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import cadogan
from cadogan import InvalidPositionError
from cadogan.model.formats import (
    read_any,
    read_board,
    read_solvitaire,
    write_board,
    write_solvitaire,
)

SOME = (
    "bakers-dozen-closed",
    "bisley",
    "canfield",
    "freecell",
    "klondike",
    "osmosis",
    "scorpion",
    "sir-tommy",
)
TOKENS = """
AS 10H 0h 1c <KD> < > - * : / [ ] .. ?? | Foundations: FC: Talon: H-5 S-0 ==> <== t1 s base 9 { } "
"""
# Similar letters, digits from another script, a lone surrogate, and unusual line ends.
ODD = ("\u212aH", "\u0663H", "\u017f\u017f", "\ud800", "\x00", "\u2028", "\r", "\n")
WORDS = st.sampled_from([*TOKENS.split(), *ODD])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["KH", "9s", "", "x"]),
    lambda inside: st.lists(inside, max_size=8) | st.dictionaries(st.text(max_size=3), inside),
    max_leaves=12,
)
KEYS = st.sampled_from(
    ["tableau piles", "foundations", "cells", "reserve", "stock", "waste", "hole", "x"]
)


def only_bad_position(game: str, text: str) -> None:
    g = cadogan.game(game)
    for read in (read_any, read_board, read_solvitaire):
        try:
            position = read(g, text)
        except InvalidPositionError:
            continue
        assert g.parse(position.to_line()) == position
        position.move_texts()


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SOME), st.lists(WORDS, max_size=12), st.sampled_from(["", " "]))
def test_no_text_raises_anything_else(game: str, words: list[str], gap: str) -> None:
    only_bad_position(game, gap.join(words))


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(SOME), st.text(max_size=60))
def test_no_characters_raise_anything_else(game: str, text: str) -> None:
    only_bad_position(game, text)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SOME), st.dictionaries(KEYS, VALUES, max_size=5))
def test_no_json_raises_anything_else(game: str, data: dict[str, Any]) -> None:
    only_bad_position(game, json.dumps(data))


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SOME), st.integers(1, 9), st.integers(0, 600), st.integers(0, 40), WORDS)
def test_no_typing_error_raises_anything_else(
    game: str, seed: int, at: int, gone: int, word: str
) -> None:
    p = cadogan.game(game).deal(seed)
    for write in (write_board, write_solvitaire, str):
        try:
            text = write(p)
        except InvalidPositionError:
            continue
        only_bad_position(game, text[:at] + word + text[at + gone :])
