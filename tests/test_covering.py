"""Games and cases of the default tests."""

from __future__ import annotations

import pytest

import cadogan
from tests import covering
from tests.covering import covered_by, each, few
from tests.tiny import NAMES, load


def test_the_games_have_every_feature_of_the_catalogue() -> None:
    every = {name: cadogan.game(name).features for name in cadogan.games()}
    usual = covering.covering()
    features = frozenset().union(*every.values())
    listed = frozenset().union(*(every[name] for name in usual))
    assert listed == features, "run python -m tests.covering"
    assert len(usual) < len(every) / 5
    assert set().union(*(every[name] for name in covered_by(every))) == features

    every["new"] = frozenset({*every["klondike"], "a new feature"})
    assert "new" in covered_by(every)
    every["new"] = every["klondike"]
    assert "new" not in covered_by(every)


def test_the_tiny_games_have_every_feature_of_all_tiny_games() -> None:
    every = {name: load(name).features for name in NAMES}
    listed = set().union(*(every[name] for name in covering.covering_tiny()))
    assert listed == set().union(*every.values()), "run python -m tests.covering"


def marked(parameters: list[object]) -> list[tuple[object, bool]]:
    """Return the values of parameters, and whether each is slow."""
    found = list[tuple[object, bool]]()
    for one in parameters:
        marks = [mark.name for mark in getattr(one, "marks", ())]
        assert marks in ([], ["slow"])
        found.append((getattr(one, "values", one), bool(marks)))
    return found


def test_cases_that_are_not_default_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(covering.ONLY, raising=False)
    tried = marked(each(["b", "a", "c"], ["c", "x", "a"]))
    assert tried == [(("b",), True), ("a", False), ("c", False)]
    tried = marked(each(["b", "a", "c"], ["c", "x", "a"], most=1))
    assert tried == [(("b",), True), (("a",), True), ("c", False)]
    assert [value for value, slow in marked(few(range(100), 4)) if not slow] == [0, 25, 50, 75]
    cases = [pytest.param(1, 2, id="both"), (3, 4)]
    assert few(cases, 1)[0] is cases[0]
    assert marked(few(cases, 0)) == [((1, 2), True), ((3, 4), True)]


def test_a_run_without_slow_tests_creates_no_slow_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(covering.ONLY, "1")
    assert each(["b", "a", "c"], ["c", "a"]) == ["c", "a"]
    assert marked(each(["b"], ["c", "a"])) == [(("b",), True)]
    assert few("abcde", 2) == ["a", "c"]
