"""Who joins a melee, persons against persons: all who are there, but for those whom an item keeps out (albion/15.3b,
15.3c, 16.3.1, 16.3.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tanelorn.core.acts import Act, Acts, Verb, Verbs
from tanelorn.core.choices import Pick
from tanelorn.core.log import Log
from tanelorn.core.steps import AsksOne, Automatic
from tanelorn.games.albion.combat.declaring import melee_hexes
from tanelorn.games.albion.combat.forces import able
from tanelorn.games.albion.combat.rounds import opening
from tanelorn.games.albion.stacks.evasion import EVASIVE
from tanelorn.games.albion.state.battle import Battle, Fight
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.magic_items import in_play, user_among
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, ends, plain, with_piece
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, UNFOUND
from tanelorn.games.albion.state.stacks import note_meetings


class StartMelee(Automatic, frozen=True, tag=True):
    """A melee is fought: who has an evasive item may keep out of it first (15.3c)."""

    seat: int
    fight: Fight
    title = "Melee"
    clause = "albion/16.3.1"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Ask both sides who keeps out, where such an item may be with somebody."""
        note_meetings(position, self.fight.hex)
        if self.fight.hex not in melee_hexes(position, self.seat):
            position.fought.append(self.fight)
            return
        for seat in (0, 1):
            note(position.desk, seat, left_out=())
        asked = [KeepOut(seat, self.fight.hex) for seat in (1 - self.seat, self.seat)] if may_keep_out(position) else []
        position.then(*asked, JoinMelee(self.seat, self.fight))


def may_keep_out(position: AlbionPosition) -> bool:
    """Tell whether somebody may have an item of evasion, as far as both know: not all lie open or are gone (20.4)."""
    w = position.world
    items = [w.item[id] for id in EVASIVE]
    return any(position.bearer[item] not in (LYING, UNFOUND, BROKEN) and in_play(position, item) for item in items)


class Joining(NamedTuple):
    """A side of a melee before it begins."""

    position: AlbionPosition
    seat: int
    hex: int

    @property
    def out(self) -> tuple[int, ...]:
        """Who keeps out of it."""
        return self.position.desk[self.seat].left_out

    @property
    def item(self) -> str:
        """The id of the item that lets persons keep out, empty if the side uses none."""
        persons = self.position.ashore(self.seat, self.hex)
        return next((id for id in EVASIVE if user_among(self.position, persons, id) >= 0), "")


def _able(joining: Joining) -> list[Act]:
    """Return who may keep out."""
    position, seat, hex = joining
    if not joining.item:
        return []
    persons = [person for person in position.ashore(seat, hex) if person not in joining.out]
    return [with_piece(position.world, "keep out", person) for person in persons]


def _keep_out(joining: Joining, act: Act, log: Log) -> None:
    position, seat, hex = joining
    note(position.desk, seat, left_out=(*joining.out, act.args[0]))
    position.then(KeepOut(seat, hex))


def _labels(joining: Joining, acts: Sequence[Act]) -> dict[str, Pick]:
    persons = joining.position.world.persons
    return {act.path[0]: Pick(act.path[0], f"Keep {persons[act.args[0]].name} out") for act in acts}


FIGHT = plain("fight")
BEFORE_MELEE: Verbs[Joining] = Verbs(ends(FIGHT.verb, "Fight"), Verb("keep out", _able, _keep_out, _labels))
"""What a side may do before a melee."""


class KeepOut(AsksOne, frozen=True, tag=True):
    """A side that uses an item of evasion (20.6/04, 20.6/13, 20.6/14, 20.6/21) says who declines the melee, one after
    the other (15.3c).
    """

    hex: int
    title = "Melee"
    clause = "albion/15.3c"
    still_asked = "what the persons bear is hidden"

    def choices(self, position: AlbionPosition, seat: int) -> Acts:
        """Keep somebody out, or fight with all who are left."""
        w, joining = position.world, Joining(position, self.seat, self.hex)
        kept, item = ", ".join(w.persons[person].name for person in joining.out) or "nobody", joining.item
        said = f"{w.items[w.item[item]].name} keeps out {kept}." if item else "all must fight."
        prompt = f"Melee at {at_hex(w, self.hex)}: {said}"
        return BEFORE_MELEE.asked(joining, prompt, default=FIGHT, place=w.number[self.hex])

    def take(self, position: AlbionPosition, seat: int, choice: Act, log: Log) -> None:
        """Note who keeps out."""
        BEFORE_MELEE.do(Joining(position, self.seat, self.hex), choice, log)


class JoinMelee(Automatic, frozen=True, tag=True):
    """All who are ashore and do not keep out fight the melee (15.3b, 15.3c): they are named (11.9f), and it begins."""

    seat: int
    fight: Fight
    title = "Melee"
    clause = "albion/16.3.2"

    def run(self, position: AlbionPosition, log: Log) -> None:
        """Begin, unless one side has slipped away altogether."""
        w, hex = position.world, self.fight.hex
        battle = Battle(self.fight, self.seat, self.seat)
        battle.fighters = [
            [person for person in position.ashore(seat, hex) if person not in position.desk[seat].left_out]
            for seat in (0, 1)
        ]
        for seat in (0, 1):
            note(position.desk, seat, left_out=())
        if not all(battle.fighters) or not able(position, battle, self.seat):
            position.fought.append(self.fight)
            if log:
                text = f"There is no melee at {at_hex(w, hex)}."
                log.say(text, clause="albion/15.3c", seat=self.seat, places=(w.number[hex],))
            return
        position.battle = battle
        if log:
            one, other = (names(position, battle.fighters[seat]) for seat in (self.seat, 1 - self.seat))
            text = f"{SEAT_NAMES[self.seat]}: melee at **{at_hex(w, hex)}**, {one} against {other}."
            log.say(text, clause="albion/15.3a", seat=self.seat, places=(w.number[hex],), heading=True)
        opening(position, battle)


def names(position: AlbionPosition, persons: list[int]) -> str:
    """Return names in a row."""
    words = [f"**{position.world.persons[person].name}**" for person in persons]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
