"""The user's own definitions: the files in one folder, and a template for new ones.

The module reports each invalid file in one sentence, and loads all the others.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import secrets
from collections.abc import Collection, Mapping
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from cadogan.core.errors import CadoganError, InvalidDefinitionError
from cadogan.core.input_limits import DEFINITION, OWN_FILES, definition_excess, read_bounded
from cadogan.core.user_folder import home, is_kept, make_private, private_opener
from cadogan.i18n import translate
from cadogan.rules.definition import Definition
from cadogan.rules.loading import load_text
from cadogan.rules.search import fold
from cadogan.rules.source_map import top_value, with_line
from cadogan.rules.types import ID_PATTERN, MOST_LETTERS, is_id

_DEVICE = re.compile(r"con|prn|aux|nul|(com|lpt)[0-9\u00b9\u00b2\u00b3]|con(in|out)\$")


class UserGame(NamedTuple):
    """The user's own games, and the errors in invalid files."""

    games: Mapping[str, Definition]  # by id
    faults: Mapping[str, str]  # the error in each invalid file, by the file's id


def user_games_folder() -> Path:
    """Return the folder of the user's own definitions, which may not exist yet.

    >>> user_games_folder().name
    'games'
    """
    return home() / "games"


Edition = tuple[tuple[str, int, int], ...]


def edition(folder: Path) -> Edition:
    """Return the names, times and sizes of the files in a folder, to detect changes.

    The result is empty only if there are no files. For an unreadable folder, the result contains
    the error number.
    """
    try:
        with os.scandir(folder) as entries:
            looks = [(entry.name, _look(entry)) for entry in entries]
    except FileNotFoundError:
        return ()
    except OSError as error:
        return (("", error.errno or 0, 0),)
    return tuple(sorted((name, found.st_mtime_ns, found.st_size) for name, found in looks))


def _look(entry: os.DirEntry[str]) -> os.stat_result:
    try:
        return entry.stat()
    except OSError:  # a broken link must not hide the other files
        return entry.stat(follow_symlinks=False)


def read_own(folder: Path, taken: Collection[str]) -> UserGame:
    """Read the definitions in a folder; collect errors, including those for ids in ``taken``."""
    games: dict[str, Definition] = {}
    faults: dict[str, str] = {}
    try:
        files = sorted(
            p for p in folder.iterdir() if p.suffix.lower() == ".toml" and p.name[0] != "."
        )
    except FileNotFoundError:
        return UserGame({}, {})
    except OSError as error:
        return UserGame({}, {"": f"{folder} cannot be read: {error.strerror or error}"})
    ids: dict[str, Path] = {}
    if len(files) > OWN_FILES:
        faults[""] = (
            f"{folder} holds {len(files):,} definitions, and only the first {OWN_FILES} by name"
            " are read: move the others away"
        )
    for file in files[:OWN_FILES]:
        try:
            if file.suffix != ".toml":
                raise InvalidDefinitionError(
                    f"{file}: its name must end with '.toml', in lower case"
                )
            if is_device(file.stem):
                raise InvalidDefinitionError(f"{file}: {_no_device(file.stem)}")
            text = text_of(file)
            try:
                found = load_text(text, file.as_posix())
            except InvalidDefinitionError as error:
                raise with_line(text, file.as_posix(), error) from None
            for key in found:
                if other := "a game in the catalogue" if key in taken else ids.get(key):
                    same = key == file.stem
                    what = "rename the file" if same else "use another id there"
                    warning = f"{file}: the id {key!r} already belongs to {other}: {what}"
                    raise InvalidDefinitionError(warning)
        except OSError as error:
            faults[file.stem] = f"{file} cannot be read: {error.strerror or error}"
        except UnicodeDecodeError as error:
            faults[file.stem] = f"{file} is not UTF-8 text: byte {error.start + 1} is invalid"
        except InvalidDefinitionError as error:
            faults[file.stem] = str(error)
        else:
            ids |= dict.fromkeys(found, file)
            games |= {key: d for key, d in found.items() if d.id == key}
    return UserGame(games, faults)


