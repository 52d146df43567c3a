"""What the contract suite holds Elric to."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import msgspec

from tanelorn.core.log import Event
from tanelorn.core.steps import Step
from tanelorn.games.elric.equipment.spells import SPELLS
from tanelorn.games.elric.equipment.world import world_of
from tanelorn.games.elric.hands import Unstable, acts_at_once
from tanelorn.games.elric.state.places import CONTAINER
from tanelorn.games.elric.state.position import ElricPosition

Facts = Mapping[str, str | int]


ARMIES = {nation.id.replace("_", " "): len(nation.armies) for nation in world_of().nations}


def check(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Every spell is in one place; no nation has more counters than it was printed with; who is gone stays gone."""
    hands = sum(_count(held) for name, held in after.items() if name.endswith(" spells"))
    lying = sum(_listed(after[name]) for name in ("hidden", "face up", "lurking", "discards", "sacrificed"))
    there = hands + lying + int(after["container"]) + int(after["aside"])
    assert there == len(SPELLS), f"There are {there} spells instead of {len(SPELLS)}."
    for name, places in after.items():
        if name.endswith(" armies") and places != "out":
            standing = sum(int(place.split()[0]) for place in str(places).split(", "))
            assert standing <= ARMIES[name.removesuffix(" armies")], f"{name}: {standing} armies stand."
    assert set(str(before["gone"]).split(", ")) <= {*str(after["gone"]).split(", "), ""}, "Who was out is back."


def _listed(names: str | int) -> int:
    return len(str(names).split(", ")) if names else 0


def _count(names: str | int) -> int:
    return 0 if names == "none" else str(names).count(",") + 1


def scramble(position: ElricPosition, viewer: int, rng: random.Random) -> None:
    """The faces of spells that others hold, that are hidden on the map and in the container; what others have laid."""
    public = (1 << len(position.order)) - 1
    busy = {number for step in position.agenda for number in _numbers_in(step)}
    kinds: dict[str, list[int]] = {}
    for spell, mask in enumerate(position.known):
        if mask != public and not (viewer >= 0 and mask >> viewer & 1) and spell not in busy:
            kinds.setdefault(SPELLS[spell].alignment, []).append(spell)
    swapped: dict[int, int] = {}
    for spells in kinds.values():
        others = spells[:]
        rng.shuffle(others)
        swapped.update(zip(spells, others, strict=True))
    where, known = position.where[:], position.known[:]
    for spell, other in swapped.items():
        position.where[other], position.known[other] = where[spell], known[spell]
    position.laid = [msgspec.structs.replace(laid, spell=swapped.get(laid.spell, laid.spell)) for laid in position.laid]


def _numbers_in(step: Step) -> set[int]:
    """Numbers that a step is about; a spell among them may not change under it."""
    values = [getattr(step, field) for field in step.__struct_fields__]
    listed = [number for value in values if isinstance(value, tuple) for number in value if isinstance(number, int)]
    return {value for value in (*values, *listed) if isinstance(value, int)}


def shown_at_once(position: ElricPosition) -> tuple[set[int], int, int]:
    """Spells that act at once (elric/9.3.1a); how many are left to draw, for Reshuffle goes back among them unseen; and
    whose hand holds Law beside Chaos: one side is discarded openly before anything else is decided (elric/9.5b, 9.6).
    """
    acting = {
        spell
        for spell, mask in enumerate(position.known)
        if acts_at_once(spell) and mask == (1 << len(position.order)) - 1
    }
    step = position.agenda[-1] if position.agenda else None
    return acting, position.where.count(CONTAINER), step.unit if isinstance(step, Unstable) else -1
