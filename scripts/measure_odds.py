"""Measurement of the odds of the games in the catalogue.

    python scripts/measure_odds.py [GAME...] [--deals 1000] [--seconds 1] [--cpu 100] [--workers 1]
        [--choices] [--again] [--out FILE]
    python scripts/measure_odds.py --played [GAME...] [--deals 1000] [--cpu 100] ...
    python scripts/measure_odds.py --verdicts [GAME...]
    python scripts/measure_odds.py --drop

The script measures each game, each variant and each named combination of options. With
--choices it also measures each single option. It solves the first 10 deals, then the first 20, 50,
100, 200 and so on up to --deals. It stops earlier when the next step would probably take more than
--cpu seconds of computing time for the game. --seconds limits each deal. The results go to the file
of ``cadogan odds`` (--out, or the one in your data directory), so a run that was stopped can
continue.

After each game the script rewrites three files:

- ``src/cadogan/odds_data/measured.csv``, one row for each game;
- ``docs/explanation/odds.md``, the figures in the sentences;
- ``bench/verdicts.csv``, the verdicts on the deals as letters, each with the number of successive
  deals (``w12lu3``: 12 won, one lost, three unknown).

The script keeps, replaces and drops rows by these rules:

- The script skips a game whose row is current and has as many deals as requested, and prints how
  many games it skipped. So the same command can be run again to measure the rest. With --again, it
  remeasures these games with the current solver.
- The old row stays if the new one has fewer deals, or equally many but more unknown. The old row
  also stays if many more of its deals would become unknown.
- The script drops rows of games that were removed or whose rules have changed. With --drop it does
  only that.
- With --verdicts, it remeasures the games without stored verdicts, using the deals recorded in
  their rows.
- If a verdict contradicts an earlier one for the same rules, the solver has a bug, and the script
  stops.

With --played the policy ``greedy`` plays the deals instead, and the script writes ``played.csv``.
``scripts/build_odds_pages.py`` builds the tables of the site from these files.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import cadogan
from cadogan import odds_data
from cadogan.core.errors import CadoganError, UnknownGameError
from cadogan.model.position import Game
from cadogan.odds import NO_LIMITS, Limits, ProcessWorkers, Results, Study, Workers, measure
from cadogan.odds.report import row_of
from cadogan.odds_data import Measured, option_text, published_of, written
from cadogan.rules.catalogue import built_in, canonical, combinations, find
from cadogan.rules.digest import rules_digest
from cadogan.rules.options import check_options, said_options

from build_odds_pages import PAGE, Key, all_rows, key_of, with_figures  # isort: skip

ROOT = Path(__file__).resolve().parents[1]
FILES = {
    kind: ROOT / "src" / "cadogan" / "odds_data" / name
    for kind, name in (("solved", odds_data.MEASURED), ("played", odds_data.PLAYED))
}
VERDICTS = ROOT / "bench" / "verdicts.csv"
POLICY = "greedy"
FOUNDING = ("birthday", "algerian", "bakers-dozen", "bisley", "big-ben")
_STEPS = (10, 20, 50)


class Verdicts(NamedTuple):
    """The verdicts on the deals of a game, from deal 1 on, and the limits of the searches."""

    game: str
    options: str
    rules: str
    solver: str
    seconds: float
    verdicts: str

    @property
    def each(self) -> str:
        """The verdicts as one letter for each deal: w, l or u.

        >>> Verdicts("klondike", "", "", "", 1.0, "w3lu2").each
        'wwwluu'
        """
        return "".join(a * int(n or 1) for a, n in re.findall(r"([wlu])(\d*)", self.verdicts))

    def contradicts(self, other: Verdicts) -> list[int]:
        """Return the deals won in one record and lost in the other, under the same rules."""
        if self.rules != other.rules:
            return []
        both = enumerate(zip(self.each, other.each, strict=False), 1)
        return [deal for deal, pair in both if {*pair} == {"w", "l"}]


def runs(letters: str) -> str:
    """Return runs of letters in short form: each letter, followed by its count unless that is 1.

    >>> runs("wwwluu")
    'w3lu2'
    """
    found = ((letter, len([*some])) for letter, some in groupby(letters))
    return "".join(f"{letter}{count if count > 1 else ''}" for letter, count in found)


def verdicts() -> dict[Key, Verdicts]:
    """Return the stored verdicts."""
    if not VERDICTS.exists():
        return {}
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file)
    return {
        (game, options): Verdicts(game, options, rules, solver, float(seconds), letters)
        for game, options, rules, solver, seconds, letters in rows
    }


def steps(most: int) -> list[int]:
    """Return the numbers of deals after which the script checks the time left.

    >>> steps(1000), steps(30)
    ([10, 20, 50, 100, 200, 500, 1000], [10, 20, 30])
    """
    found: list[int] = []
    scale = 1
    while not found or found[-1] < most:
        found += [min(step * scale, most) for step in _STEPS if (found or [0])[-1] < most]
        scale *= 10
    return sorted({*found})


# --- which games ----------------------------------------------------------------------------------


def forms(wanted: Collection[str] = (), *, choices: bool = False) -> Iterator[Game]:
    """Yield the games in the catalogue: `FOUNDING`, then those with published odds, then others.

    Args:
        wanted: the ids of the games; all if empty.
        choices: whether to include each answer to a choice, unless it contradicts the others.
    """
    known = {name: d for name, d in built_in().items() if not wanted or name in wanted}
    found: dict[Key, Game] = {}

    def add(game: Game) -> None:
        found.setdefault(key_of(game), game)

    for name in (*known, *(name for name, of in combinations().items() if of in known)):
        add(cadogan.game(name))
    for name, definition in known.items() if choices else ():
        for option, choice in definition.options.items():
            for answer in choice.answers:
                with suppress(CadoganError):  # skip an answer that contradicts other answers
                    add(cadogan.game(name, **{option: answer}))

    def order(game: Game) -> tuple[int, Key]:
        parent = game.definition.parent
        if parent in FOUNDING:
            return FOUNDING.index(parent), key_of(game)
        with_figure = published_of(game.id, game.said) is not None
        return len(FOUNDING) + (not with_figure), key_of(game)

    yield from sorted(found.values(), key=order)


def current(rows: Mapping[Key, Measured]) -> dict[Key, Measured]:
    """Return the rows whose games are in the catalogue, with unchanged rules."""
    found = {}
    for key, row in rows.items():
        with suppress(UnknownGameError, CadoganError):
            definition = find(
                row.game, row.chosen
            )  # do not compile the game, which would take most of the time
            options = said_options(definition, check_options(definition, row.chosen))
            mine = key == (definition.id, option_text(options)) and row.game in built_in()
            if mine and row.rules == rules_digest(definition):
                found[key] = row
    return found


# --- measuring ------------------------------------------------------------------------------------


def enough(row: Measured | None, most: int, seconds: float, cpu: float) -> bool:
    """Return whether a row has at least the number of deals and the time requested."""
    if row is None or row.first != 1 or row.limit_nodes is not None:
        return False
    if not row.policy and (row.limit_seconds or 0) < seconds:
        return False
    following = next((step for step in steps(most) if step > row.count), None)
    return following is None or row.mean * following > cpu


def measured(
    game: Game,
    results: Results,
    workers: Workers,
    most: int,
    seconds: float,
    cpu: float,
    policy: str = "",
) -> tuple[Measured, Verdicts | None]:
    """Measure a game until its computing time is used up.

    Returns:
        The row, and the verdicts if the deals were solved, not played.
    """
    limits = NO_LIMITS if policy else Limits(seconds=seconds)
    study = Study.of(game, limits, policy=policy)
    done = 0
    for step in steps(most):
        if done:
            spent = results.tally(study, range(1, done + 1)).seconds
            if spent / done * step > cpu:
                break
        deals = range(1, step + 1)
        measure(game, deals, results, limits=limits, workers=workers, policy=policy)
        done = step
    some = [r for r in results.results(study) if r.deal <= done]
    row = row_of(study, some)
    if policy:
        return row, None
    letters = runs("".join(r.result[0] for r in some))
    return row, Verdicts(*key_of(game), study.rules, study.solver, seconds, letters)


def backs(verdicts: Verdicts, row: Measured | None) -> bool:
    """Return whether a row follows from these verdicts."""
    if row is None or (verdicts.rules, verdicts.solver) != (row.rules, row.solver):
        return False
    counts = [verdicts.each.count(letter) for letter in "wlu"]
    return counts == [row.won, row.lost, row.unknown]


def better(
    new: Measured,
    old: Measured | None,
    found: Verdicts | None = None,
    old_verdicts: Verdicts | None = None,
) -> bool:
    """Return whether a row is better than the old one: more deals, or fewer unknown.

    The width of the interval plays no part, because choosing by width would favour lucky deals. A
    row with more deals is worse only if many more of the deals in both rows are unknown.

    Args:
        new: the new row.
        old: the old row.
        found: the verdicts of the new row.
        old_verdicts: the verdicts of the old row.
    """
    if old is None:
        return True
    if new.count > old.count and found and old_verdicts:
        return found.each[: old.count].count("u") <= old.unknown + max(1, old.count // 20)
    return (new.count, -new.unknown) >= (old.count, -old.unknown)


# --- writing --------------------------------------------------------------------------------------


def write(rows: Mapping[str, Mapping[Key, Measured]], verdicts: Mapping[Key, Verdicts]) -> None:
    """Write the tables and the page on odds, each file atomically."""
    texts = {FILES[kind]: written(some.values()) for kind, some in rows.items()}
    texts[VERDICTS] = listed(verdicts.values())
    texts[PAGE] = with_figures(PAGE.read_text(encoding="utf-8"), rows)
    for path, text in texts.items():
        beside = path.with_name(f".{path.name}")
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)


def listed(some: Iterable[Verdicts]) -> str:
    """Return verdicts as CSV."""
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\n")
    table.writerows([Verdicts._fields, *sorted(some)])
    return file.getvalue()


def main(arguments: list[str]) -> int:
    """Measure the odds and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--deals", type=int, default=1000, help="most deals (1000)")
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="CPU seconds for each deal (default: 1)"
    )
    parser.add_argument(
        "--cpu", type=float, default=100.0, help="CPU seconds for each game (default: 100)"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--out", help="file for the results")
    parser.add_argument(
        "--choices", action="store_true", help="also measure each single answer to a choice"
    )
    parser.add_argument(
        "--played", action="store_true", help="play the deals instead of solving them"
    )
    parser.add_argument("--verdicts", action="store_true", help="remeasure games without verdicts")
    parser.add_argument("--again", action="store_true", help="also measure games with enough deals")
    parser.add_argument(
        "--drop", action="store_true", help="only drop rows that are no longer valid"
    )
    args = parser.parse_args(arguments)
    if args.deals < 1 or args.seconds <= 0 or args.cpu <= 0 or args.workers < 1:
        parser.error("--deals, --seconds, --cpu and --workers must be above 0")
    if args.verdicts and args.played:
        parser.error("--verdicts is for solved deals, not for played ones")
    if args.verdicts and args.again:
        parser.error("--verdicts and --again are mutually exclusive: give only one")
    before = all_rows()
    every = {kind: current(some) for kind, some in before.items()}
    stay = sum(map(len, every.values()))
    print(f"{sum(map(len, before.values())) - stay} rows dropped, {stay} stay")
    known = {key: row for key, row in verdicts().items() if backs(row, every["solved"].get(key))}
    write(every, known)
    if args.drop:
        return 0
    try:
        wanted = {canonical(name, {})[0] for name in args.games}
    except UnknownGameError as error:
        parser.error(str(error))
    games = [*forms(wanted, choices=args.choices)]
    rows, policy = (every["played"], POLICY) if args.played else (every["solved"], "")
    with Results.open(args.out) as results, ProcessWorkers(args.workers) as workers:
        passed = 0
        for number, game in enumerate(games, 1):
            key = key_of(game)
            old = rows.get(key)
            most, seconds, cpu = args.deals, args.seconds, args.cpu
            again = args.verdicts and key not in known
            if again and old:
                most, seconds, cpu = old.count, old.limit_seconds or seconds, math.inf
            elif args.verdicts:
                continue
            elif not args.again and enough(old, most, seconds, cpu):
                passed += 1
                continue
            new, found = measured(game, results, workers, most, seconds, cpu, policy)
            if found and key in known and (wrong := known[key].contradicts(found)):
                print(
                    f"{game.text}: the verdicts on deals {wrong} contradict earlier ones: the"
                    " solver has a bug"
                )
                return 1
            if again or better(new, old, found, known.get(key)):
                rows[key] = new
                if found:
                    known[key] = found
                write(every, known)
            counts = f"{new.won} won, {new.lost} lost, {new.unknown} unknown"
            print(f"{number}/{len(games)} {game.text}: {counts}", flush=True)
    if passed:
        print(
            f"{passed} of {len(games)} forms have enough deals already; --again measures them again"
        )
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main(sys.argv[1:]))
    sys.exit(130)
