"""Live tables: each table in play is held in memory, and every change is written before anybody sees it."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext, gettext_lazy
from msgspec.structs import asdict

from tanelorn.core.choices import Refusal, fitting
from tanelorn.core.content.verbs import spoken
from tanelorn.core.errors import Illegal, NotAsked, Stale, TanelornError
from tanelorn.core.game import games
from tanelorn.core.lessons.guide import Guide, Place
from tanelorn.core.lessons.lesson import Lesson, find_lesson
from tanelorn.core.lessons.translated import in_language
from tanelorn.core.log import Event
from tanelorn.core.play.table import Table
from tanelorn.core.position import digest
from tanelorn.core.steps import Seals
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site import drafts, messages, notes, shelving, store
from tanelorn.site.errors import Deleted, refusal
from tanelorn.site.models import GameTable
from tanelorn.site.thinking import Question, thinkers
from tanelorn.site.words import language

_log = logging.getLogger(__name__)
_AGAIN = 5.0
"""Seconds after which a bot tries again to play when the disk has refused."""


class LiveTable:
    """A table in memory, with its row, a lock, and the bots that think for it; of one that is not `kept` nothing is
    written down.
    """

    kept = True

    def __init__(self, row: GameTable, table: Table, kept: drafts.Kept) -> None:
        self.row = row
        self.table = table
        self.drafts = dict(kept)
        self.notes: dict[int, messages.Notes] = {}
        self.sitters = store.sitters_of(row)
        self.written = len(table.entries)
        self.lock = asyncio.Lock()
        self.turn = asyncio.Lock()
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.place: Place | None = msgspec.convert(row.lesson, Place | None)
        self.lesson = _lesson(row, self.place)

    @property
    def group(self) -> str:
        """The channel group of all pages that look at this table."""
        return f"table-{self.row.code}"

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.human)

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

    def may_view(self, viewer: int) -> int:
        """Return the viewer if this screen may see what they see; raise Illegal."""
        allowed = {SPECTATOR, *self.people}
        if self.table.outcome is not None:
            allowed |= {REFEREE, *range(len(self.sitters))}
        if viewer not in allowed:
            raise Illegal(
                gettext("This screen may not see what that seat sees."),
                remedy=gettext("Look as one of your own seats."),
            )
        return viewer

    def pass_for(self, seat: int) -> str:
        """Return the word by which a page that sits as a seat may read that seat's game; nobody can guess it."""
        return salted_hmac("tanelorn.pass", f"{self.row.code} {seat}").hexdigest()

    def may_read(self, viewer: int, given: str) -> int:
        """Return the viewer if a page with this pass may read their game: a seat's own while the game is on."""
        self.may_view(viewer)
        if viewer >= 0 and self.table.outcome is None and not constant_time_compare(given, self.pass_for(viewer)):
            raise Illegal(
                gettext("During play, only a page that sits as a seat may read that seat's game."),
                remedy=gettext("Sit as that seat first; the pass comes with the answer."),
            )
        return viewer

    def may_play(self, seat: object) -> int:
        """Return the seat if a person at this screen has it; raise Illegal."""
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in self.people:
            raise Illegal(
                gettext("That seat is not played at this screen."), remedy=gettext("Play one of your own seats.")
            )
        return seat

    def check_stands(self) -> None:
        """Raise if nothing can be done here any more: the table has been deleted."""
        store.check_stands(self.row)

    async def _keep(self) -> None:
        """Write what has come since the last time; raise NotKept."""
        self.written = await sync_to_async(store.keep)(self.row, self.table, self.written)

    async def change(
        self, act: Callable[[], None], written: Mapping[int, Sequence[str]] | None = None, asker: str = ""
    ) -> None:
        """Do something to `self.table`, as it is by then, write it, then tell all pages; a refusal changes nothing.

        `written` are drafts that come of it, by seat; `asker` is the channel of the page that is told by the error.
        """
        async with self.lock:
            self.check_stands()
            place = self.place
            act()
            self.row.lesson = msgspec.to_builtins(self.place)
            try:
                await self._keep()
            except Exception as error:
                self.place = place
                await self._go_back()
                if isinstance(error, store.NotKept):
                    await self._tell_trouble(error, asker)
                raise
            with suppress(store.NotKept):  # the choice itself is on disk; a draft too many is seen through when loaded
                for seat in drafts.stale_seats(self.table, self.drafts):
                    await self._write_draft(seat, ())
                for seat, path in (written or {}).items():
                    await self._fit_draft(seat, path)
        await self.tell()
        self.wake_bots()

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
        await sync_to_async(drafts.write_draft)(self.row, seat, self.table.moment, path)
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
        self.table = await sync_to_async(store.play_again)(self.row, self.table, self.written)
        self.written = len(self.table.entries)

    async def tell(self) -> None:
        """Tell every page to draw again what its own viewer may see."""
        await self._send({"type": "table.changed"})

    async def _tell_trouble(self, error: TanelornError, asker: str) -> None:
        """Tell every page but the one that asked that nothing can be written; not what, nor by whom."""
        await self.tell_all(refusal(error), asker)

    async def tell_all(self, said: Mapping[str, object], asker: str = "") -> None:
        """Tell every page, but not the one that asked, what is the matter with the table itself."""
        await self._send({"type": "table.trouble", "asker": asker, "trouble": said})

    async def _send(self, event: dict[str, object]) -> None:
        layer = get_channel_layer()
        if layer is not None:
            await layer.group_send(self.group, event)

    def wake_bots(self) -> None:
        """Start a thought for every bot that is asked and does not think yet."""
        guide = self.guide
        for seat in self.table.asked() if self.row.removed is None else ():
            sitter = self.sitters[seat]
            waits = guide is not None and guide.reply(seat) is None
            if not sitter.human and seat not in self.thinking and not waits:
                # A context of its own: the request that wakes bots ends, and its executor with it, while they think.
                task = asyncio.get_running_loop().create_task(self._think(seat), context=contextvars.Context())
                self.thinking[seat] = task

    async def _think(self, seat: int) -> None:
        again = 0.0
        try:
            async with self.turn:  # the bots of one table think one after the other
                moment = self.table.moment
                if seat in self.table.asked():  # else another change came in before this thought could begin
                    text = await self._thought(seat)
                    again = await self._play_thought(seat, moment, text)
        finally:
            self.thinking.pop(seat, None)
        if again:
            asyncio.get_running_loop().call_later(again, self.wake_bots)
        else:
            self.wake_bots()

    async def _thought(self, seat: int) -> str:
        """Return a bot's choice for now, or "" if it has failed, of which the server's log says why."""
        guide = self.guide
        reply = guide.reply(seat) if guide is not None else ""
        if reply:
            return reply
        bot = self.sitters[seat].bot
        try:
            return await thinkers.think(Question(self.row.game, bot, self._seed(seat), self.table.view(seat)))
        except Exception:
            _log.exception("%s failed at table %s", bot, self.row.code)
            return ""

    def _seed(self, seat: int) -> int:
        return int(digest([self.row.secret, self.table.moment, seat]), 16)

    async def _play_thought(self, seat: int, moment: int, text: str) -> float:
        """Play what a bot chose, or any legal choice if it is none, for a bot that fails must not stop the table.

        Returns in how many seconds to ask again, if nothing could be played or written; 0 otherwise.
        """
        for choice in filter(None, (text, self._any_choice(seat, moment))):
            if not self._waits_for(seat, moment):
                break
            try:
                await self.change(lambda choice=choice: self.table.play(choice, seat, moment=moment))  # type: ignore[misc]
                break
            except (Stale, NotAsked, Deleted):  # the table moved on while this waited for its turn, or is gone
                break
            except store.NotKept:
                return _AGAIN
            except Exception:
                _log.exception("%s chose what cannot be played at table %s", self.sitters[seat].bot, self.row.code)
        else:
            return _AGAIN
        return 0.0

    def _any_choice(self, seat: int, moment: int) -> str:
        if not self._waits_for(seat, moment):
            return ""
        return str(self.table.decision(seat).choices().sample(random.Random(self._seed(seat))))

    def _waits_for(self, seat: int, moment: int) -> bool:
        return self.row.removed is None and self.table.moment == moment and seat in self.table.asked()


