"""Checks of definitions that load: texts, undo, moves, both engines, the rules page.

Each check raises :class:`CheckError` with a description and a kind. The kind identifies the fault
while it is shrunk.
"""

from __future__ import annotations

import itertools
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

from cadogan import engine
from cadogan.core.errors import CadoganError, IllegalMoveError, InvalidPositionError, TooLargeError
from cadogan.i18n import in_language
from cadogan.kernels import Kernel
from cadogan.model.position import Game, Position
from cadogan.rules.definition import ACTION_TABLES, OVER
from cadogan.rules.group import ever
from cadogan.rules.loading import load_text
from cadogan.rules.to_toml import toml_text
from cadogan.state.codes import Lift, Num
from cadogan.state.snapshot import MOST_MOVES, freeze, new_state, thaw
from cadogan.state.state import State, kind_of
from tests.fuzz.draw import FILE, Table, language
from tests.fuzz.language import groups_of

__all__ = [
    "CheckError",
    "both_speeds",
    "every_text",
    "loaded",
    "moves",
    "page",
    "played",
    "refused_definition",
    "texts",
    "undo",
]


class CheckError(Exception):
    """Fault of the program: ``kind`` identifies it while it is shrunk, ``told`` describes it."""

    def __init__(self, kind: str, told: str) -> None:
        super().__init__(f"{kind}: {told}")
        self.kind, self.told = kind, told


_ACTIONS = ("deal", "refill", "redeal", "shift", "count")


def loaded(table: Table) -> Game:
    """Load a definition through the text of its file."""
    return Game(load_text(toml_text(table), FILE)["fuzz"])


def played(game: Game, deal: int, steps: int) -> Iterator[Position]:
    """Yield the positions of a random play, starting with the deal."""
    rng = random.Random(f"play {deal}")
    position = game.deal(deal)
    yield position
    for _ in range(steps):
        listed = position.move_texts()
        if not listed:
            return
        cards = [move for move in listed if "-" in move and move != "s-w"]
        position = position.play(rng.choice(cards if cards and rng.random() < 0.7 else listed))
        yield position


# --- texts, cards, undo --------------------------------------------------------------------------


def texts(position: Position) -> None:
    """Read back both forms of the position and the text of every move, and count the cards."""
    game = position.game
    piles = position.snapshot.piles
    if Counter(itertools.chain(*piles)) != Counter(game.compiled.cards):
        raise CheckError("cards are lost", str(position))
    block, line = str(position), position.to_line()
    for text in (block, line):
        try:
            again = game.parse(text)
        except InvalidPositionError as error:
            said = re.sub(r"[A2-9TJQK][CDHS]|\b[a-z]\d*\b|\d+", "_", str(error))
            raise CheckError(f"cannot be read: {said}", f"{error}: {text}") from None
        if again != position:
            raise CheckError("is read as another position", f"{text} as {again.to_line()}")
        if (hash(again), str(again), again.to_line()) != (hash(position), block, line):
            raise CheckError("is written otherwise once it is read", text)


def undo(position: Position) -> None:
    """Make and undo every move on one working state."""
    R = position.game.compiled_rules
    S, fresh = new_state(R), new_state(R)
    thaw(R, S, position.snapshot)
    before = (S.num[Num.HASH], S.num[Num.CHECK], list(S.part), list(S.part2))
    out = [0] * MOST_MOVES
    for move in out[: engine.generate(R, S, out)]:
        engine.make(R, S, move)
        thaw(R, fresh, freeze(R, S))
        if fresh.num[Num.HASH] != S.num[Num.HASH]:
            raise CheckError(f"a hash of kind {kind_of(move)} is wrong", _at(position, move))
        engine.unmake(R, S)
        if freeze(R, S) != position.snapshot:
            raise CheckError(f"a move of kind {kind_of(move)} is not undone", _at(position, move))
        if (S.num[Num.HASH], S.num[Num.CHECK], list(S.part), list(S.part2)) != before:
            raise CheckError(f"a hash of kind {kind_of(move)} is not undone", _at(position, move))


def _at(position: Position, move: int) -> str:
    text = next((m.text for m in position.legal_moves if m.code == move), "?")
    return f"{text} at {position.to_line()}"


# --- moves ---------------------------------------------------------------------------------------


def every_text(position: Position) -> list[str]:
    """Return the text of every possible move, including illegal ones."""
    game, R = position.game, position.game.compiled_rules
    asked = list(_ACTIONS)
    for a, b in itertools.product(range(R.piles), repeat=2):
        pair = f"{game.pile_names[a]}-{game.pile_names[b]}"
        height = len(position.snapshot.piles[a])
        asked += [pair, *(f"{pair}x{k}" for k in range(2, height + 2))]
        if R.merci.times or R.lift.take[R.group[a]] == Lift.ANYWHERE:
            name = game.pile_names[a]
            asked += [f"{name}@{k}-{game.pile_names[b]}" for k in range(2, height + 2)]
    if R.removal.used:
        for size in (2, 3, 4):
            some = itertools.combinations(game.pile_names, size)
            asked += ["+".join(names) for names in itertools.islice(some, 60)]
    if R.exchange.used:
        asked += ["=".join(names) for names in itertools.combinations(game.pile_names, 2)]
    return asked


