"""Signature of the search: node totals, verdicts and lines on fixed deals.

    python -m bench signature [--games klondike,yukon] [--write]

The command searches deals of each game with a limit in nodes, so that the same code produces the
same numbers on every machine. It compares the totals, and a digest of the verdicts and winning
lines, with ``bench/signature.json``. If they differ, it names the games, and the exit status is 1.
If you intended the change, ``--write`` updates the file; its diff shows the effect.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cadogan
from cadogan.solver.portfolio import solve
from cadogan.solver.result import Verdict

__all__ = ["DEALS", "GAMES", "NODES", "differences", "main", "signature"]

GAMES = (
    "algerian",
    "bakers-dozen",
    "big-ben",
    "birthday",
    "bisley",
    "canfield",
    "castles-in-spain",
    "forty-thieves",
    "freecell",
    "good-measure",
    "grandfathers-clock",
    "klondike",
    "klondike-draw-3",
    "la-belle-lucie",
    "portuguese-solitaire",
    "scorpion",
    "spanish-patience",
    "yukon",
)
DEALS = range(1, 21)
NODES = 20_000
FILE = Path(__file__).with_name("signature.json")

Row = dict[str, Any]


def signature(
    game_id: str,
    deals: Sequence[int] = DEALS,
    nodes: int = NODES,
    search: Callable[..., Verdict] = solve,
) -> Row:
    """Return a game's totals: won, lost, unknown, nodes, and a digest of verdicts and lines."""
    game = cadogan.game(game_id)
    results: Counter[str] = Counter()
    total = 0
    digest = hashlib.sha256()
    for deal in deals:
        verdict = search(game.deal(deal), nodes=nodes)
        results[verdict.result] += 1
        total += verdict.nodes
        digest.update(f"{deal} {verdict.result} {' '.join(verdict.line)}\n".encode())
    return {
        "won": results["won"],
        "lost": results["lost"],
        "unknown": results["unknown"],
        "nodes": total,
        "digest": digest.hexdigest()[:16],
    }


def differences(kept: Row | None, found: Row) -> list[str]:
    """Describe the changes in a game's totals.

    >>> old = {"won": 9, "lost": 1, "unknown": 0, "nodes": 5100, "digest": "ab"}
    >>> differences(old, old | {"nodes": 4100, "digest": "cd"})
    ['nodes 5,100 -> 4,100 (-19.6%)', 'different verdicts or lines']
    >>> differences(None, old)
    ['not in the file']
    """
    if kept is None:
        return ["not in the file"]
    said = [
        f"{key} {kept[key]} -> {found[key]}"
        for key in ("won", "lost", "unknown")
        if kept[key] != found[key]
    ]
    old, new = kept["nodes"], found["nodes"]
    if old != new:
        more = f" ({(new - old) / old:+.1%})" if old else ""
        said.append(f"nodes {old:,} -> {new:,}{more}")
    if kept["digest"] != found["digest"]:
        said.append("different verdicts or lines")
    return said


def _kept() -> dict[str, Row]:
    """Return the games in the signature file; exit if its deals or its limit differ."""
    if not FILE.exists():
        print(f"{FILE.name} is missing; write it with: python -m bench signature --write")
        return {}
    whole = json.loads(FILE.read_text(encoding="utf-8"))
    if (whole["deals"], whole["nodes"]) != ([DEALS[0], DEALS[-1]], NODES):
        print(
            f"{FILE.name} was made with other deals or another limit; write it again with --write"
        )
        return {}
    games: dict[str, Row] = whole["games"]
    return games


def _write(games: dict[str, Row]) -> None:
    rows = ",\n".join(f'  "{name}": {json.dumps(games[name])}' for name in sorted(games))
    head = f'"deals": [{DEALS[0]}, {DEALS[-1]}],\n "nodes": {NODES},\n "games"'
    FILE.write_text(f"{{{head}: {{\n{rows}\n }}}}\n", encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Compare the totals with the file, or write it; return 1 if a game differs."""
    parser = argparse.ArgumentParser(
        prog="python -m bench signature", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument(
        "--games", default="", help="ids, separated by commas; by default the fixed list"
    )
    parser.add_argument("--write", action="store_true", help="write the file instead of comparing")
    args = parser.parse_args(arguments)
    ids = [i for i in args.games.split(",") if i] or list(GAMES)
    unknown = [i for i in ids if i not in GAMES]
    if unknown:
        parser.error(f"not in the signature: {', '.join(unknown)}; there are {', '.join(GAMES)}")
    kept = _kept()
    found: dict[str, Row] = {}
    changed = []
    print(f"{'signature':24}{'won':>5}{'lost':>5}{'unknown':>8}{'nodes':>12}  digest", flush=True)
    for name in ids:
        row = found[name] = signature(name)
        changes = "; ".join(differences(kept.get(name), row))
        if changes:
            changed.append(name)
        print(
            f"{name:24}{row['won']:>5}{row['lost']:>5}{row['unknown']:>8}{row['nodes']:>12,}"
            f"  {row['digest']}{'  ' + changes if changes else ''}",
            flush=True,
        )
    total = sum(row["nodes"] for row in found.values())
    print(f"{'in all':24}{'':18}{total:>12,}")
    if args.write:
        # Drop games that are no longer in the list.
        _write({name: row for name, row in (kept | found).items() if name in GAMES})
        print(f"{FILE.name} written")
        return 0
    if changed:
        print(
            f"changed: {', '.join(changed)}; if you intended it: python -m bench signature --write"
        )
    return 1 if changed else 0
