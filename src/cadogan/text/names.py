"""Names of piles and groups in a refusal, and the conditions it waits for."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.i18n.grammar import group_noun, listed, noun_phrase, numbered, the
from cadogan.i18n.phrase import Phrase
from cadogan.rules.group import Group, references
from cadogan.rules.vocabulary import Condition, parse_condition, refs_of
from cadogan.state.compiled import CompiledGame


def pile_title(rules: CompiledGame, p: int) -> Phrase:
    """Name a pile for people.

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
    """Name all piles of a kind."""
    return the(noun_phrase(group.kind, plural=group.kind in ("foundation", "cell")))


def owner_title(rules: CompiledGame, p: int) -> Phrase:
    """Name all piles of a kind where they share their rules, else the pile."""
    group = rules.of[p]
    alone = len(rules.definition.of_kind(group.kind)) == 1
    return kind_title(group) if alone else pile_title(rules, p)


def either(refs: Sequence[str]) -> str:
    """Name groups of which each may be the one."""
    return listed(map(_called, refs), "or")


def _called(ref: str) -> Phrase:
    """Name the groups of a kind, or one group, ``kind.name``."""
    return the(group_noun(ref))


def clause(condition: Condition, *, holds: bool) -> str:
    """Return the clause that says when a condition holds, or when it does not."""
    if not condition.group:
        return condition.clause(holds)
    return condition.clause(holds, listed(map(_called, refs_of(condition.group))))


def waits(rules: CompiledGame, text: str) -> str:
    """Explain what a condition that fails waits for."""
    return clause(parse_condition(text, references(rules.groups)), holds=False)
