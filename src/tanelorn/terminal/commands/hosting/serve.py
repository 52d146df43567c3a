"""`tanelorn serve`: the local site, for playing in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tanelorn.site import serve as site

HOST = "127.0.0.1"
EXAMPLE = """Examples:

tanelorn serve

tanelorn serve --port 8700 --no-open

tanelorn serve --club

tanelorn serve --club --processes 2 --host 0.0.0.0 --port 8000 --no-open
"""


def serve(
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes the usual one, or any that is free.")] = 0,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Whether to open the page in the browser.")
    ] = True,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where tables are kept.")] = None,
    club: Annotated[
        bool, typer.Option("--club", help="People have accounts, and each plays the seats that they took.")
    ] = False,
    processes: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes serve a club, over a PostgreSQL and a Redis.")
    ] = 1,
    host: Annotated[str, typer.Option(help="The address to listen at; others than this machine reach 0.0.0.0.")] = HOST,
) -> None:
    """Serve the page on this machine, so that games can be played in the browser. Ctrl-C ends it."""
    open_site("/", port=port, open_browser=open_browser, data=data, club=club, processes=processes, host=host)


def open_site(
    page: str,
    *,
    port: int = 0,
    open_browser: bool = True,
    data: Path | None = None,
    club: bool = False,
    processes: int = 1,
    host: str = HOST,
) -> None:
    """Serve the site until it is stopped, and open one of its pages in the browser."""
    site.serve(
        port=port, open_browser=open_browser, data=data, open_page=page, club=club, processes=processes, host=host
    )
