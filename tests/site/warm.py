"""Sites that start at once: a process that has read what every site reads first, and is forked for each of them.

What a site does from then on is its own: its environment, its settings, its data, its end. Whatever Python, the loader
or the clock read when a process begins cannot be given to one that is forked; a site that needs it begins by itself.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NoReturn

from tanelorn.core.game import games

_READ_AT_START = ("PYTHON", "LD_", "FAKETIME", "LC_", "LANG")
"""What the names of variables begin with that a process reads only when it begins. The zone of its clock each site sets
itself; so has a process of tests, for all that it starts from then on, in which Django was set up.
"""
_READ_FIRST = [
    "allauth.core.ratelimit",
    "allauth.usersessions.adapter",
    "channels.auth",
    "channels.generic.websocket",
    "channels.routing",
    "channels.security.websocket",
    "channels_redis.pubsub",
    "dj_database_url",
    "django.contrib.admin.templatetags.admin_list",
    "django.contrib.auth.hashers",
    "django.contrib.humanize.templatetags.humanize",
    "django.contrib.staticfiles.handlers",
    "django.core.cache.backends.redis",
    "django.core.mail.backends.smtp",
    "django.core.management.commands.migrate",
    "django.db.backends.postgresql.base",
    "django.db.backends.sqlite3.base",
    "django.db.migrations.executor",
    "django.forms",
    "django.template.loader_tags",
    "django.test.signals",
    "django.views.generic",
    "django_tasks_db.utils",
    "fido2.server",
    "http_ece",
    "msgspec.json",
    "py_vapid",
    "pydantic",
    "pydantic.dataclasses",
    "pydantic.json_schema",
    "pydantic.networks",
    "redis.asyncio",
    "tanelorn.arena.places.workers",
    "tanelorn.site.club.notices.ways.hooks",
    "tanelorn.site.live.pictures",
    "tanelorn.site.live.tables.thinking",
    "tanelorn.site.pages.rulebooks",
    "tanelorn.site.wire.parts",
    "uvicorn.lifespan.on",
    "uvicorn.loops.auto",
    "uvicorn.main",
    "uvicorn.protocols.http.auto",
    "uvicorn.protocols.websockets.auto",
    "whitenoise.middleware",
]
"""Of what a site is made of, beside the games, what can be read without its settings and takes a while."""
_OURS = dict(os.environ)


class Forked:
    """A site that was forked, to be told and waited for as one that was started by itself."""

    def __init__(self, environment: Mapping[str, str], program: str) -> None:
        reading, writing = os.pipe()
        self._line, theirs = socket.socketpair()
        socket.send_fds(_forks(), [b"."], [writing, theirs.fileno()])
        os.close(writing)
        theirs.close()
        self._line.sendall(json.dumps({"environment": dict(environment), "program": program}).encode() + b"\n")
        self._told = self._line.makefile("rb", buffering=0)  # so that what waits to be read is seen
        self.pid = int(self._told.readline())
        self.stdout = os.fdopen(reading, encoding="utf-8")
        self._code: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Return the status with which it has ended; raise TimeoutError if it has not by then."""
        if self._code is None:
            if not select.select([self._line], [], [], timeout)[0]:
                raise TimeoutError
            self._code = int(self._told.readline())
        return self._code

    def send_signal(self, which: int) -> None:
        """Send it a signal unless it has ended."""
        with contextlib.suppress(TimeoutError):
            self.wait(0)
            return
        os.kill(self.pid, which)

    def kill(self) -> None:
        """Kill it outright."""
        self.send_signal(signal.SIGKILL)


def begin(environment: Mapping[str, str], program: str) -> Forked | subprocess.Popen[str]:
    """Start a Python program of a site's in an environment; what it prints is read from its `stdout`."""
    if _read_at_start(environment) == _read_at_start(_OURS):
        return Forked(environment, program)
    return subprocess.Popen(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def _read_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_READ_AT_START)}


@cache
def _forks() -> socket.socket:
    """Return the line to the process that is forked; it ends when the line does, as with this process."""
    ours, theirs = socket.socketpair()
    command = [sys.executable, "-c", f"from tests.site.warm import fork_on_demand as f; f({theirs.fileno()})"]
    root = Path(__file__).parents[2]
    subprocess.Popen(command, env=_OURS, cwd=root, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    return ours


def fork_on_demand(line: int) -> None:
    """Read what all sites read; for each site asked for, start a process that forks it and tells how it ended."""
    for name in _READ_FIRST:
        importlib.import_module(name)
    games.by_weight()
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody here waits for those that wait for sites
    asking = socket.socket(fileno=line)
    while (asked := socket.recv_fds(asking, 1, 2))[0]:
        printed, told = asked[1]
        if not os.fork():
            asking.close()
            _site_and_its_end(printed, socket.socket(fileno=told))
        os.close(printed)
        os.close(told)


def _site_and_its_end(printed: int, line: socket.socket) -> NoReturn:
    """Read what is to be run, fork it, tell its number, and when it has ended how."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    with line.makefile() as asked:
        site = json.loads(asked.readline())
    number = os.fork()
    if not number:
        line.close()
        _run(printed, **site)
    os.close(printed)
    line.sendall(b"%d\n" % number)
    line.sendall(b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
    os._exit(0)


def _run(printed: int, environment: Mapping[str, str], program: str) -> NoReturn:
    """Run a program in an environment, with dice of its own, printing to where it is listened to."""
    os.environ.clear()
    os.environ.update(environment)
    random.seed()
    os.dup2(printed, 1)
    os.dup2(printed, 2)
    code = 1
    try:
        exec(program, {"__name__": "__main__"})
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code)