def text_of(file: Path) -> str:
    """Return the text of a definition file, with normalised line endings.

    Raises:
        OSError: if the file cannot be read, or if it is too long.
        UnicodeDecodeError: if the file is not in UTF-8.
    """
    text = read_bounded(file, DEFINITION).decode("utf-8-sig")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_device(name: str) -> bool:
    """Return whether Windows reserves a file name for a device.

    >>> [name for name in ("con", "com1", "lpt9", "concord", "com10") if is_device(name)]
    ['con', 'com1', 'lpt9']
    """
    return _DEVICE.fullmatch(name.lower().partition(".")[0].rstrip()) is not None


def _no_device(name: str) -> str:
    return translate(
        "Windows has a device named {name}, so no file may have this name: give another name",
        name=repr(name),
    )


def id_of(name: str) -> str:
    """Derive an id from a name.

    Raises:
        CadoganError: if no valid id can be derived from the name.

    >>> id_of("Aunt Mary's Own")
    'aunt-marys-own'
    """
    game_id = fold(name).replace(" ", "-")
    if is_device(game_id):
        raise CadoganError(_no_device(game_id))
    if not (re.fullmatch(ID_PATTERN, game_id) and name.isprintable() and len(name) <= MOST_LETTERS):
        raise CadoganError(
            translate(
                "{name} is not a valid name for a game: use letters a to z and digits, at"
                " most {most}, as in 'My Game'",
                name=repr(name[:MOST_LETTERS]),
                most=MOST_LETTERS,
            )
        )
    return game_id


def template(name: str) -> tuple[str, str]:
    """Return a new game's id, and the text of a playable file with explanatory comments.

    An id such as ``my-game`` gives the name "My Game".

    Raises:
        CadoganError: if no valid id can be derived from the name.

    >>> game_id, text = template("Aunt Mary's Own")
    >>> game_id, load_text(text, f"{game_id}.toml")[game_id].name
    ('aunt-marys-own', "Aunt Mary's Own")
    """
    name = " ".join(name.removesuffix(".toml").split())
    game_id = id_of(name)
    if name == game_id:
        name = name.replace("-", " ").title()
    text = resources.files("cadogan.rules").joinpath("template.toml").read_text("utf-8")
    quoted = json.dumps(name, ensure_ascii=False)
    marks = {"NAMED": quoted[1:-1], "NAME": quoted, "ID": game_id}
    return game_id, re.sub(r"\b(NAMED|NAME|ID)\b", lambda mark: marks[mark[0]], text)


def begin(name: str, folder: Path, taken: Collection[str]) -> Path:
    """Write the file of a new game into a folder and return its path; never overwrite a file.

    Raises:
        CadoganError: if the name or the folder is invalid, or the game already exists.
    """
    game_id, text = template(name)
    file = folder / f"{game_id}.toml"
    if file.exists():
        raise CadoganError(f"{file} already exists: give another name")
    if game_id in taken:
        raise CadoganError(_is_taken(game_id))
    write_whole(file, text, new=True)
    return file


# --- keeping -------------------------------------------------------------------------------------


class ChangedElsewhereError(CadoganError):
    """A file has changed since it was read, so nothing was written."""

    def __init__(self, text: str, kept: Kept | None) -> None:
        super().__init__(text)
        self.kept = kept  # the current file, or None if it no longer exists


class Kept(NamedTuple):
    """A stored definition file."""

    id: str  # the id of the main game in the file
    text: str
    seen: str  # the edition of the file, which changes whenever the file does


def user_game_ids(folder: Path) -> list[str]:
    """Return the ids of the definition files in a folder, sorted; ignore invalid file names."""
    try:
        names = [file.stem for file in folder.iterdir() if file.suffix == ".toml"]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CadoganError(f"{folder} cannot be read: {error.strerror or error}") from None
    return sorted(name for name in names if is_id(name))


def _file(folder: Path, game_id: str) -> Path:
    if not is_id(game_id):
        raise CadoganError(f"{game_id[:MOST_LETTERS]!r} is not the id of a game")
    if is_device(game_id):
        raise CadoganError(_no_device(game_id))
    return folder / f"{game_id}.toml"


