"""What is done with spells and in the quiet steps: musters, replacements, full hands, set-up."""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.acts import Act
from tanelorn.games.elric.balance import given, owed
from tanelorn.games.elric.equipment.counters import ARMY, FLEET
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS, Muster
from tanelorn.games.elric.hands import side_named
from tanelorn.games.elric.judgement.missions.errands import nation_worth
from tanelorn.games.elric.judgement.reading import of_verb, the
from tanelorn.games.elric.judgement.reckoning.geography import on_foot, swimming, with_ships
from tanelorn.games.elric.judgement.reckoning.prizes import hour
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.muster.muster_step import Way
from tanelorn.games.elric.sequence.setup import lot_named
from tanelorn.games.elric.sequence.victory import magic_held
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import LAST_TURN, NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import area_named, spell_named, unit_named

_KINDS = {
    "dispel-magic-a": 2.5,
    "dispel-magic-b": 2.5,
    "escape-a": 2.0,
    "escape-b": 2.0,
    "invulnerability": 2.0,
    "quaolnargn": 1.5,
    "runestaff": 6.0,
}
TOKEN, HELD, EDGE = 15.0, 1.3, 4
"""What holding the Runestaff or Mournblade is worth when the world is to end, what a point of magic that counts then;
from which number of the Balance on it is thought of.
"""
MASTER = 30.0
"""What a Dragon Master is worth where there is no winning without one (elric/14.1g)."""
EATER, FLIGHT = 6.0, 2.5
"""What a spell in hand is worth that eats armies, or carries."""


def person_worth(position: ElricPosition, unit: int) -> float:
    """Return what a person is worth on the board."""
    world = position.world
    value = world.value[unit]
    master = MASTER if world.units[unit].dragonmaster and terms_of(position).victory == "founding" else 0.0
    return master + 1.0 + (0.3 if world.influence[unit] else 0.7) * value + 1.2 * world.spells[unit]


def magic_worth(spell: int) -> float:
    """Return what a spell in hand is worth as magic."""
    one = SPELLS[spell]
    if one.eats_land:
        return EATER if one.alignment != "melnibonean" else 2.0
    if one.flies:
        return FLIGHT
    return _KINDS.get(one.kind, 0.3 + 0.7 * one.value if one.fights else 0.5)


def card_worth(position: ElricPosition, spell: int, holder: int, style: Style) -> float:
    """Return what a spell is worth to who holds it: as magic if they are a magician, and for whom it could muster."""
    world = position.world
    musters_all = terms_of(position).magic
    magic = magic_worth(spell) if world.spells[holder] and musters_all else 0.2
    area = position.area[holder]
    far = (swimming if swimmers(world)[holder] else with_ships)(world)[max(area, 0)]
    best = 0.0
    for named in SPELLS[spell].musters:
        if named.kind == "nation" and musters_all:
            number = world.nation[named.id]
            city = world.nations[number].capital
            if position.nation[number] == NOBODY and position.captured[city] in (NOBODY, position.owner[holder]):
                best = max(best, 0.8 * nation_worth(world)[number] / (1 + far[city]))
        elif named.kind == "person" and position.owner[world.unit[named.id]] in (OUT, NOBODY):
            best = max(best, 0.6 * person_worth(position, world.unit[named.id]))
    return max(magic, best) + 0.3 * min(magic, best) + doom_worth(position, spell, style)


def doom_worth(position: ElricPosition, spell: int, style: Style) -> float:
    """Return what it is worth to hold a spell when the world ends: the Runestaff, or what counts then (5.0h, 5.0i);
    much less before the Balance is tipped.
    """
    if not style.deep & 4:
        return 0.0
    lean = 6 * position.tipped if position.tipped else position.balance
    one = SPELLS[spell]
    if one.alignment not in ("law", "chaos") or lean == 0 or (lean > 0) is not (one.alignment == "chaos"):
        return 0.0
    if abs(lean) < EDGE:
        return 0.0
    near = 1.0 if position.tipped else 0.3
    return near * (TOKEN if one.kind == "runestaff" else HELD * one.value)


# Musters


