"""How soon the list of tables answers: `python benchmarks/listing.py [--tables 100000]`, on a PostgreSQL and a Redis
named by DATABASE_URL and REDIS_URL, which should be empty.

Most tables are over, one of two hundred is in play, one of four hundred waits for players, and some have a free seat;
six of ten are of Five Cities. Milliseconds from asking for a page of the list until its HTML is made, by somebody who
has signed in, without the network: medians, for all games, for the one that has most tables, and for the one with
fewest.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import filled_club  # noqa: F401 sets Django up, which what follows needs
from django.core.management import call_command
from django.db import connection
from django.test import Client
from rich.console import Console
from rich.progress import track
from rich.table import Table as Sheet

from tanelorn.core.game import games
from tanelorn.site.club.gathering.listed import STATES
from tanelorn.site.club.gathering.models import Chair, Gathering, Visibility
from tanelorn.site.club.people.models import Person
from tanelorn.site.models import GameTable

SHARES = {"fivecities": 60, "diplomacy": 10, "youngkingdoms": 10, "archmagi": 10, "elric": 9, "albion": 1}
AT_ONCE = 5000
LOOKS = 9


def fill(count: int, people: list[Person], rng: random.Random) -> None:
    """Set up so many tables, whose records are empty."""
    for begun in track(range(0, count, AT_ONCE), "Setting up", console=Console(stderr=True)):
        rows, gatherings, chairs = [], [], []
        for number in range(begun, min(begun + AT_ONCE, count)):
            slug = rng.choices(list(SHARES), list(SHARES.values()))[0]
            scenario = games[slug].scenario(None)
            waits, ended = number % 400 == 7, rng.random() > 0.005
            gathering = Gathering(
                game=slug,
                scenario=scenario.slug,
                name=f"Table {number}",
                visibility=Visibility.PUBLIC if rng.random() < 0.7 else Visibility.PRIVATE,
                host=rng.choice(people),
            )
            if not waits:
                seats = [{"who": "person", "name": ""} for _ in scenario.seats]
                row = GameTable(code=gathering.code, game=slug, scenario=scenario.slug, name=gathering.name)
                row.header, row.seats, row.ended = b"{}", seats, ended
                gathering.table = row
                rows.append(row)
            gatherings.append(gathering)
            for seat in range(len(scenario.seats)):
                chair = Chair(gathering=gathering, seat=seat, person=rng.choice(people), taken=True, who="person")
                chair.vacant = not waits and not ended and rng.random() < 0.02
                chairs.append(chair)
        GameTable.objects.bulk_create(rows)
        Gathering.objects.bulk_create(gatherings)
        Chair.objects.bulk_create(chairs)
    connection.cursor().execute("ANALYZE")


def looked(client: Client, state: str, game: str) -> float:
    """Return how long a page of the list takes, in milliseconds."""
    took = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        assert client.get("/tables", {"state": state, "game": game}).status_code == 200
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took)


def main() -> None:
    """Fill the database, and time the list."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=100_000)
    wish = parser.parse_args()
    call_command("migrate", verbosity=0)
    rng = random.Random(1)
    people = [Person.objects.create(username=f"player-{number}") for number in range(200)]
    fill(wish.tables, people, rng)
    client = Client(HTTP_HOST="127.0.0.1")
    client.force_login(people[0], "django.contrib.auth.backends.ModelBackend")
    most, fewest = max(SHARES, key=SHARES.__getitem__), min(SHARES, key=SHARES.__getitem__)
    sheet = Sheet("list", "all games", most, fewest, title=f"{wish.tables:,} tables, ms")
    for state in STATES:
        sheet.add_row(state, *(f"{looked(client, state, game):.0f}" for game in ("", most, fewest)))
    Console().print(sheet)


if __name__ == "__main__":
    main()
