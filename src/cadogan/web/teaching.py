"""What a newcomer is shown of a game: moves that it allows and refuses, beside the rules."""

from __future__ import annotations

import functools

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cadogan.examples import Example, examples
from cadogan.play.shelf import game_with
from cadogan.position import Game
from cadogan.tongues import tongue
from cadogan.web.messages import answer, options_asked

__all__ = ["Teaching"]


@functools.lru_cache(maxsize=128)
def _examples(game: Game, _tongue: str) -> tuple[Example, ...]:
    return examples(game)


class Teaching:
    """The answers to those who are new to a game."""

    def routes(self) -> list[Route]:
        """Return what is answered."""
        return [Route("/examples/{game}", self.examples)]

    async def examples(self, request: Request) -> Response:
        """Return moves that the game allows and refuses; the first time they are looked for."""
        game = game_with(request.path_params["game"], options_asked(request))
        return answer({"examples": await run_in_threadpool(_examples, game, tongue())})
