"""Report on a game: likely mistakes in its definition, as sentences."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cadogan.core.cards import rank_of
from cadogan.core.errors import SolverMissingError, TooLargeError
from cadogan.i18n.grammar import card_name
from cadogan.lint.lost_deals import Openings, openings
from cadogan.lint.sample_plays import LONGEST, Played, Seen, Table, play_at_random, replay
from cadogan.lint.time_budget import TimeBudget
from cadogan.lint.unused_rules import answers_that_do_nothing, rules_that_do_nothing
from cadogan.model.position import Game
from cadogan.odds_data.interval import interval
from cadogan.players.host import play
from cadogan.rules.catalogue import at_hand, built_in, meant
from cadogan.rules.group import Group
from cadogan.rules.phrases import WinWay
from cadogan.solver.host import allowed_memory
from cadogan.solver.portfolio import solve

PLAYS = 1000
DEALS = 20
OPENINGS = 100  # the number of deals whose first position is examined
_NODES = 100_000  # the search limit in nodes, per deal
_MEMORY = 1 << 28  # the search limit in bytes of memory
_LEAST = 0.05  # the search limit in seconds, per deal
_LUCK = 10_000  # the number of deals that a policy plays if the solver has won none
_AT_ONCE = 500  # the number of deals between checks of the clock
# the fraction of the time limit by which each part must end
_SHARES = {"plays": 0.3, "openings": 0.4, "deals": 0.75, "luck": 0.85, "rules": 1.0}
_COMPARED = 100  # the number of random plays that test whether a rule matters
_EASY = 0.8  # if more than this share of random plays are won, the game needs no skill
_RANK_NAMES = (
    "aces", "twos", "threes", "fours", "fives", "sixes", "sevens",
    "eights", "nines", "tens", "jacks", "queens", "kings",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One likely mistake in a definition.

    Attributes:
        kind: ``"cards-never-move"``, ``"pile-never-reached"``, ``"pile-never-left"``,
            ``"never-ends"``, ``"never-won"``, ``"lost-from-the-start"``, ``"always-won"``,
            ``"rule-never-matters"`` or ``"name-taken"``.
        sure: whether the finding is a mistake in every game; if false, it may be intended.
        said: the sentence for the author.
    """

    kind: str
    sure: bool
    said: str


@dataclass(frozen=True, slots=True)
class Report:
    """The findings of a check.

    Attributes:
        game: the game.
        plays: the number of random plays: ``ended`` came to an end, ``won`` were won, and
            ``circling`` were cut off after a position had recurred.
        length: the median number of moves in a play.
        deals: the number of deals given to the solver. ``winnable`` and ``lost`` count its
            verdicts; for the others, the solver reached a limit.
        openings: the number of deals whose first position was examined; ``dead`` of them are lost
            from the start.
        cut: the parts of the check that ran out of time.
        unplayed: the reason why the game could not be played, or "". The check then covers only
            names and openings.
    """

    game: Game
    plays: int = 0
    ended: int = 0
    won: int = 0
    circling: int = 0
    length: int = 0
    deals: int = 0
    winnable: int = 0
    lost: int = 0
    openings: int = 0
    dead: int = 0
    cut: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    unplayed: str = ""


def lint_game(
    game: Game,
    raw: dict[str, Any],
    *,
    plays: int = PLAYS,
    deals: int = DEALS,
    seconds: float | None = None,
    report: Callable[[str], object] = lambda _: None,
) -> Report:
    """Play a game at random, solve some deals, and report likely mistakes.

    Without a time limit, the same game always gets the same report. Without a solver, the function
    checks only names and openings.

    Args:
        game: the game, with answers to its choices.
        raw: the parsed TOML file of the game's definition.
        plays: the number of random plays to make.
        deals: the number of deals to solve.
        seconds: the wall-clock limit in seconds; no part begins after it.
        report: a function that is called from time to time with the current activity.
    """
    watch = TimeBudget(seconds, lambda text: report(f"{game.name}: {text}"))
    try:
        return _played_and_solved(game, raw, plays, deals, watch)
    except SolverMissingError as error:
        begun = _openings(game, deals, watch)
        return Report(
            game,
            openings=begun.tried,
            dead=len(begun.lost),
            cut=tuple(watch.cut),
            findings=(*_dead(begun), *_name(game)),
            unplayed=str(error),
        )


