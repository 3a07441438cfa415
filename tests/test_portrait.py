"""Portrait layouts of the page: the row near the thumb, and what is turned."""

from __future__ import annotations

import itertools

import msgspec
import pytest

import cadogan
from cadogan.layout import PilePlace, place
from cadogan.layout.portrait import near_thumb
from cadogan.session.view import picture

from .covering import each
from .test_layout import covers


def tall(game: str) -> tuple[list[PilePlace], dict[str, float]]:
    """Return the piles as they lie on a tall screen, and where they lie near the thumb."""
    layout = place(cadogan.game(game))
    piles = (layout.portrait or layout).piles
    return piles, near_thumb(piles, [group.name for group in cadogan.game(game).compiled.of])


@pytest.mark.parametrize("game", each(cadogan.games()))
def test_the_row_alone_goes_down(game: str) -> None:
    piles, near = tall(game)
    told = picture(cadogan.game(game))["layout"]
    assert [p.get("near") for p in (told["portrait"] or told)["piles"]] == [
        near.get(p.name) for p in piles
    ]
    if not near:
        return
    row = {p.name for p in piles if near[p.name] > p.y}
    assert {p.name for p in piles if p.kind in ("stock", "waste")} <= row
    top = min(near[name] for name in row)
    assert min(near.values()) >= 0
    assert all(near[p.name] + 1 < top for p in piles if p.name not in row)
    lain = [msgspec.structs.replace(p, y=near[p.name]) for p in piles]
    before = itertools.combinations(piles, 2)
    assert not [
        (a.name, b.name)
        for (a, b), (c, d) in zip(itertools.combinations(lain, 2), before, strict=True)
        if covers(a, b) and not covers(c, d)
    ]


def test_games_that_are_dealt_alike_show_other_cards() -> None:
    """Beside each other on the first page; and one game always the same ones."""
    alike = ("elevens", "block-ten", "block-eleven", "freecell", "bakers-game", "eight-off")
    shown = [str(picture(cadogan.game(game))["piles"]) for game in alike]
    assert len({*shown}) == len(alike)
    first = [picture(cadogan.game(game))["piles"]["t1"][0] for game in alike]
    assert len({*first}) > 3
    assert shown[0] == str(picture(cadogan.game("elevens"))["piles"])


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("klondike", "f1 f2 f3 f4 w s"),  # with all that lies beside them
        ("beehive", "r w s"),  # a reserve, however long
        ("miss-milligan", "t9 s"),  # a single pile to be played on
        ("golf", "f s"),  # it was the lowest already
    ],
)
def test_what_is_of_the_row(game: str, row: str) -> None:
    piles, near = tall(game)
    assert [p.name for p in piles if near[p.name] > p.y] == row.split()


@pytest.mark.parametrize("game", ["freecell", "big-ben", "puss-in-the-corner", "robert"])
def test_tables_that_stay_as_they_are(game: str) -> None:
    # Without a stock; in the middle of a clock or of the tableau; nothing but the one row.
    assert tall(game)[1] == {}


@pytest.mark.parametrize(
    ("game", "portrait", "low"),
    [("gaps", True, None), ("four-corners", False, True), ("accordion", False, None)],
)
def test_what_is_turned(game: str, portrait: bool, low: bool | None) -> None:
    told = picture(cadogan.game(game))["layout"]
    assert told["portrait"]["turned"] is portrait
    assert (told["low"] and told["low"]["turned"]) is low
