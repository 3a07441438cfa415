"""Tables of measured odds beside published ones, and the pages that the scripts write from them."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

import build_odds_pages
import cadogan
import measure_odds
from cadogan import odds_data
from cadogan.cli.odds import Row, print_table
from cadogan.odds import Limits, Result, Results, Study
from cadogan.odds.experiment import NO_LIMITS
from cadogan.odds.report import opened, row_of
from cadogan.odds_data import Measured, all_measured, all_played, measured, played, published_of
from cadogan.rules.catalogue import built_in
from cadogan.rules.digest import rules_digest
from tests.covering import each
from tests.odds_worker import found, saved
from tests.test_cli import answer, complaint, here, run
from tests.test_odds import fake

__all__ = ["fake", "here"]  # fixtures


def kept(path: str, *games: str, deals: range) -> None:
    """Write a file with results for some games."""
    for name in games:
        study = Study.of(cadogan.game(name), Limits(nodes=1000))
        saved(path, study, *(found(deal, 1000) for deal in deals))


def test_several_files_are_not_held_in_memory(here: Path) -> None:
    """Files are merged on disk, so that SQLite does not keep the journal in memory."""
    kept("a", "golf", deals=range(1, 11))
    kept("b", "golf", deals=range(5, 16))
    with opened(["a", "b"]) as both:
        assert both._db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert [both.tally(study).count for study in both.studies()] == [15]


def test_a_narrow_terminal(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a narrow terminal, the columns after the interval move to a second line."""
    kept("a.sqlite3", "golf", "freecell", deals=range(1, 4))
    with Results.read("a.sqlite3") as some:
        rows = [Row(s, some.tally(s), row_of(s, some.results(s))) for s in some.studies()]
    monkeypatch.setenv("COLUMNS", "80")
    print_table(rows, more=True)
    assert len(capsys.readouterr().out.splitlines()[0]) > 80, "no terminal: a line for each"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(rows, more=True)
    told = capsys.readouterr().out.splitlines()
    assert max(map(len, told)) <= 80
    assert told[0].endswith("95% interval")
    assert told[2].startswith("  published 99.99888 ± 0.00021%; median ")
    monkeypatch.setenv("COLUMNS", "50")
    print_table(rows, more=True)
    told = capsys.readouterr().out.splitlines()
    assert max(map(len, told)) <= 50
    assert told[:2] == ["FreeCell", "  deals 3; won 3; lost 0; unknown 0; share"]
    assert told[2].startswith("  100.00%; 95% interval"), "a number and its unit stay together"
    print_table([row._replace(measured=None) for row in rows], more=False)
    told = capsys.readouterr().out.splitlines()
    assert told[3:5] == ["Golf", "  deals 3; won 3; lost 0; unknown 0; share"]
    monkeypatch.setenv("COLUMNS", "300")
    print_table(rows, more=True)
    assert capsys.readouterr().out.splitlines()[0].endswith("in books")


# --- the command ---------------------------------------------------------------------------------


def test_several_files_are_one_table(fake: Path) -> None:
    kept("a", "klondike", "yukon", deals=range(1, 61))
    kept("b", "klondike", "golf", deals=range(41, 101))
    told = {row["game"]: row for row in json.loads(answer("odds", "report", "a", "b", "--json"))}
    assert {name: row["deals"] for name, row in told.items()} == {
        "golf": 60, "klondike": 100, "yukon": 60,
    }  # fmt: skip
    one = told["klondike"]
    assert (one["won"], one["lost"], one["unknown"]) == (70, 20, 10)
    assert (one["published"], one["published_pm"], one["fits"]) == (0.9048, 0.00116, False)
    assert one["median"] == 0.000104
    assert one["mean"] == pytest.approx(
        sum(found(d, 1000).seconds for d in range(1, 101)) / 100, 1e-2
    )
    assert told["yukon"]["published"] is told["yukon"]["fits"] is None
    only = answer("odds", "report", "a", "b", "--game", "Golf", "--game", "yukon", "--csv")
    assert [line.partition(",")[0] for line in only.splitlines()] == ["game", "golf", "yukon"]


