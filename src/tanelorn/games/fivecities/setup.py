"""Setting up (setup.1 to .5): starting pieces, trades of starting provinces, who takes which side."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.chance import Draw
from tanelorn.core.game import Option, Value
from tanelorn.core.log import Log
from tanelorn.core.steps import Chances
from tanelorn.games.fivecities.board import AREAS, BOMBARDMENTS, FILE
from tanelorn.games.fivecities.knowledge import WORDS
from tanelorn.games.fivecities.position import FiveCitiesPosition
from tanelorn.games.fivecities.sequence import Turn

_PAIRS = tuple((p.slug, p.name, p.mirror) for p in FILE.province if p.start == "first")
_NAME_OF = {p.slug: p.name for p in FILE.province}

OPTIONS = (
    *(
        Option(
            f"trade-{slug}",
            f"Trade {name} for {_NAME_OF[mirror]}",
            False,
            "fivecities/setup.4",
            f"The first player starts in {_NAME_OF[mirror]}, the second in {name}.",
        )
        for slug, name, mirror in _PAIRS
    ),
    Option(
        "random-sides",
        "Draw lots for the sides",
        False,
        "fivecities/setup.5",
        "Else the first player starts in the west.",
    ),
    Option("turn-limit", "Draw after this many turns", 200, "fivecities/object.7", "0 for no limit.", 0, 100_000),
)


def set_up(options: Mapping[str, Value]) -> FiveCitiesPosition:
    """Place three pieces in each starting province of the first side (setup.1) and of the second (setup.2).

    All else is empty, and each side has three bombardments (setup.3). Provinces are traded as agreed (setup.4).
    """
    pieces = ([0] * AREAS, [0] * AREAS)
    for number, province in enumerate(FILE.province):
        if province.start != "none":
            seat = WORDS.index(province.start)
            pair = province.slug if seat == 0 else province.mirror
            if options[f"trade-{pair}"]:
                seat = 1 - seat
            pieces[seat][number] = province.start_pieces
    position = FiveCitiesPosition(
        pieces=pieces, bombs=[BOMBARDMENTS] * 2, limit=int(options["turn-limit"]), agenda=[Turn()]
    )
    if options["random-sides"]:
        position.then(DrawSides())
    return position


class DrawSides(Chances[FiveCitiesPosition], frozen=True, tag=True):
    """Lots are drawn for the sides, if the players want it; else the first player begins in the west (setup.5)."""

    title = "Sides"
    clause = "fivecities/setup.5"

    def ask(self, position: FiveCitiesPosition) -> Draw:
        """Draw one of the two sides for seat 1."""
        return Draw(1, 2, "sides")

    def take(self, position: FiveCitiesPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Change sides if the second one was drawn."""
        if outcome == (1,):
            position.pieces = position.pieces[::-1]
        if log:
            side = "second" if outcome == (1,) else "first"
            log.say(f"Lots are drawn: the first player takes the {side} side.", clause=self.clause)
