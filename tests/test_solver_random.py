"""Prunings with many conditions, on random games.

Tiny games are made from games of the catalogue, with random ranks, piles, builds, stocks and cells.
So the conditions of a pruning hold and fail in many ways. With and without the pruning, the solver
must agree with brute force.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cadogan.core.cards import RANKS
from cadogan.core.errors import InvalidDefinitionError
from cadogan.model.position import Game
from cadogan.solver.analysis.analysis import SWITCHES, analyse
from cadogan.solver.portfolio import solve
from cadogan.state.compiled import ASKS
from tests.brute import decide, search
from tests.covering import few
from tests.tiny import made

DEALS = 2
MOST = 3000  # positions that brute force searches
# Brute force stops at the first win, however many positions are left. In a 24-card Peek where any
# card may begin a row, it wins by luck after 40 positions. The search needs 626,000 with all
# prunings but safe moves off, so a limit of half a million was too low for a verdict.
NODES = 5_000_000

Changes = dict[str, Any]


def ranks(rng: random.Random, fewest: int, most: int) -> list[str]:
    """Draw consecutive ranks; sometimes aces follow the kings."""
    n = rng.randint(fewest, most)
    first = rng.choice((0, 13 - n, rng.randint(0, 13 - n), rng.randint(0, 12)))
    return [rank for i, rank in enumerate(RANKS) if (i - first) % 13 < n]


def dealt(rng: random.Random, cards: int, piles: int) -> list[int]:
    """Distribute cards among piles, nearly evenly or at random."""
    found = [cards // piles + (p < cards % piles) for p in range(piles)]
    for _ in range(rng.choice((0, 0, 1, 3))):
        a, b = rng.randrange(piles), rng.randrange(piles)
        if found[a] > 1:
            found[a] -= 1
            found[b] += 1
    return found


def hole(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game with one hole, or one that nearly meets the conditions."""
    of = rng.choice(("golf", "golf-dead-kings", "tripeaks", "black-hole", "all-in-a-row", "robert"))
    whole = of not in {"black-hole", "all-in-a-row"} and rng.random() < 0.4
    some = [*RANKS] if whole else ranks(rng, 3, 6)
    cards = 4 * len(some)
    way = rng.choice(("up or down",) * 10 + ("up", "up or down by 2"))
    suits = rng.choice(("any suit",) * 10 + ("in another suit", "in alternating colours"))
    wrap = rng.random() < (0.6 if whole else 0.05)
    build = f"{way} {suits}{', wrapping' if wrap else ''}"
    changes: Changes = {"ranks": " ".join(some), "foundation": {"build": build, "cards": cards}}
    if of == "golf-dead-kings" or rng.random() < 0.2:
        changes["foundation"]["ends"] = rng.choice(some)
    if of == "robert":
        changes["redeal"] = {"times": rng.randint(0, 2)}
        return of, changes
    piles = rng.randint(2, 5)
    if of == "black-hole":
        changes["foundation"]["start"] = rng.choice(some) + "S"
    if of == "tripeaks":
        piles = rng.choice((6, 6, 10))
        changes["tableau"] = {"piles": piles, "covered_by": "pyramid", "face": "up", "deal": 1}
    elif of in {"black-hole", "all-in-a-row"}:
        out = int(of == "black-hole")
        changes["tableau"] = {"piles": piles, "deal": dealt(rng, cards - out, piles)}
    else:
        most = min(cards - 2, 4 * piles)
        changes["tableau"] = {"piles": piles, "deal": dealt(rng, rng.randint(piles, most), piles)}
    if "stock" not in changes and of not in {"black-hole", "all-in-a-row"}:
        changes["win"] = rng.choice(("tableau empty", "tableau empty", "all on foundations"))
        if rng.random() < 0.2:  # the stock goes to a waste, whose cards follow or stay
            changes |= {"stock": {"deal": "1 to waste"}, "waste": {}}
            changes["redeal"] = {"times": rng.randint(0, 1)}
    if rng.random() < 0.15:
        changes["cell"] = {"piles": 1}
    if rng.random() < 0.1 and of != "tripeaks":
        changes["tableau"]["build"] = rng.choice(("down any suit", "up or down in suit"))
    return of, changes


