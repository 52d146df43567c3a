"""What can be wrong with a pack's counters and set-up: ids, names that the rules need, places nobody can stand in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from tanelorn.core.errors import BadData, nearest
from tanelorn.games.albion.pack.files import (
    COUNTERS_FILE,
    SETUP_FILE,
    BoardFile,
    CountersFile,
    GroupEntry,
    HexEntry,
    Pack,
    PersonEntry,
)

_ID = re.compile(r"[a-z][a-z0-9_]*")


def twice(ids: Iterable[str]) -> list[str]:
    """Return what is there more than once."""
    return [id for id, count in Counter(ids).items() if count > 1]


def odd_ids(ids: Iterable[str]) -> list[str]:
    """Return what cannot be an id."""
    return [id for id in ids if not _ID.fullmatch(id)]


BECOMES = {"corin": "cait_sith", "callach": "callachs_waff"}
"""Whom a successor replaces (2.3h)."""


def counter_faults(counters: CountersFile, board: BoardFile, ours: CountersFile) -> Iterator[BadData]:
    """Yield what is wrong with the counters. The rules name every colour, person and item of ours."""
    yield from _ids(counters)
    yield from _colours(counters, board, ours)
    yield from _codes(counters, ours)
    yield from _persons(counters, [entry.hex for entry in board.hexes])
    yield from _ships(counters)
    yield from _items(counters, ours)
    yield from _heirs(counters)


def _fault(why: str, remedy: str, clause: str = "") -> BadData:
    return BadData(f"{COUNTERS_FILE}: {why}", remedy=remedy, clause=clause)


def _ids(counters: CountersFile) -> Iterator[BadData]:
    for what, ids in (
        ("colour", [entry.id for entry in counters.colour]),
        ("person", [entry.id for entry in counters.person]),
        ("ship", [entry.id for entry in counters.ship]),
        ("item", [entry.id for entry in counters.item]),
    ):
        for id in twice(ids):
            yield _fault(f"The {what} {id} is there twice.", f"Give each {what} its own id.")
        for id in odd_ids(ids):
            yield _fault(f"“{id}” cannot be the id of a {what}.", "Use small letters, digits and _, a letter first.")


def _colours(counters: CountersFile, board: BoardFile, ours: CountersFile) -> Iterator[BadData]:
    kingdoms = {entry.id: entry.side for entry in board.kingdoms}
    ids = [entry.id for entry in counters.colour]
    for id in (entry.id for entry in ours.colour):
        if id not in ids:
            yield _fault(f"There is no colour {id}, which the rules name.", nearest(id, ids), "albion/3.0c")
    for entry in counters.colour:
        if entry.kingdom not in kingdoms:
            yield _fault(f"{entry.id} is of “{entry.kingdom}”, which is no kingdom.", nearest(entry.kingdom, kingdoms))
        elif kingdoms[entry.kingdom] != entry.side:
            yield _fault(f"{entry.id} and its kingdom {entry.kingdom} are not of one side.", "Change one of the two.")
        if entry.move < 1:
            yield _fault(f"Armies of {entry.id} have no movement.", "Give it 1 or more.", "albion/3.0g")


def _codes(counters: CountersFile, ours: CountersFile) -> Iterator[BadData]:
    """Persons keep the order of their numbers, by which rolls are ordered (2.0b), and the ids of ours."""
    wanted = {entry.code: entry.id for entry in ours.person}
    codes = [entry.code for entry in counters.person]
    if codes != list(wanted):
        missing = next((code for code in wanted if code not in codes), "")
        yield _fault(
            f"The persons are not the {len(wanted)} of the rules in the order of their numbers.",
            f"{missing} is missing." if missing else "Put them into the order of ours.",
            "albion/7.9a",
        )
    for entry in counters.person:
        if wanted.get(entry.code, entry.id) != entry.id:
            yield _fault(
                f"{entry.code} is called {entry.id}.",
                f"The id is {wanted[entry.code]}; only the name may be another.",
                f"albion/7.9/{entry.code}",
            )


def _persons(counters: CountersFile, hexes: list[str]) -> Iterator[BadData]:
    sides: dict[str, str] = {entry.id: entry.side for entry in counters.colour}
    items = {entry.id: entry.kind for entry in counters.item}
    for entry in counters.person:
        yield from _person(entry, sides, hexes)
        for item, kind in ((entry.possession, "possession"), (entry.carries, "heirloom")):
            if item and items.get(item) != kind:
                yield _fault(f"{entry.id} has “{item}”, which is no {kind}.", nearest(item, items), "albion/20.0c")
    held = [item for entry in counters.person for item in (entry.possession, entry.carries) if item]
    for item in twice(held):
        yield _fault(f"Two persons have {item}.", "Give it to one.", "albion/2.3i")
    for id in items:
        if items[id] != "artifact" and id not in held:
            yield _fault(f"Nobody has {id}.", "Let somebody possess or carry it.", "albion/20.0c")


def _person(entry: PersonEntry, sides: dict[str, str], hexes: list[str]) -> Iterator[BadData]:
    clause = f"albion/7.9/{entry.code}"
    if entry.colour and entry.colour not in sides:
        yield _fault(f"{entry.id} is of “{entry.colour}”, which is no colour.", nearest(entry.colour, sides), clause)
    elif entry.colour and sides[entry.colour] != entry.side:
        yield _fault(f"{entry.id} and {entry.colour} are not of one side.", "Change one of the two.", clause)
    if entry.combat < 1 or entry.move_alone < 1:
        yield _fault(f"{entry.id} has no combat strength or no movement.", "Give 1 or more.", clause)
    if min(entry.magic, entry.command) < 0:
        yield _fault(f"{entry.id} has less than no magic or command.", "Give 0 or more.", clause)
    if entry.escort and (entry.move_escorted < 1 or not entry.colour):
        yield _fault(f"{entry.id} has an escort that cannot march.", "Give move_escorted and a colour.", "albion/2.3c")
    if entry.home and entry.home not in hexes:
        yield _fault(f"The home of {entry.id} is {entry.home}, which is no hex.", nearest(entry.home, hexes), clause)
    if entry.becomes != BECOMES.get(entry.id, ""):
        wanted = BECOMES.get(entry.id, "")
        yield _fault(f"{entry.id} becomes “{entry.becomes}”.", f"The rules say: “{wanted}”.", "albion/2.3h")


def _ships(counters: CountersFile) -> Iterator[BadData]:
    colours = [entry.id for entry in counters.colour]
    for ship in counters.ship:
        if ship.colour not in colours:
            yield _fault(f"{ship.id} is of “{ship.colour}”, which is no colour.", nearest(ship.colour, colours))
        for what, (full, damaged) in (("movement", ship.move), ("strength", ship.strength)):
            if not 1 <= damaged <= full:
                yield _fault(
                    f"{ship.id}: {what} is {full} and, damaged, {damaged}.",
                    "Give both 1 or more, the second no more than the first.",
                    "albion/2.3b",
                )


def _items(counters: CountersFile, ours: CountersFile) -> Iterator[BadData]:
    colours = [entry.id for entry in counters.colour]
    by_number = {entry.number: entry.id for entry in counters.item}
    wanted = {entry.number: entry.id for entry in ours.item}
    for number, id in wanted.items():
        if by_number.get(number) != id:
            yield _fault(
                f"Item {number:02d} is {by_number.get(number, 'missing')}.",
                f"It is {id}; its name may be another.",
                f"albion/20.6/{number:02d}",
            )
    for number in sorted(set(by_number) - set(wanted)):
        yield _fault(f"There is no item {number}.", f"They are numbered 1 to {len(wanted)}.", "albion/20.0a")
    for item in counters.item:
        if item.colour and item.colour not in colours:
            yield _fault(f"{item.id} works for “{item.colour}”, which is no colour.", nearest(item.colour, colours))


def _heirs(counters: CountersFile) -> Iterator[BadData]:
    persons = [entry.id for entry in counters.person]
    for entry in counters.succession:
        for id in (*entry.dead, entry.heir):
            if id not in persons:
                yield _fault(f"The succession names “{id}”, who is nobody.", nearest(id, persons), entry.clause)
        if entry.heir in entry.dead or not entry.dead:
            yield _fault(f"{entry.heir} has nobody else to succeed.", "Name who must be dead.", entry.clause)


def setup_faults(pack: Pack) -> Iterator[BadData]:
    """Yield what is wrong with the set-up."""
    hexes = {entry.hex: entry for entry in pack.board.hexes}
    forts = {entry.hex for entry in pack.board.fortresses}
    for group in pack.setup.setup:
        yield from _group(group, pack.counters, hexes, forts)
    yield from _each_once(pack)
    yield from _hoards(pack)
    yield from _expedition(pack)


def _wrong(why: str, remedy: str, clause: str = "") -> BadData:
    return BadData(f"{SETUP_FILE}: {why}", remedy=remedy, clause=clause)


def _group(
    group: GroupEntry, counters: CountersFile, hexes: dict[str, HexEntry], forts: Iterable[str]
) -> Iterator[BadData]:
    called = f"{group.group} in {group.hex}"
    hex = hexes.get(group.hex)
    if hex is None:
        yield _wrong(f"{called}: there is no such hex.", nearest(group.hex, hexes), "albion/4.0.2")
        return
    if (group.persons or group.csp) and hex.kind == "sea":
        yield _wrong(f"{called}: persons and armies stand on land.", "Name a hex with land.", "albion/11.8b")
    if group.ships and hex.kind == "land":
        yield _wrong(f"{called}: {group.ships[0]} lies in a hex without sea.", "Name a coastal hex.", "albion/11.8a")
    if not 0 <= group.coast < max(1, len(hex.coasts)):
        yield _wrong(f"{called} has no coast {group.coast}.", f"Coasts are counted from 0 to {len(hex.coasts) - 1}.")
    colours = [entry.id for entry in counters.colour]
    if group.csp < 0 or (group.csp and not group.colour):
        yield _wrong(f"{called}: {group.csp} points of no colour.", "Name the colour.", "albion/2.3a")
    if group.colour and group.colour not in colours:
        yield _wrong(f"{called}: “{group.colour}” is no colour.", nearest(group.colour, colours))
    if group.csp and group.hex not in forts:
        yield _wrong(f"{called}: no fortress stands there.", "Armies start in fortresses.", "albion/chart/fortresses")
    for what, ids, known in (
        ("person", group.persons, [entry.id for entry in counters.person]),
        ("ship", group.ships, [entry.id for entry in counters.ship]),
        ("item", group.items, [entry.id for entry in counters.item]),
    ):
        for id in ids:
            if id not in known:
                yield _wrong(f"{called}: “{id}” is no {what}.", nearest(id, known))


def _each_once(pack: Pack) -> Iterator[BadData]:
    sails, later = pack.setup.expedition, set(BECOMES.values())
    for what, ids, placed in (
        (
            "person",
            [entry.id for entry in pack.counters.person if entry.id not in later],
            [id for group in pack.setup.setup for id in group.persons] + list(sails.persons),
        ),
        (
            "ship",
            [entry.id for entry in pack.counters.ship],
            [id for group in pack.setup.setup for id in group.ships] + list(sails.ships),
        ),
    ):
        for id in ids:
            if placed.count(id) != 1:
                where = "in two places" if id in placed else "nowhere"
                yield _wrong(f"The {what} {id} starts {where}.", f"Give each {what} one place.", "albion/4.0.2")
        for id in later & set(placed):
            yield _wrong(f"{id} starts on the map.", "It comes when another dies.", "albion/2.3h")


def _hoards(pack: Pack) -> Iterator[BadData]:
    kinds = {entry.id: entry.kind for entry in pack.counters.item}
    powers = [entry.hex for entry in pack.board.places]
    placed = [id for hoard in pack.setup.artifact for id in hoard.items]
    for hoard in pack.setup.artifact:
        if hoard.hex not in powers:
            yield _wrong(
                f"Artifacts lie in {hoard.hex}, no Place of Power.", nearest(hoard.hex, powers), "albion/4.0.5"
            )
        for id in hoard.items:
            if kinds.get(id) != "artifact":
                yield _wrong(f"“{id}” in {hoard.hex} is no artifact.", nearest(id, kinds), "albion/4.0.5")
    for id, kind in kinds.items():
        if kind == "artifact" and placed.count(id) != 1:
            where = "in two places" if id in placed else "nowhere"
            yield _wrong(f"The artifact {id} lies {where}.", "Give each one place.", "albion/4.0.5")


def _expedition(pack: Pack) -> Iterator[BadData]:
    sails = pack.setup.expedition
    for what, ids, known in (
        ("person", sails.persons, [entry.id for entry in pack.counters.person]),
        ("ship", sails.ships, [entry.id for entry in pack.counters.ship]),
        ("sea", sails.zones, [entry.id for entry in pack.board.zones]),
        ("kingdom", (sails.wakes,), [entry.id for entry in pack.board.kingdoms]),
    ):
        for id in ids:
            if id not in known:
                yield _wrong(f"The expedition: “{id}” is no {what}.", nearest(id, known), "albion/10.1b")
    if not sails.zones or not sails.ships:
        yield _wrong("The expedition has no ship or no sea.", "Name one or more.", "albion/10.1b")
