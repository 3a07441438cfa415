"""Model of a play in the terminal: the chosen cards, the effects of clicks and keys, and messages.

Like the page, the model uses only the list of legal moves, and knows no other rules. It reads and
changes plays through the :class:`PlayService`, so the user can continue a play on the page.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple, get_args

from cadogan.core.cards import HIDDEN, parse_card
from cadogan.core.errors import CadoganError
from cadogan.i18n import translate
from cadogan.i18n.grammar import card_name
from cadogan.model.position import Position
from cadogan.session.announce import describe_move
from cadogan.session.move_order import best_first
from cadogan.session.play import Auto, Play
from cadogan.session.repository import StalePlayError
from cadogan.session.service import PlayService
from cadogan.session.view import view
from cadogan.state.special_moves import action
from cadogan.text.names import pile_title
from cadogan.text.notation import Move

_Entry = dict[str, Any]
_MOST_NAMED = 4  # a message names at most this many targets; the board marks all of them


class Hit(NamedTuple):
    """The pile and the index of a card; -1 is the top card, or the place of an empty pile."""

    pile: str
    card: int = -1


class Chosen(NamedTuple):
    """The chosen cards, from ``hit`` to the top of its pile.

    Attributes:
        hit: the lowest chosen card.
        cards: the number of chosen cards in that pile.
        more: other piles whose top cards the same move would remove.
    """

    hit: Hit
    cards: int
    more: tuple[str, ...] = ()


class Table:
    """A play, with the cards that the user has chosen and the last message.

    >>> from cadogan.session.repository import Repository
    >>> shelf = PlayService(Repository.in_memory())
    >>> table = Table(shelf, shelf.start("freecell", {}, "ms:1").record.play)
    >>> table.tap(Hit("t1")); table.tap(Hit("c1")); table.note
    'Six of spades to cell 1.'
    >>> table.tap(Hit("t2")); table.tap(Hit("t1"))
    >>> table.note.partition(":")[0]
    'The nine of clubs may not go on the six of diamonds'
    >>> shelf.store.close()
    """

    def __init__(self, shelf: PlayService, key: str) -> None:
        self.shelf, self.key = shelf, key
        self.note = ""
        self.wrong = False
        self.chosen: Chosen | None = None
        self.pointed: str | None = None
        self._shown = 0
        self.view: _Entry = {}
        self.moves: list[_Entry] = []  # the legal moves, best first
        self._read()
        self.focus = Hit(
            next((m["source"] for m in self.moves if m["source"]), "")
            or next(iter(self.view["piles"]))
        )

    # -- the play ----------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The current state of the play."""
        return self.shelf.get(self.key)

    def _read(self) -> None:
        self.view = view(self.play, self.shelf.store.notice)
        self.moves = self.view["moves"]
        self.chosen = self.pointed = None
        self._shown = 0

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Set the message; ``wrong`` marks it as the reason for a refusal."""
        self.note, self.wrong = text[:1].upper() + text[1:], wrong

    def _act(self, change: Callable[[Play], None]) -> bool:
        """Change the play, or report why that failed; return whether it succeeded."""
        try:
            with self.shelf.changing(self.key, self.view["revision"]) as play:
                change(play)
        except StalePlayError as stale:
            self._read()
            self.say(str(stale), wrong=True)
            return False
        except CadoganError as error:
            self.choose(None)
            self.say(str(error), wrong=True)
            return False
        self._read()
        self.say(self.view["said"])
        return True

    def make(self, move: str) -> bool:
        """Make a move given in text."""
        wish: object = "safe"
        with suppress(CadoganError):
            wish = self.shelf.store.settings().get("auto")  # the user's setting on the page
        auto: Auto = next((known for known in get_args(Auto) if known == wish), "safe")
        return self._act(lambda play: play.move(move, auto=auto))

    def undo(self) -> None:
        """Undo the last step."""
        self._act(Play.undo)

    def redo(self) -> None:
        """Redo the last undone step."""
        self._act(Play.redo)

    def send_up(self) -> None:
        """Move safe cards to the foundations."""
        self._act(Play.send_up)

    def finish(self) -> None:
        """Win the game using only moves to foundations."""
        self._act(Play.finish)

    def deal(self) -> None:
        """Make the stock's move or, in a game without a stock, the special move."""
        if move := self._hand_move():
            self.make(move["move"])
        else:
            self.choose(None)
            self.say(translate("There is nothing to deal now."), wrong=True)

    def pause(self) -> None:
        """Stop the clock until the next move."""
        with suppress(CadoganError), self.shelf.changing(self.key) as play:
            play.pause()

    # -- queries on the list of moves --------------------------------------------------------------

    def cards(self, pile: str) -> list[str]:
        """Return the cards of a pile, bottom to top."""
        return list(self.view["piles"][pile])

    def kind(self, pile: str) -> str:
        """Return the kind of a pile, such as ``"stock"``."""
        return next(str(p["kind"]) for p in self.view["layout"]["piles"] if p["name"] == pile)

    def _top(self, hit: Hit) -> Hit:
        return hit if hit.card >= 0 else Hit(hit.pile, len(self.cards(hit.pile)) - 1)

    def _count(self, hit: Hit) -> int:
        return 0 if hit.card < 0 else len(self.cards(hit.pile)) - hit.card

    def moves_of(self, pile: str, count: int) -> list[_Entry]:
        """Return the moves that take exactly ``count`` cards, including removals."""
        return [
            move
            for move in self.moves
            if (
                count == 1 and pile in move["piles"]
                if "piles" in move
                else move["source"] == pile
                and move["target"]
                and move["count"] == count
                and not _is_turn(move)
            )
        ]

    def _removals(self, piles: tuple[str, ...]) -> list[_Entry]:
        return [m for m in self.moves if "piles" in m and set(piles) <= set(m["piles"])]

    def _removal(self, piles: tuple[str, ...]) -> _Entry | None:
        return next((m for m in self._removals(piles) if len(m["piles"]) == len(piles)), None)

    def targets_of(self, pile: str, count: int) -> dict[str, _Entry]:
        """Return the moves of the given cards by target pile, including equivalent targets."""
        found: dict[str, _Entry] = {}
        moves = self.moves_of(pile, count)
        for move in moves:
            others = [name for name in move.get("piles", ()) if name != pile]
            for name in others or [move["target"]]:
                found.setdefault(name, move)
        for move in moves:
            for name in move["also"]:
                found.setdefault(name, move)
        return found

    def _stock_move(self) -> _Entry | None:
        turns = [m for m in self.moves if _is_turn(m)]
        return next(iter([*turns, *(m for m in self.moves if m.get("byStock"))]), None)

    def _hand_move(self) -> _Entry | None:
        stock = any(p["kind"] == "stock" for p in self.view["layout"]["piles"])
        own = next((m for m in self.moves if m["kind"] != "move" and not m["target"]), None)
        return self._stock_move() or (None if stock else own)

    @property
    def targets(self) -> set[str]:
        """The piles to mark: targets of the chosen cards, or piles with partners in a removal."""
        if self.pointed:
            return {self.pointed}
        if self.chosen is None:
            return set()
        hit, count, more = self.chosen
        piles = (hit.pile, *more)
        moves = () if more else self.moves_of(hit.pile, count)
        found = {move["target"] for move in moves if "piles" not in move}
        for move in self._removals(piles) if count == 1 else []:
            found.update(
                [name for name in move["piles"] if name not in piles]
                or [p["name"] for p in self.view["layout"]["piles"] if p["kind"] == "discard"]
            )
        return found

    # -- user actions ----------------------------------------------------------------------------

    def choose(self, hit: Hit | None, more: tuple[str, ...] = ()) -> None:
        """Choose the cards from a place to the top, or cancel the choice."""
        self.pointed = None
        if hit is None:
            self.chosen = None
            return
        at = self._top(hit)
        self.chosen = Chosen(at, self._count(at), more)
        names = sorted(self.targets, key=list(self.view["piles"]).index)
        piles = ", ".join(map(self.title, names)) or translate("nowhere to go")
        piles = piles if len(names) <= _MOST_NAMED else translate("{n} piles", n=len(names))
        self.say(f"{self._called(at)}: {piles}.")

    def tap(self, hit: Hit, *, twice: bool = False) -> None:
        """Handle a click: choose cards, move them or turn the stock; a double click moves them."""
        at = self._top(hit)
        self.focus = hit
        self.pointed = None
        chosen = self.chosen
        if chosen and self._gather(hit.pile):
            return
        on_top = at.card == len(self.cards(at.pile)) - 1
        stock = self.kind(hit.pile) == "stock"
        if chosen:
            targets = self.targets_of(chosen.hit.pile, chosen.cards)
            own = on_top and chosen.hit.card < at.card and at.pile in targets
            if own or chosen.hit.pile != hit.pile:
                if not stock or hit.pile in targets:
                    self._lay_down(hit.pile)
                    return
                # a click on the stock turns a card, even if other cards are chosen
                self.choose(None)
        if hit.pile in self.view["covered"]:
            self.choose(None)
            self.say(translate("Other cards lie on that card."), wrong=True)
            return
        self._take(hit, at, twice=twice)

    def _take(self, hit: Hit, at: Hit, *, twice: bool) -> None:
        """Handle a click on a place that is not a target for the chosen cards."""
        free = self.moves_of(at.pile, self._count(at))
        down = at.card >= 0 and self.cards(at.pile)[at.card] == HIDDEN
        mine = self.chosen is not None and self.chosen.hit.pile == hit.pile
        if self.kind(hit.pile) == "stock":
            turns = mine and not (twice and any("piles" not in m for m in free))
            if (not free or down or turns) and (self._stock_move() or not free):
                self.deal()
                return
        hand = self._hand_move()
        alone = len(self.moves) == 1 and hand is self.moves[0] and not hand.get("byStock")
        if not free and alone:
            self.deal()
        elif at.card < 0:
            self._fill(hit.pile)
        elif down and not free:
            self.choose(None)
        elif len(free) == 1 and (out := self._removal((hit.pile,))):
            self.make(out["move"])
        elif twice:
            self.best(at)
        elif mine and self.chosen and self.chosen.hit.card == at.card:
            self.choose(None)
            self.say("")
        else:
            self.choose(at)

    def best(self, hit: Hit | None = None) -> None:
        """Make the best move with the given cards, the chosen cards, or the cards in focus."""
        at = self._top(hit or (self.chosen.hit if self.chosen else self.focus))
        move = next(iter(self.moves_of(at.pile, self._count(at))), None)
        if move:
            self.make(move["move"])
            return
        self.choose(None)
        if at.card >= 0:
            self.say(f"{self._called(at)}: {translate('nowhere to go')}.", wrong=True)

    def _gather(self, pile: str) -> bool:
        """Add a pile's top card to a removal, or complete it; return whether that succeeded."""
        if self.chosen is None or self.chosen.cards != 1:
            return False
        hit, _, more = self.chosen
        piles = (hit.pile, *more)
        whole = self._removal(piles)
        if pile in piles:
            if not more:
                return False
            if whole:
                self.make(whole["move"])
            else:
                self.choose(None)
            return True
        if self.kind(pile) == "discard":
            return whole is not None and self.make(whole["move"])
        wider = self._removals((*piles, pile))
        if not wider:
            return False
        if len(wider) == 1 and len(wider[0]["piles"]) == len(piles) + 1:
            self.make(wider[0]["move"])
        else:
            self.choose(hit, (*more, pile))
        return True

    def _fill(self, pile: str) -> None:
        """Fill an empty pile from the stock, if the rules allow it."""
        self.choose(None)
        for move in self.moves:
            if move["target"] == pile and move["source"] and self.kind(move["source"]) == "stock":
                self.make(move["move"])
                return

    def _lay_down(self, target: str) -> None:
        """Move the chosen cards to a pile, or show why that is illegal."""
        if self.chosen is None:
            return
        hit, count, more = self.chosen
        move = self.targets_of(hit.pile, count).get(target)
        stock = self._stock_move()
        if move and not more:
            self.make(move["move"])
        elif stock and self.kind(hit.pile) == "stock" and stock["target"] == target:
            self.deal()
        else:
            self.choose(None)
            try:
                self.say(self.play.why(hit.pile, target, count), wrong=True)
            except CadoganError as error:
                self.say(str(error), wrong=True)

    def lead(self, source: Hit, target: str) -> None:
        """Handle a drag of cards to another pile."""
        at = self._top(source)
        self.focus = Hit(target)
        self.chosen = None
        if at.card < 0 or at.pile in self.view["covered"]:
            return
        if self.kind(at.pile) == "stock" and not self.moves_of(at.pile, self._count(at)):
            self.deal()
            return
        self.chosen = Chosen(at, self._count(at))
        if not self._gather(target):
            self._lay_down(target)

    def more(self, by: int) -> None:
        """Choose more or fewer cards of the focused pile."""
        cards = self.cards(self.focus.pile)
        at = self._top(self.focus).card
        to = max(0, min(len(cards) - 1, at - by))
        if not cards or (cards[to] == HIDDEN and to < len(cards) - 1):
            return
        self.focus = Hit(self.focus.pile, -1 if to == len(cards) - 1 else to)
        if self.chosen and self.chosen.hit.pile == self.focus.pile:
            self.choose(self.focus)

    def possible(self) -> None:
        """Show the next possible move."""
        moves = best_first(self.play.position)
        if not moves:
            self.say(translate("No move is left."))
            return
        at = self._shown
        self.point(moves[at % len(moves)].text, translate("Possible"))
        self._shown = at + 1

    def point(self, text: str, lead: str) -> None:
        """Mark a move and describe it in a message."""
        position = self.play.position
        move = position.parse_move(text)
        self.choose(None)
        entry = next((m for m in self.moves if m["move"] == move.text), None)
        if entry and entry.get("piles"):
            first, *rest = entry["piles"]
            self.choose(Hit(first), tuple(rest))
        elif entry and entry["source"] and entry["target"] and not _is_turn(entry):
            self.choose(Hit(entry["source"], len(self.cards(entry["source"])) - entry["count"]))
            self.pointed = entry["target"]
        self.say(f"{lead}: {self._proposed(position, move)}.")

    def _proposed(self, position: Position, move: Move) -> str:
        """Describe a possible move without revealing any face-down card."""
        if act := action(move.text):
            return translate(act.label).replace("\xad", "")
        if move.kind == "deal":
            return translate("turn the stock")
        if move.kind == "move" and self.cards(move.source)[-move.count :] == [HIDDEN]:
            what = translate("a card that lies face down")
            return translate("{what} to {pile}", what=what, pile=self.title(move.target))
        return describe_move(position, move)

    # -- descriptions ------------------------------------------------------------------------------

    def title(self, pile: str) -> str:
        """Return the title of a pile."""
        rules = self.play.game.compiled
        return pile_title(rules, rules.names.index(pile))

    def _called(self, at: Hit) -> str:
        card = self.cards(at.pile)[at.card]
        if card == HIDDEN:
            return translate("a card that lies face down")
        return translate("the {card}", card=card_name(parse_card(card)))


def _is_turn(move: _Entry) -> bool:
    """Return whether a move turns the stock, for any number of cards."""
    return bool(move.get("byStock")) and bool(move["source"])
