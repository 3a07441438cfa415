"""Address of a public site, which the page shares instead of its own on 127.0.0.1."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from cadogan.core.errors import CadoganError

VARIABLE = "CADOGAN_SITE"
"""The environment variable with the address of the site that ``cadogan play`` shares."""

_UNSAFE = set("\"'<>?#&%@\\")


class InvalidAddressError(CadoganError):
    """Error for an invalid address of a site; the message gives an example."""


def check_base(base: str) -> None:
    """Check the path of a site on its host.

    Raises:
        InvalidAddressError: if it does not begin and end with a slash, or has other characters than
            a path needs.

    >>> check_base("/cadogan/")
    """
    if not (base.startswith("/") and base.endswith("/")):
        raise InvalidAddressError(
            f"the base must begin and end with a slash, as in /cadogan/; got {base!r}"
        )
    if not _is_path(base):
        raise InvalidAddressError(
            "the base may contain only names of letters, digits and -._~ between single slashes, as"
            f" in /cadogan/; got {base!r}"
        )


def read_address(text: str) -> tuple[str, str]:
    """Return the address of a site with a slash at its end, and its path, the base of the site.

    Raises:
        InvalidAddressError: if the text is not such an address.

    >>> read_address("https://cards.example/cadogan")
    ('https://cards.example/cadogan/', '/cadogan/')
    >>> read_address("cards.example")
    Traceback (most recent call last):
    ...
    cadogan.web.public_address.InvalidAddressError: 'cards.example' is not the address of a site:
    write it in full, as in https://example.org/cadogan/
    """
    try:
        parts = urlsplit(text)
        _ = parts.port
    except ValueError:
        parts = urlsplit("")
    address = f"{text.rstrip('/')}/"
    base = f"{parts.path.rstrip('/')}/"
    whole = parts.scheme in {"http", "https"} and parts.hostname and _is_plain(parts.netloc)
    if whole and (parts.query or parts.fragment or not _is_path(base) or not _is_plain(text)):
        raise InvalidAddressError(
            f"{text[:80]!r} is not the address of a site: it may have a path of letters, digits and"
            " -._~, and no ? or #, as in https://example.org/cadogan/"
        )
    if not whole:
        raise InvalidAddressError(
            f"{text[:80]!r} is not the address of a site: write it in full, as in"
            " https://example.org/cadogan/"
        )
    return address, base


def public_address() -> str | None:
    """Return the address in the environment variable, or None if it is not set.

    Raises:
        InvalidAddressError: if it is not an address; the message names the variable.
    """
    text = os.environ.get(VARIABLE, "")
    try:
        return read_address(text)[0] if text else None
    except InvalidAddressError as error:
        raise InvalidAddressError(f"{VARIABLE}: {error}") from None


def _is_path(base: str) -> bool:
    # Browsers resolve "." and ".." before they send an address.
    return re.fullmatch(r"/(?:(?!\.{1,2}/)[\w.~-]+/)*", base, re.ASCII) is not None


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and " " not in text and not set(text) & _UNSAFE
