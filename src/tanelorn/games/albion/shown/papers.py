"""The papers beside the board: the roster, items, weather and enchantments, points, the enemy's losses."""

from __future__ import annotations

from collections.abc import Iterator

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Paper, Row
from tanelorn.games.albion.movement.ways.groups import in_hand
from tanelorn.games.albion.scenarios.victory import EMPTIED, RUIN, TIMES
from tanelorn.games.albion.shown.markers import spell_words
from tanelorn.games.albion.shown.table import Table, seats_known
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.position import ALONE, AWAY, DEAD, GONE, AlbionPosition
from tanelorn.games.albion.state.printed.cards import RANK_NAMES
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, SEAT_WORDS, at_hex, name
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, STORED, UNFOUND, is_person, is_piece, is_ship
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN
from tanelorn.games.albion.state.ratings import person_points

_CAUSES = {
    "csp": "Combat Strength Points",
    "person": "Persons",
    "ship": "Strength of ships",
    "fortress": "Fortresses",
}


def draw_papers(table: Table) -> tuple[Paper, ...]:
    """Return the papers, the most used first."""
    papers = [*_in_hand(table), _points(table)]
    papers += _sky(table)
    papers += _rosters(table)
    papers += _items(table)
    papers += _losses(table)
    return tuple(papers)


def _in_hand(table: Table) -> Iterator[Paper]:
    """Who leads the group in hand: strengths, wounds, and who is led."""
    w, position, march = table.w, table.position, table.position.march
    if not march or is_ship(march[0]):
        return
    leader = march[0]
    one, hex = w.persons[leader], position.at[leader]
    strengths = (
        ("combat", ratings.combat(position, leader)),
        ("magic", ratings.magic(position, leader)),
        ("command", ratings.command(position, leader)),
    )
    rows = [Row(" · ".join(f"{name} **{n}**" for name, n in strengths), position.side[leader])]
    wounds = position.wounds[leader]
    taken = f"{amount(wounds, 'wound')} of {one.combat}"
    rows.append(Row(taken, position.side[leader], dots=wounds, of=one.combat))
    led = [army for army in position.troops.get(hex, ()) if army.did & IN_HAND]
    parts = ["an escort"] * position.escort[leader] + [f"{army.n} of {w.colours[army.colour].name}" for army in led]
    parts += [w.persons[other].name for other in march[1:] if is_person(other)]
    rows += [Row(f"Goes with {', '.join(parts)}.", position.side[leader])] * bool(parts)
    rows.append(Row(_left(position, leader), position.side[leader]))
    aside = f"{one.title[:1].upper()}{one.title[1:]}"
    yield Paper(one.name, tuple(rows), aside, f"albion/7.9/{one.code}")


def _left(position: AlbionPosition, leader: int) -> str:
    """Say how far a leader can still go, and how far with all who go along, as the question does."""
    alone = person_points(position, leader)
    group = in_hand(position, position.side[leader])
    together = group.points if group is not None else alone
    slower = f", {together} with all who go along" if together != alone else ""
    return f"**{alone}** Movement Points left{slower}; {position.spent[leader]} spent."


def _points(table: Table) -> Paper:
    position = table.position
    rows = [Row(SEAT_NAMES[seat], seat, str(position.points[seat])) for seat in (FOMORIAN, FAERIE)]
    if position.scenario == ALONE:
        need = max(TIMES * position.points[FAERIE], 1)
        rows.append(Row(f"The Fomorians need **{need}** to win: three times what Faerie has, and one at least."))
        aside, clause = "after turn 3", "albion/22.5"
    else:
        both = sum(position.points)
        rows.append(Row(f"Both together **{both}**: above {RUIN} both lose."))
        rows.append(Row(f"A kingdom of Faerie without persons: {EMPTIED} at the end."))
        aside, clause = "after turn 10", "albion/23.2"
    return Paper("Victory points", tuple(rows), aside, clause)


def _sky(table: Table) -> Iterator[Paper]:
    """Weather and enchantments in force."""
    position, w = table.position, table.w
    if not position.turn:
        return
    rows = [Row(f"The track says **{w.turns[position.turn].weather}**.", sign=w.turns[position.turn].weather)]
    if position.sky != w.turns[position.turn].weather:
        rows.append(Row(f"By enchantment **{position.sky}** everywhere.", sign=position.sky))
    for hex, (far, sky) in position.elements.items():
        rows.append(Row(f"**{sky.capitalize()}** within {amount(far, 'hex', 'hexes')} of {at_hex(w, hex)}.", sign=sky))
    rows += [Row(f"Storms on **{w.zones[zone].name}**.", sign="rain") for zone in position.storms]
    rows += [Row(f"A vortex at {at_hex(w, hex)}.", sign="spell") for hex in position.vortices]
    rows += [Row(f"Magic is dispelled at {at_hex(w, hex)}.", sign="spell") for hex in position.dispelled]
    rows += [Row(spell_words(w, spell), position.side[spell.caster]) for spell in position.spells]
    for person, caster in position.controlled.items():
        rows.append(Row(f"**{w.persons[person].name}** obeys {w.persons[caster].name}.", position.side[person]))
    yield Paper("Weather and enchantments", tuple(rows), f"mana {position.mana}", "albion/6.0")


