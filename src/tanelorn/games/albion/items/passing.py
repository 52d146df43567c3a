"""Magic items that change hands in a hex: given, stored in fortresses, taken up (albion/20.1, 20.2.4, 20.6/22c)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.steps import Chances
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.losses.spoils import is_unworthy, unworthy_note
from tanelorn.games.albion.stacks.evasion import check
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.magic_items import BURDENS, attune, can_use, held_by, item_hex
from tanelorn.games.albion.state.nouns import at_hex, name, piece_id, piece_word, word
from tanelorn.games.albion.state.position import BOUND, LYING, SHIP, STORED, TROOPS, AlbionPosition
from tanelorn.games.albion.state.ratings import magic
from tanelorn.games.albion.state.stacks import garrison_side
from tanelorn.games.albion.state.world import World

GIVING, USING = 1000, 1100
"""What counts as one change in an arrangement: an item given (plus its number), an item preferred."""


def acts(position: AlbionPosition, seat: int, hex: int, when: str) -> list[Act]:
    """Return how items in a hex may pass between pieces of a seat there, each once in an arrangement."""
    found: list[Act] = []
    tidied = position.desk[seat].tidied
    for item in givable(position, seat, hex, when):
        if GIVING + item in tidied:
            continue
        bearer = position.bearer[item]
        found += [
            _give(position.world, item, code) for code in receivers(position, seat, hex, when, bearer) if code != bearer
        ]
    return found + _preferences(position, seat, hex, tidied)


def givable(position: AlbionPosition, seat: int, hex: int, when: str) -> list[int]:
    """Return the items in a hex of which a seat may dispose: its own pieces', its fortress's, and, where it moves, what
    lies there (20.1b, 20.1c).
    """
    at, item_at = position.at, position.item_at
    found = []
    for item, bearer in enumerate(position.bearer):
        if (0 <= bearer < TROOPS and at[bearer] != hex) or (bearer < 0 and item_at[item] != hex):
            continue
        if item and not why_not(position, seat, item, hex, when):
            found.append(item)
    return found


def why_not(position: AlbionPosition, seat: int, item: int, hex: int, when: str) -> str:
    """Return why an item cannot change hands in a hex now: "elsewhere" where there is nothing to be said about it."""
    bearer = position.bearer[item]
    moving = when in ("movement", "reaction")
    if item_hex(position, item) != hex:
        return "elsewhere"
    if bearer == LYING:
        return "" if moving else "elsewhere"
    if bearer == STORED:
        return "" if moving and garrison_side(position, hex) == seat else "elsewhere"
    if bearer < 0 or not _own(position, seat, bearer):
        return "elsewhere"
    if bearer < TROOPS and position.world.persons[bearer].possession == item:
        return "A possession stays with its first owner while he lives."
    if bearer < TROOPS and position.did[bearer] & BOUND:
        return "Who has tried to cast gives nothing away."
    return "" if _part(position, bearer, when) else "elsewhere"


def receivers(position: AlbionPosition, seat: int, hex: int, when: str, bearer: int) -> list[int]:
    """Return the codes of who may have an item in a hex: persons, troops and ships, and STORED for the fortress."""
    w = position.world
    codes = [person for person in position.persons_of(seat, hex) if not position.did[person] & BOUND]
    if when == "challenge":
        codes = codes if 0 <= bearer < TROOPS else []
    else:
        codes += sorted({TROOPS + army.colour for army in position.armies_of(seat, hex)})
        codes += [SHIP + ship for ship in position.ships_of(seat, hex)]
    found = [code for code in codes if _own(position, seat, code) and _part(position, code, when)]
    if when in ("movement", "reaction") and garrison_side(position, hex) == seat and not w.dyke[hex]:
        found += [STORED] if bearer != STORED else []
    return found


def _own(position: AlbionPosition, seat: int, code: int) -> bool:
    """Whether a piece is a seat's and active: sleepers neither give nor take (10.3c)."""
    w = position.world
    if code >= SHIP:
        return w.s_side[code - SHIP] == seat and bool(position.roused[w.s_kingdom[code - SHIP]])
    if code >= TROOPS:
        return w.c_side[code - TROOPS] == seat and bool(position.roused[w.c_kingdom[code - TROOPS]])
    return position.side[code] == seat and bool(position.awake[code])


