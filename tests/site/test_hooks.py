"""Webhooks: what is sent, and that a stranger's wish leads the site to nothing that only it can reach."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import threading
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tanelorn.core.errors import Illegal
from tanelorn.site.club.notices.ways.failures import GivenUp, NotSent
from tanelorn.site.club.notices.ways.hooks import Net, is_public, post, read_hook

from .conftest import WAIT, Site, free_port
from .letters_at import seated
from .post_office import PostOffice, Reader, opened

pytestmark = pytest.mark.usefixtures("words")
HOOK = "https://hook.example/api/1?wait=true"
PRIVATE = [
    *("0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.1", "192.0.2.1"),
    *("192.168.1.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1"),
    *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1"),
    *("2002:7f00:1::", "fc00::1", "fd00::1", "fe80::1", "fe80::1%1", "fec0::1", "ff02::1"),
]


def run(posting: Coroutine[Any, Any, None]) -> None:
    """Post on a loop of its own: other tests of this process may have a browser, and its loop, open."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, posting).result()


@pytest.mark.parametrize("address", PRIVATE)
def test_what_is_not_on_the_internet_is_not_called(address: str) -> None:
    assert not is_public(ip_address(address))
    with pytest.raises(Illegal):
        read_hook(f"https://[{address}]/" if ":" in address else f"https://{address}/")

    async def resolve(host: str) -> list[str]:
        return ["8.8.8.8", address]

    with pytest.raises(GivenUp):
        run(post(HOOK, b"{}", Net(resolve)))


@pytest.mark.parametrize("address", ["8.8.8.8", "162.159.128.233", "2606:4700::6810:85e5"])
def test_what_is_on_the_internet_may_be_called(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize(
    "given",
    [
        *("", "hook.example", "http://hook.example/", "ftp://hook.example/", "https://", "https:///x", "javascript:1"),
        *("https://hook.example:8443/", "https://hook.example:99999/", "https://me@hook.example/", "https://[::1/"),
        *("https://a:b@hook.example/", "https://hook.example/ HTTP/1.1\r\nX: 1", "https://hook.example/\t", HOOK * 20),
        *("https://hook.exämple/", "https://127.0.0.1\\@hook.example/", "https://@hook.example/"),
    ],
)
def test_an_address_that_is_none_is_refused(given: str) -> None:
    with pytest.raises(Illegal):
        read_hook(given)


class Server:
    """A webhook's server on this machine, of which one certificate tells."""

    def __init__(self, folder: Path) -> None:
        self.heard: Queue[bytes] = Queue()
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        self.trust = ssl.create_default_context(cadata=_certificate(folder, "hook.example"))
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self.listener.getsockname()[1])
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder / "both.pem")
        threading.Thread(target=self._serve, args=(context,), daemon=True).start()

    def _serve(self, context: ssl.SSLContext) -> None:
        while True:
            try:
                plain, _ = self.listener.accept()
            except OSError:
                return
            try:
                with context.wrap_socket(plain, server_side=True) as line:
                    self.heard.put(_request(line))
                    line.sendall(self.answer)
                    line.settimeout(WAIT)
                    line.recv(1)
            except OSError:
                continue

    def net(self, *addresses: str, longest: float = WAIT) -> Net:
        """Return an internet in which every name leads to these addresses, and this machine may be called."""

        async def resolve(host: str) -> Sequence[str]:
            return addresses or ["127.0.0.1"]

        return Net(resolve, lambda address: str(address) == "127.0.0.1", self.port, self.trust, longest)


def _request(line: ssl.SSLSocket) -> bytes:
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(4096)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = next(int(one.split(b":")[1]) for one in head.split(b"\r\n") if one.lower().startswith(b"content-length"))
    while len(body) < length:
        body += line.recv(4096)
    return head + b"\r\n\r\n" + body


def _certificate(folder: Path, name: str) -> str:
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
        .public_bytes(serialization.Encoding.PEM)
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "both.pem").write_bytes(private + made)
    return made.decode()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    yield server
    server.listener.close()


def sent(server: Server, hook: str = HOOK, **more: Any) -> None:
    run(post(hook, b'{"content": "Hello"}', server.net(**more)))


def test_a_message_is_posted_as_json(server: Server) -> None:
    sent(server)
    head, _, body = server.heard.get(timeout=WAIT).partition(b"\r\n\r\n")
    assert head.startswith(b"POST /api/1?wait=true HTTP/1.1\r\nHost: hook.example\r\n")
    assert b"Content-Type: application/json" in head
    assert json.loads(body) == {"content": "Hello"}


def test_an_answer_that_leads_elsewhere_is_not_followed(server: Server) -> None:
    server.answer = f"HTTP/1.1 307 Elsewhere\r\nLocation: https://hook.example:{server.port}/2\r\n\r\n".encode()
    with pytest.raises(GivenUp):
        sent(server)
    assert server.heard.get(timeout=WAIT)
    assert server.heard.empty()


@pytest.mark.parametrize(("status", "failure"), [(500, NotSent), (429, NotSent), (404, GivenUp), (401, GivenUp)])
def test_a_refusal_tells_whether_it_may_be_tried_again(server: Server, status: int, failure: type[Exception]) -> None:
    server.answer = f"HTTP/1.1 {status} No\r\n\r\n".encode()
    with pytest.raises(failure):
        sent(server)


def test_who_has_no_certificate_of_that_name_is_told_nothing(server: Server) -> None:
    with pytest.raises(NotSent):
        sent(server, "https://other.example/")
    assert server.heard.empty()


def test_a_name_that_leads_to_several_machines_is_called_if_all_may_be(server: Server) -> None:
    with pytest.raises(GivenUp):
        run(post(HOOK, b"{}", server.net("127.0.0.1", "10.0.0.1")))
    assert server.heard.empty()


def test_a_server_that_does_not_answer_is_waited_for_so_long_and_no_longer(server: Server) -> None:
    server.answer = b"HTTP/1.1 2"
    with pytest.raises(TimeoutError):  # it may have taken the message: that is not tried again
        sent(server, longest=1.0)
    assert server.heard.get(timeout=WAIT)


def test_a_server_that_is_not_there_is_tried_again(server: Server) -> None:
    with pytest.raises(NotSent):
        run(post(HOOK, b"{}", replace(server.net(), port=free_port())))


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with opened() as office:
        yield office


@pytest.fixture
def club(office: PostOffice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """A club in which people are told at once."""
    wanted = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(office.port), "NOTICES_AFTER": "0", "NOTICES_APART": "0"}
    for name, value in wanted.items():
        monkeypatch.setenv(name, value)
    site = Site(tmp_path / "data", club=True)
    yield site
    site.end()


def test_a_hook_that_cannot_be_called_is_refused_or_holds_up_no_mail(club: Site, office: PostOffice) -> None:
    ann, bob = Reader(club, office, "Ann"), Reader(club, office, "Bob")
    for wrong in ("http://hook.example/", "https://127.0.0.1/", "https://[::1]/", "https://me:secret@hook.example/"):
        assert bob.form("/me", {"username": "Bob", "webhook": wrong})[0] == 400
    bob.wish(webhook="https://localhost/secret")
    assert "https://localhost/secret" in bob.get("/me")[1]
    for name in ("@everyone", "Second"):
        seated(ann, bob, game="fivecities", name=name)
        assert bob.mail()["Subject"] == f"{name}: It is your turn."
    club.stop()
    said = "".join(club.said)
    assert "secret" not in said
    assert "cannot be sent: the address is not on the internet" in said
