"""Game linter: each finding in a small game that has it, and not in other games."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import cadogan
from cadogan.cli import cli
from cadogan.lint import Report, lint_game
from cadogan.model.position import Game
from cadogan.rules.catalogue import built_in, find, written
from cadogan.rules.loading import load_text, read_toml
from cadogan.rules.user_games import template
from cadogan.solver.portfolio import hopeless, solve
from tests.cases.messages import check_sentence
from tests.covering import each
from tests.lacking import LACK, no_solver
from tests.test_user_games import folder

__all__ = ["folder", "no_solver"]

# a game with 20 cards, in which about half of all random plays are won
SMALL = """\
name = "Small"
family = "Trials"
decks = 1
ranks = "A 2 3 4 5"
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 5
deal = 3
build = "down in alternating colours"
take = "top card"
space = "any card"
[waste]
[stock]
deal = "1 to waste"
"""
# no card reaches these cells
CELLS = ("[waste]", '[cell]\npiles = 2\nfrom = ["foundation"]\n[waste]')


def looked_at(text: str, game_id: str = "small", plays: int = 60, deals: int = 3) -> Report:
    game = Game(load_text(text, "small.toml")[game_id])
    return lint_game(game, read_toml(text, "small.toml"), plays=plays, deals=deals)


def found(report: Report) -> dict[str, str]:
    """Return the findings by kind; certain findings end in an exclamation mark."""
    return {f"{f.kind}{'!' * f.sure}": f.said for f in report.findings}


def change(*changes: tuple[str, str]) -> str:
    text = SMALL
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_sound_game_has_no_findings() -> None:
    report = looked_at(SMALL)
    assert not report.findings
    assert (report.plays, report.deals) == (60, 3)
    assert 0 < report.won <= report.ended <= 60
    assert report.winnable + report.lost == 3
    assert looked_at(SMALL) == report


def test_the_template_is_sound() -> None:
    game_id, text = template("Mine")
    game, raw = Game(load_text(text, "mine.toml")[game_id]), read_toml(text, "mine.toml")
    report = lint_game(game, raw, plays=20, deals=2)
    assert not [finding for finding in report.findings if finding.sure]


def test_piles_that_cards_never_leave() -> None:
    text = change(
        ("[waste]\n", "[reserve]\npiles = 5\ndeal = 1\nkeep = 1\n"),
        ('[stock]\ndeal = "1 to waste"\n', ""),
        ("[foundation]", 'win = "foundations complete"\n[foundation]'),
    )
    report = looked_at(text)
    told = found(report)
    assert told["pile-never-left!"].startswith("No card ever left the 5 piles of the reserve, in")
    all_lost = "None of the first 30 deals can be won: the solver proves each lost."
    assert told["never-won!"] == all_lost
    assert report.lost == 30


def test_cards_that_nothing_takes() -> None:
    """The foundations begin with twos, so the aces stay where they were dealt."""
    text = change(
        ('start = "A"', 'start = "2"'),
        ("[foundation]", 'win = "score"\nscore = { start = -16, card = 1 }\n[foundation]'),
        ("piles = 5\ndeal = 3", "piles = 10\ndeal = 2"),
        ('space = "any card"', 'space = "none"'),
        ('build = "down in alternating colours"', 'build = "none"'),
        ('[waste]\n[stock]\ndeal = "1 to waste"\n', ""),
    )
    said = found(looked_at(text))["cards-never-move"]
    assert said.startswith("These cards never moved in 60 random plays")
    assert said.endswith(": the aces. No pile takes them, or they cannot leave their piles.")


def test_piles_that_no_card_reaches() -> None:
    said = found(looked_at(change(CELLS)))["pile-never-reached!"]
    assert said.startswith("No card ever reached the 2 piles of the cell, in 60 random plays and ")


def test_a_game_that_plays_itself_for_ever() -> None:
    text = change(
        ("piles = 5\ndeal = 3", "piles = 1\ndeal = 1"),
        ('build = "down in alternating colours"', 'build = "none"'),
        ('take = "top card"', 'take = "top card"\nkeep = 1'),
        ('space = "any card"', 'space = "none"'),
        ("[foundation]", 'win = "tableau empty"\n[foundation]'),
        ('start = "A"\n', 'start = "A"\nfrom = ["tableau"]\n'),
    )
    told = found(looked_at(text + '[redeal]\ntimes = "unlimited"\n'))
    assert told["never-ends!"].startswith("60 of 60 plays never end: there is no choice, and the")
    assert "never-ends!" not in found(looked_at(text + "[redeal]\ntimes = 3\n"))


def test_plays_that_go_round_despite_choices() -> None:
    """Two cards move to and fro between five equal piles, so all positions count as one."""
    text = change(
        ("[foundation]", 'win = "foundations complete"\n[foundation]'),
        ('start = "A"', 'start = "A"\nfrom = ["waste"]'),
        ("piles = 5\ndeal = 3", "piles = 5\ndeal = [1, 1, 0, 0, 0]"),
        ('build = "down in alternating colours"', 'build = "none"\nfrom = ["tableau"]'),
    )
    report = looked_at(text, deals=0)
    assert (report.ended, report.circling) == (0, 60)
    told = found(report)["never-ends"]
    assert told.startswith("60 of 60 random plays never end, though there is a choice: after 400")
    assert "(deal 1: 1)" in told


def test_plays_that_are_cut_off_are_reported() -> None:
    """Random plays of Klondike pass through the stock again and again, and rarely move a card."""
    words = ["check", "klondike", "--plays", "12", "--deals", "0"]
    told = " ".join(CliRunner().invoke(cli, words).stdout.split())
    assert re.search(r" \d+ were cut off after 400 moves, all of them repeating positions\.", told)
    assert " random plays were not over after 400 moves, and positions repeated (for" in told


def test_a_game_that_is_always_won() -> None:
    build = ('build = "down in alternating colours"', 'build = "any card"')
    told = found(looked_at(change(("deal = 3", "deal = 0"), build)))
    assert {kind.rstrip("!") for kind in told} == {"always-won"}


def test_rules_that_never_matter() -> None:
    text = change(("[stock]", 'to = ["foundation", "tableau"]\n[stock]')) + "[redeal]\ntimes = 1\n"
    told = [f.said for f in looked_at(text).findings if f.kind == "rule-never-matters"]
    assert len(told) == 1
    assert told[0].startswith("waste.to makes no difference: with it left out, ")


def test_a_default_value_is_not_a_rule_that_never_matters() -> None:
    kinds = {f.kind for f in looked_at(change(("deal = 3", 'deal = 3\nface = "up"'))).findings}
    assert "rule-never-matters" not in kinds


def test_answers_that_never_matter() -> None:
    option = """\
