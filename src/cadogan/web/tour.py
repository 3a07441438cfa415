"""Introductions for newcomers: examples of legal and illegal moves, and a guided tour of the table.

A tour has a few steps, each with the piles that the step points at. Its texts about a game are the
first sentences of sections on the rules page.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from cadogan.core.offload import offload
from cadogan.i18n import language, translate
from cadogan.i18n.grammar import capitalized
from cadogan.model.position import Game
from cadogan.model.rule_examples import Example, examples
from cadogan.rules.catalogue import find, is_known
from cadogan.rules.vocabulary import LETTERS
from cadogan.session.move_order import best_first
from cadogan.session.repository import Repository
from cadogan.web.schemas import Asked, game_asked, route

_LONGEST = 230  # the maximum number of characters taken from a section
_LONGEST_OF_ALL = 350  # the maximum number of characters on several kinds of foundations
_MOST = 3  # the maximum number of steps between the object of the game and the moves
_TOURED = "toured"  # the key for known families in the stored settings
_MOST_TOURED = 200  # known families


@dataclass(frozen=True, slots=True)
class Step:
    """A step in a tour, with the piles and the tools (named by their icons) that it points at."""

    title: str
    text: str
    piles: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


def _sections(game: Game) -> dict[str, str]:
    """Return the sections of the rules page as plain text, keyed by heading."""
    _, *parts = game.rules().split("\n## ")
    found = {}
    for part in parts:
        heading, _, text = part.partition("\n")
        found[heading.strip()] = text.strip()
    return found


def _beginning(section: str) -> str:
    r"""Return the first sentences of a section: a paragraph and the list after it.

    >>> _beginning("One. Two.\n\nThree.")
    'One. Two.'
    >>> _beginning("As follows:\n\n- a pair.\n- a king by *itself*.\n\nMore.")
    'As follows: a pair. A king by itself.'
    """
    first, *rest = section.replace("*", "").replace("`", "").split("\n\n")
    if first.endswith(":") and rest:
        items = [line.removeprefix("- ") for line in rest[0].splitlines()]
        first = " ".join([first, items[0], *map(capitalized, items[1:])])
    return _sentences(first.replace("\n", " "), _LONGEST)


def _sentences(text: str, longest: int) -> str:
    """Return the first sentence, and more sentences up to ``longest`` characters in all."""
    beginning = ""
    for sentence in re.split(r"(?<=[.!?])\s+", text):
        if beginning and len(beginning) + len(sentence) > longest:
            break
        beginning = f"{beginning} {sentence}".strip()
    return beginning


def _on_foundations(game: Game, sections: Mapping[str, str]) -> str:
    """Return the first sentences about each kind of foundation.

    >>> from cadogan import game
    >>> bisley = game("bisley")
    >>> text = _on_foundations(bisley, _sections(bisley))
    >>> [part.partition(",")[0] for part in text.split("There are ")]
    ['', 'four ace foundations', 'four king foundations']
    """
    kinds = {group.name for group in game.compiled.groups if group.kind == "foundation"}
    parts = sections.get(translate("The foundations"), "").split("\n\n")
    beginnings = (_beginning(part) for part in parts[: len(kinds)] if not part.startswith("- "))
    return _sentences(" ".join(beginnings), _LONGEST_OF_ALL)


def _piles(game: Game, *kinds: str) -> tuple[str, ...]:
    """Return the piles of the given kinds."""
    rules = game.compiled
    return tuple(name for name, group in zip(rules.names, rules.of, strict=True)
                 if group.kind in kinds)  # fmt: skip


def _on_the_game(game: Game, sections: Mapping[str, str]) -> Iterator[Step]:
    """Yield the steps about the game itself, most important first."""
    R = game.compiled_rules
    built = any(g.build != "none" for g in game.compiled.groups if g.kind == "tableau")
    asked = (
        (R.removal.used, translate("Leaving play"), ("tableau", "reserve")),
        (R.single_discard.used, translate("Special moves"), ("tableau",)),
        (built or R.overlap.used, translate("The tableau"), ("tableau",)),
        (not built, translate("The foundations"), ("foundation",)),
        (True, translate("The cells"), ("cell",)),
        (True, translate("The cell"), ("cell",)),
        (True, translate("The reserve"), ("reserve",)),
        (True, translate("The stock and the waste"), ("stock", "waste")),
        (True, translate("The stock"), ("stock",)),
    )
    for wanted, heading, kinds in asked:
        piles = _piles(game, *kinds)
        text = _beginning(sections.get(heading, ""))
        if kinds == ("foundation",):
            text = _on_foundations(game, sections)
        if wanted and piles and text:
            yield Step(heading, text, piles)


def tour(game: Game) -> tuple[Step, ...]:
    """Return the steps in a tour of a game's table, in the current language.

    >>> from cadogan import game
    >>> [step.title for step in tour(game("klondike"))]
    ['The object', 'The tableau', 'The stock and the waste', 'Moving cards', 'Help']
    """
    R, sections = game.compiled_rules, _sections(game)
    heading = translate("The object")
    goal = _beginning(sections.get(heading, ""))
    foundations, everywhere = _piles(game, "foundation"), game.pile_names
    middle = tuple(_on_the_game(game, sections))
    if foundations and not any(step.piles == foundations for step in middle):
        first, _, _ = goal.partition(". ")
        goal = f"{first.removesuffix('.')}. {_on_foundations(game, sections)}"
    # The piles that must become empty, in games where that is the goal.
    aims = _piles(game, *LETTERS.keys() & game.definition.win.split()) or foundations
    if R.removal.used or R.single_discard.used:
        aims = aims or _piles(game, "discard")
    if len(middle) > _MOST:  # shorten the list before its last step, which is about the stock
        middle = (*middle[: _MOST - 1], middle[-1])
    sources = [move.source for move in best_first(game.deal(1)) if move.source]
    grip = tuple(sources[:1]) or _piles(game, "tableau")[-1:]
    hands = translate(
        "Drag a card, or tap it and then its target. A double tap makes the best move. With the"
        " keyboard, use the arrows and Enter."
    )
    tools = translate(
        "Undo takes back any move. Hint shows a move that leads to a win. The More menu has the"
        " rules, this tour and everything else."
    )
    return (
        *(
            [Step(heading, goal.strip(), aims or _piles(game, "tableau") or everywhere)]
            if goal
            else []
        ),
        *middle,
        *([] if R.counting.way else [Step(translate("Moving cards"), hands, grip)]),
        Step(translate("Help"), tools, (), ("undo", "hint", "more")),
    )


@functools.lru_cache(maxsize=128)
def _examples(game: Game, _language: str) -> tuple[Example, ...]:
    return examples(game)


class Toured(Asked, frozen=True):
    """Family whose tour no longer starts automatically; ``*`` means all families."""

    family: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Onboarding:
    """Handlers for newcomers to a game, and for the list of known families."""

    def __init__(self, store: Repository) -> None:
        self.store = store

    def routes(self) -> list[Route]:
        """Return the routes below ``/api``."""
        return [
            route("/examples/{game}", self.examples),
            route("/tour/{game}", self.tour),
            route("/tours", self.toured, Toured),
        ]

    async def examples(self, request: Request) -> object:
        """Return examples of legal and illegal moves, searching for them only on the first call."""
        game = game_asked(request)
        return {"examples": await offload(_examples, game, language())}

    async def tour(self, request: Request) -> object:
        """Return the steps in a tour of the table."""
        return self._tour(game_asked(request))

    def first_tour(self, game: Game) -> dict[str, object] | None:
        """Return the tour to start automatically, if the game's family is new to the user."""
        return self._tour(game) if self.is_new(game) else None

    def _tour(self, game: Game) -> dict[str, object]:
        words = {
            "back": translate("Back"),
            "next": translate("Next"),
            "play": translate("Play"),
            "end": translate("End the tour"),
        }
        return {"family": game.definition.family, "steps": tour(game), "words": words}

    async def toured(self, _: Request, wish: Toured) -> object:
        """Record that the user has taken or declined a tour."""
        known = [*self._families()]
        if wish.family not in known:
            self.store.save_settings({_TOURED: [*known, wish.family][-_MOST_TOURED:]})
        return {}

    def _families(self) -> set[str]:
        seen = self.store.settings().get(_TOURED)
        return {name for name in seen if isinstance(name, str)} if isinstance(seen, list) else set()

    def is_new(self, game: Game) -> bool:
        """Return whether a game's family is new to the user."""
        family, toured = game.definition.family, self._families()
        if toured & {family, "*"}:
            return False
        known = filter(is_known, self.store.last_played())
        return all(find(name).family != family for name in known)
