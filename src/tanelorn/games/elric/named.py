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
from typing import Any

from tanelorn.core.errors import BadData, nearest
from tanelorn.core.named import check_entries, meaning, table_in
from tanelorn.games.elric.battle import Fight
from tanelorn.games.elric.nouns import SEAT_WORDS, area_words, unit_words
from tanelorn.games.elric.position import (
    ASIDE,
    CONTAINER,
    DISCARD,
    FACE_UP,
    HIDDEN,
    LURKING,
    NOBODY,
    OUT,
    TRACK,
    ElricPosition,
)
from tanelorn.games.elric.scenarios import SCENARIOS
from tanelorn.games.elric.sequence import STEPS, Phase, begin, steps_of
from tanelorn.games.elric.spells import SPELL, SPELLS
from tanelorn.games.elric.world import World, world_of

_ENTRIES = (
    *("scenario", "turn", "active", "phase", "balance", "neutral", "elric", "elric_hand", "aboard", "bearers", "order"),
    *("hidden", "container", "discards", "face_up", "lurking", "sacrificed", "maintained", "sought", "spent", "bands"),
    *("fights", "flights", "gate_open", "horns", "freed", "besieged", "stormed", "came", "random_balance", "away"),
)
_SEAT_ENTRIES = ("nations", "units", "spells", "captured")


def position_named(table: Mapping[str, Any]) -> ElricPosition:
    """Build a position from names; raise BadData naming what is wrong and what is known. See the module."""
    scenario = meaning({one.slug: one for one in SCENARIOS}, str(table.get("scenario", "long")), "scenario")
    words = SEAT_WORDS[: len(scenario.seats)]
    check_entries(table, (*_ENTRIES, *words))
    position = empty(scenario.slug, len(scenario.seats))
    reader = _Reader(position, words)
    for seat, word in enumerate(words):
        reader.lay_seat(seat, table_in(table, word))
    reader.lay_neutral(table_in(table, "neutral"))
    reader.lay_rest(table)
    reader.lay_spells(table)
    reader.set_agenda(table)
    return position


def empty(scenario: str, seats: int, pack: str = "") -> ElricPosition:
    """Return a table with nothing on it: all counters out, all spells in the container."""
    world = world_of(pack)
    units, areas = len(world.units), len(world.areas)
    return ElricPosition(
        scenario=scenario,
        pack=pack,
        order=list(range(seats)),
        owner=[OUT] * units,
        area=[-1] * units,
        ship=[-1] * units,
        band=[0] * units,
        spent=[0] * units,
        did=[0] * units,
        led=[-1] * units,
        came=[-1] * units,
        where=[CONTAINER] * len(SPELLS),
        known=[0] * len(SPELLS),
        nation=[NOBODY] * len(world.nations),
        captured=[-1] * areas,
        prize=[-1] * areas,
    )


