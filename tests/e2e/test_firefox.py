"""Selected tests from other modules, and whole games, in Firefox on the program's server."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from .conftest import DESKTOP, UPRIGHT, OpenPage, Size
from .lines import BAKERS_DOZEN, GRANDFATHERS_CLOCK, KLONDIKE, Line
from .site import Site
from .table import Table
from .test_advice import test_a_hint_shows_cards_and_target, test_the_verdict_goes_on_with_the_game  # noqa: F401
from .test_contents import test_a_variant_is_chosen, test_filters_and_a_random_game  # noqa: F401
from .test_desk import test_a_game_is_saved_played_and_opened_again  # noqa: F401
from .test_durability import (  # noqa: F401
    test_a_killed_program_loses_nothing,
    test_the_page_opens_without_a_server,
    test_two_windows_on_one_play,
)
from .test_finding import test_pause_hides_the_cards_and_stops_the_clock  # noqa: F401
from .test_german import test_a_language_is_chosen_and_holds_at_once, test_no_english_in_a_play  # noqa: F401
from .test_hands import (  # noqa: F401
    test_a_buried_card_is_drawn_up,
    test_a_card_can_be_caught_in_flight,
    test_a_drag_outlines_the_targets,
    test_a_quick_tap_after_laying_down_only_chooses,
    test_a_right_press_shows_a_covered_card,
    test_an_illegal_drop_goes_back_and_says_why,
    test_choosing_shows_the_targets,
    test_the_back_button,
    test_the_stock_turns_and_deals_again,
)
from .test_leaving import (  # noqa: F401
    test_a_new_deal_asks_what_becomes_of_the_old_one,
    test_slash_and_enter_in_the_search,
    test_typing_and_erasing_changes_no_game,
)
from .test_panels import (  # noqa: F401
    test_a_panel_gives_the_focus_back,
    test_options_stay,
    test_the_rules_can_be_read_to_their_end,
    test_the_whole_menu_can_be_reached,
)
from .test_quick_hands import (  # noqa: F401
    test_a_slow_server_is_shown_and_nothing_is_lost,
    test_twenty_clicks_are_twenty_moves,
)
from .test_records import (  # noqa: F401
    test_a_win_has_its_card_and_the_next_deal,
    test_plays_are_exported_and_imported,
)
from .test_review import test_stepping_through_a_play  # noqa: F401
from .test_special_games import (  # noqa: F401
    test_cards_change_places,
    test_quick_taps_are_pairs,
    test_threes_by_finger,
)
from .test_whole_games import by_finger, by_keyboard, by_mouse, is_won

pytestmark = [pytest.mark.firefox, pytest.mark.slow]


@pytest.mark.parametrize(
    ("play", "line", "size"),
    [
        (by_mouse, GRANDFATHERS_CLOCK, DESKTOP),
        (by_finger, BAKERS_DOZEN, UPRIGHT),
        (by_keyboard, KLONDIKE, DESKTOP),
    ],
    ids=["by mouse", "by finger", "by keyboard"],
)
def test_a_game_is_won(
    site: Site,
    open_page: OpenPage,
    play: Callable[[Table, list[str]], None],
    line: Line,
    size: Size,
) -> None:
    is_won(site, open_page, play, line, size=size)
