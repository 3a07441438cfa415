"""Rules page: the sections on the stock, the waste and the redeals."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import (
    cards,
    first_of,
    join,
    listed,
    noun_phrase,
    number,
    phrase,
    runs,
    sentence,
    some,
    the,
    times,
)
from cadogan.mechanics.reversal.text import reversal_clauses
from cadogan.mechanics.round_robin.text import (
    MOVED_UP,
    batch_clause,
    explain_round_robin,
    next_at_clause,
    reach_clauses,
)
from cadogan.mechanics.rows.text import explain_kept
from cadogan.mechanics.skipping.text import FIRST_EMPTY, skip_clauses
from cadogan.rules import vocabulary
from cadogan.rules.definition import Redeal
from cadogan.rules.group import Group, ever
from cadogan.rules.phrases import DealOrder, RedealFrom, RedealOrder
from cadogan.rules.vocabulary import StockDeal, refs_of
from cadogan.text.rules_page.piles import building, taking
from cadogan.text.rules_page.writer import RulesWriter

_AFTER_REDEALS = ("redealt", "no redeal left")


def stock_and_waste(say: RulesWriter) -> list[str]:
    """Write the section on the stock and the waste."""
    dealing = [join(_dealing(say, g)) for g in say.of_kind("stock")]
    wastes = say.of_kind("waste")
    return dealing + [join(taking(say, g) + say.coming(g) + _laid_by_hand(say, g)) for g in wastes]


def _laid_by_hand(say: RulesWriter, waste: Group) -> list[str]:
    """Explain which cards may be played to a waste that has a build."""
    if {*([waste.build] if isinstance(waste.build, str) else waste.build)} == {"none"}:
        return []
    return [*building(say, waste), translate("cards dealt there are not subject to this rule")]


def _dealing(say: RulesWriter, stock: Group) -> list[str]:
    """Explain what the stock is used for."""
    clauses = _turning(say, stock)
    if stock.last:
        clauses += _last_deal(say, stock)
    clauses += [*skip_clauses(stock.skips), *reversal_clauses(stock)]
    clauses.append(_number_of_deals(say, stock))
    if where := say.destinations(stock):
        text = msgid("the next card of the stock may also be put, sight unseen, {there}")
        if stock.turned:
            text = msgid(
                "the top card of the stock always lies face up; it may be played {there}, and"
                " then the next card is turned up"
            )
        clauses.append(translate(text, there=where))
    users = [g for g in say.groups if g.refill or any("stock" in f for f in ever(g, "fill"))]
    if not any(clauses) and users:
        clauses.append(
            translate("the stock is used only to fill {piles}", piles=say.these(users, "and"))
        )
    return clauses + say.leaving(stock)


def _last_deal(say: RulesWriter, stock: Group) -> list[str]:
    """Explain when and how the stock deals differently."""
    last = _one_deal(say, say.stock_deal(stock.last), stock.order, stock.last_to)
    clauses = []
    if stock.last_at:
        text = msgid("when {cards} or fewer are left, the deal is {deal} instead")
        if stock.last_at == 1:
            text = msgid("when only one card is left, the deal is {deal} instead")
        clauses.append(translate(text, cards=cards(stock.last_at), deal=last))
    if stock.last_when:
        text = msgid("{when}, the deal is {deal} instead")
        clauses.append(translate(text, when=say.clause(stock.last_when), deal=last))
    return clauses


def _only_so_often(say: RulesWriter, often: int) -> str:
    """Explain how often the stock may deal."""
    text = msgid("only {times} during the game")
    if say.definition.redeal:
        text = msgid("only {times} before the next redeal")
    return translate(text, times=times(often))


def _turning(say: RulesWriter, stock: Group) -> list[str]:
    """Explain a deal from the stock, and when it is allowed."""
    if not stock.deal:
        return []
    deal, when = say.stock_deal(str(stock.deal)), say.whenever(stock.when)
    if deal.each:
        what = _one_deal(say, deal, stock.order, stock.deal_to)
        if stock.times:
            what = translate(
                "{deal}, but {often}", deal=what, often=_only_so_often(say, stock.times)
            )
        return [
            translate("{when} the player may deal from the stock: {deal}", when=when, deal=what)
        ]
    many = cards(deal.count)
    if deal.next and stock.next_at:
        rule = translate("{when} the player may deal {cards} from the stock", when=when, cards=many)
        return [rule, next_at_clause(say.rules, stock.next_at)]
    if deal.next:
        text = msgid(
            "{when} the player may deal {cards} from the stock to the next pile of {piles} in"
            " turn, starting again after the last pile"
        )
        rule = translate(text, when=when, cards=many, piles=say.the(deal.group))
        if stock.begins_at > 1:
            rule = translate("{deal}; the first goes to pile {n}", deal=rule, n=stock.begins_at)
        return [rule, *reach_clauses(say.rules)]
    text = msgid("one at a time")
    if deal.count > 1:
        text = msgid("{n} at a time (or as many as are left), the last one on top")
    how = translate(text, n=number(deal.count))
    wish = translate("whenever the player likes")
    if stock.when:
        wish = translate("but only {when}", when=say.clause(stock.when))
    if stock.times:
        wish = translate("{wish}, but {often}", wish=wish, often=_only_so_often(say, stock.times))
    text = msgid("cards are turned from the stock to {pile} {many}, {wish}")
    turned = translate(text, pile=say.the(deal.group), many=how, wish=wish)
    return [turned, batch_clause(stock.batch)] if stock.batch else [turned]


def _one_deal(say: RulesWriter, deal: StockDeal, order: str, numbers: list[int]) -> str:
    """Explain one deal to a group, or to those of its piles that have the given numbers."""
    many = cards(deal.count)
    if not deal.each:
        return translate("{cards} to {pile}", cards=many, pile=say.the(deal.group))
    if len(deal.groups) > 1:
        one, other = map(say.pile_of, deal.groups)
        text = msgid("{cards} to each {pile} and then to each {other}")
        if order != DealOrder.PILES and deal.count > 1:
            text = msgid(
                "{cards} to each {pile} and each {other}, one to each in turn, round after round"
            )
        return translate(text, cards=many, pile=one, other=other)
    noun = say.pile_of(deal.group)
    if sum(g.piles for g in say.named(deal.group)) == 1:
        return translate("{cards} to {pile}", cards=many, pile=the(noun))
    if len(numbers) == 1:
        text = msgid("{cards} to {pile} number {first}")
        return translate(text, cards=many, pile=the(noun), first=numbers[0])
    if numbers:
        text, last = msgid("{cards} to each {pile} with the number {numbers}"), numbers[-1]
        if len(numbers) > 2 and last - numbers[0] == len(numbers) - 1:
            text = msgid("{cards} to each {pile} from number {first} to number {last}")
        named = listed(map(str, numbers), "or")
        rule = translate(text, cards=many, pile=noun, first=numbers[0], last=last, numbers=named)
    elif any(g.skips == FIRST_EMPTY for g in say.of_kind("stock")):
        return translate("{cards} to the first empty {pile}", cards=many, pile=noun)
    else:
        rule = translate("{cards} to each {pile}", cards=many, pile=noun)
    if deal.count == 1:
        return rule
    if order == DealOrder.PILES:
        return translate("{deal}, one pile after another", deal=rule)
    return translate("{deal}, one to each in turn, round after round", deal=rule)


def _number_of_deals(say: RulesWriter, stock: Group) -> str:
    """State how many deals there are, if only deals take cards from the stock."""
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
    if stock.times or stock.skips or (stock.last_when and stock.last_when not in _AFTER_REDEALS):
        return ""
    last = say.stock_deal(stock.last) if stock.last else deal
    sizes, full, left, now = [], 0, say.left, deal
    named = stock.deal_to
    while left:
        now = last if stock.last and left <= stock.last_at else deal
        named = stock.deal_to if now is deal else stock.last_to
        piles = len(named) or sum(g.piles for ref in now.groups for g in say.named(ref))
        full = now.count * (piles if now.each else 1)
        sizes.append(min(full, left))
        left -= sizes[-1]
    parts = [
        translate("{deals} of {cards}", deals=some(count, "deal"), cards=cards(size))
        for size, count in runs(sizes)
    ]
    if len(parts) > 1 and runs(sizes)[-1][1] == 1:
        text = msgid("a final one of {n}") if sizes[-1] > 1 else msgid("a final one of one card")
        parts[-1] = translate(text, n=number(sizes[-1]))
    deals = listed(parts)
    if sizes[-1] == full:
        return translate("the stock is enough for {deals}", deals=deals)
    if not named and (stock.order == DealOrder.PILES or now.count == 1):
        piles = -(-sizes[-1] // now.count) if stock.order == DealOrder.PILES else sizes[-1]
        text = msgid("the stock is enough for {deals}, to {first} pile")
        if piles > 1:
            text = msgid("the stock is enough for {deals}, to {first} piles")
        return translate(text, deals=deals, first=first_of(piles))
    return translate("the stock is enough for {deals}, as far as the cards go", deals=deals)


def redeals(say: RulesWriter) -> list[str]:
    """Write the section on redeals."""
    redeal = say.definition.redeal
    if not redeal:
        return []
    often = redeal.times
    if often == 0:
        return [translate("There is no redeal.")]
    if redeal.order == RedealOrder.PILE_BY_PILE:
        text, how = msgid("{when} a redeal {how}"), explain_round_robin(say.rules)
        return [sentence(translate(text, when=say.whenever(redeal.when), how=how))]
    done = translate("this may be done any number of times")
    if isinstance(often, int):
        done = translate("this may be done {times}", times=times(often))
    if redeal.order == RedealOrder.STRAIGHT_UP:
        return [join([f"{say.whenever(redeal.when)} {translate(MOVED_UP)}", done])]
    if redeal.from_ == RedealFrom.WASTE:
        if isinstance(often, int):  # the number of passes is one more than the number of redeals
            text = msgid("{often}, so the stock is played through {times} in all")
            done = translate(text, often=done, times=times(often + 1))
        return [join([_waste_again(say, redeal), done])]
    if say.tables.rows.redeal_kept:
        return [join([f"{say.whenever(redeal.when)} {explain_kept(say.tables)}", done])]
    if say.closes_up():
        text = msgid(
            "{when}, the player may close up the gaps: the tableau cards move up in order"
            " to the first piles. The piles left empty at the end are filled from the stock until"
            " it runs out"
        )
        return [join([translate(text, when=say.clause(redeal.when)), done])]
    return [join([_gathered(say, redeal), *_dealt_again(say, redeal), done, _stay(say)])]


def _waste_again(say: RulesWriter, redeal: Redeal) -> str:
    """State that the waste becomes the stock."""
    how = translate(vocabulary.REDEAL_ORDERS[redeal.order])
    if redeal.when in {"", "stock empty"}:
        text = msgid("when the stock is empty, the waste may be {how}; it becomes the new stock")
        return translate(text, how=how)
    text = msgid(
        "when the stock is empty and {when}, the waste may be {how}; it becomes the new stock"
    )
    return translate(text, when=say.clause(redeal.when), how=how)


def _gathered(say: RulesWriter, redeal: Redeal) -> str:
    """State which cards are gathered for a redeal, and when."""
    text = msgid("{when} the cards in {piles} may be gathered and dealt again without shuffling")
    if redeal.order == RedealOrder.SHUFFLED:
        text = msgid("{when} the cards in {piles} may be gathered, shuffled and dealt again")
    piles = the(noun_phrase("tableau"))
    for other in refs_of(redeal.from_)[1:]:
        piles = phrase("both {one} and {other}", one=piles, other=the(noun_phrase(other)))
    return translate(text, when=say.whenever(redeal.when), piles=piles)


def _dealt_again(say: RulesWriter, redeal: Redeal) -> list[str]:
    """Explain where the gathered cards are dealt, and in which order."""
    text = msgid(
        "dealing begins with the bottom card of the first pile, goes up to its top card and then"
        " moves on to the next pile"
    )
    if redeal.order == RedealOrder.LAST_PILE_FIRST:
        text = msgid(
            "dealing begins with the bottom card of the last pile, goes up to its top card and"
            " then moves on to the pile before it"
        )
    elif redeal.order == RedealOrder.FIRST_PILE_FIRST_FROM_THE_TOP:
        text = msgid(
            "the top cards of the first pile, as many as are dealt to a pile, stay together in"
            " order and form the first new pile. The cards under them come next, and then the top"
            " cards of the next pile"
        )
    came = "" if redeal.order == RedealOrder.SHUFFLED else translate(text)
    if redeal.from_ == RedealFrom.TABLEAU_AND_RESERVE and came:
        came += translate("; the tableau cards come before the reserve cards")
    if say.tables.weaving.used:
        return [
            came,
            translate("the cards are dealt as at the start, and new exiles are laid aside"),
        ]
    if not any(n for g in say.of_kind("tableau") for n in say.counts(g)):
        return [came, translate("the cards become the stock")]
    laid = translate(
        "the cards are laid out face up in {piles}, as far as they go", piles=_laid_again(say)
    )
    if redeal.from_ == RedealFrom.TABLEAU_AND_STOCK:
        laid += translate("; the rest become the stock")
    elif say.of_kind("stock"):
        text = msgid("; those left over are put on the stock")
        if redeal.when == "stock empty":
            text = msgid("; those left over become the stock")
        laid += translate(text)
    return [came, laid]


def _stay(say: RulesWriter) -> str:
    """State which cards stay where they are in a redeal."""
    gathered = say.definition.redeal.from_ if say.definition.redeal else ""
    others = [g for g in say.groups if g.kind in {"reserve", "cell"} - {*refs_of(gathered)}]
    if not others:
        return ""
    return translate("the cards in {piles} stay where they are", piles=say.these(others, "and"))


def _laid_again(say: RulesWriter) -> str:
    """Return a phrase for the tableau piles after a redeal."""
    counts = [n for g in say.of_kind("tableau") for n in say.counts(g)]
    text = (
        msgid("{piles} of {cards}")
        if len(set(counts)) == 1
        else msgid("piles of the original sizes")
    )
    rule = translate(text, piles=some(len(counts), "pile"), cards=cards(counts[0]))
    if max(counts) == 1 or len(counts) == 1:
        return rule
    order = vocabulary.ORDERS["rows" if say.tables.redeal.rows else "piles"]
    return f"{rule}, {translate(order.partition(';')[0])}"
