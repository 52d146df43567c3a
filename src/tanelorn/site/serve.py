"""Start the local site: data folder, port, server, browser."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import signal
import socket
import sqlite3
import stat
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from pathlib import Path

from tanelorn.core.content import folders
from tanelorn.core.errors import TanelornError

HOST = "127.0.0.1"
USUAL_PORT = 8642
_MOST_MESSAGE = 1 << 20
_KEY, _LOCK, _ADDRESS, _TABLES = "site.key", "site.lock", "site.address", "tables.sqlite3"


class CannotServe(TanelornError):
    """The site cannot start: the port is in use, or the data folder cannot be written."""


def data_folder(wish: str | Path | None = None) -> Path:
    """Return the folder for tables, made if need be, its owner's alone; raise CannotServe when it cannot be used."""
    folder = folders.data_folder(wish)
    probe = folder / f".probe-{secrets.token_hex(4)}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.stat().st_mode & stat.S_ISVTX:
            raise CannotServe(
                f"Everybody on this machine may write to {folder}.", remedy="Name a folder of your own with --data DIR."
            )
        folder.chmod(0o700)
        probe.write_bytes(b"")
        probe.unlink()
        for name in (_KEY, _LOCK, _ADDRESS, _TABLES):
            (folder / name).touch(mode=0o600)
            if not (folder / name).is_file():
                raise CannotServe(
                    f"{folder / name} is not a file.", remedy="Move it away; the next start makes another."
                )
        for path in (*folder.glob("site.*"), *folder.glob(f"{_TABLES}*")):  # SQLite's own beside it, too
            path.chmod(0o600)
        if not (folder / _KEY).stat().st_size:
            (folder / _KEY).write_text(secrets.token_hex(32), encoding="ascii")
    except OSError as error:
        raise CannotServe(
            f"The data folder {folder} cannot be written: {error.strerror}.",
            remedy="Name another one with --data DIR or TANELORN_DATA.",
        ) from None
    _check_key(folder / _KEY)
    return folder


def _check_key(path: Path) -> None:
    """Raise CannotServe unless a file holds a key as it was made here."""
    with path.open("rb") as file:
        if not re.fullmatch(rb"[0-9a-f]{64}\s*", file.read(100)):
            raise CannotServe(
                f"{path} does not hold the site's key: 64 hexadecimal digits.",
                remedy="Move it away; the next start makes another.",
            )


@contextlib.contextmanager
def only_server(folder: Path) -> Iterator[None]:
    """Keep other servers off a folder; raise CannotServe if one is there.

    What is held is a transaction on a file of its own: it ends with this process, however that ends.
    """
    lock = sqlite3.connect(folder / _LOCK, timeout=0, isolation_level=None)
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise CannotServe(
                f"Another Tanelorn serves the tables in {folder}.",
                remedy=f"Use its page{_address_in(folder)}, end it, or name another folder with --data DIR.",
            ) from None
        except sqlite3.DatabaseError as error:
            raise CannotServe(f"{folder / _LOCK} cannot be used: {error}.", remedy="Move it away.") from None
        yield


def _address_in(folder: Path) -> str:
    """Return where the other server says that it is, if it does."""
    said = (folder / _ADDRESS).read_bytes()[:100].decode("ascii", "replace")
    return f" at {said}" if re.fullmatch(r"http://[\d.]+:\d+/", said) else ""


def open_port(wish: int = 0, host: str = HOST) -> socket.socket:
    """Return a listening socket on the loopback, or at a `host` of one's own: the wished port, or the usual one, or any
    free one.
    """
    for port in [wish] if wish else [USUAL_PORT, 0]:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if port == USUAL_PORT and not wish:
                continue
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
            raise CannotServe(
                f"Port {port} of {host} {why}." if host != HOST else f"Port {port} {why}.",
                remedy="Leave --port out, or name another one." if host == HOST else "Name another --port or --host.",
            ) from None
        except OverflowError:
            listener.close()
            raise CannotServe(f"{port} is not a port.", remedy="Name one from 1 to 65535.") from None
        return listener
    raise CannotServe("No port is free on this machine.", remedy="Close another program and try again.")


def find_tables(folder: Path) -> None:
    """Raise CannotServe for a folder in which no tables are kept, unless a server keeps them."""
    if not os.environ.get("DATABASE_URL") and not (folder / _TABLES).is_file():
        raise CannotServe(
            f"There are no tables in {folder}.",
            remedy="Name the folder of a club with --data DIR, or begin one there: tanelorn serve --club --data DIR.",
        )


