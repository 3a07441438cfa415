"""Validation of a definition beyond keys and types: phrases, references, numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from cadogan.core.cards import RANKS, parse_card
from cadogan.core.errors import InvalidDefinitionError, did_you_mean, miscounted
from cadogan.core.sizes import MOST_GROUPS, MOST_PILES
from cadogan.i18n.grammar import card_name, count_word
from cadogan.rules import vocabulary as words
from cadogan.rules.builds import parse_build, parse_sequence
from cadogan.rules.definition import ACTION_TABLES, Definition, Redeal, dealt_of, ranks_dealt
from cadogan.rules.group import NEEDS, Group, ever, group_now, laid_out, references, taken_out
from cadogan.rules.location import Where, checked
from cadogan.rules.phases import MOST_CONDITIONS, filling, singles, taken, two_sides
from cadogan.rules.phrases import (
    DealOrder,
    Met,
    RedealFrom,
    RedealOrder,
    SinkWay,
    Space,
    Start,
    Take,
    WinWay,
)
from cadogan.rules.types import HELD_PATTERN, Key, keys
from cadogan.rules.vocabulary import NEIGHBOURS

T = TypeVar("T")

MECHANICS: list[tuple[str, Callable[[Definition], None]]] = []
"""The checks of the mechanics, each with the key that it checks (``""``: the whole definition).

This package does not import the mechanics: :mod:`cadogan` registers their checks when it is first
imported.
"""


def check_alone(written: Mapping[str, Any], definition: Definition, where: Where) -> None:
    """Refuse keys that have no effect without another key.

    Only keys that the table itself contains are checked. A variant may remove the other key and
    still inherit the key that depends on it.
    """
    for group in definition.groups:
        here, table = where.at(group.name), written.get(group.kind, {})
        if group.name != group.kind:
            table = table.get(group.name.partition(".")[2], {})
        for then in group.then if "then" in table else []:
            if group_now(group, then.when.__eq__) == group:
                text = f"{then.when!r} changes nothing here: its values already apply"
                raise here.at("then").error(text)
            if group.kind == "foundation" and then.take and not any(ever(group, "to")):
                text = "without 'to' foundations keep their cards: add it, or leave 'take' out"
                raise here.at("then.take").error(text)
        for key, others in NEEDS.items():
            if group.kind == "foundation" and key == "space_from":
                continue  # for foundations, the key 'start' names the first card
            for other in others if table.get(key) else ():
                says = any(value not in ("none", "", [], 0) for value in ever(group, other))
                if not says and (other == "space" or other not in table):
                    wanted = "'space' is 'none'" if other == "space" else f"{other!r} is missing"
                    raise here.at(key).error(f"this key has no effect if {wanted}")


def _check_words(table: msgspec.Struct, where: Where, names: list[str]) -> None:
    readers: dict[str, Callable[[str], object]] = {
        "build": parse_build,
        "sequence": parse_sequence,
        "condition": lambda text: words.parse_condition(text, names),
        "group": lambda text: words.reference(text, names),
        "usual": lambda text: words.reference(text, ["usual", *names]),
        "card": parse_card,
    }
    for key in keys(type(table)).values():
        value, known = getattr(table, key.attribute), key.words
        if known is None or (value == "" and key.empty):
            continue
        there = where.at(key.name)
        for text in _listed(value):
            if isinstance(text, str) and isinstance(known, str):
                checked(there, readers[known], text)
            elif isinstance(text, str) and text not in known:
                checked(there, _phrase, key, text)


def _phrase(key: Key, text: str) -> None:
    """Refuse a value that is not one of a key's phrases; the error also mentions valid numbers."""
    try:
        words.phrase(text, filter(None, key.words or ()))
    except ValueError as error:
        if key.name == "face":
            hint = "a list such as [0, 1, 2] gives the number of face-down cards in each pile"
            problem = (
                f"{str(error).removesuffix('?')}{'? ' if str(error)[-1] == '?' else '; '}{hint}"
            )
        elif key.least is not None:
            number = words.number_meant(text)
            meant = "" if number is None else f"did you mean {number}, without quotes? "
            hint = f"{meant}it must be {key.range}"
            problem = f"{text!r} is not a phrase of the rules language; {hint}"
        else:
            raise
        raise ValueError(problem) from None