class _Reader:
    """Reads names into a position."""

    def __init__(self, position: ElricPosition, words: tuple[str, ...]) -> None:
        self.position = position
        self.world: World = position.world
        self.seat_words = words
        self.areas = {word: area for area, word in enumerate(area_words(self.world))}
        self.nations = {nation.id.replace("_", " "): number for number, nation in enumerate(self.world.nations)}
        self.units: dict[str, list[int]] = {}
        for unit, word in enumerate(unit_words(self.world)):
            self.units.setdefault(word, []).append(unit)

    def _find(self, known: Mapping[str, Any], name: object, kind: str) -> Any:
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

    def spell(self, name: object) -> int:
        """Return a spell by its id."""
        return meaning(SPELL, str(name).replace(" ", "-").casefold(), "spell")

    def lay_seat(self, seat: int, table: Mapping[str, Any]) -> None:
        """Lay a seat's nations, counters and taken cities."""
        check_entries(table, _SEAT_ENTRIES, "A seat")
        for nation in table.get("nations", ()):
            self.position.nation[int(self._find(self.nations, nation, "nation"))] = seat
        self._stand(table_in(table, "units"), seat)
        for city in table.get("captured", ()):
            area = self.area(city)
            nation = self.world.areas[area].nation
            self.position.captured[area] = seat
            if area == self.world.nations[nation].capital:
                self.position.prize[area] = seat

    def _stand(self, table: Mapping[str, Any], owner: int) -> None:
        for place, names in table.items():
            area = self.area(place)
            for text in names:
                word, _, count = str(text).partition("*")
                for _ in range(int(count or 1)):
                    free = [
                        unit for unit in self._find(self.units, word.strip(), "counter") if self.position.area[unit] < 0
                    ]
                    if not free:
                        raise BadData(f"There are not so many counters “{word}”.", remedy="Name fewer.")
                    self.position.put(free[0], area, owner)

    def lay_neutral(self, table: Mapping[str, Any]) -> None:
        """Lay counters that are on the board and nobody's (4.0d)."""
        self._stand(table, NOBODY)

    def lay_rest(self, table: Mapping[str, Any]) -> None:
        """Lay ships' passengers, artifacts, Elric's controller, points spent, stacks apart, taken gates."""
        position, world = self.position, self.world
        for name, ship in table_in(table, "aboard").items():
            fleet = self.unit(ship)
            for unit in self._find(self.units, name, "counter"):
                if position.area[unit] == position.area[fleet] >= 0:
                    position.ship[unit] = fleet
        for artifact, bearer in table_in(table, "bearers").items():
            position.bearer[self.unit(artifact)] = self.unit(bearer)
        if "elric" in table:
            controller = self.unit(table["elric"])
            position.elric_with = controller
            position.elric_hand = True
            position.put(world.elric, position.area[controller], position.owner[controller])
            position.ship[world.elric] = position.ship[controller]
        if "away" in table:
            controller, turn = table["away"]
            position.elric_away = (self.unit(controller), int(turn))
            position.owner[world.elric] = NOBODY
        position.elric_hand = bool(table.get("elric_hand", position.elric_hand))
        for name, band in table_in(table, "bands").items():
            for unit in self._find(self.units, name, "counter"):
                if position.area[unit] >= 0:
                    position.band[unit] = int(band)
                    position.bands = max(position.bands, int(band))
        position.open_gate = bool(table.get("gate_open", False))
        position.horns = int(table.get("horns", 0))
        position.random_balance = bool(table.get("random_balance", False))
        position.freed = [int(self._find(self.nations, name, "nation")) for name in table.get("freed", ())]
        position.besieger = {self.area(name): self.seat(seat) for name, seat in table_in(table, "besieged").items()}
        position.stormed = {self.area(name): self.seat(seat) for name, seat in table_in(table, "stormed").items()}
        if "order" in table:
            position.order = [self.seat(name) for name in table["order"]]
        self._balance(str(table.get("balance", "neutral")))
        position.turn = int(table.get("turn", 1))

    def _balance(self, text: str) -> None:
        position = self.position
        words = text.replace(",", "").split()
        try:
            if words[0] == "tipped":
                position.tipped = {"chaos": 1, "law": -1}[words[2]]
                position.doom = int(words[4]) if len(words) > 3 else 0
            elif words[0] != "neutral":
                position.balance = int(words[1]) * {"chaos": 1, "law": -1}[words[0]]
        except (KeyError, IndexError, ValueError):
            raise BadData(
                f"The Balance cannot be “{text}”.", remedy="Write neutral, chaos 3, law 2 or tipped to chaos, turn 7."
            ) from None

    def lay_spells(self, table: Mapping[str, Any]) -> None:
        """Lay hands, hidden spells, discards; the rest is in the container, or aside where that is named."""
        position = self.position
        if "container" in table:
            position.where = [ASIDE] * len(SPELLS)
            self._put(table["container"], CONTAINER)
        for seat, word in enumerate(self.seat_words):
            for name, spells in table_in(table_in(table, word), "spells").items():
                unit = self.unit(name)
                self._put(spells, unit)
                for spell in spells:
                    position.known[self.spell(spell)] = 1 << seat
        self._put(table.get("discards", ()), DISCARD, seen=True)
        self._put(table.get("sacrificed", ()), TRACK, seen=True)
        for entry, start in (("hidden", HIDDEN), ("face_up", FACE_UP), ("lurking", LURKING)):
            for place, spell in table_in(table, entry).items():
                self._put([spell] if isinstance(spell, str) else spell, start + self.area(place), seen=start != HIDDEN)
        position.maintained = [self.spell(name) for name in table.get("maintained", ())]
        for spell in position.maintained:
            position.known[spell] = (1 << len(self.seat_words)) - 1
        for name, (uses, since) in table_in(table, "flights").items():
            position.flights[self.spell(name)] = (int(uses), int(since))
            position.known[self.spell(name)] = (1 << len(self.seat_words)) - 1

    def _put(self, names: Iterable[object], place: int, *, seen: bool = False) -> None:
        for name in names:
            spell = self.spell(name)
            self.position.where[spell] = place
            if seen:
                self.position.known[spell] = (1 << len(self.seat_words)) - 1

    def set_agenda(self, table: Mapping[str, Any]) -> None:
        """Begin with a step of the active seat's turn; what that step would ask of earlier ones is given."""
        position = self.position
        seat = self.seat(table.get("active", "first"))
        phase = str(table.get("phase", "move"))
        position.appeared = 0 if phase == "appear" else position.turn
        begin(position, seat)
        for name, points in table_in(table, "spent").items():
            for unit in self._find(self.units, name, "counter"):
                position.spent[unit] = int(points)
        for name, place in table_in(table, "came").items():
            for unit in self._find(self.units, name, "counter"):
                position.came[unit] = self.area(place)
        for word, sought in table_in(table, "sought").items():
            for place, kind in sought.items():
                position.sought[self.seat(word) * 1000 + self.area(place)] = (str(kind), position.turn - 1)
        for entry in table.get("fights", ()):
            position.fights.append(self._fight(entry))
        steps = steps_of(seat)
        if phase == "declare":
            from tanelorn.games.elric.declaring import Declare

            position.phase = "move"
            at = next(at for at, step in enumerate(steps) if isinstance(step, Declare))
        elif phase in STEPS:
            at = next(at for at, step in enumerate(steps) if isinstance(step, Phase) and step.name == phase)
        else:
            raise BadData(f"There is no step “{phase}”.", remedy=nearest(phase, [*STEPS, "declare"]))
        position.then(*steps[at:])

    def _fight(self, entry: Mapping[str, Any]) -> Fight:
        foe = self.seat(entry.get("foe", "nobody"))
        return Fight(
            self.area(entry["area"]),
            NOBODY if foe == len(self.seat_words) else foe,
            bool(entry.get("city", False)),
            int(entry.get("own_band", 0)),
            int(entry.get("foe_band", 0)),
        )
