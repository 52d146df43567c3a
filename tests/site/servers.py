"""A PostgreSQL and a Redis of a test's own, and sites that share their tables over them."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import copy
from functools import cache, partial
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from .club import Person
from .conftest import Site, answers, free_port
from .until import until


def _postgres(program: str) -> str:
    """Return where a program of PostgreSQL lies: Debian keeps those of each version apart."""
    beside = sorted(str(path) for path in Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    found = shutil.which(program) or (beside[-1] if beside else "")
    assert found, f"{program} is not installed: on Debian, apt-get install postgresql redis-server"
    return found


HASTY = {"DATABASE_PATIENCE": "3"}
"""For a site whose PostgreSQL is down until the site has said so: nobody need wait for it to come back."""


class Postgres:
    """A PostgreSQL server on a folder of its own; `kill` ends all of it at once, `start` starts it again.

    Its `data` may lie on a disk of their own; what it writes before them, its log, lies elsewhere then. Otherwise they
    are copied from those of an empty club, unless it is to be `bare`.
    """

    def __init__(self, data: Path | None = None, *, bare: bool = False) -> None:
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="postgres-")), free_port()
        self.user = "postgres" if os.getuid() == 0 else None  # it does not run as root
        self.url = f"postgres://tanelorn@127.0.0.1:{self.port}/postgres"
        self.data = (data or self.folder) / "data"
        for folder in filter(None, (self.folder, data) if self.user else ()):
            shutil.chown(folder, self.user)
        if data or bare:
            made = [_postgres("initdb"), "--no-sync", "-D", str(self.data)]
            made += ["-U", "tanelorn", "-A", "trust", "-E", "UTF8"]
            made += ["-X", str(self.folder / "log-ahead")] if data else []
            subprocess.run(made, check=True, stdout=subprocess.DEVNULL, user=self.user, cwd="/")
        else:
            subprocess.run(["cp", "-a", str(empty_postgres()), str(self.data)], check=True)
        self.start()

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c max_connections=60 -c fsync=off"
        started = [_postgres("pg_ctl"), "-D", str(self.data), "-l", str(self.folder / "log"), "-w"]
        command = [*started, "-o", options, "start"]
        while subprocess.run(command, check=False, capture_output=True, user=self.user, cwd="/").returncode:
            pass  # workers of one that was killed still hold what they shared

    def kill(self) -> None:
        """Kill it and all its workers, as when its machine goes down."""
        number = int((self.data / "postmaster.pid").read_text().split()[0])
        os.kill(number, signal.SIGSTOP)  # it starts no others meanwhile
        asked = ["pgrep", "-P", str(number)]
        workers = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
        for each in (number, *map(int, workers)):
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        until(lambda: not answers(self.port))

    def halt(self, how: str = "immediate") -> None:
        """End it if it runs."""
        stopped = [_postgres("pg_ctl"), "-D", str(self.data), "-m", how, "-w", "stop"]
        subprocess.run(stopped, check=False, capture_output=True, user=self.user, cwd="/")

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder)


@cache
def empty_postgres() -> Path:
    """Return the data of a PostgreSQL that holds a club in which nobody has an account yet."""
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    first = Postgres(bare=True)
    Site(folder / "data", club=True, environment={"DATABASE_URL": first.url, "SECRET_KEY": "one key for all" * 4}).end()
    first.halt("fast")
    subprocess.run(["cp", "-a", str(first.data), str(folder / "postgres")], check=True)
    first.stop()
    return folder / "postgres"


class Redis:
    """A Redis server that keeps nothing on the disk."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.start()

    def start(self) -> None:
        program = shutil.which("redis-server")
        assert program, "redis-server is not installed: on Debian, apt-get install redis-server"
        quiet = ["--save", "", "--appendonly", "no", "--bind", "127.0.0.1"]
        plain = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # its clock is the true one
        command = [program, "--port", str(self.port), *quiet]
        self.process = subprocess.Popen(command, env=plain, stdout=subprocess.DEVNULL)
        until(lambda: self.process.poll() is not None or answers(self.port))
        assert self.process.poll() is None

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    stop = kill


