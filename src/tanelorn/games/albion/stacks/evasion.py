"""Evasion (albion/18.0): persons slip away from enemies in their hex, by a contest of dice or by magic, or die.

Who is asked depends only on what both sides have been told of each other in that hex.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.odds import End, Odds, reckon
from tanelorn.core.steps import AsksOne, Automatic, Chances
from tanelorn.games.albion.losses.aftermath import AfterLoss, fought_over, in_contact
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.deeds import HELD
from tanelorn.games.albion.state.desk import arrivals_in, note
from tanelorn.games.albion.state.magic_items import in_play, user_among
from tanelorn.games.albion.state.position import CSPS, HEROES, PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import (
    SEAT_NAMES,
    SEATS_WITHIN,
    at_hex,
    button,
    name,
    plain,
    with_button,
    with_item,
)
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, STORED, UNFOUND, is_person, is_troops
from tanelorn.games.albion.state.ratings import combat, is_hero, magic
from tanelorn.games.albion.state.stacks import garrison_side, mark, note_meetings, points_ashore, top_ashore

PIXY, CLOAK, STAFF = "colt_pixy", "brigits_cloak", "staff_of_dunatis"
COVERING = (PIXY, STAFF)
"""The items that let troops evade too (20.6/04, /21); the Cloak helps its wearer alone (20.6/13)."""

EVASIVE = (PIXY, CLOAK, "gerflax_wand", STAFF)
"""Items by which persons evade without a roll (20.6/04, /13, /14, /21)."""

EVADE, STAND, BY_ITEM = plain("evade"), plain("stand"), "evade by"


def asked(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a seat is asked about evading in a hex: persons without troops there, outside their own fortress,
    who meet an enemy; persons with troops if one of their side may have what covers troops (18.0b, 18.0c, 18.2).
    """
    theirs = position.told[seat].get(hex, 0)
    mine = position.told[1 - seat].get(hex, 0)
    if not theirs or not mine & PERSONS or garrison_side(position, hex) == seat:
        return False
    return not mine & CSPS or any(may_cover(position, item, seat, hex) for item in COVERING)


def helpless(position: AlbionPosition, seat: int, hex: int) -> bool:
    """Tell whether a seat's persons in a hex die unless they evade: no troops and no hero with them, enemy troops
    there, no fortress of theirs around them (18.0a, 18.3).
    """
    mine = position.told[1 - seat].get(hex, 0)
    return (
        mine == PERSONS
        and bool(position.told[seat].get(hex, 0) & CSPS)
        and garrison_side(position, hex) != seat
        and hex not in position.evading[seat]
    )


def may_cover(position: AlbionPosition, id: str, seat: int, hex: int) -> bool:
    """Tell whether a seat may have an item in a hex for all that both know: it hides troops (20.6/04, 20.6/21)."""
    w = position.world
    if side_with(position, w.item[id]) != seat:
        return False
    dunatis = w.person["dunatis"]
    asleep = not position.awake[dunatis] and position.bearer[w.item[id]] == dunatis
    return not asleep or position.at[dunatis] == hex


def side_with(position: AlbionPosition, item: int) -> int:
    """Return which side has an item, as both know from their own things, -1 if it lies open or is gone."""
    w = position.world
    bearer = position.bearer[item]
    if bearer in (LYING, UNFOUND, BROKEN) or not in_play(position, item):
        return -1
    if bearer == STORED:
        return w.fortress_side[position.item_at[item]]
    return position.seat_of(bearer)


def check(position: AlbionPosition, hex: int, *, seats: tuple[int, ...] = (0, 1)) -> None:
    """Have the helpless of some seats evade or die: protection has gone, or a combat has ended (18.0a, 18.0f)."""
    note_meetings(position, hex)
    position.then(*(Meeting(seat, hex, "exposed") for seat in seats if helpless(position, seat, hex)))


def after_loss(step: AfterLoss, position: AlbionPosition, log: Log) -> None:
    """Tell both sides what they still meet in a hex that something has left, and check the helpless there (18.0a)."""
    if fought_over(position, step.hex):
        return
    note_meetings(position, step.hex)
    if in_contact(position, step.hex):
        check(position, step.hex)