def _check_group(group: Group, definition: Definition, where: Where) -> None:
    known = references(definition.groups)
    _check_words(group, where, known)
    for then in group.then:
        _check_words(then, where.at("then"), known)
    if isinstance(group.run, list) and len({*group.run}) != 2:
        raise where.at("run").error("expected one build phrase, or two different ones")
    for key in ("deal", "face", "start", "build"):
        value = getattr(group, key)
        if isinstance(value, list) and len(value) != group.piles:
            hint = ": give the number of face-down cards in each pile" if key == "face" else ""
            raise where.at(key).error(f"{miscounted(len(value), group.piles)}{hint}")
    _check_dealt(group, definition, where)
    _check_spaces(group, where)
    _check_named_ranks(group, parse_sequence(definition.ranks), where)
    _check_changes(group, where.at("then"))
    names = [g.name for g in definition.groups]
    for ref in group.space_from if group.space_in_turn else []:
        if ref not in names:
            raise where.at("space_from").error(
                f"{ref!r} means several groups here: name them one by one"
            )
    _check_numbers(group, definition, where)
    if group.bare:
        _check_bare(group, definition, where.at("bare"))
    if group.kind in _OF_KIND:
        _OF_KIND[group.kind](group, definition, where)


def _check_spaces(group: Group, where: Where) -> None:
    """Check that the key ``fill`` is valid, and that no card is played to the stock."""
    for ref in _refs(group, "fill"):
        if ref.partition(".")[0] in ("foundation", "discard"):
            raise where.at("fill").error(
                f"cards in the {ref} stay there, so they cannot fill empty piles"
            )
        if ref in (group.name, group.kind):
            raise where.at("fill").error(
                f"cards from the {ref} cannot fill that group's own empty piles"
            )
    if "stock" in _refs(group, "to"):
        raise where.at("to").error("cards cannot be played to the stock")
    if group.order != DealOrder.BY_RANK and Space.ITS_OWN_RANK in ever(group, "space"):
        raise where.at("space").error("piles have their own rank only with order = 'by rank'")
    if not (group.kind == "tableau" and group.row) and {*NEIGHBOURS} & {*ever(group, "space")}:
        raise where.at("space").error("only the places of a grid, in [tableau], have neighbours")


def _check_named_ranks(group: Group, ranks: Sequence[int], where: Where) -> None:
    for key in ("sink", "ends", "space", "next_at", "must_hold", "lacks"):
        named: list[str] = _listed(getattr(group, key))
        if key == "space":
            named = [letter for space in ever(group, key) for letter in words.space_ranks(space)]
        for letter in named:
            if letter and letter in RANKS and RANKS.index(letter) + 1 not in ranks:
                raise where.at(key).error(f"the pack has no {words.rank_word(letter)}")


def _check_waste(waste: Group, definition: Definition, where: Where) -> None:
    """Check that the cards of a waste can be played."""
    if {*ever(waste, "take")} == {Take.NONE}:
        filling = {ref for group in definition.groups for ref in _refs(group, "fill")}
        if not filling & {waste.kind, waste.name}:
            raise where.at("take").error("cards in the waste could never be played")


def _check_bare(group: Group, definition: Definition, where: Where) -> None:
    """Check that a pile with only its bottom cards left can count as empty."""
    if _one_way(group):
        raise where.error("this cannot be combined with a build 'one way'")
    for key in ("space_from", "fill", "refill", "least", "row", "closes", "wrong", "covered_by"):
        if any(ever(group, key) if key in ("space_from", "fill") else [getattr(group, key)]):
            raise where.error(
                f"this cannot be combined with {key!r}, which applies to empty piles only"
            )
    if not all(
        space in (Space.NONE, Space.ANY_CARD) or words.space_ranks(space)
        for space in ever(group, "space")
    ):
        raise where.error("'space' must be 'any card' or name ranks, such as 'K' or 'A or K'")
    if any(Take.RUN_AS_SINGLE_CARDS in ever(g, "take") for g in definition.groups):
        raise where.error("this cannot be combined with take = 'run as single cards'")
    held = group.most or definition.decks * 4 * len(parse_sequence(definition.ranks))
    if group.keep >= held:
        raise where.error(f"'keep' must be less than {held}, the most cards that a pile can hold")


def _listed(value: T | list[T]) -> list[T]:
    return value if isinstance(value, list) else [value]


def _refs(group: Group, *names: str) -> list[str]:
    """Return the groups to which the given keys of a group refer, whatever conditions hold."""
    return [ref for name in names for refs in ever(group, name) for ref in refs or ()]


def _one_way(group: Group) -> bool:
    return any(parse_build(text).one_way for some in ever(group, "build") for text in _listed(some))


