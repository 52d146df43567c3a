"""A single attempt at a heroic escape (elric/10.8a, 10.8c): magic thrown before the die, the die, Invulnerability after
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import Asks, Automatic, Chances
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.state.consequences import AfterThrow
from tanelorn.games.elric.state.dominance import bonus, maintained_by
from tanelorn.games.elric.state.places import hand_of
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.words import Asked, button, name, plain, pressed, spell_named, with_spell

SURE = 6
"""Whoever is worth so much escapes whatever the die shows (10.8a)."""


class Verdict(Automatic, frozen=True, tag=True, kw_only=True):
    """The step beneath an attempt to escape: subclasses say what follows. The attempt writes `saved` and `thrown` on
    it, and subclasses call `spend` for the spell that was thrown.
    """

    unit: int
    saved: bool = False
    thrown: int = -1

    def spend(self, position: ElricPosition, area: int = -1) -> None:
        """Push what becomes of the spell that helped, in its magician's area unless another is given, and of the
        Balance (10.8c).
        """
        if self.thrown >= 0:
            position.then(AfterThrow(self.unit, self.thrown, position.area[self.unit] if area < 0 else area))


def _judge(position: ElricPosition, *, saved: bool | None = None, thrown: int | None = None) -> None:
    """Write on the verdict directly beneath the attempt."""
    verdict = position.agenda[-1]
    position.agenda[-1] = structs.replace(
        verdict,
        saved=verdict.saved if saved is None else saved,
        thrown=verdict.thrown if thrown is None else thrown,
    )


class Attempt(Automatic, frozen=True, tag=True):
    """One heroic escape roll, with the magic that may help it; the step beneath must be a Verdict (10.8a, 10.8c)."""

    unit: int
    value: int
    why: str
    title = "Heroic escape"
    clause = "elric/10.8a"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask a magician who holds spells; let anyone else roll."""
        if can_help(position, self.unit):
            position.then(HelpEscape(self.unit, self.value, self.why))
        else:
            position.then(EscapeRoll(self.unit, self.value, self.why))


def can_help(position: ElricPosition, unit: int) -> bool:
    """Tell whether, as far as everybody can see, a personality might throw a spell to escape: a magician who holds
    spells and maintains none, or one that has a combat value (10.8c, 13.4a). In 14.1 magic does not help (14.1f).
    """
    if not terms_of(position).magic:
        return False
    world = position.world
    if world.kind[unit] != PERSON or not world.spells[unit] or position.owner[unit] < 0:
        return False
    kept = [spell for spell in position.maintained if position.holder(spell) == unit]
    return any(SPELLS[spell].fights for spell in kept) if kept else hand_of(unit) in position.where


def _may_be_saved_yet(position: ElricPosition, unit: int, used: int) -> bool:
    """Tell whether, as far as everybody can see, a magician whose die has failed might hold Invulnerability: a spell
    other than the one used, and none maintained (16.5/invulnerability, 13.4a).
    """
    if not can_help(position, unit) or maintained_by(position, unit) >= 0:
        return False
    return any(spell != used for spell in position.hand(unit))


def useful(position: ElricPosition, unit: int) -> list[int]:
    """Return the spells that a magician may throw before the die: any with a combat value, and the special ones, Escape
    and Invulnerability (9.3.2, 10.8c, 16.5/escape-a, 16.5/escape-b).
    """
    held = position.hand(unit)
    kept = [spell for spell in held if spell in position.maintained]
    return [
        spell
        for spell in kept or held
        if (SPELLS[spell].fights and spell not in position.flights) or SPELLS[spell].section == "16.5"
    ]


