"""What the page asks and is answered: JSON both ways, and what is wrong with a request."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

__all__ = ["LONGEST", "Asked", "json_answer", "read", "sentence"]

LONGEST = 64 * 1024  # bytes of a request

T = TypeVar("T")


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the page may send."""


def sentence(error: msgspec.ValidationError) -> str:
    """Turn msgspec's message into a sentence.

    >>> sentence(msgspec.ValidationError("Expected `int`, got `str` - at `$.revision`"))
    'The request will not do at revision: expected `int`, got `str`.'
    """
    text, _, path = str(error).partition(" - at `$.")
    place = f" at {path.rstrip('`')}" if path else ""
    return f"The request will not do{place}: {text[:1].lower()}{text[1:]}."


async def read(request: Request, kind: type[T]) -> T:
    """Return what a request says.

    Raises:
        HTTPException: with a sentence on what will not do.
    """
    body = await _body(request)
    try:
        return msgspec.json.decode(body or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(400, sentence(error)) from None
    except msgspec.DecodeError:
        raise HTTPException(400, "The request is not JSON.") from None


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "application/json").split(";")[0] != "application/json":
        raise HTTPException(415, "A request must be JSON, sent as application/json.")
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST:
                raise HTTPException(413, f"A request may be {LONGEST // 1024} kB long at the most.")
    except ClientDisconnect:
        raise HTTPException(400, "The request was not sent to its end.") from None
    return body


def json_answer(data: object, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")
