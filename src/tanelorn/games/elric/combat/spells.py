"""The spells of a battle (elric/10.3, 9.2f to 9.2h): those laid are revealed, Dispel Magic, Balo and the Chaos Shield
act; and the (!) draws of Elric, Theleb K'aarna and Yyrkoon (12.1.3d, 12.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.combat.eaters import Eat, QuaolnargnAt, eats, what_it_does
from tanelorn.games.elric.combat.totals import left, the_battle
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import Drawing
from tanelorn.games.elric.magic import immediate
from tanelorn.games.elric.magic.duels import meet_quaolnargn
from tanelorn.games.elric.state.battle import Thrown
from tanelorn.games.elric.state.places import ASIDE
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed, spell_named, with_spell

DISPEL = ("dispel-magic-a", "dispel-magic-b")
BALO = "elric/16.2/balo-the-jester"
SHIELD = "elric/16.8/chaos-shield"
OPPOSITE = {"law": "chaos", "chaos": "law"}


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


class Conjure(Drawing, frozen=True, tag=True):
    """A magician with (!) draws a spell instead of throwing a held one, to be used at once (9.2f, 12.1.3d, 12.2)."""

    caster: int
    side: int
    why = "a spell conjured for a battle"
    title = "A spell is conjured"
    clause = "elric/9.2f"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw, if the magician is still there: a nightmare may have taken one away."""
        if self.caster in left(position, self.side):
            super().run(position, log)

    def nothing(self, position: ElricPosition, log: Log) -> None:
        """Go without: no spell is left (9.0b)."""

    def drawn(self, position: ElricPosition, spell: int, log: Log) -> None:
        """Throw it, for the other side if it conflicts; discard it if useless; let it act if it acts at once."""
        if SPELLS[spell].alignment == "immediate":
            immediate.act(position, spell, self.caster, log)
            return
        if log:
            log.say(
                f"**{name(position.world, self.caster)}** conjures **{SPELLS[spell].name}**.",
                clause=self.clause,
                seat=the_battle(position).seats[self.side],
            )
        if SPELLS[spell].kind == "quaolnargn":
            position.then(UseConjured(self.caster, self.side, spell))
            meet_quaolnargn(position, spell, self.caster, log, hold=True)
        else:
            use(position, spell, self.caster, self.side, log)


class UseConjured(Automatic, frozen=True, tag=True):
    """Whoever drew Quaolnargn and has beaten him throws him in this battle (16.2/quaolnargn)."""

    caster: int
    side: int
    spell: int
    title = "A spell is conjured"
    clause = "elric/16.2/quaolnargn"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Throw it if it was beaten."""
        if position.where[self.spell] == ASIDE:
            use(position, self.spell, self.caster, self.side, log)


def use(position: ElricPosition, spell: int, caster: int, side: int, log: Log) -> None:
    """Add a drawn spell to those thrown, or discard it if it is useless (9.2g, 9.2h)."""
    turned = conflicts(position, spell, caster)
    side = 1 - side if turned else side
    if not applies(position, spell, caster, side):
        position.discard(spell)
        if log:
            log.say(f"**{SPELLS[spell].name}** is of no use here and is discarded.", clause="elric/9.2h")
        return
    the_battle(position).thrown.append(Thrown(spell, caster, side))
    if turned and log:
        log.say(f"**{SPELLS[spell].name}** turns on **{name(position.world, caster)}**!", clause="elric/9.2g")


def applies(position: ElricPosition, spell: int, caster: int, side: int) -> bool:
    """Tell whether a spell drawn blindly is of any use in this battle to whoever drew it (9.2h)."""
    one, world = SPELLS[spell], position.world
    if one.alignment == "melnibonean":
        return world.units[caster].dragonmaster and eats(position, spell)
    if one.fights:
        return True
    if one.kind.startswith("dispel-magic"):
        return any(not thrown.again for thrown in the_battle(position).thrown)
    if one.kind == "quaolnargn":
        return any(world.kind[unit] == 0 for unit in left(position, 1 - side))
    return eats(position, spell)


def conflicts(position: ElricPosition, spell: int, caster: int) -> bool:
    """Tell whether a drawn spell attacks its drawer, who holds one of the other side; Elric's never do (9.2g, 12.2)."""
    against = OPPOSITE.get(SPELLS[spell].alignment)
    if caster == position.world.elric or against is None:
        return False
    return any(SPELLS[held].alignment == against for held in position.hand(caster))
