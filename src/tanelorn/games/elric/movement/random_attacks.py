"""Random attacks in wilderness (elric/7.6, 7.5.5, 7.5.8, 13.4c, 13.4d): when they are due, the draw, attackers that
have stayed, the fight, and turning back.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.equipment.counters import ARMY, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import Drawing
from tanelorn.games.elric.losses.casualties import TABLE, TakeLosses, row
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.magic.immediate import act
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.melniboneans.black_swords import BladeRoll, wielder
from tanelorn.games.elric.state.dominance import bonus
from tanelorn.games.elric.state.places import Lying, area_of, on_map, spells_held
from tanelorn.games.elric.state.position import ATTACKED, CROSSED, DONE, THIEF, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import aboard, decks, fighting_value, swimmers
from tanelorn.games.elric.state.wilderness import lurkers, wilderness
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed, seat_name


def attacks_occur(position: ElricPosition) -> bool:
    """Tell whether there are random attacks: not once the Balance is tipped to Law (13.4c), nor in 14.1 (14.1c)."""
    return position.tipped >= 0 and terms_of(position).random_attacks


def attack_due(position: ElricPosition, units: Iterable[int], to: int) -> bool:
    """Tell whether a stack entering an area draws for a random attack at once: any stack with armies in wilderness, and
    every stack once per voyage through the Straits of Chaos (7.5.5, 7.5.8, 7.6a).
    """
    if not wilderness(position)[to]:
        return False
    if to == position.world.straits:
        return not all(position.did[unit] & CROSSED for unit in units)
    kind = position.world.kind
    return any(kind[unit] == ARMY for unit in units)


def random_attack(
    position: ElricPosition,
    units: Iterable[int],
    area: int,
    came_from: int,
    *,
    ships: Iterable[int] = (),
) -> None:
    """Let a stack that has entered wilderness meet what lurks there, then draw for an attack (7.6a, 13.4d).

    A beaten stack turns back to `came_from`, aboard the `ships` it came from, and moves no more; one that flew there
    (-1), or came by retreating, only takes the losses (7.6d).
    """
    back = came_from if position.phase == "move" else -1
    victims = victims_of(position, units, area, back, ships)
    for unit in victims.units:
        position.did[unit] |= ATTACKED
        if area == position.world.straits:
            position.did[unit] |= CROSSED
    if attacks_occur(position):
        position.then(DrawAttack(victims))
    meet_lurkers(position, victims)


def victims_of(
    position: ElricPosition, units: Iterable[int], area: int, came_from: int, ships: Iterable[int] = ()
) -> Victims:
    """Return who is attacked, and where they go if they are beaten."""
    found = tuple(units)
    return Victims(
        seat=position.owner[found[0]],
        units=found,
        ships=tuple(ships) or tuple(position.ship[unit] for unit in found),
        area=area,
        back=came_from,
    )


def meet_lurkers(position: ElricPosition, victims: Victims) -> None:
    """Let random attackers that have stayed in an area attack whoever enters it (13.4d)."""
    position.then(*(Lurker(victims, spell) for spell in lurkers(position, victims.area)))


def draw_due(position: ElricPosition, stacks: Iterable[list[int]]) -> None:
    """Let personalities who have ended their move in wilderness draw, stack by stack; lurking attackers met them on
    entry (7.5.8, 7.6a).
    """
    if not attacks_occur(position):
        return
    steps = []
    for units in stacks:
        for unit in units:
            position.did[unit] |= ATTACKED
        area, came_from = position.area[units[0]], position.came[units[0]]
        steps.append(DrawAttack(victims_of(position, units, area, came_from, (-1,) * len(units))))
    position.then(*steps)


class DrawAttack(Drawing, frozen=True, tag=True):
    """One spell is drawn and shown to all (7.6a)."""

    victims: Victims
    why = "a random attack"
    title = "Random attack"
    clause = "elric/7.6a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the stack is still there."""
        if self.victims.left(position):
            super().run(position, log)

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Chaos attacks anyone, Law whoever holds Chaos; immediate spells act; all others do nothing (7.6b)."""
        left = self.victims.left(position)
        what = SPELLS[spell]
        if what.alignment == "immediate" or what.kind == "quaolnargn":
            act(position, spell, strongest(position, left), log)
        elif attacks(position, spell, left):
            strike(position, self.victims, spell, log)
        else:
            position.discard(spell)
            if log:
                log.say(
                    f"**{what.name}** is drawn and does nothing.",
                    clause="elric/7.6b",
                    places=self.victims.places(position),
                )


def strongest(position: ElricPosition, units: Iterable[int]) -> int:
    """Return the strongest personality of a stack, -1 without one; bracketed ones count last (9.3.1b)."""
    world = position.world
    people = [unit for unit in units if world.kind[unit] == PERSON]
    return max(people, key=lambda unit: (not world.influence[unit], world.value[unit], -unit), default=-1)


def attacks(position: ElricPosition, spell: int, units: Iterable[int]) -> bool:
    """Tell whether a drawn spell attacks a stack (7.6b); the Dead Gods' Book never does (16.2/dead-gods-book)."""
    what = SPELLS[spell]
    if what.alignment == "chaos":
        return what.kind != "dead-gods-book"
    if what.alignment != "law":
        return False
    stack = set(units)
    return any(SPELLS[other].alignment == "chaos" and unit in stack for other, unit in spells_held(position.where))


