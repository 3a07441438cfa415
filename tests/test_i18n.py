"""Languages other than English."""

from __future__ import annotations

import py_compile
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from cadogan import game
from cadogan.cli import cli
from cadogan.i18n import in_language, language, languages, preferred_language, translate
from cadogan.i18n.catalogs import Catalog
from cadogan.i18n.languages import FURTHER, definitions_of, forget, grammar_of
from cadogan.rules.catalogue import built_in, find, games, meant, names_of
from cadogan.rules.localize import localized, names_in_all
from cadogan.session.view import game_list
from tests.test_user_games import folder, write

__all__ = ["folder"]

ROOT = Path(__file__).resolve().parents[1]


OTHERS = [code for code in languages() if code != "en"]


def test_a_language_is_current_inside_its_context() -> None:
    with in_language("de"):
        assert translate("Deal") == "Geben"
        with in_language("en"):
            assert translate("Deal") == "Deal"
        assert language() == "de"
    assert language() == "en"


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(KeyError), in_language("xx"):
        raise AssertionError


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("de", "de"),
        ("DE-at", "de"),
        ("en;q=0.3, de;q=0.9", "de"),
        ("fr, de;q=0", "en"),
        ("de;q=nonsense, en", "en"),
        ("*", "en"),
    ],
)
def test_a_browser_gets_its_preferred_language(header: str, code: str) -> None:
    assert preferred_language(header) == code


# --- catalogue of games ---------------------------------------------------------------------------


def test_a_game_is_shown_in_the_current_language() -> None:
    english = find("algerian-tarbart-closed")
    assert localized(english) is english
    with in_language("de"):
        german = localized(english)
    assert german.name == "Algerische Patience nach Tarbart, leere Reserven bleiben leer"
    assert german.aliases == [english.name]
    assert german.about.startswith("Acht Stapel des Tableaus, in der Farbe auf- oder abwärts")
    assert german.about.endswith("auch bei leerem Talon nicht von Hand.")
    assert german.options["reserves"].answers["closed"].name == "nie"
    assert german.written["name"] == "Algerische Patience"
    assert (german.groups, german.answers, german.id) == (
        english.groups, english.answers, english.id
    )  # fmt: skip


def test_texts_of_a_game_are_translated_only_inside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_language("de"):
        assert translate("Birthday") == "Der Geburtstag"
        other = Catalog({"never": "niemals"}, {}, {})
        monkeypatch.setattr("cadogan.i18n.catalog_of", lambda code, domain: other)
        assert translate("never") == "niemals"
        never = localized(find("backbone")).options["redeals"].answers["none"].name
        assert never == definitions_of("de")["never"] == "nie"


def test_unnamed_answers_are_translated_too() -> None:
    english = find("algerian", {"layout": "kings", "reserves": "closed"})
    assert english.name == "Algerian (layout: the kings; reserves: never)"
    with in_language("de"):
        german = localized(english)
        name = game("algerian", layout="kings", reserves="closed").name
    assert german.name == name == "Algerische Patience (Auslage: die Könige; Reserven: nie)"
    assert not german.aliases


def test_words_on_piles_are_translated_but_not_ranks() -> None:
    def labels(game: str) -> list[str]:
        return [
            label
            for spot in localized(find(game)).layout.values()
            if isinstance(spot, dict)
            for label in spot.get("labels", [])
        ]

    with in_language("de"):
        assert "Helfer" in labels("eight-cards")
        assert {"J", "Q", "K"} < set(labels("clock-patience")) | set(labels("the-clock"))


def test_a_game_is_found_by_its_name_in_any_language() -> None:
    for name in ("Backers Dutzend", "GEBURTSTAG", "Der Geburtstag, fünf Durchgänge"):
        assert len(meant(name)) == 1, name
    assert meant("Bäckers Dutzend") == meant("Baker's Dozen") == ["bakers-dozen"]
    assert meant("Vierzig Räuber") == ["forty-thieves"]
    assert "Windmühle" in names_of(find("windmill"))["windmill"]
    done = CliRunner().invoke(cli, ["list", "--search", "windmühle"])
    assert (done.exit_code, "windmill" in done.stdout) == (0, True)
    done = CliRunner().invoke(cli, ["list", "--search", "Uhren"])  # a family
    assert (done.exit_code, "big-ben" in done.stdout) == (0, True)
    done = CliRunner().invoke(cli, ["deal", "windmuhle", "1"])
    assert done.exit_code == 0, done.stderr


