"""Slow and simple twin of the policies, which shares only the rules with them.

It uses the interpreted engine, with an undo log and hashes, and deals from the catalogue.
"""

from __future__ import annotations

from cadogan import engine
from cadogan.model.dealing import deal_key
from cadogan.model.position import Game
from cadogan.state.codes import MoveKind, Num
from cadogan.state.compiled import STRIDE
from cadogan.state.snapshot import MOST_MOVES, new_state, thaw
from cadogan.state.state import LIFTS, MASK, State, count_of, kind_of, mix, source_of, target_of

__all__ = ["twin"]


class _Table:
    def __init__(self, game: Game, deal: int) -> None:
        self.rules, self.T = game.compiled, game.compiled_rules
        self.S: State = new_state(self.T, 1 << 16)
        self.out = [0] * MOST_MOVES
        thaw(self.T, self.S, game.deal(deal).snapshot)

    def kind(self, p: int) -> str:
        return self.rules.of[p].kind

    def pile(self, p: int) -> list[int]:
        return self.S.cards[p * self.T.room : p * self.T.room + self.S.height[p]]

    def moves(self) -> list[int]:
        return self.out[: engine.generate(self.T, self.S, self.out)]

    def make(self, move: int) -> None:
        engine.make(self.T, self.S, move)
        self.S.num[Num.LOG] = 0

    def fits(self, p: int, height: int, below: int, card: int) -> bool:
        """Return whether a card continues the run on ``below``, the card under it at ``height``."""
        R = self.T
        rule = R.lift.link[p] or R.accept.rule_at[p * (R.room + 1) + height]
        rule += self.S.num[Num.BASE] if rule >= R.accept.based else 0
        return bool(R.accept.sets[rule * STRIDE + below] >> card & 1)

    def liking(self, move: int, last: int) -> tuple[int, int]:
        """Return a move's preference, lowest first; docs/explanation/odds.md lists the order."""
        kind, a, b, k = kind_of(move), source_of(move), target_of(move), count_of(move)
        if kind > LIFTS:
            plain: dict[int, int] = {
                MoveKind.REMOVE: 0,
                MoveKind.MARRY: 0,
                MoveKind.COUNT_ON: 0,
                MoveKind.REDEAL: 8,
                MoveKind.SHIFT: 8,
                MoveKind.SWAP: 6,
            }
            return plain.get(kind, 7), 0
        moves_top = kind == MoveKind.MOVE
        k = k if moves_top else 1
        source, target = self.pile(a), self.pile(b)
        left = len(source) - k
        uncovers = moves_top and 0 < left == self.S.down[a] and self.kind(a) != "stock"
        from_home, to_home = self.kind(a) == "foundation", self.kind(b) == "foundation"
        if to_home and not from_home:
            return 0, int(not uncovers)
        if from_home or a == b:
            return 10, 0
        undone = moves_top and last >= 0 and kind_of(last) == MoveKind.MOVE
        if undone and (source_of(last), target_of(last), count_of(last)) == (b, a, k):
            return 11, 0
        built = self.kind(a) == "tableau"
        if self.kind(b) != "tableau":
            return (7, len(target)) if self.kind(a) == "stock" else (9, 0)
        if not target:
            if uncovers:
                return 5, -k
            if not built:
                return 6, 0
            return (10, 0) if left == 0 else (9, 0)
        if uncovers:
            return 1, -k
        if not built:
            return 2, len(target) if self.kind(a) == "stock" else -k
        if left == 0:
            return 3, -k
        apart = left <= self.S.down[a] or not self.fits(a, left, source[left - 1], source[left])
        if moves_top and apart and self.fits(b, len(target), target[-1], source[left]):
            return 4, -k
        return 9, 0

    def gains(self, best: dict[str, int]) -> bool:
        """Return whether any measure has reached a new best, and record the best values."""
        S = self.S
        piles = range(self.T.piles)
        home = [p for p in piles if self.kind(p) in ("foundation", "discard")]
        stock = sum(S.height[p] for p in piles if self.kind(p) == "stock")
        used = S.num[Num.REDEALS] + S.num[Num.SHIFTS] + S.num[Num.MERCIES]
        joined = 0
        for p in piles:
            if self.kind(p) == "tableau":
                pile = self.pile(p)
                for i in range(S.down[p] + 1, len(pile)):
                    joined += self.fits(p, i, pile[i - 1], pile[i])
        now = {
            "home": sum(S.height[p] for p in home),
            "hidden": -sum(S.down[p] for p in piles if self.kind(p) != "stock"),
            "joined": joined,
            "used": used,
        }
        if not best or used > best["used"]:
            best["stock"] = -stock - 1
        now["stock"] = -stock
        better = any(now[what] > best.get(what, -999) for what in now)
        best.update({what: max(now[what], best.get(what, -999)) for what in now})
        return better


def twin(game: Game, deal: int, policy: str, seed: int = 0) -> tuple[bool, int, int]:
    """Return whether a play is won, its number of moves, and how many were the only legal move."""
    table = _Table(game, deal)
    salt = mix(mix(seed + 1) + ["random", "greedy"].index(policy))
    key = mix((deal_key(str(deal)) + salt) & MASK)
    best: dict[str, int] = {}
    table.gains(best)
    n = looks = forced = 0
    last = -1
    while True:
        if engine.won(table.T, table.S):
            return True, n, forced
        legal = table.moves()
        if not legal:
            return False, n, forced
        if n and n % table.T.total == 0:
            looks = 0 if table.gains(best) else looks + 1
            if looks == 4:
                return False, n, forced
        drawn = mix((key + n + 1) & MASK)
        equals = legal
        if policy == "greedy":
            liked = [table.liking(move, last) for move in legal]
            equals = [move for move, rank in zip(legal, liked, strict=True) if rank == min(liked)]
        forced += len(legal) == 1
        last = equals[drawn % len(equals)]
        table.make(last)
        n += 1
