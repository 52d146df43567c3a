"""The group in hand during Movement (elric/7.2c, 7.3e, 7.3f, 8.0e): which units may join it, and who commands whom."""

from __future__ import annotations

from tanelorn.core.amounts import amount
from tanelorn.core.choices import Refusal
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.state.places import whose_area
from tanelorn.games.elric.state.position import DETACHED, DONE, LEFT, SHIFTED, STAYED, ElricPosition
from tanelorn.games.elric.state.stacks import room, swimmers
from tanelorn.games.elric.state.words import called, name, unit_words

ASHORE, SAILING, ABOARD, SWIMMING = range(4)
"""How a group goes: on land, as fleets with all aboard, as passengers in a sea, through a sea without a ship."""

POINTS = 4
"""The movement points of a personality and of whom it leads (7.2a), and the areas that a flyer passes (7.4.1a)."""

AT_REST = DONE | STAYED


class Party:
    """A group as the rules see it: who is in hand, who moves with them, how, and who leads.

    `leaders` are the unbracketed personalities among those who move (3.2g). `manner` is one of the four above.
    `terrain` keeps what `reach.terrain_of` has worked out for the group.
    """

    __slots__ = ("armies", "flies", "here", "leaders", "manner", "movers", "seat", "swims", "terrain", "units")

    def __init__(self, position: ElricPosition, units: list[int], seat: int) -> None:
        world = position.world
        kind, influence = world.kind, world.influence
        first = units[0]
        self.units, self.seat = units, seat
        self.terrain: object = None
        self.here = here = position.area[first]
        self.movers = units
        if kind[first] == FLEET:
            self.manner = SAILING
            ship = position.ship
            self.movers = units + [unit for unit in position.stacks[here] if ship[unit] in units]
        elif here not in world.seas:
            self.manner = ASHORE
        else:
            self.manner = ABOARD if position.ship[first] >= 0 else SWIMMING
        self.leaders: list[int] = []
        self.armies, self.flies, self.swims = False, True, True
        flies, able = world.flies, swimmers(world)
        for unit in self.movers:
            if kind[unit] == ARMY:
                self.armies = True
            elif kind[unit] == PERSON and not influence[unit]:
                self.leaders.append(unit)
            self.flies = self.flies and flies[unit]
            self.swims = self.swims and able[unit]


def in_hand(position: ElricPosition, seat: int) -> Party | None:
    """Return the group in hand, None if there is none."""
    return Party(position, position.march, seat) if position.march else None


def commanded(position: ElricPosition, unit: int, leaders: list[int]) -> bool:
    """Tell whether an army or fleet may go with one of these leaders: it is attached once per turn, and never again
    once set down (7.3e). A leader who started out with its commander may take over.
    """
    if position.did[unit] & DETACHED:
        return False
    led = position.led[unit]
    return led < 0 or led in leaders or any(position.led[leader] == led for leader in leaders)


def leaders_aboard(position: ElricPosition, fleet: int) -> list[int]:
    """Return the personalities aboard a fleet who can make it sail (3.2g, 7.3f)."""
    world, ship = position.world, position.ship
    return [
        unit
        for unit in position.stacks.get(position.area[fleet], ())
        if ship[unit] == fleet and world.kind[unit] == PERSON and not world.influence[unit]
    ]


def can_sail(position: ElricPosition, fleet: int) -> bool:
    """Tell whether somebody aboard can make a fleet sail, and nobody aboard has ended their move (7.3f)."""
    if position.spent[fleet] >= position.world.speed[fleet] or position.did[fleet] & AT_REST:
        return False
    leaders = leaders_aboard(position, fleet)
    return bool(leaders) and commanded(position, fleet, leaders) and not _rests(position, fleet)


def _rests(position: ElricPosition, fleet: int) -> bool:
    ship, did = position.ship, position.did
    return any(ship[unit] == fleet and did[unit] & AT_REST for unit in position.stacks.get(position.area[fleet], ()))


def sails_home(position: ElricPosition, fleet: int) -> bool:
    """Tell whether a fleet without a leader may still go home (7.3g)."""
    world = position.world
    nation = world.of[fleet]
    return (
        nation >= 0
        and position.spent[fleet] < world.speed[fleet]
        and position.area[fleet] not in world.nations[nation].ports
        and not position.did[fleet] & AT_REST
        and not leaders_aboard(position, fleet)
        and not _rests(position, fleet)
    )


def bound_to_elric(position: ElricPosition, unit: int) -> bool:
    """Tell whether a unit moves only with Elric: Moonglum, where they are together (12.1.6a)."""
    world = position.world
    return unit == world.moonglum and position.area[world.elric] == position.area[unit]


# Who may be taken


def starters(position: ElricPosition, seat: int) -> list[int]:
    """Return the units that may be taken up first: those that, at a glance, can still do something (7.0b)."""
    kind, did, resting = position.world.kind, position.did, AT_REST | LEFT
    alike: set[tuple[int, ...]] = set()
    found = []
    for unit in position.units_of(seat):
        if did[unit] & resting:
            continue
        what = kind[unit]
        if what == ARMY:
            able = _first_alike(position, unit, alike) and _army_starts(position, unit)
        elif what == PERSON:
            able = _person_starts(position, unit)
        else:
            able = what == FLEET and (can_sail(position, unit) or sails_home(position, unit))
        if able:
            found.append(unit)
    return found