def _check_built_waste(waste: Group, definition: Definition, where: Where) -> None:
    """Check that the player, not the stock, brings cards to a waste that has a build."""
    if not {*_refs(waste, "from_")} - {"usual", "stock"}:
        raise where.at("build").error(
            "no card is played to this waste: write, for example, from = ['tableau']"
        )
    turned = any(stock.turned for stock in definition.of_kind("stock"))
    if turned or "stock" in _refs(waste, "from_"):
        raise where.at("build").error("a waste cannot have a build if its stock is turned by hand")
    if _one_way(waste):
        raise where.at("build").error("a waste cannot be built in one direction only")


def _comes(waste: Group, definition: Definition) -> bool:
    """Return whether some card can reach a waste."""
    stocks = definition.of_kind("stock")
    dealt = any(g.turned or " waste" in f"{g.deal} {g.last}" for g in stocks)
    return dealt or bool({*_refs(waste, "from_")} - {"usual"})


def _check_dealt(group: Group, definition: Definition, where: Where) -> None:
    deals = _listed(group.deal)
    if group.kind == "discard" and group.deal not in (0, "the rest"):
        raise where.at("deal").error("this must be 'the rest'")
    if group.kind not in ("stock", "discard") and any(not isinstance(n, int) for n in deals):
        raise where.at("deal").error("this must be a number of cards, 0 or more")
    if group.ends and _one_way(group):
        raise where.at("ends").error("this cannot be combined with a build 'one way'")
    _check_order(group, definition, where)
    for key in [key for key in ("must_hold", "lacks", "unlike") if getattr(group, key)]:
        if not any(deals):
            hint = ": write deal = 1" if group.kind == "foundation" else ""
            raise where.at(key).error(f"no cards are dealt to this group{hint}")
        if group.order == DealOrder.ROWS_ACROSS_GROUPS:
            raise where.at(key).error("the cards of this group are not dealt together")
    for key, check in (
        ("met_in_dealing", _check_met),
        ("unlike", _check_unlike),
        ("lacks", _check_lacking),
        ("holds", _check_holds),
    ):
        if getattr(group, key):
            check(group, definition, where.at(key))
    if group.must_hold and group is not next(g for g in definition.groups if g.must_hold):
        raise where.at("must_hold").error("only one group of a game may have this key")


def _check_order(group: Group, definition: Definition, where: Where) -> None:
    if group.order == DealOrder.BY_RANK:
        ranks = ranks_dealt(definition)
        if not ranks:
            raise where.at("order").error(
                "no cards are left to deal: all of them lie on foundations"
            )
        if group.piles != len(ranks):
            raise where.at("piles").error(
                f"expected {len(ranks)} piles, one for each rank that is dealt"
            )
    if group.sink_way == SinkWay.OUT_OF_PLAY and group.sink and not definition.of_kind("discard"):
        raise where.at("sink_way").error("cards that leave play need a place: [discard] is missing")
    deals, dealt_out = _listed(group.deal), group.order in words.DEALT_OUT
    if dealt_out and any(deals):
        raise where.at("deal").error(
            f"this must be 0, because the order {group.order!r} deals all remaining cards"
        )
    if group.kind == "cell" and any(isinstance(n, int) and n > 1 for n in deals):
        raise where.at("deal").error("a cell holds one card")
    if group.kind == "cell" and dealt_out:
        raise where.at("order").error(
            f"cells hold one card each, too few for the order {group.order!r}"
        )


def _check_holds(group: Group, definition: Definition, where: Where) -> None:
    """Check that the piles with fixed first cards exist and get cards in the deal."""
    deals = group.deal if isinstance(group.deal, list) else [group.deal] * group.piles
    others = [key for key in ("unlike", "met_in_dealing", "laid_aside") if getattr(group, key)]
    if group.order in words.DEALT_OUT or group.order == DealOrder.ROWS_ACROSS_GROUPS or others:
        written = f"order = {group.order!r}" if not others else repr(others[0])
        raise where.error(f"this cannot be combined with {written}")
    for text in group.holds:
        if not re.fullmatch(HELD_PATTERN, text):
            raise where.error(f"{text!r} is not a card and a pile: write, for example, 'QH on 1'")
    for number, text in group.held.items():
        if number > len(deals):
            raise where.error(
                f"there is no pile {number}: the piles are numbered 1 to {len(deals)}"
            )
        if not deals[number - 1]:
            raise where.error(f"'deal' gives pile {number} no cards, but must count this one")
        if parse_card(text) not in definition.pack:
            raise where.error(f"the pack has no {card_name(parse_card(text))}")
    if len(group.held) < len(group.holds):
        raise where.error("a pile begins with only one card: name each pile once")


