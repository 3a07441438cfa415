"""House rules: combined answers, their canonical form, and errors about contradictions."""

from __future__ import annotations

import dataclasses
import pickle
import tomllib
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

import cadogan
from cadogan.cli.base import WrongError
from cadogan.cli.odds import _books
from cadogan.cli.params import definition
from cadogan.core.errors import InvalidDefinitionError, InvalidOptionError
from cadogan.layout import load_whole
from cadogan.model.position import Game
from cadogan.odds.experiment import Limits, Study
from cadogan.rules.catalogue import at_hand, canonical, catalogue, find
from cadogan.rules.digest import rules_digest
from cadogan.rules.house_rules import differing
from cadogan.rules.loading import load_games, load_text, resolve
from tests.cases.messages import refused
from tests.covering import few
from tests.test_contract import check_undo

SMALL = """
name = "Small"
family = "Tests"
decks = 1
about = "A trial."
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 13
deal = 4
build = "down any suit"
take = "top card"
space = "none"

[options.piles]
kind = "choice"
about = "How many piles?"
default = "thirteen"
[options.piles.answers.thirteen]
name = "thirteen"
[options.piles.answers.twelve]
name = "twelve of four"
about = "Twelve piles and four cells."
over.tableau.piles = 12
over.cell = { piles = 4, deal = 1 }

[options.spaces]
kind = "choice"
about = "What fills an empty pile?"
default = "nothing"
[options.spaces.answers.nothing]
name = "nothing"
[options.spaces.answers.kings]
name = "a king"
about = "A king fills an empty pile."
sources = ["A book"]
over.tableau.space = "K"

[options.dealt]
kind = "choice"
about = "How many cards?"
default = "all"
[options.dealt.answers.all]
name = "all"
[options.dealt.answers.two]
name = "two a pile"
over.tableau.deal = 2
over.stock.deal = "1 to each tableau"
[options.dealt.answers.one]
name = "one a pile of four"
over.tableau.piles = 4
over.tableau.deal = 1
over.stock.deal = "1 to each tableau"

[combinations.small-kings]
name = "Small with kings"
odds = ["About 1 in 3."]
options = { spaces = "kings" }

[variants.small-b]
name = "Small B"
about = "Another trial."
options.spaces = "kings"
options.piles.default = "twelve"
foundation.build = "up any suit"
"""


def small(text: str = SMALL) -> dict[str, Any]:
    return dict(load_text(text, "small.toml"))


# --- combined answers ----------------------------------------------------------------------------


def test_answers_override_keys() -> None:
    game = Game(small()["small"], {"piles": "twelve", "spaces": "kings"})
    (tableau,) = game.definition.of_kind("tableau")
    assert (tableau.piles, tableau.space) == (12, "K")
    assert game.definition.of_kind("cell")
    assert dict(game.options) == {"piles": "twelve", "spaces": "kings", "dealt": "all"}
    assert dict(game.said) == {"piles": "twelve", "spaces": "kings"}
    assert game.text == "small piles=twelve spaces=kings"
    assert game.name == "Small (piles: twelve of four; spaces: a king)"
    assert game.definition.about == (
        "A trial. Twelve piles and four cells. A king fills an empty pile."
    )
    assert game.definition.sources == ["A book"]


def test_a_combination_has_its_name_and_its_odds() -> None:
    games = small()
    assert list(games) == ["small", "small-b", "small-kings"]
    named = games["small-kings"]
    assert (named.id, named.name, named.odds) == ("small", "Small with kings", ["About 1 in 3."])
    assert named == resolve(games["small"], {"spaces": "kings"})
    assert resolve(named, {}) == games["small"]
    assert Game(named).text == "small spaces=kings"
    assert Game(named, {"piles": "twelve"}).text == "small piles=twelve spaces=kings"


def test_a_variant_answers_a_choice_or_has_another_default() -> None:
    other = small()["small-b"]
    (tableau,) = other.of_kind("tableau")
    assert (tableau.space, tableau.piles) == ("K", 12)
    assert list(other.options) == ["piles", "dealt"]
    assert other.answers == {"piles": "twelve", "dealt": "all"}
    assert Game(other).text == "small-b"
    assert Game(other, {"piles": "thirteen"}).text == "small-b piles=thirteen"
    with refused(InvalidOptionError, "choices.choice-of-the-variant"):
        Game(other, {"spaces": "nothing"})


