"""Before a round: stacks are arranged, items handed over, the Hand of Torbay laid on somebody, the dragon's teeth sown
(albion/11.9a, 14.2, 15.4d, 20.1b, 20.6/15, 20.6/23).
"""

from __future__ import annotations

from tanelorn.core.acts import Act, Acts
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.powers import Teeth, Touch
from tanelorn.games.albion.movement import arranging
from tanelorn.games.albion.state.battle import Battle
from tanelorn.games.albion.state.hosts import host_of, the_battle
from tanelorn.games.albion.state.magic_items import user_among, uses
from tanelorn.games.albion.state.nouns import at_hex, button, piece_id, plain, with_button, with_item
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


def powers(position: AlbionPosition, battle: Battle, seat: int) -> list[Act]:
    """Return what items of a side may do before the first round: the Hand of Torbay, the Teeth of the Dragon."""
    if battle.rounds:
        return []
    w, kind = position.world, battle.fight.kind
    own, foe = host_of(position, battle, seat), host_of(position, battle, 1 - seat)
    if battle.form or kind == "melee":
        near = kind != "mental" and not battle.touched
        if near and user_among(position, list(own.counted), "hand_of_torbay") >= 0:
            return [with_button(w, "touch", person) for person in foe.persons]
        return []
    if kind == "battle" and not battle.fight.overrun:
        bearer = user_among(position, list(own.counted), "teeth_of_the_dragon")
        return [with_item(w, "sow", w.item["teeth_of_the_dragon"])] if bearer >= 0 else []
    return []


def power_labels(position: AlbionPosition, acts: list[Act]) -> dict[str, Pick]:
    """Return what the picks of such acts say."""
    w = position.world
    labels = {
        "button:touch": Pick("button:touch", "Touch with the Hand of Torbay", "he dies above his strength on a die")
    }
    for act in acts:
        if act.verb == "touch":
            person = act.args[0]
            pick = f"piece:{piece_id(w, person)}"
            labels[pick] = Pick(pick, w.persons[person].name, risk=True)
        else:
            labels[act.path[0]] = Pick(act.path[0], "Sow the Teeth of the Dragon", "two dice of men, once", risk=True)
    return labels


def use_power(position: AlbionPosition, battle: Battle, seat: int, act: Act, log: Log) -> None:
    """Carry out such an act; the Mailcoat makes the touch harmless, without a die (20.6/08)."""
    if act.verb == "sow":
        position.then(Teeth(seat))
        return
    battle.touched = True
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
        battle = the_battle(position)
        special = powers(position, battle, self.seat)
        acts = [READY, *([] if self.arranged else [ARRANGE]), *special]
        return Acts(
            acts,
            self._prompt(position, battle),
            labels=lambda: self._labels(position, special),
            default=READY,
        )

    def _prompt(self, position: AlbionPosition, battle: Battle) -> str:
        place = at_hex(position.world, where(position, battle, self.seat))
        if battle.form:
            return f"Your champion is {position.world.persons[battle.champions[self.seat]].name}. Ready?"
        role = "You attack" if self.seat == battle.attacker else "You are attacked"
        return f"{role} at {place}: round {len(battle.rounds) + 1}. Ready?"

    def _labels(self, position: AlbionPosition, special: list[Act]) -> dict[str, Pick]:
        return {
            **dict([button("ready", "Ready", enter=True)]),
            **dict([button("arrange", "Arrange", note="commanders and items")]),
            **power_labels(position, special),
        }

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Prepare, and ask again until all is ready."""
        battle = the_battle(position)
        if choice.verb == "ready":
            return
        if choice.verb == "arrange":
            position.then(Ready(self.seat, True))
            arrange(position, battle, self.seat)
            return
        position.then(Prepare(self.seat, self.arranged))
        use_power(position, battle, self.seat, choice, log)
