"""Cards that leave play together or change places, and jokers: by mouse, finger and keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

import cadogan
from cadogan.session.start import at
from tests.hand import lay

from .conftest import PHONE, OpenPage
from .table import Table


def removals(game: str, deal: str, most: int = 99) -> Iterator[tuple[list[str], bool]]:
    """Yield the piles of each removal, in a deal that the removals win in any order.

    The second value states whether the first card may also leave in another way.
    """
    position = cadogan.game(game).deal(deal)
    for number in range(most):
        moves = [move for move in position.legal_moves if move.removed]
        if not moves:
            assert position.won
            break
        move = min(moves, key=lambda one: len(one.removed) if number % 2 else 0)
        yield [*move.removed], sum(move.removed[0] in one.removed for one in moves) > 1
        position = position.play(move.text)


def won(table: Table, many: int) -> None:
    """Check that the page reports the win and shows the same piles as the server."""
    table.agrees()
    result = table.page.get_by_role("region", name="Result")
    expect(result).to_contain_text(f"Won in {many} moves.")


def test_pairs_by_mouse(open_page: OpenPage) -> None:
    """The player drags or clicks the two cards of a pair; one click removes a king."""
    table = open_page("/play/good-thirteen/1")
    moves = [names for names, _ in removals("good-thirteen", "1")]
    for number, names in enumerate(moves):
        if len(names) == 1:
            table.step(table.click, names[0])
        elif number % 3 == 0:
            table.step(table.drag, f"{names[1]}-{names[0]}")
        else:
            table.click(names[number % 2])
            assert table.targets >= {names[1 - number % 2]}
            table.step(table.click, names[1 - number % 2])
    won(table, len(moves))


@pytest.mark.parametrize("device", [{}, PHONE], ids=["mouse", "finger"])
def test_cards_between_others(open_page: OpenPage, device: dict[str, Any]) -> None:
    """The player presses two cards, or drags one to the other; a single card is pressed.

    If a card may leave alone or with another, the press chooses it, and a press on the discard
    pile ends the choice.
    """
    table = open_page("/play/royal-marriage/3", **device)
    press = table.tap if device else table.click
    chosen = 0
    for number, (names, open_to_more) in enumerate(removals("royal-marriage", "3", 18)):
        if len(names) == 2 and number % 4 == 0 and not device:
            table.step(table.drag, f"{names[1]}-{names[0]}")
            continue
        alone = len(names) == 1 and open_to_more
        chosen += alone
        with table.one_step():
            for name in [*names, *("d" * alone)]:
                press(name)
    assert chosen
    table.agrees()


def test_threes_by_finger(open_page: OpenPage) -> None:
    table = open_page("/play/elevens/8", **PHONE)
    moves = [names for names, _ in removals("elevens", "8")]
    for names in moves:
        with table.one_step():
            for name in names:
                table.tap(name)
    won(table, len(moves))


def test_cards_that_agree_by_keyboard(open_page: OpenPage) -> None:
    """If more cards could leave together, Enter on a chosen card completes the set."""
    table = open_page("/play/zudecken/1")
    table.tab_to_board()
    moves = [names for names, _ in removals("zudecken", "1")]
    for number, names in enumerate(moves):
        for name in names:
            table.walk(name)
            table.press("Enter")
        if table.chosen:
            assert len(table.chosen) == len(names)
            table.press("Enter")
        table.shows(number + 1)
    won(table, len(moves))


def test_quick_taps_are_pairs(open_page: OpenPage) -> None:
    """Taps do not wait for the server, and each pair consists of the two tapped cards."""
    table = open_page("/play/fourteen-out/3", **PHONE)
    position = cadogan.game("fourteen-out").deal(3)
    taken: set[str] = set()
    moves = []
    for move in position.legal_moves:
        if not taken & {*move.removed}:
            taken |= {*move.removed}
            moves.append(move)
    assert len(moves) > 1
    spots = [table.spot(name) for move in moves for name in move.removed]
    for x, y in spots:
        table.touch(x, y)
    table.shows(len(moves))
    table.agrees()
    assert len(table.piles()["d"]) == 2 * len(moves)


def test_a_refusal_explains_why_cards_stay(open_page: OpenPage) -> None:
    table = open_page("/play/good-thirteen/1")
    table.click("t1")
    table.click("t2")
    expect(table.toast).to_contain_text("cannot leave play together")
    table.drag("t1-t2")
    expect(table.toast).to_contain_text("the five of clubs and the nine", ignore_case=True)
    assert table.revision == 0


def test_a_king_goes_once_by_a_double_click(open_page: OpenPage) -> None:
    """The second click hits the next card, which must stay."""
    table = open_page("/play/good-thirteen/1")
    for names, _ in removals("good-thirteen", "1"):
        if len(names) == 1:
            break
        with table.one_step():
            for name in names:
                table.click(name)
    table.step(table.twice, names[0])
    assert table.chosen == []
    table.agrees()


def test_covered_cards_stay_and_look_so(open_page: OpenPage) -> None:
    """In a pyramid only uncovered cards may be taken; a tap turns the stock."""
    table = open_page("/play/pyramid/4")
    under = table.page.locator(".card.under")
    expect(under).to_have_count(21)
    table.drag("t1-t28")
    assert table.revision == 0
    table.step(table.click, "s")
    table.step(table.drag, "s-w")
    table.agrees()
    table.click("t21")
    expect(table.toast).to_contain_text("Other cards lie on that card.")


@pytest.mark.parametrize("order", [("s", "t22"), ("t22", "s")], ids=" then ".join)
def test_the_open_card_of_the_stock_pairs(open_page: OpenPage, order: tuple[str, str]) -> None:
    table = open_page("/play/pyramid/1", **PHONE)
    first, second = order
    table.tap(first)
    assert table.targets == {second}
    table.step(table.tap, second)
    table.agrees()
    out = table.page.locator('[data-pile="d"]')
    assert out.get_attribute("aria-label") == "2 cards out of play"
    assert out.locator(".count").inner_text() == "2"
    seen = out.locator(".card").evaluate_all("els => els.map((el) => getComputedStyle(el).opacity)")
    assert seen == ["0", "0"], "cards out of play look like a stock"


def test_a_second_tap_turns_the_open_card_of_the_stock(open_page: OpenPage) -> None:
    table = open_page("/play/pyramid/1", **PHONE)
    table.tap("s")
    assert table.revision == 0
    table.step(table.tap, "s")
    assert len(table.piles()["w"]) == 1
    table.tap("w")
    with table.one_step():  # a tap on the stock turns it, even if cards are chosen
        table.tap("s")
    if table.chosen:
        table.step(table.tap, "s")
    table.agrees()


def turned(table: Table) -> Table:
    """Turn three cards of the stock to the waste."""
    for revision in range(3):
        table.site.post(f"api/plays/{table.play}/move", {"move": "s-w", "revision": revision})
    table.reload()
    return table


@pytest.mark.parametrize(
    ("deal", "taps", "move"),
    [
        (2, [("w", 3)], "w@3-d"),
        (5, [("w", 3), ("t23", 1)], "t23+w@3"),
        (9, [("t25", 1), ("w", 3)], "t25+w@3"),
        (7, [("w", 1), ("w", 3)], "w+w@3"),
    ],
    ids=["alone", "with another", "after another", "with the top card"],
)
def test_the_bottom_card_of_the_waste_leaves(
    open_page: OpenPage, deal: int, taps: list[tuple[str, int]], move: str
) -> None:
    """In Treize the taps decide whether the card leaves alone or with another card."""
    table = turned(open_page(f"/play/treize/{deal}", **PHONE))
    for pile, count in taps:
        table.tap(pile, count)
    table.shows(4)
    table.agrees()
    position = cadogan.game("treize").deal(str(deal))
    for text in ("s-w", "s-w", "s-w", move):
        position = position.play(text)
    assert table.piles()["w"] == [*position.piles["w"]]


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


@WAYS
def test_a_king_changes_places_with_a_card_unseen(open_page: OpenPage, way: str) -> None:
    king = lay("watch", "t1", f13="KC KD KH", t1="[2H]", t5="[2C] KS", t7="[3C 5D]")
    table = open_page(f"/play/watch/{quote(at(king))}", **(PHONE if way == "tap" else {}))
    exchange(table, way, "t5", "t7", {"t1", "t7"})
    assert table.piles()["t5"][-1] == "5D"
    assert "KS" not in str(table.piles()), "the king lies face down"


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
    jokers = table.page.locator('.card[data-card="Jo"]')
    expect(jokers).to_have_count(2)
    for joker in jokers.all():
        expect(joker).to_have_css("--face", re.compile(r'^url\(".*/joker\.svg"\)$'))
        face = joker.evaluate("el => getComputedStyle(el).getPropertyValue('--face')")
        address = face.removeprefix('url("').removesuffix('")')
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
