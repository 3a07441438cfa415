"""Editor of definitions in the web API: trying, saving, renaming, deleting, and drafts."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cadogan
from cadogan.model.position import Game
from cadogan.rules.catalogue import built_in, find, games
from cadogan.rules.loading import load_text
from cadogan.rules.source_map import spots
from cadogan.rules.to_toml import copy_of, free_name
from cadogan.rules.user_games import id_of, template
from cadogan.web.jobs import Jobs, Question
from cadogan.web.server import STATIC
from tests.covering import few
from tests.web_client import Client, begin, client, only_server, store, told

__all__ = ["client", "store"]  # fixtures

FILES = sorted((STATIC.parents[1] / "games").glob("*.toml"))
# in these forms, answers remove keys that other keys need
LEFT_OVER = ("aces-and-kings-strict", "algerian-closed", "carpet-filled-at-once")


def attempt(client: Client, text: str, **more: object) -> Any:
    return told(client.post("/api/desk/try", json={"text": text, **more}))


def saved(client: Client, name: str = "Mine") -> Any:
    return told(client.post("/api/desk/files", json={"text": template(name)[1]}))


# --- positions of keys ---------------------------------------------------------------------------


def paths(table: dict[str, Any], at: tuple[str, ...] = ()) -> Iterator[str]:
    for key, value in table.items():
        yield ".".join((*at, key))
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, dict):
                yield from paths(inner, (*at, key))


@pytest.mark.parametrize("file", few(FILES, 30), ids=lambda file: file.stem)
def test_every_key_of_the_catalogue_has_its_place(file: Path) -> None:
    import tomllib  # noqa: PLC0415  (its keys are compared with the places)

    text = file.read_text(encoding="utf-8")
    found = spots(text)
    assert set(found) == set(paths(tomllib.loads(text)))
    for path, spot in found.items():
        assert path.endswith(text[spot.start : spot.end].strip("\"'")), path


SOUND = template("Mine")[1]


@pytest.mark.parametrize(
    ("old", "new", "marked", "said"),
    [
        ("piles = 7", "pile = 7", "pile", "tableau.pile: there is no such key; did you mean"),
        ('take = "run"', 'take = "ran"', "take", "tableau.take: "),
        ("deal = 4 ", "deal = 9 ", "deal", "tableau.deal: "),
        ("[tableau]", "[tablaeu]", "tablaeu", "tablaeu: there is no such key; did you mean"),
        ("piles = 7", "", "tableau", "tableau: the key 'piles' is missing"),
        ('name = "Mine"', "", "", "The key 'name' is missing"),
        ("decks = 1", "decks = = 1", "", "This is not TOML: "),
        ("# [layout]\n", "[layout]\nwaist = { row = [0, 0] }\n", "waist", "layout.waist: "),
    ],
)
def test_errors_are_reported_at_their_place(
    client: Client, old: str, new: str, marked: str, said: str
) -> None:
    assert SOUND.count(old) == 1
    text = SOUND.replace(old, new)
    answer = attempt(client, text)
    (fault,) = answer["faults"]
    assert answer["shown"] is None
    assert fault["said"].startswith(said)
    lines = text.split("\n")
    if marked:
        line = lines[fault["line"] - 1]
        assert line[fault["column"] - 1 :][: fault["length"]] == marked
    elif "TOML" in said:
        assert lines[fault["line"] - 1].startswith("decks = =")
    else:  # the key is above the first table
        assert " = " in lines[fault["line"] - 2]
        assert not any(line.startswith("[") for line in lines[: fault["line"]])


@pytest.mark.parametrize("slips", [8, 9, 12])
def test_further_errors_are_announced(client: Client, slips: int) -> None:
    wrong = "".join(f"no{n} = 1\n" for n in range(slips))
    faults = attempt(client, wrong + SOUND)["faults"]
    lines = [*range(1, 9), *([0] if slips > 8 else [])]
    assert [fault["line"] for fault in faults] == lines
    assert (faults[-1]["said"] == "There are more errors: correct these first") == (slips > 8)


SLIPS = """name = "Many"
family = "Tests"
colour = "red"