def _check_met(group: Group, definition: Definition, where: Where) -> None:
    """Check that foundations have a place for the cards that go there during the deal."""
    deals = _listed(group.deal)
    if not any(deals):
        raise where.error("no card is dealt to this group")
    if not definition.of_kind("foundation") or any(g.whole for g in definition.groups):
        raise where.error("this needs foundations that take single cards")
    if any(g.must_hold or g.lacks or g.unlike for g in definition.groups):
        raise where.error(
            "this cannot be combined with 'must_hold', 'lacks' or 'unlike' in any group"
        )
    if group.order in (DealOrder.ROWS_ACROSS_GROUPS, *words.DEALT_OUT):
        raise where.error("the cards of this group are not dealt together")
    if group.met_in_dealing == Met.WHAT_BEGINS_IS_ALWAYS_REPLACED:
        _check_always_met(group, definition, where)
    later = definition.groups[definition.groups.index(group) :]
    if based := next((g for g in later if g.kind == "foundation" and g.deal), None):
        raise where.error(f"[{based.name}] gets its base card first: move it above [{group.name}]")


def _check_always_met(group: Group, definition: Definition, where: Where) -> None:
    redeal = definition.redeal
    again = redeal is not None and redeal.times != 0 and redeal.from_ != RedealFrom.WASTE
    if not filling(group)[0] and not again:
        raise where.error(
            "no 'fill' and no redeal deals to the group again: write 'what begins is replaced'"
        )
    if redeal and redeal.order == RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP:
        raise where.error(
            "this cannot be combined with the redeal"
            f" {RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP.value!r}"
        )
    if any(g.start == Start.BASE_RANK for g in definition.of_kind("foundation")):
        raise where.error("with start = 'base rank', write 'what begins is replaced'")


def _check_unlike(group: Group, definition: Definition, where: Where) -> None:
    """Check that the deal can give each pile of a group cards of different ranks."""
    deals = _listed(group.deal)
    most, ranks = max(n for n in deals if isinstance(n, int)), parse_sequence(definition.ranks)
    if any(g.must_hold or g.lacks for g in definition.groups):
        raise where.error("this cannot be combined with 'must_hold' or 'lacks' in any group")
    if group.kind == "foundation":
        suits = len({*definition.suits.split()})
        if group.start != Start.ANY_CARD or group.piles > suits:
            problem = f"this needs start = 'any card', and at most {suits} foundations"
            raise where.error(problem)
        return
    if not 2 <= most <= len(ranks):
        problem = f"with 'unlike' this must be 2 to {len(ranks)}, for cards of different ranks"
        raise definition.error(f"{group.name}.deal", problem)


def _check_lacking(group: Group, definition: Definition, where: Where) -> None:
    """Check that enough cards of other ranks remain for a group that excludes some ranks."""
    if any(g.must_hold for g in definition.groups):
        raise where.error("this cannot be combined with 'must_hold' in any group")
    before = definition.groups[: definition.groups.index(group) + 1]
    ranks = [r for r in parse_sequence(definition.ranks) if RANKS[r - 1] not in group.lacks]
    others = sum(dealt_of(definition, rank) for rank in ranks)
    laid = sum(laid_out(some) - taken_out(some) for some in before)
    if others < laid:
        raise where.error(
            f"{laid} cards are laid out up to and including this group, but only {others} have"
            " other ranks"
        )


def _check_numbers(group: Group, definition: Definition, where: Where) -> None:
    deals = _listed(group.deal)
    most = len(definition.pack)
    for number in (
        *("keep", "least", "most", "refill", "refill_below"),
        *("last_at", "cards", "fill_cards", "times", "batch"),
    ):
        if getattr(group, number) > most:
            raise where.at(number).error(f"this must be a number of cards, 0 to {most}")
    held = 1 if group.kind == "cell" else group.most or most
    by_rank = definition.of_a_rank if group.order == DealOrder.BY_RANK else 0
    for key, cards in (
        ("deal", max([by_rank, *(n for n in deals if isinstance(n, int))])),
        ("refill", group.refill),
        ("fill_cards", group.fill_cards),
    ):
        if cards > held:
            raise where.at(key).error(f"{cards} cards are too many: a pile holds at most {held}")
    if group.least > held:
        raise where.at("least").error(
            f"this must be at most {held}, the most cards that a pile can hold; otherwise the pile"
            " is never built on"
        )
    if group.refill_below > group.refill > 0:
        raise where.at("refill_below").error(
            f"this must be at most {group.refill}, the value of 'refill'"
        )
    if group.refill_first > group.piles:
        raise where.at("refill_first").error(f"the piles are numbered 1 to {group.piles}")


