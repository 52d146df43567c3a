"""Battles that are to be fought, the one that is being fought, and the spells laid for them (10.0)."""

from __future__ import annotations

import msgspec


class Fight(msgspec.Struct, frozen=True):
    """A battle that must be fought: the active player against a foe in an area (10.1).

    `foe` is a seat, or NOBODY for a neutral city that defends itself (10.9.3b). `city` tells that the foe stands behind
    the wall; bands name the stacks where stacks are apart, 0 where all of a side fight.
    """

    area: int
    foe: int
    city: bool = False
    own_band: int = 0
    foe_band: int = 0


class Laid(msgspec.Struct, frozen=True):
    """A spell face down beside its caster, for one battle (9.2a); `spell` is -1 for the marker of a (!) draw (9.2f)."""

    fight: Fight
    seat: int
    caster: int
    spell: int


class Thrown(msgspec.Struct, frozen=True):
    """A spell revealed in a battle: by whom, for which side, and what became of it.

    `side` is 0 for the attacker, 1 for the defender; it is the other one where the spell turned on its caster (9.2g).
    `off` says by which clause it has no effect, empty while it works.
    """

    spell: int
    caster: int
    side: int
    off: str = ""
    target: int = -1


class Battle(msgspec.Struct):
    """The battle that is being fought.

    Side 0 is the attacker, 1 the defender; `seats` are their players, NOBODY for a neutral city. `sides` hold all units
    of a side, `withheld` those of both that keep out of it (10.2), `fallen` those eliminated who may still escape.
    `match` is what a port attacked by sea defends with: "fleets" or "armies" (10.9.5). `wall` counts for the defender.
    """

    fight: Fight
    seats: tuple[int, int]
    sides: tuple[list[int], list[int]]
    withheld: list[int] = []
    thrown: list[Thrown] = []
    fallen: list[int] = []
    match: str = ""
    wall: int = 0
    militia: int = 0
    dice: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    winner: int = -1
    loss: int = 0
    taken: bool = False
    segment: str = "withhold"

    def copy(self) -> Battle:
        """Return an independent copy."""
        new: Battle = self.__copy__()  # type: ignore[attr-defined]
        new.sides = (self.sides[0][:], self.sides[1][:])
        new.withheld = self.withheld[:]
        new.thrown = self.thrown[:]
        new.fallen = self.fallen[:]
        return new
