"""Diagnostics: all the errors that one run can find in a definition.

The loader stops at the first error. To show an author all errors, this module corrects, removes or
adds the invalid key and loads the text again. It reports contradictions between keys only if every
key is valid on its own. After eight errors, a last line states that there are more.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cadogan.core.errors import InvalidDefinitionError
from cadogan.rules.loading import load_text
from cadogan.rules.source_map import Fault, fault_in, pairs, spots

MOST = 8
_MORE = Fault("there are more errors: correct these first", "", 0, 0, 0)
_MEANT = re.compile(r"there is no such key; did you mean '([a-z_-]+)'")
# Valid values for missing keys. The search for errors ends at a missing key that is not listed.
_WOULD_DO = dict.fromkeys(("decks", "piles", "deal"), "1") | {
    "name": '"A game"',
    "family": '"Tests"',
    "start": '"A"',
    "build": '"up in suit"',
    "take": '"top card"',
    "space": '"any card"',
    "times": "1",
    "sets": '["13"]',
}


def diagnose(text: str, file: str, load: Callable[[str, str], object]) -> list[Fault]:
    r"""Return the errors in a definition, in the order of discovery; [] if the text is valid.

    ``load`` raises InvalidDefinitionError, with the name of the file, if the text is invalid.

    >>> text = 'name = "A"\nfamily = "B"\nnmae = 1\n\n[tableau]\npils = 2\npiles = "x"'
    >>> for fault in diagnose(text, "a.toml", load_text):
    ...     print(fault.line, fault.said.partition(";")[0])
    3 nmae: there is no such key
    3 the key 'decks' is missing
    6 tableau.pils: there is no such key
    5 tableau: the key 'deal' is missing
    5 tableau: the key 'build' is missing
    5 tableau: the key 'take' is missing
    5 tableau: the key 'space' is missing
    7 tableau.piles: this must be a whole number, not a string
    """
    faults: list[Fault] = []
    left_out: set[str] = set()
    # Pairs of a line and its number; an inserted line has the number of the line before it.
    lines = list(enumerate(text.split("\n"), 1))
    # twice MOST, because an error may merely report the absence of a key that this loop has removed
    for _ in range(2 * MOST):
        now = "\n".join(line for _, line in lines)
        try:
            (load_text if faults else load)(now, file)
        except InvalidDefinitionError as error:
            if error.together and faults:
                break
            fault = _placed(now, fault_in(now, file, error), error.missing)
            if f"{fault.key}.{error.missing}".strip(".") not in left_out:
                if len(faults) == MOST:
                    faults.append(_MORE)
                    break
                faults.append(_as_written(fault, lines, text))
            if error.together or not _mended(lines, now, fault, error.missing, left_out):
                break
        else:
            break
    return faults


def _as_written(fault: Fault, lines: list[tuple[int, str]], text: str) -> Fault:
    if not fault.line:
        return fault
    number, now = lines[fault.line - 1]
    start, line = fault.column - 1, text.split("\n")[number - 1]
    length = fault.length
    if line != now and (word := re.match(r"[\w-]*", line[start:])):
        length = min(length, len(word[0]))
    return fault._replace(line=number, length=length)


def _placed(text: str, fault: Fault, missing: str) -> Fault:
    """Add to an error about a missing key the line where the key should go."""
    if fault.line or not missing:
        return fault
    return fault._replace(line=_end_of_top(text), column=1)


def _end_of_top(text: str) -> int:
    """Return the number of the first line below the top-level keys."""
    ends = [spot.end for key, spot in pairs(text).items() if "." not in key]
    tables = [at for at, line in enumerate(text.split("\n"), 1) if line.lstrip().startswith("[")]
    last = max((text.count("\n", 0, end) + 2 for end in ends), default=1)
    return min(last, min(tables, default=last), text.count("\n") + 1)


def _mended(
    lines: list[tuple[int, str]], text: str, fault: Fault, missing: str, left_out: set[str]
) -> bool:
    """Remove an invalid key from the lines, or add a missing one; return whether this succeeded."""
    if missing:
        if missing not in _WOULD_DO or not fault.line:
            return False
        # a missing key belongs below the heading of its table, or at the top of the file
        at = fault.line if fault.key else 0
        number, heading = lines[at - 1] if at else (1, "")
        prefix = ""
        # the table has no heading because it is written inline or with dotted keys
        if at and not heading.lstrip().startswith("["):
            if "{" in heading:
                return False
            prefix = f"{fault.key}."
        lines.insert(at, (number, f"{prefix}{missing} = {_WOULD_DO[missing]}"))
        return True
    found, path = spots(text), fault.key
    while path and path not in found:
        path = path.rpartition(".")[0]
    if not path:
        return False
    meant = _MEANT.search(fault.said)
    if meant and f"{path.rpartition('.')[0]}.{meant[1]}".strip(".") not in found:
        at = _line(text, found[path].start)
        line, start = lines[at][1], fault.column - 1
        lines[at] = lines[at][0], line[:start] + meant[1] + line[start + fault.length :]
        return True
    there = pairs(text)
    inside = [one for key, one in there.items() if key == path or key.startswith(f"{path}.")]
    for spot in [found[path], *inside]:
        for at in range(_line(text, spot.start), _line(text, spot.end) + 1):
            lines[at] = lines[at][0], ""
    left_out.add(path)
    return True


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at)
