"""The Cosmic Balance (elric/9.4, 13.1 to 13.6, 16.9/pyaray): how spells move it and tip it, what stays on the board
then, and how it is restored.
"""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.acts import Act, Acts, Verbs
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic
from tanelorn.games.elric.equipment.counters import ARMY
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import Drawing, into_hand, room
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.losses.leaving_play import leave
from tanelorn.games.elric.melniboneans.appearance import appear_at_random
from tanelorn.games.elric.state.consequences import ActAtOnce, AfterThrow, Slain
from tanelorn.games.elric.state.dominance import ARM, dominant, let_go, maintained_by, reading
from tanelorn.games.elric.state.places import TRACK, is_with_nobody, spells_at, spells_open
from tanelorn.games.elric.state.position import LAST_TURN, OUT, ElricPosition
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed

# The marker


COUNTDOWN = 3
"""So many turns after it has tipped the world ends (13.4e)."""


def shift(position: ElricPosition, spells: Iterable[int], log: Log) -> None:
    """Move the marker by the printed values of spells used together as magic: first net Law or Chaos, then the Neutral
    ones, which stop at the centre (9.4a, 9.4b, 13.1). Bracketed values count too (9.2e). A tipped Balance does not move
    (13.4, 13.2).
    """
    worth = dict.fromkeys(("law", "chaos", "neutral"), 0)
    for spell in spells:
        if SPELLS[spell].alignment in worth:
            worth[SPELLS[spell].alignment] += SPELLS[spell].value
    _move(position, worth["chaos"] - worth["law"], worth["neutral"], "elric/13.1", log)


def to_chaos(position: ElricPosition, log: Log) -> None:
    """Move the marker one towards Chaos: a black sword has slain somebody (13.3)."""
    _move(position, 1, 0, "elric/13.3", log)


def _move(position: ElricPosition, net: int, neutral: int, clause: str, log: Log) -> None:
    """Move the marker, which begins at the centre (13.0), along the arms of the Balance; beyond the bowl at the end of
    one it tips (3.3a).
    """
    if position.tipped:
        return
    before = position.balance
    position.balance += net
    if abs(position.balance) > ARM:
        _tip(position, log)
        law_drives_out(position, log)
        return
    if neutral:
        left = max(0, abs(position.balance) - neutral)
        position.balance = left if position.balance > 0 else -left
    if position.balance == before:
        return
    if log:
        log.say(f"The Balance moves to **{reading(position)}**.", clause=clause)
    law_drives_out(position, log)


def _tip(position: ElricPosition, log: Log) -> None:
    """Take the marker over the end of an arm and put it on the Turn Track (13.4, 13.4e, 3.2i)."""
    position.tipped = 1 if position.balance > 0 else -1
    position.balance = 0
    end = position.turn + COUNTDOWN
    position.doom = end if end <= LAST_TURN else 0
    if log:
        side = "Chaos" if position.tipped > 0 else "Law"
        log.say(f"The Balance is tipped to **{side}**!", clause="elric/13.4")
        if position.doom:
            log.say(f"Unless it is restored the world ends with turn {position.doom}.", clause="elric/13.4e")


def law_drives_out(position: ElricPosition, log: Log) -> None:
    """Remove Pyaray and the Chaos Ship when the Balance leans to Law (16.9/pyaray). Everyone aboard is then at sea
    without a ship: armies are lost, and personalities who cannot cross the sea must escape (7.3c, 16.8/chaos-ship).
    """
    world, ship = position.world, position.world.chaos_ship
    if position.tipped > 0 or (not position.tipped and position.balance >= 0):
        return
    if position.owner[ship] == OUT and position.owner[world.pyaray] == OUT:
        return
    if log:
        log.say("The Balance leans to Law: **Pyaray** and the **Chaos Ship** are gone.", clause="elric/16.9/pyaray")
    leave(position, world.pyaray, log)
    area = position.area[ship]
    if area < 0:
        return
    carried = [unit for unit in position.units_in(area) if position.ship[unit] == ship]
    leave(position, ship, log)
    lost = []
    for unit in carried:
        position.ship[unit] = -1
        if world.kind[unit] == ARMY:
            leave(position, unit, log)
        elif area in world.seas and not swimmers(world)[unit]:
            lost.append(unit)
    if lost:
        eliminate(position, lost, area, log)


