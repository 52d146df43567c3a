"""The enchantments that bots cast: the Farcalling, which brings Auberon's Expedition sooner; and of those that strike
from afar what promises most: Shake the Earth, a Vortex, Mind Control (albion/19.4/01, /02, /09, /10).
"""

from __future__ import annotations

from collections.abc import Mapping

from tanelorn.games.albion.enchantments.castable import THROWS, Casting, reach_of, why_no_caster, why_not
from tanelorn.games.albion.enchantments.plotting import PlotChoices, Plots, written
from tanelorn.games.albion.judgement.reckoning.forces import Foe, foes, points_of, prize
from tanelorn.games.albion.judgement.reckoning.odds import DICE, PERSON
from tanelorn.games.albion.judgement.style import PLAIN, Style, restraint
from tanelorn.games.albion.movement.ways.costs import land_tree, terms_of
from tanelorn.games.albion.state import ratings
from tanelorn.games.albion.state.command import stack_command
from tanelorn.games.albion.state.position import AWAY, AlbionPosition, alone
from tanelorn.games.albion.state.printed.spells import FARCALLING, MIND_CONTROL, SHAKE_EARTH, SPELLS, VORTEX
from tanelorn.games.albion.state.printed.world import FAERIE
from tanelorn.games.albion.state.stacks import stands_in

CALL = SPELLS[FARCALLING - 1]
SWIRL = 5
"""What a vortex adds to a roll for attrition (8.2)."""
WOUND, IDLE = 0.7, 0.3
"""What a wound is worth; what each point is that lacks its leader for a turn."""
Known = Mapping[int, Foe]
"""Enemy stacks and fortresses by hex."""


def wanted(position: AlbionPosition, seat: int) -> bool:
    """Tell whether a seat gains by the Farcalling."""
    absent = position.at[position.world.expedition.persons[0]] == AWAY
    return seat == FAERIE and absent and not position.farcalled and not alone(position)


def calls(position: AlbionPosition, person: int) -> bool:
    """Tell whether a person stands where they can call."""
    return why_no_caster(position, person) is None and why_not(position, person, CALL) is None


def plot(position: AlbionPosition, seat: int, style: Style = PLAIN) -> Plots:
    """Call if somebody can, the likeliest to succeed; the others strike where that promises enough, each somewhere
    else.
    """
    of = PlotChoices(position, seat).of
    chosen, known, struck = [], foes(position, seat), set[tuple[int, int, int]]()
    calling = [one for castings in of.values() for one in castings if one.spell.number == CALL.number]
    if calling and wanted(position, seat):
        chosen.append(max(calling, key=lambda one: one.share))
    for caster, castings in of.items():
        if caster in [one.spell.caster for one in chosen]:
            continue
        strokes = [one for one in castings if one.spell.number in STROKES and _aim(one) not in struck]
        values = {one: STROKES[one.spell.number](position, seat, known, one) * one.share / THROWS for one in strokes}
        best = max(strokes, key=lambda one: values[one], default=None)
        idle = IDLE * sum(points_of(position, seat, position.at[caster]).values())
        if best is not None and values[best] - idle > style.edge + restraint(position, seat):
            chosen.append(best)
            struck.add(_aim(best))
    return written(chosen)


def _aim(one: Casting) -> tuple[int, int, int]:
    return one.spell.number, one.spell.hex, one.spell.person


def quake(position: AlbionPosition, seat: int, known: Known, one: Casting) -> float:
    """Return what an earthquake brings: a fortress, and half of the troops of both sides (19.4/01)."""
    hex = one.spell.hex
    gain = prize(position, seat, hex) - prize(position, 1 - seat, hex)
    return gain + (known[hex].points // 2 if hex in known else 0) - sum(points_of(position, seat, hex).values()) // 2


def vortex(position: AlbionPosition, seat: int, known: Known, one: Casting) -> float:
    """Return what the attrition of an enemy stack in a vortex brings (19.4/09); none is made where own pieces are."""
    foe, own = known.get(one.spell.hex), stands_in(position, seat, one.spell.hex)
    if foe is None or own or not foe.points:
        return 0.0
    led = foe.persons
    magic = max((position.world.p_magic[person] for person in led), default=0)
    charts, term = position.world.charts, SWIRL - stack_command(position, led) - magic
    losses = [
        (chance, charts.loss(charts.attrition(total + term), round(foe.points))) for total, chance in DICE.items()
    ]
    return sum(chance * (loss.csp + WOUND * loss.wounds * bool(led)) for chance, loss in losses)


def control(position: AlbionPosition, seat: int, known: Known, one: Casting) -> float:
    """Return what it brings to have somebody for a turn (19.4/10): they die if they are led among own pieces, and their
    troops lack them. It must be known where they are, and that the caster is stronger.
    """
    caster, person, world = one.spell.caster, one.spell.person, position.world
    foe = next((foe for foe in known.values() if person in foe.persons), None)
    if foe is None or foe.fort or world.place[foe.hex]:
        return 0.0
    will = ratings.magic(position, caster) + ratings.command(position, caster)
    reach = reach_of(position, caster, SPELLS[MIND_CONTROL - 1])
    theirs = ratings.magic(position, person, world.p_magic[person]) + world.p_command[person]
    if will <= theirs or world.distance(position.at[caster], foe.hex) > reach:
        return 0.0
    steps = world.p_move_escorted[person] if position.escort[person] else world.p_move[person]
    tree = land_tree(world, terms_of(position, seat, [person], ()), foe.hex, steps)
    end = any(tree.cost[hex] <= steps and stands_in(position, seat, hex) for hex in position.people if hex not in known)
    return (PERSON + position.escort[person]) * end + IDLE * foe.points


STROKES = {SHAKE_EARTH: quake, VORTEX: vortex, MIND_CONTROL: control}
"""The enchantments that strike from afar, and what each brings if it works."""
