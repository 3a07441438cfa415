"""House rules drawn at random, and what must hold of their answers, one by one and in pairs.

An answer lays over a definition what another definition says in the same place.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from itertools import combinations
from typing import Any

from cadogan.core.errors import CadoganError, InvalidOptionError
from cadogan.model.position import Game
from cadogan.rules.definition import OVER
from cadogan.rules.house_rules import merge
from cadogan.rules.loading import load_text, resolve
from tests.fuzz.shown import CheckError
from tests.fuzz.toml import write

__all__ = ["FILE", "add_choices", "answers_stand"]

FILE = "spar.toml"
_USUAL = "usual"
_IDLE = (
    "this key has no effect if",
    "changes nothing here",
    "foundations keep their cards without",
    "nothing uses this option",
)

Table = dict[str, Any]


def add_choices(table: Table, rng: random.Random, donor: Callable[[int], Table]) -> None:
    """Give a definition two or three choices, with answers that will do by themselves mostly."""
    choices: Table = {}
    for name in ("one", "two", "three")[: rng.randint(2, 3)]:
        answers: Table = {_USUAL: {"name": "as usual"}}
        for answer in ("this", "that")[: rng.randint(1, 2)]:
            for _ in range(8):
                over = _over(table, donor(rng.randrange(10**6)), rng)
                if over and (isinstance(_loads(merge(table, over)), Game) or rng.random() < 0.01):
                    answers[answer] = {"name": f"as {answer}", "over": over}
                    break
        if len(answers) > 1:
            choices[name] = {
                "kind": "choice", "about": f"Choice {name}", "default": _USUAL, "answers": answers,
            }  # fmt: skip
    if choices:
        table["options"] = {**table.get("options", {}), **choices}


def _over(table: Table, other: Table, rng: random.Random) -> Table:
    """Return a few keys of another definition, which say what this one does not."""
    over: Table = {}
    for key in rng.sample(OVER, len(OVER)):
        if key not in other or other[key] == table.get(key) or key == "ranks":
            continue
        value, mine = other[key], table.get(key)
        parts = isinstance(value, dict) and any(isinstance(v, dict) for v in value.values())
        if isinstance(value, dict) and isinstance(mine, dict) and not parts:
            wanted = [k for k in value if value[k] != mine.get(k)]
            wanted = rng.sample(wanted, min(len(wanted), rng.randint(1, 2)))
            value = {k: value[k] for k in wanted}
        if value != {}:
            over[key] = copy.deepcopy(value)
        if len(over) > rng.choice((0, 0, 1)):
            break
    return over


def _loads(table: Table) -> Game | str:
    """Return the game of a definition without its choices, or why it is refused."""
    kept = {k: v for k, v in table.get("options", {}).items() if v["kind"] != "choice"}
    plain = {k: v for k, v in table.items() if k != "options"} | ({"options": kept} if kept else {})
    try:
        return Game(load_text(write(plain), FILE)["spar"])
    except CadoganError as error:
        return str(error)


def answers_stand(table: Table, deal: int) -> None:
    """Hold every answer and every pair to the definition that has their keys written into it.

    Raises:
        CheckError: where they play otherwise, or one is refused and the other is not.
    """
    choices = {k: v for k, v in table.get("options", {}).items() if v["kind"] == "choice"}
    given = [(name, key) for name, one in choices.items() for key in one["answers"]]
    given = [(name, key) for name, key in given if key != choices[name]["default"]]
    if not given:
        return
    definition = load_text(write(table), FILE)["spar"]
    both = ({a[0]: a[1], b[0]: b[1]} for a, b in combinations(given, 2) if a[0] != b[0])
    for answers in [*({name: key} for name, key in given), *both]:
        whole = table
        for name in choices:  # laid over in the order in which the choices are written
            if name in answers:
                whole = merge(whole, choices[name]["answers"][answers[name]]["over"])
        told = " ".join(f"{name}={key}" for name, key in answers.items())
        written = _loads(whole)
        try:
            found = Game(resolve(definition, answers))
        except InvalidOptionError as error:
            said = str(error)
            if "\n" in said or len(said) > 700 or not all(part in said for part in told.split()):
                raise CheckError("answers are refused in no sentence", said) from None
            if isinstance(written, Game) and not said.partition("both set")[1]:
                raise CheckError("answers are refused that could be written so", said) from None
            continue
        if isinstance(written, str):
            # answers may make a key idle that only the definition or another answer writes
            if not any(idle in written for idle in _IDLE):
                raise CheckError(
                    "answers are taken that could not be written so", f"{told}: {written}"
                )
            continue
        _alike(found, written, deal, told)


def _alike(one: Game, other: Game, deal: int, told: str) -> None:
    """Play two games side by side."""
    if not one.rules() or one.compiled_rules != other.compiled_rules:
        raise CheckError("answers give other rules than their keys", told)
    rng, a, b = random.Random(deal), one.deal(deal), other.deal(deal)
    for _ in range(10):
        if (a.to_line(), a.move_texts()) != (b.to_line(), b.move_texts()) or one.parse(
            a.to_line()
        ) != a:
            raise CheckError("answers play otherwise than their keys", f"{told} at {a.to_line()}")
        if not a.move_texts():
            return
        move = rng.choice(a.move_texts())
        a, b = a.play(move), b.play(move)
