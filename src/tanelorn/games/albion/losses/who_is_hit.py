"""Who may be hit by losses, whatever they come from (albion/7.1, 8.4a, 12.4b, 19.5/19c, 20.3g)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from tanelorn.games.albion.losses.attrition import liable_in
from tanelorn.games.albion.state.deeds import led_by
from tanelorn.games.albion.state.desk import search_party
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.stacks import troops_ashore
from tanelorn.games.albion.state.who_fights import host_of


class Due(Struct, frozen=True):
    """What a side must lose, as it is said aloud (11.9f): points, wounds, ship steps; `points` are of either kind.

    Who may be hit follows from `scope`, one of `SCOPES`. `size` and `heads` are how many points and persons are there
    to lose them, as far as both players know, -1 if they do not.
    """

    seat: int
    hex: int
    scope: str
    csp: int = 0
    wounds: int = 0
    steps: int = 0
    points: int = 0
    dagger: bool = False
    size: int = -1
    heads: int = -1

    @property
    def asks(self) -> bool:
        """Whether its player may have a choice, by the numbers that both know."""
        troops = self.csp > 0 and not 0 <= self.size <= self.csp
        persons = self.wounds > 0 and self.heads not in (0, 1)
        return troops or persons or self.steps > 0 or self.points > 0

    @property
    def empty(self) -> bool:
        """Whether nothing is lost."""
        return not (self.csp or self.wounds or self.steps or self.points)


class Exposed(NamedTuple):
    """The pieces of a side that may take losses: `escorts` tells whether those of its persons count as points."""

    persons: tuple[int, ...] = ()
    armies: tuple[Army, ...] = ()
    ships: tuple[int, ...] = ()
    escorts: bool = True
    dragon: int = 0
    fort: int = 0


def exposed(position: AlbionPosition, due: Due) -> Exposed:
    """Return whom losses may fall on (7.1)."""
    return SCOPES[due.scope](position, due.seat, due.hex)


def _fighting(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    assert position.battle is not None
    host = host_of(position, position.battle, seat)
    return Exposed(host.persons, host.armies, host.ships, True, host.dragon, host.fort)


def _liable(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    """Return whom the losses of an attrition roll may fall on: what is liable, and nothing else (8.4a)."""
    liable = liable_in(position, seat, hex)
    return Exposed(tuple(liable.persons), tuple(liable.armies), tuple(liable.ships))


def _armies(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    return Exposed(armies=tuple(troops_ashore(position, seat, hex)))


def searching(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    """Return whom a search curse may fall on: those who searched, and their escorts."""
    persons = search_party(position.desk[seat].errand).persons
    return Exposed(persons=tuple(person for person in persons if position.at[person] == hex))


def stack_hex(position: AlbionPosition, seat: int, stack: tuple[int, ...]) -> int:
    """Return where a stack has ended its forced march, negative if nothing of it is left."""
    for person in stack:
        if position.at[person] >= 0 and position.side[person] == seat:
            return position.at[person]
    for hex, armies in position.troops.items():
        if any(_marched_with(army, stack) for army in armies):
            return hex
    return -1


def _marched_with(army: Army, stack: tuple[int, ...]) -> bool:
    """Tell whether an army belongs to a stack, whoever commands it now, if anybody does (5.D.3c)."""
    return bool(stack) and led_by(army.did) == stack[0]


def marching(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    """Return what of the stack that is rolled for may take losses: its own pieces alone (12.4b)."""
    stacks = position.desk[seat].stacks
    stack = stacks[0] if stacks else ()
    persons = tuple(person for person in stack if position.at[person] == hex and position.side[person] == seat)
    armies = tuple(army for army in position.troops.get(hex, ()) if _marched_with(army, stack))
    return Exposed(persons, armies)


SCOPES: dict[str, Callable[[AlbionPosition, int, int], Exposed]] = {
    "fight": _fighting,
    "attrition": _liable,
    "march": marching,
    "curse": searching,
    "armies": _armies,
    "calling": _armies,
}
"""Who may be hit, by what the losses come from."""
