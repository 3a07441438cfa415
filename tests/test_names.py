"""Finding a game by any of its names, however people type them."""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cadogan.core.errors import UnknownGameError
from cadogan.rules.catalogue import catalogue, find, games, meant, names_of
from cadogan.rules.search import bare, fold, holds
from tests.cases.messages import refused
from tests.covering import each
from tests.test_cli import answer, complaint
from tests.test_user_games import folder, write

__all__ = ["folder", "spellings"]


def spellings(name: str) -> Iterator[str]:
    """Yield the usual ways to type a name."""
    yield name
    yield name.upper()
    yield f"  {name.lower()} "
    letters = unicodedata.normalize("NFD", name)
    yield letters
    yield "".join(c for c in letters if not unicodedata.combining(c))
    yield name.replace("'", "").replace("\u2019", "")
    yield name.replace("'", "\u2019")
    yield name.replace(" ", "-")
    yield name.replace("-", " ")
    yield re.sub("[ -]", "", name)
    for umlaut, typed in ("ä", "ae"), ("ö", "oe"), ("ü", "ue"):
        name = name.replace(umlaut, typed)
    yield name
    if found := re.match(r"(?i)(the|la|le|les|der|die|das|el|il|an?) +(?=\w)|l['\u2019]", name):
        rest = name[found.end() :]
        yield rest
        yield f"{rest}, {found[0].strip()}"


@functools.cache
def folded() -> dict[str, set[str]]:
    """Return the names of every game and of every combination, folded."""
    return {
        key: {fold(name) for name in some}
        for d in catalogue().values()
        for key, some in names_of(d).items()
    }


@pytest.mark.parametrize("game_id", each(games(), most=16))
def test_every_name_in_every_spelling(game_id: str) -> None:
    """Find a game by every spelling of its names, and list other games that share one.

    Without its article or its spaces, a name may equal the name of another game.
    """
    own = names_of(find(game_id))[game_id]
    ids = {*games()}
    others = {name for key, some in folded().items() if key != game_id for name in some}
    for name in own:
        for text in spellings(name):
            found = meant(text)
            taken = (text in ids or fold(text) in others) and text not in own
            assert game_id in found or taken, (name, text, found)
            assert found, text


def test_a_shared_name_offers_all_its_games(folder: Path) -> None:
    write(folder, "one.toml", ('# aliases = ["Another name"]', 'aliases = ["L\'Été"]'), name="One")
    write(folder, "two.toml", name="Ete")
    (folder / "ete.toml").unlink(missing_ok=True)
    assert meant("ete") == ["two"]
    assert meant("L'Été") == ["one"]
    write(folder, "three.toml", name="The Ete")
    write(folder, "four.toml", name="L'Ete")
    assert meant("lete") == ["four", "one"]
    assert meant("La Ete") == ["four", "one", "three", "two"]
    assert answer("rules", "l'ete").startswith("# L'Ete"), "whose own name it is"
    assert complaint("rules", "la ete") == (
        "'la ete' can mean several games: use one of the ids four, one, three, two"
    )
    with refused(UnknownGameError, "names.did-you-mean-four"):
        find("l'ete")


def test_a_slip_in_any_name_is_answered() -> None:
    with refused(UnknownGameError, "names.did-you-mean-canfield"):
        find("Deamon")
    with refused(UnknownGameError, "names.did-you-mean-marechal"):
        find("Marechal Sax")
    with refused(UnknownGameError, "names.did-you-mean-american"):
        find("the taod")
    with refused(UnknownGameError, "names.did-you-mean"):
        find("gasp")


@given(st.data())
@settings(max_examples=30, deadline=None)
def test_one_slip_in_any_name_offers_its_game(data: st.DataObject) -> None:
    """Accept names with and without the article, short names, and names close to another one."""
    key = data.draw(st.sampled_from(games()))
    name = data.draw(st.sampled_from(names_of(find(key))[key]))
    at = data.draw(st.integers(1, len(name) - 1))
    left_out, added = name[:at] + name[at + 1 :], name[:at] + "q" + name[at:]
    swapped = name[: at - 1] + name[at] + name[at - 1] + name[at + 1 :]
    typed = data.draw(st.sampled_from([left_out, added, swapped]))
    if not meant(typed):
        with pytest.raises(UnknownGameError) as caught:
            find(typed)
        told = str(caught.value)
        assert repr(key) in told or told.count(" or ") == 3, (typed, told)


def test_the_list_is_searched_by_folded_names() -> None:
    assert holds(["Grandfather's Clock"], "grandfathersclock")
    assert holds(["Grandfather's Clock"], "the clock")
    assert not holds(["Grandfather's Clock"], "")
    assert not holds(["Grandfather's Clock"], "grandmother")


@given(st.text(max_size=20))
@settings(max_examples=40)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = fold(text)
    assert fold(once) == once
    assert not re.search(r"\s\s|^\s|\s$", once)
    assert bare(once) in {bare(text), *once.split(), once.replace(" ", "")} or " " in once


@pytest.mark.parametrize(
    ("text", "folded", "short"),
    json.loads(Path(__file__).parent.joinpath("js", "names.json").read_text("utf-8")),
)
def test_the_command_line_folds_names_as_the_page_does(text: str, folded: str, short: str) -> None:
    """Fold the names in the table that tests/js/search.test.js also uses."""
    assert (fold(text), bare(text)) == (folded, short)


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
    definitions = {game_id: find(game_id) for game_id in games()}
    names = {d.name: game_id for game_id, d in definitions.items()}
    ids = {game_id.replace("-", " "): game_id for game_id in definitions}
    shared: dict[str, list[str]] = {}
    for game_id, definition in definitions.items():
        for alias in definition.aliases:
            plain = alias.lower().replace("'", "")
            if names.get(alias, game_id) != game_id or ids.get(plain, game_id) != game_id:
                shared.setdefault(game_id, []).append(alias)
    assert shared == SHARED
