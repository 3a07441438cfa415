"""Pages of the site about the Python interface and the commands, from docstrings and help texts."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from types import ModuleType

import click

import cadogan
from cadogan import odds
from cadogan.cli import cli

_ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")
_SECTION = re.compile(r"^(Args|Attributes|Returns|Yields|Raises):$")
_ENTRY = re.compile(r"^([*\w, ]+): +(.*)$", re.DOTALL)

# --- Python ---------------------------------------------------------------------------------------


def python_page() -> str:
    """Return the page about the Python interface."""
    parts = [
        "# Python interface",
        "`help(cadogan)` shows the same. [How to use it](../how-to/use-python.md) has examples.",
        "## `cadogan`",
        *_members(cadogan),
        "## `cadogan.odds`",
        *_members(odds),
    ]
    return "\n\n".join(parts) + "\n"


def _members(module: ModuleType) -> Iterator[str]:
    """Yield the sections on the public names of a module, in alphabetical order."""
    for name in sorted(module.__all__, key=str.lower):
        value = getattr(module, name)
        if not name.startswith("__"):
            yield from _described(f"{module.__name__}.{name}", value)


def _described(name: str, value: object) -> Iterator[str]:
    """Yield the section on a class, a function or a constant."""
    if inspect.isclass(value):
        yield f"### {name}"
        yield "*Error*" if issubclass(value, Exception) else "*Class*"
        yield rendered(inspect.getdoc(value) or "")
        if not issubclass(value, Exception):
            yield from _methods(name, value)
    elif inspect.isfunction(value):
        yield f"### {name}"
        yield _signature(name, value)
        yield rendered(inspect.getdoc(value) or "")
    else:
        yield f"### {name}"
        yield f"*Constant*: `{value!r}`"


def _methods(name: str, kind: type) -> Iterator[str]:
    """Yield the sections on the public methods and properties of a class."""
    short = name.rpartition(".")[2]
    for key, member in vars(kind).items():
        shown = getattr(member, "__func__", member)
        if isinstance(member, property):
            shown = member.fget
        elif hasattr(member, "func"):  # a cached property
            shown = member.func
        if key.startswith("_") or not inspect.isfunction(shown) or not shown.__doc__:
            continue
        yield f"#### {short}.{key}"
        if shown is member or hasattr(member, "__func__"):
            yield _signature(key, shown)
        else:
            yield "*Property*"
        yield rendered(inspect.getdoc(shown) or "")


def _signature(name: str, function: object) -> str:
    """Return the signature of a function as code, with one parameter per line if it is long."""
    signature = inspect.signature(function)  # type: ignore[arg-type]
    some = [p for p in signature.parameters.values() if p.name not in {"self", "cls"}]
    text = str(signature.replace(parameters=some)).replace("'", "")
    whole = f"{name}{text}"
    if len(whole) > 80:
        inside, arrow, result = text.rpartition(" -> ")
        rows = re.split(r", (?=\*|\w+:)", inside[1:-1])
        whole = f"{name}(\n" + "".join(f"    {row},\n" for row in rows) + f"){arrow}{result}"
    return f"```python\n{whole}\n```"


def rendered(docstring: str) -> str:
    r"""Return a docstring as Markdown: sections as lists, examples as code.

    >>> print(rendered("Deal ``n``.\n\nArgs:\n    n: a number,\n        above 0."))
    Deal `n`.
    <BLANKLINE>
    **Args**
    <BLANKLINE>
    - `n`: a number, above 0.
    """
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", docstring):
        head, _, rest = block.partition("\n")
        if block.lstrip().startswith(">>>"):
            code = textwrap.dedent(block)
            if blocks and blocks[-1].endswith("\n```") and ">>>" in blocks[-1]:
                blocks[-1] = f"{blocks[-1][:-4]}\n\n{code}\n```"
            else:
                blocks.append(f"```pycon\n{code}\n```")
        elif found := _SECTION.match(head.strip()):
            blocks += [f"**{found[1]}**", _entries(textwrap.dedent(rest))]
        else:
            blocks.append(_inline(" ".join(map(str.strip, block.splitlines()))))
    return "\n\n".join(filter(None, blocks))


def _entries(text: str) -> str:
    """Return the entries of a section as a list."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(" ") and lines:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
    entries = []
    for line in lines:
        found = _ENTRY.match(line)
        entries.append(f"- `{found[1]}`: {_inline(found[2])}" if found else f"- {_inline(line)}")
    return "\n".join(entries)


def _inline(text: str) -> str:
    return _ROLE.sub(lambda m: f"`{m[1].rpartition('.')[2]}`", text).replace("``", "`")


# --- commands -------------------------------------------------------------------------------------


def commands() -> str:
    """Return the sections on all commands, with their options."""
    parts = ["## All commands and options"]
    for name, command in sorted(cli.commands.items()):
        parts += _command(f"cadogan {name}", command)
        if isinstance(command, click.Group):
            for below, some in sorted(command.commands.items()):
                parts += _command(f"cadogan {name} {below}", some)
    return "\n\n".join(parts) + "\n"


def _command(name: str, command: click.Command) -> Iterator[str]:
    """Yield the parts of a command's help."""
    arguments = [p.make_metavar(click.Context(command)) for p in command.params if _argument(p)]
    yield f"### `{name}`"
    yield f"```text\n{' '.join([name, *arguments])}\n```"
    yield _plain(inspect.cleandoc(command.help or ""))
    rows = []
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden:
            value = "" if option.is_flag else f" {option.make_metavar(click.Context(command))}"
            call = f"{', '.join(option.opts)}{value}".replace("|", "\\|")
            rows.append(f"| `{call}` | {_plain(option.help or '')} |")
    if rows:
        yield "\n".join(["| option | meaning |", "|---|---|", *rows])


def _argument(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Argument)


def _plain(text: str) -> str:
    """Return a command's help without Click's markup."""
    return text.replace("\b\n", "").replace("|", "\\|").replace("<", "&lt;")
