"""Frames for the scrubber: the game as one viewer saw it, moment by moment."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import asdict

from tanelorn.bots.judgement import judgement_of
from tanelorn.bots.judgement.judgement import shares
from tanelorn.core.log import Event
from tanelorn.core.play.record import Entry, Record, Undid
from tanelorn.core.play.replay import do_again, replay
from tanelorn.core.play.table import Table
from tanelorn.site.live.messages import Frame
from tanelorn.site.live.pictures import parting
from tanelorn.site.replay.moments import Moments, keep_moments, kept_moments, no_moment

_MOMENT = 0.2
"""Seconds."""


def frames(played: Table, viewer: int, code: str) -> Iterator[Frame]:
    """Yield a frame for the start and for each moment at which something became public, of the game that is played at
    a table with this code.
    """
    told: list[Event | None] = []
    lines: list[Event] = []
    heard = 0
    ended = played.outcome is not None
    moments = Moments(played)
    for table, entry in public(played):
        moments.add(table)
        if isinstance(entry, Undid):
            heard = parting(lines, table.log.events)
        told[heard:] = (event.told_to(viewer) for event in table.log.events[heard:])
        events = tuple(event for event in told[heard:] if event is not None)
        since = sum(event is not None for event in told[:heard])
        scene = table.scene(viewer)
        prospects = estimated(table) if ended else ()
        chose = tuple(moments.chosen(moments.count)) if ended else ()
        yield Frame(table.moment, scene.subtitle, scene, events, since, prospects, chose)
        lines, heard = list(table.log.events), len(table.log.events)
    keep_moments(code, moments)


def moments_of(played: Table, code: str) -> Moments:
    """Return what lay on a table at each moment of the scrubber: as its frames were made, or by playing it again."""
    known = kept_moments(code, played)
    if known is not None:
        return known
    moments = Moments(played)
    for table, _ in public(played):
        moments.add(table)
    return keep_moments(code, moments)


def entries_at(played: Table, moment: int) -> int:
    """Return how many entries of its record a game has had at a moment of the scrubber, counted from 1; raise Illegal
    if it has no such moment.
    """
    shown = 0
    for table, _ in public(played):
        shown += 1
        if shown == moment:
            return len(table.entries)
    raise no_moment(moment, shown)


def estimated(table: Table) -> tuple[float, ...]:
    """Return what each seat may expect by the judgement of the game's bots; nothing where they have none."""
    if table.outcome is not None:
        return tuple(shares(table.outcome, len(table.seats)))
    if not table.game.judgement or len(table.seats) < 2:
        return ()
    prospects = judgement_of(table.game).prospects(table, random.Random(table.moment))
    return tuple(round(share, 3) for share in prospects)


def folded(frames: Iterable[Frame]) -> Iterator[dict[str, object]]:
    """Write frames short: of each scene what has changed since the one before.

    A field that is left out is as it was; in a list a number stands for what lay at that place of the list before.
    """
    before: dict[str, list[bytes] | bytes] = {}
    for frame in frames:
        now = {name: _written(value) for name, value in asdict(frame.scene).items()}
        changed = {name: _short(value, before.get(name)) for name, value in now.items() if value != before.get(name)}
        yield {**asdict(frame), "scene": changed}
        before = now


def parts(head: dict[str, object], frames: Iterable[Frame]) -> Iterator[bytes]:
    """Write a replay as JSON: the head, and the frames as they are made, each on a line of its own.

    What takes a moment to make is one part, so that whoever waits hears how far it has come.
    """
    lines = [msgspec.json.encode(head).removesuffix(b"}") + b',"frames":[']
    since, parted = time.monotonic(), b"\n"
    for frame in folded(frames):
        lines.append(parted + msgspec.json.encode(frame))
        parted = b",\n"
        if time.monotonic() > since + _MOMENT:
            yield b"".join(lines)
            lines, since = [], time.monotonic()
    yield b"".join(lines) + b"\n]}\n"


def _written(value: object) -> list[bytes] | bytes:
    """Return a field of a scene as JSON, a list entry by entry."""
    return [msgspec.json.encode(one) for one in value] if isinstance(value, tuple) else msgspec.json.encode(value)


def _short(now: list[bytes] | bytes, was: list[bytes] | bytes | None) -> object:
    if isinstance(now, bytes):
        return msgspec.Raw(now)
    places = {one: at for at, one in enumerate(was)} if isinstance(was, list) else {}
    return [places.get(one, msgspec.Raw(one)) for one in now]


def public(played: Table) -> Iterator[tuple[Table, Entry | None]]:
    """Yield a game played again at each moment of the scrubber: at its start, and where something became public."""
    moment = 0
    for table, entry in played_again(played):
        if entry is None or table.moment != moment:
            yield table, entry
        moment = table.moment


def played_again(played: Table) -> Iterator[tuple[Table, Entry | None]]:
    """Yield a game played again, at its start and after each of its entries; it is one table, which goes on."""
    assert played.header is not None
    entries = list(played.entries)  # it may go on meanwhile
    table = replay(Record(played.header, []), chance=Record(played.header, entries).chance())
    yield table, None
    for entry in entries:
        do_again(table, entry)
        yield table, entry
