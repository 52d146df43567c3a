"""Sailing, going aboard and ashore (albion/12.1, 12.2): what is done together is one event, for 5 points a ship."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tanelorn.core.acts import Act
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.movement.bans import LANDLUBBERS, bar
from tanelorn.games.albion.movement.groups import (
    STOPPED,
    Group,
    asleep,
    halted,
    set_down,
    spent_something,
    why_not_sail,
)
from tanelorn.games.albion.movement.ways import Way
from tanelorn.games.albion.stacks.entering import enter, left, pass_through
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import (
    SEAT_NAMES,
    Bar,
    at_hex,
    counted,
    piece_id,
    piece_word,
    plain,
    with_button,
    with_piece,
)
from tanelorn.games.albion.state.position import SAILED, SHIP, TROOPS, WALKED, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import ship_points
from tanelorn.games.albion.state.stacks import top_at_sea
from tanelorn.games.albion.state.world import World

# Sailing


def aboard(position: AlbionPosition, ship: int) -> tuple[list[int], list[Army]]:
    """Return the persons and the armies aboard a ship."""
    hex = position.ship_at[ship]
    persons = [person for person in position.people.get(hex, ()) if position.aboard[person] == ship]
    armies = [army for army in position.troops.get(hex, ()) if army.ship == ship]
    return persons, armies


def has_room(position: AlbionPosition, ship: int) -> bool:
    """Tell whether a ship has room for an army or escort: it holds one at a time (12.1d)."""
    persons, armies = aboard(position, ship)
    return not armies and not any(position.escort[person] for person in persons)


def sail(position: AlbionPosition, ship: int, hex: int, coast: int = 0) -> None:
    """Move a ship with everything aboard, at no cost; its owner's choice of the topmost ship goes with it."""
    persons, armies = aboard(position, ship)
    here = position.ship_at[ship]
    shift_top(position, ship, hex, coast)
    position.put_ship(ship, hex, coast)
    for person in persons:
        position.put(person, hex)
        position.aboard[person] = ship
        position.did[person] |= SAILED
    if armies:
        position.move_armies(here, hex, {army: army._replace(did=army.did | SAILED) for army in armies})


def shift_top(position: AlbionPosition, ship: int, hex: int, coast: int) -> None:
    """Take along, when a ship goes to another coast or hex, that its owner has put it on top."""
    world = position.world
    top = position.top_ship[world.s_side[ship]]
    old = world.node[position.ship_at[ship]][position.coast[ship]]
    if top.get(old) == ship:
        del top[old]
        top.setdefault(world.node[hex][coast], ship)


