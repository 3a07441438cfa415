"""Pseudo language: every text gets accents, extra letters and brackets.

    python scripts/pseudo_locale.py FOLDER
    CADOGAN_LOCALES=FOLDER cadogan play     # and choose "Pseudo" in the settings

On the page, in the terminal and in rules, any text outside brackets is untranslated. The longer
words show where the layout is too narrow. Placeholders stay unchanged.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from babel.messages.catalog import Catalog

sys.path.insert(0, str(Path(__file__).parent))
import messages

CODE, NAME = "qps", "Pseudo"  # a language code for private use
OPENING, CLOSING = "⟦", "⟧"
_ACCENTS = str.maketrans("AEIOUYaeiouycnsz", "ÀÉÎÕÜÝàéîõüýçñšž")
_PLACE = re.compile(r"(\{[^}]*\})")
# the parts outside the brackets: spaces, Markdown marks, a colon that code cuts off
_EDGES = re.compile(r"([\s*]*)(.*?)([\s*:]*)", re.DOTALL)


def pseudo(text: str) -> str:
    """Return a message in the pseudo language.

    >>> pseudo("{n} cards left:")
    '⟦{n} çààrdš lééft⟧:'
    """
    edges = _EDGES.fullmatch(text)
    if edges is None or not any(map(str.isalpha, _PLACE.sub("", text))):
        return text
    parts = _PLACE.split(edges[2])
    parts[::2] = [re.sub("([aeiou])", r"\1\1", part).translate(_ACCENTS) for part in parts[::2]]
    return f"{edges[1]}{OPENING}{''.join(parts)}{CLOSING}{edges[3]}"


def write(folder: Path) -> None:
    """Write the catalogues of the pseudo language to a folder."""
    place = folder / CODE / "LC_MESSAGES"
    place.mkdir(parents=True, exist_ok=True)
    for domain in messages.DOMAINS:
        catalog = Catalog(charset="utf-8")
        for message in messages.template(domain):
            ids, _ = messages.texts_of(message)
            if message.id:
                strings = tuple(map(pseudo, ids))
                catalog.add(message.id, strings[0] if len(ids) == 1 else strings)
        header = f'msgid ""\nmsgstr "X-Language-Name: {NAME}\\n"\n\n'
        (place / f"{domain}.po").write_text(header + messages.body(catalog), "utf-8")


def main() -> int:
    """Write the pseudo language to the folder named on the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    write(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