class HelpEscape(Asks, frozen=True, tag=True):
    """Whether a magician throws a spell before the die (10.8c, 16.5)."""

    unit: int
    value: int
    why: str
    title = "Heroic escape"
    clause = "elric/10.8c"
    still_asked = "what a hand holds is hidden"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The magician's player."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Roll, or throw one spell first."""
        prompt = f"{name(position.world, self.unit)} must escape: how?"
        return BEFORE.asked(Asked(position, self), prompt, default=plain("roll"))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Throw the spell, or roll."""
        BEFORE.do(Asked(position, self), choice, log)


def _roll(asked: Asked[HelpEscape], act: Act, log: Log) -> None:
    step = asked.step
    asked.position.then(EscapeRoll(step.unit, step.value, step.why))


def _roll_label(asked: Asked[HelpEscape]) -> tuple[str, Pick]:
    step = asked.step
    named, pick = button("roll", f"Roll: saved on 1–{step.value}", enter=True)
    return named, structs.replace(pick, chances=_chances(asked, step.value))


def _chances(asked: Asked[HelpEscape], value: int, *, balo: bool = False) -> Odds:
    """Return what the die may bring; before it Balo throws one of his own, and gives his value on an odd number."""
    (position, step), called = asked, name(asked.position.world, asked.step.unit)
    saved, lost = (f"{called} escapes", position.owner[step.unit]), (f"{called} does not escape", -1)
    ask = EscapeRoll(step.unit, value, step.why).ask(position)
    if not balo:
        return reckon(ask, lambda dice: saved if escapes(value, dice[0]) else lost, (saved, lost))

    def end(dice: tuple[int, ...]) -> End:
        return saved if escapes(value if balo_works(dice[0]) else step.value, dice[1]) else lost

    return reckon(structs.replace(ask, count=2), end, (saved, lost))


def _throws(asked: Asked[HelpEscape]) -> list[Act]:
    return [with_spell("throw", spell) for spell in useful(asked.position, asked.step.unit)]


def _throw(asked: Asked[HelpEscape], act: Act, log: Log) -> None:
    (position, step), spell = asked, spell_named(act)
    show(position, step.unit, spell, log)
    if SPELLS[spell].section == "16.5":
        _judge(position, saved=True)
        position.discard(spell)
    elif SPELLS[spell].kind == "balo-the-jester":
        position.then(BaloHelps(step.unit, step.value, step.why, spell))
    else:
        _judge(position, thrown=spell)
        worth = SPELLS[spell].value + bonus(position, spell)
        position.then(EscapeRoll(step.unit, worth, step.why))


def _throw_labels(asked: Asked[HelpEscape], acts: Sequence[Act]) -> dict[str, Pick]:
    labels = {}
    for act in acts:
        spell, pick = spell_named(act), act.path[0]
        worth = SPELLS[spell].value + bonus(asked.position, spell)
        sure = SPELLS[spell].section == "16.5"
        note = "saved without a die" if sure else f"saved on 1–{min(worth, SURE)}"
        ahead = None if sure else _chances(asked, worth, balo=SPELLS[spell].kind == "balo-the-jester")
        labels[pick] = Pick(pick, SPELLS[spell].name, note, cost="the spell is used", chances=ahead)
    return labels


BEFORE: Verbs[Asked[HelpEscape]] = Verbs(
    pressed("roll", _roll, _roll_label), Verb("throw", fits=_throws, does=_throw, labels=_throw_labels)
)
"""What may be done before the die of an escape."""


def escapes(value: int, die: int) -> bool:
    """Tell whether a die saves: no higher than the value (10.8a)."""
    return die <= value


def balo_works(die: int) -> bool:
    """Tell whether Balo helps: odd numbers are good (16.2/balo-the-jester)."""
    return die % 2 == 1


def show(position: ElricPosition, unit: int, spell: int, log: Log) -> None:
    """Turn up a spell that is thrown to escape; it is no longer laid for a battle."""
    position.reveal(spell, position.seats)
    position.laid = [laid for laid in position.laid if laid.spell != spell]
    if log:
        log.say(
            f"**{name(position.world, unit)}** throws **{SPELLS[spell].name}** to escape.",
            clause="elric/10.8c",
            seat=position.owner[unit],
        )


class BaloHelps(Chances, frozen=True, tag=True):
    """Balo either helps or does nothing, which leaves the magician's own value (16.2/balo-the-jester)."""

    unit: int
    value: int
    why: str
    spell: int
    title = "Balo the Jester"
    clause = "elric/16.2/balo-the-jester"

    def ask(self, position: ElricPosition) -> Roll:
        """One die; odd numbers are good."""
        return Roll(1, 6, "Balo the Jester")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Use Balo's value, or discard him without effect."""
        value = self.value
        works = balo_works(outcome[0])
        if works:
            _judge(position, thrown=self.spell)
            value = SPELLS[self.spell].value + bonus(position, self.spell)
        else:
            position.discard(self.spell)
        if log:
            log.say(f"**Balo** {'helps' if works else 'only laughs'}.", clause=self.clause, dice=outcome)
        position.then(EscapeRoll(self.unit, value, self.why))


