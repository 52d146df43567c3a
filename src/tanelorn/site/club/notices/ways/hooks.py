"""Webhooks: a message is sent as JSON to an address that a person has given.

Such an address is a stranger's wish: the site must not be led to anything that only it can reach. So it has to be HTTPS
at the usual port; its name is resolved once, the connection goes to one of those very numbers, none of which may lie in
a private network; and no answer leads on.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from types import MappingProxyType
from urllib.parse import SplitResult, urlsplit

from django.utils.translation import gettext

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.ways.failures import GivenUp, Gone, NotSent

MOST_ADDRESS = 400
_PORT = 443
AS_JSON = MappingProxyType({"Content-Type": "application/json"})
_AGAIN_LATER = {408, 425, 429}
_GONE = {404, 410}
_PRINTED = re.compile(r"[!-~]+")
_OTHER_NETWORKS = tuple(
    map(
        IPv6Network,
        ("::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", "fec0::/10"),
    )
)
"""Numbers of IPv6 that stand for some of IPv4, and those that were for sites of their own."""

Address = IPv4Address | IPv6Address


def is_public(address: Address) -> bool:
    """Whether everybody on the internet reaches the same machine at an address."""
    if isinstance(address, IPv6Address) and any(address in network for network in _OTHER_NETWORKS):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


async def _resolved(host: str) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, _PORT, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


@dataclass(frozen=True)
class Net:
    """The internet as messages are sent into it: how names are resolved, which addresses may be called, whose
    certificates are trusted (None: those that this machine trusts), and how many seconds all of it may take.
    """

    resolve: Callable[[str], Awaitable[Sequence[str]]] = _resolved
    may_call: Callable[[Address], bool] = is_public
    port: int = _PORT
    trust: ssl.SSLContext | None = None
    longest: float = 10.0


@cache
def _trusted_here() -> ssl.SSLContext:
    """Return whom this machine trusts: read with the first message, for it takes longer than most else at a start."""
    return ssl.create_default_context()


def read_hook(given: str, most: int = MOST_ADDRESS) -> SplitResult:
    """Return an address of at most so many letters to which messages may be sent, as far as it tells by itself; raise
    Illegal.
    """
    wanted = gettext("Give one such as https://discord.com/api/webhooks/…, without a port, a name or a password.")
    try:
        parts = urlsplit(given)
        whole = parts.scheme == "https" and bool(parts.hostname) and parts.port in (None, _PORT)
    except ValueError:
        raise Illegal(gettext("This is no address of a webhook."), remedy=wanted) from None
    if not whole or "@" in parts.netloc or not _PRINTED.fullmatch(given) or len(given) > most:
        raise Illegal(gettext("This is no address of a webhook."), remedy=wanted)
    number = _number(parts.hostname or "")
    if number is not None and not is_public(number):
        raise Illegal(gettext("This address is not on the internet."), remedy=wanted)
    return parts


def _number(host: str) -> Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


async def post(
    hook: str, body: bytes, net: Net, headers: Mapping[str, str] = AS_JSON, most: int = MOST_ADDRESS
) -> None:
    """Send something to an address of at most so many letters; raise NotSent or GivenUp, or anything else if nobody
    knows whether it has arrived.
    """
    try:
        parts = read_hook(hook, most)
    except Illegal as error:
        raise GivenUp(error.why) from None
    written = False
    try:
        async with asyncio.timeout(net.longest):
            reader, writer = await _connected(parts.hostname or "", net)
            try:
                written = True
                writer.write(_request(parts, body, headers))
                await writer.drain()
                answer = await reader.readline()
            finally:
                writer.transport.abort()
    except (OSError, UnicodeError) as error:  # one that takes too long among them
        if written:
            raise
        raise NotSent(type(error).__name__) from None
    _judge(answer)


async def _connected(host: str, net: Net) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a machine that was looked at: who is asked for a name again may answer otherwise."""
    addresses = [ip_address(found) for found in await net.resolve(host)]
    if not all(map(net.may_call, addresses)):
        raise GivenUp("the address is not on the internet")
    failed: OSError = OSError()
    trust = net.trust or _trusted_here()
    for address in addresses:
        try:
            return await asyncio.open_connection(str(address), net.port, ssl=trust, server_hostname=host)
        except OSError as error:
            failed = error
    raise failed


def _request(parts: SplitResult, body: bytes, headers: Mapping[str, str]) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    head = (
        f"POST {target} HTTP/1.1\r\nHost: {parts.hostname}\r\nUser-Agent: Tanelorn\r\nConnection: close\r\n"
        f"{more}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode("ascii") + body


def _judge(answer: bytes) -> None:
    """Read the first line of an answer; raise NotSent or GivenUp unless it is well."""
    found = re.match(rb"HTTP/1\.[01] (\d{3})\b", answer)
    if found is None:
        raise GivenUp("the answer is not HTTP")
    status = int(found[1])
    if status >= 500 or status in _AGAIN_LATER:
        raise NotSent(f"status {status}")
    if status in _GONE:
        raise Gone(f"status {status}")
    if not 200 <= status < 300:
        raise GivenUp(f"status {status}")
