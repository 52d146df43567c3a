"""Sockets of people who have signed in: they end with the session in which they were opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session

from tanelorn.site.club.people.sessions import group_of
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.word import hear_no_more
from tanelorn.site.wire.asgi import Application, Receive, Scope, Send

SIGNED_OUT = 4401


class EndsWithSession:
    """Runs an application for a socket until the socket's session is over."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run it, and hear meanwhile whether the session is over."""
        key = scope["session"].session_key
        if key is None:
            await self.application(scope, receive, send)
        else:
            stands = Session.objects.filter(session_key=key).exists
            await until_over(group_of(key), stands, self.application, scope, receive, send)


async def until_over(
    group: str, stands: Callable[[], bool], application: Application, scope: Scope, receive: Receive, send: Send
) -> None:
    """Run an application for a socket until its group hears that what the socket was opened by is over; not at all if
    it `stands` no longer by the time that its end would be heard of.
    """
    layer = get_channel_layer()
    if layer is None:
        await application(scope, receive, send)
        return
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    if not await on_disk(stands)():
        await hear_no_more(group, channel)
        await send({"type": "websocket.close", "code": SIGNED_OUT})
        return
    at_work = asyncio.ensure_future(application(scope, receive, send))
    over = asyncio.ensure_future(layer.receive(channel))
    try:
        await asyncio.wait({at_work, over}, return_when=asyncio.FIRST_COMPLETED)
        if at_work.done():
            at_work.result()
            return
        at_work.cancel()
        with suppress(asyncio.CancelledError):
            await at_work
        await send({"type": "websocket.close", "code": SIGNED_OUT})
    finally:
        over.cancel()
        at_work.cancel()
        await hear_no_more(group, channel)
