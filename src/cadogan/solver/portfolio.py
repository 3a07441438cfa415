"""Portfolio of searches, which take turns until one of them decides a position."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from numbers import Integral, Real
from typing import Any

from cadogan import engine
from cadogan.core.errors import InvalidLimitError
from cadogan.model.position import Position
from cadogan.solver import codes as constants
from cadogan.solver.analysis.analysis import SWITCHES
from cadogan.solver.codes import Control, Outcome
from cadogan.solver.host import Memory, allowed_memory, borrowed, packed, search_kernel
from cadogan.solver.late_moves import MOST_STEPS, moves_of, row_size
from cadogan.solver.open_list import OpenList
from cadogan.solver.result import Progress, Verdict
from cadogan.solver.shorten import holds, shortened
from cadogan.state.codes import Num
from cadogan.state.compiled import STRIDE
from cadogan.state.snapshot import MOST_MOVES, most_moves, new_state, thaw
from cadogan.state.state import LIFTS, LOG_ROOM, count_of, kind_of, mix, source_of, target_of
from cadogan.text.notation import describe

METHODS = ("quick", "best", "beam", "proof")
LINES = ("shortened", "found", "counted")
_BYTES_OF_WIDTH = 12_000  # bytes of memory that a beam needs for each position of its width
_SHORTEST = 2000  # number of positions in the shortest quick search
_EASY = 4 * _SHORTEST  # number of positions of quick searches before slides and tails are used
_PROOF = 10_000  # number of positions in the first proof
_BEST = 4 * _SHORTEST  # number of positions in the first slice of the best-first search
# Relative shares of the positions for each method. The shares depend on two facts about the game:
# whether it has several packs, and whether it has plenty of room. More losses are small enough to
# prove if the game has one pack.
_SHARES = {
    (True, True): {"quick": 2, "best": 16, "beam": 0, "proof": 1},
    (True, False): {"quick": 2, "best": 0, "beam": 16, "proof": 1},
    (False, True): {"quick": 1, "best": 4, "beam": 0, "proof": 1},
    (False, False): {"quick": 2, "best": 0, "beam": 1, "proof": 4},
}
# Shares in games whose proof decides late what has left play: the proof finds most wins, too.
_LATE_SHARES = {"quick": 1, "best": 0, "beam": 0, "proof": 8}
# Shares if beams have stages: they find nearly all wins.
_STAGED_SHARES = {"quick": 1, "best": 0, "beam": 8, "proof": 1}
_GROWTH = 8  # by how much each beam is wider than the one before it
_STAGED_GROWTH = 2  # the same for beams with stages
_DECIDED = {int(Outcome.WON): "won", int(Outcome.DONE): "lost"}
_FEW = 20  # limit on untried steps: with this many or fewer, a proof is likely to end soon
_LEAST_MEMORY = 1 << 24
_FIRST_LOOK_MEMORY = 1 << 26
_DEFAULT_SECONDS = 60.0
_REPORT_EVERY = 0.1
_IDENTITY = [*range(STRIDE)]  # value of Analysis.same in games where no two cards are alike


def _luby(i: int) -> int:
    """Return a term of Luby's sequence 1, 1, 2, 1, 1, 2, 4, 1, ..., whose first term has index 1.

    >>> [_luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while i & i + 1:
        i -= (1 << i.bit_length() - 1) - 1
    return i + 1 >> 1


class _StopError(Exception):
    """End of the search because it reached a limit; the argument is the name of the limit."""


class _Search:
    """State of one call to :func:`solve`."""

    def __init__(
        self,
        memory: Memory,
        position: Position,
        limits: tuple[float, float, int],
        seed: int,
        without: frozenset[str],
        report: Callable[[Progress], object] | None,
        stop: Callable[[], bool] | None,
        line: str,
    ) -> None:
        self.memory, self.position, self.seed, self.line_kind = memory, position, seed, line
        self.most_nodes, self.most_seconds, self.most_memory = limits
        self.report, self.stop = report, stop
        self.code = memory.code
        game, snapshot = position.game, position.snapshot
        self.plain = game.compiled_rules
        self.without = without
        self.plan, self.tables, self.analysis = memory.records(game, snapshot.base, without)
        # A step with slides takes longer than a move, and the search finds easy wins without
        # slides.
        self.full = self.light = self.analysis
        if self.plan.dominance.slides or self.plan.dominance.tails:
            self.analysis = self.light = self.analysis_without(without | {"slide", "tails"})
        self.root = packed(self.plain, snapshot)
        if self.plan.same != _IDENTITY:
            first = len(self.root) - self.plain.total
            self.root[first:] = [self.plan.same[card] for card in self.root[first:]]
        self.patience = self.plan.heuristic.patience if self.deals_a_row() else 0
        self.nodes = 0
        self.method = "the first look"
        self.begin = time.process_time()
        self.reported = self.begin
        self.codes: list[int] = []
        self.found = 0.0
        self.at_start = False  # whether the working state is at the start of the search
        self.nearly_done = False  # whether the last depth-first search had few untried steps left
        self.proved: float = 0  # limit of the largest proof so far, in positions
        self.waiting: tuple[Any, int] | None = None  # controls and buckets of an interrupted proof
        self.open_list: OpenList | None = None  # open list of the best-first search
        self.rows: Any = None  # rows of the proof that decides late what has left play

    def deals_a_row(self) -> bool:
        """Return whether the stock has enough cards for a whole deal."""
        rules, deal = self.plain, self.plain.deal
        row = deal.cards * (deal.end - deal.first)
        return rules.stock.pile >= 0 and len(self.position.snapshot.piles[rules.stock.pile]) >= row

    # -- one search ------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        return time.process_time() - self.begin

    def controls(self) -> Any:
        C = self.code.array(constants.CONTROLS)
        C[Control.DEPTH] = -1
        return C

    def analysis_without(self, without: frozenset[str]) -> Any:
        """Return the analysis without some prunings, as a record for the kernel."""
        return self.memory.records(self.position.game, self.position.snapshot.base, without)[2]

    def restart(self, count: int = 0, memory: Memory | None = None, analysis: Any = None) -> int:
        """Go to the start of the search and follow the path; return the number of moves made."""
        memory = memory or self.memory
        analysis = self.analysis if analysis is None else analysis
        self.at_start = False
        while True:
            memory.start(self.tables, self.position.snapshot, self.root)
            moves: int = self.code.trace(
                self.tables, memory.state, analysis, memory.path, count, memory.moves
            )
            if moves >= 0:
                return moves
            memory.moves = self.code.array(2 * len(memory.moves))

    def sliced(self, C: Any, limit: float, run: Callable[[int], int]) -> int:
        """Run a search in slices until it ends or reaches its limit."""
        done = 0
        while True:
            budget = min(self.code.slice, limit - done, self.most_nodes - self.nodes)
            if budget <= 0:
                if self.nodes >= self.most_nodes:
                    raise _StopError("nodes")
                return Outcome.MORE
            before = int(C[Control.NODES])
            outcome = run(int(budget))
            used = int(C[Control.NODES]) - before
            done += used
            self.nodes += used
            if outcome != Outcome.MORE:
                return outcome
            self.look()

    def look(self) -> None:
        now = time.process_time()
        if self.report and now - self.reported >= _REPORT_EVERY:
            self.reported = now
            self.report(Progress(self.nodes, now - self.begin, self.method))
        if self.stop and self.stop():
            raise _StopError("stopped")
        if now - self.begin > self.most_seconds:
            raise _StopError("seconds")

    def buckets(self, positions: float) -> int:
        """Return the number of buckets, a power of two, for as many positions as memory allows."""
        most = self.most_memory // 2 // 64
        return 1 << max(4, min(math.ceil(math.log2(positions / 5)), most.bit_length() - 1))

    def first_look(self) -> bool:
        """Return whether the tests and the first step prove the start position lost."""
        self.restart()
        if self.code.won(self.tables, self.memory.state):
            return False
        C = self.controls()
        C[Control.DEAD] = 1  # otherwise the search would skip the tests for the first positions
        buckets = self.buckets(_SHORTEST)
        outcome = self.depth_first(self.memory, C, self.memory.table(buckets), buckets)(1)
        stuck = outcome == Outcome.MORE and C[Control.DEPTH] == 0 and C[Control.TOP] == 0
        return bool((outcome == Outcome.DONE or stuck) and not C[Control.CUT])

    def quick(self, limit: float, noise: int, seed: int) -> int:
        """Search depth first, with noise; an outcome of DONE proves a loss."""
        C = self.controls()
        C[Control.NOISE], C[Control.SEED] = noise, seed
        buckets = self.buckets(limit)
        table = self.memory.table(buckets)
        if not self.at_start:
            self.restart()
        self.at_start = False
        run = self.depth_first(self.memory, C, table, buckets)
        outcome = self.run_depth_first(run, C, limit)
        if outcome == Outcome.WON:
            self.win(int(C[Control.DEPTH]))
        return outcome

    def depth_first(self, memory: Memory, C: Any, table: Any, buckets: int) -> Callable[[int], int]:
        """Return the depth-first search as a function of its budget in positions."""
        return functools.partial(
            self.code.depth_first, self.tables, memory.state, self.analysis, C, table, buckets,
            memory.out, memory.score, memory.path, memory.ahead, memory.frames,
        )  # fmt: skip

    def late_first(self, memory: Memory, C: Any, table: Any, buckets: int) -> Callable[[int], int]:
        """Return the search that decides late what has left play, as a function of its budget."""
        if self.rows is None:
            size = row_size(self.plain, self.position.snapshot)
            self.rows = self.code.array(MOST_STEPS, size, kind="h")
        return functools.partial(
            self.code.late_first, self.tables, memory.state, self.analysis, C, table, buckets,
            memory.out, memory.score, self.rows, memory.path, memory.ahead, memory.frames,
        )  # fmt: skip

    def run_depth_first(self, run: Callable[[int], int], C: Any, limit: float) -> int:
        """Continue a depth-first search until it has examined ``limit`` positions in total.

        Set ``nearly_done`` if the search is interrupted, but had few untried steps at some point in
        its second half. A search with few untried steps has probably examined most positions.
        """
        self.nearly_done = False
        outcome = self.sliced(C, limit // 2 - int(C[Control.NODES]), run)
        if outcome == Outcome.MORE:
            C[Control.FEWEST] = constants.MANY
            outcome = self.sliced(C, limit - int(C[Control.NODES]), run)
        self.nearly_done = outcome == Outcome.MORE and C[Control.FEWEST] <= _FEW
        if outcome == Outcome.DONE and C[Control.CUT]:  # a run may have wrapped around
            self.analysis = self.full = self.analysis_without(self.without | {"runs", "parents"})
            self.waiting = None
            return Outcome.NO_ROOM
        return outcome

    def prove(self, limit: float) -> int:
        """Search depth first, without noise; an outcome of DONE proves a loss.

        If the last proof was interrupted, continue it. Other searches may have run in between. The
        table grows with the proof.
        """
        beside = self.memory.beside
        buckets = max(self.buckets(limit), constants.GROWING)
        self.proved = limit
        if self.waiting is None:
            C, table = self.controls(), beside.table(buckets)
            self.restart(memory=beside)
        else:
            C, before = self.waiting
            self.waiting = None
            table = beside.table(before, empty=False)
            if before < buckets:  # use the table of the other searches, which do not need it now
                old, table = table, self.memory.table(buckets)
                self.memory.exchange()
                if not self.code.spread(old, before, table, buckets):
                    return Outcome.FULL
        search = self.late_first if self.plan.late.used else self.depth_first
        outcome = self.run_depth_first(search(beside, C, table, buckets), C, limit)
        if outcome == Outcome.WON:
            self.win_proof(int(C[Control.DEPTH]))
        if outcome == Outcome.MORE and self.fits(8 * limit):
            self.waiting = C, buckets
        else:
            self.memory.settle(keep=True)
        return outcome

    def best(self, limit: float) -> int:
        """Continue the best-first search until it has examined ``limit`` positions in total.

        An outcome of DONE proves a loss; if the search ends without a proof, return NO_ROOM.
        """
        memory = self.memory
        if self.open_list is None:
            self.restart(analysis=self.light)
            self.open_list = OpenList(self.code, self.light, self.controls(), len(self.root))
            self.code.pack(self.tables, memory.state, self.open_list.bank[0])
        front = self.open_list
        C = front.controls
        if not front.widen(self.buckets(limit)):
            return Outcome.FULL

        def run(budget: int) -> int:
            front.grow(len(memory.out))
            outcome: int = self.code.best_first(
                self.tables, memory.state, front.analysis, C, front.table, front.buckets,
                memory.out, memory.score, *front.arrays, budget,
            )  # fmt: skip
            return outcome

        while True:
            outcome = self.sliced(C, limit - int(C[Control.NODES]), run)
            if outcome != Outcome.NO_ROOM:
                break
        if outcome == Outcome.WON:
            self.win_by(front.line(), front.analysis)
        if outcome == Outcome.DONE and C[Control.CUT]:
            outcome = Outcome.NO_ROOM
        front.over = outcome != Outcome.MORE
        return outcome

    def beam(self, width: int) -> int:
        """Run a beam search; return DONE if it proves a loss, NO_ROOM if it dropped positions."""
        memory = self.memory
        C = self.controls()
        C[Control.LOSSY] = 1
        buckets = self.buckets(width * 1024)
        table = memory.table(buckets)
        self.restart()
        new = self.code.array
        bank = new(3 if self.patience else 2, width, len(self.root), kind="h")
        self.code.pack(self.tables, memory.state, bank[0][0])
        room = 17 * width + 2 * MOST_MOVES
        key, parent, step = new(room), new(room, kind="i"), new(room)
        parents, walked = new(64 * width, kind="i"), new(64 * width)
        C[Control.LAYER] = C[Control.LOGGED] = 1
        C[Control.PATIENCE] = self.patience
        while True:
            run = functools.partial(
                self.code.beam_search, self.tables, memory.state, self.analysis, C, table, buckets,
                memory.out, memory.score, bank, key, parent, step, parents, walked, width,
            )  # fmt: skip
            outcome = self.sliced(C, width * self.plan.heuristic.walk - int(C[Control.NODES]), run)
            if outcome != Outcome.NO_ROOM:
                break
            parents = self.code.larger(parents, 2 * len(parents))
            walked = self.code.larger(walked, 2 * len(walked))
        if outcome == Outcome.WON:
            line = [int(C[Control.STEP])]
            at = int(C[Control.WINNER])
            while at > 0:
                line.append(int(walked[at]))
                at = int(parents[at])
            self.win_by(line[::-1])
        if outcome == Outcome.DONE and C[Control.CUT]:
            return Outcome.NO_ROOM
        return outcome

    # -- winning ---------------------------------------------------------------------------------

    def win(self, count: int, analysis: Any = None) -> None:
        """Convert the steps of the path to moves, which ``replay`` verifies later."""
        self.found = self.seconds
        moves = self.restart(count, analysis=analysis)
        self.codes = self.memory.moves[:moves]

    def win_proof(self, count: int) -> None:
        """Convert the steps on the path of a proof to moves."""
        steps = self.memory.beside.path[:count]
        if not self.plan.late.used:
            self.win_by(steps)
            return
        self.found = self.seconds
        self.codes = moves_of(self.plain, self.position.snapshot, map(int, steps))

    def win_by(self, steps: list[int], analysis: Any = None) -> None:
        """Convert a winning line of steps to moves."""
        self.memory.path[: len(steps)] = steps
        self.win(len(steps), analysis)

    def line(self) -> tuple[int, tuple[str, ...]]:
        """Return the number of moves of the winning line and, if requested, the moves as text.

        The interpreted engine replays the line first. If only the number is requested, the compiled
        engine replays the line; if it fails, the interpreted one does.
        """
        memory = self.memory
        memory.start(self.tables, self.position.snapshot, self.root)
        codes = self.codes
        if self.line_kind == "counted":
            if not holds(self.tables, memory, codes):
                self.replay(codes)
            return len(codes), ()
        if self.line_kind == "shortened":
            # after a KeyboardInterrupt, return the line as the search found it
            with suppress(KeyboardInterrupt):
                codes = shortened(self.tables, memory, codes)
        self.replay(codes)
        rules = self.position.game.compiled
        return len(codes), tuple(describe(rules, code).text for code in codes)

    def replay(self, codes: list[int]) -> None:
        """Play a line with the interpreted engine; raise an error unless it is legal and wins."""
        R = self.plain
        S = new_state(R, LOG_ROOM, hashed=False)  # the undo log never holds more than one move
        thaw(R, S, self.position.snapshot)
        out = [0] * most_moves(R)
        for code in codes:
            kind = kind_of(code)
            if kind <= LIFTS:
                places = source_of(code), target_of(code), count_of(code)
                legal = engine.refusal(R, S, kind, *places) == 0
            elif R.mechanics.needed:
                legal = code in out[: engine.generate(R, S, out)]
            else:  # only moves of cards between piles contain the numbers of piles
                legal = code in out[: engine.generate_actions(R, S, out, 0)]
            if not legal:
                raise AssertionError(f"{self.position!r}: the line found is not legal")
            S.num[Num.LOG] = 0
            engine.make(R, S, code)
        if not engine.won(R, S):
            raise AssertionError(f"{self.position!r}: the line found does not win")

    # -- the portfolio ---------------------------------------------------------------------------

    def stages(self, methods: Collection[str]) -> Iterator[Callable[[], int]]:
        """Yield searches, each larger than the last of its kind, as long as memory allows.

        Each method has a fixed share of the positions. The next method is the one that will have
        used the least of its share after its search. Each quick search has fresh noise, because one
        order of moves may quickly find what another never finds. The lengths of quick searches
        follow Luby's sequence, so that the total time is close to the best possible. If a quick
        search had few untried steps left, larger proofs follow immediately. In some games,
        best-first search replaces beams until it runs out of memory.
        """
        every, several = len(methods) == len(METHODS), self.plan.safe.decks > 1
        shares = _SHARES[several, bool(self.plan.heuristic.roomy)]
        if self.plan.late.used:
            shares = _LATE_SHARES
        if self.patience:
            shares = _STAGED_SHARES
        growth = _STAGED_GROWTH if self.patience else _GROWTH
        if not every:  # a method that the caller has named must have a share
            shares = {name: share or 1 for name, share in shares.items()}
        spent: dict[str, float] = dict.fromkeys(METHODS, 0)
        cost: dict[str, float] = {
            "quick": _SHORTEST,
            "best": _BEST,
            "beam": _SHORTEST,
            "proof": _PROOF,
        }
        seed, goes, width, best = mix(self.seed + 1), 0, 8, True
        while True:
            room = {
                "quick": True,
                "best": best,
                "beam": width * _BYTES_OF_WIDTH < self.most_memory,
                "proof": self.fits(self.proved + cost["proof"]),
            }
            able = [name for name in METHODS if name in methods and shares[name] and room[name]]
            if not able:
                raise _StopError("memory")  # there is no memory for a larger search
            if spent["quick"] >= _EASY or "quick" not in methods:
                self.analysis = self.full
            chosen = min(able, key=lambda name: (spent[name] + cost[name]) / shares[name])
            before = self.nodes
            if chosen == "quick":
                self.method = "quick search"
                seed = mix(seed + 1)
                noise = 16 << goes % 4 if goes else 0
                goes += 1
                yield functools.partial(self.quick, cost["quick"], noise, seed)
                spent["quick"] += cost["quick"]
                cost["quick"] = _SHORTEST * _luby(goes + 1)
                if goes > 1 or not self.nearly_done or "proof" not in able:
                    continue
                chosen, before = "proof", self.nodes
            if chosen == "beam":
                self.method = f"beam of width {width}"
                yield functools.partial(self.beam, width)
                width *= growth
                cost["beam"] = growth * (self.nodes - before)
            elif chosen == "best":
                self.method = "best-first search"
                yield functools.partial(self.best, spent["best"] + cost["best"])
                cost["best"] = self.nodes - before + spent["best"]
                best = self.can_continue()
                if not best and every:
                    shares = _SHARES[several, False]
            else:
                yield from self.proofs(self.proved + cost["proof"])
                cost["proof"] = self.proved
            spent[chosen] += self.nodes - before

    def can_continue(self) -> bool:
        """Return whether the best-first search may continue; if not, free its memory."""
        front = self.open_list
        possible = front is not None and not front.over and 2 * front.size <= self.most_memory // 2
        if not possible:
            self.open_list = None
        return possible

    def fits(self, size: float) -> bool:
        """Return whether memory allows a proof of ``size`` positions."""
        return size < 4 * self.most_memory // 2 // 8  # most steps lead to positions already seen

    def proofs(self, size: float) -> Iterator[Callable[[], int]]:
        """Yield a proof, and then larger ones as long as few untried steps are left."""
        light, full = self.analysis, self.full
        self.analysis, self.method, self.nearly_done = full, "exhaustive search", True
        while self.nearly_done and self.fits(size):
            yield functools.partial(self.prove, size)
            size = self.proved * 8
        if self.full is full:  # otherwise a proof has replaced both analyses
            self.analysis = light

    def decide(self, methods: Collection[str]) -> Verdict:
        """Run searches in turn until one decides the position or a limit is reached."""
        result, limit = "unknown", ""
        moves = 0
        line: tuple[str, ...] = ()
        try:
            self.restart()
            self.at_start = True
            if self.code.won(self.tables, self.memory.state):
                self.method = "safe moves alone"
                self.win(0)
                result = "won"
            stages = self.stages(methods)
            while result == "unknown":
                outcome = next(stages)()
                if outcome in _DECIDED:
                    result = _DECIDED[outcome]
                else:
                    self.look()
            if result == "won":
                moves, line = self.line()
        except _StopError as stopped:
            limit = str(stopped)
        except MemoryError:
            limit = "memory"
        except KeyboardInterrupt:
            limit = "stopped"
        took = self.seconds
        return Verdict(
            result, line, self.nodes, self.found or took, limit, self.method, moves, took
        )


def _checked(
    nodes: int | None,
    seconds: float | None,
    memory: int,
    seed: int,
    without: Collection[str],
    methods: Collection[str],
) -> tuple[float, float, int]:
    numbers: dict[str, object] = {"memory": memory, "seed": seed}
    if nodes is not None:
        numbers["nodes"] = nodes
    for name, value in numbers.items():
        if not isinstance(value, Integral):
            raise InvalidLimitError(f"{name} must be a whole number, not {value!r}")
    time: object = seconds
    if time is not None and not isinstance(time, Real):
        raise InvalidLimitError(f"seconds must be a number, not {time!r}")
    for parameter, some in (("without", without), ("methods", methods)):
        if isinstance(some, str):
            raise InvalidLimitError(
                f"{parameter} must be a collection of names, such as ({some!r},)"
            )
    if nodes is not None and nodes < 1:
        raise InvalidLimitError(f"invalid limit of {nodes} positions; it must be at least 1")
    if seconds is not None and not seconds > 0:
        raise InvalidLimitError(f"invalid limit of {seconds} seconds; it must be more than 0")
    if memory < _LEAST_MEMORY:
        least = f"{_LEAST_MEMORY >> 20} MiB"
        raise InvalidLimitError(f"{memory:,} bytes of memory are too few; the minimum is {least}")
    if not methods or not {*methods} <= {*METHODS}:
        raise InvalidLimitError(
            f"methods must be chosen from {', '.join(METHODS)}; got {methods!r}"
        )
    for name in without:
        if name not in SWITCHES:
            raise InvalidLimitError(
                f"there is no pruning {name!r}; choose from {', '.join(SWITCHES)}"
            )
    if seconds is None:
        seconds = _DEFAULT_SECONDS if nodes is None else math.inf
    return math.inf if nodes is None else nodes, seconds, memory


def solve(
    position: Position,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | None = None,
    seed: int = 0,
    without: Collection[str] = (),
    methods: Collection[str] = METHODS,
    line: str = "shortened",
    report: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Verdict:
    """Decide whether a position can be won by a player who knows all cards.

    Args:
        position: a position of any game.
        nodes: limit on the number of examined positions; the search may exceed it slightly.
        seconds: limit in seconds of CPU time; the default is 60, or none if ``nodes`` is given.
        memory: limit in bytes of memory; the default is 1 GiB, or 64 MiB in WebAssembly.
        seed: seed of the noise in the order of moves.
        without: names of prunings (:data:`SWITCHES`) that the search must not use.
        methods: methods that the search may use.
        line: form of the winning line in the result. With "shortened", the line has no unnecessary
            moves; with "found", it stays as the search found it; with "counted", the result has
            only its length. "counted" takes the least time, because the compiled engine replays the
            line.
        report: function that the search calls regularly with its progress.
        stop: function that the search calls regularly; if it returns True, the search stops.

    Raises:
        InvalidLimitError: if a limit or a name is invalid.
        SolverMissingError: if there is no solver for this machine.
        TooLargeError: if the game is too large for the search.

    >>> from cadogan.model.position import game
    >>> verdict = solve(game("bakers-dozen").deal(1))
    >>> verdict.result, len(verdict.line) > 50
    ('won', True)
    """
    if memory is None:
        memory = allowed_memory(position.game)
    limits = _checked(nodes, seconds, memory, seed, without, methods)
    if line not in LINES:
        raise InvalidLimitError(f"line must be one of {', '.join(LINES)}, not {line!r}")
    if position.won:
        return Verdict("won", (), 0, 0.0, "", "nothing is left to do")
    code = search_kernel(position.game.compiled_rules)
    with borrowed(code, keep=line != "shortened") as lent:  # shortening handles one line at a time
        search = _Search(lent, position, limits, int(seed), frozenset(without), report, stop, line)
        return search.decide([name for name in METHODS if name in methods])


def hopeless(position: Position) -> bool:
    """Return whether the solver can prove without a search that a position cannot be won.

    The solver can prove this if no move is legal, or if not even the relaxed rules of the pruning
    *dead* lead to a win. A result of ``False`` proves nothing.

    Raises:
        SolverMissingError: if there is no solver for this machine.
        TooLargeError: if the game is too large for the search.

    >>> from cadogan.model.position import game
    >>> hopeless(game("freecell").deal(1))
    False
    """
    if position.won:
        return False
    limits = 1, math.inf, _FIRST_LOOK_MEMORY
    code = search_kernel(position.game.compiled_rules)
    with borrowed(code, keep=True) as lent:
        search = _Search(lent, position, limits, 0, frozenset(), None, None, LINES[-1])
        return search.first_look()
