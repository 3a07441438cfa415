"""Cards that leave play together: pairs that add up, cards of one rank, suit or colour."""

from __future__ import annotations

from cadogan.mechanics.mechanic import Mechanic, Setting
from cadogan.mechanics.removal.compile import check_removal, removal_fields


def _placed(setting: Setting) -> set[int]:
    remove = setting.definition.remove
    return setting.piles(*remove.from_) if remove and remove.touching else set()


MECHANIC = Mechanic(
    checks=(("remove", check_removal),),
    compile=lambda setting: removal_fields(setting.definition, setting.of, setting.kinds),
    needs=("removal.used",),
    placed=_placed,
)
