"""The battle window: both forces, what shifts the column and the roll, the dice, the letters, the losses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import structs

from tanelorn.core.amounts import amount
from tanelorn.core.scene import Card, Duel, Duelist, Term
from tanelorn.core.steps import Step
from tanelorn.games.albion.combat.before_the_round import CallTheKings, Teeth, Touch
from tanelorn.games.albion.combat.duels import trial_worth
from tanelorn.games.albion.combat.forces import force_of, melee_worth, troop_strength
from tanelorn.games.albion.combat.retreat import ChooseRetreat, Retreat, SplitRetreat
from tanelorn.games.albion.combat.rounds import FightOn, Strike, weigh
from tanelorn.games.albion.combat.window import Scales, Segment, last_scales, said_terms, side, window
from tanelorn.games.albion.losses.taking import Lose, TakeLosses
from tanelorn.games.albion.shown.piles import known_person, known_ship
from tanelorn.games.albion.shown.remembered import top_card
from tanelorn.games.albion.shown.table import Table, seats_known
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.battle import Battle, kind_of
from tanelorn.games.albion.state.printed.cards import army_card, person_card, person_face
from tanelorn.games.albion.state.who_fights import Host, host_of, hosts_of

SEGMENTS: dict[type[Step], Segment] = {
    Touch: "Roll",
    Teeth: "Roll",
    CallTheKings: "Roll",
    Strike: "Roll",
    TakeLosses: "Losses",
    Lose: "Losses",
    ChooseRetreat: "Retreat",
    SplitRetreat: "Retreat",
    Retreat: "Retreat",
    FightOn: "Initiative",
}
"""The part of a round in which a step is asked; any other belongs to what comes before the dice."""


def draw_duel(table: Table) -> Duel | None:
    """Say what the battle window shows; with the game it is over."""
    position = table.position
    if position.battle is None or position.outcome is not None:
        return None
    battle = position.battle
    scales = last_scales(battle) if battle.rounds else _weighed(table, battle)
    now = SEGMENTS.get(type(position.agenda[-1]), "Ready") if position.agenda else "Ready"
    sides = (_side(table, scales, battle.attacker), _side(table, scales, 1 - battle.attacker))
    return window(table.w, scales, now, sides)


def _weighed(table: Table, battle: Battle) -> Scales:
    """Return what is known of the first round before it is fought."""
    known = seats_known(table.view)
    forces = [force_of(table.position, battle, _host(table, seat)) if seat in known else None for seat in (0, 1)]
    if None in forces:
        return Scales(battle, None, (forces[0], forces[1]), -1)
    one = weigh(table.position, battle, hosts_of(table.position, battle))
    return Scales(battle, None, one.forces, one.column, one)


def _host(table: Table, seat: int) -> Host:
    battle = table.position.battle
    assert battle is not None
    return host_of(table.position, battle, seat)


# The two sides


def _side(table: Table, scales: Scales, seat: int) -> Duelist:
    battle = scales.battle
    champion = battle.champions[seat] if battle.form else -1
    return side(
        scales,
        seat,
        tuple(_terms(table, scales, seat)),
        card=_champion(table, champion) if champion >= 0 else None,
        counters=() if battle.form else tuple(_counters(table, seat)),
        known=seat in seats_known(table.view),
    )


def _champion(table: Table, person: int) -> Card:
    position, w = table.position, table.w
    if position.side[person] in seats_known(table.view):
        return known_person(table, person)
    return person_card(w, person, person_face(w, person, position.side[person], rank=position.rank[person]))


def _counters(table: Table, seat: int) -> Iterator[Card]:
    """Who fights: one's own pieces, of the enemy's what lies open."""
    view, battle = table.view, table.position.battle
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
    """What makes up the strength, where it is known, and what is said aloud."""
    force = scales.forces[seat]
    if seat in seats_known(table.view):
        parts = list(_parts(table, _host(table, seat)))
        if force is not None and sum(n for _, n, _ in parts) == force.strength:
            yield from (Term(label, str(n), clause=clause) for label, n, clause in parts)
    if force is None:
        yield Term("Strength is said when the round begins", "?", clause="albion/11.9f")
    yield from said_terms(scales, seat)


def _parts(table: Table, host: Host) -> Iterator[tuple[str, int, str]]:
    """Itemize the strength of one's own side: troops, ships, heroes, magic."""
    position, w, battle = table.position, table.w, table.position.battle
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
        points = host.points - host.fort - host.dragon
        yield f"{amount(points, 'point')}{in_ground}", troops, "albion/14.1.3"
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
