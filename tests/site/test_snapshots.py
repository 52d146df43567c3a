"""Snapshots: a table that is opened from one is in nothing another than by its whole record, which stays the truth."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tanelorn import REFEREE, SPECTATOR
from tanelorn.core.chance import Committed, Seeded
from tanelorn.core.errors import CannotUndo
from tanelorn.core.game import games
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tests.site.apart import apart

SLUGS = ("fivecities", "diplomacy", "youngkingdoms", "archmagi", "elric", "albion")


def begun(slug: str, rng: random.Random):
    """Set up a table of people and keep it; return its row, and the table."""
    from tanelorn.site.keeping import store

    game = games[slug]
    table = Table.new(game, rng.choice(game.scenarios).slug, chance=Committed())
    assert isinstance(table.chance, Committed)
    row = store.keep_begun(table, [store.Sitter("friend", name) for name in table.seats], table.chance)
    return row, table


def play_one(table: Table, rng: random.Random) -> None:
    """Do something that somebody may do, now and then take something back or play it again."""
    seat = rng.randrange(len(table.seats))
    if rng.random() < 0.15:
        with contextlib.suppress(CannotUndo):
            table.undo(seat)
    elif rng.random() < 0.1 and table.can_redo(seat):
        table.redo(seat)
    elif rng.random() < 0.02 and table.asides(seat):
        table.play("offer a draw" if "offer a draw" in map(str, table.asides(seat)) else "withdraw the offer", seat)
    else:
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)


def known(table: Table) -> dict[str, object]:
    """Return all that anybody could tell of a table."""
    seats = range(len(table.seats))
    assert isinstance(table.chance, Seeded)
    return {
        "position": table.position,
        "digest": table.digest(),
        "moment": table.moment,
        "entries": table.entries,
        "events": {viewer: table.events(viewer) for viewer in (SPECTATOR, REFEREE, *seats)},
        "views": {viewer: table.view(viewer).digest() for viewer in (SPECTATOR, REFEREE, *seats)},
        "asked": [(one.seat, one.kind, one.choices().prompt, len(one.choices())) for one in table.decisions()],
        "undo": [table.can_undo(seat) for seat in seats],
        "redo": [table.can_redo(seat) for seat in seats],
        "asides": [table.asides(seat) for seat in seats],
        "outcome": table.outcome,
        "chance": table.chance.mark(),
    }


def assert_same(one: Table, other: Table) -> None:
    first, second = known(one), known(other)
    for name, value in first.items():
        assert second[name] == value, name


def played_anew(row: object) -> Table:
    """Return a table by its whole record, whatever snapshot there is."""
    from tanelorn.site.keeping import store

    record = store.record_of(row)
    return replay(record, chance=record.header.source(row.secret))


def snapshot_of(row: object):
    from tanelorn.site.models import Snapshot

    return Snapshot.objects.filter(table=row).first()


def assert_opens_the_same(row: object, rng: random.Random) -> None:
    """Open a table as a site does that has just started; in nothing is it another, nor are the next dice."""
    from tanelorn.site.keeping import opening, store

    table, other = opening.load(store.find(row.code)), played_anew(row)
    assert_same(table, other)
    steps = rng.random()
    for twin in (table, other):
        rolled = random.Random(steps)
        for _ in range(6):
            if twin.outcome is None:
                play_one(twin, rolled)
    assert_same(table, other)


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
@apart
def test_a_table_opens_from_its_snapshot_as_by_its_whole_record(kept: None, slug: str) -> None:
    from tanelorn.site.keeping import opening, store

    rng = random.Random(f"{slug} 3")
    resumed = 0
    row, table = begun(slug, rng)
    written = opened = len(table.entries)
    while resumed < 6:
        play_one(table, rng)
        written = store.keep(row, table, written)
        if written - opened >= 12 or table.outcome is not None:
            opened = written
            assert_opens_the_same(row, rng)
            snapshot = snapshot_of(row)
            resumed += snapshot is not None
            lines = opening.lines_of(store.find(row.code))
            assert snapshot is None or lines.snapshot is not None
            table = opening.load(store.find(row.code))  # and play goes on from what was opened
        if table.outcome is not None:
            assert written < 8 or snapshot_of(row).entries == written
            row, table = begun(slug, rng)
            written = opened = len(table.entries)


@pytest.mark.long
@apart
def test_snapshots_come_often_enough(kept: None) -> None:
    from tanelorn.site.keeping import snapshots, store

    rng = random.Random(5)
    row, table = begun("fivecities", rng)
    written = len(table.entries)
    while table.outcome is None and written < 60:
        play_one(table, rng)
        written = store.keep(row, table, written)
        last = snapshot_of(row)
        assert written - (last.entries if last else 0) < snapshots.EVERY + 12


def some_table(rng: random.Random, slug: str = "elric"):
    """Return the row of a table that has a snapshot, and lines after it."""
    from tanelorn.site.keeping import store

    row, table = begun(slug, rng)
    written = len(table.entries)
    while written < 40 or snapshot_of(row) is None or snapshot_of(row).entries == written:
        decision = rng.choice(table.decisions())
        table.play(decision.choices().sample(rng), decision.seat)
        written = store.keep(row, table, written)
    return row


@pytest.mark.long
@pytest.mark.parametrize("field", ["body", "seal", "entries"])
@apart
def test_a_damaged_snapshot_is_passed_over_and_another_one_taken(kept: None, field: str) -> None:
    from tanelorn.site.keeping import opening, snapshots, store

    rng = random.Random(field)
    row = some_table(rng)
    for _ in range(12):
        snapshot = snapshot_of(row)
        value = getattr(snapshot, field)
        if field == "entries":
            damaged: object = value ^ 1 << rng.randrange(6)
        else:
            raw = bytearray(bytes(value) if field == "body" else value.encode())
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(7)
            damaged = bytes(raw) if field == "body" else raw.decode("latin-1")
        setattr(snapshot, field, damaged)
        snapshot.save()
        assert_opens_the_same(row, rng)
        lines = opening.lines_of(store.find(row.code))
        assert lines.snapshot is not None
        assert snapshots.unsealed(lines.snapshot, lines.record).entries == lines.snapshot.entries


@pytest.mark.long
@apart
def test_a_snapshot_of_another_table_or_of_changed_lines_is_passed_over(kept: None) -> None:
    from tanelorn.site.keeping import opening, store
    from tanelorn.site.models import RecordLine

    rng = random.Random(9)
    row, other = some_table(rng), some_table(rng)
    foreign, own = snapshot_of(other), snapshot_of(row)
    own.entries, own.seal, own.body = foreign.entries, foreign.seal, foreign.body
    own.save()
    assert_opens_the_same(row, rng)
    line = next(one for one in RecordLine.objects.filter(table=row) if b'"at":""' not in bytes(one.entry))
    assert line.number < snapshot_of(row).entries
    line.entry = bytes(line.entry)[:-4] + b'@@"}'
    line.save()
    with pytest.raises(store.Damaged):
        opening.load(store.find(row.code))


@apart
def test_the_secret_of_the_dice_is_not_in_a_snapshot(kept: None) -> None:
    import zlib

    row = some_table(random.Random(1))
    assert row.secret.encode() not in zlib.decompress(bytes(snapshot_of(row).body))


PLAYS_ON = """
import os, random, sys
import django
django.setup()
from tanelorn.site.keeping import opening, store
row = store.find(sys.argv[1])
table = opening.load(row)
written, rng = len(table.entries), random.Random(int(sys.argv[2]))
while table.outcome is None:
    decision = rng.choice(table.decisions())
    table.play(decision.choices().sample(rng), decision.seat)
    written = store.keep(row, table, written)
    print(written, flush=True)
