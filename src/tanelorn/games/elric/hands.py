"""Spells drawn and held (elric/9.0b, 9.1, 9.5): draws from the container, capacity, and no Law beside Chaos."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from tanelorn.core.acts import Act, Acts
from tanelorn.core.chance import Draw
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.state.consequences import ActAtOnce
from tanelorn.games.elric.state.dominance import let_go
from tanelorn.games.elric.state.places import ASIDE, CONTAINER, DISCARD, spells_at, spells_held
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.stacks import stack_of
from tanelorn.games.elric.state.words import SPELL_WORDS, button, name, spell_named, unit_words

SIDES = ("law", "chaos")
"""The alignments that exclude each other (9.5b), by the number that an act gives them."""


# Drawing (9.0b)


class Drawing(Automatic, frozen=True, tag=True):
    """Draws one spell for some purpose; each purpose says who sees it and what becomes of it.

    `drawn` gets the spell, which lies `ASIDE` until it is put somewhere; one that acts at once goes to `immediate.act`,
    which discards it.
    """

    why: ClassVar[str] = "a spell"
    clause = "elric/9.0b"

    def knowers(self, position: ElricPosition) -> tuple[int, ...] | None:
        """Return the seats that see the spell; None if all do."""
        return None

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Do what the spell was drawn for."""
        raise NotImplementedError

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Do without: container and discards are both empty (9.0b)."""

    def run(self, position: ElricPosition, log: Log) -> None:
        """Return the discards to an empty container, then draw."""
        if CONTAINER not in position.where:
            refill(position, log)
        if CONTAINER in position.where:
            position.then(PickSpell(self))
        else:
            self.nothing(position, log)


class PickSpell(Chances, frozen=True, tag=True):
    """Chance picks among the spells not yet drawn."""

    purpose: Any
    title = "A spell is drawn"
    clause = "elric/9.0b"

    def ask(self, position: ElricPosition) -> Draw:
        """One of the container."""
        return Draw(1, position.where.count(CONTAINER), self.purpose.why, self.purpose.knowers(position))

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Show it to whoever may see it, and hand it to the purpose."""
        spell = position.container()[outcome[0]]
        position.where[spell] = ASIDE
        knowers = self.purpose.knowers(position)
        position.reveal(spell, position.seats if knowers is None else knowers)
        self.purpose.drawn(position, spell, log)


def to_be_drawn(position: ElricPosition) -> list[int]:
    """Return the spells that may be drawn sooner or later: the container, and the discards that will refill it."""
    return [*position.container(), *spells_at(position.where, DISCARD)]


def refill(position: ElricPosition, log: Log) -> None:
    """Return all discards to the container and mix them (9.0b, 16.4/reshuffle): nobody knows them any more."""
    back = spells_at(position.where, DISCARD)
    for spell in back:
        position.where[spell] = CONTAINER
        position.conceal(spell)
    if back:
        position.close()  # what was known of them is gone
        if log:
            log.say("The discarded spells go back into the container.", clause="elric/9.0b")


# Holding (9.1, 9.5)


def capacity(world: World, unit: int) -> int:
    """Return how many spells a unit may hold: a magician their capacity, any other personality one, other counters none
    (9.5a).
    """
    return (world.spells[unit] or 1) if world.kind[unit] == PERSON else 0


def room(position: ElricPosition, unit: int) -> int:
    """Return how many more spells a unit may take."""
    return capacity(position.world, unit) - len(position.hand(unit))


def is_bound(world: World, unit: int) -> bool:
    """Tell whether a unit's spells must agree with those of its stack: every magician's but Elric's (9.5c, 12.1.3a)."""
    return world.spells[unit] > 0 and unit != world.elric


def acts_at_once(spell: int) -> bool:
    """Tell whether a spell is not simply held when drawn or found: immediate ones and Quaolnargn (9.3.1a)."""
    return SPELLS[spell].alignment == "immediate" or SPELLS[spell].kind == "quaolnargn"


