"""A drill: people play at a club while its processes, its servers and their own lines are killed, one after the other.

Each seat knows which of its choices were acknowledged: its page was told so. Whatever is killed, each of them must be
there afterwards, no choice may be there twice, and every table must go on.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import struct
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from websockets.exceptions import WebSocketException

from tanelorn.core.chance import Committed
from tanelorn.core.play.record import Chose, Record
from tanelorn.core.play.replay import replay
from tests.site.club import Person
from tests.site.conftest import Page
from tests.site.letters_at import seated
from tests.site.servers import Servers

CUT = (WebSocketException, OSError)
"""What a page meets whose line, or whose site, is down."""
PATIENCE = 90.0
"""Seconds within which a site must have come back."""
CHOICES = ("pass", "pass; Bomb UC", "pass; Bomb EC")
"""What is chosen at Five Cities; what cannot be any more is refused, and “pass” is chosen instead."""
RESIGN_AT = 12
"""The moment at which a game is ended, so that its record can be fetched."""


def tries() -> Iterator[None]:
    """Yield for each try of a page to come back, as long as there is patience; raise AssertionError then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        yield
    raise AssertionError("the site does not come back")


class Seat:
    """Somebody at their seat, and the choices of theirs that were acknowledged, by moment."""

    def __init__(self, person: Person, code: str, seat: int, rng: random.Random) -> None:
        self.person, self.code, self.seat, self.rng = person, code, seat, rng
        self.acknowledged: dict[int, str] = {}
        self.sent: dict[int, str] = {}
        self.page: Page | None = None
        self.number = 0

    @property
    def state(self) -> dict[str, Any]:
        assert self.page is not None
        return self.page.state

    @property
    def asked(self) -> bool:
        """Whether the seat has still to choose."""
        return not self.state["over"] and any(
            one["seat"] == self.seat and not one["sealed"] for one in self.state["decisions"]
        )

    def look(self) -> None:
        """See how the table stands now: over the open line if it holds, else by a page opened anew, as browsers do."""
        for _ in tries():
            try:
                if self.page is None:
                    self.page = self.person.page(self.code)
                    self.page.say({"type": "sit", "viewer": self.seat})
                    if self.page.hear()["type"] == "refused":
                        raise ConnectionResetError
                self._ask(self.page)
            except CUT:
                self.page = None
                continue
            break
        self._note()

    def _ask(self, page: Page) -> None:
        """Ask how the table stands, and then anything: once that is answered, all before it has been heard."""
        self.number += 1
        page.say({"type": "sit", "viewer": self.seat})
        page.say({"type": "offer", "seat": self.seat, "moment": -1, "path": [], "n": self.number})
        page.hear_until(lambda said: said.get("n") == self.number)

    def choose(self) -> None:
        """Send a choice, and do not wait for what is said of it."""
        assert self.page is not None
        moment = self.state["moment"]
        text = "resign" if moment >= RESIGN_AT else "pass" if moment in self.sent else self.rng.choice(CHOICES)
        self.sent[moment] = text
        with suppress(*CUT):
            self.page.say({"type": "play", "seat": self.seat, "moment": moment, "text": text})

    def hear(self) -> None:
        """Wait until the last choice that was sent is acknowledged."""
        moment = max(self.sent)
        for _ in tries():
            if self.page is None:
                self.look()
            elif self._note() or moment in self.acknowledged:
                return
            else:
                try:
                    if self.page.hear()["type"] in ("refused", "trouble"):
                        return
                except CUT:
                    self.page = None

    def _note(self) -> bool:
        """Note which choices the page is told to stand, and return whether nothing is asked any more; raise
        AssertionError if one that stood is gone. Of the last one before the end of a game nobody is told.
        """
        now, over, asked = self.state["moment"], self.state["over"], self.asked
        last = max(self.sent, default=-1)
        for moment, text in self.sent.items():
            stands = moment < now or not asked
            assert stands or moment not in self.acknowledged, f"choice {moment} of {self.seat} is lost"
            if stands and not (over and moment == last):
                self.acknowledged.setdefault(moment, text)
        return not asked

    def cut(self) -> None:
        """Cut the line: no word of goodbye, as when a cable is pulled."""
        if self.page is None:
            return
        line = self.page.socket.socket
        with suppress(OSError):
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            line.shutdown(socket.SHUT_RDWR)
        self.page = None


