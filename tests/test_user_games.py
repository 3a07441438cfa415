"""A person's own games: started from the template, listed like others, reported if invalid."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

import cadogan
from cadogan.core.errors import CadoganError, InvalidDefinitionError, UnknownGameError
from cadogan.layout import load_whole, own_faults
from cadogan.rules.catalogue import built_in, catalogue, faults, is_known, is_own, relatives
from cadogan.rules.user_games import begin, edition, template
from tests.cases.messages import check_sentence, refused
from tests.test_cli import complaint, run
from tests.web_client import Client, act, client, get, store, told
from tests.web_client import begin as begin_play

__all__ = ["client", "store"]  # fixtures


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the games folder of a person without games."""
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    found = tmp_path / "games"
    found.mkdir()
    return found


def write(folder: Path, file: str, *changes: tuple[str, str], name: str = "Mine") -> Path:
    """Write the template with these changes to a file."""
    _, text = template(name)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / file
    path.write_text(text, encoding="utf-8")
    return path


def test_a_new_game_is_available_at_once(folder: Path) -> None:
    made = run("new", "Zoë's   Fancy")
    assert made.exit_code == 0, made.stderr
    path = folder / "zoes-fancy.toml"
    assert made.stdout == f"{path}\n"
    assert cadogan.game("zoes-fancy").name == "Zoë's Fancy"
    assert "zoes-fancy" in cadogan.games()
    assert is_own("zoes-fancy")
    assert "Zoë's Fancy, your own" in run("list", "--search", "zoes").stdout
    told = {game["id"]: game["own"] for game in json.loads(run("list", "--json").stdout)}
    assert [key for key, own in told.items() if own] == ["zoes-fancy"]
    assert run("deal", "Zoes Fancy", "1").exit_code == 0


def test_existing_files_are_not_overwritten(folder: Path) -> None:
    path = begin("mine", folder, ())
    path.write_text("what I made of it", encoding="utf-8")
    assert complaint("new", "Mine") == f"{path} already exists: give another name"
    assert path.read_text(encoding="utf-8") == "what I made of it"
    assert "there is already a game 'klondike'" in run("new", "Klondike").stderr
    assert "there is already a game 'klondike-draw-3'" in run("new", "klondike draw 3").stderr


def test_a_new_file_elsewhere(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "some" / "where").mkdir(parents=True)
    made = run("new", "klondike", "--folder", str(tmp_path / "some" / "where"))
    assert made.stdout == f"{tmp_path / 'some' / 'where' / 'klondike.toml'}\n"
    assert not list(folder.iterdir())
    (tmp_path / "file").touch()
    failed = run("new", "x", "--folder", str(tmp_path / "file"))
    assert failed.exit_code == 2
    check_sentence("own-games.no-folder", failed.stderr)


@pytest.mark.parametrize("name", ["", "!", "Ω", "x" * 61, "a\tb\x07", "../x.toml/.."])
def test_invalid_names(name: str, tmp_path: Path) -> None:
    if name.startswith("."):  # signs are not part of an id, so a name cannot lead out of the folder
        assert begin(name, tmp_path, ()).parent == tmp_path
        return
    with refused(CadoganError, "own-games.invalid-name", name=repr(name[:60].replace("\t", " "))):
        begin(name, tmp_path, ())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ['The "Best" \\ Game', "my-game"])
def test_the_template_takes_any_name(name: str) -> None:
    game_id, text = template(name)
    (found,) = load_whole(text, f"{game_id}.toml").values()
    assert found.name == (name if " " in name else "My Game")


