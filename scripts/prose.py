"""Reader for the repository's prose: docstrings, comments, messages, docs and definitions.

`read` yields the paragraphs of a file, each with its kind. The readers omit doctests, literal
blocks and fenced code. `Paragraph.sentences` splits a paragraph. Code in backticks counts as one
word.
"""

from __future__ import annotations

import ast
import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RULES = Path(__file__).with_name("prose.toml")
MESSAGE = 4  # the minimum number of words; a shorter string literal is seldom a sentence

_SECTION = re.compile(r"(Args|Attributes|Examples?|Notes?|Raises|Returns|Yields):$")
_ITEM = re.compile(r"[\w*., `]+( \([^)]*\))?:\s+")
_BULLET = re.compile(r"([-*]|\d+\.)\s+")
_UNDERLINE = re.compile(r"\|?[-=:| ]{3,}$")
_CODE = re.compile(r"(`+)(.+?)\1")
_LINK = re.compile(r"(?<=\])\((?:[^()]|\([^()]*\))*\)|<?https?://\S+|<!--.*?-->")
_BREAK = re.compile(r"[.!?][\"')\]*_\u201d\u2019]*\s+(?=[\"'(\[*_`A-Z0-9\u201c\u2018{])")
_SHORT = re.compile(r"(?:\b(?:e\.g|i\.e|cf|vs|No|Nos|St|Mr|Mrs|Dr|ca|pp?|vol|ed)|\b[A-Z]|\.\.)$")
_WORD = re.compile(r"\S*[A-Za-z0-9]\S*")
_CHAIN = re.compile(r"(`[^`]+`(?:, and |, or |, | and | or |/)?){2,}")
# strings in other languages: SQL, SVG paths, style sheets, HTML, LLVM, JavaScript
_OTHER = re.compile(
    r"\s*(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA|DROP|WITH|ATTACH)\b"
    r"|\s*M-?\d"
    r"|.*?(\{\s*[\w-]+: [^{}]*;|<!doctype|</\w|<\w+ \w+=|%\w+ = |\) => )",
    re.DOTALL,
)
_DIRECTIVE = re.compile(r"!|\s*(noqa|type:|fmt:|pragma:|mypy:|-{3,}|={3,})")
_JSDOC = re.compile(
    r"@import\b.*|@\w+(\s*\{(?:[^{}]|\{[^{}]*\})*\})?(\s+\[?[\w.]+(=[^\]]*)?\]?\s+-)?"
)
_QUOTED = re.compile(r"""[rR]?("{3}|'{3}|"|')(.*?)\1""", re.DOTALL)
_PYTHON = re.compile(
    r"""(?P<comment>\#[^\n]*)
    |"{3}(?:\\.|[^\\])*?"{3}|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""",
    re.DOTALL | re.VERBOSE,
)
_SCRIPT = re.compile(
    r"""(?P<block>/\*.*?\*/)|(?P<line>//[^\n]*)
    |(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)
    |(?<=[=(,:\[!&|?;{}>\n])[ ]*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/""",
    re.DOTALL | re.VERBOSE,
)
_TOML = re.compile(
    r"(?P<comment>\#[^\n]*)|'''.*?'''|'[^'\n]*'|"
    r'"""(?P<long>.*?)"""|"(?P<text>(?:\\.|[^"\\\n])*)"',
    re.DOTALL,
)


