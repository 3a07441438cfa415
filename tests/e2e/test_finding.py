"""Search for cards, pause, keys, winnable deals, and the question about verdicts."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import KLONDIKE, LYING, SIZES, UPRIGHT, OpenPage, Size
from .firefox import sent
from .lines import BAKERS_DOZEN
from .site import Site
from .table import Late, Table, box_of
from .test_advice import LOST, WORKING, Solver, fate
from .test_bars import SHIFTS, violations
from .test_records import almost_won

WHITE = "rgb(255, 255, 255)"


def test_a_card_is_found_by_its_name(table: Table) -> None:
    table.press("/")
    field = table.dialog.get_by_label("Card")
    field.fill("jester")
    table.press("Enter")
    expect(table.dialog.get_by_role("alert")).not_to_be_empty()
    field.fill("ace of spades")
    table.press("Enter")
    expect(table.toast).to_have_text("Ace of spades: Tableau 7, on top.")
    assert table.chosen == ["AS"]
    expect(table.dialog).to_have_count(0)
    # A covered card shows little of its edge, so only its colour marks it as chosen.
    expect(table.page.locator(".card.chosen")).not_to_have_css("background-color", WHITE)
    expect(table.page.locator(".card:not(.chosen)").first).to_have_css("background-color", WHITE)
    # Escape clears the selection
    table.press("Escape")
    expect(table.toast).to_have_count(0)
    assert table.chosen == []
    # the search can find all cards of a rank
    table.press("F3")
    field.fill("aces")
    table.press("Enter")
    expect(table.toast).to_contain_text("Ace of clubs: Tableau 2, on top")
    assert sorted(table.chosen) == ["AC", "AS"]


def test_a_card_is_picked_and_hidden_ones_stay_hidden(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, UPRIGHT)
    table.open_menu()
    table.tool("Find a card…").click()
    assert violations(table.page) == []
    shown = {card for cards in table.piles().values() for card in cards}
    assert "KC" not in shown
    table.dialog.get_by_role("button", name="King of clubs").click()
    expect(table.toast).to_have_text("The king of clubs is not visible.")
    assert table.chosen == []


def test_movable_cards(table: Table) -> None:
    table.press("Shift+M")
    piles = {move["source"] for move in table.view["moves"] if not move.get("byStock")}
    expect(table.toast).to_contain_text(f"{len(piles)} cards can be moved: ")
    assert set(table.chosen) == {table.piles()[pile][-1] for pile in piles}
    assert table.targets == {"s"}
    # the next action clears the selection
    table.step(table.press, "d")
    assert table.chosen == []


def test_pause_hides_the_cards_and_stops_the_clock(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, clock=True)
    table.step(table.press, "d")
    table.click("t7")
    assert table.chosen
    table.press("Escape")  # the first Escape clears the selection, the second one pauses
    assert table.chosen == []
    table.press("F1")
    expect(table.dialog).to_be_visible()
    table.page.locator(".board").click(position={"x": 5, "y": 5})
    table.close_panel()
    with table.answered("**/pause"):
        table.press("Escape")
    expect(table.dialog.get_by_role("heading")).to_have_text("Paused")
    expect(table.page.locator(".board")).to_be_hidden()
    assert violations(table.page) == []
    before = table.view["seconds"]
    table.press("d")  # keys have no effect during a pause
    assert (table.view["steps"], table.view["seconds"]) == (1, before)
    table.dialog.get_by_role("button", name="Continue").click()
    expect(table.page.locator(".board")).to_be_visible()
    table.step(table.press, "d")


def test_the_keys_play_while_the_rules_lie_beside_the_board(table: Table) -> None:
    table.press("F1")
    read = table.dialog.locator(".body")
    expect(read).to_be_focused()
    for key in ("d", "u", "Control+y"):
        table.step(table.press, key)
    revision = table.revision
    table.press("Space")  # Space scrolls the panel and does not turn the stock
    table.page.wait_for_function("el => el.scrollTop > 0", arg=read.element_handle())
    table.press("F1")
    expect(table.dialog).to_have_count(0)
    assert table.revision == revision


def test_what_covers_the_board_keeps_the_keys(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, UPRIGHT)
    revision = table.revision
    table.press("g")
    heading = table.dialog.get_by_role("heading", level=2)
    expect(heading).to_have_text("Choose a deal")
    table.press("F1", "Control+z")
    expect(heading).to_have_text("Choose a deal")
    table.press("Escape", "F1")
    expect(heading).to_have_text("Klondike")
    table.press("d", "o")
    expect(heading).to_have_text("Klondike")
    table.press("?")
    expect(table.dialog).to_have_count(0)
    assert table.revision == revision


def test_all_cards_go_up_by_themselves_if_set(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, auto="all")
    table.step(table.press, "d")
    view = table.view
    assert view["auto"]
    assert not [m for m in view["moves"] if m["target"][:1] == "f" and m["source"][:1] != "f"]


def test_signs_can_be_switched_off_and_named_keys_stay(site: Site, table: Table) -> None:
    table.press("o")
    with table.answered("**/api/settings"):
        table.dialog.get_by_label("Single letter keys").uncheck()
    table.close_panel()
    table.press(*"dnrgtoahe/y?", "Shift+B")
    table.settle()
    expect(table.dialog).to_have_count(0)
    assert table.revision == 0
    table.step(table.press, "Space")
    table.press("F3")
    expect(table.dialog).to_be_visible()
    assert site.get("api/settings")["keys"] is False


def wished(table: Table) -> list[Any]:
    """Answer requests for a winnable play with deal 9; return the bodies of all requests."""
    wishes: list[Any] = []

    def answer(route: Route) -> None:
        body = sent(route.request) if route.request.method == "POST" else None
        if body:
            wishes.append(body)
        if not body or not body.pop("winnable", False):
            route.fallback()
        else:
            route.fulfill(json=table.site.post("api/plays", {**body, "deal": "9"}))
            body["winnable"] = True

    table.intercept("**/api/plays", answer)
    return wishes


@pytest.mark.parametrize(
    ("size", "tour"), [*product([*SIZES, (320, 640)], [False]), (UPRIGHT, True)]
)
def test_a_lost_deal_shifts_nothing(open_page: OpenPage, size: Size, tour: bool) -> None:
    """The page offers a new tool for a lost deal without moving any card."""
    table = open_page("/play/bakers-game/7", size)
    table.page.add_init_script(SHIFTS)
    solver = Solver(table, WORKING, verdict=True)
    if tour:
        table.open_menu()
        table.tool("A short tour").click()
        expect(table.page.locator(".tour[open]")).to_be_visible()
        # forget the layout shifts that opening the menu caused
        table.page.evaluate("window.shifts.length = 0")
    places = table.slots()
    solver.answers[:] = [LOST]
    expect(table.tool("Winnable deal")).to_be_visible()
    for _ in range(3):
        table.next_frame()
    assert table.slots() == places
    assert table.page.evaluate("window.shifts") == []


def test_another_deal_is_offered_until_the_first_move(table: Table) -> None:
    Solver(table, LOST, verdict=True)
    other = table.tool("Winnable deal")
    expect(other).to_be_visible()
    assert violations(table.page) == []
    places = table.slots()
    table.step(table.press, "d")
    expect(other).to_be_hidden()
    assert table.slots() == places
    table.step(table.press, "u")
    wishes = wished(table)
    other.click()
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[0]["winnable"]


def test_winnable_deals_as_a_wish(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, winnable=True)
    wishes = wished(table)
    table.press("n")
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[-1]["winnable"]
    # the key W now asks for any deal, winnable or not
    table.press("w")
    table.page.wait_for_function("() => !location.pathname.endsWith('/9')")
    assert "winnable" not in wishes[-1]
    # the start page also asks for a winnable deal
    table.goto("")
    table.page.get_by_role("button", name="Play Klondike", exact=True).click()
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[-1]["winnable"]
    # the panel on the start page also offers any deal
    table.goto("")
    table.page.get_by_role("button", name="Variants of Klondike").click()
    kind = table.dialog.get_by_label("Or a new deal")
    expect(kind).to_have_value("sure")
    kind.select_option("Any deal")
    table.dialog.get_by_role("button", name="Play Klondike", exact=True).click()
    table.page.wait_for_url("**/play/klondike/*")
    assert "winnable" not in wishes[-1]


def looking(table: Table) -> Late:
    """Hold back every request for a new play, and report three deals tried in the meantime."""
    table.intercept(
        "**/api/search", lambda route: route.fulfill(json={"state": "working", "tried": 3})
    )
    return Late(table, "**/api/plays", "POST")


def test_a_deal_of_some_difficulty_from_the_first_page(site: Site, open_page: OpenPage) -> None:
    table = open_page("", UPRIGHT, expect=(503,))
    late = looking(table)
    table.page.get_by_role("button", name="Variants of Klondike").click()
    panel = table.dialog
    panel.get_by_label("Deal number").fill("7")
    panel.get_by_label("Or a new deal").select_option("easy")
    expect(panel.get_by_label("Deal number")).to_have_value("")
    assert violations(table.page) == []
    play = panel.get_by_role("button", name="Play Klondike", exact=True)
    stop = panel.get_by_role("button", name="Stop")
    play.click()
    expect(panel.get_by_text("3 deals tried.")).to_be_in_viewport(ratio=1)
    wish = {"game": "klondike", "deal": None, "winnable": True, "difficulty": "easy"}
    assert wish.items() <= sent(late.come().request).items()
    stop.click()
    expect(stop).to_have_count(0)

    play.click()
    late.come(2)
    late.answer(status=503, json={"error": "None was found."})
    expect(panel.get_by_role("alert")).to_have_text("None was found.")
    play.click()
    expect(panel.get_by_role("alert")).to_have_count(0)
    late.come(3)
    late.held[2].fulfill(json=site.start("klondike", "4"))
    table.page.wait_for_url("**/play/klondike/4")


def test_a_deal_of_some_difficulty_while_one_plays(table: Table) -> None:
    late = looking(table)
    table.press("g")
    table.dialog.get_by_label("Or a new deal").select_option("hard")
    table.dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(table.dialog).to_have_count(0)
    expect(table.toast).to_contain_text("3 deals tried.")
    assert violations(table.page) == []
    assert sent(late.come().request).get("difficulty") == "hard"
    # The board stays usable during the search, and a move cancels it.
    stop = table.page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    table.step(table.click, "s")
    expect(stop).to_have_count(0)
    assert table.page.url.endswith(KLONDIKE)


def test_no_level_is_offered_where_nothing_is_chosen(open_page: OpenPage) -> None:
    table = open_page("/play/clock-patience/1")
    table.press("g")
    kinds = table.dialog.get_by_label("Or a new deal").locator("option")
    expect(kinds).to_have_text(["Any deal", "A winnable deal"])
    table.press("Escape")
    table.goto(KLONDIKE)
    table.press("g")
    expect(table.dialog.get_by_label("Or a new deal").locator("option")).to_have_count(5)


def test_an_option_twice_in_an_address_is_refused(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7?turn=one&turn=three")
    expect(table.page.get_by_role("alert")).to_have_text(
        'The address gives turn more than once: "one" and "three". Give it once.'
    )
    assert violations(table.page) == []


def test_the_first_play_asks_about_verdicts(table: Table) -> None:
    Solver(table, LOST, verdict=None)
    question = table.page.get_by_role("region", name="A question")
    board = box_of(table.page.locator(".board"))
    assert board.bottom <= box_of(question).y, "it covers no card"
    assert violations(table.page) == []
    expect(fate(table)).to_be_hidden()
    with table.page.expect_response("**/api/settings") as answered:
        question.get_by_role("button", name="Yes").click()
    assert sent(answered.value.request) == {"verdict": True}
    expect(question).to_have_count(0)
    expect(fate(table)).to_have_attribute("data-result", "lost")
    # once only
    table.reload()
    expect(fate(table)).to_have_attribute("data-result", "lost")
    expect(question).to_have_count(0)


@pytest.mark.parametrize("size", [LYING, UPRIGHT])
def test_the_question_covers_no_card(site: Site, open_page: OpenPage, size: Size) -> None:
    """The result covers the board; the question about the next deal is below the board."""
    table = almost_won(site, open_page, size=size, motion="off", verdict=None)
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    card = table.page.get_by_role("region", name="Result")
    card.get_by_role("button", name="Next deal").click()
    expect(card).to_be_hidden()
    expect(table.page.get_by_role("region", name="A question")).to_be_visible()
    table.next_frame()
    assert table.covered(".question") == set()


def test_the_question_makes_room_for_a_player_who_plays_on(open_page: OpenPage) -> None:
    table = open_page("/play/clock-patience/7", UPRIGHT, verdict=None)
    table.page.wait_for_load_state("networkidle")
    question = table.page.get_by_role("region", name="A question")
    expect(question).to_have_count(0)  # no question in a game without choices
    table.turn_to(KLONDIKE)
    expect(question).to_be_visible()
    board, places = table.page.locator(".board"), table.slots()
    before = box_of(board).h
    table.page.clock.install(time=0)
    table.page.clock.pause_at(1000)
    for _ in range(4):
        table.step(table.press, "d")
    # while the player moves quickly, no card changes its place on the screen
    table.page.clock.run_for(1900)
    assert table.slots() == places
    expect(question).to_be_visible()
    table.page.clock.run_for(200)
    expect(question).to_have_count(0)
    assert box_of(board).h > before + 60
    # the question appears again for the next deal
    table.press("n")
    table.dialog.get_by_role("button", name="Keep it for later").click()
    expect(question).to_be_visible()


def test_sounds_when_they_are_switched_on(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, auto="off")
    table.page.evaluate(
        """() => {
          window.sounds = 0;
          for (const kind of [AudioBufferSourceNode, OscillatorNode])
            kind.prototype.start = function (...when) { window.sounds += 1; };
        }"""
    )
    table.step(table.press, "d")
    assert table.page.evaluate("window.sounds") == 0
    table.press("o")
    with table.page.expect_response("**/sound.js"):
        table.dialog.get_by_label("Sounds").check()
    table.press("Escape")
    # once loaded, the module plays a sound for each move
    table.page.evaluate("async (path) => { await import(path); }", f"{table.static}/sound.js")
    table.step(table.press, "d")
    table.page.wait_for_function("window.sounds === 1")
    # setting a bookmark makes no sound
    table.step(table.press, "b")
    assert table.page.evaluate("window.sounds") == 1
