"""Solver benchmarks: totals, comparison with the saved signature, and figures in the table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench import signature, solver

import cadogan
from cadogan.odds_data import published


def test_the_signature_shows_whether_the_search_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signature, "FILE", tmp_path / "signature.json")
    monkeypatch.setattr(signature, "GAMES", ("birthday", "grandfathers-clock"))
    assert signature.main([]) == 1
    assert "is missing" in capsys.readouterr().out
    assert signature.main(["--write"]) == 0
    assert signature.main([]) == 0
    kept = json.loads(signature.FILE.read_text())
    assert list(kept["games"]) == ["birthday", "grandfathers-clock"]
    for row in kept["games"].values():
        assert row["won"] + row["lost"] + row["unknown"] == len(signature.DEALS)

    kept["games"]["birthday"]["nodes"] *= 2
    signature.FILE.write_text(json.dumps(kept))
    capsys.readouterr()
    assert signature.main(["--games", "grandfathers-clock"]) == 0
    assert signature.main([]) == 1
    said = capsys.readouterr().out
    assert "(-50.0%)" in said
    assert "changed: birthday;" in said


def test_a_signature_is_the_same_every_time() -> None:
    first, again = (signature.signature("klondike-draw-3", range(1, 4), 3000) for _ in range(2))
    assert first == again
    assert signature.signature("klondike-draw-3", range(2, 5), 3000) != first


def test_the_checked_in_signature_names_the_games() -> None:
    if signature.FILE.exists():
        kept = json.loads(signature.FILE.read_text(encoding="utf-8"))
        assert sorted(kept["games"]) == sorted(signature.GAMES)
        assert (kept["deals"], kept["nodes"]) == ([1, len(signature.DEALS)], signature.NODES)


def test_a_row_of_the_table_adds_up() -> None:
    row = solver.measure("klondike", range(1, 4), 0.5)
    assert row["won"] + row["lost"] + row["unknown"] == 3
    assert [deal[0] for deal in row["deals"]] == [1, 2, 3]
    assert 0 < row["median"] <= row["p95"] <= row["p99"]
    assert row["peak_bytes"] > 10_000_000
    low, high = row["published"]["interval"]
    assert low < row["won"] / 3 <= high
    assert row["published"]["fits"]
    assert row["published"]["mean"] == 190


def test_the_published_games_are_games() -> None:
    assert set(published()) <= set(cadogan.games())
    for row in published().values():
        assert 0 < row.pm < row.share < 1


@pytest.mark.parametrize("wrong", [["--deals", "5-1"], ["--seconds", "0"], ["--games", "whist"]])
def test_a_wrong_request_is_refused(wrong: list[str]) -> None:
    with pytest.raises(SystemExit):
        solver.main(wrong)
