"""From a definition to tables of integers: one function for each mechanism of the rules.

Each function reads the definition and returns the fields of
:class:`~cadogan.state.compiled.CompiledRules` that its mechanism fills; the fields are explained
there. Whoever adds a mechanism adds its fields, a function, and a line in :func:`compile_rules`: a
field that is filled twice, or by nobody, fails at once. What two ideas carry the tables is said in
docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cadogan.compiler.acceptance import taking
from cadogan.compiler.autofill import filling, refilling
from cadogan.compiler.conditions import Conditions
from cadogan.compiler.feasibility import check_play, check_reach, check_room
from cadogan.compiler.features import features_of, uncommon
from cadogan.compiler.lifting import lifting, lying
from cadogan.compiler.piles import Fields, Piles
from cadogan.compiler.routes import routes
from cadogan.compiler.special_moves import drawing, shifting
from cadogan.compiler.stock import dealing, redealing, redeals_counted
from cadogan.compiler.symmetry import classes
from cadogan.mechanics.registry import mechanic_fields
from cadogan.rules import vocabulary
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import WinWay
from cadogan.state.codes import Lift
from cadogan.state.compiled import ASKS, MOST_SETS, CompiledGame, CompiledRules, most_sets
from cadogan.state.records import build_record, changed
from cadogan.state.snapshot import MOST_MOVES, most_moves
from cadogan.state.state import MOST_BEYOND

__all__ = ["compile_rules"]


def compile_rules(definition: Definition, options: Mapping[str, str]) -> CompiledGame:
    """Compile a definition, with a value for each of its options, to tables.

    Raises:
        InvalidDefinitionError: when its parts contradict each other.

    >>> from cadogan.rules.catalogue import find
    >>> rules = compile_rules(find("bakers-dozen"), {})
    >>> rules.names[:5], rules.compiled_rules.piles
    (('f1', 'f2', 'f3', 'f4', 't1'), 17)
    """
    piles = Piles.lay(definition, options)
    conditions = Conditions(piles)
    # Conditions are numbered as they are met: first those of the routes, which make the phase.
    who = routes(piles, conditions)
    taken = taking(piles, conditions)
    # What is said of all conditions stands last.
    tables = build_record(
        CompiledRules,
        {
            **piles.fields(),
            **taken.fields,
            **lifting(piles, conditions),
            **lying(piles),
            **who,
            **filling(piles, conditions),
            **refilling(piles),
            **dealing(piles, conditions),
            **redealing(piles, conditions),
            **shifting(piles),
            **drawing(piles, conditions),
            **_winning(piles),
            **_of_families(piles),
            **redeals_counted(piles, conditions),
            **conditions.fields(),
            "klass": [],
            "accept.twins": [],
        },
    )
    tables = changed(tables, classes(piles, conditions, tables))
    if not tables.mechanics.needed:
        tables = changed(
            tables, {"mechanics.needed": _needs_more(tables, conditions, piles.groups)}
        )
    _check_sets(definition, tables)
    if definition.win == WinWay.ALL_ON_FOUNDATIONS:
        check_reach(piles, tables)
    if tables.win.clear:
        check_room(piles, tables)
    check_play(piles, tables)
    return CompiledGame(
        definition=definition,
        options=dict(options),
        groups=piles.groups,
        names=piles.names,
        of=piles.of,
        first=piles.first,
        owner=taken.owner,
        placed=taken.placed,
        builds=taken.builds,
        ranks=piles.ranks,
        conditions=tuple(conditions.found),
        features=features_of(tables, definition, piles.groups, len(conditions.found)),
        compiled_rules=tables,
    )


def _needs_more(R: CompiledRules, conditions: Conditions, groups: Sequence[Group]) -> int:
    """Return what ``families`` is for a game that has none; it may ask for what comes with them."""
    some = (
        "GROUP can be filled",
        "GROUP has a space",
        "no deal left",
        "kings at the bottom",
        "batch open",
        "GROUP face down",
    )
    singly = Lift.SINGLY in R.lift.take
    if (
        any(R.lift.link_or)
        or any(p >= 0 for p in (*R.accept.same_way, *R.accept.same_suits, *R.accept.line))
        or R.face.late
        or R.win.clear
        or (singly and any(R.lift.any_when))
        or any(map(uncommon, groups))
    ):
        return 1
    return ASKS if any(conditions.asks(kind) for kind in some) else 0


def _check_sets(definition: Definition, tables: CompiledRules) -> None:
    """Check that there is room for all sets that leave play together, and a text for each."""
    sets = most_sets(tables)
    room = MOST_SETS
    if tables.removal.adds_to:  # such games have few piles, so that fewer other moves take the room
        room = max(room, MOST_MOVES - (most_moves(tables) - sets))
    if sets > room:
        told = f"from so many piles up to {sets} sets may leave play at a time; {room} will do"
        raise definition.error("remove.sets", told)
    shown = [p for p in range(tables.piles) if tables.removal.piles[p]]
    if tables.removal.adds_to and shown and shown[-1] - shown[0] > MOST_BEYOND + 1:
        told = "the piles whose cards add up to a number lie too far apart: write them together"
        raise definition.error("remove.from", told)


def _winning(piles: Piles) -> Fields:
    """Return how the game is won."""
    win = piles.definition.win
    cleared = vocabulary.parse_win(win, piles.references)
    return {
        "win.kind": -1 if cleared else [*vocabulary.WINS].index(vocabulary.kind_of_win(win)),
        "win.clear": int(bool(cleared)),
        "win.empty": [int(bool({g.name, g.kind} & {*cleared})) for g in piles.of],
        "win.runs": len(piles.ranks)
        * (win in (WinWay.TABLEAU_IN_RUNS, WinWay.TABLEAU_IN_BUILT_RUNS)),
        "win.full": int(win == WinWay.FOUNDATIONS_COMPLETE),
        "win.left": vocabulary.cards_left(win),
    }


def _of_families(piles: Piles) -> Fields:
    """Return what the rooms of the families fill."""
    of = piles.of
    return mechanic_fields(piles.definition, tuple(g.name for g in of), tuple(g.kind for g in of))
