"""The inventor's desk: errors, suggestions, drafts, files and answers beside the text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from cadogan.rules.user_games import template
from cadogan.web.desk import BEGINNING

from .conftest import DESKTOP, LYING, UPRIGHT, OpenPage, Size
from .site import Program, Site
from .static_site import StaticSite, without_server
from .table import box_of
from .test_bars import TOO_SMALL, violations

SMALL = """name = "Small"
family = "Tests"
about = "Any card on any card."
decks = 1
sources = ["a test"]

[foundation]
piles = 4
start = "A"
build = "up in suit"

[tableau]
piles = 13
deal = 4
build = "any card"
take = "any card"
space = "any card"
"""


def field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Definition of the game")


def text(page: Page) -> str:
    return field(page).input_value()


def tried(page: Page) -> None:
    """Wait until the desk has checked the current text."""
    length = field(page).evaluate("area => area.value.length")
    expect(page.locator(".desk")).to_have_attribute("data-tried", str(length))


def write(page: Page, new: str) -> None:
    field(page).fill(new)
    tried(page)


def put_after(page: Page, before: str) -> None:
    """Put the caret after the first occurrence of a text."""
    field(page).evaluate(
        """(area, before) => {
          area.focus();
          const at = area.value.indexOf(before) + before.length;
          area.setSelectionRange(at, at);
        }""",
        before,
    )


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def new_text() -> str:
    """Return the text of a new game on the page."""
    return BEGINNING + template("My Game")[1].partition("\n\n")[2]


def test_errors_are_marked_while_one_types(open_page: OpenPage) -> None:
    page = open_page("/desk").page
    # seven piles of four cards, all face up
    expect(page.locator(".cloth .corner")).to_have_count(28)
    expect(page.get_by_role("heading", name="The foundations")).to_be_visible()
    put_after(page, "[tableau]                        # the piles on which the player builds\npile")
    page.keyboard.press("Backspace")
    line = page.locator(".line.bad")
    expect(line).to_have_text("pils = 7")
    expect(page.locator(".fault")).to_contain_text("tableau.pils: there is no such key; did you")
    expect(page.locator("#fault-text")).to_contain_text("there is no such key")
    expect(field(page)).to_have_attribute("aria-invalid", "true")
    mark, shown = box_of(page.locator(".wrong")), box_of(line)
    assert shown.y < mark.y <= shown.bottom
    page.keyboard.press("Control+Home")
    button(page, "Go there").click()
    expect(field(page)).to_be_focused()
    assert field(page).evaluate("a => a.value.slice(a.selectionStart, a.selectionEnd)") == "pils"
    page.keyboard.type("piles")
    expect(page.locator(".fault")).to_be_hidden()
    expect(page.locator("#fault-text")).to_have_text("The text is valid.")
    expect(page.locator(".line.bad")).to_have_count(0)
    # the coloured layer shows the same text as the field
    painted = page.locator(".line").all_text_contents()
    assert "\n".join(painted) == text(page) == new_text()
    page.keyboard.press("Control+z")
    expect(page.locator(".fault")).to_be_visible()


def test_keys_and_phrases_are_offered_with_their_meaning(open_page: OpenPage) -> None:
    page = open_page("/desk").page
    write(page, SMALL)
    offers = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    put_after(page, 'space = "any card"')
    page.keyboard.type("\nsi")
    expect(offers.first).to_contain_text("sink")
    written = offers.filter(has=page.get_by_text("space", exact=True))
    expect(written).to_have_count(0)  # the text already has the key `space`
    page.keyboard.press("ArrowDown")
    expect(offers.first).to_have_attribute("aria-selected", "true")
    chosen = offers.first.get_attribute("id")
    expect(field(page)).to_have_attribute("aria-activedescendant", str(chosen))
    page.keyboard.press("Enter")
    assert text(page).endswith('space = "any card"\nsink = \n')
    # the player can choose a phrase with the keyboard and with the mouse
    put_after(page, 'take = "')
    page.keyboard.press("Control+ ")
    expect(offers.filter(has_text="whole pile")).not_to_have_count(0)
    page.keyboard.press("Escape")
    expect(offers).to_have_count(0)
    expect(page.locator(".meaning")).to_contain_text(re.compile("^take: .+ “any card”: .+"))
    put_after(page, "sink = ")
    page.keyboard.press("Shift+Home")
    page.keyboard.type('face = "t')
    offers.filter(has_text="top up").click()
    expect(field(page)).to_be_focused()
    assert text(page).endswith('\nface = "top up"\n')
    tried(page)
    expect(page.locator(".fault")).to_be_hidden()
    # without a chosen suggestion, Enter adds a line and Tab leaves the field
    page.keyboard.type("\nbuil")
    expect(offers).to_have_count(0)  # the text already has the key `build`
    page.keyboard.type("\nki")
    page.keyboard.press("Enter")
    assert text(page).endswith("\nbuil\nki\n\n")
    page.keyboard.press("Tab")
    expect(field(page)).not_to_be_focused()


# For a text with the caret at |: the first suggestion, which comes from the program's schema.
OFFERS = {
    '[tableau]\nbuild = "down in a|': "down in alternating colours",
    "[tableau.top]\npil|": "piles",
    "variants.x.tableau.ta|": "take",
    '[tableau]\nthen = { when = "stock empty", ta|': "take",
    "[redeal]\ntimes = |": "unlimited",
    '[options.x]\nkind = "ch|': "choice",
    '[options.x.answers.y]\nover.tableau.space = "left|': "left neighbour",
    "[layout]\ntableau = { gro|": "grow",
}


def test_the_schema_of_the_program_has_these_forms(open_page: OpenPage) -> None:
    """tests/js/completion.test.js has other cases, with a different schema."""
    found = open_page("/desk").page.evaluate(
        """async (cases) => {
          const { static: files } = document.documentElement.dataset;
          const { contextAt, keysBeside, Words } = await import(`${files}/completion.js`);
          const { inquire } = await import(`${files}/api.js`);
          const words = new Words(await inquire("GET", "/api/desk/schema"));
          return cases.map((marked) => {
            const [caret, text] = [marked.indexOf("|"), marked.replace("|", "")];
            return words.suggest(contextAt(text, caret), keysBeside(text, caret))[0]?.word ?? "";
          });
        }""",
        list(OFFERS),
    )
    assert dict(zip(OFFERS, found, strict=True)) == OFFERS


def test_a_draft_survives(tmp_path: Path, open_page: OpenPage) -> None:
    with Program(tmp_path) as first:
        page = open_page("/desk", at=first, dies=True).page
        write(page, SMALL)
        page.reload()
        expect(page.locator(".recalled")).to_be_visible()
        assert text(page) == SMALL
        tried(page)
        with page.expect_response("**/api/desk/drafts/new.template"):
            field(page).press("Control+End")
            page.keyboard.type("# one\n")
        first.kill()
        page.keyboard.type("# two\n")
        expect(page.locator(".fault")).to_contain_text("Cadogan does not answer.")
    with Program(tmp_path, first.port) as second:
        expect(page.locator(".fault")).to_be_hidden()
        page.reload()
        tried(page)
        assert text(page) == f"{SMALL}# one\n# two\n"
        assert not (tmp_path / "games").exists()
        button(page, "Start over").click()
        assert text(page) == new_text()
        page.keyboard.press("Control+z")
        assert text(page) == f"{SMALL}# one\n# two\n"
        with page.expect_response(
            lambda one: "/drafts/" in one.url and "three" in (one.request.post_data or "")
        ):
            page.keyboard.type("# three\n")
        second.kill()
    # The address differs, so the browser has stored nothing for it
    with Program(tmp_path) as third:
        other = open_page("/desk", at=third).page
        assert "# three\n" in text(other)


def test_a_game_is_saved_played_and_opened_again(site: Site, open_page: OpenPage) -> None:
    table = open_page("/desk")
    page = table.page
    write(page, SMALL)
    expect(page.locator(".state")).to_have_text("not among your games yet")
    page.keyboard.press("Control+s")
    page.wait_for_url("**/desk/small")
    expect(page.locator(".state")).to_have_text("saved")
    assert (site.home / "games" / "small.toml").read_text(encoding="utf-8") == SMALL
    number = page.locator(".dealt .number")
    expect(number).to_have_text("Deal 1")
    before = page.locator(".cloth").inner_html()
    button(page, "Another deal").click()
    expect(number).not_to_have_text("Deal 1")
    assert page.locator(".cloth").inner_html() != before
    deal = number.inner_text().removeprefix("Deal ")
    write(page, SMALL.replace("piles = 13\ndeal = 4", "piles = 26\ndeal = 2"))
    expect(page.locator(".state")).to_have_text("changed, not saved")
    button(page, "Play").click()  # saves it
    page.wait_for_url(f"**/play/small/{deal}")
    table.ready()
    assert len([name for name in table.piles() if name[0] == "t"]) == 26
    # the game appears in the list, and its rules panel links to its text
    if isinstance(site, StaticSite):
        table.goto("/")
    else:  # only there can another program write an invalid file
        (site.home / "games" / "broken.toml").write_text("[tabelau]", encoding="utf-8")
        table.goto("/")
        expect(page.locator(".notice")).to_contain_text("broken.toml: line 1")
    entry = page.locator(".entry", has=page.get_by_role("heading", name="Small", exact=True))
    expect(entry.locator(".facts")).to_contain_text("your own")
    page.get_by_role("button", name="Details of Small").click()
    button(page, "Change its rules").click()
    table.arrive("**/desk/small")
    assert "piles = 26" in text(page)
    expect(page.locator(".recalled")).to_have_count(0)


@pytest.mark.parametrize("answer", ["Overwrite it", "Use the other text"])
def test_a_file_changed_elsewhere(site: Site, open_page: OpenPage, answer: str) -> None:
    if isinstance(site, StaticSite):
        without_server("another program writes the file")
    site.post("api/desk/files", {"text": SMALL})
    table = open_page("/desk/small", expect=(409,))
    page = table.page
    file = site.home / "games" / "small.toml"
    here, elsewhere = f"{SMALL}# here\n", f"{SMALL}# elsewhere\n"
    file.write_text(elsewhere, encoding="utf-8")
    write(page, here)
    button(page, "Save").click()
    expect(table.dialog).to_contain_text("was changed elsewhere since you opened it")
    button(page, answer).click()
    if answer == "Overwrite it":
        expect(page.locator(".state")).to_have_text("saved")
    else:
        expect(field(page)).to_have_value(elsewhere)
        page.keyboard.press("Control+z")
        expect(field(page)).to_have_value(here)
    saved = here if answer == "Overwrite it" else elsewhere
    assert file.read_text(encoding="utf-8") == saved


def test_a_game_is_renamed_and_deleted(site: Site, open_page: OpenPage) -> None:
    site.post("api/desk/files", {"text": SMALL})
    table = open_page("/desk/small", expect=(400,))
    page = table.page
    button(page, "Your games…").click()
    expect(table.dialog.get_by_role("link", name="Small")).to_be_visible()
    button(page, "Rename…").click()
    name = page.get_by_label("Name of the game")
    name.fill("Spider")
    page.keyboard.press("Enter")
    expect(
        page.get_by_role("alert").filter(has_text="There is already a game 'spider'")
    ).to_be_visible()
    name.fill("Large")
    page.keyboard.press("Enter")
    page.wait_for_url("**/desk/large")
    expect(page.get_by_role("heading", level=1)).to_have_text("Large")
    assert [path.name for path in (site.home / "games").iterdir()] == ["large.toml"]
    button(page, "Your games…").click()
    button(page, "Delete…").click()
    expect(button(page, "Keep it")).to_be_focused()
    button(page, "Delete it").click()
    expect(page.locator(".state")).to_have_text("not among your games yet")
    assert [*(site.home / "games").iterdir()] == []
    page.reload()  # the text survives the reload
    expect(page.get_by_role("heading", level=1)).to_have_text("Large")
    button(page, "Save").click()
    page.wait_for_url("**/desk/large")


def test_check_and_solve_answer_beside_the_text(site: Site, open_page: OpenPage) -> None:
    page = open_page("/desk").page
    write(page, SMALL)
    button(page, "Can it be won?").click()
    expect(page.locator("p.answer")).to_contain_text("Deal 1 can be won in")
    button(page, "Check").click()
    report = page.locator("div.answer")
    expect(button(page, "Stop")).to_be_visible()
    # the server answers other requests during the check
    assert site.get("api/plays")["plays"] == []
    expect(report).to_contain_text(re.compile(r"\d+ random plays: "))
    expect(report).to_contain_text(re.compile(r"Of 20 deals \d+ can be won and 0 cannot"))
    put_after(page, SMALL)
    page.keyboard.type("#")
    expect(report).to_be_empty()


def test_a_game_of_the_catalogue_is_changed(open_page: OpenPage) -> None:
    table = open_page("/play/klondike-draw-3/7")
    page = table.page
    page.keyboard.press("?")
    page.get_by_role("link", name="Change its rules").click()
    table.arrive("**/desk?from=klondike&turn=three")
    assert 'name = "My Klondike, draw three"' in text(page)
    assert 'deal = "3 to waste"' in text(page)
    expect(page.locator(".fault")).to_be_hidden()


@pytest.mark.parametrize(
    ("size", "look"), [(DESKTOP, "light"), (UPRIGHT, "dark"), (LYING, "light")]
)
def test_the_desk_fits_and_axe_finds_nothing(open_page: OpenPage, size: Size, look: str) -> None:
    table = open_page("/desk", size=size, color_scheme=look)
    page = table.page
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    write(page, SMALL.replace("piles = 13", "pilos = 13"))
    put_after(page, "pil")
    page.keyboard.press("Control+ ")
    expect(page.get_by_role("option").first).to_be_visible()
    assert violations(page) == [], "with a fault and suggestions"
    button(page, "Your games…").click()
    table.dialog.wait_for()
    assert violations(page, "dialog[open]") == [], "your games"
    assert page.locator("button, a, select").evaluate_all(TOO_SMALL) == []
    # a long name does not make any part of the page wider
    page.keyboard.press("Escape")
    write(page, SMALL.replace("Small", "Very " * 3 + "W" * 45))
    expect(page.locator(".desk h1")).to_contain_text("Very Very")
    button(page, "Check").click()
    expect(page.locator(".answer:not(:empty)")).to_be_visible()
    wide = page.locator(".desk :is(header, main, button, .answer)").evaluate_all(
        """all => all.filter((el) => el.getBoundingClientRect().right > innerWidth + 0.5
          || el.scrollWidth > el.clientWidth + 1).map((el) => el.outerHTML.slice(0, 80))"""
    )
    assert wide == []
