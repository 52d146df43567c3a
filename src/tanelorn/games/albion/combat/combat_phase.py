"""The Combat Phase: its steps, and the order in which all is fought (albion/5.D.5, 15.7, 16.0, 12.5c)."""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.before_the_round import CallTheKings, caller
from tanelorn.games.albion.combat.challenges import Offers, StartChallenge, declined, favour
from tanelorn.games.albion.combat.declaring import (
    Declare,
    Melees,
    Terrains,
    contact_hexes,
    engagements,
    in_sight,
    open_attack,
    place_labels,
    place_picks,
    place_words,
)
from tanelorn.games.albion.combat.ending import EndCombat, why_over
from tanelorn.games.albion.combat.forces import able
from tanelorn.games.albion.combat.rounds import opening
from tanelorn.games.albion.combat.who_joins_melee import StartMelee
from tanelorn.games.albion.movement.overrun import Attack
from tanelorn.games.albion.state.battle import FORMS, Battle, Challenge, Fight
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, word
from tanelorn.games.albion.state.printed.world import FAERIE
from tanelorn.games.albion.state.stacks import garrison_side, note_meetings
from tanelorn.games.albion.state.who_fights import host_of


class CombatPhase(Automatic, frozen=True, tag=True):
    """The active player's Combat Phase (5.D.5): declarations, challenges, melees, battles and engagements (15.0,
    16.0a).
    """

    seat: int
    title = "Combat"
    clause = "albion/5.D.5a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Lay the steps out, if both sides meet anywhere."""
        seat = self.seat
        position.fights, position.challenges, position.fought = [], [], []
        if not (contact_hexes(position, seat) or in_sight(position)):
            return
        position.then(
            Declare(seat, engagements(position)),
            Terrains(seat),
            Offers(seat),
            Offers(1 - seat),
            Melees(seat),
            Resolve(seat, True),
            Resolve(seat, False),
            EndPhase(),
        )


# One after the other


def waiting(position: AlbionPosition, first: bool) -> list[Challenge | Fight]:
    """Return what is still to be fought: challenges and melees first, battles and engagements then (5.D.5g, h)."""
    fights = [fight for fight in position.fights if fight not in position.fought]
    if not first:
        return [fight for fight in fights if fight.kind != "melee"]
    accepted = [one for one in position.challenges if one.accepted and not one.fought]
    return [*accepted, *(fight for fight in fights if fight.kind == "melee")]


class Resolve(Automatic, frozen=True, tag=True):
    """Combats are fought one by one, in the order that the active player likes (16.0b, 15.7, 16.1.1, 16.2.1,
    16.3.1).
    """

    seat: int
    first: bool
    title = "Combats"
    clause = "albion/16.0b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Fight the only one left, or ask which is next."""
        left = waiting(position, self.first)
        if len(left) == 1:
            position.then(start_of(position, self.seat, left[0]), self)
        elif left:
            position.then(NextCombat(self.seat, self.first), self)


def start_of(position: AlbionPosition, seat: int, one: Challenge | Fight) -> Automatic:
    """Return the step that fights a combat."""
    if isinstance(one, Challenge):
        return StartChallenge(position.challenges.index(one))
    return StartMelee(seat, one) if one.kind == "melee" else StartFight(seat, one)


