"""What is arranged at a table besides the game: told in the chronicle, kept in the record, nothing to the position."""

from __future__ import annotations

from typing import get_args

from tanelorn.core.errors import Illegal
from tanelorn.core.game import V
from tanelorn.core.play.course import Course
from tanelorn.core.play.record import Arranged, Arrangement
from tanelorn.core.position import P

_SAYS: dict[Arrangement, str] = {
    "replaced": "**{seat}** has no player now: a bot plays until somebody takes the seat.",
    "taken": "Somebody has taken the seat of **{seat}**.",
    "pause proposed": "**{seat}** proposes a pause.",
    "resumption proposed": "**{seat}** proposes to go on.",
    "time proposed": "**{seat}** proposes {time} more for whoever is asked.",
    "agreed": "**{seat}** agrees.",
    "declined": "**{seat}** declines what was proposed.",
    "withdrawn": "**{seat}** withdraws the proposal.",
    "paused": "The game is paused: no clock runs.",
    "resumed": "The game goes on, and with it the clocks.",
    "extended": "Whoever is asked now has {time} more.",
}
_UNITS = ((24 * 60 * 60, "d"), (60 * 60, "h"), (60, "min"), (1, "s"))


def arrange(course: Course[P, V], what: Arrangement, seat: int, seconds: int = 0) -> None:
    """Write down what was arranged; raise NotAsked once the game has ended or where there is no such seat, Illegal for
    something else than can be arranged.
    """
    if what not in get_args(Arrangement) or type(seconds) is not int or seconds < 0:
        raise Illegal("That cannot be arranged.", remedy=f"It is one of {', '.join(get_args(Arrangement))}.")
    whole = seat == -1 and "{seat}" not in _SAYS[what]
    if course.outcome is not None or type(seat) is not int or not (whole or seat in range(len(course.seats))):
        raise course.not_asked(seat)
    if course.log:
        course.log.say(says(what, course.seats[seat], seconds), seat=seat)
        if course.history.past:
            course.history.besides.append(course.log.events[-1])
    course.write(Arranged(what, seat, seconds, course.digest()))


def says(what: Arrangement, seat: str, seconds: int) -> str:
    """Say what was arranged, with the name of the seat."""
    return _SAYS[what].format(seat=seat, time=_span(seconds))


def _span(seconds: int) -> str:
    parts = []
    for length, unit in _UNITS:
        count, seconds = divmod(seconds, length)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts)
