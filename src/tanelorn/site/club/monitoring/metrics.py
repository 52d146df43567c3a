"""`/metrics`: the figures of a club, for whoever has its METRICS_TOKEN; to all others there is no such page."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import Error
from django.db.models import Count
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from tanelorn.site.club.monitoring import figures
from tanelorn.site.club.notices.queue import queues
from tanelorn.site.live.club import club
from tanelorn.site.live.tables import signals
from tanelorn.site.wire.asgi import Application, Message, Receive, Scope, Send

_EVERY = 5.0
"""Seconds between two counts of the tables in memory."""
_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_BEARER = "Bearer "


class _Jobs(Collector):
    """Counts the jobs that wait in the database, the same for all processes."""

    def collect(self) -> Iterable[Metric]:
        jobs = GaugeMetricFamily("tanelorn_jobs_waiting", "Notices that wait to be sent, by way", labels=["queue"])
        ready = DBTaskResult.objects.filter(status=TaskResultStatus.READY)
        with suppress(Error):  # the other figures can be told without it
            counted = dict(ready.order_by().values_list("queue_name").annotate(Count("pk")))
            for queue in queues():
                jobs.add_metric([queue], counted.get(queue, 0))
        yield jobs


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Tell the figures to whoever may know them."""
    given = request.headers.get("Authorization", "")
    token = settings.METRICS_TOKEN
    if not token or not constant_time_compare(given, f"{_BEARER}{token}"):
        raise Http404
    return HttpResponse(generate_latest(_gathered()), content_type="text/plain; version=0.0.4; charset=utf-8")


def _gathered() -> CollectorRegistry:
    """Return what all processes of this machine have counted."""
    found = CollectorRegistry()
    found.register(_Jobs())
    folder = os.environ.get(_FOLDER)
    if folder is None:
        found.register(figures.OWN)
        return found
    for path in Path(folder).glob("gauge_live*.db"):
        if not _lives(number := path.stem.rpartition("_")[2]):
            mark_process_dead(number)  # type: ignore[no-untyped-call]  # it was killed: what it had open is closed
    MultiProcessCollector(found)  # type: ignore[no-untyped-call]
    return found


def _lives(number: str) -> bool:
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    return True


async def watch() -> None:
    """Count the tables in memory again and again."""
    while True:
        figures.TABLES.set(len(club))
        await asyncio.sleep(_EVERY)


class Counted:
    """Counts what an application answers: requests with how long they took, and open sockets."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer, and count it."""
        if scope["type"] == "websocket":
            with figures.SOCKETS.track_inprogress():
                await self._application(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._application(scope, receive, sent)
        finally:
            figures.REQUESTS.labels(f"{status // 100}xx").observe(time.perf_counter() - began)


@receiver(signals.chosen)
def _chosen(game: str, choices: int, **_: object) -> None:
    figures.CHOICES.labels(game).inc(choices)


@receiver(signals.told)
def _told(seconds: float, **_: object) -> None:
    figures.TOLD.observe(seconds)


@receiver(signals.thought_begun)
def _thought_begun(**_: object) -> None:
    figures.THINKING.inc()


@receiver(signals.thought_ended)
def _thought_ended(game: str, seconds: float, failed: bool, **_: object) -> None:
    figures.THINKING.dec()
    figures.THOUGHTS.labels(game).observe(seconds)
    if failed:
        figures.FAILED.inc()
