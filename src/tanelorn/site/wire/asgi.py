"""What servers and applications say to each other by ASGI, as types for those of our own that stand in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

Scope = Mapping[str, Any]
"""What is known of a connection: by whom, over what, to which address; those it has passed have added to it."""
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Application(Protocol):
    """Answers a connection until it ends. Django, Channels and ours each narrow what they take in their own way."""

    def __call__(self, scope: Any, receive: Any, send: Any) -> Awaitable[object]:
        """Answer."""
