"""Conversion of text that may be untrusted to a form that is safe to print on a terminal.

Names, paths and sentences from files may contain escape sequences, which can move the cursor,
change the title or imitate typing. Untrusted text may also contain characters that reverse the
order of letters. This module replaces dangerous characters with visible escape sequences.
"""

from __future__ import annotations

import re
import unicodedata

# control characters, lone surrogates, invisible format characters, line and paragraph separators
_HIDDEN = ("Cc", "Cs", "Cf", "Zl", "Zp")
_KEPT = "\n\t"
# The codes that the commands print around bold headings are harmless.
_OURS = re.compile("(\x1b\\[[01]m)")


def hidden(text: str) -> str:
    r"""Return the characters, other than line ends and tabs, that must not reach a terminal.

    >>> hidden("Klöndike\n\t♠"), hidden("\x1b[2J\u202eab\x9b")
    ('', '\x1b\u202e\x9b')
    """
    if text.isascii() and text.isprintable():
        return ""
    return "".join(c for c in text if c not in _KEPT and unicodedata.category(c) in _HIDDEN)


def printable(text: str) -> str:
    r"""Return text with visible escape sequences in place of its hidden characters.

    >>> print(printable("Mine\x1b]0;x\x07 \u202eenim \ud800"))
    Mine\x1b]0;x\x07 \u202eenim \ud800
    >>> printable("\x1b[1mMine\x1b[0m") == "\x1b[1mMine\x1b[0m"
    True
    """
    if not hidden(text):
        return text
    parts = _OURS.split(text)  # every second part is a code for headings
    parts[::2] = ["".join(map(_shown, part)) for part in parts[::2]]
    return "".join(parts)


def _shown(sign: str) -> str:
    return sign.encode("unicode_escape").decode() if hidden(sign) else sign
