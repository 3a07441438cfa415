"""All that looks wrong with a game, in plain words."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cadogan.cards import RANKS, card_name, rank_of
from cadogan.errors import NoSolver, TooLarge
from cadogan.figures.interval import interval
from cadogan.inspection.matters import answers_that_do_nothing, rules_that_do_nothing
from cadogan.inspection.plays import LONGEST, Played, Seen, Table, play_at_random, replay
from cadogan.language.catalogue import at_hand, built_in, meant
from cadogan.language.group import Group
from cadogan.policies.machine import play
from cadogan.position import Game
from cadogan.solver import solve

__all__ = ["DEALS", "PLAYS", "Finding", "Report", "inspect"]

PLAYS = 1000
DEALS = 20
_NODES = 100_000  # of the search, a deal
_LUCK = 10_000  # deals played by a policy where none of those solved can be won
_COMPARED = 100  # random plays with which it is tried what a rule does
_EASY = 0.8  # of random plays: who wins so many wins without thinking
_RANK_NAMES = dict(zip(RANKS, ("aces", "twos", "threes", "fours", "fives", "sixes", "sevens",
    "eights", "nines", "tens", "jacks", "queens", "kings"), strict=True))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that looks wrong.

    Attributes:
        kind: ``"cards-never-move"``, ``"pile-never-reached"``, ``"pile-never-left"``,
            ``"never-ends"``, ``"never-won"``, ``"always-won"``, ``"rule-never-matters"`` or
            ``"name-taken"``.
        sure: whether it is wrong in any game; if not, it may be meant so.
        said: a sentence for people.
    """

    kind: str
    sure: bool
    said: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was found.

    Attributes:
        game: looked at. plays: made at random; ended: those that came to an end, won: those won;
        circling: those that were cut off, and in which some position had come again.
        length: moves of the play in the middle. deals: solved; winnable, lost: of them; the others
            were given up.
    """

    game: Game
    plays: int
    ended: int
    won: int
    circling: int
    length: int
    deals: int
    winnable: int
    lost: int
    findings: tuple[Finding, ...]


def inspect(
    game: Game,
    raw: dict[str, Any],
    *,
    plays: int = PLAYS,
    deals: int = DEALS,
    report: Callable[[str], object] = lambda _: None,
) -> Report:
    """Play a game at random, solve some deals, and say what looks wrong.

    The same game gets the same report.

    Args:
        game: with the answers to its choices with which it is to be looked at.
        raw: the file of its definition, read as TOML.
        plays: how many random plays.
        deals: how many deals are solved.
        report: told what is being done.
    """
    seen = Seen()
    table = Table(game)
    report(f"{game.name}: {plays:,} random plays")
    random_plays = play_at_random(table, range(1, plays + 1), seen)
    report(f"{game.name}: {deals} deals are solved")
    results, lines = _solved(game, deals)
    replay(table, lines, seen)
    won = bool(lines) or any(p.won for p in random_plays)  # it may be meant so: one wins without
    lucky = 0
    if results and {*results} == {"lost"} and not won:  # luck may be rarer than that
        report(f"{game.name}: {_LUCK:,} deals are played")
        lucky = sum(one.won for one in play(game, range(1, _LUCK + 1), "greedy"))
    watched = f"in {plays:,} random plays" + (f" and {len(lines)} that win" if lines else "")
    report(f"{game.name}: what each rule does")
    findings = [
        *_endless(random_plays, sure=not won),
        *_outcome(random_plays, results, lucky),
        *_cards(seen, watched, sure=not won),
        *_piles(game, seen, watched, sure=not won),
        *_rules(game, raw, [*lines, *random_plays[:_COMPARED]]),
        *_name(game),
    ]
    return Report(
        game,
        plays,
        sum(p.over for p in random_plays),
        sum(p.won for p in random_plays),
        sum(p.circle or p.again for p in random_plays),
        int(statistics.median(len(p.moves) for p in random_plays)),
        len(results),
        results.count("won"),
        results.count("lost"),
        tuple(sorted(findings, key=lambda f: not f.sure)),
    )


def _solved(game: Game, deals: int) -> tuple[list[str], list[Played]]:
    """Solve the first deals, more if all are lost; return the results, and the plays that win."""
    results: list[str] = []
    lines: list[Played] = []
    for number in range(1, 10 * deals + 1):
        if number > deals and {*results} != {"lost"}:
            break  # only where no deal can be won are more looked at
        position = game.deal(number)
        try:
            verdict = solve(position, nodes=_NODES, memory=1 << 28)
        except (NoSolver, TooLarge):
            return [], []
        results.append(verdict.result)
        made = []
        for text in verdict.line:
            move = position.find(text)
            made.append(move.code)
            position = position.play(text)
        if verdict.result == "won":
            lines.append(Played(number, tuple(made), won=True, over=True))
    return results, lines


# --- what was seen --------------------------------------------------------------------------------


def _endless(played: Sequence[Played], *, sure: bool) -> Iterator[Finding]:
    circles = [p for p in played if p.circle]
    if len(circles) > len(played) / 2:  # in games of skill some deals leave no choice
        first = circles[0]
        yield Finding(
            "never-ends",
            sure=True,
            said=f"{len(circles):,} of {len(played):,} plays never end: there is no choice, and the"
            f" same positions come again and again (deal {first.deal}, from move"
            f" {len(first.moves)} at the latest). Let something be used up, as redeals are.",
        )
        return
    shut = [p for p in played if p.near]
    cut = [p for p in played if p.again]
    some = shut if len(shut) > len(played) / 2 else cut
    # who plays at random moves cards to and fro, which says nothing against a game that can be won
    if not sure or len(some) <= len(played) / 2:
        return
    first = some[0]
    if some is shut:
        told = (
            f"never end, though there is a choice: after {LONGEST} moves few positions could still"
            f" be reached, and none of them was an end (deal {first.deal}: {first.near}). Who plays"
            " has to see that all is over, and give up."
        )
    else:
        told = (
            f"were not over after {LONGEST} moves, and the same positions came again (in deal"
            f" {first.deal}, for one): a play can go round for ever."
        )
    yield Finding(
        "never-ends",
        sure=False,
        said=f"{len(some):,} of {len(played):,} random plays {told} If that is not meant, let"
        " something be used up, as redeals are, or let fewer moves be taken back.",
    )


def _outcome(played: Sequence[Played], results: Sequence[str], lucky: int) -> Iterator[Finding]:
    deals, lost = len(results), results.count("lost")
    won = sum(p.won for p in played)
    if deals and "won" not in results:
        if lost == deals:
            said = f"None of the first {deals} deals can be won: that is proved of each."
            if lucky:
                said += (
                    f" Of {_LUCK:,} that the policy greedy plays {lucky:,} are won: it takes rare"
                    " luck. If that is not meant, let more be allowed."
                )
        else:
            rest = "the other was" if deals - lost == 1 else "the others were"
            told = (
                f"; of {lost} it is proved that they cannot be, {rest}" if lost else ", they were"
            )
            said = f"None of the first {deals} deals was won by the solver{told} given up."
        yield Finding("never-won", lost == deals and not won and not lucky, said)
    if won >= _EASY * len(played):
        yield Finding(
            "always-won",
            sure=True,
            said=f"{won:,} of {len(played):,} random plays were won: one wins without thinking.",
        )
    elif deals and set(results) == {"won"}:
        least = interval(deals, 0, deals)[0]
        yield Finding(
            "always-won",
            sure=False,
            said=f"All of the first {deals} deals can be won, so {least:.0%} or more of all deals"
            " can be. If that is too easy, take something away.",
        )


def _cards(seen: Seen, watched: str, *, sure: bool) -> Iterator[Finding]:
    still = sorted(seen.elsewhere - seen.moved)
    ranks = [r for r in RANKS if {c for c in still if RANKS[rank_of(c) - 1] == r}]
    whole = [r for r in ranks if sum(RANKS[rank_of(c) - 1] == r for c in still) == 4]
    single = [c for c in still if RANKS[rank_of(c) - 1] not in whole]
    named = [f"the {_RANK_NAMES[r]}" for r in whole]
    named += [card_name(c) for c in single[:4]]
    if len(single) > 4:
        named.append(f"{len(single) - 4} others")
    if named:
        yield Finding(
            "cards-never-move",
            sure=sure,
            said=f"These cards never moved {watched}: {', '.join(named)}. Nothing takes them, or"
            " nothing lets them go.",
        )


def _piles(game: Game, seen: Seen, watched: str, *, sure: bool) -> Iterator[Finding]:
    rules = game.compiled
    of_group: dict[str, list[int]] = {}
    groups: dict[str, Group] = {}
    for p, group in enumerate(rules.of):
        of_group.setdefault(group.name, []).append(p)
        groups[group.name] = group
    for name, piles in of_group.items():
        group = groups[name]
        none = [p for p in piles if not seen.reached[p]]
        many = len(none) == len(piles)
        if none and _takes(group) and (many or group.kind == "foundation"):
            what = (
                f"No card ever came to {_told(name, piles)}"
                if many
                else (
                    f"No card ever came to {', '.join(rules.names[p] for p in none)} of"
                    f" {_told(name, piles)}"
                )
            )
            # in a hard game none may be filled in plays that win nothing
            hard = sure and group.kind == "foundation"
            yield Finding("pile-never-reached", sure=not hard, said=f"{what}, {watched}.")
        elif group.kind not in {"foundation", "discard"} and not seen.left[piles].any():
            yield Finding(
                "pile-never-left",
                sure=sure and game.definition.win != "score",  # there cards may be laid for good
                said=f"No card ever left {_told(name, piles)}, {watched}.",
            )


def _takes(group: Group) -> bool:
    """Say whether a definition means cards to come to a group."""
    if group.kind in {"stock", "discard"} or group.placed:
        return False
    return (
        group.kind in {"foundation", "waste", "cell"}
        or {group.build, group.space} - {"", "none"} != set()
    )


def _told(name: str, piles: Sequence[int]) -> str:
    return f"the {name}" if len(piles) == 1 else f"the {len(piles)} piles of the {name}"


def _name(game: Game) -> Iterator[Finding]:
    """Find that a game of one's own has a name of another in the catalogue."""
    definition = game.definition
    known = built_in()
    if game.id in known and known[game.id].file == definition.file:
        return
    others = [key for key in meant(definition.name) if key in at_hand()]
    if others:
        ids = " and ".join(map(repr, others))
        yield Finding(
            "name-taken",
            sure=False,
            said=f"{definition.name!r} is also a name of {ids} in the catalogue. With another name"
            " this game can be found by it.",
        )


def _rules(game: Game, raw: dict[str, Any], played: Sequence[Played]) -> Iterator[Finding]:
    file, watched = game.definition.file, f"{len(played)} plays"
    for key, changed in rules_that_do_nothing(raw, file, game.id, played):
        yield Finding(
            "rule-never-matters",
            sure=False,
            said=f"{key} makes no difference: with it {changed}, {watched} would have gone just the"
            " same.",
        )
    for name, answer in answers_that_do_nothing(game, played):
        yield Finding(
            "rule-never-matters",
            sure=False,
            said=f"options.{name}: the answer {answer!r} makes no difference in {watched}.",
        )