def muster(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Muster what brings most beyond what the card is worth; a nation before anybody else."""
    best, chosen = 0.0, the(acts, "no muster")
    magic = terms_of(position).magic
    for act in of_verb(acts, "muster", "replenish"):
        way = Way.of(act)
        gain = _lost(position, way) if act.verb == "replenish" else _brings(position, way.name)
        if style.deep & 4 and way.name.id == "mournblade" and position.tipped > 0:
            gain = TOKEN
        other = magic_worth(way.spell) if position.world.spells[way.unit] and magic else 0.2
        other += doom_worth(position, way.spell, style)
        for named in SPELLS[way.spell].musters:
            if named != way.name and named.kind == "nation" and magic:
                other = max(other, _elsewhere(position, way.unit, position.world.nation[named.id]))
        if gain - 0.8 * other > best:
            best, chosen = gain - 0.8 * other, act
    return chosen


def _brings(position: ElricPosition, named: Muster) -> float:
    world = position.world
    if named.kind in ("nation", "horde"):
        number = world.nation[named.id]
        return nation_worth(world)[number] * (1.0 if named.kind == "nation" else 0.6)
    unit = world.unit[named.id]
    if named.kind == "person":
        return person_worth(position, unit) + 1.5 * world.spells[unit]
    return 3.0 if world.kind[unit] == FLEET else 2.0


def _lost(position: ElricPosition, way: Way) -> float:
    """What a nation has lost that its cities could bring back."""
    land = position.world.nations[position.world.nation[way.name.id]]
    lost = sum(position.owner[unit] == OUT for unit in (*land.armies, *land.fleets))
    return 1.1 * min(lost, len(land.cities))


def _elsewhere(position: ElricPosition, unit: int, number: int) -> float:
    """What a card is worth for another nation whose capital its holder could reach."""
    world = position.world
    city = world.nations[number].capital
    if position.nation[number] != NOBODY or position.captured[city] not in (NOBODY, position.owner[unit]):
        return 0.0
    far = (swimming if swimmers(world)[unit] else with_ships)(world)[position.area[unit]][city]
    return nation_worth(world)[number] / (1 + far) if hour(position) + far < LAST_TURN - 1 else 0.0


# Full hands


def discard(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Keep what is worth most."""
    holder = position.agenda[-1].unit
    return min(acts, key=lambda act: card_worth(position, spell_named(act), holder, style))


def law_or_chaos(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Discard the side that is worth less."""
    held = position.agenda[-1].held(position)
    worths = [sum(card_worth(position, spell, unit, style) for spell, unit in side) for side in held]
    return min(acts, key=lambda act: worths[side_named(act)])


def who_draws(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Give a spell to a magician with room, else to anybody with room."""
    world = position.world

    def fit(act: Act) -> tuple[bool, int, int]:
        unit = unit_named(act)
        room = max(1, world.spells[unit]) - len(position.hand(unit))
        return room > 0, world.spells[unit], room

    return max(acts, key=fit)


# Replacements and set-up


def replace(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Bring an army back, a leader rather, a fleet where the nation has none."""
    world = position.world
    best, chosen = -1.0, of_verb(acts, "no replacement", "nothing")[0]
    for act in of_verb(acts, "replace"):
        unit = unit_named(act)
        worth = 1.0
        if world.kind[unit] == FLEET:
            afloat = sum(position.owner[fleet] == seat for fleet in world.nations[world.of[unit]].fleets)
            worth = 1.5 if not afloat else 0.6
        elif world.kind[unit] != ARMY:
            worth = person_worth(position, unit)
        if worth > best:
            best, chosen = worth, act
    return chosen


def harbour(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Keep the fleets where the armies are, in the capital or near it."""
    world = position.world
    nation = world.areas[area_named(acts[0])].nation
    capital = world.nations[nation].capital
    return min(acts, key=lambda act: on_foot(world)[area_named(act)][capital])


def choose_lot(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Take the largest."""
    world, lots = position.world, terms_of(position).lot
    worths = nation_worth(world)
    return max(acts, key=lambda act: sum(worths[world.nation[id]] for id in lots[lot_named(act)].nations))


# The Magic step


def magic(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Restore a tipped Balance if one's own spells can do it and one would not win when the world ends."""
    done, gifts = the(acts, "done"), of_verb(acts, "sacrifice")
    if not style.deep & 4 or not gifts or _wins_doom(position, seat):
        return done
    worth = sum(SPELLS[spell_named(act)].value for act in gifts)
    if given(position) + worth < owed(position):
        return done
    return max(gifts, key=lambda act: SPELLS[spell_named(act)].value)


def _wins_doom(position: ElricPosition, seat: int) -> bool:
    """Tell whether a seat is likely to win if the world ends."""
    if terms_of(position).victory == "successor":
        return seat == 0 or seat in position.met
    side = "chaos" if position.tipped > 0 else "law"
    bearer = position.bearer.get(position.world.mournblade, -1)
    if side == "chaos" and bearer >= 0:
        return position.owner[bearer] == seat
    staff = position.holder(SPELL["runestaff"])
    if side == "law" and staff >= 0 and position.owner[staff] == seat:
        return True
    rivals = [_likely_magic(position, other) for other in position.playing() if other != seat]
    return magic_held(position, seat, side) >= max(rivals, default=0.0)


def _likely_magic(position: ElricPosition, seat: int) -> float:
    """What another seat may hold of one alignment: its spells are not seen."""
    owner = position.owner
    return 0.9 * len([unit for _, unit in spells_held(position.where) if owner[unit] == seat])