def sliding(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which cards slide between equal cards, or one that nearly does."""
    of = rng.choice(("bakers-dozen", "good-measure", "good-measure-first-aces"))
    some = ranks(rng, 3, 5)
    if rng.random() < 0.8:  # the usual order, with aces low and kings high
        n = len(some)
        some = [*"A234Q"[: n - 1], "K"]
    suits = rng.choice(("any suit",) * 4 + ("in alternating colours", "in colour"))
    way = rng.choice(("down",) * 8 + ("up", "up or down"))
    piles = rng.randint(2, 6)
    cards = 4 * len(some) - 2 * (of == "good-measure") - 2 * (of == "good-measure-first-aces")
    changes: Changes = {
        "ranks": " ".join(some),
        "tableau": {
            "piles": piles,
            "deal": dealt(rng, cards, piles),
            "build": f"{way} {suits}{rng.choice(('',) * 6 + (', wrapping',))}",
            "sink": rng.choice(("K", "K", "", "Q")) if "Q" in some else rng.choice(("K", "")),
        },
        "foundation": {"start": some[0]},
    }
    if of == "bakers-dozen":
        changes["tableau"]["deal"] = dealt(rng, 4 * len(some), piles)
    if rng.random() < 0.15:
        changes["tableau"]["space"] = rng.choice(("K", "any card"))
    if rng.random() < 0.1:
        changes["foundation"]["to"] = ["tableau"]
    if rng.random() < 0.1:
        changes["cell"] = {"piles": 1}
    if rng.random() < 0.1:
        changes["foundation"]["build"] = "up in alternating colours"
    return of, changes


def blocks(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which blocks hang on either of two equal cards, or one that nearly does."""
    some = [*"A234Q"[: rng.randint(2, 5)], "K"]
    if rng.random() < 0.3:
        some = ranks(rng, 3, 5)
    piles = rng.randint(2, 5)
    deal = dealt(rng, 4 * len(some), piles)
    most = rng.choice((0, 0, 1, 3))
    build = rng.choice(("down in alternating colours",) * 8 + ("down in suit", "down any suit"))
    changes: Changes = {
        "ranks": " ".join(some),
        "tableau": {
            "piles": piles,
            "deal": deal,
            "face": [min(rng.randint(0, most), n - 1) for n in deal],
            "build": build,
            "space": rng.choice((some[-1], some[-1], some[-2], "any card", "none")),
        },
        "foundation": {"start": some[0]},
    }
    if rng.random() < 0.05:
        changes["tableau"]["take"] = "run"
    if rng.random() < 0.1:
        changes["foundation"]["to"] = ["tableau"]
    if rng.random() < 0.1:
        changes["cell"] = {"piles": 1}
    return "yukon", changes


def runs(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which runs lie on any of several equal cards, or one that nearly does."""
    of = rng.choice(("klondike",) * 3 + ("canfield", "canfield-base-lowest", "superior"))
    some = [*"A23"[: rng.randint(2, 3)], "K"]
    if rng.random() < 0.4:
        some = ranks(rng, 3, 5)
    decks = 2 if len(some) < 4 and rng.random() < 0.3 else 1
    cards = 4 * len(some) * decks
    piles = rng.randint(2, 4)
    of_suits = rng.choice(("alternating colours",) * 6 + ("any suit", "any suit", "suit", "colour"))
    build = f"down {of_suits}" if of_suits == "any suit" else f"down in {of_suits}"
    if rng.random() < (0.2 if of == "klondike" else 0.8):
        build += ", wrapping"
    if of == "klondike":
        deal = dealt(rng, rng.randint(cards // 2, cards - 2), piles)
        most = rng.choice((0, 1, 3, 3))
        face = [min(rng.randint(0, most), n - 1) for n in deal]
        tableau: Changes = {"piles": piles, "deal": deal, "face": face, "build": build}
        tableau["space"] = rng.choice((some[-1], "none", "none", "any card"))
        changes: Changes = {"foundation": {"piles": 4 * decks, "start": some[0]}}
    else:
        tableau = {"piles": piles, "build": build}
        changes = {"foundation": {"piles": 4 * decks}}
        changes["reserve"] = {"deal": rng.randint(cards // 4, cards // 2)}
    if rng.random() < 0.3:
        changes["foundation"]["to"] = rng.choice((["tableau"], []))
    changes |= {"ranks": " ".join(some), "decks": decks, "tableau": tableau}
    changes["stock"] = {"deal": f"{rng.randint(1, 3)} to waste"}
    times = rng.choice(("unlimited", "unlimited", "unlimited", 0, 1, 2))
    changes["redeal"] = {"times": times}
    if rng.random() < 0.15:
        changes["redeal"]["order"] = "shuffled"
    if rng.random() < 0.2:
        changes["cell"] = {"piles": rng.randint(1, 2)}
    if rng.random() < 0.05:
        tableau["take"] = rng.choice(("block", "top card"))
    return of, changes


def waiting(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game whose rules depend on spaces or on the end of the deals."""
    of, changes = runs(rng)
    tableau = changes["tableau"]
    if rng.random() < 0.3:
        tableau["take"] = rng.choice(("whole pile", "top card or whole pile", "block", "top card"))
    when = rng.choice(("tableau has a space",) * 5 + ("no deal left",))
    when = rng.choice(("", "", "", "not ")) + when
    if rng.random() < 0.7:
        other = {"build": rng.choice(("none", "none", "none", "down any suit"))}
        tableau["then"] = {"when": when} | rng.choice((other, other, {"take": "none"}))
    else:
        changes["stock"]["when"] = when
    if of != "klondike" and rng.random() < 0.5:
        tableau["fill"] = []
    return of, changes


def bearing(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which stock cards wait until they bear another, or one that nearly does."""
    of = rng.choice(("klondike", "klondike", "klondike-no-worrying-back", "trigon"))
    some = [*"A234Q"[: rng.randint(2, 4)], "K"]
    if rng.random() < 0.3:
        some = ranks(rng, 3, 5)
    decks = 2 if len(some) < 4 and rng.random() < 0.4 else 1
    cards = 4 * len(some) * decks
    piles = rng.randint(1, 4)
    deal = dealt(rng, rng.randint(max(cards // 4, piles), cards // 2 + 2), piles)
    most = rng.choice((0, 0, 1, 2))
    of_suits = rng.choice(("in alternating colours",) * 4 + ("any suit", "in suit", "in colour"))
    changes: Changes = {
        "ranks": " ".join(some),
        "decks": decks,
        "foundation": {"piles": 4 * decks, "start": some[0]},
        "tableau": {
            "piles": piles,
            "deal": deal,
            "face": [max(min(rng.randint(0, most), n - 1), 0) for n in deal],
            "build": f"down {of_suits}{rng.choice(('',) * 9 + (', wrapping',))}",
            "space": rng.choice((some[-1], some[-1], "none", "any card")),
        },
        "stock": {"deal": rng.choice(("1 to waste",) * 9 + ("2 to waste",))},
    }
    if rng.random() < 0.3:
        changes["foundation"]["to"] = rng.choice((["tableau"], []))
    if rng.random() < 0.1:
        changes["redeal"] = {"times": rng.randint(0, 2)}
    if rng.random() < 0.2:
        changes["cell"] = {"piles": rng.randint(1, 2)}
        if rng.random() < 0.3:
            changes["waste"] = {"to": ["foundation", "tableau"]}
    if rng.random() < 0.05:
        changes["tableau"]["take"] = rng.choice(("block", "top card"))
    return of, changes


def paired(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which cards leave play in pairs, or a similar game with other sets."""
    of = rng.choice(("pyramid",) * 4 + ("pyramid-covered", "treize", "giza", "par-pyramid",
                     "fourteen-out", "nestor", "baroness"))  # fmt: skip
    some = rng.choice(("A 2 J Q K", "A 2 J Q K", "A Q K", "5 6 7 8", "6 7 K", "A 2 3 T J Q"))
    sets = rng.choice((["13", "K"],) * 5 + (["13", "K", "Q"], ["same rank"], ["13", "same rank"]))
    changes: Changes = {"ranks": some, "remove": {"sets": sets}}
    cards = 4 * len(some.split())
    if of in {"fourteen-out", "nestor"}:
        piles = rng.randint(2, 6)
        most = cards - rng.randint(0, 4) if of == "nestor" else cards
        changes["tableau"] = {"piles": piles, "deal": dealt(rng, most, piles)}
        if of == "nestor":
            changes["reserve"] = {"piles": cards - most, "deal": 1} if cards > most else {}
    elif of == "baroness":
        changes["tableau"] = {"piles": rng.randint(2, 5), "space": rng.choice(("none", "any card"))}
        changes["stock"] = {"deal": "1 to each tableau"}
    else:
        changes["tableau"] = {"piles": rng.choice((3, 3, 6, 6, 10))}
    if of == "giza":
        piles = rng.randint(2, 4)
        rest = cards - changes["tableau"]["piles"]
        changes["reserve"] = {"piles": piles, "deal": dealt(rng, rest, piles)}
    elif "pyramid" in of or of == "treize":
        if rng.random() < 0.5:
            changes["redeal"] = {"times": rng.choice((0, 1, 2, "unlimited"))}
        if rng.random() < 0.3:
            changes["remove"]["from"] = ["tableau", "waste"]
            changes["stock"] = {"deal": f"{rng.choice((1, 1, 3))} to waste", "turned": False}
        if rng.random() < 0.05 and "redeal" in changes:
            changes["redeal"]["order"] = "shuffled"
    kept = rng.choice(some.split())
    wins = ("all out of play",) * 5 + ("tableau empty", f"all out of play but {kept}")
    changes["win"] = rng.choice(wins)
    return of, changes


def row(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which a row is gathered into one pile, or one that nearly is."""
    of = rng.choice(("accordion", "accordion", "late-binding-solitaire", "accordion-one-by-one"))
    some = ranks(rng, 2, 4)
    cards = 4 * len(some)
    piles = rng.randint(4, cards) if of == "late-binding-solitaire" else cards
    way = rng.choice(("same suit or rank",) * 4 + ("up any suit", "same rank", "up in suit"))
    wrap = ", wrapping" if way.startswith("up") and rng.random() < 0.5 else ""
    reach = rng.choice(([1, 3], [1, 3], [1, 2], [1], [2, 3]))
    tableau: Changes = {"piles": piles, "build": way + wrap, "reach": reach}
    if rng.random() < 0.15:
        tableau["take"] = "whole pile"
    return of, {"ranks": " ".join(some), "tableau": tableau}


def grid(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which rows of a grid are put in order, or one that nearly is."""
    of = rng.choice(("gaps-one-deal", "gaps-fixed-rows", "gaps", "blue-moon"))
    some = "A 2 3 4"[: rng.choice((5, 7, 7))]
    n = len(some.split())
    change: Changes = {"piles": 4 * n, "row": n}
    if of == "blue-moon":
        change = {"piles": 4 * n + 4, "row": n + 1, "deal": ([0] + [1] * n) * 4}
    elif of == "gaps-fixed-rows":
        change["row_start"] = ["2C", "2D", "2H", "2S"]
    changes: Changes = {"ranks": some, "tableau": change}
    if of in {"gaps", "blue-moon"}:
        changes["redeal"] = {"times": rng.choice((0, 1, 1, 2))}
    if rng.random() < 0.2:
        change["fixed"] = True
    if rng.random() < 0.15:
        change["space"] = "either neighbour"
    return of, changes


def suitless(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game in which suits do not matter, or matter little."""
    some = ranks(rng, 3, 5)
    cards = 4 * len(some)
    piles = rng.randint(2, 4)
    of_suits = rng.choice(("any suit",) * 4 + ("in suit", "in alternating colours", "in colour"))
    built = rng.choice(("none",) * 3 + ("down any suit",) * 3 + ("down in suit",))
    if of_suits == "in alternating colours":
        built = rng.choice((built, "down in alternating colours"))
    changes: Changes = {
        "ranks": " ".join(some),
        "decks": 1,
        "foundation": {"piles": 4, "start": some[0], "build": f"up {of_suits}", "placed": False},
        "tableau": {
            "piles": piles,
            "deal": dealt(rng, rng.randint(cards // 3, cards * 2 // 3), piles),
            "build": built,
            "take": rng.choice(("top card", "top card", "top card", "run", "block")),
            "space": rng.choice(("none", "none", "any card", some[-1])),
        },
        "reserve": {"piles": len(some)},
    }
    if rng.random() < 0.2:
        changes["reserve"]["take"] = "top card"
    return "lady-of-the-manor", changes


def rows_of_suits(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game whose rows take the cards of a suit in any order, or one that nearly does."""
    some = ranks(rng, 3, 6)
    cards = 4 * len(some)
    piles = rng.randint(1, 4)
    reserve = rng.randint(piles, cards - 2) // piles
    changes: Changes = {
        "ranks": " ".join(some),
        "reserve": {"piles": piles, "deal": reserve},
        "stock": {"deal": f"{rng.randint(1, 3)} to waste"},
        "redeal": {"times": rng.choice(("unlimited", "unlimited", 0, 1, 2))},
    }
    if rng.random() < 0.5:
        changes["foundation"] = rng.choice(
            (
                {"limited_by": ""},
                {"deal": 0, "start": some[0]},
                {"build": "up in suit, wrapping"},
                {"to": ["reserve"]},
                {"deal": 0, "start": "above the reserve"},
                {"deal": 0, "start": some[0], "awaits": "reserve", "limited_by": ""},
                {"deal": 0, "start": some[0], "ends": some[-1]},
                {"deal": 0, "start": some[0], "cards": rng.randint(2, len(some))},
                {"deal": 0, "start": some[0], "piles": rng.choice((3, 5))},
                {"deal": 0, "start": "any card"},
            )
        )
    if rng.random() < 0.2:
        changes["reserve"]["take"] = "any card"
    if rng.random() < 0.1:
        changes["cell"] = {"piles": 1}
    return rng.choice(("osmosis", "peek")), changes


def heaps(rng: random.Random) -> tuple[str, Changes]:
    """Draw a game whose heaps are left only for foundations, or one that nearly does."""
    of = rng.choice(("auld-lang-syne", "tam-o-shanter", "contradance"))
    times = rng.choice((0, 1, 1, 2, "unlimited"))
    if of == "contradance":
        low, high = rng.choice(("4 5", "3 4 5")), rng.choice(("6 7", "6 7 8"))
        fives = {"sequence": low, "placed": rng.random() < 0.7}
        sixes = {"sequence": high, "placed": rng.random() < 0.7}
        foundation: Changes = {"fives": fives, "sixes": sixes}
        changes: Changes = {"ranks": f"{low} {high}", "foundation": foundation}
        changes["redeal"] = {"times": times}
    else:
        some = ranks(rng, 3, 5)
        decks = 2 if len(some) < 5 and rng.random() < 0.4 else 1
        way = rng.choice(("up",) * 6 + ("down", "up or down"))
        suits = rng.choice(("any suit",) * 3 + ("in suit",) * 3 + ("in alternating colours",))
        foundation = {"piles": 4 * decks, "start": some[0 if way != "down" else -1]}
        foundation |= {"build": f"{way} {suits}", "placed": False}
        piles = rng.randint(2, 5)
        deal = [rng.randint(0, 3) for _ in range(piles)]
        changes = {"ranks": " ".join(some), "decks": decks, "foundation": foundation}
        changes["tableau"] = {"piles": piles, "deal": deal}
        if rng.random() < 0.5:
            changes["stock"] = {"deal": f"{rng.choice((1, 1, 1, 2, 3))} to each tableau"}
        else:
            changes["stock"] = {"deal": f"{rng.choice((1, 1, 1, 2, 3))} to waste"}
            changes["waste"] = {"piles": rng.choice((1, 1, 1, 2))}
            changes["redeal"] = {"times": times}
        if rng.random() < 0.1:
            changes["tableau"]["space"] = "any card"
        if rng.random() < 0.1:
            changes["cell"] = {"piles": 1}
    if "redeal" in changes and rng.random() < 0.1:
        changes["redeal"]["order"] = "shuffled"
    return of, changes


MAKERS: dict[str, Callable[[random.Random], tuple[str, Changes]]] = {
    "follow": hole,
    "slide": sliding,
    "tails": blocks,
    "runs": runs,
    "bear": bearing,
    "dead": waiting,
    "safe": rows_of_suits,
    "lone": paired,
    "pairs": paired,
    "apart": row,
    "places": grid,
    "timely": heaps,
    "suits": suitless,
}
NEEDED = {
    "bear": {"stock"},
    "timely": {"symmetry", "safe", "suits"},
}  # other switches that a pruning needs
BESIDE = {  # other switches that are also tried in their off position
    "bear": ("runs", "parents", "safe", "dead"),
    "dead": ("stock", "safe"),
    "safe": ("dead", "stock"),
    "timely": ("dead", "safe", "suits"),
}


def is_on(switch: str, game: Game) -> bool:
    A = analyse(game, game.deal(1).snapshot.base)
    found = {
        "follow": A.holes.way,
        "slide": A.dominance.slides,
        "tails": A.dominance.tails,
        "runs": A.dominance.runs,
    }
    found |= {
        "bear": A.dominance.bears,
        "dead": A.relaxation.used and game.compiled_rules.mechanics.needed == ASKS,
        "safe": A.safe.rows,
        "lone": A.matching.lone,
        "pairs": A.matching.used,
        "apart": A.components.used,
        "places": A.grid.used,
        "timely": A.heaps.used,
    }
    found |= {"suits": len({*A.same}) < len(A.same)}
    return bool(found[switch])


@pytest.mark.parametrize("switch", few(MAKERS, 1))
@pytest.mark.parametrize(
    ("games", "seed"), few([(20, "everyday"), *((150, f"part {part}") for part in range(4))], 1)
)
def test_a_pruning_changes_no_verdict_on_random_games(switch: str, games: int, seed: str) -> None:
    rng = random.Random(f"{switch} {seed}")
    alone = tuple({*SWITCHES} - {switch} - NEEDED.get(switch, set()))
    others = [(other,) for other in BESIDE.get(switch, ())]
    seen: Counter[str] = Counter()
    while seen["games"] < games:
        of, changes = MAKERS[switch](rng)
        seen["drawn"] += 1
        try:
            game = Game(made("drawn", of, changes))
        except InvalidDefinitionError:
            continue
        if seen["off"] * 2 > games and not is_on(switch, game):
            continue  # the test has seen enough games without the pruning
        seen["games"] += 1
        seen["on" if is_on(switch, game) else "off"] += 1
        for deal in range(1, DEALS + 1):
            start = rng.randint(1, 10**6)
            position = game.deal(start)
            won = decide(position, MOST)
            if won is None:
                continue
            for without in ((), (switch,), alone, *others):
                verdict = solve(position, nodes=NODES, without=without, line="counted")
                where = f"{of} {changes}, deal {start} ({deal}), without {without}: {verdict}"
                assert verdict.result == ("won" if won else "lost"), where
            verdict = solve(position, nodes=NODES, methods=("best",), line="counted")
            where = f"{of} {changes}, deal {start} ({deal}), best first: {verdict}"
            assert verdict.result in {"won" if won else "lost", "unknown"}, where
            seen["won" if won else "lost"] += is_on(switch, game)
    assert seen["on"] > 0.4 * games, seen
    assert min(seen["won"], seen["lost"]) > 0.03 * games, seen
    assert seen["drawn"] < 3 * games + 30, seen


def test_a_game_that_brute_force_wins_by_luck_is_decided() -> None:
    foundation = {"deal": 0, "start": "any card"}
    changes: Changes = {
        "ranks": "8 9 T J Q K",
        "foundation": foundation,
        "reserve": {"piles": 3, "deal": 2},
        "stock": {"deal": "2 to waste"},
        "redeal": {"times": "unlimited"},
    }
    position = Game(made("drawn", "peek", changes)).deal(600928)
    assert search(position, MOST) == (True, 40)
    without = {*SWITCHES} - {"safe"}
    verdict = solve(position, nodes=NODES, without=without, line="counted")
    assert verdict.result == "won"
    # Only the limit may leave a verdict open.
    some = solve(position, nodes=verdict.nodes // 2, without=without, line="counted")
    assert (some.result, some.limit) == ("unknown", "nodes")
