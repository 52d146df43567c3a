"""What the contract suite holds Albion to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from tanelorn.core.log import Event
from tanelorn.games.albion.knowledge.tops import open_persons
from tanelorn.games.albion.state.position import AlbionPosition, Army
from tanelorn.games.albion.state.printed.pieces import is_person, is_troops, troops_code
from tanelorn.games.albion.state.stacks import stands_in, top_ashore

Facts = Mapping[str, str | int]


def check(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """No Combat Strength Points come from nowhere; the dead, the sunk and the broken stay so; points only grow."""
    came = before["auberon"] == "away" != after["auberon"]
    for name in after:
        if name.endswith(" strength"):
            colour = name.removesuffix(" strength")
            had = int(before[name]) + int(before[f"{colour} lost"])
            has = int(after[name]) + int(after[f"{colour} lost"])
            assert has <= had + (came and colour == "albion"), f"{colour} had {had} points in all and has {has}."
    for name, was in before.items():
        if was in ("dead", "sunk", "broken"):
            assert after.get(name) == was, f"{name} was {was} and is {after.get(name)}."
        if name in ("fomorian points", "faerie points"):
            assert int(after[name]) >= int(was), f"{name} went from {was} to {after[name]}."
    assert set(str(before["ruins"]).split(", ")) <= {*str(after["ruins"]).split(", "), ""}, "A ruin has been rebuilt."


def scramble(position: AlbionPosition, viewer: int, rng: random.Random) -> None:
    """What lies under the tops of others' stacks away from the viewer's own pieces; wounds; who bears what."""
    w = position.world
    busy = {fight.hex for fight in position.fights} | {position.battle.fight.hex if position.battle else -1}
    for seat in (0, 1):
        if seat == viewer:
            continue
        stacks = [
            hex
            for hex in sorted({*position.people, *position.troops})
            if stands_in(position, seat, hex) and not stands_in(position, 1 - seat, hex) and hex not in busy
        ]
        for hex in stacks:
            position.top[seat][hex] = top_ashore(position, seat, hex)
        for person, hex in enumerate(position.at):
            if hex >= 0 and position.side[person] == seat == w.p_side[person]:
                position.wounds[person] = rng.randrange(max(1, w.p_combat[person]))
                hidden = (
                    hex in stacks and top_ashore(position, seat, hex) != person and person not in open_persons(position)
                )
                if hidden and position.aboard[person] < 0 and rng.random() < 0.5:
                    position.put(person, rng.choice(stacks))
        for hex in stacks:
            top = top_ashore(position, seat, hex)
            for army in position.armies_of(seat, hex):
                spare = army.n - (top == troops_code(army.colour))
                if army.ship < 0 and spare > 0 and rng.random() < 0.5:
                    n = rng.randint(1, spare)
                    position.swap_army(hex, army, army._replace(n=army.n - n))
                    position.add_army(rng.choice(stacks), Army(army.colour, n))
        borne = [item for item, bearer in enumerate(position.bearer) if is_person(bearer) or is_troops(bearer)]
        theirs = [
            item for item in borne if is_person(position.bearer[item]) and position.side[position.bearer[item]] == seat
        ]
        alive = [person for person, hex in enumerate(position.at) if hex in stacks and position.side[person] == seat]
        for item in theirs:
            if alive and position.at[position.bearer[item]] in stacks:
                position.bearer[item] = rng.choice(alive)
                position.item_at[item] = position.at[position.bearer[item]]