class EscapeRoll(Chances, frozen=True, tag=True):
    """A die no higher than the value saves (10.8a)."""

    unit: int
    value: int
    why: str
    title = "Heroic escape"
    clause = "elric/10.8a"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, f"{name(position.world, self.unit)}: {self.why}")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Write the verdict; whoever has failed may still have Invulnerability (16.5/invulnerability)."""
        saved = escapes(self.value, outcome[0])
        if log:
            log.say(
                f"**{name(position.world, self.unit)}** needs {self.value} or less and rolls {outcome[0]}.",
                clause=self.clause,
                seat=position.owner[self.unit],
                dice=outcome,
            )
        if saved:
            _judge(position, saved=True)
        elif _may_be_saved_yet(position, self.unit, position.agenda[-1].thrown):
            position.then(LastHelp(self.unit, position.agenda[-1].thrown))


class LastHelp(Asks, frozen=True, tag=True):
    """Whether Invulnerability saves a magician whose die has failed; everybody who holds spells is asked (16.5)."""

    unit: int
    used: int
    title = "Heroic escape"
    clause = "elric/16.5/invulnerability"
    still_asked = "what a hand holds is hidden"

    def seats(self, position: ElricPosition) -> tuple[int, ...]:
        """The magician's player."""
        return (position.owner[self.unit],)

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Accept it, or play Invulnerability."""
        prompt = f"{name(position.world, self.unit)} has not escaped. Does anything help?"
        asked = Asked(position, self)
        return AFTER.asked(asked, prompt, default=next(reversed(_saves(asked)), plain("nothing")))

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Save the magician after all, or not."""
        AFTER.do(Asked(position, self), choice, log)


def _lost_label(asked: Asked[LastHelp]) -> tuple[str, Pick]:
    return button("nothing", f"{name(asked.position.world, asked.step.unit)} is lost", enter=True)


def _saves(asked: Asked[LastHelp]) -> list[Act]:
    hand = asked.position.hand(asked.step.unit)
    return [with_spell("throw", spell) for spell in hand if SPELLS[spell].kind == "invulnerability"]


def _save(asked: Asked[LastHelp], act: Act, log: Log) -> None:
    position, spell = asked.position, spell_named(act)
    show(position, asked.step.unit, spell, log)
    position.discard(spell)
    _judge(position, saved=True)


def _too_late(asked: Asked[LastHelp]) -> Iterator[Refusal]:
    """Say of what would have helped before the die why it does not now."""
    for spell in useful(asked.position, asked.step.unit):
        if SPELLS[spell].kind != "invulnerability":
            why = "After the die nothing but Invulnerability saves."
            clause = SPELLS[spell].clause if SPELLS[spell].section == "16.5" else "elric/10.8c"
            yield Refusal(with_spell("throw", spell).text, why, clause)


AFTER: Verbs[Asked[LastHelp]] = Verbs(
    pressed("nothing", lambda asked, act, log: None, _lost_label),
    Verb("throw", fits=_saves, does=_save, refused=_too_late),
)
"""What may be done after the die of an escape has failed."""
