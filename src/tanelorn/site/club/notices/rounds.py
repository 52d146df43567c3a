"""Who is told what, and when: one message for all that has come together, never in quiet hours, never twice."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from tanelorn.site.club.notices.models import Message, News
from tanelorn.site.club.notices.news import quiet_of, soon
from tanelorn.site.club.notices.quiet import end_of_quiet
from tanelorn.site.club.notices.sending import enqueue, ways_of
from tanelorn.site.club.notices.truth import is_so
from tanelorn.site.club.people.models import Notice, Person

Looks = Callable[[str, int], bool]
"""Whether somebody, by their number, has the page of a table open, by its code."""
_AT_ONCE = 100
"""People who are told at one look."""
_KEPT = timedelta(days=90)


def due_people(now: datetime) -> list[Person]:
    """Return those for whom something is due."""
    due = News.objects.filter(settled=None, due__lte=now)
    return list(Person.objects.filter(pk__in=due.values("person"))[:_AT_ONCE])


def tell(person: Person, now: datetime, looks: Looks) -> bool:
    """Write down the messages to a person of what is due, for the queue to send; or put it off, if they are not to be
    disturbed now. Return whether there are any.

    What they are told, what they look at already, and what is no longer so is settled in the same transaction.
    """
    with transaction.atomic():
        (held,) = Person.objects.hold([person.pk])
        later = _next_message(held, now)
        waiting = News.objects.filter(person=held, settled=None)
        if later > now:
            waiting.filter(due__lte=now).update(due=later)
            return False
        waiting = waiting.select_related("gathering__table", "person")
        found = [news for news in waiting if news.due <= now or _may_come_early(news, now)]
        seen = {news.pk for news in found if looks(news.gathering.code, held.pk)}
        told = [news for news in found if news.pk not in seen and is_so(news)]
        done = [news.pk for news in found if news.due <= now or news.pk not in seen]
        News.objects.filter(pk__in=done).update(settled=now)
        if not told:
            return False
        for way, device in ways_of(held):
            message = Message.objects.create(
                person=held, way=way, device=device, news=[news.pk for news in told], made=now
            )
            enqueue(message)
    return True


def _next_message(person: Person, now: datetime) -> datetime:
    """Return when a person may be sent a message: in their waking hours, and not right after another."""
    last = Message.objects.filter(person=person).aggregate(last=Max("made"))["last"]
    at = now if last is None else max(now, last + timedelta(seconds=settings.NOTICES_APART))
    return end_of_quiet(at, quiet_of(person))


def _may_come_early(news: News, now: datetime) -> bool:
    """Whether something may be told with what is due already, so that it needs no message of its own."""
    return news.what != Notice.NEAR and news.due <= now + soon()


def forget(now: datetime) -> None:
    """Remove what was told long ago."""
    News.objects.filter(settled__lt=now - _KEPT, past=True).delete()
    Message.objects.filter(made__lt=now - _KEPT).delete()
