"""Names of studies, with additions that distinguish equal names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from cadogan.cli.output import memory_text, several

if TYPE_CHECKING:
    from cadogan.odds import Limits, Study
    from cadogan.rules.definition import Definition

_SHOWN = 6  # how many characters of a digest a name shows


def form(study: Study) -> str:
    """Return the game of a study and its options."""
    from cadogan.odds.experiment import plain_name

    options = ", ".join(f"{name}={value}" for name, value in study.options.items())
    return f"{plain_name(study.name, study.options)} ({options})" if options else study.name


def study_name(study: Study, name: str = "") -> str:
    """Return the name of a study's game with its options, or a shorter name, and the policy."""
    name = name or form(study)
    return f"{name}, {study.policy}" if study.policy else name


def effort_text(limits: Limits) -> str:
    """Format search limits in seconds and positions."""
    parts = []
    if limits.seconds is not None:
        parts.append(f"{limits.seconds:g} s")
    if limits.nodes is not None:
        parts.append(several(limits.nodes, "position"))
    return ", ".join(parts)


def limits_text(limits: Limits) -> str:
    """Format all search limits, including memory."""
    if not limits.memory:
        return "none"
    return f"{effort_text(limits)}, {memory_text(limits.memory)}"


def today(study: Study) -> Definition | None:
    """Return the catalogue's current definition of a study's game, or None."""
    from cadogan.core.errors import InvalidOptionError, UnknownGameError
    from cadogan.rules.catalogue import canonical, find

    try:
        return find(*canonical(study.game, study.options))
    except (UnknownGameError, InvalidOptionError):
        return None


def unchanged(study: Study) -> Definition | None:
    """Return the catalogue's definition of a study's game if it has the same rules, or None."""
    from cadogan.rules.digest import rules_digest

    found = today(study)
    if found and rules_digest(msgspec.structs.replace(found, id=study.game)) == study.rules:
        return found
    return None


def is_of_now(study: Study) -> bool:
    """Return whether a study used the current solver, or the current version of its policy."""
    from cadogan.odds.experiment import decided_by
    from cadogan.players import POLICIES

    known = not study.policy or study.policy in POLICIES
    return known and study.solver == decided_by(study.policy)


def _rules(study: Study) -> str:
    return "current rules" if unchanged(study) else f"rules {study.rules[:_SHOWN]}"


def _solver(study: Study) -> str:
    what = "version" if study.policy else "solver"
    name_and_digest = study.solver.split()  # a solver's version is only a digest
    return f"current {what}" if is_of_now(study) else f"{what} {name_and_digest[-1][:_SHOWN]}"


# the additions in order of preference; "" means a study without options
_PARTS: tuple[Callable[[Study], str], ...] = (
    lambda study: study.game,
    lambda study: ", ".join(f"{k}={v}" for k, v in study.options.items()),
    _rules,
    lambda study: effort_text(study.limits),
    lambda study: memory_text(study.limits.memory),
    _solver,
    lambda study: f"seed {study.seed}",
)


def apart(studies: Sequence[Study], names: Sequence[str]) -> list[str]:
    """Return the names of studies, with additions that distinguish equal names.

    ``names`` belong to different studies, each with its policy; some names may be equal.

    >>> from cadogan import game
    >>> from cadogan.odds import Limits, Study
    >>> golf, some = game("golf"), [Limits(nodes=1000), Limits(seconds=5), Limits(nodes=1000)]
    >>> studies = [Study.of(golf, limits, seed) for seed, limits in enumerate(some)]
    >>> apart(studies, ["Golf"] * 3)
    ['Golf, 1,000 positions, seed 0', 'Golf, 5 s', 'Golf, 1,000 positions, seed 2']
    >>> apart(studies, ["Golf", "Golf again", "Golf again"])
    ['Golf', 'Golf again, 5 s', 'Golf again, 1,000 positions']
    """
    labels = [*names]
    for part in _PARTS:
        often = Counter(labels)
        pairs = [
            (name, part(study) if often[name] > 1 else "")
            for study, name in zip(studies, labels, strict=True)
        ]
        texts = Counter(name for name, _ in {*pairs})
        labels = [f"{name}, {text}" if text and texts[name] > 1 else name for name, text in pairs]
    return labels
