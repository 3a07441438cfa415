"""Games and positions: immutable, with a text form for reading and writing."""

from __future__ import annotations

import functools
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
from cadogan.text import notation
from cadogan.text.notation import Move, ParsedMove
from cadogan.text.refusals import explain_action, explain_refusal
from cadogan.text.run_refusals import explain_exchange, explain_removal


class Game:
    """A game with its options, which can deal, parse positions and explain its rules.

    Two games are equal if they have the same id and options. A missing option gets its default, or
    the answer that the definition already contains.

    Raises:
        InvalidOptionError: if an option is unknown, a value is invalid, or answers contradict each
            other.

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
        """The features on which proofs depend, as :mod:`cadogan.compiler.features` names them."""
        return self.compiled.features

    @property
    def name(self) -> str:
        """The name in the current language; some named combinations have their own."""
        return localized(self.definition).name

    @property
    def said(self) -> Mapping[str, str]:
        """The options that identify this game: all except default answers to choices.

        >>> dict(game("algerian", layout="tarbart", reserves="stock-gone").said)
        {'layout': 'tarbart'}
        """
        return MappingProxyType(said_options(self.definition, dict(self.options)))

    @property
    def text(self) -> str:
        """The id and the options that identify this game, in canonical form.

        >>> game("algerian-tarbart-closed").text
        'algerian layout=tarbart reserves=closed'
        """
        return f"{self.id} {answers_told(self.said)}".rstrip()

    @property
    def pile_names(self) -> tuple[str, ...]:
        """The names of the piles in the order of a position's text."""
        return self.compiled.names

    @property
    def compiled_rules(self) -> CompiledRules:
        """The compiled rules in the form that the engine reads."""
        return self.compiled.compiled_rules

    @property
    def working_state(self) -> state.State:
        """This thread's working state for positions of this game; it keeps no hash."""
        # each thread needs its own working state
        S: state.State | None = getattr(self._local, "state", None)
        if S is None:
            S = self._local.state = new_state(self.compiled_rules, hashed=False)
        return S

    def deal(self, number: int | str) -> Position:
        """Return the start of a numbered deal; a number always gives the same cards.

        Deal numbers are 1 to 10**12. ``"ms:N"`` and similar forms are deal numbers of other
        programs (:data:`cadogan.model.deal_numbers.NUMBERINGS`).

        Raises:
            InvalidDealError: if the deal number is invalid.

        >>> game("freecell").deal("ms:1").piles["t1"]
        ('JD', 'KD', '2S', '4C', '3S', '6D', '6S')
        """
        return Position(self, *deal(self.compiled, number))

    def deal_from(self, cards: Iterable[str]) -> Position:
        """Return a deal with the given cards (a list of strings, or one string) in dealing order.

        Cards that are placed on foundations before the deal may come anywhere in the order, or be
        omitted. The remaining cards become the stock.

        Raises:
            InvalidDealError: if cards are missing or surplus; the message names them.
            InvalidPositionError: if a string is not a card.
        """
        order = parse_cards(cards) if isinstance(cards, str) else [parse_card(c) for c in cards]
        return Position(self, arrange(self.compiled, order))

    def parse(self, text: str) -> Position:
        """Parse a position in block or line form.

        Raises:
            InvalidPositionError: if the text is invalid; the message names the error and its place.

        >>> g = game("freecell")
        >>> p = g.deal(1)
        >>> g.parse(str(p)) == g.parse(p.to_line()) == p
        True
        """
        return Position(self, notation.read(self.compiled, text))

    def rules(self) -> str:
        """Return the rules page, in Markdown, in the current language."""
        from cadogan.text.rules_page import rules_page

        return rules_page(self.compiled)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (
            self.definition == other.definition and self.options == other.options
        )

    def __hash__(self) -> int:
        return hash((self.id, *sorted(self.options.items())))

    def __reduce__(self) -> tuple[type[Game], tuple[Definition, dict[str, str]]]:
        return Game, (self.definition, dict(self.options))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.said.items())
        return f"cadogan.game({self.id!r}{options})"


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """An immutable arrangement of all the piles of a game, with its counters.

    Positions are equal if their texts are. The hash does not depend on the order of interchangeable
    piles.

    Attributes:
        game: the game.
        snapshot: the position as plain tuples of integers.
        deal_number: the deal at the start of the play, or None for positions that were read.

    >>> p = game("bakers-dozen").deal(1)
    >>> q = p.play(p.move_texts()[0])
    >>> q == p, q.won
    (False, False)
    """

    game: Game
    snapshot: Snapshot
    deal_number: str | None = None

    def __reduce__(self) -> tuple[type[Position], tuple[Game, Snapshot, str | None]]:
        return Position, (self.game, self.snapshot, self.deal_number)

    @property
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The cards of each pile by its name, bottom to top."""
        piles = zip(self.game.pile_names, self.snapshot.piles, strict=True)
        return MappingProxyType({name: tuple(map(card_text, cards)) for name, cards in piles})

    @property
    def down(self) -> Mapping[str, int]:
        """The number of face-down cards in each pile, from the bottom."""
        return MappingProxyType(dict(zip(self.game.pile_names, self.snapshot.down, strict=True)))

    @functools.cached_property
    def unseen(self) -> Mapping[str, int]:
        """The number of cards in each pile, from the bottom, that the player may not look at.

        These are face-down cards, and cards deep in a squared pile.
        """
        R, S = self.thawed()
        found = {name: unseen(R, S, p) for p, name in enumerate(self.game.pile_names)}
        return MappingProxyType(found)

    @property
    def counters(self) -> Mapping[str, int]:
        """The counters of this game and their values: redeals, deals, shifts, ..."""
        R = self.game.compiled_rules
        used = [c.name for c in COUNTERS if c.name not in {"base", "key"} and c.most(R)]
        return MappingProxyType({name: getattr(self.snapshot, name) for name in used})

    def thawed(self) -> tuple[CompiledRules, state.State]:
        """Return the rules and this thread's working state, set to the position."""
        R, S = self.game.compiled_rules, self.game.working_state
        thaw(R, S, self.snapshot)
        return R, S

    @functools.cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, sorted by source, target and count; special moves come last."""
        R, S = self.thawed()
        out = [0] * most_moves(R)
        n = engine.generate(R, S, out)
        return tuple(notation.describe(self.game.compiled, code) for code in out[:n])

    def move_texts(self) -> list[str]:
        """Return the legal moves as text.

        >>> game("klondike").deal(1).move_texts()[-1]
        's-w'
        """
        return [move.text for move in self.legal_moves]

    def parse_move(self, text: str) -> Move:
        """Return the legal move that a string names, in any accepted form.

        Raises:
            InvalidMoveError: if the text is not a move of this game.
            IllegalMoveError: if the move is illegal in this position; the message gives the reason.

        >>> game("klondike").deal(1).parse_move("turn").text
        's-w'
        """
        found = self._find(text)
        if isinstance(found, str):
            raise IllegalMoveError(capitalized(found))
        return found

    def _find(self, text: str) -> Move | str:
        """Return the legal move that a string names, or the reason why it is illegal."""
        rules = self.game.compiled
        parsed = notation.parse_move(rules, text)
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
        source, target = rules.names[parsed.source], rules.names[parsed.target]
        named = ("move", source, target, parsed.count, parsed.depth)
        for move in self.legal_moves:
            if named == (move.kind, move.source, move.target, move.count, move.depth):
                return move
        if self._means_removal(parsed):
            a, b = sorted((parsed.source, parsed.target))
            return self._find_removal(ParsedMove("remove", a, b, 1, 1))
        kind: int = MoveKind.MOVE
        deep = parsed.count
        if parsed.depth > 1:
            kind, deep = engine.deep_kind(R, parsed.source), parsed.depth
        code = self._refusal(kind, parsed.source, parsed.target, deep, text)
        return explain_refusal(rules, self.snapshot, parsed, code)

    def _refusal(self, kind: int, source: int, target: int, k: int, text: str) -> int:
        """Return the engine's code for the reason why it does not list a move."""
        code = engine.refusal(*self.thawed(), kind, source, target, k)
        if not code:
            raise AssertionError(f"{self!r}: {text} is neither listed nor refused")
        return code

    def _find_action(self, word: str) -> Move | str:
        found = next((move for move in self.legal_moves if move.kind == word), None)
        return found or explain_action(self.game.compiled, self.snapshot, word)

    def _find_turn(self, parsed: ParsedMove) -> Move | str:
        """Return the deal for a move from the stock to the waste, or why it is illegal."""
        turn = self._find_action("deal")
        if isinstance(turn, str):
            return turn
        if not turn.target:
            return translate("The next deal does not go to the waste, but to other piles.")
        if parsed.count in (1, turn.count) and parsed.depth == 1:
            return turn
        if turn.count == 1:
            return translate("The stock turns one card at a time.")
        return translate("The stock turns {cards} at a time.", cards=cards(turn.count))

    def _means_removal(self, parsed: ParsedMove) -> bool:
        """Return whether moving one card onto another can only mean that both leave play."""
        R, a, b = self.game.compiled_rules, parsed.source, parsed.target
        if not (R.removal.used and R.removal.piles[a] and R.removal.piles[b]) or a == b:
            return False
        pair = R.group[a] * R.groups + R.group[b]
        side = Route.ONTO if self.snapshot.piles[b] else Route.ONTO | Route.INTO
        ways = [way & side for way in R.routes.ways[pair :: R.groups**2]]
        return (parsed.count, parsed.depth) == (1, 1) and not any(ways)

    def _find_removal(self, parsed: ParsedMove) -> Move | str:
        piles = [parsed.source, parsed.target, *parsed.others]
        depths = parsed.depths or (1,) * len(piles)
        names = self.game.pile_names
        spots = {(names[p], depth) for p, depth in zip(piles, depths, strict=False)}
        for move in self.legal_moves:
            if spots == {*move.spots}:
                return move
        R, source, target = self.game.compiled_rules, parsed.source, parsed.target
        beyond = [p - target - 1 for p in parsed.others]
        code: int = Refusal.NOT_TAKEN
        if len(beyond) > 2 and not R.paired_start.used:
            code = Refusal.NO_MATCH
            if not parsed.depths and max(beyond) < state.MOST_BEYOND:
                k = 1 << 27 | 1 | sum(2 << at for at in beyond)
                code = engine.refusal(*self.thawed(), MoveKind.REMOVE, source, target, k)
        else:
            k = sum(p + 1 << 6 * i for i, p in enumerate(parsed.others[:2]))
            k |= sum(depth << 12 + 8 * i for i, depth in enumerate(depths) if depth > 1)
            if k < 4096 or (R.removal.used and max(depths[2:], default=1) == 1):
                kind = MoveKind.MARRY if R.paired_start.used else MoveKind.REMOVE
                code = self._refusal(kind, source, target, k, str(piles))
        return explain_removal(self.game.compiled, self.snapshot, piles, code, depths)

    def _find_exchange(self, parsed: ParsedMove) -> Move | str:
        R, S = self.thawed()
        a, b = parsed.source, parsed.target
        code = (
            engine.refusal(R, S, MoveKind.SWAP, a, b, 0)
            if R.exchange.used or R.shuttles.chances
            else Refusal.NO_WAY
        )
        if code:
            return explain_exchange(self.game.compiled, self.snapshot, (a, b), code)
        return notation.describe(self.game.compiled, state.encode(MoveKind.SWAP, a, b, 0))

    def play(self, text: str) -> Position:
        """Return the position after a move and its automatic consequences.

        Raises:
            InvalidMoveError: if the text is not a move of this game.
            IllegalMoveError: if the move is illegal in this position; the message is the reason.
        """
        found = self.parse_move(text)
        R, S = self.thawed()
        engine.make(R, S, found.code)
        return Position(self.game, freeze(R, S), self.deal_number)

    def why_not(self, text: str) -> str | None:
        """Return why a move is not allowed here, in the terms of the game, or None if it is.

        Raises:
            InvalidMoveError: if the text is not a move of this game.

        >>> game("bakers-dozen").deal(1).why_not("f1-t1")
        'There is no card on foundation 1.'
        """
        found = self._find(text)
        return capitalized(found) if isinstance(found, str) else None

    @functools.cached_property
    def won(self) -> bool:
        """Return whether this position is won."""
        return bool(engine.won(*self.thawed()))

    @functools.cached_property
    def score(self) -> int | None:
        """The score, or None if the game has none.

        >>> game("klondike-vegas").deal(1).score
        -52
        """
        return None if self.game.definition.score is None else score(*self.thawed())

    @property
    def over(self) -> bool:
        """Return whether the play has ended, because the game is won or no move is legal.

        A won game may still have legal moves, for example when Pyramid's tableau is empty.

        >>> p = game("bakers-dozen").deal(1)
        >>> p.over, p.won
        (False, False)
        """
        return self.won or not self.legal_moves

    def to_line(self) -> str:
        """The position in line form."""
        return notation.write_line(self.game.compiled, self.snapshot)

    def __str__(self) -> str:
        return notation.write_block(self.game.compiled, self.snapshot)

    def __repr__(self) -> str:
        return f"{self.game!r}.parse({self.to_line()!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.snapshot == other.snapshot and self.game == other.game

    @functools.cached_property
    def _hash(self) -> int:
        S = new_state(self.game.compiled_rules, 0)
        thaw(self.game.compiled_rules, S, self.snapshot)
        return S.num[Num.HASH]

    def __hash__(self) -> int:
        return self._hash


def games() -> list[str]:
    """Return the sorted ids of all games, variants and named combinations of answers.

    >>> "big-ben" in games()
    True
    """
    return list(catalogue.games())


@functools.lru_cache(maxsize=1024)  # the whole catalogue, which needs 35 MB
def _game(game_id: str, options: tuple[tuple[str, str], ...], _edition: Edition) -> Game:
    return Game(catalogue.find(game_id, dict(options)), dict(options))


def game(game_id: str, /, **options: object) -> Game:
    """Return a game from the catalogue by its id, its name or an alias.

    Options are choices before the deal: digits, suits, answers to house rules.

    Raises:
        UnknownGameError: if no single game matches; the message suggests similar ids, or lists the
            ids of several games with that name.
        InvalidOptionError: if an option is unknown, a value is invalid, or answers contradict each
            other.

    >>> game("birthday", target="1956", suits="SHCD").deal(7).piles["f2"]
    ('TH',)
    >>> game("klondike", turn="three") is game("klondike-draw-3")
    True
    >>> game("Baker's Dozen").id
    'bakers-dozen'
    """
    found, values = catalogue.canonical(catalogue.identify(game_id), options)
    return _game(found, tuple(values.items()), catalogue.edition_of(found))
