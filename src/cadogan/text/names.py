"""Names of piles and groups in refusals, and clauses for conditions."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.i18n.grammar import group_noun, listed, noun_phrase, numbered, the
from cadogan.i18n.phrase import Phrase
from cadogan.rules.group import Group, references
from cadogan.rules.vocabulary import Condition, parse_condition, refs_of
from cadogan.state.compiled import CompiledGame


def pile_title(rules: CompiledGame, p: int) -> Phrase:
    """Return the name of a pile as players read it.

    >>> from cadogan.rules.catalogue import find
    >>> from cadogan.compiler import compile_rules
    >>> print(pile_title(compile_rules(find("klondike"), {}), 6))
    tableau pile 3
    """
    kind = rules.of[p].kind
    place = rules.names[p][1:]
    if not place:
        return the(noun_phrase(kind))
    return numbered(kind if kind in ("cell", "foundation") else f"{kind} pile", place)


def kind_title(group: Group) -> Phrase:
    """Return the collective name for all piles of a kind."""
    return the(noun_phrase(group.kind, plural=group.kind in ("foundation", "cell")))


def owner_title(rules: CompiledGame, p: int) -> Phrase:
    """Return the name of a pile's kind if the kind has one group; otherwise the pile's own name."""
    group = rules.of[p]
    alone = len(rules.definition.of_kind(group.kind)) == 1
    return kind_title(group) if alone else pile_title(rules, p)


def either(refs: Sequence[str]) -> str:
    """Return the names of groups, joined by "or"."""
    return listed(map(_called, refs), "or")


def _called(ref: str) -> Phrase:
    """Return the name of all groups of a kind, or of one group (``kind.name``)."""
    return the(group_noun(ref))


def clause(condition: Condition, *, holds: bool) -> str:
    """Return a clause such as "once the stock is empty"; with ``holds=False``, negate it."""
    if not condition.group:
        return condition.clause(holds)
    return condition.clause(holds, listed(map(_called, refs_of(condition.group))))


def waits(rules: CompiledGame, text: str) -> str:
    """Return a clause that names the reason why a condition does not hold."""
    return clause(parse_condition(text, references(rules.groups)), holds=False)
