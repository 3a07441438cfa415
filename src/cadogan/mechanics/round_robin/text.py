"""Wording for dealing pile by pile, and for cards refused because of their place in the deal."""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import a, card_name, listed, noun_phrase, number, numbered, rank_of_letter
from cadogan.i18n.phrase import Phrase
from cadogan.mechanics.round_robin.moves import place_of
from cadogan.state.compiled import CompiledGame, CompiledRules
from cadogan.state.snapshot import Snapshot

MOVED_UP = msgid(
    "the player may let the cards in the rows move straight up into the empty places above them."
    " Then the stock fills the remaining places, starting with the first"
)


def next_pile(R: CompiledRules) -> str:
    """Return the label for the pile that gets the next card, or that got the last one."""
    return translate(msgid("Dealing to") if R.round_robin.next_at else msgid("Next pile"))


def batch_clause(cards: int) -> str:
    """Explain a batch of ``n`` cards."""
    return translate(
        "the turned cards are placed in batches of {n}. A batch lasts until {n} cards have been"
        " played from the waste to piles other than foundations. A batch also ends when the stock"
        " and the waste are empty",
        n=number(cards),
    )


def next_at_clause(rules: CompiledGame, rank: str) -> str:
    """State which pile cards go to, if only a card of one rank moves the deal to the next pile."""
    R = rules.compiled_rules
    group = rules.of[R.deal.first]
    return translate(
        "each card goes to the {pile} that received the last card, and the first card to the first"
        " pile. But {rank} goes to the next pile, if there is one and the current pile is not"
        " empty",
        pile=noun_phrase(f"{group.kind} pile" if R.round_robin.piles > 1 else group.kind),
        rank=a(rank_of_letter(rank)),
    )


def _some(places: list[int]) -> Phrase:
    return listed(map(str, places), "or")


def _piles(rules: CompiledGame, places: list[int]) -> Phrase:
    """Name places in the deal as piles, by their numbers among the piles of their kind."""
    first = rules.compiled_rules.deal.first
    names = [rules.names[first + i][1:] or "1" for i in places]
    return numbered(f"{rules.of[first].kind} pile", listed(names, "or"))


def _reached(rules: CompiledGame, place: int) -> list[int]:
    """Return the numbers, from 1, of the foundations that take a card from this place."""
    R = rules.compiled_rules
    return [f + 1 for f in range(R.foundations) if R.round_robin.falls_on[f] >> place & 1]


def explain_no_reach(rules: CompiledGame, card: int, place: int) -> str:
    """State that a card being dealt cannot go to a foundation from its place in the deal."""
    where = _piles(rules, [place])
    allowed = _reached(rules, place)
    text = msgid("The {card} would fall on {pile}, and from there it may not go to any foundation.")
    if allowed:
        text = msgid(
            "The {card} would fall on {pile}, and from there it may go only to foundation {n}."
        )
    return translate(text, card=card_name(card), pile=where, n=_some(allowed))


def reach_clauses(rules: CompiledGame) -> list[str]:
    """State which foundations a card being dealt may go to, if that depends on its place."""
    R = rules.compiled_rules
    places = range(R.round_robin.piles)
    if not R.round_robin.piles or all(len(_reached(rules, i)) == R.foundations for i in places):
        return []
    some: dict[tuple[int, ...], list[int]] = {}
    for i in places:
        some.setdefault(tuple(_reached(rules, i)), []).append(i)
    clauses = [
        translate(
            "while cards are being dealt, a card that begins a foundation may go to it from"
            " anywhere"
        )
    ]
    for reached, here in sorted(some.items(), key=lambda item: -len(item[0])):
        text = msgid("any other card that would fall on {pile} may not go to any foundation")
        if len(reached) == R.foundations:
            text = msgid("any other card that would fall on {pile} may go to any foundation")
        elif reached:
            text = msgid("any other card that would fall on {pile} may go only to foundation {n}")
        clauses.append(translate(text, pile=_piles(rules, here), n=_some([*reached])))
    return ["; ".join(clauses)]


def explain_round_robin(rules: CompiledGame) -> str:
    """Explain a redeal that takes up one pile after another."""
    R = rules.compiled_rules
    n = R.redeal.times
    last = rules.names[R.redeal.end - 1][1:]
    text = msgid(
        "takes up pile {last}. The pile is turned over and dealt out, one card to a pile. The first"
        " card goes where the pile lay and the others on the piles after it; the first pile follows"
        " the last"
    )
    if n > 1:
        text = msgid(
            "takes up one pile: the first redeal takes pile {last}, the next redeal the pile"
            " before it, and so on, {n} piles in all. Empty piles are skipped. The pile is"
            " turned over and dealt out, one card to a pile. The first card goes where the pile"
            " lay and the others on the piles after it; the first pile follows the last"
        )
    return translate(text, last=last, n=number(n))


def round_robin_counters(rules: CompiledGame, snapshot: Snapshot) -> list[tuple[str, str]]:
    """Return the progress of the batch, and the pile that gets the next card."""
    R, found = rules.compiled_rules, []
    batch = R.round_robin.batch
    if batch and (snapshot.piles[R.stock.pile] or snapshot.piles[R.stock.waste]):
        placed = snapshot.counted - 1 if 0 < snapshot.counted <= batch else 0
        found.append((translate("Of the batch"), translate("{n} of {all}", n=placed, all=batch)))
    if R.round_robin.piles and snapshot.piles[R.stock.pile]:
        p = R.deal.first + place_of(R, snapshot.counted)
        found.append((next_pile(R), rules.names[p][1:]))
    return found