def _check_dealt_foundations(
    deal: words.StockDeal, stock: Group, definition: Definition, where: Where
) -> None:
    """Check that the stock can deal cards to foundations, if it deals to any."""
    foundations = definition.of_kind("foundation")
    to = [g for g in foundations if {g.name, g.kind} & {*deal.groups}]
    if to and deal.next:
        raise where.error(
            "foundations may fill up, so the stock can deal to them only 'to each foundation'"
        )
    if any(g.whole for g in to):
        raise where.error("cards cannot be dealt to foundations that take whole runs")
    based = [g for g in foundations if g.start in (Start.BASE_RANK, Start.BASE_SUIT)]
    by_play = any(not (g.deal or isinstance(g.placed, str)) for g in based)
    if to and by_play and stock.when != "base chosen":
        raise where.error(
            "only a played card becomes the base: write when = 'base chosen', or another 'start'"
        )


def _check_stock(group: Group, definition: Definition, where: Where) -> None:
    """Check the stock's deals, and that its cards can leave it."""
    if group.last and not (group.last_at or group.last_when):
        raise where.at("last").error("this key has no effect without 'last_at' or 'last_when'")
    for key, text in (("deal", group.deal), ("last", group.last)):
        if not isinstance(text, str):
            raise where.at(key).error("this must be a phrase such as '1 to waste'")
        if text:
            known = references(definition.groups)
            checked(where.at(key), words.parse_stock_deal, text, known)
            deal = words.parse_stock_deal(text, known)
            _check_dealt_foundations(deal, group, definition, where.at(key))
            if re.search(r" (cell|stock|discard)\b", text):
                raise where.at(key).error(
                    "cards can be dealt only to the waste, a tableau, a reserve or a foundation"
                )
    _check_named_piles(group, definition, where)
    by_hand = [
        group.turned if refs is None or "usual" in refs else "stock" in refs
        for w in definition.of_kind("waste")
        for refs in ever(w, "from_")
    ]
    if any(by_hand) and isinstance(group.deal, str) and group.deal:
        raise where.at("deal").error(
            "the stock is either dealt from or turned to the waste by hand: leave out one of them"
        )
    if group.when in ("dealt", "no deal left", "stock empty"):
        raise where.at("when").error(
            f"the stock never deals: {group.when!r} could hold only after its deals"
        )
    redeal = definition.redeal
    # Another check reports an invalid phrase.
    together = redeal is not None and redeal.from_ not in set(words.REDEALT_FROM) - {
        "tableau and stock"
    }
    if not (group.deal or group.turned or together or _stock_feeds(definition)):
        raise where.error("nothing ever leaves the stock: the key 'deal' is missing")


def _check_named_piles(group: Group, definition: Definition, where: Where) -> None:
    for key, numbers, text in (
        ("deal_to", group.deal_to, str(group.deal)),
        ("last_to", group.last_to, group.last),
    ):
        if not numbers or not text:
            continue  # another check reports a missing deal
        deal = words.parse_stock_deal(text, references(definition.groups))
        if not deal.each or len(deal.groups) > 1 or group.skips or group.last_reversed:
            raise where.at(key).error(
                "this needs a deal to one group, such as '1 to each tableau', without"
                " 'skips' and 'last_reversed'"
            )
        piles = sum(g.piles for g in definition.groups if deal.group in (g.name, g.kind))
        if sorted({*numbers}) != numbers or numbers[-1] > piles:
            raise where.at(key).error(
                f"write each number once, lowest first; the piles are numbered 1 to {piles}"
            )
        if len(numbers) == piles:
            raise where.at(key).error("this lists all the piles: leave the key out")


def _check_changes(group: Group, where: Where) -> None:
    """Check that the compiled rules can represent all changes to a group's rules."""
    waited = {then.when.removeprefix("not ") for then in group.then}
    if len(waited) > MOST_CONDITIONS:
        raise where.error(
            f"{len(waited)} conditions are too many; a group may have at most"
            f" {count_word(MOST_CONDITIONS)}"
        )
    checked(where.at("take"), taken, group)
    checked(where.at("fill"), filling, group)
    checked(where, two_sides, group)
    if group.kind == "tableau":
        checked(where.at("space"), singles, group)


