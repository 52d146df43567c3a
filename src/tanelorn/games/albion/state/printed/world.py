"""The world: all that never changes in a game, as flat tables by number, made of a pack (2.0, 3.0)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tanelorn.games.albion.pack.charts import ELF, RACES, Charts, Turn
from tanelorn.games.albion.pack.files import CountersFile, Pack, PersonEntry, SetupFile
from tanelorn.games.albion.pack.packs import PACKS
from tanelorn.games.albion.state.printed.map import FAERIE, FOMORIAN, PLAIN, SIDES, Ground, Kingdom, Side, Zone
from tanelorn.games.albion.state.printed.pieces import NO_ITEM, Colour, Item, Person, Ship, State

__all__ = ["FAERIE", "FOMORIAN", "PLAIN", "RANKS", "SIDES", "Kingdom", "Side", "World", "Zone", "world_of"]

RANKS = ("none", "captain", "marshal", "king")


class Group(msgspec.Struct, frozen=True):
    """What the set-up puts into one hex; `switch` names the option without which it is left out."""

    hex: int
    colour: int
    csp: int
    persons: tuple[int, ...]
    ships: tuple[int, ...]
    ship_coast: int
    items: tuple[int, ...]
    active: bool
    switch: str
    name: str


class Expedition(msgspec.Struct, frozen=True):
    """Auberon's Expedition: who sails, the seas it may come by, from which turn, and whom it wakes (10.1)."""

    persons: tuple[int, ...]
    ships: tuple[int, ...]
    zones: tuple[int, ...]
    first_turn: int
    wakes: int


