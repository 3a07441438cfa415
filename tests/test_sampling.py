"""What is drawn by lot: so many of the tests that share a mark, and other ones another day."""

from __future__ import annotations

from typing import Any, cast

import pytest

from tests import sampling as sample


class Item:
    """A test as far as it is drawn."""

    def __init__(self, nodeid: str, *marks: pytest.MarkDecorator) -> None:
        self.nodeid, self.marks = nodeid, [mark.mark for mark in marks]

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        return next((mark for mark in self.marks if mark.name == name), None)

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.marks.append(mark.mark)


def left(items: list[Item]) -> set[str]:
    """Return the tests that are tried today."""
    sample.leave_undrawn(cast(Any, items))
    return {item.nodeid for item in items if not item.get_closest_marker("whole")}


def test_so_many_are_drawn_of_those_that_share_a_mark() -> None:
    one, other = pytest.mark.drawn(2), pytest.mark.drawn(2)
    items = [Item(f"one[{i}]", one) for i in range(9)]
    items += [Item(f"other[{i}]", other) for i in range(9)]
    items += [Item("slow", one, pytest.mark.slow), Item("whole", one, pytest.mark.whole)]
    items += [Item("alone", pytest.mark.drawn(2)), Item("plain")]
    today = left(items)
    assert {"slow", "alone", "plain"} <= today
    assert "whole" not in today
    assert sorted(name.partition("[")[0] for name in today if "[" in name) == [
        "one", "one", "other", "other",
    ]  # fmt: skip


def test_all_have_their_day(monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()
    for day in range(60):
        monkeypatch.setenv(sample.VARIABLE, f"day {day}")
        mark = pytest.mark.drawn(2)
        found |= left([Item(f"one[{i}]", mark) for i in range(9)])
    assert len(found) == 9
