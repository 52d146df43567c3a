"""What spells reveal to a player: stacks, hands and reserves (archmagi/spell-rule.5, .21)."""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.log import Log
from tanelorn.games.archmagi.casting.responses import Shielded
from tanelorn.games.archmagi.scout.looking import look_at
from tanelorn.games.archmagi.state.codes import hex_of, reserve_of, seat_of, spells_of
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Sighting, Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES


def scry(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at up to three stacks, artifacts too (spell/scry, scout.2)."""
    for key in made.stacks:
        if key in position.stacks:
            look_at(position, made.seat, hex_of(key), seat_of(key), log, gear=True)
    return False


def read_minds(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at all opponents' spells (spell/read-minds)."""
    for seat in position.playing():
        if seat != made.seat:
            seen = Sighting(tuple(position.spells[seat]), (), position.round)
            position.seen[made.seat][spells_of(seat)] = seen
    _read(
        position,
        made.seat,
        log,
        "archmagi/spell/read-minds",
        lambda seat: [SPELLS[s].name for s in position.spells[seat]],
    )
    return False


def foretell(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at all opponents' reserves, stored artifacts too (spell/foretell)."""

    def names(seat: int) -> list[str]:
        return [KINDS[kind].name for kind in position.reserve[seat]] + [ITEM.text(a) for a in position.stored[seat]]

    for seat in position.playing():
        if seat != made.seat:
            seen = Sighting(tuple(position.reserve[seat]), tuple(position.stored[seat]), position.round)
            position.seen[made.seat][reserve_of(seat)] = seen
    _read(position, made.seat, log, "archmagi/spell/foretell", names)
    return False


def _read(position: ArchmagiPosition, viewer: int, log: Log, clause: str, names: Callable[[int], list[str]]) -> None:
    if log:
        for seat in position.clockwise(viewer):
            if seat != viewer:
                text = f"**{SEAT_NAMES[seat]}** holds {', '.join(names(seat)) or 'nothing'}."
                log.say(text, clause=clause, seat=seat, knowers=(viewer,))
