"""Play screen: the board, the keys, the rules beside the board, and messages."""

from __future__ import annotations

from contextlib import suppress
from textwrap import wrap
from typing import ClassVar

from rich.markdown import Markdown
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from cadogan.core.cards import HIDDEN
from cadogan.core.errors import CadoganError
from cadogan.i18n import msgid, translate
from cadogan.session.review import thrown
from cadogan.terminal.board import Board
from cadogan.terminal.dialogs import Ask, Figures
from cadogan.terminal.drawing import shown
from cadogan.terminal.host import Host
from cadogan.terminal.messages import LocalizedScreen, moves
from cadogan.terminal.table import Hit, Table

_FATES = {
    "won": msgid("Still winnable"),
    "lost": msgid("Lost"),
    "unknown": msgid("Not known"),
    "working": msgid("Working it out…"),
}
_BESIDE = 100  # the minimum number of columns for the rules beside the board


def two_lines(note: str, place: str, width: int) -> list[str]:
    """Return the two lines below the board, each up to ``width`` characters long.

    ``note`` reports a move or a refusal, and ``place`` describes the focus. A note that is too long
    for the two lines ends with an ellipsis.

    >>> two_lines("Turned seven of clubs.", "The stock: 23 face down", 30)
    ['Turned seven of clubs.', 'The stock: 23 face down']
    >>> two_lines("Turned seven of clubs; automatically ace of clubs to foundation 1.", "", 24)
    ['Turned seven of clubs;', 'automatically ace of …']
    """
    takes = len(wrap(note, max(1, width)))
    if takes > 1:
        return [note] if takes == 2 else wrap(note, width, max_lines=2, placeholder=" …")
    return [*filter(None, [note]), place]