def moves(position: Position, rng: random.Random) -> None:
    """Play every listed move, and try a sample of unlisted ones."""
    game = position.game
    listed = position.move_texts()
    if len({*listed}) < len(listed):
        raise CheckError("a move is listed twice", f"{listed} at {position.to_line()}")
    if position.over != (position.won or not listed):
        raise CheckError("over is wrong", position.to_line())
    of_itself = any(
        any(ever(g, "fill")) or g.refill or g.sink_way == "as exposed" or g.closes
        for g in game.definition.groups
    )
    reached: dict[Position, str] = {position: "no move at all"}
    for move in position.legal_moves:
        if (reason := position.why_not(move.text)) is not None:
            raise CheckError(
                "a listed move is refused", f"{move.text} ({reason}) at {position.to_line()}"
            )
        after = position.play(move.text)
        other = reached.setdefault(after, move.text)
        by_chance = other == "no move at all" and move.kind == "redeal"
        # a deal or a redeal may lead to an equal position by chance
        by_chance |= move.kind in ("deal", "refill", "redeal") and "-" in other
        if other != move.text and not by_chance and not of_itself:
            raise CheckError(
                f"a {move.kind} leads where another move does",
                f"{move.text} and {other} at {position.to_line()}",
            )
    asked = every_text(position)
    spoken = {*listed}
    for text in rng.sample(asked, min(len(asked), 40)):
        reason = position.why_not(text)
        if reason is None:
            # a stock that turns several cards also accepts the text for one card; a special move
            # also accepts its name
            if (
                text not in spoken
                and not text.startswith("s-w")
                and text not in _ACTIONS
                # A removal may be written as a move of one card to its partner.
                and not position.parse_move(text).removed
            ):
                raise CheckError("an unlisted move is allowed", f"{text} at {position.to_line()}")
            continue
        if text in spoken:
            raise CheckError(
                "a listed move is refused", f"{text} ({reason}) at {position.to_line()}"
            )
        _check_sentence(reason, f"{text}: {reason} at {position.to_line()}")
        _check_german(position.why_not, text)
        try:
            position.play(text)
        except IllegalMoveError as error:
            if str(error) != reason:
                raise CheckError(
                    "two reasons for one refusal", f"{text}: {error} / {reason}"
                ) from None
        else:
            raise CheckError("a refused move is played", f"{text} at {position.to_line()}")


def _check_sentence(text: str, where: str) -> None:
    wrong = (
        not text.endswith(".")
        or not text[0].isupper()
        or "\n" in text
        or re.search(r"\b(\w+) \1\b", text)
        or re.search(r" {2}|None\b(?! of)|\{|\}| \.| ,|_|\.\.", text)
        or re.search(r"\bone (cards|redeals|piles)\b|\bno of\b|\ba (ace|eight)\b", text)
    )
    if wrong:
        raise CheckError("a reason is no sentence", where)


def _check_german(tell: Callable[..., str | None], *asked: str) -> None:
    """Check a German text, whose sentences need inflected names."""
    with in_language("de"):
        text = tell(*asked) or ""
    if wrong := re.search(r"\b(the|of|cards?|piles?|may|is)\b| {2}|[{}]| [.,]|\.\.", text):
        raise CheckError(f"the German says {wrong[0]!r}", text)


# --- the two engines ------------------------------------------------------------------------------


def both_speeds(compiled: Kernel, position: Position, rng: random.Random, steps: int) -> None:
    """Play on with both engines, and undo all moves with both."""
    R = position.game.compiled_rules
    S = new_state(R, 1 << 14)
    thaw(R, S, position.snapshot)
    try:
        quick_tables, quick = compiled.record(R), compiled.record(S)
    except TooLargeError:
        return
    out = [0] * MOST_MOVES
    quick_out = compiled.array(MOST_MOVES)
    made, line = 0, position.to_line()
    for _ in range(steps):
        n = engine.generate(R, S, out)
        same = compiled.generate(quick_tables, quick, quick_out) == n
        if not same or quick_out[:n] != out[:n]:
            raise CheckError("the compiled engine lists other moves", line)
        if bool(compiled.won(quick_tables, quick)) != engine.won(R, S):
            raise CheckError("the compiled engine wins otherwise", line)
        if not n:
            break
        move = rng.choice(out[:n])
        engine.make(R, S, move)
        compiled.make(quick_tables, quick, move)
        made += 1
        if not _same(S, quick):
            raise CheckError("the compiled engine plays otherwise", line)
    for _ in range(made):
        engine.unmake(R, S)
        compiled.unmake(quick_tables, quick)
        if not _same(S, quick):
            raise CheckError("the compiled engine undoes otherwise", line)


