"""Word to the pages of all processes of the site. Where it cannot be passed on, what was done stands all the same."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from asgiref.sync import async_to_sync
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from channels.consumer import AsyncConsumer
from channels.layers import get_channel_layer

if TYPE_CHECKING:
    from channels.consumer import _ChannelScope

_log = logging.getLogger(__name__)
_MOST_UNSAID = 10_000
_TIMES = 2
_unsaid: dict[str, tuple[Mapping[str, object], int]] = {}
"""What is to be told to a group, and how often still."""


async def say(group: str, event: Mapping[str, object], *, surely: bool = False) -> bool:
    """Tell an event to a group, and return whether it was passed on; what must `surely` be told is tried again later:
    pages find out the rest by looking.
    """
    layer = get_channel_layer()
    if layer is None:
        return False
    try:
        await layer.group_send(group, dict(event))
    except Exception as error:
        _log.warning("word could not be passed on: %s", type(error).__name__)
        if surely and len(_unsaid) < _MOST_UNSAID:
            _unsaid[group] = event, _TIMES
        return False
    return True


def say_now(group: str, event: Mapping[str, object], *, surely: bool = False) -> bool:
    """Do the same where nothing is awaited."""
    return async_to_sync(say)(group, event, surely=surely)


async def hear_no_more(group: str, channel: str) -> None:
    """Take a channel out of a group, whether or not word can be passed on just now."""
    layer = get_channel_layer()
    if layer is not None:
        with suppress(Exception):
            await layer.group_discard(group, channel)


class Hearing(AsyncConsumer):
    """A socket that hears of a `group`, from when it has one, and leaves it however it ends: its session may be over,
    or a server fail.
    """

    group = ""

    async def __call__(self, scope: _ChannelScope, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Answer until the socket ends, then leave."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.leave()

    async def disconnect(self, code: int) -> None:
        """Leave at once."""
        await self.leave()

    async def leave(self) -> None:
        """Hear no more; once is as good as twice."""
        if self.group:
            await hear_no_more(self.group, self.channel_name)


async def say_again() -> None:
    """Tell what could not be told before; twice, for others may come back to their Redis after this process has."""
    for group, (event, times) in list(_unsaid.items()):
        if not await say(group, event):
            return
        if times > 1:
            _unsaid[group] = event, times - 1
        else:
            _unsaid.pop(group, None)
