"""Notation for positions and moves: one form for output, and several forms for input.

A position has a block form and a line form. The block form has one pile per line, such as
``t3 [5H 3C] 9D``. The line form omits names and spaces, and separates the piles by ``/``.

=============  =====================================================================
token          meaning
=============  =====================================================================
``-``          an empty pile
``[5H 3C]``    cards that lie face down
``AC..8C``     a run in the order in which its foundation builds
``Jo``         a joker
``|``          end of the cards that do not fix the direction of one-way building
``redeals 1``  a counter; those that are not zero follow the piles
=============  =====================================================================
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cadogan.core.cards import HIDDEN, card_text, count_difference, parse_card
from cadogan.core.errors import InvalidMoveError, InvalidPositionError, did_you_mean
from cadogan.core.input_limits import position_excess
from cadogan.rules.phrases import Start
from cadogan.rules.vocabulary import LETTERS
from cadogan.state.codes import Lift, MoveKind, Turning
from cadogan.state.compiled import STRIDE, CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot
from cadogan.state.special_moves import ACTIONS, COUNTERS, action
from cadogan.state.state import (
    DEEP,
    MOST_BEYOND,
    beyond_of,
    count_of,
    fourth_of,
    kind_of,
    source_of,
    target_of,
    third_of,
)

_LETTERS = "".join(LETTERS.values())
_COUNTERS = tuple(counter.name for counter in COUNTERS)
_SHORTEST_RUN = 3


@dataclass(frozen=True, slots=True)
class Move:
    """A move, as text and broken into its parts.

    Attributes:
        text: the move in its one output form, such as ``t3-t5x2``.
        kind: ``move``, ``remove``, ``marry``, ``swap``, or the word of a special
            move (:data:`cadogan.state.special_moves.ACTIONS`).
        source, target: the names of the piles; "" for a special move without piles.
        count: the number of cards; 1 for a buried card.
        depth: the depth of a single buried card (1 = top).
        code: the code of the move in the engine.
        others: in a removal, the names of the other piles, after the source and the target.
    """

    text: str
    kind: str
    source: str
    target: str
    count: int
    depth: int
    code: int
    others: tuple[str, ...] = ()

    @property
    def removed(self) -> tuple[str, ...]:
        """The piles in a removal, marriage or exchange; empty for other moves.

        If a card is not on top, its pile is followed by the card's depth, as in ``w@5``.
        """
        if self.kind == "swap":
            return (self.source, self.target)
        if self.kind not in ("remove", "marry"):
            return ()
        return tuple((self.text if "+" in self.text else self.text.partition("-")[0]).split("+"))

    @property
    def spots(self) -> tuple[tuple[str, int], ...]:
        """The pile and the depth (1 = top) of each card in :attr:`removed`."""
        return tuple(map(card_at, self.removed))


def card_at(spot: str) -> tuple[str, int]:
    """Return the pile and the depth (1 = top) in an entry of :attr:`Move.removed`.

    >>> card_at("t3"), card_at("w@5")
    (('t3', 1), ('w', 5))
    """
    name, _, depth = spot.partition("@")
    return name, int(depth or 1)


_WORDS = {each.code: each.word for each in ACTIONS}


def describe(rules: CompiledGame, code: int) -> Move:
    """Return the :class:`Move` for a move's code in the engine."""
    kind, n = kind_of(code), count_of(code)
    if kind == MoveKind.REMOVE:
        return _describe_removal(rules, code)
    if kind in _WORDS:
        return Move(_WORDS[kind], _WORDS[kind], "", "", 0, 1, code)
    source, target = rules.names[source_of(code)], rules.names[target_of(code)]
    if kind == MoveKind.MARRY:
        return Move(f"{source}+{target}", "marry", source, target, 1, 1, code)
    if kind == MoveKind.SWAP:
        return Move(f"{source}={target}", "swap", source, target, 1, 1, code)
    if kind in DEEP:
        return Move(f"{source}@{n}-{target}", "move", source, target, 1, n, code)
    text = f"{source}-{target}" + (f"x{n}" if n > 1 else "")
    return Move(text, "deal" if kind == MoveKind.TURN else "move", source, target, n, 1, code)


