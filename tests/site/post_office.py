"""A post office for tests: it takes all mail that a site sends, and can be full, or leave sites without an answer."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from queue import Empty, Queue
from typing import cast

from .club import Person
from .conftest import WAIT, Site
from .test_people import known, sign_up


class PostOffice:
    """All mail, by whom it is to, in the order in which it came."""

    def __init__(self) -> None:
        self.boxes: dict[str, Queue[EmailMessage]] = {}
        self.answers = threading.Event()
        self.answers.set()
        self.full, self.hangs_up = threading.Event(), threading.Event()
        self.port = 0

    def box(self, address: str) -> Queue[EmailMessage]:
        return self.boxes.setdefault(address, Queue())

    def take(self, mail: bytes) -> None:
        message = cast(EmailMessage, message_from_bytes(mail, policy=policy.default))
        self.box(str(message["To"])).put(message)

    def mail_to(self, address: str) -> EmailMessage:
        """Wait for the next mail to somebody."""
        return self.box(address).get(timeout=WAIT)

    def taken(self, address: str) -> list[EmailMessage]:
        """Return what mails to somebody have come, without waiting for any."""
        mails = []
        with suppress(Empty):
            while True:
                mails.append(self.box(address).get_nowait())
        return mails


@contextmanager
def opened() -> Iterator[PostOffice]:
    """Open a post office at a port of this machine."""
    office = PostOffice()

    class Counter(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 here")
            while line := self.rfile.readline():
                word = line.upper().split()[:1]
                if word == [b"MAIL"] and office.full.is_set():
                    self.say("452 no room")
                    continue
                if word == [b"DATA"]:
                    self.say("354 go on")
                    office.take(self.letter())
                    office.answers.wait()
                    if office.hangs_up.is_set():
                        return
                self.say("221 bye" if word == [b"QUIT"] else "250 well")

        def letter(self) -> bytes:
            lines = iter(self.rfile.readline, b".\r\n")
            return b"".join(line[1:] if line.startswith(b"..") else line for line in lines)

        def say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

        def finish(self) -> None:
            """The site may have been killed meanwhile."""
            try:
                super().finish()
            except OSError:
                return

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """The site may have been killed meanwhile."""

    with Server(("127.0.0.1", 0), Counter) as server:
        office.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield office
        office.answers.set()
        server.shutdown()


class Reader(Person):
    """Somebody with an account, who has confirmed their address, which signs them in, and reads their mail."""

    def __init__(self, site: Site, office: PostOffice, name: str) -> None:
        super().__init__(site, guest=False)
        self.office, self.name, self.address = office, name, f"{name.replace(' ', '')}@example.org".lower()
        sign_up(self, name, self.address)
        found = re.search(rf"{site.base}(/accounts/\S+)", self.mail().get_content())
        assert found
        assert self.form(found[1], {}) == (200, "/")
        assert known(self) == {"name": name, "guest": False}

    def mail(self) -> EmailMessage:
        """Wait for the next mail."""
        return self.office.mail_to(self.address)

    def wish(self, **fields: str) -> None:
        """Change the settings."""
        usual = {"username": self.name, "told": "turn", "by_mail": "on"}
        assert self.form("/me", {**usual, **fields}) == (200, "/me")
