"""Features of games, and the prunings that are proved for them."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import msgspec
import pytest

import cadogan
from cadogan.compiler import features
from cadogan.compiler.features import FEATURES, SHAPE, Proof, features_of
from cadogan.model.position import Game
from cadogan.rules.catalogue import built_in
from cadogan.solver import safe_moves as safety
from cadogan.solver.analysis.analysis import PROOFS, SWITCHES, analyse, searched_rules, unproved
from cadogan.solver.safe_moves import safe_moves, safety_rules
from cadogan.state.compiled import CompiledRules
from cadogan.state.records import fields_of, flattened
from tests.covering import each

UNKNOWN = "a mechanism that no proof names"
EVERY_PROOF: dict[str, Proof] = {
    f"{name} {number}": proof
    for name, proofs in PROOFS.items()
    for number, proof in enumerate(proofs, 1)
} | {"chains": safety.CHAINS_PROOF}


def stranger(game: Game) -> Game:
    """Return the game with an additional feature that no proof names."""
    definition = msgspec.structs.replace(game.definition, id=f"strange-{game.id}")
    strange = Game(definition, game.options)
    rules = dataclasses.replace(strange.compiled, features=game.features | {UNKNOWN})
    strange.compiled = rules
    return strange


def test_every_field_of_the_compiled_rules_is_classified_once() -> None:
    lists = [SHAPE, frozenset(features._FIELDS), features._READ]
    assert sum(map(len, lists)) == len(frozenset().union(*lists))
    assert frozenset().union(*lists) == {name for name, _ in fields_of(CompiledRules)}


def test_every_feature_has_one_meaning() -> None:
    named = [(feature.name, feature.meaning) for feature in features._FIELDS.values()]
    named += [named for codes in features._CODES for named in codes.values()]
    named += features._MADE.items()
    assert all(FEATURES[name] == meaning for name, meaning in named)
    assert all(FEATURES.values())


@pytest.mark.parametrize("name", EVERY_PROOF)
def test_proofs_name_features_that_exist(name: str) -> None:
    assert EVERY_PROOF[name].features <= FEATURES.keys()


def test_every_switch_has_its_proofs() -> None:
    assert PROOFS.keys() == SWITCHES.keys()
    assert all(PROOFS.values())


def test_the_table_in_the_docs_gives_the_features_of_each_proof() -> None:
    page = Path(__file__).parent.parent / "docs" / "explanation" / "prunings.md"
    text = page.read_text("utf-8")
    rows = re.findall(r"^\| \*(\w+)\*(?:, again)? \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)
    proved = [(name, proof.features) for name, proofs in PROOFS.items() for proof in proofs]
    assert [(name, frozenset(features.split(", "))) for name, _, features in rows] == proved


@pytest.mark.parametrize("name", each(built_in()))
def test_features_of_the_catalogue_have_a_meaning(name: str) -> None:
    assert cadogan.game(name).features <= FEATURES.keys()


@pytest.mark.parametrize("name", each(built_in(), most=15))
def test_an_unknown_feature_switches_every_pruning_off(name: str) -> None:
    game = cadogan.game(name)
    strange = stranger(game)
    bare = analyse(game, without=SWITCHES)
    # Only safe moves and the test for dead positions read these fields, and both are off. The
    # weights only order the search.
    assert not bare.safe.used
    assert not bare.relaxation.used
    others = {"missing", "relaxation.joined", "heuristic.weight"}
    others |= {f"safe.{name}" for name in ("chains", "choices", "covered", "rows")}
    found, wanted = dict(flattened(analyse(strange))), dict(flattened(bare))
    assert all(found[name] == wanted[name] for name in found.keys() - others)
    assert searched_rules(strange) == searched_rules(game, SWITCHES)
    assert not safety_rules(strange).used


def test_an_unknown_feature_switches_safe_moves_off() -> None:
    game = cadogan.game("klondike")
    assert safe_moves(game.deal(47))
    assert safe_moves(stranger(game).deal(47)) == []


@pytest.mark.parametrize("field", ["face.squared", "lift.keep", "win.runs", "mechanics.holes"])
def test_an_unclassified_field_becomes_a_feature(
    monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    name = next(some for some in built_in() if _in_use(cadogan.game(some), field))
    game = cadogan.game(name)
    monkeypatch.setattr(features, "SHAPE", SHAPE - {field})
    monkeypatch.setattr(
        features, "_FIELDS", {name: v for name, v in features._FIELDS.items() if name != field}
    )
    found = _features(game)
    assert f"the field {field}" in found
    assert unproved(found) == SWITCHES.keys()


@pytest.mark.parametrize(
    ("table", "name", "code"),
    [
        ("_LIFTS", "bakers-dozen", "lifts by code"),
        ("_WAITS", "abandon-hope", "waits by code"),
        ("_WON", "bakers-dozen", "won by code"),
        ("_TURNED", "casket", "turned by code"),
    ],
)
def test_a_code_without_a_feature_becomes_a_feature(
    monkeypatch: pytest.MonkeyPatch, table: str, name: str, code: str
) -> None:
    monkeypatch.setattr(features, table, {})
    found = _features(cadogan.game(name))
    assert any(some.startswith(code) for some in found)
    assert unproved(found) == SWITCHES.keys()


def _in_use(game: Game, field: str) -> bool:
    held = dict(flattened(game.compiled_rules))[field]
    return any(held) if isinstance(held, list) else bool(held)


def _features(game: Game) -> frozenset[str]:
    rules = game.compiled
    return features_of(game.compiled_rules, game.definition, rules.groups, len(rules.conditions))