def _stock_feeds(definition: Definition) -> bool:
    return any(
        group.refill or "stock" in _refs(group, "fill", "space_from", "from_")
        for group in definition.groups
    )


def _check_starts(group: Group, definition: Definition, where: Where) -> None:
    for start in _listed(group.start):
        if start in RANKS and len(start) == 1:
            continue
        if re.fullmatch(r"[A2-9TJQK][CDHS]", start):
            continue
        filled = re.sub(r"\{\w+\}", "{}", start)
        known = {re.sub(r"\{\w+\}", "{}", s) for s in words.STARTS}
        if filled not in known:
            choices = [*words.STARTS, *RANKS, "2C"]
            raise where.at("start").error(
                f"{start!r} is not a rank, a card or a phrase; {words.advice(start, choices)}"
            )
        if isinstance(group.start, list) and start != Start.ANY_CARD:
            raise where.at("start").error(
                f"{start!r} is for all foundations of a group: each entry of a list must be a rank,"
                " a card or 'any card'"
            )
        for option in re.findall(r"\{(\w+)\}", start):
            if option not in definition.options:
                raise where.at("start").error(
                    f"there is no option {option!r}; {did_you_mean(option, definition.options)}"
                )


def _check_foundation(group: Group, definition: Definition, where: Where) -> None:
    _check_starts(group, definition, where)
    if group.deal not in (0, 1):
        raise where.at("deal").error("this must be 1, to deal the base card, or 0")
    if group.deal and group.start not in (Start.BASE_RANK, Start.ANY_CARD):
        raise where.at("deal").error("a base card needs start = 'base rank' or start = 'any card'")
    if group.deal and group is not next(g for g in definition.of_kind("foundation") if g.deal):
        raise where.at("deal").error("only one group of foundations can be dealt the base card")
    turned = any(g.turned for g in definition.of_kind("stock"))
    for key, name in (("from", "from_"), ("space_from", "space_from")):
        if not turned and any(ref.partition(".")[0] == "stock" for ref in _refs(group, name)):
            raise where.at(key).error(
                "the stock is not turned, so its cards cannot be played: leave it out here, or"
                " write turned = true in [stock]"
            )
    if isinstance(group.placed, str):
        _check_first_dealt(group, group.placed, definition, where.at("placed"))
    for card in group.placed if isinstance(group.placed, list) else []:
        checked(where.at("placed"), parse_card, card)
    if group.goal and len(group.goal) != group.piles:
        raise where.at("goal").error(miscounted(len(group.goal), group.piles))
    if group.awaits:
        _check_awaits(group, definition, where.at("awaits"))
    _check_beginning(group, definition, where)


def _check_first_dealt(group: Group, placed: str, definition: Definition, where: Where) -> None:
    found = re.fullmatch(r"first (\d{1,2}) dealt", placed)
    if not found:
        raise where.error(
            f"expected true, a list of cards, or a phrase such as 'first 2 dealt', not {placed!r}"
        )
    if not isinstance(group.start, str) or (
        len(group.start) != 1 and group.start != Start.BASE_RANK
    ):
        raise where.error(
            "this needs foundations that start with one rank, such as 'A' or 'base rank'"
        )
    if group.start == Start.BASE_RANK and (group.deal or int(found[1]) >= definition.of_a_rank):
        raise where.error("the first card dealt fixes the base rank and is not one of these")
    if not 1 <= int(found[1]) <= group.piles:
        raise where.error(
            f"the number of cards must be 1 to {group.piles}, as there are {group.piles}"
            " foundations"
        )


def _check_awaits(group: Group, definition: Definition, where: Where) -> None:
    waited = [g for g in definition.groups if g.name == group.awaits]
    if not waited or waited[0].kind not in ("tableau", "reserve", "cell"):
        raise where.error("expected the name of one tableau, reserve or cell group")
    if waited[0].piles < group.piles:
        problem = f"{group.piles} foundations need a pile each, but {group.awaits!r} has only"
        raise where.error(f"{problem} {waited[0].piles}")
    alone = isinstance(group.start, str) and (
        group.start in (Start.BASE_RANK, Start.BASE_SUIT, Start.ABOVE_RESERVE) or "{" in group.start
    )
    if alone:
        raise where.error(f"this cannot be combined with start = {group.start!r}")
    for key in ("placed", "deal", "whole", "paired"):
        if getattr(group, key):
            raise where.error(f"this cannot be combined with {key!r}")