class Lurker(Automatic, frozen=True, tag=True):
    """A random attacker that has stayed attacks the next units to enter (13.4d)."""

    victims: Victims
    spell: int
    title = "Random attack"
    clause = "elric/13.4d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Attack, if attacker and victims are still there."""
        there = on_map(Lying.LURKING, self.victims.area)
        if self.victims.left(position) and position.where[self.spell] == there:
            strike(position, self.victims, self.spell, log)


# The attack


def strike(position: ElricPosition, victims: Victims, spell: int, log: Log) -> None:
    """Let a spell attack a stack: Balo on an odd die, Eaters without a die, others with their value (7.6b to 7.6d),
    Chaos spells not under the Chaos Shield (16.8/chaos-shield).
    """
    world, what = position.world, SPELLS[spell]
    left = victims.left(position)
    at_sea = victims.area in world.seas
    if log:
        log.say(f"**{what.name}** attacks!", clause="elric/7.6b", places=victims.places(position))
    if what.alignment == "chaos" and position.bearer.get(world.shield, -1) in left:
        _rest(position, spell, victims.area)
        if log:
            log.say("The **Chaos Shield** holds it off.", clause="elric/16.8/chaos-shield")
    elif what.kind == "balo-the-jester":
        position.then(BaloAttacks(victims, spell))
    elif what.eats_land or what.eats_sea:
        _eat(position, victims, spell, at_sea, log)
    else:
        _give_battle(position, victims, spell)


def _rest(position: ElricPosition, spell: int, area: int, *, beaten: bool = False) -> None:
    """Discard an attacker; while the Balance is tipped to Chaos, a Chaos one stays until it is beaten (13.4d)."""
    if position.tipped > 0 and SPELLS[spell].alignment == "chaos" and not beaten:
        position.where[spell] = on_map(Lying.LURKING, area)
        position.reveal(spell, position.seats)
    else:
        position.discard(spell)


def _eat(position: ElricPosition, victims: Victims, spell: int, at_sea: bool, log: Log) -> None:
    """Remove armies and fleets, and let personalities try to escape; an Eater works on land, at sea, or both (7.6c)."""
    what, kind = SPELLS[spell], position.world.kind
    if not (what.eats_sea if at_sea else what.eats_land):
        position.discard(spell)
        if log:
            log.say(f"**{what.name}** has no power here.", clause="elric/7.6c")
        return
    _rest(position, spell, victims.area)
    lost = [unit for unit in victims.left(position) if at_sea or kind[unit] != FLEET]
    for unit in lost:
        position.did[unit] |= DONE
    eliminate(position, lost, victims.area, log)


class BaloAttacks(Chances, frozen=True, tag=True):
    """Balo attacks on an odd die; otherwise nothing happens (16.2/balo-the-jester)."""

    victims: Victims
    spell: int
    title = "Random attack"
    clause = "elric/16.2/balo-the-jester"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "Balo the Jester")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Fight, or go."""
        works = outcome[0] % 2 == 1
        if log:
            log.say(f"**Balo** {'means it' if works else 'only laughs'}.", clause=self.clause, dice=outcome)
        if works:
            _give_battle(position, self.victims, self.spell)
        elif area_of(position.where[self.spell], Lying.LURKING) < 0:
            position.discard(self.spell)


def _give_battle(position: ElricPosition, victims: Victims, spell: int) -> None:
    left = victims.left(position)
    swords = tuple(unit for unit in (position.world.elric, wielder(position)) if unit in left)
    position.then(_next_step(victims, spell, swords, ()))


def _next_step(victims: Victims, spell: int, asked: tuple[int, ...], drawn: tuple[int, ...]) -> UseSword | AttackDice:
    return UseSword(victims, spell, asked, drawn) if asked else AttackDice(victims, spell, drawn)


class UseSword(Asks, frozen=True, tag=True):
    """Whether Elric fights, or Mournblade is drawn, decided before the dice; the sword may slay afterwards (7.6d)."""

    victims: Victims
    spell: int
    asked: tuple[int, ...]
    drawn: tuple[int, ...]
    title = "Random attack"
    clause = "elric/7.6d"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The player of the stack."""
        return (self.victims.seat,)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Draw the sword, or leave it."""
        prompt = f"{SPELLS[self.spell].name} attacks: is {_sword(self, position)} drawn?"
        return SWORDS.asked(Asked(position, self), prompt, default=plain("leave the sword"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note it, then ask about the other sword or roll."""
        SWORDS.do(Asked(position, self), choice, log)


