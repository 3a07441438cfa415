"""JSON requests and responses of the page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from cadogan.core.errors import InvalidOptionError
from cadogan.core.input_limits import json_excess
from cadogan.i18n import translate
from cadogan.model.position import Game, game

LONGEST = 64 * 1024  # maximum bytes in a request
T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of every request; it rejects unknown keys."""


class EmptyRequest(Asked, frozen=True):
    """Empty request; its address contains all the information."""


class ActionRequest(Asked, frozen=True):
    """Request to undo, redo, move safe cards up or finish, with the revision shown on the page."""

    revision: int


def sentence(error: msgspec.ValidationError) -> str:
    """Convert msgspec's message to a sentence.

    >>> try:
    ...     msgspec.json.decode(b'{"revision": "x"}', type=ActionRequest)
    ... except msgspec.ValidationError as error:
    ...     print(sentence(error))
    The request is invalid at revision: expected `int`, got `str`.
    """
    text, _, path = str(error).partition(" - at `$.")
    place = f" at {path.rstrip('`')}" if path else ""
    return f"The request is invalid{place}: {text[:1].lower()}{text[1:]}."


async def read(request: Request, kind: type[T]) -> T:
    """Parse the body of a request.

    Raises:
        HTTPException: if it is invalid, with a sentence that explains why.
    """
    content = await body(request)
    if excess := json_excess(content.decode("utf-8", "replace")):
        raise HTTPException(400, f"The request is invalid: {excess}.")
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(400, sentence(error)) from None
    except msgspec.DecodeError:
        raise HTTPException(400, "The request is not JSON.") from None


async def body(request: Request, longest: int = LONGEST) -> bytes:
    """Return the body of a request, up to ``longest`` bytes.

    Raises:
        HTTPException: if it is longer, is not of type JSON, or is incomplete.
    """
    if request.headers.get("content-type", "application/json").split(";")[0] != "application/json":
        raise HTTPException(415, "A request must be JSON, sent as application/json.")
    content = bytearray()
    try:
        async for chunk in request.stream():
            content += chunk
            if len(content) > longest:
                raise HTTPException(
                    413, translate("A request may be at most {kB} kB long.", kB=longest // 1024)
                )
    except ClientDisconnect:
        raise HTTPException(400, translate("The request is incomplete.")) from None
    return bytes(content)


def answer(data: object, status: int = 200) -> Response:
    """Return a response in JSON."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")


def route(
    path: str, work: Callable[..., Awaitable[object]], kind: Any = None, method: str | None = None
) -> Route:
    """Return a route whose ``work`` turns a request into a response or data.

    Args:
        path: the path.
        work: handler, called with the request and its parsed body.
        kind: the type of the body; None if the request has no body.
        method: the method; by default GET without a body and POST with one.
    """

    async def endpoint(request: Request) -> Response:
        sent = () if kind is None else (await read(request, kind),)
        found = await work(request, *sent)
        return found if isinstance(found, Response) else answer(found)

    return Route(path, endpoint, methods=[method or ("GET" if kind is None else "POST")])


def options_asked(request: Request) -> dict[str, str]:
    """Return the options in the address of a request.

    Raises:
        InvalidOptionError: if one occurs twice.
    """
    options: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in options:
            raise InvalidOptionError(
                translate(
                    "the address gives {name} twice, {one} and {other}: give it once.",
                    name=repr(name[:40]),
                    one=repr(options[name][:40]),
                    other=repr(value[:40]),
                )
            )
        options[name] = value
    return options


def game_asked(request: Request) -> Game:
    """Return the game in the address of a request, with its options.

    Raises:
        UnknownGameError: if there is no such game.
        InvalidOptionError: if an option is invalid.
    """
    return game(request.path_params["game"], **options_asked(request))


def revision_asked(request: Request) -> int:
    """Return the revision in the address of a request.

    Raises:
        HTTPException: if it is missing.
    """
    revision = request.query_params.get("revision", "")
    if not (revision.isascii() and revision.isdigit() and len(revision) < 10):
        raise HTTPException(400, "The request lacks the play's revision, a whole number.")
    return int(revision)
