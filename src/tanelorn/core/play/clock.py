"""Time is up: the rules choose for every seat that has not chosen, or the table says that somebody else will."""

from __future__ import annotations

from tanelorn.core.choices import Choice
from tanelorn.core.errors import Illegal, NotAsked
from tanelorn.core.game import V
from tanelorn.core.play.course import Course
from tanelorn.core.play.record import Late, TimeUp
from tanelorn.core.play.transaction import Transaction
from tanelorn.core.position import P
from tanelorn.core.steps import Asks, Seals


def time_up(course: Course[P, V]) -> None:
    """Give every asked seat that has not chosen its default.

    Raises NotAsked where nobody is asked, Illegal naming the seat that must choose; then nothing has changed.
    """
    step, late = course.step, course.asked()
    if step is None or not late:
        ended = course.outcome is not None
        raise NotAsked(
            "The game has ended." if ended else "Nobody is asked now, so no time can be up.",
            remedy="Start another one." if ended else "Let chance be settled first.",
        )
    defaults = {seat: _default(course, step, seat) for seat in late}
    with Transaction(course) as transaction:
        transaction.write(TimeUp(late))
        if course.log:
            course.log.say(_told(course, step, late))
        if isinstance(step, Seals):
            course.position.sealed.update(defaults)
            course.open_sealed(step)
            course.run()
        else:
            transaction.write(TimeUp(_in_turn(course, step, late)))
    course.history.undone.clear()
    course.history.bar("time was called")


def late(course: Course[P, V], seat: int) -> None:
    """Write down that the time of an asked seat is up; who chooses for it then is the host's matter.

    Open choices before it stand: whoever waits for somebody shall not be sent back. Raises NotAsked.
    """
    if type(seat) is not int or seat not in course.asked():
        raise course.not_asked(seat)
    if course.log:
        course.log.say(f"The time of **{course.seats[seat]}** is up.", seat=seat)
    course.history.bar_open("the time of a seat was up")
    course.write(Late(seat, course.digest()))


def _default(course: Course[P, V], step: Asks | Seals, seat: int) -> Choice:
    choices = step.choices(course.position, seat)
    choice: Choice | None = choices.default()
    if choice is None:
        raise Illegal(
            f"{course.seats[seat]} must choose: the rules do not say what counts otherwise.",
            remedy=f"Wait for {course.seats[seat]}.",
            clause=step.clause,
        )
    refusal = choices.refusal(choice)
    if refusal is not None:
        raise refusal
    return choice


def _in_turn(course: Course[P, V], step: Asks, late: tuple[int, ...]) -> tuple[int, ...]:
    """Play the default of each, once, as long as it is still asked the same; return those who got one."""
    done = []
    for seat in late:
        now = course.step
        if type(now) is type(step) and isinstance(now, Asks) and seat in course.asked():
            choice = _default(course, now, seat)
            course.carry_out(now, seat, choice)
            course.run()
            done.append(seat)
    return tuple(done)


def _told(course: Course[P, V], step: Asks | Seals, late: tuple[int, ...]) -> str:
    names = [f"**{course.seats[seat]}**" for seat in late]
    listed = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    verb = "written" if step.choices(course.position, late[0]).written else "chosen"
    return f"Time is up: {listed} {'has' if len(late) == 1 else 'have'} not {verb}; the rules choose instead."
