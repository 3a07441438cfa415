"""Compilation of the keys for piles whose cards change places."""

from __future__ import annotations

from collections.abc import Iterable

from cadogan.core.cards import RANKS, of_rank
from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles, groups_with
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import Face, Wrong
from cadogan.rules.vocabulary import DEALT_OUT
from cadogan.state.compiled import ExchangeRules

FREELY = 2  # value of ExchangeRules.swapped


def check_exchange(definition: Definition) -> None:
    """Check groups whose cards may be misplaced at first, and groups with free exchanges."""
    _check_free(definition)
    for group, key in groups_with(definition, "tableau", "wrong"):
        if len(group.space) != 1 or any(then.space is not None for then in group.then):
            raise InvalidKeyError(
                key, "'space' must be the single rank that belongs there, such as '2'"
            )
        deals = group.deal if isinstance(group.deal, list) else [group.deal]
        if any(isinstance(n, int) and n > 1 for n in deals) or group.order in DEALT_OUT:
            raise InvalidKeyError(key, "this group may have at most one card dealt to each pile")
        if group.face != Face.UP:
            raise InvalidKeyError(key, "players must see which cards are wrong: write face = 'up'")
        _check_beside(definition, group, key, ("keep", "row", "closes", "covered_by"))


def _check_free(definition: Definition) -> None:
    for group, key in groups_with(definition, "tableau", "exchange"):
        if group.most != 1 or group.face != Face.UP:
            raise InvalidKeyError(
                key, "this group must have one card in each pile, face up: write most = 1"
            )
        _check_beside(definition, group, key, ("row", "closes", "covered_by", "leftmost"))
        if any(g.wrong for g in definition.groups):
            raise InvalidKeyError(key, "this cannot be combined with 'wrong' in any group")


def _check_beside(definition: Definition, group: Group, key: str, others: Iterable[str]) -> None:
    """Check that groups with exchanges have no keys that conflict with them."""
    for other in others:
        if getattr(group, other):
            raise InvalidKeyError(key, f"this cannot be combined with {other!r}")
    if definition.remove or any(g.must for g in definition.groups):
        raise InvalidKeyError(key, "this cannot be combined with cards that leave play")


def exchange_rules(piles: Piles) -> ExchangeRules:
    """Return the compiled rules about wrong cards and about cards that change places."""
    freely = Wrong.MAY_LEAVE_OR_CHANGE_PLACES
    swapped = [FREELY if g.exchange else int(g.wrong == freely) for g in piles.of]
    return ExchangeRules(
        begins=[of_rank(RANKS.index(g.space) + 1) if g.wrong else 0 for g in piles.of],
        used=int(any(swapped)),
        swapped=swapped,
    )
