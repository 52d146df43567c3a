"""What a seat may know (archmagi/view.*, chits.7): the position as its fields let it be seen, and what it can count."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tanelorn.core.game import PositionView
from tanelorn.core.viewers import REFEREE
from tanelorn.games.archmagi.knowledge.sight import Sight, adrift
from tanelorn.games.archmagi.state.barriers import SANCTUARY, wholly_sheltered
from tanelorn.games.archmagi.state.codes import StackKey, Topic, is_hidden, stack_hiding
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.state.position import ArchmagiPosition


class ArchmagiView(PositionView[ArchmagiPosition], kw_only=True):
    """What a viewer knows (chits.7, view.2). Where `seen` speaks of a hidden unit, its stack stands for it
    (`codes.hidden_in`).

    `units` are the units that the viewer knows: its own, then those revealed in the order of their revealing, then
    those that it sees besides. `counts` are the units of each seat, which anybody can count who watches reserves and
    piles; `left` the unit chits in the pile, `borne` the artifacts that units bear. `bearers` are the stacks of the
    artifacts that the viewer knows of in this turn, `shelters` the Sanctuaries by stack.
    """

    units: tuple[int, ...]
    counts: tuple[int, ...]
    left: int
    borne: int
    bearers: dict[int, StackKey]
    shelters: dict[StackKey, tuple[int, int]]

    @property
    def has_seat(self) -> bool:
        """Whether the viewer is one of the players."""
        return 0 <= self.viewer < len(self.counts)

    @property
    def whole(self) -> ArchmagiPosition | None:
        """The whole position, which the referee sees."""
        return self.seen if self.viewer == REFEREE else None

    def hand(self, row: list[list[int]]) -> list[int]:
        """Return the viewer's own of what all hold; nobody's for who has no seat."""
        return row[self.viewer] if self.has_seat else []

    def remembered(self) -> dict[Topic, Sighting]:
        """Return what the viewer was shown."""
        return self.seen.seen[self.viewer if self.has_seat else len(self.counts)]


def noticed(position: ArchmagiPosition, viewer: int, seen: ArchmagiPosition, look: Sight) -> dict[str, object]:
    """Return what a viewer counts, and what it knows of stacks without knowing their units."""
    return {
        "units": tuple(sorted((u for u, owner in enumerate(seen.owners) if owner >= 0), key=_order(seen, viewer))),
        "counts": tuple(position.owners.count(seat) for seat in position.seats),
        "left": sum(position.pile),
        "borne": sum(map(len, position.gear)) + len(adrift(position.agenda)),
        "bearers": look.bearers,
        "shelters": _shelters(position),
    }


def _order(seen: ArchmagiPosition, viewer: int) -> Callable[[int], tuple[int, ...]]:
    shown = {unit: at for at, unit in enumerate(seen.battle.shown)} if seen.battle is not None else {}

    def place(unit: int) -> tuple[int, ...]:
        if viewer in (seen.owners[unit], REFEREE):
            return 0, unit
        return (1, shown[unit]) if unit in shown else (2, seen.hexes[unit], seen.owners[unit], unit)

    return place


def _shelters(position: ArchmagiPosition) -> dict[StackKey, tuple[int, int]]:
    """Stacks under a Sanctuary, by key: for how many rounds yet, and on whose turns these count (view.1)."""
    if not any(effect.source == SANCTUARY for effect in position.lasting):
        return {}
    return {
        key: max((e.left, e.clock) for e in position.lasting if e.source == SANCTUARY and e.unit in units)
        for key, units in sorted(position.stacks.items())
        if wholly_sheltered(position, key)
    }


def hidden_keys(seen: ArchmagiPosition) -> set[StackKey]:
    """Return the stacks of which something mentions a hidden unit."""
    found: set[StackKey] = set()
    for thing in (seen.carriers, seen.masters, seen.lasting, seen.chain, seen.battle, seen.agenda):
        _collect_hidden(thing, found)
    return found


def _collect_hidden(thing: object, found: set[StackKey]) -> None:
    if isinstance(thing, msgspec.Struct):
        for field in thing.__struct_fields__:
            if field not in ("price", "kinds", "dice"):
                _collect_hidden(getattr(thing, field), found)
    elif isinstance(thing, list | tuple):
        for part in thing:
            _collect_hidden(part, found)
    elif isinstance(thing, dict):
        _collect_hidden(list(thing), found)
    elif isinstance(thing, int) and is_hidden(thing):
        found.add(stack_hiding(thing))
