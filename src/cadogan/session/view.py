"""View of a play for the page, as plain data ready for JSON."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from cadogan.core.cards import HIDDEN, RANKS, SUIT_NAMES, cards_in, rank_of, suit_of
from cadogan.i18n import language, translate
from cadogan.i18n.grammar import capitalized
from cadogan.i18n.grammar import suit as suit_name
from cadogan.layout import place
from cadogan.layout.portrait import is_turned, near_thumb
from cadogan.mechanics.registry import mechanic_counters
from cadogan.model.position import Game, Position
from cadogan.odds_data import in_hundredths, in_short, measured_and_played, row_sentence
from cadogan.rules.catalogue import catalogue, is_own
from cadogan.rules.house_rules import label
from cadogan.rules.localize import localized, names_in_all
from cadogan.rules.phrases import Start
from cadogan.rules.search import fold
from cadogan.session.move_order import best_first
from cadogan.session.play import Play, piles_by_top
from cadogan.session.traits import traits
from cadogan.state.queries import wants
from cadogan.state.snapshot import thaw
from cadogan.state.special_moves import COUNTERS, action
from cadogan.text.notation import Move


def view(play: Play, notice: str | None = None) -> dict[str, Any]:
    """Return the view of a play: places of piles, visible cards, legal moves.

    In the view, ``??`` stands for a face-down card. ``notice`` is a message about the file of
    plays.

    >>> from cadogan.session.models import Record
    >>> shown = view(Play(Record("p1", "klondike", {}, "7", "", 0, 0)))
    >>> shown["piles"]["t3"][:2], shown["down"]["t3"], shown["moves"][-1]["move"]
    (['??', '??'], 2, 's-w')
    """
    position, last = play.position, play.last
    moves = best_first(position)
    return {
        **_about_play(play, notice),
        "steps": play.record.done,
        "canUndo": play.can_undo,
        "canRedo": play.can_redo,
        "canAuto": play.can_send_up,
        "canFinish": play.can_finish,
        "said": last.sentence,
        "changed": last.changed,
        "auto": last.auto,
        **_about_table(position),
        # true if no move is left in a game where the player hardly ever has a choice
        "luck": not moves and not position.won and traits(play.game).luck == "luck",
        "moves": _moves(position, moves),
    }


def looked_at(
    play: Play, position: Position, step: int, length: int, notice: str | None = None
) -> dict[str, Any]:
    """Return a read-only view of a point on one of a play's lines.

    >>> from cadogan.session.models import Record
    >>> play = Play(Record("p1", "klondike", {}, "7", "", 0, 0, steps=["s-w"], done=1))
    >>> shown = looked_at(play, play.positions(["s-w"])[0], 0, 1)
    >>> shown["at"], shown["moves"], play.position == play.positions(["s-w"])[1]
    (0, [], True)
    """
    return {
        **_about_play(play, notice),
        **_about_table(position),
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


def _about_play(play: Play, notice: str | None) -> dict[str, Any]:
    """Return the part of a view that does not depend on the position."""
    game, record, last = play.game, play.record, play.last
    return {
        "play": record.play,
        "revision": record.revision,
        "game": {
            "id": game.id,
            "name": game.name,
            "options": play.options,
            "deal": record.deal,
            "address": address(game.id, record.deal, play.options),
        },
        "practice": play.practice,
        "wasWon": record.was_won,
        "seconds": round(play.seconds, 1),
        "notice": " ".join(filter(None, (notice, last.sentence if last.loss else None))) or None,
    }


def _about_table(position: Position) -> dict[str, Any]:
    """Return the part of a view that shows a position: places, cards, counters and result."""
    return {
        "layout": _layout(position.game, language()),
        "score": position.score,
        "won": position.won,
        "over": position.over,
        **_shown(position),
        "counters": counters(position),
    }


def _moves(position: Position, moves: Sequence[Move]) -> list[dict[str, Any]]:
    """Return moves in the form needed by the page.

    For a buried card, ``count`` is the depth at which the player can drag it.
    """
    game, piles = position.game, position.snapshot.piles
    R, names, by_top = game.compiled_rules, game.pile_names, piles_by_top(game)
    # In pairing games, a tap on the stock turns up its next card.
    turn = (names[R.stock.pile], names[R.stock.waste]) if R.removal.used else None
    return [
        {
            "move": move.text,
            "kind": move.kind,
            "source": move.source,
            "target": move.target,
            "count": 1
            if move.kind == "move" and move.source in by_top
            else max(move.count, move.depth),
            "also": [*_also(game, piles, move)],
            **_named(move, turns=(move.source, move.target) == turn),
        }
        for move in moves
    ]


def _also(game: Game, piles: Sequence[Sequence[int]], move: Move) -> Iterator[str]:
    """Yield equivalent targets: equal foundations, and for an empty foundation all empty ones."""
    if not move.target.startswith("f"):
        return
    R, names = game.compiled_rules, game.pile_names
    target = names.index(move.target)
    for f in range(R.foundations):
        if (
            f != target
            and R.group[f] == R.group[target]
            and piles[f] == piles[target]
            and (not piles[f] or R.klass[f] == R.klass[target])
            and names[f] != move.source
        ):
            yield names[f]


def _named(move: Move, *, turns: bool) -> dict[str, Any]:
    """Return the extra fields for removals, stock moves and moves with a button."""
    if act := action(move.kind):
        return {"label": translate(act.label), "icon": act.icon, "byStock": act.by_stock}
    if move.removed:
        return {"piles": list(move.removed)}
    return {"label": translate("Turn"), "icon": "deal", "byStock": True} if turns else {}


@functools.lru_cache(maxsize=128)
def _layout(game: Game, _language: str) -> dict[str, Any]:
    """Return the layout of a game, with labels in the current language.

    In the result, ``turned`` states whether the page draws rows as columns. ``near`` is the y of a
    pile on a phone in portrait, where the stock's row lies near the thumb.
    """
    layout = place(game)
    values: dict[str, Any] = msgspec.to_builtins(layout)
    for name, other in (("portrait", layout.portrait), ("low", layout.low)):
        if other:
            values[name]["turned"] = is_turned(layout.piles, other.piles)
    near = near_thumb((layout.portrait or layout).piles, [group.name for group in game.compiled.of])
    for pile in (values["portrait"] or values)["piles"] if near else ():
        pile["near"] = near[pile["name"]]
    for some in (values, values["portrait"], values["low"]):
        for pile in some["piles"] if some else ():
            if len(pile["label"]) > _SIGN:
                pile["label"] = translate(pile["label"])
    return values


def picture(game: Game) -> dict[str, Any]:
    """Return a game's table at the start, with a deal that depends on the game's id.

    A fixed deal would give all games with the same layout the same picture.

    >>> import cadogan
    >>> picture(cadogan.game("klondike"))["piles"]["t2"][0]
    '??'
    """
    return _picture(game, language())


def deal_shown(game_id: str) -> int:
    """Return the deal number for a game's picture, which depends only on the game's id.

    >>> deal_shown("klondike"), deal_shown("spider")
    (845, 1673)
    """
    return zlib.crc32(game_id.encode()) % 9999 + 1


@functools.lru_cache(maxsize=512)
def _picture(game: Game, _language: str) -> dict[str, Any]:
    return dealt(game.deal(deal_shown(game.id)))


def dealt(position: Position) -> dict[str, Any]:
    """Return the table at a position: the layout and the visible cards."""
    return {"layout": _layout(position.game, language()), **_shown(position)}


def _shown(position: Position) -> dict[str, Any]:
    """Return the cards of all piles, with ``??`` for hidden cards."""
    R, piles, hidden = position.game.compiled_rules, position.piles, dict(position.unseen)
    names, cards_of = list(piles), list(piles.values())
    if R.mechanics.discard_pile >= 0:  # the order of the discarded cards has no meaning
        hidden[names[R.mechanics.discard_pile]] = len(cards_of[R.mechanics.discard_pile])
    under = [
        name
        for p, name in enumerate(names)
        if cards_of[p]
        and any(cards_of[q] for q in R.overlap.above[R.overlap.starts[p] : R.overlap.starts[p + 1]])
    ]
    return {
        "piles": {
            name: [HIDDEN] * hidden[name] + list(cards[hidden[name] :])
            for name, cards in piles.items()
        },
        "down": hidden,
        "markers": markers(position),
        "covered": under,
    }


_SIGN = 3  # in characters; a longer label is a word, not a rank or suit
_SIGNS = dict(zip("CDHS", "♣♦♥♠", strict=True))


def markers(position: Position) -> dict[str, dict[str, str]]:
    """Return the labels of piles; that of an empty foundation is its first card, if known.

    If the foundations spell a number, the label of each gives its last digit and its next card.

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
    names = game.pile_names
    wanted = {
        p: wants(R, S, p)
        for p in range(len(names))
        if p not in {R.stock.pile, R.stock.waste, R.mechanics.discard_pile}
        and (not S.height[p] or (digits and p < R.foundations))
    }
    found: dict[str, dict[str, str]] = {}
    for p, mask in wanted.items():
        label = _agreed(cards_in(mask))
        if p < R.foundations and digits:
            found[names[p]] = {"ends": digits[p], "next": label}
        elif label:
            found[names[p]] = {"label": label}
    return found


