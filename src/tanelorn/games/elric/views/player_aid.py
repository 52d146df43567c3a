"""The player aid of Elric: the turn, battles and dice, what moves how far, magic, muster, the Balance; nations, persons
and spells as lists.
"""

from __future__ import annotations

from itertools import pairwise

from tanelorn.core.content.aid import Row, Table, abreast, rows, titled, told
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.games.elric.equipment.board import WALLS
from tanelorn.games.elric.equipment.counters import PERSON
from tanelorn.games.elric.equipment.nations import Nation
from tanelorn.games.elric.equipment.spells import SPELLS, Spell
from tanelorn.games.elric.equipment.world import World
from tanelorn.games.elric.losses.casualties import TABLE
from tanelorn.games.elric.losses.escape_rolls import SURE
from tanelorn.games.elric.magic.casting import MOST
from tanelorn.games.elric.melniboneans.black_swords import SLAYS
from tanelorn.games.elric.movement.embarking import COAST_COST, PERSON_COST, PORT_COST
from tanelorn.games.elric.movement.groups import POINTS
from tanelorn.games.elric.movement.routes import SWIM
from tanelorn.games.elric.search import AGAIN, FIRST
from tanelorn.games.elric.sequence.turns import STEPS
from tanelorn.games.elric.state.dominance import ARM
from tanelorn.games.elric.state.position import LAST_TURN
from tanelorn.games.elric.views.cards import TYPES, muster_name, spell_value

_STEPS = {
    "appear": "12.1.1a",
    "replace": "6.0b",
    "move": "7.2a",
    "search": "8.0a",
    "magic": "9.2a",
    "combat": "10.0",
    "muster": "11.0b",
    "balance": "13.6",
}
"""The clause by which each step of a player-turn goes."""
_BATTLE = (
    "10.1a",
    "10.1c",
    "10.2a",
    "10.2b",
    "10.3",
    "10.4b",
    "10.4a",
    "10.5a",
    "10.5b",
    "10.7b",
    "10.7d",
    "10.7e",
    "10.8a",
    "10.9.1a",
    "10.9.2",
    "10.9.3b",
)
_MOVEMENT = ("7.1b", "7.2c", "7.2d", "7.3a", "7.3c", "7.3f", "7.3h", "7.4.1a", "7.4.2a", "7.5.2b", "7.6a", "7.6b")
_MAGIC = ("9.2a", "9.2c", "9.2d", "9.2f", "9.3.1a", "9.4a", "9.5a", "9.5b", "10.8c")
_MUSTER = ("6.0b", "6.0c", "11.0b", "11.0d", "11.0f", "11.0g", "11.0n", "11.0h", "11.0i", "11.0j", "11.0m")
_BALANCE = ("13.1", "13.2", "13.3", "13.4", "13.4a", "13.4c", "13.4d", "13.4e", "13.5a")
_ELRIC = ("12.1.1a", "12.1.2a", "12.1.2b", "12.1.3d", "12.1.4a", "12.1.6a")
_VICTORY = ("5.0f", "5.0g", "5.0h", "5.0i", "5.0j")
_PLACES = {
    "capital": ("a capital", "elric/7.5.2a"),
    "walled": ("a walled city", "elric/7.5.7a"),
    "unwalled": ("a city without a wall", "elric/7.5.6"),
}
"""What each rank of city is called, and the clause of its wall."""
_ABREAST = 2


def tables(world: World, rulebook: Rulebook) -> tuple[Table, ...]:
    """Return the tables."""
    return (
        Table("A player-turn", _turn(rulebook), clause="elric/5.0b"),
        Table("Combat results", _results(), ("Difference", "The loser"), "elric/10.6"),
        Table("What the dice decide", _dice()),
        Table("A battle, in its order", told(rulebook, *_BATTLE)),
        Table("Points and walls", _numbers()),
        Table("Movement", told(rulebook, *_MOVEMENT)),
        Table("Magic", (_most(), *told(rulebook, *_MAGIC))),
        Table("Replacements and muster", told(rulebook, *_MUSTER)),
        Table("The Balance", told(rulebook, *_BALANCE), note=f"Each arm has {ARM} sections."),
        Table("Elric", told(rulebook, *_ELRIC)),
        Table("Who wins, tested in this order", told(rulebook, *_VICTORY), note=f"At most {LAST_TURN} game-turns."),
        Table(
            "Nations and hordes",
            rows(_nation(world, nation) for nation in world.nations),
            ("", "Side", "Armies", "Fleets", "Capital or main city"),
            "elric/15.0",
            "Fleets: combat/movement/armies carried. Cities: their own defence while neutral, +wall.",
            long=True,
        ),
        Table(
            "Personalities",
            abreast(_persons(world), _ABREAST),
            ("", "Of", "Combat", "Spells") * _ABREAST,
            "elric/15.0",
            "(n): influence, never fights. !: may conjure a drawn spell.",
            long=True,
        ),
        Table(
            f"The {len(SPELLS)} spells",
            rows(_spell(world, spell, count) for spell, count in _entries()),
            ("", "Type", "Value", "Musters", "What it does"),
            "elric/16.0",
            "(n): not added in combat. ×n: so many counters.",
            long=True,
        ),
    )