def _check_beginning(group: Group, definition: Definition, where: Where) -> None:
    """Check that the pack has the cards that begin the foundations of a group."""
    ranks = parse_sequence(definition.ranks)
    starts = _listed(group.start)
    placed = group.placed if isinstance(group.placed, list) else []
    for key, named in (("start", starts), ("goal", group.goal), ("placed", placed)):
        for word in named:
            if re.fullmatch(r"[A2-9TJQK][CDHS]?", word) and RANKS.index(word[0]) + 1 not in ranks:
                raise where.at(key).error(f"the pack has no {words.rank_word(word[0])}")
    of_one_rank = isinstance(group.start, str) and len(group.start) == 1
    if group.placed is True and of_one_rank and group.piles > definition.of_a_rank:
        raise where.at("placed").error(
            f"the pack has only {definition.of_a_rank} cards of each rank"
        )
    if "{" in str(group.start) and not {*range(2, 11)} <= {*ranks}:
        raise where.at("start").error(
            "this needs a pack with the ranks from two to ten, for the digits"
        )
    reserves = sum(g.piles for g in definition.of_kind("reserve"))
    if group.start == Start.ABOVE_RESERVE and group.piles > reserves:
        raise where.at("start").error(
            f"{group.piles} foundations need as many reserve piles; there are {reserves}"
        )
    if group.start == Start.BASE_SUIT and group.piles > len(ranks):
        raise where.at("start").error(
            f"{group.piles} foundations need as many ranks; the pack has {len(ranks)}"
        )


_OF_KIND = {"foundation": _check_foundation, "stock": _check_stock, "waste": _check_waste}


def check_definition(definition: Definition, where: Where) -> None:
    """Validate the phrases, references and numbers in a definition.

    Raises:
        InvalidDefinitionError: if one is invalid; the message gives the file, the key and a remedy.
    """
    _check_words(definition, where, references(definition.groups))
    try:
        _check_together(definition, where)
    except InvalidDefinitionError as error:
        error.together = not error.phrase
        raise


def _check_together(definition: Definition, where: Where) -> None:
    for key in ("name", "family"):
        text = getattr(definition, key)
        if not text.strip() or not text.isprintable():
            raise where.at(key).error("this must be one line of text")
    if not re.fullmatch(r"[CDHS]( [CDHS]){0,3}", definition.suits):
        raise where.at("suits").error(
            f"expected one to four of C D H S, such as 'H H S S', not {definition.suits!r}"
        )
    cleared = _check_win(definition, where)
    _check_sizes(definition, where)
    for group in definition.groups:
        _check_group(group, definition, where.at(group.name))
    for waste in definition.of_kind("waste"):
        if not _comes(waste, definition):
            raise where.at(waste.name).error("no card ever reaches the waste")
        if {*_listed(waste.build)} != {"none"}:
            _check_built_waste(waste, definition, where.at(waste.name))
    _check_left(definition, cleared, where)
    _check_special_moves(definition, where)
    # other checks reject 'must' and 'replaced' without 'leaves'
    single = any(g.leaves or g.must or g.replaced for g in definition.groups)
    leave = definition.remove or definition.count or single
    emptied = definition.win.startswith("all out of play") or words.cards_left(definition.win)
    if (emptied or definition.win == WinWay.ONE_OF_EACH_SUIT_LEFT) and not leave:
        raise where.at("win").error(
            "no card ever leaves play: add [remove], [count], or 'leaves' in [discard]"
        )
    for key, check in MECHANICS:
        checked(where.at(key) if key else where, check, definition)


def _check_win(definition: Definition, where: Where) -> list[str]:
    """Check that the piles named in the goal exist; return those that a win must empty."""
    stay = [ref for ref in references(definition.groups) if not ref.startswith("foundation")]
    checked(where.at("win"), words.parse_win, definition.win, stay)
    founded = definition.of_kind("foundation")
    if not (founded or definition.of_kind("tableau") or definition.count):
        raise where.error("a game needs at least a [foundation] or a [tableau]")
    if definition.win in {WinWay.ALL_ON_FOUNDATIONS, WinWay.FOUNDATIONS_COMPLETE} and not founded:
        raise where.error(
            "there is no [foundation] for a win on foundations: add one, or another goal,"
            ' such as win = "tableau empty"'
        )
    return words.parse_win(definition.win, stay)


