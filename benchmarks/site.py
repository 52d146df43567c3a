"""How soon a choice is on every screen: `python benchmarks/site.py [--tables 500] [--rate 50] [--seconds 60] [--json]`;
and with `--in-turn`, how much memory tables take that are opened one after the other, each for one look.

A club with two processes on a PostgreSQL and a Redis, named by DATABASE_URL and REDIS_URL, which should be empty:
tables of all games, with a page for each seat over a real socket, each of an account of its own. The choices are those
of games that greedy bots have played with the same dice; they are sent at a steady rate, to tables drawn by lot.
Milliseconds from the sending of a choice until each page is told of it that may know. At the end the choices that
were answered are counted on the disk: none may be lost. A page that hears of the choice before it too late is refused
its next one, and sends it again another time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import filled_club  # noqa: F401 sets Django up, which what follows needs
import msgspec
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet
from websockets.asyncio.client import ClientConnection, connect

from tanelorn.bots import make_bot
from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.core.play.record import Chose
from tanelorn.core.play.table import Table
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.people.models import Person
from tanelorn.site.keeping.store import Sitter, Wish, begin_table
from tanelorn.site.models import GameTable, RecordLine, new_code

BOT, SECRET = "greedy", "5" * 64
APART = 2.0
"""Seconds between two choices at a table, at least."""
PATIENCE = 30.0
"""Seconds for which an answer is waited for."""
Script = list[tuple[int, str]]


def played(slug: str, most: int) -> Script:
    """Return the first choices of a game, which are legal wherever its dice are the same."""
    table = Table.new(slug, chance=Committed(SECRET))
    bots = [make_bot(BOT, table.game, seat) for seat in range(len(table.seats))]
    while table.outcome is None and len(table.entries) < most:
        seat = table.asked()[0]
        table.play(bots[seat].choose(table.view(seat)), seat)
    return [(entry.seat, entry.text) for entry in table.entries if isinstance(entry, Chose)][:most]


def lines_of(slug: str, script: Script) -> list[bytes]:
    """Return the record of a game after these choices, as its table keeps it."""
    table = Table.new(slug, chance=Committed(SECRET))
    for seat, text in script:
        table.play(text, seat)
    return [msgspec.json.encode(entry) for entry in table.entries]


class Page:
    """A page at a table, and when it was told something."""

    def __init__(self, cookie: str, code: str, seat: int) -> None:
        self.cookie, self.code, self.seat = cookie, code, seat
        self.heard: list[float] = []
        self.moment = -1
        self.refused = 0

    async def open(self, base: str, first: asyncio.Event) -> None:
        """Open its socket, sit, and listen for ever."""
        headers = {"Cookie": f"sessionid={self.cookie}"}
        address = f"{base.replace('http', 'ws')}/ws/tables/{self.code}"
        self.socket: ClientConnection = await connect(
            address, origin=base, additional_headers=headers, max_size=None, close_timeout=0.1
        )  # type: ignore[arg-type]
        await self.socket.send(json.dumps({"type": "sit", "viewer": self.seat}))
        await self._hear()
        first.set()
        while True:
            await self._hear()

    async def _hear(self) -> None:
        text = await self.socket.recv()
        now = time.perf_counter()
        kind = re.match(rb'{"type":"(\w+)"', text.encode()[:40] if isinstance(text, str) else text[:40])
        if kind and kind[1] == b"refused":
            self.refused += 1
        self.heard.append(now)
        told = re.search(r'"moment":(\d+)', str(text))
        if told:
            self.moment = int(told[1])


class Played:
    """A table of the benchmark: its script, its pages, and when its choices were sent."""

    def __init__(self, slug: str, script: Script, pages: list[Page], code: str) -> None:
        self.slug, self.script, self.pages, self.code = slug, script, pages, code
        self.next = self.refused = self.unanswered = 0
        self.told: list[float] = []

    @property
    def refused_late(self) -> int:
        """How many choices were refused after other news had been taken for their answer."""
        return sum(page.refused for page in self.pages) - self.refused

    async def choose(self) -> None:
        """Send the next choice from the page that sits there, and note when each page was told."""
        seat, text = self.script[self.next]
        page, had = self.pages[seat], [len(one.heard) for one in self.pages]
        refused, started = page.refused, time.perf_counter()
        await page.socket.send(json.dumps({"type": "play", "seat": seat, "moment": page.moment, "text": text}))
        await asyncio.sleep(APART)
        while len(page.heard) == had[seat] and time.perf_counter() < started + PATIENCE:
            await asyncio.sleep(0.05)
        if page.refused > refused:
            self.refused += 1
            return
        if len(page.heard) == had[seat]:
            self.unanswered += 1
            return
        self.next += 1
        for one, before in zip(self.pages, had, strict=True):
            if len(one.heard) > before:
                self.told.append(1000 * (one.heard[before] - started))


def session_of(person: Person) -> str:
    """Return a session in which a person has signed in."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(person.pk), settings.AUTHENTICATION_BACKENDS[0]
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store.create()
    return str(store.session_key)


