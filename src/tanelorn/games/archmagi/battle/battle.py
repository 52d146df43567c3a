"""Battles (archmagi/battle.*): which are fought, their rounds, calling off, and clearing up."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.scene import Mark
from tanelorn.core.steps import Asks, AsksOne, Automatic
from tanelorn.games.archmagi.battle.combatants import Combatants, LoseHelpless
from tanelorn.games.archmagi.battle.presence import army, the_battle, usable
from tanelorn.games.archmagi.battle.reviving import Revive
from tanelorn.games.archmagi.battle.roll import Announce, Roll
from tanelorn.games.archmagi.battle.support import ShowSupport
from tanelorn.games.archmagi.battle.tactics import NextTactic
from tanelorn.games.archmagi.move.stranding import Stranded
from tanelorn.games.archmagi.state.abilities import SITE, is_created, traits
from tanelorn.games.archmagi.state.barriers import fogged, wholly_sheltered
from tanelorn.games.archmagi.state.codes import StackKey, hex_and_seat, stack_key
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.markers import BATTLE, ROLL, TAKEN, Battle
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.removal import chit_back
from tanelorn.games.archmagi.state.sightings import remember_battle
from tanelorn.games.archmagi.state.steps import EndBattle
from tanelorn.games.archmagi.victory import CheckMagi
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, STACK, stack_meant, stack_name
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain


def battles_of(position: ArchmagiPosition, seat: int) -> list[StackKey]:
    """Return the keys of the enemy stacks that a seat must still fight in this turn (battle.1, battle.36)."""
    found = []
    for hex in position.hexes_of(seat):
        if fogged(position, hex) or wholly_sheltered(position, stack_key(hex, seat)):
            continue
        for foe in position.foes_in(hex, seat):
            key = stack_key(hex, foe)
            if key not in position.fought and not wholly_sheltered(position, key):
                found.append(key)
    return found


class Battles(Automatic, frozen=True, tag=True):
    """The active player attacks in every hex shared with an opponent, one battle after the other (battle.1 to
    battle.3).
    """

    seat: int
    title = "Battle"
    clause = "archmagi/battle.1"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Begin the next battle, or let the player choose which; word left for the last one is over (response.5)."""
        position.battle = None
        position.hush = [0] * len(position.hush)
        due = battles_of(position, self.seat)
        if len(due) == 1:
            position.then(BeginBattle(self.seat, due[0]), self)
        elif due:
            position.then(WhichBattle(self.seat), self)


