"""Bots from outside: programs that are spoken with over their standard input and output, as UCI does it for chess.

A program is told what its seat sees, never a position, and answers with a choice of the one list. It may ask for the
list, or walk through it pick by pick. All it does for a choice is bounded in time; one that ends, is late, or answers
what is no choice has failed, and gives its seat up.
"""

from __future__ import annotations

import os
import queue
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from random import Random
from typing import IO

import msgspec

from tanelorn.arena.players import protocol
from tanelorn.bots.bot import imagined
from tanelorn.core.amounts import amount
from tanelorn.core.choices import Choice
from tanelorn.core.content.given import shown
from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.game import View
from tanelorn.core.play.table import Decision, Table

SECONDS = 10.0
"""So long may a choice take, if its spec does not say otherwise."""
LONGEST = 3600.0
STARTING = 30.0
"""So long may it take a program to say that it is ready."""
WRONG = 3
"""So many refusals end a program's game."""
LONGEST_LINE = 1 << 20
"""Bytes of what a program says at once."""
_FAREWELL = 1.0
_PREFIX = "program:"


class Failed(Exception):
    """A bot from outside cannot go on: `why` says it in a sentence."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def is_program(spec: str) -> bool:
    """Tell whether a spec names a program."""
    return spec.startswith(_PREFIX)


def read_program(spec: str) -> tuple[list[str], float]:
    """Read `program:COMMAND` or `program:seconds=2:COMMAND`: the words of the command, and how long a choice may take.

    Raises Illegal where there is no such program, or the time is none.
    """
    command, seconds = spec.removeprefix(_PREFIX), SECONDS
    if command.startswith("seconds="):
        text, _, command = command.removeprefix("seconds=").partition(":")
        with suppress(ValueError):
            seconds = float(text)
        if not 0 < seconds <= LONGEST or text.strip() != text or not text[:1].isdigit():
            raise Illegal(
                f"“{shown(text)}” is no time to choose.", remedy=f"Give seconds, above 0 and up to {LONGEST:.0f}."
            )
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Illegal(f"The command “{shown(command)}” cannot be read: {error}.", remedy="Close its quotes.") from None
    if not words or shutil.which(words[0]) is None:
        raise Illegal(
            f"There is no program “{shown(words[0] if words else '')}”.",
            remedy="Name one that can be run, as in program:python3 my_bot.py.",
        )
    return words, seconds


@contextmanager
def program_bot(spec: str, table: Table, seat: int, seed: int) -> Iterator[ProgramBot]:
    """Start a program for a seat of a table that is about to begin, and end it afterwards; raise Failed if it does not
    begin, Illegal as `read_program` does.
    """
    words, seconds = read_program(spec)
    wire = Wire(words)
    try:
        assert table.header is not None
        hello = protocol.Hello(
            protocol.VERSION,
            table.game.slug,
            table.game.rules,
            table.header.scenario,
            table.header.options,
            seat,
            table.seats,
            seed,
            seconds,
        )
        yield ProgramBot(spec, wire, table, hello)
    finally:
        wire.end()


class ProgramBot:
    """Plays a seat as a program says."""

    def __init__(self, spec: str, wire: Wire, table: Table, hello: protocol.Hello) -> None:
        self.name = spec
        self._wire = wire
        self._game = table.game
        self._seconds = hello.seconds
        self._rng = Random(hello.seed)
        wire.say(hello)
        if not isinstance(wire.hear(time.monotonic() + STARTING, STARTING), protocol.Ready):
            raise Failed(f"It did not say that it is ready{wire.last_words()}.")

    def choose(self, view: View) -> Choice:
        """Return what the program chooses; raise Failed."""
        decision: Decision = imagined(self._game, view, Random(self._rng.getrandbits(64))).decision(view.viewer)
        choices = decision.choices()
        self._wire.say(
            protocol.Choose(
                view, decision.title, decision.clause, decision.kind, choices.prompt, sealed=decision.sealed
            )
        )
        until = time.monotonic() + self._seconds
        wrong = 0
        while True:
            said = self._wire.hear(until, self._seconds)
            try:
                if isinstance(said, protocol.Play):
                    return _chosen(decision, said)
                self._wire.say(_answer(decision, said))
            except TanelornError as error:
                wrong += 1
                if wrong == WRONG:
                    raise Failed(f"It chose what cannot be chosen {WRONG} times; last: {error}") from None
                self._wire.say(protocol.Refused(error.why, error.remedy, error.clause))


def _chosen(decision: Decision, said: protocol.Play) -> Choice:
    """Return the choice that a program has named; raise why it is none."""
    choices = decision.choices()
    if said.choice:
        found: Choice = choices.parse(said.choice)
        return found
    made: Choice | None = choices.made(said.picks)
    if made is None:
        raise Illegal("These picks make no choice yet.", remedy="Ask for `next` what may follow.")
    return made


def _answer(decision: Decision, said: protocol.Message) -> protocol.Message:
    """Return what a program has asked for; raise Illegal for what it may not say now."""
    choices = decision.choices()
    if isinstance(said, protocol.List):
        found = [str(choice) for choice in islice(choices, said.most + 1)]
        return protocol.Listed(found[: said.most], len(found) <= said.most)
    if isinstance(said, protocol.Offer):
        offer = choices.offer(said.path)
        return protocol.Offered(said.path, offer.prompt, offer.picks, _text(offer.choice))
    if isinstance(said, protocol.Next):
        picks = choices.next(said.path)
        return protocol.Following(said.path, picks, "" if picks else _text(choices.made(said.path)))
    raise Illegal("The game has begun.", remedy="Say choices, offer, next or play.")


def _text(choice: Choice | None) -> str:
    return str(choice) if choice is not None else ""


class Wire:
    """A running program, and what it is told and says. Neither side waits for the other's pipe."""

    def __init__(self, words: Sequence[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end of the game
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise Failed(f"It cannot be started: {error.strerror}.") from None
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._to_say: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._listen, self._speak)]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        """Put lines into the queue as they come, and an empty one at the end."""
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while line := self._process.stdout.readline(LONGEST_LINE + 1):
                self._heard.put(line)
                if len(line) > LONGEST_LINE:
                    break
        self._heard.put(b"")

    def _speak(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError, ValueError), self._process.stdin as pipe:
            while line := self._to_say.get():
                pipe.write(line)
                pipe.flush()

    def say(self, message: protocol.Message) -> None:
        """Tell the program something."""
        self._to_say.put(msgspec.json.encode(message) + b"\n")

    def hear(self, until: float, seconds: float) -> protocol.Said:
        """Return what the program says next; raise Failed if it says nothing by then, or nothing that can be read."""
        try:
            line = self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Failed(f"It did not answer within {_told(seconds)}.") from None
        if not line:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_FAREWELL)
            raise Failed(f"It has ended in the middle of the game{self.last_words()}.")
        try:
            return _decoder.decode(line)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            said = shown(line.decode("utf-8", "replace").strip(), 60)
            raise Failed(f"It said “{said}”, which cannot be read: {shown(error)}.") from None

    def last_words(self) -> str:
        """Return the last line that it wrote to standard error, as part of a sentence."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - 2000))
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" (“{shown(last)}”)" if last else ""

    def end(self) -> None:
        """Let the program end, and end it with all that it has started."""
        self.say(protocol.Over())
        self._to_say.put(b"")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL)
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(_FAREWELL)
        self._errors.close()
        if self._process.stdout is not None:
            self._process.stdout.close()


_decoder: msgspec.json.Decoder[protocol.Said] = msgspec.json.Decoder(protocol.Said)


def _told(seconds: float) -> str:
    return amount(int(seconds), "second") if seconds == int(seconds) else f"{seconds:g} seconds"
