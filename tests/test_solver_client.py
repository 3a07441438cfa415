"""Verdict service: the protocol of the worker process, and the answers for the page."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

import cadogan
from cadogan.odds_data import in_short, measured_and_played
from cadogan.session import solver_client as advice_module
from cadogan.session.repository import Repository
from cadogan.session.solver_client import Answered, SolverClient
from cadogan.web import server as server_module
from cadogan.web.run import FIRST_LINE
from cadogan.web.server import create_app
from tests import stand_in_solver
from tests.cases.messages import check_sentence
from tests.entrance import enter
from tests.lacking import LACK, no_solver
from tests.test_web_server import START
from tests.web_client import ADDRESS, PORT, told

__all__ = ["no_solver"]

HARD = (stand_in_solver.HARD, 3)
SHORT = 0.5  # a limit in seconds, too short to decide the deal HARD
COMPILING = 300.0  # seconds allowed on a busy machine, even for requests queued behind a search


# --- the worker ----------------------------------------------------------------------------------


class Worker:
    """Client that writes lines to a worker and reads its answers."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cadogan.solver.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )

    def say(self, **asked: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(asked).encode() + b"\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        while True:
            answer: dict[str, Any] = json.loads(self.process.stdout.readline())
            if answer.get("state") != "working" and "tried" not in answer:
                return answer

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with closing(Worker()) as worker:
        yield worker


def question(game: str, deal: int, seconds: float, number: int = 1) -> dict[str, object]:
    line = cadogan.game(game).deal(deal).to_line()
    return {
        "id": number,
        "ask": "verdict",
        "game": game,
        "options": {},
        "position": line,
        "seconds": seconds,
    }


def test_the_worker_answers_line_by_line(worker: Worker) -> None:
    worker.say(**question("klondike", 7, 20))
    answer = worker.hear()
    assert (answer["id"], answer["result"], answer["limit"]) == (1, "won", "")
    assert answer["nodes"] > 0
    position = cadogan.game("klondike").deal(7)
    for text in answer["line"]:
        position = position.play(text)
    assert position.won
    worker.say(id=2, ask="winnable", game="freecell", options={}, **{"from": 11})
    answer = worker.hear()
    assert answer["id"] == 2
    assert int(answer["deal"]) >= 11
    assert answer["line"]


def test_the_worker_reports_invalid_requests(worker: Worker) -> None:
    worker.say(id=1, ask="verdict", game="klondyke")
    assert worker.hear() == {
        "id": 1,
        "error": "there is no game 'klondyke'; did you mean 'klondike'?",
    }
    worker.say(id=2, ask="verdict", game="klondike", position="nonsense")
    assert worker.hear()["id"] == 2
    worker.say(id=3, ask="verdict", game="klondike", position="", seconds=-1)
    assert "error" in worker.hear()
    worker.say(id=4, ask="riddle")
    assert worker.hear()["error"].startswith("invalid request: ")


def test_preparing_the_worker_sends_no_answer(worker: Worker) -> None:
    line = cadogan.game("klondike").deal(1).to_line()
    worker.say(ask="prepare", game="klondike", position=line)
    worker.say(ask="prepare", game="no-such-game")
    worker.say(**question("klondike", 7, 60.0, number=5))
    assert worker.hear()["id"] == 5


def test_cancelling_stops_every_search(worker: Worker) -> None:
    # the first answer shows that the machine code is ready
    worker.say(**question("klondike", 7, 20))
    worker.hear()
    worker.say(**question(*HARD, seconds=COMPILING, number=2))
    worker.say(**question(*HARD, seconds=COMPILING, number=3))
    time.sleep(0.2)  # time for the search to begin; a search that has not begun is stopped as well
    worker.say(ask="cancel")
    for number in (2, 3):
        answer = worker.hear()
        assert (answer["id"], answer["result"], answer["limit"]) == (number, "unknown", "stopped")
    worker.say(**question("klondike", 7, 20, number=4))
    assert worker.hear()["result"] == "won"


def test_the_worker_ends_when_its_input_closes() -> None:
    with closing(Worker()) as worker:
        worker.say(ask="nothing")
        worker.hear()  # the worker has started
        worker.say(**question(*HARD, seconds=COMPILING))
        time.sleep(0.2)
        assert worker.process.stdin is not None
        worker.process.stdin.close()
        assert worker.process.wait(timeout=COMPILING) == 0
        # The input is already closed, and `communicate` would write to it.
        worker.process.stdin = None


# --- the server ----------------------------------------------------------------------------------


class Page:
    """Client of a server that runs in one event loop across requests."""

    def __init__(self, store: Repository) -> None:
        self.app = create_app(store, PORT)
        self.advice: SolverClient = self.app.state.advice
        self.runner = asyncio.Runner()
        self.life = self.app.router.lifespan_context(self.app)
        self.runner.run(self.life.__aenter__())
        self.client = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app),
            base_url=ADDRESS,
            timeout=COMPILING,
            headers={"Cookie": self.app.state.keys.named()},
        )

    def ask(self, method: str, path: str, status: int = 200, **more: Any) -> Any:
        return told(self.runner.run(self.client.request(method, path, **more)), status)

    def begin(self, game: str, deal: int | None, **more: object) -> Any:
        return self.ask("POST", "/api/plays", json={"game": game, "deal": deal, **more})

    def move(self, view: Any, text: str) -> Any:
        body = {"move": text, "revision": view["revision"]}
        return self.ask("POST", f"/api/plays/{view['play']}/move", json=body)

    def look(self, view: Any) -> Any:
        """Request the verdict once."""
        path = f"/api/plays/{view['play']}/verdict?revision={view['revision']}"
        answer = self.ask("GET", path)
        known = {"revision", "state", "result", "moves", "hint", "lost_by", "error"}
        assert set(answer) == known
        assert answer["revision"] == view["revision"]
        return answer

    def verdict(self, view: Any) -> Any:
        """Request the verdict until it is available."""
        end = time.monotonic() + COMPILING
        while time.monotonic() < end:
            answer = self.look(view)
            if answer["state"] == "done":
                return answer
            assert answer["state"] == "working"
            assert answer["result"] == ""
        raise AssertionError("no verdict")

    @property
    def process(self) -> int | None:
        """The worker's process id."""
        return self.advice._process.number if self.advice._process else None

    def busy(self) -> bool:
        """Return whether a question is being answered or is waiting."""
        return bool(self.advice._questions)

    def sleep(self, seconds: float) -> None:
        """Let the server run; between requests it stands still."""
        self.runner.run(asyncio.sleep(seconds))

    def until(self, holds: Callable[[], bool]) -> None:
        """Let the server run until a condition holds."""
        end = time.monotonic() + COMPILING
        while not holds():
            assert time.monotonic() < end
            self.sleep(0.05)

    def close(self) -> None:
        self.runner.run(self.client.aclose())
        self.runner.run(self.life.__aexit__(None, None, None))
        self.runner.close()


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    # On a busy machine, these requests may come later than those of any real page.
    monkeypatch.setattr(advice_module, "UNASKED", COMPILING)
    monkeypatch.setattr(server_module, "WINNABLE_SECONDS", COMPILING)
    store = Repository.open(tmp_path)
    page = Page(store)
    yield page
    page.close()
    store.close()


