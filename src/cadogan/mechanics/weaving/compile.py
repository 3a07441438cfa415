"""What the keys of weaving mean in integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cadogan.core.errors import InvalidKeyError
from cadogan.rules.definition import Definition, ranks_dealt
from cadogan.rules.phrases import Face, Take
from cadogan.rules.vocabulary import phrase


def check_weave(definition: Definition) -> None:
    """Check the table ``[weave]`` and the groups that it names.

    Raises:
        InvalidKeyError: saying what would be right.
        ValueError: where no key alone is wrong.
    """
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
            raise InvalidKeyError(key, f"[{ref}] must be one pile to which nothing is dealt")
        if kind == "reserve" and (group.face != Face.DOWN or group.take != Take.NONE or group.then):
            raise InvalidKeyError(key, f"[{ref}] must have face = 'down' and take = 'none'")
        if kind == "cell" and (group.from_ != [] or group.fill or group.then):
            raise InvalidKeyError(key, f"[{ref}] must have from = [] and no 'fill'")
    ranks = ranks_dealt(definition)
    tableau = definition.of_kind("tableau")
    if len(ranks) < 2:
        raise ValueError("the foundations hold all cards but those of one rank: none is woven in")
    if sum(group.piles for group in tableau) != len(ranks):
        raise ValueError(f"the tableau must have {len(ranks)} piles, one for each rank dealt")
    plain = {"deal": 0, "build": "none", "face": "up", "most": 0, "fill": [], "refill": 0}
    for group in tableau:
        for key, value in plain.items():
            if getattr(group, key) != value or any(key in then.changes for then in group.then):
                raise ValueError(f"{group.name}.{key} cannot be where cards are woven in")
        if group.take == Take.TOP_OR_BOTTOM_CARD:
            raise ValueError(f"{group.name}.take is 'top card' or 'any card' where cards are woven")
    if definition.of_kind("stock"):
        raise ValueError("there can be no [stock]: all the cards that are left are dealt out")


def weaving_fields(definition: Definition, of: tuple[str, ...]) -> Mapping[str, Any]:
    """Return the fields of ``CompiledRules`` that say how cards are woven in.

    Args:
        definition: the game's.
        of: the name of each pile's group.
    """
    weave = definition.weave
    home = [-1] * 13
    if weave is not None:
        tableau = {group.name for group in definition.of_kind("tableau")}
        piles = (p for p, name in enumerate(of) if name in tableau)
        for rank in ranks_dealt(definition):
            home[rank - 1] = next(piles)
    return {
        "weaving.used": int(weave is not None),
        "weaving.exiles": of.index(weave.exiles) if weave else -1,
        "weaving.hand": of.index(weave.hand) if weave else -1,
        "weaving.home": home,
    }
