"""Start the local site: data folder, port, server, browser."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import signal
import socket
import threading
import warnings
import webbrowser
from pathlib import Path

import uvicorn

from tanelorn.core import folders
from tanelorn.core.errors import TanelornError

HOST = "127.0.0.1"
USUAL_PORT = 8642
_MOST_MESSAGE = 1 << 20


class CannotServe(TanelornError):
    """The site cannot start: the port is in use, or the data folder cannot be written."""


def data_folder(wish: str | Path | None = None) -> Path:
    """Return the folder for tables, made if need be; raise CannotServe when it cannot be written."""
    folder = folders.data_folder(wish)
    probe = folder / f".probe-{secrets.token_hex(4)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
        key = folder / "site.key"
        if not key.exists():
            key.write_text(secrets.token_hex(32), encoding="ascii")
            key.chmod(0o600)
    except OSError as error:
        raise CannotServe(
            f"The data folder {folder} cannot be written: {error.strerror}.",
            remedy="Name another one with --data DIR or TANELORN_DATA.",
        ) from None
    return folder


def open_port(wish: int = 0) -> socket.socket:
    """Return a listening socket on the loopback: the wished port, or the usual one, or any free one."""
    for port in [wish] if wish else [USUAL_PORT, 0]:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen(128)
        except OSError as error:
            listener.close()
            if port == USUAL_PORT and not wish:
                continue
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
            raise CannotServe(f"Port {port} {why}.", remedy="Leave --port out, or name another one.") from None
        except OverflowError:
            listener.close()
            raise CannotServe(f"{port} is no port.", remedy="Name one from 1 to 65535.") from None
        return listener
    raise CannotServe("No port is free on this machine.", remedy="Close another program and try again.")


def prepare(data: str | Path | None = None) -> Path:
    """Set Django up on a data folder and bring its tables up to date."""
    folder = data_folder(data)
    os.environ["TANELORN_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tanelorn.site.settings"
    import django
    from django.core.management import call_command
    from django.db import DatabaseError

    django.setup()
    try:
        call_command("migrate", verbosity=0)
    except DatabaseError as error:
        raise CannotServe(
            f"The tables in {folder} cannot be opened: {error}.",
            remedy="Name another folder with --data DIR, or move tables.sqlite3 away.",
        ) from None
    return folder


def serve(*, port: int = 0, open_browser: bool = True, data: str | Path | None = None, open_page: str = "/") -> None:
    """Serve until Ctrl-C. Raises CannotServe before anything has started."""
    folder = prepare(data)
    listener = open_port(port)
    address = f"http://{HOST}:{listener.getsockname()[1]}{open_page}"

    from tanelorn.site.asgi import application
    from tanelorn.site.thinking import thinkers

    # Charts and scripts are small files read at once; Django warns that it reads them in one thread.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    config = uvicorn.Config(
        application, log_level="warning", ws_max_size=_MOST_MESSAGE, lifespan="off", timeout_graceful_shutdown=2
    )
    server = uvicorn.Server(config)
    # A polite kill ends as Ctrl-C does: what was started is stopped, and nothing is left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(f"Tanelorn is at {address}  (tables are kept in {folder}; Ctrl-C ends)", flush=True)
    thinkers.warm()
    if open_browser:
        threading.Timer(0.3, webbrowser.open, (address,)).start()
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        thinkers.close()
    with contextlib.suppress(BrokenPipeError):  # whoever listened has gone
        print("Stopped. Every table is kept; start again to go on.", flush=True)