@dataclass(frozen=True)
class Sentence:
    """One sentence of a paragraph.

    Attributes:
        text: the sentence on one line, with the letter x for code in backticks.
        shown: the sentence on one line, as written.
        offset: the position of its first letter in the paragraph.
        first: whether the sentence begins its paragraph.
    """

    text: str
    shown: str
    offset: int
    first: bool

    @property
    def words(self) -> int:
        """Return the number of words; a list of code in backticks counts as one."""
        return len(_WORD.findall(_CHAIN.sub("`x` ", self.text)))


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of pure prose.

    Attributes:
        path: the file, relative to the repository, with slashes.
        kind: docstring, comment, message, doc, cell, heading or definition.
        opens: whether the paragraph is the first of a docstring.
        text: the lines, joined by spaces.
        starts: the offset of each line in `text`.
        lines: the number of each line in the file.
    """

    path: str
    kind: str
    opens: bool
    text: str
    starts: tuple[int, ...]
    lines: tuple[int, ...]

    def line(self, offset: int) -> int:
        """Return the line number in the file for a position in the text."""
        return self.lines[bisect_right(self.starts, offset) - 1]

    def sentences(self) -> Iterator[Sentence]:
        """Yield the sentences in order.

        >>> text = "Read `a. B`. Then write, e.g. to a file."
        >>> [s.shown for s in Paragraph("f", "doc", False, text, (0,), (1,)).sentences()]
        ['Read `a. B`.', 'Then write, e.g. to a file.']
        """
        plain = _CODE.sub(lambda m: m[1] + "x" * len(m[2]) + m[1], self.text)
        plain = _LINK.sub(lambda m: " " * len(m[0]), plain)
        begin = 0
        for end in [*_breaks(plain), len(plain)]:
            text = plain[begin:end]
            if text.strip():
                yield Sentence(text.rstrip(), self.text[begin:end].strip(), begin, begin == 0)
            begin = end


def _breaks(text: str) -> Iterator[int]:
    """Yield the positions where a sentence ends and another begins."""
    for found in _BREAK.finditer(text):
        if not (text[found.start()] == "." and _SHORT.search(text, 0, found.start())):
            yield found.end()


Lines = Iterable[tuple[int, str]]  # the number of each line in the file, and its text


def _until_blank(text: str, _indent: int) -> bool:
    return bool(text)


def _in_literal_block(_text: str, indent: int) -> bool:
    return indent >= 4


class _Splitter:
    """Splitter of lines into paragraphs, for Markdown, a docstring or a comment."""

    def __init__(self, path: str, kind: str) -> None:
        self.path, self.kind = path, kind
        self.found: list[Paragraph] = []
        self._parts: list[tuple[int, str]] = []
        self._opens = kind == "docstring"

    def flush(self, kind: str = "") -> None:
        """End the current paragraph."""
        if self._parts:
            starts, at = [], 0
            for _, part in self._parts:
                starts.append(at)
                at += len(part) + 1
            text = " ".join(part for _, part in self._parts)
            numbers = tuple(number for number, _ in self._parts)
            kind = kind or self.kind
            self.found.append(Paragraph(self.path, kind, self._opens, text, tuple(starts), numbers))
            self._parts, self._opens = [], False

    def alone(self, number: int, text: str, kind: str) -> None:
        """Add a paragraph of one line."""
        self.flush()
        if text.strip():
            self._parts = [(number, text.strip())]
            self.flush(kind)

    def split(self, lines: Lines) -> list[Paragraph]:
        """Return the paragraphs of lines without common indentation."""
        fence = False
        skipping: Callable[[str, int], bool] | None = None
        # whether the line is in a docstring section that has one paragraph for each name
        items = False
        for number, line in lines:
            text, indent = line.strip(), len(line) - len(line.lstrip())
            if text.startswith(("```", "~~~")):
                self.flush()
                fence = not fence
                continue
            if fence or (skipping and skipping(text, indent)):
                continue
            skipping = None
            if not text or text in {"\\b", "\\f"} or text.startswith(("<!--", "\b")):
                self.flush()
            elif text.startswith(">>>"):
                self.flush()
                skipping = _until_blank
            elif _SECTION.match(text):
                self.flush()
                items = True
            elif _UNDERLINE.match(text):
                self.flush("" if text.startswith("|") else "heading")
            elif text.startswith("|"):
                for cell in text.strip("|").split(" | "):
                    self.alone(number, cell, "cell")
            elif self.kind == "doc" and text.startswith("#"):
                self.alone(number, text.lstrip("#"), "heading")
            elif indent >= 4 and not items and not self._parts:
                skipping = _in_literal_block
            else:
                items = items and indent > 0
                self._add(number, text, items and indent == 4)
        self.flush()
        return self.found

    def _add(self, number: int, text: str, item: bool) -> None:
        """Add a line to the paragraph, or begin one at a bullet or a name."""
        begins = _BULLET.match(text) or (_ITEM.match(text) if item else None)
        if begins:
            self.flush()
            text = text[begins.end() :]
        if text:
            self._parts.append((number, text))


def _dedented(lines: list[tuple[int, str]]) -> Lines:
    """Return lines without the common indentation of all lines after the first."""
    rest = [len(text) - len(text.lstrip()) for _, text in lines[1:] if text.strip()]
    cut = min(rest, default=0)
    return [(lines[0][0], lines[0][1].strip()), *((n, text[cut:]) for n, text in lines[1:])]


def _numbered(text: str, first: int) -> list[tuple[int, str]]:
    return list(enumerate(text.expandtabs(4).split("\n"), first))


def _message(path: str, text: str, line: int) -> Iterator[Paragraph]:
    """Yield a string literal, if it reads like a sentence."""
    if len(_WORD.findall(text)) >= MESSAGE and not _OTHER.match(text):
        for part in re.split(r"\n\s*\n", text):
            flat = " ".join(part.split())
            if flat:
                yield Paragraph(path, "message", False, flat, (0,), (line,))


# --- Python ---------------------------------------------------------------------------------------


def python(path: str, source: str) -> Iterator[Paragraph]:
    r"""Yield docstrings, comments and string literals of a Python file.

    >>> [(p.kind, p.text) for p in python("m.py", "def f():\n    '''Return.'''  # why")]
    [('docstring', 'Return.'), ('comment', 'why')]
    """
    rows = source.split("\n")
    strings: list[ast.JoinedStr | ast.Constant] = []
    apart = set()  # the docstrings and the parts of f-strings, which are not messages
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            text = _docstring(node)
            if text is not None:
                apart.add(text)
                yield from _documentation(path, rows, text)
        elif isinstance(node, ast.JoinedStr):
            apart.update(part for part in node.values if isinstance(part, ast.Constant))
            strings.append(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            strings.append(node)
    yield from _comments(path, source)
    if not path.startswith("tests/"):
        for string in strings:
            if string not in apart:
                yield from _message(path, _text(string), string.lineno)


def _text(node: ast.JoinedStr | ast.Constant) -> str:
    """Return the text of a string, with `{}` for each value of an f-string."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    return "".join(str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values)


