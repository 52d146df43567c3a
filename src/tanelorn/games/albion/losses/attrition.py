"""Who is liable to attrition, and what modifies the roll (albion/8.0 to 8.4)."""

from __future__ import annotations

import msgspec

from tanelorn.games.albion.state.command import commanded, stack_command
from tanelorn.games.albion.state.magic_items import bears
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import is_person
from tanelorn.games.albion.state.printed.world import FAERIE
from tanelorn.games.albion.state.ratings import basic_magic
from tanelorn.games.albion.state.stacks import garrison_side
from tanelorn.games.albion.weather import storm_at, weather_at

DRIFFELD = 6
"""The number of the Driffeld Knowe, which Finn’s Rade haunts (19.5/06)."""

ASPECTS = {"mundane": "elf", "enchanted": "mundane"}
"""Which race an Aspect harms (8.0.3, 8.0.4)."""


class Liable(msgspec.Struct):
    """What of a seat undergoes attrition in a hex, and what is added to the roll, each with its clause (8.0, 8.2,
    chart/attrition).
    """

    persons: list[int] = []
    armies: list[Army] = []
    ships: list[int] = []
    terms: dict[str, int] = {}

    def add(self, persons: list[int], armies: list[Army], ships: list[int], clause: str = "", plus: int = 0) -> None:
        """Join pieces that are liable for one more reason: all are one group (8.0p), rolled for once (8.1a). Note what
        that reason adds, which holds for all of them (8.1b, 8.2f).
        """
        if not persons and not armies and not ships:
            return
        self.persons = sorted({*self.persons, *persons})
        self.armies = sorted({*self.armies, *armies})
        self.ships = sorted({*self.ships, *ships})
        if plus:
            self.terms[clause] = plus

    def __bool__(self) -> bool:
        return bool(self.persons or self.armies or self.ships)


def command_of(position: AlbionPosition, liable: Liable) -> int:
    """Return the Command Rating that is taken off: that of a liable person of the highest rank (8.2a, 14.4)."""
    return stack_command(position, liable.persons)


def magic_of(position: AlbionPosition, liable: Liable) -> int:
    """Return the Basic Magic Strength that is taken off: the best of any liable person (8.2b)."""
    return max((basic_magic(position, person) for person in liable.persons), default=0)


def force_size(position: AlbionPosition, persons: list[int], armies: list[Army], ships: list[int]) -> int:
    """Return the size of a force that undergoes attrition (8.4c): its points and the strength of its ships, or if it is
    persons alone the higher of printed combat and magic of each.
    """
    w = position.world
    size = sum(army.n for army in armies) + sum(position.escort[person] for person in persons)
    size += sum(w.s_strength[ship][position.hurt[ship]] for ship in ships)
    return size or sum(max(w.p_combat[person], w.p_magic[person]) for person in persons)


def liable_in(position: AlbionPosition, seat: int, hex: int) -> Liable:
    """Return what of a seat undergoes attrition in a hex, and what modifies its roll: a vortex (8.0.1, 8.2f, 19.4/09),
    bad sailers in bad weather (8.0.2, 6.2.1, 6.3.5), Bran's Curse (8.2h, 20.6/03), wild magic (8.2e), and what holds
    ashore alone; what sleeps never does (10.0a). Nothing else in the hex loses (8.4a).
    """
    w = position.world
    persons = [person for person in position.persons_of(seat, hex) if position.awake[person]]
    armies = [army for army in position.armies_of(seat, hex) if position.roused[w.c_kingdom[army.colour]]]
    ships = [ship for ship in position.ships_of(seat, hex) if position.roused[w.s_kingdom[ship]]]
    liable = Liable()
    if hex in position.vortices:
        liable.add(persons, armies, ships, "albion/8.2f", 5)
    if ships and not w.land[hex] and (weather_at(position, hex) != "clear" or storm_at(position, hex)):
        liable.add([], [], [ship for ship in ships if w.s_bad[ship]])
    if _curse(position, hex):
        mundane = [person for person in persons if w.p_race[person] == "mundane"]
        liable.add(mundane, [army for army in armies if w.c_race[army.colour] == "mundane"], [], "albion/8.2h", 5)
    persons = [person for person in persons if position.aboard[person] < 0]
    armies = [army for army in armies if army.ship < 0]
    if persons or armies:
        _ashore(position, seat, hex, persons, armies, liable)
    if liable and w.aspect[hex] == "wild":
        liable.terms["albion/8.2e"] = position.mana
    return liable


def _ashore(
    position: AlbionPosition, seat: int, hex: int, persons: list[int], armies: list[Army], liable: Liable
) -> None:
    """Add the reasons that hold ashore alone: Aspect (2.1b, 8.0.3, 8.0.4, 8.0.5, 8.2c, 8.2d), want of command (8.0.6,
    14.1.2), snow (8.0.7, 6.3.3), Finn’s Rade (8.0.8, 8.2g).
    """
    w = position.world
    aspect = w.aspect[hex]
    if aspect == "wild":
        liable.add(persons, armies, [])
    elif aspect in ASPECTS:
        race = ASPECTS[aspect]
        harmed = [person for person in persons if w.p_race[person] == race]
        clause = "albion/8.2c" if race == "elf" else "albion/8.2d"
        liable.add(harmed, [army for army in armies if w.c_race[army.colour] == race], [], clause, 3)
    if armies and garrison_side(position, hex) != seat:
        snowed = weather_at(position, hex) == "snow"
        liable.add([], [army for army in armies if snowed or not commanded(position, hex, army)], [])
    if meets_rade(position, seat, hex):
        liable.add(persons, armies, [], "albion/8.2g", 5)


def meets_rade(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a seat’s pieces ashore in a hex meet Finn’s Rade (20.6/06): at the Driffeld Knowe (19.5/06), or
    where an enemy person has the artifact; its bearer is immune, with all in the same stack.
    """
    w = position.world
    rade = w.item["finns_rade"]
    if position.basic or rade in position.at_rest:
        return False
    bearer = position.bearer[rade]
    if is_person(bearer) and position.at[bearer] == hex and position.aboard[bearer] < 0:
        return position.side[bearer] != seat
    return w.place[hex] == DRIFFELD


def _curse(position: AlbionPosition, hex: int) -> bool:
    """Whether a person under Faerie’s control has Bran’s Curse in a hex (20.6/03)."""
    return any(bears(position, person, "brans_curse") for person in position.persons_of(FAERIE, hex))
