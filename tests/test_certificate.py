"""Certificates: they exist exactly for lost deals, and no changed certificate is accepted."""

from __future__ import annotations

import functools
import gzip
import io
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cadogan
from cadogan import engine
from cadogan.certificate import write
from cadogan.certificate.arguments import Arguments
from cadogan.certificate.checker import Proved, check, check_positions
from cadogan.certificate.write import Certificate, certify
from cadogan.core.errors import CadoganError, FlawedCertificateError, InvalidCertificateError
from cadogan.model.position import Position
from cadogan.state.snapshot import freeze, most_moves, new_state, thaw
from cadogan.state.state import LOG_ROOM
from cadogan.text.notation import write_line
from tests.brute import explore
from tests.covering import covering_tiny, each, few
from tests.shrink import Form, games_of
from tests.test_cli import answer, complaint, here, run
from tests.tiny import NAMES, load

__all__ = ["here"]  # a fixture

Lines = list[str]
MOST = 800  # positions that brute force explores

# Lost deals, with the numbers of positions in their certificates. They need each of the arguments:
# dead positions, interchangeable piles, moves that make others unnecessary, and holes.
LOST = {
    "bisley 3": 1,
    "bisley 4": 809,
    "the-fan 3": 31,
    "canfield 6": 41,
    "klondike 15": 1,
    "scorpion 1": 1,
    "beleaguered-castle 4": 247,
    "yukon 46": 1,
    "good-measure 46": 17,
    "osmosis 1": 1,
}
SOME = "the-fan 3"
SHRUNK = {"small Bisley": "bisley", "small Clover Leaf": "clover-leaf"}  # games with chains


def deal(name: str) -> Position:
    """Return a deal for its game and number."""
    game, number = name.split()
    return cadogan.game(game).deal(number)


@functools.cache
def certificate(name: str) -> Certificate:
    """Return the certificate of a lost deal."""
    return certify(deal(name))


def lines(name: str = SOME) -> Lines:
    """Return the lines of a certificate."""
    return gzip.decompress(certificate(name).data).decode().splitlines()


def checked(some: Lines) -> Proved:
    """Check a certificate with the given lines."""
    return check(io.BytesIO(gzip.compress("".join(f"{line}\n" for line in some).encode())))


def with_header(some: Lines, **changes: Any) -> Lines:
    """Return a certificate with a changed first line; a value of None omits the key."""
    values = json.loads(some[0]) | changes
    return [json.dumps({key: v for key, v in values.items() if v is not None}), *some[1:]]


def counted(some: Lines) -> Lines:
    """Return a certificate whose first line has the true number of positions."""
    return with_header(some, positions=len(some) - 1)


# --- lost deals of the catalogue -----------------------------------------------------------------


@pytest.mark.parametrize("name", LOST)
def test_certificates_of_lost_deals(name: str) -> None:
    made = certificate(name)
    assert (made.limit, made.positions) == ("", LOST[name])
    found = check(io.BytesIO(made.data))
    assert (found.start, found.positions) == (deal(name), LOST[name])
    assert certify(deal(name)).data == made.data, "the same deal gives the same file"


def test_a_certificate_of_a_position() -> None:
    """A position in mid-play has no deal number of its own, and its game may have options."""
    start = cadogan.game("canfield", moves="whole-pile").deal(6)
    after = start.play(start.move_texts()[-1])
    made = certify(after)
    header = json.loads(gzip.decompress(made.data).split(b"\n")[0])
    assert header["options"] == {"moves": "whole-pile"}
    assert "deal" not in header
    assert check(io.BytesIO(made.data)).start == after


def test_a_position_may_be_listed_with_its_piles_exchanged() -> None:
    """The checker finds the position of another certificate by its own form of it."""
    some = lines("beleaguered-castle 4")
    changed = ["/".join((*(piles := line.split("/"))[:4], *piles[:3:-1])) for line in some[1:]]
    assert changed != some[1:]
    assert checked([some[0], *changed]).positions == len(changed)


# --- brute force ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", few(each(NAMES, covering_tiny()), 8))
def test_exactly_the_lost_deals_have_certificates(name: str) -> None:
    for number in range(1, 4):
        start = load(name).deal(number)
        found = explore(start, MOST)
        if found.start is None:
            continue
        where = f"{name}, deal {number}"
        if not found.start:
            made = certify(start)
            assert made.limit == "", where
            check_positions(start, made.positions, body(made))
            continue
        with suppress(FlawedCertificateError):
            assert certify(start, nodes=MOST).limit == "nodes", where
        # no list of positions proves a deal lost that can be won
        kept = [start, *found.known(False, MOST), *found.known(True, MOST)]
        for some in (kept, [start, *found.known(False, MOST)], [p for p in kept if not p.won]):
            listed = [*{p: p.to_line() for p in some}.values()]
            with pytest.raises(CadoganError, match=r"won|wins|leads to|twice"):
                check_positions(start, len(listed), listed)


