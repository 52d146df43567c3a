"""Where Elric appears at random (elric/12.1.1, 12.1.6b)."""

from __future__ import annotations

from tanelorn.core.chance import Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.hands import Drawing, to_be_drawn
from tanelorn.games.elric.melniboneans.black_swords import BladeRoll
from tanelorn.games.elric.melniboneans.control import appeared, friends, moonglum_with, quit_battle
from tanelorn.games.elric.state.consequences import ActAtOnce, ElricReturns
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.words import name


class Appear(Automatic, frozen=True, tag=True):
    """Step A: once per game-turn, in the first player's turn, an uncontrolled Elric appears at random (12.1.1a)."""

    seat: int
    title = "Random appearance"
    clause = "elric/12.1.1a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let him return from the Four Who Are One, or draw for where he appears."""
        first = next(iter(position.playing()), -1)
        if self.seat != first or position.appeared == position.turn or not terms_of(position).elric:
            return  # whoever comes first after a resignation does not take the step again
        position.appeared = position.turn
        owner = position.owner[position.world.elric]
        if position.elric_away is not None:
            if position.turn >= position.elric_away[1]:
                position.then(ElricReturns())
        elif owner == NOBODY or (owner == OUT and position.turn <= 1):
            position.then(RandomAppearance())


def appear_at_random(position: ElricPosition) -> None:
    """Take Elric from wherever he is and let him appear elsewhere at once (12.1.1a, 12.1.4b)."""
    vanish(position)
    position.then(RandomAppearance())


def vanish(position: ElricPosition) -> None:
    """Lift Elric off the board with those who go where he goes: Moonglum and whoever waits with him (12.1.6b). His next
    controller did not fight beside him, so rolls still due for his sword are dropped (12.1.4a).
    """
    elric = position.world.elric
    position.blades = [blade for blade in position.blades if blade != elric]
    position.agenda[:] = [step for step in position.agenda if step != BladeRoll(elric)]
    if position.area[elric] >= 0:
        for unit in dict.fromkeys((elric, *moonglum_with(position), *friends(position))):
            quit_battle(position, unit)
            if unit in position.march:
                position.march.remove(unit)
            position.lift(unit)
            position.owner[unit] = NOBODY
    position.elric_with = -1
    if position.owner[elric] >= 0:
        position.owner[elric] = NOBODY


def homes(world: World, spell: int) -> tuple[int, ...]:
    """Return the nations of a muster line in printed order; hordes, personalities and artifacts do not count."""
    return tuple(world.nation[muster.id] for muster in SPELLS[spell].musters if muster.kind == "nation")


class RandomAppearance(Drawing, frozen=True, tag=True):
    """Spells are drawn until one names a nation: Elric appears there (12.1.1b)."""

    why = "where Elric appears"
    title = "Random appearance"
    clause = "elric/12.1.1b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if any spell still to be drawn names a nation."""
        world = position.world
        if any(homes(world, spell) for spell in to_be_drawn(position)):
            vanish(position)
            super().run(position, log)

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Stay away: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Appear there, roll if it names several, or draw again; an immediate spell acts first, with no finder
        (9.3.1b).
        """
        if SPELLS[spell].alignment == "immediate":
            position.then(ActAtOnce(spell), self)
            return
        position.discard(spell)
        nations = homes(position.world, spell)
        if log:
            names = ", ".join(position.world.nations[nation].name for nation in nations) or "no nation"
            log.say(f"**{SPELLS[spell].name}** is drawn for Elric: {names}.", clause=self.clause)
        if not nations:
            position.then(self)
        elif len(nations) == 1:
            _arrive(position, nations[0], log)
        else:
            position.then(AppearanceDie(nations))


class AppearanceDie(Chances, frozen=True, tag=True):
    """A die decides between two or three nations (12.1.1b)."""

    nations: tuple[int, ...]
    title = "Random appearance"
    clause = "elric/12.1.1b"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "where Elric appears")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Give each nation an equal share of the faces, the first one the lowest."""
        _arrive(position, self.nations[(outcome[0] - 1) * len(self.nations) // 6], log, outcome)


def _arrive(position: ElricPosition, nation: int, log: Log, dice: tuple[int, ...] = ()) -> None:
    """Put Elric down in a nation's capital or main city; whoever is there controls him (12.1.1b, 12.1.1c)."""
    world = position.world
    area = world.nations[nation].capital
    coming = friends(position)
    for unit in (world.elric, *coming):
        position.put(unit, area, NOBODY)
    if log:
        others = "".join(f" and **{name(world, unit)}**" for unit in coming)
        place = world.areas[area]
        log.say(
            f"**Elric**{others} {'appear' if coming else 'appears'} in **{place.name}**.",
            clause="elric/12.1.1b",
            places=(place.id,),
            dice=dice,
        )
    appeared(position, log)
