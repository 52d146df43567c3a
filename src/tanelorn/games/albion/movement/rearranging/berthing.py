"""What is aboard at the start, and on which coast a ship lies, as owners say at set-up (albion/4.0.10, 12.1f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tanelorn.core.acts import Act, PartByPart, Verb
from tanelorn.core.choices import Pick, Refusal
from tanelorn.core.log import Log
from tanelorn.games.albion.movement.ways.groups import why_not_sail
from tanelorn.games.albion.movement.ways.sailing import (
    aboard,
    has_room,
    shift_top,
    why_not_aboard,
    why_not_load,
)
from tanelorn.games.albion.stacks.arrangement import Arranging
from tanelorn.games.albion.state import changes
from tanelorn.games.albion.state.command import assign
from tanelorn.games.albion.state.position import AlbionPosition
from tanelorn.games.albion.state.printed.nouns import Bar, coast_click, coast_label, name, piece_id, piece_word
from tanelorn.games.albion.state.printed.pieces import colour_of, is_person, is_troops, ship_code, troops_code
from tanelorn.games.albion.state.printed.world import World
from tanelorn.games.albion.state.stacks import troops_ashore

FULL = Bar("A ship holds one army point or escort at a time.", "albion/12.1d")


def moorings(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes with more than one coast where a seat has a ship (12.1f)."""
    berths = position.world.berths
    return [hex for hex in position.fleets if len(berths[hex]) > 1 and position.ships_of(seat, hex)]


def _embarks(stack: Arranging) -> list[Act]:
    """Return who can go aboard which ship."""
    position, seat, hex, when, _ = stack
    if when != "set-up":
        return []
    w, ships, tidied = position.world, position.ships_of(seat, hex), stack.tidied
    return [
        _embark(w, code, ship)
        for code in _pieces(position, seat, hex)
        for ship in ships
        if _change(code, ship) not in tidied and _why_not_embark(position, code, ship) is None
    ]


def _ships(stack: Arranging) -> Iterator[Arranging]:
    """Yield the stack for each of its ships at set-up."""
    return stack.each(stack.position.ships_of(stack.seat, stack.hex) if stack.when == "set-up" else ())


def _lands(stack: Arranging) -> list[Act]:
    """Return who can come ashore from a ship."""
    ship, tidied = stack.part, stack.tidied
    persons, armies = aboard(stack.position, ship)
    codes = [*persons, *(troops_code(army.colour) for army in armies)]
    return [_land(stack.position.world, code, ship) for code in codes if _change(code, ship) not in tidied]


def _moors(stack: Arranging) -> list[Act]:
    """Return on which other coast a ship can lie (12.1f)."""
    (position, _, hex, _, ship), w = stack, stack.position.world
    if changes.moored(ship) in stack.tidied:
        return []
    coasts = range(len(w.berths[hex]))
    return [_moor(w, ship, hex, coast) for coast in coasts if coast != position.coast[ship]]


