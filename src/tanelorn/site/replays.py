"""Frames for the scrubber: the game as one viewer saw it, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from tanelorn.core.record import Chose, Entry, Record, TimeUp, Undid
from tanelorn.core.replay import replay
from tanelorn.core.table import Table

if TYPE_CHECKING:
    from tanelorn.site.live import LiveTable


def frames(live: LiveTable, viewer: int) -> list[dict[str, Any]]:
    """Return a frame for the start and for each moment at which something became public."""
    made: list[dict[str, Any]] = []
    told = moment = 0
    for table, entry in played_again(live.table):
        if isinstance(entry, Undid):
            told = min(told, len(table.events(viewer)))
        if entry is None or table.moment != moment:
            made.append(_frame(table, viewer, told))
            told = len(table.events(viewer))
        moment = table.moment
    return made


def played_again(played: Table) -> Iterator[tuple[Table, Entry | None]]:
    """Yield a game played again, at its start and after each of its entries; it is one table, which goes on."""
    assert played.header is not None
    script = Record(played.header, list(played.entries)).chance()
    table = replay(Record(played.header, []), chance=script)
    yield table, None
    for entry in list(played.entries):
        if isinstance(entry, Chose):
            table.play(entry.text, entry.seat)
        elif isinstance(entry, TimeUp):
            table.time_up()
        elif isinstance(entry, Undid):
            table.undo(entry.seat)
        yield table, entry


def _frame(table: Table, viewer: int, told: int) -> dict[str, Any]:
    scene = table.scene(viewer)
    return {
        "n": table.moment,
        "title": scene.subtitle,
        "scene": msgspec.to_builtins(scene),
        "events": msgspec.to_builtins(table.events(viewer)[told:]),
    }
