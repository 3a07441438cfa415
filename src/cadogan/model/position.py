"""Games and positions as people use them: immutable, written and read as text."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from cadogan import engine
from cadogan.compiler import compile_rules
from cadogan.core.cards import card_text, parse_card, parse_cards
from cadogan.core.errors import IllegalMoveError, InvalidDefinitionError
from cadogan.engine.dealing import arrange
from cadogan.i18n import translate
from cadogan.i18n.grammar import capitalized, cards
from cadogan.mechanics.score.moves import score
from cadogan.model.dealing import deal
from cadogan.rules import catalogue
from cadogan.rules.definition import Definition
from cadogan.rules.house_rules import answers_told, differing
from cadogan.rules.loading import contradiction, resolve
from cadogan.rules.localize import localized
from cadogan.rules.options import check_options, said_options
from cadogan.rules.user_games import Edition
from cadogan.state import state
from cadogan.state.codes import MoveKind, Num, Refusal, Route
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.queries import unseen
from cadogan.state.snapshot import Snapshot, freeze, most_moves, new_state, thaw
from cadogan.state.special_moves import COUNTERS
from cadogan.text.notation import (
    Move,
    ParsedMove,
    describe,
    parse_move,
    read,
    write_block,
    write_line,
)
from cadogan.text.refusals import explain_action, explain_refusal
from cadogan.text.run_refusals import explain_exchange, explain_removal


class Game:
    """A game with its options chosen: what can be dealt, read and explained.

    Two games are equal when they have the same id and options, whichever way they were found.

    Args:
        definition: the game.
        options: digits, suits and answers to its choices; where they are left out, the defaults,
            or the answers that the definition was made with.

    Raises:
        InvalidOptionError: for an option that does not exist, a value that will not do, or answers
            that contradict each other.

    >>> g = game("spanish-patience")
    >>> g.name, g.pile_names[:5]
    ('Spanish Patience', ('f1', 'f2', 'f3', 'f4', 't1'))
    """

    def __init__(self, definition: Definition, options: Mapping[str, object] | None = None) -> None:
        chosen = check_options(definition, options or {})
        self.definition = definition = resolve(definition, chosen)
        self.options: Mapping[str, str] = MappingProxyType(chosen)
        try:
            self.compiled: CompiledGame = compile_rules(definition, chosen)
        except InvalidDefinitionError as error:
            answers = differing(definition.options, definition.answers)
            if not answers:
                raise catalogue.in_line(definition, error) from None
            raise contradiction(definition, answers, str(error)) from None
        self._local = threading.local()

    @property
    def id(self) -> str:
        """The id, as in ``cadogan.games()``."""
        return self.definition.id

    @property
    def features(self) -> frozenset[str]:
        """What proofs reckon with, as named by :data:`cadogan.compiler.features.FEATURES`."""
        return self.compiled.features

    @property
    def name(self) -> str:
        """The name for people, in the tongue that is spoken.

        Of answers that have a name together, that name.
        """
        return localized(self.definition).name

    @property
    def said(self) -> Mapping[str, str]:
        """The options that must be said to mean this game: all but default answers to choices.

        >>> dict(game("algerian", layout="tarbart", reserves="stock-gone").said)
        {'layout': 'tarbart'}
        """
        return MappingProxyType(said_options(self.definition, dict(self.options)))

    @property
    def text(self) -> str:
        """The id and the options that must be said, in one form.

        >>> game("algerian-tarbart-closed").text
        'algerian layout=tarbart reserves=closed'
        """
        return f"{self.id} {answers_told(self.said)}".rstrip()

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of the piles in the order in which positions are written."""
        return self.compiled.names

    @property
    def compiled_rules(self) -> CompiledRules:
        """The rules in integers, as the engine reads them."""
        return self.compiled.compiled_rules

    @property
    def working_state(self) -> state.State:
        """This thread's working state, for the positions of this game."""
        # one working state a thread: positions of a game may be used from several
        S: state.State | None = getattr(self._local, "state", None)
        if S is None:
            S = self._local.state = new_state(self.compiled_rules)
        return S

    def deal(self, number: int | str) -> Position:
        """Deal by number: the same number gives the same cards for ever.

        Args:
            number: 1 to 10**12, or ``"ms:N"`` for Microsoft's numbering of one-pack deals.

        Raises:
            InvalidDealError: when the number will not do.

        >>> game("freecell").deal("ms:1").piles["t1"]
        ('JD', 'KD', '2S', '4C', '3S', '6D', '6S')
        """
        snapshot, name = deal(self.compiled, number)
        return Position(self, snapshot, name)

    def deal_from(self, cards: Iterable[str]) -> Position:
        """Lay out cards (texts, or one text of them all) in the order in which they are dealt.

        Cards that lie on foundations before the deal may stand anywhere in the order or be left
        out; the cards not laid out become the stock.

        Raises:
            InvalidDealError: naming missing and surplus cards.
            InvalidPositionError: for a text that is not a card.
        """
        order = parse_cards(cards) if isinstance(cards, str) else [parse_card(c) for c in cards]
        return Position(self, arrange(self.compiled, order), None)

    def parse(self, text: str) -> Position:
        """Read a position in block or line form.

        Raises:
            InvalidPositionError: saying what is wrong and where.

        >>> g = game("freecell")
        >>> p = g.deal(1)
        >>> g.parse(str(p)) == g.parse(p.to_line()) == p
        True
        """
        return Position(self, read(self.compiled, text), None)

    def rules(self) -> str:
        """Return the rules as a page, in Markdown, written from the definition.

        They are in the tongue that is spoken (:func:`cadogan.i18n.in_language`).
        """
        from cadogan.text.rules_page import rules_page

        return rules_page(self.compiled)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self is other:
            return True
        return self.definition == other.definition and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.id, *sorted(self.options.items())))

    def __reduce__(self) -> tuple[type[Game], tuple[Definition, dict[str, str]]]:
        return Game, (self.definition, dict(self.options))

    def __repr__(self) -> str:
        told = "".join(f", {name}={value!r}" for name, value in self.said.items())
        return f"cadogan.game({self.id!r}{told})"


