"""Review of a play: other lines, bookmarks, and the move that lost the game."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cadogan
from cadogan.core.errors import IllegalMoveError
from cadogan.session.models import Mark, Record
from cadogan.session.play import MOST_LINES, Play
from cadogan.session.repository import Repository, StalePlayError
from cadogan.session.review import filled, next_to_ask, step_sentences, thrown
from cadogan.session.service import PlayService
from tests.cases.messages import refused
from tests.e2e.lines import BAKERS_DOZEN
from tests.stored_plays import moved


def begin(game: str = "klondike", deal: str = "7") -> Play:
    return Play(Record("p1", game, {}, deal, "", 0, 0))


def make(play: Play, *moves: str) -> Play:
    for move in moves:
        play.move(move, auto="off")
    return play


# --- other positions of the play -----------------------------------------------------------------


def test_any_step_can_be_viewed_and_later_steps_redone() -> None:
    play = make(begin(), "s-w", "t3-t6", "s-w", "s-w")
    steps = list(play.record.steps)
    path = list(play.positions(steps))
    for step in (2, 0, 4, 1, 3):
        play.go_to(step, play.line())
        assert (play.position, play.record.done, play.record.steps) == (path[step], step, steps)
        assert (play.can_undo, play.can_redo) == (step > 0, step < 4)
    assert play.record.marks == ()
    play.undo()
    assert play.position == path[2]


def test_playing_on_from_an_earlier_step_loses_nothing() -> None:
    play = make(begin(), "s-w", "t3-t6", "s-w", "s-w")
    whole = tuple(play.record.steps)
    play.go_to(1, play.line())
    make(play, "t7-f4")
    assert play.record.steps == ["s-w", "t7-f4"]
    assert play.record.marks == (Mark(1, whole, gone=True),)
    # the old line can be continued, and then the new one becomes the other line
    play.go_to(4, list(whole))
    assert play.record.steps == list(whole)
    assert play.record.marks == (Mark(2, ("s-w", "t7-f4"), gone=True),)
    play.go_to(2, ["s-w", "t7-f4"])
    assert [mark.steps for mark in play.record.marks] == [whole]


def test_repeating_a_move_leaves_no_other_line() -> None:
    play = make(begin(), "s-w", "t3-t6", "s-w")
    play.go_to(1, play.line())
    make(play, "t3-t6")
    assert (play.record.done, len(play.record.steps), play.record.marks) == (2, 3, ())
    play.redo()
    make(play, "t7-f4")
    assert play.record.steps == ["s-w", "t3-t6", "s-w", "t7-f4"]


def test_a_line_that_continues_another_replaces_it() -> None:
    play = make(begin(), "s-w", "s-w")
    play.undo()
    make(play, "t3-t6")
    assert [mark.steps for mark in play.record.marks] == [("s-w", "s-w")]
    play.go_to(2, ["s-w", "s-w"])
    make(play, "s-w")
    play.go_to(1, play.line())
    make(play, "t7-f4")
    assert {mark.steps for mark in play.record.marks} == {("s-w", "t3-t6"), ("s-w", "s-w", "s-w")}


def test_too_many_lines_drop_the_one_with_the_least_moves_of_its_own() -> None:
    play = make(begin(), *["s-w"] * (MOST_LINES + 4))
    long = tuple(play.record.steps)
    for step in range(1, MOST_LINES + 4):
        play.go_to(step, long)
        make(play, "t3-t6")
    lines = [mark.steps for mark in play.record.marks if mark.gone]
    assert len(lines) == MOST_LINES
    assert long in lines


def test_a_line_must_be_legal_and_up_to_date() -> None:
    play = make(begin(), "s-w")
    before = play.position
    with refused(IllegalMoveError, "review.illegal-step"):
        play.go_to(2, ["s-w", "t1-f1"])
    for step in (-1, 3):
        with refused(IllegalMoveError, "review.no-step", step=step):
            play.go_to(step, play.line())
    for step in (-1, 9):
        with refused(IllegalMoveError, "review.no-step-to-go-on-from", step=step):
            play.line(step, [])
    with pytest.raises(StalePlayError):
        play.check(7)
    assert (play.position, play.record.steps, play.revision) == (before, ["s-w"], 1)


def ended(play: Play) -> tuple[str, int | None, bool]:
    return play.record.state, play.record.won_steps, play.practice


def test_solver_moves_do_not_make_a_win() -> None:
    """A play that used the solver's line counts as practice, however it ends."""
    line = BAKERS_DOZEN.moves
    by_hand, again, there = (begin(BAKERS_DOZEN.game, BAKERS_DOZEN.deal) for _ in range(3))
    for play in (by_hand, again):
        play.go_to(len(line) - 1, line)
        assert play.last.sentence == (
            f"At move {len(line) - 1}. This is practice and counts neither as won nor as lost."
        )
    by_hand.move(line[-1])
    again.redo()
    there.go_to(len(line), line)
    for play in (by_hand, again, there):
        assert play.position.won
        assert ended(play) == ("won", None, True)
    # after an undo the play goes on as usual, but still counts as practice when it ends
    by_hand.undo()
    assert ended(by_hand) == ("open", None, True)
    by_hand.redo()
    assert ended(by_hand) == ("won", None, True)


