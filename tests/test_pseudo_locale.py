"""Translation of every text: in a pseudo-language, no English remains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

import cadogan
from cadogan.i18n import in_language, preferred_language, translate
from cadogan.i18n.grammar import card_name, figures, first_of, number, ordinal, some, times
from cadogan.session.repository import Repository
from cadogan.session.service import PlayService
from cadogan.state.special_moves import ACTIONS
from cadogan.terminal.app import Terminal, opened
from cadogan.terminal.play_screen import PlayScreen
from cadogan.terminal.start_screen import StartScreen
from tests.covering import covering
from tests.pseudo import pseudo, pseudo_folder, untranslated
from tests.test_terminal import drive, press, shelf
from tests.test_terminal_locale import _shown
from tests.test_web_locale import Client

__all__ = ["pseudo", "pseudo_folder", "shelf"]  # the fixtures

# one worker extracts the texts once for all these tests
pytestmark = pytest.mark.xdist_group("pseudo")

# values that the page does not show: keys, ids, addresses, file names
KEYS = {
    *("address", "aliases", "default", "family", "game", "grow", "icon", "id", "kind", "move"),
    *("names", "options", "parent", "pattern", "piles", "play", "tools"),
}
GAMES = ["birthday", "gaps", "golf", "klondike", "monte-carlo", "poker-square", "pyramid", "spider"]


def test_english_is_detected() -> None:
    assert untranslated("⟦çàà ⟦rd⟧š⟧ 12 *redeals*: ⟦x⟧ (redeals=one) TH") == set()
    assert untranslated("⟦çààrdš⟧ and others") == {"and", "others"}


@pytest.mark.parametrize(
    "games", [covering(), pytest.param(cadogan.games(), marks=pytest.mark.slow)], ids=["", "all"]
)
def test_rules_are_not_in_english(pseudo: str, games: Sequence[str]) -> None:
    with in_language(pseudo):
        found = {name: untranslated(cadogan.game(name).rules()) for name in games}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("game", GAMES)
def test_refusals_are_not_in_english(pseudo: str, game: str) -> None:
    position = cadogan.game(game).deal(1)
    piles = list(position.piles)
    some = list(dict.fromkeys(piles[:3] + piles[-4:]))
    moves = [f"{a}-{b}" for a, b in permutations(some, 2)] + [act.word for act in ACTIONS]
    with in_language(pseudo):
        for move in moves:
            try:
                reason = position.why_not(move)
            except cadogan.InvalidMoveError:
                continue
            assert untranslated(reason or "") == set(), move


def test_grammar_uses_the_words_of_the_catalogue(pseudo: str) -> None:
    with in_language(pseudo):
        assert str(card_name(35)) == "⟦⟦tééñ⟧ õõf ⟦hééààrtš⟧⟧"
        assert str(some(3, "pile")) == "⟦thréééé⟧ ⟦pîîlééš⟧"
        assert [number(1), number(31), figures(12345)] == ["⟦õõñéé⟧", "31", "12,345"]
        assert [times(2), ordinal(22)] == ["⟦twîîçéé⟧", "⟦22ñd⟧"]
        assert first_of(2, 1, 1) == "⟦théé ñééxt ⟦twõõ⟧⟧"


# --- the server -----------------------------------------------------------------------------------


def _texts(value: Any, key: str = "") -> Iterator[str]:
    """Yield those texts of an answer that the page shows."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in KEYS:
                yield from _texts(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each, key)
    elif isinstance(value, str) and key not in {"cards", "deal", "play"}:
        yield value


def test_plays_are_not_in_english(pseudo: str, tmp_path: Path) -> None:
    with closing(Repository.open(tmp_path)) as store:
        ask = Client(store)
        answers = [answer for game in GAMES[::3] for answer in _answers(ask, pseudo, game)]
        paths = ("games", "plays", "plays/0123456789abcdef", "nothing")
        answers += [ask(f"/api/{path}", pseudo).json() for path in paths]
    texts = [text for answer in answers for text in _texts(answer)]
    assert len(texts) > 1000
    assert sorted({text for text in texts if untranslated(text)}) == []


def _answers(ask: Client, pseudo: str, game: str) -> list[Any]:
    """Return the server's answers in a play of a few moves."""
    view = ask("/api/plays", pseudo, "POST", {"game": game, "deal": 7}).json()
    path = f"/api/plays/{view['play']}"
    answers, (first, *_, last) = [view], view["piles"]
    for _ in range(8):
        if not view["moves"]:
            break
        wish = {"move": view["moves"][0]["move"], "revision": view["revision"]}
        view = ask(f"{path}/move", pseudo, "POST", wish).json()
        answers.append(view)
    return [
        *answers,
        ask(f"{path}/undo", pseudo, "POST", {"revision": view["revision"]}).json(),
        ask(f"{path}/why", pseudo, "POST", {"source": first, "target": last}).json(),
        ask(f"/api/rules/{game}", pseudo).json(),
    ]


def test_the_page_and_its_settings_offer_the_language(pseudo: str, tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    ask = Client(store)
    assert preferred_language("qps-ploc, de;q=0.5") == pseudo
    page = ask("/", "en").text
    assert "&quot;qps&quot;: &quot;Pseudo&quot;" in page
    settings = ask("/api/settings", "en", "PUT", {"language": pseudo})
    assert (settings.status_code, settings.json()["language"]) == (200, pseudo)
    assert ' lang="qps"' in ask("/", "en").text
    script = ask("/static/locales/qps.js", "en").text
    assert '"{n} card":["⟦{n} çààrd⟧","⟦{n} çààrdš⟧"]' in script
    assert ask("/api/settings", "en", "PUT", {"language": "xx"}).status_code == 400
    store.close()


# --- the terminal ---------------------------------------------------------------------------------


def test_the_terminal_is_not_in_english(pseudo: str, shelf: PlayService) -> None:
    with in_language(pseudo):
        key = opened(shelf, cadogan.game("klondike"), "7")

    async def play(pilot: Pilot[None], app: Terminal) -> None:
        found: set[str] = set()
        keys = ["u", "a", "f", "d", "m", "b", "enter", "right", "enter", "enter", "v", "tab"]
        dialogs = ["question_mark", "t", "g", "n"]
        for pressed in [*keys, *dialogs, "o"]:
            await press(pilot, pressed)
            found |= untranslated(_shown(app))
            if pressed in dialogs:
                assert not isinstance(app.screen, PlayScreen), pressed
                await press(pilot, "escape")
        assert isinstance(app.screen, StartScreen)
        assert translate("Quit") in _shown(app)
        await press(pilot, "down", "down", "f2")
        found |= untranslated(_shown(app))
        assert found <= {"Tab", "Esc", "Del"}

    with in_language(pseudo):
        drive(shelf, key, play, size=(100, 30))
