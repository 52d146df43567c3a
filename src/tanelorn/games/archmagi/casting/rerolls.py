"""Dice thrown again (archmagi/response.6): Probability Shift and the Luck Talisman answer any throw, in a stated
order.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances, Seals, Step
from tanelorn.games.archmagi.casting.asking import PASS, PASS_ALL, first_heard, let_be
from tanelorn.games.archmagi.casting.casting import (
    caster_names,
    casters,
    far_casters,
    hand,
    has_farcast,
    in_range,
    may_farcast,
    no_magic,
)
from tanelorn.games.archmagi.casting.responses import announce, announce_far, near_enough, spellcast
from tanelorn.games.archmagi.state.abilities import HERO, can_use, gear_kind, traits
from tanelorn.games.archmagi.state.carrying import drop
from tanelorn.games.archmagi.state.codes import spell_of
from tanelorn.games.archmagi.state.content import ARTIFACTS, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import SPELLS_AND_DICE, ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import show
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import SEAT_NAMES, SPELL_CARD, UNIT, find, named
from tanelorn.games.archmagi.words.verbs import Args, Noun, Slot, Verb, Verbs, steps, verb


class Throw(msgspec.Struct, frozen=True):
    """Dice just thrown: what for, what they show, and in which hex. Others see those of a mass attack in the order
    `mixed` (view.5).
    """

    why: str
    dice: tuple[int, ...]
    hex: int
    mixed: tuple[int, ...] = ()

    @property
    def public(self) -> tuple[int, ...]:
        """The dice in the order in which all may see them."""
        return tuple(self.dice[at] for at in self.mixed) if self.mixed else self.dice

    def place(self, public: int) -> int:
        """Return which die stands at a place of the public order."""
        return self.mixed[public] if self.mixed else public


def ask_for_rerolls(position: ArchmagiPosition, throw: Throw, then: Step) -> None:
    """Open the window after a throw; `then` goes on with the final dice in its field `dice`."""
    position.then(Rerolls(throw), then)


def settle(position: ArchmagiPosition, throw: Throw) -> None:
    """Make a throw final: the step that waits for it comes next."""
    position.agenda[-1] = msgspec.structs.replace(position.agenda[-1], dice=throw.dice)


class Rerolls(Automatic, frozen=True, tag=True):
    """Asks everybody who stands near enough and wants to be asked about dice."""

    throw: Throw
    title = "Dice"
    clause = "archmagi/response.6"

    def run(self, position: ArchmagiPosition, log: Log) -> None:
        """Ask, or make the throw final."""
        asked = tuple(
            seat
            for seat in (position.active, *position.clockwise(position.active))
            if position.word[seat] == SPELLS_AND_DICE
            and not position.hush[seat]
            and seat not in position.gone
            and (near_enough(position, seat, [self.throw.hex]) or _neighbours(position, seat, self.throw.hex))
        )
        asked = tuple(dict.fromkeys(asked))
        if asked:
            position.then(RerollAnswers(asked, self.throw))
        else:
            settle(position, self.throw)


def _neighbours(position: ArchmagiPosition, seat: int, hex: int) -> bool:
    return may_farcast(position, seat) or any(h in position.land.near[hex] for h in position.hexes_of(seat))


def _throw(position: ArchmagiPosition) -> Throw:
    step = position.agenda[-1]
    assert isinstance(step, RerollAnswers)
    return step.throw


def _shifts(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    if no_magic(position):
        return []
    return [card for card in hand(position, seat) if SPELLS[spell_of(card)].effect == "reroll"]


def _shifts_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _shifts(position, seat, args) if has_farcast(position, seat) else []


def _shifters(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    hex = _throw(position).hex
    near = [h for h in position.hexes_of(seat) if in_range(position, hex, h)]
    return caster_names(position, seat, casters(position, seat, args[0], near))


def _shifters_afar(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return caster_names(position, seat, far_casters(position, seat, args[0]))


def _dice(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    """Each die of the throw: its place and its face, as place * 100 + face."""
    return [place * 100 + face for place, face in enumerate(_throw(position).public)]


DIE = Noun(lambda die: f"die {die // 100 + 1} ({die % 100})", lambda die: f"button:die {die // 100 + 1}")
_WHICH = Slot("for", DIE, "Which die is thrown again?", _dice, "archmagi/response.6")


def _plan(far: bool) -> Callable[[Args], Slot | None]:
    first = Slot(
        "", SPELL_CARD, "With which spell?", _shifts_afar if far else _shifts, "archmagi/spell/probability-shift"
    )
    second = Slot("by", UNIT, "Who casts it?", _shifters_afar if far else _shifters, "archmagi/spell-rule.13")
    return lambda args: (first, second, _WHICH)[len(args)] if len(args) < 3 else None


def lucky(position: ArchmagiPosition, seat: int, hex: int) -> dict[int, int]:
    """Return by name the heroes in a hex or beside it who can give up a Luck Talisman (artifact/luck-talisman)."""
    found = {}
    for near in (hex, *position.land.near[hex]):
        inside = position.battle is not None and near == position.battle.hex
        for ref, unit in named(position, near, seat, away=not inside).items():
            if position.gear[unit] and traits(position, unit) & HERO and talisman(position, unit) >= 0:
                found[ref] = unit
    return found


def talisman(position: ArchmagiPosition, unit: int) -> int:
    """Return the Luck Talisman that a unit can use now, -1 if none: in its battle it must be its one artifact."""
    battle = position.battle
    for artifact in position.gear[unit]:
        if ARTIFACTS[gear_kind(artifact)].row.rerolls and can_use(position, unit, artifact):
            if battle is not None and (battle.is_held(unit) or battle.aids.get(unit, artifact) != artifact):
                continue
            return artifact
    return -1


SHIFT = verb(
    Verb("shift", "Probability Shift", _plan(False), "archmagi/spell/probability-shift", button=False, words="shift")
)
SHIFT_AFAR = verb(
    Verb(
        "shift afar",
        "Farcast a Probability Shift",
        _plan(True),
        "archmagi/response.7",
        possible=lambda position, seat: has_farcast(position, seat),
    )
)
LUCK = verb(
    Verb(
        "luck of",
        "Give the Luck Talisman up",
        steps(
            Slot(
                "",
                UNIT,
                "Which hero gives it up?",
                lambda position, seat, args: list(lucky(position, seat, _throw(position).hex)),
                "archmagi/artifact/luck-talisman",
            ),
            _WHICH,
        ),
        "archmagi/artifact/luck-talisman",
    )
)


class RerollAnswers(Seals, frozen=True, tag=True):
    """All decide in secret whether a die is thrown again; the first to be heard is the active player (response.6)."""

    asked: tuple[int, ...]
    throw: Throw
    title = "Dice"
    clause = "archmagi/response.6"

    def seats(self, position: ArchmagiPosition) -> tuple[int, ...]:
        """Those who are asked."""
        return tuple(seat for seat in self.asked if seat not in position.gone)

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """Let the dice lie, or have one thrown again."""
        faces = ", ".join(map(str, self.throw.public))
        prompt = f"The dice show {faces} ({self.throw.why}). Is one thrown again?"
        return Acts(position, seat, _ANSWERS.verbs, prompt, Act("pass"))

    def reveal(self, position: ArchmagiPosition, choices: dict[int, Act], log: Log) -> None:
        """Hear the first answer; if there is none, the throw is final."""
        let_be(self, position, choices, _ANSWERS, log)
        heard = first_heard(self.asked, choices, _ANSWERS)
        if heard < 0:
            settle(position, self.throw)
        else:
            _ANSWERS.do(self, position, heard, choices[heard], log)

    def shift(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Cast a Probability Shift (spell/probability-shift)."""
        announce(position, self._shifting(position, seat, args, far=False), log)

    def shift_afar(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Farcast one (response.7)."""
        announce_far(position, self._shifting(position, seat, args, far=True), log)

    def _shifting(self, position: ArchmagiPosition, seat: int, args: Args, *, far: bool) -> Spellcast:
        made = spellcast(position, seat, args[:2], far=far, answers=True)
        position.then(Rerolls(self.throw))
        return msgspec.structs.replace(made, flag=args[2] // 100)

    def try_luck(self, position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
        """Give a Luck Talisman up for the throw (artifact/luck-talisman)."""
        unit = find(position, seat, args[0])
        artifact = talisman(position, unit)
        battle = position.battle
        if battle is not None and position.hexes[unit] == battle.hex:
            show(position, unit)
        drop(position, unit, artifact)
        if battle is not None and position.hexes[unit] == battle.hex:
            battle.aids[unit] = artifact
        position.artifact_back(artifact)
        if log:
            log.say(
                f"**{SEAT_NAMES[seat]}** gives a Luck Talisman up.", clause="archmagi/artifact/luck-talisman", seat=seat
            )
        position.then(ThrowAgain(self.throw, self.throw.place(args[1] // 100)))


_ANSWERS = Verbs(
    (SHIFT, RerollAnswers.shift),
    (SHIFT_AFAR, RerollAnswers.shift_afar),
    (LUCK, RerollAnswers.try_luck),
    PASS_ALL,
    PASS,
)


class ThrowAgain(Chances, frozen=True, tag=True):
    """One die of a throw is thrown again; the new result opens a new window."""

    throw: Throw
    die: int
    title = "Dice"
    clause = "archmagi/response.6"

    def ask(self, position: ArchmagiPosition) -> Ask:
        """One die."""
        return Roll(1, 6, f"again: {self.throw.why}")

    def take(self, position: ArchmagiPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Put the new face in the place of the old one."""
        dice = (*self.throw.dice[: self.die], outcome[0], *self.throw.dice[self.die + 1 :])
        if log:
            log.say(f"A {self.throw.dice[self.die]} is thrown again: {outcome[0]}.", clause=self.clause, dice=outcome)
        position.then(Rerolls(msgspec.structs.replace(self.throw, dice=dice)))


def throw_again(position: ArchmagiPosition, die: int) -> None:
    """Throw one die again by Probability Shift; the throw waits on the agenda.

    The die is named by its place in the order that everybody sees (view.5).
    """
    for at in range(len(position.agenda) - 1, -1, -1):
        step = position.agenda[at]
        if isinstance(step, Rerolls):
            position.agenda[at] = ThrowAgain(step.throw, step.throw.place(die))
            return
