"""How the Scout and Move phases are played: strike from afar, gather around the archmagus, take new ground, go for
the weaker.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from tanelorn.games.archmagi.casting.responses import FARCAST_VERB
from tanelorn.games.archmagi.judgement.castings import castings, working
from tanelorn.games.archmagi.judgement.ferrying import ferries, strands
from tanelorn.games.archmagi.judgement.recruiting import Scored, casts
from tanelorn.games.archmagi.judgement.style import Style
from tanelorn.games.archmagi.judgement.worth import (
    artifact_worth,
    kind_worth,
    power_of,
    spell_worth,
    stack_power,
    unit_worth,
)
from tanelorn.games.archmagi.map.land import Land
from tanelorn.games.archmagi.move.move import MARCH, MOVE, movable, paths
from tanelorn.games.archmagi.scout.looking import SCOUT
from tanelorn.games.archmagi.scout.theft import STEAL, loot
from tanelorn.games.archmagi.state.abilities import GUARDS, gear_kind, stands, traits
from tanelorn.games.archmagi.state.codes import code_and_seat, declared, hex_and_seat, hex_of, seat_of, spell_of
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.state.sightings import topic_of
from tanelorn.games.archmagi.words.acts import END, Act, Acts
from tanelorn.games.archmagi.words.nouns import find, named, stack_meant

STRONG = 1.15
"""How much stronger a foe beside one must be to be a threat."""
FAR = 4.0
"""What must be destroyed from afar for a second spell to be worth it."""
TRIED = -4.0
"""How little one is for spells on one's own stack before they have been tried out."""
_STRIKES, _THEFT, _ON_STACKS = working("mass-attack"), working("steal"), working("stack")
_THIRD = 1 / 3  # a theft, and a guard's catch, on 1 or 2 (scout.5, scout.6)
WHOLE = 0.9
"""How much of an archmagus's stack must go with him when he is carried."""
SPREAD = 7.0
"""Units worth less than this go out to hold ground."""


