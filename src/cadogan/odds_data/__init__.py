"""Known odds of games: those measured with Cadogan, and published ones.

The package has three tables. ``scripts/measure_odds.py`` writes ``measured.csv`` for solved deals,
and ``played.csv`` for deals that a policy played. ``published.csv`` contains published odds. Only
this module reads the tables. A figure is valid only while its game keeps the rules under which it
was measured.
"""

from __future__ import annotations

import csv
import functools
import io
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import decimal, figures, listed
from cadogan.odds_data.interval import interval
from cadogan.rules.catalogue import canonical
from cadogan.rules.definition import Definition
from cadogan.rules.digest import rules_digest
from cadogan.rules.options import check_options, said_options

WIDEST = 0.9  # the widest interval that the page shows

MEASURED = "measured.csv"
PLAYED = "played.csv"
_PUBLISHED = "published.csv"


class Measured(msgspec.Struct, frozen=True):
    """Measured odds of a game, solved with all cards known, or played by a policy.

    Attributes:
        game: the id. options: the choices made before the deal, in the form ``name=value ...``.
        first, last: the numbers of the first and last deal.
        won, lost, unknown: the numbers of deals that can be won, that cannot, and that are unknown;
            for plays, how many were won and lost.
        mean, median: the CPU seconds of a deal's search or play.
        limit_seconds, limit_nodes, memory: limits of each search in CPU seconds, positions, bytes.
        rules: a digest of the rules. solver: a digest of the solver's source; for plays, the
            policy's name and version come first.
        version: the version of Cadogan that measured the row.

    >>> one = Measured("klondike", "", 1, 100, 71, 27, 2, 0.3, 0.01, 1.0, None, 1 << 29, "", "", "")
    >>> one.count, [round(end, 3) for end in one.interval]
    (100, [0.611, 0.814])
    >>> print(one.told)
    Of the deals from 1 to 100, 71 can be won, 27 cannot be won and 2 are undecided (at most 1 \
second of computing time each). With 95% confidence, between 61.1 and 81.4% of all deals can be \
won if all cards are known.
    """

    game: str
    options: str
    first: int
    last: int
    won: int
    lost: int
    unknown: int
    mean: float
    median: float
    limit_seconds: float | None
    limit_nodes: int | None
    memory: int
    rules: str
    solver: str
    version: str

    @property
    def count(self) -> int:
        """The number of deals measured."""
        return self.won + self.lost + self.unknown

    @property
    def policy(self) -> str:
        """The policy that played the deals, or "" if the solver solved them."""
        return policy_in(self.solver)

    @property
    def chosen(self) -> dict[str, str]:
        """The options of the game, by name."""
        return dict(each.split("=", 1) for each in self.options.split())

    @property
    def share(self) -> float:
        """The share of deals counted as won."""
        return self.won / self.count

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval for the share that can be won; unknown deals widen it."""
        return interval(self.won, self.unknown, self.count)

    @property
    def width(self) -> float:
        """The width of the interval."""
        low, high = self.interval
        return high - low

    @property
    def brief(self) -> str:
        """The interval in words.

        >>> all_measured()["freecell", ""].brief.split(" ", 1)[1]
        'to 100.0% of deals can be won'
        """
        text = msgid("{low} to {high}% of deals can be won")
        if self._open_above:
            text = msgid("at least {low}% of deals can be won")
        if self.policy:
            text = msgid("{low} to {high}% of deals are won by simple play")
        low, high = self._ends
        return translate(text, low=low, high=high)

    @property
    def _open_above(self) -> bool:
        """Return whether only the low end is meaningful: many deals are unknown, and none lost."""
        return not self.lost and self.width > 0.25

    @property
    def _ends(self) -> tuple[str, str]:
        low, high = (decimal(percent(end, self.count, digits=1)) for end in self.interval)
        return low, high

    @property
    def limits(self) -> str:
        """The limits of each search, in words."""
        parts = []
        if self.limit_seconds is not None:
            text = msgid("{n} seconds of computing time")
            if self.limit_seconds == 1:
                text = msgid("{n} second of computing time")
            parts.append(translate(text, n=decimal(f"{self.limit_seconds:g}")))
        if self.limit_nodes is not None:
            parts.append(translate("{n} positions", n=figures(self.limit_nodes)))
        return listed(parts)

    @property
    def told(self) -> str:
        """The figure in two sentences, which also state how it was measured."""
        if self.policy:
            return self._of_play
        first, last = figures(self.first), figures(self.last)
        if self.won == self.count:
            found = translate("All deals from {first} to {last} can be won", first=first, last=last)
        elif self.lost == self.count:
            found = translate(
                "None of the deals from {first} to {last} can be won", first=first, last=last
            )
        else:
            parts = [translate("none is known to be winnable")]
            if self.won:
                parts = [translate("{n} can be won", n=figures(self.won))]
            if self.lost:
                parts.append(translate("{n} cannot be won", n=figures(self.lost)))
            if self.unknown:
                text = msgid("{n} are undecided (at most {limits} each)")
                if self.unknown == 1:
                    text = msgid("{n} is undecided (at most {limits} each)")
                parts.append(translate(text, n=figures(self.unknown), limits=self.limits))
            text = msgid("Of the deals from {first} to {last}, {found}")
            found = translate(text, first=first, last=last, found=listed(parts))
        text = msgid(
            "{found}. With 95% confidence, between {low} and {high}% of all deals can be won if"
            " all cards are known."
        )
        if self._open_above:
            text = msgid(
                "{found}. With 95% confidence, at least {low}% of all deals can be won if all"
                " cards are known."
            )
        low, high = self._ends
        return translate(text, found=found, low=low, high=high)

    @property
    def _of_play(self) -> str:
        text = msgid("{n} of the deals from {first} to {last}")
        if self.won == 0:
            text = msgid("none of the deals from {first} to {last}")
        low, high = self._ends
        return translate(
            "A simple program won {found}. It sees only what a player sees, and always makes the"
            " legal move that comes first in a fixed order. With 95% confidence, this program"
            " wins between {low} and {high}% of all deals.",
            found=translate(
                text, n=figures(self.won), first=figures(self.first), last=figures(self.last)
            ),
            low=low,
            high=high,
        )


class Published(msgspec.Struct, frozen=True):
    """A published figure for a game that, as far as is known, has the same rules."""

    game: str  # the id of a game or of a combination of answers
    theirs: str  # the name of the game in the study
    share: float  # the percentage of deals that can be won with all cards known
    pm: float  # half the width of the 95% interval
    mean: float | None  # the CPU seconds of a search, if published

    def fits(self, low: float, high: float) -> bool:
        """Return whether the figure and an interval can both be true.

        >>> Published("golf", "Golf", 0.451, 0.001, None).fits(0.4, 0.4505)
        True
        """
        return low <= self.share + self.pm and self.share - self.pm <= high


def policy_in(digest: str) -> str:
    """Return the policy that a digest belongs to, or "" for a digest of the solver.

    >>> policy_in("greedy 1 e0c99ead514e7b0e"), policy_in("3ec5f33e5c4ada7e")
    ('greedy', '')
    """
    name, blank, _ = digest.partition(" ")
    return name if blank else ""


def percent(share: float, count: int, digits: int = 2) -> str:
    """Return a share as a percentage, with at least ``digits`` digits if there are enough deals.

    >>> percent(0.99716, 100), percent(0.99716, 100, digits=1), percent(0.99716, 1_000_000)
    ('99.72', '99.7', '99.716')
    """
    return (
        f"{share * 100:.{max(digits, (count >= 1000) + (count >= 10_000) + (count >= 100_000))}f}"
    )


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that is not exceeded by at least the given share of the values.

    >>> percentile([4, 1, 3, 2], 0.5), percentile([4, 1, 3, 2], 0.99)
    (2, 4)
    """
    return sorted(values)[max(math.ceil(share * len(values)), 1) - 1]


