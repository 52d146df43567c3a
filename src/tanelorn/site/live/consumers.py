"""The WebSocket of a table: what a page asks, and what it is told."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import get_args

import msgspec
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import Error
from django.utils.translation import activate, gettext, gettext_lazy

from tanelorn.core.errors import Illegal, TanelornError, UnknownName, Unreadable, nearest
from tanelorn.core.steps import Seals
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.keeping import trouble
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.store import Sitter
from tanelorn.site.keeping.word import Hearing
from tanelorn.site.live import advising, trials
from tanelorn.site.live.club import club
from tanelorn.site.live.messages import (
    About,
    Advice,
    Answer,
    Ask,
    Kept,
    Noted,
    Notes,
    Offer,
    Posted,
    Refused,
    Told,
    Tried,
    Trouble,
)
from tanelorn.site.live.moves import check_moment, taking_back
from tanelorn.site.live.pictures import Picture
from tanelorn.site.live.seats import notes, standing
from tanelorn.site.live.seats.agreeing import read_wish
from tanelorn.site.live.seats.mail import Mailbox, Reader, Talk
from tanelorn.site.live.seats.visitors import Visitor, doors
from tanelorn.site.live.tables import signals
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.live.told import about, following, offer, picture, stream_of
from tanelorn.site.wire.errors import refusal
from tanelorn.site.wire.sent import Sent, read_json, read_path, read_text
from tanelorn.site.words import language_of

_AGAIN_LATER = 1013
"""The code by which a socket is closed whose table cannot be opened for now."""
_SUCH_AS = '{"type": "sit", "viewer": 0}'
_TROUBLES = {
    "deleted": {
        "why": gettext_lazy("This table has been deleted on the shelf."),
        "remedy": gettext_lazy("For a minute it can be brought back there; nothing can be played here until it is."),
        "clause": "",
    },
    "brought back": {"why": gettext_lazy("This table has been brought back: play on."), "remedy": "", "clause": ""},
}


class TablePage(Hearing, AsyncWebsocketConsumer):
    """One page at one table. It is told only what the viewer that it sits as may know."""

    live: LiveTable
    visitor: Visitor
    own: tuple[int, ...] = ()
    viewer: int = SPECTATOR
    has: Picture | None = None
    answering: bool = False
    question: int | msgspec.UnsetType = msgspec.UNSET
    seated: Sequence[Sitter] = ()
    mailbox: Mailbox | None = None

    async def connect(self) -> None:
        """Let the page in, or say why not, in the language that it asks for."""
        activate(language_of(self.scope["headers"]))  # of this page alone: each has a context of its own
        await self.accept()
        self.visitor = doors.of_socket(self.scope)
        try:
            self.live = await club.table_for(self.visitor, self.scope["url_route"]["kwargs"]["code"])
        except (TanelornError, Error) as error:
            passes = isinstance(error, trouble.Away) or trouble.passes(error)
            await self._send(_refused(_in_words(error)))
            await self.close(_AGAIN_LATER if passes else 4404)
            return
        self.live.pages[self.channel_name] = self.visitor.person
        await on_disk(doors.looked)(self.live.row, self.visitor)
        self.group = self.live.group
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def dispatch(self, message: Sent) -> None:
        """Do what a message asks for. No thread is asked first to close old connections: `on_disk` sees to them."""
        await getattr(self, get_handler_name(message))(message)

    async def leave(self) -> None:
        """Forget the page; the table goes on."""
        if hasattr(self, "live"):
            self.live.leave(self.channel_name)
        await super().leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer one message; whatever is wrong with it is told in one sentence and changes nothing.

        The number of a question, if it has one, stands on its answer.
        """
        if not hasattr(self, "live"):
            return  # it was turned away, and has not heard of it yet
        try:
            if text_data is None:
                raise Unreadable(
                    gettext("This message is not text."),
                    remedy=gettext("Send JSON such as %(sample)s.") % {"sample": _SUCH_AS},
                )
            message = read_json(text_data, _SUCH_AS)
            number = message.get("n")
            self.question = number if type(number) is int else msgspec.UNSET
            await self.let_in(message)
            await self._look_whose()
            match message.get("type"):
                case "sit":
                    await self._sit(message)
                case "offer" | "read":
                    await self._answer(self._offer(message))
                case "about":
                    await self._answer(await self._about(message.get("space")))
                case "keep":
                    await self._keep(message)
                case "play" | "aside":
                    await self._play(message)
                case "undo" | "redo" as word:
                    await self._take_back(message, word)
                case "note":
                    await self._answer(await self._note(message))
                case "stand":
                    await self._stand(message)
                case "try":
                    await self._try_out(message)
                case "advise":
                    await self._answer(await self._advise(message))
                case "time":
                    await self._call_time(message)
                case "arrange":
                    await self._arrange(message)
                case "lesson":
                    await self._follow(message)
                case "letters":
                    await self._open_letters(message)
                case "write" | "shun" | "report" as word:
                    await self._post(word, message)
                    await self._answer(Posted())
                case other:
                    raise Unreadable(
                        gettext("A message of type “%(kind)s” cannot be sent here.") % {"kind": str(other)[:40]},
                        remedy=nearest("", get_args(Ask)),
                    )
        except (TanelornError, Error) as error:
            await self._answer(_refused(_in_words(error)))
        finally:
            self.question = msgspec.UNSET

    async def _look_whose(self) -> None:
        """See which seats are this page's own by now; who has lost the one as which they sat looks on from then on."""
        self.seated = self.live.sitters
        self.own = await on_disk(self.live.seats_of)(self.visitor)
        if self.viewer >= 0 and self.viewer not in self.own and self.live.table.outcome is None:
            self.viewer, self.has, self.mailbox = SPECTATOR, None, None

    async def let_in(self, message: Sent) -> None:
        """Raise why a message is not even looked at; the site's own pages may send all of them."""

    async def _sit(self, message: Sent) -> None:
        """Show a viewer's picture: what has changed since the one that the page says it has, else the whole."""
        viewer = message.get("viewer")
        if not isinstance(viewer, int) or isinstance(viewer, bool):
            raise Unreadable(
                gettext("The message does not say whose view to show."), remedy=gettext("Send a seat's number, or -1.")
            )
        async with self.live.lock:  # an end that is not on disk yet is none
            before, self.viewer = self.viewer, self.live.may_view(viewer, self.own)
        if self.viewer != before:
            self.mailbox = None
        self.answering = True
        stream = stream_of(self.live, self.viewer, self.own)
        self.has = stream.find(message.get("stream"), message.get("number"))
        if self.viewer in self.own or not self.live.hears:
            await self.live.look_up()
        self.live.hearing.add(self.channel_name)  # it has joined its group
        await self.table_changed({})

    def _offer(self, message: Sent) -> Offer:
        seat = self._asked(message)
        text = read_text(message.get("text")) if message["type"] == "read" else ""
        made = offer(self.live, seat, read_path(message.get("path", [])), text)
        if message.get("ahead") is True:
            return msgspec.structs.replace(made, then=following(self.live, seat, made))
        return made

    async def _about(self, space: object) -> About:
        """Tell what the viewer knows of a space; what is not on disk yet is not told."""
        if not isinstance(space, str):
            raise Unreadable(
                gettext("The message does not say which space."),
                remedy=gettext('Send {"type": "about", "space": "M"}.'),
            )
        await self.live.catch_up(self.own)
        async with self.live.lock:
            return about(self.live, self.viewer, self.own, space)

    async def _keep(self, message: Sent) -> None:
        """Keep a draft. What can no longer be kept is no error: it was sent before the page knew."""
        seat = self._seat(message)
        moment = message.get("moment")
        path = await self.live.keep_draft(
            seat, moment if isinstance(moment, int) else -1, read_path(message.get("path", []))
        )
        await self._answer(Kept(seat, moment, path))

    async def _note(self, message: Sent) -> Noted:
        """Keep what a seat notes for itself: its book, words on a space, or both; a refusal changes nothing."""
        seat = self._seat(message)
        live = self.live
        async with live.lock:
            live.check_stands()
            if not live.kept:
                raise Illegal(gettext("A trial keeps no notes."), remedy=gettext("Note it at the game."))
            board = live.table.game.board_of(live.table.position)

            def change(kept: Notes) -> Notes:
                if "book" in message:
                    kept = notes.with_book(kept, message["book"])
                if "space" in message:
                    spaces = (area.id for area in board)
                    kept = notes.with_mark(kept, spaces, message["space"], message.get("words"))
                return kept

            live.notes[seat] = kept = await on_disk(notes.rewrite)(live.row, seat, change)
        return Noted(kept.book, kept.marks)

    async def _stand(self, message: Sent) -> None:
        """Let what a seat answers stand for all questions of a kind, or ask it again; a refusal changes nothing."""
        seat = self._seat(message)
        async with self._answered():
            await self.live.let_stand(seat, standing.Asked(*map(message.get, standing.Asked._fields)))

    async def _try_out(self, message: Sent) -> None:
        """Open a trial for the seat that is asked; the game does not hear of it."""
        trial = await trials.try_out(self.live, self._asked(message), self.visitor, bound=message.get("bound") is True)
        await self._answer(Tried(f"/tables/{trial.row.code}?seat={trial.of[1]}"))

    async def _advise(self, message: Sent) -> Advice:
        """Ask a bot what it would do here; it is told what the seat sees."""
        return await advising.advise(self.live, self._asked(message), self.own)

    async def _call_time(self, message: Sent) -> None:
        if self.viewer not in self.own:
            raise Illegal(
                gettext("Time is called by those who play."),
                remedy=gettext("Sit as one of your own seats."),
            )
        if not self.live.alone(self.own):
            raise Illegal(
                gettext("Other people play here, and you cannot call their time."),
                remedy=gettext("Wait for them, or agree on a clock when a table is set up."),
            )
        if not isinstance(self.live.table.step, Seals):
            raise Illegal(
                gettext("Time can be called only while all choose at once."),
                remedy=gettext("Wait for the seat that decides."),
            )

        def call() -> None:
            check_moment(self.live, message.get("moment"))
            self.live.table.time_up()

        await self._change(call)

    async def _arrange(self, message: Sent) -> None:
        """Propose something about time, or answer what is proposed."""
        seat, wish = self._seat(message), read_wish(message)
        async with self._answered():
            await self.live.arrange(seat, self.own, wish, self.channel_name)

    def _seat(self, message: Sent) -> int:
        """Return the seat that a message is about; raise Illegal unless this page sits there."""
        seat = self.live.may_play(message.get("seat"), self.own)
        if seat != self.viewer:
            raise Illegal(gettext("This page does not sit as that seat."), remedy=gettext("Sit there first."))
        return seat

    def _asked(self, message: Sent) -> int:
        seat = self._seat(message)
        check_moment(self.live, message.get("moment"))
        return seat

    async def _play(self, message: Sent) -> None:
        seat = self._asked(message)
        text = read_text(message.get("text"))
        moment = self.live.table.moment
        await self._change(lambda: self.live.play(text, seat, moment))

    async def _follow(self, message: Sent) -> None:
        act, step = message.get("act"), message.get("step")
        if act not in ("on", "free"):
            raise Unreadable(
                gettext("The message does not say how the lesson is to go on."), remedy=gettext("Say on, or free.")
            )
        if not isinstance(step, int) or isinstance(step, bool):
            raise Unreadable(
                gettext("The message does not say which step is meant."), remedy=gettext("Send its number, from 1.")
            )
        if self.live.guide is not None and self.viewer != self.live.guide.lesson.learner:
            raise Illegal(gettext("The lesson is another seat's."), remedy=gettext("Sit there first."))
        await self._change(lambda: self.live.follow(str(act), step))

    async def _take_back(self, message: Sent, word: str) -> None:
        seat = self._seat(message)
        act, written = taking_back(self.live, seat, word, message.get("moment"), message.get("did"))
        await self._change(act, written, lambda: standing.ask_again(self.live.row, self.live.table, seat))

    def _talk(self) -> Talk:
        talk = doors.talk
        if talk is None or not self.live.kept:
            raise Illegal(gettext("There are no letters at this table."), remedy=gettext("Play on without."))
        self.live.check_stands()
        return talk

    def _reader(self) -> Reader:
        return Reader(
            self.visitor.person, self.viewer, self.own, self.live.table.outcome is not None, self.live.is_late(self.own)
        )

    async def _open_letters(self, message: Sent) -> None:
        """Tell the letters that the viewer may read, and from now on what is new of them."""
        mailbox = Mailbox(self._talk(), self.live.row)
        opened = on_disk(mailbox.opened)
        await self._answer(await opened(self._reader(), message.get("count"), message.get("mark")))
        self.mailbox = mailbox

    async def _post(self, word: str, message: Sent) -> None:
        """Write a letter, or do something about one; a refusal changes nothing."""
        talk, row, reader = self._talk(), self.live.row, self._reader()
        if word == "write":
            seat = message.get("seat")
            if isinstance(seat, bool) or seat != self.viewer:
                raise Illegal(gettext("This page does not sit as that seat."), remedy=gettext("Sit there first."))
            await on_disk(talk.write)(row, reader, message.get("to"), message.get("text"))
        elif word == "report":
            await on_disk(talk.report)(row, reader, message.get("letter"), message.get("reason"))
        else:
            await on_disk(talk.shun)(row, reader, message.get("letter"), message.get("how"))
            await self._letters_again()

    async def _letters_again(self) -> None:
        mailbox = self.mailbox
        news = await on_disk(mailbox.again)(self._reader()) if mailbox is not None else None
        if news is not None:
            await self._send(news)

    async def table_letter(self, event: Sent) -> None:
        """Tell of a new letter, or what has become of others, if this viewer may read them."""
        if self.mailbox is None:
            return
        await self._look_whose()
        if not event["key"]:
            await self._letters_again()
            return
        news = await on_disk(self.mailbox.come)(self._reader(), event["key"])
        if news is not None:
            await self._send(news)

    async def _change(
        self,
        act: Callable[[], None],
        drafts: Mapping[int, Sequence[str]] | None = None,
        beside: Callable[[], None] = lambda: None,
    ) -> None:
        async with self._answered():
            await self.live.change(act, drafts, self.channel_name, beside)

    @asynccontextmanager
    async def _answered(self) -> AsyncIterator[None]:
        """Show this page what comes of something that it asks for, whether or not word passes to others; a refusal is
        its answer.
        """
        self.answering, asked = True, time.time()
        try:
            yield
        except Exception:
            self.answering = False
            raise
        await self.table_changed({"asked": asked})

    async def table_changed(self, event: Sent) -> None:
        """Draw anew: send what this viewer may know.

        Nothing is sent when nothing that the viewer may know has changed: another seat that replaces its sealed choice
        must not show by the mere coming of a message, so a draft of one's own, written elsewhere, is no news either.
        The page that asked is always answered.
        """
        written = event.get("written", 0)
        self.live.heard = max(self.live.heard, written)
        await self.live.come_to(written)
        await self.live.look_again(event.get("again", ""))
        if self.seated != self.live.sitters:
            await self._look_whose()
        await self.live.catch_up(self.own)
        async with self.live.lock:  # what is not on disk yet is not told
            now = picture(self.live, self.viewer, self.own)
        if not self.answering and not now.news(self.has):
            return
        question = self.question if self.answering else msgspec.UNSET
        before, self.has, self.answering = self.has, now, False
        await self.send(text_data=now.told(before, question))
        if event.get("asked"):
            signals.told.send(None, seconds=max(0.0, time.time() - event["asked"]))
        if self.mailbox is not None and self.mailbox.ended(self._reader()):
            await self._letters_again()

    async def table_trouble(self, event: Sent) -> None:
        """Tell what is wrong with the table's keeping; the page that asked knows by its refusal."""
        await self.live.look_up()
        if event["asker"] != self.channel_name:
            said = event["said"] or _TROUBLES[event["what"]]
            await self._send(Trouble(**{name: str(word) for name, word in said.items()}))

    async def _answer(self, message: Answer) -> None:
        await self._send(msgspec.structs.replace(message, n=self.question))

    async def _send(self, message: Told) -> None:
        await self.send(text_data=msgspec.json.encode(message).decode())


class Nowhere(AsyncWebsocketConsumer):
    """An address at which no table is played."""

    async def connect(self) -> None:
        """Say so, and close."""
        await self.accept()
        error = UnknownName(
            gettext("Nothing is played at this address."), remedy=gettext("Tables are at /ws/tables/ID.")
        )
        await self.send(text_data=msgspec.json.encode(_refused(error)).decode())
        await self.close(4404)


def _in_words(error: Exception) -> TanelornError:
    """Return an error as people are told it; raise one that is a fault of the site."""
    if isinstance(error, TanelornError):
        return error
    if not trouble.passes(error):
        raise error
    return trouble.away(error)


def _refused(error: TanelornError) -> Refused:
    said = refusal(error)
    return Refused(said["why"], said["remedy"], said["clause"])
