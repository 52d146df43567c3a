"""Passing spells and artifacts between personalities of one stack (elric/9.1d, 11.0p, 12.1.3b)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tanelorn.core.acts import Act
from tanelorn.core.choices import Refusal
from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import PERSON
from tanelorn.games.elric.hands import capacity, is_bound
from tanelorn.games.elric.state.position import HIDDEN, ElricPosition
from tanelorn.games.elric.state.words import SPELL_WORDS, name, unit_words

OPPOSITE = {"law": "chaos", "chaos": "law"}


class Hands:
    """A seat's personalities on the board, stack by stack, and what they hold."""

    def __init__(self, position: ElricPosition, seat: int) -> None:
        self.position = position
        self.seat = seat
        world, owner = position.world, position.owner
        self.held: dict[int, list[int]] = {}
        for spell, place in enumerate(position.where):
            if 0 <= place < HIDDEN and owner[place] == seat and position.area[place] >= 0:
                self.held.setdefault(place, []).append(spell)
        self.borne = [(a, unit) for a, unit in sorted(position.bearer.items()) if unit >= 0 and owner[unit] == seat]
        stacks: dict[tuple[int, int], list[int]] = {}
        for unit in position.units_of(seat):
            if world.kind[unit] == PERSON:
                stacks.setdefault((position.area[unit], position.band[unit]), []).append(unit)
        self.stacks = [stack for stack in stacks.values() if len(stack) > 1]

    def count(self) -> int:
        """Return how many spells and artifacts there are."""
        return sum(map(len, self.held.values())) + len(self.borne)

    def could_act(self, *, passing: bool) -> bool:
        """Tell whether the seat might have something to do, as far as everybody can see; `passing` if it may still
        pass.
        """
        position = self.position
        if self.held and (position.tipped or any(spell in position.maintained for spell in self._all())):
            return True
        if not passing:
            return False
        carriers = {*self.held, *(unit for _, unit in self.borne)}
        return any(unit in carriers for stack in self.stacks for unit in stack)

    def _all(self) -> Iterator[int]:
        for spells in self.held.values():
            yield from spells

    def free(self, unit: int) -> list[int]:
        """Return the spells that a unit may pass: none in use for flight or maintained (7.4.2b, 13.4a)."""
        position = self.position
        return [s for s in self.held.get(unit, ()) if s not in position.flights and s not in position.maintained]

    def room(self, unit: int) -> int:
        """Return how many more spells a unit may take."""
        return capacity(self.position.world, unit) - len(self.held.get(unit, ()))

    def stable(self, stack: list[int], moved: Mapping[int, int]) -> bool:
        """Tell whether the magicians of a stack would hold no Law beside Chaos once some spells have moved (9.5c)."""
        world = self.position.world
        sides = set()
        for unit in stack:
            for spell in self.held.get(unit, ()):
                if is_bound(world, moved.get(spell, unit)):
                    sides.add(SPELLS[spell].alignment)
        return not ("law" in sides and "chaos" in sides)


def acts(hands: Hands) -> list[Act]:
    """Return every permitted pass."""
    found: list[Act] = []
    for stack in hands.stacks:
        found += _gives(hands, stack)
        found += _exchanges(hands, stack)
        found += _trades(hands, stack)
        found += _artifacts(hands, stack)
    return found


def _gives(hands: Hands, stack: list[int]) -> Iterator[Act]:
    """Give a spell to a companion with room (9.1d); Elric gives none away (12.1.3b)."""
    world = hands.position.world
    words = unit_words(world)
    takers = [unit for unit in stack if hands.room(unit) > 0]
    for unit in stack:
        if unit == world.elric:
            continue
        for spell in hands.free(unit):
            for taker in takers:
                if taker != unit and hands.stable(stack, {spell: taker}):
                    yield Act(
                        "give",
                        (spell, unit, taker),
                        f"give {SPELL_WORDS[spell]} of {words[unit]} to {words[taker]}",
                        (f"card:{SPELLS[spell].id}", f"piece:{world.units[taker].id}"),
                    )


def _exchanges(hands: Hands, stack: list[int]) -> Iterator[Act]:
    """Exchange one spell each between two full hands (9.1d)."""
    world = hands.position.world
    words = unit_words(world)
    full = [unit for unit in stack if unit != world.elric and hands.room(unit) <= 0]
    for at, unit in enumerate(full):
        for other in full[at + 1 :]:
            for spell in hands.free(unit):
                for back in hands.free(other):
                    if hands.stable(stack, {spell: other, back: unit}):
                        yield Act(
                            "exchange",
                            (spell, unit, back, other),
                            f"exchange {SPELL_WORDS[spell]} of {words[unit]} for {SPELL_WORDS[back]} of {words[other]}",
                            (f"card:{SPELLS[spell].id}", f"card:{SPELLS[back].id}"),
                        )


