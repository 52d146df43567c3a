"""A program is told of twin games, which differ in what one seat knows alone, the same, byte for byte: in all games."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import NamedTuple

import pytest

from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import SPECTATOR

from .club import Person
from .conftest import Site
from .programs import ask, token
from .test_api import same

SECRET = "5" * 64
_MOST = 60
_SEATED = """
import json, sys
from pathlib import Path
from tanelorn.site.serve import data_folder, prepare
prepare(data_folder(Path(sys.argv[1])), club=True)
from tanelorn.core.chance import Committed
from tanelorn.core.play.table import Table
from tanelorn.site.club.gathering.models import Chair, Gathering
from tanelorn.site.keeping.store import Sitter, keep_begun
from tanelorn.site.club.people.models import Person

slug, secret, seat, names, played = json.loads(sys.argv[2])
dice, (hers, his) = Committed(secret), [Person.objects.get(username=name) for name in names]
table = Table.new(slug, chance=dice, name="Twins")
for chooser, text in played:
    table.play(text, chooser)
row = keep_begun(table, [Sitter("person", "") for _ in table.seats], dice)
gathering = Gathering.objects.create(
    code=row.code, game=slug, scenario=row.scenario, name=row.name, visibility="public", host=his, table=row
)
for number in range(len(table.seats)):
    person = hers if number == seat else his
    Chair.objects.create(gathering=gathering, seat=number, person=person, taken=True, who="person")
print(row.code)
"""
"""A program beside the site that seats two people at a table at which something was played: one of them at all seats
but one."""


class Twins(NamedTuple):
    """A game, and what was played at two tables of it; the last choices, of a `seat`, are hidden from all others."""

    slug: str
    seat: int
    played: tuple[list[tuple[int, str]], list[tuple[int, str]]]


def twins_of(slug: str) -> Twins:
    """Play at random until a seat has two choices that nobody else can tell apart."""
    table, rng = Table.new(slug, chance=Committed(SECRET)), random.Random(1)
    played: list[tuple[int, str]] = []
    while len(played) < _MOST:
        seat = table.asked()[0]
        choices = table.choices(seat)
        alike: dict[str, str] = {}
        for text in sorted({str(choices.sample(rng)) for _ in range(4)}):
            twin = replay(table.record(), chance=Committed(SECRET))
            twin.play(text, seat)
            others = [viewer for viewer in (SPECTATOR, *range(len(table.seats))) if viewer != seat]
            known = repr((twin.asked(), twin.moment, [(twin.view(one), twin.events(one)) for one in others]))
            if known in alike:
                return Twins(slug, seat, ([*played, (seat, alike[known])], [*played, (seat, text)]))
            alike[known] = text
        played.append((seat, str(choices.sample(rng))))
        table.play(played[-1][1], seat)
    raise AssertionError(f"{slug} hides nothing in its first {_MOST} choices")


def seated(site: Site, twins: Twins, ann: Person, bob: Person, played: list[tuple[int, str]]) -> str:
    """Seat Ann where something is hidden, and Bob everywhere else; return the table's code."""
    said = json.dumps([twins.slug, SECRET, twins.seat, [ann.name, bob.name], played])
    command = [sys.executable, "-c", _SEATED, str(site.data), said]
    ran = subprocess.run(command, env=site.environment, check=True, capture_output=True, text=True)
    return ran.stdout.strip()


@pytest.mark.long
@pytest.mark.parametrize("slug", [game.slug for game in games])
def test_twin_games_are_told_alike_to_all_but_the_seat_that_chose(club_site: Site, slug: str) -> None:
    ann, bob, cay = (Person(club_site) for _ in range(3))
    twins, told = twins_of(slug), []
    table = Table.new(slug)
    space = next(iter(table.game.board_of(table.position))).id
    others = [seat for seat in range(len(table.seats)) if seat != twins.seat]
    for played in twins.played:
        code = seated(club_site, twins, ann, bob, played)
        said = []
        for person, viewers in ((bob, [*others, SPECTATOR]), (cay, [SPECTATOR, twins.seat])):
            word = token(person, "play")
            paths = [f"/{what}viewer={one}" for one in viewers for what in ("state?", "news?", f"about?space={space}&")]
            for path in ("", "/board", "/record", f"/state?viewer={twins.seat}", *paths):
                said.append(same(ask(club_site, word, f"/tables/{code}{path}")[:2], code))
            for what, body in (
                ("offer", {"moment": 0, "path": []}),
                ("choose", {"moment": 0, "choice": played[-1][1]}),
                ("undo", {"moment": 0, "did": 1}),
            ):
                said.append(same(ask(club_site, word, f"/tables/{code}/seats/{twins.seat}/{what}", body)[:2], code))
        told.append(said)
    assert told[0] == told[1]
