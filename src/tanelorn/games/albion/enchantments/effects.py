"""What enchantments do that have worked (albion/19.4), all at once; Dispelling Magic comes before them (19.4/11)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.enchantments.castable import caster_seat, reach_of
from tanelorn.games.albion.enchantments.mind_control import contend
from tanelorn.games.albion.losses.aftermath import check_later
from tanelorn.games.albion.losses.fortresses import destroy_fortress
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import Due
from tanelorn.games.albion.stacks.looks import look_at
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.printed.spells import (
    DISPELLING,
    ELEMENTS,
    FARCALLING,
    FIMBULWINTER,
    MIND_CONTROL,
    RAINMAKING,
    SHAKE_EARTH,
    SIGHTS,
    SPELLS,
    STORM,
    STRENGTH,
    VISION,
    VORTEX,
    Spell,
)
from tanelorn.games.albion.state.ratings import SEATED, magic
from tanelorn.games.albion.state.stacks import garrison_side, troops_ashore


def shake(position: AlbionPosition, hexes: list[int], log: Log) -> None:
    """Let the earth shake in some hexes; escorts are spared, dykes stand (17.4d), each side's half is rounded
    down, and who is aboard is neither counted nor lost (12.2a).
    """
    w = position.world
    for hex in reversed(hexes):
        halves = [sum(army.n for army in troops_ashore(position, seat, hex)) // 2 for seat in (0, 1)]
        check_later(position, hex)
        dues = [Due(seat, hex, "armies", csp=half) for seat, half in enumerate(halves)]
        take_losses(position, dues, how="spell", clause="albion/19.4/01")
    for hex in hexes:
        if log:
            log.say(f"The earth shakes at **{at_hex(w, hex)}**.", clause="albion/19.4/01", places=(w.number[hex],))
        if garrison_side(position, hex) >= 0 and not w.dyke[hex]:
            destroy_fortress(position, hex, log, cause="spell")


def see(position: AlbionPosition, spell: Spell, log: Log) -> None:
    """Let the caster of a Vision look: in range, in the kingdoms of their place; not where magic is dispelled."""
    seat = caster_seat(position, spell)
    found = look_at(position, seat, [hex for hex in in_sight(position, spell.caster) if hex not in position.dispelled])
    if log:
        log.say(
            f"{SEAT_NAMES[seat]}: {found} enemy stack{' lies' if found == 1 else 's lie'} open.",
            clause="albion/19.4/13",
            seat=seat,
            knowers=(seat,),
            otherwise="",
        )


def in_sight(position: AlbionPosition, person: int) -> list[int]:
    """Return the hexes that a person's Vision shows (19.4/13), from some places more (19.5/04, 19.5/05, 19.5/13,
    19.5/15, 19.5/18).
    """
    w, here = position.world, position.at[person]
    hexes = set(w.within(here, reach_of(position, person, SPELLS[VISION - 1])))
    sight = SIGHTS.get(w.place[here])
    if sight is None or (position.basic and sight.place != 5):
        return sorted(hexes)
    if sight.of_the_seated and w.persons[person].id not in SEATED:
        return sorted(hexes)
    if sight.everywhere:
        return list(range(len(w.number)))
    realms = {w.realm[id] for id in sight.realms}
    return sorted(hexes | {hex for hex, realm in enumerate(w.kingdom) if realm in realms})


class Effects(Automatic, frozen=True, tag=True):
    """All successful enchantments take effect together (5.B.3, 5.B.4): Farcalling (19.4/02), Strength (19.4/12),
    vortices (19.4/09), Vision, earthquakes, Mind Control.
    """

    title = "Effects"
    clause = "albion/5.B.3"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Apply them; Scrying and Mental Attacks follow when all else is done (5.B.6)."""
        worked = [spell for spell in position.spells if spell.done == "works"]
        position.dispelled = sorted({spell.hex for spell in worked if spell.number == DISPELLING})
        holds = [spell for spell in worked if not dispelled(position, spell)]
        _weather(position, holds, log)
        for spell in holds:
            if spell.number == FARCALLING:
                position.farcalled = True
            elif spell.number == STRENGTH:
                position.strong[spell.person] += 2
            elif spell.number == VORTEX and spell.hex not in position.vortices:
                position.vortices = sorted((*position.vortices, spell.hex))
            elif spell.number == VISION:
                see(position, spell, log)
        shake(position, sorted({spell.hex for spell in holds if spell.number == SHAKE_EARTH}), log)
        controls: dict[int, list[int]] = {}
        for spell in holds:
            if spell.number == MIND_CONTROL:
                controls.setdefault(spell.person, []).append(spell.caster)
        for person, casters in sorted(controls.items()):
            contend(position, person, casters, log)


def dispelled(position: AlbionPosition, spell: Spell) -> bool:
    """Tell whether an enchantment is stopped because its target is in a hex where magic is dispelled (19.4/11)."""
    if spell.number == DISPELLING:
        return False
    if spell.hex in position.dispelled:
        return True
    return spell.person >= 0 and position.at[spell.person] in position.dispelled


def _weather(position: AlbionPosition, holds: list[Spell], log: Log) -> None:
    """Set the weather of the turn: Fimbulwinter (19.4/06) before Rainmaking (19.4/07), Elements (19.4/04) and storms
    (19.4/05) by place.
    """
    numbers = {spell.number for spell in holds}
    if FIMBULWINTER in numbers:
        position.sky = "snow"
    elif RAINMAKING in numbers:
        position.sky = "rain"
    w = position.world
    for spell in holds:
        here = position.at[spell.caster]
        if spell.number == ELEMENTS:
            position.elements[here] = (magic(position, spell.caster), spell.word)
        elif spell.number == STORM:
            zone = next(n for n, zone in enumerate(w.zones) if zone.id == spell.word)
            position.storms = sorted({*position.storms, zone})
            if log:
                log.say(f"A storm rages: **{w.zones[zone].name}**.", clause="albion/19.4/05")
    if log and numbers & {FIMBULWINTER, RAINMAKING}:
        snows = position.sky == "snow"
        clause = "albion/19.4/06" if snows else "albion/19.4/07"
        log.say("It snows on the whole map." if snows else "It rains on the whole map.", clause=clause)
    if log:
        for hex in position.dispelled:
            log.say(f"No magic holds at {at_hex(w, hex)}.", clause="albion/19.4/11", places=(w.number[hex],))
