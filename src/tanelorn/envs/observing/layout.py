"""Where the fields of a game's positions stand in its arrays, by what is declared of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, get_args, get_origin

import msgspec

from tanelorn.core.fields import Hidden, declared

SPACES = ("area", "hex")
"""What indexes a field that has a value for each space of the board."""
LEFT_OUT = {"outcome", "sealed"}
"""What is no news to a seat that is asked, or told by the rewards."""


class Group(msgspec.Struct, frozen=True):
    """Rows of the entities: of one field, or of all that have a number for each thing of a kind (`unit`, `person`)."""

    number: int
    names: tuple[str, ...]
    joined: bool


class Layout(msgspec.Struct, frozen=True):
    """Where each field of a game's positions stands."""

    nodes: tuple[str, ...]
    seat_nodes: tuple[str, ...]
    plain: tuple[str, ...]
    by_seat: tuple[str, ...]
    groups: tuple[Group, ...]


@lru_cache
def layout_of(kind: type) -> Layout:
    """Return where the fields of a kind of position stand, by what is declared of them."""
    nodes, seat_nodes, plain, by_seat = [], [], [], []
    joined: dict[str, list[str]] = {}
    rest: list[str] = []
    for field in msgspec.structs.fields(kind):
        about, said = declared(field.type), _bare(field.type)
        numbers = said in (list[int], tuple[int, ...])
        if isinstance(about, Hidden) or field.name in LEFT_OUT:
            continue
        if said in (int, bool, str):
            plain.append(field.name)
        elif numbers and about.by in SPACES:
            nodes.append(field.name)
        elif said in _ROWS_OF_NUMBERS and about.by in [f"seat, {space}" for space in SPACES]:
            seat_nodes.append(field.name)
        elif numbers and about.by == "seat":
            by_seat.append(field.name)
        elif numbers and about.by:
            joined.setdefault(about.by, []).append(field.name)
        else:
            rest.append(field.name)
    groups = [(tuple(names), True) for names in joined.values()] + [((name,), False) for name in rest]
    numbered = tuple(Group(number, names, whole) for number, (names, whole) in enumerate(groups, 1))
    return Layout(tuple(nodes), tuple(seat_nodes), tuple(plain), tuple(by_seat), numbered)


_ROWS_OF_NUMBERS = (list[list[int]], tuple[list[int], list[int]])


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