def test_a_table_for_people_and_for_pages(fake: Path) -> None:
    kept("a", "golf", "klondike-draw-3", deals=range(1, 101))
    text = answer("odds", "report", "a").splitlines()
    assert "45.109 ± 0.032%, outside  0.1 ms  0.57 ms  1,000 positions, 512M" in text[1]
    assert "81.945 ± 0.084%" not in text[1]
    lines = answer("odds", "report", "a", "--markdown").splitlines()
    assert lines[2].startswith("| Golf | 100 | 70 | 20 | 10 | 70.0% | 60.0 to 87.3% | 45.109 ±")
    assert lines[2].endswith(" | 1,000 positions |")
    assert lines[3].startswith("| Klondike, draw three | 100 | 70 |")
    assert "| 81.945 ± 0.084% | " in lines[3]


def test_a_game_without_results(fake: Path) -> None:
    kept("a", "golf", "klondike-draw-3", deals=range(1, 3))
    for more in ([], ["--json"], ["--markdown"]):
        said = complaint("odds", "report", "a", "--game", "freecell", *more)
        assert said.startswith("no results for FreeCell in a, only for Golf; Klondike")
        assert "(turn=three" in said
    result = run("odds", "report", "a", "--game", "freecell", "--game", "golf")
    assert result.exit_code == 0
    assert result.stderr.startswith("No results for FreeCell in a, only for Golf; Klondike")
    assert result.stdout.splitlines()[1].startswith("Golf ")
    kept("b", *cadogan.games()[:13], deals=range(1, 3))
    said = complaint("odds", "report", "b", "--game", "yukon")
    assert said.endswith("; and 3 others")


def own(rules: str, name: str = "My Tommy") -> Study:
    """Return a study of a game that is not in the catalogue."""
    study = Study.of(cadogan.game("sir-tommy"), Limits(nodes=1000))
    return replace(study, game=name.lower().replace(" ", "-"), name=name, rules=rules)


def studied(path: str, *studies: Study) -> None:
    """Write a file with one result for each study."""
    for study in studies:
        saved(path, study, found(1, 1000))


def first_words(*words: str) -> list[str]:
    """Return the text of each table row before its numbers."""
    lines = answer("odds", "report", *words).split("\n\n", maxsplit=1)[0].splitlines()[1:]
    return [line.partition("  ")[0] for line in lines]


def test_studies_of_the_same_name_are_distinguished(fake: Path) -> None:
    golf = Study.of(cadogan.game("golf"), Limits(nodes=1000))
    studied(
        "a",
        golf,
        replace(golf, limits=Limits(nodes=1000, seconds=5)),
        replace(golf, limits=Limits(nodes=1000, memory=1 << 30)),
        replace(golf, limits=Limits(nodes=9), seed=4),
        replace(golf, limits=Limits(nodes=9), solver="123456789abcdef0"),
        replace(golf, rules="abcdef0123456789"),
        Study.of(cadogan.game("golf"), NO_LIMITS, policy="greedy"),
        replace(Study.of(cadogan.game("klondike"), Limits(nodes=1000)), seed=7),
        own("0123456789abcdef"),
        own("fedcba9876543210"),
        replace(own("0123456789abcdef"), game="another-tommy"),
    )
    names = [
        "Golf, rules abcdef",
        "Golf, current rules, 9 positions, solver 123456",
        "Golf, current rules, 9 positions, current solver",
        "Golf, current rules, 1,000 positions, 512M",
        "Golf, current rules, 1,000 positions, 1G",
        "Golf, current rules, 5 s, 1,000 positions",
        "Golf, greedy",
        "Klondike",
        "My Tommy, another-tommy",
        "My Tommy, my-tommy, rules 012345",
        "My Tommy, my-tommy, rules fedcba",
    ]
    assert sorted(first_words("a")) == sorted(names)
    solved, played = answer("odds", "report", "a", "--markdown").split("\n\n")
    lines = [*solved.splitlines()[2:], *played.splitlines()[2:]]
    assert {line.split(" | ")[0] for line in lines} == {f"| {name}" for name in names}
    theirs = {
        line.split(" | ")[0]: line.split(" | ")[7].strip() for line in solved.splitlines()[2:]
    }
    assert theirs["| Golf, current rules, 5 s, 1,000 positions"].startswith("45.109")
    assert theirs["| Golf, rules abcdef"] == ""
    assert "published" not in played
    assert first_words("a", "--game", "another-tommy") == ["My Tommy"], "there is no other now"