class Game:
    """A table of the drill and those who sit there."""

    def __init__(self, people: list[Person], bots: int, rng: random.Random) -> None:
        if bots:
            self.code = people[0].gather("me", "random")
        else:
            self.code = seated(*people, game="fivecities")
        self.seats = [Seat(person, self.code, seat, rng) for seat, person in enumerate(people)]

    def choose(self) -> list[Seat]:
        """Let everybody choose who is asked; return who that was."""
        choosing = [seat for seat in self.seats if seat.asked]
        for seat in choosing:
            seat.choose()
        return choosing

    @property
    def over(self) -> bool:
        return bool(self.seats[0].state["over"])

    def check(self) -> int:
        """Check the record of a game that is over, as anybody can fetch it: all that was acknowledged stands in it, in
        its order and once, and the rules allow all of it. Return how many choices those are.
        """
        status, text = self.seats[0].person.get(f"/tables/{self.code}/record")
        assert status == 200, text
        record = Record.read(text.encode())
        assert record.ended is not None
        assert replay(record, chance=Committed(record.ended.secret, words=record.header.words)).outcome
        for seat in self.seats:
            kept = [entry.text for entry in record.entries if isinstance(entry, Chose) and entry.seat == seat.seat]
            stand = [text for _, text in sorted(seat.acknowledged.items())]
            last = seat.sent[max(seat.sent)]
            assert kept in (stand, [*stand, last]), f"seat {seat.seat} was told of {stand}, and the record has {kept}"
        return sum(len(seat.acknowledged) for seat in self.seats)


class Drill:
    """Some tables at a club of two processes, and what is killed under them."""

    def __init__(self, servers: Servers, seed: int, tables: int = 3) -> None:
        self.servers, self.rng = servers, random.Random(seed)
        self.site = servers.site(processes=2)
        self.people = [Person(self.site) for _ in range(2 * tables)]
        self.ended = 0
        self.counted: Counter[str] = Counter()
        self.choices = 0
        self.games = [self._begun(number) for number in range(tables)]
        self._kills: dict[str, Callable[[], None]] = {
            "line": self._cut_line,
            "redis": servers.redis.kill,
            "postgres": servers.postgres.kill,
            "web": self._kill_web,
            "bots": self._kill_bots,
        }

    def _begun(self, number: int) -> Game:
        """Return a new table: at the first of them a bot plays, at the others two people do."""
        people = self.people[2 * number : 2 * number + 2]
        game = Game(people[:1] if number == 0 else people, int(number == 0), self.rng)
        for seat in game.seats:
            seat.look()
        return game

    def run(self, kills: dict[str, int]) -> None:
        """Kill so many of each, in an order drawn by lot: while choices are under way, or right after they were told
        to stand.
        """
        order = [what for what, count in kills.items() for _ in range(count)]
        self.rng.shuffle(order)
        for what in order:
            choosing = [seat for game in self.games for seat in game.choose()]
            if self.rng.random() < 0.5:
                for seat in choosing:
                    seat.hear()
            self._kills[what]()
            self.counted[what] += 1
            self._start_again(what)
            self._go_on()
        self._end()

    def _go_on(self) -> None:
        """Let everybody come back; whoever was not told that their choice stands chooses again."""
        for number, game in enumerate(self.games):
            for seat in game.seats:
                seat.look()
            if game.over:
                self.choices += game.check()
                self.ended += 1
                self.games[number] = self._begun(number)

    def _end(self) -> None:
        """Play every table on to its end, with nothing killed any more."""
        open_games = list(self.games)
        for _ in tries():
            for game in open_games:
                game.choose()
                for seat in game.seats:
                    seat.look()
            for game in [game for game in open_games if game.over]:
                self.choices += game.check()
                self.ended += 1
                open_games.remove(game)
            if not open_games:
                return

    def _start_again(self, what: str) -> None:
        """Start again what does not come back by itself, as those who look after processes would."""
        if what == "redis":
            self.servers.redis.start()
        elif what == "postgres":
            self.servers.postgres.start()

    def _cut_line(self) -> None:
        game = self.rng.choice(self.games)
        self.rng.choice(game.seats).cut()

    def _kill_web(self) -> None:
        workers = children(self.site.process.pid)
        if workers:
            os.kill(self.rng.choice(workers), signal.SIGKILL)

    def _kill_bots(self) -> None:
        for worker in children(self.site.process.pid):
            for thinker in children(worker):
                with suppress(ProcessLookupError):
                    os.kill(thinker, signal.SIGKILL)

    def said(self) -> str:
        """Say what was done, and what became of it."""
        kinds = ", ".join(f"{count} {what}" for what, count in sorted(self.counted.items()))
        return (
            f"{self.counted.total()} kills ({kinds}): {self.choices} acknowledged choices, none lost, none doubled; "
            f"{self.ended} tables went on to their end"
        )


def children(parent: int) -> list[int]:
    """Return the processes that a process has started to work for it."""
    asked = ["pgrep", "-P", str(parent), "-f", "spawn_main"]
    return [int(line) for line in subprocess.run(asked, capture_output=True, text=True, check=False).stdout.split()]
