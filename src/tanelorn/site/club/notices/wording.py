"""Messages in words. They name tables, their games, and what everybody at the page would see; never what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, groupby

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext, gettext_lazy, ngettext, override

from tanelorn.core.game import games
from tanelorn.site.club.notices.models import News
from tanelorn.site.club.people.models import Notice, Person

_OFF = signing.Signer(salt="tanelorn.notices.off")
_MOST_NOTE = 2000
"""Letters that Discord takes in one message."""
_SAYS = {
    Notice.ASKED: gettext_lazy("You are asked to play; a seat is kept for you."),
    Notice.BEGUN: gettext_lazy("The game has begun."),
    Notice.OVER: gettext_lazy("The game is over."),
    Notice.TURN: gettext_lazy("It is your turn."),
    Notice.NEAR: gettext_lazy("Your time for a decision is nearly up."),
    Notice.LETTER: gettext_lazy("A letter to you has come."),
    Notice.PROPOSED: gettext_lazy("A pause or more time is proposed; it needs your answer."),
    Notice.REPLACED: gettext_lazy(
        "Your time was up, and you have lost your seat. You may take it again while it is free."
    ),
}
"""What a message says of each, in the order in which it is told."""
_ORDER = [notice.value for notice in _SAYS]


@contextmanager
def speaking_to(person: Person) -> Iterator[None]:
    """Speak the language that a person has chosen, else the one in which they last read the site."""
    with override(person.language or person.heard or settings.LANGUAGE_CODE):
        yield


def subject(told: Sequence[News]) -> str:
    """Return what a mail is about, in a line."""
    tables = _by_table(told)
    if len(tables) > 1:
        return ngettext("News of %(count)s table", "News of %(count)s tables", len(tables)) % {"count": len(tables)}
    name, _, says, _ = tables[0]
    return f"{name}: {' '.join(says)}"


def letter(person: Person, told: Sequence[News]) -> str:
    """Return the text of a mail."""
    parts = [gettext("Hello %(name)s,") % {"name": person.username}]
    parts += [f"{name} ({game})\n{' '.join(says)}\n{url}" for name, game, says, url in _by_table(told)]
    parts.append(
        gettext(
            "You are told because you asked for it. What you are told, and when not:\n%(settings)s\n"
            "No more of these mails, with one click:\n%(off)s"
        )
        % {"settings": f"{site_address()}/me", "off": off_address(person)}
    )
    return "\n\n".join(parts) + "\n"


def note(told: Sequence[News]) -> str:
    """Return the text of a short message, as Discord and its like write it; tables that find no room are counted."""
    lines = [f"**{_plain(name)}** ({game}): {' '.join(says)} <{url}>" for name, game, says, url in _by_table(told)]
    most = _MOST_NOTE - 40
    shown = [line for line, end in zip(lines, accumulate(len(line) + 1 for line in lines), strict=True) if end <= most]
    more = len(lines) - len(shown)
    if more:
        shown.append(ngettext("and %(count)s more table", "and %(count)s more tables", more) % {"count": more})
    return "\n".join(shown)


def short(told: Sequence[News]) -> dict[str, str]:
    """Return what a browser shows of a message: a title, a line, and where it leads."""
    tables = _by_table(told)
    if len(tables) > 1:
        return {"title": subject(told), "body": ", ".join(name for name, *_ in tables)[:200], "url": "/turn"}
    name, game, says, url = tables[0]
    return {"title": f"{name} ({game})", "body": " ".join(says), "url": url or "/"}


def _plain(name: str) -> str:
    """Return a name that people gave, without what such services would read as marks."""
    return re.sub(r"([\\*_~`|<>\[\]()#@:])", r"\\\1", name)


def _by_table(told: Sequence[News]) -> list[tuple[str, str, list[str], str]]:
    """Return name and game of each table, what there is to tell of it, and where it is."""
    ordered = sorted(told, key=lambda news: (news.gathering_id, _ORDER.index(news.what)))
    tables = []
    for _, group in groupby(ordered, key=lambda news: news.gathering_id):
        news = list(group)
        gathering = news[0].gathering
        name = gathering.table.name if gathering.table is not None else gathering.name
        says = list(dict.fromkeys(str(_SAYS[Notice(one.what)]) for one in news))
        tables.append((name, games[gathering.game].title, says, f"{site_address()}/tables/{gathering.code}"))
    return tables


def site_address() -> str:
    """Return where the site is found: as its host says, else where it was opened on this machine."""
    if settings.ADDRESS:
        return str(settings.ADDRESS)
    path = settings.DATA / "site.address"
    return path.read_text(encoding="ascii").strip().rstrip("/") if path.is_file() else ""


def off_address(person: Person) -> str:
    """Return where a person ends these mails without signing in."""
    return f"{site_address()}/notices/off/{_OFF.sign(str(person.pk))}"


def person_of(word: str) -> Person | None:
    """Return whose mails end at an address, None if nobody's do."""
    try:
        return Person.objects.filter(pk=int(_OFF.unsign(word))).first()
    except (signing.BadSignature, ValueError):
        return None