def test_a_user_game_is_found_by_its_name(fake: Path) -> None:
    study = own("0123456789abcdef")
    studied("a", study, replace(study, options={"piles": "five"}), own("0", "Golf Again"))
    kept("a", "golf", deals=range(1, 3))
    names = ["My Tommy", "My Tommy (piles=five)"]
    for word in ("my-tommy", "My Tommy", "MYTOMMY"):
        assert sorted(first_words("a", "--game", word)) == names
    assert first_words("a", "--game", "my-tommy piles=five") == names[1:]
    assert first_words("a", "--game", "golf") == ["Golf"]
    for word, said in (
        ("my-tomy", "there is no game 'my-tomy'; did you mean 'my-tommy'?"),
        ("MY-TOMY", "there is no game 'MY-TOMY'; did you mean 'my-tommy'?"),
        ("my-tommy piles=six", "no results for My Tommy (piles=six) in a, only for Golf; Golf "),
        ("whist", "there is no game 'whist'; there are results in a, only for Golf; Golf"),
        ("frecell", "there is no game 'frecell'; there are results in a, only for Golf;"),
        ("my-tommy.toml", "my-tommy.toml cannot be read: "),
        ("golf x=y", "Golf has no option 'x'"),
    ):
        assert complaint("odds", "report", "a", "--game", word).startswith(said)
    said = complaint("odds", "report", "a", "--game", "my-tommy", "--game", "My Tommy")
    assert said == "'My Tommy' is given twice"
    said = complaint("odds", "report", "--game", "my-tommy")
    assert said.startswith("there is no game 'my-tommy'; did you mean 'sir-tommy'?")


def test_a_game_and_its_file_have_the_same_row(fake: Path) -> None:
    golf = (Path(cadogan.__file__).parent / "games" / "golf.toml").read_text(encoding="utf-8")
    Path("golf.toml").write_text(golf, encoding="utf-8")
    Path("other").mkdir()
    other = golf.replace("piles = 7", "piles = 6")
    assert other != golf
    Path("other/golf.toml").write_text(other, encoding="utf-8")
    result = run("odds", "run", "golf.toml", "other/golf.toml", "--deals", "1-3", "--nodes", "1000")
    assert result.stderr == (
        "Golf: 3 results with other rules stay in the file and do not count in this run.\n"
    )
    names = [line.partition("  ")[0] for line in result.stdout.splitlines()[1:3]]
    assert names[0] == "Golf, current rules"
    assert names[1].startswith("Golf, rules ")
    assert names[1] != names[0]


def test_contradictions_within_a_file(fake: Path) -> None:
    kept("a", "golf", deals=range(1, 9))
    for solver, says in (("0", "(the two studies were made with different solvers)."), ("", "")):
        study = Study.of(cadogan.game("golf"), Limits(nodes=2000))
        study = replace(study, solver=solver or study.solver)
        saved("a", study, msgspec.structs.replace(found(7, 1000), deal=1))
        if says:
            result = run("odds", "report", "a")
            assert result.exit_code == 0
            assert result.stderr.startswith("deal 1 of Golf can be won in one study, but not in")
            assert result.stderr.rstrip().endswith(says)
    said = complaint("odds", "report", "a", status=1)
    assert said.startswith("a: deal 1 of Golf can be won in one study, but not in another")
    said = complaint("odds", "merge", "a", "--out", "c", status=1)
    assert said.startswith("a: deal 1 of Golf can be won in one study, but not in another")
    assert not Path("c").exists()


# --- the figures ----------------------------------------------------------------------------------


ROWS = (*all_measured().values(), *all_played().values())
AGAIN = "measure it again with python scripts/measure_odds.py, or drop it with --drop"


def test_only_catalogue_games_have_figures() -> None:
    assert {row.game for row in ROWS} <= {*built_in()}, AGAIN


@pytest.mark.parametrize("game_id", each(sorted({row.game for row in ROWS})))
def test_data_and_catalogue_agree(game_id: str) -> None:
    """Check that each figure belongs to one form of a game and to its current rules."""
    for row in ROWS:
        if row.game != game_id:
            continue
        options = row.chosen
        game = cadogan.game(row.game, **options)
        assert build_odds_pages.key_of(game) == (row.game, row.options), AGAIN
        assert row.rules == rules_digest(game.definition), f"{game}: other rules than now: {AGAIN}"
        assert row.first == 1, row
        assert row.count == row.last, row
        low, high = row.interval
        if row.policy:
            assert played(game.definition, game.options) == row
            assert row.unknown == 0, row
            continue
        told = row if high - low <= odds_data.WIDEST else None
        assert measured(game.definition, game.options) == told
        assert row.limit_seconds or row.limit_nodes, row
        if theirs := published_of(row.game, options):
            assert theirs.fits(low - 0.05, high + 0.05), f"{game}: nowhere near what is published"


