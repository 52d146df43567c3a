"""Handing artifacts over within a hex, in the Scout and Move phases (archmagi/artifact-rule.4, move.8)."""

from __future__ import annotations

from tanelorn.core.log import Log
from tanelorn.games.archmagi.state.abilities import can_bear, gear_kind
from tanelorn.games.archmagi.state.carrying import drop, give
from tanelorn.games.archmagi.state.position import ArchmagiPosition, count_free_act
from tanelorn.games.archmagi.words.nouns import ITEM, UNIT, all_units, find, named
from tanelorn.games.archmagi.words.telling import tell_receiver
from tanelorn.games.archmagi.words.verbs import Args, Slot, Verb, steps, verb


def _bearers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return [
        ref
        for ref, unit in all_units(position, seat).items()
        if position.gear[unit] and _receivers_of(position, seat, unit)
    ]


def _receivers_of(position: ArchmagiPosition, seat: int, giver: int) -> list[int]:
    hex = position.hexes[giver]
    return [r for r, unit in named(position, hex, seat).items() if unit != giver and can_bear(position, unit)]


def _borne(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return sorted({gear_kind(artifact) for artifact in position.gear[find(position, seat, args[0])]})


def _receivers(position: ArchmagiPosition, seat: int, args: Args) -> list[int]:
    return _receivers_of(position, seat, find(position, seat, args[0]))


def pass_on(position: ArchmagiPosition, seat: int, args: Args, log: Log) -> None:
    """Hand an artifact over to a comrade in the same hex (artifact-rule.4, move.8)."""
    giver, receiver = find(position, seat, args[0]), find(position, seat, args[2])
    artifact = next(a for a in position.gear[giver] if gear_kind(a) == args[1])
    drop(position, giver, artifact)
    give(position, receiver, artifact)
    tell_receiver(log, position, receiver, artifact)
    count_free_act(position, seat)


PASS_ON = verb(
    Verb(
        "hand over",
        "Hand an artifact over",
        steps(
            Slot("from", UNIT, "Whose artifact?", _bearers, "archmagi/artifact-rule.4"),
            Slot("the", ITEM, "Which artifact?", _borne, "archmagi/artifact-rule.4"),
            Slot("to", UNIT, "To which unit in the same hex?", _receivers, "archmagi/artifact-rule.4"),
        ),
        "archmagi/artifact-rule.4",
        free=True,
        does=pass_on,
    )
)
