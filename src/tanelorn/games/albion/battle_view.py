"""The battle window: both forces, what shifts the column and the roll, the dice, the letters, the losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import structs

from tanelorn.core.scene import Card, Column, Duel, Duelist, Tab, Term
from tanelorn.games.albion import ratings
from tanelorn.games.albion.battle import Battle, Force, Round
from tanelorn.games.albion.cards import army_card, cell_text, person_card, person_face
from tanelorn.games.albion.forces import Host, force_of, host_of, melee_worth, trial_worth, troop_strength
from tanelorn.games.albion.nouns import SEAT_NAMES, at_hex
from tanelorn.games.albion.piles import Table, known_person, known_ship, seats_known
from tanelorn.games.albion.remembered import top_card
from tanelorn.games.albion.rounds import RULES, kind_of

if TYPE_CHECKING:
    from tanelorn.games.albion.view import AlbionView

_TITLES = {
    "battle": "The battle at",
    "engagement": "The engagement off",
    "melee": "The melee at",
    "duel": "The duel arcane at",
    "trial": "The trial by combat at",
}
_SEGMENTS = {
    "Ready": ("ChooseTerrain", "Ready", "Arrange", "KeepOut"),
    "Ratio": (),
    "Roll": ("Touch", "Teeth", "CallTheKings", "Strike"),
    "Losses": ("TakeLosses", "Lose"),
    "Retreat": ("ChooseRetreat", "SplitRetreat", "Retreat"),
    "Initiative": ("FightOn",),
}
"""The parts of a round, and the steps that are asked in them."""

_THROWS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


class Scales(NamedTuple):
    """A round as it stands or as it would be fought now: what is known of it."""

    battle: Battle
    last: Round | None
    forces: tuple[Force | None, Force | None]
    column: int

    @property
    def rolled(self) -> bool:
        """Tell whether the dice have been thrown."""
        return self.last is not None and bool(self.last.dice)


def draw_duel(table: Table) -> Duel | None:
    """Say what the battle window shows; with the game it is over."""
    view, w = table.view, table.w
    if view.battle is None or view.outcome is not None:
        return None
    battle = view.battle
    scales = _scales(table, battle)
    mental = battle.fight.kind == "mental"
    title = "The Mental Attack at" if mental else _TITLES[kind_of(battle)]
    order = (battle.attacker, 1 - battle.attacker)
    return Duel(
        title=f"{title} {at_hex(w, battle.fight.hex)}",
        space=w.number[battle.fight.hex],
        note=_note(battle),
        clause=f"albion/{_first_rule(kind_of(battle))}",
        segments=_segments(view),
        sides=(_side(table, scales, order[0]), _side(table, scales, order[1])),
        odds=_verdict(scales) if scales.rolled else _odds(table, scales),
        clauses=("albion/chart/crt", "albion/chart/casualty") if scales.rolled else ("albion/16.1.7",),
        table=_columns(table, scales),
        middle=("ratio", w.charts.columns[scales.column].replace("-", "–")) if scales.column >= 0 else ("ratio", "?"),
    )


def _first_rule(kind: str) -> str:
    """Return the first clause of the case of a kind of combat."""
    case = RULES[kind]
    return case if case[-1] in "ab" else f"{case}.1"


def _round(battle: Battle) -> str:
    return f"Round {max(len(battle.rounds), 1)}"


def _note(battle: Battle) -> str:
    words = [_round(battle).lower()]
    if battle.fight.overrun:
        words.append("an overrun")
    if battle.terrain:
        words.append(f"in {battle.terrain} ground" if battle.inside < 0 else f"for the {battle.terrain}")
    if battle.sortie:
        words.append("a sortie")
    return ", ".join(words)


def _segments(view: AlbionView) -> tuple[Tab, ...]:
    step = type(view.agenda[-1]).__name__ if view.agenda else ""
    names = list(_SEGMENTS)
    now = next((at for at, steps in enumerate(_SEGMENTS.values()) if step in steps), 0)
    return tuple(Tab(title, "now" if at == now else "done" if at < now else "next") for at, title in enumerate(names))


# The numbers


def _scales(table: Table, battle: Battle) -> Scales:
    """Return the round that was fought last, or what is known of the first one before it."""
    if battle.rounds:
        last = battle.rounds[-1]
        return Scales(battle, last, last.forces, last.column)
    known = seats_known(table.view)
    forces = [force_of(table.position, battle, _host(table, seat)) if seat in known else None for seat in (0, 1)]
    one, other = forces[battle.attacker], forces[1 - battle.attacker]
    column = table.w.charts.ratio_column(one.strength, other.strength) if one and other else -1
    return Scales(battle, None, (forces[0], forces[1]), column)


def _host(table: Table, seat: int) -> Host:
    battle = table.view.battle
    assert battle is not None
    return host_of(table.position, battle, seat)


def _columns(table: Table, scales: Scales) -> tuple[Column, ...]:
    """The ratios, and what the roll gives in each once it is thrown."""
    w, last = table.w, scales.last
    roll = last.total if last is not None and last.dice else 0
    return tuple(
        Column(head.replace("-", "–"), cell_text(w, at, roll) if roll else "", at == scales.column)
        for at, head in enumerate(w.charts.columns)
    )


# The two sides


def _side(table: Table, scales: Scales, seat: int) -> Duelist:
    battle, last, force = scales.battle, scales.last, scales.forces[seat]
    attacks = seat == battle.attacker
    champion = battle.champions[seat] if battle.form else -1
    return Duelist(
        seat=seat,
        title=SEAT_NAMES[seat],
        role=f"{'attack' if attacks else 'defend'}{'s' if seat else ''}",
        card=_champion(table, champion) if champion >= 0 else None,
        terms=tuple(_terms(table, scales, seat)),
        total=force.strength if force is not None else None,
        dice=last.dice if last is not None and attacks else (),
        backs=0 if battle.form or seat in seats_known(table.view) else -1,
        won=_won(scales, seat),
        counters=() if battle.form else tuple(_counters(table, seat)),
    )


def _won(scales: Scales, seat: int) -> Literal["", "won", "lost", "tied"]:
    """A side that must retreat is beaten; both may be."""
    if scales.last is None or not any(scales.last.retreats) or scales.battle.form:
        return ""
    if all(scales.last.retreats):
        return "tied"
    return "lost" if scales.last.retreats[seat] else "won"


def _champion(table: Table, person: int) -> Card:
    view, w = table.view, table.w
    if view.side[person] in seats_known(view):
        return known_person(table, person)
    return person_card(w, person, person_face(w, person, view.side[person], rank=view.rank[person]))


def _counters(table: Table, seat: int) -> Iterator[Card]:
    """Who fights: one's own pieces, of the enemy's what lies open."""
    view, battle = table.view, table.view.battle
    assert battle is not None
    if seat not in seats_known(view):
        for top in view.tops:
            if top.seat == seat and top.hex == battle.fight.hex and top.coast == battle.fight.coast:
                yield top_card(table, top)
        return
    host = _host(table, seat)
    yield from (structs.replace(known_ship(table, ship), note="") for ship in host.ships)
    for person in host.persons:
        card = known_person(table, person)
        yield card if person in host.counted else structs.replace(card, spent=True, note="does not count")
    for colour, n in Counter({army.colour: 0 for army in host.armies}).items():
        n = sum(army.n for army in host.armies if army.colour == colour)
        yield army_card(table.w, colour, n, id=f"piece:army-{table.w.colours[colour].id}")


# What adds


def _terms(table: Table, scales: Scales, seat: int) -> Iterator[Term]:
    """What makes up the strength, where it is known; size, rating, and what moves column and roll this side's way."""
    last, force = scales.last, scales.forces[seat]
    if seat in seats_known(table.view):
        parts = list(_parts(table, _host(table, seat)))
        if force is not None and sum(n for _, n, _ in parts) == force.strength:
            yield from (Term(label, str(n), clause=clause) for label, n, clause in parts)
    if force is None:
        yield Term("Strength is said when the round begins", "?", clause="albion/11.9f")
        return
    yield Term("Size, for losses", str(force.size), clause="albion/chart/casualty")
    if last is None:
        return
    gain = 1 if seat == last.attacker else -1
    for why, n, clause in last.shifts:
        if n * gain > 0:
            columns = "1 column" if abs(n) == 1 else f"{abs(n)} columns"
            yield Term(_plain(why), columns, "artifact", clause=clause)
    for why, n, clause in last.terms:
        if n * gain > 0:
            yield Term(_plain(why), f"{n:+d} roll".replace("-", "−"), "spell", clause=clause)


