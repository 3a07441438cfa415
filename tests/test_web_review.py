"""Review in the web API: lines, positions, bookmarks, verdicts after each move, history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cadogan
from cadogan.session.repository import Repository
from cadogan.web.server import create_app
from tests.e2e.lines import BAKERS_DOZEN
from tests.test_solver_client import Page, page
from tests.web_client import PORT, Client, act, begin, client, store, told

__all__ = ["client", "page", "store"]

MOVES = ["s-w", "t3-t6", "s-w", "s-w"]
REST = 3  # number of steps of a won play that the test checks


def begun(client: Client) -> dict[str, Any]:
    told(client.put("/api/settings", json={"auto": "off"}))
    view = begin(client, "klondike", "7")
    for move in MOVES:
        view = act(client, view, "move", move=move)
    return view


def ask(client: Client, view: dict[str, Any], what: str, status: int = 200, **body: Any) -> Any:
    return told(client.post(f"/api/plays/{view['play']}/{what}", json=body), status)


def test_the_steps_in_words(client: Client) -> None:
    view = begun(client)
    line = ask(client, view, "line")
    assert (line["done"], line["steps"], line["marks"]) == (4, MOVES, [])
    assert line["said"][0] == "Turned seven of clubs."
    other = ask(client, view, "line", after=1, steps=["t7-f4"])
    assert (other["steps"], len(other["said"])) == (["s-w", "t7-f4"], 2)
    wrong = ask(client, view, "line", 422, after=1, steps=["t7-f1"])
    assert wrong["error"].startswith("Step 2 of that line is not legal: ")
    ask(client, view, "line", 422, after=9, steps=["t7-f1"])
    ask(client, view, "line", 400, steps=["s-w"], more=1)


def test_viewing_changes_nothing(client: Client) -> None:
    view = begun(client)
    looked = ask(client, view, "look", step=1)
    assert set(looked) == {*view, "at"} - {"lost"}
    assert (looked["at"], looked["steps"], looked["moves"]) == (1, 1, [])
    assert (looked["canUndo"], looked["canRedo"]) == (True, True)
    position = cadogan.game("klondike").deal(7).play("s-w")
    down = position.down
    for name, cards in looked["piles"].items():
        assert cards == ["??"] * down[name] + list(position.piles[name][down[name] :])
    other = ask(client, view, "look", after=0, steps=["t7-f4"], step=1)
    assert other["piles"]["f4"] == ["AS"]
    assert ask(client, view, "look", 422, step=5)["error"].endswith("step 5 does not exist.")
    now = told(client.get(f"/api/plays/{view['play']}"))
    assert {**now, "seconds": 0} == {**view, "seconds": 0, "asks": True}


def test_continuing_from_an_earlier_position(client: Client) -> None:
    view = begun(client)
    there = act(client, view, "go", step=1)
    assert (there["steps"], there["canRedo"], there["said"]) == (1, True, "At move 1.")
    after = act(client, there, "move", move="t7-f4")
    (mark,) = ask(client, after, "line")["marks"]
    assert mark == {"number": 1, "gone": True, "steps": MOVES, "shared": 1}
    stale = client.post(f"/api/plays/{view['play']}/go", json={"revision": 4, "step": 0})
    assert told(stale, 409)["view"]["revision"] == after["revision"]
    back = act(client, after, "go", step=4, steps=MOVES)
    assert back["steps"] == 4


def test_bookmarks(client: Client) -> None:
    view = begun(client)
    marked = act(client, view, "bookmark")
    assert (marked["said"], marked["steps"]) == ("Bookmark at move 4.", 4)
    again = client.post(
        f"/api/plays/{view['play']}/bookmark", json={"revision": marked["revision"]}
    )
    assert told(again, 422)["error"] == "This position already has a bookmark."
    for path, more in (("bookmark", {}), ("forget", {"number": 1})):
        stale = client.post(f"/api/plays/{view['play']}/{path}", json={"revision": 1, **more})
        assert told(stale, 409)["view"]["revision"] == marked["revision"]
    act(client, marked, "forget", number=1)
    assert ask(client, view, "line")["marks"] == []


def test_verdicts_follow_from_few_answers(store: Repository) -> None:
    app = create_app(store, PORT)
    client = Client(app)
    view = begun(client)
    path = [cadogan.game("klondike").deal(7)]
    for move in MOVES:
        path.append(path[-1].play(move))
    app.state.advice.learn(path[3], (), "lost", 1.0)
    app.state.advice.learn(path[2], ("s-w",), "won", 1.0)
    asked = f"/api/plays/{view['play']}/verdicts?revision={view['revision']}"
    assert told(client.get(asked)) == {
        "revision": view["revision"],
        "state": "done",
        "results": ["won", "won", "won", "lost", "lost"],
        "thrown": 3,
        "error": None,
    }
    assert told(client.get(asked.partition("?")[0]), 400)["error"].startswith("The request lacks")
    app.state.advice.learn(path[4], (), "lost", 1.0)
    solution = asked.replace("verdicts", "solution")
    assert told(client.get(solution))["result"] == "lost"
    answer = told(client.get(f"{solution}&step=2"))
    assert (answer["result"], answer["after"], answer["steps"]) == ("won", 2, ["s-w"])
    told(client.get(f"{solution}&step=9"), 422)


def test_the_solver_finds_the_losing_move(page: Page) -> None:
    page.ask("PUT", "/api/settings", json={"auto": "off"})
    view = page.begin("castles-in-spain-kings-stay", 3)
    for move in ("t6-f2", "t6-t12"):
        view = page.move(view, move)
    for _ in range(REST):
        view = page.move(view, view["moves"][-1]["move"])
    path = f"/api/plays/{view['play']}/verdicts?revision={view['revision']}"
    answer = page.ask("GET", path)
    while answer["state"] != "done":
        answer = page.ask("GET", path)
    assert answer["thrown"] == 2
    assert answer["results"] == ["won"] * 2 + ["lost"] * (1 + REST)
    assert not page.busy()
    # a winning line can be opened as a line of the play
    path = f"/api/plays/{view['play']}/solution?revision={view['revision']}&step=1"
    answer = page.ask("GET", path)
    assert (answer["state"], answer["result"], answer["after"]) == ("done", "won", 1)
    body = {"after": 1, "steps": answer["steps"]}
    line = page.ask("POST", f"/api/plays/{view['play']}/line", json=body)
    assert line["said"][-1].endswith("The game is won!")
    assert line["won"]


def test_all_the_plays_of_a_game(client: Client, tmp_path: Path) -> None:
    told(client.put("/api/settings", json={"auto": "off"}))
    view = begin(client, BAKERS_DOZEN.game, BAKERS_DOZEN.deal)
    for move in BAKERS_DOZEN.moves:
        view = act(client, view, "move", move=move)
    other = act(client, begin(client, BAKERS_DOZEN.game, "1"), "move", move="t6-f1")
    answer = told(client.get(f"/api/history/{BAKERS_DOZEN.game}"))
    assert answer["name"] == "Baker's Dozen"
    found = [(p["play"], p["state"], p["steps"], p["ended"]) for p in answer["plays"]]
    assert sorted(found) == sorted(
        [(other["play"], "open", 1, False), (view["play"], "won", len(BAKERS_DOZEN.moves), True)]
    )
    assert answer["plays"][0]["address"].startswith("/play/bakers-dozen/")
    told(client.get("/api/history/nothing"), 404)
