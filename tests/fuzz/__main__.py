"""Command line of the fuzzer: ``python -m tests.fuzz --seconds 600 --seed 1``.

It prints each fault with a small definition and the command that repeats it. A summary shows the
words of the language that were accepted. The exit status is 1 if there is a fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from tests.fuzz.draw import ACCEPTED, ASKED, draw, language, refusal
from tests.fuzz.refusals import HELD, LEFT, SAID
from tests.fuzz.runner import PARTS, STEPS, Fault, look
from tests.fuzz.shrink import shrink

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw and check definitions, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="how long")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first definition")
    parser.add_argument("--count", type=int, default=10**9, help="how many definitions at most")
    parser.add_argument("--part", action="append", choices=list(PARTS), help="only this check")
    parser.add_argument("--shrink", type=float, default=20, help="seconds to shrink a fault")
    given = parser.parse_args(arguments)
    found: dict[tuple[str, str], Fault] = {}
    start = reported = time.monotonic()
    seed = given.seed
    print(f"seed {seed}", flush=True)
    while seed < given.seed + given.count and time.monotonic() - start < given.seconds:
        if time.monotonic() - reported > 30:
            reported = time.monotonic()
            print(f"... at seed {seed}, {len(found)} faults", flush=True)
        _try(seed, given.part or list(PARTS), found, given.shrink)
        seed += 1
    print(_summary(seed - given.seed, len(found)))
    return 1 if found else 0


def _try(seed: int, parts: list[str], found: dict[tuple[str, str], Fault], seconds: float) -> None:
    table = draw(seed)
    if refusal(table):
        return
    for part in ["load", *parts]:
        fault = look(table, part, seed + 1)
        if fault and fault.part == "load" != part:
            break  # the definition does not load; the first check has reported it
        if fault and (part, fault.kind) not in found:
            small, steps = shrink(fault, seconds, STEPS)
            found[part, fault.kind] = small
            only = f" --part '{part}'" if part in PARTS else ""
            print(
                f"\n=== definition {seed}, {part}: {fault.kind}\n"
                f"repeat: python -m tests.fuzz --seed {seed} --count 1{only}\n"
                f"deal {small.deal}, {steps} moves: {small.told}\n\n{small.toml}\n",
                flush=True,
            )


def _summary(drawn: int, faults: int) -> str:
    """Return the numbers of definitions drawn, words accepted and refusals verified."""
    never = [f"{word.path} = {word.phrase}" for word in ASKED if not ACCEPTED[word]]
    unmet = [kind for kind, *_ in SAID if not HELD[kind]]
    return f"""{drawn} definitions drawn, {faults} faults
words asked for {ASKED.total()} times, accepted {ACCEPTED.total()} times
{len(ASKED)} of {len(language().words)} words asked for; never accepted: {"; ".join(never)}
{HELD.total()} refusals held to be true, {LEFT.total()} left undecided
kinds of sentences never met: {", ".join(unmet)}
undecided: {", ".join(f"{kind} ({n})" for kind, n in LEFT.most_common(12))}"""


if __name__ == "__main__":
    sys.exit(main())
