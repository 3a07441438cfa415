"""Wording for jokers."""

from __future__ import annotations

from cadogan.i18n import translate
from cadogan.rules.definition import Definition


def joker_clause(definition: Definition) -> str:
    """Explain the effect of jokers if the pack contains any."""
    if not definition.jokers:
        return ""
    return translate("a joker fits everything: it may be laid on any card, and any card on it")
