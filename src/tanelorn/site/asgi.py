"""The site as an ASGI application: pages by Django, live tables by Channels."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path

pages = get_asgi_application()

from tanelorn.site.consumers import TablePage  # noqa: E402  (needs the applications that the line above loads)

page: Any = TablePage.as_asgi()
routes: Any = [path("ws/tables/<slug:code>", page)]
application = ProtocolTypeRouter(
    {"http": pages, "websocket": AllowedHostsOriginValidator(URLRouter(routes))},
)
