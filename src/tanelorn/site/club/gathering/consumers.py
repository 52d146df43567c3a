"""The socket of a page that waits for a game to begin: it hears that something has changed, and looks again."""

from __future__ import annotations

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from tanelorn.core.errors import TanelornError
from tanelorn.site.club.gathering import deeds
from tanelorn.site.club.notices import news
from tanelorn.site.keeping.disk import on_disk
from tanelorn.site.keeping.word import Hearing
from tanelorn.site.live.seats.visitors import doors
from tanelorn.site.wire.errors import refusal
from tanelorn.site.wire.sent import Sent


class Waiting(Hearing, AsyncJsonWebsocketConsumer):
    """One page at one gathering."""

    async def connect(self) -> None:
        """Let the page in if it may see the gathering; its invitation stands in the address."""
        await self.accept()
        route = self.scope["url_route"]["kwargs"]
        visitor = doors.of_socket(self.scope)
        try:
            gathering = await on_disk(deeds.find_gathering)(route["code"], visitor, route.get("invite", ""))
        except TanelornError as error:
            await self.send_json({"type": "refused", **refusal(error)})
            await self.close(4404)
            return
        self.group = deeds.group_of(gathering)
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.send_json({"type": "changed"})  # perhaps, since the page was drawn
        await on_disk(news.looked)(gathering.code, visitor.person)

    async def receive_json(self, content: object, **kwargs: object) -> None:
        """Nothing is asked over this socket."""

    async def gathering_changed(self, event: Sent) -> None:
        """Tell the page to look again."""
        await self.send_json({"type": "changed"})