def _played_and_solved(
    game: Game, raw: dict[str, Any], plays: int, deals: int, watch: TimeBudget
) -> Report:
    """Return the report on a game that can be played, with or without a kernel."""
    table, seen = Table(game), Seen()
    random_plays = _played(table, plays, seen, watch)
    begun = _openings(game, deals, watch)
    results, lines = _solved(game, deals, watch)
    replay(table, lines, seen)
    # wins in random plays also show that the game can be won
    won = bool(lines) or any(p.won for p in random_plays)
    tried = lucky = 0
    # let a policy play more deals, because wins may be rare
    if results and {*results} == {"lost"} and not won:
        tried, lucky = _lucky(game, watch)
    watched = f"in {len(random_plays):,} random plays"
    watched += f" and {len(lines)} that win" if lines else ""
    watch.begin("what each rule does", _SHARES["rules"])
    findings = [
        *_endless(random_plays, sure=not won),
        *_dead(begun),
        *_outcome(random_plays, results, tried, lucky),
        *_cards(seen, watched, sure=not won),
        *_piles(game, seen, watched, sure=not won),
        *_rules(game, raw, [*lines, *random_plays[:_COMPARED]], watch),
        *_name(game),
    ]
    return Report(
        game,
        len(random_plays),
        sum(p.over for p in random_plays),
        sum(p.won for p in random_plays),
        sum(p.circle or p.again for p in random_plays),
        int(statistics.median(len(p.moves) for p in random_plays)),
        len(results),
        results.count("won"),
        results.count("lost"),
        begun.tried,
        len(begun.lost),
        tuple(watch.cut),
        tuple(sorted(findings, key=lambda f: not f.sure)),
    )


def _played(table: Table, plays: int, seen: Seen, watch: TimeBudget) -> list[Played]:
    """Return as many random plays as time allows, but at least one."""
    watch.begin(f"{plays:,} random plays", _SHARES["plays"])
    played: list[Played] = []
    while len(played) < plays and not (played and watch.late()):
        played += play_at_random(table, [len(played) + 1], seen)
        watch.tell(f"{len(played):,} made")
    return played


def _openings(game: Game, deals: int, watch: TimeBudget) -> Openings:
    """Examine the openings of the first deals; examine none if the solver gets no deals."""
    if not deals:
        return Openings(0, (), (), ())
    watch.begin(f"the beginning of {OPENINGS} deals", _SHARES["openings"])
    return openings(game, OPENINGS, watch)


def _solved(game: Game, deals: int, watch: TimeBudget) -> tuple[list[str], list[Played]]:
    """Solve the first deals, and more if all are lost; return the results and winning plays."""
    results: list[str] = []
    lines: list[Played] = []
    if deals:
        watch.begin(f"solving {deals} deals", _SHARES["deals"])
    for number in range(1, 10 * deals + 1):
        if number > deals and {*results} != {"lost"}:
            break  # examine more deals only if no deal so far can be won
        if results and watch.late():
            break
        watch.tell(f"{len(results)} done")
        position = game.deal(number)
        left = watch.left()
        # later deals inherit the time that a deal does not use
        share = None if left is None else max(_LEAST, 2 * left / max(1, deals - len(results)))
        try:
            memory = allowed_memory(game, _MEMORY)
            verdict = solve(position, nodes=_NODES, seconds=share, memory=memory, stop=watch.late)
        except TooLargeError:
            return [], []
        results.append(verdict.result)
        made = []
        for text in verdict.line:
            made.append(position.parse_move(text).code)
            position = position.play(text)
        if verdict.result == "won":
            lines.append(Played(number, tuple(made), won=True, over=True))
    return results, lines


def _lucky(game: Game, watch: TimeBudget) -> tuple[int, int]:
    """Return how many deals the greedy policy played, and how many it won."""
    watch.begin(f"{_LUCK:,} deals by simple play", _SHARES["luck"])
    tried = won = 0
    while tried < _LUCK and not (tried and watch.late()):
        won += sum(one.won for one in play(game, range(tried + 1, tried + _AT_ONCE + 1), "greedy"))
        tried += _AT_ONCE
        watch.tell(f"{tried:,} played")
    return tried, won


# --- findings ----------------------------------------------------------------------------------


def _endless(played: Sequence[Played], *, sure: bool) -> Iterator[Finding]:
    circles = [p for p in played if p.circle]
    if len(circles) > len(played) / 2:  # even in games of skill, some deals leave no choice
        first = circles[0]
        yield Finding(
            "never-ends",
            sure=True,
            said=f"{len(circles):,} of {len(played):,} plays never end: there is no choice, and the"
            f" same positions repeat (deal {first.deal}, from move {len(first.moves)} at the"
            " latest). Limit something that the moves use up, such as redeals.",
        )
        return
    shut = [p for p in played if p.near]
    cut = [p for p in played if p.again]
    some = shut if len(shut) > len(played) / 2 else cut
    # in a game that can be won, random plays may move cards to and fro without harm
    if not sure or len(some) <= len(played) / 2:
        return
    first = some[0]
    clause = (
        f"were not over after {LONGEST} moves, and positions repeated (for example in deal"
        f" {first.deal}): a play can go on forever."
    )
    if some is shut:
        clause = (
            f"never end, though there is a choice: after {LONGEST} moves few positions could"
            f" still be reached, and none of them ends the game (deal {first.deal}:"
            f" {first.near}). The player has to notice that and give up."
        )
    yield Finding(
        "never-ends",
        sure=False,
        said=f"{len(some):,} of {len(played):,} random plays {clause} If you did not intend this,"
        " limit something that the moves use up, such as redeals, or allow fewer reversible moves.",
    )


