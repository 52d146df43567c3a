"""The table before owners order their stacks (albion/4.0): every piece in its hex, ashore, undamaged, unwounded."""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.core.game import Value
from tanelorn.games.albion.pack.packs import PACKS
from tanelorn.games.albion.state.command import commanders
from tanelorn.games.albion.state.position import AWAY, AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import BROKEN, UNFOUND
from tanelorn.games.albion.state.printed.world import FOMORIAN, Group, World, world_of
from tanelorn.games.albion.state.stacks import points_ashore


def lay_out(scenario: str, options: Mapping[str, Value]) -> AlbionPosition:
    """Return the table as it is set up (4.0, 22.3, 23.3, 4.0.1, 4.0.6, 4.0.8, 21.0a)."""
    position = empty(scenario, str(options.get(PACKS.option, "")))
    position.basic = bool(options.get("basic", False))
    position.mana_for_zero = bool(options.get("mana_for_zero_magic", False))
    for group in position.world.setup:
        if not group.switch or options.get(group.switch, True):
            _place(position, group)
    _lay_items(position)
    _stack(position)
    return position


def empty(scenario: str, pack: str = "") -> AlbionPosition:
    """Return a table on which nothing lies: persons and ships are not in play yet, as the expedition never is at first
    (4.0.7), items nowhere.
    """
    w = world_of(pack)
    persons, ships, items = len(w.persons), len(w.ships), len(w.items)
    return AlbionPosition(
        scenario=scenario,
        pack=pack,
        at=[AWAY] * persons,
        aboard=[-1] * persons,
        escort=[0] * persons,
        wounds=[0] * persons,
        side=list(w.p_side),
        awake=[int(person.state == "active") for person in w.persons],
        rank=list(w.p_rank),
        spent=[0] * persons,
        did=[0] * persons,
        strong=[0] * persons,
        roused=_roused(w),
        ship_at=[AWAY] * ships,
        coast=[0] * ships,
        hurt=[0] * ships,
        refit=[0] * ships,
        ship_spent=[0] * ships,
        ship_did=[0] * ships,
        item_at=[-1] * items,
        bearer=[BROKEN] * items,
        attuned=w.items[w.item["scrying_glass"]].holder,
        mana=w.turns[1].mana,
        lost=[0] * len(w.colours),
        top=[{}, {}],
        top_ship=[{}, {}],
        told=[{}, {}],
        looks=[{}, {}],
        rumour=[{}, {}],
        evading=[[], []],
    )


def _roused(w: World) -> list[int]:
    """All kingdoms are active but those whose pieces are set up asleep (4.0.2, 4.0.3, 10.0a)."""
    asleep = {w.c_kingdom[group.colour] for group in w.setup if group.colour >= 0 and not group.active}
    return [int(realm not in asleep) for realm in range(len(w.kingdoms))]


def _place(position: AlbionPosition, group: Group) -> None:
    """Put down what the set-up gives to a hex (4.0.2a, b, c, d, e, f, g, h, i, 4.0.3a, b, c, d, 4.0.4); whoever can
    have an escort has one (4.0.10).
    """
    w, hex = position.world, group.hex
    for person in group.persons:
        position.put(person, hex)
        position.escort[person] = int(w.p_escort[person])
    if group.csp:
        position.add_army(hex, Army(group.colour, group.csp))
    for ship in group.ships:
        position.put_ship(ship, hex, group.ship_coast)


def _lay_items(position: AlbionPosition) -> None:
    """Artifacts lie undiscovered in their hexes (4.0.5, 20.0a); heirlooms are with Finvarra (7.9/e11) and Erskine
    (7.9/g17) (20.0b), possessions with those whose counters show them on the back (2.3i, 20.0c), such as Malekin
    (7.9/g20), Barguest (7.9/t30), Dobie (7.9/m38), Dunatis (7.9/a39), Gerflax (7.9/a40) and Misha (7.9/a41).

    In the basic game those without a star are left out.
    """
    w = position.world
    for item in w.items[1:]:
        if position.basic and not item.star:
            continue
        if item.holder >= 0:
            position.bearer[item.number] = item.holder
        elif item.start >= 0:
            position.bearer[item.number], position.item_at[item.number] = UNFOUND, item.start


def _stack(position: AlbionPosition) -> None:
    """Put each army under whoever of highest rank may command it, and note what all know is there (4.0.10)."""
    w = position.world
    for hex in list(position.troops):
        armies = position.troops[hex]
        able = {army: commanders(position, w.c_side[army.colour], hex, army.colour) for army in armies}
        position.set_troops(hex, [army._replace(chief=able[army][0] if able[army] else -1) for army in armies])
    note_rumour(position)


def note_rumour(position: AlbionPosition) -> None:
    """Note how many points all know to be in each hex when a game begins, or a position is laid."""
    for hex in sorted({*position.troops, *position.people}):
        for seat in (FOMORIAN, 1 - FOMORIAN):
            points = points_ashore(position, seat, hex)
            if points:
                position.rumour[seat][hex] = points
