"""Looking into enemy stacks (albion/19.4/13, 19.4/13b): what is seen is remembered for its player, with its turn."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.albion.enchantments.castable import caster_seat, reach_of
from tanelorn.games.albion.stacks.looks import look_at
from tanelorn.games.albion.state.nouns import SEAT_NAMES
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.ratings import SEATED
from tanelorn.games.albion.state.spells import SIGHTS, SPELLS, VISION, Spell


def see(position: AlbionPosition, spell: Spell, log: Log) -> None:
    """Let the caster of a Vision look: in range, in the kingdoms of his place; not where magic is dispelled."""
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
    """Return the hexes that a person's Vision shows (19.4/13, 19.5/04, /05, /13, /15, /18; 20.6/16)."""
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
