"""Which battles will be fought (elric/10.1, 10.9.3, 10.9.4, 7.3n): settled when movement ends, before the search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, PartByPart, Verb, Verbs
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat.sieges import came_to_relieve, sheltered
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.cities import behind_wall, holder
from tanelorn.games.elric.state.position import NOBODY, THIEF, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import leaders, strength, top
from tanelorn.games.elric.state.wilderness import wilderness
from tanelorn.games.elric.state.words import SEAT_WORDS, PlaceActs, area_words, ends, plain, seat_name, unit_words


class Declare(Automatic, frozen=True, tag=True):
    """Battles follow from where stacks stand after movement; others are declared now, and none is
    called off (10.1d).
    """

    seat: int
    title = "Battles to come"
    clause = "elric/10.1d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Note the battles that must be fought, and ask about those that may be."""
        position.fights = forced(position, self.seat)
        if log:
            for fight in position.fights:
                announce(position, self.seat, fight, "10.1a", log)
        if options(position, self.seat):
            position.then(Attacks(self.seat))


def forced(position: ElricPosition, seat: int) -> list[Fight]:
    """Return the battles that must be fought: where enemies are together, wilderness excepted (10.1a, 10.1b, 10.9.3a).

    Leaderless units do not attack (10.1c), and nothing forces those within a wall to come out (10.9.4a); but whoever
    has come to relieve them fights.
    """
    wild = wilderness(position)
    found = []
    for area in position.areas_of(seat):
        foes = [] if wild[area] else position.foes_in(area, seat)
        own = present(position, area, seat) if foes else []
        if not leaders(position, own) or (sheltered(position, area, seat) and not came_to_relieve(position, own)):
            continue
        seats = sorted({position.owner[unit] for unit in foes})
        found += [Fight(area, foe, behind_wall(position, area, foe)) for foe in seats]
    return found


def present(position: ElricPosition, area: int, seat: int) -> list[int]:
    """Return a seat's units in an area, except one that has come for Elric and does not fight (12.1.2d)."""
    return [unit for unit in position.own_in(area, seat) if not position.did[unit] & THIEF]


def options(position: ElricPosition, seat: int) -> list[Fight]:
    """Return the battles that may be declared: neutral cities, cities of a player who has nobody there, and sallies
    (10.1d, 10.9.3b, 10.9.4a, 7.3n, 10.9.3c, 10.1c).
    """
    world, wild = position.world, wilderness(position)
    found: list[Fight] = []
    for area in position.areas_of(seat):
        if not world.has_city[area] or (area == world.imrryr and not terms_of(position).elric):
            continue
        own = present(position, area, seat)
        if not leaders(position, own):
            continue
        owner = holder(position, area)
        if owner == seat:
            if not wild[area]:
                foes = sorted({position.owner[unit] for unit in position.foes_in(area, seat)})
                found += [Fight(area, foe) for foe in foes]
        elif owner == NOBODY or not position.own_in(area, owner):
            bands = sorted({position.band[unit] for unit in leaders(position, own)})
            found += [Fight(area, owner, True, band) for band in bands]
    return [fight for fight in found if not _declared(position, fight)]


def _declared(position: ElricPosition, fight: Fight) -> bool:
    """Tell whether a city is already attacked, by whatever stack, or a foe already met."""
    return any((other.area, other.foe) == (fight.area, fight.foe) for other in position.fights)


def announce(position: ElricPosition, seat: int, fight: Fight, clause: str, log: Log) -> None:
    """Say that a battle will be fought."""
    place = position.world.areas[fight.area]
    if fight.city:
        whom = f"**{place.cities[0].name}**"
        whom += f", held by {seat_name(position, fight.foe)}" if fight.foe != NOBODY else ""
    else:
        whom = f"{seat_name(position, fight.foe)} in **{place.name}**"
    log.say(f"{seat_name(position, seat)} will fight {whom}.", clause=f"elric/{clause}", seat=seat, places=(place.id,))


class Attacks(AsksOne, frozen=True, tag=True):
    """The active player declares further attacks, one by one (10.1d)."""

    title = "Battles to come"
    clause = "elric/10.1d"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each city that may be attacked, each enemy before a wall, or no more."""
        fights = options(position, seat)
        prompt = "Which cities do you attack? What is declared is fought."
        return ACTS.listed(PlaceActs, Attacker(position, seat, fights, fights), prompt, default=plain("done")).of(
            position.world
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the battle; ask again while there are others."""
        ACTS.do(Attacker(position, seat), choice, log)


class Attacker(NamedTuple):
    """Who may declare battles, some of these, and all of them."""

    position: ElricPosition
    seat: int
    fights: Sequence[Fight] = ()
    options: Sequence[Fight] = ()

    def one_by_one(self) -> Iterator[Attacker]:
        """Yield the same player with each of the battles."""
        for fight in self.fights:
            yield self._replace(fights=(fight,))