def _sword(step: UseSword, position: ElricPosition) -> str:
    return "Stormbringer" if step.asked[0] == position.world.elric else "Mournblade"


def _leave(asked: Asked[UseSword], act: Act, log: Log) -> None:
    step = asked.step
    asked.position.then(_next_step(step.victims, step.spell, step.asked[1:], step.drawn))


def _leave_label(asked: Asked[UseSword]) -> tuple[str, Pick]:
    step, label = asked.step, f"{_sword(asked.step, asked.position)} stays in its sheath"
    named, pick = button("leave the sword", label)
    return named, structs.replace(pick, chances=_chances(asked, step.drawn))


def _draw(asked: Asked[UseSword], act: Act, log: Log) -> None:
    step = asked.step
    asked.position.then(_next_step(step.victims, step.spell, step.asked[1:], (*step.drawn, step.asked[0])))


def _draw_label(asked: Asked[UseSword]) -> tuple[str, Pick]:
    (position, step), world = asked, asked.position.world
    unit = step.asked[0]
    adds = world.value[unit if unit == world.elric else world.mournblade]
    victim = name(world, unit if unit != world.elric else max(position.elric_with, 0))
    label = f"{_sword(step, position)} adds {adds}"
    named, pick = button("draw the sword", label, note=f"on 5 or 6 it slays {victim} afterwards")
    return named, structs.replace(pick, chances=_chances(asked, (*step.drawn, unit)))


def _chances(asked: Asked[UseSword], drawn: tuple[int, ...]) -> Odds:
    """Return what the dice may bring to a stack that has drawn these swords."""
    (position, step), attack = asked, AttackDice(asked.step.victims, asked.step.spell, drawn)
    wins, again = ("the stack wins", step.victims.seat), ("both throw again", -1)
    losses = [(f"the stack turns back and loses {one.loss}", -1) for one in TABLE if one.loss]

    def end(dice: tuple[int, ...]) -> End:
        theirs, own = attack.sums(position, dice)
        if own >= theirs:
            return wins if own > theirs else again
        lost = row(theirs - own)
        if lost.eliminated:
            return "the stack is eliminated", -1
        return f"the stack turns back{f' and loses {lost.loss}' if lost.loss else ''}", -1

    assumed = "The other sword stays in its sheath" if len(step.asked) > 1 else ""
    order = (wins, again, ("the stack turns back", -1), *losses)
    return reckon(attack.ask(position), end, order, assumed=assumed)


SWORDS: Verbs[Asked[UseSword]] = Verbs(
    pressed("leave the sword", _leave, _leave_label), pressed("draw the sword", _draw, _draw_label)
)


