"""Pseudo locale that puts each translation in brackets, to find text without a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pseudo_locale
from cadogan.i18n import languages
from cadogan.i18n.languages import FURTHER, forget

CODE = "qps"
_INNERMOST = re.compile("⟦[^⟦⟧]*⟧")
_WORD = re.compile(r"(?<![^\W\d_])[A-Za-z]{2,}(?![^\W\d_])")  # a word without accented letters
# answers to choices as users type them in every language: *redeals*, (redeals=one), redeals=one
_TYPED = re.compile(r"\*\w+\*|\w+=[\w-]+")
# the program's name, and card symbols
_ALL_LANGUAGES = {"Cadogan", *(rank + suit for rank in "A23456789TJQK" for suit in "CDHS")}


def untranslated(text: str) -> set[str]:
    """Return the words in a text that are outside the brackets."""
    while (inner := _INNERMOST.sub("", text)) != text:
        text = inner
    return {*_WORD.findall(_TYPED.sub("", text))} - _ALL_LANGUAGES


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the message catalogues for the pseudo locale into a folder."""
    folder = tmp_path_factory.mktemp("locales")
    pseudo_locale.write(folder)
    return folder


@pytest.fixture
def pseudo(pseudo_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Add the pseudo locale to the program's languages, and yield its code."""
    monkeypatch.setenv(FURTHER, str(pseudo_folder))
    forget()
    assert languages()[CODE] == "Pseudo"
    yield CODE
    monkeypatch.undo()
    forget()