def _removed(move: int) -> list[tuple[int, int]]:
    """Return the piles from which a REMOVE takes cards, each with the card's depth (0 = top).

    >>> from cadogan.state.state import encode
    >>> remove = MoveKind.REMOVE
    >>> _removed(encode(remove, 3, 5, 7)), _removed(encode(remove, 3, 3, 0))
    ([(3, 0), (5, 0), (6, 0)], [(3, 0)])
    >>> _removed(encode(remove, 3, 3, 5 << 12)), _removed(encode(remove, 3, 3, 5 << 20))
    ([(3, 5)], [(3, 0), (3, 5)])
    >>> _removed(encode(remove, 3, 5, 1 << 27 | 0b101 << 1 | 1))
    [(3, 0), (5, 0), (6, 0), (8, 0)]
    """
    a, b, deep = source_of(move), target_of(move), count_of(move) >> 12
    if beyond := beyond_of(move):
        piles = [b + 1 + i for i in range(MOST_BEYOND) if beyond >> i & 1]
        return [(p, 0) for p in (a, b, *piles)]
    found = {(a, deep & 255), (b, deep >> 8)} if a != b or deep >> 8 else {(a, deep)}
    return sorted(found | {(p, 0) for p in (third_of(move), fourth_of(move)) if p >= 0})


def _describe_removal(rules: CompiledGame, code: int) -> Move:
    """Return a removal such as ``t1+t4``, ``t1-d`` (one card) or ``t1+w@5`` (a buried card)."""
    cards = _removed(code)
    names = [rules.names[p] for p, _ in cards]
    spots = [rules.names[p] + (f"@{deep}" if deep else "") for p, deep in cards]
    if len(names) == 1:
        target = rules.names[rules.compiled_rules.mechanics.discard_pile]
        return Move(f"{spots[0]}-{target}", "remove", names[0], target, 1, cards[0][1] or 1, code)
    return Move("+".join(spots), "remove", names[0], names[1], 1, 1, code, tuple(names[2:]))


@dataclass(frozen=True, slots=True)
class ParsedMove:
    """A parsed move, not yet checked against a position.

    Attributes:
        action: ``move``, ``remove``, ``swap`` or the word for a special move.
        source, target, count, depth: as in :class:`Move`, with piles as numbers.
        others: in a removal, the numbers of the piles after the first two.
        depths: the depth of each card in a removal; empty if all cards are on top.
    """

    action: str
    source: int
    target: int
    count: int
    depth: int
    others: tuple[int, ...] = ()
    depths: tuple[int, ...] = ()


_REMOVE = re.compile(r"[a-z]\d*(@[1-9]\d*)?(\+[a-z]\d*(@[1-9]\d*)?){1,63}")
_SWAP = re.compile(r"([a-z]\d*)=([a-z]\d*)")
_MOVE = re.compile(r"([a-z]\d*)(?:@(\d{1,3}))?-([a-z]\d*)(?:x(\d{1,3}))?")


def pile_number(rules: CompiledGame, name: str) -> int:
    """Return the number of the pile with this name; ``r1`` also refers to a single reserve pile.

    Raises:
        InvalidMoveError: the game has no such pile; the message lists similar names.
    """
    if name in rules.names:
        return rules.names.index(name)
    if name.endswith("1") and name[:-1] in rules.names:
        return rules.names.index(name[:-1])
    same = [n for n in rules.names if n[0] == name[0]]
    hint = (
        f"its piles with the letter {same[0][0]} are {same[0]} to {same[-1]}"
        if len(same) > 1
        else f"did you mean {same[0]!r}?"
        if same
        else did_you_mean(name, rules.names)
    )
    raise InvalidMoveError(f"{rules.definition.name} has no pile {name!r}; {hint}")


