"""The enchantments that bots cast: the Farcalling, which brings Auberon's Expedition sooner, and Shake the Earth, which
brings fortresses down from afar (albion/19.4/01, 19.4/02).
"""

from __future__ import annotations

from tanelorn.games.albion.enchantments.castable import THROWS, Casting, why_no_caster, why_not
from tanelorn.games.albion.enchantments.plotting import PlotChoices, Plots, written
from tanelorn.games.albion.judgement.forces import Foe, foes, points_of, prize
from tanelorn.games.albion.judgement.style import PLAIN, Style, restraint
from tanelorn.games.albion.state.position import AWAY, AlbionPosition, alone
from tanelorn.games.albion.state.spells import FARCALLING, SHAKE_EARTH, SPELLS
from tanelorn.games.albion.state.world import FAERIE

CALL = SPELLS[FARCALLING - 1]


def wanted(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat gains by the Farcalling."""
    absent = position.at[position.world.expedition.persons[0]] == AWAY
    return seat == FAERIE and absent and not position.farcalled and not alone(position)


def calls(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person stands where they can call."""
    return why_no_caster(position, person) is None and why_not(position, person, CALL) is None


def plot(position: AlbionPosition, seat: int, style: Style = PLAIN) -> Plots:
    """Call if somebody can, the likeliest to succeed; whoever else bears Dana's Torque shakes the earth where that
    promises enough; nobody else casts.
    """
    found = [one for castings in PlotChoices(position, seat).of.values() for one in castings]
    chosen = []
    calling = [one for one in found if one.spell.number == CALL.number]
    if calling and wanted(position, seat):
        chosen.append(max(calling, key=lambda one: one.share))
    shaking = [one for one in found if one.spell.number == SHAKE_EARTH]
    if shaking and shaking[0].spell.caster not in [one.spell.caster for one in chosen]:
        known = foes(position, seat)
        best = max(shaking, key=lambda one: quake(position, seat, known, one))
        if quake(position, seat, known, best) > style.edge + restraint(position, seat):
            chosen.append(best)
    return written(chosen)


def quake(position: AlbionPosition, seat: int, known: dict[int, Foe], one: Casting) -> float:
    """Return what an earthquake is expected to bring: a fortress, and half of the troops of both sides (19.4/01)."""
    hex = one.spell.hex
    gain = prize(position, seat, hex) - prize(position, 1 - seat, hex)
    gain += (known[hex].points // 2 if hex in known else 0) - sum(points_of(position, seat, hex).values()) // 2
    return gain * one.share / THROWS
