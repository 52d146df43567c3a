"""What stands on the board: each stack as a pile of counters, ships by coast, and what lies in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Piece, Stack
from tanelorn.games.albion.knowledge.view import AlbionView
from tanelorn.games.albion.shown.remembered import draw_remembered, draw_tops
from tanelorn.games.albion.shown.table import Pile, Table, seats_known
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.deeds import BOUND, DONE, HELD, IN_HAND
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.cards import (
    army_card,
    army_face,
    item_card,
    person_card,
    person_face,
    person_text,
    ship_card,
    ship_face,
)
from tanelorn.games.albion.state.printed.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.state.printed.pieces import (
    STORED,
    colour_of,
    is_person,
    is_ship,
    is_troops,
    ship_code,
    ship_of,
    troops_code,
)
from tanelorn.games.albion.state.sight import Top
from tanelorn.games.albion.state.stacks import top_ashore, top_at_sea


def table_of(view: AlbionView) -> Table:
    """Return what is needed to draw a view."""
    position = view.seen
    tops: dict[tuple[int, int, int], list[Top]] = {}
    for top in view.tops:
        tops.setdefault((top.seat, top.hex, top.coast), []).append(top)
    return Table(view, position, position.world, tuple(_piles(view, position)), _at_issue(position), tops)


def _at_issue(position: AlbionPosition) -> int:
    """Return the hex to whose armies picks refer: that of the group in hand, of the question, of the battle."""
    if position.march:
        return position.hex_of(position.march[0])
    step = position.agenda[-1] if position.agenda else None
    for holder in (step, getattr(step, "due", None), getattr(step, "fight", None)):
        hex = getattr(holder, "hex", -1)
        if isinstance(hex, int) and hex >= 0:
            return hex
    return position.battle.fight.hex if position.battle is not None else -1


def _piles(view: AlbionView, position: AlbionPosition) -> Iterator[Pile]:
    """Every stack of the viewer's own."""
    hexes = sorted({*position.people, *position.troops, *position.fleets})
    for seat in seats_known(view):
        for hex in hexes:
            armies = position.armies_of(seat, hex)
            ashore = tuple(army for army in armies if army.ship < 0)
            persons = position.ashore(seat, hex)
            if persons or ashore:
                yield Pile(seat, hex, -1, tuple(_by_rank(position, persons)), ashore, ())
            if hex not in position.fleets:
                continue
            for coast in sorted({position.coast[ship] for ship in position.ships_of(seat, hex)}):
                ships = position.ships_of(seat, hex, coast)
                top = ship_of(top_at_sea(position, seat, hex, coast))
                sailors = [one for one in position.persons_of(seat, hex) if position.aboard[one] in ships]
                cargo = tuple(army for army in armies if army.ship in ships)
                fleet = sorted(ships, key=lambda ship: (ship != top, ship))
                yield Pile(seat, hex, coast, tuple(_by_rank(position, sailors)), cargo, tuple(fleet))


def _by_rank(position: AlbionPosition, persons: Iterable[int]) -> list[int]:
    return sorted(persons, key=lambda one: (-position.rank[one], -position.world.p_command[one], one))


# Pieces


def draw_pieces(table: Table) -> tuple[Piece, ...]:
    """Say which counters lie on the board."""
    return (*_ruins(table), *draw_tops(table), *(_pile_piece(table, pile) for pile in table.piles))


def army_id(table: Table, colour: int, hex: int) -> str:
    """Return the id of an army's counter: plain in the hex that is at issue, with the hex elsewhere."""
    id = f"army-{table.w.colours[colour].id}"
    return id if hex == table.at_issue else f"{id}-{table.w.number[hex]}"


def top_of(table: Table, pile: Pile) -> int:
    """Return the code of the topmost counter of a pile: the leader's while it is in hand, else its owner's choice."""
    if table.position.march:
        leader = table.position.march[0]
        if leader in pile.persons or (is_ship(leader) and ship_of(leader) in pile.ships):
            return leader
    if pile.coast >= 0:
        return ship_code(pile.ships[0])
    return top_ashore(table.position, pile.seat, pile.hex)


