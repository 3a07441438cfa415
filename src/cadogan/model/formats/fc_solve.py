"""Freecell Solver's boards.

The format is that of fc-solve's README, with the talon and the face-down cards that its board
generators and Games::Solitaire::Verify add (all by Shlomi Fish).
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import NamedTuple

from cadogan.core.cards import RANKS, SUITS, card_text, parse_card, rank_of
from cadogan.core.errors import InvalidPositionError, did_you_mean
from cadogan.model.formats import common
from cadogan.model.formats.common import Pile, cut, several, wrong
from cadogan.model.position import Game, Position
from cadogan.state.compiled import STRIDE, CompiledGame

_FOUNDATIONS, _CELLS, _TALON = "Foundations", "Freecells", "Talon"
_PREFIXES = {
    **dict.fromkeys(
        ("foundations", "foundation", "founds", "found", "decks", "deck"), _FOUNDATIONS
    ),
    **dict.fromkeys(("freecells", "freecell", "fc"), _CELLS),
    "talon": _TALON,
}
_PREFIXED = re.compile(r"([A-Za-z]+)\s*:(.*)", re.S)
_BUILT = re.compile(r"([CDHScdhs])-*(10|[A0-9TJQKatjqk])")
_SEPARATOR = re.compile(r"[-=]{3,}")
_CARD = re.compile(r"(10|[0-9TJQKAtjqka])[CDHScdhs]")
_BOARD_SUITS = "HCDS"  # the order of the suits in Freecell Solver


class Line(NamedTuple):
    """A line of text without surrounding spaces, and its line number, from 1."""

    number: int
    text: str

    @property
    def where(self) -> str:
        """Return the name of the line for error messages, such as "line 3"."""
        return f"line {self.number}"


def lines_of(text: str) -> list[Line]:
    """Return the lines of the text, without comments or separator lines."""
    found = []
    lines = text.removeprefix("\ufeff").removesuffix("\n").split("\n")
    for number, line in enumerate(lines, 1):
        shown, comment, _ = line.partition("#")
        shown = shown.strip()
        if not (_SEPARATOR.fullmatch(shown) or (comment and not shown)):
            found.append(Line(number, shown))
    return found


def is_board_line(line: str) -> bool:
    """Return whether this line shows that its text is a board.

    >>> is_board_line(": KH 9C"), is_board_line("FC: - 9C"), is_board_line("KH 9C")
    (True, True, False)
    """
    found = _PREFIXED.fullmatch(line)
    return line[:1] == ":" or "<" in line or bool(found and found[1].lower() in _PREFIXES)


def _board_card(where: str, word: str) -> int:
    # Freecell Solver also accepts 1 for the ace, and 0 for the ten.
    if re.fullmatch(r"[01][CDHScdhs]", word):
        word = ("A" if word[0] == "1" else "T") + word[1]
    try:
        return parse_card(cut(word))
    except InvalidPositionError as error:
        wrong(where, str(error))


def _founded(rules: CompiledGame) -> tuple[list[list[int]], list[int]]:
    """Return the foundations that begin with the ace of one suit, by suit, and all others.

    A board gives the height of each foundation of the first kind, and the cards of all others.
    """
    R = rules.compiled_rules
    aces: list[list[int]] = [[], [], [], []]
    holes: list[int] = []
    for p in range(R.foundations):
        rule, suit = R.accept.rule_at[p * (R.room + 1)], rules.owner[p]
        begins = R.accept.sets[rule * STRIDE + 52] if rule < R.accept.based else 0
        (aces[suit] if suit >= 0 and begins == 1 << suit * 13 else holes).append(p)
    return aces, holes


def _up_to(rules: CompiledGame, suit: int, rank: int) -> list[int]:
    return [suit * 13 + r - 1 for r in sorted(rules.ranks) if r <= rank]


def _read_holes(game: Game, where: str, words: list[str], holes: list[int]) -> dict[int, Pile]:
    """Read foundation cards: all cards of a single foundation, or one for each of several."""
    cards = [_board_card(where, word) for word in words]
    if len(holes) == 1:
        return {holes[0]: Pile(cards)}
    if len(cards) > len(holes):
        wrong(
            where,
            f"this line names {several(len(cards), 'card')}, but in {game.name} a board names"
            f" cards for only {len(holes)} of the foundations",
        )
    own = {card: p for p, card in game.compiled.placed.items()}
    piles = {own[card]: Pile((card,)) for card in cards if own.get(card) in holes}
    free = [p for p in holes if p not in piles]
    others = [card for card in cards if own.get(card) not in holes]
    return piles | {p: Pile((card,)) for p, card in zip(free, others, strict=False)}


def _read_foundations(game: Game, line: Line, value: str) -> dict[int, Pile]:
    free, holes = _founded(game.compiled)
    built = any(free)
    piles: dict[int, Pile] = {}
    words = [word for word in value.split() if word != "-"]
    named = [word for word in words if _CARD.fullmatch(word)]
    if named and holes:
        piles |= _read_holes(game, line.where, named, holes)
        words = [word for word in words if word not in named]
    for word in words:
        found = _BUILT.fullmatch(word)
        if not found:
            wrong(
                line.where,
                f"{cut(word)!r} does not give the height of a suit: write, for example, H-5, with"
                " 0 for an empty foundation",
            )
        suit = SUITS.index(found[1].upper())
        rank = found[2].upper().replace("10", "T").replace("1", "A")
        if rank == "0":
            del free[suit][:1]  # only one of this suit's foundations has this height
            continue
        if not built:
            wrong(
                line.where,
                "a board gives the height of suits that are built up from the ace, but the"
                f" foundations of {game.name} are not built in this way",
            )
        if not free[suit]:
            wrong(line.where, f"{cut(word)}: {game.name} has no more foundations of that suit")
        piles[free[suit].pop(0)] = Pile(_up_to(game.compiled, suit, RANKS.index(rank) + 1))
    return piles


def _read_cells(game: Game, line: Line, value: str) -> dict[int, Pile]:
    words = value.split()
    cards = [() if w in ("-", "*") else (_board_card(line.where, w),) for w in words]
    counted = f"this line has {several(len(cards), 'cell')}"
    return common.singles(game, "cell", line.where, cards if any(cards) else [], counted)


def _read_talon(game: Game, line: Line, value: str) -> dict[int, Pile]:
    R = game.compiled_rules
    words = value.split()
    turned: list[str] = []
    if "==>" in words:
        at = words.index("==>")
        turned, words = words[:at], words[at + 1 :]
        if not words or words.pop() != "<==":
            wrong(line.where, "the cards of the stock must be between ==> and <==")
    # A talon line begins with the next card. In a pile the next card is the top card, which comes
    # last.
    waste, stock = ([_board_card(line.where, w) for w in part][::-1] for part in (turned, words))
    stock_pile = common.heap(game, "stock", R.stock.pile, line.where, stock)
    return stock_pile | common.heap(game, "waste", R.stock.waste, line.where, waste)


def _words(line: Line) -> list[tuple[str, int, bool]]:
    """Return each word in a stack's line, with its card and whether that card lies face down."""
    words = []
    for word in line.text.removeprefix(":").split():
        hidden = len(word) > 2 and word[0] == "<" and word[-1] == ">"
        words.append((word, _board_card(line.where, word[1:-1] if hidden else word), hidden))
    return words