def test_players_win_no_more_often_than_possible() -> None:
    """Compare solved and played odds: on the same deals they may differ only by chance."""
    for key, row in all_played().items():
        solved = all_measured().get(key)
        if solved:
            assert row.interval[0] <= solved.interval[1], key


def test_the_tables_are_up_to_date() -> None:
    for kind, rows in build_odds_pages.all_rows().items():
        assert rows
        assert measure_odds.FILES[kind].read_text(encoding="utf-8") == odds_data.written(
            rows.values()
        )
    page = build_odds_pages.PAGE.read_text(encoding="utf-8")
    assert page.count("<!-- odds: ") > 5
    assert build_odds_pages.with_figures(page, build_odds_pages.all_rows()) == page, AGAIN
    verdicts = measure_odds.verdicts()
    assert measure_odds.VERDICTS.read_text(encoding="utf-8") == measure_odds.listed(
        verdicts.values()
    )
    for key, one in verdicts.items():
        assert one.verdicts == measure_odds.runs(one.each)
        assert measure_odds.backs(one, all_measured().get(key)), AGAIN


def test_tables_for_some_games() -> None:
    rows = build_odds_pages.all_rows()
    names = {row.game for row in build_odds_pages.chosen(rows, "solved", ["bakers-dozen"])}
    assert {"bakers-dozen", "spanish-patience"} <= names
    assert "bisley" not in names
    assert {row.game for row in build_odds_pages.chosen(rows, "played", ["spanish-patience"])} == {
        "spanish-patience"
    }
    everywhere = build_odds_pages.chosen(rows, "published")
    assert {row.game for row in everywhere} > {"klondike", "alpha-star"}
    assert all(published_of(row.game, row.chosen) for row in everywhere)
    with pytest.raises(cadogan.core.errors.UnknownGameError, match="kloondike"):
        build_odds_pages.chosen(rows, "solved", ["kloondike"])


def test_a_figure_for_other_rules_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = cadogan.game("bakers-dozen")
    row = all_measured()["bakers-dozen", ""]
    assert row.told in game.rules()
    assert odds_data.measured_sentence(game.definition)
    other = cadogan.game("bakers-dozen", worrying="yes", redeals="two")  # a form that has no name
    assert "Measured" not in other.rules()
    changed = msgspec.structs.replace(row, rules="0123456789abcdef")
    monkeypatch.setattr(odds_data, "all_measured", lambda: {("bakers-dozen", ""): changed})
    assert "Measured" not in game.rules()
    assert odds_data.measured_sentence(game.definition) is None
    assert "can be won" not in answer("list", "--odds", "--search", "bakers-dozen")


def test_the_list_shows_the_odds() -> None:
    row = all_measured()["bakers-dozen", ""]
    assert row.brief in answer("list", "--odds", "--search", "bakers-dozen")
    assert row.brief not in answer("list", "--search", "bakers-dozen")
    told = {d["id"]: d["measured"] for d in json.loads(answer("list", "--json"))}
    assert told["bakers-dozen"]["told"] == row.told
    assert told["bakers-dozen"]["won"] == row.won


