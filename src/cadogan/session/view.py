"""What the page is told about a play: plain data, ready for JSON."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from cadogan.core.cards import HIDDEN, RANKS, SUIT_NAMES, rank_of, suit_of
from cadogan.i18n import language, translate
from cadogan.i18n.grammar import suit as suit_name
from cadogan.layout import place
from cadogan.layout.portrait import is_turned, near_thumb
from cadogan.mechanics.text import mechanic_counters
from cadogan.model.position import Game, Position
from cadogan.odds_data import in_hundredths, in_short, measured_and_played, row_sentence
from cadogan.rules.catalogue import catalogue, is_own
from cadogan.rules.house_rules import label
from cadogan.rules.localize import localized, names_in_all
from cadogan.rules.phrases import Start
from cadogan.rules.search import fold
from cadogan.session.move_order import best_first
from cadogan.session.play import Play, goes_by_top
from cadogan.session.traits import traits
from cadogan.state.queries import wants
from cadogan.state.snapshot import thaw
from cadogan.state.special_moves import COUNTERS, action
from cadogan.text.notation import Move

__all__ = [
    "address",
    "counters",
    "deal_shown",
    "dealt",
    "game_list",
    "looked_at",
    "markers",
    "picture",
    "view",
]


def view(play: Play, notice: str | None = None) -> dict[str, Any]:
    """Return all that the page is told: where piles lie, what is seen, what may be done.

    Cards that lie face down are told as ``??`` only.

    Args:
        play: which is to be shown.
        notice: what the person should be told of the file of their plays.

    >>> from cadogan.session.repository import Record
    >>> told = view(Play(Record("p1", "klondike", {}, "7", "", 0, 0)))
    >>> told["piles"]["t3"][:2], told["down"]["t3"], told["moves"][-1]["move"]
    (['??', '??'], 2, 's-w')
    """
    position, game = play.position, play.game
    moves = best_first(position)
    return {
        **_head(play, position, notice),
        # at the end: would another way have been possible at all?
        "luck": not moves and not position.won and traits(game).luck == "luck",
        "moves": [
            {
                "move": move.text,
                "kind": move.kind,
                "source": move.source,
                "target": move.target,
                "count": _grasped(game, move),
                "also": _also(position, move),
                **_named(position, move),
            }
            for move in moves
        ],
        "steps": play.record.done,
        "canUndo": play.can_undo,
        "canRedo": play.can_redo,
        "canAuto": play.can_send_up,
        "canFinish": play.can_finish,
        "said": play.last.said,
        "changed": list(play.last.changed),
        "auto": list(play.last.auto),
    }


def looked_at(
    play: Play, position: Position, step: int, length: int, notice: str | None = None
) -> dict[str, Any]:
    """Return what :func:`view` does for a place on a line of a play, where nothing is done.

    >>> from cadogan.session.repository import Record
    >>> play = Play(Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w"], done=1))
    >>> told = looked_at(play, play.positions(["s-w"])[0], 0, 1)
    >>> told["at"], told["moves"], play.position == play.positions(["s-w"])[1]
    (0, [], True)
    """
    return {
        **_head(play, position, notice),
        "luck": False,
        "moves": [],
        "steps": step,
        "at": step,
        "canUndo": step > 0,
        "canRedo": step < length,
        "canAuto": False,
        "canFinish": False,
        "said": "",
        "changed": [],
        "auto": [],
    }


def _head(play: Play, position: Position, notice: str | None) -> dict[str, Any]:
    """Return what is told of every position that is shown."""
    game = play.game
    loss = play.last.said if play.last.loss else None
    return {
        "play": play.record.play,
        "revision": play.revision,
        "game": {
            "id": game.id,
            "name": game.name,
            "options": dict(game.said),
            "deal": play.record.deal,
            "address": address(game.id, play.record.deal, dict(game.said)),
        },
        "layout": _layout(game, language()),
        **_shown(position),
        "counters": counters(position),
        "score": position.score,
        "won": position.won,
        "over": position.over,
        "practice": play.practice,
        "wasWon": play.record.was_won,
        "seconds": round(play.seconds, 1),
        "notice": " ".join(filter(None, (notice, loss))) or None,
    }


def _grasped(game: Game, move: Move) -> int:
    """Return how deep the card lies by which the cards of a move are grasped, 1 = top.

    A buried card is grasped where it lies, a pile that goes by its top card by that one.
    """
    if move.kind == "move" and goes_by_top(game, move.source):
        return 1
    return max(move.count, move.depth)


def _named(position: Position, move: Move) -> dict[str, Any]:
    """Return what the page shows of a move that no pile stands for, and of the stock's own."""
    act = action(move.kind)
    if act is None:
        R, names = position.game.compiled_rules, position.game.pile_names
        if move.removed:
            return {"piles": list(move.removed)}
        # where cards are led to each other to leave play, touching the stock turns its card
        if R.removal.used and (move.source, move.target) == (
            names[R.stock.pile],
            names[R.stock.waste],
        ):
            return {"label": translate("Turn"), "icon": "deal", "byStock": True}
        return {}
    return {"label": translate(act.label), "icon": act.icon, "byStock": act.by_stock}


@functools.lru_cache(maxsize=128)
def _layout(game: Game, _tongue: str) -> dict[str, Any]:
    return _placed(game)


def _placed(game: Game) -> dict[str, Any]:
    """Return the layout of a game, the words on its piles in the tongue that is spoken.

    ``turned`` says of an arrangement whether its rows stand as columns; ``near`` is y of a pile
    where on a phone held upright the row of the stock lies near the thumb.
    """
    layout = place(game)
    told: dict[str, Any] = msgspec.to_builtins(layout)
    for name, other in (("portrait", layout.portrait), ("low", layout.low)):
        if other:
            told[name]["turned"] = is_turned(layout.piles, other.piles)
    near = near_thumb((layout.portrait or layout).piles, [group.name for group in game.compiled.of])
    for pile in (told["portrait"] or told)["piles"] if near else ():
        pile["near"] = near[pile["name"]]
    for some in (told, told["portrait"], told["low"]):
        for pile in some["piles"] if some else ():
            if len(pile["label"]) > _SIGN:
                pile["label"] = translate(pile["label"])
    return told


def picture(game: Game) -> dict[str, Any]:
    """Return how the table of a game looks at the start, in a deal of its own.

    Games that are dealt alike would otherwise show the same cards beside each other.

    >>> import cadogan
    >>> picture(cadogan.game("klondike"))["piles"]["t2"][0]
    '??'
    """
    return _picture(game, language())


def deal_shown(game_id: str) -> int:
    """Return the number of the deal that pictures of a game show: one for each id, for ever.

    >>> deal_shown("klondike"), deal_shown("spider")
    (845, 1673)
    """
    return zlib.crc32(game_id.encode()) % 9999 + 1


@functools.lru_cache(maxsize=512)
def _picture(game: Game, _tongue: str) -> dict[str, Any]:
    return dealt(game.deal(deal_shown(game.id)))


def dealt(position: Position) -> dict[str, Any]:
    """Return how the table looks in a position: the layout, and the cards that are seen."""
    return {"layout": _placed(position.game), **_shown(position)}


def _shown(position: Position) -> dict[str, Any]:
    """Return the cards of all piles; those that may not be looked at only as ``??``."""
    hidden = dict(position.unseen)
    R, piles = position.game.compiled_rules, position.piles
    names = list(piles)
    if R.mechanics.discard_pile >= 0:  # whose order says nothing
        hidden[names[R.mechanics.discard_pile]] = len(piles[names[R.mechanics.discard_pile]])
    under = [names[p] for p, cards in enumerate(piles.values()) if cards and _covered(position, p)]
    return {
        "piles": {
            name: [HIDDEN] * hidden[name] + list(cards[hidden[name] :])
            for name, cards in position.piles.items()
        },
        "down": hidden,
        "markers": markers(position),
        "covered": under,
    }


_SIGN = 3  # letters; what is longer on a pile is a word
_SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))


