"""Reader and writer of Solvitaire's deals in JSON.

The only documentation of the format is the source of Solvitaire (Blake and Gent): its deal parser,
its cards, its piles and its moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cadogan.core.cards import RANKS, SUITS, card_text, suit_of
from cadogan.core.errors import InvalidPositionError, did_you_mean
from cadogan.model.formats import common
from cadogan.model.formats.common import Pile, cut, several, wrong
from cadogan.model.position import Game, Position
from cadogan.rules.phrases import Face
from cadogan.state.compiled import STRIDE

_PILES = "tableau piles"
_KEYS = (_PILES, "foundations", "cells", "reserve", "stock", "waste")
_OTHER_KEYS = ("hole", "sequences", "accordion")
_CARD = re.compile(r"(1[0-3]|[1-9AJQKTajqkt])([CDHScdhs])")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidPositionError(f"the key {cut(key)!r} occurs twice")
        found[key] = value
    return found


def _json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_pairs)
    except InvalidPositionError:
        raise
    except json.JSONDecodeError as error:
        wrong(f"line {error.lineno}, column {error.colno}", f"this is not JSON: {error.msg}")
    # raised for numbers with thousands of digits, and for very deep nesting
    except (ValueError, RecursionError):
        raise InvalidPositionError(
            "this is not the JSON of a deal: piles are lists of cards"
        ) from None
    if not isinstance(data, dict):
        raise InvalidPositionError(
            'a deal in JSON is an object: {"tableau piles": [["KH", ...], ...], ...}'
        )
    return data


def _card(where: str, word: object) -> int:
    if not isinstance(word, str):
        kinds = {dict: "an object", list: "a list", type(None): "null"}
        shown = kinds.get(type(word)) or cut(str(word))
        wrong(where, f'{shown} is not a card: a card is a string such as "KH"')
    found = _CARD.fullmatch(word)
    if not found:
        wrong(
            where,
            f"{cut(word)!r} is not a card: write its rank (A 2 ... 10 J Q K) and its suit (C D H"
            " S), such as 10H",
        )
    rank = found[1].upper()
    number = int(rank) if rank.isdigit() else RANKS.index(rank) + 1
    return SUITS.index(found[2].upper()) * 13 + number - 1


def _list(data: Mapping[str, Any], key: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        wrong(key, "this must be a list")
    return value


def _read_tableau(game: Game, data: Mapping[str, Any]) -> dict[int, Pile]:
    rules, R = game.compiled, game.compiled_rules
    written = _list(data, _PILES)
    wanted = R.tableau_end - R.tableau_first
    if len(written) != wanted:
        wrong(_PILES, f"the list has {several(len(written), 'pile')}, but {game.name} has {wanted}")
    piles = {}
    for at, cards in enumerate(written):
        where, p = f"{_PILES}, pile {at + 1}", R.tableau_first + at
        if not isinstance(cards, list):
            wrong(where, 'a pile is a list of cards, such as ["KH", "9C"], or [] when empty')
        numbers = [_card(where, word) for word in cards]
        hidden = [word[-1].islower() and rules.of[p].face != Face.UP for word in cards]
        down = sum(hidden)
        if any(hidden[down:]):
            up = cards[hidden.index(False)]
            wrong(where, f"{up} lies face up under face-down cards, which are written like 9h")
        if cards and down == len(cards) and common.shows_its_top(rules, p):
            wrong(where, f"the top card lies face up: write {cards[-1].upper()}, not {cards[-1]}")
        piles[p] = Pile(numbers, down)
    return piles


def _read_singles(game: Game, data: Mapping[str, Any], key: str, kind: str) -> dict[int, Pile]:
    """Read a list with one card for each pile, or "" for an empty pile."""
    cards = [() if word == "" else (_card(key, word),) for word in _list(data, key)]
    return common.singles(game, kind, key, cards, f"the list has {several(len(cards), 'place')}")


def _read_heap(game: Game, data: Mapping[str, Any], key: str, pile: int) -> dict[int, Pile]:
    """Read a list with the cards of a single pile, the bottom card first."""
    return common.heap(game, key, pile, key, [_card(key, word) for word in _list(data, key)])


def _found(game: Game, cards: Iterable[int]) -> dict[int, list[int]]:
    """Put each card on the first foundation that takes it."""
    rules, R = game.compiled, game.compiled_rules
    piles: dict[int, list[int]] = {p: [] for p in range(R.foundations)}
    base = 0
    for card in cards:
        base = base or card + 1
        for p, pile in piles.items():
            rule = R.accept.rule_at[p * (R.room + 1) + len(pile)]
            if rule >= R.accept.based:
                rule += base
            mine = rules.owner[p] in (-1, suit_of(card))
            if mine and R.accept.sets[rule * STRIDE + (pile[-1] if pile else 52)] >> card & 1:
                pile.append(card)
                break
        else:
            raise InvalidPositionError(
                f"foundations: {card_text(card)} does not fit on any of them; list the cards of a"
                " suit in building order"
            )
    return piles


def read_solvitaire(game: Game, text: str) -> Position:
    """Read a deal in Solvitaire's format: a JSON object of piles.

    The reader follows Solvitaire's own parser, whose source is the only documentation:

    - ``tableau piles``: a list of piles, each **bottom card first**. In games with face-down cards,
      a suit in **lower case** means that the card lies face down, as in ``9h``. In other games the
      case does not matter.
    - ``stock``: the **next card last**. ``waste``: the top card last.
    - ``reserve``: for a game with a single reserve pile, its cards, the top card last. For several
      piles, one card for each, or ``""`` for an empty pile (a form that the fork ReSolvitaire
      introduced).
    - ``cells``: one card for each cell, or ``""`` for an empty cell (also from ReSolvitaire).
    - ``foundations``: a list of cards, each of which goes on the foundation of its suit. In deals
      with a base card, the first card listed is the base card. Older files have one list for each
      foundation. Without this key, the foundations hold the cards placed before the deal.
    - Ranks are ``A 2 ... 10 J Q K``, or the numbers 1 to 13.

    In games with one-way building, the cards in a pile do not fix a direction. Shuffles during play
    use the key 0.

    Raises:
        InvalidPositionError: if the deal is invalid; the message names the line, the key or the
            cards.

    >>> from cadogan.model.position import game
    >>> p = read_solvitaire(game("good-measure"), '''{
    ...   "tableau piles": [["KH", "KC"], ["10c", "QC", "JC"], ["KS"], ["KD"],
    ...                     [], [], [], [], [], []],
    ...   "foundations": ["AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C",
    ...     "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD",
    ...     "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH",
    ...     "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS"]
    ... }''')
    >>> print(p.to_line())
    AC..9C/AD..QD/AH..QH/AS..QS/KHKC/TCQCJC/KS/KD/-/-/-/-/-/-
    >>> read_solvitaire(p.game, '{"tableau": []}')
    Traceback (most recent call last):
    ...
    cadogan.core.errors.InvalidPositionError: 'tableau' is not a key of a deal; did you mean
    'tableau piles'?
    """
    common.check_text(text)
    R, data = game.compiled_rules, _json(text)
    for key in data:
        if key in _OTHER_KEYS:
            raise InvalidPositionError(
                f"{game.name} has no {key!r}: the deal belongs to another game"
            )
        if key not in _KEYS:
            raise InvalidPositionError(
                f"{cut(key)!r} is not a key of a deal; {did_you_mean(key, _KEYS)}"
            )
    if _PILES not in data and R.tableau_first < R.tableau_end:
        raise InvalidPositionError(
            f"the key {_PILES!r} is missing: a list of piles, bottom cards first"
        )
    piles = _read_tableau(game, data)
    piles |= _read_singles(game, data, "cells", "cell")
    reserves = common.of_kind(game.compiled, "reserve")
    if len(reserves) == 1:
        piles |= _read_heap(game, data, "reserve", reserves[0])
    else:
        piles |= _read_singles(game, data, "reserve", "reserve")
    piles |= _read_heap(game, data, "stock", R.stock.pile)
    piles |= _read_heap(game, data, "waste", R.stock.waste)
    if "foundations" not in data:
        return common.position_of(game, piles | common.placed(game))
    words: list[Any] = []
    for word in _list(data, "foundations"):
        words += word if isinstance(word, list) else [word]
    cards = [_card("foundations", word) for word in words]
    if cards and not R.foundations:
        raise InvalidPositionError(f"{game.name} has no foundations")
    piles |= {p: Pile(pile) for p, pile in _found(game, cards).items()}
    return common.position_of(game, piles, cards[0] if cards and common.is_based(game) else None)


def _text(card: int, down: bool = False) -> str:
    rank, suit = card_text(card).replace("T", "10")[:-1], SUITS[suit_of(card)]
    return rank + (suit.lower() if down else suit)


def write_solvitaire(position: Position) -> str:
    """Write a position as a deal for Solvitaire, which :func:`read_solvitaire` can read back.

    The deal has the key ``cells`` only if a cell holds a card. Solvitaire's parser accepts this
    key, although its schema lacks it. Only the fork ReSolvitaire accepts both empty and filled
    cells.

    Raises:
        InvalidPositionError: if a deal cannot express the position, for example because of nonzero
            counters, cards out of play, or two foundations of one suit.

    >>> from cadogan.model.position import game
    >>> print(write_solvitaire(game("castles-in-spain").deal("ms:1"))[:83])
    {
      "tableau piles": [
        ["JD", "QC", "10S", "7D"],
        ["KH", "2D", "QH", "6D"],
    """
    form = "a Solvitaire deal"
    game, snapshot = position.game, position.snapshot
    rules, R = game.compiled, game.compiled_rules
    common.refuse_unsaid(position, form)
    tableau = []
    for p in range(R.tableau_first, R.tableau_end):
        down = snapshot.down[p]
        if down and rules.of[p].face == Face.UP:
            raise InvalidPositionError(
                f"{form} cannot express that cards of pile {rules.names[p]} lie face down:"
                f" {game.name} is dealt face up"
            )
        cards = snapshot.piles[p]
        tableau.append([_text(card, i < down) for i, card in enumerate(cards)])
    keys: dict[str, list[str]] = {}
    cells = [snapshot.piles[p] for p in common.of_kind(rules, "cell")]
    reserves = [snapshot.piles[p] for p in common.of_kind(rules, "reserve")]
    if any(cells):
        keys["cells"] = _write_singles(form, "cell", cells)
    if len(reserves) == 1:
        keys["reserve"] = list(map(_text, reserves[0]))
    elif reserves:
        keys["reserve"] = _write_singles(form, "reserve pile", reserves)
    for key, p in (("stock", R.stock.pile), ("waste", R.stock.waste)):
        if p >= 0:
            keys[key] = list(map(_text, snapshot.piles[p]))
    founded = _write_foundations(position, form)
    if founded or common.placed(game):
        keys["foundations"] = founded
    lines = [f"  {json.dumps(key)}: {json.dumps(words)}" for key, words in keys.items()]
    if tableau:
        inner = ",\n".join(f"    {json.dumps(words)}" for words in tableau)
        lines.insert(0, f"  {json.dumps(_PILES)}: [\n{inner}\n  ]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _write_singles(form: str, what: str, piles: Sequence[Sequence[int]]) -> list[str]:
    if any(len(pile) > 1 for pile in piles):
        raise InvalidPositionError(
            f"{form} has one card for each {what}, but this position has more"
        )
    return [_text(pile[0]) if pile else "" for pile in piles]


def _write_foundations(position: Position, form: str) -> list[str]:
    """Return the cards of the foundations, the base card first."""
    game, snapshot = position.game, position.snapshot
    piles = snapshot.piles[: game.compiled_rules.foundations]
    # False sorts before True, so the foundation of the base card comes first.
    order = sorted(piles, key=lambda pile: pile[:1] != (snapshot.base - 1,))
    cards = [card for pile in order for card in pile]
    suits = [{suit_of(card) for card in pile} for pile in piles]
    if sum(map(len, suits)) > len(set().union(*suits)) or any(len(some) > 1 for some in suits):
        raise InvalidPositionError(
            f"{form} has one foundation for each suit, but here a foundation has several suits or"
            " a suit has several foundations"
        )
    if snapshot.base and cards[:1] != [snapshot.base - 1]:
        raise InvalidPositionError(f"{form} cannot show 'base {card_text(snapshot.base - 1)}'")
    if [tuple(pile) for pile in _found(game, cards).values()] != list(piles):
        raise InvalidPositionError(f"{form} cannot show which card lies on which foundation here")
    return list(map(_text, cards))
