"""House rules: answers compose, have one form, and contradict each other in one sentence."""

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


def complaint(old: str, new: str) -> str:
    assert SMALL.count(old) >= 1, old
    with pytest.raises(InvalidDefinitionError) as error:
        load_whole(SMALL.replace(old, new, 1), "small.toml")
    told = str(error.value)
    assert told.startswith("small.toml: "), told
    assert "\n" not in told
    return told.removeprefix("small.toml: ")


# --- answers compose -----------------------------------------------------------------------------


def test_answers_are_laid_over() -> None:
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
    with pytest.raises(InvalidOptionError, match="Small B has no option 'spaces'; use one of"):
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


def test_an_answer_to_a_choice_is_given_up_again() -> None:
    assert cadogan.game("algerian-closed", reserves="stock-gone") == cadogan.game("algerian")


def test_what_a_file_holds_is_known_before_it_is_read() -> None:
    assert {*at_hand()} == {*cadogan.games()}


@pytest.mark.parametrize("name", few([n for d in catalogue().values() for n in d.combinations], 40))
def test_names_of_combinations_lead_to_their_answers(name: str) -> None:
    found = find(name)
    answers = differing(found.options, found.answers)
    assert canonical(name, {}) == canonical(found.id, answers)
    assert cadogan.game(name) is cadogan.game(found.id, **answers)
    assert found is find(found.id, answers)
    assert found.combinations[name].name == found.name == cadogan.game(name).name


@pytest.mark.parametrize("name", few([n for d in catalogue().values() for n in d.combinations], 40))
def test_a_combination_by_its_name(name: str) -> None:
    """The command line finds it by its id and its name; by another name, or it offers all of it."""
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
    """Two ways to a combination are one study; an old id's rules are known as those of now."""
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
    assert _books(one) == ["81.95 % can be won with all cards known (Blake and Gent 2026)."]
    once = replace(find("klondike-draw-3"), id="klondike-draw-3")
    old = dataclasses.replace(one, game="klondike-draw-3", options={}, rules=rules_digest(once))
    assert _books(old) == _books(one)
    assert _books(dataclasses.replace(old, game="klondike-one-pass")) == []


# --- contradictions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        (
            {"piles": "twelve", "spaces": "kings", "dealt": "one"},
            ("piles=twelve and dealt=one contradict each other in Small: both set tableau.piles"),
        ),
        (
            {"spaces": "queens"},
            "spaces 'queens' is not a valid answer; use one of: nothing, kings",
        ),
    ],
)
def test_a_contradiction_names_the_answers(answers: dict[str, str], told: str) -> None:
    with pytest.raises(InvalidOptionError) as error:
        Game(small()["small"], answers)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_a_contradiction_that_only_the_whole_shows() -> None:
    """The fewest answers that will not do together are named, and why."""
    text = SMALL.replace('over.stock.deal = "1 to each tableau"', 'over.tableau.most = 4\n'
                         'over.stock.deal = "1 to each tableau"', 1)  # fmt: skip
    text = text.replace('over.tableau.space = "K"', 'over.tableau.space = "K"\n'
                        'over.tableau.refill = 5', 1)  # fmt: skip
    game = load_games(tomllib.loads(text), "small.toml")["small"]
    with pytest.raises(InvalidOptionError) as error:
        Game(game, {"piles": "twelve", "spaces": "kings", "dealt": "two"})
    assert str(error.value) == (
        "spaces=kings and dealt=two contradict each other in Small: tableau.refill: 5 cards are"
        " too many: a pile holds at most 4"
    )


