"""A personality alone against a spell: beyond the Shade Gate (elric/16.4), or against Quaolnargn (16.2/quaolnargn)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric import balance
from tanelorn.games.elric.balance import after_use
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.hands import draw_hand, into_hand
from tanelorn.games.elric.losses.escape_rolls import balo_works
from tanelorn.games.elric.losses.escapes import eliminate
from tanelorn.games.elric.losses.leaving_play import leave
from tanelorn.games.elric.melniboneans.appearance import appear_at_random
from tanelorn.games.elric.melniboneans.control import settle
from tanelorn.games.elric.state.dominance import bonus, dominance
from tanelorn.games.elric.state.position import OUT, ElricPosition
from tanelorn.games.elric.state.stacks import fighting_value, stack_of
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed, spell_named, with_spell

Aim = Literal["gate", "keep", "hold", "thrown"]
"""What a duel is for: the Shade Gate; Quaolnargn drawn or found, who is kept; drawn by (!), who then lies aside to be
thrown; thrown at an enemy."""

PLUNDER = 2
"""Spells drawn by who comes back from beyond the Shade Gate (16.4)."""


def meet_quaolnargn(position: ElricPosition, spell: int, finder: int, log: Log, *, hold: bool = False) -> None:
    """Let Quaolnargn attack whoever drew or found him; without a finder he is discarded (16.2/quaolnargn, 9.3.1b).

    If beaten he joins the finder's hand, or lies ASIDE for whoever drew him by (!) to throw (`hold`).
    """
    position.reveal(spell, position.seats)
    if log:
        whom = f" and attacks **{name(position.world, finder)}**" if finder >= 0 else ""
        log.say(f"**{SPELLS[spell].name}** appears{whom}.", clause=SPELLS[spell].clause)
    if finder >= 0:
        position.then(Duel(finder, spell, "hold" if hold else "keep"))
    else:
        position.discard(spell)


def attack_with_quaolnargn(position: ElricPosition, spell: int, victim: int, log: Log) -> None:
    """Throw Quaolnargn at an enemy personality, who must fight him at once; the battle settles what becomes of the
    spell (16.2/quaolnargn).
    """
    if log:
        log.say(f"**{SPELLS[spell].name}** attacks **{name(position.world, victim)}**.", clause=SPELLS[spell].clause)
    position.then(Duel(victim, spell, "thrown"))


def carry_off(position: ElricPosition, unit: int, log: Log) -> None:
    """Remove a personality without a heroic escape; Elric appears elsewhere instead (16.2/quaolnargn, 16.4)."""
    if unit == position.world.elric:
        appear_at_random(position)
    else:
        leave(position, unit, log)
        settle(position, log)


def weapons(position: ElricPosition, unit: int) -> list[int]:
    """Return the spells that a personality may throw in a duel: a magician's, with a combat value. Whoever maintains a
    spell throws no other (13.4a), and flying spells in use are not thrown (16.1/jeweled-bird).
    """
    if not position.world.spells[unit]:
        return []
    held = position.hand(unit)
    kept = [spell for spell in held if spell in position.maintained]
    return [spell for spell in kept or held if SPELLS[spell].fights and spell not in position.flights]


def _own(position: ElricPosition, unit: int, aim: Aim, thrown: int) -> int:
    """Return what a personality is worth in a duel before the die: the spell thrown or, beyond the Gate, its own combat
    value without one; against Quaolnargn its artifacts count in any case.
    """
    worth = SPELLS[thrown].value + bonus(position, thrown) if thrown >= 0 else 0
    if aim == "gate":
        return worth if thrown >= 0 else fighting_value(position, unit)
    world = position.world
    borne = [artifact for artifact, bearer in position.bearer.items() if bearer == unit]
    return worth + sum(world.value[a] for a in borne if a != world.mournblade or unit != world.elric)


def _foe(position: ElricPosition, unit: int, foe: int) -> int:
    """Return what the spell is worth before its die; against the Chaos Shield a Chaos spell is worth nothing (16.8)."""
    if _shielded(position, unit, foe):
        return 0
    return SPELLS[foe].value + dominance(position, SPELLS[foe].alignment)


def _shielded(position: ElricPosition, unit: int, foe: int) -> bool:
    bearer = position.bearer.get(position.world.shield, -1)
    return SPELLS[foe].alignment == "chaos" and bearer >= 0 and bearer in (unit, *stack_of(position, unit))


def _clause(aim: Aim) -> str:
    return "elric/16.4/shade-gate" if aim == "gate" else "elric/16.2/quaolnargn"


class Duel(Automatic, frozen=True, tag=True):
    """A duel begins: a magician with spells chooses whether to throw one."""

    unit: int
    foe: int
    aim: Aim
    title = "Duel"
    clause = "elric/9.3.1b"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask whoever might have a choice, as far as everybody can see; otherwise roll."""
        unit = self.unit
        if position.owner[unit] == OUT:
            return
        if position.owner[unit] >= 0 and position.world.spells[unit] and position.hand(unit):
            position.then(DuelSpell(unit, self.foe, self.aim))
        else:
            position.then(DuelDice(unit, self.foe, self.aim))


