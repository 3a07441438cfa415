"""Compiler: turns a definition into compiled rules, with one function for each record.

Each function reads the definition and returns its record; :mod:`cadogan.state.compiled` explains
the fields. docs/explanation/architecture.md introduces the two ideas behind the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from cadogan.compiler.acceptance import taking
from cadogan.compiler.autofill import filling, refilling
from cadogan.compiler.conditions import Conditions
from cadogan.compiler.feasibility import check_play, check_reach, check_room
from cadogan.compiler.features import features_of, uncommon
from cadogan.compiler.lifting import lifting, lying
from cadogan.compiler.routes import routing
from cadogan.compiler.special_moves import drawing, shifting
from cadogan.compiler.stock import dealing, redealing, redeals_counted, stocking
from cadogan.compiler.symmetry import classes
from cadogan.mechanics import registry
from cadogan.mechanics.piles import Piles
from cadogan.rules import vocabulary
from cadogan.rules.builds import parse_build
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phases import taken
from cadogan.rules.phrases import Direction, Take, WinWay
from cadogan.state.codes import Lift
from cadogan.state.compiled import (
    ASKS,
    MOST_SETS,
    CompiledGame,
    CompiledRules,
    MechanicRules,
    WinRules,
    most_sets,
)
from cadogan.state.snapshot import MOST_MOVES, most_moves
from cadogan.state.state import MOST_BEYOND

__all__ = ["compile_rules"]


def compile_rules(definition: Definition, options: Mapping[str, str]) -> CompiledGame:
    """Compile a definition to integers, given a value for each of its options.

    Raises:
        InvalidDefinitionError: if some parts of the definition contradict each other.

    >>> from cadogan.rules.catalogue import find
    >>> rules = compile_rules(find("bakers-dozen"), {})
    >>> rules.names[:5], rules.compiled_rules.piles
    (('f1', 'f2', 'f3', 'f4', 't1'), 17)
    """
    piles = Piles.lay(definition, dict(options))
    conditions = Conditions(piles)
    # Conditions get numbers in the order of their first use. The conditions of routes come first,
    # because they form the phase.
    routes = routing(piles, conditions)
    own = registry.mechanic_records(piles)
    accept = taking(piles, conditions, own["rows"].beyond)
    lift = lifting(piles, conditions, accept.links)
    fill, refill = filling(piles, conditions), refilling(piles)
    deal, last_deal = dealing(piles, conditions)
    redeal = redealing(piles, conditions)
    merci = drawing(piles, conditions)
    tableau = piles.named("tableau")
    # The facts about conditions must come last, when all conditions are known.
    R = CompiledRules(
        piles=len(piles.of),
        groups=len(piles.groups),
        foundations=len(piles.named("foundation")),
        total=piles.total,
        room=piles.total,
        group=[i for i, g in enumerate(piles.groups) for _ in range(g.piles)],
        klass=[],
        tableau_first=tableau.start,
        tableau_end=tableau.stop,
        accept=accept.rules,
        lift=lift,
        face=lying(piles),
        routes=routes,
        fill=fill,
        refill=refill,
        stock=stocking(piles),
        deal=deal._replace(counted=int(conditions.asks("dealt"))),
        last_deal=last_deal,
        redeal=redeal._replace(counted=redeals_counted(piles, conditions)),
        shift=shifting(piles),
        merci=merci,
        win=_winning(piles),
        mechanics=_shared(piles),
        conditions=conditions.rules(),
        **{**own, "rows": own["rows"]._replace(ahead=accept.ahead)},
    )
    klass, twins = classes(piles, conditions, R)
    R = R._replace(
        klass=klass,
        accept=R.accept._replace(twins=twins),
        mechanics=R.mechanics._replace(
            needed=needed_engine(R, piles, conditions),
            most_counted=registry.most_counted(R),
        ),
    )
    _check_sets(definition, R)
    if definition.win == WinWay.ALL_ON_FOUNDATIONS:
        check_reach(piles, R)
    if R.win.clear:
        check_room(piles, R)
    check_play(piles, R)
    return CompiledGame(
        **piles._asdict(),
        owner=accept.owner,
        placed=accept.placed,
        builds=accept.builds,
        conditions=tuple(conditions.found),
        features=features_of(R, definition, piles.groups, len(conditions.found)),
        compiled_rules=R,
    )


_TAKES = (
    Take.WHOLE_PILE_BY_ITS_TOP_CARD,
    Take.TOP_OR_BOTTOM_CARD,
    Take.RUN_WHOLE_OR_FREEING_A_CARD,
    Take.TOP_CARD_RUNS_TO_SPACES,
)
_WINS = (
    WinWay.SCORE,
    WinWay.ONE_PILE,
    WinWay.TABLEAU_IN_BUILT_RUNS,
    WinWay.ONE_OF_EACH_SUIT_LEFT,
)
_ASKED = (
    "GROUP can be filled",
    "GROUP has a space",
    "no deal left",
    "kings at the bottom",
    "batch open",
    "GROUP face down",
)


def needed_engine(R: CompiledRules, piles: Piles, conditions: Conditions) -> int:
    """Return 1 if a game needs the engine with mechanics, ``ASKS`` if only its conditions do, or 0.

    The function must test every field that only the engine with mechanics reads, unless another
    test implies it.
    """
    definition = piles.definition
    if (
        registry.is_any_in_use(R)
        or definition.jokers
        or registry.deals_to_foundations(definition)
        or any(R.mechanics.holes)
        or definition.win in _WINS
        or R.win.left
        or R.win.clear
        or any(taken(group) in _TAKES or uncommon(group) for group in piles.groups)
        or any(R.lift.link_or)
        or any(R.fill.met)
        or (Lift.SINGLY in R.lift.take and any(R.lift.any_when))
    ):
        return 1
    return ASKS if any(map(conditions.asks, _ASKED)) else 0


def _check_sets(definition: Definition, R: CompiledRules) -> None:
    """Check that moves and texts have room for all sets that can leave play together."""
    sets = most_sets(R)
    room = MOST_SETS
    # games in which ranks add up have few piles, so other moves need less room
    if R.removal.adds_to:
        room = max(room, MOST_MOVES - (most_moves(R) - sets))
    if sets > room:
        problem = (
            f"with these piles, up to {sets} sets could leave play together; Cadogan supports at"
            f" most {room}"
        )
        raise definition.error("remove.sets", problem)
    shown = [p for p in range(R.piles) if R.removal.piles[p]]
    if R.removal.adds_to and shown and shown[-1] - shown[0] > MOST_BEYOND + 1:
        problem = "the groups whose cards add up to a number are too far apart: list them together"
        raise definition.error("remove.from", problem)


def _winning(piles: Piles) -> WinRules:
    """Return the compiled conditions for winning the game."""
    win = piles.definition.win
    cleared = vocabulary.parse_win(win, piles.references)
    in_runs = win in (WinWay.TABLEAU_IN_RUNS, WinWay.TABLEAU_IN_BUILT_RUNS)
    return WinRules(
        kind=-1 if cleared else [*vocabulary.WINS].index(vocabulary.kind_of_win(win)),
        runs=len(piles.ranks) if in_runs else 0,
        clear=int(bool(cleared)),
        empty=[int(bool({g.name, g.kind} & {*cleared})) for g in piles.of],
        full=int(win == WinWay.FOUNDATIONS_COMPLETE),
        left=vocabulary.cards_left(win),
    )


def _shared(piles: Piles) -> MechanicRules:
    """Return the facts that mechanics share, except those that depend on other records."""
    discard = piles.named("discard")
    return MechanicRules(
        needed=0,
        discard_pile=discard.start if discard else -1,
        most_counted=0,
        holes=[int(_is_hole(group)) for group in piles.of],
        forgets=0,
        kings=piles.total // len(piles.ranks),
    )


def _is_hole(group: Group) -> bool:
    """Return whether only the top card of a foundation matters, whatever cards lie below it."""
    if group.kind != "foundation" or group.piles > 1 or group.to or group.then or group.opens:
        return False
    build = group.build if isinstance(group.build, str) else group.build[0]
    meant = parse_build(build)
    return meant.direction == Direction.UP_OR_DOWN and not meant.one_way
