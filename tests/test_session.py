"""A play: steps, undo and redo, automatic moves, time, and restoration."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cadogan
from cadogan.core.cards import card_text
from cadogan.core.errors import IllegalMoveError, InvalidMoveError
from cadogan.model.position import Position
from cadogan.session.models import Record
from cadogan.session.play import IDLE, Auto, Play
from cadogan.session.repository import StalePlayError
from cadogan.solver.safe_moves import safe_moves
from tests.cases.messages import refused
from tests.covering import each
from tests.stored_plays import NEARLY_WON


def begin(game: str, deal: str = "1", **options: str) -> Play:
    return Play(Record("p", game, options, deal, "", 0.0, 0.0))


def copy_of(play: Play) -> Play:
    """Return the play as the store would restore it."""
    r = play.record
    fresh = Record(r.play, r.game, r.options, r.deal, r.rules, r.started, r.updated)
    fresh.steps, fresh.done = list(r.steps), r.done
    return Play(fresh)


def test_a_step_is_a_move_with_its_automatic_moves() -> None:
    play = begin("klondike", "47")
    assert safe_moves(play.position) == ["t3-f1", "t4-f2"]
    start = play.position
    play.move("s-w")
    # cards that these moves uncover go up as well
    up = ("t3-f1", "t4-f2", "t4-f3", "t5-f3", "t7-f1")
    assert play.record.steps == [" ".join(("s-w", *up))]
    assert play.last.auto == up
    assert set(play.last.changed) >= {"s", "w", "t3", "f1", "t4", "f2"}
    assert play.record.done == 1
    play.undo()
    assert play.position == start
    assert play.last.sentence.startswith("Undone: Turned ")
    assert set(play.last.changed) >= {"s", "w", "t3", "f1", "t4", "f2"}
    play.redo()
    assert play.position == copy_of(play).position
    assert play.last.auto == up
    assert play.revision == 3


def test_the_previous_position_is_that_before_the_whole_step() -> None:
    play = begin("klondike", "47")
    path = [play.position]
    assert play.before is None
    for _ in range(2):  # automatic moves follow the first
        play.move("s-w")
        assert play.before == copy_of(play).before == path[-1]
        path.append(play.position)
    play.undo()
    assert play.before == path[0]
    play.undo()
    assert play.before is None


def test_all_safe_cards_are_sent_up_as_one_step() -> None:
    play = begin("klondike", "47")
    play.send_up()
    assert play.record.steps == ["t3-f1 t4-f2 t4-f3 t5-f3 t7-f1"]
    assert not play.can_send_up
    with refused(IllegalMoveError, "plays.card-can-safely"):
        play.send_up()
    play.undo()
    assert not play.can_undo


def test_a_card_taken_down_stays_down_until_the_player_puts_it_back() -> None:
    # 2D is safe from the start: both black aces are up, so no card needs it
    rest = [
        c
        for c in map(card_text, range(52))
        if c not in {"AC", "AD", "2D", "AH", "AS", "3C", "3S", "KS"}
    ]
    board = cadogan.game("klondike").parse(
        "f1 AC\nf2 AD 2D\nf3 AH\nf4 AS\nt1 3C\nt2 3S\nt3 KS\nt4 -\nt5 -\nt6 -\nt7 -\nw -\n"
        f"s [{' '.join(rest)}]"
    )
    play = begin("klondike")
    play._path[-1] = board
    play.move("f2-t1")
    assert play.record.steps == ["f2-t1"]
    assert safe_moves(play.position) == ["t1-f2"]
    play.move("t1-t2")
    assert play.record.steps[-1] == "t1-t2"
    assert play._kept_down[-1] == {"2D"}
    play.move("t2-f2")
    # keeping the mark would keep down the two from the other pack as well
    assert play._kept_down[-1] == frozenset()
    assert safe_moves(play.position) == []
    play.undo()
    play.move("t2-t1")
    assert play.record.steps[-1] == "t2-t1"
    play.send_up()  # the card goes up if the player asks for it
    assert play.record.steps[-1] == "t1-f2"


def nearly_won(eleven: str, twelve: str, t1: str, t2: str = "-") -> Play:
    """Return a play of Grandfather's Clock with only these cards left."""
    play = begin("grandfathers-clock")
    head, _, tail = NEARLY_WON.partition("f11 ")
    rest = tail.partition("t2 -\n")[2]
    lines = f"{head}f11 {eleven}\nf12 {twelve}\nt1 {t1}\nt2 {t2}\n{rest}"
    play._path[-1] = play.game.parse(lines)
    return play