def markers(position: Position) -> dict[str, dict[str, str]]:
    """Return what stands at piles: on an empty one the card that begins it, as far as all agree.

    Where a number is to be read, each foundation is told the digit that it ends on and its next
    card.

    >>> import cadogan
    >>> markers(cadogan.game("canfield").deal(7))["f1"]
    {'label': '4♣'}
    >>> markers(cadogan.game("birthday").deal(7))["f1"]
    {'ends': '1', 'next': '3♠'}
    """
    game = position.game
    R, S = game.compiled_rules, game.working_state
    thaw(R, S, position.snapshot)
    digits = next(
        (game.options[o] for o, kind in game.definition.options.items() if kind.kind == "digits"),
        "",
    )
    found: dict[str, dict[str, str]] = {}
    for p, name in enumerate(game.pile_names):
        if p in {R.stock.pile, R.stock.waste, R.mechanics.discard_pile}:
            continue
        mask = wants(R, S, p)
        cards = [card for card in range(52) if mask >> card & 1]
        if p < R.foundations and digits:
            found[name] = {"ends": digits[p], "next": _agreed(cards)}
        elif not S.height[p] and (label := _agreed(cards)):
            found[name] = {"label": label}
    return found


def _agreed(cards: Sequence[int]) -> str:
    """Return the rank that cards share, with their suit when they share that too."""
    ranks, suits = ({of(card) for card in cards} for of in (rank_of, suit_of))
    if len(ranks) != 1:
        return ""
    rank = RANKS[ranks.pop() - 1]
    suit = _SIGNS[SUIT_NAMES[suits.pop()][0].upper()] if len(suits) == 1 else ""
    return ("10" if rank == "T" else rank) + suit


