"""Updater for the translations: it extracts messages, updates the catalogues and checks them.

    python scripts/messages.py            # update the catalogues of all languages, then check
    python scripts/messages.py --check    # only check; status 1 if something is wrong
    python scripts/messages.py --new nl   # begin the catalogues of a language, here Dutch
    python scripts/messages.py --rename "OLD TEXT" "NEW TEXT"   # after changing an English text

Babel reads the sources. If a message has changed a little, the update keeps the translation and
marks the entry as fuzzy. The program does not show it until a translator removes the mark.
"""

from __future__ import annotations

import argparse
import io
import string
import sys
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr
from functools import cache
from pathlib import Path
from typing import IO, Any

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po, write_po

from cadogan.core.errors import CadoganError
from cadogan.i18n import catalogs
from cadogan.i18n.grammar import group_label
from cadogan.rules.definition import Definition
from cadogan.rules.loading import load_games, read_toml
from cadogan.rules.localize import translated
from cadogan.state.special_moves import ACTIONS, COUNTERS

SOURCE = Path(__file__).resolve().parents[1] / "src" / "cadogan"
LOCALES = SOURCE / "i18n" / "locales"
_COMMENT = "TRANSLATORS:"
_WIDTH = 100
# the header fields that the script drops
_VOLATILE = {"POT-Creation-Date", "X-Generator", "Generated-By"}
_PYTHON: dict[str, Any] = {"msgid": None, "phrase": None, "translate": None}
_JAVASCRIPT: dict[str, Any] = {"t": None, "tn": (1, 2)}
Found = tuple[int, str | None, str, list[str]]  # the line, the function, the text and the comments


# --- extraction -----------------------------------------------------------------------------------


def special_moves(*_: object, **__: object) -> Iterator[Found]:
    """Yield the texts of special moves and counters, from their tables."""
    for act in ACTIONS:
        for text in (act.said, act.told, act.label, act.absent):
            yield 1, None, text, []
    for counter in COUNTERS:
        for text in (counter.left, counter.clause):
            if text:
                yield 2, None, text, []


