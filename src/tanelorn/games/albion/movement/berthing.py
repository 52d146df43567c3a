"""What is aboard at the start, and on which coast a ship lies, as owners say at set-up (albion/4.0.10, 12.1f)."""

from __future__ import annotations

from functools import lru_cache

from tanelorn.core.acts import Act
from tanelorn.core.choices import Pick, Refusal
from tanelorn.games.albion.movement.groups import why_not_sail
from tanelorn.games.albion.movement.sailing import (
    aboard,
    coast_label,
    has_room,
    shift_top,
    why_not_aboard,
    why_not_load,
)
from tanelorn.games.albion.stacks.command import assign
from tanelorn.games.albion.state.desk import note
from tanelorn.games.albion.state.nouns import Bar, name, piece_id, piece_word
from tanelorn.games.albion.state.position import SHIP, TROOPS, AlbionPosition
from tanelorn.games.albion.state.stacks import troops_ashore
from tanelorn.games.albion.state.world import World

ABOARD, LADEN, MOORED = 4000, 8000, 9000
"""What counts as one change: who goes aboard or ashore, which ship takes troops or puts them ashore, which is taken to
another coast (plus the code).
"""

FULL = Bar("A ship holds one army point or escort at a time.", "albion/12.1d")


def moorings(position: AlbionPosition, seat: int) -> list[int]:
    """Return the hexes with more than one coast where a seat has a ship (12.1f)."""
    berths = position.world.berths
    return [hex for hex in position.fleets if len(berths[hex]) > 1 and position.ships_of(seat, hex)]


def acts(position: AlbionPosition, seat: int, hex: int) -> list[Act]:
    """Return who can go aboard which ship, who can come ashore, and which ship can lie on another coast."""
    w, tidied = position.world, position.desk[seat].tidied
    ships = position.ships_of(seat, hex)
    found = [
        _embark(w, code, ship)
        for code in _pieces(position, seat, hex)
        for ship in ships
        if _key(code, ship) not in tidied and _why_not_embark(position, code, ship) is None
    ]
    for ship in ships:
        persons, armies = aboard(position, ship)
        codes = [*persons, *(TROOPS + army.colour for army in armies)]
        found += [_land(w, code, ship) for code in codes if _key(code, ship) not in tidied]
        if MOORED + ship not in tidied:
            coasts = range(len(w.berths[hex]))
            found += [_moor(w, ship, coast) for coast in coasts if coast != position.coast[ship]]
    return found


def _pieces(position: AlbionPosition, seat: int, hex: int) -> list[int]:
    colours = {army.colour for army in troops_ashore(position, seat, hex)}
    return [*position.ashore(seat, hex), *(TROOPS + colour for colour in sorted(colours))]


def _why_not_embark(position: AlbionPosition, code: int, ship: int) -> Bar | None:
    """Return why a person or a point of a colour does not begin aboard a ship, None if it may."""
    if code < TROOPS:
        bar = why_not_aboard(position, code)
    else:
        armies = position.troops[position.ship_at[ship]]
        bar = why_not_load(position, next(one for one in armies if one.colour == code - TROOPS and one.ship < 0))
    bar = bar or why_not_sail(position, ship)
    takes_room = code >= TROOPS or position.escort[code]
    return bar or (FULL if takes_room and not has_room(position, ship) else None)


@lru_cache(maxsize=1024)
def _embark(world: World, code: int, ship: int) -> Act:
    text = f"embark {piece_word(world, code)} on {piece_word(world, SHIP + ship)}"
    picks = ("button:embark", f"piece:{piece_id(world, code)}", f"piece:{piece_id(world, SHIP + ship)}")
    return Act("embark", (code, ship), text, picks)


@lru_cache(maxsize=1024)
def _land(world: World, code: int, ship: int) -> Act:
    text = f"land {piece_word(world, code)} from {piece_word(world, SHIP + ship)}"
    picks = ("button:land", f"piece:{piece_id(world, code)}", f"piece:{piece_id(world, SHIP + ship)}")
    return Act("land", (code, ship), text, picks)


@lru_cache(maxsize=256)
def _moor(world: World, ship: int, coast: int) -> Act:
    text = f"moor {piece_word(world, SHIP + ship)} coast {coast}"
    return Act(
        "moor", (ship, coast), text, ("button:moor", f"piece:{piece_id(world, SHIP + ship)}", f"button:coast-{coast}")
    )


def carry_out(position: AlbionPosition, seat: int, act: Act, hex: int) -> bool:
    """Carry out one of these acts; return whether it was one."""
    if act.verb == "moor":
        ship, coast = act.args
        shift_top(position, ship, hex, coast)
        position.put_ship(ship, hex, coast)
        _tidy(position, seat, MOORED + ship)
    elif act.verb in ("embark", "land"):
        code, ship = act.args
        _shift(position, hex, code, *((-1, ship) if act.verb == "embark" else (ship, -1)))
        _tidy(position, seat, _key(code, ship))
    else:
        return False
    assign(position, seat, hex)
    return True


def _shift(position: AlbionPosition, hex: int, code: int, old: int, new: int) -> None:
    """Put a person or a point of a colour from one ship (-1: ashore) into another; who leads on is served last."""
    if code < TROOPS:
        position.aboard[code] = new
        return
    armies = [army for army in position.troops[hex] if army.colour == code - TROOPS and army.ship == old]
    army = min(armies, key=lambda army: (army.chief >= 0, army))
    position.swap_army(hex, army, army._replace(n=army.n - 1), army._replace(n=1, ship=new))


def _key(code: int, ship: int) -> int:
    return ABOARD + code if code < TROOPS else LADEN + ship


def _tidy(position: AlbionPosition, seat: int, key: int) -> None:
    note(position.desk, seat, tidied=(*position.desk[seat].tidied, key))


def labels(position: AlbionPosition, acts: list[Act]) -> dict[str, Pick]:
    """Return what people are told of these acts."""
    found = {
        "button:embark": Pick("button:embark", "Put aboard", "a ship holds one army point or escort"),
        "button:land": Pick("button:land", "Put ashore"),
        "button:moor": Pick("button:moor", "Lie on another coast"),
    }
    for act in acts:
        if act.verb in ("embark", "land", "moor"):
            codes = (act.args[0], SHIP + act.args[1]) if act.verb != "moor" else (SHIP + act.args[0],)
            for pick, code in zip(act.path[1:], codes, strict=False):
                found[pick] = Pick(pick, name(position.world, code))
        if act.verb == "moor":
            ship, coast = act.args
            found[act.path[-1]] = coast_label(position, position.ship_at[ship], coast, act.path[-1])
    return found


def refusals(position: AlbionPosition, seat: int, hex: int) -> list[Refusal]:
    """Say who does not begin aboard which ship."""
    found = []
    for ship in position.ships_of(seat, hex):
        for code in _pieces(position, seat, hex):
            if bar := _why_not_embark(position, code, ship):
                act = _embark(position.world, code, ship)
                found.append(Refusal(act.text, bar.why, bar.clause, act.path))
    return found