def _plain(why: str) -> str:
    text = why.replace("**", "")
    return text[:1].upper() + text[1:]


def _parts(table: Table, host: Host) -> Iterator[tuple[str, int, str]]:
    """Itemize the strength of one's own side: troops, ships, heroes, magic."""
    position, w, battle = table.position, table.w, table.view.battle
    assert battle is not None
    kind = kind_of(battle)
    if kind in ("duel", "trial", "melee"):
        for person in host.counted:
            worth = {"duel": ratings.magic, "trial": trial_worth}.get(kind, lambda one, two: melee_worth(one, two)[0])
            yield w.persons[person].name, worth(position, person), "albion/16.3.2" if kind == "melee" else ""
        return
    if host.ships:
        yield "Ships", sum(w.s_strength[ship][position.hurt[ship]] for ship in host.ships), "albion/16.2.3"
    ground = battle.terrain if kind == "battle" else ""
    if troops := troop_strength(position, battle.fight.hex, host, ground):
        in_ground = f" in {ground}" if ground else ""
        yield f"{host.points - host.fort - host.dragon} points{in_ground}", troops, "albion/14.1.3"
    if host.dragon:
        yield "The dragon’s men", host.dragon, "albion/20.6/23"
    if host.fort:
        yield "The fortress", host.fort, "albion/17.4a"
    for person in host.counted:
        if ratings.is_hero(position, person):
            yield f"{w.persons[person].name}, hero", ratings.combat(position, person), "albion/16.1.4"
    if kind == "battle":
        for person in host.counted:
            if spells := ratings.magic(position, person):
                yield f"{w.persons[person].name}, magic", spells, "albion/16.1.4"


