"""What a muster brings, and where it appears (elric/11.0e to 11.0m, 11.0p, 16.8, 16.9)."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.equipment.spells import Muster as Name
from tanelorn.games.elric.hands import draw_hand
from tanelorn.games.elric.losses.escapes import sink
from tanelorn.games.elric.losses.leaving_play import leave
from tanelorn.games.elric.melniboneans.control import controller_gone, settle
from tanelorn.games.elric.muster.setting_up import place_nation, stand
from tanelorn.games.elric.state.cities import check_garrisons
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.words import area_labels, area_named, name, seat_name, to_area


def bring(position: ElricPosition, unit: int, named: Name, log: Log) -> None:
    """Bring what a personality musters; once everyone stands, hands are drawn and control of Elric is settled."""
    world = position.world
    if named.kind == "nation":
        number = world.nation[named.id]
        if position.nation[number] == NOBODY:
            bring_nation(position, number, position.owner[unit], log, band=_band_at(position, unit, number))
        else:
            _promise(position, number, position.owner[unit], log)
    elif named.kind == "horde":
        _bring_horde(position, unit, world.nation[named.id])
    elif named.kind == "person":
        _bring_person(position, unit, world.unit[named.id])
    else:
        _bring_artifact(position, unit, world.unit[named.id])


class NewHand(Automatic, frozen=True, tag=True):
    """A mustered magician draws spells up to capacity (9.1a)."""

    unit: int
    title = "A new hand"
    clause = "elric/9.1a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the magician is still there and the scenario draws spells."""
        capacity = position.world.spells[self.unit]
        if capacity and position.area[self.unit] >= 0 and terms_of(position).container:
            draw_hand(position, self.unit, capacity - len(position.hand(self.unit)))


class Arrived(Automatic, frozen=True, tag=True):
    """New counters stand on the board: settle control of Elric and whether Moonglum joins him (12.1.2a, 12.1.6a)."""

    title = "Muster"
    clause = "elric/12.1.2a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Settle who controls Elric now."""
        settle(position, log)


# Nations


def _band_at(position: ElricPosition, unit: int, nation: int) -> int:
    """Return the musterer's stack where a nation's city lies in wilderness: they have met (8.0e)."""
    return position.band[unit] if position.area[unit] == position.world.nations[nation].capital else 0


def bring_nation(position: ElricPosition, number: int, seat: int, log: Log, *, band: int = 0) -> bool:
    """Set a nation up with all its counters and its magicians' hands (11.0e, 15.0); Moonglum comes with Eshmir unless
    he is in play (16.9/moonglum).
    """
    world = position.world
    nation = world.nations[number]
    at = len(position.agenda)
    if not place_nation(position, number, seat, log, band=band):
        return False
    home = next(city for city in nation.cities if position.captured[city] < 0)
    newcomers = [unit for unit in nation.people if world.spells[unit]]
    if number == world.nation["pan_tang"] and _theleb_goes_over(position, home, seat, log):
        newcomers.remove(world.theleb)
    if number == world.nation["eshmir"] and position.owner[world.moonglum] == OUT:
        stand(position, world.moonglum, home, seat, band)
    # what placing asks for comes first
    position.agenda[at:at] = [Arrived(), *(NewHand(unit) for unit in reversed(newcomers))]
    return True


def _theleb_goes_over(position: ElricPosition, home: int, seat: int, log: Log) -> bool:
    """Let Theleb K'aarna, if mustered alone before, join Pan Tang with his hand (11.0l, 16.9/theleb-kaarna); return
    whether he was in play.
    """
    theleb = position.world.theleb
    before = position.owner[theleb]
    if before < 0 or position.area[theleb] < 0:
        return False
    if before == seat:
        return True
    position.lift(theleb)
    position.owner[theleb] = OUT
    if position.elric_with == theleb:
        controller_gone(position, log)
    stand(position, theleb, home, seat)
    public = (1 << len(position.order)) - 1
    for spell in position.hand(theleb):
        if position.known[spell] != public:
            position.give(spell, theleb)
    if log:
        log.say(
            f"**{name(position.world, theleb)}** goes over to {seat_name(position, seat)} with Pan Tang.",
            clause="elric/11.0l",
            seat=seat,
        )
    return True


def _promise(position: ElricPosition, number: int, seat: int, log: Log) -> None:
    """Muster another player's country: its pieces leave now, and it rises at the start of the next turn (11.0g)."""
    world = position.world
    nation, before = world.nations[number], position.nation[number]
    position.nation[number] = NOBODY
    position.rising = [*position.rising, (number, seat)]
    position.then(Arrived())
    laden = {position.elric_with, *position.bearer.values()}  # last, so that what they leave passes to who remains
    for unit in sorted((*nation.people, *nation.armies), key=lambda unit: unit in laden):
        if position.owner[unit] == before and unit != world.elric:
            leave(position, unit, log)
    for fleet in nation.fleets:
        if position.owner[fleet] == before:
            sink(position, fleet, log)
    check_garrisons(position, log)
    if log:
        log.say(
            f"All that **{seat_name(position, before)}** had of **{nation.name}** leaves the board.",
            clause="elric/11.0g",
            seat=seat,
        )


