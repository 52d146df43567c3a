"""The Magic step, before spells are laid (elric/9.1d, 11.0p, 12.1.3b, 13.4a, 13.5): passing, sacrifices, the Horn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tanelorn.core.acts import Act, Acts, PartByPart, Verb, Verbs
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.elric import balance
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.magic.passing import EXCHANGE, GIVE, PASS, TRADE, Hands, thing_labels
from tanelorn.games.elric.state.consequences import WorldEnds
from tanelorn.games.elric.state.dominance import let_go
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import SPELL_WORDS, button, ends, name, plain, unit_words

HORN = SPELL["horn-of-fate"]

RESTORED_UPTO, LAST_BLAST = 4, 3
"""The Horn restores the Balance up to this die; blown for the third time it ends the world without one (16.7)."""


class Magic(Automatic, frozen=True, tag=True):
    """Step E, before spells are laid: what the active player does with spells and artifacts (9.1d).

    `passes` is how often the player may still pass something, -1 before that is counted.
    """

    seat: int
    passes: int = -1
    title = "Magic"
    clause = "elric/9.1d"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Ask if the player might have something to do, as far as everybody can see."""
        balance.check_restored(position, log)
        hands = Hands(position, self.seat, self.passes)
        if self.passes < 0:
            hands.passes = hands.count()
        if hands.could_act():
            position.then(MagicActs(self.seat, hands.passes))


class MagicActs(AsksOne, frozen=True, tag=True):
    """Pass, sacrifice or release spells, pass artifacts or blow the Horn, until done.

    As many passes as there are things to pass allow every exchange of hands; no more are offered.
    """

    passes: int
    title = "Magic"
    clause = "elric/9.1d"
    still_asked = "what a hand can do is hidden"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Everything the player may do, or be done."""
        return ACTS.asked(Hands(position, seat, self.passes), self._prompt(position), default=plain("done"))

    def _prompt(self, position: ElricPosition) -> str:
        if not position.tipped:
            return "Pass spells and artifacts within your stacks."
        return (
            f"The Balance is tipped: sacrifices are worth {balance.given(position)} of the "
            f"{balance.owed(position)} that restore it."
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Do it and ask again, unless the player is done."""
        ACTS.do(Hands(position, seat, self.passes), choice, log)


# Sacrifices


def _sacrifices(hands: Hands) -> Iterator[Act]:
    position = hands.position
    words = unit_words(position.world)
    for unit, spells in hands.held.items():
        for spell in spells:
            if balance.serves(position, spell) and spell not in position.flights:
                text = f"sacrifice {SPELL_WORDS[spell]} of {words[unit]}"
                yield Act("sacrifice", (spell, unit), text, (f"card:{SPELLS[spell].id}", "button:sacrifice"))


def _sacrifice(hands: Hands, act: Act, log: Log) -> None:
    spell, unit = act.args
    balance.sacrifice(hands.position, spell, unit, log)


def _sacrifice_labels(hands: Hands, acts: Sequence[Act]) -> dict[str, Pick]:
    sacrifice = button("sacrifice", "Sacrifice it", note="It counts towards restoring the Balance.")
    return thing_labels(hands, acts) | dict([sacrifice])


def _sacrifices_refused(hands: Hands) -> Iterator[Refusal]:
    position = hands.position
    words = unit_words(position.world)
    if position.tipped:
        why = "Only Neutral spells and those against the side of the tilt restore the Balance."
    else:
        why = "The Balance is not tipped: there is nothing to restore."
    for unit, spells in hands.held.items():
        for spell in spells:
            if not balance.serves(position, spell):
                yield Refusal(f"sacrifice {SPELL_WORDS[spell]} of {words[unit]}", why, "elric/13.5a")


SACRIFICE = Verb("sacrifice", fits=_sacrifices, does=_sacrifice, labels=_sacrifice_labels, refused=_sacrifices_refused)


# Spells that are no longer maintained


def _releases(hands: Hands) -> Iterator[Act]:
    for unit, spells in hands.held.items():
        for spell in spells:
            if spell in hands.position.maintained:
                path = (f"card:{SPELLS[spell].id}", "button:release")
                yield Act("release", (spell, unit), f"release {SPELL_WORDS[spell]}", path)


