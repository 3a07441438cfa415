"""Times, printed and not judged: machines differ."""

from __future__ import annotations

import random
import statistics
import time
from pathlib import Path

import pytest

from .site import Site


@pytest.mark.slow
@pytest.mark.e2e
def test_times(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Site(tmp_path) as site:
        start = site.seconds_to_first_answer
    rng = random.Random(1)
    times = []
    with Site(tmp_path) as site:
        for game in ("klondike", "freecell", "forty-thieves"):
            view = site.start(game, "7")
            for _ in range(100):
                if not view["moves"]:
                    break
                move = rng.choice(view["moves"])["move"]
                body = {"move": move, "revision": view["revision"]}
                begun = time.perf_counter()
                view = site.post(f"api/plays/{view['play']}/move", body)
                times.append(1000 * (time.perf_counter() - begun))
        again = site.seconds_to_first_answer
    assert times
    p95 = statistics.quantiles(times, n=20)[-1]
    with capsys.disabled():
        print(
            f"\nstart to first answer {start:.2f} s, the second time {again:.2f} s;"
            f" a move {statistics.median(times):.1f} ms, p95 {p95:.1f} ms"
        )