def _pile_piece(table: Table, pile: Pile) -> Piece:
    """A pile of the viewer's own: what it is worth on the tab, the part in hand first."""
    w, position = table.w, table.position
    code = top_of(table, pile)
    total, in_hand = _points(position, pile), _points_in_hand(table, pile)
    held = any(code in table.position.march for code in (*pile.persons, *(ship_code(ship) for ship in pile.ships)))
    worth = f"{in_hand} of {total}" if held and in_hand != total else str(total) if total else ""
    high = len(pile.persons) + len(pile.armies) + len(pile.ships)
    return structs.replace(
        face_of(table, code, pile),
        space=w.number[pile.hex],
        coast=str(pile.coast) if pile.coast >= 0 and w.coast[pile.hex] else "",
        high=high,
        total=worth if high > 1 or held or is_person(code) else "",
        held=held,
    )


def face_of(table: Table, code: int, pile: Pile) -> Piece:
    """The counter of a piece of the viewer's own."""
    w, position = table.w, table.position
    if is_ship(code):
        ship = ship_of(code)
        return ship_face(w, ship, hurt=bool(position.hurt[ship]), refit=bool(position.refit[ship]))
    if is_troops(code):
        colour = colour_of(code)
        n = sum(army.n for army in pile.armies if army.colour == colour)
        asleep = not position.roused[w.c_kingdom[colour]]
        face = army_face(w, colour, n, asleep=asleep)
        return structs.replace(face, id=army_id(table, colour, pile.hex))
    return person_face(
        w,
        code,
        position.side[code],
        combat=ratings.combat(position, code),
        rank=ratings.rank(position, code),
        asleep=not position.awake[code],
    )


def _points(position: AlbionPosition, pile: Pile) -> int:
    return pile.points + sum(position.escort[one] for one in pile.persons)


def _points_in_hand(table: Table, pile: Pile) -> int:
    armies = sum(army.n for army in pile.armies if army.did & IN_HAND)
    return armies + sum(table.position.escort[one] for one in pile.persons if one in table.position.march)


def _ruins(table: Table) -> Iterator[Piece]:
    """A marker where a fortress has been destroyed (17.0b)."""
    for hex in table.position.ruined:
        number = table.w.number[hex]
        yield Piece(f"ruins-{number}", number, -1, "ruins", label=f"Ruins of {table.w.fortress_name[hex]}")


# What lies in a pile


def draw_stacks(table: Table) -> tuple[Stack, ...]:
    """Say what an open stack shows."""
    own = [_stack(table, pile) for pile in table.piles]
    return (*own, *draw_remembered(table))


def _stack(table: Table, pile: Pile) -> Stack:
    piece = face_of(table, top_of(table, pile), pile).id
    where = at_hex(table.w, pile.hex)
    return Stack(
        piece, f"{SEAT_NAMES[pile.seat]} {'off' if pile.coast >= 0 else 'at'} {where}", tuple(cards_of(table, pile))
    )


def cards_of(table: Table, pile: Pile) -> list[Card]:
    """Return what lies in a pile as cards: ships, persons each with their troops, uncommanded troops, items."""
    cards = [known_ship(table, ship) for ship in pile.ships]
    left = list(pile.armies)
    for person in pile.persons:
        own = [army for army in left if army.chief == person]
        cards.append(known_person(table, person))
        cards += [_army_card(table, army, pile.hex) for army in own]
        left = [army for army in left if army not in own]
    cards += [_army_card(table, army, pile.hex) for army in left]
    return cards + list(_items(table, pile))


