"""Other tongues than English."""

from __future__ import annotations

import string

import pytest

from cadogan.tongues import TONGUES, accepted, said, speaking, texts, tongue

OTHERS = [code for code in TONGUES if code != "en"]


def _names(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_a_text_says_what_the_english_one_says(code: str) -> None:
    for english, text in texts(code).items():
        assert text.strip(), english
        assert _names(english) == _names(text), english


def test_a_tongue_is_spoken_for_a_while() -> None:
    with speaking("de"):
        assert said("Deal") == "Geben"
        with speaking("en"):
            assert said("Deal") == "Deal"
        assert tongue() == "de"
    assert tongue() == "en"


def test_a_tongue_that_is_not_spoken_is_an_error() -> None:
    with pytest.raises(KeyError), speaking("xx"):
        raise AssertionError


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de", "de"),
        ("DE-at", "de"),
        ("en;q=0.3, de;q=0.9", "de"),
        ("fr, de;q=0", "en"),
        ("de;q=nonsense, en", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_is_answered_in_the_tongue_it_likes_best(header: str, code: str) -> None:
    assert accepted(header) == code
