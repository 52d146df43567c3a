"""The Founding of the Bright Empire (elric/14.1): one player against monsters, and the Dragons of Melnibone at last."""

from __future__ import annotations

import msgspec

from tanelorn.core.acts import Act, Acts
from tanelorn.core.chance import Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.elric.combat.after_battle import Escapes
from tanelorn.games.elric.combat.results import Result
from tanelorn.games.elric.combat.retreat import RetreatBeaten
from tanelorn.games.elric.combat.totals import Totals
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.hands import into_hand, room
from tanelorn.games.elric.state.battle import Battle, Fight
from tanelorn.games.elric.state.places import Lying, spells_lying
from tanelorn.games.elric.state.position import NOBODY, ElricPosition
from tanelorn.games.elric.state.scenarios import terms_of
from tanelorn.games.elric.state.stacks import persons
from tanelorn.games.elric.state.words import name, spell_named, unit_named, with_spell, with_unit

BALO, DRAGONS = SPELL["balo-the-jester"], SPELL["dragons"]


def worth(spell: int) -> int:
    """Return what a monster fights with: its value, the Dragons twice theirs (14.1d, 14.1e)."""
    return SPELLS[spell].value * (2 if spell == DRAGONS else 1)


class Meeting(msgspec.Struct, frozen=True):
    """A monster and a stack of the player's in its province; stacks in wilderness are told apart by their band."""

    spell: int
    area: int
    band: int


def meetings(position: ElricPosition, seat: int) -> list[Meeting]:
    """Return the fights that monsters force: each attacks any stack in its province (14.1d, 14.1e)."""
    found = []
    for spell, area in spells_lying(position.where, Lying.FACE_UP):
        bands = sorted({position.band[unit] for unit in position.own_in(area, seat)})
        found += [Meeting(spell, area, band) for band in bands]
    return found


class Monsters(Automatic, frozen=True, tag=True):
    """In the Combat step every monster attacks each stack in its province once (14.1e)."""

    seat: int
    fought: tuple[Meeting, ...] = ()
    title = "Monsters"
    clause = "elric/14.1e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Take the next fight; the player says which where there are several (10.1b)."""
        if not terms_of(position).monsters:
            return
        left = self.left(position)
        if len(left) == 1:
            self.meet(position, left[0])
        elif left:
            position.then(WhichMonster(self.seat, self.fought))

    def left(self, position: ElricPosition) -> list[Meeting]:
        """Return what has not been fought in this turn."""
        return [meeting for meeting in meetings(position, self.seat) if meeting not in self.fought]

    def meet(self, position: ElricPosition, meeting: Meeting) -> None:
        """Let a monster attack; Balo must first throw an odd number (14.1e)."""
        step = BaloFights if meeting.spell == BALO else MonsterFight
        position.then(step(self.seat, meeting), Monsters(self.seat, (*self.fought, meeting)))


class WhichMonster(AsksOne, frozen=True, tag=True):
    """Which of several fights with monsters is next."""

    fought: tuple[Meeting, ...]
    title = "Monsters"
    clause = "elric/14.1e"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """Those that have not been fought in this turn; of several stacks before one monster, the first."""
        left = self._left(position)
        acts = [with_spell("fight", spell) for spell in left]
        return Acts(
            acts,
            "Which monster is fought first?",
            labels=lambda: dict(_monster_label(position, meeting) for meeting in left.values()),
            default=acts[0],
        )

    def _left(self, position: ElricPosition) -> dict[int, Meeting]:
        left = Monsters(self.seat, self.fought).left(position)
        return {meeting.spell: meeting for meeting in reversed(left)}

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Fight it."""
        Monsters(self.seat, self.fought).meet(position, self._left(position)[spell_named(choice)])


def _monster_label(position: ElricPosition, meeting: Meeting) -> tuple[str, Pick]:
    pick = f"card:{SPELLS[meeting.spell].id}"
    note = f"{worth(meeting.spell)} in {position.world.areas[meeting.area].name}"
    return pick, Pick(pick, SPELLS[meeting.spell].name, note)


class BaloFights(Chances, frozen=True, tag=True):
    """Balo fights on an odd die; otherwise he is taken (14.1e)."""

    seat: int
    meeting: Meeting
    title = "Balo the Jester"
    clause = "elric/14.1e"

    def ask(self, position: ElricPosition) -> Roll:
        """One die."""
        return Roll(1, 6, "Balo the Jester")

    def take(self, position: ElricPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Fight, or take him."""
        fights = outcome[0] % 2 == 1
        if log:
            log.say(f"**Balo** {'fights' if fights else 'gives in'}.", clause=self.clause, dice=outcome)
        position.then(MonsterFight(self.seat, self.meeting) if fights else Prize(self.seat, self.meeting))


