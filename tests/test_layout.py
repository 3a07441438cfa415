"""Layout language: places, errors, and the layouts of all games in the catalogue."""

from __future__ import annotations

import itertools
import math
import tomllib
from typing import Any

import msgspec
import pytest

import cadogan
from cadogan.core.errors import InvalidDefinitionError
from cadogan.layout import Arrangement, Layout, PilePlace, place
from cadogan.model.position import Game
from cadogan.rules.catalogue import catalogue
from tests.cases.messages import refused
from tests.covering import each


def laid_out(game: str, text: str) -> Layout:
    definition = cadogan.game(game).definition
    layout: dict[str, Any] = tomllib.loads(text)
    return place(Game(msgspec.structs.replace(definition, layout=layout)))


def corners(layout: Layout | Arrangement, kind: str) -> list[tuple[float, float]]:
    return [(p.x, p.y) for p in layout.piles if p.kind == kind]


REST = "stock = { row = [0, 0] }\nwaste = { row = [1, 0] }\n"
KLONDIKE = REST + "foundation = { row = [3, 0] }\ntableau = { row = [0, 1.5] }\n"


def test_a_row_and_the_defaults_of_tableau_piles() -> None:
    layout = laid_out("klondike", KLONDIKE)
    assert corners(layout, "tableau") == [(i, 1.5) for i in range(7)]
    t1 = next(p for p in layout.piles if p.name == "t1")
    assert (t1.grow, t1.dx, t1.dy, t1.rot, t1.label) == ("down", 0.0, 0.25, 0.0, "")
    w = next(p for p in layout.piles if p.name == "w")
    assert (w.grow, w.dx, w.dy) == ("right", 0.25, 0.0)
    f1 = next(p for p in layout.piles if p.name == "f1")
    assert (f1.grow, f1.min, f1.label) == ("", 1, "A♣")
    assert layout.portrait is None
    assert layout.width == 7
    assert [p.name for p in layout.piles] == list(cadogan.game("klondike").pile_names)


def test_gaps_columns_and_alignment() -> None:
    layout = laid_out(
        "klondike",
        REST
        + "foundation = { column = [8, 0], gap = 1.5 }\n"
        + 'tableau = { row = [3, 2], gap = 1.1, align = "centre", grow = "right", spread = 0.5 }\n',
    )
    assert [y for _, y in corners(layout, "foundation")] == [0, 1.5, 3, 4.5]
    assert {x for x, _ in corners(layout, "foundation")} == {8.3}
    xs = [x for x, _ in corners(layout, "tableau")]
    assert xs == pytest.approx([i * 1.1 for i in range(7)])
    assert layout.piles[4].dx == 0.5


def test_grids_are_filled_evenly() -> None:
    layout = laid_out(
        "bakers-dozen",
        "foundation = { row = [0, 0] }\n"
        'tableau = { grid = [3, 2, 7], gap = [1, 3], align = "centre" }\n',
    )
    places = corners(layout, "tableau")
    assert places[:7] == [(i, 2) for i in range(7)]
    assert places[7:] == [(i + 0.5, 5) for i in range(6)]
    fewer = laid_out(
        "good-measure",
        "foundation = { row = [0, 0] }\ntableau = { grid = [0, 2, 7], gap = [1, 3] }\n",
    )
    assert corners(fewer, "tableau")[4:6] == [(4, 2), (0, 5)]


def test_a_clock_goes_round_from_one_o_clock() -> None:
    layout = laid_out(
        "grandfathers-clock", "foundation = { clock = [3, 2, 3] }\ntableau = { row = [8, 0] }\n"
    )
    hours = [p for p in layout.piles if p.kind == "foundation"]
    assert [p.label for p in hours] == [str(hour) for hour in range(1, 13)]
    middle = (hours[2].x + hours[8].x) / 2, (hours[2].y + hours[8].y) / 2
    for hour, p in enumerate(hours, 1):
        turn = math.radians(hour * 30)
        assert p.x - middle[0] == pytest.approx(3 * math.sin(turn), abs=1e-3)
        assert (p.y - middle[1]) * 1.4 == pytest.approx(-3 * math.cos(turn), abs=1e-3)