def _part(position: AlbionPosition, code: int, when: str) -> bool:
    """Whether a piece has a part in what goes on: in reaction those ashore, in a round those who fight (20.1b)."""
    if when in ("movement", "challenge"):
        return True
    battle = position.battle
    at_sea = when in ("round", "opening") and battle is not None and battle.fight.kind == "engagement"
    if code >= SHIP:
        return at_sea
    return code >= TROOPS or (position.aboard[code] >= 0) == at_sea


@lru_cache(maxsize=4096)
def _give(world: World, item: int, code: int) -> Act:
    thing = word(world.items[item].id)
    if code == STORED:
        return Act("store", (item, code), f"store {thing}", (f"card:{world.items[item].id}", "button:store"))
    picks = (f"card:{world.items[item].id}", f"piece:{piece_id(world, code)}")
    return Act("give", (item, code), f"give {thing} to {piece_word(world, code)}", picks)


def _preferences(position: AlbionPosition, seat: int, hex: int, tidied: tuple[int, ...]) -> list[Act]:
    """Return which items persons with more than they can use may prefer for this phase (20.2.4)."""
    found = []
    for person in position.persons_of(seat, hex):
        if person not in position.bearer or len(position.used.get(person, ())) >= 2:
            continue
        items = _usable(position, person)
        if _clash(position.world, items):
            chosen = position.used.get(person, ())
            found += [_use(position.world, person, item) for item in items if item not in chosen]
    return [act for act in found if USING + act.args[1] not in tidied]


def _usable(position: AlbionPosition, person: int) -> list[int]:
    w = position.world
    return [i for i in held_by(position, person) if can_use(position, person, i) and w.items[i].id not in BURDENS]


def _clash(world: World, items: list[int]) -> bool:
    """Whether not all of some items can be used together: two at most, one weapon, one staff (20.2.2 to 20.2.4)."""
    weapons = sum(world.items[item].weapon for item in items)
    return len(items) > 2 or weapons > 1 or sum(world.items[item].staff for item in items) > 1


@lru_cache(maxsize=1024)
def _use(world: World, person: int, item: int) -> Act:
    thing = world.items[item].id
    picks = ("button:use", f"piece:{piece_id(world, person)}", f"card:{thing}")
    return Act("use", (person, item), f"use {word(thing)} by {piece_word(world, person)}", picks)


def carry_out(position: AlbionPosition, seat: int, act: Act, hex: int, log: Log) -> bool:
    """Carry out an act about items; tell whether it was one."""
    if act.verb == "use":
        person, item = act.args
        position.used[person] = (*position.used.get(person, ()), item)
        _tidy(position, seat, USING + item)
        _look_again(position, seat, hex)
        return True
    if act.verb not in ("give", "store"):
        return False
    item, code = act.args
    _tidy(position, seat, GIVING + item)
    hand_over(position, seat, item, code, hex, log)
    _look_again(position, seat, hex)
    return True


def _look_again(position: AlbionPosition, seat: int, hex: int) -> None:
    """Have the helpless evade at once where an item no longer makes their protector a hero (18.0a); not in a combat,
    at the end of which they are looked at anyway.
    """
    if position.battle is None:
        check(position, hex, seats=(seat,))


def _tidy(position: AlbionPosition, seat: int, key: int) -> None:
    note(position.desk, seat, tidied=(*position.desk[seat].tidied, key))


