"""Server for the page: the web API for the user's plays, on 127.0.0.1 only.

Every response under ``/api`` is JSON. Errors elsewhere are also JSON, except for the pages that
browsers receive with status 403 or 404. An error is ``{"error": "one sentence"}`` with one of these
status codes:

- 400: the request is malformed;
- 403: the request comes from a foreign page or user;
- 404: no such resource;
- 409: the play or file has changed in the meantime (a GET of a play returns 200 with ``stale``);
- 413, 415: the request is too long, or not JSON;
- 422: the action is not allowed;
- 503: no deal found in time, or the plays currently cannot be read.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import quote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from cadogan.core.errors import (
    CadoganError,
    IllegalMoveError,
    NoAnswerError,
    UnknownGameError,
    did_you_mean,
)
from cadogan.core.printable import printable
from cadogan.i18n import in_language, language, languages, translate
from cadogan.i18n.grammar import capitalized
from cadogan.layout import own_faults
from cadogan.model.position import Game
from cadogan.model.position import game as game_named
from cadogan.odds_data import in_short, meaning, measured_and_played
from cadogan.rules.catalogue import own_games
from cadogan.rules.user_games import ChangedElsewhereError
from cadogan.session.play import Auto, Play
from cadogan.session.repository import Repository, StalePlayError, UnreadableFileError
from cadogan.session.review import thrown
from cadogan.session.service import MOST_DEALS, PlayService, UnknownPlayError
from cadogan.session.solver_client import SolverClient
from cadogan.session.start import began
from cadogan.session.traits import differs_in_level, has_choice, no_levels
from cadogan.session.view import address, game_list, picture, view
from cadogan.web.access import Guard, Keys, page
from cadogan.web.desk import Desk
from cadogan.web.preload import Preloaded, Preloader
from cadogan.web.review import Review
from cadogan.web.schemas import (
    ActionRequest,
    Asked,
    EmptyRequest,
    answer,
    game_asked,
    revision_asked,
    route,
    sentence,
)
from cadogan.web.static_files import Files, Known
from cadogan.web.statistics import Statistics
from cadogan.web.tour import Onboarding

STATIC = Path(__file__).parent / "static"
WINNABLE_SECONDS = 20.0  # time limit for finding a winnable deal
DIFFICULT_SECONDS = 60.0  # time limit for a given difficulty, which needs many plays of each deal
_DECKS = tuple(
    f"{size}-{suits}" for size in ("classic", "large") for suits in ("two", "four", "safe")
)
_PLAIN = "!'()*"  # characters that encodeURIComponent leaves unescaped but quote() does not
_log = logging.getLogger("cadogan.web")


# --- requests of the page ------------------------------------------------------------------------


class NewPlay(Asked, frozen=True):
    """Play to start; ``leaving`` is an unfinished play that the user gives up for this one.

    With ``winnable`` or a ``difficulty``, the server finds a new deal that is proved to be
    winnable.
    """

    game: str
    options: dict[str, str | int] = msgspec.field(default_factory=dict)
    deal: str | int | None = None
    leaving: str | None = None
    winnable: bool = False
    difficulty: Literal["easy", "medium", "hard"] | None = None


class MoveRequest(Asked, frozen=True):
    """Move, with the revision of the play shown on the page."""

    move: str
    revision: int


class WhyRequest(Asked, frozen=True):
    """Move that was not in the page's list of legal moves."""

    source: str
    target: str
    count: int = 1


Name = Annotated[str, msgspec.Meta(max_length=40, pattern="^[a-z0-9-]*$")]


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The user's settings, with their defaults."""

    auto: Auto = "safe"
    deck: str = _DECKS[0]
    back: Name = "deck"
    motion: Literal["normal", "fast", "off"] = "normal"
    one_tap: bool = False
    mirrored: bool = False
    thumb: bool = True
    confirm: bool = True
    keys: bool = True
    theme: Literal["auto", "light", "dark"] = "auto"
    table: Literal["green", "blue", "wood"] = "green"
    clock: bool = False
    verdict: bool | None = None  # None: the user has not answered yet
    sound: bool = False
    haptics: bool = False
    awake: bool = False
    winnable: bool = False
    language: str = "auto"  # or the code of a language
    favourites: tuple[Name, ...] = ("freecell", "klondike", "pyramid", "spider")