class AttackDice(Chances, frozen=True, tag=True):
    """The spell's value, the Balance and the die of the player to the right, against the stack and its die; ties are
    rolled again (7.6d).
    """

    victims: Victims
    spell: int
    drawn: tuple[int, ...]
    title = "Random attack"
    clause = "elric/7.6d"

    def ask(self, position: ElricPosition) -> Roll:
        """The spell's die first, then the stack's."""
        return Roll(2, 6, f"random attack by {SPELLS[self.spell].name}")

    def sums(self, position: ElricPosition, dice: tuple[int, ...]) -> tuple[int, int]:
        """Return what the attacker and the stack are worth with their dice."""
        spell = self.spell
        theirs = SPELLS[spell].value + bonus(position, spell) + dice[0]
        return theirs, total(position, self.victims, self.drawn) + dice[1]

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Compare."""
        spell, victims = self.spell, self.victims
        theirs, own = self.sums(position, outcome)
        if log:
            right = position.right_of(victims.seat)
            log.say(
                f"**{SPELLS[spell].name}** {theirs}, {seat_name(position, right)} rolling; the stack {own}.",
                clause=self.clause,
                seat=victims.seat,
                places=victims.places(position),
                dice=outcome,
            )
        if theirs == own:
            position.then(self)
            return
        position.then(*(BladeRoll(unit) for unit in self.drawn))
        _rest(position, spell, victims.area, beaten=own > theirs)
        if theirs > own:
            _lose(position, victims, theirs - own, log)


def total(position: ElricPosition, victims: Victims, drawn: Iterable[int]) -> int:
    """Return what a stack is worth against a random attack; sheathed swords add nothing."""
    world = position.world
    at_sea = victims.area in world.seas
    left = victims.left(position)
    worth = sum(fighting_value(position, unit, at_sea) for unit in left)
    for unit in (world.elric, wielder(position)):
        if unit in left and unit not in drawn:
            worth -= world.value[unit if unit == world.elric else world.mournblade]
    return worth


def _lose(position: ElricPosition, victims: Victims, difference: int, log: Log) -> None:
    """Take losses by the table and turn back (7.6d, 10.6)."""
    left = victims.left(position)
    result = row(difference)
    if result.eliminated:
        eliminate(position, left, victims.area, log)
        return
    for unit in left:
        position.did[unit] = position.did[unit] & ~THIEF | DONE
    position.march = [unit for unit in position.march if unit not in left]
    if log:
        log.say(f"The stack loses: {result.text}.", clause="elric/10.6", seat=victims.seat)
    losses = (TakeLosses(victims.seat, tuple(left), result.loss, victims.area),) if result.loss else ()
    position.then(*losses, TurnBack(victims))


class Victims(msgspec.Struct, frozen=True):
    """A stack under attack: its units, the ships that carried them, where it is, and where it turns back to.

    `back` is -1 for a stack that stays where it is because it retreated or flew there (7.6d).
    """

    seat: int
    units: tuple[int, ...]
    ships: tuple[int, ...]
    area: int
    back: int

    def left(self, position: ElricPosition) -> list[int]:
        """Return who is still there."""
        owner, area = position.owner, position.area
        return [unit for unit in self.units if owner[unit] == self.seat and area[unit] == self.area]

    def places(self, position: ElricPosition) -> tuple[str, ...]:
        """Return where it happens, for the chronicle."""
        return (position.world.areas[self.area].id,)


class TurnBack(Automatic, frozen=True, tag=True):
    """The stack returns to where it came from, with no second draw there (7.6d)."""

    victims: Victims
    title = "Turned back"
    clause = "elric/7.6d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Return everyone who is left, if the way back is open to each of them; otherwise the stack stays."""
        victims, world = self.victims, position.world
        left = victims.left(position)
        back = victims.back
        if back < 0 or not left:
            return
        ships = self._ships(position, left)
        if ships is None:
            return
        band = position.new_band() if wilderness(position)[back] else 0
        for unit in left:
            position.put(unit, back)
            position.ship[unit] = ships[unit]
            position.band[unit] = band
            position.came[unit] = -1
        if log:
            place = world.areas[back]
            log.say(
                f"The stack is turned back to **{place.name}**.",
                clause=self.clause,
                seat=victims.seat,
                places=(place.id,),
            )
        control.settle(position, log)

    def _ships(self, position: ElricPosition, left: list[int]) -> dict[int, int] | None:
        """Return by unit the fleet that takes it up at sea, -1 if it needs none; None if somebody finds no berth."""
        world, back = position.world, self.victims.back
        carried = dict(zip(self.victims.units, self.victims.ships, strict=True))
        found = dict.fromkeys(left, -1)
        if back not in world.seas:
            return found
        fleets = decks(position, back, self.victims.seat) + [unit for unit in left if world.kind[unit] == FLEET]
        free = {fleet: world.capacity[fleet] - self._staying_armies(position, fleet, left) for fleet in fleets}
        for unit in left:
            if world.kind[unit] == FLEET:
                continue
            heavy = world.kind[unit] == ARMY
            own = [fleet for fleet in (carried[unit], *fleets) if fleet in free and (not heavy or free[fleet] > 0)]
            if own and (carried[unit] >= 0 or not swimmers(world)[unit]):
                found[unit] = own[0]
                free[own[0]] -= heavy
            elif not swimmers(world)[unit]:
                return None
        return found

    def _staying_armies(self, position: ElricPosition, fleet: int, left: list[int]) -> int:
        kind = position.world.kind
        return sum(kind[unit] == ARMY and unit not in left for unit in aboard(position, fleet))
