"""Small windows over the table: what becomes of a play, a deal by its number, figures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, Select, Static

from cadogan.i18n import translate
from cadogan.rules.definition import Definition
from cadogan.rules.localize import localized

KINDS = {
    "": "Any deal",
    "sure": "One that can be won",
    "easy": "An easy one",
    "middling": "A medium one",
    "hard": "A hard one",
}

_CSS = """
    $NAME { align: center middle; }
    $NAME > Vertical {
        width: 72; max-width: 96%; height: auto; max-height: 96%;
        padding: 1 2; background: $panel;
    }
    $NAME Label, $NAME Static { width: 100%; }
    $NAME .title { text-style: bold; margin-bottom: 1; }
    $NAME .wrong { color: $text-warning; }
    $NAME > Vertical > Horizontal { height: auto; margin-top: 1; }
    $NAME Button { margin-right: 1; padding: 0 1; }
    $NAME Input { background: $surface; margin-bottom: 1; }
    $NAME Select { margin: 0; }
    $NAME VerticalScroll { height: auto; max-height: 12; scrollbar-size: 1 1; }
"""


class Ask(ModalScreen[str]):
    """Asks a question; the answer is the key of a button, or empty when it is put away."""

    CSS = _CSS.replace("$NAME", "Ask")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')"),
        Binding("left", "app.focus_previous"),
        Binding("right", "app.focus_next"),
    ]

    def __init__(self, title: str, text: str, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._text, self._answers = title, text, answers

    def compose(self) -> ComposeResult:
        """Show the question over its answers."""
        with Vertical():
            yield Label(self._title, classes="title", markup=False)
            yield Static(self._text, markup=False)
            with Horizontal():
                for key, label in self._answers:
                    yield Button(label, id=key, compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Give the answer."""
        self.dismiss(event.button.id or "")


class Figures(ModalScreen[None]):
    """Shows lines of a name and a value."""

    CSS = _CSS.replace("$NAME", "Figures")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,t", "dismiss(None)"),
    ]

    def __init__(self, title: str, figures: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._title, self._figures = title, figures

    def compose(self) -> ComposeResult:
        """Show the figures, one a line."""
        wide = max(len(name) for name, _ in self._figures) + 3
        with Vertical():
            yield Label(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static("\n".join(f"{n:<{wide}}{v}" for n, v in self._figures), markup=False)
            with Horizontal():
                yield Button(translate("Close"), id="close", compact=True)

    def on_button_pressed(self) -> None:
        """Put the figures away."""
        self.dismiss(None)


class Deal(ModalScreen["tuple[str, dict[str, str], str] | None"]):
    """Asks for the number of a deal, or for one of :data:`KINDS`, and what is said before it.

    Args:
        definition: of the game.
        number: that stands there at first; empty for any deal.
        options: chosen at first.
        check: returns what is wrong with a number, options and a kind, or an empty text.
    """

    CSS = _CSS.replace("$NAME", "Deal")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)")]

    def __init__(
        self,
        definition: Definition,
        number: str,
        options: dict[str, str],
        check: Callable[[str, dict[str, str], str], str],
    ) -> None:
        super().__init__()
        self._definition, self._number = localized(definition), number
        self._options, self._check = options, check

    def compose(self) -> ComposeResult:
        """Show a field for the number and one for each option."""
        with Vertical():
            yield Label(self._definition.name, classes="title", markup=False)
            yield Label(translate("Deal number; empty for a new deal"), markup=False)
            yield Input(self._number, id="number", compact=True)
            kinds = [(translate(label), key) for key, label in KINDS.items()]
            yield Select(kinds, value="", allow_blank=False, id="kind", compact=True)
            with VerticalScroll(can_focus=False):
                for name, option in self._definition.options.items():
                    value = self._options.get(name, option.default)
                    yield Label(option.about, markup=False)
                    if option.answers:
                        answers = [(a.name or key, key) for key, a in option.answers.items()]
                        yield Select(
                            answers,
                            value=value,
                            allow_blank=False,
                            id=f"option-{name}",
                            compact=True,
                        )
                    else:
                        yield Input(value, id=f"option-{name}", compact=True)
            yield Static("", classes="wrong", markup=False)
            with Horizontal():
                yield Button(translate("Deal"), id="deal", compact=True)
                yield Button(translate("Back"), id="back", compact=True)

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
        """Who wants some kind of deal says no number."""
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


class Search(ModalScreen["str | None"]):
    """Looks for a deal, saying how many were tried; the answer is its number, if one is found.

    Args:
        kind: a key of :data:`KINDS`.
        find: looks for it until it is told that nobody waits any more.
        tried: how many deals would not do.
    """

    CSS = _CSS.replace("$NAME", "Search")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stop")]

    def __init__(
        self,
        kind: str,
        find: Callable[[Callable[[], Awaitable[bool]]], Awaitable[str | None]],
        tried: Callable[[], int],
    ) -> None:
        super().__init__()
        self._kind, self._find, self._tried = kind, find, tried
        self._stopped = False

    def compose(self) -> ComposeResult:
        """Say what is looked for."""
        with Vertical():
            kind = translate(KINDS[self._kind])
            title = translate("Looking for: {kind}", kind=kind[:1].lower() + kind[1:])
            yield Label(title, classes="title", markup=False)
            yield Static("", id="tried", markup=False)
            with Horizontal():
                yield Button(translate("Stop"), id="stop", compact=True)

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
