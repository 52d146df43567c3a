"""The player aid of Albion: the turn, the charts as they are printed, dice, enchantments, points; then persons, armies,
ships and items as lists.
"""

from __future__ import annotations

from collections.abc import Sequence

from tanelorn.core.content.aid import Row, Table, abreast, rows, told
from tanelorn.core.content.legend import Legend
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.steps import Step
from tanelorn.games.albion.pack.charts import DICE, RACES
from tanelorn.games.albion.pack.charts_file import ChartsFile
from tanelorn.games.albion.sequence import Phase, player_turn, segments
from tanelorn.games.albion.shown.space_card import FOLK
from tanelorn.games.albion.state.printed.cards import RANK_NAMES
from tanelorn.games.albion.state.printed.pieces import Person
from tanelorn.games.albion.state.printed.spells import SPELLS, Enchantment
from tanelorn.games.albion.state.printed.world import FOMORIAN, World

_PHASES = {
    "weather": "5.A",
    "enchantment": "5.B.1",
    "attrition": "5.C.1",
    "recovery": "5.D.1a",
    "activation": "5.D.2b",
    "movement": "5.D.3a",
    "forced march": "5.D.3b",
    "reaction": "13.0a",
    "combat": "16.0a",
}
"""The clause by which each segment and phase goes."""
_BATTLE = ("16.1.4", "16.1.5", "16.1.6a", "16.1.6b", "16.1.6c", "16.1.7", "16.1.9", "16.1.10", "17.4a", "14.1.3")
_OTHERS = ("16.2.3", "16.2.7", "16.3.2", "16.3.6", "16.4a", "16.5a")
_DICE = ("19.0a", "18.0d", "12.3a", "5.D.1e", "5.D.2c", "5.C.3", "20.3c", "20.5b")
_COMMAND = ("14.3a", "14.3b", "14.3c", "11.1", "11.2a", "12.5b", "13.0b")
_POINTS = ("21.2a", "21.2b", "21.2c", "21.2d", "21.3", "21.4", "23.2")
_SIDES = ("Faerie", "Fomorian")
_ABREAST = 2
_RIDGE = {"mountain": "mountain_side"}
"""What the legend calls sides whose name is a terrain too."""


def tables(world: World, rulebook: Rulebook, legend: Legend) -> tuple[Table, ...]:
    """Return the tables."""
    charts = world.pack.charts
    finds = _finds(charts)
    folk = tuple(FOLK[race] for race in RACES)
    return (
        Table("A game-turn", _turn(rulebook), clause="albion/5.0a"),
        Table("Combat results", _combat(charts), ("2 dice", *charts.combat.columns), "albion/chart/crt", _COMBAT),
        Table("Casualties", _casualties(charts), ("", *charts.casualties.spans), "albion/chart/casualty", _CASUALTIES),
        Table("Attrition", _attrition(charts), ("2 dice", *map(str, DICE)), "albion/chart/attrition"),
        Table(
            "Discovery",
            _discovery(charts, finds),
            ("2 dice", *charts.discovery.columns),
            "albion/chart/discovery",
            f"C: a curse of so many points, Cd of a die; –: nothing. Items: {_listed(finds)}.",
        ),
        Table("Terrain: cost and battle", _terrain(charts, legend), ("", *folk), "albion/chart/terrain", _TERRAIN),
        Table("Roads, and sides of hexes", _sides(charts, legend), ("", *folk), "albion/chart/terrain", _CROSSING),
        Table("Ships", _sea(world)),
        Table("Activation", _activation(charts), ("", "2 dice"), "albion/chart/activation", _activating(charts)),
        Table("The track", _track(world), ("Turn", "", "Mana", "Weather"), "albion/chart/track"),
        Table("Enchantments", _enchantments(world), ("", "Range", "Needs", "What it does"), "albion/19.0a", _RANGE),
        Table("A battle: strength and roll", told(rulebook, *_BATTLE)),
        Table("Other combats", told(rulebook, *_OTHERS)),
        Table("What else the dice decide", told(rulebook, *_DICE)),
        Table("Command and movement", told(rulebook, *_COMMAND)),
        Table("Victory Points", told(rulebook, *_POINTS)),
        *_lists(world),
    )


