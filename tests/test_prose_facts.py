"""Facts on the rules pages, by the sources of the games."""

from __future__ import annotations

import re

import pytest

import cadogan
from tests.covering import each

# game and section, then pieces of its text, one a line
FACTS: dict[tuple[str, str], str] = {
    ("birthday", "Before the deal"): """
        The number to be shown, four digits without a zero
        The suits of the four foundations, in the order of the digits (the letters C for clubs, D
        This page is written for SHCD, which is spades, hearts, clubs and diamonds.
    """,
    ("birthday", "The object"): """
        when all 52 cards lie on the foundations. The top cards of the foundations, from the first
        to the fourth, then show 1956, the player's number.
    """,
    ("birthday", "The layout"): """
        take the two of spades, the ten of hearts, the six of clubs and the seven of diamonds
        out
        *Stock*: the rest, 48 cards, face down.
    """,
    ("birthday", "The foundations"): """
        The cards one rank above the digits of the player's number begin them and are in place
        an ace goes on a king
        Foundation 1: from the two of spades to the ace of spades, thirteen cards.
        Cards on a foundation stay there.
    """,
    ("birthday", "The stock and the waste"): """
        one at a time
        The top card of the waste may be played to the foundations.
    """,
    ("birthday", "Redeals"): """
        the waste may be shuffled
        played through four times in all
    """,
    ("birthday-unshuffled", "Redeals"): """
        turned over without shuffling, so that the cards come in the same order again
    """,
    ("birthday-five-passes", "Redeals"): """
        played through five times in all
    """,
    ("quadrille", "The foundations"): """
        built down in suit: five, four, three and so on to the king
        built up in suit: six, seven, eight and so on to the jack
    """,
    ("salic-law", "The layout"): """
        eight piles, the first of one card and the last seven empty, face up. If this card is not a
        king, it changes places with the first king in the rest of the pack.
    """,
    ("sly-fox", "The reserve"): """
        Before the first deal from the stock, an empty pile is filled at once
        Otherwise, or when the stock is empty, an empty pile may be filled
    """,
    ("algerian", "The layout"): """
        *Reserve*: six piles of four cards, face up.
        *Stock*: the rest, 80 cards
        the eight tableau piles, which are empty at first
    """,
    ("algerian", "The foundations"): """
        four ace foundations, one for each suit
        built up in suit: ace, two, three and so on to
        four king foundations, one for each suit
        built down in suit: king, queen, jack and so
        The top card of a foundation may be played to another foundation on which it fits.
        between the two foundations of a suit, up and down, when their top cards
        The bottom card of a foundation may not be taken.
    """,
    ("algerian", "The tableau"): """
        built up or down in suit
        an ace and a king are neighbours
        Only the top card of a pile may be taken
        An empty pile may be filled with any available card.
    """,
    ("algerian", "The reserve"): """
        The reserve is not built on.
        played to the foundations or to the tableau or, once the stock is empty, into an empty
        Once the stock is empty, an empty pile may be filled with any available card from the
        tableau or the reserve, but not before.
    """,
    ("algerian", "The stock"): """
        two cards to each reserve pile
        When eight cards or fewer are left, the deal is one card to each tableau pile instead.
        six deals of twelve cards and a last one of eight
    """,
    ("algerian-closed", "The reserve"): """
        filled only by a deal from the stock
    """,
    ("algerian-tarbart", "The layout"): """
        an ace of each suit and a king of each suit
    """,
    ("algerian-tarbart", "The stock"): """
        four deals of twelve cards and a last one of eight
    """,
    ("algerian-tarbart-eight", "The stock"): """
        a last one of four, to the first four piles
    """,
    ("algerian-kings", "The reserve"): """
        An empty pile may be filled with any available card from the tableau or the reserve.
    """,
    ("algerian-doubled", "The layout"): """
        the first four of two cards and the last four of one
    """,
    ("carthage", "The foundations"): """
        eight foundations, two for each suit
    """,
    ("carthage", "The tableau"): """
        The tableau is built down in suit
    """,
    ("carthage", "The stock"): """
        That makes five deals of twelve cards.
    """,
    ("tournament", "The layout"): """
        one card in each of the eight cells, face up. If none of these cards is an ace or a king,
        *Tableau*: six piles of four cards, face up. Deal one pile after another.
        72 cards
    """,
    ("tournament", "The tableau"): """
        There is no building on the tableau.
        to the foundations or into a free cell
        filled at once with the top four cards of the stock (or as many as are left)
    """,
    ("tournament", "The cells"): """
        A card in a cell may be played to the foundations.
    """,
    ("tournament", "The stock"): """
        four cards to each tableau pile, one pile after another
    """,
    ("tournament", "Redeals"): """
        When the stock is empty, the cards of the tableau may be gathered and dealt again without
        shuffling. Dealing begins with the bottom card of the first pile, continues to the top card
        face up in six piles of four cards, one pile after another, as far as they go; those
        This may be done twice.
        cells stay where they are
    """,
    ("la-nivernaise", "Redeals"): """
        This may be done once.
    """,
    ("seahaven-towers", "The layout"): """
        one card in each of two of the four cells, numbers 2 and 3, face up.
    """,
    ("knockout", "The tableau"): """
        filled only by a deal from the stock, a card that replaces one leaving play or a
    """,
    ("la-nivernaise", "The tableau"): """
        The piles are squared up, so only their top cards are visible. But the player may look at
        as many cards under each as there are empty places in the cells.
    """,
    ("la-nivernaise", "The cells"): """
        A card of the tableau or the stock may be put into a free
    """,
    ("bakers-dozen", "The layout"): """
        thirteen piles of four cards, face up. Deal one card to each pile in turn
        every king goes to the bottom of its pile; if a pile has several, they keep their
        order
    """,
    ("bakers-dozen", "The tableau"): """
        The tableau is built down: each card one rank lower than the card it is laid on,
        whatever
        An empty pile is never filled.
    """,
    ("spanish-patience", "The tableau"): """
        An empty pile may be filled with any available card.
    """,
    ("castles-in-spain", "The tableau"): """
        built down in alternating colours
        any available card
    """,
    ("portuguese-solitaire", "The tableau"): """
        An empty pile may be filled only with a king.
    """,
    ("good-measure", "The layout"): """
        take the ace of spades and the ace of hearts out of the pack
        ten piles of five cards
    """,
    ("bisley", "The layout"): """
        the first four of three cards and the last nine of four cards
    """,
    ("bisley", "The tableau"): """
        up or down in suit
        an ace and a king are not neighbours
    """,
    ("bisley", "The foundations"): """
        Each begins with the ace of its suit, which is in place from the start
    """,
    ("big-ben", "The layout"): """
        take the twelve cards that begin foundations out of the packs, one copy of each, and lay
        them out like a clock face
        in a second circle around the foundations: tableau pile 1 outside the foundation at one
        o'clock and so on to tableau pile 12 outside that at twelve
    """,
    ("big-ben", "The object"): """
        Each foundation then shows its hour; the ace counts one, the jack eleven and the queen
    """,
    ("big-ben", "The foundations"): """
        There are twelve foundations, in a circle like the hours of a clock.
        Foundation 9 (nine o'clock): from the two of clubs to the nine of clubs, eight cards.
        Foundation 12 (twelve o'clock): from the five of diamonds to the queen of diamonds
        Foundation 8 (eight o'clock): from the king of diamonds to the eight of diamonds, nine
    """,
    ("big-ben", "The tableau"): """
        built down in suit
        a king goes on an ace
        A pile with fewer than three cards may not be built on.
        one card to each short pile in turn, clockwise, beginning with the pile at twelve o'clock,
        round after round
        No other move may be made before the refill is complete
        filled only by a refill
    """,
    ("big-ben", "The stock and the waste"): """
        one at a time, but only when there are no gaps
        to the foundations or to the tableau
    """,
    ("grandfathers-clock", "The layout"): """
        twelve cards that begin foundations out of the pack and lay them out like a clock face
    """,
    ("grandfathers-clock", "The foundations"): """
        in a circle like the hours of a clock
        Foundation 5 (five o'clock): from the two of hearts to the five of hearts, four cards.
    """,
    ("grandfathers-clock", "The tableau"): """
        whatever the suit
        with any available card.
    """,
    ("klondike", "The tableau"): """
        only with a king or a run that begins with one
    """,
    ("canfield", "The tableau"): """
        filled at once with the top card of the reserve. When the reserve is empty, an
empty pile may be filled with any available card from the waste.
    """,
    ("canfield", "Odds"): """
        71.25 % of deals can be won with all cards known when the base rank is the lowest (Blake and
    """,
    ("canfield-whole-pile", "The tableau"): """
        to another pile only as a whole; its top card may go to a foundation. Cards of the tableau
    """,
    ("canfield-base-lowest", "The tableau"): """
        a king goes on an ace. But nothing is laid on a card of the base rank.
        When the reserve is empty, an empty pile may be filled with any available card or run.
    """,
    ("british-square", "The tableau"): """
        The first card that the player lays on a pile fixes its direction, up or down
    """,
    ("calculation", "The foundations"): """
        Foundation 3: from the three of clubs, up by threes regardless of suit: three, six,
        nine, queen, two, five, eight, jack, ace, four, seven, ten, king.
    """,
    ("osmosis", "The foundations"): """
        only ranks that the foundation before it, the row above
    """,
    ("scorpion", "The object"): """
        every tableau pile is empty or holds a full suit in order
    """,
    ("monte-carlo", "The tableau"): """
        An empty pile stays empty until the player closes up the gaps.
    """,
    ("monte-carlo", "Redeals"): """
        the cards of the tableau move up in order to the first piles. The stock, as far as it goes
    """,
    ("knockout", "The object"): """
        The game is won when all clubs are out of play.
    """,
    ("gate", "The tableau"): """
        with any available card from the reserve or, when that is empty, the waste.
    """,
    ("poker-square", "The score"): """
        A pair counts 2, two pairs 5, three of a kind 10
    """,
    ("tripeaks", "The tableau"): """
        in three peaks side by side, each with rows of one, two and three piles
        The cards of the tableau may be played to the foundation.
    """,
    ("golf", "The foundations"): """
        each card one rank higher or lower than the card it is laid on, whatever the suit; an ace
        and a king are not neighbours.
    """,
    ("leonis-own", "The cell"): """
        Only weaving puts a card there. A card in it may be played to the foundations.
    """,
    ("miss-milligan", "The tableau"): """
        Once the stock is empty, but not before, cards of the *main* tableau may be played to the
    """,
    ("casket", "The reserve"): """
        The cards of the *jewels* reserve are used only to fill the *lid* reserve.
    """,
    ("cruel", "The tableau"): """
        An empty pile is filled only by a redeal.
    """,
    ("spoilt", "The foundations"): """
        There are 28 foundations called *places*. Each takes only one card.
        Foundation 1: the eight of clubs.
    """,
    ("backbone", "The reserve"): """
        Their cards may be taken only when the *coccyx* reserve is empty.
    """,
    ("freecell", "The tableau"): """
        one card more than there are free cells, doubled for each empty pile except the one
        moved
    """,
}