def test_figures_of_plays_stand_beside_those_of_solutions() -> None:
    row = all_played()["klondike", ""]
    assert row.policy == "greedy"
    assert row.brief.endswith("% of deals are won by simple play")
    assert row.brief in answer("list", "--odds", "--search", "klondike")
    assert "Simple play sees only the visible cards" in " ".join(answer("list", "-h").split())
    assert row.told in cadogan.game("klondike").rules()
    told = {d["id"]: d["played"] for d in json.loads(answer("list", "--json"))}
    assert told["klondike"] == odds_data.played_sentence(cadogan.game("klondike").definition)
    assert told["klondike"]["told"] == row.told


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (0, "none of the deals from 1 to 10."),
        (1, "1 of the deals from 1 to 10."),
        (10, "10 of the deals from 1 to 10."),
    ],
)
def test_plays_in_words(won: int, words: str) -> None:
    row = Measured("golf", "", 1, 10, won, 10 - won, 0, 1.0, 1.0, None, None, 0, "", "greedy 1", "")
    assert row.told.startswith(f"A simple program won {words} It sees only what a player sees")


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((10, 0, 0), "All deals from 1 to 10 can be won."),
        ((0, 10, 0), "None of the deals from 1 to 10 can be won."),
        ((7, 3, 0), "Of the deals from 1 to 10, 7 can be won and 3 cannot be won."),
        (
            (7, 0, 3),
            "Of the deals from 1 to 10, 7 can be won and 3 are undecided (at most 2 seconds",
        ),
        (
            (0, 9, 1),
            "Of the deals from 1 to 10, none is known to be winnable, 9 cannot be won and 1 is und",
        ),
        (
            (0, 0, 10),
            "Of the deals from 1 to 10, none is known to be winnable and 10 are undecided (at",
        ),
    ],
)
def test_figures_in_words(counts: tuple[int, int, int], words: str) -> None:
    row = Measured("golf", "", 1, 10, *counts, 1.0, 1.0, 2.0, None, 1 << 29, "", "", "")
    assert row.told.startswith(words)
    assert row.told.endswith(" can be won if all cards are known.")


# --- the tool -------------------------------------------------------------------------------------