class PlayScreen(LocalizedScreen):
    """Screen that shows one play at a time."""

    CSS = """
    PlayScreen > #head { height: 1; background: $panel; padding: 0 1; text-style: bold; }
    PlayScreen > #words { height: 2; padding: 0 1; }
    PlayScreen > #words.wrong { color: $text-warning; }
    PlayScreen #rules { display: none; width: 48; padding: 0 1 0 2; scrollbar-size: 1 1; }
    PlayScreen #rules.open { display: block; }
    PlayScreen.narrow #rules.open { width: 1fr; }
    PlayScreen.narrow Board.aside { display: none; }
    """
    # For each key: its name, its action, its displayed name, its label in the footer, its
    # description in the list of keys.
    KEYS: ClassVar[list[tuple[str, str, str, str, str]]] = [
        (
            "d,space",
            "do('deal')",
            "D",
            msgid("Deal"),
            msgid("deal from the stock, or make the game's special move"),
        ),
        ("u,backspace,ctrl+z", "do('undo')", "U", msgid("Undo"), msgid("undo")),
        ("y,ctrl+y", "do('redo')", "Y", "", msgid("redo")),
        ("a", "do('send_up')", "A", msgid("Up"), msgid("send safe cards up")),
        ("f", "do('finish')", "F", msgid("Finish"), msgid("finish: send all cards up")),
        ("h", "hint", "H", msgid("Hint"), msgid("hint: a move that wins")),
        ("m", "do('possible')", "M", msgid("Move"), msgid("show a possible move")),
        ("b", "do('best')", "B", "", msgid("best move for this card")),
        ("v", "truth", "V", "", msgid("show or hide whether the game can still be won")),
        ("n,f2", "fresh", "N", msgid("New"), msgid("new deal")),
        ("r", "again", "R", "", msgid("same deal again")),
        ("g", "number", "G", "", msgid("deal by number or difficulty, and house rules")),
        ("f1", "rules", "F1", msgid("Rules"), msgid("rules")),
        ("t", "stats", "T", "", msgid("statistics")),
        ("o", "others", "O", msgid("Games"), msgid("other games; this play stays saved")),
        ("question_mark,k", "keys", "?", msgid("Keys"), msgid("this list")),
        ("q,ctrl+c,ctrl+q", "app.leave", "Q", msgid("Quit"), msgid("leave; all plays stay saved")),
        ("enter", "enter", msgid("Enter"), "", msgid("choose a card, then its target")),
        ("plus,equals_sign", "do('more', 1)", "+", "", msgid("take more cards")),
        ("minus", "do('more', -1)", "-", "", msgid("take fewer cards")),
        ("escape", "let_go", "Esc", "", msgid("cancel the choice")),
        ("tab", "turn(1)", "Tab", "", msgid("next pile")),
        ("shift+tab", "turn(-1)", msgid("Shift+Tab"), "", msgid("previous pile")),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(keys, action, short or about, show=bool(short), key_display=shown_as)
            for keys, action, shown_as, short, about in KEYS
        ),
        *(Binding(key, f"step('{key}')", show=False) for key in Board.ARROWS),
    ]

    def __init__(self, terminal: Host, key: str) -> None:
        super().__init__()
        self.terminal = terminal
        self.table = Table(terminal.shelf, key)
        self._laid = False
        # The displayed verdict, with its play and revision.
        self._fate, self._about = "", ("", -1)
        self._complained = ""  # the last solver error that was shown

    def compose(self) -> ComposeResult:
        """Compose the header, the board and the messages."""
        yield Static(id="head", markup=False)
        with Horizontal():
            yield Board(self.terminal.look)
            with VerticalScroll(id="rules"):
                yield Static(id="page")
        yield Static(id="words", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the play."""
        self.query_one(Board).focus()
        self.show()

    def on_resize(self) -> None:
        """Show the rules beside or over the board, and wrap the messages for the new width."""
        self.set_class(self.size.width < _BESIDE, "narrow")
        self.show()

    def on_screen_resume(self) -> None:
        """Refresh the screen after a dialog."""
        self.show()

    # -- what is shown -----------------------------------------------------------------------------

    def show(self) -> None:
        """Redraw the whole screen."""
        table, view = self.table, self.table.view
        game = view["game"]
        state = []
        if view["won"] or view["over"]:
            state.append(translate("Won") if view["won"] else translate("No move is left"))
        if view["won"] and view["practice"]:
            state.append(translate("practice: does not count"))
        counters = [f"{some['label']} {some['value']}" for some in view["counters"]]
        play = translate("{name}, deal {deal}", name=game["name"], deal=game["deal"])
        self._wonder()
        fate = [self._fate] if self._fate else []
        head = "  ·  ".join([play, *fate, moves(view["steps"]), *counters, *state])
        self.query_one("#head", Static).update(head, layout=False)
        words = self.query_one("#words", Static)
        lines = two_lines(table.note, self._at(), self.size.width - 2)
        words.update("\n".join(lines), layout=False)
        words.set_class(table.wrong, "wrong")
        self.query_one(Board).show_table(table)

    def _at(self) -> str:
        """Describe the pile in focus, and all its visible cards."""
        table, look = self.table, self.terminal.look
        pile = table.focus.pile
        cards = table.cards(pile)
        down = cards.count(HIDDEN)
        seen = " ".join(shown(card, look) for card in cards[down:])
        hidden = translate("{n} face down", n=down) if down else ""
        contents = ", ".join(filter(None, [hidden, seen]))
        title = table.title(pile)
        return f"{title[:1].upper()}{title[1:]}: {contents or translate('empty')}"

    # -- keys --------------------------------------------------------------------------------------

    def action_do(self, method: str, *values: int) -> None:
        """Call the table's method with the given name."""
        getattr(self.table, method)(*values)
        self.show()

    def action_step(self, key: str) -> None:
        """Move the focus to the nearest pile in a direction."""
        self.query_one(Board).step(key)
        if self.table.chosen is None:
            self.table.say("")
        self.show()

    def action_turn(self, by: int) -> None:
        """Move the focus by a number of piles, in the view's order."""
        piles = list(self.table.view["piles"])
        at = piles.index(self.table.focus.pile)
        self.table.focus = Hit(piles[(at + by) % len(piles)])
        self.show()

    def action_enter(self) -> None:
        """Choose the focused card, or move the chosen cards to it."""
        focus, chosen = self.table.focus, self.table.chosen
        self.table.tap(focus)
        if chosen and chosen.hit.pile != focus.pile:
            self.table.focus = Hit(focus.pile)
        self.show()

    def action_let_go(self) -> None:
        """Close the rules, or cancel the choice."""
        if self.query_one("#rules").has_class("open"):
            self._close_rules()
            return
        self.table.choose(None)
        self.table.say("")
        self.show()

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Handle a click, or a drag from one pile to another."""
        table, hit = self.table, event.hit
        before = table.view["revision"]
        self.query_one(Board).focus()
        if hit is None:
            table.choose(None)
        elif event.source:
            table.lead(event.source, hit.pile)
        # the second click of a double click must not hit the card below
        elif not (event.twice and self._laid):
            table.tap(hit, twice=event.twice)
        elif table.kind(hit.pile) == "stock":
            table.tap(hit)
        self._laid = table.view["revision"] != before
        self.show()

    # -- solver verdicts ---------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show a winning move on the board."""
        self.run_worker(self._hint(), exclusive=True, group="hint")

    async def _hint(self) -> None:
        table = self.table
        position, revision = table.play.position, table.view["revision"]
        if position.over:
            table.possible() if not position.won else table.say(translate("The game is won."))
            self.show()
            return
        while True:
            verdict = await self.terminal.advice.verdict(position, table.key, urgent=True)
            if table is not self.table or table.view["revision"] != revision:
                return  # the position has changed
            if not self.query("#head"):
                return  # the program is ending
            if verdict.state == "done":
                break
            table.say(translate("Looking for a winning line…"))
            self.show()
        if verdict.result == "won":
            table.point(verdict.line[0], translate("Hint"))
        elif verdict.result == "lost":
            table.possible()
            lost = translate("This position cannot be won.")
            table.say(f"{lost} {table.note}")
        elif verdict.error and verdict.error == self._complained:
            table.possible()
            table.say(f"{translate('No verdict')}. {table.note}")
        elif verdict.error:
            self._complained = verdict.error
            table.say(verdict.error)
        else:
            table.say(translate("Not known yet: no winning line has been found."))
        self.show()

    def _wonder(self) -> None:
        """If the user has switched verdicts on, start a worker that finds the verdict."""
        view = self.table.view
        about = (self.table.key, view["revision"]) if self._truthful() else ("", -1)
        if about == self._about:
            return
        self._about, self._fate = about, ""
        if about[0] and not view["won"]:
            self.run_worker(self._learn(about), exclusive=True, group="truth")

    def _truthful(self) -> bool:
        with suppress(CadoganError):
            return self.terminal.shelf.store.settings().get("verdict") is True
        return False

    async def _learn(self, about: tuple[str, int]) -> None:
        play, steps = self.table.play, self.table.view["steps"]
        path = play.positions(play.record.steps[:steps])
        while True:
            known = await self.terminal.advice.verdict(path[-1], self.table.key)
            if about != self._about or not self.query("#head"):
                return  # the position has changed, or the program is ending
            words = translate(
                msgid("No verdict") if known.error else _FATES[known.result or known.state]
            )
            # the screen shows each error only once
            if known.error and known.error != self._complained:
                self._complained = known.error
                self.table.say(known.error)
            if known.result == "lost":
                since = thrown(self.terminal.advice.of_path(path))
                words = translate("Lost since move {step}", step=since) if since else words
                words = words if steps else translate("This deal cannot be won")
            if words != self._fate:
                self._fate = words
                self.show()
            if known.state == "done":
                return

    def action_truth(self) -> None:
        """Switch the verdict display on or off; the page shares this setting."""
        wish = not self._truthful()
        self._complained = ""  # so that the screen shows the error again
        self.terminal.shelf.store.save_settings({"verdict": wish})
        self.table.say(
            translate(
                msgid(
                    "The header now shows whether the game can still be won, with all cards known."
                )
                if wish
                else msgid("The header no longer shows whether the game can still be won.")
            )
        )
        self.show()

    # -- other deals -------------------------------------------------------------------------------

    def action_fresh(self) -> None:
        """Start a new deal of this game."""
        self.run_worker(self._begin(None), exclusive=True, group="begin")

    def action_again(self) -> None:
        """Start the same deal again."""
        deal = self.table.view["game"]["deal"]
        self.run_worker(self._begin(deal), exclusive=True, group="begin")

    async def _begin(self, deal: str | None) -> None:
        """Start another deal; if the play is unfinished, first ask whether to keep it."""
        view = self.table.view
        leave = "drop" if view["steps"] else ""
        if view["steps"] and not view["won"] and not view["over"]:
            again = deal is not None
            words = translate(
                "You can keep it and continue later. If you give it up, it counts as lost."
            )
            if again:
                words = translate(
                    "You can keep it and continue later. If you drop it, it does not count as lost."
                )
            elif view["wasWon"]:
                words = translate("You have won it before, so it still counts as won.")
            elif view["practice"]:
                words = translate(
                    "You can keep it and continue later. A practice play never counts as lost."
                )
            answers = [
                ("keep", translate("Keep it")),
                ("drop", translate(msgid("Drop it") if again else msgid("Give it up"))),
                ("stay", translate("Go on playing")),
            ]
            ask = Ask(translate("This play is not finished"), words, answers)
            leave = await self.app.push_screen_wait(ask)
            if leave not in {"keep", "drop"}:
                return
        game, dropped = view["game"], view["play"] if leave == "drop" else None
        play = self.terminal.shelf.start(game["id"], game["options"], deal, dropped)
        self.open(play.record.play)

    def open(self, key: str) -> None:
        """Show another play."""
        self.table.pause()
        self.table = Table(self.terminal.shelf, key)
        self.show()

    def action_number(self) -> None:
        """Ask for the number of a deal and for house rules."""
        self.run_worker(self._number(), exclusive=True, group="begin")

    async def _number(self) -> None:
        game = self.table.view["game"]
        found = await self.terminal.ask_deal(game["id"], game["deal"], game["options"])
        if found:
            self.open(found)

    def action_others(self) -> None:
        """Show the start screen; this play stays saved."""
        self.table.pause()
        self.app.pop_screen()

    # -- rules and figures -------------------------------------------------------------------------

    def action_rules(self) -> None:
        """Show or hide the rules."""
        rules = self.query_one("#rules", VerticalScroll)
        if rules.has_class("open"):
            self._close_rules()
            return
        self.query_one("#page", Static).update(Markdown(self.table.play.game.rules()))
        rules.add_class("open")
        self.query_one(Board).add_class("aside")
        rules.scroll_home(animate=False)
        rules.focus()
        self.table.say(translate("Rules: scroll with the arrow keys, close with Esc."))
        self.show()

    def _close_rules(self) -> None:
        self.query_one("#rules").remove_class("open")
        board = self.query_one(Board)
        board.remove_class("aside")
        board.focus()
        self.table.say("")
        self.show()

    def action_keys(self) -> None:
        """Show the list of keys and what they do."""
        keys = [
            (msgid("Arrows"), msgid("go to the nearest pile")),
            *((key[2], key[4]) for key in self.KEYS),
        ]
        rows = [(translate(key), translate(about)) for key, about in keys]
        self.app.push_screen(Figures(translate("All keys"), rows))

    def action_stats(self) -> None:
        """Show the statistics of this game."""
        game = self.table.view["game"]
        try:
            figures = self.terminal.figures(game["id"], game["options"])
        except CadoganError as error:  # the file cannot be read at the moment
            self.table.say(str(error), wrong=True)
            self.show()
        else:
            self.app.push_screen(Figures(*figures))
