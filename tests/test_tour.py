"""Tour for newcomers: it agrees with the rules page and starts automatically only once."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.i18n import in_language, languages
from cadogan.web.tour import tour
from tests.covering import each
from tests.web_client import Client, act, begin, client, store, told

__all__ = ["client", "store"]  # fixtures


@pytest.mark.parametrize("game_id", each(cadogan.games(), most=16))
def test_a_tour_points_at_existing_piles(game_id: str) -> None:
    game = cadogan.game(game_id)
    steps = tour(game)
    assert 2 + (not game.compiled_rules.counting.way) <= len(steps) <= 6
    page = " ".join(game.rules().replace("*", "").replace("`", "").split())
    assert steps[0].title in page
    for step in steps:
        assert step.piles or step.tools
        assert {*step.piles} <= {*game.pile_names}
        assert len(step.text) < 420, "it is read in a few seconds"
        if f"## {step.title}" in page:
            # The step begins with the words of the rules page.
            assert step.text.partition(". ")[0].partition(":")[0].rstrip(".") in page


@pytest.mark.parametrize(
    ("game", "piles"), [("golf", "t1"), ("klondike", "f1"), ("german-patience", "s w")]
)
def test_a_tour_begins_where_the_game_is_won(game: str, piles: str) -> None:
    first = tour(cadogan.game(game))[0].piles
    assert {*piles.split()} <= {*first}
    assert any(name[0] == "f" for name in first) == (piles == "f1")


@pytest.mark.parametrize("game", ["algerian", "bisley", "archway"])
def test_a_tour_explains_each_kind_of_foundation_that_it_shows(game: str) -> None:
    (step,) = (
        s
        for s in tour(cadogan.game(game))
        if {"f1", "f8"} <= {*s.piles} and s.text.count("foundations") > 1
    )
    assert "four ace foundations" in step.text
    assert "four king foundations" in step.text


@pytest.mark.parametrize("code", languages())
def test_every_language_has_a_tour(code: str) -> None:
    with in_language(code):
        steps = tour(cadogan.game("canfield"))
    assert [len(step.piles) for step in steps] == [4, 4, 1, 2, 1, 0]
    assert all(step.title and step.text for step in steps)


def test_a_family_is_new_until_its_tour_is_over(client: Client) -> None:
    assert begin(client, "klondike", "1")["tour"]
    shown = told(client.get("/api/tour/klondike"))
    assert shown["family"] == "Klondike"
    assert shown["steps"][-1]["tools"] == ["undo", "hint", "more"]
    told(client.post("/api/tours", json={"family": "Klondike"}))
    assert not begin(client, "klondike", "2")["tour"]
    assert not begin(client, "gate", "2")["tour"], "it is of the same family"
    assert begin(client, "freecell", "2")["tour"]
    told(client.post("/api/tours", json={"family": "*"}))
    assert not begin(client, "freecell", "2")["tour"]


def test_a_family_already_played_is_not_new(client: Client) -> None:
    view = begin(client, "freecell", "1")
    act(client, view, "move", move=view["moves"][0]["move"])
    assert not begin(client, "eight-off", "1")["tour"]
    assert "tour" not in told(client.get(f"/api/plays/{view['play']}")), "never when one goes on"