class World(Ground):
    """The flat tables. Colours, persons and ships are numbered in the order of their files, items as printed."""

    def __init__(self, text: str, pack: Pack) -> None:
        super().__init__(pack.board)
        self.text = text
        self.pack = pack
        self.charts = Charts(pack.charts)
        self.turns: tuple[Turn, ...] = (
            Turn(0, "", 0, "clear"),
            *(Turn(entry.number, entry.name, entry.mana, entry.weather) for entry in pack.charts.turn),
        )
        self._names(pack.counters)
        self._colours(pack.counters)
        self._set_up(pack.setup)
        self._persons(pack.counters)
        self._ships(pack.counters)
        self._items(pack.counters)
        self._heirs(pack.counters)

    def _names(self, counters: CountersFile) -> None:
        self.colour: dict[str, int] = {entry.id: number for number, entry in enumerate(counters.colour)}
        self.person: dict[str, int] = {entry.id: number for number, entry in enumerate(counters.person)}
        self.ship: dict[str, int] = {entry.id: number for number, entry in enumerate(counters.ship)}
        self.item: dict[str, int] = {entry.id: entry.number for entry in counters.item}

    def _colours(self, counters: CountersFile) -> None:
        self.colours: tuple[Colour, ...] = tuple(
            Colour(entry.id, entry.name, SIDES.index(entry.side), entry.race, self.realm[entry.kingdom], entry.move)
            for entry in counters.colour
        )
        self.c_side: tuple[int, ...] = tuple(colour.side for colour in self.colours)
        self.c_race: tuple[str, ...] = tuple(colour.race for colour in self.colours)
        self.c_class: tuple[int, ...] = tuple(RACES.index(colour.race) for colour in self.colours)
        self.c_elf: tuple[bool, ...] = tuple(colour.race == "elf" for colour in self.colours)
        self.c_move: tuple[int, ...] = tuple(colour.move for colour in self.colours)
        self.c_kingdom: tuple[int, ...] = tuple(colour.kingdom for colour in self.colours)

    def _set_up(self, file: SetupFile) -> None:
        self.setup: tuple[Group, ...] = tuple(
            Group(
                self.hex[entry.hex],
                self._colour(entry.colour),
                entry.csp,
                self._numbers(self.person, entry.persons),
                self._numbers(self.ship, entry.ships),
                entry.coast,
                self._numbers(self.item, entry.items),
                entry.active,
                entry.switch,
                entry.group,
            )
            for entry in file.setup
        )
        self.artifacts: tuple[tuple[int, int], ...] = tuple(
            (self.hex[entry.hex], self.item[id]) for entry in file.artifact for id in entry.items
        )
        sails = file.expedition
        self.expedition = Expedition(
            self._numbers(self.person, sails.persons),
            self._numbers(self.ship, sails.ships),
            self._numbers(self.zone_id, sails.zones),
            sails.first_turn,
            self.realm[sails.wakes],
        )

    @staticmethod
    def _numbers(names: dict[str, int], ids: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(names[id] for id in ids)

    def _colour(self, id: str) -> int:
        return self.colour[id] if id else -1

    def _persons(self, counters: CountersFile) -> None:
        stands = {person: group for group in self.setup for person in group.persons}
        self.persons: tuple[Person, ...] = tuple(
            self._person(number, entry, stands.get(number)) for number, entry in enumerate(counters.person)
        )
        columns = tuple(RACES.index(entry.moves_as) for entry in counters.person)
        self.p_side: tuple[int, ...] = tuple(person.side for person in self.persons)
        self.p_colour: tuple[int, ...] = tuple(person.colour for person in self.persons)
        self.p_kingdom: tuple[int, ...] = tuple(person.kingdom for person in self.persons)
        self.p_race: tuple[str, ...] = tuple(person.race for person in self.persons)
        self.p_class: tuple[int, ...] = columns
        self.p_elf: tuple[bool, ...] = tuple(
            column == ELF and not person.flyer and (person.colour < 0 or self.c_elf[person.colour])
            for person, column in zip(self.persons, columns, strict=True)
        )
        self.p_rank: tuple[int, ...] = tuple(person.rank for person in self.persons)
        self.p_enchanter: tuple[bool, ...] = tuple(person.enchanter for person in self.persons)
        self.p_hero: tuple[bool, ...] = tuple(person.hero for person in self.persons)
        self.p_flyer: tuple[bool, ...] = tuple(person.flyer for person in self.persons)
        self.p_escort: tuple[bool, ...] = tuple(person.can_escort for person in self.persons)
        self.p_move: tuple[int, ...] = tuple(person.move_alone for person in self.persons)
        self.p_move_escorted: tuple[int, ...] = tuple(person.move_escorted for person in self.persons)
        self.p_combat: tuple[int, ...] = tuple(person.combat for person in self.persons)
        self.p_magic: tuple[int, ...] = tuple(person.magic for person in self.persons)
        self.p_command: tuple[int, ...] = tuple(person.command for person in self.persons)
        self.p_home: tuple[int, ...] = tuple(person.home for person in self.persons)

    def _person(self, number: int, entry: PersonEntry, stands: Group | None) -> Person:
        colour = self._colour(entry.colour)
        return Person(
            id=entry.id,
            name=entry.name,
            title=entry.title,
            code=entry.code,
            side=SIDES.index(entry.side),
            colour=colour,
            kingdom=self.c_kingdom[colour] if colour >= 0 else -1,
            race=entry.race,
            rank=RANKS.index(entry.rank),
            enchanter=entry.enchanter,
            hero=entry.hero,
            flyer=entry.flyer,
            swimmer=entry.swimmer,
            can_escort=entry.escort,
            move_escorted=entry.move_escorted,
            move_alone=entry.move_alone,
            combat=entry.combat,
            magic=entry.magic,
            command=entry.command,
            home=self.hex[entry.home] if entry.home else -1,
            possession=self.item[entry.possession] if entry.possession else -1,
            carries=self.item[entry.carries] if entry.carries else -1,
            becomes=self.person[entry.becomes] if entry.becomes else -1,
            star=entry.star,
            start=stands.hex if stands else -1,
            state=_state(stands, number in self.expedition.persons),
        )

    def _ships(self, counters: CountersFile) -> None:
        lies = {ship: group for group in self.setup for ship in group.ships}
        self.ships: tuple[Ship, ...] = tuple(
            Ship(
                id=entry.id,
                name=entry.name,
                colour=(colour := self.colour[entry.colour]),
                side=self.c_side[colour],
                kingdom=self.c_kingdom[colour],
                move_full=entry.move[0],
                move_damaged=entry.move[1],
                strength_full=entry.strength[0],
                strength_damaged=entry.strength[1],
                bad_sailer=entry.bad_sailer,
                start=lies[number].hex if number in lies else -1,
                start_coast=lies[number].ship_coast if number in lies else 0,
                state=_state(lies.get(number), number in self.expedition.ships),
            )
            for number, entry in enumerate(counters.ship)
        )
        self.s_side: tuple[int, ...] = tuple(ship.side for ship in self.ships)
        self.s_kingdom: tuple[int, ...] = tuple(ship.kingdom for ship in self.ships)
        self.s_bad: tuple[bool, ...] = tuple(ship.bad_sailer for ship in self.ships)
        self.s_move: tuple[tuple[int, int], ...] = tuple(entry.move for entry in counters.ship)
        self.s_strength: tuple[tuple[int, int], ...] = tuple(entry.strength for entry in counters.ship)

    def _items(self, counters: CountersFile) -> None:
        lies = {item: hex for hex, item in self.artifacts}
        holders = {item: number for number, one in enumerate(self.persons) for item in (one.possession, one.carries)}
        items = [NO_ITEM] * (max(entry.number for entry in counters.item) + 1)
        for entry in counters.item:
            holder = holders.get(entry.number, -1)
            items[entry.number] = Item(
                id=entry.id,
                name=entry.name,
                number=entry.number,
                kind=entry.kind,
                weapon=entry.weapon,
                staff=entry.staff,
                star=entry.star,
                colour=self._colour(entry.colour),
                start=lies.get(entry.number, self.persons[holder].start if holder >= 0 else -1),
                holder=holder,
            )
        self.items: tuple[Item, ...] = tuple(items)

    def _heirs(self, counters: CountersFile) -> None:
        self.heirs: tuple[tuple[tuple[int, ...], int, int], ...] = tuple(
            (self._numbers(self.person, entry.dead), self.person[entry.heir], RANKS.index(entry.rank))
            for entry in counters.succession
        )


def _state(group: Group | None, sails: bool) -> State:
    if group is None:
        return "expedition" if sails else "later"
    return "active" if group.active else "inactive"


@lru_cache(maxsize=16)
def world_of(text: str = "") -> World:
    """Return the world of a pack by its canonical text, that of the standard pack for the empty text."""
    return World(text, PACKS.pack(text))
