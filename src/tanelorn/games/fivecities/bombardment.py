"""Bombardment: which areas may be struck (sorcery.1 to .6), and what lightning does (bombardment.1 to .9)."""

from __future__ import annotations

from tanelorn.core.errors import Illegal, TanelornError
from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.board import AREAS, IDS, NAMES, PROVINCES
from tanelorn.games.fivecities.position import FiveCitiesPosition


def no_bombardment_left() -> TanelornError:
    """All three are spent (sorcery.4)."""
    return Illegal(
        "No bombardment is left: all three are spent.", remedy="Leave “Bomb” out.", clause="fivecities/sorcery.4"
    )


def strike_refusal(area: int, left: int) -> TanelornError | None:
    """Return why a side with so many bombardments left may not strike this area, or None: any will do (sorcery.2)."""
    if not 0 <= area < AREAS:
        return Illegal("There is no such area to bombard.", remedy="Name an area of the board.")
    return None if left else no_bombardment_left()


def left_of(area: int, pieces: int) -> int:
    """Return how many of a side's pieces a strike leaves in an area (bombardment.2, bombardment.3)."""
    return 0 if area >= PROVINCES else pieces - pieces // 2


class Bombardment(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """A city loses all its pieces, a province half, of either side (bombardment.4); an odd one survives.

    It ends the turn, before cities are counted again (bombardment.8).
    """

    title = "Bombardment"
    clause = "fivecities/bombardment.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Strike what the orders name (sorcery.6): one area for each side (sorcery.1), three in a game (sorcery.4).

        One strike comes after the other: on one province each halves what is then there (bombardment.5, .6), elsewhere
        their order makes no difference (bombardment.9). A strike is spent even if it hits nobody (bombardment.7).
        """
        for seat, order in enumerate(position.orders):
            area = order.bomb
            if area < 0:
                continue
            position.bombs[seat] -= 1
            before = position.pieces[0][area] + position.pieces[1][area]
            for own in position.pieces:
                own[area] = left_of(area, own[area])
            if log:
                after = position.pieces[0][area] + position.pieces[1][area]
                _say_strike(log, seat, area, before, after)
        position.orders = []
        position.held = []


def _say_strike(log: Log, seat: int, area: int, before: int, after: int) -> None:
    if not before:
        effect = "nobody is there; the strike is spent"
    elif area >= PROVINCES:
        effect = f"all {before} in the city are wiped out"
    else:
        effect = f"half of {before} fall, {after} stay{'s' if after == 1 else ''}"
    clause = "bombardment.7" if not before else "bombardment.2" if area >= PROVINCES else "bombardment.3"
    log.say(
        f"Lightning strikes **{NAMES[area]}**: {effect}.",
        clause=f"fivecities/{clause}",
        seat=seat,
        places=(IDS[area],),
        shows=(Mark("bolt", IDS[area], seat, count=before - after),),
    )
