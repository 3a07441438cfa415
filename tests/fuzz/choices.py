"""Answers to choices, alone and in pairs, compared with definitions that contain their keys."""

from __future__ import annotations

import random
from itertools import combinations

from cadogan.core.errors import CadoganError, InvalidOptionError
from cadogan.model.position import Game
from cadogan.rules.house_rules import merge
from cadogan.rules.loading import load_text, resolve
from cadogan.rules.to_toml import toml_text
from tests.fuzz.checks import CheckError
from tests.fuzz.draw import FILE, Table

__all__ = ["answers_stand"]

# refusals of keys without effect; only the answers of a choice may have such keys
_IDLE = (
    "this key has no effect if",
    "changes nothing here",
    "without 'to' foundations keep their cards",
    "nothing uses this option",
)


def _loads(table: Table) -> Game | str:
    """Return the game of a definition without its choices, or the error if it does not load."""
    kept = {k: v for k, v in table.get("options", {}).items() if v["kind"] != "choice"}
    plain = {k: v for k, v in table.items() if k != "options"} | ({"options": kept} if kept else {})
    try:
        return Game(load_text(toml_text(plain), FILE)["fuzz"])
    except CadoganError as error:
        return str(error)


def answers_stand(table: Table, deal: int) -> None:
    """Compare every answer and pair of answers with the definition that contains their keys.

    Raises:
        CheckError: if the two play differently, or if only one of them loads.
    """
    choices = {k: v for k, v in table.get("options", {}).items() if v["kind"] == "choice"}
    given = [(name, key) for name, one in choices.items() for key in one["answers"]]
    given = [(name, key) for name, key in given if key != choices[name]["default"]]
    if not given:
        return
    definition = load_text(toml_text(table), FILE)["fuzz"]
    both = ({a[0]: a[1], b[0]: b[1]} for a, b in combinations(given, 2) if a[0] != b[0])
    for answers in [*({name: key} for name, key in given), *both]:
        whole = table
        for name in choices:  # in the order in which the definition lists the choices
            if name in answers:
                whole = merge(whole, choices[name]["answers"][answers[name]]["over"])
        text = " ".join(f"{name}={key}" for name, key in answers.items())
        written = _loads(whole)
        try:
            found = Game(resolve(definition, answers))
        except InvalidOptionError as error:
            reason = str(error)
            if "\n" in reason or len(reason) > 700 or not all(x in reason for x in text.split()):
                raise CheckError("answers are refused in no sentence", reason) from None
            if isinstance(written, Game) and not reason.partition("both set")[1]:
                raise CheckError("answers are refused that could be written so", reason) from None
            continue
        if isinstance(written, str):
            # an answer may take away the effect of a key in the definition or in another answer
            if not any(idle in written for idle in _IDLE):
                kind = "answers are taken that could not be written so"
                raise CheckError(kind, f"{text}: {written}")
            continue
        _compare(found, written, deal, text)


def _compare(one: Game, other: Game, deal: int, text: str) -> None:
    """Play two games side by side and compare them."""
    if not one.rules() or one.compiled_rules != other.compiled_rules:
        raise CheckError("answers give other rules than their keys", text)
    rng, a, b = random.Random(deal), one.deal(deal), other.deal(deal)
    for _ in range(10):
        line = a.to_line()
        if (line, a.move_texts()) != (b.to_line(), b.move_texts()) or one.parse(line) != a:
            raise CheckError("answers play otherwise than their keys", f"{text} at {line}")
        if not a.move_texts():
            return
        move = rng.choice(a.move_texts())
        a, b = a.play(move), b.play(move)
