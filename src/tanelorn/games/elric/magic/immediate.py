"""Spells that act at once (elric/9.3.1, 16.4): Nightmare, Four-Who-Are-One, Reshuffle, Shade Gate and Tower."""

from __future__ import annotations

from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import Drawing, draw_hand, refill, to_be_drawn
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.magic.duels import Duel, carry_off, meet_quaolnargn
from tanelorn.games.elric.melniboneans.appearance import RandomAppearance, vanish
from tanelorn.games.elric.melniboneans.black_swords import nightmare
from tanelorn.games.elric.melniboneans.control import friends, settle, take_control
from tanelorn.games.elric.state.consequences import ActAtOnce, ElricReturns
from tanelorn.games.elric.state.position import NOBODY, OUT, ElricPosition
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import button, name, plain, pressed

CAUGHT, MISSED = 3, 5
"""The Tower keeps its finder up to the first die and does nothing up to the second (16.4)."""

PLUNDER = 2
"""Spells drawn by who comes back from the Shade Gate or out of the Tower (16.4)."""


def act(position: ElricPosition, spell: int, finder: int, log: Log) -> None:
    """Show a spell that is not held and let it act (9.3.1, 16.2/quaolnargn, 16.4/reshuffle). `finder` is -1 where no
    personality drew it; then a spell that strikes its finder does nothing (9.3.1b).
    """
    if SPELLS[spell].kind == "quaolnargn":
        meet_quaolnargn(position, spell, finder, log)
        return
    position.discard(spell)
    if log:
        whom = f" by **{name(position.world, finder)}**" if finder >= 0 else ""
        log.say(f"**{SPELLS[spell].name}** is drawn{whom}.", clause=SPELLS[spell].clause)
    match SPELLS[spell].kind:
        case "elric-nightmare":
            nightmare(position, log)
        case "four-who-are-one":
            go_away(position, log)
        case "reshuffle":
            refill(position, log)
        case "shade-gate" if finder >= 0:
            position.then(GateKeeper(finder))
        case "tower-of-voilodion-ghagnasdiak" if finder >= 0:
            position.then(TowerDie(finder))


def act_at_once(drawn: ActAtOnce, position: ElricPosition, log: Log) -> None:
    """Let a spell act that cannot be held (9.3.1a), on its finder if it has one (9.3.1b)."""
    act(position, drawn.spell, drawn.finder, log)


class GateKeeper(Drawing, frozen=True, tag=True):
    """The next spell drawn with a combat value is the foe beyond the Shade Gate (16.4/shade-gate)."""

    unit: int
    why = "what waits beyond the Shade Gate"
    title = "Shade Gate"
    clause = "elric/16.4/shade-gate"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the personality is still there and any spell could be fought."""
        there = position.owner[self.unit] != OUT and position.area[self.unit] >= 0
        if there and any(SPELLS[spell].fights for spell in to_be_drawn(position)):
            super().run(position, log)

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Nobody waits: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Fight it; set one without a combat value aside and draw again, after an immediate one has acted."""
        if SPELLS[spell].fights:
            if log:
                log.say(f"**{SPELLS[spell].name}** waits beyond the Shade Gate.", clause=self.clause)
            position.then(Duel(self.unit, spell, "gate"))
            return
        position.then(self)
        if SPELLS[spell].alignment == "immediate":
            act(position, spell, -1, log)
            return
        position.discard(spell)
        if log:
            log.say(f"**{SPELLS[spell].name}** is no foe and is set aside.", clause=self.clause)