def go(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    """Sail the ships in hand on a way, all at the same cost (11.7a)."""
    world, hex = position.world, way.route[-1]
    spent_something(position, group.seat)
    for ship in group.ships:
        position.ship_spent[ship] += way.cost
        sail(position, ship, hex, way.coast)
    position.marched = True
    if log:
        _tell(position, group, way, log)
    pass_through(position, group.seat, way.route[:-1], log)
    enter(position, group.seat, hex, log, moved=tuple(SHIP + ship for ship in group.ships))
    assert world.sea[hex]


def _tell(position: AlbionPosition, group: Group, way: Way, log: Log) -> None:
    world, hex = position.world, way.route[-1]
    where = f"from {at_hex(world, group.here)} to **{at_hex(world, hex)}**"
    lead = world.ships[top_at_sea(position, group.seat, hex, way.coast) - SHIP].name
    log.say(
        f"{fleet(position, group.ships)}: {where}, for {way.cost} point{'s' * (way.cost != 1)}.",
        clause="albion/11.7a",
        seat=group.seat,
        places=tuple(world.number[one] for one in (group.here, *way.route)),
        knowers=(group.seat,),
        otherwise=f"{SEAT_NAMES[group.seat]}: ships {where}, with **{lead}** on top.",
    )


def fleet(position: AlbionPosition, ships: Sequence[int]) -> str:
    """Return the names of ships, in bold."""
    return ", ".join(f"**{position.world.ships[ship].name}**" for ship in ships)


def coast_label(position: AlbionPosition, hex: int, coast: int, pick: str) -> Pick:
    """Tell which water a coast of a hex opens on."""
    world = position.world
    opens = ", ".join(world.number[one] for one in world.berths[hex][coast])
    return Pick(pick, f"Coast towards {opens}")


GO_ABOARD, GO_ASHORE, LAND_ALL = plain("go aboard"), plain("go ashore"), plain("land all")

Draft = tuple[tuple[int, int], ...]
"""What goes aboard or ashore together: a code with the ship that takes it, or the complement of the ship it leaves."""


def prices(position: AlbionPosition) -> tuple[int, int]:
    """Return what a ship pays to take pieces aboard, and to put them ashore (12.1a, 12.1c)."""
    charts = position.world.charts
    return charts.embark, charts.debark


# Who may go aboard


def why_not_aboard(position: AlbionPosition, person: int) -> Bar | None:
    """Return why a person ashore may not go aboard a ship, None if he may."""
    if position.world.persons[person].id in LANDLUBBERS:
        return Bar("That being is never carried by ships.", "albion/12.1e")
    if not position.awake[person]:
        return Bar("The pieces of a sleeping kingdom do not embark.", "albion/10.3c")
    return _moved(position.did[person], position.spent[person])


def why_not_load(position: AlbionPosition, army: Army) -> Bar | None:
    """Return why points of an army ashore may not go aboard, None if they may; they need no command (14.1.1)."""
    if asleep(position, army.colour):
        return Bar("The pieces of a sleeping kingdom do not embark.", "albion/10.3c")
    return _moved(army.did, army.spent)


def _moved(did: int, spent: int) -> Bar | None:
    if did & STOPPED & ~SAILED:
        return halted(did & ~SAILED)
    if did & WALKED or spent:
        return Bar("Who has moved by land or spent points does not use ships in this phase.", "albion/12.2b")
    return None


def why_not_take(position: AlbionPosition, ship: int) -> Bar | None:
    """Return why a ship takes nobody aboard just now, None if it does."""
    bar = why_not_sail(position, ship)
    if bar is None and ship_points(position, ship) < prices(position)[0]:
        return Bar(f"Taking pieces aboard costs a ship {prices(position)[0]} Movement Points.", "albion/12.1a")
    return bar


# The draft of a group of ships


def berths(position: AlbionPosition, group: Group, *, troops: bool) -> list[int]:
    """Return the ships in hand that can take somebody aboard now; with `troops` those with room for a point."""
    draft = position.desk[group.seat].draft
    taken = {ship for code, ship in draft if code >= TROOPS or position.escort[code]}
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
    drafted = {code for code, _ in draft}
    acts = [
        with_piece(world, "load", person)
        for person in position.ashore(group.seat, here)
        if person not in drafted and why_not_aboard(position, person) is None and (room or not position.escort[person])
    ]
    ready: dict[int, int] = {}
    for army in loadable(position, group):
        ready[army.colour] = ready.get(army.colour, 0) + army.n
    for colour, n in ready.items():
        n -= sum(code == TROOPS + colour for code, _ in draft)
        acts += [counted(world, "load", TROOPS + colour, some) for some in range(1, min(n, room) + 1)]
    return acts


def loadable(position: AlbionPosition, group: Group) -> list[Army]:
    """Return the armies ashore that may go aboard: those of commanders aboard first, then the leaderless."""
    draft = position.desk[group.seat].draft
    going = {code for code, _ in draft} | {
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
    drafted = {code for code, _ in draft}
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
            if (TROOPS + army.colour, ~ship) not in draft and why_not_land(
                position, group, TROOPS + army.colour
            ) is None:
                ready[army.colour] = ready.get(army.colour, 0) + army.n
    for colour, n in sorted(ready.items()):
        acts += [land_counted(world, TROOPS + colour, some) for some in range(1, n + 1)]
    return acts


@lru_cache(maxsize=1024)
def land_counted(world: World, code: int, n: int) -> Act:
    """Return the act that lets so many points of a colour go ashore."""
    picks = ("button:land", f"piece:{piece_id(world, code)}", f"count:{n}")
    return Act("land", (code, n), f"land {n} {piece_word(world, code)}", picks)


def payers(position: AlbionPosition, group: Group) -> list[int]:
    """Return the ships in hand that can still pay for putting pieces ashore."""
    price = prices(position)[1]
    return [ship for ship in group.ships if ship_points(position, ship) >= price]


def why_not_land(position: AlbionPosition, group: Group, code: int) -> Bar | None:
    """Return why a person or troops of a colour aboard may not go ashore here, None if they may."""
    if code < TROOPS and position.side[code] != group.seat:
        return Bar("He is under the enemy's control.", "albion/19.4/10b")
    persons = (code,) if code in position.controlled else ()
    colours = (code - TROOPS,) if code >= TROOPS else ()
    escorts = code < TROOPS and bool(position.escort[code])
    found = bar(position, group.seat, persons, colours, escorts, group.here)
    return Bar(*found) if found else None


def drafting(position: AlbionPosition, group: Group) -> list[Act]:
    """Return the acts while a draft is open: more of the same kind, and the end of it."""
    landing = position.desk[group.seat].draft[0][1] < 0
    return [*lands(position, group), GO_ASHORE] if landing else [*loads(position, group), GO_ABOARD]


def add_to_draft(position: AlbionPosition, group: Group, act: Act) -> None:
    """Write down who goes aboard or ashore with the others."""
    draft = list(position.desk[group.seat].draft)
    code, n = act.args[0], act.args[1] if len(act.args) > 1 else 1
    if act.verb == "load":
        for _ in range(n):
            troops = code >= TROOPS or bool(position.escort[code])
            draft.append((code, berths(position, group, troops=troops)[0]))
            note(position.desk, group.seat, draft=tuple(draft))
        return
    for ship in payers(position, group):
        persons, armies = aboard(position, ship)
        there = code in persons or any(TROOPS + army.colour == code for army in armies)
        if n and there and (code, ~ship) not in draft:
            draft.append((code, ~ship))
            n -= 1
    note(position.desk, group.seat, draft=tuple(draft))


def everybody(position: AlbionPosition, group: Group) -> Draft:
    """Return all who can go ashore from the ships in hand."""
    found: list[tuple[int, int]] = []
    if position.world.land[group.here]:
        for ship in payers(position, group):
            persons, armies = aboard(position, ship)
            codes = [*persons, *(TROOPS + army.colour for army in armies)]
            found += [(code, ~ship) for code in codes if why_not_land(position, group, code) is None]
    return tuple(found)


# Refusals


def refusals(position: AlbionPosition, group: Group) -> list[Refusal]:
    """Say why pieces do not go aboard the ships in hand, or ashore from them."""
    return [*_no_loads(position, group), *_no_lands(position, group)]


def _no_loads(position: AlbionPosition, group: Group) -> list[Refusal]:
    world, seat, here = position.world, group.seat, group.here
    decks, rooms = berths(position, group, troops=False), berths(position, group, troops=True)
    pay = why_not_take(position, group.ships[0]) or Bar("No ship in hand can pay for it.", "albion/12.1a")
    full = Bar("A ship holds one army point or escort at a time.", "albion/12.1d")
    found = []
    drafted = {code for code, _ in position.desk[seat].draft}
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
                act = counted(world, "load", TROOPS + army.colour, n)
                why = bar or full
                found.append(Refusal(act.text, why.why, why.clause, act.path))
    return found


def _no_lands(position: AlbionPosition, group: Group) -> list[Refusal]:
    world = position.world
    at_sea = None if world.land[group.here] else Bar("There is no land here to go ashore.", "albion/12.1c")
    price = prices(position)[1]
    found = []
    drafted = {code for code, _ in position.desk[group.seat].draft}
    for ship in group.ships:
        persons, armies = aboard(position, ship)
        pay = None
        if ship_points(position, ship) < price:
            pay = Bar(f"Putting pieces ashore costs a ship {price} Movement Points.", "albion/12.1c")
        for code in [*persons, *(TROOPS + army.colour for army in armies)]:
            bar = at_sea or why_not_land(position, group, code) or pay
            if bar and code not in drafted:
                act = land_counted(world, code, 1) if code >= TROOPS else with_button(world, "land", code)
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
    for code, ship in draft:
        if code < TROOPS:
            position.aboard[code] = ship
            position.did[code] |= SAILED
        else:
            army = next(army for army in armies if army.colour == code - TROOPS)
            _load_point(position, hex, army, ship)
            armies[armies.index(army)] = army._replace(n=army.n - 1)
            armies = [army for army in armies if army.n]
    for ship in sorted({ship for _, ship in draft}):
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
    for code, ship in draft:
        if code < TROOPS:
            position.put(code, hex)
            position.did[code] |= SAILED
        else:
            army = next(army for army in aboard(position, ~ship)[1] if army.colour == code - TROOPS)
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
    moved = tuple(sorted({code for code, _ in draft}))
    enter(position, group.seat, hex, log, moved=moved, points=points)


def _ships(draft: Draft) -> list[int]:
    return sorted({ship if ship >= 0 else ~ship for _, ship in draft})


def roll_of(position: AlbionPosition, draft: Draft) -> str:
    """Return who and what a draft holds, in words."""
    world, words = position.world, []
    for code in dict.fromkeys(code for code, _ in draft):
        n = sum(one == code for one, _ in draft)
        words.append(f"**{world.persons[code].name}**" if code < TROOPS else f"{n} {world.colours[code - TROOPS].name}")
    return ", ".join(words)


# A group on land that goes aboard


def decks(position: AlbionPosition, group: Group) -> list[int]:
    """Return the ships in its hex that a group on land could go aboard together."""
    return [ship for ship in position.ships_of(group.seat, group.here) if not why_not_board(position, group, ship)]


def why_not_board(position: AlbionPosition, group: Group, ship: int) -> Bar | None:
    """Return why a group on land may not go aboard a ship, None if it may."""
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
    draft = [(person, ship) for person in group.persons]
    draft += [(TROOPS + army.colour, ship) for army in group.armies]
    set_down(position)
    position.march, position.marched = [SHIP + ship], True
    note(position.desk, seat, draft=tuple(draft))
    go_aboard(position, Group(position, seat, position.march), tuple(draft), log)
    if why_not_sail(position, ship):
        position.march = []