def test_the_order_of_the_answers_does_not_matter() -> None:
    one = cadogan.game("algerian", layout="tarbart", reserves="closed")
    for other in (
        cadogan.game("algerian", reserves="closed", layout="tarbart", transfer="yes"),
        cadogan.game("algerian-tarbart-closed"),
        cadogan.game("algerian-tarbart", reserves="closed"),
        cadogan.game("algerian-closed", layout="tarbart"),
        Game(find("algerian-closed"), {"layout": "tarbart"}),
        pickle.loads(pickle.dumps(one)),
    ):
        assert other == one
        assert hash(other) == hash(one)
        assert other.text == one.text == "algerian layout=tarbart reserves=closed"
        assert repr(other) == repr(one)
        assert rules_digest(other.definition) == rules_digest(one.definition)
    assert eval(repr(one), {"cadogan": cadogan}) == one
    assert cadogan.game("algerian") != one


def test_a_default_answer_replaces_the_one_of_a_combination() -> None:
    assert cadogan.game("algerian-closed", reserves="stock-gone") == cadogan.game("algerian")


def test_the_games_are_known_before_their_files_are_read() -> None:
    assert {*at_hand()} == {*cadogan.games()}


@pytest.mark.parametrize("name", few([n for d in catalogue().values() for n in d.combinations], 40))
def test_names_of_combinations_resolve_to_their_answers(name: str) -> None:
    found = find(name)
    answers = differing(found.options, found.answers)
    assert canonical(name, {}) == canonical(found.id, answers)
    assert cadogan.game(name) is cadogan.game(found.id, **answers)
    assert found is find(found.id, answers)
    assert found.combinations[name].name == found.name == cadogan.game(name).name


@pytest.mark.parametrize("name", few([n for d in catalogue().values() for n in d.combinations], 40))
def test_a_combination_by_its_name(name: str) -> None:
    """A combination can be found by its id and its name.

    An alias finds it too, or lists the candidates if other games have the same name.
    """
    some = find(name).combinations[name]
    assert definition(name) is find(name)
    assert definition(some.name) is find(name)
    for called in some.aliases:
        others = {g.id for g in catalogue().values() if called in (g.name, *g.aliases)}
        if others - {find(name).id}:
            with pytest.raises(WrongError, match=rf"can mean several games.*\b{name}\b"):
                definition(called)
        else:
            assert definition(called) is find(name), called


def test_odds_are_kept_under_one_form() -> None:
    """Two ways to select a combination share one study; an old id keeps its published odds."""
    ways = [
        cadogan.game("klondike-draw-3"),
        cadogan.game("klondike", turn="three", passes="unlimited"),
    ]
    one, other = (Study.of(game, Limits(nodes=1000)) for game in ways)
    assert one == other
    assert one.key == other.key
    assert (one.game, one.name, one.options) == (
        "klondike",
        "Klondike, draw three",
        {"turn": "three"},
    )
    assert _books(one) == ["81.95% of deals can be won with all cards known (Blake and Gent 2026)."]
    once = replace(find("klondike-draw-3"), id="klondike-draw-3")
    old = dataclasses.replace(one, game="klondike-draw-3", options={}, rules=rules_digest(once))
    assert _books(old) == _books(one)
    assert _books(dataclasses.replace(old, game="klondike-one-pass")) == []


# --- contradictions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "key"),
    [
        ({"piles": "twelve", "spaces": "kings", "dealt": "one"}, "contradiction"),
        ({"spaces": "queens"}, "no-answer"),
    ],
)
def test_a_contradiction_names_the_answers(answers: dict[str, str], key: str) -> None:
    with refused(InvalidOptionError, f"choices.{key}"):
        Game(small()["small"], answers)


def test_a_contradiction_found_only_in_the_combined_rules() -> None:
    """The error names the smallest set of answers that conflict, and gives the reason."""
    text = SMALL.replace("over.stock.deal", "over.tableau.most = 4\nover.stock.deal", 1)
    space = 'over.tableau.space = "K"'
    text = text.replace(space, f"{space}\nover.tableau.refill = 5", 1)
    game = load_games(tomllib.loads(text), "small.toml")["small"]
    with refused(InvalidOptionError, "choices.contradiction-of-two"):
        Game(game, {"piles": "twelve", "spaces": "kings", "dealt": "two"})


