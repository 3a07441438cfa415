"""Limits on the size, depth and number of external texts, checked before a parser reads them."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import cadogan
from cadogan.cli import cli
from cadogan.core import input_limits
from cadogan.core.errors import (
    CadoganError,
    InvalidDefinitionError,
    InvalidPositionError,
    InvalidRecordError,
)
from cadogan.model.formats import read_any
from cadogan.model.record import read_record
from cadogan.rules.catalogue import faults, find
from cadogan.rules.loading import load_text, read_toml
from cadogan.rules.source_map import spots, top_value
from cadogan.rules.user_games import begin, keep, read_own, template
from cadogan.session import export
from cadogan.session.repository import Repository
from cadogan.web.server import create_app
from tests.web_client import PORT, Client, told

_, SOUND = template("Mine")
DOTS = ".".join("a" * 25_000) + " = 1"
VARIANTS = SOUND + "".join(f'\n[variants.v{n}]\nname = "V{n}"' for n in range(1500))
ANSWERS = "".join(f'[options.o.answers.a{n}]\nname = "A"\n' for n in range(300))
# Each text, with the limit and the place or remedy that the error names.
BEYOND = {
    "dots": (DOTS, "a key may have at most 12 parts", "(at line 1, column 24)"),
    "brackets": (SOUND + "\nx = " + "[" * 50_000, "at most 12 deep", ", column 17)"),
    "braces": ("x = " + "{a=" * 5000, "at most 12 deep", "(at line 1, column 41)"),
    "keys": ("x = 1\n" * 6000, "at most 4,000 keys", "(at line 4001, column 3)"),
    "size": (
        "#" * 70_000,
        "this is 69 kB long; a definition has at most 64 kB",
        "a file of its own",
    ),
    "letters of four bytes": ("#" + "\U0001f0a1" * 17_000, "this is 67 kB long", "64 kB"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    found = tmp_path / "games"
    found.mkdir()
    return found


@pytest.mark.parametrize("what", BEYOND)
def test_a_definition_beyond_its_bounds_is_not_parsed(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def parsed(text: str) -> Any:
        raise AssertionError("it was parsed")

    monkeypatch.setattr(tomllib, "loads", parsed)
    text, bound, place = BEYOND[what]
    with pytest.raises(InvalidDefinitionError) as error:
        read_toml(text, "mine.toml")
    assert str(error.value).startswith("mine.toml: ")
    assert bound in str(error.value)
    assert place in str(error.value)
    assert len(str(error.value)) < 200
    assert spots(text) == {}
    assert top_value(text, "name") is None


def test_strings_and_comments_are_not_counted() -> None:
    dots = "1.2.3.4.5.6.7.8.9.10.11.12.13.14.15 [[[[[[[[[[[[[[[[[[[[[["
    for text in (
        f'about = "{dots}"',
        f"about = '{dots}' # {dots}",
        f'about = """\n{dots}\n{dots} \\""" "\n"""',
        f"about = '''\n{dots} ' '' \n'''",
        f'"{dots}" = 1',
    ):
        assert input_limits.definition_excess(text) == ""
        assert tomllib.loads(text)


def test_every_game_of_the_catalogue_is_far_within_the_bounds() -> None:
    for path in Path(cadogan.__path__[0], "games").iterdir():
        text = path.read_text("utf-8")
        assert len(text.encode()) < input_limits.DEFINITION / 4
        assert input_limits.definition_excess(text) == ""
        assert input_limits.forms_excess(tomllib.loads(text)) == ("", "")


