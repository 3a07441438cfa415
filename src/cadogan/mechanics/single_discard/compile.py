"""Compilation of the table ``[discard]``."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.core.cards import CARDS, of_rank, of_suit, rank_of, suit_of
from cadogan.core.errors import InvalidKeyError
from cadogan.i18n.grammar import card_name
from cadogan.mechanics.piles import Piles
from cadogan.rules.builds import parse_sequence
from cadogan.rules.definition import Definition
from cadogan.rules.phrases import SinkWay, WinWay
from cadogan.rules.vocabulary import cards_kept, cards_left, kind_of_win, parse_some_cards
from cadogan.state.compiled import SingleDiscardRules

BEATEN = "lower in suit"  # the card has a lower rank than a top card of its suit in another pile


def _parse(text: str) -> int:
    """Return the cards that may leave play unbeaten, or 0 if every card must be beaten."""
    return 0 if text == BEATEN else parse_some_cards(text)


def check_discards(definition: Definition) -> None:
    """Check the keys of ``[discard]``."""
    for group in definition.of_kind("discard"):
        sink = any(g.sink_way == SinkWay.OUT_OF_PLAY for g in definition.groups)
        leave = definition.remove or definition.count or sink or group.leaves or group.deal
        # without the key 'leaves', the checks of 'must' and 'replaced' report the error
        if not leave and not group.must and not group.replaced:
            raise ValueError(
                "no card ever goes there: add [remove], [count] or 'leaves', or leave this group"
                " out"
            )
        if group.leaves:
            try:
                _parse(group.leaves)
            except ValueError as error:
                raise InvalidKeyError("leaves", f"{error}; or {BEATEN!r}") from None
            if definition.remove or definition.count:
                other = "[remove]" if definition.remove else "[count]"
                raise InvalidKeyError(
                    "leaves", f"{other} already determines which cards leave play"
                )
            if not definition.of_kind("tableau"):
                raise InvalidKeyError(
                    "leaves", "cards leave only the tableau, but there is no [tableau]"
                )
            _check_all_leave(definition, _parse(group.leaves))
        if group.replaced and not definition.of_kind("stock"):
            raise InvalidKeyError(
                "replaced", "this needs cards from a stock, but there is no [stock]"
            )


def check_stay(definition: Definition) -> None:
    """Check that the cards that may stay in play are not the entire pack."""
    stay = cards_kept(definition.win)
    if stay and all(parse_some_cards(stay) >> card & 1 for card in _pack(definition)):
        raise InvalidKeyError("win", "all the cards may stay: the game would be won at once")
    pack = len(definition.pack)
    if cards_left(definition.win) >= pack:
        raise InvalidKeyError("win", f"the pack has {pack} cards: the game would be won at once")


def _pack(definition: Definition) -> list[int]:
    """Return each card of the pack once, without further copies."""
    ranks = parse_sequence(definition.ranks)
    some = (card for card in range(CARDS) if "CDHS"[suit_of(card)] in definition.suits)
    return [card for card in some if rank_of(card) in ranks]


def _check_all_leave(definition: Definition, some: int) -> None:
    """Check that each card that must leave play has a way to leave it."""
    otherwise = definition.count or any(
        g.sink_way == SinkWay.OUT_OF_PLAY for g in definition.groups
    )
    if kind_of_win(definition.win) != WinWay.ALL_OUT_OF_PLAY or otherwise or not some:
        return
    stay = cards_kept(definition.win)
    some |= parse_some_cards(stay) if stay else 0
    for card in _pack(definition):
        if not some >> card & 1:
            raise InvalidKeyError(
                "leaves", f"the {card_name(card)} never leaves play, but it must leave to win"
            )


def discard_rules(piles: Piles) -> SingleDiscardRules:
    """Return the compiled rules for cards that leave play one by one."""
    group = piles.one("discard")
    text = group.leaves if group else ""
    stay = cards_kept(piles.definition.win)
    # a stuck card must change places before other moves, like a card that must leave
    chances = any(g.chances for g in piles.groups)
    return SingleDiscardRules(
        used=int(bool(text)),
        leaves=_parse(text) if text else 0,
        beats=[_higher(card, piles.ranks) if text == BEATEN else 0 for card in range(CARDS)],
        must=int(chances or (group is not None and group.must)),
        replaced=int(group is not None and group.replaced),
        stays=parse_some_cards(stay) if stay else 0,
    )


def _higher(card: int, order: Sequence[int]) -> int:
    """Return the cards of a suit that are higher than the given card."""
    if rank_of(card) not in order:
        return 0
    higher = order[order.index(rank_of(card)) + 1 :]
    return of_suit(suit_of(card)) & sum(map(of_rank, higher))