def test_a_clock_may_begin_at_another_hour_and_fan_out() -> None:
    layout = laid_out(
        "grandfathers-clock",
        'foundation = { clock = [3, 2, 3, 4], first = 12, grow = "out", spread = 0.2 }\n'
        "tableau = { row = [8, 0] }\n",
    )
    twelve, one, *_ = layout.piles
    assert (twelve.label, one.label) == ("12", "1")
    assert twelve.dx == 0.0
    assert twelve.dy == pytest.approx(-0.2 / 1.4, abs=1e-4)
    assert one.dx > 0 > one.dy
    three = layout.piles[3]
    assert three.dx == pytest.approx(0.2)
    assert three.dy == pytest.approx(0, abs=1e-4)


def test_piles_of_a_group_may_grow_in_different_directions() -> None:
    layout = laid_out(
        "klondike",
        KLONDIKE.replace(
            "row = [0, 1.5]",
            'row = [0, 1.5], gap = 3, grow = ["left", "up", "none", "down", "right", "up", "down"]',
        ),
    )
    steps = [(p.grow, p.dx, p.dy) for p in layout.piles if p.kind == "tableau"]
    assert steps[:5] == [
        ("left", -0.25, 0),
        ("up", 0, -0.25),
        ("", 0, 0),
        ("down", 0, 0.25),
        ("right", 0.25, 0),
    ]


def test_named_groups_override_their_kind() -> None:
    rest = "tableau = { row = [0, 2] }\nreserve = { row = [0, 3] }\nstock = { row = [0, 4] }\n"
    together = laid_out("algerian", rest + "foundation = { row = [0, 0] }\n")
    assert [x for x, _ in corners(together, "foundation")] == list(range(8))
    for kings in (
        "foundation.kings = { row = [5, 1] }\n",
        '"foundation.kings" = { row = [5, 1] }\n',
    ):
        if kings.startswith("foundation"):
            text = rest + kings + "foundation.aces = { row = [0, 0] }\n"
        else:
            text = rest + kings + "foundation = { row = [0, 0] }\n"
        places = corners(laid_out("algerian", text), "foundation")
        assert places == [(0, 0), (1, 0), (2, 0), (3, 0), (5, 1), (6, 1), (7, 1), (8, 1)]


def test_a_portrait_overrides_only_its_own_keys() -> None:
    layout = laid_out(
        "klondike",
        KLONDIKE.replace("row = [0, 1.5]", "row = [0, 1.5], min = 9, spread = 0.3")
        + "[portrait]\ntableau = { grid = [0, 2, 4] }\nwaste = { grow = 'none' }\n",
    )
    portrait = layout.portrait
    assert portrait is not None
    assert corners(portrait, "tableau")[4] == (0, 3)
    assert (portrait.piles[4].min, portrait.piles[4].dy) == (9, 0.3)
    assert corners(portrait, "foundation") == corners(layout, "foundation")
    assert next(p for p in portrait.piles if p.name == "w").grow == ""
    assert next(p for p in layout.piles if p.name == "w").grow == "right"


