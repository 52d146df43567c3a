"""What a viewer knows of stacks that are closed to them: their tops, what they were told, what they once saw."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from tanelorn.core.scene import Card, Piece, Stack
from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.shown.table import Table
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import CSPS, DEAD, HEROES, PERSONS
from tanelorn.games.albion.state.printed.cards import (
    army_card,
    army_face,
    code_face,
    item_card,
    person_card,
    person_text,
    ship_card,
    ship_face,
)
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex, name
from tanelorn.games.albion.state.printed.pieces import colour_of, is_person, is_ship, is_troops, ship_code, ship_of
from tanelorn.games.albion.state.printed.spells import Look
from tanelorn.games.albion.state.sight import Top


def draw_tops(table: Table) -> Iterator[Piece]:
    """Draw what lies on top of stacks that the viewer may not look into."""
    w = table.w
    for top in table.view.tops:
        face = code_face(w, top.code, top.seat, top.sign)
        if is_troops(top.code):
            colour = colour_of(top.code)
            asleep = not table.position.roused[w.c_kingdom[colour]]
            face = structs.replace(army_face(w, colour, asleep=asleep), id=top_id(table, top))
        elif is_person(top.code) and not table.position.awake[top.code]:
            face = structs.replace(face, sign="moon")
        yield structs.replace(
            face,
            space=w.number[top.hex],
            coast=str(top.coast) if top.coast >= 0 and w.coast[top.hex] else "",
            total=_supposed(table, top) if _is_first(table, top) else "",
        )


def _is_first(table: Table, top: Top) -> bool:
    return table.tops[top[:3]][0] == top


def _place(table: Table, top: Top) -> list[str]:
    """Say that a piece lies on top; whoever else is seen has been named in a challenge, or has come out of hiding."""
    return ["on top"] if _is_first(table, top) else []


def _supposed(table: Table, top: Top) -> str:
    """What is written on the tab of an enemy's pile: what was last seen there, else that nobody knows."""
    look = _look(table.view, top)
    if look is None or top.coast >= 0:
        return "?"
    return f"{sum(army[1] for army in look.armies) + sum(escort for _, escort in look.persons)}?"


def _look(view: AlbionView, top: Top) -> Look | None:
    if view.viewer not in (0, 1) or top.seat == view.viewer:
        return None
    return view.seen.looks[view.viewer].get(top.hex)


def draw_remembered(table: Table) -> Iterator[Stack]:
    """Say what is known of stacks that the viewer may not look into."""
    view, w = table.view, table.w
    for (seat, hex, coast), tops in table.tops.items():
        cards = [top_card(table, top) for top in tops]
        look, note = _look(view, tops[0]), ""
        if look is not None:
            cards += _looked(table, look, {top.code for top in tops}, coast)
            note = f"as seen in turn {look.turn}"
        elif coast < 0 and (told := view.seen.told[view.viewer].get(hex, 0) if view.viewer in (0, 1) else 0):
            note = f"{_told(told)} here, as you were told"
        title = f"{SEAT_NAMES[seat]} {'off' if coast >= 0 else 'at'} {at_hex(w, hex)}"
        yield Stack(top_id(table, tops[0]), title, tuple(cards), note)


def top_id(table: Table, top: Top) -> str:
    """Return the id of a top's counter; armies of one colour lie in many hexes."""
    id = code_face(table.w, top.code, top.seat, top.sign).id
    return f"{id}-{table.w.number[top.hex]}" if is_troops(top.code) else id


def _told(bits: int) -> str:
    words = [text for bit, text in ((CSPS, "troops"), (HEROES, "heroes"), (PERSONS, "persons")) if bits & bit]
    return " and ".join(words).capitalize() or "Nothing"


def top_card(table: Table, top: Top) -> Card:
    """The topmost piece of a stack as a card: what its counter says, no more."""
    w, position = table.w, table.position
    if is_ship(top.code):
        ship = ship_of(top.code)
        notes = _place(table, top) + ["damaged"] * position.hurt[ship] + ["refitting"] * position.refit[ship]
        return ship_card(w, ship, code_face(w, top.code, top.seat, top.sign), note=", ".join(notes))
    if is_troops(top.code):
        return army_card(w, colour_of(top.code), 0, note=", ".join(_place(table, top)))
    notes = _place(table, top) + ["escorted"] * top.sign + ["enchanted"] * bool(position.did[top.code] & BOUND)
    face = code_face(w, top.code, top.seat, top.sign)
    title = w.persons[top.code].title
    text = f"{title[:1].upper()}{title[1:]}. {person_text(w, top.code, position.rank[top.code])}"
    return person_card(w, top.code, face, note=", ".join(notes), text=text)


def _looked(table: Table, look: Look, open: set[int], coast: int) -> Iterator[Card]:
    """What was seen: ships of all coasts of the hex lie with each of its fleets."""
    w = table.w
    seat = 1 - table.view.viewer
    if coast >= 0:
        for ship, hurt in look.ships:
            if ship_code(ship) not in open and table.position.ship_at[ship] != DEAD:
                carried = ", ".join(name(w, code) for code, _, deck in look.cargo if deck == ship)
                note = f"carries {carried}" if carried else ""
                yield ship_card(w, ship, ship_face(w, ship, hurt=bool(hurt)), note=note)
        return
    for person, escort in look.persons:
        if person not in open:
            yield person_card(w, person, code_face(w, person, seat), note="escorted" if escort else "")
    for colour, n, chief in look.armies:
        yield army_card(w, colour, n, note=f"under {w.persons[chief].name}" if chief >= 0 else "uncommanded")
    for item, bearer in look.items:
        yield item_card(w, item, note=w.persons[bearer].name if is_person(bearer) else "", seat=seat)
