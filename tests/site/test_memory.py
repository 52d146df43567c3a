"""Which tables are in memory: opened once, none waiting for another, and gone when nobody looks at them any more."""

from __future__ import annotations

import asyncio
import random

import pytest

from tanelorn.core.chance import Committed
from tanelorn.core.game import games
from tanelorn.core.play.table import Table
from tests.site.apart import apart

pytestmark = pytest.mark.usefixtures("kept")


def table_of(slug: str, entries: int = 0, *sitters: str) -> str:
    """Keep a table of so many entries, or fewer if its game ends before, without a snapshot; return its code."""
    from tanelorn.site.keeping import store
    from tanelorn.site.models import Snapshot

    rng = random.Random(2)
    table = Table.new(games[slug], chance=Committed())
    assert isinstance(table.chance, Committed)
    while len(table.entries) < entries and (waiting := table.decisions()):
        decision = rng.choice(waiting)
        table.play(decision.choices().sample(rng), decision.seat)
    bots = {"bot": store.Sitter("bot", "bot, easy", "random")}
    seats = [bots.get(who, store.Sitter("friend", "a friend")) for who in sitters]
    seats += [store.Sitter("friend", "a friend")] * (len(table.seats) - len(seats))
    row = store.keep_begun(table, seats, table.chance)
    Snapshot.objects.filter(table=row).delete()
    return row.code


@pytest.mark.long
@apart
def test_a_table_nobody_looks_at_leaves_memory_and_comes_back_as_it_was() -> None:
    from tanelorn.site.live.club import Club

    code = table_of("fivecities", 30)

    async def look() -> None:
        club = Club()
        live = await club.table(code)
        live.pages["a page"] = 0
        club.let_go(later=10 * live.lingers)
        assert club.known(code) is live  # a page is open at it
        live.leave("a page")
        live.asked_for()
        club.let_go()
        assert club.known(code) is live  # somebody was there a moment ago
        async with live.lock:
            club.let_go(later=live.lingers)
            assert club.known(code) is live  # something is being written
        club.let_go(later=live.lingers)
        assert club.known(code) is None
        again = await club.table(code)
        assert again is not live
        assert (again.table.position, again.table.entries) == (live.table.position, live.table.entries)

    asyncio.run(look())


@apart
def test_of_many_tables_opened_in_turn_only_so_many_stay() -> None:
    from tanelorn.site.live.club import Club

    codes = [table_of("fivecities", number) for number in range(6)]

    async def look() -> None:
        club = Club()
        club.most, club.spared = 3, 0.0
        for code in codes:
            live = await club.table(code)
            live.pages |= {"a page": 0} if code == codes[0] else {}
            assert club.known(code) is live
        assert club.known(codes[0]) is not None  # a page is open at it
        assert [club.known(code) for code in codes[1:5]] == [None] * 4

    asyncio.run(look())


@pytest.mark.long
@apart
def test_a_table_at_which_a_bot_thinks_stays() -> None:
    from tanelorn.site.live.club import Club

    code = table_of("fivecities", 0, "friend", "bot")

    async def look() -> None:
        club = Club()
        live = await club.table(code)
        assert live.bots.thinking
        club.let_go(later=10 * live.lingers)
        assert club.known(code) is live
        while live.bots.thinking:
            await asyncio.gather(*live.bots.thinking.values())
        assert 1 in live.table.position.sealed
        club.let_go(later=live.lingers)
        assert club.known(code) is None

    asyncio.run(look())


@apart
def test_a_trial_stays_as_long_as_its_page_is_open_and_a_day_longer() -> None:
    from tanelorn.site.live import trials
    from tanelorn.site.live.club import club
    from tanelorn.site.live.seats.visitors import Visitor

    code = table_of("fivecities")

    async def look() -> None:
        trial = await trials.try_out(await club.table(code), 0, Visitor(), bound=False)
        trial.pages["a page"] = 0
        club.let_go(later=1e9)
        assert trials.found(trial.row.code) is trial
        assert club.known(code) is None  # of the game's own table nothing is lost
        for task in trial.bots.thinking.values():
            task.cancel()
        await asyncio.gather(*trial.bots.thinking.values(), return_exceptions=True)
        trial.pages.clear()
        club.let_go(later=23 * 3600)
        assert trials.found(trial.row.code) is trial
        club.let_go(later=25 * 3600)
        assert trials.found(trial.row.code) is None

    asyncio.run(look())


@pytest.mark.long
@apart
def test_a_table_is_opened_once_and_none_waits_for_another() -> None:
    from tanelorn.site.live.club import Club

    slow, quick = table_of("albion", 1000), table_of("fivecities")

    async def look() -> None:
        club = Club()
        first = asyncio.create_task(club.table(slow), name="slow")
        second = asyncio.create_task(club.table(slow), name="slow as well")
        other = asyncio.create_task(club.table(quick), name="quick")
        done, _ = await asyncio.wait([first, second, other], return_when=asyncio.FIRST_COMPLETED)
        assert done == {other}
        assert await first is await second

    asyncio.run(look())