def _own_fault(fault: str) -> str:
    return translate("One of your own games is invalid: {fault}.", fault=fault)


# --- answers -------------------------------------------------------------------------------------


class _Api:
    def __init__(self, shelf: PlayService, advice: SolverClient, games: Preloader) -> None:
        self.shelf = shelf
        self.preparation = games
        self.store = shelf.store
        self.advice = advice
        self.teaching = Onboarding(self.store)

    def routes(self) -> list[Route]:
        play = "/plays/{play}"
        return [
            route("/games", self.games),
            route("/played", self.played),
            route("/rules/{game}", self.rules),
            route("/pictures/{game}", self.picture),
            route("/address/{game}/{deal}", self.address),
            route("/levels/{game}", self.levels),
            route("/search", self.search),
            route("/plays", self.plays),
            route("/plays", self.start, NewPlay),
            route(play, self.show),
            route(f"{play}/move", self.move, MoveRequest),
            route(f"{play}/undo", self.action(Play.undo), ActionRequest),
            route(f"{play}/redo", self.action(Play.redo), ActionRequest),
            route(f"{play}/auto", self.action(Play.send_up), ActionRequest),
            route(f"{play}/finish", self.action(Play.finish), ActionRequest),
            route(f"{play}/leave", self.leave, EmptyRequest),
            route(f"{play}/why", self.why, WhyRequest),
            route(f"{play}/pause", self.pause, EmptyRequest),
            route(f"{play}/prepare", self.prepare, EmptyRequest),
            route(f"{play}/verdict", self.verdict),
            *Review(self.shelf, self.advice, self._changed).routes(),
            *self.teaching.routes(),
            route("/settings", self.settings),
            route("/settings", self.change_settings, dict[str, object], "PUT"),
        ]

    # -- games ---------------------------------------------------------------------------------

    async def games(self, _: Request) -> object:
        return {"games": game_list(self._results(), self.store.last_played())}

    def _results(self) -> dict[str, tuple[int, int]]:
        """Return, for each game, how many plays have ended and how many were won."""
        came_of: dict[str, tuple[int, int]] = {}
        for result in self.store.results():
            ended, won = came_of.get(result.game, (0, 0))
            came_of[result.game] = (ended + 1, won + result.won)
        return came_of

    async def played(self, _: Request) -> object:
        """Return the part of the list of games that depends on the user."""
        results, last = self._results(), self.store.last_played()
        return {
            "games": {
                game: {
                    "stats": dict(zip(("played", "won"), results.get(game, (0, 0)), strict=True)),
                    "last": last.get(game, 0),
                }
                for game in sorted({*results, *last})
            },
            "own": bool(own_games()),
        }

    async def rules(self, request: Request) -> object:
        game = game_asked(request)
        figures = measured_and_played(game.definition, game.options)
        # the heading for the explanation of the numbers
        odds = {"title": translate("Odds"), "meaning": meaning()} if any(figures) else None
        return {"name": game.name, "markdown": game.rules(), "odds": odds}

    async def picture(self, request: Request) -> object:
        return picture(game_named(request.path_params["game"]))

    async def levels(self, request: Request) -> object:
        """Return the odds for a game, and its difficulty levels if it has any."""
        game = game_asked(request)
        about = translate(
            "All these deals can be won. Simple programs that see only the cards you see play each"
            " deal many times. They often win an easy deal, and hardly ever a hard one. The search"
            " may take a minute."
        )
        summary = in_short(*measured_and_played(game.definition, game.options))
        odds = summary or translate("The odds under these rules have not been measured.")
        return {"levels": differs_in_level(game), "about": about, "odds": odds}

    async def address(self, request: Request) -> object:
        """Return the canonical address of a deal."""
        game = game_asked(request)
        return {"address": _address(game, request.path_params["deal"])}

    # -- plays ---------------------------------------------------------------------------------

    async def plays(self, _: Request) -> object:
        return {"plays": self._plays(), "notice": self._notice()}

    def _plays(self) -> list[dict[str, object]]:
        return [
            {
                "play": u.play,
                "name": game_named(u.game, **u.options).name,
                "game": u.game,
                "deal": u.deal,
                "address": address(u.game, u.deal, u.options),
                "steps": u.steps,
                "updated": u.updated,
                "over": u.over,
                "practice": u.lent,
                "wasWon": u.was_won,
            }
            for u in self.shelf.unfinished()
        ]

    def _notice(self) -> str | None:
        return " ".join(filter(None, (self.store.notice, *map(_own_fault, own_faults())))) or None

    async def leave(self, request: Request, _sent: EmptyRequest) -> object:
        self.shelf.leave(request.path_params["play"])
        return await self.plays(request)

    async def start(self, request: Request, wish: NewPlay) -> object:
        if not (await self.preparation.near(wish.game) or await self.preparation.done()):
            raise HTTPException(503)  # the same status as for requests about all games
        if wish.winnable or wish.difficulty:
            return await self._start_winnable(request, wish)
        return self._begin(wish, None if wish.deal is None else str(wish.deal))

    def _begin(self, wish: NewPlay, deal: str | None) -> dict[str, object]:
        """Start a play; its view reports whether an old play was lost, and may contain the tour."""
        play = self.shelf.start(wish.game, wish.options, deal, wish.leaving)
        lost = wish.leaving is not None and self.shelf.is_lost(wish.leaving)
        tour = self.teaching.first_tour(play.game)
        return {**self.first_view(play), "lost": lost, "tour": tour}

    def first_view(self, play: Play) -> dict[str, object]:
        """Return the view of a started or continued play; ``asks`` offers to show verdicts."""
        # A verdict does not help if the player never has a choice.
        asks = self._settings().verdict is None and has_choice(play.game)
        return {**view(play, self.store.notice), "asks": asks}

    async def show(self, request: Request) -> object:
        return self.first_view(self.shelf.get(request.path_params["play"]))

    async def move(self, request: Request, wish: MoveRequest) -> object:
        auto = self._settings().auto
        return self._changed(request, wish.revision, lambda play: play.move(wish.move, auto=auto))

    def action(self, act: Callable[[Play], None]) -> Callable[..., Awaitable[object]]:
        async def acted(request: Request, wish: ActionRequest) -> object:
            return self._changed(request, wish.revision, act)

        return acted

    def _changed(self, request: Request, revision: int, act: Callable[[Play], object]) -> object:
        """Change and save the play in the address, and return its view."""
        with self.shelf.changing(request.path_params["play"], revision) as play:
            act(play)
        return view(play, self.store.notice)

    async def why(self, request: Request, wish: WhyRequest) -> object:
        play = self.shelf.get(request.path_params["play"])
        return {"reason": play.why(wish.source, wish.target, wish.count)}

    async def pause(self, request: Request, _sent: EmptyRequest) -> object:
        with self.shelf.changing(request.path_params["play"]) as play:
            play.pause()
        return {"seconds": round(play.seconds, 1)}

    # -- solver verdicts -------------------------------------------------------------------------

    async def prepare(self, request: Request, _sent: EmptyRequest) -> object:
        """Prepare the solver for the game, because the page may soon ask for a verdict."""
        await self.advice.prepare(self.shelf.get(request.path_params["play"]).position)
        return {}

    async def verdict(self, request: Request) -> object:
        """Return the verdict on the current position; the page polls until it is final."""
        revision = revision_asked(request)
        play = self.shelf.get(request.path_params["play"], revision)
        # the play may continue during the search
        position, before, step = play.position, play.before, play.record.done
        path = play.positions(play.record.steps[:step])
        key = play.record.play
        verdict = await self.advice.verdict(position, key, urgent="urgent" in request.query_params)
        lost_by = None
        if verdict.result == "lost" and before:
            earlier = await self.advice.verdict(before, key, seconds=1.0)
            if earlier.result == "won":
                lost_by = {"step": step, "said": translate("This move lost the game.")}
            elif earlier.state != "done":
                verdict = earlier  # answer only once both verdicts are known
            elif since := thrown(self.advice.of_path(path)):
                words = translate("The game is lost since move {since}.", since=since)
                lost_by = {"step": since, "said": words}
        return {
            "revision": revision,
            "state": verdict.state,
            "result": verdict.result,
            "moves": len(verdict.line) if verdict.result == "won" else None,
            "hint": verdict.line[0] if verdict.line else None,
            "lost_by": lost_by,
            "error": verdict.error or None,
        }

    async def search(self, _: Request) -> object:
        """Return the state of the search for a deal."""
        state, tried = self.advice.search()
        return {"state": state, "tried": tried}

    async def _start_winnable(self, request: Request, wish: NewPlay) -> dict[str, object]:
        if wish.deal is not None:
            raise HTTPException(
                400, translate("Cadogan finds a winnable deal itself: omit the deal number.")
            )
        game = game_named(wish.game, **wish.options)
        if wish.difficulty and (reason := no_levels(game)):
            raise HTTPException(400, reason)
        first = secrets.randbelow(MOST_DEALS) + 1
        wait = DIFFICULT_SECONDS if wish.difficulty else WINNABLE_SECONDS
        deal = await self.advice.winnable(
            game, first, wish.difficulty, wait=wait, gone=request.is_disconnected
        )
        if deal is None:
            kind = {
                None: translate("no winnable deal"),
                "easy": translate("no easy deal"),
                "medium": translate("no medium deal"),
                "hard": translate("no hard deal"),
            }[wish.difficulty]
            words = translate(
                "Cadogan found {kind} of {name} in {seconds} seconds. Try again, or play any deal.",
                kind=kind,
                name=game.name,
                seconds=f"{wait:.0f}",
            )
            raise HTTPException(503, words)
        return self._begin(wish, deal)

    # -- the page ------------------------------------------------------------------------------

    def known(self, request: Request) -> Known:
        """Return the data that a play's page would request immediately.

        Omit data that causes an error; the page then requests it and receives the reason.
        """
        answers: dict[str, object] = {}
        modules: list[str] = []
        with suppress(CadoganError, HTTPException):
            answers["/api/settings"] = settings = self._settings()
            plays = self._plays()
            answers["/api/plays"] = {"plays": plays, "notice": self._notice()}
            name, deal = request.path_params["game"], request.path_params.get("deal")
            game, at = game_asked(request), None
            if deal is not None:
                at = _address(game, deal)
                answers[_asked_at(name, deal, request.url.query)] = {"address": at}
            if play := next((str(p["play"]) for p in plays if p["address"] == at), None):
                answers[f"/api/plays/{play}"] = shown = self.first_view(self.shelf.get(play))
                asks, new = shown["asks"], False
            else:
                asks, new = settings.verdict is None, self.teaching.is_new(game)
            modules += ["play-extras"] if asks or new else []
            modules += ["tour"] if new else []
        return Known(answers, tuple(modules))

    # -- settings ------------------------------------------------------------------------------

    def _settings(self) -> Settings:
        """Return the stored settings, except settings from other versions of the program."""
        values: dict[str, object] = {}
        for name, value in self.store.settings().items():
            with suppress(CadoganError):
                _settings_of({name: value})
                values[name] = value
        return _settings_of(values)

    def wished(self) -> str:
        """Return the language in the user's settings, or ``auto`` if these cannot be read."""
        try:
            return self._settings().language
        except CadoganError:
            return "auto"

    async def settings(self, _: Request) -> object:
        return self._settings()

    async def change_settings(self, _: Request, change: dict[str, object]) -> object:
        settings = _settings_of({**msgspec.to_builtins(self._settings()), **change})
        self.store.save_settings(change)
        return settings


