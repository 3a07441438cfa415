"""The contents page: search, options before the deal, plays to go on with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan.rules.user_games import template

from .site import Site

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from .conftest import OpenPage


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("geburtstag", "Birthday"),
        ("demon", "Canfield"),
        ("GRANDFATHERS", "Grandfather's Clock"),
        ("windmühle", "Windmill"),  # its German name
    ],
)
def test_search_by_alias(open_page: OpenPage, words: str, name: str) -> None:
    page = open_page().page
    shown = page.locator(".entry:visible")
    everything = shown.count()
    page.get_by_role("searchbox").fill(words)
    expect(page.get_by_role("heading", level=3, name=name, exact=True)).to_be_visible()
    expect(page.locator("#live")).to_have_text(
        "1 game" if shown.count() == 1 else f"{shown.count()} games"
    )
    assert shown.count() < everything
    page.get_by_role("searchbox").fill("")
    assert shown.count() == everything
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.get_by_text("No game of that name.")).to_be_visible()


def test_every_main_game_is_there(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    names = {game["name"] for game in site.get("api/games")["games"] if not game["parent"]}
    assert set(page.locator(".entry h3").all_text_contents()) == names


def ways(page: Page, name: str) -> Locator:
    """Open what a game may be played like, and return it."""
    page.get_by_role("button", name=re.compile(f"^(Variants|Details) of {name}$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text(name)
    return dialog


@pytest.mark.parametrize(("target", "says"), [("1906", "zero"), ("195", "3 characters")])
def test_a_wrong_birthday_is_explained(open_page: OpenPage, target: str, says: str) -> None:
    page = open_page(expect=(400,)).page
    page.get_by_role("button", name="Play Birthday").click()  # a birthday is asked for
    entry = page.get_by_role("dialog")
    entry.get_by_label("Target").fill(target)
    entry.get_by_role("button", name="Play Birthday").click()
    expect(entry.get_by_role("alert")).to_contain_text(says)
    expect(entry.get_by_role("alert")).to_contain_text(f"'{target}' will not do")
    assert page.url.endswith("/")
    entry.get_by_label("Target").fill("1888")
    entry.get_by_label("Target").press("Enter")
    page.wait_for_url("**/play/birthday/*?target=1888&suits=SHCD")


def test_a_birthday_is_dealt(site: Site, open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    entry = ways(page, "Birthday")
    entry.get_by_label("Target").fill("1888")
    entry.get_by_label("Suit 1").select_option(label="hearts")
    entry.get_by_label("Deal number").fill("12")
    entry.get_by_role("button", name="Play Birthday").click()
    page.wait_for_url("**/play/birthday/12?target=1888&suits=HSCD")
    table.ready()
    # The first foundation is built up to a one, from the card above it; and so on.
    assert table.piles()["f1"] == ["2H"]
    assert [table.piles()[f"f{i}"] for i in (2, 3, 4)] == [["9S"], ["9C"], ["9D"]]
    table.agrees()


def test_a_variant_is_chosen(open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    dialog = ways(page, "Baker's Dozen")
    dialog.get_by_role("radio", name="Spanish Patience", exact=True).check()
    expect(dialog).to_contain_text("Any card fills an emptied pile.")
    dialog.get_by_role("button", name="Play Spanish Patience").click()
    page.wait_for_url("**/play/spanish-patience/*")
    table.ready()
    expect(page.get_by_role("heading", level=1)).to_have_text("Spanish Patience")
    # The next one is played in the same way, and the page says so.
    table.page.get_by_role("link", name="Games").click()
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Baker's Dozen"))
    expect(entry.get_by_text("Spanish Patience", exact=True)).to_be_visible()
    entry.get_by_role("button", name="Play Spanish Patience").click()
    page.wait_for_url("**/play/spanish-patience/*")


def test_no_wall_of_variants(open_page: OpenPage) -> None:
    """A game is a picture, a name and two buttons, however many ways it is played in."""
    page = open_page().page
    most = page.locator(".entry").evaluate_all(
        "els => Math.max(...els.map((el) => el.querySelectorAll('button, input, select').length))"
    )
    assert most == 3  # with the star


def test_a_known_form_answers_all_questions(open_page: OpenPage) -> None:
    table = open_page()
    dialog = ways(table.page, "Klondike")
    dialog.get_by_label("Known forms").select_option(label="Draw three, three passes")
    expect(dialog.get_by_label("How many cards")).to_have_value("three")
    dialog.get_by_label("How many cards").select_option(index=0)
    expect(dialog.get_by_label("Known forms")).not_to_have_value("Draw three, three passes")
    dialog.get_by_label("Known forms").select_option(label="Draw three, three passes")
    dialog.get_by_role("button", name="Play Klondike, draw three, three passes").click()
    table.page.wait_for_url(re.compile(r"/play/klondike/\d+\?turn=three&passes=three$"))


def test_the_filters_move_no_button_above_them(open_page: OpenPage) -> None:
    page = open_page(size=(390, 844), has_touch=True, is_mobile=True).page
    buttons = page.locator(".sift > .quiet")
    before = buttons.evaluate_all("els => els.map((el) => el.getBoundingClientRect().width)")
    assert len(before) == 3
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_label("Chance of winning")).to_be_visible()
    after = buttons.evaluate_all("els => els.map((el) => el.getBoundingClientRect().width)")
    assert after == before


def test_favourites_come_first_and_stay(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    star = page.get_by_role("button", name="Storehouse as a favourite")
    expect(star).to_have_attribute("aria-pressed", "false")
    with page.expect_response("**/api/settings"):
        star.click()
    expect(star).to_be_focused()
    families = page.locator(".families section:visible h2").all_text_contents()
    assert families.index("Favourites") < 2, "only what was played last stands before them"
    count = page.locator(".entry").count()
    page.reload()
    first = page.locator("section", has=page.get_by_role("heading", name="Favourites"))
    expect(first.get_by_role("heading", level=3)).to_have_text(["Storehouse"])
    assert page.locator(".entry").count() == count
    assert site.get("api/settings")["favourites"] == ["storehouse"]
    first.get_by_role("button", name="Storehouse as a favourite").click()
    expect(first).to_be_hidden()


def test_filters_and_a_random_game(site: Site, open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    page.get_by_role("button", name="Filters").click()
    page.get_by_label("Packs").select_option(label="Two packs")
    page.get_by_label("Family").select_option(label="Spider")
    games = {g["name"]: g for g in site.get("api/games")["games"]}
    shown = page.locator(".entry:visible h3").all_text_contents()
    assert "Spider" in shown
    assert {(games[name]["family"], games[name]["decks"]) for name in shown} == {("Spider", 2)}
    page.get_by_role("searchbox").fill("klondike")
    expect(page.get_by_text("No such game.")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Random game").click()
    page.wait_for_url("**/play/*/*")
    table.ready()
    assert page.locator("h1").text_content() in shown


def test_today_is_seen_in_the_calendar_of_a_low_window(open_page: OpenPage) -> None:
    page = open_page(size=(844, 390)).page
    page.clock.set_fixed_time("2026-11-30T12:00:00Z")  # in the sixth week
    page.reload()
    page.get_by_role("button", name="Other days").click()
    today = page.get_by_role("button", name="Monday, November 30, 2026")
    expect(today).to_have_attribute("aria-pressed", "true")
    expect(today).to_be_in_viewport(ratio=1)
    assert (
        page.get_by_role("dialog")
        .locator(".days")
        .evaluate(
            """el => {
          const { x, y } = el.querySelector('[aria-pressed=true]').getBoundingClientRect();
          return el.contains(document.elementFromPoint(x + 9, y + 9));
        }"""
        )
    )


def test_the_deal_of_the_day(site: Site, open_page: OpenPage) -> None:
    """Every day has its game and its deal, for everybody the same; past days keep theirs."""
    table = open_page(timezone_id="Pacific/Auckland")
    page = table.page
    page.clock.set_fixed_time("2026-11-21T12:00:00Z")  # already the next day there
    page.reload()
    today = page.get_by_role("button", name="Deal of the day").inner_text().partition(": ")[2]
    page.get_by_role("button", name="Other days").click()
    days = page.get_by_role("dialog")
    told = days.locator(".choices > .summary")
    expect(told).to_have_text(f"Sunday, November 22, 2026: {today}")
    expect(days.get_by_role("button", name="Monday, November 23, 2026")).to_be_disabled()
    days.get_by_role("button", name="Saturday, November 21, 2026").click()
    expect(told).to_contain_text("Saturday, November 21, 2026: ")
    expect(told).not_to_contain_text(today)
    days.get_by_role("button", name="Sunday, November 8, 2026").click()  # a fortnight before
    expect(told).to_have_text(f"Sunday, November 8, 2026: {today}")
    expect(days.get_by_role("button", name="Month after")).to_have_attribute(
        "aria-disabled", "true"
    )
    days.get_by_role("button", name="Month before").click()
    expect(days.get_by_role("heading", level=3)).to_have_text("October 2026")
    days.get_by_role("button", name="Saturday, October 31, 2026").click()
    days.get_by_role("button", name="Play").click()
    page.wait_for_url("**/play/*/20261031")
    table.ready()
    view = table.view
    site.move(view, view["moves"][0]["move"])
    page.goto("/")
    page.get_by_role("button", name="Other days").click()
    page.get_by_role("dialog").get_by_role("button", name="Month before").click()
    begun = page.get_by_role("button", name="Saturday, October 31, 2026, begun")
    expect(begun).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Deal of the day").click()
    page.wait_for_url("**/play/*/20261122")
    table.ready()
    assert page.locator("h1").text_content() == today


def test_on_a_phone_on_its_side_the_day_can_be_played_at_once(open_page: OpenPage) -> None:
    page = open_page(size=(844, 390)).page
    page.get_by_role("button", name="Other days").click()
    days = page.get_by_role("dialog")
    expect(days.locator(".choices > .summary")).to_be_in_viewport(ratio=1)
    expect(days.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    # which covers none of the days for good
    first = days.locator(".day-of").last
    first.scroll_into_view_if_needed()
    expect(first).to_be_in_viewport(ratio=1)


def test_kinds_of_games_are_found(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    page.get_by_role("button", name="Filters").click()
    everything = page.locator(".entry:visible").count()
    page.get_by_label("Luck or skill").select_option(label="Skill: all cards are seen")
    page.get_by_label("Chance of winning").select_option(label="Mostly won: over 3 in 4")
    expect(page.get_by_role("button", name="Filters (2)")).to_be_visible()
    kinds = site.get("api/traits")["traits"]
    games = {game["id"]: game for game in site.get("api/games")["games"]}

    def chance(game_id: str) -> float:
        """Return what was measured to a quarter, and else what books say."""
        known = games[game_id]["measured"]
        odds: float | None = kinds[game_id]["odds"]
        told = known and known["high"] < known["low"] + 0.25
        return (known["low"] + known["high"]) / 2 if told else odds or 0

    wanted = {id_ for id_, k in kinds.items() if k["luck"] == "skill" and chance(id_) > 0.75}
    names = {games[id_]["name"] for id_ in wanted}
    assert "FreeCell" in names
    assert set(page.locator(".entry:visible h3").all_text_contents()) == names
    for label in ("Luck or skill", "Chance of winning"):
        page.get_by_label(label).select_option(index=0)
    expect(page.get_by_role("button", name="Filters", exact=True)).to_be_visible()
    assert page.locator(".entry:visible").count() == everything


def test_what_was_played_last_stands_first(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(favourites=["golf"])
    for game in ("golf", "american-canister"):  # a variant stands with its game
        view = site.start(game, "7")
        site.move(view, view["moves"][0]["move"])
    page = open_page().page
    first = page.locator(".families section:visible").first
    expect(first.get_by_role("heading", level=2)).to_have_text("Played last")
    names = first.get_by_role("heading", level=3).all_text_contents()
    assert names[:2] == ["American Canister", "Golf"]
    assert len(names) <= 4
    expect(first.get_by_role("button", name="Golf as a favourite")).to_have_attribute(
        "aria-pressed", "true"
    )


def algerian(page: Page) -> Locator:
    return ways(page, "Algerian")


def test_house_rules_are_chosen(site: Site, open_page: OpenPage) -> None:
    """A choice shows what its answers mean; the address carries them, and a new deal keeps them."""
    table = open_page()
    page = table.page
    entry = algerian(page)
    entry.get_by_label("What lies out at the start?").select_option(label="after Tarbart")
    expect(entry.get_by_text("each tableau pile begins with two cards")).to_be_visible()
    entry.get_by_label("When may an emptied reserve pile").select_option(label="never")
    expect(page.locator(".how", has_text="Algerian")).to_have_text(
        "Algerian after Tarbart, emptied reserves stay empty"
    )
    entry.get_by_label("Deal number").fill("7")
    entry.get_by_role("button", name="Play Algerian after Tarbart").click()
    page.wait_for_url("**/play/algerian/7?layout=tarbart&reserves=closed")
    table.ready()
    expect(page.get_by_role("heading", level=1)).to_have_text(
        "Algerian after Tarbart, emptied reserves stay empty"
    )
    assert table.piles()["f5"] == ["KC"]
    assert len(table.piles()["t1"]) == 2
    page.keyboard.press("g")
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Deal number").fill("8")
    expect(dialog.locator("summary")).to_contain_text("layout: after Tarbart; reserves: never")
    dialog.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_url("**/play/algerian/8?layout=tarbart&reserves=closed")
    table.ready()
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"/play/algerian/\d{2,}\?layout=tarbart&reserves=closed$"))


def test_an_answer_that_will_not_do_is_explained(open_page: OpenPage) -> None:
    page = open_page(expect=(400,)).page
    entry = algerian(page)
    page.evaluate(
        """() => {
          const select = document.querySelector('select[name="reserves"]');
          select.append(new Option("sometimes", "sometimes", true, true));
        }"""
    )
    entry.get_by_role("button", name="Play Algerian").click()
    expect(entry.get_by_role("alert")).to_contain_text(
        "Reserves 'sometimes' will not do as an answer"
    )


def test_a_name_of_answers_is_searched_for(open_page: OpenPage) -> None:
    page = open_page().page
    page.get_by_role("searchbox").fill("spanische patience, könige bleiben")  # in German, too
    expect(page.get_by_role("button", name="Play Spanish Patience, kings stay")).to_be_visible()
    page.get_by_role("searchbox").fill("klondike draw three")
    button = page.get_by_role("button", name="Play Klondike, draw three", exact=True)
    button.click()
    page.wait_for_url(re.compile(r"/play/klondike/\d+\?turn=three$"))


def test_an_old_address_goes_on_with_the_play(site: Site, open_page: OpenPage) -> None:
    """Whatever an address calls a combination, it means the one play of that deal."""
    view = site.start("algerian-tarbart-closed", "9917")
    view = site.move(view, view["moves"][0]["move"])
    table = open_page("/play/algerian-tarbart/9917?transfer=yes&reserves=closed")
    table.ready()
    assert table.play == view["play"]
    assert table.page.url.endswith("/play/algerian/9917?layout=tarbart&reserves=closed")


def test_a_play_is_offered_again(site: Site, open_page: OpenPage) -> None:
    view = site.move(site.start("osmosis", "31"), "s-wx3")
    table = open_page()
    table.page.locator(".unfinished").get_by_role("button", name="Osmosis").first.click()
    table.page.wait_for_url("**/play/osmosis/31")
    table.ready()
    assert table.play == view["play"]
    assert table.piles() == view["piles"]


def test_unknown_addresses_are_explained(open_page: OpenPage) -> None:
    page = open_page("/play/klondyke/7", expect=(404,)).page
    expect(page.get_by_role("alert")).to_contain_text("klondike")
    page.get_by_role("link", name="All games").click()
    page.locator(".contents").wait_for()


def test_every_game_shows_its_table(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    looks = page.locator(".look")
    assert looks.count() == page.locator(".entry").count()
    first, last = looks.first, looks.last
    expect(first.locator("g").first).to_be_visible()
    expect(last.locator("svg > *")).to_have_count(0)  # fetched when it comes into sight
    last.scroll_into_view_if_needed()
    expect(last.locator("g").first).to_be_visible()
    # The picture is of one deal for ever; cards that lie face down are not told.
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Klondike", exact=True))
    entry.scroll_into_view_if_needed()
    seen = entry.locator(".picture g:not(.back)")
    expect(seen).to_have_count(7)
    told = site.get("api/pictures/klondike")
    assert [cards[-1] for name, cards in told["piles"].items() if name[0] == "t"]
    assert sum(card != "??" for cards in told["piles"].values() for card in cards) == 7
    entry.locator(".look").click()
    page.wait_for_url("**/play/klondike/*")


def test_games_of_ones_own(site: Site, open_page: OpenPage) -> None:
    """They stand among the others and are played like them; a broken file is reported."""
    games = site.home / "games"
    games.mkdir()
    _, text = template("From Home")
    (games / "from-home.toml").write_text(text, encoding="utf-8")
    (games / "broken.toml").write_text("[tabelau]", encoding="utf-8")
    page = open_page().page
    expect(page.locator(".notice")).to_contain_text("broken.toml: line 1")
    page.get_by_role("searchbox").fill("from-home")
    entry = page.locator(".entry:visible")
    expect(entry.locator(".facts")).to_contain_text("your own")
    entry.get_by_role("button", name="Play From Home").click()
    page.wait_for_url("**/play/from-home/*")
    expect(page.locator(".board")).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_a_note_is_seen_on_the_contents_page(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(size=size).page
    page.evaluate(
        """async () => {
          const { note } = await import(`${document.documentElement.dataset.static}/announce.js`);
          note('Your choice is not kept. Cadogan does not answer.', 60);
        }"""
    )
    box = page.locator(".toast").bounding_box()
    assert box is not None
    assert box["width"] > 250
    assert box["height"] < 60
    assert box["y"] + box["height"] <= size[1]
    assert abs(box["x"] + box["width"] / 2 - size[0] / 2) < 12, "in the middle"


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_who_asks_for_variants_sees_that_there_are_some(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size=size).page
    klondike = page.get_by_role("article", name="Klondike", exact=True).first
    klondike.get_by_role("button", name="Variants").click()
    first, foot = page.locator(".versions label").first, page.locator(".setup .choices")
    expect(first).to_be_in_viewport(ratio=1)
    box, end = first.bounding_box(), foot.bounding_box()
    assert box is not None
    assert end is not None
    assert box["y"] + box["height"] <= end["y"] + 1


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
def test_what_a_level_is_stands_beside_the_choice_of_it(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = open_page(size=size).page
    ways(page, "Klondike").get_by_label("Or a new deal").select_option("An easy one")
    about, variants = page.locator("#setup-deal-about"), page.locator(".versions")
    expect(about).not_to_be_empty()
    field, words, after = (
        box
        for box in (
            page.locator("#setup-deal-kind").bounding_box(),
            about.bounding_box(),
            variants.bounding_box(),
        )
        if box
    )
    assert 0 <= words["y"] - (field["y"] + field["height"]) < 24
    assert words["y"] + words["height"] <= after["y"]


LOWEST = """(svg) => ['.back', 'g:not(.back)'].map((some) =>
  Math.max(...[...svg.querySelectorAll(some)].map((el) => el.getBoundingClientRect().bottom)))"""


@pytest.mark.parametrize("thumb", [True, False], ids=["near the thumb", "at the top"])
def test_on_a_phone_the_pictures_show_where_the_stock_will_lie(
    site: Site, open_page: OpenPage, thumb: bool
) -> None:
    site.reset_settings(thumb=thumb)
    page = open_page("", (390, 844)).page
    picture = page.get_by_role("article", name="Klondike", exact=True).first.locator(".picture")
    picture.scroll_into_view_if_needed()
    expect(picture.locator("g").first).to_be_attached()
    down, up = picture.evaluate(LOWEST)
    assert (down > up) == thumb


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("size", "rows"), [((390, 844), 2), ((320, 640), 2), ((844, 390), 1)], ids=str
)
@pytest.mark.parametrize("day", ["2026-11-25", "2026-11-30"])  # of the longest names
def test_on_a_phone_few_rows_stand_before_the_games(
    site: Site, open_page: OpenPage, day: str, size: tuple[int, int], rows: int, language: str
) -> None:
    """What may be asked for, and the day: all of it within the window and its button."""
    site.reset_settings(language=language)
    page = open_page("", size).page
    page.clock.set_fixed_time(f"{day}T12:00:00Z")
    page.reload()
    sift = page.locator(".sift")
    expect(sift.locator(".day a, .day button").first).to_be_visible()
    boxes = sift.evaluate(
        """el => [...el.querySelectorAll('button, a')].filter((one) => one.checkVisibility())
          .map((one) => {
            const { left, right, top, height } = one.getBoundingClientRect();
            return [left, right, Math.round(top), height, one.scrollWidth - one.clientWidth];
          })"""
    )
    assert len(boxes) == 5
    assert len({top for _, _, top, _, _ in boxes}) == rows
    assert min(left for left, *_ in boxes) >= 0
    assert max(right for _, right, *_ in boxes) <= size[0]
    assert {height for *_, height, _ in boxes} == {44}
    assert {over for *_, over in boxes} == {0}


BESIDE = """(svg) => {
  const boxes = (some) => [...svg.querySelectorAll(some)].map((el) => el.getBoundingClientRect());
  const spaces = Math.max(...boxes('.space').map((box) => box.left));
  return spaces > Math.max(...boxes('g').map((box) => box.right));
}"""


@pytest.mark.parametrize(("size", "beside"), [((1280, 800), False), ((844, 390), True)])
def test_pictures_lie_as_their_boards_on_this_screen(
    open_page: OpenPage, size: tuple[int, int], beside: bool
) -> None:
    """Only on a phone on its side do the foundations of Klondike lie beside the tableau."""
    page = open_page("", size).page
    picture = page.get_by_role("article", name="Klondike", exact=True).first.locator(".picture")
    picture.scroll_into_view_if_needed()
    expect(picture.locator("g").first).to_be_attached()
    assert picture.evaluate(BESIDE) == beside


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390), (320, 640)])
def test_tables_are_seen_before_the_games_are_known(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    """Where pictures will lie cards lie face down, and nothing shifts when they come."""
    site.reset_settings(favourites=["freecell", "klondike", "pyramid", "spider"])
    table = open_page("", size)
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    table.intercept("**/api/games", hold)
    table.page.add_init_script(
        "window.shifts = [];"
        "new PerformanceObserver((list) => {"
        "  for (const entry of list.getEntries()) window.shifts.push(entry.value);"
        "}).observe({type: 'layout-shift', buffered: true});"
    )
    table.page.goto(site.url, wait_until="commit")
    look = table.page.locator(".waiting .look").first
    expect(look).to_be_in_viewport()
    place = look.bounding_box()
    expect(table.page.locator(".motto")).to_have_text("Patience, by its rules")
    table.until(lambda: waiting)
    waiting[0].continue_()
    expect(table.page.locator(".waiting")).to_have_count(0)
    expect(table.page.get_by_role("heading", name="Favourites")).to_be_visible()
    expect(table.page.locator(".picture > *").first).to_be_attached()
    recent = table.page.get_by_role("heading", name="Played last")
    if not table.page.locator(".unfinished:not([hidden])").count() and not recent.count():
        first = table.page.locator("section:has(> h2:text('Favourites')) .look").first
        assert first.bounding_box() == pytest.approx(place, abs=1)
    assert table.page.evaluate("window.shifts") == []
    # a table in play is not announced by others
    table.goto("/play/klondike/7")
    assert table.page.locator(".waiting").count() == 0
