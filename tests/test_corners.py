"""Where two mechanisms meet that no game of the catalogue brings together: games of a few cards.

Each was found by planting a fault in the engine that no other test saw.
"""

from __future__ import annotations

from cadogan import engine
from cadogan.board import MOST_MOVES, freeze, new_state, thaw
from cadogan.game import load_text
from cadogan.position import Game, Position
from tests.hand import RANKS, between, down, lay

HEAD = """
name = "Corner"
family = "Small"
decks = 1
ranks = "A 2 3 4"
[foundation]
piles = 4
start = "A"
build = "up in suit"
"""


def corner(rules: str) -> Game:
    """Return a game of sixteen cards with the usual foundations."""
    return Game(load_text(HEAD + rules, "corner.toml")["corner"])


def check_every_undo(position: Position) -> None:
    """Make every move on one working state and take it back; nothing of the state may differ."""
    T = position.game.tables
    S = new_state(T)
    thaw(T, S, position.snapshot)
    before = (freeze(T, S), list(S.num), list(S.part), list(S.part2))
    out = [0] * MOST_MOVES
    for move in out[: engine.generate(T, S, out)]:
        engine.make(T, S, move)
        engine.unmake(T, S)
        assert (freeze(T, S), list(S.num), list(S.part), list(S.part2)) == before, move


# --- cards that sink -----------------------------------------------------------------------------

SINKING = """
[tableau]
piles = 4
deal = [4, 4, 4, 4]
face = [0, 3, 0, 0]
build = "down any suit"
take = "top card"
space = "any card"
sink = "4"
sink_way = "as exposed"
"""


def test_a_card_that_sinks_under_cards_face_down_comes_back_as_it_lay() -> None:
    p = lay(corner(SINKING), "t3 t4", t1="4H", t2="[3C 2C] 3D 4S 3S")
    after = p.play("t2-t1")
    assert after.piles["t2"] == ("4S", "3C", "2C", "3D")
    assert after.down["t2"] == 3, "it lies face down there, and so does the card that it lay on"
    check_every_undo(p)


def test_several_cards_sink_one_after_another() -> None:
    p = lay(corner(SINKING), "t3 t4", t1="4H", t2="2C 3D 4D 4S 3S")
    assert p.play("t2-t1").piles["t2"] == ("4D", "4S", "2C", "3D")
    check_every_undo(p)


# --- gathered and dealt again --------------------------------------------------------------------

GATHERED = """
[tableau]
piles = 4
deal = [6, 2, 5, 3]
order = "rows"
build = "up or down any suit, one way"
take = "top card"
space = "any card"
[redeal]
times = 2
from = "tableau"
order = "last pile first"
"""


def test_cards_dealt_again_fix_no_direction_and_the_first_packed_one_does() -> None:
    game = corner(GATHERED)
    tried = 0
    for number in range(1, 6):
        p = game.deal(number).play("redeal")
        assert game.read(str(p)) == p
        for move in between(p, "t", "t"):
            source, target = move.split("-")
            over, under = RANKS.index(p.piles[source][-1][0]), RANKS.index(p.piles[target][-1][0])
            packed = p.play(move)
            for more in between(packed, "t", target):
                card = packed.piles[more.split("-")[0]][-1]
                assert RANKS.index(card[0]) - over == over - under, f"{move} {more}\n{p}"
                tried += 1
    assert tried > 10


def test_an_uneven_deal_is_repeated_row_by_row() -> None:
    game = corner(GATHERED)
    p = game.deal(1)
    gathered = [card for pile in ("t4", "t3", "t2", "t1") for card in p.piles[pile]]
    cards = iter(gathered)
    dealt: dict[str, list[str]] = {f"t{i}": [] for i in range(1, 5)}
    for row in range(6):
        for pile, most in zip(dealt, (6, 2, 5, 3), strict=True):
            if row < most:
                dealt[pile].append(next(cards))
    q = p.play("redeal")
    assert {pile: list(q.piles[pile]) for pile in dealt} == dealt
    fewer = lay(game, "t1", f1="AC", f2="AD 2D")
    short = fewer.play("redeal")
    assert [len(short.piles[f"t{i}"]) for i in range(1, 5)] == [4, 2, 4, 3], "the rows run out"


# --- won -----------------------------------------------------------------------------------------


def test_runs_are_complete_when_all_their_cards_lie_face_up() -> None:
    runs = {f"t{i}": down(f"K{s}", f"A{s}") for i, s in enumerate("CDHS", 1)}
    assert lay("scorpion", "", **runs).won
    hidden = runs["t1"].replace("KC QC", "[KC QC]")
    assert not lay("scorpion", "", **{**runs, "t1": hidden}).won
