"""The newcomer: does a lesson as it asks, up to any step, and finds the one that no longer fits the rules."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.errors import BadData, TanelornError
from tanelorn.core.lessons.guide import Guide, Place, chosen, counted
from tanelorn.core.lessons.lesson import Lesson
from tanelorn.core.play.table import Table

_MOST_REPLIES = 200
"""More than any step has; an end where replies lead in a circle."""


def begin(lesson: Lesson, step: int = 0, *, players: Sequence[str] = (), name: str = "") -> tuple[Table, Place]:
    """Return a table at which the steps before this one have been done as the lesson asks, and the place there.

    Raises BadData naming the step that cannot be done so.
    """
    table = Table.new(lesson.of, laid=lesson.laid, players=players, name=name)
    place = Place(lesson.slug, began=counted(table))
    for _ in range(step):
        place = _do(lesson, table, place)
    return table, place


def walk(lesson: Lesson) -> Table:
    """Do all of a lesson as it asks and return the table at its end; raise BadData naming the step that fails."""
    return begin(lesson, len(lesson.step))[0]


def _do(lesson: Lesson, table: Table, place: Place) -> Place:
    guide = Guide(lesson, table, place)
    step = guide.step
    assert step is not None
    where = f"{lesson.game}, {lesson.slug}, step {place.step + 1} ({step.title or step.look})"
    try:
        if (step.do or step.done) and guide.reached:
            raise BadData("It is done before anything is done.", remedy="Ask for something that is not yet so.")
        _reply(guide)
        for text in step.do:
            table.play(text, lesson.learner)
            _reply(guide)
        _check(Guide(lesson, table, place))
    except TanelornError as error:
        raise BadData(f"{where}: {error.why}", remedy=error.remedy) from None
    return Guide(lesson, table, place).went_on()


def _reply(guide: Guide) -> None:
    """Let the others reply as it is written, as often as they are asked."""
    table, lesson = guide.table, guide.lesson
    for _ in range(_MOST_REPLIES):
        now = Guide(lesson, table, guide.place)
        replies = ((seat, now.reply(seat)) for seat in table.asked() if seat != lesson.learner)
        seat, text = next(((seat, text) for seat, text in replies if text), (-1, ""))
        if not text:
            return
        table.play(text, seat)


def _check(guide: Guide) -> None:
    """Check that the step is done by what it asks, and that no reply is left."""
    step, table, lesson = guide.step, guide.table, guide.lesson
    assert step is not None
    if guide.owed:
        seats = " and ".join(table.seats[seat] for seat in sorted(guide.owed))
        raise BadData(f"{seats} never gives a reply that is written.", remedy="Take it out, or correct it.")
    if guide.stage != "done":
        mine = chosen(table)[lesson.learner]
        facts = {name: table.facts(lesson.learner).get(name) for name in step.done}
        raise BadData(
            f"When all is done as it asks, it is not done: chosen was {mine[-len(step.do) :]}, the facts are {facts}.",
            remedy="Write choices as the table writes them back, and facts as the learner sees them.",
        )
