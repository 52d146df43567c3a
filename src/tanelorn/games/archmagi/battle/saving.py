"""What may save a unit at the moment of its destruction: a Martyr, Regenerate, the Priestess (archmagi/battle.22)."""

from __future__ import annotations

from typing import Literal

from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.state.abilities import MARTYR, REGENERATE, in_battle, powers, traits
from tanelorn.games.archmagi.state.content import BIT, KINDS
from tanelorn.games.archmagi.state.markers import BEATEN
from tanelorn.games.archmagi.state.numbers import Unit, Units
from tanelorn.games.archmagi.state.position import RAISED, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, UNIT, find, named
from tanelorn.games.archmagi.words.telling import say_of_units
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verbs, clicked, plain

How = Literal["defeated", "destroyed"]
_NOT_RAISED = BIT["site"] | BIT["ship"] | BIT["construct"]


class Doomed(Automatic, frozen=True, tag=True):
    """A unit is about to be destroyed: “defeated” by a lost roll, or “destroyed” without one, and then Regenerate is no
    help.

    `spared` are units that may not step in as Martyrs, because they are about to die themselves.
    """

    unit: Unit
    how: How
    spared: Units = ()
    title = "Aftermath"
    clause = "archmagi/battle.22"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Let it regenerate without a question if it has no choice; otherwise ask the owner, unless everybody can see
        that nothing can help.
        """
        unit = self.unit
        seat = position.owners[unit] if unit >= 0 else -1  # to others a unit that is gone has no number
        if seat < 0:
            return
        alone = len(position.stack(position.hexes[unit], seat)) == 1 and _strength(position, seat) == 1
        own_way = self.how == "defeated" and regenerates(position, unit)
        if not alone or (not own_way and _resurrects(position, unit, self.how)):
            position.then(Saving(unit, self.how, self.spared))
        elif own_way:
            _regenerate(position, unit, log)
        else:
            kill(position, unit, log, "is destroyed")


def _strength(position: ArchmagiPosition, seat: int) -> int:
    return sum(1 for _ in position.units_of(seat))


def regenerates(position: ArchmagiPosition, unit: int) -> bool:
    """Tell whether a first defeat in this battle leaves a unit alive, by nature, by an artifact or by a spell
    (trait/regenerate, unit/hill-fort, artifact/ring-of-regeneration, artifact/potion-of-healing,
    artifact/staff-of-healing, spell/healing-magic); each Scout spell is a battle of its own.
    """
    battle = position.battle
    if battle is None:
        return bool(traits(position, unit) & REGENERATE)
    return bool(in_battle(position, unit) & REGENERATE) and not battle.has_used(unit, BEATEN)


def _regenerate(position: ArchmagiPosition, unit: int, log: Log) -> None:
    if position.battle is not None:
        position.battle.use(unit, BEATEN)
    _survives(log, position, "{} regenerates.", unit)


def _survives(log: Log, position: ArchmagiPosition, text: str, *units: int) -> None:
    """Tell those who know the units what has saved the first, and the others that a unit survives; all are told the
    same clause, so that it gives nothing away.
    """
    seat = position.owners[units[0]]
    otherwise = f"**{SEAT_NAMES[seat]}**: a unit survives."
    say_of_units(log, position, text, *units, otherwise=otherwise, clause="archmagi/battle.22", seat=seat)


def martyrs(position: ArchmagiPosition, unit: int, spared: Args) -> dict[int, int]:
    """Return by name the comrades that may die in place of a unit (trait/martyr): in the same stack, not paralysed."""
    seat, battle = position.owners[unit], position.battle
    return {
        ref: other
        for ref, other in named(position, position.hexes[unit], seat, away=battle is None).items()
        if other != unit
        and other not in spared
        and in_battle(position, other) & MARTYR
        and not (battle is not None and (battle.is_idle(other) or other in battle.borrowed))
    }


def _resurrects(position: ArchmagiPosition, unit: int, how: How) -> bool:
    """Tell whether the Priestess can save a unit (archmagus/priestess/resurrection)."""
    seat = position.owners[unit]
    magus, battle = position.magi[seat], position.battle
    return (
        how == "defeated"
        and magus >= 0
        and "resurrection" in powers(position, seat)
        and position.hexes[magus] == position.hexes[unit]
        and not position.done[magus] & RAISED
        and not traits(position, unit) & _NOT_RAISED
        and not (battle is not None and battle.is_held(magus))
    )


def _saving(position: ArchmagiPosition) -> Saving:
    step = position.agenda[-1]
    assert isinstance(step, Saving)
    return step


def _martyr_names(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    step = _saving(position)
    return list(martyrs(position, step.unit, step.spared))


MARTYR_VERB = clicked(
    "martyr",
    "A Martyr dies instead",
    Slot("", UNIT, "Which Martyr dies instead?", _martyr_names, "archmagi/trait/martyr"),
    clause="archmagi/trait/martyr",
)
RAISE = plain(
    "resurrection",
    "The Priestess saves it",
    clause="archmagi/archmagus/priestess/resurrection",
    possible=lambda position, seat: _resurrects(position, _saving(position).unit, _saving(position).how),
)
LET_DIE = plain(
    "let it die",
    "Let it die",
    key="Enter",
    possible=lambda position, seat: not _own_way(position),
)
LET_REGENERATE = plain(
    "regenerate",
    "It regenerates",
    clause="archmagi/trait/regenerate",
    key="Enter",
    possible=lambda position, seat: _own_way(position),
)


def _own_way(position: ArchmagiPosition) -> bool:
    step = _saving(position)
    return step.how == "defeated" and regenerates(position, step.unit)


class Saving(Asks, frozen=True, tag=True):
    """The owner may let a Martyr die instead, or the Priestess save the unit; they are asked whether they can or
    not.
    """

    unit: Unit
    how: How
    spared: Units = ()
    title = "Aftermath"
    clause = "archmagi/trait/martyr"
    still_asked = "whether a Martyr or a Priestess is there is hidden"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """The owner."""
        return (position.owners[self.unit],)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Martyrs, the Priestess, or nothing."""
        prompt = f"**{KINDS[position.kinds[self.unit]].name}** is about to be destroyed."
        default = Act("regenerate" if _own_way(position) else "let it die")
        return Acts(position, seat, _SAVING.verbs, prompt, default)

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Let one unit die, or none, for good; what follows, and who is asked next, depends on what others hide."""
        position.close()
        _SAVING.do(self, position, seat, choice, log)

    def martyr(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Let a Martyr die instead (trait/martyr)."""
        kill(position, find(position, seat, args[0]), log, "dies as Martyr", clause="archmagi/trait/martyr")

    def resurrect(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Let the Priestess save the unit, once a turn (archmagus/priestess/resurrection)."""
        magus, battle = position.magi[seat], position.battle
        position.done[magus] |= RAISED
        if battle is not None:
            battle.use(self.unit, BEATEN)
            show(position, magus)
        _survives(log, position, "{1} saves {0}.", self.unit, magus)

    def regenerate(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Let it regenerate (trait/regenerate)."""
        _regenerate(position, self.unit, log)

    def let_die(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Let it die."""
        kill(position, self.unit, log, "is destroyed")


_SAVING = Verbs(
    (MARTYR_VERB, Saving.martyr),
    (RAISE, Saving.resurrect),
    (LET_REGENERATE, Saving.regenerate),
    (LET_DIE, Saving.let_die),
)