class DuelSpell(Asks, frozen=True, tag=True):
    """Whether the personality throws a spell (16.4/shade-gate, 16.2/quaolnargn)."""

    unit: int
    foe: int
    aim: Aim
    title = "Duel"
    clause = "elric/9.3.1b"
    still_asked = "what a hand holds is hidden"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The personality's player."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Fight without magic, or throw one spell."""
        who, foe = name(position.world, self.unit), SPELLS[self.foe].name
        prompt = f"{who} fights {foe} alone ({_foe(position, self.unit, self.foe)} and a die)."
        best = max((-1, *weapons(position, self.unit)), key=lambda spell: _own(position, self.unit, self.aim, spell))
        default = plain("fight") if best < 0 else with_spell("throw", best)
        return DUEL.asked(Asked(position, self), prompt, default=default)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Show the spell; roll."""
        DUEL.do(Asked(position, self), choice, log)


def _fight(asked: Asked[DuelSpell], act: Act, log: Log) -> None:
    step = asked.step
    asked.position.then(DuelDice(step.unit, step.foe, step.aim))


def _fight_label(asked: Asked[DuelSpell]) -> tuple[str, Pick]:
    position, step = asked
    named, pick = button("fight", f"Fight with {_own(position, step.unit, step.aim, -1)} and a die")
    return named, structs.replace(pick, chances=_chances(position, step))


def _chances(position: ElricPosition, step: DuelSpell, thrown: int = -1) -> Odds:
    """Return what the dice may bring; before them Balo throws one of his own and does nothing on an even number."""
    who, foe = name(position.world, step.unit), SPELLS[step.foe].name
    wins, again, loses = (f"{who} wins", position.owner[step.unit]), ("both throw again", -1), (f"{foe} wins", -1)
    fights = DuelDice(step.unit, step.foe, step.aim, thrown)
    balo = thrown >= 0 and SPELLS[thrown].kind == "balo-the-jester"
    fails = DuelDice(step.unit, step.foe, step.aim, failed=True)
    ask = fights.ask(position)

    def end(dice: tuple[int, ...]) -> End:
        duel = fails if balo and not balo_works(dice[0]) else fights
        own, other = duel.sums(position, dice[-2:])
        return wins if own > other else loses if own < other else again

    return reckon(structs.replace(ask, count=ask.count + balo), end, (wins, again, loses))


def _throws(asked: Asked[DuelSpell]) -> list[Act]:
    return [with_spell("throw", spell) for spell in weapons(asked.position, asked.step.unit)]


def _throw(asked: Asked[DuelSpell], act: Act, log: Log) -> None:
    (position, step), spell = asked, spell_named(act)
    position.reveal(spell, position.seats)
    position.laid = [laid for laid in position.laid if laid.spell != spell]
    if log:
        log.say(
            f"**{name(position.world, step.unit)}** throws **{SPELLS[spell].name}**.",
            clause=_clause(step.aim),
            seat=position.owner[step.unit],
        )
    kind = BaloInDuel if SPELLS[spell].kind == "balo-the-jester" else DuelDice
    position.then(kind(step.unit, step.foe, step.aim, spell))


def _throw_labels(asked: Asked[DuelSpell], acts: Sequence[Act]) -> dict[str, Pick]:
    (position, step), labels = asked, {}
    for act in acts:
        spell, pick = spell_named(act), act.path[0]
        note = f"fights with {_own(position, step.unit, step.aim, spell)} and a die"
        ahead = _chances(position, step, spell)
        labels[pick] = Pick(pick, SPELLS[spell].name, note, "the spell is used", chances=ahead)
    return labels


DUEL: Verbs[Asked[DuelSpell]] = Verbs(
    pressed("fight", _fight, _fight_label), Verb("throw", fits=_throws, does=_throw, labels=_throw_labels)
)


class BaloInDuel(Chances, frozen=True, tag=True):
    """Balo works only on an odd die (16.2/balo-the-jester)."""

    unit: int
    foe: int
    aim: Aim
    thrown: int
    title = "Balo the Jester"
    clause = "elric/16.2/balo-the-jester"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "Balo the Jester")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Use Balo, or discard him without effect."""
        works = balo_works(outcome[0])
        if log:
            log.say(f"**Balo** {'helps' if works else 'only laughs'}.", clause=self.clause, dice=outcome)
        if works:
            position.then(DuelDice(self.unit, self.foe, self.aim, self.thrown))
        else:
            position.discard(self.thrown)
            position.then(DuelDice(self.unit, self.foe, self.aim, failed=True))