def _trades(hands: Hands, stack: list[int]) -> Iterator[Act]:
    """Trade a Melnibonean-only spell for Elric's least (12.1.3b)."""
    elric = hands.position.world.elric
    if elric not in stack:
        return
    words = unit_words(hands.position.world)
    own = hands.free(elric)
    least = min((SPELLS[spell].value for spell in own), default=0)
    for unit in stack:
        for spell in hands.free(unit) if unit != elric else ():
            if SPELLS[spell].alignment != "melnibonean":
                continue
            for back in own:
                if SPELLS[back].value == least and hands.stable(stack, {spell: elric, back: unit}):
                    yield Act(
                        "trade",
                        (spell, unit, back, elric),
                        f"trade {SPELL_WORDS[spell]} of {words[unit]} for {SPELL_WORDS[back]} of elric",
                        (f"card:{SPELLS[spell].id}", f"card:{SPELLS[back].id}"),
                    )


def _artifacts(hands: Hands, stack: list[int]) -> Iterator[Act]:
    """Artifacts pass as spells do; only Melniboneans carry Mournblade (11.0p, 16.8)."""
    world = hands.position.world
    words = unit_words(world)
    for artifact, unit in hands.borne:
        if unit in stack:
            for taker in stack:
                if taker != unit and (artifact != world.mournblade or world.melnibonean[taker]):
                    yield Act(
                        "pass",
                        (artifact, unit, taker),
                        f"pass {words[artifact]} of {words[unit]} to {words[taker]}",
                        (f"piece:{world.units[artifact].id}", f"piece:{world.units[taker].id}"),
                    )


def _give(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    spell, unit, taker = args
    position.pass_on(spell, taker)
    if log:
        world = position.world
        log.say(
            f"**{name(world, unit)}** gives **{SPELLS[spell].name}** to **{name(world, taker)}**.",
            clause="elric/9.1d",
            seat=position.owner[taker],
            knowers=(position.owner[taker],),
            otherwise=f"**{name(world, unit)}** gives **{name(world, taker)}** a spell.",
        )


def _swap(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    spell, unit, back, other = args
    position.pass_on(spell, other)
    position.pass_on(back, unit)
    if log:
        world = position.world
        who = f"**{name(world, unit)}** and **{name(world, other)}**"
        log.say(
            f"{who} exchange **{SPELLS[spell].name}** and **{SPELLS[back].name}**.",
            clause="elric/12.1.3b" if other == world.elric else "elric/9.1d",
            seat=position.owner[unit],
            knowers=(position.owner[unit],),
            otherwise=f"{who} exchange a spell each.",
        )


def _pass(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    artifact, unit, taker = args
    position.bearer[artifact] = taker
    if log:
        world = position.world
        log.say(
            f"**{name(world, unit)}** hands **{world.units[artifact].name}** to **{name(world, taker)}**.",
            clause="elric/11.0p",
            seat=position.owner[taker],
        )


DEEDS: Mapping[str, Callable[[ElricPosition, tuple[int, ...], Log], None]] = {
    "give": _give,
    "exchange": _swap,
    "trade": _swap,
    "pass": _pass,
}


def refused(hands: Hands) -> list[Refusal]:
    """Return the passes somebody might try, with the rule against each."""
    found: list[Refusal] = []
    for stack in hands.stacks:
        for unit in stack:
            for spell in hands.held.get(unit, ()):
                for taker in stack:
                    if taker != unit:
                        found += _why_not(hands, stack, spell, unit, taker)
    return found


def _why_not(hands: Hands, stack: list[int], spell: int, unit: int, taker: int) -> Iterator[Refusal]:
    world = hands.position.world
    words = unit_words(world)
    who = name(world, taker)
    text = f"give {SPELL_WORDS[spell]} of {words[unit]} to {words[taker]}"
    if unit == world.elric:
        yield Refusal(text, "Elric parts with a spell only for one of the Melniboneans’ own.", "elric/12.1.3b")
    elif spell in hands.position.flights:
        yield Refusal(text, "A spell that flies stays with its user to the end of its term.", "elric/7.4.2b")
    elif spell in hands.position.maintained:
        yield Refusal(text, "A maintained spell stays with its caster.", "elric/13.4a")
    elif hands.room(taker) <= 0:
        yield Refusal(text, f"{who} can hold no more spells.", "elric/9.5a")
    elif not hands.stable(stack, {spell: taker}):
        yield Refusal(text, "Magicians of one stack cannot hold Law and Chaos together.", "elric/9.5c")
    if taker == world.elric:
        own = hands.free(taker)
        least = min((SPELLS[back].value for back in own), default=0)
        for back in own:
            traded = f"trade {SPELL_WORDS[spell]} of {words[unit]} for {SPELL_WORDS[back]} of elric"
            if SPELLS[spell].alignment != "melnibonean":
                yield Refusal(traded, "Elric takes only a spell of the Melniboneans in exchange.", "elric/12.1.3b")
            elif SPELLS[back].value > least:
                yield Refusal(traded, "Elric gives his least spell in exchange, no other.", "elric/12.1.3b")