def _turn(rulebook: Rulebook) -> tuple[Row, ...]:
    return titled(rulebook, *((word.capitalize(), f"elric/{_STEPS[word]}") for word in STEPS))


def _results() -> tuple[Row, ...]:
    spans = [_span(row.least, after.least - 1) for row, after in pairwise(TABLE)]
    return rows(zip((*spans, f"{TABLE[-1].least} or more"), (row.text for row in TABLE), strict=True))


def _span(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def _dice() -> tuple[Row, ...]:
    return (
        Row(("Battle", "each side adds a die to its total"), "elric/10.5a"),
        Row(("Search", f"finds on {FIRST}–6, on {AGAIN}–6 in each consecutive turn after the first"), "elric/8.0d"),
        Row(("Heroic escape", f"a die of no more than the value; {SURE} and more always escape"), "elric/10.8a"),
        Row(("Stormbringer, Mournblade", f"slay a friend on {SLAYS}–6 after use"), "elric/12.1.4a"),
        Row(("Serpents Teeth", "each fleet: no more than its combat value, or it is lost"), "elric/7.5.4"),
        Row(("Boiling Sea", "each unit rolls to escape, on entering and on leaving"), "elric/7.5.1a"),
    )


def _numbers() -> tuple[Row, ...]:
    return (
        Row(("Personalities and those they lead", f"{POINTS} points; a province costs 1"), "elric/7.2a"),
        Row(("A sea, of a magician without a ship", f"{SWIM} points"), "elric/7.3b"),
        Row(("An army goes aboard", f"{PORT_COST} point from a port, {COAST_COST} from elsewhere"), "elric/7.3k"),
        Row(("A personality goes aboard", f"{PERSON_COST} point"), "elric/7.3m"),
        *(Row((f"The wall of {_PLACES[rank][0]}", f"+{wall}"), _PLACES[rank][1]) for rank, wall in WALLS.items()),
    )


def _most() -> Row:
    return Row(("Spells in a battle", f"at most {MOST} of each player, a magician for each"), "elric/9.2b")


def _nation(world: World, nation: Nation) -> tuple[object, ...]:
    fleets = ", ".join(f"{world.value[unit]}/{world.speed[unit]}/{world.capacity[unit]}" for unit in nation.fleets)
    city = ""
    if nation.capital >= 0:
        names = [city.name for city in world.areas[nation.capital].cities if city.main]
        star = "★ " if nation.star else ""
        city = f"{star}{names[0]} {world.militia[nation.capital]}+{world.wall[nation.capital]}"
    return nation.name, TYPES[nation.alignment], len(nation.armies) or "", fleets, city


def _persons(world: World) -> list[tuple[object, ...]]:
    found: list[tuple[object, ...]] = []
    for unit, counter in enumerate(world.units):
        if world.kind[unit] == PERSON:
            whose = world.nations[world.of[unit]].name if world.of[unit] >= 0 else "independent"
            value = f"({counter.combat})" if counter.influence else counter.combat
            found.append((counter.name, whose, value, f"{counter.spells or ''}{'!' if counter.conjures else ''}"))
    return found


def _entries() -> list[tuple[Spell, int]]:
    kinds: dict[str, list[Spell]] = {}
    for spell in SPELLS:
        kinds.setdefault(spell.kind, []).append(spell)
    return [(copies[0], len(copies)) for copies in kinds.values()]


def _spell(world: World, spell: Spell, count: int) -> tuple[str, ...]:
    musters = ", ".join(muster_name(world, muster) for muster in spell.musters)
    name = f"{spell.name} ×{count}" if count > 1 else spell.name
    return name, TYPES[spell.alignment], spell_value(spell), musters, spell.text
