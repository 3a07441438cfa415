"""The portfolio: which search is tried when, with how much, until one decides."""

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
_BYTES_OF_WIDTH = 12_000  # of all that a beam keeps, for each position of its width
_GO = 2000  # positions of the shortest quick search
_LIGHT = 4 * _GO  # of quick searches, as long as what is won at once is looked for
_PROOF = 10_000  # positions of the first proof
_BEST = 4 * _GO  # positions of the search best first before it is interrupted
# How many positions each method has beside the others, by whether there are several packs and
# whether the game is roomy. With one pack more losses are small enough to be proved.
_SHARES = {
    (True, True): {"quick": 2, "best": 16, "beam": 0, "proof": 1},
    (True, False): {"quick": 2, "best": 0, "beam": 16, "proof": 1},
    (False, True): {"quick": 1, "best": 4, "beam": 0, "proof": 1},
    (False, False): {"quick": 2, "best": 0, "beam": 1, "proof": 4},
}
_DECIDED = {int(Outcome.WON): "won", int(Outcome.DONE): "lost"}
_FEW = 20  # steps: where no more were left to be tried, a proof is likely to end soon
_LEAST_MEMORY = 1 << 24
_MEMORY_OF_A_GLANCE = 1 << 26
_DEFAULT_SECONDS = 60.0
_REPORT_EVERY = 0.1
_ITSELF = [*range(STRIDE)]  # of each card, where no two are alike to all rules