def _dead(begun: Openings) -> Iterator[Finding]:
    """Find deals that are lost before the first move; they may be due to a wrong rule."""
    causes = {"no move is legal": begun.stuck, "no card can ever go to a foundation": begun.shut}
    cases = [
        f"in {len(deals)} of them {why} (for example deal {deals[0]})"
        for why, deals in causes.items()
        if deals
    ]
    if not cases and 2 * len(begun.lost) <= begun.tried:
        return
    if not cases:
        cases = [f"the solver proves it without a search (for example deal {begun.lost[0]})"]
    yield Finding(
        "lost-from-the-start",
        sure=False,
        said=f"{len(begun.lost)} of the first {begun.tried} deals are lost before the first move:"
        f" {', '.join(cases)}. If you did not intend this, allow other cards to begin a pile, or"
        " allow more moves.",
    )


def _outcome(
    played: Sequence[Played], results: Sequence[str], tried: int, lucky: int
) -> Iterator[Finding]:
    deals, lost = len(results), results.count("lost")
    won = sum(p.won for p in played)
    if deals and "won" not in results:
        if lost == deals:
            message = f"None of the first {deals} deals can be won: the solver proves each lost."
            if lucky:
                message += (
                    f" The policy greedy won {lucky:,} of {tried:,} deals: a win takes great luck."
                    " If you did not intend this, allow more moves."
                )
        else:
            others = "; for each of them it reached a limit"
            if lost:
                rest = "the other" if deals - lost == 1 else "the others"
                others = f"; it proved {lost} of them lost and gave up on {rest}"
            message = f"The solver won none of the first {deals} deals{others}."
        yield Finding("never-won", lost == deals and not won and not lucky, message)
    if won >= _EASY * len(played):
        message = f"{won:,} of {len(played):,} random plays were won: winning takes no thought."
        yield Finding("always-won", sure=True, said=message)
    elif deals and set(results) == {"won"}:
        least = interval(deals, 0, deals)[0]
        yield Finding(
            "always-won",
            sure=False,
            said=f"All of the first {deals} deals can be won, so at least {least:.0%} of all deals"
            " can be won (95% interval). If that is too easy, allow fewer moves.",
        )


def _cards(seen: Seen, watched: str, *, sure: bool) -> Iterator[Finding]:
    still = sorted(seen.elsewhere - seen.moved)
    count = Counter(map(rank_of, still))
    single = [c for c in still if count[rank_of(c)] != 4]
    named = [f"the {name}" for rank, name in enumerate(_RANK_NAMES, 1) if count[rank] == 4]
    named += [card_name(c) for c in single[:4]]
    if len(single) > 4:
        named.append(f"{len(single) - 4} others")
    if named:
        yield Finding(
            "cards-never-move",
            sure=sure,
            said=f"These cards never moved {watched}: {', '.join(named)}. No pile takes them, or"
            " they cannot leave their piles.",
        )


def _piles(game: Game, seen: Seen, watched: str, *, sure: bool) -> Iterator[Finding]:
    rules = game.compiled
    for group in rules.groups:
        piles = range(first := rules.first[group.name], first + group.piles)
        none = [p for p in piles if p not in seen.reached]
        named = f"the {len(piles)} piles of the {group.name}" if piles[1:] else f"the {group.name}"
        if none and _takes(group) and (len(none) == len(piles) or group.kind == "foundation"):
            some = (
                "" if len(none) == len(piles) else f"{', '.join(rules.names[p] for p in none)} of "
            )
            # in a hard game, plays may never get as far as this pile
            hard = sure and group.kind == "foundation"
            message = f"No card ever reached {some}{named}, {watched}."
            yield Finding("pile-never-reached", sure=not hard, said=message)
        elif group.kind not in {"foundation", "discard"} and not seen.left & {*piles}:
            # the definition may intend cards to stay in this pile
            stay = game.definition.win == WinWay.SCORE
            message = f"No card ever left {named}, {watched}."
            yield Finding("pile-never-left", sure=sure and not stay, said=message)


def _takes(group: Group) -> bool:
    """Return whether the definition intends cards to reach a group."""
    if group.kind in {"stock", "discard"} or group.placed:
        return False
    return (
        group.kind in {"foundation", "waste", "cell"}
        or {group.build, group.space} - {"", "none"} != set()
    )


def _name(game: Game) -> Iterator[Finding]:
    """Report a user's game that has the name of another game in the catalogue."""
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
            said=f"{definition.name!r} is also a name of {ids} in the catalogue. Choose another"
            " name, so that commands can find this game by name.",
        )


def _rules(
    game: Game, raw: dict[str, Any], played: Sequence[Played], watch: TimeBudget
) -> Iterator[Finding]:
    file, watched = game.definition.file, f"{len(played)} plays"
    for key, changed in rules_that_do_nothing(raw, file, game.id, played, watch.late):
        reason = f"with it {changed}, {watched} would have been exactly the same"
        message = f"{key} makes no difference: {reason}."
        yield Finding("rule-never-matters", sure=False, said=message)
    for name, answer in answers_that_do_nothing(game, played, watch.late):
        message = f"options.{name}: the answer {answer!r} makes no difference in {watched}."
        yield Finding("rule-never-matters", sure=False, said=message)