def _same(slow: State, fast: State) -> bool:
    whole = ("height", "down", "mark", "part")
    if any(list(getattr(slow, f)) != list(getattr(fast, f)[: len(slow.height)]) for f in whole):
        return False
    return slow.num == [int(n) for n in fast.num[: len(slow.num)]]


# --- the rules page ------------------------------------------------------------------------------


def page(table: Table, game: Game, rng: random.Random) -> None:
    """Check that the page differs without a key, unless the game plays the same without it."""
    text = game.rules()
    wrong = re.search(r"None\b(?! of)|[{}]|_\w|\b(the the|a a|of of|and and)\b| \.( |$)|\.\.", text)
    if wrong:
        raise CheckError(f"the rules page says {wrong[0]!r}", text)
    _check_german(game.rules)
    tables = groups_of(table) | {name: table[name] for name in ACTION_TABLES if name in table}
    name, key = rng.choice(
        [(name, key) for name in tables for key in tables[name] if key not in ("piles", "deal")]
    )
    group = tables[name]
    value = group.pop(key)
    try:
        other = loaded(table)
    except CadoganError:
        return
    finally:
        group[key] = value
    # the first foundation then differs from its twins, so more moves are listed
    twins = key == "then" and "first foundation complete" in str(value)
    # foundations that are reached alike can differ in this key
    twins |= key == "falls_on" and all(places == value[0] for places in value)
    if not twins and other.rules() == text and (told := _differ(game, other)):
        kind = name.partition(".")[0]
        raise CheckError(f"the rules page is silent on {kind}.{key}", f"{key} = {value!r}: {told}")


def _differ(one: Game, other: Game) -> str:
    """Return where two games with the same rules page play differently, or "" if nowhere."""
    if one.pile_names != other.pile_names:
        return ""
    if (
        one.compiled_rules == other.compiled_rules
        and one.deal(1).to_line() == other.deal(1).to_line()
    ):
        return ""
    for deal in range(1, 7):
        first, rng = one.deal(deal), random.Random(deal)
        second = other.deal(deal)
        for _ in range(12):
            # counters are written only if a rule depends on them, so lines may differ
            if (first.piles, first.move_texts()) != (second.piles, second.move_texts()):
                moves, others = first.move_texts(), second.move_texts()
                return f"deal {deal}: {moves} at {first.to_line()}, else {others}"
            if not first.move_texts():
                break
            move = rng.choice(first.move_texts())
            first, second = first.play(move), second.play(move)
    return ""


# --- definitions that do not load ----------------------------------------------------------------


def refused_definition(table: Table, rng: random.Random) -> None:
    """Damage a definition; its error must be one sentence with the file and the key."""
    text = _spoilt(toml_text(table), rng)
    try:
        Game(load_text(text, FILE)["fuzz"]).rules()
    except CadoganError as error:
        said = str(error)
        if not said.startswith((FILE, "fuzz: ")) or "\n" in said or len(said) > 600:
            raise CheckError("a refusal does not name the file", f"{said!r} of:\n{text}") from None


def _spoilt(text: str, rng: random.Random) -> str:
    """Change one or two lines: drop them, or change a value, a key or a table."""
    lines = text.splitlines()
    for _ in range(rng.randint(1, 2)):
        at = rng.randrange(len(lines))
        key, _, value = lines[at].partition(" = ")
        kind = rng.randrange(7)
        if kind == 0:
            del lines[at]
            if not lines:
                return ""
        elif kind == 1 and value:
            phrase = json.dumps(rng.choice(language().words).phrase)
            lines[at] = f"{key} = {rng.choice((phrase, *_VALUES))}"
        elif kind == 2 and value:
            lines[at] = f"{key}{rng.choice(('x', '_', '.a'))} = {value}"
        elif kind == 3:
            lines[at] = lines[at].replace(rng.choice("aeiou,"), rng.choice(("", "e", "A")), 1)
        elif kind == 4 and value:
            lines[at] = f"{key} = {rng.choice(lines).partition(' = ')[2] or '1'}"
        elif kind == 5:
            lines.insert(at, rng.choice(_LINES))
        else:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
    return "\n".join(lines)


# invalid values and lines; the phrases of the vocabulary are added below
_VALUES = (
    "0", "-1", "1", "5", "99", "1000000000000", "1.5", "nan", "true", '""', '"x"', "[]", "[0]",
    "[[]]", '["A"]', "[1, 2]", "{}", "{ when = 1 }", "{ a = { b = 1 } }", "1970-01-01",
    '"\\u0000"', '["stock"]', '"not stock empty"', '"2 to waste"', '"9 to each tableau"',
)  # fmt: skip
_LINES = (
    "[variants]", "[variants.x]", "[layout]", "[options.a]", "[reserve.a]", "[foundation.]",
    "times = 1", "piles = 3", "name = 1", "deal = 3", "[[tableau]]", "]",
    "layout = { tableau = { row = [0, 0] } }", '[variants.y]\nname = "Y"\ntableau.take = "block"',
    *(f"[{key}]" for key in OVER),
)  # fmt: skip
