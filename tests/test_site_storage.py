"""Warnings of the static site about the browser's storage."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from cadogan.session.repository import Repository

from .web_client import SiteClient, begin, post, store, told

__all__ = ["store"]


def saving(*states: str) -> Callable[[], Awaitable[str]]:
    """Return a browser's answers to each save."""
    left = [*states]

    async def save() -> str:
        return left.pop(0) if len(left) > 1 else left[0]

    return save


def moved(client: SiteClient, view: Any) -> Any:
    move = view["moves"][0]["move"]
    return post(client, f"plays/{view['play']}/move", move=move, revision=view["revision"])


def test_a_move_without_room_says_so_and_the_next_one_says_that_it_is_stored(
    store: Repository,
) -> None:
    client = SiteClient(store, saving("", "full", ""))
    view = begin(client)
    assert view["notice"] is None
    view = moved(client, view)
    assert view["notice"].startswith("This browser has no room for your last changes.")
    assert view["steps"] == 1
    assert moved(client, view)["notice"] is None


def test_the_warning_is_in_the_language_of_the_page_and_beside_others(store: Repository) -> None:
    client = SiteClient(store, saving("low"))
    body = {"game": "klondike", "deal": "47"}
    view = told(client.post("/api/plays", json=body, headers={"Accept-Language": "de"}))
    assert view["notice"].startswith("Dieser Browser hat kaum noch Platz")
    assert told(client.get("/api/plays"))["notice"].startswith("This browser has little room")


def test_a_change_that_has_no_room_for_a_warning_is_refused(store: Repository) -> None:
    client = SiteClient(store, saving("full"))
    answer = client.put("/api/settings", json={"clock": True})
    assert answer.status_code == 507
    assert answer.json()["error"].startswith("This browser has no room")
    # what stays in memory is in force
    assert told(client.get("/api/settings"))["clock"] is True


def test_a_browser_without_storage_plays_in_memory(store: Repository) -> None:
    client = SiteClient(store, saving("refused"))
    view = moved(client, begin(client))
    assert view["notice"].startswith("This browser does not let Cadogan store anything.")
    assert told(client.put("/api/settings", json={"clock": True}))["clock"] is True
