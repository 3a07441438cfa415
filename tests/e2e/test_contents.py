"""The contents page: search, options before the deal, odds, and unfinished plays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

import cadogan
from cadogan.odds_data import in_hundredths, in_short, measured_and_played

from .conftest import DESKTOP, KLONDIKE, LYING, UPRIGHT, OpenPage, Size, at_sizes
from .site import Site
from .table import Late, box_of
from .test_bars import SHIFTS


def test_every_main_game_is_there_and_found(site: Site, open_page: OpenPage) -> None:
    page = open_page().page
    games = {game["name"] for game in site.get("api/games")["games"] if not game["parent"]}
    shown, search = page.locator(".entry:visible"), page.get_by_role("searchbox")
    assert set(page.locator(".entry h3").all_text_contents()) == games
    many = shown.count()
    # a German name; a misspelt name
    for words, name in (("windmühle", "Windmill"), ("klondyke", "Klondike")):
        search.fill(words)
        expect(page.get_by_role("heading", level=3, name=name, exact=True)).to_be_visible()
        assert shown.count() < 5
    expect(page.locator("#live")).to_contain_text(str(shown.count()))
    search.fill("xyzzyplugh")
    expect(page.locator(".none")).to_be_visible()
    search.fill("")
    expect(shown).to_have_count(many)


def ways(page: Page, name: str) -> Locator:
    """Open the panel with a game's variants and choices, and return it."""
    page.get_by_role("button", name=re.compile(f"^(Variants|Details) of {name}$")).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", level=2)).to_have_text(name)
    return dialog


def test_a_birthday_is_chosen_and_dealt(open_page: OpenPage) -> None:
    table = open_page(expect=(400,))
    page = table.page
    # Birthday needs a target, so a panel opens
    page.get_by_role("button", name="Play Birthday").click()
    entry = table.dialog
    target, play = entry.get_by_label("Target"), entry.get_by_role("button", name="Play Birthday")
    for wrong in ("1906", "195"):
        target.fill(wrong)
        play.click()
        expect(entry.get_by_role("alert")).to_contain_text(f"'{wrong}'")
    assert page.url.endswith("/")
    target.fill("1888")
    entry.get_by_label("Suit 1").select_option(label="hearts")
    entry.get_by_label("Deal number").fill("12")
    target.press("Enter")
    table.arrive("**/play/birthday/12?target=1888&suits=HSCD")
    # The foundations build up to 1, 8, 8 and 8, so they begin with a two and three nines.
    assert [table.piles()[f"f{i}"] for i in (1, 2, 3, 4)] == [["2H"], ["9S"], ["9C"], ["9D"]]
    table.agrees()


