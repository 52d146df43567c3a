"""What spells let a player see, and what they take from others (archmagi/spell-rule.5, .21)."""

from __future__ import annotations

from collections.abc import Callable

from tanelorn.core.log import Log
from tanelorn.games.archmagi.casting.reaching import Shielded
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Sighting, Spellcast
from tanelorn.games.archmagi.state.position import MOST, RESERVE_SEEN, SPELLS_SEEN, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import note
from tanelorn.games.archmagi.words.nouns import ITEM, SEAT_NAMES


def scry(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at up to three stacks, artifacts too (spell/scry, scout.2)."""
    for key in made.stacks:
        if key in position.stacks:
            look_at(position, made.seat, key // MOST, key % MOST, log, gear=True)
    return False


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


def read_minds(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The player looks at all opponents' spells (spell/read-minds)."""
    for seat in position.playing():
        if seat != made.seat:
            seen = Sighting(tuple(position.spells[seat]), (), position.round)
            position.seen[made.seat][SPELLS_SEEN + seat] = seen
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
            position.seen[made.seat][RESERVE_SEEN + seat] = seen
    _read(position, made.seat, log, "archmagi/spell/foretell", names)
    return False


def _read(position: ArchmagiPosition, viewer: int, log: Log, clause: str, names: Callable[[int], list[str]]) -> None:
    position.learn()
    if log:
        for seat in position.clockwise(viewer):
            if seat != viewer:
                text = f"**{SEAT_NAMES[seat]}** holds {', '.join(names(seat)) or 'nothing'}."
                log.say(text, clause=clause, seat=seat, knowers=(viewer,))


def vortex(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """All players discard as many spells as a die says, each his own (spell/vortex)."""
    from tanelorn.games.archmagi.spells.spelldice import VortexRoll

    position.then(VortexRoll(made.hex, tuple(position.clockwise(position.active - 1))))
    return False


def steal(position: ArchmagiPosition, made: Spellcast, shielded: Shielded, log: Log) -> bool:
    """The owner names the artifacts of the stack, the caster's player takes one without a roll (spell/steal)."""
    from tanelorn.games.archmagi.scout.theft import SpellTheft, declare, loot

    hex, seat = divmod(made.stacks[0], MOST)
    declare(position, hex, seat, made.seat, log)
    if loot(position, hex, seat, shielded) and position.owners[made.unit] >= 0:
        position.then(SpellTheft(made, shielded, SpellTheft(made, shielded).seizable(position)))
    return False
