"""The names of people: what can be one, and which two are the same."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

MOST_NAME = 40
_VISIBLE = "LMNPS"
"""The first letters of Unicode's categories of what can be seen; of all that cannot, a name has plain spaces alone."""


def tidy(name: str) -> str:
    """Return a name as it is kept: its letters composed, a single space between words and none around them."""
    return " ".join(word for word in unicodedata.normalize("NFC", name).split(" ") if word)


def folded(name: str) -> str:
    """Return what two names have in common that would be taken for each other, such as “Ann” and “ＡＮＮ”."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def check_name(name: str) -> None:
    """Raise ValidationError for what cannot be a name: it is shown to everybody, within lines of text."""
    if not all(letter == " " or unicodedata.category(letter)[0] in _VISIBLE for letter in name):
        raise ValidationError(gettext_lazy("A name is one line of letters that can be seen."), code="unseen")
    if "@" in name:
        raise ValidationError(gettext_lazy("Everybody sees a name, so it cannot be an e-mail address."), code="address")
