"""What happens when pieces come into a hex or leave it: kingdoms wake, the Pen lays to rest, both sides learn whom they
meet, and pieces stop (albion/10.0b, 10.2, 10.3, 11.2, 11.9c, 19.5/19, 22.4).
"""

from __future__ import annotations

from collections.abc import Iterable

from tanelorn.core.log import Log
from tanelorn.core.steps import Automatic
from tanelorn.games.albion.losses.aftermath import fought_over
from tanelorn.games.albion.losses.deaths import take_off
from tanelorn.games.albion.losses.succession import Appears
from tanelorn.games.albion.stacks.arrangement import may_rearrange
from tanelorn.games.albion.stacks.evasion import Meeting, check
from tanelorn.games.albion.stacks.waking import wake_person, wake_realm
from tanelorn.games.albion.state.command import assign
from tanelorn.games.albion.state.deeds import HELD, IN_HAND
from tanelorn.games.albion.state.desk import Arrival, forget_arrivals, note, note_arrival
from tanelorn.games.albion.state.magic_items import in_play, item_hex, let_lie
from tanelorn.games.albion.state.position import CSPS, GONE, HEROES, PERSONS, AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEATS_WITHIN, at_hex
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, UNFOUND, is_person, troops_code
from tanelorn.games.albion.state.printed.world import FOMORIAN
from tanelorn.games.albion.state.stacks import mark, note_meetings, troops_ashore

WIGANS_PEN = 19
"""The Place of Power that lays ghosts to rest, by number."""

GHOSTS = ("cait_sith", "callachs_waff")
"""Beings whom Wigan's Pen removes from the game."""


def enter(
    position: AlbionPosition,
    seat: int,
    hex: int,
    log: Log,
    *,
    moved: tuple[int, ...] = (),
    points: int = -1,
    frm: int = -1,
    march: bool = False,
) -> None:
    """Settle all that follows when pieces of a seat have come into a hex, in whatever way.

    `moved` are the codes of the persons, troops and ships that came, `points` how many army points came ashore with
    them (-1: those in hand in a march, else all of the colours in `moved`), `frm` the hex from which a group in hand
    marched.
    """
    touch(position, seat, hex, log)
    persons = [code for code in moved if is_person(code) and position.at[code] == hex and position.aboard[code] < 0]
    if points < 0:
        points = _points(position, seat, hex, moved, march)
    if moved and not persons and not points:
        return
    note_meetings(position, hex)
    if hex in position.told[seat]:
        _meet(position, seat, hex, persons, points, frm if march else -1, log)
    else:
        settle_command(position, seat, hex)


def _points(position: AlbionPosition, seat: int, hex: int, moved: tuple[int, ...], march: bool) -> int:
    armies = troops_ashore(position, seat, hex)
    if march:
        return sum(army.n for army in armies if army.did & IN_HAND)
    return sum(army.n for army in armies if troops_code(army.colour) in moved)


def pass_through(position: AlbionPosition, seat: int, hexes: Iterable[int], log: Log) -> None:
    """Settle what follows when pieces of a seat go through hexes in which no enemy stands."""
    for hex in hexes:
        touch(position, seat, hex, log)


def left(position: AlbionPosition, seat: int, hex: int) -> None:
    """Settle what follows when pieces of a seat have left a hex: who lacks protection now must evade or die (18.0a)."""
    settle_command(position, seat, hex)
    if hex in position.told[0] or hex in position.told[1]:
        check(position, hex, seats=(seat,))


def settle_command(position: AlbionPosition, seat: int, hex: int) -> None:
    """Put troops without a commander under one while their owner may rearrange them (14.2b)."""
    if may_rearrange(position, seat):
        assign(position, seat, hex)


# Waking, invasion, laying to rest


def touch(position: AlbionPosition, seat: int, hex: int, log: Log) -> None:
    """Wake whom the pieces of a seat wake by coming into a hex, note an invasion, lay ghosts to rest."""
    w = position.world
    realm = w.kingdom[hex]
    if realm >= 0 and w.kingdoms[realm].side == 1 - seat:
        if seat == FOMORIAN and not position.invaded:
            position.invaded = position.turn
            if log:
                text = f"Faerie is invaded, at **{at_hex(w, hex)}**: its enchanters may cast from the next turn on."
                log.say(text, clause="albion/22.4", seat=seat, places=(w.number[hex],))
        if not position.roused[realm] and hex in w.mainland[realm]:
            wake_realm(position, realm, log)
    _rouse(position, 1 - seat, hex, log)
    if hex == w.place_hex[WIGANS_PEN]:
        lay_to_rest(position, hex, log)


