"""API for the editor, where users write, try out, check and save their own games.

The page identifies files by ids, never by paths. The server also stores the drafts. A browser
would store them separately for each port, and a server on another port could not show them.
"""

from __future__ import annotations

import asyncio
import functools
import re
from collections.abc import Awaitable, Callable
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from cadogan.core.errors import CadoganError, UnknownGameError
from cadogan.core.input_limits import DRAFT, definition_excess, read_bounded
from cadogan.core.offload import offload
from cadogan.core.user_folder import home
from cadogan.i18n import in_language, translate
from cadogan.i18n.grammar import capitalized
from cadogan.layout import load_whole
from cadogan.model.deal_numbers import read_number
from cadogan.model.position import Game
from cadogan.rules import user_games
from cadogan.rules.catalogue import built_in, canonical, catalogue, faults, find, games
from cadogan.rules.definition import Definition
from cadogan.rules.diagnostics import diagnose
from cadogan.rules.json_schema import json_schema
from cadogan.rules.location import Where
from cadogan.rules.search import fold
from cadogan.rules.source_map import Fault, top_value
from cadogan.rules.to_toml import copy_of, free_name
from cadogan.rules.user_games import id_of, user_games_folder, write_whole
from cadogan.session.service import PlayService
from cadogan.session.solver_errors import explained
from cadogan.session.view import dealt
from cadogan.web.jobs import Jobs, Question
from cadogan.web.schemas import Asked, options_asked, route

