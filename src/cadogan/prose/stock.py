"""The sections on the stock, the waste and the redeals."""

from __future__ import annotations

from cadogan.families.texts import (
    MOVED_UP,
    batch_clause,
    next_at_clause,
    reach_clauses,
    skip_clauses,
    told_kept,
    told_rotation,
)
from cadogan.language import words
from cadogan.language.definition import Group, ever
from cadogan.language.words import StockDeal, count_word
from cadogan.prose.english import cards, first_of, join, listed, runs, some, times
from cadogan.prose.piles import taking
from cadogan.prose.speaker import Speaker

__all__ = ["redeals", "stock_and_waste"]


def stock_and_waste(say: Speaker) -> list[str]:
    """Write the section on the stock and the waste."""
    dealing = [join(_dealing(say, g)) for g in say.of_kind("stock")]
    return dealing + [join(taking(say, g) + say.coming(g)) for g in say.of_kind("waste")]


def _dealing(say: Speaker, stock: Group) -> list[str]:
    """Say what the stock is for."""
    told = _turning(say, stock)
    if stock.last:
        last = _one_deal(say, say.stock_deal(stock.last), stock.order)
        left = f"{cards(stock.last_at)} or fewer"
        told.append(f"when {left} are left, the deal is {last} instead")
    told += skip_clauses(stock.skips)
    told.append(_number_of_deals(say, stock))
    if where := say.destinations(stock):
        told.append(
            f"the top card of the stock always lies face up; it may be played {where}, and the next"
            " card is turned up"
            if stock.turned
            else f"the next card of the stock may also be put, unseen, {where}"
        )
    users = [g for g in say.groups if g.refill or any("stock" in f for f in ever(g, "fill"))]
    if not any(told):
        told.append(f"the stock serves to fill {say.these(users, 'and')}" if users else "")
    return told + say.leaving(stock)


def _turning(say: Speaker, stock: Group) -> list[str]:
    """Say what a deal from the stock is, and when it may be made."""
    if not stock.deal:
        return []
    deal = say.stock_deal(str(stock.deal))
    free = say.clause(stock.when) if stock.when else "at any time"
    again = ", until the cards are used again" if say.definition.redeal else " in the game"
    if deal.each:
        what = _one_deal(say, deal, stock.order)
        if stock.times:
            what += f"; {times(stock.times)} only{again}"
        return [f"{free} the player may deal from the stock {what}"]
    if deal.next:
        what = f"{cards(deal.count)} from the stock to the next pile of {say.the(deal.group)}"
        if stock.next_at:
            told = f"{free} the player may deal {cards(deal.count)} from the stock"
            return [told, next_at_clause(say.rules, stock.next_at)]
        told = f"{free} the player may deal {what}: in turn, after the last to the first again"
        return [told, *reach_clauses(say.rules)]
    top = ", the last one turned on top (or as many as are left)" if deal.count > 1 else ""
    wish = f"but only {free}" if stock.when else "whenever the player likes"
    where = say.the(deal.group)
    many = f"{count_word(deal.count)} at a time{top}"
    if stock.times:
        wish += f", but {times(stock.times)} only{again}"
    turned = f"the cards of the stock are turned on to {where} {many}, {wish}"
    return [turned, batch_clause(stock.batch)] if stock.batch else [turned]


def _one_deal(say: Speaker, deal: StockDeal, order: str) -> str:
    """Say what one deal to a group is."""
    if not deal.each:
        return f"{cards(deal.count)} to {say.the(deal.group)}"
    groups = say.named(deal.group)
    piles = sum(g.piles for g in groups)
    noun = say.pile(groups[0])
    if len(groups) > 1:
        noun = noun.removeprefix(say.adjective(groups[0]))
    told = f"{cards(deal.count)} to {'each' if piles > 1 else 'the'} {noun}"
    if deal.count == 1 or piles == 1:
        return told
    how = "pile after pile" if order == "piles" else "one to each in turn, round after round"
    return f"{told}, {how}"