# In words


def _odds(table: Table, scales: Scales) -> str:
    """Say what the roll may bring, before it is thrown and both strengths are known."""
    if scales.column < 0:
        return "The ratio is found when both have said their strength; two dice then show what each loses."
    w, charts = table.w, table.w.charts
    gives = [charts.combat(scales.column, one + other) for one, other in _THROWS]
    here = sum(cell.defender_retreats for cell in gives)
    there = sum(cell.attacker_retreats for cell in gives)
    ratio = w.charts.columns[scales.column].replace("-", "–")
    return f"At {ratio}, of 36 throws the defender retreats in **{here}**, the attacker in **{there}**."


def _verdict(scales: Scales) -> str:
    """Say what the roll has brought to both."""
    last = scales.last
    assert last is not None
    added = last.total - sum(last.dice)
    roll = f"{_round(scales.battle)}: the roll is {sum(last.dice)}"
    roll += f" {'+' if added > 0 else '−'} {abs(added)} = **{last.total}**" if added else ""
    parts = [_loss_words(scales, seat) for seat in (last.attacker, 1 - last.attacker)]
    return f"{roll}. {' '.join(parts)}"


def _loss_words(scales: Scales, seat: int) -> str:
    last = scales.last
    assert last is not None
    points, wounds, dagger = last.losses[seat]
    at_sea = scales.battle.fight.kind == "engagement"
    s = "s" if seat else ""
    words = [f"lose{s} {points} {'step' if at_sea else 'point'}{'' if points == 1 else 's'}"] * bool(points)
    words += [f"take{s} {wounds} wound{'' if wounds == 1 else 's'}"] * bool(wounds)
    letter = f" ({last.letters[seat]})" if last.letters[seat] else ""
    lost = f"**{SEAT_NAMES[seat]}** {' and '.join(words) or f'lose{s} nothing'}{letter}"
    if dagger and (points > 1 or wounds > 1):
        lost += ", all by one piece"
    if last.retreats[seat]:
        lost += " and must retreat"
    return f"{lost}."
