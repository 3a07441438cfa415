"""The page on the rules language is current, and its examples load."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path

import pytest

from cadogan.model.position import Game
from cadogan.rules.loading import load_text

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "language.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def test_it_is_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    monkeypatch.delitem(sys.modules, "language", raising=False)
    monkeypatch.setattr(sys, "argv", ["language.py", "--check"])
    assert importlib.import_module("build_reference").main() == 0


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_load_and_deal(number: int) -> None:
    for definition in load_text(EXAMPLES[number], "example.toml").values():
        assert Game(definition).deal(1).move_texts()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4
