"""API for statistics on all the user's plays, and for their export and import."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cadogan.core.errors import CadoganError
from cadogan.i18n import language, translate
from cadogan.model.position import Game
from cadogan.model.position import game as game_named
from cadogan.model.record import Record, write_record
from cadogan.odds_data.published_figure import figure
from cadogan.rules.catalogue import catalogue, find
from cadogan.rules.definition import Definition
from cadogan.rules.house_rules import differing
from cadogan.rules.localize import localized
from cadogan.rules.options import check_options
from cadogan.rules.user_games import user_games_folder
from cadogan.session.carried import carried, carried_word
from cadogan.session.carried import take_in as take_in_carried
from cadogan.session.export import MOST_BYTES, read, summary, take_in, written
from cadogan.session.models import Result
from cadogan.session.play import Play
from cadogan.session.service import PlayService
from cadogan.session.start import began, meant
from cadogan.session.statistics import statistics
from cadogan.session.traits import traits
from cadogan.session.view import address
from cadogan.web.schemas import Asked, body, options_asked, route

LAST = 40  # how many of the latest plays the list of all games shows
LAST_OF_GAME = 8  # how many of the latest plays the list of one game shows
_DAY = re.compile(r"20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])")


class OpenRequest(Asked, frozen=True):
    """A pasted text, and the game if the text does not name one."""

    text: str
    game: str | None = None
    options: dict[str, str | int] = msgspec.field(default_factory=dict)


class Statistics:
    """Handlers for statistics, for texts to copy and paste, and for backups.

    ``first_view`` returns the view of a new play.
    """

    def __init__(self, shelf: PlayService, first_view: Callable[[Play], dict[str, object]]) -> None:
        self.shelf, self.first_view = shelf, first_view
        self.store = shelf.store

    def routes(self) -> list[Route]:
        """Return the routes below ``/api``."""
        return [
            route("/records", self.records),
            route("/stats/{game}", self.stats),
            route("/traits", self.traits),
            route("/days", self.days),
            route("/export", self.export),
            route("/import", self.take_in, method="POST"),
            route("/open", self.open, OpenRequest),
            route("/plays/{play}/text", self.text),
            route("/plays/{play}/result", self.result),
        ]

    # -- statistics ------------------------------------------------------------------------------

    async def records(self, _: Request) -> object:
        """Summarize all plays, and list the latest overall and for each game, newest first.

        There is a summary of all plays, and one for each main game, game and game with house rules.
        """
        results = self.store.results()
        mains: dict[str, list[Result]] = {}
        games: dict[str, list[Result]] = {}
        forms: dict[tuple[str, str], list[Result]] = {}
        for result in results:
            game = _game(result)
            if game is None:  # the current version does not know the game
                continue
            mains.setdefault(game.definition.parent, []).append(result)
            games.setdefault(game.id, []).append(result)
            forms.setdefault((game.id, _choices(game)), []).append(result)
        last = {result.play for result in results[-LAST:]}
        last |= {result.play for some in mains.values() for result in some[-LAST_OF_GAME:]}
        return {
            "all": statistics(results),
            "mains": [{"game": id_, "stats": statistics(some)} for id_, some in mains.items()],
            "games": [_summed(id_, some) for id_, some in games.items()],
            "forms": [_formed(id_, some) for (id_, _), some in forms.items()],
            "last": [_last(result) for result in reversed(results) if result.play in last],
        }

    async def stats(self, request: Request) -> object:
        """Summarize the plays of a game, or only its plays with the given options."""
        definition = find(request.path_params["game"])
        asked = options_asked(request)
        known = check_options(definition, asked)
        options = differing(definition.options, definition.answers)
        options |= {name: known[name] for name in asked}
        return statistics(self.store.results(definition.id), options)

    async def result(self, request: Request) -> object:
        """Compare a won play with all plays played under the same rules."""
        play = self.shelf.get(request.path_params["play"])
        same = [
            result
            for result in self.store.results(play.game.id)
            if (game := _game(result)) and _choices(game) == _choices(play.game)
        ]
        won, record = [result for result in same if result.won], play.record
        others = [result for result in won if result.play != record.play]
        return {
            "stats": statistics(same),
            "steps": record.won_steps,
            "seconds": record.won_seconds,
            "fastest": _best(record.won_seconds, [r.seconds for r in others]),
            "shortest": _best(record.won_steps, [r.steps for r in others]),
        }

    async def traits(self, _: Request) -> object:
        """Return the traits and the published odds of each main game."""
        found = {}
        for name, definition in catalogue().items():
            if definition.parent == name:
                kind = traits(game_named(name))
                odds = figure(definition.odds)
                found[name] = {
                    "luck": kind.luck,
                    "length": kind.length,
                    "odds": odds and (odds.low + odds.high) / 2,
                }
                await asyncio.sleep(0)  # give other requests a turn
        return {"traits": found}

    async def days(self, _: Request) -> object:
        """Return the plays of daily deals, whose deal numbers are dates."""

        def asked(db: sqlite3.Connection) -> list[tuple[Any, ...]]:
            return db.execute(
                "SELECT game, deal, won_steps FROM plays WHERE state != 'new' AND options = '{}'"
                " AND deal GLOB '20[0-9][0-9][0-9][0-9][0-9][0-9]'"
            ).fetchall()

        won: dict[tuple[str, str], bool] = {}
        for game, deal, steps in self.store.look(asked):
            if _DAY.fullmatch(deal):
                won[game, deal] = won.get((game, deal), False) or steps is not None
        return {"days": [{"game": g, "deal": d, "won": some} for (g, d), some in won.items()]}

    # -- import and export -----------------------------------------------------------------------

    async def export(self, _: Request) -> object:
        """Return a backup of all plays."""
        name = f"cadogan-{time.strftime('%Y-%m-%d')}.json"
        return Response(
            written(self.store, user_games_folder()),
            media_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    async def take_in(self, request: Request) -> object:
        """Import a backup."""
        content = read(await body(request, MOST_BYTES))
        return {"said": summary(take_in(self.store, content, user_games_folder()))}

    async def open(self, _: Request, wish: OpenRequest) -> object:
        """Start or continue a play from a pasted text."""
        if (word := carried_word(wish.text)) is not None:
            return self.first_view(self.shelf.get(take_in_carried(self.store, word)))
        play = self.shelf.open(meant(wish.text, wish.game, wish.options))
        return self.first_view(play)

    async def text(self, request: Request) -> object:
        """Return a play's position and record as texts to copy, and the play as a word."""
        play = self.shelf.get(request.path_params["play"])
        if play.game.id not in catalogue():
            raise HTTPException(404)
        deal, start = began(play.game, play.record.deal)
        moves = tuple(
            move for step in play.record.steps[: play.record.done] for move in step.split()
        )
        record = Record(play.game, start, moves, deal if start.deal_number else None)
        return {
            "position": str(play.position),
            "record": write_record(record),
            "whole": carried(play.record),
        }