def _due(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [stack_name(position, key) for key in battles_of(position, seat)]


FIGHT = clicked(
    "fight", "Fight", Slot("", STACK, "Which battle comes next?", _due, "archmagi/battle.3"), clause="archmagi/battle.3"
)


class WhichBattle(AsksOne, frozen=True, tag=True):
    """The active player chooses the order of hexes and of opponents (battle.3)."""

    title = "Battle"
    clause = "archmagi/battle.3"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each battle that is still to be fought."""
        due = _due(position, seat, ())
        return Acts(position, seat, (FIGHT,), "Which battle comes next?", Act("fight", (due[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Begin it."""
        position.then(BeginBattle(seat, stack_meant(position, choice.args[0])))


class BeginBattle(Automatic, frozen=True, tag=True):
    """The stacks leave the board and their banners mark the place (battle.4); Sites are always revealed (trait/site,
    battle.2, battle.38).
    """

    seat: int
    key: StackKey
    title = "Battle"
    clause = "archmagi/battle.4"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Lay the battle out."""
        hex, foe = hex_and_seat(self.key)
        position.fought.append(self.key)
        position.battle = battle = Battle(hex=hex, seats=(self.seat, foe), fighters=[-1, -1], attacks=[-1, -1])
        battle.shown = [u for s in battle.seats for u in position.stack(hex, s) if traits(position, u) & SITE]
        if log:
            id = position.land.ids[hex]
            log.say(
                f"**{SEAT_NAMES[self.seat]}** attacks **{SEAT_NAMES[foe]}** in {id}.",
                heading=True,
                clause="archmagi/battle.2",
                seat=self.seat,
                places=(id,),
                shows=(Mark("battle", id, seat=self.seat),),
            )
        position.then(BattleRound(), EndBattle())


class BattleRound(Automatic, frozen=True, tag=True):
    """One pass through the four segments; what is used up for the battle stays so (battle.5, term.3, battle.39)."""

    title = "Battle"
    clause = "archmagi/battle.5"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Begin a round: combatants, tactical options, battle roll, aftermath."""
        battle = the_battle(position)
        battle.round += 1
        battle.segment = 0
        battle.fighters, battle.attacks = [-1, -1], [-1, -1]
        battle.turn = battle.passes = 0
        battle.dice, battle.late = [], []
        battle.thrown = battle.rolled = False
        battle.used = {unit: rights & ~TAKEN for unit, rights in battle.used.items()}
        counts = [(usable(position, side), army(position, side)) for side in (0, 1)]
        if any(not units and not all_there for units, all_there in counts):
            return
        helpless = [side for side in (0, 1) if not counts[side][0]]
        announced = [Announce(seat) for seat in battle.seats]
        if log:
            log.say(f"Battle round {battle.round}", heading=True, clause="archmagi/term.3")
        if helpless:
            position.then(*(LoseHelpless(side) for side in helpless), *announced, EndRound())
            return
        position.then(Combatants(), ShowSupport(), NextTactic(), Roll(), *announced, EndRound())


GO_ON = plain("go on", "Fight on", key="Enter", weight=3)
CALL_OFF = plain("call off", "Call the attack off", clause="archmagi/battle.24")


class EndRound(Automatic, frozen=True, tag=True):
    """What lasts for one roll ends; the archmagi are counted; the attacker may call the attack off (battle.22 to
    battle.24).
    """

    title = "Aftermath"
    clause = "archmagi/battle.22"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Close the round."""
        battle = the_battle(position)
        for spell in battle.attacks:
            if spell >= 0:
                position.spell_back(spell)
        battle.attacks = [-1, -1]
        position.lasting = [effect for effect in position.lasting if effect.scale != ROLL]
        position.then(CheckMagi(), NextRound())


class NextRound(Automatic, frozen=True, tag=True):
    """The battle goes on, unless one side is destroyed or it has been ended (battle.23, battle.37)."""

    title = "Aftermath"
    clause = "archmagi/battle.23"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask the attacker."""
        battle = the_battle(position)
        if not battle.over and all(army(position, side) for side in (0, 1)):
            position.then(CallOff())


class CallOff(Asks, frozen=True, tag=True):
    """Only the attacker may call off, between battle rounds (battle.24, battle.25)."""

    title = "Aftermath"
    clause = "archmagi/battle.24"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The attacker."""
        return (the_battle(position).seats[0],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Fight on, or call off."""
        return Acts(position, seat, _CALL_OFF.verbs, "Do you fight on?", Act("call off"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Another round, or the end of the battle."""
        _CALL_OFF.do(self, position, seat, choice, log)

    def go_on(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Fight another round."""
        position.then(BattleRound())

    def call_off(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Leave it at that."""
        if log:
            log.say(f"**{SEAT_NAMES[seat]}** calls the attack off.", clause=self.clause, seat=seat)


_CALL_OFF = Verbs((GO_ON, CallOff.go_on), (CALL_OFF, CallOff.call_off))


def end_battle(step: EndBattle, position: ArchmagiPosition, log: Log) -> None:
    """Call the fallen back, then clear up, look for stranded units and count the archmagi (battle.35)."""
    battle = position.battle
    if battle is None:
        return
    position.chain = []
    for spell in battle.attacks:
        if spell >= 0:
            position.spell_back(spell)
    battle.attacks = [-1, -1]
    waiting = [Revive(*promise) for promise in battle.revive]
    position.then(*waiting, ClearUp(), Stranded(battle.hex), CheckMagi())


class ClearUp(Automatic, frozen=True, tag=True):
    """Borrowed units go home, created ones end, the others are hidden again; what was seen is remembered (battle.35,
    view.6, trait/summoning).
    """

    title = "Aftermath"
    clause = "archmagi/battle.35"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Close the battle."""
        battle = the_battle(position)
        for unit in [u for seat in battle.seats for u in list(position.stack(battle.hex, seat))]:
            kind = KINDS[position.kinds[unit]]
            if unit in battle.added or (
                is_created(position, unit) and kind.spell not in ("invisible-stalker", "familiar")
            ):
                chit_back(position, unit)
                position.remove(unit)
        remember_battle(position)
        position.lasting = [effect for effect in position.lasting if effect.scale > BATTLE]
        position.battle = None