class Meeting(Automatic, frozen=True, tag=True):
    """Persons of a seat and enemies are in one hex; if the persons may evade, their owner is asked.

    `why` is "entering" where they have come in, "entered" where the enemy has, "exposed" where they have lost their
    protection. `before` tells that others of their side had already evaded all enemies there.
    """

    seat: int
    hex: int
    why: str
    before: bool = False
    title = "Evasion"
    clause = "albion/18.0b"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask, unless nobody may evade, or those whom they meet have themselves slipped away."""
        seat, hex = self.seat, self.hex
        note_meetings(position, hex)
        if self.why == "exposed":
            due = helpless(position, seat, hex)
        else:
            gone = hex in position.evading[1 - seat] and not position.told[seat].get(hex, 0) & CSPS
            due = asked(position, seat, hex) and not gone
        if due:
            note(position.desk, seat, left_out=())
            position.then(Evade(seat, hex, self.why, self.before))


class Contact(NamedTuple):
    """Persons of a seat who may slip away from the enemies in their hex; the rest is as `Meeting` says it."""

    position: AlbionPosition
    seat: int
    hex: int
    why: str
    before: bool = False

    @property
    def group(self) -> list[int]:
        """Who would evade."""
        return evaders(self.position, self.seat, self.hex, self.why)

    @property
    def items(self) -> list[int]:
        """The items by which somebody of the group evades without a roll."""
        troops = points_ashore(self.position, self.seat, self.hex) > 0
        return _items(self.position, self.seat, self.hex, self.group, troops)

    @property
    def lethal(self) -> bool:
        """Whether persons who do not evade die."""
        mine = self.position.told[1 - self.seat].get(self.hex, 0)
        return bool(self.position.told[self.seat].get(self.hex, 0) & CSPS) and not mine & (CSPS | HEROES)

    def evade(self, item: int, log: Log) -> None:
        """Roll for whoever is not hidden by an item (0: none is used)."""
        (position, seat, hex, why, before), group = self, self.group
        if len(_safe(position, group, item)) < len(group):
            position.then(EvasionRoll(seat, hex, why, before, item))
            return
        if log:
            w = position.world
            text = f"{SEAT_NAMES[seat]}: who is at **{at_hex(w, hex)}** slips away by magic."
            log.say(text, clause="albion/18.0e", seat=seat, places=(w.number[hex],))
        settle(self, group, log)


def _by_dice(contact: Contact) -> list[Act]:
    """Return whether the dice may be tried: they hide no troops (18.0b)."""
    troops = points_ashore(contact.position, contact.seat, contact.hex) > 0
    return [] if troops or not contact.group else [EVADE]


def _dice_labels(contact: Contact, acts: Sequence[Act]) -> dict[str, Pick]:
    position, lethal = contact.position, contact.lethal
    who = ", ".join(name(position.world, person) for person in contact.group)
    add = rating(position, position.ashore(contact.seat, contact.hex), 0)
    fails = "whoever fails dies" if lethal else "whoever fails stays in contact"
    pick, note = EVADE.path[0], f"a die + {add} must beat the enemy’s; {fails}"
    return {pick: Pick(pick, f"Evade: {who}", note, risk=lethal, chances=_chances(contact, add))}


def _chances(contact: Contact, add: int) -> Odds:
    """Return what the contest may bring, as far as the counter on top of the enemy tells."""
    position, seat, hex = contact.position, contact.seat, contact.hex
    theirs = _seen_rating(position, 1 - seat, hex)
    away, again, found = ("they slip away", seat), ("it is thrown again", -1), ("they are found", 1 - seat)

    def end(dice: tuple[int, ...]) -> End:
        ahead = dice[0] + add - dice[1] - theirs
        return away if ahead > 0 else found if ahead < 0 else again

    ask = EvasionRoll(seat, hex, contact.why, contact.before).ask(position)
    assumed = f"The enemy adds {theirs}, which the counter on top shows; what lies under it may add more"
    return reckon(ask, end, (away, again, found), assumed=assumed)


def _seen_rating(position: AlbionPosition, seat: int, hex: int) -> int:
    """Return what a side would add by the counter on top of its stack alone, unhurt and without items."""
    top, w = top_ashore(position, seat, hex), position.world
    if not is_person(top):
        return int(is_troops(top))
    strength = position.escort[top] + (w.p_combat[top] if w.p_hero[top] else 0)
    return max(strength, magic(position, top, w.p_magic[top]), w.p_command[top])


def _by_magic(contact: Contact) -> list[Act]:
    return [with_item(contact.position.world, BY_ITEM, item) for item in contact.items]


def _magic_labels(contact: Contact, acts: Sequence[Act]) -> dict[str, Pick]:
    w = contact.position.world
    return {act.path[0]: Pick(act.path[0], f"Evade by {w.items[act.args[0]].name}", "without a roll") for act in acts}


def _spared(contact: Contact) -> list[Act]:
    """Return who may be left out: anybody but the last."""
    group = contact.group
    return [with_button(contact.position.world, "leave out", person) for person in group] if len(group) > 1 else []


def _leave_out(contact: Contact, act: Act, log: Log) -> None:
    position, seat, hex, why, before = contact
    note(position.desk, seat, left_out=(*position.desk[seat].left_out, act.args[0]))
    position.then(Evade(seat, hex, why, before))


def _spare_labels(contact: Contact, acts: Sequence[Act]) -> dict[str, Pick]:
    pick = "button:leave-out"
    return {pick: Pick(pick, "Leave somebody out", "to take the consequences")}


def _stand_labels(contact: Contact, acts: Sequence[Act]) -> dict[str, Pick]:
    lethal = contact.lethal
    return dict([button("stand", "Stay", note="they die" if lethal else "they stay in contact", enter=not lethal)])


IN_CONTACT: Verbs[Contact] = Verbs(
    Verb(EVADE.verb, _by_dice, lambda contact, act, log: contact.evade(0, log), _dice_labels),
    Verb(BY_ITEM, _by_magic, lambda contact, act, log: contact.evade(act.args[0], log), _magic_labels),
    Verb("leave out", _spared, _leave_out, _spare_labels),
    Verb(STAND.verb, lambda contact: (STAND,), lambda contact, act, log: settle(contact, [], log), _stand_labels),
)
"""What persons who meet the enemy may do."""


class Evade(AsksOne, frozen=True, tag=True):
    """The owner of persons in contact says whether they try to slip away, and who (18.0b, 18.0e)."""

    hex: int
    why: str
    before: bool = False
    title = "Evasion"
    clause = "albion/18.0b"
    still_asked = "who stands there is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Evade by the dice or by a magic item, stay, or leave somebody out."""
        w, contact = position.world, self._contact(position)
        ways = [*_by_dice(contact), *_by_magic(contact)] if contact.lethal else []
        default = ways[-1] if ways else STAND
        return IN_CONTACT.asked(
            contact, f"{at_hex(w, self.hex)}: evade the enemy?", default=default, place=w.number[self.hex]
        )

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Roll if it must be rolled for, else settle who has slipped away."""
        IN_CONTACT.do(self._contact(position), choice, log)

    def _contact(self, position: AlbionPosition) -> Contact:
        return Contact(position, self.seat, self.hex, self.why, self.before)


class EvasionRoll(Chances, frozen=True, tag=True):
    """The contest: each side rolls a die and adds what serves it best; equal totals are rolled again (18.0d)."""

    seat: int
    hex: int
    why: str
    before: bool = False
    item: int = 0
    title = "Evasion"
    clause = "albion/18.0d"

    def ask(self, position: AlbionPosition) -> Ask:
        """A die of the evader, then one of the enemy."""
        return Roll(2, 6, f"evasion at {at_hex(position.world, self.hex)}")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Compare; what each added is not said."""
        mine = outcome[0] + rating(position, position.ashore(self.seat, self.hex), 0)
        theirs = outcome[1] + pursuit(position, self.seat, self.hex, self.why)
        if log:
            w, seat = position.world, self.seat
            result = "again" if mine == theirs else "they slip away" if mine > theirs else "they are found"
            log.say(
                f"Evasion at **{at_hex(w, self.hex)}**: {SEATS_WITHIN[seat]} {outcome[0]}, "
                f"{SEATS_WITHIN[1 - seat]} {outcome[1]}: {result}.",
                clause=self.clause,
                seat=seat,
                places=(w.number[self.hex],),
                dice=outcome,
            )
        if mine == theirs:
            position.then(self)
            return
        contact = Contact(position, self.seat, self.hex, self.why, self.before)
        settle(contact, contact.group if mine > theirs else _safe(position, contact.group, self.item), log)