def _best(value: float | None, others: Iterable[float | None]) -> bool:
    """Return whether a play's value is lower than that of every other play."""
    known = [other for other in others if other is not None]
    return value is not None and bool(known) and value < min(known)


def _game(result: Result) -> Game | None:
    try:
        return game_named(result.game, **result.options)
    except CadoganError:
        return None


def _chosen(game: Game) -> dict[str, str]:
    """Return a game's house rules, excluding a birthday or an order of suits."""
    options = game.definition.options
    return {name: value for name, value in game.said.items() if options[name].kind == "choice"}


def _choices(game: Game) -> str:
    return " ".join(f"{name}={value}" for name, value in sorted(_chosen(game).items()))


def _summed(game_id: str, results: list[Result]) -> dict[str, Any]:
    definition = find(game_id)
    plain = all((game := _game(result)) and not _choices(game) for result in results)
    return {
        "game": game_id,
        "main": definition.parent,
        "name": localized(definition).name,
        "stats": statistics(results),
        "odds": _odds(definition) if plain else None,
    }


def _formed(game_id: str, results: list[Result]) -> dict[str, Any]:
    game = game_named(game_id, **results[0].options)
    return {
        "game": game_id,
        "name": game.name,
        "options": _chosen(game),
        "stats": statistics(results),
        "odds": _odds(game.definition),
    }


def _odds(definition: Definition) -> dict[str, Any] | None:
    found = figure(definition.odds)
    if found is None:
        return None
    words = translate(found.said)
    return {
        **found._asdict(),
        "said": words,
        "language": "en" if words == found.said else language(),
    }


def _last(result: Result) -> dict[str, Any]:
    game = _game(result)
    options = dict(game.said) if game else result.options
    return {
        "play": result.play,
        "game": result.game,
        "name": game.name if game else result.game,
        "deal": result.deal,
        "address": address(result.game, result.deal, options) if game else None,
        "won": result.won,
        "steps": result.steps,
        "seconds": result.seconds,
        "ended": result.ended,
    }