class DuelDice(Chances, frozen=True, tag=True):
    """A die for the personality and one for the spell, rolled again on a tie. `failed` tells that Balo only laughed."""

    unit: int
    foe: int
    aim: Aim
    thrown: int = -1
    failed: bool = False
    title = "Duel"
    clause = "elric/9.3.1b"

    def ask(self, position: ElricPosition) -> Roll:
        """The personality's die first, then the spell's."""
        return Roll(2, 6, f"{name(position.world, self.unit)} against {SPELLS[self.foe].name}")

    def sums(self, position: ElricPosition, dice: tuple[int, ...]) -> tuple[int, int]:
        """Return what both are worth with their dice."""
        own = 0 if self.failed and self.aim == "gate" else _own(position, self.unit, self.aim, self.thrown)
        return own + dice[0], _foe(position, self.unit, self.foe) + dice[1]

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Compare."""
        own, foe = self.sums(position, outcome)
        if log:
            log.say(
                f"**{name(position.world, self.unit)}** {own}, **{SPELLS[self.foe].name}** {foe}.",
                clause=_clause(self.aim),
                dice=outcome,
            )
        if own == foe:
            position.then(self)
            return
        area = position.area[self.unit]
        if own > foe:
            self._win(position)
        else:
            self._lose(position, log)
        if self.thrown >= 0:
            position.then(Spent(self.unit, self.thrown, area))

    def _win(self, position: ElricPosition) -> None:
        """Draw plunder beyond the Gate (16.4); keep Quaolnargn, or leave him aside for his thrower."""
        if self.aim == "gate":
            position.discard(self.foe)
            draw_hand(position, self.unit, PLUNDER)
        elif self.aim == "keep":
            into_hand(position, self.foe, self.unit, seen=True)

    def _lose(self, position: ElricPosition, log: Log) -> None:
        """Beyond the Gate a heroic escape is possible; Quaolnargn allows none. An uncontrolled Elric has no player to
        choose his refuge and appears at random.
        """
        if self.aim != "thrown":
            position.discard(self.foe)
        if _shielded(position, self.unit, self.foe):
            return
        if self.aim == "gate" and position.owner[self.unit] >= 0:
            eliminate(position, [self.unit], position.area[self.unit], log)
        else:
            carry_off(position, self.unit, log)


class Spent(Automatic, frozen=True, tag=True):
    """A spell thrown in a duel has been used as magic: it moves the Balance and is spent (9.4a, 13.4a)."""

    unit: int
    spell: int
    area: int
    title = "The Balance"
    clause = "elric/9.4a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Shift, then discard it or let it stay."""
        balance.shift(position, (self.spell,), log)
        after_use(position, self.spell, self.unit, self.area)