def parse_move(rules: CompiledGame, text: str) -> ParsedMove:
    """Parse the text of a move.

    Raises:
        InvalidMoveError: the text is not a move of this game.
    """
    if not isinstance(text, str):
        raise InvalidMoveError(f"a move is a string such as 't3-t5', not {type(text).__name__}")
    word = text.strip().lower()
    if word == "turn":
        word = "deal"
    if action(word):
        return ParsedMove(word, -1, -1, 0, 1)
    if _REMOVE.fullmatch(word):
        cards = sorted(
            (pile_number(rules, name), deep) for name, deep in map(card_at, word.split("+"))
        )
        if len({*cards}) < len(cards):
            raise InvalidMoveError(f"{text!r} is not a move: each card must be on a different pile")
        piles, depths = zip(*cards, strict=True)
        if max(depths) == 1:
            depths = ()
        return ParsedMove("remove", piles[0], piles[1], 1, 1, tuple(piles[2:]), depths)
    if swap := _SWAP.fullmatch(word):
        one, two = sorted(pile_number(rules, name) for name in swap.groups())
        return ParsedMove("swap", one, two, 1, 1)
    found = _MOVE.fullmatch(word)
    if not found:
        shown = text if len(text) <= 40 else text[:40] + "..."
        there = [act.word for act in ACTIONS if act.there(rules.compiled_rules)]
        raise InvalidMoveError(
            f"{shown!r} is not a move: write source and target as t3-t5, followed by x4 for four"
            f" cards{', or ' + ', '.join(there) if there else ''}"
        )
    source, depth, target, count = found.groups()
    if (depth and count) or count == "0" or depth == "0":
        raise InvalidMoveError(f"{text!r} is not a move: the number of cards must be 1 or more")
    a, b = pile_number(rules, source), pile_number(rules, target)
    if b == rules.compiled_rules.mechanics.discard_pile and not count:
        deep = int(depth or 1)
        return ParsedMove("remove", a, a, 1, deep, (), (deep,) if deep > 1 else ())
    return ParsedMove("move", a, b, int(count or 1), int(depth or 1))


# --- writing -------------------------------------------------------------------------------------


def _next_on(rules: CompiledGame, pile: int, height: int, top: int) -> int:
    """Return the card that a foundation takes on ``top``, or -1 if the card's suit is open."""
    R = rules.compiled_rules
    rule = R.accept.rule_at[pile * (R.room + 1) + height]
    if rule == 0 or rule >= R.accept.based or pile >= R.foundations:
        return -1
    mask = R.accept.sets[rule * STRIDE + top]
    return mask.bit_length() - 1 if mask.bit_count() == 1 else -1


def _run_end(rules: CompiledGame, pile: int, cards: Sequence[int], at: int) -> int:
    for end in range(at, len(cards) - 1):
        after = cards[end + 1]
        if after in cards[at : end + 1] or _next_on(rules, pile, end + 1, cards[end]) != after:
            return end
    return len(cards) - 1


def _tokens(rules: CompiledGame, pile: int, snapshot: Snapshot) -> list[str]:
    cards, down = snapshot.piles[pile], snapshot.down[pile]
    if not cards:
        return ["-"]
    mark = snapshot.mark[pile] if rules.compiled_rules.accept.marks[pile] else len(cards)
    tokens, at = [], 0
    while at < len(cards):
        if at == down and (end := _run_end(rules, pile, cards, at)) - at + 1 >= _SHORTEST_RUN:
            tokens.append(f"{card_text(cards[at])}..{card_text(cards[end])}")
            at = end + 1
            continue
        text = card_text(cards[at])
        if down and at == 0:
            text = "[" + text
        if down and at == down - 1:
            text += "]"
        tokens.append(text)
        at += 1
        if at == mark < len(cards):
            tokens.append("|")
    return tokens


def _counters(snapshot: Snapshot) -> list[tuple[str, str]]:
    return [
        (name, card_text(value - 1) if name == "base" else str(value))
        for name in _COUNTERS
        if (value := getattr(snapshot, name))
    ]


