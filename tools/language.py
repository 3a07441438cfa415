"""Write the reference part of docs/language.md from the code, so that it cannot drift.

python tools/language.py          # write it
python tools/language.py --check  # say whether it is current
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from cadogan import words
from cadogan.game import GROUP_KEYS, Definition, Group, Merci, Option, Redeal, Shift
from cadogan.layout import Spot
from cadogan.schema import key_meanings

PAGE = Path(__file__).resolve().parents[1] / "docs" / "language.md"
MARK = "<!-- from here on written by tools/language.py -->"
_SUITS = ("in suit", "in alternating colours", "in colour", "any suit", "in another suit")


def _plain(text: str) -> str:
    return text.replace("``", "`").replace("|", "\\|")


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(cells) + " |" for cells in (head, ("---",) * len(head), *rows)]
    return "\n".join(lines)


def _phrases(known: Mapping[str, str]) -> str:
    rows = [(f"`{phrase}`", _plain(text)) for phrase, text in known.items() if phrase]
    return _table(("phrase", "meaning"), rows)


def _builds() -> str:
    shown = ["none", "any card", "any order in suit", "up then down in suit"]
    shown += [f"down {suits}" for suits in (*_SUITS, "in suit rotation")]
    shown += ["up in suit", "up or down in suit", "up by 2 any suit, wrapping"]
    shown += ["down in suit, wrapping", "up or down in suit, one way", "same rank any suit"]
    rows = [(f"`{text}`", _plain(words.BUILDS[text].explained)) for text in shown]
    return _table(("phrase", "meaning"), rows)


def _groups() -> str:
    meanings = key_meanings(Group)
    used: dict[str, list[str]] = {}
    for kind, (needed, optional) in GROUP_KEYS.items():
        for key in dict.fromkeys(needed + optional):
            used.setdefault(key, []).append(f"**{kind}**" if key in needed else kind)
    rows = [
        (f"`{key}`", ", ".join(used[key]), _plain(meanings[key])) for key in meanings if key in used
    ]
    return _table(("key", "of", "meaning"), rows)


def _keys(table: type[msgspec.Struct]) -> str:
    return _table(
        ("key", "meaning"), [(f"`{k}`", _plain(m)) for k, m in key_meanings(table).items()]
    )


def reference() -> str:
    """Return the reference: every key and every phrase."""
    kinds = _table(("table", "meaning"), [(f"`[{k}]`", t) for k, t in words.KINDS.items()])
    takes = _phrases(words.TAKES)
    parts = [
        ("Kinds of group", kinds),
        ("Keys of a group", "A kind in bold must have the key.\n\n" + _groups()),
        (
            "What goes on what (`build`, `run`)",
            "A build is a direction (`up`, `down`, `up or down`, `up then down`, `same rank`), with"
            " `by 2` to `by 6` for greater steps, then the suits, then `, wrapping` when the order"
            " of ranks runs round, then `, one way` when the first packed card fixes a pile's"
            f" direction; {len(words.BUILDS)} phrases in all. Some of them:\n\n" + _builds(),
        ),
        ("What may be lifted (`take`)", takes),
        ("Spaces (`space`)", _phrases(words.SPACES)),
        (
            "Starts of foundations (`start`)",
            "A rank (`A`), a card (`2C`), one of either for each pile, or:\n\n"
            + _phrases(words.STARTS),
        ),
        ("Faces (`face`)", _phrases(words.FACES)),
        ("Orders of dealing (`order`)", _phrases(words.ORDERS)),
        ("Sinking cards (`sink_way`)", _phrases(words.SINKS)),
        ("Deals that will not do (`must_hold_way`)", _phrases(words.MUST_HOLD_WAYS)),
        (
            "Conditions (`when`, `take_when`, `space_when`, `fill_when`, `from_until`)",
            "Each may be preceded by `not`.\n\n" + _phrases(words.CONDITIONS),
        ),
        ("The object (`win`)", _phrases(words.WINS)),
        (
            "`[redeal]`",
            _keys(Redeal) + "\n\nOrders:\n\n" + _phrases(words.REDEAL_ORDERS),
        ),
        ("`[shift]`", _plain(Shift.__doc__ or "")),
        ("`[merci]`", _plain(Merci.__doc__ or "")),
        ("`[options.NAME]`", _keys(Option)),
        (
            "`[layout]`",
            "For each group one place (`row`, `column`, `grid`, `clock` or `places`) and how its"
            " cards lie; `[layout.portrait]` changes what differs on a tall screen.\n\n"
            + _keys(Spot),
        ),
        (
            "The top of the file",
            "`name`, `family` and `decks` must be there; `aliases`, `about`, `sources`, `odds` and"
            " `notes` are texts for people.\n\n"
            + _table(
                ("key", "meaning"),
                [(f"`{key}`", _plain(key_meanings(Definition)[key])) for key in ("decks", "ranks")],
            ),
        ),
    ]
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in parts) + "\n"


def main() -> int:
    """Write the page, or with --check compare it; return the exit status."""
    before = PAGE.read_text("utf-8")
    after = before.partition(MARK)[0] + MARK + "\n\n" + reference()
    if "--check" in sys.argv[1:]:
        if before != after:
            print("docs/language.md is not current: run python tools/language.py")
        return int(before != after)
    PAGE.write_text(after, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