_COMBAT = "Attacker’s strength to defender’s. Attacker/defender: a letter of the Casualties, r retreats."
_CASUALTIES = "By size of the force: points/wounds; ! one piece after the other takes them."
_TERRAIN = (
    "Movement Points to enter, and troops there halved H, unchanged U, doubled D, tripled T; –: other ground decides."
)
_CROSSING = "Roads in place of the terrain; sides are added; P prohibited."
_RANGE = "Range in hexes: times the Current Magic Strength. ★: in the basic game."


def _turn(rulebook: Rulebook) -> tuple[Row, ...]:
    found: list[Row] = []
    for whose, steps in (("both", segments()), ("each player", player_turn(FOMORIAN))):
        for name in _names(steps):
            clause = rulebook[_PHASES[name]]
            found.append(Row((f"{len(found) + 1} {name.capitalize()}", whose, clause.title), clause.id))
    return tuple(found)


def _names(steps: Sequence[Step]) -> list[str]:
    return [step.name for step in steps if isinstance(step, Phase)]


def _combat(charts: ChartsFile) -> tuple[Row, ...]:
    return rows((roll, *charts.combat.rows[str(roll)]) for roll in DICE)


def _casualties(charts: ChartsFile) -> tuple[Row, ...]:
    return rows((letter, *cells) for letter, cells in charts.casualties.rows.items())


def _attrition(charts: ChartsFile) -> tuple[Row, ...]:
    return rows([("Casualties", *(charts.attrition.rows[str(roll)] for roll in DICE))])


def _finds(charts: ChartsFile) -> dict[str, str]:
    """Name the lists of items that stand in the Discovery Table by letters."""
    lists = {cell: "" for line in charts.discovery.rows.values() for cell in line if " " in cell}
    return {cell: chr(ord("a") + number) for number, cell in enumerate(lists)}


def _listed(finds: dict[str, str]) -> str:
    return "; ".join(f"{letter} {cell.replace(' ', ', ')}" for cell, letter in finds.items())


def _discovery(charts: ChartsFile, finds: dict[str, str]) -> tuple[Row, ...]:
    shown = {"!": "–", **finds}
    return rows((roll, *(shown.get(cell, cell) for cell in charts.discovery.rows[str(roll)])) for roll in DICE)


def _terrain(charts: ChartsFile, legend: Legend) -> tuple[Row, ...]:
    return rows(
        (legend.title(entry.id), *(f"{_cost(entry.cost[race])} {entry.battle[race]}" for race in RACES))
        for entry in charts.terrain
    )


def _sides(charts: ChartsFile, legend: Legend) -> tuple[Row, ...]:
    roads = [(legend.title(road.id), *(_cost(road.cost[race]) for race in RACES)) for road in charts.road]
    sides = [
        (legend.title(_RIDGE.get(side.id, side.id)), *(_added(side.add[race]) for race in RACES))
        for side in charts.hexside
    ]
    return rows([*roads, *sides])


def _word(id: str) -> str:
    return id.replace("_", " ").capitalize()


def _added(cost: object) -> str:
    return "P" if cost == "P" else f"+{cost}"


def _cost(cost: object) -> str:
    return "–" if cost == "-" else str(cost)


def _sea(world: World) -> tuple[Row, ...]:
    sea = world.pack.charts.sea
    dear = [f"{zone.cost} in {zone.name}" for zone in world.zones if zone.cost > sea.ship_cost]
    costs = ", ".join([f"{sea.ship_cost} Movement Point", *dear])
    return (
        Row(("A hex of sea", f"{costs}; rain adds {sea.rain_adds}"), "albion/11.7a"),
        Row(("Embarking", f"{sea.embark} Movement Points"), "albion/12.1a"),
        Row(("Debarking", f"{sea.debark} Movement Points"), "albion/12.1c"),
    )