def hand_over(position: AlbionPosition, seat: int, item: int, code: int, hex: int, log: Log) -> None:
    """Let a person, troops, a ship or the fortress have an item; Requiter may kill unworthy hands (20.6/22c).

    The enemy sees no more than that what lay open has been taken up.
    """
    w = position.world
    thing = w.items[item]
    open = position.bearer[item] == LYING
    position.bearer[item] = code
    position.item_at[item] = hex if code == STORED or TROOPS <= code < SHIP else -1
    attune(position)
    if log:
        who = f"the fortress of {at_hex(w, hex)}" if code == STORED else name(w, code)
        log.say(
            f"**{thing.name}** goes to **{who}**.",
            clause="albion/20.1b",
            seat=seat,
            places=(w.number[hex],),
            knowers=(seat,),
            otherwise=f"**{thing.name}** is taken up at **{at_hex(w, hex)}**." if open else "",
        )
    if 0 <= code < TROOPS and thing.id == "requiter" and is_unworthy(position, code):
        note(position.desk, seat, errand=(code,))
        position.then(Grasp(seat, hex))


class Grasp(Chances, frozen=True, tag=True):
    """Somebody unworthy has taken Requiter: his Current Magic Strength or less on two dice, or he dies (20.6/22c).

    The enemy learns who it is only if that person dies.
    """

    seat: int
    hex: int
    title = "Requiter"
    clause = "albion/20.6/22c"

    def ask(self, position: AlbionPosition) -> Ask:
        """Two dice."""
        return Roll(2, 6, "unworthy hands take Requiter")

    def take(self, position: AlbionPosition, outcome: tuple[int, ...], log: Log) -> None:
        """Live or die; the blade lies in the hex then."""
        w, holder = position.world, position.bearer[position.world.item["requiter"]]
        errand = position.desk[self.seat].errand
        note(position.desk, self.seat, errand=())
        person = errand[0] if errand else holder
        if not 0 <= person < TROOPS:
            return
        strength = magic(position, person)
        if log:
            text = f"**{w.persons[person].name}** grasps **Requiter**: {sum(outcome)}, needs {strength} or less."
            other = f"Somebody grasps **Requiter**: {sum(outcome)} is rolled."
            log.say(text, clause=self.clause, seat=self.seat, dice=outcome, knowers=(self.seat,), otherwise=other)
        if sum(outcome) > strength:
            kill(position, person, log, how="unworthy")


def labels(position: AlbionPosition, list: list[Act]) -> dict[str, Pick]:
    """Return what the picks of acts about items say."""
    w = position.world
    found = {}
    for act in list:
        if act.verb not in ("give", "store", "use"):
            continue
        item = act.args[1] if act.verb == "use" else act.args[0]
        bearer = position.bearer[item]
        where = "lies here" if bearer == LYING else "is stored here" if bearer == STORED else ""
        where = where or f"with {name(w, bearer)}"
        found[f"card:{w.items[item].id}"] = Pick(f"card:{w.items[item].id}", w.items[item].name, where)
        if act.verb == "give":
            danger = unworthy_note(position, item, act.args[1])
            if danger:
                found[act.path[1]] = Pick(act.path[1], name(w, act.args[1]), danger, risk=True)
    found["button:store"] = Pick("button:store", "Leave it in the fortress")
    found["button:use"] = Pick("button:use", "Which items count in this phase", "two at most: one weapon, one staff")
    return found


def refusals(position: AlbionPosition, seat: int, hex: int, when: str) -> list[Refusal]:
    """Say why possessions and the goods of casters stay where they are (2.3i, 19.3c)."""
    w = position.world
    found = []
    for item in range(1, len(position.bearer)):
        why = why_not(position, seat, item, hex, when)
        if not why or why == "elsewhere":
            continue
        clause = "albion/2.3i" if why.startswith("A possession") else "albion/19.3c"
        for code in receivers(position, seat, hex, when, position.bearer[item]):
            if code != position.bearer[item]:
                act = _give(w, item, code)
                found.append(Refusal(act.text, why, clause, act.path))
    return found
