"""Finding cards, movable cards, pause, keys; deals that can be won; addresses that will not do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from .lines import BAKERS_DOZEN
from .site import Site
from .test_advice import LOST, WORKING, Solver, fate
from .test_bars import SHIFTS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from .conftest import OpenPage
    from .table import Table

KLONDIKE = "/play/klondike/7"
WHITE = "rgb(255, 255, 255)"


# --- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("said", ["as", "AS", "ace of spades", "♠A", "s a", "1s"])
def test_a_card_is_found_however_it_is_said(open_page: OpenPage, said: str) -> None:
    table = open_page(KLONDIKE)
    table.page.keyboard.press("/")
    table.dialog.get_by_label("Card").fill(said)
    table.page.keyboard.press("Enter")
    expect(table.toast).to_have_text("Ace of spades: Tableau 7, on top.")
    assert table.chosen == ["AS"]
    expect(table.dialog).to_have_count(0)
    # not only its edge is told from its neighbours', of which a covered card shows little
    expect(table.page.locator(".card.chosen")).not_to_have_css("background-color", WHITE)
    expect(table.page.locator(".card:not(.chosen)").first).to_have_css("background-color", WHITE)
    # let go, and nothing is ringed any more
    table.page.keyboard.press("Escape")
    expect(table.toast).to_have_count(0)
    assert table.chosen == []


def test_escape_at_once_after_the_panel_lets_go_of_what_was_found(open_page: OpenPage) -> None:
    """Its field has the focus until it is gone, but the panel needs the key no more."""
    table = open_page(KLONDIKE)
    table.page.keyboard.press("/")
    table.dialog.get_by_label("Card").fill("as")
    table.page.evaluate(
        """() => {
          const field = document.getElementById("find-card");
          field.form.requestSubmit();
          const escape = { key: "Escape", bubbles: true, cancelable: true };
          field.dispatchEvent(new KeyboardEvent("keydown", escape));
        }"""
    )
    expect(table.toast).to_have_count(0, timeout=5_000)
    assert table.chosen == []


def test_a_card_is_picked_and_hidden_ones_stay_hidden(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, (390, 844))
    table.open_menu()
    table.tool("Find a card…").click()
    assert violations(table.page) == []
    shown = {card for cards in table.piles().values() for card in cards}
    assert "KC" not in shown
    table.dialog.get_by_role("button", name="King of clubs").click()
    expect(table.toast).to_have_text("The king of clubs does not lie open.")
    assert table.chosen == []


def test_all_cards_of_a_rank(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    table.page.keyboard.press("F3")
    table.dialog.get_by_label("Card").fill("aces")
    table.page.keyboard.press("Enter")
    expect(table.toast).to_contain_text("Ace of clubs: Tableau 2, on top")
    assert sorted(table.chosen) == ["AC", "AS"]
    table.page.keyboard.press("F3")
    table.dialog.get_by_label("Card").fill("jester")
    table.page.keyboard.press("Enter")
    expect(table.dialog.get_by_role("alert")).to_contain_text("Say a rank and a suit")


def test_where_no_card_can_be_moved_the_stock_alone_is_told(open_page: OpenPage) -> None:
    table = open_page("/play/spider/7")
    table.page.keyboard.press("Shift+M")
    expect(table.toast).to_have_text("The stock can be dealt.")


def test_movable_cards(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    moves = table.view["moves"]
    table.page.keyboard.press("Shift+M")
    piles = {move["source"] for move in moves if not move.get("byStock")}
    tops = {table.piles()[pile][-1] for pile in piles}
    expect(table.toast).to_contain_text(f"{len(tops)} cards can be moved: ")
    expect(table.toast).to_contain_text("The stock can be dealt.")
    assert set(table.chosen) == tops
    assert table.targets == {"s"}
    # the next action takes the rings away
    with table.one_step():
        table.page.keyboard.press("d")
    assert table.chosen == []


# --- pause ---------------------------------------------------------------------------------------


def test_pause_hides_the_cards_and_stops_the_clock(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", clock=True)
    table = open_page(KLONDIKE)
    with table.one_step():
        table.page.keyboard.press("d")
    with table.page.expect_request("**/pause"):
        table.page.keyboard.press("Escape")
    expect(table.dialog.get_by_role("heading")).to_have_text("Paused")
    expect(table.page.locator(".board")).to_be_hidden()
    assert violations(table.page) == []
    before = table.view["seconds"]
    table.page.keyboard.press("d")  # nothing is done meanwhile
    assert (table.view["steps"], table.view["seconds"]) == (1, before)
    table.dialog.get_by_role("button", name="Go on").click()
    expect(table.page.locator(".board")).to_be_visible()
    with table.one_step():
        table.page.keyboard.press("d")


def test_escape_lets_go_before_it_pauses(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    table.click("t7")
    assert table.chosen
    table.page.keyboard.press("Escape")
    assert table.chosen == []
    expect(table.dialog).to_have_count(0)
    table.page.keyboard.press("F1")
    expect(table.dialog).to_be_visible()
    table.page.locator(".board").click(position={"x": 5, "y": 5})
    table.page.keyboard.press("Escape")
    expect(table.dialog).to_have_count(0)
    expect(table.page.locator(".board")).to_be_visible()


def test_the_keys_play_while_the_rules_lie_beside_the_board(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    keys = table.page.keyboard
    keys.press("F1")
    read = table.dialog.locator(".body")
    expect(read).to_be_focused()
    for key in ("d", "u", "Control+y"):
        with table.one_step():
            keys.press(key)
    revision = table.revision
    keys.press("Space")  # scrolls what is read
    table.page.wait_for_function("el => el.scrollTop > 0", arg=read.element_handle())
    keys.press("F1")
    expect(table.dialog).to_have_count(0)
    assert table.revision == revision


def test_what_covers_the_board_keeps_the_keys(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE, (390, 844))
    keys = table.page.keyboard
    revision = table.revision
    keys.press("g")
    heading = table.dialog.get_by_role("heading", level=2)
    expect(heading).to_have_text("Choose a deal")
    for key in ("F1", "Control+z"):
        keys.press(key)
    expect(heading).to_have_text("Choose a deal")
    keys.press("Escape")
    keys.press("F1")
    expect(heading).to_have_text("Klondike")
    for key in ("d", "o"):
        keys.press(key)
    expect(heading).to_have_text("Klondike")
    keys.press("?")
    expect(table.dialog).to_have_count(0)
    assert table.revision == revision


# --- cards that go up by themselves --------------------------------------------------------------


def test_all_cards_go_up_by_themselves_where_that_is_wished(
    site: Site, open_page: OpenPage
) -> None:
    site.reset_settings(motion="off", auto="off")
    table = open_page(KLONDIKE)
    with table.one_step():
        table.page.keyboard.press("d")
    assert not table.view["auto"]
    for words in ("Safe cards go up by themselves", "All cards go up by themselves"):
        table.open_menu()
        with table.page.expect_response("**/api/settings"):
            table.page.locator(".menu .tool", has_text="Cards go up when sent").or_(
                table.page.locator(".menu .tool", has_text="go up by themselves")
            ).click()
        expect(table.page.locator("#live")).to_have_text(f"{words}.")
    with table.one_step():
        table.page.keyboard.press("d")
    view = table.view
    assert view["auto"]
    up = [m for m in view["moves"] if m["target"][:1] == "f" and m["source"][:1] != "f"]
    assert up == []


# --- keys ----------------------------------------------------------------------------------------


def test_each_key_means_one_thing_and_is_in_the_list(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    keys: dict[str, list[str]] = table.page.evaluate(
        "async (path) => (await import(path)).KEYS", f"{table.static}/keymap.js"
    )
    every = [key for deed in keys.values() for key in deed]
    assert len(set(every)) == len(every)
    table.page.keyboard.press("o")
    table.dialog.locator("summary").click()
    listed = table.dialog.locator(".keys dd").all_text_contents()
    assert len(listed) == len(set(listed)) == len(keys)
    told = table.dialog.locator(".keys dt").all_text_contents()
    assert {"Ctrl+Z, U, Backspace", "Space, D", "Shift+B", "P (hold)"} <= set(told)
    table.page.keyboard.press("Escape")
    # what the menu shows is what the keyboard does
    table.open_menu()
    shown = table.page.locator(".menu kbd:visible").all_text_contents()
    assert {"F1", "Ctrl+Y", "E", "S", "L", "B", "Esc", "F3", "Shift+M"} <= {*shown, "Ctrl+Y"}


def test_signs_can_be_switched_off_and_named_keys_stay(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", keys=False)
    table = open_page(KLONDIKE)
    for key in ("e", "/", "Shift+B", "y", "?"):
        table.page.keyboard.press(key)
    expect(table.dialog).to_have_count(0)
    table.page.keyboard.press("F3")
    expect(table.dialog.get_by_role("heading")).to_have_text("Find a card")


# --- deals that can be won -----------------------------------------------------------------------


def wished(table: Table) -> list[Any]:
    """Answer each wish for a play that is proved winnable with deal 9; return what was wished."""
    wishes: list[Any] = []

    def answer(route: Route) -> None:
        body = route.request.post_data_json if route.request.method == "POST" else None
        if not body:
            route.fallback()
            return
        wishes.append(body)
        if body.pop("winnable", None):
            body["deal"] = "9"
            wishes[-1] = {**body, "winnable": True}
            view = table.site.post("api/plays", body)
            route.fulfill(body=json.dumps(view), content_type="application/json")
        else:
            route.fallback()

    table.intercept("**/api/plays", answer)
    return wishes


def test_a_deal_that_cannot_be_won_is_said_so_before_the_first_move(
    site: Site, open_page: OpenPage
) -> None:
    table = open_page(KLONDIKE)
    Solver(table, LOST, verdict=True)
    expect(fate(table)).to_have_text("This deal cannot be won")
    other = table.tool("Winnable deal")
    expect(other).to_be_visible()
    assert violations(table.page) == []
    wishes = wished(table)
    other.click()
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[0]["winnable"]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (320, 640)])
@pytest.mark.parametrize("tour", [False, True], ids=["alone", "in the tour"])
def test_nothing_shifts_when_a_deal_is_said_to_be_lost(
    open_page: OpenPage, size: tuple[int, int], tour: bool
) -> None:
    """What is offered then is a tool: whoever is about to tap a card finds it where it was."""
    table = open_page("/play/bakers-game/7", size)
    table.page.add_init_script(SHIFTS)
    solver = Solver(table, WORKING, verdict=True)
    if tour:
        table.open_menu()
        table.tool("A short tour").click()
        expect(table.page.locator(".tour[open]")).to_be_visible()
        table.page.evaluate("window.shifts.length = 0")  # what the menu did is asked for
    places = table.slots
    solver.answers[:] = [LOST]
    expect(table.tool("Winnable deal")).to_be_visible()
    for _ in range(3):
        table.next_frame()
    assert table.slots == places
    assert table.page.evaluate("window.shifts") == []


def test_who_plays_on_in_it_is_left_in_peace(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    Solver(table, LOST, verdict=True)
    expect(table.tool("Winnable deal")).to_be_visible()
    places = table.slots
    with table.one_step():
        table.page.keyboard.press("d")
    expect(table.tool("Winnable deal")).to_be_hidden()
    expect(fate(table)).to_have_text("Lost")
    assert table.slots == places


def test_since_which_move_a_game_is_lost(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    since = {**LOST, "lost_by": {"step": 1, "said": "The game is lost since move 1."}}
    Solver(table, LOST, LOST, since, verdict=True)
    for _ in range(2):
        with table.one_step():
            table.page.keyboard.press("d")
    expect(fate(table)).to_have_text("Lost since move 1")


def test_winnable_deals_as_a_wish(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", winnable=True)
    table = open_page(KLONDIKE)
    wishes = wished(table)
    table.page.keyboard.press("n")
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[-1]["winnable"]
    # the other key is now for any deal
    table.page.keyboard.press("w")
    table.page.wait_for_function("() => !location.pathname.endsWith('/9')")
    assert "winnable" not in wishes[-1]
    # from the start page too
    table.goto("")
    table.page.get_by_role("button", name="Play Klondike", exact=True).click()
    table.page.wait_for_url("**/play/klondike/9")
    assert wishes[-1]["winnable"]


def held(table: Table) -> list[Route]:
    """Keep whatever is sent to begin a play, and count deals meanwhile."""
    routes: list[Route] = []
    table.intercept(
        "**/api/plays",
        lambda route: routes.append(route) if route.request.method == "POST" else route.continue_(),
    )
    table.intercept(
        "**/api/search",
        lambda route: route.fulfill(
            body='{"state": "working", "tried": 3}', content_type="application/json"
        ),
    )
    return routes


def test_a_deal_of_some_difficulty_from_the_first_page(site: Site, open_page: OpenPage) -> None:
    table = open_page("", (390, 844), expect=(503,))
    routes = held(table)
    table.page.get_by_role("button", name="Variants of Klondike").click()
    panel = table.dialog
    panel.get_by_label("Deal number").fill("7")
    panel.get_by_label("Or a new deal").select_option("An easy one")
    expect(panel.get_by_label("Deal number")).to_have_value("")
    assert violations(table.page) == []
    play = panel.get_by_role("button", name="Play Klondike", exact=True)
    play.click()
    expect(panel.get_by_text("3 deals tried.")).to_be_in_viewport(ratio=1)
    table.until(lambda: routes)
    wish = {"game": "klondike", "deal": None, "winnable": True, "difficulty": "easy"}
    assert wish.items() <= (routes[0].request.post_data_json or {}).items()
    panel.get_by_role("button", name="Stop").click()
    expect(panel.locator(".seeking")).to_be_empty()

    play.click()
    told = "No easy deal of Klondike was proved to be winnable in 60 seconds."
    expect(panel.get_by_role("button", name="Stop")).to_be_visible()
    table.until(lambda: len(routes) > 1)
    routes[1].fulfill(status=503, body=json.dumps({"error": told}), content_type="application/json")
    expect(panel.get_by_role("alert")).to_have_text(told)
    play.click()
    expect(panel.get_by_role("alert")).to_have_count(0)
    view = site.start("klondike", "4")
    expect(panel.get_by_role("button", name="Stop")).to_be_visible()
    table.until(lambda: len(routes) > 2)
    routes[2].fulfill(body=json.dumps(view), content_type="application/json")
    table.page.wait_for_url("**/play/klondike/4")


def test_a_deal_of_some_difficulty_while_one_plays(open_page: OpenPage) -> None:
    table = open_page(KLONDIKE)
    routes = held(table)
    table.page.keyboard.press("g")
    table.dialog.get_by_label("Or a new deal").select_option("A hard one")
    table.dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(table.dialog).to_have_count(0)
    expect(table.toast).to_contain_text("Looking for a hard deal that can be won… 3 deals tried.")
    assert violations(table.page) == []
    table.until(lambda: routes)
    assert (routes[0].request.post_data_json or {}).get("difficulty") == "hard"
    # the board is free, and to play on is to want no other deal
    with table.one_step():
        table.click("s")
    expect(table.toast).to_have_text("No other deal is looked for any more.")
    expect(table.page.get_by_role("button", name="Stop")).to_have_count(0)


def test_no_level_is_offered_where_nothing_is_chosen(open_page: OpenPage) -> None:
    table = open_page("/play/clock-patience/1")
    table.page.keyboard.press("g")
    kinds = table.dialog.get_by_label("Or a new deal").locator("option")
    expect(kinds).to_have_text(["Any deal", "One that can be won"])
    table.page.keyboard.press("Escape")
    table.goto("/play/klondike/7")
    table.page.keyboard.press("g")
    expect(table.dialog.get_by_label("Or a new deal").locator("option")).to_have_count(5)


def test_a_kind_of_deal_may_be_any_for_whom_wishes_for_winnable_ones(
    site: Site, open_page: OpenPage
) -> None:
    site.reset_settings(motion="off", winnable=True)
    table = open_page()
    wishes = wished(table)
    table.page.get_by_role("button", name="Variants of Klondike").click()
    kind = table.dialog.get_by_label("Or a new deal")
    expect(kind).to_have_value("sure")
    kind.select_option("Any deal")
    table.dialog.get_by_role("button", name="Play Klondike", exact=True).click()
    table.page.wait_for_url("**/play/klondike/*")
    assert "winnable" not in wishes[-1]


# --- addresses -----------------------------------------------------------------------------------


def test_an_address_that_says_an_option_twice(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7?turn=one&turn=three")
    expect(table.page.get_by_role("alert")).to_have_text(
        'The address says turn more than once: "one" and "three". Say it once.'
    )
    assert violations(table.page) == []


def test_the_server_says_so_too(site: Site) -> None:
    status, told = site.ask("GET", "api/rules/klondike?turn=one&turn=three")
    assert (status, told["error"]) == (
        400,
        "The address says 'turn' twice, 'one' and 'three': say it once.",
    )


# --- what is asked once, and what is heard -------------------------------------------------------


def test_the_first_play_asks_whether_the_solver_shall_speak(
    site: Site, open_page: OpenPage
) -> None:
    site.reset_settings(motion="off", verdict=None)
    table = open_page(KLONDIKE)
    Solver(table, LOST, verdict=None)
    question = table.page.get_by_role("region", name="A question")
    expect(question).to_contain_text("whether the game can still be won?")
    board, box = table.page.locator(".board").bounding_box(), question.bounding_box()
    assert board
    assert box
    assert board["y"] + board["height"] <= box["y"], "it covers no card"
    assert violations(table.page) == []
    expect(fate(table)).to_be_hidden()
    with table.page.expect_response("**/api/settings") as answered:
        question.get_by_role("button", name="Yes").click()
    assert answered.value.request.post_data_json == {"verdict": True}
    expect(question).to_have_count(0)
    expect(fate(table)).to_have_text("This deal cannot be won")
    # it is asked once
    table.page.reload()
    table.ready()
    expect(fate(table)).to_have_text("This deal cannot be won")
    expect(question).to_have_count(0)


def test_where_nothing_is_ever_chosen_nothing_is_asked(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", verdict=None)
    table = open_page("/play/clock-patience/7")
    table.page.wait_for_load_state("networkidle")
    question = table.page.get_by_role("region", name="A question")
    expect(question).to_have_count(0)
    table.turn_to("/play/klondike/7")
    expect(question).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_after_a_win_the_question_covers_no_card_either(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """The card of the win lies over the board; what is asked of the next deal lies below it."""
    site.reset_settings(motion="off", auto="off", verdict=None)
    address = f"/play/{BAKERS_DOZEN.game}/{BAKERS_DOZEN.deal}"
    site.move(site.start(BAKERS_DOZEN.game, BAKERS_DOZEN.deal), *BAKERS_DOZEN.moves[:-1])
    table = open_page(address, size)
    with table.one_step():
        table.drag(BAKERS_DOZEN.moves[-1])
    card = table.page.get_by_role("region", name="Result")
    card.get_by_role("button", name="Next deal").click()
    expect(card).to_be_hidden()
    expect(table.page.get_by_role("region", name="A question")).to_be_visible()
    table.next_frame()
    assert table.covered(".question") == set()


def test_who_plays_on_beside_the_question_has_the_room(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", verdict=None)
    table = open_page(KLONDIKE, (390, 844))
    question = table.page.get_by_role("region", name="A question")
    expect(question).to_be_visible()
    board = table.page.locator(".board").bounding_box()
    places = table.slots
    table.page.clock.install()
    for _ in range(4):
        with table.one_step():
            table.page.keyboard.press("d")
    # while cards are played quickly none moves away from under the finger
    table.page.clock.run_for(1900)
    assert table.slots == places
    expect(question).to_be_visible()
    table.page.clock.run_for(200)
    expect(question).to_have_count(0)
    more = table.page.locator(".board").bounding_box()
    assert board
    assert more
    assert more["height"] > board["height"] + 60
    # the next deal asks again
    table.page.keyboard.press("n")
    table.dialog.get_by_role("button", name="Keep it for later").click()
    expect(question).to_be_visible()


def test_cards_are_heard_when_that_is_wished(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(motion="off", auto="off")
    table = open_page(KLONDIKE)
    table.page.evaluate(
        """() => {
          window.sounds = 0;
          for (const kind of [AudioBufferSourceNode, OscillatorNode])
            kind.prototype.start = function (...when) { window.sounds += 1; };
        }"""
    )
    with table.one_step():
        table.page.keyboard.press("d")
    assert table.page.evaluate("window.sounds") == 0
    table.page.keyboard.press("o")
    with table.page.expect_response("**/sound.js"):
        table.dialog.get_by_label("Sounds").check()
    table.page.keyboard.press("Escape")
    # it listens as soon as it is there
    table.page.evaluate("async (path) => { await import(path); }", f"{table.static}/sound.js")
    with table.one_step():
        table.page.keyboard.press("d")
    table.page.wait_for_function("window.sounds === 1")
    # nothing is heard of what is only looked at, or bookmarked
    with table.one_step():
        table.page.keyboard.press("b")
    assert table.page.evaluate("window.sounds") == 1
