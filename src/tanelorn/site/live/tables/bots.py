"""Who chooses at a table without looking at its page: its bots, a bot that stands in for somebody who is late, and
people whose answers stand.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tanelorn.core.errors import NotAsked, Stale
from tanelorn.core.play.record import Undid
from tanelorn.core.position import digest
from tanelorn.site.keeping import store
from tanelorn.site.live import messages
from tanelorn.site.live.seats import standing
from tanelorn.site.live.tables import leases, signals
from tanelorn.site.live.tables.thinking import ADVICE, NoThought, Question, thinkers
from tanelorn.site.wire.errors import Deleted, stale

if TYPE_CHECKING:
    from tanelorn.site.live.tables.table import LiveTable

_log = logging.getLogger(__name__)
_AGAIN = 5.0
"""Seconds after which a bot tries again to play when the disk has refused, or another process thinks for it."""


class _Asked(NamedTuple):
    """For which seat somebody chooses, at which moment, who sat there when it began, and how often somebody had taken
    something back: a moment that comes again is another one.
    """

    seat: int
    moment: int
    sitter: store.Sitter
    undone: int


class Bots:
    """The bots of a live table, and whoever else chooses there without looking.

    `thinking` are their thoughts, by seat.
    """

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._waking: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """Whether one of them thinks, or is to think again."""
        return bool(self.thinking) or self._waking is not None

    @property
    def asked(self) -> tuple[int, ...]:
        """The bots that are asked, whichever process thinks for them; in a lesson not those that wait for its guide."""
        guide = self._live.guide
        bots = (seat for seat in self._live.asked if not self._live.sitters[seat].human)
        return tuple(seat for seat in bots if guide is None or guide.reply(seat) is not None)

    @property
    def answered(self) -> tuple[int, ...]:
        """The seats of people that are asked and answer by what stands; nobody is told who they are."""
        people = (seat for seat in self._live.asked if self._live.sitters[seat].human)
        return tuple(seat for seat in people if self._standing_answer(seat))

    def make_ready(self) -> None:
        """Let there be a process to think in before the first thought, if bots play here."""
        if not all(sitter.human for sitter in self._live.sitters):
            thinkers.warm()

    def wake(self) -> None:
        """Start a thought for every bot that is asked and does not think yet; who has answered before needs none."""
        for seat in (*self.asked, *self.answered):
            if seat not in self.thinking:
                # A context of its own: the request that wakes bots ends, and its executor with it, while they think.
                task = asyncio.get_running_loop().create_task(self._think(seat), context=contextvars.Context())
                self.thinking[seat] = task

    async def stand_in(self, seat: int, bot: str, check: Callable[[], None]) -> None:
        """Let a bot, given by its spec, choose once for a seat whose player is late; `check` raises Stale if they are
        not, by the time that its choice is written.
        """
        async with self._turn:
            asked = self._asked_now(seat)
            if self._waits_for(asked):
                await self._play_thought(asked, await self._thought_of(bot, seat), check)

    async def advise(self, seat: int) -> str:
        """Return as JSON what a bot would do for a seat, or "" if it has failed, of which the server's log says why."""
        return await self._thought_of(ADVICE, seat)

    async def _think(self, seat: int) -> None:
        again = 0.0
        try:
            if self._live.sitters[seat].human:
                await asyncio.sleep(standing.pause(self._people))
            async with self._turn:  # the bots of one table think one after the other
                if seat in (*self.asked, *self.answered):  # else another change came in before this could begin
                    again = await self._think_alone(seat)
        finally:
            self.thinking.pop(seat, None)
        if again:
            self._waking = asyncio.get_running_loop().call_later(again, self._wake_again)
        else:
            self.wake()

    async def _think_alone(self, seat: int) -> float:
        """Think and play, unless another process of the site does; return in how many seconds to look again, or 0."""
        asked = self._asked_now(seat)
        try:
            async with leases.lease(f"thought {self._live.row.code} {seat} {asked.moment}") as mine:
                if not mine:
                    return _AGAIN
                if asked.sitter.human:
                    check = partial(self._check_answer, seat, self._live.standing.get(seat, {}))
                    return await self._play_first(asked, (self._standing_answer(seat),), check)
                return await self._play_thought(asked, await self._thought(seat))
        except Exception:
            _log.exception("seat %s could not think at table %s", seat, self._live.row.code)
            return _AGAIN

    def _wake_again(self) -> None:
        self._waking = None
        self.wake()

    @property
    def _people(self) -> int:
        """How many people play; at one screen, where nobody has an account, that is one."""
        return sum(sitter.human for sitter in self._live.sitters) if self._live.host else 1

    def _standing_answer(self, seat: int) -> str:
        return standing.answer(self._live.table, seat, self._live.standing.get(seat, {}))

    def _check_answer(self, seat: int, known: Mapping[str, messages.Standing]) -> None:
        """Raise Stale if other answers stand for a seat than was known here, in the transaction that gives one."""
        self._live.standing = standing.load_standing(self._live.row)
        if self._live.standing.get(seat, {}) != known:
            raise stale()

    async def _thought(self, seat: int) -> str:
        guide = self._live.guide
        reply = guide.reply(seat) if guide is not None else ""
        return reply or await self._thought_of(self._live.sitters[seat].bot, seat)

    async def _thought_of(self, bot: str, seat: int) -> str:
        """Return a bot's choice for now, or "" if it has failed, of which the server's log says why."""
        began, failed, row = time.perf_counter(), False, self._live.row
        signals.thought_begun.send(None)
        try:
            question = Question(row.game, bot, self._seed(seat), self._live.table.view(seat))
            return await thinkers.think(question, self._live.host)
        except NoThought as error:
            failed = True
            _log.error("%s failed at table %s: %s", bot, row.code, error)
            return ""
        except Exception:
            failed = True
            _log.exception("%s failed at table %s", bot, row.code)
            return ""
        finally:
            took = time.perf_counter() - began
            signals.thought_ended.send(None, game=row.game, seconds=took, failed=failed)

    def _seed(self, seat: int) -> int:
        return int(digest([self._live.row.secret, self._live.table.moment, seat]), 16)

    async def _play_thought(self, asked: _Asked, text: str, check: Callable[[], None] = lambda: None) -> float:
        """Play what a bot chose, or any legal choice if it is none, for a bot that fails must not stop the table."""
        return await self._play_first(asked, (text, self._any_choice(asked)), check)

    async def _play_first(self, asked: _Asked, texts: Sequence[str], check: Callable[[], None] = lambda: None) -> float:
        """Play the first of some choices that can be played; return in how many seconds to try again if none could be
        played or written, 0 otherwise.
        """
        for choice in filter(None, texts):
            if not self._waits_for(asked):
                break
            try:
                await self._live.change(lambda choice=choice: self._play(asked, choice), beside=check)  # type: ignore[misc]
                break
            except (Stale, NotAsked, Deleted):  # the table moved on while this waited for its turn, or is gone
                break
            except store.NotKept:
                return _AGAIN
            except Exception:
                _log.exception("seat %s chose what cannot be played at table %s", asked.seat, self._live.row.code)
        else:
            return _AGAIN if any(texts) else 0.0
        return 0.0

    def _play(self, asked: _Asked, choice: str) -> None:
        """Play a choice, unless somebody else has taken the seat by now."""
        if not self._waits_for(asked):
            raise stale()
        self._live.table.play(choice, asked.seat, moment=asked.moment)

    def _any_choice(self, asked: _Asked) -> str:
        if not self._waits_for(asked):
            return ""
        return str(self._live.table.decision(asked.seat).choices().sample(random.Random(self._seed(asked.seat))))

    def _asked_now(self, seat: int) -> _Asked:
        table = self._live.table
        undone = sum(isinstance(entry, Undid) for entry in table.entries)
        return _Asked(seat, table.moment, self._live.sitters[seat], undone)

    def _waits_for(self, asked: _Asked) -> bool:
        return asked.seat in self._live.asked and asked == self._asked_now(asked.seat)
