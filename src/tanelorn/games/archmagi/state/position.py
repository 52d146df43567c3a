"""What lies on the table: the map's ground, units in stacks, reserves, piles, what lasts, what each seat has seen."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from itertools import count
from typing import Any

from tanelorn.core.position import Position
from tanelorn.games.archmagi.map.land import Land, land
from tanelorn.games.archmagi.state.markers import Battle, Lasting, Sighting, Spellcast

MOST = 8
"""More than there can be seats: a stack's key is its hex times eight and its seat (stacks.2)."""

MOVED, SCOUTED, STOLE, ATE, VANISHED, RAISED, CARRIED = (1 << bit for bit in range(7))
"""What a unit has done in this player's turn."""

EXCHANGED, TRANSFORMED, FORGED, VISIONS = (1 << bit for bit in range(4))
"""What the active player has used up in this turn."""

SPELLS_SEEN, RESERVE_SEEN = 900_000, 910_000
"""Where sightings of a seat's hand and of its reserve are kept, its number added (spell/read-minds, spell/foretell)."""

NOTHING, SPELLS_ONLY, SPELLS_AND_DICE = range(3)
"""What a seat wants to be asked about (response.5)."""


FREE_ACTS = 40
"""How often in a phase a seat may leave word or hand artifacts about: none of it ends, and a game has to."""


