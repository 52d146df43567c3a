"""How battles are fought: what is laid, kept out, given up, thrown to escape, and where one retreats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act
from tanelorn.games.elric.combat.totals import left
from tanelorn.games.elric.combat.withholding import ways_out
from tanelorn.games.elric.equipment.counters import FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.judgement.hands import card_worth, person_worth
from tanelorn.games.elric.judgement.reading import of_verb, the
from tanelorn.games.elric.judgement.reckoning.forces import UNKNOWN, spell_value
from tanelorn.games.elric.judgement.reckoning.geography import on_foot
from tanelorn.games.elric.judgement.reckoning.odds import odds
from tanelorn.games.elric.judgement.reckoning.prizes import keep, prizes
from tanelorn.games.elric.judgement.style import Style
from tanelorn.games.elric.magic.casting import LaidBy
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import attackers, defenders, fighting_value
from tanelorn.games.elric.state.words import area_named, spell_named, unit_named

HARM, COST = 0.7, 1.0
"""What a combat factor is worth that the foe, that one oneself must be expected to lose."""
SURE = 6
"""Who leads by so much wins whatever the dice show; a value so great always escapes."""
SWORD = 2.5
"""What drawing Stormbringer costs: one time in three the one in control of Elric is slain (elric/12.1.4a)."""


class Clash(NamedTuple):
    """A battle before its dice as one seat sees it: both totals without the spells, what can be lost, and the place."""

    fight: Fight
    attacks: bool
    totals: tuple[int, int]
    armies: tuple[int, int]
    wall: int
    city: bool
    prize: float
    sea: bool

    def worth(self, own: float, eats: bool = False, off: int = 0) -> float:
        """Return what the battle is worth to the seat, if it adds so much by magic, eats the foe's armies, or leaves
        some of its own value out.
        """
        mine, theirs = self.totals if self.attacks else self.totals[::-1]
        eats = eats and self.fight.foe != NOBODY
        foe = 0 if eats else theirs
        eaten = HARM * 0.8 * theirs if eats else 0.0
        edge = mine - off + own - foe + (-self.wall if self.attacks else self.wall)
        if self.attacks:
            neutral = self.city and self.fight.foe == NOBODY
            found = odds(round(edge), mine, foe, self.wall, self.city, neutral)
            return eaten + found.take * self.prize + HARM * found.harm - COST * found.cost
        found = odds(round(-edge), foe, mine, self.wall, self.city)
        return eaten - found.take * self.prize - COST * found.harm + HARM * found.cost

    def lost(self, own: float) -> bool:
        """Tell whether the seat defends nothing but the field, and loses it whatever the dice show."""
        return not self.attacks and not self.city and self.totals[0] - self.totals[1] - own >= SURE


def clash(position: ElricPosition, fight: Fight, seat: int) -> Clash:
    """Return how a battle stands."""
    world = position.world
    attacks = seat == position.active
    sea = fight.area in world.seas
    sides = (attackers(position, fight, position.active), defenders(position, fight))
    totals = [sum(fighting_value(position, unit, sea) for unit in units) for units in sides]
    if fight.foe == NOBODY and fight.city:
        totals[1] = world.militia[fight.area]
    armies = tuple(sum(world.kind[unit] == (FLEET if sea else 2) for unit in units) for units in sides)
    wall = world.wall[fight.area] if fight.city else 0
    if attacks:
        prize = prizes(position, seat).get(fight.area, 0.0) if fight.city else 0.0
    else:
        prize = keep(position, seat, fight.area) if fight.city else 0.0
    return Clash(fight, attacks, (totals[0], totals[1]), (armies[0], armies[1]), wall, fight.city, prize, sea)


# Magic


def lay(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Lay the spell that changes the battle most, if that is worth more than the spell."""
    fight = position.agenda[-1].fight
    now = clash(position, fight, seat)
    magic, eats, off = 0.0, False, 0
    theirs = 0.0
    for laid in position.laid:
        if laid.fight != fight:
            continue
        if laid.seat != seat:
            theirs += UNKNOWN + 1.0
        elif laid.spell < 0:
            magic, off = magic + UNKNOWN, off + _own(position, laid.caster)
        else:
            magic, off = magic + spell_value(position, laid.spell), off + _own(position, laid.caster)
            eats = eats or _eats(laid.spell, now.sea)
    before = now.worth(magic - theirs, eats, off)
    best, chosen = 0.0, the(acts, "enough")
    for act in of_verb(acts, "lay"):
        spell, unit = LaidBy.of(act)
        lost = off + _own(position, unit)
        if spell < 0:
            after = now.worth(magic + UNKNOWN - theirs, eats, lost) - 0.3
            price = 0.0
        else:
            after = now.worth(magic + spell_value(position, spell) - theirs, eats or _eats(spell, now.sea), lost)
            price = 0.6 * card_worth(position, spell, unit, style)
        if after - before - price > best:
            best, chosen = after - before - price, act
    return chosen


