"""Web API: the page's requests, and refusals of all others."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import cadogan
from cadogan.rules.catalogue import catalogue
from cadogan.session.play import Play
from cadogan.session.repository import Repository
from cadogan.web import run
from cadogan.web.run import FIRST_LINE, PortInUseError, _listen, _listen_somewhere, serve
from cadogan.web.schemas import LONGEST
from cadogan.web.server import create_app
from tests.entrance import enter
from tests.web_client import ADDRESS, PORT, Client, act, begin, client, only_server, store, told

__all__ = ["client", "store"]  # fixtures


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/play/klondike", "/play/birthday/7?target=1956&suits=SHCD"])
@only_server
def test_every_address_serves_the_same_page(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.headers["cache-control"] == "no-store"
    assert re.search(r'src="/static/[0-9a-f]{16}/app\.js"', answer.text)


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/api/games", "/nowhere"])
@only_server
def test_every_answer_has_the_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"].startswith("default-src 'self';")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    if path.startswith("/api/"):
        assert headers["cache-control"] == "no-store"


# --- games ---------------------------------------------------------------------------------------


def test_the_catalogue(client: Client) -> None:
    answer = client.get("/api/games")
    games = told(answer)["games"]
    assert sorted(game["id"] for game in games) == [*catalogue()]
    birthday = next(game for game in games if game["id"] == "birthday")
    assert birthday["parent"] is None
    assert birthday["stats"] == {"played": 0, "won": 0}
    named = [option["name"] for option in birthday["options"]]
    assert named == ["target", "suits", "passes", "between"]
    assert birthday["options"][0]["default"] == "1956"
    spanish = next(game for game in games if game["id"] == "spanish-patience")
    assert spanish["parent"] == "bakers-dozen"


def test_the_rules(client: Client) -> None:
    page = told(client.get("/api/rules/birthday?target=1888"))
    assert page["name"] == "Birthday"
    assert page["markdown"].startswith("# Birthday\n")


# --- plays ---------------------------------------------------------------------------------------


def test_a_view_shows_everything_except_face_down_cards(client: Client) -> None:
    view = begin(client)
    assert set(view) == {
        "play", "revision", "game", "layout", "piles", "down", "moves", "counters", "score",
        "steps", "canUndo", "canRedo", "canAuto", "canFinish", "won", "over", "luck", "seconds",
        "said", "practice", "wasWon", "changed", "auto", "notice", "lost", "tour", "asks",
        "covered", "markers",
    }  # fmt: skip
    assert (view["canFinish"], view["notice"]) == (False, None)
    assert view["game"] == {
        "id": "klondike",
        "name": "Klondike",
        "options": {},
        "deal": "47",
        "address": "/play/klondike/47",
    }
    position = cadogan.game("klondike").deal(47)
    assert sorted(move["move"] for move in view["moves"]) == sorted(position.move_texts())
    for name, cards in position.piles.items():
        down = position.down[name]
        assert view["piles"][name] == ["??"] * down + list(cards[down:])
        assert view["down"][name] == down
    assert view["canAuto"]
    assert not view["canUndo"]
    assert [pile["name"] for pile in view["layout"]["piles"]] == list(position.piles)


def test_moves_undo_redo_and_auto(client: Client) -> None:
    start = begin(client)
    view = act(client, start, "move", move="s-w")
    assert (view["revision"], view["steps"], len(view["auto"])) == (1, 1, 5)
    assert view["said"].startswith("Turned ")
    back = act(client, view, "undo")
    assert back["piles"] == start["piles"]
    assert back["canRedo"]
    again = act(client, back, "redo")
    assert again["piles"] == view["piles"]
    up = act(client, act(client, again, "undo"), "auto")
    assert up["steps"] == 1
    assert not up["canAuto"]
    assert up["revision"] == 5


def test_a_game_can_be_finished(client: Client, store: Repository) -> None:
    view = begin(client, "grandfathers-clock", "1")
    answer = told(client.post(f"/api/plays/{view['play']}/finish", json={"revision": 0}), 422)
    assert answer["error"].startswith("Moves to foundations alone cannot")
    for _ in range(40):
        if view["canFinish"]:
            break
        view = act(client, view, "move", move=view["moves"][0]["move"])
    back = told(Client(create_app(store, PORT)).get(f"/api/plays/{view['play']}"))
    assert back["canFinish"]  # the play can still be finished after a restart
    won = act(client, view, "finish")
    assert won["won"]
    assert won["steps"] == view["steps"] + 1
    assert won["auto"]
    assert not won["canFinish"]
    stuck = told(client.post(f"/api/plays/{view['play']}/leave", json={}), 422)["error"]
    assert stuck == "You have already won this play, so you cannot give it up."
    assert act(client, won, "undo")["piles"] == view["piles"]
    # after an undo the play is listed as unfinished and may be given up
    assert told(client.post(f"/api/plays/{view['play']}/leave", json={}))["plays"] == []
    stats = told(client.get("/api/stats/grandfathers-clock"))
    assert (stats["won"], stats["lost"]) == (1, 0)


def test_automatic_moves_can_be_switched_off(client: Client) -> None:
    client.put("/api/settings", json={"auto": "off"})
    view = act(client, begin(client), "move", move="s-w")
    assert view["auto"] == []
    assert view["canAuto"]


def test_two_windows_on_one_play(client: Client) -> None:
    view = begin(client)
    after = act(client, view, "move", move="s-w")
    for action in ("move", "undo", "redo", "auto", "finish"):
        body: dict[str, object] = {"revision": view["revision"]}
        if action == "move":
            body["move"] = "s-w"
        answer = told(client.post(f"/api/plays/{view['play']}/{action}", json=body), 409)
        assert "has changed in the meantime" in answer["error"]
        assert answer["view"]["revision"] == after["revision"] == 1


def test_refusals_come_with_the_reason(client: Client) -> None:
    view = begin(client, "bakers-dozen")
    body = {"move": "f1-t1", "revision": 0}
    answer = told(client.post(f"/api/plays/{view['play']}/move", json=body), 422)
    assert answer == {"error": "There is no card on foundation 1.", "refused": True}
    answer = told(client.post(f"/api/plays/{view['play']}/undo", json={"revision": 0}), 422)
    assert answer == {"error": "There is nothing to undo.", "refused": True}
    why = {"source": "f1", "target": "t1", "count": 1}
    reason = told(client.post(f"/api/plays/{view['play']}/why", json=why))
    assert reason == {"reason": "There is no card on foundation 1."}


def test_unfinished_plays_and_statistics(client: Client) -> None:
    view = begin(client, "klondike", None)
    assert view["game"]["deal"].isdigit()
    assert told(client.get("/api/plays")) == {"plays": [], "notice": None}
    act(client, view, "move", move="s-w")
    (kept,) = told(client.get("/api/plays"))["plays"]
    assert kept["play"] == view["play"]
    assert kept["address"] == f"/play/klondike/{view['game']['deal']}"
    assert (kept["name"], kept["steps"], kept["over"]) == ("Klondike", 1, False)
    begin(client, "klondike", None)
    assert len(told(client.get("/api/plays"))["plays"]) == 1
    left = told(client.post(f"/api/plays/{view['play']}/leave", json={}))
    assert left == told(client.get("/api/plays")) == {"plays": [], "notice": None}
    error = told(client.post(f"/api/plays/{view['play']}/leave", json={}), 422)["error"]
    assert error == "You have already given up this play."
    assert told(client.get("/api/stats/klondike")) == {
        "played": 1,
        "won": 0,
        "lost": 1,
        "streak": 0,
        "best_streak": 0,
        "fewest_steps": None,
        "best_seconds": None,
        "low": 0.0,
        "high": 0.975,
    }
    assert told(client.get("/api/stats/birthday?target=1956"))["played"] == 0
    games = told(client.get("/api/games"))["games"]
    assert next(g for g in games if g["id"] == "klondike")["stats"] == {"played": 1, "won": 0}


def test_options_and_addresses(client: Client) -> None:
    body = {"game": "birthday", "deal": 7, "options": {"target": 1888}}
    view = told(client.post("/api/plays", json=body))
    assert view["game"]["address"] == "/play/birthday/7?target=1888&suits=SHCD"
    assert view["counters"][-1] == {"label": "Redeals left", "value": 3}
    free = begin(client, "freecell", "ms:11982")
    assert free["game"]["address"] == "/play/freecell/ms:11982"


def test_equivalent_foundations(client: Client) -> None:
    # the ace of clubs belongs to f1; f2 to f4 are empty too, and a card laid there goes to f1
    view = begin(client)
    ace = next(move for move in view["moves"] if move["move"] == "t3-f1")
    assert ace["also"] == ["f2", "f3", "f4"]
    assert all(not move["also"] for move in view["moves"] if move["target"][:1] != "f")


def test_the_clock_stops_while_paused(client: Client) -> None:
    view = act(client, begin(client), "move", move="s-w")
    paused = told(client.post(f"/api/plays/{view['play']}/pause", json={}))
    assert 0 <= paused["seconds"] < 60
    assert told(client.get(f"/api/plays/{view['play']}"))["seconds"] == paused["seconds"]


def test_settings(client: Client, store: Repository) -> None:
    assert told(client.get("/api/settings")) == {
        "auto": "safe", "deck": "classic-two", "back": "deck", "motion": "normal", "confirm": True,
        "oneTap": False, "mirrored": False, "thumb": True, "keys": True, "theme": "auto",
        "table": "green", "clock": False, "verdict": None, "sound": False, "haptics": False,
        "awake": False, "winnable": False, "language": "auto",
        "favourites": ["freecell", "klondike", "pyramid", "spider"],
    }  # fmt: skip
    changed = told(client.put("/api/settings", json={"oneTap": True, "deck": "large-safe"}))
    assert (changed["oneTap"], changed["deck"]) == (True, "large-safe")
    assert told(client.get("/api/settings")) == changed
    # values from another version do no harm
    store.save_settings({"deck": "tarot", "dance": True})
    assert told(client.get("/api/settings"))["deck"] == "classic-two"
    assert told(client.get("/api/settings"))["oneTap"] is True


# --- invalid requests ----------------------------------------------------------------------------

NEW, PLAY = "POST /api/plays", "POST /api/plays/PLAY"
WRONG: list[tuple[str, object, int, str]] = [
    (NEW, {"game": "klondyke"}, 404, "There is no game 'klondyke'; did you mean 'klondike'?"),
    (NEW, {"game": "klondike", "deal": "-3"}, 400, "Deal number -3 is out of range"),
    (NEW, {"game": "klondike", "deal": "9" * 20}, 400, "Deal number 999"),
    (NEW, {"game": "klondike", "deal": "9" * 60000}, 400, "'999"),
    (NEW, {"game": "klondike", "deal": 0}, 400, "Deal number 0 is out of range"),
    (NEW, {"game": "klondike", "deal": True}, 400, "The request is invalid at deal"),
    (NEW, {"game": "klondike", "deal": "seven"}, 400, "'seven' is not a deal number"),
    (NEW, {"game": "algerian", "deal": "ms:3"}, 400, "Microsoft FreeCell numbers only deals"),
    (NEW, {"game": 3}, 400, "The request is invalid at game: expected `str`, got `int`."),
    (NEW, {}, 400, "The request is invalid: object missing required field `game`."),
    (NEW, {"game": "klondike", "x": 1}, 400, "The request is invalid: object contains unknown"),
    (NEW, {"game": "klondike", "options": {"self": "1"}}, 400, "Klondike has no option 'self'"),
    (NEW, {"game": "klondike", "options": {"turn": "six"}}, 400, "Turn 'six' is not a valid"),
    (NEW, {"game": "birthday", "options": {"target": 1906}}, 400, "Target '1906' is invalid"),
    (NEW, [], 400, "The request is invalid: expected `object`, got `array`."),
    (NEW, b"{", 400, "The request is not JSON."),
    (NEW, b"\xff", 400, "The request is not JSON."),
    (NEW, b" " * (LONGEST + 1), 413, "A request may be at most 64 kB long."),
    ("GET /api/plays/nope", None, 404, "There is no readable play 'nope'"),
    (
        "POST /api/plays/nope/move",
        {"move": "s-w", "revision": 0},
        404,
        "There is no readable play 'nope'",
    ),
    (f"{PLAY}/move", {"move": "s-w"}, 400, "The request is invalid: object missing"),
    (f"{PLAY}/move", {"move": "s-w", "revision": "0"}, 400, "The request is invalid at revision"),
    (f"{PLAY}/move", {"move": "nonsense", "revision": 0}, 400, "'nonsense'"),
    (f"{PLAY}/move", {"move": "", "revision": 0}, 400, "''"),
    (f"{PLAY}/move", {"move": "t9-t1", "revision": 0}, 400, "Klondike has no pile 't9'"),
    (f"{PLAY}/undo", None, 400, "The request is invalid: object missing"),
    (f"{PLAY}/why", {"source": "", "target": "", "count": -5}, 400, "'-x-5'"),
    (f"{PLAY}/why", {"source": "t1", "target": "t2", "count": 10**30}, 400, "'t1-t2x1000"),
    ("GET /api/rules/nope", None, 404, "There is no game 'nope'"),
    ("GET /api/rules/klondike?game_id=x", None, 400, "Klondike has no option 'game_id'"),
    ("GET /api/stats/nope", None, 404, "There is no game 'nope'"),
    ("GET /api/stats/klondike?x=1", None, 400, "Klondike has no option 'x'"),
    ("PUT /api/settings", b'{"auto":' + b"[" * 50_000, 400, "The request is invalid: brackets"),
    ("PUT /api/settings", {"dekc": 1}, 400, "There is no setting 'dekc'; did you mean 'deck'?"),
    ("PUT /api/settings", {"deck": "larg-two"}, 400, "There is no deck 'larg-two'; did you mean"),
    ("PUT /api/settings", {"keys": 1}, 400, "The settings are invalid at keys: expected `bool`"),
    ("PUT /api/settings", {"back": "../x"}, 400, "The settings are invalid at back"),
    ("GET /api/nothing", None, 404, "There is nothing at /api/nothing."),
    ("GET /static/nothing.js", None, 404, "There is nothing at /static/nothing.js."),
    ("GET /static/../server.py", None, 404, "There is nothing at "),
    ("GET /static/%2e%2e/server.py", None, 404, "There is nothing at "),
    ("DELETE /api/plays", None, 405, "DELETE is not allowed at /api/plays."),
]


@pytest.mark.parametrize(("request_line", "body", "status", "message"), WRONG)
def test_mistakes_are_answered_with_one_sentence(
    client: Client, request_line: str, body: object, status: int, message: str
) -> None:
    method, path = request_line.split()
    path = path.replace("PLAY", begin(client)["play"] if "PLAY" in path else "")
    content = json.dumps(body).encode() if isinstance(body, dict | list) else body
    headers = {"Content-Type": "application/json"}
    answer = client.request(method, path, content=content, headers=headers)
    error = told(answer, status)["error"]
    assert error.startswith(message)
    assert "\n" not in error
    assert len(error) < 300


BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@only_server
def test_each_language_has_a_manifest(client: Client) -> None:
    pages = {code: client.get("/", headers={"Accept-Language": code}).text for code in ("en", "de")}
    manifests = {
        code: client.get(re.findall(r'"(/static/[^"]*webmanifest)"', page)[0]).json()
        for code, page in pages.items()
    }
    assert [manifest["lang"] for manifest in manifests.values()] == ["en", "de"]
    names = [manifest["shortcuts"][0]["name"] for manifest in manifests.values()]
    assert names == ["Deal of the day", "Blatt des Tages"]
    assert {manifest["id"] for manifest in manifests.values()} == {"/"}


@only_server
def test_a_browser_gets_a_page_for_missing_addresses(client: Client) -> None:
    answer = client.get("/nowhere/%3Cb%3E&amp;", headers=BROWSER)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert "<p>There is nothing at /nowhere/&lt;b&gt;&amp;amp;.</p>" in answer.text
    assert "<script" not in answer.text
    assert "<style" not in answer.text
    assert 'rel="stylesheet" href="/static/base.css"' in answer.text
    told(client.get("/api/nothing", headers=BROWSER), 404)


@only_server
def test_only_json_is_accepted(client: Client) -> None:
    answer = client.post("/api/plays", data={"game": "klondike"})
    assert told(answer, 415)["error"] == "A request must be JSON, sent as application/json."


def test_a_failure_is_answered_in_json_and_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(play: Play, source: str, target: str, count: int = 1) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(Play, "why", fail)
    view = begin(client)
    body = {"source": "t1", "target": "t2"}
    answer = told(client.post(f"/api/plays/{view['play']}/why", json=body), 500)
    assert answer["error"].startswith("Cadogan has an internal error. ")
    assert any(r.exc_info and r.exc_info[0] is ZeroDivisionError for r in caplog.records)


@only_server
def test_only_its_own_host_names_are_answered(client: Client) -> None:
    for host in (f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"[::1]:{PORT}", f"LOCALHOST:{PORT}"):
        assert client.get("/api/plays", headers={"Host": host}).status_code == 200
    for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", f"evil.example:{PORT}", ""):
        answer = client.get("/", headers={"Host": host})
        assert told(answer, 403)["error"].startswith("Cadogan answers only under its own address")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": ADDRESS}, 200),
        ({"Origin": f"http://localhost:{PORT}", "Sec-Fetch-Site": "same-origin"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Origin": f"https://127.0.0.1:{PORT}"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
@only_server
def test_only_its_own_page_can_change_data(
    client: Client, headers: dict[str, str], status: int
) -> None:
    for method, path, body in (
        ("POST", "/api/plays", {"game": "klondike"}),
        ("PUT", "/api/settings", {"keys": True}),
    ):
        answer = told(client.request(method, path, json=body, headers=headers), status)
        if status == 403:
            assert answer == {"error": "Only Cadogan's own page may change data."}
    assert client.get("/api/plays", headers=headers).status_code == 200


def test_plays_continue_in_memory_with_a_notice(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = Repository.open(tmp_path / "file")
    client = Client(create_app(store, PORT))
    view = begin(client)
    assert view["said"] == ""
    for told_of in (view, act(client, view, "move", move="s-w"), told(client.get("/api/plays"))):
        assert told_of["notice"].startswith("Your plays cannot be saved in ")
    stale = told(client.post(f"/api/plays/{view['play']}/undo", json={"revision": 0}), 409)
    assert stale["view"]["notice"] == store.notice
    store.close()


def test_a_play_continues_while_the_file_cannot_be_read(
    client: Client, store: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = act(client, begin(client), "move", move="s-w")
    with monkeypatch.context() as patch:

        def fail(*_: object) -> None:
            raise sqlite3.OperationalError("disk I/O error")

        patch.setattr(Repository, "_do", fail)
        view = act(client, view, "move", move="s-w")
        assert view["notice"] == (
            "Your play could not be saved (technical message: disk I/O error). It continues in"
            " memory, and Cadogan saves it as soon as possible."
        )
        error = told(client.get("/api/plays"), 503)["error"]
        assert error.startswith(
            "The file of your plays cannot be read at the moment (technical message:"
        )
        error = told(client.get("/api/plays/0123"), 503)["error"]
    view = act(client, view, "move", move="s-w")
    assert (view["steps"], view["notice"]) == (3, None)
    assert Client(create_app(store, PORT)).get(f"/api/plays/{view['play']}").json()["steps"] == 3


# --- running -------------------------------------------------------------------------------------


def test_a_busy_port_is_reported_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(PortInUseError, match=f"Port {port} is in use by another program"):
            serve(port, open_browser=False, home=tmp_path)
    with pytest.raises(PortInUseError, match="Port 99999 cannot be used"):
        serve(99999, open_browser=False, home=tmp_path)


def test_answers_do_not_wait_for_acknowledgements() -> None:
    with _listen(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP  # the attribute that asyncio checks


def test_the_default_port_is_used_if_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with _listen(0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(run, "USUAL_PORT", port)
        with _listen_somewhere() as other:
            assert other.getsockname()[1] not in (0, port)
    with _listen_somewhere() as usual:
        assert usual.getsockname()[1] == port


START = """
import sys, webbrowser
webbrowser.open = lambda url: print("opened", url, flush=True)
from cadogan.web.run import serve
try:
    serve(open_browser={browser})
