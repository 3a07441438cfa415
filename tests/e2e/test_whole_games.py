"""Whole games won by mouse, by finger, by keyboard, and by accessible names alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, UPRIGHT, OpenPage, Size
from .lines import BAKERS_DOZEN, GRANDFATHERS_CLOCK, KLONDIKE, Line
from .site import Site
from .table import Lift, Table


def won(table: Table, line: Line, before: dict[str, int]) -> None:
    """Check what a won game looks like, and that its last step can be taken back."""
    table.agrees()
    banner = table.page.get_by_role("region", name="Result")
    expect(banner).to_contain_text(f"Won in {len(line.moves)} moves.")
    after = table.site.get(f"api/stats/{line.game}")
    assert after["won"] == before["won"] + 1
    assert after["played"] == before["played"] + 1
    assert after["fewest_steps"] == len(line.moves)
    assert all(play["play"] != table.play for play in table.site.get("api/plays")["plays"])

    banner.get_by_role("button", name="Records").click()
    expect(table.dialog).to_contain_text("Won")
    table.close_panel()

    table.step(table.press, "Control+z")
    assert not table.view["won"]
    expect(banner).to_be_hidden()
    table.agrees()
    table.step(table.press, "Control+y")
    expect(banner).to_be_visible()
    assert table.site.get(f"api/stats/{line.game}")["won"] == after["won"], "a win counts once"


def by_mouse(table: Table, moves: list[str]) -> None:
    for move in moves:
        table.step(table.drag, move)


def by_finger(table: Table, moves: list[str]) -> None:
    dragged = {0, len(moves) // 2}
    for number, move in enumerate(moves):
        with table.one_step():
            if number in dragged:
                table.finger_drag(move)
            else:
                source, _, target = move.partition("-")
                table.tap(source)
                table.tap(target)


def by_keyboard(table: Table, moves: list[str]) -> None:
    table.tab_to_board()
    for number, move in enumerate(moves):
        with table.one_step():
            if move in {"s-w", "redeal"}:
                table.press("d" if number % 2 else "Space")
            else:
                table.key_move(move)
        if number == 20:
            table.step(table.press, "Control+z")
            table.step(table.press, "Control+Shift+Z")


PILES = {"f": "Foundation", "t": "Tableau", "s": "Stock", "w": "Waste"}


def by_names(table: Table, moves: list[str]) -> None:
    """Play as with a screen reader: find elements by role and name only, and use no pointer."""
    page = table.page
    for move in moves:
        heard = page.get_by_role("region", name="Board").aria_snapshot()
        buttons: dict[str, list[str]] = {}
        pile = ""
        for role, name in re.findall(r'- (group|button) "([^"]*)"', heard):
            if role == "group":
                pile = re.split(r",| \(", name)[0]
                buttons[pile] = []
            else:
                buttons[pile].append(name)
        lift = Lift.read("s-w" if move == "redeal" else move)
        source, target = (
            buttons[f"{PILES[short[0]]} {short[1:]}".strip()]
            for short in (lift.source, lift.target)
        )
        card = source[-lift.count]
        with table.one_step():
            for name in (card,) if lift.source == "s" else (card, target[-1]):
                page.get_by_role("button", name=name, exact=True).dispatch_event("click")
        if lift.source != "s":
            moved = re.compile(card.partition(",")[0], re.IGNORECASE)
            expect(page.get_by_role("status")).to_contain_text(moved)
    expect(page.get_by_role("status")).to_contain_text("won")


def is_won(
    site: Site,
    open_page: OpenPage,
    play: Callable[[Table, list[str]], None],
    line: Line,
    **device: Any,
) -> None:
    """Play the last 70 moves of a line and check what the page shows then."""
    site.reset_settings(auto="off", motion="off")
    before = site.get(f"api/stats/{line.game}")
    site.move(site.start(line.game, line.deal), *line.moves[:-70])
    table = open_page(f"/play/{line.game}/{line.deal}", **device)
    play(table, line.moves[-70:])
    won(table, line, before)


@pytest.mark.parametrize(
    ("play", "line", "device"),
    [
        (by_mouse, GRANDFATHERS_CLOCK, {}),
        (by_finger, BAKERS_DOZEN, PHONE),
        (by_keyboard, KLONDIKE, {}),
        (by_names, KLONDIKE, {}),
    ],
    ids=["by mouse", "by finger", "by keyboard", "by names"],
)
def test_a_game_is_won(
    site: Site,
    open_page: OpenPage,
    play: Callable[[Table, list[str]], None],
    line: Line,
    device: dict[str, Any],
) -> None:
    is_won(site, open_page, play, line, **device)


@pytest.mark.parametrize("size", [DESKTOP, UPRIGHT])
def test_the_card_of_a_win_covers_no_birthday(site: Site, open_page: OpenPage, size: Size) -> None:
    site.reset_settings(motion="off", auto="all")
    options = {"target": "1956", "suits": "SHCD"}
    path = "/play/birthday/9181076?target=1956&suits=SHCD"
    view = site.start("birthday", "9181076", **options)
    line = []
    while not view["won"]:
        line.append(view["moves"][0]["move"])
        view = site.move(view, line[-1])
    site.move(site.start("birthday", "9181076", **options), *line[:-1])
    table = open_page(path, size)
    table.step(table.press, "d")
    expect(table.page.get_by_role("region", name="Result").get_by_text("Next deal")).to_be_visible()
    table.until(lambda: not table.covered(".banner.won") & {"f1", "f2", "f3", "f4"})
