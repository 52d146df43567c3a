"""Putting troops under other persons, as far as these may command them (albion/14.2, 14.3)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act
from tanelorn.core.choices import Refusal
from tanelorn.games.albion.movement.groups import Group, in_hand, may_gather, why_not_join
from tanelorn.games.albion.stacks.command import lords
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import piece_id, piece_word
from tanelorn.games.albion.state.position import IN_HAND, TROOPS, AlbionPosition, Army
from tanelorn.games.albion.state.ratings import may_command, rank
from tanelorn.games.albion.state.stacks import commanded, troops_ashore
from tanelorn.games.albion.state.world import World

UNDER = 10_000
"""What counts as one change in an arrangement: a colour put under a person (and what tells them apart)."""


def acts(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return how points may be put under other persons who are with them; a colour goes under a person once."""
    found: list[Act] = []
    w, tidied = position.world, position.desk[seat].tidied
    armies = position.armies_of(seat, hex)
    for colour, aboard in sorted({(army.colour, army.ship >= 0) for army in armies}):
        for chief in lords(position, seat, hex, colour, aboard):
            if _under_key(colour, aboard, chief) in tidied or _sleeps(position, chief, colour):
                continue
            most = sum(army.n for army in armies if _movable(army, colour, aboard, chief))
            found += [_put(w, n, colour, chief, aboard) for n in range(1, most + 1)]
    return found


def _sleeps(position: AlbionPosition, chief: int, colour: int) -> bool:
    """Tell whether somebody who sleeps would command troops that are awake (10.0a)."""
    return not position.awake[chief] and bool(position.roused[position.world.c_kingdom[colour]])


def _movable(army: Army, colour: int, aboard: bool, chief: int) -> bool:
    return army.colour == colour and (army.ship >= 0) == aboard and army.chief != chief


def _under_key(colour: int, aboard: bool, chief: int) -> int:
    return UNDER + (colour * 2 + aboard) * 100 + chief


@lru_cache(maxsize=4096)
def _put(world: World, n: int, colour: int, chief: int, aboard: bool) -> Act:
    army, person = piece_word(world, TROOPS + colour), piece_word(world, chief)
    text = f"put {n} {army}{' aboard' if aboard else ''} under {person}"
    where = ("button:aboard",) if aboard else ()
    picks = (
        "button:put",
        *where,
        f"piece:{piece_id(world, TROOPS + colour)}",
        f"piece:{piece_id(world, chief)}",
        f"count:{n}",
    )
    return Act("put", (colour, n, chief, int(aboard)), text, picks)


def put_under(position: AlbionPosition, hex: int, act: Act, seat: int) -> None:
    """Put points under another person, uncommanded ones first; into the hand come those who could join the group."""
    colour, n, chief, aboard = act.args
    group = in_hand(position, seat) if chief in position.march else None
    armies = [army for army in position.troops[hex] if _movable(army, colour, bool(aboard), chief)]
    armies.sort(key=lambda army: (commanded(position, hex, army), army))
    for army in armies:
        moved = min(n, army.n)
        if moved:
            goes = group is not None and (army in group.armies or _joins(position, group, army))
            hand = army.did & ~IN_HAND | (IN_HAND if goes else 0)
            position.swap_army(
                hex, army, army._replace(n=army.n - moved), army._replace(n=moved, chief=chief, did=hand)
            )
            n -= moved
    note(position.desk, seat, tidied=(*position.desk[seat].tidied, _under_key(colour, bool(aboard), chief)))


def _joins(position: AlbionPosition, group: Group, army: Army) -> bool:
    return may_gather(position) and why_not_join(position, group, army) is None


def refusals(position: AlbionPosition, seat: int, hex: int) -> list[Refusal]:
    """Say who may not command which troops (14.3)."""
    w = position.world
    found = []
    for army in troops_ashore(position, seat, hex):
        for person in position.ashore(seat, hex):
            act = _put(w, army.n, army.colour, person, False)
            if not may_command(position, person, army.colour):
                found.append(Refusal(act.text, *_why_no_command(position, person), act.path))
            elif _sleeps(position, person, army.colour):
                found.append(Refusal(act.text, "Who is not active commands nobody.", "albion/10.0a", act.path))
    return found


def _why_no_command(position: AlbionPosition, person: int) -> tuple[str, str]:
    who = position.world.persons[person].name
    match rank(position, person):
        case 1:
            return f"{who} is a Captain: he commands his own colour alone.", "albion/14.3a"
        case 2:
            return f"{who} is a Marshal: he commands his own race alone.", "albion/14.3b"
        case _:
            return f"{who} has no rank and commands nobody.", "albion/14.3d"
