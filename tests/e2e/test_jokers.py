"""Jokers: their face and name, the search for them, and moves with them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import cadogan

from .conftest import PHONE, OpenPage

# a joker's address where it is drawn, however far it is loaded
FACES = """() => [...document.querySelectorAll('.card[data-card="Jo"]')].map(
  (el) => getComputedStyle(el).getPropertyValue('--face'))"""


@pytest.mark.parametrize("how", [{}, PHONE], ids=["mouse", "finger"])
def test_a_joker_is_played(open_page: OpenPage, how: dict[str, object]) -> None:
    table = open_page("/play/thieves/1", **how)
    position = cadogan.game("thieves").deal("1")
    while position.piles["f"][-1] != "Jo":
        texts = [move.text for move in position.legal_moves]
        move = next((text for text in texts if text.endswith("-f")), "deal")
        if move == "deal":
            table.step(table.tap if how else table.click, "s")
        else:
            table.step(table.finger_drag if how else table.drag, move)
        position = position.play(move)
    table.agrees()
    assert table.piles()["f"][-1] == "Jo"


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