# --- mistakes in a file --------------------------------------------------------------------------


KING, NAMED = 'over.tableau.space = "K"', 'options = { spaces = "kings" }'
ANOTHER = """[options.dealt.answers.two-again]
name = "two again"
over.tableau.deal = 2
over.stock.deal = "1 to each tableau"
[options.dealt.answers.one]"""
MORE = '[combinations.more]\nname = "More"\noptions.spaces = "kings"\n[variants.small-b]'


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('default = "thirteen"', 'default = "ten"', "default"),
        (KING, "", "answer-changes-nothing"),
        (KING, 'over.tableau.space = "none"', "answer-is-default"),
        (KING, "over.tableau.most = 0", "answer-is-default"),
        ("[options.dealt.answers.one]", ANOTHER, "answers-are-equal"),
        ('name = "nothing"', f'name = "nothing"\n{KING}', "default-changes-keys"),
        ('name = "a king"', 'name = "Nothing"', "answer-named-twice"),
        (KING, 'over.tableau.spase = "K"', "answer-key"),
        (KING, 'over.tabelau.space = "K"', "answer-table"),
        (KING, 'over.tableau.space = "kings"', "answer-phrase"),
        (KING, 'over.name = "K"', "answer-top"),
        (KING, 'over = "K"', "answer-text"),
        ("over.tableau.piles = 12", "over.tableau.piles = 14", "answer-deal"),
        (
            '[options.dealt]\nkind = "choice"',
            '[options.dealt]\nkind = "digits"',
            "answers-of-digits",
        ),
        ("[options.dealt]", "[options.Dealt]", "name"),
        ("[options.piles.answers.thirteen]", '[options.piles.answers."13!"]', "answer-name"),
        (NAMED, 'options = { spaces = "king" }', "combination-answer"),
        (NAMED, 'options = { space = "kings" }', "combination-choice"),
        (NAMED, 'options = { spaces = "nothing" }', "combination-default"),
        (NAMED, "options = { }", "combination-empty"),
        (NAMED, 'options = { piles = "twelve", dealt = "one" }', "combination-contradicts"),
        ('odds = ["About', 'of = "small-c"\nodds = ["About', "combination-of"),
        ("[variants.small-b]", MORE, "combination-twice"),
        ('name = "Small with kings"', 'name = "Small b"', "combination-named-twice"),
        ("[combinations.small-kings]", "[combinations.small]", "combination-id"),
        ('options.spaces = "kings"', 'options.spaces = "king"', "variant-answer"),
        ('options.spaces = "kings"', 'options.space = "kings"', "variant-choice"),
        ('options.spaces = "kings"', 'tableau.space = "K"', "variant-changes-choice"),
    ],
)
def test_mistakes_in_a_file(old: str, new: str, key: str) -> None:
    assert SMALL.count(old) >= 1, old
    with refused(InvalidDefinitionError, f"choices.{key}"):
        load_whole(SMALL.replace(old, new, 1), "small.toml")


# --- every game ----------------------------------------------------------------------------------


def _choices(game_id: str) -> dict[str, list[str]]:
    """Return the answers to each of a game's choices that are not the default."""
    options = catalogue()[game_id].options
    return {
        name: [key for key in option.answers if key != option.default]
        for name, option in options.items()
        if option.kind == "choice"
    }


SINGLE = [(g, {n: a}) for g in catalogue() for n, some in _choices(g).items() for a in some]
PAIRS = [
    (g, {n: a, m: b})
    for g in catalogue()
    for (n, some), (m, others) in combinations(_choices(g).items(), 2)
    for a in some
    for b in others
]


def _told(given: tuple[str, dict[str, str]]) -> str:
    return " ".join([given[0], *(f"{k}={v}" for k, v in given[1].items())])


BY_NAME = {_told(given): given for given in [*SINGLE, *PAIRS]}


@pytest.mark.parametrize("told", few(BY_NAME, 24))
def test_every_answer_and_every_pair_is_played(told: str) -> None:
    game_id, answers = BY_NAME[told]
    game = cadogan.game(game_id, **answers)
    assert set(told.split()) <= set(game.text.split())
    check_undo(game, 1, 40, 10)
    assert game.rules()


def test_many_answers_and_pairs_are_tested() -> None:
    assert len(SINGLE) > 60
    assert len(PAIRS) > 200
