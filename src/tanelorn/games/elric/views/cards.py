"""Cards to read: spells, counters and the combat table, for hands, open stacks and the rulebook's page."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Piece, PieceKind, Tray
from tanelorn.games.elric.equipment.counters import ARMY, ARTIFACT, FLEET, PERSON
from tanelorn.games.elric.equipment.spells import SPELLS, Muster, Spell
from tanelorn.games.elric.equipment.world import World, world_of

COMBAT_TABLE = (
    (0, "+0", "reroll"),
    (1, "+1–2", "retreat"),
    (3, "+3", "lose 1"),
    (4, "+4", "lose 2"),
    (5, "+5–9", "lose 3"),
    (10, "+10–14", "lose 5"),
    (15, "+15–19", "lose 10"),
    (20, "+20–24", "lose 15"),
    (25, "+25", "eliminated"),
)
"""The least difference of each column of 10.6, its head, and what becomes of the loser, who retreats from +1 on."""

TYPES = {
    "law": "Law",
    "chaos": "Chaos",
    "neutral": "Neutral",
    "special": "Special",
    "immediate": "At once",
    "melnibonean": "Melnibonean",
    "elric": "Elric",
}
_SIGNS = {"special": "spell", "immediate": "bolt", "melnibonean": "dragon", "elric": "sword"}
_SECTIONS = {"law": 1, "chaos": 2, "neutral": 3, "melnibonean": 4, "elric": 5, "special": 6, "immediate": 7}
_LONGEST = 12
"""Letters of a name that a counter has room for."""


def spell_sign(spell: Spell) -> str:
    """Return the sign of a spell: that of its alignment, or what kind it is."""
    return _SIGNS.get(spell.alignment, spell.alignment)


def spell_value(spell: Spell) -> str:
    """Return the number as it is printed, in brackets where it is never added in combat (9.2)."""
    if not spell.printed:
        return ""
    return str(spell.value) if spell.fights or not spell.value else f"({spell.value})"


def muster_name(world: World, muster: Muster) -> str:
    """Return the name of what a muster brings."""
    if muster.kind in ("nation", "horde"):
        return world.nations[world.nation[muster.id]].name
    return world.units[world.unit[muster.id]].name


def spell_card(world: World, spell: int, *, note: str = "", count: int = 1, spent: bool = False) -> Card:
    """A spell counter: its value, alignment, what it does, what it musters."""
    row = SPELLS[spell]
    musters = ", ".join(muster_name(world, muster) for muster in row.musters)
    return Card(
        id=f"card:{row.id}",
        title=row.name,
        kind="spell",
        value=spell_value(row),
        note=note or TYPES[row.alignment],
        text=row.text,
        sign=spell_sign(row),
        clause=row.clause,
        count=count,
        foot=f"Musters {musters}" if musters else "",
        spent=spent,
    )


# Counters


def unit_kind(world: World, unit: int) -> PieceKind:
    """Return how a counter is drawn."""
    counter = world.units[unit]
    if unit == world.elric:
        return "elric"
    if world.kind[unit] == FLEET:
        return "fleet"
    if world.kind[unit] == ARMY:
        return "army"
    if world.kind[unit] == ARTIFACT:
        return "artifact"
    if counter.flies:
        return "bird"
    if counter.company:
        return "man"
    if counter.influence:
        return "lady"
    if counter.spells:
        return "mage"
    if counter.admiral:
        return "admiral"
    return "lord" if counter.nation >= 0 and not counter.melnibonean else "hero"


def short_name(name: str) -> str:
    """Return a name that fits on a counter."""
    name = name.removeprefix("Isle of ").removeprefix("Admiral ")
    if len(name) <= _LONGEST:
        return name
    words = name.split()
    return next((word for word in (words[0], words[-1]) if len(word) <= _LONGEST and len(words) > 1), name[:11] + ".")


@lru_cache(maxsize=1024)
def counter_face(world: World, unit: int, seat: int) -> Piece:
    """A counter as it is printed (3.2): strength above, to the left; a magician's spells; a fleet's three numbers."""
    counter = world.units[unit]
    nation = world.nations[counter.nation] if counter.nation >= 0 else None
    strength = f"({counter.combat})" if counter.influence else str(counter.combat)
    values: tuple[str, ...] = (strength,)
    sign = ""
    label = counter.name
    if world.kind[unit] == PERSON:
        values += (f"{counter.spells}{'!' if counter.conjures else ''}",) if counter.spells else ()
        sign = nation.alignment if nation else ""
    else:
        label = nation.name if nation else counter.name
        values += (str(counter.movement), str(counter.capacity)) if world.kind[unit] == FLEET else ()
    return Piece(
        id=counter.id,
        space="",
        seat=seat,
        kind=unit_kind(world, unit),
        label=short_name(label),
        values=values,
        sign=sign,
    )


@lru_cache(maxsize=1 << 10)
def unit_text(world: World, unit: int) -> str:
    """Say what the numbers of a counter mean."""
    counter = world.units[unit]
    words = []
    if world.kind[unit] == ARTIFACT:
        return "An artifact; whoever carries it has its power."
    if world.kind[unit] == PERSON:
        fights = f"Influence {counter.combat} over Elric; never fights." if counter.influence else ""
        words.append(fights or f"Combat {counter.combat}.")
        words += [f"Holds {_spells(counter.spells)}{', and may conjure (!)' if counter.conjures else ''}."] * bool(
            counter.spells
        )
        words += ["Flies."] * counter.flies
        words += ["Leads fleets."] * counter.admiral
        words += ["May throw Dragons."] * counter.dragonmaster
    elif world.kind[unit] == FLEET:
        armies = f"{counter.capacity} arm{'y' if counter.capacity == 1 else 'ies'}"
        words.append(f"Combat {counter.combat} at sea, sails {counter.movement} seas, carries {armies}.")
    else:
        words.append("Combat 1.")
    return " ".join(words)


def _spells(count: int) -> str:
    return amount(count, "spell")


def home_of(world: World, unit: int) -> str:
    """Return the nation of a counter with its alignment, for its sheet."""
    nation = world.of[unit]
    if nation < 0:
        return "independent"
    return f"{world.nations[nation].name}, {TYPES[world.nations[nation].alignment]}"


def unit_card(
    world: World,
    unit: int,
    seat: int = -1,
    *,
    count: int = 1,
    note: str = "",
    text: str = "",
    held: bool = False,
    spent: bool = False,
) -> Card:
    """A counter as a card: drawn as itself where small cards lie."""
    counter = world.units[unit]
    name = counter.name
    if world.kind[unit] in (ARMY, FLEET) and counter.nation >= 0 and not counter.name.endswith("Barge"):
        name = f"{'Army' if world.kind[unit] == ARMY else _fleet(world, unit)} of {world.nations[counter.nation].name}"
    face = counter_face(world, unit, seat)
    artifact = world.kind[unit] == ARTIFACT
    return Card(
        id=f"piece:{counter.id}",
        title=name,
        kind="artifact" if artifact else "unit",
        value=face.values[0] if face.values[0] != "0" else "",
        note=note,
        text=f"{text} {unit_text(world, unit)}".strip(),
        sign=face.kind,
        clause="elric/15.0" if counter.nation >= 0 else "elric/15.0/independents",
        seat=seat,
        count=count,
        counter=None if artifact else face,
        held=held,
        spent=spent,
    )


def _fleet(world: World, unit: int) -> str:
    """Say which fleet of its nation it is, for those that have more than one: others are aboard of it."""
    fleets = world.nations[world.of[unit]].fleets
    return f"Fleet {fleets.index(unit) + 1}" if len(fleets) > 1 else "Fleet"


# Lists


def lists() -> tuple[Tray, ...]:
    """Return what all may look up at any time: the spells, the counters by nation, the combat table."""
    world = world_of("")
    kinds: dict[str, list[int]] = {}
    for number, spell in enumerate(SPELLS):
        kinds.setdefault(spell.kind, []).append(number)
    spells = [(SPELLS[numbers[0]], spell_card(world, numbers[0], count=len(numbers))) for numbers in kinds.values()]
    by_type = sorted(spells, key=lambda pair: (_SECTIONS[pair[0].alignment], pair[0].name))
    listed = tuple(_listed_spell(card) for _, card in by_type)
    return (
        Tray("Spells", listed, f"{len(SPELLS)} counters", "elric/16.0", "large"),
        Tray("Nations and hordes", tuple(_of_nations(world)), "", "elric/15.0"),
        Tray("Independents and artifacts", tuple(_independents(world)), "", "elric/15.0/independents"),
        Tray("Combat results", tuple(_results()), "by the difference of the totals", "elric/10.6"),
    )


def _listed_spell(card: Card) -> Card:
    text = f"{card.text} {card.foot.replace('Musters', 'Musters:')}{'.' if card.foot else ''}".strip()
    return Card(card.id, card.title, card.kind, card.value, card.note, text, card.sign, card.clause, count=card.count)


def _of_nations(world: World) -> list[Card]:
    cards = []
    for nation in world.nations:
        where = f"{nation.name}, {TYPES[nation.alignment]}"
        cards += [_listed_unit(world, unit, where) for unit in (*nation.people, *nation.fleets)]
        if nation.armies:
            cards.append(_listed_unit(world, nation.armies[0], where, len(nation.armies)))
    return cards


def _independents(world: World) -> list[Card]:
    return [
        _listed_unit(world, unit, "artifact" if world.kind[unit] == ARTIFACT else "independent")
        for unit in range(len(world.units))
        if world.of[unit] < 0
    ]


def _listed_unit(world: World, unit: int, where: str, count: int = 1) -> Card:
    card = unit_card(world, unit, count=count)
    return Card(card.id, card.title, card.kind, card.value, where, card.text, card.sign, count=count)


def _results() -> list[Card]:
    return [
        Card(f"result:{least}", head, "result", note="difference", text=_result_text(text), clause="elric/10.6")
        for least, head, text in COMBAT_TABLE
    ]


def _result_text(text: str) -> str:
    return f"Retreat, {text}." if text.startswith("lose") else f"{text.capitalize()}."