class Position:
    """An immutable arrangement of all the piles of a game, with its counters.

    Positions are equal when their texts are. The hash does not depend on the order of
    interchangeable piles.

    >>> p = game("bakers-dozen").deal(1)
    >>> q = p.play(p.move_texts()[0])
    >>> q == p, q.won
    (False, False)
    """

    __slots__ = ("__dict__", "_deal", "_game", "_snapshot")  # __dict__ keeps what was worked out
    _deal: str | None
    _game: Game
    _snapshot: Snapshot

    def __init__(self, game: Game, snapshot: Snapshot, deal_number: str | None = None) -> None:
        object.__setattr__(self, "_game", game)
        object.__setattr__(self, "_snapshot", snapshot)
        object.__setattr__(self, "_deal", deal_number)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position cannot be changed: {name} cannot be set")

    def __reduce__(self) -> tuple[type[Position], tuple[Game, Snapshot, str | None]]:
        return Position, (self._game, self._snapshot, self._deal)

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def snapshot(self) -> Snapshot:
        """The position as plain tuples of integers."""
        return self._snapshot

    @property
    def deal_number(self) -> str | None:
        """The number of the deal that the play began with, or None for positions read."""
        return self._deal

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each pile by its name, bottom to top."""
        return MappingProxyType(
            {
                name: tuple(map(card_text, cards))
                for name, cards in zip(self._game.pile_names, self._snapshot.piles, strict=True)
            }
        )

    @property
    def down(self) -> Mapping[str, int]:
        """How many cards of each pile, from the bottom, lie face down."""
        return MappingProxyType(dict(zip(self._game.pile_names, self._snapshot.down, strict=True)))

    @functools.cached_property
    def unseen(self) -> Mapping[str, int]:
        """How many cards of each pile, from the bottom, may not be looked at.

        They are those that lie face down, and those deep in a pile that is squared.
        """
        R, S = self._thawed()
        found = {name: unseen(R, S, p) for p, name in enumerate(self._game.pile_names)}
        return MappingProxyType(found)

    @property
    def counters(self) -> Mapping[str, int]:
        """What this game counts, and how many were used: redeals, deals, shifts, ..."""
        R, s = self._game.compiled_rules, self._snapshot
        return MappingProxyType(
            {
                counter.name: getattr(s, counter.name)
                for counter in COUNTERS
                if counter.name not in {"base", "key"} and counter.most(R)
            }
        )

    def _thawed(self) -> tuple[CompiledRules, state.State]:
        R, S = self._game.compiled_rules, self._game.working_state
        thaw(R, S, self._snapshot)
        return R, S

    @functools.cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by source, target and count, actions last."""
        R, S = self._thawed()
        out = [0] * most_moves(R)
        n = engine.generate(R, S, out)
        return tuple(describe(self._game.compiled, code) for code in out[:n])

    def move_texts(self) -> list[str]:
        """Return the legal moves as text.

        >>> game("klondike").deal(1).move_texts()[-1]
        's-w'
        """
        return [move.text for move in self.legal_moves]

    def parse_move(self, text: str) -> Move:
        """Return the legal move that a text names, whichever of its forms is written.

        Raises:
            InvalidMoveError: when the text is not a move of this game.
            IllegalMoveError: when it is not allowed here; the message is the reason.

        >>> game("klondike").deal(1).parse_move("turn").text
        's-w'
        """
        found = self._find(text)
        if isinstance(found, str):
            raise IllegalMoveError(capitalized(found))
        return found

    def _find(self, text: str) -> Move | str:
        """Return the legal move that a text names, or why there is none."""
        rules = self._game.compiled
        parsed = parse_move(rules, text)
        if parsed.action == "remove":
            return self._find_removal(parsed)
        if parsed.action == "swap":
            return self._find_exchange(parsed)
        if parsed.action != "move":
            return self._find_action(parsed.action)
        R = rules.compiled_rules
        turns = (
            R.deal.cards
            and R.stock.waste >= 0
            and R.stock.waste in (R.deal.first, R.last_deal.first)
        )
        if turns and parsed.source == R.stock.pile and parsed.target == R.stock.waste:
            return self._find_turn(parsed)
        named = (rules.names[parsed.source], rules.names[parsed.target], parsed.count, parsed.depth)
        for move in self.legal_moves:
            if move.kind == "move" and named == (move.source, move.target, move.count, move.depth):
                return move
        if self._means_removal(parsed):
            source, target = sorted((parsed.source, parsed.target))
            return self._find_removal(ParsedMove("remove", source, target, 1, 1))
        kind: int = MoveKind.MOVE
        deep = parsed.count
        if parsed.depth > 1:
            kind, deep = engine.deep_kind(R, parsed.source), parsed.depth
        code = self._refusal(kind, parsed.source, parsed.target, deep, text)
        return explain_refusal(rules, self._snapshot, parsed, code)

    def _refusal(self, kind: int, source: int, target: int, k: int, text: str) -> int:
        """Return the engine's reason against a move that it does not list."""
        code = engine.refusal(*self._thawed(), kind, source, target, k)
        if not code:
            raise AssertionError(f"{self!r}: {text} is neither listed nor refused")
        return code

    def _find_action(self, word: str) -> Move | str:
        """Return the legal special move of a word, or why there is none."""
        for move in self.legal_moves:
            if move.kind == word:
                return move
        return explain_action(self._game.compiled, self._snapshot, word)

    def _find_turn(self, parsed: ParsedMove) -> Move | str:
        """Return the deal that is written as a move from the stock to the waste, or why not."""
        turn = self._find_action("deal")
        if isinstance(turn, str):
            return turn
        if not turn.target:
            return translate("A deal does not go to the waste now, but to other piles.")
        if parsed.count in (1, turn.count) and parsed.depth == 1:
            return turn
        text = "The stock turns {cards} at a time."
        if turn.count == 1:
            text = "The stock turns one card at a time."
        return translate(text, cards=cards(turn.count))

    def _means_removal(self, parsed: ParsedMove) -> bool:
        """Say whether a card that is led to another can only mean that both leave play."""
        R, a, b = self._game.compiled_rules, parsed.source, parsed.target
        if not (R.removal.used and R.removal.piles[a] and R.removal.piles[b]) or a == b:
            return False
        pair = R.group[a] * R.groups + R.group[b]
        side = Route.ONTO if self._snapshot.piles[b] else Route.ONTO | Route.INTO
        ways = [way & side for way in R.routes.ways[pair :: R.groups**2]]
        return (parsed.count, parsed.depth) == (1, 1) and not any(ways)

    def _find_removal(self, parsed: ParsedMove) -> Move | str:
        """Return the legal removal that a text names, or why there is none."""
        piles = [parsed.source, parsed.target, *parsed.others]
        depths = parsed.depths or (1,) * len(piles)
        names = self._game.pile_names
        spots = {(names[p], depth) for p, depth in zip(piles, depths, strict=False)}
        for move in self.legal_moves:
            if spots == {*move.spots}:
                return move
        R, source, target = self._game.compiled_rules, parsed.source, parsed.target
        beyond = [p - target - 1 for p in parsed.others]
        code: int = Refusal.NOT_TAKEN
        if len(beyond) > 2 and not R.paired_start.used:
            code = Refusal.NO_MATCH
            if not parsed.depths and max(beyond) < state.MOST_BEYOND:
                k = 1 << 27 | 1 | sum(2 << at for at in beyond)
                code = engine.refusal(*self._thawed(), MoveKind.REMOVE, source, target, k)
        else:
            k = sum(p + 1 << 6 * i for i, p in enumerate(parsed.others[:2]))
            k |= sum(depth << 12 + 8 * i for i, depth in enumerate(depths) if depth > 1)
            if k < 4096 or (R.removal.used and max(depths[2:], default=1) == 1):
                kind = MoveKind.MARRY if R.paired_start.used else MoveKind.REMOVE
                code = self._refusal(kind, source, target, k, str(piles))
        return explain_removal(self._game.compiled, self._snapshot, piles, code, depths)

    def _find_exchange(self, parsed: ParsedMove) -> Move | str:
        """Return the legal exchange that a text names, or why there is none."""
        R, S = self._thawed()
        a, b = parsed.source, parsed.target
        code = (
            engine.refusal(R, S, MoveKind.SWAP, a, b, 0)
            if R.exchange.used or R.shuttles.chances
            else Refusal.NO_WAY
        )
        if code:
            return explain_exchange(self._game.compiled, self._snapshot, (a, b), code)
        return describe(self._game.compiled, state.encode(MoveKind.SWAP, a, b, 0))

    def play(self, text: str) -> Position:
        """Return the position after a move, with all that follows of itself.

        Raises:
            InvalidMoveError: when the text is not a move of this game.
            IllegalMoveError: when it is not allowed here; the message is the reason.
        """
        found = self.parse_move(text)
        R, S = self._thawed()
        engine.make(R, S, found.code)
        return Position(self._game, freeze(R, S), self._deal)

    def why_not(self, text: str) -> str | None:
        """Return why a move is not allowed here, in the game's own words, or None if it is.

        Raises:
            InvalidMoveError: when the text is not a move of this game.

        >>> game("bakers-dozen").deal(1).why_not("f1-t1")
        'There is no card on foundation 1.'
        """
        found = self._find(text)
        return capitalized(found) if isinstance(found, str) else None

    @functools.cached_property
    def won(self) -> bool:
        """Whether the game is won here."""
        R, S = self._thawed()
        return bool(engine.won(R, S))

    @functools.cached_property
    def score(self) -> int | None:
        """The score, where the game is played for one, or None.

        >>> game("klondike-vegas").deal(1).score
        -52
        """
        if self._game.definition.score is None:
            return None
        R, S = self._thawed()
        return score(R, S)

    @property
    def over(self) -> bool:
        """Whether the play has ended: the game is won, or no legal move is left.

        A game may be won while cards can still be moved, as when Pyramid's tableau is to be empty.

        >>> p = game("bakers-dozen").deal(1)
        >>> p.over, p.won
        (False, False)
        """
        return self.won or not self.legal_moves

    def to_line(self) -> str:
        """The position in line form."""
        return write_line(self._game.compiled, self._snapshot)

    def __str__(self) -> str:
        return write_block(self._game.compiled, self._snapshot)

    def __repr__(self) -> str:
        return f"{self._game!r}.parse({self.to_line()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._snapshot == other._snapshot and self._game == other._game

    @functools.cached_property
    def _hash(self) -> int:
        _, S = self._thawed()
        return S.num[Num.HASH]

    def __hash__(self) -> int:
        return self._hash


def games() -> list[str]:
    """Return the ids of all games, variants and combinations of answers with a name, sorted.

    >>> "big-ben" in games()
    True
    """
    return list(catalogue.games())


@functools.lru_cache(maxsize=256)
def _game(game_id: str, options: tuple[tuple[str, str], ...], _edition: Edition) -> Game:
    return Game(catalogue.find(game_id, dict(options)), dict(options))


def game(game_id: str, /, **options: object) -> Game:
    """Return a game of the catalogue.

    Args:
        game_id: one of ``games()``, or a name or an alias of one.
        options: what is chosen before the deal, for games that leave something to choose: digits,
            suits, answers to house rules.

    Raises:
        UnknownGameError: naming the nearest id, or the ids of several games of that name.
        InvalidOptionError: for an option that does not exist, a value that will not do, or answers
            that contradict each other.

    >>> game("birthday", target="1956", suits="SHCD").deal(7).piles["f2"]
    ('TH',)
    >>> game("klondike", turn="three") is game("klondike-draw-3")
    True
    >>> game("Baker's Dozen").id
    'bakers-dozen'
    """
    found, said = catalogue.canonical(catalogue.identify(game_id), options)
    return _game(found, tuple(said.items()), catalogue.edition_of(found))
