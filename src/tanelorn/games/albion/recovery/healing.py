"""The Recovery Phase: healing places, refits, and the dice of the wounded (albion/5.D.1, 9.0)."""

from __future__ import annotations

from tanelorn.core.amounts import a_or_many
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic, Chances
from tanelorn.games.albion.recovery.refits import PlaceRefits, any_damaged, end_refits, learn
from tanelorn.games.albion.state.magic_items import bears
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.pieces import is_person
from tanelorn.games.albion.state.ratings import combat, place_of

HEALING: dict[int, int] = {3: 1, 10: 1, 11: 2, 14: 99}
"""How many wounds each of the healing places heals in a Recovery Phase (9.6, 19.5)."""

ROD = 1
"""How many wounds Misha’s Rod heals (9.6)."""


class Recovery(Automatic, frozen=True, tag=True):
    """A player’s Recovery Phase (9.0, 5.D.1a to 5.D.1e)."""

    seat: int
    title = "Recovery"
    clause = "albion/9.0"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Heal where the place does it, finish refits, begin new ones, then roll for the wounded."""
        heal_by_place(position, self.seat, log)
        end_refits(position, self.seat, log)
        position.then(RollToHeal(self.seat))
        if any_damaged(position, self.seat):
            learn(position, self.seat)
            position.then(PlaceRefits(self.seat))


def wounded(position: AlbionPosition, seat: int) -> list[int]:
    """Return the wounded whom a seat controls, by hex and code: all of them try to heal (9.7, 2.0b)."""
    at, side, wounds, awake = position.at, position.side, position.wounds, position.awake
    hurt = [person for person, n in enumerate(wounds) if n and side[person] == seat and at[person] >= 0]
    return sorted((person for person in hurt if awake[person]), key=lambda person: (at[person], person))


def heal(position: AlbionPosition, person: int, n: int) -> int:
    """Take wounds off a person, never below none; return how many."""
    healed = min(n, position.wounds[person])
    position.wounds[person] -= healed
    return healed


def heal_by_place(position: AlbionPosition, seat: int, log: Log) -> None:
    """Heal persons in healing places (5.D.1a, 9.6, 19.5/03, 19.5/10, 19.5/11, 19.5/14) and beside Misha’s Rod; where
    both help, the better one does.
    """
    w = position.world
    rod = position.bearer[w.item["mishas_rod"]]
    helped = is_person(rod) and position.side[rod] == seat and bears(position, rod, "mishas_rod")
    for person in wounded(position, seat):
        place = place_of(position, person)
        n = HEALING.get(place, 0)
        if helped and position.at[rod] == position.at[person]:
            n = max(n, ROD)
        healed = heal(position, person, n)
        if healed and log:
            why = w.place_name[place] if HEALING.get(place, 0) >= n else "Misha’s Rod"
            log.say(
                f"{why} heals {_wounds(healed)} of **{w.persons[person].name}**.",
                clause="albion/9.6",
                seat=seat,
                knowers=(seat,),
            )


def _wounds(n: int) -> str:
    return a_or_many(n, "wound")


class RollToHeal(Automatic, frozen=True, tag=True):
    """Whoever is wounded rolls (5.D.1d): the enemy learns neither who nor how many."""

    seat: int
    title = "Recovery"
    clause = "albion/5.D.1d"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Roll, if anybody must."""
        if wounded(position, self.seat):
            position.then(HealingDice(self.seat))


class HealingDice(Chances, frozen=True, tag=True):
    """One die for each wounded person: not above their Current Combat Strength it heals so many wounds (5.D.1e)."""

    seat: int
    title = "Recovery"
    clause = "albion/5.D.1e"

    def ask(self, position: AlbionPosition) -> Ask:
        """A die each."""
        return Roll(len(wounded(position, self.seat)), 6, "the wounded try to heal", knowers=(self.seat,))

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Heal those whose die is low enough."""
        w = position.world
        for person, die in zip(wounded(position, self.seat), outcome, strict=True):
            strength = combat(position, person)
            healed = heal(position, person, die) if die <= strength else 0
            if log:
                name = w.persons[person].name
                fate = f"{_wounds(healed)} of **{name}** heal{'s' if healed == 1 else ''}"
                text = f"**{name}** rolls {die} against {strength}: {fate if healed else 'nothing heals'}."
                log.say(text, clause="albion/5.D.1e", seat=self.seat, dice=(die,), knowers=(self.seat,))