def _known(api: _Api, request: Request) -> Known | None:
    """Return the data to include in a play's page, or None if that fails."""
    try:
        return api.known(request)
    except Exception:  # noqa: BLE001  # the page itself must not fail; it requests the data
        _log.exception("%s: no data sent with the page", printable(request.url.path))
        return None


def _address(game: Game, deal: str) -> str:
    """Return the canonical address of a deal."""
    deal, _ = began(game, deal)
    return address(game.id, deal, dict(game.said))


def _asked_at(game: str, deal: str, query: str) -> str:
    """Return the path that requests the canonical address of a deal."""
    path = f"/api/address/{quote(game, safe=_PLAIN)}/{quote(deal, safe=_PLAIN)}"
    return f"{path}?{query}" if query else path


def _settings_of(values: Mapping[str, object]) -> Settings:
    """Validate settings.

    Raises:
        CadoganError: if one is invalid; the message names it.
    """
    known = list(msgspec.to_builtins(Settings()))
    for name in values:
        if name not in known:
            raise CadoganError(f"There is no setting {name[:40]!r}; {did_you_mean(name, known)}")
    try:
        settings = msgspec.convert(values, Settings)
    except msgspec.ValidationError as error:
        raise CadoganError(sentence(error).replace("request is", "settings are", 1)) from None
    if settings.deck not in _DECKS:
        hint = did_you_mean(settings.deck, _DECKS)
        raise CadoganError(f"There is no deck {settings.deck[:40]!r}; {hint}")
    codes = ("auto", *languages())
    if settings.language not in codes:
        hint = did_you_mean(settings.language, codes)
        raise CadoganError(f"There is no language {settings.language[:40]!r}; {hint}")
    return settings


