"""One bout: a definition, some deals and plays, and every check that it is to stand."""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cadogan
from cadogan.core.errors import CadoganError, InvalidDealError
from cadogan.model.position import Game, Position
from cadogan.solver.host import search_kernel
from tests.fuzz import checks
from tests.fuzz.checks import CheckError, loaded, played
from tests.fuzz.choose import answers_stand
from tests.fuzz.draw import Table, draw
from tests.fuzz.judged import judged, safe
from tests.fuzz.refusals import refusals
from tests.fuzz.toml import write

__all__ = ["PARTS", "QUICK", "Fault", "bout", "look", "refusal_of"]

_PACKAGE = str(Path(cadogan.__file__).parent)


@dataclass(frozen=True)
class Fault:
    """A fault that was seen.

    Attributes:
        part: the check that saw it. kind: by which it is known again.
        told: what was seen. table: the definition. deal: the number of the deal and of all chance.
    """

    part: str
    kind: str
    told: str
    table: Table
    deal: int

    @property
    def toml(self) -> str:
        """The definition, as a file has it."""
        return write(self.table)


def _some(game: Game, deal: int, steps: int, every: int) -> Iterator[Position]:
    for step, position in enumerate(played(game, deal, steps)):
        if step % every == 0:
            yield position


def _texts(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in played(game, deal, steps):
        checks.texts(position)


def _undo(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in _some(game, deal, steps, 4):
        checks.undo(position)


def _moves(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in _some(game, deal, steps, 4):
        checks.moves(position, random.Random(deal))


def _refusals(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in _some(game, deal, steps, 5):
        refusals(table, position, random.Random(deal))


def _choices(table: Table, game: Game, deal: int, steps: int) -> None:
    answers_stand(table, deal)


def _both(table: Table, game: Game, deal: int, steps: int) -> None:
    code = search_kernel(game.compiled_rules)
    checks.both_speeds(code, game.deal(deal), random.Random(deal), steps)


def _page(table: Table, game: Game, deal: int, steps: int) -> None:
    for number in range(3):
        checks.page(table, game, random.Random(deal * 3 + number))


def _judged(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in _some(game, deal, steps, 6):
        judged(position)


def _safe(table: Table, game: Game, deal: int, steps: int) -> None:
    for position in _some(game, deal, steps, 3):
        safe(position)


def _spoilt(table: Table, game: Game, deal: int, steps: int) -> None:
    for number in range(3):
        checks.refused_definition(table, random.Random(deal * 3 + number))


PARTS: dict[str, Callable[[Table, Game, int, int], None]] = {
    "texts": _texts,
    "undo": _undo,
    "moves": _moves,
    "refusals": _refusals,
    "page": _page,
    "spoilt": _spoilt,
    "choices": _choices,
    "safe": _safe,
    "both speeds": _both,
    "judged": _judged,
}
QUICK = [part for part in PARTS if part not in ("both speeds", "judged")]  # without a compiler


def look(table: Table, part: str, deal: int, steps: int) -> Fault | None:
    """Make one check, and return what it shows; ``load`` only loads."""
    now = "load"
    try:
        game = loaded(table)
        now = part
        if part != "load":
            PARTS[part](table, game, deal, steps)
    except CheckError as shown:
        return Fault(now, shown.kind, shown.told, table, deal)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
        if isinstance(error, InvalidDealError) or (
            now == "load" and isinstance(error, CadoganError)
        ):
            return None  # refused, as it may be
        frames = traceback.extract_tb(error.__traceback__)
        inner = [f for f in frames if f.filename.startswith(_PACKAGE)] or list(frames)
        where = f"{Path(inner[-1].filename).stem}.{inner[-1].name}"
        return Fault(now, f"{type(error).__name__} in {where}", repr(error), table, deal)
    return None


def refusal_of(table: Table) -> str:
    """Return the sentence that refuses a definition, or "" where it loads or is worse refused."""
    try:
        loaded(table)
    except CadoganError as error:
        return str(error)
    except Exception:  # noqa: BLE001 - a fault, for ``look`` to find
        return ""
    return ""


def bout(seed: int, parts: list[str], steps: int = 14) -> list[Fault]:
    """Return the faults of one number's definition."""
    table = draw(seed)
    if refusal_of(table):
        return []
    found = [look(table, part, seed + 1, steps) for part in ["load", *parts]]
    return [fault for fault in found if fault]
