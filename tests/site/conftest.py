"""A real site in a process of its own, with a real data folder, spoken to as a browser speaks to it."""

from __future__ import annotations

import atexit
import http.cookiejar
import json
import os
import re
import shutil
import socket
import sqlite3
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import django
import pytest
from django.core.management import call_command
from playwright.sync_api import Browser, BrowserContext, expect
from playwright.sync_api import Page as BrowserPage
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tanelorn.terminal.board.pictures import found_browser
from tests.site.apart import apart
from tests.site.told import next_state
from tests.site.until import until
from tests.site.warm import begin

T = TypeVar("T")
_OWN_WINDOWS = "WebUIOmniboxPopup WebUIOmniboxAimPopup WebUIOmniboxFullPopup"
"""What Chromium would start a process for with each window, to suggest addresses that nobody types."""
_UNWANTED = """AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync
DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter
NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning"""
"""What Playwright turns off itself: of two lists Chromium reads the last alone."""
WAIT = 60
PATIENCE = 60_000
opened = partial(connect, max_queue=None, open_timeout=WAIT)
"""Open a WebSocket, as patient as all that waits here. Any number of messages may wait at it: beyond a limit the end of
its line goes unnoticed, and whoever closes it waits ten seconds for a word from a site that was killed.
"""
expect.set_options(timeout=PATIENCE)