def evaders(position: AlbionPosition, seat: int, hex: int, why: str) -> list[int]:
    """Return the persons who would evade: those who came in, or all who are there; less those left out."""
    return [person for person in _concerned(position, seat, hex, why) if person not in position.desk[seat].left_out]


def _concerned(position: AlbionPosition, seat: int, hex: int, why: str) -> list[int]:
    present = position.ashore(seat, hex)
    if why != "entering":
        return present
    came = {person for arrival in arrivals_in(position.desk[seat], hex) for person in arrival.persons}
    return [person for person in present if person in came]


def _items(position: AlbionPosition, seat: int, hex: int, group: list[int], troops: bool) -> list[int]:
    """Return the items that save somebody the roll (20.6/04, 20.6/13, 20.6/14, 20.6/21); not all hide troops."""
    present = position.ashore(seat, hex)
    found = []
    for id in EVASIVE:
        if (not troops or id in COVERING) and user_among(position, group if id == CLOAK else present, id) >= 0:
            found.append(position.world.item[id])
    return found


def _safe(position: AlbionPosition, group: list[int], item: int) -> list[int]:
    """Return who of a group needs no roll when an item is used; the Cloak hides its wearer alone (20.6/13)."""
    if not item:
        return []
    if position.world.items[item].id == CLOAK:
        return [person for person in group if position.bearer[item] == person]
    return group


