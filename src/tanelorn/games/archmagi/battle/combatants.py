"""The choice of combatants (archmagi/battle.6): in secret, shown together, or by lot under Confusion."""

from __future__ import annotations

from tanelorn.core.chance import Ask, Draw
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances, Seals
from tanelorn.games.archmagi.battle.presence import names, the_battle, usable
from tanelorn.games.archmagi.state.content import KINDS, SPELL
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, UNIT, find
from tanelorn.games.archmagi.words.telling import tell
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb

_CONFUSION = SPELL["confusion"]


def confused(position: ArchmagiPosition, side: int) -> bool:
    """Tell whether a side must draw its combatants by lot (spell/confusion)."""
    battle = the_battle(position)
    return any(e.source == _CONFUSION and e.side == battle.seats[side] for e in position.lasting)


def _sendable(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    battle = the_battle(position)
    side = battle.side(seat)
    return names(position, side, usable(position, side))


SEND = verb(
    Verb(
        "send",
        "Send into the fight",
        steps(Slot("", UNIT, "Which unit fights?", _sendable, "archmagi/battle.6")),
        "archmagi/battle.6",
        button=False,
        words="send",
    )
)


class Combatants(Automatic, frozen=True, tag=True):
    """Each side picks its combatant in secret, or by lot if it is confused (battle.6)."""

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
    tell(log, position, f"{what} {{}}.", unit, otherwise=f"{what} a unit.", clause="archmagi/battle.6", seat=seat)


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