class NextCombat(AsksOne, frozen=True, tag=True):
    """The active player chooses which combat is fought next (16.0b)."""

    first: bool
    title = "Combats"
    clause = "albion/16.0b"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Each that is left."""
        left = waiting(position, self.first)
        acts = [self._act(position, at, one) for at, one in enumerate(left)]
        return Acts(acts, "What is fought next?", labels=lambda: self._labels(position, acts, left), default=acts[0])

    def _act(self, position: AlbionPosition, at: int, one: Challenge | Fight) -> Act:
        if isinstance(one, Challenge):
            id = position.world.persons[one.champion].id
            return Act("fight", (at,), f"fight {one.form} of {word(id)}", (f"button:{one.form}", f"piece:{id}"))
        text = f"fight {one.kind} {place_words(position, one)}"
        return Act("fight", (at,), text, (f"button:{one.kind}", *place_picks(position, one)))

    def _labels(self, position: AlbionPosition, acts: list[Act], left: list[Challenge | Fight]) -> dict[str, Pick]:
        labels = {}
        for act, one in zip(acts, left, strict=True):
            if isinstance(one, Challenge):
                labels[act.path[0]] = Pick(act.path[0], FORMS[one.form].capitalize())
                labels[act.path[1]] = Pick(act.path[1], position.world.persons[one.champion].name)
            else:
                labels[act.path[0]] = Pick(act.path[0], one.kind.capitalize())
                labels |= place_labels(position, one)
        return labels

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Fight it."""
        position.then(start_of(position, self.seat, waiting(position, self.first)[choice.args[0]]))


class StartFight(Automatic, frozen=True, tag=True):
    """A battle, an engagement or an overrun begins, unless nobody is left to fight it (5.D.5h, 16.1.1, 16.2.1)."""

    seat: int
    fight: Fight
    title = "A combat"
    clause = "albion/16.1.1"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Set it up: a garrison that is attacked is inside, one that attacks makes a sortie (17.1c). The kings are
        called before the first round (19.5/19c).
        """
        seat, fight, w = self.seat, self.fight, position.world
        note_meetings(position, fight.hex)
        garrison = garrison_side(position, fight.hex) if fight.kind == "battle" else -1
        battle = position.battle = Battle(fight, seat, seat, terrain=fight.terrain)
        battle.inside = garrison if garrison == 1 - seat else -1
        battle.sortie = garrison == seat
        battle.declined = declined(position, fight)
        battle.favour = favour(position, fight)
        if log:
            log.say(
                self._heading(position, battle),
                clause=self.clause,
                seat=seat,
                places=(w.number[fight.hex],),
                heading=True,
            )
        if not able(position, battle, seat):
            self._lapse(position)
            return
        opening(position, battle)
        king = caller(position, battle, host_of(position, battle, FAERIE))
        if king >= 0:
            position.then(CallTheKings(king))

    def _heading(self, position: AlbionPosition, battle: Battle) -> str:
        place = at_hex(position.world, battle.fight.hex)
        name = SEAT_NAMES[self.seat]
        if battle.fight.kind == "engagement":
            return f"{name}: engagement at **{place}**"
        ground = f", in the {battle.terrain}" if battle.inside >= 0 else f", in {battle.terrain}"
        return f"{name}: {'overrun' if battle.fight.overrun else 'battle'} at **{place}**{ground}"

    def _lapse(self, position: AlbionPosition) -> None:
        battle = position.battle
        assert battle is not None
        battle.over = why_over(position, battle) or f"{SEAT_NAMES[self.seat]} cannot attack"
        position.then(EndCombat())


class EndPhase(Automatic, frozen=True, tag=True):
    """All is fought."""

    title = "Combat"
    clause = "albion/5.D.5h"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Put the declarations away."""
        position.fights, position.challenges, position.fought = [], [], []


# Overruns


def fight_overrun(step: Attack, position: AlbionPosition, log: Log) -> None:
    """Push what an overrun by the group in hand takes: terrain, challenges, one round (12.5c, 12.5f, 16.1.3)."""
    seat = position.active
    position.fights, position.challenges, position.fought = [Fight(step.hex, "battle", overrun=True)], [], []
    open_attack(position, seat, position.fights[0], log)
    position.then(
        Terrains(seat),
        Offers(seat),
        Offers(1 - seat),
        Resolve(seat, True),
        Overrun(seat),
    )


class Overrun(Automatic, frozen=True, tag=True):
    """The round of an overrun, when its challenges are over."""

    seat: int
    title = "Overrun"
    clause = "albion/12.5c"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Fight it."""
        position.then(StartFight(self.seat, position.fights[0]))