def rating(position: AlbionPosition, persons: list[int], points: int) -> int:
    """Return what a side adds to its die: a Command Rating that 14.4 allows, a Current Magic Strength, or its points,
    where a hero counts for their Current Combat Strength (18.0d, 18.3).
    """
    strength = points + sum(combat(position, person) for person in persons if is_hero(position, person))
    arts = max((magic(position, person) for person in persons), default=0)
    return max(strength, arts, stack_command(position, persons))


def pursuit(position: AlbionPosition, seat: int, hex: int, why: str) -> int:
    """Return what the enemy adds to the die: for the stack that enters, or for all enemies in the hex (18.0e)."""
    foe = 1 - seat
    persons = position.ashore(foe, hex)
    if why == "entered":
        for arrival in arrivals_in(position.desk[foe], hex):
            came = [person for person in persons if person in arrival.persons]
            return rating(position, came, arrival.points + sum(position.escort[person] for person in came))
    return rating(position, persons, points_ashore(position, foe, hex))


def settle(contact: Contact, evaded: list[int], log: Log) -> None:
    """Free those who have slipped away, and kill the helpless who have not (18.0a, 18.1, 18.3). Enemies whom all have
    evaded cannot attack them (18.2a); where one has not, all are in contact (18.2b).
    """
    position, seat, hex, why, before = contact
    concerned = _concerned(position, seat, hex, why)
    others = [person for person in position.ashore(seat, hex) if person not in concerned]
    found = [person for person in concerned if person not in evaded]
    if why == "entering" and evaded:
        _go_on(position, seat, hex, evaded)
    shields = found if before else found + others
    troops = points_ashore(position, seat, hex)
    deadly = bool(position.told[seat].get(hex, 0) & CSPS) and not troops
    if deadly and not any(is_hero(position, person) for person in shields):
        for person in found:
            kill(position, person, log, how="evasion")
        found = []
    hidden = bool(evaded) or before
    if hidden and not found and (before or not others) and hex not in position.evading[seat]:
        position.evading[seat] = sorted([*position.evading[seat], hex])


def _go_on(position: AlbionPosition, seat: int, hex: int, evaded: list[int]) -> None:
    """Let those who have evaded while moving go on (18.1)."""
    for person in evaded:
        position.did[person] &= ~HELD
    mark(position, seat, hex, 0, HELD)
    note(position.desk, seat, entry=(-1, -1))