def scout(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """Attack stacks by spells, best where an archmagus may be; look at what stands beside one's main stack."""
    found: Scored = [(0.0, Act("done"))]
    if any(SPELLS[spell].effect == "mass-attack" for spell in position.spells[seat]):
        found += _strikes(position, seat, style)
    found += casts(position, seat, _THEFT, 2.0) + _thefts(position, seat)
    if style.thorough:
        found += casts(position, seat, _ON_STACKS, TRIED)
    looks = Acts(position, seat, (SCOUT,), "")
    first = next(iter(looks), None)
    return [*found, (1.0, first)] if first is not None else found


def _thefts(position: ArchmagiPosition, seat: int) -> Scored:
    """Send thieves where there may be something to take, unless guards make it too dear."""
    found = []
    for act in Acts(position, seat, (STEAL,), ""):
        hex, owner = hex_and_seat(stack_meant(position, act.args[1]))
        said = position.seen[seat].get(declared(topic_of(position, hex, owner)))
        if said is not None and said.round == position.round and not said.artifacts:
            continue  # one may ask again, and hear the same
        best = max((artifact_worth(gear_kind(artifact)) for artifact in loot(position, hex, owner)), default=0.0)
        caught = _THIRD if any(traits(position, unit) & GUARDS for unit in position.stack(hex, owner)) else 0.0
        thief = unit_worth(position, find(position, seat, act.args[0]))
        value = (1 - caught) * _THIRD * best - caught * thief
        if value > 0:
            found.append((value, act))
    return found


def _strikes(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    found = []
    acts = castings(position, seat, _STRIKES)
    for act in chain(acts, castings(position, seat, _STRIKES, FARCAST_VERB)) if style.thorough else acts:
        spell = SPELLS[spell_of(act.args[0])]
        code, owner = code_and_seat(act.args[2]) if spell.aim == "stack" else (act.args[2], -1)
        hex = position.land.index[code]
        if owner == seat:
            continue
        foes = [foe for foe in position.foes_in(hex, seat) if owner in (-1, foe)]
        hurt = sum(_hurt(position, unit, spell.brm, style) for foe in foes for unit in position.stack(hex, foe))
        if spell.aim == "hex":
            hurt -= sum(_hurt(position, unit, spell.brm, style) for unit in position.stack(hex, seat))
        if style.thorough and "one" in spell.row.affects.split():
            hurt /= max(1, sum(len(position.stack(hex, foe)) for foe in foes))
        if act.verb == FARCAST_VERB.name:
            hurt -= FAR
        if hurt > 1.5 * style.thrift:
            found.append((hurt - 0.3 * style.thrift * spell_worth(spell_of(act.args[0])), act))
    return found


def _hurt(position: ArchmagiPosition, unit: int, brm: int, style: Style) -> float:
    """What an attack with a number is likely to destroy of a unit."""
    margin = brm - KINDS[position.kinds[unit]].brm
    return max(0.0, min(1.0, (15 + 6 * margin) / 36)) * (
        unit_worth(position, unit) + style.prize * (unit in position.magi)
    )


def move(position: ArchmagiPosition, seat: int, style: Style) -> Scored:
    """March the main stack, spread the weak over new ground; what has moved stays."""
    found: Scored = [(0.0, Act("done"))]
    magus = position.magi[seat]
    goal = _distances(position, seat)
    for hex in position.hexes_of(seat):
        units = [unit for unit in position.stack(hex, seat) if movable(position, unit)]
        if not units:
            continue
        main = magus >= 0 and position.hexes[magus] == hex
        afloat = any(not stands(position, unit, hex) for unit in units)
        if main or afloat or stack_power(position, hex, seat) > 2 * SPREAD:
            found += _marches(position, seat, hex, units, goal, main, style)
        if len(units) > 1:
            found += _ferries(position, seat, hex, main, style)
        if not main or len(units) > 2:
            found += _settlers(position, seat, hex, units, goal)
    return found


def _distances(position: ArchmagiPosition, seat: int) -> tuple[int, ...]:
    """Return how far each hex is from the nearest foe."""
    return _far(position.land, tuple(sorted({hex_of(key) for key in position.stacks if seat_of(key) != seat})))


@lru_cache(maxsize=1 << 12)
def _far(land: Land, hexes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(min((land.distance(hex, other) for other in hexes), default=0) for hex in range(len(land.codes)))


def _marches(
    position: ArchmagiPosition, seat: int, hex: int, units: list[int], goal: Sequence[int], main: bool, style: Style
) -> Scored:
    """Where the bulk of a stack may go: at a weaker foe, out of reach of a stronger, nearer to the foe when strong."""
    reach: dict[int, list[int]] = {}
    for unit in units:
        for to in paths(position, unit):
            reach.setdefault(to, []).append(unit)
    codes = position.land.codes
    here = _standing(position, seat, hex, stack_power(position, hex, seat), main, style)
    found = []
    for to, going in reach.items():
        if (main and position.magi[seat] not in going) or strands(position, seat, hex, going):
            continue
        power = power_of(position, (*going, *position.stack(to, seat)))
        score = _standing(position, seat, to, power, main, style) - here
        score += 0.9 * (goal[hex] - goal[to]) * min(1.5, power / 30)
        score += 1.0 * (position.terrain[to] in _wanted(position, seat))
        found.append((score, Act(MARCH.name, (codes[hex], codes[to]))))
    return sorted(found, key=lambda scored: -scored[0])[:4]


def _ferries(position: ArchmagiPosition, seat: int, hex: int, main: bool, style: Style) -> Scored:
    """Where carriers take others: as a march, but by the turns that it brings them nearer to the foe."""
    foes = {hex_of(key) for key in position.stacks if seat_of(key) != seat}
    magus, whole = position.magi[seat], stack_power(position, hex, seat)
    names = {unit: ref for ref, unit in named(position, hex, seat).items()}
    here = _standing(position, seat, hex, whole, main, style)
    found = []
    for carrier, riders, to, gained in ferries(position, seat, hex, foes):
        going = (carrier, *riders)
        company = power_of(position, going)
        if main and not (magus in going and stands(position, magus, to) and company > WHOLE * whole):
            continue
        if strands(position, seat, hex, going):
            continue
        joined = power_of(position, (*going, *position.stack(to, seat)))
        score = _standing(position, seat, to, joined, main, style) - here
        score += 0.9 * gained * min(1.5, company / 30)
        args = (names[carrier], *sorted(names[rider] for rider in riders), END, position.land.codes[to])
        found.append((score, Act(MOVE.name, args)))
    return sorted(found, key=lambda scored: -scored[0])[:4]


def _standing(position: ArchmagiPosition, seat: int, hex: int, power: float, main: bool, style: Style) -> float:
    """How good it is for a stack of some power to stand in a hex."""
    score = 0.0
    for foe in position.foes_in(hex, seat):
        theirs = stack_power(position, hex, foe)
        prize = style.prize if position.magi[foe] >= 0 and position.hexes[position.magi[foe]] == hex else 3.0
        score += prize + 0.25 * theirs if power > style.bold * theirs else -(theirs - power) - (8 if main else 2)
    threat = 0.0
    for near in position.land.near[hex]:
        for foe in position.foes_in(near, seat):
            threat = max(threat, stack_power(position, near, foe))
    if main and threat:
        score -= style.dread
    if threat > STRONG * power:
        score -= 0.4 * (threat - power) * (1.5 if main else 0.6)
    return score


def _wanted(position: ArchmagiPosition, seat: int) -> set[int]:
    """The homes of one's reserve."""
    return {KINDS[kind].home for kind in position.reserve[seat]}


def _settlers(position: ArchmagiPosition, seat: int, hex: int, units: list[int], goal: Sequence[int]) -> Scored:
    """Single weak units go where nobody of theirs stands, best on the home ground of a chit in reserve."""
    held = {position.terrain[other] for other in position.hexes_of(seat)}
    wanted = _wanted(position, seat)
    found = []
    codes = position.land.codes
    for ref, unit in named(position, hex, seat).items():
        if unit not in units or unit in position.magi or kind_worth(position.kinds[unit]) > SPREAD:
            continue
        if strands(position, seat, hex, (unit,)):
            continue
        alone = len(position.stack(hex, seat)) == 1 and position.terrain[hex] in wanted
        for to in paths(position, unit):
            if position.owners_in(to) or goal[to] < 2 or position.terrain[to] in held:
                continue
            score = 1.5 + 4.0 * (position.terrain[to] in wanted) - 3.0 * alone
            if score > 0:
                found.append((score, Act(MOVE.name, (ref, END, codes[to]))))
    return sorted(found, key=lambda scored: -scored[0])[:2]