def test_a_variant_is_chosen(open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    dialog = ways(page, "Baker's Dozen")
    dialog.get_by_role("radio", name="Spanish Patience", exact=True).check()
    expect(dialog).to_contain_text("Any card may fill an empty pile.")
    dialog.get_by_role("button", name="Play Spanish Patience").click()
    table.arrive("**/play/spanish-patience/*")
    expect(page.get_by_role("heading", level=1)).to_have_text("Spanish Patience")
    # The contents page remembers the choice.
    page.get_by_role("link", name="Games").click()
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Baker's Dozen"))
    expect(entry.get_by_text("Spanish Patience", exact=True)).to_be_visible()
    expect(entry.get_by_role("button", name="Play Spanish Patience")).to_be_visible()


def test_a_known_form_answers_all_questions(open_page: OpenPage) -> None:
    page = open_page().page
    dialog = ways(page, "Klondike")
    form, turn = dialog.get_by_label("Known forms"), dialog.get_by_label("How many cards")
    form.select_option(label="Draw three, three passes")
    expect(turn).to_have_value("three")
    turn.select_option(index=0)
    expect(form).not_to_have_value("Draw three, three passes")
    form.select_option(label="Draw three, three passes")
    dialog.get_by_role("button", name="Play Klondike, draw three, three passes").click()
    page.wait_for_url(re.compile(r"/play/klondike/\d+\?turn=three&passes=three$"))


def test_the_filters_move_no_button_above_them(open_page: OpenPage) -> None:
    page = open_page(size=(390, 844), has_touch=True, is_mobile=True).page
    buttons = page.locator(".sift > .quiet")
    before = [box_of(button) for button in buttons.all()]
    assert len(before) == 3
    page.get_by_role("button", name="Filters").click()
    expect(page.get_by_label("Chance of winning")).to_be_visible()
    assert [box_of(button).w for button in buttons.all()] == [box.w for box in before]


def test_favourites_come_first_and_stay(site: Site, open_page: OpenPage) -> None:
    table = open_page()
    page = table.page
    star = page.get_by_role("button", name="Storehouse as a favourite")
    expect(star).to_have_attribute("aria-pressed", "false")
    with table.answered("**/api/settings"):
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
    page.get_by_label("Luck or skill").select_option("skill")
    page.get_by_label("Chance of winning").select_option("high")
    expect(page.get_by_role("button", name="Filters (2)")).to_be_visible()
    shown = page.locator(".entry:visible h3")
    assert "FreeCell" in shown.all_text_contents()
    assert "Klondike" not in shown.all_text_contents()
    for label in ("Luck or skill", "Chance of winning"):
        page.get_by_label(label).select_option(index=0)
    page.get_by_label("Packs").select_option("2")
    page.get_by_label("Family").select_option("Spider")
    games = {g["name"]: g for g in site.get("api/games")["games"]}
    names = shown.all_text_contents()
    assert {(games[name]["family"], games[name]["decks"]) for name in names} == {("Spider", 2)}
    page.get_by_role("searchbox").fill("klondike")
    expect(page.locator(".none")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Random game").click()
    table.arrive("**/play/*/*")
    assert page.locator("h1").text_content() in names


def test_the_deal_of_the_day(site: Site, open_page: OpenPage) -> None:
    """This tests the panel; tests/js/daily.test.js tests the choice of a deal for each day."""
    table = open_page(timezone_id="Pacific/Auckland")
    page = table.page
    page.clock.set_fixed_time("2026-11-21T12:00:00Z")  # in Auckland it is already the next day
    page.reload()
    today = page.get_by_role("button", name="Deal of the day").inner_text().partition(": ")[2]
    page.get_by_role("button", name="Other days").click()
    days = table.dialog
    summary = days.locator(".choices > .summary")
    expect(summary).to_have_text(f"Sunday, November 22, 2026: {today}")
    expect(days.locator('[data-date="2026-11-23"]')).to_be_disabled()
    turns = ("Previous month", "Next month")
    before, after = (days.get_by_role("button", name=name) for name in turns)
    expect(after).to_have_attribute("aria-disabled", "true")
    before.click()
    days.locator('[data-date="2026-10-31"]').click()
    expect(summary).not_to_contain_text(today)
    days.get_by_role("button", name="Play").click()
    table.arrive("**/play/*/20261031")
    site.move_first(table.view)
    table.goto("/")
    page.get_by_role("button", name="Other days").click()
    before.click()
    expect(days.get_by_role("button", name="Saturday, October 31, 2026, begun")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Deal of the day").click()
    table.arrive("**/play/*/20261122")
    assert page.locator("h1").text_content() == today


def test_a_lying_phone_shows_the_day_and_its_button(open_page: OpenPage) -> None:
    page = open_page(size=(844, 390)).page
    page.clock.set_fixed_time("2026-11-30T12:00:00Z")  # a day in the sixth row of the month
    page.reload()
    page.get_by_role("button", name="Other days").click()
    days = page.get_by_role("dialog")
    expect(days.locator("[aria-pressed=true]")).to_be_in_viewport(ratio=1)
    expect(days.locator(".choices > .summary")).to_be_in_viewport(ratio=1)
    expect(days.get_by_role("button", name="Play")).to_be_in_viewport(ratio=1)
    # the button covers no day
    box = box_of(days.locator("[aria-pressed=true]"))
    assert days.locator(".days").evaluate(
        "(el, [x, y]) => el.contains(document.elementFromPoint(x, y))", [box.x + 9, box.y + 9]
    )


def test_what_was_played_last_stands_first(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(favourites=["golf"])
    for game in ("golf", "american-canister"):  # a variant is listed with its game
        site.move_first(site.start(game, "7"))
    page = open_page().page
    first = page.locator(".families section:visible").first
    expect(first.get_by_role("heading", level=2)).to_have_text("Played last")
    names = first.get_by_role("heading", level=3).all_text_contents()
    assert names[:2] == ["American Canister", "Golf"]
    assert len(names) <= 4
    star = first.get_by_role("button", name="Golf as a favourite")
    expect(star).to_have_attribute("aria-pressed", "true")


def test_house_rules_are_chosen(open_page: OpenPage) -> None:
    """The panel explains each answer; the address contains it, and a new deal keeps it."""
    table = open_page()
    page = table.page
    entry = ways(page, "Algerian")
    entry.get_by_label("What is laid out at the start?").select_option("tarbart")
    expect(entry.get_by_text("each tableau pile begins with two cards")).to_be_visible()
    entry.get_by_label("When may the player fill an empty reserve pile").select_option("closed")
    name = "Algerian after Tarbart, empty reserves stay empty"
    expect(page.locator(".how", has_text="Algerian")).to_have_text(name)
    entry.get_by_label("Deal number").fill("7")
    entry.get_by_role("button", name="Play Algerian after Tarbart").click()
    table.arrive("**/play/algerian/7?layout=tarbart&reserves=closed")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    assert table.piles()["f5"] == ["KC"]
    page.keyboard.press("g")
    table.dialog.get_by_label("Deal number").fill("8")
    table.dialog.get_by_role("button", name="Deal", exact=True).click()
    table.arrive("**/play/algerian/8?layout=tarbart&reserves=closed")
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"/play/algerian/\d{2,}\?layout=tarbart&reserves=closed$"))


def test_the_search_finds_combined_answers(open_page: OpenPage) -> None:
    page = open_page().page
    # the search also finds German names
    page.get_by_role("searchbox").fill("spanische patience, könige bleiben")
    expect(page.get_by_role("button", name="Play Spanish Patience, kings stay")).to_be_visible()
    page.get_by_role("searchbox").fill("klondike draw three")
    page.get_by_role("button", name="Play Klondike, draw three", exact=True).click()
    page.wait_for_url(re.compile(r"/play/klondike/\d+\?turn=three$"))


def test_an_old_address_goes_on_with_the_play(site: Site, open_page: OpenPage) -> None:
    """All addresses for a combination lead to the same play of a deal."""
    view = site.move_first(site.start("algerian-tarbart-closed", "9917"))
    table = open_page("/play/algerian-tarbart/9917?transfer=yes&reserves=closed")
    table.ready()
    assert table.play == view["play"]
    assert table.page.url.endswith("/play/algerian/9917?layout=tarbart&reserves=closed")


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
    expect(last.locator("svg > *")).to_have_count(0)  # not loaded until visible
    last.scroll_into_view_if_needed()
    expect(last.locator("g").first).to_be_visible()
    # A picture does not reveal face-down cards.
    look = page.get_by_role("article", name="Klondike", exact=True).first.locator(".look")
    look.scroll_into_view_if_needed()
    expect(look.locator(".picture g:not(.back)")).to_have_count(7)
    piles = site.get("api/pictures/klondike")["piles"].values()
    assert sum(card != "??" for cards in piles for card in cards) == 7
    look.click()
    page.wait_for_url("**/play/klondike/*")


@pytest.mark.parametrize("size", [DESKTOP, UPRIGHT])
def test_a_note_is_seen_on_the_contents_page(open_page: OpenPage, size: Size) -> None:
    table = open_page(size=size)
    table.note("Your choice is not kept. Cadogan does not answer.")
    box = box_of(table.toast)
    assert box.w > 250
    assert box.h < 60
    assert box.bottom <= size[1]
    assert abs(box.x + box.w / 2 - size[0] / 2) < 12, "in the middle"


@pytest.mark.parametrize("size", [LYING, UPRIGHT])
def test_variants_are_seen_where_they_open(open_page: OpenPage, size: Size) -> None:
    page = open_page(size=size).page
    entry = ways(page, "Klondike")
    first = page.locator(".versions label").first
    expect(first).to_be_in_viewport(ratio=1)
    assert box_of(first).bottom <= box_of(page.locator(".setup .choices")).y + 1
    # the explanation of the level is beside its choice
    entry.get_by_label("Or a new deal").select_option("easy")
    about = page.locator("#setup-deal-about")
    expect(about).not_to_be_empty()
    assert 0 <= box_of(about).y - box_of(page.locator("#setup-deal-kind")).bottom < 24
    assert box_of(about).bottom <= box_of(page.locator(".versions")).y


# In one picture: how far the cards and the empty piles extend to the right. Then how far the card
# backs and the card faces extend downwards.
ENDS = """(svg) => {
  const most = (some, edge) => Math.max(...[...svg.querySelectorAll(some)]
    .map((el) => el.getBoundingClientRect()[edge]));
  return { cards: most('g', 'right'), spaces: most('.space', 'right'),
    backs: most('.back', 'bottom'), faces: most('g:not(.back)', 'bottom') };
}"""


@pytest.mark.parametrize("day", ["2026-11-25", "2026-11-30"])  # days with the longest names
@pytest.mark.parametrize(
    ("size", "rows", "language"),
    [(UPRIGHT, 2, "de"), ((320, 640), 2, "en"), ((320, 640), 2, "de"), (LYING, 1, "de")],
)
def test_on_a_phone_few_rows_stand_before_the_games(
    open_page: OpenPage, day: str, size: Size, rows: int, language: str
) -> None:
    """The tools and the deal of the day fit into the window, and each text fits into its button."""
    page = open_page("", size, language=language).page
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


@pytest.mark.parametrize(
    ("size", "thumb", "beside", "below"),
    [
        (UPRIGHT, True, False, True),
        (UPRIGHT, False, False, False),
        (DESKTOP, True, False, False),
        (LYING, True, True, False),
    ],
)
def test_pictures_lie_as_their_boards_on_this_screen(
    open_page: OpenPage, size: Size, thumb: bool, beside: bool, below: bool
) -> None:
    """Klondike's foundations are beside the tableau, or its stock below, as on the board."""
    page = open_page("", size, thumb=thumb).page
    picture = page.get_by_role("article", name="Klondike", exact=True).first.locator(".picture")
    picture.scroll_into_view_if_needed()
    expect(picture.locator("g").first).to_be_attached()
    ends = picture.evaluate(ENDS)
    assert (ends["spaces"] > ends["cards"] + 5) == beside
    assert (ends["backs"] > ends["faces"]) == below


@at_sizes
def test_tables_stand_before_the_games_load(site: Site, open_page: OpenPage, size: Size) -> None:
    """Face-down cards take the place of pictures, and nothing shifts when the pictures load."""
    table = open_page("", size, favourites=["freecell", "klondike", "pyramid", "spider"])
    late = Late(table, "**/api/games")
    table.page.add_init_script(SHIFTS)
    table.page.goto(site.url, wait_until="commit")
    look = table.page.locator(".waiting .look").first
    expect(look).to_be_in_viewport()
    place = look.bounding_box()
    late.let_go()
    expect(table.page.locator(".waiting")).to_have_count(0)
    first = table.page.locator("section:has(> h2:text('Favourites')) .look").first
    expect(first.locator(".picture > *").first).to_be_attached()
    assert first.bounding_box() == pytest.approx(place, abs=1)
    assert table.page.evaluate("window.shifts") == []
    # the page of a play has no placeholders for pictures
    table.goto(KLONDIKE)
    assert table.page.locator(".waiting").count() == 0


def test_the_odds_of_the_chosen_rules_stand_beside_them(open_page: OpenPage) -> None:
    page = open_page().page
    klondike = page.locator(".entry", has=page.get_by_role("heading", name="Klondike", exact=True))
    share = klondike.locator(".facts")
    can, _ = measured_and_played(cadogan.game("klondike").definition)
    assert can
    expect(share).to_have_text(f"can be won: {in_hundredths(can)}")
    entry = ways(page, "Klondike")
    odds = entry.get_by_text("of its deals")
    expect(odds).to_have_text(re.compile(r"\d%.* can be won\. .* wins \d.*\d%\.$"))
    usual = odds.inner_text()
    assert " %" not in usual + share.inner_text(), "no line begins with a percent sign"
    named = entry.get_by_label("Known forms")
    named.select_option(label="One pass")
    once = in_short(*measured_and_played(cadogan.game("klondike", passes="one").definition))
    expect(odds).to_have_text(once)
    assert once != usual
    entry.get_by_label("How many cards").select_option(label="five")
    expect(odds).to_have_count(0)
    expect(entry.get_by_text("have not been measured.")).to_be_visible()
    expect(share).to_be_empty()  # the share was measured under other rules
    named.select_option(index=0)
    expect(odds).to_have_text(usual)
    entry.get_by_role("radio", name="Vegas").check()
    expect(odds).to_be_visible()