class RiseNation(Automatic, frozen=True, tag=True):
    """A country taken from another player starts afresh at full strength (11.0g)."""

    seat: int
    nation: int
    title = "A country rises"
    clause = "elric/11.0g"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Set it up; if others garrison all its cities, it stays neutral."""
        if not bring_nation(position, self.nation, self.seat, log) and log:
            land = position.world.nations[self.nation]
            log.say(f"No city of **{land.name}** is free: it does not rise.", clause="elric/11.0g", seat=self.seat)


# Hordes, personalities


def _bring_horde(position: ElricPosition, unit: int, number: int) -> None:
    """Put all its counters where it was mustered (11.0h, 11.0i, 11.0j, 11.0k, 15.0)."""
    horde, seat = position.world.nations[number], position.owner[unit]
    position.nation[number] = seat
    for other in (*horde.people, *horde.armies):
        stand(position, other, position.area[unit], seat, position.band[unit])
    position.then(*(NewHand(other) for other in horde.people), Arrived())


def _bring_person(position: ElricPosition, unit: int, person: int) -> None:
    """Put a personality with the musterer, aboard the same ship or inside the same siege (11.0f, 10.9.4b, 16.9);
    Melniboneans come like all others (12.3b to 12.3e), but Pyaray alone (16.9/pyaray).
    """
    world, seat = position.world, position.owner[unit]
    position.then(NewHand(person), Arrived())
    if person != world.pyaray:
        stand(position, person, position.area[unit], seat, position.band[unit])
        position.ship[person] = position.ship[unit]
    elif position.owner[world.chaos_ship] == seat:
        _board(position, person, world.chaos_ship, seat)
    else:
        _launch(position, seat, world.chaos_ship, person, nearest_seas(position, position.area[unit]))


def swims(position: ElricPosition, unit: int) -> bool:
    """Tell whether a personality is in a sea without a ship."""
    return position.area[unit] in position.world.seas and position.ship[unit] < 0


# Ships and artifacts


def _bring_artifact(position: ElricPosition, unit: int, artifact: int) -> None:
    """Give an artifact to the musterer (11.0p), or launch a ship (16.8/free-fleet): the Battle Barge with Magnum Colim
    (11.0m, 12.3c).
    """
    world, seat = position.world, position.owner[unit]
    if artifact == world.barge:
        colim = world.colim if position.owner[world.colim] in (OUT, NOBODY) else -1
        position.then(NewHand(colim) if colim >= 0 else Arrived(), Arrived())
        _launch(position, seat, artifact, colim, barge_seas(position, unit))
    elif world.speed[artifact]:
        _launch(position, seat, artifact, -1, nearest_seas(position, position.area[unit]))
    else:
        position.bearer[artifact] = unit


def nearest_seas(position: ElricPosition, area: int) -> list[int]:
    """Return the seas nearest to an area (16.8/free-fleet)."""
    world = position.world
    steps = world.steps(area)
    seas = [sea for sea in sorted(world.seas) if steps[sea] >= 0]
    least = min((steps[sea] for sea in seas), default=0)
    return [sea for sea in seas if steps[sea] == least]


def barge_seas(position: ElricPosition, unit: int) -> list[int]:
    """Return where the Battle Barge can appear: the musterer's own sea if it borders on Melnibone, or the nearest such
    sea if the musterer is on the island or on land beside it (11.0m, 16.6/battle-barge-muster, 16.8/battle-barge).
    Empty anywhere else.
    """
    world, area = position.world, position.area[unit]
    beside = world.sea_next[world.melnibone]
    if area in beside:
        return [area]
    if area != world.melnibone and area not in world.adjacent[world.melnibone]:
        return []
    steps = world.steps(area)
    least = min(steps[sea] for sea in beside)
    return [sea for sea in beside if steps[sea] == least]


def _launch(position: ElricPosition, seat: int, fleet: int, aboard: int, seas: list[int]) -> None:
    if len(seas) > 1:
        position.then(ChooseSea(seat, fleet, aboard, tuple(seas)))
    elif seas:
        _put_to_sea(position, seat, fleet, aboard, seas[0])


def _put_to_sea(position: ElricPosition, seat: int, fleet: int, aboard: int, sea: int) -> None:
    stand(position, fleet, sea, seat)
    if aboard >= 0:
        _board(position, aboard, fleet, seat)


def _board(position: ElricPosition, person: int, fleet: int, seat: int) -> None:
    stand(position, person, position.area[fleet], seat)
    position.ship[person] = fleet if position.area[fleet] in position.world.seas else -1


class ChooseSea(AsksOne, frozen=True, tag=True):
    """In which of several equally near seas a ship appears, chosen by the musterer's player (16.8/free-fleet)."""

    fleet: int
    aboard: int
    seas: tuple[int, ...]
    title = "A ship appears"
    clause = "elric/16.8/free-fleet"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """The nearest seas."""
        world = position.world
        acts = [to_area(world, "launch", sea) for sea in self.seas]
        prompt = f"In which sea does {name(world, self.fleet)} appear?"
        return Acts(acts, prompt, labels=lambda: area_labels(world, acts), default=acts[0])

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Put it there, with its passengers."""
        world, sea = position.world, area_named(choice)
        _put_to_sea(position, seat, self.fleet, self.aboard, sea)
        if log:
            log.say(
                f"**{name(world, self.fleet)}** appears in the **{world.areas[sea].name}**.",
                clause="elric/16.8/free-fleet",
                seat=seat,
                places=(world.areas[sea].id,),
            )