_DELETED = {
    "why": gettext_lazy("This table has been deleted on the shelf."),
    "remedy": gettext_lazy("For a minute it can be brought back there; nothing can be played here until it is."),
    "clause": "",
}
_BROUGHT_BACK = {"why": gettext_lazy("This table has been brought back: play on."), "remedy": "", "clause": ""}


def _lesson(row: GameTable, place: Place | None) -> Lesson | None:
    """Return the lesson that is played at a table; None if it is none, or the lesson is no longer there."""
    try:
        return find_lesson(games[row.game], place.lesson) if place is not None else None
    except TanelornError:
        return None


class Club:
    """All live tables, by code."""

    def __init__(self) -> None:
        self._live: dict[str, LiveTable] = {}
        self._lock = asyncio.Lock()
        self._purging: asyncio.Task[None] | None = None

    async def table(self, code: str) -> LiveTable:
        """Return a table, loaded from its record if need be; raise NoSuchTable."""
        async with self._lock:
            if code not in self._live:
                row = await sync_to_async(store.find)(code)
                table = await sync_to_async(store.load)(row)
                self._live[code] = LiveTable(row, table, await sync_to_async(drafts.load_drafts)(row))
                self._live[code].notes = await sync_to_async(notes.load_notes)(row)
        live = self._live[code]
        live.check_stands()
        live.wake_bots()
        return live

    def open(self, live: LiveTable) -> None:
        """Let pages come to a table that is in memory alone."""
        self._live[live.row.code] = live

    def close(self, code: str) -> None:
        """Forget such a table."""
        self._live.pop(code, None)

    async def rename(self, code: str, name: object) -> str:
        """Give a table another name and return it; raise NoSuchTable, Unreadable, Illegal or NotKept."""
        row = await sync_to_async(store.find)(code)
        await sync_to_async(shelving.rename)(row, name)
        return row.name

    async def delete(self, code: str) -> None:
        """Take a table off the shelf and tell the pages at it; it is gone for good when its time is up."""
        await self._purge()
        async with self._lock:
            row = await sync_to_async(store.find)(code)
            await sync_to_async(shelving.delete)(row)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = row.removed
        if live is not None:
            await live.tell_all(_DELETED)
        # As with thoughts: the request ends long before, and its executor with it.
        loop, later = asyncio.get_running_loop(), shelving.STAYS.total_seconds() + 1
        loop.call_later(later, self._purge_soon, context=contextvars.Context())

    async def bring_back(self, code: str) -> None:
        """Put a deleted table back, with the pages that are still open at it; raise NoSuchTable or NotKept."""
        async with self._lock:
            await sync_to_async(shelving.bring_back)(code)
            live = self._live.get(code)
            if live is not None:
                live.row.removed = None
        if live is not None:
            await live.tell_all(_BROUGHT_BACK)
            await live.tell()
            live.wake_bots()

    def _purge_soon(self) -> None:
        self._purging = asyncio.get_running_loop().create_task(self._purge())

    async def _purge(self) -> None:
        async with self._lock:
            await sync_to_async(shelving.purge)()
            for code, live in list(self._live.items()):
                if live.row.removed is not None and shelving.is_over(live.row.removed):
                    del self._live[code]

    def known(self, code: str) -> LiveTable | None:
        """Return a table that is in memory already, or None."""
        return self._live.get(code)