def test_a_low_screen_has_its_own_arrangement() -> None:
    layout = laid_out(
        "klondike",
        KLONDIKE + "[portrait]\nstock = { row = [0, 3] }\n[low]\nstock = { row = [8, 0] }\n",
    )
    assert layout.portrait is not None
    assert layout.low is not None
    assert corners(layout.portrait, "stock") == [(0, 3)]
    assert corners(layout.low, "stock") == [(8, 0)]
    assert corners(layout, "stock") == [(0, 0)]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("tableu = { row = [0, 0] }", "tableu-game"),
        ("tableau = [0, 1]", "must"),
        ("tableau = { rwo = [0, 1] }", "rwo"),
        ("tableau = { row = 3 }", "row-must-list"),
        ("tableau = { row = [0, 'x'] }", "row-each"),
        ("tableau = { row = [0, 1, 2] }", "row-must"),
        ("tableau = { row = [0, 1], grid = [0, 1, 2] }", "row"),
        ("tableau = { row = [0, 1], grow = 'dwon' }", "grow-dwon"),
        (
            "tableau = { row = [0, 1], grow = ['up', 'down', 'up', 'dwon'] }",
            "layout-tableau-grow-dwon",
        ),
        ("tableau = { row = [0, 1], grow = ['up', 'down'] }", "grow-expected"),
        ("tableau = { row = [0, 1], grow = 'out' }", "grow"),
        ("tableau = { row = [0, 1], align = 'center' }", "align"),
        ("tableau = { places = [[0, 1], [1, 1]] }", "places"),
        ("tableau = { row = [0, 1], labels = ['a'] }", "labels"),
        ("tableau = { clock = [0, 1] }", "clock"),
        ("tableau = { grid = [0, 1, 0] }", "grid"),
        ("tableau = { row = [0, 1], min = 0 }", "min"),
        ("tableau = { row = [0, 1], spread = -1 }", "spread"),
        ("tableau = { row = [0, 1], first = 13 }", "first"),
        (
            "tableau = { row = [0, 1] }\n[portrait]\nfoundation = { row = [1] }",
            "layout-portrait-foundation",
        ),
        ("tableau = { row = [0, 1] }\nportrait = 3", "portrait-must"),
        ("tableau = { row = [2, 0] }", "one"),
        (
            "tableau = { row = [0, 1] }\n[portrait]\nwaste = { row = [0, 0] }",
            "layout-portrait-stock",
        ),
        (
            "tableau = { places = [[0, 1], [1, 1], [2, 1], [3, 1], [4, 1], [5, 1], [0, 1]] }",
            "layout-tableau-two",
        ),
        ("tableau = { row = [0, 1] }\nlow = 3", "low-must"),
        ("tableau = { row = [0, 1] }\n[low]\nwaist = { row = [0, 1] }", "low-waist"),
        (
            "tableau = { row = [0, 1] }\nfoundation.kings = { row = [0, 1] }",
            "layout-foundation-kings",
        ),
    ],
)
def test_layouts_that_are_refused(text: str, key: str) -> None:
    rest = REST if "foundation.kings" in text else REST + "foundation = { row = [3, 0] }\n"
    with refused(InvalidDefinitionError, f"layouts.{key}"):
        laid_out("klondike", rest + text)


@pytest.mark.parametrize("game_id", each(catalogue()))
def test_every_answer_can_be_laid_out(game_id: str) -> None:
    for name, option in catalogue()[game_id].options.items():
        for answer in option.answers:
            assert place(cadogan.game(game_id, **{name: answer})).piles


def arrangements(layout: Layout) -> list[tuple[str, Layout | Arrangement]]:
    found: list[tuple[str, Layout | Arrangement]] = [("landscape", layout)]
    found += [("portrait", layout.portrait)] if layout.portrait else []
    found += [("low", layout.low)] if layout.low else []
    return found


def covers(a: PilePlace, b: PilePlace) -> bool:
    # The page stretches x and y by a few percent; cards closer together than this would overlap.
    return abs(a.x - b.x) < 0.9 and abs(a.y - b.y) < 0.92


def ranked(a: PilePlace, b: PilePlace, over: set[tuple[str, str]]) -> bool:
    """Return whether two piles are neighbours in a row of overlapping piles.

    Such neighbours may cover a fifth of each other, because ten cards side by side would be small
    on a phone.
    """
    lain_on = {name for pair in over for name in pair}
    return {a.name, b.name} <= lain_on and a.y == b.y and abs(a.x - b.x) > 0.79


def lying(game: Game) -> set[tuple[str, str]]:
    """Return the pairs of piles in a game that lie on each other, the lower pile first."""
    R, names = game.compiled_rules, game.pile_names
    return {
        (names[p], names[q])
        for p in range(R.piles)
        for q in R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]]
    }


@pytest.mark.parametrize("game", each(cadogan.games()))
def test_piles_do_not_overlap(game: str) -> None:
    given = place(cadogan.game(game))
    over = lying(cadogan.game(game))
    bare = Game(msgspec.structs.replace(cadogan.game(game).definition, layout={}))
    for layout in (given, place(bare)):
        for name, arrangement in arrangements(layout):
            assert [p.name for p in arrangement.piles] == list(bare.pile_names)
            assert min(p.x for p in arrangement.piles) >= 0
            assert min(p.y for p in arrangement.piles) >= 0
            clashes = [
                (a.name, b.name)
                for a, b in itertools.combinations(arrangement.piles, 2)
                if covers(a, b) and (a.name, b.name) not in over and not ranked(a, b, over)
            ]
            assert not clashes, name


@pytest.mark.parametrize("game", each(cadogan.games()))
def test_cards_are_wide_enough_on_common_screens(game: str) -> None:
    layout = place(cadogan.game(game))
    assert (1280 - 40) / (layout.width * 1.11) >= 60
    assert (690 - 40) / (layout.height * 1.4 * 0.9) >= 60
    tall = layout.portrait or layout
    assert (390 - 12) / (tall.width * 1.04) >= 34