def test_a_game_is_finished_in_one_step() -> None:
    play = nearly_won("8D..TD", "9C TC", "QC JC", "JD")
    start = play.position
    assert bool(play.can_finish)
    play.finish()
    assert play.position.won
    assert play.record.state == "won"
    assert play.record.steps == ["t1-f12 t1-f12 t2-f11"]
    assert play.last.sentence == (
        "Jack of clubs to foundation 12; automatically queen of clubs to foundation 12"
        " and jack of diamonds to foundation 11. The game is won!"
    )
    assert play.last.auto == ("t1-f12", "t2-f11")
    assert not play.can_finish
    with refused(IllegalMoveError, "plays.cannot-finished-from"):
        play.finish()
    play.undo()
    assert play.position == start
    assert bool(play.can_finish)
    play.check(2)
    with pytest.raises(StalePlayError):
        play.check(1)


def test_a_last_move_and_buried_cards_are_left_to_the_player() -> None:
    for play in (
        nearly_won("8D..JD", "9C TC JC", "QC"),
        nearly_won("8D..JD", "9C TC", "JC QC"),
        begin("klondike"),
    ):
        assert not play.can_finish
        with refused(IllegalMoveError, "plays.several-moves-foundations"):
            play.finish()
        assert (play.revision, play.record.steps) == (0, [])


@pytest.mark.parametrize("game", each(cadogan.games(), most=12))
def test_finishing_moves_cards_up_one_after_another(game: str) -> None:
    rng = random.Random(11)
    play = begin(game, "2")
    for _ in range(25):
        if not play.position.legal_moves:
            break
        position, ups = play.position, 0
        while not position.won:
            up = [m for m in position.legal_moves if m.target[:1] == "f" and m.source[:1] != "f"]
            if not up:
                break
            position = position.play(min(up, key=lambda m: m.depth).text)
            ups += 1
        assert play.can_finish == (position.won and ups > 1)
        before = play.position
        play.move(rng.choice(before.move_texts()), auto="off")
        # looking ahead did not change the play
        assert before.move_texts() == play._path[-2].move_texts()


def test_moves_are_refused_with_the_reason_and_nothing_changes() -> None:
    play = begin("bakers-dozen")
    with refused(IllegalMoveError, "plays.card-foundation"):
        play.move("f1-t1")
    with pytest.raises(InvalidMoveError):
        play.move("castle")
    with refused(IllegalMoveError, "plays.nothing-undo"):
        play.undo()
    with refused(IllegalMoveError, "plays.nothing-redo"):
        play.redo()
    assert (play.revision, play.record.steps, play.record.state) == (0, [], "new")


def test_a_new_move_forgets_what_could_be_redone() -> None:
    play = begin("freecell", "ms:1")
    play.move("t1-c1", auto="off")
    play.move("t2-c2", auto="off")
    play.undo()
    assert play.can_redo
    play.move("t3-c2", auto="off")
    assert play.record.steps == ["t1-c1", "t3-c2"]
    assert not play.can_redo


def test_moves_are_saved_in_their_canonical_form() -> None:
    play = begin("klondike-draw-3")
    play.move("s-w")
    assert play.record.steps == ["s-wx3"]


def test_the_reason_why_a_move_is_not_allowed() -> None:
    play = begin("klondike")
    assert "face down" in play.why("t7", "t1", 2)
    assert play.why("s", "w", 1) == "That move is allowed."
    with pytest.raises(InvalidMoveError):
        play.why("x9", "t1")