club = Club()


def state(live: LiveTable, viewer: int, told: Sequence[Event]) -> tuple[messages.State, list[Event]]:
    """Return what a page draws for a viewer, and the events that it then knows.

    The whole scene is sent, and of the events those after the ones that it was `told` and that still stand.
    """
    table = live.table
    events = table.events(viewer)
    since = next((n for n, (a, b) in enumerate(zip(told, events, strict=False)) if a is not b and a != b), None)
    since = min(len(told), len(events)) if since is None else since
    mine = [viewer] if viewer in live.people else []
    can_undo, why = table.can_undo(viewer) if mine else (False, "")
    message = messages.State(
        viewer=viewer,
        moment=table.moment,
        scene=named(live, viewer),
        events=tuple(events[since:]),
        since=since,
        decisions=tuple(_decision(live, seat) for seat in mine if _is_asked(table, seat)),
        undo=messages.Undo(can_undo, why),
        redo=messages.Redo(bool(mine) and table.can_redo(viewer)),
        time=isinstance(table.step, Seals) and bool(mine),
        pass_=live.pass_for(viewer) if mine else "",
        thinking=tuple(sorted(live.thinking)),
        waiting=tuple(seat for seat in table.asked() if seat in live.people),
        over=table.outcome is not None,
        screen=live.people,
        companion=_companion(live, viewer),
        notes=live.notes.get(viewer, messages.Notes()) if mine and live.kept else None,
    )
    return message, events