def known_person(table: Table, person: int) -> Card:
    """A person whose player looks: wounds, strengths of now, what they have done, whom they lead."""
    w, position = table.w, table.position
    face = person_face(
        w,
        person,
        position.side[person],
        combat=ratings.combat(position, person),
        rank=ratings.rank(position, person),
        asleep=not position.awake[person],
    )
    notes = ["escorted"] * position.escort[person]
    if table.moving and position.spent[person]:
        notes.append(f"moved {position.spent[person]}")
    if position.did[person] & BOUND:
        notes.append("enchanted")
    if position.aboard[person] >= 0:
        notes.append(f"aboard {w.ships[position.aboard[person]].name}")
    one = w.persons[person]
    card = person_card(
        w,
        person,
        face,
        note=", ".join(notes),
        text=" ".join((_titled(one.title), _now(position, person), person_text(w, person, position.rank[person]))),
        held=person in position.march,
        spent=table.moving and bool(position.did[person] & (DONE | HELD)),
    )
    return structs.replace(card, dots=position.wounds[person], of=one.combat)


def _titled(title: str) -> str:
    return f"{title[:1].upper()}{title[1:]}."


def _now(position: AlbionPosition, person: int) -> str:
    """Say what a person is worth now."""
    parts = [
        f"combat {ratings.combat(position, person)}",
        f"magic {ratings.magic(position, person)}",
        f"command {ratings.command(position, person)}",
    ]
    wounds = position.wounds[person]
    hurt = f"{amount(wounds, 'wound')}. " if wounds else ""
    return f"{hurt}Now {', '.join(parts)}."


def _army_card(table: Table, army: Army, hex: int) -> Card:
    w = table.w
    notes = []
    if army.chief >= 0:
        notes.append(f"under {w.persons[army.chief].name}")
    if army.ship >= 0:
        notes.append(f"aboard {w.ships[army.ship].name}")
    if table.moving and army.spent:
        notes.append(f"moved {army.spent}")
    id = f"piece:army-{w.colours[army.colour].id}" if hex == table.at_issue else ""
    note = ", ".join(notes) or "uncommanded"
    return army_card(w, army.colour, army.n, id=id, note=note, held=bool(army.did & IN_HAND))


def known_ship(table: Table, ship: int) -> Card:
    """A ship whose player looks at her: damage, refit, cargo."""
    w, position = table.w, table.position
    face = ship_face(w, ship, hurt=bool(position.hurt[ship]), refit=bool(position.refit[ship]))
    hex = position.ship_at[ship]
    cargo = [w.persons[one].name for one in position.people.get(hex, ()) if position.aboard[one] == ship]
    armies = position.troops.get(hex, ())
    cargo += [f"{army.n} {w.colours[army.colour].name}" for army in armies if army.ship == ship]
    notes = ["damaged"] * position.hurt[ship] + ["refitting"] * position.refit[ship]
    notes += [f"carries {', '.join(cargo)}"] if cargo else []
    held = ship_code(ship) in table.position.march
    return ship_card(w, ship, face, note=", ".join(notes), held=held)


def _items(table: Table, pile: Pile) -> Iterator[Card]:
    """The magic items in a pile, with who has them; what is stored in the fortress lies with those ashore."""
    w, position = table.w, table.position
    if pile.hex not in position.item_at:
        return
    for item, bearer in enumerate(position.bearer):
        if not item or position.item_at[item] != pile.hex:
            continue
        if is_person(bearer) and bearer in pile.persons:
            yield item_card(w, item, note=w.persons[bearer].name, seat=pile.seat)
        elif is_troops(bearer) and any(troops_code(army.colour) == bearer for army in pile.armies):
            yield item_card(w, item, note=w.colours[colour_of(bearer)].name, seat=pile.seat)
        elif is_ship(bearer) and ship_of(bearer) in pile.ships:
            yield item_card(w, item, note=w.ships[ship_of(bearer)].name, seat=pile.seat)
        elif bearer == STORED and pile.coast < 0 and w.fortress_side[pile.hex] == pile.seat:
            yield item_card(w, item, note="stored here", seat=pile.seat)