def declared(act: Act) -> Fight:
    """Read an act that declares a battle."""
    area, foe, city, band = act.args
    return Fight(area, foe, bool(city), band)


def _side(position: ElricPosition, seat: int, fight: Fight) -> list[int]:
    units = position.own_in(fight.area, seat)
    if not wilderness(position)[fight.area]:
        return units
    return [unit for unit in units if position.band[unit] == fight.own_band]


def _attacks(attacker: Attacker) -> Iterator[Act]:
    """Attack a city; which of several stacks does is named by the unit on top."""
    position, world = attacker.position, attacker.position.world
    for fight in attacker.fights:
        if fight.city:
            who = -1
            if len(_alike(attacker, fight)) > 1:
                own = position.own_in(fight.area, attacker.seat)
                who = top(position, [unit for unit in own if position.band[unit] == fight.own_band])
            suffix = f" with {unit_words(world)[who]}" if who >= 0 else ""
            yield _act(world, "attack", fight, suffix, (f"piece:{world.units[who].id}",) if who >= 0 else ())


def _sallies(attacker: Attacker) -> Iterator[Act]:
    """Sally from a city; which of several enemies is met is named by the seat."""
    for fight in attacker.fights:
        if not fight.city:
            foe = SEAT_WORDS[fight.foe] if len(_alike(attacker, fight)) > 1 else ""
            path = (f"button:{foe}",) if foe else ()
            yield _act(attacker.position.world, "sally", fight, f" against {foe}" if foe else "", path)


def _alike(attacker: Attacker, fight: Fight) -> list[Fight]:
    return [other for other in attacker.options if other.area == fight.area]


def _act(world: World, verb: str, fight: Fight, suffix: str, path: tuple[str, ...]) -> Act:
    args = (fight.area, fight.foe, int(fight.city), fight.own_band)
    text = f"{verb} {area_words(world)[fight.area]}{suffix}"
    return Act(verb, args, text, (f"space:{world.areas[fight.area].id}", *path))


def _declare(attacker: Attacker, act: Act, log: Log) -> None:
    position, seat, fight = attacker.position, attacker.seat, declared(act)
    position.fights = [*position.fights, fight]
    if log:
        announce(position, seat, fight, "10.9.3b" if fight.foe == NOBODY else "10.1d", log)
    if options(position, seat):
        position.then(Attacks(seat))


def _labels(attacker: Attacker, acts: Sequence[Act]) -> dict[str, Pick]:
    position, world, labels = attacker.position, attacker.position.world, {}
    for act in acts:
        fight = declared(act)
        place = world.areas[fight.area]
        own = strength(position, _side(position, attacker.seat, fight))
        if fight.foe == NOBODY:
            wall, militia = world.wall[fight.area], world.militia[fight.area]
            note = f"neutral: {militia + wall} against your {own}"
        elif fight.city:
            note = f"nobody is there: the wall is {world.wall[fight.area]} against your {own}"
        else:
            theirs = position.own_in(fight.area, fight.foe)
            note = f"outside the wall: {strength(position, theirs)} against your {own}"
        name = place.cities[0].name if fight.city else f"Sally from {place.cities[0].name}"
        labels[act.path[0]] = Pick(act.path[0], name, note, risk=True)
        if len(act.path) > 1 and not fight.city:
            labels[act.path[1]] = Pick(act.path[1], f"Against {seat_name(position, fight.foe)}", risk=True)
    return labels


def _refused(attacker: Attacker) -> list[Refusal]:
    """Say why other cities where the player's units stand cannot be attacked."""
    position, seat = attacker.position, attacker.seat
    world, wild = position.world, wilderness(position)
    declared = {fight.area for fight in attacker.options}
    found = []
    for area in sorted(position.stacks):
        own = present(position, area, seat)
        if not own or area in declared:
            continue
        place, foes = world.areas[area], position.foes_in(area, seat)
        text, picks = f"attack {area_words(world)[area]}", (f"space:{place.id}",)
        if any(fight.area == area for fight in position.fights):
            why, clause = "That battle is fought as it is.", "elric/10.1a"
        elif wild[area] and foes:
            why, clause = "In wilderness enemies must be found first, by a search.", "elric/7.3i"
        elif not leaders(position, own):
            why, clause = "An attack needs a personality who can lead it.", "elric/10.1c"
        elif world.has_city[area] and holder(position, area) == seat:
            why, clause = f"{place.cities[0].name} is yours.", "elric/10.1d"
        else:
            why, clause = "There is no city and no enemy.", "elric/10.1d"
        found.append(Refusal(text, why, clause, picks))
    return found


ACTS: Verbs[Attacker] = Verbs(
    PartByPart(
        Attacker.one_by_one,
        Verb("attack", fits=_attacks, does=_declare, labels=_labels, refused=_refused),
        Verb("sally", fits=_sallies, does=_declare, labels=_labels),
    ),
    ends("done", "No more battles"),
)