def _covered(position: Position, p: int) -> bool:
    """Say whether cards of other piles lie on a pile."""
    R, piles = position.game.compiled_rules, position.snapshot.piles
    return any(piles[q] for q in R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]])


def address(game_id: str, deal: str, options: dict[str, str]) -> str:
    """Return the path of a deal.

    >>> address("birthday", "7", {"target": "1956", "suits": "SHCD"})
    '/play/birthday/7?target=1956&suits=SHCD'
    """
    path = f"/play/{quote(game_id)}/{quote(deal, safe=':')}"
    return f"{path}?{urlencode(options)}" if options else path


def _also(position: Position, move: Move) -> list[str]:
    """Return the other foundations that mean the same: equal ones, and all empty for an empty."""
    if not move.target.startswith("f"):
        return []
    game = position.game
    R, piles = game.compiled_rules, position.snapshot.piles
    target = game.pile_names.index(move.target)
    return [
        game.pile_names[f]
        for f in range(R.foundations)
        if f != target
        and R.group[f] == R.group[target]
        and piles[f] == piles[target]
        and (not piles[f] or R.klass[f] == R.klass[target])
        and game.pile_names[f] != move.source
    ]


def counters(position: Position) -> list[dict[str, Any]]:
    """Return what a player must know besides the cards, with labels: the number chosen, counts.

    >>> import cadogan
    >>> counters(cadogan.game("birthday").deal(7))
    [{'label': 'Target', 'value': '1956'}, {'label': 'Redeals left', 'value': 3}]
    """
    definition, R = position.game.definition, position.game.compiled_rules
    found: list[dict[str, Any]] = [
        {"label": _capital(translate(label(name))[:-1]), "value": position.game.options[name]}
        for name, option in definition.options.items()
        if option.kind == "digits"
    ]
    if position.snapshot.base and any(g.start == Start.BASE_SUIT for g in definition.groups):
        suit = suit_name(suit_of(position.snapshot.base - 1))
        found.append({"label": translate("Base suit"), "value": suit})
    elif position.snapshot.base:
        rank = RANKS[rank_of(position.snapshot.base - 1) - 1]
        found.append({"label": translate("Base"), "value": "10" if rank == "T" else rank})
    if definition.score and position.score is not None:
        found.append({"label": translate("Score"), "value": position.score})
        found.append({"label": translate("To win"), "value": definition.score.target})
    for counter in COUNTERS:
        times = counter.times(R)
        if counter.left and times > 0:
            left = times - getattr(position.snapshot, counter.name)
            found.append({"label": translate(counter.left), "value": left})
    for words, value in mechanic_counters(position.game.compiled, position.snapshot):
        found.append({"label": translate(words), "value": value})
    return found


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def game_list(
    played: Mapping[str, tuple[int, int]], last: Mapping[str, float] | None = None
) -> list[dict[str, Any]]:
    """Return the catalogue as the start page wants it, by name, in the tongue that is spoken.

    Args:
        played: how many plays of each game ended, and how many were won.
        last: when a move was last made in each game, in seconds since 1970.
    """
    known = catalogue()
    return [
        {
            "id": d.id,
            "name": d.name,
            "family": d.family,
            "aliases": d.aliases,
            "names": names_in_all(known[d.id].name),
            "decks": d.decks,
            "about": d.about,
            "parent": None if d.parent == d.id else d.parent,
            "options": [
                {
                    "name": name,
                    "label": translate(label(name)),
                    "about": option.about,
                    "default": option.default,
                    "pattern": option.pattern,
                    "kind": option.kind,
                    "answers": [
                        {
                            "id": key,
                            "name": answer.name,
                            "about": answer.about,
                            "sources": answer.sources,
                        }
                        for key, answer in option.answers.items()
                    ],
                }
                for name, option in d.options.items()
            ],
            "combinations": [
                {"name": some.name, "aliases": some.aliases, "options": some.options}
                | {"names": names_in_all(known[d.id].combinations[key].name)}
                for key, some in d.combinations.items()
            ],
            "own": is_own(d.id),
            "measured": row_sentence(can),
            "odds": in_short(can, does),
            "share": in_hundredths(can) if can else "",
            "stats": dict(zip(("played", "won"), played.get(d.id, (0, 0)), strict=True)),
            "last": (last or {}).get(d.id, 0),
        }
        for d in sorted(map(localized, known.values()), key=lambda d: fold(d.name))
        for can, does in [measured_and_played(known[d.id])]
    ]
