"""The screen to choose a game on: what is not finished first, then all games by their names."""

from __future__ import annotations

from itertools import chain
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from cadogan.core.errors import CadoganError
from cadogan.i18n import msgid, translate
from cadogan.model.position import game as game_named
from cadogan.rules.catalogue import catalogue, names_of
from cadogan.rules.definition import Definition
from cadogan.rules.localize import localized, names_in_all
from cadogan.rules.search import bare, holds
from cadogan.terminal.dialogs import Ask
from cadogan.terminal.host import Host
from cadogan.terminal.messages import LocalizedScreen, moves


class StartScreen(LocalizedScreen):
    """Finds a game by its names, and begins it or goes on with it."""

    CSS = """
    StartScreen > #head { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    StartScreen > Input { border: none; height: 1; padding: 0 1; margin: 1 0; }
    StartScreen > OptionList { height: 1fr; border: none; padding: 0 1; scrollbar-size: 1 1; }
    StartScreen > #words { height: 3; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", msgid("Play"), show=True),
        Binding("down", "list", msgid("Games"), show=False),
        Binding("f1", "rules", msgid("Rules"), key_display="F1"),
        Binding("f2", "deal", msgid("Deal and house rules"), key_display="F2"),
        Binding("delete", "give_up", msgid("Give up"), key_display="Del"),
        Binding("escape", "back", msgid("Back"), key_display="Esc"),
        Binding("ctrl+q,ctrl+c", "app.leave", msgid("Quit"), key_display="^Q", priority=True),
    ]

    def __init__(self, terminal: Host) -> None:
        super().__init__()
        self.terminal = terminal

    def compose(self) -> ComposeResult:
        """Show a field to search with over what is found."""
        yield Static("Cadogan", id="head", markup=False)
        yield Input(placeholder=translate("Name of a game"), id="search")
        yield OptionList(markup=False)
        yield Static(id="words", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show all games."""
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """Show what is unfinished by now."""
        self.on_input_changed()

    def on_input_changed(self) -> None:
        """Show what is searched for."""
        text = self.query_one(Input).value.strip()
        games = [d for d in catalogue().values() if not text or holds(_names(d), text)]
        near = {d.id: _far(d, bare(text)) for d in games}
        shown = sorted(map(localized, games), key=lambda d: (near[d.id], bare(d.name)))
        options = self.query_one(OptionList)
        options.clear_options()
        if not text and (plays := self._unfinished()):
            options.add_options([*plays, None])
        options.add_options(Option(f"{d.name:<36} {d.family}", id=f"game:{d.id}") for d in shown)
        if options.option_count:
            options.highlighted = 0
        else:
            self._say(translate("No game of that name."))

    def _unfinished(self) -> list[Option]:
        try:
            plays = self.terminal.shelf.unfinished()
        except CadoganError as error:  # the file cannot be read just now
            self.terminal.tell(error)
            return []
        found = []
        for u in plays:
            name = game_named(u.game, **u.options).name
            parts = [translate("{name}, deal {deal}", name=name, deal=u.deal), moves(u.steps)]
            parts += [translate("won before")] * u.was_won + [translate("no move is left")] * u.over
            found.append(Option("  ·  ".join(parts), id=f"play:{u.play}"))
        return found

    def _say(self, text: str) -> None:
        self.query_one("#words", Static).update(text)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Describe the highlighted game."""
        kind, _, key = (event.option_id or "").partition(":")
        if kind == "game":
            d = localized(catalogue()[key])
            packs = "" if d.decks == 1 else translate("{n} packs.", n=d.decks)
            self._say(f"{d.about} {packs}".strip())
        else:
            notice = self.terminal.shelf.store.notice
            self._say(notice or translate("You go on where you left this deal."))

    def _at(self) -> tuple[str, str]:
        """Return what is highlighted: ``play`` or ``game``, and its key."""
        option = self.query_one(OptionList).highlighted_option
        kind, _, key = ((option and option.id) or "").partition(":")
        return kind, key

    # -- keys --------------------------------------------------------------------------------------

    def action_list(self) -> None:
        """Go from the field to the list."""
        self.query_one(OptionList).focus()

    def on_input_submitted(self) -> None:
        """Play what is found first."""
        self.action_take()

    def on_option_list_option_selected(self) -> None:
        """Play what was chosen."""
        self.action_take()

    def action_take(self) -> None:
        """Go on with a play, or begin a new deal of a game."""
        kind, key = self._at()
        if kind == "play":
            self.terminal.open(key)
        elif kind == "game":
            self.terminal.open(self.terminal.shelf.start(key, {}, None).record.play)

    def action_deal(self) -> None:
        """Ask for a deal by its number, and for house rules."""
        kind, key = self._at()
        if kind == "game":
            self.run_worker(self._deal(key), exclusive=True)

    async def _deal(self, game: str) -> None:
        found = await self.terminal.ask_deal(game, "", {})
        if found:
            self.terminal.open(found)

    def action_rules(self) -> None:
        """Show the rules of a game."""
        kind, key = self._at()
        if kind == "game":
            self.terminal.show_rules(key)

    def action_give_up(self) -> None:
        """Ask whether a play is to be given up."""
        kind, key = self._at()
        if kind == "play":
            self.run_worker(self._give_up(key), exclusive=True)

    async def _give_up(self, key: str) -> None:
        answers = [("keep", translate("Keep it")), ("drop", translate("Give it up"))]
        try:
            play = self.terminal.shelf.get(key)
        except CadoganError as error:  # it cannot be read just now
            self.terminal.tell(error)
            return
        if play.record.at_stake:
            words = translate("It then counts as lost.")
        elif play.practice:
            words = translate("It is practice, and counts neither way.")
        else:
            words = translate("It was won before, and stays won.")
        ask = Ask(translate("Give this play up?"), words, answers)
        if await self.app.push_screen_wait(ask) == "drop":
            try:
                self.terminal.shelf.leave(key)
            except CadoganError as error:  # another program was faster
                self.terminal.tell(error)
            self.on_input_changed()

    def action_back(self) -> None:
        """Search for nothing any more, or leave."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
            field.focus()
        else:
            self.terminal.action_leave()


def _far(definition: Definition, text: str) -> int:
    """Return how far a game's names are from a text: 0 when one is the text."""
    first, *others = map(bare, chain(*names_of(definition).values()))
    ways = text in (first, *others), first.startswith(text), text in first, True
    return ways.index(True)


def _names(definition: Definition) -> list[str]:
    return [*names_in_all(definition.family), *chain(*names_of(definition).values())]