class ArchmagiPosition(Position[Any, Any], kw_only=True):
    """The whole table.

    Units are numbers; `kinds`, `owners` (-1: a free number), `hexes`, `carriers`, `done` (bits of this turn),
    `shapes` (its own kind while polymorphed), `masters` (of a Familiar, the original of an image) and `gear`
    (artifacts borne) are lists by unit. `stacks` lists the units by key (hex * 8 + seat), `banners` the numbers of
    the banners. `pile` counts the chits of each kind of unit; `artifact_pile` and `spell_pile` are sorted;
    `free_acts` counts by seat what it has done in this phase that leads nowhere: word left, artifacts handed about.
    `scrolls` are the spells in Ancient Scrolls. `glimpses` says by unit which seats have seen it in this Scout
    phase, `known_gear` the same of artifacts. `drawn` are the archmagi that the seats have drawn, for the report at
    the end.
    """

    scenario: str
    map: str = ""
    terrain: list[int] = []
    kinds: list[int] = []
    owners: list[int] = []
    hexes: list[int] = []
    carriers: list[int] = []
    done: list[int] = []
    shapes: list[int] = []
    masters: list[int] = []
    gear: list[tuple[int, ...]] = []
    stacks: dict[int, list[int]] = {}
    banners: dict[int, int] = {}
    reserve: list[list[int]]
    stored: list[list[int]]
    spells: list[list[int]]
    scrolls: dict[int, list[int]] = {}
    pile: list[int]
    magi_pile: list[int]
    spell_pile: list[int]
    artifact_pile: list[int]
    magi: list[int]
    gone: list[int] = []
    drawn: list[int] = []
    free_acts: dict[int, int] = {}
    active: int = -1
    first: int = 0
    round: int = 0
    phase: str = "setup"
    used: int = 0
    lasting: list[Lasting] = []
    chain: list[Spellcast] = []
    seen: list[dict[int, Sighting]] = []
    glimpses: dict[int, int] = {}
    known_gear: dict[int, int] = {}
    word: list[int] = []
    hush: list[int] = []
    fought: list[int] = []
    battle: Battle | None = None
    limit: int = 100
    chits: bool = False
    copies: int = 1

    @property
    def land(self) -> Land:
        """The map, which never changes."""
        return land(self.map)

    @property
    def seats(self) -> range:
        """All seats, those that are out of the game included."""
        return range(len(self.magi))

    def playing(self) -> list[int]:
        """Return the seats that are still in the game."""
        return [seat for seat in range(len(self.magi)) if seat not in self.gone]

    def clockwise(self, after: int) -> list[int]:
        """Return the seats in the game, clockwise, beginning after one (order.3)."""
        count = len(self.magi)
        turns = ((after + step) % count for step in range(1, count + 1))
        return [seat for seat in turns if seat not in self.gone]

    def learn(self) -> None:
        """Note that somebody has learned something hidden: undo stops here."""
        self.learned += 1

    # Units and stacks

    def stack(self, hex: int, seat: int) -> list[int]:
        """Return the units of a seat in a hex; do not change the list."""
        return self.stacks.get(hex * MOST + seat, [])

    def owners_in(self, hex: int) -> list[int]:
        """Return the seats that have a stack in a hex."""
        return [seat for seat in range(len(self.magi)) if hex * MOST + seat in self.stacks]

    def foes_in(self, hex: int, seat: int) -> list[int]:
        """Return the other seats that have a stack in a hex."""
        return [other for other in range(len(self.magi)) if other != seat and hex * MOST + other in self.stacks]

    def units_of(self, seat: int) -> Iterator[int]:
        """Yield the units of a seat, hex by hex."""
        for key in sorted([key for key in self.stacks if key % MOST == seat]):
            yield from self.stacks[key]

    def hexes_of(self, seat: int) -> list[int]:
        """Return the hexes where a seat has a stack, in board order."""
        return sorted([key // MOST for key in self.stacks if key % MOST == seat])

    def add(self, kind: int, seat: int, hex: int) -> int:
        """Put a new unit on the map and return its number."""
        unit = self.free_unit(seat)
        while unit >= len(self.owners):
            for row in (self.kinds, self.owners, self.hexes, self.carriers, self.done, self.shapes, self.masters):
                row.append(-1)
            self.gear.append(())
        self.kinds[unit] = kind
        self.owners[unit] = seat
        self.carriers[unit] = self.shapes[unit] = self.masters[unit] = -1
        self.done[unit] = 0
        self.gear[unit] = ()
        self._enter(unit, hex)
        return unit

    def free_unit(self, seat: int) -> int:
        """Return the lowest number that no unit has, of those that are the seat's own: every second, third or fourth.
        So nobody learns from the numbers of their units which hidden ones of others have died.
        """
        owners = self.owners
        return next(unit for unit in count(seat, len(self.magi)) if unit >= len(owners) or owners[unit] < 0)

    def _enter(self, unit: int, hex: int) -> None:
        key = hex * MOST + self.owners[unit]
        self.hexes[unit] = hex
        if key in self.stacks:
            insort(self.stacks[key], unit)
        else:
            self.stacks[key] = [unit]
            self.banners[key] = self._free_number(self.owners[unit])

    def _free_number(self, seat: int) -> int:
        taken = {number for key, number in self.banners.items() if key % MOST == seat}
        return next(number for number in range(1, len(taken) + 2) if number not in taken)

    def _leave(self, unit: int) -> None:
        key = self.hexes[unit] * MOST + self.owners[unit]
        units = self.stacks[key]
        units.remove(unit)
        if not units:
            self._strike_banner(key)

    def _strike_banner(self, key: int) -> None:
        """Take a banner off the map, and what was known to lie under it."""
        del self.stacks[key]
        sighted = (key % MOST) * 1000 + self.banners.pop(key)
        for seen in self.seen:
            seen.pop(sighted, None)

    def move_unit(self, unit: int, hex: int) -> None:
        """Put a unit into another hex; a banner that nothing stays under goes along (stacks.3)."""
        seat = self.owners[unit]
        old, new = self.hexes[unit] * MOST + seat, hex * MOST + seat
        if old == new:
            return
        if len(self.stacks[old]) == 1 and new not in self.stacks:
            self.stacks[new] = self.stacks.pop(old)
            self.banners[new] = self.banners.pop(old)
            self.hexes[unit] = hex
            return
        self._leave(unit)
        self._enter(unit, hex)

    def move_units(self, units: list[int], hex: int) -> None:
        """Put units of one stack into another hex together; the banner goes along if nothing stays."""
        seat = self.owners[units[0]]
        old, new = self.hexes[units[0]] * MOST + seat, hex * MOST + seat
        if len(self.stacks[old]) == len(units) and new not in self.stacks:
            self.stacks[new] = self.stacks.pop(old)
            self.banners[new] = self.banners.pop(old)
            for unit in units:
                self.hexes[unit] = hex
            return
        for unit in units:
            self._leave(unit)
            self._enter(unit, hex)

    def hand_over(self, unit: int, seat: int) -> None:
        """Let a unit change sides where it stands (control.1)."""
        hex = self.hexes[unit]
        self._leave(unit)
        self.owners[unit] = seat
        self._enter(unit, hex)

    def remove(self, unit: int) -> None:
        """Take a unit off the map; its chit, artifacts and dependants are the caller's to see to."""
        self._leave(unit)
        self.owners[unit] = -1
        self.gear[unit] = ()
        self.carriers[unit] = self.shapes[unit] = self.masters[unit] = -1
        self.glimpses.pop(unit, None)
        if self.lasting:
            self.lasting = [effect for effect in self.lasting if effect.unit != unit and effect.bound != unit]
        for other in range(len(self.carriers)):
            if self.carriers[other] == unit:
                self.carriers[other] = -1
            if self.masters[other] == unit:
                self.masters[other] = -1

    # Piles and reserves

    def to_pile(self, kind: int) -> None:
        """Return a unit chit to the pile (chits.4)."""
        self.pile[kind] += 1

    def spell_back(self, spell: int) -> None:
        """Return a spell chit to the pile (chits.4)."""
        insort(self.spell_pile, spell)

    def artifact_back(self, artifact: int) -> None:
        """Return an artifact to the pile with the spells that it holds (chits.4)."""
        insort(self.artifact_pile, artifact)
        self.known_gear.pop(artifact, None)
        for spell in self.scrolls.pop(artifact, ()):
            self.spell_back(spell)


def has_spent_free_acts(position: ArchmagiPosition, seat: int) -> bool:
    """Tell whether a seat has used up its acts that lead nowhere in this phase."""
    return position.free_acts.get(seat, 0) >= FREE_ACTS


def count_free_act(position: ArchmagiPosition, seat: int) -> None:
    """Count one more of those acts."""
    position.free_acts[seat] = position.free_acts.get(seat, 0) + 1
