"""Board in a terminal: every game fits or scrolls, and the keyboard and the mouse can win games.

The program runs without a terminal, driven by Textual's own pilot.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

import cadogan
from cadogan.cli import cli
from cadogan.core.cards import HIDDEN
from cadogan.layout import place
from cadogan.session.play import Play
from cadogan.session.repository import Repository, UnreadableFileError
from cadogan.session.service import PlayService
from cadogan.session.view import view
from cadogan.terminal.app import Terminal, opened
from cadogan.terminal.board import Board
from cadogan.terminal.dialogs import Figures
from cadogan.terminal.drawing import Look, Marks, draw, shown
from cadogan.terminal.geometry import Height, fit, nearest
from cadogan.terminal.play_screen import PlayScreen
from cadogan.terminal.start_screen import StartScreen
from cadogan.terminal.table import Hit, Table
from tests.covering import each
from tests.e2e.lines import BAKERS_DOZEN, GRANDFATHERS_CLOCK, Line

ARROWS = Board.ARROWS
SIZES = [(40, 12), (60, 50), (116, 36)]
# These need more than 80 columns: the arch stands over the piles within it.
WIDE = {"archway"}
Driver = Callable[[Pilot[None], Terminal], Awaitable[None]]


@pytest.fixture
def shelf() -> Iterator[PlayService]:
    """Return an empty shelf whose plays make no automatic moves."""
    store = Repository.in_memory()
    store.save_settings({"auto": "off"})
    yield PlayService(store)
    store.close()


def drive(
    shelf: PlayService,
    play: str | None,
    driver: Driver,
    size: tuple[int, int] = (80, 24),
    **how: Any,
) -> None:
    """Run the program without a terminal, and let a test drive it."""

    async def run() -> None:
        app = Terminal(shelf, play, **how)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await driver(pilot, app)

    asyncio.run(run())


def driven(
    game: str = "", deal: str = "7", size: tuple[int, int] = (80, 24)
) -> Callable[[Driver], Callable[[PlayService], None]]:
    """Return a decorator that runs a test in the program, with a deal or the start screen."""

    def decorate(test: Driver) -> Callable[[PlayService], None]:
        def run(shelf: PlayService) -> None:
            drive(shelf, opened(shelf, cadogan.game(game), deal) if game else None, test, size)

        return run

    return decorate


def table_of(app: Terminal) -> Table:
    """Return the board on the screen."""
    assert isinstance(app.screen, PlayScreen)
    return app.screen.table


def play_of(app: Terminal) -> Play:
    """Return the play on the screen, as it is saved."""
    return app.shelf.get(table_of(app).key)


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait until the screen shows their effect."""
    await pilot.press(*keys)
    await pilot.pause()


def said(app: Terminal) -> str:
    """Return the message below the board."""
    return str(app.screen.query_one("#words", Static).content)


# --- every game --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", each(cadogan.games(), most=16))
def test_every_card_is_legible(name: str) -> None:
    """Every open card shows its name after some random moves, on a board that fits or scrolls."""
    position = cadogan.game(name).deal(3)
    draw_from = random.Random(name)
    for _ in range(25):
        if position.move_texts():
            position = position.play(draw_from.choice(position.move_texts()))
    told = view_of(position)
    other = draw_from.choice(SIZES)
    sizes = ((80, 20),) if position.game.id in WIDE and other[0] < 80 else ((80, 20), other)
    for size in sizes:
        legible(position.game, told, size)


