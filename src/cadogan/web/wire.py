"""What is read from the page and sent to it: JSON, checked, with mistakes said in one sentence."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

__all__ = ["LONGEST", "body", "json_answer", "read", "sentence"]

LONGEST = 64 * 1024  # bytes of a request

T = TypeVar("T")


def sentence(error: msgspec.ValidationError) -> str:
    """Turn msgspec's message into a sentence.

    >>> class Number(msgspec.Struct):
    ...     revision: int
    >>> try:
    ...     msgspec.json.decode(b'{"revision": "x"}', type=Number)
    ... except msgspec.ValidationError as error:
    ...     print(sentence(error))
    The request will not do at revision: expected `int`, got `str`.
    """
    text, _, path = str(error).partition(" - at `$.")
    place = f" at {path.rstrip('`')}" if path else ""
    return f"The request will not do{place}: {text[:1].lower()}{text[1:]}."


async def read(request: Request, kind: type[T]) -> T:
    """Read what is asked for.

    Raises:
        HTTPException: when it is not JSON of this kind.
    """
    told = await body(request)
    try:
        return msgspec.json.decode(told or b"{}", type=kind)
    except msgspec.ValidationError as error:
        raise HTTPException(400, sentence(error)) from None
    except msgspec.DecodeError:
        raise HTTPException(400, "The request is not JSON.") from None


async def body(request: Request, longest: int = LONGEST) -> bytes:
    """Return what is sent with a request, of so many bytes at the most.

    Raises:
        HTTPException: when it is longer, not said to be JSON, or breaks off.
    """
    if request.headers.get("content-type", "application/json").split(";")[0] != "application/json":
        raise HTTPException(415, "A request must be JSON, sent as application/json.")
    told = bytearray()
    try:
        async for chunk in request.stream():
            told += chunk
            if len(told) > longest:
                raise HTTPException(413, f"A request may be {longest // 1024} kB long at the most.")
    except ClientDisconnect:
        raise HTTPException(400, "The request was not sent to its end.") from None
    return bytes(told)


def json_answer(data: object, status: int = 200) -> Response:
    """Return an answer in JSON."""
    return Response(msgspec.json.encode(data), status, media_type="application/json")
