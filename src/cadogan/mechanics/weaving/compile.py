"""Compilation of the table ``[weave]``."""

from __future__ import annotations

from cadogan.core.errors import InvalidKeyError
from cadogan.mechanics.piles import Piles
from cadogan.rules.definition import Definition, ranks_dealt
from cadogan.rules.phrases import Face, Take
from cadogan.rules.vocabulary import phrase
from cadogan.state.compiled import WeavingRules


def check_weave(definition: Definition) -> None:
    """Check the table ``[weave]`` and the groups that it names."""
    weave = definition.weave
    if weave is None:
        return
    for key, ref, kind in (
        ("exiles", weave.exiles, "reserve"),
        ("hand", weave.hand, "cell"),
    ):
        names = [group.name for group in definition.of_kind(kind)]
        try:
            phrase(ref, names)
        except ValueError as error:
            raise InvalidKeyError(key, str(error) if names else f"there is no [{kind}]") from None
        group = next(group for group in definition.groups if group.name == ref)
        if group.piles > 1 or group.deal:
            raise InvalidKeyError(key, f"[{ref}] must be a single pile to which no cards are dealt")
        if kind == "reserve" and (group.face != Face.DOWN or group.take != Take.NONE or group.then):
            raise InvalidKeyError(key, f"[{ref}] must have face = 'down' and take = 'none'")
        if kind == "cell" and (group.from_ != [] or group.fill or group.then):
            raise InvalidKeyError(key, f"[{ref}] must have from = [] and no 'fill'")
    ranks = ranks_dealt(definition)
    tableau = definition.of_kind("tableau")
    if len(ranks) < 2:
        raise ValueError("no cards could be woven in: all but those of one rank lie on foundations")
    if sum(group.piles for group in tableau) != len(ranks):
        raise ValueError(f"the tableau must have {len(ranks)} piles, one for each rank dealt")
    plain = {"deal": 0, "build": "none", "face": "up", "most": 0, "fill": [], "refill": 0}
    for group in tableau:
        for key, value in plain.items():
            if getattr(group, key) != value or any(key in then.changes for then in group.then):
                raise ValueError(f"{group.name}.{key} cannot be combined with weaving")
        if group.take == Take.TOP_OR_BOTTOM_CARD:
            raise ValueError(f"with weaving, {group.name}.take must be 'top card' or 'any card'")
    if definition.of_kind("stock"):
        raise ValueError("this cannot be combined with [stock]: all remaining cards are dealt out")


def weaving_rules(piles: Piles) -> WeavingRules:
    """Return the compiled rules for weaving."""
    weave = piles.definition.weave
    home = [-1] * 13
    if weave is not None:
        for rank, p in zip(ranks_dealt(piles.definition), piles.named("tableau"), strict=True):
            home[rank - 1] = p
    return WeavingRules(
        used=int(weave is not None),
        exiles=piles.first[weave.exiles] if weave else -1,
        hand=piles.first[weave.hand] if weave else -1,
        home=home,
    )
