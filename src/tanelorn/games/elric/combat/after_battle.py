"""The end of a battle (elric/10.5b, 10.8, 10.9.1, 7.5.2d): the city, the Balance, escapes, a spell for a capital."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.elric import balance
from tanelorn.games.elric.combat import sieges
from tanelorn.games.elric.combat.sieges import is_assault
from tanelorn.games.elric.combat.spells import SHIELD
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.hands import capacity, draw_hand
from tanelorn.games.elric.losses.escapes import rescue_fallen
from tanelorn.games.elric.losses.leaving_play import leave
from tanelorn.games.elric.melniboneans import control
from tanelorn.games.elric.state.cities import garrisoned, holder, is_capital, take_city
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.stacks import persons
from tanelorn.games.elric.state.words import name, unit_named, with_unit


class TakeCity(Automatic, frozen=True, tag=True):
    """The victor takes a city that was overcome and holds an army of theirs (7.5.2b, 7.5.7b, 10.9.1a). Personalities
    alone can capture a capital, until its spell has been drawn (7.5.2d). An unwalled city falls
    with its last defender (7.5.6).
    """

    title = "The city"
    clause = "elric/7.5.2b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Hand the city over, or note that the assault was in vain."""
        battle = the_battle(position)
        area, seat = battle.fight.area, battle.seats[0]
        if battle.winner == 0 and battle.match == "armies":
            self._go_ashore(position)
        if battle.winner != 0 or not battle.fight.city or battle.match == "fleets":
            return
        falls = battle.falls
        if not is_assault(position):
            falls = not left(position, 1)
        if not falls:
            if battle.seats[1] != NOBODY and position.world.walled[area]:
                sieges.note_assault(position, battle)
            return
        if not garrisoned(position, area, seat) and not is_capital(position.world, area):
            if log:
                city = position.world.areas[area].cities[0].name
                log.say(f"No army is there to hold **{city}**.", clause="elric/10.9.1a", seat=seat)
            return
        battle.taken = holder(position, area) != seat
        take_city(position, area, seat, log)
        if area == position.world.imrryr:
            self._fall_of_imrryr(position, log)

    def _go_ashore(self, position: ElricPosition) -> None:
        """Units that fought from their ship have landed, except from the Chaos Ship (10.9.5, 16.8/chaos-ship)."""
        for unit in left(position, 0):
            if position.ship[unit] != position.world.chaos_ship:
                position.ship[unit] = -1

    def _fall_of_imrryr(self, position: ElricPosition, log: Log) -> None:
        """Remove the neutral counters that defended Imrryr (4.0d)."""
        world = position.world
        for unit in list(position.units_in(world.imrryr)):
            if position.owner[unit] == NOBODY and unit not in (world.elric, world.moonglum, world.brut):
                leave(position, unit, log)


class Spend(Automatic, frozen=True, tag=True):
    """Straight after the battle the Balance moves and the spells are spent (10.5b, 13.2)."""

    title = "The Balance"
    clause = "elric/10.5b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Move the Balance by all spells that worked; discard them, or let them stay if it is tipped (13.4a)."""
        battle = the_battle(position)
        battle.segment = "balance"
        used = [thrown for thrown in battle.thrown if not thrown.off or thrown.off == SHIELD]
        balance.shift(position, [thrown.spell for thrown in used], log)
        for thrown in reversed(battle.thrown):
            if thrown in used:
                turned = thrown.caster in battle.sides[1 - thrown.side]
                balance.after_use(position, thrown.spell, thrown.caster, turned=turned)
            elif not thrown.again:
                position.discard(thrown.spell)


class Escapes(Automatic, frozen=True, tag=True):
    """Finally, eliminated personalities try to escape (10.8a)."""

    title = "Heroic escapes"
    clause = "elric/10.8a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push their escapes."""
        the_battle(position).segment = "escapes"
        rescue_fallen(position, log)


class Spoils(Automatic, frozen=True, tag=True):
    """A captured capital gives its victor a spell, even if it then reverts for want of an army (7.5.2d, 9.1c)."""

    title = "Spoils"
    clause = "elric/7.5.2d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the player choose who draws, if the city is a capital and was not their own."""
        battle = the_battle(position)
        battle.segment = "spoils"
        world, area, seat = position.world, battle.fight.area, battle.seats[0]
        if battle.taken and is_capital(world, area) and position.captured[area] == seat:
            takers = persons(position, left(position, 0))
            if len(takers) == 1:
                draw_hand(position, takers[0], 1)
            elif takers:
                position.then(WhoDraws(seat))
            elif log:
                log.say("No personality is there to have the spell of the capital.", clause=self.clause, seat=seat)


class Aftermath(Automatic, frozen=True, tag=True):
    """Once all counters lie where the battle has left them, settle who controls Elric and which sieges are over."""

    title = "After the battle"
    clause = "elric/10.9.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Settle both."""
        control.settle(position, log)
        sieges.lift_sieges(position, log)


class WhoDraws(AsksOne, frozen=True, tag=True):
    """Which personality of the stack that took a capital draws its spell (7.5.2d)."""

    title = "A spell for a capital"
    clause = "elric/7.5.2d"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Every personality of the stack."""
        world = position.world
        takers = persons(position, left(position, 0))
        acts = [with_unit(world, "give the spell to", unit) for unit in takers]
        roomy = [act for act in acts if self._room(position, unit_named(act)) > 0]
        return Acts(
            acts,
            "Who draws the spell that the capital gives?",
            labels=lambda: {act.path[0]: self._label(position, act.path[0], unit_named(act)) for act in acts},
            default=(roomy or acts)[0],
        )

    def _room(self, position: ElricPosition, unit: int) -> int:
        return capacity(position.world, unit) - len(position.hand(unit))

    def _label(self, position: ElricPosition, pick: str, unit: int) -> Pick:
        world = position.world
        kind = "magician" if world.spells[unit] else "no magician, for muster only"
        full = self._room(position, unit) <= 0
        return Pick(pick, name(world, unit), f"{kind}{', the hand is full' if full else ''}", risk=full)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Draw it."""
        draw_hand(position, unit_named(choice), 1)
