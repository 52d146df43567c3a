"""The queues of jobs: they lie in the database, and for each a thread of the server does one after the other."""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading

from django.core.management import call_command
from django.db import DatabaseError
from django_tasks import DEFAULT_TASK_BACKEND_ALIAS, TaskResultStatus, task_backends
from django_tasks_db.management.commands.db_worker import Worker
from django_tasks_db.models import DBTaskResult

_log = logging.getLogger(__name__)
_EVERY = 1.0
"""Seconds between two looks into an empty queue."""
_AFTER_TROUBLE = 5.0


def queues() -> list[str]:
    """Return the names of all queues."""
    return sorted(task_backends[DEFAULT_TASK_BACKEND_ALIAS].queues)


def new_worker(name: str, *, batch: bool = False) -> Worker:
    """Return what does the jobs of a queue, "*" for all; in a `batch` those that are there, then no more."""
    return Worker(
        queue_names=[name],
        interval=_EVERY,
        batch=batch,
        backend_name=DEFAULT_TASK_BACKEND_ALIAS,
        startup_delay=False,
        max_tasks=None,
        worker_id=secrets.token_hex(8),
        excluded_queue_names=[],
    )


def take_up() -> None:
    """Take up jobs in which the site was stopped, or the database failed them; what has been begun of them is not begun
    again. Forget old ones.
    """
    left = (TaskResultStatus.RUNNING, TaskResultStatus.FAILED)
    DBTaskResult.objects.filter(status__in=left).update(status=TaskResultStatus.READY)
    call_command("prune_db_task_results", min_age_days=7, queue_name="*", verbosity=0)


def _work(worker: Worker, stop: threading.Event) -> None:
    while not stop.is_set():
        try:
            worker.run()
        except DatabaseError as error:
            _log.warning("the queue cannot be read for now: %s", error)
        except Exception:
            _log.exception("the queue has stopped, and is begun anew")
        stop.wait(_AFTER_TROUBLE)


async def work() -> None:
    """Do the jobs of the queues until the server ends; a job that is being done then is left in the middle."""
    workers, stop = [new_worker(name) for name in queues()], threading.Event()
    for worker in workers:
        threading.Thread(target=_work, args=(worker, stop), name="queue", daemon=True).start()
    try:
        await asyncio.Event().wait()
    finally:
        stop.set()
        for worker in workers:
            worker.running = False
