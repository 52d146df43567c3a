"""Whether a club is well: what the servers that it needs say, and whether what should have been done has been done."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import caches
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from tanelorn.site.club.pace.models import Clock
from tanelorn.site.tending import waiting_for_bots

try:
    from redis.exceptions import ResponseError as _Refused
except ImportError:  # a club without tanelorn[servers] has no Redis

    class _Refused(Exception):  # type: ignore[no-redef]
        """What nobody raises."""


_ROOM = 200 << 20
"""Bytes below which a disk is nearly full."""
_OVERDUE = timedelta(minutes=5)
_LEAST_KEY = 32
_PROBE = "health"


class Ill(Exception):
    """Something is wrong: why, and what would help."""

    def __init__(self, why: str, remedy: str) -> None:
        super().__init__(why)
        self.why = why
        self.remedy = remedy


class Finding(NamedTuple):
    """What was looked at, and what was found; where it is ill, what would help."""

    what: str
    says: str
    well: bool = True
    remedy: str = ""


@contextmanager
def _answers(remedy: str) -> Iterator[None]:
    """Raise Ill for whatever a server's client raises, without its address: there may be a password in it."""
    try:
        yield
    except Ill:
        raise
    except _Refused as refusal:  # in the words of the Redis, which name no address
        raise Ill(f"refuses to answer: {str(refusal).partition('.')[0]}", remedy) from None
    except Exception as error:
        raise Ill(f"does not answer: {type(error).__name__}", remedy) from None


def of_one_screen() -> bool:
    """Whether the database holds tables of one screen, and no club has ever begun there."""
    begun = {app for app, _ in MigrationRecorder(connection).applied_migrations()}
    return "tables" in begun and "people" not in begun


def _database() -> str:
    with _answers("See that it runs and that DATABASE_URL names it."), connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        version = ".".join(map(str, connection.get_database_version()))
        executor = MigrationExecutor(connection)
        wanted = executor.loader.graph.leaf_nodes("tables" if of_one_screen() else None)
        if executor.migration_plan(wanted):
            raise Ill("is of an older version", "Start the site once: it brings its tables up to date.")
    return f"{connection.display_name} {version}, up to date"


def _cache() -> str:
    with _answers("See that the Redis runs and that REDIS_URL names it."):
        if settings.SHARED and not caches["default"].check():  # type: ignore[attr-defined]
            raise Ill("forgets at once what it is told", "Give the Redis more memory (maxmemory).")
    return "remembers" if settings.SHARED else "in the one process of the site"


def _word() -> str:
    layer = get_channel_layer()
    assert layer is not None
    with _answers("See that the Redis runs and that REDIS_URL names it."):
        async_to_sync(layer.group_send)(_PROBE, {"type": "health"})
    return "passes between processes" if settings.SHARED else "in the one process of the site"


def _disk() -> str:
    free = shutil.disk_usage(settings.DATA).free
    if free < _ROOM:
        raise Ill(f"has {free >> 20} MB left for {settings.DATA}", "Make room: what cannot be written is not played.")
    return f"{free >> 30} GB left for {settings.DATA}"


def _key() -> str:
    if len(settings.SECRET_KEY) < _LEAST_KEY:
        raise Ill("is short enough to be guessed", "Set SECRET_KEY to what `openssl rand -hex 32` prints.")
    return "long enough"


def _address() -> str:
    address = settings.ADDRESS
    if address and not address.startswith("https://"):
        raise Ill(
            f"{address} is open to whoever listens", "Let a web server speak HTTPS, and set TANELORN_ADDRESS to it."
        )
    return address or "reached on this machine alone; set TANELORN_ADDRESS for others"


def _mail() -> str:
    if not settings.EMAIL_HOST:
        return f"put into {settings.EMAIL_FILE_PATH}; set EMAIL_HOST to send it"
    with _answers("See EMAIL_HOST, EMAIL_PORT, EMAIL_USER and EMAIL_PASSWORD."):
        server = get_connection()
        server.open()
        server.close()
    return f"sent by {settings.EMAIL_HOST}"


def _jobs() -> str:
    late = DBTaskResult.objects.filter(status=TaskResultStatus.READY, enqueued_at__lt=timezone.now() - _OVERDUE)
    count = late.exclude(run_after__gt=timezone.now() - _OVERDUE).count()
    if count:
        raise Ill(f"{count} wait for longer than {_OVERDUE}", "Start the site; if it runs, see what its log says.")
    return "done as they come"


def _clocks() -> str:
    played = Clock.objects.filter(table__removed=None, table__ended=False, table__frozen__isnull=True)
    count = played.exclude(table__pacing__late="wait").filter(due__lt=timezone.now() - _OVERDUE).count()
    if count:
        raise Ill(f"{count} seats are late and nobody has seen to it", "Start the site; if it runs, see its log.")
    return "seen to"


def _bots() -> str:
    count = len(waiting_for_bots(_OVERDUE))
    if count:
        raise Ill(f"{count} tables or more wait for them", "Start the site; if it runs, see what its log says.")
    return "nobody waits for them"


def _people() -> str:
    return "at one screen, without accounts: no club has begun here"


SERVERS: dict[str, Callable[[], str]] = {"database": _database, "cache": _cache, "word": _word}
CHECKS = {
    **SERVERS,
    "disk": _disk,
    "key": _key,
    "address": _address,
    "mail": _mail,
    "jobs": _jobs,
    "clocks": _clocks,
    "bots": _bots,
}
ONE_SCREEN = {"database": _database, "people": _people, "disk": _disk}


def checks() -> dict[str, Callable[[], str]]:
    """Return what is to be looked at: all that a club needs, or what one screen does."""
    try:
        return ONE_SCREEN if of_one_screen() else CHECKS
    except DatabaseError:
        return CHECKS


def found(checks: dict[str, Callable[[], str]]) -> Iterator[Finding]:
    """Look at one thing after the other; what cannot be looked at is ill."""
    for what, check in checks.items():
        try:
            yield Finding(what, check())
        except Ill as ill:
            yield Finding(what, ill.why, well=False, remedy=ill.remedy)
        except (DatabaseError, OSError) as error:
            yield Finding(
                what, f"cannot be looked at: {type(error).__name__}", well=False, remedy="See to the database."
            )


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Say whether the servers answer that the site needs, to whoever watches over it: 200 if all do, else 503."""
    findings = list(found(SERVERS))
    well = all(one.well for one in findings)
    said = {one.what: "well" if one.well else "ill" for one in findings}
    return JsonResponse({"well": well, **said}, status=200 if well else 503)
