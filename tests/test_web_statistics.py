"""API of statistics, records, sharing, export and import."""

from __future__ import annotations

import json
import random

import pytest

import cadogan
from cadogan.model.formats import write_board
from cadogan.model.record import read_record, verify
from cadogan.odds_data import in_short, meaning, measured_and_played, measured_sentence
from cadogan.odds_data.published_figure import figure
from cadogan.rules.catalogue import catalogue, find
from cadogan.session.models import Result
from cadogan.session.move_order import best_first
from cadogan.session.start import at, began
from cadogan.session.statistics import statistics
from cadogan.session.view import markers
from cadogan.web import statistics as records_module
from tests.covering import representative
from tests.e2e.lines import BAKERS_DOZEN
from tests.web_client import Client, act, client, get, only_server, post, store

__all__ = ["client", "store"]  # fixtures

WORDS_ONLY = {
    *("agnes-sorel", "algerian", "british-constitution", "house-in-the-wood", "jubilee-1"),
    *("sultan", "tournament", "tower-of-hanoy", "contradance", "gold-mine", "ten-across"),
}


def lose(client: Client, game: str, **options: str) -> None:
    """Give up a play after its first move."""
    view = post(client, "plays", game=game, options=options, deal="7")
    act(client, view, "move", move=view["moves"][0]["move"])
    post(client, f"plays/{view['play']}/leave")


def test_records_by_game_and_house_rules(client: Client) -> None:
    for turn in ("one", "three", "three"):
        lose(client, "klondike", turn=turn)
    lose(client, "birthday", target="1888")
    lose(client, "birthday", target="1999")
    told = get(client, "records")
    assert told["all"]["played"] == 5
    assert [(g["game"], g["stats"]["played"]) for g in told["games"]] == [
        ("klondike", 3),
        ("birthday", 2),
    ]
    forms = [(f["name"], f["options"], f["stats"]["played"]) for f in told["forms"]]
    assert forms[:2] == [("Klondike", {}, 1), ("Klondike, draw three", {"turn": "three"}, 2)]
    assert len(forms) == 3, "a birthday is no house rule"
    assert [round(f["odds"]["low"], 4) for f in told["forms"][:2]] == [0.9048, 0.8195]
    assert told["last"][0]["address"].startswith("/play/birthday/7?target=1999")
    assert told["last"][2]["address"] == "/play/klondike/7?turn=three"
    assert told["all"]["low"] == 0 < told["all"]["high"] < 0.6


@pytest.mark.parametrize(
    ("came_of", "now", "best"),
    [("wwlw", 1, 2), ("wl", 0, 1), ("llww", 2, 2), ("wwwl", 0, 3), ("", 0, 0), ("wlwlw", 1, 1)],
)
def test_a_loss_ends_a_streak(came_of: str, now: int, best: int) -> None:
    found = statistics([Result("golf", {}, sign == "w", 9, 9.0) for sign in came_of])
    assert (found.streak, found.best_streak) == (now, best)


def test_each_game_has_its_latest_plays(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records_module, "LAST", 2)
    monkeypatch.setattr(records_module, "LAST_OF_GAME", 1)
    for game in ("klondike", "klondike", "birthday", "golf", "golf", "golf"):
        lose(client, game)
    told = get(client, "records")["last"]
    assert [play["game"] for play in told] == ["golf", "golf", "birthday", "klondike"]
    assert sorted(told, key=lambda play: -play["ended"]) == told


def test_a_play_from_a_position_is_practice(client: Client) -> None:
    position = cadogan.game("klondike").deal(7).play("s-w")
    view = post(client, "plays", game="klondike", options={}, deal=at(position))
    assert view["piles"]["w"] == list(position.piles["w"])
    assert view["game"]["deal"] == at(position)
    view = act(client, view, "move", move="s-w")
    again = get(client, f"plays/{view['play']}")
    assert again["piles"] == view["piles"]
    assert get(client, "plays")["plays"][0]["address"] == view["game"]["address"]
    post(client, f"plays/{view['play']}/leave")
    assert get(client, "records")["all"]["played"] == 0


@pytest.mark.parametrize("game", representative(sorted(catalogue())))
def test_every_position_can_be_a_start(game: str) -> None:
    chosen_game = cadogan.game(game)
    start = chosen_game.deal(3)
    for text in start.move_texts()[:1]:
        start = start.play(text)
    name, same = began(chosen_game, at(start))
    assert (name, same) == (at(start), start)


