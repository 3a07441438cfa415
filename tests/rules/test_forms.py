"""House rules and relatives that the catalogue took in late: positions made by hand."""

from __future__ import annotations

import cadogan
from tests.hand import lay


def test_a_closed_pyramid_is_turned_up_as_it_is_laid_bare() -> None:
    p = lay(cadogan.game("pyramid", faces="down"), "d", t1="[9C]", t2="KD", t3="KC")
    assert "t1 [9C]" in str(p.play("t2-d")).splitlines()
    assert "t1 9C" in str(p.play("t2-d").play("t3-d")).splitlines()