def _release(hands: Hands, act: Act, log: Log) -> None:
    spell, unit = act.args
    let_go(hands.position, spell, hands.position.area[unit], log)


def _release_labels(hands: Hands, acts: Sequence[Act]) -> dict[str, Pick]:
    return thing_labels(hands, acts) | dict([button("release", "Stop maintaining it")])


RELEASE = Verb("release", fits=_releases, does=_release, labels=_release_labels)


# The Horn of Fate


def _may_blow(hands: Hands) -> bool:
    """Tell whether Elric may blow the Horn: he has it, and the Balance is tipped (9.3.4, 16.7/horn-of-fate)."""
    elric = hands.position.world.elric
    return bool(hands.position.tipped) and HORN in hands.held.get(elric, ())


def _blasts(hands: Hands) -> Iterator[Act]:
    if _may_blow(hands):
        yield plain("blow horn")


def _blow(hands: Hands, act: Act, log: Log) -> None:
    """Use the Horn up; the third blast ends the world (16.7/horn-of-fate)."""
    position = hands.position
    position.discard(HORN)
    position.horns += 1
    if log:
        log.say("**Elric** blows the **Horn of Fate**.", clause="elric/16.7/horn-of-fate")
    if position.horns >= LAST_BLAST:
        position.then(WorldEnds())
    else:
        position.then(HornDie())


def _blast_labels(hands: Hands, acts: Sequence[Act]) -> dict[str, Pick]:
    last = hands.position.horns + 1 >= LAST_BLAST
    risk = "The third blast ends the world." if last else "1–4 restores the Balance, 5–6 ends the world at once."
    chances = None if last else _horn_ahead(hands)
    return {"button:blow horn": Pick("button:blow horn", "Blow the Horn of Fate", risk, risk=True, chances=chances)}


def _horn_ahead(hands: Hands) -> Odds:
    """Return what the die may bring."""
    restores, ends = ("restores the Balance", hands.seat), ("ends the world", -1)
    return reckon(HornDie().ask(hands.position), lambda dice: restores if dice[0] <= RESTORED_UPTO else ends)


def _blasts_refused(hands: Hands) -> Iterator[Refusal]:
    world, holder = hands.position.world, hands.position.holder(HORN)
    if holder in hands.held and not _may_blow(hands):
        why = "the Balance is not tipped" if holder == world.elric else f"{name(world, holder)} is not Elric"
        text = f"The Horn of Fate has no effect: {why}."
        yield Refusal("blow horn", text, "elric/16.7/horn-of-fate", ("button:blow horn",))


BLOW = Verb("blow horn", fits=_blasts, does=_blow, labels=_blast_labels, refused=_blasts_refused)


class HornDie(Chances, frozen=True, tag=True):
    """The die for the Horn: the Balance is restored, or the world ends at once (13.5b, 16.7/horn-of-fate)."""

    title = "Horn of Fate"
    clause = "elric/16.7/horn-of-fate"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "the Horn of Fate")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Restore the Balance, or end the world."""
        if log:
            log.say(f"The die for the Horn shows {outcome[0]}.", clause=self.clause, dice=outcome)
        if outcome[0] <= RESTORED_UPTO:
            balance.restore(position, log)
        else:
            position.then(WorldEnds())


# The verbs of the step


def _asked_again(verb: Verb[Hands], passes: int = 0) -> Verb[Hands]:
    """Return a verb after whose deed the player is asked again, with so many passes fewer."""

    def does(hands: Hands, act: Act, log: Log) -> None:
        hands.position.then(Magic(hands.seat, hands.passes - passes))
        verb.does(hands, act, log)

    return replace(verb, does=does)


ACTS: Verbs[Hands] = Verbs(
    PartByPart(Hands.apart, *(_asked_again(verb, 1) for verb in (GIVE, EXCHANGE, TRADE, PASS))),
    *(_asked_again(verb) for verb in (SACRIFICE, RELEASE, BLOW)),
    ends("done", "Done with passing and sacrifices"),
)
