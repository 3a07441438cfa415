"""The page compares names as the command line does, and finds every game by all its names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cadogan.rules.catalogue import catalogue, names_of
from cadogan.rules.search import bare, fold
from tests.test_names import spellings

if TYPE_CHECKING:
    from .conftest import OpenPage

ODD = (
    "Belle Lucie, La", "L'Horloge", "l\u2019horloge", "The", "A", "Blüte & Œuvre", "Ærø", "straße",
    "Łódź", "ﬁne", "Ⅷ", "½", "x²", "don\u00b4t", "`tick`", "İstanbul", "Σίσυφος", "漢字 カード",
    "a\u0301e",
    "  many   blanks ", "snake_case", "10-by-one", "", "!!!", "the the", "La, La", "ǅ", "Ø", "þorn",
)  # fmt: skip


def test_the_page_folds_names_as_the_command_line_does(open_page: OpenPage) -> None:
    """Every name of the catalogue in every spelling, and odd ones."""
    names = {name for d in catalogue().values() for some in names_of(d).values() for name in some}
    texts = sorted({*ODD, *(text for name in names for text in spellings(name))})
    told = open_page().page.evaluate(
        """async (texts) => {
          const { bare, fold } = await import("/static/search.js");
          return texts.map((text) => [fold(text), bare(text)]);
        }""",
        texts,
    )
    ours = [[fold(text), bare(text)] for text in texts]
    assert [t for t, a, b in zip(texts, told, ours, strict=True) if a != b] == []


def test_every_spelling_finds_its_game(open_page: OpenPage) -> None:
    names = {d.id: [n for some in names_of(d).values() for n in some] for d in catalogue().values()}
    asked = [[text, some] for key, some in names.items() for n in some for text in spellings(n)]
    missed = open_page().page.evaluate(
        """async (asked) => {
          const { sought } = await import("/static/search.js");
          return asked.filter(([text, names]) => !sought(text, false)(names)).map(([text]) => text);
        }""",
        asked,
    )
    assert missed == []