class BalanceDraw(Drawing, frozen=True, tag=True):
    """The optional random movement of the Balance: a spell is drawn and moves it as if used (13.6)."""

    why = "the random movement of the Balance"
    title = "Random movement of the Balance"
    clause = "elric/13.6"

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Leave the marker where it is: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Move the marker and discard the spell; an immediate one acts instead, with no finder (9.3.1b)."""
        if SPELLS[spell].alignment == "immediate":
            position.then(ActAtOnce(spell))
            return
        position.discard(spell)
        if log:
            log.say(f"**{SPELLS[spell].name}** is drawn for the Balance.", clause=self.clause)
        shift(position, (spell,), log)


# Spells that were used


def after_use(
    position: ElricPosition, spell: int, caster: int, area: int = -1, *, turned: bool = False, escape: bool = False
) -> None:
    """Settle what becomes of a spell used as magic, in the area of the battle or of its caster unless another is given.
    Normally it is discarded; while the Balance is tipped, a dominant spell stays, with its caster or face up where it
    was used, and a Neutral one may stay with the caster (13.4a, 13.4b). One that has `turned` on its caster belongs to
    nobody (9.2g); one that helped an `escape` may be left behind even if it was maintained.
    """
    if area < 0:
        area = position.battle.fight.area if position.battle is not None else position.area[caster]
    stays = position.tipped and SPELLS[spell].alignment in (dominant(position), "neutral")
    if not stays or area < 0:
        position.discard(spell)
    else:
        position.then(AfterUse(spell, caster, area, turned, escape))


def may_maintain(position: ElricPosition, spell: int, caster: int) -> bool:
    """Tell whether a caster may keep a spell: in play or still able to escape, maintaining no other, and holding it or
    having room for it.
    """
    if position.owner[caster] < 0 or not position.world.spells[caster]:
        return False
    if maintained_by(position, caster) not in (-1, spell):
        return False
    if position.holder(spell) == caster:
        return True
    return is_with_nobody(position.where[spell]) and room(position, caster) > 0


class AfterUse(Automatic, frozen=True, tag=True):
    """A spell that may stay on the board has been used (13.4a, 13.4b)."""

    spell: int
    caster: int
    area: int
    turned: bool = False
    escape: bool = False
    title = "Maintaining a spell"
    clause = "elric/13.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Keep one that is already maintained, unless it helped an escape; otherwise ask a caster who may keep it, or
        let it go.
        """
        kept = maintained_by(position, self.caster) == self.spell and position.owner[self.caster] >= 0
        if kept and not self.escape:
            return
        if position.tipped and not self.turned and may_maintain(position, self.spell, self.caster):
            position.then(Maintain(self.spell, self.caster, self.area))
        else:
            let_go(position, self.spell, self.area, log)