@pytest.mark.parametrize(("game_id", "title"), FACTS)
def test_facts(game_id: str, title: str) -> None:
    """The page says what the sources of the game say."""
    page = cadogan.game(game_id).rules()
    text = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    for line in FACTS[game_id, title].strip().splitlines():
        assert line.strip() in text


# words of old books that a page would have to explain, and other words for what it calls a pile
STRANGE = re.compile(
    r"\b(columns?|depots?|flanks?|heaps?|packets?|vacanc(y|ies)|packed|spaces?)\b", re.IGNORECASE
)
QUOTED = {"algerian": "which our original notes call depots, "}


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_has_one_word_for_one_thing(game_id: str) -> None:
    """A page calls a pile a pile and an empty one an empty one; titles may say otherwise."""
    page = cadogan.game(game_id).rules().partition("\n## Sources")[0]
    page = re.sub(r"(?m)^\*Also called .*$", "", page).replace(QUOTED.get(game_id, "-"), "")
    found = STRANGE.search(page)
    assert not found, found


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_names_each_source_once(game_id: str) -> None:
    sources = cadogan.game(game_id).rules().partition("\n## Sources\n")[2].split("\n")
    named = [line for line in sources if line.startswith("- ")]
    assert len(named) == len({*named})


def test_a_start_card_that_is_out_does_not_come_into_play() -> None:
    page = cadogan.game("virginia-reel").rules()
    assert "It begins with a two, which is put there during the deal, and is built up by" in page
    assert "the first card of rank two that comes up in the deal goes to a foundation" in page


def test_one_pile_is_not_called_each() -> None:
    page = cadogan.game("travellers").rules()
    assert "one pile of four cards, the bottom three cards face down." in page


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_variant_says_on_the_main_page_what_it_changes(game_id: str) -> None:
    """Each variant has a sentence, and no two of a page have the same."""
    page = cadogan.game(game_id).rules().partition("\n## Variants\n")[2].partition("\n## ")[0]
    told = [line.partition("*: ")[2] for line in page.strip().splitlines()]
    assert all(told)
    assert len(told) == len(set(told))
