"""Conditions that the rules of a game test, numbered in the order of their first use."""

from __future__ import annotations

from cadogan.core.errors import InvalidDefinitionError
from cadogan.mechanics.piles import Piles
from cadogan.rules import vocabulary
from cadogan.rules.phrases import Start
from cadogan.rules.vocabulary import Condition, parse_condition
from cadogan.state.compiled import ConditionRules


class Conditions:
    """Collector of the conditions in a definition."""

    def __init__(self, piles: Piles) -> None:
        # the conditions in the order of their numbers, which begin at 1
        self.found: list[Condition] = []
        self._piles = piles
        self._names = piles.references
        self._numbers: dict[str, int] = {"": 0}  # number of each condition, by its text
        # number of each condition, by its kind and group
        self._places: dict[tuple[str, str], int] = {}
        self._keys: list[str] = []  # the key in which each condition first occurred

    def number(self, text: str, key: str) -> int:
        """Return the number of a condition; it is negative if the text negates it, and 0 for "".

        ``key`` is the key that holds the condition, for error messages.
        """
        if text not in self._numbers:
            wanted = parse_condition(text, self._names)
            if wanted.kind == "GROUP can be filled" and key != "stock.when":
                problem = f"only the stock's 'when' can be {wanted.kind!r}"
                raise self._piles.definition.error(key, problem)
            place = self._places.setdefault((wanted.kind, wanted.group), len(self.found) + 1)
            if place > len(self.found):
                self.found.append(wanted)
                self._keys.append(key)
            self._numbers[text] = -place if wanted.negated else place
        return self._numbers[text]

    def asks(self, kind: str) -> bool:
        """Return whether some rule depends on a condition of this kind."""
        return any(c.kind == kind for c in self.found)

    def error(self, number: int, text: str) -> InvalidDefinitionError:
        """Return an error that names the first key with the condition."""
        return self._piles.definition.error(self._keys[number - 1], text)

    def rules(self) -> ConditionRules:
        """Return the compiled conditions, once all conditions have numbers.

        Raises:
            InvalidDefinitionError: if a condition names two groups that are not consecutive.
        """
        kinds = list(vocabulary.CONDITIONS)
        for number, condition in enumerate(self.found, 1):
            if condition.kind == "kings at the bottom":
                self._check_kings(number)
            elif missing := self._missing(condition.kind):
                raise self.error(number, f"this never changes: {missing}")
        ranges = []
        for number, condition in enumerate(self.found, 1):
            try:
                ranges.append(
                    self._piles.named_both(condition.group) if condition.group else range(0)
                )
            except ValueError as error:
                raise self.error(number, str(error)) from None
        return ConditionRules(
            kind=[kinds.index(c.kind) for c in self.found] or [0],
            first=[r.start for r in ranges] or [0],
            end=[r.stop for r in ranges] or [0],
        )

    def _missing(self, kind: str) -> str:
        """Return the part that a game lacks, so that a condition never changes, or ""."""
        definition = self._piles.definition
        groups = definition.groups
        deals = any(isinstance(g.deal, str) and g.deal for g in definition.of_kind("stock"))
        founded = definition.of_kind("foundation")
        based = any(g.deal or g.start in (Start.BASE_RANK, Start.BASE_SUIT) for g in founded)
        needed = {
            "no gaps": (any(g.refill for g in groups), "no pile has 'refill'"),
            "first foundation complete": (bool(founded), "there is no [foundation]"),
            "redealt": (definition.redeal is not None, "there is no [redeal]"),
            "no redeal left": (definition.redeal is not None, "there is no [redeal]"),
            "dealt": (deals, "no [stock] deals"),
            "no deal left": (bool(definition.of_kind("stock")), "there is no [stock]"),
            "base chosen": (based, "no foundation begins with a base card"),
            "batch open": (any(g.batch for g in groups), "no [stock] has 'batch'"),
        }
        there, missing = needed.get(kind, (True, ""))
        return "" if there else missing

    def _check_kings(self, number: int) -> None:
        """Reject a condition about kings if the pack has none, or if there is no tableau."""
        if 13 not in self._piles.ranks:
            raise self.error(number, "the pack has no king")
        if not self._piles.definition.of_kind("tableau"):
            raise self.error(number, "there is no [tableau]")
