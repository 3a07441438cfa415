"""Generator of the site's tables of odds, and of the figures on the page about odds.

``scripts/site_pages.py`` adds the pages to the site. In ``docs/explanation/odds.md`` each figure is
between ``<!-- odds: WHAT -->`` and ``<!-- / -->``; `saying` lists the values of WHAT.
``scripts/measure_odds.py`` renews these figures after each measurement, as this script does:

python scripts/build_odds_pages.py          # renew the figures
python scripts/build_odds_pages.py --check  # report whether they are current
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

import cadogan
from cadogan import odds_data
from cadogan.model.position import Game
from cadogan.odds.report import by_name, ends, markdown, named
from cadogan.odds_data import Measured, all_measured, all_played, option_text, published_of
from cadogan.odds_data.published_figure import between, figure
from cadogan.rules.catalogue import built_in, canonical
from renew import renew

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "odds.md"
AIM = 30  # Cadogan should need at most this fraction of the study's mean CPU time
_SAYING = re.compile(r"(<!-- odds: ([^>]+) -->).*?(<!-- / -->)", re.DOTALL)
_STUDY = re.compile("Blake and Gent|Masten")  # the sources whose figures are in published.csv
_NOTE = """\
*Median* and *mean* are the CPU seconds for a deal; *limit* is the most that any deal was allowed.
*Published* is the figure from the largest study of such odds, with half its own 95% interval, if
that study used the same rules. [What was measured](../../explanation/odds.md#what-was-measured)
explains the tables."""
_QUESTIONS = (
    ("Birthday", "birthday"),
    ("Algerian", "algerian"),
    ("Big Ben", "big-ben"),
    ("Baker's Dozen and Bisley", "bakers-dozen bisley"),
)

Key = tuple[str, str]
Rows = Mapping[str, Mapping[Key, Measured]]


def key_of(game: Game) -> Key:
    """Return the key of a row: the game, and the options that identify it."""
    return game.id, option_text(game.said)


def all_rows() -> dict[str, Mapping[Key, Measured]]:
    """Return the stored rows for solved deals, and those for played deals."""
    return {"solved": all_measured(), "played": all_played()}


# --- pages ----------------------------------------------------------------------------------------


def pages(rows: Rows) -> dict[str, str | bytes]:
    """Return the pages and pictures with tables of odds, by their names."""
    return {
        "index.md": _index(),
        "solved.md": _page(
            "Solved deals",
            "How many deals of each game can be won, with all cards known.",
            markdown(by_name(chosen(rows, "solved"))),
        ),
        "played.md": _page(
            "Played deals",
            "How many deals of each game the player `greedy` wins. It sees what a person sees.",
            markdown(by_name(chosen(rows, "played"))),
        ),
        "published.md": _page(
            "Comparison with the published study",
            "Every game in the study, in the form that the study measured. *Their mean* is the"
            " study's mean CPU time for a deal; *times* is that time divided by ours.",
            markdown(by_name(chosen(rows, "published")), beside=True),
            "![Intervals of these games beside the published figures](published.svg)",
        ),
        "books.md": _page(
            "Comparison with books",
            "The claims made in books, beside the share of deals that can be won and the share"
            " that simple play wins.",
            beside_books(rows),
        ),
        "questions.md": _page("Questions from books", "", *_questions(rows)),
        "published.svg": _picture(chosen(rows, "published")),
        "bakers-dozen.svg": _picture(chosen(rows, "solved", ("bakers-dozen", "bisley"))),
    }


_TABLES = (
    ("Solved deals", "solved", "how often each game can be won"),
    ("Played deals", "played", "how often simple play wins"),
    ("Comparison with the published study", "published", "our figures and those of the study"),
    ("Comparison with books", "books", "our figures and the claims made in books"),
    ("Questions from books", "questions", "all forms of four families"),
)


def _index() -> str:
    about = (
        "The [explanation of odds](../../explanation/odds.md) says what these tables count and"
        " how certain their figures are. A script builds them from `src/cadogan/odds_data`."
    )
    rows = [f"| [{title}]({name}.md) | {contents} |" for title, name, contents in _TABLES]
    table = "\n".join(["| table | contents |", "|---|---|", *rows])
    return f"# Tables of odds\n\n{about}\n\n{table}\n"


def _page(title: str, about: str, *parts: str) -> str:
    return "\n\n".join(filter(None, [f"# {title}", about, _NOTE, *parts])) + "\n"


def _questions(rows: Rows) -> Iterator[str]:
    for title, games in _QUESTIONS:
        yield f"## {title}"
        for kind in ("solved", "played"):
            some = chosen(rows, kind, games.split())
            ordered = sorted(some, key=lambda row: (row.share, row.game, row.options))
            if ordered:
                yield markdown(ordered)
    yield "![Intervals of the Baker's Dozen family](bakers-dozen.svg)"


def _picture(some: Iterable[Measured]) -> bytes:
    """Return the intervals of some games as an SVG."""
    from cadogan.odds.plot import Series, draw  # noqa: PLC0415  # the extra 'plots'

    series = [
        Series(named(row), (row.won, row.unknown, row.count), published_of(row.game, row.chosen))
        for row in some
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "intervals.svg"
        draw(series, "intervals", path)
        return path.read_bytes()


def chosen(rows: Rows, kind: str, games: Collection[str] = ()) -> list[Measured]:
    """Return the rows of the named games, or of all games, with all their variants and options.

    Args:
        rows: the rows for solved deals and for played ones.
        kind: ``solved``, ``played`` or ``published``.
        games: the ids of the games; the id of a variant or a combination selects only that.
    """
    wanted = {canonical(name, {})[0] for name in games}
    return [
        row
        for row in rows["played" if kind == "played" else "solved"].values()
        if not wanted or {row.game, built_in()[row.game].parent} & wanted
        if kind != "published" or published_of(row.game, row.chosen)
    ]


def beside_books(rows: Rows) -> str:
    """Return a table of what books claim, beside what can be won and what simple play wins.

    The table omits figures of the published study, which have their own table.
    """
    lines = [
        "| game | books | can be won | won by simple play | the books' figure |",
        "|---" * 5 + "|",
    ]
    for row, where in _places(rows):
        definition = built_in()[row.game]
        play = rows["played"].get((row.game, ""))
        books = " ".join(_in_books(definition.odds))
        cells = (definition.name, books, ends(row), ends(play) if play else "", where)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _places(rows: Rows) -> Iterator[tuple[Measured, str]]:
    """Yield the games with odds from books, and how the book's figure compares with ours, or ""."""
    for name, definition in sorted(built_in().items(), key=lambda pair: pair[1].name.lower()):
        row = rows["solved"].get((name, ""))
        if row and (claims := _in_books(definition.odds)):
            book = figure(claims) if row.width <= odds_data.WIDEST else None
            play = rows["played"].get((name, ""))
            yield row, between(book, row.interval, play.interval if play else None) if book else ""


def _in_books(odds: Iterable[str]) -> list[str]:
    """Return the sentences about odds, except those about the published study."""
    return [text for text in odds if not _STUDY.search(text)]


# --- figures in sentences -------------------------------------------------------------------------


def with_figures(text: str, rows: Rows) -> str:
    """Return a page with the figures in its sentences updated."""

    def renewed(found: re.Match[str]) -> str:
        return found[1] + saying(rows, found[2]) + found[3]

    return _SAYING.sub(renewed, text)


def saying(rows: Rows, what: str) -> str:
    """Return a figure for a sentence, or the names of games.

    ``what`` has one of these forms:

    - ``hours``: hours of computing time;
    - ``missed``: the games that take more than a thirtieth of the study's time;
    - ``hardly``: the games that are hardly ever won, with most deals unknown;
    - ``books PLACE``: the games whose figure in books compares in that way, in the words of
      `between`;
    - ``solved GAME OPTIONS UNIT`` or ``played GAME OPTIONS UNIT``: a figure for one game. The unit
      is ``won``, ``lost`` or ``unknown`` for a number of deals, ``hundred`` for wins in 100 deals,
      or ``once`` for the number of deals per win.

    Args:
        rows: the rows for solved deals and for played ones.
        what: the name of the figure.

    Raises:
        ValueError: if the name has none of these forms, or if the tables have no such row.
    """
    every = rows["solved"].values()
    kind, _, more = what.partition(" ")
    if what == "hours":
        spent = sum(row.mean * row.count for some in rows.values() for row in some.values())
        return f"{spent / 3600:.0f}"
    if what == "missed":
        return _names(row for row in every if _short_of_aim(row))
    if what == "hardly":
        plain = (row for row in every if not row.options)
        return _names(r for r in plain if r.share < 0.1 and r.unknown > r.count / 2)
    if kind == "books":
        return _names(row for row, place in _places(rows) if place == more)
    if kind in rows and len(words := more.split()) > 1:
        name, *options, asked = words
        game = cadogan.game(name, **dict(each.split("=") for each in options))
        row = rows[kind].get(key_of(game))
        if row and asked in ("won", "lost", "unknown"):
            return f"{getattr(row, asked):,}"
        if row and asked == "hundred":
            return f"{100 * row.share:.0f} in 100"
        if row and asked == "once":
            return f"once in {float(f'{row.count / row.won:.2g}'):,g}"
    raise ValueError(f"no table contains the figure {what!r}")


def _names(some: Iterable[Measured]) -> str:
    *others, last = sorted((named(row) for row in some), key=str.lower) or ["none"]
    return f"{'; '.join(others)}; and {last}" if others else last


def _short_of_aim(row: Measured) -> bool:
    theirs = published_of(row.game, row.chosen)
    return bool(theirs and theirs.mean and theirs.mean < AIM * row.mean)


def main(arguments: list[str]) -> int:
    """Renew the figures of the page, or check them; return the exit status."""
    text = with_figures(PAGE.read_text("utf-8"), all_rows())
    return renew(PAGE, text, __file__, check=arguments == ["--check"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