class MonsterFight(Automatic, frozen=True, tag=True):
    """A plain battle, a stack against a monster: no magic, no wall, no Balance (14.1d to 14.1f)."""

    seat: int
    meeting: Meeting
    title = "A monster"
    clause = "elric/14.1e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Draw the battle up; it goes as any other, from the dice on."""
        meeting = self.meeting
        position.battle = Battle(
            fight=Fight(meeting.area, NOBODY, own_band=meeting.band),
            seats=(self.seat, NOBODY),
            sides=(stack_at(position, self.seat, meeting), []),
            militia=worth(meeting.spell),
            monster=meeting.spell,
        )
        if log:
            place = position.world.areas[meeting.area]
            log.say(
                f"**{SPELLS[meeting.spell].name}** in **{place.name}**",
                heading=True,
                clause=self.clause,
                seat=self.seat,
                places=(place.id,),
            )
        beaten = MonsterBeaten(self.seat, meeting)
        position.then(Totals(), Result(), RetreatBeaten(), beaten, Escapes(), FightOver())


def stack_at(position: ElricPosition, seat: int, meeting: Meeting) -> list[int]:
    """Return the stack that a monster attacks."""
    return [unit for unit in position.own_in(meeting.area, seat) if position.band[unit] == meeting.band]


class MonsterBeaten(Automatic, frozen=True, tag=True):
    """A monster that was beaten is taken; the Dragons are the end of it if a Dragon Master has beaten them (14.1g)."""

    seat: int
    meeting: Meeting
    title = "A monster"
    clause = "elric/14.1e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Look who has won; one that has not been beaten stays where it is."""
        battle, world = position.battle, position.world
        if battle is None or battle.winner != 0:
            return
        if self.meeting.spell != DRAGONS:
            position.then(Prize(self.seat, self.meeting))
        elif any(world.units[unit].dragonmaster for unit in battle.sides[0]):
            position.end((self.seat,), "the Dragons of Melnibone are beaten", "elric/14.1g")
        elif log:
            log.say("The Dragons obey none but a Dragon Master.", clause="elric/14.1g", seat=self.seat)


class FightOver(Automatic, frozen=True, tag=True):
    """The battle is forgotten."""

    title = "A monster"
    clause = "elric/14.1e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Clear the table of it."""
        position.battle = None


class Prize(Automatic, frozen=True, tag=True):
    """The player gets the spell that was beaten (14.1e)."""

    seat: int
    meeting: Meeting
    title = "A captured spell"
    clause = "elric/14.1e"

    def run(self, position: ElricPosition, log: Log) -> None:
        """Give it to the only personality there, ask among several; where none is it stays where it lies."""
        people, spell = persons(position, stack_at(position, self.seat, self.meeting)), self.meeting.spell
        if len(people) == 1:
            _hand_over(position, spell, people[0], log)
        elif people:
            position.then(WhoTakes(self.seat, spell, tuple(people)))


class WhoTakes(AsksOne, frozen=True, tag=True):
    """Who of the stack takes the spell; who has no room must discard one (9.5a)."""

    spell: int
    people: tuple[int, ...]
    title = "A captured spell"
    clause = "elric/14.1e"

    def choices(self, position: ElricPosition, seat: int) -> Acts:
        """The personalities of the stack."""
        acts = [with_unit(position.world, "hand to", unit) for unit in self.people]
        best = max(acts, key=lambda act: room(position, unit_named(act)))
        return Acts(
            acts,
            f"Who takes {SPELLS[self.spell].name}?",
            labels=lambda: {act.path[0]: self._label(position, act, room(position, unit_named(act))) for act in acts},
            default=best,
        )

    def _label(self, position: ElricPosition, act: Act, free: int) -> Pick:
        note = "has room" if free > 0 else "must discard a spell"
        return Pick(act.path[0], name(position.world, unit_named(act)), note, risk=free <= 0)

    def take(self, position: ElricPosition, seat: int, choice: Act, log: Log) -> None:
        """Hand it over."""
        _hand_over(position, self.spell, unit_named(choice), log)


def _hand_over(position: ElricPosition, spell: int, unit: int, log: Log) -> None:
    into_hand(position, spell, unit)
    if log:
        log.say(
            f"**{name(position.world, unit)}** takes **{SPELLS[spell].name}**.",
            clause="elric/14.1e",
            seat=position.owner[unit],
        )
