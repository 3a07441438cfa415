"""Base of all commands: their group, help texts, errors and exit statuses."""

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
from cadogan.i18n.languages import check_further

NO, WRONG, UNKNOWN, STOPPED = 1, 2, 3, 130
_LEFT = 141  # the exit status after a closed pipe: 128 + SIGPIPE
OPTION = r"[a-z][a-z0-9_]*=\S*"  # an option in the canonical text of a game, such as turn=three
_LONG = 200  # maximum number of characters of a word in a message
_MOST = 1000  # maximum number of characters of a message


class WrongError(click.ClickException):
    """Error for incorrect use of a command, or for unreadable input."""

    exit_code = WRONG


class NoError(click.ClickException):
    """Error for the answer "no", with exit status 1."""

    exit_code = NO


def short(text: str, most: int = 100) -> str:
    """Shorten typed text that is too long to read in a message.

    >>> short("klondyke"), short("x" * 70_000, most=10)
    ('klondyke', 'xxxxxxxxxx... (70,000 letters)')
    """
    return text if len(text) <= most else f"{text[:most]}... ({len(text):,} letters)"


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print text from any source with its control characters escaped."""
    click.echo(printable(text), err=err, nl=nl)  # noqa: TID251  (here alone)


def _brief(text: str) -> str:
    """Shorten a message, which may repeat long input."""
    text = re.sub(rf"[^\s'\"]{{{_LONG},}}", lambda long: short(long[0]), text)
    return text if len(text) <= _MOST else f"{text[: _MOST * 3 // 4]} ... {text[-_MOST // 4 :]}"


def _sentence(error: click.ClickException) -> str:
    """Return a click error as one line; for a usage error, refer the user to the help.

    >>> _sentence(click.UsageError("Missing argument 'GAME'."))
    "missing argument 'GAME'; see 'cadogan --help'"
    >>> _sentence(click.NoSuchOption("--lin", possibilities=["--line", "--link"]))
    "no such option '--lin'. Did you mean one of: '--line', '--link'? See 'cadogan --help'"
    """
    text = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError):
        return text
    if isinstance(error, click.NoSuchOption) and re.match(r"-\d", error.option_name):
        text = "negative numbers are not allowed"
    path = error.ctx.command_path if error.ctx else "cadogan"
    text = re.sub(r"\. \((Did you mean .*\?)\)$", r". \1", text)
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text}{' S' if text.endswith('?') else '; s'}ee '{path} --help'"


def _say(text: str, status: int) -> int:
    try:
        echo(f"cadogan: {_brief(text)}", err=True)
    except OSError:  # standard error may be closed
        _drop(sys.stderr)
    return status


def _failed(error: OSError) -> str:
    """Return the message for an operating system error, including the file's name."""
    where = error.filename
    if where is None and error.errno in (errno.ENOSPC, errno.EFBIG, errno.EIO):
        where = "standard output"  # errors for other files give the file name
    _drop(sys.stdout)
    return f"cannot continue: {f'{where}: ' if where else ''}{error.strerror or error}"


def _drop(stream: Any) -> None:
    """Discard buffered output, so that it does not fail again at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # the stream is not a real file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextlib.contextmanager
def _heard() -> Iterator[None]:
    """Exit with the usual status when the reader closes the pipe; click would exit with 1."""
    try:
        yield
    except BrokenPipeError:
        _drop(sys.stdout)
        raise click.exceptions.Exit(_LEFT) from None


class Command(click.Command):
    """Command whose help ends with an example.

    The options of a game may follow its name, as in its canonical text: ``algerian
    layout=tarbart``.
    """

    def __init__(self, *args: Any, example: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.example = example

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Treat a word NAME=VALUE as ``--option NAME=VALUE`` if the command has that option."""
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
            # some of click's errors lack a context, which the message needs
            error.ctx = error.ctx or ctx
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example at the end of the help text."""
        with formatter.section("Example"):
            formatter.write_text(f"{ctx.find_root().command_path} {self.example}")


class Commands(click.Group):
    """Group of all commands, which reports errors in one sentence, never with a traceback."""

    command_class = Command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Parse the words before a command, such as ``--help`` and ``--version``."""
        with _heard():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        with _heard():
            return super().invoke(ctx)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run the command line and exit with the command's status."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                # use UTF-8 on every system, so that output files can be read anywhere
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
        except BrokenPipeError:  # a reader that closes the pipe early is not an error
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
    help="Show the version and the kind of solver, and exit.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Play, solve and measure patience games.

    GAME is the id of a game or one of its names; 'cadogan list' lists them. For rules, deal,
    moves, perft, solve and odds it may also be the .toml file of your own definition. Options may
    follow the game, as in 'klondike turn=three'. N is a deal number; the same number always gives
    the same cards.
    """
    check_further()
    if ctx.invoked_subcommand is None:
        echo(ctx.get_help(), err=True)
        ctx.exit(WRONG)
