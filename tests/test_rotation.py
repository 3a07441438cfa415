"""Hand-made positions: dealing in rotation, marriages, weaving."""

from __future__ import annotations

import cadogan
from cadogan.core.cards import card_text
from cadogan.model.position import Game, Position


def laid(game: Game, rest: str, counters: str = "", **piles: str) -> Position:
    """Return a position with the named piles, and all other cards in order on the pile ``rest``."""
    left = [card_text(card) for card in game.compiled.cards]
    for text in piles.values():
        for card in text.split():
            left.remove(card)
    under = " ".join([*left, *piles.get(rest, "").split()])
    if rest == "s" and game.definition.of_kind("stock")[0].turned:
        *hidden, top = under.split()
        under = f"[{' '.join(hidden)}] {top}"
    lines = [f"{name} {text or '-'}" for name, text in {**piles, rest: under}.items()]
    return game.parse("\n".join([*lines, *([counters] if counters else [])]))


BEGINNINGS = {
    "top-left": "t1",
    "top-right": "t7",
    "bottom-left": "t6",
    "bottom-right": "t12",
    **{f"left-{n}": f"t{n}" for n in range(2, 6)},
    **{f"right-{n}": f"t{n + 6}" for n in range(2, 6)},
}


def test_the_deal_may_begin_at_any_pile() -> None:
    game = cadogan.game("four-corners-from-the-right")
    p = laid(game, "s", f1="AC", s="5H 2C")
    assert p.play("deal").piles["t7"] == ("2C",)
    assert "s-f1" in p.move_texts(), "pile 7 is a corner"
    side = laid(game, "s", "counted 2", f1="AC", s="2C")
    assert side.why_not("s-f1") == (
        "The two of clubs would fall on tableau pile 9, and from there it may go only to"
        " foundation 2 or 6."
    )
    on = laid(game, "s", "counted 6", s="5H").play("deal")
    assert on.piles["t1"] == ("5H",), "after the right side the left"
    middle = laid(cadogan.game("four-corners", begins="left-3"), "s", f1="AC", f2="AD", s="2D 2C")
    assert middle.why_not("s-f1") == (
        "The two of clubs would fall on tableau pile 3, and from there it may go only to"
        " foundation 2 or 6."
    )
    assert "s-f2" in laid(middle.game, "s", f2="AD", s="2D").move_texts(), "in its own line"
    deals = [cadogan.game("four-corners", begins=at).deal(1).play("deal") for at in BEGINNINGS]
    assert [p.piles[t] != () for p, t in zip(deals, BEGINNINGS.values(), strict=True)] == [
        True
    ] * 12


def test_a_king_joins_its_pile_and_a_complete_pile_ends_the_weaving() -> None:
    game = cadogan.game("leonis-own")
    bases = {f"f{i + 1}": f"{'AK'[i // 4]}{'CDHS'[i % 4]}" for i in range(8)}
    left = [card_text(card) for card in game.compiled.cards]
    for card in [*bases.values(), "9C", "5C", "5D", "5H", "KC"]:
        left.remove(card)
    lines = [f"{name} {card}" for name, card in bases.items()]
    p = game.parse("\n".join([*lines, "t13 9C", "t5 5C 5D", f"r [{' '.join(left)} 5H KC]"]))
    after = p.play("weave")
    assert after.piles["t13"] == ("9C", "KC"), "laid on, and another exile is drawn"
    assert after.piles["t5"] == ("5H", "5C", "5D"), "where nothing could be taken but a five"
    assert after.piles["c"] == ()
