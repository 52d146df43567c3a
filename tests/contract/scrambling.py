"""A scrambler made from the declarations of a game's fields (`core/fields.py`), for games that have none of their own.

What changes is what the declarations let a viewer not see. What a field of the game's own kind (`Seen`, `Shown`) hides
cannot be told from them: a game with such fields, or one whose pages tell more of a hidden thing than its field does,
names a scrambler of its own.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from tanelorn.core.fields import Counted, Knowers, Own, Pile, Secret, Secrets, fields_of
from tanelorn.core.viewers import REFEREE

_OFTEN = 0.5


def scramble_declared(position: Any, viewer: int, rng: random.Random) -> None:
    """Change all that the declarations hide from a viewer, except what others have sealed."""
    if viewer == REFEREE:
        return
    heaps: dict[str, list[list[int]]] = defaultdict(list)
    for name, field in fields_of(type(position)).items():
        value = getattr(position, name)
        match field:
            case Own() if name != "sealed":
                _exchange_entries(value, viewer, rng)
            case Counted():
                heaps[field.of or name] += [heap for seat, heap in enumerate(value) if seat != viewer]
            case Pile():
                heaps[field.of or name].append(value)
            case Secret():
                unknown = [i for i in range(len(value)) if not position.knows(viewer, field.first + i)]
                _put(value, unknown, _shuffled([value[i] for i in unknown], rng))
            case Secrets():
                _exchange_secrets(position, value, field.first, viewer, rng)
    things = {kind: _shuffled([thing for heap in those for thing in heap], rng) for kind, those in heaps.items()}
    for kind, those in heaps.items():
        for heap in those:
            ordered = heap == sorted(heap)
            heap[:] = [things[kind].pop() for _ in heap]
            if ordered:
                heap.sort()
    _tell_others(position, viewer, rng)
    position.rebuild()


def scramble_sealed(position: Any, viewer: int, rng: random.Random) -> None:
    """Let the others have sealed something else."""
    for seat in position.sealed:
        if seat != viewer:
            position.sealed[seat] = position.agenda[-1].choices(position, seat).sample(rng)


def _exchange_entries(value: Any, viewer: int, rng: random.Random) -> None:
    """Others' entries, of which not even the size is known, change places; some are empty."""
    seats = [seat for seat in (value if isinstance(value, dict) else range(len(value))) if seat != viewer]
    entries = [type(value[seat])() if rng.random() < _OFTEN else value[seat] for seat in seats]
    _put(value, seats, _shuffled(entries, rng))


def _exchange_secrets(position: Any, lists: list[list[int]], first: int, viewer: int, rng: random.Random) -> None:
    """Things that the viewer does not know change places; how many lie in each list stays."""
    hidden = [[n for n in things if not position.knows(viewer, first + n)] for things in lists]
    pool = _shuffled([n for things in hidden for n in things], rng)
    for things, gone in zip(lists, hidden, strict=True):
        kept = [n for n in things if n not in gone]
        things[:] = sorted([*kept, *(pool.pop() for _ in gone)])


def _tell_others(position: Any, viewer: int, rng: random.Random) -> None:
    """Let more of the others know what the viewer does not, but not all: that would be open."""
    for name, field in fields_of(type(position)).items():
        if isinstance(field, Knowers) and field.seats:
            masks, seats = getattr(position, name), range(field.seats(position))
            for secret, mask in enumerate(masks):
                others = [seat for seat in seats if seat != viewer and rng.random() < _OFTEN]
                more = mask | sum(1 << seat for seat in others)
                if not position.knows(viewer, secret) and more != (1 << len(seats)) - 1:
                    masks[secret] = more


def _shuffled(things: Sequence[Any], rng: random.Random) -> list[Any]:
    return rng.sample(things, len(things))


def _put(value: Any, keys: Sequence[int], things: Sequence[Any]) -> None:
    for key, thing in zip(keys, things, strict=True):
        value[key] = thing
