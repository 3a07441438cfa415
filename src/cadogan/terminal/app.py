"""Terminal application, whose screens share one store of plays."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from subprocess import DEVNULL
from typing import ClassVar

from rich.markdown import Markdown
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from cadogan.core.errors import CadoganError, NoAnswerError
from cadogan.core.printable import printable
from cadogan.i18n import in_language, translate
from cadogan.model.deal_numbers import read_number
from cadogan.model.position import Game
from cadogan.model.position import game as game_named
from cadogan.rules.catalogue import find
from cadogan.rules.house_rules import differing
from cadogan.session.repository import Repository
from cadogan.session.service import MOST_DEALS, PlayService
from cadogan.session.solver_client import SolverClient
from cadogan.session.statistics import statistics
from cadogan.session.traits import no_levels
from cadogan.terminal.dialogs import Deal, Search
from cadogan.terminal.drawing import Look
from cadogan.terminal.messages import duration, language_of
from cadogan.terminal.play_screen import PlayScreen
from cadogan.terminal.start_screen import StartScreen

SEEKING = 60.0  # the maximum time of a search for a deal, in seconds
_DECODER = "getincrementaldecoder"  # the name of a global variable in Textual's driver module
LEVELS = ("easy", "medium", "hard")


class Rules(ModalScreen[None]):
    """A screen that shows a game's rules before a play."""

    CSS = """
    Rules { align: center middle; }
    Rules > VerticalScroll {
        width: 84; max-width: 96%; height: 96%; background: $panel; padding: 0 2;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,f1,q", "dismiss(None)")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        """Compose the rules page, which can scroll."""
        with VerticalScroll():
            yield Static(Markdown(self._text))


class Terminal(App[None]):
    """Textual application that runs Cadogan in a terminal.

    Args:
        shelf: the user's plays.
        play: the key of the play to open; without it the start screen opens.
        ascii_only: whether to write suits as letters and draw lines with ASCII characters.
    """

    TITLE = "Cadogan"
    ENABLE_COMMAND_PALETTE = False
    CSS = "ToastRack { dock: top; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True)
    ]

    def __init__(
        self, shelf: PlayService, play: str | None = None, *, ascii_only: bool = False
    ) -> None:
        super().__init__()
        self.shelf = shelf
        self.advice = SolverClient(errors=DEVNULL)
        deck = "classic-two"
        with suppress(CadoganError):
            deck = str(shelf.store.settings().get("deck", deck))
        suits = deck.rpartition("-")[2]
        self.look = Look(
            ascii_only, not self.no_color, suits if suits in {"four", "safe"} else "two"
        )
        self._first = play

    def on_mount(self) -> None:
        """Open the play or the start screen."""
        self.push_screen(StartScreen(self))
        if self._first:
            self.open(self._first)

    async def on_unmount(self) -> None:
        """Stop the solver's process."""
        await self.advice.close()

    def open(self, key: str) -> None:
        """Show a play on the existing play screen or on a new one."""
        try:
            self.shelf.get(key)
        except CadoganError as error:
            self.tell(error)
            return
        self.push_screen(PlayScreen(self, key))

    def tell(self, error: CadoganError) -> None:
        """Show an error over the screen."""
        self.notify(str(error), severity="warning", markup=False)

    def action_leave(self) -> None:
        """Leave the program, and stop the clocks of the open plays, which remain saved."""
        for screen in self.screen_stack:
            if isinstance(screen, PlayScreen):
                screen.table.pause()
        self.exit()

    def show_rules(self, game: str) -> None:
        """Show the rules of a game."""
        self.push_screen(Rules(game_named(game).rules()))

    async def ask_deal(self, game: str, number: str, options: Mapping[str, str]) -> str | None:
        """Ask for a deal and house rules; return the key of the new play, or None."""

        def wrong(number: str, options: dict[str, str], kind: str) -> str:
            try:
                dealt = game_named(game, **options)
                dealt.deal(read_number(number) if number else 1)
            except CadoganError as error:
                return str(error)
            if number and kind:
                return translate("Give either a number or a kind of deal, not both.")
            return no_levels(dealt) if kind in LEVELS else ""

        found = await self.push_screen_wait(Deal(find(game), number, dict(options), wrong))
        if found is None:
            return None
        chosen, answers, kind = found
        dealt = game_named(game, **answers)
        if kind:
            try:
                chosen = await self._seek(dealt, kind) or ""
            except NoAnswerError as error:
                self.tell(error)
                return None
            if not chosen:
                self.notify(translate("No such deal was found."), markup=False)
                return None
        return opened(self.shelf, dealt, chosen or None)

    async def _seek(self, game: Game, kind: str) -> str | None:
        """Find a winnable deal and return its number; ``kind`` may be a difficulty.

        Raises:
            NoAnswerError: the solver cannot search for such a deal.
        """
        first = secrets.randbelow(MOST_DEALS) + 1
        level = kind if kind in LEVELS else None
        failed: list[NoAnswerError] = []

        async def look(gone: Callable[[], Awaitable[bool]]) -> str | None:
            try:
                return await self.advice.winnable(game, first, level, wait=SEEKING, gone=gone)
            except NoAnswerError as error:  # raise the error only after the dialog has closed
                failed.append(error)
                return None

        found = await self.push_screen_wait(Search(kind, look, lambda: self.advice.search()[1]))
        if failed:
            raise failed[0]
        return found

    def figures(self, game: str, options: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
        """Return a game's name, and the statistics of its plays with the given house rules."""
        definition = find(game)
        answers = {name: key for name, key in options.items() if definition.options[name].answers}
        wanted = differing(definition.options, definition.answers) | answers
        s = statistics(self.shelf.store.results(definition.id), wanted)
        share = ""
        if s.played:
            share = f" ({translate('{low}%', low=round(100 * s.won / s.played))})"
        best = "-" if s.best_seconds is None else duration(s.best_seconds)
        return game_named(game, **options).name, [
            (translate("Played"), str(s.played)),
            (translate("Won"), f"{s.won}{share}"),
            (translate("Lost"), str(s.lost)),
            (translate("Current winning streak"), str(s.streak)),
            (translate("Longest winning streak"), str(s.best_streak)),
            (translate("Fewest moves"), "-" if s.fewest_steps is None else str(s.fewest_steps)),
            (translate("Shortest time"), best),
        ]


def opened(shelf: PlayService, game: Game, deal: str | None) -> str:
    """Return the key of the unfinished play for a deal; if there is none, start one.

    >>> from cadogan.model.position import game
    >>> shelf = PlayService(Repository.in_memory())
    >>> first = opened(shelf, game("klondike"), "7")
    >>> with shelf.changing(first) as play:
    ...     play.move("s-w")
    >>> opened(shelf, game("klondike"), "7") == first
    True
    >>> shelf.store.close()
    """
    if deal is not None:
        number = read_number(deal)
        for some in shelf.unfinished():
            if (some.game, some.options, some.deal) == (game.id, dict(game.said), number):
                return some.play
    return shelf.start(game.id, game.said, deal).record.play


@contextmanager
def lenient_input() -> Iterator[None]:
    """Replace input bytes that are not valid UTF-8, since Textual would crash on them."""
    try:
        from textual.drivers import linux_driver  # noqa: PLC0415  (not available on Windows)
    except ImportError:
        yield
        return
    names = vars(linux_driver)
    strict = names[_DECODER]
    names[_DECODER] = lambda name: partial(strict(name), errors="replace")
    try:
        yield
    finally:
        names[_DECODER] = strict


def run(
    game: Game | None = None,
    deal: str | None = None,
    *,
    ascii_only: bool = False,
    home: Path | str | None = None,
) -> str | None:
    """Run the terminal program until the user leaves it.

    Args:
        game: the game to play; without it the start screen opens.
        deal: the number of the deal; without it the program makes a new deal.
        ascii_only: whether to write suits as letters and draw lines with ASCII characters.
        home: the directory with the user's plays; by default the usual one.

    Returns:
        a notice about the file with the user's plays, or None.
    """
    with closing(Repository.open(home)) as store, in_language(language_of(store)):
        shelf = PlayService(store)
        key = opened(shelf, game, deal) if game else None
        with lenient_input():
            Terminal(shelf, key, ascii_only=ascii_only).run()
        return store.notice and printable(store.notice)
