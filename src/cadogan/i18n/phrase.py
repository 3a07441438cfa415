"""Texts that have other forms, where the grammar of a sentence asks for them."""

from __future__ import annotations

from collections.abc import Callable


class Phrase(str):
    """A text that stands in a sentence: as itself, it has the form that it has alone.

    A sentence may ask for another of its forms, behind a colon, as ``{pile:dem}`` does of a German
    one. ``{piles:is/are}`` gives the first word where the text is singular, the second where it is
    plural.

    Args:
        text: as it stands alone.
        plural: whether it names several.
        form: returns the form of a given name; without it there is no other.

    >>> "{0} {0:is/are} empty".format(Phrase("the foundations", plural=True))
    'the foundations are empty'
    """

    __slots__ = ("_form", "plural")

    plural: bool
    _form: Callable[[str], str] | None

    def __new__(
        cls, text: str, plural: bool = False, form: Callable[[str], str] | None = None
    ) -> Phrase:
        """Return the text, with its forms."""
        self = super().__new__(cls, text)
        self.plural, self._form = plural, form
        return self

    def __format__(self, wanted: str) -> str:
        if not wanted:
            return str(self)
        one, bar, several = wanted.partition("/")
        if bar:
            return several if self.plural else one
        if self._form is None:
            raise ValueError(f"{str(self)!r} has no form {wanted!r}")
        return self._form(wanted)


def fixed(text: str) -> Phrase:
    """Return a text that is the same in all forms, such as a name.

    >>> f"{fixed('*left*'):dat}"
    '*left*'
    """
    return Phrase(text, form=lambda _: text)