def _check_sizes(definition: Definition, where: Where) -> None:
    for kind in ("stock", "discard"):
        if len(definition.of_kind(kind)) > 1 or any(g.piles > 1 for g in definition.of_kind(kind)):
            raise where.at(kind).error(f"a game may have at most one {kind} pile")
    if len(definition.groups) > MOST_GROUPS:
        raise where.error(
            f"{len(definition.groups)} groups are too many; a game may have at most {MOST_GROUPS}"
        )
    piles = sum(g.piles for g in definition.groups)
    if piles > MOST_PILES:
        most = max(definition.groups, key=lambda group: group.piles)
        raise where.at(most.name).error(
            f"{piles} piles in all are too many; a game may have at most {MOST_PILES}"
        )


def _check_left(definition: Definition, cleared: Sequence[str], where: Where) -> None:
    """Check that the deal leaves cards for the stock and for the piles that a win must empty."""
    left = _check_arithmetic(definition, where)
    refilled = definition.redeal is not None and definition.redeal.from_ != RedealFrom.WASTE
    if not (left or refilled) and definition.of_kind("stock"):
        raise where.at("stock").error("all the cards are laid out: none are left for the stock")
    named = [g for g in definition.groups if {g.name, g.kind} & {*cleared}]
    if cleared and not any(
        left if g.kind == "stock" else laid_out(g) or g.order in words.DEALT_OUT for g in named
    ):
        raise where.at("win").error(
            "these piles are empty at the start: the game would be won at once"
        )


def _check_special_moves(definition: Definition, where: Where) -> None:
    for key in ACTION_TABLES:
        if (action := getattr(definition, key)) is not None:
            _check_words(action, where.at(key), references(definition.groups))
    if definition.redeal:
        _check_redeal(definition.redeal, definition, where.at("redeal"))
    if definition.shift and definition.shift.group.startswith("foundation"):
        raise where.at("shift.group").error("cards on foundations cannot be shifted")
    if definition.shift and definition.shift.group == "discard":
        raise where.at("shift.group").error("cards out of play cannot be shifted")


def _check_redeal(redeal: Redeal, definition: Definition, where: Where) -> None:
    for kind in redeal.from_.split(" and "):
        if not definition.of_kind(kind):
            raise where.at("from").error(f"there is no [{kind}]")
    if redeal.from_ == RedealFrom.WASTE and not definition.of_kind("stock"):
        raise where.at("from").error("the waste becomes the stock, but there is no [stock]")
    if redeal.from_ == RedealFrom.WASTE and redeal.order not in (
        RedealOrder.TURNED,
        RedealOrder.SHUFFLED,
    ):
        raise where.at("order").error("for the waste this must be 'turned' or 'shuffled'")
    by_rows = any(g.order.startswith("rows") for g in definition.of_kind("tableau") if laid_out(g))
    if redeal.order == RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP and (
        redeal.from_ != RedealFrom.TABLEAU or by_rows
    ):
        raise where.at("order").error(
            f"{RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP.value!r} needs a tableau that is dealt"
            " pile by pile: write from = 'tableau' here and order = 'piles' there"
        )
    piles = sum(group.piles for group in definition.of_kind("tableau"))
    if redeal.order == RedealOrder.PILE_BY_PILE and piles == 1:
        raise where.at("order").error(
            "a redeal of a single pile changes nothing: write two piles or more, or another order"
        )
    if redeal.from_ != RedealFrom.WASTE and redeal.order == RedealOrder.TURNED:
        raise where.at("order").error(
            "a tableau is not turned: write, for example, 'first pile first'"
        )


def _check_arithmetic(definition: Definition, where: Where) -> int:
    """Check that the pack has enough cards for the layout; return how many cards remain."""
    cards = len(definition.pack)
    laid = 0
    for group in definition.groups:
        laid += laid_out(group)
        if group.order in words.DEALT_OUT:
            laid = max(laid, cards)  # this group gets all the remaining cards
        if laid > cards:
            key = "deal" if group.deal else "order" if group.order in words.DEALT_OUT else "placed"
            text = f"{laid} cards are laid out up to here, but the pack has only {cards}"
            raise where.at(group.name, key).error(text)
    rest = any(g.deal == "the rest" for g in definition.of_kind("discard"))
    if rest and definition.of_kind("stock"):
        raise where.at("discard", "deal").error(
            "the rest goes to [stock]: leave out one of the two"
        )
    rest = rest or definition.weave is not None
    if laid < cards and not definition.of_kind("stock") and not rest:
        raise where.error(
            f"{laid} of the {cards} cards are laid out: a [stock] is missing for the rest"
        )
    return cards - laid