def write_block(rules: CompiledGame, snapshot: Snapshot) -> str:
    """Write a position in block form, one pile per line."""
    lines = [
        f"{name} {' '.join(_tokens(rules, p, snapshot))}" for p, name in enumerate(rules.names)
    ]
    return "\n".join(lines + [f"{name} {value}" for name, value in _counters(snapshot)])


def write_line(rules: CompiledGame, snapshot: Snapshot) -> str:
    """Write a position in line form, for addresses and test files."""
    parts = ["".join(_tokens(rules, p, snapshot)) for p in range(len(rules.names))]
    return "/".join(parts + [f"{name}={value}" for name, value in _counters(snapshot)])


# --- reading -------------------------------------------------------------------------------------

_UNKNOWN = -1
_CARD = r"(?:(?:10|[A-Za-z0-9])[CDHScdhs♣♦♥♠♧♢♡♤]\ufe0f?|[Jj][Oo]|\*)"
_TOKEN = re.compile(
    rf"\s*(?:(?P<run>{_CARD})\.\.(?P<end>{_CARD})|(?P<card>{_CARD})|(?P<sign>\?\?|[\[\]|-]))"
)


class _Pile(NamedTuple):
    cards: list[int]
    down: int
    mark: int


def _read_pile(rules: CompiledGame, pile: int, text: str) -> _Pile:
    name = rules.names[pile]
    cards: list[int] = []
    down, mark, inside, at = 0, -1, False, 0
    text = text.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise InvalidPositionError(
                f"pile {name}: {text[at : at + 12]!r} is not a card; write cards as TH"
            )
        at = found.end()
        sign = found["sign"]
        if found["card"]:
            cards.append(parse_card(found["card"]))
        elif found["run"]:
            cards += _expand(rules, pile, len(cards), found["run"], found["end"])
        elif sign == HIDDEN:
            cards.append(_UNKNOWN)
        elif sign == "[" and not inside and not cards:
            inside = True
        elif sign == "]" and inside:
            inside, down = False, len(cards)
        elif sign == "|" and rules.compiled_rules.accept.marks[pile] and mark < 0 and cards:
            mark = len(cards)
        elif sign != "-" or text != "-":
            raise InvalidPositionError(
                f"pile {name}: {sign!r} is misplaced; face-down cards come first, in one pair of"
                " brackets"
            )
    if inside:
        raise InvalidPositionError(f"pile {name}: the closing bracket is missing")
    if not text:
        raise InvalidPositionError(f"pile {name}: no cards; write an empty pile as '-'")
    if rules.of[pile].kind == "stock" and not rules.of[pile].turned:
        down = len(cards)
    return _Pile(cards, down, mark)


def _expand(rules: CompiledGame, pile: int, height: int, first: str, last: str) -> list[int]:
    cards, end = [parse_card(first)], parse_card(last)
    while cards[-1] != end:
        after = _next_on(rules, pile, height + len(cards), cards[-1])
        if after < 0 or len(cards) > 26:
            raise InvalidPositionError(
                f"pile {rules.names[pile]}: {first}..{last} is not a run that this pile builds;"
                " list its cards"
            )
        cards.append(after)
    return cards