def test_an_ambiguous_name_returns_all_games(folder: Path) -> None:
    write(folder, "leaf.toml", name="Kleeblatt")
    assert meant("Kleeblatt") == ["clover-leaf", "leaf"]


def test_two_games_never_share_a_name() -> None:
    for code in languages():
        with in_language(code):
            names = [localized(find(game)).name for game in games()]
        assert len(names) == len(set(names))


def test_the_page_gets_the_names_in_all_languages() -> None:
    for code in languages():
        with in_language(code):
            told = {game["id"]: game for game in game_list({})}
        assert told["birthday"]["names"] == ["Birthday", "Der Geburtstag"]
        assert told["birthday"]["name"] == told["birthday"]["names"][code != "en"]
        assert told["klondike"]["names"] == ["Klondike"]
        some = {each["names"][-1] for each in told["birthday"]["combinations"]}
        assert "Der Geburtstag, ungemischt" in some
        assert all(names_in_all(d.name) == told[d.id]["names"] for d in built_in().values())


# --- invalid languages ----------------------------------------------------------------------------

HEADER = 'msgid ""\nmsgstr "X-Language-Name: Nederlands\\n"\n'


@pytest.fixture
def dutch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Add Dutch with an invalid catalogue to the languages, and yield its file."""
    path = tmp_path / "nl" / "LC_MESSAGES" / "messages.po"
    path.parent.mkdir(parents=True)
    path.write_text(f'{HEADER}\nmsgid "Deal"\nmsgstr Delen\n', "utf-8")
    monkeypatch.setenv(FURTHER, str(tmp_path))
    forget()
    yield path
    monkeypatch.undo()
    forget()


def test_a_missing_folder_of_languages_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FURTHER, "/nonexistent")
    forget()
    try:
        answer = CliRunner().invoke(cli, ["rules", "golf"])
        assert set(languages()) == {"en", *OTHERS}
    finally:
        monkeypatch.undo()
        forget()
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert "CADOGAN_LOCALES is '/nonexistent', but there is no such folder" in answer.stderr


def test_an_invalid_catalogue_is_replaced_by_english(
    dutch: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert languages()["nl"] == "Nederlands"
    for _ in range(2):
        with in_language("nl"):
            assert (language(), translate("Deal")) == ("en", "Deal")
    assert caplog.messages == [f"{dutch}: line 5: expected msgid or msgstr, followed by text"]


def test_an_invalid_catalogue_of_games_hides_no_names(
    dutch: Path, caplog: pytest.LogCaptureFixture
) -> None:
    dutch.rename(dutch.with_name("games.po"))
    assert names_in_all("Birthday") == ["Birthday", "Der Geburtstag"]
    assert caplog.messages == [
        f"{dutch.with_name('games.po')}: line 5: expected msgid or msgstr, followed by text"
    ]


def test_the_command_line_reports_an_invalid_catalogue(
    dutch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = next(option for option in cli.commands["rules"].params if option.name == "lang")
    monkeypatch.setattr(option, "type", click.Choice([*languages()]))
    answer = CliRunner().invoke(cli, ["rules", "golf", "--lang", "nl"])
    assert answer.exit_code == 2
    assert answer.stderr.count("\n") == 1
    assert f"{dutch}: line 5: expected msgid or msgstr, followed by text" in answer.stderr


def test_a_language_may_have_a_compiled_grammar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The static site has only compiled modules."""
    (tmp_path / "xx" / "LC_MESSAGES").mkdir(parents=True)
    grammar = ROOT / "src" / "cadogan" / "i18n" / "locales" / "de" / "grammar.py"
    py_compile.compile(str(grammar), str(tmp_path / "xx" / "grammar.pyc"))
    monkeypatch.setenv(FURTHER, str(tmp_path))
    forget()
    assert grammar_of("xx").times(3) == "dreimal"
    monkeypatch.undo()
    forget()
