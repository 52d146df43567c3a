"""Putting troops under other persons, as far as these may command them (albion/14.2, 14.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.movement.ways.groups import Group, in_hand, may_gather, why_not_join
from tanelorn.games.albion.stacks.arrangement import Arranging
from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.command import commanded, lords, may_command
from tanelorn.games.albion.state.deeds import IN_HAND
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.nouns import piece_id, piece_word
from tanelorn.games.albion.state.printed.pieces import troops_code
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.ratings import rank
from tanelorn.games.albion.state.stacks import troops_ashore


def _acts(stack: Arranging) -> list[Act]:
    """Return how points may be put under other persons who are with them; a colour goes under a person once."""
    position, seat, hex, _, _ = stack
    found: list[Act] = []
    w, tidied = position.world, stack.tidied
    armies = position.armies_of(seat, hex)
    for colour, aboard in sorted({(army.colour, army.ship >= 0) for army in armies}):
        for chief in lords(position, seat, hex, colour, aboard):
            if changes.commanded(colour, chief, aboard=aboard) in tidied or _sleeps(position, chief, colour):
                continue
            most = sum(army.n for army in armies if _movable(army, colour, aboard, chief))
            found += [_put(w, n, colour, chief, aboard) for n in range(1, most + 1)]
    return found


def _sleeps(position: AlbionPosition, chief: int, colour: int) -> bool:
    """Tell whether somebody who sleeps would command troops that are awake (10.0a)."""
    return not position.awake[chief] and bool(position.roused[position.world.c_kingdom[colour]])


def _movable(army: Army, colour: int, aboard: bool, chief: int) -> bool:
    return army.colour == colour and (army.ship >= 0) == aboard and army.chief != chief


@lru_cache(maxsize=4096)
def _put(world: World, n: int, colour: int, chief: int, aboard: bool) -> Act:
    army, person = piece_word(world, troops_code(colour)), piece_word(world, chief)
    text = f"put {n} {army}{' aboard' if aboard else ''} under {person}"
    where = ("button:aboard",) if aboard else ()
    picks = (
        "button:put",
        *where,
        f"piece:{piece_id(world, troops_code(colour))}",
        f"piece:{piece_id(world, chief)}",
        f"count:{n}",
    )
    return Act("put", (colour, n, chief, int(aboard)), text, picks)


def _put_under(stack: Arranging, act: Act, log: Log) -> None:
    """Put points under another person, uncommanded ones first; into the hand come those who could join the group."""
    position, seat, hex, _, _ = stack
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
    stack.tidy(changes.commanded(colour, chief, aboard=bool(aboard)))


def _joins(position: AlbionPosition, group: Group, army: Army) -> bool:
    return may_gather(position) and why_not_join(position, group, army) is None


def _refused(stack: Arranging) -> list[Refusal]:
    """Say who may not command which troops (14.3)."""
    position, seat, hex, when, _ = stack
    if not stack.orders:
        return unordered(_acts(stack)) if when == "opening" else []
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
            return f"{who} is a Captain, and commands only one colour.", "albion/14.3a"
        case 2:
            return f"{who} is a Marshal, and commands only one race.", "albion/14.3b"
        case _:
            return f"{who} has no rank and commands nobody.", "albion/14.3d"


def unordered(acts: Sequence[Act]) -> list[Refusal]:
    """Say why the order of a stack is not changed before the first round (11.9a)."""
    why = "In a combat the order of a stack is changed between rounds: none has been fought yet."
    return [Refusal(act.text, why, "albion/11.9a", act.path) for act in acts]


def _fits(stack: Arranging) -> list[Act]:
    return _acts(stack) if stack.orders else []


def _labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    return {"button:put": Pick("button:put", "Put troops under a commander")}


PUT: Verb[Arranging] = Verb("put", _fits, _put_under, _labels, _refused)