def _read_stack(game: Game, pile: int, line: Line) -> Pile:
    cards: list[int] = []
    down = 0
    for word, card, hidden in _words(line):
        if hidden and down < len(cards):
            wrong(
                line.where,
                f"{cut(word)} lies face down on a card that lies face up; the face-down cards of"
                " a stack come first",
            )
        cards.append(card)
        down += hidden
    if cards and down == len(cards) and common.shows_its_top(game.compiled, pile):
        wrong(
            line.where,
            f"the top card of a stack lies face up: write {card_text(cards[-1])} without < and >",
        )
    return Pile(cards, down)


def _columns(lines: list[Line], piles: int) -> list[Line]:
    """Return the stacks of a board that is written in rows, or [] if its lines are not rows.

    The first row has one card for each pile, and no row is longer than the row before it.
    """
    rows = [line.text.split() for line in lines]
    lengths = [*map(len, rows)]
    if (
        piles < 2
        or lengths[:1] != [piles]
        or lengths != sorted(lengths, reverse=True)
        or any(line.text.startswith(":") for line in lines)
    ):
        return []
    stacks = zip_longest(*rows, fillvalue="")
    return [Line(lines[0].number, " ".join(stack)) for stack in stacks]


def _refuse_other_rows(game: Game, stacks: list[Line]) -> None:
    """Refuse rows for a different number of piles, which would otherwise be read as stacks.

    For example, FreeCell's seven rows of eight cards are not a position of Klondike.
    """
    R = game.compiled_rules
    lengths = [len(line.text.removeprefix(":").split()) for line in stacks]
    across = max(lengths, default=0)
    if (
        sum(lengths) < R.total
        or across == len(stacks)
        or any(length != across for length in lengths[:-1])
    ):
        return
    start = game.deal(1).snapshot.piles[R.tableau_first : R.tableau_end]
    if lengths != [*map(len, start)]:
        wrong(
            stacks[0].where,
            f"the board looks like {several(len(stacks), 'row')} of a game with {across} piles,"
            f" but {game.name} has {several(len(stacks), 'pile')}",
        )


