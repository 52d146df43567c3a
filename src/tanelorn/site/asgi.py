"""The site as an ASGI application: pages by Django, live tables by Channels."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path, re_path

pages = get_asgi_application()

from tanelorn.site.consumers import Nowhere, TablePage  # noqa: E402  (needs the applications that the line above loads)

page: Any = TablePage.as_asgi()
nowhere: Any = Nowhere.as_asgi()
routes: Any = [path("ws/tables/<slug:code>", page), re_path("", nowhere)]
application = ProtocolTypeRouter(
    {"http": pages, "websocket": AllowedHostsOriginValidator(URLRouter(routes))},
)