def set_up(slug: str, script: Script) -> Played:
    """Set up a table with a page for each seat, each somebody's own."""
    scenario = games[slug].scenario(None)
    people = [Person.objects.create(username=f"bench-{new_code()}") for _ in scenario.seats]
    sitters = [Sitter("person", "") for _ in people]
    row = begin_table(Wish(slug, scenario.slug, name="Benchmark", code=new_code()), sitters, Committed(SECRET))
    gathering = Gathering.objects.create(
        code=row.code,
        game=slug,
        scenario=scenario.slug,
        name=row.name,
        visibility=Visibility.PUBLIC,
        host=people[0],
        table=row,
    )
    Chair.objects.bulk_create(
        Chair(gathering=gathering, seat=seat, person=person, taken=True, who="person")
        for seat, person in enumerate(people)
    )
    pages = [Page(session_of(person), row.code, seat) for seat, person in enumerate(people)]
    return Played(slug, script, pages, row.code)


async def opened(tables: Iterable[Played], base: str, *, silent: bool = False) -> list[asyncio.Task[None]]:
    """Open all pages, a few at a time."""
    listening: list[asyncio.Task[None]] = []
    for table in track(list(tables), "Opening pages", console=Console(stderr=True, quiet=silent), disable=silent):
        firsts = [asyncio.Event() for _ in table.pages]
        for page, first in zip(table.pages, firsts, strict=True):
            listening.append(asyncio.create_task(page.open(base, first)))
        await asyncio.gather(*(first.wait() for first in firsts))
    return listening


async def looked_at(tables: list[Played], base: str, site: int) -> tuple[float, float, float]:
    """Open one table after the other, all its pages for one look; return the megabytes that the site held before, and
    at most, and the seconds that a table took in the median.
    """
    before = most = memory_of(site)
    took: list[float] = []
    for number, table in enumerate(track(tables, "Looking", console=Console(stderr=True))):
        began = time.perf_counter()
        listening = await opened([table], base, silent=True)
        took.append(time.perf_counter() - began)
        for page, task in zip(table.pages, listening, strict=True):
            task.cancel()
            await page.socket.close()
        if number % 50 == 49:
            most = max(most, memory_of(site))
    return before, most, statistics.median(took)


