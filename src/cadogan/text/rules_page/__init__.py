"""Rules of a game as a page of prose, written from its definition.

The compiled rules determine which cards go where; :mod:`cadogan.rules.vocabulary` defines the
phrases. So the page describes exactly what the engine does, even for a new game. The module
``writer`` names and explains the parts of a game; the other modules write the sections.
"""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import bullets, listed, sentence
from cadogan.mechanics.text import mechanic_sections
from cadogan.odds_data import measured, played, usual_of
from cadogan.rules.catalogue import relatives
from cadogan.rules.definition import Definition
from cadogan.rules.house_rules import differing
from cadogan.rules.localize import localized
from cadogan.state.compiled import CompiledGame
from cadogan.text.rules_page.end import object_of_play, score, special_moves
from cadogan.text.rules_page.foundations import foundations
from cadogan.text.rules_page.house_rules import combinations, house_rules, in_force
from cadogan.text.rules_page.piles import piles
from cadogan.text.rules_page.start import choices, layout, pack_of_cards
from cadogan.text.rules_page.stock import redeals, stock_and_waste
from cadogan.text.rules_page.writer import RulesWriter

__all__ = ["rules_page"]


def _heading(definition: Definition) -> list[str]:
    """Return the page's title, the game's other names, and its description."""
    own, known = localized(definition), relatives(definition.id)
    lines = [f"# {own.name}"]
    if differing(definition.options, definition.answers):
        lines.append(translate("*This game is a form of {game}.*", game=own.written["name"]))
    elif definition.parent != definition.id and known.get(definition.id) == definition:
        lines.append(
            translate(
                "*This game is a variant of {game}.*", game=localized(known[definition.parent]).name
            )
        )
    if own.aliases:
        lines.append(translate("*This game is also called {names}.*", names=listed(own.aliases)))
    return [*lines, sentence(own.about), *in_force(own)]


def _variants(definition: Definition) -> list[str]:
    """List the variants of a game in the catalogue."""
    known = relatives(definition.id)
    if known.get(definition.id) != definition:
        return []
    found = [localized(d) for d in known.values() if d.parent == definition.id != d.id]
    return bullets(f"*{d.name}*" + (f": {sentence(d.about)}" if d.about else ".") for d in found)


def rules_page(rules: CompiledGame) -> str:
    """Write a game's rules, with its options, as a page in the current language.

    The page is Markdown of few means: ``# Name``, ``## Section``, paragraphs, ``- `` lists and
    ``*emphasis*``.

    >>> from cadogan.rules.catalogue import find
    >>> from cadogan.compiler import compile_rules
    >>> page = rules_page(compile_rules(find("bakers-dozen"), {}))
    >>> print(page.split("## The tableau")[1].split("##")[0].strip())
    The tableau is built down: each card one rank lower than the card it is laid on, whatever the \
suit (any nine on any ten).
    <BLANKLINE>
    Only the top card of a pile may be taken; it may be played to the foundations or to another \
tableau pile.
    <BLANKLINE>
    An empty pile is never filled.
    """
    say = RulesWriter(rules)
    definition, own = rules.definition, localized(rules.definition)
    several_cells = sum(g.piles for g in say.of_kind("cell")) > 1
    waste = bool(say.of_kind("waste"))
    figures = (measured(definition, rules.options), played(definition, rules.options))
    odds = [found.told for found in figures if found]
    if odds:
        odds.append(usual_of(definition, rules.options))
    sections = (
        ("", _heading(definition)),
        (msgid("The cards"), pack_of_cards(say)),
        (msgid("Before the deal"), choices(say)),
        (msgid("The layout"), layout(say)),
        (msgid("The foundations"), foundations(say)),
        (msgid("The tableau"), piles(say, "tableau")),
        (msgid("The reserve"), piles(say, "reserve")),
        (msgid("The cells") if several_cells else msgid("The cell"), piles(say, "cell")),
        (msgid("The stock and the waste") if waste else msgid("The stock"), stock_and_waste(say)),
        (msgid("Redeals"), redeals(say)),
        *mechanic_sections(definition),
        (msgid("Special moves"), special_moves(say)),
        (msgid("The score"), score(say)),
        (msgid("The object"), object_of_play(say)),
        (msgid("House rules"), house_rules(own)),
        (msgid("Named combinations"), combinations(own)),
        (msgid("Variants"), _variants(definition)),
        (msgid("Notes"), list(map(sentence, own.notes))),
        (msgid("Odds"), [*map(sentence, own.odds), *odds]),
        (msgid("Sources"), bullets(f"{source}." for source in own.sources)),
    )
    parts: list[str] = []
    for title, texts in sections:
        paragraphs = [text for text in texts if text]
        if title and paragraphs:
            parts.append(f"## {translate(title)}")
        parts += paragraphs
    return "\n\n".join(parts) + "\n"
