"""What a finger does on the page, done in a Firefox."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from .firefox import firefox
from .lines import BAKERS_DOZEN
from .test_exchange import test_cards_change_places  # noqa: F401
from .test_hands import (  # noqa: F401
    test_a_buried_card_is_drawn_to_the_front_of_its_own_fan,
    test_a_quick_tap_after_laying_down_only_chooses,
)
from .test_removals import test_quick_taps_are_pairs, test_threes_by_finger  # noqa: F401
from .test_whole_games import by_finger, won

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from .conftest import OpenPage
    from .site import Site

pytestmark = [pytest.mark.firefox, pytest.mark.whole]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one Firefox, without a mouse, for all the tests of this module."""
    with firefox(finger=True) as started:
        yield started


def test_a_game_is_won(site: Site, open_page: OpenPage) -> None:
    site.reset_settings(auto="off", motion="off")
    before = site.get(f"api/stats/{BAKERS_DOZEN.game}")
    table = open_page(f"/play/{BAKERS_DOZEN.game}/{BAKERS_DOZEN.deal}", size=(390, 844))
    by_finger(table, BAKERS_DOZEN.moves)
    won(table, BAKERS_DOZEN, before)