def test_a_win_without_solver_moves_counts() -> None:
    line = BAKERS_DOZEN.moves
    play = begin(BAKERS_DOZEN.game, BAKERS_DOZEN.deal)
    play.go_to(0, line)
    assert (play.practice, play.last.sentence) == (False, "At the deal.")
    play.redo()
    assert play.practice
    play.undo()
    make(play, *line)
    assert play.practice, "the same moves by hand are still those of the solver"
    other = make(begin(BAKERS_DOZEN.game, BAKERS_DOZEN.deal), *line)
    assert ended(other) == ("won", len(line), False)
    # after a win, the player may view the end and other lines as often as desired
    other.go_to(0, other.line())
    other.go_to(len(line), other.line())
    assert other.position.won
    other.go_to(1, [*line[:1], *line[1:3]])
    assert ended(other) == ("open", len(line), False), "to be gone on with, and won all the same"


def test_a_bookmark_on_the_solver_line_makes_it_practice() -> None:
    line = BAKERS_DOZEN.moves
    play = begin(BAKERS_DOZEN.game, BAKERS_DOZEN.deal)
    play.bookmark(line[:-1])
    (mark,) = play.record.marks
    assert not play.practice
    play.go_to(len(mark.steps), mark.steps)
    play.move(line[-1])
    assert ended(play) == ("won", None, True)


def test_practice_is_saved_but_is_neither_a_win_nor_a_loss() -> None:
    line = BAKERS_DOZEN.moves
    with closing(Repository.in_memory()) as store:
        shelf = PlayService(store)
        keys = []
        for _ in range(2):
            key = shelf.start(BAKERS_DOZEN.game, {}, BAKERS_DOZEN.deal).record.play
            keys.append(key)
            with shelf.changing(key) as play:
                play.go_to(len(line) - 1, line)
        won, left = keys
        with shelf.changing(won) as play:
            play.move(line[-1])
        assert all(some.lent for some in shelf.unfinished())
        shelf.leave(left)
        later = PlayService(store)
        assert later.get(won).record.lent == shelf.get(won).record.lent != ()
        assert (later.get(won).practice, later.get(left).practice) == (True, True)
        assert store.results() == []
        told = {kept.play: (kept.state, kept.practice) for kept in store.history("bakers-dozen")}
        assert told == {won: ("won", True), left: ("left", True)}


def test_cards_taken_down_stay_down_after_going_back() -> None:
    """Cards that the player took down stay down even after viewing another line."""
    play = make(begin("klondike", "47"), "t3-f1")
    path = play.positions(play.line())
    play.go_to(0, play.line())
    play.go_to(1, play.line())
    assert play.position == path[1]
    assert play.positions(["t3-f1", "s-w"])[-1] != play.position


# --- bookmarks -----------------------------------------------------------------------------------


def test_bookmarks_are_positions_of_the_play() -> None:
    play = begin()
    play.bookmark()
    assert (play.last.sentence, play.revision) == ("Bookmark at the deal.", 1)
    with refused(IllegalMoveError, "review.bookmark-twice"):
        play.bookmark()
    make(play, "s-w", "t3-t6")
    play.bookmark()
    assert play.last.sentence == "Bookmark at move 2."
    assert [(m.number, m.steps, m.gone) for m in play.record.marks] == [
        (1, (), False),
        (2, ("s-w", "t3-t6"), False),
    ]
    with refused(IllegalMoveError, "review.no-bookmark"):
        play.forget(5)
    play.forget(1)
    assert [m.number for m in play.record.marks] == [2]


