"""Spar for as long as one likes: ``python -m tests.fuzz --seconds 600 --seed 1``.

Prints progress, each new fault with its definition made small, and last how much of the language
was reached. Known faults are counted, not shrunk. Leaves with 1 when there is a fault not known.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tests.fuzz.draw import KEYS, PAIRS_OF_KEYS, PAIRS_OF_WORDS, WORDS, draw, words_of
from tests.fuzz.known import known
from tests.fuzz.refusals import HELD, LEFT, SAID
from tests.fuzz.shrink import shrink
from tests.fuzz.spar import PARTS, Fault, look, refusal_of

__all__ = ["main"]

_STEPS = 14
_PAIRS = len(PAIRS_OF_WORDS)


class _Tally:
    """What was tried, and what of the language was in it."""

    def __init__(self) -> None:
        self.drawn = self.loaded = 0
        self.words: Counter[tuple[str, str]] = Counter()
        self.pairs: set[tuple[tuple[str, str], tuple[str, str]]] = set()
        self.known: Counter[str] = Counter()
        self.new: dict[tuple[str, str], Fault] = {}

    def cover(self, found: set[tuple[str, str]]) -> None:
        self.words.update(found)
        self.pairs.update(combinations(sorted(found), 2))

    def told(self) -> str:
        keys = {frozenset((a[0], b[0])) for a, b in self.pairs}
        wanted = {frozenset(pair) for pair in PAIRS_OF_KEYS}
        absent = [f"{k}={p}" if p else k for k, p in WORDS if not self.words[k, p]]
        held = sum(HELD.values())
        silent = [kind for kind, *_ in SAID if not HELD[kind]]
        keys_met = len({key for key, _ in self.words})
        words_met = len(WORDS) - len(absent)
        return f"""{self.drawn} definitions drawn, {self.loaded} loaded
keys {keys_met} of {len(KEYS)}, words {words_met} of {len(WORDS)}; never: {", ".join(absent)}
pairs of keys {len(keys & wanted)} of {len(wanted)}, of words {len(self.pairs)} of {_PAIRS}
{held} refusals held to be true, {sum(LEFT.values())} left undecided
kinds of sentences never met: {", ".join(silent)}
undecided: {", ".join(f"{kind} ({n})" for kind, n in LEFT.most_common(12))}
known faults met: {", ".join(f"{name} ({n})" for name, n in self.known.items())}
new faults: {len(self.new)}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Spar, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first definition")
    parser.add_argument("--count", type=int, default=10**9, help="how many definitions at most")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="only this check")
    parser.add_argument("--shrink", type=float, default=20, help="seconds to shrink a finding")
    parser.add_argument("--show", action="store_true", help="print the definition of --seed, too")
    given = parser.parse_args(arguments)
    parts = given.part or list(PARTS)
    tally = _Tally()
    start = told = time.monotonic()
    for seed in range(given.seed, given.seed + given.count):
        now = time.monotonic()
        if now - start > given.seconds:
            break
        if now - told > 30:
            told = now
            print(f"... {tally.drawn} drawn, at {seed}, {len(tally.new)} new faults", flush=True)
        _try(seed, parts, tally, given.shrink)
    print(tally.told())
    return 1 if tally.new else 0


def _try(seed: int, parts: list[str], tally: _Tally, seconds: float) -> None:
    table = draw(seed)
    tally.drawn += 1
    if refusal_of(table):
        return
    tally.loaded += 1
    tally.cover(words_of(table))
    for part in ["load", *parts]:
        fault = look(table, part, seed + 1, _STEPS)
        if fault is None:
            continue
        if name := known(fault):
            tally.known[name] += 1
        elif (part, fault.kind) not in tally.new:
            small, steps = shrink(fault, seconds, _STEPS)
            tally.new[part, fault.kind] = small
            print(
                f"\n=== definition {seed}, {part}: {fault.kind}\n"
                f"deal {small.deal}, {steps} moves: {small.told}\n\n{small.toml}\n",
                flush=True,
            )


if __name__ == "__main__":
    sys.exit(main())