async def measure(tables: list[Played], base: str, rate: float, seconds: float) -> float:
    """Send choices at a rate for so long; return how many seconds it took to open all pages."""
    started = time.perf_counter()
    listening = await opened(tables, base)
    took = time.perf_counter() - started
    rng, choosing, began = random.Random(1), set[asyncio.Task[None]](), time.perf_counter()
    busy: set[str] = set()
    for number in track(range(int(rate * seconds)), "Choosing", console=Console(stderr=True)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        while not (free := [one for one in tables if one.code not in busy and one.next < len(one.script)]):
            if all(one.next == len(one.script) for one in tables):
                sys.exit("All choices are made: name more tables, or fewer choices.")
            await asyncio.sleep(0.1)
        table = rng.choice(free)
        busy.add(table.code)
        task = asyncio.create_task(table.choose())
        choosing.add(task)
        task.add_done_callback(lambda _, code=table.code: busy.discard(code))  # type: ignore[misc]
    await asyncio.gather(*choosing)
    for task in listening:
        if task.done():
            task.result()
        task.cancel()
    return took


def memory_of(parent: int) -> float:
    """Return the megabytes that a process and its children hold."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,rss"], capture_output=True, text=True, check=True).stdout
    rows = [tuple(map(int, line.split())) for line in listed.splitlines()[1:]]
    family = {parent}
    for _ in range(4):
        family |= {pid for pid, ppid, _ in rows if ppid in family}
    return sum(rss for pid, _, rss in rows if pid in family) / 1024


def served(port: int, processes: int) -> tuple[subprocess.Popen[str], str]:
    """Start the site."""
    command = [str(Path(sys.executable).with_name("tanelorn")), "serve", "--club", "--no-open", "--port", str(port)]
    site = subprocess.Popen([*command, "--processes", str(processes)], stdout=subprocess.PIPE, text=True)
    assert site.stdout is not None
    found = re.search(r"http://[^/ ]+", site.stdout.readline())
    assert found, "the site does not start"
    return site, found[0]


def main() -> None:
    """Measure, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--rate", type=float, default=50.0, help="choices a second, at all tables together")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--port", type=int, default=8777)
    parser.add_argument(
        "--in-turn", action="store_true", help="measure memory, of tables of 60 choices looked at in turn"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    slugs = [game.slug for game in games]
    scripts = {slug: played(slug, 60) for slug in track(slugs, "Playing", console=Console(stderr=True))}
    tables = []
    for number in track(range(options.tables), "Setting up", console=Console(stderr=True)):
        slug = slugs[number % len(slugs)]
        tables.append(set_up(slug, scripts[slug]))
    if options.in_turn:
        records = {slug: lines_of(slug, script) for slug, script in scripts.items()}
        for table in track(tables, "Writing records", console=Console(stderr=True)):
            write(table, records[table.slug])
    site, base = served(options.port, options.processes)
    try:
        if options.in_turn:
            before, most, median = asyncio.run(looked_at(tables, base, site.pid))
            print(
                f"{len(tables):,} tables in turn: {before:,.0f} MB before, {most:,.0f} MB at most; {median:.2f} s each"
            )
            return
        took = asyncio.run(measure(tables, base, options.rate, options.seconds))
        memory = memory_of(site.pid)
    finally:
        site.terminate()
        site.wait()
    report(tables, took, memory, options.json)


def write(table: Played, lines: list[bytes]) -> None:
    """Give a table a record."""
    row = GameTable.objects.get(code=table.code)
    begun = row.lines.count()
    RecordLine.objects.bulk_create(
        RecordLine(table=row, number=number, entry=line) for number, line in enumerate(lines) if number >= begun
    )


def written(code: str) -> int:
    """Return how many choices of a table lie on the disk."""
    lines = RecordLine.objects.filter(table__code=code).values_list("entry", flat=True)
    return sum(b'"kind":"choice"' in bytes(line) for line in lines)


def report(tables: list[Played], took: float, memory: float, as_json: bool) -> None:
    """Print the figures, by game and for all."""
    found: dict[str, Any] = {
        "opened, s": took,
        "memory, MB": memory,
        "pages": sum(len(t.pages) for t in tables),
        "lost": sum(max(0, table.next - written(table.code) - table.refused_late) for table in tables),
        "refused": sum(page.refused for table in tables for page in table.pages),
        "unanswered": sum(table.unanswered for table in tables),
    }
    of_game = {
        slug: sorted(ms for table in tables if table.slug == slug for ms in table.told)
        for slug in sorted({t.slug for t in tables})
    }
    of_game["all"] = sorted(ms for told in of_game.values() for ms in told)
    found["told, ms"] = {
        slug: {
            "screens": len(told),
            "median": statistics.median(told),
            "99th": told[int(0.99 * (len(told) - 1))],
            "worst": told[-1],
        }
        for slug, told in of_game.items()
        if told
    }
    if as_json:
        print(json.dumps(found))
        return
    sheet = Sheet(title="From a choice to every screen, ms")
    for column in ("game", "screens", "median", "99th", "worst"):
        sheet.add_column(column, justify="left" if column == "game" else "right")
    for slug, figures in found["told, ms"].items():
        sheet.add_row(slug, *(f"{figures[key]:,.0f}" for key in ("screens", "median", "99th", "worst")))
    console = Console()
    console.print(sheet)
    console.print(
        f"{found['pages']:,} pages opened in {took:,.0f} s; {memory:,.0f} MB; "
        f"{found['lost']} choices lost, {found['refused']} refused, {found['unanswered']} not answered"
    )


if __name__ == "__main__":
    main()