def body(made: Certificate) -> Lines:
    """Return the positions of a certificate."""
    return gzip.decompress(made.data).decode().splitlines()[1:]


@pytest.mark.parametrize("name", [*few(each(NAMES, covering_tiny()), 8), *SHRUNK])
def test_arguments_agree_with_brute_force(name: str) -> None:
    """No dead position can be won, no only move loses a win, and no key joins a win with a loss."""
    game = next(games_of(Form(SHRUNK[name])))[1] if name in SHRUNK else load(name)
    R, arguments = game.compiled_rules, Arguments(game)
    S, out = new_state(R, 2 * LOG_ROOM, hashed=False), [0] * most_moves(R)
    for number in range(1, 3):
        truth = explore(game.deal(number), MOST).winnable()
        keys: dict[bytes, bool] = {}
        for snapshot, can in truth.items():
            where = f"{name}, deal {number}: {write_line(game.compiled, snapshot)}"
            assert keys.setdefault(arguments.key(snapshot), can) == can, where
            assert not (can and arguments.dead(snapshot)), where
            thaw(R, S, snapshot)
            if engine.won(R, S) or not can:
                continue
            only = arguments.only(snapshot, out[: engine.generate(R, S, out)])
            if only is not None:
                engine.make(R, S, only)
                assert truth[freeze(R, S)], where


# --- changed certificates ------------------------------------------------------------------------


@pytest.mark.parametrize("at", range(1, LOST[SOME] + 1))
def test_a_missing_position(at: int) -> None:
    """Every position is needed, because a move from another one, or the start, leads there."""
    some = lines()
    del some[at]
    with pytest.raises(InvalidCertificateError, match="only 30 of its 31 positions"):
        checked(some)
    with pytest.raises(FlawedCertificateError, match=r"neither listed nor dead|the start is not"):
        checked(counted(some))


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(1, LOST[SOME]), min_size=1))
def test_missing_positions(some: set[int]) -> None:
    kept = [line for at, line in enumerate(lines()) if at not in some]
    with pytest.raises(FlawedCertificateError):
        checked(counted(kept))


def test_a_move_that_the_list_does_not_answer() -> None:
    """The message names a position and the move from it."""
    some = counted(lines()[:-1])
    with pytest.raises(FlawedCertificateError) as error:
        checked(some)
    words = str(error.value).split()
    position = deal(SOME).game.parse(some[int(words[1][:-1])])
    after = position.play(words[4])
    assert Arguments(position.game).key(after.snapshot) == Arguments(position.game).key(
        position.game.parse(lines()[-1]).snapshot
    )


WON = "AC..KC/AD..KD/AH..KH/AS..KS" + "/-" * 18
NEARLY = "AC..KC/AD..KD/AH..KH/AS..QS/KS" + "/-" * 17

