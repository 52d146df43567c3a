"""Fortresses (4): standing armies, whom they serve, and how they fall."""

from __future__ import annotations

from tanelorn.games.diplomacy.youngkingdoms.board import ATLAS, FORTRESSES, Garrison
from tanelorn.games.diplomacy.youngkingdoms.position import YoungKingdomsPosition


def at_the_start() -> tuple[Garrison, ...]:
    """Return the five fortresses (4.list): each serves the power whose home it is, or nobody."""
    home = {place: seat for seat, power in enumerate(ATLAS.file.powers) for place in power.home}
    return tuple(Garrison(place, strength, home.get(ATLAS.ids[place], -1)) for place, strength in FORTRESSES)


def strength(position: YoungKingdomsPosition, place: int) -> int:
    """Return the strength of the standing army in a space (4.strength), 0 if there is none."""
    return next((one.strength for one in position.garrisons if one.at == place), 0)


def stops(position: YoungKingdomsPosition, place: int, seat: int) -> bool:
    """Tell whether a standing army keeps a power out of a space (4.strength): any does but its own."""
    return any(one.at == place and one.power != seat for one in position.garrisons)


def is_walled(position: YoungKingdomsPosition, seat: int, place: int) -> bool:
    """Tell whether a standing army keeps a sorcerer without strength out (4.sorcerer): its power has not agreed."""
    return any(
        one.at == place and (one.power < 0 or not position.agree(seat, one.power, place)) for one in position.garrisons
    )


def raise_garrison(position: YoungKingdomsPosition, place: int, caster: int) -> None:
    """Add a standing army of strength 1 (5.5.spell-7).

    It serves the power whose unit stands in the space, else the owner of the centre, else the caster's.
    """
    owners = dict(zip(ATLAS.centres, position.owners, strict=True))
    standing = [unit.power for unit in position.units if ATLAS.province[unit.at] == place]
    owner = owners.get(place, -1)
    power = standing[0] if standing else owner if owner >= 0 else caster
    raised = Garrison(place, strength(position, place) + 1, power)
    position.garrisons = tuple(sorted([*(one for one in position.garrisons if one.at != place), raised]))


def fall(position: YoungKingdomsPosition, entered: dict[int, int]) -> list[Garrison]:
    """Destroy the standing armies of spaces entered by another power (4.capture); return those that fell.

    `entered` gives the power that entered each space.
    """
    fallen = [one for one in position.garrisons if entered.get(one.at, one.power) != one.power]
    position.garrisons = tuple(one for one in position.garrisons if one not in fallen)
    return fallen


def terms(position: YoungKingdomsPosition) -> dict[int, tuple[int, int]]:
    """Return the standing armies as the judge wants them: by province, the power let in and the strength.

    They add their strength to that of a unit that stands there (4.occupier), and do nothing else (4.cut).
    """
    return {one.at: (one.power, one.strength) for one in position.garrisons}
