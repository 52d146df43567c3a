"""Combat (combat.1 to .21): exchanges fight first, then areas."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Automatic
from tanelorn.games.fivecities.board import AREAS, IDS, NAMES
from tanelorn.games.fivecities.position import FiveCitiesPosition

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def survivors(first: int, second: int, holder: int) -> tuple[int, int]:
    """Return what is left of two forces in combat.

    Equal: one piece of the holder (combat.2), none if `holder` is -1 (combat.3, .14). Unequal: the weaker side
    loses all (combat.7), the stronger what it destroyed less its superiority (combat.8, .10), at least nothing
    (combat.9).
    """
    if first == second:
        return (1, 0) if holder == 0 else (0, 1) if holder == 1 else (0, 0)
    if first > second:
        return min(first, 2 * (first - second)), 0
    return 0, min(second, 2 * (second - first))


class SwapCombat(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Forces that try to change places fight before all others (combat.12); survivors complete their moves (combat.15).

    Only those that cross on one connection fight (combat.13, .20); where it is even, none survives (combat.14).
    """

    title = "Combat on the way"
    clause = "fivecities/combat.12"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Settle each connection on its own (combat.18), then let all arrive (combat.17)."""
        first = {(a, b): n for seat, a, b, n in position.marching if seat == 0}
        second = {(a, b): n for seat, a, b, n in position.marching if seat == 1}
        for (origin, to), count in first.items():
            against = second.get((to, origin))
            if against is not None:
                left, foe = survivors(count, against, -1)
                first[origin, to], second[to, origin] = left, foe
                if log:
                    _say_exchange(log, origin, to, (count, against), (left, foe))
        for own, marching in zip(position.pieces, (first, second), strict=True):
            for (_, to), count in marching.items():
                own[to] += count
        position.marching = []


class AreaCombat(Automatic[FiveCitiesPosition], frozen=True, tag=True):
    """Opposing pieces in one area fight (combat.1), each battle on its own (combat.11).

    Survivors of an exchange fight again (combat.16). Who stayed and who arrived are one force (combat.5, .17); who
    has left is not in it (combat.6).
    """

    title = "Combat"
    clause = "fivecities/combat.1"

    def run(self, position: FiveCitiesPosition, log: Log) -> None:
        """Leave at most one owner in every area (combat.19).

        Where forces are even it matters who stood there before the moves (combat.2 to .4), whatever became of them
        on the way (combat.21).
        """
        first, second = position.pieces
        for area in range(AREAS):
            a, b = first[area], second[area]
            if a and b:
                first[area], second[area] = survivors(a, b, position.held[area])
                if log:
                    _say_battle(log, area, (a, b), (first[area], second[area]), position.held[area])


def _word(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else str(count)


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb


def _reckoning(forces: tuple[int, int], left: tuple[int, int]) -> str:
    strong, weak = max(forces), min(forces)
    lost = strong - max(left)
    weaker = f"The weaker {_word(weak)} {_verb(weak, 'fall')}"
    if not lost:
        return f"{weaker}; two to one or better, so the stronger side loses nothing"
    lost_of = f"{_word(lost)} of the {_word(strong)} {_verb(lost, 'fall')}"
    return f"{weaker}; {weak} less a superiority of {strong - weak}: {lost_of}"


def _say_exchange(log: Log, origin: int, to: int, forces: tuple[int, int], left: tuple[int, int]) -> None:
    even = forces[0] == forces[1]
    result = (
        "Even: no piece survives."
        if even
        else f"{_reckoning(forces, left)}; {_word(max(left))} {'goes' if max(left) == 1 else 'go'} on."
    )
    log.say(
        f"On the way between **{NAMES[origin]}** and **{NAMES[to]}**: {forces[0]} against {forces[1]}. {result}",
        clause="fivecities/combat.14" if even else "fivecities/combat.15",
        seat=-1 if even else 0 if left[0] else 1,
        places=(IDS[origin], IDS[to]),
        shows=(Mark("battle", IDS[origin], to=IDS[to]),),
    )


def _say_battle(log: Log, area: int, forces: tuple[int, int], left: tuple[int, int], holder: int) -> None:
    if forces[0] != forces[1]:
        result = f"{_reckoning(forces, left)}. **{max(left)}** {_verb(max(left), 'stay')}."
        clause = "fivecities/combat.9" if max(forces) == max(left) else "fivecities/combat.8"
    elif holder < 0:
        result, clause = "Even, and nobody held it: none survives.", "fivecities/combat.3"
    else:
        result, clause = "Even: **one** piece of the side that held it survives.", "fivecities/combat.2"
    log.say(
        f"**{NAMES[area]}**: {forces[0]} against {forces[1]}. {result}",
        clause=clause,
        seat=-1 if left == (0, 0) else 0 if left[0] else 1,
        places=(IDS[area],),
        shows=(Mark("battle", IDS[area]),),
    )
