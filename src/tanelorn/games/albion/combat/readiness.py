"""Before a round: stacks are arranged, items handed over, the Hand of Torbay laid on somebody, the dragon's teeth sown
(albion/11.9a, 14.2, 15.4d, 20.1b, 20.6/15, 20.6/23).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.powers import Teeth, Touch, teeth_ahead, touch_ahead
from tanelorn.games.albion.movement import arranging
from tanelorn.games.albion.state.battle import Battle
from tanelorn.games.albion.state.hosts import host_of, the_battle
from tanelorn.games.albion.state.magic_items import user_among, uses
from tanelorn.games.albion.state.nouns import at_hex, button, ends, plain, with_button, with_item
from tanelorn.games.albion.state.position import PERSONS, AlbionPosition
from tanelorn.games.albion.state.stacks import stands_in

READY, ARRANGE = plain("ready"), plain("arrange")


def may_prepare(position: AlbionPosition, battle: Battle, seat: int) -> bool:
    """Tell whether a side may have something to prepare, by what both know: in a battle only with a person there."""
    if battle.form or battle.fight.kind != "battle":
        return True
    return may_have_persons(position, seat, battle.fight.hex)


def may_have_persons(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a side may have persons ashore in a hex, by what the other side has been told, which is nothing of
    those who stand before an empty fortress (11.9c, 17.4e).
    """
    return bool(position.told[1 - seat].get(hex, 0) & PERSONS) or not stands_in(position, 1 - seat, hex)


def where(position: AlbionPosition, battle: Battle, seat: int) -> int:
    """Return the hex in which a side stands: in a Mental Attack each side has its own."""
    return position.at[battle.champions[seat]] if battle.form else battle.fight.hex


def arrange(position: AlbionPosition, battle: Battle, seat: int) -> None:
    """Let a side rearrange its stack; before a challenge and before the first round only items change hands (11.9a,
    15.4d, 20.1b).
    """
    when = "challenge" if battle.form else "round" if battle.rounds else "opening"
    arranging.begin(position, seat, where(position, battle, seat), when)


class Side(NamedTuple):
    """A side before a round, and whether it has arranged its stack already."""

    position: AlbionPosition
    seat: int
    arranged: bool = False

    @property
    def battle(self) -> Battle:
        """The battle whose next round comes."""
        return the_battle(self.position)


# What there is to do


def _may_arrange(side: Side) -> list[Act]:
    return [] if side.arranged else [ARRANGE]


def _arrange(side: Side, act: Act, log: Log) -> None:
    position, seat, _ = side
    position.then(Ready(seat, True))
    arrange(position, side.battle, seat)


def _touches(side: Side) -> list[Act]:
    """Return whom the Hand of Torbay may touch before the first round: an enemy in melee or challenge (20.6/15)."""
    position, seat, _ = side
    battle = side.battle
    kind = battle.fight.kind
    if battle.rounds or not (battle.form or kind == "melee") or kind == "mental" or battle.touched:
        return []
    own, foe = host_of(position, battle, seat), host_of(position, battle, 1 - seat)
    if user_among(position, list(own.counted), "hand_of_torbay") < 0:
        return []
    return [with_button(position.world, "touch", person) for person in foe.persons]


def _touch(side: Side, act: Act, log: Log) -> None:
    """Lay the Hand on somebody; the Mailcoat makes the touch harmless, without a die (20.6/08)."""
    position, seat, arranged = side
    position.then(Prepare(seat, arranged))
    side.battle.touched = True
    person, w = act.args[0], position.world
    bearer = position.bearer[w.item["hand_of_torbay"]]
    if log:
        text = f"**{w.persons[bearer].name}** lays the **Hand of Torbay** on **{w.persons[person].name}**."
        log.say(text, clause="albion/20.6/15", seat=seat)
    if not uses(position, person, "mailcoat"):
        position.then(Touch(person))
    elif log:
        text = f"The **Mailcoat of Gofannon** guards **{w.persons[person].name}**."
        log.say(text, clause="albion/20.6/08", seat=1 - seat)


def _touch_labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    pick = "button:touch"
    labels = {pick: Pick(pick, "Touch with the Hand of Torbay", "death on a die above both strengths")}
    for act in acts:
        ahead = touch_ahead(side.position, side.seat, act.args[0])
        name = side.position.world.persons[act.args[0]].name
        labels[act.path[1]] = Pick(act.path[1], name, risk=True, chances=ahead)
    return labels


def _teeth(side: Side) -> list[Act]:
    """Return whether the Teeth of the Dragon may be sown: before the first round of a battle (20.6/23)."""
    position, seat, _ = side
    battle = side.battle
    if battle.rounds or battle.form or battle.fight.kind != "battle" or battle.fight.overrun:
        return []
    own, w = host_of(position, battle, seat), position.world
    bearer = user_among(position, list(own.counted), "teeth_of_the_dragon")
    return [with_item(w, "sow", w.item["teeth_of_the_dragon"])] if bearer >= 0 else []


def _sow(side: Side, act: Act, log: Log) -> None:
    position, seat, arranged = side
    position.then(Teeth(seat), Prepare(seat, arranged))


def _teeth_labels(side: Side, acts: Sequence[Act]) -> dict[str, Pick]:
    ahead = teeth_ahead(side.position, side.seat) if acts else None
    return {
        act.path[0]: Pick(act.path[0], "Sow the Teeth of the Dragon", "two dice of men, once", risk=True, chances=ahead)
        for act in acts
    }


ARRANGE_LABEL = dict([button("arrange", "Arrange", note="commanders and items")])

BEFORE_ROUND: Verbs[Side] = Verbs(
    ends("ready", "Ready"),
    Verb(ARRANGE.verb, _may_arrange, _arrange, lambda side, acts: ARRANGE_LABEL),
    Verb("touch", _touches, _touch, _touch_labels),
    Verb("sow", _teeth, _sow, _teeth_labels),
)
"""What a side may do before a round."""


class Prepare(Automatic, frozen=True, tag=True):
    """A side is asked to prepare, unless nobody of one side is left: the Hand of Torbay has killed (20.6/15)."""

    seat: int
    arranged: bool = False
    title = "Before the round"
    clause = "albion/20.1b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask."""
        battle = the_battle(position)
        if not any(host_of(position, battle, seat).gone for seat in (0, 1)):
            position.then(Ready(self.seat, self.arranged))


class Ready(AsksOne, frozen=True, tag=True):
    """A side prepares for the round that comes."""

    arranged: bool = False
    title = "Before the round"
    clause = "albion/20.1b"
    still_asked = "the battle is looked at before the dice fall"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Be ready; arrange the stack once; use what works beforehand."""
        prompt = self._prompt(position, the_battle(position))
        return BEFORE_ROUND.asked(Side(position, self.seat, self.arranged), prompt, default=READY)

    def _prompt(self, position: AlbionPosition, battle: Battle) -> str:
        place = at_hex(position.world, where(position, battle, self.seat))
        if battle.form:
            return f"Your champion is {position.world.persons[battle.champions[self.seat]].name}. Ready?"
        role = "You attack" if self.seat == battle.attacker else "You are attacked"
        return f"{role} at {place}: round {len(battle.rounds) + 1}. Ready?"

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Prepare, and ask again until all is ready."""
        BEFORE_ROUND.do(Side(position, self.seat, self.arranged), choice, log)
