"""House rules in the web API: choices, one address for each deal, statistics for a combination."""

from __future__ import annotations

import pytest

from cadogan.session.models import Record
from cadogan.session.repository import Repository
from tests.web_client import Client, act, begin, client, store, told

__all__ = ["client", "store"]  # fixtures


def test_a_deal_has_one_address(client: Client) -> None:
    wanted = {"address": "/play/algerian/7?layout=tarbart&reserves=closed"}
    for way in (
        "algerian/7?reserves=closed&layout=tarbart",
        "algerian/7?layout=tarbart&transfer=yes&reserves=closed",
        "algerian-tarbart-closed/7",
        "algerian-tarbart/07?reserves=closed",
    ):
        assert told(client.get(f"/api/address/{way}")) == wanted
    assert client.get("/api/address/algerian/x").status_code == 400
    assert client.get("/api/address/algerian/7?layout=x").status_code == 400
    assert client.get("/api/address/algeria/7").status_code == 404


def test_the_choices(client: Client) -> None:
    games = told(client.get("/api/games"))["games"]
    klondike = next(game for game in games if game["id"] == "klondike")
    turn = klondike["options"][0]
    assert (turn["kind"], turn["default"]) == ("choice", "one")
    three = turn["answers"][2]
    assert (three["id"], three["name"]) == ("three", "three")
    assert three["about"] == "Three cards are turned at a time."
    named = klondike["combinations"][2]
    assert (named["name"], named["options"]) == ("Klondike, draw three", {"turn": "three"})


def test_the_rules_of_a_combination(client: Client) -> None:
    page = told(client.get("/api/rules/algerian?layout=tarbart&reserves=closed"))
    assert page == told(client.get("/api/rules/algerian-tarbart-closed"))
    assert page["name"] == "Algerian after Tarbart, empty reserves stay empty"
    assert "(layout=tarbart, chosen here)" in page["markdown"]


def test_statistics_for_house_rules(client: Client) -> None:
    """A play counts for its combination, whatever name opened it, and for the game."""
    view = begin(client, game="klondike-draw-3", deal="ms:1")
    assert view["game"]["id"] == "klondike"
    assert view["game"]["options"] == {"turn": "three"}
    act(client, view, "move", move=view["moves"][0]["move"])
    client.post(f"/api/plays/{view['play']}/leave", json={})
    lost = {
        way: told(client.get(f"/api/stats/{way}"))["lost"]
        for way in (
            "klondike",
            "klondike-draw-3",
            "klondike?turn=three",
            "klondike?turn=three&passes=unlimited&worrying=yes",
            "klondike?turn=one",
            "klondike-one-pass",
        )
    }
    assert list(lost.values()) == [1, 1, 1, 1, 0, 0]
    games = told(client.get("/api/games"))["games"]
    assert next(g for g in games if g["id"] == "klondike")["stats"]["played"] == 1


def test_a_play_of_a_missing_game_does_not_hide_the_others(
    client: Client, store: Repository
) -> None:
    """The list leaves out plays of another catalogue edition; opening one shows the reason."""
    view = begin(client)
    act(client, view, "move", move=view["moves"][0]["move"])
    now = 1e9
    for play, game, options in (("p1", "gone", {}), ("p2", "klondike", {"turn": "six"})):
        record = Record(play, game, options, "7", "", now, now, done=1, state="open", steps=["s-w"])
        store.save(record)
    plays = {play["play"]: play["name"] for play in told(client.get("/api/plays"))["plays"]}
    assert plays == {view["play"]: "Klondike"}
    assert told(client.get("/api/plays/p1"), 404)["error"].startswith("There is no game 'gone'")
    assert told(client.get("/api/plays/p2"), 400)["error"].startswith("Turn 'six' is not a valid")
    assert told(client.get("/api/stats/klondike"))["played"] == 0


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"game": "k" * 9999}, 404),
        ({"game": "klondike", "options": {"k" * 9999: "one"}}, 400),
        ({"game": "klondike", "options": {"turn": "k" * 9999}}, 400),
        ({"game": "birthday", "options": {"target": "1" * 9999}}, 400),
        ({"game": "birthday", "options": {"suits": "S" * 9999}}, 400),
        ({"game": "klondike", "deal": "7" * 9999}, 400),
    ],
)
def test_long_texts_are_quoted_only_in_part(
    client: Client, wish: dict[str, object], status: int
) -> None:
    assert len(told(client.post("/api/plays", json=wish), status)["error"]) < 250


def test_the_notice_about_lost_moves_stays_until_the_play_continues(
    store: Repository, client: Client
) -> None:
    steps = ["s-w", "s-w", "t1-c9", "s-w"]
    store.save(Record("p", "klondike", {}, "47", "", 0.0, 0.0, steps=steps, done=4, state="open"))
    # A board that shows all the moves from before the rules changed is out of date.
    meant = {"move": "s-w", "revision": 0}
    view = told(client.post("/api/plays/p/move", json=meant), 409)["view"]
    assert view["steps"] == 2
    assert view["notice"] == (
        "The rules have changed since this play was saved."
        " Only the steps up to step 2 could be restored."
    )
    assert act(client, view, "move", move="s-w")["notice"] is None
