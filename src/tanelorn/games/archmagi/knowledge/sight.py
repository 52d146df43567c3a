"""What a viewer can see of the units (archmagi/view.*, chits.7), and what it is told of spells, steps and the battle.

A viewer's own units go by their numbers. Others' that it knows are numbered afresh: those revealed in the battle first,
in the order of their revealing, then Sites and what it has seen in this Scout phase, by how they look. A hidden unit is
only somebody in its stack. So no number tells when a chit was deployed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import count
from typing import TypeVar

import msgspec

from tanelorn.games.archmagi.artifacts.death import Fate, Heir, LostOrLeft
from tanelorn.games.archmagi.casting.rerolls import Throw
from tanelorn.games.archmagi.spells.thefts import SpellTheft
from tanelorn.games.archmagi.state.codes import (
    NO_SEATS,
    Seats,
    StackKey,
    hidden_in,
    includes,
    is_hidden,
    only,
    stack_key,
)
from tanelorn.games.archmagi.state.markers import Battle, Lasting, Spellcast
from tanelorn.games.archmagi.state.numbers import Units, holds_struct, holds_units, renamed
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.telling import has_seen, is_open

S = TypeVar("S", bound=msgspec.Struct)


@lru_cache(maxsize=256)
def _fields_with_secrets(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """Return the fields of a step or a spell in which there may be something that not all may know."""
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name in ("price", "offered", "artifact") or field.type == Units or holds_struct(field.type)
    )


@lru_cache(maxsize=256)
def _tells(kind: type[msgspec.Struct]) -> bool:
    """Tell whether a step or a spell may speak of units, or of anything else that not all may know."""
    return bool(_fields_with_secrets(kind)) or holds_units(kind)


class Sight:
    """The units that a viewer knows, with their numbers for the viewer; all that depends on them is seen through it
    (view.1, view.6, stacks.4, battle.21, spell-rule.12).
    """

    def __init__(self, position: ArchmagiPosition, viewer: int) -> None:
        self.position = position
        self.viewer = viewer
        self.has_seat = 0 <= viewer < len(position.magi)
        self.numbers: dict[int, int] = {unit: unit for unit in sorted(position.units_of(viewer))}
        battle = position.battle
        revealed = [unit for unit in battle.shown if unit not in self.numbers] if battle is not None else []
        self._number(revealed)
        found = [
            unit
            for unit, owner in enumerate(position.owners)
            if owner >= 0 and unit not in self.numbers and (is_open(position, unit) or has_seen(position, viewer, unit))
        ]
        self._number(sorted(found, key=self._looks))
        self.ranks = {unit: rank for rank, unit in enumerate(self.numbers)}
        self.size = max(self.numbers.values(), default=-1) + 1

    def _number(self, units: list[int]) -> None:
        """Give units the lowest numbers of their seats that are free for all that the viewer knows."""
        owners, step = self.position.owners, len(self.position.magi)
        taken = set(self.numbers.values())
        for unit in units:
            number = next(number for number in count(owners[unit], step) if number not in taken)
            self.numbers[unit] = number
            taken.add(number)

    def _looks(self, unit: int) -> tuple[object, ...]:
        """What can be seen of a unit: two of a kind in a hex go by which spell was laid first, not by their age."""
        position = self.position
        carrier = position.carriers[unit]
        lasts = [at for at, effect in enumerate(position.lasting) if effect.unit == unit]
        aboard = position.kinds[carrier] if carrier >= 0 else -1
        return position.hexes[unit], position.owners[unit], position.kinds[unit], lasts, aboard

    def is_own(self, unit: int) -> bool:
        """Tell whether a unit is the viewer's."""
        return self.position.owners[unit] == self.viewer

    def call(self, unit: int) -> int:
        """Return what the viewer calls a unit: its number, or of a hidden one its stack."""
        if unit < 0:
            return unit
        if unit in self.numbers:
            return self.numbers[unit]
        if self.position.owners[unit] < 0:
            return -1
        return hidden_in(stack_key(self.position.hexes[unit], self.position.owners[unit]))

    def numbers_of(self, units: list[int]) -> list[int]:
        """Return the numbers of those units that the viewer knows."""
        return sorted(self.numbers[unit] for unit in units if unit in self.numbers)

    def holds(self, artifact: int) -> bool:
        """Tell whether the viewer stores an artifact, or a unit of its bears it."""
        position, viewer = self.position, self.viewer
        return self.has_seat and (
            artifact in position.stored[viewer]
            or any(artifact in position.gear[unit] for unit in position.units_of(viewer))
        )

    def glimpses(self) -> dict[int, Seats]:
        """Return the units that the viewer knows for having seen them in this Scout phase."""
        return {
            number: only(self.viewer)
            for unit, number in self.numbers.items()
            if not self.is_own(unit) and has_seen(self.position, self.viewer, unit) and not is_open(self.position, unit)
        }

    def known_gear(self) -> dict[int, Seats]:
        """Return the artifacts that the viewer knows of in this turn."""
        return {artifact: only(self.viewer) for artifact in self.bearers}

    @cached_property
    def bearers(self) -> dict[int, StackKey]:
        """The artifacts that the viewer knows of in this turn, with the stack where each is (scout.8)."""
        return bearers(self.position, self.viewer) if self.has_seat else {}

    # What is told of spells, steps, effects and the battle

    def knows_of(self, effect: Lasting) -> bool:
        """Tell whether the viewer knows of an effect: one on a unit is known with the unit."""
        return effect.unit < 0 or effect.unit in self.numbers

    def told(self, thing: S) -> S:
        """Return a step, a spell or an effect with its units as the viewer calls them, without what it may not know."""
        return renamed(self._masked(thing), self.call) if _tells(type(thing)) else thing

    def _masked(self, thing: S) -> S:
        """Return a step or a spell without what the viewer may not know, its units as they are."""
        kind: type[msgspec.Struct] = type(thing)
        changed: dict[str, object] = {}
        for field in _fields_with_secrets(kind):
            value = getattr(thing, field)
            if field == "price":
                changed[field] = value if getattr(thing, "seat", -1) == self.viewer else ()
            elif isinstance(thing, SpellTheft) and field == "offered":
                changed[field] = value if thing.made.seat == self.viewer else None
            elif field == "artifact":
                changed[field] = value if self._sees_artifact(thing) else -1
            elif isinstance(value, Throw):
                changed[field] = _thrown(value)
            elif isinstance(value, tuple):
                changed[field] = self._listed(value)
            elif value is not None:
                changed[field] = self._masked(value)
        return msgspec.structs.replace(thing, **changed) if changed else thing

    def _listed(self, units: tuple[int, ...]) -> tuple[int, ...]:
        """Hidden units stand in no order: the place of another among them would tell when they were deployed."""
        return tuple(sorted(units, key=self._rank)) if any(is_hidden(self.call(unit)) for unit in units) else units

    def _rank(self, unit: int) -> int:
        """Return where a unit comes in the viewer's order: dead ones, known ones, hidden ones by their stacks."""
        return self.ranks[unit] if unit in self.ranks else self.call(unit)

    def _sees_artifact(self, step: msgspec.Struct) -> bool:
        """What is stolen is known to thief and victim only (view.3); what the dead leave is public (view.7)."""
        if isinstance(step, Spellcast | LostOrLeft | Fate | Heir):
            return True
        thief = getattr(step, "thief", None)
        if thief is None:
            return True
        position = self.position
        artifact = getattr(step, "artifact", -1)
        owners = [owner for unit, owner in enumerate(position.owners) if artifact in position.gear[unit]]
        return self.viewer in (position.owners[thief] if thief >= 0 else -1, *owners)

    def battle(self) -> Battle | None:
        """Return the battle, without what has happened to hidden units in it."""
        battle = self.position.battle
        if battle is None:
            return None
        new = battle.copy()
        new.held, new.used, new.aids = (self._of_known(row) for row in (battle.held, battle.used, battle.aids))
        return renamed(new, self.call)

    def _of_known(self, row: dict[int, int]) -> dict[int, int]:
        """What a battle keeps of the units that the viewer knows, in the viewer's order."""
        return {unit: row[unit] for unit in self.numbers if unit in row}


def bearers(position: ArchmagiPosition, viewer: int) -> dict[int, StackKey]:
    """Return the artifacts that a seat knows of in this turn, with the stack where each is; bearers stay unknown
    (scout.8).
    """
    found = {
        artifact: stack_key(position.hexes[unit], position.owners[unit])
        for unit, gear in enumerate(position.gear)
        for artifact in gear
        if includes(position.known_gear.get(artifact, NO_SEATS), viewer)
    }
    return dict(sorted(found.items()))


def adrift(agenda: Sequence[object]) -> list[int]:
    """Return the artifacts of the dead that nobody has yet (artifact-rule.5); they are public (view.7)."""
    return [step.artifact for step in agenda if isinstance(step, LostOrLeft | Fate | Heir)]


def _thrown(throw: Throw) -> Throw:
    """Others see the dice of a mass attack in the order drawn at random (view.5); so does the owner, who has been told
    the sums.
    """
    if not throw.mixed:
        return throw
    return Throw(throw.why, throw.public, throw.hex, tuple(range(len(throw.dice))))