# --- measured -------------------------------------------------------------------------------------


def option_text(options: Mapping[str, str]) -> str:
    """Return options in the form used in the tables.

    >>> option_text({"turn": "three", "passes": "one"})
    'passes=one turn=three'
    """
    return " ".join(f"{name}={value}" for name, value in sorted(options.items()))


@functools.cache
def all_measured() -> Mapping[tuple[str, str], Measured]:
    """Return every row for solved deals, by game and options, including rows for older rules.

    >>> ("bakers-dozen", "") in all_measured()
    True
    """
    return {(row.game, row.options): row for row in rows_of(_text(MEASURED))}


@functools.cache
def all_played() -> Mapping[tuple[str, str], Measured]:
    """Return every row for deals played by ``greedy``, in the form of `all_measured`.

    >>> {row.policy for row in all_played().values()}
    {'greedy'}
    """
    return {(row.game, row.options): row for row in rows_of(_text(PLAYED))}


def rows_of(text: str) -> list[Measured]:
    """Return the rows of a table of measured odds."""
    rows = []
    for row in csv.DictReader(text.splitlines()):
        values = {name: None if value == "" and "limit" in name else value
                for name, value in row.items()}  # fmt: skip
        rows.append(msgspec.convert(values, Measured, strict=False))
    return rows