_NEW = "My Game"
BEGINNING = """\
# A game for Cadogan. The game is already playable. Change one thing at a time, and watch the table.
# Check looks for mistakes, and Play begins the game.

"""
_KEY = re.compile(r"(?:game|new)\.[a-z0-9-]{1,60}")  # the key of a draft


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An unsaved text in the editor.

    Attributes:
        text: the latest version of the text.
        at: when the user wrote the text, in milliseconds since 1970 by the browser's clock.
        seen: the edition of the file that the draft is based on; None without a file.
    """

    text: str
    at: int
    seen: str | None = None


class Drafts:
    """The user's drafts.

    A draft has the key ``game.ID`` if it changes a file, and ``new.KEY`` if it is a new game.

    Args:
        folder: the folder for drafts; by default the usual one.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder

    def _file(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise CadoganError(f"{key[:60]!r} is not a valid draft key")
        return (self._folder or home() / "drafts") / f"{key}.json"

    def keys(self) -> list[str]:
        """Return the keys of all drafts, sorted."""
        try:
            names = [file.stem for file in (self._folder or home() / "drafts").glob("*.json")]
        except OSError:
            return []
        return sorted(name for name in names if _KEY.fullmatch(name))

    def get(self, key: str) -> Draft | None:
        """Return a draft, or None if it is missing or unreadable."""
        try:
            return msgspec.json.decode(read_bounded(self._file(key), DRAFT), type=Draft)
        except (OSError, msgspec.DecodeError, UnicodeDecodeError):
            return None

    def put(self, key: str, draft: Draft | None) -> None:
        """Save or delete a draft.

        Raises:
            CadoganError: if the draft cannot be written.
        """
        file = self._file(key)
        if draft is not None:
            write_whole(file, msgspec.json.encode(draft).decode())
            return
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            reason = error.strerror or error
            raise CadoganError(f"{file} cannot be deleted: {reason}") from None


class Text(Asked, frozen=True):
    """A text to try, and its file; ``game`` names the game to deal from the text."""

    text: str
    id: str | None = None
    game: str | None = None
    deal: str = "1"


class Saved(Asked, frozen=True):
    """A text to save; ``seen`` is the edition of the file that the user has seen."""

    text: str
    seen: str | None = None


class Renamed(Asked, frozen=True):
    """A new name for a file."""

    name: str
    seen: str


class Deleted(Asked, frozen=True):
    """File to delete."""

    seen: str


class DraftRequest(Asked, frozen=True):
    """A draft to save; without a text, the server deletes the draft."""

    draft: Draft | None = None


class Desk:
    """Handlers for the editor; when a game gets a new id, its plays move to that id."""

    def __init__(self, shelf: PlayService) -> None:
        self._shelf = shelf
        self._drafts = Drafts()
        self._jobs = Jobs()
        self._trying = asyncio.Lock()

    def close(self) -> None:
        """Cancel the job."""
        self._jobs.close()

    def routes(self) -> list[Route]:
        """Return the routes below ``/api``."""
        file = "/desk/files/{game}"
        return [
            route("/desk/schema", self.schema),
            route("/desk/template", self.template),
            route("/desk/copy/{game}", self.copy),
            route("/desk/files", self.files),
            route("/desk/files", self.save_new, Saved),
            route(file, self.file),
            route(file, self.save, Saved, "PUT"),
            route(f"{file}/rename", self.rename, Renamed),
            route(f"{file}/delete", self.delete, Deleted),
            route("/desk/drafts/{key}", self.draft),
            route("/desk/drafts/{key}", self.save_draft, DraftRequest, "PUT"),
            route("/desk/try", self.attempt, Text),
            route("/desk/check", self.job("check"), Text),
            route("/desk/solve", self.job("solve"), Text),
            route("/desk/stop", self.stop, method="POST"),
        ]

    # -- starting points -------------------------------------------------------------------------

    async def schema(self, _: Request) -> object:
        """Return the schema that the page uses to complete keys and phrases."""
        return _schema()

    async def template(self, _: Request) -> object:
        """Return the text of a playable new game, with explanations."""
        game_id, text = user_games.template(free_name(_NEW, games()))
        # The first comment of a file names commands, for which the page has buttons.
        return {"id": game_id, "text": BEGINNING + text.partition("\n\n")[2]}

    async def copy(self, request: Request) -> object:
        """Return a text with a game's rules, and the key for its draft.

        For one of the user's own games, return the name of its file instead.
        """
        game_id, answers = canonical(request.path_params["game"], options_asked(request))
        definition = find(game_id, answers)
        if definition.parent not in built_in():
            return {"own": definition.parent, "text": "", "key": ""}
        name = free_name(f"My {definition.name}", games())
        text = await offload(copy_of, game_id, answers, name)
        key = fold(" ".join([game_id, *chain(*answers.items())])).replace(" ", "-")
        return {"own": None, "text": text, "key": f"new.{key[:60]}"}

    # -- files -----------------------------------------------------------------------------------

    async def files(self, _: Request) -> object:
        """Return the user's files with their errors, and the keys of all drafts."""
        known, wrong = catalogue(), faults()
        return {
            "files": [
                {
                    "id": key,
                    "name": known[key].name if key in known else key,
                    "fault": _briefly(key, wrong.get(key)),
                }
                for key in user_games.user_game_ids(user_games_folder())
            ],
            "drafts": self._drafts.keys(),
        }

    async def file(self, request: Request) -> object:
        """Return one of the user's definition files."""
        return self._kept(request)._asdict()

    def _kept(self, request: Request) -> user_games.Kept:
        game_id = request.path_params["game"]
        file = user_games.read_kept(user_games_folder(), game_id)
        if file is None:
            raise UnknownGameError(f"you have no file of your own for a game {game_id!r}")
        return file

    async def save_new(self, _: Request, wish: Saved) -> object:
        """Save a text in a new file, named after the game."""
        return _keep(id_of(_name_in(wish.text)), wish.text, None)

    async def save(self, request: Request, wish: Saved) -> object:
        """Save a text in its file, unless the file has changed elsewhere."""
        return _keep(request.path_params["game"], wish.text, wish.seen)

    async def rename(self, request: Request, wish: Renamed) -> object:
        """Give a game a new name and the matching id; its plays move to that id."""
        old = request.path_params["game"]
        name = " ".join(wish.name.split())
        renamed = user_games.rename(user_games_folder(), old, name, wish.seen, games())
        if renamed.id != old:
            self._shelf.rename(old, renamed.id)
        return renamed._asdict()

    async def delete(self, request: Request, wish: Deleted) -> object:
        """Delete a file; the plays of its games stay in the statistics."""
        user_games.remove(user_games_folder(), request.path_params["game"], wish.seen)
        return {}

    async def draft(self, request: Request) -> object:
        """Return a draft, or null."""
        return {"draft": self._drafts.get(request.path_params["key"])}

    async def save_draft(self, request: Request, wish: DraftRequest) -> object:
        """Save or delete a draft."""
        self._drafts.put(request.path_params["key"], wish.draft)
        return {}

    # -- trying ----------------------------------------------------------------------------------

    async def attempt(self, request: Request, wish: Text) -> object:
        """Report the errors in a text, or deal one of its games."""
        number = read_number(wish.deal)
        async with self._trying:  # run one trial at a time, even if the user types fast
            if await request.is_disconnected():
                return {}
            return await offload(_attempt, wish, number)

    def job(self, ask: Any) -> Callable[[Request, Text], Awaitable[object]]:
        """Return a handler for a long question; the page polls until there is an answer."""

        async def answered(_: Request, wish: Text) -> object:
            number = read_number(wish.deal) if ask == "solve" else "1"
            file = _file_of(wish)
            asked = Question(ask, wish.text, file, wish.game or Path(file).stem, number)
            reply = await self._jobs.ask(asked)
            if "error" in reply:
                raise CadoganError(explained(reply["error"].removeprefix(f"{file}: ")))
            if "report" in reply and (why := reply["report"]["unplayed"]):
                reply = {**reply, "report": {**reply["report"], "unplayed": explained(why)}}
            return reply

        return answered

    async def stop(self, _: Request) -> object:
        """Cancel the job."""
        self._jobs.close()
        return {}


_schema = functools.cache(json_schema)  # cached, because building the schema takes a second


def _keep(game_id: str, text: str, seen: str | None) -> dict[str, Any]:
    return user_games.keep(user_games_folder(), game_id, text, seen, games())._asdict()


def _briefly(game_id: str, fault: str | None) -> str | None:
    """Return the error in a file, without the path."""
    return fault and fault.removeprefix(f"{(user_games_folder() / f'{game_id}.toml').as_posix()}: ")


def _name_in(text: str) -> str:
    """Return the game's name as given in a text.

    Raises:
        CadoganError: if the text has no name, or exceeds a limit for definitions.
    """
    if excess := definition_excess(text):
        raise CadoganError(excess)
    spot = top_value(text, "name")
    name = re.fullmatch(r"""(["'])(.+)\1""", text[spot.start : spot.end]) if spot else None
    if name is None:
        raise CadoganError(translate("the game has no name yet: write name = 'My Game' at the top"))
    try:
        return str(msgspec.toml.decode(f"name = {name[0]}")["name"])
    except msgspec.DecodeError:
        return name[2]


def _file_of(wish: Text) -> str:
    """Return the name of the file for a text."""
    try:
        game_id = wish.id or id_of(_name_in(wish.text))
        return f"{id_of(game_id)}.toml"
    except CadoganError:
        return f"{id_of(_NEW)}.toml"


def _attempt(wish: Text, number: str) -> dict[str, Any]:
    file = _file_of(wish)
    found: dict[str, Definition] = {}

    def load(text: str, file: str) -> None:
        found.update(load_whole(text, file))
        if wish.id is None:
            _check_name(text, file)
        _check_ids(found, file)

    with in_language("en"):  # English, because definitions and their errors are in English
        faults = diagnose(wish.text, file, load)
    if faults:
        return {"faults": [*map(_plain, faults)], "games": [], "shown": None}
    own = [definition for key, definition in found.items() if definition.id == key]
    definition = next((one for one in own if one.id == wish.game), own[0])
    game = Game(definition)
    return {
        "faults": [],
        "games": [{"id": one.id, "name": one.name} for one in own],
        "shown": {
            "id": game.id,
            "name": game.name,
            "deal": number,
            "picture": dealt(game.deal(number)),
            "markdown": game.rules(),
        },
    }


def _check_name(text: str, file: str) -> None:
    """Reject a name that gives no file name, as saving a new game does."""
    try:
        id_of(_name_in(text))
    except CadoganError as error:
        raise Where(file, "name").error(str(error)) from None


def _check_ids(found: dict[str, Definition], file: str) -> None:
    """Reject the ids of built-in games."""
    taken = games(own=False)
    for key, definition in found.items():
        if key in taken:
            if key == definition.parent:
                raise Where(file, "name").error(
                    f"a game {key!r} already exists: give this one another name"
                )
            kind = "variants" if key == definition.id else "combinations"
            raise Where(file, f"{kind}.{key}").error(
                "a game in the catalogue already has this id: choose another id"
            )


def _plain(fault: Fault) -> dict[str, Any]:
    message = fault.said
    return {**fault._asdict(), "said": message if fault.key else capitalized(message)}
