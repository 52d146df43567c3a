"""What happened, as sentences with their clauses; each viewer reads only what they may know."""

from __future__ import annotations

import msgspec

from tanelorn.core.scene import Duel, Mark
from tanelorn.core.viewers import REFEREE


class Event(msgspec.Struct, frozen=True):
    """One line of the chronicle.

    `text` is a sentence in which `**` marks names; `shows` is what a page may animate. `knowers` are the seats that
    may read it (all, if None); the others read `otherwise`, or nothing if that is empty. `fought` is the battle window
    as all may see it with dice that have just fallen: play may go on past them before anybody is asked.
    """

    text: str
    clause: str = ""
    seat: int = -1
    places: tuple[str, ...] = ()
    heading: bool = False
    dice: tuple[int, ...] = ()
    shows: tuple[Mark, ...] = ()
    knowers: tuple[int, ...] | None = None
    otherwise: str = ""
    fought: Duel | None = None

    def told_to(self, viewer: int) -> Event | None:
        """Return the event as this viewer may read it, or None."""
        if self.knowers is None and not self.otherwise:
            return self
        if self.knowers is None or viewer == REFEREE or viewer in self.knowers:
            return msgspec.structs.replace(self, knowers=None, otherwise="")
        if not self.otherwise:
            return None
        return Event(text=self.otherwise, clause=self.clause, seat=self.seat, heading=self.heading)


class Log:
    """Collects events. A silent log is false, so that search never builds a sentence: `if log: log.say(...)`."""

    __slots__ = ("events", "silent")

    def __init__(self, silent: bool = False) -> None:
        self.events: list[Event] = []
        self.silent = silent

    def __bool__(self) -> bool:
        return not self.silent

    def say(
        self,
        text: str,
        *,
        clause: str = "",
        seat: int = -1,
        places: tuple[str, ...] = (),
        heading: bool = False,
        dice: tuple[int, ...] = (),
        shows: tuple[Mark, ...] = (),
        knowers: tuple[int, ...] | None = None,
        otherwise: str = "",
        fought: Duel | None = None,
    ) -> None:
        """Add a line; see `Event` for the fields."""
        event = Event(text, clause, seat, places, heading, dice, shows, knowers, otherwise, fought)
        self.events.append(event)


SILENT = Log(silent=True)
