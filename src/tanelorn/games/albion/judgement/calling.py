"""The one enchantment that bots cast: the Farcalling, which brings Auberon's Expedition sooner (albion/19.4/02)."""

from __future__ import annotations

from tanelorn.games.albion.enchantments.castable import why_no_caster, why_not
from tanelorn.games.albion.enchantments.plotting import PlotChoices, Plots, written
from tanelorn.games.albion.state.position import AWAY, AlbionPosition, alone
from tanelorn.games.albion.state.spells import FARCALLING, SPELLS
from tanelorn.games.albion.state.world import FAERIE

CALL = SPELLS[FARCALLING - 1]


def wanted(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat gains by the Farcalling."""
    absent = position.at[position.world.expedition.persons[0]] == AWAY
    return seat == FAERIE and absent and not position.farcalled and not alone(position)


def calls(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person stands where they can call."""
    return why_no_caster(position, person) is None and why_not(position, person, CALL) is None


def plot(position: AlbionPosition, seat: int) -> Plots:
    """Call if somebody can, the likeliest to succeed; else cast nothing."""
    choices = PlotChoices(position, seat)
    if not wanted(position, seat):
        return choices.default()
    found = [one for castings in choices.of.values() for one in castings if one.spell.number == CALL.number]
    return written([max(found, key=lambda one: one.share)]) if found else choices.default()
