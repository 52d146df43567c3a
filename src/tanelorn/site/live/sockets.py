"""Which socket answers at which address."""

from __future__ import annotations

from typing import Any

from channels.consumer import AsyncConsumer
from channels.routing import URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import path, re_path

from tanelorn.site.live.consumers import Nowhere
from tanelorn.site.wire.asgi import Application

denied: Application = WebsocketDenier.as_asgi()
"""Lets nobody in."""


def routed(*sockets: tuple[str, type[AsyncConsumer]]) -> Application:
    """Return an application that opens the socket of whichever address is asked for; others are told that they are
    nowhere.
    """
    # An address is Django's, and leads to a view in the eyes of its types.
    views: list[tuple[str, Any]] = [(address, socket.as_asgi()) for address, socket in sockets]
    nowhere: Any = Nowhere.as_asgi()
    routes: list[Any] = [*(path(address, view) for address, view in views), re_path("", nowhere)]
    return URLRouter(routes)
