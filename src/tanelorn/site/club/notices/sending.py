"""Sending messages: jobs, each of which sends one message one way; each way has a queue of its name."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone
from django_tasks import task

from tanelorn.site.club.notices import wording
from tanelorn.site.club.notices.models import Device, Message, News
from tanelorn.site.club.notices.truth import is_so
from tanelorn.site.club.notices.ways.failures import GivenUp, Gone, NotSent
from tanelorn.site.club.notices.ways.hooks import Net, post
from tanelorn.site.club.notices.ways.push import push
from tanelorn.site.club.people.models import Person

NET = Net()
"""Through which messages go out."""
_log = logging.getLogger(__name__)
_AGAIN = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""After how long a message that could not be sent is tried again."""


def _mail(message: Message, told: Sequence[News]) -> None:
    person = message.person
    off = wording.off_address(person)
    mail = EmailMessage(
        wording.subject(told),
        wording.letter(person, told),
        to=[person.email],
        headers={
            "List-Unsubscribe": f"<{off}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    post_office = get_connection()
    try:
        post_office.open()
    except (SMTPException, OSError) as error:
        raise NotSent(type(error).__name__) from None
    try:
        post_office.send_messages([mail])
    except (SMTPResponseException, SMTPRecipientsRefused) as error:  # it says no; who says nothing may have taken it
        raise NotSent(type(error).__name__) from None
    finally:
        post_office.close()


def _hook(message: Message, told: Sequence[News]) -> None:
    content = {"content": wording.note(told), "allowed_mentions": {"parse": []}}  # a table may be called @everyone
    asyncio.run(post(message.person.webhook, json.dumps(content).encode(), NET))


def _push(message: Message, told: Sequence[News]) -> None:
    device = message.device
    if device is None:
        return
    try:
        asyncio.run(push(device, json.dumps(wording.short(told)).encode(), NET))
    except Gone:
        device.delete()
        raise GivenUp("the browser listens no more") from None


WAYS: dict[str, Callable[[Message, Sequence[News]], None]] = {"mail": _mail, "hook": _hook, "push": _push}


def ways_of(person: Person) -> list[tuple[str, Device | None]]:
    """Return by which ways a person wants to be told: those that are browsers one by one."""
    ways: list[tuple[str, Device | None]] = []
    if person.by_mail and person.email:
        ways.append(("mail", None))
    if person.webhook:
        ways.append(("hook", None))
    devices = person.devices.all() if settings.PUSH_KEY else ()
    return [*ways, *(("push", device) for device in devices)]


def enqueue(message: Message, after: timedelta | None = None) -> None:
    """Make sending a message, at once or after a while, a job of the queue of its way."""
    at = timezone.now() + after if after is not None else None
    deliver.using(queue_name=message.way, run_after=at).enqueue(message.pk)


@task(queue_name="mail")
def deliver(number: int) -> None:
    """Send a message, unless its sending has begun before; what can certainly not be sent is tried again later."""
    if not Message.objects.filter(pk=number, begun=None).update(begun=timezone.now()):
        return
    message = Message.objects.select_related("person", "device").get(pk=number)
    person = message.person
    news = News.objects.filter(pk__in=message.news).select_related("gathering__table", "person")
    told = [one for one in news if is_so(one)]
    if not told or (message.way, message.device) not in ways_of(person):
        return
    try:
        with wording.speaking_to(person):
            WAYS[message.way](message, told)
    except NotSent as error:
        _log.warning("message %s could not be sent: %s", number, error)
        _try_again(message)
    except GivenUp as error:
        _log.warning("message %s cannot be sent: %s", number, error)
    except Exception as error:  # what it says may hold an address that is nobody's business
        _log.warning("message %s may not have arrived: %s", number, type(error).__name__)
    else:
        Message.objects.filter(pk=number).update(sent=timezone.now())


def _try_again(message: Message) -> None:
    if message.tries >= len(_AGAIN):
        return
    with transaction.atomic():
        Message.objects.filter(pk=message.pk).update(begun=None, tries=message.tries + 1)
        enqueue(message, _AGAIN[message.tries])
