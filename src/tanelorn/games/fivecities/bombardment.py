"""Bombardment (bombardment.1 to .9): lightning, after all moves and combats."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.board import IDS, NAMES, PROVINCES
from tanelorn.games.fivecities.position import FiveCitiesPosition


def left_of(area: int, pieces: int) -> int:
    """Return how many of a side's pieces a strike leaves in an area (bombardment.2, bombardment.3)."""
    return 0 if area >= PROVINCES else pieces - pieces // 2


class Bombardment(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """A city loses all its pieces, a province half, of either side; an odd one survives. It ends the turn."""

    title = "Bombardment"
    clause = "fivecities/bombardment.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Strike one after the other; on one province each strike halves what is then there (bombardment.6)."""
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
