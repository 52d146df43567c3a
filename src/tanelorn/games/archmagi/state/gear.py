"""Who bears which artifact (archmagi/artifact-rule.4)."""

from __future__ import annotations

from tanelorn.games.archmagi.state.carrying import unload
from tanelorn.games.archmagi.state.position import ArchmagiPosition


def give(position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Let a unit bear an artifact."""
    position.gear[unit] = tuple(sorted((*position.gear[unit], artifact)))


def drop(position: ArchmagiPosition, unit: int, artifact: int) -> None:
    """Take an artifact from its bearer; in a battle it no longer helps him, and without a harness he carries nobody
    (move.14).
    """
    position.gear[unit] = tuple(other for other in position.gear[unit] if other != artifact)
    unload(position, unit)
    if position.battle is not None and position.battle.aids.get(unit) == artifact:
        del position.battle.aids[unit]
