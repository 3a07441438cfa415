"""Compiler: errors that name the file and the key, and the choice of the engine."""

from __future__ import annotations

import ast
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan import compiler
from cadogan.compiler.conditions import Conditions
from cadogan.core.errors import InvalidDefinitionError
from cadogan.mechanics.piles import Piles
from cadogan.model.position import Game
from cadogan.rules.catalogue import find
from cadogan.rules.definition import Definition
from cadogan.rules.loading import load_text

from .test_definitions import SOUND


def refused_by_compiling(definition: Definition) -> str:
    """Return the error message from compiling a loaded definition."""
    with pytest.raises(InvalidDefinitionError) as error:
        Game(definition)
    return str(error.value)


def test_an_error_names_the_first_excess_condition() -> None:
    """Routes may depend on at most six conditions; those for deals and redeals do not count."""
    text = SOUND.replace("deal = 4", "deal = 3").replace("[tableau]\n", "[tableau]\nrefill = 1\n")
    text += "[redeal]\ntimes = 1\n[cell]\npiles = 1\n[waste]\n"
    text += '[stock]\ndeal = "1 to waste"\nwhen = "no gaps"\n'
    for kind, one, other in (
        ("foundation", "waste empty", "not stock empty"),
        ("tableau", "redealt", "dealt"),
        ("cell", "first foundation complete", "not redealt"),
        ("waste", "no redeal left", "stock empty"),
    ):
        then = f'{{ when = "{one}", from = [] }}, {{ when = "{other}", to = ["tableau"] }}'
        text = text.replace(f"[{kind}]\n", f"[{kind}]\nthen = [{then}]\n")
    R = Game(load_text(text, "small.toml")["small"]).compiled_rules
    assert (R.routes.phase_conditions, len(R.conditions.kind)) == (6, 7)
    text = text.replace('when = "stock empty"', 'when = "cell empty"')
    assert refused_by_compiling(load_text(text, "small.toml")["small"]) == (
        "small.toml: waste.then.when: the groups of the game wait for 7 different conditions; at"
        " most six are possible"
    )


# Fields that decide nothing by themselves, each with what decides instead.
ELSEWHERE = {
    "deal.when": "the kind of the condition (_ASKED)",
    "face.look_end": "face.squared",
    "face.turns": "face.late",
    "lift.any_when": "lift.take; without Lift.SINGLY it is unused",
    "lift.take": "the phrase in the definition (_TAKES)",
    "mechanics.forgets": "mechanics.holes",
    "mechanics.needed": "the result itself",
    "stock.pile": "round_robin.piles",
    "whole_runs.used": "whole_runs.way",
    "win.kind": "the phrase in the definition (_WINS)",
}


def fields_of_mechanics() -> set[str]:
    """Return the fields of ``R`` in the conditions ``MECHANICS and ...`` of the sources."""
    found = set()
    for file in Path(cadogan.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.BoolOp) or ast.unparse(node.values[0]) != "MECHANICS":
                continue
            names = [ast.unparse(part) for value in node.values for part in ast.walk(value)]
            found |= {name[2:] for name in names if name.startswith("R.") and name[2:].count(".")}
    return {name for name in found if name.replace(".", "").replace("_", "").isalpha()}


def with_field(record: Any, name: str, value: object) -> Any:
    """Return a record in which the field with a dotted name has another value."""
    first, _, rest = name.partition(".")
    inner = with_field(getattr(record, first), rest, value) if rest else value
    return record._replace(**{first: inner})


def test_each_field_of_the_mechanics_selects_their_engine() -> None:
    """The plain engine ignores the mechanics' fields, so games that use one must not run in it."""
    game = Game(find("klondike"))
    piles = Piles.lay(game.definition, dict(game.options))
    conditions, R = Conditions(piles), game.compiled_rules
    assert compiler.needed_engine(R, piles, conditions) == 0
    silent = set()
    for name in fields_of_mechanics():
        value: Any = reduce(getattr, name.split("."), R)
        used = [1] * len(value) if isinstance(value, list) else 1
        if not compiler.needed_engine(with_field(R, name, used), piles, conditions):
            silent.add(name)
    assert silent == ELSEWHERE.keys()