finally:
    heavy = {{"numpy", "cadogan.kernels", "cadogan.solver.portfolio", "rich"}}
    print("heavy:", sorted(heavy & set(sys.modules)), flush=True)
"""


def test_the_server_opens_a_browser_runs_alone_stops_with_ctrl_c_and_imports_no_compiler(
    tmp_path: Path,
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", START.format(browser=True)],
        env={**os.environ, "CADOGAN_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(FIRST_LINE), line
        address = line.removeprefix(FIRST_LINE).strip()
        opened = process.stdout.readline().removeprefix("opened ").strip()
        assert opened.partition("token=")[0] == address.partition("token=")[0]
        assert opened != address
        url, cookie = enter(address)
        assert enter(opened).cookie == cookie
        with pytest.raises(AssertionError, match="403"):
            enter(opened)  # other users may have seen the token in the process list
        assert url.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(
            urllib.request.Request(url, headers={"Cookie": cookie})
        ) as page:
            assert page.status == 200
        body = json.dumps({"game": "klondike", "deal": "47"}).encode()
        headers = {"Content-Type": "application/json", "Origin": url.rstrip("/"), "Cookie": cookie}
        request = urllib.request.Request(f"{url}api/plays", body, headers)
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["game"]["deal"] == "47"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        assert (process.returncode, out, err) == (0, "heavy: []\n", "")
    finally:
        process.kill()
        process.communicate()


def test_the_command_prints_the_address_of_a_deal_in_full_and_ends_with_ctrl_c(
    tmp_path: Path,
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "cadogan", "play", "birthday", "7", "--no-browser"],
        env={**os.environ, "CADOGAN_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix(FIRST_LINE).strip()
        url, token = url.split("?")
        path = "play/birthday/7?target=1956&suits=SHCD"
        assert process.stdout.readline() == f"{url}{path}&{token}\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 0
