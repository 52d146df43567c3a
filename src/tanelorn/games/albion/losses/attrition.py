"""The Attrition Segment: fixed wounds of Places of Power, who is liable, rolls and losses (albion/5.C, 8.0)."""

from __future__ import annotations

import msgspec

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.losses.aftermath import AfterLoss
from tanelorn.games.albion.losses.leaving import wound
from tanelorn.games.albion.losses.taking import Due, Exposed, take
from tanelorn.games.albion.state.magic_items import bears
from tanelorn.games.albion.state.nouns import SEATS_WITHIN, at_hex
from tanelorn.games.albion.state.position import TROOPS, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import basic_magic, place_of, stack_command
from tanelorn.games.albion.state.stacks import commanded, garrison_side
from tanelorn.games.albion.state.world import FAERIE
from tanelorn.games.albion.weather import storm_at, weather_at

FIXED: dict[int, tuple[int, str]] = {7: (1, "dobie"), 8: (1, "gerflax"), 12: (2, ""), 16: (1, "")}
"""Places of Power that wound whoever is there in an Attrition Segment: how often, and whom they spare (19.5)."""

DRIFFELD = 6
"""The number of the Driffeld Knowe, which Finn’s Rade haunts (19.5/06)."""

ASPECTS = {"mundane": "elf", "enchanted": "mundane"}
"""Which race an Aspect harms (8.0.3, 8.0.4)."""


class Liable(msgspec.Struct):
    """What of a seat undergoes attrition in a hex, and what is added to the roll, each with its clause (8.0, 8.2)."""

    persons: list[int] = []
    armies: list[Army] = []
    ships: list[int] = []
    terms: dict[str, int] = {}

    def add(self, persons: list[int], armies: list[Army], ships: list[int], clause: str = "", plus: int = 0) -> None:
        """Join pieces that are liable for one more reason, and note what that reason adds, once (8.1b, 8.2f)."""
        if not persons and not armies and not ships:
            return
        self.persons = sorted({*self.persons, *persons})
        self.armies = sorted({*self.armies, *armies})
        self.ships = sorted({*self.ships, *ships})
        if plus:
            self.terms[clause] = plus

    def __bool__(self) -> bool:
        return bool(self.persons or self.armies or self.ships)


class Attrition(Automatic, frozen=True, tag=True):
    """One side's half of the Attrition Segment (5.C.1 to 5.C.5)."""

    seat: int
    title = "Attrition"
    clause = "albion/5.C.1"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Fixed wounds come first, then one roll a hex in the order of the hexes (2.0b)."""
        position.then(NextAttrition(self.seat))
        for person in sorted(range(len(position.at)), key=lambda person: (position.at[person], person)):
            place = place_of(position, person)
            if place not in FIXED or position.side[person] != self.seat or not position.awake[person]:
                continue
            wounds, spared = FIXED[place]
            if position.world.persons[person].id != spared:
                wound(position, person, wounds, log, how="place")


class NextAttrition(Automatic, frozen=True, tag=True):
    """The next hex in which a side has liable pieces, beyond the one before (2.0b, 5.C.2)."""

    seat: int
    after: int = -1
    title = "Attrition"
    clause = "albion/5.C.2"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Find it, and have it rolled for."""
        for hex in sorted({*position.people, *position.troops, *position.fleets}):
            if hex > self.after and liable_in(position, self.seat, hex):
                position.then(AttritionRoll(self.seat, hex), NextAttrition(self.seat, hex))
                return


class AttritionRoll(Chances, frozen=True, tag=True):
    """The opponent rolls two dice for all liable pieces of a side in one hex (5.C.2, 8.1a)."""

    seat: int
    hex: int
    title = "Attrition"
    clause = "albion/5.C.2"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"attrition of {SEATS_WITHIN[self.seat]} at {position.world.number[self.hex]}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Modify the roll, read the table, and have the losses taken (5.C.3, 5.C.4)."""
        w, seat, hex = position.world, self.seat, self.hex
        liable = liable_in(position, seat, hex)
        total = sum(outcome) + sum(liable.terms.values()) - command_of(position, liable) - magic_of(position, liable)
        letter = w.charts.attrition(total)
        size = force_size(position, liable.persons, liable.armies, liable.ships)
        loss = w.charts.loss(letter, size)
        if log:
            whose = f"Attrition of **{SEATS_WITHIN[seat]}** at {at_hex(w, hex)}"
            log.say(
                f"{whose}: {reading(total, letter, size)}.",
                clause="albion/5.C.3",
                seat=seat,
                places=(w.number[hex],),
                dice=outcome,
                knowers=(seat,),
                otherwise=f"{whose} is rolled for.",
            )
        if not letter:
            return
        position.then(AfterLoss(hex))
        steps = loss.wounds if liable.ships else 0
        due = Due(seat, hex, "attrition", loss.csp, loss.wounds, steps, dagger=loss.dagger)
        take(position, [due], how="attrition", clause="albion/5.C.4")


def reading(total: int, letter: str, size: int) -> str:
    """Return what a total reads on the Attrition Table, in words; the enemy does not hear it (11.9c)."""
    said = str(total).replace("-", "−")
    return f"{said} reads letter {letter} for a force of {size}" if letter else f"{said} spares it"


def exposed(position: AlbionPosition, seat: int, hex: int) -> Exposed:
    """Return whom the losses of an attrition roll may fall on: what is liable, and nothing else (8.4a)."""
    liable = liable_in(position, seat, hex)
    return Exposed(tuple(liable.persons), tuple(liable.armies), tuple(liable.ships))


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
    """Return what of a seat undergoes attrition in a hex (8.0); what sleeps never does (10.0a)."""
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
    """Add the reasons that hold ashore alone: Aspect, want of command, snow, Finn’s Rade (8.0.3 to 8.0.8)."""
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
    """Tell whether a seat’s pieces ashore in a hex meet Finn’s Rade (20.6/06): at the Driffeld Knowe, or where an enemy
    person has the artifact; who has it himself is immune with all who stand with him.
    """
    w = position.world
    rade = w.item["finns_rade"]
    if position.basic or rade in position.at_rest:
        return False
    bearer = position.bearer[rade]
    if 0 <= bearer < TROOPS and position.at[bearer] == hex and position.aboard[bearer] < 0:
        return position.side[bearer] != seat
    return w.place[hex] == DRIFFELD


def _curse(position: AlbionPosition, hex: int) -> bool:
    """Whether a person under Faerie’s control has Bran’s Curse in a hex (20.6/03)."""
    return any(bears(position, person, "brans_curse") for person in position.persons_of(FAERIE, hex))
