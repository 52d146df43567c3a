"""Going aboard and ashore (albion/12.1, 12.2): what is done together is one event, for 5 points a ship."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.movement.ways.bans import bar
from tanelorn.games.albion.movement.ways.group_in_hand import Hand
from tanelorn.games.albion.movement.ways.groups import Group, set_down, spent_something, why_not_sail
from tanelorn.games.albion.movement.ways.move_labels import colour_labels, joining_labels
from tanelorn.games.albion.movement.ways.sailing import (
    aboard,
    fleet,
    has_room,
    prices,
    why_not_aboard,
    why_not_load,
    why_not_take,
)
from tanelorn.games.albion.stacks.entering import enter, left
from tanelorn.games.albion.state.deeds import SAILED
from tanelorn.games.albion.state.desk import Draft, Drafted, note
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import (
    Bar,
    at_hex,
    counted,
    counted_with_button,
    piece_of,
    plain,
    with_button,
    with_piece,
)
from tanelorn.games.albion.state.printed.pieces import (
    colour_of,
    is_person,
    is_troops,
    person_code,
    ship_code,
    ship_of,
    troops_code,
)
from tanelorn.games.albion.state.ratings import ship_points

GO_ABOARD, GO_ASHORE, LAND_ALL = plain("go aboard"), plain("go ashore"), plain("land all")

# The draft of a group of ships


def berths(position: AlbionPosition, group: Group, *, troops: bool) -> list[int]:
    """Return the ships in hand that can take somebody aboard now; with `troops` those with room for a point."""
    draft = position.desk[group.seat].draft
    taken = {one.ship for one in draft if is_troops(one.code) or position.escort[one.code]}
    return [
        ship
        for ship in group.ships
        if why_not_take(position, ship) is None and not (troops and (ship in taken or not has_room(position, ship)))
    ]


def loads(position: AlbionPosition, group: Group) -> list[Act]:
    """Return the acts that add somebody ashore to what goes aboard the ships in hand."""
    world, here, draft = position.world, group.here, position.desk[group.seat].draft
    decks = berths(position, group, troops=False)
    if not decks or not world.land[here]:
        return []
    room = len(berths(position, group, troops=True))
    drafted = {one.code for one in draft}
    acts = [
        with_piece(world, "load", person)
        for person in position.ashore(group.seat, here)
        if person not in drafted and why_not_aboard(position, person) is None and (room or not position.escort[person])
    ]
    ready: dict[int, int] = {}
    for army in loadable(position, group):
        ready[army.colour] = ready.get(army.colour, 0) + army.n
    for colour, n in ready.items():
        n -= sum(one.code == troops_code(colour) for one in draft)
        acts += [counted(world, "load", troops_code(colour), some) for some in range(1, min(n, room) + 1)]
    return acts


def loadable(position: AlbionPosition, group: Group) -> list[Army]:
    """Return the armies ashore that may go aboard: those of commanders aboard first, then the leaderless."""
    draft = position.desk[group.seat].draft
    going = {one.code for one in draft} | {
        person for person in position.people.get(group.here, ()) if position.aboard[person] >= 0
    }
    armies = [
        army
        for army in position.armies_of(group.seat, group.here)
        if army.ship < 0 and why_not_load(position, army) is None
    ]
    return sorted(armies, key=lambda army: (army.chief not in going, army.chief >= 0, army))


def lands(position: AlbionPosition, group: Group) -> list[Act]:
    """Return the acts that add somebody aboard the ships in hand to what goes ashore."""
    world, draft = position.world, position.desk[group.seat].draft
    ships = payers(position, group)
    if not ships or not world.land[group.here]:
        return []
    drafted = {one.code for one in draft}
    acts: list[Act] = []
    ready: dict[int, int] = {}
    for ship in ships:
        persons, armies = aboard(position, ship)
        acts += [
            with_button(world, "land", person)
            for person in persons
            if person not in drafted and why_not_land(position, group, person) is None
        ]
        for army in armies:
            if (
                Drafted.ashore(troops_code(army.colour), ship) not in draft
                and why_not_land(position, group, troops_code(army.colour)) is None
            ):
                ready[army.colour] = ready.get(army.colour, 0) + army.n
    for colour, n in sorted(ready.items()):
        acts += [counted_with_button(world, "land", troops_code(colour), some) for some in range(1, n + 1)]
    return acts


def payers(position: AlbionPosition, group: Group) -> list[int]:
    """Return the ships in hand that can still pay for putting pieces ashore."""
    price = prices(position)[1]
    return [ship for ship in group.ships if ship_points(position, ship) >= price]


def why_not_land(position: AlbionPosition, group: Group, code: int) -> Bar | None:
    """Return why a person or troops of a colour aboard may not go ashore here, None if they may."""
    if is_person(code) and position.side[code] != group.seat:
        return Bar("This person is under the enemy's control.", "albion/19.4/10b")
    persons = (code,) if code in position.controlled else ()
    colours = (colour_of(code),) if is_troops(code) else ()
    escorts = is_person(code) and bool(position.escort[code])
    found = bar(position, group.seat, persons, colours, escorts, group.here)
    return Bar(*found) if found else None


def _add_load(hand: Hand, act: Act, log: Log) -> None:
    """Write down who goes aboard with the others."""
    position, group = hand.position, hand.group
    draft = list(position.desk[group.seat].draft)
    code, n = piece_of(act), act.args[1] if len(act.args) > 1 else 1
    for _ in range(n):
        troops = is_troops(code) or bool(position.escort[code])
        draft.append(Drafted.aboard(code, berths(position, group, troops=troops)[0]))
        note(position.desk, group.seat, draft=tuple(draft))


def _add_landing(hand: Hand, act: Act, log: Log) -> None:
    """Write down who goes ashore with the others."""
    position, group = hand.position, hand.group
    draft = list(position.desk[group.seat].draft)
    code, n = piece_of(act), act.args[1] if len(act.args) > 1 else 1
    for ship in payers(position, group):
        persons, armies = aboard(position, ship)
        there = code in persons or any(troops_code(army.colour) == code for army in armies)
        one = Drafted.ashore(code, ship)
        if n and there and one not in draft:
            draft.append(one)
            n -= 1
    note(position.desk, group.seat, draft=tuple(draft))


def everybody(position: AlbionPosition, group: Group) -> Draft:
    """Return all who can go ashore from the ships in hand."""
    found: list[Drafted] = []
    if position.world.land[group.here]:
        for ship in payers(position, group):
            persons, armies = aboard(position, ship)
            codes = [*map(person_code, persons), *(troops_code(army.colour) for army in armies)]
            found += [Drafted.ashore(code, ship) for code in codes if why_not_land(position, group, code) is None]
    return tuple(found)


# Refusals


def _no_loads(hand: Hand) -> list[Refusal]:
    """Say why pieces do not go aboard the ships in hand."""
    position, group = hand.position, hand.group
    world, seat, here = position.world, group.seat, group.here
    decks, rooms = berths(position, group, troops=False), berths(position, group, troops=True)
    pay = why_not_take(position, group.ships[0]) or Bar("No ship in hand can pay for it.", "albion/12.1a")
    full = Bar("A ship holds one army point or escort at a time.", "albion/12.1d")
    found = []
    drafted = {one.code for one in position.desk[seat].draft}
    for person in position.ashore(seat, here):
        bar = why_not_aboard(position, person) or (None if decks else pay)
        bar = bar or (full if position.escort[person] and not rooms else None)
        if bar and person not in drafted:
            act = with_piece(world, "load", person)
            found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    for army in position.armies_of(seat, here):
        if army.ship >= 0:
            continue
        bar = why_not_load(position, army) or (None if decks else pay)
        for n in range(1, army.n + 1):
            if bar or n > len(rooms):
                act = counted(world, "load", troops_code(army.colour), n)
                why = bar or full
                found.append(Refusal(act.text, why.why, why.clause, act.path))
    return found


def _no_lands(hand: Hand) -> list[Refusal]:
    """Say why pieces do not go ashore from the ships in hand."""
    position, group = hand.position, hand.group
    world = position.world
    at_sea = None if world.land[group.here] else Bar("There is no land here to go ashore.", "albion/12.1c")
    price = prices(position)[1]
    found = []
    drafted = {one.code for one in position.desk[group.seat].draft}
    for ship in group.ships:
        persons, armies = aboard(position, ship)
        pay = None
        if ship_points(position, ship) < price:
            pay = Bar(f"Putting pieces ashore costs a ship {price} Movement Points.", "albion/12.1c")
        for code in [*persons, *(troops_code(army.colour) for army in armies)]:
            bar = at_sea or why_not_land(position, group, code) or pay
            if bar and code not in drafted:
                act = (
                    counted_with_button(world, "land", code, 1) if is_troops(code) else with_button(world, "land", code)
                )
                found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    bar = at_sea or (None if payers(position, group) else Bar("No ship in hand can pay for it.", "albion/12.1c"))
    if bar and found:
        found.append(Refusal(LAND_ALL.text, bar.why, bar.clause, LAND_ALL.path))
    return found


# Carrying it out


def go_aboard(position: AlbionPosition, group: Group, draft: Draft, log: Log) -> None:
    """Take all of a draft aboard; each ship that takes somebody pays once (12.1a)."""
    world, hex = position.world, group.here
    spent_something(position, group.seat)
    armies = loadable(position, group)
    note(position.desk, group.seat, draft=())
    for one in draft:
        code, ship = one.code, one.ship
        if is_person(code):
            position.aboard[code] = ship
            position.did[code] |= SAILED
        else:
            army = next(army for army in armies if army.colour == colour_of(code))
            _load_point(position, hex, army, ship)
            armies[armies.index(army)] = army._replace(n=army.n - 1)
            armies = [army for army in armies if army.n]
    for ship in _ships(draft):
        position.ship_spent[ship] += prices(position)[0]
    if log:
        text = f"{roll_of(position, draft)} aboard {fleet(position, _ships(draft))} at {at_hex(world, hex)}."
        log.say(text, clause="albion/12.1a", seat=group.seat, places=(world.number[hex],), knowers=(group.seat,))
    left(position, group.seat, hex)


def _load_point(position: AlbionPosition, hex: int, army: Army, ship: int) -> None:
    boarded = army._replace(n=1, ship=ship, did=army.did | SAILED)
    position.swap_army(hex, army, boarded, army._replace(n=army.n - 1))


def go_ashore(position: AlbionPosition, group: Group, draft: Draft, log: Log) -> None:
    """Put all of a draft ashore; each ship that lands somebody pays once (12.1c). They enter the hex (12.1g)."""
    world, hex, points = position.world, group.here, 0
    spent_something(position, group.seat)
    note(position.desk, group.seat, draft=())
    for one in draft:
        code = one.code
        if is_person(code):
            position.put(code, hex)
            position.did[code] |= SAILED
        else:
            army = next(army for army in aboard(position, one.ship)[1] if army.colour == colour_of(code))
            position.swap_army(hex, army, army._replace(ship=-1, did=army.did | SAILED))
            points += army.n
    for ship in _ships(draft):
        position.ship_spent[ship] += prices(position)[1]
    position.marched = True
    if log:
        log.say(
            f"{roll_of(position, draft)} ashore at **{at_hex(world, hex)}**.",
            clause="albion/12.1c",
            seat=group.seat,
            places=(world.number[hex],),
            knowers=(group.seat,),
            otherwise=f"Pieces go ashore at **{at_hex(world, hex)}**.",
        )
    moved = tuple(sorted({one.code for one in draft}))
    enter(position, group.seat, hex, log, moved=moved, points=points)


def _ships(draft: Draft) -> list[int]:
    return sorted({one.ship for one in draft})


def roll_of(position: AlbionPosition, draft: Draft) -> str:
    """Return who and what a draft holds, in words."""
    world, words = position.world, []
    for code in dict.fromkeys(one.code for one in draft):
        n = sum(one.code == code for one in draft)
        words.append(
            f"**{world.persons[code].name}**" if is_person(code) else f"{n} {world.colours[colour_of(code)].name}"
        )
    return ", ".join(words)


# A group on land that goes aboard


def decks(position: AlbionPosition, group: Group) -> list[int]:
    """Return the ships in its hex that a group on land could go aboard together."""
    return [ship for ship in position.ships_of(group.seat, group.here) if not why_not_board(position, group, ship)]


def why_not_board(position: AlbionPosition, group: Group, ship: int) -> Bar | None:
    """Return why a group on land may not go aboard a ship (12.1d, 12.1e, 12.2b), None if it may."""
    found = why_not_take(position, ship)
    for person in group.persons:
        found = found or why_not_aboard(position, person)
    for army in group.armies:
        found = found or why_not_load(position, army)
    points = sum(army.n for army in group.armies) + sum(position.escort[person] for person in group.persons)
    if found is None and points + (not has_room(position, ship)) > 1:
        return Bar("A ship holds one army point or escort at a time: leave the others behind.", "albion/12.1d")
    return found


def board(position: AlbionPosition, group: Group, ship: int, log: Log) -> None:
    """Take a group on land aboard a ship, which is in hand then if it can sail on."""
    seat = group.seat
    draft = [Drafted.aboard(person_code(person), ship) for person in group.persons]
    draft += [Drafted.aboard(troops_code(army.colour), ship) for army in group.armies]
    set_down(position)
    position.march, position.marched = [ship_code(ship)], True
    note(position.desk, seat, draft=tuple(draft))
    go_aboard(position, Group(position, seat, position.march), tuple(draft), log)
    if why_not_sail(position, ship):
        position.march = []


def _no_boards(hand: Hand) -> list[Refusal]:
    """Say why the group does not go aboard the ships in its hex."""
    position, group = hand.position, hand.group
    world, found = position.world, []
    for ship in position.ships_of(group.seat, group.here):
        bar = why_not_board(position, group, ship)
        if bar:
            act = with_piece(world, "board", ship_code(ship))
            found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    return found


# The verbs

_PRICE = "5 MP a ship"
_ASHORE = "who goes ashore moves no more by land in this phase"


def _landing(hand: Hand) -> bool | None:
    """Tell whether a draft goes ashore, or aboard; None while nobody is in it."""
    draft = hand.position.desk[hand.seat].draft
    return not draft[0].goes_aboard if draft else None


def _loads(hand: Hand) -> list[Act]:
    return [] if _landing(hand) is True else loads(hand.position, hand.group)


def _load_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    return joining_labels(hand.position, hand.seat, acts, "how many go aboard?")


def _lands(hand: Hand) -> list[Act]:
    return [] if _landing(hand) is False else lands(hand.position, hand.group)


def _land_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    pick = "button:land"
    label = Pick(pick, "Put ashore", cost=_PRICE, note="all together, once")
    return {pick: label, **colour_labels(hand.position.world, acts)}


def _all_ashore(hand: Hand) -> list[Act]:
    position, group = hand.position, hand.group
    return [LAND_ALL] if _landing(hand) is None and len(everybody(position, group)) > 1 else []


def _land_all(hand: Hand, act: Act, log: Log) -> None:
    go_ashore(hand.position, hand.group, everybody(hand.position, hand.group), log)


def _end_draft(hand: Hand) -> list[Act]:
    return [GO_ABOARD] if _landing(hand) is False else []


def _end_landing(hand: Hand) -> list[Act]:
    return [GO_ASHORE] if _landing(hand) is True else []


def _go_aboard(hand: Hand, act: Act, log: Log) -> None:
    go_aboard(hand.position, hand.group, hand.position.desk[hand.seat].draft, log)


def _go_ashore(hand: Hand, act: Act, log: Log) -> None:
    go_ashore(hand.position, hand.group, hand.position.desk[hand.seat].draft, log)


def _named(pick: Pick) -> Callable[[Hand, Sequence[Act]], dict[str, Pick]]:
    return lambda hand, acts: {pick.pick: pick}


def _decks(hand: Hand) -> list[Act]:
    position, group = hand.position, hand.group
    if group.here not in position.fleets or position.phase not in ("movement", "pregame"):
        return []
    return [with_piece(position.world, "board", ship_code(ship)) for ship in decks(position, group)]


def _board(hand: Hand, act: Act, log: Log) -> None:
    board(hand.position, hand.group, ship_of(act.args[0]), log)


def _board_labels(hand: Hand, acts: Sequence[Act]) -> dict[str, Pick]:
    world, note = hand.position.world, "go aboard with the whole group"
    return {
        act.path[0]: Pick(act.path[0], world.ships[ship_of(act.args[0])].name, note, "5 MP of the ship") for act in acts
    }


LOAD: Verb[Hand] = Verb("load", _loads, _add_load, _load_labels, _no_loads)
LAND: Verb[Hand] = Verb("land", _lands, _add_landing, _land_labels, _no_lands)
TO_LAND_ALL: Verb[Hand] = Verb(
    LAND_ALL.verb,
    _all_ashore,
    _land_all,
    _named(Pick(LAND_ALL.path[0], "Put all ashore", _ASHORE, _PRICE, risk=True)),
)
TO_GO_ABOARD: Verb[Hand] = Verb(
    GO_ABOARD.verb,
    _end_draft,
    _go_aboard,
    _named(Pick(GO_ABOARD.path[0], "Go aboard", cost=_PRICE, key="Enter")),
)
TO_GO_ASHORE: Verb[Hand] = Verb(
    GO_ASHORE.verb,
    _end_landing,
    _go_ashore,
    _named(Pick(GO_ASHORE.path[0], "Go ashore", _ASHORE, _PRICE, key="Enter", risk=True)),
)
BOARD: Verb[Hand] = Verb("board", _decks, _board, _board_labels, _no_boards)
