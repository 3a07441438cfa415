"""Tests of definitions that load or are refused: the files in ``definitions``.

A case is a definition with some keys changed, and the expected result::

    small
    foundation.piles = 5
    drop foundation.start
    ! foundation.piles too-many-piles

The first line names a definition further up in the file, or a file of the catalogue. The last line
is ``ok``, or it holds the key that the error names and the key of the sentence in
``golden/messages.txt``. The key ``-`` stands for errors that name no key. A blank line ends the
case.
"""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.loading import load_table
from tests.cases.messages import MESSAGES
from tests.cases.reading import Case, Table, blocks, cases_in, changed

CASES = cases_in(Path(__file__).parent / "definitions")
KEY = re.compile(r"([\w-]+(?:\.[\w-]+)*(?:\[\d+\])?): (.*)", re.DOTALL)


def error_of(table: Table) -> str | None:
    """Return the error in a definition, without its file name, or None if it loads."""
    try:
        for definition in load_table(table, "case.toml").values():
            Game(definition)
    except InvalidDefinitionError as error:
        return re.sub(r"^(case\.toml|case): ", "", str(error))
    return None


def key_and_sentence(error: str) -> tuple[str, str]:
    """Split an error into the key that it names, or ``-`` if none, and the sentence.

    >>> key_and_sentence("stock.to: cards cannot be played to the stock")
    ('stock.to', 'cards cannot be played to the stock')
    """
    found = KEY.fullmatch(error)
    return (found[1], found[2]) if found else ("-", error)


def base_of(name: str, definitions: dict[str, Table]) -> Table:
    """Return a definition by its name in the file or in the catalogue."""
    if name in definitions:
        return definitions[name]
    file = resources.files("cadogan") / f"games/{name}.toml"
    return tomllib.loads(file.read_text("utf-8"))


def check(case: Case) -> None:
    """Check all blocks of a case."""
    for name, *changes, last in blocks(case.lines):
        error = error_of(changed(base_of(name, case.definitions), changes))
        if last == "ok":
            assert error is None, f"{name}: {error}"
            continue
        assert error is not None, f"{name} loads: {changes}"
        key, sentence = key_and_sentence(error)
        _, wanted, message = last.split()
        assert key == wanted, error
        MESSAGES.check("definitions", message, sentence)


@pytest.mark.parametrize("name", CASES)
def test_definitions(name: str) -> None:
    check(CASES[name])