def test_copied_text_can_be_pasted(client: Client) -> None:
    client.put("/api/settings", json={"auto": "off"})
    view = post(client, "plays", game="klondike", options={"turn": "three"}, deal="7")
    for _ in range(3):
        view = act(client, view, "move", move=view["moves"][0]["move"])
    text = get(client, f"plays/{view['play']}/text")
    verify(read_record(text["record"]))
    record = post(client, "open", text=text["record"])
    assert (record["piles"], record["game"], record["steps"]) == (view["piles"], view["game"], 3)
    assert record["canUndo"]
    form = {"game": "klondike", "options": {"turn": "three"}}
    position = post(client, "open", text=text["position"], **form)
    assert (position["piles"], position["steps"]) == (view["piles"], 0)
    link = post(client, "open", text=f"http://127.0.0.1:9{view['game']['address']}\n")
    assert (link["game"], link["steps"]) == (view["game"], 0)
    public = f"https://cards.example/play/{view['game']['address']}"
    assert post(client, "open", text=public)["game"] == view["game"]
    whole = post(client, "open", text=f"https://cards.example/cadogan/#play={text['whole']}\n")
    assert (whole["play"], whole["steps"]) == (view["play"], 3)
    assert post(client, "open", text="ms:11982", game="freecell")["game"]["deal"] == "ms:11982"


def test_boards_from_other_programs_can_be_pasted(client: Client) -> None:
    start = cadogan.game("freecell").deal("ms:617")
    view = post(client, "open", text=write_board(start), game="freecell")
    assert view["piles"] == {name: list(cards) for name, cards in start.piles.items()}


def test_a_won_record_is_practice(client: Client) -> None:
    game = cadogan.game("the-clock")
    position, moves = game.deal(1), list[str]()
    while not position.won and position.legal_moves:
        moves.append(best_first(position)[0].text)
        position = position.play(moves[-1])
    assert position.won
    record = "\n".join(["cadogan record 1", "game the-clock", "deal 1", "moves", *moves])
    view = post(client, "open", text=record)
    assert (view["won"], view["steps"]) == (True, len(moves))
    assert view["practice"]
    assert get(client, "records")["all"]["played"] == 0
    assert get(client, "plays")["plays"] == []
    # the same holds if the player makes the last move
    almost = post(client, "open", text=record.rpartition("\n")[0])
    assert (almost["won"], almost["practice"]) == (False, True)
    almost = act(client, almost, "move", move=moves[-1])
    assert (almost["won"], almost["practice"]) == (True, True)
    assert get(client, "records")["all"]["played"] == 0
    assert [kept["practice"] for kept in get(client, "history/the-clock")["plays"]] == [True, True]


def test_a_win_that_is_undone_can_be_continued_and_stays_won(client: Client) -> None:
    client.put("/api/settings", json={"auto": "off"})
    game = BAKERS_DOZEN.game
    view = post(client, "plays", game=game, options={}, deal=BAKERS_DOZEN.deal)
    for text in BAKERS_DOZEN.moves:
        view = act(client, view, "move", move=text)
    assert (view["won"], view["wasWon"]) == (True, True)
    assert get(client, "plays")["plays"] == []
    path = f"plays/{view['play']}"
    view = act(client, view, "undo")
    assert (view["won"], view["wasWon"]) == (False, True)
    [open_] = get(client, "plays")["plays"]
    assert (open_["play"], open_["wasWon"], open_["practice"]) == (view["play"], True, False)
    # leaving a won play for another deal, or giving it up, does not count as a loss
    new = post(client, "plays", game=game, options={}, deal="7", leaving=view["play"])
    assert not new["lost"]
    assert get(client, "plays")["plays"] == []
    [kept] = get(client, f"history/{game}")["plays"]
    assert (kept["won"], kept["practice"]) == (True, False)
    told = get(client, f"stats/{game}")
    assert (told["played"], told["won"], told["lost"]) == (1, 1, 0)
    # a resumed play still counts as one win, whether it is stuck or open
    act(client, view, "undo")
    assert [p["play"] for p in get(client, "plays")["plays"]] == [view["play"]]
    post(client, f"{path}/leave")
    assert get(client, f"stats/{game}") == told
    assert client.post(f"/api/{path}/leave", json={}).status_code == 422


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ({"text": "  "}, "There is nothing to open"),
        ({"text": "AS KD"}, "Choose the game first"),
        ({"text": "https://example.org/7"}, "This link does not lead to a Cadogan game"),
        ({"text": "/play/klondike/7?turn=one&turn=three"}, "one of its options twice"),
        ({"text": "/play/klondyke/7"}, "did you mean 'klondike'?"),
        ({"text": "AS KD", "game": "freecell"}, "This is not a position of FreeCell"),
        ({"text": "cadogan record 1\ngame klondike\ndeal 7\nmoves\nt1-t1"}, "move 1"),
        ({"text": "cadogan record 2"}, "version 2"),
        ({"text": "/play/klondike/at:nothing"}, "Got 1 pile"),
        ({"text": "#play=1eNq"}, "does not contain a whole play"),
    ],
)
def test_text_that_cannot_be_opened_is_reported(
    client: Client, body: dict[str, str], says: str
) -> None:
    answer = client.post("/api/open", json=body)
    assert answer.status_code in {400, 404}
    assert says in answer.json()["error"]
    assert get(client, "plays")["plays"] == []


