"""Runner of the checks on one definition, with some deals and plays."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cadogan
from cadogan.core.errors import CadoganError, InvalidDealError
from cadogan.model.position import Game, Position
from cadogan.rules.to_toml import toml_text
from cadogan.solver.host import search_kernel
from tests.fuzz import checks
from tests.fuzz.checks import CheckError, loaded, played
from tests.fuzz.choices import answers_stand
from tests.fuzz.draw import Table, draw, refusal
from tests.fuzz.refusals import refusals
from tests.fuzz.solver import judged, safe

__all__ = ["PARTS", "QUICK", "STEPS", "Fault", "faults_of", "look"]

STEPS = 14  # moves in a play
_PACKAGE = str(Path(cadogan.__file__).parent)

Check = Callable[[Table, Game, int, int], None]


@dataclass(frozen=True)
class Fault:
    """Fault of the program.

    Attributes:
        part: the check that shows it.
        kind: the text that identifies it while it is shrunk.
        told: a description of what went wrong.
        table: the definition.
        deal: the number of the deal, and the seed of the play.
    """

    part: str
    kind: str
    told: str
    table: Table
    deal: int

    @property
    def toml(self) -> str:
        """The definition as the text of a file."""
        return toml_text(self.table)


def _at_positions(
    check: Callable[[Table, Position, random.Random], object], every: int = 1
) -> Check:
    """Return a check that visits some positions of a play."""

    def run(table: Table, game: Game, deal: int, steps: int) -> None:
        for step, position in enumerate(played(game, deal, steps)):
            if step % every == 0:
                check(table, position, random.Random(deal))

    return run


def _both_speeds(_: Table, game: Game, deal: int, steps: int) -> None:
    code = search_kernel(game.compiled_rules)
    checks.both_speeds(code, game.deal(deal), random.Random(deal), steps)


def _page(table: Table, game: Game, deal: int, _: int) -> None:
    for number in range(3):
        checks.page(table, game, random.Random(deal * 3 + number))


def _spoilt(table: Table, _: Game, deal: int, __: int) -> None:
    for number in range(3):
        checks.refused_definition(table, random.Random(deal * 3 + number))


PARTS: dict[str, Check] = {
    "texts": _at_positions(lambda _, position, __: checks.texts(position)),
    "undo": _at_positions(lambda _, position, __: checks.undo(position), 4),
    "moves": _at_positions(lambda _, position, rng: checks.moves(position, rng), 4),
    "refusals": _at_positions(refusals, 5),
    "page": _page,
    "spoilt": _spoilt,
    "choices": lambda table, _, deal, __: answers_stand(table, deal),
    "safe": _at_positions(lambda _, position, __: safe(position), 3),
    "both speeds": _both_speeds,
    "judged": _at_positions(lambda _, position, rng: judged(position, rng), 6),
}
QUICK = [
    part for part in PARTS if part not in ("both speeds", "judged")
]  # these checks need no compiled kernel


def look(table: Table, part: str, deal: int, steps: int = STEPS) -> Fault | None:
    """Run one check and return its fault; ``load`` only loads the definition."""
    now = "load"
    try:
        game = loaded(table)
        now = part
        if part != "load":
            PARTS[part](table, game, deal, steps)
    except CheckError as shown:
        return Fault(now, shown.kind, shown.told, table, deal)
    except Exception as error:  # noqa: BLE001 - any exception is a fault
        if isinstance(error, InvalidDealError) or (
            now == "load" and isinstance(error, CadoganError)
        ):
            return None  # the program may refuse the definition
        frames = traceback.extract_tb(error.__traceback__)
        inner = [f for f in frames if f.filename.startswith(_PACKAGE)] or list(frames)
        where = f"{Path(inner[-1].filename).stem}.{inner[-1].name}"
        return Fault(now, f"{type(error).__name__} in {where}", repr(error), table, deal)
    return None


def faults_of(seed: int, parts: list[str]) -> list[Fault]:
    """Return the faults in the definition of a seed."""
    table = draw(seed)
    if refusal(table):
        return []
    found = [look(table, part, seed + 1) for part in ["load", *parts]]
    return [fault for fault in found if fault]