def test_the_script_continues_where_it_stopped(
    fake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.odds_worker import FakeWorkers  # noqa: PLC0415  # the one that the fixture patched

    page = Path("odds.md")
    figure = "before <!-- odds: hours -->{}<!-- / --> after\n"
    page.write_text(figure.format("some"), encoding="utf-8")
    table, plays = Path("measured.csv"), Path("played.csv")
    monkeypatch.setattr(measure_odds, "FILES", {"solved": table, "played": plays})
    monkeypatch.setattr(measure_odds, "PAGE", page)
    monkeypatch.setattr(measure_odds, "VERDICTS", Path("verdicts.csv"))
    monkeypatch.setattr(measure_odds, "ProcessWorkers", FakeWorkers)
    rows: dict[tuple[str, str], Measured] = {}
    monkeypatch.setattr(build_odds_pages, "all_measured", lambda: rows)
    monkeypatch.setattr(build_odds_pages, "all_played", dict)
    monkeypatch.setattr(odds_data, "all_measured", lambda: rows)

    def read() -> None:
        rows.clear()
        rows.update({(r.game, r.options): r for r in odds_data.rows_of(table.read_text("utf-8"))})

    words = ["alpha-star", "--seconds", "5", "--out", "a"]
    assert measure_odds.main([*words, "--deals", "30"]) == 0
    read()
    assert rows["alpha-star", ""].count == 30
    assert len(measure_odds.verdicts()["alpha-star", ""].each) == 30
    assert page.read_text(encoding="utf-8") == figure.format(0)
    assert measure_odds.main([*words, "--deals", "30"]) == 0
    assert FakeWorkers.solved == [], "it has all that is asked for"
    again = "1 of 1 forms have enough deals already; --again measures them again\n"
    assert capsys.readouterr().out.endswith(again)
    assert measure_odds.main([*words[:-1], "again", "--deals", "20", "--again"]) == 0
    assert FakeWorkers.solved == [*range(1, 21)]
    read()
    assert rows["alpha-star", ""].count == 30, "fewer deals tell less"
    with monkeypatch.context() as changed:
        changed.setattr("cadogan.odds.experiment.solver_digest", lambda: "0123456789abcdef")
        assert measure_odds.main([*words, "--deals", "30", "--again"]) == 0
    read()
    assert rows["alpha-star", ""].solver == "0123456789abcdef"
    assert "as much already" not in capsys.readouterr().out
    assert measure_odds.main([*words, "--deals", "100"]) == 0
    assert FakeWorkers.solved == [*range(31, 101)]
    read()
    assert rows["alpha-star", ""].count == 100
    kept_of_it = measure_odds.verdicts()["alpha-star", ""]
    assert len(kept_of_it.each) == 100
    Path("verdicts.csv").unlink()
    assert measure_odds.main(["--verdicts", *words]) == 0
    assert FakeWorkers.solved == [], "the file that results are kept in has them"
    assert measure_odds.verdicts() == {("alpha-star", ""): kept_of_it}
    Path("a").unlink()
    wrong = kept_of_it._replace(verdicts=measure_odds.runs(kept_of_it.each[::-1]))
    Path("verdicts.csv").write_text(measure_odds.listed([wrong]), encoding="utf-8")
    capsys.readouterr()
    assert measure_odds.main(["alpha-star", "--played", "--out", "b", "--deals", "30"]) == 0, (
        "a play that is lost contradicts no verdict"
    )
    assert [*measure_odds.verdicts().values()] == [wrong]
    assert measure_odds.main([*words, "--deals", "1000"]) == 1
    assert "the solver has a bug" in capsys.readouterr().out
    Path("verdicts.csv").unlink()
    assert measure_odds.main([*words, "--deals", "1000", "--cpu", "0.000001"]) == 0
    assert FakeWorkers.solved == [], "no time is left for it"
    rows["alpha-star", ""] = msgspec.structs.replace(rows["alpha-star", ""], rules="0")
    assert measure_odds.main(["--drop"]) == 0
    read()
    assert not rows
    assert capsys.readouterr().out.endswith("1 rows dropped, 0 stay\n")


def test_the_founding_games_come_first() -> None:
    forms = [game.text for game in measure_odds.forms()]
    assert len(forms) == len({*forms})
    assert forms[0].startswith("birthday ")
    assert forms.index("algerian") < forms.index("bakers-dozen") < forms.index("bisley")
    assert forms.index("big-ben") < forms.index("golf") < forms.index("aces-up")
    assert {"klondike turn=three", "spanish-patience"} < {*forms}
    few, more = (
        {g.text for g in measure_odds.forms(["bisley"], choices=some)} for some in (False, True)
    )
    assert few == {"bisley", "bisley piles=twelve"}
    assert more >= few
    more = {game.text for game in measure_odds.forms(["klondike"], choices=True)}
    assert "klondike passes=one" in more


def test_a_row_for_some_deals() -> None:
    study = Study.of(cadogan.game("golf"), Limits(nodes=1000))
    row = row_of(study, [found(deal, 1000) for deal in (4, 7, 9)])
    assert (row.first, row.last, row.count) == (4, 9, 3)
    assert (row.won, row.lost, row.unknown) == (1, 1, 1)
    other = row_of(replace(study, options={"b": "2", "a": "1"}), [found(1, 1000)])
    assert other.options == "a=1 b=2"


@pytest.fixture(scope="module")
def pages() -> dict[str, str | bytes]:
    """Return the pages that have tables of odds."""
    pytest.importorskip("matplotlib")
    found: dict[str, str | bytes] = build_odds_pages.pages(build_odds_pages.all_rows())
    return found


@pytest.mark.parametrize(("kind", "page"), [("solved", "solved.md"), ("played", "played.md")])
def test_the_site_has_a_row_for_each_form(
    kind: str, page: str, pages: dict[str, str | bytes]
) -> None:
    rows = build_odds_pages.all_rows()[kind]
    text = str(pages[page])
    assert text.count("\n| ") == len(rows) + 1
    one = rows["golf", ""]
    assert f"\n| Golf | {one.count:,} | {one.won:,} | " in text


def test_pictures_are_drawn_from_the_tables(pages: dict[str, str | bytes]) -> None:
    for name in ("published.svg", "bakers-dozen.svg"):
        picture = pages[name]
        assert isinstance(picture, bytes)
        assert b"<svg" in picture
    assert pages["published.svg"] != pages["bakers-dozen.svg"]


def test_a_row_with_more_deals_replaces_one_with_a_narrower_interval() -> None:
    def row(won: int, lost: int, unknown: int) -> Measured:
        letters = ["won"] * won + ["lost"] * lost + ["unknown"] * unknown
        results = [Result(n, r, 9, 0.1, 9, "", "beam") for n, r in enumerate(letters, 1)]
        return row_of(Study.of(cadogan.game("golf"), Limits(seconds=1)), results)

    def verdicts(letters: str) -> Any:
        return measure_odds.Verdicts("golf", "", "", "", 1.0, letters)

    old, of_old = row(15, 0, 5), verdicts("w15u5")
    more = row(24, 0, 16)  # a row with a wider interval
    assert measure_odds.better(more, None)
    assert measure_odds.better(more, old, verdicts("w14u6w10u10"), of_old)
    assert not measure_odds.better(more, old, verdicts("w13u7w11u9"), of_old)
    assert measure_odds.better(more, old)
    assert not measure_odds.better(old, more, of_old, verdicts("w14u6w10u10"))
    assert measure_odds.better(row(16, 0, 4), old)
    assert not measure_odds.better(row(14, 0, 6), old)
