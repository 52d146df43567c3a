"""Looking into stacks (archmagi/scout.2, spell-rule.21): what a player sees is kept in mind for him alone."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import note
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES


def look_at(
    position: ArchmagiPosition, viewer: int, hex: int, seat: int, log: Log, *, gear: bool, by: int = -1
) -> None:
    """Let a player see a stack: kept in mind, and known in this Scout phase (spell-rule.21). All see from which
    hex (`by`) a scout looks, and at which stack (view.3).
    """
    units = position.stack(hex, seat)
    artifacts = [artifact for unit in units for artifact in position.gear[unit]] if gear else []
    note(position, [viewer], hex, seat, units, artifacts)
    for unit in units:
        position.glimpses[unit] = position.glimpses.get(unit, 0) | 1 << viewer
    for artifact in artifacts:
        position.known_gear[artifact] = position.known_gear.get(artifact, 0) | 1 << viewer
    if log:
        names = [KINDS[position.kinds[unit]].name for unit in units] + [ITEM.text(artifact) for artifact in artifacts]
        who, place = SEAT_NAMES[viewer], f"{SEAT_NAMES[seat]}’s stack in {position.land.ids[hex]}"
        log.say(
            f"**{who}** sees {place}: {', '.join(names)}.",
            clause="archmagi/scout.2",
            seat=viewer,
            places=(position.land.ids[hex],),
            knowers=(viewer,),
            otherwise=f"**{who}** looks at {place}" + (f" from {position.land.ids[by]}." if by >= 0 else "."),
        )
