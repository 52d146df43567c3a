"""Web Push: a short message to a browser, by the service of its maker, which passes it on and cannot read it.

The address of that service comes from the browser, so it is a stranger's wish like that of a webhook, and called as
carefully. The club is known to it by a key of its own, PUSH_KEY, which `tanelorn push-key` draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from email.utils import parseaddr
from functools import cache
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils.translation import gettext
from py_vapid import Vapid02

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.models import Device
from tanelorn.site.club.notices.ways.hooks import Net, post, read_hook
from tanelorn.site.club.notices.ways.keys import CURVE, letters, raw

MOST_ADDRESS = 1000
_STAYS = 24 * 60 * 60
"""Seconds for which the service keeps a message for a browser that is not open."""


class _Keys(msgspec.Struct):
    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """What a browser says of itself: the address of its service, and the keys by which it alone reads messages."""

    endpoint: str
    keys: _Keys


@cache
def _own(key: str) -> Vapid02:
    own: Vapid02 = Vapid02.from_raw(key.encode("ascii"))  # type: ignore[no-untyped-call]
    return own


def public_key() -> str:
    """Return the half of the club's key that browsers are told; empty where there is none."""
    if not settings.PUSH_KEY:
        return ""
    return letters(_own(settings.PUSH_KEY).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def read_subscription(given: Mapping[str, object]) -> Subscription:
    """Return what a browser has said, if messages can be sent to it; raise Illegal."""
    try:
        found = msgspec.convert({"endpoint": given.get("endpoint"), "keys": given.get("keys")}, Subscription)
        read_hook(found.endpoint, MOST_ADDRESS)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, raw(found.keys.p256dh))
        sound = len(raw(found.keys.auth)) == http_ece.KEY_LENGTH
    except (msgspec.ValidationError, Illegal, ValueError):
        sound = False
    if not sound:
        raise Illegal(
            gettext("This browser did not say how it can be told anything."),
            remedy=gettext("Try it in another one, or be told by mail."),
        )
    return found


async def push(device: Device, text: bytes, net: Net) -> None:
    """Send a text to a device; raise as `post`, and Gone if its browser listens no more."""
    sealed: bytes = http_ece.encrypt(  # type: ignore[no-untyped-call]
        text,
        private_key=ec.generate_private_key(CURVE),
        dh=raw(device.p256dh),
        auth_secret=raw(device.auth),
        version="aes128gcm",
    )
    parts = urlsplit(device.endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"}
    headers = {
        **_own(settings.PUSH_KEY).sign(claims),  # type: ignore[no-untyped-call]
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(_STAYS),
        "Urgency": "normal",
    }
    await post(device.endpoint, sealed, net, headers, MOST_ADDRESS)