def legible(game: cadogan.Game, told: dict[str, Any], size: tuple[int, int]) -> None:
    """Check that each open card shows its name on a board of this size."""
    heights = {n: Height(len(cards), told["down"][n]) for n, cards in told["piles"].items()}
    geometry = fit(place(game), heights, *size)
    look = Look(ascii=True)
    canvas = draw(geometry, told["piles"], Marks(), look, size)
    assert geometry.card_width >= 4
    lines = canvas.text.split("\n")
    for pile, cards in told["piles"].items():
        where = geometry.places[pile]
        shift = max(0, (size[0] - geometry.width) // 2)
        assert 0 <= where.x <= geometry.width - geometry.card_width
        assert 0 <= where.y <= geometry.height - geometry.card_height
        if not cards:
            assert canvas.at(where.x + shift, where.y) == (pile, -1)
        for i, (x, y) in enumerate(where.cards):
            above = where.cards[i + 1 :]
            if cards[i] == HIDDEN or (x, y) in above:
                continue
            text = shown(cards[i], look, short=geometry.squeezed)
            at = x + shift + geometry.bordered
            assert lines[y][at : at + len(text)] == text, f"{cards[i]} on {pile}\n{canvas.text}"
            assert canvas.at(at, y) == (pile, i)


def view_of(position: cadogan.Position) -> dict[str, Any]:
    """Return the piles of a position in the form of a view."""
    down = position.down
    piles = {n: [HIDDEN] * down[n] + list(c[down[n] :]) for n, c in position.piles.items()}
    return {"piles": piles, "down": down}


@pytest.mark.parametrize(
    "name",
    ["klondike", "freecell", "spider", "algerian", "big-ben", "birthday", "clock-patience",
     "pyramid"],
)  # fmt: skip
def test_well_known_boards_fit_into_80_by_24(name: str) -> None:
    position = cadogan.game(name).deal(1)
    heights = {n: Height(len(c), position.down[n]) for n, c in position.piles.items()}
    found = fit(place(position.game), heights, 80, 20)
    assert found.width <= 80
    assert found.height <= 20
    assert found.card_height >= 2


def test_a_larger_terminal_has_larger_cards() -> None:
    layout = place(cadogan.game("freecell"))
    heights = {f"t{i}": Height(7) for i in range(1, 9)}
    sizes = [fit(layout, heights, *size) for size in ((40, 20), (80, 20), (120, 36))]
    assert sorted(sizes, key=lambda g: (g.card_width, g.card_height)) == sizes
    assert len({g.card_width for g in sizes}) == 3


# --- whole games -------------------------------------------------------------------------------


def way(places: Any, start: str, end: str) -> list[str]:
    """Return the arrow keys that lead from one pile to another."""
    found: dict[str, list[str]] = {start: []}
    queue = deque(found)
    while end not in found:
        here = queue.popleft()
        for key, step in ARROWS.items():
            there = nearest(places, here, *step)
            if there and there not in found:
                found[there] = [*found[here], key]
                queue.append(there)
    return found[end]


# A player's moves in two winning lines, while safe cards go up automatically.
CLOCK = [
    "t6-f4", "t1-f6", "t1-f3", "t1-f11", "t8-f9", "t8-f2", "t3-t1", "t3-f9", "t3-f10", "t4-f10",
    "t4-f6", "t7-f6", "t7-f12", "t7-f7", "t1-f7", "t2-f7", "t2-f9", "t2-f5", "t4-f5", "t4-f5",
    "t3-t7", "t5-t6", "t6-t8", "t6-t3",
]  # fmt: skip
DOZEN = [
    "t8-f3", "t11-t10", "t11-t7", "t12-t7", "t11-t10", "t5-t11", "t5-f2", "t12-t11", "t6-t11",
    "t6-t12", "t3-t11", "t9-t11", "t9-f2", "t2-t9", "t8-t3", "t5-f4", "t2-t6", "t11-f1", "t9-f3",
    "t9-f3", "t7-t9", "t9-f4", "t11-f4", "t6-f4", "t3-f4", "t11-f3", "t6-f3", "t13-t10", "t1-t11",
]  # fmt: skip


MADE = 16  # moves made before the keyboard or the mouse takes over


def begun(shelf: PlayService, line: Line, moves: list[str]) -> str:
    """Start a play with the first moves of a line, while safe cards go up automatically."""
    key = opened(shelf, cadogan.game(line.game), line.deal)
    with shelf.changing(key) as play:
        for move in moves[:MADE]:
            play.move(move, auto="safe")
    return key


def test_a_game_won_by_keyboard(shelf: PlayService) -> None:
    shelf.store.save_settings({"auto": "safe"})
    key = begun(shelf, GRANDFATHERS_CLOCK, CLOCK)

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        geometry = app.screen.query_one(Board).geometry
        assert geometry is not None
        for move in CLOCK[MADE:]:
            source, target = move.split("-")
            there = way(geometry.places, table_of(app).focus.pile, source)
            await pilot.press(*there, "enter", *way(geometry.places, source, target), "enter")
        await pilot.press("f")
        assert table_of(app).view["won"]
        assert "The game is won!" in said(app)

    drive(shelf, key, play)
    won_once(shelf, key, [*CLOCK, "finish"])


def test_a_game_won_by_mouse(shelf: PlayService) -> None:
    shelf.store.save_settings({"auto": "safe"})
    key = begun(shelf, BAKERS_DOZEN, DOZEN)

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        for move in DOZEN[MADE:]:
            source, target = move.split("-")
            await click(pilot, app, Hit(source))
            await click(pilot, app, Hit(target))
        assert table_of(app).view["won"]

    drive(shelf, key, play)
    won_once(shelf, key, DOZEN)


def won_once(shelf: PlayService, key: str, moves: list[str]) -> None:
    """Check that the store counts the win with this number of steps."""
    record = shelf.store.load(key)
    assert record is not None
    [result] = shelf.store.results(record.game)
    assert result.won
    assert result.steps == len(record.steps) == len(moves)
    made = [step.split()[0] for step in record.steps]
    assert [(a, b) for a, b in zip(made, moves, strict=True) if b not in {a, "finish"}] == []


def spot(app: Terminal, hit: Hit) -> tuple[int, int]:
    """Return the place of a card on the board."""
    board = app.screen.query_one(Board)
    assert board.canvas is not None
    cards = len(table_of(app).cards(hit.pile))
    wanted = hit.pile, cards - 1 if hit.card < 0 else hit.card
    across, down = board.scroll_offset
    for y in range(board.size.height):
        for x in range(board.size.width):
            if board.canvas.at(x + across, y + down) == wanted:
                return x, y
    raise AssertionError(f"{hit} is not seen")


async def click(pilot: Pilot[None], app: Terminal, hit: Hit, times: int = 1) -> None:
    """Click on a card, or on an empty place."""
    assert await pilot.click(Board, offset=spot(app, hit), times=times)
    await pilot.pause()


# --- input ---------------------------------------------------------------------------------------


@driven("freecell", "ms:1")
async def test_a_double_click_makes_the_best_move(pilot: Pilot[None], app: Terminal) -> None:
    await click(pilot, app, Hit("t1"))
    chosen = table_of(app).chosen
    assert chosen is not None
    assert chosen.hit.pile == "t1"
    assert table_of(app).targets == {"c1", "c2", "c3", "c4"}
    await pilot.press("escape")
    assert table_of(app).chosen is None
    await click(pilot, app, Hit("t3"), times=2)
    assert play_of(app).record.done == 1


@driven("freecell", "ms:1")
async def test_cards_can_be_dragged(pilot: Pilot[None], app: Terminal) -> None:
    await pilot.mouse_down(Board, offset=spot(app, Hit("t1")))
    await pilot.mouse_up(Board, offset=spot(app, Hit("c1")))
    # a real press and release make a click; in Textual's pilot they do not
    board = app.screen.query_one(Board)
    board.post_message(Board.Pressed(Hit("c1"), Hit("t1"), twice=False))
    await pilot.pause()
    assert play_of(app).record.steps == ["t1-c1"]


@driven("freecell", "ms:1")
async def test_a_refusal_says_why_at_the_bottom(pilot: Pilot[None], app: Terminal) -> None:
    """A refusal in the terminal is the same sentence as on the page."""
    await click(pilot, app, Hit("t1"))
    await click(pilot, app, Hit("t2"))
    reason = play_of(app).why("t1", "t2", 1)
    assert said(app).startswith(reason)
    assert app.screen.query_one("#words").has_class("wrong")
    await pilot.press("u")
    assert said(app).startswith("There is nothing to undo.")


@driven("klondike")
async def test_keys_of_a_play(pilot: Pilot[None], app: Terminal) -> None:
    """The keys deal, undo, redo and show a possible move; keys without effect show a refusal."""
    await pilot.press("d", "space")
    assert play_of(app).record.steps == ["s-w", "s-w"]
    await pilot.press("u", "backspace")
    assert play_of(app).record.done == 0
    await pilot.press("y")
    assert play_of(app).record.done == 1
    await pilot.press("f")
    assert "cannot finish this game" in said(app)
    await pilot.press("m")
    assert said(app).startswith("Possible: ")
    first = said(app)
    await pilot.press("m")
    assert said(app) != first
    for opens in ("question_mark", "t"):
        await press(pilot, opens)
        assert isinstance(app.screen, Figures)
        await press(pilot, "escape")


@driven(GRANDFATHERS_CLOCK.game, GRANDFATHERS_CLOCK.deal)
async def test_a_hint_is_the_solvers_move(pilot: Pilot[None], app: Terminal) -> None:
    line = GRANDFATHERS_CLOCK
    app.advice.learn(play_of(app).position, tuple(line.moves), "won", 1.0)
    await pilot.press("h")
    await app.workers.wait_for_complete()
    await pilot.pause()
    source, target = line.moves[0].split("-")
    assert said(app).startswith("Hint: ")
    assert table_of(app).chosen is not None
    assert table_of(app).targets == {target}
    await click(pilot, app, Hit(target))
    assert play_of(app).record.steps == [f"{source}-{target}"]


@driven("casket")
async def test_tab_goes_to_every_pile(pilot: Pilot[None], app: Terminal) -> None:
    """Tab also reaches the inner piles of a casket, which no arrow key can reach."""
    names = set(table_of(app).view["piles"])
    for _ in range(len(names) - 1):
        names.discard(table_of(app).focus.pile)
        await pilot.press("tab")
    assert names == {table_of(app).focus.pile}


@driven("klondike")
async def test_leaving_a_play_opens_a_question(pilot: Pilot[None], app: Terminal) -> None:
    """The player may cancel the new deal, keep the old play, or give it up."""
    for answer, state in (("stay", "open"), ("keep", "open"), ("drop", "left")):
        before = table_of(app).key
        await press(pilot, "d", "n")
        await pilot.click(f"#{answer}")
        await pilot.pause()
        assert (table_of(app).key == before) == (answer == "stay")
        assert app.shelf.get(before).record.state == state


# --- one store ---------------------------------------------------------------------------------


def test_a_play_goes_on_from_page_to_terminal_and_back(tmp_path: Any) -> None:
    """Two programs share one file: each continues the other's play and overwrites nothing."""
    here, there = Repository.open(tmp_path), Repository.open(tmp_path)
    here.save_settings({"auto": "off"})
    page, shelf = PlayService(here), PlayService(there)
    key = page.start("klondike", {}, "7").record.play
    with page.changing(key) as same:
        same.move("s-w", auto="off")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        await pilot.press("enter")  # Enter chooses the first entry, which is an unfinished play
        await pilot.pause()
        assert table_of(app).key == key
        await pilot.press("d")
        assert page.get(key).record.steps == ["s-w", "s-w"]
        with page.changing(key) as same:
            same.move("s-w", auto="off")
        # The program refuses the command, because the player meant the position on the screen.
        await pilot.press("u")
        assert "This play has changed" in said(app)
        assert table_of(app).view["steps"] == 3
        await pilot.press("u", "q")

    drive(shelf, None, play)
    assert page.get(key).record.done == 2
    assert view(page.get(key))["steps"] == 2
    here.close()
    there.close()


def test_the_time_of_a_play() -> None:
    """The time counts from the first move, and pauses when the player leaves."""
    now = [0.0]
    store = Repository.in_memory()
    shelf = PlayService(store, ticks=lambda: now[0])
    key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        now[0] = 100.0
        await pilot.press("d")
        now[0] = 130.0
        await pilot.press("q")

    drive(shelf, key, play)
    record = store.load(key)
    assert record is not None
    assert record.seconds == 30.0
    store.close()


def test_an_unreadable_file_is_reported(
    shelf: PlayService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With an unreadable file the play continues, but without statistics or unfinished plays."""
    key = opened(shelf, cadogan.game("klondike"), "7")

    def unreadable(*_: object) -> None:
        raise UnreadableFileError("The plays cannot be read now.")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        monkeypatch.setattr(shelf.store, "results", unreadable)
        monkeypatch.setattr(shelf.store, "unfinished", unreadable)
        await pilot.press("t")
        assert said(app).startswith("The plays cannot be read now.")
        await press(pilot, "o")
        assert isinstance(app.screen, StartScreen)
        assert app.screen.query_one(OptionList).option_count

    drive(shelf, key, play)


@driven()
async def test_games_are_searched_by_all_their_names(pilot: Pilot[None], app: Terminal) -> None:
    """The text filters the list, Enter plays a game, and O returns to the list."""
    assert isinstance(app.screen, StartScreen)
    await pilot.press(*"idle year")
    games = app.screen.query_one(OptionList)
    assert games.get_option_at_index(0).id == "game:accordion"
    await press(pilot, "enter")
    assert table_of(app).view["game"]["id"] == "accordion"
    await pilot.press("m", "enter")
    await press(pilot, "o")
    assert isinstance(app.screen, StartScreen)
    app.screen.query_one(Input).value = "no such game"
    await pilot.pause()
    assert "No game has this name." in said(app)


@driven()
async def test_a_deal_with_house_rules(pilot: Pilot[None], app: Terminal) -> None:
    await press(pilot, *"birthday", "f2")
    app.screen.query_one("#number", Input).value = "7"
    app.screen.query_one("#option-target", Input).value = "19x6"
    await press(pilot, "enter")
    assert str(app.screen.query_one(".wrong", Static).content)
    app.screen.query_one("#option-target", Input).value = "1888"
    await press(pilot, "enter")
    game = table_of(app).view["game"]
    assert (game["deal"], game["options"]["target"]) == ("7", "1888")


# --- appearance ----------------------------------------------------------------------------------


def shown_now(app: Terminal) -> set[str]:
    """Return which of the rules and the board are visible."""
    parts = {"rules": app.screen.query_one("#rules"), "board": app.screen.query_one(Board)}
    return {name for name, part in parts.items() if part.display}


@driven("klondike", size=(120, 40))
async def test_rules_are_shown_beside_or_instead_of_the_board(
    pilot: Pilot[None], app: Terminal
) -> None:
    """A wide window shows rules and board; a narrow one shows only the rules until Esc."""
    rules = app.screen.query_one("#rules")
    await press(pilot, "f1")
    assert shown_now(app) == {"rules", "board"}
    await press(pilot, "end")
    assert rules.scroll_offset.y > 0
    await pilot.resize_terminal(80, 24)
    await pilot.pause()
    assert shown_now(app) == {"rules"}
    await press(pilot, "escape")
    assert shown_now(app) == {"board"}


@driven("spider", size=(40, 12))
async def test_a_narrow_window_scrolls_to_the_focus(pilot: Pilot[None], app: Terminal) -> None:
    board = app.screen.query_one(Board)
    for arrow in ("left", "right", "down", "up"):
        await press(pilot, *[arrow] * 9)
        spot(app, table_of(app).focus)
    assert board.canvas is not None
    assert board.canvas.width > board.size.width or board.canvas.height > board.size.height


def test_plain_letters_and_no_colours(shelf: PlayService, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--ascii` draws only ASCII, and `NO_COLOR` draws no coloured cards."""
    monkeypatch.setenv("NO_COLOR", "1")
    key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        canvas = app.screen.query_one(Board).canvas
        assert canvas is not None
        assert canvas.text.isascii()
        styles = [s.style for y in range(canvas.height) for s in canvas.line(y)]
        assert all(style is not None and style.color is style.bgcolor is None for style in styles)

    drive(shelf, key, play, ascii_only=True)


# --- the command -------------------------------------------------------------------------------


def test_the_command_needs_a_terminal() -> None:
    result = CliRunner().invoke(cli, ["play", "--terminal", "klondike"])
    assert result.exit_code == 2
    assert "needs a terminal" in result.output


def test_without_textual_the_command_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n.startswith("cadogan.terminal")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setitem(sys.modules, "textual.app", None)
    monkeypatch.setattr("cadogan.cli.commands._at_a_terminal", lambda: True)
    result = CliRunner().invoke(cli, ["play", "--terminal", "klondike"])
    assert result.exit_code == 2
    assert "pip install '.[terminal]' in the cloned directory" in result.output