FEW = "".join(f'[options.o.answers.a{n}]\nname = "A"\n' for n in range(20))
FORMS = {
    "variants": (VARIANTS, "variants", "1,501 forms"),
    "answers": (SOUND + f"\n[options.o]\nkind = 'choice'\n{ANSWERS}", "options", "301 forms"),
    "combinations": (
        SOUND + "".join(f"\n[combinations.c{n}]\nname = 'C'" for n in range(251)),
        "combinations",
        "252 forms",
    ),
    "answers of variants": (
        SOUND + f"\n{FEW}" + "".join(f"\n[variants.v{n}]\nname = 'V'" for n in range(20)),
        "variants",
        "441 forms",
    ),
    "choices": (
        SOUND + "".join(f"\n[options.o{n}]\nkind = 'choice'" for n in range(17)),
        "options",
        "at most 16 choices; this one has 17",
    ),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_file_has_a_bounded_number_of_forms(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loader counts variants, answers and combinations before it tries any of them."""

    def tried(*_: object, **__: object) -> None:
        raise AssertionError("a form was tried")

    monkeypatch.setattr("cadogan.rules.loading.define", tried)
    text, place, count = FORMS[what]
    with pytest.raises(InvalidDefinitionError, match=count) as error:
        load_text(text, "mine.toml")
    assert str(error.value).startswith(f"mine.toml: {place}: ")


def test_a_bad_user_game_does_not_affect_others(folder: Path) -> None:
    for name, (text, *_) in BEYOND.items():
        (folder / f"{name.replace(' ', '-')}.toml").write_text(text)
    (folder / "huge.toml").write_bytes(b"#" * (1 << 20))
    (folder / "many.toml").write_text(VARIANTS)
    (folder / "zero.toml").symlink_to("/dev/zero")
    (folder / "loop.toml").symlink_to(folder / "loop.toml")
    (folder / "nul.toml").write_text(SOUND)
    os.mkfifo(folder / "pipe.toml")
    begin("sound", folder, ())
    listed = CliRunner().invoke(cli, ["list", "--search", "Sound"])
    assert listed.exit_code == 0
    assert "sound" in listed.stdout
    known = faults()
    assert {*known} == {
        *(name.replace(" ", "-") for name in BEYOND), "huge", "many", "zero", "loop", "nul", "pipe",
    }  # fmt: skip
    assert all(fault.replace(str(folder), "").isprintable() for fault in known.values())
    assert all(len(fault) < 300 for fault in known.values())
    assert "larger than 64 kB" in known["huge"]
    assert "it is not a regular file" in known["zero"]
    assert "Windows has a device named 'nul'" in known["nul"]
    assert find("sound").name == "Sound"
    exported = CliRunner().invoke(cli, ["export", str(folder.parent / "all.json")])
    assert exported.exit_code == 0, exported.stderr
    assert "skipped pipe.toml" in exported.stderr
    (text,) = [*export.read((folder.parent / "all.json").read_bytes()).games][-1:]
    assert text == "sound.toml"


def test_the_number_of_user_games_is_limited(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cadogan.rules.user_games.OWN_FILES", 2)
    for name in ("a", "b", "c"):
        begin(name, folder, ())
    own = read_own(folder, ())
    assert [*own.games] == ["a", "b"]
    assert own.faults[""].endswith(
        "holds 3 definitions, and only the first 2 by name are read: move the others away"
    )


@pytest.mark.parametrize("name", ["con", "NUL", "Aux", "prn", "com1", "LPT9"])
def test_no_game_has_the_name_of_a_windows_device(name: str, folder: Path) -> None:
    with pytest.raises(CadoganError, match="Windows has a device named"):
        begin(name, folder, ())
    with pytest.raises(CadoganError, match="Windows has a device named"):
        keep(folder, name.lower(), SOUND, None, ())
    made = CliRunner().invoke(cli, ["new", name])
    assert (made.exit_code, "give another name" in made.stderr) == (2, True)
    assert not list(folder.iterdir())


def test_an_imported_game_with_a_device_name_is_not_written(folder: Path) -> None:
    content = export.Content({}, [], {"con.toml": SOUND, "mine.toml": SOUND})
    store = Repository.in_memory()
    taken = export.take_in(store, content, folder)
    store.close()
    assert (taken.games, taken.refused) == (("mine.toml",), ("con.toml",))
    assert export.summary(taken).endswith("because Windows reserves these names: con.toml.")
    assert [path.name for path in folder.iterdir()] == ["mine.toml"]


@pytest.mark.parametrize(
    "text",
    [
        "KH " * 30_000,
        "t1: " + "[" * 70_000,
        "{" + " " * 70_000,
        '{"a": ' + "[" * 60_000,
        "\ud800" * 30_000,
    ],
    ids=["cards", "brackets", "blanks", "lists", "half letters"],
)
def test_a_position_beyond_its_bounds_is_not_read(text: str) -> None:
    game = cadogan.game("freecell")
    with pytest.raises(InvalidPositionError, match=r"at most (64 kB|65,536|32 deep)") as error:
        read_any(game, text)
    assert len(str(error.value)) < 100
    if not text.startswith("{"):
        with pytest.raises(InvalidPositionError, match="at most 64 kB"):
            game.parse(text)


def test_a_record_beyond_its_bounds_is_not_read() -> None:
    with pytest.raises(InvalidRecordError, match="a record has at most 1 MB"):
        read_record("cadogan record 1\ngame klondike\ndeal 1\nmoves\n" + "s-w\n" * 300_000)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"settings": {"x": "y" * 70_000}}, "settings has at most 64 kB"),
        ({"games": {"mine.toml": "x" * 70_000}}, "too long"),
        ({"plays": "\ud800"}, "damaged"),
        ({"settings": {"\ud800": "\ud800"}}, "damaged"),
        ({"plays": [[]] * 600_000 + [{}] * 600_000}, "the maximum is 1,000,000 lists and objects"),
    ],
)
def test_an_exported_file_beyond_its_bounds_is_refused(change: dict[str, Any], says: str) -> None:
    content = {"settings": {}, "plays": [], "games": {}} | change
    body = export._canonical(content)
    head = {
        "format": "cadogan plays",
        "version": 1,
        "digest": export._digest(body.encode("utf-8", "replace").decode()),
    }
    with pytest.raises(export.InvalidBackupError, match=says):
        export.read(json.dumps(head | {"content": content}).encode())


@pytest.mark.parametrize("what", ["dots", "brackets", "braces", "keys"])
def test_the_desk_names_the_place_of_the_excess(what: str, tmp_path: Path) -> None:
    store = Repository.open(tmp_path)
    client = Client(create_app(store, PORT))
    text, bound, place = BEYOND[what]
    (fault,) = told(client.post("/api/desk/try", json={"text": text}))["faults"]
    assert bound in fault["said"].lower()
    assert f"line {fault['line']}, column {fault['column']})" in f"{place}" or what == "brackets"
    refused = told(client.post("/api/desk/files", json={"text": text}), 400)["error"]
    assert bound in refused.lower()
    store.close()