def _pieces(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    colours = {army.colour for army in troops_ashore(position, seat, hex)}
    return [*position.ashore(seat, hex), *(troops_code(colour) for colour in sorted(colours))]


def _why_not_embark(position: AlbionPosition, code: int, ship: int) -> Bar | None:
    """Return why a person or a point of a colour does not begin aboard a ship, None if it may."""
    if is_person(code):
        bar = why_not_aboard(position, code)
    else:
        armies = position.troops[position.ship_at[ship]]
        bar = why_not_load(position, next(one for one in armies if one.colour == colour_of(code) and one.ship < 0))
    bar = bar or why_not_sail(position, ship)
    takes_room = is_troops(code) or position.escort[code]
    return bar or (FULL if takes_room and not has_room(position, ship) else None)


@lru_cache(maxsize=1024)
def _embark(world: World, code: int, ship: int) -> Act:
    text = f"embark {piece_word(world, code)} on {piece_word(world, ship_code(ship))}"
    picks = ("button:embark", f"piece:{piece_id(world, code)}", f"piece:{piece_id(world, ship_code(ship))}")
    return Act("embark", (code, ship), text, picks)


@lru_cache(maxsize=1024)
def _land(world: World, code: int, ship: int) -> Act:
    text = f"land {piece_word(world, code)} from {piece_word(world, ship_code(ship))}"
    picks = ("button:land", f"piece:{piece_id(world, code)}", f"piece:{piece_id(world, ship_code(ship))}")
    return Act("land", (code, ship), text, picks)


@lru_cache(maxsize=256)
def _moor(world: World, ship: int, hex: int, coast: int) -> Act:
    text = f"moor {piece_word(world, ship_code(ship))} coast {coast}"
    picks = ("button:moor", f"piece:{piece_id(world, ship_code(ship))}", coast_click(world, hex, coast))
    return Act("moor", (ship, coast), text, picks)


def _go_aboard(stack: Arranging, act: Act, log: Log) -> None:
    code, ship = act.args
    _shift(stack.position, stack.hex, code, -1, ship)
    _settle(stack, _change(code, ship))


def _go_ashore(stack: Arranging, act: Act, log: Log) -> None:
    code, ship = act.args
    _shift(stack.position, stack.hex, code, ship, -1)
    _settle(stack, _change(code, ship))


def _lie(stack: Arranging, act: Act, log: Log) -> None:
    ship, coast = act.args
    shift_top(stack.position, ship, stack.hex, coast)
    stack.position.put_ship(ship, stack.hex, coast)
    _settle(stack, changes.moored(ship))


def _settle(stack: Arranging, change: changes.Change) -> None:
    position, seat, hex, _, _ = stack
    stack.tidy(change)
    assign(position, seat, hex)


def _shift(position: AlbionPosition, hex: int, code: int, old: int, new: int) -> None:
    """Put a person or a point of a colour from one ship (-1: ashore) into another; who leads on is served last."""
    if is_person(code):
        position.aboard[code] = new
        return
    armies = [army for army in position.troops[hex] if army.colour == colour_of(code) and army.ship == old]
    army = min(armies, key=lambda army: (army.chief >= 0, army))
    position.swap_army(hex, army, army._replace(n=army.n - 1), army._replace(n=1, ship=new))


def _change(code: int, ship: int) -> changes.Change:
    """Return what counts as one change: a person goes aboard or ashore once, a ship takes troops or lands them once."""
    return changes.embarked(code) if is_person(code) else changes.laden(ship)


def _embark_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    label = Pick("button:embark", "Put aboard", "a ship holds one army point or escort")
    return {label.pick: label, **_pair_labels(stack, acts)}


def _land_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    return {"button:land": Pick("button:land", "Put ashore"), **_pair_labels(stack, acts)}


def _pair_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    """Name the pieces and ships of acts about one piece and one ship."""
    found = {}
    for act in acts:
        for pick, code in zip(act.path[1:], (act.args[0], ship_code(act.args[1])), strict=True):
            found[pick] = Pick(pick, name(stack.position.world, code))
    return found


def _moor_labels(stack: Arranging, acts: Sequence[Act]) -> dict[str, Pick]:
    w = stack.position.world
    found = {"button:moor": Pick("button:moor", "Lie on another coast")}
    for act in acts:
        ship, coast = act.args
        found[act.path[1]] = Pick(act.path[1], name(w, ship_code(ship)))
        found[act.path[2]] = coast_label(w, stack.hex, coast)
    return found


def _refused(stack: Arranging) -> list[Refusal]:
    """Say who does not begin aboard which ship."""
    position, seat, hex, when, _ = stack
    if when != "set-up":
        return []
    found = []
    for ship in position.ships_of(seat, hex):
        for code in _pieces(position, seat, hex):
            if bar := _why_not_embark(position, code, ship):
                act = _embark(position.world, code, ship)
                found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    return found


EMBARK: Verb[Arranging] = Verb("embark", _embarks, _go_aboard, _embark_labels, _refused)
LAND: Verb[Arranging] = Verb("land", _lands, _go_ashore, _land_labels)
MOOR: Verb[Arranging] = Verb("moor", _moors, _lie, _moor_labels)
SHIP_BY_SHIP: PartByPart[Arranging] = PartByPart(_ships, LAND, MOOR)
"""What can be done with each ship."""