def gain(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    """Give a personality a spell that it has found or drawn (9.1): it acts at once (9.3.1) or is held, and what is then
    too much for the hand is discarded (9.5a, 9.5b).
    """
    _take(position, spell, unit, log)


def _take(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    if acts_at_once(spell):
        position.then(ActAtOnce(spell, unit))
    else:
        into_hand(position, spell, unit)


def learn_hand(position: ElricPosition, unit: int) -> None:
    """Show a personality's spells to the player it now belongs to."""
    seat = position.owner[unit]
    if seat >= 0:
        for spell in position.hand(unit):
            position.reveal(spell, (seat,))


def draw_hand(position: ElricPosition, unit: int, count: int, *, setup: bool = False) -> None:
    """Draw spells for a personality, one by one (9.1a, 9.1c); in set-up, spells that act at once are
    replaced (4.0g).
    """
    position.then(*[HandDraw(unit, setup)] * count, CheckHands((unit,)))


class HandDraw(Drawing, frozen=True, tag=True):
    """One spell for a hand, seen by its player alone; a personality that has left play draws no more."""

    unit: int
    setup: bool = False
    why = "a spell for a hand"
    title = "A spell for a hand"
    clause = "elric/9.1a"

    def knowers(self, position: ElricPosition) -> tuple[int, ...]:
        """The player of the hand; nobody while Elric is without a controller."""
        owner = position.owner[self.unit]
        return (owner,) if owner >= 0 else ()

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the personality is still in play."""
        if position.owner[self.unit] != OUT:
            super().run(position, log)

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Do without: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Hold it or let it act; in set-up, discard one that would act and draw another (4.0g)."""
        who = name(position.world, self.unit)
        if self.setup and acts_at_once(spell):
            position.discard(spell)
            position.then(self)
            if log:
                log.say(f"**{who}** discards **{SPELLS[spell].name}** and draws another spell.", clause="elric/4.0g")
            return
        if log and not acts_at_once(spell):
            log.say(
                f"**{who}** draws **{SPELLS[spell].name}**.",
                clause=self.clause,
                seat=position.owner[self.unit],
                knowers=self.knowers(position),
                otherwise=f"**{who}** draws a spell.",
            )
        _take(position, spell, self.unit, log)


def into_hand(position: ElricPosition, spell: int, unit: int, *, seen: bool = False) -> None:
    """Put a spell into a hand, then check that the hand is not too full and holds no Law beside Chaos (9.5a, 9.5b).

    A spell that everybody has `seen` stays known to them.
    """
    position.give(spell, unit, seen=seen)
    position.then(CheckHands((unit,)))


class CheckHands(Automatic, frozen=True, tag=True):
    """Looks for hands that are too full and for Law beside Chaos: in whole stacks, or in the hands of `units` (9.5).

    Discards are shown, so that asking only where something is wrong tells nobody more.
    """

    units: tuple[int, ...] = ()
    title = "Hands"
    clause = "elric/9.5a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask about one thing that is wrong, then look again."""
        if self.units and self in position.agenda:
            return  # more is still to be drawn for the same hand
        wrong = next(self._wrong(position), None)
        if wrong is not None:
            position.then(wrong, self)

    def _wrong(self, position: ElricPosition) -> Iterator[Asks]:
        """Yield first the hands that are too full, then those that do not agree."""
        world, hands = position.world, in_hands(position)
        looked_at = sorted(hands.keys() & self.units if self.units else hands)
        for unit in looked_at:
            if len(hands[unit]) > capacity(world, unit):
                yield TooMany(unit)
        bound = [unit for unit in looked_at if is_bound(world, unit)]
        for units in [(unit,) for unit in bound] if self.units else companies(position, bound):
            if torn(hands, units):
                yield Unstable(units[0], alone=bool(self.units))


def in_hands(position: ElricPosition) -> dict[int, list[int]]:
    """Return the spells in the hands of those whom somebody plays and who stand on the board."""
    owner, area = position.owner, position.area
    hands: dict[int, list[int]] = {}
    for spell, unit in spells_held(position.where):
        if owner[unit] >= 0 and area[unit] >= 0:
            hands.setdefault(unit, []).append(spell)
    return hands


def companies(position: ElricPosition, units: Iterable[int]) -> Iterable[Sequence[int]]:
    """Return units stack by stack (9.5c)."""
    area, owner, band = position.area, position.owner, position.band
    stacks: dict[tuple[int, int, int], list[int]] = {}
    for unit in units:
        stacks.setdefault((area[unit], owner[unit], band[unit]), []).append(unit)
    return stacks.values()


def torn(hands: Mapping[int, Iterable[int]], units: Iterable[int]) -> bool:
    """Tell whether magicians hold Law and Chaos together (9.5b)."""
    return {SPELLS[spell].alignment for unit in units for spell in hands[unit]}.issuperset(SIDES)


def _discard(position: ElricPosition, spell: int, unit: int, clause: str, log: Log) -> None:
    """Put a spell on the discard pile (9.6); a maintained one is released, and may stay on the board (13.4a)."""
    if spell in position.maintained:
        let_go(position, spell, position.area[unit], log)
        return
    position.discard(spell)
    if log:
        log.say(
            f"**{name(position.world, unit)}** discards **{SPELLS[spell].name}**.",
            clause=clause,
            seat=position.owner[unit],
        )


class TooMany(Asks, frozen=True, tag=True):
    """Which spell a personality with too many discards (9.5a)."""

    unit: int
    title = "Too many spells"
    clause = "elric/9.5a"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The player of the hand."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Any spell of the hand."""
        world, unit = position.world, self.unit
        hand = position.hand(unit)
        words = unit_words(world)[unit]
        acts = [
            Act(
                "discard",
                (spell, unit),
                f"discard {SPELL_WORDS[spell]} of {words}",
                (f"card:{SPELLS[spell].id}",),
                f"{name(world, unit)} discards {SPELLS[spell].name}.",
            )
            for spell in hand
        ]
        least = min(acts, key=lambda act: SPELLS[spell_named(act)].value)
        return Acts(
            acts,
            f"{name(world, unit)} may hold {capacity(world, unit)}: which spell goes?",
            labels=lambda: {
                act.path[0]: Pick(
                    act.path[0],
                    SPELLS[spell_named(act)].name,
                    SPELLS[spell_named(act)].text,
                    f"value {SPELLS[spell_named(act)].value}",
                )
                for act in acts
            },
            default=least,
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Discard it."""
        spell, unit = choice.args
        _discard(position, spell, unit, self.clause, log)


class Unstable(Asks, frozen=True, tag=True):
    """Whether Law or Chaos is discarded, where magicians of one stack, or a single one, hold both (9.5b, 9.5c)."""

    unit: int
    alone: bool = False
    title = "Law beside Chaos"
    clause = "elric/9.5b"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The player of the stack."""
        return (position.owner[self.unit],)

    def held(self, position: ElricPosition) -> tuple[list[tuple[int, int]], ...]:
        """Return the Law and the Chaos spells of these magicians, each with its holder."""
        world = position.world
        units = [self.unit] if self.alone else [u for u in stack_of(position, self.unit) if is_bound(world, u)]
        spells = [pair for pair in spells_held(position.where) if pair[1] in units]
        return tuple([pair for pair in spells if SPELLS[pair[0]].alignment == side] for side in SIDES)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """All of the one or all of the other."""
        held = self.held(position)
        acts = [Act("discard", (n,), f"discard {side}", (f"button:{side}",)) for n, side in enumerate(SIDES)]
        worth = [sum(SPELLS[spell].value for spell, _ in spells) for spells in held]
        return Acts(
            acts,
            "Law and Chaos cannot be held together: which goes?",
            labels=lambda: dict(
                button(side, f"Discard {side.title()}", note=self._list(position, held[n]))
                for n, side in enumerate(SIDES)
            ),
            default=acts[worth.index(min(worth))],
        )

    def _list(self, position: ElricPosition, spells: list[tuple[int, int]]) -> str:
        return ", ".join(f"{SPELLS[spell].name} of {name(position.world, unit)}" for spell, unit in spells)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Discard all spells of the chosen kind."""
        for spell, unit in self.held(position)[side_named(choice)]:
            _discard(position, spell, unit, self.clause, log)


def side_named(act: Act) -> int:
    """Return the number of the side, among SIDES, that an act discards."""
    (side,) = act.args
    return side
