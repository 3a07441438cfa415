"""Dialogs for questions, statistics, the choice of a deal, and the search for a deal."""

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
    "sure": msgid("A winnable deal"),
    "easy": msgid("An easy deal"),
    "medium": msgid("A medium deal"),
    "hard": msgid("A hard deal"),
}

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """Dialog with a title, a body and buttons, each with its key and its label."""

    SCOPED_CSS = False  # the style also applies to subclasses
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
        """Compose the body between the title and the buttons."""
        with Vertical():
            yield Label(self._title, classes="title", markup=False)
            yield from self.body()
            with Horizontal():
                for key, label in self._buttons:
                    yield Button(label, id=key, compact=True)

    def body(self) -> ComposeResult:
        """Return the widgets between the title and the buttons."""
        raise NotImplementedError


class Ask(Dialog[str]):
    """Dialog with a question; the answer is the key of a button, or "" after Escape."""

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
        """Answer with the key of the pressed button."""
        self.dismiss(event.button.id or "")


class Figures(Dialog[None]):
    """Dialog that lists names and values."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,t", "dismiss(None)")]

    def __init__(self, title: str, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__(title, [("close", translate("Close"))])
        self._figures = figures

    def body(self) -> ComposeResult:
        """Return the list, one entry per line."""
        wide = max(len(name) for name, _ in self._figures) + 3
        with VerticalScroll():
            yield Static("\n".join(f"{n:<{wide}}{v}" for n, v in self._figures), markup=False)

    def on_button_pressed(self) -> None:
        """Close the dialog."""
        self.dismiss(None)


class Deal(Dialog["tuple[str, dict[str, str], str] | None"]):
    """Dialog to enter the number or the kind of a deal (see :data:`KINDS`) and house rules.

    Args:
        definition: the game.
        number: the initial number; empty for any deal.
        options: the initial house rules.
        check: function that validates a number, options and a kind; returns an error message or "".
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
        """Return the fields for the deal number, for the kind of deal, and for each option."""
        yield Label(translate("Deal number (leave empty for a new deal)"), markup=False)
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
        """Clear the deal number when the user chooses a kind of deal."""
        if event.select.id == "kind" and event.value:
            self.query_one("#number", Input).value = ""

    def on_input_submitted(self) -> None:
        """Accept the input if it is valid."""
        self._done()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Accept the input or cancel, depending on the button."""
        if event.button.id == "back":
            self.dismiss(None)
        else:
            self._done()


class Search(Dialog["str | None"]):
    """Dialog that shows the progress of a search; the answer is the number of the deal, or None.

    Args:
        kind: a key of :data:`KINDS`.
        find: a function that searches for a deal until its argument returns true, which means that
            the user has cancelled.
        tried: a function that returns how many deals have been tried so far.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stop")]

    def __init__(
        self,
        kind: str,
        find: Callable[[Callable[[], Awaitable[bool]]], Awaitable[str | None]],
        tried: Callable[[], int],
    ) -> None:
        what = translate(KINDS[kind])
        title = translate("Looking for {kind}", kind=what[:1].lower() + what[1:])
        super().__init__(title, [("stop", translate("Stop"))])
        self._find, self._tried = find, tried
        self._stopped = False

    def body(self) -> ComposeResult:
        """Return the line that shows the number of deals tried."""
        yield Static("", id="tried", markup=False)

    def on_mount(self) -> None:
        """Start the search for a deal."""
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
        """Stop the search."""
        self._stopped = True

    def on_button_pressed(self) -> None:
        """Stop the search."""
        self._stopped = True
