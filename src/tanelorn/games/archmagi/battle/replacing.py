"""Emptied places (archmagi/battle.34, paralyze.1, paralyze.2): replacements, and sides with only paralysed units."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.battle.combatants import SEND, confused, set_fighter
from tanelorn.games.archmagi.battle.presence import army, names, the_battle, usable
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import UNIT, find, unit_parts
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb


class FillPlaces(Automatic, frozen=True, tag=True):
    """A combatant who is paralysed, controlled, banished, fled or destroyed leaves his place empty (battle.34)."""

    title = "Tactical options"
    clause = "archmagi/battle.34"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask for replacements; end the round, or the battle, where there is nobody."""
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
    """A side with paralysed units only loses one: the combatant just paralysed, or one of its choice (battle.34)."""

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


LOSE = verb(
    Verb(
        "lose",
        "Lose a unit",
        steps(Slot("", UNIT, "Which paralysed unit is destroyed?", _helpless, "archmagi/paralyze.2")),
        "archmagi/paralyze.2",
        button=False,
        words="lose",
    )
)


class LoseHelpless(Asks, frozen=True, tag=True):
    """A side that has only paralysed units names one of them, which is destroyed (paralyze.2)."""

    side: int
    title = "Combatants"
    clause = "archmagi/paralyze.2"

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
        best = max(refs, key=lambda ref: (KINDS[unit_parts(ref)[0]].brm, -ref))
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
