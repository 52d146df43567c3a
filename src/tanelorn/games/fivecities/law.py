"""What the contract suite holds Five Cities to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tanelorn.core.log import Event

Facts = Mapping[str, str | int]


def check(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Pieces after are those before and the new ones, less losses in combat or by lightning; no area has two owners."""
    marks = [mark for event in events for mark in event.shows]
    fought = any(mark.kind in ("battle", "bolt") for mark in marks)
    for seat, word in enumerate(("first", "second")):
        had, has = int(before[f"{word} pieces"]), int(after[f"{word} pieces"])
        due = had + sum(mark.count for mark in marks if mark.kind == "plus" and mark.seat == seat)
        assert has <= due, f"The {word} player has {has} pieces, but {due} at most are accounted for."
        assert fought or has == due, f"Without a fight the {word} player has {has} pieces instead of {due}."
        had, has = int(before[f"{word} bombardments"]), int(after[f"{word} bombardments"])
        assert had - 1 <= has <= had, f"The {word} player's bombardments went from {had} to {has}."
    for area, there in after.items():
        assert " and " not in str(there), f"{area} has two owners: {there}."
