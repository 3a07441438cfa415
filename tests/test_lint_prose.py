"""Prose linter and sampler: rules, lines of hits, and the baseline that only shrinks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import lint_prose
import prose
import sample_prose

ROOT = Path(__file__).resolve().parents[1]
RULES: list[dict[str, Any]] = prose.settings()["rule"]


def found(name: str, source: str) -> list[tuple[int, str]]:
    """Return the line and the rule of each hit in a source text."""
    return [
        (hit.line, hit.rule)
        for paragraph in prose.read(name, source)
        for hit in lint_prose.check(paragraph)
    ]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["id"])
def test_rule_finds_its_example(rule: dict[str, Any]) -> None:
    bad, good = (f'def f():\n    """{rule[key]}"""\n' for key in ("bad", "good"))
    assert (2, rule["id"]) in found("src/m.py", bad)
    assert found("src/m.py", good) == []


def test_sentences_of_25_words_pass_and_of_26_do_not() -> None:
    assert found("a.md", f"A{' word' * 24}.\n") == []
    assert found("a.md", f"A{' word' * 25}.\n") == [(1, "long")]


def test_tables_headings_and_lists_of_code_may_be_long() -> None:
    words = "word " * 30
    codes = ", ".join(f"`name {n}`" for n in range(30))
    assert found("a.md", f"# {words}\n\n| {words} | b |\n|---|---|\n\nRead {codes}.\n") == []


def test_each_item_of_a_list_counts_separately() -> None:
    item = "word " * 20
    assert found("a.md", f"- {item}\n- {item}\n") == []


def test_hit_names_the_line_of_its_word() -> None:
    source = "def f():\n    # First line,\n    # then the player is told.\n    return 1\n"
    assert found("src/m.py", source) == [(3, "told")]
    (paragraph,) = prose.read("src/m.py", source)
    (hit,) = lint_prose.check(paragraph)
    assert str(hit).startswith("src/m.py:3: told: ")
    assert "(is told)" in str(hit)


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("src/m.py", 'raise ValueError("the word is told to players")'),
        ("src/m.py", 'raise ValueError(f"the word {x} is told to {y}")'),
        ("src/m.py", "x = '#'  # It is told."),
        ("src/m.py", '"""Module.\n\nArgs:\n    name: it is told.\n"""'),
        ("a.js", "const a = '// no'; // It is told."),
        ("a.js", 'const quote = /["]/; /** It is told. */'),
        ("a.js", "/**\n * First.\n * @param {string} a - it is told.\n */"),
        ("a.css", "/* It is told. */"),
        ("a.md", "- It is told."),
        ("a.md", "| a | It is told. |"),
        ("a.toml", 'about = "It is told to players."'),
        ("a.toml", 'a = "#"  # It is told.'),
    ],
)
def test_prose_is_read_from_every_kind_of_file(name: str, source: str) -> None:
    assert [rule for _, rule in found(name, source)] == ["told"]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("src/m.py", '"""Module.\n\n>>> it is told\n"""'),
        ("src/m.py", '"""Module.\n\n    it is told\n\nText.\n"""'),
        ("src/m.py", '"""Read `it is told`."""'),
        ("src/m.py", "x = 1  # noqa: it is told"),
        ("src/m.py", 'x = "SELECT a FROM b WHERE c is told"'),
        ("tests/m.py", 'x = "it is told to players"'),
        ("a.js", "const a = 'https://it is told';"),
        ("a.md", "```\nit is told\n```"),
        ("a.md", "[Read](it is told)."),
        ("a.toml", "a = 'it is told to players'"),
    ],
)
def test_code_is_not_prose(name: str, source: str) -> None:
    assert found(name, source) == []


def test_abbreviations_do_not_end_a_sentence() -> None:
    (paragraph,) = prose.read("a.md", "Play, e.g. Klondike, by J. Smith. Then St. Helena!\n")
    assert [s.shown for s in paragraph.sentences()] == [
        "Play, e.g. Klondike, by J. Smith.",
        "Then St. Helena!",
    ]


# --- the baseline ---------------------------------------------------------------------------------


HITS = [lint_prose.Hit("a.md", 1, "told", "x"), lint_prose.Hit("a.md", 5, "told", "y")]
KEY = ("a.md", "told")


def test_hits_in_the_baseline_pass() -> None:
    assert lint_prose.above({KEY: 2}, HITS) == []
    assert lint_prose.above({KEY: 3, ("b.md", "long"): 1}, HITS) == []


def test_hits_above_the_baseline_fail() -> None:
    assert lint_prose.above({}, HITS) == ["a.md:1: told: x", "a.md:5: told: y"]
    assert lint_prose.above({KEY: 1}, HITS)[-1] == "a.md: told: 2 hits, 1 in the baseline"


def test_an_update_only_shrinks_the_baseline() -> None:
    now = {KEY: 2, ("b.md", "told"): 4}
    assert lint_prose.shrunk({KEY: 1, ("b.md", "told"): 9, ("c.md", "long"): 1}, now) == {
        KEY: 1,
        ("b.md", "told"): 4,
    }


def test_a_written_baseline_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "baseline.txt"
    counts = {KEY: 2, ("a.md", "long"): 1}
    lint_prose.save_baseline(path, counts)
    assert path.read_text() == "1 long a.md\n2 told a.md\n"
    assert lint_prose.load_baseline(path) == counts


def test_an_invalid_line_in_the_baseline_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "baseline.txt"
    path.write_text("1 long a.md\n0 told a.md\n")
    with pytest.raises(ValueError, match=r"baseline\.txt:2: expected `count rule file`"):
        lint_prose.load_baseline(path)


def test_the_baseline_names_rules_and_files_that_exist() -> None:
    rules = {rule["id"] for rule in RULES} | {"long"}
    for name, rule in lint_prose.load_baseline(lint_prose.BASELINE):
        assert rule in rules
        assert (ROOT / name).is_file(), f"{name}: run scripts/lint_prose.py --update"


def test_paths_list_every_hit(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint_prose.main([str(ROOT / "scripts" / "sample_prose.py")]) == 0
    assert capsys.readouterr().out == ""


def test_a_missing_path_is_reported_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint_prose.main(["nope.md"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"{Path('nope.md').resolve()}: there is no such file or folder\n"


# --- the sampler ----------------------------------------------------------------------------------


def test_a_sample_depends_on_its_seed_alone() -> None:
    pages = [
        paragraph
        for name in ("CONTRIBUTING.md", "scripts/prose.py", "scripts/lint_prose.py")
        for paragraph in prose.read(name, (ROOT / name).read_text(encoding="utf-8"))
    ]
    first = sample_prose.sample(pages, seed=1, count=12)
    assert first == sample_prose.sample(pages, seed=1, count=12)
    assert first != sample_prose.sample(pages, seed=2, count=12)
    assert {kind for kind, _, _ in first} == {"docstring", "comment", "message", "doc"}
    kind, place, text = first[0]
    name, _, line = place.rpartition(":")
    assert kind == "docstring"
    assert text.split()[0] in (ROOT / name).read_text(encoding="utf-8").splitlines()[int(line) - 1]
