"""API for reviewing a play: moves with verdicts, other lines, bookmarks, history.

A place is a line and the number of steps along it. The line is the play's own, or its first
``after`` steps followed by others. Viewing a place does not change the play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from starlette.requests import Request
from starlette.routing import Route

from cadogan.core.errors import IllegalMoveError
from cadogan.i18n import translate
from cadogan.model.position import game as game_named
from cadogan.rules.catalogue import find
from cadogan.rules.localize import localized
from cadogan.session import review
from cadogan.session.models import AT, shared
from cadogan.session.play import Play, first_steps
from cadogan.session.service import PlayService
from cadogan.session.solver_client import SolverClient
from cadogan.session.view import address, looked_at
from cadogan.web.schemas import Asked, revision_asked, route

Changed = Callable[[Request, int, Callable[[Play], object]], object]
SECONDS = 5.0  # the time limit for each verdict in a review


class LineRequest(Asked, frozen=True):
    """A line of steps: the play's own, or its first steps followed by others."""

    after: int = 0
    steps: tuple[str, ...] | None = None


class PlaceRequest(LineRequest, frozen=True):
    """A place on a line."""

    step: int = 0


class GoRequest(PlaceRequest, frozen=True, kw_only=True):
    """A place from which to continue, with the revision of the play on the page."""

    revision: int


class BookmarkRequest(LineRequest, frozen=True, kw_only=True):
    """A place to bookmark; by default the current place."""

    revision: int
    step: int | None = None


class ForgetRequest(Asked, frozen=True):
    """A bookmark or abandoned line to remove."""

    revision: int
    number: int


class Review:
    """Handlers for reviewing a play.

    ``changed`` applies a change to the play that a request names, and returns the new view.
    """

    def __init__(self, shelf: PlayService, advice: SolverClient, changed: Changed) -> None:
        self.shelf, self.advice, self.changed = shelf, advice, changed

    def routes(self) -> list[Route]:
        """Return the routes below ``/api``."""
        play = "/plays/{play}"
        return [
            route(f"{play}/line", self.line, LineRequest),
            route(f"{play}/look", self.look, PlaceRequest),
            route(f"{play}/go", self.go, GoRequest),
            route(f"{play}/bookmark", self.bookmark, BookmarkRequest),
            route(f"{play}/forget", self.forget, ForgetRequest),
            route(f"{play}/verdicts", self.verdicts),
            route(f"{play}/solution", self.solution),
            route("/history/{game}", self.history),
        ]

    async def line(self, request: Request, wish: LineRequest) -> object:
        """Return descriptions of the steps in a line, and the bookmarks and abandoned lines."""
        play = self.shelf.get(request.path_params["play"])
        steps = play.line(wish.after, wish.steps)
        record = play.record
        words = review.step_sentences(play.positions([])[0], steps)
        return {
            "revision": play.revision,
            "done": record.done,
            "steps": steps,
            "said": words,
            "won": play.positions(steps)[-1].won,
            "lent": record.own_part(steps) < len(steps) or record.is_practice(steps),
            "marks": [
                {**asdict(mark), "shared": shared(mark.steps, record.steps)}
                for mark in record.marks
            ],
        }

    async def look(self, request: Request, wish: PlaceRequest) -> object:
        """Return the view at a place."""
        play = self.shelf.get(request.path_params["play"])
        steps = play.line(wish.after, wish.steps)
        position = play.positions(first_steps(steps, wish.step))[-1]
        return looked_at(play, position, wish.step, len(steps), self.shelf.store.notice)

    async def go(self, request: Request, wish: GoRequest) -> object:
        """Continue from a place."""
        return self.changed(
            request,
            wish.revision,
            lambda play: play.go_to(wish.step, play.line(wish.after, wish.steps)),
        )

    async def bookmark(self, request: Request, wish: BookmarkRequest) -> object:
        """Bookmark a place."""

        def mark(play: Play) -> None:
            if wish.step is None:
                return play.bookmark()
            return play.bookmark(first_steps(play.line(wish.after, wish.steps), wish.step))

        return self.changed(request, wish.revision, mark)

    async def forget(self, request: Request, wish: ForgetRequest) -> object:
        """Remove a bookmark or an abandoned line."""
        return self.changed(request, wish.revision, lambda play: play.forget(wish.number))

    # -- solver verdicts -------------------------------------------------------------------------

    async def verdicts(self, request: Request) -> object:
        """Return the verdicts at the deal and after each step; the page polls until all are done.

        With ``urgent`` the verdicts take priority over a search for a deal, because the user is
        waiting.
        """
        revision = revision_asked(request)
        play = self.shelf.get(request.path_params["play"], revision)
        positions = play.positions(play.record.steps)
        asker = ("review", play.record.play)
        results = self.advice.of_path(positions, SECONDS)
        at, state, error = review.next_to_ask(results), "done", ""
        if at is not None:
            urgent = "urgent" in request.query_params
            verdict = await self.advice.verdict(
                positions[at], asker, seconds=SECONDS, quiet=not urgent, urgent=urgent
            )
            results, error = self.advice.of_path(positions, SECONDS), verdict.error
            if review.next_to_ask(results) is not None and not error:
                state = "working"
        return {
            "revision": revision,
            "state": state,
            "results": results,
            "thrown": review.thrown(results),
            "error": error or None,
        }

    async def solution(self, request: Request) -> object:
        """Return the winning moves after a given step; the page polls until it has them."""
        revision = revision_asked(request)
        play = self.shelf.get(request.path_params["play"], revision)
        step = request.query_params.get("step", str(play.record.done))
        if not (step.isascii() and step.isdigit() and int(step) <= len(play.record.steps)):
            many = len(play.record.steps)
            raise IllegalMoveError(
                translate("This play has only {many} steps. Choose one of them.", many=many)
            )
        position = play.positions(play.record.steps)[int(step)]
        verdict = await self.advice.verdict(position, play.record.play, urgent=True)
        return {
            "revision": revision,
            "state": verdict.state,
            "result": verdict.result,
            "after": int(step),
            "steps": verdict.line,
            "error": verdict.error or None,
        }

    # -- other plays -----------------------------------------------------------------------------

    async def history(self, request: Request) -> object:
        """Return all plays of a game."""
        game = find(request.path_params["game"])
        plays = self.shelf.history(game.id)
        return {
            "name": localized(game).name,
            "plays": [
                {
                    "play": past.play,
                    "name": game_named(past.game, **past.options).name,
                    "deal": past.deal,
                    "address": address(past.game, past.deal, past.options),
                    "state": past.state,
                    "ended": past.ended,
                    "won": past.won_steps is not None,
                    "practice": past.practice or past.deal.startswith(AT),
                    "steps": past.steps if past.won_steps is None else past.won_steps,
                    "seconds": round(past.seconds),
                    "updated": past.updated,
                }
                for past in plays
            ],
        }
