"""Bots that kill the process they play in, or press Ctrl-C, once."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

from tanelorn.bots.random_bot import RandomBot
from tanelorn.core.choices import Choice
from tanelorn.core.game import Game, View

MARK = "TANELORN_TEST_DEADLY"
"""The environment's name for a file: the bot kills while it is there, and removes it before."""


class Deadly(RandomBot):
    """Plays at random, and ends its process by the third choice of a game as long as there is the file."""

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        self.count = 0

    def choose(self, view: View) -> Choice:
        self.count += 1
        mark = Path(os.environ.get(MARK, "/nowhere"))
        if self.count == 3 and mark.exists():
            mark.unlink()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(view)


class AlwaysDeadly(RandomBot):
    """Ends its process whenever it is asked."""

    def choose(self, view: View) -> Choice:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


STOP = "TANELORN_TEST_STOP"
"""The environment's name for a file of three lines: results, how many of them are to be there, a group of processes.
The bot presses Ctrl-C for these then, and removes the file before.
"""


class Stopping(RandomBot):
    """Plays at random, and does once what Ctrl-C at a terminal does: interrupts all processes of the command.

    A process that has played as many games as are to be there waits until they are: it may be much faster than the one
    that writes them down.
    """

    begun = 0

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game, seed)
        Stopping.begun += 1

    def choose(self, view: View) -> Choice:
        mark = Path(os.environ.get(STOP, "/nowhere"))
        with contextlib.suppress(FileNotFoundError):  # nobody is to be stopped yet, or another process was faster
            while not self._stopped(mark):
                time.sleep(0.01)
        return super().choose(view)

    def _stopped(self, mark: Path) -> bool:
        """Press Ctrl-C if it is time, and tell whether the game may go on."""
        results, number, group = mark.read_text().splitlines()
        if len(Path(results).read_bytes().splitlines()) >= int(number):
            mark.unlink()
            os.killpg(int(group), signal.SIGINT)
            return True
        return self.begun <= 2 * int(number)  # both seats may be its own
