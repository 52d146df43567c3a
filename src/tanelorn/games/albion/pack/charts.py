"""The charts: look-up in the tables that were printed on the map sheet (2.2)."""

from __future__ import annotations

from bisect import bisect_right
from typing import Literal

import msgspec

from tanelorn.games.albion.pack.charts_file import ArmyRace, ChartsFile, Cost

RACES: tuple[ArmyRace, ...] = ("mundane", "gnome", "troll", "elf")
"""The columns of the Terrain Effects Chart; a movement class is an index into them."""

MUNDANE, GNOME, TROLL, ELF = range(4)

DOUBLED = {"H": 1, "U": 2, "D": 4, "T": 6}
"""The letters of the Terrain Effects Chart as twice the factor that they stand for (14.1)."""

DICE = tuple(range(2, 13))


class Outcome(msgspec.Struct, frozen=True):
    """A cell of the Combat Results Table: for each side a letter, empty for no loss, and whether it leaves (15.8)."""

    attacker: str
    attacker_retreats: bool
    defender: str
    defender_retreats: bool


class Loss(msgspec.Struct, frozen=True):
    """A cell of the Casualty Table: points, wounds, and whether one piece takes the losses of a type (7.2)."""

    csp: int = 0
    wounds: int = 0
    dagger: bool = False


class Find(msgspec.Struct, frozen=True):
    """A cell of the Discovery Table: a curse of so many points or of a die of them, or the items that may be found."""

    curse: int = 0
    die: bool = False
    items: tuple[int, ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """A box of the Game-Turn Record Track."""

    number: int
    name: str
    mana: int
    weather: Literal["clear", "rain", "snow"]


class Charts:
    """The charts of a pack (chart/terrain, chart/activation, chart/track). Races are the words of RACES, movement
    classes their indices (2.2).

    `cost[terrain]` and the like hold None where a race may not go, and 0 where the row decides nothing.
    """

    def __init__(self, file: ChartsFile) -> None:
        self._terrain(file)
        self._combat(file)
        self._casualties(file)
        self._attrition: tuple[str, ...] = tuple(_letter(file.attrition.rows[str(roll)]) for roll in DICE)
        self._discovery(file)
        self.activation: dict[str, int] = dict(file.activation.numbers)
        self.farcalling: int = file.activation.farcalling
        self.fallen: tuple[int, int] = (file.activation.fallen_fortress.add, file.activation.fallen_fortress.at_most)
        self.ship_cost, self.rain_at_sea = file.sea.ship_cost, file.sea.rain_adds
        self.embark, self.debark = file.sea.embark, file.sea.debark

    def _terrain(self, file: ChartsFile) -> None:
        self.cost: dict[str, tuple[int | None, ...]] = {row.id: _costs(row.cost) for row in file.terrain}
        self.letter: dict[str, dict[str, int]] = {
            row.id: {race: DOUBLED[letter] for race, letter in row.battle.items()} for row in file.terrain
        }
        roads = {row.id: _costs(row.cost) for row in file.road}
        self.trail_cost: tuple[int | None, ...] = roads["trail"]
        self.road_cost: tuple[int | None, ...] = roads["faerie_road"]
        self.side_cost: dict[str, tuple[int | None, ...]] = {row.id: _costs(row.add) for row in file.hexside}

    def _combat(self, file: ChartsFile) -> None:
        self.columns: tuple[str, ...] = file.combat.columns
        self.ratios: tuple[tuple[int, int], ...] = tuple(_ratio(column) for column in self.columns)
        self._outcomes: tuple[tuple[Outcome, ...], ...] = tuple(
            tuple(_outcome(cell) for cell in file.combat.rows[str(roll)]) for roll in DICE
        )

    def _casualties(self, file: ChartsFile) -> None:
        self.spans: tuple[str, ...] = file.casualties.spans
        self._sizes = tuple(_lowest(span) for span in self.spans)
        self._losses: dict[str, tuple[Loss, ...]] = {
            letter: tuple(_loss(cell) for cell in cells) for letter, cells in file.casualties.rows.items()
        }

    def _discovery(self, file: ChartsFile) -> None:
        self.searches: tuple[str, ...] = file.discovery.columns
        self._strengths = tuple(_lowest(column) for column in self.searches)
        self._finds: tuple[tuple[Find, ...], ...] = tuple(
            tuple(_find(cell) for cell in file.discovery.rows[str(roll)]) for roll in DICE
        )

    def ratio_column(self, attack: int, defence: int) -> int:
        """Return the column of a ratio, rounded in the defender's favour (16.1); the last against nothing."""
        best = 0
        for column, (one, other) in enumerate(self.ratios):
            if attack * other >= defence * one:
                best = column
        return best

    def combat(self, column: int, roll: int) -> Outcome:
        """Return what a roll gives in a column; both are held at the ends of the table (16.6, chart/crt)."""
        return self._outcomes[_row(roll)][min(max(column, 0), len(self.columns) - 1)]

    def loss(self, letter: str, size: int) -> Loss:
        """Return what a letter costs a force of a size (7.1), nothing for no letter (chart/casualty)."""
        return self._losses[letter][max(bisect_right(self._sizes, size) - 1, 0)] if letter else _NO_LOSS

    def attrition(self, roll: int) -> str:
        """Return the letter of an attrition roll, empty for no loss (8.3, chart/attrition)."""
        return self._attrition[_row(roll)]

    def discovery(self, strength: int, roll: int) -> Find:
        """Return what a search of a strength finds by a roll (20.3, chart/discovery)."""
        return self._finds[_row(roll)][max(bisect_right(self._strengths, strength) - 1, 0)]


_NO_LOSS = Loss()


def _row(roll: int) -> int:
    return min(max(roll, DICE[0]), DICE[-1]) - DICE[0]


def _costs(entry: dict[ArmyRace, Cost]) -> tuple[int | None, ...]:
    return tuple(None if cost == "P" else 0 if cost == "-" else cost for cost in (entry[race] for race in RACES))


def _ratio(column: str) -> tuple[int, int]:
    one, _, other = column.partition("-")
    return int(one), int(other)


def _letter(text: str) -> str:
    return "" if text == "-" else text


def _outcome(cell: str) -> Outcome:
    attacker, _, defender = cell.partition("/")
    return Outcome(
        _letter(attacker.removesuffix("r")),
        attacker.endswith("r"),
        _letter(defender.removesuffix("r")),
        defender.endswith("r"),
    )


def _lowest(span: str) -> int:
    return 0 if span.endswith("less") else int(span.rstrip("+").partition("-")[0])


def _loss(cell: str) -> Loss:
    csp, _, wounds = cell.removesuffix("!").partition("/")
    return Loss(int(csp), int(wounds), cell.endswith("!"))


def _find(cell: str) -> Find:
    if cell == "!":
        return Find()
    if cell.startswith("C"):
        return Find(die=True) if cell == "Cd" else Find(curse=int(cell[1:]))
    return Find(items=tuple(int(number) for number in cell.split()))
