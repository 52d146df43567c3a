"""A position by name, as rule cases write it.

    position.scenario = "long"            # seats and victory; nations are those that the seats name
    position.turn = 3
    position.active = "second"            # the first seat unless said
    position.phase = "move"               # appear, replace, move, declare, search, magic, combat, muster, balance
    position.balance = "chaos 3"          # or "neutral", "law 2", "tipped to chaos, turn 7"
    position.first = { nations = ["vilmir"], units = { jadmar = ["naclon", "vilmir army*4", "vilmir fleet 1"] },
                       spells = { naclon = ["arkyn"] }, captured = ["dhakos"] }
    position.neutral = { melnibone = ["yyrkoon", "elric"] }   # counters on the board that are nobody's
    position.elric = "fadan"              # who is in control of him (he stands where his controller does)
    position.away = ["fadan", 4]          # with the Four Who Are One: who controlled him, and the turn of his return
    position.aboard = { "vilmir army" = "vilmir fleet 1", naclon = "vilmir fleet 1" }
    position.bearers = { "chaos shield" = "fadan" }
    position.hidden = { kaneloon = "arkyn" }
    position.container = ["balan", "grome"]   # in the order of the spells' numbers; what is named nowhere is aside
    position.discards = ["arioch"]
    position.face_up = { oin = "balan" }; position.lurking = { yu = "chardros" }
    position.maintained = ["arioch"]      # of those in hands
    position.sought = { first = { kaneloon = "magic" } }  # searched for in vain in the turn before
    position.spent = { fadan = 2 }        # movement points already used
    position.bands = { fadan = 1 }        # stacks apart in wilderness
    position.fights = [{ area = "jadmar", foe = "first", city = true }]
    position.flights = { teleport = [1, 2] }  # uses, turn of the first
    position.gate_open = true; position.horns = 2; position.freed = ["flamebringers"]
    position.besieged = { jadmar = "first" }; position.stormed = { jadmar = "first" }
    position.came = { fadan = "ilmioran plains" }  # from where units have entered the area in this turn

Without `container` all spells that are named nowhere lie in it. A nation's counters that are named nowhere are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, TypeVar

import msgspec

from tanelorn.core.content.given import Given, shown
from tanelorn.core.content.named import (
    BadEntry,
    Count,
    Shape,
    check_entries,
    check_shape,
    meaning,
    number_in,
    table_in,
    under,
)
from tanelorn.core.errors import BadData, nearest
from tanelorn.games.elric.combat.declaring import Declare
from tanelorn.games.elric.equipment.counters import ARMY, ARTIFACT, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELL, SPELLS
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.sequence.turns import STEPS, Phase, begin, steps_of
from tanelorn.games.elric.state.battle import Fight
from tanelorn.games.elric.state.places import ASIDE, CONTAINER, DISCARD, TRACK, Lying, Place, hand_of, on_map, with_area
from tanelorn.games.elric.state.position import NOBODY, ElricPosition, empty
from tanelorn.games.elric.state.scenarios import SCENARIOS
from tanelorn.games.elric.state.stacks import swimmers
from tanelorn.games.elric.state.words import SEAT_WORDS, area_words, unit_words

T = TypeVar("T")


class SeatPlaced(Shape, frozen=True, kw_only=True):
    """What may stand at a seat."""

    nations: list[str] = []
    units: dict[str, list[str]] = {}
    spells: dict[str, list[str]] = {}
    captured: list[str] = []


class FightPlaced(Shape, frozen=True, kw_only=True):
    """A battle that is declared."""

    area: str
    foe: str = "nobody"
    city: bool = False
    own_band: Count = 0
    foe_band: Count = 0


class Placed(Shape, frozen=True, kw_only=True):
    """What may stand in a position."""

    scenario: str = "long"
    turn: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    active: str = "first"
    phase: str = "move"
    balance: str = "neutral"
    first: SeatPlaced | None = None
    second: SeatPlaced | None = None
    third: SeatPlaced | None = None
    fourth: SeatPlaced | None = None
    neutral: dict[str, list[str]] = {}
    elric: str = ""
    elric_hand: bool = False
    away: tuple[str, Count] | None = None
    aboard: dict[str, str] = {}
    bearers: dict[str, str] = {}
    order: list[str] = []
    hidden: dict[str, str | list[str]] = {}
    face_up: dict[str, str | list[str]] = {}
    lurking: dict[str, str | list[str]] = {}
    container: list[str] = []
    discards: list[str] = []
    sacrificed: list[str] = []
    maintained: list[str] = []
    sought: dict[str, dict[str, str]] = {}
    spent: dict[str, Count] = {}
    bands: dict[str, Count] = {}
    came: dict[str, str] = {}
    fights: list[FightPlaced] = []
    flights: dict[str, tuple[Count, Count]] = {}
    besieged: dict[str, str] = {}
    stormed: dict[str, str] = {}
    freed: list[str] = []
    horns: Count = 0
    gate_open: bool = False
    random_balance: bool = False


def position_named(table: Given) -> ElricPosition:
    """Build a position from names; raise BadData naming what is wrong and what is known. See the module."""
    check_shape(table, Placed)
    with under("scenario"):
        scenario = meaning({one.slug: one for one in SCENARIOS}, table.get("scenario", "long"), "scenario")
    words = SEAT_WORDS[: len(scenario.seats)]
    check_entries(table, (entry for entry in Placed.__struct_fields__ if entry not in SEAT_WORDS or entry in words))
    position = empty(scenario.slug, len(scenario.seats))
    reader = _Reader(position, words)
    for seat, word in enumerate(words):
        with under(word):
            reader.lay_seat(seat, table_in(table, word))
    with under("neutral"):
        reader.lay_neutral(table_in(table, "neutral"))
    reader.lay_rest(table)
    reader.check_ground(table)
    reader.lay_spells(table)
    reader.set_agenda(table)
    return position


class _Reader:
    """Reads names into a position."""

    def __init__(self, position: ElricPosition, words: tuple[str, ...]) -> None:
        self.position = position
        self.world: World = position.world
        self.seat_words = words
        self.laid: set[int] = set()
        self.areas = {word: area for area, word in enumerate(area_words(self.world))}
        self.nations = {nation.id.replace("_", " "): number for number, nation in enumerate(self.world.nations)}
        self.units: dict[str, list[int]] = {}
        for unit, word in enumerate(unit_words(self.world)):
            self.units.setdefault(word, []).append(unit)

    def _find(self, known: Mapping[str, T], name: object, kind: str) -> T:
        return meaning(known, str(name).replace("_", " ").casefold(), kind)

    def area(self, name: object) -> int:
        """Return an area by its words."""
        return int(self._find(self.areas, name, "area"))

    def seat(self, name: object) -> int:
        """Return a seat by its word; "nobody" too."""
        return int(self._find({word: seat for seat, word in enumerate((*self.seat_words, "nobody"))}, name, "seat"))

    def unit(self, name: object, *, standing: bool = True) -> int:
        """Return a unit by its words; of armies, one that stands on the board."""
        units = self._find(self.units, name, "counter")
        placed = [unit for unit in units if self.position.area[unit] >= 0]
        return int((placed or units)[0] if standing else units[0])

    def stands(self, name: object) -> int:
        """Return a unit by its words that stands on the board."""
        return self.all_standing(name)[0]

    def all_standing(self, name: object) -> list[int]:
        """Return the units of a name that stand on the board; raise BadData if none does."""
        units = [unit for unit in self._find(self.units, name, "counter") if self.position.area[unit] >= 0]
        if not units:
            raise BadData(f"“{name}” is not on the board.", remedy="Put it into an area first.")
        return units

    def spell(self, name: object) -> int:
        """Return a spell by its id."""
        return meaning(SPELL, str(name).replace(" ", "-").casefold(), "spell")

    def lay_seat(self, seat: int, table: Given) -> None:
        """Lay a seat's nations, counters and taken cities."""
        for name in table.get("nations", ()):
            with under("nations"):
                nation = int(self._find(self.nations, name, "nation"))
                if self.position.nation[nation] != NOBODY:
                    raise BadData(f"{self.world.nations[nation].name} has an owner already.", remedy="Name it once.")
            self.position.nation[nation] = seat
        with under("units"):
            self._stand(table_in(table, "units"), seat)
        for city in table.get("captured", ()):
            with under("captured"):
                self._capture(self.area(city), seat)

    def _capture(self, area: int, seat: int) -> None:
        if not self.world.has_city[area] or self.position.captured[area] >= 0:
            name = self.world.areas[area].name
            raise BadData(f"{name} has no city to be captured.", remedy="Name each captured city once.")
        self.position.captured[area] = seat
        if area == self.world.nations[self.world.areas[area].nation].capital:
            self.position.prize[area] = seat

    def _stand(self, table: Given, owner: int) -> None:
        for place, names in table.items():
            with under(place):
                area = self.area(place)
                for text in names:
                    self._put_counters(text, area, owner)

    def _put_counters(self, text: str, area: int, owner: int) -> None:
        """Put "jadmar army*4" into an area; raise BadData where there are not so many."""
        word, star, count = text.partition("*")
        for _ in range(number_in(count.strip(), "A number of counters", 1) if star else 1):
            free = [unit for unit in self._find(self.units, word.strip(), "counter") if self.position.area[unit] < 0]
            if not free:
                raise BadData(f"There are not so many counters “{shown(word)}”.", remedy="Name fewer, and each once.")
            if self.world.kind[free[0]] == ARTIFACT:
                raise BadData(f"“{shown(word)}” is borne by somebody.", remedy="Write it among the bearers.")
            self.position.put(free[0], area, owner)

    def check_ground(self, table: Given) -> None:
        """Refuse a fleet on dry land, and armies and persons at sea who are aboard no ship."""
        position, world = self.position, self.world
        words, able = unit_words(world), swimmers(world)
        for unit, area in enumerate(position.area):
            if area < 0:
                continue
            place = world.areas[area].name
            if world.kind[unit] == FLEET and not (world.areas[area].sea or world.ports[area] or area == world.rlin):
                raise BadEntry(f"{words[unit]} cannot lie in {place}.", entry="units", remedy="Put it at sea.")
            afoot = world.kind[unit] in (ARMY, PERSON) and position.ship[unit] < 0 and not able[unit]
            if afoot and world.areas[area].sea:
                raise BadEntry(
                    f"{words[unit]} cannot be at sea in {place} without a ship.",
                    entry="units",
                    remedy="Put it ashore, or aboard a fleet that is there.",
                )

    def lay_neutral(self, table: Given) -> None:
        """Lay counters that are on the board and nobody's (4.0d)."""
        self._stand(table, NOBODY)

    def lay_rest(self, table: Given) -> None:
        """Lay ships' passengers, artifacts, Elric's controller, points spent, stacks apart, taken gates."""
        position, world = self.position, self.world
        for name, ship in table_in(table, "aboard").items():
            with under("aboard", name):
                self._embark(name, ship)
        for artifact, bearer in table_in(table, "bearers").items():
            with under("bearers", artifact):
                thing = self.unit(artifact)
                if world.kind[thing] != ARTIFACT:
                    raise BadData(f"“{artifact}” is nothing that is borne.", remedy="Name an artifact.")
                position.bearer[thing] = self.unit(bearer)
        if "elric" in table:
            with under("elric"):
                controller = self.stands(table["elric"])
            position.elric_with = controller
            position.elric_hand = True
            position.put(world.elric, position.area[controller], position.owner[controller])
            position.ship[world.elric] = position.ship[controller]
        if "away" in table:
            name, turn = table["away"]
            with under("away"):
                position.elric_away = (self.unit(name), turn)
            position.owner[world.elric] = NOBODY
        position.elric_hand = bool(table.get("elric_hand", position.elric_hand))
        for name, band in table_in(table, "bands").items():
            with under("bands", name):
                for unit in self.all_standing(name):
                    position.band[unit] = band
                    position.bands = max(position.bands, band)
        position.open_gate = table.get("gate_open", False)
        position.horns = table.get("horns", 0)
        position.random_balance = table.get("random_balance", False)
        with under("freed"):
            position.freed = [int(self._find(self.nations, name, "nation")) for name in table.get("freed", ())]
        position.besieger = self._by_city(table, "besieged")
        position.stormed = self._by_city(table, "stormed")
        if "order" in table:
            with under("order"):
                position.order = self._order(table["order"])
        self._balance(str(table.get("balance", "neutral")))
        position.turn = table.get("turn", 1)

    def _embark(self, name: str, ship: str) -> None:
        position = self.position
        fleet = self.stands(ship)
        there = [
            unit for unit in self._find(self.units, name, "counter") if position.area[unit] == position.area[fleet]
        ]
        if not self.world.capacity[fleet] or not there:
            raise BadData(f"Nobody of that name is where {ship} can take him aboard.", remedy="Put both into one area.")
        for unit in there:
            position.ship[unit] = fleet

    def _by_city(self, table: Given, entry: str) -> dict[int, int]:
        found = {}
        for name, seat in table_in(table, entry).items():
            with under(entry, name):
                area = self.area(name)
                if not self.world.has_city[area]:
                    raise BadData(f"{self.world.areas[area].name} has no city.", remedy="Name a city's area.")
                found[area] = self.seat(seat)
        return found

    def _order(self, names: list[str]) -> list[int]:
        order = [self.seat(name) for name in names]
        if sorted(order) != list(range(len(self.seat_words))):
            raise BadData("Each seat has one place in the order.", remedy=f"Name {', '.join(self.seat_words)} once.")
        return order

    def _balance(self, text: str) -> None:
        position = self.position
        words = text.replace(",", "").split()
        try:
            if words[0] == "tipped":
                position.tipped = {"chaos": 1, "law": -1}[words[2]]
                position.doom = number_in(words[4], "A turn") if len(words) > 3 else 0
            elif words[0] != "neutral":
                position.balance = number_in(words[1], "The Balance", 1, 20) * {"chaos": 1, "law": -1}[words[0]]
        except (KeyError, IndexError, BadData):
            raise BadEntry(
                f"The Balance cannot be “{shown(text)}”.",
                entry="balance",
                remedy="Write neutral, chaos 3, law 2 or tipped to chaos, turn 7.",
            ) from None

    def lay_spells(self, table: Given) -> None:
        """Lay hands, hidden spells, discards; the rest is in the container, or aside where that is named."""
        position = self.position
        if "container" in table:
            position.where = [ASIDE] * len(SPELLS)
            with under("container"):
                self._put(table["container"], CONTAINER)
        for seat, word in enumerate(self.seat_words):
            for name, spells in table_in(table_in(table, word), "spells").items():
                with under(word, "spells", name):
                    self._put(spells, hand_of(self.unit(name)))
                for spell in spells:
                    position.known[self.spell(spell)] = 1 << seat
        for entry, place in (("discards", DISCARD), ("sacrificed", TRACK)):
            with under(entry):
                self._put(table.get(entry, ()), place, seen=True)
        for entry, how in (("hidden", Lying.HIDDEN), ("face_up", Lying.FACE_UP), ("lurking", Lying.LURKING)):
            for area, spell in table_in(table, entry).items():
                with under(entry, area):
                    there = on_map(how, self.area(area))
                    self._put([spell] if isinstance(spell, str) else spell, there, seen=how != Lying.HIDDEN)
        with under("maintained"):
            position.maintained = [self.spell(name) for name in table.get("maintained", ())]
        for spell in position.maintained:
            position.known[spell] = (1 << len(self.seat_words)) - 1
        for name, flown in table_in(table, "flights").items():
            with under("flights", name):
                position.flights[self.spell(name)] = (flown[0], flown[1])
                position.known[self.spell(name)] = (1 << len(self.seat_words)) - 1

    def _put(self, names: Iterable[object], place: Place, *, seen: bool = False) -> None:
        for name in names:
            spell = self.spell(name)
            if spell in self.laid:
                raise BadData(f"The spell “{name}” is in two places.", remedy="Name it once.")
            self.laid.add(spell)
            self.position.where[spell] = place
            if seen:
                self.position.known[spell] = (1 << len(self.seat_words)) - 1

    def set_agenda(self, table: Given) -> None:
        """Begin with a step of the active seat's turn; what that step would ask of earlier ones is given."""
        position = self.position
        with under("active"):
            seat = meaning(
                {word: seat for seat, word in enumerate(self.seat_words)}, table.get("active", "first"), "seat"
            )
        phase = table.get("phase", "move")
        position.appeared = 0 if phase == "appear" else position.turn
        begin(position, seat)
        for name, points in table_in(table, "spent").items():
            with under("spent", name):
                for unit in self.all_standing(name):
                    position.spent[unit] = points
        for name, place in table_in(table, "came").items():
            with under("came", name):
                for unit in self.all_standing(name):
                    position.came[unit] = self.area(place)
        for word, sought in table_in(table, "sought").items():
            for place, kind in sought.items():
                with under("sought", word, place):
                    self._seek(self.seat(word), self.area(place), kind)
        for entry in table.get("fights", ()):
            with under("fights"):
                position.fights.append(self._fight(entry))
        steps = steps_of(seat)
        if phase == "declare":
            position.phase = "move"
            at = next(at for at, step in enumerate(steps) if isinstance(step, Declare))
        elif phase in STEPS:
            at = next(at for at, step in enumerate(steps) if isinstance(step, Phase) and step.name == phase)
        else:
            known = nearest(phase, [*STEPS, "declare"])
            raise BadEntry(f"There is no step “{shown(phase)}”.", entry="phase", remedy=known)
        position.then(*steps[at:])

    def _seek(self, seat: int, area: int, kind: str) -> None:
        self.position.sought[with_area(seat, area)] = (kind, self.position.turn - 1)

    def _fight(self, entry: Given) -> Fight:
        foe = self.seat(entry.get("foe", "nobody"))
        return Fight(
            self.area(entry["area"]),
            NOBODY if foe == len(self.seat_words) else foe,
            bool(entry.get("city", False)),
            int(entry.get("own_band", 0)),
            int(entry.get("foe_band", 0)),
        )
