"""Cards to read: persons, armies, ships, items, enchantments, for open stacks, papers and the rulebook's page."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from tanelorn.core.amounts import amount
from tanelorn.core.content.rulebook import Rulebook
from tanelorn.core.scene import Card, Piece, PieceKind, Tray
from tanelorn.games.albion.state.printed.nouns import at_hex
from tanelorn.games.albion.state.printed.pieces import colour_of, is_ship, is_troops, ship_of
from tanelorn.games.albion.state.printed.spells import SPELLS
from tanelorn.games.albion.state.printed.world import World, world_of

RANK_NAMES = ("", "Captain", "Marshal", "King")
"""How ranks are called on cards (14.3)."""

FIGURES: dict[str, PieceKind] = {"elf": "elf", "troll": "troll", "gnome": "gnome", "mundane": "man", "ancient": "mage"}
"""How a person of a race is drawn."""

TROOPS_OF: dict[str, PieceKind] = {"elf": "elves", "troll": "trolls", "gnome": "gnomes", "mundane": "men"}
"""How an army of a race is drawn, and what its men are called."""

_BEASTS: dict[str, PieceKind] = {"worm": "dragon", "cait_sith": "beast", "callachs_waff": "undead"}
_NUMBERS = re.compile(r" ?\((?:movement )?\d[^()]*\)")
_KINDS = re.compile(r"^(?:King|Marshal|Captain|Hero|Enchanter)(?:/Hero)?\. ")  # what the card has said already


@lru_cache(maxsize=1)
def book() -> Rulebook:
    """Return the rulebook, whose sentences stand on the cards."""
    return Rulebook.load("albion", Path(__file__).parents[2] / "data" / "rulebook.toml")


@lru_cache(maxsize=1024)
def clause_text(clause: str) -> str:
    """Return what a clause says, without the numbers that stand on the counter anyway."""
    return _NUMBERS.sub("", book()[clause].says).strip() if clause in book() else ""


# Faces


def short_name(name: str) -> str:
    """Return a name that fits on a counter."""
    return name.removeprefix("The ").removeprefix("Callach’s ")


def person_kind(w: World, person: int) -> PieceKind:
    """Return how a person is drawn: by race, the three supernatural ones each in their own way."""
    return _BEASTS.get(w.persons[person].id) or FIGURES.get(w.p_race[person], "man")


def person_sign(w: World, person: int, rank: int, *, asleep: bool = False) -> str:
    """Return the sign at a person's corner: a moon while asleep, else a crown, a sword, a star."""
    if asleep:
        return "moon"
    if rank == len(RANK_NAMES) - 1:
        return "crown"
    return "sword" if w.p_hero[person] else "spell" if w.p_enchanter[person] else ""


@lru_cache(maxsize=4096)
def person_face(w: World, person: int, seat: int, *, combat: int = -1, rank: int = 0, asleep: bool = False) -> Piece:
    """A person's counter: combat strength, magic, the name."""
    one = w.persons[person]
    magic = (str(one.magic),) if one.magic else ()
    return Piece(
        id=one.id,
        space="",
        seat=seat,
        kind=person_kind(w, person),
        label=short_name(one.name),
        values=(str(one.combat if combat < 0 else combat), *magic),
        sign=person_sign(w, person, rank, asleep=asleep),
    )


@lru_cache(maxsize=1024)
def army_face(w: World, colour: int, n: int = 0, *, asleep: bool = False) -> Piece:
    """An army's counter: its Combat Strength Points, 0 if nobody knows them, its movement, its country."""
    one = w.colours[colour]
    return Piece(
        id=f"army-{one.id}",
        space="",
        seat=one.side,
        kind=TROOPS_OF[one.race],
        label=short_name(one.name),
        values=(str(n) if n else "?", "", str(one.move)),
        sign="moon" if asleep else "",
    )


@lru_cache(maxsize=256)
def ship_face(w: World, ship: int, *, hurt: bool = False, refit: bool = False) -> Piece:
    """A ship's counter, the side that is up: its strength, its movement, its name."""
    one = w.ships[ship]
    strength = one.strength_damaged if hurt else one.strength_full
    move = one.move_damaged if hurt else one.move_full
    return Piece(
        id=one.id,
        space="",
        seat=one.side,
        kind="fleet",
        label=one.name,
        values=(str(strength), "", str(move)),
        turned=refit,
    )


