"""What the dice for attacks on whole stacks and for the Web may bring, as far as the caster can know
(archmagi/spell-rule.11, spell-rule.20, view.5, spell/web).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

from tanelorn.core.amounts import amount
from tanelorn.core.odds import Odds, Share, reckon
from tanelorn.games.archmagi.spells.attacks import dice_for, group, totals, touched
from tanelorn.games.archmagi.spells.control import WebRoll
from tanelorn.games.archmagi.state.content import KINDS, SPELLS
from tanelorn.games.archmagi.state.markers import Spellcast
from tanelorn.games.archmagi.state.position import ArchmagiPosition
from tanelorn.games.archmagi.words.telling import has_seen, is_open

PLAIN = "Nobody answers the spell, no artifact helps and no die is thrown again"
MOST = 9
"""Over how many units odds are told: more ways than those of their dice no page can count."""

_SPARED = "nobody is defeated"


def web_ahead(position: ArchmagiPosition, made: Spellcast) -> Odds | None:
    """Return for how long a Web holds, None for what needs no die (spell/web)."""
    if SPELLS[made.spell].row.paralyze != "d6":
        return None
    ask = WebRoll(made.hex, made.units[0]).ask(position)
    return reckon(ask, lambda dice: (f"holds for {amount(dice[0], 'battle roll')}", made.seat), assumed=PLAIN)


def attack_ahead(position: ArchmagiPosition, made: Spellcast) -> Odds | None:
    """Return how many of the units that the caster knows an attack beats; None if nothing is known of them."""
    known = as_known(position, made.seat)
    units = group(position, made)
    seen = [unit for unit in units if _knows(position, made.seat, unit)]
    hit = touched(known, made, seen)
    if not hit or len(hit) > MOST:
        return None
    odds = [_ways(known, made.spell, unit) for unit in hit]
    if "one" in SPELLS[made.spell].row.affects:
        return _of_one(known, made, hit, odds) if len(seen) == len(units) else None
    assumed = PLAIN if len(seen) == len(units) else f"{PLAIN}; units that you have not seen are not counted"
    return _of_all(known, made, hit, odds, assumed)


def as_known(position: ArchmagiPosition, seat: int) -> ArchmagiPosition:
    """Return a position as units that a seat has seen look to it: without what they may bear, or aboard whom."""
    known = position.copy()
    aids = position.battle.aids if position.battle is not None else {}
    known.gear = [
        gear if owner == seat else tuple(artifact for artifact in gear if artifact == aids.get(unit))
        for unit, (gear, owner) in enumerate(zip(position.gear, position.owners, strict=True))
    ]
    if position.battle is None:
        known.carriers = [
            carrier if owner == seat else -1 for carrier, owner in zip(position.carriers, position.owners, strict=True)
        ]
    return known


def _knows(position: ArchmagiPosition, seat: int, unit: int) -> bool:
    return position.owners[unit] == seat or is_open(position, unit) or has_seen(position, seat, unit)


def _ways(position: ArchmagiPosition, spell: int, unit: int) -> tuple[int, int]:
    """Return in how many throws a unit is beaten, and of how many."""
    throws = [totals(position, spell, unit, dice) for dice in product(range(1, 7), repeat=dice_for(position, unit))]
    return sum(struck > own for struck, own in throws), len(throws)


def _of_one(position: ArchmagiPosition, made: Spellcast, hit: Sequence[int], odds: Sequence[tuple[int, int]]) -> Odds:
    """Return whom a spell may beat that strikes one unit by lot: each of them as likely as another (spell-rule.20)."""
    whole = max(of for _, of in odds)
    found: Counter[tuple[str, int]] = Counter()
    for unit, (beaten, of) in zip(hit, odds, strict=True):
        wishes = made.seat if position.owners[unit] != made.seat else -1
        found[f"{KINDS[position.kinds[unit]].name} is defeated", wishes] += beaten * whole // of
    spared = len(hit) * whole - sum(found.values())
    ways = [*found.items(), ((_SPARED, -1), spared)]
    shares = tuple(Share(words, count, seat) for (words, seat), count in ways if count)
    return Odds(len(hit) * whole, shares, PLAIN)


def _of_all(
    position: ArchmagiPosition, made: Spellcast, hit: Sequence[int], odds: Sequence[tuple[int, int]], assumed: str
) -> Odds:
    """Return how many of some units are beaten, each by dice of its own."""
    ways = [1]
    for beaten, of in odds:
        fewer, more = [n * (of - beaten) for n in ways], [n * beaten for n in ways]
        ways = [a + b for a, b in zip([*fewer, 0], [0, *more], strict=True)]
    foes = all(position.owners[unit] != made.seat for unit in hit)
    name = KINDS[position.kinds[hit[0]]].name
    shares = []
    for beaten in range(len(hit), -1, -1):
        said = f"{name} is defeated" if len(hit) == 1 else f"{beaten} of {len(hit)} are defeated"
        if beaten == 1 < len(hit):
            said = f"1 of {len(hit)} is defeated"
        if ways[beaten]:
            shares.append(Share(said if beaten else _SPARED, ways[beaten], made.seat if beaten and foes else -1))
    return Odds(sum(ways), tuple(shares), assumed)
