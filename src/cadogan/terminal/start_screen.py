"""Start screen: a list of unfinished plays, followed by all games by name."""

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
    """A screen on which the user searches for a game, and starts or continues a play."""

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
        """Show the search field above the list of results."""
        yield Static("Cadogan", id="head", markup=False)
        yield Input(placeholder=translate("Name of a game"), id="search")
        yield OptionList(markup=False)
        yield Static(id="words", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Focus the search field."""
        self.query_one(Input).focus()

    def on_screen_resume(self) -> None:
        """Refresh the list of unfinished plays."""
        self.on_input_changed()

    def on_input_changed(self) -> None:
        """Show the games that match the search."""
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
            self._say(translate("No game has this name."))

    def _unfinished(self) -> list[Option]:
        try:
            plays = self.terminal.shelf.unfinished()
        except CadoganError as error:  # the file cannot be read at the moment
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
            self._say(notice or translate("Continue this deal where you left it."))

    def _at(self) -> tuple[str, str]:
        """Return the kind of the highlighted entry (``play`` or ``game``) and its key."""
        option = self.query_one(OptionList).highlighted_option
        kind, _, key = ((option and option.id) or "").partition(":")
        return kind, key

    # -- keys --------------------------------------------------------------------------------------

    def action_list(self) -> None:
        """Move the focus from the field to the list."""
        self.query_one(OptionList).focus()

    def on_input_submitted(self) -> None:
        """Start or continue the first result."""
        self.action_take()

    def on_option_list_option_selected(self) -> None:
        """Start or continue the chosen entry."""
        self.action_take()

    def action_take(self) -> None:
        """Continue a play, or start a new deal of a game."""
        kind, key = self._at()
        if kind == "play":
            self.terminal.open(key)
        elif kind == "game":
            self.terminal.open(self.terminal.shelf.start(key, {}, None).record.play)

    def action_deal(self) -> None:
        """Ask for the number of a deal and for house rules."""
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
        """Give up a play, after asking for confirmation."""
        kind, key = self._at()
        if kind == "play":
            self.run_worker(self._give_up(key), exclusive=True)

    async def _give_up(self, key: str) -> None:
        answers = [("keep", translate("Keep it")), ("drop", translate("Give it up"))]
        try:
            play = self.terminal.shelf.get(key)
        except CadoganError as error:  # the play cannot be read at the moment
            self.terminal.tell(error)
            return
        if play.record.at_stake:
            words = translate("It will count as lost.")
        elif play.practice:
            words = translate("It is a practice play and does not count.")
        else:
            words = translate("You have won it before, so it still counts as won.")
        ask = Ask(translate("Give up this play?"), words, answers)
        if await self.app.push_screen_wait(ask) == "drop":
            try:
                self.terminal.shelf.leave(key)
            except CadoganError as error:  # another program has changed or ended the play
                self.terminal.tell(error)
            self.on_input_changed()

    def action_back(self) -> None:
        """Clear the search, or leave if it is already empty."""
        field = self.query_one(Input)
        if field.value:
            field.value = ""
            field.focus()
        else:
            self.terminal.action_leave()


def _far(definition: Definition, text: str) -> int:
    """Return how poorly a game's names match a text; 0 if one name equals the text."""
    first, *others = map(bare, chain(*names_of(definition).values()))
    ways = text in (first, *others), first.startswith(text), text in first, True
    return ways.index(True)


def _names(definition: Definition) -> list[str]:
    return [*names_in_all(definition.family), *chain(*names_of(definition).values())]
