"""Whoever moves with a group in hand: what the verbs of marching and sailing are about (albion/11.0)."""

from __future__ import annotations

from tanelorn.games.albion.movement.ways.costs import Way
from tanelorn.games.albion.movement.ways.groups import Group, joiners, rate, set_down, set_out
from tanelorn.games.albion.movement.ways.reach import Reached, look_around, reachable
from tanelorn.games.albion.stacks.arrangement import Mover
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.position import AlbionPosition


class Hand(Mover):
    """A player with a group in hand, and what several verbs need to know of it, worked out once."""

    known: Reached | None = None
    """What the list has found from which an act comes that is carried out."""
    # A `cached_property` takes a lock, which costs as much as a part of what it keeps.
    _group: Group | None = None
    _joining: list[int] | None = None
    _reached: Reached | None = None

    @property
    def group(self) -> Group:
        """The group in hand."""
        if self._group is None:
            self._group = Group(self.position, self.seat, self.position.march)
        return self._group

    def hold(self, group: Group) -> None:
        """Take this for the group in hand."""
        self._group = group

    @property
    def joining(self) -> list[int]:
        """The persons or ships that could join it."""
        if self._joining is None:
            self._joining = joiners(self.position, self.group)
        return self._joining

    @property
    def reached(self) -> Reached:
        """Where it can go, for a list of choices."""
        if self._reached is None:
            self._reached = look_around(self.position, self.group)
        return self._reached

    def way(self, place: int) -> Way:
        """Return the way to a hex or berth, for an act that is carried out."""
        return (reachable(self.position, self.group) if self.known is None else self.known)[place]


def halt(position: AlbionPosition, group: Group) -> None:
    """Put the group down. A leader who has not moved is not taken again before something has, so that a phase ends."""
    seat = group.seat
    kept = () if position.marched else (*position.desk[seat].left, position.march[0])
    note(position.desk, seat, left=kept, entry=(-1, -1))
    set_down(position)
    rate(position)


def begun(position: AlbionPosition, seat: int) -> None:
    """Note that the group in hand has spent something; in a forced march its stack is on the way now (12.4b)."""
    if not position.marched and position.phase == "forced march":
        set_out(position, seat)
    position.marched = True