# Cards


@lru_cache(maxsize=1024)
def person_text(w: World, person: int, rank: int) -> str:
    """Say what a person is, from the counter and the rulebook."""
    one = w.persons[person]
    words = [RANK_NAMES[rank]] * bool(rank) + ["hero"] * one.hero + ["enchanter"] * one.enchanter
    words += ["flies"] * one.flyer + ["swims"] * one.swimmer
    moves = f"moves {one.move_alone}" + (f", {one.move_escorted} with troops" if one.can_escort else "")
    alone = "" if one.can_escort else " No escort."
    sums = f"Combat {one.combat}, magic {one.magic}, command {one.command}, {moves}.{alone}"
    said = _KINDS.sub("", clause_text(f"albion/7.9/{one.code}"))
    who = ", ".join(words)
    return " ".join(filter(None, (f"{who[:1].upper()}{who[1:]}." if who else "", sums, said)))


def person_card(
    w: World, person: int, face: Piece, *, note: str = "", text: str = "", held: bool = False, spent: bool = False
) -> Card:
    """A person as a card."""
    one = w.persons[person]
    return Card(
        id=f"piece:{one.id}",
        title=f"{one.name}",
        kind="unit",
        value=face.values[0],
        note=note,
        text=text or person_text(w, person, one.rank),
        sign=face.kind,
        clause=f"albion/7.9/{one.code}",
        seat=face.seat,
        held=held,
        spent=spent,
        counter=face,
    )


def army_card(w: World, colour: int, n: int, *, id: str = "", note: str = "", held: bool = False) -> Card:
    """An army as a card: so many points of a colour."""
    one = w.colours[colour]
    points = amount(n, "Combat Strength Point") if n else "Combat Strength Points"
    return Card(
        id=id,
        title=f"{n or 'Men'} of {one.name}",
        kind="unit",
        value=str(n or "?"),
        note=note,
        text=f"{points} of {TROOPS_OF[one.race]}; moves {one.move}.",
        sign=TROOPS_OF[one.race],
        clause="albion/3.0c",
        seat=one.side,
        held=held,
        counter=army_face(w, colour, n),
    )


def ship_card(w: World, ship: int, face: Piece, *, note: str = "", held: bool = False, spent: bool = False) -> Card:
    """A ship as a card."""
    one = w.ships[ship]
    words = (
        f"Strength {one.strength_full}, sails {one.move_full}; damaged {one.strength_damaged} and {one.move_damaged}."
    )
    return Card(
        id=f"piece:{one.id}",
        title=one.name,
        kind="unit",
        value=face.values[0],
        note=note,
        text=f"Ship of {w.colours[one.colour].name}. {words}{' A bad sailer.' if one.bad_sailer else ''}",
        sign="fleet",
        clause="albion/12.1a",
        seat=one.side,
        held=held,
        spent=spent,
        counter=face,
    )


@lru_cache(maxsize=1024)
def item_card(w: World, item: int, *, note: str = "", seat: int = -1, lost: bool = False) -> Card:
    """A magic item as a card."""
    thing = w.items[item]
    clauses = [f"albion/20.6/{thing.number:02d}{part}" for part in ("", "a", "b", "c")]
    clauses = [clause for clause in clauses if clause in book()]
    only = f" For {w.colours[thing.colour].name} only." if thing.colour >= 0 else ""
    return Card(
        id=f"card:{thing.id}",
        title=thing.name,
        kind="artifact",
        note=note or thing.kind,
        text=" ".join(clause_text(clause) for clause in clauses) + only,
        sign="sword" if thing.weapon else "spell-any" if thing.staff else "artifact",
        clause=clauses[0] if clauses else "",
        seat=seat,
        lost=lost,
    )


def enchantment_card(number: int, *, note: str = "") -> Card:
    """One of the thirteen enchantments as a card."""
    kind = SPELLS[number - 1]
    clause = f"albion/19.4/{number:02d}"
    return Card(
        id=f"card:{kind.id}",
        title=kind.name.removeprefix("Enchantment of ").removeprefix("the "),
        kind="spell",
        note=note,
        text=clause_text(clause),
        sign="spell-any",
        clause=clause,
    )