def _rouse(position: AlbionPosition, seat: int, hex: int, log: Log) -> None:
    """Wake a seat's pieces in a hex into which an enemy comes: persons of nobody by themselves, all others with their
    kingdom, on an island too (10.2, 10.3d).
    """
    if hex not in position.people and hex not in position.troops and hex not in position.fleets:
        return
    w = position.world
    persons = [one for one in position.people.get(hex, ()) if not position.awake[one] and position.side[one] == seat]
    kingdoms = {w.c_kingdom[army.colour] for army in position.troops.get(hex, ()) if w.c_side[army.colour] == seat}
    kingdoms |= {w.s_kingdom[ship] for ship in position.fleets.get(hex, ()) if w.s_side[ship] == seat}
    kingdoms = {realm for realm in kingdoms if not position.roused[realm]}
    if persons or kingdoms:
        for person in persons:
            wake_person(position, person, log)
        for realm in sorted(kingdoms):
            wake_realm(position, realm, log)


def lay_to_rest(position: AlbionPosition, hex: int, log: Log) -> None:
    """Remove ghosts and Finn's Rade from the game in Wigan's Pen (19.5/19b): no points, for nobody is killed."""
    w = position.world
    for id in GHOSTS:
        person = w.person[id]
        if position.at[person] != hex:
            continue
        if log:
            text = f"**{w.persons[person].name}** is laid to rest in {at_hex(w, hex)}."
            log.say(text, clause="albion/19.5/19b", seat=position.side[person], places=(w.number[hex],))
        items = [item for item, bearer in enumerate(position.bearer) if bearer == person]
        take_off(position, person, GONE, log)
        for item in items:
            let_lie(position, item, hex, log)
    rade = w.item["finns_rade"]
    bearer = position.bearer[rade]
    if bearer not in (UNFOUND, BROKEN, LYING) and in_play(position, rade) and item_hex(position, rade) == hex:
        position.bearer[rade], position.item_at[rade] = BROKEN, -1
        position.at_rest = [*position.at_rest, rade]
        if log:
            text = f"**{w.items[rade].name}** is laid to rest in {at_hex(w, hex)}."
            log.say(text, clause="albion/19.5/19b", places=(w.number[hex],))


# Meeting


def _meet(position: AlbionPosition, seat: int, hex: int, persons: list[int], points: int, frm: int, log: Log) -> None:
    """Stop whom the enemy stops: troops, and who goes with them, where troops or heroes stand (11.2a, 11.2c), persons
    where troops do (11.2b), nobody else (11.2d). Those who had evaded there are in contact again (18.2b). Ask those who
    may or must evade (18.0).
    """
    foe = 1 - seat
    theirs = position.told[seat][hex]
    troops = points > 0 or any(position.escort[person] for person in persons)
    if theirs & (CSPS | HEROES if troops else CSPS):
        _stop(position, seat, hex, persons)
        if troops and frm >= 0:
            note(position.desk, seat, entry=(frm, hex))
    before = hex in position.evading[seat]
    for evading in position.evading:
        if hex in evading:
            evading.remove(hex)
    if persons or points:
        note_arrival(position.desk, seat, Arrival(hex, points, tuple(persons)))
    if log:
        for side in (seat, foe):
            _announce(position, side, hex, log)
    position.then(Meeting(foe, hex, "entered"), Meeting(seat, hex, "entering", before), Arrived(seat, hex))


def _stop(position: AlbionPosition, seat: int, hex: int, persons: list[int]) -> None:
    for person in persons:
        position.did[person] |= HELD
    mark(position, seat, hex, HELD, 0)


def _announce(position: AlbionPosition, seat: int, hex: int, log: Log) -> None:
    """Say to one side what it meets."""
    bits, w = position.told[seat][hex], position.world
    words = [word for bit, word in MEETINGS if bits & bit]
    log.say(
        f"At **{at_hex(w, hex)}** {SEATS_WITHIN[seat]} meet{'' if seat == FOMORIAN else 's'} {' and '.join(words)}.",
        clause="albion/11.9c",
        seat=seat,
        places=(w.number[hex],),
        knowers=(seat,),
    )


MEETINGS = ((CSPS, "enemy troops"), (HEROES, "an enemy hero"), (PERSONS, "enemy persons"))
"""What a player is told on meeting an enemy stack."""


class Arrived(Automatic, frozen=True, tag=True):
    """The meetings that an arrival brought about are over; troops in the hex get a commander."""

    seat: int
    hex: int
    title = "Arrival"
    clause = "albion/11.2a"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Forget who has just arrived, and see to command."""
        forget_arrivals(position.desk, self.seat, self.hex)
        settle_command(position, self.seat, self.hex)


def appear(step: Appears, position: AlbionPosition, log: Log) -> None:
    """Let what has risen enter the hex, where Wigan’s Pen lays it to rest at once (19.5/19b), or fight in a melee."""
    person, battle = step.person, position.battle
    hex = position.at[person]
    if hex < 0:
        return
    pen = not position.basic and hex == position.world.place_hex[WIGANS_PEN]
    if pen or battle is None or not fought_over(position, hex) or battle.fight.kind == "engagement":
        enter(position, position.side[person], hex, log, moved=(person,))
    elif battle.fight.kind == "melee":
        battle.fighters[position.side[person]].append(person)
