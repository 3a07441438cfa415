"""A pack with jokers: how they are drawn, named, found and played, to the win."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import PHONE, OpenPage
from .lines import line

WON = line(
    "thieves",
    "1",
    """
    deal t6-f t4-f t5-f t6-f deal t7-f deal deal deal deal deal deal deal deal t2-f t7-f
    deal deal t6-f t2-f deal t7-f deal deal t6-f t2-f t4-f t5-f t7-f t5-f t1-f t4-f t1-f
    t7-f t4-f t5-f deal t5-f t1-f t1-f t3-f t1-f t2-f t3-f t4-f deal t6-f t3-f t2-f t3-f
    deal t3-f
    """,
)
# a joker's address where it is drawn, however far it is loaded
FACES = """() => [...document.querySelectorAll('.card[data-card="Jo"]')].map(
  (el) => getComputedStyle(el).getPropertyValue('--face'))"""


@pytest.mark.parametrize("how", [{}, PHONE], ids=["mouse", "finger"])
def test_a_deal_is_played_to_the_win(open_page: OpenPage, how: dict[str, object]) -> None:
    table = open_page("/play/thieves/1", **how)
    for move in WON.moves:
        with table.one_step():
            if move == "deal":
                (table.tap if how else table.click)("s")
            else:
                (table.finger_drag if how else table.drag)(move)
    table.agrees()
    result = table.page.get_by_role("region", name="Result")
    expect(result).to_contain_text(f"Won in {len(WON.moves)} moves.")


def test_a_joker_has_a_face_and_a_name(open_page: OpenPage) -> None:
    table = open_page("/play/thieves/1")
    faces = table.page.evaluate(FACES)
    assert len(faces) == 2
    for face in faces:
        address = face.removeprefix('url("').removesuffix('")')
        assert address.endswith("/joker.svg")
        answer = table.page.request.get(address)
        assert (answer.status, answer.headers["content-type"]) == (200, "image/svg+xml")
    expect(table.page.get_by_label("joker, Tableau 4, 4 of 5")).to_have_count(1)


def test_jokers_are_found_and_are_no_jacks(open_page: OpenPage) -> None:
    table = open_page("/play/thieves/1")
    table.press("/")
    table.dialog.get_by_role("button", name="Joker").click()
    expect(table.toast).to_have_text("Joker: Tableau 4, 4 of 5; Tableau 7, 2 of 5.")
    assert table.chosen == ["Jo", "Jo"]
    table.press("/")
    table.dialog.get_by_label("Card").fill("jacks")
    table.press("Enter")
    assert sorted(table.chosen) == ["JD", "JH", "JS"]
    table.goto("/play/golf/1")
    table.press("/")
    expect(table.dialog.get_by_role("button", name="Joker")).to_have_count(0)
