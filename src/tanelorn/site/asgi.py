"""The site as an ASGI application: pages by Django, live tables by Channels."""

import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")

from channels.routing import ProtocolTypeRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application

from tanelorn.site.wire.asgi import Application, Receive, Scope, Send

# Charts and scripts are small files read at once; Django warns that it reads them in one thread.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
pages: Application = get_asgi_application()

from django.apps import apps  # noqa: E402  (these need the applications that the line above loads)

from tanelorn.site.lifespan import Lifespan  # noqa: E402
from tanelorn.site.live.consumers import TablePage  # noqa: E402
from tanelorn.site.live.sockets import denied, routed  # noqa: E402
from tanelorn.site.tending import hear, wake_bots  # noqa: E402
from tanelorn.site.wire.parts import Door  # noqa: E402

tables = ("ws/tables/<slug:code>", TablePage)
lifespan = Lifespan()
if apps.is_installed("tanelorn.site.club.gathering"):
    from channels.auth import AuthMiddleware
    from channels.sessions import CookieMiddleware, SessionMiddleware

    from tanelorn.site.club.api.sockets import ByToken
    from tanelorn.site.club.gathering.consumers import Waiting
    from tanelorn.site.club.monitoring.metrics import Counted
    from tanelorn.site.club.monitoring.metrics import watch as watch_figures
    from tanelorn.site.club.notices.watch import watch as watch_notices
    from tanelorn.site.club.pace.watch import watch as watch_clocks
    from tanelorn.site.club.people.sockets import EndsWithSession
    from tanelorn.site.club.people.watch import watch as watch_guests

    lifespan = Lifespan(watch_clocks, watch_notices, watch_guests, watch_figures, wake_bots, hear)
    gatherings = [(f"ws/gatherings/<slug:code>{invite}", Waiting) for invite in ("", "/<str:invite>")]
    # Who has signed in is found out before a page gets its socket.
    signed_in = AuthMiddleware(EndsWithSession(routed(tables, *gatherings)))
    known: Application = CookieMiddleware(SessionMiddleware(signed_in))
else:
    known = routed(tables)


class SameOrigin:
    """Lets in pages of this very site: a page from another port of this machine is another site's."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compare where the page comes from with the host, port and all, that it asks."""
        headers = dict(scope["headers"])
        host = headers.get(b"host", b"")
        own = headers.get(b"origin") in (b"http://" + host, b"https://" + host)
        await (self.application if own else denied)(scope, receive, send)


sockets: Application = AllowedHostsOriginValidator(SameOrigin(known))
if apps.is_installed("tanelorn.site.club.api"):
    pages, sockets = Counted(pages), Counted(ByToken(sockets))
application = ProtocolTypeRouter({"http": Door(pages), "websocket": sockets, "lifespan": lifespan})
