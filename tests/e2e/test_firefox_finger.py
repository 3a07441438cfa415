"""Selected tests from other modules, and a whole game, in Firefox with a finger."""

from __future__ import annotations

from .conftest import OpenPage
from .firefox import MARKS, browser_fixture
from .lines import BAKERS_DOZEN
from .site import Site
from .test_hands import (  # noqa: F401
    test_a_buried_card_is_drawn_up,
    test_a_quick_tap_after_laying_down_only_chooses,
)
from .test_special_games import (  # noqa: F401
    test_cards_change_places,
    test_quick_taps_are_pairs,
    test_threes_by_finger,
)
from .test_whole_games import by_finger, is_won

pytestmark = MARKS
browser = browser_fixture(finger=True)


def test_a_game_is_won(site: Site, open_page: OpenPage) -> None:
    is_won(site, open_page, by_finger, BAKERS_DOZEN, size=(390, 844))