class Maintain(Asks, frozen=True, tag=True):
    """Whether the caster maintains the spell just used (13.4a, 13.4b)."""

    spell: int
    caster: int
    area: int
    title = "Maintaining a spell"
    clause = "elric/13.4a"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The caster's player."""
        return (position.owner[self.caster],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Maintain it, or let it go."""
        prompt = f"Does {name(position.world, self.caster)} maintain {SPELLS[self.spell].name}?"
        return KEEPING.asked(Asked(position, self), prompt, default=plain("maintain"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Keep the spell in the caster's hand, or let it go."""
        KEEPING.do(Asked(position, self), choice, log)


def _maintain(asked: Asked[Maintain], act: Act, log: Log) -> None:
    position, spell, caster = asked.position, asked.step.spell, asked.step.caster
    into_hand(position, spell, caster, seen=True)
    if spell not in position.maintained:
        position.maintained = [*position.maintained, spell]
    if log:
        who, what = name(position.world, caster), SPELLS[spell].name
        log.say(f"**{who}** maintains **{what}**.", clause=Maintain.clause, seat=position.owner[caster])


def _maintain_label(asked: Asked[Maintain]) -> tuple[str, Pick]:
    who = name(asked.position.world, asked.step.caster)
    return button("maintain", "Maintain it", note=f"{who} may use it in every battle and casts nothing else")


def _let_go(asked: Asked[Maintain], act: Act, log: Log) -> None:
    let_go(asked.position, asked.step.spell, asked.step.area, log)


def _let_go_label(asked: Asked[Maintain]) -> tuple[str, Pick]:
    neutral = SPELLS[asked.step.spell].alignment == "neutral"
    after = "it is discarded" if neutral else "it lies face up, a burden on any restoration"
    return button("let go", "Let it go", note=after)


KEEPING: Verbs[Asked[Maintain]] = Verbs(
    pressed("maintain", _maintain, _maintain_label), pressed("let go", _let_go, _let_go_label)
)


# Restoration


RESTORES = 12
"""What sacrifices must be worth, beside the dominant spells that lie open (13.5a)."""


def owed(position: ElricPosition) -> int:
    """Return what sacrifices must be worth: 12, and the dominant spells that lie open, lurking attackers included
    (13.5a).
    """
    side = dominant(position)
    lying = spells_open(position.where)
    return RESTORES + sum(SPELLS[spell].value for spell, _ in lying if SPELLS[spell].alignment == side)


def given(position: ElricPosition) -> int:
    """Return what has been sacrificed (13.5a)."""
    return sum(SPELLS[spell].value for spell in spells_at(position.where, TRACK))


def serves(position: ElricPosition, spell: int) -> bool:
    """Tell whether a spell may be sacrificed: Neutral, or of the side against the tilt (13.5a)."""
    against = {"chaos": "law", "law": "chaos"}.get(dominant(position), "")
    alignment = SPELLS[spell].alignment
    return bool(against) and alignment in ("neutral", against) and SPELLS[spell].value > 0


def sacrifice(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    """Put a spell beside the marker on the Turn Track, and restore the Balance if that is enough (13.5a)."""
    position.discard(spell)
    position.where[spell] = TRACK
    if log:
        log.say(
            f"**{name(position.world, unit)}** sacrifices **{SPELLS[spell].name}**: "
            f"{given(position)} of {owed(position)}.",
            clause="elric/13.5a",
            seat=position.owner[unit],
        )
    check_restored(position, log)


def check_restored(position: ElricPosition, log: Log) -> None:
    """Restore the Balance if enough has been sacrificed (13.5a)."""
    if position.tipped and given(position) >= owed(position):
        restore(position, log)


def restore(position: ElricPosition, log: Log) -> None:
    """Return the marker to the centre, after sacrifices or by the Horn (13.5b, 16.7/horn-of-fate); sacrificed spells
    and those kept on the board are discarded (13.5c).
    """
    kept = [*spells_at(position.where, TRACK), *(spell for spell, _ in spells_open(position.where))]
    for spell in (*kept, *position.maintained):
        position.discard(spell)
    position.tipped = position.balance = position.doom = 0
    if log:
        log.say("**The Balance is restored.**", clause="elric/13.5c")


# Consequences


def after_throw(thrown: AfterThrow, position: ElricPosition, log: Log) -> None:
    """Move the marker by a spell that helped an escape, then discard it or let it stay with its magician, or in the
    province where the magician was lost (10.8c, 13.4a).
    """
    shift(position, [thrown.spell], log)
    after_use(position, thrown.spell, thrown.unit, thrown.area, escape=True)


def after_slaying(slain: Slain, position: ElricPosition, log: Log) -> None:
    """Take everyone slain by a black sword out of play and move the marker one to Chaos for each; if his controller
    was slain, Elric appears at random (12.1.4b, 13.3).
    """
    if slain.elric_vanishes:
        appear_at_random(position)
    for victim in slain.victims:
        leave(position, victim, log)
        to_chaos(position, log)
