"""What the contract suite holds Archmagi to."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from tanelorn.core.log import Event
from tanelorn.games.archmagi.state.abilities import SITE
from tanelorn.games.archmagi.state.codes import includes
from tanelorn.games.archmagi.state.content import ARTIFACTS, BIT, MASKS, SPELLS, UNITS, is_of_pile
from tanelorn.games.archmagi.state.position import ArchmagiPosition

Facts = Mapping[str, str | int]


def check(before: Facts, after: Facts, events: Sequence[Event]) -> None:
    """Every chit is somewhere: in a pile, a reserve, a hand, on the map, on its way; and each in one place. Whoever is
    aboard is where its carrier is.
    """
    seats = [name.removesuffix(" archmagus") for name in after if name.endswith(" archmagus")]
    copies = int(after["copies"])
    reserve = sum(_count(after[f"{seat} reserve"]) for seat in seats)
    on_map = int(after["unit chits on the map"])
    assert int(after["unit pile"]) + reserve + on_map == 985, "A unit chit is lost or found."
    artifacts = sum(_count(after[f"{seat} stored"]) for seat in seats) + int(after["artifacts borne"])
    assert int(after["artifact pile"]) + artifacts == len(ARTIFACTS) * copies, "An artifact is lost or found."
    spells = sum(_count(after[f"{seat} spells"]) for seat in seats) + int(after["spells out"])
    assert int(after["spell pile"]) + spells == len(SPELLS) * copies, "A spell is lost or found."
    for seat in seats:
        was, now = before[f"{seat} archmagus"], after[f"{seat} archmagus"]
        assert was != "dead" or now == "dead", f"The archmagus of {seat} has come back as {now}."
    for stack in [stack for name, there in after.items() if name.isdigit() for stack in str(there).split("; ")]:
        for carrier in set(re.findall(r" aboard (.+?)(?= with |, |$)", stack)):
            assert stack.count(carrier) > stack.count(f"aboard {carrier}"), f"Aboard {carrier}, which is away: {stack}."


def _count(names: str | int) -> int:
    return 0 if names == "none" else str(names).count(",") + 1


def scramble(position: ArchmagiPosition, viewer: int, rng: random.Random) -> None:
    """Others' chits, artifacts and spells, stored or in hand; the kinds of their units that lie hidden; what they
    have left word of.
    """
    others = [seat for seat in position.seats if seat != viewer]
    _shuffle([position.spells[seat] for seat in others] + [position.spell_pile], rng)
    _shuffle([position.stored[seat] for seat in others] + [position.artifact_pile], rng)
    pile = [kind for kind, count in enumerate(position.pile) for _ in range(count)]
    rng.shuffle(pile)
    known = _known_units(position, viewer)
    for seat in others:
        for at, kind in enumerate(position.reserve[seat]):
            position.reserve[seat][at] = _swapped(pile, kind, rng)
        position.reserve[seat].sort()
        for unit in position.units_of(seat):
            kind = position.kinds[unit]
            plain = is_of_pile(kind) and not position.gear[unit] and position.shapes[unit] < 0 and unit not in known
            if plain and unit not in position.carriers and position.carriers[unit] < 0:
                kinds = {other for other in set(pile) if not MASKS[other] & SITE and _stands_alike(other, kind)}
                alike = [n for n, other in enumerate(pile) if other in kinds]
                if alike:
                    n = rng.choice(alike)
                    pile[n], position.kinds[unit] = kind, pile[n]
    left = Counter(pile)
    position.pile = [left[kind] for kind in range(UNITS)]


def _swapped(pile: list[int], kind: int, rng: random.Random) -> int:
    n = rng.randrange(len(pile))
    pile[n], kind = kind, pile[n]
    return kind


def _shuffle(lists: list[list[int]], rng: random.Random) -> None:
    chits = [chit for chits in lists for chit in chits]
    rng.shuffle(chits)
    for some in lists:
        some[:] = sorted(chits.pop() for _ in some)


def _known_units(position: ArchmagiPosition, viewer: int) -> set[int]:
    """What lies open to a viewer: revealed in the battle, Sites, seen in this Scout phase; and who has a spell on
    its way.
    """
    battle = position.battle
    known = set(battle.shown) if battle is not None else set()
    known |= {unit for unit, owner in enumerate(position.owners) if owner >= 0 and MASKS[position.kinds[unit]] & SITE}
    known |= {unit for unit, seats in position.glimpses.items() if includes(seats, viewer)}
    known |= {effect.unit for effect in position.lasting} | {master for master in position.masters if master >= 0}
    for made in position.chain:
        known |= {made.unit, *made.units}
    known |= {unit for step in position.agenda for unit in _units_in(step)}
    return known


def _units_in(step: object) -> set[int]:
    """Units that a step is about: scrambling them would change what the step does."""
    named = {getattr(step, field) for field in ("unit", "thief", "victim") if hasattr(step, field)}
    for field in ("hit", "units", "going", "spared"):
        named |= set(getattr(step, field, ()))
    for field in ("made", "then"):
        if hasattr(step, field):
            named |= _units_in(getattr(step, field))
    return named


def _stands_alike(kind: int, other: int) -> bool:
    """Whether two kinds can be in the same hexes, so that nobody is stranded by the exchange."""
    ways = BIT["flying"] | BIT["swimmer"] | BIT["sea"] | BIT["mage"]
    return MASKS[kind] & ways == MASKS[other] & ways
