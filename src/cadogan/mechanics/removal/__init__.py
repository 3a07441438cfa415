"""Removal: cards that leave play together, such as pairs that add up or cards of one rank."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Feature, Mechanic
from cadogan.mechanics.piles import Piles
from cadogan.mechanics.removal.compile import check_removal, removal_rules


def _placed(piles: Piles) -> set[int]:
    remove = piles.definition.remove
    refs = remove.from_ if remove and remove.touching else []
    return {p for ref in refs for p in piles.named(ref)}


MECHANIC = Mechanic(
    checks=(("remove", check_removal),),
    compile=removal_rules,
    features={
        "removal.used": Feature("removal", "cards leave play together"),
        "removal.alone": Feature("leave alone", "cards leave play one by one"),
        "removal.ends_leave": Feature(
            "leave from both ends", "the bottom card of a pile may leave play"
        ),
        "removal.touching": Feature(
            "must touch", "only cards that touch each other leave play together", 1
        ),
        "removal.covering": Feature(
            "leave with cover", "a card leaves play together with the only card that covers it"
        ),
        "removal.linked": Feature("larger sets", "sets of three or four linked cards leave play"),
        "removal.trios": Feature("threes", "three cards of given ranks leave play together"),
        "removal.quads": Feature("fours", "four cards of given ranks leave play together"),
        "removal.differ": Feature(
            "sets that differ", "four cards of different ranks or suits leave play together"
        ),
        "removal.adds_to": Feature(
            "sets of any size",
            "cards that add up to a given number, however many, leave play together",
        ),
        "removal.between_most": Feature("leave between", "cards between two that match leave play"),
    },
    shape=("piles", "mates", "between", "links", "set_most", "trio", "quad"),
    placed=_placed,
)
