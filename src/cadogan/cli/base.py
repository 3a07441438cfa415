"""How every command begins and leaves: the group, its help, its errors and exit statuses."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import Any

import click

from cadogan import __version__
from cadogan.core.errors import CadoganError
from cadogan.core.printable import printable

NO, WRONG, UNKNOWN, STOPPED = 1, 2, 3, 130
_LEFT = 141  # as a shell says it of a program that the system stops there: no verdict
OPTION = r"[a-z][a-z0-9_]*=\S*"  # as a game's canonical text has it
_LONG = 200  # letters without a blank, in a message
_MOST = 1000  # letters of a message


class WrongError(click.ClickException):
    """Wrong use, or input that cannot be read."""

    exit_code = WRONG


class NoError(click.ClickException):
    """The answer is no."""

    exit_code = NO


def short(text: str, most: int = 100) -> str:
    """Return typed text for a message, cut when it is too long to read.

    >>> short("klondyke"), short("x" * 70_000, most=10)
    ('klondyke', 'xxxxxxxxxx... (70,000 letters)')
    """
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} letters)"


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text from any source, so that a terminal only shows it."""
    click.echo(printable(text), err=err, nl=nl)  # noqa: TID251  (here alone)


def _brief(text: str) -> str:
    """Return a message of bearable length, whatever the library or click repeats in it."""
    text = re.sub(rf"[^\s'\"]{{{_LONG},}}", lambda long: short(long[0]), text)
    return text if len(text) <= _MOST else f"{text[: _MOST * 3 // 4]} ... {text[-_MOST // 4 :]}"


def _sentence(error: click.ClickException) -> str:
    """Return a click error in one line, with the way to the help where the use was wrong.

    >>> _sentence(click.UsageError("Missing argument 'GAME'."))
    "missing argument 'GAME'; see 'cadogan --help'"
    >>> _sentence(click.NoSuchOption("--lin", possibilities=["--line", "--link"]))
    "no such option '--lin'. Did you mean one of: '--line', '--link'? See 'cadogan --help'"
    """
    text = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError):
        return text
    if isinstance(error, click.NoSuchOption) and re.match(r"-\d", error.option_name):
        text = "a negative number will not do"
    path = error.ctx.command_path if error.ctx else "cadogan"
    text = re.sub(r"\. \((Did you mean .*\?)\)$", r". \1", text)
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text}{' S' if text.endswith('?') else '; s'}ee '{path} --help'"


def _say(text: str, status: int) -> int:
    try:
        echo(f"cadogan: {_brief(text)}", err=True)
    except OSError:  # there is no one left to tell
        _drop(sys.stderr)
    return status


def _failed(error: OSError) -> str:
    """Return what the system could not do, and where."""
    where = error.filename
    if where is None and error.errno in (errno.ENOSPC, errno.EFBIG, errno.EIO):
        where = "standard output"  # errors of other files name them
    _drop(sys.stdout)
    return f"cannot go on: {f'{where}: ' if where else ''}{error.strerror or error}"


def _drop(stream: Any) -> None:
    """Send what is still to be written nowhere, so that it fails no second time at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no file of the system
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Leave as the other commands do where the reader has left: click would, with that of a no."""
    try:
        yield
    except BrokenPipeError:
        _drop(sys.stdout)
        raise click.exceptions.Exit(_LEFT) from None


class Command(click.Command):
    """A command whose help ends with an example.

    The options of a game may stand behind it as in its canonical text: ``algerian layout=tarbart``.
    """

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take a word NAME=VALUE for ``--option NAME=VALUE`` where a command has that."""
        if any(param.name == "options" for param in self.params):
            some = [p for p in self.params if isinstance(p, click.Option) and not p.is_flag]
            valued = {word for param in some for word in param.opts}
            end = args.index("--") if "--" in args else len(args)
            words: list[str] = []
            for before, word in zip(["", *args], args[:end], strict=False):
                mine = re.fullmatch(OPTION, word) and not word.lower().endswith(".toml")
                words += ["--option", word] if mine and before not in valued else [word]
            args = words + args[end:]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click leaves it out of some; it names the help
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example."""
        with formatter.section("Example"):
            formatter.write_text(f"{ctx.find_root().command_path} {self.example}")


class Commands(click.Group):
    """The commands: they report errors in one sentence, never with a traceback."""

    command_class = Command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the words before a command, among them those that ask for help and version."""
        with _heard():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _heard():
            return super().invoke(ctx)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and leave with the exit status."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # whatever the system would choose: what is written can be read again anywhere
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")
        try:
            status = super().main(*args, **{**kwargs, "standalone_mode": False})
            if sys.stdout is not None:
                sys.stdout.flush()
        except click.ClickException as error:
            status = _say(_sentence(error), error.exit_code)
        except CadoganError as error:
            status = _say(str(error), WRONG)
        except click.Abort:
            status = _say("interrupted", STOPPED)
        except BrokenPipeError:  # the reader has seen enough: nothing to say
            _drop(sys.stdout)
            status = _LEFT
        except OSError as error:
            status = _say(_failed(error), WRONG)
        sys.exit(status if isinstance(status, int) else 0)


def _tell_version(ctx: click.Context, _param: click.Parameter, asked: bool) -> None:
    if asked:
        from cadogan.kernels import which

        echo(f"cadogan {__version__} (solver: {which()})")
        ctx.exit()


@click.group(
    name="cadogan",
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and what runs the solver, and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play patience games, and look into them.

    GAME is the id of a game or one of its names; 'cadogan list' lists them. For rules, deal,
    moves, perft, solve and odds it may also be the .toml file of a definition of your own. What may
    be chosen in a game may stand behind it, as in 'klondike turn=three'. N is the number of a
    deal: the same number gives the same cards for ever.
    """
    if ctx.invoked_subcommand is None:
        echo(ctx.get_help(), err=True)
        ctx.exit(WRONG)
