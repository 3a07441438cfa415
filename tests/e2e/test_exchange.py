"""Two wrong cards change places: one is led to the other, or one is chosen after the other."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from cadogan.session.start import at
from tests.hand import lay

from .conftest import PHONE, OpenPage
from .table import Table

WAYS = pytest.mark.parametrize("way", ["drag", "click", "tap"])


def exchange(table: Table, way: str, first: str, second: str, targets: set[str]) -> None:
    """Let the top cards of two piles change places."""
    with table.one_step():
        if way == "drag":
            table.drag(f"{first}-{second}")
        else:
            getattr(table, way)(first)
            assert table.targets == targets
            getattr(table, way)(second)
    table.agrees()


@WAYS
def test_cards_change_places(open_page: OpenPage, way: str) -> None:
    table = open_page("/play/royal-parade/1", **(PHONE if way == "tap" else {}))
    before = table.piles()
    exchange(table, way, "t1", "t11", {"t11"})
    after = table.piles()
    assert (after["t1"], after["t11"]) == (before["t11"], before["t1"]) == (["2C"], ["3D"])


def test_why_cards_do_not(open_page: OpenPage) -> None:
    table = open_page("/play/royal-parade/1")
    table.drag("t1-t2")
    expect(table.toast).to_contain_text("Nothing is laid on the nine of hearts")
    assert table.revision == 0


@WAYS
def test_a_king_changes_places_with_a_card_unseen(open_page: OpenPage, way: str) -> None:
    king = lay("watch", "t1", f13="KC KD KH", t1="[2H]", t5="[2C] KS", t7="[3C 5D]")
    table = open_page(f"/play/watch/{quote(at(king))}", **(PHONE if way == "tap" else {}))
    exchange(table, way, "t5", "t7", {"t1", "t7"})
    assert table.piles()["t5"][-1] == "5D"
    assert "KS" not in str(table.piles()), "the king lies face down"