class Servers:
    """Both, and the sites that were started on them."""

    def __init__(self, folder: Path, postgres: Postgres | None = None) -> None:
        self.folder = folder
        self.postgres, self.redis = postgres or Postgres(), Redis()
        self.sites: list[Site] = []

    def site(self, processes: int = 1, **more: str) -> Site:
        """Start another site that shares the tables of all others here, with more in its environment."""
        named = {"DATABASE_URL": self.postgres.url, "REDIS_URL": self.redis.url, "SECRET_KEY": "one key for all" * 4}
        named |= more
        site = Site(self.folder / f"data{len(self.sites)}", club=True, processes=processes, environment=named)
        self.sites.append(site)
        return site

    def end(self) -> None:
        for site in self.sites:
            site.stop()
        self.redis.stop()
        self.postgres.stop()


@contextmanager
def running(folder: Path, postgres: Postgres | None = None) -> Iterator[Servers]:
    servers = Servers(folder, postgres)
    try:
        yield servers
    finally:
        servers.end()


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """Return a PostgreSQL and a Redis for tests that do not stop them."""
    with running(tmp_path_factory.mktemp("servers")) as servers:
        yield servers


@pytest.fixture
def frail_servers(tmp_path: Path) -> Iterator[Servers]:
    """Return a PostgreSQL and a Redis that a test may kill."""
    with running(tmp_path) as servers:
        yield servers


@pytest.fixture(scope="module")
def here(servers: Servers) -> Site:
    return servers.site()


@pytest.fixture(scope="module")
def there(servers: Servers) -> Site:
    return servers.site()


@pytest.fixture
def ann(here: Site) -> Person:
    return Person(here)


@pytest.fixture
def bob(here: Site) -> Person:
    return Person(here)


def _stands(process: int) -> bool:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "T"


@contextmanager
def halted(*processes: int) -> Iterator[None]:
    """Let processes do nothing meanwhile."""
    for one in processes:
        os.kill(one, signal.SIGSTOP)
        until(partial(_stands, one))
    try:
        yield
    finally:
        for one in processes:
            os.kill(one, signal.SIGCONT)


class Hold:
    """What is held of a PostgreSQL, so that whoever wants it waits until it is let go."""

    def __init__(self, postgres: Postgres) -> None:
        self.held = psycopg.connect(postgres.url)
        self.looks = psycopg.connect(postgres.url, autocommit=True)

    def __enter__(self) -> Hold:
        return self

    def __exit__(self, *_: object) -> None:
        self.held.close()
        self.looks.execute("drop function if exists waits cascade")
        self.looks.close()

    def take(self, statement: LiteralString) -> None:
        """Hold what a statement takes, such as the lock of a table."""
        self.held.execute(statement)

    def take_at(self, event: LiteralString) -> None:
        """Hold whoever comes to an event, such as “trigger waits before insert on tables_draft”."""
        does = "begin perform pg_advisory_xact_lock_shared(1); return new; end"
        self.looks.execute(f"create function waits() returns trigger language plpgsql as '{does}'")
        self.looks.execute(f"create {event} for each row execute function waits()")
        self.take("select pg_advisory_xact_lock(1)")

    def wait_for(self, query: str, count: int = 1) -> None:
        """Wait until queries like one wait; others, such as of what looks again every second, are sent away: they would
        hold up the thread in which that one is to come.

        Each is sent away once, and only after it was seen to wait twice: PostgreSQL looks what a process does before it
        looks what it waits for, and by then it may wait in its next query.
        """
        waiting: LiteralString = "from pg_stat_activity where state = 'active' and wait_event_type = 'Lock' and query"
        before, away = set[tuple[object, ...]](), set[tuple[object, ...]]()
        while self.looks.execute(f"select 1 {waiting} like %s", [query]).rowcount < count:
            others = set(self.looks.execute(f"select pid, query_start {waiting} not like %s", [query]))
            for number, _ in (others & before) - away:
                self.looks.execute("select pg_cancel_backend(%s)", [number])
            away |= others & before
            before = others

    def let_go(self) -> None:
        self.held.rollback()


def at(person: Person, site: Site) -> Person:
    """Return the same person, in the same browser, at another of the sites."""
    there = copy(person)
    there.site = site
    return there