# Lists


def lists() -> tuple[Tray, ...]:
    """Return what all may look up at any time: persons, armies and ships, items, enchantments, places."""
    w = world_of("")
    return (
        Tray("Persons", tuple(_persons(w)), f"{len(w.persons)} counters", "albion/7.9a"),
        Tray("Armies and ships", tuple(_forces(w)), "", "albion/2.3a"),
        Tray("Magic items", tuple(_items(w)), "", "albion/20.0a", "large"),
        Tray("Enchantments", tuple(enchantment_card(kind.number) for kind in SPELLS), "", "albion/19.0a", "large"),
        Tray("Places of Power", tuple(_places(w)), "", "albion/19.5a", "large"),
        Tray("Combat results", tuple(_results(w)), "attacker / defender", "albion/chart/crt"),
    )


def _persons(w: World) -> list[Card]:
    order = sorted(range(len(w.persons)), key=lambda one: (w.p_side[one], w.p_kingdom[one], -w.p_rank[one], one))
    found = []
    for person in order:
        one = w.persons[person]
        face = person_face(w, person, one.side, rank=one.rank)
        whose = w.colours[one.colour].name if one.colour >= 0 else "no kingdom"
        card = person_card(w, person, face, note=f"{one.title}, {whose}")
        found.append(_listed(card))
    return found


def _listed(card: Card) -> Card:
    """Return a card for a list, which is drawn with its sign and in no seat's colour."""
    return Card(card.id, card.title, card.kind, card.value, card.note, card.text, card.sign, card.clause)


def _forces(w: World) -> list[Card]:
    cards = []
    for colour, one in enumerate(w.colours):
        total = sum(group.csp for group in w.setup if group.colour == colour)
        card = army_card(w, colour, total, note=f"{w.kingdoms[one.kingdom].name}, at the start")
        cards.append(_listed(card))
        for ship, vessel in enumerate(w.ships):
            if vessel.colour == colour:
                cards.append(_listed(ship_card(w, ship, ship_face(w, ship), note=one.name)))
    return cards


def _items(w: World) -> list[Card]:
    cards = []
    for item, thing in enumerate(w.items):
        if thing.id:
            where = w.persons[thing.holder].name if thing.holder >= 0 else at_hex(w, thing.start)
            cards.append(_listed(item_card(w, item, note=f"{thing.kind}, {where}")))
    return cards


def _places(w: World) -> list[Card]:
    cards = []
    for number in range(1, len(w.place_hex)):
        clauses = [f"albion/19.5/{number:02d}{part}" for part in ("", "a", "b", "c")]
        text = " ".join(clause_text(clause) for clause in clauses)
        id, title = f"place:{number}", w.place_name[number]
        hex = w.number[w.place_hex[number]]
        first = next((clause for clause in clauses if clause in book()), "")
        cards.append(Card(id, title, "spell", str(number), f"hex {hex}", text.strip(), "star", first))
    return cards


def _results(w: World) -> list[Card]:
    """The Combat Results Table, a column of ratios a card."""
    cards = []
    for column, head in enumerate(w.charts.columns):
        words = [f"{roll}: {cell_text(w, column, roll)}" for roll in range(2, 13)]
        cards.append(Card(f"column:{column}", head, "result", text="; ".join(words) + ".", clause="albion/chart/crt"))
    return cards


def cell_text(w: World, column: int, roll: int) -> str:
    """Return a cell of the Combat Results Table as it is printed: attacker / defender, r for a retreat."""
    cell = w.charts.combat(column, roll)
    one = (cell.attacker or "–") + "r" * cell.attacker_retreats
    return f"{one}/{cell.defender or '–'}{'r' * cell.defender_retreats}"


def code_face(w: World, code: int, seat: int, sign: int = 0) -> Piece:
    """The counter of a top that lies open: of its printed values, for that is all that is seen of an enemy's."""
    if is_ship(code):
        return ship_face(w, ship_of(code), hurt=bool(sign))
    if is_troops(code):
        return army_face(w, colour_of(code))
    return person_face(w, code, seat, rank=w.persons[code].rank)
