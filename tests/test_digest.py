"""Digest of the rules: the fields that affect it, and those that do not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from cadogan.rules.catalogue import built_in, find
from cadogan.rules.digest import rules_digest

GAME = find("klondike")


def changed(**fields: Any) -> str:
    """Return the digest of Klondike after changing the given fields."""
    return rules_digest(msgspec.structs.replace(GAME, **fields))


@pytest.mark.parametrize(
    "fields",
    [
        {"name": "Another"},
        {"about": "Other words."},
        {"sources": []},
        {"odds": ["About 1 in 3."]},
        {"notes": ["A note."]},
        {"family": "Others"},
        {"layout": {}},
    ],
)
def test_descriptions_do_not_affect_the_digest(fields: dict[str, Any]) -> None:
    assert changed(**fields) == rules_digest(GAME)


def test_each_rule_affects_the_digest() -> None:
    tableau = next(group for group in GAME.groups if group.kind == "tableau")
    others = [group for group in GAME.groups if group is not tableau]
    digests = [rules_digest(GAME), changed(decks=2), changed(redeal=None)]
    for fields in ({"space": "none"}, {"piles": 8}, {"take": "top card"}, {"face": ""}):
        group = msgspec.structs.replace(tableau, **fields)
        digests.append(changed(groups=[group, *others]))
    assert len({*digests}) == len(digests)


def test_omitted_keys_do_not_affect_the_digest() -> None:
    """A new key does not change the digest of older definitions, which omit it."""
    wider: Any = msgspec.defstruct("Wider", [("new_key", str, "")], bases=(type(GAME),))
    fields = {name: getattr(GAME, name) for name in GAME.__struct_fields__}
    assert rules_digest(wider(**fields)) == rules_digest(GAME)
    assert rules_digest(wider(**fields, new_key="said")) != rules_digest(GAME)


def test_no_two_games_have_the_same_rules() -> None:
    digests = {rules_digest(definition) for definition in built_in().values()}
    assert len(digests) == len(built_in())