class TowerDie(Chances, frozen=True, tag=True):
    """Whether the Tower catches its finder (16.4/tower-of-voilodion-ghagnasdiak)."""

    unit: int
    title = "Tower of Voilodion Ghagnasdiak"
    clause = "elric/16.4/tower-of-voilodion-ghagnasdiak"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, f"whether the Tower catches {name(position.world, self.unit)}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Catch the finder, let them pass, or offer them plunder."""
        world, unit = position.world, self.unit
        if outcome[0] <= CAUGHT:
            if log:
                log.say(f"The Tower catches **{name(world, unit)}**.", clause=self.clause, dice=outcome)
            carry_off(position, unit, log)
        elif outcome[0] <= MISSED:
            if log:
                log.say(f"**{name(world, unit)}** knows the Tower for what it is.", clause=self.clause, dice=outcome)
        else:
            if log:
                log.say(f"**{name(world, unit)}** robs the Tower.", clause=self.clause, dice=outcome)
            if position.owner[unit] >= 0:
                position.then(TowerPlunder(unit))
            else:
                _rob(position, unit)


def _rob(position: ElricPosition, unit: int) -> None:
    position.then(TowerNightmare())
    draw_hand(position, unit, PLUNDER)


class TowerPlunder(Asks, frozen=True, tag=True):
    """Whether the finder who has entered the Tower takes two spells (16.4)."""

    unit: int
    title = "Tower of Voilodion Ghagnasdiak"
    clause = "elric/16.4/tower-of-voilodion-ghagnasdiak"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The finder's player."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Take them, or leave them."""
        prompt = f"{name(position.world, self.unit)} stands in the treasury."
        return TREASURE.asked(Finder(position, self.unit), prompt, default=plain("take plunder"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Draw or not; Elric has a nightmare either way."""
        TREASURE.do(Finder(position, self.unit), choice, log)


class Finder(NamedTuple):
    """Who has entered the Tower."""

    position: ElricPosition
    unit: int


_DRAW = button("take plunder", f"Draw {PLUNDER} spells", enter=True)
_LEAVE = button("leave plunder", "Leave the treasure", note="Elric has his nightmare all the same")

TREASURE: Verbs[Finder] = Verbs(
    pressed("take plunder", lambda finder, act, log: _rob(*finder), lambda finder: _DRAW),
    pressed("leave plunder", lambda finder, act, log: finder.position.then(TowerNightmare()), lambda finder: _LEAVE),
)


class TowerNightmare(Automatic, frozen=True, tag=True):
    """The Tower's treasure costs Elric a nightmare (16.4, 12.1.5a)."""

    title = "A nightmare"
    clause = "elric/12.1.5a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Roll for the swords."""
        nightmare(position, log)


# The Four Who Are One


def go_away(position: ElricPosition, log: Log) -> None:
    """Send a controlled Elric to the Four Who Are One for a turn (16.4/four-who-are-one)."""
    controller = position.elric_with
    if controller < 0:
        return
    vanish(position)
    position.elric_away = (controller, position.turn + 1)
    if log:
        log.say("**Elric** leaves the world for a turn.", clause="elric/16.4/four-who-are-one")


def come_back(returns: ElricReturns, position: ElricPosition, log: Log) -> None:
    """Return with Brut to Elric's last controller, or anywhere if that personality is gone (16.4/four-who-are-one,
    16.9/brut).

    Where the controller is at sea without a ship, companions who cannot swim must escape (7.3a, 7.3c).
    """
    world = position.world
    controller = position.elric_away[0] if position.elric_away else -1
    position.elric_away = None
    brut = position.owner[world.brut] == OUT
    if brut:
        position.owner[world.brut] = NOBODY
    if position.owner[controller] < 0 or position.area[controller] < 0:
        position.then(RandomAppearance())
        return
    moonglum_and_brut = friends(position)
    for unit in (*moonglum_and_brut, world.elric):
        position.put(unit, position.area[controller], NOBODY)
    if log:
        log.say(f"**Elric** returns{' with **Brut**' if brut else ''}.", clause="elric/16.4/four-who-are-one")
    take_control(position, (controller,), log)
    area = position.area[world.elric]
    if position.world.areas[area].sea and position.ship[world.elric] < 0:
        eliminate(position, [unit for unit in moonglum_and_brut if not swimmers(world)[unit]], area, log)
    settle(position, log)