def _segments(rules: CompiledGame, text: str) -> tuple[dict[int, str], dict[str, str]]:
    """Split text into the piles' texts and the counters' values."""
    block = "\n" in text.strip() or "/" not in text
    parts = [part.strip() for part in text.strip().split("\n" if block else "/")]
    parts = [part for part in parts if part or not block]
    piles: dict[int, str] = {}
    counters: dict[str, str] = {}
    bare: list[str] = []
    for part in parts:
        if found := re.fullmatch(rf"({'|'.join(_COUNTERS)})\s*[= ]\s*(\S+)", part):
            if found[1] in counters:
                raise InvalidPositionError(f"the counter {found[1]!r} appears twice")
            counters[found[1]] = found[2]
            continue
        found = re.match(rf"([{_LETTERS}]\d*)(?:\s*:\s*|\s+|$)(.*)$", part, re.S)
        if not found:
            bare.append(part)
            continue
        try:
            pile = pile_number(rules, found[1])
        except InvalidMoveError as error:
            raise InvalidPositionError(str(error)) from None
        if pile in piles:
            raise InvalidPositionError(f"pile {found[1]} appears twice")
        piles[pile] = found[2]
    if bare and piles:
        raise InvalidPositionError(
            f"{bare[0][:20]!r} has no pile name, but other lines have one; name all piles or none"
        )
    if bare:
        tableau = range(rules.compiled_rules.tableau_first, rules.compiled_rules.tableau_end)
        if len(bare) == len(rules.names):
            piles = dict(enumerate(bare))
        elif len(bare) == len(tableau):
            piles = dict(zip(tableau, bare, strict=True))
        else:
            written = "1 pile" if len(bare) == 1 else f"{len(bare)} piles"
            raise InvalidPositionError(
                f"got {written}, but {rules.definition.name} has {len(rules.names)}"
                f" ({', '.join(rules.names)}), or {len(tableau)} in the tableau alone"
            )
    return piles, counters


def read(rules: CompiledGame, text: str) -> Snapshot:
    """Parse a position in block or line form.

    Omitted piles are empty. Unknown cards (``??``) are allowed only if their identity follows from
    the missing cards.

    Raises:
        InvalidPositionError: the text is invalid, or cards are missing or repeated.
    """
    R = rules.compiled_rules
    if not isinstance(text, str):
        raise InvalidPositionError(f"a position must be text, not {type(text).__name__}")
    if not text.strip():
        raise InvalidPositionError(
            "the position is empty: write one pile per line, or piles separated by /"
        )
    if excess := position_excess(text):
        raise InvalidPositionError(excess)
    segments, counters = _segments(rules, text)
    piles = [_read_pile(rules, p, segments.get(p, "-")) for p in range(R.piles)]
    piles = _check_cards(rules, piles)
    if (out := R.mechanics.discard_pile) >= 0:  # the engine stores removed cards in sorted order
        piles[out] = _Pile(sorted(piles[out].cards), 0, -1)
    for p, pile in enumerate(piles):
        over = R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]]
        turned = R.face.turns[p] == Turning.UP and not any(piles[q].cards for q in over)
        if turned and pile.cards and pile.down == len(pile.cards):
            raise InvalidPositionError(
                f"pile {rules.names[p]}: its top card must lie face up, outside the brackets"
            )
        if R.face.turns[p] == Turning.LATE and pile.down and not piles[R.stock.pile].cards:
            raise InvalidPositionError(
                f"pile {rules.names[p]}: the stock is empty, so its cards lie face up"
            )
        if len(pile.cards) > R.accept.full[p]:
            raise InvalidPositionError(
                f"pile {rules.names[p]} has {len(pile.cards)} cards; it can hold {R.accept.full[p]}"
            )
    snapshot = Snapshot(
        tuple(tuple(pile.cards) for pile in piles),
        tuple(pile.down for pile in piles),
        tuple(_mark(rules, p, pile) if R.accept.marks[p] else 0 for p, pile in enumerate(piles)),
        **_read_counters(rules, counters),
    )
    if not snapshot.base and R.accept.based * STRIDE < len(R.accept.sets):
        snapshot = snapshot._replace(base=_base_shown(rules, snapshot))
    _check_foundations(rules, snapshot)
    return snapshot


def _mark(rules: CompiledGame, p: int, pile: _Pile) -> int:
    """Return how many cards in a pile do not fix its direction, as marked by ``|`` or by default.

    A foundation needs no mark: the player has played every card after the first, so these cards
    show its direction. Foundations that receive cards in the deal are an exception.
    """
    R, cards = rules.compiled_rules, len(pile.cards)
    if pile.mark >= 0:
        return pile.mark
    dealt = p in _dealt_to(R) or any(group.met_in_dealing for group in rules.groups)
    return min(1, cards) if p < R.foundations and not dealt else cards