def _docstring(node: ast.AST) -> ast.Constant | None:
    """Return the constant that documents a module, a class or a function."""
    body = getattr(node, "body", [])
    if body and isinstance(body[0], ast.Expr):
        value = body[0].value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value
    return None


def _documentation(path: str, rows: list[str], text: ast.Constant) -> list[Paragraph]:
    """Return the paragraphs of a docstring as in the source, including escapes."""
    written = "\n".join(rows[text.lineno - 1 : text.end_lineno])[text.col_offset :]
    found = _QUOTED.match(written)
    inside = found[2] if found else str(text.value)
    return _Splitter(path, "docstring").split(_dedented(_numbered(inside, text.lineno)))


def _comments(path: str, source: str) -> Iterator[Paragraph]:
    """Yield the comments; adjacent lines that begin in the same column form one paragraph."""
    block: list[tuple[int, str]] = []
    last = (-1, -1)
    begins = [0, *(found.end() for found in re.finditer("\n", source))]
    for found in _PYTHON.finditer(source):
        if not found["comment"]:
            continue
        line = bisect_right(begins, found.start())
        column = found.start() - begins[line - 1]
        follows_code = bool(source[begins[line - 1] : found.start()].strip())
        if block and (follows_code or (line - 1, column) != last):
            yield from _Splitter(path, "comment").split(block)
            block = []
        last = (line, column)
        text = found["comment"][1:]
        if not _DIRECTIVE.match(text):
            block.append((line, text.strip()))
    yield from _Splitter(path, "comment").split(block)


