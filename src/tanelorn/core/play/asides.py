"""Asides: what a seat may do besides the choices of the rules, namely resign or agree on a draw."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.choices import OFFER_DRAW, RESIGN, WITHDRAW_OFFER, Aside
from tanelorn.core.errors import Illegal
from tanelorn.core.game import V
from tanelorn.core.play.course import Course
from tanelorn.core.play.record import Chose, Entry, Undid
from tanelorn.core.play.transaction import Transaction
from tanelorn.core.position import P
from tanelorn.core.steps import Asks, Seals

_ASIDES: dict[str, Aside] = {aside.word: aside for aside in (RESIGN, OFFER_DRAW, WITHDRAW_OFFER)}


def read_aside(text: str) -> Aside | None:
    """Return the aside that a text means, or None if it is for the game's own choices."""
    return _ASIDES.get(" ".join(text.casefold().split()))


def standing_choices(entries: Sequence[Entry]) -> dict[int, Chose]:
    """Return the choices that have not been taken back, by their places among the entries; asides are none."""
    standing: dict[int, Chose] = {}
    for place, entry in enumerate(entries):
        if isinstance(entry, Chose) and read_aside(entry.text) is None:
            standing[place] = entry
        elif isinstance(entry, Undid):
            own = [at for at, choice in standing.items() if choice.seat == entry.seat]
            standing.pop(own[-1] if own else -1, None)
    return standing


def asides_of(course: Course[P, V], seat: int) -> tuple[Aside, ...]:
    """Return what a seat may do besides, whether it is asked now or not; nothing if it is out of the game."""
    step = course.step
    if step is None or type(seat) is not int or seat not in range(len(course.seats)):
        return ()
    if len(course.seats) < 2:
        return (RESIGN,)
    if seat in course.position.offers:
        return (RESIGN, WITHDRAW_OFFER)
    if seat in course.game.draw_needs(course.position):
        return (RESIGN, OFFER_DRAW)
    return (RESIGN,) if seat in step.seats(course.position) else ()


def play_aside(course: Course[P, V], aside: Aside, seat: int) -> None:
    """Carry an aside out; raise Illegal or NotAsked, and then nothing has changed."""
    allowed = asides_of(course, seat)
    if not allowed:
        raise course.not_asked(seat)
    if aside not in allowed:
        raise Illegal(f"“{aside}” makes no sense now.", remedy=f"One may {' or '.join(map(str, allowed))}.")
    name = course.seats[seat]
    with Transaction(course) as transaction:
        transaction.write(Chose(seat, str(aside)))
        if course.log:
            course.log.say(f"**{name}** {aside.told}.", seat=seat)
        if aside == RESIGN:
            _resign(course, seat)
        else:
            _offer(course, seat, aside)
    history = course.history
    if course.outcome is not None:
        history.bar("the game has ended")
    elif aside == RESIGN:
        history.undone.clear()
        history.bar(f"{name} has resigned")
    else:  # going back behind it would unsay it
        history.bar_open("a draw was offered or an offer withdrawn")


def _offer(course: Course[P, V], seat: int, aside: Aside) -> None:
    offers = course.position.offers
    if aside == WITHDRAW_OFFER:
        offers.remove(seat)
    else:
        offers.append(seat)
        _agree(course)
    if course.outcome is not None:
        course.moment += 1
    course.run()


def _agree(course: Course[P, V]) -> None:
    """End the game if all whose offers it needs offer a draw."""
    position = course.position
    if position.outcome is None:
        needed = course.game.draw_needs(position)
        if needed and all(seat in position.offers for seat in needed):
            course.game.draw_agreed(position, course.log)
    if position.outcome is not None:
        position.sealed = {}


def _resign(course: Course[P, V], seat: int) -> None:
    """Let the game say what a resignation means, and go on if it leaves the game on."""
    position, step = course.position, course.step
    course.game.resign(position, seat, course.log)
    course.moment += 1
    if position.outcome is None:
        needed = course.game.draw_needs(position)
        position.offers[:] = [other for other in position.offers if other != seat and other in needed]
    _agree(course)
    course.run()
    if course.step is not None:
        _go_on(course, course.step, step)


def _go_on(course: Course[P, V], step: Asks | Seals, before: Asks | Seals | None) -> None:
    """Drop the sealed choice of a seat that has left, and stop waiting if no other seat is waited for."""
    position = course.position
    seats = step.seats(position)
    if isinstance(step, Seals):
        same = type(step) is type(before)  # what was sealed for a step that the game has dropped means nothing now
        position.sealed = {seat: choice for seat, choice in position.sealed.items() if same and seat in seats}
        if len(position.sealed) == len(seats):
            course.open_sealed(step)
            course.run()
    elif not seats:
        position.agenda.pop()
        course.run()
