"""What is shown of a table while play goes on: what lies on the disk, and nothing of what comes after."""

from __future__ import annotations

import asyncio
import random
import threading

import pytest

from tanelorn.core.viewers import SPECTATOR
from tests.site.apart import apart
from tests.site.test_memory import table_of

pytestmark = pytest.mark.usefixtures("kept")


@apart
def test_what_is_still_being_written_is_shown_to_nobody() -> None:
    from tanelorn.site.keeping.store import NotKept
    from tanelorn.site.live.club import Club

    code = table_of("fivecities")

    async def look() -> None:
        live = await Club().table(code)
        begun, known = live.written, live.table.scene(SPECTATOR)
        writes, fails = threading.Event(), threading.Event()

        def seal() -> None:
            for seat in (0, 1):
                live.table.play("pass", seat)

        def slow() -> None:
            writes.set()
            fails.wait()
            raise NotKept("The disk is full.")

        change = asyncio.create_task(live.change(seal, beside=slow))
        await asyncio.to_thread(writes.wait)
        asked = asyncio.create_task(live.shown(()))
        await asyncio.sleep(0)
        fails.set()
        with pytest.raises(NotKept):
            await change
        shown = await asked
        assert (len(shown.entries), shown.scene(SPECTATOR)) == (begun, known)
        await live.change(seal)
        assert live.written > begun
        assert (len(shown.entries), shown.scene(SPECTATOR)) == (begun, known)

    asyncio.run(look())


@pytest.mark.long
@apart
def test_who_looks_on_late_sees_the_same_though_somebody_else_left_while_it_was_made_out() -> None:
    from tanelorn.site.live.club import Club

    code = table_of("albion")

    async def look() -> None:
        live = await Club().table(code)
        live.turns_late = 1
        await live.shown(())
        rng = random.Random(2)

        def play() -> None:
            while len(live.table.entries) < 600 and (waiting := live.table.decisions()):
                decision = rng.choice(waiting)
                live.table.play(decision.choices().sample(rng), decision.seat)

        await live.change(play)
        assert live.table.outcome is None
        leaves = asyncio.create_task(live.shown(()))
        for _ in range(50):  # until it has begun
            await asyncio.sleep(0)
        leaves.cancel()
        shown = await live.shown(())
        assert live.behind is not None
        assert live.behind.done == live.written
        undisturbed = await Club().table(code)
        undisturbed.turns_late = 1
        alone = await undisturbed.shown(())
        assert (shown.position, shown.entries) == (alone.position, alone.entries)

    asyncio.run(look())


@apart
def test_a_table_that_has_been_renamed_is_tried_out_under_its_new_name() -> None:
    from tanelorn.site.live import trials
    from tanelorn.site.live.club import club
    from tanelorn.site.live.seats.visitors import Visitor

    code = table_of("fivecities")

    async def look() -> None:
        live = await club.table(code)
        await club.rename(code, "The long siege")
        trial = await trials.try_out(live, 0, Visitor(), bound=False)
        assert trial.row.name == "The long siege"

    asyncio.run(look())