def read_kept(folder: Path, game_id: str) -> Kept | None:
    """Return a definition file, or None if it does not exist.

    Raises:
        CadoganError: if the file cannot be read, or the id is invalid.
    """
    file = _file(folder, game_id)
    try:
        found = read_bounded(file, DEFINITION)
        text = found.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CadoganError(f"{file} cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        problem = f"{file} is not UTF-8 text: byte {error.start + 1} is invalid"
        raise CadoganError(problem) from None
    return Kept(game_id, text, hashlib.sha256(found).hexdigest()[:16])


def keep(folder: Path, game_id: str, text: str, seen: str | None, taken: Collection[str]) -> Kept:
    """Write a definition file, valid or not, and return the stored file.

    ``seen`` is the edition that :class:`Kept` had when the file was read; None for a new file.

    Raises:
        ChangedElsewhereError: if the file has changed since.
        CadoganError: if the id is taken, or the file cannot be written.
    """
    file = _file(folder, game_id)
    if seen is None:
        _check_free(file, game_id, taken)
    else:
        _check_same(folder, game_id, seen)
    write_whole(file, text, new=seen is None)
    return _again(folder, game_id)


def rename(folder: Path, game_id: str, name: str, seen: str, taken: Collection[str]) -> Kept:
    """Rename a game and its file, and return the stored file.

    Raises:
        ChangedElsewhereError: if the file has changed since.
        CadoganError: if the name is invalid, the id is taken, or the file cannot be written.
    """
    current = _check_same(folder, game_id, seen)
    to = id_of(name)
    text = named(current.text, name)
    if to != game_id:
        _check_free(_file(folder, to), to, taken)
    write_whole(_file(folder, to), text, new=to != game_id)
    if to != game_id:
        _unlink(_file(folder, game_id))
    return _again(folder, to)


def remove(folder: Path, game_id: str, seen: str) -> None:
    """Delete a definition file.

    Raises:
        ChangedElsewhereError: if the file has changed since.
        CadoganError: if the file cannot be deleted.
    """
    _check_same(folder, game_id, seen)
    _unlink(_file(folder, game_id))


def named(text: str, name: str) -> str:
    r"""Replace the game's name in the text of a file.

    Raises:
        CadoganError: if the text has no name, or exceeds a limit for definitions.

    >>> named('# Mine.\nname = "Mine"', "Yours")
    '# Mine.\nname = "Yours"'
    """
    if excess := definition_excess(text):
        raise CadoganError(excess)
    spot = top_value(text, "name")
    if spot is None:
        raise CadoganError(translate("the game has no name yet: write name = 'My Game' at the top"))
    return text[: spot.start] + json.dumps(name, ensure_ascii=False) + text[spot.end :]


def _is_taken(game_id: str) -> str:
    return translate("there is already a game {name}: give another name", name=repr(game_id))


def _check_free(file: Path, game_id: str, taken: Collection[str]) -> None:
    if game_id in taken or file.exists():
        raise CadoganError(_is_taken(game_id))


def _check_same(folder: Path, game_id: str, seen: str) -> Kept:
    current = read_kept(folder, game_id)
    if current is None:
        raise ChangedElsewhereError(
            translate("{file} is no longer there", file=f"{game_id}.toml"), None
        )
    if current.seen != seen:
        problem = translate(
            "{file} was changed elsewhere since you opened it", file=f"{game_id}.toml"
        )
        raise ChangedElsewhereError(problem, current)
    return current


def _again(folder: Path, game_id: str) -> Kept:
    current = read_kept(folder, game_id)
    if current is None:
        raise CadoganError(
            translate("{file} was deleted elsewhere just now", file=f"{game_id}.toml")
        )
    return current


def _unlink(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise CadoganError(f"{file} cannot be deleted: {error.strerror or error}") from None


def write_whole(file: Path, text: str, *, new: bool = False) -> None:
    """Write a file atomically, and create its folder if necessary.

    If ``new`` is true, the file must not exist yet.

    Raises:
        CadoganError: if it cannot be written.
    """
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        try:
            if is_kept(file):
                make_private(file.parent)
            else:
                file.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError:
            raise CadoganError(f"{file} cannot be written: {file.parent} is not a folder") from None
        try:
            opener = private_opener if is_kept(file) else None
            with open(part, "x", encoding="utf-8", newline="\n", opener=opener) as made:
                made.write(text)
                made.flush()
                os.fsync(made.fileno())
            if new:
                # this call fails if another process has created the file in the meantime
                open(file, "x", opener=opener).close()
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError:
        raise CadoganError(f"{file} already exists: give another name") from None
    except (OSError, UnicodeEncodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CadoganError(f"{file} cannot be written: {reason}") from None
