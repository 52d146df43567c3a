"""Before a round: stacks are arranged, items handed over, the Hand of Torbay laid on somebody, the dragon's teeth sown,
the kings called (albion/11.9a, 14.2, 15.4d, 19.5/19c, 20.1b, 20.6/15, 20.6/23).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.albion.combat.duels import requite
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.losses.taking import take_losses
from tanelorn.games.albion.losses.who_is_hit import Due
from tanelorn.games.albion.movement.rearranging import arranging
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle
from tanelorn.games.albion.state.magic_items import bears, user_among, uses
from tanelorn.games.albion.state.position import PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, button, ends, plain, with_button, with_item
from tanelorn.games.albion.state.printed.pieces import BROKEN
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN
from tanelorn.games.albion.state.stacks import stands_in
from tanelorn.games.albion.state.who_fights import Host, host_of, the_battle

CALLERS = ("auberon", "edric", "elidor")
WIGANS_PEN = 19
"""Who calls the kings, and at which Place of Power (19.5/19c)."""

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


# The Hand of Torbay


class Touch(Chances, frozen=True, tag=True):
    """Whoever is touched by the Hand of Torbay rolls a die, and dies above the higher of their strengths (20.6/15)."""

    person: int
    title = "The Hand of Torbay"
    clause = "albion/20.6/15"

    def ask(self, position: AlbionPosition) -> Ask:
        """One die, thrown by the person’s player."""
        return Roll(1, 6, f"{position.world.persons[self.person].name} is touched by the Hand of Torbay")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Die or live."""
        person, name = self.person, position.world.persons[self.person].name
        safe = _escapes(max(ratings.combat(position, person), ratings.magic(position, person)), outcome)
        if log:
            fate = "does no harm" if safe else "kills"
            text = f"**{name}** is touched by the **Hand of Torbay**: {outcome[0]} is rolled, and the touch {fate}."
            log.say(text, clause="albion/20.6/15", seat=position.side[person], dice=outcome)
        if safe:
            return
        bore, battle = bears(position, person, "requiter"), position.battle
        kill(position, person, log, how="hand", victor=position.bearer[position.world.item["hand_of_torbay"]])
        if bore and battle is not None and battle.form:
            requite(position, battle, battle.champions.index(person), log)


def _escapes(strength: int, dice: tuple[int, ...]) -> bool:
    """Tell whether somebody of this strength, the better of theirs, escapes the touch (20.6/15)."""
    return dice[0] <= strength


def touch_ahead(position: AlbionPosition, seat: int, person: int) -> Odds:
    """Return whether the Hand kills somebody of the enemy, of whom nothing but the counter is known (20.6/15)."""
    w, name = position.world, position.world.persons[person].name
    strength = max(w.p_combat[person] + position.strong[person], ratings.magic(position, person, w.p_magic[person]))
    lives, dies = (f"{name} lives", 1 - seat), (f"{name} dies", seat)
    ask = Touch(person).ask(position)
    assumed = f"If {name} is unhurt and bears nothing that counts"
    return reckon(ask, lambda dice: lives if _escapes(strength, dice) else dies, (dies, lives), assumed=assumed)


# The Teeth of the Dragon


class Teeth(Chances, frozen=True, tag=True):
    """The dragon's teeth are sown: two dice of men rise for this battle (20.6/23)."""

    seat: int
    title = "Teeth of the Dragon"
    clause = "albion/20.6/23"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, "the men of the dragon’s teeth")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """They fight in this battle; the teeth are gone."""
        battle = position.battle
        assert battle is not None
        item = position.world.item["teeth_of_the_dragon"]
        position.bearer[item], position.item_at[item] = BROKEN, -1
        battle.teeth[self.seat] += sum(outcome)
        if log:
            text = f"**{SEAT_NAMES[self.seat]}** sow the **Teeth of the Dragon**: {sum(outcome)} men rise."
            if self.seat == FAERIE:
                text = text.replace("** sow", "** sows", 1)
            log.say(text, clause="albion/20.6/23", seat=self.seat, dice=outcome)


def teeth_ahead(position: AlbionPosition, seat: int) -> Odds:
    """Return how many men may rise (20.6/23)."""
    return reckon(
        Teeth(seat).ask(position), lambda dice: (next(said for most, said in _MEN if sum(dice) <= most), seat)
    )


_MEN = ((4, "2 to 4 men rise"), (6, "5 or 6 men rise"), (8, "7 or 8 men rise"), (12, "9 to 12 men rise"))


# The kings under Wigan's Pen


def caller(position: AlbionPosition, battle: Battle, host: Host) -> int:
    """Return who calls the kings before a battle: of those three the one of the best rating, -1 if none is there.

    Nobody who has cast in this turn calls them where their own side attacks (19.3c).
    """
    if battle.fight.kind != "battle" or position.basic or host.seat != FAERIE:
        return -1
    if position.world.place[battle.fight.hex] != WIGANS_PEN:
        return -1
    persons = [person for person in host.counted if position.world.persons[person].id in CALLERS]
    return max(persons, key=lambda person: (ratings.command(position, person), -person), default=-1)


class CallTheKings(Chances, frozen=True, tag=True):
    """Auberon, Edric or Elidor calls the kings who sleep under Wigan's Pen (19.5/19c)."""

    person: int
    title = "The calling of the kings"
    clause = "albion/19.5/19c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, f"{position.world.persons[self.person].name} calls the kings")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """So many army points of the enemy are destroyed; their owner picks which."""
        battle = position.battle
        assert battle is not None
        hex, rating = battle.fight.hex, ratings.command(position, self.person)
        count = sum(outcome) + rating
        if log:
            w = position.world
            text = (
                f"**{w.persons[self.person].name}** calls the kings at **{at_hex(w, hex)}**: {sum(outcome)} and the"
                f" rating of {rating} make {count}, and so many of the enemy are struck down."
            )
            log.say(text, clause="albion/19.5/19c", seat=FAERIE, places=(w.number[hex],), dice=outcome)
        take_losses(position, [Due(FOMORIAN, hex, "calling", csp=count)], how="spell", clause="albion/19.5/19c")
