"""Published odds: each game is in the catalogue, in the form in which it was measured.

``figures/published.csv`` names that form. The sheet below is a second description of the study's
games, written by hand from its program. So no figure is compared with the wrong game.
"""

from __future__ import annotations

import pytest

import cadogan
from cadogan.odds_data import published
from cadogan.rules.catalogue import find
from tests.covering import each

# The columns are the cards of the piles at the start, then those of the reserve and the cells ("-"
# for none). Then follow the build of the tableau, the cards lifted and the cards that fill an empty
# pile. The word "open" means that the foundations give cards back. The last columns are aces laid
# out, packs, stock and redeals.
SHEET = """
Alpha Star | 12x4 | - | suit run any fixed | aces
American Canister | 4x7 4x6 | - | alt run any fixed |
Baker's Game | 4x7 4x6 | 4x0 | suit single any fixed |
Beleaguered Castle | 8x6 | - | rank single any fixed | aces
British Canister | 4x7 4x6 | - | alt single K fixed |
Canfield | 4x1 | 1x13 | alt-cut run any fixed | draw 3, unlimited
Canfield (Whole Pile) | 4x1 | 1x13 | alt-cut pile waste fixed | draw 3, unlimited
Carpet (Masten) | 20x1 | - | none single waste fixed | draw 1
Carpet (pre-founded aces; Masten) | 20x1 | - | none single waste fixed | aces, draw 1
Delta Star | 12x4 | - | suit single any fixed | aces
East Haven | 7x3 | - | alt run any open | down, rows
Eight Off | 8x6 | 4x1 4x0 | suit single K fixed |
Fan | 16x3 2x2 | - | suit single K open |
Fore Cell | 8x6 | 4x1 | alt single K fixed |
Fore Cell (same suit) | 8x6 | 4x1 | suit single K fixed |
Fortune's Favor | 12x1 | - | suit single filled fixed | aces, draw 1
FreeCell | 4x7 4x6 | 4x0 | alt single any fixed |
FreeCell (0 cells) | 4x7 4x6 | - | alt single any fixed |
FreeCell (1 cell) | 4x7 4x6 | 1x0 | alt single any fixed |
FreeCell (2 cells) | 4x7 4x6 | 2x0 | alt single any fixed |
FreeCell (3 cells) | 4x7 4x6 | 3x0 | alt single any fixed |
FreeCell (4 piles) | 4x13 | 4x0 | alt single any fixed |
FreeCell (5 piles) | 2x11 3x10 | 4x0 | alt single any fixed |
FreeCell (6 piles) | 4x9 2x8 | 4x0 | alt single any fixed |
FreeCell (7 piles) | 3x8 4x7 | 4x0 | alt single any fixed |
King Albert | 1..9 | 7x1 | alt single any open |
Klondike | 1..7 | - | alt run K open | down, draw 3, unlimited
Klondike (any suit) | 1..7 | - | rank run K open | down, draw 3, unlimited
Klondike (draw 1) | 1..7 | - | alt run K open | down, draw 1, unlimited
Klondike (draw 1; no worrying back) | 1..7 | - | alt run K fixed | down, draw 1, unlimited
Klondike (draw 2) | 1..7 | - | alt run K open | down, draw 2, unlimited
Klondike (draw 4) | 1..7 | - | alt run K open | down, draw 4, unlimited
Klondike (draw 5) | 1..7 | - | alt run K open | down, draw 5, unlimited
Klondike (no worrying back) | 1..7 | - | alt run K fixed | down, draw 3, unlimited
Klondike (same suit) | 1..7 | - | suit run K open | down, draw 3, unlimited
Klondike (spaces any) | 1..7 | - | alt run any open | down, draw 3, unlimited
Klondike (spaces any; any suit) | 1..7 | - | rank run any open | down, draw 3, unlimited
Klondike (spaces any; same suit) | 1..7 | - | suit run any open | down, draw 3, unlimited
Klondike (spaces none) | 1..7 | - | alt run never open | down, draw 3, unlimited
Klondike (spaces none; any suit) | 1..7 | - | rank run never open | down, draw 3, unlimited
Klondike (spaces none; same suit) | 1..7 | - | suit run never open | down, draw 3, unlimited
Mrs Mop | 13x8 | - | rank suit-run any fixed | 2 packs
Northwest Territory | 1..8 | 16x1 | alt run K open | down
Raglan | 1..7 2x7 | 6x1 | alt single any open | aces
Seahaven Towers | 10x5 | 2x1 2x0 | suit single K fixed |
Siegecraft | 8x6 | 1x0 | rank single any fixed | aces
Simple Simon | 1..8 2x8 | - | rank suit-run any fixed |
Somerset | 1..8 2x8 | - | alt single any open |
Spanish Patience | 13x4 | - | rank single any open |
Spider | 4x6 6x5 | - | rank suit-run any fixed | 2 packs, down, rows
Spiderette | 1..7 | - | rank suit-run any fixed | down, rows
Streets and Alleys | 4x7 4x6 | - | rank single any fixed |
Stronghold | 4x7 4x6 | 1x0 | rank single any fixed |
Thirty | 5x6 | 2x1 | rank run any fixed |
Thirty Six | 6x6 | - | rank run any fixed | draw 1
Trigon | 1..7 | - | suit run K fixed | down, draw 1, unlimited
Will o' the Wisp | 7x3 | - | rank suit-run any fixed | rows
"""
# Games with other kinds of moves; hand-made positions and a reference of their own test them.
OTHERS = {
    "Accordion": "accordion",
    "Black Hole": "black-hole",
    "Gaps (basic variant)": "gaps-fixed-rows",
    "Gaps (one deal)": "gaps-one-deal",
    "Golf": "golf",
    "Late-Binding Solitaire": "late-binding-solitaire",
    "Worm Hole": "worm-hole",
}
BUILDS = {
    "none": "none",
    "down in alternating colours": "alt",
    "down in alternating colours, wrapping": "round",
    "down in suit": "suit",
    "down any suit": "rank",
}
# Lifting only the runs that could be moved card by card wins the same deals as moving single cards.
LIFTED = {"top card": "single", "run as single cards": "single", "run": "run", "whole pile": "pile"}
LINES = {line.split(" | ")[0]: line for line in SHEET.strip().splitlines()}


