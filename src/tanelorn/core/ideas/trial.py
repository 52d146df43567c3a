"""A trial: somebody is set before a position, and finds its idea or does not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from tanelorn.core.cases.case import meets
from tanelorn.core.chance import Seeded
from tanelorn.core.choices import Choice
from tanelorn.core.errors import TanelornError
from tanelorn.core.ideas.idea import Idea
from tanelorn.core.play.table import Table
from tanelorn.core.viewers import REFEREE

_MOST_REPLIES = 200
"""More than others are asked between two choices; an end where replies lead in a circle."""

Chooser = Callable[[Table], Choice | str]
"""Who is asked: returns a choice of the seat that the position is put to, for the table as it stands."""


def lay(idea: Idea, seed: int = 0) -> Table:
    """Return a table at the position, as soon as the seat is asked."""
    game = idea.of
    table = Table.at(game, game.position_from(idea.position), chance=Seeded(seed))
    _reply(idea, table)
    return table


def finds(idea: Idea, choose: Chooser, table: Table) -> bool:
    """Tell whether somebody finds the idea at a table that was laid for it."""
    for _ in idea.line:
        if idea.asked not in table.asked():
            return False
        chosen = choose(table)
        text = str(table.decision(idea.asked).parse(chosen)) if isinstance(chosen, str) else str(chosen)
        if any(meets(text, wanted) for wanted in idea.spoils):
            return False
        has = not idea.choice or any(meets(text, wanted) for wanted in idea.choice)
        if has and not idea.after:
            return True
        table.play(chosen, idea.asked)
        _reply(idea, table)
        if has and _stands(idea, table):
            return True
    return False


def _stands(idea: Idea, table: Table) -> bool:
    facts = table.facts(REFEREE)
    return all(name in facts and meets(facts[name], wanted) for name, wanted in idea.after.items())


def _reply(idea: Idea, table: Table) -> None:
    """Let the others choose what they may of what is written, until the seat is asked alone or nobody can."""
    for _ in range(_MOST_REPLIES):
        waiting = [seat for seat in table.asked() if seat != idea.asked and seat not in table.position.sealed]
        if not waiting or idea.asked in table.asked() or not _replied(idea, table, waiting[0]):
            return


def _replied(idea: Idea, table: Table, seat: int) -> bool:
    for text in idea.others:
        with suppress(TanelornError):
            table.play(text, seat)
            return True
    return False
