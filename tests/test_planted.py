"""Rules for which a deliberately planted fault once went unnoticed; each now has a test here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import cadogan
from cadogan.core.errors import IllegalMoveError, InvalidMoveError
from cadogan.model.dealing import deal_key
from cadogan.model.position import Game
from cadogan.rules.loading import load_text
from cadogan.rules.user_games import ChangedElsewhereError, keep, read_kept, template
from cadogan.session.export import Kept
from cadogan.session.models import Record, Result
from cadogan.session.repository import Repository
from cadogan.session.statistics import statistics
from cadogan.state.state import mix, shuffle
from cadogan.web.server import create_app
from tests.test_web_server import PORT, Client, begin, told

_, SOUND = template("Mine")


@pytest.mark.parametrize(
    ("came_of", "now", "best"),
    [("wwlw", 1, 2), ("wl", 0, 1), ("llww", 2, 2), ("wwwl", 0, 3), ("", 0, 0), ("wlwlw", 1, 1)],
)
def test_a_loss_ends_a_streak(came_of: str, now: int, best: int) -> None:
    found = statistics([Result("golf", {}, sign == "w", 9, 9.0) for sign in came_of])
    assert (found.streak, found.best_streak) == (now, best)


@pytest.mark.parametrize(
    ("filed", "overtaken"),
    [
        (None, False),  # the file does not hold the play
        ((3, "mine"), False),  # the file holds the play as this program wrote it
        ((3, "theirs"), True),  # another program made as many changes
        ((4, "theirs"), True),
        ((2, "older"), False),  # an older copy
    ],
)
def test_overtaken_plays(filed: tuple[int, str] | None, overtaken: bool) -> None:
    record = Record("key", "golf", {}, "7", "rules", 1.0, 2.0, filed=(3, "mine"))
    assert record.is_overtaken(filed) == overtaken
    record.filed = None
    assert record.is_overtaken(filed) == (filed is not None)


def play(**changes: Any) -> Kept:
    """Return a play from an exported file."""
    usual: dict[str, Any] = {
        "play": "a", "game": "golf", "options": {}, "deal": "7", "rules": "r", "started": 1.0,
        "updated": 2.0, "seconds": 3.0, "done": 2, "revision": 5, "state": "won", "ended": 2.0,
        "won_steps": 2, "won_seconds": 3.0, "steps": ["s-w", "w-f1"], "parts": {},
    }  # fmt: skip
    return msgspec.convert(usual | changes, Kept)


@pytest.mark.parametrize(
    ("changes", "holds"),
    [
        ({}, True),
        ({"revision": 6}, True),
        ({"revision": 6, "won_steps": None}, False),  # the win would be lost
        ({"revision": 6, "won_steps": 1}, False),
        ({"revision": 6, "ended": None}, False),
        ({"revision": 4}, False),
        ({"updated": 1.0}, False),
        ({"revision": 6, "steps": ["s-w", "w-f2"]}, False),
        ({"revision": 6, "steps": ["s-w", "w-f1", "s-w"], "done": 3}, True),
    ],
)
def test_a_play_that_holds_all_of_another(changes: dict[str, Any], holds: bool) -> None:
    assert play(**changes).holds(play()) == holds


LIMITED = """
name = "Limited"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 3
deal = [3, 2, 1]
build = "down any suit"
take = "top card"
space = "any card"
most = 3
[cell]
piles = 40
[stock]
deal = "1 to each tableau"
"""


def test_a_deal_stops_at_the_limit_of_a_pile() -> None:
    position = Game(load_text(LIMITED, "limited.toml")["limited"]).deal(1)
    heights = []
    for _ in range(2):
        position = position.play("deal")
        heights.append([len(position.piles[name]) for name in ("t1", "t2", "t3", "s")])
    assert heights == [[3, 3, 2, 44], [3, 3, 3, 43]]
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        position.play("deal")


def test_a_rejected_deal_is_shuffled_again_with_its_own_key() -> None:
    """Reshuffle deals 4, 7 and 8 of Tournament; a deal number always means the same cards."""
    game = cadogan.game("tournament")
    rules = game.compiled
    assert game.deal(4).to_line().startswith("-/-/-/-/-/-/-/-/8C7D8H7C/3C6C8S3D/2S9C5H8D/7S8D4HQD/")
    for number in (4, 7, 8):
        key = deal_key(str(number))
        tries = []
        for attempt in range(3):
            cards = list(rules.cards)
            shuffle(cards, len(cards), mix(key ^ attempt) if attempt else key)
            tries.append(cards)
        start = game.deal(number).snapshot
        stock = list(start.piles[rules.names.index("s")])
        assert list(reversed(tries[0]))[: len(stock)] != stock
        ends = [
            stock in (cards[-len(stock) :], list(reversed(cards[-len(stock) :])))
            for cards in tries[1:]
        ]
        assert any(ends), number


@pytest.mark.parametrize("step", [-1, -2, 1, 99])
def test_an_invalid_step_of_a_line(step: int, tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    client = Client(create_app(store, PORT))
    view = begin(client)
    path = f"/api/plays/{view['play']}"
    for body, door in (({"step": step}, "look"), ({"step": step, "revision": 0}, "bookmark")):
        error = told(client.post(f"{path}/{door}", json=body), 422)["error"]
        assert f"step {step} does not exist" in error
    store.close()


def test_a_file_is_not_overwritten_without_its_current_state(tmp_path: Path) -> None:
    """Refuse an empty text as well: it is never a file's state, and does not mean a new one."""
    first = keep(tmp_path, "mine", SOUND, None, ())
    for seen in ("", "x", first.seen[:-1]):
        with pytest.raises(ChangedElsewhereError, match="changed elsewhere"):
            keep(tmp_path, "mine", "other", seen, ())
        with pytest.raises(ChangedElsewhereError, match="no longer there"):
            keep(tmp_path, "gone", "other", seen, ())
    assert read_kept(tmp_path, "mine") == first
    assert not (tmp_path / "gone.toml").exists()
