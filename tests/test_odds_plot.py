"""Plots of measured odds."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import msgspec
import pytest

import cadogan
from cadogan.core.errors import MeasurementError
from cadogan.odds import Limits, Result, Results, Study
from cadogan.odds.experiment import NO_LIMITS
from cadogan.odds.plot import KINDS, Curves, Series, curves, draw
from cadogan.odds_data import Published, published
from tests.cases.messages import check_sentence, refused
from tests.odds_worker import found
from tests.test_cli import answer, complaint, here
from tests.test_odds import fake
from tests.test_odds_table import kept, own, studied

__all__ = ["fake", "here"]  # fixtures

SOME = [found(deal, 1000) for deal in range(1, 301)]


def shares(results: list[Result]) -> tuple[int, int, int]:
    """Return the numbers of won, unknown and all deals."""
    letters = [r.result[0] for r in results]
    return letters.count("w"), letters.count("u"), len(letters)


def drawn(results: list[Result]) -> Curves:
    """Return the curves for some results."""
    seconds = [r.seconds for r in results]
    decided = sorted(r.seconds for r in results if r.result != "unknown")
    span = min(seconds), max(seconds)
    return curves([r.result for r in results], decided, span, shares(results))


def series(
    name: str, results: list[Result], theirs: Published | None = None, *, played: bool = False
) -> Series:
    """Return the plotted series of a study with some results."""
    return Series(name, shares(results), theirs, played, drawn(results))


SERIES = [
    series("Golf", SOME, published()["golf"]),
    series("Spanish Patience", SOME[:7]),
    series("Nothing is known", [r for r in SOME if r.result == "unknown"]),
]


def words(path: Path) -> str:
    """Return the texts of a picture, which the file keeps as comments beside the letters."""
    text = path.read_text(encoding="utf-8")
    return "\n".join(found.strip() for found in re.findall(r"<!--(.*?)-->", text, re.DOTALL))


@pytest.mark.parametrize("kind", KINDS)
def test_a_plot_is_labelled(kind: str, tmp_path: Path) -> None:
    path, again = tmp_path / "a.svg", tmp_path / "b.svg"
    draw(SERIES, kind, path)
    draw(SERIES, kind, again)
    assert path.read_bytes() == again.read_bytes(), "the same picture is the same file"
    text = words(path)
    for name in ("Golf", "Spanish Patience", "Nothing is known"):
        assert name in text
    assert {
        "intervals": "How many deals can be won",
        "times": "Time to a verdict",
        "certainty": "How certain it is",
    }[kind] in text
    if kind == "times":
        assert "90% decided" in text
        assert "0% decided" in text
    else:
        assert "published" in text
    if kind == "certainty":
        assert "0.0 to 100.0%" in text
    draw(SERIES, kind, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_a_single_study_is_plotted(tmp_path: Path) -> None:
    for kind in KINDS:
        draw([series("Golf", SOME[:1])], kind, tmp_path / f"{kind}.svg")
        assert "Golf" in words(tmp_path / f"{kind}.svg")
    assert "published" not in words(tmp_path / "intervals.svg")


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (
            (False, False),
            (
                "How many deals can be won",
                "Share of all deals that were decided, won or lost, by then",
                "95% interval of the share that can be won",
            ),
        ),
        (
            (True, True),
            (
                "How many deals were won in play",
                "Time of a play",
                "95% interval of the share that was won in play",
            ),
        ),
        (
            (False, True),
            (
                "How many deals can be won, or were won in play",
                "Time to a verdict, or of a play",
                "95% interval of the share that can be won, or was won in play",
            ),
        ),
    ],
)
def test_played_deals_are_not_labelled_as_winnable(
    played: tuple[bool, bool], told: tuple[str, ...], tmp_path: Path
) -> None:
    both = [series(f"Golf {way}", SOME, played=way) for way in played]
    for kind, line in zip(KINDS, told, strict=True):
        draw(both, kind, tmp_path / "a.svg")
        lines = words(tmp_path / "a.svg").splitlines()
        assert line in lines
        if kind == "times":
            assert [each.endswith("% played") for each in lines if "% " in each[-11:]] == sorted(
                played
            )


def test_the_legend_of_times_fits_its_names() -> None:
    figures = pytest.importorskip("matplotlib.figure")
    for name in ("Golf", "Klondike, draw three (turn=three, passes=one, worrying=no)"):
        figure = KINDS["times"]([series(name, SOME)], figures.Figure)
        figure.draw_without_rendering()
        [axes] = figure.axes
        assert 0.92 < axes.get_legend().get_window_extent().x1 / figure.bbox.x1 < 1, name


def test_many_deals_are_thinned_out() -> None:
    """The curve reads its results only once; here half of the deals took half the time."""
    many = [msgspec.structs.replace(found(n, 1000), seconds=n / 1000) for n in range(1, 50_001)]
    study = Study.of(cadogan.game("golf"), Limits(nodes=1000))
    with Results.open(":memory:") as results:
        results.begin(study)
        results.add_all(study, many)
        counted = (35_000, 5000, 50_000)
        span = results.span(study)
        some = curves(results.found(study), results.decided(study), span, counted)
    assert some == drawn(many)
    assert len(some.shares) <= 200
    assert len(some.times) == 2000
    assert some.shares[-1] == counted
    assert some.times[-1] == (50.0, 45_000)
    assert some.span == (0.001, 50.0)
    few = drawn(many[:30])
    assert [number for _, number in few.times] == [*range(1, 28)]
    assert [count for *_, count in few.shares] == [*range(1, 31)]


def test_the_command(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Results, "results")  # the command does not load them all
    kept("a", "golf", "klondike-draw-3", deals=range(1, 101))
    kept("b", "golf", deals=range(101, 201))
    assert answer("odds", "plot", "a", "b", "--out", "all.svg") == "all.svg: 2 games.\n"
    text = words(Path("all.svg"))
    assert "Golf" in text
    assert "Klondike, draw three" in text
    assert "200" in text
    golf = Study.of(cadogan.game("golf"), Limits(nodes=9))
    studied("b", golf, own("0123456789abcdef"), own("fedcba9876543210"))
    for kind in KINDS:
        told = answer("odds", "plot", "b", "--kind", kind, "--out", "c.svg")
        assert told == "c.svg: 4 studies of 2 games.\n"
        lines = words(Path("c.svg")).splitlines()
        for name in ("Golf, 9 positions", "Golf, 1,000 positions", "My Tommy, rules 012345"):
            assert name in lines
    studied("d", Study.of(cadogan.game("golf"), NO_LIMITS, policy="greedy"))
    assert answer("odds", "plot", "d", "--out", "d.svg") == "d.svg: 1 game.\n"
    assert "Golf, greedy" in words(Path("d.svg")).splitlines(), "it is not what can be won"
    only = ("odds", "plot", "a", "--game", "golf", "--kind", "times", "--out", "one.svg")
    assert answer(*only) == "one.svg: 1 game.\n"
    assert "Klondike" not in words(Path("one.svg"))


def test_pictures_without_matplotlib(fake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept("a", "golf", deals=range(1, 3))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = complaint("odds", "plot", "a", "--out", "a.svg")
    check_sentence("commands.no-matplotlib", told)


def test_a_picture_of_nothing() -> None:
    with refused(MeasurementError, "commands.nothing-to-draw"):
        draw([], "intervals", "a.svg")