def _own(position: ElricPosition, unit: int) -> int:
    return fighting_value(position, unit, False)


def _eats(spell: int, sea: bool) -> bool:
    return SPELLS[spell].eats_sea if sea else SPELLS[spell].eats_land


def escape(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Throw a spell if it saves a person who is worth it more surely."""
    step = position.agenda[-1]
    worth = person_worth(position, step.unit) + 2.0
    chance = min(step.value, SURE) / SURE
    best, chosen = worth * chance, the(acts, "roll")
    for act in of_verb(acts, "throw"):
        spell = spell_named(act)
        saved = 1.0 if SPELLS[spell].section == "16.5" else min(spell_value(position, spell), SURE) / SURE
        value = worth * saved - 0.6 * card_worth(position, spell, step.unit, style)
        if value > best:
            best, chosen = value, act
    return chosen


def last_help(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Be saved."""
    return [the(acts, "nothing"), *of_verb(acts, "throw")][-1]


# Units


def withhold(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Keep Elric out of a battle in which he is not needed, and everybody out of one that no die can turn."""
    world = position.world
    done = the(acts, "no more")
    battle = position.battle
    if battle is None:
        return done
    out = of_verb(acts, "withhold all", "withhold")
    now = clash(position, battle.fight, seat)
    magic = sum(
        spell_value(position, laid.spell) if laid.spell >= 0 else UNKNOWN
        for laid in position.laid
        if laid.fight == battle.fight and laid.seat == seat
    )
    off = sum(_own(position, unit) for unit in battle.casters if position.owner[unit] == seat)
    if out and now.lost(magic - off) and ways_out(position):
        return out[0]
    elric = next((act for act in of_verb(acts, "withhold") if unit_named(act) == world.elric), None)
    if elric is None:
        return done
    gain = now.worth(magic, off=off) - now.worth(magic, off=off + world.value[world.elric])
    return elric if gain < SWORD else done


def give_up(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Give up what is worth least by the factors that it counts: armies first, those with spells and Elric last."""
    world = position.world

    def price(act: Act) -> float:
        unit = unit_named(act)
        if world.kind[unit] == PERSON:
            hurt = person_worth(position, unit) * (1 - min(world.value[unit], SURE) / SURE) + 1.0
            return hurt / max(1, world.value[unit])
        if world.kind[unit] == FLEET:
            return 1.5 / world.value[unit]
        return 1.0

    return min(acts, key=lambda act: (price(act), unit_named(act)))


def retreat(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Retreat towards the nearest city of one's own."""
    world = position.world
    homes = [area for area in world.lands if world.has_city[area] and holder(position, area) == seat]
    walk = on_foot(world)

    def far(act: Act) -> float:
        area = area_named(act)
        if area < 0:
            return 99.0
        wild = 2.0 if world.wild[area] else 0.0
        return min((walk[area][home] for home in homes), default=0.0) + wild - 0.2 * len(position.own_in(area, seat))

    return min(acts, key=far)


def match(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Defend a port with its fleets if those are the stronger part by far."""
    battle = position.battle
    ships, armies = the(acts, "defend with fleets"), the(acts, "defend with armies")
    if battle is None:
        return armies
    sides = [left(position, 0), left(position, 1)]
    at_sea = [_sum(position, units, True) for units in sides]
    ashore = [_sum(position, units, False) for units in sides]
    better = at_sea[1] - at_sea[0] > ashore[1] + battle.wall - ashore[0] + 2
    return ships if better else armies


def _sum(position: ElricPosition, units: Iterable[int], sea: bool) -> int:
    return sum(fighting_value(position, unit, sea) for unit in units)


def victim(position: ElricPosition, seat: int, acts: Sequence[Act], style: Style) -> Act:
    """Strike at the greatest."""
    return max(acts, key=lambda act: person_worth(position, unit_named(act)) if unit_named(act) >= 0 else 0.0)
