"""Battles (elric/10.0, 10.1): which one is fought next, who takes part, and its steps in order."""

from __future__ import annotations

from msgspec import structs

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric.combat import sieges
from tanelorn.games.elric.combat.after_battle import Aftermath, Escapes, Spend, Spoils, TakeCity
from tanelorn.games.elric.combat.ports import ChooseMatch
from tanelorn.games.elric.combat.results import Result
from tanelorn.games.elric.combat.retreat import RetreatBeaten
from tanelorn.games.elric.combat.spells import Reveal
from tanelorn.games.elric.combat.totals import Totals, left, side_name, the_battle
from tanelorn.games.elric.combat.withholding import SlipAway, Withhold
from tanelorn.games.elric.magic.casting import return_spells
from tanelorn.games.elric.melniboneans import taking_part
from tanelorn.games.elric.state.battle import Battle, Fight
from tanelorn.games.elric.state.cities import holder
from tanelorn.games.elric.state.consequences import Dissolve
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import attackers, defenders, leaders
from tanelorn.games.elric.state.words import area_words, seat_name


def why_off(position: ElricPosition, fight: Fight, seat: int) -> tuple[str, str] | None:
    """Return why a declared battle no longer comes about, None if it does (10.1)."""
    own = attackers(position, fight, seat)
    if not leaders(position, own):
        return "no personality is left to lead the attack", "elric/10.1c"
    if not fight.city:
        return None if defenders(position, fight) else ("no enemy is left there", "elric/10.1a")
    if holder(position, fight.area) != fight.foe:
        return "the city has another master now", "elric/10.9.1a"
    return None


class Battles(Automatic, frozen=True, tag=True):
    """The active player's battles, one after another in an order of their choice (10.1b)."""

    seat: int
    title = "Battles"
    clause = "elric/10.1b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Fight the only one left, or ask which is next."""
        position.battle = None
        for declared in list(position.fights):
            fight = in_the_open(position, declared)
            why = why_off(position, fight, self.seat)
            if why:
                position.fights.remove(fight)
                call_off(position, fight, why, log)
        if len(position.fights) == 1:
            position.then(StartBattle(self.seat, position.fights[0]), self)
        elif position.fights:
            position.then(NextBattle(self.seat), self)


def in_the_open(position: ElricPosition, fight: Fight) -> Fight:
    """Return a battle as it is fought now: a foe who has lost the city since, for instance because their nation
    dissolved in an earlier battle, is met before it (10.1a, 6.0h). Spells laid for the battle stay laid for it.
    """
    if not fight.city or holder(position, fight.area) == fight.foe or not defenders(position, fight):
        return fight
    now = structs.replace(fight, city=False)
    position.fights[position.fights.index(fight)] = now
    position.laid = [structs.replace(laid, fight=now) if laid.fight == fight else laid for laid in position.laid]
    return now


def call_off(position: ElricPosition, fight: Fight, why: tuple[str, str], log: Log) -> None:
    """Return the spells laid for a battle that is not fought: unseen, but cast (10.2c)."""
    return_spells(position, fight, log)
    if log:
        place = position.world.areas[fight.area]
        log.say(f"There is no battle in {place.name}: {why[0]}.", clause=why[1], places=(place.id,))


class NextBattle(AsksOne, frozen=True, tag=True):
    """The attacker chooses which battle is fought next (10.1b)."""

    title = "Battles"
    clause = "elric/10.1b"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Each of the player's battles."""
        acts = [self._act(position, at) for at in range(len(position.fights))]
        return Acts(acts, "Which battle is fought next?", labels=lambda: self._labels(position, acts), default=acts[0])

    def _act(self, position: ElricPosition, at: int) -> Act:
        fight = position.fights[at]
        area = position.world.areas[fight.area].id
        text = f"fight at {area_words(position.world)[fight.area]}"
        path: tuple[str, ...] = (f"space:{area}",)
        if sum(other.area == fight.area for other in position.fights) > 1:
            whom = "the city" if fight.city else foe_name(position, fight)
            text += f" against {whom}"
            path = (*path, f"button:{whom}")
        return Act("fight", (at,), text, path)

    def _labels(self, position: ElricPosition, acts: list[Act]) -> dict[str, Pick]:
        labels = {}
        for act in acts:
            fight = position.fights[_number(act)]
            place = position.world.areas[fight.area]
            foe = foe_name(position, fight)
            labels[act.path[0]] = Pick(act.path[0], place.name, f"against {foe}{' in the city' if fight.city else ''}")
            if len(act.path) > 1:
                labels[act.path[1]] = Pick(act.path[1], f"Against {foe}{' in the city' if fight.city else ''}")
        return labels

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Fight it."""
        position.then(StartBattle(seat, position.fights[_number(choice)]))


def foe_name(position: ElricPosition, fight: Fight) -> str:
    """Return what the foe of a battle is called."""
    if fight.foe == NOBODY:
        return position.world.areas[fight.area].cities[0].name
    return seat_name(position, fight.foe)


class StartBattle(Automatic, frozen=True, tag=True):
    """One battle is set up; its steps follow in the order of the reference sheet (10.0, ref.b)."""

    seat: int
    fight: Fight
    title = "A battle"
    clause = "elric/10.0"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Work out who takes part, and push what comes before the spells are revealed."""
        fight, world = self.fight, position.world
        position.fights.remove(fight)
        sides = (attackers(position, fight, self.seat), defenders(position, fight))
        battle = position.battle = Battle(fight, (self.seat, fight.foe), sides)
        battle.casters = [laid.caster for laid in position.laid if laid.fight == fight]
        battle.apart = taking_part.abstaining(position, fight, sides)
        if fight.city:
            sieges.begin_assault(position, battle, log)
        if log:
            place = world.areas[fight.area]
            log.say(
                f"**{side_name(position, 0)}** attacks **{side_name(position, 1)}** in **{place.name}**.",
                heading=True,
                clause="elric/10.0",
                seat=self.seat,
                places=(place.id,),
            )
        position.then(ChooseMatch(), Withhold(0), Withhold(1), SlipAway(), Engage())


class Engage(Automatic, frozen=True, tag=True):
    """The battle is fought, unless all defenders have slipped away and nothing else defends the area (10.2b)."""

    title = "A battle"
    clause = "elric/10.0"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push the rest of the battle, from the reveal of spells on (10.3), or what follows without one."""
        battle = the_battle(position)
        ending = (Spend(), Escapes(), Spoils(), Dissolve(), Aftermath())
        if not left(position, 1) and not battle.wall and not battle.militia:
            call_off(position, battle.fight, ("nobody has stayed to fight", "elric/10.2b"), log)
            battle.winner = 0
            battle.result = "retreat"
            position.then(TakeCity(), *ending)
            return
        position.then(Reveal(), Totals(), Result(), RetreatBeaten(), TakeCity(), *ending)


def _number(act: Act) -> int:
    (at,) = act.args
    return at
