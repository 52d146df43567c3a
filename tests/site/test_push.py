"""Web Push: what a browser is sent it alone can read, and one that listens no more is forgotten."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, expect
from py_vapid import Vapid02

from tanelorn.site.club.notices.ways.keys import letters, new_key

from .conftest import WAIT, Site
from .letters_at import seated
from .post_office import PostOffice, Reader, opened
from .test_axe import judge
from .test_hooks import Server, server

__all__ = ["server"]
KEY = new_key()


class Ears:
    """A browser's keys: what it says of itself, and what it reads."""

    def __init__(self, endpoint: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.said = {"endpoint": endpoint, "keys": {"p256dh": letters(point), "auth": letters(self.auth)}}

    def read(self, sealed: bytes) -> dict[str, Any]:
        return dict(json.loads(http_ece.decrypt(sealed, private_key=self.key, auth_secret=self.auth)))


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with opened() as office:
        yield office


@pytest.fixture
def club(office: PostOffice, tmp_path: Path) -> Iterator[Site]:
    named = {"PUSH_KEY": KEY, "EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(office.port), "NOTICES_AFTER": "100000"}
    site = Site(tmp_path / "data", club=True, environment=named)
    yield site
    site.end()


_SEND = """
import ssl, sys
from datetime import timedelta
from pathlib import Path
from tanelorn.site.serve import data_folder, prepare
prepare(data_folder(Path(sys.argv[1])), club=True)
from django.utils import timezone
from tanelorn.site.club.notices import queue, rounds, sending
from tanelorn.site.club.notices.ways.hooks import Net

async def resolve(host):
    return ["127.0.0.1"]

sending.NET = Net(resolve, lambda address: True, int(sys.argv[2]), ssl.create_default_context(cafile=sys.argv[3]))
now = timezone.now() + timedelta(days=int(sys.argv[4]))
for person in rounds.due_people(now):
    rounds.tell(person, now, lambda code, person: False)
queue.new_worker("push", batch=True).run()
"""


def send(site: Site, server: Server, folder: Path, days: int) -> None:
    """Let another program send what is due in some days, to a service on this machine. The site is down meanwhile: it
    could take up the job first, and would look for that service elsewhere.
    """
    command = [sys.executable, "-c", _SEND, str(site.data), str(server.port), str(folder / "both.pem"), str(days)]
    site.stop()
    subprocess.run(command, env=site.environment, check=True)
    site.start()


def test_a_browser_alone_reads_what_it_is_sent_and_is_forgotten_when_it_is_gone(
    club: Site, office: PostOffice, server: Server, tmp_path: Path
) -> None:
    ann, bob = Reader(club, office, "Ann"), Reader(club, office, "Bob")
    ears = Ears("https://hook.example/push/secret-of-bob")
    assert bob.post("/me/push", ears.said) == (200, {"added": True})
    assert bob.post("/me/push", ears.said) == (200, {"added": True})  # the same once more
    assert bob.get("/me")[1].count("/me/push/") == 1
    code = seated(ann, bob, game="fivecities", name="Siege")
    send(club, server, tmp_path, 10)
    head, _, sealed = server.heard.get(timeout=WAIT).partition(b"\r\n\r\n")
    assert ears.read(sealed) == {
        "title": "Siege (Five Cities)",
        "body": "The game has begun. It is your turn.",
        "url": f"{club.base}/tables/{code}",
    }
    assert b"Siege" not in sealed
    sent = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert (sent["Content-Encoding"], int(sent["TTL"]) > 0) == ("aes128gcm", True)
    assert Vapid02.verify(sent["Authorization"])
    token = sent["Authorization"].split("t=")[1].split(",")[0].split(".")[1]
    claims = json.loads(urlsafe_b64decode(token + "=" * (-len(token) % 4)))
    assert (claims["aud"], claims["sub"]) == ("https://hook.example", "mailto:tanelorn@localhost")
    server.answer = b"HTTP/1.1 410 Gone\r\n\r\n"
    seated(ann, bob, game="fivecities", name="Raid")
    send(club, server, tmp_path, 20)
    assert server.heard.get(timeout=WAIT)
    assert "/me/push/" not in bob.get("/me")[1]
    seated(ann, bob, game="fivecities", name="Feud")
    send(club, server, tmp_path, 30)
    assert server.heard.empty()
    assert "secret-of-bob" not in "".join(club.said)


def test_what_cannot_be_told_anything_is_refused(club: Site, office: PostOffice) -> None:
    ann = Reader(club, office, "Ann")
    good = Ears("https://hook.example/push/1").said
    for wrong in (
        {},
        {"endpoint": good["endpoint"]},
        {**good, "endpoint": "http://hook.example/"},
        {**good, "endpoint": "https://127.0.0.1/"},
        {**good, "endpoint": "https://hook.example/" + "x" * 1000},
        {**good, "keys": {**good["keys"], "p256dh": letters(bytes(65))}},  # type: ignore[dict-item]
        {**good, "keys": {**good["keys"], "auth": "short"}},  # type: ignore[dict-item]
        {**good, "keys": {**good["keys"], "auth": "ünlike"}},  # type: ignore[dict-item]
        {**good, "keys": []},
    ):
        status, said = ann.post("/me/push", wrong)
        assert (status, bool(said["remedy"])) == (400, True), wrong
    assert "/me/push/" not in ann.get("/me")[1]
    for number in range(12):
        assert ann.post("/me/push", Ears(f"https://hook.example/push/{number}").said)[0] == 200
    assert ann.get("/me")[1].count("/me/push/") == 10
    status, script = club.get("/push-worker.js")
    assert (status, b"showNotification" in script) == (200, True)


def test_where_there_is_no_key_nobody_is_asked(club_site: Site) -> None:
    from .club import Person

    guest = Person(club_site)
    assert 'id="push"' not in guest.get("/me")[1]
    assert guest.post("/me/push", Ears("https://hook.example/1").said)[0] == 400


_SUBSCRIBES = """
PushManager.prototype.subscribe = async () => ({ toJSON: () => (%s) });
"""


@pytest.mark.browser
def test_nothing_is_asked_before_somebody_presses_and_a_press_adds_and_removes(
    club: Site, office: PostOffice, browser: Browser
) -> None:
    ann = Reader(club, office, "Ann")
    with browser.new_context(viewport={"width": 390, "height": 844}) as window:
        window.add_cookies(
            [{"name": one.name, "value": one.value or "", "url": club.base} for one in ann.cookies]  # type: ignore[typeddict-item]
        )
        window.add_init_script(_SUBSCRIBES % json.dumps(Ears("https://hook.example/push/1").said))
        page = window.new_page()
        page.goto(f"{club.base}/me")
        button = page.locator("#push-on")
        expect(button).to_be_visible()
        assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
        window.grant_permissions([], origin=club.base)
        button.click()
        expect(page.locator("#push-why")).to_have_text("This browser was not allowed to tell you anything.")
        window.grant_permissions(["notifications"], origin=club.base)
        button.click()
        expect(page.locator("#push li")).to_have_count(1)
        judge(page)
        page.locator("#push li button").click()
        expect(page.locator("#push li")).to_have_count(0)
