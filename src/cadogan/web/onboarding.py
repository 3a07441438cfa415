"""What a newcomer is shown: moves that a game allows and refuses, and a tour of its table."""

from __future__ import annotations

import functools
from typing import Annotated

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cadogan.i18n import language, translate
from cadogan.model.position import Game
from cadogan.model.rule_examples import Example, examples
from cadogan.rules.catalogue import find, is_known
from cadogan.session.repository import Repository
from cadogan.web.schemas import Asked, answer, game_asked, read
from cadogan.web.tour import tour

_TOURED = "toured"  # what the families are kept under, beside the settings
_MOST = 200  # families that are remembered


@functools.lru_cache(maxsize=128)
def _examples(game: Game, _tongue: str) -> tuple[Example, ...]:
    return examples(game)


class Toured(Asked, frozen=True):
    """A family whose tour is not to begin of itself any more; ``*`` for all of them."""

    family: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Onboarding:
    """The answers to those who are new to a game, and who they are."""

    def __init__(self, store: Repository) -> None:
        self.store = store

    def routes(self) -> list[Route]:
        """Return what is answered."""
        return [
            Route("/examples/{game}", self.examples),
            Route("/tour/{game}", self.tour),
            Route("/tours", self.toured, methods=["POST"]),
        ]

    async def examples(self, request: Request) -> Response:
        """Return moves that the game allows and refuses; the first time they are looked for."""
        game = game_asked(request)
        return answer({"examples": await run_in_threadpool(_examples, game, language())})

    async def tour(self, request: Request) -> Response:
        """Return the steps of a tour of the table."""
        return answer(self._tour(game_asked(request)))

    def first_tour(self, game: Game) -> dict[str, object] | None:
        """Return the tour that begins by itself: of a game whose family a person meets first."""
        return self._tour(game) if self.is_new(game) else None

    def _tour(self, game: Game) -> dict[str, object]:
        words = {
            "back": translate("Back"),
            "next": translate("Next"),
            "play": translate("Play"),
            "end": translate("End the tour"),
        }
        return {"family": game.definition.family, "steps": tour(game), "words": words}

    async def toured(self, request: Request) -> Response:
        """Note that a tour has been made, or is not wanted."""
        wish = await read(request, Toured)
        known = [*self._families()]
        if wish.family not in known:
            self.store.save_settings({_TOURED: [*known, wish.family][-_MOST:]})
        return answer({})

    def _families(self) -> set[str]:
        kept = self.store.settings().get(_TOURED)
        return {name for name in kept if isinstance(name, str)} if isinstance(kept, list) else set()

    def is_new(self, game: Game) -> bool:
        """Say whether a person meets a family for the first time."""
        family, toured = game.definition.family, self._families()
        if toured & {family, "*"}:
            return False
        known = filter(is_known, self.store.last_played())
        return all(find(name).family != family for name in known)
