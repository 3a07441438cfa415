"""Portrait layouts of the page: the row near the thumb, and turned boards."""

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
    """Return the piles of the portrait layout, and their rows in the layout near the thumb."""
    layout = place(cadogan.game(game))
    piles = (layout.portrait or layout).piles
    return piles, near_thumb(piles, [group.name for group in cadogan.game(game).compiled.of])


@pytest.mark.parametrize("game", each(cadogan.games()))
def test_only_the_row_moves_down(game: str) -> None:
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


def test_games_with_equal_deals_show_different_cards() -> None:
    """The first page shows different cards for similar games, and the same ones each time."""
    alike = ("elevens", "block-ten", "block-eleven", "freecell", "bakers-game", "eight-off")
    shown = [str(picture(cadogan.game(game))["piles"]) for game in alike]
    assert len({*shown}) == len(alike)
    first = [picture(cadogan.game(game))["piles"]["t1"][0] for game in alike]
    assert len({*first}) > 3
    assert shown[0] == str(picture(cadogan.game("elevens"))["piles"])


@pytest.mark.parametrize(
    ("game", "row"),
    [
        ("klondike", "f1 f2 f3 f4 w s"),  # the foundations, with all piles that lie beside them
        ("beehive", "r w s"),  # a reserve, however many cards it has
        ("miss-milligan", "t9 s"),  # a group of a single pile that takes cards
        ("golf", "f s"),  # the row is already the lowest
    ],
)
def test_piles_of_the_row(game: str, row: str) -> None:
    piles, near = tall(game)
    assert [p.name for p in piles if near[p.name] > p.y] == row.split()


@pytest.mark.parametrize("game", ["freecell", "big-ben", "puss-in-the-corner", "robert"])
def test_layouts_that_do_not_change(game: str) -> None:
    # These games have no stock, a stock inside a clock or the tableau, or only one row.
    assert tall(game)[1] == {}


@pytest.mark.parametrize(
    ("game", "portrait", "low"),
    [("gaps", True, None), ("four-corners", False, True), ("accordion", False, None)],
)
def test_turned_layouts(game: str, portrait: bool, low: bool | None) -> None:
    told = picture(cadogan.game(game))["layout"]
    assert told["portrait"]["turned"] is portrait
    assert (told["low"] and told["low"]["turned"]) is low
