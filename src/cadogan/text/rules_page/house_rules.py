"""Rules page: the sections on house rules, with the current answers and the other choices.

The functions need a definition whose texts are in the current language.
"""

from __future__ import annotations

from cadogan.i18n import msgid, translate
from cadogan.i18n.grammar import bullets, capitalized, listed, sentence
from cadogan.rules.definition import Definition, Option
from cadogan.rules.house_rules import differing


def in_force(definition: Definition) -> list[str]:
    """State which answers the page assumes, unless all of them are defaults."""
    options, items = definition.options, []
    for name, key in differing(options, definition.answers).items():
        answer = capitalized(options[name].answers[key].name)
        items.append(f"{options[name].about} {answer} ({name}={key}).")
    return [translate("This page assumes these house rules:"), *bullets(items)] if items else []


def house_rules(definition: Definition) -> list[str]:
    """List the choices: each question with its answers, their meanings and their sources."""
    lines = []
    for name, option in definition.options.items():
        if option.kind == "choice":
            lines += [f"*{name}*: {option.about}", *bullets(_answers(name, option, definition))]
    if lines:
        text = msgid("Books and players differ on these rules. Choose them before the deal.")
        lines.insert(0, translate(text))
    return lines


def _answers(name: str, option: Option, definition: Definition) -> list[str]:
    lines = []
    for key, answer in option.answers.items():
        now = translate(", chosen here") if definition.answers[name] == key else ""
        usual = translate(", default") if key == option.default else ""
        parts = [f"{capitalized(answer.name)} ({name}={key}{usual or now})."]
        if answer.about:
            parts.append(sentence(answer.about))
        if answer.sources:
            parts.append(translate("Source: {sources}.", sources="; ".join(answer.sources)))
        lines.append(" ".join(parts))
    return lines


def combinations(definition: Definition) -> list[str]:
    """List the named combinations of answers."""
    return bullets(
        f"*{some.name}*: " + listed(f"{name}={key}" for name, key in some.options.items()) + "."
        for some in definition.combinations.values()
    )
