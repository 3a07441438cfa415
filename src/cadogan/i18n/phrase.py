"""Phrases: texts with several grammatical forms, which a sentence may request."""

from __future__ import annotations

from collections.abc import Callable


class Phrase(str):
    """A text for use in a sentence; as a string, it is in its basic form.

    A sentence requests another form after a colon, as ``{pile:dem}`` does in German.
    ``{piles:is/are}`` inserts the first word for a singular text and the second for a plural one.

    Args:
        text: the basic form.
        plural: whether the text is in the plural.
        form: a function that returns the form with a given name; None if there are no other forms.

    >>> "{0} {0:is/are} empty".format(Phrase("the foundations", plural=True))
    'the foundations are empty'
    """

    __slots__ = ("_form", "plural")

    plural: bool
    _form: Callable[[str], str] | None

    def __new__(
        cls, text: str, plural: bool = False, form: Callable[[str], str] | None = None
    ) -> Phrase:
        """Create the string and attach its other forms."""
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
    """Return a phrase with the same text in all forms, such as a name.

    >>> f"{fixed('*left*'):dat}"
    '*left*'
    """
    return Phrase(text, form=lambda _: text)