def _luby(i: int) -> int:
    """Return a term of Luby's sequence, from 1: 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, ...

    >>> [_luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    while i & i + 1:
        i -= (1 << i.bit_length() - 1) - 1
    return i + 1 >> 1


class _StopError(Exception):
    """A limit was reached; its name is the argument."""


class _Search:
    """One call of :func:`solve`."""

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
        self.memory, self.position, self.seed, self.wanted = memory, position, seed, line
        self.most_nodes, self.most_seconds, self.most_memory = limits
        self.report, self.stop = report, stop
        self.code = memory.code
        game, snapshot = position.game, position.snapshot
        self.plain = game.compiled_rules
        self.without = without
        self.plan, self.tables, self.analysis = memory.records(game, snapshot.base, without)
        # A step with its slides takes longer than a move: what is won at once does not need them.
        self.patient = self.light = self.analysis
        if self.plan.dominance.slides or self.plan.dominance.tails:
            self.analysis = self.light = self.analysis_without(without | {"slide", "tails"})
        self.root = packed(self.plain, snapshot)
        if self.plan.same != _ITSELF:
            first = len(self.root) - self.plain.total
            self.root[first:] = [self.plan.same[card] for card in self.root[first:]]
        self.nodes = 0
        self.method = "the first look"
        self.begin = time.process_time()
        self.reported = self.begin
        self.codes: list[int] = []
        self.found = 0.0
        self.begun = False  # whether the state is where a search begins
        self.few = False  # whether the last search depth first had come back to few steps
        self.proved: float = 0  # positions that the largest proof yet was allowed
        self.waiting: tuple[Any, int] | None = None  # a proof cut off: its controls and buckets
        self.front: OpenList | None = None  # of the search best first

    # -- one search ------------------------------------------------------------------------------

    @property
    def seconds(self) -> float:
        return time.process_time() - self.begin

    def controls(self) -> Any:
        C = self.code.array(constants.CONTROLS)
        C[Control.DEPTH] = -1
        return C

    def analysis_without(self, without: frozenset[str]) -> Any:
        """Return the analysis as a record, without some prunings."""
        return self.memory.records(self.position.game, self.position.snapshot.base, without)[2]

    def restart(self, count: int = 0, memory: Memory | None = None, analysis: Any = None) -> int:
        """Go to where the search begins, and on along its path; return how many moves that are."""
        memory = memory or self.memory
        analysis = self.analysis if analysis is None else analysis
        self.begun = False
        while True:
            memory.start(self.tables, self.position.snapshot, self.root)
            moves: int = self.code.trace(
                self.tables, memory.state, analysis, memory.path, count, memory.moves
            )
            if moves >= 0:
                return moves
            memory.moves = self.code.array(2 * len(memory.moves))

    def sliced(self, C: Any, limit: float, run: Callable[[int], int]) -> int:
        """Run a search in slices until it says something, or its own limit is reached."""
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
        """Return a power of two of buckets with room for these positions, within memory."""
        most = self.most_memory // 2 // 64
        return 1 << max(4, min(math.ceil(math.log2(positions / 5)), most.bit_length() - 1))

    def glance(self) -> bool:
        """Return whether the position where the search begins is lost without looking further."""
        self.restart()
        if self.code.won(self.tables, self.memory.state):
            return False
        C = self.controls()
        C[Control.DEAD] = 1  # or the search would not test the first positions
        buckets = self.buckets(_GO)
        outcome = self.diver(self.memory, C, self.memory.table(buckets), buckets)(1)
        stuck = outcome == Outcome.MORE and C[Control.DEPTH] == 0 and C[Control.TOP] == 0
        return bool((outcome == Outcome.DONE or stuck) and not C[Control.CUT])

    def dive(self, limit: float, noise: int, seed: int) -> int:
        """Search depth first, with noise; DONE is a proof."""
        C = self.controls()
        C[Control.NOISE], C[Control.SEED] = noise, seed
        buckets = self.buckets(limit)
        table = self.memory.table(buckets)
        if not self.begun:
            self.restart()
        self.begun = False
        return self.deeper(self.memory, C, table, buckets, limit)

    def diver(self, memory: Memory, C: Any, table: Any, buckets: int) -> Callable[[int], int]:
        """Return the search depth first, to be called with how many positions it looks at."""
        return functools.partial(
            self.code.depth_first, self.tables, memory.state, self.analysis, C, table, buckets,
            memory.out, memory.score, memory.path, memory.ahead, memory.frames,
        )  # fmt: skip

    def deeper(self, memory: Memory, C: Any, table: Any, buckets: int, limit: float) -> int:
        """Continue depth first, until ``limit`` positions were looked at since it began.

        Where it was cut off, ``few`` says whether in its second half it had come back to where
        few steps were still to be tried: then most of what there is has been seen.
        """
        run = self.diver(memory, C, table, buckets)
        self.few = False
        outcome = self.sliced(C, limit // 2 - int(C[Control.NODES]), run)
        if outcome == Outcome.MORE:
            C[Control.FEWEST] = constants.MANY
            outcome = self.sliced(C, limit - int(C[Control.NODES]), run)
        self.few = outcome == Outcome.MORE and C[Control.FEWEST] <= _FEW
        if outcome == Outcome.WON:
            count = int(C[Control.DEPTH])
            self.memory.path[:count] = memory.path[:count]
            self.win(count)
        if outcome == Outcome.DONE and C[Control.CUT]:  # a run might have come back to its start
            self.analysis = self.patient = self.analysis_without(self.without | {"runs", "parents"})
            self.waiting = None
            return Outcome.NO_ROOM
        return outcome

    def prove(self, limit: float) -> int:
        """Search depth first, without noise; DONE is a proof.

        It goes on where the one before was cut off, which waited beside the other searches; its
        table grows with it.
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
            if before < buckets:  # into that of the others, which do not need it now
                old, table = table, self.memory.table(buckets)
                self.memory.exchange()
                if not self.code.spread(old, before, table, buckets):
                    return Outcome.FULL
        outcome = self.deeper(beside, C, table, buckets, limit)
        if outcome == Outcome.MORE and self.fits(8 * limit):
            self.waiting = C, buckets
        else:
            self.memory.settle(keep=True)
        return outcome

    def best(self, limit: float) -> int:
        """Continue best first, until ``limit`` positions were looked at.

        DONE is a proof; where none can be had of it NO_ROOM is returned.
        """
        memory = self.memory
        if self.front is None:
            self.restart(analysis=self.light)
            self.front = OpenList(self.code, self.light, self.controls(), len(self.root))
            self.code.pack(self.tables, memory.state, self.front.bank[0])
        front = self.front
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
        """Search in layers; DONE is a proof when nothing was dropped, else NO_ROOM is returned."""
        memory = self.memory
        C = self.controls()
        C[Control.LOSSY] = 1
        buckets = self.buckets(width * 1024)
        table = memory.table(buckets)
        self.restart()
        new = self.code.array
        bank = new(2, width, len(self.root), kind="h")
        self.code.pack(self.tables, memory.state, bank[0][0])
        room = 16 * width + 2 * MOST_MOVES
        key, parent, step = new(room), new(room, kind="i"), new(room)
        parents, walked = new(64 * width, kind="i"), new(64 * width)
        C[Control.LAYER] = C[Control.LOGGED] = 1
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
        """Write out a line of steps; it stays unproved until it is replayed."""
        self.found = self.seconds
        moves = self.restart(count, analysis=analysis)
        self.codes = self.memory.moves[:moves]

    def win_by(self, steps: list[int], analysis: Any = None) -> None:
        """Write out a line of steps that were not made on the path."""
        self.memory.path[: len(steps)] = steps
        self.win(len(steps), analysis)

    def line(self) -> tuple[int, tuple[str, ...]]:
        """Return how many moves win and, if they are wanted, the moves as text.

        They have been replayed by the interpreted engine or, where they are but counted, by the
        compiled one; should that not come to its end, by the other.
        """
        memory = self.memory
        memory.start(self.tables, self.position.snapshot, self.root)
        codes = self.codes
        if self.wanted == "counted":
            if not holds(self.tables, memory, codes):
                self.replay(codes)
            return len(codes), ()
        if self.wanted == "shortened":
            # a KeyboardInterrupt: what is known is kept
            with suppress(KeyboardInterrupt):
                codes = shortened(self.tables, memory, codes)
        self.replay(codes)
        rules = self.position.game.compiled
        return len(codes), tuple(describe(rules, code).text for code in codes)

    def replay(self, codes: list[int]) -> None:
        """Play a line with the interpreted engine, which must allow it and win by it."""
        R = self.plain
        S = new_state(R, LOG_ROOM, hashed=False)  # one move at a time stands in its log
        thaw(R, S, self.position.snapshot)
        out = [0] * most_moves(R)
        for code in codes:
            kind = kind_of(code)
            if kind <= LIFTS:
                places = source_of(code), target_of(code), count_of(code)
                fine = engine.refusal(R, S, kind, *places) == 0
            elif R.mechanics.needed:
                fine = code in out[: engine.generate(R, S, out)]
            else:  # all moves but those of cards from pile to pile name no pile
                fine = code in out[: engine.generate_actions(R, S, out, 0)]
            if not fine:
                raise AssertionError(f"{self.position!r}: the line found is not legal")
            S.num[Num.LOG] = 0
            engine.make(R, S, code)
        if not engine.won(R, S):
            raise AssertionError(f"{self.position!r}: the line found does not win")

    # -- the portfolio ---------------------------------------------------------------------------

    def stages(self, methods: Collection[str]) -> Iterator[Callable[[], int]]:
        """Yield what is tried, one after the other and ever larger, as long as memory allows.

        Each method has its share of the positions: next comes the one that will have had the
        fewest for it after what it would do next.
        Quick searches are restarted with fresh noise, for what one ordering misses for ever
        another finds at once. Their lengths follow Luby's sequence, so that none is wrong by much.
        A search that has come back to few steps is followed by larger proofs at once. Where the one
        best first serves it takes the place of beams, until memory does not allow more of it.
        """
        every, several = len(methods) == len(METHODS), self.plan.safe.decks > 1
        shares = _SHARES[several, bool(self.plan.heuristic.roomy)]
        if not every:  # a method that the caller named has a share
            shares = {name: share or 1 for name, share in shares.items()}
        had: dict[str, float] = dict.fromkeys(METHODS, 0)
        cost: dict[str, float] = {"quick": _GO, "best": _BEST, "beam": _GO, "proof": _PROOF}
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
                raise _StopError("memory")  # nothing larger fits
            if had["quick"] >= _LIGHT or "quick" not in methods:
                self.analysis = self.patient
            chosen = min(able, key=lambda name: (had[name] + cost[name]) / shares[name])
            before = self.nodes
            if chosen == "quick":
                self.method = "quick search"
                seed = mix(seed + 1)
                noise = 16 << goes % 4 if goes else 0
                goes += 1
                yield functools.partial(self.dive, cost["quick"], noise, seed)
                had["quick"] += cost["quick"]
                cost["quick"] = _GO * _luby(goes + 1)
                if goes > 1 or not self.few or "proof" not in able:
                    continue
                chosen, before = "proof", self.nodes
            if chosen == "beam":
                self.method = f"beam of width {width}"
                yield functools.partial(self.beam, width)
                width *= 8
                cost["beam"] = 8 * (self.nodes - before)
            elif chosen == "best":
                self.method = "best-first search"
                yield functools.partial(self.best, had["best"] + cost["best"])
                cost["best"] = self.nodes - before + had["best"]
                best = self.goes_on()
                if not best and every:
                    shares = _SHARES[several, False]
            else:
                yield from self.proofs(self.proved + cost["proof"])
                cost["proof"] = self.proved
            had[chosen] += self.nodes - before

    def goes_on(self) -> bool:
        """Return whether the search best first may go on; if not, free what it keeps."""
        front = self.front
        fine = front is not None and not front.over and 2 * front.size <= self.most_memory // 2
        if not fine:
            self.front = None
        return fine

    def fits(self, size: float) -> bool:
        """Return whether memory allows a proof of ``size`` positions."""
        return size < 4 * self.most_memory // 2 // 8  # most steps lead to known ones

    def proofs(self, size: float) -> Iterator[Callable[[], int]]:
        """Yield a proof and, as long as they come back to few steps, ever larger ones."""
        light, patient = self.analysis, self.patient
        self.analysis, self.method, self.few = patient, "exhaustive search", True
        while self.few and self.fits(size):
            yield functools.partial(self.prove, size)
            size = self.proved * 8
        if self.patient is patient:  # else a proof has found out that both will not do
            self.analysis = light

    def decide(self, methods: Collection[str]) -> Verdict:
        """Try one search after the other until one decides or a limit is reached."""
        result, limit = "unknown", ""
        moves = 0
        line: tuple[str, ...] = ()
        try:
            self.restart()
            self.begun = True
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
    for what, some in (("without", without), ("methods", methods)):
        if isinstance(some, str):
            raise InvalidLimitError(f"{what} must be a collection of names, such as ({some!r},)")
    if nodes is not None and nodes < 1:
        raise InvalidLimitError(f"a limit of {nodes} positions will not do; it must be at least 1")
    if seconds is not None and not seconds > 0:
        raise InvalidLimitError(f"a limit of {seconds} seconds will not do; it must be more than 0")
    if memory < _LEAST_MEMORY:
        least = f"{_LEAST_MEMORY >> 20} MiB is the least"
        raise InvalidLimitError(f"{memory:,} bytes of memory are too few; {least}")
    if not methods or not {*methods} <= {*METHODS}:
        raise InvalidLimitError(
            f"the methods must be some of {', '.join(METHODS)}, not {methods!r}"
        )
    for name in without:
        if name not in SWITCHES:
            raise InvalidLimitError(
                f"there is no pruning {name!r}; there are {', '.join(SWITCHES)}"
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
    """Find out whether a position can be won, all cards taken as known.

    Args:
        position: any position of any game.
        nodes: give up after looking at about this many positions.
        seconds: give up after this much CPU time; 60 seconds without any limit.
        memory: bytes to stay within; 1 GiB when it is left out, in WebAssembly 64 MiB.
        seed: of the noise in the ordering of moves.
        without: names of prunings (:data:`SWITCHES`) to leave out.
        methods: which of the searches may be used.
        line: what is wanted of a line that wins: "shortened", for people; as it was "found"; or
            "counted" only, which takes the least time: it is replayed by the compiled engine then,
            else by the interpreted one.
        report: called now and then with the progress.
        stop: asked now and then whether to stop.

    Raises:
        InvalidLimitError: for a limit that will not do.
        SolverMissingError: when there is no solver for this machine.
        TooLargeError: when the game is larger than the search has room for.

    >>> from cadogan.model.position import game
    >>> verdict = solve(game("bakers-dozen").deal(1))
    >>> verdict.result, len(verdict.line) > 50
    ('won', True)
    """
    if memory is None:
        memory = allowed_memory(position.game)
    limits = _checked(nodes, seconds, memory, seed, without, methods)
    if line not in LINES:
        raise InvalidLimitError(f"of a line there may be wanted {', '.join(LINES)}, not {line!r}")
    if position.won:
        return Verdict("won", (), 0, 0.0, "", "nothing is left to do")
    code = search_kernel(position.game.compiled_rules)
    with borrowed(code, keep=line != "shortened") as lent:  # lines are shortened one by one
        search = _Search(lent, position, limits, int(seed), frozenset(without), report, stop, line)
        return search.decide([name for name in METHODS if name in methods])


def hopeless(position: Position) -> bool:
    """Return whether the solver proves at its first look that a position cannot be won.

    That is so where no move leads on, and where the relaxed rules of docs/solver.md (*dead*) lead
    to no win. ``False`` proves nothing.

    Raises:
        SolverMissingError: when there is no solver for this machine.
        TooLargeError: when the game is larger than the search has room for.

    >>> from cadogan.model.position import game
    >>> hopeless(game("freecell").deal(1))
    False
    """
    if position.won:
        return False
    limits = 1, math.inf, _MEMORY_OF_A_GLANCE
    code = search_kernel(position.game.compiled_rules)
    with borrowed(code, keep=True) as lent:
        search = _Search(lent, position, limits, 0, frozenset(), None, None, LINES[-1])
        return search.glance()
