"""Translation of the solver's error messages.

The solver's process reports errors in English. This module translates them for the user.
"""

from __future__ import annotations

import re
from functools import partial

from cadogan.i18n import grammar, msgid, translate

_SAYINGS = (
    partial(translate, msgid("the solver needs more memory than this machine has free")),
    partial(
        translate,
        msgid(
            "the game is too large for the search: {field} has {count} entries, but the maximum"
            " is {room}"
        ),
    ),
    # messages of cadogan.kernels.selection
    partial(
        translate,
        msgid(
            'the only solver for this platform is WebAssembly: pip install "cadogan[wasm]";'
            " if that fails, {choice}=interpreted is slow but works everywhere"
        ),
    ),
    partial(
        translate,
        msgid(
            "there is no solver for this platform, and WebAssembly does not work here"
            " ({why}); {choice}=interpreted is slow but works everywhere"
        ),
    ),
    partial(translate, msgid("the solver is missing ({name}): install Cadogan again")),
    partial(translate, msgid("the solver cannot be loaded: {why}; install Cadogan again")),
    partial(
        translate,
        msgid("the solver was built for another version of Cadogan: install Cadogan again"),
    ),
    partial(translate, msgid("Cadogan's installation is damaged ({why}): install it again")),
    partial(translate, msgid("{choice} is {host}; it must be one of {hosts}")),
    partial(
        translate, msgid("{choice} is native, but there is no library for this platform: {why}")
    ),
    partial(
        translate, msgid('{choice} is wasm, but wasmtime is missing: pip install "cadogan[wasm]"')
    ),
    partial(translate, msgid("{choice} is wasm, but WebAssembly does not work here: {why}")),
)


def explained(why: str) -> str:
    """Translate one of the solver's messages into the current language, if the message is known.

    >>> from cadogan.i18n import in_language
    >>> with in_language("de"):
    ...     explained("the solver is missing (plain.so): install Cadogan again")
    'der Löser fehlt (plain.so): bitte Cadogan neu installieren'
    """
    for saying in _SAYINGS:
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", re.escape(saying.args[0]))
        if found := re.fullmatch(pattern, why, re.DOTALL):
            return saying(**found.groupdict())
    return why


def sentence(why: str) -> str:
    """Return a message from the solver as a sentence with a capital letter and a full stop.

    >>> sentence("the solver was built for another version of Cadogan: install Cadogan again")
    'The solver was built for another version of Cadogan: install Cadogan again.'
    """
    return grammar.sentence(explained(why))
