"""Corrections to rules that differed from the games' sources: legal and illegal moves."""

from __future__ import annotations

import pytest

import cadogan
from cadogan.rules.catalogue import games
from tests.hand import lay

ACES = {"f1": "AC", "f2": "AD", "f3": "AH", "f4": "AS"}
TWO_ACES = {f"f{i}": f"A{'CDHS'[(i - 1) % 4]}" for i in range(1, 9)}
TURNED = {f"f{i}": f"{'KA'[i > 4]}{'CDHS'[(i - 1) % 4]}" for i in range(1, 9)}

# game, piles for all other cards, piles that matter, legal moves, illegal moves
MOVES = [
    ("eastcliff", "s", {"t1": "", "t2": "9S 8H", "t3": "KS"}, "t2-t1x2 t3-t1", "t2-t1x3"),
    ("eastcliff emptied=kings", "s", {"t1": "", "t2": "8H", "t3": "KS"}, "t3-t1", "t2-t1"),
    ("rainbow", "s", {"f1": "AC", "w": "5C"}, "s-w", "s-wx3 redeal"),
    ("rainbow", "w", {"f1": "AC", "t1": "9S 8S 7H", "t2": "8D", "t3": "TC"}, "t3-t4", "t1-t3x2"),
    ("rainbow", "w", {"f1": "AC", "t1": "9S 8S 7H", "t2": "8D", "t3": "TC"}, "t1-t3x3", "redeal"),
    ("chameleon", "w", {"f1": "AC", "t1": "9S", "t2": "", "t3": "KC"}, "t1-t2 w-t2", "redeal"),
    (
        "new-british-constitution",
        "s",
        {**TWO_ACES, "t1": "8S", "t9": "7S", "t10": "7H", "t11": "9C"},
        "t9-t1 t10-t1",
        "t11-t1",
    ),
    (
        "new-british-constitution",
        "s",
        {**TWO_ACES, "t1": "", "t9": "7S", "t10": "JH"},
        "t10-t1",
        "t9-t1",
    ),
    (
        "british-constitution rows=all",
        "s",
        {**TWO_ACES, "t1": "8S", "t9": "7S", "t10": "7H"},
        "t10-t1",
        "t9-t1",
    ),
    ("usk", "t9 t10", {"t1": "9S 8H", "t2": "TH", "t3": ""}, "t1-t2x2 redeal", "t1-t3x2 t1-t3"),
    ("queenie", "s", {"t1": "9S 5H", "t2": "TH", "t3": "8C"}, "t1-t2x2", "t1-t3"),
    ("blind-alleys", "s", {**ACES, "t1": "", "t2": "9S 8H"}, "t2-t1x2", "redeal"),
    ("louis", "s", {**TURNED, "t1": "7H", "t2": "8H", "t3": "8S"}, "t2-t1 t1-t2", "t3-t1"),
    ("louis", "s", {**TURNED, "t1": "AH", "t2": "KH", "t3": "QS"}, "t1-t2 t2-t1", "t3-t2"),
    ("castles-in-spain", "t12", {"t1": "", "t2": "5S KC", "t3": "6H"}, "t2-t1 t3-t1", "t2-t3"),
    ("portuguese-solitaire", "t12", {"t1": "", "t2": "5S KC", "t3": "6H"}, "t2-t1", "t3-t1"),
    ("batsford", "s", {"r": "KC", "t1": "KD", "t2": ""}, "r-t2 t1-t2", "t1-r"),
    ("batsford kings=three", "s", {"r": "KC KH", "t1": "KD", "t2": "QD"}, "t1-r", "t2-r"),
    ("batsford-again", "s", {"r": "KC KH", "t1": "KD", "t2": "QD"}, "t1-r", "t2-r"),
]


def position(form: str, rest: str, piles: dict[str, str]) -> cadogan.Position:
    """Return a position in a game; ``form`` is its id, followed by answers to its choices."""
    game_id, *answers = form.split()
    return lay(cadogan.game(game_id, **dict(a.split("=") for a in answers)), rest, **piles)