CHANGES: Mapping[str, tuple[Callable[[Lines], Lines], str]] = {
    "another deal": (lambda some: with_header(some, deal="4"), "the start is not among"),
    "no such deal": (lambda some: with_header(some, deal="x"), "line 1: 'x' is not a deal"),
    "another game": (lambda some: with_header(some, game="klondike"), "other rules of Klondike"),
    "no such game": (lambda some: with_header(some, game="clondike"), "did you mean 'klondike'"),
    "a position and a deal": (lambda some: with_header(some, position=some[1]), "either a deal or"),
    "neither": (lambda some: with_header(some, deal=None), "either a deal or a position"),
    "a start that can be won": (
        lambda some: with_header(some, deal=None, position=NEARLY),
        "the start is not among its positions",
    ),
    "a start with its list": (
        lambda some: counted([*with_header(some, deal=None, position=NEARLY), NEARLY]),
        "position 32: the move t1-f4 wins",
    ),
    "a won position": (lambda some: counted([*some, WON]), "position 32 is won"),
    "a position twice": (
        lambda some: counted([*some, some[9]]),
        "position 32 is in the list twice",
    ),
    "no position": (lambda some: counted([*some, "xyz"]), "position 32: "),
    "other options": (lambda some: with_header(some, options={"a": "b"}), "line 1: "),
    "options of the wrong kind": (lambda some: with_header(some, options=3), "line 1: Expected"),
    "other rules": (lambda some: with_header(some, rules="0" * 16), "other rules of The Fan"),
    "another version": (lambda some: with_header(some, version=2), "checks version 1, not 2"),
    "no version": (lambda some: with_header(some, version=None), "checks version 1, not None"),
    "another format": (lambda some: with_header(some, format="x"), "not a certificate"),
    "another key": (lambda some: with_header(some, x=1), "unknown field"),
    "no JSON": (lambda some: ["{", *some[1:]], "line 1: "),
    "deep JSON": (lambda some: ["[" * 60_000, *some[1:]], "line 1: "),
    "a list": (lambda some: ["[]", *some[1:]], "not a certificate"),
    "nothing": (lambda _: [], "line 1: "),
    "too few": (lambda some: with_header(some, positions=30), "more than its 30 positions"),
    "too many": (lambda some: with_header(some, positions=32), "only 31 of its 32 positions"),
    "a long line": (lambda some: [some[0], "x" * 100_000], "too long or cut off"),
    "other characters": (lambda some: [some[0], "\u00e4"], "not a certificate"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_certificate(name: str) -> None:
    change, reason = CHANGES[name]
    with pytest.raises((InvalidCertificateError, FlawedCertificateError), match=reason):
        checked(change(lines()))


def test_changed_options() -> None:
    """The digest shows that a certificate is about other house rules."""
    changed = with_header(lines("canfield 6"), options={"moves": "whole-pile"})
    with pytest.raises(InvalidCertificateError, match="other rules of Canfield"):
        checked(changed)


@settings(deadline=None)
@given(st.data())
def test_a_damaged_file(data: st.DataObject) -> None:
    """A file with some bytes changed or cut off proves nothing else."""
    some = bytearray(certificate(SOME).data)
    if data.draw(st.booleans()):
        del some[data.draw(st.integers(0, len(some) - 1)) :]
    else:
        at = data.draw(st.integers(0, len(some) - 1))
        some[at] ^= data.draw(st.integers(1, 255))
    try:
        found = check(io.BytesIO(some))
    except (InvalidCertificateError, FlawedCertificateError):
        return
    assert (found.start, found.positions) == (deal(SOME), LOST[SOME])


# --- limits --------------------------------------------------------------------------------------


def test_limits() -> None:
    assert certify(deal(SOME), nodes=10) == Certificate(b"", 10, "nodes")
    assert certify(deal(SOME), nodes=31).limit == ""
    assert certify(deal(SOME), memory=2000).limit == "memory"
    assert certify(deal(SOME), seconds=1e-9).limit == "seconds"


def test_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    for error, limit in ((KeyboardInterrupt, "stopped"), (MemoryError, "memory")):

        def stop(*_: object, error: type[BaseException] = error) -> None:
            raise error

        monkeypatch.setattr(write, "_certify", stop)
        assert certify(deal(SOME)) == Certificate(b"", 0, limit)


# --- commands ------------------------------------------------------------------------------------


def test_the_certificate_of_a_lost_deal(here: Path) -> None:
    result = run("solve", "the-fan", "3", "--certificate", "proof.gz")
    assert result.exit_code == 1
    assert "proof.gz: 31 positions" in result.stderr
    assert (here / "proof.gz").read_bytes() == certificate(SOME).data
    assert (
        answer("verify", "proof.gz") == "Proved: The Fan, deal 3, cannot be won (31 positions).\n"
    )
    told = json.loads(answer("verify", "proof.gz", "--json"))
    assert told == {
        "game": "the-fan",
        "name": "The Fan",
        "options": {},
        "deal": "3",
        "position": deal(SOME).to_line(),
        "result": "lost",
        "positions": 31,
    }


def test_the_record_of_a_won_deal(here: Path) -> None:
    answer("solve", "bakers-dozen", "1", "--certificate", "proof.txt", "--json")
    assert (here / "proof.txt").read_text(encoding="utf-8").startswith("# Baker's Dozen, deal 1")
    said = answer("verify", "proof.txt")
    assert said.startswith("Proved: Baker's Dozen, deal 1, can be won in ")
    assert json.loads(answer("verify", "proof.txt", "--json"))["result"] == "won"


def test_no_file_without_a_proof(here: Path) -> None:
    """Neither an unknown answer nor a proof beyond the limits leaves a file."""
    result = run("solve", "the-fan", "3", "--certificate", "proof.gz", "--nodes", "10")
    assert result.exit_code == 3
    assert "proof.gz was not written: " in result.stderr
    result = run("solve", "flower-garden", "46", "--certificate", "proof.gz", "--nodes", "300")
    assert result.exit_code == 3
    assert "with 300 positions in the certificate so far" in result.stderr
    assert [*here.iterdir()] == []


def test_wrong_files(here: Path) -> None:
    (here / "flawed.gz").write_bytes(
        gzip.compress("".join(f"{line}\n" for line in counted(lines()[:-1])).encode())
    )
    said = complaint("verify", "flawed.gz", status=1)
    assert said.startswith("flawed.gz proves nothing: position ")
    (here / "cut.gz").write_bytes(certificate(SOME).data[:-9])
    assert complaint("verify", "cut.gz") == "cut.gz: the file is damaged or cut off"
    assert complaint("verify", "none.gz") == ("none.gz cannot be read: No such file or directory")
    (here / "start.txt").write_text(
        "cadogan record 1\ngame klondike\ndeal 7\nmoves 0\n", encoding="utf-8"
    )
    said = complaint("verify", "start.txt", status=1)
    assert said == "start.txt proves nothing: at its end the game is not over"
    said = complaint("solve", "the-fan", "3", "--certificate", "none/proof.gz")
    assert "there is no folder 'none'" in said