def test_a_bookmark_outlives_the_line_that_it_was_made_on() -> None:
    play = make(begin(), "s-w", "t3-t6")
    play.bookmark()
    there = play.position
    play.go_to(0, play.line())
    make(play, "t7-f4")
    (bookmark,) = [mark for mark in play.record.marks if not mark.gone]
    play.go_to(len(bookmark.steps), list(bookmark.steps))
    assert play.position == there


def test_plays_of_a_game_the_newest_first() -> None:
    time = iter(range(1000, 2000))
    store = Repository.in_memory()
    shelf = PlayService(store, now=lambda: float(next(time)))
    won = moved(shelf, *BAKERS_DOZEN.moves, game=BAKERS_DOZEN.game, deal=BAKERS_DOZEN.deal)
    open_ = moved(shelf, "t6-f1", game="bakers-dozen", deal="1")
    moved(shelf, game="bakers-dozen")  # a play without moves
    left = moved(shelf, "t6-f1", game="bakers-dozen", deal="1")
    shelf.leave(left)
    moved(shelf, "s-w", game="klondike")
    kept = store.history("bakers-dozen")
    assert [(k.play, k.state, k.ended) for k in kept] == [
        (left, "left", True),
        (open_, "open", False),
        (won, "won", True),
    ]
    assert kept[-1].won_steps == len(BAKERS_DOZEN.moves)
    assert len(store.history("bakers-dozen", 1)) == 1
    assert shelf.history("bakers-dozen") == kept
    # another version of the program may write such an entry
    store.change(
        lambda db: db.execute("UPDATE plays SET options = '{\"x\": \"y\"}' WHERE state = 'won'")
    )
    assert shelf.history("bakers-dozen") == kept[:-1]
    store.close()


# --- automatic moves -----------------------------------------------------------------------------


def test_all_cards_go_up_or_only_the_safe_ones_or_none() -> None:
    start = cadogan.game("klondike").deal(47)
    after = {}
    for auto in ("off", "safe", "all"):
        play = begin("klondike", "47")
        play.move("s-w", auto=auto)
        after[auto] = play.record.steps[0].split()
    assert after["off"] == ["s-w"]
    assert 1 < len(after["safe"]) <= len(after["all"])
    end = start
    for text in after["all"]:
        end = end.play(text)
    up = [m for m in end.legal_moves if m.target[:1] == "f" != m.source[:1]]
    assert up == []


def test_cards_taken_down_stay_down_even_when_all_cards_go_up() -> None:
    play = begin("klondike", "47")
    play.move("s-w", auto="all")
    down: list[str] = []
    for _ in range(40):
        down = [m.text for m in play.position.legal_moves if m.source[:1] == "f"]
        if down:
            break
        play.move("s-w" if "s-w" in play.position.move_texts() else "redeal", auto="all")
    foundation = down[0].split("-")[0]
    card = play.position.piles[foundation][-1]
    play.move(down[0], auto="all")
    assert card not in play.position.piles[foundation]


# --- verdicts ------------------------------------------------------------------------------------


def test_steps_in_words() -> None:
    start = cadogan.game("freecell").deal("ms:1")
    assert step_sentences(start, ["t1-c1", "t2-c2"])[0] == "Six of spades to cell 1."
    with refused(IllegalMoveError, "review.illegal-first-step"):
        step_sentences(start, ["t1-f1"])


@given(n=st.integers(1, 90), lost=st.integers(0, 90), fog=st.frozensets(st.integers(0, 90)))
@settings(derandomize=True, deadline=None)
def test_few_verdicts_find_the_losing_move(n: int, lost: int, fog: frozenset[int]) -> None:
    """The search for the losing move ends and is right, whatever the solver leaves unknown."""
    truth = ["lost" if i >= lost else "won" for i in range(n)]
    known = [""] * n
    asked = 0
    while (at := next_to_ask(known)) is not None:
        assert known[at] == ""
        known[at] = "unknown" if at in fog else truth[at]
        known = filled(known)
        asked += 1
    assert "" not in known
    assert all(told in {"unknown", true} for told, true in zip(known, truth, strict=True))
    if not fog:
        assert asked <= 2 + n.bit_length()
        assert thrown(known) == (lost if 0 < lost < n else None)
