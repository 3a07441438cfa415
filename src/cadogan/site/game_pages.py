"""Pages about the games, for readers and search engines; they need neither scripts nor Python.

Each game has a page in each language, with its rules, drawings, odds and sources. An index lists
the games by family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from markdown_it import MarkdownIt

from cadogan.i18n import language, languages, translate
from cadogan.i18n.languages import SOURCE
from cadogan.model.position import Game
from cadogan.model.rule_examples import Example, examples
from cadogan.site.drawings import moves_drawing, start_drawing

_MARKDOWN = MarkdownIt("commonmark", {"html": False})

Link = Callable[[str], str]


class Frame(NamedTuple):
    """Parts that all pages of a site share.

    Attributes:
        base: the path of the site without a slash at its end.
        address: the whole address of the site, if it is known, also without that slash.
        static: the prefix of the addresses of the page's own files.
    """

    base: str
    address: str | None
    static: str


def content(game: Game) -> dict[str, str]:
    """Return the parts of the page about a game, in the current language.

    Returns:
        The rules and the sentences about moves in Markdown, and the drawings of the start and of
        moves as SVG. Without examples, the texts about moves are empty.
    """
    found = examples(game)
    return {
        "rules": game.rules(),
        "start": start_drawing(game),
        "moves": moves_drawing(found, game.name) if found else "",
        "sentences": move_sentences(found),
    }


def move_sentences(found: Sequence[Example]) -> str:
    """Return a list that explains the moves in a drawing."""
    lines = []
    for example in found:
        sentences = [move.told for move in (example.allowed, example.refused) if move]
        lines.append(f"- *{example.title}*: {' '.join(sentences)}")
    return "\n".join(lines)


def files(
    listed: Sequence[Mapping[str, Any]], contents: Mapping[str, Mapping[str, str]], frame: Frame
) -> Iterator[tuple[str, str]]:
    """Yield the paths and texts of all pages and drawings in the current language.

    Args:
        listed: the games as in :func:`cadogan.session.view.game_list`.
        contents: the result of :func:`content` for each game.
        frame: what all pages share.
    """
    top = folder(language())
    yield f"{top}/index.html", _index(listed, frame)
    for entry in listed:
        name, content = entry["id"], contents[entry["id"]]
        yield f"{top}/{name}/index.html", _game_page(entry, listed, content, frame)
        yield f"{top}/{name}/start.svg", content["start"]
        if content["moves"]:
            yield f"{top}/{name}/moves.svg", content["moves"]


def about(entry: Mapping[str, Any]) -> str:
    """Return the sentences that search engines show about a game."""
    play = translate("Play {name} in your browser.", name=entry["name"])
    return " ".join(filter(None, (play, entry["about"], entry["odds"])))


def folder(code: str) -> str:
    """Return the path of the pages in a language."""
    return "games" if code == SOURCE else f"{code}/games"


def _game_page(
    entry: Mapping[str, Any],
    listed: Sequence[Mapping[str, Any]],
    content: Mapping[str, str],
    frame: Frame,
) -> str:
    main = entry["parent"] or entry["id"]
    mains = [one for one in listed if not one["parent"]]
    family = [one for one in mains if one["family"] == entry["family"] and one["id"] != main]
    variants = [one for one in listed if main in (one["id"], one["parent"]) and one is not entry]
    facts = [
        entry["family"] if entry["family"] != entry["name"] else "",
        translate("{packs} packs", packs=entry["decks"]) if entry["decks"] > 1 else "",
    ]
    start = translate("The start of {name}", name=entry["name"])
    play = translate("Play {name}", name=entry["name"])
    table = f"{frame.base}/play/{entry['id']}/"
    parts = [
        f"<h1>{escape(entry['name'])}</h1>",
        *(f'<p class="facts">{escape(fact)}</p>' for fact in facts if fact),
        f'<p><a class="play" href="{table}">{escape(play)}</a></p>',
        _image("start", start, content["start"]),
        _html(content["rules"].partition("\n")[2]),
    ]
    if content["moves"]:
        title, moves = translate("Moves"), translate("Moves in {name}", name=entry["name"])
        parts += [
            f"<h2>{escape(title)}</h2>",
            _image("moves", moves, content["moves"]),
            _html(content["sentences"]),
        ]
    parts += [
        *_links(translate("Related games"), variants, "../"),
        *_links(translate("More games of this family"), family, "../"),
    ]
    return _page(
        frame,
        f"{entry['id']}/",
        translate("{name}: rules, odds and play", name=entry["name"]),
        about(entry),
        parts,
    )


def _index(listed: Sequence[Mapping[str, Any]], frame: Frame) -> str:
    title = translate("All games")
    summary = translate(
        "Rules, odds and play in your browser: {count} patience games.", count=len(listed)
    )
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{escape(summary)}</p>"]
    mains = [one for one in listed if not one["parent"]]
    families: dict[str, list[Mapping[str, Any]]] = {}
    alone = []
    for main in mains:
        shown = [main, *(one for one in listed if one["parent"] == main["id"])]
        families.setdefault(main["family"], []).extend(shown)
    for family, games in sorted(families.items(), key=lambda pair: pair[0].casefold()):
        if len(games) > 1:
            parts += _links(family, games, "")
        else:
            alone += games
    parts += _links(translate("Other games"), alone, "")
    return _page(frame, "", title, summary, parts)


def _links(title: str, games: Iterable[Mapping[str, Any]], above: str) -> Iterator[str]:
    """Yield a heading and links to games, if there are any."""
    items = [
        f'<li><a href="{above}{game["id"]}/">{escape(game["name"])}</a></li>'
        for game in sorted(games, key=lambda game: game["name"].casefold())
    ]
    if items:
        yield f"<h2>{escape(title)}</h2>"
        yield f'<ul class="games">{"".join(items)}</ul>'


def _image(name: str, text: str, svg: str) -> str:
    """Return an image with the size of its drawing, so that the page does not shift."""
    size = svg[svg.index("width=") : svg.index(" viewBox")]
    return f'<p class="drawing"><img src="{name}.svg" {size} alt="{escape(text)}"></p>'


def _html(markdown: str) -> str:
    html: str = _MARKDOWN.render(markdown.replace(" %", "\N{NO-BREAK SPACE}%"))
    return html.strip()


def _page(frame: Frame, path: str, title: str, summary: str, parts: Iterable[str]) -> str:
    """Return a page with links to the table, to the index and to the same page in other languages.

    Args:
        frame: what all pages share.
        path: the page's path below the index.
        title: its title.
        summary: its description for search engines.
        parts: its main part.
    """
    base, here = frame.base, language()
    others = [
        (code, name, f"{base}/{folder(code)}/{path}")
        for code, name in languages().items()
        if code != here
    ]
    search = []
    if frame.address:  # search engines accept only whole addresses
        search = [f'<link rel="canonical" href="{frame.address}/{folder(here)}/{path}">']
        search += [
            f'<link rel="alternate" hreflang="{code}" href="{frame.address}/{folder(code)}/{path}">'
            for code in languages()
        ]
    lines = [
        "<!doctype html>",
        f'<html lang="{here}">',
        "<head>",
        '<meta charset="utf-8">',
        f"<title>{escape(title)} · Cadogan</title>",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f'<meta name="description" content="{escape(summary)}">',
        '<meta name="color-scheme" content="light dark">',
        f'<link rel="icon" href="{frame.static}/icon.svg" type="image/svg+xml">',
        f'<link rel="stylesheet" href="{frame.static}/base.css">',
        f'<link rel="stylesheet" href="{frame.static}/site/game-page.css">',
        *search,
        "</head>",
        '<body class="about-games">',
        "<header>",
        f'<a href="{base}/">Cadogan</a>',
        "<nav>",
        f'<a href="{base}/{folder(here)}/">{escape(translate("All games"))}</a>',
        *(
            f'<a href="{address}" lang="{code}" hreflang="{code}">{escape(name)}</a>'
            for code, name, address in others
        ),
        "</nav>",
        "</header>",
        "<main>",
        *parts,
        "</main>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"
