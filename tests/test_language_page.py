"""Reference page for the rules language: it is current, and its examples load."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import build_reference
from cadogan.mechanics.registry import MECHANICS
from cadogan.model.position import Game
from cadogan.rules.definition import ACTION_TABLES
from cadogan.rules.group import USES
from cadogan.rules.json_schema import TABLE_PARTS, json_schema
from cadogan.rules.loading import load_text
from cadogan.rules.parts import Part
from cadogan.rules.vocabulary import KINDS
from tests.written import within

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "reference" / "language.md").read_text("utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def test_the_page_is_current() -> None:
    assert build_reference.main(["--check"]) == 0


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_load_and_deal(number: int) -> None:
    for definition in load_text(EXAMPLES[number], "example.toml").values():
        assert Game(definition).deal(1).move_texts()


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


FEW = 2
"""Game files: a key that serves no more is advanced."""
CORE_ALL_THE_SAME: dict[str, str] = {}
"""Core keys and tables that serve no more, each with the reason."""


def _paths(table: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    for key, value in table.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from _paths(value, (*path, key))


@pytest.fixture(scope="module")
def files_with() -> dict[str, set[str]]:
    """Return, for each group key and each table, the catalogue files that use it."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in (ROOT / "src" / "cadogan" / "games").glob("*.toml"):
        for path in _paths(tomllib.loads(file.read_text("utf-8"))):
            rest = within(path)
            if len(rest) == 1 and rest[0] in ACTION_TABLES:
                found[rest[0]].add(file.stem)
            elif (
                len(rest) > 1 and rest[0] in KINDS and rest[-1] in USES and "then" not in rest[:-1]
            ):
                found[rest[-1]].add(file.stem)
    return found


def test_keys_used_by_few_games_are_advanced(files_with: dict[str, set[str]]) -> None:
    parts = {**{key: use.part for key, use in USES.items()}, **TABLE_PARTS}
    few = {key for key, part in parts.items() if not part and len(files_with[key]) <= FEW}
    assert few == set(CORE_ALL_THE_SAME)
    assert len(files_with["build"]) > 100


def test_advanced_parts_name_their_mechanics() -> None:
    assert {part.mechanic for part in Part if part.mechanic} <= MECHANICS.keys()
    assert len({part.title for part in Part}) == len(Part)
    used = dict.fromkeys(use.part for use in USES.values())
    assert [*used] == ["", *(part.title for part in Part if part.of)]
    assert all(part.of or part.tables for part in Part)


def test_the_core_comes_before_the_advanced_parts() -> None:
    core, _, advanced = PAGE.partition("\n## Advanced keys\n")
    core = core.partition("<!-- from here on")[2]
    for key, use in USES.items():
        here, there = (advanced, core) if use.part else (core, advanced)
        assert f"\n| `{key}` | " in here
        assert f"\n| `{key}` | {', '.join(use.of)}" not in there
    headings = re.findall("^### (.*)$", advanced, re.M)
    assert headings == [part.title for part in Part]
    kinds = json_schema()["$defs"]
    for kind in KINDS:
        keys = kinds[kind]["properties"].values()
        remarks = ["$comment" in key for key in keys]
        assert remarks == sorted(remarks)