def heights(text: str) -> list[int]:
    """Return the pile heights in the notation of the sheet, the highest first."""
    found: list[int] = []
    for part in text.replace("-", "").split():
        if ".." in part:
            low, _, high = part.partition("..")
            found += range(int(low), int(high) + 1)
        else:
            count, _, cards = part.partition("x")
            found += [int(cards)] * int(count)
    return sorted(found, reverse=True)


def played(game_id: str) -> tuple[list[int], list[int], str, set[str]]:
    """Return the rules of a catalogue game in the words of the sheet."""
    position = cadogan.game(game_id).deal(1)
    definition = find(game_id)
    [tableau] = [g for g in definition.groups if g.kind == "tableau"]
    [foundation] = [g for g in definition.groups if g.kind == "foundation"]
    assert isinstance(tableau.build, str)
    piles: dict[str, list[int]] = {"t": [], "r": []}
    for name, cards in position.piles.items():
        kind = "r" if name[0] == "c" else name[0]
        if kind in piles:
            piles[kind].append(len(cards))
    assert isinstance(tableau.run, str)
    lifted = f"{BUILDS[tableau.run].replace('rank', '')}-run" if tableau.run else ""
    space = {"any card": "any", "none": "never"}.get(tableau.space, tableau.space)
    if tableau.space_from:
        space = " ".join(tableau.space_from)
    elif tableau.fill and tableau.space == "none":
        space = "filled"
    build = BUILDS[tableau.build]
    if build == "round" and tableau.ends == "base rank":
        build = "alt-cut"
    word = f"{build} {lifted or LIFTED[tableau.take]} {space}"
    word += " open" if foundation.to else " fixed"
    more = {f"{definition.decks} packs"} if definition.decks > 1 else set()
    if foundation.placed:
        more.add("aces")
    if tableau.face != "up":
        assert tableau.face == "top up"
        more.add("down")
    for stock in (g for g in definition.groups if g.kind == "stock"):
        deal = str(stock.deal)
        assert not stock.when
        more.add(
            "rows" if deal == "1 to each tableau" else f"draw {deal.removesuffix(' to waste')}"
        )
    if definition.redeal and definition.redeal.times:
        more.add(str(definition.redeal.times))
    return sorted(piles["t"], reverse=True), sorted(piles["r"], reverse=True), word, more


def test_every_game_of_the_study_has_its_form_in_the_catalogue() -> None:
    rows = published()
    theirs = {row.theirs for row in rows.values()}
    assert theirs == {*LINES, *OTHERS}
    assert len(theirs) == 64
    assert set(rows) <= set(cadogan.games())
    assert all(rows[game].theirs == name for name, game in OTHERS.items())


@pytest.mark.parametrize(
    "game_id", each(i for i, row in published().items() if row.theirs in LINES)
)
def test_its_rules_are_those_of_the_study(game_id: str) -> None:
    theirs = published()[game_id].theirs
    _, tableau, beside, words, more = (part.strip() for part in f"{LINES[theirs]} ".split("|"))
    expected = {part.strip() for part in more.split(",") if part.strip()}
    assert played(game_id) == (heights(tableau), heights(beside), words, expected)
