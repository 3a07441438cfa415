"""Facts on the rules pages, checked against the sources of the games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cadogan
from tests.covering import each

BLOCKS = (Path(__file__).parent / "cases" / "facts.txt").read_text("utf-8").split("\n== ")[1:]
FACTS = {head: pieces for head, *pieces in (block.strip().split("\n") for block in BLOCKS)}


@pytest.mark.parametrize("head", FACTS)
def test_facts(head: str) -> None:
    """Compare the page with what the sources of the game say."""
    game_id, title = head.split(": ")
    page = cadogan.game(game_id).rules()
    text = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert [piece for piece in FACTS[head] if piece not in text] == []


# archaic words that a page would have to explain, and synonyms for "pile" and "empty"
STRANGE = re.compile(
    r"\b(columns?|depots?|flanks?|heaps?|packets?|vacanc(y|ies)|packed|spaces?)\b", re.IGNORECASE
)
QUOTED = {"algerian": "which our original notes call depots, "}


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_uses_one_word_for_each_thing(game_id: str) -> None:
    """A page uses only the words "pile" and "empty", except in titles."""
    page = cadogan.game(game_id).rules().partition("\n## Sources")[0]
    page = re.sub(r"(?m)^\*This game is also called .*$", "", page).replace(
        QUOTED.get(game_id, "-"), ""
    )
    found = STRANGE.search(page)
    assert not found, found


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_a_page_names_each_source_once(game_id: str) -> None:
    sources = cadogan.game(game_id).rules().partition("\n## Sources\n")[2].split("\n")
    named = [line for line in sources if line.startswith("- ")]
    assert len(named) == len({*named})


def test_a_removed_start_card_does_not_come_into_play() -> None:
    page = cadogan.game("virginia-reel").rules()
    assert "It begins with a two, which is put there during the deal, and is built up by" in page
    assert "the first card of rank two that comes up in the deal goes to a foundation" in page


def test_one_pile_is_not_called_each() -> None:
    page = cadogan.game("travellers").rules()
    assert "one pile of four cards, the bottom three cards face down." in page


@pytest.mark.parametrize("game_id", each(cadogan.games()))
def test_the_main_page_says_what_each_variant_changes(game_id: str) -> None:
    """Each variant has a sentence that no other variant on the page has."""
    page = cadogan.game(game_id).rules().partition("\n## Variants\n")[2].partition("\n## ")[0]
    told = [line.partition("*: ")[2] for line in page.strip().splitlines()]
    assert all(told)
    assert len(told) == len(set(told))