def test_the_commented_parts_of_the_template_load() -> None:
    game_id, text = template("Mine")
    parts = text.split("\n\n")
    tried = []
    for n, part in enumerate(parts):
        more = re.sub(r"^# (?=\[|[a-z_.]+ = )", "", part, flags=re.MULTILINE)
        if more != part:
            whole = "\n\n".join([*parts[:n], more, *parts[n + 1 :]])
            found = load_whole(whole, f"{game_id}.toml")
            tried.append((*found, *found["mine"].options, *(g.kind for g in found["mine"].groups)))
    usual = ("foundation", "tableau", "waste", "stock")
    with_cells, with_reserve = (*usual[:2], "cell", *usual[2:]), (*usual[:2], "reserve", *usual[2:])
    plain = ("mine", *usual)
    assert tried == [
        plain,  # the template with other names and fewer ranks
        ("mine", *with_cells),
        ("mine", *with_reserve),
        plain,  # the layout
        ("mine", "passes", *usual),
        ("mine", "mine-two-packs", *usual),
    ]


def test_a_changed_file_is_another_game(folder: Path) -> None:
    """A running program applies a changed definition immediately."""
    path = write(folder, "mine.toml")
    first = cadogan.game("mine")
    assert cadogan.game("mine") is first
    path.write_text(path.read_text("utf-8").replace("piles = 7", "piles = 12"), encoding="utf-8")
    assert len(cadogan.game("mine").pile_names) == len(first.pile_names) + 5
    assert first.deal(1).move_texts()
    path.unlink()
    with pytest.raises(UnknownGameError):
        cadogan.game("mine")


def test_all_games_of_a_file_are_relatives(folder: Path) -> None:
    path = write(folder, "mine.toml")
    text = path.read_text("utf-8")
    head, choice = text.split("# A rule that the player may choose:\n")
    choice = re.sub(r"^# (?=\[|[a-z_.]+ = )", "", choice, flags=re.MULTILINE)
    named = '[combinations.mine-once]\nname = "Mine Once"\noptions = { passes = "once" }\n'
    path.write_text(head + choice + named, encoding="utf-8")
    write(folder, "other.toml")
    assert not faults()
    for game_id in ("mine", "mine-two-packs", "mine-once"):
        assert [*relatives(game_id)] == ["mine", "mine-two-packs"]
        assert is_known(game_id)
    assert [*relatives("other")] == ["other"]
    assert not relatives("nosuch")


# --- invalid files --------------------------------------------------------------------------------


def test_an_invalid_file_is_named_and_hides_no_other(folder: Path) -> None:
    write(folder, "sound.toml")
    write(folder, "typo.toml", ("[tableau]", "[tabelau]"))
    (folder / "bytes.toml").write_bytes(b"name = '\xff'")
    (folder / "folder.toml").mkdir()
    (folder / "Bad Name.toml").write_text("", encoding="utf-8")
    (folder / ".hidden.toml").write_text("no", encoding="utf-8")
    (folder / "notes.txt").write_text("no", encoding="utf-8")
    found = faults()
    assert [*found] == ["Bad Name", "bytes", "folder", "typo"]
    typo = (folder / "typo.toml").as_posix()
    assert found["typo"].startswith(f"{typo}: line 22: tabelau: there is no")
    assert found["bytes"] == f"{folder / 'bytes.toml'} is not UTF-8 text: byte 9 is invalid"
    assert "cannot be read" in found["folder"]
    assert [key for key in catalogue() if is_own(key)] == ["sound"]
    assert {*built_in()} < {*catalogue()}
    listed = run("list")
    assert listed.exit_code == 0
    assert listed.stderr.splitlines() == [f"cadogan: {fault}" for fault in own_faults()]
    with refused(UnknownGameError, "own-games.game-typo-file"):
        cadogan.game("typo")
    assert "its file is invalid" in run("rules", "typo").stderr


def test_a_clash_of_ids_is_reported(folder: Path) -> None:
    write(folder, "klondike.toml")
    write(folder, "one.toml")
    variant = '[variants.{}]\nname = "X"\nabout = "x"\ndecks = 2\nfoundation.piles = 8\n'
    path = write(folder, "two.toml")
    path.write_text(path.read_text("utf-8") + variant.format("one"), encoding="utf-8")
    path = write(folder, "three.toml")
    path.write_text(path.read_text("utf-8") + variant.format("klondike-draw-3"), encoding="utf-8")
    found = faults()
    assert [*found] == ["klondike", "three", "two"]
    assert (
        "the id 'klondike' already belongs to a game in the catalogue: rename" in found["klondike"]
    )
    assert (
        "the id 'klondike-draw-3' already belongs to a game in the catalogue: use" in found["three"]
    )
    assert f"the id 'one' already belongs to {folder / 'one.toml'}: use another" in found["two"]
    assert cadogan.game("klondike").name == "Klondike"


