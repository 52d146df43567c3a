"""A terminal for the tests: the command line in this process, and a real pseudo-terminal with a real process."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from tanelorn.terminal.main import app

from .sittings import sit

__all__ = ["sit"]

PATIENCE = 60.0
HEARING = 3  # seconds after which a person presses Ctrl-C again
_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|[\x01\x02]")
_BEGUN = re.compile(r"(\x1b(\[[0-9;?]*)?|\r)\Z")
WIPED = "<wiped>"


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own."""
    folder = tmp_path / "data"
    monkeypatch.setenv("TANELORN_DATA", str(folder))
    monkeypatch.delenv("TANELORN_DEBUG", raising=False)
    return folder


@pytest.fixture
def tanelorn() -> Callable[..., Result]:
    """Run a command in this process; further arguments are what is typed.

    It runs in a thread of its own: browser tests may have left an event loop in the main one.
    """

    def run(*words: str, typed: str = "") -> Result:
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(CliRunner().invoke, app, [str(word) for word in words], input=typed).result()

    return run


def _surroundings() -> dict[str, str]:
    """The environment less the size of the terminal that the tests run in: the process has one of its own size."""
    return {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}


def _as_from_a_shell() -> None:
    """Give the process the terminal, and the signals that the tests' own process may have been told to ignore: by
    `nohup`, or behind `&`.
    """
    for one in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTSTP):
        signal.signal(one, signal.SIG_DFL)
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """A process on a pseudo-terminal. `until` waits for a text, never for a time."""

    def __init__(self, *words: str, width: int = 80, **environment: str) -> None:
        self.mine, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tanelorn.terminal", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=_as_from_a_shell,
            env={**_surroundings(), "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
        )
        os.close(theirs)
        self.shown = ""
        self._at = 0
        self._begun = ""
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode

    def until(self, *texts: str) -> str:
        """Read until one of these texts is shown, and return all that was shown since the last time."""
        deadline = time.monotonic() + PATIENCE
        while not (ends := [at + len(text) for text in texts if (at := self.shown.find(text, self._at)) >= 0]):
            assert time.monotonic() < deadline, f"{texts} never came; shown: {self.shown[-3000:]}"
            assert self._read(deadline), f"it ended without {texts}; shown: {self.shown[-3000:]}"
        new, self._at = self.shown[self._at : min(ends)], min(ends)
        return new

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self.mine], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return True
        try:
            raw = os.read(self.mine, 65536)
        except OSError:  # Linux's way to say that nobody holds the other end
            return False
        text = self._begun + self._decode(raw)
        # What has only begun, an escape sequence or the end of a line, waits for the rest of it.
        whole = _BEGUN.sub("", text)
        self._begun = text[len(whole) :]
        self.shown += _ESCAPES.sub("", whole.replace("\x1b[3J", WIPED)).replace("\r\n", "\n")
        return bool(raw)

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self.mine, line.encode() + b"\n")

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if nobody hears it.

        A signal that comes in the instant before the prompt begins to wait is noticed with the next key only: Python
        looks for signals, then waits, and between the two it is deaf.
        """
        shown = len(self.shown)
        os.write(self.mine, b"\x03")
        heard = time.monotonic() + HEARING
        while not self.shown[shown:].replace("^C", "").strip() and self.process.poll() is None:
            if time.monotonic() > heard:
                os.write(self.mine, b"\x03")
                heard = time.monotonic() + HEARING
            if not self._read(min(heard, time.monotonic() + 0.2)):
                return

    def kill(self) -> None:
        """Kill it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """Read what is left, wait, and return the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self._read(deadline):
            assert time.monotonic() < deadline, f"it does not end; shown: {self.shown[-3000:]}"
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.kill()
        os.close(self.mine)


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Open terminals; all are closed after the test."""
    opened: list[Terminal] = []

    def run(*words: str, **settings: str) -> Terminal:
        opened.append(Terminal(*words, **settings))
        return opened[-1]

    yield run
    for one in opened:
        one.close()