def _agreed(cards: Sequence[int]) -> str:
    """Return the rank that all cards have in common, and their suit if they share it."""
    ranks, suits = ({of(card) for card in cards} for of in (rank_of, suit_of))
    if len(ranks) != 1:
        return ""
    rank = RANKS[ranks.pop() - 1]
    suit = _SIGNS[SUIT_NAMES[suits.pop()][0].upper()] if len(suits) == 1 else ""
    return ("10" if rank == "T" else rank) + suit


def address(game_id: str, deal: str, options: dict[str, str]) -> str:
    """Return the path of a deal in the page's addresses.

    >>> address("birthday", "7", {"target": "1956", "suits": "SHCD"})
    '/play/birthday/7?target=1956&suits=SHCD'
    """
    path = f"/play/{quote(game_id)}/{quote(deal, safe=':')}"
    return f"{path}?{urlencode(options)}" if options else path


def counters(position: Position) -> list[dict[str, Any]]:
    """Return labelled values to show beside the cards: the chosen number and the counters.

    >>> import cadogan
    >>> counters(cadogan.game("birthday").deal(7))
    [{'label': 'Target', 'value': '1956'}, {'label': 'Redeals left', 'value': 3}]
    """
    game, snapshot, score = position.game, position.snapshot, position.score
    definition, R = game.definition, game.compiled_rules
    found: list[tuple[str, str | int]] = [
        (capitalized(translate(label(name))[:-1]), game.options[name])
        for name, option in definition.options.items()
        if option.kind == "digits"
    ]
    if snapshot.base and any(g.start == Start.BASE_SUIT for g in definition.groups):
        found.append((translate("Base suit"), suit_name(suit_of(snapshot.base - 1))))
    elif snapshot.base:
        rank = RANKS[rank_of(snapshot.base - 1) - 1]
        found.append((translate("Base"), "10" if rank == "T" else rank))
    if definition.score and score is not None:
        found += [(translate("Score"), score), (translate("To win"), definition.score.target)]
    for counter in COUNTERS:
        times = counter.times(R)
        if counter.left and times > 0:
            found.append((translate(counter.left), times - getattr(snapshot, counter.name)))
    found += [(translate(words), n) for words, n in mechanic_counters(game.compiled, snapshot)]
    return [{"label": words, "value": value} for words, value in found]


def game_list(
    played: Mapping[str, tuple[int, int]], last: Mapping[str, float] | None = None
) -> list[dict[str, Any]]:
    """Return the catalogue for the start page, sorted by name in the current language.

    Args:
        played: the numbers of ended and won plays, for each game.
        last: the time of the last move in each game, in seconds since 1970.
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
                        {"id": key, "name": a.name, "about": a.about, "sources": a.sources}
                        for key, a in option.answers.items()
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