def _companion(live: LiveTable, viewer: int) -> messages.Companion | None:
    """Return what a lesson's companion says to its learner."""
    guide = live.guide
    if guide is None or viewer != guide.lesson.learner:
        return None
    lesson, stage = in_language(guide.lesson, language()), guide.stage
    step = lesson.step[guide.place.step] if guide.step is not None else None
    done = stage == "done" and step is not None
    return messages.Companion(
        title=step.title if step is not None else gettext("The lesson is over"),
        number=guide.place.step + 1,
        steps=len(lesson.step),
        stage=stage,
        look=step.look if step is not None else lesson.ending,
        at=tuple(step.at) if step is not None and stage != "elsewhere" else (),
        show=guide.show,
        means=step.means if step is not None and done else "",
        clause=step.clause if step is not None and done else "",
        otherwise=(step.otherwise or str(_OTHERWISE)) if step is not None and stage == "elsewhere" else "",
        again=f"/learn/{lesson.game}/{lesson.slug}",
    )


_OTHERWISE = gettext_lazy(
    "That is allowed as well, and the rules have carried it out; the lesson has something else in mind here."
)


def _is_asked(table: Table, seat: int) -> bool:
    return table.step is not None and seat in table.step.seats(table.position)


def _decision(live: LiveTable, seat: int) -> messages.Decision:
    """Return a seat's decision, for that seat's own eyes."""
    decision = live.table.decision(seat)
    choices = decision.choices()
    notes_told = live.table.game.notes.in_language(language())
    own = live.table.position.sealed.get(seat)
    return messages.Decision(
        seat=seat,
        kind=decision.kind,
        note=notes_told.note.get(decision.kind, decision.note),
        undone=notes_told.undone.get(decision.kind, decision.undone),
        title=decision.title,
        prompt=choices.prompt,
        about=choices.about,
        clause=decision.clause,
        sealed=own is not None,
        secret=decision.sealed,
        sealed_text=str(own) if own is not None else "",
        asides=tuple(str(aside) for aside in decision.asides()),
        draft=live.draft(seat),
    )


def named(live: LiveTable, viewer: int) -> messages.TableScene:
    """Return the scene with the players' names in the seats' chips."""
    scene = asdict(live.table.scene(viewer))
    sitters = live.sitters
    seats = tuple(
        messages.Seat(**asdict(chip), player=store.called(sitters[chip.seat]), bot=not sitters[chip.seat].human)
        for chip in scene.pop("seats")
    )
    return messages.TableScene(**scene, seats=seats)


def about(live: LiveTable, viewer: int, space: str) -> messages.About:
    """Return the card about a space, as a viewer knows it."""
    return messages.About(**asdict(live.table.about(viewer, space)))


MOST_LISTED = 40


def offer(live: LiveTable, seat: int, path: tuple[str, ...], text: str = "") -> messages.Offer:
    """Return what may follow a path of picks, and after it what a text adds: the parts of it that can be read.

    The parts that cannot be read come back as refusals.
    """
    decision = live.table.decision(seat)
    choices = decision.choices()
    unread: tuple[Refusal, ...] = ()
    if text:
        reading = choices.read(text)
        path, unread = path + reading.path, reading.refused
    made = choices.offer(path)
    names = live.table.game.names(live.table.position)
    listed = None
    if len(choices) <= MOST_LISTED:
        listed = tuple(
            messages.Choice(str(choice), choice.says(), choice.clause, choice.picks)
            for choice in choices
            if choice.picks[: len(path)] == path
        )
    return messages.Offer(
        seat=seat,
        path=path,
        prompt=made.prompt,
        written=choices.written,
        quick=choices.quick,
        picks=tuple(messages.Pick(**asdict(pick), kind=pick.kind, id=pick.id) for pick in made.picks),
        choices=listed,
        refused=tuple(
            messages.Refusal(**asdict(one), says=spoken(one.text, names)) for one in (*choices.refused(), *unread)
        ),
        unread=len(unread),
        draft=made.draft,
        lines=made.lines,
        marks=made.marks,
        choice=str(made.choice) if made.choice is not None else None,
    )
