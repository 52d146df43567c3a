"""What a seat may know (albion/11.9c), written down field by field: its own pieces, the tops of enemy stacks."""

from __future__ import annotations

from typing import Any, NamedTuple

from tanelorn.core.game import View
from tanelorn.core.steps import Asks, Seals, Step
from tanelorn.core.viewers import REFEREE
from tanelorn.games.albion.enchantments.plotting import Plots
from tanelorn.games.albion.losses.sharing import Given
from tanelorn.games.albion.state.battle import Battle, Challenge, Fight
from tanelorn.games.albion.state.desk import EMPTY, Desk
from tanelorn.games.albion.state.position import (
    BOUND,
    BROKEN,
    LYING,
    SHIP,
    STORED,
    TROOPS,
    UNFOUND,
    AlbionPosition,
    Army,
)
from tanelorn.games.albion.state.sight import UNSEEN
from tanelorn.games.albion.state.spells import Look, Spell
from tanelorn.games.albion.state.stacks import stands_in, top_ashore, top_at_sea
from tanelorn.games.albion.state.world import World


class Top(NamedTuple):
    """The topmost piece of a stack that lies open: whose, in which hex, on which coast (-1 ashore).

    `code` is a person, TROOPS + colour or SHIP + ship; `sign` is 1 for a person with an escort and for a damaged ship.
    """

    seat: int
    hex: int
    coast: int
    code: int
    sign: int


class AlbionView(View, kw_only=True):
    """What a viewer knows of a table. Lists are those of the position; UNSEEN stands for what is not known.

    `tops` are the tops of all stacks of the other seats; `strength` counts by colour the Combat Strength Points left on
    the map, escorts included, and `damaged` by seat the ships that have lost a step, which follows from the losses.
    What is of one seat alone (`told`, `looks`, `reactors`, `barring`, `desk`, `march`, `own`: the choice it
    has sealed) is the viewer's.
    """

    pack: str
    basic: bool
    mana_for_zero: bool
    at: tuple[int, ...]
    aboard: tuple[int, ...]
    escort: tuple[int, ...]
    wounds: tuple[int, ...]
    spent: tuple[int, ...]
    did: tuple[int, ...]
    troops: dict[int, tuple[Army, ...]]
    ship_at: tuple[int, ...]
    coast: tuple[int, ...]
    hurt: tuple[int, ...]
    ship_spent: tuple[int, ...]
    ship_did: tuple[int, ...]
    item_at: tuple[int, ...]
    bearer: tuple[int, ...]
    used: dict[int, tuple[int, ...]]
    tops: tuple[Top, ...]
    strength: tuple[int, ...]
    damaged: tuple[int, ...]
    top: tuple[dict[int, int], ...]
    top_ship: tuple[dict[int, int], ...]
    told: tuple[dict[int, int], ...]
    looks: tuple[dict[int, Look], ...]
    reactors: dict[int, int]
    barring: dict[int, int]
    desk: tuple[Desk, ...]
    march: tuple[int, ...]
    marched: bool
    own: Given | Plots | None
    agenda: tuple[Step, ...]
    side: tuple[int, ...]
    awake: tuple[int, ...]
    rank: tuple[int, ...]
    strong: tuple[int, ...]
    roused: tuple[int, ...]
    woke: dict[int, int]
    refit: tuple[int, ...]
    attuned: int
    ruined: tuple[int, ...]
    at_rest: tuple[int, ...]
    farcalled: bool
    invaded: int
    turn: int
    phase: str
    active: int
    mana: int
    points: tuple[int, ...]
    lost: tuple[int, ...]
    causes: dict[str, int]
    rumour: tuple[dict[int, int], ...]
    evading: tuple[tuple[int, ...], ...]
    allowance: int
    fights: tuple[Fight, ...]
    challenges: tuple[Challenge, ...]
    fought: tuple[Fight, ...]
    battle: Battle | None
    spells: tuple[Spell, ...]
    sky: str
    elements: dict[int, tuple[int, str]]
    storms: tuple[int, ...]
    vortices: tuple[int, ...]
    dispelled: tuple[int, ...]
    controlled: dict[int, int]
    plans: tuple[Any, ...]
    doomed: bool
    whole: AlbionPosition | None = None


