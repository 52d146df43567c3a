"""A live table: it is held in memory, and every change is written before anybody sees it."""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from typing import ParamSpec

import msgspec
from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import activate, get_language, gettext

from tanelorn.core.choices import fitting
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.game import games
from tanelorn.core.lessons.guide import Guide, Place
from tanelorn.core.lessons.lesson import Lesson, find_lesson
from tanelorn.core.play.record import Chose, Entry
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.word import say
from tanelorn.site.live import messages
from tanelorn.site.live.pictures import Stream
from tanelorn.site.live.seats import agreeing, drafts, standing
from tanelorn.site.live.seats.beside import Beside, read_beside
from tanelorn.site.live.seats.visitors import Visitor, doors
from tanelorn.site.live.tables import signals
from tanelorn.site.live.tables.acknowledged import Acknowledged
from tanelorn.site.live.tables.behind import Behind, as_it_stands
from tanelorn.site.live.tables.bots import Bots
from tanelorn.site.models import GameTable
from tanelorn.site.wire.errors import refusal, stale

P = ParamSpec("P")
_MANY = 20
"""More entries than these are played again in another thread."""
_TRIES = 5
"""How often something is tried while other processes write at the same table."""


def group_of(code: str) -> str:
    """Return the channel group of all pages that look at a table."""
    return f"table-{code}"


async def tell_pages(code: str, what: str, asker: str = "", said: Mapping[str, str] | None = None) -> None:
    """Tell every page at a table, but not the one that asked, what is the matter with it: in a word that each page puts
    in its own language, or as an error has `said` it.
    """
    await say(group_of(code), {"type": "table.trouble", "what": what, "asker": asker, "said": dict(said or {})})


async def tell_again(code: str, again: str) -> None:
    """Tell every page at a table that something beside its record is new, and each process to look at it once."""
    await say(group_of(code), {"type": "table.changed", "again": again})


def to_the_end(work: Callable[P, Coroutine[None, None, None]]) -> Callable[P, Coroutine[None, None, None]]:
    """Return work that is done to its end, though whoever asked for it may leave in the midst of it: what a thread has
    begun to write is written, and has to be known and told.
    """

    @wraps(work)
    async def done(*args: P.args, **kwargs: P.kwargs) -> None:
        context = contextvars.Context()  # as with thoughts: that of a request ends with it
        context.run(activate, get_language())
        await asyncio.shield(asyncio.get_running_loop().create_task(work(*args, **kwargs), context=context))

    return done


