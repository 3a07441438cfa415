"""Plays that a link carries to another device."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress

import pytest

from cadogan.core.errors import CadoganError
from cadogan.session.carried import carried, take_in
from cadogan.session.models import Record
from cadogan.session.play import Play
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.session.start import InvalidCopyError, at
from tests.e2e.lines import BAKERS_DOZEN, KLONDIKE


@pytest.fixture
def here() -> Iterator[PlayService]:
    store = Repository.in_memory()
    yield PlayService(store)
    store.close()


@pytest.fixture
def there() -> Iterator[PlayService]:
    store = Repository.in_memory()
    yield PlayService(store)
    store.close()


def begun(shelf: PlayService, *moves: str) -> Play:
    """Begin a play of Baker's Dozen, by default with its first ten moves."""
    play = shelf.start(BAKERS_DOZEN.game, {}, BAKERS_DOZEN.deal)
    return moved(shelf, play, *(moves or BAKERS_DOZEN.moves[:10]))


def moved(shelf: PlayService, play: Play, *moves: str) -> Play:
    with shelf.changing(play.record.play) as same:
        for move in moves:
            same.move(move, auto="off")
    return same


def word(play: Play) -> str:
    found = carried(play.record)
    assert found is not None
    return found


def sent(play: Play, to: PlayService) -> Play:
    """Carry a play to another device."""
    return to.get(take_in(to.store, word(play)))


def changed(whole: str, place: int, value: object) -> str:
    """Replace one part of a play in its word."""
    packed = base64.urlsafe_b64decode(whole[1:] + "=" * (-(len(whole) - 1) % 4))
    parts = json.loads(zlib.decompress(packed))
    parts[place] = value
    return "1" + base64.urlsafe_b64encode(zlib.compress(json.dumps(parts).encode())).decode()


def test_the_whole_play_arrives(here: PlayService, there: PlayService) -> None:
    play = begun(here)
    with here.changing(play.record.play) as same:
        same.bookmark()
        same.undo()
        same.undo()
        same.move(next(m for m in same.position.move_texts() if m not in same.record.steps))
        same.go_to(12, BAKERS_DOZEN.moves[:12])  # moves that are not the player's own
        same.undo()
    again = sent(same, there)
    assert again.position == same.position
    assert again.record.marks == same.record.marks
    assert again.record.lent == same.record.lent
    for name in ("play", "steps", "done", "revision", "state", "rules"):
        assert getattr(again.record, name) == getattr(same.record, name), name
    assert again.practice


@pytest.mark.parametrize(
    ("game", "options", "deal"),
    [("klondike", {"turn": "three"}, "7"), ("birthday", {"target": "1888"}, "ms:617")],
)
def test_options_arrive(
    here: PlayService, there: PlayService, game: str, options: dict[str, str], deal: str
) -> None:
    play = here.start(game, options, deal)
    with here.changing(play.record.play) as same:
        same.move(same.position.move_texts()[0])
    again = sent(same, there)
    assert (again.options, again.position) == (same.options, same.position)


def test_a_position_arrives(here: PlayService, there: PlayService) -> None:
    start = begun(here).position
    play = moved(here, here.start(start.game.id, {}, at(start)), start.move_texts()[0])
    assert sent(play, there).position == play.position


def test_a_play_without_a_move_arrives(here: PlayService, there: PlayService) -> None:
    play = here.start("klondike", {}, "7")
    assert sent(play, there).record.state == "new"


def test_a_play_goes_there_and_back(here: PlayService, there: PlayService) -> None:
    play = begun(here)
    there_too = moved(there, sent(play, there), *BAKERS_DOZEN.moves[10:14])
    back = sent(there_too, here)
    assert back.record.play == play.record.play
    assert back.record.standing == BAKERS_DOZEN.moves[:14]
    assert sent(play, there).record.standing == BAKERS_DOZEN.moves[:14], "an old link loses nothing"
    assert len(here.unfinished()) == len(there.unfinished()) == 1


def test_two_continuations_become_two_plays(here: PlayService, there: PlayService) -> None:
    play = begun(here)
    link = word(moved(there, sent(play, there), BAKERS_DOZEN.moves[10]))
    mine = moved(
        here, play, next(m for m in play.position.move_texts() if m != BAKERS_DOZEN.moves[10])
    )
    keys = {take_in(here.store, link) for _ in range(2)}
    assert len(keys) == 1
    assert here.get(keys.pop()).record.standing == BAKERS_DOZEN.moves[:11]
    assert here.get(mine.record.play).record.standing == mine.record.standing


def test_a_won_play_is_not_carried(here: PlayService) -> None:
    assert carried(begun(here, *BAKERS_DOZEN.moves).record) is None


def test_a_forged_win_is_refused(here: PlayService, there: PlayService) -> None:
    almost = begun(here, *BAKERS_DOZEN.moves[:-1])
    with pytest.raises(CadoganError, match="does not contain a whole play"):
        take_in(
            there.store, changed(changed(word(almost), 9, "\n".join(BAKERS_DOZEN.moves)), 8, 68)
        )


def test_every_damage_is_noticed(here: PlayService, there: PlayService) -> None:
    whole = word(begun(here))
    wrong = [whole[:end] for end in range(len(whole))]
    wrong += [
        f"{whole[:i]}{'A' if whole[i] != 'A' else 'B'}{whole[i + 1 :]}"
        for i in range(len(whole) - 1)
    ]
    wrong += [whole + "AAAA", "1!", "1é", "0" + whole[1:]]
    unnoticed = []
    for text in wrong:
        with suppress(InvalidCopyError):
            unnoticed.append(word(there.get(take_in(there.store, text))))
    assert unnoticed in ([], [whole], [whole, whole]), "only bits without a meaning may differ"
    with pytest.raises(InvalidCopyError, match="does not contain a whole play"):
        take_in(there.store, whole[:-1])


@pytest.mark.parametrize(
    ("place", "value", "why"),
    [
        (2, "my-game", "no game 'my-game' here. .* first copy its rules to the inventor's desk"),
        (3, {"turn": "four"}, "does not fit the rules of bakers-dozen here: .*'turn'"),
        (4, "nonsense", "does not fit the rules of Baker's Dozen"),
        (9, "\n".join(["t1-t2"] * 10), "does not fit the rules of Baker's Dozen"),
        (8, 11, "does not contain a whole play"),
        (9, "t1-t2\n\nt1-t3", "does not contain a whole play"),
        (10, [[1, 0, "t1-c1"]], "does not fit the rules of Baker's Dozen"),
        (0, "../x", "does not contain a whole play"),
    ],
)
def test_a_forged_play_is_refused(
    here: PlayService, there: PlayService, place: int, value: object, why: str
) -> None:
    forged = changed(word(begun(here)), place, value)
    with pytest.raises(CadoganError, match=why):
        take_in(there.store, forged)
    assert there.unfinished() == []


def test_a_newer_format_is_named(there: PlayService) -> None:
    with pytest.raises(CadoganError, match="A newer version of Cadogan"):
        take_in(there.store, "2xyz")


def test_a_long_play_fits_into_a_code() -> None:
    """Phones read a code with 1,273 bytes well."""
    record = Record("p" * 16, "klondike", {}, KLONDIKE.deal, "", 0, 0, steps=KLONDIKE.moves)
    record.done = record.revision = len(record.steps)
    whole = carried(record)
    assert whole is not None
    assert len(KLONDIKE.moves) > 120
    assert len(whole) < 600
