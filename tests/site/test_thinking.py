"""Where bots think: one table never waits for another's, a thought has an end, and nothing is left behind."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tanelorn import Table
from tanelorn.site.live.tables.thinking import NoThought, Question, Thinkers, work
from tests.drills.drill import children
from tests.site.club import Person
from tests.site.conftest import Page, Site
from tests.site.servers import halted


def test_a_table_whose_bots_think_long_stalls_no_other(site: Site) -> None:
    slow = site.table(*["search:seconds=30"] * 7, game="diplomacy")
    watching = site.page(slow, -1)
    assert watching.state["thinking"] == list(range(7))
    page = site.page(site.table("me", "easy"), 0)
    page.play(0, "2 M to S")
    while page.state["moment"] == 0:
        page.hear()
    assert watching.sit(-1)["thinking"] == list(range(7))


def test_a_bot_chooses_for_what_lies_there_not_for_what_was_taken_back(site: Site) -> None:
    """In Elric each side chooses one of three lots: what a bot would have chosen may have gone by then."""
    tried = 0
    while tried < 8:
        page = site.page(site.table("me", "random", "random", game="elric", scenario="short"), 0)
        choices = page.ask({"type": "offer", "seat": 0, "moment": page.state["moment"], "path": []}).get("choices", ())
        if len(choices) < 3:
            continue  # a bot chooses first
        with halted(*children(site.process.pid)):
            page.play(0, choices[0]["text"])
            until(page, thinking=True)
            page.take_back(0)
            until(page, thinking=False)
            page.play(0, choices[1]["text"])
            until(page, thinking=True)
        until(page, thinking=False)
        tried += 1


def until(page: Page, *, thinking: bool) -> None:
    """Hear until a bot thinks, or none does."""
    while bool(page.state["thinking"]) != thinking:
        page.hear()


def test_a_process_to_think_in_is_ready_when_a_table_with_bots_is_opened_and_none_before(site: Site) -> None:
    site.page(site.table("me", "me"), 0)
    assert not children(site.process.pid)
    page = site.page(site.table("me", "easy", game="albion"), 0)
    assert page.state["thinking"] == []
    assert len(children(site.process.pid)) == 1


def test_the_many_tables_of_one_person_hold_up_nobody_else(club_site: Site) -> None:
    ann, bob = Person(club_site), Person(club_site)
    slow = [ann.gather(*["search:seconds=30"] * 7, game="diplomacy") for _ in range(4)]
    watching = [ann.page(code, -1) for code in slow]
    page = bob.page(bob.gather("me", "easy"), 0)
    page.play(0, "2 M to S")
    while page.state["moment"] == 0:
        page.hear()
    assert [each.sit(-1)["thinking"] for each in watching] == [list(range(7))] * 4


def run(thought: Coroutine[Any, Any, str]) -> str:
    """Wait for a thought on a loop of its own: other tests of this process may have a browser, and its loop, open."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, thought).result()


@pytest.fixture
def question() -> Question:
    table = Table.new("fivecities", seed=1, keep=False)
    return Question("fivecities", "random", 1, table.view(0))


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers(longest=20)
    yield thinkers
    thinkers.close()


@pytest.mark.long
def test_a_thought_that_takes_too_long_is_ended_and_the_next_is_thought(thinkers: Thinkers, question: Question) -> None:
    async def think() -> str:
        assert await thinkers.think(question)
        thinkers.longest = 0.2
        with pytest.raises(NoThought, match="thought for more than"):
            await thinkers.think(question._replace(spec="search:seconds=60"))
        thinkers.longest = 20
        with pytest.raises(NoThought, match="There is no bot"):
            await thinkers.think(question._replace(spec="nobody"))
        return await thinkers.think(question)

    assert run(think())


def test_a_process_ends_quietly_where_nobody_waits_for_its_answer_any_more(
    question: Question, capfd: pytest.CaptureFixture[str]
) -> None:
    """So it is when the site is killed while a bot thinks: what it would say goes nowhere."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    thinking = context.Process(target=work, args=(theirs,))
    thinking.start()
    theirs.close()
    ours.send(question)
    ours.close()
    thinking.join()
    assert (thinking.exitcode, capfd.readouterr().err) == (0, "")


def test_a_process_that_has_died_is_started_again(thinkers: Thinkers, question: Question) -> None:
    async def think() -> str:
        first = asyncio.create_task(thinkers.think(question))
        before = set(multiprocessing.active_children())
        while not (started := set(multiprocessing.active_children()) - before):
            await asyncio.sleep(0.01)
        os.kill(next(iter(started)).pid or 0, signal.SIGKILL)
        return await first

    assert run(think())


def test_closing_ends_its_own_processes_and_no_others(thinkers: Thinkers) -> None:
    before = set(multiprocessing.active_children())
    other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(60,), daemon=True)
    other.start()
    thinkers.warm()
    assert len(set(multiprocessing.active_children()) - before) == 2
    thinkers.close()
    assert set(multiprocessing.active_children()) - before == {other}
    other.kill()
    other.join()
