"""Where a person is signed in: what there is to say of each place, and how it ends."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from tanelorn.site.club.people.models import Person
from tanelorn.site.keeping.word import say_now
from tanelorn.site.words import language

_BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
_SYSTEMS = {"Android": "Android", "iPhone": "iOS", "iPad": "iPadOS", "Windows": "Windows", "Mac OS": "macOS"}
_STAMP = "seen"
_SELDOM = 300
"""So many seconds may pass until it is noted anew that somebody is here: not every page is worth a write."""


class Place(NamedTuple):
    """A browser in which a person is signed in."""

    id: int
    browser: str
    ip: str
    began: datetime
    seen: datetime
    here: bool


def places(request: HttpRequest, person: Person) -> list[Place]:
    """Return where a person is signed in, the last used first."""
    own = request.session.session_key
    found = UserSession.objects.purge_and_list(person)
    return [
        Place(one.pk, browser_of(one.user_agent), one.ip, one.created_at, one.last_seen_at, one.session_key == own)
        for one in sorted(found, key=lambda one: one.last_seen_at, reverse=True)
    ]


def browser_of(agent: str) -> str:
    """Return a browser's name and system, as far as it tells them."""
    found = [name for sign, name in _BROWSERS.items() if sign in agent][:1]
    found += [name for sign, name in {**_SYSTEMS, "Linux": "Linux"}.items() if sign in agent][:1]
    return ", ".join(found) or re.sub(r"[^\w./ -]", "", agent)[:40] or gettext("a browser")


def end(person: Person, *, number: int = 0, but: str = "") -> None:
    """Sign a person out in one place, or everywhere but in the session that is named."""
    ending = UserSession.objects.filter(user=person).exclude(session_key=but)
    for one in ending.filter(pk=number) if number else ending:
        one.end()


def note_presence(request: HttpRequest, person: Person) -> None:
    """Note now and then that a person is here, so that what is used stays and what is not can be told from it; and in
    which language they are spoken to, whenever that is another one.
    """
    now = timezone.now()
    if now.timestamp() - request.session.get(_STAMP, 0) < _SELDOM and person.heard == language():
        return
    request.session[_STAMP] = int(now.timestamp())
    Person.objects.filter(pk=person.pk).update(seen=now, heard=language())
    UserSession.objects.filter(session_key=request.session.session_key).update(last_seen_at=now)


def group_of(key: str) -> str:
    """Return the group of all sockets that were opened in a session."""
    return f"session.{key}"


@receiver(post_delete, sender=Session, dispatch_uid="people.session_over")
def session_over(instance: Session, **_: object) -> None:
    """Close what a session had open: whoever was signed out is told nothing more."""
    UserSession.objects.filter(session_key=instance.session_key).delete()
    group = group_of(instance.session_key)
    transaction.on_commit(lambda: say_now(group, {"type": "session.over"}, surely=True))
