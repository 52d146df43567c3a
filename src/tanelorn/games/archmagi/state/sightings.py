"""What is revealed in a battle is revealed to all, and remembered afterwards (archmagi/view.6, battle.9)."""

from __future__ import annotations

from collections import Counter

from tanelorn.games.archmagi.state.codes import Topic, stack_key, under_banner
from tanelorn.games.archmagi.state.markers import Sighting
from tanelorn.games.archmagi.state.position import ArchmagiPosition


def show(position: ArchmagiPosition, unit: int) -> None:
    """Reveal a unit to all until the battle ends (view.6, battle.9, battle.21)."""
    battle = position.battle
    if battle is not None and unit not in battle.shown:
        battle.shown.append(unit)
        if battle.thrown:
            battle.late.append(unit)


def topic_of(position: ArchmagiPosition, hex: int, seat: int) -> Topic:
    """Return under what sightings of a stack are kept."""
    return under_banner(seat, position.banners[stack_key(hex, seat)])


def note(
    position: ArchmagiPosition, viewers: list[int], hex: int, seat: int, units: list[int], artifacts: list[int]
) -> None:
    """Remember what some viewers have seen under a banner, with the round; the last list is everybody's."""
    topic = topic_of(position, hex, seat)
    seen = Sighting(tuple(sorted(position.kinds[unit] for unit in units)), tuple(sorted(artifacts)), position.round)
    for viewer in viewers:
        old = position.seen[viewer].get(topic)
        position.seen[viewer][topic] = _merged(old, seen) if old is not None and old.round == seen.round else seen


def _merged(old: Sighting, new: Sighting) -> Sighting:
    """Join two looks in one round: a unit seen twice is one."""
    kinds = Counter(old.kinds) | Counter(new.kinds)
    artifacts = Counter(old.artifacts) | Counter(new.artifacts)
    return Sighting(tuple(sorted(kinds.elements())), tuple(sorted(artifacts.elements())), new.round)


def remember_battle(position: ArchmagiPosition) -> None:
    """At the end of a battle, remember for everybody what was shown on both sides (view.6)."""
    battle = position.battle
    assert battle is not None
    everybody = list(range(len(position.seen)))
    for seat in battle.seats:
        units = [u for u in battle.shown if position.owners[u] == seat and position.hexes[u] == battle.hex]
        if units:
            worn = [battle.aids[u] for u in units if u in battle.aids and battle.aids[u] in position.gear[u]]
            note(position, everybody, battle.hex, seat, units, worn)
