"""A person's own definitions: the files of one folder, beside their plays, and how one begins.

What is wrong with one file is said in one sentence and keeps no other file from being read.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from cadogan.errors import BadDefinition, CadoganError
from cadogan.home import home
from cadogan.language.definition import Definition
from cadogan.language.loading import load_text
from cadogan.language.names import fold
from cadogan.language.values import ID_PATTERN

__all__ = ["Edition", "Own", "begin", "edition", "own_folder", "read_own", "template"]

_LONGEST = 60  # letters of a name


class Own(NamedTuple):
    """What a folder holds.

    Attributes:
        games: by id. faults: what is wrong with a file, by the id that it would have given.
    """

    games: Mapping[str, Definition]
    faults: Mapping[str, str]


def own_folder() -> Path:
    """Return the folder of a person's own definitions, which need not be there.

    >>> own_folder().name
    'games'
    """
    return home() / "games"


Edition = tuple[tuple[str, int, int], ...]


def edition(folder: Path) -> Edition:
    """Return what changes when a file of a folder does: their names, times and sizes."""
    try:
        with os.scandir(folder) as entries:
            looks = [(entry.name, entry.stat()) for entry in entries]
    except OSError:
        return ()
    return tuple(sorted((name, found.st_mtime_ns, found.st_size) for name, found in looks))


def read_own(folder: Path, taken: Collection[str]) -> Own:
    """Read the definitions of a folder; never fails.

    Args:
        folder: that of :func:`own_folder`.
        taken: the ids that games of the program have.
    """
    games: dict[str, Definition] = {}
    faults: dict[str, str] = {}
    try:
        files = sorted(p for p in folder.iterdir() if p.suffix == ".toml" and p.name[0] != ".")
    except FileNotFoundError:
        return Own({}, {})
    except OSError as error:
        return Own({}, {"": f"{folder} cannot be read: {error.strerror or error}"})
    ids: dict[str, Path] = {}
    for file in files:
        try:
            found = load_text(file.read_text("utf-8-sig"), file.as_posix())
            for key in found:
                if key in taken:
                    raise BadDefinition(_clash(file, key, "a game of the catalogue"))
                if key in ids:
                    raise BadDefinition(_clash(file, key, str(ids[key])))
        except OSError as error:
            faults[file.stem] = f"{file} cannot be read: {error.strerror or error}"
        except UnicodeDecodeError as error:
            faults[file.stem] = f"{file} is not text in UTF-8: byte {error.start + 1} is wrong"
        except BadDefinition as error:
            faults[file.stem] = str(error)
        else:
            ids |= dict.fromkeys(found, file)
            games |= {key: d for key, d in found.items() if d.id == key}
    return Own(games, faults)


def _clash(file: Path, key: str, other: str) -> str:
    what = "name the file otherwise" if key == file.stem else "write another id there"
    return f"{file}: the id {key!r} is that of {other}: {what}"


def template(name: str) -> tuple[str, str]:
    """Return the id of a game to be made, and the text of a file that plays and explains itself.

    Args:
        name: of the game; an id is made a name (``my-game``: My Game).

    Raises:
        CadoganError: for a name that no id can be made of.

    >>> game_id, text = template("Aunt Mary's Own")
    >>> game_id, load_text(text, f"{game_id}.toml")[game_id].name
    ('aunt-marys-own', "Aunt Mary's Own")
    """
    name = " ".join(name.removesuffix(".toml").split())
    game_id = fold(name).replace(" ", "-")
    if not (re.fullmatch(ID_PATTERN, game_id) and name.isprintable() and len(name) <= _LONGEST):
        raise CadoganError(
            f"{name[:_LONGEST]!r} will not do for the name of a game: give one of letters a to"
            f" z and digits, such as 'My Game', of at most {_LONGEST} letters"
        )
    if name == game_id:
        name = name.replace("-", " ").title()
    text = resources.files("cadogan.language").joinpath("template.toml").read_text("utf-8")
    quoted = json.dumps(name, ensure_ascii=False)
    marks = {"NAMED": quoted[1:-1], "NAME": quoted, "ID": game_id}
    return game_id, re.sub(r"\b(NAMED|NAME|ID)\b", lambda mark: marks[mark[0]], text)


def begin(name: str, folder: Path, taken: Collection[str]) -> Path:
    """Write the file of a game to be made; return it. No file is ever written over.

    Args:
        name: of the game.
        folder: where the file is to lie; it is made where need be.
        taken: the ids that other games have.

    Raises:
        CadoganError: for a name or a folder that will not do, or when there is such a game already.
    """
    game_id, text = template(name)
    file = folder / f"{game_id}.toml"
    if file.exists():
        raise CadoganError(f"{file} is there already: give another name")
    if game_id in taken:
        raise CadoganError(f"there is a game {game_id!r} already: give another name")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as made:
            made.write(text)
    except OSError as error:
        raise CadoganError(f"{file} cannot be written: {error.strerror or error}") from None
    return file
