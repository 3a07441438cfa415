"""Compilation of the keys for a shuttle."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError, in_key
from cadogan.mechanics.piles import Piles, groups_with
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition
from cadogan.rules.group import Group
from cadogan.rules.phrases import DealOrder, Face
from cadogan.rules.vocabulary import DEALT_OUT, phrase
from cadogan.state.compiled import ShuttleRules


def check_shuttles(definition: Definition) -> None:
    """Check the key ``opens`` of all foundations."""
    groups = {g.name: g for g in definition.groups if g.kind in ("tableau", "reserve", "cell")}
    opened: set[str] = set()
    for group, there in groups_with(definition, "foundation", "opens"):
        in_key(there, phrase, group.opens, groups)
        piles = groups[group.opens].piles
        if piles != group.piles:
            raise InvalidKeyError(
                there,
                f"{group.opens!r} must have {group.piles} piles, one for each foundation,"
                f" not {piles}",
            )
        if not lies_down(groups[group.opens]):
            problem = f"the cards of {group.opens!r} must lie face down: write 'face' there"
            raise InvalidKeyError(there, problem)
        if group.opens in opened:
            raise InvalidKeyError(
                there, f"another group already opens the piles of {group.opens!r}"
            )
        opened.add(group.opens)
    _check_chances(definition)


def check_aside(definition: Definition) -> None:
    """Check cards that the deal sets aside; they need a pile, and so does each rank."""
    groups = definition.groups
    ranks = parse_sequence(definition.ranks)
    for group, key in groups_with(definition, "tableau", "laid_aside"):
        there = next((g for g in groups if g.name == group.laid_aside), None)
        if there is None or there.kind != "reserve":
            raise InvalidKeyError(key, "this must be the name of a reserve")
        if there.piles > 1 or there.deal:
            problem = f"[{there.name}] must be a single pile to which no cards are dealt"
            raise InvalidKeyError(key, problem)
        if there.most:
            problem = f"[{there.name}] gets a varying number of cards: leave out 'most' there"
            raise InvalidKeyError(key, problem)
        if groups.index(there) < groups.index(group):
            problem = f"[{there.name}] gets these cards, so move it below [{group.name}]"
            raise InvalidKeyError(key, problem)
        if group.piles != len(ranks) or definition.jokers:
            problem = f"this needs {len(ranks)} piles, one for each rank, and no jokers"
            raise InvalidKeyError(key, problem)
        if group.order != DealOrder.ROWS:
            raise InvalidKeyError(key, "the piles must be dealt row by row: write order = 'rows'")
        for other in ("must_hold", "unlike", "met_in_dealing", "row", "closes", "covered_by"):
            if getattr(group, other):
                raise InvalidKeyError(key, f"this cannot be combined with {other!r}")
        deals = group.deal if isinstance(group.deal, list) else [group.deal]
        rows = max(int(n) for n in deals)
        if group.laid_aside_from > rows:
            raise InvalidKeyError(group.within("laid_aside_from"), f"the deal has only {rows} rows")


def _check_chances(definition: Definition) -> None:
    groups = [*groups_with(definition, "foundation", "chances")]
    for group, key in groups:
        if not group.opens:
            raise InvalidKeyError(key, "this has no effect without 'opens'")
        first = groups[0][0]
        if group is not first:
            raise InvalidKeyError(
                key, f"only one group may have this key; {first.name!r} already has it"
            )
        stocks = definition.of_kind("stock")
        in_turn = any(" to the next " in str(g.deal) for g in stocks)
        otherwise = any(g.exchange or g.wrong for g in definition.groups)
        for other, there in (
            ("[count]", definition.count),
            ("'times'", any(g.times for g in stocks)),
            ("'batch'", any(g.batch for g in stocks)),
            ("'last_reversed'", any(g.last_reversed for g in stocks)),
            ("a deal to the next pile", in_turn),
            ("'must'", any(g.must for g in definition.groups)),
            ("cards that change places in other ways", otherwise),
        ):
            if there:
                raise InvalidKeyError(key, f"this cannot be combined with {other}")


def lies_down(group: Group) -> bool:
    """Return whether the cards of a group lie face down at the start."""
    if isinstance(group.face, list):
        return any(group.face)
    many = max(group.deal) if isinstance(group.deal, list) else group.deal
    several = group.order in DEALT_OUT or (isinstance(many, int) and many > 1)
    return group.face == Face.DOWN or (group.face != Face.UP and several)


def shuttle_rules(piles: Piles) -> ShuttleRules:
    """Return the pile that each foundation opens, and the piles whose cards may change places."""
    opens = [-1] * len(piles.of)
    spared = {group.name for group in piles.groups if group.chances}
    chances = max(group.chances for group in piles.groups)
    for group in piles.groups:
        if group.opens:
            here, there = piles.own(group), piles.first[group.opens]
            opens[here.start : here.stop] = range(there, there + group.piles)
            if chances:
                spared.add(group.opens)
    return ShuttleRules(
        used=int(max(opens) >= 0),
        opens=opens,
        chances=chances,
        chanced=[int(g.name in spared) for g in piles.of],
    )
