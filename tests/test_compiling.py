"""Errors found only by compiling a game, which name file and key as the loader's errors do."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
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
        "small.toml: waste.then.when: the groups of the game wait for 7 different conditions; six"
        " are possible"
    )