def _dealt_to(R: CompiledRules) -> set[int]:
    """Return the piles that receive cards in a deal from the stock."""
    return {*range(R.deal.first, R.deal.end), *range(R.last_deal.first, R.last_deal.end)}


def _base_shown(rules: CompiledGame, snapshot: Snapshot) -> int:
    """Return 1 + the base card that the foundations show, or 0 if they show none."""
    for p in range(rules.compiled_rules.foundations):
        if snapshot.piles[p] and rules.of[p].start in (Start.BASE_RANK, Start.BASE_SUIT):
            return snapshot.piles[p][0] + 1
    return 0


def _check_foundations(rules: CompiledGame, snapshot: Snapshot) -> None:
    R = rules.compiled_rules
    for p in range(R.foundations):
        if R.whole_runs.way[p] and 0 < len(snapshot.piles[p]) < R.accept.full[p]:
            raise InvalidPositionError(
                f"pile {rules.names[p]} has {len(snapshot.piles[p])} of {R.accept.full[p]} cards;"
                " this foundation takes only whole runs"
            )
    # Dealt cards need not fit the build. Nor need two cards that became neighbours when the card
    # between them was taken.
    loose = {p for p in range(R.foundations) if R.lift.take[R.group[p]] == Lift.ANYWHERE}
    for p in {*range(R.foundations)} - loose - _dealt_to(R):
        top = 52
        for height, card in enumerate(snapshot.piles[p]):
            rule = R.accept.rule_at[p * (R.room + 1) + height]
            if rule >= R.accept.based:
                rule += snapshot.base
            if R.accept.indicator[p] < 0 and not R.accept.sets[rule * STRIDE + top] >> card & 1:
                under = f"on {card_text(top)}" if height else "at the bottom"
                raise InvalidPositionError(
                    f"pile {rules.names[p]}: {card_text(card)} cannot lie {under} of this"
                    " foundation"
                )
            top = card


def _some(cards: list[int]) -> str:
    """Return the names of up to ten cards, and the number of further cards."""
    more = f" and {len(cards) - 10} more" if len(cards) > 10 else ""
    return " ".join(map(card_text, cards[:10])) + more


def _check_cards(rules: CompiledGame, piles: list[_Pile]) -> list[_Pile]:
    written = [c for pile in piles for c in pile.cards if c != _UNKNOWN]
    unknown = sum(pile.cards.count(_UNKNOWN) for pile in piles)
    missing, surplus = count_difference(written, rules.cards)
    if surplus:
        raise InvalidPositionError(
            f"these cards appear too often: {_some(surplus)}"
            + (f"; these are missing: {_some(missing)}" if missing else "")
        )
    if len(missing) != unknown:
        raise InvalidPositionError(
            f"these cards are missing: {_some(missing)}"
            if len(missing) > unknown
            else f"the position has {unknown} unknown cards, but only {len(missing)} are missing"
        )
    if unknown and len(set(missing)) > 1:
        raise InvalidPositionError(
            "a position cannot be played while cards are unknown: give the places of"
            f" {_some(missing)}"
        )
    left = missing[0] if missing else _UNKNOWN
    return [
        pile._replace(cards=[left if c == _UNKNOWN else c for c in pile.cards]) for pile in piles
    ]


def _read_counters(rules: CompiledGame, counters: dict[str, str]) -> dict[str, int]:
    R = rules.compiled_rules
    most = {counter.name: counter.most(R) for counter in COUNTERS}
    values = {}
    for name, text in counters.items():
        if not most[name]:
            raise InvalidPositionError(f"{rules.definition.name} has no counter {name!r}")
        if name == "base":
            values[name] = parse_card(text) + 1
            continue
        if not re.fullmatch(r"[0-9]{1,19}", text) or int(text) > most[name]:
            raise InvalidPositionError(
                f"{name} {text[:30]!r} is invalid: it must be a number from 0 to {most[name]}"
            )
        values[name] = int(text)
    return values
