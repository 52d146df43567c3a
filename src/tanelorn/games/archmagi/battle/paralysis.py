"""Units that paralyse (archmagi/battle.14, paralyze.4): Ghouls, Medusa, the maze of the Caves."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.archmagi.battle.presence import foes_shown, own_units, the_battle
from tanelorn.games.archmagi.casting.rerolls import Throw, ask_for_rerolls
from tanelorn.games.archmagi.state.abilities import ARCHMAGUS, in_battle, traits
from tanelorn.games.archmagi.state.content import BATTLE, BIT, KINDS
from tanelorn.games.archmagi.state.markers import PARALYZE
from tanelorn.games.archmagi.state.numbers import Unit
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, UNIT, find
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb

_PARALYZE, _MAZE = (BIT[name] for name in ["paralyze", "maze"])


def _paralyzers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    return [
        ref
        for ref, unit in own_units(position, seat).items()
        if in_battle(position, unit) & (_PARALYZE | _MAZE) and not battle.has_used(unit, PARALYZE)
    ]


def victims(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Revealed enemy units that can be paralysed: no archmagi (paralyze.4, paralyze.5, archmagus/immunity)."""
    return [ref for ref, unit in foes_shown(position, seat).items() if not traits(position, unit) & ARCHMAGUS]


def paralyze(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Paralyse a revealed enemy unit, or try it in the maze (trait/paralyze, unit/caves, battle.14, unit/ghouls)."""
    unit, victim = find(position, seat, args[0]), find(position, seat, args[1])
    the_battle(position).use(unit, PARALYZE)
    show(position, unit)
    bundle = KINDS[position.kinds[unit]].bundle
    who = f"**{SEAT_NAMES[seat]}**"
    say_of_units(
        log,
        position,
        f"{who} turns {{}} on {{}}.",
        unit,
        victim,
        otherwise=f"{who} paralyses a unit.",
        clause="archmagi/trait/paralyze",
        seat=seat,
    )
    if bundle.number("maze"):
        position.then(MazeRoll(unit, victim))
    else:
        hold(position, victim, bundle.number("paralyze"))


def _holds(position: ArchmagiPosition, unit: int, dice: tuple[int, ...]) -> bool:
    """Tell whether the maze of a unit holds somebody (unit/caves)."""
    return dice[0] <= KINDS[position.kinds[unit]].bundle.number("maze")


def maze_ahead(position: ArchmagiPosition, seat: int, args: Args) -> Odds | None:
    """Return whether the maze holds somebody, None for a unit that needs no die (unit/caves)."""
    unit, victim = find(position, seat, args[0]), find(position, seat, args[1])
    if not KINDS[position.kinds[unit]].bundle.number("maze"):
        return None
    held, free = ("the maze holds it", seat), ("it escapes the maze", position.owners[victim])
    ask = MazeRoll(unit, victim).ask(position)
    return reckon(
        ask, lambda dice: held if _holds(position, unit, dice) else free, assumed="The die is not thrown again"
    )


PARALYZE_VERB = verb(
    Verb(
        "paralyze with",
        "Paralyze",
        steps(
            Slot("", UNIT, "Who paralyses?", _paralyzers, "archmagi/battle.14"),
            Slot("on", UNIT, "Whom?", victims, "archmagi/paralyze.4"),
        ),
        "archmagi/battle.14",
        weight=3,
        does=paralyze,
        chances=maze_ahead,
    )
)


class MazeRoll(Chances, frozen=True, tag=True):
    """The maze of the Caves paralyses on 1 to 3 (unit/caves)."""

    unit: Unit
    victim: Unit
    title = "Tactical options"
    clause = "archmagi/unit/caves"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, "whether the maze holds")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Open the window for rerolls before the die counts."""
        if log:
            log.say("The maze rolls.", clause=self.clause, dice=outcome)
        ask_for_rerolls(position, Throw("maze", outcome, the_battle(position).hex), MazeHolds(self.unit, self.victim))


class MazeHolds(Automatic, frozen=True, tag=True):
    """The die is final."""

    unit: Unit
    victim: Unit
    dice: tuple[int, ...] = ()
    title = "Tactical options"
    clause = "archmagi/unit/caves"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Hold the unit for the rest of the battle."""
        if _holds(position, self.unit, self.dice):
            hold(position, self.victim, BATTLE)


def hold(position: ArchmagiPosition, unit: int, rounds: int) -> None:
    """Paralyse a unit for battle rounds, the current one included; the later end counts (paralyze.3, paralyze.2,
    spell/sleep, spell/web, spell/turn-to-stone, artifact/sandmans-pouch).
    """
    battle = position.battle
    if battle is not None:
        battle.held[unit] = max(battle.held.get(unit, -1), battle.round + rounds - 1)
