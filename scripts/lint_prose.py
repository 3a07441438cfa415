"""Linter for the repository's prose, with the rules of `scripts/prose.toml`.

    python scripts/lint_prose.py              # compare the whole tree with the baseline
    python scripts/lint_prose.py PATH ...     # list every hit in files and folders
    python scripts/lint_prose.py --update     # make the baseline smaller, never larger

A hit has the form `file:line: rule: fault; correction: the sentence`. The exit status is 1 if there
is a hit. The baseline, `scripts/prose_baseline.txt`, counts the hits that nobody has corrected yet,
for each rule and file. The linter fails if there are more hits. If there are fewer, a note asks for
an update.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from prose import ROOT, Paragraph, Sentence, files, read, settings

BASELINE = Path(__file__).with_name("prose_baseline.txt")
_SHOWN = 120  # the maximum number of characters of a sentence in a line of output
Counts = Mapping[tuple[str, str], int]  # the number of hits for each file and rule


@dataclass(frozen=True)
class Rule:
    """A rule of `prose.toml`, with its compiled pattern."""

    id: str
    pattern: re.Pattern[str]
    message: str
    better: str
    kinds: frozenset[str] = frozenset()
    opens: bool = False


@dataclass(frozen=True, order=True)
class Hit:
    """A sentence that breaks a rule."""

    path: str
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        """Return the hit as a line of the output."""
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules with a pattern."""
    return tuple(
        Rule(
            id=rule["id"],
            pattern=re.compile(rule["pattern"]),
            message=rule["message"],
            better=rule["better"],
            kinds=frozenset(rule.get("kinds", ())),
            opens=rule.get("opens", False),
        )
        for rule in settings()["rule"]
    )


def _brief(text: str) -> str:
    """Return the beginning of a long sentence, or the whole of a short one."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _hit(paragraph: Paragraph, sentence: Sentence, offset: int, rule: str, text: str) -> Hit:
    """Return a hit, with the beginning of its sentence."""
    line = paragraph.line(sentence.offset + offset)
    return Hit(paragraph.path, line, rule, f"{text}: {_brief(sentence.shown)}")


def check(paragraph: Paragraph) -> Iterator[Hit]:
    """Yield the hits of a paragraph."""
    length = settings()["length"]
    for sentence in paragraph.sentences():
        limit = length["words"]
        if paragraph.kind in length["kinds"] and sentence.words > limit:
            message = length["message"].format(words=sentence.words)
            text = f"{message}; {length['better'].format(limit=limit)}"
            yield _hit(paragraph, sentence, 0, length["id"], text)
        for rule in rules():
            if rule.kinds and paragraph.kind not in rule.kinds:
                continue
            if rule.opens and not (paragraph.opens and sentence.first):
                continue
            for found in rule.pattern.finditer(sentence.text):
                text = f"{rule.message} ({_brief(found[0])}); {rule.better}"
                yield _hit(paragraph, sentence, found.start(), rule.id, text)


def hits(names: Iterable[str], root: Path = ROOT) -> list[Hit]:
    """Return the hits in files, in the order of their paths, which are relative to the root."""
    found: list[Hit] = []
    for name in names:
        for paragraph in read(name, (root / name).read_text(encoding="utf-8")):
            found += check(paragraph)
    return sorted(found)


def counted(found: Iterable[Hit]) -> Counter[tuple[str, str]]:
    """Return the number of hits for each file and rule."""
    return Counter((hit.path, hit.rule) for hit in found)


def load_baseline(path: Path) -> dict[tuple[str, str], int]:
    """Return the counts in a baseline file, which has one `count rule file` per line.

    Raises:
        ValueError: if a line has a different form.
    """
    counts = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = re.fullmatch(r"([1-9]\d*) (\S+) (\S+)", line)
        if not found:
            raise ValueError(f"{path}:{number}: expected `count rule file`, got {line!r}")
        counts[found[3], found[2]] = int(found[1])
    return counts


def save_baseline(path: Path, counts: Counts) -> None:
    """Write a baseline file, sorted by file and rule."""
    lines = [f"{count} {rule} {name}\n" for (name, rule), count in sorted(counts.items()) if count]
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def shrunk(baseline: Counts, now: Counts) -> dict[tuple[str, str], int]:
    """Return the baseline with each count lowered to the current one.

    >>> shrunk({("a.py", "long"): 3, ("b.py", "long"): 1}, {("a.py", "long"): 2})
    {('a.py', 'long'): 2}
    """
    lower = {key: min(count, now.get(key, 0)) for key, count in baseline.items()}
    return {key: count for key, count in lower.items() if count}


def above(baseline: Counts, found: list[Hit]) -> list[str]:
    """Return a report on the files and rules with more hits than the baseline."""
    now = counted(found)
    lines = []
    for key in sorted(now):
        most = baseline.get(key, 0)
        if now[key] > most:
            lines += [str(hit) for hit in found if (hit.path, hit.rule) == key]
            if most:
                lines.append(f"{key[0]}: {key[1]}: {now[key]} hits, {most} in the baseline")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the linter; return 1 if it finds anything, 2 if a path does not exist, otherwise 0."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "paths", nargs="*", type=Path, help="files and folders in which to list every hit"
    )
    parser.add_argument("--update", action="store_true", help="make the baseline smaller")
    chosen = parser.parse_args(arguments)
    if chosen.paths:
        if chosen.update:
            parser.error("--update takes no paths: it compares the whole tree")
        try:
            names = files(chosen.paths)
        except FileNotFoundError as error:
            print(f"{error}: there is no such file or folder", file=sys.stderr)
            return 2
        lines = [str(hit) for hit in hits(names)]
    else:
        found = hits(files())
        baseline = load_baseline(BASELINE)
        lower = shrunk(baseline, counted(found))
        if chosen.update:
            save_baseline(BASELINE, lower)
        elif lower != baseline:
            print("fewer hits than in the baseline: run with --update", file=sys.stderr)
        lines = above(baseline, found)
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(lines)} lines of hits" if lines else "no new hits", file=sys.stderr)
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main())
