"""Champions against each other: how a challenge to the death is likely to end, and what it costs to refuse one
(albion/15.4, 16.1.6, 16.4, 16.5).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tanelorn.games.albion.combat.duels import doubled, printed_force
from tanelorn.games.albion.combat.modifiers import DECLINED, column_shifts, has_power
from tanelorn.games.albion.judgement.reckoning.forces import (
    foe_side,
    foes,
    ground,
    points_of,
    prize,
    stack_side,
    walled,
)
from tanelorn.games.albion.judgement.reckoning.odds import DICE, PERSON, skirmish
from tanelorn.games.albion.judgement.style import Style, dearness
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle, Challenge, Form
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.world import FOMORIAN, World
from tanelorn.games.albion.state.stacks import garrison_side
from tanelorn.games.albion.state.who_fights import Host


class Champion(NamedTuple):
    """A champion: strength, the size by which losses are read, wounds they can take still, what each of these takes off
    the strength, and how often a wound counts that they deal.
    """

    strength: int
    size: int
    boxes: int
    frailty: int
    times: int = 1

    def hit(self, wounds: int) -> Champion:
        """Return them after some wounds."""
        return self._replace(strength=self.strength - self.frailty * wounds, boxes=self.boxes - wounds)


class Deaths(NamedTuple):
    """How likely the challenger dies, and the other."""

    challenger: float
    other: float


@lru_cache(maxsize=20000)
def deaths(world: World, challenger: Champion, other: Champion, shift: int) -> Deaths:
    """Return how a challenge to the death ends, in which the challenger attacks in every round (16.4b)."""
    charts, struck, sums = world.charts, 0.0, [0.0, 0.0]
    column = charts.ratio_column(max(challenger.strength, 1), max(other.strength, 1)) + shift
    for total, chance in DICE.items():
        result = charts.combat(min(max(column, 0), len(charts.columns) - 1), total)
        own = charts.loss(result.attacker, challenger.size).wounds * other.times
        theirs = charts.loss(result.defender, other.size).wounds * challenger.times
        if not own and not theirs:
            continue
        struck += chance
        one, two = challenger.hit(own), other.hit(theirs)
        ends = deaths(world, one, two, shift) if min(one.boxes, two.boxes) > 0 else (one.boxes <= 0, two.boxes <= 0)
        for at, end in enumerate(ends):
            sums[at] += chance * end
    return Deaths(*(one / struck for one in sums)) if struck else Deaths(0.0, 0.0)


def skill(position: AlbionPosition, person: int, form: Form) -> int:
    """Return what a champion fights with: magic in a duel arcane, combat in a trial (16.4, 16.5)."""
    if form == "duel":
        return ratings.magic(position, person) if position.world.p_magic[person] else 0
    return ratings.combat(position, person) * (2 if ratings.is_hero(position, person) else 1)


def known(position: AlbionPosition, person: int, foe: int, form: Form) -> Champion:
    """Return an own champion, wounds and items reckoned with."""
    world, strength = position.world, skill(position, person, form)
    times = 2 if doubled(position, form, person, foe) else 1
    boxes = world.p_combat[person] - position.wounds[person]
    if form == "duel":
        return Champion(strength, ratings.basic_magic(position, person), boxes, 0, times)
    return Champion(strength, world.p_combat[person], boxes, 2 if ratings.is_hero(position, person) else 1, times)


def seen(position: AlbionPosition, person: int, form: Form) -> Champion:
    """Return an enemy champion as the counter shows them: unhurt, and without items."""
    force, world = printed_force(position, person, form), position.world
    frailty = 0 if form == "duel" else 1 + world.p_hero[person]
    return Champion(force.strength, force.size, world.p_combat[person], frailty)


class Clash:
    """The battle for which a challenge is offered, as a seat reckons with it."""

    def __init__(self, position: AlbionPosition, seat: int, one: Challenge, style: Style) -> None:
        self.position, self.seat, self.one, self.style = position, seat, one, style
        self.foe = foes(position, seat).get(one.fight.hex) if one.fight.kind == "battle" else None
        self.plain = self.worth()

    def worth(self, fallen: int = -1, refuser: int = -1) -> float:
        """Return what the battle is expected to bring when somebody has fallen before it, or a seat has refused."""
        position, seat, attacker, foe = self.position, self.seat, self.position.active, self.foe
        if foe is None:
            return 0.0
        persons = tuple(person for person in foe.persons if person != fallen)
        left = foe._replace(persons=persons, led=foe.led and (bool(persons) or not foe.persons))
        terrain = ground(position, 1 - attacker, foe.race, foe.hex)
        own = [person for person in position.ashore(seat, foe.hex) if person != fallen]
        inside = garrison_side(position, foe.hex) == 1 - attacker
        mine = stack_side(position, own, points_of(position, seat, foe.hex), terrain)
        theirs = foe_side(position, left, terrain, home=inside and seat == attacker)
        if seat != attacker:
            mine = walled(position, seat, foe.hex, mine)
        attack, defence = (mine, theirs) if seat == attacker else (theirs, mine)
        change = 0 if refuser < 0 else DECLINED[self.one.form] * (1 if refuser != attacker else -1)
        found = skirmish(
            position.world,
            attack._replace(command=attack.command + change, combat=0, arcane=0),
            defence._replace(combat=0, arcane=0),
            prize(position, attacker, foe.hex),
            inside,
            self.style.wound,
        )
        theirs_dear, dear = (dearness(position, who, self.style) for who in (attacker, seat))
        stop = max(found, key=lambda one: one.gain - theirs_dear * one.loss)
        return stop.gain - dear * stop.loss if seat == attacker else stop.loss - dear * stop.gain

    def refused(self, refuser: int) -> float:
        """Return what it is worth to the seat that somebody refuses."""
        return self.worth(refuser=refuser) - self.plain

    def met(self, own: int, foe: int, dear: float) -> float:
        """Return what it is worth to the seat that an own champion meets an enemy one, to the death."""
        position, w, one = self.position, self.position.world, self.one
        challenges = self.seat == one.seat
        first, second = (own, foe) if challenges else (foe, own)
        champions = [first, second] if one.seat == FOMORIAN else [second, first]
        battle = Battle(one.fight, one.seat, one.seat, form=one.form, champions=champions)
        shift = sum(n for _, n, _ in column_shifts(position, battle, (Host(0), Host(1))))
        mine, theirs = known(position, own, foe, one.form), seen(position, foe, one.form)
        ends = deaths(w, mine, theirs, shift) if challenges else deaths(w, theirs, mine, shift)
        lost, won = ends if challenges else (ends.other, ends.challenger)
        if foe == w.person["dorwen"] and has_power(position, foe):
            lost = 1.0  # Requiter slays whoever slays Dorwen, who never parts with it (7.9/e05, 20.6/22b)
        value = PERSON * (won - dear * lost)
        return value + won * (self.worth(foe) - self.plain) + lost * (self.worth(own) - self.plain)