def _first_alike(position: ElricPosition, unit: int, alike: set[tuple[int, ...]]) -> bool:
    key = (
        position.world.of[unit],
        position.area[unit],
        position.ship[unit],
        position.band[unit],
        position.spent[unit],
        position.did[unit],
        position.led[unit],
        position.came[unit],
    )
    if key in alike:
        return False
    alike.add(key)
    return True


def _person_starts(position: ElricPosition, unit: int) -> bool:
    world = position.world
    if unit == world.elric or bound_to_elric(position, unit):
        return False
    ship, spent = position.ship[unit], position.spent[unit]
    if position.area[unit] not in world.seas or ship < 0:
        return spent < POINTS
    if spent < world.speed[ship] and (position.spent[ship] < world.speed[ship] or _has_landed(position, ship)):
        return True
    return (spent < POINTS and swimmers(world)[unit]) or can_shift(position, unit)


def _has_landed(position: ElricPosition, ship: int) -> bool:
    return any(whose_area(entry)[0] == ship for entry in position.landed)


def can_shift(position: ElricPosition, unit: int) -> bool:
    """Tell whether a passenger could change to another ship of its side where it is, once in each sea."""
    ship, world = position.ship[unit], position.world
    if ship < 0 or position.did[unit] & SHIFTED or (world.kind[unit] == ARMY and ship == world.chaos_ship):
        return False
    owner = position.owner[unit]
    return any(
        world.kind[other] == FLEET and other != ship and (world.kind[unit] != ARMY or room(position, other) > 0)
        for other in position.own_in(position.area[unit], owner)
    )


def _army_starts(position: ElricPosition, unit: int) -> bool:
    area = position.area[unit]
    if area in position.world.seas:
        return can_shift(position, unit)
    return moves_alone(position, unit)


def moves_alone(position: ElricPosition, unit: int) -> bool:
    """Tell whether an army may still move without a leader, one province within its own country (7.2d)."""
    world, area = position.world, position.area[unit]
    if position.spent[unit] or position.led[unit] >= 0 or world.home[area] != world.of[unit]:
        return False
    return position.ship[unit] != world.chaos_ship and bool(world.home_next[area])


def joiners(position: ElricPosition, party: Party) -> list[int]:
    """Return the other units that may join the group in hand."""
    alike: set[tuple[int, ...]] = set()
    kind = position.world.kind
    return [
        unit
        for unit in position.own_in(party.here, party.seat)
        if unit not in party.units
        and not why_not_join(position, party, unit)
        and (kind[unit] != ARMY or _first_alike(position, unit, alike))
    ]


def armies_to_join(position: ElricPosition, party: Party) -> list[int]:
    """Return all armies that may join the group together (7.2c)."""
    kind = position.world.kind
    return [
        unit
        for unit in position.own_in(party.here, party.seat)
        if kind[unit] == ARMY and unit not in party.units and not why_not_join(position, party, unit)
    ]


NO, SPENT, MANNER, LEADERLESS, SET_DOWN, APART, CREWLESS, ELRIC, MOONGLUM, CHAINED = range(10)
"""Why a unit may not join: 0 is that it may."""


def why_not_join(position: ElricPosition, party: Party, unit: int) -> int:
    """Return which rule keeps a unit out of the group in hand, 0 if none does."""
    world = position.world
    what, first = world.kind[unit], party.units[0]
    if what == FLEET:
        if party.manner != SAILING:
            return MANNER
        if not can_sail(position, unit) or not party.leaders:
            return CREWLESS
        return NO if _one_stack(position, first, unit) else APART
    if party.manner == SAILING or not _goes_alike(position, party, unit):
        return MANNER
    if position.did[unit] & AT_REST or (position.spent[unit] >= POINTS and party.manner in (ASHORE, SWIMMING)):
        return SPENT
    if unit == world.elric:
        return NO if any(world.kind[u] == PERSON and u != world.moonglum for u in party.units) else ELRIC
    if bound_to_elric(position, unit):
        return MOONGLUM
    if what == ARMY:
        return _army_joins(position, party, unit)
    if world.kind[first] == ARMY:
        return LEADERLESS
    return NO if position.band[unit] == position.band[first] else APART


def _army_joins(position: ElricPosition, party: Party, unit: int) -> int:
    first = party.units[0]
    if party.manner == ABOARD:
        return NO if position.band[unit] == position.band[first] else APART
    if position.ship[unit] == position.world.chaos_ship:
        return CHAINED
    if not party.leaders:
        alone = position.world.kind[first] == ARMY and moves_alone(position, unit)
        return NO if alone and position.band[unit] == position.band[first] else LEADERLESS
    if not commanded(position, unit, party.leaders):
        return SET_DOWN
    return NO if _one_stack(position, first, unit) else APART