class Page:
    """One WebSocket at a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.raw: list[str] = []
        self.state: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.numbers = count(1_000)

    def hear(self) -> dict[str, Any]:
        text = self.socket.recv(timeout=WAIT)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] not in ("state", "changed"):
            return message
        answers = {"n": message.pop("n")} if "n" in message else {}
        self.state = next_state(self.state, message) if message["type"] == "changed" else message
        self.events[self.state["from"] :] = self.state["events"]
        return {**self.state, **answers}

    def hear_until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while not fits(message := self.hear()):
            pass
        return message

    def say(self, message: object) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def ask(self, message: object) -> dict[str, Any]:
        """Say something and return the answer: news may come before it, and what comes after it is not heard yet.

        Only what is no question, and so has no number, is answered by whatever comes next.
        """
        if not isinstance(message, dict):
            self.say(message)
            return self.hear()
        number = message.get("n", next(self.numbers))
        self.say({**message, "n": number})
        answer = self.hear_until(lambda told: told.get("n") == number)
        return answer if "n" in message else {key: value for key, value in answer.items() if key != "n"}

    def sit(self, viewer: int) -> dict[str, Any]:
        return self.ask({"type": "sit", "viewer": viewer})

    def play(self, seat: int, text: str) -> dict[str, Any]:
        return self.ask({"type": "play", "seat": seat, "moment": self.state["moment"], "text": text})

    def take_back(self, seat: int, word: str = "undo") -> dict[str, Any]:
        """Take the last choice back, or play it again, as the page knows it."""
        did = {"moment": self.state["moment"], "did": self.state["did"]}
        return self.ask({"type": word, "seat": seat, **did})


_CHEAP_HASHES = (
    "from django.contrib.auth.hashers import Argon2PasswordHasher as Argon2; "
    "Argon2.time_cost, Argon2.memory_cost, Argon2.parallelism = 1, 8, 1"
)
"""Of passwords, at a site whose people are made up: as it is, each costs a quarter of a second."""


_DOWN = re.compile(
    r"ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE)"
    r"|Connection closed before receiving a handshake response"
)
"""What the browser itself says of a server that goes down on purpose, perhaps in the midst of an answer."""


_ORPHAN = re.compile(
    r"Traceback [^\n]+\n  File \"<string>\", line 1, in <module>\n(?:  [^\n]+\n)+"
    r"    preparation_data = reduction\.pickle\.load\(from_parent\)\n(?: +\^+\n)?EOFError: Ran out of input\n"
)
"""What Python says of a process that was being started when its parent was killed: it finds nothing to do."""


_WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 10
_PORTS = (12_000 + 2_000 * _WORKER + number % 2_000 for number in count(os.getpid()))
"""Below those that the system lends to whoever calls out, who might have a port just before a site listens there, or
while it is down; apart from those of other workers, and mostly from those of other tests that run on this machine.
"""


def free_port() -> int:
    """Return a port of a site's own: the usual one is taken by the next site that starts while this one is down."""
    return next(port for port in _PORTS if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Whether anybody listens at a port of this machine."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


@cache
def empty_club() -> Path:
    """Return the database of a club in which nobody has an account yet, as its first start makes it."""
    folder = Path(tempfile.mkdtemp(prefix="club-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Site(folder / "data", club=True, first=True).end()
    empty = folder / "tables.sqlite3"
    with closing(sqlite3.connect(folder / "data" / empty.name)) as made, closing(sqlite3.connect(empty)) as copied:
        made.backup(copied)  # with what was written ahead
    return empty


class Site:
    """The site as a process; `stop` kills it outright, `start` starts it again on the same folder.

    It comes back at the address that it had, where open pages look for it. Whatever it prints is read at once, for a
    full pipe would halt it; `said` holds it. A club's database is copied from an empty one, which saves each test the
    making of some fifty tables; that of the `first` is made.
    """

    def __init__(
        self,
        data: Path,
        *,
        club: bool = False,
        processes: int = 1,
        environment: Mapping[str, str] | None = None,
        first: bool = False,
    ) -> None:
        self.data = data
        self.club = club
        self.processes = processes
        self.environment = {**os.environ, "TANELORN_DATA": str(data), **(environment or {})}
        self.base = f"http://127.0.0.1:{free_port()}"
        self.said: list[str] = []
        self.sockets = ExitStack()
        if club and not first and not data.exists() and "DATABASE_URL" not in self.environment:
            data.mkdir(mode=0o700, parents=True)
            shutil.copy(empty_club(), data)
        self.start()

    def start(self) -> None:
        port = self.base.rpartition(":")[2]
        how = f"port={port}, open_browser=False, club={self.club}, processes={self.processes}"
        program = f"{_CHEAP_HASHES if self.club else ''}\nfrom tanelorn.site.serve import serve; serve({how})"
        self.process = begin(self.environment, program)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/ ]+", line)
        assert found, line + self.process.stdout.read()
        self.base = found[0]
        self.listener = threading.Thread(target=self.said.extend, args=(self.process.stdout,), daemon=True)
        self.listener.start()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        port = int(self.base.rpartition(":")[2])
        until(lambda: not answers(port))  # its processes end when they miss it
        self.listener.join()
        self.sockets.close()

    def restart_unchanged(self, code: str, seats: Iterable[int]) -> None:
        """Kill it and start it again; what each seat (-1: whoever looks on) sees of a table must be as before."""
        before = {seat: self.page(code, seat).state for seat in seats}
        self.stop()
        self.start()
        for seat, state in before.items():
            again = self.page(code, seat).state
            for part in ("scene", "moment", "decisions", "waiting", "undo", "over", "events"):
                assert again[part] == state[part], part

    def end(self) -> None:
        """Stop it for good; a bot that failed, or any other exception, fails the test."""
        self.stop()
        said = _ORPHAN.sub("", "".join(self.said))
        assert "Traceback" not in said, said

    def post(self, path: str, body: object) -> tuple[int, dict[str, Any]]:
        cookies = http.cookiejar.CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        opener.open(self.base + "/").read()
        token = next(cookie.value for cookie in cookies if cookie.name == "csrftoken")
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {"X-CSRFToken": str(token), "Content-Type": "application/json", "Origin": self.base}
        request = urllib.request.Request(self.base + path, data=data, headers=headers)
        try:
            answer = opener.open(request)
            return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def get(self, path: str) -> tuple[int, bytes]:
        try:
            answer = urllib.request.urlopen(self.base + path)
            return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def table(self, *seats: str, game: str = "fivecities", **more: object) -> str:
        """Set up a game with these sitters (me, friend, or a bot's level) and return the table's code."""
        sitters = [{"who": s} if s in ("me", "friend") else {"who": "bot", "level": s} for s in seats]
        status, answer = self.post("/tables", {"game": game, "seats": sitters, **more})
        assert status == 200, answer
        return str(answer["table"])

    def lesson(self, game: str, lesson: str, step: int | str = 1) -> tuple[int, str]:
        """Begin a guided game by its form; return the status, and the table's code or the page that says why not."""
        cookies = http.cookiejar.CookieJar()
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
        opener.open(self.base + "/").read()
        token = next(str(cookie.value) for cookie in cookies if cookie.name == "csrftoken")
        data = urllib.parse.urlencode({"step": step, "csrfmiddlewaretoken": token}).encode()
        asked = urllib.request.Request(f"{self.base}/learn/{game}/{lesson}", data, {"Origin": self.base})
        try:
            answer = opener.open(asked)
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()
        return answer.status, answer.url.rpartition("/")[2]

    def page(self, code: str, viewer: int | None = None) -> Page:
        """Open a page at a table and sit."""
        address = f"{self.base.replace('http', 'ws')}/ws/tables/{code}"
        page = Page(self.sockets.enter_context(opened(address, origin=Origin(self.base))))
        if viewer is not None:
            page.sit(viewer)
        return page


@contextmanager
def site_with_plugin(folders: pytest.TempPathFactory, name: str, module: str) -> Iterator[Site]:
    """Run a site that finds the games of a module as a plug-in of that name."""
    plug = folders.mktemp("plug")
    info = plug / f"{name}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[tanelorn.games]\n{name} = {module}\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(plug), prepend=os.pathsep)  # what the tests themselves run on stays found
        site = Site(folders.mktemp("site") / "data")
        yield site
        site.end()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """Return a site on an empty data folder of its own."""
    site = Site(tmp_path / "data")
    yield site
    site.end()


@pytest.fixture(scope="module")
def shared_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site for tests that do not stop it."""
    site = Site(tmp_path_factory.mktemp("site") / "data")
    yield site
    site.end()


@pytest.fixture
def club_data_site(tmp_path: Path) -> Iterator[Site]:
    """Return a site with accounts on an empty data folder of its own."""
    site = Site(tmp_path / "data", club=True)
    yield site
    site.end()


@pytest.fixture(scope="module")
def club_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Return a site with accounts for tests that do not stop it."""
    site = Site(tmp_path_factory.mktemp("club") / "data", club=True)
    yield site
    site.end()


@pytest.fixture(scope="session")
def words(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the site says can be asked for without a site: Django knows its catalogs.

    It is set up once in a process, so on a folder where others can keep tables.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tanelorn.site.settings")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TANELORN_DATA", str(tmp_path_factory.mktemp("words")))
        django.setup()


@pytest.fixture(scope="session")
def kept(words: None) -> None:
    """Tables can be kept in this process, without a site."""
    apart(call_command)("migrate", verbosity=0)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Use the system's Chromium.

    Without a graphics card each tile of a page is painted from the whole picture of a board: so few, large ones.
    """
    large = ["--default-tile-width=2048", "--default-tile-height=2048"]
    quiet = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    without = f"--disable-features={','.join(f'{_OWN_WINDOWS} {_UNWANTED}'.split())}"
    return {"executable_path": found_browser(), "args": [*quiet, *large, "--disable-sync", "--no-first-run", without]}


@pytest.fixture(scope="session")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """Return a window for the pages of all tests, which share what it has fetched and compiled."""
    window = browser.new_context()
    yield window
    window.close()


def drawn(page: BrowserPage) -> None:
    """Wait until all that is known has been drawn: what depends on sizes moves in the very frame that shows them."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def comes_to(page: BrowserPage, look: Callable[[], T], wanted: T) -> None:
    """Look at a page until it is as wanted, as `expect` does: what has been drawn may be laid out once more before
    anybody sees it.
    """
    until = time.monotonic() + WAIT
    while (seen := look()) != wanted and time.monotonic() < until:
        page.evaluate("new Promise(requestAnimationFrame)")
    assert seen == wanted


@pytest.fixture
def page(window: BrowserContext) -> Iterator[BrowserPage]:
    """Return a page that nothing is remembered of; any error in its console fails the test."""
    page = window.new_page()
    page.set_default_timeout(PATIENCE)
    wrong: list[str] = []
    visited: set[str] = set()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("framenavigated", lambda frame: visited.add("/".join(frame.url.split("/")[:3])))
    yield page
    session = window.new_cdp_session(page)
    for origin in visited:
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "cookies,local_storage"})
    for each in window.pages:
        each.close()
    assert [said for said in wrong if not _DOWN.search(said)] == []
