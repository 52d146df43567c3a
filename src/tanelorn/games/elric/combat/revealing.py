"""The spells of a battle are revealed (elric/10.3): (!) draws, targets of Dispel Magic, Balo's die, Eaters, then the
rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.combat.conjuring import Conjure, what_it_does
from tanelorn.games.elric.combat.eaters import Eat, QuaolnargnAt
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.state.battle import Thrown
from tanelorn.games.elric.state.places import ASIDE
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed, spell_named, with_spell

DISPEL = ("dispel-magic-a", "dispel-magic-b")
BALO = "elric/16.2/balo-the-jester"
SHIELD = "elric/16.8/chaos-shield"


def is_dispel(spell: int) -> bool:
    """Tell whether a spell is one of the two Dispel Magic."""
    return SPELLS[spell].kind in DISPEL


class Reveal(Automatic, frozen=True, tag=True):
    """All spells laid for this battle are turned up for all to see (10.3)."""

    title = "Magic is revealed"
    clause = "elric/10.3"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Turn up those whose casters are there; draw for those who conjure; let them act in their order."""
        battle = the_battle(position)
        battle.segment = "reveal"
        mine = [laid for laid in position.laid if laid.fight == battle.fight]
        position.laid = [laid for laid in position.laid if laid.fight != battle.fight]
        draws: list[Automatic] = []
        for laid in sorted(mine, key=lambda laid: battle.seats.index(laid.seat)):
            side = battle.seats.index(laid.seat)
            if laid.caster in battle.apart or laid.caster not in left(position, side):
                continue
            if laid.spell < 0:
                draws.append(Conjure(laid.caster, side))
            elif position.holder(laid.spell) == laid.caster:
                self._turn_up(position, laid.spell, laid.caster, side, log)
        position.then(*draws, NameTargets())

    def _turn_up(self, position: ElricPosition, spell: int, caster: int, side: int, log: Log) -> None:
        again = spell in position.maintained
        position.reveal(spell, position.seats)
        if not again:
            position.where[spell] = ASIDE
        battle = the_battle(position)
        battle.thrown.append(Thrown(spell, caster, side, again=again))
        if log:
            log.say(
                f"**{name(position.world, caster)}** throws **{SPELLS[spell].name}**{what_it_does(position, spell)}.",
                clause="elric/10.3",
                seat=battle.seats[side],
            )


