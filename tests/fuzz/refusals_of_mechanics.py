"""Truth of refusals by mechanics: cards that leave play, counting, exchanges and lines."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from cadogan.core.cards import RANKS, SUIT_NAMES, rank_of, suit_of
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Game

if TYPE_CHECKING:
    from tests.fuzz.refusals import Case

__all__ = ["OF_MECHANICS"]


def _stuck(c: Case) -> dict[int, int]:
    """While exchanges are left, return piles whose card would turn up no other, and the card."""
    position, found = c.position, {}
    groups = position.game.compiled.groups
    given = next((g for g in groups if g.chances), None)
    if given is None or position.snapshot.counted >= given.chances:
        return {}
    names = [g.name for g in position.game.compiled.of]
    here, there = names.index(given.name), names.index(given.opens)
    lying = [
        p for p, n in enumerate(names)
        if n == given.opens and 0 < len(c.cards(p)) == position.snapshot.down[p]
    ]  # fmt: skip
    for p, name in enumerate(names):
        if name != given.opens or c.loose(p) <= 0 or not {*lying} - {p}:
            continue
        for i in range(given.piles):
            height = len(c.cards(there + i)) - (there + i == p)
            if height == 0 and _would_go(c, p, here + i):
                found[p] = c.cards(p)[-1]
    return found


def _would_go(c: Case, p: int, f: int) -> bool:
    """Return whether a card would go to a foundation if the game had no exchanges."""
    game = c.position.game
    groups = tuple(msgspec.structs.replace(g, chances=0) for g in game.definition.groups)
    plain = Game(msgspec.structs.replace(game.definition, groups=groups), dict(game.options))
    text = re.sub(r"(?m)^counted .*\n?", "", str(c.position))
    return f"{game.pile_names[p]}-{game.pile_names[f]}" in plain.parse(text).move_texts()


def _may_leave(c: Case, p: int) -> bool:
    """Return whether the top card of a pile may leave play alone."""
    rules = c.rules
    word = next((g.leaves for g in rules.groups if g.leaves), "")
    tops = {
        q: c.cards(q)[-1]
        for q, g in enumerate(rules.of)
        if g.kind == "tableau" and c.loose(q) > 0 and word and not c.covered(q)
    }
    if p not in tops:
        return False
    if word != "lower in suit":
        return bool({RANKS[rank_of(tops[p]) - 1], "CDHS"[suit_of(tops[p])]} & {*word.split()})
    place = rules.ranks.index
    return any(
        suit_of(other) == suit_of(tops[p]) and place(rank_of(other)) > place(rank_of(tops[p]))
        for q, other in tops.items()
        if q != p
    )


def _no_hit(c: Case) -> bool:
    """Count through enough passes to cover all cases, and return whether no card is hit."""
    rules, R = c.rules, c.R
    count = c.position.game.definition.count
    order = ((count and count.ranks) or rules.definition.ranks).split()
    piles = [p for p, g in enumerate(rules.of) if g.kind == "tableau"]
    at, call = divmod(c.position.snapshot.counted, R.counting.calls)
    for step in range(len(piles) * (len(order) + 1)):
        cards = c.cards(piles[(at + step) % len(piles)])
        if cards and RANKS[rank_of(cards[-1]) - 1] == order[call]:
            return False
        call = (call + bool(cards)) % len(order)
    return True


def _wrong(c: Case, p: int) -> bool:
    """Return whether the first card of a pile is wrong in its place."""
    group, cards = c.rules.of[p], c.cards(p)
    return bool(group.wrong and cards) and RANKS[rank_of(cards[0]) - 1] != group.space


def _right(c: Case, p: int) -> bool:
    """Return whether the first card of a pile is right in its place, and others would be wrong."""
    return bool(c.rules.of[p].wrong and c.cards(p)) and not _wrong(c, p)


def _exchanged(c: Case, p: int) -> bool:
    group = c.rules.of[p]
    opened = {g.opens for g in c.rules.groups if g.opens}
    chances = any(g.chances for g in c.rules.groups)
    return group.exchange or "change" in group.wrong or (chances and group.name in opened)


def _both_fit(c: Case) -> bool:
    """Return whether the cards of two piles are wrong and would both be right after an exchange."""
    some = ((c.a, c.target), (c.b, c.source))
    return all(_wrong(c, p) and RANKS[rank_of(c.cards(p)[0]) - 1] == g.space for p, g in some)


def _lines(c: Case) -> dict[int, set[int]]:
    """Return the suits in each line of foundations that gets its suits in play."""
    rules, found = c.rules, dict[int, set[int]]()
    for group in rules.groups:
        for i in range(group.piles if group.in_lines else 0):
            cards = c.cards(rules.first[group.name] + i)
            found.setdefault(i, set()).update(map(suit_of, cards[:1]))
    return found


def _own_line(c: Case) -> int:
    """Return the number of a line, from 0, if its foundation is empty."""
    rules = c.rules
    return c.b - rules.first[c.target.name] if c.target.in_lines and not c.cards(c.b) else -1


# kind, sentence, condition for its truth; removing keys is not tried (tests.fuzz.refusals.SAID)
OF_MECHANICS: list[tuple[str, str, Callable[..., Any], None]] = [
    ("must leave", r"A card can leave play and must do so first\.",
     lambda c: any(_may_leave(c, p) for p in range(c.R.piles)), None),
    ("top leaves", r"Only the top card of {a} may leave play\.",
     lambda c: 1 < c.deep <= len(c.cards(c.a)), None),
    ("bottom face down", r"The bottom card of {a} lies face down\.",
     lambda c: c.deep == len(c.cards(c.a)) > c.loose(c.a), None),
    ("not beaten",
     r"The .+ does not leave play: no other pile(?: that is not covered)? shows a higher card.*\.",
     lambda c: not _may_leave(c, c.a), None),
    ("not of these", r"The (.+) does not leave play: only (.+) do\.",
     lambda c, card, some: card.split()[-1] not in some and card.split()[0] not in some, None),
    ("not from there", r"No card leaves play from {a}\.",
     lambda c: not c.R.removal.piles[c.a], None),
    ("deals used", r"All deals until the next redeal have been made\.",
     lambda c: c.position.snapshot.counted >= c.R.round_robin.deal_times > 0, None),
    ("passes used", r"There are no more passes: too many in a row had no hit\.",
     lambda c: 0 < c.position.game.definition.count.passes
     <= c.position.snapshot.counted // c.R.counting.calls + 1, None),
    ("no rows", r"Nothing is counted along rows in Fuzz\.",
     lambda c: getattr(c.position.game.definition.count, "of", "") != "tableau", None),
    ("no hit", r"However long counting goes on, no card will leave play\.", _no_hit, None),
    ("wrong card", r"Nothing may be laid on the .+: its pile must begin with .+\.",
     lambda c: _wrong(c, c.b), None),
    ("right card", r"The cards on (.+) stay there, because the pile begins with .+\.",
     lambda c, title: _right(c, c.named(title)), None),
    ("no row",
     r"Only the row of the last deal may be reversed, and only immediately after that deal\.",
     lambda c: c.position.snapshot.counted < 2 and "reverse" not in c.position.move_texts(), None),
    ("no reversal", r"No row is reversed in Fuzz\.", lambda c: not c.R.reversal.used, None),
    ("no places", r"No cards change places in Fuzz\.",
     lambda c: not any(_exchanged(c, p) for p in range(c.R.piles)), None),
    ("stuck", r"The (.+) must first change places with a face-down card, because it would .*\.",
     lambda c, card: card in map(card_name, _stuck(c).values()), None),
    ("another is stuck", r"Only the (.+) may change places, because it would turn up no .+\.",
     lambda c, card: card in map(card_name, _stuck(c).values()) and not {c.a, c.b} & {*_stuck(c)},
     None),
    ("none is stuck", r"A card changes places only when it would go to its foundation .*\.",
     lambda c: not _stuck(c), None),
    ("exchanges used",
     r"(?:The only exchange has|Both exchanges have|All .+ exchanges have) been used\.",
     lambda c: c.position.snapshot.counted
     == max(g.chances for g in c.rules.groups), None),
    ("lies face up", r"A card changes places only with a face-down card\.",
     lambda c: not all(len(c.cards(p)) == c.position.snapshot.down[p]
     for p in (c.a, c.b) if p not in _stuck(c)), None),
    ("not exchanged", r"No card on (.+) changes places with another\.",
     lambda c, title: not _exchanged(c, c.named(title)), None),
    ("not both right", r"The .+ and the .+ may not change places: .+\.",
     lambda c: not _both_fit(c), None),
    ("no difference", r"It would make no difference: both cards are the .+\.",
     lambda c: c.cards(c.a)[-1] == c.cards(c.b)[-1] and _exchanged(c, c.a), None),
    ("line of another", r"{b} belongs to the line of (\w+)\.",
     lambda c, name: {SUIT_NAMES[s] for s in _lines(c).get(_own_line(c), ())}
     == {name} != {SUIT_NAMES[suit_of(c.card)]}, None),
    ("line elsewhere", r"The .+ must go to the line of its suit: .+\.",
     lambda c: _lines(c).get(_own_line(c)) == set() and {suit_of(c.card)} in _lines(c).values(),
     None),
    ("earlier line", r"Lines must be begun in order, and an earlier one is still empty\.",
     lambda c: any(not suits for i, suits in _lines(c).items() if i < _own_line(c))
     and not _lines(c)[_own_line(c)], None),
    ("several there", r"Only a card that lies alone may change places; several cards lie on (.+)\.",
     lambda c, title: len(c.cards(c.named(title))) > 1, None),
]  # fmt: skip