def definitions(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """Yield the texts of a game's definition, including its variants."""
    found: list[str] = []

    def note(text: str) -> str:
        found.append(text)
        return text

    for game in _games(file):
        translated(game, note)
        found += filter(None, (group_label(group.name) for group in game.groups))
    yield from _numbered(found)


def names(file: IO[bytes], *_: object, **__: object) -> Iterator[Found]:
    """Yield the names of a game and its sources; a language may leave them in English."""
    games = _games(file)
    yield from _numbered((game.name for game in games), "Name of a game.")
    yield from _numbered((source for game in games for source in _sources(game)), "A source.")


def _games(file: IO[bytes]) -> list[Definition]:
    return [*load_games(read_toml(file.read().decode("utf-8"), "game.toml"), "game.toml").values()]


def _sources(game: Definition) -> list[str]:
    found = [*game.sources]
    for option in game.options.values():
        for answer in option.answers.values():
            found += answer.sources
    for combination in game.combinations.values():
        found += combination.sources
    return found


def _numbered(texts: Iterable[str], *comments: str) -> Iterator[Found]:
    for line, text in enumerate(dict.fromkeys(texts), 1):
        yield line, None, text, [*comments]


# For each domain: its folder, its files with their readers, and the functions that mark its texts.
DOMAINS: dict[str, tuple[str, list[tuple[str, Any]], dict[str, Any]]] = {
    "messages": (
        ".",
        [("state/special_moves.py", special_moves), ("**.py", "python")],
        _PYTHON,
    ),
    "grammar": ("i18n", [("locale.py", "python")], {"word": None, "put": None, "forms": (1, 2)}),
    "games": ("games", [("*.toml", definitions)], {}),
    "names": ("games", [("*.toml", names)], {}),
    "page": ("web/static", [("**.js", "javascript")], _JAVASCRIPT),
}
OPTIONAL = {"names"}  # the domains that a language may leave in English


def domains(code: str) -> list[str]:
    """Return the domains of a language, without ``grammar`` if it has its own grammar.py."""
    own = (folder_of(code) / "grammar.py").exists()
    return [domain for domain in DOMAINS if domain != "grammar" or not own]


@cache
def template(domain: str) -> Catalog:
    """Return the texts of a domain from the sources, without translations."""
    folder, methods, keywords = DOMAINS[domain]
    found = Catalog(charset="utf-8")
    with redirect_stderr(io.StringIO()):  # Babel warns about values that are f-strings
        for name, line, text, comments, _ in extract_from_dir(
            SOURCE / folder,
            methods,
            {"**.js": {"parse_template_string": True}},
            keywords,
            (_COMMENT,),
            strip_comment_tags=True,
        ):
            place = (SOURCE / folder / name).relative_to(SOURCE.parents[1]).as_posix()
            found.add(text, locations=[(place, line)], auto_comments=comments)
    if domain == "games":  # a text that is also the name of a game may stay in English
        for message in template("names"):
            if message.id in found:
                found.delete(message.id)
    return found


# --- catalogues -----------------------------------------------------------------------------------


def languages() -> list[str]:
    """Return the codes of the languages that have a folder."""
    found = [path.name for path in LOCALES.iterdir() if (path / "LC_MESSAGES").is_dir()]
    return sorted(name.replace("_", "-") for name in found)


def folder_of(code: str) -> Path:
    """Return the folder of a language."""
    return LOCALES / code.replace("-", "_")


def path_of(code: str, domain: str) -> Path:
    """Return the file of a catalogue."""
    return folder_of(code) / "LC_MESSAGES" / f"{domain}.po"


def load(code: str, domain: str) -> Catalog:
    """Return the catalogue in the file of a domain.

    Raises:
        CadoganError: the file is invalid; the message gives its path and line.
    """
    path, locale = path_of(code, domain), code.replace("-", "_")
    with path.open("rb") as file:
        try:
            catalogs.read(folder_of(code), domain)
            found = read_po(file, locale, domain, charset="utf-8", abort_invalid=True)
        except PoFileError as error:
            raise CadoganError(f"{path}: line {error.lineno}: {error}") from None
        except ValueError as error:
            raise CadoganError(str(error)) from None
    # Babel mistakes a fuzzy entry's former text, "#| msgid", for a comment
    for message in found:
        message.user_comments = [text for text in message.user_comments if text[:1] != "|"]
    return found


def save(code: str, domain: str, catalog: Catalog, *, in_order: bool = True) -> None:
    """Write a catalogue; with ``in_order``, sort it by where its messages occur."""
    path = path_of(code, domain)
    old = path.read_text("utf-8") if path.exists() else ""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{_header(code, domain, old)}\n{body(catalog, in_order=in_order)}", "utf-8")


def body(catalog: Catalog, *, in_order: bool = True) -> str:
    """Return the entries of a catalogue as text, without its header."""
    # Babel would mistake "5% of deals" for a format, and case forms for wrong placeholders
    for message in catalog:
        message.flags -= {"python-format", "python-brace-format"}
    written = io.BytesIO()
    write_po(
        written,
        catalog,
        width=_WIDTH,
        omit_header=True,
        sort_by_file=in_order,
        ignore_obsolete=True,
        include_lineno=False,
    )
    return written.getvalue().decode("utf-8")


def _header(code: str, domain: str, old: str) -> str:
    """Return the header entry of a catalogue, with the translators' own lines and without dates."""
    locale, plural = Locale.parse(code, sep="-"), get_plural(code.replace("-", "_"))
    comments = [line for line in old.partition("\nmsgid ")[0].split("\n") if line[:1] == "#"]
    fields: dict[str, str] = {
        "Project-Id-Version": "Cadogan",
        "Language": code,
        "Language-Team": locale.get_display_name("en") or code,
        "X-Language-Name": locale.get_display_name(locale) or code,
        "Plural-Forms": str(plural),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    fields |= catalogs.read_po(old).header if old else {}
    lines = comments or [f"# {locale.get_display_name('en')} translation of Cadogan: {domain}."]
    lines += ['msgid ""', 'msgstr ""']
    lines += [f'"{name}: {value}\\n"' for name, value in fields.items() if name not in _VOLATILE]
    return "\n".join(lines) + "\n"


def update(code: str) -> None:
    """Update the catalogues of a language from the sources."""
    for domain in domains(code):
        catalog = (
            load(code, domain)
            if path_of(code, domain).exists()
            else Catalog(locale=code.replace("-", "_"))
        )
        catalog.update(template(domain), no_fuzzy_matching=domain in OPTIONAL)
        save(code, domain, catalog)


def begin(code: str) -> int:
    """Create the catalogues of a language, and return the number of messages to translate.

    Raises:
        CadoganError: the code does not denote another language.
    """
    if code.lower() == "en":
        raise CadoganError("the sources are in English (en), so English needs no catalogues")
    try:
        Locale.parse(code, sep="-")
    except (ValueError, UnknownLocaleError):
        raise CadoganError(f"{code!r} is not a language code, such as nl or pt-BR") from None
    update(code)
    return sum(1 for _ in faults(code))


def rename(old: str, new: str) -> int:
    """Rename a message id in every catalogue, and return the number of catalogues that had it.

    Raises:
        CadoganError: the new text has different placeholders, which the translations would lack.
    """
    if other := placeholders(old) ^ placeholders(new):
        names = ", ".join(f"{{{name}}}" for name in sorted(other))
        raise CadoganError(
            f"the placeholders differ ({names}): use the same ones, or change the translations by"
            " hand"
        )
    count = 0
    for code in languages():
        for domain in domains(code):
            catalog = load(code, domain)
            if old not in catalog or new in catalog:
                continue
            count += 1
            renamed = Catalog(locale=code.replace("-", "_"), charset="utf-8")
            for message in catalog:
                if message.id and texts_of(message)[0][0] == old:
                    message.id = (new, message.id[1]) if message.pluralizable else new
                renamed[message.id] = message
            save(code, domain, renamed, in_order=False)
    return count


# --- checks ---------------------------------------------------------------------------------------


def placeholders(text: str) -> set[str]:
    """Return the names of a message's placeholders.

    Raises:
        ValueError: the text has unbalanced braces.
    """
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def texts_of(message: Message) -> tuple[list[str], list[str]]:
    """Return the English texts of an entry and its translations."""

    def listed(text: str | Iterable[str] | None) -> list[str]:
        return [text] if isinstance(text, str) else list(text or ())

    return listed(message.id), listed(message.string)


def faults_of(message: Message, *, edges: bool = False) -> Iterator[str]:
    """Yield the faults of a translation."""
    ids, strings = texts_of(message)
    wanted = set.union(*map(placeholders, ids))
    for text in strings:
        try:
            found = placeholders(text)
        except ValueError as error:
            yield f"placeholders cannot be read ({error})"
            continue
        if found != wanted:
            yield f"placeholders differ: {', '.join(sorted(found ^ wanted))}"
        for edge in (0, -1) if edges else ():
            if ids[0][edge] == " " != text[edge]:
                yield "a space at the beginning or the end is missing"


def faults(code: str) -> Iterator[str]:
    """Yield the missing, unused and wrong entries of a language's catalogues."""
    for domain in domains(code):
        where = f"{code}/{domain}.po"
        try:
            catalog = load(code, domain)
        except FileNotFoundError:
            yield f"{where}: the file is missing"
            continue
        except CadoganError as error:
            yield str(error)
            continue
        wanted = template(domain)
        for message in wanted:
            if message.id and message.id not in catalog:
                yield f"{where}: not in the catalogue: {texts_of(message)[0][0]}"
        for message in catalog:
            if not message.id:
                continue
            ids, strings = texts_of(message)
            if message.id not in wanted:
                yield f"{where}: no longer used: {ids[0]}"
            elif message.fuzzy:
                yield f"{where}: needs a translator (fuzzy): {ids[0]}"
            elif not all(strings):
                if domain not in OPTIONAL:
                    yield f"{where}: not translated: {ids[0]}"
            else:
                edges = domain == "page"  # because the page's scripts join these texts
                for fault in faults_of(message, edges=edges):
                    yield f"{where}: {fault}: {ids[0]}"


def main(arguments: Iterable[str] | None = None) -> int:
    """Run the command line and print what is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--new", metavar="CODE", help="begin a language")
    parser.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="rename a message id")
    args = parser.parse_args(None if arguments is None else list(arguments))
    try:
        return _run(args)
    except (CadoganError, ValueError) as error:
        print(error)
        return 1


def _run(args: argparse.Namespace) -> int:
    if args.rename:
        count = rename(*args.rename)
        print(f"renamed in {count} {'catalogue' if count == 1 else 'catalogues'}")
        return 0 if count else 1
    if args.new:
        count = begin(args.new)
        print(f"{count} messages to translate in {LOCALES.name}/{folder_of(args.new).name}")
        return 0
    if not args.check:
        for code in languages():
            update(code)
    found = [fault for code in languages() for fault in faults(code)]
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