def test_days_played(client: Client) -> None:
    view = post(client, "plays", game="golf", options={}, deal="20261101")
    act(client, view, "move", move=view["moves"][0]["move"])
    post(client, "plays", game="golf", options={}, deal="20261102")
    for deal in ("20261399", "7"):
        view = post(client, "plays", game="golf", options={}, deal=deal)
        act(client, view, "move", move=view["moves"][0]["move"])
    assert get(client, "days")["days"] == [{"game": "golf", "deal": "20261101", "won": False}]


@only_server
def test_a_browser_saves_the_export(client: Client) -> None:
    file = client.get("/api/export")
    assert 'attachment; filename="cadogan-' in file.headers["content-disposition"]


def test_export_and_import(client: Client) -> None:
    lose(client, "golf")
    file = client.get("/api/export")
    kind = {"Content-Type": "application/json"}
    answer = client.post("/api/import", content=file.content, headers=kind)
    assert answer.json() == {"said": "1 play already existed."}
    told = json.loads(file.content)
    told["content"]["plays"][0]["seconds"] += 1
    answer = client.post("/api/import", content=json.dumps(told), headers=kind)
    assert (answer.status_code, "is damaged" in answer.json()["error"]) == (400, True)


def test_piles_name_the_cards_that_begin_them() -> None:
    """An empty pile shows the next card, or the rank or suit that all possible cards share."""
    start = cadogan.game("canfield").deal(7)  # the base card is the four of spades
    assert markers(start) == {
        f"f{i}": {"label": f"4{suit}"} for i, suit in ((1, "♣"), (2, "♦"), (3, "♥"))
    }
    klondike = cadogan.game("klondike").deal(7)
    assert markers(klondike)["f4"] == {"label": "A♠"}
    assert "t1" not in markers(klondike), "cards lie there"
    birthday = cadogan.game("birthday", target="1888", suits="HSCD").deal(12)
    assert markers(birthday) == {
        "f1": {"ends": "1", "next": "3♥"},
        "f2": {"ends": "8", "next": "10♠"},
        "f3": {"ends": "8", "next": "10♣"},
        "f4": {"ends": "8", "next": "10♦"},
    }


@pytest.mark.parametrize("game", representative(sorted(catalogue())))
def test_a_marker_names_a_playable_card(game: str) -> None:
    """An empty foundation accepts the card that it shows, wherever other cards lie."""
    position, chance = cadogan.game(game).deal(5), random.Random(5)
    for _ in range(25):
        told = markers(position)
        for move in position.legal_moves:
            label = told.get(move.target, {}).get("label")
            if label and move.kind == "move" and move.source and move.depth == 1:
                card = position.piles[move.source][-move.count]
                rank = label.rstrip("♣♦♥♠")
                assert card[0] == ("T" if rank == "10" else rank), (position.to_line(), move)
        if not position.legal_moves:
            break
        position = position.play(chance.choice(position.legal_moves).text)


def test_kinds_of_games(client: Client) -> None:
    told = get(client, "traits")["traits"]
    assert set(told) == {name for name, d in catalogue().items() if d.parent == name}
    assert told["freecell"]["luck"] == "skill"
    assert told["clock-patience"] == {"luck": "luck", "length": "short", "odds": 1 / 13}
    assert told["algerian"]["odds"] is None


def test_figures_are_read_from_the_catalogue() -> None:
    """All published odds have figures, except in the listed definitions."""
    silent = {name for name, d in catalogue().items() if d.odds and not figure(d.odds)}
    assert silent == WORDS_ONLY


@pytest.mark.parametrize(
    ("said", "share"),
    [
        ("Of deals 1 to 1000, 838 can be won.", 0.838),
        ("Of 10,000 deals all but 25 can be won.", 0.9975),
        ("All but 5 of a thousand million deals.", 1 - 5e-9),
        ("Players win ninety deals in a hundred.", 0.9),
        ("1 in 0", None),
        ("300 %", None),
        ("Odds against.", None),
    ],
)
def test_figures(said: str, share: float | None) -> None:
    found = figure([said])
    assert (found and found.low) == (share and pytest.approx(share))


def test_the_games_have_their_measured_odds(client: Client) -> None:
    for game in get(client, "games")["games"]:
        assert game["measured"] == measured_sentence(find(game["id"]))
        if game["id"] == "bakers-dozen":
            rules = get(client, "rules/bakers-dozen")
            assert game["measured"]["told"] in rules["markdown"]
            assert f"## {rules['odds']['title']}\n" in rules["markdown"]
            assert rules["odds"]["meaning"] == meaning()
        assert game["odds"] == in_short(*measured_and_played(find(game["id"])))
    assert get(client, "rules/birthday?target=1888")["odds"]["meaning"] == meaning()
    assert get(client, "rules/bakers-dozen?worrying=yes&redeals=two")["odds"] is None
