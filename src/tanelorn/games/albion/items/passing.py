"""Magic items that change hands in a hex: given, stored in fortresses, taken up (albion/20.1, 20.2.4, 20.6/22c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, PartByPart, Verb
from tanelorn.core.chance import Ask, Roll
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.core.odds import Odds, reckon
from tanelorn.core.steps import Chances
from tanelorn.games.albion.losses.deaths import kill
from tanelorn.games.albion.losses.spoils import is_unworthy, unworthy_note
from tanelorn.games.albion.stacks.arrangement import Arranging
from tanelorn.games.albion.stacks.evasion import check
from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.desk import Grasper, grasping, note
from tanelorn.games.albion.state.magic_items import attune, go_together, item_hex, usable
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import at_hex, name, piece_id, piece_word, word
from tanelorn.games.albion.state.printed.pieces import (
    LYING,
    NOWHERE,
    STORED,
    colour_of,
    is_person,
    is_piece,
    is_ship,
    is_troops,
    ship_code,
    ship_of,
    troops_code,
)
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.ratings import magic
from tanelorn.games.albion.state.stacks import garrison_side


def _items(stack: Arranging) -> Iterator[Arranging]:
    """Yield the stack for each item that may pass, each once in an arrangement."""
    position, seat, hex, when, _ = stack
    tidied = stack.tidied
    items = givable(position, seat, hex, when) if when != "set-up" else ()
    return stack.each(item for item in items if changes.given(item) not in tidied)


def _gives(stack: Arranging) -> list[Act]:
    """Return to whom an item may pass."""
    position, seat, hex, when, item = stack
    bearer = position.bearer[item]
    codes = receivers(position, seat, hex, when, bearer)
    return [_give(position.world, item, code) for code in codes if code != bearer]


def _stores(stack: Arranging) -> list[Act]:
    """Return whether an item may be left in the fortress (20.1a)."""
    position, seat, hex, when, item = stack
    able = position.bearer[item] != STORED and _stored(position, seat, hex, when)
    return [_store(position.world, item)] if able else []


def _stored(position: AlbionPosition, seat: int, hex: int, when: str) -> bool:
    """Whether items may be left in a fortress of the hex."""
    moving = when in ("movement", "reaction")
    return moving and garrison_side(position, hex) == seat and not position.world.dyke[hex]


def givable(position: AlbionPosition, seat: int, hex: int, when: str) -> list[int]:
    """Return the items in a hex of which a seat may dispose: its own pieces', its fortress's, and, where it moves, what
    lies there (20.1b, 20.1c).
    """
    at = position.at
    persons = range(len(at))
    found = []
    for item, bearer in enumerate(position.bearer):
        elsewhere = at[bearer] != hex if bearer in persons else bearer in NOWHERE
        if item and not elsewhere and not why_not(position, seat, item, hex, when):
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
    if not is_piece(bearer) or not _own(position, seat, bearer):
        return "elsewhere"
    if is_person(bearer) and position.world.persons[bearer].possession == item:
        return "A possession stays with its first owner for life."
    if is_person(bearer) and position.did[bearer] & BOUND:
        return "Who has tried to cast gives nothing away."
    return "" if _part(position, bearer, when) else "elsewhere"


def receivers(position: AlbionPosition, seat: int, hex: int, when: str, bearer: int) -> list[int]:
    """Return the codes of who may have an item in a hex: persons, troops and ships."""
    codes = [person for person in position.persons_of(seat, hex) if not position.did[person] & BOUND]
    if when == "challenge":
        codes = codes if is_person(bearer) else []
    else:
        codes += sorted({troops_code(army.colour) for army in position.armies_of(seat, hex)})
        codes += [ship_code(ship) for ship in position.ships_of(seat, hex)]
    return [code for code in codes if _own(position, seat, code) and _part(position, code, when)]


def _own(position: AlbionPosition, seat: int, code: int) -> bool:
    """Whether a piece is a seat's and active: sleepers neither give nor take (10.3c)."""
    if position.seat_of(code) != seat:
        return False
    if is_person(code):
        return bool(position.awake[code])
    w = position.world
    return bool(position.roused[w.s_kingdom[ship_of(code)] if is_ship(code) else w.c_kingdom[colour_of(code)]])


def _part(position: AlbionPosition, code: int, when: str) -> bool:
    """Whether a piece has a part in what goes on: in reaction those ashore, in a round those who fight (20.1b)."""
    if when in ("movement", "challenge"):
        return True
    battle = position.battle
    at_sea = when in ("round", "opening") and battle is not None and battle.fight.kind == "engagement"
    if is_ship(code):
        return at_sea
    return is_troops(code) or (position.aboard[code] >= 0) == at_sea


@lru_cache(maxsize=4096)
def _give(world: World, item: int, code: int) -> Act:
    thing = word(world.items[item].id)
    picks = (f"card:{world.items[item].id}", f"piece:{piece_id(world, code)}")
    return Act("give", (item, code), f"give {thing} to {piece_word(world, code)}", picks)


@lru_cache(maxsize=1024)
def _store(world: World, item: int) -> Act:
    id = world.items[item].id
    return Act("store", (item, STORED), f"store {word(id)}", (f"card:{id}", "button:store"))