[options.{0}]
kind = "choice"
about = "Which?"
default = "a"
[options.{0}.answers.a]
name = "a"
[options.{0}.answers.b]
name = "b"
about = "B."
over.{1}
"""
    text = SMALL + option.format("idle", 'waste.to = ["foundation", "tableau"]')
    text += option.format("busy", 'tableau.space = "none"')
    told = [f.said for f in looked_at(text).findings]
    assert [said.partition(" in ")[0] for said in told] == [
        "options.idle: the answer 'b' makes no difference"
    ]


def test_only_the_keys_of_a_variant_are_tested_in_it() -> None:
    text = change(("[stock]", 'to = ["foundation", "tableau"]\n[stock]'))
    text += (
        '[variants.other]\nname = "Other"\nabout = "O."\ntableau.to = ["foundation", "tableau"]\n'
    )
    told = [f.said for f in looked_at(text, "other").findings if f.kind == "rule-never-matters"]
    assert [said.partition(" ")[0] for said in told] == ["tableau.to"]


@pytest.mark.parametrize(
    "game_id", each((d.id for d in built_in().values() if d.id == d.parent), most=8)
)
def test_every_game_can_be_linted(game_id: str) -> None:
    d = built_in()[game_id]
    report = lint_game(Game(d), read_toml(written(d), d.file), plays=20, deals=0)
    assert (report.plays, report.deals) == (20, 0)
    assert all(finding.said.endswith(".") for finding in report.findings)


# --- the command ----------------------------------------------------------------------------------


def run(*args: str) -> Result:
    return CliRunner().invoke(cli, ["check", *args, "--plays", "30", "--deals", "2"])


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    told = run(str(path))
    assert told.exit_code == 0, told.stderr
    assert "Small: 30 random plays, " in told.stdout
    assert " ".join(told.stdout.split()).endswith("Nothing looks wrong.")
    path.write_text(change(CELLS), encoding="utf-8")
    told = run(str(path))
    assert told.exit_code == 1
    assert "\n! No card ever reached the 2 piles of the cell" in told.stdout
    said = run(str(path), "--json")
    assert said.exit_code == 1
    (report,) = json.loads(said.stdout)
    assert (report["game"], report["plays"], report["deals"]) == ("small", 30, 2)
    (finding,) = [f for f in report["findings"] if f["sure"]]
    assert finding["kind"] == "pile-never-reached"


def test_every_mistake_is_reported_with_its_line(folder: Path) -> None:
    path = folder / "small.toml"
    path.write_text(SMALL.replace("decks", "dekcs") + "[tabelau]\n", encoding="utf-8")
    line = path.read_text(encoding="utf-8").count("\n")
    for called in (str(path), "small"):
        told = run(called)
        assert (told.exit_code, told.stdout) == (2, "")
        said = [text.removeprefix(f"cadogan: {path}: ") for text in told.stderr.splitlines()]
        assert said == [
            "line 3: dekcs: there is no such key; did you mean 'decks'?",
            f"line {line}: tabelau: there is no such key; did you mean 'tableau'?",
        ]


def test_a_key_with_a_mistake_is_not_reported_as_missing(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    redeal = '[redeal]\ntimes = "two"\nfrom = "waist"\n'
    path.write_text(SMALL + redeal, encoding="utf-8")
    check_sentence("lint.two-slips", run(str(path)).stderr)


@pytest.mark.parametrize(
    "command", [("solve", 1), ("deal", 1), ("rules",), ("moves", 1), ("odds", "run"), ("check",)]
)
@pytest.mark.parametrize("called", ["small.toml", "small"])
def test_each_command_names_the_line_of_a_mistake(
    folder: Path, command: tuple[object, ...], called: str
) -> None:
    path = folder / "small.toml"
    path.write_text(SMALL.replace("[tableau]", "[tabelau]"), encoding="utf-8")
    line = SMALL[: SMALL.index("[tableau]")].count("\n") + 1
    words = [str(word) for word in command]
    game = str(path) if called == "small.toml" else called
    at = len(words) if words[0] == "odds" else 1
    told = CliRunner().invoke(cli, [*words[:at], game, *words[at:]])
    assert told.exit_code == 2
    assert f"small.toml: line {line}: tabelau: there is no such key" in told.stderr


# the foundation begins with any card, and no card follows a king
DOUBLING = """\
name = "Doubling Kings"
family = "Trials"
decks = 1
win = "foundations complete"
[foundation]
piles = 1
start = "base rank"
placed = "first 1 dealt"
sequence = "A 2 4 8 3 6 Q J 9 5 T 7"
build = "up any suit, wrapping"
cards = 48
[reserve]
piles = 7
deal = 1
fill = ["waste", "stock"]
[waste]
[stock]
deal = "1 to waste"
[redeal]
times = 2
"""


def test_deals_whose_base_takes_no_card_are_found() -> None:
    report = looked_at(DOUBLING, plays=5, deals=1)
    game = report.game
    kings = [n for n in range(1, 101) if game.deal(n).piles["f"][0][0] == "K"]
    assert (report.openings, report.dead) == (100, len(kings))
    assert found(report)["lost-from-the-start"].startswith(
        f"{len(kings)} of the first 100 deals are lost before the first move: in {len(kings)} of"
        f" them no card can ever go to a foundation (for example deal {kings[0]})"
    )


def test_deals_without_a_legal_move_are_found() -> None:
    text = change(('[waste]\n[stock]\ndeal = "1 to waste"\n', ""), ("deal = 3", "deal = 4"))
    text = text.replace('build = "down in alternating colours"', 'build = "none"')
    report = looked_at(text, plays=5, deals=1)
    game = report.game
    stuck = [n for n in range(1, 101) if not game.deal(n).legal_moves]
    assert stuck
    assert report.dead >= len(stuck)
    assert f"in {len(stuck)} of them no move is legal" in found(report)["lost-from-the-start"]


@pytest.mark.parametrize("game_id", ["scorpion", "osmosis", "pyramid", "beleaguered-castle"])
def test_hopeless_deals_are_lost(game_id: str) -> None:
    game = cadogan.game(game_id)
    lost = [deal for n in range(1, 31) if hopeless(deal := game.deal(n))]
    assert lost
    for position in lost[:5]:
        verdict = solve(position, nodes=30_000, without=("dead", "settle"))
        assert verdict.result != "won"


def test_the_time_limit_ends_the_linter() -> None:
    d = find("gargantua")
    told: list[str] = []
    raw = read_toml(written(d), d.file)
    report = lint_game(Game(d), raw, plays=100_000, deals=1000, seconds=0.7, report=told.append)
    assert 0 < report.plays < 100_000
    assert report.deals < 1000
    assert report.cut[0] == "100,000 random plays"
    assert any(re.search(r"plays: [0-9,]+ made$", text) for text in told)


def test_a_short_time_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    told = CliRunner().invoke(cli, ["check", str(path), "--seconds", "0.1", "--plays", "100000"])
    assert "Ran out of time for: 100,000 random plays" in " ".join(told.stdout.split())
    refused = CliRunner().invoke(cli, ["check", str(path), "--seconds", "soon"])
    assert refused.exit_code == 2
    assert "--seconds" in refused.stderr


@pytest.mark.usefixtures("no_solver")
def test_openings_are_checked_without_a_solver(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    told = run(str(path))
    assert told.exit_code == 3
    assert " ".join(told.stdout.split()) == (
        f"Small was not played: {LACK}. A check of its names and of its openings"
        " found nothing wrong."
    )
    path.write_text(DOUBLING, encoding="utf-8")
    told = run(str(path), "--json")
    assert told.exit_code == 3
    (report,) = json.loads(told.stdout)
    assert (report["unplayed"], report["plays"], report["openings"]) == (LACK, 0, 100)
    (finding,) = report["findings"]
    assert finding["kind"] == "lost-from-the-start"
    assert "no card can ever go to a foundation" in finding["said"]


def test_a_name_from_the_catalogue_is_found(tmp_path: Path) -> None:
    names = {"Klondike": ["klondike"], "The Free Cell": ["freecell"], "Quite My Own": []}
    for name, ids in names.items():
        found = looked_at(SMALL.replace('"Small"', f'"{name}"'), plays=2, deals=0).findings
        told = [f.said for f in found if f.kind == "name-taken"]
        assert [text.partition(" in the catalogue")[0] for text in told] == [
            f"{name!r} is also a name of {key!r}" for key in ids
        ]


def test_catalogue_games_may_have_their_own_names() -> None:
    text = written(find("klondike"))
    found = lint_game(cadogan.game("klondike"), tomllib.loads(text), plays=10, deals=0).findings
    assert "name-taken" not in {f.kind for f in found}


def test_every_game_of_a_file_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    variant = '[variants.smaller]\nname = "Smaller"\nabout = "S."\ntableau.piles = 4\n'
    path.write_text(SMALL + variant, encoding="utf-8")
    reports = json.loads(run(str(path), "--json").stdout)
    assert [report["game"] for report in reports] == ["small", "smaller"]


def test_a_user_game_by_its_id(folder: Path) -> None:
    (folder / "small.toml").write_text(SMALL, encoding="utf-8")
    (report,) = json.loads(run("small", "--json").stdout)
    assert report["name"] == "Small"


def test_a_game_that_needs_rare_luck_is_not_certainly_unwinnable() -> None:
    """The first 200 deals of Birthday are lost, but greedy plays win a few in several thousand."""
    definition = built_in()["birthday"]
    text = written(definition)
    report = lint_game(Game(definition), read_toml(text, definition.file), plays=5)
    told = found(report)
    assert (report.winnable, report.lost) == (0, 200)
    assert "never-won!" not in told
    assert re.search(r"greedy won \d+ of [\d,]+ deals: a win takes great luck", told["never-won"])
