"""The site as an ASGI application: pages by Django, live tables by Channels."""

import os
import warnings
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator, WebsocketDenier
from django.core.asgi import get_asgi_application
from django.urls import path, re_path

# Charts and scripts are small files read at once; Django warns that it reads them in one thread.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
pages: Any = get_asgi_application()

from django.apps import apps  # noqa: E402  (these need the applications that the line above loads)

from tanelorn.site.lifespan import Lifespan  # noqa: E402
from tanelorn.site.live.consumers import Nowhere, TablePage  # noqa: E402
from tanelorn.site.tending import hear, wake_bots  # noqa: E402
from tanelorn.site.wire.parts import Door  # noqa: E402

page: Any = TablePage.as_asgi()
nowhere: Any = Nowhere.as_asgi()
routes: Any = [path("ws/tables/<slug:code>", page)]
known: Any = URLRouter
beside: dict[str, Any] = {"lifespan": Lifespan()}
if apps.is_installed("tanelorn.site.gathering"):
    from channels.auth import AuthMiddlewareStack

    from tanelorn.site.api.sockets import ByToken
    from tanelorn.site.gathering.consumers import Waiting
    from tanelorn.site.monitoring.metrics import Counted
    from tanelorn.site.monitoring.metrics import watch as watch_figures
    from tanelorn.site.notices.watch import watch as watch_notices
    from tanelorn.site.pace.watch import watch as watch_clocks
    from tanelorn.site.people.sockets import EndsWithSession
    from tanelorn.site.people.watch import watch as watch_guests

    beside["lifespan"] = Lifespan(watch_clocks, watch_notices, watch_guests, watch_figures, wake_bots, hear)
    waiting: Any = Waiting.as_asgi()
    routes += [path("ws/gatherings/<slug:code>", waiting), path("ws/gatherings/<slug:code>/<str:invite>", waiting)]

    def known(routes: Any) -> Any:
        """Find out who has signed in before a page gets its socket."""
        return AuthMiddlewareStack(EndsWithSession(URLRouter(routes)))


class SameOrigin:
    """Lets in pages of this very site: a page from another port of this machine is another site's."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Compare where the page comes from with the host, port and all, that it asks."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"")
        own = headers.get(b"origin") in (b"http://" + host, b"https://" + host)
        await (self.application if own else WebsocketDenier())(scope, receive, send)


sockets: Any = AllowedHostsOriginValidator(SameOrigin(known([*routes, re_path("", nowhere)])))
if apps.is_installed("tanelorn.site.api"):
    pages, sockets = Counted(pages), Counted(ByToken(sockets))
application = ProtocolTypeRouter({"http": Door(pages), "websocket": sockets, **beside})