@pytest.fixture
def stand_in(page: Page, monkeypatch: pytest.MonkeyPatch) -> Page:
    """Use a worker process that only lets time pass, to test the order of questions."""
    begin = asyncio.create_subprocess_exec

    async def start(*_: str, **how: Any) -> asyncio.subprocess.Process:
        return await begin(sys.executable, "-S", stand_in_solver.__file__, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    # If a verdict takes a long time, the request for it returns earlier than on the page.
    defaults: dict[str, Any] = SolverClient.verdict.__kwdefaults__ or {}
    monkeypatch.setitem(defaults, "wait", 0.2)
    return page


def test_hints_lead_to_the_win(page: Page) -> None:
    view = page.begin("monte-carlo", 1)
    assert page.process is None  # without a question, the worker does not start
    answer = page.verdict(view)
    assert (answer["state"], answer["result"], answer["lost_by"]) == ("done", "won", None)
    assert answer["moves"] > 30
    page.ask("PUT", "/api/settings", json={"auto": "off"})
    asked = page.advice._count
    for left in range(answer["moves"], 0, -1):
        answer = page.verdict(view)
        assert (answer["result"], answer["moves"]) == ("won", left)
        view = page.move(view, answer["hint"])
    assert view["won"]
    assert page.advice._count == asked  # the solver knew every position on the way
    answer = page.verdict(view)
    assert (answer["result"], answer["moves"], answer["hint"]) == ("won", 0, None)


def test_hints_lead_to_the_win_with_automatic_moves(page: Page) -> None:
    view = page.begin("bakers-dozen", 2)
    for _ in range(200):
        answer = page.verdict(view)
        assert answer["result"] == "won", answer
        if view["won"]:
            return
        view = page.move(view, answer["hint"])
    raise AssertionError("the hints go round in circles")


def test_the_losing_move(page: Page) -> None:
    page.ask("PUT", "/api/settings", json={"auto": "off"})
    view = page.move(page.begin("castles-in-spain-kings-stay", 3), "t6-f2")
    answer = page.verdict(view)
    assert (answer["result"], answer["lost_by"]) == ("won", None)
    view = page.move(view, "t6-t12")
    answer = page.verdict(view)
    assert (answer["result"], answer["lost_by"]["step"]) == ("lost", view["steps"])
    assert (answer["moves"], answer["hint"], answer["error"]) == (None, None, None)
    check_sentence("advice.lost-now", answer["lost_by"]["said"])
    # the next move did not lose the game
    answer = page.verdict(page.move(view, view["moves"][-1]["move"]))
    assert (answer["result"], answer["lost_by"]["step"]) == ("lost", 2)
    check_sentence("advice.lost-before", answer["lost_by"]["said"])


def test_a_question_about_an_old_revision_gets_the_current_view(page: Page) -> None:
    view = page.begin("klondike", 7)
    page.move(view, "s-w")
    path = f"/api/plays/{view['play']}/verdict"
    answer = page.ask("GET", f"{path}?revision=0")
    assert answer["stale"]
    check_sentence("advice.stale", answer["error"])
    assert answer["view"]["revision"] == 1
    for wrong in ("", "?revision=x", "?revision=-1", f"?revision={'9' * 30}"):
        check_sentence("advice.no-revision", page.ask("GET", path + wrong, 400)["error"])
    page.ask("GET", "/api/plays/nope/verdict?revision=0", 404)
    assert page.process is None


def test_a_winnable_deal(page: Page) -> None:
    old = page.move(page.begin("freecell", None), "t1-c1")
    view = page.begin("freecell", None, winnable=True)
    assert view["steps"] == 0
    # as with any new deal, a play that the request does not name stays unfinished
    assert [each["play"] for each in page.ask("GET", "/api/plays")["plays"]] == [old["play"]]
    asked = page.advice._count
    answer = page.look(view)
    assert (answer["state"], answer["result"]) == ("done", "won")
    assert page.advice._count == asked
    page.begin("freecell", None, winnable=True, leaving=old["play"])
    assert page.ask("GET", "/api/plays")["plays"] == []
    assert page.ask("GET", "/api/stats/freecell")["lost"] == 1
    body = {"game": "freecell", "deal": 7, "winnable": True}
    check_sentence("advice.number-given", page.ask("POST", "/api/plays", 400, json=body)["error"])
    page.ask("POST", "/api/plays", 404, json={"game": "klondyke", "winnable": True})


def test_a_winnable_deal_is_not_found_in_time(
    stand_in: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "WINNABLE_SECONDS", 1.0)
    monkeypatch.setattr(secrets, "randbelow", lambda _: HARD[1] - 1)
    body = {"game": HARD[0], "winnable": True}
    check_sentence("advice.none-found", stand_in.ask("POST", "/api/plays", 503, json=body)["error"])
    assert not stand_in.busy()


async def hard_then_easy(advice: SolverClient, *askers: str) -> tuple[bool, Answered]:
    """Ask about a hard deal and, before the answer comes, about an easy one.

    Returns:
        Whether the hard question was answered before the easy one, and how.
    """
    hard, easy = (cadogan.game(game).deal(deal) for game, deal in (HARD, ("klondike", 7)))
    first = asyncio.create_task(advice.verdict(hard, askers[0], wait=COMPILING, seconds=SHORT))
    async with asyncio.timeout(COMPILING):
        while advice._in_hand is None:
            await asyncio.sleep(0.01)
    second = await advice.verdict(easy, askers[1], wait=COMPILING)
    assert second.result == "won"
    return first.done(), await first


def test_a_question_waits_for_another_play(stand_in: Page) -> None:
    answer = stand_in.runner.run(hard_then_easy(stand_in.advice, "one", "other"))
    assert answer == (False, Answered("done", "unknown"))
    assert stand_in.advice._count == 3, "it was begun anew"
    hard = cadogan.game(HARD[0]).deal(HARD[1])
    stand_in.runner.run(stand_in.advice.verdict(hard, wait=0, seconds=SHORT))
    assert stand_in.advice._count == 3, "it was searched to the end, so its answer is known"
    assert not stand_in.busy()


def test_a_newer_question_about_a_play_replaces_the_older_one(page: Page) -> None:
    page.verdict(page.begin("klondike", 8))
    answer = page.runner.run(hard_then_easy(page.advice, "one", "one"))
    assert answer == (True, Answered("done", "unknown"))
    assert page.advice._count == 3
    assert not page.busy()


def test_a_page_is_not_kept_waiting_by_another(stand_in: Page) -> None:
    hard, other = stand_in.begin(*HARD), stand_in.begin("klondike", 7)
    assert stand_in.look(hard)["state"] == "working"
    assert stand_in.verdict(other)["result"] == "won"
    assert stand_in.look(hard)["state"] == "working"
    # the page has moved on, so its earlier question is obsolete
    assert stand_in.look(stand_in.move(hard, hard["moves"][0]["move"]))["state"] == "working"
    assert len(stand_in.advice._questions) == 1


async def hint_beside_a_search(advice: SolverClient) -> list[object]:
    """Ask about a hard position, look for a deal meanwhile, then ask for a hint after all."""
    hard, game, steps = cadogan.game(HARD[0]).deal(HARD[1]), cadogan.game("klondike"), []

    def in_hand() -> None:
        assert advice._in_hand is not None
        steps.append(advice._in_hand.asker)

    async def nobody_gone() -> bool:
        return False

    ask = partial(advice.verdict, hard, "page", seconds=SHORT)
    await ask(wait=0.1)
    in_hand()
    search = asyncio.create_task(
        advice.winnable(game, 13, "hard", wait=COMPILING, gone=nobody_gone)
    )
    async with asyncio.timeout(COMPILING):
        while advice.search()[1] < 2:
            await ask(wait=0.1)  # as a page does
    await ask(wait=0.1)
    assert steps[-1] == "page" != advice._in_hand.asker  # type: ignore[union-attr]
    tried = advice.search()[1]
    await ask(wait=0.1, urgent=True)
    in_hand()
    assert (await ask(wait=COMPILING, urgent=True)).state == "done"
    steps.append(advice.search()[1] >= tried)
    steps.append(await search)
    return steps


def test_a_hint_interrupts_a_search_for_a_deal(stand_in: Page) -> None:
    *asked, went_on, deal = stand_in.runner.run(hint_beside_a_search(stand_in.advice))
    assert asked == ["page", "page"]
    assert went_on, "deals that were tried are not tried again"
    assert deal == "30"
    assert not stand_in.busy()


def test_a_review_interrupts_a_search_for_a_deal(stand_in: Page) -> None:
    view = stand_in.begin(*HARD)
    advice = stand_in.advice

    async def back_beside_a_search() -> tuple[object, object]:
        async def nobody_gone() -> bool:
            return False

        hard = cadogan.game(HARD[0]).deal(HARD[1])
        ask = partial(advice.verdict, hard, "review", seconds=SHORT, wait=0.1)
        await ask(quiet=True)
        game = cadogan.game("klondike")
        search = asyncio.create_task(
            advice.winnable(game, 7, "hard", wait=COMPILING, gone=nobody_gone)
        )
        async with asyncio.timeout(COMPILING):
            while not advice.search()[1]:
                await asyncio.sleep(0.1)
        await advice.verdict(cadogan.game(HARD[0]).deal(1), "truth", wait=0.1)
        await ask(urgent=True)
        assert advice._in_hand is not None
        first = advice._in_hand.asker
        await ask(quiet=True)  # the review in the other window requests a verdict as well
        await advice.verdict(cadogan.game(HARD[0]).deal(1), "truth", wait=0.1, urgent=True)
        await ask(urgent=True)
        assert advice._in_hand is not None
        then = advice._in_hand.asker
        search.cancel()
        advice.drop()
        return first, then

    taken = stand_in.runner.run(back_beside_a_search())
    assert taken == ("review", "truth"), "and they take no turns"
    path = f"/api/plays/{view['play']}/verdicts?revision={view['revision']}&urgent"
    assert stand_in.ask("GET", path)["state"] == "working"


def odds_of(name: str, **options: str) -> str:
    """Return the short text on the odds of a game."""
    return in_short(*measured_and_played(cadogan.game(name, **options).definition))


def test_the_odds_are_those_of_the_chosen_rules(page: Page) -> None:
    for asked, odds in {
        "klondike": odds_of("klondike"),
        "klondike?turn=three": odds_of("klondike", turn="three"),
        "bakers-dozen?kings=stay": odds_of("bakers-dozen", kings="stay"),
        "birthday?target=1869": odds_of("birthday"),
        "bakers-dozen?worrying=yes&redeals=two": (
            "The odds under these rules have not been measured."
        ),
    }.items():
        assert page.ask("GET", f"/api/levels/{asked}")["odds"] == odds, asked


def test_games_without_choices_have_no_harder_deals(page: Page) -> None:
    answer = page.ask("GET", "/api/levels/klondike")
    assert answer["levels"]
    check_sentence("advice.levels", answer["about"])
    answer = page.ask("GET", "/api/levels/clock-patience")
    assert (answer["levels"], answer["odds"]) == (False, odds_of("clock-patience"))
    body = {"game": "clock-patience", "difficulty": "hard"}
    check_sentence("advice.no-levels", page.ask("POST", "/api/plays", 400, json=body)["error"])
    assert page.process is None, "no search was started"
    assert page.begin("clock-patience", None, winnable=True)["steps"] == 0


def test_levels_are_not_offered_where_simple_play_wins_all_winnable_deals(page: Page) -> None:
    for asked, offered in {
        "birthday": False,
        "birthday?target=1869&passes=five": False,
        "elevens": False,
        "freecell-four-piles": True,  # none of the thousand measured deals can be won
        "big-ben": True,
    }.items():
        assert page.ask("GET", f"/api/levels/{asked}")["levels"] is offered, asked


def test_a_closed_page_leaves_nothing_running(
    stand_in: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    hard = stand_in.begin(*HARD)
    stand_in.verdict(stand_in.begin("klondike", 7))
    assert stand_in.look(hard)["state"] == "working"
    stand_in.sleep(0.5)
    assert stand_in.busy(), "it may be asked for again"
    monkeypatch.setattr(advice_module, "UNASKED", 0.5)
    assert stand_in.look(hard)["state"] == "working"
    stand_in.until(lambda: not stand_in.busy())
    # the worker is free again
    assert stand_in.verdict(stand_in.begin("klondike", 9))["state"] == "done"


def test_a_worker_starts_before_the_first_question_and_ends_when_idle(
    stand_in: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = stand_in.begin("klondike", 7)
    prepare = partial(stand_in.ask, "POST", f"/api/plays/{view['play']}/prepare", json={})
    ready = set()
    for _ in range(2):
        assert prepare() == {}
        ready.add(stand_in.process)
    assert stand_in.verdict(view)["state"] == "done"
    assert ready == {stand_in.process}
    assert None not in ready
    monkeypatch.setattr(advice_module, "IDLE", 0.1)
    prepare()
    stand_in.until(lambda: stand_in.process is None)  # the worker ends, because no question came
    stand_in.verdict(stand_in.begin("klondike", 8))
    assert stand_in.process not in {None, *ready}
    stand_in.until(lambda: stand_in.process is None)


def test_a_question_may_reach_a_worker_that_is_ending(stand_in: Page) -> None:
    stand_in.verdict(stand_in.begin("klondike", 7))
    first = stand_in.process
    stand_in.advice._retire()
    assert stand_in.verdict(stand_in.begin("bakers-dozen", 1))["result"] == "won"
    assert stand_in.process != first


def test_a_dead_worker_is_started_again(stand_in: Page, caplog: pytest.LogCaptureFixture) -> None:
    stand_in.verdict(stand_in.begin("klondike", 7))
    hard = stand_in.begin(*HARD)
    assert stand_in.look(hard)["state"] == "working"
    first = stand_in.process
    assert first is not None
    os.kill(first, signal.SIGKILL)
    position = cadogan.game(HARD[0]).deal(HARD[1])
    answer = stand_in.runner.run(stand_in.advice.verdict(position, hard["play"], wait=COMPILING))
    assert (answer.state, answer.result) == ("done", "unknown")
    check_sentence("advice.solver-ended", str(answer.error))
    assert "The solver ended (-9) at {'ask': 'verdict', 'game': 'forty-thieves'" in caplog.text
    assert stand_in.verdict(stand_in.begin("klondike", 8))["state"] == "done"
    assert stand_in.process != first


def test_without_a_solver_every_answer_names_what_to_install(
    page: Page, no_solver: Path, caplog: pytest.LogCaptureFixture
) -> None:
    view = page.begin("klondike", 7)
    answer = page.verdict(view)
    assert (answer["state"], answer["result"], answer["error"]) == ("done", "unknown", f"{LACK}.")
    path, tail = f"/api/plays/{view['play']}", f"?revision={view['revision']}"
    german = {"Accept-Language": "de"}
    for what in ("verdicts", "solution"):
        ask = partial(page.ask, "GET", f"{path}/{what}{tail}", headers=german)
        while (answer := ask())["state"] == "working":
            pass  # on a busy machine the process starts late
        assert (answer["state"], answer["error"]) == (
            "done",
            'CADOGAN_KERNELS ist wasm, aber wasmtime fehlt: pip install "cadogan[wasm]".',
        )
    body = {"game": "klondike", "winnable": True}
    assert page.ask("POST", "/api/plays", 503, json=body) == {"error": f"{LACK}."}
    assert not page.busy()
    assert caplog.text.count(LACK) == 1  # the log mentions it once
    assert page.move(view, "s-w")["steps"] == 1


def test_a_solver_that_cannot_start(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "no-such-python")
    check_sentence("advice.no-solver", page.look(page.begin("klondike", 7))["error"])


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_the_worker_ends_with_the_server(tmp_path: Path, blow: signal.Signals) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", START.format(browser=False)],
        env={**os.environ, "CADOGAN_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url, cookie = enter(server.stdout.readline().removeprefix(FIRST_LINE).strip())
        body = json.dumps({"game": HARD[0], "deal": HARD[1]}).encode()
        headers = {"Content-Type": "application/json", "Cookie": cookie}
        request = urllib.request.Request(f"{url}api/plays", body, headers)
        with urllib.request.urlopen(request) as answer:
            play = json.load(answer)["play"]
        asked = f"{url}api/plays/{play}/verdict?revision=0"
        with urllib.request.urlopen(urllib.request.Request(asked, headers=headers)) as answer:
            assert json.load(answer)["state"] == "working"
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children")
        worker = int(children.read_text().split()[0]) if children.exists() else None
        server.send_signal(blow)
        out, err = server.communicate(timeout=COMPILING)
        if blow == signal.SIGINT:
            assert (server.returncode, out, err) == (0, "heavy: []\n", "")
        if worker is not None:
            wait_until(lambda: not Path(f"/proc/{worker}/cmdline").exists())
    finally:
        server.kill()
        server.communicate()


def wait_until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + COMPILING
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)
