"""Text that is safe to print on a terminal, from any author.

Names, paths and sentences from files may hold escape sequences, which move the cursor, change the
title or answer as if somebody typed, and signs that reverse the order of letters. They are shown,
not sent.
"""

from __future__ import annotations

import re
import unicodedata

# controls (with those from 0x80 on), halves of letters, what is seen only by its effect, line ends
_HIDDEN = ("Cc", "Cs", "Cf", "Zl", "Zp")
_KEPT = "\n\t"
# Bold and plain are how commands write headings; they do no harm, from any author.
_OURS = re.compile("(\x1b\\[[01]m)")


def hidden(text: str) -> str:
    r"""Return the signs of a text that no terminal may get; line ends and tabs are none of them.

    >>> hidden("Klöndike\n\t♠"), hidden("\x1b[2J\u202eab\x9b")
    ('', '\x1b\u202e\x9b')
    """
    if text.isascii() and text.isprintable():
        return ""
    return "".join(c for c in text if c not in _KEPT and unicodedata.category(c) in _HIDDEN)


def printable(text: str) -> str:
    r"""Return a text with its hidden signs written out.

    >>> print(printable("Mine\x1b]0;x\x07 \u202eenim \ud800"))
    Mine\x1b]0;x\x07 \u202eenim \ud800
    >>> printable("\x1b[1mMine\x1b[0m") == "\x1b[1mMine\x1b[0m"
    True
    """
    if not hidden(text):
        return text
    parts = _OURS.split(text)  # every other one is ours
    parts[::2] = ["".join(map(_shown, part)) for part in parts[::2]]
    return "".join(parts)


def _shown(sign: str) -> str:
    return sign.encode("unicode_escape").decode() if hidden(sign) else sign