def measured(definition: Definition, options: Mapping[str, str] | None = None) -> Measured | None:
    """Return a game's measured odds, or None if there are none for its current rules.

    In Birthday, the player's number and the order of suits do not change the odds. So the result
    for the default values applies to all; see `usual_of`.

    An interval wider than `WIDEST` gives too little information, so it counts as no result.

    >>> from cadogan.rules.catalogue import find
    >>> measured(find("bakers-dozen")).first
    1
    """
    return measured_and_played(definition, options)[0]


def played(definition: Definition, options: Mapping[str, str] | None = None) -> Measured | None:
    """Return a game's odds when ``greedy`` plays it, or None as `measured` does.

    >>> from cadogan.rules.catalogue import find
    >>> print(played(find("birthday")).policy)
    greedy
    """
    return measured_and_played(definition, options)[1]


def measured_and_played(
    definition: Definition, options: Mapping[str, str] | None = None
) -> tuple[Measured | None, Measured | None]:
    """Return the results of `measured` and `played` for a game.

    >>> from cadogan.rules.catalogue import find
    >>> measured_and_played(find("birthday")) == (measured(find("birthday")),
    ...                                           played(find("birthday")))
    True
    """
    chosen = said_options(definition, check_options(definition, options or {}))
    key = definition.id, option_text(chosen | _usual(definition))
    can, does = all_measured().get(key), all_played().get(key)
    # cached, because each call takes a tenth of a millisecond
    now = rules_digest(definition) if can or does else ""
    telling = can if can and can.rules == now and can.width <= WIDEST else None
    return telling, does if does and does.rules == now else None


def _usual(definition: Definition) -> dict[str, str]:
    """Return the defaults of a game's number and suit options, as used for its figures."""
    return {
        n: option.default for n, option in definition.options.items() if option.kind != "choice"
    }


def usual_of(definition: Definition, options: Mapping[str, str]) -> str:
    """Return a sentence on the number and suits that were measured, or "" if they are the player's.

    >>> from cadogan.rules.catalogue import find
    >>> usual_of(find("birthday"), {"target": "1956", "suits": "SHCD"})
    ''
    >>> print(usual_of(find("birthday"), {"target": "1869", "suits": "SHCD"}))
    Measured with target 1956 and suits SHCD; with other numbers, or the suits in another order, \
the odds are the same.
    """
    usual = _usual(definition)
    if all(options[name] == value for name, value in usual.items()):
        return ""
    return translate(
        "Measured with {usual}; with other numbers, or the suits in another order, the odds are the"
        " same.",
        usual=listed([f"{name} {value}" for name, value in usual.items()]),
    )


def measured_sentence(definition: Definition) -> dict[str, Any] | None:
    """Return a game's measured odds for JSON, or None.

    >>> from cadogan.rules.catalogue import find
    >>> [*measured_sentence(find("bakers-dozen"))]
    ['deals', 'won', 'lost', 'unknown', 'low', 'high', 'told']
    """
    return row_sentence(measured(definition))


def played_sentence(definition: Definition) -> dict[str, Any] | None:
    """Return a game's odds with ``greedy`` for JSON, or None, as `measured_sentence` does."""
    return row_sentence(played(definition))


def row_sentence(row: Measured | None) -> dict[str, Any] | None:
    """Return a row of a table for JSON, or None."""
    if row is None:
        return None
    low, high = row.interval
    return {
        "deals": row.count,
        "won": row.won,
        "lost": row.lost,
        "unknown": row.unknown,
        "low": round(low, 6),
        "high": round(high, 6),
        "told": row.told,
    }


