"""Announcing spells (archmagi/response.1): what is fixed then, what all are told, what becomes of the chit."""

from __future__ import annotations

import msgspec

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.games.archmagi.artifacts.wielding import cast_with
from tanelorn.games.archmagi.casting.aims import next_aim
from tanelorn.games.archmagi.casting.casting import FARCAST, farcast_scrolls
from tanelorn.games.archmagi.state.content import FORMS, KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import MOST, ArchmagiPosition
from tanelorn.games.archmagi.state.traits import gear_kind
from tanelorn.games.archmagi.words.nouns import ARTIFACT_CHIT, HEX, ITEM, RESERVE, SEAT_NAMES, STACK, UNIT, find
from tanelorn.games.archmagi.words.verbs import END, Args


def spellcast(position: ArchmagiPosition, seat: int, args: Args, *, far: bool, answers: bool = False) -> Spellcast:
    """Return what a seat announces: the chit, the mage, the targets and all choices, fixed (response.1)."""
    card, unit = args[0], find(position, seat, args[1])
    scrolls = -1
    if card >= ARTIFACT_CHIT:
        scrolls = next(a for a in position.gear[unit] if card - ARTIFACT_CHIT in position.scrolls.get(a, ()))
    made = Spellcast(
        spell=card % ARTIFACT_CHIT,
        seat=seat,
        unit=unit,
        hex=position.hexes[unit],
        scrolls=scrolls,
        far=far,
        answers=answers,
    )
    return aimed(position, made, seat, args[2:])


def aimed(position: ArchmagiPosition, made: Spellcast, seat: int, tail: Args) -> Spellcast:
    """Return a spell with its targets, as a seat names them."""
    units: list[int] = []
    places: list[int] = []
    keys: list[int] = []
    kinds: list[int] = []
    artifact, flag = -1, 0
    land = position.land
    for at, arg in enumerate(tail):
        found = next_aim(SPELLS[made.spell], tail[:at])
        if found is None or arg == END:
            continue
        noun = found[0].noun
        if noun is UNIT:
            units.append(find(position, seat, arg))
        elif noun is HEX:
            places.append(land.index[arg])
        elif noun is STACK:
            keys.append(land.index[arg // MOST] * MOST + arg % MOST)
        elif noun is RESERVE:
            kinds.append(arg)
        elif noun is ITEM:
            artifact = next(a for a in position.gear[units[-1]] if gear_kind(a) == arg)
        else:
            flag = arg
    return msgspec.structs.replace(
        made,
        units=tuple(units),
        hexes=tuple(places),
        stacks=tuple(keys),
        kinds=tuple(kinds),
        artifact=artifact,
        flag=flag,
    )


def spend(position: ArchmagiPosition, made: Spellcast) -> None:
    """Take the chit out of the reserve, or out of the scrolls that hold it; empty scrolls are discarded
    (artifact/ancient-scrolls).
    """
    if made.scrolls < 0:
        position.spells[made.seat].remove(made.spell)
        return
    kept = position.scrolls[made.scrolls]
    kept.remove(made.spell)
    if not kept:
        from tanelorn.games.archmagi.artifacts.death import drop

        drop(position, made.unit, made.scrolls)
        position.artifact_back(made.scrolls)


def announce(position: ArchmagiPosition, made: Spellcast, log: Log) -> None:
    """Put a spell on the chain for all to see, and open its window of answers (response.1)."""
    from tanelorn.games.archmagi.casting.responses import Window

    spend(position, made)
    cast_with(position, made)
    _show(position, made)
    position.chain.append(made)
    if log:
        log.say(
            _told(position, made),
            clause=f"archmagi/spell/{SPELLS[made.spell].slug}",
            seat=made.seat,
            places=_places(position, made),
            shows=tuple(Mark("spell", place, seat=made.seat) for place in _places(position, made)),
        )
    position.then(Window())


def announce_far(position: ArchmagiPosition, carried: Spellcast, log: Log) -> None:
    """Announce Farcast with the spell that it carries, whose chit stays where it is until Farcast takes effect
    (response.7).
    """
    far = Spellcast(
        spell=FARCAST,
        seat=carried.seat,
        unit=carried.unit,
        hex=carried.hex,
        scrolls=farcast_scrolls(position, carried.seat, carried.unit),
        answers=carried.answers,
        carried=carried,
    )
    announce(position, far, log)


def _show(position: ArchmagiPosition, made: Spellcast) -> None:
    """In a battle the caster and own targets are revealed by it (spell-rule.9, battle.9)."""
    from tanelorn.games.archmagi.state.sightings import show

    battle = position.battle
    if battle is not None:
        for unit in (made.unit, *made.units):
            if position.owners[unit] == made.seat and position.hexes[unit] == battle.hex:
                show(position, unit)


def _places(position: ArchmagiPosition, made: Spellcast) -> tuple[str, ...]:
    hexes = [*made.hexes, *(key // MOST for key in made.stacks), *(position.hexes[u] for u in made.units)]
    return tuple(dict.fromkeys(position.land.ids[hex] for hex in hexes or [made.hex]))


def _told(position: ArchmagiPosition, made: Spellcast) -> str:
    battle = position.battle
    who = SEAT_NAMES[made.seat]
    if battle is not None and position.hexes[made.unit] == battle.hex:
        by = f"{KINDS[position.kinds[made.unit]].name}"
    else:
        by = f"a mage in {position.land.ids[made.hex]}"
    at = [f"{KINDS[position.kinds[unit]].name}" for unit in made.units]
    at += [f"{SEAT_NAMES[key % MOST]} in {position.land.ids[key // MOST]}" for key in made.stacks]
    at += [position.land.ids[hex] for hex in made.hexes]
    aims = f" at {', '.join(at)}" if at else ""
    with_it = f" for **{SPELLS[made.carried.spell].name}**" if made.carried is not None else ""
    form = f" ({FORMS[made.flag]})" if SPELLS[made.spell].effect == "familiar" else ""  # as public as targets (view.4)
    return f"**{who}** casts **{SPELLS[made.spell].name}**{form}{with_it}{aims}, by {by}."


def return_chits(position: ArchmagiPosition, made: Spellcast) -> None:
    """Return the chit of a spell that has failed to the pile; what a Farcast would have carried was never cast."""
    position.spell_back(made.spell)