def _goes_alike(position: ElricPosition, party: Party, unit: int) -> bool:
    if party.manner == ASHORE:
        return position.world.kind[unit] != FLEET
    return (position.ship[unit] >= 0) == (party.manner == ABOARD)


def _one_stack(position: ElricPosition, first: int, unit: int) -> bool:
    """Tell whether two units are in one stack: on the march, whoever stood here before may be attached without a search
    (8.0e).
    """
    return position.band[unit] == position.band[first] or position.came[first] >= 0


# What is refused


def take_refusals(position: ElricPosition, seat: int, party: Party | None, offered: set[int]) -> list[Refusal]:
    """Say why the player's other units may not be taken up."""
    world = position.world
    words = unit_words(world)
    units = position.own_in(party.here, seat) if party else position.units_of(seat)
    told = {words[unit] for unit in offered}
    found = []
    for unit in units:
        if words[unit] in told or (party and unit in party.units):
            continue
        told.add(words[unit])
        why, clause = (_joins_not if party else _starts_not)(position, unit, party)
        picks = (f"piece:{world.units[unit].id}",)
        found.append(Refusal(f"take {words[unit]}", why, clause, picks))
    return found


def _starts_not(position: ElricPosition, unit: int, party: Party | None) -> tuple[str, str]:
    """Say why a unit may not be taken up (7.0a, 7.2a to 7.2d, 12.1.2e, 12.1.6a)."""
    world = position.world
    who, kind = called(world, unit), world.kind[unit]
    if unit == world.elric:
        return "Elric moves only with a personality of his controller: take that one first.", "elric/12.1.2e"
    if bound_to_elric(position, unit):
        return "Moonglum is never parted from Elric: take Elric, and he goes along.", "elric/12.1.6a"
    if position.did[unit] & AT_REST:
        return f"{who} has ended this turn's move.", "elric/7.2a"
    if position.did[unit] & LEFT:
        return f"{who} was taken up twice and stayed: in this turn it only goes along with others.", "elric/7.0a"
    if kind == FLEET:
        return _sails_not(position, unit)
    if kind == ARMY:
        if position.did[unit] & DETACHED:
            return f"{who} was set down in this turn and cannot be taken up again.", "elric/7.3e"
        at_home = world.areas[position.area[unit]].nation == world.of[unit]
        clause = "elric/7.2d" if at_home else "elric/7.2c"
        return f"{who} goes nowhere here without a leader: take the leader first.", clause
    return f"{who} has no movement points left.", "elric/7.2a"


def _sails_not(position: ElricPosition, fleet: int) -> tuple[str, str]:
    """Say why a fleet may not be taken up (7.3d to 7.3g)."""
    world = position.world
    who = called(world, fleet)
    if position.spent[fleet] >= world.speed[fleet]:
        return f"{who} has sailed all its {amount(world.speed[fleet], 'point')}.", "elric/7.3d"
    leaders = leaders_aboard(position, fleet)
    if leaders and _rests(position, fleet):
        return f"Somebody aboard {name(world, fleet)} has ended their move.", "elric/7.6d"
    if leaders:
        return f"{who} was led by another in this turn, and is led once.", "elric/7.3e"
    if sails_home(position, fleet):
        return f"{who} has nobody aboard to lead it: it goes home alone.", "elric/7.3f"
    if world.of[fleet] >= 0 and position.area[fleet] in world.nations[world.of[fleet]].ports:
        return f"{who} needs a personality aboard who can lead.", "elric/7.3f"
    return f"{who} has nobody aboard to lead it and no home port to go to.", "elric/7.3g"


def _joins_not(position: ElricPosition, unit: int, party: Party | None) -> tuple[str, str]:
    """Say why a unit may not join the group in hand (7.2c, 7.3e, 8.0e)."""
    world = position.world
    assert party is not None
    why, who = why_not_join(position, party, unit), called(world, unit)
    table = {
        SPENT: (f"{who} has no movement points left.", "elric/7.2a"),
        MANNER: (
            "Fleets go with fleets, passengers with passengers, and who is ashore with who is ashore.",
            "elric/7.3j",
        ),
        LEADERLESS: ("Nobody in the group can lead: an army moves alone or with a leader.", "elric/7.2c"),
        SET_DOWN: (f"{who} was led by another, or set down, in this turn.", "elric/7.3e"),
        APART: (f"{who} is in another stack of this wilderness and must be found by a search.", "elric/8.0e"),
        CREWLESS: _sails_not(position, unit) if world.kind[unit] == FLEET else ("", ""),
        ELRIC: ("Elric moves only with a personality of his controller, Moonglum not counted.", "elric/12.1.2e"),
        CHAINED: ("Armies never leave the Chaos Ship.", "elric/16.8/chaos-ship"),
        MOONGLUM: ("Moonglum goes where Elric goes: take Elric.", "elric/12.1.6a"),
    }
    return table.get(why, (f"{who} is already in the group, or like one that is.", "elric/7.2c"))