# --- other files ----------------------------------------------------------------------------------


def script(path: str, source: str) -> Iterator[Paragraph]:
    r"""Yield comments and string literals of a JavaScript, TypeScript or CSS file.

    >>> [(p.kind, p.text) for p in script("a.js", "t('Move a card there'); // why")]
    [('message', 'Move a card there'), ('comment', 'why')]
    """
    block: list[tuple[int, str]] = []
    for found in _SCRIPT.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        if found["line"]:
            alone = not source[source.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            if block and not (alone and block[-1][0] == line - 1):
                yield from _Splitter(path, "comment").split(block)
                block = []
            block.append((line, found["line"].lstrip("/").strip()))
        elif found["block"]:
            rows = re.sub(r"^\s*\*(?: |(?=\n)|$)", "", found["block"][2:-2].lstrip("*"), flags=re.M)
            rows = re.sub(r"^\s*@(?=param|returns|type|property|throws)", "\n@", rows, flags=re.M)
            lines = [(line, _JSDOC.sub("", row).strip()) for row in rows.split("\n")]
            yield from _Splitter(path, "comment").split(lines)
        elif found["text"] and not path.endswith(".css") and not path.startswith("tests/"):
            yield from _message(path, re.sub(r"\$\{[^}]*\}", "{}", found["text"][1:-1]), line)
    yield from _Splitter(path, "comment").split(block)


def markdown(path: str, source: str) -> Iterator[Paragraph]:
    r"""Yield paragraphs, list items, headings and cells of a Markdown file.

    >>> [(p.kind, p.text) for p in markdown("a.md", "# Play\n\n- a card\n- a pile")]
    [('heading', 'Play'), ('doc', 'a card'), ('doc', 'a pile')]
    """
    yield from _Splitter(path, "doc").split(_numbered(source, 1))


def toml(path: str, source: str) -> Iterator[Paragraph]:
    """Yield the comments and the texts of a TOML file.

    >>> [(p.kind, p.text) for p in toml("a.toml", 'about = "Kings sink at once."  # why')]
    [('definition', 'Kings sink at once.'), ('comment', 'why')]
    """
    block: list[tuple[int, str]] = []
    for found in _TOML.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        text = found["text"] or found["long"] or ""
        if found["comment"]:
            if block and block[-1][0] != line - 1:
                yield from _Splitter(path, "comment").split(block)
                block = []
            block.append((line, found["comment"].lstrip("#").strip()))
        elif len(_WORD.findall(text)) >= MESSAGE:
            flat = " ".join(text.split())
            yield Paragraph(path, "definition", False, flat, (0,), (line,))
    yield from _Splitter(path, "comment").split(block)


READERS = {
    ".py": python,
    ".js": script,
    ".ts": script,
    ".css": script,
    ".md": markdown,
    ".toml": toml,
}


@cache
def settings() -> dict[str, Any]:
    """Return the contents of `scripts/prose.toml`."""
    return tomllib.loads(RULES.read_text(encoding="utf-8"))


def read(path: str, source: str) -> Iterator[Paragraph]:
    """Yield the paragraphs of a file of the repository, by its suffix."""
    yield from READERS[Path(path).suffix](path, source)


def files(paths: Iterable[Path] = (), root: Path = ROOT) -> list[str]:
    """Return the sorted paths of the files with prose, relative to the repository.

    Args:
        paths: files and folders to search; by default those of `prose.toml`.
        root: the repository.

    Raises:
        FileNotFoundError: if a path does not exist.
    """
    tree = settings()["tree"]
    found = set()
    chosen = [path.resolve() for path in paths]
    for path in chosen or [root / name for name in tree["roots"] if (root / name).exists()]:
        if not path.exists():
            raise FileNotFoundError(path)
        for file in path.rglob("*") if path.is_dir() else [path]:
            name = file.relative_to(root).as_posix()
            if file.suffix in READERS and not any(name.startswith(no) for no in tree["without"]):
                found.add(name)
    return sorted(found)
