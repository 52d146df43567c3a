"""The Scout phase (archmagi/scout.11, trait/cannibal): looking, stealing, eating, trading, casting in any order."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne
from tanelorn.games.archmagi.artifacts.death import kill
from tanelorn.games.archmagi.artifacts.exchange import PASS_ON
from tanelorn.games.archmagi.casting.asking import WORD
from tanelorn.games.archmagi.casting.responses import CAST, FARCAST_VERB
from tanelorn.games.archmagi.scout.looking import SCOUT, VISIONS_VERB
from tanelorn.games.archmagi.scout.theft import STEAL
from tanelorn.games.archmagi.state.abilities import ARCHMAGUS, LIVING, traits
from tanelorn.games.archmagi.state.codes import MEAL
from tanelorn.games.archmagi.state.content import KINDS
from tanelorn.games.archmagi.state.markers import TURN, Lasting
from tanelorn.games.archmagi.state.position import ATE, ArchmagiPosition
from tanelorn.games.archmagi.words.acts import Act, Acts
from tanelorn.games.archmagi.words.nouns import UNIT, all_units, find, named
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, Verbs, plain, steps, verb


def _eaters(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if KINDS[position.kinds[unit]].bundle.number("cannibal")
        and not position.done[unit] & ATE
        and _meals_of(position, seat, unit)
    ]


def _meals_of(position: ArchmagiPosition, seat: int, eater: int) -> list[int]:
    hex = position.hexes[eater]
    return [
        ref
        for ref, unit in named(position, hex, seat).items()
        if unit != eater and traits(position, unit) & LIVING and not traits(position, unit) & ARCHMAGUS
    ]


def _meals(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _meals_of(position, seat, find(position, seat, args[0]))


def _eat(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    eater, meal = find(position, seat, args[0]), find(position, seat, args[1])
    position.done[eater] |= ATE
    bonus = KINDS[position.kinds[eater]].bundle.number("cannibal")
    position.lasting = [*position.lasting, Lasting(MEAL, TURN, unit=eater, brm=bonus)]
    kill(position, meal, log, "is eaten", clause="archmagi/trait/cannibal")


EAT = verb(
    Verb(
        "eat",
        "Eat a comrade",
        steps(
            Slot("with", UNIT, "Which Cannibal eats?", _eaters, "archmagi/trait/cannibal"),
            Slot("of", UNIT, "Whom does it eat?", _meals, "archmagi/trait/cannibal"),
        ),
        "archmagi/trait/cannibal",
        does=_eat,
    )
)


DONE = plain("done", "Done", key="Enter", weight=6, last=True)


class Scout(AsksOne, frozen=True, tag=True):
    """The active player's units scout, steal, eat, exchange artifacts and cast, in any order (scout.11)."""

    title = "Scout"
    clause = "archmagi/scout.11"

    def choices(self, position: ArchmagiPosition, seat: int) -> Acts:
        """All acts of the phase."""
        return Acts(position, seat, ACTS.verbs, "Scout, steal, cast, or be done.", Act("done"))

    def take(self, position: ArchmagiPosition, seat: int, choice: Act, log: Log) -> None:
        """Carry one act out and ask again, until done."""
        if not ACTS.ends(choice):
            position.then(self)
        ACTS.do(self, position, seat, choice, log)


ACTS: Verbs[Scout, ArchmagiPosition] = Verbs(SCOUT, STEAL, EAT, PASS_ON, VISIONS_VERB, CAST, FARCAST_VERB, WORD, DONE)