def in_short(can: Measured | None, does: Measured | None) -> str:
    """State for players how often a game can be won, and how often simple play wins it.

    >>> from cadogan.rules.catalogue import find
    >>> text = in_short(*measured_and_played(find("yukon")))
    >>> [part.split("%")[-1] for part in text.split(". ")]
    [' of its deals can be won', '.']
    """
    parts = []
    if can:
        text = msgid("With all cards known, {share} of its deals can be won.")
        parts.append(translate(text, share=in_hundredths(can)))
    if does:
        text = msgid("A simple program that sees no more than you do wins {share}.")
        parts.append(translate(text, share=in_hundredths(does)))
    return " ".join(parts)


def in_hundredths(row: Measured) -> str:
    """Return the interval in words for players.

    >>> klondike = all_played()["klondike", ""]
    >>> klondike.brief, in_hundredths(klondike)
    ('32.33 to 34.18% of deals are won by simple play', '32 to 35%')
    """
    low, high = (
        _whole(end, row.count, outward)
        for end, outward in zip(row.interval, (math.floor, math.ceil), strict=True)
    )
    text = msgid("{low} to {high}%")
    if low == high:
        text = msgid("{low}%")
    elif high == "100":
        text = msgid("at least {low}%")
    elif low == "0":
        text = msgid("at most {high}%")
    return translate(text, low=low, high=high)


def _whole(end: float, count: int, outward: Callable[[float], int]) -> str:
    """Return one end of an interval in per cent, rounded outwards; use tenths near 0 and 100.

    The function starts from the figure as other pages round it, so that they never show 93.0 while
    this one shows 94.

    >>> [_whole(high, 2000, math.ceil) for high in (0.0472, 0.3018, 0.93012, 0.99889)]
    ['4.8', '31', '93', '99.9']
    """
    if 0.05 <= end <= 0.95:
        return str(outward(float(percent(end, count, digits=1))))
    tenths = outward(round(end * 1000, 5)) / 10
    return decimal(f"{tenths:.1f}".removesuffix(".0"))


def meaning() -> list[str]:
    """Return paragraphs that explain the terms used with the figures.

    >>> [text.partition(":")[0] for text in meaning()]
    ['All cards known', 'Undecided', 'Simple program', '95% interval']
    """
    return [
        translate(
            "All cards known: the solver sees every card from the start, even those face down,"
            " and looks for a way to win. Nobody can win more deals than that. A player who does"
            " not see every card wins fewer."
        ),
        translate(
            "Undecided: the search stopped before it found an answer. Such a deal may be won or"
            " lost, so the share is given as a range."
        ),
        translate(
            "Simple program: it sees no more than you do and does not look ahead. A player who"
            " looks ahead can win more."
        ),
        translate(
            "95% interval: only a sample of all deals was tried. In 19 of 20 such measurements"
            " the share of all deals lies between the two figures."
        ),
    ]


def written(rows: Iterable[Measured]) -> str:
    """Return the text of a table of measured odds, sorted.

    >>> print(written([]), end="")
    game,options,first,last,won,lost,unknown,mean,median,limit_seconds,limit_nodes,memory,rules,\
solver,version
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Measured.__struct_fields__)
    for row in sorted(rows, key=lambda row: (row.game, row.options)):
        writer.writerow(msgspec.structs.astuple(row))
    return out.getvalue()


# --- published ------------------------------------------------------------------------------------


@functools.cache
def published() -> Mapping[str, Published]:
    """Return the published figures by game; not all have a mean. The file names its source.

    >>> published()["klondike"].theirs
    'Klondike (draw 1)'
    """
    lines = [line for line in _text(_PUBLISHED).splitlines() if not line.startswith("#")]
    return {
        row["game"]: Published(
            game=row["game"],
            theirs=row["theirs"],
            share=float(row["winnable_pct"]) / 100,
            pm=float(row["pm"]) / 100,
            mean=float(row["mean_cpu_s"]) if row["mean_cpu_s"] else None,
        )
        for row in csv.DictReader(lines)
    }


@functools.cache
def _by_form() -> Mapping[tuple[str, str], Published]:
    rows = {}
    for name, row in published().items():
        game_id, options = canonical(name, {})
        rows[game_id, option_text(options)] = row
    return rows


def published_of(game_id: str, options: Mapping[str, str]) -> Published | None:
    """Return the published figure for a game with the given options, or None.

    >>> published_of("klondike", {"turn": "three"}).theirs
    'Klondike'
    """
    return _by_form().get((game_id, option_text(options)))


def _text(name: str) -> str:
    return resources.files(__name__).joinpath(name).read_text("utf-8")