def _activation(charts: ChartsFile) -> tuple[Row, ...]:
    return rows((_word(id), number) for id, number in charts.activation.numbers.items())


def _activating(charts: ChartsFile) -> str:
    return f"Wakes on so much or less. Farcalling: {charts.activation.farcalling} on the expedition’s roll."


def _track(world: World) -> tuple[Row, ...]:
    return rows((turn.number, turn.name, turn.mana, turn.weather) for turn in world.turns[1:])


def _enchantments(world: World) -> tuple[Row, ...]:
    return rows(
        (_enchantment(one), f"×{one.reach}" if one.reach else "", _needs(world, one), one.short) for one in SPELLS
    )


def _enchantment(one: Enchantment) -> str:
    name = one.name.removeprefix("Enchantment of ").removeprefix("the ")
    return f"{one.number} {name}{' ★' if one.starred else ''}"


def _needs(world: World, one: Enchantment) -> str:
    basic = [f"Basic Magic {one.basic}"] if one.basic else []
    places = [f"place {', '.join(map(str, one.places))}"] if one.places else []
    item = [world.items[world.item[one.item]].name] if one.item else []
    return "; ".join([*basic, *places, *item])


def _lists(world: World) -> tuple[Table, ...]:
    return (
        Table(
            "Persons",
            abreast([_person(world, one) for one in world.persons], _ABREAST),
            ("", "Of", "Is", "Co", "Ma", "Cd", "Moves") * _ABREAST,
            "albion/7.9a",
            "K King, M Marshal, C Captain, H hero, E enchanter, f flies, s swims. Co combat, Ma magic, Cd command; "
            "moves alone/with an escort.",
            long=True,
        ),
        Table(
            "Armies at the start",
            rows(_army(world, colour) for colour in range(len(world.colours))),
            ("", "Side", "Race", "Points", "Moves"),
            "albion/2.3a",
            long=True,
        ),
        Table(
            "Ships by name",
            rows(
                (
                    ship.name,
                    world.colours[ship.colour].name,
                    f"{ship.strength_full}/{ship.strength_damaged}",
                    f"{ship.move_full}/{ship.move_damaged}",
                    "bad sailer" if ship.bad_sailer else "",
                )
                for ship in world.ships
            ),
            ("", "Of", "Strength", "Moves", ""),
            "albion/12.1a",
            "Whole/damaged.",
            long=True,
        ),
        Table(
            "Magic items",
            rows(
                (thing.number, thing.name, thing.kind, _whose(world, thing.holder)) for thing in world.items if thing.id
            ),
            ("", "Item", "Kind", "First with"),
            "albion/20.0a",
            long=True,
        ),
        Table(
            "Places of Power",
            rows((n, world.place_name[n], world.number[hex]) for n, hex in enumerate(world.place_hex) if hex >= 0),
            ("", "Place", "Hex"),
            "albion/19.5a",
            long=True,
        ),
    )


def _person(world: World, one: Person) -> tuple[object, ...]:
    whose = world.colours[one.colour].name if one.colour >= 0 else ""
    signs = RANK_NAMES[one.rank][:1] + "H" * one.hero + "E" * one.enchanter + "f" * one.flyer + "s" * one.swimmer
    moves = f"{one.move_alone}/{one.move_escorted}" if one.can_escort else one.move_alone
    return one.name, whose, signs, one.combat, one.magic, one.command, moves


def _army(world: World, colour: int) -> tuple[object, ...]:
    one = world.colours[colour]
    points = sum(group.csp for group in world.setup if group.colour == colour)
    return one.name, _SIDES[one.side == FOMORIAN], one.race, points, one.move


def _whose(world: World, holder: int) -> str:
    return world.persons[holder].name if holder >= 0 else "to be found"