_STATUS: list[tuple[type[CadoganError], int]] = [
    (UnknownGameError, 404),
    (UnknownPlayError, 404),
    (UnreadableFileError, 503),
    (NoAnswerError, 503),
    (IllegalMoveError, 422),
    (CadoganError, 400),
]


def create_app(store: Repository, port: int, keys: Keys | None = None) -> Starlette:
    """Return the page's web application.

    Args:
        store: the user's plays.
        port: the server's port; requests for another port are rejected.
        keys: the keys that requests need; by default new ones, available in ``app.state``.
    """
    keys = keys or Keys(port)
    shelf = PlayService(store)
    advice = SolverClient()
    games = Preloader()
    api = _Api(shelf, advice, games)
    files = Files(STATIC)
    desk = Desk(shelf)

    @asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        games.begin()
        yield
        await advice.close()
        desk.close()

    async def board(request: Request) -> Response:
        if near := await games.near(request.path_params["game"]):
            games.stand_aside()
        return await files.page(request, _known(api, request) if near else None)

    async def refused(_: Request, error: CadoganError) -> Response:
        status = next(status for kind, status in _STATUS if isinstance(error, kind))
        more = {"refused": True} if isinstance(error, IllegalMoveError) else {}
        return answer({"error": capitalized(str(error)), **more}, status)

    async def changed(_: Request, error: ChangedElsewhereError) -> Response:
        file = None if error.kept is None else error.kept._asdict()
        return answer({"error": f"{capitalized(str(error))}.", "kept": file}, 409)

    async def stale(request: Request, error: StalePlayError) -> Response:
        play = shelf.get(request.path_params["play"])
        values = {"error": str(error), "view": view(play, store.notice), "stale": True}
        return answer(
            values, 200 if request.method == "GET" else 409
        )  # browsers log an error for a 409

    async def wrong(request: Request, error: HTTPException) -> Response:
        message = error.detail
        if error.status_code == 404:
            message = translate("There is nothing at {path}.", path=request.url.path[:100])
            browses = "text/html" in request.headers.get("accept", "")
            if browses and not request.url.path.startswith("/api/"):
                return HTMLResponse(page(language(), message, "/", translate("All the games")), 404)
        elif error.status_code == 405:
            at = request.url.path[:100]
            message = translate(
                "{method} is not allowed at {path}.", method=request.method, path=at
            )
        return answer({"error": message}, error.status_code)

    async def failed(request: Request, error: Exception) -> Response:
        _log.error("%s %s failed", request.method, printable(request.url.path), exc_info=error)
        with in_language(
            request.scope.get("language", "en")
        ):  # the request's own language context has ended
            message = translate(
                "Cadogan has an internal error. Details are in its terminal, or in the browser's"
                " console."
            )
            return answer({"error": message}, 500)

    handlers: dict[Any, Any] = {
        ChangedElsewhereError: changed,
        StalePlayError: stale,
        CadoganError: refused,
        HTTPException: wrong,
        Exception: failed,
    }
    app = Starlette(
        routes=[
            Route("/", files.page),
            Route("/play/{game}", board),
            Route("/play/{game}/{deal}", board),
            Route("/desk", files.page),
            Route("/desk/{game}", files.page),
            Route("/service-worker.js", files.worker),
            Route("/favicon.ico", files.icon),
            Mount("/static", files),
            Mount(
                "/api",
                routes=[*api.routes(), *Statistics(shelf, api.first_view).routes(), *desk.routes()],
                middleware=[Middleware(Preloaded, games=games)],
            ),
        ],
        middleware=[Middleware(Guard, port=port, keys=keys, wished=api.wished)],
        exception_handlers=handlers,
        lifespan=living,
    )
    app.state.advice, app.state.games, app.state.keys = advice, games, keys
    return app
