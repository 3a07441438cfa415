"""Experiments: studies and their limits, results of deals, and counts of results."""

from __future__ import annotations

import functools
import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from cadogan.core.errors import InvalidLimitError
from cadogan.core.version import __version__
from cadogan.model.position import Game
from cadogan.odds_data import policy_in
from cadogan.odds_data.interval import interval
from cadogan.players import version_of
from cadogan.rules.digest import digest, rules_digest
from cadogan.rules.house_rules import label

# The sources that determine a game's moves: if they change, results may change.
_ENGINE = (
    "compiler/*.py",
    "core/cards.py",
    "core/sizes.py",
    "engine/*.py",
    "kernel_build/*.py",
    "kernels/*.py",
    "mechanics/**/*.py",
    "model/deal_numbers.py",
    "model/dealing.py",
    "rules/*.py",
    "state/*.py",
)
# The sources that determine a verdict, or a play by a policy.
_SOURCES = (*_ENGINE, "lint/random_play.py", "solver/**/*.py")
_PLAYED = (*_ENGINE, "players/**/*.py")
MOST_SECONDS = 1e12  # the maximum number of seconds in a limit or a result
_MOST = 2**63 - 1  # the largest integer that the file can store


@dataclass(frozen=True)
class Limits:
    """Limits on the search of a deal.

    Attributes:
        nodes: the maximum number of positions examined, or None.
        seconds: the maximum number of CPU seconds, or None; 60 if both limits are omitted, as in
            the solver.
        memory: the memory limit in bytes; 0 if there is no search, as in :data:`NO_LIMITS`.

    Raises:
        InvalidLimitError: if a limit is too large for a file (:data:`MOST_SECONDS`).

    >>> Limits(), Limits(nodes=1000, memory=1 << 24)
    (Limits(nodes=None, seconds=60.0, memory=536870912),
     Limits(nodes=1000, seconds=None, memory=16777216))
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int = 1 << 29

    def __post_init__(self) -> None:
        seconds = 60.0 if self.nodes is None and self.seconds is None else self.seconds
        if not self.memory:
            return
        for number, unit in ((self.nodes, "positions"), (self.memory, "bytes")):
            if number is not None and number > _MOST:
                raise InvalidLimitError(
                    f"invalid limit of {number:,} {unit}; it must be at most {_MOST:,}"
                )
        if seconds is not None:
            if not seconds <= MOST_SECONDS:
                most = f"{MOST_SECONDS:,.0f}"
                raise InvalidLimitError(
                    f"invalid limit of {seconds} seconds; it must be at most {most}"
                )
            # 5 and 5.0 are the same limit, so they must give the same digest
            object.__setattr__(self, "seconds", float(seconds))


NO_LIMITS = Limits(memory=0)


def solver_digest() -> str:
    """Return a digest of the source code of the solver and its engine.

    >>> len(solver_digest())
    16
    """
    return _digest(_SOURCES)


def decided_by(policy: str = "") -> str:
    """Return the digest of the solver or the policy, which decides the results of deals.

    The digest of a policy begins with its name and version.

    Raises:
        InvalidPolicyError: if there is no such policy.

    >>> decided_by() == solver_digest(), decided_by("greedy").split()[:2]
    (True, ['greedy', '1'])
    """
    if policy:
        return f"{policy} {version_of(policy)} {_digest(_PLAYED)}"
    return solver_digest()


@functools.cache
def _digest(patterns: tuple[str, ...]) -> str:
    """Return a digest of some of the package's sources."""
    whole = hashlib.sha256()
    package = Path(__file__).parents[1]
    for pattern in patterns:
        for path in sorted(package.glob(pattern)):
            # because a checkout may convert line endings
            text = path.read_bytes().replace(b"\r\n", b"\n")
            name = path.relative_to(package).as_posix()
            whole.update(f"{name} {len(text)}\n".encode() + text)
    return whole.hexdigest()[:16]


