"""Sampler of the repository's prose: it draws random sentences for people to judge.

    python scripts/sample_prose.py --seed 1 --count 100
    python scripts/sample_prose.py --kind message --kind definition

Every kind of prose contributes the same number of sentences, so that long pages do not swamp the
others. The same files and the same seed produce the same sentences.
"""

from __future__ import annotations

import argparse
import random
import textwrap
from collections import defaultdict
from dataclasses import replace

import cadogan
from prose import ROOT, Paragraph, files, markdown, read

KINDS = ("docstring", "comment", "message", "definition", "doc", "rules page")
_LEAST = 3  # the minimum number of words in a sentence


def paragraphs() -> list[Paragraph]:
    """Return all prose of the repository and of the rules pages."""
    found = [
        paragraph
        for name in files()
        for paragraph in read(name, (ROOT / name).read_text(encoding="utf-8"))
    ]
    for game in cadogan.games():
        page = markdown(f"cadogan rules {game}", cadogan.game(game).rules())
        found += [replace(p, kind="rules page") for p in page if p.kind == "doc"]
    return found


def sample(
    found: list[Paragraph], *, seed: int, count: int, kinds: tuple[str, ...] = KINDS
) -> list[tuple[str, str, str]]:
    """Return random sentences, each with its kind and its `file:line`.

    No sentence occurs twice. If a kind has too few sentences, the sample has all of them.
    """
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for paragraph in found:
        for sentence in paragraph.sentences():
            if sentence.words >= _LEAST:
                place = f"{paragraph.path}:{paragraph.line(sentence.offset)}"
                places[paragraph.kind].setdefault(sentence.shown, place)
    drawn = []
    for number, kind in enumerate(kinds):
        share = count // len(kinds) + (number < count % len(kinds))
        pairs = list(places[kind].items())
        pairs = random.Random(f"{seed} {kind}").sample(pairs, min(share, len(pairs)))
        drawn += [(kind, place, text) for text, place in pairs]
    return drawn


def main(arguments: list[str] | None = None) -> None:
    """Print the sample with numbers."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the random choice")
    parser.add_argument("--count", type=int, default=100, help="the number of sentences")
    parser.add_argument(
        "--kind", action="append", choices=KINDS, help="only this kind; may be repeated"
    )
    chosen = parser.parse_args(arguments)
    kinds = tuple(chosen.kind or KINDS)
    drawn = sample(paragraphs(), seed=chosen.seed, count=chosen.count, kinds=kinds)
    for number, (kind, place, text) in enumerate(drawn, 1):
        print(f"{number:3}. {place} ({kind})")
        print(textwrap.fill(text, 96, initial_indent="     ", subsequent_indent="     "))


if __name__ == "__main__":
    main()
