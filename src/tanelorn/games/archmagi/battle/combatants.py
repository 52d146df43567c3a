"""Combatants (archmagi/battle.6, battle.34, paralyze.1, paralyze.2): chosen in secret and shown together, or drawn by
lot under Confusion; and who takes an emptied place.
"""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances, Seals, Step
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.battle.presence import army, names, the_battle, usable
from tanelorn.games.archmagi.state.codes import kind_named
from tanelorn.games.archmagi.state.content import KINDS, SPELL
from tanelorn.games.archmagi.state.markers import Battle
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, UNIT, find
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, clicked

_CONFUSION = SPELL["confusion"]


def confused(position: ArchmagiPosition, side: int) -> bool:
    """Tell whether a side must draw its combatants by lot (spell/confusion)."""
    battle = the_battle(position)
    return any(e.source == _CONFUSION and e.side == battle.seats[side] for e in position.lasting)


def _sendable(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    side = battle.side(seat)
    return names(position, side, usable(position, side))


SEND = clicked(
    "send",
    "Send into the fight",
    Slot("", UNIT, "Which unit fights?", _sendable, "archmagi/battle.6"),
    clause="archmagi/battle.6",
)


class Combatants(Automatic, frozen=True, tag=True):
    """Each side picks its combatant in secret, or by lot if it is confused (battle.6, battle.29, battle.7)."""

    title = "Combatants"
    clause = "archmagi/battle.6"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask those who may choose, draw for the others."""
        battle = the_battle(position)
        lots = [side for side in (0, 1) if confused(position, side)]
        free = tuple(battle.seats[side] for side in (0, 1) if side not in lots)
        position.then(*((Choose(free),) if free else ()), *(ByLot(side) for side in lots))


class Choose(Seals, frozen=True, tag=True):
    """Picked in secret, revealed at the same moment (battle.6)."""

    sides: tuple[int, ...]
    title = "Combatants"
    clause = "archmagi/battle.6"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The sides that may choose."""
        return tuple(seat for seat in self.sides if seat not in position.gone)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any usable unit."""
        refs = _sendable(position, seat, ())
        best = max(refs, key=lambda ref: (KINDS[position.kinds[find(position, seat, ref)]].brm, -ref))
        return Acts(position, seat, (SEND,), "Which unit fights this round?", Act("send", (best,)))

    def reveal(self, position: ArchmagiPosition, choices: dict[int, Act], log: Log) -> None:
        """Show the combatants."""
        battle = the_battle(position)
        for seat, act in choices.items():
            set_fighter(position, battle.side(seat), find(position, seat, act.args[0]), log)


def set_fighter(position: ArchmagiPosition, side: int, unit: int, log: Log) -> None:
    """Put a unit into the fight, shown to all."""
    battle = the_battle(position)
    battle.fighters[side] = unit
    show(position, unit)
    seat = battle.seats[side]
    what = f"**{SEAT_NAMES[seat]}** sends"
    say_of_units(
        log, position, f"{what} {{}}.", unit, otherwise=f"{what} a unit.", clause="archmagi/battle.6", seat=seat
    )


class ByLot(Chances, frozen=True, tag=True):
    """A confused side’s combatant is drawn from its stack (spell/confusion)."""

    side: int
    title = "Combatants"
    clause = "archmagi/spell/confusion"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of its usable units."""
        return Draw(1, len(usable(position, self.side)), "the confused combatant")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show it."""
        set_fighter(position, self.side, usable(position, self.side)[outcome[0]], log)


class FillPlaces(Automatic, frozen=True, tag=True):
    """A combatant who is paralysed, controlled, banished, put to flight or destroyed leaves an empty place
    (battle.34).
    """

    title = "Tactical options"
    clause = "archmagi/battle.34"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask for replacements; where there is nobody, end the round or the battle."""
        battle = position.battle
        if battle is None or battle.over:
            return
        empty = [side for side in (0, 1) if battle.fighters[side] < 0 or battle.is_held(battle.fighters[side])]
        if not empty:
            return
        able = {side: usable(position, side) for side in empty}
        if any(not army(position, side) for side in (0, 1)):
            battle.over = True
            return
        helpless = [side for side in empty if not able[side]]
        if not battle.rolled:
            if helpless:
                battle.rolled = True
                position.then(*(Helpless(side) for side in helpless))
            else:
                position.then(
                    *(Replace(side) if not confused(position, side) else ReplaceByLot(side) for side in empty)
                )


class Helpless(Automatic, frozen=True, tag=True):
    """A side whose units are all paralysed loses one: the combatant just paralysed, or one of its choice
    (battle.34).
    """

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Destroy the combatant, or ask."""
        battle = the_battle(position)
        fighter = battle.fighters[self.side]
        if fighter >= 0:
            kill(position, fighter, log, "is destroyed, paralysed", clause="archmagi/paralyze.1")
        else:
            position.then(LoseHelpless(self.side))


def _helpless(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    side = battle.side(seat)
    return names(position, side, [unit for unit in army(position, side) if battle.is_held(unit)])


LOSE = clicked(
    "lose",
    "Lose a unit",
    Slot("", UNIT, "Which paralysed unit is destroyed?", _helpless, "archmagi/paralyze.2"),
    clause="archmagi/paralyze.2",
)


class LoseHelpless(Asks, frozen=True, tag=True):
    """A side whose units are all paralysed names one of them, which is destroyed (paralyze.2)."""

    side: int
    title = "Combatants"
    clause = "archmagi/paralyze.2"
    still_asked = "how many of them there are to choose from may be hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side."""
        return (the_battle(position).seats[self.side],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Each paralysed unit."""
        held = _helpless(position, seat, ())
        return Acts(position, seat, (LOSE,), "All your units are paralysed: one is destroyed.", Act("lose", (held[0],)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Destroy it; nothing saves it from this."""
        kill(
            position, find(position, seat, choice.args[0]), log, "is destroyed, paralysed", clause="archmagi/paralyze.1"
        )


class Replace(Asks, frozen=True, tag=True):
    """The owner names another usable unit at once, shown or hidden (battle.34)."""

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"
    still_asked = "how many could be sent is hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The side."""
        return (the_battle(position).seats[self.side],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Any usable unit."""
        refs = names(position, self.side, usable(position, self.side))
        best = max(refs, key=lambda ref: (KINDS[kind_named(ref)].brm, -ref))
        return Acts(position, seat, (SEND,), "Who takes the empty place?", Act("send", (best,)))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Put it into the fight."""
        set_fighter(position, self.side, find(position, seat, choice.args[0]), log)


class ReplaceByLot(Chances, frozen=True, tag=True):
    """Under Confusion the replacement is drawn by lot (battle.34)."""

    side: int
    title = "Tactical options"
    clause = "archmagi/battle.34"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One of the usable units."""
        return Draw(1, len(usable(position, self.side)), "the confused replacement")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Put it into the fight."""
        set_fighter(position, self.side, usable(position, self.side)[outcome[0]], log)


def sides_sending(step: Step, battle: Battle) -> tuple[int, ...]:
    """Return the sides of which a step awaits a combatant, so that everybody knows that they can send one."""
    if isinstance(step, Choose):
        return tuple(battle.side(seat) for seat in step.sides)
    return (step.side,) if isinstance(step, ByLot | Replace | ReplaceByLot) else ()
