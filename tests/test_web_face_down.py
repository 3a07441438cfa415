"""Plays of every game in the web API, whose views name no face-down card."""

from __future__ import annotations

from typing import Any

import pytest

import cadogan
from cadogan.rules.catalogue import find
from tests.covering import representative
from tests.web_client import Client, act, begin, client, store, told

__all__ = ["client", "store"]

MAINS = [game_id for game_id in cadogan.games() if find(game_id).parent == game_id]
USUAL = representative(MAINS)


def is_secret(view: dict[str, Any], position: cadogan.Position) -> None:
    """Check that a view shows the cards that lie face up, and no others."""
    out = {pile["name"] for pile in view["layout"]["piles"] if pile["kind"] == "discard"}
    for name, cards in view["piles"].items():
        # Removed cards lie face down, though everybody has seen them.
        down = len(position.piles[name]) if name in out else position.down[name]
        assert view["down"][name] == down
        assert cards == ["??"] * down + list(position.piles[name][down:])
    # The rest consists of numbers, pile names and words.
    seen = {card for cards in view["piles"].values() for card in cards}
    hidden = {c for n, cards in position.piles.items() for c in cards[: position.down[n]]}
    rest = str({key: value for key, value in view.items() if key not in {"piles", "layout"}})
    assert not [card for card in hidden - seen if f"'{card}'" in rest]


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=() if g in USUAL else pytest.mark.slow) for g in MAINS]
)
def test_plays_keep_face_down_cards_secret(client: Client, game: str) -> None:
    view = begin(client, game, "7")
    position = cadogan.game(game).deal("7")
    is_secret(view, position)
    for _ in range(4):
        if not view["moves"]:
            break
        move = view["moves"][-1]["move"]
        view = act(client, view, "move", move=move)
        for text in (move, *view["auto"]):
            position = position.play(text)
        is_secret(view, position)
        assert view["said"].endswith((".", "!"))
        # a redeal may bring all cards back to the same places
        assert view["changed"] or move == "redeal"
    assert told(client.get(f"/api/plays/{view['play']}"))["piles"] == view["piles"]
