"""The language in which the site speaks: a reader's choice or their browser's wish, and what the page needs of it.

English is the source of all words and needs no catalog. The others lie in `locale/`, made by `docs/make_words.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from gettext import c2py

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils.safestring import mark_safe
from django.utils.translation import (
    get_language,
    get_language_from_request,
    get_language_info,
    gettext,
    gettext_lazy,
)
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JSONCatalog

SOURCE = "en"
OF_THE_CORE = (
    *(
        gettext_lazy("light"),
        gettext_lazy("medium light"),
        gettext_lazy("medium"),
        gettext_lazy("medium heavy"),
        gettext_lazy("heavy"),
    ),
    *(
        gettext_lazy("Novice: has just learned the game"),
        gettext_lazy("Easy: overlooks much"),
        gettext_lazy("Medium: looks one turn ahead"),
        gettext_lazy("Strong: thinks for a second"),
        gettext_lazy("Master: thinks for three seconds"),
    ),
    *(gettext_lazy("novice"), gettext_lazy("easy"), gettext_lazy("strong"), gettext_lazy("master")),
    *(
        gettext_lazy("the rulebook says so"),
        gettext_lazy("a published clarification"),
        gettext_lazy("lost with a picture; ours"),
    ),
)
"""Words that the site shows and the core keeps, which knows no languages: weights, levels of bots, sources."""
_COUNTED = 200
"""Plural forms are told for counts below this; from 100 on they come again with every hundred."""


def language() -> str:
    """Return the language of whoever is being answered."""
    return get_language() or SOURCE


def language_of(headers: Iterable[tuple[bytes, bytes]]) -> str:
    """Return the language that the headers of a request ask for, by cookie or else by the browser's wish."""
    found = {name: value.decode("latin-1") for name, value in headers}
    request = HttpRequest()
    request.COOKIES = parse_cookie(found.get(b"cookie", ""))
    request.META["HTTP_ACCEPT_LANGUAGE"] = found.get(b"accept-language", "")
    return get_language_from_request(request)


def speaking(request: HttpRequest) -> dict[str, object]:
    """Add to every page its language, those to choose from, the words of its scripts, and what marks text that stays
    English.
    """
    foreign = language() != SOURCE
    return {
        "language": language(),
        "languages": [
            {"code": code, "name": get_language_info(code)["name_local"].capitalize()} for code, _ in settings.LANGUAGES
        ],
        "english": mark_safe(' lang="en"') if foreign else "",  # our own text
        "words": page_words(language()) if foreign else None,
    }


@cache
def page_words(code: str) -> dict[str, object]:
    """Return what scripts say in a language, and as a row of digits which form goes with each count from 0."""
    view = JSONCatalog()
    view.translation = DjangoTranslation(code, domain="djangojs")
    form = c2py(str(view.get_plural() or "n != 1"))
    return {"catalog": view.get_catalog(), "plural": "".join(str(int(form(count))) for count in range(_COUNTED))}


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence has them: “A”, “A and B”, “A and B and C”."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(some)s and %(last)s") % {"some": listed(names[:-1]), "last": names[-1]}
