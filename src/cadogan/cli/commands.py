"""Commands for games, positions and records, and for playing."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

import click

from cadogan.cli import output, params
from cadogan.cli.base import NoError, WrongError, cli, echo, short
from cadogan.core.errors import CadoganError, InvalidPositionError, InvalidRecordError, nearest
from cadogan.core.printable import printable
from cadogan.i18n import in_language, languages
from cadogan.i18n.languages import fault_of

if TYPE_CHECKING:
    from cadogan.model.position import Game, Position
    from cadogan.rules.definition import Definition

__all__: list[str] = []

_MOST_RANDOM = 1_000_000  # the highest random deal number, low enough to stay short
_LOOKING = 120.0  # the maximum time for finding a winnable deal, in seconds


@cli.command("list", example="list --search algerian")
@click.option(
    "--search",
    metavar="TEXT",
    help="List only games with this text in one of their names or in the name of their family.",
)
@click.option("--odds", is_flag=True, help="Show how often games can be won, if measured.")
@params.json_option
def list_command(search: str | None, odds: bool, as_json: bool) -> None:
    """List the games by family.

    The first word of each line is the id. Variants follow their main game. Brackets show the
    options (--option) of a game; a variant shows only its additional options. 'cadogan rules'
    explains them. The list includes your own games ('cadogan new'). The command prints errors in
    them to standard error. The exit status is 1 if a search finds nothing.

    Odds are 95% intervals for two shares: deals that can be won with all cards known, and deals
    that simple play wins. Simple play sees only the visible cards and makes the first move in a
    fixed order of preferences ('greedy' in 'cadogan odds run --policy'). 'cadogan rules' explains
    the measurement of each game.
    """
    from cadogan.layout import own_faults
    from cadogan.rules.catalogue import catalogue, names_of
    from cadogan.rules.localize import names_in_all
    from cadogan.rules.search import holds

    found = [
        d
        for d in catalogue().values()
        if search is None or holds([*names_in_all(d.family), *chain(*names_of(d).values())], search)
    ]
    for fault in own_faults():
        echo(f"cadogan: {fault}", err=True)
    if as_json:
        output.print_json([_definition_values(d) for d in found])
    elif found:
        echo(_families(found, odds=odds))
    if not found:
        near = nearest((search or "").lower(), catalogue())
        hint = f"; did you mean {near!r}?" if near else ""
        raise NoError(f"no game has {short(search or '')!r} in its names or family{hint}")


def _definition_values(d: Definition) -> dict[str, Any]:
    from cadogan.odds_data import measured_sentence, played_sentence
    from cadogan.rules.catalogue import is_own

    values = {key: getattr(d, key) for key in ("id", "name", "family", "decks", "aliases", "about")}
    values |= {"parent": None if d.parent == d.id else d.parent}
    values["options"] = [
        {"name": name, "kind": o.kind, "about": o.about, "default": o.default, "pattern": o.pattern}
        | {"answers": {key: {"name": a.name, "about": a.about} for key, a in o.answers.items()}}
        for name, o in d.options.items()
    ]
    values["combinations"] = [
        {"id": key, "name": some.name, "aliases": some.aliases, "options": some.options}
        for key, some in d.combinations.items()
    ]
    return values | {
        "own": is_own(d.id), "measured": measured_sentence(d), "played": played_sentence(d),
    }  # fmt: skip


def _families(found: Sequence[Definition], *, odds: bool) -> str:
    """Return the list of games as text: families, games, variants and options."""
    from cadogan.odds_data import measured, played
    from cadogan.rules.catalogue import catalogue, is_own

    known = catalogue()
    wide = max(len(d.id) for d in found) + 4
    parts = []
    for family in sorted({d.family for d in found}, key=str.lower):
        lines = [click.style(family, bold=True)]
        members = [d for d in found if d.family == family]
        for d in sorted(members, key=lambda d: (d.parent, d.id != d.parent, d.id)):
            main = d.id == d.parent
            packs = f", {d.decks} packs" if main and d.decks > 1 else ""
            own = ", your own" if is_own(d.id) else ""
            also = f" (also {', '.join(d.aliases)})" if d.aliases else ""
            lines.append(f"{('  ' if main else '    ') + d.id:{wide}}  {d.name}{packs}{own}{also}")
            figures = (measured(d), played(d)) if odds else ()
            lines += [f"{'':{wide}}  {figure.brief}" for figure in figures if figure]
            if keys := [name for name in d.options if main or name not in known[d.parent].options]:
                lines.append(f"{'':{wide}}  [{', '.join(keys)}]")
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


@cli.command(example="rules bakers-dozen")
@params.game_argument
@params.options_option
@click.option(
    "--lang",
    type=click.Choice([*languages()]),
    default="en",
    help=f"Language: {', '.join(f'{code} ({name})' for code, name in languages().items())}.",
)
def rules(game: str, options: tuple[str, ...], lang: str) -> None:
    """Print the rules of a game.

    Outside a terminal the output is Markdown.
    """
    if fault := fault_of(lang):
        raise CadoganError(fault)
    with in_language(lang):
        text = params.chosen_game(game, options).rules()
    if sys.stdout is not None and sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=output.width()).print(Markdown(printable(text), hyperlinks=False))
    else:
        echo(text.rstrip("\n"))


def _winnable(chosen: Game, difficulty: str | None) -> str:
    """Return the number of a random winnable deal, of the given difficulty unless it is None."""
    import time

    from cadogan.solver.find_deal import find_winnable

    if sys.stderr is not None and sys.stderr.isatty():
        echo(f"Searching for up to {_LOOKING:.0f} seconds ...", err=True)
    end = time.monotonic() + _LOOKING
    found = find_winnable(chosen, _random(), difficulty, lambda: time.monotonic() > end)
    if found is None:
        which = f"{difficulty} winnable deal" if difficulty else "winnable deal"
        again = "try again, or with another difficulty" if difficulty else "try again"
        raise NoError(f"found no {which} of {chosen.name} in {_LOOKING:.0f} seconds; {again}")
    return str(found[0])


def _random() -> int:
    import secrets

    return secrets.randbelow(_MOST_RANDOM) + 1


@cli.command(example="deal klondike 7")
@params.game_argument
@params.number_argument
@params.options_option
@click.option("--winnable", is_flag=True, help="Find a random winnable deal.")
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard"]),
    help="Difficulty of the deal; only with --winnable.",
)
@click.option("--line", is_flag=True, help="Print the position on one line.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["board", "solvitaire", "digits"]),
    help="Print the position in the format of Freecell Solver, Solvitaire or Klondike-Solver.",
)
@params.json_option
def deal(
    game: str,
    number: str | None,
    options: tuple[str, ...],
    winnable: bool,
    difficulty: str | None,
    line: bool,
    form: str | None,
    as_json: bool,
) -> None:
    """Deal the cards: deal N, or a random one.

    Each line is a pile with its top card last; cards in brackets lie face down. The number of a
    random deal goes to standard error.

    With --winnable the solver proves that the deal can be won, with all cards known. The difficulty
    comes from simulated plays that see only the visible cards. They often win an easy deal, but
    hardly ever a hard one. The exit status is 1 if the command finds no such deal in two minutes.
    """
    params.only_one({"--line": line, "--json": as_json, "--format": form is not None})
    if winnable and number is not None:
        raise click.UsageError("--winnable finds a deal itself: omit the number")
    if difficulty and not winnable:
        raise click.UsageError("--difficulty needs --winnable")
    chosen = params.chosen_game(game, options)
    if difficulty:
        from cadogan.session.traits import no_levels

        if why := no_levels(chosen):
            raise click.UsageError(why)
    if number is None:
        number = _winnable(chosen, difficulty) if winnable else str(_random())
        echo(f"{chosen.name}, deal {number}", err=True)
    position = chosen.deal(number)
    if as_json:
        values = output.game_values(chosen, position.deal_number) | output.position_values(position)
        values["piles"] = {name: list(cards) for name, cards in position.piles.items()}
        values |= {"down": dict(position.down), "counters": dict(position.counters)}
        output.print_json(values | {"moves": position.move_texts()})
    elif form is not None:
        echo(_written(position, form), nl=False)
    else:
        echo(position.to_line() if line else str(position))


def _written(position: Position, form: str) -> str:
    """Write a position in the format of another program."""
    from cadogan.model.formats import write_board, write_digits, write_solvitaire

    writers = {"board": write_board, "solvitaire": write_solvitaire, "digits": write_digits}
    try:
        return writers[form](position)
    except InvalidPositionError as error:
        raise WrongError(
            f"{position.game.name} cannot be written in this format: {error}"
        ) from None


@cli.command(example="moves bakers-dozen 1")
@params.beginning
@params.json_option
def moves(as_json: bool, **where: Any) -> None:
    """List the legal moves of deal N or of a position."""
    position = params.start(**where)
    if as_json:
        head = output.game_values(position.game, position.deal_number)
        legal = [output.move_values(position, move) for move in position.legal_moves]
        output.print_json(head | output.position_values(position) | {"moves": legal})
    elif position.legal_moves:
        rows = [(move.text, output.move_words(position, move)) for move in position.legal_moves]
        echo(output.table(rows, "<<"))
    else:
        echo(f"No legal moves: {output.ending(position)}.", err=True)


@cli.command(example="replay record.txt")
@click.argument("path", metavar="FILE")
@click.option(
    "--game", "game", metavar="GAME", help="FILE is a solution to this game from another program."
)
@params.options_option
@click.option("--record", "as_record", is_flag=True, help="Print the play as a record.")
@params.json_option
def replay(
    path: str, game: str | None, options: tuple[str, ...], as_record: bool, as_json: bool
) -> None:
    """Replay and check a record.

    FILE (- for standard input) begins with lines such as 'cadogan record 1', 'game klondike',
    'deal 7' and 'moves', followed by one move on each line. If all moves are legal, the command
    prints the final position. Otherwise it prints the first illegal move and the reason, and the
    exit status is 1.

    With --game, FILE is the output of Freecell Solver, or the standard notation of FreeCell: '#617'
    and '2a 64 1h'. With --record the command prints the play as a record.
    """
    from cadogan.model.formats import is_solution, read_solution
    from cadogan.model.record import first_fault, read_record, verify, write_record

    params.only_one({"--record": as_record, "--json": as_json})
    if options and game is None:
        raise click.UsageError("options need a game")
    text = params.read_text(path)
    try:
        if game is not None:
            record = read_solution(params.chosen_game(game, options), text)
        elif is_solution(text):
            raise InvalidRecordError(
                "this is a solution from another program, or FreeCell notation; add --game GAME"
            )
        else:
            record = read_record(text)
    except (InvalidRecordError, InvalidPositionError) as error:
        raise WrongError(f"{params.file_name(path)}: {error}") from None
    fault = first_fault(record)
    head = output.game_values(record.game, record.deal)
    head |= {"ok": fault is None, "moves": len(record.moves)}
    if fault:
        if as_json:
            values = {key: getattr(fault, key) for key in ("line", "number", "move", "reason")}
            output.print_json(head | {"fault": values | {"position": fault.before.to_line()}})
        raise NoError(f"{params.file_name(path)}: {fault}")
    end = verify(record)
    if as_json:
        output.print_json(head | output.position_values(end))
        return
    if as_record:
        echo(write_record(record), nl=False)
        return
    start = f"deal {record.deal}" if record.deal else "from a position"
    count = output.several(len(record.moves), "move")
    echo(f"{record.game.name}, {start}: {count}, {output.ending(end)}.\n\n{end}")


@cli.command(example="perft bakers-dozen 1 --depth 3")
@params.beginning
@click.option(
    "--depth", type=params.whole(1, 999), required=True, metavar="D", help="Depth in moves."
)
@params.json_option
def perft(depth: int, as_json: bool, **where: Any) -> None:
    """Count the paths and positions 1 to D moves away.

    Each position counts once, at the first ply in which it occurs. Time and memory grow with the
    number of positions.
    """
    from cadogan.model.perft import perft

    position = params.start(**where)
    try:
        found = perft(position, depth)
    except MemoryError:
        raise WrongError(f"not enough memory for depth {depth}; give a smaller --depth") from None
    if as_json:
        output.print_json({"paths": found.paths[1:], "states": found.states[1:]})
        return
    counts = enumerate(zip(found.paths, found.states, strict=True))
    rows = [(str(ply), str(paths), str(new)) for ply, (paths, new) in counts if ply]
    echo(output.table([("ply", "paths", "positions"), *rows], ">>>"))


@cli.command(example="play klondike 7")
@click.argument("game", metavar="[GAME]", required=False)
@params.number_argument
@params.options_option
@click.option(
    "--port",
    type=params.whole(0, 65535),
    metavar="PORT",
    help="Port; 0 for any free port.  [default: 5252, or any free port if that is in use]",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser; print the address.")
@click.option("--terminal", is_flag=True, help="Play in this terminal instead of on a page.")
@click.option("--ascii", "plain", is_flag=True, help="With --terminal: no suit symbols.")
def play(
    game: str | None,
    number: str | None,
    options: tuple[str, ...],
    port: int | None,
    no_browser: bool,
    terminal: bool,
    plain: bool,
) -> None:
    """Play on a page in the browser, or in the terminal.

    The page opens with deal N of GAME, or by default as you left it. The command serves the page
    only to this machine. Press Ctrl-C to stop it. The exit status is then 0, or 130 if the page was
    not yet ready. GAME may be one of your own games ('cadogan new'), but not another file.

    With --terminal the command draws the game in the terminal; press Q to quit. The page and the
    terminal share your plays, so you can continue a play in either. The language is the one chosen
    on the page, or that of the terminal (LANG). The terminal interface needs Textual: run pip
    install '.[terminal]' in the cloned directory.
    """
    chosen = None
    if game is None and options:
        raise click.UsageError("options need a game")
    if game is not None:
        if params.is_file(game):
            from cadogan.rules.user_games import user_games_folder

            raise WrongError(
                f"{short(game)}: the page needs the id of a game, not a file; put the file in"
                f" {user_games_folder()} to give it an id"
            )
        chosen = params.chosen_game(game, options)
    if terminal:
        _play_here(chosen, number, plain=plain)
        return
    path = _page(chosen, number) if chosen else "/"
    if plain:
        raise click.UsageError("--ascii needs --terminal")
    from cadogan.web.run import serve

    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is the usual way to stop the server
        serve(port, open_browser=not no_browser, path=path)


def _play_here(chosen: Game | None, number: str | None, *, plain: bool) -> None:
    if not _at_a_terminal():
        raise WrongError("--terminal needs a terminal for both input and output")
    try:
        from cadogan.terminal.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "textual":
            raise
        raise WrongError(
            "playing in the terminal needs Textual, which is not installed:"
            " run pip install '.[terminal]' in the cloned directory"
        ) from None
    deal = chosen.deal(number).deal_number if chosen and number is not None else None
    notice = run(chosen, deal, ascii_only=plain or not _has_signs(sys.stdout.encoding))
    if notice:
        echo(notice, err=True)


def _at_a_terminal() -> bool:
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def _has_signs(encoding: str) -> bool:
    """Return whether an encoding has the suit symbols.

    >>> _has_signs("utf-8"), _has_signs("ascii")
    (True, False)
    """
    try:
        "♠╭".encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _page(chosen: Game, number: str | None) -> str:
    """Return the path of a game's page, with a random deal by default.

    >>> from cadogan.model.position import game
    >>> _page(game("birthday"), "7")
    '/play/birthday/7?target=1956&suits=SHCD'
    """
    deal = chosen.deal(number).deal_number if number is not None else None
    tail = f"/{quote(deal, safe=':')}" if deal else ""
    query = f"?{urlencode(dict(chosen.said))}" if chosen.said else ""
    return f"/play/{chosen.id}{tail}{query}"


@cli.command(example="schema")
def schema() -> None:
    """Print the JSON Schema of definitions, for editors."""
    from cadogan.rules.json_schema import json_schema

    echo(json.dumps(json_schema(), indent=2))
