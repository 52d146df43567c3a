"""Frames for the scrubber: the game as one viewer saw it, moment by moment."""

from __future__ import annotations

from typing import Any

import msgspec

from tanelorn.core.record import Chose, Record, TimeUp, Undid
from tanelorn.core.replay import replay
from tanelorn.core.table import Table
from tanelorn.site.live import LiveTable


def frames(live: LiveTable, viewer: int) -> list[dict[str, Any]]:
    """Return a frame for the start and for each moment at which something became public."""
    played = live.table
    assert played.header is not None
    script = Record(played.header, list(played.entries)).chance()
    table = replay(Record(played.header, []), chance=script)
    made = [_frame(table, viewer, 0)]
    told = len(table.events(viewer))
    for entry in played.entries:
        moment = table.moment
        if isinstance(entry, Chose):
            table.play(entry.text, entry.seat)
        elif isinstance(entry, TimeUp):
            table.time_up()
        elif isinstance(entry, Undid):
            table.undo(entry.seat)
            told = min(told, len(table.events(viewer)))
        if table.moment != moment:
            made.append(_frame(table, viewer, told))
            told = len(table.events(viewer))
    return made


def _frame(table: Table, viewer: int, told: int) -> dict[str, Any]:
    scene = table.scene(viewer)
    return {
        "n": table.moment,
        "title": scene.subtitle,
        "scene": msgspec.to_builtins(scene),
        "events": msgspec.to_builtins(table.events(viewer)[told:]),
    }