@dataclass(frozen=True)
class Study:
    """A game with rules, solver and limits; only results from one study may be counted together.

    Attributes:
        options: the options of the game, by name.
        rules: a digest of the rules.
        solver: the digest of the solver or the policy, from :func:`decided_by`.
        version: the version of Cadogan that started the study; for information only, like ``name``.

    >>> from cadogan.model.position import game
    >>> study = Study.of(game("klondike"), Limits(nodes=1000))
    >>> study.game, study.limits.nodes, len(study.key)
    ('klondike', 1000, 16)
    """

    game: str
    name: str
    options: dict[str, str]
    rules: str
    solver: str
    limits: Limits
    seed: int
    version: str

    @classmethod
    def of(cls, game: Game, limits: Limits, seed: int = 0, policy: str = "") -> Study:
        """Return the study of a game with the current rules and solver or policy.

        Raises:
            InvalidLimitError: if a file cannot store the seed.
            InvalidPolicyError: if there is no such policy.
        """
        if abs(seed) > _MOST:
            raise InvalidLimitError(f"invalid seed {seed:,}; it must be at most {_MOST:,}")
        return cls(
            game=game.id,
            name=game.definition.name,
            options=dict(sorted(game.said.items())),
            rules=rules_digest(game.definition),
            solver=decided_by(policy),
            limits=limits,
            seed=seed,
            version=__version__,
        )

    @property
    def policy(self) -> str:
        """The policy that played the deals, or "" if the solver solved them."""
        return policy_in(self.solver)

    @functools.cached_property  # cached, because each result needs the digest
    def key(self) -> str:
        """A digest of the properties that results must share to be counted together."""
        whole = asdict(self)
        del whole["name"], whole["version"]
        return digest(whole)

    def differs(self, other: Study) -> list[str]:
        """Return the properties in which two studies differ, and which separate their results.

        >>> from cadogan.model.position import game
        >>> study = Study.of(game("klondike"), Limits(nodes=1000))
        >>> study.differs(Study.of(game("klondike"), Limits(nodes=5000), seed=7))
        ['limits', 'seed']
        """
        parts = ("game", "options", "rules", "solver", "limits", "seed")
        return [part for part in parts if getattr(self, part) != getattr(other, part)]


def plain_name(name: str, options: Iterable[str]) -> str:
    """Return the name of a game without the options that follow it in brackets.

    >>> plain_name("Klondike (passes: once)", ["passes"]), plain_name("Pas (de deux)", ["passes"])
    ('Klondike', 'Pas (de deux)')
    """
    for option in options:
        name = name.partition(f" ({label(option)} ")[0]
    return name


class Result(msgspec.Struct, frozen=True):
    """The result of solving a deal, or of a play by a policy.

    Attributes:
        result: ``"won"`` (can be won), ``"lost"`` (proved unwinnable) or ``"unknown"``; for a play,
            ``"won"`` or ``"lost"``.
        nodes: the number of positions examined, or of moves in a play.
        seconds: CPU seconds.
        moves: the length of the winning line, or None without one.
        limit: the limit that ended the search without a verdict; otherwise empty.
        method: the method that decided the deal, or ran last; for a play, the policy.
    """

    deal: int
    result: str
    nodes: int
    seconds: float
    moves: int | None
    limit: str
    method: str


@dataclass(frozen=True)
class Tally:
    """Counts of won, lost and unknown deals, with all cards known.

    ``nodes`` and ``seconds`` are totals: the positions examined, and the CPU seconds.

    >>> tally = Tally(won=71, lost=27, unknown=2)
    >>> tally.count, tally.share, [round(end, 3) for end in tally.interval]
    (100, 0.71, [0.611, 0.814])
    """

    won: int = 0
    lost: int = 0
    unknown: int = 0
    nodes: int = 0
    seconds: float = 0.0

    @property
    def count(self) -> int:
        """The number of deals measured."""
        return self.won + self.lost + self.unknown

    @property
    def share(self) -> float | None:
        """The share of deals counted as won, or None if there are no deals."""
        return self.won / self.count if self.count else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval for the share of all deals that can be won (:func:`interval`)."""
        return interval(self.won, self.unknown, self.count)

    def add(self, *results: Result) -> Tally:
        """Return the counts with more results added."""
        counts = Counter([result.result for result in results])
        return Tally(
            won=self.won + counts["won"],
            lost=self.lost + counts["lost"],
            unknown=self.unknown + counts["unknown"],
            nodes=self.nodes + sum([result.nodes for result in results]),
            seconds=self.seconds + sum([result.seconds for result in results]),
        )