def _preferences(stack: Arranging) -> list[Act]:
    """Return which items persons with more than they can use may prefer for this phase (20.2.4)."""
    position, seat, hex, when, _ = stack
    if when == "set-up":
        return []
    found = []
    for person in position.persons_of(seat, hex):
        if person not in position.bearer or len(position.used.get(person, ())) >= 2:
            continue
        items = usable(position, person)
        if not go_together(position.world, items):
            chosen = position.used.get(person, ())
            found += [_use(position.world, person, item) for item in items if item not in chosen]
    return [act for act in found if changes.preferred(act.args[1]) not in stack.tidied]


@lru_cache(maxsize=1024)
def _use(world: World, person: int, item: int) -> Act:
    thing = world.items[item].id
    picks = ("button:use", f"piece:{piece_id(world, person)}", f"card:{thing}")
    return Act("use", (person, item), f"use {word(thing)} by {piece_word(world, person)}", picks)


def _prefer(stack: Arranging, act: Act, log: Log) -> None:
    person, item = act.args
    used = stack.position.used
    used[person] = (*used.get(person, ()), item)
    stack.tidy(changes.preferred(item))
    _look_again(stack)


def _pass_on(stack: Arranging, act: Act, log: Log) -> None:
    item, code = act.args
    stack.tidy(changes.given(item))
    hand_over(stack.position, stack.seat, item, code, stack.hex, log)
    _look_again(stack)


def _look_again(stack: Arranging) -> None:
    """Have the helpless evade at once where an item no longer makes their protector a hero (18.0a); not in a combat,
    at the end of which they are looked at anyway.
    """
    if stack.position.battle is None:
        check(stack.position, stack.hex, seats=(stack.seat,))


def hand_over(position: AlbionPosition, seat: int, item: int, code: int, hex: int, log: Log) -> None:
    """Let a person, troops, a ship or the fortress have an item; Requiter may kill unworthy hands (20.6/22c).

    The enemy sees no more than that what lay open has been taken up.
    """
    w = position.world
    thing = w.items[item]
    open = position.bearer[item] == LYING
    position.bearer[item] = code
    position.item_at[item] = hex if code == STORED or is_troops(code) else -1
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
    if is_person(code) and thing.id == "requiter" and is_unworthy(position, code):
        note(position.desk, seat, errand=Grasper(code).written())
        position.then(Grasp(seat, hex))


class Grasp(Chances, frozen=True, tag=True):
    """Somebody unworthy has taken Requiter: their Current Magic Strength or less on two dice, or they die (20.6/22c).

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
        grasper = grasping(position.desk[self.seat].errand)
        note(position.desk, self.seat, errand=())
        person = grasper.person if grasper is not None else holder
        if not is_person(person):
            return
        strength = magic(position, person)
        if log:
            text = f"**{w.persons[person].name}** grasps **Requiter**: {sum(outcome)}, needs {strength} or less."
            other = f"Somebody grasps **Requiter**: {sum(outcome)} is rolled."
            log.say(text, clause=self.clause, seat=self.seat, dice=outcome, knowers=(self.seat,), otherwise=other)
        if sum(outcome) > strength:
            kill(position, person, log, how="unworthy")


def _give_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name the items, and whose hands are a danger to them."""
    position, found = stack.position, _card_labels(stack.position, [act.args[0] for act in acts])
    for act in acts:
        danger = unworthy_note(position, *act.args)
        if danger:
            pick, ahead = act.path[1], _grasp_ahead(position, stack.seat, stack.hex, act.args[1])
            found[pick] = Pick(pick, name(position.world, act.args[1]), danger, risk=True, chances=ahead)
    return found


def _grasp_ahead(position: AlbionPosition, seat: int, hex: int, person: int) -> Odds:
    """Return whether somebody unworthy lives who grasps Requiter (20.6/22c)."""
    strength, called = magic(position, person), name(position.world, person)
    lives, dies = (f"{called} lives", seat), (f"{called} dies", 1 - seat)
    return reckon(Grasp(seat, hex).ask(position), lambda dice: dies if sum(dice) > strength else lives, (lives, dies))


def _card_labels(position: AlbionPosition, items: Iterable[int]) -> dict[str, Pick]:
    """Name items, and say who has them."""
    w, found = position.world, {}
    for item in items:
        bearer, pick = position.bearer[item], f"card:{w.items[item].id}"
        where = "lies here" if bearer == LYING else "is stored here" if bearer == STORED else ""
        found[pick] = Pick(pick, w.items[item].name, where or f"with {name(w, bearer)}")
    return found


def _store_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    label = Pick("button:store", "Leave it in the fortress")
    return {label.pick: label, **_card_labels(stack.position, [act.args[0] for act in acts])}


def _use_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    label = Pick("button:use", "Which items count in this phase", "two at most: one weapon, one staff")
    return {label.pick: label, **_card_labels(stack.position, [act.args[1] for act in acts])}


def _refused(stack: Arranging) -> list[Refusal]:
    """Say why possessions and the goods of casters stay where they are (2.3i, 19.3c)."""
    position, seat, hex, when, _ = stack
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
        if _stored(position, seat, hex, when) and position.bearer[item] != STORED:
            act = _store(w, item)
            found.append(Refusal(act.text, why, clause, act.path))
    return found


GIVE: Verb[Arranging] = Verb("give", _gives, _pass_on, _give_labels, _refused)
STORE: Verb[Arranging] = Verb("store", _stores, _pass_on, _store_labels)
PASS: PartByPart[Arranging] = PartByPart(_items, GIVE, STORE)
"""To whom each item may pass."""
USE: Verb[Arranging] = Verb("use", _preferences, _prefer, _use_labels)
