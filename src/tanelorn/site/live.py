"""Live tables: each table in play is held in memory, and every change is written before anybody sees it."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.utils.crypto import constant_time_compare, salted_hmac
from msgspec.structs import asdict

from tanelorn.core.choices import Refusal, fitting
from tanelorn.core.content.verbs import spoken
from tanelorn.core.errors import Illegal, NotAsked, Stale, TanelornError
from tanelorn.core.log import Event
from tanelorn.core.play.table import Table
from tanelorn.core.position import digest
from tanelorn.core.steps import Seals
from tanelorn.core.viewers import REFEREE, SPECTATOR
from tanelorn.site import drafts, messages, store
from tanelorn.site.errors import refusal
from tanelorn.site.models import GameTable
from tanelorn.site.thinking import Question, thinkers

_log = logging.getLogger(__name__)
_AGAIN = 5.0
"""Seconds after which a bot tries again to play when the disk has refused."""


class LiveTable:
    """A table in memory, with its row, a lock, and the bots that think for it."""

    def __init__(self, row: GameTable, table: Table, kept: drafts.Kept) -> None:
        self.row = row
        self.table = table
        self.drafts = dict(kept)
        self.sitters = store.sitters_of(row)
        self.written = len(table.entries)
        self.lock = asyncio.Lock()
        self.turn = asyncio.Lock()
        self.thinking: dict[int, asyncio.Task[None]] = {}

    @property
    def group(self) -> str:
        """The channel group of all pages that look at this table."""
        return f"table-{self.row.code}"

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this screen."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if sitter.human)

    def may_view(self, viewer: int) -> int:
        """Return the viewer if this screen may see what they see; raise Illegal."""
        allowed = {SPECTATOR, *self.people}
        if self.table.outcome is not None:
            allowed |= {REFEREE, *range(len(self.sitters))}
        if viewer not in allowed:
            raise Illegal("This screen may not look through that seat's eyes.", remedy="Look as one of your own seats.")
        return viewer

    def pass_for(self, seat: int) -> str:
        """Return the word by which a page that sits as a seat may read that seat's game; nobody can guess it."""
        return salted_hmac("tanelorn.pass", f"{self.row.code} {seat}").hexdigest()

    def may_read(self, viewer: int, given: str) -> int:
        """Return the viewer if a page with this pass may read their game: a seat's own while the game is on."""
        self.may_view(viewer)
        if viewer >= 0 and self.table.outcome is None and not constant_time_compare(given, self.pass_for(viewer)):
            raise Illegal(
                "While the game is on a seat's game is read only by a page that sits there.",
                remedy="Sit as that seat first; the pass comes with the answer.",
            )
        return viewer

    def may_play(self, seat: object) -> int:
        """Return the seat if a person at this screen has it; raise Illegal."""
        if not isinstance(seat, int) or isinstance(seat, bool) or seat not in self.people:
            raise Illegal("That seat is not played at this screen.", remedy="Play one of your own seats.")
        return seat

    async def change(
        self, act: Callable[[], None], written: Mapping[int, Sequence[str]] | None = None, asker: str = ""
    ) -> None:
        """Do something to `self.table`, as it is by then, write it, then tell all pages; a refusal changes nothing.

        `written` are drafts that come of it, by seat; `asker` is the channel of the page that is told by the error.
        """
        async with self.lock:
            act()
            try:
                self.written = await sync_to_async(store.keep)(self.row, self.table, self.written)
            except Exception as error:
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
            return await self._fit_draft(seat, path) if moment == self.table.moment else ()

    async def _fit_draft(self, seat: int, path: Sequence[str]) -> tuple[str, ...]:
        if seat not in self.table.asked():
            return ()  # it has been sealed: there is nothing left to write
        choices = self.table.decision(seat).choices()
        fits = fitting(choices, path) if choices.written else ()
        await self._write_draft(seat, fits)
        return fits

    async def _write_draft(self, seat: int, path: tuple[str, ...]) -> None:
        moment = self.table.moment
        await sync_to_async(drafts.write_draft)(self.row, seat, moment, path)
        if path:
            self.drafts[seat] = (moment, path)
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
        await self._send({"type": "table.trouble", "asker": asker, "trouble": refusal(error)})

    async def _send(self, event: dict[str, object]) -> None:
        layer = get_channel_layer()
        if layer is not None:
            await layer.group_send(self.group, event)

    def wake_bots(self) -> None:
        """Start a thought for every bot that is asked and does not think yet."""
        for seat in self.table.asked():
            sitter = self.sitters[seat]
            if not sitter.human and seat not in self.thinking:
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
            except (Stale, NotAsked):  # the table moved on while this waited for its turn
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
        return self.table.moment == moment and seat in self.table.asked()


class Club:
    """All live tables, by code."""

    def __init__(self) -> None:
        self._live: dict[str, LiveTable] = {}
        self._lock = asyncio.Lock()

    async def table(self, code: str) -> LiveTable:
        """Return a table, loaded from its record if need be; raise NoSuchTable."""
        async with self._lock:
            if code not in self._live:
                row = await sync_to_async(store.find)(code)
                table = await sync_to_async(store.load)(row)
                self._live[code] = LiveTable(row, table, await sync_to_async(drafts.load_drafts)(row))
        live = self._live[code]
        live.wake_bots()
        return live

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
    since = next((n for n, pair in enumerate(zip(told, events, strict=False)) if pair[0] != pair[1]), None)
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
    )
    return message, events


def _is_asked(table: Table, seat: int) -> bool:
    return table.step is not None and seat in table.step.seats(table.position)


def _decision(live: LiveTable, seat: int) -> messages.Decision:
    """Return a seat's decision, for that seat's own eyes."""
    decision = live.table.decision(seat)
    choices = decision.choices()
    own = live.table.position.sealed.get(seat)
    return messages.Decision(
        seat=seat,
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
        messages.Seat(**asdict(chip), player=sitters[chip.seat].name, bot=not sitters[chip.seat].human)
        for chip in scene.pop("seats")
    )
    return messages.TableScene(**scene, seats=seats)


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
