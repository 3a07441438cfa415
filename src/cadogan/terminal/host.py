"""Interface through which screens call the program that shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cadogan.core.errors import CadoganError
from cadogan.session.service import PlayService
from cadogan.session.solver_client import SolverClient
from cadogan.terminal.drawing import Look


class Host(Protocol):
    """Program that shows the screens; :class:`cadogan.terminal.app.Terminal` implements it."""

    shelf: PlayService
    advice: SolverClient
    look: Look

    def open(self, key: str) -> None:
        """Show a play."""

    def action_leave(self) -> None:
        """Leave the program."""

    def tell(self, error: CadoganError) -> None:
        """Show an error over the screen."""

    def show_rules(self, game: str) -> None:
        """Show the rules of a game."""

    async def ask_deal(self, game: str, number: str, options: Mapping[str, str]) -> str | None:
        """Ask for a deal and house rules; return the key of the new play, or None."""

    def figures(self, game: str, options: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
        """Return a game's name and the statistics of its plays with these house rules."""