def _stack_lines(game: Game, lines: list[Line], last: int) -> list[Line]:
    """Return the lines of the stacks, one for each stack of the game.

    Freecell Solver reads every blank line as an empty stack. This function ignores blank lines if
    there are enough stacks without them.
    """
    R = game.compiled_rules
    for line in lines:
        _words(line)  # first report a line that is not a stack, since that message is more helpful
    wanted = R.tableau_end - R.tableau_first
    has = f"{game.name} has {several(wanted, 'stack')}"
    written = [line for line in lines if line.text]
    if len(written) != wanted and (columns := _columns(written, wanted)):
        return columns
    if len(written) > wanted:
        wrong(written[wanted].where, f"this is stack {wanted + 1}, but {has}")
    if len(written) == wanted:
        _refuse_other_rows(game, written)
        return written
    if len(lines) < wanted or any(line.text for line in lines[wanted:]):
        wrong(
            f"line {last}",
            f"the board ends after {several(len(written), 'stack')}, but {has}; write an empty"
            " stack as a line with only ':'",
        )
    return lines[:wanted]


def read_board(game: Game, text: str) -> Position:
    r"""Read a board in the format that Freecell Solver (fc-solve) reads and prints.

    Each stack is one line, with its bottom card first, and may begin with ``:``. ``T``, ``10`` and
    ``0`` mean the ten, ``A`` and ``1`` the ace. Before or after the stacks, each of these lines may
    occur once:

    - ``Foundations: H-5 C-A D-0 S-K`` (also ``Founds:``): the rank that each suit has reached;
      omitted suits are at 0. With two packs, each suit may occur twice. Without this line, the
      foundations hold the cards placed before the deal.
    - ``Freecells: 3H - QC`` (also ``FC:``), with ``-`` or ``*`` for an empty cell.
    - ``Talon: 5C 9D``, the stock, its **next card first**, as fc-solve's board generators print
      it. ``Talon: 2S 8H ==> 5C 9D <==`` begins with the waste, its top card first, as
      Games::Solitaire::Verify prints it.

    A face-down card is ``<KH>``. An empty stack is a line with only ``:``, or a blank line if the
    board otherwise has too few stacks. ``#`` begins a comment, and lines of ``-`` and ``=`` are
    separators.

    For foundations that are not built up in suit from the ace, the line lists cards. For a hole, it
    lists all cards in order: ``Foundations: AS``. ``Foundations: -`` is an empty hole. The stacks
    may also be written in rows: the first row has one card for each pile, and the last row may be
    shorter.

    In fc-solve a later foundations, cells or talon line replaces an earlier one, and text after the
    last stack has no effect. This reader refuses both. In games with one-way building, the cards in
    a stack do not fix a direction. Shuffles during play use the key 0. The format cannot express
    games with a reserve.

    Raises:
        InvalidPositionError: if the board is invalid; the message names the line, or the missing
            and surplus cards.

    >>> from cadogan.model.position import game
    >>> p = read_board(game("freecell"), '''
    ... Foundations: H-Q C-K D-K S-J
    ... Freecells: - KH
    ... : KS QS
    ... :
    ... :
    ... :
    ... :
    ... :
    ... :
    ... :
    ... ''')
    >>> print(p.to_line())
    AC..KC/AD..KD/AH..QH/AS..JS/KSQS/-/-/-/-/-/-/-/-/KH/-/-
    >>> read_board(p.game, "Foundations: H-Q\nFreecells: - - - - KH")
    Traceback (most recent call last):
    ...
    cadogan.core.errors.InvalidPositionError: line 2: this line has 5 cells, and FreeCell has 4
    """
    common.check_text(text)
    if common.of_kind(game.compiled, "reserve"):
        raise InvalidPositionError(
            f"a Freecell Solver board has no reserve, but {game.name} has one; write one pile per"
            " line, each with its name, such as 'r1 5C 9D'"
        )
    piles: dict[int, Pile] = {}
    plain: list[Line] = []
    first: dict[str, Line] = {}
    lines = lines_of(text)
    if not lines:
        raise InvalidPositionError("the text has only comments: add the cards")
    readers = {_FOUNDATIONS: _read_foundations, _CELLS: _read_cells, _TALON: _read_talon}
    for line in lines:
        found = _PREFIXED.fullmatch(line.text)
        if not found:
            plain.append(line)
            continue
        what = _PREFIXES.get(found[1].lower())
        if not what:
            hint = did_you_mean(found[1].capitalize(), (_FOUNDATIONS, _CELLS, _TALON))
            wrong(line.where, f"{cut(found[1] + ':')!r} is not a valid line of a board; {hint}")
        if what in first:
            wrong(line.where, f"the line {what!r} occurs twice, here and at {first[what].where}")
        first[what] = line
        piles |= readers[what](game, line, found[2])
    if _FOUNDATIONS not in first:
        piles |= common.placed(game)
    stacks = _stack_lines(game, plain, lines[-1].number)
    for p, line in enumerate(stacks, game.compiled_rules.tableau_first):
        piles[p] = _read_stack(game, p, line)
    return common.position_of(game, piles)