OPEN = (
    *("pack", "basic", "mana_for_zero", "side", "awake", "rank", "strong", "roused", "woke", "refit"),
    *("ruined", "at_rest", "farcalled", "invaded", "turn", "phase", "active", "mana", "points", "lost"),
    *("causes", "fights", "challenges", "fought", "spells", "sky", "elements", "storms"),
    *("vortices", "dispelled", "controlled", "plans", "doomed", "marched"),
)
"""Fields of the position that both players see as they are."""


def write_view(position: AlbionPosition, viewer: int, game: str) -> AlbionView:
    """Write down what a viewer knows."""
    everything = viewer == REFEREE
    w = position.world
    mine = (0, 1) if everything else (viewer,) if viewer in (0, 1) else ()
    shown = {person for person in range(len(position.at)) if _shown(position, person, mine)}
    tops = tops_of(position, [seat for seat in (0, 1) if seat not in mine])
    seen = shown | {top.code for top in tops if top.code < TROOPS}
    ships = {ship for ship in range(len(position.ship_at)) if w.s_side[ship] in mine}
    seen_ships = ships | {top.code - SHIP for top in tops if top.code >= SHIP}
    own_did = [bits if person in shown else bits & BOUND for person, bits in enumerate(position.did)]
    return AlbionView(
        game=game,
        viewer=viewer,
        scenario=position.scenario,
        asked=_asked(position),
        sealed=tuple(sorted(position.sealed)),
        offers=tuple(position.offers),
        outcome=position.outcome,
        at=_masked(position.at, seen),
        aboard=tuple(ship if person in shown else -1 for person, ship in enumerate(position.aboard)),
        escort=tuple(n if person in seen else 0 for person, n in enumerate(position.escort)),
        wounds=tuple(n if _roster(w, position, person, mine) else 0 for person, n in enumerate(position.wounds)),
        spent=tuple(n if person in shown else 0 for person, n in enumerate(position.spent)),
        did=tuple(own_did),
        troops={
            hex: own
            for hex, armies in sorted(position.troops.items())
            if (own := tuple(army for army in armies if w.c_side[army.colour] in mine))
        },
        ship_at=_masked(position.ship_at, seen_ships),
        coast=tuple(n if ship in seen_ships else 0 for ship, n in enumerate(position.coast)),
        hurt=tuple(n if ship in seen_ships else 0 for ship, n in enumerate(position.hurt)),
        ship_spent=tuple(n if ship in ships else 0 for ship, n in enumerate(position.ship_spent)),
        ship_did=tuple(n if ship in ships else 0 for ship, n in enumerate(position.ship_did)),
        item_at=tuple(
            hex if _item_seen(w, position, item, mine) else UNSEEN for item, hex in enumerate(position.item_at)
        ),
        bearer=tuple(
            one if _item_seen(w, position, item, mine) else UNSEEN for item, one in enumerate(position.bearer)
        ),
        attuned=_attuned(position, mine),
        used={person: items for person, items in sorted(position.used.items()) if person in shown},
        tops=tops,
        strength=strength_left(position),
        damaged=damaged_ships(position),
        top=_per_seat(position.top, mine),
        top_ship=_per_seat(position.top_ship, mine),
        told=_per_seat(position.told, mine),
        looks=_per_seat(position.looks, mine),
        reactors=dict(position.reactors) if 1 - position.active in mine else {},
        barring=dict(position.barring) if 1 - position.active in mine else {},
        desk=tuple(desk if seat in mine else EMPTY for seat, desk in enumerate(position.desk)),
        march=_march(position, mine),
        allowance=position.allowance if _mover(position) in mine else -1,
        own=position.sealed.get(viewer),
        agenda=tuple(position.agenda),
        rumour=tuple(dict(sorted(one.items())) for one in position.rumour),
        evading=tuple(tuple(hexes) for hexes in position.evading),
        battle=None if position.battle is None else position.battle.copy(),
        whole=position.copy() if everything else None,
        **{field: _frozen(getattr(position, field)) for field in OPEN},
    )


def _asked(position: AlbionPosition) -> tuple[int, ...]:
    """Return who must decide now; seats that have sealed a choice wait."""
    step = position.agenda[-1] if position.agenda else None
    seats = step.seats(position) if isinstance(step, Asks | Seals) else ()
    return tuple(seat for seat in seats if seat not in position.sealed)


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value


def _shown(position: AlbionPosition, person: int, mine: tuple[int, ...]) -> bool:
    """Whether a viewer knows all about a person: who is his."""
    return position.side[person] in mine


