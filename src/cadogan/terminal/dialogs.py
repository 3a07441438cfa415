"""Small windows over the table: what becomes of a play, a deal by its number, figures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from cadogan.i18n import msgid, translate
from cadogan.rules.definition import Definition
from cadogan.rules.localize import localized

KINDS = {
    "": msgid("Any deal"),
    "sure": msgid("One that can be won"),
    "easy": msgid("An easy one"),
    "medium": msgid("A medium one"),
    "hard": msgid("A hard one"),
}

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A small window: a title, a body and buttons, each with its key and its label."""

    SCOPED_CSS = False  # it is for the classes below
    CSS = """
    Dialog { align: center middle; }
    Dialog > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 96%;
        padding: 1 2; background: $panel;
    }
    Dialog Label, Dialog Static { width: 100%; }
    Dialog .title { text-style: bold; margin-bottom: 1; }
    Dialog .wrong { color: $text-warning; }
    Dialog > Vertical > Horizontal { height: auto; margin-top: 1; }
    Dialog Button { margin-right: 1; padding: 0 1; }
    Dialog Input { background: $surface; margin-bottom: 1; }
    Dialog Select { margin: 0; }
    Dialog VerticalScroll { height: auto; max-height: 12; scrollbar-size: 1 1; }
    """

    def __init__(self, title: str, buttons: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._buttons = title, buttons

    def compose(self) -> ComposeResult:
        """Show the body between the title and the buttons."""
        with Vertical():
            yield Label(self._title, classes="title", markup=False)
            yield from self.body()
            with Horizontal():
                for key, label in self._buttons:
                    yield Button(label, id=key, compact=True)

    def body(self) -> ComposeResult:
        """Return what stands between the title and the buttons."""
        raise NotImplementedError


class Ask(Dialog[str]):
    """Asks a question; the answer is the key of a button, or empty when it is put away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')"),
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
    ]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, answers)
        self._text = text

    def body(self) -> ComposeResult:
        """Return the question."""
        yield Static(self._text, markup=False)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Give the answer."""
        self.dismiss(event.button.id or "")


class Figures(Dialog[None]):
    """Shows lines of a name and a value."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,t", "dismiss(None)")]

    def __init__(self, title: str, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, [("close", translate("Close"))])
        self._figures = figures

    def body(self) -> ComposeResult:
        """Return the figures, one a line."""
        wide = max(len(name) for name, _ in self._figures) + 3
        with VerticalScroll():
            yield Static("\n".join(f"{n:<{wide}}{v}" for n, v in self._figures), markup=False)

    def on_button_pressed(self) -> None:
        """Put the figures away."""
        self.dismiss(None)


class Deal(Dialog["tuple[str, dict[str, str], str] | None"]):
    """Asks for the number of a deal, or for one of :data:`KINDS`, and for house rules.

    Args:
        definition: the game.
        number: the number shown at first; empty for any deal.
        options: the choices shown at first.
        check: returns what is wrong with a number, options and a kind, or an empty text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def __init__(
        self,
        definition: Definition,
        number: str,
        options: dict[str, str],
        check: Callable[[str, dict[str, str], str], str],
    ) -> None:
        self._definition = localized(definition)
        buttons = [("deal", translate("Deal")), ("back", translate("Back"))]
        super().__init__(self._definition.name, buttons)
        self._number, self._options, self._check = number, options, check

    def body(self) -> ComposeResult:
        """Return a field for the number and one for each option."""
        yield Label(translate("Deal number; empty for a new deal"), markup=False)
        yield Input(self._number, id="number", compact=True)
        kinds = [(translate(label), key) for key, label in KINDS.items()]
        yield Select(kinds, value="", allow_blank=False, id="kind", compact=True)
        with VerticalScroll(can_focus=False):
            for name, option in self._definition.options.items():
                value, field = self._options.get(name, option.default), f"option-{name}"
                yield Label(option.about, markup=False)
                if option.answers:
                    answers = [(a.name or key, key) for key, a in option.answers.items()]
                    yield Select(answers, value=value, allow_blank=False, id=field, compact=True)
                else:
                    yield Input(value, id=field, compact=True)
        yield Static("", classes="wrong", markup=False)

    def _read(self) -> tuple[str, dict[str, str], str]:
        options = {}
        for name, option in self._definition.options.items():
            field = self.query_one(f"#option-{name}")
            if isinstance(field, Input | Select):
                options[name] = str(field.value).strip()
            if option.answers and options[name] == option.default:
                del options[name]
        kind = str(self.query_one("#kind", Select).value)
        return self.query_one("#number", Input).value.strip(), options, kind

    def _done(self) -> None:
        number, options, kind = self._read()
        wrong = self._check(number, options, kind)
        if wrong:
            self.query_one(".wrong", Static).update(wrong)
        else:
            self.dismiss((number, options, kind))

    def on_select_changed(self, event: Select.Changed) -> None:
        """Empty the number when a kind of deal is chosen."""
        if event.select.id == "kind" and event.value:
            self.query_one("#number", Input).value = ""

    def on_input_submitted(self) -> None:
        """Deal."""
        self._done()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Deal, or do not."""
        if event.button.id == "back":
            self.dismiss(None)
        else:
            self._done()


class Search(Dialog["str | None"]):
    """Looks for a deal, and shows how many were tried; the answer is its number, if one is found.

    Args:
        kind: a key of :data:`KINDS`.
        find: looks for it until its argument returns true: nobody waits any more.
        tried: returns how many deals were tried.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stop")]

    def __init__(
        self,
        kind: str,
        find: Callable[[Callable[[], Awaitable[bool]]], Awaitable[str | None]],
        tried: Callable[[], int],
    ) -> None:
        what = translate(KINDS[kind])
        title = translate("Looking for: {kind}", kind=what[:1].lower() + what[1:])
        super().__init__(title, [("stop", translate("Stop"))])
        self._find, self._tried = find, tried
        self._stopped = False

    def body(self) -> ComposeResult:
        """Return the line of what was tried."""
        yield Static("", id="tried", markup=False)

    def on_mount(self) -> None:
        """Begin to look."""
        self.set_interval(0.5, self._tell)
        self.run_worker(self._look(), exclusive=True)

    def _tell(self) -> None:
        if count := self._tried():
            words = (
                translate("1 deal tried.") if count == 1 else translate("{n} deals tried.", n=count)
            )
            self.query_one("#tried", Static).update(words)

    async def _look(self) -> None:
        async def stopped() -> bool:
            return self._stopped

        self.dismiss(await self._find(stopped))

    def action_stop(self) -> None:
        """Look no more."""
        self._stopped = True

    def on_button_pressed(self) -> None:
        """Look no more."""
        self._stopped = True