class LiveTable:
    """A table in memory, with its row, a lock, and the bots that think for it; of one that is not `kept` nothing is
    written down.

    `pages` are those that look at it, by channel, with the number of whose each is, 0 for whoever has no account; some
    of them are `hearing`, for all, what other processes of the site write.
    `written` are the entries on the disk, `heard` those of which its pages have heard.
    `streams` are what viewers have been told, by viewer and language; `changes` tells whether that may be out of date.
    """

    kept = True
    lingers = 300.0
    """Seconds for which it stays in memory when nobody looks at it."""

    def __init__(self, table: Table, beside: Beside) -> None:
        self.table = table
        self.streams: dict[tuple[int, tuple[int, ...], str], Stream] = {}
        self.changes = 0
        self.acknowledged = Acknowledged()
        self.written = self.heard = len(table.entries)
        self.lock = asyncio.Lock()
        self.bots = Bots(self)
        self.pages: dict[str, int] = {}
        self.hearing: set[str] = set()
        self._again = ""
        self.behind: Behind | None = None
        self._following = asyncio.Lock()
        self._asked_for = time.monotonic()
        self._lay(beside)

    def _lay(self, beside: Beside) -> None:
        """Take what is kept beside the record as it lies on the disk."""
        self.row = beside.row
        self.drafts = dict(beside.drafts)
        self.notes = dict(beside.notes)
        self.standing = beside.standing
        self.sitters = beside.sitters
        self.clocks = beside.clocks
        self.agreement = beside.agreement
        self.host = beside.host
        self.turns_late = beside.late
        self.place: Place | None = msgspec.convert(self.row.lesson, Place | None)
        self.lesson = _lesson(self.row, self.place)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked; none at a table that has been deleted."""
        return self.table.asked() if self.row.removed is None else ()

    @property
    def hears(self) -> bool:
        """Whether it is told what other processes of the site write."""
        return bool(self.hearing)

    @property
    def may_stand(self) -> bool:
        """Whether answers may stand here: not in a trial, nor in a lesson."""
        return self.kept and self.lesson is None

    @property
    def group(self) -> str:
        """The channel group of all pages that look at this table."""
        return group_of(self.row.code)

    def seats_of(self, visitor: Visitor) -> tuple[int, ...]:
        """Return the seats that are a visitor's own to play."""
        return doors.seats(self.row, visitor)

    def may_watch(self, visitor: Visitor) -> bool:
        """Whether a visitor may look on here, or even learn that there is such a table."""
        return doors.may_watch(self.row, visitor)

    @property
    def guide(self) -> Guide | None:
        """The guide of a lesson's learner, None at any other table and for a learner who plays on freely."""
        if self.lesson is None or self.place is None or self.place.free:
            return None
        return Guide(self.lesson, self.table, self.place)

    def play(self, text: str, seat: int, moment: int) -> None:
        """Play a choice; a learner who has done all of a step goes on to the next one by it."""
        place, guide = self.place, self.guide
        while guide is not None and guide.stage == "done" and seat == guide.lesson.learner:
            place = guide.went_on()
            guide = Guide(guide.lesson, self.table, place)
        self.table.play(text, seat, moment=moment)
        self.place = place

    def follow(self, act: str, number: int) -> None:
        """Go `on` from a step of a lesson, or play on `free`ly; raise Illegal where that cannot be.

        A step that has been left already is left once: nothing changes.
        """
        guide = self.guide
        if guide is None:
            raise Illegal(
                gettext("No lesson is on at this table."), remedy=gettext("Play on, or begin one from the shelf.")
            )
        if act == "free":
            self.place = msgspec.structs.replace(guide.place, free=True)
        elif number != guide.place.step + 1:
            return
        elif guide.stage == "done":
            self.place = guide.went_on()
        else:
            raise Illegal(gettext("This step is not done yet."), remedy=gettext("Do what it asks, or play on freely."))

    def alone(self, own: Sequence[int]) -> bool:
        """Whether no person plays here besides somebody whose `own` seats these are."""
        return all(seat in own for seat, sitter in enumerate(self.sitters) if sitter.human)

    def may_view(self, viewer: int, own: Sequence[int]) -> int:
        """Return the viewer if somebody whose `own` seats these are may see what they see; raise Illegal."""
        allowed = {SPECTATOR, *own}
        if self.table.outcome is not None:
            allowed |= {REFEREE, *range(len(self.sitters))}
        if viewer not in allowed:
            raise Illegal(
                gettext("You may not see what that seat sees."), remedy=gettext("Look as one of your own seats.")
            )
        return viewer

    def is_late(self, own: Sequence[int]) -> bool:
        """Whether somebody whose `own` seats these are looks on late. Whoever plays does not; nor does anybody once the
        game is over.
        """
        return self.turns_late > 0 and not own and self.table.outcome is None

    async def catch_up(self, own: Sequence[int]) -> None:
        """See to it that `seen` is up to date for somebody whose `own` seats these are."""
        if self.is_late(own):
            await self._follow()

    @to_the_end
    async def _follow(self) -> None:
        async with self._following:
            entries = self.table.entries[: self.written]  # what is not on disk yet is not told
            if self.behind is None or len(entries) - self.behind.done > _MANY:
                # Playing a long record again takes a while, and asks nothing of the disk.
                self.behind = await sync_to_async(self._followed, thread_sensitive=False)(self.behind, entries)
            else:
                self.behind.follow(entries)

    def _followed(self, behind: Behind | None, entries: Sequence[Entry]) -> Behind:
        header = self.table.header
        assert header is not None
        followed = behind if behind is not None else Behind(header, header.source(self.row.secret), self.turns_late)
        followed.follow(entries)
        return followed

    def seen(self, own: Sequence[int]) -> Table:
        """Return the table that somebody is shown whose `own` seats these are: as it is, or as it was if they look on
        late; then `catch_up` comes first.
        """
        if not self.is_late(own):
            return self.table
        assert self.behind is not None
        return self.behind.now

    async def shown(self, own: Sequence[int]) -> Table:
        """Return the table that somebody is shown whose `own` seats these are, as it is on the disk; it does not go on
        when play does.
        """
        await self.catch_up(own)
        async with self.lock:
            return self.seen(own) if self.is_late(own) else as_it_stands(self.table)

    def pass_for(self, seat: int) -> str:
        """Return the word by which a page that sits as a seat may read that seat's game; nobody can guess it."""
        return salted_hmac("tanelorn.pass", f"{self.row.code} {seat}").hexdigest()

    def may_read(self, viewer: int, given: str, own: Sequence[int]) -> int:
        """Return the viewer if a page with this pass may read their game: a seat's own while the game is on."""
        self.may_view(viewer, own)
        if viewer >= 0 and self.table.outcome is None and not constant_time_compare(given, self.pass_for(viewer)):
            raise Illegal(
                gettext("During play, only a page that sits as a seat may read that seat's game."),
                remedy=gettext("Sit as that seat first; the pass comes with the answer."),
            )
        return viewer

    def may_play(self, seat: object, own: Sequence[int]) -> int:
        """Return the seat if it is one of somebody's `own`; raise Illegal."""
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in own:
            raise Illegal(gettext("That seat is not yours."), remedy=gettext("Play one of your own seats."))
        return seat

    def leave(self, channel: str) -> None:
        """Forget a page, or a program, that looked on by a channel."""
        self.pages.pop(channel, None)
        self.hearing.discard(channel)
        self.asked_for()

    def asked_for(self) -> None:
        """Note that somebody has just looked at the table."""
        self._asked_for = time.monotonic()

    def may_leave(self, later: float) -> bool:
        """Whether it may leave memory, as of so many seconds from now: no page is open at it, no bot thinks or is to
        think again, nothing is being written, and nobody has asked for it for a while.
        """
        busy = self.pages or self.bots.busy or self.lock.locked()
        return not busy and time.monotonic() + later - self._asked_for >= self.lingers

    def left(self) -> None:
        """Note that it has left memory; what is kept of it lies on the disk."""

    def check_stands(self) -> None:
        """Raise if nothing can be done here any more: the table has been deleted."""
        store.check_stands(self.row)

    async def keep(self, beside: Callable[[], None] = lambda: None) -> None:
        """Write what has come since the last time, and in the same transaction what goes with it; raise NotKept."""
        self.written, self.clocks = await on_disk(self._write)(beside)

    def _write(self, beside: Callable[[], None]) -> tuple[int, tuple[messages.Clock, ...]]:
        def kept() -> None:
            beside()
            doors.kept(self.row, self.table)
            self.standing = standing.load_standing(self.row)  # another process may have written it
            if self.bots.answered:
                standing.wait_for(self.row)

        written = store.keep(self.row, self.table, self.written, kept)
        return written, doors.clocks(self.row) if self.agreement is not None else ()

    async def come_to(self, written: int) -> None:
        """Play what other processes of the site have written, if so many entries are more than are known here."""
        if written > self.written:
            async with self.lock:
                if written > self.written:
                    await self._look_up()

    async def look_again(self, again: str) -> None:
        """Take what lies on the disk beside the record, once for each word that it is new."""
        if again and again != self._again:
            async with self.lock:
                if again != self._again:
                    await self._look_up()
                    self._again = again

    async def look_up(self) -> None:
        """Take what lies on the disk, if other processes may have written it."""
        if settings.SHARED and self.kept:
            async with self.lock:
                await self._look_up()

    async def _look_up(self) -> None:
        self.changes += 1
        beside, entries = await on_disk(self._since)()
        try:
            opening.play_since(self.table, entries)
        except TanelornError:  # played otherwise here than there, as by another version: as the disk has it
            self.table = await on_disk(opening.load)(beside.row)
        self.written = len(self.table.entries)
        self._lay(beside)

    def _beside_now(self) -> Beside:
        return read_beside(store.row_of(self.row.code))

    def _since(self) -> tuple[Beside, list[Entry]]:
        entries = store.entries_since(self.row, self.written)  # before the rest: word of what comes later will follow
        return self._beside_now(), entries

    @to_the_end
    async def change(
        self,
        act: Callable[[], None],
        written: Mapping[int, Sequence[str]] | None = None,
        asker: str = "",
        beside: Callable[[], None] = lambda: None,
        *,
        anew: bool = False,
    ) -> None:
        """Do something to `self.table`, as it is by then, write it, then tell all pages; a refusal changes nothing.

        Where another process of the site has written first, it is done to what came of that, or refused there.
        `written` are drafts that come of it, by seat; `asker` is the channel of the page that is told by the error;
        `beside` writes down what goes with it, in the same transaction, or raises why it cannot be; `anew` tells that
        this concerns what is read beside the record, such as who sits where.
        """
        asked = time.time()
        async with self.lock:
            for tries_left in reversed(range(_TRIES)):
                try:
                    await self._change(act, beside)
                    if anew:
                        self._lay(await on_disk(self._beside_now)())
                    break
                except store.Behind:
                    if not tries_left:
                        raise stale() from None
                    await self._look_up()
                except store.NotKept as error:
                    await self._tell_trouble(error, asker)
                    raise
            with suppress(store.NotKept):  # the choice itself is on disk; a draft too many is seen through when loaded
                for seat in drafts.stale_seats(self.table, self.drafts):
                    await self._write_draft(seat, ())
                for seat, path in (written or {}).items():
                    await self._fit_draft(seat, path)
        try:
            await self.tell(asked)
        finally:
            self.bots.wake()

    async def _change(self, act: Callable[[], None], beside: Callable[[], None]) -> None:
        """Do something and write it; where it cannot be written, all is as it was."""
        self.check_stands()
        began, before, place = time.perf_counter(), self.written, self.place
        self.changes += 1  # whatever becomes of it
        act()
        self.row.lesson = msgspec.to_builtins(self.place)
        try:
            await self.keep(beside)
        except Exception:
            self.place = place
            await self._go_back()
            raise
        choices = sum(isinstance(entry, Chose) for entry in self.table.entries[before:])
        if choices and self.kept:
            took = time.perf_counter() - began
            signals.chosen.send(None, table=self.row.code, game=self.row.game, choices=choices, seconds=took)

    async def arrange(self, seat: int, own: Sequence[int], wish: agreeing.Wish, asker: str = "") -> None:
        """Propose something about time for a seat, whose player has all of these `own` ones, or answer what is
        proposed; raise Illegal or Stale.
        """
        settled: list[agreeing.Settled] = []

        def act() -> None:
            settled[:] = [agreeing.settle(self.agreement, seat, own, wish, self.table.entries)]
            for line in settled[0].lines:
                self.table.arrange(*line)

        def beside() -> None:
            doors.agree(self.row, settled[0], self.table.asked())

        await self.change(act, asker=asker, beside=beside, anew=True)

    @to_the_end
    async def let_stand(self, seat: int, asked: standing.Asked) -> None:
        """Let an answer of a seat stand, or none, as it asks; raise why not, or NotKept."""
        async with self.lock:
            self.check_stands()
            if not self.may_stand:
                raise Illegal(gettext("No answer stands here."), remedy=gettext("Answer each question as it comes."))
            kind, answer = standing.read(self.table, seat, asked)
            await on_disk(standing.write_standing)(self.row, seat, kind, answer)
            self.standing = await on_disk(standing.load_standing)(self.row)
        await self.tell()
        self.bots.wake()

    async def keep_draft(self, seat: int, moment: int, path: Sequence[str]) -> tuple[str, ...]:
        """Keep what a seat has written so far, as much of it as can be offered; return that."""
        async with self.lock:
            self.check_stands()
            return await self._fit_draft(seat, path) if moment == self.table.moment else ()

    async def _fit_draft(self, seat: int, path: Sequence[str]) -> tuple[str, ...]:
        if seat not in self.table.asked():
            return ()  # it has been sealed: there is nothing left to write
        choices = self.table.decision(seat).choices()
        fits = fitting(choices, path) if choices.written else ()
        await self._write_draft(seat, fits)
        return fits

    async def _write_draft(self, seat: int, path: tuple[str, ...]) -> None:
        await on_disk(drafts.write_draft)(self.row, seat, self.table.moment, path)
        self._note_draft(seat, path)

    def _note_draft(self, seat: int, path: tuple[str, ...]) -> None:
        if path:
            self.drafts[seat] = (self.table.moment, path)
        else:
            self.drafts.pop(seat, None)

    def draft(self, seat: int) -> tuple[str, ...]:
        """Return what a seat has written for its present decision and not sealed."""
        moment, path = self.drafts.get(seat, (-1, ()))
        return path if moment == self.table.moment and seat in self.table.asked() else ()

    async def _go_back(self) -> None:
        """Forget what could not be written, so that it is never written by the next success either."""
        self.table = await on_disk(opening.play_again)(self.row, self.table, self.written)
        self.written = len(self.table.entries)

    async def tell(self, asked: float = 0.0) -> None:
        """Tell every page to draw again what its own viewer may see; `asked` is when what has changed was asked for."""
        await say(self.group, {"type": "table.changed", "written": self.written, "asked": asked})

    async def _tell_trouble(self, error: TanelornError, asker: str) -> None:
        """Tell every page but the one that asked that nothing can be written; not what, nor by whom."""
        await tell_pages(self.row.code, "", asker, refusal(error))


def _lesson(row: GameTable, place: Place | None) -> Lesson | None:
    """Return the lesson that is played at a table; None if it is none, or the lesson is no longer there."""
    try:
        return find_lesson(games[row.game], place.lesson) if place is not None else None
    except TanelornError:
        return None
