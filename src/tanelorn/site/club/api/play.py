"""A table from a seat: what it sees, what it is offered, what it chooses, and what is new."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec
from channels.layers import get_channel_layer
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from tanelorn.core.errors import Illegal, Stale, TanelornError
from tanelorn.core.viewers import SPECTATOR
from tanelorn.site.club.api import asked, limits, tokens
from tanelorn.site.club.api.answers import Chosen, News
from tanelorn.site.club.api.door import PLAY, READ, answer, api, token_of, told, told_lines, visitor_of
from tanelorn.site.club.api.models import Answer, Token
from tanelorn.site.club.gathering import deeds
from tanelorn.site.keeping import opening, store
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.word import hear_no_more
from tanelorn.site.live import messages
from tanelorn.site.live.club import club
from tanelorn.site.live.moves import check_moment, taking_back
from tanelorn.site.live.pictures import Picture
from tanelorn.site.live.seats import standing
from tanelorn.site.live.seats.agreeing import Wish
from tanelorn.site.live.seats.visitors import Visitor, doors
from tanelorn.site.live.tables.table import LiveTable
from tanelorn.site.live.told import about, offer, picture, stream_of
from tanelorn.site.pages.boards import board_data
from tanelorn.site.wire.errors import NoSuchTable
from tanelorn.site.wire.sent import Sent, read_path, read_text

_MOST_WAITING = 10
"""Requests of one person that may wait for news at a time."""
_waiting: Counter[int] = Counter()


@api.get("/tables/{slug:code}/state", auth=READ, summary="What a seat sees", openapi_extra=told(messages.State))
async def state(request: HttpRequest, code: str, viewer: asked.Viewer = SPECTATOR) -> HttpResponse:
    """Tell what a seat of mine sees and is asked, or what whoever looks on sees (-1): the picture that pages draw."""
    live = await _live(request, code)
    now, _ = await _seen(live, visitor_of(request), viewer)
    return answer(_whole(now))


@api.get("/tables/{slug:code}/news", auth=READ, summary="Wait for news", openapi_extra=told(News))
async def news(
    request: HttpRequest,
    code: str,
    viewer: asked.Viewer = SPECTATOR,
    stream: str = "",
    number: asked.Number = 0,
    wait: asked.Seconds = 0,
) -> HttpResponse:
    """Wait until there is more to see than in the picture `number` of a `stream`, so many seconds at most."""
    live, visitor = await _live(request, code), visitor_of(request)
    until = asyncio.get_running_loop().time() + wait
    async with _listening(live, token_of(request)) as hear:
        while True:
            now, own = await _seen(live, visitor, viewer)
            if now.news(stream_of(live, viewer, own).find(stream, number)):
                return answer({"state": _whole(now)})
            if not await hear(until):
                return answer(News(None))


@api.get("/tables/{slug:code}/about", auth=READ, summary="What is at a space", openapi_extra=told(messages.About))
async def about_space(request: HttpRequest, code: str, space: str, viewer: asked.Viewer = SPECTATOR) -> HttpResponse:
    """Tell what a seat of mine, or whoever looks on, knows of a space."""
    live = await _live(request, code)
    own = await on_disk(live.seats_of)(visitor_of(request))
    await live.catch_up(own)
    async with live.lock:
        return answer(about(live, live.may_view(viewer, own), own, space))


@api.get("/tables/{slug:code}/board", auth=READ, summary="The board", openapi_extra=told(messages.BoardData))
async def board(request: HttpRequest, code: str) -> HttpResponse:
    """Tell the spaces of the board and how they are joined."""
    live = await _live(request, code)
    own = await on_disk(live.seats_of)(visitor_of(request))
    return answer(await on_disk(board_data)(code, await live.shown(own)))


@api.get("/tables/{slug:code}/record", auth=READ, summary="The record of a finished game", openapi_extra=told_lines())
def record(request: HttpRequest, code: str) -> HttpResponse:
    """Give the record of a game that is over, as lines of JSON."""
    gathering = deeds.find_gathering(code, visitor_of(request))
    if gathering.table_id is None:
        raise _not_begun(code)
    try:
        lines = b"".join(opening.whole_record(store.find(code)).lines())
    except Illegal as error:
        raise Stale(error.why, remedy=error.remedy) from None
    return HttpResponse(lines, content_type="application/jsonl", headers={"Cache-Control": "no-store"})


@api.post(
    "/tables/{slug:code}/seats/{int:seat}/offer",
    auth=READ,
    summary="What a seat may choose",
    openapi_extra=told(messages.Offer),
)
async def offered(request: HttpRequest, code: str, seat: asked.Seat, picking: asked.Picking) -> HttpResponse:
    """Tell what may follow a path of picks, and what a text means. Nothing is played by it."""
    live, _ = await _playing(request, code, seat)
    async with live.lock:
        check_moment(live, picking.moment)
        return answer(offer(live, seat, read_path(picking.path), read_text(picking.text)))


@api.post("/tables/{slug:code}/seats/{int:seat}/choose", auth=PLAY, summary="Choose", openapi_extra=told(Chosen))
async def choose(request: HttpRequest, code: str, seat: asked.Seat, choosing: asked.Choosing) -> HttpResponse:
    """Play a choice, or seal it where all choose at once; what was sealed may be replaced until all are in. The same
    choice for the same moment, sent again, is answered and not played twice.
    """
    live, own = await _playing(request, code, seat)
    again = await _chosen(live, seat, choosing.moment, read_text(choosing.choice))
    async with live.lock:
        return answer({"again": again, "state": _whole(picture(live, seat, own))})


@api.post(
    "/tables/{slug:code}/seats/{int:seat}/stand",
    auth=PLAY,
    summary="Let an answer stand",
    openapi_extra=told(messages.State),
)
async def stand(request: HttpRequest, code: str, seat: asked.Seat, letting: asked.LettingStand) -> HttpResponse:
    """Answer all questions of the present kind by these picks without being asked, or write orders ahead for a `kind`
    of question; an empty text ends it. `only` “turn” lets it stand for this turn alone.
    """
    live, own = await _playing(request, code, seat)
    await live.let_stand(seat, standing.Asked(**letting.model_dump()))
    async with live.lock:
        return answer(_whole(picture(live, seat, own)))


@api.post(
    "/tables/{slug:code}/seats/{int:seat}/undo", auth=PLAY, summary="Take back", openapi_extra=told(messages.State)
)
async def undo(request: HttpRequest, code: str, seat: asked.Seat, back: asked.Back) -> HttpResponse:
    """Take the last choice back, one that is sealed as well, where that can still be done."""
    return await _take_back(request, code, seat, "undo", back)


@api.post(
    "/tables/{slug:code}/seats/{int:seat}/redo", auth=PLAY, summary="Play again", openapi_extra=told(messages.State)
)
async def redo(request: HttpRequest, code: str, seat: asked.Seat, back: asked.Back) -> HttpResponse:
    """Play again what was taken back."""
    return await _take_back(request, code, seat, "redo", back)


@api.post(
    "/tables/{slug:code}/seats/{int:seat}/arrange",
    auth=PLAY,
    summary="Agree on time",
    openapi_extra=told(messages.State),
)
async def arrange(request: HttpRequest, code: str, seat: asked.Seat, arranging: asked.Arranging) -> HttpResponse:
    """Propose a pause or more time to those who play, or answer what is proposed: state.agreement tells it."""
    live, own = await _playing(request, code, seat)
    await live.arrange(seat, own, Wish(**arranging.model_dump()))
    async with live.lock:
        return answer(_whole(picture(live, seat, own)))


async def _take_back(request: HttpRequest, code: str, seat: int, word: str, back: asked.Back) -> HttpResponse:
    live, own = await _playing(request, code, seat)
    act, written = taking_back(live, seat, word, back.moment, back.did)
    await live.change(act, written, beside=lambda: standing.ask_again(live.row, live.table, seat))
    async with live.lock:
        return answer(_whole(picture(live, seat, own)))


async def _live(request: HttpRequest, code: str) -> LiveTable:
    """Return a table in play that the token's person may watch; raise NoSuchTable for others as if it were not there,
    Stale where people still gather.
    """
    visitor = visitor_of(request)
    try:
        return await club.table_for(visitor, code)
    except NoSuchTable:
        gathering = await on_disk(deeds.find_gathering)(code, visitor)
        if gathering.table_id is not None:
            raise
        raise _not_begun(code) from None


def _not_begun(code: str) -> Stale:
    return Stale(
        gettext("The game has not begun: people still gather."),
        remedy=gettext("Wait until /api/v1/tables/%(code)s says that it is played.") % {"code": code},
    )


async def _playing(request: HttpRequest, code: str, seat: int) -> tuple[LiveTable, tuple[int, ...]]:
    """Return a table at which a seat is the token's person's own, with all of these; raise Illegal or as `_live`."""
    live = await _live(request, code)
    own = await on_disk(live.seats_of)(visitor_of(request))
    live.may_play(seat, own)
    return live, own


async def _seen(live: LiveTable, visitor: Visitor, viewer: int) -> tuple[Picture, tuple[int, ...]]:
    """Return what a viewer sees now, with all seats of the visitor; raise Illegal if the visitor may not see it."""
    live.check_stands()
    own = await on_disk(live.seats_of)(visitor)
    await live.catch_up(own)
    async with live.lock:  # what is not on disk yet is not told
        return picture(live, live.may_view(viewer, own), own), own


def _whole(seen: Picture) -> msgspec.Raw:
    return msgspec.Raw(seen.told(None).encode())


class _Known(TanelornError):
    """The same choice is in already."""


async def _chosen(live: LiveTable, seat: int, moment: int, text: str) -> bool:
    """Play a choice for a moment and return False, or True if that very choice had been played then; raise as `play`.

    What was chosen is written down beside it, in the same transaction.
    """

    def act() -> None:
        if live.table.moment == moment and _is_sealed(live, seat, text):
            raise _Known("")
        live.play(text, seat, moment)

    def beside() -> None:
        Answer.objects.update_or_create(
            table=live.row, seat=seat, defaults={"moment": moment, "digest": _mark(live, seat, text)}
        )

    def known() -> bool:
        mark = _mark(live, seat, text)
        return Answer.objects.filter(table=live.row.pk, seat=seat, moment=moment, digest=mark).exists()

    try:
        await live.change(act, beside=beside)
    except _Known:
        return True
    except Stale:
        if await on_disk(known)():
            return True
        raise
    return False


def _is_sealed(live: LiveTable, seat: int, text: str) -> bool:
    sealed = live.table.position.sealed.get(seat)
    try:
        return sealed is not None and str(live.table.decision(seat).parse(text)) == str(sealed)
    except TanelornError:
        return False


def _mark(live: LiveTable, seat: int, text: str) -> str:
    said = " ".join(text.split()).casefold()
    return salted_hmac("tanelorn.answer", f"{live.row.code} {seat} {said}", algorithm="sha256").hexdigest()


@asynccontextmanager
async def _listening(live: LiveTable, token: Token) -> AsyncIterator[Callable[[float], Awaitable[bool]]]:
    """Hear of a table as its pages do. What is returned waits until something has changed, or that time by the loop's
    clock: then it returns False. It raises NoToken when the token has been taken back.
    """
    layer, key = get_channel_layer(), int(token.person_id)
    if layer is None or _waiting[key] >= _MOST_WAITING:
        raise limits.too_much(5)
    channel: str = await layer.new_channel()
    groups: Sequence[str] = (live.group, token.group)

    async def hear(until: float) -> bool:
        try:
            async with asyncio.timeout_at(until):
                event: Sent = await layer.receive(channel)
        except TimeoutError:
            return False
        if event["type"] == "token.over":
            raise tokens.gone()
        if event["type"] == "table.trouble":
            await live.look_up()
        await live.come_to(event.get("written", 0))
        await live.look_again(event.get("again", ""))
        return True

    _waiting[key] += 1
    live.pages[channel] = token.person_id
    try:
        for group in groups:
            await layer.group_add(group, channel)
        if not live.hears:
            await live.look_up()  # of what comes from now on word is heard
        await on_disk(tokens.check_stands)(token)
        await on_disk(doors.looked)(live.row, Visitor(token.person_id))
        yield hear
    finally:
        live.leave(channel)
        _waiting[key] -= 1
        if not _waiting[key]:
            del _waiting[key]
        for group in groups:
            await hear_no_more(group, channel)