def write_board(position: Position) -> str:
    """Write a position as a Freecell Solver board: foundations, free cells, talon, stacks.

    :func:`read_board` reads it back as the same position. fc-solve does not read a talon or
    face-down cards, although its board generators print both.

    Raises:
        InvalidPositionError: if a board cannot express the position, for example because of a
            reserve, nonzero counters, or cards out of play.

    >>> from cadogan.model.position import game
    >>> print(write_board(game("klondike").deal("ms:1")), end="")
    Foundations: H-0 C-0 D-0 S-0
    Talon: 4H AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
    : JD
    : <2D> 5H
    : <9H> <KD> QC
    : <JC> <KC> <KH> 9D
    : <5D> <9S> <3H> <QD> AH
    : <7H> <5S> <2S> <JS> <3C> 5C
    : <7C> <AD> <KS> <AS> <4C> <TS> QH
    """
    form = "a Freecell Solver board"
    rules, snapshot = position.game.compiled, position.snapshot
    R = rules.compiled_rules
    if common.of_kind(rules, "reserve"):
        raise InvalidPositionError(f"{form} has no reserve, but {position.game.name} has one")
    if R.tableau_first == R.tableau_end:
        raise InvalidPositionError(
            f"{form} consists of stacks, but {position.game.name} has no tableau"
        )
    common.refuse_unsaid(position, form)
    if snapshot.base:
        raise InvalidPositionError(f"{form} cannot show which card is the base card")
    lines = _write_foundations(position, form)
    if cells := [snapshot.piles[p] for p in common.of_kind(rules, "cell")]:
        lines.append(_line(_CELLS, [card_text(cards[0]) if cards else "-" for cards in cells]))
    if R.stock.pile >= 0:
        stock = [card_text(card) for card in reversed(snapshot.piles[R.stock.pile])]
        turned = snapshot.piles[R.stock.waste] if R.stock.waste >= 0 else ()
        waste = [card_text(card) for card in reversed(turned)]
        lines.append(_line(_TALON, [*waste, "==>", *stock, "<=="] if waste else stock))
    for p in range(R.tableau_first, R.tableau_end):
        down = snapshot.down[p]
        words = [card_text(card) for card in snapshot.piles[p]]
        lines.append(_line("", [f"<{word}>" for word in words[:down]] + words[down:]))
    return "\n".join(lines) + "\n"


def _line(head: str, words: list[str]) -> str:
    return " ".join([f"{head}:", *words])


def _write_holes(position: Position, form: str, holes: list[int]) -> str:
    """Return the line that lists the cards of foundations not built up from an ace."""
    piles = {p: position.snapshot.piles[p] for p in holes}
    words = [card_text(card) for pile in piles.values() for card in pile]
    try:
        back = _read_holes(position.game, "", words, holes)
    except InvalidPositionError:
        back = {}
    if any(tuple(back.get(p, Pile()).cards) != cards for p, cards in piles.items()):
        raise InvalidPositionError(f"{form} cannot show which cards lie on which foundation here")
    return _line(_FOUNDATIONS, words or ["-"])


def _write_foundations(position: Position, form: str) -> list[str]:
    """Return the line with the height of each suit; [] if no foundation starts with an ace."""
    rules, snapshot = position.game.compiled, position.snapshot
    owned, holes = _founded(rules)
    if holes and not any(owned):
        return [_write_holes(position, form, holes)]
    for p, cards in enumerate(snapshot.piles[: rules.compiled_rules.foundations]):
        if cards and (
            p in holes or list(cards) != _up_to(rules, rules.owner[p], rank_of(cards[-1]))
        ):
            raise InvalidPositionError(
                f"{form} shows only the height of each suit built up from its ace, so it cannot"
                f" express pile {rules.names[p]}"
            )
    words = []
    for row in zip_longest(*(owned[SUITS.index(suit)] for suit in _BOARD_SUITS)):
        for suit, p in zip(_BOARD_SUITS, row, strict=True):
            if p is not None:
                cards = snapshot.piles[p]
                words.append(f"{suit}-{RANKS[rank_of(cards[-1]) - 1] if cards else 0}")
    return [_line(_FOUNDATIONS, words)] if words else []