def _roster(w: World, position: AlbionPosition, person: int, mine: tuple[int, ...]) -> bool:
    """Whether a viewer reads a person's wounds: on the roster of the side he belongs to, or under his control."""
    return position.side[person] in mine or w.p_side[person] in mine


def _masked(places: list[int], seen: set[int]) -> tuple[int, ...]:
    return tuple(place if place < 0 or number in seen else UNSEEN for number, place in enumerate(places))


def _per_seat(pair: list[dict[int, Any]], mine: tuple[int, ...]) -> tuple[dict[int, Any], ...]:
    return tuple(dict(sorted(one.items())) if seat in mine else {} for seat, one in enumerate(pair))


def _item_seen(w: World, position: AlbionPosition, item: int, mine: tuple[int, ...]) -> bool:
    """Whether a viewer knows where an item is: what lies open (20.4), is out of play, or is with his own."""
    bearer = position.bearer[item]
    if bearer in (LYING, UNFOUND, BROKEN) or not item:
        return True
    if bearer == STORED:
        return w.fortress_side[position.item_at[item]] in mine
    if bearer >= SHIP:
        return w.s_side[bearer - SHIP] in mine
    if bearer >= TROOPS:
        return w.c_side[bearer - TROOPS] in mine
    return position.side[bearer] in mine


def _attuned(position: AlbionPosition, mine: tuple[int, ...]) -> int:
    """Whom the Scrying Glass obeys, as far as a viewer knows: one of his own, or Dobie while he lives (20.6/20)."""
    person = position.attuned
    if person == position.world.person["dobie"] or len(mine) > 1:
        return person
    return person if person >= 0 and position.side[person] in mine else UNSEEN


def _mover(position: AlbionPosition) -> int:
    """Who moves: the active player, in the Reaction Phase the other."""
    return 1 - position.active if position.phase == "reaction" else position.active


def _march(position: AlbionPosition, mine: tuple[int, ...]) -> tuple[int, ...]:
    if not position.march:
        return ()
    first = position.march[0]
    seat = position.world.s_side[first - SHIP] if first >= SHIP else position.side[first]
    return tuple(position.march) if seat in mine else ()


def tops_of(position: AlbionPosition, seats: list[int]) -> tuple[Top, ...]:
    """Return the tops of all stacks of some seats (11.9c); a bound person shows by his marker."""
    tops = []
    for hex in sorted({*position.people, *position.troops, *position.fleets}):
        for seat in seats:
            if stands_in(position, seat, hex):
                code = top_ashore(position, seat, hex)
                tops.append(Top(seat, hex, -1, code, position.escort[code] if code < TROOPS else 0))
                for person in position.ashore(seat, hex):
                    if person != code and open_person(position, person):
                        tops.append(Top(seat, hex, -1, person, position.escort[person]))
            for coast in sorted({position.coast[ship] for ship in position.ships_of(seat, hex)}):
                code = top_at_sea(position, seat, hex, coast)
                tops.append(Top(seat, hex, coast, code, position.hurt[code - SHIP]))
                for ship in position.ships_of(seat, hex, coast):
                    if position.refit[ship] and ship != code - SHIP:
                        tops.append(Top(seat, hex, coast, SHIP + ship, position.hurt[ship]))
    return tuple(tops)


def open_person(position: AlbionPosition, person: int) -> bool:
    """Tell whether all know where a person is, whatever lies on top of him: he wears an Enchantment marker, is the
    champion of a challenge, or fights in a melee (11.9f).
    """
    if position.did[person] & BOUND:
        return True
    battle = position.battle
    if battle is not None and (person in battle.champions or any(person in side for side in battle.fighters)):
        return True
    return any(person in (one.champion, one.opponent) for one in position.challenges)


def damaged_ships(position: AlbionPosition) -> tuple[int, ...]:
    """Return by seat how many of its ships are damaged: all steps that are lost are said aloud (11.9f)."""
    side = position.world.s_side
    counts = [0, 0]
    for ship, hurt in enumerate(position.hurt):
        counts[side[ship]] += hurt if position.ship_at[ship] >= 0 else 0
    return tuple(counts)


def strength_left(position: AlbionPosition) -> tuple[int, ...]:
    """Return by colour how many Combat Strength Points are on the map, escorts included."""
    w = position.world
    left = [0] * len(w.colours)
    for armies in position.troops.values():
        for army in armies:
            left[army.colour] += army.n
    for person, escort in enumerate(position.escort):
        if escort and w.p_colour[person] >= 0:
            left[w.p_colour[person]] += escort
    return tuple(left)
