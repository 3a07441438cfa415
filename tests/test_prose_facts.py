"""Facts on the rules pages, checked against the sources of the games."""

from __future__ import annotations

from pathlib import Path

import pytest

import cadogan

BLOCKS = (Path(__file__).parent / "cases" / "facts.txt").read_text("utf-8").split("\n== ")[1:]
FACTS = {head: pieces for head, *pieces in (block.strip().split("\n") for block in BLOCKS)}


@pytest.mark.parametrize("head", FACTS)
def test_facts(head: str) -> None:
    game_id, title = head.split(": ")
    page = cadogan.game(game_id).rules()
    text = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    assert [piece for piece in FACTS[head] if piece not in text] == []


def test_a_removed_start_card_does_not_come_into_play() -> None:
    page = cadogan.game("virginia-reel").rules()
    assert "It begins with a two, which is put there during the deal, and is built up by" in page
    assert "the first card of rank two that comes up in the deal goes to a foundation" in page


def test_one_pile_is_not_called_each() -> None:
    page = cadogan.game("travellers").rules()
    assert "one pile of four cards, the bottom three cards face down." in page
