"""The object of the game (object.1 to .7) and the checks at the start of a turn (turn.2)."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.board import CITIES, CITIES_TO_WIN
from tanelorn.games.fivecities.position import FiveCitiesPosition

SEATS = ("First player", "Second player")


def cities_held(position: FiveCitiesPosition, seat: int) -> int:
    """Count the cities in which a seat has at least one piece (object.4)."""
    own = position.pieces[seat]
    return sum(1 for city in CITIES if own[city])


def ahead_in_cities(first: int, second: int) -> int | None:
    """Return the seat that wins by its cities; with enough for both, the one with more, if any (object.5)."""
    if max(first, second) < CITIES_TO_WIN or first == second:
        return None
    return 0 if first > second else 1


class Victory(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Start of a turn: five cities, a side without pieces, the turn limit, in this order (turn.2).

    Whichever five or more they are (object.2), held at this very moment (object.3).
    """

    title = "Start of turn"
    clause = "fivecities/turn.2"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Begin the turn, unless the game ends here."""
        position.turn += 1
        if log:
            log.say(f"Turn {position.turn}", heading=True)
        self._check(position)
        if position.outcome is not None and log:
            winners = position.outcome.winners
            who = f"**{SEATS[winners[0]]}** wins" if winners else "The game is drawn"
            log.say(
                f"{who}: {position.outcome.reason}.",
                clause=position.outcome.clause,
                seat=winners[0] if winners else -1,
            )

    def _check(self, position: FiveCitiesPosition) -> None:
        first, second = cities_held(position, 0), cities_held(position, 1)
        winner = ahead_in_cities(first, second)
        if winner is not None:
            clause = "fivecities/object.1" if min(first, second) < CITIES_TO_WIN else "fivecities/object.5"
            position.end([winner], f"{max(first, second)} cities held at the start of turn {position.turn}", clause)
            return
        alive = [seat for seat in (0, 1) if any(position.pieces[seat])]
        if len(alive) < 2:
            reason = "the other side has no piece left" if alive else "neither side has a piece left"
            position.end(alive, reason, "fivecities/object.6")
        elif position.limit and position.turn > position.limit:
            turns = amount(position.limit, "turn")
            position.end([], f"the limit of {turns} is reached", "fivecities/object.7")