"""


@pytest.mark.long  # processes that are killed
@pytest.mark.parametrize("slug", ["albion", "youngkingdoms"])
@apart
def test_whenever_the_site_is_killed_snapshot_and_lines_agree(kept: None, slug: str) -> None:
    from tanelorn.site import settings

    rng = random.Random(slug)
    row, _ = begun(slug, rng)
    environment = {**os.environ, "TANELORN_DATA": str(settings.DATA)}
    for life in range(4):
        command = [sys.executable, "-c", PLAYS_ON, row.code, str(life)]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            told = [int(player.stdout.readline()) for _ in range(rng.randrange(20, 40))]
            player.kill()
        assert len(played_anew(row).entries) >= told[-1]
        assert_opens_the_same(row, rng)
    assert snapshot_of(row) is not None


@apart
def test_what_is_no_snapshot_is_refused_whatever_it_names(kept: None, tmp_path: Path) -> None:
    import msgspec

    from tanelorn.core.errors import BadData
    from tanelorn.core.play.packing import pack, unpack

    mark = tmp_path / "run"
    hostile = [
        ([("os", "system", ("command",))], [6, f"touch {mark}"]),
        ([("pathlib", "Path", ())], [6]),
        ([("tanelorn.core.position", "Outcome", ("winners", "reason", "clause"))], [6, [1, 0]]),
        ([("tanelorn.core.position", "Outcome", ("reason", "winners", "clause"))], [6, "", [1, 0], ""]),
        ([("tanelorn.core.nowhere", "Outcome", ())], [6]),
        ([], [6]),
        ([], []),
        ([], [4, 1]),
    ]
    for thing in hostile:
        with pytest.raises(BadData):
            unpack(msgspec.msgpack.encode(thing))
    assert not mark.exists()
    whole = {(1, 2): [{3}, frozenset({4}), None, True, 1.5, b"x", "y", (1, [2])]}
    assert unpack(pack(whole)) == whole
    with pytest.raises(BadData, match="cannot be packed"):
        pack([object()])
    with pytest.raises(BadData, match="cannot be packed"):
        pack([1 << 70])