def test_a_fault_that_only_the_layout_reveals(folder: Path, client: Client) -> None:
    """The list shows such a game with its fault; playing the game reports the same fault."""
    write(folder, "odd.toml", ("# [layout]", '[layout]\ntableau = { row = "x" }'))
    assert not faults()
    (fault,) = own_faults()
    assert fault.startswith(f"{(folder / 'odd.toml').as_posix()}: line 47: layout.tableau")
    assert fault in run("list").stderr
    assert fault in get(client, "plays")["notice"]
    assert fault in told(client.post("/api/plays", json={"game": "odd"}), 400)["error"]


def test_an_unreadable_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CADOGAN_HOME", str(tmp_path))
    (tmp_path / "games").write_text("a file", encoding="utf-8")
    (fault,) = own_faults()
    assert fault.startswith(f"{tmp_path / 'games'} cannot be read: ")
    assert {*catalogue()} == {*built_in()}


# --- on the page ----------------------------------------------------------------------------------


def test_the_page_plays_it(folder: Path, client: Client) -> None:
    write(folder, "from-home.toml", name="From Home")
    write(folder, "typo.toml", ("[tableau]", "[tabelau]"))
    games = get(client, "games")["games"]
    assert [game["name"] for game in games if game["own"]] == ["From Home"]
    notice = get(client, "plays")["notice"]
    assert notice == f"One of your own games is invalid: {faults()['typo']}."
    view = begin_play(client, "from-home", "3")
    assert view["game"]["address"] == "/play/from-home/3"
    act(client, view, "move", move=view["moves"][0]["move"])
    (play,) = get(client, "plays")["plays"]
    assert play["name"] == "From Home"


def test_a_record_of_a_user_game(folder: Path, tmp_path: Path) -> None:
    write(folder, "kept.toml", name="Kept")
    record = tmp_path / "record.txt"
    record.write_text("cadogan record 1\ngame kept\ndeal 1\nmoves\ns-w\n", encoding="utf-8")
    assert run("replay", str(record)).stdout.startswith("Kept, deal 1: 1 move")


def test_user_definitions_are_checked_fully(folder: Path) -> None:
    """The program checks a user's file as strictly as any other, and tries every answer."""
    path = write(folder, "answers.toml")
    text = path.read_text(encoding="utf-8")
    option = (
        '[options.x]\nkind = "choice"\nabout = "X?"\ndefault = "a"\n[options.x.answers.a]\n'
        'name = "a"\n[options.x.answers.b]\nname = "b"\nabout = "B."\nover.tableau.space = "Q?"\n'
    )
    path.write_text(text + option, encoding="utf-8")
    with pytest.raises(InvalidDefinitionError):
        load_whole(text + option, str(path))
    assert "answers" in faults()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes and links")
def test_a_pipe_and_a_broken_link_hide_no_other_file(folder: Path) -> None:
    """The program does not wait for a pipe, and notices changes beside a broken link."""
    write(folder, "one.toml", name="One")
    os.mkfifo(folder / "pipe.toml")
    (folder / "gone.toml").symlink_to(folder / "nowhere")
    before = edition(folder)
    assert before
    assert faults()["pipe"].endswith("pipe.toml cannot be read: it is not a regular file")
    assert "gone.toml cannot be read: " in faults()["gone"]
    assert "one" in catalogue()
    write(folder, "two.toml", name="Two")
    assert edition(folder) != before
    assert "two" in catalogue()


def test_a_file_name_in_capitals_is_reported(folder: Path) -> None:
    write(folder, "one.toml", name="One")
    write(folder, "two.toml", name="Two").rename(folder / "TWO.TOML")
    assert faults()["TWO"].endswith("TWO.TOML: its name must end with '.toml', in lower case")
    assert "one" in catalogue()