def test_a_win_lasts() -> None:
    play = begin("grandfathers-clock")
    play._path[-1] = play.game.parse(NEARLY_WON)
    play.move("t1-f12")
    assert play.position.won
    assert play.record.state == "won"
    assert play.record.won_steps == play.record.done
    assert play.last.sentence == "Queen of clubs to foundation 12. The game is won!"
    steps = play.record.won_steps
    play.undo()
    assert (play.record.state, play.record.won_steps) == ("open", steps)
    assert play.record.unfinished  # the play can continue
    play.redo()
    assert (play.record.state, play.record.won_steps) == ("won", steps)
    assert not play.record.unfinished


def test_the_clock_starts_with_the_first_move_and_stops_while_paused() -> None:
    now = [1000.0]
    play = Play(Record("p", "klondike", {}, "1", "", 0.0, 0.0), lambda: now[0])
    now[0] += 50
    assert play.seconds == 0
    play.move("s-w")
    now[0] += 10
    assert play.seconds == 10
    play.move("s-w")
    assert play.record.seconds == 10
    now[0] += 5
    play.pause()
    assert play.record.seconds == 15
    now[0] += 1000
    assert play.seconds == 15
    play.move("s-w")
    now[0] += 10 * IDLE
    play.undo()
    assert play.record.seconds == 15 + IDLE
    back = Play(play.record, lambda: now[0])
    now[0] += 50
    assert back.seconds == 15 + IDLE


def test_a_play_with_changed_rules_is_restored_as_far_as_possible() -> None:
    record = Record("p", "klondike", {}, "1", "", 0.0, 0.0)
    record.steps, record.done, record.saved = ["s-w", "t1-t1", "s-w"], 3, 3
    play = Play(record)
    assert play.record.steps == ["s-w"]
    assert play.record.done == play.record.saved == 1
    assert "Only the steps up to step 1 could be restored" in play.last.sentence


def test_sentences_about_moves() -> None:
    play = begin("klondike", "47")
    play.move("t3-f1")
    assert play.last.sentence.startswith("Ace of clubs to foundation 1; automatically ace of ")
    assert "; revealed " in play.last.sentence
    algerian = begin("algerian")
    algerian.move("deal")
    assert algerian.last.sentence == "Dealt from the stock."
    draw = begin("klondike-draw-3")
    draw.move("s-wx3")
    assert draw.last.sentence.count(" of ") == 3


ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("move"), st.integers(0, 10**6)),
        st.tuples(st.sampled_from(["undo", "redo", "up"]), st.just(0)),
    ),
    max_size=25,
)


@given(
    game=st.sampled_from(["klondike", "freecell", "birthday", "canfield", "algerian", "big-ben"]),
    deal=st.integers(1, 1000),
    auto=st.sampled_from(["off", "safe", "all"]),
    actions=ACTIONS,
)
@settings(max_examples=25, deadline=None, derandomize=True)
def test_undo_and_redo_keep_the_whole_history(
    game: str, deal: int, auto: Auto, actions: list[tuple[str, int]]
) -> None:
    play = begin(game, str(deal))
    past: list[Position] = [play.position]
    future: list[Position] = []
    revision = 0

    def new_step(next_before: list[str]) -> list[Position]:
        """Return the positions to redo after a step: none, unless it repeats the undone one."""
        past.append(play.position)
        return future[:-1] if play.record.steps[play.record.done - 1 :][:1] == next_before else []

    for action, pick in actions:
        following = play.record.steps[play.record.done :][:1]
        if action == "move" and play.position.legal_moves:
            moves = play.position.move_texts()
            play.move(moves[pick % len(moves)], auto=auto)
            future = new_step(following)
        elif action == "undo" and play.can_undo:
            play.undo()
            future.append(past.pop())
        elif action == "redo" and play.can_redo:
            play.redo()
            past.append(future.pop())
        elif action == "up" and play.can_send_up:
            play.send_up()
            future = new_step(following)
        else:
            continue
        revision += 1
        assert play.position == past[-1]
        assert play.revision == revision
        assert (play.can_undo, play.can_redo) == (len(past) > 1, bool(future))
        assert play.record.done == len(past) - 1
        assert play.last.sentence
    assert copy_of(play).position == past[-1]
    while play.can_redo:
        play.redo()
        assert play.position == future.pop()
    while play.can_undo:
        play.undo()
    assert play.position == play.game.deal(deal)