# Persons and items


def _rosters(table: Table) -> Iterator[Paper]:
    for seat in seats_known(table.view):
        roll, at = _roll(table, seat), table.position.at
        here = [person for person in roll if at[person] >= 0]
        rows = [_person(table, person) for person in here]
        for words, where in (("Not yet here", (AWAY,)), ("Dead", (DEAD,)), ("Gone", (GONE,))):
            names = [table.w.persons[person].name for person in roll if at[person] in where]
            rows += [Row(f"{words}: {', '.join(names)}", seat)] * bool(names)
        yield Paper(f"Roster of {_whose(seat)}", tuple(rows), f"{len(here)} on the map", "albion/7.9a")


def _whose(seat: int) -> str:
    return SEAT_NAMES[seat].replace("The ", "the ")


def _roll(table: Table, seat: int) -> list[int]:
    """Return a seat's persons: by kingdom and rank, those who are dead or away last."""
    w, position = table.w, table.position
    own = [person for person in range(len(position.at)) if position.side[person] == seat]
    own = [person for person in own if w.persons[person].state != "later" or position.at[person] != AWAY]
    last = len(w.kingdoms)
    return sorted(
        own,
        key=lambda one: (position.at[one] < 0, w.p_kingdom[one] % (last + 1), -position.rank[one], one),
    )


def _person(table: Table, person: int) -> Row:
    w, position = table.w, table.position
    one = w.persons[person]
    hex = position.at[person]
    rank = RANK_NAMES[position.rank[person]]
    parts = [rank] * bool(rank) + [f"combat {ratings.combat(position, person)}"]
    parts += [f"magic {ratings.magic(position, person)}", f"command {ratings.command(position, person)}"]
    where = f"aboard {w.ships[position.aboard[person]].name}" if position.aboard[person] >= 0 else at_hex(w, hex)
    sleeps = "" if position.awake[person] else ", asleep"
    text = f"**{one.name}** {where}{sleeps}: {', '.join(parts)}"
    return Row(text, position.side[person], dots=position.wounds[person], of=one.combat, sign="")


def _items(table: Table) -> Iterator[Paper]:
    w, position = table.w, table.position
    rows = []
    for item, thing in enumerate(w.items):
        bearer = position.bearer[item] if thing.id else BROKEN
        where = _holder(table, item, bearer)
        if where:
            seat = position.side[bearer] if is_person(bearer) else -1
            rows.append(Row(f"**{thing.name}** {where}", seat, sign="artifact" if seat < 0 else ""))
    if rows:
        yield Paper("Magic items", tuple(rows), "as far as you know", "albion/20.0a")


def _holder(table: Table, item: int, bearer: int) -> str:
    """Say where an item is, nothing where that is not known or it is out of play."""
    w, hex = table.w, table.position.item_at[item]
    at = f"at {at_hex(w, hex)}" if hex >= 0 else ""
    if bearer in (LYING, STORED, UNFOUND):
        return f"{ {LYING: 'lies', STORED: 'is stored', UNFOUND: 'may be found'}[bearer] } {at}"
    if not is_piece(bearer):
        return ""
    if is_person(bearer):
        return f"with {w.persons[bearer].name}"
    return f"{'aboard' if is_ship(bearer) else 'with'} {name(w, bearer)} {at}"


# Losses


def _losses(table: Table) -> Iterator[Paper]:
    """What each side has lost, and what is left of the other one's armies: all that is said aloud."""
    view, position, w = table.view, table.position, table.w
    for seat in (FOMORIAN, FAERIE):
        rows = []
        for colour, one in enumerate(w.colours):
            if one.side == seat and (view.strength[colour] or position.lost[colour]):
                lost = f"{position.lost[colour]} lost" if position.lost[colour] else ""
                rows.append(Row(f"**{one.name}**: {view.strength[colour]} on the map", seat, lost))
        dead = [
            w.persons[person].name for person, hex in enumerate(position.at) if hex == DEAD and w.p_side[person] == seat
        ]
        sunk = [
            one.name for one, hex in zip(w.ships, position.ship_at, strict=True) if hex == DEAD and one.side == seat
        ]
        rows += [Row(f"Dead: {', '.join(dead)}", seat)] * bool(dead)
        rows += [Row(f"Sunk: {', '.join(sunk)}", seat)] * bool(sunk)
        ruins = [w.fortress_name[hex] for hex in position.ruined if w.fortress_side[hex] == seat]
        rows += [Row(f"Destroyed: {', '.join(ruins)}", seat)] * bool(ruins)
        rows += [Row(text, seat, value) for text, value in _by_cause(table, seat)]
        yield Paper(f"Armies of {_whose(seat)}", tuple(rows), "Combat Strength Points", "albion/21.2b")


def _by_cause(table: Table, seat: int) -> Iterator[tuple[str, str]]:
    for key, n in sorted(table.position.causes.items()):
        side, _, rest = key.partition(" ")
        what, _, cause = rest.partition(" ")
        if side == SEAT_WORDS[seat] and n:
            yield f"{_CAUSES.get(what, what)} lost: {cause}", str(n)