[tableau]
pils = 7
deal = 9
build = "dwon in suit"
take = "top card"
space = "any card"

[fundation]
piles = 4

[waste]
[stock]
deal = "1 to waste"
"""


def test_all_errors_are_reported_at_once(client: Client) -> None:
    answer = attempt(client, SLIPS)
    assert [(fault["line"], fault["said"].partition(";")[0]) for fault in answer["faults"]] == [
        (3, "colour: there is no such key"),
        (12, "fundation: there is no such key"),
        (3, "The key 'decks' is missing"),
        (6, "tableau.pils: there is no such key"),
        (12, "foundation: the key 'start' is missing"),
        (12, "foundation: the key 'build' is missing"),
        (8, "tableau.build: 'dwon in suit' is not a phrase of the rules language"),
    ]
    marked = [
        SLIPS.split("\n")[fault["line"] - 1][fault["column"] - 1 :][: fault["length"]]
        for fault in answer["faults"]
    ]
    group = "fundation"
    assert marked == ["colour", group, "", "pils", group, group, "build"]
    # the loader reports contradictions only when everything else is right
    mended = SLIPS.replace("colour", "decks").replace('"red"', "1").replace("pils", "piles")
    mended = mended.replace("dwon", "down").replace("[fund", "[found")
    mended = mended.replace("piles = 4", 'piles = 4\nstart = "A"\nbuild = "up in suit"')
    (fault,) = attempt(client, mended)["faults"]
    assert fault["said"].startswith("tableau.deal: ")


def test_text_nested_too_deep_is_refused(client: Client) -> None:
    (fault,) = attempt(client, "name = " + "[" * 5000)["faults"]
    assert fault["said"].startswith("Brackets may be nested at most 12 deep")


def test_ids_of_the_catalogue_are_taken(client: Client) -> None:
    fault = attempt(client, SOUND.replace("Mine", "Klondike"))["faults"][0]
    assert fault["said"] == "name: a game 'klondike' already exists: give this one another name"
    text = SOUND + '\n[variants.spider]\nname = "Other"\nabout = "Other."\ntableau.deal = 3\n'
    fault = attempt(client, text)["faults"][0]
    assert fault["key"] == "variants.spider"
    assert text.split("\n")[fault["line"] - 1] == "[variants.spider]"
    told(client.post("/api/desk/files", json={"text": SOUND.replace("Mine", "Klondike")}), 400)


# --- trying --------------------------------------------------------------------------------------


def test_a_valid_text_is_dealt_and_described(client: Client) -> None:
    answer = attempt(client, SOUND, deal="7")
    assert answer["faults"] == []
    shown = answer["shown"]
    assert (shown["id"], shown["name"], shown["deal"]) == ("mine", "Mine", "7")
    assert shown["markdown"].startswith("# Mine\n")
    dealt = Game(load_text(SOUND, "mine.toml")["mine"]).deal(7).piles
    assert shown["picture"]["piles"]["t1"] == list(dealt["t1"])
    other = attempt(client, SOUND, deal="8")["shown"]["picture"]["piles"]
    assert other["t1"] != shown["picture"]["piles"]["t1"]
    told(client.post("/api/desk/try", json={"text": SOUND, "deal": "x"}), 400)


def test_a_variant_may_be_shown(client: Client) -> None:
    text = SOUND + '\n[variants.mine-few]\nname = "Few"\nabout = "Few."\ntableau.deal = 3\n'
    answer = attempt(client, text, game="mine-few")
    assert [game["name"] for game in answer["games"]] == ["Mine", "Few"]
    assert len(answer["shown"]["picture"]["piles"]["t1"]) == 3
    assert attempt(client, text, game="gone")["shown"]["id"] == "mine"


# --- saving --------------------------------------------------------------------------------------


def test_a_saved_text_is_a_game_and_can_be_opened_again(client: Client, tmp_path: Path) -> None:
    kept = saved(client)
    assert kept["id"] == "mine"
    assert (tmp_path / "games" / "mine.toml").read_text(encoding="utf-8") == kept["text"] == SOUND
    assert told(client.get("/api/desk/files/mine")) == kept
    assert cadogan.game("mine").name == "Mine"
    assert begin(client, "mine", "7")["game"]["id"] == "mine"
    again = client.post("/api/desk/files", json={"text": SOUND})
    assert told(again, 400)["error"] == "There is already a game 'mine': give another name"

    change = {"text": SOUND.replace("piles = 7", "piles = 6"), "seen": kept["seen"]}
    after = told(client.put("/api/desk/files/mine", json=change))
    assert after["seen"] != kept["seen"]
    assert "t7" not in begin(client, "mine", "8")["piles"]


def test_errors_about_a_file_are_in_the_language_of_the_player(client: Client) -> None:
    kept = saved(client)
    german = {"Accept-Language": "de"}
    for text, why in (
        (SOUND, "Ein Spiel 'mine' gibt es schon: bitte einen anderen Namen geben"),
        ("# nothing", "Das Spiel hat noch keinen Namen: bitte oben name = 'Mein Spiel' schreiben"),
        (SOUND.replace("Mine", "☺"), "'☺' geht nicht als Name eines Spiels: "),
    ):
        answer = client.post("/api/desk/files", json={"text": text}, headers=german)
        assert told(answer, 400)["error"].startswith(why)
    change = {"text": SOUND, "seen": ""}
    told(client.put("/api/desk/files/mine", json=change), 409)
    told(client.put("/api/desk/files/gone", json=change), 409)
    change = {"text": SOUND, "seen": "of another day" + kept["seen"]}
    answer = client.put("/api/desk/files/mine", json=change, headers=german)
    assert told(answer, 409)["error"] == "Mine.toml wurde inzwischen anderswo geändert."


def test_an_invalid_text_is_saved_as_well(client: Client) -> None:
    kept = saved(client)
    change = {"text": SOUND.replace("piles = 7", "pile = 7"), "seen": kept["seen"]}
    told(client.put("/api/desk/files/mine", json=change))
    (listed,) = told(client.get("/api/desk/files"))["files"]
    assert listed["id"] == "mine"
    assert listed["fault"].startswith("line ")
    assert "tableau.pile: there is no such key" in listed["fault"]


def test_a_file_that_changed_elsewhere_is_not_overwritten(client: Client, tmp_path: Path) -> None:
    kept = saved(client)
    file = tmp_path / "games" / "mine.toml"
    file.write_text("# other\n", encoding="utf-8")
    change = {"text": SOUND + "# mine\n", "seen": kept["seen"]}
    for action in (
        client.put("/api/desk/files/mine", json=change),
        client.post("/api/desk/files/mine/delete", json={"seen": kept["seen"]}),
        client.post("/api/desk/files/mine/rename", json={"seen": kept["seen"], "name": "New"}),
    ):
        answer = told(action, 409)
        assert answer["error"] == "Mine.toml was changed elsewhere since you opened it."
        assert answer["kept"]["text"] == "# other\n"
    assert file.read_text(encoding="utf-8") == "# other\n"
    now = told(client.get("/api/desk/files/mine"))["seen"]
    told(client.put("/api/desk/files/mine", json={**change, "seen": now}))
    assert file.read_text(encoding="utf-8") == change["text"]
    file.unlink()
    assert told(client.put("/api/desk/files/mine", json=change), 409)["kept"] is None
    assert sorted(path.name for path in file.parent.iterdir()) == []


def test_plays_follow_a_renamed_game(client: Client, tmp_path: Path) -> None:
    kept = saved(client)
    play = begin(client, "mine", "7")
    move = {"move": play["moves"][0]["move"], "revision": play["revision"]}
    told(client.post(f"/api/plays/{play['play']}/move", json=move))
    wish = {"name": "Zoë's  Own", "seen": kept["seen"]}
    after = told(client.post("/api/desk/files/mine/rename", json=wish))
    assert after["id"] == "zoes-own"
    assert after["text"] == SOUND.replace('name = "Mine"', 'name = "Zoë\'s Own"')
    assert [path.name for path in (tmp_path / "games").iterdir()] == ["zoes-own.toml"]
    (going,) = told(client.get("/api/plays"))["plays"]
    assert (going["play"], going["name"]) == (play["play"], "Zoë's Own")
    assert told(client.get(f"/api/plays/{play['play']}"))["steps"] == 1
    taken = {"name": "Klondike", "seen": after["seen"]}
    told(client.post("/api/desk/files/zoes-own/rename", json=taken), 400)
    odd = {"name": "?", "seen": after["seen"]}
    told(client.post("/api/desk/files/zoes-own/rename", json=odd), 400)


def test_a_deleted_game_keeps_its_plays(client: Client) -> None:
    kept = saved(client)
    play = begin(client, "mine", "7")
    move = {"move": play["moves"][0]["move"], "revision": play["revision"]}
    told(client.post(f"/api/plays/{play['play']}/move", json=move))
    told(client.post("/api/desk/files/mine/delete", json={"seen": kept["seen"]}))
    assert "mine" not in games()
    assert told(client.get("/api/plays"))["plays"] == []
    told(client.get("/api/desk/files/mine"), 404)
    saved(client)
    (going,) = told(client.get("/api/plays"))["plays"]
    assert going["play"] == play["play"]


def test_a_play_follows_the_current_rules(client: Client) -> None:
    kept = saved(client)
    play = begin(client, "mine", "7")
    assert "t7" in play["piles"]
    change = {"text": SOUND.replace("piles = 7", "piles = 6"), "seen": kept["seen"]}
    told(client.put("/api/desk/files/mine", json=change))
    assert "t7" not in told(client.get(f"/api/plays/{play['play']}"))["piles"]


@pytest.mark.parametrize(
    "game", ["..%2Fplays", "..", "Mine", "mine.toml", "%2Fetc%2Fpasswd", "a" * 61]
)
@pytest.mark.parametrize("method", ["GET", "PUT"])
def test_files_are_named_only_by_ids(
    client: Client, tmp_path: Path, game: str, method: str
) -> None:
    body = {"json": {"text": "x", "seen": None}} if method == "PUT" else {}
    answer = client.request(method, f"/api/desk/files/{game}", **body)
    assert answer.status_code in {400, 404, 405}
    assert not (tmp_path / "games").exists()


@only_server
def test_pages_of_other_sites_cannot_save(client: Client, tmp_path: Path) -> None:
    foreign = {"Origin": "http://evil.example"}
    for path in ("files", "try", "check", "files/mine/delete"):
        answer = client.post(f"/api/desk/{path}", json={"text": SOUND}, headers=foreign)
        assert answer.status_code == 403
    assert not (tmp_path / "games").exists()


def test_a_name_that_gives_no_file_name_is_a_fault(client: Client) -> None:
    text = re.sub("(?m)^name = .*", f"name = '{'Long' * 20}'", SOUND)
    (fault,) = attempt(client, text)["faults"]
    assert fault["key"] == "name"
    refused = told(client.post("/api/desk/files", json={"text": text}), 400)["error"]
    assert refused in fault["said"]


# --- drafts --------------------------------------------------------------------------------------


def test_drafts_are_kept_until_they_are_discarded(client: Client) -> None:
    draft = {"text": "name =", "at": 7, "seen": None}
    assert told(client.get("/api/desk/drafts/new.klondike"))["draft"] is None
    told(client.put("/api/desk/drafts/new.klondike", json={"draft": draft}))
    assert told(client.get("/api/desk/drafts/new.klondike"))["draft"] == draft
    assert told(client.get("/api/desk/files"))["drafts"] == ["new.klondike"]
    told(client.put("/api/desk/drafts/new.klondike", json={"draft": None}))
    assert told(client.get("/api/desk/files"))["drafts"] == []
    told(client.put("/api/desk/drafts/..%2Fx", json={"draft": draft}), 404)
    told(client.put("/api/desk/drafts/odd.key", json={"draft": draft}), 400)


# --- new definitions -----------------------------------------------------------------------------


def test_the_template_gets_a_free_name(client: Client) -> None:
    first = told(client.get("/api/desk/template"))
    assert first["id"] == "my-game"
    told(client.post("/api/desk/files", json={"text": first["text"]}))
    assert told(client.get("/api/desk/template"))["id"] == "my-game-2"


def test_a_copy_is_a_user_game(client: Client) -> None:
    copy = told(client.get("/api/desk/copy/klondike?turn=three"))
    assert copy["own"] is None
    kept = told(client.post("/api/desk/files", json={"text": copy["text"]}))
    assert kept["id"] == "my-klondike-draw-three"
    assert (
        cadogan.game(kept["id"]).compiled_rules
        == cadogan.game("klondike", turn="three").compiled_rules
    )
    own = told(client.get(f"/api/desk/copy/{kept['id']}"))
    assert (own["own"], own["text"]) == (kept["id"], "")
    told(client.get("/api/desk/copy/whist"), 404)


def check_copy(key: str) -> None:
    definition = find(key)
    name = free_name(f"My {definition.name}", games())
    game_id = id_of(name)
    copy = load_text(copy_of(key, {}, name), f"{game_id}.toml")[game_id]
    assert Game(copy).compiled_rules == Game(definition).compiled_rules, key
    assert copy.name == name


def test_copies_play_like_their_originals() -> None:
    for key in {*random.Random(7).sample(sorted(games(own=False)), 8), *LEFT_OVER, "good-measure"}:
        check_copy(key)


@pytest.mark.slow
def test_every_game_can_be_copied() -> None:
    assert len(built_in()) > 100
    for key in games(own=False):
        check_copy(key)


# --- jobs -------------------------------------------------------------------------------------

SMALL = """name = "Small"
family = "Tests"
decks = 1
[foundation]
piles = 4
start = "A"
build = "up in suit"
[tableau]
piles = 13
deal = 4
build = "any card"
take = "any card"
space = "any card"
"""


def test_a_job_checks_and_solves_and_ends() -> None:
    async def ask(jobs: Jobs, asked: Question) -> Any:
        async with asyncio.timeout(300):
            while True:
                answer = await jobs.ask(asked, wait=5)
                if answer["state"] == "done":
                    return answer

    async def all_() -> None:
        jobs = Jobs()
        solve = Question("solve", SMALL, "small.toml", "small", deal="3")
        check = Question("check", SMALL, "small.toml", "small", plays=50, deals=2)
        report = (await ask(jobs, check))["report"]
        assert (report["plays"], report["deals"], report["winnable"]) == (50, 2, 2)
        assert 0 <= report["circling"] <= 50 - report["ended"]
        wrong = Question("solve", SMALL.replace("piles = 13", ""), "small.toml", "small")
        assert "'piles' is missing" in (await ask(jobs, wrong))["error"]
        # another request cancels the earlier one
        assert (await jobs.ask(check, wait=0))["state"] == "working"
        running = jobs._now
        assert running is not None
        assert (await ask(jobs, solve))["verdict"]["result"] == "won"
        await running.task
        assert running.given_up
        await jobs.ask(check, wait=0)
        last = jobs._now
        jobs.close()
        assert last is not None
        await last.task

    asyncio.run(all_())