# --- slips in a file -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('default = "thirteen"', 'default = "ten"',
         ("options.piles.default: piles 'ten' is not a valid answer; use"
         " one of: thirteen, twelve")),
        ('over.tableau.space = "K"', "",
         ("options.spaces.answers.kings: this answer changes nothing, so it equals the default:"
         " the key 'over' is missing")),
        ('over.tableau.space = "K"', 'over.tableau.space = "none"',
         ("options.spaces.answers.kings.over: this makes no difference: the answer equals"
          " 'nothing'")),
        ('over.tableau.space = "K"', 'over.tableau.most = 0',
         ("options.spaces.answers.kings.over: this makes no difference: the answer equals"
          " 'nothing'")),
        ('[options.dealt.answers.one]', ('[options.dealt.answers.two-again]\nname = "two again"\n'
         'over.tableau.deal = 2\nover.stock.deal = "1 to each tableau"\n'
         '[options.dealt.answers.one]'),
         ("options.dealt.answers.two-again.over: this makes no difference: the answer equals"
         " 'two'")),
        ('name = "nothing"', 'name = "nothing"\nover.tableau.space = "K"',
         ("options.spaces.answers.nothing.over: the default answer must not change keys: write its"
         " rules into the definition itself")),
        ('name = "a king"', 'name = "Nothing"',
         "options.spaces.answers.kings.name: the answer 'nothing' already has this name"),
        ('over.tableau.space = "K"', 'over.tableau.spase = "K"',
         ("options.spaces.answers.kings.over.tableau.spase: there is no such key; did you mean"
         " 'space'?")),
        ('over.tableau.space = "K"', 'over.tabelau.space = "K"',
         ("options.spaces.answers.kings.over.tabelau: there is no such key; did you mean"
         " 'tableau'?")),
        ('over.tableau.space = "K"', 'over.tableau.space = "kings"',
         ("options.spaces.answers.kings.over.tableau.space: 'kings' is not a phrase of the rules"
         " language;")),
        ('over.tableau.space = "K"', 'over.name = "K"',
         "options.spaces.answers.kings.over.name: there is no such key;"),
        ('over.tableau.space = "K"', 'over = "K"',
         "options.spaces.answers.kings.over: this must be a table, not a text"),
        ('over.tableau.piles = 12', "over.tableau.piles = 14",
         "options.piles.answers.twelve.over.tableau.deal: 56 cards are laid out up to here"),
        ('[options.dealt]\nkind = "choice"', '[options.dealt]\nkind = "digits"',
         "options.dealt.answers: only an option of the kind 'choice' may have answers"),
        ('[options.dealt]', '[options.Dealt]',
         "options: 'Dealt' is not a valid option name"),
        ('[options.piles.answers.thirteen]', '[options.piles.answers."Thirteen!"]',
         "options.piles.answers: 'Thirteen!' is not a valid name for an answer"),
        ('options = { spaces = "kings" }', 'options = { spaces = "king" }',
         ("combinations.small-kings.options.spaces: there is no answer 'king';"
         " did you mean 'kings'?")),
        ('options = { spaces = "kings" }', 'options = { space = "kings" }',
         ("combinations.small-kings.options.space: Small has no such choice;"
         " did you mean 'spaces'?")),
        ('options = { spaces = "kings" }', 'options = { spaces = "nothing" }',
         "combinations.small-kings.options.spaces: this is the default: leave it out"),
        ('options = { spaces = "kings" }', 'options = { }',
         "combinations.small-kings.options: answers are missing"),
        ('options = { spaces = "kings" }', 'options = { piles = "twelve", dealt = "one" }',
         "combinations.small-kings.options: piles=twelve and dealt=one contradict each other"),
        ('odds = ["About', 'of = "small-c"\nodds = ["About',
         "combinations.small-kings.of: there is no game 'small-c'; did you mean 'small-b'?"),
        ('[variants.small-b]', ('[combinations.more]\nname = "More"\noptions.spaces = "kings"\n'
         '[variants.small-b]'),
         "combinations.more.options: the combination 'small-kings' has the same answers"),
        ('name = "Small with kings"', 'name = "Small b"',
         "combinations.small-kings: 'small-b' is called 'Small b' already"),
        ("[combinations.small-kings]", "[combinations.small]",
         "combinations.small: a game of this file has this id already"),
        ('options.spaces = "kings"', 'options.spaces = "king"',
         ("variants.small-b.options.spaces: there is no answer 'king'; did you mean"
         " 'kings'?")),
        ('options.spaces = "kings"', 'options.space = "kings"',
         ("variants.small-b.options.space: there is no such choice; did you mean"
         " 'spaces'?")),
        ('options.spaces = "kings"', 'tableau.space = "K"',
         ("variants.small-b.tableau.space: the choice 'spaces' changes this, too: fix it with"
          ' options.spaces = "...", or give it another default or other answers')),
    ],
)  # fmt: skip
def test_a_slip_is_one_sentence(old: str, new: str, told: str) -> None:
    assert complaint(old, new).startswith(told)


# --- every game ----------------------------------------------------------------------------------


def _choices(game_id: str) -> dict[str, list[str]]:
    """Return the answers to each choice of a game that are not the default."""
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
    """Single answers and pairs load, compile, deal, play at random and are undone."""
    game_id, answers = BY_NAME[told]
    game = cadogan.game(game_id, **answers)
    assert set(told.split()) <= set(game.text.split())
    check_undo(game, 1, 40, 10)
    assert game.rules()


def test_many_are_tried() -> None:
    assert len(SINGLE) > 60
    assert len(PAIRS) > 200