@pytest.mark.parametrize(("form", "rest", "piles", "legal", "refused"), MOVES)
def test_moves(form: str, rest: str, piles: dict[str, str], legal: str, refused: str) -> None:
    p = position(form, rest, piles)
    assert {*legal.split()} <= {*p.move_texts()}
    assert not {*refused.split()} & {*p.move_texts()}
    for move in refused.split():
        assert p.why_not(move)


# form, heights of the tableau piles, face-down cards in each pile, cards in the stock
DEALS = [
    ("eastcliff", [3] * 7, [2] * 7, 31),
    ("rainbow", [1] * 4, [0] * 4, 34),
    ("three-blind-mice", [5] * 10, [0] * 7 + [3] * 3, 0),
    ("farmers-wife", [5] * 10, [0] * 7 + [3] * 3, 0),
    ("queenie", [1, 2, 3, 4, 5, 6, 7], [0] * 7, 24),
    ("rushdike", [1, 2, 3, 4, 5, 6, 7], [0, 1, 2, 3, 4, 5, 6], 24),
    ("blind-alleys", [3] * 6, [2] * 6, 30),
    ("blind-alleys aces=dealt", [3] * 6, [2] * 6, 34),
    ("pas-seul", [3] * 6, [2] * 6, 34),
    ("pas-seul dealt=one", [1] * 6, [0] * 6, 46),
    ("irmgard", [1, 2, 3, 4, 5, 4, 3, 2, 1], [0, 1, 2, 3, 4, 3, 2, 1, 0], 79),
    ("algerian layout=tarbart-plain", [0] * 8, [0] * 8, 72),
    ("travellers pack=thirty-two", [4] * 7, [4] * 7, 0),
]


@pytest.mark.parametrize(("form", "heights", "down", "left"), DEALS)
def test_deals(form: str, heights: list[int], down: list[int], left: int) -> None:
    game_id, *answers = form.split()
    p = cadogan.game(game_id, **dict(a.split("=") for a in answers)).deal(1)
    names = [name for name in p.piles if name[0] == "t"]
    assert [len(p.piles[name]) for name in names] == heights
    assert [p.down.get(name, 0) for name in names] == down
    assert len(p.piles.get("s", ())) == left


def test_usk_shuffles_or_gathers_in_order() -> None:
    piles = {"t1": "2C", "t2": "2D 3D", "t10": "5S 6S"}
    in_order = position("usk gathered=in-order", "t9", piles).play("redeal")
    assert [str(in_order.piles[f"t{i}"][0]) for i in (1, 2)] == ["5S", "6S"]
    assert position("usk", "t9", piles).play("redeal").piles != in_order.piles


# --- names ---------------------------------------------------------------------------------------

# Aliases that are also names of other games, because the sources use them for both games.
SHARED = {
    "big-ben": ["The Clock", "Grandfather's Clock"],
    "clock-patience": ["Dial", "Sundial"],
    "elevens": ["Block Eleven"],
    "four-corners": ["Corner Patience"],
    "hit-or-miss": ["Treize"],
    "klondike": ["Canfield"],
    "knockout": ["Hope"],
    "la-belle-lucie": ["Alexander the Great", "Clover Leaf"],
    "leonis-own": ["Weavers"],
    "monte-carlo": ["Weddings"],
    "tournament": ["Maréchal Saxe"],
    "travellers": ["Sundial", "Watch"],
    "tvetes-grandfather": ["Grandfather"],
}


def test_aliases_that_are_names_of_other_games_are_known() -> None:
    definitions = {game_id: cadogan.game(game_id).definition for game_id in games()}
    names = {d.name: game_id for game_id, d in definitions.items()}
    ids = {game_id.replace("-", " "): game_id for game_id in definitions}
    shared: dict[str, list[str]] = {}
    for game_id, definition in definitions.items():
        for alias in definition.aliases:
            plain = alias.lower().replace("'", "")
            if names.get(alias, game_id) != game_id or ids.get(plain, game_id) != game_id:
                shared.setdefault(game_id, []).append(alias)
    assert shared == SHARED
