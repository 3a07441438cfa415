"""Message catalogues: complete, current, and parsed exactly as gettext does."""

from __future__ import annotations

import ast
import gettext
import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import messages
from cadogan.i18n import catalogs
from cadogan.rules.catalogue import built_in
from cadogan.rules.localize import translated

pytestmark = pytest.mark.xdist_group("pseudo")  # one worker extracts the texts for all of them

ROOT = Path(__file__).resolve().parents[1]
CODES = messages.languages()
CATALOGUES = [(code, domain) for code in CODES for domain in messages.domains(code)]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Redirect the tool to a copy of the German catalogues."""
    shutil.copytree(messages.folder_of("de"), tmp_path / "de")
    monkeypatch.setattr(messages, "LOCALES", tmp_path)
    return tmp_path


@pytest.mark.parametrize("code", CODES)
def test_catalogues_are_complete_and_current(code: str) -> None:
    found = list(messages.faults(code))
    assert not found, "\n".join(["python scripts/messages.py --check prints:", *found])


def test_the_check_reports_every_kind_of_mistake(copy: Path) -> None:
    path = copy / "de" / "LC_MESSAGES" / "messages.po"
    text = path.read_text("utf-8")
    text = text.replace('msgid "The stock is empty."', 'msgid "Nobody prints this."')
    text = text.replace('msgstr "Zurück"', 'msgstr ""')
    text = text.replace(
        'msgid "it is not a regular file"', '#, fuzzy\nmsgid "it is not a regular file"'
    )
    text = text.replace('msgstr "{n} verdeckt"', 'msgstr "{m} verdeckt"')
    path.write_text(text, "utf-8")
    assert set(messages.faults("de")) == {
        "de/messages.po: not in the catalogue: The stock is empty.",
        "de/messages.po: no longer used: Nobody prints this.",
        "de/messages.po: not translated: Back",
        "de/messages.po: not translated: Undo",
        "de/messages.po: needs a translator (fuzzy): it is not a regular file",
        "de/messages.po: placeholders differ: m, n: {n} face down",
    }


def test_an_update_marks_a_changed_text_fuzzy_and_is_stable(copy: Path) -> None:
    path = copy / "de" / "LC_MESSAGES" / "messages.po"
    text = path.read_text("utf-8")
    new, old = "Cards on foundations stay there.", "All foundations keep their cards."
    path.write_text(text.replace(f'msgid "{new}"', f'msgid "{old}"'), "utf-8")
    messages.update("de")
    changed = path.read_text("utf-8")
    assert f'#, fuzzy\nmsgid "{new}"' in changed
    assert catalogs.read_po(changed).texts.get(new) is None
    messages.update("de")
    assert path.read_text("utf-8") == changed


def test_a_message_id_is_renamed_in_its_place(copy: Path) -> None:
    path = copy / "de" / "LC_MESSAGES" / "messages.po"
    before = path.read_text("utf-8")
    assert messages.rename("The stock is empty.", "The stock is used up.") == 1
    after = path.read_text("utf-8")
    assert after == before.replace("The stock is empty.", "The stock is used up.")
    assert messages.rename("Nobody prints this.", "Nor this.") == 0


def test_a_new_id_must_keep_the_placeholders(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy / "de" / "LC_MESSAGES" / "messages.po"
    before = path.read_text("utf-8")
    assert messages.main(["--rename", "{pile} is complete.", "{piles} are complete."]) == 1
    assert capsys.readouterr().out == (
        "the placeholders differ ({pile}, {piles}): use the same ones, or change the translations"
        " by hand\n"
    )
    assert path.read_text("utf-8") == before
    assert messages.main(["--rename", "{pile} is complete.", "{pile} is now full."]) == 0
    assert capsys.readouterr().out == "renamed in 1 catalogue\n"


def test_a_language_begins_with_all_texts(copy: Path) -> None:
    messages.update("pl")
    assert "grammar" in messages.domains("pl")
    catalog = messages.load("pl", "page")
    counted = catalog.get("{n} card")
    assert counted is not None
    assert catalog.num_plurals == 3 == len(counted.string or ())
    assert len(catalog) == len(messages.template("page"))
    assert "X-Language-Name: polski" in messages.path_of("pl", "page").read_text("utf-8")


@pytest.mark.parametrize("arguments", [[], ["--check"]])
def test_a_syntax_error_is_reported_in_one_sentence(
    copy: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    path = copy / "de" / "LC_MESSAGES" / "messages.po"
    text = path.read_text("utf-8").rstrip("\n") + "\nmsgstr Delen\n"
    path.write_text(text, "utf-8")
    assert messages.main(arguments) == 1
    line = text.count("\n")
    assert capsys.readouterr().out == (
        f"{path}: line {line}: expected msgid or msgstr, followed by text\n"
    )
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("code", ["xx", "../x", "en"])
def test_an_invalid_new_language_leaves_no_folder(
    copy: Path, capsys: pytest.CaptureFixture[str], code: str
) -> None:
    assert messages.main(["--new", code]) == 1
    assert capsys.readouterr().out == {
        "en": "the sources are in English (en), so English needs no catalogues\n"
    }.get(code, f"{code!r} is not a language code, such as nl or pt-BR\n")
    assert [path.name for path in copy.iterdir()] == ["de"]


def test_a_new_language_is_summed_up(copy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert messages.main(["--new", "nl"]) == 0
    count, rest = capsys.readouterr().out.split(" ", 1)
    assert rest == f"messages to translate in {copy.name}/nl\n"
    assert int(count) > 1000


# --- reading --------------------------------------------------------------------------------------


def _as_babel_reads(catalog: Catalog) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    texts, plurals = {}, {}
    for message in catalog:
        if message.id and not message.fuzzy:
            if isinstance(message.string, str):
                texts[str(message.id)] = message.string
            else:
                plurals[message.id[0]] = tuple(message.string or ())
    return {id_: text for id_, text in texts.items() if text}, plurals


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_catalogues_are_parsed_like_babel(code: str, domain: str) -> None:
    content = messages.path_of(code, domain).read_bytes()
    read = catalogs.read_po(content.decode("utf-8"))
    known = read_po(io.BytesIO(content))
    assert (dict(read.texts), dict(read.plurals)) == _as_babel_reads(known)
    compiled = io.BytesIO()
    write_mo(compiled, known)
    assert catalogs.read_mo(compiled.getvalue())[:2] == read[:2]


@pytest.mark.parametrize(("code", "domain"), CATALOGUES)
def test_gettext_reads_compiled_catalogues(code: str, domain: str) -> None:
    content = messages.path_of(code, domain).read_text("utf-8")
    read, compiled = catalogs.read_po(content), catalogs.compiled(content)
    assert catalogs.read_mo(compiled) == read
    known = gettext.GNUTranslations(io.BytesIO(compiled))
    assert all(known.gettext(one) == text for one, text in read.texts.items())
    for one, forms in read.plurals.items():
        assert [known.ngettext(one, "", n) for n in (1, 2)] == [*forms]


def test_a_catalogue_may_use_all_of_gettexts_syntax() -> None:
    read = catalogs.read_po(
        'msgid ""\nmsgstr "Language: xx\\n"\n'
        '"Plural-Forms: nplurals=2; plural=n>1;\\n"\n'
        "# a translator\n#. an author\n#: a.py b.py\n#, python-format, fuzzy\n"
        '#| msgid "old"\nmsgid "guessed"\nmsgstr "geraten"\n'
        'msgid "a\\"b\\\\n"\n"\\tc"\nmsgstr "x"  \n\n\n'
        'msgid "left"\nmsgstr ""\n'
        'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "I"\nmsgstr[1] "II"\n'
        '#~ msgid "gone"\n#~ msgstr "weg"\n'
    )
    assert read.texts == {'a"b\\n\tc': "x"}
    assert read.plurals == {"one": ("I", "II")}
    assert (read.plural, read.form(1), read.form(2)) == ("n>1", 0, 1)
    assert read.header["Language"] == "xx"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('msgid "a\n', "line 1: expected msgid or msgstr, followed by text"),
        ('"a"\n', "line 1: expected text in double quotes"),
        ('msgid "a"\nmsgstr "b"\nnonsense\n', "line 3: expected msgid or msgstr, followed by text"),
        ('msgid "a"\r\nmsgstr b\r\n', "line 2: expected msgid or msgstr, followed by text"),
        ('msgid "a"\nmsgstr "\udcff"\n', "line 2: this is not UTF-8 text"),
    ],
)
def test_syntax_errors_are_reported_with_their_line(
    tmp_path: Path, content: str, problem: str
) -> None:
    folder = tmp_path / "LC_MESSAGES"
    folder.mkdir()
    (folder / "page.po").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(ValueError, match=rf"page\.po: {problem}"):
        catalogs.read(tmp_path, "page")
    with pytest.raises(ValueError, match=rf"page\.po: {problem}"):
        catalogs.header(tmp_path, "page")


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("n!=x", "the plural rule 'n!=x' in Plural-Forms is invalid"),
        ("n % 0", "the plural rule 'n % 0' in Plural-Forms is invalid"),
        ("EXPRESSION", "the plural rule 'EXPRESSION' in Plural-Forms is invalid"),
        ("n", "the plural rule 'n' does not agree with nplurals=2"),
    ],
)
def test_an_invalid_plural_rule_is_refused(copy: Path, rule: str, problem: str) -> None:
    path = copy / "de" / "LC_MESSAGES" / "page.po"
    text = path.read_text("utf-8")
    good = "plural=(n != 1);"
    assert good in text
    line = text.partition(good)[0].count("\n") + 1
    path.write_text(text.replace(good, f"plural={rule};"), "utf-8")
    with pytest.raises(ValueError, match="plural rule") as caught:
        catalogs.read(copy / "de", "page")
    assert str(caught.value) == f"{path}: line {line}: {problem}"
    assert str(caught.value) in messages.faults("de")


def test_an_installed_catalogue_is_read_and_a_broken_one_refused(tmp_path: Path) -> None:
    folder = tmp_path / "LC_MESSAGES"
    folder.mkdir()
    assert catalogs.read(tmp_path, "page") == catalogs.NONE
    path = folder / "page.mo"
    compiled = catalogs.compiled('msgid "Deal"\nmsgstr "Geben"\n')
    path.write_bytes(compiled)
    assert catalogs.read(tmp_path, "page").texts == {"Deal": "Geben"}
    for broken in (b"nonsense", compiled[:-3]):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match=r"page\.mo"):
            catalogs.read(tmp_path, "page")


# --- extraction -----------------------------------------------------------------------------------


def _calls() -> Iterator[tuple[str, ast.expr]]:
    """Yield the place and the first argument of each call that marks or translates a text."""
    for file in sorted((ROOT / "src" / "cadogan").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = "msgid" if node.func.id == "msgid" else node.func.id
                if called in {"msgid", "translate", "phrase"} and node.args:
                    yield f"{file.name}:{node.lineno}", node.args[0]


def test_every_literal_text_is_extracted() -> None:
    """Babel misses texts inside an f-string, and joins both texts of a conditional expression."""
    texts = {message.id for message in messages.template("messages")}
    for place, argument in _calls():
        if isinstance(argument, ast.Constant):
            assert argument.value in texts, place
        elif isinstance(argument, ast.IfExp):
            parts = (argument.body, argument.orelse)
            assert not any(isinstance(part, ast.Constant) for part in parts), f"{place}: msgid(...)"


def test_all_texts_of_definitions_are_extracted() -> None:
    texts: set[str] = set()

    def note(text: str) -> str:
        texts.add(text)
        return text

    for definition in built_in().values():
        translated(definition, note)
        for group in definition.groups:
            if name := group.name.partition(".")[2]:
                texts.add(f"*{name.replace('-', ' ')}*")
    found = {
        message.id
        for domain in ("games", "names")
        for message in messages.template(domain)
        if message.id
    }
    assert texts - found == set()
    assert found - texts == set()
