"""Advice: what a bot would do in somebody's place, at tables where they play bots alone."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext

from tanelorn.bots import Advice
from tanelorn.core.content.verbs import spoken
from tanelorn.core.errors import Illegal, NotAsked
from tanelorn.site.live import messages
from tanelorn.site.live.tables.table import LiveTable


def may_be_advised(live: LiveTable, own: Sequence[int]) -> bool:
    """Whether somebody whose `own` seats these are may ask a bot: they play nobody else, and the game itself. A trial
    may be one of a game with others, and in a lesson the companion advises.
    """
    return live.kept and live.guide is None and live.alone(own)


async def advise(live: LiveTable, seat: int, own: Sequence[int]) -> messages.Advice:
    """Return what a bot would do for a seat that is asked; raise Illegal or NotAsked."""
    if not may_be_advised(live, own):
        raise Illegal(
            gettext("Nobody is advised here."),
            remedy=gettext("Ask a bot where nobody plays but you and bots, outside trials and guided games."),
        )
    if seat not in live.table.asked():
        raise NotAsked(gettext("You are not asked now."), remedy=gettext("Ask when it is your turn."))
    moment = live.table.moment
    said = await live.bots.advise(seat)
    if not said:
        raise Illegal(gettext("The bot has failed, and says nothing."), remedy=gettext("Choose as you think best."))
    advice = msgspec.json.decode(said, type=Advice)
    names = live.table.game.names(live.table.position)
    lines = tuple(msgspec.structs.replace(line, says=spoken(line.says, names)) for line in advice.lines)
    return messages.Advice(seat, moment, lines, advice.looked, advice.boards)
