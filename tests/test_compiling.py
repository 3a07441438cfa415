"""What only shows when a game is put together is said as loading says it: file and key."""

from __future__ import annotations

import pytest

from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.rules.definition import Definition
from cadogan.rules.loading import load_text

from .test_definitions import SOUND


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            'start = "A"',
            'start = ["AC", "AD", "AH", "AS"]\ngoal = ["KC", "KD", "KH", "KC"]',
            "small.toml: foundation.goal: KC is never reached from AS",
        ),
        (
            'start = "A"',
            'start = "A"\ngoal = ["KC", "KD", "KH", "KS"]',
            "small.toml: foundation.goal: the start must name cards, as the goal does",
        ),
        (
            'start = "A"',
            'start = "A"\nplaced = ["KC"]',
            "small.toml: foundation.placed: KC begins none of these foundations",
        ),
        (
            'start = "A"\nbuild = "up in suit"',
            'start = "A"\nplaced = true\nbuild = "up any suit"',
            "small.toml: foundation.placed: the start does not say which cards; name them",
        ),
        (
            'start = "A"',
            'start = "A"\nto = ["waste"]\nthen = { when = "waste and foundation empty", to = [] }',
            (
                "small.toml: foundation.then.when: 'waste and foundation empty' needs groups that"
                " are written side by side"
            ),
        ),
    ],
)
def test_exact_messages_of_compiling(old: str, new: str, told: str) -> None:
    """What only shows when a game is put together names the file and the key, of a variant too."""
    assert old in SOUND
    stock = '[waste]\n[stock]\ndeal = "1 to waste"\n'
    text = SOUND.replace("deal = 4", "deal = 3") + stock
    wrong = text.replace(old, new, 1)
    assert refused_by_compiling(load_text(wrong, "small.toml")["small"]) == told
    own = "\n".join(f"foundation.{line}" for line in new.splitlines())
    variant = f'[variants.other]\nname = "Other"\n{own}\n'
    found = load_text(text + variant, "games/small.toml")
    assert Game(found["small"]).compiled_rules.total == 52
    expected = told.replace("small.toml: ", "games/small.toml: variants.other.")
    assert refused_by_compiling(found["other"]) == expected


def refused_by_compiling(definition: Definition) -> str:
    """Return with which sentence a definition is refused that has been loaded."""
    with pytest.raises(InvalidDefinitionError) as error:
        Game(definition)
    return str(error.value)


def test_of_too_many_conditions_one_is_named() -> None:
    """Routes wait for six at the most; what a deal or a redeal waits for counts not among them."""
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
        " will do"
    )
