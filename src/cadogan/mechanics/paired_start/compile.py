"""Compilation of the keys for foundations that begin with a pair of cards."""

from __future__ import annotations

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles, groups_with
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import Start
from cadogan.state.compiled import PairedStartRules


def check_paired_start(definition: Definition) -> None:
    """Check the foundations that begin with two cards together."""
    for group, key in groups_with(definition, "foundation", "paired"):
        starts = group.start if isinstance(group.start, list) else [group.start]
        if any(start != Start.ANY_CARD and start[:1] not in RANKS for start in starts):
            raise InvalidKeyError(
                key, "this needs foundations that begin with a rank, a card or 'any card'"
            )
        if group.placed or group.deal:
            raise InvalidKeyError(
                key,
                "two cards must begin these foundations together: leave out 'placed' and 'deal'",
            )
        if group.cards == 1 or group.limited_by or definition.remove:
            other = "cards = 1" if group.cards == 1 else "limited_by"
            other = "[remove]" if definition.remove else f"'{other}'"
            problem = f"this cannot be combined with {other}"
            raise InvalidKeyError(key, problem)


def paired_start_rules(piles: Piles) -> PairedStartRules:
    """Return the compiled rules for foundations that begin with a pair of cards."""
    paired = [int(g.paired) for g in piles.of]
    return PairedStartRules(used=int(any(paired)), piles=paired)
