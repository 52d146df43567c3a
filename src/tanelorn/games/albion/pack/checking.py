"""What can be wrong with a pack's board: every fault with its file, its entry and a remedy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import pairwise

from tanelorn.core.content import hexes
from tanelorn.core.errors import BadData, UnknownName, nearest
from tanelorn.games.albion.pack.checking_charts import chart_faults
from tanelorn.games.albion.pack.checking_counters import counter_faults, odd_ids, setup_faults, twice
from tanelorn.games.albion.pack.files import BOARD_FILE, BoardFile, HexEntry, Pack, SideEntry

FAERIE_KINGDOMS = ("albion", "gwynedd", "leinster", "ulster", "curwyllan")
FOMORIAN_KINGDOMS = ("moray", "strathclyde", "ochil", "connaught", "munster", "the_borders", "the_weald", "eastmarch")
"""The kingdoms that a rule names (4.0.3, 7.9, 19.5)."""
ZONES = ("jotun_sea", "sea_of_moray")
PLACES = 19
PLACE_TERRAIN = {5: ("mountain", "albion/19.4/06"), 18: ("mountain", "albion/19.4/06")}
"""The Places of Power of whose terrain a rule speaks."""


def faults(pack: Pack, ours: Pack) -> Iterator[BadData]:
    """Yield all that is wrong with a pack whose files can be read; what the rules name is what ours has."""
    yield from board_faults(pack.board)
    yield from chart_faults(pack.charts, pack.counters)
    yield from counter_faults(pack.counters, pack.board, ours.counters)
    yield from setup_faults(pack)


def board_faults(board: BoardFile) -> Iterator[BadData]:
    """Yield what is wrong with a board."""
    found = list(_grid(board))
    yield from found
    if found:
        return
    by_number = {entry.hex: entry for entry in board.hexes}
    yield from _realms(board)
    yield from _ground(board)
    yield from _coasts(board, by_number)
    yield from _sides(board, by_number)
    yield from _roads(board, by_number)
    yield from _fortresses(board, by_number)
    yield from _places(board, by_number)


def _fault(why: str, remedy: str, clause: str = "") -> BadData:
    return BadData(f"{BOARD_FILE}: {why}", remedy=remedy, clause=clause)


def _grid(board: BoardFile) -> Iterator[BadData]:
    """The numbers, on which all else builds."""
    for entry in board.hexes:
        try:
            column, row = hexes.place(entry.hex)
        except UnknownName as error:
            yield _fault(error.why, error.remedy, "albion/2.1a")
            continue
        if min(column, row) < 1:
            yield _fault(f"{entry.hex} is no hex number.", "Columns and rows are counted from 01.", "albion/2.1a")
    for number in twice(entry.hex for entry in board.hexes):
        yield _fault(f"The hex {number} is there twice.", "Keep one of the two.")
    if not board.hexes:
        yield _fault("The board has no hexes.", "Copy ours: tanelorn pack write albion DIR.")


def _realms(board: BoardFile) -> Iterator[BadData]:
    kingdoms, zones = [entry.id for entry in board.kingdoms], [entry.id for entry in board.zones]
    for what, ids, wanted in (("kingdom", kingdoms, (*FAERIE_KINGDOMS, *FOMORIAN_KINGDOMS)), ("sea", zones, ZONES)):
        for id in twice(ids):
            yield _fault(f"The {what} {id} is there twice.", f"Give each {what} its own id.")
        for id in odd_ids(ids):
            yield _fault(f"“{id}” cannot be the id of a {what}.", "Use small letters, digits and _, a letter first.")
        for id in wanted:
            if id not in ids:
                yield _fault(f"There is no {what} {id}, which a rule names.", nearest(id, ids), "albion/3.0c")
    for entry in board.kingdoms:
        for side, names in (("faerie", FAERIE_KINGDOMS), ("fomorian", FOMORIAN_KINGDOMS)):
            if entry.id in names and entry.side != side:
                yield _fault(f"{entry.id} is not of the {side} side.", f"Set its side to “{side}”.", "albion/1.0")
    for zone in board.zones:
        if zone.cost < 1:
            yield _fault(f"The sea {zone.id} costs {zone.cost} a hex.", "Give it 1 or more.", "albion/11.7a")


def _ground(board: BoardFile) -> Iterator[BadData]:
    kingdoms, zones = [entry.id for entry in board.kingdoms], [entry.id for entry in board.zones]
    for entry in board.hexes:
        if (entry.kind == "sea") is bool(entry.terrain):
            has = "is sea and has terrain" if entry.terrain else "has land and no terrain"
            yield _fault(f"{entry.hex} {has}.", "Name the terrains of land, and none at sea.", "albion/11.8b")
        if (entry.kind == "land") is bool(entry.zone):
            has = "has no sea and names one" if entry.zone else "has sea and does not say which"
            yield _fault(f"{entry.hex} {has}.", "Each hex with sea lies in one sea.", "albion/chart/seas")
        if entry.zone and entry.zone not in zones:
            yield _fault(f"{entry.hex} lies in “{entry.zone}”, which is no sea.", nearest(entry.zone, zones))
        if entry.kingdom and entry.kingdom not in kingdoms:
            yield _fault(
                f"{entry.hex} belongs to “{entry.kingdom}”, which is no kingdom.", nearest(entry.kingdom, kingdoms)
            )
        if entry.kingdom and entry.kind == "sea":
            yield _fault(f"{entry.hex} is all sea and belongs to {entry.kingdom}.", "Leave the kingdom out.")
        for terrain in twice(entry.terrain):
            yield _fault(f"{entry.hex} has {terrain} twice.", "Name it once.")
    wild = sum(entry.aspect == "wild" for entry in board.hexes)
    if wild != PLACES:
        yield _fault(
            f"{wild} hexes are of wild magic.", f"The {PLACES} Places of Power are, and no others.", "albion/chart/map"
        )


@lru_cache(maxsize=8192)  # of what is no number somebody may write as many as they like
def _near(number: str) -> Collection[str]:
    """Return the numbers around a hex; none around what is no number."""
    try:
        return tuple(hexes.neighbours(number).values())
    except UnknownName:
        return ()


def _coasts(board: BoardFile, by_number: dict[str, HexEntry]) -> Iterator[BadData]:
    dry = {frozenset((side.a, side.b)) for side in board.sides if side.dry}
    for entry in board.hexes:
        if entry.coasts and (entry.kind != "coast" or len(entry.coasts) < 2):
            yield _fault(f"{entry.hex} lists coasts.", "Only coastal hexes with two or more do.", "albion/12.1f")
        for other in (other for coast in entry.coasts for other in coast):
            if other not in by_number or other not in _near(entry.hex) or by_number[other].kind == "land":
                yield _fault(
                    f"A coast of {entry.hex} opens on {other}, which is no hex with sea beside it.",
                    f"Name some of {', '.join(_near(entry.hex))}.",
                    "albion/12.1f",
                )
            elif frozenset((entry.hex, other)) in dry:
                yield _fault(
                    f"A coast of {entry.hex} opens on {other}, but the side between them is dry.",
                    "Leave one of the two out.",
                    "albion/11.8f",
                )


def _sides(board: BoardFile, by_number: dict[str, HexEntry]) -> Iterator[BadData]:
    for a, b in twice_pairs(board.sides):
        yield _fault(f"The side of {a} and {b} is there twice.", "Keep one of the two.")
    for side in board.sides:
        called = f"The side of {side.a} and {side.b}"
        for id in (side.a, side.b):
            if id not in by_number:
                yield _fault(f"{called}: there is no hex {id}.", nearest(id, by_number))
        if side.b not in _near(side.a) and side.a in by_number:
            yield _fault(f"{called}: they are no neighbours.", f"Around {side.a} lie {', '.join(_near(side.a))}.")
        elif side.a in by_number and side.b in by_number:
            yield from _one_side(side, called, by_number[side.a].kind, by_number[side.b].kind)


def _one_side(side: SideEntry, called: str, *kinds: str) -> Iterator[BadData]:
    if side.wet and kinds == ("land", "land"):
        yield _fault(f"{called} is wet, but neither of them has sea.", "Leave “wet” out.", "albion/11.8f")
    if side.dry and kinds != ("coast", "coast"):
        yield _fault(f"{called} is dry, but they are not both coastal.", "Leave “dry” out.", "albion/11.8f")
    if side.wet and side.dry:
        yield _fault(f"{called} is wet and dry.", "Keep one of the two.", "albion/11.8f")
    if side.crossing and not side.river:
        yield _fault(f"{called} has a {side.crossing} and no river.", "Name the river.", "albion/11.8e")
    if side.crossing == "ford" and side.river == "major":
        yield _fault(f"{called} has a ford over a major river.", "Make it a ferry or a bridge.", "albion/11.8c")


def twice_pairs(sides: Iterable[SideEntry]) -> list[tuple[str, str]]:
    """Return the pairs of hexes that have more than one entry."""
    pairs = Counter((min(side.a, side.b), max(side.a, side.b)) for side in sides)
    return [pair for pair, count in pairs.items() if count > 1]


def _roads(board: BoardFile, by_number: dict[str, HexEntry]) -> Iterator[BadData]:
    closed = {
        frozenset((side.a, side.b)): side
        for side in board.sides
        if side.wet or side.ridge == "mountain" or (side.river == "major" and not side.crossing)
    }
    for kind, ways in (("trail", board.trails), ("Faerie road", board.faerie_roads)):
        for way in ways:
            called = f"The {kind} from {way[0]} to {way[-1]}" if way else f"A {kind}"
            if len(way) < 2:
                yield _fault(f"{called} has fewer than two hexes.", "Name its hexes in order.")
            for hex in way:
                if hex not in by_number or by_number[hex].kind == "sea":
                    yield _fault(f"{called} runs through {hex}, which is no land.", nearest(hex, by_number))
            for one, other in pairwise(way):
                if other not in _near(one):
                    yield _fault(f"{called}: {one} and {other} are no neighbours.", "Name every hex on the way.")
                elif frozenset((one, other)) in closed:
                    yield _fault(
                        f"{called} crosses the side of {one} and {other}, which none can cross.",
                        "Give that side a crossing, a pass or a tunnel, or lead the way elsewhere.",
                        "albion/11.5a",
                    )


def _fortresses(board: BoardFile, by_number: dict[str, HexEntry]) -> Iterator[BadData]:
    for number in twice(entry.hex for entry in board.fortresses):
        yield _fault(f"{number} has two fortresses.", "Keep one of the two.", "albion/17.0")
    for entry in board.fortresses:
        if entry.hex not in by_number or by_number[entry.hex].kind == "sea":
            yield _fault(
                f"The fortress {entry.name} stands in {entry.hex}, which is no land.",
                nearest(entry.hex, by_number),
                "albion/17.0",
            )
        if entry.bonus < 0:
            yield _fault(f"{entry.name} has a bonus of {entry.bonus}.", "Give it 0 or more.", "albion/21.3")


def _places(board: BoardFile, by_number: dict[str, HexEntry]) -> Iterator[BadData]:
    numbers = [entry.number for entry in board.places]
    for wanted in range(1, PLACES + 1):
        if numbers.count(wanted) != 1:
            yield _fault(
                f"{numbers.count(wanted) or 'No'} places are Place of Power {wanted:02d}.",
                "Give each of the 19 one entry.",
                f"albion/19.5/{wanted:02d}",
            )
    for number in sorted(set(numbers) - set(range(1, PLACES + 1))):
        yield _fault(f"There is no Place of Power {number}.", f"They are numbered 1 to {PLACES}.", "albion/19.5a")
    for hex in twice(entry.hex for entry in board.places):
        yield _fault(f"{hex} is two Places of Power.", "Give each a hex of its own.", "albion/19.5a")
    for place in board.places:
        entry = by_number.get(place.hex)
        if entry is None or entry.kind == "sea":
            yield _fault(f"{place.name} lies in {place.hex}, which is no land.", nearest(place.hex, by_number))
        elif entry.aspect != "wild":
            yield _fault(
                f"{place.name} in {place.hex} is not of wild magic.", "Set its aspect to “wild”.", "albion/2.1b"
            )
        elif place.number in PLACE_TERRAIN and PLACE_TERRAIN[place.number][0] not in entry.terrain:
            terrain, clause = PLACE_TERRAIN[place.number]
            yield _fault(f"{place.name} in {place.hex} is no {terrain}.", f"Add “{terrain}”.", clause)
