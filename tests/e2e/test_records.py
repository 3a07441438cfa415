"""Records, the win banner, the clipboard, and files of plays."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from .conftest import DESKTOP, UPRIGHT, OpenPage, Size
from .firefox import downloading
from .lines import BAKERS_DOZEN, KLONDIKE, Line
from .site import Site
from .table import Table
from .test_bars import TOO_SMALL, violations

# The number of cards that the winning animation moves; other animations are shorter than a second.
FANNED = """() => document.getAnimations().filter(({effect}) => !effect.pseudoElement
  && effect.target.matches('.card') && effect.getTiming().duration > 1000).length"""
# The left and right edges of the cards while the fans of the winning animation are open.
OPEN = """() => {
  const fans = document.getAnimations().filter(({effect}) => effect.target.matches('.card')
    && effect.getTiming().duration > 1000);
  for (const fan of fans) {
    const {delay, duration} = fan.effect.getTiming();
    fan.pause();
    fan.currentTime = delay + duration / 2;
  }
  const boxes = fans.map(({effect}) => effect.target.getBoundingClientRect());
  return [Math.min(...boxes.map(({left}) => left)), Math.max(...boxes.map(({right}) => right))];
}"""
# Slow the winning animation down, so that tests can observe it even on a busy machine.
SLOWLY = """() => { const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    return animate.call(this, frames, timing?.duration > 1000
      ? {...timing, duration: 60_000} : timing); }; }"""
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def lose(site: Site, game: str, **options: str) -> None:
    view = site.start(game, "7", **options)
    site.move_first(view)
    site.post(f"api/plays/{view['play']}/leave", {})


def almost_won(
    site: Site,
    open_page: OpenPage,
    line: Line = BAKERS_DOZEN,
    size: Size = DESKTOP,
    **settings: Any,
) -> Table:
    """Open a page on which one move is left to win."""
    site.reset_settings(**{"auto": "off", **settings})
    view = site.move(site.start(line.game, line.deal), *line.moves[:-1])
    return open_page(view["game"]["address"], size)


def test_records_of_a_game_and_of_all(site: Site, open_page: OpenPage) -> None:
    lose(site, "duchess")
    lose(site, "klondike", turn="three")
    table = open_page("/play/klondike/9")
    table.press("t")
    table.dialog.wait_for()
    records = site.get("api/records")
    expect(table.dialog.get_by_label("Plays of")).to_have_value("klondike")
    form = next(f for f in records["forms"] if f["name"] == "Klondike, draw three")
    row = table.dialog.locator(".rate", has_text="Klondike, draw three")
    expect(row).to_contain_text(f"{form['stats']['won']} of {form['stats']['played']} won")
    expect(row).to_contain_text("81.95% of deals can be won")
    assert row.locator("line.books").get_attribute("x1") == "81.95%"
    table.dialog.get_by_label("Plays of").select_option(label="All games")
    expect(table.dialog.locator("dd").first).to_have_text(str(records["all"]["played"]))
    duchess = table.dialog.locator(".rate", has_text="Duchess")
    (game,) = (game for game in site.get("api/games")["games"] if game["id"] == "duchess")
    expect(duchess).to_contain_text(f"can be won: {game['share']}")
    assert f"known, {game['share']} of" in game["odds"], "as beside the ways to play it"
    ends = re.findall(r"\d(\s?)%", table.dialog.inner_text())
    assert len(ends) > 5
    assert set(ends) == {""}, "no line begins with a percent sign"
    again = "Klondike, draw three, deal 7: play it again"
    table.dialog.get_by_role("link", name=again).first.click()
    table.page.wait_for_url("**/play/klondike/7?turn=three")


def test_plays_are_exported_and_imported(site: Site, open_page: OpenPage, tmp_path: Path) -> None:
    lose(site, "duchess")
    page = open_page(expect=(400,)).page
    page.keyboard.press("t")
    panel = page.get_by_role("dialog")
    file, field = tmp_path / "plays.json", panel.locator("input[type=file]")
    with downloading(page, file):
        panel.get_by_text("Export", exact=True).click()
    played = site.get("api/records")["all"]["played"]
    field.set_input_files(file)
    expect(panel.locator(".kept")).to_contain_text("already existed.")
    assert site.get("api/records")["all"]["played"] == played
    damaged = json.loads(file.read_text(encoding="utf-8"))
    damaged["content"]["plays"][0]["deal"] += "1"
    file.write_text(json.dumps(damaged), encoding="utf-8")
    field.set_input_files(file)
    expect(panel.get_by_role("alert")).to_contain_text("The file is damaged")
    expect(panel.locator(".kept")).to_be_empty()


def test_what_is_pasted_beside_every_field_is_opened(open_page: OpenPage) -> None:
    table = open_page("/play/klondike/7", expect=(400,), **CLIPBOARD)
    opens = table.dialog.get_by_role("button", name="Open", exact=True)

    def paste(text: str) -> None:
        table.page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
        table.press("Control+v")
        expect(table.dialog.get_by_label("Open a copied text")).to_have_value(text)
        opens.click()

    # a Microsoft number opens FreeCell, whatever game the page shows
    for text, address in (("/play/golf/12", "/play/golf/12"), ("ms:617", "/play/freecell/ms:617")):
        paste(text)
        table.arrive(f"**{address}")
    table.goto("/")
    paste("KD 2S")
    expect(table.dialog.get_by_role("alert")).not_to_be_empty()


def test_escape_puts_the_card_of_a_win_away(site: Site, open_page: OpenPage) -> None:
    table = almost_won(site, open_page, motion="off")
    card = table.page.get_by_role("region", name="Result")
    table.tab_to_board()
    table.step(table.key_move, BAKERS_DOZEN.moves[-1])
    card.get_by_role("button", name="Next deal").focus()
    table.press("Escape")
    expect(card).to_be_hidden()
    assert table.focus, "the keyboard is with the board again"
    table.press("Escape")
    expect(table.toast).to_have_text("The game is won.")
    expect(table.dialog).to_have_count(0)
    table.step(table.press, "u")
    table.step(table.press, "Control+y")
    expect(card).to_be_visible()


def test_a_win_has_its_card_and_the_next_deal(site: Site, open_page: OpenPage) -> None:
    table = almost_won(site, open_page)
    table.page.evaluate(SLOWLY)
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    table.page.wait_for_function(f"() => ({FANNED})() > 20")
    card = table.page.get_by_role("region", name="Result")
    result = site.get(f"api/plays/{table.play}/result")
    expect(card).to_contain_text(f"Won in {len(BAKERS_DOZEN.moves)} moves.")
    expect(card.get_by_role("button")).to_have_count(4)
    expect(card.locator("dd").nth(4)).to_have_text(str(result["stats"]["streak"]))
    table.press("Shift")  # any key ends the winning animation
    assert table.page.evaluate(FANNED) == 0
    card.get_by_role("button", name="Next deal").click()
    table.page.wait_for_url(f"**/play/bakers-dozen/{int(BAKERS_DOZEN.deal) + 1}")


def test_the_flourish_stays_on_the_felt_of_a_phone(site: Site, open_page: OpenPage) -> None:
    table = almost_won(site, open_page, KLONDIKE, UPRIGHT)
    table.page.evaluate(SLOWLY)
    table.step(table.drag, KLONDIKE.moves[-1])
    table.page.wait_for_function(f"() => ({FANNED})() > 20")
    left, right = table.page.evaluate(OPEN)
    assert left >= 0
    assert right <= 390
    assert right - left > 200, "they lie open"
    kings = table.page.eval_on_selector_all(
        ".card[data-card^=K]", "els => els.map((el) => el.getBoundingClientRect().x)"
    )
    apart = [there - here for here, there in pairwise(sorted(kings))]
    assert len(apart) == 3
    assert max(apart) - min(apart) < 2, "each is seen as far as the others"


def test_the_card_of_an_end_shows_the_points(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(auto="off", motion="off")
    view = site.start("poker-square", "7")
    while len(view["moves"]) > 1:
        view = site.move_first(view)
    table = open_page(view["game"]["address"])
    table.step(table.drag, view["moves"][0]["move"])
    banner = table.page.get_by_role("region", name="Result")
    expect(banner).to_contain_text(f"{table.view['score']} points")


def test_a_win_without_motion_and_its_best_time(site: Site, open_page: OpenPage) -> None:
    table = almost_won(site, open_page, motion="off")

    def fastest(route: Route) -> None:
        result = site.get(f"api/plays/{table.play}/result")
        route.fulfill(json={**result, "fastest": True})

    table.intercept("**/result", fastest)
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    status = table.page.get_by_role("status")
    expect(status).to_contain_text("Your best time.")
    expect(status).to_contain_text("The game is won!")
    assert table.page.evaluate(FANNED) == 0, "no flourish"
    with table.page.expect_response("**/result"):
        table.reload()
    card = table.page.get_by_role("region", name="Result")
    card.get_by_role("button", name="Dismiss").click()
    expect(card).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_on_panels_of_the_contents(site: Site, open_page: OpenPage, scheme: str) -> None:
    lose(site, "klondike")
    table = open_page(size=UPRIGHT, color_scheme=scheme)
    table.page.get_by_role("searchbox").fill("baker")  # checking all games takes too long
    for button in ("Records", "Other days", "Open a link, position or record"):
        table.page.get_by_role("button", name=button).click()
        table.dialog.wait_for()
        assert violations(table.page, "dialog[open]") == [], button
        body = table.dialog.locator(".body")
        assert body.evaluate("el => el.scrollWidth - el.clientWidth") == 0
        assert table.dialog.locator("button, a, select, summary").evaluate_all(TOO_SMALL) == []
        table.close_panel()
    table.page.get_by_role("button", name="Filters").click()
    assert violations(table.page) == [], "filters"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_on_the_card_of_a_win(site: Site, open_page: OpenPage, scheme: str) -> None:
    table = almost_won(site, open_page, motion="off", theme=scheme)
    table.step(table.drag, BAKERS_DOZEN.moves[-1])
    table.page.get_by_role("button", name="Next deal").wait_for()
    assert violations(table.page) == []
