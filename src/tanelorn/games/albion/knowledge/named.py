"""A position by name, as rule cases write it.

    position.scenario = "faerie_twilight"     # or "albion_alone"
    position.turn = 3                         # mana and sky follow from it unless they are said
    position.active = "faerie"                # fomorian unless said
    position.phase = "movement"               # pregame, weather, enchantment, attrition, recovery, activation,
                                              # movement, forced march, reaction, combat, end
    position.hexes = { "3034" = ["elidor escorted", "4 albion under elidor", "2 gwynedd"],
                       "2317" = ["oakheart damaged coast 1", "bluefish refit", "1 moray aboard oakheart"],
                       "2318" = ["galetop", "ogme aboard galetop"] }
    position.asleep = ["gwynedd", "misha"]    # kingdoms and persons; all others are active
    position.dead = ["auberon"]               # who is named nowhere is away
    position.wounds = { elidor = 2 }; position.strong = { ogme = 2 }; position.ranks = { elidor = "king" }
    position.items = { trollbane = "finvarra", "danas torque" = "lying 1023", "red cleaver" = "stored 1922",
                       "nuadas helm" = "unfound 1023", "ogmes axe" = "broken", "finns rade" = "4 trolls" }
    position.bound = ["corin"]                # has tried to cast in this turn
    position.controlled = { grogan = "dunatis" }
    position.mana = 5; position.sky = "rain"; position.elements = { "2611" = "7 snow" }
    position.storms = ["the_minches"]; position.vortices = ["2317"]; position.dispelled = ["3034"]
    position.ruined = ["3034"]; position.points = { fomorian = 12 }; position.lost = { moray = 4 }
    position.spent = { elidor = 5, galetop = 10 }; position.evading = { faerie = ["2608"] }
    position.farcalled = true; position.invaded = 1; position.basic = true; position.mana_for_zero_magic = true
    position.top = { "3034" = "albion" }      # what its owner has put on top

Possessions are with their first owners where those are on the map, artifacts unfound at their places, heirlooms broken,
unless `items` says otherwise. An item with troops: `items = { trollbane = "ulster at 1922" }`. All know how many points
are in each hex, as when a game begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

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
from tanelorn.core.steps import Step
from tanelorn.games.albion.enchantments.castable import WEATHERS
from tanelorn.games.albion.knowledge.facts import RANK_WORDS
from tanelorn.games.albion.scenarios.scenarios import SCENARIOS
from tanelorn.games.albion.scenarios.set_up import empty, note_rumour
from tanelorn.games.albion.sequence import EndTurn, Phase, PreGame, StartTurn, player_turn, segments
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.position import DEAD, AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import SEAT_WORDS, word
from tanelorn.games.albion.state.printed.pieces import BROKEN, LYING, STORED, UNFOUND, is_person, ship_code, troops_code
from tanelorn.games.albion.state.printed.world import FAERIE, FOMORIAN, World
from tanelorn.games.albion.state.stacks import note_meetings

_Hexes = list[str | int] | str | int
"""One hex, or several."""


class Placed(Shape, frozen=True, kw_only=True):
    """What may stand in a position."""

    scenario: str = ""
    turn: Count = 1
    active: str = ""
    phase: str = ""
    hexes: dict[str, list[str]] = {}
    asleep: list[str] = []
    dead: list[str] = []
    wounds: dict[str, Count] = {}
    strong: dict[str, Count] = {}
    ranks: dict[str, str] = {}
    items: dict[str, str] = {}
    bound: list[str] = []
    controlled: dict[str, str] = {}
    mana: Count = 0
    sky: str = ""
    elements: dict[str, str] = {}
    storms: list[str] | str = []
    vortices: _Hexes = []
    dispelled: _Hexes = []
    ruined: _Hexes = []
    at_rest: list[str] | str = []
    points: dict[str, int] = {}
    evading: dict[str, list[str | int]] = {}
    lost: dict[str, Count] = {}
    spent: dict[str, Count] = {}
    farcalled: bool = False
    invaded: Count = 0
    basic: bool = False
    mana_for_zero_magic: bool = False
    top: dict[str, str] = {}


def position_named(table: Given) -> AlbionPosition:
    """Build a position from names; raise BadData naming what is wrong and what is known. See the module."""
    check_shape(table, Placed)
    with under("scenario"):
        scenario = meaning({one.slug: one for one in SCENARIOS}, table.get("scenario", "faerie_twilight"), "scenario")
    position = empty(scenario.slug)
    position.awake, position.roused = [1] * len(position.awake), [1] * len(position.roused)
    reader = _Reader(position)
    reader.lay_pieces(table_in(table, "hexes"))
    reader.lay_items(table_in(table, "items"))
    reader.mark(table)
    reader.note(table)
    reader.set_agenda(table)
    note_rumour(position)
    for hex in sorted({*position.people, *position.troops}):
        note_meetings(position, hex)
    return position


class _Reader:
    """Reads names into a position."""

    def __init__(self, position: AlbionPosition) -> None:
        self.position = position
        self.world: World = position.world
        w = self.world
        self.persons = {word(one.id): number for number, one in enumerate(w.persons)}
        self.ships = {word(one.id): number for number, one in enumerate(w.ships)}
        self.colours = {word(one.id): number for number, one in enumerate(w.colours)}
        self.items = {word(one.id): number for number, one in enumerate(w.items) if number}
        self.realms = {word(one.id): number for number, one in enumerate(w.kingdoms)}

    def find(self, known: Mapping[str, int], name: object, kind: str) -> int:
        """Return what a name stands for."""
        return meaning(known, word(str(name)).casefold(), kind)

    def hex(self, name: object) -> int:
        """Return a hex by its number."""
        if str(name) not in self.world.hex:
            raise BadData(f"There is no hex “{shown(name)}” on the map.", remedy="Write four digits, such as 3034.")
        return self.world.hex[str(name)]

    # What stands where

    def lay_pieces(self, hexes: Given) -> None:
        """Lay persons and ships first, then armies, who lie under persons and aboard ships."""
        armies = []
        for number, lines in hexes.items():
            with under("hexes", number):
                hex = self.hex(number)
                for line in lines:
                    words = line.casefold().split()
                    if words and words[0].isdigit():
                        armies.append((number, hex, words))
                    else:
                        self._lay_one(hex, line)
        for number, hex, words in armies:
            with under("hexes", number):
                self._lay_army(hex, words)
        with under("hexes"):
            self._check_ground()

    def _check_ground(self) -> None:
        """Refuse ships on land, persons and troops at sea without a ship, and decks of ships that are elsewhere."""
        position, w = self.position, self.world
        for ship, one in enumerate(w.ships):
            if position.ship_at[ship] >= 0 and not position.coast[ship] < len(w.berths[position.ship_at[ship]]):
                number = w.number[position.ship_at[ship]]
                raise BadData(
                    f"{one.name} cannot lie in {number}.", remedy="Put it at sea, or on a coast that is there."
                )
        aboard = [
            (one.name, position.at[person], position.aboard[person])
            for person, one in enumerate(w.persons)
            if position.at[person] >= 0 and not (one.flyer or one.swimmer)
        ]
        aboard += [
            (f"{army.n} {word(w.colours[army.colour].id)}", hex, army.ship)
            for hex, armies in position.troops.items()
            for army in armies
        ]
        for name, hex, ship in aboard:
            if ship >= 0 and position.ship_at[ship] != hex:
                raise BadData(
                    f"{name} is aboard a ship that is not in {w.number[hex]}.", remedy="Lay the ship there too."
                )
            if ship < 0 and not w.land[hex]:
                raise BadData(f"{name} cannot be at sea in {w.number[hex]} without a ship.", remedy="Put a ship there.")

    def _lay_one(self, hex: int, line: str) -> None:
        position, text = self.position, word(line).casefold().strip()
        text, _, deck = text.partition(" aboard ")
        for known in sorted(self.ships, key=len, reverse=True):
            if text == known or text.startswith(f"{known} "):
                rest = text[len(known) :].split()
                ship = self.ships[known]
                if position.ship_at[ship] >= 0:
                    raise BadData(f"“{known}” lies somewhere already.", remedy="Name each ship once.")
                coast = (rest[rest.index("coast") + 1 :] or [""])[0] if "coast" in rest else "0"
                unknown = next((w for w in rest if w not in ("coast", "damaged", "refit", coast)), None)
                if unknown is not None:
                    raise BadData(f"A ship cannot be “{shown(unknown)}”.", remedy="Write damaged, refit, coast 1.")
                position.put_ship(ship, hex, number_in(coast, "A coast", 0, 9))
                position.hurt[ship] = int("damaged" in rest)
                position.refit[ship] = int("refit" in rest)
                return
        name = text.removesuffix(" escorted")
        person = self.find(self.persons, name, "person, ship or army")
        if position.at[person] >= 0:
            raise BadData(f"“{shown(name)}” stands somewhere already.", remedy="Name each person once.")
        position.put(person, hex)
        position.escort[person] = int(text.endswith(" escorted"))
        if deck:
            position.aboard[person] = self.find(self.ships, deck, "ship")

    def _lay_army(self, hex: int, words: list[str]) -> None:
        text = " ".join(words[1:])
        text, _, deck = text.partition(" aboard ")
        colour, _, chief = text.partition(" under ")
        self.position.add_army(
            hex,
            Army(
                self.find(self.colours, colour, "army"),
                number_in(words[0], "A number of army points", 1, 999),
                self.find(self.persons, chief, "person") if chief else -1,
                self.find(self.ships, deck, "ship") if deck else -1,
            ),
        )

    # Items

    def lay_items(self, table: Given) -> None:
        """Put every item where it is by default, then where it is said to be."""
        position, w = self.position, self.world
        for person, one in enumerate(w.persons):
            if one.possession > 0 and position.at[person] >= 0:
                position.bearer[one.possession] = person
        for hex, item in w.artifacts:
            position.bearer[item], position.item_at[item] = UNFOUND, hex
        for name, place in table.items():
            with under("items", name):
                self._lay_item(self.find(self.items, name, "magic item"), place)
        glass = w.item["scrying_glass"]
        position.attuned = position.bearer[glass] if is_person(position.bearer[glass]) else w.person["dobie"]

    def _lay_item(self, item: int, place: str) -> None:
        position = self.position
        first, _, rest = place.partition(" ")
        codes = {"lying": LYING, "stored": STORED, "unfound": UNFOUND}
        if first in codes:
            position.bearer[item], position.item_at[item] = codes[first], self.hex(rest)
        elif place == "broken":
            position.bearer[item], position.item_at[item] = BROKEN, -1
        elif " at " in place:
            colour, _, hex = place.partition(" at ")
            position.bearer[item] = troops_code(self.find(self.colours, colour, "army"))
            position.item_at[item] = self.hex(hex)
        elif word(place).casefold() in self.ships:
            ship = self.ships[word(place).casefold()]
            position.bearer[item], position.item_at[item] = ship_code(ship), -1
        else:
            person = self.find(self.persons, place, "bearer")
            position.bearer[item], position.item_at[item] = person, -1

    # Marks on pieces, and the rest

    def mark(self, table: Given) -> None:
        """Note sleepers, the dead, wounds, ranks, who is bound or controlled, and points spent."""
        position = self.position
        for name in table.get("asleep", ()):
            with under("asleep"):
                self._let_sleep(name)
        with under("dead"):
            for name in table.get("dead", ()):
                person = self.find(self.persons, name, "person")
                if position.at[person] >= 0:
                    raise BadData(f"“{name}” stands on the map.", remedy="Take them out of hexes, or out of dead.")
                position.at[person] = DEAD
        for entry, counts in (("wounds", position.wounds), ("strong", position.strong)):
            for name, n in table_in(table, entry).items():
                with under(entry, name):
                    counts[self.find(self.persons, name, "person")] = n
        for name, rank in table_in(table, "ranks").items():
            with under("ranks", name):
                ranks = {one: number for number, one in enumerate(RANK_WORDS)}
                position.rank[self.find(self.persons, name, "person")] = meaning(ranks, rank, "rank")
        with under("bound"):
            for name in table.get("bound", ()):
                position.did[self.find(self.persons, name, "person")] |= BOUND
        for name, caster in table_in(table, "controlled").items():
            with under("controlled", name):
                person, by = self.find(self.persons, name, "person"), self.find(self.persons, caster, "person")
                position.controlled[person] = by
                position.side[person] = position.side[by]
        for name, n in table_in(table, "spent").items():
            with under("spent", name):
                self._spend(name, n)

    def _let_sleep(self, name: str) -> None:
        position, w, text = self.position, self.world, word(name).casefold()
        if text not in self.realms:
            position.awake[self.find(self.persons, name, "kingdom or person")] = 0
            return
        realm = self.realms[text]
        position.roused[realm] = 0
        for person, kingdom in enumerate(w.p_kingdom):
            if kingdom == realm:
                position.awake[person] = 0

    def _spend(self, name: str, n: int) -> None:
        text = word(name).casefold()
        if text in self.ships:
            self.position.ship_spent[self.ships[text]] = n
        else:
            person = self.find(self.persons, name, "person or ship")
            self.position.spent[person] = n
            self._spend_under(person, n)

    def _spend_under(self, person: int, n: int) -> None:
        hex = self.position.at[person]
        armies = self.position.troops.get(hex, ())
        self.position.set_troops(hex, [a._replace(spent=n) if a.chief == person else a for a in armies])

    def note(self, table: Given) -> None:
        """Note the turn, weather, marked hexes, points and options."""
        position, w = self.position, self.world
        position.turn = table.get("turn", 1)
        if not position.turn < len(w.turns):
            last = len(w.turns) - 1
            raise BadEntry(f"There is no turn {position.turn}.", entry="turn", remedy=f"Write 0 to {last}.")
        turn = w.turns[position.turn]
        position.mana = table.get("mana", turn.mana)
        with under("sky"):
            position.sky = self._weather(table.get("sky", turn.weather))
        for number, text in table_in(table, "elements").items():
            reach, _, weather = text.partition(" ")
            with under("elements", number):
                position.elements[self.hex(number)] = (number_in(reach, "A reach"), self._weather(weather))
        zones = {word(zone.id): number for number, zone in enumerate(w.zones)}
        position.storms = [self.find(zones, one, "sea") for one in self._list(table, "storms")]
        for entry in ("vortices", "dispelled", "ruined"):
            with under(entry):
                setattr(position, entry, sorted({self.hex(one) for one in self._list(table, entry)}))
        with under("at_rest"):
            position.at_rest = [self.find(self.items, one, "magic item") for one in self._list(table, "at_rest")]
        check_entries(table_in(table, "points"), SEAT_WORDS, "“points”")
        check_entries(table_in(table, "evading"), SEAT_WORDS, "“evading”")
        for seat, name in enumerate(SEAT_WORDS):
            position.points[seat] = table_in(table, "points").get(name, 0)
            with under("evading", name):
                position.evading[seat] = sorted({self.hex(one) for one in table_in(table, "evading").get(name, ())})
        for name, n in table_in(table, "lost").items():
            with under("lost", name):
                position.lost[self.find(self.colours, name, "army")] = n
        position.farcalled = table.get("farcalled", False)
        position.invaded = table.get("invaded", 0)
        position.basic = table.get("basic", False)
        position.mana_for_zero = table.get("mana_for_zero_magic", False)
        for number, name in table_in(table, "top").items():
            with under("top", number):
                self._put_on_top(self.hex(number), name)

    def _weather(self, text: str) -> str:
        return meaning({weather: weather for weather in WEATHERS}, text, "weather")

    def _put_on_top(self, hex: int, name: str) -> None:
        text = word(name).casefold()
        if text in self.colours:
            colour = self.colours[text]
            self.position.top[self.world.c_side[colour]][hex] = troops_code(colour)
        else:
            person = self.find(self.persons, name, "person or army")
            self.position.top[self.position.side[person]][hex] = person

    def _list(self, table: Given, name: str) -> Iterable[object]:
        found = table.get(name, ())
        return found if isinstance(found, list | tuple) else (found,)

    def set_agenda(self, table: Given) -> None:
        """Lay out what is left of the turn from the phase that is said."""
        position = self.position
        phase = str(table.get("phase", "movement"))
        with under("active"):
            seats = {name: seat for seat, name in enumerate(SEAT_WORDS)}
            active = meaning(seats, table.get("active", "fomorian"), "seat")
        if phase == "pregame":
            position.then(PreGame(), StartTurn())
            return
        steps: list[Step] = [*segments(), *player_turn(FOMORIAN), *player_turn(FAERIE), EndTurn()]
        phases = [(n, step) for n, step in enumerate(steps) if isinstance(step, Phase) and step.seat in (-1, active)]
        at = [n for n, step in phases if step.name == phase]
        if phase == "end":
            at = [len(steps) - 1]
        if not at:
            names = dict.fromkeys(step.name for step in steps if isinstance(step, Phase))
            raise BadEntry(f"There is no phase “{shown(phase)}”.", entry="phase", remedy=nearest(phase, names))
        position.phase, position.active = (
            phase,
            -1 if phase in ("enchantment", "attrition", "weather", "end") else active,
        )
        position.then(*steps[at[0] + (phase != "end") :])
