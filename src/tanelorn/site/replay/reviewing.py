"""What would have been better: what a bot would have done in place of a choice, by what its seat knew then."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from django.utils.translation import gettext
from msgspec.structs import replace

from tanelorn.bots.advice import Advised
from tanelorn.bots.advice import Review as Said
from tanelorn.core.content.verbs import spoken
from tanelorn.core.errors import Illegal
from tanelorn.core.play.table import Table
from tanelorn.core.position import digest
from tanelorn.site.live.messages import Review
from tanelorn.site.live.tables.thinking import ADVICE, NoThought, Question, thinkers
from tanelorn.site.replay.moments import Moments

_REVIEWS = -1
"""Nobody's number: all reviews together get one person's share of the time to think, so that no game waits for them."""


async def review(seen: Table, moments: Moments, moment: int, seat: int) -> Review:
    """Return what a bot thinks of the choice of a seat that showed at a moment of the scrubber, counted from 1; raise
    Illegal if the game goes on, there is no such choice, or the bot has failed.
    """
    if seen.outcome is None:
        raise Illegal(gettext("A game is reviewed once it is over."), remedy=gettext("Ask again then."))
    position = moments.position(moment)
    made = moments.chosen(moment).get(seat)
    if made is None:
        raise Illegal(gettext("That seat chose nothing at this moment."), remedy=gettext("Ask about one that did."))
    known = moments.reviews.get((moment, seat))
    if known is None:
        known = await _review(seen, moments, moment, seat, made)
        moments.reviews[moment, seat] = known
    names = seen.game.names(position)
    lines = tuple(_named(line, names) for line in known.advice.lines)
    return Review(seat, moment, _named(known.made, names), lines, known.advice.looked, known.advice.boards)


async def _review(seen: Table, moments: Moments, moment: int, seat: int, made: str) -> Said:
    before = seen.game.view(moments.position(moment - 1), seat)
    seed = int(digest([seen.header.fingerprint if seen.header else "", moment, seat]), 16)
    try:
        said = await thinkers.think(Question(seen.game.slug, ADVICE, seed, before, made), _REVIEWS)
    except NoThought:
        raise Illegal(
            gettext("The bot has failed, and says nothing."), remedy=gettext("Look at another choice.")
        ) from None
    return msgspec.json.decode(said, type=Said)


def _named(line: Advised, names: Mapping[str, str]) -> Advised:
    return replace(line, says=spoken(line.says, names))
