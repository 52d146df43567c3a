"""Asides: what a seat may do besides the choices of the rules, namely resign or agree on a draw."""

from __future__ import annotations

from tanelorn.core.choices import OFFER_DRAW, RESIGN, WITHDRAW_OFFER, Aside
from tanelorn.core.errors import Illegal
from tanelorn.core.game import V
from tanelorn.core.play.course import Course
from tanelorn.core.play.record import Chose
from tanelorn.core.play.transaction import Transaction
from tanelorn.core.position import P
from tanelorn.core.steps import Asks, Seals

_ASIDES: dict[str, Aside] = {aside.word: aside for aside in (RESIGN, OFFER_DRAW, WITHDRAW_OFFER)}


def read_aside(choice: object) -> Aside | None:
    """Return the aside that a choice or its text is, or None if it is one of the game's own."""
    if isinstance(choice, str):
        return _ASIDES.get(" ".join(choice.casefold().split()))
    return choice if isinstance(choice, Aside) else None


def asides_of(table: Course[P, V], seat: int) -> tuple[Aside, ...]:
    """Return what a seat may do besides, whether it is asked now or not; nothing if it is out of the game."""
    step = table.step
    if step is None or type(seat) is not int or seat not in range(len(table.seats)):
        return ()
    if len(table.seats) < 2:
        return (RESIGN,)
    if seat in table.position.offers:
        return (RESIGN, WITHDRAW_OFFER)
    if seat in table.game.draw_needs(table.position):
        return (RESIGN, OFFER_DRAW)
    return (RESIGN,) if seat in step.seats(table.position) else ()


def play_aside(table: Course[P, V], aside: Aside, seat: int) -> None:
    """Carry an aside out; raise Illegal or NotAsked, and then nothing has changed."""
    allowed = asides_of(table, seat)
    if not allowed:
        raise table.not_asked(seat)
    if aside not in allowed:
        raise Illegal(f"“{aside}” makes no sense now.", remedy=f"One may {' or '.join(map(str, allowed))}.")
    name = table.seats[seat]
    with Transaction(table) as transaction:
        transaction.write(Chose(seat, str(aside)))
        if table.log:
            table.log.say(f"**{name}** {aside.told}.", seat=seat)
        if aside == RESIGN:
            _resign(table, seat)
        else:
            _offer(table, seat, aside)
    history = table.history
    if table.outcome is not None:
        history.bar("the game has ended")
    elif aside == RESIGN:
        history.undone.clear()
        history.bar(f"{name} has resigned")
    else:  # going back behind it would unsay it
        history.bar_open("a draw was offered or an offer withdrawn")


def _offer(table: Course[P, V], seat: int, aside: Aside) -> None:
    offers = table.position.offers
    if aside == WITHDRAW_OFFER:
        offers.remove(seat)
    else:
        offers.append(seat)
        _agree(table)
    if table.outcome is not None:
        table.moment += 1
    table.run()


def _agree(table: Course[P, V]) -> None:
    """End the game if all whose offers it needs offer a draw."""
    position = table.position
    if position.outcome is None:
        needed = table.game.draw_needs(position)
        if needed and all(seat in position.offers for seat in needed):
            table.game.draw_agreed(position, table.log)
    if position.outcome is not None:
        position.sealed = {}


def _resign(table: Course[P, V], seat: int) -> None:
    """Let the game say what a resignation means, and go on if it leaves the game on."""
    position, step = table.position, table.step
    table.game.resign(position, seat, table.log)
    table.moment += 1
    if position.outcome is None:
        needed = table.game.draw_needs(position)
        position.offers[:] = [other for other in position.offers if other != seat and other in needed]
    _agree(table)
    table.run()
    if table.step is not None:
        _go_on(table, table.step, step)


def _go_on(table: Course[P, V], step: Asks | Seals, before: Asks | Seals | None) -> None:
    """Drop the sealed choice of a seat that has left, and stop waiting if no other seat is waited for."""
    position = table.position
    seats = step.seats(position)
    if isinstance(step, Seals):
        same = type(step) is type(before)  # what was sealed for a step that the game has dropped means nothing now
        position.sealed = {seat: choice for seat, choice in position.sealed.items() if same and seat in seats}
        if len(position.sealed) == len(seats):
            table.open_sealed(step)
            table.run()
    elif not seats:
        position.agenda.pop()
        table.run()
