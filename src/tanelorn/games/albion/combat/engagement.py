"""Engagements: which fleets meet, and how they begin (albion/15.2, 16.2)."""

from __future__ import annotations

from tanelorn.core.choices import Pick
from tanelorn.games.albion.state.battle import Fight
from tanelorn.games.albion.state.nouns import at_hex, coast_click, coast_label
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.who_fights import fleet_of


def engagements(position: AlbionPosition) -> tuple[Fight, ...]:
    """Return where ships of both sides that are not under Refit lie on one coast (15.2a, 15.2b).

    Both sides are told so then: whether there are ships beneath one under Refit is hidden otherwise (11.9c).
    """
    found = []
    for hex in sorted(position.fleets):
        for coast in range(len(position.world.berths[hex])):
            fight = Fight(hex, "engagement", coast)
            if fleet_of(position, fight, 0).ships and fleet_of(position, fight, 1).ships:
                found.append(fight)
    return tuple(found)


def in_sight(position: AlbionPosition) -> bool:
    """Tell whether ships of both sides lie on one coast anywhere, which all can see."""
    w = position.world
    for ships in position.fleets.values():
        if len(ships) > 1:
            lying = {(w.s_side[ship], position.coast[ship]) for ship in ships}
            if any((1 - side, coast) in lying for side, coast in lying):
                return True
    return False


def place_words(position: AlbionPosition, fight: Fight) -> str:
    """Return how the place of a fight is written in a choice: the hex, and the coast where it has more than one."""
    number = position.world.number[fight.hex]
    if fight.kind == "engagement" and len(position.world.berths[fight.hex]) > 1:
        return f"{number} coast {fight.coast + 1}"
    return number


def place_labels(position: AlbionPosition, fight: Fight, note: str = "", *, risk: bool = False) -> dict[str, Pick]:
    """Name the place of a fight: its hex, and its coast where that is asked."""
    space, *coast = place_picks(position, fight)
    labels = {space: Pick(space, at_hex(position.world, fight.hex), note, risk=risk)}
    return labels | {click: coast_label(position.world, fight.hex, fight.coast) for click in coast}


def place_picks(position: AlbionPosition, fight: Fight) -> tuple[str, ...]:
    """Return the clicks that name the place of a fight."""
    picks = (f"space:{position.world.number[fight.hex]}",)
    if fight.kind == "engagement" and len(position.world.berths[fight.hex]) > 1:
        return (*picks, coast_click(position.world, fight.hex, fight.coast))
    return picks
