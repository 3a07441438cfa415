"""Hand-made positions for rules of newer games that are easy to misread.

The expected results follow the rule texts that the definitions name. The reference implementation
also plays most of these games from start to end.
"""

from __future__ import annotations

import cadogan
from cadogan.solver.portfolio import solve
from tests.hand import between, lay, up

# --- Builders ------------------------------------------------------------------------------------


def test_double_freecell_builds_twice_round_on_each_foundation() -> None:
    p = lay(
        "double-freecell", "t9 t10", f1=up("AC", "KC"), f2="AD", f3="AH", f4="AS", t1="AC", t2="2C"
    )
    assert between(p, "t1 t2", "f") == {"t1-f1"}
    assert between(p.play("t1-f1"), "t2", "f") == {"t2-f1"}
    both = f"{up('AC', 'KC')} {up('AC', 'QC')}"
    last = lay(
        "double-freecell",
        "t10",
        f1=both,
        f2=both.replace("C", "D"),
        f3=both.replace("C", "H"),
        f4=both.replace("C", "S"),
    )
    assert solve(last).result == "won", "the four kings that are left go out"
    plain = cadogan.game("double-freecell-traditional").deal(1)
    assert [len(plain.piles[f"t{i}"]) for i in range(1, 11)] == [11] * 4 + [10] * 6
    assert {f"f{i}" for i in range(1, 9)} <= set(plain.piles)
