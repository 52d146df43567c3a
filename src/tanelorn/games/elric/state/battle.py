"""Battles declared and being fought, and the spells laid for them (elric/10.0)."""

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
    `off` is the clause by which it has no effect, empty while it works. `target` is the spell at which a Dispel Magic
    is aimed, or the personality at whom Quaolnargn is thrown. `bonus` is what the Balance has added (13.2). `again`
    tells that it had been maintained since an earlier use (13.4a).
    """

    spell: int
    caster: int
    side: int
    off: str = ""
    target: int = -1
    bonus: int = 0
    again: bool = False


class Battle(msgspec.Struct):
    """The battle that is being fought.

    Side 0 is the attacker, 1 the defender; `seats` are their players, NOBODY for a neutral city. `sides` hold all units
    of a side as the battle began, `withheld` those of both that keep out of it (10.2), `casters` the magicians who laid
    a spell or a marker for it, `apart` the Melniboneans who take no part (12.0c), `fallen` the personalities eliminated
    who may still escape. `match` is what a port attacked by sea defends with: "fleets" or "armies" (10.9.5). `wall` and
    `militia` count for the defender. `monster` is the spell that is fought instead of an enemy (14.1e), -1 for none.

    `fought` are both sides as the totals were made, `counted` what each unit added to them. `winner` is a side, 2 if
    nobody has won, -1 before. `result` is "retreat", "eliminated" or "stands" (10.6, 7.5.2b), `loss` what the loser
    must lose, `worth` what the defenders of a city count against the wall's thresholds, `falls` that the wall was
    overcome, `taken` that the city has changed hands. `segment` is how far the
    battle has come: match, withhold, slip, reveal, roll, result, losses, retreat, balance, escapes, spoils.
    """

    fight: Fight
    seats: tuple[int, int]
    sides: tuple[list[int], list[int]]
    withheld: list[int] = []
    casters: list[int] = []
    apart: list[int] = []
    thrown: list[Thrown] = []
    fallen: list[int] = []
    fought: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    counted: dict[int, int] = {}
    match: str = ""
    wall: int = 0
    militia: int = 0
    monster: int = -1
    dice: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    winner: int = -1
    result: str = ""
    loss: int = 0
    worth: int = 0
    falls: bool = False
    taken: bool = False
    segment: str = "withhold"

    def copy(self) -> Battle:
        """Return an independent copy."""
        new: Battle = self.__copy__()  # type: ignore[attr-defined]
        new.sides = (self.sides[0][:], self.sides[1][:])
        new.withheld = self.withheld[:]
        new.casters = self.casters[:]
        new.apart = self.apart[:]
        new.thrown = self.thrown[:]
        new.fallen = self.fallen[:]
        new.counted = self.counted.copy()
        return new