def set_up_django(folder: Path, *, club: bool = False) -> None:
    """Set Django up on a data folder; raise CannotServe where what it should speak with is not installed."""
    os.environ["TANELORN_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tanelorn.site.club.settings" if club else "tanelorn.site.settings"
    # It takes a while to load, and most commands do without it.
    import django  # noqa: PLC0415
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    try:
        django.setup()
    except (ImproperlyConfigured, ImportError, ValueError) as error:
        raise CannotServe(
            f"The servers that DATABASE_URL and REDIS_URL name cannot be used: {error}.",
            remedy='Install what speaks with them, "tanelorn[servers]", and see docs/host.md for how they are named.',
        ) from None


def prepare(folder: Path, *, club: bool = False) -> None:
    """Set Django up on a data folder and bring its tables up to date; raise CannotServe."""
    set_up_django(folder, club=club)
    from django.core.management import call_command  # noqa: PLC0415 - as above
    from django.db import DatabaseError, connection  # noqa: PLC0415
    from django.db.migrations.executor import MigrationExecutor  # noqa: PLC0415

    try:
        upgrade = MigrationExecutor(connection)
        if upgrade.migration_plan(upgrade.loader.graph.leaf_nodes()):  # else nothing that `migrate` does is new
            call_command("migrate", verbosity=0)
    except DatabaseError as error:
        if os.environ.get("DATABASE_URL") and club:
            raise CannotServe(
                f"The database that DATABASE_URL names cannot be used: {str(error).strip()}.",
                remedy="See that it runs and lets this user in, then start again.",
            ) from None
        raise CannotServe(
            f"The tables in {folder} cannot be opened: {error}.",
            remedy=f"Name another folder with --data DIR, or move {_TABLES} away.",
        ) from None
    connection.close()


def serve(
    *,
    port: int = 0,
    open_browser: bool = True,
    data: str | Path | None = None,
    open_page: str = "/",
    club: bool = False,
    processes: int = 1,
    host: str = HOST,
) -> None:
    """Serve until Ctrl-C, for one screen or a `club` of people with accounts, which several `processes` may serve.
    Raises CannotServe before anything has started.
    """
    shared = _shares_servers(club, processes, host)
    folder = data_folder(data)
    with contextlib.nullcontext() if shared else only_server(folder), _figures(processes):
        prepare(folder, club=club)
        listener = open_port(port, host)
        address = f"http://{host}:{listener.getsockname()[1]}"
        if not shared:
            (folder / _ADDRESS).write_text(f"{address}/", encoding="ascii")
        kept = "on the server" if shared else f"in {folder}"
        _run(listener, f"{address}{open_page}", kept, open_browser, processes, club)


@contextlib.contextmanager
def _figures(processes: int) -> Iterator[None]:
    """Give several processes a folder into which each writes what it counts, so that any can tell the sum."""
    if processes == 1:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="tanelorn-figures-", ignore_cleanup_errors=True) as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # read where the processes begin
        yield


def _shares_servers(club: bool, processes: int, host: str) -> bool:
    """Whether processes of this club share their tables over a PostgreSQL and a Redis; raise CannotServe for what was
    asked for and cannot be.
    """
    shared = club and all(os.environ.get(name) for name in ("DATABASE_URL", "REDIS_URL"))
    if host != HOST and not club:
        raise CannotServe(
            "Whoever reaches a site for one screen plays all of its seats.",
            remedy="Leave --host out, or serve a --club, where people have accounts.",
        )
    if processes > 1 and not shared:
        raise CannotServe(
            "Several processes share their tables over servers of their own.",
            remedy="Serve a --club, with DATABASE_URL and REDIS_URL (docs/host.md), or leave --processes out.",
        )
    return shared


def _run(listener: socket.socket, address: str, kept: str, open_browser: bool, processes: int, club: bool) -> None:
    # It brings a server along, which most commands do without.
    import uvicorn  # noqa: PLC0415
    from uvicorn.supervisors import Multiprocess  # noqa: PLC0415

    config = uvicorn.Config(
        "tanelorn.site.asgi:application",
        log_level="warning",
        log_config=None if club else uvicorn.config.LOGGING_CONFIG,  # a club's log is that of its settings
        ws_max_size=_MOST_MESSAGE,
        lifespan="on",
        timeout_graceful_shutdown=2,
        workers=processes,
    )
    # A polite kill ends as Ctrl-C does: what was started is stopped, and nothing is left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"Tanelorn is at {address}  (tables are kept {kept}; Ctrl-C ends)", flush=True)
    if open_browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    with contextlib.suppress(KeyboardInterrupt):
        if processes > 1:
            Multiprocess(config, sockets=[listener]).run()
        else:
            uvicorn.Server(config).run(sockets=[listener])
    with contextlib.suppress(BrokenPipeError):  # whoever listened has gone
        print("Stopped. Every table is kept; start again to go on.", flush=True)
