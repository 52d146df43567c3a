"""What modifies the roll of a combat and shifts its column: command, declined challenges, persons, items (albion/7.9,
16.1.6, 16.2.5, 16.3.4, 16.4a, 20.6).
"""

from __future__ import annotations

from tanelorn.games.albion.state.battle import FORMS, Battle
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.deeds import BOUND
from tanelorn.games.albion.state.magic_items import user_among
from tanelorn.games.albion.state.position import DEAD, AlbionPosition
from tanelorn.games.albion.state.printed.world import FOMORIAN
from tanelorn.games.albion.state.who_fights import Host

Term = tuple[str, int, str]
"""A modifier: its reason in words, its value, its clause."""

DECLINED = {"duel": 3, "trial": 5}
"""What refusing a challenge costs in the rolls of its battle (16.1.6)."""

OVERRUN, FAVOUR, SHIFT = -3, 5, 2
"""What the roll of an overrun loses (12.5c), what Imric and Auberon play for (7.9/t27), and what Balor, Ogme's Axe and
the Staff of Dunatis turn a roll by.
"""


def has_power(position: AlbionPosition, person: int) -> bool:
    """Tell whether the sentences about a person hold: in the basic game only for those with a star (21.0b)."""
    return not position.basic or position.world.persons[person].star


def _named(position: AlbionPosition, id: str) -> int:
    """Return a person by id if what is said of them holds, else -2."""
    person = position.world.person[id]
    return person if has_power(position, person) else -2


# Modifiers of the roll


def roll_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> tuple[Term, ...]:
    """Return all that is added to the roll of a round, seen from the attacker (16.1.6, 16.2.5, 16.3.4, 16.4a): in a
    trial by Balor (7.9/t24), in an overrun for being one (12.5c).
    """
    terms: list[Term] = []
    kind = battle.form or battle.fight.kind
    if not battle.form:
        terms += _command_terms(position, battle, hosts)
    if kind in ("battle", "engagement"):
        terms += _declined_terms(position, battle, hosts)
        if battle.fight.overrun:
            terms.append(("overrun", OVERRUN, "albion/12.5c"))
        if battle.favour >= 0:
            terms.append(("Imric and Auberon have met", FAVOUR * _sign(battle, battle.favour), "albion/7.9/t27"))
    if kind == "melee":
        terms += _item_terms(position, battle, hosts, "ogmes_axe", "albion/20.6/19")
    if kind == "trial":
        balor = _named(position, "balor")
        terms += [
            ("**Balor**", SHIFT * _sign(battle, host.seat), "albion/7.9/t24") for host in hosts if balor in host.persons
        ]
    terms += _item_terms(position, battle, hosts, "staff_of_dunatis", "albion/20.6/21")
    return tuple(terms)


def _sign(battle: Battle, seat: int) -> int:
    return 1 if seat == battle.attacker else -1


def _command_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> list[Term]:
    """Return what Command Ratings add to the roll (16.1.6a, 16.2.5, 16.3.4)."""
    terms = []
    for seat in (battle.attacker, 1 - battle.attacker):
        rating = stack_command(position, hosts[seat].counted)
        if rating:
            terms.append((f"command of {_side(seat)}", rating * _sign(battle, seat), "albion/16.1.6a"))
    return terms


def _side(seat: int) -> str:
    return "the Fomorians" if seat == FOMORIAN else "Faerie"


def _declined_terms(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> list[Term]:
    """A declined challenge costs its side while somebody is there who could have been asked (16.1.6b to 16.1.6d)."""
    terms = []
    for seat in (battle.attacker, 1 - battle.attacker):
        for form in battle.declined[seat]:
            if any(could_answer(position, person, form) for person in hosts[seat].persons):
                clause = "albion/16.1.6b" if form == "duel" else "albion/16.1.6c"
                terms.append((f"{_side(seat)} declined a {FORMS[form]}", -DECLINED[form] * _sign(battle, seat), clause))
    return terms


def could_answer(position: AlbionPosition, person: int, form: str) -> bool:
    """Tell whether a person is one of those whose refusal costs: able to fight in that form, and free (16.1.6d)."""
    return not position.did[person] & BOUND and (form == "trial" or position.world.p_magic[person] >= 1)


def _item_terms(
    position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host], item: str, clause: str
) -> list[Term]:
    """Return what an item adds to the roll for the side whose person uses it (20.6/19, 20.6/21)."""
    name = position.world.items[position.world.item[item]].name
    return [
        (f"**{name}**", SHIFT * _sign(battle, host.seat), clause)
        for host in hosts
        if user_among(position, list(host.counted), item) >= 0
    ]


# Shifts of the column


def column_shifts(position: AlbionPosition, battle: Battle, hosts: tuple[Host, Host]) -> tuple[Term, ...]:
    """Return by how many columns the ratio is shifted, to the right for the attacker (16.1.5, chart/crt): by Rurik in
    battles (7.9/t29), by champions in challenges.
    """
    if battle.form:
        return _champion_shifts(position, battle)
    if battle.fight.kind != "battle":
        return ()
    rurik = _named(position, "rurik")
    return tuple(("**Rurik**", _sign(battle, host.seat), "albion/7.9/t29") for host in hosts if rurik in host.counted)


RIVALS = (("connan", "cluracan", "albion/7.9/t23"), ("bogan", "elidor", "albion/7.9/t21"))
"""Who has a column in their favour against whom in challenge combat."""


def _champion_shifts(position: AlbionPosition, battle: Battle) -> tuple[Term, ...]:
    """Return what Dorwen (7.9/e05), Morigu (7.9/e13), Connan (7.9/t23) and Bogan (7.9/t21) shift in their challenges,
    Cluracan (7.9/e12) and Elidor as their rivals.
    """
    shifts = []
    w = position.world
    for seat in (battle.attacker, 1 - battle.attacker):
        own, foe = battle.champions[seat], battle.champions[1 - seat]
        sign = _sign(battle, seat)
        if own == _named(position, "dorwen"):
            shifts.append(("**Dorwen**", sign, "albion/7.9/e05"))
        for one, other, clause in RIVALS:
            if own == _named(position, one) and foe == w.person[other]:
                shifts.append((f"**{w.persons[own].name}** against **{w.persons[foe].name}**", sign, clause))
        avenges = position.at[w.person["cluracan"]] == DEAD and w.p_race[foe] == "troll"
        if own == _named(position, "morigu") and avenges:
            shifts.append(("**Morigu** avenges Cluracan", 2 * sign, "albion/7.9/e13"))
    return tuple(shifts)
