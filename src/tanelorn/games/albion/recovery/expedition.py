"""Auberon’s Expedition (albion/10.1): when it may come, and how: five ships in one hex, with Auberon, Ogme and Corin
aboard one of them.
"""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.albion.stacks.entering import enter
from tanelorn.games.albion.stacks.waking import wake_realm
from tanelorn.games.albion.state.position import AWAY, AlbionPosition, alone
from tanelorn.games.albion.state.printed.nouns import at_hex, coast_click, coast_label, with_piece
from tanelorn.games.albion.state.printed.pieces import ship_code, ship_of
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, World


def may_come(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat may roll for the expedition now: Faerie from turn 4 on until it has come (10.1a), and never
    in Albion Alone (22.2).
    """
    sails = position.world.expedition
    waiting = position.at[sails.persons[0]] == AWAY and position.turn >= sails.first_turn
    return seat == FAERIE and waiting and not alone(position)


@lru_cache(maxsize=8)
def landfalls(world: World) -> tuple[Act, ...]:
    """Return the coasts and open waters where the expedition may appear: all of its two seas (10.1b)."""
    acts = []
    for hex, zone in enumerate(world.zone):
        if zone not in world.expedition.zones:
            continue
        number, coasts = world.number[hex], len(world.berths[hex])
        for coast in range(coasts):
            said = f" coast {coast}" if coasts > 1 else ""
            path = (f"space:{number}", *((coast_click(world, hex, coast),) if coasts > 1 else ()))
            acts.append(Act("arrive at", (hex, coast), f"arrive at {number}{said}", path))
    return tuple(acts)


class PlaceExpedition(AsksOne, frozen=True, tag=True):
    """The Faerie player chooses the hex in which all five ships appear (10.1b)."""

    title = "Auberon’s Expedition"
    clause = "albion/10.1b"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Every hex of the two seas, whoever is there."""
        acts = landfalls(position.world)
        quiet = next((act for act in acts if act.args[0] not in position.fleets), acts[0])
        prompt = "Auberon’s Expedition has come. In which hex of these two seas?"
        return Acts(acts, prompt, labels=lambda: _sea_labels(position, acts), default=quiet)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Put the ships there; then ask which of them carries the King."""
        w = position.world
        hex, coast = choice.args
        for ship in w.expedition.ships:
            position.put_ship(ship, hex, coast)
        if log:
            text = f"The sails of **Auberon’s Expedition** are sighted at {at_hex(w, hex)}."
            log.say(text, clause="albion/10.1b", seat=seat, places=(w.number[hex],))
        position.then(CarryExpedition(self.seat, hex))
        enter(position, seat, hex, log, moved=tuple(ship_code(ship) for ship in w.expedition.ships))


class CarryExpedition(AsksOne, frozen=True, tag=True):
    """The Faerie player chooses the ship that carries all three persons, Auberon (7.9/e01), Ogme (7.9/e09) and Corin
    (7.9/a06), and the escort (10.1b).
    """

    hex: int
    title = "Auberon’s Expedition"
    clause = "albion/10.1b"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each of the five."""
        w = position.world
        acts = [with_piece(w, "board", ship_code(ship)) for ship in w.expedition.ships]
        strongest = max(w.expedition.ships, key=lambda ship: w.s_strength[ship][0])
        default = acts[w.expedition.ships.index(strongest)]
        prompt = "Which ship carries Auberon with his escort, Ogme and Corin?"
        return Acts(acts, prompt, labels=lambda: _labels(w), default=default)

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Put them aboard; with Ogme Leinster wakes (7.9/e09)."""
        w = position.world
        ship = ship_of(choice.args[0])
        for person in w.expedition.persons:
            position.put(person, self.hex)
            position.aboard[person] = ship
            position.awake[person] = 1
            position.escort[person] = int(w.p_escort[person])
        if log:
            names = ", ".join(f"**{w.persons[person].name}**" for person in w.expedition.persons)
            text = f"{names} are aboard **{w.ships[ship].name}**."
            log.say(text, clause="albion/10.1b", seat=seat, knowers=(seat,))
        if not position.basic:
            wake_realm(position, w.expedition.wakes, log)


def _sea_labels(position: AlbionPosition, acts: tuple[Act, ...]) -> dict[str, Pick]:
    """Say of each hex how far the nearest Fomorian ships are, as all see them."""
    w = position.world
    fleets = [hex for hex in position.fleets if position.ships_of(FOMORIAN, hex)]
    labels = {}
    for act in acts:
        hex = act.args[0]
        far = min((w.distance(hex, fleet) for fleet in fleets), default=-1)
        note = w.zones[w.zone[hex]].name
        if far >= 0:
            note += ", among Fomorian ships" if not far else f", {far} from the nearest Fomorian ships"
        pick = act.path[0]
        labels[pick] = Pick(pick, at_hex(w, hex), note=note)
        for way in act.path[1:]:
            labels[way] = coast_label(w, hex, act.args[1])
    return labels


def _labels(w: World) -> dict[str, Pick]:
    labels = {}
    for ship in w.expedition.ships:
        pick = f"piece:{w.ships[ship].id}"
        note = f"combat strength {w.s_strength[ship][0]}, movement {w.s_move[ship][0]}"
        labels[pick] = Pick(pick, w.ships[ship].name, note=note)
    return labels
