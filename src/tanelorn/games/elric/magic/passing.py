"""Passing spells and artifacts between personalities of one stack (elric/9.1d, 11.0p, 12.1.3b)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.elric.equipment.counters import ARTIFACT, PERSON
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.hands import capacity, is_bound
from tanelorn.games.elric.state.places import spells_held
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import SPELL_WORDS, name, unit_words


class Hands:
    """A seat's personalities on the board, stack by stack, what they hold, and how often they may still pass it."""

    def __init__(self, position: ElricPosition, seat: int, passes: int = 0) -> None:
        self.position = position
        self.seat = seat
        self.passes = passes

    @cached_property
    def held(self) -> dict[int, list[int]]:
        """The spells in each hand."""
        owner, area = self.position.owner, self.position.area
        held: dict[int, list[int]] = {}
        for spell, unit in spells_held(self.position.where):
            if owner[unit] == self.seat and area[unit] >= 0:
                held.setdefault(unit, []).append(spell)
        return held

    @cached_property
    def borne(self) -> list[tuple[int, int]]:
        """The artifacts that are carried, with their bearers."""
        owner = self.position.owner
        return [(a, unit) for a, unit in sorted(self.position.bearer.items()) if unit >= 0 and owner[unit] == self.seat]

    @cached_property
    def stacks(self) -> list[list[int]]:
        """The stacks of more than one personality."""
        position = self.position
        stacks: dict[tuple[int, int], list[int]] = {}
        for unit in position.units_of(self.seat):
            if position.world.kind[unit] == PERSON:
                stacks.setdefault((position.area[unit], position.band[unit]), []).append(unit)
        return [stack for stack in stacks.values() if len(stack) > 1]

    def apart(self) -> Iterator[Hands]:
        """Yield the hands of each stack, if anything may still be passed."""
        for stack in self.stacks if self.passes else ():
            one = Hands(self.position, self.seat, self.passes)
            one.held, one.borne, one.stacks = self.held, self.borne, [stack]
            yield one

    def count(self) -> int:
        """Return how many spells and artifacts there are."""
        return sum(map(len, self.held.values())) + len(self.borne)

    def could_act(self) -> bool:
        """Tell whether the seat might have something to do, as far as everybody can see."""
        position = self.position
        if self.held and (position.tipped or any(spell in position.maintained for spell in self._all())):
            return True
        if self.passes <= 0:
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


def _gives(hands: Hands) -> Iterator[Act]:
    """Give a spell to a companion with room (9.1d); Elric gives none away (12.1.3b)."""
    [stack] = hands.stacks
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


def _exchanges(hands: Hands) -> Iterator[Act]:
    """Exchange one spell each between two full hands (9.1d)."""
    [stack] = hands.stacks
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


def _trades(hands: Hands) -> Iterator[Act]:
    """Trade a Melnibonean-only spell for Elric's least (12.1.3b)."""
    [stack] = hands.stacks
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


def _artifacts(hands: Hands) -> Iterator[Act]:
    """Artifacts pass as spells do; only Melniboneans carry Mournblade (11.0p, 9.3.3)."""
    [stack] = hands.stacks
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


def _give(hands: Hands, act: Act, log: Log) -> None:
    position, (spell, unit, taker) = hands.position, act.args
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


def _swap(hands: Hands, act: Act, log: Log) -> None:
    position, (spell, unit, back, other) = hands.position, act.args
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


def _pass(hands: Hands, act: Act, log: Log) -> None:
    position, (artifact, unit, taker) = hands.position, act.args
    position.bearer[artifact] = taker
    if log:
        world = position.world
        log.say(
            f"**{name(world, unit)}** hands **{world.units[artifact].name}** to **{name(world, taker)}**.",
            clause="elric/11.0p",
            seat=position.owner[taker],
        )


# What pages say


def thing_labels(hands: Hands, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name the spells, artifacts and personalities of acts."""
    labels = {}
    for pick in dict.fromkeys(pick for act in acts for pick in act.path):
        kind, _, id = pick.partition(":")
        if kind == "card":
            spell = SPELLS[SPELL[id]]
            labels[pick] = Pick(pick, f"{spell.name} ({spell.alignment} {spell.value})", spell.text)
        elif kind == "piece":
            labels[pick] = _piece_label(hands.position, pick, hands.position.world.unit[id])
    return labels


def _piece_label(position: ElricPosition, pick: str, unit: int) -> Pick:
    """Name an artifact with its bearer, or a personality with the size of its hand."""
    world = position.world
    if world.kind[unit] == ARTIFACT:
        return Pick(pick, world.units[unit].name, f"borne by {name(world, position.bearer[unit])}")
    most = capacity(world, unit)
    return Pick(
        pick, name(world, unit), f"holds {len(position.hand(unit))} of {most} {'spell' if most == 1 else 'spells'}"
    )


def _pairs(hands: Hands) -> Iterator[tuple[list[int], int, int, int]]:
    """Yield each stack, a spell held there, its holder and somebody else there who might take it."""
    for stack in hands.stacks if hands.passes else ():
        for unit in stack:
            for spell in hands.held.get(unit, ()):
                for taker in stack:
                    if taker != unit:
                        yield stack, spell, unit, taker


def _gives_refused(hands: Hands) -> Iterator[Refusal]:
    position = hands.position
    world, words = position.world, unit_words(position.world)
    for stack, spell, unit, taker in _pairs(hands):
        text = f"give {SPELL_WORDS[spell]} of {words[unit]} to {words[taker]}"
        if unit == world.elric:
            yield Refusal(text, "Elric parts with a spell only for one of the Melniboneans’ own.", "elric/12.1.3b")
        elif spell in position.flights:
            yield Refusal(text, "A spell that flies stays with its user to the end of its term.", "elric/7.4.2b")
        elif spell in position.maintained:
            yield Refusal(text, "A maintained spell stays with its caster.", "elric/13.4a")
        elif hands.room(taker) <= 0:
            yield Refusal(text, f"{name(world, taker)} can hold no more spells.", "elric/9.5a")
        elif not hands.stable(stack, {spell: taker}):
            yield Refusal(text, "Magicians of one stack cannot hold Law and Chaos together.", "elric/9.5c")


def _trades_refused(hands: Hands) -> Iterator[Refusal]:
    world = hands.position.world
    words = unit_words(world)
    own = hands.free(world.elric)
    least = min((SPELLS[back].value for back in own), default=0)
    for _, spell, unit, taker in _pairs(hands):
        for back in own if taker == world.elric else ():
            text = f"trade {SPELL_WORDS[spell]} of {words[unit]} for {SPELL_WORDS[back]} of elric"
            if SPELLS[spell].alignment != "melnibonean":
                yield Refusal(text, "Elric takes only a spell of the Melniboneans in exchange.", "elric/12.1.3b")
            elif SPELLS[back].value > least:
                yield Refusal(text, "Elric gives his least spell in exchange, no other.", "elric/12.1.3b")


# The verbs


GIVE = Verb("give", fits=_gives, does=_give, labels=thing_labels, refused=_gives_refused)
EXCHANGE = Verb("exchange", fits=_exchanges, does=_swap, labels=thing_labels)
TRADE = Verb("trade", fits=_trades, does=_swap, labels=thing_labels, refused=_trades_refused)
PASS = Verb("pass", fits=_artifacts, does=_pass, labels=thing_labels)
