"""What is called across the table: time is up, somebody resigns, offers a draw. The game goes on, and records it."""

from __future__ import annotations

import random
import re
from typing import Any

from tanelorn.core.choices import OFFER_DRAW, RESIGN
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.game import Game
from tanelorn.core.play.record import Record, TimeUp
from tanelorn.core.play.replay import replay
from tanelorn.core.play.table import Table
from tanelorn.core.steps import Seals
from tanelorn.core.viewers import REFEREE

from .leaks import check_viewer
from .play import LONGEST, Options, check_barred, everything, seats_of, sit, viewers_of

AnyGame = Game[Any, Any]
_DEEP = 6
"""So many positions of a game are looked at by every viewer."""


def check_time(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """What counts when time is up is a legal choice, and time may be called at any moment where all have such a one."""
    table, fast = (sit(game, scenario, options, seed, keep=keep) for keep in (True, False))
    rng = random.Random(seed)
    called = 0
    for _ in range(150):
        if table.outcome is not None:
            break
        defaults = [_check_default(table, seat) for seat in table.step.seats(table.position)]  # type: ignore[union-attr]
        if rng.random() < 0.3:
            if None in defaults:
                _check_waits(table)
                continue
            _call_time(table, rng)
            fast.time_up()
            called += 1
            if called <= _DEEP:
                for viewer in viewers_of(table):
                    check_viewer(game, table, viewer, called)
        else:
            decision = rng.choice(table.decisions())
            choice = decision.choices().sample(rng)
            for each in (table, fast):
                each.play(choice, decision.seat)
        _check_fast(table, fast)
    _check_replays(table)


def _check_default(table: Table, seat: int) -> Any:
    choices = table.decision(seat).choices()
    before = table.position.digest()
    default = choices.default()
    assert table.position.digest() == before, "Asking what counts when time is up changes the position."
    assert table.decision(seat).choices().default() == default, f"The default of seat {seat} is another each time."
    refusal = None if default is None else choices.refusal(default)
    assert refusal is None, f"The default “{default}” of seat {seat} is no legal choice: {refusal}"
    return default


def _check_waits(table: Table) -> None:
    """Where somebody must choose, no time is up, and whoever it is is named."""
    must = [table.seats[seat] for seat in table.asked() if table.decision(seat).choices().default() is None]
    if not must:
        return
    before = [everything(table), table.entries[:], table.chance.__dict__.copy()]
    refusal: TanelornError | None = None
    try:
        table.time_up()
    except Illegal as error:
        refusal = error
    assert refusal is not None, f"{must} must choose, but time could be called."
    assert any(name in refusal.why for name in must), f"{must} must choose, but it says: {refusal}"
    assert [everything(table), table.entries, table.chance.__dict__] == before, "A refused call changed something."


def _call_time(table: Table, rng: random.Random) -> None:
    late, sealing = table.asked(), isinstance(table.step, Seals)
    lines, entries, moment = len(table.log.events), len(table.entries), table.moment
    other = _sealed_otherwise(table, rng)
    names = [table.seats[seat] for seat in late]
    table.time_up()
    told, entry = table.log.events[lines], table.entries[entries]
    assert told.text.startswith("Time is up: "), f"Time is up, but the chronicle says: {told.text}"
    assert told.knowers is None, "Not everybody is told that time is up."
    named = re.findall(r"\*\*(.+?)\*\*", told.text)
    assert named == names, f"{late} were late, but the chronicle says: {told.text}"
    assert other in ("", told.text), f"The call of time tells what was sealed: {told.text}"
    assert isinstance(entry, TimeUp), f"Time was called, but the record says {entry}."
    assert entry.seats == late or (not sealing and set(entry.seats) <= set(late)), f"{late} were late: {entry}."
    assert table.moment > moment, "Time was called, but nothing seems to have become public."
    check_barred(table)
    assert not any(table.can_redo(seat) for seat in seats_of(table)), "What was taken back outlives a call of time."


def _sealed_otherwise(table: Table, rng: random.Random) -> str:
    """Return what the call of time says where others have sealed something else, or nothing if none has."""
    if not table.position.sealed:
        return ""
    position = table.position.copy()
    for seat in position.sealed:
        position.sealed[seat] = table.decision(seat).choices().sample(rng)
    twin = Table.at(table.game, position)
    twin.time_up()
    return twin.log.events[0].text


def check_asides(game: AnyGame, scenario: str, options: Options, seed: int) -> None:
    """Seats may resign and offer draws at any moment; if the game goes on, it does so without them, to an end."""
    for number, often in enumerate((0.05, 0.15, 0.4)):
        table, fast = (sit(game, scenario, options, seed, keep=keep) for keep in (True, False))
        rng = random.Random(f"{seed} {number}")
        gone: set[int] = set()
        for _ in range(LONGEST):
            if table.outcome is not None:
                break
            _check_goes_on(table, gone)
            if rng.random() < often:
                _speak(table, fast, gone, rng)
            else:
                _play(table, fast, rng)
            _check_fast(table, fast)
        assert table.outcome is not None, f"The game has not ended after {LONGEST} decisions."
        assert not gone & set(table.outcome.winners), f"Of seats {table.outcome.winners} some resigned, and won."
        _check_replays(table)


def _play(table: Table, fast: Table, rng: random.Random) -> None:
    decision = rng.choice(table.decisions())
    choice = decision.choices().sample(rng)
    time = all(decision.choices().default() is not None for decision in table.decisions()) and rng.random() < 0.1
    for each in (table, fast):
        try:
            if time:
                each.time_up()
            else:
                each.play(choice, decision.seat)
        except Exception as error:
            raise AssertionError(f"The rules broke down: {error!r}") from error


def _speak(table: Table, fast: Table, gone: set[int], rng: random.Random) -> None:
    """Let a seat resign, offer a draw or withdraw the offer, asked or not."""
    seat = rng.choice([seat for seat in seats_of(table) if table.asides(seat)])
    aside = rng.choice(table.asides(seat))
    for each in (table, fast):
        try:
            each.play(aside, seat)
        except Exception as error:
            raise AssertionError(f"Seat {seat} cannot {aside}: {error!r}") from error
    if aside == RESIGN:
        gone.add(seat)
        check_barred(table)
        if table.outcome is None:
            _check_goes_on(table, gone)
            for viewer in viewers_of(table):
                check_viewer(table.game, table, viewer, seat)
    elif aside == OFFER_DRAW and set(table.game.draw_needs(table.position)) <= set(table.position.offers):
        assert table.outcome is not None, "All whose offers are needed offer a draw, but it is not agreed."


def _check_goes_on(table: Table, gone: set[int]) -> None:
    decisions = table.decisions()
    assert decisions, f"Dead end: seats {sorted(gone)} have resigned, the game goes on, but nobody is asked."
    for decision in decisions:
        assert len(decision.choices()) > 0, f"Dead end: {decision!r} has no choice."
    position, step = table.position, table.step
    assert step is not None
    assert not gone & set(step.seats(position)), f"Of seats {step.seats(position)} some resigned, and are still asked."
    needed = table.game.draw_needs(position)
    assert not gone & set(needed), f"A draw needs seats {needed}, but some of them have resigned."
    for what, seats in (("a sealed choice", position.sealed), ("an offer of a draw", position.offers)):
        assert not gone & set(seats), f"There is {what} of seats {list(seats)}, but some of them have resigned."
    assert not any(map(table.asides, gone)), f"Seats {sorted(gone)} have resigned, and may still do something."


def _check_fast(table: Table, fast: Table) -> None:
    assert fast.position.digest() == table.position.digest(), "A table without a record goes another way."


def _check_replays(table: Table) -> None:
    record = table.record()
    loaded = Record.read(b"".join(record.lines()))
    assert loaded == record, "A record is read otherwise than it was written."
    try:
        twin = replay(loaded)
    except TanelornError as error:
        raise AssertionError(f"A record does not replay: {error}") from error
    assert everything(twin) == everything(table), "The replay ends in another position."
    for viewer in (*viewers_of(table), REFEREE):
        assert twin.events(viewer) == table.events(viewer), f"The replay tells viewer {viewer} another story."