class NameTargets(Automatic, frozen=True, tag=True):
    """All spells lie open: now those act that act before the totals, in their order (10.3)."""

    title = "Magic is revealed"
    clause = "elric/10.3"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Push the questions and dice that the thrown spells need."""
        thrown = the_battle(position).thrown
        order = sorted(range(len(thrown)), key=lambda at: thrown[at].side)
        position.then(
            *(DispelAt(at) for at in order if is_dispel(thrown[at].spell) and dispellable(position, at)),
            ResolveDispels(),
            *(BaloThrown(at) for at in order if SPELLS[thrown[at].spell].clause == BALO),
            ShieldFromChaos(),
            *(QuaolnargnAt(at) for at in order if SPELLS[thrown[at].spell].kind == "quaolnargn"),
            Eat(),
        )


def dispellable(position: ElricPosition, at: int) -> list[int]:
    """Return the spells at which a Dispel Magic may be aimed: any other of this battle that is not maintained."""
    thrown = the_battle(position).thrown
    return [one.spell for number, one in enumerate(thrown) if number != at and not one.again]


def _aim(position: ElricPosition, at: int, target: int) -> None:
    thrown = the_battle(position).thrown
    thrown[at] = structs.replace(thrown[at], target=target)


def switch_off(position: ElricPosition, at: int, clause: str) -> None:
    """Note that a thrown spell has no effect."""
    thrown = the_battle(position).thrown
    thrown[at] = structs.replace(thrown[at], off=clause)


class DispelAt(Asks, frozen=True, tag=True):
    """At which spell a Dispel Magic is aimed, all of them lying open (16.3/dispel-magic-a)."""

    at: int
    title = "Dispel Magic"
    clause = "elric/16.3/dispel-magic-a"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The player for whose side it works."""
        battle = the_battle(position)
        return (battle.seats[battle.thrown[self.at].side],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Any other spell of the battle, or none."""
        own = _own(position, self.at)
        best = max(dispellable(position, self.at), key=lambda spell: (spell not in own, SPELLS[spell].value))
        default = with_spell("dispel", best) if best not in own else plain("dispel nothing")
        return DISPELLING.asked(Asked(position, self), "Which spell does Dispel Magic cancel?", default=default)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Note the target."""
        DISPELLING.do(Asked(position, self), choice, log)


def _own(position: ElricPosition, at: int) -> set[int]:
    """Return the spells that work for the same side as one that was thrown."""
    thrown = the_battle(position).thrown
    return {one.spell for one in thrown if one.side == thrown[at].side}


def _targets(asked: Asked[DispelAt]) -> list[Act]:
    return [with_spell("dispel", spell) for spell in dispellable(asked.position, asked.step.at)]


def _dispel(asked: Asked[DispelAt], act: Act, log: Log) -> None:
    (position, step), spell = asked, spell_named(act)
    _aim(position, step.at, spell)
    if log:
        [seat] = step.seats(position)
        log.say(f"**Dispel Magic** is aimed at **{SPELLS[spell].name}**.", clause=step.clause, seat=seat)


def _target_labels(asked: Asked[DispelAt], acts: Sequence[Act]) -> dict[str, Pick]:
    own, labels = _own(asked.position, asked.step.at), {}
    for act in acts:
        spell, mine = SPELLS[spell_named(act)], spell_named(act) in own
        labels[act.path[0]] = Pick(act.path[0], spell.name, "your own" if mine else spell.text, risk=mine)
    return labels


DISPELLING: Verbs[Asked[DispelAt]] = Verbs(
    Verb("dispel", fits=_targets, does=_dispel, labels=_target_labels),
    pressed("dispel nothing", lambda asked, act, log: None, lambda asked: button("dispel nothing", "Cancel none")),
)


class ResolveDispels(Automatic, frozen=True, tag=True):
    """A cancelled spell has no effect whatever; a cancelled Dispel Magic cancels nothing (16.3/dispel-magic-b)."""

    title = "Dispel Magic"
    clause = "elric/16.3/dispel-magic-b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the two Dispel Magic strike each other first."""
        thrown = list(the_battle(position).thrown)
        dispels = [one for one in thrown if is_dispel(one.spell) and one.target >= 0]
        struck = {one.target for one in dispels if is_dispel(one.target)}
        for one in dispels:
            if one.spell in struck and not is_dispel(one.target):
                continue
            at = next(number for number, other in enumerate(thrown) if other.spell == one.target)
            switch_off(position, at, SPELLS[one.spell].clause)
            if log:
                log.say(f"**{SPELLS[one.target].name}** is cancelled.", clause=SPELLS[one.spell].clause)


class BaloThrown(Automatic, frozen=True, tag=True):
    """Balo is thrown, unless he is cancelled (16.2/balo-the-jester)."""

    at: int
    title = "Balo the Jester"
    clause = BALO

    def run(self, position: ElricPosition, log: Log) -> None:
        """Let the die decide."""
        if not the_battle(position).thrown[self.at].off:
            position.then(BaloDie(self.at))


class BaloDie(Chances, frozen=True, tag=True):
    """Balo works on an odd die, else he does nothing at all (16.2/balo-the-jester)."""

    at: int
    title = "Balo the Jester"
    clause = BALO

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "Balo the Jester")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Let him help or laugh."""
        works = outcome[0] % 2 == 1
        if not works:
            switch_off(position, self.at, BALO)
        if log:
            log.say(f"**Balo** {'helps' if works else 'only laughs'}.", clause=BALO, dice=outcome)


class ShieldFromChaos(Automatic, frozen=True, tag=True):
    """The Chaos Shield keeps all that Chaos spells do from the stack that it lies over (16.8/chaos-shield)."""

    title = "Chaos Shield"
    clause = SHIELD

    def run(self, position: ElricPosition, log: Log) -> None:
        """Switch off what Chaos does to the bearer's side; the spells have been used all the same."""
        battle = the_battle(position)
        bearer = position.bearer.get(position.world.shield, -1)
        for side in (0, 1):
            if bearer < 0 or bearer not in battle.sides[side] or position.area[bearer] != battle.fight.area:
                continue
            for at, one in enumerate(battle.thrown):
                if one.side != side and not one.off and SPELLS[one.spell].alignment == "chaos":
                    switch_off(position, at, SHIELD)
                    if log:
                        log.say(f"The **Chaos Shield** keeps off **{SPELLS[one.spell].name}**.", clause=SHIELD)