def _number_of_deals(say: Speaker, stock: Group) -> str:
    """Say how many deals there are, where nothing else draws on the stock."""
    drawn = any(
        g.refill
        or any(
            "stock" in (refs or [])
            for name in ("fill", "space_from", "from_")
            for refs in ever(g, name)
        )
        for g in say.groups
    )
    deal = say.stock_deal(str(stock.deal)) if stock.deal else None
    if deal is None or not deal.each or drawn or stock.turned or not say.left:
        return ""
    if stock.times or stock.skips:
        return ""
    last = say.stock_deal(stock.last) if stock.last else deal
    sizes, full, left, now = [], 0, say.left, deal
    while left:
        now = last if stock.last and left <= stock.last_at else deal
        piles = sum(g.piles for g in say.named(now.group))
        full = now.count * (piles if now.each else 1)
        sizes.append(min(full, left))
        left -= sizes[-1]
    told = [f"{some(count, 'deal')} of {cards(size)}" for size, count in runs(sizes)]
    if len(told) > 1 and runs(sizes)[-1][1] == 1:
        told[-1] = f"a last one of {count_word(sizes[-1])}"
    reach = ""
    if sizes[-1] < full:
        piles = -(-sizes[-1] // now.count) if stock.order == "piles" else sizes[-1]
        reach = ", as far as they go"
        if stock.order == "piles" or now.count == 1:
            reach = f", to {first_of(piles)} pile{'s' if piles > 1 else ''}"
    return f"that makes {listed(told)}{reach}"


def redeals(say: Speaker) -> list[str]:
    """Write the section on redeals."""
    redeal = say.definition.redeal
    if not redeal:
        return []
    number = redeal.times
    if number == 0:
        return ["There is no redeal."]
    often = f"this may be done {times(number) if isinstance(number, int) else 'without limit'}"
    how = words.REDEAL_ORDERS[redeal.order]
    if redeal.order == words.PILE_BY_PILE:
        when = f"{say.clause(redeal.when)}" if redeal.when else "at any time"
        return [f"{when[0].upper()}{when[1:]} a redeal {told_rotation(say.rules)}."]
    if redeal.order == words.STRAIGHT_UP:
        when = say.clause(redeal.when) if redeal.when else "at any time"
        return [join([f"{when} {MOVED_UP}", often])]
    if redeal.from_ == "waste":
        when = f" and {say.clause(redeal.when)}" if redeal.when else ""
        if isinstance(number, int):
            often += f", so that the stock is gone through {times(number + 1)} in all"
        taken = f"when the stock is empty{when}, the waste may be {how}; it becomes the new stock"
        return [join([taken, often])]
    when = f"{say.clause(redeal.when)}," if redeal.when else "at any time"
    if say.tables.redeal_kept:
        return [join([f"{when} {told_kept(say.tables)}", often])]
    how = "gathered, shuffled and dealt again"
    came = ""
    if redeal.order != "shuffled":
        how = "gathered and dealt again without shuffling"
        come = "the first pile first"
        if redeal.order == "last pile first":
            come = "the last pile first and the first pile last"
        came = (
            f"they come pile after pile, {come}, and in each pile from its lowest card to its top"
        )
    laid = f"they are laid out face up in {_laid_again(say)}, as far as they go"
    if redeal.from_ == "tableau and stock":
        laid += "; the others are the stock"
    elif say.of_kind("stock"):
        new = redeal.when == "stock empty"
        laid += f"; those left over {'become the stock' if new else 'are put on the stock'}"
    if not any(n for g in say.of_kind("tableau") for n in say.counts(g)):
        laid = "they become the stock"
    if say.tables.weave:
        laid = "they are dealt as at first, and new exiles laid aside"
    whose = "the tableau"
    if redeal.from_ == "tableau and stock":
        whose = "the tableau and the stock together"
    others = [g for g in say.groups if g.kind in ("reserve", "cell")]
    stay = f"the cards of {say.these(others, 'and')} stay where they are" if others else ""
    return [join([f"{when} the cards of {whose} may be {how}", came, laid, often, stay])]


def _laid_again(say: Speaker) -> str:
    """Say in which piles the tableau is dealt again."""
    counts = [n for g in say.of_kind("tableau") for n in say.counts(g)]
    told = f"{some(len(counts), 'pile')} of {cards(counts[0])}"
    if len(set(counts)) > 1:
        told = "piles as large as at first"
    if max(counts) == 1 or len(counts) == 1:
        return told
    order = words.ORDERS["rows" if say.tables.redeal_rows else "piles"]
    return f"{told}, {order.partition(';')[0]}"
