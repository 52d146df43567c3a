"""Looking into stacks (archmagi/scout.1 to scout.3, spell-rule.21): scouts, the Orb of Farseeing, a Seer's Visions."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.abilities import can_use, gear_kind, powers, traits
from tanelorn.games.archmagi.state.codes import (
    NO_SEATS,
    hex_and_seat,
    is_pile,
    joined,
    pile_meant,
    pile_of,
    pile_ref,
    seat_of,
    stack_ref,
)
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.state.position import SCOUTED, VISIONS, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import note
from tanelorn.games.archmagi.words.nouns import (
    ITEM,
    SEAT_NAMES,
    STACK,
    UNIT,
    all_units,
    find,
    stack_meant,
    stack_name,
    stack_text,
)
from tanelorn.games.archmagi.words.verbs import Args, Noun, Slot, Verb, steps, verb

_LOOKS = BIT["scout"] | BIT["rogue"]


def near_stacks(position: ArchmagiPosition, hex: int, seat: int) -> list[int]:
    """Return the enemy stacks in a hex and beside it, as they are named."""
    codes = position.land.codes
    return [stack_ref(codes[h], foe) for h in (hex, *position.land.near[hex]) for foe in position.foes_in(h, seat)]


def far_sighted(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a unit can scout any hex (artifact/orb-of-farseeing)."""
    return any(ARTIFACTS[gear_kind(a)].row.scouts_anywhere and can_use(position, unit, a) for a in position.gear[unit])


def _all_stacks(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [stack_name(position, key) for key in sorted(position.stacks) if seat_of(key) != seat]


def _scouts(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if not position.done[unit] & SCOUTED
        and (
            (traits(position, unit) & _LOOKS and near_stacks(position, position.hexes[unit], seat))
            or (far_sighted(position, unit) and len(position.stacks) > len(position.hexes_of(seat)))
        )
    ]


def _scouted(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    unit = find(position, seat, args[0])
    if far_sighted(position, unit):
        return _all_stacks(position, seat, args)
    return near_stacks(position, position.hexes[unit], seat)


def scout_stack(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Look into a stack, without its artifacts (scout.2, scout.1, scout.3, trait/scout, trait/rogue,
    artifact/figurines-of-wonder).
    """
    unit = find(position, seat, args[0])
    position.done[unit] |= SCOUTED
    hex, foe = hex_and_seat(stack_meant(position, args[1]))
    look_at(position, seat, hex, foe, log, gear=False, by=position.hexes[unit])


SCOUT = verb(
    Verb(
        "scout",
        "Scout a stack",
        steps(
            Slot("with", UNIT, "Which unit scouts?", _scouts, "archmagi/scout.2"),
            Slot("at", STACK, "Which stack does it look at?", _scouted, "archmagi/scout.2"),
        ),
        "archmagi/scout.2",
        weight=4,
        does=scout_stack,
    )
)


def look_at(
    position: ArchmagiPosition, viewer: int, hex: int, seat: int, log: Log, *, gear: bool, by: int = -1
) -> None:
    """Let a player see a stack, remember it, and know it in this Scout phase (spell-rule.21). Everybody sees from which
    hex (`by`) a scout looks, and at which stack (view.3).
    """
    units = position.stack(hex, seat)
    artifacts = [artifact for unit in units for artifact in position.gear[unit]] if gear else []
    note(position, [viewer], hex, seat, units, artifacts)
    for unit in units:
        position.glimpses[unit] = joined(position.glimpses.get(unit, NO_SEATS), viewer)
    for artifact in artifacts:
        position.known_gear[artifact] = joined(position.known_gear.get(artifact, NO_SEATS), viewer)
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


PILES = ("the unit pile", "the spell pile", "the artifact pile")


VISION = Noun(
    lambda ref: PILES[pile_meant(ref)] if is_pile(ref) else stack_text(ref),
    lambda ref: f"button:{PILES[pile_meant(ref)]}" if is_pile(ref) else STACK.pick(ref),
)


def _visions(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [*_all_stacks(position, seat, args), *map(pile_ref, range(len(PILES)))]


def have_visions(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Look at a stack with its artifacts, or at a pile (archmagus/seer/visions)."""
    position.used |= VISIONS
    if not is_pile(args[0]):
        hex, owner = hex_and_seat(stack_meant(position, args[0]))
        look_at(position, seat, hex, owner, log, gear=True)
        return
    pile = pile_meant(args[0])
    position.seen[seat][pile_of(pile)] = _sighting(position, pile)
    if log:
        text = ", ".join(_pile_names(position, pile)) or "nothing"
        log.say(
            f"**{SEAT_NAMES[seat]}** sees {PILES[pile]}: {text}.",
            clause="archmagi/archmagus/seer/visions",
            seat=seat,
            knowers=(seat,),
            otherwise=f"**{SEAT_NAMES[seat]}** looks at {PILES[pile]}.",
        )


VISIONS_VERB = verb(
    Verb(
        "visions",
        "Visions: a stack or a pile",
        steps(Slot("of", VISION, "What does the Seer look at?", _visions, "archmagi/archmagus/seer/visions")),
        "archmagi/archmagus/seer/visions",
        possible=lambda position, seat: "visions" in powers(position, seat) and not position.used & VISIONS,
        weight=2,
        does=have_visions,
    )
)


def _sighting(position: ArchmagiPosition, pile: int) -> Sighting:
    """Return what is in a pile: units or spells, or artifacts."""
    if pile == 2:
        return Sighting((), tuple(position.artifact_pile), position.round)
    units = [kind for kind, count in enumerate(position.pile) for _ in range(count)]
    return Sighting(tuple(position.spell_pile if pile else units), (), position.round)


def _pile_names(position: ArchmagiPosition, pile: int) -> list[str]:
    """Name what is in a pile, with counts: it has no order."""
    if pile == 0:
        return [f"{count} {KINDS[kind].name}" for kind, count in enumerate(position.pile) if count]
    names = (
        [SPELLS[s].name for s in position.spell_pile] if pile == 1 else [ITEM.text(a) for a in position.artifact_pile]
    )
    return [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
