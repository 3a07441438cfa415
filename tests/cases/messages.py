"""Snapshot of printed sentences, ``tests/golden/messages.txt``, each under a key.

Tests name the key and never the sentence, so rewording a sentence changes one line of that file.
``python scripts/update_golden.py`` writes the file: it runs the tests that use this module with the
environment variable ``CADOGAN_WRITE_MESSAGES``. Reviewers read its diff.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cadogan.core.cards import RANK_NAMES, SUIT_NAMES

PLACE = Path(__file__).parents[1] / "golden" / "messages.txt"
WRITE = "CADOGAN_WRITE_MESSAGES"
_HEAD = "# Sentences by key. Written by scripts/update_golden.py; the diff is the review.\n"
_CARD = rf"\b({'|'.join(RANK_NAMES)}) of ({'|'.join(SUIT_NAMES)})\b"
_FOLDER = re.compile(r"/\S*?pytest-of-[^/]+/pytest-\d+/(?:popen-gw\d+/)?[^/' ]+")
_PILE = r"\b[A-Za-z]+( pile)? \d+\b"
_COUNT = r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen)(?= cards\b)"


def template(sentence: str) -> str:
    """Replace the names of cards and piles in a sentence about a move with placeholders.

    >>> template("The ten of spades may not go to cell 2.")
    'The {card} may not go to {pile}.'
    """
    for pattern, name in ((_CARD, "{card}"), (_PILE, "{pile}"), (_COUNT, "{n}")):
        sentence = re.sub(pattern, name, sentence)
    return sentence


class Messages:
    """Sentences by section and key.

    Attributes:
        writing: whether to collect sentences instead of comparing them.
    """

    def __init__(self) -> None:
        self.writing = bool(os.environ.get(WRITE))
        self.sections: dict[str, dict[str, str]] = {}

    def read(self) -> None:
        """Read the snapshot file."""
        section = ""
        for line in PLACE.read_text("utf-8").splitlines():
            if line.startswith("["):
                section = line[1:-1]
            elif line and not line.startswith("#"):
                key, _, sentence = line.partition(": ")
                self.sections.setdefault(section, {})[key] = sentence

    def write(self) -> None:
        """Write the collected sentences to the snapshot file."""
        parts = [_HEAD]
        for section, found in sorted(self.sections.items()):
            parts.append(f"\n[{section}]\n")
            parts += [f"{key}: {sentence}\n" for key, sentence in sorted(found.items())]
        PLACE.write_text("".join(parts), "utf-8")

    def check(self, section: str, key: str, sentence: str) -> None:
        """Compare a sentence with the one stored under its key."""
        sentence = sentence.replace("\n", "\\n")
        if not self.sections and not self.writing:
            self.read()
        found = self.sections.setdefault(section, {})
        if self.writing:
            assert found.setdefault(key, sentence) == sentence, f"two sentences for {key}"
        else:
            assert found.get(key) == sentence, f"{section}, {key}"


MESSAGES = Messages()


@contextmanager
def refused(kind: type[Exception], key: str, **parts: object) -> Iterator[None]:
    """Expect an error whose sentence is stored under a key, with some parts in braces."""
    with pytest.raises(kind) as caught:
        yield
    check_sentence(key, str(caught.value), **parts)


def check_sentence(key: str, sentence: str, **parts: object) -> None:
    """Compare a sentence with the one under ``section.key``; its parts vary between runs.

    The test's temporary folder always appears as the part ``{folder}``.
    """
    for name, part in parts.items():
        sentence = sentence.replace(str(part), f"{{{name}}}")
    sentence = _FOLDER.sub("{folder}", sentence)
    section, _, name = key.partition(".")
    MESSAGES.check(section, name, sentence)
