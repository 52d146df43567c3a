"""The Magic step, before spells are laid (elric/9.1d, 11.0p, 12.1.3b, 13.4a, 13.5): passing, sacrifices, the Horn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tanelorn.core.acts import Act, Acts
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.elric import balance
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.equipment.world import ARTIFACT
from tanelorn.games.elric.hands import capacity
from tanelorn.games.elric.magic import passing
from tanelorn.games.elric.magic.passing import Hands
from tanelorn.games.elric.state.consequences import WorldEnds
from tanelorn.games.elric.state.dominance import let_go
from tanelorn.games.elric.state.position import ElricPosition
from tanelorn.games.elric.state.words import SPELL_WORDS, button, name, plain, unit_words

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
        hands = Hands(position, self.seat)
        passes = hands.count() if self.passes < 0 else self.passes
        if hands.could_act(passing=passes > 0):
            position.then(MagicActs(self.seat, passes))


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
        hands = Hands(position, seat)
        acts = passing.acts(hands) if self.passes else []
        acts += _sacrifices(hands) + _releases(hands)
        if _may_blow(hands):
            acts.append(plain("blow horn"))
        done = plain("done")
        return Acts(
            [*acts, done],
            self._prompt(position),
            labels=lambda: _labels(position, acts),
            refused=lambda: [*_refused(hands), *(passing.refused(hands) if self.passes else ())],
            default=done,
        )

    def _prompt(self, position: ElricPosition) -> str:
        if not position.tipped:
            return "Pass spells and artifacts within your stacks."
        return (
            f"The Balance is tipped: sacrifices are worth {balance.given(position)} of the "
            f"{balance.owed(position)} that restore it."
        )

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Do it and ask again, unless the player is done."""
        if choice.verb == "done":
            return
        passed = choice.verb in passing.DEEDS
        position.then(Magic(seat, self.passes - passed))
        (passing.DEEDS if passed else _DEEDS)[choice.verb](position, choice.args, log)


def _sacrifices(hands: Hands) -> list[Act]:
    position = hands.position
    words = unit_words(position.world)
    return [
        Act(
            "sacrifice",
            (spell, unit),
            f"sacrifice {SPELL_WORDS[spell]} of {words[unit]}",
            (f"card:{SPELLS[spell].id}", "button:sacrifice"),
        )
        for unit, spells in hands.held.items()
        for spell in spells
        if balance.serves(position, spell) and spell not in position.flights
    ]


def _releases(hands: Hands) -> list[Act]:
    return [
        Act(
            "release",
            (spell, unit),
            f"release {SPELL_WORDS[spell]}",
            (f"card:{SPELLS[spell].id}", "button:release"),
        )
        for unit, spells in hands.held.items()
        for spell in spells
        if spell in hands.position.maintained
    ]


def _may_blow(hands: Hands) -> bool:
    """Tell whether Elric may blow the Horn: he has it, and the Balance is tipped (16.7/horn-of-fate)."""
    elric = hands.position.world.elric
    return bool(hands.position.tipped) and HORN in hands.held.get(elric, ())


def _sacrifice(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    balance.sacrifice(position, args[0], args[1], log)


def _release(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    let_go(position, args[0], position.area[args[1]], log)


def _blow(position: ElricPosition, args: tuple[int, ...], log: Log) -> None:
    """Use the Horn up; the third blast ends the world (16.7/horn-of-fate)."""
    position.discard(HORN)
    position.horns += 1
    if log:
        log.say("**Elric** blows the **Horn of Fate**.", clause="elric/16.7/horn-of-fate")
    if position.horns >= LAST_BLAST:
        position.then(WorldEnds())
    else:
        position.then(HornDie())


_DEEDS: Mapping[str, Callable[[ElricPosition, tuple[int, ...], Log], None]] = {
    "sacrifice": _sacrifice,
    "release": _release,
    "blow horn": _blow,
}


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


# What pages say


def _labels(position: ElricPosition, acts: list[Act]) -> dict[str, Pick]:
    world = position.world
    labels = dict([button("done", "Done with passing and sacrifices", enter=True)])
    for act in acts:
        for pick in act.path:
            kind, _, id = pick.partition(":")
            if kind == "card":
                spell = SPELLS[SPELL[id]]
                labels[pick] = Pick(pick, f"{spell.name} ({spell.alignment} {spell.value})", spell.text)
            elif kind == "piece":
                labels[pick] = _piece_label(position, pick, world.unit[id])
    if any(act.verb == "sacrifice" for act in acts):
        labels |= dict([button("sacrifice", "Sacrifice it", note="It counts towards restoring the Balance.")])
    if any(act.verb == "release" for act in acts):
        labels |= dict([button("release", "Stop maintaining it")])
    if any(act.verb == "blow horn" for act in acts):
        last = position.horns + 1 >= LAST_BLAST
        risk = "The third blast ends the world." if last else "1–4 restores the Balance, 5–6 ends the world at once."
        labels["button:blow horn"] = Pick("button:blow horn", "Blow the Horn of Fate", risk, risk=True)
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


def _refused(hands: Hands) -> list[Refusal]:
    position = hands.position
    world = position.world
    refused = []
    holder = position.where[HORN]
    if holder in hands.held and not _may_blow(hands):
        why = "the Balance is not tipped" if holder == world.elric else f"{name(world, holder)} is not Elric"
        refused.append(
            Refusal(
                "blow horn", f"The Horn of Fate has no effect: {why}.", "elric/16.7/horn-of-fate", ("button:blow horn",)
            )
        )
    for unit, spells in hands.held.items():
        for spell in spells:
            if not balance.serves(position, spell):
                if position.tipped:
                    why = "Only Neutral spells and those against the side of the tilt restore the Balance."
                else:
                    why = "The Balance is not tipped: there is nothing to restore."
                text = f"sacrifice {SPELL_WORDS[spell]} of {unit_words(world)[unit]}"
                refused.append(Refusal(text, why, "elric/13.5a"))
    return refused
