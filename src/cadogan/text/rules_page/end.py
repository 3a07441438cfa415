"""Rules page: the sections on special moves and on how the game ends."""

from __future__ import annotations

from cadogan.core.cards import JOKER, RANKS, SUITS
from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import join, listed, number, ordinal, times
from cadogan.mechanics.registry import mechanic_clauses
from cadogan.mechanics.score.text import score_clauses, score_object
from cadogan.mechanics.single_discard.text import explain_some_cards
from cadogan.mechanics.weaving.text import weaving_clauses
from cadogan.rules import vocabulary
from cadogan.rules.group import references
from cadogan.rules.phrases import RedealFrom, RedealOrder, WinWay
from cadogan.state.special_moves import COUNTERS
from cadogan.text.rules_page.writer import RulesWriter


def special_moves(say: RulesWriter) -> list[str]:
    """Write the section on moves that a game allows only a few times."""
    clauses = []
    for counted in COUNTERS:
        allowed = getattr(say.definition, counted.table) if counted.clause else None
        if allowed and allowed.times:
            when, group = getattr(allowed, "when", ""), getattr(allowed, "group", "")
            clauses.append(
                translate(
                    counted.clause,
                    times=times(allowed.times),
                    when=f", {say.clause(when)}," if when else "",
                    group=say.the(group) if group else "",
                )
            )
    return [join([*clauses, *mechanic_clauses(say.definition), *weaving_clauses(say.rules)])]


def score(say: RulesWriter) -> list[str]:
    """Explain the score, in games with a score."""
    return [join(score_clauses(say.definition))]


def object_of_play(say: RulesWriter) -> list[str]:
    """Explain when the game is won."""
    redeal = say.definition.redeal
    lost = msgid("the game is lost if the player runs out of moves first")
    gathered = redeal is not None and redeal.from_ != RedealFrom.WASTE
    if redeal and gathered and redeal.times == "unlimited" and redeal.order != RedealOrder.SHUFFLED:
        lost = msgid(
            "the game is lost if, before that, only redeals are left and none of them makes"
            " another move possible"
        )
    return [join([_won(say), *_shown(say), translate(lost)])]


def _won(say: RulesWriter) -> str:
    """Return a clause that states when the game is won."""
    win = say.definition.win
    if cleared := vocabulary.parse_win(win, references(say.groups)):
        piles = listed(map(say.the, cleared))
        return translate("the game is won when {piles} {piles:is/are} empty", piles=piles)
    if win == WinWay.SCORE:
        return score_object(say.definition)
    if win == WinWay.ALL_ON_FOUNDATIONS:
        text = msgid("the game is won when all {n} cards lie on the foundations")
        return translate(text, n=say.tables.total)
    if win == WinWay.ROWS_IN_ORDER and any(group.ring for group in say.groups):
        text = msgid(
            "every card in the ring follows the one to its left, regardless of gaps between them"
        )
        return translate("the game is won when {what}", what=translate(text))
    if left := vocabulary.cards_left(win):
        text = msgid("the game is won when only {n} cards are left in play")
        if left == 1:
            text = msgid("the game is won when only one card is left in play")
        return translate(text, n=number(left))
    if some := vocabulary.cards_kept(win):
        return _gone_but(say, some)
    text = msgid("the game is won when {what}")
    if win == WinWay.TABLEAU_IN_RUNS and say.of_kind("stock"):
        text = msgid("the game is won when {what}, and the stock is empty")
    return translate(text, what=translate(vocabulary.WINS[win]))


def _gone_but(say: RulesWriter, some: str) -> str:
    """State that all cards must leave play, except cards of some ranks or suits."""
    left, text = (
        {*some.split()},
        msgid("the game is won when all cards except the {cards} are out of play"),
    )
    if left < {*SUITS}:
        packs = {SUITS[card // len(RANKS)] for card in say.rules.cards if card != JOKER}
        some = " ".join(suit for suit in SUITS if suit in packs - left)
        text = msgid("the game is won when all {cards} are out of play")
    return translate(text, cards=explain_some_cards(some))


def _shown(say: RulesWriter) -> list[str]:
    """State that the complete foundations show a number or the hours, if they do."""
    clauses = []
    for group in say.of_kind("foundation"):
        ends = say.ends(group)
        if say.on_a_clock(group) and ends == [*range(1, 13)]:
            text = msgid(
                "each foundation then shows its hour; the ace counts as one, the jack as eleven"
                " and the queen as twelve"
            )
            clauses.append(translate(text))
        for name, option in say.definition.options.items():
            number = say.rules.options[name] if option.kind == "digits" else ""
            if number and number == "".join(map(str, ends)):
                text = msgid(
                    "the top cards of the foundations, from the first to the {nth}, then show"
                    " {number}, the player's number"
                )
                clauses.append(translate(text, nth=ordinal(len(ends)), number=number))
    return clauses
